//! A refusal that costs nothing to build: the rule and a fixed sentence.

use kernel::{Citation, Refusal};

#[derive(Clone, Copy, Debug)]
pub struct No(pub Citation, pub &'static str);

impl From<No> for Refusal {
    fn from(no: No) -> Refusal {
        Refusal::new(no.0, no.1)
    }
}

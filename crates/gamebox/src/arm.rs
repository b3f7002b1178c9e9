//! The three arms, and the two sides.

use serde::Serialize;

/// Foot, horse and guns, as the files call them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
}

impl Arm {
    pub fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        }
    }
}

/// The other of the two sides.
#[inline]
pub fn enemy(side: u8) -> u8 {
    1 - side
}

//! The recruit: forward to what is to be won, fire whenever there is somebody to fire at, attack whoever
//! is weaker; no thought of what may come back, of supports or of his commander. And every fifth time he
//! does the first thing that comes to his mind.

use super::sergeant::Sergeant;
use super::temper::Temper;
use crate::policy::Policy;
use ::risorgimento::flow::Frame;
use ::risorgimento::{Action, Battle, Position};
use kernel::{Lot, Seat};

pub struct Recruit {
    maxims: Sergeant,
}

/// How often out of a hundred he does not think at all.
const RASH: u32 = 20;

impl Recruit {
    pub fn new(b: &Battle) -> Recruit {
        let careless = Temper {
            guard: 0.3,
            danger: 0.0,
            guns: 0.0,
            zone: 0.0,
            command: 0.0,
            rest: 0.0,
            bold: -0.5,
            ..Temper::default()
        };
        Recruit { maxims: Sergeant::new(b, careless) }
    }
}

impl Policy<Battle> for Recruit {
    fn choose(&mut self, b: &Battle, p: &Position, seat: Seat, legal: &[Action], lot: &mut Lot) -> Action {
        let rash = lot.below(100) < RASH && !matches!(p.top(), Frame::Setup(_));
        match lot.one_of(legal) {
            Some(any) if rash => *any,
            _ => self.maxims.choose(b, p, seat, legal, lot),
        }
    }

    fn reason(&self) -> String {
        self.maxims.reason()
    }
}

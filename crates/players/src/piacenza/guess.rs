//! What a seat does not see: the enemy's objectives, and the wing that he has committed.

use crate::player::Guess;
use ::piacenza::Battle;
use ::piacenza::flow::{Frame, SelectionStage, Wait};
use ::piacenza::model::{Victory, WingId};
use ::piacenza::position::{Position, enemy};
use kernel::{Lot, Seat, Viewer};

impl Guess for Battle {
    fn guess(&self, truth: &Position, seat: Seat, lot: &mut Lot) -> Position {
        let mut p = truth.clone();
        let foe = enemy(seat.0);
        let hidden = p.hidden(Viewer::Seat(seat));
        if let (true, Victory::Objectives { hexes, chosen, .. }) = (hidden.objectives, &self.scenario.victory)
            && p.objectives.count_ones() == u32::from(*chosen)
        {
            // those that were revealed, and any others
            p.state.objectives = p.revealed;
            while p.objectives.count_ones() < u32::from(*chosen) {
                p.state.objectives |= 1 << lot.below(hexes.len() as u32);
            }
        }
        let left = self.wings_left(&p, foe);
        match p.now() {
            // who still thinks is not told
            Some(Frame::Selection(f)) if f.stage == SelectionStage::Commit => {
                if left.count() > 1
                    && !p.shown[foe as usize]
                    && let Wait::Decide(mask) = p.wait
                {
                    p.state.chosen[foe as usize] = WingId::NOBODY;
                    p.state.wait = Wait::Decide(mask | 1 << foe);
                }
            }
            _ if hidden.wings[foe as usize] => {
                let wings: Vec<WingId> = left.iter().collect();
                if let Some(wing) = lot.one_of(&wings) {
                    p.state.chosen[foe as usize] = *wing;
                }
            }
            _ => {}
        }
        p
    }
}

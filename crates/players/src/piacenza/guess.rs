//! What a seat does not see: the enemy's objectives, and the wing that he has committed.

use crate::player::Guess;
use ::piacenza::Battle;
use ::piacenza::flow::{Frame, SelectionStage, Wait};
use ::piacenza::model::{Victory, WingId};
use ::piacenza::position::{Position, enemy};
use kernel::{Lot, Seat};

impl Guess for Battle {
    fn guess(&self, truth: &Position, seat: Seat, lot: &mut Lot) -> Position {
        let mut p = truth.clone();
        let foe = enemy(seat.0);
        if let (1, Victory::Objectives { hexes, chosen, .. }) = (seat.0, &self.scenario.victory)
            && p.ending.is_none()
            && p.objectives.count_ones() == u32::from(*chosen)
        {
            // those that were revealed, and any others
            p.state.objectives = p.revealed;
            while p.objectives.count_ones() < u32::from(*chosen) {
                p.state.objectives |= 1 << lot.below(hexes.len() as u32);
            }
        }
        if p.shown[foe as usize] {
            return p;
        }
        let left = self.wings_left(&p, foe);
        match p.now() {
            // who still thinks is not told
            Some(Frame::Selection(f)) if f.stage == SelectionStage::Commit => {
                if left.count() > 1
                    && let Wait::Decide(mask) = p.wait
                {
                    p.state.chosen[foe as usize] = WingId::NOBODY;
                    p.state.wait = Wait::Decide(mask | 1 << foe);
                }
            }
            _ if p.chosen[foe as usize] != WingId::NOBODY => {
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

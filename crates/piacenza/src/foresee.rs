//! Looking a fight ahead (`kernel::forecast`): when it is over, what became of its units, and what a seat may
//! take for what is hidden from it.

use crate::battle::Battle;
use crate::flow::{BombardStage, FireStage, Frame, MoveStage, SelectionStage};
use crate::model::{UnitId, WingId};
use crate::position::{Order, Place, Position};
use kernel::{Fate, Foresight, Text, Viewer};

/// Who is fired at answers; nobody tries a second volley; of several ways to fall back the first is taken.
pub(crate) static FORESIGHT: Foresight = Foresight {
    verdicts: &["advance"],
    habits: &["answer", "choose", "retreat", "follow", "relocate", "done"],
    words: &[
        ("answer", "answers with every unit that may, at the first that fired at it"),
        ("choose", "lets the first unit in the hex take it"),
        ("retreat", "falls back by the first way that is open"),
        ("follow", "lets the commander go with the unit"),
        ("relocate", "sends the commander to the first troops"),
        ("done", "does nothing more"),
        ("again", "tries a second volley"),
        ("bombard", "fires a second volley"),
        ("fire", "fires with another unit too"),
        ("resolve", "resolves another attack"),
    ],
};

impl Battle {
    /// No procedure of a fight is left, and no shot that was named is still to be rolled.
    pub(crate) fn fight_is_over(&self, p: &Position) -> bool {
        !p.stack.iter().any(|frame| match frame {
            Frame::Move(m) => m.stage != MoveStage::Choose,
            Frame::Bombard(f) => f.stage != BombardStage::After,
            Frame::Fire(f) => match f.stage {
                FireStage::Targets => !p.shots.is_empty(),
                // a second volley is another fight until somebody is named for it
                FireStage::Again | FireStage::AnswersAgain => {
                    !f.trying.is_empty() || p.shots.iter().any(|shot| shot.live)
                }
                FireStage::Melees => false,
                _ => true,
            },
            frame => frame.is_fight(),
        })
    }

    pub(crate) fn fates_between(&self, before: &Position, after: &Position) -> Vec<Fate> {
        let fate = |unit: UnitId| {
            let (then, now) = (before.unit(unit), after.unit(unit));
            if then.place != Place::Map {
                return None;
            }
            let gone = now.place == Place::Lost;
            let left = if gone { 0 } else { self.sp(after, unit) };
            let strength = self.sp(before, unit).saturating_sub(left);
            let levels = if gone { 0 } else { (now.order as u8).saturating_sub(then.order as u8) };
            let state = match now.order {
                _ if gone => "eliminated",
                Order::Good => "in good order",
                Order::Disordered => "Disordered",
                Order::Routed => "routed",
            };
            let def = &self.army.units[unit];
            let new = [
                (strength > 0, "a step lost"),
                (now.billebaude && !then.billebaude, "Feu de Billebaude"),
                (now.failed && !then.failed, "its guns failed"),
            ];
            let called = || (def.side, Text::new(&def.id), Text::new(&def.name));
            Fate::of([strength, levels], gone, state, &new, called)
        };
        before.units.ids().filter_map(fate).collect()
    }

    /// The enemy's committed wing is taken for the first that he has left, his objectives for the first of the
    /// list: no fight depends on either. None while they are being chosen.
    pub(crate) fn as_known(&self, p: &Position, viewer: Viewer) -> Option<Position> {
        // after the end everything lies open
        if viewer == Viewer::Everything || p.ending.is_some() {
            return Some(p.clone());
        }
        let choosing = match p.now() {
            Some(Frame::Objectives(_)) => true,
            Some(Frame::Selection(f)) => f.stage == SelectionStage::Commit,
            _ => false,
        };
        if choosing {
            return None;
        }
        let mut q = p.clone();
        let hidden = p.hidden(viewer);
        for side in (0..2u8).filter(|side| hidden.wings[*side as usize]) {
            q.state.chosen[side as usize] = self.wings_left(p, side).first().unwrap_or(WingId::NOBODY);
        }
        if hidden.objectives {
            let mut taken = p.revealed;
            for bit in (0..8).map(|i| 1u8 << i).filter(|bit| p.revealed & bit == 0) {
                if taken.count_ones() < p.objectives.count_ones() {
                    taken |= bit;
                }
            }
            q.state.objectives = taken;
        }
        Some(q)
    }
}

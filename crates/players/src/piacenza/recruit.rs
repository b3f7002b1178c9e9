//! The recruit: a few simple maxims. Forward to what is to be won, in Line where that is asked; fire whenever there
//! is somebody to fire at; attack whoever has fewer men. No thought of what may come back. And now and then he
//! does the first thing that comes to his mind.

use super::eye::Eye;
use super::ground::Ground;
use super::temper::Temper;
use super::{lines, moving};
use crate::policy::Policy;
use ::piacenza::flow::{Frame, MarchStage, Segment};
use ::piacenza::model::{FormationId, UnitId};
use ::piacenza::position::Position;
use ::piacenza::{Action, Battle};
use hexmap::Hex;
use kernel::{Lot, Seat};
use std::sync::Arc;

pub struct Recruit {
    ground: Arc<Ground>,
    /// The places of the Line that he draws, and for which turn and formation.
    line: Vec<(UnitId, Hex)>,
    drawn: Option<(u8, FormationId)>,
}

/// How often out of a hundred he does not think at all.
const RASH: u32 = 12;

impl Recruit {
    pub fn new(b: &Battle) -> Recruit {
        Recruit { ground: Ground::of(b), line: Vec::new(), drawn: None }
    }
}

impl Policy<Battle> for Recruit {
    fn choose(&mut self, b: &Battle, p: &Position, seat: Seat, legal: &[Action], lot: &mut Lot) -> Action {
        let ground = self.ground.clone();
        let eye = Eye::new(b, p, &ground, seat.0, Temper::of(b, seat.0));
        let setting_up = matches!(p.top(), Frame::Setup(_) | Frame::Objectives(_));
        if !setting_up
            && lot.below(100) < RASH
            && let Some(any) = lot.one_of(legal)
        {
            return *any;
        }
        let done = if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
        // nothing but the way to the goal, or to the enemy
        let mut forward =
            |unit: UnitId, hex: Hex, _: u16| -eye.way(unit, hex).min(f32::from(eye.nearest_enemy(hex)) + 6.0);
        match p.top() {
            Frame::Activation(f) => match f.segment {
                Segment::Billebaude | Segment::Movement | Segment::Combat | Segment::Bombardment => legal[0],
                _ => done,
            },
            Frame::March(f) => match f.stage {
                MarchStage::Prepare
                    if legal.contains(&Action::Draw) && self.drawn != Some((p.turn, f.formation)) =>
                {
                    self.drawn = Some((p.turn, f.formation));
                    match lines::best_line(b, p, &f, 0, &mut forward) {
                        Some((line, gain)) if gain > 0.0 => {
                            self.line = line;
                            Action::Draw
                        }
                        _ => done,
                    }
                }
                MarchStage::Draw => {
                    let next =
                        self.line.iter().map(|(u, h)| Action::Assign(*u, *h)).find(|a| legal.contains(a));
                    let end = if legal.contains(&Action::Done) { Action::Done } else { Action::Drop };
                    next.unwrap_or(end)
                }
                MarchStage::Commander => eye.best_ride(legal),
                _ => legal.iter().copied().find(|a| matches!(a, Action::Take(..))).unwrap_or(done),
            },
            Frame::Move(m) => {
                let weaker = |unit: UnitId, dir: u8| {
                    let there = p.in_hex(b.map.neighbour(m.hex, dir));
                    there.iter().map(|u| b.sp(p, u)).max().unwrap_or(0) <= b.sp(p, unit)
                };
                let attack = legal.iter().copied().find(|a| match a {
                    Action::Melee(unit, dir) | Action::Charge(unit, dir) => weaker(*unit, *dir),
                    _ => false,
                });
                attack.unwrap_or_else(|| moving::next_step(b, p, &m, legal, &mut forward))
            }
            Frame::Fire(_) => legal[0],
            Frame::Bombard(_) => done,
            _ => eye.answer_other(legal),
        }
    }
}

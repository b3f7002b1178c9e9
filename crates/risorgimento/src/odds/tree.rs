//! The tree of chances under an action: every roll is branched over, every decision on the way is
//! the mildest one, and a branch ends where the fight or the check is decided. The rolls are answered
//! by the functions that resolve them in play, one frame at a time, so that nothing that follows
//! (retreats, advances, further reactions) is mixed into the odds.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Check, CheckKind, Combat, FireStage, Fought, Frame, ReactStage, RollKind, Wait};
use crate::model::Cell;
use crate::position::{Position, UnitSet};
use kernel::{Game, Log, Seat};

/// What is remembered of the way to a leaf.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Branch {
    /// The cell of the Fire Table.
    pub cell: Option<Cell>,
    /// A combat was begun.
    pub fought: bool,
    /// Infantry that was charged: whether all of it passed its check (13.1).
    pub steady: Option<bool>,
    pub loose_cannon: bool,
}

/// A leaf: its probability, the way to it and the position in which it is decided.
pub(super) struct Leaf<'a> {
    pub chance: f64,
    pub branch: Branch,
    pub position: &'a Position,
    pub winner: Fought,
}

/// The position just before a roll, for the modifiers and the columns that are shown.
pub(super) enum Roll<'a> {
    Fire(&'a crate::flow::Fire),
    Combat(&'a Combat),
}

pub(super) struct Tree<'a> {
    pub battle: &'a Battle,
    /// The place of the frame that the odds are about on the stack.
    pub base: usize,
}

/// Two dice by their sum: the faces of one throw of that sum, and how many of 36 throws make it.
const SUMS: [([u8; 2], u8); 11] = [
    ([1, 1], 1),
    ([1, 2], 2),
    ([1, 3], 3),
    ([1, 4], 4),
    ([1, 5], 5),
    ([1, 6], 6),
    ([2, 6], 5),
    ([3, 6], 4),
    ([4, 6], 3),
    ([5, 6], 2),
    ([6, 6], 1),
];

impl Tree<'_> {
    /// Walks from a position with a chance; `leaf` is handed every end, `roll` every roll on the way.
    pub fn walk(
        &self,
        mut p: Position,
        chance: f64,
        mut branch: Branch,
        roll: &mut dyn FnMut(&Position, Roll),
        leaf: &mut dyn FnMut(Leaf),
    ) {
        loop {
            branch.fought |= matches!(p.stack.get(self.base), Some(Frame::Combat(_)));
            if self.decided(&p) {
                let winner = match p.stack.get(self.base) {
                    Some(Frame::Combat(f)) => f.winner,
                    _ if branch.fought => p.returned.combat,
                    _ => Fought::Nothing,
                };
                return leaf(Leaf { chance, branch, position: &p, winner });
            }
            match p.wait {
                Wait::Run => self.step(&mut p),
                Wait::Decide(side) => self.choose(&mut p, side),
                Wait::Roll { dice, what, .. } => {
                    match p.top() {
                        Frame::Fire(f) if what == RollKind::Fire => roll(&p, Roll::Fire(&f)),
                        Frame::Combat(f) => roll(&p, Roll::Combat(&f)),
                        _ => {}
                    }
                    for (faces, share) in self.throws(&p, dice, what) {
                        let mut q = p.clone();
                        let mut then = branch;
                        self.answer(&mut q, &faces, &mut then);
                        self.walk(q, chance * share, then, roll, leaf);
                    }
                    return;
                }
                Wait::Over => return,
            }
        }
    }

    /// Whether what was asked about is settled.
    fn decided(&self, p: &Position) -> bool {
        if p.wait == Wait::Over {
            return true;
        }
        match p.stack.get(self.base) {
            Some(Frame::Combat(f)) => f.winner != Fought::Nothing,
            Some(Frame::Fire(f)) => f.stage == FireStage::Over,
            Some(Frame::Check(_) | Frame::Attempt(_) | Frame::LooseCannon(_)) => false,
            Some(_) => true,
            None => !matches!(
                p.stack.last(),
                Some(Frame::React(f)) if matches!(f.stage, ReactStage::Counterattack | ReactStage::Countercharge)
            ),
        }
    }

    /// One step of the flow, for the frames of a fight; others run on to the next decision or roll.
    fn step(&self, p: &mut Position) {
        let (b, log) = (self.battle, &mut Log::off());
        match p.top() {
            Frame::Check(_) | Frame::Losses(_) | Frame::Fire(_) | Frame::Combat(_) => b.run_top(p, log),
            Frame::React(_) if p.stack.len() == self.base => b.run_top(p, log),
            _ => b.run_on(p, log),
        }
    }

    /// The first choice, or the one that does nothing: nobody reacts, nobody gives up.
    fn choose(&self, p: &mut Position, side: u8) {
        let mut legal = Vec::new();
        self.battle.legal(p, Seat(side), &mut legal);
        let idle = |a: &&Action| matches!(a, Action::NoReaction | Action::Done | Action::GoOn | Action::Stop);
        let Some(action) = legal.iter().find(idle).or(legal.first()).copied() else {
            unreachable!("every decision has a legal action");
        };
        let log = &mut Log::off();
        match p.top() {
            Frame::Losses(_) | Frame::Combat(_) => {
                p.state.wait = Wait::Run;
                self.battle.play_top(p, Seat(side), action, log);
            }
            _ => self.battle.apply(p, Seat(side), action, log),
        }
    }

    /// The throws that make a difference, the most favourable to the roller first, with their chances.
    fn throws(&self, p: &Position, dice: u8, what: RollKind) -> Vec<(Vec<u8>, f64)> {
        if what == RollKind::Ammunition {
            // each die only tells whether the ammunition holds out
            let out = f64::from(self.battle.charts.out_of_ammo_up_to) / 6.0;
            return (0..1u32 << dice)
                .map(|lost| {
                    let runs_out = |die: u8| lost >> die & 1 != 0;
                    let faces = (0..dice).map(|d| if runs_out(d) { 1 } else { 6 }).collect();
                    let share = (0..dice).map(|d| if runs_out(d) { out } else { 1.0 - out }).product();
                    (faces, share)
                })
                .filter(|(_, share)| *share > 0.0)
                .collect();
        }
        if dice == 1 {
            return (1..=6).map(|face| (vec![face], 1.0 / 6.0)).collect();
        }
        let mut throws: Vec<(Vec<u8>, f64)> = Vec::new();
        let mut last = None;
        for (faces, ways) in SUMS {
            let share = f64::from(ways) / 36.0;
            // rolls of a check that cost every unit the same levels are one branch
            let levels = match p.top() {
                Frame::Check(f) => Some(self.levels(p, &f, faces[0] + faces[1])),
                _ => None,
            };
            match throws.last_mut() {
                Some((_, sum)) if levels.is_some() && levels == last => *sum += share,
                _ => throws.push((faces.to_vec(), share)),
            }
            last = levels;
        }
        throws
    }

    fn levels(&self, p: &Position, f: &Check, roll: u8) -> Vec<u8> {
        let b = self.battle;
        f.units.iter().map(|u| b.check_levels(roll as i8 + b.check_drm(p, f, u) - b.ccv(p, u))).collect()
    }

    fn answer(&self, p: &mut Position, faces: &[u8], branch: &mut Branch) {
        let (b, log) = (self.battle, &mut Log::off());
        p.state.wait = Wait::Run;
        let frame = p.top();
        if let Frame::Fire(f) = frame
            && f.low.is_empty()
        {
            branch.cell = Some(b.fire_cell(b.fire_sum(p, &f), (faces[0] + faces[1]) as i8));
        }
        b.rolled_top(p, faces, log);
        match frame {
            Frame::Attempt(_) => {
                branch.loose_cannon = matches!(p.stack.last(), Some(Frame::LooseCannon(_)));
            }
            Frame::Check(f) if f.kind == CheckKind::Charged => {
                branch.steady = Some(p.returned.failed == UnitSet::EMPTY);
            }
            _ => {}
        }
    }
}

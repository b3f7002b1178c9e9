//! 5.0: the march of a formation: what is prepared before its first unit moves, which unit is taken in hand, and
//! the ride of its commander at the end.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Activation, Mode, Move, MoveStage};
use crate::model::{Arm, Dragoons, FormationId, UnitId};
use crate::position::{Order, Position, Slot, UnitSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::{Log, No, Procedure, Seat, Viewer};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Units noted in a march that stay so when they are gone. No rule asks for them any more; but the hashes of positions
/// with a march under way, which records end with, hang on it.
type Noted = UnitSet;

kernel::frames! {
    of Battle;

    /// A formation in the Movement segment.
    pub struct March {
        pub formation: FormationId,
        pub stage: MarchStage,
        /// Units in command when its movement began (4.4.1).
        pub commanded: UnitSet,
        /// Routed units that have not run on yet.
        pub routed: UnitSet,
        /// Units with their Formation Commander beside them when it began (9.2.2).
        pub direct: Noted,
        /// Dragoons that have changed their form in this movement.
        pub converted: Noted,
        /// A unit of the declared Line has been lost on its way.
        #[serde(default)]
        pub broken: bool,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MarchStage {
    Rout,
    /// Nobody has moved: dragoons change, a Line is drawn.
    Prepare,
    Draw,
    Units,
    Commander,
}

impl March {
    pub(crate) fn new(formation: FormationId, stage: MarchStage) -> March {
        let [commanded, routed, direct, converted] = [UnitSet::EMPTY; 4];
        March { formation, stage, commanded, routed, direct, converted, broken: false }
    }
}

impl Procedure<March> for Battle {
    fn ask(&self, p: &Position, f: &March, _: Viewer) -> Asked {
        let name = self.formation_name(f.formation);
        let asked = match f.stage {
            MarchStage::Draw => self.ask_drawing(p, f),
            MarchStage::Commander => {
                let words = format!("{name}: where does its commander ride?");
                return Asked::new("commander", rule::R4_0f, words);
            }
            _ => match self.must_go(p, f) {
                Some((unit, place)) => {
                    let (unit, hex) = (self.unit_name(unit), self.map.number(place));
                    let words = format!("{name}: which unit moves? {unit} has yet to go to {hex}.");
                    Asked::new("march", rule::R5_6b, words)
                }
                None => Asked::new("march", rule::R5_0a, format!("{name}: which unit moves?")),
            },
        };
        // where the formation stands, when it is taken in hand
        let begins = f.stage != MarchStage::Units && p.line.is_empty();
        if begins { asked.at(self.hexes_of(p, f.formation)) } else { asked }
    }

    fn options(&self, p: &Position, f: &March, _: Seat, out: &mut Vec<Action>) {
        match f.stage {
            MarchStage::Draw => self.draw_options(p, f, out),
            MarchStage::Prepare | MarchStage::Units => {
                let _ = self.each_of_march(p, f, |action| {
                    out.push(action);
                    ControlFlow::Continue(())
                });
                if self.must_go(p, f).is_none() {
                    out.push(Action::Done);
                }
            }
            MarchStage::Commander => {
                if let Some((leader, hexes)) = self.rides_of_march(p, *f) {
                    out.extend(hexes.into_iter().map(|hex| Action::Ride(leader, hex)));
                }
            }
            MarchStage::Rout => {}
        }
    }

    fn check(&self, p: &Position, f: &March, _: Seat, action: Action) -> Result<(), No> {
        match (f.stage, action) {
            (MarchStage::Prepare, Action::Convert(unit)) => {
                let own = self.printed.get(unit).is_some()
                    && p.on_map(unit)
                    && self.formation_of(unit) == f.formation;
                let words = "Only dragoons of this formation may do that, once in a movement.";
                No::when(!own || f.converted.has(unit), rule::R10_5a, words)?;
                self.check_convert(p, unit)
            }
            (MarchStage::Prepare, Action::Draw) => {
                No::when(!self.can_draw(p, f), rule::R5_5a, "No two units can form a Line.")
            }
            (MarchStage::Draw, _) => self.check_drawing(p, f, action),
            (MarchStage::Prepare | MarchStage::Units, Action::Take(unit, with)) => {
                self.check_take(p, f, unit, with)
            }
            (MarchStage::Prepare | MarchStage::Units, Action::Face(unit, dir)) => {
                self.check_turn(p, f, unit, dir)
            }
            (MarchStage::Prepare | MarchStage::Units, Action::Done) => match self.must_go(p, f) {
                None => Ok(()),
                Some(_) => {
                    Err(No(rule::R5_6b, "The others of the declared Line must go to their places too."))
                }
            },
            (MarchStage::Units, Action::Draw) if !p.line.is_empty() => {
                Err(No(rule::R5_6d, "A formation makes one Line, and this one is declared."))
            }
            (MarchStage::Units, Action::Draw | Action::Convert(_)) => {
                Err(No(rule::R5_6e, "That must be done before the first unit moves."))
            }
            (MarchStage::Commander, Action::Ride(leader, hex)) => match self.rides_of_march(p, *f) {
                Some((own, hexes)) if own == leader && hexes.contains(&hex) => Ok(()),
                _ => Err(No(rule::R4_0f, "The Formation Commander ends with or beside one of his units.")),
            },
            (MarchStage::Commander, _) => {
                Err(No(rule::R4_0f, "The Formation Commander moves last, if he likes."))
            }
            _ => Err(No(rule::R5_0a, "Take a unit of the formation in hand first.")),
        }
    }

    fn offer(&self, p: &Position, f: &March, _: Seat, action: Action) -> Offer {
        match action {
            _ if f.stage == MarchStage::Draw => self.offer_drawing(action),
            Action::Convert(unit) => self.offer_conversion(p, unit, rule::R10_5a),
            Action::Draw => Offer::new(rule::R5_6e, "Draw a Line."),
            Action::Take(unit, with) => {
                let name = self.unit_name(unit);
                let words = match with {
                    UnitId::NOBODY => format!("Take {name} in hand."),
                    _ => format!("Take {name} and {} in hand together.", self.unit_name(with)),
                };
                Offer::new(rule::R5_0a, words).at(p.unit(unit).hex).by([unit, with])
            }
            Action::Done => Offer::new(rule::R5_0a, "The formation has moved."),
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, f: March, _: Seat, action: Action, log: &mut Log) {
        match (f.stage, action) {
            (MarchStage::Draw, _) => self.play_drawing(p, f, action, log),
            (_, Action::Convert(unit)) => self.convert(p, unit, log),
            (_, Action::Draw) => self.draw(p, f),
            (_, Action::Face(unit, dir)) => {
                p.unit_mut(unit).moved = true;
                self.face(p, unit, dir, log);
            }
            (_, Action::Take(unit, with)) => self.take_in_hand(p, f, unit, with),
            (MarchStage::Commander, Action::Ride(leader, hex)) => {
                if p.leader(leader).hex != hex {
                    self.ride(p, leader, hex, log);
                    p.leader_mut(leader).moved = false;
                }
                self.end_march(p);
            }
            (MarchStage::Commander, _) => self.end_march(p),
            _ => self.end_units(p, f),
        }
    }

    fn run(&self, p: &mut Position, f: March, log: &mut Log) {
        let side = self.army.formations[f.formation].side;
        match f.stage {
            MarchStage::Rout => match f.routed.first() {
                Some(unit) => {
                    p.set_top(March { routed: f.routed.but(unit), ..f });
                    self.rout_on(p, unit, log);
                }
                None => {
                    let commanded = self.commanded_of(p, f.formation);
                    let units = self.units_of(p, f.formation);
                    let direct = units.iter().filter(|u| self.beside_commander(p, *u)).collect();
                    p.set_top(March { commanded, direct, stage: MarchStage::Prepare, ..f });
                }
            },
            MarchStage::Prepare => match self.must_dismount(p, &f) {
                Some(unit) => self.convert(p, unit, log),
                None => self.ask_march(p, f, side),
            },
            MarchStage::Draw => p.decide(side),
            MarchStage::Units => self.ask_march(p, f, side),
            MarchStage::Commander => {
                if self.has_ride_of_march(p, f) {
                    p.decide(side)
                } else {
                    self.end_march(p)
                }
            }
        }
    }
}

impl Battle {
    pub(crate) fn begin_march(&self, p: &mut Position, f: Activation, formation: FormationId) {
        p.set_top(Activation { todo: f.todo.but(formation), ..f });
        let units = self.units_of(p, formation);
        let routed = units.iter().filter(|u| p.unit(*u).order == Order::Routed).collect();
        p.state.line.clear();
        p.push(March { routed, ..March::new(formation, MarchStage::Rout) });
    }

    /// Asks what the formation does, if there is anything that it can do.
    fn ask_march(&self, p: &mut Position, f: March, side: u8) {
        let any = self.each_of_march(p, &f, |_| ControlFlow::Break(())).is_break();
        if any { p.decide(side) } else { self.end_units(p, f) }
    }

    fn end_units(&self, p: &mut Position, f: March) {
        p.set_top(March { stage: MarchStage::Commander, ..f });
    }

    fn end_march(&self, p: &mut Position) {
        p.state.line.clear();
        p.pop();
    }

    /// How a unit may move now; why it may not.
    pub(crate) fn mode_of(&self, p: &Position, f: &March, unit: UnitId) -> Result<Mode, No> {
        let u = p.unit(unit);
        No::when(u.moved, rule::R5_0a, "It has already moved.")?;
        No::when(u.order == Order::Routed, rule::R11_2a, "A routed unit only flees.")?;
        No::when(u.billebaude, rule::R9_1_2e, "It fires at will and does not move.")?;
        let words = "Disordered infantry stays until it is reorganized.";
        No::when(u.order == Order::Disordered && self.is_infantry(unit), rule::R11_1b, words)?;
        if !f.commanded.has(unit) && (!self.is_gun(unit) || !self.commanded(p, unit)) {
            return Ok(Mode::Stray);
        }
        if !self.is_infantry(unit) {
            return Ok(Mode::Free);
        }
        if p.line.iter().any(|(u, _)| *u == unit) {
            return Ok(Mode::Line);
        }
        if p.engaged(enemy(self.side_of(unit)), u.hex) { Ok(Mode::Realign) } else { Ok(Mode::Free) }
    }

    /// Units that may be taken in hand together with one: the second cavalry unit, the battery with infantry.
    fn partner(&self, p: &Position, f: &March, unit: UnitId) -> Option<UnitId> {
        let others = p.in_hex(p.unit(unit).hex).but(unit);
        let other = others.first()?;
        let fits = match (self.arm(unit), self.arm(other)) {
            (Arm::Cavalry, Arm::Cavalry) => {
                self.formation_of(other) == f.formation && self.mode_of(p, f, other).is_ok()
            }
            (Arm::Infantry, Arm::Artillery) => {
                let g = p.unit(other);
                self.wing_of(other) == self.wing_of(unit) && !g.moved && self.commanded(p, other)
            }
            _ => false,
        };
        fits.then_some(other)
    }

    /// Whether it can be taken in hand, if it finds anything to do.
    fn check_hand(&self, p: &Position, f: &March, unit: UnitId, with: UnitId) -> Result<(), No> {
        if self.printed.get(unit).is_none() || !p.on_map(unit) || self.formation_of(unit) != f.formation {
            return Err(No(rule::R5_0a, "Only units of the formation in hand move."));
        }
        let words = "After it the others could not form the Line: another goes first, or all stay.";
        No::when(self.mode_of(p, f, unit)? == Mode::Line && self.breaks_off(p, f, unit), rule::R5_6b, words)?;
        let words = "They cannot move together.";
        No::when(with != UnitId::NOBODY && self.partner(p, f, unit) != Some(with), rule::R6_0a, words)
    }

    fn can_take(&self, p: &Position, f: &March, unit: UnitId, with: UnitId) -> bool {
        self.check_hand(p, f, unit, with).is_ok() && self.has_move(p, f, unit, with)
    }

    /// The same with its reason: that there is nothing to do takes long to explain.
    pub(crate) fn check_take(&self, p: &Position, f: &March, unit: UnitId, with: UnitId) -> Result<(), No> {
        self.check_hand(p, f, unit, with)?;
        if !self.has_move(p, f, unit, with) {
            let attack = self.new_move(p, f, unit, with).ok().and_then(|m| self.why_no_attack(p, f, &m));
            return Err(attack.unwrap_or_else(|| self.why_still(p, f, unit)));
        }
        Ok(())
    }

    /// Why a unit that is free to be taken in hand can do nothing.
    fn why_still(&self, p: &Position, f: &March, unit: UnitId) -> No {
        let in_line = || self.standing_line(p, f.formation).1.has(unit);
        match self.mode_of(p, f, unit) {
            Ok(Mode::Realign) if in_line() => No(rule::R5_6c, "It would break the Line of its formation."),
            Ok(Mode::Realign) => {
                No(rule::R5_6a, "In an Engagement Zone it stays, moves in a declared Line or realigns.")
            }
            Ok(Mode::Stray) if self.is_infantry(unit) && in_line() => {
                No(rule::R5_9b, "Out of command in an Engagement Zone it keeps its place in the Line.")
            }
            Ok(Mode::Stray) => {
                No(rule::R5_9a, "Out of command it finds no way back to its mates or its commander.")
            }
            _ => No(rule::R5_0b, "It can neither move nor attack."),
        }
    }

    /// Whether a unit taken in hand could do anything.
    fn has_move(&self, p: &Position, f: &March, unit: UnitId, with: UnitId) -> bool {
        let Ok(m) = self.new_move(p, f, unit, with) else { return false };
        self.has_step(p, f, &m) || self.has_attack(p, f, &m)
    }

    fn has_step(&self, p: &Position, f: &March, m: &Move) -> bool {
        let bounds = self.bounds(p, f, m);
        (0..6).any(|dir| self.check_step(p, m, dir, &bounds).is_ok())
    }

    /// Whether a unit can set out now.
    pub(crate) fn can_go(&self, p: &Position, f: &March, unit: UnitId) -> bool {
        self.check_hand(p, f, unit, UnitId::NOBODY).is_ok()
            && self.new_move(p, f, unit, UnitId::NOBODY).is_ok_and(|m| self.has_step(p, f, &m))
    }

    pub(crate) fn take_in_hand(&self, p: &mut Position, f: March, unit: UnitId, with: UnitId) {
        p.set_top(March { stage: MarchStage::Units, ..f });
        if let Ok(m) = self.new_move(p, &f, unit, with) {
            p.push(m);
        }
    }

    fn new_move(&self, p: &Position, f: &March, unit: UnitId, with: UnitId) -> Result<Move, No> {
        let mode = self.mode_of(p, f, unit)?;
        let hex = p.unit(unit).hex;
        let ma = |u: UnitId| self.printed[u].ma * 2;
        let left = if with == UnitId::NOBODY { ma(unit) } else { ma(unit).min(ma(with)) };
        let goal = p.line.iter().find(|(u, _)| *u == unit).map_or(Hex::NONE, |(_, hex)| *hex);
        Ok(Move {
            units: [Slot(unit), Slot(with)],
            hex,
            start: hex,
            left,
            mode,
            goal,
            stage: MoveStage::Choose,
            dir: 0,
            rolling: UnitSet::EMPTY,
            failed: UnitSet::EMPTY,
            stepped: false,
            halted: false,
        })
    }

    /// What a formation in hand can do besides ending its movement, one after the other.
    fn each_of_march(
        &self,
        p: &Position,
        f: &March,
        mut each: impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let units = self.units_of(p, f.formation);
        if f.stage == MarchStage::Prepare {
            for unit in units {
                let dragoons = self.dragoons(unit) != Dragoons::None && !f.converted.has(unit);
                if dragoons && self.check_convert(p, unit).is_ok() {
                    each(Action::Convert(unit))?;
                }
            }
            if self.can_draw(p, f) {
                each(Action::Draw)?;
            }
        }
        for unit in units {
            if self.can_take(p, f, unit, UnitId::NOBODY) {
                each(Action::Take(unit, UnitId::NOBODY))?;
            }
            if let Some(with) = self.partner(p, f, unit)
                && self.can_take(p, f, unit, with)
            {
                each(Action::Take(unit, with))?;
            }
            if self.is_gun(unit) {
                let mut dirs = (0..6).filter(|dir| self.check_turn(p, f, unit, *dir).is_ok());
                dirs.try_for_each(|dir| each(Action::Face(unit, dir)))?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn beside_commander(&self, p: &Position, unit: UnitId) -> bool {
        self.formation_commander(self.formation_of(unit)).is_some_and(|leader| {
            self.leader_on_map(p, leader) && self.beside(p.leader(leader).hex, p.unit(unit).hex)
        })
    }
}

//! Chapter 8: movement. A force in hand and everything that it can choose. How it is taken in hand is in `begin`,
//! March, limbering and squares in `order`, turning and steps in `step`; what a step costs and where a force may
//! end its move in `duty`, what binds it in a zone in `bond`.

mod begin;
mod bond;
mod duty;
mod order;
mod step;

pub(crate) use bond::OverMarkers;
pub(crate) use duty::Walker;

use crate::action::Action;
use crate::battle::Battle;
use crate::cohesion::Halt;
use crate::flow::Frame;
use crate::model::UnitId;
use crate::position::{AnyUnits, Did, Marker, Position, UnitSet};
use crate::retreat::{Retreat, RetreatKind};
use crate::rule;
use crate::words::{Asked, Offer, Subject};
use hexmap::{Dir, Hex, MaybeHex};
use kernel::{Log, No, Procedure, Procedures, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A force that acts (7.2, 8).
    pub struct Act {
        /// Those who still act together, and all who began.
        pub units: AnyUnits,
        pub members: AnyUnits,
        /// Where it stands; NONE in the entry column.
        pub hex: MaybeHex,
        pub start: MaybeHex,
        /// Quarters left.
        pub left: u8,
        pub mode: Mode,
        pub stage: ActStage,
        pub entered: u8,
        /// Turned since it entered this hex.
        pub turned: bool,
        /// Did something that counts as movement (8.6, 8.3).
        pub changed: bool,
        pub fired: bool,
        /// Came here along a road in March: may not turn here (8.3.3b).
        pub by_road: bool,
        /// Used the one-hex minimum (8.1): nothing that costs points may follow.
        pub spent_out: bool,
        /// The only force left that can serve a declared marker (7.1.4).
        pub must_serve: bool,
        /// The markers, a bit each, that it may serve without leaving another unserved for good.
        pub serves: u8,
        /// A step about to be made.
        pub dir: Dir,
        pub road: bool,
        /// Distance that the end of the move is compared with (to the enemy or to the commander).
        pub measure: u8,
        /// Countercharging cavalry that may move after this charge has ended (10.4.1).
        pub counter: UnitSet,
        /// No reactions by the other side (12.2.4).
        pub quiet: bool,
        /// Drew against a Square and may ride through it (10.2.3).
        pub through: bool,
        /// The markers that a charge aimed at when it began, a bit each (10.1).
        pub aims: u8,
        #[serde(default)]
        pub bond: Bond,
    }
}

/// How a force moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    Ordinary,
    Charge,
    /// After a charge (10.3).
    Exhausted,
    /// Out of command, towards its commander (5.1.1).
    Straggling,
}

/// What a force owes for having entered an enemy zone of reaction on a marker (7.1b, R83).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bond {
    #[default]
    Free,
    /// It attacks before its action ends, from where it stands or from another marker.
    Bound,
    /// It can attack nobody any more: it may stay in the zone or leave it.
    Released,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActStage {
    Choose,
    /// Reactions to leaving are over; now the step.
    Leaving,
    /// The step is made: the stream, then reactions.
    Stream,
    Wading,
    Entered,
    /// A fight from this hex is over.
    Fought,
    /// The check for calling off a charge is rolled (10.2.2).
    CallingOff,
    /// Fired: artillery may turn, all may stop.
    Fired,
    /// The charge is over: exhausted movement, then that of countercharging cavalry.
    ChargeOver,
    CounterOver,
    Finished,
}

impl Act {
    /// A force that is needed serves one of the markers that wait for it, not another (7.1.4).
    pub(crate) fn must_leave_marker(&self, at: usize, marker: Marker) -> bool {
        self.must_serve && (marker.served || self.serves >> at & 1 == 0)
    }

    /// It has done nothing yet that counts as movement.
    fn is_fresh(&self) -> bool {
        self.entered == 0 && !self.changed && !self.turned
    }
}

impl Procedure<Act> for Battle {
    fn ask(&self, p: &Position, f: &Act, viewer: Viewer) -> Asked {
        let name = self.names_to(p, viewer, f.units);
        let hex = self.hex_words(f.hex);
        let left = points(f.left);
        let (rule, you) = match (f.mode, f.stage) {
            (Mode::Charge, _) => (
                rule::R10_1_2,
                format!("{name} [charges|charge], {left} MP left in {hex}: how [does it|do they] go on?"),
            ),
            (_, ActStage::Fired) => {
                (rule::R9_2_2, format!("{name} in {hex} [has fired: does it|have fired: do they] turn?"))
            }
            (Mode::Exhausted, _) => (
                rule::R10_3,
                format!("{name} in {hex} [is|are] exhausted and may move away: {left} MP left."),
            ),
            (Mode::Straggling, _) => (
                rule::R5_1_1,
                format!("{name} in {hex} [moves towards its|move towards their] commander: {left} MP left."),
            ),
            (Mode::Ordinary, _) if f.hex.is_none() => {
                (rule::R15_1b, format!("{name} [enters|enter] the map: {left} MP left. How?"))
            }
            (Mode::Ordinary, _) => {
                (rule::R7_2, format!("{name} in {hex}: {left} MP left. What [does it|do they] do?"))
            }
        };
        let they = match f.hex.is_none() {
            true => format!("brings {name} onto the map."),
            false => format!("acts with {name} in {hex}."),
        };
        let marker = p.marker_at(f.hex).filter(|_| !f.hex.is_none());
        let target = marker.map(|at| self.target_of(p.markers[at]));
        let kind = if f.mode == Mode::Charge { "charge" } else { "act" };
        Asked::heard(kind, rule, you, they).at([f.hex]).at(target).of(f.units)
    }

    fn subject(&self, _: &Position, f: &Act) -> Subject {
        Subject { hex: f.hex }
    }

    fn options(&self, p: &Position, f: &Act, seat: Seat, out: &mut Vec<Action>) {
        let mut add = |action: Action| {
            if self.check(p, f, seat, action).is_ok() {
                out.push(action);
            }
        };
        if f.mode == Mode::Charge {
            (0..6).for_each(|dir| add(Action::Step { dir, cross: false }));
            (0..6).for_each(|out| add(Action::Through { out }));
            add(Action::Assault);
            add(Action::CallOff);
            add(Action::EndCharge);
            return self.legal_rotations(p, out);
        }
        if f.hex.is_none() {
            if let Some(unit) = f.units.first() {
                for hex in self.entry_hexes(p, unit) {
                    add(Action::Enter { hex, cross: false });
                    add(Action::Enter { hex, cross: true });
                }
            }
            add(Action::March(true));
            add(Action::March(false));
            return;
        }
        if f.stage == ActStage::Choose {
            for dir in 0..6 {
                add(Action::Step { dir, cross: false });
                add(Action::Step { dir, cross: true });
            }
            add(Action::March(true));
            add(Action::March(false));
            add(Action::Limber(true));
            add(Action::Limber(false));
            add(Action::Square(true));
            add(Action::Square(false));
            add(Action::Assault);
            add(Action::Charge);
        }
        if self.attacks_by_facing(p, f) {
            (0..6).for_each(|dir| add(Action::Turn(dir)));
        } else {
            // one direction is then as good as another
            let facing = f.units.first().map_or(0, |u| p.unit(u).facing);
            if self.check(p, f, seat, Action::Turn((facing + 1) % 6)).is_ok() {
                out.extend((0..6).filter(|dir| *dir != facing).map(Action::Turn));
            }
        }
        let mut add = |action: Action| {
            if self.check(p, f, seat, action).is_ok() {
                out.push(action);
            }
        };
        add(Action::Stop);
        if f.stage == ActStage::Choose && f.mode == Mode::Ordinary {
            self.legal_fire_action(p, f, out);
            self.legal_rotations(p, out);
        }
    }

    fn check(&self, p: &Position, f: &Act, _: Seat, action: Action) -> Result<(), No> {
        let first = f.units.first().ok_or(No(rule::R7a, "Nobody is left in this force."))?;
        if f.mode == Mode::Charge {
            return self.check_charging(p, f, action);
        }
        if f.stage == ActStage::Fired {
            return match action {
                Action::Stop => Ok(()),
                Action::Turn(dir) if self.is_gun(first) => self.check_turn(p, f, dir),
                _ => Err(No(rule::R9_2_2, "After firing a battery may only turn.")),
            };
        }
        match action {
            Action::March(on) => self.check_march(p, f, first, on),
            Action::Limber(on) => self.check_limber(p, f, first, on),
            Action::Square(true) => self.check_form_square(p, f, first),
            Action::Square(false) => self.check_leave_square(p, f),
            Action::Turn(dir) => {
                self.check_turn(p, f, dir)?;
                self.check_turn_of_needed(p, f)
            }
            Action::Step { dir, cross } => self.check_step(p, f, dir, cross).map(|_| ()),
            Action::Enter { hex, cross } => self.check_enter(p, f, hex, cross).map(|_| ()),
            Action::Fire { hex, guns } => self.check_fire_action(p, f, hex, guns),
            Action::Assault => {
                No::when(f.hex.is_none(), rule::R15_1b, "It must enter the map first.")?;
                No::when(f.mode != Mode::Ordinary, rule::R10_3, "It may not attack in this move.")?;
                self.check_assault_from(p, f, f.hex, f.left)
            }
            Action::Charge => self.check_charge_start(p, f),
            Action::Rotate { hex, dir } if f.mode == Mode::Ordinary => self.check_rotate(p, hex, dir),
            Action::Stop => self.check_stop(p, f),
            Action::Select(_) | Action::SelectLeader(_) => {
                Err(No(rule::R7_2, "Another force is in hand: it finishes its action first."))
            }
            _ => Err(No(rule::R7_2, "This force cannot do that now.")),
        }
    }

    fn offer(&self, p: &Position, f: &Act, seat: Seat, action: Action) -> Offer {
        match action {
            Action::March(_) | Action::Limber(_) | Action::Square(_) => self.offer_order(f, action),
            Action::Turn(dir) => {
                let rule = if f.stage == ActStage::Fired { rule::R9_2_2 } else { rule::R8_2a };
                self.offer_turn(rule, f.units, f.hex, dir)
            }
            Action::Step { dir, cross } => self.offer_step(p, f, dir, cross),
            Action::Enter { hex, cross } => self.offer_enter(p, f, hex, cross),
            Action::Fire { hex, guns } => self.offer_fire(p, f, seat, hex, guns),
            Action::Assault => self.offer_strike(p, f),
            Action::Charge | Action::CallOff | Action::Through { .. } | Action::EndCharge => {
                self.offer_charge(f, action)
            }
            Action::Stop => self.offer_stop(f),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, mut f: Act, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::March(on) => self.change_march(p, &mut f, on, log),
            Action::Limber(on) => self.change_limber(p, &mut f, on, log),
            Action::Square(on) => self.change_square(p, &mut f, on, log),
            Action::Turn(dir) => {
                // in its own hex the force turns everybody (R80); on the way it is alone
                p.face_hex(f.hex, dir);
                f.turned = true;
                moved(p, f.units);
                log.say(|| {
                    self.say(p, "turn", rule::R8_2a, "{} [faces|face] {}.")
                        .units(f.units)
                        .with(self.map.dir_name(dir))
                });
            }
            Action::Step { dir, cross } => return self.set_out(p, f, dir, cross),
            Action::Enter { hex, cross } => return self.enter(p, f, hex, cross, log),
            Action::Fire { hex, guns } => return self.begin_fire_action(p, f, hex, guns, log),
            Action::Assault => return self.begin_assault(p, f, log),
            Action::Charge => return self.begin_charge(p, f, log),
            Action::CallOff => return self.begin_call_off(p, f),
            Action::Through { out } => return self.ride_through(p, f, out),
            Action::EndCharge => f.stage = ActStage::ChargeOver,
            Action::Rotate { hex, dir } => self.rotate_marker(p, hex, dir, log),
            _ => f.stage = ActStage::Finished,
        }
        p.set_top(f);
    }

    fn run(&self, p: &mut Position, mut f: Act, log: &mut Log) {
        if f.units.is_empty()
            && !matches!(f.stage, ActStage::ChargeOver | ActStage::CounterOver | ActStage::Finished)
        {
            f.stage = if f.mode == Mode::Charge { ActStage::ChargeOver } else { ActStage::Finished };
            return p.set_top(f);
        }
        let side = f.members.first().map_or(0, |u| self.side_of(u));
        match f.stage {
            ActStage::Choose => {
                if f.must_serve && self.is_released(p, &f) {
                    f.must_serve = false;
                    p.set_top(f);
                }
                if f.bond != Bond::Free && f.mode == Mode::Ordinary {
                    f.bond = self.bond_now(p, &f);
                    p.set_top(f);
                }
                if f.mode == Mode::Exhausted
                    && !self.end_ok(p, &f, f.hex)
                    && !self.finishable(p, &f, f.hex, f.left, f.entered)
                {
                    // no way out of the zones: it withdraws instead (R49)
                    f.stage = ActStage::Finished;
                    p.set_top(f);
                    return self.begin_withdrawal(p, f.units, log);
                }
                p.decide(side)
            }
            ActStage::Leaving if f.through => self.come_through(p, f, log),
            ActStage::Leaving => {
                // reactions may have changed what is possible
                let legal = match f.mode {
                    Mode::Charge => {
                        self.check_charging(p, &f, Action::Step { dir: f.dir, cross: false }).is_ok()
                    }
                    _ => {
                        let cross = !f.road && self.force_marches(p, f.units) && self.uses_road(p, &f, f.dir);
                        self.check_step(p, &f, f.dir, cross).is_ok()
                    }
                };
                if !legal {
                    f.stage = ActStage::Choose;
                    return p.set_top(f);
                }
                self.make_step(p, f, log);
            }
            ActStage::Stream => {
                f.stage = ActStage::Wading;
                p.set_top(f);
                self.wade(p, f.units, log);
            }
            ActStage::Wading => {
                let failed = p.returned.failed.and(f.units);
                f.stage = ActStage::Entered;
                p.set_top(f);
                if !failed.is_empty() && p.activation().is_some() {
                    p.push(Halt { units: failed, side });
                }
            }
            ActStage::Entered => {
                f.stage = ActStage::Choose;
                p.set_top(f);
                if !f.quiet && p.activation().is_some() {
                    // a unit that has just come onto the map comes from no zone
                    let entry = f.entered == 1 && f.start == f.hex;
                    let from = if entry { Hex::NONE } else { self.map.neighbour(f.hex, (f.dir + 3) % 6) };
                    self.push_reactions_to_step(p, &f, from);
                }
            }
            ActStage::Fired => {
                let first = f.units.first().unwrap_or(UnitId::at(0));
                let may_turn =
                    self.is_gun(first) && !f.turned && (0..6).any(|d| self.check_turn(p, &f, d).is_ok());
                if may_turn {
                    p.decide(side);
                } else {
                    f.stage = ActStage::Finished;
                    p.set_top(f);
                }
            }
            ActStage::Fought => self.after_combat(p, f, log),
            ActStage::CallingOff => self.after_call_off(p, f, log),
            ActStage::ChargeOver => self.end_charge(p, f, log),
            ActStage::CounterOver => self.end_countercharges(p, f),
            ActStage::Finished => {
                self.settle(p, f.units);
                p.pop();
                // stopped on its way through a full hex: it goes on to one with room (11.3.2)
                if let Some(first) = f.units.first() {
                    let hex = p.unit(first).hex;
                    if !hex.is_none() && self.check_stacking(p, hex, UnitSet::EMPTY).is_err() {
                        let retreat = self.new_retreat(p, RetreatKind::Halt, f.units);
                        self.begin_retreat(p, Retreat { last: true, ..retreat }, log);
                    }
                }
            }
        }
    }
}

impl Battle {
    /// The enemy withdrew before a force on its way: it may go on with what it has left (8.8.3).
    pub(crate) fn say_resume(&self, p: &Position, log: &mut Log) {
        let acting = p.state.stack.iter().rev().find_map(|frame| match frame {
            Frame::Act(f) if !f.units.is_empty() => Some(*f),
            _ => None,
        });
        if let Some(f) = acting {
            log.say(|| {
                self.say(p, "resume", rule::R8_8_3, "{} can go on with the points [it has|they have] left.")
                    .units(f.units)
            });
        }
    }
}

/// These units have moved, if they have not done more.
fn moved(p: &mut Position, units: UnitSet) {
    for unit in units {
        let u = p.unit_mut(unit);
        u.did = u.did.max(Did::Moved);
    }
}

/// Quarters as points: 2 is "0.5".
pub fn points(quarters: u8) -> String {
    match quarters % 4 {
        0 => format!("{}", quarters / 4),
        1 => format!("{}.25", quarters / 4),
        2 => format!("{}.5", quarters / 4),
        _ => format!("{}.75", quarters / 4),
    }
}

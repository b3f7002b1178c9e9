//! Chapter 8: movement. A force in hand, its steps, March, limbering and squares. Costs, and where a
//! force may end its move, are in `duty`.

mod bond;
mod duty;

pub(crate) use bond::OverMarkers;
pub(crate) use duty::Walker;

use crate::action::Action;
use crate::battle::{Battle, NO, class};
use crate::flow::{Act, ActStage, Activation, Bond, CheckKind, Frame, Late, LatePhase, Mode, RetreatKind};
use crate::model::{Arm, Conduct, Quarters, UnitId, UnitKind};
use crate::position::{Did, MarkerKind, Place, Position, UnitSet, enemy};
use crate::rule;
use hexmap::{Dir, Hex};
use kernel::Log;
use kernel::No;

impl Battle {
    // ---- beginning ----------------------------------------------------------------------------

    pub(crate) fn begin_action(&self, p: &mut Position, frame: Activation, units: UnitSet, log: &mut Log) {
        let Some(first) = units.first() else { return };
        let must_serve = self.are_needed(p, frame.formation, units);
        let serves = if must_serve { self.markers_to_serve(p, frame.formation, units) } else { u8::MAX };
        let side = self.side_of(first);
        let hex = p.unit(first).hex;
        if units.count() > 1 && !self.is_gun(first) {
            // a force of several moves deployed (8.3c)
            for unit in units {
                self.set_march(p, unit, false);
            }
        }
        if p.unit(first).place == Place::Column && self.is_gun(first) {
            p.unit_mut(first).march = true;
        }
        let measure = match frame.conduct {
            Conduct::FallBack | Conduct::Attack | Conduct::FuriousAttack if !hex.is_none() => {
                self.nearest_enemy(p, side, hex)
            }
            _ => 99,
        };
        for unit in units {
            p.unit_mut(unit).acted = true;
        }
        log.say(|| {
            self.at(self.of_units(p, "act", rule::R7_2, units).text(" [acts|act] in "), hex).text(".")
        });
        let act = self.new_act(units, hex, Mode::Ordinary, measure, must_serve);
        p.push(Frame::Act(Act { serves, ..act }));
    }

    pub(crate) fn new_act(&self, units: UnitSet, hex: Hex, mode: Mode, measure: u8, must_serve: bool) -> Act {
        Act {
            units,
            members: units,
            hex,
            start: hex,
            left: self.ma_of(units),
            mode,
            stage: ActStage::Choose,
            entered: 0,
            turned: false,
            changed: false,
            fired: false,
            by_road: false,
            spent_out: false,
            must_serve,
            serves: u8::MAX,
            dir: 0,
            road: false,
            measure,
            counter: UnitSet::EMPTY,
            quiet: false,
            through: false,
            aims: 0,
            bond: Bond::Free,
        }
    }

    /// Out of command: may move so as to end nearer to the commander (5.1.1).
    pub(crate) fn check_straggle(&self, p: &Position, frame: Late, units: UnitSet) -> Result<(), No> {
        let Some(first) = units.first() else {
            return Err(No(rule::R2_3a, "A force has at least one unit."));
        };
        if frame.phase != LatePhase::OutOfCommand {
            return Err(No(rule::R4_C, "Formations that were not activated do not move."));
        }
        let all = self.late_units(p, frame);
        if units.without(all) != UnitSet::EMPTY
            || units.without(self.force_of(p, all, first)) != UnitSet::EMPTY
        {
            return Err(No(rule::R5_1_1, "Only units out of command move in this phase."));
        }
        if units.iter().any(|u| p.unit(u).acted) {
            return Err(No(rule::R7_2, "This unit has already moved in this phase."));
        }
        if units.count() > 1 && self.is_gun(first) {
            return Err(No(rule::R8_3c, "Limbered batteries move one by one."));
        }
        let act = self.straggle(p, units);
        let could = |march: bool| {
            let mut trial = act;
            let mut q;
            let q = if self.force_marches(p, units) == march {
                p
            } else {
                q = p.clone();
                for unit in units {
                    self.set_march(&mut q, unit, march);
                    q.unit_mut(unit).square = false;
                }
                if self.is_gun(first) {
                    trial.left = trial.left.saturating_sub(self.charts.limber_cost);
                }
                &q
            };
            // ending where it stands is no move
            self.finishable(q, &trial, trial.hex, trial.left, 0)
        };
        let able = if units.count() > 1 {
            could(false)
        } else {
            could(true) || (!self.is_gun(first) && could(false))
        };
        if able { Ok(()) } else { Err(No(rule::R5_1_1, "It cannot get nearer to its commander.")) }
    }

    fn straggle(&self, p: &Position, units: UnitSet) -> Act {
        let first = units.first().unwrap_or(UnitId::at(0));
        let hex = p.unit(first).hex;
        let measure = self.map.distance(hex, self.rally_hex(p, first));
        self.new_act(units, hex, Mode::Straggling, measure, false)
    }

    /// Where a unit out of command wants to go: its commander, or where he will enter.
    fn rally_hex(&self, p: &Position, unit: UnitId) -> Hex {
        let leader = self.leader_of(self.formation_of(unit));
        let hex = p.leaders[leader].hex;
        if hex.is_none() { self.entry_of_leader(leader).unwrap_or(p.unit(unit).hex) } else { hex }
    }

    pub(crate) fn begin_straggle(&self, p: &mut Position, units: UnitSet, log: &mut Log) {
        let act = self.straggle(p, units);
        for unit in units {
            p.unit_mut(unit).acted = true;
            if units.count() > 1 {
                self.set_march(p, unit, false);
            }
            p.unit_mut(unit).square = false;
        }
        log.say(|| {
            self.of_units(p, "act", rule::R5_1_1, units)
                .text(" [moves towards its|move towards their] commander.")
        });
        p.push(Frame::Act(act));
    }

    // ---- choices of a force in hand --------------------------------------------------------------

    pub(crate) fn check_act(&self, p: &Position, f: &Act, action: Action) -> Result<(), No> {
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
        let fresh = f.entered == 0 && !f.changed && !f.turned;
        let in_column = f.hex.is_none();
        let u = p.unit(first);
        match action {
            Action::March(on) => {
                if self.is_gun(first) {
                    return Err(No(rule::R8_4a, "Artillery limbers and unlimbers instead."));
                }
                if f.units.count() > 1 {
                    return Err(No(rule::R8_3c, "Units in March Movement move one at a time."));
                }
                if !fresh {
                    return Err(No(rule::R8_3b, "March is entered or left at the beginning of a move."));
                }
                if u.march == on {
                    return Err(No(rule::R8_3b, "It is in that order already."));
                }
                if u.square {
                    return Err(No(rule::R8_6_1, "A square cannot march."));
                }
                let possible = if in_column {
                    self.still_possible(p, f, on)
                } else {
                    self.keeps_duty(p, f, f, |q| self.set_march(q, first, on))
                };
                if possible {
                    Ok(())
                } else {
                    Err(No(rule::R8_3b, "It could not complete its move that way."))
                }
            }
            Action::Limber(on) => self.check_limber(p, f, first, on),
            Action::Square(true) => {
                if self.arm(first) != Arm::Infantry {
                    return Err(No(rule::R8_6, "Only infantry forms square."));
                }
                if !fresh || in_column || f.mode != Mode::Ordinary {
                    return Err(No(rule::R8_6, "Forming square is a whole action."));
                }
                if f.units.iter().any(|u| p.unit(u).status == 3) {
                    return Err(No(rule::R8_6_3, "Disorganized units cannot form square."));
                }
                if f.units.iter().all(|u| p.unit(u).square) {
                    return Err(No(rule::R8_6, "It is in square already."));
                }
                if f.must_serve || self.attack_is_due(p, f) {
                    return Err(No(rule::R7_1_4, "It is needed at a declared marker."));
                }
                if !self.end_ok(p, f, f.hex) && self.finishable(p, f, f.hex, f.left, 0) {
                    return Err(No(
                        rule::R3_2,
                        "This force must attack or leave the enemy zone of reaction.",
                    ));
                }
                Ok(())
            }
            Action::Square(false) => {
                if fresh && f.units.iter().any(|u| p.unit(u).square) {
                    Ok(())
                } else {
                    Err(No(rule::R12_2_5b, "Square is left at the start of the activation."))
                }
            }
            Action::Turn(dir) => {
                self.check_turn(p, f, dir)?;
                self.check_turn_of_needed(p, f)
            }
            Action::Step { dir, cross } => self.check_step(p, f, dir, cross).map(|_| ()),
            Action::Enter { hex, cross } => self.check_enter(p, f, hex, cross).map(|_| ()),
            Action::Fire { hex, guns } => self.check_fire_action(p, f, hex, guns),
            Action::Assault => {
                if in_column {
                    return Err(No(rule::R15_1b, "It must enter the map first."));
                }
                if f.mode != Mode::Ordinary {
                    return Err(No(rule::R10_3, "It may not attack in this move."));
                }
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

    fn check_limber(&self, p: &Position, f: &Act, first: UnitId, on: bool) -> Result<(), No> {
        if !self.is_gun(first) || f.units.count() > 1 {
            return Err(No(rule::R8_4a, "One battery limbers or unlimbers at a time."));
        }
        if p.unit(first).march == on || f.hex.is_none() {
            return Err(No(rule::R8_4a, "It is in that order already, or still in the column."));
        }
        let cost = match (on, self.kind(first)) {
            (true, _) => self.charts.limber_cost,
            (false, UnitKind::HorseArtillery) if f.entered > 0 => self.charts.horse_unlimber_cost,
            (false, _) => self.charts.unlimber_cost,
        };
        if on && self.in_square(p, first) {
            return Err(No(rule::R8_6_1, "Guns inside a square stay there while it stands."));
        }
        if on && (f.entered > 0 || f.changed) {
            return Err(No(rule::R8_4a, "Guns are limbered at the beginning of a move."));
        }
        if cost > f.left || (f.spent_out && cost > 0) {
            return Err(No(rule::R8_4b, "Not enough movement points are left."));
        }
        let limbered = Act { left: f.left - cost, changed: true, ..*f };
        if on && !self.keeps_duty(p, f, &limbered, |q| self.set_march(q, first, true)) {
            return Err(match f.mode {
                Mode::Straggling => No(rule::R5_1_1, "It could not get nearer to its commander."),
                _ => No(rule::R3_2, "It could not leave the enemy zone of reaction: it must fire."),
            });
        }
        if !on && f.entered == 0 && f.changed {
            return Err(No(rule::R8_4a, "It has just been limbered."));
        }
        // standing unlimbered is the end of the move: it must be a lawful one
        if !on && !self.end_ok(p, f, f.hex) && self.finishable(p, f, f.hex, f.left, f.entered) {
            return Err(No(rule::R8_4a, "It cannot end its move here."));
        }
        Ok(())
    }

    fn check_turn(&self, p: &Position, f: &Act, dir: Dir) -> Result<(), No> {
        self.check_facing(p, f, dir)?;
        let turned = Act { turned: true, ..*f };
        if self.attacks_by_facing(p, f) && !self.keeps_duty(p, f, &turned, |q| q.face_hex(f.hex, dir)) {
            let rule = match f.bond {
                Bond::Bound => rule::R7_1b,
                _ if f.must_serve || self.attack_is_due(p, f) => rule::R7_1_4,
                _ => rule::R3_2,
            };
            return Err(No(rule, "It must attack and could not do so with that facing."));
        }
        Ok(())
    }

    /// Whether a force may face another way where it stands, whatever it has to do there.
    /// Who can attack only to the front must not turn away from a duty.
    fn attacks_by_facing(&self, p: &Position, f: &Act) -> bool {
        f.units.iter().all(|u| match self.kind(u) {
            UnitKind::FieldArtillery | UnitKind::HorseArtillery => f.entered == 0,
            UnitKind::LightInfantry => p.marker_at(f.hex).is_some(),
            UnitKind::Cavalry => f.entered == 0 && p.markers.iter().any(|m| m.kind == MarkerKind::Charge),
            UnitKind::LineInfantry => false,
        })
    }

    pub(crate) fn check_facing(&self, p: &Position, f: &Act, dir: Dir) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R8_2a, "Nobody is left.")) };
        let u = p.unit(first);
        if f.hex.is_none() {
            return Err(No(rule::R8_2a, "It is still in the column."));
        }
        if u.facing == dir || f.turned {
            return Err(No(rule::R8_2a, "It has turned here already."));
        }
        if u.square {
            return Err(No(rule::R8_6_1, "A square does not turn: it faces all round."));
        }
        if u.march && f.by_road {
            return Err(No(
                rule::R8_3_3b,
                "In March on a road it keeps the direction of the march in the last hex.",
            ));
        }
        if f.entered > 0 && !p.in_hex(f.hex).without(f.units).is_empty() {
            return Err(No(rule::R8_2b, "It takes the facing of the units already in the hex."));
        }
        if f.mode == Mode::Straggling && f.entered == 0 {
            return Err(No(rule::R5_1_1, "If it moves at all it must get nearer to its commander."));
        }
        Ok(())
    }

    /// A step: its cost, or why not.
    pub(crate) fn check_step(&self, p: &Position, f: &Act, dir: Dir, cross: bool) -> Result<Quarters, No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R7a, "Nobody is left in this force.")) };
        if f.hex.is_none() {
            return Err(No(rule::R15_1b, "It must enter the map first."));
        }
        let foe = enemy(self.side_of(first));
        let to = self.map.neighbour(f.hex, dir);
        if to.is_none() {
            return Err(No(rule::R8b, "There is no hex there."));
        }
        if f.units.iter().any(|u| self.in_square(p, u)) {
            return Err(No(rule::R8_6_1, "Units in square cannot move."));
        }
        let march = self.force_marches(p, f.units);
        if self.is_gun(first) && !march {
            return Err(No(rule::R8_4a, "Artillery must limber to move."));
        }
        if f.mode == Mode::Ordinary && self.conduct(p) == Conduct::Holds {
            return Err(No(rule::R6_2, "The commander holds his ground: no force leaves its hex."));
        }
        if p.holds(self, foe, to) {
            return Err(No(rule::R8b, "Enemy units are in that hex."));
        }
        if cross && (!march || self.cost_by_road(f.hex, dir) == NO || !self.road_free(p, to, f.units)) {
            return Err(No(rule::R8_3a, "It would not use a road there anyway."));
        }
        let Some(cost) = self.passage(p, &self.walker(p, f.units, march), cross, f.hex, dir, to) else {
            if march {
                if self.cost_by_road(f.hex, dir) != NO && !self.road_free(p, to, f.units) {
                    return Err(No(
                        rule::R8_3_2,
                        "Roads and bridges do not lead into a hex with more than three stacking points.",
                    ));
                }
            } else {
                self.check_stacking(p, to, f.units)?;
            }
            return Err(No(rule::R14_1a, "That ground is impassable."));
        };
        if f.spent_out || (cost > f.left && f.entered > 0) {
            return Err(No(rule::R8a, "Not enough movement points are left."));
        }
        self.check_bond(p, f, to)?;
        let left = f.left.saturating_sub(cost);
        let mut after = *f;
        after.bond = self.bond_in(p, f, to);
        after.spent_out = cost > f.left;
        after.entered = 1;
        if !self.finishable(p, &after, to, left, 1) {
            return Err(match f.mode {
                Mode::Straggling => No(rule::R5_1_1, "From there it could not end nearer to its commander."),
                Mode::Exhausted => {
                    No(rule::R10_3, "From there it could not end outside every enemy zone of reaction.")
                }
                _ if f.must_serve => No(rule::R7_1_4, "This force is needed at a declared marker."),
                _ if p.zone(foe, to) => No(rule::R7_1b, "It could neither attack from there nor move on."),
                _ if self.conduct(p) != Conduct::Normal => {
                    No(rule::R6_2, "The commander's own initiative does not allow it.")
                }
                _ => No(rule::R6_3_1, "It could not end its move within the stacking limit."),
            });
        }
        Ok(cost)
    }

    fn check_stop(&self, p: &Position, f: &Act) -> Result<(), No> {
        let done = f.entered > 0 || f.changed || f.turned || f.mode == Mode::Exhausted;
        if !done || f.hex.is_none() {
            return Err(No(rule::R7_2, "It has not done anything yet."));
        }
        if self.end_ok(p, f, f.hex) || !self.finishable(p, f, f.hex, f.left, f.entered) {
            if self.attack_is_due(p, f) {
                return Err(No(rule::R7_1_4, "It can attack from this declared hex, and nobody else could."));
            }
            return Ok(());
        }
        let Some(first) = f.units.first() else { return Ok(()) };
        let zone = p.zone(enemy(self.side_of(first)), f.hex);
        Err(match f.mode {
            Mode::Straggling => No(rule::R5_1_1, "It must end nearer to its commander than it began."),
            Mode::Exhausted => {
                No(rule::R10_3, "Exhausted cavalry must end outside every enemy zone of reaction.")
            }
            _ if zone && f.entered == 0 => {
                No(rule::R3_2, "It must attack or leave the enemy zone of reaction.")
            }
            _ if zone || f.bond == Bond::Bound => {
                No(rule::R7_1b, "It entered an enemy zone of reaction and must attack.")
            }
            _ if f.must_serve => No(rule::R7_1_4, "It is needed at a declared marker."),
            _ if self.check_stacking(p, f.hex, f.units).is_ok() => {
                No(rule::R6_2, "The commander's own initiative does not let it end here.")
            }
            _ => No(rule::R6_3_1, "It cannot end its move here."),
        })
    }

    pub(crate) fn legal_act(&self, p: &Position, f: &Act, out: &mut Vec<Action>) {
        let mut offer = |action: Action| {
            if self.check_act(p, f, action).is_ok() {
                out.push(action);
            }
        };
        if f.mode == Mode::Charge {
            (0..6).for_each(|dir| offer(Action::Step { dir, cross: false }));
            (0..6).for_each(|out| offer(Action::Through { out }));
            offer(Action::Assault);
            offer(Action::CallOff);
            offer(Action::EndCharge);
            return self.legal_rotations(p, out);
        }
        if f.hex.is_none() {
            if let Some(unit) = f.units.first() {
                for hex in self.entry_hexes(p, unit) {
                    offer(Action::Enter { hex, cross: false });
                    offer(Action::Enter { hex, cross: true });
                }
            }
            offer(Action::March(true));
            offer(Action::March(false));
            return;
        }
        if f.stage == ActStage::Choose {
            for dir in 0..6 {
                offer(Action::Step { dir, cross: false });
                offer(Action::Step { dir, cross: true });
            }
            offer(Action::March(true));
            offer(Action::March(false));
            offer(Action::Limber(true));
            offer(Action::Limber(false));
            offer(Action::Square(true));
            offer(Action::Square(false));
            offer(Action::Assault);
            offer(Action::Charge);
        }
        if self.attacks_by_facing(p, f) {
            (0..6).for_each(|dir| offer(Action::Turn(dir)));
        } else {
            // one direction is then as good as another
            let facing = f.units.first().map_or(0, |u| p.unit(u).facing);
            if self.check_act(p, f, Action::Turn((facing + 1) % 6)).is_ok() {
                out.extend((0..6).filter(|dir| *dir != facing).map(Action::Turn));
            }
        }
        let mut offer = |action: Action| {
            if self.check_act(p, f, action).is_ok() {
                out.push(action);
            }
        };
        offer(Action::Stop);
        if f.stage == ActStage::Choose && f.mode == Mode::Ordinary {
            self.legal_fire_action(p, f, out);
            self.legal_rotations(p, out);
        }
    }

    pub(crate) fn apply_act(&self, p: &mut Position, f: Act, action: Action, log: &mut Log) {
        let mut f = f;
        let moved = |p: &mut Position, units: UnitSet| {
            for unit in units {
                let u = p.unit_mut(unit);
                u.did = u.did.max(Did::Moved);
            }
        };
        match action {
            Action::March(on) => {
                for unit in f.units {
                    if p.unit(unit).place == Place::Map {
                        self.set_march(p, unit, on)
                    } else {
                        p.unit_mut(unit).march = on
                    }
                }
                f.changed = true;
                moved(p, f.units);
                log.say(|| {
                    self.of_units(p, "march", rule::R8_3b, f.units).text(if on {
                        " [goes|go] into March Movement."
                    } else {
                        " [leaves|leave] March Movement."
                    })
                });
            }
            Action::Limber(on) => {
                let free =
                    !on && f.entered > 0 && f.units.iter().all(|u| self.kind(u) == UnitKind::HorseArtillery);
                let cost = match (on, free) {
                    (true, _) => self.charts.limber_cost,
                    (false, true) => self.charts.horse_unlimber_cost,
                    (false, false) => self.charts.unlimber_cost,
                };
                f.left -= cost;
                for unit in f.units {
                    self.set_march(p, unit, on);
                    p.unit_mut(unit).spent += cost;
                }
                f.changed = true;
                moved(p, f.units);
                log.say(|| {
                    let (rule, word) = match (on, free) {
                        (true, _) => (rule::R8_4b, " [limbers|limber]."),
                        (false, false) => (rule::R8_4b, " [unlimbers|unlimber]."),
                        // only horse artillery does it for nothing: not to be told of a face-down battery
                        (false, true) if f.units.iter().all(|u| self.face_up(p, u)) => (
                            rule::R8_4_1,
                            " [unlimbers at the end of its|unlimber at the end of their] move.",
                        ),
                        (false, true) => (rule::R8_4b, " [unlimbers|unlimber]."),
                    };
                    self.of_units(p, "limber", rule, f.units).text(word)
                });
            }
            Action::Square(on) => {
                for unit in f.units {
                    self.set_march(p, unit, false);
                    p.unit_mut(unit).square = on;
                }
                f.changed = true;
                moved(p, f.units);
                log.say(|| {
                    let rule = if on { rule::R8_6 } else { rule::R12_2_5b };
                    self.of_units(p, "square", rule, f.units).text(if on {
                        " [forms|form] square."
                    } else {
                        " [leaves|leave] square."
                    })
                });
                if on {
                    f.stage = ActStage::Finished;
                }
            }
            Action::Turn(dir) => {
                // in its own hex the force turns everybody (R80); on the way it is alone
                p.face_hex(f.hex, dir);
                f.turned = true;
                moved(p, f.units);
                log.say(|| {
                    self.of_units(p, "turn", rule::R8_2a, f.units)
                        .words(format!(" [faces|face] {}.", self.map.dir_names()[dir as usize]))
                });
            }
            Action::Step { dir, cross } => {
                let march = self.force_marches(p, f.units);
                f.dir = dir;
                f.road = match f.mode {
                    Mode::Charge => self.stride(p, &f, dir).is_some_and(|s| s.road),
                    _ => march && !cross && self.uses_road(p, &f, dir),
                };
                f.stage = ActStage::Leaving;
                p.set_top(Frame::Act(f));
                if !f.quiet && p.activation().is_some() {
                    let to = self.map.neighbour(f.hex, dir);
                    self.push_reactions_to_leaving(p, &f, to);
                }
                return;
            }
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
        p.set_top(Frame::Act(f));
    }

    fn uses_road(&self, p: &Position, f: &Act, dir: Dir) -> bool {
        let road = self.cost_by_road(f.hex, dir);
        let to = self.map.neighbour(f.hex, dir);
        let ground = f.units.first().map_or(NO, |u| self.cost_across(class(self.arm(u)), f.hex, dir));
        road < ground && self.road_free(p, to, f.units)
    }

    // ---- the flow of an action -------------------------------------------------------------------

    pub(crate) fn run_act(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        if f.units.is_empty()
            && !matches!(f.stage, ActStage::ChargeOver | ActStage::CounterOver | ActStage::Finished)
        {
            f.stage = if f.mode == Mode::Charge { ActStage::ChargeOver } else { ActStage::Finished };
            return p.set_top(Frame::Act(f));
        }
        let side = f.members.first().map_or(0, |u| self.side_of(u));
        match f.stage {
            ActStage::Choose => {
                if f.must_serve && self.is_released(p, &f) {
                    f.must_serve = false;
                    p.set_top(Frame::Act(f));
                }
                if f.bond != Bond::Free && f.mode == Mode::Ordinary {
                    f.bond = self.bond_now(p, &f);
                    p.set_top(Frame::Act(f));
                }
                if f.mode == Mode::Exhausted
                    && !self.end_ok(p, &f, f.hex)
                    && !self.finishable(p, &f, f.hex, f.left, f.entered)
                {
                    // no way out of the zones: it withdraws instead (R49)
                    f.stage = ActStage::Finished;
                    p.set_top(Frame::Act(f));
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
                    return p.set_top(Frame::Act(f));
                }
                self.make_step(p, f, log);
            }
            ActStage::Stream => {
                f.stage = ActStage::Wading;
                p.set_top(Frame::Act(f));
                self.wade(p, f.units, log);
            }
            ActStage::Wading => {
                let failed = p.returned.failed.and(f.units);
                f.stage = ActStage::Entered;
                p.set_top(Frame::Act(f));
                if !failed.is_empty() && p.activation().is_some() {
                    p.push(Frame::Halt { units: failed, side });
                }
            }
            ActStage::Entered => {
                f.stage = ActStage::Choose;
                p.set_top(Frame::Act(f));
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
                    p.set_top(Frame::Act(f));
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
                        self.begin_retreat(
                            p,
                            RetreatKind::Halt,
                            f.units,
                            Hex::NONE,
                            1,
                            UnitSet::EMPTY,
                            true,
                            log,
                        );
                    }
                }
            }
        }
    }

    /// A force that shares its hex takes the facing of those who were there (8.2b).
    pub(crate) fn settle(&self, p: &mut Position, units: UnitSet) {
        let Some(first) = units.first() else { return };
        if p.unit(first).place != Place::Map {
            return;
        }
        if let Some(friend) = p.in_hex(p.unit(first).hex).without(units).first() {
            let facing = p.unit(friend).facing;
            for unit in units {
                p.unit_mut(unit).facing = facing;
            }
        }
    }

    fn make_step(&self, p: &mut Position, f: Act, log: &mut Log) {
        let mut f = f;
        let from = f.hex;
        let to = self.map.neighbour(from, f.dir);
        let march = self.force_marches(p, f.units);
        let cost = if f.road {
            self.cost_by_road(from, f.dir)
        } else {
            f.units.first().map_or(0, |u| self.cost_across(class(self.arm(u)), from, f.dir))
        };
        f.spent_out = cost > f.left;
        f.left = f.left.saturating_sub(cost);
        f.entered = f.entered.saturating_add(1);
        f.turned = false;
        f.by_road = f.road && march;
        f.bond = self.bond_in(p, &f, to);
        f.hex = to;
        let wades = !f.road && self.is_stream(from, f.dir);
        f.stage = if wades { ActStage::Stream } else { ActStage::Entered };
        p.set_top(Frame::Act(f));
        for unit in f.units {
            let u = p.unit_mut(unit);
            u.spent = u.spent.saturating_add(cost);
            u.did = u.did.max(Did::Moved);
        }
        // along a road it faces the way it marches (8.3.3a)
        let turns = f.units.first().filter(|u| f.by_road && p.unit(*u).facing != f.dir);
        if let Some(unit) = turns {
            p.unit_mut(unit).facing = f.dir;
            log.say(|| {
                let along = format!(" faces {} along the road.", self.map.dir_names()[f.dir as usize]);
                self.of_units(p, "turn", rule::R8_3_3a, UnitSet::one(unit)).words(along)
            });
        }
        log.say(|| {
            let rule = match (f.spent_out, f.road, march) {
                (true, ..) => rule::R8_1,
                (_, true, _) => rule::R8_3a,
                (_, _, true) => rule::R8_3_1,
                _ => rule::R8a,
            };
            let event = self.of_units(p, "move", rule, f.units).text(" [moves|move] from ");
            let event = self.at(self.at(event, from).text(" to "), to);
            event.words(format!(" ({} MP{}).", points(cost), if f.road { ", by road" } else { "" }))
        });
        if f.mode == Mode::Charge {
            p.ride(to);
        }
        self.move_units(p, f.units, to, f.mode != Mode::Charge, log);
    }

    /// Units arrive in a hex by any kind of movement: control, facing, commanders in the way.
    pub(crate) fn move_units(&self, p: &mut Position, units: UnitSet, to: Hex, settle: bool, log: &mut Log) {
        let Some(first) = units.first() else { return };
        let side = self.side_of(first);
        for unit in units {
            self.put(p, unit, to);
        }
        p.stir(units);
        if settle {
            self.settle(p, units);
        }
        self.take_control(p, side, to, log);
        self.show_overall_commanders(p);
        for leader in p.leaders.ids() {
            let l = p.leaders[leader];
            if l.place == Place::Map && l.hex == to && self.army.leaders[leader].side != side {
                p.push(Frame::Relocate { leader });
            }
        }
    }

    /// Wading a stream: infantry checks, cavalry loses a level (14.1c, 14.1d).
    pub(crate) fn wade(&self, p: &mut Position, units: UnitSet, log: &mut Log) {
        p.returned.failed = UnitSet::EMPTY;
        let foot: UnitSet = units.iter().filter(|u| self.arm(*u) == Arm::Infantry).collect();
        let horse: UnitSet = units.iter().filter(|u| self.arm(*u) == Arm::Cavalry).collect();
        if !horse.is_empty() {
            log.say(|| {
                self.of_units(p, "stream", rule::R14_1d, horse)
                    .text(" [wades the stream and loses|wade the stream and lose] a level.")
            });
            self.worsen(p, horse, 1, log);
        }
        if !foot.is_empty() {
            self.push_check(p, foot, CheckKind::Stream, 0, Hex::NONE);
        }
    }

    /// The enemy withdrew before a force on its way: it may go on with what it has left (8.8.3).
    pub(crate) fn say_resume(&self, p: &Position, log: &mut Log) {
        let acting = p.state.stack.iter().rev().find_map(|frame| match frame {
            Frame::Act(f) if !f.units.is_empty() => Some(*f),
            _ => None,
        });
        if let Some(f) = acting {
            log.say(|| {
                self.of_units(p, "resume", rule::R8_8_3, f.units)
                    .text(" can go on with the points [it has|they have] left.")
            });
        }
    }

    // ---- failing a check in one's own action (13.1.3, R32) ---------------------------------------

    pub(crate) fn run_halt(&self, p: &mut Position, units: UnitSet, side: u8) {
        let able: UnitSet = units.iter().filter(|u| self.can_halt(p, *u)).collect();
        if able.is_empty() {
            p.pop();
        } else {
            p.set_top(Frame::Halt { units: able, side });
            p.decide(side);
        }
    }

    pub(crate) fn legal_halt(&self, units: UnitSet, out: &mut Vec<Action>) {
        out.extend(units.iter().map(Action::Halt));
        out.push(Action::GoOn);
    }

    pub(crate) fn apply_halt(
        &self,
        p: &mut Position,
        units: UnitSet,
        side: u8,
        action: Action,
        log: &mut Log,
    ) {
        match action {
            Action::Halt(unit) => {
                let mut rest = units;
                rest.remove(unit);
                p.set_top(Frame::Halt { units: rest, side });
                self.give_up(p, unit);
                log.say(|| {
                    self.of_units(p, "halt", rule::R13_1_3, UnitSet::one(unit))
                        .text(" gives up its action and withdraws.")
                });
                self.begin_halt_withdrawal(p, unit);
            }
            _ => p.pop(),
        }
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

//! Turning (8.2) and steps (8.1, 8.3): why not, what they cost, what comes of them; and the end of a move.

use super::{Act, ActStage, Bond, Mode, moved, points};
use crate::battle::{Battle, NO, class};
use crate::cohesion::CheckKind;
use crate::commander::Relocate;
use crate::model::{Arm, Conduct, Quarters, UnitKind};
use crate::position::{MarkerKind, Place, Position, UnitSet, enemy};
use crate::rule;
use crate::words::Offer;
use hexmap::{Dir, Hex};
use kernel::{Log, No, Roster};

impl Battle {
    // ---- turning (8.2) -----------------------------------------------------------------------

    pub(super) fn check_turn(&self, p: &Position, f: &Act, dir: Dir) -> Result<(), No> {
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

    /// Who can attack only to the front must not turn away from a duty.
    pub(super) fn attacks_by_facing(&self, p: &Position, f: &Act) -> bool {
        f.units.iter().all(|u| match self.kind(u) {
            UnitKind::FieldArtillery | UnitKind::HorseArtillery => f.entered == 0,
            UnitKind::LightInfantry => p.marker_at(f.hex).is_some(),
            UnitKind::Cavalry => f.entered == 0 && p.markers.iter().any(|m| m.kind == MarkerKind::Charge),
            UnitKind::LineInfantry | UnitKind::BridgeTrain | UnitKind::Fortress => false,
        })
    }

    /// Whether a force may face another way where it stands, whatever it has to do there.
    pub(crate) fn check_facing(&self, p: &Position, f: &Act, dir: Dir) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R8_2a, "Nobody is left.")) };
        let u = p.unit(first);
        No::when(f.hex.is_none(), rule::R8_2a, "It is still in the column.")?;
        No::when(u.facing == dir || f.turned, rule::R8_2a, "It has turned here already.")?;
        No::when(u.square, rule::R8_6_1, "A square does not turn: it faces all round.")?;
        let words = "In March on a road it keeps the direction of the march in the last hex.";
        No::when(u.march && f.by_road, rule::R8_3_3b, words)?;
        let words = "It takes the facing of the units already in the hex.";
        No::when(f.entered > 0 && !p.in_hex(f.hex).without(f.units).is_empty(), rule::R8_2b, words)?;
        let words = "If it moves at all it must get nearer to its commander.";
        No::when(f.mode == Mode::Straggling && f.entered == 0, rule::R5_1_1, words)
    }

    // ---- a step ------------------------------------------------------------------------------

    /// A step: its cost, or why not.
    pub(crate) fn check_step(&self, p: &Position, f: &Act, dir: Dir, cross: bool) -> Result<Quarters, No> {
        let Some(first) = f.units.first() else { return Err(No(rule::R7a, "Nobody is left in this force.")) };
        No::when(f.hex.is_none(), rule::R15_1b, "It must enter the map first.")?;
        let foe = enemy(self.side_of(first));
        let to = self.map.neighbour(f.hex, dir);
        No::when(to.is_none(), rule::R8b, "There is no hex there.")?;
        No::when(f.units.iter().any(|u| self.in_square(p, u)), rule::R8_6_1, "Units in square cannot move.")?;
        let march = self.force_marches(p, f.units);
        No::when(self.is_gun(first) && !march, rule::R8_4a, "Artillery must limber to move.")?;
        let words = "The commander holds his ground: no force leaves its hex.";
        No::when(f.mode == Mode::Ordinary && self.conduct(p) == Conduct::Holds, rule::R6_2, words)?;
        No::when(p.holds(self, foe, to), rule::R8b, "Enemy units are in that hex.")?;
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
        let words = "Not enough movement points are left.";
        No::when(f.spent_out || (cost > f.left && f.entered > 0), rule::R8a, words)?;
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

    pub(super) fn offer_step(&self, p: &Position, f: &Act, dir: Dir, cross: bool) -> Offer {
        let to = self.map.neighbour(f.hex, dir);
        let ground = f.units.first().map_or(NO, |u| self.cost_across(class(self.arm(u)), f.hex, dir));
        let (verb, cost) = match f.mode {
            Mode::Charge => ("[charges|charge] on", self.stride(p, f, dir).map_or(ground, |s| s.cost)),
            _ => ("[steps|step]", self.check_step(p, f, dir, cross).unwrap_or(ground)),
        };
        let by_road = cost < ground;
        let mut text =
            format!("{} {verb} to {} for {} MP", self.own(f.units), self.hex_words(to), points(cost));
        if by_road {
            text.push_str(" by the road");
        } else if cross {
            text.push_str(" beside the road");
        }
        if !by_road && self.is_stream(f.hex, dir) {
            text.push_str(", wading the stream");
        }
        if f.mode != Mode::Charge && cost > f.left {
            text.push_str(" (the one hex that is always allowed)");
        }
        let rule = match f.mode {
            Mode::Charge => rule::R10_1_2,
            Mode::Exhausted => rule::R10_3,
            Mode::Straggling => rule::R5_1_1,
            Mode::Ordinary if cost > f.left => rule::R8_1,
            Mode::Ordinary if by_road => rule::R8_3a,
            Mode::Ordinary => rule::R8a,
        };
        Offer::new(rule, text).at(to).by(f.units)
    }

    pub(super) fn uses_road(&self, p: &Position, f: &Act, dir: Dir) -> bool {
        let road = self.cost_by_road(f.hex, dir);
        let to = self.map.neighbour(f.hex, dir);
        let ground = f.units.first().map_or(NO, |u| self.cost_across(class(self.arm(u)), f.hex, dir));
        road < ground && self.road_free(p, to, f.units)
    }

    /// It sets out; those whose zone it leaves react first (12.1c).
    pub(super) fn set_out(&self, p: &mut Position, f: Act, dir: Dir, cross: bool) {
        let road = match f.mode {
            Mode::Charge => self.stride(p, &f, dir).is_some_and(|s| s.road),
            _ => self.force_marches(p, f.units) && !cross && self.uses_road(p, &f, dir),
        };
        let f = Act { dir, road, stage: ActStage::Leaving, ..f };
        p.set_top(f);
        if !f.quiet && p.activation().is_some() {
            let to = self.map.neighbour(f.hex, dir);
            self.push_reactions_to_leaving(p, &f, to);
        }
    }

    pub(super) fn make_step(&self, p: &mut Position, f: Act, log: &mut Log) {
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
        p.set_top(f);
        for unit in f.units {
            let u = p.unit_mut(unit);
            u.spent = u.spent.saturating_add(cost);
        }
        moved(p, f.units);
        // along a road it faces the way it marches (8.3.3a)
        let turns = f.units.first().filter(|u| f.by_road && p.unit(*u).facing != f.dir);
        if let Some(unit) = turns {
            p.unit_mut(unit).facing = f.dir;
            log.say(|| {
                let dir = self.map.dir_name(f.dir);
                self.say(p, "turn", rule::R8_3_3a, "{} faces {} along the road.").unit(unit).with(dir)
            });
        }
        log.say(|| {
            let rule = match (f.spent_out, f.road, march) {
                (true, ..) => rule::R8_1,
                (_, true, _) => rule::R8_3a,
                (_, _, true) => rule::R8_3_1,
                _ => rule::R8a,
            };
            let words = match f.road {
                true => "{} [moves|move] from {} to {} ({} MP, by road).",
                false => "{} [moves|move] from {} to {} ({} MP).",
            };
            self.say(p, "move", rule, words).units(f.units).hex(from).hex(to).with(points(cost))
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
                p.push(Relocate { leader });
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

    /// Wading a stream: infantry checks, cavalry loses a level (14.1c, 14.1d).
    pub(crate) fn wade(&self, p: &mut Position, units: UnitSet, log: &mut Log) {
        p.returned.failed = UnitSet::EMPTY;
        let foot: UnitSet = units.iter().filter(|u| self.arm(*u) == Arm::Infantry).collect();
        let horse: UnitSet = units.iter().filter(|u| self.arm(*u) == Arm::Cavalry).collect();
        if !horse.is_empty() {
            log.say(|| {
                self.say(
                    p,
                    "stream",
                    rule::R14_1d,
                    "{} [wades the stream and loses|wade the stream and lose] a level.",
                )
                .units(horse)
            });
            self.worsen(p, horse, 1, log);
        }
        if !foot.is_empty() {
            self.push_check(p, foot, CheckKind::Stream, 0, Hex::NONE);
        }
    }

    // ---- the end of a move -------------------------------------------------------------------

    pub(super) fn check_stop(&self, p: &Position, f: &Act) -> Result<(), No> {
        let done = f.entered > 0 || f.changed || f.turned || f.mode == Mode::Exhausted;
        No::when(!done || f.hex.is_none(), rule::R7_2, "It has not done anything yet.")?;
        if self.end_ok(p, f, f.hex) || !self.finishable(p, f, f.hex, f.left, f.entered) {
            let words = "It can attack from this declared hex, and nobody else could.";
            No::when(self.attack_is_due(p, f), rule::R7_1_4, words)?;
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

    pub(super) fn offer_stop(&self, f: &Act) -> Offer {
        let (name, at) = (self.own(f.units), self.hex_words(f.hex));
        let (rule, text) = match f.mode {
            _ if f.stage == ActStage::Fired => {
                (rule::R9_2_2, format!("{name} [keeps its|keep their] facing"))
            }
            Mode::Exhausted => (rule::R10_3, format!("{name} [stays|stay] in {at}")),
            _ => (rule::R7_2, format!("{name} [ends its|end their] action in {at}")),
        };
        Offer::new(rule, text).at(f.hex).by(f.units)
    }
}

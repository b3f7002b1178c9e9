//! 9.2.1, 10.2 and 10.3: declaring a Melee or a Charge, and who does not stand against cavalry.

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::flow::{March, Mode, Move, MoveStage};
use crate::model::{Class, UnitId};
use crate::position::{Attack, Order, Position, Unit, UnitSet, enemy};
use crate::rule;
use crate::words::Offer;
use hexmap::{Dir, Hex};
use kernel::{Log, No, Roster};

impl Battle {
    /// What every attack needs, and where it goes.
    fn check_attack(&self, p: &Position, f: &March, m: &Move, unit: UnitId, dir: Dir) -> Result<Hex, No> {
        let words = "Only infantry or cavalry in hand declares a Melee or a Charge.";
        No::when(!m.who().has(unit) || self.is_gun(unit), rule::R9_2_1a, words)?;
        let u = p.unit(unit);
        No::when(u.order != Order::Good, rule::R11_1a, "A Disordered unit neither melees nor charges.")?;
        if !f.commanded.has(unit) {
            let light = self.is_light_infantry(unit);
            let rule = if light { rule::R9_2_6c } else { rule::R9_2_1c };
            return Err(No(rule, "Out of command it starts no Melee."));
        }
        let target = self.map.neighbour(m.hex, dir);
        let foe = enemy(self.side_of(unit));
        let there = !target.is_none() && self.touch(m.hex, target) && p.holds(self, foe, target);
        No::when(!there, rule::R9_2_1a, "No enemy unit is there.")?;
        let taken =
            self.units_of_wing(p, self.wing_of(unit)).iter().any(|u| self.attacked_hex(p, u) == Some(target));
        No::when(taken, rule::R9_2_1d, "The hex is already under attack: only once in an activation.")?;
        let cost = self.cost(Class::from(self.arm(unit)), m.hex, dir, p.engaged(foe, target));
        No::when(cost == NO, rule::R9_2_1b, "It could not enter the hex.")?;
        No::when(cost > m.left, rule::R9_2_1b, "It does not have the movement points to enter the hex.")?;
        Ok(target)
    }

    /// The hex that a unit's marker points at.
    pub(crate) fn attacked_hex(&self, p: &Position, unit: UnitId) -> Option<Hex> {
        let u = p.unit(unit);
        u.attack.dir().map(|dir| self.map.neighbour(u.hex, dir))
    }

    pub(crate) fn check_melee(
        &self,
        p: &Position,
        f: &March,
        m: &Move,
        unit: UnitId,
        dir: Dir,
    ) -> Result<(), No> {
        let target = self.check_attack(p, f, m, unit, dir)?;
        let there = p.in_hex(target);
        if self.is_cavalry(unit) {
            let open = self.terrain(target).cavalry_melee;
            return No::when(!open, rule::R10_2a, "Cavalry melees only units in clear terrain or a ditch.");
        }
        No::when(there.iter().any(|u| self.is_cavalry(u)), rule::R9_2_1a, "Infantry never melees cavalry.")?;
        let lone_guns = there.iter().all(|u| self.is_gun(u));
        if !lone_guns && !self.terrain(target).infantry_melee {
            let words = "A unit in Cover is the defender: attacks are made into Cover.";
            No::when(self.terrain(m.hex).cover > 0, rule::R2_1_1e, words)?;
            let words = "Infantry melees only units in Cover or in the city, and unescorted guns.";
            return Err(No(rule::R9_2_3a, words));
        }
        No::when(p.unit(unit).fired, rule::R9_2_3b, "It has fired this turn.")?;
        let words = "Its Formation Commander was not with or beside it when the movement began.";
        No::when(!f.direct.has(unit), rule::R9_2_2, words)?;
        let lined = m.mode == Mode::Line || p.engaged(enemy(self.side_of(unit)), m.hex);
        No::when(lined && !self.in_line(p, unit), rule::R5_8b, "It is not in the Line of its formation.")
    }

    pub(crate) fn check_charge(
        &self,
        p: &Position,
        f: &March,
        m: &Move,
        unit: UnitId,
        dir: Dir,
    ) -> Result<(), No> {
        let target = self.check_attack(p, f, m, unit, dir)?;
        if !self.is_cavalry(unit) || !p.in_hex(target).iter().all(|u| self.is_cavalry(u)) {
            return Err(No(rule::R10_3a, "Only cavalry charges, and only cavalry is charged."));
        }
        No::when(self.is_mounted_dragoon(unit), rule::R10_5c, "Dragoons do not charge.")?;
        let ground = [m.hex, target].map(|hex| self.terrain(hex));
        let cover = ground.iter().any(|terrain| terrain.cover > 0);
        let clear = ground.iter().all(|terrain| terrain.charge);
        No::when(cover, rule::R2_1_1e, "No Charge goes out of Cover or into it.")?;
        No::when(!clear, rule::R10_3a, "Both hexes of a Charge are clear terrain.")?;
        No::when(!self.side(m.hex, dir).charge, rule::R10_3c, "No Charge goes across a stream.")?;
        // PR99: both where they stood when the segment began; nobody of its own side has moved the charger since
        let stood = |u: &Unit| if u.began.is_none() { u.hex } else { u.began };
        let near = p.in_hex(target).iter().any(|u| self.map.distance(m.start, stood(p.unit(u))) <= 1);
        No::when(near, rule::R10_3c, "The enemy was adjacent when the Movement segment began.")
    }

    pub(crate) fn offer_attack(&self, p: &Position, m: &Move, unit: UnitId, attack: Attack) -> Offer {
        let hex = attack.dir().map_or(Hex::NONE, |dir| self.map.neighbour(m.hex, dir));
        let (name, troops) = (self.unit_name(unit), self.troops(p, hex));
        // cavalry needs no commander beside it
        let alone = self.is_cavalry(unit) && p.march().is_some_and(|f| !f.direct.has(unit));
        let (rule, words) = match attack {
            Attack::Charge(_) => (rule::R10_3a, format!("{name} declares a Charge against {troops}.")),
            _ if alone => (rule::R10_1b, format!("{name} declares a Melee against {troops}.")),
            _ => (rule::R9_2_1b, format!("{name} declares a Melee against {troops}.")),
        };
        Offer::new(rule, words).at(hex).by([unit]).with_odds()
    }

    pub(crate) fn legal_attacks(&self, p: &Position, f: &March, m: &Move, out: &mut Vec<Action>) {
        for unit in m.who() {
            for (dir, _) in self.touching(m.hex) {
                if !p.holds(self, enemy(self.side_of(unit)), self.map.neighbour(m.hex, dir)) {
                    continue;
                }
                if self.check_melee(p, f, m, unit, dir).is_ok() {
                    out.push(Action::Melee(unit, dir));
                }
                if self.check_charge(p, f, m, unit, dir).is_ok() {
                    out.push(Action::Charge(unit, dir));
                }
            }
        }
    }

    pub(crate) fn has_attack(&self, p: &Position, f: &March, m: &Move) -> bool {
        let mut list = Vec::new();
        self.legal_attacks(p, f, m, &mut list);
        !list.is_empty()
    }

    /// Why a unit beside an enemy whom it could melee elsewhere cannot do it here.
    pub(crate) fn why_no_attack(&self, p: &Position, f: &March, m: &Move) -> Option<No> {
        let unit = m.who().first().filter(|unit| !self.is_gun(*unit))?;
        let foe = enemy(self.side_of(unit));
        let fits = |hex: Hex| !self.is_infantry(unit) || !p.in_hex(hex).iter().any(|u| self.is_cavalry(u));
        let (dir, _) = self.touching(m.hex).find(|(_, near)| p.holds(self, foe, *near) && fits(*near))?;
        self.check_melee(p, f, m, unit, dir).err()
    }

    /// Places the marker. Cavalry drives off at once who does not stand against it (10.2c, 11.1c).
    pub(crate) fn declare(&self, p: &mut Position, mut m: Move, unit: UnitId, attack: Attack, log: &mut Log) {
        let Some(dir) = attack.dir() else { return };
        let target = self.map.neighbour(m.hex, dir);
        let engaged = p.engaged(enemy(self.side_of(unit)), target);
        let cost = self.cost(Class::from(self.arm(unit)), m.hex, dir, engaged);
        log.say(|| {
            let (rule, words) = match attack {
                Attack::Charge(_) => (rule::R10_3a, "{} is to charge {}."),
                _ => (rule::R9_2_1b, "{} is to melee {}."),
            };
            self.say(p, "declare", rule, words).unit(unit).hex(target)
        });
        p.unit_mut(unit).attack = attack;
        m.left = m.left.saturating_sub(cost);
        m.stage = MoveStage::Declared;
        m.rolling = UnitSet::one(unit);
        p.set_top(m);
        if self.is_cavalry(unit) {
            self.drive_off(p, m.hex, target, log);
        }
    }

    /// Units that do not stand against cavalry.
    pub(crate) fn does_not_stand(&self, p: &Position, unit: UnitId) -> bool {
        let u = p.unit(unit);
        !self.is_gun(unit) && (u.order != Order::Good || self.is_infantry(unit) && !self.commanded(p, unit))
    }

    pub(crate) fn drive_off(&self, p: &mut Position, from: Hex, target: Hex, log: &mut Log) {
        let fleeing: UnitSet = p.in_hex(target).iter().filter(|u| self.does_not_stand(p, *u)).collect();
        for unit in fleeing {
            let routed = p.unit(unit).order == Order::Routed;
            log.say(|| {
                let rule = match p.unit(unit).order {
                    Order::Good => rule::R10_2c,
                    Order::Disordered => rule::R11_1c,
                    Order::Routed => rule::R11_2b,
                };
                self.say(p, "no-defence", rule, "{} does not stand against the cavalry.").unit(unit)
            });
            self.abandon_guns(p, unit, rule::R10_2b, log);
            if routed {
                self.flee(p, unit);
            } else {
                self.retreat(p, unit, self.charts.no_defence_hexes, from);
            }
        }
    }

    /// PR37: if nobody is left to attack the marker goes and the unit may move on; otherwise it stops.
    pub(crate) fn after_declaration(&self, p: &mut Position, mut m: Move, log: &mut Log) {
        m.stage = MoveStage::Choose;
        let unit = m.rolling.first();
        m.rolling = UnitSet::EMPTY;
        if let Some(unit) = unit {
            let gone =
                self.attacked_hex(p, unit).is_none_or(|hex| !p.holds(self, enemy(self.side_of(unit)), hex));
            if gone {
                p.unit_mut(unit).attack = Attack::None;
                // the zone that held it may be gone with them
                m.halted = m.halted && p.zoc(enemy(self.side_of(unit)), m.hex);
            } else {
                p.unit_mut(unit).moved = true;
                for slot in m.units.iter_mut().filter(|slot| slot.0 == unit) {
                    slot.0 = UnitId::NOBODY;
                }
            }
        }
        if m.who().iter().all(|u| self.is_gun(u)) {
            p.set_top(m);
            return self.end_move(p, m, log);
        }
        p.set_top(m);
    }
}

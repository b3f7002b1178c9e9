//! 9.2 and chapter 10: Melee of infantry and cavalry, Charge and Countercharge.

use crate::action::Action;
use crate::battle::{Battle, NO};
use crate::flow::{Fire, Frame, March, Mode, Move, MoveStage, RollKind, TrainKind, VolleyKind};
use crate::model::{Blow, Class, Effect, MeleeCell, UnitId};
use crate::position::{Attack, Hit, Order, Position, Shot, Unit, UnitSet, enemy};
use crate::rule;
use crate::say::{modifier, signed};
use crate::words::{Asked, Offer, say};
use hexmap::{Cone, Dir, Hex, in_cone};
use kernel::{Citation, Log, Modifier, No, Procedure, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// How a Melee is reckoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    pub strengths: [u8; 2],
    pub base: u8,
    pub column: u8,
    pub sum: i8,
}

kernel::frames! {
    of Battle;

    /// A Melee, a Charge or a Countercharge (9.2, 10).
    pub struct Combat {
        pub kind: CombatKind,
        pub attacker: UnitId,
        pub defender: UnitId,
        pub from: Hex,
        pub target: Hex,
        pub stage: CombatStage,
        /// Infantry that failed its roll against cavalry: a column for the attacker.
        pub rattled: bool,
        /// What attacker and defender suffer: steps, and a level as in `Hit::worst`.
        pub hits: [(u8, u8); 2],
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatKind {
    /// Infantry.
    Assault,
    Cavalry,
    Charge,
    Countercharge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatStage {
    Start,
    /// The owner picks who of two cavalry defends (PR79).
    Defender,
    /// Whether unfired guns fire before the Melee (9.2.3).
    Guns,
    Trained,
    Volleyed,
    Roll,
    DefenderHit,
    DefenderGone,
    AttackerHit,
    AttackerGone,
    Advance,
}

impl Procedure<Combat> for Battle {
    const CITES: Citation = rule::R9_2_3c;
    const FIGHT: bool = true;

    fn ask(&self, _: &Position, f: &Combat, _: Viewer) -> Asked {
        let asked = match f.stage {
            CombatStage::Defender => Asked::new("defender", rule::R10_1a, "Which of the two defends?"),
            _ => Asked::new("guns", rule::R9_2_3c, "Do the guns fire before the Melee?"),
        };
        asked.at([f.target])
    }

    fn options(&self, p: &Position, f: &Combat, _: Seat, out: &mut Vec<Action>) {
        match f.stage {
            CombatStage::Defender => {
                let there = p.in_hex(f.target).iter();
                out.extend(there.filter(|u| !self.is_gun(*u)).map(Action::Choose));
            }
            CombatStage::Guns => {
                out.extend(self.guns_to_fire(p, f).iter().map(|gun| Action::Answer(gun, f.attacker)));
                out.push(Action::Done);
            }
            _ => {}
        }
    }

    fn offer(&self, p: &Position, _: &Combat, _: Seat, action: Action) -> Offer {
        match action {
            Action::Choose(unit) => {
                let words = format!("{} defends.", self.unit_name(unit));
                say(rule::R8_5_1a, words).at(p.unit(unit).hex).by([unit])
            }
            Action::Done => say(rule::R9_2_3c, "The guns do not fire."),
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, f: Combat, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Choose(defender) => {
                log.say(|| self.say("defender", rule::R10_1a).unit(defender).text(" meets them.").event());
                self.meet(p, Combat { defender, ..f });
            }
            Action::Answer(gun, _) => {
                log.say(|| {
                    self.say("answer", rule::R9_2_3c).unit(gun).text(" fires at the attacker.").event()
                });
                let shot = self.defence_shot(p, &f, gun);
                p.state.shots.push(shot);
            }
            _ => self.defensive_volley(p, f),
        }
    }

    fn rolled(&self, p: &mut Position, mut f: Combat, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let odds = self.melee_odds(p, &f);
        let cell = self.melee_cell(face as i8 + odds.sum, odds.column);
        let (striker, struck, ..) = Self::roles(&f);
        log.say(|| {
            let table = &self.charts.melee;
            let name = table.column_names[odds.column as usize].clone();
            let (rule, verb) = match f.kind {
                CombatKind::Countercharge => (rule::R10_3_1a, " countercharges "),
                _ => (rule::R9_2_4, " against "),
            };
            let sum = if odds.sum == 0 { String::new() } else { format!(" {}", signed(odds.sum)) };
            self.say("melee", rule)
                .unit(striker)
                .text(verb)
                .unit(struck)
                .words(format!(
                    ": {} to {} ({name}), rolls {face}{sum}: {}.",
                    odds.strengths[0],
                    odds.strengths[1],
                    cell.word()
                ))
                .dice(face)
                .modifiers(self.melee_modifiers(p, &f))
                .event()
                .lookup(self.melee_lookup(face as i8 + odds.sum, odds.column), SeatSet::ALL)
        });
        let counter = f.kind == CombatKind::Countercharge;
        // side of `hits` that suffers: 0 is who began the combat
        let loser = (cell.attacker == counter) as usize;
        let blow = match cell.blow {
            Blow::Retreat => (0, 2),
            Blow::Step => (1, 2),
            Blow::Eliminated => (u8::MAX / 4, 2),
        };
        match f.kind {
            CombatKind::Assault => f.hits[loser] = blow,
            CombatKind::Cavalry => {
                f.hits[loser] = blow;
                // 10.1c: Disordered after the attack, once (PR36)
                f.hits[0].1 = f.hits[0].1.max(1);
            }
            CombatKind::Charge | CombatKind::Countercharge => {
                return self.after_charge(p, f, loser, blow, log);
            }
        }
        p.set_top(Frame::Combat(Combat { stage: CombatStage::DefenderHit, ..f }));
    }

    fn run(&self, p: &mut Position, f: Combat, log: &mut Log) {
        let foe = enemy(self.side_of(f.attacker));
        match f.stage {
            CombatStage::Start => self.start_combat(p, f, log),
            CombatStage::Defender => p.decide(foe),
            CombatStage::Guns => {
                if self.guns_to_fire(p, &f).is_empty() {
                    self.defensive_volley(p, f)
                } else {
                    p.decide(foe)
                }
            }
            CombatStage::Trained => {
                let rattled = !p.returned.passed;
                let f = Combat { rattled, ..f };
                if rattled {
                    p.set_top(Frame::Combat(Combat { stage: CombatStage::Roll, ..f }));
                } else {
                    self.defensive_volley(p, f);
                }
            }
            CombatStage::Volleyed => self.after_defence(p, f, log),
            CombatStage::Roll => {
                let by = if f.kind == CombatKind::Countercharge { f.defender } else { f.attacker };
                p.roll(RollKind::Melee, self.side_of(by));
            }
            CombatStage::DefenderHit => {
                p.set_top(Frame::Combat(Combat { stage: CombatStage::DefenderGone, ..f }));
                self.take_blow(p, f.defender, f.hits[1], f.from);
            }
            CombatStage::DefenderGone => {
                p.set_top(Frame::Combat(Combat { stage: CombatStage::AttackerHit, ..f }));
                self.companions(p, f.defender, f.target, f.from, log);
            }
            CombatStage::AttackerHit => {
                p.set_top(Frame::Combat(Combat { stage: CombatStage::AttackerGone, ..f }));
                if f.hits[0] == (0, 1) && p.on_map(f.attacker) {
                    let text = " is spent by its attack.";
                    log.say(|| self.say("spent", rule::R10_1c).unit(f.attacker).text(text).event());
                }
                self.take_blow(p, f.attacker, f.hits[0], f.target);
            }
            CombatStage::AttackerGone => {
                p.set_top(Frame::Combat(Combat { stage: CombatStage::Advance, ..f }));
                self.companions(p, f.attacker, f.from, f.target, log);
            }
            CombatStage::Advance => self.advance(p, f, log),
        }
    }
}

impl Battle {
    // ---- declaring (9.2.1, 10.2, 10.3) ---------------------------------------------------

    /// What every attack needs, with the cost of declaring it.
    fn check_attack(
        &self,
        p: &Position,
        f: &March,
        m: &Move,
        unit: UnitId,
        dir: Dir,
    ) -> Result<(Hex, u8), No> {
        if !m.who().has(unit) || self.is_gun(unit) {
            return Err(No(rule::R9_2_1a, "Only infantry or cavalry in hand declares a Melee or a Charge."));
        }
        let u = p.unit(unit);
        if u.order != Order::Good {
            return Err(No(rule::R11_1a, "A Disordered unit neither melees nor charges."));
        }
        if !f.commanded.has(unit) {
            let light = self.is_light_infantry(unit);
            let rule = if light { rule::R9_2_6c } else { rule::R9_2_1c };
            return Err(No(rule, "Out of command it starts no Melee."));
        }
        let target = self.map.neighbour(m.hex, dir);
        if target.is_none() || !self.touch(m.hex, target) || !p.holds(self, enemy(self.side_of(unit)), target)
        {
            return Err(No(rule::R9_2_1a, "No enemy unit is there."));
        }
        let taken =
            self.units_of_wing(p, self.wing_of(unit)).iter().any(|u| self.attacked_hex(p, u) == Some(target));
        if taken {
            return Err(No(rule::R9_2_1d, "The hex is already under attack: only once in an activation."));
        }
        let engaged = p.engaged(enemy(self.side_of(unit)), target);
        let cost = self.cost(Class::from(self.arm(unit)), m.hex, dir, engaged);
        if cost == NO {
            return Err(No(rule::R9_2_1b, "It could not enter the hex."));
        }
        if cost > m.left {
            return Err(No(rule::R9_2_1b, "It does not have the movement points to enter the hex."));
        }
        Ok((target, cost))
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
        let (target, _) = self.check_attack(p, f, m, unit, dir)?;
        let there = p.in_hex(target);
        if self.is_cavalry(unit) {
            if !self.terrain(target).cavalry_melee {
                return Err(No(rule::R10_2a, "Cavalry melees only units in clear terrain or a ditch."));
            }
            return Ok(());
        }
        if there.iter().any(|u| self.is_cavalry(u)) {
            return Err(No(rule::R9_2_1a, "Infantry never melees cavalry."));
        }
        let lone_guns = there.iter().all(|u| self.is_gun(u));
        if !lone_guns && !self.terrain(target).infantry_melee {
            if self.terrain(m.hex).cover > 0 {
                return Err(No(
                    rule::R2_1_1e,
                    "A unit in Cover is the defender: attacks are made into Cover.",
                ));
            }
            return Err(No(
                rule::R9_2_3a,
                "Infantry melees only units in Cover or in the city, and unescorted guns.",
            ));
        }
        if p.unit(unit).fired {
            return Err(No(rule::R9_2_3b, "It has fired this turn."));
        }
        if !f.direct.has(unit) {
            return Err(No(
                rule::R9_2_2,
                "Its Formation Commander was not with or beside it when the movement began.",
            ));
        }
        let lined = m.mode == Mode::Line || p.engaged(enemy(self.side_of(unit)), m.hex);
        if lined && !self.in_line(p, unit) {
            return Err(No(rule::R5_8b, "It is not in the Line of its formation."));
        }
        Ok(())
    }

    pub(crate) fn check_charge(
        &self,
        p: &Position,
        f: &March,
        m: &Move,
        unit: UnitId,
        dir: Dir,
    ) -> Result<(), No> {
        let (target, _) = self.check_attack(p, f, m, unit, dir)?;
        if !self.is_cavalry(unit) || !p.in_hex(target).iter().all(|u| self.is_cavalry(u)) {
            return Err(No(rule::R10_3a, "Only cavalry charges, and only cavalry is charged."));
        }
        if self.is_mounted_dragoon(unit) {
            return Err(No(rule::R10_5c, "Dragoons do not charge."));
        }
        if self.terrain(m.hex).cover > 0 || self.terrain(target).cover > 0 {
            return Err(No(rule::R2_1_1e, "No Charge goes out of Cover or into it."));
        }
        if !self.terrain(target).charge || !self.terrain(m.hex).charge {
            return Err(No(rule::R10_3a, "Both hexes of a Charge are clear terrain."));
        }
        if !self.side(m.hex, dir).charge {
            return Err(No(rule::R10_3c, "No Charge goes across a stream."));
        }
        // PR99: both where they stood when the segment began; nobody of its own side has moved the charger since
        let stood = |u: &Unit| if u.began.is_none() { u.hex } else { u.began };
        if p.in_hex(target).iter().any(|u| self.map.distance(m.start, stood(p.unit(u))) <= 1) {
            return Err(No(rule::R10_3c, "The enemy was adjacent when the Movement segment began."));
        }
        Ok(())
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
                Attack::Charge(_) => (rule::R10_3a, " is to charge "),
                _ => (rule::R9_2_1b, " is to melee "),
            };
            self.say("declare", rule).unit(unit).text(words).hex(target).text(".").event()
        });
        p.unit_mut(unit).attack = attack;
        m.left = m.left.saturating_sub(cost);
        m.stage = MoveStage::Declared;
        m.rolling = UnitSet::one(unit);
        p.set_top(Frame::Move(m));
        if self.is_cavalry(unit) {
            self.drive_off(p, m.hex, target, log);
        }
    }

    /// Units that do not stand against cavalry.
    fn does_not_stand(&self, p: &Position, unit: UnitId) -> bool {
        let u = p.unit(unit);
        !self.is_gun(unit) && (u.order != Order::Good || self.is_infantry(unit) && !self.commanded(p, unit))
    }

    fn drive_off(&self, p: &mut Position, from: Hex, target: Hex, log: &mut Log) {
        let fleeing: UnitSet = p.in_hex(target).iter().filter(|u| self.does_not_stand(p, *u)).collect();
        for unit in fleeing {
            let routed = p.unit(unit).order == Order::Routed;
            log.say(|| {
                let rule = match p.unit(unit).order {
                    Order::Good => rule::R10_2c,
                    Order::Disordered => rule::R11_1c,
                    Order::Routed => rule::R11_2b,
                };
                self.say("no-defence", rule).unit(unit).text(" does not stand against the cavalry.").event()
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
            p.set_top(Frame::Move(m));
            return self.end_move(p, m, log);
        }
        p.set_top(Frame::Move(m));
    }

    // ---- the Combat segment --------------------------------------------------------------

    pub(crate) fn run_melees(&self, p: &mut Position, f: Fire, log: &mut Log) {
        let mut any = false;
        for unit in self.units_of(p, f.formation) {
            if p.unit(unit).attack == Attack::None {
                continue;
            }
            if self.attack_is_off(p, unit) {
                p.unit_mut(unit).attack = Attack::None;
                log.say(|| {
                    self.say("melee", rule::R9_0b).text("The attack of ").unit(unit).text(" is off.").event()
                });
            } else {
                any = true;
            }
        }
        // a marker is an intention: even the only one may be given up (9.0c)
        if any { p.decide(self.army.formations[f.formation].side) } else { p.pop() }
    }

    /// PR58: an attack is off if the attacker has lost its order or fires at will, or if nobody is left in the hex
    /// whom it could have been declared against.
    fn attack_is_off(&self, p: &Position, unit: UnitId) -> bool {
        let u = p.unit(unit);
        let Some(target) = self.attacked_hex(p, unit) else { return true };
        if u.order != Order::Good || u.billebaude || !p.holds(self, enemy(self.side_of(unit)), target) {
            return true;
        }
        let there = p.in_hex(target);
        match u.attack {
            Attack::Charge(_) => !there.iter().all(|u| self.is_cavalry(u)),
            _ if self.is_cavalry(unit) => false,
            _ => {
                let lone_guns = there.iter().all(|u| self.is_gun(u));
                let horse = there.iter().any(|u| self.is_cavalry(u));
                horse || !lone_guns && !self.terrain(target).infantry_melee
            }
        }
    }

    /// The rest of the markers is given up (9.0c).
    pub(crate) fn end_melees(&self, p: &mut Position, f: Fire) {
        for unit in self.units_of(p, f.formation) {
            p.unit_mut(unit).attack = Attack::None;
        }
    }

    pub(crate) fn begin_attack(&self, p: &mut Position, unit: UnitId) {
        let attack = std::mem::replace(&mut p.unit_mut(unit).attack, Attack::None);
        let Some(dir) = attack.dir() else { return };
        let from = p.unit(unit).hex;
        let target = self.map.neighbour(from, dir);
        let kind = match attack {
            Attack::Charge(_) => CombatKind::Charge,
            _ if self.is_cavalry(unit) => CombatKind::Cavalry,
            _ => CombatKind::Assault,
        };
        p.push(Frame::Combat(Combat {
            kind,
            attacker: unit,
            defender: UnitId::NOBODY,
            from,
            target,
            stage: CombatStage::Start,
            rattled: false,
            hits: [(0, 0); 2],
        }));
    }

    /// Guns in the target hex that could still fire at the attacker.
    fn guns_to_fire(&self, p: &Position, f: &Combat) -> UnitSet {
        let ready = |gun: UnitId| {
            let g = p.unit(gun);
            self.is_gun(gun)
                && !g.fired
                && !g.failed
                && in_cone(&self.map, g.hex, Cone::Vertex(g.facing), f.from)
                && !p.shots.iter().any(|s| s.firer == gun)
        };
        p.in_hex(f.target).iter().filter(|u| ready(*u)).collect()
    }

    fn take_blow(&self, p: &mut Position, unit: UnitId, (steps, worst): (u8, u8), from: Hex) {
        if unit != UnitId::NOBODY && p.on_map(unit) && (steps > 0 || worst > 0) {
            self.suffer(p, Hit { unit, steps, worst, from }, true);
        }
    }

    fn start_combat(&self, p: &mut Position, f: Combat, log: &mut Log) {
        p.state.shots.clear();
        p.state.returned.driven = UnitSet::EMPTY;
        let there = p.in_hex(f.target);
        let fighters: UnitSet = there.iter().filter(|u| !self.is_gun(*u)).collect();
        // who has lost its order since the marker was placed runs now; the others are met
        if f.kind != CombatKind::Assault && fighters.iter().any(|u| self.does_not_stand(p, u)) {
            if fighters.iter().all(|u| self.does_not_stand(p, u)) {
                p.pop();
            }
            return self.drive_off(p, f.from, f.target, log);
        }
        log.say(|| {
            let (rule, words) = match f.kind {
                CombatKind::Assault => (rule::R9_2_3d, " assaults "),
                CombatKind::Cavalry => (rule::R10_1a, " rides at "),
                _ => (rule::R10_3a, " charges "),
            };
            self.say("melee", rule).unit(f.attacker).text(words).hex(f.target).text(".").event()
        });
        if fighters.is_empty() {
            return self.attack_guns(p, f, log);
        }
        if f.kind == CombatKind::Assault {
            let defender = fighters.first().unwrap_or(UnitId::NOBODY);
            let f = Combat { defender, ..f };
            if p.unit(defender).order == Order::Routed {
                // it runs, and the attacker comes in (9.8)
                let hits = [(0, 0); 2];
                p.set_top(Frame::Combat(Combat { stage: CombatStage::DefenderGone, hits, ..f }));
                log.say(|| {
                    self.say("no-defence", rule::R11_2b).unit(defender).text(" does not fight.").event()
                });
                self.abandon_guns(p, defender, rule::R9_2_3e, log);
                return self.flee(p, defender);
            }
            return p.set_top(Frame::Combat(Combat { stage: CombatStage::Guns, ..f }));
        }
        match fighters.single() {
            Some(defender) => self.meet(p, Combat { defender, ..f }),
            None => p.set_top(Frame::Combat(Combat { stage: CombatStage::Defender, ..f })),
        }
    }

    /// Guns alone: they may fire at infantry, then they are lost; cavalry rides over them (9.2.3e, 10.2b).
    fn attack_guns(&self, p: &mut Position, f: Combat, log: &mut Log) {
        if f.kind == CombatKind::Assault {
            return p.set_top(Frame::Combat(Combat { stage: CombatStage::Guns, ..f }));
        }
        for gun in p.in_hex(f.target) {
            self.eliminate(p, gun, rule::R10_2b, log);
        }
        p.set_top(Frame::Combat(Combat { stage: CombatStage::AttackerHit, hits: [(0, 1), (0, 0)], ..f }));
    }

    /// Cavalry meets the unit that defends.
    fn meet(&self, p: &mut Position, f: Combat) {
        if self.is_infantry(f.defender) {
            p.set_top(Frame::Combat(Combat { stage: CombatStage::Trained, ..f }));
            self.train(p, f.defender, TrainKind::Attacked);
        } else {
            p.set_top(Frame::Combat(Combat { stage: CombatStage::Roll, ..f }));
        }
    }

    /// The defending infantry, and the guns that were named, fire once at the attacker (9.2.3c).
    fn defensive_volley(&self, p: &mut Position, f: Combat) {
        p.set_top(Frame::Combat(Combat { stage: CombatStage::Volleyed, ..f }));
        if f.defender != UnitId::NOBODY && p.on_map(f.defender) {
            let u = p.unit(f.defender);
            let disordered_ok = u.order == Order::Good || self.commanded(p, f.defender);
            if u.order != Order::Routed && !u.billebaude && disordered_ok {
                let shot = self.defence_shot(p, &f, f.defender);
                p.state.shots.push(shot);
            }
        }
        if p.shots.is_empty() {
            p.state.returned.driven = UnitSet::EMPTY;
            p.state.returned.bled = UnitSet::EMPTY;
        } else {
            self.volley(p, VolleyKind::Defence);
        }
    }

    fn defence_shot(&self, p: &Position, f: &Combat, firer: UnitId) -> Shot {
        let (effect, victim) = (Effect::Nothing, UnitId::NOBODY);
        let from = p.unit(firer).hex;
        Shot { firer, from, target: f.from, at: f.attacker, offensive: false, live: true, effect, victim }
    }

    fn after_defence(&self, p: &mut Position, f: Combat, log: &mut Log) {
        for shot in p.state.shots.clone() {
            if self.is_gun(shot.firer) {
                p.unit_mut(shot.firer).fired = true;
                self.smoke(p, shot.from, rule::R8_2_1b, log);
            } else if p.on_map(shot.firer)
                && p.unit(shot.firer).order == Order::Disordered
                && !p.unit(shot.firer).billebaude
            {
                self.billebaude(p, shot.firer, rule::R11_1d, log);
            }
        }
        p.state.shots.clear();
        let attacker = f.attacker;
        let stands = p.on_map(attacker) && !p.returned.driven.has(attacker) && p.unit(attacker).hex == f.from;
        // 10.2e: more than Disorder ends a cavalry attack
        let stopped = !stands || self.is_cavalry(attacker) && p.returned.bled.has(attacker);
        if stopped {
            let rule = if self.is_cavalry(attacker) { rule::R10_2e } else { rule::R9_2_3d };
            log.say(|| self.say("melee", rule).text("The attack is broken off.").event());
            // Cavalry that only bled is Disordered by its attack (PR36). Fire drives off nobody who is stacked with
            // its victim (PR80).
            let (stage, hits) = if stands {
                (CombatStage::AttackerHit, [(0, 1), (0, 0)])
            } else {
                (CombatStage::Advance, [(0, 0); 2])
            };
            return p.set_top(Frame::Combat(Combat { stage, hits, ..f }));
        }
        if f.defender == UnitId::NOBODY {
            // guns alone (9.2.3e)
            for gun in p.in_hex(f.target) {
                self.eliminate(p, gun, rule::R9_2_3e, log);
            }
            return p.set_top(Frame::Combat(Combat { stage: CombatStage::Advance, ..f }));
        }
        p.set_top(Frame::Combat(Combat { stage: CombatStage::Roll, ..f }));
    }

    // ---- the table (9.2.4) ---------------------------------------------------------------

    /// Who strikes and who is struck: in a countercharge the charged unit strikes.
    fn roles(f: &Combat) -> (UnitId, UnitId, Hex, Hex) {
        if f.kind == CombatKind::Countercharge {
            (f.defender, f.attacker, f.target, f.from)
        } else {
            (f.attacker, f.defender, f.from, f.target)
        }
    }

    fn each_shift(&self, p: &Position, f: &Combat, add: &mut dyn FnMut(&'static str, i8, Citation)) {
        let shifts = &self.charts.melee_shifts;
        let (striker, _, _, target) = Self::roles(f);
        match f.kind {
            CombatKind::Charge | CombatKind::Countercharge => add("charge", shifts.charge, rule::R10_3b),
            CombatKind::Assault if self.is_grenadier(striker) => {
                add("Grenadiers", shifts.grenadier_assault, rule::R9_2_4)
            }
            _ => {}
        }
        if self.is_cavalry(striker) && self.flanked(p, striker, target, true) {
            add("flank", shifts.cavalry_flank, rule::R10_4);
        }
        if f.rattled {
            add("failed training", shifts.infantry_failed_training, rule::R10_2d);
        }
    }

    fn each_melee_modifier(&self, f: &Combat, add: &mut dyn FnMut(&'static str, i8, Citation)) {
        let (striker, _, from, target) = Self::roles(f);
        let terrain = self.terrain(target);
        let value = if self.is_cavalry(striker) { terrain.melee_cavalry } else { terrain.melee_infantry };
        if value != 0 {
            add("terrain", value, if terrain.cover == 2 { rule::R9_2_5 } else { rule::R9_2_4 });
        }
        if let Some(dir) = self.map.direction(from, target)
            && self.stream(from, dir)
            && self.side(from, dir).melee != 0
        {
            add("across a stream", self.side(from, dir).melee, rule::R9_2_4);
        }
    }

    pub fn melee_odds(&self, p: &Position, f: &Combat) -> Odds {
        let (striker, struck, ..) = Self::roles(f);
        let strengths = [self.sp(p, striker), self.sp(p, struck)];
        let base = self.melee_ratio(strengths);
        let (mut shift, mut sum) = (0, 0);
        self.each_shift(p, f, &mut |_, value, _| shift += value);
        self.each_melee_modifier(f, &mut |_, value, _| sum += value);
        Odds { strengths, base, column: self.melee_column(base, shift), sum }
    }

    /// The column of the ratio between two strengths, before it is shifted.
    pub fn melee_ratio(&self, strengths: [u8; 2]) -> u8 {
        let [striker, struck] = strengths.map(u16::from);
        let reaches = |(num, den): &(u8, u8)| striker * u16::from(*den) >= struck * u16::from(*num);
        self.charts.melee.ratios.iter().rposition(reaches).unwrap_or(0) as u8
    }

    /// The column after its shift, which never leads out of the table.
    pub fn melee_column(&self, base: u8, shift: i8) -> u8 {
        (base as i8 + shift).clamp(0, self.charts.melee.ratios.len() as i8 - 1) as u8
    }

    pub fn melee_cell(&self, roll: i8, column: u8) -> MeleeCell {
        let table = &self.charts.melee;
        let row = (roll - table.row_low).clamp(0, table.rows.len() as i8 - 1);
        table.rows[row as usize][column as usize]
    }

    pub(crate) fn melee_modifiers(&self, p: &Position, f: &Combat) -> Vec<Modifier> {
        let mut list = Vec::new();
        self.each_shift(p, f, &mut |label, value, rule| {
            list.push(modifier(&format!("{label}: column"), value, rule));
        });
        self.each_melee_modifier(f, &mut |label, value, rule| list.push(modifier(label, value, rule)));
        list
    }

    /// 10.3.1, PR90: steps are lost at once; retreats and Disorder wait for the countercharge.
    fn after_charge(
        &self,
        p: &mut Position,
        mut f: Combat,
        loser: usize,
        (steps, worst): (u8, u8),
        log: &mut Log,
    ) {
        let hurt = if loser == 0 { f.attacker } else { f.defender };
        f.hits[loser].1 = f.hits[loser].1.max(worst);
        // who attacked is Disordered in the end
        let striker = (f.kind == CombatKind::Countercharge) as usize;
        f.hits[striker].1 = f.hits[striker].1.max(1);
        let again = f.kind == CombatKind::Charge;
        p.set_top(Frame::Combat(f));
        if steps >= self.steps_left(p, hurt) {
            self.eliminate(p, hurt, rule::R9_2_9a, log);
        } else if steps > 0 {
            log.say(|| self.say("loss", rule::R9_2_9a).unit(hurt).text(" loses a step.").event());
            self.change(p, hurt, |u| u.reduced = true);
        }
        let both = p.on_map(f.attacker) && p.on_map(f.defender);
        if again && both {
            f.kind = CombatKind::Countercharge;
            return p.set_top(Frame::Combat(Combat { stage: CombatStage::Roll, ..f }));
        }
        // 10.3.1b: the charged cavalry retreats last
        p.set_top(Frame::Combat(Combat {
            stage: CombatStage::AttackerHit,
            kind: CombatKind::Countercharge,
            ..f
        }));
    }

    /// 9.2.1e: who is stacked with a unit that was driven out or destroyed goes too; guns are lost (PR80).
    fn companions(&self, p: &mut Position, unit: UnitId, hex: Hex, away: Hex, log: &mut Log) {
        if unit == UnitId::NOBODY || p.on_map(unit) && p.unit(unit).hex == hex {
            return;
        }
        let side = self.side_of(unit);
        for other in self.own_in(p, side, hex) {
            if self.is_gun(other) {
                self.eliminate(p, other, rule::R9_2_1e, log);
            } else {
                log.say(|| self.say("companion", rule::R9_2_1e).unit(other).text(" goes with it.").event());
                self.retreat(p, other, 1, away);
            }
        }
    }

    /// 9.2.9b: winning infantry enters the hex; cavalry does not pursue (10.1d).
    fn advance(&self, p: &mut Position, f: Combat, log: &mut Log) {
        if f.kind == CombatKind::Countercharge && f.stage == CombatStage::Advance && f.hits[1] != (0, 0) {
            // the charged cavalry's own retreat comes last
            let hits = [(0, 0), (0, 0)];
            p.set_top(Frame::Combat(Combat { hits, stage: CombatStage::DefenderGone, ..f }));
            if p.on_map(f.defender) {
                let text = " comes back from its countercharge.";
                log.say(|| self.say("spent", rule::R10_3_1b).unit(f.defender).text(text).event());
            }
            // after it there is nothing more for the charger
            return self.take_blow(p, f.defender, (0, f.hits[1].1), f.from);
        }
        p.pop();
        let foe = enemy(self.side_of(f.attacker));
        let won = f.kind == CombatKind::Assault
            && p.on_map(f.attacker)
            && p.unit(f.attacker).hex == f.from
            && p.unit(f.attacker).order != Order::Routed
            && f.hits[0] == (0, 0)
            && !p.returned.driven.has(f.attacker)
            && !p.holds(self, foe, f.target);
        let vacated =
            p.on_map(f.attacker) && p.unit(f.attacker).hex == f.from && !p.holds(self, foe, f.target);
        if vacated && f.kind != CombatKind::Assault {
            log.say(|| self.say("pursuit", rule::R10_1d).unit(f.attacker).text(" does not pursue.").event());
        }
        if !won {
            return;
        }
        log.say(|| {
            self.say("advance", rule::R9_2_9b)
                .unit(f.attacker)
                .text(" enters ")
                .hex(f.target)
                .text(".")
                .event()
        });
        self.put(p, f.attacker, f.target);
        self.note_holder(p, f.target);
        self.capture_in(p, self.side_of(f.attacker), f.target, rule::R4_6a, log);
    }

    // ---- decisions -----------------------------------------------------------------------
}

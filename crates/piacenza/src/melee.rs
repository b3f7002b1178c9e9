//! 9.2 and chapter 10: Melee of infantry and cavalry, Charge and Countercharge.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Fire, RollKind, TrainKind, VolleyKind};
use crate::model::{Blow, UnitId};
use crate::position::{Attack, Hit, MaybeUnit, Order, Position, UnitSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::{Cone, Hex, in_cone};
use kernel::{Citation, Log, Procedure, Roster, Seat, Viewer, added};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A Melee, a Charge or a Countercharge (9.2, 10).
    pub struct Combat {
        pub kind: CombatKind,
        pub attacker: UnitId,
        pub defender: MaybeUnit,
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
                Offer::new(rule::R8_5_1a, words).at(p.unit(unit).hex).by([unit])
            }
            Action::Done => Offer::new(rule::R9_2_3c, "The guns do not fire."),
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, f: Combat, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Choose(defender) => {
                log.say(|| self.say(p, "defender", rule::R10_1a, "{} meets them.").unit(defender));
                self.meet(p, Combat { defender, ..f });
            }
            Action::Answer(gun, _) => {
                log.say(|| self.say(p, "answer", rule::R9_2_3c, "{} fires at the attacker.").unit(gun));
                let shot = self.shot(p, gun, f.from, f.attacker);
                p.state.shots.push(shot);
            }
            _ => self.defensive_volley(p, f),
        }
    }

    fn rolled(&self, p: &mut Position, mut f: Combat, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let odds = self.melee_sum(p, &f);
        let cell = self.charts.melee.cell(face as i8 + odds.sum, odds.column);
        let (striker, struck, ..) = f.roles();
        log.say(|| {
            let name = &self.charts.melee.columns.names[odds.column as usize];
            let (rule, verb) = match f.kind {
                CombatKind::Countercharge => (rule::R10_3_1a, "{} countercharges {}"),
                _ => (rule::R9_2_4, "{} against {}"),
            };
            let [own, other] = odds.strengths;
            self.say(p, "melee", rule, verb)
                .unit(striker)
                .unit(struck)
                .and(": {} to {} ({}), rolls {}{}: {}.")
                .fill(&[&own, &other, name, &face, &added(odds.sum), &cell.word()])
                .dice(faces)
                .modifiers(self.melee_modifiers(p, &f))
                .total(face as i8 + odds.sum)
                .lookup(self.melee_lookup(face as i8 + odds.sum, odds.column))
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
        p.set_top(Combat { stage: CombatStage::DefenderHit, ..f });
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
                    p.set_top(Combat { stage: CombatStage::Roll, ..f });
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
                p.set_top(Combat { stage: CombatStage::DefenderGone, ..f });
                self.take_blow(p, f.defender, f.hits[1], f.from);
            }
            CombatStage::DefenderGone => {
                p.set_top(Combat { stage: CombatStage::AttackerHit, ..f });
                self.companions(p, f.defender, f.target, f.from, log);
            }
            CombatStage::AttackerHit => {
                p.set_top(Combat { stage: CombatStage::AttackerGone, ..f });
                if f.hits[0] == (0, 1) && p.on_map(f.attacker) {
                    let words = "{} is spent by its attack.";
                    log.say(|| self.say(p, "spent", rule::R10_1c, words).unit(f.attacker));
                }
                self.take_blow(p, f.attacker, f.hits[0], f.target);
            }
            CombatStage::AttackerGone => {
                p.set_top(Combat { stage: CombatStage::Advance, ..f });
                self.companions(p, f.attacker, f.from, f.target, log);
            }
            CombatStage::Advance => self.advance(p, f, log),
        }
    }
}

impl Battle {
    /// The attacks of a formation, when its fire is over: those that can no longer be made are off (9.0).
    pub(crate) fn run_melees(&self, p: &mut Position, f: Fire, log: &mut Log) {
        let mut any = false;
        for unit in self.units_of(p, f.formation) {
            if p.unit(unit).attack == Attack::None {
                continue;
            }
            if self.attack_is_off(p, unit) {
                p.unit_mut(unit).attack = Attack::None;
                log.say(|| self.say(p, "melee", rule::R9_0b, "The attack of {} is off.").unit(unit));
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
        if attack == Attack::None {
            return;
        }
        let combat = self.new_combat(p, unit, attack);
        p.push(combat);
    }

    /// An attack that has not begun.
    pub(crate) fn new_combat(&self, p: &Position, attacker: UnitId, attack: Attack) -> Combat {
        let from = p.unit(attacker).hex;
        let target = attack.dir().map_or(from, |dir| self.map.neighbour(from, dir));
        let kind = match attack {
            Attack::Charge(_) => CombatKind::Charge,
            _ if self.is_cavalry(attacker) => CombatKind::Cavalry,
            _ => CombatKind::Assault,
        };
        let (defender, stage) = (UnitId::NOBODY, CombatStage::Start);
        Combat { kind, attacker, defender, from, target, stage, rattled: false, hits: [(0, 0); 2] }
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
                CombatKind::Assault => (rule::R9_2_3d, "{} assaults {}."),
                CombatKind::Cavalry => (rule::R10_1a, "{} rides at {}."),
                _ => (rule::R10_3a, "{} charges {}."),
            };
            self.say(p, "melee", rule, words).unit(f.attacker).hex(f.target)
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
                p.set_top(Combat { stage: CombatStage::DefenderGone, hits, ..f });
                log.say(|| self.say(p, "no-defence", rule::R11_2b, "{} does not fight.").unit(defender));
                self.abandon_guns(p, defender, rule::R9_2_3e, log);
                return self.flee(p, defender);
            }
            return p.set_top(Combat { stage: CombatStage::Guns, ..f });
        }
        match fighters.single() {
            Some(defender) => self.meet(p, Combat { defender, ..f }),
            None => p.set_top(Combat { stage: CombatStage::Defender, ..f }),
        }
    }

    /// Guns alone: they may fire at infantry, then they are lost; cavalry rides over them (9.2.3e, 10.2b).
    fn attack_guns(&self, p: &mut Position, f: Combat, log: &mut Log) {
        if f.kind == CombatKind::Assault {
            return p.set_top(Combat { stage: CombatStage::Guns, ..f });
        }
        for gun in p.in_hex(f.target) {
            self.eliminate(p, gun, rule::R10_2b, log);
        }
        p.set_top(Combat { stage: CombatStage::AttackerHit, hits: [(0, 1), (0, 0)], ..f });
    }

    /// Cavalry meets the unit that defends.
    fn meet(&self, p: &mut Position, f: Combat) {
        if self.is_infantry(f.defender) {
            p.set_top(Combat { stage: CombatStage::Trained, ..f });
            self.train(p, f.defender, TrainKind::Attacked);
        } else {
            p.set_top(Combat { stage: CombatStage::Roll, ..f });
        }
    }

    /// The defending infantry, and the guns that were named, fire once at the attacker (9.2.3c).
    fn defensive_volley(&self, p: &mut Position, f: Combat) {
        p.set_top(Combat { stage: CombatStage::Volleyed, ..f });
        if f.defender != UnitId::NOBODY && p.on_map(f.defender) {
            let u = p.unit(f.defender);
            let disordered_ok = u.order == Order::Good || self.commanded(p, f.defender);
            if u.order != Order::Routed && !u.billebaude && disordered_ok {
                let shot = self.shot(p, f.defender, f.from, f.attacker);
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
            log.say(|| self.say(p, "melee", rule, "The attack is broken off."));
            // Cavalry that only bled is Disordered by its attack (PR36). Fire drives off nobody who is stacked with
            // its victim (PR80).
            let (stage, hits) = if stands {
                (CombatStage::AttackerHit, [(0, 1), (0, 0)])
            } else {
                (CombatStage::Advance, [(0, 0); 2])
            };
            return p.set_top(Combat { stage, hits, ..f });
        }
        if f.defender == UnitId::NOBODY {
            // guns alone (9.2.3e)
            for gun in p.in_hex(f.target) {
                self.eliminate(p, gun, rule::R9_2_3e, log);
            }
            return p.set_top(Combat { stage: CombatStage::Advance, ..f });
        }
        p.set_top(Combat { stage: CombatStage::Roll, ..f });
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
        p.set_top(f);
        if steps >= self.steps_left(p, hurt) {
            self.eliminate(p, hurt, rule::R9_2_9a, log);
        } else if steps > 0 {
            log.say(|| self.say(p, "loss", rule::R9_2_9a, "{} loses a step.").unit(hurt));
            self.change(p, hurt, |u| u.reduced = true);
        }
        let both = p.on_map(f.attacker) && p.on_map(f.defender);
        if again && both {
            f.kind = CombatKind::Countercharge;
            return p.set_top(Combat { stage: CombatStage::Roll, ..f });
        }
        // 10.3.1b: the charged cavalry retreats last
        p.set_top(Combat { stage: CombatStage::AttackerHit, kind: CombatKind::Countercharge, ..f });
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
                log.say(|| self.say(p, "companion", rule::R9_2_1e, "{} goes with it.").unit(other));
                self.retreat(p, other, 1, away);
            }
        }
    }

    /// 9.2.9b: winning infantry enters the hex; cavalry does not pursue (10.1d).
    fn advance(&self, p: &mut Position, f: Combat, log: &mut Log) {
        if f.kind == CombatKind::Countercharge && f.stage == CombatStage::Advance && f.hits[1] != (0, 0) {
            // the charged cavalry's own retreat comes last
            let hits = [(0, 0), (0, 0)];
            p.set_top(Combat { hits, stage: CombatStage::DefenderGone, ..f });
            if p.on_map(f.defender) {
                let words = "{} comes back from its countercharge.";
                log.say(|| self.say(p, "spent", rule::R10_3_1b, words).unit(f.defender));
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
            log.say(|| self.say(p, "pursuit", rule::R10_1d, "{} does not pursue.").unit(f.attacker));
        }
        if !won {
            return;
        }
        log.say(|| self.say(p, "advance", rule::R9_2_9b, "{} enters {}.").unit(f.attacker).hex(f.target));
        self.put(p, f.attacker, f.target);
        self.note_holder(p, f.target);
        self.capture_in(p, self.side_of(f.attacker), f.target, rule::R4_6a, log);
    }
}

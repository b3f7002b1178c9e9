//! 9.1: fire combat. Two reciprocal volleys; targets of both sides are named before any die is rolled.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Activation, Train, TrainKind, VolleyKind};
use crate::model::{Effect, FormationId, UnitId};
use crate::position::{Attack, Order, Position, UnitSet, enemy};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::{Cone, Hex, in_cone};
use kernel::{Log, No, Procedure, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// Fire combat of a formation (9.1).
    pub struct Fire {
        pub formation: FormationId,
        pub stage: FireStage,
        pub commanded: UnitSet,
        /// Who tries a second volley and has not rolled; who has passed; who has failed.
        pub trying: UnitSet,
        pub passed: UnitSet,
        pub failed: UnitSet,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireStage {
    Targets,
    Answers,
    First,
    /// The attacker, then the defender, name who fires again.
    Again,
    AnswersAgain,
    Training,
    Second,
    /// The formation's Melees and Charges.
    Melees,
}

impl Procedure<Fire> for Battle {
    fn ask(&self, p: &Position, f: &Fire, _: Viewer) -> Asked {
        let name = self.formation_name(f.formation);
        let asked = match f.stage {
            FireStage::Answers | FireStage::AnswersAgain => {
                Asked::new("answer", rule::R9_1g, format!("{name} fires: who answers whom?"))
            }
            FireStage::Again => {
                Asked::new("again", rule::R9_1_2a, format!("{name}: who fires a second volley?"))
            }
            FireStage::Melees => {
                Asked::new("resolve", rule::R9_2_1b, format!("{name}: which attack is resolved next?"))
            }
            _ => Asked::new("fire", rule::R9_1g, format!("{name}: who fires at what?")),
        };
        let begins = !p.shots.iter().any(|shot| !shot.offensive || f.stage == FireStage::Targets);
        if begins { asked.at(self.hexes_of(p, f.formation)) } else { asked }
    }

    fn options(&self, p: &Position, f: &Fire, _: Seat, out: &mut Vec<Action>) {
        match f.stage {
            FireStage::Targets => {
                for unit in self.units_of(p, f.formation) {
                    for (_, near) in self.touching(p.unit(unit).hex) {
                        if self.check_shoot(p, f, unit, near).is_ok() {
                            out.push(Action::Shoot(unit, near));
                        }
                    }
                }
            }
            FireStage::Answers | FireStage::AnswersAgain => {
                let mut asked: arrayvec::ArrayVec<Hex, { crate::position::MAX_SHOTS }> =
                    arrayvec::ArrayVec::new();
                for shot in p.shots.iter().filter(|s| s.offensive) {
                    if asked.contains(&shot.target) {
                        continue;
                    }
                    asked.push(shot.target);
                    for unit in p.in_hex(shot.target) {
                        for at in self.fired_at(p, unit) {
                            if self.check_answer(p, f, unit, at).is_ok() {
                                out.push(Action::Answer(unit, at));
                            }
                        }
                    }
                }
            }
            FireStage::Again => {
                let firers = p.shots.iter().filter(|s| s.offensive).map(|s| s.firer);
                out.extend(firers.filter(|u| self.check_again(p, f, *u).is_ok()).map(Action::Again));
            }
            FireStage::Melees => {
                let attackers = self.units_of(p, f.formation).iter();
                out.extend(attackers.filter(|u| p.unit(*u).attack != Attack::None).map(Action::Resolve));
            }
            FireStage::First | FireStage::Training | FireStage::Second => return,
        }
        out.push(Action::Done);
    }

    fn check(&self, p: &Position, f: &Fire, _: Seat, action: Action) -> Result<(), No> {
        match (f.stage, action) {
            (_, Action::Done) => Ok(()),
            (FireStage::Targets, Action::Shoot(unit, hex)) => self.check_shoot(p, f, unit, hex),
            (FireStage::Answers | FireStage::AnswersAgain, Action::Answer(unit, at)) => {
                self.check_answer(p, f, unit, at)
            }
            (FireStage::Again, Action::Again(unit)) => self.check_again(p, f, unit),
            (FireStage::Melees, Action::Resolve(unit)) => {
                let own = p.on_map(unit) && self.formation_of(unit) == f.formation;
                let marked = own && p.unit(unit).attack != Attack::None;
                No::when(!marked, rule::R9_2_1b, "It has no Melee or Charge marker.")
            }
            _ => Err(No(
                rule::R9_1g,
                "The attacker names all targets, then the defender, then the dice are rolled.",
            )),
        }
    }

    fn offer(&self, p: &Position, f: &Fire, _: Seat, action: Action) -> Offer {
        match action {
            Action::Shoot(unit, hex) => {
                let words = format!("{} fires at {}.", self.unit_name(unit), self.troops(p, hex));
                Offer::new(rule::R9_1g, words).at(hex).by([unit]).with_forecast()
            }
            Action::Again(unit) => {
                let chance = self.training_chance(p, Train { unit, kind: TrainKind::SecondVolley });
                let words = format!("{} tries a second volley: {chance} of 10.", self.unit_name(unit));
                Offer::new(rule::R9_1_2a, words).at(p.unit(unit).hex).by([unit]).with_forecast()
            }
            Action::Resolve(unit) => {
                let words = format!("Resolve the attack of {}.", self.unit_name(unit));
                Offer::new(rule::R9_2_4, words).at(p.unit(unit).hex).by([unit]).with_forecast()
            }
            Action::Done => match f.stage {
                FireStage::Targets => Offer::new(rule::R9_1g, "All targets are named."),
                FireStage::Answers => Offer::new(rule::R9_1g, "All answers are named."),
                FireStage::Again | FireStage::AnswersAgain => {
                    Offer::new(rule::R9_1_2a, "No more second volleys.")
                }
                _ => Offer::new(rule::R9_0c, "Give up the attacks that are left."),
            },
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, f: Fire, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Shoot(unit, target) => {
                log.say(|| {
                    let say = self.say(p, "target", rule::R9_1g, "{} aims at {}.").unit(unit).hex(target);
                    say.fresh(p.shots.is_empty())
                });
                // PR88: fire instead of Melee
                if p.unit(unit).attack != Attack::None {
                    log.say(|| self.say(p, "give-up", rule::R9_1h, "{} gives up its Melee.").unit(unit));
                }
                let u = p.unit_mut(unit);
                u.attack = Attack::None;
                u.fired = true;
                let shot = self.shot(p, unit, target, UnitId::NOBODY);
                p.state.shots.push(shot);
                self.mark_disordered(p, f, unit);
            }
            Action::Answer(unit, at) => {
                self.answer(p, unit, at, log);
                self.mark_disordered(p, f, unit);
            }
            Action::Again(unit) => {
                let mut trying = f.trying;
                trying.insert(unit);
                log.say(|| self.say(p, "again", rule::R9_1_2a, "{} is to fire a second volley.").unit(unit));
                p.set_top(Fire { trying, ..f });
            }
            Action::Resolve(unit) => self.begin_attack(p, unit),
            _ => match f.stage {
                FireStage::Targets => self.end_targets(p, f),
                FireStage::Answers => self.end_answers(p, f, log),
                FireStage::Again => self.end_again(p, f),
                FireStage::AnswersAgain => self.begin_training(p, f),
                _ => self.end_melees(p, f),
            },
        }
    }

    fn run(&self, p: &mut Position, f: Fire, log: &mut Log) {
        let side = self.army.formations[f.formation].side;
        // who can name nobody is not asked
        let asks = |p: &Position| {
            let mut options = Vec::new();
            self.options(p, &f, Seat(side), &mut options);
            options.len() > 1
        };
        match f.stage {
            FireStage::Targets if asks(p) => p.decide(side),
            FireStage::Targets => self.end_targets(p, f),
            FireStage::Answers if asks(p) => p.decide(enemy(side)),
            FireStage::Answers => self.end_answers(p, f, log),
            FireStage::First => self.after_first(p, f, log),
            FireStage::Again if asks(p) => p.decide(side),
            FireStage::Again => self.end_again(p, f),
            FireStage::AnswersAgain if asks(p) => p.decide(enemy(side)),
            FireStage::AnswersAgain => self.begin_training(p, f),
            FireStage::Training => self.run_second_training(p, f, log),
            FireStage::Second => {
                self.after_volley(p, &f, log);
                p.state.shots.clear();
                p.set_top(Fire { stage: FireStage::Melees, ..f });
            }
            FireStage::Melees => self.run_melees(p, f, log),
        }
    }
}

impl Battle {
    /// Whether a formation has anything to do in the Combat segment.
    pub(crate) fn can_fight(&self, p: &Position, formation: FormationId) -> bool {
        let units = self.units_of(p, formation);
        if units.iter().any(|u| p.unit(u).attack != Attack::None) {
            return true;
        }
        let near_enemy = |u: UnitId| self.may_fire_state(p, u).is_ok() && self.enemy_beside(p, u);
        if !units.iter().any(near_enemy) {
            return false;
        }
        let commanded = self.commanded_of(p, formation);
        units.iter().any(|u| near_enemy(u) && (commanded.has(u) || self.is_light_infantry(u)))
    }

    fn enemy_beside(&self, p: &Position, unit: UnitId) -> bool {
        let foe = enemy(self.side_of(unit));
        self.touching(p.unit(unit).hex).any(|(_, near)| p.holds(self, foe, near))
    }

    /// What keeps a unit from firing whoever commands it.
    fn may_fire_state(&self, p: &Position, unit: UnitId) -> Result<(), No> {
        let u = p.unit(unit);
        No::when(self.is_mounted_dragoon(unit), rule::R10_0, "Dragoons fire only on foot.")?;
        No::when(!self.is_infantry(unit), rule::R9_0a, "Only infantry and dismounted dragoons fire.")?;
        No::when(u.order == Order::Routed, rule::R11_2a, "A routed unit does not fire.")?;
        No::when(u.billebaude, rule::R9_1_2e, "It fires at will: Feu de Billebaude.")
    }

    pub(crate) fn begin_combat(&self, p: &mut Position, f: Activation, formation: FormationId) {
        p.set_top(Activation { todo: f.todo.but(formation), ..f });
        let commanded = self.commanded_of(p, formation);
        p.state.shots.clear();
        let nobody = UnitSet::EMPTY;
        p.push(Fire {
            formation,
            stage: FireStage::Targets,
            commanded,
            trying: nobody,
            passed: nobody,
            failed: nobody,
        });
    }

    fn check_shoot(&self, p: &Position, f: &Fire, unit: UnitId, hex: Hex) -> Result<(), No> {
        let words = "Only units of the formation in hand fire.";
        No::when(!p.on_map(unit) || self.formation_of(unit) != f.formation, rule::R3_1b, words)?;
        self.may_fire_state(p, unit)?;
        let words = "Out of command it does not fire on its own.";
        No::when(!f.commanded.has(unit) && !self.is_light_infantry(unit), rule::R9_1a, words)?;
        // 11.1d asks for command even of light infantry
        let words = "Disordered and out of command it does not fire.";
        No::when(p.unit(unit).order == Order::Disordered && !f.commanded.has(unit), rule::R11_1d, words)?;
        No::when(p.shots.iter().any(|s| s.firer == unit), rule::R9_1e, "It already has a target.")?;
        let from = p.unit(unit).hex;
        let words = "Infantry fires at adjacent hexes only, and not through walls.";
        No::when(hex.is_none() || !self.touch(from, hex), rule::R9_0a, words)?;
        No::when(!p.holds(self, enemy(self.side_of(unit)), hex), rule::R9_0a, "No enemy unit is there.")
    }

    /// Units that fired at a unit's hex in this combat.
    fn fired_at(&self, p: &Position, unit: UnitId) -> impl Iterator<Item = UnitId> {
        let hex = p.unit(unit).hex;
        p.shots.iter().filter(move |s| s.offensive && s.target == hex).map(|s| s.firer)
    }

    fn check_answer(&self, p: &Position, f: &Fire, unit: UnitId, at: UnitId) -> Result<(), No> {
        let second = f.stage == FireStage::AnswersAgain;
        if !p.on_map(unit)
            || !p.on_map(at)
            || p.shots.iter().any(|s| !s.offensive && s.live && s.firer == unit)
        {
            return Err(No(rule::R9_1e, "A unit answers one of those that fired at it, once in a volley."));
        }
        let words = "Only units that were fired at answer, and only those that fired at them.";
        No::when(!self.fired_at(p, unit).any(|u| u == at), rule::R9_1c, words)?;
        No::when(!self.touch(p.unit(unit).hex, p.unit(at).hex), rule::R9_1_2a, "It is no longer adjacent.")?;
        if self.is_gun(unit) {
            let g = p.unit(unit);
            No::when(g.fired || g.failed, rule::R8_1b, "The battery has fired or moved.")?;
            let words = "The target is not in the cone of fire.";
            No::when(!in_cone(&self.map, g.hex, Cone::Vertex(g.facing), p.unit(at).hex), rule::R8_1c, words)?;
            return Ok(());
        }
        self.may_fire_state(p, unit)?;
        if p.unit(unit).order == Order::Disordered {
            No::when(second, rule::R11_1d, "Disordered infantry fires a single volley.")?;
            let words = "Disordered and out of command it does not fire.";
            No::when(!self.commanded(p, unit), rule::R11_1d, words)?;
        }
        Ok(())
    }

    fn check_again(&self, p: &Position, f: &Fire, unit: UnitId) -> Result<(), No> {
        let Some(shot) = p.shots.iter().find(|s| s.offensive && s.firer == unit) else {
            return Err(No(rule::R9_1_2a, "Only units that fired the first volley fire the second."));
        };
        No::when(f.trying.has(unit), rule::R9_1_2a, "It is already set to fire again.")?;
        self.may_fire_state(p, unit)?;
        let words = "Disordered infantry fires a single volley.";
        No::when(p.unit(unit).order != Order::Good, rule::R11_1d, words)?;
        let target_left = p.holds(self, enemy(self.side_of(unit)), shot.target);
        let words = "The second volley is fired at the same target, which is gone.";
        No::when(p.unit(unit).hex != shot.from || !target_left, rule::R9_1_2b, words)
    }

    /// 11.1d: who fires Disordered goes into Feu de Billebaude after the volley.
    fn mark_disordered(&self, p: &mut Position, mut f: Fire, unit: UnitId) {
        if p.unit(unit).order == Order::Disordered {
            f.failed.insert(unit);
            p.set_top(f);
        }
    }

    /// A defender's shot: his target is a unit that fired at him.
    fn answer(&self, p: &mut Position, unit: UnitId, at: UnitId, log: &mut Log) {
        log.say(|| self.say(p, "answer", rule::R9_1c, "{} answers {}.").unit(unit).unit(at));
        let shot = self.shot(p, unit, p.unit(at).hex, at);
        p.state.shots.push(shot);
    }

    fn end_targets(&self, p: &mut Position, f: Fire) {
        let stage = if p.shots.is_empty() { FireStage::Melees } else { FireStage::Answers };
        p.set_top(Fire { stage, ..f });
    }

    fn end_answers(&self, p: &mut Position, f: Fire, log: &mut Log) {
        p.set_top(Fire { stage: FireStage::First, ..f });
        log.say(|| self.say(p, "volley", rule::R9_1b, "The first volley."));
        self.volley(p, VolleyKind::Fire);
    }

    /// Batteries that answered are FIRED and smoke; Disordered infantry that fired goes on at will (11.1d).
    fn after_volley(&self, p: &mut Position, f: &Fire, log: &mut Log) {
        for i in 0..p.shots.len() {
            let shot = p.shots[i];
            if !shot.live {
                continue;
            }
            if self.is_gun(shot.firer) {
                if p.on_map(shot.firer) {
                    p.unit_mut(shot.firer).fired = true;
                }
                self.smoke(p, shot.from, rule::R8_2_1b, log);
            } else if p.on_map(shot.firer) && f.failed.has(shot.firer) {
                let u = p.unit(shot.firer);
                if u.order != Order::Routed && !u.billebaude {
                    self.billebaude(p, shot.firer, rule::R11_1d, log);
                }
            }
        }
    }

    fn after_first(&self, p: &mut Position, f: Fire, log: &mut Log) {
        self.after_volley(p, &f, log);
        for shot in &mut p.state.shots {
            shot.live = false;
        }
        let f = Fire { stage: FireStage::Again, trying: UnitSet::EMPTY, failed: UnitSet::EMPTY, ..f };
        p.set_top(f);
    }

    fn end_again(&self, p: &mut Position, f: Fire) {
        p.set_top(Fire { stage: FireStage::AnswersAgain, ..f });
    }

    /// All who try roll, attackers first (PR7, PR59).
    fn begin_training(&self, p: &mut Position, f: Fire) {
        let answers = p.shots.iter().filter(|s| !s.offensive && s.live && !self.is_gun(s.firer));
        let trying = f.trying.with(answers.map(|s| s.firer).collect());
        let f =
            Fire { stage: FireStage::Training, trying, passed: UnitSet::EMPTY, failed: UnitSet::EMPTY, ..f };
        p.state.returned.driven = UnitSet::EMPTY;
        p.set_top(f);
    }

    fn run_second_training(&self, p: &mut Position, mut f: Fire, log: &mut Log) {
        if let Some(unit) = std::mem::take(&mut p.state.returned.driven).single() {
            if p.returned.passed {
                f.passed.insert(unit)
            } else {
                f.failed.insert(unit)
            }
            p.set_top(f);
        }
        let side = self.army.formations[f.formation].side;
        let own = f.trying.iter().find(|u| self.side_of(*u) == side);
        if let Some(unit) = own.or(f.trying.first()) {
            f.trying.remove(unit);
            p.set_top(f);
            p.state.returned.driven = UnitSet::one(unit);
            return self.train(p, unit, TrainKind::SecondVolley);
        }
        for unit in f.failed {
            self.billebaude(p, unit, rule::R9_1_2c, log);
        }
        for shot in &mut p.state.shots {
            let again = f.passed.has(shot.firer);
            shot.live =
                if shot.offensive { again } else { shot.live && (again || !f.failed.has(shot.firer)) };
            shot.effect = Effect::Nothing;
            shot.victim = UnitId::NOBODY;
        }
        let any = p.shots.iter().any(|s| s.live);
        let f = Fire { stage: FireStage::Second, passed: UnitSet::EMPTY, failed: UnitSet::EMPTY, ..f };
        p.set_top(f);
        if any {
            log.say(|| self.say(p, "volley", rule::R9_1b, "The second volley."));
            self.volley(p, VolleyKind::Fire);
        }
    }

    pub(crate) fn offer_answer(&self, p: &Position, unit: UnitId, at: UnitId) -> Offer {
        let words = format!("{} answers {}.", self.unit_name(unit), self.unit_name(at));
        Offer::new(rule::R9_1c, words).at(p.unit(at).hex).by([unit, at]).with_forecast()
    }
}

//! 9.1: volleys, in which shots are rolled one after another and suffered together.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::RollKind;
use crate::model::{Effect, UnitId};
use crate::position::{Order, Position, Shot, UnitSet, enemy};
use crate::rule;
use crate::shots::Aim;
use crate::words::{Asked, Offer};
use kernel::{Citation, Log, Procedure, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// The live shots of `State::shots`, rolled one after another, then suffered together.
    pub struct Volley {
        pub kind: VolleyKind,
        pub next: u8,
        pub stage: VolleyStage,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum VolleyKind {
    /// Part of fire combat.
    Fire,
    /// At a unit that leaves a zone of control (7.2).
    Reaction,
    /// Before a Melee (9.2.3, 10.2).
    Defence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum VolleyStage {
    Roll,
    /// The owner picks who of a stack suffers (8.5.1).
    Victim,
    Suffer,
}

impl Procedure<Volley> for Battle {
    const CITES: Citation = rule::R8_5_1a;
    const FIGHT: bool = true;

    fn ask(&self, p: &Position, f: &Volley, _: Viewer) -> Asked {
        let shot = p.shots[f.next as usize];
        let words = format!("Who in {} takes the {}?", self.hex_name(shot.target), shot.effect.word());
        Asked::new("victim", rule::R8_5_1a, words).at([shot.target])
    }

    fn options(&self, p: &Position, f: &Volley, _: Seat, out: &mut Vec<Action>) {
        out.extend(self.victims(p, &p.shots[f.next as usize]).iter().map(Action::Choose));
    }

    fn offer(&self, p: &Position, _: &Volley, _: Seat, action: Action) -> Offer {
        let Action::Choose(unit) = action else { return self.usual_offer(p, action) };
        Offer::new(rule::R8_5_1a, format!("{} takes it.", self.unit_name(unit)))
            .at(p.unit(unit).hex)
            .by([unit])
    }

    fn play(&self, p: &mut Position, f: Volley, _: Seat, action: Action, log: &mut Log) {
        let Action::Choose(unit) = action else { return };
        p.state.shots[f.next as usize].victim = unit;
        log.say(|| self.say(p, "victim", rule::R8_5_1a, "{} takes it.").unit(unit));
        p.set_top(Volley { next: f.next + 1, stage: VolleyStage::Roll, ..f });
    }

    fn rolled(&self, p: &mut Position, f: Volley, faces: &[u8], log: &mut Log) {
        let face = faces[0];
        let shot = p.shots[f.next as usize];
        let reaction = f.kind == VolleyKind::Reaction;
        let aim = Aim { firer: shot.firer, target: shot.target, reaction, ricochet: false };
        // a battery that defends itself uses its own table; grapeshot never ricochets
        let effect = self.shot_effect(p, aim, face);
        self.say_shot(p, aim, face, effect, log);
        self.say_shielded(p, &shot, effect, log);
        let victims = self.victims(p, &shot);
        let single = victims.single();
        let shot = &mut p.state.shots[f.next as usize];
        shot.effect = effect;
        shot.victim = single.unwrap_or(UnitId::NOBODY);
        let asks = single.is_none() && !victims.is_empty() && effect != Effect::Nothing;
        let (next, stage) =
            if asks { (f.next, VolleyStage::Victim) } else { (f.next + 1, VolleyStage::Roll) };
        p.set_top(Volley { next, stage, ..f });
    }

    fn run(&self, p: &mut Position, f: Volley, log: &mut Log) {
        match f.stage {
            VolleyStage::Roll => {
                let next = (f.next as usize..p.shots.len()).find(|i| p.shots[*i].live);
                match next {
                    Some(i) => {
                        p.set_top(Volley { next: i as u8, ..f });
                        let firer = p.shots[i].firer;
                        let kind = if self.is_gun(firer) { RollKind::Bombardment } else { RollKind::Fire };
                        p.roll(kind, self.side_of(firer));
                    }
                    None => {
                        self.gather_hits(p);
                        self.say_sums(p, log);
                        p.set_top(Volley { stage: VolleyStage::Suffer, next: 0, ..f });
                    }
                }
            }
            VolleyStage::Victim => p.decide(enemy(self.side_of(p.shots[f.next as usize].firer))),
            VolleyStage::Suffer => match p.hits.get(f.next as usize).copied() {
                Some(hit) => {
                    p.set_top(Volley { next: f.next + 1, ..f });
                    self.suffer(p, hit, false);
                }
                None => {
                    p.state.hits.clear();
                    p.pop();
                }
            },
        }
    }
}

impl Battle {
    /// Begins a volley of the live shots.
    pub(crate) fn volley(&self, p: &mut Position, kind: VolleyKind) {
        p.state.hits.clear();
        p.state.returned.driven = UnitSet::EMPTY;
        p.state.returned.shaken = UnitSet::EMPTY;
        p.state.returned.bled = UnitSet::EMPTY;
        p.push(Volley { kind, next: 0, stage: VolleyStage::Roll });
    }

    /// Units of the hex that a shot can hurt: other units shield guns (8.5.1b), of two cavalry the owner picks.
    pub(crate) fn victims(&self, p: &Position, shot: &Shot) -> UnitSet {
        if shot.at != UnitId::NOBODY {
            return if p.on_map(shot.at) && p.unit(shot.at).hex == shot.target {
                UnitSet::one(shot.at)
            } else {
                UnitSet::EMPTY
            };
        }
        let there = p.in_hex(shot.target);
        let shields: UnitSet = there.iter().filter(|u| !self.is_gun(*u)).collect();
        if shields.is_empty() { there } else { shields }
    }

    /// What each unit suffers of all live shots together. Routed units that are fired at run whatever was
    /// rolled (11.2b).
    fn gather_hits(&self, p: &mut Position) {
        for i in 0..p.shots.len() {
            let shot = p.shots[i];
            if !shot.live {
                continue;
            }
            self.add_hit(p, shot.victim, shot.effect, shot.from);
            for unit in self.victims(p, &shot) {
                if p.unit(unit).order == Order::Routed {
                    self.add_hit(p, unit, Effect::Disorder(0), shot.from);
                }
            }
        }
    }

    /// Units that several shots of the volley hit.
    fn say_sums(&self, p: &Position, log: &mut Log) {
        for hit in &p.hits {
            let hits =
                p.shots.iter().filter(|s| s.live && s.victim == hit.unit && s.effect != Effect::Nothing);
            if hits.count() > 1 {
                log.say(|| {
                    let words = "{} takes the losses of all shots and the worst of the disorder.";
                    self.say(p, "sum", rule::R9_1f, words).unit(hit.unit)
                });
            }
        }
    }

    /// Guns in the hex of a unit that is hit suffer nothing.
    pub(crate) fn say_shielded(&self, p: &Position, shot: &Shot, effect: Effect, log: &mut Log) {
        let there = p.in_hex(shot.target);
        let gun = there.iter().find(|u| self.is_gun(*u));
        let shield = there.iter().find(|u| !self.is_gun(*u));
        if let (Some(gun), Some(shield), true) = (gun, shield, effect != Effect::Nothing) {
            log.say(|| self.say(p, "shielded", rule::R8_5_1b, "{} shields {}.").unit(shield).unit(gun));
        }
    }
}

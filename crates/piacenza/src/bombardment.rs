//! Chapter 8: bombardment, its second volley, ricochets and the failure of guns.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Activation, RollKind};
use crate::model::{Effect, UnitId, WingId};
use crate::position::{Order, Position, UnitSet, enemy};
use crate::rule;
use crate::shots::Aim;
use crate::words::{Asked, Offer};
use hexmap::{Between, Cone, Dir, Hex, in_cone};
use kernel::{Log, No, Procedure, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// A battery that bombards (8).
    pub struct Bombard {
        pub gun: UnitId,
        pub target: Hex,
        pub second: bool,
        pub stage: BombardStage,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BombardStage {
    Shot,
    /// The unit hit has routed: the ricochet.
    Ricochet,
    RicochetShot {
        unit: UnitId,
    },
    /// The volley is over.
    After,
    Failure,
}

impl Procedure<Bombard> for Battle {
    fn ask(&self, p: &Position, f: &Bombard, _: Viewer) -> Asked {
        if f.stage == BombardStage::Ricochet {
            let words = "Which unit does the ricochet strike?";
            return Asked::new("ricochet", rule::R8_5_2a, words).at([f.target]);
        }
        let words = format!("{}: a second volley?", self.unit_name(f.gun));
        Asked::new("again", rule::R8_3a, words).at([p.unit(f.gun).hex]).by(f.gun)
    }

    fn options(&self, p: &Position, f: &Bombard, _: Seat, out: &mut Vec<Action>) {
        if f.stage == BombardStage::Ricochet {
            return out.extend(self.struck(p, f).iter().map(Action::Choose));
        }
        self.each_target(p, f.gun, |hex| out.push(Action::Bombard(f.gun, hex)));
        out.push(Action::Done);
    }

    fn check(&self, p: &Position, f: &Bombard, _: Seat, action: Action) -> Result<(), No> {
        match (f.stage, action) {
            (BombardStage::After, Action::Done) => Ok(()),
            (BombardStage::After, Action::Bombard(gun, hex)) if gun == f.gun => {
                self.check_target(p, gun, hex)
            }
            (BombardStage::After, Action::Bombard(..)) => {
                Err(No(rule::R8_1f, "Batteries fire one after another, each on its own."))
            }
            (BombardStage::After, _) => {
                Err(No(rule::R8_3a, "The second volley follows the first at once, or not at all."))
            }
            (BombardStage::Ricochet, Action::Choose(unit)) if self.struck(p, f).has(unit) => Ok(()),
            _ => Err(No(rule::R8_5_2a, "Choose the unit that the ricochet strikes.")),
        }
    }

    fn offer(&self, p: &Position, _: &Bombard, _: Seat, action: Action) -> Offer {
        match action {
            Action::Choose(unit) => {
                let words = format!("The ricochet strikes {}.", self.unit_name(unit));
                Offer::new(rule::R8_5_1a, words).at(p.unit(unit).hex).by([unit])
            }
            Action::Done => Offer::new(rule::R8_4a, "No second volley."),
            _ => self.usual_offer(p, action),
        }
    }

    fn play(&self, p: &mut Position, f: Bombard, _: Seat, action: Action, log: &mut Log) {
        match action {
            Action::Bombard(_, target) => {
                p.set_top(Bombard { target, second: true, stage: BombardStage::Shot, ..f });
            }
            Action::Choose(unit) => {
                p.set_top(Bombard { stage: BombardStage::RicochetShot { unit }, ..f });
            }
            _ => self.flip_battery(p, f, log),
        }
    }

    fn rolled(&self, p: &mut Position, f: Bombard, faces: &[u8], log: &mut Log) {
        match f.stage {
            BombardStage::RicochetShot { unit } => self.roll_ricochet(p, f, unit, faces[0], log),
            BombardStage::Failure => self.roll_failure(p, f, faces[0], log),
            _ => self.roll_bombardment(p, f, faces[0], log),
        }
    }

    fn run(&self, p: &mut Position, f: Bombard, log: &mut Log) {
        let side = self.side_of(f.gun);
        match f.stage {
            BombardStage::Shot => p.roll(RollKind::Bombardment, side),
            BombardStage::Ricochet => {
                let struck = self.struck(p, &f);
                match (struck.single(), struck.is_empty()) {
                    (_, true) => p.set_top(Bombard { stage: BombardStage::After, ..f }),
                    (Some(unit), _) => p.set_top(Bombard { stage: BombardStage::RicochetShot { unit }, ..f }),
                    (None, _) => p.decide(enemy(side)),
                }
            }
            BombardStage::RicochetShot { .. } => p.roll(RollKind::Ricochet, side),
            BombardStage::After => self.after_bombardment(p, f, log),
            BombardStage::Failure => p.roll(RollKind::Failure, side),
        }
    }
}

impl Battle {
    /// Batteries of a wing that may bombard (8.1).
    pub(crate) fn batteries_ready(&self, p: &Position, wing: WingId) -> UnitSet {
        let ready = |gun: UnitId| {
            let u = p.unit(gun);
            self.is_gun(gun) && !u.fired && !u.failed && self.commanded(p, gun)
        };
        self.units_of_wing(p, wing).iter().filter(|u| ready(*u)).collect()
    }

    /// What a battery could hit from where it stands: range, cone, line of sight.
    pub(crate) fn check_aim(&self, p: &Position, gun: UnitId, hex: Hex) -> Result<(), No> {
        let g = p.unit(gun);
        self.check_aim_from(p, g.hex, g.facing, hex)
    }

    /// Whether a battery in a hex, turned to a vertex, could hit another hex.
    pub fn aims_at(&self, p: &Position, from: Hex, facing: Dir, hex: Hex) -> bool {
        self.check_aim_from(p, from, facing, hex).is_ok()
    }

    fn check_aim_from(&self, p: &Position, from: Hex, facing: Dir, hex: Hex) -> Result<(), No> {
        No::when(hex.is_none(), rule::R8_1c, "There is no such hex.")?;
        let range = self.map.distance(from, hex);
        No::when(range > self.charts.range || range == 0, rule::R8_1c, "It is out of range.")?;
        let words = "It is not in the cone of fire.";
        No::when(!in_cone(&self.map, from, Cone::Vertex(facing), hex), rule::R8_1c, words)?;
        let words = "The walls are in the way.";
        No::when(self.walled(from, hex) || range == 1 && !self.touch(from, hex), rule::R2_1_1f, words)?;
        if range > 1 && !self.sight.clear_past(&self.map, from, hex, |h| p.occupied(h)) {
            return Err(self.why_unseen(p, from, hex));
        }
        Ok(())
    }

    /// What blocks a line of sight; its ends never do (8.1.1c).
    fn why_unseen(&self, p: &Position, from: Hex, to: Hex) -> No {
        let blocks = |hex: Hex| !hex.is_none() && (self.terrain(hex).blocks_sight || p.occupied(hex));
        for between in self.map.line(from, to) {
            match between {
                Between::One(hex) if p.occupied(hex) => {
                    return No(rule::R8_1_1b, "A unit in between blocks the line of sight.");
                }
                Between::One(hex) if blocks(hex) => {
                    return No(rule::R8_1_1b, "The ground in between blocks the line of sight.");
                }
                Between::Pair(left, right) if blocks(left) && blocks(right) => {
                    return No(rule::R8_1_1d, "The line of sight runs between two hexes that both block it.");
                }
                _ => {}
            }
        }
        No(rule::R8_1_1a, "There is no line of sight.")
    }

    pub(crate) fn check_target(&self, p: &Position, gun: UnitId, hex: Hex) -> Result<(), No> {
        self.check_aim(p, gun, hex)?;
        No::when(!p.holds(self, enemy(self.side_of(gun)), hex), rule::R8_1a, "No enemy unit is there.")
    }

    pub(crate) fn each_target(&self, p: &Position, gun: UnitId, mut each: impl FnMut(Hex)) {
        let hex = p.unit(gun).hex;
        for target in self.map.within(hex, self.charts.range) {
            if target != hex && p.occupied(target) && self.check_target(p, gun, target).is_ok() {
                each(target);
            }
        }
    }

    pub(crate) fn has_target(&self, p: &Position, gun: UnitId) -> bool {
        let mut any = false;
        self.each_target(p, gun, |_| any = true);
        any
    }

    pub(crate) fn begin_bombardment(&self, p: &mut Position, f: Activation, gun: UnitId, target: Hex) {
        p.set_top(Activation { units: f.units.but(gun), ..f });
        p.push(Bombard { gun, target, second: false, stage: BombardStage::Shot });
    }

    fn aim(f: &Bombard, ricochet: bool) -> Aim {
        Aim { firer: f.gun, target: f.target, reaction: false, ricochet }
    }

    pub(crate) fn roll_bombardment(&self, p: &mut Position, f: Bombard, face: u8, log: &mut Log) {
        let aim = Self::aim(&f, false);
        let effect = self.shot_effect(p, aim, face);
        self.say_shot(p, aim, face, effect, log);
        let stage = if effect == Effect::Ricochet { BombardStage::Ricochet } else { BombardStage::After };
        p.set_top(Bombard { stage, ..f });
        self.strike(p, f.gun, f.target, effect, log);
    }

    /// The hex takes the effect; of two cavalry the owner picks by way of a volley of one shot.
    fn strike(&self, p: &mut Position, gun: UnitId, target: Hex, effect: Effect, log: &mut Log) {
        use crate::flow::{Volley, VolleyKind, VolleyStage};
        p.state.shots.clear();
        p.state.hits.clear();
        let mut shot = crate::position::Shot { effect, ..self.shot(p, gun, target, UnitId::NOBODY) };
        self.say_shielded(p, &shot, effect, log);
        let victims = self.victims(p, &shot);
        shot.victim = victims.single().unwrap_or(UnitId::NOBODY);
        let asks = shot.victim == UnitId::NOBODY && effect != Effect::Nothing;
        p.state.shots.push(shot);
        let (next, stage) = if asks { (0, VolleyStage::Victim) } else { (1, VolleyStage::Roll) };
        p.push(Volley { kind: VolleyKind::Fire, next, stage });
    }

    /// 8.5.2: units that a ricochet may strike: those still in the hex, else those behind it on the line of the
    /// shot (PR32).
    pub(crate) fn struck(&self, p: &Position, f: &Bombard) -> UnitSet {
        let foe = enemy(self.side_of(f.gun));
        let here = self.own_in(p, foe, f.target);
        let shield = |set: UnitSet| {
            let infantry: UnitSet = set.iter().filter(|u| !self.is_gun(*u)).collect();
            if infantry.is_empty() { set } else { infantry }
        };
        if !here.is_empty() {
            return shield(here);
        }
        // the line goes on through the side opposite to that by which it came in
        let (side, beside) = self.map.exit_sides(f.target, p.unit(f.gun).hex);
        let sides = [Some(side), beside];
        let mut units = UnitSet::EMPTY;
        for dir in sides.into_iter().flatten().map(hexmap::opposite) {
            let behind = self.map.neighbour(f.target, dir);
            if !behind.is_none() && self.touch(f.target, behind) {
                units = units.with(shield(self.own_in(p, foe, behind)));
            }
        }
        units
    }

    pub(crate) fn roll_ricochet(&self, p: &mut Position, f: Bombard, unit: UnitId, face: u8, log: &mut Log) {
        p.set_top(Bombard { stage: BombardStage::After, ..f });
        let target = p.unit(unit).hex;
        let aim = Aim { firer: f.gun, target, reaction: false, ricochet: true };
        let effect = self.shot_effect(p, aim, face);
        self.say_shot(p, aim, face, effect, log);
        p.state.hits.clear();
        let from = p.unit(f.gun).hex;
        let effect = if p.unit(unit).order == Order::Routed && effect == Effect::Nothing {
            Effect::Disorder(0)
        } else {
            effect
        };
        self.add_hit(p, unit, effect, from);
        if let Some(hit) = p.hits.first().copied() {
            p.state.hits.clear();
            self.suffer(p, hit, false);
        }
    }

    fn after_bombardment(&self, p: &mut Position, f: Bombard, log: &mut Log) {
        p.state.shots.clear();
        let hex = p.unit(f.gun).hex;
        if f.second {
            return p.set_top(Bombard { stage: BombardStage::Failure, ..f });
        }
        self.smoke(p, hex, rule::R8_3b, log);
        if self.has_target(p, f.gun) {
            p.decide(self.side_of(f.gun));
        } else {
            self.flip_battery(p, f, log);
        }
    }

    /// The battery is FIRED, after its second volley or because it fires no other (8.3c, 8.4a).
    fn flip_battery(&self, p: &mut Position, f: Bombard, log: &mut Log) {
        p.unit_mut(f.gun).fired = true;
        log.say(|| {
            let rule = if f.second { rule::R8_3c } else { rule::R8_4a };
            self.say(p, "fired", rule, "{} has fired.").unit(f.gun)
        });
        p.pop();
    }

    pub(crate) fn roll_failure(&self, p: &mut Position, f: Bombard, face: u8, log: &mut Log) {
        let failed = face <= self.charts.failure_up_to;
        log.say(|| {
            self.say(p, "failure", rule::R8_4b, "{} rolls {}: {}.")
                .unit(f.gun)
                .with(face)
                .with(if failed { "its guns fail for the day" } else { "its guns hold" })
                .dice(&[face])
        });
        p.unit_mut(f.gun).failed = failed;
        self.flip_battery(p, f, log);
    }

    pub(crate) fn offer_bombardment(&self, p: &Position, gun: UnitId, hex: Hex) -> Offer {
        let from = p.unit(gun).hex;
        let blocks = |hex: Hex| self.terrain(hex).blocks_sight;
        let rule = match (self.map.distance(from, hex), blocks(from) || blocks(hex)) {
            (..=1, _) => rule::R8_1a,
            (_, true) => rule::R8_1_1c,
            (_, false) => rule::R8_1_1a,
        };
        let words = format!("{} bombards {}.", self.unit_name(gun), self.troops(p, hex));
        Offer::new(rule, words).at(hex).by([gun]).with_forecast()
    }
}

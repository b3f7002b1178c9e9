//! The sergeant: a staff officer. He draws the Line that is worth most for each formation, sends each unit where
//! it serves best, attacks and fires where it pays, and keeps commanders with those who fight.

use super::deploy::Placement;
use super::eye::{Eye, MUSKETS, goals, lost_a_place};
use super::fields::Fields;
use super::ground::Ground;
use super::temper::Temper;
use super::{lines, moving};
use crate::policy::Policy;
use ::piacenza::battle::NO;
use ::piacenza::flow::{Activation, FireStage, Frame, March, MarchStage, Move, Segment, Train, TrainKind};
use ::piacenza::model::{Class, FormationId, UnitId};
use ::piacenza::position::{Order, Position, enemy};
use ::piacenza::{Action, Battle};
use hexmap::Hex;
use kernel::{Lot, Seat};
use std::sync::Arc;

#[derive(Clone)]
pub struct Sergeant {
    ground: Arc<Ground>,
    /// By side.
    tempers: [Temper; 2],
    /// The Line that is being drawn: the turn and formation it is for, and the places.
    plan: Option<Plan>,
    fields: Fields,
    /// The only place to make for.
    focus: Option<usize>,
    /// Which Line to draw: the best, or the one this far below it.
    rank: usize,
    /// What he likes about each place, for no reason.
    whim: Option<Whim>,
    /// Where to place his pieces at the start, and whether he has.
    placement: Option<Arc<Placement>>,
    placed: bool,
    reason: String,
}

#[derive(Clone)]
struct Plan {
    turn: u8,
    formation: FormationId,
    places: Vec<(UnitId, Hex)>,
}

impl Sergeant {
    pub fn new(b: &Battle) -> Sergeant {
        Sergeant::with(b, [Temper::of(b, 0), Temper::of(b, 1)])
    }

    pub fn with(b: &Battle, tempers: [Temper; 2]) -> Sergeant {
        Sergeant {
            ground: Ground::of(b),
            tempers,
            plan: None,
            fields: Fields::default(),
            focus: None,
            rank: 0,
            whim: None,
            placement: None,
            placed: false,
            reason: String::new(),
        }
    }

    /// Makes for one place with all formations.
    pub fn making_for(mut self, focus: Option<usize>) -> Sergeant {
        self.focus = focus;
        self
    }

    /// Draws not the best Line but another.
    pub fn drawing(mut self, rank: usize) -> Sergeant {
        self.rank = rank;
        self
    }

    /// Likes some places better than they deserve.
    pub fn fancying(mut self, whim: Option<Whim>) -> Sergeant {
        self.whim = whim;
        self
    }

    /// Places his pieces so, where the scenario leaves it to him.
    pub fn placing(mut self, placement: Option<Arc<Placement>>) -> Sergeant {
        self.placement = placement;
        self
    }

    fn march(&mut self, eye: &Eye, f: &March, legal: &[Action]) -> Action {
        match f.stage {
            MarchStage::Prepare => self.prepare(eye, f, legal),
            MarchStage::Draw => self.draw(f, legal),
            MarchStage::Commander => eye.best_ride(legal),
            _ => next_unit(eye, legal),
        }
    }

    /// Draws a Line where infantry is, or can come, near enough to the enemy to need one.
    fn prepare(&mut self, eye: &Eye, f: &March, legal: &[Action]) -> Action {
        let planned =
            self.plan.as_ref().is_some_and(|plan| plan.turn == eye.p.turn && plan.formation == f.formation);
        if legal.contains(&Action::Draw) && !planned {
            let foe = enemy(eye.side);
            let found = lines::best_line(eye.b, eye.p, f, self.rank, &mut |unit, hex, left| {
                eye.place(unit, hex, left) + fancy(self.whim, eye.p.turn, unit, hex)
            });
            if let Some((places, gain)) = found {
                let engaged = places
                    .iter()
                    .any(|(u, hex)| eye.p.engaged(foe, *hex) || eye.p.engaged(foe, eye.p.unit(*u).hex));
                let moves = places.iter().any(|(u, hex)| eye.p.unit(*u).hex != *hex);
                let draws = engaged && moves && (gain > 0.1 || self.rank > 0);
                let places = if draws { places } else { Vec::new() };
                self.plan = Some(Plan { turn: eye.p.turn, formation: f.formation, places });
                if draws {
                    self.reason = format!(
                        "A Line of {} brings the formation to where it serves best.",
                        self.plan.as_ref().map_or(0, |p| p.places.len())
                    );
                    return Action::Draw;
                }
            }
        }
        next_unit(eye, legal)
    }

    fn draw(&mut self, f: &March, legal: &[Action]) -> Action {
        let Some(plan) = self.plan.as_mut().filter(|plan| plan.formation == f.formation) else {
            return Action::Drop;
        };
        let next =
            plan.places.iter().map(|(unit, hex)| Action::Assign(*unit, *hex)).find(|a| legal.contains(a));
        match next {
            Some(action) => action,
            None if legal.contains(&Action::Done) => Action::Done,
            None => {
                plan.places.clear();
                Action::Drop
            }
        }
    }

    fn move_unit(&mut self, eye: &Eye, m: &Move, legal: &[Action]) -> Action {
        let mut best: Option<(f32, Action)> = None;
        for action in legal {
            let (unit, dir, charge) = match *action {
                Action::Melee(unit, dir) => (unit, dir, false),
                Action::Charge(unit, dir) => (unit, dir, true),
                _ => continue,
            };
            let value = eye.attack(unit, m.hex, eye.b.map.neighbour(m.hex, dir), charge);
            let least = if eye.b.is_cavalry(unit) { eye.temper.spur } else { eye.temper.bold };
            if value > least && best.is_none_or(|(most, _)| value > most) {
                best = Some((value, *action));
            }
        }
        if let Some((_, action)) = best {
            return action;
        }
        let gun = m.who().first().filter(|u| eye.b.is_gun(*u));
        if let Some(gun) = gun {
            return move_gun(eye, m, gun, legal);
        }
        let mut value = |unit: UnitId, hex: Hex, left: u16| {
            eye.place(unit, hex, left)
                + hope(eye, m, unit, hex, left)
                + fancy(self.whim, eye.p.turn, unit, hex)
        };
        moving::next_step(eye.b, eye.p, m, legal, &mut value)
    }
}

/// A liking for some places that has no reason: by it the captain comes upon moves that no rule of thumb would name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whim {
    pub seed: u32,
    /// How much the place that is liked best seems better than it is.
    pub most: f32,
}

/// How much a unit likes a hex: the same all through a turn.
fn fancy(whim: Option<Whim>, turn: u8, unit: UnitId, hex: Hex) -> f32 {
    let Some(whim) = whim else { return 0.0 };
    let mut mixed = whim.seed ^ u32::from(turn) << 24 ^ (unit.index() as u32) << 16 ^ hex.index() as u32;
    for factor in [0x9e37_79b1_u32, 0x85eb_ca6b, 0xc2b2_ae35] {
        mixed = (mixed ^ mixed >> 15).wrapping_mul(factor);
    }
    whim.most * (mixed >> 8) as f32 / (1 << 24) as f32
}

/// What cavalry could attack at once from a hex that it comes to with so many halves of points left.
fn hope(eye: &Eye, m: &Move, unit: UnitId, hex: Hex, left: u16) -> f32 {
    let (b, p, foe) = (eye.b, eye.p, enemy(eye.side));
    let commanded = p.march().is_some_and(|march| march.commanded.has(unit));
    if !b.is_cavalry(unit) || p.unit(unit).order != Order::Good || !commanded {
        return 0.0;
    }
    // where an enemy stood when the Movement segment began (10.3)
    let stood = |u: UnitId| if p.unit(u).began.is_none() { p.unit(u).hex } else { p.unit(u).began };
    let mut best: f32 = f32::MIN;
    for (dir, near) in b.map.neighbours(hex).iter().enumerate() {
        if near.is_none() || !p.holds(b, foe, *near) || !b.terrain(*near).cavalry_melee {
            continue;
        }
        let cost = b.step_costs(Class::Cavalry, hex, dir as u8);
        if cost == NO || u16::from(cost) > left || eye.is_attacked(*near) {
            continue;
        }
        let horse = p.in_hex(*near).iter().all(|u| b.is_cavalry(u));
        let charge = horse
            && !b.is_mounted_dragoon(unit)
            && b.terrain(*near).charge
            && b.terrain(hex).charge
            && b.side(hex, dir as u8).charge
            && p.in_hex(*near).iter().all(|u| b.map.distance(m.start, stood(u)) > 1);
        best = best.max(eye.attack(unit, hex, *near, charge));
    }
    if best <= eye.temper.spur {
        return 0.0;
    }
    // among muskets it stands only to attack, and must bring its horses up to them first (7.1)
    let muskets = p.infantry_zoc(foe, hex);
    let gain = 0.5 + 2.0 * best + if muskets { MUSKETS } else { 0.0 };
    if !muskets || hex == p.unit(unit).hex {
        return gain;
    }
    let comes = f32::from(b.training_chance(p, Train { unit, kind: TrainKind::InfantryZone })) / 10.0;
    comes * gain + (1.0 - comes) * (MUSKETS - 0.6)
}

/// The next unit of the formation: those with a place in the Line, then the others; batteries turn or move.
fn next_unit(eye: &Eye, legal: &[Action]) -> Action {
    let mut placed: Vec<(UnitId, Hex)> =
        eye.p.line.iter().copied().filter(|(unit, _)| !eye.p.unit(*unit).moved).collect();
    placed.sort_by(|x, y| {
        let way = |unit: UnitId| eye.way(unit, eye.p.unit(unit).hex);
        way(x.0).total_cmp(&way(y.0))
    });
    // nobody is in the way of another
    for (unit, _) in eye.b.order_of_going(eye.p, &placed).unwrap_or_default() {
        let take = Action::Take(unit, UnitId::NOBODY);
        if legal.contains(&take) {
            return take;
        }
    }
    let placed = |unit: UnitId| eye.p.line.iter().any(|(u, _)| *u == unit);
    // those with a place in the Line, then horse, and who is in front first: nobody is in the way of the others
    let rank = |unit: UnitId| {
        let first = if placed(unit) {
            0.0
        } else if eye.b.is_cavalry(unit) {
            1000.0
        } else {
            2000.0
        };
        first + eye.way(unit, eye.p.unit(unit).hex)
    };
    let mut later: Option<(f32, Action)> = None;
    let mut turn: (f32, Option<Action>) = (0.0, None);
    for action in legal {
        match *action {
            Action::Take(unit, with) if with == UnitId::NOBODY => {
                let rank = rank(unit);
                if later.is_none_or(|(least, _)| rank < least) {
                    later = Some((rank, *action));
                }
            }
            Action::Face(gun, dir) => {
                let g = eye.p.unit(gun);
                let gain = eye.field_of_fire(gun, g.hex, dir) - eye.field_of_fire(gun, g.hex, g.facing);
                if gain > turn.0 + 0.02 {
                    turn = (gain, Some(*action));
                }
            }
            _ => {}
        }
    }
    turn.1.or(later.map(|(_, action)| action)).unwrap_or(if legal.contains(&Action::Done) {
        Action::Done
    } else {
        legal[0]
    })
}

/// A battery moves if it has no target, or if it would be lost where it stands; then it is turned.
fn move_gun(eye: &Eye, m: &Move, gun: UnitId, legal: &[Action]) -> Action {
    let field = |hex: Hex| (0..6).map(|dir| eye.field_of_fire(gun, hex, dir)).fold(0.0, f32::max);
    // who moves does not fire (5.1): a target in hand is worth more than one in the next turn
    let now = if m.stepped { 0.0 } else { eye.best_shot(gun) };
    let mut value = |unit: UnitId, hex: Hex, _: u16| {
        let fire = if hex == m.hex && now > 0.0 { 0.6 + 1.3 * now } else { field(hex) };
        let moving = match hex == m.hex {
            true => 0.0,
            false if now > 0.0 => 0.3,
            false => 0.05,
        };
        let far = f32::from(eye.nearest_enemy(hex).saturating_sub(eye.b.charts.range));
        let way = eye.way(unit, hex).min(20.0);
        fire - moving - eye.exposed(unit, hex) - 0.2 * far - 0.03 * way
            + 0.2 * f32::from(eye.b.terrain(hex).cover)
    };
    let step = moving::next_step(eye.b, eye.p, m, legal, &mut value);
    if !m.stepped || matches!(step, Action::Step(_)) {
        return step;
    }
    let faced =
        |a: &Action| if let Action::Face(_, dir) = a { eye.field_of_fire(gun, m.hex, *dir) } else { -1.0 };
    let best = legal.iter().max_by(|x, y| faced(x).total_cmp(&faced(y)));
    match best {
        Some(action) if faced(action) > eye.field_of_fire(gun, m.hex, eye.p.unit(gun).facing) => *action,
        _ => step,
    }
}

/// Formations nearest to the enemy move first; batteries after all, when it is plain whom they see.
fn next_formation(eye: &Eye, f: &Activation, legal: &[Action]) -> Action {
    let rank = |action: &Action| {
        // ending the segment comes last
        let Action::Formation(formation) = *action else { return f32::MIN };
        let def = &eye.b.army.formations[formation];
        if def.leader.is_none() {
            return -100.0;
        }
        let units = def.units.iter().filter(|u| eye.p.on_map(**u));
        -units.map(|u| f32::from(eye.nearest_enemy(eye.p.unit(*u).hex))).fold(99.0, f32::min)
    };
    let _ = f;
    *legal.iter().max_by(|x, y| rank(x).total_cmp(&rank(y))).unwrap_or(&legal[0])
}

impl Policy<Battle> for Sergeant {
    fn choose(&mut self, b: &Battle, p: &Position, seat: Seat, legal: &[Action], _lot: &mut Lot) -> Action {
        let ground = self.ground.clone();
        let mut fields = std::mem::take(&mut self.fields);
        let places = || {
            let mut places = goals(b, p, seat.0);
            if let Some(focus) = self.focus {
                places.retain(|(goal, _)| *goal == focus);
            }
            places
        };
        // only who marches needs to know the ways as they are now
        if p.march().is_some() && p.activation().is_some_and(|a| b.army.wings[a.wing].side == seat.0) {
            fields.refresh(b, p, seat.0, places);
        }
        let temper = self.tempers[seat.0 as usize].roused(lost_a_place(b, p, seat.0));
        let eye = Eye::new(b, p, &ground, seat.0, temper).with_fields(&fields);
        self.reason.clear();
        let action = match p.top() {
            Frame::Activation(f) => match f.segment {
                Segment::Billebaude => legal[0],
                Segment::Movement | Segment::Combat => next_formation(&eye, &f, legal),
                Segment::Bombardment => eye.name_bombardment(legal, false),
                _ => eye.best_ride(legal),
            },
            Frame::March(f) => self.march(&eye, &f, legal),
            Frame::Move(m) => self.move_unit(&eye, &m, legal),
            Frame::Bombard(_) if matches!(legal[0], Action::Bombard(..) | Action::Done) => {
                eye.name_bombardment(legal, true)
            }
            Frame::Fire(f) => match f.stage {
                FireStage::Targets => eye.name_shot(legal),
                FireStage::Answers => eye.name_answer(legal, false),
                FireStage::AnswersAgain => eye.name_answer(legal, true),
                FireStage::Again => eye.name_again(&f, legal),
                _ => legal[0],
            },
            Frame::Setup(f) => match &self.placement {
                Some(placement) => placement.next(&f, &mut self.placed, legal),
                None => eye.answer_other(legal),
            },
            _ => eye.answer_other(legal),
        };
        self.fields = fields;
        action
    }

    fn reason(&self) -> String {
        self.reason.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::piacenza::data;
    use ::piacenza::handmade::position;
    use hexmap::Dir;
    use kernel::{Game, Log, Need, Show};

    fn battle() -> Battle {
        Battle::new(data::load(&data::files(), "campaign").expect("sound data"))
    }

    /// Open ground, five hexes in a row: numbers.
    fn row(b: &Battle, dir: Dir) -> [String; 5] {
        let plain = |hex: Hex| {
            b.map.within(hex, 1).count() == 7
                && b.map.within(hex, 1).all(|h| {
                    b.playable(h)
                        && b.terrain(h).id == "clear"
                        && !b.map.has_road(h)
                        && (0..6).all(|dir| b.map.side(h, dir) == 0)
                })
        };
        let along = |hex: Hex| {
            let mut hexes = [hex; 5];
            for i in 1..5 {
                hexes[i] =
                    if hexes[i - 1].is_none() { Hex::NONE } else { b.map.neighbour(hexes[i - 1], dir) };
            }
            hexes
        };
        let row = b.map.hexes().map(along).find(|row| row.iter().all(|hex| !hex.is_none() && plain(*hex)));
        row.expect("there is open ground").map(|hex| b.map.number(hex).to_string())
    }

    /// What a sergeant does with the wing that is activated, in words, until it has moved and fought.
    fn deeds(b: &Battle, text: &str, side: u8) -> Vec<String> {
        deeds_of(b, text, side, Sergeant::new(b))
    }

    fn deeds_of(b: &Battle, text: &str, side: u8, sergeant: Sergeant) -> Vec<String> {
        let mut p = position(b, text);
        let mut sergeants = [sergeant.clone(), sergeant];
        let mut lot = Lot::of("deeds", 1);
        let (mut legal, mut faces, mut done) = (Vec::new(), Vec::new(), Vec::new());
        while p.activation().is_some_and(|a| a.segment != Segment::Commanders) {
            match b.need(&p) {
                Need::Over(_) => break,
                Need::Chance(request) => {
                    request.by_lot(&mut lot, &mut faces);
                    b.roll(&mut p, &faces, &mut Log::off());
                }
                Need::Decide(seats) => {
                    let seat = seats.iter().next().expect("somebody");
                    b.legal(&p, seat, &mut legal);
                    let action = sergeants[usize::from(seat.0)].choose(b, &p, seat, &legal, &mut lot);
                    if seat.0 == side {
                        done.push(b.notation(&p, action));
                    }
                    b.apply(&mut p, seat, action, &mut Log::off());
                }
            }
        }
        done
    }

    fn says(deeds: &[String], words: &str) -> bool {
        deeds.iter().any(|deed| deed.starts_with(words))
    }

    /// Cuirassiers four hexes from hussars of the same strength ride up and charge them: they strike first (10.3).
    #[test]
    fn horse_charges_horse_that_it_can_reach() {
        let b = battle();
        let [from, _, _, _, to] = row(&b, 2);
        for state in ["", " reduced"] {
            let text = format!(
                "turn 7; activate fs-rs movement; calatrava-cav {from}; fc-villadarias {from}; wc-castelar {from}; \
                 cic-felipe {from}; dessewffy-hus {to}{state}"
            );
            let done = deeds(&b, &text, 0);
            assert!(says(&done, "charge fs-calatrava-cav"), "{done:?}");
        }
        // a weak squadron leaves two stronger ones alone
        let text = format!(
            "turn 7; activate fs-rs movement; calatrava-cav {from} reduced; fc-villadarias {from}; wc-castelar {from}; \
             cic-felipe {from}; dessewffy-hus+miglio-cuir {to}"
        );
        let done = deeds(&b, &text, 0);
        assert!(!says(&done, "charge"), "{done:?}");
    }

    /// Horse rides over guns that stand alone, drives off foot in disorder, and leaves steady foot alone.
    #[test]
    fn horse_rides_down_guns_and_broken_foot() {
        let b = battle();
        let [from, _, _, to, _] = row(&b, 2);
        let lead = format!(
            "turn 7; activate fs-rs movement; calatrava-cav {from}; fc-villadarias {from}; wc-castelar {from}; \
             cic-felipe {from}"
        );
        let done = deeds(&b, &format!("{lead}; au-rw-art-1 {to} NE"), 0);
        assert!(says(&done, "melee fs-calatrava-cav"), "{done:?}");
        let done = deeds(&b, &format!("{lead}; wallis-ir {to} disordered; fc-novati {to}"), 0);
        assert!(says(&done, "melee fs-calatrava-cav"), "{done:?}");
        let steady =
            format!("{lead}; wallis-ir {to}; fc-novati {to}; wc-pallavicini {to}; cic-liechtenstein {to}");
        let done = deeds(&b, &steady, 0);
        assert!(!says(&done, "melee"), "{done:?}");
    }

    /// A battery with a target in its cone, or in the cone that it can be turned to, fires and does not move, even if
    /// the enemy is near; without one it moves up (5.1, 8.1).
    #[test]
    fn a_battery_with_a_target_fires() {
        let b = battle();
        let [gun, one, two, three, four] = row(&b, 2);
        let lead = format!("turn 7; activate fs-lw movement; wc-de-gages {gun}; cic-felipe {gun}");
        for facing in ["NE", "SW"] {
            for target in [&one, &two, &three] {
                let done = deeds(&b, &format!("{lead}; fs-lw-art-1 {gun} {facing}; wallis-ir {target}"), 0);
                assert!(says(&done, "bombard fs-lw-art-1"), "{facing} {target}: {done:?}");
                assert!(!says(&done, "step"), "{facing} {target}: {done:?}");
            }
        }
        let done = deeds(&b, &format!("{lead}; fs-lw-art-1 {gun} NE; wallis-ir {four}"), 0);
        assert!(says(&done, "step"), "{done:?}");
    }

    fn gossolengo() -> Battle {
        Battle::new(data::load(&data::files(), "gossolengo").expect("sound data"))
    }

    /// Horse in the village cannot be stormed (9.2.3): the foot comes up on more than one side of it and fires at it,
    /// twice, although other horse would be an easier target.
    #[test]
    fn foot_shoots_horse_out_of_the_place_that_it_wants() {
        let b = gossolengo();
        let text = "turn 7; activate fs-rw movement; guyenne-inf 0826; auxerrois-inf 0926; montmorin-inf 1026; \
                    fc-larnage 0926; rochefocauld-cav-1+rochefocauld-cav-2 0827; tripps-cav-1 0829; fc-lucchesi 0829";
        let done = deeds(&b, text, 0);
        assert!(says(&done, "step 0927"), "{done:?}");
        for unit in ["guyenne", "auxerrois", "montmorin"] {
            assert!(says(&done, &format!("fire fs-{unit}-inf 0827")), "{unit}: {done:?}");
        }
        assert!(says(&done, "again"), "{done:?}");
    }

    /// By a whim units go elsewhere than usual, by the same whim always to the same places.
    #[test]
    fn a_whim_leads_elsewhere() {
        let b = gossolengo();
        let text = "turn 6; activate fs-rw movement; guyenne-inf 1024; auxerrois-inf 1124; montmorin-inf 1224; \
                    fc-larnage 1124; rochefocauld-cav-1+rochefocauld-cav-2 0829; fc-lucchesi 0829";
        let led = |whim: Option<Whim>| deeds_of(&b, text, 0, Sergeant::new(&b).fancying(whim));
        let by = |seed: u32, most: f32| led(Some(Whim { seed, most }));
        let ways: std::collections::BTreeSet<Vec<String>> = (0..8).map(|seed| by(seed, 2.0)).collect();
        assert!(ways.len() > 3, "{ways:?}");
        assert_eq!(by(5, 2.0), by(5, 2.0));
        assert_eq!(by(5, 0.0), led(None));
    }

    /// Mounted dragoons may not stop alone before the enemy's foot (10.5): they go to where they may, and not to and fro.
    #[test]
    fn dragoons_do_not_ride_to_and_fro() {
        let b = gossolengo();
        for (dragoons, foot) in [("1029", "1025"), ("0929", "0826"), ("0928", "0925"), ("0829", "0926")] {
            let text = format!(
                "turn 6; activate au-lw movement; bartholotti-cav {dragoons}; fc-lucchesi {dragoons}; \
                 rochefocauld-cav-1+rochefocauld-cav-2 0827; guyenne-inf {foot}; fc-larnage {foot}"
            );
            let done = deeds(&b, &text, 1);
            let taken = done.iter().position(|deed| deed.starts_with("take au-bartholotti-cav"));
            let steps: Vec<&String> = done[taken.expect("they move too") + 1..]
                .iter()
                .take_while(|deed| deed.starts_with("step"))
                .collect();
            let mut hexes = steps.clone();
            hexes.sort();
            hexes.dedup();
            assert_eq!(hexes.len(), steps.len(), "{dragoons} {foot}: {done:?}");
        }
    }
}

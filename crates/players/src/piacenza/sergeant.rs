//! The sergeant: a staff officer. He draws the Line that is worth most for each formation, sends each unit where
//! it serves best, attacks and fires where it pays, and keeps commanders with those who fight.

use super::deploy::Placement;
use super::eye::{Eye, goals, lost_a_place};
use super::fields::Fields;
use super::ground::Ground;
use super::temper::Temper;
use super::{lines, moving};
use crate::policy::Policy;
use ::piacenza::flow::{Activation, FireStage, Frame, March, MarchStage, Move, Segment};
use ::piacenza::model::{FormationId, UnitId};
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
    /// Which Line to draw: the best, or the so manieth after it.
    rank: usize,
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
                eye.place(unit, hex, left)
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
            if value > eye.temper.bold && best.is_none_or(|(most, _)| value > most) {
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
        let mut value = |unit: UnitId, hex: Hex, left: u16| eye.place(unit, hex, left) + hope(eye, unit, hex);
        moving::next_step(eye.b, eye.p, m, legal, &mut value)
    }
}

/// What cavalry could attack from a hex.
fn hope(eye: &Eye, unit: UnitId, hex: Hex) -> f32 {
    let (b, p, foe) = (eye.b, eye.p, enemy(eye.side));
    if !b.is_cavalry(unit) || p.unit(unit).order != Order::Good {
        return 0.0;
    }
    let mut best: f32 = 0.0;
    for near in b.map.neighbours(hex) {
        if near.is_none() || !p.holds(b, foe, *near) || !b.terrain(*near).cavalry_melee {
            continue;
        }
        let horse = p.in_hex(*near).iter().any(|u| b.is_cavalry(u));
        let charge = horse && !b.is_mounted_dragoon(unit) && b.terrain(*near).charge && b.terrain(hex).charge;
        best = best.max(eye.attack(unit, hex, *near, charge));
    }
    if best > eye.temper.bold { 0.5 + best } else { 0.0 }
}

/// The next unit of the formation: those with a place in the Line, then the others; batteries turn or move.
fn next_unit(eye: &Eye, legal: &[Action]) -> Action {
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
            Action::Take(unit, with) if with == ::piacenza::position::NOBODY => {
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

/// A battery moves only where it has nothing to do and the enemy is not near.
fn move_gun(eye: &Eye, m: &Move, gun: UnitId, legal: &[Action]) -> Action {
    let field = |hex: Hex| (0..6).map(|dir| eye.field_of_fire(gun, hex, dir)).fold(0.0, f32::max);
    if m.stepped {
        let faced = |a: &Action| {
            if let Action::Face(_, dir) = a { eye.field_of_fire(gun, m.hex, *dir) } else { -1.0 }
        };
        let best = legal.iter().max_by(|x, y| faced(x).total_cmp(&faced(y)));
        let now = eye.field_of_fire(gun, m.hex, eye.p.unit(gun).facing);
        return match best {
            Some(action) if faced(action) > now => *action,
            _ if legal.contains(&Action::Done) => Action::Done,
            _ => legal[0],
        };
    }
    let here = field(m.hex);
    let mut value = |unit: UnitId, hex: Hex, _: u16| {
        let near = eye.nearest_enemy(hex);
        let exposed = if near <= 2 { 2.0 } else { 0.0 };
        2.0 * field(hex) - exposed - 0.5 * eye.danger(unit, hex) - 0.1 * eye.way(unit, hex).min(20.0)
            + 0.4 * f32::from(eye.b.terrain(hex).cover)
            - if hex == m.hex { 0.0 } else { 0.3 + 1.5 * here }
    };
    moving::next_step(eye.b, eye.p, m, legal, &mut value)
}

/// Formations nearest to the enemy move first; batteries before all, for they only turn.
fn next_formation(eye: &Eye, f: &Activation, legal: &[Action]) -> Action {
    let rank = |action: &Action| {
        let Action::Formation(formation) = *action else { return f32::MIN };
        let def = &eye.b.army.formations[formation as usize];
        if def.leader.is_none() {
            return 100.0;
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
        if p.march().is_some() && p.activation().is_some_and(|a| b.army.wings[a.wing as usize].side == seat.0)
        {
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

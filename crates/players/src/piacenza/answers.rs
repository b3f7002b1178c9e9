//! Decisions that are the same for every officer: wings, rides, retreats, losses, rallies.

use super::eye::Eye;
use ::piacenza::Action;
use ::piacenza::flow::{Frame, SelectionStage, Train, TrainKind};
use ::piacenza::model::{LeaderId, Rank, UnitId, Victory, WingId};
use ::piacenza::position::{Order, Place, enemy};
use hexmap::Hex;

impl Eye<'_> {
    /// How much a wing has to do: units near the enemy, units that have to be rallied.
    fn business(&self, wing: WingId) -> f32 {
        let mut sum = 0.0;
        for formation in &self.b.army.wings[wing].formations {
            for unit in &self.b.army.formations[*formation].units {
                if self.p.on_map(*unit) {
                    let near = self.nearest_enemy(self.p.unit(*unit).hex);
                    sum += match near {
                        0..=1 => 2.0,
                        2..=4 => 1.0,
                        _ => 0.1,
                    };
                }
            }
        }
        sum
    }

    /// Who goes first gets there first; who must shoot the enemy out of a place before he can enter it goes second
    /// and hopes to go first in the next turn.
    fn order(&self, legal: &[Action]) -> Action {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        let held = |hex: &Hex| b.occupies(p, foe, *hex);
        let late = p.turn >= b.scenario.last_turn;
        if let Victory::LastHeld(hex) = &b.scenario.victory
            && held(hex)
            && !late
            && let Some(second) = legal.iter().find(|a| matches!(a, Action::GoSecond { .. }))
        {
            return *second;
        }
        Action::GoFirst
    }

    fn objective(&self, legal: &[Action]) -> Action {
        let mut best: Option<(f32, Action)> = None;
        for action in legal {
            let Action::Objective(index) = *action else { continue };
            // how far the nearest quarter of the foot is
            let mut ways: Vec<f32> = self
                .p
                .units
                .ids()
                .filter(|u| self.p.on_map(*u) && self.b.side_of(*u) == self.side && self.b.is_infantry(*u))
                .map(|u| self.ground.way(index as usize, false, self.p.unit(u).hex))
                .collect();
            ways.sort_by(f32::total_cmp);
            let near = ways.iter().take(8).sum::<f32>();
            if best.is_none_or(|(least, _)| near < least) {
                best = Some((near, *action));
            }
        }
        best.map_or(legal[0], |(_, action)| action)
    }

    /// What a unit could storm in the next turn if its commander were with it (9.2.2).
    fn to_storm(&self, unit: UnitId) -> f32 {
        let (b, p, foe) = (self.b, self.p, enemy(self.side));
        let hex = p.unit(unit).hex;
        let near = b.map.neighbours(hex).iter().filter(|h| !h.is_none() && p.holds(b, foe, **h));
        let worth = near.filter(|h| self.can_be_stormed(**h)).map(|h| self.attack(unit, hex, *h, false));
        3.0 * self.temper.ready * worth.fold(0.0, f32::max)
    }

    /// Where a commander rides: beside as many of his units as can use him, not before the line.
    fn ride(&self, leader: LeaderId, hex: Hex) -> f32 {
        let (b, p) = (self.b, self.p);
        let def = &b.army.leaders[leader];
        let mut value = 0.0;
        let there = p.in_hex(hex);
        let own = |u: UnitId| match def.rank {
            Rank::Formation => Some(b.formation_of(u)) == def.formation,
            Rank::Wing | Rank::Bearer => Some(b.wing_of(u)) == def.wing,
            Rank::Chief => false,
        };
        for near in b.map.within(hex, 1) {
            for unit in p.in_hex(near) {
                if own(unit) && b.is_infantry(unit) {
                    let fights = self.nearest_enemy(p.unit(unit).hex) <= 2;
                    let shaken = p.unit(unit).order != Order::Good || p.unit(unit).billebaude;
                    value += if fights { 1.0 } else { 0.3 } + if shaken { 0.4 } else { 0.0 };
                    if def.rank == Rank::Formation {
                        value += self.to_storm(unit);
                    }
                } else if own(unit) {
                    value += 0.3;
                }
            }
        }
        let near = self.nearest_enemy(hex);
        // alone before the enemy he is taken; with steady troops he is safer
        let guarded = there.iter().any(|u| p.unit(u).order == Order::Good && b.side_of(u) == self.side);
        if near <= 1 {
            value -= if guarded { 1.2 } else { 4.0 };
        } else if near <= 4 && !guarded {
            value -= 1.0;
        }
        match def.rank {
            Rank::Wing => {
                // his formations within his range, himself within the chief's
                let range = b.range_of(p, leader);
                let wing = def.wing.map_or(&[][..], |w| &b.army.wings[w].formations[..]);
                for formation in wing {
                    if let Some(fc) = b.formation_commander(*formation)
                        && p.leader(fc).place == Place::Map
                    {
                        let far = b.map.distance(p.leader(fc).hex, hex);
                        value += if far <= range.saturating_sub(3) {
                            1.0
                        } else if far <= range {
                            0.5
                        } else {
                            -2.0
                        };
                    }
                }
                let chief = b.chief(self.side);
                if p.leader(chief).place == Place::Map
                    && b.map.distance(p.leader(chief).hex, hex) > b.range_of(p, chief)
                {
                    value -= 6.0;
                }
            }
            Rank::Chief => {
                let range = b.range_of(p, leader);
                for wing in &b.scenario.wings[self.side as usize] {
                    let commander = b.wing_commander(*wing);
                    if p.leader(commander).place == Place::Map {
                        let far = b.map.distance(p.leader(commander).hex, hex);
                        value += if far + 4 <= range {
                            1.0
                        } else if far <= range {
                            0.6
                        } else {
                            -3.0
                        };
                    }
                }
            }
            Rank::Formation | Rank::Bearer => {}
        }
        value
    }

    /// The best ride on offer; staying wins ties.
    pub fn best_ride(&self, legal: &[Action]) -> Action {
        let mut best: Option<(f32, Action)> = None;
        for action in legal {
            let Action::Ride(leader, hex) = *action else { continue };
            let here = self.p.leader(leader).hex;
            let value = if here == hex { 0.15 } else { self.ride(leader, hex) - self.ride(leader, here) };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, *action));
            }
        }
        match best {
            Some((value, action)) if value > 0.1 || !legal.contains(&Action::Done) => action,
            _ if legal.contains(&Action::Done) => Action::Done,
            _ => legal[0],
        }
    }

    fn rally(&self, legal: &[Action], kind: TrainKind) -> Action {
        let chance = |action: &Action| match action {
            Action::Rally(unit) => self.b.training_chance(self.p, Train { unit: *unit, kind }),
            _ => 0,
        };
        *legal.iter().max_by_key(|a| chance(a)).unwrap_or(&legal[0])
    }

    fn fall_back(&self, unit: UnitId, legal: &[Action]) -> Action {
        let from = self.p.unit(unit).hex;
        let value = |action: &Action| match action {
            Action::Retreat(dir) => {
                let hex = self.b.map.neighbour(from, *dir);
                f32::from(self.b.terrain(hex).cover) - self.danger(unit, hex) - 0.1 * self.way(unit, hex)
            }
            _ => 0.0,
        };
        *legal.iter().max_by(|x, y| value(x).total_cmp(&value(y))).unwrap_or(&legal[0])
    }

    /// Everything but the movement of formations and fights that are chosen.
    pub fn answer_other(&self, legal: &[Action]) -> Action {
        let done = || if legal.contains(&Action::Done) { Action::Done } else { legal[0] };
        match self.p.now() {
            Some(Frame::Objectives(_)) => self.objective(legal),
            Some(Frame::Selection(f)) => match f.stage {
                SelectionStage::Order => self.order(legal),
                _ => {
                    let business =
                        |a: &Action| if let Action::Wing(wing) = a { self.business(*wing) } else { 0.0 };
                    *legal.iter().max_by(|x, y| business(x).total_cmp(&business(y))).unwrap_or(&legal[0])
                }
            },
            Some(Frame::Reorganize(_)) => self.rally(legal, TrainKind::Reorganization),
            Some(Frame::Retreat(f)) => self.fall_back(f.unit, legal),
            Some(Frame::Escort(_)) => legal[0],
            Some(Frame::Volley(_) | Frame::Bombard(_)) if matches!(legal[0], Action::Choose(_)) => {
                // who has less to lose
                let loss = |a: &Action| match a {
                    Action::Choose(u) => {
                        f32::from(self.b.sp(self.p, *u))
                            + f32::from(u8::from(self.p.unit(*u).order == Order::Good))
                    }
                    _ => 9.0,
                };
                *legal.iter().min_by(|x, y| loss(x).total_cmp(&loss(y))).unwrap_or(&legal[0])
            }
            Some(Frame::Combat(_)) if matches!(legal[0], Action::Choose(_)) => {
                let strength = |a: &Action| if let Action::Choose(u) = a { self.b.sp(self.p, *u) } else { 0 };
                *legal.iter().max_by_key(|a| strength(a)).unwrap_or(&legal[0])
            }
            // guns fire while they can
            Some(Frame::Combat(_)) => legal[0],
            Some(Frame::Reappear(_)) => {
                let far =
                    |a: &Action| if let Action::Relocate(_, hex) = a { self.nearest_enemy(*hex) } else { 0 };
                *legal.iter().max_by_key(|a| far(a)).unwrap_or(&legal[0])
            }
            _ => done(),
        }
    }
}

//! What a seat imagines under the counters that lie face down to it (8.7): any of the units with the same
//! back, with losses that its state makes likely; commanders where their formations are.

use crate::player::Guess;
use ::risorgimento::Battle;
use ::risorgimento::model::{LeaderId, UnitId};
use ::risorgimento::position::{LeaderSet, MAX_LEADERS, MAX_UNITS, Place, Position, Unit, UnitSet};
use arrayvec::ArrayVec;
use kernel::{ById, Lot, Seat};

impl Guess for Battle {
    fn guess(&self, truth: &Position, seat: Seat, lot: &mut Lot) -> Position {
        let mut p = truth.clone();
        if self.options.fog {
            imagine_units(self, &mut p, seat.0, lot);
            imagine_leaders(self, &mut p, seat.0);
            self.rebuild(&mut p);
        }
        p
    }
}

fn imagine_units(b: &Battle, p: &mut Position, seat: u8, lot: &mut Lot) {
    let hidden = b.hidden_from(p, seat);
    let before = p.state.units.clone();
    // who stands where each of them stood
    let mut stands: ById<UnitId, [UnitId; MAX_UNITS]> = ById::new(std::array::from_fn(UnitId::at));
    let mut done = UnitSet::EMPTY;
    for first in hidden {
        if done.has(first) {
            continue;
        }
        let class: ArrayVec<UnitId, MAX_UNITS> =
            hidden.iter().filter(|u| b.back(*u) == b.back(first) && !done.has(*u)).collect();
        done = done.with(class.iter().copied().collect());
        let mut places = class.clone();
        places.sort_by_cached_key(|u| p.known_of(*u));
        let mut units = class;
        lot.shuffle(&mut units);
        // in the order of the places: that of the units would tell who stands where
        for (place, unit) in places.iter().zip(&units) {
            stands[*place] = *unit;
            let status = before[*place].status;
            // who is in disorder has been under fire
            let lost = (0..status).filter(|_| lot.below(3) == 0).count() as u8;
            let most = b.army.units[*unit].sp - 1;
            p.state.units[*unit] = Unit { lost: lost.min(most), ..before[*place] };
        }
    }
    p.rename(&|u| stands[u], &|l| l);
}

/// The commanders that lie face down on the map are taken for those whose units are nearest.
fn imagine_leaders(b: &Battle, p: &mut Position, seat: u8) {
    let hidden: ArrayVec<LeaderId, MAX_LEADERS> = b.leaders_hidden_from(p, seat).iter().collect();
    if hidden.len() < 2 {
        return;
    }
    let mut places = hidden.clone();
    places.sort_by_key(|l| p.known_of_leader(*l));
    // how far each place is from the units of each commander
    let far = |place: LeaderId, leader: LeaderId| -> u32 {
        let Some(formation) = b.army.leaders[leader].formation else { return 4 };
        let units = &b.army.formations[formation].units;
        let on_map = units.iter().filter(|u| p.unit(**u).place == Place::Map);
        let hex = p.leaders[place].hex;
        on_map.map(|u| b.map.distance(hex, p.unit(*u).hex)).min().map_or(99, u32::from)
    };
    let mut pairs: Vec<(u32, usize, LeaderId)> = Vec::new();
    for (i, place) in places.iter().enumerate() {
        pairs.extend(hidden.iter().map(|leader| (far(*place, *leader), i, *leader)));
    }
    pairs.sort_unstable();
    let mut stands: ById<LeaderId, [LeaderId; MAX_LEADERS]> = ById::new(std::array::from_fn(LeaderId::at));
    let (mut filled, mut given) = (LeaderSet::EMPTY, LeaderSet::EMPTY);
    for (_, place, leader) in pairs {
        if !filled.has(places[place]) && !given.has(leader) {
            filled.insert(places[place]);
            given.insert(leader);
            stands[places[place]] = leader;
        }
    }
    let before = p.state.leaders.clone();
    for leader in &hidden {
        p.state.leaders[stands[*leader]] = before[*leader];
    }
    p.rename(&|u| u, &|l| stands[l]);
}

//! Where to stand at the start, in scenarios that leave it to the players.

use super::eye::goals;
use ::piacenza::flow::Setup;
use ::piacenza::model::{LeaderId, SetupArea, UnitId};
use ::piacenza::position::Position;
use ::piacenza::{Action, Battle};
use hexmap::Hex;
use kernel::Lot;

/// Hexes for the pieces that a side may place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    units: Vec<(UnitId, Hex)>,
    leaders: Vec<(LeaderId, Hex)>,
}

/// Of the hexes of an area the units get those nearest to what is to be won: this share of them, in turn.
const NEAREST: [f32; 3] = [0.3, 0.3, 0.6];

impl Placement {
    /// Places drawn by lot, not too far from what is to be won.
    pub fn by_lot(b: &Battle, p: &Position, side: u8, number: usize, lot: &mut Lot) -> Placement {
        let goals = goals(b, p, side);
        let share = NEAREST[number % NEAREST.len()];
        let mut placement = Placement { units: Vec::new(), leaders: Vec::new() };
        let own = |area: &&SetupArea| area.side == side;
        for area in b.scenario.setup.iter().filter(own) {
            for unit in area.units.iter().filter(|u| p.on_map(**u)) {
                let horse = b.is_cavalry(*unit);
                let far = |hex: &Hex| {
                    goals.iter().map(|(goal, _)| b.map.distance(b.objectives()[*goal], *hex)).min()
                };
                // horse stands two to a hex, everybody else alone
                let taken = |hex: &Hex| {
                    let mut there = placement.units.iter().filter(|(_, at)| at == hex);
                    let first = there.next();
                    first.is_some_and(|(other, _)| !horse || !b.is_cavalry(*other) || there.next().is_some())
                };
                let mut hexes: Vec<Hex> = area.hexes.iter().filter(|hex| !taken(hex)).copied().collect();
                hexes.sort_by_key(far);
                hexes.truncate((area.hexes.len() as f32 * share).ceil() as usize);
                placement.units.extend(lot.one_of(&hexes).map(|hex| (*unit, *hex)));
            }
        }
        placement.leave_who_bar_each_other(b, p);
        for area in b.scenario.setup.iter().filter(own) {
            for leader in &area.leaders {
                let led: Vec<Hex> = placement
                    .units
                    .iter()
                    .filter(|(unit, _)| b.formation_commander(b.formation_of(*unit)) == Some(*leader))
                    .map(|(_, hex)| *hex)
                    .collect();
                placement.leaders.extend(lot.one_of(&led).map(|hex| (*leader, *hex)));
            }
        }
        placement
    }

    /// A piece is placed but once: units that are to stand where others stand who wait for them in turn stay where they
    /// are.
    fn leave_who_bar_each_other(&mut self, b: &Battle, p: &Position) {
        let mut stand: Vec<(UnitId, Hex)> = self.units.iter().map(|(u, _)| (*u, p.unit(*u).hex)).collect();
        let mut waiting: Vec<usize> = (0..stand.len()).filter(|i| self.units[*i] != stand[*i]).collect();
        while let Some(first) = waiting.first().copied() {
            let goes = |i: &usize| {
                let (unit, to) = self.units[*i];
                let mut there = stand.iter().filter(|(_, hex)| *hex == to).map(|(other, _)| *other);
                match (there.next(), there.next()) {
                    (None, _) => true,
                    (Some(mate), None) => b.is_cavalry(unit) && b.is_cavalry(mate),
                    _ => false,
                }
            };
            let next = waiting.iter().copied().find(goes);
            match next {
                Some(i) => stand[i] = self.units[i],
                None => self.units[first] = stand[first],
            }
            waiting.retain(|i| *i != next.unwrap_or(first));
        }
    }

    /// The next piece to be placed, or that all are; a piece for whose hex there is no room stays where it is.
    pub fn next(&self, f: &Setup, placed: &mut bool, legal: &[Action]) -> Action {
        if !f.free {
            let again = std::mem::replace(placed, true);
            return if !again && legal.contains(&Action::Rearrange) {
                Action::Rearrange
            } else {
                Action::Done
            };
        }
        let units = self.units.iter().map(|(unit, hex)| Action::Place(*unit, *hex));
        let leaders = self.leaders.iter().map(|(leader, hex)| Action::PlaceLeader(*leader, *hex));
        units.chain(leaders).find(|action| legal.contains(action)).unwrap_or(Action::Done)
    }
    pub fn describe(&self, b: &Battle) -> String {
        let stands =
            |(unit, hex): &(UnitId, Hex)| format!("{} in {}", b.army.units[*unit].name, b.map.number(*hex));
        format!("stand with {}", self.units.iter().map(stands).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::piacenza::data;
    use ::piacenza::flow::Frame;
    use kernel::{Game, Log, Need, Seat};

    /// What was drawn by lot is placed, each side in turn, wherever there is room for it.
    #[test]
    fn pieces_come_to_where_they_were_to_stand() {
        let b = Battle::new(data::load(&data::files(), "gossolengo").expect("sound data"));
        for number in 0..12 {
            let mut lot = Lot::of("deploy", number);
            let mut p = b.start();
            for _ in 0..2 {
                let Need::Decide(seats) = b.need(&p) else { panic!("somebody sets up") };
                let seat: Seat = seats.iter().next().expect("somebody");
                let placement = Placement::by_lot(&b, &p, seat.0, number as usize, &mut lot);
                let (mut placed, mut legal) = (false, Vec::new());
                while let Frame::Setup(f) = p.top()
                    && f.side == seat.0
                {
                    b.legal(&p, seat, &mut legal);
                    let action = placement.next(&f, &mut placed, &legal);
                    assert!(legal.contains(&action), "{action:?}");
                    b.apply(&mut p, seat, action, &mut Log::off());
                }
                let stands = |(unit, hex): &&(UnitId, Hex)| p.unit(*unit).hex == *hex;
                let there = placement.units.iter().filter(stands).count();
                assert_eq!(there, placement.units.len(), "{:?}", placement.units);
                for (leader, _) in &placement.leaders {
                    let hex = p.leader(*leader).hex;
                    let near = |u: UnitId| b.map.distance(p.unit(u).hex, hex) <= 1;
                    assert!(placement.units.iter().any(|(unit, _)| near(*unit)));
                }
            }
            assert!(matches!(p.top(), Frame::Selection(_)));
        }
    }
}

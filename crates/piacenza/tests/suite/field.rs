//! Positions put together piece by piece, on ground that is looked for on the map.
#![allow(dead_code)]

use hexmap::{Dir, Hex};
use kernel::{Game, Log, Need, Seat, Show};
use piacenza::flow::{
    Activation, Fire, FireStage, Frame, March, MarchStage, Segment, Selection, SelectionStage, Wait,
};
use piacenza::model::{FormationId, UnitId};
use piacenza::position::{FormationSet, NOBODY, Place, UnitSet};
use piacenza::{Action, Battle, Position, data};

pub fn battle(scenario: &str) -> Battle {
    Battle::new(data::load(&data::files(), scenario).expect("the shipped data is sound"))
}

/// The campaign without any piece on the map.
pub fn empty(b: &Battle) -> Position {
    let mut p = b.start();
    for unit in p.units.ids() {
        if p.on_map(unit) {
            b.take_off(&mut p, unit, Place::Away);
        }
    }
    for leader in p.leaders.ids() {
        let l = p.leader_mut(leader);
        l.place = Place::Away;
        l.hex = Hex::NONE;
    }
    p.state.stack.clear();
    p.push(Frame::Selection(Selection { stage: SelectionStage::Commit, rolls: [NOBODY; 2], first: NOBODY }));
    p
}

/// The middle of the clearest ground: no roads or streams near it, few so far around.
pub fn open_ground(b: &Battle, radius: u8) -> Hex {
    let plain = |hex: Hex| {
        b.playable(hex)
            && b.terrain(hex).id == "clear"
            && !b.map.has_road(hex)
            && (0..6).all(|dir| b.map.side(hex, dir) == 0)
    };
    let count = |hex: Hex, radius: u8| b.map.within(hex, radius).filter(|h| plain(*h)).count();
    let whole = |hex: &Hex| b.map.within(*hex, 6).filter(|h| b.playable(*h)).count() == 127;
    let best = b.map.hexes().filter(whole).max_by_key(|hex| (count(*hex, 2), count(*hex, radius)));
    best.filter(|hex| count(*hex, 2) == 19).expect("there is open ground")
}

/// A hex of some terrain, and a clear neighbour of it across a plain side.
pub fn beside(b: &Battle, terrain: &str) -> (Hex, Hex) {
    let clear = |hex: Hex, dir: Dir| {
        let near = b.map.neighbour(hex, dir);
        b.playable(near)
            && b.terrain(near).id == "clear"
            && b.map.side(hex, dir) == 0
            && b.map.road(hex, dir) == 0
    };
    let found = b.map.hexes().filter(|hex| b.playable(*hex) && b.terrain(*hex).id == terrain);
    found
        .filter_map(|hex| (0..6).find(|dir| clear(hex, *dir)).map(|dir| (hex, b.map.neighbour(hex, dir))))
        .next()
        .expect("there is such ground")
}

pub fn go(b: &Battle, from: Hex, dirs: &[Dir]) -> Hex {
    dirs.iter().fold(from, |hex, dir| b.map.neighbour(hex, *dir))
}

pub fn unit(b: &Battle, id: &str) -> UnitId {
    b.unit_named(id).unwrap_or_else(|| panic!("there is no {id}"))
}

pub fn put(b: &Battle, p: &mut Position, id: &str, hex: Hex) -> UnitId {
    let unit = unit(b, id);
    b.put(p, unit, hex);
    unit
}

pub fn lead(b: &Battle, p: &mut Position, id: &str, hex: Hex) {
    let leader = b.leader_named(id).unwrap_or_else(|| panic!("there is no {id}"));
    let l = p.leader_mut(leader);
    l.place = Place::Map;
    l.hex = hex;
}

pub fn formation(b: &Battle, id: &str) -> FormationId {
    b.army.formations.find(|f| f.id == id).unwrap_or_else(|| panic!("there is no {id}"))
}

fn activate(b: &Battle, p: &mut Position, formation: FormationId, segment: Segment) {
    let wing = b.army.formations[formation].wing;
    let (todo, units) = (FormationSet::EMPTY, UnitSet::EMPTY);
    p.push(Frame::Activation(Activation { wing, segment, todo, units }));
    p.decide(b.army.formations[formation].side);
}

fn members(b: &Battle, p: &Position, formation: FormationId) -> UnitSet {
    b.army.formations[formation].units.iter().copied().filter(|u| p.on_map(*u)).collect()
}

/// The formation names its targets.
pub fn fires(b: &Battle, p: &mut Position, id: &str) {
    let formation = formation(b, id);
    activate(b, p, formation, Segment::Combat);
    let (commanded, nobody) = (members(b, p, formation), UnitSet::EMPTY);
    let stage = FireStage::Targets;
    p.push(Frame::Fire(Fire { formation, stage, commanded, trying: nobody, passed: nobody, failed: nobody }));
}

/// The formation moves, everybody in command and with the commander beside it.
pub fn marches(b: &Battle, p: &mut Position, id: &str) {
    let formation = formation(b, id);
    activate(b, p, formation, Segment::Movement);
    for unit in &mut p.state.units {
        unit.began = unit.hex;
    }
    let (commanded, nobody) = (members(b, p, formation), UnitSet::EMPTY);
    p.push(Frame::March(March {
        formation,
        stage: MarchStage::Prepare,
        commanded,
        routed: nobody,
        direct: commanded,
        converted: nobody,
        broken: false,
    }));
}

/// A battery of the wing is to bombard.
pub fn bombards(b: &Battle, p: &mut Position, gun: UnitId) {
    activate(b, p, b.formation_of(gun), Segment::Bombardment);
    if let Some(Frame::Activation(f)) = p.state.stack.last_mut() {
        f.units.insert(gun);
    }
}

pub fn decider(b: &Battle, p: &Position) -> Seat {
    match b.need(p) {
        Need::Decide(seats) => seats.iter().next().expect("somebody decides"),
        other => panic!("no decision: {other:?}"),
    }
}

pub fn act(b: &Battle, p: &mut Position, text: &str) {
    let seat = decider(b, p);
    let action = b.read(p, seat, text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    b.act(p, seat, action, &mut Log::off()).unwrap_or_else(|e| panic!("{text}: {e:?}"));
}

pub fn legal(b: &Battle, p: &Position) -> Vec<Action> {
    let mut list = Vec::new();
    b.legal(p, decider(b, p), &mut list);
    list
}

pub fn rolling(p: &Position) -> bool {
    matches!(p.wait, Wait::Roll { .. })
}

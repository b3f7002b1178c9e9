//! Notation: how actions are written and read, a line for each, and the names of the pieces in it.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::Frame;
use crate::model::{FormationId, LeaderId, UnitId, WingId};
use crate::position::Position;
use crate::rule;
use hexmap::{Dir, Hex};
use kernel::handwritten::{Found, named};
use kernel::notation::no_action;
use kernel::{Refusal, Seat};

kernel::notation! {
    Battle, Action, Writer, Reader;
    "objective" objective:index => Objective(index), "objective";
    "place" unit:who hex:to => Place(who, to), "place";
    "place" leader:who hex:to => PlaceLeader(who, to), "place";
    "rearrange" => Rearrange, "rearrange";
    "convert" unit:who => Convert(who), "convert" under "Dragoons";
    "face" unit:who corner:dir => Face(who, dir), "turn";
    "wing" wing:which => Wing(which), "wing";
    "first" => GoFirst, "order";
    "second" => GoSecond { show: false }, "order";
    "second show" => GoSecond { show: true }, "order";
    "rally" unit:who => Rally(who), "rally";
    "formation" formation:which => Formation(which), "formation";
    "draw" => Draw, "draw";
    "assign" unit:who hex:to => Assign(who, to), "assign";
    "drop" => Drop, "drop";
    "take" unit:who => Take(who, UnitId::NOBODY), "take";
    "take" unit:who unit:with => Take(who, with), "take";
    "step" beside:dir => Step(dir), "step";
    "melee" unit:who beside:dir => Melee(who, dir), "melee";
    "charge" unit:who beside:dir => Charge(who, dir), "charge";
    "ride" leader:who hex:to => Ride(who, to), "ride";
    "bombard" unit:gun hex:at => Bombard(gun, at), "bombard";
    "fire" unit:who hex:at => Shoot(who, at), "fire";
    "answer" unit:who unit:at => Answer(who, at), "answer";
    "again" unit:who => Again(who), "again";
    "resolve" unit:who => Resolve(who), "resolve";
    "choose" unit:who => Choose(who), "choose";
    "retreat" beside:dir => Retreat(dir), "retreat";
    "follow" leader:who => Follow(who), "follow";
    "relocate" leader:who hex:to => Relocate(who, to), "relocate";
    "done" => Done, "done", no;
}

/// Turns arguments into words.
struct Writer<'a> {
    battle: &'a Battle,
    p: &'a Position,
}

impl Writer<'_> {
    fn unit(&self, unit: UnitId) -> String {
        self.battle.army.units[unit].id.clone()
    }
    fn leader(&self, leader: LeaderId) -> String {
        self.battle.army.leaders[leader].id.clone()
    }
    fn wing(&self, wing: WingId) -> String {
        self.battle.army.wings[wing].id.clone()
    }
    fn formation(&self, formation: FormationId) -> String {
        self.battle.army.formations[formation].id.clone()
    }
    fn hex(&self, hex: Hex) -> String {
        self.battle.map.number(hex).into()
    }
    fn objective(&self, index: u8) -> String {
        self.hex(self.battle.objectives()[index as usize])
    }
    /// The vertex between a direction and the next is called by the first.
    fn corner(&self, dir: Dir) -> String {
        self.battle.map.dir_names()[dir as usize].into()
    }
    /// A direction is written as the hex that it leads to.
    fn beside(&self, dir: Dir) -> String {
        let here = self.battle.subject_of_top(self.p).hex;
        let to = if here.is_none() { here } else { self.battle.map.neighbour(here, dir) };
        if to.is_none() { self.corner(dir) } else { self.hex(to) }
    }
}

/// Reads arguments.
struct Reader<'a> {
    battle: &'a Battle,
    p: &'a Position,
    /// Words mean the same whoever says them.
    #[allow(dead_code)]
    seat: Seat,
}

impl Reader<'_> {
    fn unit(&self, id: &str) -> Result<UnitId, Refusal> {
        self.battle.unit_named(id).ok_or_else(|| Refusal::plain(format!("There is no unit `{id}`.")))
    }
    fn leader(&self, id: &str) -> Result<LeaderId, Refusal> {
        let leader = self.battle.leader_named(id);
        leader.ok_or_else(|| Refusal::plain(format!("There is no unit or commander `{id}`.")))
    }
    fn wing(&self, id: &str) -> Result<WingId, Refusal> {
        let wing = self.battle.army.wings.find(|w| w.id == id);
        wing.ok_or_else(|| Refusal::plain(format!("There is no wing `{id}`.")))
    }
    fn formation(&self, id: &str) -> Result<FormationId, Refusal> {
        let formation = self.battle.army.formations.find(|f| f.id == id);
        formation.ok_or_else(|| Refusal::plain(format!("There is no formation `{id}`.")))
    }
    fn hex(&self, number: &str) -> Result<Hex, Refusal> {
        self.battle.map.find(number).ok_or_else(|| Refusal::plain(format!("There is no hex {number}.")))
    }
    fn objective(&self, number: &str) -> Result<u8, Refusal> {
        let hex = self.hex(number)?;
        let at = self.battle.objectives().iter().position(|h| *h == hex);
        at.map(|at| at as u8).ok_or_else(|| Refusal::plain(format!("{number} is not an objective.")))
    }
    fn corner(&self, name: &str) -> Result<Dir, Refusal> {
        let dir = self.battle.map.dir_named(name);
        dir.ok_or_else(|| Refusal::plain(format!("`{name}` is not a direction.")))
    }
    /// A neighbouring hex, or a direction.
    fn beside(&self, word: &str) -> Result<Dir, Refusal> {
        if let Some(dir) = self.battle.map.dir_named(word) {
            return Ok(dir);
        }
        let (hex, here) = (self.hex(word)?, self.battle.subject_of_top(self.p).hex);
        let dir = if here.is_none() { None } else { self.battle.map.direction(here, hex) };
        dir.ok_or_else(|| Refusal::plain(format!("{word} is not next to it.")))
    }
}

/// Why no line of the notation takes so many words.
fn miscounted(verb: &str, rest: &[&str]) -> Refusal {
    let lines = NOTATION.iter().filter(|line| line.split(' ').next() == Some(verb));
    let counts: Vec<usize> = lines.map(|line| line.split(' ').count() - 1).collect();
    Refusal::plain(match counts.iter().filter(|count| **count < rest.len()).max() {
        _ if counts.is_empty() => format!("There is no action `{verb}`."),
        None => format!("`{verb}` needs more words."),
        Some(most) => format!("`{}` is more than `{verb}` needs.", rest[*most]),
    })
}

/// An id without the first of its parts.
fn without_side(id: &str) -> &str {
    id.split_once('-').map_or(id, |(_, rest)| rest)
}

impl Battle {
    /// A unit by its id, with or without the prefix of its side.
    pub fn unit_found(&self, name: &str) -> Found {
        named(self.army.units.iter().map(|u| u.id.as_str()), name, without_side)
    }
    /// A commander by his id, with or without the prefix of his side, or by his name in it.
    pub fn leader_found(&self, name: &str) -> Found {
        let ids = self.army.leaders.iter().map(|l| l.id.as_str());
        match named(ids.clone(), name, without_side) {
            Found::None => named(ids, name, |id| without_side(without_side(id))),
            found => found,
        }
    }
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        match self.unit_found(name) {
            Found::One(unit) => Some(UnitId::at(unit)),
            _ => None,
        }
    }
    pub fn leader_named(&self, name: &str) -> Option<LeaderId> {
        match self.leader_found(name) {
            Found::One(leader) => Some(LeaderId::at(leader)),
            _ => None,
        }
    }

    /// Reads notation, legal or not, as far as the words make sense here.
    pub(crate) fn read_action(&self, p: &Position, seat: Seat, text: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((verb, rest)) = words.split_first() else { return Err(no_action(&words)) };
        // the unit in hand and nothing else: `done` would also close what comes after it
        if let ("stop", [unit]) = (*verb, rest) {
            let unit = Reader { battle: self, p, seat }.unit(unit)?;
            return match p.now() {
                Some(Frame::Move(m)) if m.who().has(unit) => Ok(Action::Done),
                _ => Err(Refusal::new(rule::R5_0a, "It is not in hand: its movement is over.")),
            };
        }
        match self.read_words(p, seat, &words) {
            Err(no) if no == no_action(&words) => Err(miscounted(verb, rest)),
            read => read,
        }
    }
}

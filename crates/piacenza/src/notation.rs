//! Notation: how actions are written and read, a line for each, and the names of the pieces in it.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::Frame;
use crate::model::{FormationId, LeaderId, UnitId, WingId};
use crate::position::Position;
use crate::rule;
use hexmap::{Dir, Hex};
use kernel::handwritten::Found;
use kernel::notation::{self, no_action};
use kernel::roster::without_side;
use kernel::{Refusal, Seat};

kernel::notation! {
    Battle, Action, Writer, Parser;
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

impl Writer<'_> {
    fn wing(&self, wing: WingId) -> String {
        self.game.army.wings[wing].id.clone()
    }
    fn formation(&self, formation: FormationId) -> String {
        self.game.army.formations[formation].id.clone()
    }
    fn hex(&self, hex: Hex) -> String {
        self.game.map.number(hex).into()
    }
    fn objective(&self, index: u8) -> String {
        self.hex(self.game.objectives()[index as usize])
    }
    /// The vertex between a direction and the next is called by the first.
    fn corner(&self, dir: Dir) -> String {
        self.game.map.dir_name(dir).into()
    }
    /// A direction is written as the hex that it leads to.
    fn beside(&self, dir: Dir) -> String {
        self.game.map.word_beside(self.game.subject_of_top(self.p).hex, dir).into()
    }
}

impl Parser<'_> {
    fn wing(&self, id: &str) -> Result<WingId, Refusal> {
        let wing = self.game.army.wings.find(|w| w.id == id);
        wing.ok_or_else(|| Refusal::plain(format!("There is no wing `{id}`.")))
    }
    fn formation(&self, id: &str) -> Result<FormationId, Refusal> {
        let formation = self.game.army.formations.find(|f| f.id == id);
        formation.ok_or_else(|| Refusal::plain(format!("There is no formation `{id}`.")))
    }
    fn hex(&self, number: &str) -> Result<Hex, Refusal> {
        self.game.map.find(number).ok_or_else(|| Refusal::plain(format!("There is no hex {number}.")))
    }
    fn objective(&self, number: &str) -> Result<u8, Refusal> {
        let hex = self.hex(number)?;
        let at = self.game.objectives().iter().position(|h| *h == hex);
        at.map(|at| at as u8).ok_or_else(|| Refusal::plain(format!("{number} is not an objective.")))
    }
    fn corner(&self, name: &str) -> Result<Dir, Refusal> {
        let dir = self.game.map.dir_named(name);
        dir.ok_or_else(|| Refusal::plain(format!("`{name}` is not a direction.")))
    }
    /// A neighbouring hex, or a direction.
    fn beside(&self, word: &str) -> Result<Dir, Refusal> {
        let dir = self.game.map.dir_beside(self.game.subject_of_top(self.p).hex, word);
        dir.ok_or_else(|| match self.hex(word) {
            Ok(_) => Refusal::plain(format!("{word} is not next to it.")),
            Err(no) => no,
        })
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

impl Battle {
    /// A unit by its id, with or without the prefix of its side.
    pub fn unit_found(&self, name: &str) -> Found {
        self.army.units.found(name, without_side)
    }
    /// A commander by his id, with or without the prefix of his side, or by his name in it.
    pub fn leader_found(&self, name: &str) -> Found {
        match self.army.leaders.found(name, without_side) {
            Found::None => self.army.leaders.found(name, |id| without_side(without_side(id))),
            found => found,
        }
    }
    pub fn unit_named(&self, name: &str) -> Option<UnitId> {
        self.unit_found(name).only()
    }
    pub fn leader_named(&self, name: &str) -> Option<LeaderId> {
        self.leader_found(name).only()
    }

    /// Reads notation, legal or not, as far as the words make sense here.
    pub(crate) fn read_action(&self, p: &Position, seat: Seat, text: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((verb, rest)) = words.split_first() else { return Err(no_action(&words)) };
        // the unit in hand and nothing else: `done` would also close what comes after it
        if let ("stop", [unit]) = (*verb, rest) {
            let unit = Parser(notation::Parser { game: self, p, seat }).unit(unit)?;
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

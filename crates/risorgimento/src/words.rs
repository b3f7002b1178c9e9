//! The game in words: how a question and a choice are put together, and what pieces and hexes are called. The
//! sentences themselves stand with the procedures. Whoever looks reads only names that he may know (8.7).

mod offer;

pub use offer::Offer;

use crate::battle::Battle;
use crate::flow::Wait;
use crate::fog::Marks;
use crate::model::{FormationId, LeaderId, UnitId};
use crate::position::{Ending, MAX_UNITS, Position, UnitSet};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex};
use kernel::{Citation, Log, Prompt, Text, Viewer, agree};

/// A question as its seat reads it, and what the others read meanwhile.
pub struct Asked {
    /// A stable word for what is asked.
    kind: &'static str,
    /// The key of a question that may be answered once for all times.
    standing: Option<String>,
    you: String,
    /// After the name of the seat: "places its pieces".
    they: String,
    rule: Citation,
    hexes: Vec<Hex>,
    units: UnitSet,
    leader: Option<LeaderId>,
}

/// Where the next step is made from, for actions that name a neighbour.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    pub(crate) hex: Hex,
}

impl Default for Subject {
    fn default() -> Subject {
        Subject { hex: Hex::NONE }
    }
}

impl Asked {
    pub(crate) fn new(
        kind: &'static str,
        rule: Citation,
        you: impl Into<String>,
        they: impl Into<String>,
    ) -> Asked {
        Asked {
            kind,
            standing: None,
            you: you.into(),
            they: they.into(),
            rule,
            hexes: Vec::new(),
            units: UnitSet::EMPTY,
            leader: None,
        }
    }
    pub(crate) fn at(mut self, hexes: impl IntoIterator<Item = Hex>) -> Asked {
        self.hexes.extend(hexes);
        self
    }
    pub(crate) fn of(mut self, units: UnitSet) -> Asked {
        self.units = units;
        self
    }
    pub(crate) fn led_by(mut self, leader: LeaderId) -> Asked {
        self.leader = Some(leader);
        self
    }
    /// Verbs agree with the units that are asked about.
    fn agree(&mut self) {
        let several = self.units.count() > 1;
        for text in [&mut self.you, &mut self.they] {
            *text = agree(text, several).into_owned();
        }
    }
    /// May be answered in advance under this key.
    pub(crate) fn standing(mut self, key: String) -> Asked {
        self.standing = Some(key);
        self
    }
}

// ---- names ------------------------------------------------------------------------------------

impl Battle {
    /// A hex by its number, with the name of the place that is in it.
    pub(crate) fn hex_words(&self, hex: Hex) -> String {
        if hex.is_none() {
            return "the column".into();
        }
        let number = self.map.number(hex);
        match self.map.places().iter().find(|place| place.hex == hex) {
            Some(place) => format!("{} ({number})", place.name),
            None => number.into(),
        }
    }

    /// Units in an order that tells nothing of who lies face down: units with the same back, state and
    /// hex may stand in any order.
    pub(crate) fn in_open_order(&self, p: &Position, units: UnitSet) -> Vec<UnitId> {
        // the hex, the back and the marks as one number, in the order in which they count
        let open = |unit: UnitId| {
            let (marks, def) = (p.unit(unit).marks(), self.printed[unit]);
            let mut key = u64::from(marks.hex.0);
            let mut add = |bits: u32, value: u64| key = key << bits | value;
            add(1, def.side.into());
            add(4, def.formation.index() as u64);
            add(2, def.arm as u64);
            add(8, u64::from(u8::MAX - def.stacking));
            add(Marks::BITS, marks.packed());
            (key, unit)
        };
        let mut list: ArrayVec<(u64, UnitId), MAX_UNITS> = units.iter().map(open).collect();
        list.sort_unstable();
        list.into_iter().map(|(_, unit)| unit).collect()
    }

    /// The order in which units are told of, where the order makes no other difference: `in_open_order`
    /// if anybody listens.
    pub(crate) fn told_order(&self, p: &Position, units: UnitSet, log: &Log) -> ArrayVec<UnitId, MAX_UNITS> {
        if log.is_on() && units.count() > 1 {
            self.in_open_order(p, units).into_iter().collect()
        } else {
            units.iter().collect()
        }
    }

    /// A unit as the viewer may call it.
    pub(crate) fn name_to(&self, p: &Position, viewer: Viewer, unit: UnitId) -> String {
        if self.knows(p, viewer, unit) {
            self.army.units[unit].name.clone()
        } else {
            self.back(unit).to_string()
        }
    }

    pub(crate) fn names_to(&self, p: &Position, viewer: Viewer, units: UnitSet) -> String {
        let units = self.in_open_order(p, units);
        listed(units.iter().map(|u| self.name_to(p, viewer, *u)))
    }

    pub(crate) fn leader_to(&self, p: &Position, viewer: Viewer, leader: LeaderId) -> String {
        if viewer.may_see(self.leader_seen_by(p, leader)) {
            self.army.leaders[leader].name.clone()
        } else {
            "a face-down commander".into()
        }
    }

    /// A piece of his own as its owner calls it.
    pub(crate) fn name(&self, unit: UnitId) -> &str {
        &self.army.units[unit].name
    }

    pub(crate) fn own(&self, units: UnitSet) -> String {
        listed(units.iter().map(|u| self.army.units[u].name.clone()))
    }

    pub(crate) fn leader_name(&self, leader: LeaderId) -> &str {
        &self.army.leaders[leader].name
    }

    pub(crate) fn dir_name(&self, dir: Dir) -> &'static str {
        self.map.dir_names()[dir as usize]
    }

    pub(crate) fn formation_name(&self, formation: FormationId) -> &str {
        &self.army.formations[formation].name
    }
}

/// "a", "a and b", "a, b and c".
fn listed(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    match names.pop() {
        None => "nobody".into(),
        Some(only) if names.is_empty() => only,
        Some(last) => format!("{} and {last}", names.join(", ")),
    }
}

pub(crate) fn plural(count: u32, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

// ---- prompts ----------------------------------------------------------------------------------

impl Battle {
    pub(crate) fn prompt_to(&self, p: &Position, viewer: Viewer) -> Prompt {
        match p.wait {
            Wait::Decide(side) => {
                let mut asked = self.ask_top(p, viewer);
                asked.agree();
                let name = self.seat_names[side as usize];
                let sentence = match viewer {
                    Viewer::Seat(seat) if seat.0 == side => std::mem::take(&mut asked.you),
                    Viewer::Everything => format!("{name}: {}", asked.you),
                    _ => {
                        // what sort of question it is may be a secret of who is asked
                        (asked.kind, asked.standing) = ("wait", None);
                        format!("{name} {}", asked.they)
                    }
                };
                self.prompt_of(p, viewer, sentence, asked)
            }
            Wait::Roll { dice, what, by } => {
                let (what, rule) = what.words();
                let name = self.seat_names[by as usize];
                let dice = if dice == 1 { "a die".into() } else { format!("{dice} dice") };
                let sentence = format!("{name} rolls {dice}: {what}.");
                let asked = self.ask_for_roll_top(p, Asked::new("roll", rule, "", ""));
                self.prompt_of(p, viewer, sentence, asked)
            }
            Wait::Over | Wait::Run => {
                let ending = p.ending.unwrap_or(Ending::Held);
                let (how, rule) = Battle::outcome_words(ending);
                let winner = self.seat_names[self.winner(ending) as usize];
                let asked = Asked::new("over", rule, "", "");
                self.prompt_of(p, viewer, format!("The battle is over: {how} of {winner}."), asked)
            }
        }
    }

    fn prompt_of(&self, p: &Position, viewer: Viewer, sentence: String, asked: Asked) -> Prompt {
        let mut hexes: Vec<Text> = Vec::new();
        let mut known: Vec<Text> = Vec::new();
        for (i, hex) in asked.hexes.iter().enumerate() {
            if !hex.is_none() && !asked.hexes[..i].contains(hex) {
                hexes.push(self.map.number(*hex).into());
            }
        }
        for unit in self.in_open_order(p, asked.units) {
            if self.knows(p, viewer, unit) {
                known.push(self.army.units[unit].id.as_str().into());
            }
        }
        if let Some(leader) = asked.leader
            && viewer.may_see(self.leader_seen_by(p, leader))
        {
            known.push(self.army.leaders[leader].id.as_str().into());
        }
        let mut prompt = Prompt::new(asked.kind, sentence, asked.rule);
        prompt.still = asked.kind == "retreat";
        Prompt { standing: asked.standing, hexes, units: known, ..prompt }
    }

    pub(crate) fn hexes_of(&self, p: &Position, units: UnitSet) -> Vec<Hex> {
        self.in_open_order(p, units).iter().map(|u| p.unit(*u).hex).collect()
    }
}

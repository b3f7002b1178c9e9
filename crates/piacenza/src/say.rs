//! Small parts of the sentences that events are made of.

use crate::battle::Battle;
use crate::model::{LeaderId, UnitId};
use crate::position::Position;
use hexmap::Hex;
use kernel::{Citation, Event, Modifier, Part, SeatSet, Text};

/// An event that is put together piece by piece.
pub(crate) struct Say<'b> {
    battle: &'b Battle,
    event: Event,
}

impl Battle {
    pub(crate) fn say(&self, kind: &'static str, rule: Citation) -> Say<'_> {
        Say { battle: self, event: Event::new(kind, rule).fresh(crate::scene::begins(kind)) }
    }
    /// The number of a hex, with the name of the place.
    pub fn hex_name(&self, hex: Hex) -> String {
        let place = self.map.place(hex);
        if place.is_empty() {
            self.map.number(hex).to_string()
        } else {
            format!("{place} ({})", self.map.number(hex))
        }
    }
    pub fn leader_name(&self, p: &Position, leader: LeaderId) -> String {
        let name = &self.army.leaders[leader].name;
        if p.leader(leader).staff { format!("the staff of {name}") } else { name.clone() }
    }
}

impl Say<'_> {
    pub fn unit(mut self, unit: UnitId) -> Self {
        let def = &self.battle.army.units[unit];
        let part = Part::Unit {
            name: Text::new(&def.name),
            id: Text::new(&def.id),
            seen_by: SeatSet::ALL,
            unseen: Text::default(),
        };
        self.event = self.event.part(part);
        self
    }
    pub fn leader(mut self, p: &Position, leader: LeaderId) -> Self {
        let part = Part::Unit {
            name: Text::new(self.battle.leader_name(p, leader)),
            id: Text::new(&self.battle.army.leaders[leader].id),
            seen_by: SeatSet::ALL,
            unseen: Text::default(),
        };
        self.event = self.event.part(part);
        self
    }
    pub fn seat(mut self, side: u8) -> Self {
        self.event = self.event.seat(kernel::Seat(side));
        self
    }
    pub fn hex(mut self, hex: Hex) -> Self {
        let place = self.battle.map.place(hex);
        if !place.is_empty() {
            self.event = self.event.words(format!("{place} "));
        }
        self.event = self.event.hex(Text::new(self.battle.map.number(hex)));
        self
    }
    pub fn text(mut self, text: &'static str) -> Self {
        self.event = self.event.text(text);
        self
    }
    pub fn words(mut self, words: impl Into<String>) -> Self {
        self.event = self.event.words(words);
        self
    }
    pub fn dice(mut self, face: u8) -> Self {
        self.event = self.event.dice(&[face]);
        self
    }
    pub fn modifiers(mut self, modifiers: Vec<Modifier>) -> Self {
        self.event = self.event.modifiers(modifiers);
        self
    }
    /// The whole sentence. A name that ends with a full stop needs no other.
    pub fn event(mut self) -> Event {
        if let [.., before, Part::Text(".")] = &self.event.parts[..] {
            let ends = match before {
                Part::Unit { name, .. } => name.ends_with('.'),
                Part::Words(words) => words.ends_with('.'),
                _ => false,
            };
            if ends {
                self.event.parts.pop();
            }
        }
        self.event
    }
}

/// A modifier that everybody may know.
pub(crate) fn modifier(label: &str, value: i8, rule: Citation) -> Modifier {
    Modifier { label: label.to_string(), value: value.into(), rule, seen_by: SeatSet::ALL }
}

/// "+2", "-1", "0".
pub(crate) fn signed(value: i8) -> String {
    if value > 0 { format!("+{value}") } else { value.to_string() }
}

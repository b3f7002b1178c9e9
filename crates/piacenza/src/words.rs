//! What is asked and what is offered: how a question and a choice are put together. Their words stand with the
//! procedures that ask and offer them.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, Wait};
use crate::model::{FormationId, Halves, LeaderId, UnitId};
use crate::notation::{declines, sort_of};
use crate::position::{Position, UnitSet};
use crate::rule;
use hexmap::Hex;
use kernel::{Choice, Citation, Phase, Prompt, Seat, Text, Viewer};
use std::fmt::Display;

/// What the next step is about.
pub struct Subject {
    /// Where directions are counted from.
    pub hex: Hex,
    /// Who makes it.
    pub units: UnitSet,
}

impl Default for Subject {
    fn default() -> Subject {
        Subject { hex: Hex::NONE, units: UnitSet::EMPTY }
    }
}

/// A question as it is put together.
pub struct Asked {
    kind: &'static str,
    rule: Citation,
    sentence: String,
    hexes: Vec<Hex>,
    unit: Option<UnitId>,
    /// What those read who are not asked, if it is not for whom they wait.
    others: Option<&'static str>,
}

impl Asked {
    pub(crate) fn new(kind: &'static str, rule: Citation, sentence: impl Into<String>) -> Asked {
        Asked { kind, rule, sentence: sentence.into(), hexes: Vec::new(), unit: None, others: None }
    }
    pub(crate) fn at(mut self, hexes: impl IntoIterator<Item = Hex>) -> Asked {
        self.hexes = hexes.into_iter().collect();
        self
    }
    pub(crate) fn by(mut self, unit: UnitId) -> Asked {
        self.unit = Some(unit);
        self
    }
    pub(crate) fn others_read(mut self, sentence: &'static str) -> Asked {
        self.others = Some(sentence);
        self
    }
}

/// A choice as it is put together.
pub struct Offer {
    sentence: String,
    rule: Citation,
    hex: Hex,
    units: Vec<UnitId>,
    leader: Option<LeaderId>,
    odds: bool,
    fight: bool,
}

pub(crate) fn say(rule: Citation, sentence: impl Into<String>) -> Offer {
    Offer {
        sentence: sentence.into(),
        rule,
        hex: Hex::NONE,
        units: Vec::new(),
        leader: None,
        odds: false,
        fight: false,
    }
}

impl Offer {
    pub(crate) fn at(mut self, hex: Hex) -> Offer {
        self.hex = hex;
        self
    }
    pub(crate) fn by(mut self, units: impl IntoIterator<Item = UnitId>) -> Offer {
        self.units = units.into_iter().collect();
        self
    }
    pub(crate) fn of(mut self, leader: LeaderId) -> Offer {
        self.leader = Some(leader);
        self
    }
    /// It leads to dice.
    pub(crate) fn with_odds(mut self) -> Offer {
        self.odds = true;
        self
    }
    /// It begins a fight that can be looked ahead.
    pub(crate) fn with_forecast(mut self) -> Offer {
        self.fight = true;
        self.with_odds()
    }
}

/// Movement points as they are written.
pub(crate) fn points(halves: Halves) -> impl Display {
    f32::from(halves) / 2.0
}

impl Battle {
    pub fn unit_name(&self, unit: UnitId) -> &str {
        &self.army.units[unit].name
    }

    pub(crate) fn commander_name(&self, leader: LeaderId) -> &str {
        &self.army.leaders[leader].name
    }

    pub(crate) fn formation_name(&self, formation: FormationId) -> &str {
        &self.army.formations[formation].name
    }

    fn number(&self, hex: Hex) -> Text {
        Text::new(self.map.number(hex))
    }

    /// Who stands in a hex, and where that is.
    pub(crate) fn troops(&self, p: &Position, hex: Hex) -> String {
        match self.names(p.in_hex(hex)) {
            names if names.is_empty() => self.hex_name(hex),
            names => format!("{names} in {}", self.hex_name(hex)),
        }
    }

    /// What several procedures offer in the same words.
    pub(crate) fn usual_offer(&self, p: &Position, action: Action) -> Offer {
        match action {
            Action::Face(unit, dir) => self.offer_turn(p, unit, dir),
            Action::Ride(leader, hex) => self.offer_ride(p, leader, hex),
            Action::Bombard(gun, hex) => self.offer_bombardment(p, gun, hex),
            Action::Answer(unit, at) => self.offer_answer(p, unit, at),
            Action::Relocate(leader, hex) => self.offer_relocation(leader, hex),
            // no procedure offers anything else without words of its own
            _ => say(rule::R3_1a, "Done."),
        }
    }

    /// The heading of what is listed under a name.
    fn own_heading(&self, action: Action) -> Option<Text> {
        match action {
            Action::Face(unit, _) => Some(Text::new(self.unit_name(unit))),
            Action::Wing(wing) => Some(Text::new(self.wing_name(wing))),
            _ => None,
        }
    }

    /// The action as it is offered to its seat.
    pub(crate) fn choice_of(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        let mut offer = self.offer_top(p, seat, action);
        // Names end with a stop where they are shortened.
        if offer.sentence.ends_with("..") {
            offer.sentence.pop();
        }
        let (kind, heading) = sort_of(action);
        let units = offer.units.iter().filter(|u| **u != UnitId::NOBODY).map(|u| &self.army.units[*u].id);
        let leader = offer.leader.map(|leader| &self.army.leaders[leader].id);
        Choice {
            kind,
            action: self.write(p, action),
            sentence: offer.sentence,
            rule: offer.rule,
            hex: (!offer.hex.is_none()).then(|| self.number(offer.hex)),
            place: None,
            facing: match action {
                Action::Face(_, dir) => Some(dir),
                _ => None,
            },
            units: units.chain(leader).map(Text::new).collect(),
            group: heading.map(Text::new_static).or_else(|| self.own_heading(action)),
            declines: declines(action),
            odds: offer.odds,
            fight: offer.fight,
            // wing markers are laid down, not read as sentences
            token: matches!(action, Action::Wing(_)),
        }
    }

    pub(crate) fn prompt_of(&self, p: &Position, viewer: Viewer) -> Prompt {
        let mask = match p.wait {
            Wait::Roll { what, .. } => {
                let (what, rule) = what.words();
                return Prompt::new("roll", format!("Roll: {what}."), rule);
            }
            Wait::Over | Wait::Run => return Prompt::new("over", "The game is over.", rule::R3_0n),
            Wait::Decide(mask) => mask,
        };
        let asked = self.ask_top(p, viewer);
        let is_asked = match viewer {
            Viewer::Seat(seat) => mask >> seat.0 & 1 != 0,
            Viewer::Everything => true,
            Viewer::Public => false,
        };
        if !is_asked {
            let words = asked.others.map_or_else(
                || {
                    let names: Vec<&str> =
                        (0..2usize).filter(|s| mask >> s & 1 != 0).map(|s| self.seat_names[s]).collect();
                    format!("Wait for {}.", names.join(" and "))
                },
                str::to_owned,
            );
            return Prompt::new("wait", words, asked.rule);
        }
        let mut prompt = Prompt::new(asked.kind, asked.sentence, asked.rule);
        prompt.hexes = asked.hexes.into_iter().filter(|h| !h.is_none()).map(|h| self.number(h)).collect();
        prompt.units = asked.unit.iter().map(|u| Text::new(&self.army.units[*u].id)).collect();
        prompt
    }

    pub(crate) fn phase_words(&self, p: &Position) -> Phase {
        let phase: Text = match (p.activation(), p.stack.first()) {
            (Some(a), _) => {
                kernel::format_text!("{}, {}", self.army.wings[a.wing].name, a.segment.words())
            }
            (None, Some(Frame::Setup(_) | Frame::Objectives(_))) => "Set-up".into(),
            (None, Some(Frame::Selection(_))) => "Wing Selection".into(),
            (None, Some(Frame::Reorganize(_) | Frame::EndTurn(_))) => "Reorganization".into(),
            _ => "End".into(),
        };
        Phase {
            turn: p.turn.into(),
            turns: self.scenario.last_turn.into(),
            time: Text::new(self.hour(p.turn)),
            phase,
        }
    }
}

//! What is asked and what is offered: how a question and a choice are put together. Their words stand with the
//! procedures that ask and offer them.

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::{Frame, Segment, Wait};
use crate::model::{FormationId, Halves, LeaderDef, LeaderId, UnitDef, UnitId};
use crate::notation::{declines, sort_of};
use crate::position::{Position, UnitSet};
use crate::rule;
use hexmap::Hex;
use kernel::{ById, Choice, Event, Phase, Prompt, Roster, Seat, Text, Viewer};
use std::fmt::Display;

/// What the next step is about.
#[derive(Default)]
pub struct Subject {
    /// Where directions are counted from.
    pub hex: Hex,
    /// Who makes it.
    pub units: UnitSet,
}

pub type Asked = kernel::roster::Asked<Battle>;
pub type Offer = kernel::roster::Offer<Battle>;

impl Roster for Battle {
    type UnitRow = UnitDef;
    type LeaderRow = LeaderDef;
    type Spot = Hex;

    fn begins(&self, kind: &str) -> bool {
        crate::scene::begins(kind)
    }
    fn unit_rows(&self) -> &ById<UnitId, Vec<UnitDef>> {
        &self.army.units
    }
    fn leader_rows(&self) -> &ById<LeaderId, Vec<LeaderDef>> {
        &self.army.leaders
    }
    fn number(&self, hex: Hex) -> Option<&str> {
        (!hex.is_none()).then(|| self.map.number(hex))
    }
    fn and_spot(&self, event: Event, hex: Hex) -> Event {
        let place = self.map.place(hex);
        let event = if place.is_empty() { event } else { event.words(format!("{place} ")) };
        event.hex(self.map.number(hex))
    }
    fn leader_called(&self, p: &Position, leader: LeaderId) -> Text {
        self.leader_name(p, leader).into()
    }
    fn written(id: &str) -> &str {
        id
    }
    /// Words mean the same whoever says them.
    fn find_unit(&self, _: Seat, word: &str) -> Option<UnitId> {
        self.unit_named(word)
    }
    fn find_leader(&self, _: Seat, word: &str) -> Option<LeaderId> {
        self.leader_named(word)
    }
    fn no_unit(word: &str) -> String {
        format!("There is no unit `{word}`.")
    }
    fn no_leader(word: &str) -> String {
        format!("There is no unit or commander `{word}`.")
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

    pub(crate) fn formation_name(&self, formation: FormationId) -> &str {
        &self.army.formations[formation].name
    }

    /// Who stands in a hex, and where that is.
    pub(crate) fn troops(&self, p: &Position, hex: Hex) -> String {
        let (units, hex) = (p.in_hex(hex), self.hex_name(hex));
        if units.is_empty() { hex } else { format!("{} in {hex}", self.own(units)) }
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
            _ => Offer::new(rule::R3_1a, "Done."),
        }
    }

    /// The action as it is offered to its seat.
    pub(crate) fn choice_of(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        let offer = self.offer_top(p, seat, action);
        let mut choice = offer.choice(self, self.write(p, action), sort_of(action));
        choice.declines = declines(action);
        // wing markers are laid down, not read as sentences
        choice.token = matches!(action, Action::Wing(_));
        if let Action::Face(_, dir) = action {
            choice.facing = Some(dir);
        }
        choice
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
        if is_asked {
            return asked.prompt(self, p, viewer);
        }
        let wait = || {
            let deciding = (0..2usize).filter(|s| mask >> s & 1 != 0);
            let names: Vec<&str> = deciding.map(|s| self.seat_names[s]).collect();
            format!("Wait for {}.", names.join(" and "))
        };
        let prompt = asked.to_others(|others| others.unwrap_or_else(wait)).prompt(self, p, viewer);
        // where it is about is for who is asked
        Prompt::new(prompt.kind, prompt.sentence, prompt.rule)
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
            step: Text::new_static(step_of_play(p)),
        }
    }
}

/// The step of the sequence of play, as `sequence.csv` calls it.
fn step_of_play(p: &Position) -> &'static str {
    match (p.activation(), p.stack.first()) {
        (Some(a), _) => match a.segment {
            Segment::Check => "activation",
            Segment::Billebaude => "billebaude",
            Segment::Movement | Segment::Rout => "movement",
            Segment::Bombardment => "bombardment",
            Segment::Combat => "combat",
            Segment::Commanders => "commanders",
        },
        (None, Some(Frame::Setup(_) | Frame::Objectives(_))) => "setup",
        (None, Some(Frame::Selection(_))) => "selection",
        (None, Some(Frame::Reorganize(_) | Frame::EndTurn(_))) => "reorganization",
        _ => "end",
    }
}

//! The game in words: how a question and a choice are put together, and what pieces and hexes are called. The
//! sentences themselves stand with the procedures. Whoever looks reads only names that he may know (8.7).

use crate::action::Action;
use crate::battle::Battle;
use crate::flow::Wait;
use crate::fog::Marks;
use crate::model::{FormationId, UnitId};
use crate::notation::{declines, sort_of};
use crate::position::{Ending, MAX_UNITS, Position, UnitSet};
use arrayvec::ArrayVec;
use hexmap::{Dir, Hex};
use kernel::{Choice, Citation, Log, Prompt, Roster, Seat, Viewer};

pub type Asked = kernel::roster::Asked<Battle>;
pub type Offer = kernel::roster::Offer<Battle>;

/// Where the next step is made from, for actions that name a neighbour.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject {
    pub(crate) hex: Hex,
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
            add(6, def.formation.index() as u64);
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

    pub(crate) fn formation_name(&self, formation: FormationId) -> &str {
        &self.army.formations[formation].name
    }
}

pub(crate) fn plural(count: u32, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

// ---- questions and choices --------------------------------------------------------------------

impl Battle {
    pub(crate) fn prompt_to(&self, p: &Position, viewer: Viewer) -> Prompt {
        match p.wait {
            Wait::Decide(side) => {
                let (asked, name) = (self.ask_top(p, viewer), self.seat_names[side as usize]);
                match viewer {
                    Viewer::Seat(seat) if seat.0 == side => asked.prompt(self, p, viewer),
                    Viewer::Everything => {
                        let prompt = asked.prompt(self, p, viewer);
                        Prompt { sentence: format!("{name}: {}", prompt.sentence), ..prompt }
                    }
                    _ => {
                        let others = |they: Option<String>| format!("{name} {}", they.unwrap_or_default());
                        asked.to_others(others).prompt(self, p, viewer)
                    }
                }
            }
            Wait::Roll { dice, what, by } => {
                let (what, rule) = self.roll_words(what);
                let name = self.seat_names[by as usize];
                let dice = if dice == 1 { "a die".into() } else { format!("{dice} dice") };
                let asked = Asked::new("roll", rule, format!("{name} rolls {dice}: {what}."));
                self.ask_for_roll_top(p, asked).prompt(self, p, viewer)
            }
            Wait::Over | Wait::Run => {
                let ending = p.ending.unwrap_or(Ending::Held);
                let (how, rule) = self.outcome_words(ending);
                let sentence = match self.winner(ending) {
                    Some(side) => {
                        format!("The battle is over: {how} of {}.", self.seat_names[usize::from(side)])
                    }
                    None => format!("The battle is over: {how}."),
                };
                Prompt::new("over", sentence, rule)
            }
        }
    }

    pub(crate) fn choice_of(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        let offer = self.offer_top(p, seat, action);
        let mut choice = offer.choice(self, self.write(p, action), sort_of(action));
        choice.facing = action.facing();
        choice.declines = declines(action);
        choice
    }

    /// Something that one unit does.
    pub(crate) fn offer_to_unit(&self, p: &Position, rule: Citation, unit: UnitId, does: &str) -> Offer {
        Offer::new(rule, format!("{} {does}", self.unit_name(unit))).at(p.unit(unit).hex).by([unit])
    }

    /// Turning; by which rule depends on when.
    pub(crate) fn offer_turn(&self, rule: Citation, units: UnitSet, hex: Hex, dir: Dir) -> Offer {
        let text = format!("{} [faces|face] {}", self.own(units), self.map.dir_name(dir));
        Offer::new(rule, text).at(hex).by(units)
    }

    pub(crate) fn hexes_of(&self, p: &Position, units: UnitSet) -> Vec<Hex> {
        self.in_open_order(p, units).iter().map(|u| p.unit(*u).hex).collect()
    }
}

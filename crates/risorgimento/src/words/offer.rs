//! A choice as its seat reads it.

use crate::action::Action;
use crate::battle::Battle;
use crate::model::{LeaderId, UnitId};
use crate::notation::{declines, sort_of};
use crate::position::{Position, UnitSet};
use hexmap::{Dir, Hex};
use kernel::{Choice, Citation, Seat, Text, agree};

/// A choice as it is put together.
pub struct Offer {
    sentence: String,
    rule: Citation,
    hex: Hex,
    units: UnitSet,
    leader: Option<LeaderId>,
    heading: Option<Text>,
    odds: bool,
}

impl Offer {
    pub(crate) fn new(rule: Citation, sentence: impl Into<String>) -> Offer {
        Offer {
            sentence: sentence.into(),
            rule,
            hex: Hex::NONE,
            units: UnitSet::EMPTY,
            leader: None,
            heading: None,
            odds: false,
        }
    }
    pub(crate) fn at(mut self, hex: Hex) -> Offer {
        self.hex = hex;
        self
    }
    pub(crate) fn by(mut self, units: UnitSet) -> Offer {
        self.units = units;
        self
    }
    pub(crate) fn led_by(mut self, leader: LeaderId) -> Offer {
        self.leader = Some(leader);
        self
    }
    /// The heading under which a panel lists it, where it is not always the same.
    pub(crate) fn under(mut self, heading: impl Into<Text>) -> Offer {
        self.heading = Some(heading.into());
        self
    }
    /// A fight or a check.
    pub(crate) fn with_odds(mut self) -> Offer {
        self.odds = true;
        self
    }
}

impl Battle {
    pub(crate) fn choice_of(&self, p: &Position, seat: Seat, action: Action) -> Choice {
        let offer = self.offer_top(p, seat, action);
        let mut units: Vec<Text> =
            offer.units.iter().map(|u| self.army.units[u].id.as_str().into()).collect();
        units.extend(offer.leader.map(|l| Text::from(self.army.leaders[l].id.as_str())));
        let (kind, heading) = sort_of(action);
        Choice {
            kind,
            action: self.write(p, action),
            sentence: agree(&offer.sentence, offer.units.count() > 1).into_owned(),
            rule: offer.rule,
            hex: (!offer.hex.is_none()).then(|| self.map.number(offer.hex).into()),
            place: None,
            facing: action.facing(),
            units,
            group: offer.heading.or(heading.map(Text::new_static)),
            declines: declines(action),
            odds: offer.odds,
            // of an attempt to activate nothing comes but the activation
            fight: offer.odds && !matches!(action, Action::Attempt(_)),
            token: false,
        }
    }

    /// Something that one unit does.
    pub(crate) fn offer_to_unit(&self, p: &Position, rule: Citation, unit: UnitId, does: &str) -> Offer {
        Offer::new(rule, format!("{} {does}", self.name(unit))).at(p.unit(unit).hex).by(UnitSet::one(unit))
    }

    /// Turning; by which rule depends on when.
    pub(crate) fn offer_turn(&self, rule: Citation, units: UnitSet, hex: Hex, dir: Dir) -> Offer {
        let text = format!("{} [faces|face] {}", self.own(units), self.dir_name(dir));
        Offer::new(rule, text).at(hex).by(units)
    }
}

//! Chapter 16: victory, and control of hexes (1.3).

use crate::battle::Battle;
use crate::position::{Corps, Ending, Position};
use crate::rule;
use hexmap::Hex;
use kernel::say::Say;
use kernel::{Log, Roster};
use std::cmp::Ordering;

impl Battle {
    /// A combat unit of the side stands in or passes through the hex (1.3b, ruling R8).
    pub(crate) fn take_control(&self, p: &mut Position, side: u8, hex: Hex, log: &mut Log) {
        let Some(i) = self.watched.iter().position(|h| *h == hex) else { return };
        if self.holder(p, i) == side {
            return;
        }
        p.state.control ^= 1 << i;
        log.say(|| self.say(p, "control", rule::R1_3b, "{} takes {}.").seat(side).hex(hex));
    }

    /// The side that controls the i-th watched hex.
    pub fn holder(&self, p: &Position, i: usize) -> u8 {
        (p.control >> i & 1) as u8
    }

    pub fn controls(&self, p: &Position, side: u8, hex: Hex) -> bool {
        self.watched.iter().position(|h| *h == hex).is_some_and(|i| self.holder(p, i) == side)
    }

    pub fn objectives_held(&self, p: &Position, side: u8) -> u8 {
        self.scenario.victory.objectives.iter().filter(|h| self.controls(p, side, **h)).count() as u8
    }

    /// Whether the corps that may come is in play, which changes the conditions (16.1.2, ruling R59).
    pub fn corps_in_play(&self, p: &Position) -> bool {
        matches!(p.corps, Corps::Arrives(turn) if p.turn >= turn)
    }

    pub(crate) fn check_victory(&self, p: &mut Position, log: &mut Log) {
        let v = &self.scenario.victory;
        let corps = self.corps_in_play(p);
        let decisive = if corps { &v.corps_decisive } else { &v.decisive };
        let needed = if corps { v.corps_tactical_count } else { v.tactical_count };
        let last = p.turn >= self.scenario.turns;
        let ending = if v.majority {
            last.then(|| self.majority(p))
        } else if decisive.iter().all(|h| self.controls(p, v.attacker, *h)) {
            Some(Ending::Decisive)
        } else if last {
            if self.objectives_held(p, v.attacker) >= needed {
                Some(Ending::Tactical)
            } else {
                Some(Ending::Held)
            }
        } else {
            None
        };
        p.ending = ending;
        if let Some(ending) = ending {
            let (how, rule) = self.outcome_words(ending);
            log.say(|| {
                if v.majority {
                    return self.say_majority(p, ending);
                }
                let rule = if corps && ending != Ending::Held { rule::R16_1_2 } else { rule };
                let (held, all) = (self.objectives_held(p, v.attacker), v.objectives.len());
                let name = &self.army.sides[v.attacker as usize].name;
                self.say(p, "victory", rule, "{}: {}. {} of {} {} are in {} hands.")
                    .seat(self.winner(ending).unwrap_or(v.attacker))
                    .fill(&[&how, &held, &all, &v.called, name])
            });
        }
    }

    /// Whoever holds more of the objectives (C 23).
    fn majority(&self, p: &Position) -> Ending {
        let [one, other] = [0, 1].map(|side| self.objectives_held(p, side));
        match one.cmp(&other) {
            Ordering::Greater => Ending::Majority(0),
            Ordering::Less => Ending::Majority(1),
            Ordering::Equal => Ending::Draw,
        }
    }

    fn say_majority<'a>(&'a self, p: &'a Position, ending: Ending) -> Say<'a, Battle> {
        let [one, other] = [0, 1].map(|side| self.objectives_held(p, side));
        let names = self.seat_names;
        match self.winner(ending) {
            Some(side) => self
                .say(p, "victory", self.majority_rule(), "{} has won: {} holds {} of the objectives, {} {}.")
                .seat(side)
                .fill(&[&names[0], &one, &names[1], &other]),
            None => self
                .say(p, "victory", self.majority_rule(), "A draw: {} and {} hold {} of the objectives each.")
                .fill(&[&names[0], &names[1], &one]),
        }
    }

    /// The side that an ending is a victory of.
    pub fn winner(&self, ending: Ending) -> Option<u8> {
        let attacker = self.scenario.victory.attacker;
        match ending {
            Ending::Decisive | Ending::Tactical => Some(attacker),
            Ending::Held => Some(1 - attacker),
            Ending::Majority(side) => Some(side),
            Ending::Draw => None,
        }
    }
}

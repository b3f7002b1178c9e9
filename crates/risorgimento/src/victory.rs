//! Chapter 16: victory, and control of hexes (1.3).

use crate::battle::Battle;
use crate::position::{Corps, Ending, Position};
use crate::rule;
use hexmap::Hex;
use kernel::{Log, Roster};

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
        let ending = if decisive.iter().all(|h| self.controls(p, v.attacker, *h)) {
            Some(Ending::Decisive)
        } else if p.turn >= self.scenario.turns {
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
            let (how, rule) = Battle::outcome_words(ending);
            let winner = self.winner(ending);
            log.say(|| {
                let rule = if corps && ending != Ending::Held { rule::R16_1_2 } else { rule };
                let (held, all) = (self.objectives_held(p, v.attacker), v.objectives.len());
                let name = &self.army.sides[v.attacker as usize].name;
                self.say(p, "victory", rule, "{}: {}. {} of {} {} are in {} hands.")
                    .seat(winner)
                    .fill(&[&how, &held, &all, &v.called, name])
            });
        }
    }

    pub fn winner(&self, ending: Ending) -> u8 {
        let attacker = self.scenario.victory.attacker;
        if ending == Ending::Held { 1 - attacker } else { attacker }
    }
}

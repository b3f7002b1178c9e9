//! 2.2.3 and 5.1: batteries turn.

use crate::battle::Battle;
use crate::flow::{March, Move};
use crate::model::UnitId;
use crate::position::Position;
use crate::rule;
use crate::words::Offer;
use hexmap::Dir;
use kernel::{Log, No, Roster};

impl Battle {
    /// A battery turns without moving, once (5.1, PR30).
    pub(crate) fn check_turn(&self, p: &Position, f: &March, unit: UnitId, dir: Dir) -> Result<(), No> {
        let own =
            self.printed.get(unit).is_some() && p.on_map(unit) && self.formation_of(unit) == f.formation;
        if !own || !self.is_gun(unit) {
            return Err(No(rule::R2_2_3b, "Only batteries have a facing."));
        }
        if p.unit(unit).moved || dir > 5 || p.unit(unit).facing == dir {
            return Err(No(rule::R5_1b, "It has moved or turned, or already faces that way."));
        }
        Ok(())
    }

    /// The same for one that has moved: at the end of its movement.
    pub(crate) fn check_turn_moved(&self, p: &Position, m: &Move, unit: UnitId, dir: Dir) -> Result<(), No> {
        let turns = m.who().has(unit) && self.is_gun(unit) && m.stepped;
        if turns && dir < 6 && p.unit(unit).facing != dir {
            Ok(())
        } else {
            Err(No(rule::R5_1b, "A battery that has moved is turned at the end of its movement."))
        }
    }

    pub(crate) fn offer_turn(&self, p: &Position, unit: UnitId, dir: u8) -> Offer {
        let names = self.map.dir_names();
        let next = names[(dir as usize + 1) % 6];
        let words = format!(
            "Turn {} to the corner between {} and {next}.",
            self.unit_name(unit),
            names[dir as usize]
        );
        Offer::new(rule::R5_1b, words).at(p.unit(unit).hex).by([unit]).under(self.unit_name(unit))
    }

    /// Turns a battery; it costs nothing and is no movement (5.1).
    pub(crate) fn face(&self, p: &mut Position, unit: UnitId, dir: u8, log: &mut Log) {
        p.unit_mut(unit).facing = dir;
        log.say(|| {
            let names = self.map.dir_names();
            let next = names[(dir as usize + 1) % 6];
            self.say(p, "face", rule::R5_1b)
                .unit(unit)
                .words(format!(" faces between {} and {next}.", names[dir as usize]))
                .event()
        });
    }

    /// 5.1: who moved does not bombard.
    pub(crate) fn gun_has_moved(&self, p: &mut Position, gun: UnitId, log: &mut Log) {
        p.unit_mut(gun).fired = true;
        log.say(|| {
            self.say(p, "moved", rule::R5_1a)
                .unit(gun)
                .text(" has moved and fires no more this turn.")
                .event()
        });
    }
}

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
        No::when(!own || !self.is_gun(unit), rule::R2_2_3b, "Only batteries have a facing.")?;
        let words = "It has moved or turned, or already faces that way.";
        No::when(p.unit(unit).moved || dir > 5 || p.unit(unit).facing == dir, rule::R5_1b, words)
    }

    /// The same for one that has moved: at the end of its movement.
    pub(crate) fn check_turn_moved(&self, p: &Position, m: &Move, unit: UnitId, dir: Dir) -> Result<(), No> {
        let turns = m.who().has(unit) && self.is_gun(unit) && m.stepped;
        let fits = turns && dir < 6 && p.unit(unit).facing != dir;
        No::when(!fits, rule::R5_1b, "A battery that has moved is turned at the end of its movement.")
    }

    /// The directions between which a corner lies.
    fn corner(&self, dir: Dir) -> [&'static str; 2] {
        [dir, (dir + 1) % 6].map(|dir| self.map.dir_name(dir))
    }

    pub(crate) fn offer_turn(&self, p: &Position, unit: UnitId, dir: u8) -> Offer {
        let [from, to] = self.corner(dir);
        let words = format!("Turn {} to the corner between {from} and {to}.", self.unit_name(unit));
        Offer::new(rule::R5_1b, words).at(p.unit(unit).hex).by([unit]).under(self.unit_name(unit))
    }

    /// Turns a battery; it costs nothing and is no movement (5.1).
    pub(crate) fn face(&self, p: &mut Position, unit: UnitId, dir: u8, log: &mut Log) {
        p.unit_mut(unit).facing = dir;
        log.say(|| {
            let [from, to] = self.corner(dir);
            self.say(p, "face", rule::R5_1b, "{} faces between {} and {}.").unit(unit).fill(&[&from, &to])
        });
    }

    /// 5.1: who moved does not bombard.
    pub(crate) fn gun_has_moved(&self, p: &mut Position, gun: UnitId, log: &mut Log) {
        p.unit_mut(gun).fired = true;
        log.say(|| self.say(p, "moved", rule::R5_1a, "{} has moved and fires no more this turn.").unit(gun));
    }
}

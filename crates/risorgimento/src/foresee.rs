//! Looking a fight ahead (`kernel::forecast`): when it is over, what became of its units, and what a
//! seat may take to lie face down.

use crate::battle::Battle;
use crate::flow::Frame;
use crate::fog::STATUS;
use crate::model::{LeaderId, UnitId};
use crate::position::{Ammo, Place, Position, Unit};
use kernel::{ById, Fate, Foresight, Seat, Viewer};

/// Nobody reacts, nobody gives up or rides on; of several ways to fall back the first is taken.
pub(crate) static FORESIGHT: Foresight = Foresight {
    verdicts: &["winner"],
    habits: &["react-none", "go-on", "done", "stop", "end-charge"],
    words: &[
        ("react-none", "does not react"),
        ("react-face", "turns to face the enemy in reaction"),
        ("react-fire", "fires in reaction"),
        ("react-counterattack", "counterattacks"),
        ("react-countercharge", "countercharges"),
        ("react-square", "forms square in reaction"),
        ("react-withdraw", "withdraws a hex in reaction"),
        ("go-on", "goes on after a failed check"),
        ("halt", "gives up after a failed check"),
        ("done", "leaves the order of its units as it is"),
        ("march", "leaves March Movement"),
        ("square", "leaves square"),
        ("limber", "limbers or unlimbers"),
        ("lose", "takes losses from the first unit that can take them"),
        ("lead", "lets the first unit lead"),
        ("retreat", "falls back by the first way that is open"),
        ("turn", "faces the first direction allowed"),
        ("stop", "stays as it is"),
        ("end-charge", "ends its charge"),
        ("ride-through", "rides on through the square"),
        ("follow", "lets the commander follow"),
        ("stay", "lets the commander stay"),
        ("relocate", "lets the commander ride to the first place"),
    ],
};

impl Battle {
    /// No procedure of a fight is left above that depth.
    pub(crate) fn fight_is_over(&self, p: &Position, depth: usize) -> bool {
        !p.stack.iter().skip(depth).any(Frame::is_fight)
    }

    pub(crate) fn fates_between(&self, before: &Position, after: &Position, viewer: Viewer) -> Vec<Fate> {
        let fate = |unit: UnitId| {
            let (then, now) = (before.unit(unit), after.unit(unit));
            let def = &self.army.units[unit];
            let gone = now.place == Place::Lost && then.place != Place::Lost;
            let strength = if gone { def.sp } else { now.lost }.saturating_sub(then.lost);
            let levels = if gone { 0 } else { now.status.saturating_sub(then.status) };
            let state = if gone { "gone" } else { STATUS[usize::from(now.status)] };
            let lost = if strength > 0 { format!("{strength} SP lost") } else { String::new() };
            let spent = now.ammo == Ammo::Out && then.ammo != Ammo::Out;
            let new = [(strength > 0, lost.as_str()), (spent, "out of ammunition")];
            let called = || {
                let (id, name) = self.called(before, viewer, unit);
                (def.side, id, name)
            };
            Fate::of([strength, levels], gone, state, &new, called)
        };
        before.units.ids().filter_map(fate).collect()
    }

    /// The face-down units of the enemy are taken for those with the same back in the order of the army
    /// list, at full strength (8.7, 2.1c).
    pub(crate) fn as_known(&self, p: &Position, viewer: Viewer) -> Option<Position> {
        if !self.options.fog || viewer == Viewer::Everything {
            return Some(p.clone());
        }
        let Viewer::Seat(Seat(side)) = viewer else { return None };
        let hidden = self.hidden_from(p, side);
        let mut stands: ById<UnitId, Vec<UnitId>> = p.units.ids().collect();
        let mut backs: Vec<_> = hidden.iter().map(|u| self.back(u)).collect();
        backs.sort_unstable();
        backs.dedup();
        for back in backs {
            let units: Vec<UnitId> = hidden.iter().filter(|u| self.back(*u) == back).collect();
            // by what is known, so that the order of the places tells nothing
            let mut places = units.clone();
            places.sort_by_cached_key(|u| p.known_of(*u));
            for (place, unit) in places.iter().zip(&units) {
                stands[*place] = *unit;
            }
        }
        let mut q = p.clone();
        for unit in hidden {
            q.state.units[stands[unit]] = Unit { lost: 0, ..*p.unit(unit) };
        }
        q.rename(&|u| stands[u], &|l| l);
        self.order_hidden_leaders(&mut q, side);
        self.rebuild(&mut q);
        Some(q)
    }

    /// The face-down commanders of the enemy are taken for each other in the order of the army list.
    fn order_hidden_leaders(&self, p: &mut Position, side: u8) {
        let hidden = self.leaders_hidden_from(p, side);
        let mut places: Vec<LeaderId> = hidden.iter().collect();
        places.sort_by_key(|l| p.known_of_leader(*l));
        let before = p.state.leaders.clone();
        let mut stands: ById<LeaderId, Vec<LeaderId>> = before.ids().collect();
        for (place, leader) in places.iter().zip(hidden) {
            stands[*place] = leader;
            p.state.leaders[leader] = before[*place];
        }
        p.rename(&|u| u, &|l| stands[l]);
    }
}

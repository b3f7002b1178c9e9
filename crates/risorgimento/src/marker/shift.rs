//! A marker that is moved by a hex after a reaction: where a counterattack has thrown its force out (C 11.5.3), and where
//! the enemy has withdrawn before it (C 11.5.5).

use crate::action::Action;
use crate::battle::Battle;
use crate::position::{Marker, MarkerKind, Position, Side, enemy};
use crate::rule;
use crate::words::{Asked, Offer};
use hexmap::Hex;
use kernel::{Citation, Log, No, Procedure, Procedures, Roster, Seat, Viewer};
use serde::{Deserialize, Serialize};

kernel::frames! {
    of Battle;

    /// The active side may move a marker by one hex.
    pub struct Shift {
        pub side: Side,
        /// The hex of the marker that was taken, or the hex that the enemy has left.
        pub hex: Hex,
        pub after: After,
    }
}

/// The reaction that a marker is moved after.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum After {
    Counterattack,
    Withdrawal,
}

impl After {
    fn rule(self) -> Citation {
        match self {
            After::Counterattack => rule::custoza::R11_5_3b,
            After::Withdrawal => rule::custoza::R11_5_5c,
        }
    }
}

impl Procedure<Shift> for Battle {
    const FIGHT: bool = true;

    fn ask(&self, _: &Position, &Shift { hex, after, .. }: &Shift, _: Viewer) -> Asked {
        let place = self.hex_words(hex);
        let you = match after {
            After::Counterattack => {
                format!("The enemy has taken {place}: do you move the marker from there?")
            }
            After::Withdrawal => format!("The enemy has withdrawn from {place}: do you advance the marker?"),
        };
        Asked::heard("shift", after.rule(), you, "may move a marker.").at([hex])
    }

    fn options(&self, p: &Position, f: &Shift, _: Seat, out: &mut Vec<Action>) {
        for marker in p.markers.iter().filter(|m| self.may_shift(f, **m)) {
            let places = match f.after {
                After::Counterattack => *self.map.neighbours(marker.hex),
                After::Withdrawal => [f.hex, Hex::NONE, Hex::NONE, Hex::NONE, Hex::NONE, Hex::NONE],
            };
            for hex in places.into_iter().filter(|hex| !hex.is_none()) {
                for dir in 0..6u8 {
                    for kind in [MarkerKind::Assault, MarkerKind::Charge] {
                        let action = Action::Shift { from: marker.hex, kind, hex, dir };
                        if self
                            .check_shift(p, f, marker.hex, Marker { kind, hex, dir, served: false })
                            .is_ok()
                        {
                            out.push(action);
                        }
                    }
                }
            }
        }
        out.push(Action::Done);
    }

    fn check(&self, p: &Position, f: &Shift, _: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Done => Ok(()),
            Action::Shift { from, kind, hex, dir } => {
                self.check_shift(p, f, from, Marker { kind, hex, dir, served: false })
            }
            _ => Err(No(f.after.rule(), "First say whether the marker is moved.")),
        }
    }

    fn offer(&self, p: &Position, f: &Shift, seat: Seat, action: Action) -> Offer {
        match action {
            Action::Shift { from, kind, hex, dir } => {
                let target = self.map.neighbour(hex, dir);
                let (from, at, against) = (self.hex_words(from), self.hex_words(hex), self.hex_words(target));
                let text = match kind {
                    MarkerKind::Assault => {
                        format!("Move the marker in {from} to {at}, an Assault against {against}")
                    }
                    MarkerKind::Charge => {
                        format!("Move the marker in {from} to {at}, a Charge against {against}")
                    }
                };
                Offer::new(f.after.rule(), text).at(hex).against(target)
            }
            Action::Done => Offer::new(f.after.rule(), "Leave the marker where it is"),
            _ => self.common_offer(p, seat, action),
        }
    }

    fn play(&self, p: &mut Position, f: Shift, _: Seat, action: Action, log: &mut Log) {
        p.pop();
        let Action::Shift { from, kind, hex, dir } = action else { return };
        let Some(at) = p.marker_at(from) else { return };
        p.state.markers[at] = Marker { kind, hex, dir, served: false };
        log.say(|| {
            let words = match kind {
                MarkerKind::Assault => "The marker in {} is moved to {}: an Assault against {}.",
                MarkerKind::Charge => "The marker in {} is moved to {}: a Charge against {}.",
            };
            let target = self.map.neighbour(hex, dir);
            self.say(p, "marker", f.after.rule(), words).hex(from).hex(hex).hex(target)
        });
    }

    fn run(&self, p: &mut Position, f: Shift, _: &mut Log) {
        let mut options = Vec::new();
        self.options(p, &f, Seat(f.side), &mut options);
        if options.len() > 1 { p.decide(f.side) } else { p.pop() }
    }
}

impl Battle {
    /// A counterattack is about to strike a hex: if it takes the marker there, the marker may be moved.
    pub(crate) fn push_shift_after_counterattack(&self, p: &mut Position, side: u8, hex: Hex) {
        if self.switches.marker_moves_after_counterattack && self.own_marker(p, side, hex) {
            p.push(Shift { side, hex, after: After::Counterattack });
        }
    }

    /// A force is about to withdraw from a hex in reaction: a marker that points at it may follow.
    pub(crate) fn push_shift_after_withdrawal(&self, p: &mut Position, side: u8, hex: Hex) {
        let pointed_at =
            p.markers.iter().any(|m| self.target_of(*m) == hex && self.own_marker(p, side, m.hex));
        if self.switches.marker_advances_after_reaction_withdrawal && pointed_at {
            p.push(Shift { side, hex, after: After::Withdrawal });
        }
    }

    /// Whether a marker is one that may be moved now.
    fn may_shift(&self, f: &Shift, marker: Marker) -> bool {
        match f.after {
            After::Counterattack => marker.hex == f.hex,
            After::Withdrawal => self.target_of(marker) == f.hex,
        }
    }

    fn check_shift(&self, p: &Position, f: &Shift, from: Hex, to: Marker) -> Result<(), No> {
        let rule = f.after.rule();
        let Some(at) = p.marker_at(from) else { return Err(No(rule, "There is no marker in this hex.")) };
        let marker = p.markers[at];
        No::when(!self.may_shift(f, marker), rule, "This marker is not moved now.")?;
        let taken = p.holds(self, enemy(f.side), f.hex);
        let stays = taken != (f.after == After::Counterattack);
        No::when(
            stays,
            rule,
            "The enemy has neither taken the hex of the marker nor left the one before it.",
        )?;
        No::when(self.map.distance(from, to.hex) != 1, rule, "A marker is moved by one hex.")?;
        let forward = f.after == After::Counterattack || to.hex == f.hex;
        No::when(!forward, rule, "A marker follows into the hex that the enemy has left.")?;
        let turned = marker.kind == MarkerKind::Assault
            && f.after == After::Counterattack
            && self.switches.marker_may_become_charge_after_counterattack;
        No::when(to.kind != marker.kind && !turned, rule, "The marker keeps its kind.")?;
        self.check_marker_place(p, f.side, to.hex, to.dir)
    }
}

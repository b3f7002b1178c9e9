//! Chapter 7.1: Assault and Charge markers. Declaring them, turning them. Which could be declared at all is looked for
//! in `search`; who serves them, and the duty to use them, are in `service`; moving them after a reaction in `shift`.

mod search;
mod service;
mod shift;

pub(crate) use search::MAX_PLACES;
pub use shift::{After, Shift};

use crate::action::Action;
use crate::activation::Activation;
use crate::battle::Battle;
use crate::model::{Arm, FormationId, Size, UnitId};
use crate::position::{MAX_MARKERS, Marker, MarkerKind, Position, State, enemy};
use crate::rule;
use crate::words::Offer;
use hexmap::{Dir, Hex};
use kernel::{Citation, Log, No, Roster};
use std::cell::RefCell;

impl Battle {
    pub fn target_of(&self, marker: Marker) -> Hex {
        self.map.neighbour(marker.hex, marker.dir)
    }

    /// Whether an enemy combat unit stands in the target hex.
    pub(crate) fn has_target(&self, p: &Position, side: u8, marker: Marker) -> bool {
        let target = self.target_of(marker);
        !target.is_none() && p.holds(self, enemy(side), target)
    }

    /// Whether a marker of the side's activated formation lies in the hex.
    pub(crate) fn own_marker(&self, p: &Position, side: u8, hex: Hex) -> bool {
        p.marker_at(hex).is_some()
            && p.activation().is_some_and(|a| self.army.formations[a.formation].side == side)
    }

    /// Whether a marker calls for units of this kind: on a Charge marker for cavalry that can charge (10).
    pub(crate) fn fits_marker(&self, p: &Position, kind: MarkerKind, unit: UnitId) -> bool {
        match kind {
            MarkerKind::Assault => !self.is_gun(unit),
            MarkerKind::Charge => self.arm(unit) == Arm::Cavalry && !p.unit(unit).exhausted,
        }
    }

    // ---- declaring (7.1, 7.1.1) --------------------------------------------------------------

    /// How many markers a formation may place (7.1.1), with the row of a furious attack.
    pub(crate) fn marker_limit(&self, p: &Position, frame: Activation) -> u8 {
        let mut limit = self.own_markers(frame);
        if self.near_overall_commander(p, frame.formation).is_some() {
            limit += self.switches.marker_bonus_near_overall_commander;
        }
        limit.min(MAX_MARKERS as u8)
    }

    /// The markers that a commander places without the help of his Overall Commander.
    fn own_markers(&self, frame: Activation) -> u8 {
        let formation = &self.army.formations[frame.formation];
        let command = match formation.size.filter(|_| !self.switches.markers_by_command_value) {
            Some(size) => self.charts.markers_by_size[size as usize],
            None => self.army.leaders[formation.leader].command_value,
        };
        command + self.initiative_row(frame.conduct).map_or(0, |r| r.marker_limit_bonus)
    }

    /// By which rule a formation has as many markers as it has.
    fn markers_rule(&self, formation: FormationId) -> Citation {
        match self.army.formations[formation].size.filter(|_| !self.switches.markers_by_command_value) {
            Some(Size::Corps) => rule::custoza::R6_2a,
            Some(Size::Division) => rule::custoza::R6_2b,
            Some(Size::Brigade) => rule::custoza::R6_2c,
            None => rule::R7_1_1a,
        }
    }

    fn check_marker_place(&self, p: &Position, side: u8, hex: Hex, dir: Dir) -> Result<(), No> {
        let target = self.map.neighbour(hex, dir);
        let words = "A marker points at a hex with enemy combat units.";
        No::when(target.is_none() || !p.holds(self, enemy(side), target), rule::R7_1a, words)?;
        let words = "The attack cannot be made from this hex.";
        No::when(p.holds(self, enemy(side), hex) || !self.passable[hex.index()], rule::R7_1a, words)?;
        No::when(p.marker_at(hex).is_some(), rule::R7_1_2, "There is a marker in this hex already.")
    }

    pub(crate) fn check_mark(
        &self,
        p: &Position,
        frame: Activation,
        kind: MarkerKind,
        hex: Hex,
        dir: Dir,
    ) -> Result<(), No> {
        let side = self.army.formations[frame.formation].side;
        self.check_marker_place(p, side, hex, dir)?;
        if p.markers.len() as u8 >= self.marker_limit(p, frame) {
            return Err(if p.markers.len() as u8 > self.own_markers(frame) {
                No(rule::R7_1_1b, "No more markers, even with the extra one near the overall commander.")
            } else {
                No(self.markers_rule(frame.formation), "The commander may place no more markers.")
            });
        }
        let free = self.unacted(p, frame.formation);
        let marker = Marker { kind, hex, dir, served: false };
        let new = self.units_that_serve(p, free, marker);
        if new.is_empty() {
            return Err(match kind {
                MarkerKind::Assault => No(rule::R11_1, "No force could reach this hex and enter the target."),
                MarkerKind::Charge => {
                    No(rule::R10_1a, "No cavalry could charge this target through this hex.")
                }
            });
        }
        let words = "Each marker needs a different force that could reach it.";
        No::when(!self.can_all_be_served(p, free, new), rule::R7_1_3, words)
    }

    pub(crate) fn legal_marks(&self, p: &Position, frame: Activation, out: &mut Vec<Action>) {
        self.with_marks(p, frame, |marks| out.extend_from_slice(marks));
    }

    /// Whether any marker could be placed.
    pub(crate) fn can_mark(&self, p: &Position, frame: Activation) -> bool {
        self.with_marks(p, frame, |marks| !marks.is_empty())
    }

    /// The markers that could be placed. The flow asks whether there are any just before the player asks
    /// which: the last answer is kept for that.
    fn with_marks<T>(&self, p: &Position, frame: Activation, read: impl FnOnce(&[Action]) -> T) -> T {
        thread_local! {
            static LAST: RefCell<(u64, Option<State>, Vec<Action>)> =
                const { RefCell::new((u64::MAX, None, Vec::new())) };
        }
        let side = self.army.formations[frame.formation].side;
        if !self.enemy_within_reach(p, side, self.unacted(p, frame.formation)) {
            return read(&[]);
        }
        LAST.with_borrow_mut(|(serial, known, marks)| {
            if *serial != self.serial || known.as_ref() != Some(&p.state) {
                marks.clear();
                self.find_marks(p, frame, marks);
                *serial = self.serial;
                *known = Some(p.state.clone());
            }
            read(marks)
        })
    }

    pub(crate) fn offer_mark(
        &self,
        p: &Position,
        frame: Activation,
        kind: MarkerKind,
        hex: Hex,
        dir: Dir,
    ) -> Offer {
        let marker = Marker { kind, hex, dir, served: false };
        let could = self.units_that_serve(p, self.unacted(p, frame.formation), marker);
        let kind = match kind {
            MarkerKind::Assault => "an Assault",
            MarkerKind::Charge => "a Charge",
        };
        let (at, target) = (self.hex_words(hex), self.hex_words(self.map.neighbour(hex, dir)));
        Offer::new(rule::R7_1a, format!("Place {kind} marker in {at} against {target}"))
            .at(hex)
            .against(self.map.neighbour(hex, dir))
            .by_one_of(could)
    }

    pub(crate) fn place_marker(
        &self,
        p: &mut Position,
        frame: Activation,
        kind: MarkerKind,
        hex: Hex,
        dir: Dir,
        log: &mut Log,
    ) {
        // the marker more than his own shows the Overall Commander (R84)
        let bonus = p.markers.len() as u8 >= self.own_markers(frame);
        if bonus && let Some(overall) = self.near_overall_commander(p, frame.formation) {
            p.state.leaders[overall].shown = true;
        }
        p.state.markers.push(Marker { kind, hex, dir, served: false });
        log.say(|| {
            let words = match kind {
                MarkerKind::Assault => "Assault declared from {} against {}",
                MarkerKind::Charge => "Charge declared from {} against {}",
            };
            let (rule, end) = match bonus {
                true => (rule::R7_1_1b, ", the extra one near the overall commander."),
                false => (rule::R7_1a, "."),
            };
            self.say(p, "marker", rule, words).hex(hex).hex(self.map.neighbour(hex, dir)).and(end)
        });
    }

    /// Rows "attacks" and "attacks furiously" ask for one or two markers where they can be placed.
    pub(crate) fn check_end_of_declaration(&self, p: &Position, frame: Activation) -> Result<(), No> {
        let needed = self.initiative_row(frame.conduct).map_or(0, |r| r.min_markers_if_possible);
        let words = "The commander attacks: one more marker must be placed.";
        No::when((p.markers.len() as u8) < needed && self.can_mark(p, frame), rule::R6_2, words)
    }

    // ---- turning a marker (7.1.5) ------------------------------------------------------------

    pub(crate) fn check_rotate(&self, p: &Position, hex: Hex, dir: Dir) -> Result<(), No> {
        let Some(at) = p.marker_at(hex) else {
            return Err(No(rule::R7_1_5, "There is no marker in this hex."));
        };
        let marker = p.markers[at];
        let side = match p.activation() {
            Some(a) => self.army.formations[a.formation].side,
            None => return Err(No(rule::R7_1_5, "Markers are turned during an activation.")),
        };
        let words = "A marker is turned only when its target hex has become empty.";
        No::when(self.has_target(p, side, marker), rule::R7_1_5, words)?;
        let words = "A marker is turned by one hexside.";
        No::when(dir != (marker.dir + 1) % 6 && dir != (marker.dir + 5) % 6, rule::R7_1_5, words)?;
        if !self.has_target(p, side, Marker { dir, ..marker }) {
            return Err(No(rule::R7_1_5, "There is no enemy in that hex."));
        }
        Ok(())
    }

    pub(crate) fn legal_rotations(&self, p: &Position, out: &mut Vec<Action>) {
        for marker in &p.markers {
            for dir in [(marker.dir + 1) % 6, (marker.dir + 5) % 6] {
                if self.check_rotate(p, marker.hex, dir).is_ok() {
                    out.push(Action::Rotate { hex: marker.hex, dir });
                }
            }
        }
    }

    pub(crate) fn offer_rotation(&self, hex: Hex, dir: Dir) -> Offer {
        let (at, target) = (self.hex_words(hex), self.hex_words(self.map.neighbour(hex, dir)));
        Offer::new(rule::R7_1_5, format!("Turn the marker in {at} towards {target}")).at(hex)
    }

    pub(crate) fn rotate_marker(&self, p: &mut Position, hex: Hex, dir: Dir, log: &mut Log) {
        if let Some(at) = p.marker_at(hex) {
            p.state.markers[at].dir = dir;
            p.state.markers[at].served = false;
        }
        log.say(|| {
            let to = self.map.neighbour(hex, dir);
            self.say(p, "marker", rule::R7_1_5, "The marker in {} is turned to {}.").hex(hex).hex(to)
        });
    }
}

//! What binds a force that enters an enemy zone of reaction on a marker (7.1b, R83): which markers let it
//! in, where it may still go, and when it is released.

use super::Walker;
use super::{Act, Bond, Mode};
use crate::battle::Battle;
use crate::position::{MAX_MARKERS, MarkerKind, Position, UnitSet, enemy};
use crate::rule;
use arrayvec::ArrayVec;
use hexmap::Hex;
use kernel::No;

/// Hexes with markers and what it costs at the least to stand in each.
pub(crate) type OverMarkers = ArrayVec<(Hex, u16), MAX_MARKERS>;

impl Battle {
    /// Whether a marker of the force's own activation lies in the hex that it could serve: only on such a
    /// one does it enter an enemy zone.
    pub(crate) fn lets_in(&self, p: &Position, units: UnitSet, hex: Hex) -> bool {
        let Some(at) = p.marker_at(hex) else { return false };
        let Some(first) = units.first() else { return false };
        self.own_marker(p, self.side_of(first), hex)
            && units.iter().all(|u| self.fits_marker(p, p.markers[at].kind, u))
    }

    /// Whether the force may step into a hex, as far as zones go (3.1.2, 7.1b).
    pub(super) fn check_bond(&self, p: &Position, f: &Act, to: Hex) -> Result<(), No> {
        let Some(first) = f.units.first() else { return Ok(()) };
        let side = self.side_of(first);
        let zone = p.zone(enemy(side), to);
        if !zone && f.bond != Bond::Bound {
            return Ok(());
        }
        if self.is_gun(first) || f.mode == Mode::Straggling || !self.own_marker(p, side, to) {
            return Err(if zone {
                No(rule::R3_1_2a, "An enemy zone of reaction is entered only where a marker lies.")
            } else {
                No(rule::R7_1b, "It entered an enemy zone of reaction: it attacks or goes on to a marker.")
            });
        }
        let words = "It may not attack in this move: no marker lets it into a zone.";
        No::when(f.mode == Mode::Exhausted, rule::R10_3, words)?;
        No::when(!self.lets_in(p, f.units, to), rule::R7_1b, "It could not attack from that marker's hex.")
    }

    /// What binds a force once it has stepped into a hex.
    pub(crate) fn bond_in(&self, p: &Position, f: &Act, to: Hex) -> Bond {
        let foe = f.units.first().map_or(0, |u| enemy(self.side_of(u)));
        if f.bond == Bond::Bound || p.zone(foe, to) { Bond::Bound } else { Bond::Free }
    }

    /// What still binds it where it stands: reactions may have taken every target from it, and a marker
    /// that is turned gives it a new one.
    pub(super) fn bond_now(&self, p: &Position, f: &Act) -> Bond {
        if self.attack_ok(p, f, f.hex, f.left) || self.attacks_over_markers(p, f, f.hex, f.left) {
            Bond::Bound
        } else {
            Bond::Released
        }
    }

    /// Whether a force that is bound in this hex can attack from another marker.
    pub(super) fn attacks_over_markers(&self, p: &Position, f: &Act, hex: Hex, left: u8) -> bool {
        if f.spent_out || p.markers.len() < 2 {
            return false;
        }
        let walker = self.walker(p, f.units, self.force_marches(p, f.units));
        let start = |h: Hex| (h == hex).then_some(0);
        let known = self.over_markers(p, &walker, f.units, left as u16, start);
        known.iter().any(|(h, cost)| *h != hex && self.attack_ok(p, f, *h, left - *cost as u8))
    }

    /// Where a force gets that is bound in the hexes for which `entered` tells what it has paid: from
    /// marker to marker alone.
    pub(crate) fn over_markers(
        &self,
        p: &Position,
        w: &Walker,
        units: UnitSet,
        budget: u16,
        entered: impl Fn(Hex) -> Option<u16>,
    ) -> OverMarkers {
        let fits = |kind: MarkerKind| units.iter().all(|u| self.fits_marker(p, kind, u));
        let mut known: OverMarkers = (p.markers.iter().filter(|m| fits(m.kind)))
            .map(|m| (m.hex, entered(m.hex).unwrap_or(u16::MAX)))
            .collect();
        loop {
            let mut better = false;
            for i in 0..known.len() {
                let (a, paid) = known[i];
                for to in known.iter_mut().filter(|(_, cost)| *cost > paid) {
                    let Some(dir) = self.map.direction(a, to.0) else { continue };
                    let Some(step) = self.passage(p, w, false, a, dir, to.0) else { continue };
                    let cost = paid + u16::from(step);
                    if cost <= budget && cost < to.1 {
                        to.1 = cost;
                        better = true;
                    }
                }
            }
            if !better {
                known.retain(|(_, cost)| *cost <= budget);
                return known;
            }
        }
    }
}

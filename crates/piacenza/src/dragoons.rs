//! 10.5: dragoons change between horse and foot.

use crate::battle::Battle;
use crate::flow::March;
use crate::model::{Dragoons, UnitId};
use crate::position::{Order, Place, Position, Unit, UnitSet, enemy};
use crate::rule;
use crate::words::Offer;
use kernel::{Citation, Log, No, Roster};

impl Battle {
    fn steady(&self, p: &Position, unit: UnitId) -> bool {
        let u = p.unit(unit);
        u.order == Order::Good && !u.billebaude
    }

    /// Whether dragoons can change their form where they stand (PR52).
    pub(crate) fn check_convert(&self, p: &Position, unit: UnitId) -> Result<(), No> {
        let steady = No(rule::R10_5a, "Not while Disordered, Routed or firing at will.");
        let u = p.unit(unit);
        match self.dragoons(unit) {
            Dragoons::None => Err(No(rule::R2_2_2f, "They have no other form.")),
            Dragoons::Foot { mounted } => {
                if !self.steady(p, unit) {
                    return Err(steady);
                }
                if mounted.iter().all(|horse| p.unit(*horse).place == Place::Lost) {
                    return Err(No(rule::R10_5a, "Both mounted counters are lost and do not come back."));
                }
                // two cavalry counters need the hex for themselves
                No::when(p.in_hex(u.hex).count() > 1, rule::R6_0a, "There is no room for the horses.")
            }
            Dragoons::Mounted { mate, .. } => {
                if !self.steady(p, unit) {
                    return Err(steady);
                }
                let there = p.in_hex(u.hex);
                let with_mate = p.on_map(mate) && there.has(mate);
                if with_mate && !self.steady(p, mate) {
                    return Err(steady);
                }
                No::when(there.count() > 1 + with_mate as u32, rule::R6_0a, "Other cavalry is in the hex.")?;
                let words = "Both counters of the unit must be stacked.";
                No::when(p.on_map(mate) && !with_mate, rule::R10_5a, words)?;
                let words = "They are too few to fight on foot.";
                No::when(self.mounted_strength(p, unit) < 2, rule::R10_5a, words)
            }
        }
    }

    /// Strength of a mounted unit, both counters together.
    fn mounted_strength(&self, p: &Position, unit: UnitId) -> u8 {
        let mate = match self.dragoons(unit) {
            Dragoons::Mounted { mate, .. } if p.on_map(mate) => self.sp(p, mate),
            _ => 0,
        };
        self.sp(p, unit) + mate
    }

    /// Two mounted strength points are one on foot; an odd one is lost. A counter that was eliminated does not come
    /// back: its mate takes what it can of the strength (PR52).
    pub(crate) fn convert(&self, p: &mut Position, unit: UnitId, log: &mut Log) {
        let Unit { hex, moved, began, .. } = *p.unit(unit);
        match self.dragoons(unit) {
            Dragoons::Mounted { mate, foot } => {
                let reduced = self.mounted_strength(p, unit) / 2 < self.printed[foot].sp[0];
                let commanded = self.in_march(p, unit);
                self.take_off(p, unit, Place::Away);
                if p.on_map(mate) {
                    self.take_off(p, mate, Place::Away);
                }
                self.put(p, foot, hex);
                self.change(p, foot, |u| {
                    u.reduced = reduced;
                    (u.moved, u.began) = (moved, began);
                });
                self.join_march(p, UnitSet::one(foot), commanded);
                log.say(|| self.say(p, "dismount", rule::R10_5a, "{} dismount in {}.").unit(foot).hex(hex));
            }
            Dragoons::Foot { mounted } => {
                let strength = 2 * self.sp(p, unit);
                let commanded = self.in_march(p, unit);
                let lost = |horse: &UnitId| p.unit(*horse).place == Place::Lost;
                let horses: UnitSet = mounted.into_iter().filter(|horse| !lost(horse)).collect();
                let each = strength / horses.count().max(1) as u8;
                self.take_off(p, unit, Place::Away);
                for horse in horses {
                    let reduced = each < self.printed[horse].sp[0];
                    self.put(p, horse, hex);
                    self.change(p, horse, |u| {
                        u.reduced = reduced;
                        (u.moved, u.began) = (moved, began);
                    });
                }
                self.join_march(p, horses, commanded);
                log.say(|| {
                    self.say(p, "mount", rule::R10_5a, "{} mount in {}.")
                        .unit(horses.first().unwrap_or(unit))
                        .hex(hex)
                });
            }
            Dragoons::None => {}
        }
    }

    fn in_march(&self, p: &Position, unit: UnitId) -> (bool, bool) {
        p.march().map_or((false, false), |m| (m.commanded.has(unit), m.direct.has(unit)))
    }

    /// The new counters are in command as the old ones were.
    fn join_march(&self, p: &mut Position, units: UnitSet, (commanded, direct): (bool, bool)) {
        for frame in &mut p.state.stack {
            if let crate::flow::Frame::March(m) = frame {
                if commanded {
                    m.commanded = m.commanded.with(units);
                }
                if direct {
                    m.direct = m.direct.with(units);
                }
                m.converted = m.converted.with(units);
            }
        }
    }

    /// 10.5b: pairs that find themselves in an Engagement Zone dismount when their formation moves.
    pub(crate) fn must_dismount(&self, p: &Position, f: &March) -> Option<UnitId> {
        self.units_of(p, f.formation).iter().find(|u| {
            let foe = enemy(self.side_of(*u));
            matches!(self.dragoons(*u), Dragoons::Mounted { mate, .. } if p.on_map(mate))
                // who has just mounted to get away rides
                && !f.converted.has(*u)
                && p.engaged(foe, p.unit(*u).hex)
                && self.check_convert(p, *u).is_ok()
        })
    }

    /// Whether mounted dragoons may end their movement in a hex (10.5b, PR53).
    pub fn may_end_in(&self, p: &Position, units: UnitSet, hex: hexmap::Hex) -> bool {
        let Some(dragoon) = units.iter().find(|u| self.is_mounted_dragoon(*u)) else { return true };
        !p.engaged(enemy(self.side_of(dragoon)), hex) || p.in_hex(hex).with(units).count() > 1
    }

    pub(crate) fn offer_conversion(&self, p: &Position, unit: UnitId, rule: Citation) -> Offer {
        let verb = if self.is_infantry(unit) { "mount" } else { "dismount" };
        let hex = p.unit(unit).hex;
        let words = format!("{} in {} {verb}.", self.unit_name(unit), self.hex_name(hex));
        Offer::new(rule, words).at(hex).by([unit])
    }
}

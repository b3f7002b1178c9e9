//! What became of units between two positions, in words.

use super::Ends;
use crate::battle::Battle;
use crate::model::UnitId;
use crate::position::{Order, Place, Position, UnitSet};
use hexmap::Hex;
use kernel::OddsLine;
use std::collections::BTreeMap;

/// A unit, how badly it fared, and in words.
type Fared = (UnitId, u8, String);

/// How an attack left somebody.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    Standing,
    DrivenOff,
    Eliminated,
}

impl Battle {
    /// How bad it is, and in words; None where it is as it was, in the hex where it was meant to be.
    fn fared(&self, before: &Position, after: &Position, unit: UnitId, meant: Hex) -> Option<(u8, String)> {
        let (then, now) = (before.unit(unit), after.unit(unit));
        if now.place != Place::Map {
            return Some((20, "eliminated".into()));
        }
        let mut words: Vec<String> = Vec::new();
        let mut rank = 0;
        if now.reduced && !then.reduced {
            rank += 4;
            words.push("loses a step".into());
        }
        let worse = now.order > then.order;
        match now.order {
            Order::Disordered if worse => {
                rank += 2;
                words.push("Disordered".into());
            }
            Order::Routed if worse => {
                rank += 9;
                words.push("routs".into());
            }
            _ => {}
        }
        let moved = self.map.distance(now.hex, meant);
        if moved > 0 {
            rank += 1;
            match now.order {
                Order::Routed if worse => {}
                Order::Routed => words.push("flees".into()),
                _ if now.hex == then.hex => words.push("stays where it is".into()),
                _ => words.push(format!("falls back {}", self.map.distance(now.hex, then.hex))),
            }
        }
        if now.changed && !then.changed {
            rank += 1;
            words.push("changes ranks and stands".into());
        }
        (!words.is_empty()).then(|| (rank, words.join(", ")))
    }

    /// Every way in which these units fare, the mildest first. `meant` is where each would be if all went well.
    pub(super) fn lines(
        &self,
        before: &Position,
        ends: &Ends,
        units: UnitSet,
        meant: impl Fn(UnitId) -> Hex,
    ) -> Vec<OddsLine> {
        let fates = |after: &Position| -> Vec<Fared> {
            let one =
                |u: UnitId| self.fared(before, after, u, meant(u)).map(|(rank, words)| (u, rank, words));
            units.iter().filter_map(one).collect()
        };
        let all: Vec<(Vec<Fared>, f64)> =
            ends.iter().map(|(after, chance)| (fates(after), *chance)).collect();
        let concerned: UnitSet = all.iter().flat_map(|(list, _)| list.iter().map(|(u, ..)| *u)).collect();
        let goes = units.iter().any(|u| meant(u) != before.unit(u).hex);
        let mut lines: BTreeMap<(u8, String), f64> = BTreeMap::new();
        for (list, chance) in all {
            let words: Vec<String> = list
                .iter()
                .map(|(unit, _, words)| {
                    if concerned.count() > 1 {
                        format!("{}: {words}", self.unit_name(*unit))
                    } else {
                        words.clone()
                    }
                })
                .collect();
            let rank = list.iter().map(|(_, rank, _)| *rank).fold(0, u8::saturating_add);
            let words = match (words.is_empty(), goes) {
                (false, _) => words.join("; "),
                (true, true) => "goes there".into(),
                (true, false) => "no effect".into(),
            };
            *lines.entry((rank, words)).or_default() += chance;
        }
        lines.into_iter().map(|((_, result), chance)| OddsLine::new(result, chance)).collect()
    }

    // ---- attacks -------------------------------------------------------------------------------

    fn left(&self, before: &Position, after: &Position, unit: UnitId, advances: bool) -> Left {
        let now = after.unit(unit);
        if now.place != Place::Map {
            Left::Eliminated
        } else if now.hex == before.unit(unit).hex || advances {
            Left::Standing
        } else {
            Left::DrivenOff
        }
    }

    /// How attacker and defender are left. The defender is the worst hit of those in the hex.
    fn left_both(&self, before: &Position, after: &Position, attacker: UnitId, there: UnitSet) -> [Left; 2] {
        let hex = there.first().map_or(Hex::NONE, |u| before.unit(u).hex);
        let advances = after.unit(attacker).hex == hex;
        let own = self.left(before, after, attacker, advances);
        let other = there.iter().map(|u| self.left(before, after, u, false)).max();
        [own, other.unwrap_or(Left::Standing)]
    }

    /// What comes of an attack, and what it costs both sides on average.
    pub(super) fn attack_outcome(
        &self,
        before: &Position,
        attacker: UnitId,
        there: UnitSet,
        ends: &Ends,
    ) -> (Vec<OddsLine>, String) {
        let mut lines: BTreeMap<[Left; 2], f64> = BTreeMap::new();
        for (after, chance) in ends {
            *lines.entry(self.left_both(before, after, attacker, there)).or_default() += chance;
        }
        use Left::{DrivenOff, Eliminated, Standing};
        let words = |left: [Left; 2]| match left {
            [Standing, Standing] => "both stay where they are",
            [Standing, DrivenOff] => "the defender is driven off",
            [Standing, Eliminated] => "the defender is eliminated",
            [DrivenOff, Standing] => "the attacker is driven off",
            [DrivenOff, DrivenOff] => "both are driven off",
            [DrivenOff, Eliminated] => "the attacker is driven off, the defender eliminated",
            [Eliminated, Standing] => "the attacker is eliminated",
            [Eliminated, DrivenOff] => "the attacker is eliminated, the defender driven off",
            [Eliminated, Eliminated] => "both are eliminated",
        };
        let lines = lines.into_iter().map(|(left, chance)| OddsLine::new(words(left), chance)).collect();
        let mean = |units: UnitSet| -> f64 {
            let lost = |after: &Position, u: UnitId| {
                let left = if after.on_map(u) { self.sp(after, u) } else { 0 };
                f64::from(self.sp(before, u).saturating_sub(left))
            };
            let all = |after: &Position| units.iter().map(|u| lost(after, u)).sum::<f64>();
            ends.iter().map(|(after, chance)| chance * all(after)).sum()
        };
        let (own, other) = (mean(UnitSet::one(attacker)), mean(there));
        (lines, format!("Mean loss: attacker {own:.2} SP, defender {other:.2} SP."))
    }
}

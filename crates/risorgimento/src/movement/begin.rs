//! A force is taken in hand: in the activation of its formation (7.2), or out of command (5.1.1).

use super::{Act, ActStage, Bond, Mode};
use crate::activation::Activation;
use crate::battle::Battle;
use crate::model::{Conduct, UnitId};
use crate::position::{Place, Position, UnitSet};
use crate::rule;
use crate::turn::{Late, LatePhase};
use hexmap::Hex;
use kernel::{Log, No, Roster};

impl Battle {
    pub(crate) fn begin_action(&self, p: &mut Position, frame: Activation, units: UnitSet, log: &mut Log) {
        let Some(first) = units.first() else { return };
        let must_serve = self.are_needed(p, frame.formation, units);
        let serves = if must_serve { self.markers_to_serve(p, frame.formation, units) } else { u8::MAX };
        let side = self.side_of(first);
        let hex = p.unit(first).hex;
        if units.count() > 1 && !self.is_gun(first) {
            // a force of several moves deployed (8.3c)
            for unit in units {
                self.set_march(p, unit, false);
            }
        }
        if p.unit(first).place == Place::Column && self.is_gun(first) {
            p.unit_mut(first).march = true;
        }
        let measure = match frame.conduct {
            Conduct::FallBack | Conduct::Attack | Conduct::FuriousAttack if !hex.is_none() => {
                self.nearest_enemy(p, side, hex)
            }
            _ => 99,
        };
        for unit in units {
            p.unit_mut(unit).acted = true;
        }
        log.say(|| self.say(p, "act", rule::R7_2, "{} [acts|act] in {}.").units(units).hex(hex));
        let act = self.new_act(units, hex, Mode::Ordinary, measure, must_serve);
        p.push(Act { serves, ..act });
    }

    pub(crate) fn new_act(&self, units: UnitSet, hex: Hex, mode: Mode, measure: u8, must_serve: bool) -> Act {
        Act {
            units,
            members: units,
            hex,
            start: hex,
            left: self.ma_of(units),
            mode,
            stage: ActStage::Choose,
            entered: 0,
            turned: false,
            changed: false,
            fired: false,
            by_road: false,
            spent_out: false,
            must_serve,
            serves: u8::MAX,
            dir: 0,
            road: false,
            measure,
            counter: UnitSet::EMPTY,
            quiet: false,
            through: false,
            aims: 0,
            bond: Bond::Free,
        }
    }

    /// Out of command: may move so as to end nearer to the commander (5.1.1).
    pub(crate) fn check_straggle(&self, p: &Position, frame: Late, units: UnitSet) -> Result<(), No> {
        let Some(first) = units.first() else {
            return Err(No(rule::R2_3a, "A force has at least one unit."));
        };
        let words = "Formations that were not activated do not move.";
        No::when(frame.phase != LatePhase::OutOfCommand, rule::R4_C, words)?;
        let all = self.late_units(p, frame);
        if units.without(all) != UnitSet::EMPTY
            || units.without(self.force_of(p, all, first)) != UnitSet::EMPTY
        {
            return Err(No(rule::R5_1_1, "Only units out of command move in this phase."));
        }
        let words = "This unit has already moved in this phase.";
        No::when(units.iter().any(|u| p.unit(u).acted), rule::R7_2, words)?;
        let words = "Limbered batteries move one by one.";
        No::when(units.count() > 1 && self.is_gun(first), rule::R8_3c, words)?;
        if units.count() > 1 {
            self.check_deploys(p, units)?;
        }
        let act = self.straggle(p, units);
        let could = |march: bool| {
            let mut trial = act;
            let changed;
            let q = if self.force_marches(p, units) == march {
                p
            } else {
                let mut q = Box::new(p.clone());
                for unit in units {
                    self.set_march(&mut q, unit, march);
                    q.unit_mut(unit).square = false;
                }
                if self.is_gun(first) {
                    trial.left = trial.left.saturating_sub(self.charts.limber_cost);
                }
                changed = q;
                &*changed
            };
            // ending where it stands is no move
            self.finishable(q, &trial, trial.hex, trial.left, 0)
        };
        let able = if units.count() > 1 {
            could(false)
        } else {
            could(true) || (!self.is_gun(first) && could(false))
        };
        if able { Ok(()) } else { Err(No(rule::R5_1_1, "It cannot get nearer to its commander.")) }
    }

    fn straggle(&self, p: &Position, units: UnitSet) -> Act {
        let first = units.first().unwrap_or(UnitId::at(0));
        let hex = p.unit(first).hex;
        let measure = self.map.distance(hex, self.rally_hex(p, first));
        self.new_act(units, hex, Mode::Straggling, measure, false)
    }

    /// Where a unit out of command wants to go: its commander, or where he will enter.
    pub(super) fn rally_hex(&self, p: &Position, unit: UnitId) -> Hex {
        let leader = self.leader_of(self.formation_of(unit));
        let hex = p.leaders[leader].hex;
        if hex.is_none() { self.entry_of_leader(leader).unwrap_or(p.unit(unit).hex) } else { hex }
    }

    pub(crate) fn begin_straggle(&self, p: &mut Position, units: UnitSet, log: &mut Log) {
        let act = self.straggle(p, units);
        for unit in units {
            p.unit_mut(unit).acted = true;
            if units.count() > 1 {
                self.set_march(p, unit, false);
            }
            p.unit_mut(unit).square = false;
        }
        log.say(|| {
            self.say(p, "act", rule::R5_1_1, "{} [moves towards its|move towards their] commander.")
                .units(units)
        });
        p.push(act);
    }
}

//! The sergeant: a staff officer who plans an activation as a whole. He weighs which formation to use,
//! which assaults to declare and with whom, fires first, then assaults, then moves what is left where it
//! is needed; and he answers what the enemy does by what it is likely to bring.
//!
//! Which formation he uses is decided here, which attacks in `attacks`, who does something next in `forces`, and how in `acting`.

mod acting;
mod attacks;
mod forces;

use super::fields::Fields;
use super::ground::Ground;
use super::temper::Temper;
use super::{answers, fights, moving};
use crate::policy::Policy;
use ::risorgimento::flow::{Act, ActStage, Activation, ActivationStage, CombatKind, Frame, Mode, Ride};
use ::risorgimento::model::{Arm, FormationId, LeaderId, UnitId};
use ::risorgimento::position::{Ammo, Marker, MarkerKind, Place, Position, UnitSet};
use ::risorgimento::{Action, Battle};
use arrayvec::ArrayVec;
use forces::best_fire;
use hexmap::Hex;
use kernel::{Game, Log, Lot, Need, Seat};
use std::sync::Arc;

#[derive(Clone)]
pub struct Sergeant {
    /// Of each side; and that of the one whom he serves now.
    tempers: [Temper; 2],
    temper: Temper,
    /// The attack that he is told to declare before any other.
    mark: Option<Action>,
    /// In haste he takes the first good thing instead of the best: playouts are led so.
    hasty: bool,
    ground: Arc<Ground>,
    /// The battlefield as it was when he last looked round.
    fields: Option<Box<Fields>>,
    intent: Option<Intent>,
    /// Forces of this activation that had no reason to move: in haste nobody looks twice.
    idle: ArrayVec<UnitSet, 32>,
    ride: Option<(LeaderId, Hex)>,
    /// What he said last, and about what.
    said: Said,
    legal: Vec<Action>,
}

/// What a force in hand is to do.
#[derive(Clone, Copy, Debug)]
struct Intent {
    units: UnitSet,
    aim: Aim,
    turned: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Aim {
    Fire {
        hex: Hex,
        guns: bool,
    },
    /// To serve the marker in the hex.
    Attack(Hex),
    Go {
        hex: Hex,
        march: bool,
    },
}

/// Why he does what he does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Said {
    #[default]
    Nothing,
    Activate {
        gain: f32,
        chance: f32,
    },
    PassTurn,
    Attack {
        win: f32,
        value: f32,
    },
    NoMore,
    Fire {
        value: f32,
    },
    Go {
        hex: Hex,
        gain: f32,
    },
    React {
        value: f32,
    },
    Decline,
}

/// A marker, who should serve it, and what that should bring.
#[derive(Clone, Copy, Debug)]
struct Attack {
    hex: Hex,
    units: UnitSet,
    value: f32,
    win: f32,
}

/// Below this nothing is worth the trouble.
const LITTLE: f32 = 0.15;

impl Sergeant {
    /// With the orders that suit either side.
    pub fn new(b: &Battle) -> Sergeant {
        Sergeant::with(b, [0, 1].map(|side| Temper::of(b, side)))
    }

    /// With other orders.
    pub fn with(b: &Battle, tempers: [Temper; 2]) -> Sergeant {
        Sergeant {
            tempers,
            temper: tempers[0],
            mark: None,
            hasty: false,
            ground: Ground::of(b),
            fields: None,
            intent: None,
            idle: ArrayVec::new(),
            ride: None,
            said: Said::Nothing,
            legal: Vec::new(),
        }
    }

    /// With this attack to begin with.
    pub fn beginning(self, mark: Option<Action>) -> Sergeant {
        Sergeant { mark, ..self }
    }

    /// For playouts.
    pub fn in_haste(b: &Battle) -> Sergeant {
        Sergeant { hasty: true, ..Sergeant::new(b) }
    }

    /// Looks round.
    fn look(&self, b: &Battle, p: &Position, side: u8) -> Box<Fields> {
        Box::new(Fields::new(b, &self.ground, p, side, &self.temper))
    }
}

impl Policy<Battle> for Sergeant {
    fn choose(&mut self, b: &Battle, p: &Position, seat: Seat, legal: &[Action], lot: &mut Lot) -> Action {
        self.said = Said::Nothing;
        self.temper = self.tempers[usize::from(seat.0)];
        if let [only] = legal {
            return *only;
        }
        let chosen = match p.top() {
            Frame::Setup(_) => answers::set_up(b, p, legal, lot),
            Frame::Alternation(_) => self.alternation(b, p, seat.0, legal),
            Frame::Activation(f) => match f.stage {
                ActivationStage::Declare => self.declare(b, p, f, legal),
                ActivationStage::Forces | ActivationStage::Recovery => {
                    self.forces(b, p, seat.0, Some(f), legal)
                }
            },
            Frame::Late(_) => self.forces(b, p, seat.0, None, legal),
            Frame::Act(f) => self.act(b, p, seat.0, &f, legal),
            Frame::Ride(f) => self.ride(b, p, seat.0, f, legal),
            Frame::React(f) => {
                let (action, value) = answers::react(b, p, &f, &self.temper, legal);
                self.said = if action == Action::NoReaction { Said::Decline } else { Said::React { value } };
                action
            }
            _ => answers::other(b, &self.ground, p, seat.0, &self.temper, legal),
        };
        debug_assert!(legal.contains(&chosen), "{chosen:?} is not legal");
        chosen
    }

    fn reason(&self) -> String {
        let percent = |chance: f32| (chance * 100.0).round();
        match self.said {
            Said::Nothing => String::new(),
            Said::Activate { gain, chance } => {
                format!(
                    "It has the most to do here ({gain:.1}), and obeys {} % of the time.",
                    percent(chance)
                )
            }
            Said::PassTurn => "No formation has anything useful to do.".into(),
            Said::Attack { win, value } => {
                format!(
                    "The attack wins {} % of the time; it should bring {value:.1} strength points more than it costs.",
                    percent(win)
                )
            }
            Said::NoMore => "Nothing more is worth its cost.".into(),
            Said::Fire { value } => format!("Fire should cost the enemy {value:.1} strength points."),
            Said::Go { gain, .. } => format!("The force stands better there, by {gain:.1}."),
            Said::React { value } => format!("It should bring {value:.1} strength points."),
            Said::Decline => "Every answer would cost more than it brings.".into(),
        }
    }
}

/// Whether a unit can still act in this activation.
fn free(p: &Position, unit: UnitId) -> bool {
    p.unit(unit).place == Place::Map && !p.unit(unit).acted
}

impl Sergeant {
    fn alternation(&mut self, b: &Battle, p: &Position, side: u8, legal: &[Action]) -> Action {
        let fields = self.look(b, p, side);
        let mut best = (LITTLE, Action::Pass, 0.0);
        for action in legal {
            let Action::Attempt(formation) = *action else { continue };
            let chance = chance_to_obey(b, p, formation);
            let gain = self.worth_of_activation(b, p, &fields, formation);
            // what fails can be tried again, so a good chance counts less than its double
            let value = gain * (0.4 + 0.6 * chance);
            if value > best.0 {
                best = (value, *action, chance);
            }
        }
        self.said = match best {
            (_, Action::Pass, _) => Said::PassTurn,
            (gain, _, chance) => Said::Activate { gain, chance },
        };
        if legal.contains(&best.1) { best.1 } else { legal[0] }
    }

    /// What a formation would gain if it were activated now.
    fn worth_of_activation(
        &mut self,
        b: &Battle,
        p: &Position,
        fields: &Fields,
        formation: FormationId,
    ) -> f32 {
        let side = fields.side;
        let def = &b.army.formations[formation];
        if self.hasty {
            return self.worth_at_a_glance(b, p, fields, &def.units);
        }
        let mut sum = 0.0;
        for unit in &def.units {
            if p.unit(*unit).place == Place::Column {
                sum += 3.0;
            } else if free(p, *unit) && !p.unit(*unit).out_of_command {
                let units = UnitSet::one(*unit);
                if b.is_gun(*unit) {
                    let fire = best_fire(b, p, units).map_or(0.0, |(_, _, value)| value);
                    sum += fire.max(moving::errand(b, p, fields, &self.temper, units, b.ma_of(units)).gain);
                } else {
                    sum += moving::errand(b, p, fields, &self.temper, units, b.ma_of(units)).gain;
                }
            }
        }
        // the assaults that it could declare
        let mut q = p.clone();
        let mut log = Log::off();
        b.apply(&mut q, Seat(side), Action::Attempt(formation), &mut log);
        if let Need::Chance(_) = b.need(&q) {
            b.roll(&mut q, &[1], &mut log);
        }
        if let Frame::Activation(f) = q.top()
            && f.stage == ActivationStage::Declare
        {
            let mut legal = std::mem::take(&mut self.legal);
            b.legal(&q, Seat(side), &mut legal);
            let best = legal
                .iter()
                .filter_map(|mark| self.mark_value(b, &q, fields, f, UnitSet::EMPTY, *mark))
                .map(|m| m.0);
            sum += best.fold(0.0, f32::max) * 1.2;
            self.legal = legal;
        }
        sum
    }

    /// The same from where its units stand alone: near the enemy and near what is to be won there is more
    /// to do.
    fn worth_at_a_glance(&self, b: &Battle, p: &Position, fields: &Fields, units: &[UnitId]) -> f32 {
        let mut sum = 0.0;
        for unit in units {
            if p.unit(*unit).place == Place::Column {
                sum += 3.0;
            } else if free(p, *unit) && !p.unit(*unit).out_of_command {
                let at = p.unit(*unit).hex.index();
                if fields.keepers.is_empty()
                    && fields.town.iter().any(|town| moving::gets_to(b, p, *unit, *town, 1))
                {
                    sum += 0.5 * self.temper.keep;
                }
                sum += 0.3 + 0.1 * fields.blow[at].min(10.0) + 0.3 * self.temper.prize * fields.prize[at];
            }
        }
        sum
    }
}

/// Whether nobody of a formation has done anything in its activation.
pub fn nobody_has_acted(b: &Battle, p: &Position, formation: FormationId) -> bool {
    b.army.formations[formation].units.iter().all(|unit| !p.unit(*unit).acted)
}

/// The chance that the activation roll succeeds.
pub fn chance_to_obey(b: &Battle, p: &Position, formation: FormationId) -> f32 {
    let def = &b.army.formations[formation];
    let mut drm = i32::from(p.formations[formation].failed) * i32::from(b.charts.drm_per_failure);
    if b.near_overall_commander(p, formation).is_some() {
        drm += i32::from(b.charts.drm_near_overall_commander);
    }
    let command = i32::from(b.army.leaders[def.leader].command_value);
    let good = (1..=5).filter(|face| face + drm <= command).count();
    // a six lets him act on his own
    (good as f32 + 0.5) / 6.0
}

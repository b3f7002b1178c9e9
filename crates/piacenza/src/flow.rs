//! The flow: nested procedures as an explicit stack of frames. The top frame runs until it needs a
//! decision or a roll; what it hands back to the frame below stands in `Returned`.

use crate::battle::Battle;
use crate::model::{FormationId, Halves, LeaderId, UnitId, WingId};
use crate::position::{FormationSet, LeaderSet, NOBODY, Position, UnitSet};
use crate::rule;
use hexmap::{Dir, Hex};
use kernel::{Citation, Log};
use serde::{Deserialize, Serialize};

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Wait {
    /// Nothing: the flow is running.
    Run,
    /// The sides that decide, a bit each; both only where wings are chosen in secret.
    Decide(u8),
    Roll {
        what: RollKind,
        by: u8,
    },
    Over,
}

/// The die: its sides, its lowest face, which stays what it is, and the rule.
pub const DIE: (u8, u8, Citation) = (10, 0, rule::R2_6);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RollKind {
    Initiative,
    /// A Wing Commander without a chief (PR41).
    NoChief,
    Training,
    Fire,
    Bombardment,
    Ricochet,
    Failure,
    Ranks,
    Melee,
    Commander,
}

impl RollKind {
    pub fn words(self) -> (&'static str, Citation) {
        match self {
            RollKind::Initiative => ("initiative", rule::R3_0d),
            RollKind::NoChief => ("command without a Commander in Chief", rule::R4_2a),
            RollKind::Training => ("training", rule::R5_11),
            RollKind::Fire => ("fire", rule::R9_1_1a),
            RollKind::Bombardment => ("bombardment", rule::R8_1d),
            RollKind::Ricochet => ("ricochet", rule::R8_5_2a),
            RollKind::Failure => ("cannon failure", rule::R8_4b),
            RollKind::Ranks => ("changing of ranks", rule::R8_5_3a),
            RollKind::Melee => ("melee", rule::R9_2_4),
            RollKind::Commander => ("fate of the commander", rule::R4_7a),
        }
    }
}

/// What a finished procedure tells the one below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Returned {
    /// A Training Die Roll was passed.
    pub passed: bool,
    /// Units that the volley just fired moved or stopped: they retreated or routed.
    pub driven: UnitSet,
    /// Units that it Disordered without driving them off, and those that lost a step.
    pub shaken: UnitSet,
    pub bled: UnitSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Frame {
    Objectives,
    Setup(Setup),
    Selection(Selection),
    Activation(Activation),
    March(March),
    Move(Move),
    Train(Train),
    Bombard(Bombard),
    Fire(Fire),
    Volley(Volley),
    Suffer(Suffer),
    Retreat(Retreat),
    /// Commanders of a hex that its last unit leaves (4.7).
    Escort(Escort),
    /// A captured commander comes back with a unit (4.6).
    Reappear {
        leader: LeaderId,
    },
    /// Cavalry that must make way for infantry (5.10).
    Refuse {
        units: UnitSet,
        from: Hex,
    },
    Combat(Combat),
    Reorganize {
        side: u8,
        todo: UnitSet,
    },
    EndTurn,
}

/// A side sets up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub side: u8,
    /// Pieces are being placed freely; these have been.
    pub free: bool,
    pub units: UnitSet,
    pub leaders: LeaderSet,
}

impl Setup {
    pub fn new(side: u8) -> Setup {
        Setup { side, free: false, units: UnitSet::EMPTY, leaders: LeaderSet::EMPTY }
    }
}

/// Wing Selection (3.0 A).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selection {
    pub stage: SelectionStage,
    /// What each side rolled; NOBODY before.
    pub rolls: [u8; 2],
    /// The side that activates first, once it is known.
    pub first: u8,
}

impl Selection {
    /// Both sides commit a wing.
    pub fn new() -> Selection {
        Selection { stage: SelectionStage::Commit, rolls: [NOBODY; 2], first: NOBODY }
    }
}

impl Default for Selection {
    fn default() -> Selection {
        Selection::new()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SelectionStage {
    Commit,
    Roll,
    /// Who rolled higher decides.
    Order,
    First,
    Second,
}

/// A wing at work (3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    pub wing: WingId,
    pub segment: Segment,
    /// Formations that have not had their part of the segment.
    pub todo: FormationSet,
    /// Units that may still roll or fire in the segment.
    pub units: UnitSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Segment {
    /// The Wing Commander's own command is checked.
    Check,
    Billebaude,
    Movement,
    /// Routed units of formations that did not move.
    Rout,
    Bombardment,
    Combat,
    Commanders,
}

/// A formation in the Movement segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct March {
    pub formation: FormationId,
    pub stage: MarchStage,
    /// Units in command when its movement began (4.4.1).
    pub commanded: UnitSet,
    /// Routed units that have not run on yet.
    pub routed: UnitSet,
    /// Units with their Formation Commander beside them when it began (9.2.2).
    pub direct: UnitSet,
    /// Dragoons that have changed their form in this movement.
    pub converted: UnitSet,
    /// A unit of the declared Line has been lost on its way.
    #[serde(default)]
    pub broken: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MarchStage {
    Rout,
    /// Nobody has moved: dragoons change, a Line is drawn.
    Prepare,
    Draw,
    Units,
    Commander,
}

/// How a unit may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// 5.3.
    Free,
    /// To its place in the declared Line (5.6).
    Line,
    /// Towards the Line of its Formation (5.8).
    Realign,
    /// Out of command: towards its mates, its commander, or away from the enemy (5.9).
    Stray,
}

/// A unit, or a stack, on the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    pub units: [UnitId; 2],
    pub hex: Hex,
    pub start: Hex,
    pub left: Halves,
    pub mode: Mode,
    /// The final hex of a unit of the Line.
    pub goal: Hex,
    pub stage: MoveStage,
    pub dir: Dir,
    /// Units of the step that have not made their Training Die Roll, and those that failed it.
    pub rolling: UnitSet,
    pub failed: UnitSet,
    /// Has made a step.
    pub stepped: bool,
    /// May make no further step.
    pub halted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveStage {
    Choose,
    Train,
    Trained,
    React,
    Enter,
    Entered,
    /// An attack is declared; those who do not stand against it have run (10.2).
    Declared,
}

impl Move {
    /// The unit that was taken in hand, or the one that is left of the stack.
    pub fn lead(&self) -> Option<UnitId> {
        self.units.iter().copied().find(|u| *u != UnitId::NOBODY)
    }

    pub fn who(&self) -> UnitSet {
        self.units.iter().copied().filter(|u| *u != UnitId::NOBODY).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum TrainKind {
    /// Removing Feu de Billebaude (9.1.2).
    Billebaude,
    /// Entering difficult ground in an Engagement Zone (5.7).
    Ground {
        modifier: i8,
    },
    /// Cavalry entering a zone of control of infantry (7.1b).
    InfantryZone,
    SecondVolley,
    /// Infantry attacked by cavalry (10.2).
    Attacked,
    SecondDisorder,
    Reorganization,
}

/// A Training Die Roll (5.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Train {
    pub unit: UnitId,
    pub kind: TrainKind,
}

/// A battery that bombards (8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bombard {
    pub gun: UnitId,
    pub target: Hex,
    pub second: bool,
    pub stage: BombardStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BombardStage {
    Shot,
    /// The unit hit has routed: the ricochet.
    Ricochet,
    RicochetShot {
        unit: UnitId,
    },
    /// The volley is over.
    After,
    Failure,
}

/// Fire combat of a formation (9.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    pub formation: FormationId,
    pub stage: FireStage,
    pub commanded: UnitSet,
    /// Who tries a second volley and has not rolled; who has passed; who has failed.
    pub trying: UnitSet,
    pub passed: UnitSet,
    pub failed: UnitSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireStage {
    Targets,
    Answers,
    First,
    /// The attacker, then the defender, name who fires again.
    Again,
    AnswersAgain,
    Training,
    Second,
    /// The formation's Melees and Charges.
    Melees,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum VolleyKind {
    /// Part of fire combat.
    Fire,
    /// At a unit that leaves a zone of control (7.2).
    Reaction,
    /// Before a Melee (9.2.3, 10.2).
    Defence,
}

/// The live shots of `State::shots`, rolled one after another, then suffered together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Volley {
    pub kind: VolleyKind,
    pub next: u8,
    pub stage: VolleyStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum VolleyStage {
    Roll,
    /// The owner picks who of a stack suffers (8.5.1).
    Victim,
    Suffer,
}

/// A unit that suffers what a volley, a bombardment or a Melee did to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suffer {
    pub unit: UnitId,
    pub steps: u8,
    /// As in `Hit::worst`.
    pub worst: u8,
    pub away: Hex,
    pub stage: SufferStage,
    /// By the Melee Table: light infantry is not Disordered (9.2.6), guns beside it die (9.2.1).
    pub melee: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SufferStage {
    Losses,
    Ranks,
    Check,
    Over,
}

/// A retreat (9.2.8) or the flight of a routed unit (11.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreat {
    pub unit: UnitId,
    pub left: u8,
    /// The hex to get away from; in a rout it does not matter.
    pub away: Hex,
    pub rout: bool,
    /// Commanders who go along.
    pub leaders: LeaderSet,
    pub stage: RetreatStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RetreatStage {
    Start,
    Step,
}

/// Commanders of a hex that its last unit leaves (4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Escort {
    pub unit: UnitId,
    pub hex: Hex,
    pub todo: LeaderSet,
    /// Who goes with the unit.
    pub follow: LeaderSet,
    pub stage: EscortStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EscortStage {
    Roll,
    Choose,
    /// The unit makes way for infantry: nobody rolls, and of two units each commander picks one (5.10).
    Along,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatKind {
    /// Infantry.
    Assault,
    Cavalry,
    Charge,
    Countercharge,
}

/// A Melee, a Charge or a Countercharge (9.2, 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    pub kind: CombatKind,
    pub attacker: UnitId,
    pub defender: UnitId,
    pub from: Hex,
    pub target: Hex,
    pub stage: CombatStage,
    /// Infantry that failed its roll against cavalry: a column for the attacker.
    pub rattled: bool,
    /// What attacker and defender suffer: steps, and a level as in `Hit::worst`.
    pub hits: [(u8, u8); 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatStage {
    Start,
    /// The owner picks who of two cavalry defends (PR79).
    Defender,
    /// Whether unfired guns fire before the Melee (9.2.3).
    Guns,
    Trained,
    Volleyed,
    Roll,
    DefenderHit,
    DefenderGone,
    AttackerHit,
    AttackerGone,
    Advance,
}

impl Frame {
    /// This unit is gone from the map.
    pub fn forget(&mut self, unit: UnitId) {
        match self {
            Frame::Activation(f) => f.units.remove(unit),
            Frame::March(f) => {
                f.commanded.remove(unit);
                f.routed.remove(unit);
            }
            Frame::Move(f) => {
                for u in f.units.iter_mut().filter(|u| **u == unit) {
                    *u = UnitId::NOBODY;
                }
                f.rolling.remove(unit);
            }
            Frame::Fire(f) => {
                f.commanded.remove(unit);
                f.trying.remove(unit);
                f.passed.remove(unit);
                f.failed.remove(unit);
            }
            Frame::Refuse { units, .. } => units.remove(unit),
            Frame::Reorganize { todo, .. } => todo.remove(unit),
            _ => {}
        }
    }
}

impl Position {
    /// The activation that is going on, if one is.
    pub fn activation(&self) -> Option<Activation> {
        self.state.stack.iter().find_map(|f| match f {
            Frame::Activation(a) => Some(*a),
            _ => None,
        })
    }
    pub fn march(&self) -> Option<March> {
        self.state.stack.iter().find_map(|f| match f {
            Frame::March(m) => Some(*m),
            _ => None,
        })
    }
    pub fn decide(&mut self, side: u8) {
        self.state.wait = Wait::Decide(1 << side);
    }
    pub fn roll(&mut self, what: RollKind, by: u8) {
        self.state.wait = Wait::Roll { what, by };
    }
}

impl Battle {
    /// Runs until a decision, a roll or the end.
    pub(crate) fn run(&self, p: &mut Position, log: &mut Log) {
        while p.state.wait == Wait::Run {
            match p.top() {
                Frame::Objectives => self.run_objectives(p, log),
                Frame::Setup(f) => self.run_setup(p, f),
                Frame::Selection(f) => self.run_selection(p, f, log),
                Frame::Activation(f) => self.run_activation(p, f, log),
                Frame::March(f) => self.run_march(p, f, log),
                Frame::Move(f) => self.run_move(p, f, log),
                Frame::Train(f) => p.roll(RollKind::Training, self.side_of(f.unit)),
                Frame::Bombard(f) => self.run_bombard(p, f, log),
                Frame::Fire(f) => self.run_fire(p, f, log),
                Frame::Volley(f) => self.run_volley(p, f, log),
                Frame::Suffer(f) => self.run_suffer(p, f, log),
                Frame::Retreat(f) => self.run_retreat(p, f, log),
                Frame::Escort(f) => self.run_escort(p, f, log),
                Frame::Reappear { leader } => self.run_reappear(p, leader, log),
                Frame::Refuse { units, from } => self.run_refuse(p, units, from, log),
                Frame::Combat(f) => self.run_combat(p, f, log),
                Frame::Reorganize { side, todo } => self.run_reorganize(p, side, todo, log),
                Frame::EndTurn => self.run_end_turn(p, log),
            }
        }
    }
}

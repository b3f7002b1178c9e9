//! The flow: nested procedures as an explicit stack of frames. The top frame runs until it needs a
//! decision or a roll; what it hands back to the frame below stands in `Returned`.

use crate::battle::Battle;
use crate::model::{Conduct, FormationId, LeaderId, UnitId};
use crate::position::{LeaderSet, Marker, Position, UnitSet};
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
    Decide(u8),
    Roll {
        dice: u8,
        what: RollKind,
        by: u8,
    },
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RollKind {
    Initiative,
    Activation,
    LooseCannon,
    Ammunition,
    Fire,
    Assault,
    Check,
    Corps,
}

impl RollKind {
    pub fn words(self) -> (&'static str, Citation) {
        match self {
            RollKind::Initiative => ("initiative", rule::R4_A),
            RollKind::Activation => ("activation", rule::R6_1_1),
            RollKind::LooseCannon => ("loose cannon", rule::R6_2),
            RollKind::Ammunition => ("ammunition", rule::R9_4_3a),
            RollKind::Fire => ("fire", rule::R9_3),
            RollKind::Assault => ("assault", rule::R11_2_5),
            RollKind::Check => ("cohesion check", rule::R13_1a),
            RollKind::Corps => ("II Corps", rule::R16_1_1),
        }
    }
}

/// What a finished procedure tells the one below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Returned {
    /// Units that failed a cohesion check.
    pub failed: UnitSet,
    /// Status levels that the named unit, and all but the artillery, lost (ruling R85).
    pub lead_levels: u8,
    pub sum_levels: u8,
    pub combat: Fought,
    /// The defender of that combat stood in Square.
    pub square: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fought {
    #[default]
    Nothing,
    Attacker,
    Defender,
    Draw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Frame {
    Setup(Setup),
    Initiative { totals: [u8; 2], next: u8 },
    Alternation,
    Attempt { formation: FormationId },
    LooseCannon { formation: FormationId },
    Activation(Activation),
    Act(Act),
    Ride(Ride),
    React(React),
    Extras(Extras),
    Check(Check),
    Losses(Losses),
    Fire(Fire),
    Combat(Combat),
    Retreat(Retreat),
    Halt { units: UnitSet, side: u8 },
    Follow { leaders: LeaderSet, to: Hex },
    Relocate { leader: LeaderId },
    Recover { units: UnitSet, side: u8 },
    Late(Late),
    EndTurn(EndTurn),
}

/// Free set-up (15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The unit just placed, whose state and facing are asked for.
    pub unit: UnitId,
    pub stage: SetupStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SetupStage {
    Place,
    Order,
    Face,
}

/// An activated formation (4.B.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    pub formation: FormationId,
    pub conduct: Conduct,
    pub stage: ActivationStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActivationStage {
    Declare,
    Forces,
    Recovery,
}

/// How a force moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    Ordinary,
    Charge,
    /// After a charge (10.3).
    Exhausted,
    /// Out of command, towards its commander (5.1.1).
    Straggling,
}

/// A force that acts (7.2, 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Those who still act together, and all who began.
    pub units: UnitSet,
    pub members: UnitSet,
    /// Where it stands; NONE in the entry column.
    pub hex: Hex,
    pub start: Hex,
    /// Quarters left.
    pub left: u8,
    pub mode: Mode,
    pub stage: ActStage,
    pub entered: u8,
    /// Turned since it entered this hex.
    pub turned: bool,
    /// Did something that counts as movement (8.6, 8.3).
    pub changed: bool,
    pub fired: bool,
    /// Came here along a road in March: may not turn here (8.3.3b).
    pub by_road: bool,
    /// Used the one-hex minimum (8.1): nothing that costs points may follow.
    pub spent_out: bool,
    /// The only force left that can serve a declared marker (7.1.4).
    pub must_serve: bool,
    /// The markers, a bit each, that it may serve without leaving another unserved for good.
    pub serves: u8,
    /// A step about to be made.
    pub dir: Dir,
    pub road: bool,
    /// Distance that the end of the move is compared with (to the enemy or to the commander).
    pub measure: u8,
    /// Countercharging cavalry that may move after this charge has ended (10.4.1).
    pub counter: UnitSet,
    /// No reactions by the other side (12.2.4).
    pub quiet: bool,
    /// Drew against a Square and may ride through it (10.2.3).
    pub through: bool,
    /// The markers that a charge aimed at when it began, a bit each (10.1).
    pub aims: u8,
    #[serde(default)]
    pub bond: Bond,
}

/// What a force owes for having entered an enemy zone of reaction on a marker (7.1b, R83).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bond {
    #[default]
    Free,
    /// It attacks before its action ends, from where it stands or from another marker.
    Bound,
    /// It can attack nobody any more: it may stay in the zone or leave it.
    Released,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActStage {
    Choose,
    /// Reactions to leaving are over; now the step.
    Leaving,
    /// The step is made: the stream, then reactions.
    Stream,
    Wading,
    Entered,
    /// A fight from this hex is over.
    Fought,
    /// The check for calling off a charge is rolled (10.2.2).
    CallingOff,
    /// Fired: artillery may turn, all may stop.
    Fired,
    /// The charge is over: exhausted movement, then that of countercharging cavalry.
    ChargeOver,
    CounterOver,
    Finished,
}

/// A commander on his way (8.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ride {
    pub leader: LeaderId,
    pub left: u8,
    pub entered: u8,
}

/// Reaction events (12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    Fired,
    Enters,
    Leaves,
    /// From zone to zone of the same force.
    Within,
    Advances,
    FallsBack,
}

/// Forces that may react to one event. A force is a bit: three arms for each of the six
/// neighbours of `hex` by direction, then three for `hex` itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct React {
    pub trigger: Trigger,
    /// The side that reacts.
    pub side: u8,
    pub hex: Hex,
    /// The force that caused it, and where it stands.
    pub cause: UnitSet,
    pub cause_hex: Hex,
    /// Forces that have not reacted yet.
    pub todo: u32,
    /// All units that the event concerns.
    pub concerned: UnitSet,
    pub stage: ReactStage,
    /// The force that is reacting.
    pub units: UnitSet,
    /// Nothing that follows causes further reactions (R33).
    pub last: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactStage {
    Choose,
    Done,
    Countercharge,
    Counterattack,
    CounterOver,
    Square,
    Withdraw,
}

/// Leaving March or Square, limbering, unlimbering, once for each unit (12b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extras {
    pub side: u8,
    pub units: UnitSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CheckKind {
    /// Ordered by a cc# result of fire or assault.
    Result,
    /// Infantry charged by cavalry.
    Charged,
    /// Wading a stream.
    Stream,
    /// Turning in reaction.
    Facing,
    /// Counterattack or countercharge.
    Counter,
    Square,
    Withdraw,
    CallOff,
}

/// A cohesion check of one force (13.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub units: UnitSet,
    pub kind: CheckKind,
    pub drm: i8,
    /// Where the cause came from: rear hexes count.
    pub from: Hex,
    pub lead: UnitId,
}

/// Strength points to be taken by the owner, then levels (9.4, 11.2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    pub units: UnitSet,
    pub sp: u8,
    pub levels: u8,
    pub first: bool,
    pub assault: bool,
    pub lead: UnitId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    pub firers: UnitSet,
    pub from: Hex,
    pub target: UnitSet,
    pub target_hex: Hex,
    pub moved: bool,
    /// Fire in reaction.
    pub reaction: bool,
    /// Causes no further reaction.
    pub last: bool,
    pub stage: FireStage,
    /// Units with Low Ammo that roll before they fire.
    pub low: UnitSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireStage {
    Ammunition,
    Fire,
    Result,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatKind {
    Assault,
    Charge,
    Counterattack,
    Countercharge,
}

impl CombatKind {
    pub fn is_charge(self) -> bool {
        matches!(self, CombatKind::Charge | CombatKind::Countercharge)
    }
    pub fn is_reaction(self) -> bool {
        matches!(self, CombatKind::Counterattack | CombatKind::Countercharge)
    }
}

/// Combat resolution (11.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    pub kind: CombatKind,
    pub attackers: UnitSet,
    pub defenders: UnitSet,
    pub from: Hex,
    pub target: Hex,
    pub stage: CombatStage,
    pub lead: [UnitId; 2],
    /// The defender stood in Square when it was struck.
    pub square: bool,
    /// Indices of the cell that was rolled.
    pub row: u8,
    pub column: u8,
    /// Levels lost by attacker and defender: leading unit, all but artillery (R85).
    pub lead_levels: [u8; 2],
    pub sum_levels: [u8; 2],
    /// Arms of the stack that still have to check, and whether one has just done so.
    pub arms: u8,
    pub checked: bool,
    pub winner: Fought,
    /// Guns that fell back with others (11.4.2).
    pub guns: UnitSet,
    /// Causes no further reactions.
    pub last: bool,
}

impl Combat {
    /// One that has just begun: nobody leads yet and nothing is rolled.
    pub fn new(kind: CombatKind, attackers: UnitSet, from: Hex, target: Hex) -> Combat {
        Combat {
            kind,
            attackers,
            defenders: UnitSet::EMPTY,
            from,
            target,
            stage: CombatStage::Start,
            lead: [UnitId::NOBODY; 2],
            square: false,
            row: 0,
            column: 0,
            lead_levels: [0; 2],
            sum_levels: [0; 2],
            arms: 0,
            checked: false,
            winner: Fought::Nothing,
            guns: UnitSet::EMPTY,
            last: false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatStage {
    Start,
    ChargeCheck,
    LeadAttacker,
    LeadDefender,
    Roll,
    DefenderResult,
    DefenderCheck,
    AttackerResult,
    AttackerCheck,
    Winner,
    Advance,
    Wade,
    Face,
    Reactions,
    Guns,
    LoneGuns,
    LoneGunsReactions,
    LoneGunsFate,
    AttackerExtras,
    DefenderExtras,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RetreatKind {
    /// The beaten attacker, one hex (11.2.9a).
    Attacker,
    /// The beaten defender, two hexes.
    Defender,
    /// Compulsory withdrawal out of every zone (8.8).
    Withdrawal,
    /// Withdrawal in reaction, one hex (12.2.6).
    Reaction,
    /// After a failed check in one's own action, one hex (13.1.3).
    Halt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retreat {
    pub kind: RetreatKind,
    pub units: UnitSet,
    pub side: u8,
    pub hex: Hex,
    /// The hex to get away from: the marker hex, the assaulted hex or the force that caused it.
    pub away: Hex,
    pub left: u8,
    /// Hexes it has been in, `steps` of them after the first.
    pub visited: [Hex; 8],
    pub steps: u8,
    pub leaders: LeaderSet,
    /// Directions of the enemies in whose zone it began, from the first hex visited.
    pub zone_dirs: u8,
    /// Enemies that took part in the combat do not react (11.3.6).
    pub fought: UnitSet,
    pub last: bool,
    pub stage: RetreatStage,
    /// The direction of the last step.
    pub dir: Dir,
    /// Goes on only because the hex is too full (11.3.2).
    pub over: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RetreatStage {
    Choose,
    Stream,
    Entered,
    Reacted,
    Face,
    Finished,
}

/// Phases C and D for one side after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Late {
    pub phase: LatePhase,
    pub side: u8,
    pub stage: LateStage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LatePhase {
    NonActivated,
    OutOfCommand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LateStage {
    Start,
    Withdraw,
    Move,
    Recover,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EndTurn {
    Victory,
    AskCorps,
    RollCorps,
    Next,
}

impl Act {
    /// A force that is needed serves one of the markers that wait for it, not another (7.1.4).
    pub(crate) fn must_leave_marker(&self, at: usize, marker: Marker) -> bool {
        self.must_serve && (marker.served || self.serves >> at & 1 == 0)
    }
}

impl Frame {
    /// These units are gone from the map.
    pub fn forget(&mut self, units: UnitSet) {
        match self {
            Frame::Act(f) => {
                f.units = f.units.without(units);
                f.members = f.members.without(units);
                f.counter = f.counter.without(units);
            }
            Frame::React(f) => {
                f.cause = f.cause.without(units);
                f.concerned = f.concerned.without(units);
                f.units = f.units.without(units);
            }
            Frame::Extras(f) => f.units = f.units.without(units),
            Frame::Fire(f) => {
                f.firers = f.firers.without(units);
                f.target = f.target.without(units);
            }
            Frame::Combat(f) => {
                f.attackers = f.attackers.without(units);
                f.defenders = f.defenders.without(units);
                f.guns = f.guns.without(units);
            }
            Frame::Retreat(f) => f.units = f.units.without(units),
            Frame::Halt { units: halted, .. } => *halted = halted.without(units),
            Frame::Losses(f) => f.units = f.units.without(units),
            Frame::Recover { units: resting, .. } => *resting = resting.without(units),
            _ => {}
        }
    }
}

impl Frame {
    /// Puts other units and commanders into the places of those that it names.
    pub fn rename(&mut self, unit: &impl Fn(UnitId) -> UnitId, leader: &impl Fn(LeaderId) -> LeaderId) {
        let set = |s: &mut UnitSet| *s = s.iter().map(unit).collect();
        let one = |u: &mut UnitId| *u = if *u == UnitId::NOBODY { UnitId::NOBODY } else { unit(*u) };
        let all = |set: LeaderSet| set.iter().map(leader).collect();
        match self {
            Frame::Setup(f) => one(&mut f.unit),
            Frame::Act(f) => {
                set(&mut f.units);
                set(&mut f.members);
                set(&mut f.counter);
            }
            Frame::Ride(f) => f.leader = leader(f.leader),
            Frame::React(f) => {
                set(&mut f.cause);
                set(&mut f.concerned);
                set(&mut f.units);
            }
            Frame::Extras(f) => set(&mut f.units),
            Frame::Check(f) => {
                set(&mut f.units);
                one(&mut f.lead);
            }
            Frame::Losses(f) => {
                set(&mut f.units);
                one(&mut f.lead);
            }
            Frame::Fire(f) => {
                set(&mut f.firers);
                set(&mut f.target);
                set(&mut f.low);
            }
            Frame::Combat(f) => {
                set(&mut f.attackers);
                set(&mut f.defenders);
                set(&mut f.guns);
                f.lead.iter_mut().for_each(one);
            }
            Frame::Retreat(f) => {
                set(&mut f.units);
                set(&mut f.fought);
                f.leaders = all(f.leaders);
            }
            Frame::Halt { units, .. } | Frame::Recover { units, .. } => set(units),
            Frame::Follow { leaders, .. } => *leaders = all(*leaders),
            Frame::Relocate { leader: alone } => *alone = leader(*alone),
            Frame::Initiative { .. }
            | Frame::Alternation
            | Frame::Attempt { .. }
            | Frame::LooseCannon { .. }
            | Frame::Activation(_)
            | Frame::Late(_)
            | Frame::EndTurn(_) => {}
        }
    }

    /// The part that a unit has in it: the same for two units that it treats alike.
    pub fn part_of(&self, unit: UnitId) -> u8 {
        let sets: [UnitSet; 3] = match self {
            Frame::Setup(f) => [lead(f.unit), UnitSet::EMPTY, UnitSet::EMPTY],
            Frame::Act(f) => [f.units, f.members, f.counter],
            Frame::React(f) => [f.cause, f.concerned, f.units],
            Frame::Extras(f) => [f.units, UnitSet::EMPTY, UnitSet::EMPTY],
            Frame::Check(f) => [f.units, lead(f.lead), UnitSet::EMPTY],
            Frame::Losses(f) => [f.units, lead(f.lead), UnitSet::EMPTY],
            Frame::Fire(f) => [f.firers, f.target, f.low],
            Frame::Combat(f) => {
                let [attacker, defender] = f.lead;
                [f.attackers.with(f.defenders), lead(attacker).with(lead(defender)), f.guns]
            }
            Frame::Retreat(f) => [f.units, f.fought, UnitSet::EMPTY],
            Frame::Halt { units, .. } | Frame::Recover { units, .. } => {
                [*units, UnitSet::EMPTY, UnitSet::EMPTY]
            }
            _ => [UnitSet::EMPTY; 3],
        };
        sets.iter().fold(0, |part, set| part << 1 | u8::from(set.has(unit)))
    }
}

impl Frame {
    /// Whether it is about a commander.
    pub fn names_leader(&self, leader: LeaderId) -> bool {
        match self {
            Frame::Ride(f) => f.leader == leader,
            Frame::Relocate { leader: alone } => *alone == leader,
            Frame::Follow { leaders, .. } => leaders.has(leader),
            Frame::Retreat(f) => f.leaders.has(leader),
            _ => false,
        }
    }
}

fn lead(unit: UnitId) -> UnitSet {
    if unit == UnitId::NOBODY { UnitSet::EMPTY } else { UnitSet::one(unit) }
}

impl Position {
    /// Puts other units and commanders into the places of those that the game is busy with.
    pub fn rename(&mut self, unit: &impl Fn(UnitId) -> UnitId, leader: &impl Fn(LeaderId) -> LeaderId) {
        for frame in &mut self.state.stack {
            frame.rename(unit, leader);
        }
        self.state.returned.failed = self.state.returned.failed.iter().map(unit).collect();
    }

    /// The activation that is going on, if one is.
    pub fn activation(&self) -> Option<Activation> {
        self.state.stack.iter().find_map(|f| match f {
            Frame::Activation(a) => Some(*a),
            _ => None,
        })
    }
    /// Units that fall back or fight elsewhere no longer act with their force.
    pub fn leave_action(&mut self, units: UnitSet) {
        for frame in &mut self.state.stack {
            match frame {
                Frame::Act(f) => f.units = f.units.without(units),
                Frame::React(f) => f.cause = f.cause.without(units),
                _ => {}
            }
        }
    }
    pub fn decide(&mut self, side: u8) {
        self.state.wait = Wait::Decide(side);
    }
    pub fn roll(&mut self, dice: u8, what: RollKind, by: u8) {
        self.state.wait = Wait::Roll { dice, what, by };
    }
}

impl Battle {
    /// Runs until a decision, a roll or the end.
    pub(crate) fn run(&self, p: &mut Position, log: &mut Log) {
        while p.state.wait == Wait::Run {
            match p.top() {
                Frame::Setup(f) => self.run_setup(p, f, log),
                Frame::Initiative { next, .. } => p.roll(2, RollKind::Initiative, next),
                Frame::Alternation => self.run_alternation(p, log),
                Frame::Attempt { formation } => {
                    p.roll(1, RollKind::Activation, self.army.formations[formation].side)
                }
                Frame::LooseCannon { formation } => {
                    p.roll(1, RollKind::LooseCannon, self.army.formations[formation].side)
                }
                Frame::Activation(f) => self.run_activation(p, f, log),
                Frame::Act(f) => self.run_act(p, f, log),
                Frame::Ride(f) => self.run_ride(p, f),
                Frame::React(f) => self.run_react(p, f, log),
                Frame::Extras(f) => self.run_extras(p, f),
                Frame::Check(f) => self.run_check(p, f),
                Frame::Losses(f) => self.run_losses(p, f, log),
                Frame::Fire(f) => self.run_fire(p, f, log),
                Frame::Combat(f) => self.run_combat(p, f, log),
                Frame::Retreat(f) => self.run_retreat(p, f, log),
                Frame::Halt { units, side } => self.run_halt(p, units, side),
                Frame::Follow { leaders, to } => self.run_follow(p, leaders, to),
                Frame::Relocate { leader } => self.run_relocate(p, leader, log),
                Frame::Recover { units, side } => self.run_recover(p, units, side, log),
                Frame::Late(f) => self.run_late(p, f, log),
                Frame::EndTurn(f) => self.run_end_turn(p, f, log),
            }
        }
    }
}

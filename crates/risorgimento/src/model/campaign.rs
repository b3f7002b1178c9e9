//! The campaigns of the Advanced Game as values (`campaigns.toml`, C 24 to 28) and the charts that only they have
//! (`charts.toml` of the game, C 14 to 22). `data::campaign` reads them.

use super::{Army, FormationId, LeaderId, Switches, UnitId};
use dataset::values;
use hexmap::{Hex, Map};
use serde::{Deserialize, Serialize};

/// What is seen by in a game turn (C 22.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Light {
    Dawn,
    #[default]
    Day,
    Twilight,
    Night,
}

/// A box of the turn track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnBox {
    /// The hour at which it begins.
    pub hour: u8,
    pub light: Light,
}

/// The status of a formation (C 15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    #[default]
    Engaged,
    OnMarch,
    InReserve,
}

/// When a change of status is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// Chosen in the step of the Command Phase that settles status (C 14.2.2).
    StatusStep,
    /// Chosen in the step in which formations deploy (C 16.10).
    DeploymentStep,
    /// At once, whoever moves, when an enemy is near (C 16.8).
    Contact,
}

/// A change of status that is possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transition {
    pub from: Status,
    pub to: Status,
    pub occasion: Occasion,
    /// The commander must have reached his Objective (C 16.1).
    pub objective_reached: bool,
    /// The commander is farther than this from every enemy unit; 0 where it does not matter.
    pub commander_beyond: u8,
    /// Every unit is farther than this from every enemy unit; 0 where it does not matter.
    pub units_beyond: u8,
    /// Every unit on the map is In Command.
    pub all_in_command: bool,
    /// Not in the turn in which the status was taken.
    pub in_a_later_turn: bool,
    /// It brings a new Objective without a roll (C 16.2).
    pub new_objective: bool,
}

/// A box of the Objective Map (C 16.1). Its hexes are those that an Objective is measured to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObjectiveBox {
    pub id: String,
    pub name: String,
    pub hexes: Vec<Hex>,
    /// Where it lies on the card, in parts of a hundred from the west and from the north.
    #[serde(skip)]
    pub at: [u8; 2],
}

values! {
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct MarchChart in "march" {
        /// Enemies this near make a formation deploy (C 16.8).
        pub contact_range: u8 = within("march.contact_range", 1, 20),
        pub deploy_radius: u8 = within("march.deploy_radius", 1, 20),
        pub deploy_stacking_limit: u8 = within("march.deploy_stacking_limit", 1, 20),
        pub objective_reached_within: u8 = within("march.objective_reached_within", 0, 20),
        /// Of the movement allowance, in parts of a hundred, that a march uses at the least.
        pub least_percent_of_ma: u8 = within("march.least_percent_of_ma", 0, 100),
        pub must_end_closer_by: u8 = within("march.must_end_closer_by", 0, 20),
        pub scout_ma: u8 = within("march.scout_ma", 1, 20),
        pub natural_six_stops: bool,
    }
}

values! {
    /// Fatigue (C 18).
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct FatigueChart in "fatigue" {
        pub most: u8 = within("fatigue.most", 1, 99),
        pub active: i8,
        pub close_combat: i8,
        pub night: i8,
        pub rest: i8,
        pub reserve_rest: i8,
        pub ccv: i8,
        pub ma: i8,
        pub least_ma: u8 = within("fatigue.least_ma", 1, 9),
        /// Markers of a Fatigued formation, in parts of a hundred.
        pub marker_percent: u8 = within("fatigue.marker_percent", 0, 100),
        /// What Levels are divided by in the morning after a night's rest.
        pub rested_divisor: u8 = within("fatigue.rested_divisor", 1, 9),
        pub unrested: i8,
    }
}

values! {
    /// Collapse (C 19).
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct CollapseChart in "collapse" {
        /// Of the Stacking Points that have entered play, in parts of a hundred: as many lost make it collapse.
        pub percent: u8 = within("collapse.percent", 1, 100),
        pub ccv: i8,
        pub check_per_level: bool,
        pub fails_corps_conditions: bool,
    }
}

values! {
    /// In Reserve (C 13.7, 17).
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct ReserveChart in "reserve" {
        pub routed_check_drm: i8,
        /// Strength Points that a Routed unit has lost when it comes back.
        pub routed_sp_loss: u8,
        pub routed_attempts_a_turn: u8 = within("reserve.routed_attempts_a_turn", 1, 9),
        pub routed_within: u8 = within("reserve.routed_within", 1, 20),
        pub status_levels_a_turn: u8 = within("reserve.status_levels_a_turn", 0, 4),
        pub sp_each_morning: u8 = within("reserve.sp_each_morning", 0, 9),
    }
}

values! {
    /// Lines of communication (C 20).
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct LineChart in "line_of_communication" {
        pub ammunition_needs_line: bool,
        pub routed_recovery_needs_line: bool,
        pub strength_recovery_needs_line: bool,
        pub in_reserve_needs_line: bool,
    }
}

values! {
    /// Fortresses (C 22.3).
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct FortressChart in "fortress" {
        pub levels_each_fatigue_phase: u8 = within("fortress.levels_each_fatigue_phase", 0, 4),
        pub extra_units: u8 = within("fortress.extra_units", 0, 9),
    }
}

values! {
    /// The pontoon bridge and the ferry (C 24.1.4).
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct PontoonChart in "pontoon" {
        pub count: u8 = within("pontoon.count", 1, 9),
        pub bridges: u8 = within("pontoon.bridges", 0, 9),
        pub ferries_a_turn: u8 = within("pontoon.ferries_a_turn", 0, 9),
        pub landing_within: u8 = within("pontoon.landing_within", 1, 9),
    }
}

/// What the booklet says of the fortresses of this map.
#[derive(Clone, Debug, Serialize)]
pub struct Strongholds {
    /// The fortress that can be assaulted from some hexes only, and from which (C 22.3.5).
    pub chief: Hex,
    pub approaches: Vec<Hex>,
    /// When an enemy stands in it these cease to exist with it.
    pub group: Vec<Hex>,
    /// The terrain that the chief fortress and the others leave behind, as indices of the map's terrain.
    pub fallen_chief: u8,
    pub fallen_other: u8,
}

/// Charts of the Advanced Game, the same for all campaigns.
#[derive(Clone, Debug, Serialize)]
pub struct AdvancedCharts {
    /// The boxes of a day, in their order; box 1 stands first.
    pub track: Vec<TurnBox>,
    /// How far is seen at dawn and in twilight.
    pub half_light_sight: u8,
    /// Markers by [`Size`](super::Size): Corps, Division, Brigade.
    pub markers: [u8; 3],
    pub transitions: Vec<Transition>,
    pub status_changes_a_turn: u8,
    pub objective_attempts_a_turn: u8,
    pub march: MarchChart,
    pub fatigue: FatigueChart,
    pub collapse: CollapseChart,
    pub reserve: ReserveChart,
    pub line: LineChart,
    pub fortress: FortressChart,
    pub strongholds: Strongholds,
    pub pontoon: PontoonChart,
    /// The boxes of the Objective Map that are places; the Reserve box is a status.
    pub boxes: Vec<ObjectiveBox>,
}

impl AdvancedCharts {
    /// Markers that a formation of a size can place (C 6.2, 18.4).
    pub fn markers_of(&self, size: super::Size, fatigued: bool) -> u8 {
        let full = self.markers[size as usize];
        if fatigued { (u16::from(full) * u16::from(self.fatigue.marker_percent) / 100) as u8 } else { full }
    }
}

/// A game turn: the day, from 0, and the box of the track, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Moment {
    pub day: u8,
    pub turn: u8,
}

/// Where a group sets up: any one of these places, chosen by its owner; all of the group in the same one unless it is
/// `each`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// The area of the map.
    pub area: String,
    pub hexes: Vec<Hex>,
}

/// Pieces of a campaign that stand on the map at the start.
#[derive(Clone, Debug, Serialize)]
pub struct CampaignGroup {
    pub id: String,
    pub name: String,
    pub side: u8,
    pub places: Vec<Spot>,
    /// Every piece chooses its own place (C 28.3: Visconti).
    pub each: bool,
    /// The status of its formation: deployed, or the commander face down with everybody inside.
    pub status: Status,
    pub units: Vec<UnitId>,
    pub leaders: Vec<LeaderId>,
    /// All must be set up in March Movement.
    pub march: bool,
    /// Units that begin Shaken.
    pub shaken: Vec<UnitId>,
}

/// What must be so for reinforcements to come.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    Always,
    /// Their side's Strategic Objective is now one of these (C 24.2), by its index.
    Objective(Vec<u8>),
    /// The enemy has controlled one of these hexes at any time from a day on (C 24.4).
    EnemyHeld {
        hexes: Vec<Hex>,
        since_day: u8,
    },
}

/// Pieces that come in play later.
#[derive(Clone, Debug, Serialize)]
pub struct Reinforcement {
    pub id: String,
    pub name: String,
    pub side: u8,
    pub when: Moment,
    /// Their owner may keep them back.
    pub or_later: bool,
    /// The hexes that their owner may choose from, all of the group by the same one.
    pub entries: Vec<Hex>,
    /// They come by the hex that this earlier reinforcement, by its index, chose (C 24.4).
    pub same_as: Option<u8>,
    pub condition: Condition,
    pub units: Vec<UnitId>,
    pub leaders: Vec<LeaderId>,
    /// Formations of these pieces whose commander is among them.
    pub formations: Vec<FormationId>,
    /// Their status, where it is laid down (C 26.3); else their owner chooses.
    pub status: Option<Status>,
}

/// What a Strategic Objective asks for; all of it must be so at the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// Control all of these hexes.
    Control(Vec<Hex>),
    /// Have a combat unit in each of these hexes.
    Occupy(Vec<Hex>),
    /// All units on the map of one Corps that has not collapsed stand on these hexes (C 24.2).
    CorpsOn(Vec<Hex>),
    /// A whole Corps that has not collapsed has left by one of these hexes (C 24.2).
    CorpsLeft(Vec<Hex>),
    /// A line of communication from this hex to a Supply Source of the side.
    Line(Hex),
    /// The enemy has no line of communication between these hexes (C 26.2).
    NoEnemyLine(Hex, Hex),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StrategicObjective {
    pub id: String,
    pub side: u8,
    #[serde(skip)]
    pub name: String,
    pub historical: bool,
    pub goals: Vec<Goal>,
}

/// Rules that a campaign has and others have not.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SpecialRules {
    /// The side whose formations are reluctant until they have fought (C 26.1.3), and the natural rolls that finish them.
    pub reluctant: Option<u8>,
    pub reluctant_rolls: Vec<u8>,
    /// An Overall Commander who helps only commanders in his own hex (C 26.1.2).
    pub own_hex_only: Option<LeaderId>,
    /// Formations that no Overall Commander helps (C 26.1.2).
    pub unhelped: Vec<FormationId>,
    /// The side that can build a pontoon bridge and ferry (C 24.1.4).
    pub pontoon: Option<u8>,
    /// The pontoon bridge stands already: its Mincio hex and its two ends (C 28.3).
    pub pontoon_stands: Option<(Hex, [Hex; 2])>,
    /// The first turn has no Command Phase but for the arrival of reinforcements (C 26.1.6).
    pub no_first_command_phase: bool,
    /// Every formation gets its first Objective before play, reinforcements too (C 26.3).
    pub objectives_before_play: bool,
    /// The side that may exchange its Strategic Objective once, and when (C 24.2).
    pub change: Option<(u8, Moment)>,
    /// Strategic Objectives, by their index, that are laid down and known to both (C 28.2).
    pub known_objectives: Vec<u8>,
    /// The side whose units may leave the map, and the hexes from which (C 24.2).
    pub exit: Option<(u8, Vec<Hex>)>,
}

#[derive(Clone, Debug, Serialize)]
pub struct CampaignDef {
    pub id: String,
    pub title: String,
    #[serde(skip)]
    pub note: String,
    pub year: u16,
    /// The dates of its days.
    #[serde(skip)]
    pub days: Vec<String>,
    pub first: Moment,
    pub last: Moment,
    /// The sides that set up, in their order.
    pub setup_order: Vec<u8>,
    pub groups: Vec<CampaignGroup>,
    pub reinforcements: Vec<Reinforcement>,
    pub objectives: Vec<StrategicObjective>,
    /// By side.
    pub supply: [Vec<Hex>; 2],
    /// Fatigue Levels at the start that are not 0.
    pub fatigue: Vec<(FormationId, u8)>,
    /// The side that controls each hex of the map at the start, before pieces are set up; water has none.
    pub control: Vec<Option<u8>>,
    pub special: SpecialRules,
}

impl CampaignDef {
    /// How many game turns are played, with `boxes` to a day.
    pub fn turns(&self, boxes: u8) -> u16 {
        let count = |moment: Moment| u16::from(moment.day) * u16::from(boxes) + u16::from(moment.turn);
        count(self.last) - count(self.first) + 1
    }
    /// The moment of a turn that is counted from 1.
    pub fn moment(&self, turn: u16, boxes: u8) -> Moment {
        let at = u16::from(self.first.day) * u16::from(boxes) + u16::from(self.first.turn) + turn - 2;
        Moment { day: (at / u16::from(boxes)) as u8, turn: (at % u16::from(boxes) + 1) as u8 }
    }
    /// The Strategic Objectives of a side, with their indices.
    pub fn objectives_of(&self, side: u8) -> impl Iterator<Item = (usize, &StrategicObjective)> {
        self.objectives.iter().enumerate().filter(move |(_, objective)| objective.side == side)
    }
}

/// Everything that a campaign is played with, besides the shared charts.
#[derive(Clone, Debug)]
pub struct Campaign {
    pub game: String,
    pub map: Map,
    pub army: Army,
    pub switches: Switches,
    pub charts: super::Charts,
    pub advanced: AdvancedCharts,
    pub campaign: CampaignDef,
    /// Content hash of the values above, in hexadecimal.
    pub data_hash: String,
}

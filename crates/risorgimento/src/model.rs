//! The printed components as values: units, commanders, charts, switches, scenarios. Nothing here
//! changes while a game is played. `data` reads them from the files of `data/`.
//!
//! Movement points are counted in quarters everywhere.

pub mod campaign;

use crate::data::{charts, counterattack, terrain};
use dataset::{ByDifference, ByStrength, Grid, Scale, SideBrief, Sources, values};
use hexmap::{Hex, Map};
use kernel::roster::Pieces;
use kernel::{ById, Text};
use serde::Serialize;

/// Movement points in quarters.
pub type Quarters = u8;
/// Quarters of a point.
pub const PER_POINT: u8 = 4;

kernel::ids! {
    /// Index into `Army::units`.
    pub struct UnitId(u8);
    /// Index into `Army::leaders`.
    pub struct LeaderId(u8);
    /// Index into `Army::formations`.
    pub struct FormationId(u8);
}

pub use gamebox::Arm;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    LineInfantry,
    LightInfantry,
    Cavalry,
    FieldArtillery,
    HorseArtillery,
    /// Moves and fights as artillery, does not fire, builds a bridge and ferries (C 24.1.3, 24.1.4).
    BridgeTrain,
    /// A stronghold in a hex of its own: infantry that never moves, with guns (C 22.3).
    Fortress,
}

/// How large a formation counts: by it goes the number of its markers (C 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    Corps,
    Division,
    Brigade,
}

/// What those who stand under one name in the files are to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormationKind {
    /// A formation with its commander.
    #[default]
    Formation,
    /// Units without a commander, each activated with a formation near it (C 4.3).
    ReserveUnits,
    /// Fortresses, which belong to no formation (C 22.3.2).
    Fortresses,
}

/// For values that are left out of the hash where they say what is said without them.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The same for what is true where nothing is said.
fn is_true(value: &bool) -> bool {
    *value
}

#[derive(Clone, Debug, Serialize)]
pub struct UnitDef {
    pub id: String,
    pub name: String,
    /// The seat that owns it.
    pub side: u8,
    pub nation: String,
    pub formation: FormationId,
    pub kind: UnitKind,
    pub arm: Arm,
    pub sp: u8,
    pub cv: i8,
    /// In whole points.
    pub ma: u8,
    pub stacking: u8,
    pub range: u8,
    /// Artillery SP of a fortress besides its infantry (C 22.3); 0 for all others.
    #[serde(skip_serializing_if = "is_default")]
    pub guns: u8,
    /// The hex that a fortress stands in.
    #[serde(skip_serializing_if = "is_default")]
    pub post: Option<Hex>,
    /// The brigade or division inside its formation, as the booklet notes it.
    #[serde(skip)]
    pub brigade: String,
    #[serde(skip)]
    pub note: String,
    /// What lies on the back of the counter, in words: type, stacking value, formation (2.1c).
    #[serde(skip)]
    pub back: Text,
    /// Where its values come from.
    #[serde(skip)]
    pub sources: Sources,
}

#[derive(Clone, Debug, Serialize)]
pub struct LeaderDef {
    pub id: String,
    pub name: String,
    pub side: u8,
    /// None for an Overall Commander.
    pub formation: Option<FormationId>,
    /// Command Value of a Formation Commander (0 for an Overall Commander).
    pub command_value: u8,
    /// Command Rating of an Overall Commander (0 for a Formation Commander).
    pub command_rating: u8,
    /// In whole points.
    pub ma: u8,
    #[serde(skip)]
    pub sources: Sources,
}

#[derive(Clone, Debug, Serialize)]
pub struct FormationDef {
    pub id: String,
    pub name: String,
    pub side: u8,
    pub colour: String,
    /// The same as a CSS colour.
    #[serde(skip)]
    pub paint: String,
    /// `NOBODY` for Reserve units and fortresses.
    pub leader: LeaderId,
    pub units: Vec<UnitId>,
    #[serde(skip_serializing_if = "is_default")]
    pub kind: FormationKind,
    /// As it counts in the scenario; None in a game that knows no sizes.
    #[serde(skip_serializing_if = "is_default")]
    pub size: Option<Size>,
    /// The Corps that it belongs to, where that matters: `Reserve Corps` for Haller and Taxis (C 24.2), `III Corpo` (C 26.1.2).
    #[serde(skip_serializing_if = "is_default")]
    pub corps: String,
}

kernel::rows!(UnitDef, LeaderDef, FormationDef);

#[derive(Clone, Debug, Serialize)]
pub struct Army {
    /// Display names of the seats, e.g. "Piedmont", "Austria".
    pub sides: [SideDef; 2],
    pub units: ById<UnitId, Vec<UnitDef>>,
    pub leaders: ById<LeaderId, Vec<LeaderDef>>,
    pub formations: ById<FormationId, Vec<FormationDef>>,
}

impl Army {
    pub fn pieces(&self) -> Pieces<'_, UnitId, LeaderId, UnitDef, LeaderDef> {
        Pieces { units: &self.units, leaders: &self.leaders }
    }
    /// The seat of a side.
    pub fn seat(&self, id: &str) -> Option<u8> {
        self.sides.iter().position(|side| side.id == id).map(|seat| seat as u8)
    }
    /// Stacking Values of the infantry and cavalry of a formation: what its collapse is reckoned from (C 19.1).
    pub fn stacking_of(&self, formation: FormationId) -> u32 {
        let units = self.formations[formation].units.iter().map(|unit| &self.units[*unit]);
        units.filter(|unit| unit.arm != Arm::Artillery).map(|unit| u32::from(unit.stacking)).sum()
    }
    /// The movement allowance of a formation on the march: that of its slowest unit (C 16.5).
    pub fn march_ma(&self, formation: FormationId) -> u8 {
        let units = self.formations[formation].units.iter();
        units.map(|unit| self.units[*unit].ma).min().unwrap_or(0)
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct SideDef {
    /// As the files call it: `piedmont`.
    pub id: String,
    pub name: String,
}

/// A result on the Fire or the Assault Table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Cell {
    /// `-`
    Nothing,
    /// `cc#`: a Cohesion Check with +#.
    Check(i8),
    /// `nS#`: n Strength Points, then # Status Levels.
    Loss { sp: u8, levels: u8 },
}

/// Background of a cell of the Assault Table (G 11.2 step 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Colour {
    Red,
    Blue,
    Grey,
    White,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AssaultCell {
    pub colour: Colour,
    pub attacker: Cell,
    pub defender: Cell,
}

/// Columns by strength.
pub type FireTable = Grid<ByStrength, Cell>;
/// Columns by the attacker's Cohesion Value less the defender's.
pub type AssaultTable = Grid<ByDifference, AssaultCell>;

values! {
    #[derive(Clone, Debug, Serialize)]
    pub struct RatioRow {
        pub name: String = get("ratio"),
        /// Attacker SP / defender SP at least num/den; tested from the top.
        pub num: u8 = get("threshold_num"),
        pub den: u8 = within("threshold_den", 1, 20),
        pub drm: i8,
    }
}

values! {
    /// Cohesion Check Modifiers Table.
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct CheckModifiers in "cohesion_check_modifiers.rows" .. "drm" {
        pub charged_infantry_not_in_square: i8,
        pub reaction_form_square: i8,
        /// Added to the difference of movement allowances (switch D3).
        pub reaction_withdrawal_extra: i8 = later(),
        pub in_march_or_limbered: i8,
        pub from_the_rear: i8,
        pub out_of_command: i8,
        pub half_strength: i8,
        pub exhausted_cavalry: i8,
        pub built_up_cover: i8,
    }
}

values! {
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct FireShifts in "fire_column_shifts" {
        pub light_infantry_firing: i8,
        pub line_infantry_firing: i8,
        pub mixed_infantry_firing: i8,
        pub firing_force_in_square: i8,
        pub target_in_square: i8,
        pub through_target_rear_hex: i8,
    }
}

values! {
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct FireDrm in "fire_drm" {
        pub massed_target: i8,
        pub massed_target_min_stacking: u8 = within("fire_drm.massed_target_min_stacking", 1, 20),
        pub target_in_march_or_limbered: i8,
        pub target_unlimbered_artillery: i8,
        pub light_infantry_moved_before_firing: i8,
    }
}

values! {
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct AssaultModifiers in "other_assault_modifiers" {
        pub charge_against_force_not_in_square: i8,
        pub charge_against_square: i8,
        pub infantry_assault_against_square: i8,
        pub cavalry_assault_not_charging: i8,
        pub infantry_assault_against_cavalry: i8,
        pub from_defender_rear_hex: i8,
        pub defender_in_march_or_limbered: i8,
        pub attacker_in_march: i8,
        pub attacker_out_of_ammo: i8,
        pub defender_out_of_ammo: i8,
        pub defender_cavalry_exhausted: i8,
        pub furious_attack: i8,
    }
}

/// What a commander does on a natural six (Initiative Table).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conduct {
    /// An ordinary activation.
    #[default]
    Normal,
    FallBack,
    Holds,
    Cautious,
    OwnJudgement,
    Attack,
    FuriousAttack,
}

values! {
    #[derive(Clone, Debug, Serialize)]
    pub struct InitiativeRow {
        pub min: i8 = make(|r| charts::bounded(r, "min")),
        pub max: i8 = make(|r| charts::bounded(r, "max")),
        pub conduct: Conduct = make(charts::conduct),
        pub name: String,
        /// Our words for the card's text.
        pub effect: String,
        pub markers_allowed: bool = make(|r| r.word("marker_limit_kind", &["none", "normal"]) == "normal"),
        pub marker_limit_bonus: u8 = within("marker_limit_bonus", 0, 9),
        pub min_markers_if_possible: u8 = get_or("min_markers_if_possible", 0),
        pub fire_allowed: bool,
        pub assault_drm: i8 = get_or("assault_drm", 0),
    }
}

/// Movement class of the Terrain Effects Chart: the arms.
pub type Class = Arm;

values! {
    #[derive(Clone, Debug, Serialize)]
    pub struct TerrainDef {
        pub id: String,
        /// By `Class`; None may not be entered.
        pub cost: [Option<Quarters>; 3] = make(terrain::costs),
        pub fire_shift: i8,
        pub assault_drm: i8,
        pub blocks_los: bool,
        pub receives_zor: bool,
        pub all_round_front: bool,
        pub charge_ok: bool,
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct HexsideDef {
    pub id: String,
    /// Added to the cost of the hex, by `Class`; None may not be crossed (a bridge: as a stream for all who do not follow the road).
    pub cost: [Option<Quarters>; 3],
    pub assault_drm: i8,
    pub charge_ok: bool,
    pub blocks_command: bool,
    /// A stream, or a stream under a bridge: checks and losses for those who wade.
    pub stream: bool,
    /// A road crosses it.
    pub bridge: bool,
}

values! {
    #[derive(Clone, Debug, Serialize)]
    pub struct Charts {
        // general numbers
        pub stacking_limit: u8 = within("general.stacking_limit", 1, 20),
        pub march_road_stacking_limit: u8 = within("general.march_road_stacking_limit", 1, 20),
        pub command_range: Quarters = parts("general.command_range_hexes", PER_POINT),
        pub command_cost_road: Quarters = parts("general.command_range_cost_road", PER_POINT),
        pub command_cost_other: Quarters = parts("general.command_range_cost_other", PER_POINT),
        pub artillery_range: u8 = within("general.artillery_range_hexes", 1, 9),
        pub infantry_range: u8 = within("general.infantry_range_hexes", 1, 9),
        pub limber_cost: Quarters = parts("general.limber_cost_mp", PER_POINT),
        pub unlimber_cost: Quarters = parts("general.unlimber_cost_mp", PER_POINT),
        pub horse_unlimber_cost: Quarters = parts("general.horse_artillery_unlimber_cost_mp", PER_POINT),
        pub attacker_retreat_hexes: u8 = within("general.attacker_retreat_hexes", 1, 9),
        pub defender_retreat_hexes: u8 = within("general.defender_retreat_hexes", 1, 9),
        pub passes_that_end_phase: u8 = within("general.passes_in_sequence_that_end_phase", 1, 9),
        // activation
        pub drm_per_failure: i8 = get("activation.drm_per_previous_failure_this_turn"),
        pub drm_near_overall_commander: i8 = get("activation.drm_commander_in_range_of_overall_commander"),
        pub mood_min: i8 = within("mood_track.min", -20, 0),
        pub mood_max: i8 = within("mood_track.max", 0, 20),
        pub mood_won: i8 = get("mood_track.per_assault_or_charge_won"),
        pub mood_lost: i8 = get("mood_track.per_assault_or_charge_lost"),
        pub initiative: Vec<InitiativeRow> = make(charts::initiative),
        // status and cohesion
        /// CV modifier of Good Order, Shaken, Disordered, Disorganized.
        pub status_cv: [i8; 4] = make(charts::status),
        pub rout_level: u8 = within("unit_status.rout_after_levels", 4, 4),
        pub check: CheckModifiers = make(CheckModifiers::read),
        /// Status Levels lost when the modified roll is over the CCV by the index (index 0 is 0); the last entry holds for all beyond.
        pub check_effects: Scale<u8> = make(charts::check_effects),
        // fire
        pub fire: FireTable = make(charts::fire),
        /// Numerator and denominator of artillery strength at range 1, 2, …
        pub artillery_factor: Scale<(u8, u8)> = make(charts::artillery_factors),
        pub fire_shifts: FireShifts = make(FireShifts::read),
        pub fire_drm: FireDrm = make(FireDrm::read),
        /// (least CCV, DRM), from the highest CCV down.
        pub cvm: Vec<(i8, i8)> = make(charts::cvm),
        /// Faces of the ammunition die that mean Out of Ammo, as a highest face.
        pub out_of_ammo_up_to: u8 = make(charts::out_of_ammo),
        // assault
        pub assault: AssaultTable = make(charts::assault),
        pub ratio: Vec<RatioRow> = make(charts::ratio),
        pub assault_drm: AssaultModifiers = make(AssaultModifiers::read),
        // recovery
        pub recovery_resting: u8 = make(|r| charts::recovery(r, "resting")),
        pub recovery_half_move: u8 = make(|r| charts::recovery(r, "half_move")),
        // terrain; indices are those of the map's terrain, hexside and road tables
        pub terrain: Vec<TerrainDef> = later(),
        /// Index 0 is "nothing", then the map's hexside features.
        pub hexsides: Vec<HexsideDef> = later(),
        /// Index 0 is "no road" (unused), then the map's road classes.
        pub road_cost: Vec<Quarters> = later(),
    }
}

/// The switches, by their keys, that no rule reads until a game needs them: turning one would change nothing.
pub const UNREAD: &[&str] = &[
    "assault_marker_limit",
    "marker_moves_after_counterattack",
    "marker_may_become_charge_after_counterattack",
    "marker_advances_after_reaction_withdrawal",
    "routed_units_can_recover",
    "mood_decay_per_turn",
    "initiative",
    "reserve_units_rule",
    "river_crossable_at_bridge",
    "italian_reluctance",
];

values! {
    /// Differences between the two games (the D numbers of docs/rulings), as named values.
    #[derive(Clone, Debug, Serialize)]
    pub struct Switches {
        /// D1: markers by the Command Value of the commander (else by the size of the formation).
        pub markers_by_command_value: bool = make(|r| r.word("assault_marker_limit", &["command_value", "formation_size"]) == "command_value"),
        /// D1: one more near the Overall Commander.
        pub marker_bonus_near_overall_commander: u8 = get("assault_marker_bonus_near_overall_commander"),
        /// D2: which arms may counterattack or countercharge.
        pub counterattack_infantry: bool = make(|r| counterattack(r, "infantry")),
        pub counterattack_cavalry: bool = make(|r| counterattack(r, "cavalry")),
        /// D4
        pub reaction_withdrawal_unlimbered_artillery: bool,
        /// D5
        pub marker_moves_after_counterattack: bool,
        pub marker_may_become_charge_after_counterattack: bool,
        /// D6
        pub marker_advances_after_reaction_withdrawal: bool,
        /// D7: leaving March or Square, limbering and unlimbering come besides another reaction. Older files do not say it.
        #[serde(skip_serializing_if = "is_true")]
        pub exit_reactions_are_extra: bool = get_or("exit_reactions_are_extra", true),
        /// D10
        pub routed_units_can_recover: bool,
        /// D12
        pub mood_decay_per_turn: u8,
        /// D14
        pub initiative_rolled: bool = make(|r| r.word("initiative", &["rolled", "rolled_or_fixed_by_scenario"]) == "rolled"),
        pub initiative_rating_only_if_commander_on_map: bool,
        /// D16
        pub reserve_units_rule: bool,
        /// D17
        pub river_crossable_at_bridge: bool,
        pub river_blocks_command: bool,
        /// D22
        pub activation_cap_by_turn: bool = get("piedmontese_activation_cap_by_turn"),
        pub italian_reluctance: bool,
    }
}

/// Pieces that their owner places freely before the first turn.
pub type SetupArea = gamebox::SetupArea<UnitId, LeaderId>;

/// A column that enters the map on a turn.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// The turn; for an optional corps counted from its first turn (1, 2, 3 …).
    pub turn: u8,
    pub formation: FormationId,
    pub hex: Hex,
    /// Hexes of the same map edge, nearest to `hex` first, `hex` itself left out.
    pub edge: Vec<Hex>,
    pub units: Vec<UnitId>,
    pub leaders: Vec<LeaderId>,
}

/// A corps that may come (G 16.1): asked for at the end of a turn, rolled for, then entering.
#[derive(Clone, Debug, Serialize)]
pub struct OptionalCorps {
    /// "II Corps".
    #[serde(skip)]
    pub name: String,
    pub side: u8,
    pub first_roll_turn: u8,
    pub arrives_on: u8,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Victory {
    /// Whoever holds more of the objectives at the end has won, and with as many each it is a draw (C 23); there is nothing
    /// decisive, and `tactical_count` is more than half of them.
    #[serde(skip_serializing_if = "is_default")]
    pub majority: bool,
    /// The side that must take things; the other wins otherwise.
    pub attacker: u8,
    pub decisive: Vec<Hex>,
    /// What the objectives are, and in a word: "farmhouses and farms", "farms".
    #[serde(skip)]
    pub called: String,
    #[serde(skip)]
    pub briefly: String,
    pub objectives: Vec<Hex>,
    pub tactical_count: u8,
    /// The same with the optional corps in play.
    pub corps_decisive: Vec<Hex>,
    pub corps_tactical_count: u8,
}

impl Victory {
    /// The hexes whose control matters (16), in a fixed order.
    pub fn watched(&self) -> Vec<Hex> {
        let mut watched = self.objectives.clone();
        for hex in self.decisive.iter().chain(&self.corps_decisive) {
            if !watched.contains(hex) {
                watched.push(*hex);
            }
        }
        watched
    }
}

/// The standard set-up that is offered to those who do not want to place each piece.
#[derive(Clone, Debug, Serialize)]
pub struct StandardPlace {
    /// Unit or leader id.
    pub id: String,
    pub hex: Hex,
    pub facing: u8,
    pub march: bool,
}

/// How a unit begins that does not begin as its owner likes and in Good Order (C 23).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Start {
    pub unit: UnitId,
    /// It must be set up in March Movement, artillery limbered.
    pub march: bool,
    /// Strength Points that it has lost.
    pub lost: u8,
    /// Its Status Level: 0 Good Order, 1 Shaken.
    pub status: u8,
}

#[derive(Clone, Debug, Serialize)]
pub struct ScenarioDef {
    pub id: String,
    pub title: String,
    pub note: String,
    pub turns: u8,
    /// Hour of the first turn, e.g. 12; a turn is `turn_minutes` long.
    pub first_hour: u8,
    pub turn_minutes: u16,
    pub setup: Vec<SetupArea>,
    pub standard: Vec<StandardPlace>,
    pub entries: Vec<Entry>,
    pub corps: Option<OptionalCorps>,
    /// The side that may activate only as many formations as the turn's number (switch D22).
    pub capped_side: Option<u8>,
    pub victory: Victory,
    /// Who controls the objectives and decisive hexes at the start.
    pub first_holder: u8,
    /// The year, in a game that has several; else 0.
    #[serde(skip_serializing_if = "is_default")]
    pub year: u16,
    /// How many boxes of the turn track come before the box of the first turn.
    #[serde(skip_serializing_if = "is_default")]
    pub turns_before: u8,
    /// The hexes that are played on, in their order; empty for the whole map. The border is an edge of the map.
    #[serde(skip_serializing_if = "is_default")]
    pub ground: Vec<Hex>,
    /// The side that has the initiative in every turn.
    #[serde(skip_serializing_if = "is_default")]
    pub initiative: Option<u8>,
    /// The sides in the order in which they set up; empty where one side sets up alone.
    #[serde(skip_serializing_if = "is_default")]
    pub setup_order: Vec<u8>,
    /// Units that begin in a way that is laid down, in the order of their ids.
    #[serde(skip_serializing_if = "is_default")]
    pub starts: Vec<Start>,
}

impl ScenarioDef {
    /// Is the hex played on?
    pub fn plays_on(&self, hex: Hex) -> bool {
        self.ground.is_empty() || self.ground.binary_search(&hex).is_ok()
    }
    /// The box of the turn track that a turn, counted from 1, stands in.
    pub fn turn_box(&self, turn: u8) -> u8 {
        self.turns_before + turn
    }
    /// How a unit begins.
    pub fn start_of(&self, unit: UnitId) -> Start {
        let laid_down = self.starts.iter().find(|start| start.unit == unit).copied();
        laid_down.unwrap_or(Start { unit, march: false, lost: 0, status: 0 })
    }
}

/// Everything that a scenario is played with.
#[derive(Clone, Debug)]
pub struct Model {
    pub game: String,
    pub map: Map,
    pub army: Army,
    pub charts: Charts,
    pub switches: Switches,
    pub scenario: ScenarioDef,
    /// What the sides are told before they play, in their order.
    pub briefs: Vec<SideBrief>,
    /// Content hash of the values above but the last, in hexadecimal.
    pub data_hash: String,
}

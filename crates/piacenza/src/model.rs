//! The printed components as values: units, commanders, wings, charts, scenarios. Nothing here
//! changes while a game is played. `data` reads them from the files of `data/`.
//!
//! Movement points are counted in halves everywhere: a road hex may cost one half.

use crate::data::{charts, terrain};
use dataset::{ByRatio, ByStrength, Grid, SideBrief, Sources, values};
use hexmap::{Hex, Map};
use kernel::ById;
use serde::Serialize;

/// Movement points in halves.
pub type Halves = u8;

/// The highest face of the die (2.6).
const HIGHEST: u8 = 9;

kernel::ids! {
    /// Index into `Army::units`.
    pub struct UnitId(u8);
    /// Index into `Army::leaders`.
    pub struct LeaderId(u8);
    /// Index into `Army::formations`.
    pub struct FormationId(u8);
    /// Index into `Army::wings`.
    pub struct WingId(u8);
}

pub use gamebox::Arm;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnitKind {
    Infantry,
    LightInfantry,
    /// Grenadiers and Guards (PR65).
    Grenadier,
    HeavyCavalry,
    LightCavalry,
    /// A mounted dragoon counter.
    Dragoon,
    /// Dragoons on foot: infantry in everything but training (10.5).
    DragoonFoot,
    Artillery,
}

impl UnitKind {
    pub fn arm(self) -> Arm {
        match self {
            UnitKind::Infantry | UnitKind::LightInfantry | UnitKind::Grenadier | UnitKind::DragoonFoot => {
                Arm::Infantry
            }
            UnitKind::HeavyCavalry | UnitKind::LightCavalry | UnitKind::Dragoon => Arm::Cavalry,
            UnitKind::Artillery => Arm::Artillery,
        }
    }
}

/// The other form of a dragoon counter (10.5, PR52).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Dragoons {
    /// No dragoon, or too few to fight on foot.
    None,
    /// Mounted: its mate in the pair, and the foot counter of both.
    Mounted { mate: UnitId, foot: UnitId },
    /// On foot: the two mounted counters.
    Foot { mounted: [UnitId; 2] },
}

#[derive(Clone, Debug, Serialize)]
pub struct UnitDef {
    pub id: String,
    pub name: String,
    /// The seat that owns it.
    pub side: u8,
    pub nation: String,
    pub wing: WingId,
    /// For a battery: the artillery group of its wing.
    pub formation: FormationId,
    pub kind: UnitKind,
    pub arm: Arm,
    /// Strength of the front and of the back; 0 where there is no back.
    pub sp: [u8; 2],
    pub steps: u8,
    /// In whole points.
    pub ma: u8,
    /// Training level (5.11); 0 for artillery, which never rolls.
    pub training: u8,
    /// The L of the counter.
    pub light: bool,
    pub dragoons: Dragoons,
    #[serde(skip)]
    pub note: String,
    /// Where its values come from.
    #[serde(skip)]
    pub sources: Sources,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// Commander in Chief (4.2).
    Chief,
    /// Wing Commander (4.3).
    Wing,
    /// Formation Commander (4.4).
    Formation,
    /// Standard Bearer of a wing (4.6.1).
    Bearer,
}

impl Rank {
    pub fn title(self) -> &'static str {
        match self {
            Rank::Chief => "Commander in Chief",
            Rank::Wing => "Wing Commander",
            Rank::Formation => "Formation Commander",
            Rank::Bearer => "Standard Bearer",
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct LeaderDef {
    pub id: String,
    pub name: String,
    pub side: u8,
    pub rank: Rank,
    /// None for a Commander in Chief.
    pub wing: Option<WingId>,
    /// Only for a Formation Commander.
    pub formation: Option<FormationId>,
    /// Values of the front and of the Staff side.
    pub range: [u8; 2],
    pub fire_bonus: [u8; 2],
    pub sergeants: [u8; 2],
    /// In whole points; 0 is unlimited (Commander in Chief).
    pub ma: u8,
    #[serde(skip)]
    pub sources: Sources,
}

/// A Formation, or the batteries of a wing taken together (they have no commander of their own).
#[derive(Clone, Debug, Serialize)]
pub struct FormationDef {
    pub id: String,
    pub name: String,
    pub side: u8,
    pub wing: WingId,
    pub colour: String,
    /// The same as a CSS colour.
    #[serde(skip)]
    pub paint: String,
    /// None for the artillery of a wing.
    pub leader: Option<LeaderId>,
    pub units: Vec<UnitId>,
}

#[derive(Clone, Debug, Serialize)]
pub struct WingDef {
    /// `fs-lw`.
    pub id: String,
    /// "Left Wing".
    pub name: String,
    pub side: u8,
    pub colour: String,
    #[serde(skip)]
    pub paint: String,
    pub commander: LeaderId,
    pub bearer: LeaderId,
    /// In the order of the files, the artillery group (if there is one) last.
    pub formations: Vec<FormationId>,
}

#[derive(Clone, Debug, Serialize)]
pub struct SideDef {
    /// As the files call it: `franco-spanish`.
    pub id: String,
    pub name: String,
    pub chief: LeaderId,
    /// The edge of the map to which it routs.
    pub edge: Edge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    West,
    East,
}

kernel::rows!(UnitDef, LeaderDef, FormationDef, WingDef);

#[derive(Clone, Debug, Serialize)]
pub struct Army {
    /// Franco-Spanish first, then Austrian.
    pub sides: [SideDef; 2],
    pub wings: ById<WingId, Vec<WingDef>>,
    pub formations: ById<FormationId, Vec<FormationDef>>,
    pub units: ById<UnitId, Vec<UnitDef>>,
    pub leaders: ById<LeaderId, Vec<LeaderDef>>,
}

gamebox::army! { Army: UnitId is UnitDef, LeaderId is LeaderDef; }

/// A result of the Fire or Bombardment Table (8.5, 9.1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub enum Effect {
    /// NE
    Nothing,
    /// D, D1, D2, D3: Disordered, retreats so many hexes.
    Disorder(u8),
    /// R
    Rout,
    /// 1
    Step,
    /// 1R
    StepRout,
    /// E
    Eliminated,
    /// RR: Rout and Ricochet, only of guns.
    Ricochet,
}

impl Effect {
    pub fn word(self) -> &'static str {
        match self {
            Effect::Nothing => "NE",
            Effect::Disorder(0) => "D",
            Effect::Disorder(1) => "D1",
            Effect::Disorder(2) => "D2",
            Effect::Disorder(_) => "D3",
            Effect::Rout => "R",
            Effect::Step => "1",
            Effect::StepRout => "1R",
            Effect::Eliminated => "E",
            Effect::Ricochet => "RR",
        }
    }
}

/// Fire or Bombardment Table.
pub type ShotTable = Grid<ByStrength, Effect>;

/// What a Melee result does (9.2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Blow {
    /// R
    Retreat,
    /// 1
    Step,
    /// E
    Eliminated,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct MeleeCell {
    /// The attacker suffers it (A), else the defender (D).
    pub attacker: bool,
    pub blow: Blow,
}

impl MeleeCell {
    pub fn word(self) -> &'static str {
        match (self.attacker, self.blow) {
            (true, Blow::Retreat) => "AR",
            (true, Blow::Step) => "A1",
            (true, Blow::Eliminated) => "AE",
            (false, Blow::Retreat) => "DR",
            (false, Blow::Step) => "D1",
            (false, Blow::Eliminated) => "DE",
        }
    }
}

/// Columns by the strength of the attacker to that of the defender.
pub type MeleeTable = Grid<ByRatio, MeleeCell>;

values! {
    /// Training Die Roll modifiers (5.11). Values are added to the die.
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct TrainingModifiers in "training_modifiers" {
        pub light_infantry: i8,
        pub in_enemy_zoc: i8,
        pub smoke_in_hex: i8,
        pub smoke_adjacent: i8,
        pub smoke_most: i8,
        pub cavalry_enters_infantry_zoc: i8,
        pub second_disorder: i8,
        pub reorganization_out_of_command: i8,
        pub reorganization_in_enemy_zoc: i8,
        pub reorganization_routed: i8,
    }
}

values! {
    /// Bombardment and Fire Modifiers (8.2). What the target's hex gives stands with the terrain.
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct FireModifiers in "fire_modifiers" {
        pub smoke_on_line: i8,
        pub smoke_beside_line: i8,
        /// The sum of the smoke part is never below this.
        pub smoke_floor: i8,
        pub not_side_by_side: i8,
        pub flank: i8,
        pub reaction_fire: i8,
        /// Range 1 (grapeshot), 2, 3.
        pub range: [i8; 3] = make(charts::range_modifiers),
        /// The sum of all is never below this.
        pub floor: i8,
    }
}

values! {
    /// Columns to the right on the Melee Table.
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct MeleeShifts in "melee_shifts" {
        pub charge: i8,
        pub cavalry_flank: i8,
        pub infantry_failed_training: i8,
        pub grenadier_assault: i8,
    }
}

/// Movement class of the Terrain Effects Chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[repr(u8)]
pub enum Class {
    Infantry,
    Cavalry,
    Artillery,
    Commander,
}

impl From<Arm> for Class {
    fn from(arm: Arm) -> Class {
        match arm {
            Arm::Infantry => Class::Infantry,
            Arm::Cavalry => Class::Cavalry,
            Arm::Artillery => Class::Artillery,
        }
    }
}

values! {
    #[derive(Clone, Debug, Serialize)]
    pub struct TerrainDef {
        pub id: String,
        /// Cover Level: 0, 1 or 2.
        pub cover: u8 = within("cover", 0, 2),
        /// By `Class`; None may not be entered (except along a road, if `by_road`).
        pub cost: [Option<Halves>; 4] = make(terrain::costs),
        /// A road through it can be followed even by those who may not enter otherwise; false for rivers.
        pub by_road: bool,
        /// Entered and left only along a road (the bridge over the Po).
        pub road_only: bool,
        /// Added to the die of a shot at a unit in it.
        pub fire: i8,
        /// Added to the die of a Melee against a unit in it, by infantry and by cavalry.
        pub melee_infantry: i8,
        pub melee_cavalry: i8,
        /// Infantry entering it inside an enemy Engagement Zone rolls (5.7); the modifier of that roll.
        pub training: Option<i8> = make(terrain::training),
        pub blocks_sight: bool,
        /// A unit in it exerts a zone of control (7.0).
        pub zoc_out: bool,
        /// Entrenchment or Redoubt: cheap steps and zones of control among themselves (5.0, 7.0).
        pub fortified: bool,
        /// May be attacked there by infantry, by cavalry in Melee, by a Charge (and charge from it).
        pub infantry_melee: bool,
        pub cavalry_melee: bool,
        pub charge: bool,
        /// The Engagement Zone does not reach into it (5.2).
        pub city: bool,
    }
}

values! {
    #[derive(Clone, Debug, Serialize)]
    pub struct HexsideDef {
        pub id: String,
        /// Added to the cost of the hex, by `Class`; None may not be crossed by anything (walls).
        pub cost: [Option<Halves>; 4] = make(terrain::costs),
        /// Added to the die of a Melee across it, unless a road crosses it.
        pub melee: i8,
        pub training: Option<i8> = make(terrain::training),
        pub charge: bool,
        /// No sight through it.
        pub blocks_sight: bool,
        pub stream: bool,
    }
}

values! {
    #[derive(Clone, Debug, Serialize)]
    pub struct Charts {
        /// Infantry targets of at least this strength shift the column one to the left (8.5.4, PR1).
        pub depth_min_sp: u8 = within("general.depth_min_sp", 1, 20),
        /// Radius of the Engagement Zone (5.2).
        pub engagement: u8 = within("general.engagement_zone", 1, 9),
        /// Range of artillery (8.1).
        pub range: u8 = within("general.artillery_range", 3, 3),
        /// The highest roll with which a battery fails (8.4).
        pub failure_up_to: u8 = within("general.failure_up_to", 0, HIGHEST),
        /// The highest roll with which a retreating commander is lost to his staff (4.7).
        pub staff_up_to: u8 = within("general.staff_up_to", 0, HIGHEST),
        /// Changing of Ranks succeeds up to this (8.5.3).
        pub ranks_up_to: u8 = within("changing_of_ranks.up_to", 0, HIGHEST),
        pub ranks_min_sp: u8 = within("changing_of_ranks.min_sp", 1, 20),
        pub ranks_grenadiers: i8 = get("changing_of_ranks.grenadiers"),
        /// Hexes of a rout (11.2, 11.3) and of infantry that does not defend (10.2).
        pub rout_hexes: u8 = within("general.rout_hexes", 1, 9),
        pub no_defence_hexes: u8 = within("general.no_defence_hexes", 1, 9),
        /// Turns a Commander in Chief stays after a move (4.0).
        pub chief_stays: u8 = within("general.chief_stays", 0, 12),
        /// The natural roll that never reorganizes (11.4).
        pub reorganization_fails_on: u8 = within("general.reorganization_fails_on", 0, HIGHEST),
        /// A Wing Commander without any chief acts up to this roll (PR41).
        pub no_chief_up_to: u8 = within("general.no_chief_up_to", 0, HIGHEST),
        pub training: TrainingModifiers = make(TrainingModifiers::read),
        pub fire: ShotTable = make(charts::fire),
        pub bombardment: ShotTable = make(charts::bombardment),
        /// The column of the Bombardment Table on which a ricochet is rolled.
        pub ricochet_column: u8 = make(charts::ricochet_column),
        pub fire_modifiers: FireModifiers = make(FireModifiers::read),
        pub melee: MeleeTable = make(charts::melee),
        pub melee_shifts: MeleeShifts = make(MeleeShifts::read),
        /// Indices are those of the map's terrain names.
        pub terrain: Vec<TerrainDef> = later(),
        /// Index 0 is "nothing", then the map's hexside features.
        pub hexsides: Vec<HexsideDef> = later(),
        /// A step along a road, outside and inside an enemy Engagement Zone.
        pub road: [Halves; 2] = later(),
        /// Victory points (13.1).
        pub points: Points = make(Points::read),
    }
}

values! {
    #[derive(Clone, Copy, Debug, Serialize)]
    pub struct Points in "victory_points", within(0, 20) {
        pub flag: u8,
        pub formation_staff: u8,
        pub wing_staff: u8,
        pub chief_staff: u8,
        pub routed: u8,
        pub eliminated: u8,
    }
}

/// Pieces that their owner may place elsewhere in an area before the first turn.
#[derive(Clone, Debug, Serialize)]
pub struct SetupArea {
    #[serde(flatten)]
    pub area: gamebox::SetupArea<UnitId, LeaderId>,
    /// Index of the area of whose units all these must stand south (scenario 2, Linden).
    pub south_of: Option<u8>,
}

impl std::ops::Deref for SetupArea {
    type Target = gamebox::SetupArea<UnitId, LeaderId>;
    fn deref(&self) -> &Self::Target {
        &self.area
    }
}

/// Where a piece stands at the start; a battery faces the vertex between a direction and the next.
pub use gamebox::Placement;

#[derive(Clone, Debug, Serialize)]
pub enum Victory {
    /// Side 0 wins with an unrouted unit in one of these at the end, else side 1 (scenarios 1, 2).
    Occupy(Vec<Hex>),
    /// Who holds it at the end or was the last to do so (scenario 3).
    LastHeld(Hex),
    /// Secretly chosen objectives (13.0).
    Objectives {
        hexes: Vec<Hex>,
        chosen: u8,
        /// Side 0 wins with so many, and so many are a conditional draw.
        win: u8,
        draw: u8,
        /// The turn at whose end side 1 wins if none is occupied (13.2).
        automatic: u8,
    },
}

#[derive(Clone, Debug, Serialize)]
pub struct ScenarioDef {
    pub id: String,
    pub title: String,
    pub note: String,
    pub first_turn: u8,
    pub last_turn: u8,
    /// The hours of the turns from 1 on, as the track calls them: "6-7 am".
    pub hours: Vec<String>,
    /// The part of the map that is played on; empty for all of it.
    pub area: Vec<Hex>,
    /// The wings of each side that take part.
    pub wings: [Vec<WingId>; 2],
    /// The wings that begin the first turn without choice or roll: side 0's, then side 1's (3.0).
    pub opening: Option<[WingId; 2]>,
    /// Every Formation Commander, every Wing Commander is in command wherever he is.
    pub formations_commanded: bool,
    pub wings_commanded: bool,
    pub units: Vec<Placement<UnitId>>,
    pub leaders: Vec<Placement<LeaderId>>,
    /// Empty where all hexes are fixed.
    pub setup: Vec<SetupArea>,
    /// The side that sets up first.
    pub setup_first: u8,
    pub victory: Victory,
}

/// Everything that a scenario is played with.
#[derive(Clone, Debug)]
pub struct Model {
    pub game: String,
    pub map: Map,
    pub army: Army,
    pub charts: Charts,
    pub scenario: ScenarioDef,
    /// What the sides are told before they play, in their order.
    pub briefs: Vec<SideBrief>,
    /// Content hash of the values above but the last, in hexadecimal.
    pub data_hash: String,
}

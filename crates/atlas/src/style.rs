//! How things look: the palettes, and one table each for the terrain, hexside, road and place ids
//! that the maps use. An id that stands in no table gets a plain fallback.

/// Theme and options of a drawing.
#[derive(Clone, Debug)]
pub struct Style {
    pub palette: Palette,
    /// Draw the hex grid.
    pub grid: bool,
    /// Draw the hex numbers.
    pub numbers: bool,
    /// Draw the panel beside the map (title, key, tracks).
    pub panel: bool,
}

impl Style {
    /// Ink and watercolour on paper.
    pub fn paper() -> Style {
        Style { palette: PAPER, grid: true, numbers: true, panel: true }
    }

    /// The same map by lamplight, for a dark page.
    pub fn night() -> Style {
        Style { palette: NIGHT, ..Style::paper() }
    }
}

impl Default for Style {
    fn default() -> Style {
        Style::paper()
    }
}

/// Colours by what they are for.
#[derive(Clone, Debug)]
pub struct Palette {
    pub sheet: &'static str,
    pub paper: &'static str,
    pub stain: &'static str,
    pub ink: &'static str,
    pub ink_soft: &'static str,
    pub halo: &'static str,
    /// Washes of the fields: wheat, maize, meadow, pasture, fallow, vines.
    pub fields: [&'static str; 6],
    pub furrow: &'static str,
    pub hedge: &'static str,
    pub tree_shadow: &'static str,
    pub tree: &'static str,
    pub tree_light: &'static str,
    pub wood: &'static str,
    pub marsh: &'static str,
    pub rice: &'static str,
    pub heights: [&'static str; 4],
    pub hachure: &'static str,
    pub water_edge: &'static str,
    pub water: &'static str,
    pub water_light: &'static str,
    pub water_ink: &'static str,
    pub meadow: &'static str,
    /// Dry gravel of a river bed.
    pub gravel: &'static str,
    /// Turf and earth of a bed that its river has left.
    pub dry_bed: &'static str,
    /// Earth behind the masonry of a fortress.
    pub rampart: &'static str,
    pub road_edge: &'static str,
    pub road_major: &'static str,
    pub road_minor: &'static str,
    pub wall: &'static str,
    pub brick: &'static str,
    pub brick_light: &'static str,
    pub barn: &'static str,
    pub yard: &'static str,
    pub grid: &'static str,
    pub gold: &'static str,
    pub on_gold: &'static str,
    pub panel: &'static str,
    pub card: &'static str,
    pub card_warm: &'static str,
    pub red: &'static str,
    pub green: &'static str,
}

const PAPER: Palette = Palette {
    sheet: "#efe5cc",
    paper: "#f4ebd2",
    stain: "#c9a96b",
    ink: "#2b2117",
    ink_soft: "#6b5a41",
    halo: "#f6efd9",
    fields: ["#ecd79b", "#c6d293", "#b2c888", "#d6dcab", "#efe2bd", "#c0cb8c"],
    furrow: "#8a8350",
    hedge: "#5d7a3f",
    tree_shadow: "#3f4f2a",
    tree: "#6d8c4a",
    tree_light: "#a5bd78",
    wood: "#a9c084",
    marsh: "#b9d0bd",
    rice: "#dbe2a4",
    heights: ["#ead39a", "#d9b878", "#c39a5c", "#a97e47"],
    hachure: "#5f4a2c",
    water_edge: "#3d6c86",
    water: "#9cc4d6",
    water_light: "#c3dde6",
    water_ink: "#1f4a66",
    meadow: "#a9cbb4",
    gravel: "#ded3b6",
    dry_bed: "#cdc48d",
    rampart: "#cf8a4b",
    road_edge: "#5b4426",
    road_major: "#f3cf8a",
    road_minor: "#fbf3dc",
    wall: "#3a2a1a",
    brick: "#b5452f",
    brick_light: "#d0674c",
    barn: "#c98d4f",
    yard: "#f0e2c0",
    grid: "#4a3c26",
    gold: "#c8921a",
    on_gold: "#2b2117",
    panel: "#f7f0dc",
    card: "#fdf9ee",
    card_warm: "#f6dfae",
    red: "#c96a58",
    green: "#86a662",
};

const NIGHT: Palette = Palette {
    sheet: "#1d1a15",
    paper: "#39352a",
    stain: "#14110c",
    ink: "#eadfc4",
    ink_soft: "#b9aa8a",
    halo: "#26231b",
    fields: ["#574c2e", "#46502f", "#3f4d2f", "#4a5038", "#4f4834", "#434a2c"],
    furrow: "#8c8558",
    hedge: "#7f9a5c",
    tree_shadow: "#16190f",
    tree: "#5f7d42",
    tree_light: "#8ba663",
    wood: "#364a2a",
    marsh: "#3b5049",
    rice: "#50572f",
    heights: ["#52472f", "#665635", "#7b673e", "#8f7848"],
    hachure: "#c9ad7a",
    water_edge: "#7fb0c9",
    water: "#2b5368",
    water_light: "#3c6a80",
    water_ink: "#b5dcec",
    meadow: "#33504c",
    gravel: "#5c5644",
    dry_bed: "#534f33",
    rampart: "#a8703c",
    road_edge: "#16120b",
    road_major: "#c9a25a",
    road_minor: "#a3977a",
    wall: "#0f0c08",
    brick: "#c05a43",
    brick_light: "#d98068",
    barn: "#b98549",
    yard: "#5a4f38",
    grid: "#d8c9a3",
    gold: "#e8b83c",
    on_gold: "#1d1a15",
    panel: "#26221a",
    card: "#332e23",
    card_warm: "#57471f",
    red: "#8f4638",
    green: "#5c7a42",
};

/// Ground cover of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Open farmland.
    Open,
    /// Vines, ditches and mulberry rows: closer country.
    Vines,
    /// Open farmland with a ditch through it.
    Ditch,
    Wood,
    Marsh,
    Rice,
    Hills,
    Mountains,
    River,
    Lake,
}

/// Ground of a terrain id: the built-up ones stand on open farmland.
pub fn ground(terrain: &str) -> Ground {
    match terrain {
        "broken" | "cultivated" | "vineyard" => Ground::Vines,
        "ditch" => Ground::Ditch,
        "woods" | "wood" | "forest" => Ground::Wood,
        "marsh" | "swamp" => Ground::Marsh,
        "rice" => Ground::Rice,
        "hill" | "hills" => Ground::Hills,
        "mountain" | "mountains" => Ground::Mountains,
        "river" | "bridge" => Ground::River,
        "lake" => Ground::Lake,
        _ => Ground::Open,
    }
}

/// What is built in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Building {
    /// Closed rows of houses with a church.
    Village,
    /// A town of several hexes' weight: walled.
    Town,
    /// A large farm around a courtyard.
    Farmhouse,
    /// A lone L-shaped farm.
    Farm,
    /// A bastioned work.
    Fortress,
    /// A country house with its wings and a garden.
    Chateau,
    /// A small star for earthworks.
    Redoubt,
    /// A parapet with a ditch before it, which runs on into the next one.
    Trench,
    /// A circle, for maps on which a town is a point.
    Dot,
}

pub fn building(id: &str) -> Option<Building> {
    Some(match id {
        "village" => Building::Village,
        "town" | "city" => Building::Town,
        "farmhouse" => Building::Farmhouse,
        "chateau" => Building::Chateau,
        "farm" | "farmstead" => Building::Farm,
        "fortress" | "fortified-city" => Building::Fortress,
        "redoubt" | "fortified-town" => Building::Redoubt,
        "entrenchment" => Building::Trench,
        _ => return None,
    })
}

/// Water and works that follow hexsides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideStyle {
    /// Sides of one class are drawn as one line, whatever crosses them.
    pub class: &'static str,
    pub width: f64,
    pub wall: bool,
    pub crossing: Crossing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    None,
    Bridge,
    Ferry,
}

/// `None` for sides that are not drawn as a line: slopes, and the banks of river hexes.
pub fn side(feature: &str) -> Option<SideStyle> {
    let water = |class, width, crossing| Some(SideStyle { class, width, wall: false, crossing });
    let stone = |crossing| Some(SideStyle { class: "wall", width: 6.0, wall: true, crossing });
    match feature {
        "" | "river" | "river_bridge" => None,
        f if f.starts_with("slope") => None,
        "bridge" | "ford" => water("stream", 8.0, Crossing::Bridge),
        "canal" => water("canal", 6.0, Crossing::None),
        "primary-river" => water("primary-river", 17.0, Crossing::None),
        "primary-river-bridge" => water("primary-river", 17.0, Crossing::Bridge),
        "primary-river-ferry" => water("primary-river", 17.0, Crossing::Ferry),
        "secondary-river" => water("secondary-river", 10.0, Crossing::None),
        "secondary-river-bridge" => water("secondary-river", 10.0, Crossing::Bridge),
        "secondary-river-ferry" => water("secondary-river", 10.0, Crossing::Ferry),
        "wall" => stone(Crossing::None),
        "gate" => stone(Crossing::Bridge),
        _ => water("stream", 8.0, Crossing::None),
    }
}

/// How a class of road is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadStyle {
    pub kind: RoadKind,
    pub width: f64,
    /// Trees along both sides, where the scale lets single trees be seen.
    pub trees: bool,
    /// Better roads are drawn over worse ones.
    pub rank: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadKind {
    /// Two edges with a tinted roadway between them.
    Chaussee,
    /// Two edges with a pale roadway.
    Lane,
    Dashed,
    Rails,
    Canal,
}

pub fn road(class: &str) -> RoadStyle {
    let style = |kind, width, trees, rank| RoadStyle { kind, width, trees, rank };
    match class {
        "major" | "primary" => style(RoadKind::Chaussee, 11.0, true, 4),
        "minor" | "secondary" => style(RoadKind::Lane, 6.4, false, 3),
        "track" | "path" => style(RoadKind::Dashed, 2.2, false, 2),
        "railroad" | "railway" => style(RoadKind::Rails, 2.2, false, 5),
        "naviglio" | "canal" => style(RoadKind::Canal, 5.0, false, 1),
        _ => style(RoadKind::Lane, 5.0, false, 2),
    }
}

/// How the name of a place is set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NameStyle {
    pub size: f64,
    pub bold: bool,
    pub italic: bool,
    pub capitals: bool,
    /// Smaller ranks are placed first.
    pub rank: u8,
}

pub fn name(kind: &str) -> NameStyle {
    let style = |size, bold, italic, capitals, rank| NameStyle { size, bold, italic, capitals, rank };
    match kind {
        "city" => style(50.0, true, false, true, 0),
        "town" | "fortified-city" => style(39.0, true, false, true, 1),
        "village" | "fortress" | "fortified-town" => style(33.0, true, false, false, 2),
        "lake" => style(44.0, false, true, false, 2),
        "farmhouse" | "chateau" | "redoubt" => style(25.0, true, false, false, 3),
        "hill" | "height" => style(22.5, false, true, false, 5),
        _ => style(23.5, false, true, false, 4),
    }
}

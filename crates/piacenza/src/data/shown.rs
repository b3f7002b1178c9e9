//! The charts as they are declared: every table of `charts.toml` and `terrain.toml`, how it is shown and which of its
//! numbers can be turned. Rows and columns carry the labels of `labels`.

use super::{GAME, labels};
use crate::model::{Charts, FireModifiers, MeleeShifts, Points, TrainingModifiers};
use crate::rule;
use dataset::chart::row_between;
use dataset::sheet::{Column, cells, is_provenance};
use dataset::{Files, Node, Problem, SheetCell, Sheets, read_tree, sound, take};
use kernel::{Chart, Citation};
use std::collections::BTreeSet;

type Declared = dataset::Declared<Charts, Citation>;

/// All charts of the game.
pub fn charts_shown(files: &Files) -> Result<Vec<Chart>, Vec<Problem>> {
    sound(|problems| {
        let terrain = take(read_tree(files, "piacenza/terrain.toml"), problems);
        let base = super::base(files, problems)?;
        let trees = [("", &base.tables), ("terrain", &terrain?)];
        Some(gamebox::charts(&Declared::shown(&declared(), GAME, &trees, &base.charts)))
    })
}

/// The classes of the training levels.
const CLASSES: [Column; 3] = [
    ("infantry", "infantry", false),
    ("grenadiers", "grenadiers", false),
    ("cavalry", "cavalry and dragoons", false),
];

/// The charts in the order in which they are shown.
pub fn declared() -> Vec<Declared> {
    const HEX: &[Column] = &[
        ("cover", "Cover Level", false),
        ("inf", "infantry", false),
        ("cav", "cavalry", false),
        ("art", "artillery", false),
        ("cmd", "commanders", false),
        ("by_road", "by road at least", false),
        ("road_only", "by road only", false),
        ("fire", "fire at it", true),
        ("melee_infantry", "Melee of infantry", true),
        ("melee_cavalry", "Melee of cavalry", true),
        ("training", "roll on entry", true),
        ("blocks_sight", "blocks sight", false),
        ("zoc_out", "zone of control", false),
        ("fortified", "fortified", false),
        ("infantry_melee", "infantry may melee", false),
        ("cavalry_melee", "cavalry may melee", false),
        ("charge", "charges", false),
        ("city", "city", false),
    ];
    const SIDE: &[Column] = &[
        ("inf", "infantry", false),
        ("cav", "cavalry", false),
        ("art", "artillery", false),
        ("cmd", "commanders", false),
        ("melee", "Melee", true),
        ("training", "roll on entry", true),
        ("charge", "charges", false),
        ("blocks_sight", "blocks sight", false),
        ("stream", "stream", false),
    ];
    const MODIFIED: &str = "d10, modified";
    let faces = |id, title, rule, path, up_to, words| {
        let rows = FACES.map(|face| row_between(face, 0, 9)).collect();
        Declared::faces(id, title, rule, (0, rows), up_to, words).at(path).corner("d10")
    };
    let mut list = vec![
        Declared::made("training", "Training levels", rule::R5_11, &[])
            .corner("nation")
            .then(training)
            .turned(&["*.*"]),
        Declared::made("training_roll", "Training Die Roll", rule::R5_11, &[])
            .corner(MODIFIED)
            .then(training_roll),
        Declared::modifiers(
            TrainingModifiers::TABLE,
            "Modifiers of a Training Die Roll",
            rule::R5_11,
            "value",
        ),
        Declared::grid("fire_table", "Fire Table", rule::R9_1_5, |charts| &charts.fire)
            .corner(MODIFIED)
            .turned(&["column_min_sp.*"]),
        Declared::grid("bombardment_table", "Bombardment Table", rule::R8_5, |charts| &charts.bombardment)
            .corner(MODIFIED)
            .turned(&["column_min_sp.*"]),
        Declared::modifiers(FireModifiers::TABLE, "Bombardment and Fire Modifiers", rule::R8_2a, "value"),
        faces(
            "cannon_failure",
            "Failure of a battery after its second volley",
            rule::R8_4b,
            "general.failure_up_to",
            |charts| charts.failure_up_to,
            ["fails for the day", "-"],
        ),
        faces(
            "ranks_roll",
            "Changing of Ranks",
            rule::R8_5_3a,
            "changing_of_ranks.up_to",
            |charts| charts.ranks_up_to,
            ["cancels the Disorder", "-"],
        ),
        Declared::values("changing_of_ranks", "Changing of Ranks: who and how", rule::R8_5_3b).turned(&["*"]),
        Declared::grid("melee_table", "Melee Table", rule::R9_2_7, |charts| &charts.melee).corner(MODIFIED),
        Declared::modifiers(
            MeleeShifts::TABLE,
            "Columns to the right on the Melee Table",
            rule::R9_2_4,
            "columns",
        ),
    ];
    let road = ["Engagement Zone", "cost"];
    list.extend(Declared::ground([rule::R2_1, rule::R5_0e, rule::R5_0b], [HEX, SIDE], road));
    list.extend([
        faces(
            "commander_retreat",
            "Commander of a stack that retreats",
            rule::R4_7a,
            "general.staff_up_to",
            |charts| charts.staff_up_to,
            ["Staff, or captured", "unharmed"],
        ),
        faces(
            "no_chief",
            "Wing Commander without a Commander in Chief",
            rule::R4_2a,
            "general.no_chief_up_to",
            |charts| charts.no_chief_up_to,
            ["in command", "out of command"],
        ),
        Declared::values(Points::TABLE, "Victory points", rule::R13_1).turned(&["*"]),
        Declared::made("turn_track", "Turn Record Track", rule::R2_5, &["hour"]).corner("turn").then(hours),
        Declared::values("general", "Numbers used throughout", rule::R2_3).turned(&["*"]),
    ]);
    list
}

/// The faces of the die (2.6).
const FACES: std::ops::RangeInclusive<i32> = 0..=9;

/// The nations with their levels.
fn nations(tree: &Node) -> Vec<(&str, Vec<SheetCell>)> {
    let nations = tree.at("training").map_or(Vec::new(), Node::entries);
    let nations = nations.into_iter().filter(|(key, _)| !is_provenance(key));
    nations.map(|(nation, node)| (nation, cells(node, &CLASSES))).collect()
}

fn training(_: &Charts, sheets: &mut Sheets<Citation>) {
    for (nation, levels) in nations(sheets.tree) {
        sheets.row(nation, levels);
    }
    if let Some(sheet) = sheets.last() {
        sheet.columns = CLASSES.map(|column| column.1.to_owned()).into();
    }
}

/// What a modified roll means at each level.
fn training_roll(charts: &Charts, sheets: &mut Sheets<Citation>) {
    let levels: BTreeSet<String> =
        nations(sheets.tree).into_iter().flat_map(|(_, levels)| levels).map(|cell| cell.text).collect();
    let source = sheets.source("training_modifiers.in_enemy_zoc");
    for roll in FACES {
        let passes = |level: &String| level.parse().is_ok_and(|level: i32| roll <= level);
        let word = |level: &String| if passes(level) { "passes" } else { "fails" };
        let cells = levels.iter().map(|level| SheetCell::new(word(level), source)).collect();
        sheets.row(labels::training_row(roll), cells);
    }
    let fails = SheetCell::new("fails", sheets.source("general.reorganization_fails_on"));
    sheets.row(labels::natural_row(charts), vec![fails; levels.len()]);
    if let Some(sheet) = sheets.last() {
        sheet.columns = levels.into_iter().collect();
    }
}

fn hours(_: &Charts, sheets: &mut Sheets<Citation>) {
    let hours = sheets.tree.at("turn_track.hours").map_or(Vec::new(), Node::items);
    for (turn, hour) in (1..).zip(hours) {
        sheets.row(format!("{turn}"), vec![SheetCell::of(hour, false)]);
    }
}

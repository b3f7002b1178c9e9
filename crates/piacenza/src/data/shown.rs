//! The charts as they are shown: every table of `charts.toml` and `terrain.toml`, each value with where
//! it comes from. Rows and columns carry the labels of `labels`.

use super::{GAME, labels};
use crate::model::Charts;
use crate::rule;
use dataset::sheet::{Column, cells, id_words, is_provenance};
use dataset::{Files, Node, Problem, Sheet, SheetCell, Sheets, read_tree, take};
use kernel::{Chart, Citation};
use labels::{RESULT, VALUE};
use std::collections::BTreeSet;

/// All charts of the game.
pub fn charts_shown(files: &Files) -> Result<Vec<Chart>, Vec<Problem>> {
    let problems = &mut Vec::new();
    let terrain = take(read_tree(files, "piacenza/terrain.toml"), problems);
    let (Some(base), Some(terrain), true) = (super::base(files, problems), terrain, problems.is_empty())
    else {
        return Err(std::mem::take(problems));
    };
    let mut shown = Shown { sheets: Sheets::new(GAME, &base.tables), charts: &base.charts };
    shown.training();
    shown.shots();
    shown.melee();
    shown.ground(&terrain);
    shown.rest();
    Ok(shown.sheets.list.iter().map(chart).collect())
}

fn chart(s: &Sheet<Citation>) -> Chart {
    Chart::new(&s.id, &s.title, s.rule, &s.corner, &s.columns).filled(&s.note, s.words())
}

struct Shown<'a> {
    /// The charts as the files have them.
    sheets: Sheets<'a, Citation>,
    /// The same as the rules use them.
    charts: &'a Charts,
}

/// The faces of the die (2.6).
const FACES: std::ops::RangeInclusive<i32> = 0..=9;

impl Shown<'_> {
    fn training(&mut self) {
        const CLASSES: [Column; 3] = [
            ("infantry", "infantry", false),
            ("grenadiers", "grenadiers", false),
            ("cavalry", "cavalry and dragoons", false),
        ];
        let columns = CLASSES.map(|column| column.1);
        self.sheets.add("training", "Training levels", rule::R5_11, "nation", &columns);
        let nations = self.sheets.tree.at("training").map_or(Vec::new(), Node::entries);
        let nations: Vec<_> = nations.into_iter().filter(|(key, _)| !is_provenance(key)).collect();
        for (nation, node) in &nations {
            self.sheets.row(*nation, cells(node, &CLASSES));
        }
        let levels: BTreeSet<String> =
            nations.iter().flat_map(|(_, node)| cells(node, &CLASSES)).map(|cell| cell.text).collect();
        self.training_roll(&levels);
        let (id, title) = ("training_modifiers", "Modifiers of a Training Die Roll");
        self.sheets.listing_as(id, id, title, rule::R5_11, VALUE, true);
    }

    /// What a modified roll means at each level.
    fn training_roll(&mut self, levels: &BTreeSet<String>) {
        let columns: Vec<&str> = levels.iter().map(String::as_str).collect();
        self.sheets.add("training_roll", "Training Die Roll", rule::R5_11, "d10, modified", &columns);
        let source = self.sheets.source("training_modifiers.in_enemy_zoc");
        for roll in FACES {
            let passes = |level: &&str| level.parse().is_ok_and(|level: i32| roll <= level);
            let word = |level: &&str| if passes(level) { "passes" } else { "fails" };
            let cells = columns.iter().map(|level| SheetCell::new(word(level), source)).collect();
            self.sheets.row(labels::training_row(roll), cells);
        }
        let fails = SheetCell::new("fails", self.sheets.source("general.reorganization_fails_on"));
        self.sheets.row(labels::natural_row(self.charts), vec![fails; columns.len()]);
    }

    fn shots(&mut self) {
        let tables = [
            ("fire_table", "Fire Table", rule::R9_1_5, &self.charts.fire),
            ("bombardment_table", "Bombardment Table", rule::R8_5, &self.charts.bombardment),
        ];
        for (id, title, rule, table) in tables {
            let columns: Vec<&str> = table.column_names.iter().map(String::as_str).collect();
            self.sheets.add(id, title, rule, "d10, modified", &columns);
            self.sheets.rolls(id, |roll| labels::shot_row(table, roll), |node| SheetCell::of(node, false));
        }
        let (id, title) = ("fire_modifiers", "Bombardment and Fire Modifiers");
        self.sheets.listing_as(id, id, title, rule::R8_2a, VALUE, true);
        let charts = self.charts;
        let (id, title) = ("cannon_failure", "Failure of a battery after its second volley");
        self.faces(
            id,
            title,
            rule::R8_4b,
            "general.failure_up_to",
            charts.failure_up_to,
            ["fails for the day", "-"],
        );
        let (id, title) = ("ranks_roll", "Changing of Ranks");
        self.faces(
            id,
            title,
            rule::R8_5_3a,
            "changing_of_ranks.up_to",
            charts.ranks_up_to,
            ["cancels the Disorder", "-"],
        );
        let title = "Changing of Ranks: who and how";
        self.sheets.listing("changing_of_ranks", title, rule::R8_5_3b);
    }

    fn melee(&mut self) {
        let table = &self.charts.melee;
        let columns: Vec<&str> = table.column_names.iter().map(String::as_str).collect();
        self.sheets.add("melee_table", "Melee Table", rule::R9_2_7, "d10, modified", &columns);
        self.sheets.rolls(
            "melee_table",
            |roll| labels::melee_row(table, roll),
            |node| SheetCell::of(node, false),
        );
        let (id, title) = ("melee_shifts", "Columns to the right on the Melee Table");
        self.sheets.listing_as(id, id, title, rule::R9_2_4, "columns", true);
    }

    /// A roll that does something up to a number and something else above it.
    fn faces(&mut self, id: &str, title: &str, rule: Citation, path: &str, up_to: u8, words: [&str; 2]) {
        self.sheets.add(id, title, rule, "d10", &[RESULT]);
        let source = self.sheets.source(path);
        for face in FACES {
            let word = if face <= i32::from(up_to) { words[0] } else { words[1] };
            self.sheets.row(labels::face_row(face), vec![SheetCell::new(word, source)]);
        }
    }

    /// The Terrain Effects Chart: hexes, hexsides, roads.
    fn ground(&mut self, terrain: &Node) {
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
        let lists = [
            ("terrain", "hex", "Terrain Effects Chart: hexes", rule::R2_1, HEX),
            ("hexsides", "hexside", "Terrain Effects Chart: hexsides", rule::R5_0e, SIDE),
        ];
        for (id, path, title, rule, columns) in lists {
            let labels: Vec<&str> = columns.iter().map(|column| column.1).collect();
            self.sheets.add(id, title, rule, path, &labels);
            for node in terrain.at(path).map_or(Vec::new(), Node::items) {
                self.sheets.row(id_words(node), cells(node, columns));
            }
        }
        let title = "Terrain Effects Chart: roads";
        self.sheets.add("roads", title, rule::R5_0b, "Engagement Zone", &["cost"]);
        self.sheets.entries(terrain.at("road"), false);
    }

    fn rest(&mut self) {
        let charts = self.charts;
        let (id, title) = ("commander_retreat", "Commander of a stack that retreats");
        self.faces(
            id,
            title,
            rule::R4_7a,
            "general.staff_up_to",
            charts.staff_up_to,
            ["Staff, or captured", "unharmed"],
        );
        let (id, title) = ("no_chief", "Wing Commander without a Commander in Chief");
        self.faces(
            id,
            title,
            rule::R4_2a,
            "general.no_chief_up_to",
            charts.no_chief_up_to,
            ["in command", "out of command"],
        );
        self.sheets.listing("victory_points", "Victory points", rule::R13_1);
        self.sheets.add("turn_track", "Turn Record Track", rule::R2_5, "turn", &["hour"]);
        let hours = self.sheets.tree.at("turn_track.hours").map_or(Vec::new(), Node::items);
        for (turn, hour) in (1..).zip(hours) {
            self.sheets.row(format!("{turn}"), vec![SheetCell::of(hour, false)]);
        }
        self.sheets.listing("general", "Numbers used throughout", rule::R2_3);
    }
}

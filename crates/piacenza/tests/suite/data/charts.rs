//! The charts as values, cell for cell, and as they are shown.

use super::{TERRAIN, model, overlaid};
use dataset::{Labels, read_tree};
use kernel::{Chart, Lookup};
use piacenza::data;
use piacenza::model::*;
use piacenza::rule;
use std::collections::BTreeSet;

fn shots(table: &ShotTable) -> Vec<String> {
    table.rows.iter().map(|row| row.iter().map(|e| e.word()).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn the_fire_table() {
    let table = model("campaign").charts.fire;
    assert_eq!(table.columns.names, ["Normal", "Extended", "Intense"]);
    assert_eq!((table.row_low, &table.columns.least[..]), (0, &[1, 2, 4][..]), "{}", rule::R9_1_1a);
    let expect = [
        "NE NE NE", "NE NE NE", "NE NE D", "NE D D", "NE D D1", "D D D1", "D D1 D2", "D1 D2 D3", "D1 D3 1",
        "1 1 R", "1 R 1R", "1R 1R E",
    ];
    assert_eq!(shots(&table), expect);
}

#[test]
fn the_bombardment_table() {
    let charts = model("campaign").charts;
    let table = charts.bombardment;
    assert_eq!(table.columns.names, ["1-2 SP", "3-5 SP", "6+ SP"]);
    assert_eq!((table.row_low, &table.columns.least[..]), (0, &[1, 3, 6][..]));
    assert_eq!(charts.ricochet_column, 0, "{}", rule::R8_5_2a);
    let expect = [
        "NE NE NE", "NE NE NE", "NE NE NE", "NE NE D", "NE D D", "D D D1", "D D1 D1", "D1 D1 D2", "D1 D2 D3",
        "D2 RR RR", "1 1 1R", "1R 1R E",
    ];
    assert_eq!(shots(&table), expect);
}

#[test]
fn the_melee_table() {
    let table = model("campaign").charts.melee;
    assert_eq!(table.columns.names, ["1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1"]);
    assert_eq!(table.columns.ratios, [(1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1)]);
    let rows: Vec<String> =
        table.rows.iter().map(|row| row.iter().map(|c| c.word()).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(table.row_low, -2);
    let expect = [
        "AE AE AE AE AE A1 A1 A1",
        "AE AE AE AE A1 A1 A1 AR",
        "AE AE A1 A1 A1 A1 AR AR",
        "AE A1 A1 A1 AR AR AR DR",
        "A1 A1 A1 AR AR AR DR DR",
        "A1 AR AR AR AR DR DR DR",
        "AR AR AR AR DR DR DR D1",
        "AR AR AR DR DR DR D1 D1",
        "AR AR DR DR DR D1 D1 D1",
        "AR DR DR DR D1 D1 D1 DE",
        "DR DR DR D1 D1 D1 DE DE",
        "DR D1 D1 D1 DE DE DE DE",
    ];
    assert_eq!(rows, expect);
    // the attacker succeeds in 20, 30, … 90 of a hundred
    for column in 0..8 {
        let wins = table.rows[2..].iter().filter(|row| !row[column].attacker).count();
        assert_eq!(wins, column + 2);
    }
}

#[test]
fn numbers_of_the_charts() {
    let c = model("campaign").charts;
    assert_eq!((c.depth_min_sp, c.engagement, c.range), (2, 3, 3));
    assert_eq!((c.failure_up_to, c.staff_up_to, c.no_chief_up_to), (1, 2, 4));
    assert_eq!((c.ranks_up_to, c.ranks_min_sp, c.ranks_grenadiers), (3, 2, -1));
    assert_eq!((c.rout_hexes, c.no_defence_hexes, c.chief_stays, c.reorganization_fails_on), (3, 2, 2, 9));
    let t = c.training;
    assert_eq!(
        [t.light_infantry, t.in_enemy_zoc, t.smoke_in_hex, t.smoke_adjacent, t.smoke_most],
        [-1, 1, 2, 1, 2]
    );
    assert_eq!([t.cavalry_enters_infantry_zoc, t.second_disorder], [2, 2]);
    let reorganization =
        [t.reorganization_out_of_command, t.reorganization_in_enemy_zoc, t.reorganization_routed];
    assert_eq!(reorganization, [2, 2, 2]);
    let f = c.fire_modifiers;
    assert_eq!([f.smoke_on_line, f.smoke_beside_line, f.smoke_floor, f.floor], [-2, -1, -2, -4]);
    assert_eq!([f.not_side_by_side, f.flank, f.reaction_fire], [-2, 2, -3]);
    assert_eq!(f.range, [2, 0, -1]);
    let m = c.melee_shifts;
    assert_eq!([m.charge, m.cavalry_flank, m.infantry_failed_training, m.grenadier_assault], [1; 4]);
    let p = c.points;
    assert_eq!(
        [p.flag, p.formation_staff, p.wing_staff, p.chief_staff, p.routed, p.eliminated],
        [5, 3, 5, 5, 1, 1]
    );
    assert_eq!(c.road, [1, 2]);
}

/// A row of the Terrain Effects Chart as the list below writes it.
fn terrain_row(t: &TerrainDef) -> String {
    let cost = |halves: Option<Halves>| halves.map_or("-".to_owned(), |halves| (halves / 2).to_string());
    let costs: Vec<String> = t.cost.iter().map(|c| cost(*c)).collect();
    let training = t.training.map_or("-".to_owned(), |m| format!("{m:+}"));
    let flag = |flag: bool, word: &'static str| if flag { word } else { "" };
    let flags = [
        flag(t.by_road, "by-road"),
        flag(t.road_only, "road-only"),
        flag(t.blocks_sight, "blocks"),
        flag(t.zoc_out, "zoc"),
        flag(t.fortified, "fortified"),
        flag(t.infantry_melee, "infantry"),
        flag(t.cavalry_melee, "cavalry"),
        flag(t.charge, "charge"),
        flag(t.city, "city"),
    ];
    let flags: Vec<&str> = flags.into_iter().filter(|word| !word.is_empty()).collect();
    let numbers = [t.fire, t.melee_infantry, t.melee_cavalry].map(|n| n.to_string()).join(" ");
    format!(
        "{} cover {} cost {} dice {numbers} roll {training}: {}",
        t.id,
        t.cover,
        costs.join("/"),
        flags.join(" ")
    )
}

#[test]
fn the_terrain_effects_chart() {
    let model = model("campaign");
    let names: Vec<&str> = model.charts.terrain.iter().map(|t| t.id.as_str()).collect();
    assert_eq!(names, model.map.terrain_names());
    let rows: BTreeSet<String> = model.charts.terrain.iter().map(terrain_row).collect();
    let expect = [
        "clear cover 0 cost 1/1/1/1 dice 0 0 0 roll -: zoc cavalry charge",
        "ditch cover 0 cost 2/2/3/1 dice -1 0 -1 roll +0: zoc cavalry",
        "woods cover 0 cost 2/3/-/2 dice -1 0 0 roll -: by-road blocks",
        "farmhouse cover 1 cost 2/2/2/1 dice -2 -1 0 roll +0: blocks infantry",
        "entrenchment cover 1 cost 2/2/2/1 dice -2 -1 0 roll +0: blocks fortified infantry",
        "redoubt cover 2 cost 2/3/2/1 dice -3 -2 0 roll +1: blocks fortified infantry",
        "chateau cover 2 cost 2/3/2/1 dice -3 -2 0 roll +1: blocks infantry",
        "village cover 2 cost 2/2/2/1 dice -3 -2 0 roll +1: blocks infantry",
        "city cover 0 cost 1/1/1/1 dice -3 -2 0 roll -: blocks zoc infantry city",
        "river cover 0 cost -/-/-/- dice 0 0 0 roll -: ",
        "bridge cover 0 cost 1/1/1/1 dice 0 0 0 roll -: road-only zoc cavalry",
    ];
    assert_eq!(rows, expect.map(str::to_owned).into());
}

#[test]
fn the_hexsides() {
    let model = model("campaign");
    let names: Vec<&str> = model.charts.hexsides.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(names, model.map.side_names());
    let side = |name: &str| &model.charts.hexsides[names.iter().position(|n| *n == name).expect(name)];
    assert_eq!((side("").cost, side("").charge), ([Some(0); 4], true));
    let stream = side("stream");
    assert_eq!(stream.cost, [Some(2), Some(2), Some(4), Some(2)]);
    assert_eq!((stream.melee, stream.training, stream.charge, stream.stream), (-1, Some(0), false, true));
    assert_eq!((side("wall").cost, side("wall").blocks_sight), ([None; 4], true));
    let gate = side("gate");
    assert_eq!((gate.cost, gate.training, gate.stream), ([Some(0); 4], None, false));
}

// ---------------------------------------------------------------- as they are shown

fn shown() -> Vec<Chart> {
    data::charts_shown(&data::files()).expect("sound")
}

#[track_caller]
fn text(charts: &[Chart], chart: &str, row: &str, column: &str) -> String {
    let lookup = Lookup::new(chart, row, column);
    lookup.cell(charts).unwrap_or_else(|| panic!("{lookup:?} is not there")).text.to_string()
}

#[test]
fn every_table_of_the_files_is_shown() {
    let (files, charts) = (data::files(), shown());
    let has = |id: &str| charts.iter().any(|chart| chart.id == id);
    let tables = read_tree(&files, super::CHARTS).expect("sound");
    for (table, _) in tables.entries() {
        assert!(has(table), "{table} is not shown");
    }
    let terrain = read_tree(&files, TERRAIN).expect("sound");
    for (list, id) in [("hex", "terrain"), ("hexside", "hexsides")] {
        let rows = terrain.at(list).expect("a list").items();
        let chart = charts.iter().find(|chart| chart.id == id).expect("it is shown");
        assert_eq!(chart.rows.len(), rows.len(), "{id}");
        // every value of a row has a column
        let values = rows.iter().flat_map(|row| row.entries()).map(|(key, _)| key);
        let values: BTreeSet<&str> = values.filter(|k| *k != "id" && !k.ends_with("provenance")).collect();
        assert_eq!(chart.columns.len(), values.len(), "{id}");
    }
}

#[test]
fn charts_are_whole_and_every_value_says_where_it_comes_from() {
    let charts = shown();
    kernel::conformance::check_charts(&charts);
    // no cell of this game's is empty
    let mut cells = charts.iter().flat_map(|chart| &chart.rows).flat_map(|row| &row.cells);
    assert!(cells.all(|cell| !cell.provenance.is_empty()));
}

#[test]
fn cells_hold_what_the_files_say() {
    let charts = shown();
    let text = |chart: &str, row: &str, column: &str| text(&charts, chart, row, column);
    assert_eq!(text("fire_table", "0 or less", "Normal"), "NE");
    assert_eq!(text("fire_table", "8", "Extended"), "D3");
    assert_eq!(text("fire_table", "11 or more", "Intense"), "E");
    assert_eq!(text("bombardment_table", "9", "3-5 SP"), "RR");
    assert_eq!(text("melee_table", "-2 or less", "1:1"), "AE");
    assert_eq!(text("melee_table", "9 or more", "4:1"), "DE");
    assert_eq!(text("training", "spain", "infantry"), "6");
    assert_eq!(text("training_roll", "7", "7"), "passes");
    assert_eq!(text("training_roll", "8", "7"), "fails");
    assert_eq!(text("training_roll", "reorganization, natural 9", "8"), "fails");
    assert_eq!(text("cannon_failure", "1", "result"), "fails for the day");
    assert_eq!(text("cannon_failure", "2", "result"), "-");
    assert_eq!(text("ranks_roll", "3", "result"), "cancels the Disorder");
    assert_eq!(text("commander_retreat", "0 or less", "result"), "Staff, or captured");
    assert_eq!(text("commander_retreat", "3", "result"), "unharmed");
    assert_eq!(text("no_chief", "5", "result"), "out of command");
    assert_eq!(text("terrain", "village", "fire at it"), "-3");
    assert_eq!(text("terrain", "woods", "artillery"), "no");
    assert_eq!(text("hexsides", "stream", "artillery"), "2");
    assert_eq!(text("roads", "outside", "cost"), "0.5");
    assert_eq!(text("fire_modifiers", "flank", "value"), "+2");
    assert_eq!(text("turn_track", "6", "hour"), "12 noon");
    assert_eq!(text("victory_points", "flag", "value"), "5");
}

#[test]
fn an_owners_value_is_shown_as_his() {
    let files = overlaid(&[(super::CHARTS, "[fire_modifiers]\nflank = 3\n")]);
    let charts = data::charts_shown(&files).expect("sound");
    let lookup = Lookup::new("fire_modifiers", "flank", "value");
    let cell = lookup.cell(&charts).expect("it is there");
    assert_eq!((cell.text.as_str(), cell.provenance.as_str()), ("+3", "owner"));
}

/// The labels by which events name a cell are those of the charts.
#[test]
fn labels_name_cells() {
    let (charts, model) = (shown(), model("campaign"));
    for roll in -9..=20 {
        for (id, table) in
            [("fire_table", &model.charts.fire), ("bombardment_table", &model.charts.bombardment)]
        {
            for (column, name) in table.columns.names.iter().enumerate() {
                let label = table.row_label(roll);
                assert_eq!(text(&charts, id, &label, name), table.cell(roll as i8, column as u8).word());
            }
        }
        let table = &model.charts.melee;
        let label = table.row_label(roll);
        assert_eq!(text(&charts, "melee_table", &label, "3:2"), table.cell(roll as i8, 4).word());
        let passes = if roll <= 7 { "passes" } else { "fails" };
        assert_eq!(text(&charts, "training_roll", &data::labels::training_row(roll), "7"), passes);
    }
}

#[test]
fn every_code_of_a_chart_has_a_meaning() {
    use kernel::Module;
    let game = piacenza::piacenza();
    kernel::conformance::check_glossary(&game.charts(), &game.reference().glossary);
}

//! Reading files, and laying an owner's over ours.

use dataset::{
    Files, GameEntry, Problem, Provenance, Reader, ScenarioEntry, SheetCell, Sheets, content_hash, read_csv,
    read_toml, read_tree,
};
use serde::Deserialize;

const UNITS: &str = "id,sp,cv,provenance\na,7,9,printed\nb,5,8,derived\n";
const CHART: &str = "provenance = \"derived\"\n[drm]\nmassed = 1\nmarch = 2\nmarch_provenance = \"printed\"\n\
                     rows = [1, 2]\n[[row]]\nid = \"x\"\nprovenance = \"reconstructed\"\n";

fn owner(path: &str, text: &str) -> Files {
    let mut files = Files::below("mine/");
    files.insert(path, text);
    files
}

fn laid(path: &str, ours: &str, theirs: &str) -> Result<Files, Vec<Problem>> {
    Files::from_pairs(&[(path, ours)]).laid_over(owner(path, theirs))
}

fn text(problems: Vec<Problem>) -> String {
    problems.iter().map(|p| format!("{p}\n")).collect()
}

fn cells(files: &Files, path: &str) -> Vec<String> {
    let rows = read_csv(files, path, &["id"]).unwrap_or_else(|p| panic!("{}", text(p)));
    let cell = |row: &dataset::Row| format!("{} {} {}", row.get("id"), row.get("sp"), row.get("cv"));
    rows.iter().map(cell).collect()
}

#[test]
fn paths_are_sorted() {
    let files = Files::from_pairs(&[("b.csv", "2"), ("a/x.toml", "1")]);
    assert_eq!(files.paths().collect::<Vec<_>>(), ["a/x.toml", "b.csv"]);
    assert_eq!((files.get("b.csv"), files.get("c")), (Some("2"), None));
}

#[test]
fn rows_know_their_line() {
    let files = Files::from_pairs(&[("t.csv", "# ours\nid,name,n\n\na,\"x, y\",1\n# between\nb,z,two\n")]);
    let rows = read_csv(&files, "t.csv", &["id", "n"]).expect("reads");
    assert_eq!(rows.iter().map(|r| r.line).collect::<Vec<_>>(), [4, 6]);
    assert_eq!((rows[0].get("name"), rows[0].get("none")), ("x, y", ""));
    assert_eq!(rows[0].parse::<u8>("n"), Ok(1));
    let problem = rows[1].parse::<u8>("n").expect_err("two is no number");
    assert_eq!(problem.to_string(), "t.csv:6: n: `two`: invalid digit found in string");
}

#[test]
fn bad_tables_name_file_and_line() {
    for (table, expect) in [
        ("id,a\nx,1\n", "t.csv:1: there is no column `n`\n"),
        (
            "id,n\nx\ny,1\nz,1,2\n",
            "t.csv:2: 1 cells where the first line names 2 columns\nt.csv:4: 3 cells where the first line names 2 columns\n",
        ),
        ("id,n,n\n", "t.csv:1: the column `n` is named twice\n"),
        ("", "t.csv:1: the first line must name the columns\n"),
    ] {
        let files = Files::from_pairs(&[("t.csv", table)]);
        assert_eq!(text(read_csv(&files, "t.csv", &["id", "n"]).expect_err(expect)), expect);
    }
    let missing = read_csv(&Files::below("data"), "t.csv", &[]).expect_err("there is none");
    assert_eq!(text(missing), "data/t.csv:0: the file is missing\n");
}

#[test]
fn an_owners_rows_are_merged_by_key() {
    let files = laid("units.csv", UNITS, "cv,id\n10,b\n4,c\n").expect("fits");
    assert_eq!(cells(&files, "units.csv"), ["a 7 9", "b 5 10", "c  4"]);
    let rows = read_csv(&files, "units.csv", &["id"]).expect("reads");
    assert!(rows[1].is_owners("cv") && !rows[1].is_owners("sp") && !rows[0].is_owners("cv"));
    assert_eq!((rows[0].get("provenance"), rows[1].get("provenance")), ("printed", "owner"));
    assert_eq!(rows[1].problem_in("cv", "x").to_string(), "mine/units.csv:2: x");
    assert_eq!(rows[1].problem_in("sp", "x").to_string(), "units.csv:3: x");
    assert_eq!(rows[2].problem("x").to_string(), "mine/units.csv:3: x");
}

#[test]
fn an_owner_can_take_a_row_away() {
    let files = laid("units.csv", UNITS, "id,sp\na,-\n").expect("fits");
    assert_eq!(cells(&files, "units.csv"), ["b 5 8"]);
}

#[test]
fn a_hexside_is_known_by_both_hexes() {
    let ours = "hex_a,hex_b,feature\n01,02,stream\n01,03,stream\n";
    let files = laid("map/hexsides.csv", ours, "hex_a,hex_b,feature\n01,03,bridge\n").expect("fits");
    let rows = read_csv(&files, "map/hexsides.csv", &["feature"]).expect("reads");
    assert_eq!(rows.iter().map(|r| r.get("feature")).collect::<Vec<_>>(), ["stream", "bridge"]);
}

#[test]
fn other_tables_are_replaced_whole() {
    let files = laid("roads.csv", "id,sp,cv\na,1,2\nb,3,4\n", "id,sp\nz,9\n").expect("fits");
    assert_eq!(cells(&files, "roads.csv"), ["z 9 "]);
}

#[test]
fn an_owners_table_must_fit() {
    for (theirs, expect) in [
        ("id,spp\na,1\n", "mine/units.csv:1: unknown column `spp`\n"),
        ("sp\n1\n", "mine/units.csv:1: the column `id` says which row is meant and is missing\n"),
        ("id,sp\na,1\n\na,2\n", "mine/units.csv:4: `a` is on line 2 already\n"),
        ("id,sp\na\n", "mine/units.csv:2: 1 cells where the first line names 2 columns\n"),
    ] {
        assert_eq!(text(laid("units.csv", UNITS, theirs).expect_err(expect)), expect);
    }
    let stray = Files::from_pairs(&[("units.csv", UNITS)]).laid_over(owner("unit.csv", "id\n"));
    let expect = "mine/unit.csv:0: there is no `unit.csv` for this file to be laid over\n";
    assert_eq!(text(stray.expect_err("a stray file")), expect);
    let note = Files::from_pairs(&[("units.csv", UNITS)]).laid_over(owner("notes.txt", "hello"));
    assert!(note.is_ok());
}

#[test]
fn provenance_is_the_nearest() {
    let tree = read_tree(&Files::from_pairs(&[("c.toml", CHART)]), "c.toml").expect("reads");
    for (path, provenance, line) in [
        ("drm.massed", Provenance::Derived, 3),
        ("drm.march", Provenance::Printed, 4),
        ("drm.rows.1", Provenance::Derived, 6),
        ("row.x.id", Provenance::Reconstructed, 8),
        ("row.0", Provenance::Reconstructed, 7),
    ] {
        let node = tree.at(path).unwrap_or_else(|| panic!("no {path}"));
        assert_eq!((node.provenance, node.line), (Some(provenance), line), "{path}");
    }
    assert!(tree.at("drm.none").is_none() && tree.at("drm.massed.x").is_none());
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Drm {
    massed: i8,
    march: Option<i8>,
    #[serde(default)]
    arm: Arm,
}

#[derive(Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Arm {
    #[default]
    Infantry,
    Cavalry,
}

#[test]
fn a_tree_is_read_into_a_type() {
    let read = |text: &str| read_toml::<Drm>(&Files::from_pairs(&[("d.toml", text)]), "d.toml");
    let drm = Drm { massed: 1, march: Some(2), arm: Arm::Cavalry };
    assert_eq!(read("massed = 1\nmarch = 2\narm = \"cavalry\"\n"), Ok(drm));
    assert_eq!(read("massed = 1\n"), Ok(Drm { massed: 1, march: None, arm: Arm::Infantry }));
    for (bad, line) in [
        ("# one\nmassed = 1000\n", 2),
        ("# one\n\nmassed = \"x\"\n", 3),
        ("massed = 1\nmased = 2\n", 2),
        ("massed = 1\narm = \"navy\"\n", 2),
        ("massed = 1\narm = 4\n", 2),
        ("march = 1\n", 1),
        ("massed = 1\nmarch = \n", 2),
        ("massed = 1979-05-27\n", 1),
    ] {
        let problems = read(bad).expect_err(bad);
        assert_eq!((problems[0].file.as_str(), problems[0].line), ("d.toml", line), "{bad}: {}", problems[0]);
    }
}

#[test]
fn an_owners_values_are_laid_over_ours() {
    let files =
        laid("c.toml", CHART, "[drm]\nmassed = 5\nrows = [9]\nprovenance = \"printed\"\n").expect("fits");
    let tree = read_tree(&files, "c.toml").expect("reads");
    let massed = tree.at("drm.massed").expect("is there");
    assert_eq!((massed.read::<i8>(), massed.provenance), (Ok(5), Some(Provenance::Owner)));
    assert_eq!(massed.problem("x").to_string(), "mine/c.toml:2: x");
    assert_eq!(tree.at("drm.rows").expect("is there").read::<Vec<u8>>(), Ok(vec![9]));
    let march = tree.at("drm.march").expect("is there");
    assert_eq!((march.read::<i8>(), march.provenance), (Ok(2), Some(Provenance::Printed)));
    assert!(files.is_overlaid("c.toml"));
}

#[test]
fn an_owners_values_must_fit() {
    for (theirs, expect) in [
        ("\n[drm]\nmased = 5\n", "mine/c.toml:3: unknown key `drm.mased`\n"),
        ("[dmr]\nmassed = 5\n", "mine/c.toml:1: unknown key `dmr`\n"),
        ("drm = 5\n", "mine/c.toml:1: `drm` must be a table\n"),
        ("[drm.massed]\nx = 5\n", "mine/c.toml:1: `drm.massed` must be a single value, not a table\n"),
    ] {
        assert_eq!(text(laid("c.toml", CHART, theirs).expect_err(expect)), expect);
    }
    let syntax = laid("c.toml", CHART, "[drm]\nmassed = = 2\n").expect_err("no TOML");
    assert_eq!((syntax[0].file.as_str(), syntax[0].line), ("mine/c.toml", 2));
}

#[test]
fn hashes_are_sixteen_digits_of_sha_256() {
    assert_eq!(content_hash(b"abc"), "ba7816bf8f01cfea");
}

#[test]
fn files_can_be_laid_over_files_that_were_laid_before() {
    let files = laid("units.csv", UNITS, "id,sp\na,8\nb,6\n").expect("fits");
    let files = files.laid_over(owner("units.csv", "id,sp\na,9\n")).expect("fits");
    assert_eq!(cells(&files, "units.csv"), ["a 9 9", "b 6 8"]);
    let files = laid("c.toml", CHART, "[drm]\nmassed = 3\nmarch = 4\n").expect("fits");
    let files = files.laid_over(owner("c.toml", "[drm]\nmassed = 5\n")).expect("fits");
    let tree = read_tree(&files, "c.toml").expect("reads");
    let value = |path: &str| tree.at(path).and_then(|node| node.read::<i64>().ok());
    assert_eq!((value("drm.massed"), value("drm.march")), (Some(5), Some(4)));
}

#[test]
fn points_are_counted_in_parts() {
    let files = Files::from_pairs(&[("c.toml", "road = 0.5\nfield = 2.0\nhedge = 0.75\nbog = 21.0\n")]);
    let tree = read_tree(&files, "c.toml").expect("reads");
    let mut problems = Vec::new();
    let mut r = Reader::new(&tree, &mut problems);
    assert_eq!(["road", "field"].map(|path| r.parts(path, 2)), [1, 4]);
    assert_eq!(["road", "field", "hedge"].map(|path| r.parts(path, 4)), [2, 8, 3]);
    assert_eq!(["hedge", "bog"].map(|path| r.parts(path, 2)), [0, 0]);
    let expect = "c.toml:3: hedge: 0.75 is not a number of halves up to 20\n\
                  c.toml:4: bog: 21 is not a number of halves up to 20\n";
    assert_eq!(text(problems), expect);
}

#[test]
fn a_table_becomes_a_sheet() {
    let chart = "[drm]\nuse = \"added\"\nflank = 2\nflank_provenance = \"printed\"\nin_smoke = -1\n\
                 provenance = \"derived\"\n[table]\nrows = [{ roll = 0, cells = [\"-\", \"R\"] }]\n";
    let files = Files::from_pairs(&[("c.toml", chart)]);
    let tree = read_tree(&files, "c.toml").expect("reads");
    let mut sheets = Sheets::new("game", &tree);
    sheets.listing_as("drm", "drm", "Modifiers", "9.1", "value", true);
    sheets.add("table", "Table", "9.2", "d10", &["a", "b"]);
    sheets.rolls("table", |roll| roll.to_string(), |node| SheetCell::of(node, false));
    let words = |sheet: &dataset::Sheet<&str>| -> Vec<String> {
        let row = |(label, cells): (&str, Vec<(&str, &str)>)| format!("{label}: {cells:?}");
        sheet.words().map(|(label, cells)| row((label, cells.collect()))).collect()
    };
    let drm = [
        "use: [(\"added\", \"derived\")]",
        "flank: [(\"+2\", \"printed\")]",
        "in smoke: [(\"-1\", \"derived\")]",
    ];
    assert_eq!(words(&sheets.list[0]), drm);
    assert_eq!(words(&sheets.list[1]), ["0: [(\"-\", \"\"), (\"R\", \"\")]"]);
    assert_eq!((sheets.list[1].rule, sheets.source("drm.flank")), ("9.2", Some(Provenance::Printed)));
}

const GAME: &str = "id = \"ford\"\ntitle = \"The Ford\"\nabout = \"Two patrols meet.\"\n\
                    [[sides]]\nid = \"red\"\nname = \"Red\"\n[[sides]]\nid = \"blue\"\nname = \"Blue\"\n";
const SCENARIOS: &str = "[day]\ntitle = \"Day\"\nnote = \"Long.\"\n\
                         [night]\ntitle = \"Night\"\nnote = \"Short.\"\n\
                         [[night.sides]]\nid = \"guards\"\nname = \"Guards\"\npaper = \"#102030\"\nink = \"#ffffff\"\n\
                         [[night.sides]]\nid = \"thieves\"\nname = \"Thieves\"\n";

#[test]
fn a_scenario_may_have_sides_of_its_own() {
    let files = Files::from_pairs(&[("ford/game.toml", GAME), ("ford/scenarios.toml", SCENARIOS)]);
    let game = GameEntry::read(&files, "ford").unwrap_or_else(|p| panic!("{}", text(p)));
    let scenarios = ScenarioEntry::list(&files, "ford").unwrap_or_else(|p| panic!("{}", text(p)));
    assert!(scenarios[0].sides.is_empty());
    assert_eq!(game.in_scenario(&scenarios[0]).seat("blue"), Some(1));
    let night = game.in_scenario(&scenarios[1]);
    assert_eq!((night.seat("thieves"), night.seat("blue")), (Some(1), None));
    assert_eq!((night.sides[0].paper.as_str(), night.sides[1].paper.as_str()), ("#102030", ""));
    for (old, new, expect) in [
        ("[[night.sides]]\nid = \"thieves\"\nname = \"Thieves\"\n", "", "1 sides where two are played"),
        ("id = \"thieves\"", "id = \"guards\"", "two sides are called"),
        ("name = \"Thieves\"", "name = \"\"", "a side without an id or a name"),
        ("name = \"Thieves\"", "", "sides: "),
    ] {
        let wrong = SCENARIOS.replacen(old, new, 1);
        let files = Files::from_pairs(&[("ford/scenarios.toml", &wrong)]);
        let problems = text(ScenarioEntry::list(&files, "ford").expect_err(expect));
        assert!(problems.contains(expect) && problems.starts_with("ford/scenarios.toml:"), "{problems}");
    }
}

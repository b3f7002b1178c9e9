//! Charts that are declared once: read, checked, looked up, shown and turned.

use dataset::chart::{Columns, row_from};
use dataset::sheet::id_words;
use dataset::{
    ByDifference, ByRatio, ByStrength, Declared, Files, Grid, Labels, Node, Problem, Reader, Scale,
    read_tree, values,
};

const CHARTS: &str = r#"provenance = "printed"
[fire_table]
columns = ["1", "2+"]
column_min_sp = [1, 2]
columns_ccv_difference = [-1, 0, 1]
ratios = [[1, 2], [3, 1]]
row_low = 2
row_high = 4
rows = [
  { roll = 2, cells = [0, 1] },
  { roll = 3, cells = [1, 2] },
  { roll = 4, cells = [2, 3] },
]
[drm]
massed = 1
march = -2
least = 4
[[steps]]
id = "near_by"
from = 1
to = 2
drm = 1
[[steps]]
id = "far"
from = 3
to = 99
drm = -1
"#;

values! {
    #[derive(Debug, PartialEq)]
    pub struct Drm in "drm" {
        pub massed: i8,
        pub march: i8,
        pub least: u8 = within("drm.least", 1, 9),
    }
}

values! {
    #[derive(Debug, PartialEq)]
    pub struct Step {
        pub id: String,
        pub drm: i8,
        pub bonus: i8 = get_or("bonus", 7),
        pub filled: Vec<u8> = later(),
    }
}

fn tree(old: &str, new: &str) -> Node {
    assert!(CHARTS.contains(old), "{old}");
    read_tree(&Files::from_pairs(&[("charts.toml", &*CHARTS.replacen(old, new, 1))]), "charts.toml")
        .expect("TOML")
}

fn fire(tree: &Node, problems: &mut Vec<Problem>) -> Grid<ByStrength, u8> {
    Grid::read(&mut Reader::new(tree, problems), "fire_table", |cell| cell.within("", 0, 9))
}

#[test]
fn a_grid_holds_beyond_its_ends_and_names_the_cell_that_decides() {
    let problems = &mut Vec::new();
    let table = fire(&tree("", ""), problems);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!([0, 1, 2, 40].map(|strength| table.columns.of(strength)), [0, 0, 1, 1]);
    assert_eq!([-9, 0, 1, 9].map(|shifted| table.column(shifted)), [0, 0, 1, 1]);
    assert_eq!([-5, 2, 3, 4, 20].map(|roll| table.cell(roll, 1)), [1, 1, 2, 3, 3]);
    assert_eq!(table.lookup(-5, 0), ["fire_table", "2 or less", "1"]);
    assert_eq!(table.lookup(3, 1), ["fire_table", "3", "2+"]);
    assert_eq!(table.row_label(11), "4 or more");
}

#[test]
fn columns_by_ratio_and_by_difference() {
    let (tree, problems) = (tree("", ""), &mut Vec::new());
    let ratio = ByRatio::read(&mut Reader::new(&tree, problems), "fire_table");
    assert_eq!([[1, 9], [5, 2], [6, 2]].map(|strengths| ratio.of(strengths)), [0, 0, 1]);
    let difference = ByDifference::read(&mut Reader::new(&tree, problems), "fire_table");
    assert_eq!([-7, -1, 0, 1, 7].map(|n| difference.of(n)), [0, 0, 1, 2, 2]);
    assert_eq!([0, 1, 2].map(|column| difference.label(column)), ["-1 or less", "0", "+1 or more"]);
    assert!(problems.is_empty(), "{problems:?}");
}

#[test]
fn holes_are_found_on_their_line() {
    for (old, new, found) in [
        ("roll = 3", "roll = 4", "charts.toml:11: the row for 3 is missing: 4 comes here"),
        ("[1, 2] },", "[1] },", "charts.toml:11: 1 cells for 2 columns"),
        ("column_min_sp = [1, 2]", "column_min_sp = [2, 2]", "charts.toml:4: the numbers must begin"),
        ("cells = [0, 1]", "cells = [0, 12]", "charts.toml:10: : 12 is not between 0 and 9"),
    ] {
        let problems = &mut Vec::new();
        fire(&tree(old, new), problems);
        let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(list.iter().any(|problem| problem.contains(found)), "{found}: {list:?}");
    }
    for (old, new, found) in [
        ("from = 3", "from = 4", "charts.toml:25: a gap: no row for 3"),
        ("from = 3", "from = 2", "charts.toml:25: an overlap: 2 has a row already"),
        ("from = 1", "from = 2", "charts.toml:20: a gap: no row for 1"),
        ("to = 99", "to = 1", "charts.toml:26: the row ends at 1 before it begins at 3"),
    ] {
        let problems = &mut Vec::new();
        Reader::new(&tree(old, new), problems).spans("steps", ["from", "to"], 1, false);
        let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(list.iter().any(|problem| problem.contains(found)), "{found}: {list:?}");
    }
}

#[test]
fn a_scale_holds_beyond_its_ends() {
    let scale = Scale::new("effects", "levels", 1, vec![3, 5, 8]);
    assert_eq!([-4, 1, 2, 3, 9].map(|number| scale.at(number)), [3, 3, 5, 8, 8]);
    assert_eq!(scale.lookup(0), ["effects", "1 or less", "levels"]);
    assert_eq!(scale.closed().row_label(9), "3");
    assert_eq!(
        [(-99, 2), (3, 3), (3, 5), (6, 99)].map(|(min, max)| row_from(min, max)),
        ["2 or less", "3", "3 to 5", "6 or more"]
    );
}

#[test]
fn values_are_read_by_the_names_of_their_fields() {
    let (tree, problems) = (tree("least = 4", "least = 40"), &mut Vec::new());
    let r = &mut Reader::new(&tree, problems);
    assert_eq!((Drm::read(r), Drm::TABLE), (Drm { massed: 1, march: -2, least: 40 }, "drm"));
    let step = Step::read(&mut r.of(tree.at("steps.0").expect("a row")));
    assert_eq!(step, Step { id: "near_by".to_owned(), drm: 1, bonus: 7, filled: Vec::new() });
    let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(list.len() == 1 && list[0].contains("drm.least: 40 is not between 1 and 9"), "{list:?}");
}

#[test]
fn a_declared_chart_is_shown_and_turned() {
    type Chart = Declared<Grid<ByStrength, u8>, &'static str>;
    let list = [
        Chart::grid("fire_table", "Fire Table", "9.3", |table| table)
            .corner("2d6")
            .turned(&["column_min_sp.*"]),
        Chart::modifiers(Drm::TABLE, "Modifiers", "9.4", "DRM"),
        Chart::rows("steps", "Steps", "9.5", id_words, &[("drm", "DRM", true), ("to", "up to", false)]),
        Chart::values("fixed", "Numbers", "1").at("drm").heading("number"),
    ];
    let knobs: Vec<String> = list.iter().flat_map(Chart::knobs).collect();
    assert_eq!(knobs, ["fire_table.column_min_sp.*", "drm.*", "steps.*.drm"]);
    let tree = tree("", "");
    let table = fire(&tree, &mut Vec::new());
    let sheets = Chart::shown(&list, "skirmish", &[("", &tree)], &table);
    let shown: Vec<String> = sheets
        .iter()
        .map(|sheet| {
            let row = |(label, cells): &(String, Vec<dataset::SheetCell>)| {
                let texts: Vec<&str> = cells.iter().map(|cell| cell.text.as_str()).collect();
                format!("{label}: {}", texts.join(" "))
            };
            let rows: Vec<String> = sheet.rows.iter().map(row).collect();
            format!("{} {} | {}", sheet.id, sheet.columns.join(" "), rows.join(", "))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "fire_table 1 2+ | 2 or less: 0 1, 3: 1 2, 4 or more: 2 3",
            "drm DRM | massed: +1, march: -2, least: +4",
            "steps DRM up to | near by: +1 2, far: -1 99",
            "fixed number | massed: 1, march: -2, least: 4",
        ]
    );
}

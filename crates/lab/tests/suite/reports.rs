//! The report is well-formed, holds its plots, and needs nothing from elsewhere.

use super::{arena, play, toy};
use lab::{ArenaReport, Ground};
use players::Level;

fn page(title: &str) -> String {
    let field = toy::field();
    let arena = arena([Level::Recruit, Level::Random], 40, true);
    let report = ArenaReport::new(&arena, &*field, &play(&arena, &*field, 2));
    let ground = Ground {
        drawing: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-5 -5 100 80\"><rect/></svg>".into(),
        view_box: [-5.0, -5.0, 100.0, 80.0],
        size: 10.0,
        flat_top: true,
        hexes: vec![("11".into(), 10.0, 10.0), ("12".into(), 25.0, 10.0)],
    };
    lab::html::page(&report, title, Some(&ground))
}

#[test]
fn it_is_well_formed_and_holds_the_plots() {
    let page = page("Lots <& \"more\">");
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let tree = roxmltree::Document::parse_with_options(&page, options).expect("it is XML");
    let svg = "http://www.w3.org/2000/svg";
    let titles: Vec<&str> = tree
        .descendants()
        .filter(|n| n.has_tag_name((svg, "svg")))
        .filter_map(|n| n.children().find(|c| c.has_tag_name((svg, "title")))?.text())
        .collect();
    let plots = [
        "Who wins",
        "How games end",
        "Length in turns",
        "Length in actions",
        "Turns lost",
        "Where the fights are",
    ];
    assert_eq!(titles, plots);
    let heading = tree.descendants().find(|n| n.tag_name().name() == "h1").and_then(|n| n.text());
    assert_eq!(heading, Some("Lots <& \"more\">: recruit against random"));
    let with_class = |class: &str| {
        tree.descendants()
            .filter(|n| n.attribute("class").is_some_and(|c| c.split(' ').any(|one| one == class)))
            .count()
    };
    assert_eq!(with_class("dot"), 8 + 2, "players, sides, both; results");
    assert_eq!((with_class("bar"), with_class("band")), (2, 2));
    // only hexes with fights are painted
    let heat = tree.descendants().find(|n| n.attribute("class") == Some("heat")).expect("a heat map");
    assert_eq!(heat.children().filter(|n| n.has_tag_name((svg, "polygon"))).count(), 1);
}

#[test]
fn it_needs_nothing_from_elsewhere() {
    let page = page("Lots");
    for word in ["<script", "<link", "<img", "@import", "url(", "src=", "href="] {
        assert!(!page.contains(word), "{word}");
    }
    // the only addresses are names of namespaces
    let names = ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"];
    let rest = names.iter().fold(page.clone(), |rest, name| rest.replace(name, ""));
    assert!(!rest.contains("http"), "an address");
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
}

//! The whole drawing, held against the map it was made from: Goito as shipped, and a small made-up
//! map of ids that no table knows.

mod custoza;

use crate::buildings::{Site, site};
use crate::geom::{nearest, pt, walk};
use crate::network::Network;
use crate::sheet::{SIZE, Sheet};
use crate::*;
use dataset::Files;
use roxmltree::{Document, Node};
use std::collections::BTreeSet;

const TABLES: [&str; 6] =
    ["grid.toml", "hexes.csv", "hexsides.csv", "roads.csv", "places.csv", "special.csv"];

fn goito() -> Map {
    shipped("goito")
}

fn shipped(game: &str) -> Map {
    let folder = format!("{}/../../data/{game}/map", env!("CARGO_MANIFEST_DIR"));
    let mut files = Files::new();
    for table in TABLES {
        let path = format!("{folder}/{table}");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        files.insert(&format!("{game}/map/{table}"), text);
    }
    Map::load(&files, &format!("{game}/map")).expect("the shipped map loads")
}

/// The walls of Piacenza run along the hexsides that the map says.
#[test]
fn a_town_stands_within_the_walls_of_its_map() {
    let map = shipped("piacenza");
    let sheet = Sheet::new(&map);
    assert!(sheet.walled && !Sheet::new(&goito()).walled);
    let town = sheet.spots.iter().find(|spot| spot.kind == "city").expect("Piacenza is on it");
    let ring = sheet.ring(&town.cells);
    let middles: Vec<_> = (0..ring.len()).map(|i| (ring[i] + ring[(i + 1) % ring.len()]) * 0.5).collect();
    let walls = map.sides().iter().filter(|side| {
        let feature = &map.side_names()[side.feature as usize];
        feature == "wall" || feature == "gate"
    });
    let mut count = 0;
    for side in walls {
        let middle = (sheet.cells[side.a.index()].centre + sheet.cells[side.b.index()].centre) * 0.5;
        assert!(middles.iter().any(|m| (*m - middle).len() < 1.0), "a wall that is not around the town");
        count += 1;
    }
    assert_eq!(count, ring.len());
}

/// The bastioned wall keeps to the hexsides of the map, has its gates where the map has them, and a
/// bastion never stands in a gate.
#[test]
fn bastions_stand_along_the_walls_and_beside_the_gates() {
    let map = shipped("piacenza");
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    let town = sheet.spots.iter().find(|spot| spot.kind == "city").expect("Piacenza is on it");
    let rampart = crate::ramparts::rampart(&sheet, &net, town).expect("Piacenza has bastions");
    let mut ring = sheet.ring(&town.cells);
    ring.push(ring[0]);
    let mut wall = rampart.wall.clone();
    wall.push(wall[0]);
    assert!(walk(&wall, 10.0).iter().all(|(p, _)| nearest(&ring, *p).0 < 20.0), "a wall beside its hexsides");
    assert!(rampart.bastions.len() >= 10, "{} bastions", rampart.bastions.len());
    let gates = map.sides().iter().filter(|side| map.side_names()[side.feature as usize] == "gate");
    let mut count = 0;
    for side in gates {
        let middle = (sheet.cells[side.a.index()].centre + sheet.cells[side.b.index()].centre) * 0.5;
        assert!(
            rampart.gates.iter().any(|(gate, _)| (*gate - middle).len() < SIZE / 2.0),
            "a gate without a road"
        );
        count += 1;
    }
    assert_eq!(rampart.gates.len(), count);
    for s in &rampart.bastions {
        let bastion = crate::geom::at(&wall, *s).0;
        assert!(rampart.gates.iter().all(|(gate, _)| (*gate - bastion).len() > 40.0));
    }
    // A town without that area has a plain wall.
    let (map, spot) = (goito(), 0);
    let sheet = Sheet::new(&map);
    assert!(crate::ramparts::rampart(&sheet, &Network::new(&map, &sheet), &sheet.spots[spot]).is_none());
}

/// Many streams cross each other on the gravel and never leave it.
#[test]
fn a_braided_river_stays_in_its_bed() {
    let map = shipped("piacenza");
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    let river = net.rivers.iter().find(|river| river.bed.is_some()).expect("the Trebbia is braided");
    let bed = river.bed.as_ref().expect("its bed");
    assert_eq!(river.name, "Trebbia");
    assert!(bed.threads.len() >= 2);
    for line in bed.threads.iter().chain([&river.line]) {
        for (p, _) in walk(line, 12.0).iter().filter(|(p, _)| sheet.frame.contains(*p)) {
            let cell = sheet.cell_at(*p).expect("on the sheet");
            assert_eq!(sheet.cells[cell].ground, style::Ground::River, "{}", sheet.cells[cell].number);
        }
    }
    for thread in &bed.threads {
        let meets = walk(&river.line, 60.0).iter().filter(|(p, _)| nearest(thread, *p).0 < 6.0).count();
        assert!(meets >= 3, "a thread that never meets the main stream");
    }
}

/// A dead arm is one arc that touches all of its hexes and has no corner.
#[test]
fn a_dead_arm_is_an_arc_through_its_hexes() {
    let map = shipped("piacenza");
    let sheet = Sheet::new(&map);
    let arm = &sheet.dry_arms[0];
    let centres: Vec<_> = arm.iter().map(|cell| sheet.cells[*cell].centre).collect();
    let arc = crate::works::arc(&centres);
    for (cell, centre) in arm.iter().zip(&centres) {
        assert!(nearest(&arc, *centre).0 < SIZE * 0.87, "{}", sheet.cells[*cell].number);
    }
    for pair in walk(&arc, 40.0).windows(2) {
        assert!(pair[0].1.dot(pair[1].1) > 0.86, "a corner at {:?}", pair[0].0);
    }
}

/// A town that is broader than its name bears it; a small one has it beside it.
#[test]
fn a_great_town_bears_its_name() {
    for (game, name, over) in [("piacenza", "Piacenza", true), ("goito", "Goito", false)] {
        let map = shipped(game);
        let sheet = Sheet::new(&map);
        let net = Network::new(&map, &sheet);
        let sites = sites(&sheet, &net);
        let labels = labels::places(&sheet, &net, &sites, true);
        let label = labels.iter().find(|label| label.name == name).expect(name);
        let spot = sheet.spots.iter().position(|spot| spot.name.as_deref() == Some(name)).expect(name);
        assert_eq!(label.bounds.within(sites[spot].bounds()), over, "{name}");
    }
}

#[test]
fn words_can_be_set_along_hexes() {
    let words = Words {
        hexes: ["1005", "1105", "1206", "1306"].map(String::from).to_vec(),
        lines: vec!["a long valley".into()],
        water: false,
    };
    let text = draw(&goito(), &Style::paper(), &Panels { words: vec![words], ..Panels::default() });
    let doc = Document::parse(&text).expect("well-formed");
    let names = layer(&doc, "names").expect("names");
    let way = names.descendants().find(|n| n.text() == Some("a long valley")).expect("the words");
    assert!(way.has_tag_name("textPath"));
}

/// Farmsteads and crops stand among the features of a hex, and what nobody can reach is scenery.
#[test]
fn features_of_hexes_are_drawn() {
    let map = shipped("piacenza");
    let sheet = Sheet::new(&map);
    let farmsteads = map.hexes().filter(|hex| map.features(*hex).iter().any(|f| f == "farmstead"));
    for hex in farmsteads {
        let spot = sheet.spots.iter().find(|spot| spot.cells.contains(&hex.index()));
        assert!(spot.is_some_and(|spot| spot.building.is_some()), "{}", map.number(hex));
    }
    assert!(sheet.cells.iter().any(|cell| cell.crop.is_some()));
    assert!(sheet.cells.iter().any(|cell| cell.scenery));
    let text = draw(&map, &Style::paper(), &Panels::default());
    Document::parse(&text).expect("well-formed");
}

fn panels() -> Panels {
    Panels {
        title: "Goito".into(),
        date: "30 May 1848".into(),
        subtitle: vec!["First war <& others>".into()],
        scale: vec!["one hex: 330 metres".into()],
        key_title: "Terrain".into(),
        key: vec![
            KeyEntry::terrain("village", "Village"),
            KeyEntry::terrain("woods", "Woods"),
            KeyEntry::side("bridge", "Stream, bridge"),
            KeyEntry::road("major", "Major road"),
        ],
        notes: vec!["The river cannot be crossed".into()],
        tracks: vec![
            Track::turns("Turns", &["12.00", "13.00"], 1, 4, "a note"),
            Track::scale("mood", "Mood", -3, 3),
            Track::states("corps", "II Corps", &[("asked", Tone::Gold)]),
        ],
        exits: vec![
            Exit { hex: "1619".into(), text: "to Sacca".into(), arrival: Some("I CORPS".into()) },
            Exit { hex: "2414".into(), text: "to Mantua".into(), arrival: None },
        ],
        words: vec![Words { hexes: vec!["2313".into()], lines: vec!["left bank".into()], water: false }],
    }
}

fn layer<'a>(doc: &'a Document, name: &str) -> Option<Node<'a, 'a>> {
    let id = format!("atlas-{name}");
    doc.descendants().find(|n| n.attribute("id") == Some(id.as_str()))
}

fn texts(node: Node) -> Vec<String> {
    node.descendants()
        .filter(|n| n.is_text())
        .filter_map(|n| n.text())
        .map(|t| t.trim().to_string())
        .filter(|t| !t.is_empty())
        .collect()
}

fn sites(sheet: &Sheet, net: &Network) -> Vec<Site> {
    sheet.spots.iter().map(|s| site(sheet, net, s)).collect()
}

#[test]
fn the_layers_stand_in_their_order() {
    let text = draw(&goito(), &Style::paper(), &panels());
    let doc = Document::parse(&text).expect("well-formed");
    let found: Vec<&str> = doc
        .root_element()
        .children()
        .filter_map(|n| n.attribute("class"))
        .filter_map(|c| c.strip_prefix("layer "))
        .collect();
    assert_eq!(found, LAYERS);
    for name in LAYERS {
        let node = layer(&doc, name).expect(name);
        assert!(node.has_children(), "{name} is empty");
    }
}

#[test]
fn every_hex_bears_its_number_above_its_centre() {
    let map = goito();
    let text = draw(&map, &Style::paper(), &panels());
    let doc = Document::parse(&text).expect("well-formed");
    let numbers = layer(&doc, "numbers").expect("numbers");
    let mut seen = BTreeSet::new();
    for node in numbers.descendants().filter(|n| n.has_tag_name("text")) {
        let number = node.text().expect("a number");
        let hex = map.find(number).expect("a hex of the map");
        let (x, y) = hex_centre(&map, hex);
        let at = |name| -> f64 { node.attribute(name).and_then(|v| v.parse().ok()).expect(name) };
        assert!((at("x") - x).abs() < 0.1, "{number}");
        assert!(y - at("y") > 20.0 && y - at("y") < SIZE, "{number}");
        assert!(seen.insert(hex), "{number} twice");
    }
    assert_eq!(seen.len(), map.len());
}

#[test]
fn every_place_is_named_once() {
    let map = goito();
    let text = draw(&map, &Style::paper(), &panels());
    let doc = Document::parse(&text).expect("well-formed");
    let names = layer(&doc, "names").expect("names");
    let mut found: Vec<&str> = names.descendants().filter_map(|n| n.attribute("data-name")).collect();
    found.sort_unstable();
    let wanted: BTreeSet<&str> =
        map.places().iter().filter(|p| p.kind != "entry").map(|p| p.name.as_str()).collect();
    assert_eq!(found, wanted.into_iter().collect::<Vec<_>>());
}

#[test]
fn rivers_and_streams_are_named_along_their_course() {
    let text = draw(&goito(), &Style::paper(), &panels());
    let doc = Document::parse(&text).expect("well-formed");
    let set: Vec<String> = doc.descendants().filter(|n| n.has_tag_name("textPath")).flat_map(texts).collect();
    for name in ["MINCIO", "Caldone", "Solfero", "Brescia road", "Strada Postumia"] {
        assert!(set.iter().any(|t| t == name), "{name} is not among {set:?}");
    }
}

#[test]
fn the_same_map_gives_the_same_text() {
    let first = draw(&goito(), &Style::paper(), &panels());
    let second = draw(&goito(), &Style::paper(), &panels());
    assert!(first == second);
}

#[test]
fn the_file_is_small_enough_and_asks_for_nothing() {
    let text = draw(&goito(), &Style::paper(), &panels());
    assert!(text.len() < 1_500_000, "{} bytes", text.len());
    let body = text.replacen("http://www.w3.org/2000/svg", "", 1);
    for word in ["http", "<image", "@import", "NaN", "inf "] {
        assert!(!body.contains(word), "{word}");
    }
}

#[test]
fn names_of_places_overlap_neither_each_other_nor_houses() {
    let map = goito();
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    let sites = sites(&sheet, &net);
    let labels = labels::places(&sheet, &net, &sites, true);
    assert_eq!(labels.len(), 20);
    for (i, a) in labels.iter().enumerate() {
        assert!(a.bounds.within(sheet.frame), "{} leaves the map", a.text);
        for b in &labels[..i] {
            assert_eq!(a.bounds.overlap(b.bounds), 0.0, "{} and {}", a.text, b.text);
        }
        for site in &sites {
            let shared = a.bounds.overlap(site.bounds());
            assert!(shared < 30.0, "{} stands on a house", a.text);
        }
    }
}

#[test]
fn roads_visit_every_hex_that_they_pass() {
    let map = goito();
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    for road in map.roads() {
        let line = net.roads.iter().find(|l| l.name == road.name).expect("drawn");
        let visited: BTreeSet<usize> = line.line.iter().filter_map(|p| sheet.cell_at(*p)).collect();
        for h in &road.hexes {
            let number = map.number(*h);
            assert!(visited.contains(&h.index()), "{} misses {number}", road.name);
        }
    }
}

#[test]
fn streams_keep_to_their_hexsides() {
    let map = goito();
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    for side in map.sides() {
        if !["stream", "bridge"].contains(&map.side_names()[side.feature as usize].as_str()) {
            continue;
        }
        let (ax, ay) = hex_centre(&map, side.a);
        let (bx, by) = hex_centre(&map, side.b);
        let middle = pt((ax + bx) / 2.0, (ay + by) / 2.0);
        let near = net
            .streams
            .iter()
            .filter(|s| s.name == side.name)
            .map(|s| nearest(&s.line, middle).0)
            .fold(f64::MAX, f64::min);
        assert!(near < 9.0, "{} is {near} off {}/{}", side.name, map.number(side.a), map.number(side.b));
    }
}

#[test]
fn bridges_stand_on_the_streams_and_over_the_river() {
    let map = goito();
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    let bridge = map.side_named("bridge").expect("the map has bridges");
    let sides = map.sides().iter().filter(|s| s.feature == bridge).count();
    let drawn = map.areas().iter().filter(|a| a.kind == "drawing").count();
    assert_eq!(net.crossings.len(), sides + drawn);
    for mark in &net.crossings {
        assert!(net.by_water.gap(mark.at) < 0.0, "a bridge over dry land");
        assert!(net.by_road.gap(mark.at) < 0.0, "a bridge without a road");
    }
}

#[test]
fn the_far_bank_is_scenery() {
    let map = goito();
    let far = map.area("far-bank").expect("the far bank");
    assert!(!far.missing.is_empty());
    let text = draw(&map, &Style::paper(), &panels());
    let doc = Document::parse(&text).expect("well-formed");
    let numbers = texts(layer(&doc, "numbers").expect("numbers"));
    assert!(far.missing.iter().all(|n| !numbers.contains(n)));
    assert!(texts(layer(&doc, "names").expect("names")).contains(&"left bank".to_string()));
}

#[test]
fn what_is_switched_off_is_not_drawn() {
    let map = goito();
    let bare = Style { grid: false, numbers: false, panel: false, ..Style::paper() };
    let text = draw(&map, &bare, &panels());
    let doc = Document::parse(&text).expect("well-formed");
    for name in ["grid", "numbers", "panel"] {
        assert!(layer(&doc, name).is_none(), "{name}");
    }
    let narrow = view_box(&map, &bare, &panels());
    let wide = view_box(&map, &Style::paper(), &panels());
    assert!(narrow[2] + 300.0 < wide[2]);
    assert_eq!(narrow[..2], wide[..2]);
}

#[test]
fn a_board_knows_where_the_boxes_of_its_printed_tracks_are() {
    let board = board(&goito(), &Style::paper(), &panels(), |_| true);
    let text = draw(&goito(), &Style::paper(), &panels());
    let doc = Document::parse(&text).expect("well-formed");
    let panel = layer(&doc, "panel").expect("panel");
    // "translate(x y) scale(s)"
    let moved = panel.descendants().find_map(|n| n.attribute("transform")).expect("the panel is moved");
    let parts: Vec<f64> = moved.split(['(', ')', ' ']).filter_map(|part| part.parse().ok()).collect();
    let [x, y, scale] = parts[..] else { panic!("{moved}") };
    let drawn = |id: &str| -> Vec<[f64; 4]> {
        let group = panel.descendants().find(|n| n.attribute("data-track") == Some(id)).expect("a track");
        let number =
            |n: roxmltree::Node, key: &str| n.attribute(key).expect(key).parse::<f64>().expect("a number");
        let rects = group.descendants().filter(|n| n.attribute("class") == Some("box"));
        rects
            .map(|n| {
                [
                    x + number(n, "x") * scale,
                    y + number(n, "y") * scale,
                    number(n, "width") * scale,
                    number(n, "height") * scale,
                ]
            })
            .collect()
    };
    assert_eq!(board.tracks.iter().map(|t| t.id.as_str()).collect::<Vec<_>>(), ["turns", "mood", "corps"]);
    assert_eq!(board.tracks.iter().map(|t| t.from).collect::<Vec<_>>(), [1, -3, 0]);
    for track in &board.tracks {
        let there = drawn(&track.id);
        assert_eq!(track.boxes.len(), there.len());
        for (told, drawn) in track.boxes.iter().zip(there) {
            assert!(
                told.iter().zip(drawn).all(|(a, b)| (a - b).abs() < 0.5),
                "{told:?} is drawn at {drawn:?}"
            );
        }
    }
    // who draws no panel has no tracks
    let bare = Style { panel: false, ..Style::paper() };
    assert!(super::board(&goito(), &bare, &panels(), |_| true).tracks.is_empty());
}

#[test]
fn panels_say_what_they_were_given() {
    let text = draw(&goito(), &Style::night(), &panels());
    let doc = Document::parse(&text).expect("well-formed");
    let panel = layer(&doc, "panel").expect("panel");
    let said = texts(panel);
    for word in ["GOITO", "30 May 1848", "First war <& others>", "II", "13.00", "+3", "a note"] {
        assert!(said.iter().any(|t| t == word), "{word} is not in {said:?}");
    }
    let boxes = |id: &str| {
        panel
            .descendants()
            .find(|n| n.attribute("data-track") == Some(id))
            .map(|t| t.children().filter(|n| n.attribute("data-index").is_some()).count())
    };
    assert_eq!(boxes("mood"), Some(7));
    assert_eq!(boxes("turns"), Some(2));
    let margin = texts(layer(&doc, "frame").expect("frame"));
    for word in ["I CORPS", "to Sacca", "to Mantua"] {
        assert!(margin.iter().any(|t| t == word), "{word}");
    }
}

/// Five by five hexes standing on a point, heights, a lake, and ids that stand in no table.
fn strange_map() -> Map {
    let grid = "game = \"strange\"\norientation = \"pointy-top\"\nnumber = \"RRCC\"\n\
                columns = [1, 5]\nrows = [1, 5]\nrows_shifted = [1, 5]\ncolumns_grow = \"east\"\n\
                rows_grow = \"north\"\nshifted = \"even\"\nshift = \"right\"\nhex_m = 400\n\
                rotation_deg = -3.1\nlevels = [0, 2]\n";
    let mut hexes = String::from("hex,terrain,level,place,features,region,provenance\n");
    for row in 1..=5 {
        for column in 1..=5 {
            let terrain = match (row, column) {
                (5, 1) => "lake",
                (4, 3) => "lava",
                (3, 3) => "woods",
                (1, 1) => "river",
                (2, 4) => "fortress",
                _ => "clear",
            };
            let level = if row == 3 { column % 3 } else { 0 };
            hexes.push_str(&format!("0{row}0{column},{terrain},{level},,,,reconstructed\n"));
        }
    }
    let sides = "hex_a,hex_b,feature,name,provenance\n0202,0302,chasm,Deep,reconstructed\n\
                 0201,0202,slope_up,,reconstructed\n";
    let roads = "class,name,hexes\nskyway,High road,0101 0102 0103 0104 0105\n";
    let places = "name,hex,kind,lat,lon,provenance\nTower,0204,fortress,0,0,reconstructed\n\
                  Nowhere,0403,omphalos,0,0,reconstructed\n";
    let special = "id,kind,hexes,note\n";
    let files = Files::from_pairs(&[
        ("m/grid.toml", grid),
        ("m/hexes.csv", &hexes),
        ("m/hexsides.csv", sides),
        ("m/roads.csv", roads),
        ("m/places.csv", places),
        ("m/special.csv", special),
    ]);
    Map::load(&files, "m").unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[test]
fn unknown_ids_get_a_plain_drawing() {
    let map = strange_map();
    let text = draw(&map, &Style::paper(), &Panels::default());
    let doc = Document::parse(&text).expect("well-formed");
    assert!(layer(&doc, "panel").is_none(), "nothing to show, no panel");
    assert_eq!(texts(layer(&doc, "numbers").expect("numbers")).len(), 25);
    let names = texts(layer(&doc, "names").expect("names"));
    assert!(names.contains(&"Tower".to_string()) && names.contains(&"Nowhere".to_string()));
    assert!(layer(&doc, "relief").expect("relief").has_children());
    assert!(!text.contains("NaN"));
}

/// A board lies in the coordinates of the drawing: hexes where they are drawn, facings towards the
/// neighbours.
#[test]
fn a_board_lies_in_the_coordinates_of_the_drawing() {
    let (map, style, panels) = (goito(), Style::paper(), panels());
    let river = map.terrain_named("river");
    let board = board(&map, &style, &panels, |hex| Some(map.terrain(hex)) != river);
    assert_eq!((board.map.as_str(), board.title.as_str(), board.hex.flat_top), ("goito", "Goito", true));
    let [left, top, width, height] = board.drawing.view_box;
    assert_eq!((board.drawing.width, board.drawing.height), (width, height));
    let text = draw(&map, &style, &panels);
    let document = Document::parse(&text).unwrap();
    let drawn: Vec<f64> = document
        .root_element()
        .attribute("viewBox")
        .unwrap()
        .split(' ')
        .map(|number| number.parse().unwrap())
        .collect();
    for (drawn, told) in drawn.iter().zip(board.drawing.view_box) {
        assert!((drawn - told).abs() < 0.06, "{drawn} and {told}");
    }
    assert_eq!(board.hexes.len(), map.len());
    assert_eq!(board.hexes.iter().filter(|hex| hex.playable).count(), 407);
    for (hex, told) in map.hexes().zip(&board.hexes) {
        let (x, y) = hex_centre(&map, hex);
        assert_eq!(map.number(hex), told.id);
        assert!((x - told.x).abs() < 0.01 && (y - told.y).abs() < 0.01, "{}", told.id);
        assert!(told.x > left && told.x < left + width && told.y > top && told.y < top + height);
        for (dir, facing) in board.facings.iter().enumerate() {
            let near = map.neighbour(hex, dir as u8);
            if !near.is_none() {
                let (dx, dy) = (hex_centre(&map, near).0 - x, hex_centre(&map, near).1 - y);
                let turned = dx.atan2(-dy).to_degrees().rem_euclid(360.0);
                assert!((turned - facing).abs() < 0.01, "{} {dir}: {turned} and {facing}", told.id);
            }
        }
    }
    let at = |id: &str| board.hexes.iter().find(|hex| hex.id == id).unwrap();
    assert_eq!((at("2011").place.as_deref(), at("2011").terrain.as_str()), (Some("Goito"), "village"));
    assert!(at("2011").features.iter().any(|feature| feature.ends_with("road")), "{:?}", at("2011"));
}

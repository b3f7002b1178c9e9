//! A large map with heights, close country, a river that leaves a lake, forts and railways: Custoza as shipped.

use super::{layer, shipped, sites, texts};
use crate::geom::{nearest, walk};
use crate::network::Network;
use crate::sheet::Sheet;
use crate::style::{Building, Ground};
use crate::{Panels, Style, draw};
use roxmltree::Document;
use std::collections::BTreeSet;

#[test]
fn every_place_is_named_and_every_number_stands() {
    let map = shipped("custoza");
    let drawn = draw(&map, &Style::paper(), &Panels::default());
    assert_eq!(drawn, draw(&map, &Style::paper(), &Panels::default()));
    let doc = Document::parse(&drawn).expect("well-formed");
    let numbers: BTreeSet<String> = texts(layer(&doc, "numbers").expect("numbers")).into_iter().collect();
    assert_eq!(numbers.len(), 2044);
    let named: BTreeSet<&str> = doc
        .descendants()
        .filter(|n| n.attribute("class") == Some("place"))
        .filter_map(|n| n.attribute("data-name"))
        .collect();
    let places: BTreeSet<&str> = map.places().iter().map(|place| place.name.as_str()).collect();
    assert_eq!(named, places);
    let ways = texts(layer(&doc, "names").expect("names")).join(" ").to_uppercase();
    assert!(ways.contains("MINCIO") && ways.contains("TIONE"), "rivers and streams bear their names");
}

/// All slopes of the map have hachures: the contours pass between the hexes that they part.
#[test]
fn heights_are_drawn_where_they_are() {
    let map = shipped("custoza");
    let sheet = Sheet::new(&map);
    let slopes =
        map.sides().iter().filter(|side| map.side_names()[side.feature as usize].starts_with("slope"));
    assert_eq!(sheet.slopes.len(), slopes.count());
    for (low, high) in &sheet.slopes {
        assert_eq!(sheet.cells[*high].level, sheet.cells[*low].level + 1);
    }
}

/// The Mincio comes out of the lake and leaves the map; its bridges stand where roads cross it, and a railway has none.
#[test]
fn the_river_comes_out_of_the_lake() {
    let map = shipped("custoza");
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    let [river] = &net.rivers[..] else { panic!("{} rivers", net.rivers.len()) };
    let first = sheet.cell_at(river.line[0]).expect("on the sheet");
    assert_eq!(sheet.cells[first].ground, Ground::Lake);
    assert!(!sheet.frame.contains(river.line[river.line.len() - 1]));
    let over = net.crossings.iter().filter(|mark| nearest(&river.line, mark.at).0 < 8.0).count();
    assert_eq!(over, 3, "Peschiera, Monzambano, Borghetto");
    assert_eq!(net.rails.len(), 2);
    for rail in &net.rails {
        assert!(!sheet.frame.contains(rail[0]) && !sheet.frame.contains(rail[rail.len() - 1]));
    }
}

/// A railway keeps to its hexes, or to those beside them.
#[test]
fn railways_run_through_their_hexes() {
    let map = shipped("custoza");
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    let areas = map.areas().iter().filter(|area| area.kind == "railway");
    for (area, rail) in areas.zip(&net.rails) {
        let centres: Vec<_> = area.hexes.iter().map(|hex| sheet.cells[hex.index()].centre).collect();
        for (p, _) in walk(rail, 40.0).into_iter().filter(|(p, _)| sheet.frame.contains(*p)) {
            let cell = sheet.cell_at(p).map_or("", |cell| sheet.cells[cell].number.as_str());
            // beyond the last hex it runs on to the edge of the sheet
            assert!(
                cell.is_empty() || nearest(&centres, p).0 < 75.0,
                "{} leaves its hexes in {cell}",
                area.id
            );
        }
    }
}

/// Villafranca has a wall, Custoza has none though it fills two hexes, and Peschiera has bastions.
#[test]
fn walls_stand_where_the_map_wants_them() {
    let map = shipped("custoza");
    let sheet = Sheet::new(&map);
    let net = Network::new(&map, &sheet);
    let sites = sites(&sheet, &net);
    let of = |name: &str| sheet.spots.iter().position(|spot| spot.name.as_deref() == Some(name)).expect(name);
    assert!(!sites[of("Villafranca")].open && sites[of("Custoza")].open && sites[of("Sommacampagna")].open);
    let peschiera = &sheet.spots[of("Peschiera")];
    assert_eq!(peschiera.building, Some(Building::Town));
    assert!(crate::ramparts::rampart(&sheet, &net, peschiera).is_some());
    assert_eq!(sheet.spots[of("Forte Salvi")].building, Some(Building::Fortress));
}

//! Every hex number that the booklet states in 22 to 28, with what it must be on our map. Misprints of the booklet stand
//! here with what is meant (CR1, CR2).

use super::custoza::load;
use hexmap::{Hex, Map};

/// What a hex must be.
enum Is {
    /// Its place and its terrain.
    Place(&'static str, &'static str),
    /// A place of this name stands in it, on whatever ground.
    Hill(&'static str),
    /// On the edge of the map, with a road, and in these areas.
    Edge(&'static [&'static str]),
    /// Somebody can stand there: the centre of a set-up area.
    Ground,
    /// The same, with a road or a track.
    Road,
    /// A hex of the Mincio that no road crosses.
    River,
}

use Is::{Edge, Ground, Hill, Place, River, Road};

const STATED: &[(&str, Is)] = &[
    // 22.3.5
    ("1705", Place("Peschiera", "fortress")),
    ("1606", Road),
    ("1704", Ground),
    ("1805", Road),
    // 23.1
    ("2713", Hill("Monte Cricol")),
    ("2913", Place("Mongabia", "farmhouse")),
    ("2915", Place("Oliosi", "village")),
    ("2617", Place("Maragnotte", "farmhouse")),
    ("3318", Place("La Pernisa", "farmhouse")),
    ("3119", Place("Muraglie", "farmhouse")),
    ("3321", Place("Santa Lucia dei Monti", "village")),
    ("2714", Ground),
    ("2815", Road),
    ("2816", Road),
    ("2612", Ground),
    ("2911", Ground),
    ("3115", Ground),
    ("3416", Ground),
    ("3514", Road),
    // 23.2
    ("4420", Place("Staffalo", "farmhouse")),
    ("4422", Hill("Monte Croce")),
    ("4323", Hill("Monte Torre")),
    ("4122", Place("Gorgo", "farmhouse")),
    ("3922", Place("Belvedere", "farmhouse")),
    ("3923", Place("Custoza", "village")),
    ("3924", Place("Custoza", "village")),
    ("4222", Road),
    ("4525", Road),
    ("4018", Ground),
    ("4419", Ground),
    ("4817", Road),
    // 23.3
    ("4516", Place("La Berettara", "farmhouse")),
    ("4913", Place("Sommacampagna", "village")),
    ("4914", Place("Sommacampagna", "village")),
    ("5014", Place("Sommacampagna", "village")),
    ("5029", Place("Villafranca", "village")),
    // 24.1
    ("4604", Place("Osteria al Bosco", "farmhouse")),
    ("1004", Edge(&["edge-west", "supply-italy"])),
    ("1034", Edge(&["edge-west", "edge-south", "supply-italy", "entry-1034"])),
    ("2533", Edge(&["edge-south", "supply-italy", "entry-2533"])),
    ("4434", Edge(&["edge-south", "supply-italy", "entry-4434"])),
    ("4834", Edge(&["edge-south", "supply-italy", "entry-4834"])),
    ("7004", Edge(&["edge-east", "supply-austria", "entry-7004"])),
    ("7006", Edge(&["edge-east", "supply-austria", "entry-7006"])),
    ("7011", Edge(&["edge-east", "supply-austria", "entry-7011"])),
    ("7014", Edge(&["edge-east", "supply-austria", "entry-7014"])),
    // 24.2
    ("2529", Place("Valeggio", "village")),
    ("2430", Place("Valeggio", "village")),
    ("4929", Place("Villafranca", "village")),
    ("5030", Place("Villafranca", "village")),
    ("5129", Place("Villafranca", "village")),
    ("2315", Place("Salionze", "village")),
    ("2309", Place("Madonna degli Angeli", "farmhouse")),
    ("3105", Place("Castelnuovo", "village")),
    ("4707", Place("Sona", "village")),
    ("4034", Edge(&["edge-south", "exit-south", "entry-4034"])),
    // 24.3, 24.4
    ("4402", Place("Palazzolo", "village")),
    ("1621", Place("Monzambano", "village")),
    ("5705", Road),
    ("6216", Road),
    ("2101", Edge(&["edge-north", "entry-2101"])),
    ("3601", Edge(&["edge-north", "entry-3601"])),
    // 26
    ("2625", Place("Fornello", "farmhouse")),
    ("3125", Place("Venturelli", "farmhouse")),
    ("1526", Place("Olfino", "village")),
    ("1513", Place("Ponti sul Mincio", "village")),
    ("2229", Road),
    ("3205", Road),
    ("4804", Road),
    ("5017", Road),
    ("3434", Edge(&["edge-south", "entry-3434"])),
    // 27
    ("1020", Edge(&["edge-west", "entry-west-1020-1034"])),
    // 28
    ("2215", River),
    ("2115", Road),
    ("3807", Ground),
    ("5031", Road),
];

fn terrain(map: &Map, hex: Hex) -> &str {
    &map.terrain_names()[usize::from(map.terrain(hex))]
}

#[test]
fn every_hex_that_the_booklet_states() {
    let model = load("tione-valley");
    let map = &model.map;
    let open =
        |hex: Hex| model.charts.terrain[usize::from(map.terrain(hex))].cost.iter().any(Option::is_some);
    for (number, is) in STATED {
        let hex = map.find(number).unwrap_or_else(|| panic!("there is no hex {number}"));
        let named = map.places().iter().any(|place| place.hex == hex && place.name == map.place(hex));
        match is {
            Place(name, ground) => {
                assert_eq!((map.place(hex), terrain(map, hex), named), (*name, *ground, true), "{number}")
            }
            Hill(name) => {
                assert_eq!((map.place(hex), named, map.level(hex) >= 2), (*name, true, true), "{number}")
            }
            Edge(areas) => {
                for id in *areas {
                    assert!(map.area(id).is_some_and(|area| area.hexes.contains(&hex)), "{number}: {id}");
                }
                assert!(map.best_road(hex) != 0 && open(hex), "{number}");
            }
            Ground => assert!(open(hex), "{number}"),
            Road => assert!(open(hex) && map.best_road(hex) != 0, "{number}"),
            River => assert!(terrain(map, hex) == "river" && map.best_road(hex) == 0, "{number}"),
        }
    }
}

/// 24.3 sends a whole Corps to the roads around 5705 and 6216, and only to those that are connected with them.
#[test]
fn columns_of_1848_find_connected_roads() {
    let model = load("tione-valley");
    let map = &model.map;
    for number in ["5705", "6216"] {
        let start = map.find(number).expect(number);
        let (mut open, mut reached) = (vec![start], Vec::new());
        while let Some(hex) = open.pop() {
            if map.distance(start, hex) <= 5 && !reached.contains(&hex) {
                reached.push(hex);
                open.extend((0..6).filter(|dir| map.road(hex, *dir) != 0).map(|dir| map.neighbour(hex, dir)));
            }
        }
        reached.sort();
        let area = map.area(&format!("setup-1848-{number}")).expect(number);
        let mut hexes = area.hexes.clone();
        hexes.sort();
        assert_eq!(super::custoza::numbers(map, &hexes), super::custoza::numbers(map, &reached), "{number}");
    }
}

/// Neighbours that the booklet implies: the two columns of 23, the towns of several hexes, the approaches to Peschiera, the
/// ends of the pontoon.
#[test]
fn hexes_that_lie_side_by_side() {
    let model = load("tione-valley");
    let map = &model.map;
    for (a, b) in [
        ("2815", "2816"),
        ("4122", "4222"),
        ("2529", "2430"),
        ("4913", "4914"),
        ("4913", "5014"),
        ("4929", "5029"),
        ("5029", "5030"),
        ("5030", "5129"),
        ("3923", "3924"),
        ("1705", "1606"),
        ("1705", "1704"),
        ("1705", "1805"),
        ("2215", "2115"),
        ("2215", "2315"),
    ] {
        let (a, b) = (map.find(a).expect(a), map.find(b).expect(b));
        assert_eq!(map.distance(a, b), 1, "{} {}", map.number(a), map.number(b));
    }
    // the other neighbours of Peschiera are water
    let peschiera = map.find("1705").expect("Peschiera");
    let water = (0..6)
        .map(|dir| map.neighbour(peschiera, dir))
        .filter(|h| matches!(terrain(map, *h), "lake" | "river"));
    assert_eq!(water.count(), 3);
}

/// Every place of the Objective Map, every Supply Source and every entry hang together by roads, with the bridges.
#[test]
fn roads_lead_everywhere() {
    let model = load("tione-valley");
    let map = &model.map;
    let start = map.find("7004").expect("Verona");
    let (mut open, mut reached) = (vec![start], vec![false; map.len()]);
    while let Some(hex) = open.pop() {
        if !std::mem::replace(&mut reached[hex.index()], true) {
            open.extend((0..6).filter(|dir| map.road(hex, *dir) != 0).map(|dir| map.neighbour(hex, dir)));
        }
    }
    let on_road = |area: &hexmap::Area| {
        area.kind == "supply"
            || area.id.starts_with("start-")
            || area.kind == "entry" && area.hexes.len() == 1
    };
    for area in map.areas().iter().filter(|area| area.kind == "box" || on_road(area)) {
        for hex in &area.hexes {
            // an Objective is reached within 2 hexes of it (16.1)
            let near = map.within(*hex, if on_road(area) { 0 } else { 2 }).any(|h| reached[h.index()]);
            assert!(near, "{}: {}", area.id, map.number(*hex));
        }
    }
}

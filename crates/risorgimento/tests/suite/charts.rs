//! The charts as they are shown: nothing of the files is left out, every value says where it comes
//! from, and every cell that an event or odds name is there and holds what was applied.

use dataset::{Value, read_tree};
use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::{Answer, Chart, Event, Game, Log, Lookup, Module, Show, Viewer};
use risorgimento::handmade::position;
use risorgimento::{Battle, Goito, data, goito, goito_with};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static GOITO: LazyLock<Goito> = LazyLock::new(goito);
static CHARTS: LazyLock<Vec<Chart>> = LazyLock::new(|| GOITO.charts());
static BATTLE: LazyLock<Battle> =
    LazyLock::new(|| GOITO.battle("goito/battle", &Default::default()).expect("the scenario exists").0);

fn chart<'a>(charts: &'a [Chart], id: &str) -> &'a Chart {
    charts.iter().find(|chart| chart.id == id).unwrap_or_else(|| panic!("there is no chart {id}"))
}

fn text(chart: &str, row: &str, column: &str) -> String {
    let lookup = Lookup::new(chart, row, column);
    lookup.cell(&CHARTS).unwrap_or_else(|| panic!("{lookup:?} is not there")).text.to_string()
}

#[test]
fn every_table_of_the_files_is_shown() {
    let files = data::files();
    let shared = read_tree(&files, "risorgimento/charts.toml").expect("sound");
    for (table, _) in shared.entries().into_iter().filter(|(table, _)| *table != "meta") {
        chart(&CHARTS, table);
    }
    let terrain = read_tree(&files, "goito/terrain.toml").expect("sound");
    for (list, id) in [("hex", "terrain"), ("hexside", "hexsides"), ("road", "roads")] {
        let rows = terrain.at(list).expect("a list");
        let count = match &rows.value {
            Value::Table(table) => table.keys().filter(|key| !key.ends_with("provenance")).count(),
            _ => rows.items().len(),
        };
        assert_eq!(chart(&CHARTS, id).rows.len(), count, "{id}");
    }
}

#[test]
fn charts_are_whole_and_every_value_says_where_it_comes_from() {
    kernel::conformance::check_charts(&CHARTS);
    assert!(CHARTS.iter().all(|chart| !chart.rows.iter().any(|row| row.label.contains("custoza"))));
}

#[test]
fn cells_hold_what_the_files_say() {
    assert_eq!(text("fire_table", "13 or more", "13+"), "3S2");
    assert_eq!(text("fire_table", "2 or less", "1"), "-");
    assert_eq!(text("assault_table", "7", "0"), "W cc1 / cc2");
    assert_eq!(text("assault_table", "1 or less", "-4 or less"), "R 2S2 / -");
    assert_eq!(text("strength_ratio_assault_modifiers", "2-1", "DRM"), "0", "as Goito has it");
    assert_eq!(text("cohesion_check_effects", "0 or less", "levels lost"), "0");
    assert_eq!(text("cohesion_check_effects", "5", "levels lost"), "2");
    assert_eq!(text("cohesion_check_effects", "10 or more", "levels lost"), "4");
    assert_eq!(text("initiative_table", "7 or more", "conduct"), "Attacks furiously");
    assert_eq!(text("activation", "3", "3"), "activated");
    assert_eq!(text("activation", "4", "3"), "-");
    assert_eq!(text("activation", "natural 6", "3"), "loose cannon");
    assert_eq!(text("ammunition", "2", "result"), "out of ammunition");
    assert_eq!(text("ammunition", "3", "result"), "fires");
    assert_eq!(text("fire_strength", "5", "factor"), "× ⅓");
    assert_eq!(text("terrain", "village", "assault DRM"), "-2");
    assert_eq!(text("hexsides", "bridge", "infantry"), text("hexsides", "stream", "infantry"));
    assert_eq!(text("roads", "major", "cost in March"), "0.5");
}

#[test]
fn an_owners_value_is_shown_as_his() {
    let mut own = dataset::Files::below("mine");
    own.insert("risorgimento/charts.toml", "[fire_drm]\nmassed_target = 3\n");
    let files = data::files().laid_over(own).expect("it can be laid over");
    let charts = goito_with(files).map_err(|p| format!("{p:?}")).expect("sound").charts();
    let cell = Lookup::new("fire_drm", "massed target", "DRM");
    let cell = cell.cell(&charts).expect("it is there");
    assert_eq!((cell.text.as_str(), cell.provenance.as_str()), ("+3", "owner"));
}

/// The result that an event tells stands in the cell that it names.
fn agrees(event: &Event, text: &str, lookup: &Lookup) {
    let cell = lookup.cell(&CHARTS).unwrap_or_else(|| panic!("{lookup:?} of `{text}` is not there"));
    let result = match cell.text.as_str() {
        "-" if event.kind == "fire-result" => "no effect",
        result => result,
    };
    let says = match event.kind {
        "fire-result" => text.contains(&format!(": {result}.")),
        "check" => {
            let passes = result == "0";
            let levels = format!("loses {result} status level");
            text.contains(if passes { "passes" } else { "fails" })
                && (passes || !text.contains("loses") || text.contains(&levels))
        }
        "activation" => match result {
            "activated" => text.contains("is activated"),
            "loose cannon" => text.contains("natural 6"),
            _ => text.contains("does not move"),
        },
        "loose-cannon" => text.ends_with(&format!(": {result}.")),
        "ammunition" => text.contains("is out of ammunition") == (result == "out of ammunition"),
        "combat-result" => {
            let (_, results) = result.split_once(' ').expect("a background first");
            let (attacker, defender) = results.split_once(" / ").expect("two results");
            let word = |r: &str| if r == "-" { "no effect".to_string() } else { r.to_string() };
            text.contains(&format!("{} for the attacker", word(attacker)))
                && text.contains(&format!("{} for the defender", word(defender)))
        }
        "combat-strength" => text.contains(lookup.row.as_str()),
        "corps" => text.contains("comes") == (result != "-"),
        kind => panic!("{kind} looks something up"),
    };
    assert!(says, "{text}\n{lookup:?} holds {result}");
}

/// Whatever is rolled in random games: the cell that the event names is there and says the same, and
/// the odds before the roll had named it too.
#[test]
fn every_cell_that_is_told_is_in_the_charts() {
    let b = &*BATTLE;
    let mut told: BTreeMap<&'static str, usize> = BTreeMap::new();
    for number in 0..40 {
        random_game_from(b, b.start(), playout_seed(500 + number), |p, step| {
            let RandomStep::Roll(faces) = step else { return };
            let mut log = Log::on();
            b.roll(&mut p.clone(), faces, &mut log);
            for event in &log.events {
                let heard = event.tell(b.seats(), Viewer::Everything).expect("all is told");
                if let Some(lookup) = &heard.lookup {
                    agrees(event, &heard.text, lookup);
                    *told.entry(event.kind).or_default() += 1;
                }
                let rolled = !event.dice.is_empty() && event.kind != "initiative";
                assert!(!rolled || heard.lookup.is_some(), "{} names no cell: {}", event.kind, heard.text);
            }
        });
    }
    for kind in [
        "fire-result",
        "check",
        "activation",
        "loose-cannon",
        "ammunition",
        "combat-result",
        "combat-strength",
        "corps",
    ] {
        assert!(told.get(kind).is_some_and(|count| *count > 3), "too few of {kind}: {told:?}");
    }
}

#[test]
fn odds_name_the_cells_that_the_roll_can_hit() {
    let b = &*BATTLE;
    let mut looked = BTreeSet::new();
    for number in 0..6 {
        let mut before: Option<BTreeSet<Lookup>> = None;
        let mut count = 0;
        random_game_from(b, b.start(), playout_seed(700 + number), |p, step| match step {
            RandomStep::Act(seat, action) => {
                count += 1;
                before = None;
                if b.choice(p, seat, action).odds && count % 3 == 0 {
                    let odds = b.explain(p, Viewer::Seat(seat), action).expect("it has odds");
                    for lookup in &odds.lookups {
                        assert!(lookup.cell(&CHARTS).is_some(), "{lookup:?} is not there");
                        looked.insert(lookup.chart.to_string());
                    }
                    before = Some(odds.lookups.into_iter().collect());
                }
            }
            RandomStep::Roll(faces) => {
                let mut log = Log::on();
                b.roll(&mut p.clone(), faces, &mut log);
                // an attempt is rolled at once, and nothing is hidden about it
                let first = log.events.iter().find(|event| event.kind == "activation");
                if let (Some(cells), Some(event)) = (before.take(), first)
                    && let Some((lookup, _)) = &event.lookup
                {
                    assert!(cells.contains(lookup), "{lookup:?} is not among {cells:?}");
                }
            }
        });
    }
    for chart in ["fire_table", "assault_table", "cohesion_check_effects", "activation", "initiative_table"] {
        assert!(looked.contains(chart), "{chart} was not looked at: {looked:?}");
    }
}

#[test]
fn the_column_of_a_hidden_firer_is_its_owners_secret() {
    let b = &*BATTLE;
    let mut p = position(b, "activate benedek forces; 1-art 0610 N; 5-aosta 0606 S; benedek 0611");
    for step in ["act 1-art", "fire at 0606"] {
        let action = b.read(&p, kernel::Seat(1), step).expect("an action");
        b.act(&mut p, kernel::Seat(1), action, &mut Log::off()).expect("a legal action");
    }
    let mut log = Log::on();
    b.roll(&mut p, &[3, 4], &mut log);
    let heard = |viewer| {
        let result = log.events.iter().find(|event| event.kind == "fire-result").expect("it fired");
        result.tell(b.seats(), viewer).expect("both hear of it").lookup
    };
    let own = heard(Viewer::Seat(kernel::Seat(1))).expect("the owner knows");
    assert_eq!(own.chart, "fire_table");
    assert_eq!((heard(Viewer::Seat(kernel::Seat(0))), heard(Viewer::Public)), (None, None));
}

#[test]
fn every_code_of_a_chart_has_a_meaning() {
    kernel::conformance::check_glossary(&goito().charts(), &goito().reference().glossary);
}

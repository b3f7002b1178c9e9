//! What explains Custoza, in English and in Italian: rules, rulings, sequence of play, abbreviations, briefings.

use dataset::SideBrief;
use dataset::trial::list;
use hexmap::Map;
use kernel::{Phrasebook, Phrases};
use risorgimento::data;
use risorgimento::rule::{self, custoza};
use std::collections::BTreeSet;
use std::sync::LazyLock;

const SCENARIOS: [&str; 8] = [
    "tione-valley",
    "morning-clash",
    "tail-strike",
    "1848-historical",
    "1848-free",
    "1866-historical",
    "1866-free",
    "1848-late",
];
const SIDES: [&str; 2] = ["italy", "austria"];

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let read = data::phrases(&data::files(), "custoza", "it").expect("it speaks Italian");
    read.unwrap_or_else(|problems| panic!("{}", list(&problems)))
});
static BOOK: LazyLock<Phrasebook> = LazyLock::new(|| PHRASES.book().expect("the files have been checked"));

/// Who each side is and its hints, in every scenario.
fn briefings() -> Vec<String> {
    let (files, mut problems) = (data::files(), Vec::new());
    let mut texts = Vec::new();
    for scenario in SCENARIOS {
        for brief in SideBrief::read(&files, "custoza", scenario, SIDES.into_iter(), &mut problems) {
            texts.push(brief.who);
            texts.extend(brief.hints);
        }
    }
    assert!(problems.is_empty(), "{}", list(&problems));
    texts
}

#[test]
fn everything_that_the_files_say_is_sound() {
    let problems = data::check_game(&data::files(), "custoza");
    assert!(problems.is_empty(), "{}", list(&problems));
}

#[test]
fn both_sides_of_all_scenarios_are_briefed() {
    let texts = briefings();
    assert_eq!(texts.len(), SCENARIOS.len() * SIDES.len() * 4);
    let different: BTreeSet<&String> = texts.iter().collect();
    assert_eq!(different.len(), texts.len(), "no hint is given twice");
}

/// CR1 to CR75, each behind some rule.
#[test]
fn every_ruling_of_its_own_is_behind_some_rule() {
    let explained = data::explained(&data::files(), "custoza").expect("it is explained");
    let ids: Vec<&str> = explained.rulings.iter().map(|[id, _]| id.as_str()).collect();
    let own: Vec<&str> = ids.iter().filter(|id| id.starts_with("CR")).copied().collect();
    let mut expected: Vec<String> = (1..=75).map(|number| format!("CR{number}")).collect();
    expected.insert(8, "CR8a".to_owned());
    assert_eq!(own, expected);
    assert!(ids.contains(&"R33"), "the rulings on the system hold too");
    let named: BTreeSet<&str> = custoza::RULES.iter().flat_map(|rule| rule.rulings).copied().collect();
    let idle: Vec<&str> = own.into_iter().filter(|id| !named.contains(id)).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

/// The text of the book as a whole: nothing is left to general patterns, which would translate half a sentence.
fn known(text: &str) -> bool {
    PHRASES.phrases.iter().any(|(english, _)| english == text)
}

#[test]
fn what_explains_the_game_is_translated() {
    let explained = data::explained(&data::files(), "custoza").expect("it is explained");
    let mut texts = briefings();
    texts.extend(explained.sequence.iter().flat_map(|[_, _, title, text, ..]| [title.clone(), text.clone()]));
    texts.extend(explained.glossary.iter().flat_map(|[_, name, text, ..]| [name.clone(), text.clone()]));
    texts.extend(
        explained.rulings.iter().filter(|[id, _]| id.starts_with("CR")).map(|[_, text]| text.clone()),
    );
    for rule in rule::of("custoza") {
        texts.push(serde_json::to_value(rule.kind).expect("a word").as_str().expect("a word").to_owned());
    }
    let lost: BTreeSet<&String> = texts.iter().filter(|text| !known(text)).collect();
    assert!(lost.is_empty(), "missing in the Italian phrasebook: {lost:#?}");
    let rules: Vec<&str> = PHRASES.rules.iter().map(|rule| rule.id.as_str()).collect();
    let ids: Vec<&str> = custoza::RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(rules, ids, "each rule has words in Italian, in the order of the rules");
}

/// What stands in quotes behind `title`, `note` and `name`, and the days.
fn quoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        for key in ["title = \"", "note = \"", "name = \""] {
            let value = line.split_once(key).and_then(|(_, rest)| rest.split_once('"'));
            found.extend(value.map(|(value, _)| value.to_owned()));
        }
        if let Some((_, days)) = line.split_once("days = [") {
            found.extend(days.split('"').skip(1).step_by(2).map(str::to_owned));
        }
    }
    found
}

/// Titles, notes and names of what stands in the other files.
#[test]
fn what_is_printed_is_translated() {
    let files = data::files();
    let entry = dataset::GameEntry::read(&files, "custoza").expect("it is there");
    let mut texts = vec![entry.title, entry.about, entry.place, entry.length];
    texts.extend(entry.sides.into_iter().map(|side| side.name));
    for scenario in dataset::ScenarioEntry::list(&files, "custoza").expect("there are scenarios") {
        let model = data::load(&files, "custoza", &scenario.id).expect("it loads");
        texts.extend([model.scenario.title.clone(), model.scenario.note.clone()]);
        texts.extend(model.scenario.setup.iter().map(|group| group.name.clone()));
        texts.extend(model.army.formations.iter().map(|formation| formation.name.clone()));
        texts.extend([model.scenario.victory.called.clone(), model.scenario.victory.briefly.clone()]);
    }
    for path in ["custoza/campaigns.toml", "custoza/charts.toml"] {
        texts.extend(quoted(files.get(path).expect("it is there")));
    }
    // Names of places, persons and Italian formations are the same, and so is "in 1621".
    let places = Map::load(&files, "custoza/map").expect("it loads");
    let places: BTreeSet<&str> = places.places().iter().map(|place| place.name.as_str()).collect();
    let people = ["Radetzky", "La Marmora"];
    let italian = |text: &str| {
        let hex = text.strip_prefix("in ").is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_digit()));
        let formation = ["Divisione", "I Corpo", "Riserva"].iter().any(|word| text.contains(word));
        hex || formation || places.contains(text) || people.contains(&text)
    };
    let same = |text: &str| BOOK.translate(text) == text && !known(text);
    let lost: BTreeSet<&String> = texts.iter().filter(|text| !italian(text) && same(text)).collect();
    assert!(lost.is_empty(), "missing in the Italian phrasebook: {lost:#?}");
}

/// No phrase waits for a text that is gone: its words stand in some file of the game.
#[test]
fn every_phrase_of_its_own_is_needed() {
    let files = data::files();
    let mut stands = briefings().join("\n");
    // what is called by a name may begin a sentence
    let small = |text: &str| text.to_lowercase();
    for path in files.paths().filter(|path| path.starts_with("custoza/") && !path.contains("italian")) {
        stands += &files.get(path).expect("it is there").replace("\"\"", "\"");
    }
    let stands = small(&stands);
    let rows = dataset::read_csv(&files, "custoza/italian.csv", &["english", "italian"]).expect("a table");
    let parts = |english: &str| {
        let parts = english.split(['{', '}']).step_by(2).map(|part| part.trim().to_owned());
        parts.filter(|part| !part.is_empty() && part != ":").collect::<Vec<String>>()
    };
    let idle: Vec<&str> = rows
        .iter()
        .map(|row| row.get("english"))
        .filter(|english| {
            !parts(&small(english)).iter().all(|part| stands.contains(part.trim_end_matches(':')))
        })
        .collect();
    assert!(idle.is_empty(), "phrases that nobody says:\n{}", idle.join("\n"));
}

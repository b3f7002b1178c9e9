//! Everything that the game says is in the Italian phrasebook. Random games find what is said often;
//! the sources are searched for what is said seldom.

mod said;
mod sources;

use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::{Answer, Game, Log, Module, OverlaySubject, Phrasebook, Phrases, Seat, Show, Viewer, forecast};
use risorgimento::model::{FormationId, LeaderId, UnitId};
use risorgimento::position::Position;
use risorgimento::{Battle, Goito, goito};
use said::Said;
use sources::{Literal, is_sentence, literals};
use std::sync::LazyLock;

static GOITO: LazyLock<Goito> = LazyLock::new(goito);
static PHRASES: LazyLock<Phrases> = LazyLock::new(|| GOITO.phrases("it").expect("the game speaks Italian"));
static BOOK: LazyLock<Phrasebook> = LazyLock::new(|| PHRASES.book().expect("the files have been checked"));

const VIEWERS: [Viewer; 4] =
    [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public, Viewer::Everything];

fn said() -> Said<'static> {
    let models: Vec<_> = GOITO.scenarios().iter().filter_map(|scenario| GOITO.model(&scenario.id)).collect();
    Said::new(&BOOK, &models)
}

fn complete(said: &Said) {
    assert!(said.is_complete(), "missing in the Italian phrasebook:\n{}", said.list());
}

/// What can be asked about a position: why, where to, what lies over the board. Each time about other
/// pieces and hexes.
fn ask_about(battle: &Battle, p: &Position, step: usize, said: &mut Said) {
    let pick = |count: usize, salt: usize| (step / 7 + salt * 31) % count;
    let units = &battle.army.units;
    let hexes: Vec<_> = battle.map.hexes().collect();
    for (salt, viewer) in VIEWERS.into_iter().enumerate() {
        let unit = &units[UnitId::at(pick(units.len(), salt))];
        let leader = &battle.army.leaders[LeaderId::at(pick(battle.army.leaders.len(), salt))];
        let formation = &battle.army.formations[FormationId::at(pick(battle.army.formations.len(), salt))];
        let stands = p.unit(UnitId::at(pick(units.len(), salt + 5))).hex;
        let hex = if stands.is_none() { hexes[pick(hexes.len(), salt)] } else { stands };
        let number = battle.map.number(hex);
        let near = battle.map.number(hexes[pick(hexes.len(), salt + 3)]);
        for subject in [&unit.id, &leader.id, &formation.id, &number.to_string(), &near.to_string()] {
            said.reasons(&battle.why(p, viewer, subject));
        }
        for subject in [&unit.id, &leader.id] {
            said.reach(&battle.reach(p, viewer, subject));
        }
        for info in battle.overlays() {
            said.texts([info.title]);
            let subject = match info.subject {
                OverlaySubject::None => "",
                OverlaySubject::Hex => number,
                OverlaySubject::Unit => &unit.id,
            };
            said.overlay(&battle.overlay(p, viewer, info.id, subject));
        }
    }
}

const REACTIONS: [&str; 3] = ["react-fire", "react-counterattack", "react-countercharge"];

fn listen(battle: &Battle, number: u64, said: &mut Said) {
    let mut steps = 0;
    let played = random_game_from(battle, battle.start(), playout_seed(number), |position, step| {
        steps += 1;
        let mut next = position.clone();
        let mut log = Log::on();
        for viewer in VIEWERS {
            said.prompt(&battle.prompt(position, viewer));
            if steps % 5 == 0 {
                said.scene(&battle.view(position, viewer));
                said.briefing(&battle.briefing(position, viewer));
            }
        }
        match step {
            RandomStep::Act(seat, action) => {
                let choices = battle.choices(position, Viewer::Seat(seat));
                choices.iter().for_each(|choice| said.choice(choice));
                if steps % 20 == 0 {
                    for choice in choices.iter().filter(|choice| choice.odds).take(3) {
                        if let Ok(wish) = battle.read(position, seat, &choice.action) {
                            VIEWERS.iter().for_each(|v| said.odds(&battle.explain(position, *v, wish)));
                        }
                    }
                }
                if steps % 40 == 0 {
                    for choice in choices.iter().filter(|choice| choice.fight).take(1) {
                        let line = [choice.action.as_str()];
                        said.forecast(&forecast(battle, position, Viewer::Seat(seat), &line, &[]));
                        said.forecast(&forecast(battle, position, Viewer::Everything, &line, &REACTIONS));
                    }
                }
                battle.apply(&mut next, seat, action, &mut log);
            }
            RandomStep::Roll(faces) => battle.roll(&mut next, faces, &mut log),
        }
        for event in &log.events {
            for told in VIEWERS.iter().filter_map(|viewer| event.tell(battle.seats(), *viewer)) {
                said.told(&told);
            }
        }
        if steps % 60 == 0 {
            ask_about(battle, position, steps, said);
        }
    });
    for viewer in VIEWERS {
        said.prompt(&battle.prompt(&played.position, viewer));
        said.scene(&battle.view(&played.position, viewer));
    }
    said.texts([played.outcome.expect("the game ends").how]);
}

/// What some dozens of random games say, with fog and without it.
static GAMES: LazyLock<Said> = LazyLock::new(|| {
    let mut said = said();
    for scenario in GOITO.scenarios() {
        for fog in ["on", "off"] {
            let options = [("fog".to_string(), fog.to_string())].into();
            let (battle, _) = GOITO.battle(&scenario.id, &options).expect("the scenario exists");
            (0..14).for_each(|number| listen(&battle, number, &mut said));
        }
    }
    said
});

/// Titles, options, charts, the ground.
static PRINTED: LazyLock<Said> = LazyLock::new(|| {
    let mut said = said();
    let listed = GOITO.listed();
    said.texts([listed.title, listed.about, &listed.card.place, &listed.card.length]);
    for scenario in &listed.scenarios {
        said.texts([&scenario.title, &scenario.note]);
        said.texts(&scenario.seats);
        for option in &scenario.options {
            said.text(&option.title);
            said.texts(&option.values);
        }
    }
    GOITO.charts().iter().for_each(|chart| said.chart(chart));
    let map = &GOITO.model("goito/battle").expect("the scenario exists").map;
    said.texts(map.terrain_names());
    let roads = map.road_names().iter().filter(|road| !road.is_empty());
    said.texts(roads.map(|road| format!("{road} road")));
    said.texts(map.places().iter().map(|place| &place.name));
    let features = map.hexes().flat_map(|hex| map.features(hex));
    said.texts(features.filter(|feature| !feature.contains('_')));
    let reference = GOITO.reference();
    said.texts(reference.sequence.iter().flat_map(|step| [&step.title, &step.text]));
    for term in &reference.glossary {
        // a code is the same in both languages, unless the book has another
        let other = PHRASES.phrases.iter().any(|(english, _)| *english == term.code.as_str());
        said.texts(other.then_some(term.code.as_str()));
        said.text(&term.name);
        said.text(&term.text.replace("{1}", "1").replace("{2}", "2"));
    }
    for rule in GOITO.rules() {
        said.text(serde_json::to_value(rule.kind).expect("a word").as_str().expect("a word"));
    }
    said
});

#[test]
fn what_random_games_say_is_translated() {
    complete(&GAMES);
}

#[test]
fn what_is_printed_is_translated() {
    complete(&PRINTED);
    let words: Vec<&str> = PHRASES.rules.iter().map(|rule| rule.id.as_str()).collect();
    let rules: Vec<&str> = GOITO.rules().iter().map(|rule| rule.id).collect();
    assert_eq!(words, rules, "each rule has words in Italian, in the order of the rules");
}

/// Sources of the rules that say nothing to players: files that are read, positions written by hand or changed.
const SILENT: &[&str] =
    &["data/", "data.rs", "handmade", "embedded.rs", "hash.rs", "module.rs", "rule.rs", "sound.rs"];

/// The same of the kernel: records and dice speak to who drives a game.
const KERNEL_SILENT: &[&str] = &[
    "conformance",
    "dice.rs",
    "hash.rs",
    "phrasebook.rs",
    "playout.rs",
    "record.rs",
    "session/replay.rs",
    "table.rs",
    "ts.rs",
];

/// The same of the computer players: what is played without anybody reading it, the levels, and another game, which
/// has a test of its own.
const PLAYERS_SILENT: &[&str] = &[
    "bout.rs",
    "computer.rs",
    "level.rs",
    "piacenza",
    "random.rs",
    "risorgimento/temper.rs",
    "risorgimento/worth.rs",
];

/// Sentences of the server for those who write programs.
const FOR_PROGRAMMERS: &[&str] = &[
    "A key is 64 hex digits in lower case.",
    "An id has 1 to 64 plain characters.",
    "Entropy is 64 hex digits in lower case.",
    "This address is for WebSockets.",
    "Pages from other sites may not do this.",
    "The body was cut short.",
    "The body cannot be read: \0.",
    "The body must be JSON, and its type application/json.",
    "The server commits to its part of the dice first: make the game with `part`, then send yours to /api/part.",
    "The server's figures are not for everybody.",
    "The first message cannot be read: \0.",
    "This address does not accept this method.",
    "This connection cannot become a WebSocket.",
    "This link is not an invitation.",
    "This request id has already been used.",
];

/// Words for programs: kinds, ids, and the help of the terminal.
fn is_for_programs(text: &str) -> bool {
    let word = !text.contains(' ') && !text.starts_with(|c: char| c.is_uppercase());
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    word || letters < 2 || text.contains("::") || text.contains(" UNIT ") || text == "place standard"
}

fn lost<'a>(literals: impl IntoIterator<Item = &'a Literal>) -> String {
    sources::lost(&PHRASES, literals)
}

#[test]
fn every_sentence_in_the_sources_is_translated() {
    let rules = literals("risorgimento/src", SILENT);
    let lost_rules = lost(rules.iter().filter(|literal| !is_for_programs(literal.text.trim())));
    assert!(lost_rules.is_empty(), "missing in the Italian phrasebook:\n{lost_rules}");
    let kernel = literals("kernel/src", KERNEL_SILENT);
    let lost_kernel = lost(kernel.iter().filter(|literal| is_sentence(&literal.text)));
    assert!(lost_kernel.is_empty(), "missing in the Italian phrasebook:\n{lost_kernel}");
    let server = literals("server/src", &["metrics.rs"]);
    let for_players = |text: &str| is_sentence(text) && !FOR_PROGRAMMERS.contains(&text);
    let lost_server = lost(server.iter().filter(|literal| for_players(&literal.text)));
    assert!(lost_server.is_empty(), "missing in the Italian phrasebook:\n{lost_server}");
    let players = literals("players/src", PLAYERS_SILENT);
    let lost_players = lost(players.iter().filter(|literal| !is_for_programs(literal.text.trim())));
    assert!(lost_players.is_empty(), "missing in the Italian phrasebook:\n{lost_players}");
}

/// No phrase waits for a sentence that nobody says any more: each is needed in a random game, printed,
/// or has words that stand in the sources.
#[test]
fn every_phrase_is_needed() {
    let folders = [
        ("risorgimento/src", SILENT),
        ("kernel/src", KERNEL_SILENT),
        ("server/src", &[]),
        ("players/src", PLAYERS_SILENT),
    ];
    let sources: Vec<Literal> =
        folders.into_iter().flat_map(|(folder, skip)| literals(folder, skip)).collect();
    // A plan may also begin a sentence.
    let is_plan =
        |literal: &str, part: &str| literal.trim_end_matches('\0').trim().eq_ignore_ascii_case(part);
    let in_source = |part: &str| {
        sources.iter().any(|literal| literal.text.contains(part) || is_plan(&literal.text, part))
    };
    let stands = |english: &str| {
        // the parts between the places; a part that is glued together stands there in pieces
        english.split(['{', '}']).step_by(2).map(str::trim).filter(|part| !part.is_empty()).all(|part| {
            in_source(part)
                || (1..part.len())
                    .any(|at| part.is_char_boundary(at) && in_source(&part[..at]) && in_source(&part[at..]))
        })
    };
    let needed =
        |english: &str| GAMES.used.contains(english) || PRINTED.used.contains(english) || stands(english);
    let idle: Vec<&str> = PHRASES
        .phrases
        .iter()
        .map(|(english, _)| english.as_str())
        .filter(|english| !needed(english))
        .collect();
    assert!(idle.is_empty(), "phrases that nobody says:\n{}", idle.join("\n"));
}

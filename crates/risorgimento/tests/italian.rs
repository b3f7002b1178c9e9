//! Everything that the game says is in the Italian phrasebook. Random games find what is said often;
//! the sources are searched for what is said seldom.

mod italian {
    pub mod said;
}

use italian::said::Said;
use kernel::playout::{RandomStep, playout_seed, random_game_from};
use kernel::{Game, Log, Module, OverlaySubject, Phrasebook, Phrases, Seat, Viewer};
use risorgimento::position::Position;
use risorgimento::{Battle, Goito, goito};
use std::sync::LazyLock;

static GOITO: LazyLock<Goito> = LazyLock::new(goito);
static PHRASES: LazyLock<Phrases> =
    LazyLock::new(|| GOITO.phrases("it").expect("the game speaks Italian"));
static BOOK: LazyLock<Phrasebook> = LazyLock::new(|| PHRASES.book().expect("the files have been checked"));

const VIEWERS: [Viewer; 4] =
    [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public, Viewer::Everything];

fn said() -> Said<'static> {
    let models: Vec<_> =
        GOITO.scenarios().iter().filter_map(|scenario| GOITO.model(&scenario.id)).collect();
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
        let unit = &units[pick(units.len(), salt)];
        let leader = &battle.army.leaders[pick(battle.army.leaders.len(), salt)];
        let formation = &battle.army.formations[pick(battle.army.formations.len(), salt)];
        let stands = p.unit(pick(units.len(), salt + 5) as u8).hex;
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

#[test]
fn what_random_games_say_is_translated() {
    for scenario in GOITO.scenarios() {
        for fog in ["on", "off"] {
            let options = [("fog".to_string(), fog.to_string())].into();
            let (battle, _) = GOITO.battle(&scenario.id, &options).expect("the scenario exists");
            let mut said = said();
            for number in 0..12 {
                listen(&battle, number, &mut said);
            }
            complete(&said);
        }
    }
}

#[test]
fn titles_charts_and_rules_are_translated() {
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
    complete(&said);
    let words: Vec<&str> = PHRASES.rules.iter().map(|rule| rule.id.as_str()).collect();
    let rules: Vec<&str> = GOITO.rules().iter().map(|rule| rule.id).collect();
    assert_eq!(words, rules, "each rule has words in Italian, in the order of the rules");
}

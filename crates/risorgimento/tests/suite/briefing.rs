//! What a side is told before it decides.

use dataset::trial::{changed, list};
use kernel::{Briefing, Module, Seat, Show, Viewer};
use risorgimento::handmade::position;
use risorgimento::{Battle, Position, data, goito};
use std::sync::LazyLock;

static BATTLE: LazyLock<Battle> =
    LazyLock::new(|| goito().battle("goito/battle", &Default::default()).expect("the scenario exists").0);

const PIEDMONT: Viewer = Viewer::Seat(Seat(0));
const AUSTRIA: Viewer = Viewer::Seat(Seat(1));

fn told(p: &Position, viewer: Viewer) -> Briefing {
    BATTLE.briefing(p, viewer)
}

fn now(p: &Position, viewer: Viewer) -> Vec<String> {
    told(p, viewer).now.into_iter().map(|point| point.sentence).collect()
}

#[test]
fn goals_stand_as_the_board_does() {
    let p = position(&*BATTLE, "turn 2; side austria; 33-gyulai 1614 N; 5-aosta 1207 S; benedek 1614");
    let goals = told(&p, AUSTRIA).goals;
    assert_eq!(goals.len(), 2);
    assert_eq!(goals[0].sentence, "Decisive victory: hold all of Goito at the end of any turn.");
    assert!(!goals[0].met && goals.iter().all(|goal| goal.seat == Seat(1)));
    assert!(goals[1].sentence.contains("6 of the 18 farmhouses and farms at the end of turn 8"));
    // the other side has the same to prevent, and does so far
    let other = told(&p, PIEDMONT).goals;
    assert!(other.iter().all(|goal| goal.met), "{other:?}");
    assert_eq!(other[0].stands, goals[0].stands);
    // who watches is told of both, and nothing else of either
    let watching = told(&p, Viewer::Public);
    assert_eq!((watching.seat, watching.goals.len()), (None, 4));
    assert!(watching.who.is_empty() && watching.hints.is_empty() && watching.now.is_empty());
}

#[test]
fn the_cap_of_the_turn_is_told_to_whom_it_binds() {
    let p = position(&*BATTLE, "turn 2; side piedmont; 33-gyulai 1307 N; 5-aosta 1207 S; darvillars 1207");
    assert_eq!(now(&p, PIEDMONT)[0], "0 of 2 activations made: the cap of turn 2.");
    assert_eq!(now(&p, PIEDMONT)[1], "Still to be activated this turn, once each: 1 divisione.");
    assert!(now(&p, AUSTRIA)[0].starts_with("Still to be activated"), "{:?}", now(&p, AUSTRIA));
}

#[test]
fn what_comes_is_told_until_it_has_come() {
    let turns = |p: &Position| told(p, PIEDMONT).coming.iter().map(|c| c.turn).collect::<Vec<_>>();
    let p = position(&*BATTLE, "turn 3; side piedmont; 33-gyulai 1307 N; 5-aosta 1207 S");
    let words: Vec<String> = told(&p, PIEDMONT).coming.into_iter().map(|c| c.sentence).collect();
    assert!(words[0].starts_with("Strassoldo brigade can enter at"), "{words:?}");
    assert!(words.iter().any(|w| w.contains("may ask for II Corps")), "{words:?}");
    assert_eq!(turns(&p), [3, 4, 4, 8]);
    // a shorter scenario without the corps
    let quick = goito().battle("goito/quick", &Default::default()).expect("the scenario exists").0;
    let coming = quick.briefing(&kernel::Game::start(&quick), AUSTRIA).coming;
    assert_eq!(coming.iter().map(|c| c.turn).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
}

#[test]
fn the_words_are_there_in_both_languages() {
    let module = goito();
    let book = module.phrases("it").expect("the game speaks Italian").book().expect("checked");
    for model in module.models() {
        assert_eq!(model.briefs.len(), model.army.sides.len(), "{}", model.scenario.id);
        for text in model.briefs.iter().flat_map(|brief| brief.hints.iter().chain([&brief.who])) {
            assert_ne!(book.translate(text), *text, "{}", model.scenario.id);
        }
    }
}

#[test]
fn a_side_without_a_briefing_is_found() {
    let path = "goito/briefing.toml";
    let check = |old: &str, new: &str| list(&data::check(&changed(data::files(), path, old, new)));
    let missing = check("[quick.austria]", "[quick.prussia]");
    assert!(missing.contains(path) && missing.contains("`quick.austria` is missing"), "{missing}");
    let few = check("  \"A farm is yours as soon", "  # \"A farm is yours as soon");
    assert!(few.contains("2 hints where a side gets 3"), "{few}");
    let empty = check("who = \"You are Radetzky's", "who = \"\" # You are Radetzky's");
    assert!(empty.contains("a text is empty"), "{empty}");
}

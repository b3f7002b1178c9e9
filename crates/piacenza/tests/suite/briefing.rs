//! What a side is told before it decides.

use crate::field::*;
use dataset::trial::{changed, list};
use kernel::{Game, Module, Seat, Show, Viewer};
use piacenza::{data, piacenza};

const FIRST: Viewer = Viewer::Seat(Seat(0));
const SECOND: Viewer = Viewer::Seat(Seat(1));

#[test]
fn places_that_count_stand_as_the_board_does() {
    let b = battle("san-lazzaro");
    let mut p = empty(&b);
    let goal = |p: &_, viewer| b.briefing(p, viewer).goals.remove(0);
    let mine = goal(&p, FIRST);
    assert!(
        mine.sentence.contains("At the end of turn 5") && mine.sentence.contains("San Lazzaro"),
        "{mine:?}"
    );
    assert_eq!((mine.stands.as_str(), mine.met), ("Franco-Spanish stands in none of them.", false));
    assert!(goal(&p, SECOND).met);
    put(&b, &mut p, "fs-reina-inf", b.objectives()[0]);
    assert!(goal(&p, FIRST).met && !goal(&p, SECOND).met);
    assert!(goal(&p, FIRST).stands.contains(b.map.place(b.objectives()[0])));
}

#[test]
fn who_held_a_village_last_is_told() {
    let b = battle("gossolengo");
    let p = b.start();
    for viewer in [FIRST, SECOND] {
        let goal = b.briefing(&p, viewer).goals.remove(0);
        assert_eq!((goal.stands.as_str(), goal.met), ("Nobody has held it yet.", false));
    }
}

#[test]
fn secret_objectives_are_told_to_who_chose_them() {
    let b = battle("campaign");
    let mut p = empty(&b);
    p.state.objectives = 0b1111;
    let stands = |p: &_, viewer| b.briefing(p, viewer).goals.remove(0).stands;
    let before = stands(&p, SECOND);
    put(&b, &mut p, "fs-reina-inf", b.objectives()[0]);
    assert_eq!(stands(&p, FIRST), "Franco-Spanish stands in 1 of them.");
    let (chosen, other) = (stands(&p, SECOND), {
        p.state.objectives = 0b1111_0000;
        stands(&p, SECOND)
    });
    assert_eq!(chosen, other, "it does not matter which were chosen");
    assert_ne!(before, chosen, "what everybody sees is told");
    assert_eq!(stands(&p, FIRST), "Franco-Spanish stands in 0 of them.");
    let turns: Vec<u16> = b.briefing(&p, SECOND).coming.iter().map(|c| c.turn).collect();
    assert_eq!(turns, [9, 12]);
}

#[test]
fn before_the_set_up_objectives_are_chosen() {
    let b = battle("campaign");
    let p = b.start();
    let now = |viewer| b.briefing(&p, viewer).now.remove(0).sentence;
    assert_eq!(now(FIRST), "First choose your secret objectives on the map.");
    assert_eq!(now(SECOND), "The other side chooses its secret objectives.");
}

#[test]
fn the_words_are_there_in_both_languages() {
    let module = piacenza();
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
    let files = changed(data::files(), "piacenza/briefing.toml", "[centre.austrian]", "[center.austrian]");
    let found = list(&data::check(&files));
    assert!(found.contains("`centre.austrian` is missing"), "{found}");
}

//! Scenes as a front end must be able to draw them without knowing the game.

use super::asking::all_pieces;
use super::{SELDOM, viewers};
use crate::game::Viewer;
use crate::playout::{playout_seed, random_game_from};
use crate::scene::Scene;
use crate::show::Show;
use std::collections::{BTreeSet, HashSet};

/// Plays so many random games and looks at every scene on the way: each mark on a counter has its sign, boxes have ids of
/// their own, and choices point at boxes that are there. The words of the marks that were seen.
pub fn draw_all<G: Show>(game: &G, games: u64) -> BTreeSet<String> {
    for mark in game.marks() {
        let same = game.marks().iter().filter(|other| other.word == mark.word).count();
        assert_eq!(same, 1, "`{}` is listed more than once", mark.word);
        let letters = mark.sign.chars().count();
        let fits = if mark.tone.has_sign() { (1..=2).contains(&letters) } else { letters == 0 };
        assert!(fits, "the sign `{}` of `{}` does not fit on a counter", mark.sign, mark.word);
    }
    let mut seen = BTreeSet::new();
    for number in 0..games {
        let mut step = 0u32;
        random_game_from(game, game.start(), playout_seed(number), |position, _| {
            let who = viewers(game.seats().len()).nth(step as usize % (game.seats().len() + 2));
            let viewer = who.unwrap_or(Viewer::Everything);
            let scene = game.view(position, viewer);
            look(game, &scene, &mut seen);
            if step.is_multiple_of(SELDOM) {
                for place in game.choices(position, viewer).iter().filter_map(|choice| choice.place.as_ref())
                {
                    assert!(scene.boxes.iter().any(|bin| bin.id == *place), "there is no box `{place}`");
                }
            }
            step += 1;
        });
    }
    seen
}

fn look<G: Show>(game: &G, scene: &Scene, seen: &mut BTreeSet<String>) {
    for badge in all_pieces(scene).flat_map(|piece| &piece.badges) {
        if !seen.contains(badge.as_str()) {
            let known = game.marks().iter().any(|mark| mark.word == badge.as_str());
            assert!(known, "nothing says how `{badge}` looks");
            seen.insert(badge.to_string());
        }
    }
    let mut ids = HashSet::new();
    for bin in &scene.boxes {
        assert!(!bin.id.is_empty() && ids.insert(&bin.id), "the box `{}` has no id of its own", bin.name);
    }
}

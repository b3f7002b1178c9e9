//! Every question that can be asked of a game, asked of every piece and hex along random games. Whatever is asked, an
//! answer or a refusal comes; a panic names the game, the step, who asked and what.

use super::walking::{Walk, walk};
use super::{variants, viewers};
use crate::Text;
use crate::game::Viewer;
use crate::lot::Lot;
use crate::module::Module;
use crate::overlay::OverlaySubject;
use crate::record::Options;
use crate::scene::{Piece, Scene};
use crate::table::Table;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Subjects that no game has.
const NONSENSE: [&str; 8] = ["", " ", "nobody", "0000", "99999999", "1412#99", "é#\u{0}", "all"];

/// How many questions were asked, and how many were answered and not refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub questions: u64,
    pub answered: u64,
}

/// Plays so many random games of every scenario, and one for each other value of each option. Why is asked of every
/// piece all along them, and in one game of each sort everything is asked at so many moments ([`ask`]). `hexes` are the
/// numbers of the map's hexes.
///
/// # Panics
/// If a game cannot be played, or a question is not answered.
pub fn ask_all(module: &dyn Module, hexes: &[Text], games: u64, moments: u32) -> Asked {
    let mut asked = Asked::default();
    for (scenario, options) in variants(module) {
        let games = if options.is_empty() { games } else { 1 };
        for number in 1..=games {
            let moments = if number == 1 { moments } else { 0 };
            let here = ask(module, &scenario, &options, hexes, number, moments);
            let here = here.unwrap_or_else(|why| panic!("{scenario} {options:?}: {why}"));
            asked.questions += here.questions;
            asked.answered += here.answered;
        }
    }
    asked
}

/// Plays the random game with this number and asks why of every piece all along it; and at moments drawn by lot, why and
/// where to of every piece, what an
/// overlay shows of it and of hexes, so that every hex has its turn, the odds and the forecast of actions; all of it for
/// every viewer.
pub fn ask(
    module: &dyn Module,
    scenario: &str,
    options: &Options,
    hexes: &[Text],
    number: u64,
    moments: u32,
) -> Result<Asked, String> {
    let mut asker = Asker {
        asked: Asked::default(),
        hexes,
        turn: 0,
        lot: Lot::of("capitano asking 1\n", number),
        game: format!("{scenario} {options:?}, random game {number}"),
        step: 0,
    };
    walk(module, scenario, options, number, moments, &mut asker)?;
    Ok(asker.asked)
}

struct Asker<'a> {
    asked: Asked,
    hexes: &'a [Text],
    /// Which of the hexes have their turn.
    turn: usize,
    lot: Lot,
    game: String,
    step: usize,
}

impl Walk for Asker<'_> {
    fn look(&mut self, table: Box<dyn Table>, step: usize, now: bool) -> Result<Box<dyn Table>, String> {
        self.step = step;
        if step.is_multiple_of(OFTEN) {
            self.whys(&*table);
        }
        if now {
            self.everything(&*table);
        }
        Ok(table)
    }
}

/// Why is asked of every piece at every step whose number is a multiple of this.
const OFTEN: usize = 3;
/// Empty hexes that are asked about at one moment.
const HEXES: usize = 48;
/// Legal actions whose odds are asked for at one moment.
const ACTIONS: usize = 12;

impl Asker<'_> {
    fn whys(&mut self, table: &dyn Table) {
        for piece in all_pieces(&table.scene(Viewer::Everything)) {
            self.put(Viewer::Everything, "why", &piece.id, || table.why(Viewer::Everything, &piece.id));
        }
    }

    fn everything(&mut self, table: &dyn Table) {
        let info = table.info();
        let mut hexes: BTreeSet<Text> = BTreeSet::new();
        hexes.extend(self.hexes.iter().cycle().skip(self.turn).take(HEXES.min(self.hexes.len())).cloned());
        self.turn = (self.turn + HEXES) % self.hexes.len().max(1);
        let all = table.scene(Viewer::Everything);
        hexes.extend(all.pieces.iter().filter_map(|piece| piece.hex.clone()));
        let actions = actions(table, &mut self.lot);
        for viewer in viewers(info.seats.len()) {
            let own = table.scene(viewer);
            let pieces: BTreeSet<&Text> =
                all_pieces(&all).chain(all_pieces(&own)).map(|piece| &piece.id).collect();
            let formations = all.formations.iter().map(|formation| &formation.id);
            for name in pieces.into_iter().chain(formations).map(Text::as_str).chain(NONSENSE) {
                self.put(viewer, "why", name, || table.why(viewer, name));
                self.put(viewer, "reach", name, || table.reach(viewer, name));
                self.put(viewer, "proposals", name, || table.proposals(viewer, name));
                self.overlays(table, viewer, OverlaySubject::Unit, name);
            }
            for name in hexes.iter().map(Text::as_str).chain(NONSENSE) {
                self.put(viewer, "why", name, || table.why(viewer, name));
                self.overlays(table, viewer, OverlaySubject::Hex, name);
            }
            self.overlays(table, viewer, OverlaySubject::None, "");
            for action in actions.iter().map(|(action, _)| action.as_str()).chain(NONSENSE) {
                self.put(viewer, "explain", action, || table.explain(viewer, action));
            }
            if let Some((action, _)) = actions.iter().find(|(_, fight)| *fight) {
                self.put(viewer, "forecast", action, || table.forecast(viewer, &[action], &[]));
            }
            self.put(viewer, "forecast", "nonsense", || table.forecast(viewer, &["nonsense"], &["none"]));
        }
    }

    fn overlays(&mut self, table: &dyn Table, viewer: Viewer, of: OverlaySubject, name: &str) {
        for overlay in table.info().overlays.iter().filter(|overlay| overlay.subject == of) {
            self.put(viewer, overlay.id, name, || table.overlay(viewer, overlay.id, name));
        }
    }

    fn put<T, E>(&mut self, viewer: Viewer, what: &str, of: &str, answer: impl FnOnce() -> Result<T, E>) {
        let told = Told { game: &self.game, step: self.step, viewer, what, of };
        self.asked.questions += 1;
        self.asked.answered += u64::from(answer().is_ok());
        drop(told);
    }
}

/// The pieces on the map and off it.
pub fn all_pieces(scene: &Scene) -> impl Iterator<Item = &Arc<Piece>> {
    scene.pieces.iter().chain(scene.boxes.iter().flat_map(|bin| &bin.pieces))
}

/// Some legal actions, those with odds first, and whether all that comes of them can be foretold.
fn actions(table: &dyn Table, lot: &mut Lot) -> Vec<(String, bool)> {
    let mut legal = Vec::new();
    for seat in table.status(Viewer::Everything).decide {
        legal.extend(table.legal(Some(seat)).unwrap_or_default());
    }
    lot.shuffle(&mut legal);
    legal.sort_by_key(|choice| !(choice.odds || choice.fight));
    legal.truncate(ACTIONS);
    legal.into_iter().map(|choice| (choice.action, choice.fight)).collect()
}

/// Tells what was asked if there is no answer but a panic.
struct Told<'a> {
    game: &'a str,
    step: usize,
    viewer: Viewer,
    what: &'a str,
    of: &'a str,
}

impl Drop for Told<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Told { game, step, viewer, what, of } = self;
            eprintln!("{game}, step {step}: {viewer:?} asked `{what}` of `{of}`");
        }
    }
}

//! Sentences for people: no backtick, no key of a file and no id of a piece stands in them, whatever is asked, offered,
//! told, explained or printed.

use super::asking::all_pieces;
use super::walking::{Walk, walk};
use super::{variants, viewers};
use crate::Text;
use crate::game::Viewer;
use crate::module::Module;
use crate::table::Table;
use std::collections::BTreeSet;

/// Listens to one random game of every scenario and of each other value of each option: to every question, choice and
/// event, and at so many moments to what is explained of every piece and of every roll. Then reads the charts and what
/// explains the game. Each position is in a step of the sequence of play.
///
/// # Panics
/// If a game cannot be played, or a sentence is not plain: all that are not.
pub fn speak_plainly(module: &dyn Module, moments: u32) {
    let reference = module.reference();
    let steps = reference.sequence.iter().map(|step| step.id.clone()).collect();
    let mut listener = Listener { steps, ..Listener::default() };
    for (scenario, options) in variants(module) {
        let heard = walk(module, &scenario, &options, 1, moments, &mut listener);
        heard.unwrap_or_else(|why| panic!("{scenario} {options:?}: {why}"));
    }
    for chart in module.charts() {
        listener.hear([&chart.title, &chart.note]);
        listener.hear([&chart.corner].into_iter().chain(&chart.columns));
        listener.hear(chart.rows.iter().map(|row| &row.label));
        listener.hear(chart.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.text));
    }
    listener.hear(reference.sequence.iter().flat_map(|step| [&step.title, &step.text]));
    listener.hear(reference.glossary.iter().flat_map(|term| [&term.name, &term.text]));
    listener.hear(reference.rulings.iter().map(|ruling| &ruling.text));
    let wrong: Vec<String> = listener.wrong.into_iter().collect();
    assert!(wrong.is_empty(), "not for people:\n{}", wrong.join("\n"));
}

#[derive(Default)]
struct Listener {
    /// Ids of pieces as they are and as notation shortens them.
    ids: BTreeSet<String>,
    /// The steps of the sequence of play.
    steps: BTreeSet<Text>,
    /// How much of each viewer's log has been heard.
    heard: Vec<usize>,
    wrong: BTreeSet<String>,
}

/// Questions are listened to at every step whose number is a multiple of this.
const OFTEN: usize = 4;
/// Rolls whose odds are listened to at one moment.
const ROLLS: usize = 6;

impl Walk for Listener {
    fn look(&mut self, table: Box<dyn Table>, step: usize, now: bool) -> Result<Box<dyn Table>, String> {
        let viewers: Vec<Viewer> = viewers(table.info().seats.len()).collect();
        if step == 0 {
            self.learn(&*table);
            self.heard = vec![0; viewers.len()];
        }
        if step.is_multiple_of(OFTEN) || now {
            for (place, viewer) in viewers.iter().enumerate() {
                self.questions(&*table, *viewer);
                self.events(&*table, *viewer, place);
            }
        }
        if now {
            viewers.iter().for_each(|viewer| self.explained(&*table, *viewer));
        }
        Ok(table)
    }
}

impl Listener {
    fn learn(&mut self, table: &dyn Table) {
        let scene = table.scene(Viewer::Everything);
        let names: BTreeSet<&str> = all_pieces(&scene).map(|piece| piece.name.as_str()).collect();
        for piece in all_pieces(&scene) {
            let mut id = piece.id.as_str();
            while id.contains('-') {
                if !names.contains(id) {
                    self.ids.insert(id.to_owned());
                }
                id = id.split_once('-').map_or("", |(_, rest)| rest);
            }
        }
    }

    fn hear<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>) {
        for text in texts {
            let text = text.as_ref();
            if let Some(why) = self.amiss(text) {
                self.wrong.insert(format!("{why}: {text}"));
            }
        }
    }

    /// What a person would not say.
    fn amiss(&self, text: &str) -> Option<&'static str> {
        if text.contains('`') {
            return Some("a backtick");
        }
        let words = text.split(|c: char| c.is_whitespace() || ",.;:()«»\"".contains(c));
        words.flat_map(|word| word.split('+')).find_map(|word| match word {
            _ if word.contains('_') => Some("a key"),
            _ if self.ids.contains(word) => Some("an id"),
            _ => None,
        })
    }

    fn questions(&mut self, table: &dyn Table, viewer: Viewer) {
        let status = table.status(viewer);
        self.hear([&status.prompt.sentence]);
        self.hear(&status.prompt.standing);
        self.hear(status.prompt.shortcuts.iter().map(|shortcut| shortcut.label));
        self.hear([&status.phase, &status.time]);
        if !self.steps.contains(&status.step) {
            self.wrong.insert(format!("a step that the sequence of play does not have: `{}`", status.step));
        }
        if let Viewer::Seat(seat) = viewer
            && status.decide.contains(&seat)
        {
            let choices = table.legal(Some(seat)).unwrap_or_default();
            self.hear(choices.iter().map(|choice| &choice.sentence));
            self.hear(choices.iter().filter_map(|choice| choice.group.as_ref()));
        }
    }

    fn events(&mut self, table: &dyn Table, viewer: Viewer, place: usize) {
        let told = table.log(viewer, self.heard[place]);
        self.heard[place] += told.len();
        self.hear(told.iter().map(|told| &told.text));
        self.hear(told.iter().flat_map(|told| &told.modifiers).map(|modifier| &modifier.label));
    }

    fn explained(&mut self, table: &dyn Table, viewer: Viewer) {
        let scene = table.scene(viewer);
        self.hear(scene.tracks.iter().map(|track| &track.name));
        self.hear(scene.boxes.iter().map(|bin| &bin.name));
        self.hear(scene.formations.iter().flat_map(|formation| &formation.facts));
        self.hear(all_pieces(&scene).flat_map(|piece| &piece.badges));
        let briefing = table.briefing(viewer);
        self.hear([&briefing.who].into_iter().chain(&briefing.hints));
        self.hear(briefing.goals.iter().flat_map(|goal| [&goal.sentence, &goal.stands]));
        self.hear(briefing.now.iter().map(|point| &point.sentence));
        self.hear(briefing.coming.iter().map(|coming| &coming.sentence));
        for piece in all_pieces(&scene) {
            if let Ok(reasons) = table.why(viewer, &piece.id) {
                self.hear(reasons.iter().map(|reason| &reason.sentence));
            }
        }
        for seat in table.status(Viewer::Everything).decide {
            let legal = table.legal(Some(seat)).unwrap_or_default();
            for choice in legal.iter().filter(|choice| choice.odds).take(ROLLS) {
                let Ok(odds) = table.explain(viewer, &choice.action) else { continue };
                self.hear([&odds.title].into_iter().chain(&odds.notes));
                self.hear(odds.modifiers.iter().map(|modifier| &modifier.label));
                self.hear(odds.lines.iter().map(|line| &line.result));
            }
        }
    }
}

//! What is put on the terminal: the board with its heading, the question with its choices, and
//! lists of units, formations and tracks.

use super::map::{self, Picture};
use super::{overview, style};
use crate::games::Entry;
use crate::paint::{Depth, Ink, Rgb};
use crate::rules;
use crate::show::Page;
use hexmap::Hex;
use kernel::scene::{Bin, Figure, MarkInfo, Piece};
use kernel::wire::{Status, View};
use kernel::{Choice, Prompt, Reach, Rule, Scene, Seat, Text};
use std::collections::BTreeMap;
use std::sync::Arc;

const HEADING: Ink = Ink::fore(Rgb(255, 255, 255)).on(Rgb(92, 64, 40)).bold();
/// The least lines that the map gets, and the lines that are kept free for the question.
const LEAST_MAP: usize = 13;
const QUESTION: usize = 4;

pub struct Screen<'a> {
    entry: &'a Entry,
    pub seats: Vec<String>,
    /// How the marks on counters look.
    marks: &'static [MarkInfo],
    pub page: Page,
    depth: Depth,
    size: (usize, usize),
    shows_map: bool,
    focus: Vec<Hex>,
    scrolled: (i32, i32),
}

impl<'a> Screen<'a> {
    pub fn new(
        entry: &'a Entry,
        seats: Vec<String>,
        marks: &'static [MarkInfo],
        depth: Depth,
        size: (usize, usize),
        shows_map: bool,
    ) -> Screen<'a> {
        let page = Page::new(size.0, depth);
        Screen { entry, seats, marks, page, depth, size, shows_map, focus: Vec::new(), scrolled: (0, 0) }
    }

    pub fn seat(&self, seat: Seat) -> &str {
        self.seats.get(usize::from(seat.0)).map_or("?", String::as_str)
    }

    /// Turns the window to where the question is, and to what can be chosen if there is room for
    /// both; if that is nowhere, it stays.
    pub fn look_at(&mut self, prompt: &Prompt, choices: &[Choice]) {
        let map = &self.entry.map;
        let find = |number: &Text| map.find(number);
        let asked: Vec<Hex> = prompt.hexes.iter().filter_map(find).collect();
        let mut all = asked.clone();
        all.extend(choices.iter().filter_map(|choice| choice.hex.as_ref()).filter_map(find));
        if all.is_empty() {
            return;
        }
        let fits = asked.is_empty() || map::fits(map, &all, self.window(choices));
        self.focus = if fits { all } else { asked };
        self.scrolled = (0, 0);
    }

    /// Turns the window to where the scenario is played.
    pub fn look_over(&mut self, hexes: &[Text]) {
        self.focus = hexes.iter().filter_map(|number| self.entry.map.find(number)).collect();
    }

    /// How many characters and lines the map gets.
    fn window(&self, choices: &[Choice]) -> (usize, usize) {
        let shown = choices.len().min(self.most_choices());
        (self.size.0, self.size.1.saturating_sub(shown + QUESTION).max(LEAST_MAP))
    }

    /// Turns the window to a hex, if there is such a one.
    pub fn look_at_hex(&mut self, number: &str) -> bool {
        let found = self.entry.map.find(number);
        if let Some(hex) = found {
            self.focus = vec![hex];
            self.scrolled = (0, 0);
            self.shows_map = true;
        }
        found.is_some()
    }

    /// Moves the window by so many hexes.
    pub fn scroll(&mut self, dx: i32, dy: i32) {
        self.scrolled.0 += 8 * dx;
        self.scrolled.1 += 4 * dy;
        self.shows_map = true;
    }

    /// The heading and the map, with the hexes marked that the choices point at.
    pub fn board(&self, view: &View, choices: &[Choice]) -> Vec<String> {
        let mut lines = vec![self.heading(&view.scene)];
        if !self.shows_map {
            return lines;
        }
        let marked = marked(&view.prompt, choices);
        let picture = self.picture(&view.scene, &marked);
        lines.extend(map::draw(&picture, self.window(choices), self.depth));
        lines
    }

    /// Where a unit can get to: on the map with the costs, then in a list with the reactions.
    pub fn reach(&mut self, view: &View, reach: &Reach) -> Vec<String> {
        let list = self.page.reach(reach);
        if !self.shows_map {
            return list;
        }
        let map = &self.entry.map;
        let from = map.find(&reach.from);
        let mut hexes: Vec<Hex> = reach.hexes.iter().filter_map(|r| map.find(&r.hex)).chain(from).collect();
        if !map::fits(map, &hexes, self.window(&[])) {
            hexes = from.into_iter().collect();
        }
        self.focus = hexes;
        self.scrolled = (0, 0);
        let mut costs: BTreeMap<Text, f32> = BTreeMap::new();
        for r in &reach.hexes {
            let least = costs.entry(r.hex.clone()).or_insert(r.cost);
            *least = least.min(r.cost);
        }
        let marked = costs.into_iter().map(|(hex, cost)| (hex.to_string(), cost.to_string())).collect();
        let mut lines = map::draw(&self.picture(&view.scene, &marked), self.window(&[]), self.depth);
        lines.extend(list);
        lines
    }

    /// The whole map, small.
    pub fn overview(&self, view: &View, choices: &[Choice]) -> Vec<String> {
        let marked = marked(&view.prompt, choices);
        overview::draw(&self.picture(&view.scene, &marked), self.depth)
    }

    fn picture<'b>(&'b self, scene: &'b Scene, marked: &'b BTreeMap<String, String>) -> Picture<'b> {
        Picture {
            map: &self.entry.map,
            scene,
            seats: &self.seats,
            marks: self.marks,
            marked,
            focus: &self.focus,
            scroll: self.scrolled,
        }
    }

    fn heading(&self, scene: &Scene) -> String {
        let phase = &scene.phase;
        let text = format!(" Turn {} of {} · {} · {}", phase.turn, phase.turns, phase.time, phase.phase);
        let pad = self.size.0.saturating_sub(text.chars().count());
        if self.depth.is_none() {
            return format!("──{text} {}", "─".repeat(pad.saturating_sub(3)));
        }
        self.depth.paint(&format!("{text}{}", " ".repeat(pad)), HEADING)
    }

    /// The question and as many of its choices as there is room for.
    pub fn asked(&self, seat: Seat, status: &Status, choices: &[Choice]) -> Vec<String> {
        let who = self.depth.paint(self.seat(seat), Ink::BOLD);
        let mut lines =
            self.page.cited("", &format!("{who}: {}", status.prompt.sentence), status.prompt.rule);
        lines.extend(self.choices(choices, self.most_choices()));
        lines
    }

    fn most_choices(&self) -> usize {
        (self.size.1 / 3).max(8)
    }

    /// The choices, a line each; if there are more than `most`, those that differ only in their
    /// last word share a line.
    pub fn choices(&self, choices: &[Choice], most: usize) -> Vec<String> {
        if choices.len() <= most {
            return self.choice_lines(choices);
        }
        let mut lines = Vec::new();
        let mut from = 0;
        while from < choices.len() {
            let (stem, _) = stem(&choices[from].action);
            let same =
                choices[from..].iter().take_while(|c| stem.is_some() && self::stem(&c.action).0 == stem);
            let words: Vec<&str> = same.map(|c| self::stem(&c.action).1).collect();
            let count = words.len().max(1);
            lines.push(match (stem, count) {
                (Some(stem), 2..) => {
                    let line = format!(
                        "{:>9}  {stem} {}",
                        format!("{}-{}", from + 1, from + count),
                        words.join(" ")
                    );
                    cut(&line, self.page.width)
                }
                _ => cut(&format!("{:>9}  {}", from + 1, choices[from].action), self.page.width),
            });
            from += count;
        }
        if lines.len() > most {
            let more = lines.len() - most;
            lines.truncate(most);
            lines.push(format!("           … lines not shown: {more}"));
        }
        lines.push(format!("           {} choices: `all` lists them all", choices.len()));
        lines
    }

    fn choice_lines(&self, choices: &[Choice]) -> Vec<String> {
        let lengths = choices.iter().map(|c| c.action.chars().count());
        let widest = lengths.max().unwrap_or(0).min(36);
        let mut lines = Vec::new();
        for (number, choice) in (1..).zip(choices) {
            let pad = " ".repeat(widest.saturating_sub(choice.action.chars().count()));
            let sign = if choice.odds { '%' } else { ' ' };
            let first = format!("{number:>4}{sign} {}{pad}  ", choice.action);
            let room = self.page.width.saturating_sub(first.chars().count() + 14).max(20);
            let sentence = cut(&choice.sentence, room);
            lines.extend(self.page.cited(&first, &sentence, choice.rule).into_iter().take(1));
        }
        lines
    }

    /// The pieces that the viewer sees, or those of a hex or a box.
    pub fn units(&self, scene: &Scene, hex: Option<&str>) -> Vec<String> {
        let mut pieces: Vec<&Arc<Piece>> =
            scene.pieces.iter().filter(|p| hex.is_none_or(|h| p.hex.as_deref() == Some(h))).collect();
        pieces.sort_by(|a, b| (a.seat, &a.hex).cmp(&(b.seat, &b.hex)));
        let mut lines: Vec<String> = pieces.iter().map(|piece| self.unit(piece)).collect();
        for Bin { name, pieces, .. } in scene.boxes.iter().filter(|bin| hex.is_none_or(|h| bin.id == h)) {
            lines.push(format!("{name}:{}", if pieces.is_empty() { " empty" } else { "" }));
            lines.extend(pieces.iter().map(|piece| self.unit(piece)));
        }
        if lines.is_empty() {
            lines.push("You can see nothing there.".to_owned());
        }
        lines
    }

    fn unit(&self, piece: &Piece) -> String {
        let hex = piece.hex.as_deref().unwrap_or("    ");
        let facing = piece.facing.map_or(' ', |d| map::arrow(&self.entry.map, d));
        let initial: String = self.seat(Seat(piece.seat)).chars().take(1).collect();
        if !piece.face_up {
            return format!("  {hex} {facing} {initial}  {}", piece.name);
        }
        let value = |v: &Figure| {
            let now = if v.now == v.printed { v.now.to_string() } else { format!("{}/{}", v.now, v.printed) };
            // Most of our values are reconstructed or derived; what the rulebook prints goes unmarked.
            let from = if v.provenance == "printed" || v.provenance.is_empty() { "" } else { &v.provenance };
            (format!("{} {now}", v.label), from.to_owned())
        };
        let values: Vec<(String, String)> = piece.values.iter().map(value).collect();
        let mut from: Vec<&str> = values.iter().map(|v| v.1.as_str()).filter(|v| !v.is_empty()).collect();
        from.dedup();
        let values: Vec<&str> = values.iter().map(|v| v.0.as_str()).collect();
        let mut line = format!(
            "  {hex} {facing} {initial} {} {:<16} {:<28} {}",
            style::sign(&piece.kind),
            piece.id,
            piece.name,
            values.join(", ")
        );
        if !from.is_empty() {
            line = format!("{line} ({})", from.join(", "));
        }
        if !piece.badges.is_empty() {
            line = format!("{line} [{}]", piece.badges.join(", "));
        }
        line.trim_end().to_owned()
    }

    pub fn legend(&self, scene: &Scene) -> Vec<String> {
        style::legend(&self.seats, &self.entry.map, scene, self.marks, self.depth)
    }

    pub fn formations(&self, scene: &Scene) -> Vec<String> {
        let line = |f: &kernel::scene::Formation| {
            let initial: String = self.seat(Seat(f.seat)).chars().take(1).collect();
            format!("  {initial} {:<16} {} ({}): {}", f.id, f.name, f.commander, f.facts.join(", "))
        };
        scene.formations.iter().map(|formation| line(formation)).collect()
    }

    pub fn tracks(&self, scene: &Scene) -> Vec<String> {
        let mut lines = Vec::new();
        for track in &scene.tracks {
            let (from, to) = (track.words(track.from), track.words(track.to));
            let at = track.markers.iter().map(|m| format!("{} {}", m.label, track.words(m.at)));
            lines.push(format!("  {} ({from} to {to}): {}", track.name, at.collect::<Vec<_>>().join(", ")));
        }
        for control in &scene.control {
            let holder = control.seat.map_or("nobody", |seat| self.seat(Seat(seat)));
            lines.push(format!("  {} {}: {holder}  {}", control.hex, control.name, control.worth));
        }
        lines
    }

    /// A rule, and those below it.
    pub fn rule(&self, all: &'static [Rule], id: &str) -> Vec<String> {
        let found = rules::find(all, id);
        if found.is_empty() {
            return vec![format!("There is no rule {id}.")];
        }
        found.iter().flat_map(|rule| rules::in_words(rule, self.page.width)).collect()
    }
}

/// An action without its last word, and that word.
fn stem(action: &str) -> (Option<&str>, &str) {
    match action.rsplit_once(' ') {
        Some((stem, last)) => (Some(stem), last),
        None => (None, action),
    }
}

/// A text of at most `width` characters; what is cut off shows.
fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// The hexes of the question, each with the numbers of the choices that point at it.
fn marked(prompt: &Prompt, choices: &[Choice]) -> BTreeMap<String, String> {
    let mut numbers: BTreeMap<&Text, Vec<usize>> = prompt.hexes.iter().map(|hex| (hex, Vec::new())).collect();
    for (number, choice) in (1..).zip(choices) {
        if let Some(hex) = &choice.hex {
            numbers.entry(hex).or_default().push(number);
        }
    }
    let label = |numbers: &[usize]| match numbers {
        [] => String::new(),
        [one] => one.to_string(),
        [one, two] if *two < 10 => format!("{one},{two}"),
        [one, ..] => format!("{one}…"),
    };
    numbers.into_iter().map(|(hex, numbers)| (hex.to_string(), label(&numbers))).collect()
}

//! Gathers what a game says and keeps of each text what the phrasebook does not know.

use kernel::{
    Briefing, Chart, Choice, Forecast, Odds, Overlay, Phase, Phrasebook, Prompt, Reach, Reason, Refusal,
    Scene, Told, Trace,
};
use risorgimento::model::Model;
use std::collections::{BTreeMap, HashSet};

pub struct Said<'a> {
    book: &'a Phrasebook,
    names: HashSet<String>,
    seen: HashSet<String>,
    /// What is missing, and a text in which it stands.
    pub missing: BTreeMap<String, String>,
    /// Phrases that were needed.
    pub used: HashSet<&'a str>,
}

/// Words that are the same in Italian, or signs of the charts.
const SAME: &[&str] = &["DRM", "2d6", "1d6", "Austria", "N", "NE", "SE", "S"];

impl<'a> Said<'a> {
    pub fn new(book: &'a Phrasebook, models: &[&Model]) -> Said<'a> {
        let mut names: HashSet<String> = SAME.iter().map(ToString::to_string).collect();
        for model in models {
            let short = |id: &str| {
                let id = id.split_once('-').map_or(id, |(_, id)| id);
                id.strip_prefix("fc-").or_else(|| id.strip_prefix("oc-")).unwrap_or(id).to_string()
            };
            for unit in &model.army.units {
                names.extend([unit.name.clone(), unit.id.clone(), short(&unit.id)]);
            }
            for leader in &model.army.leaders {
                names.extend([leader.name.clone(), leader.id.clone(), short(&leader.id)]);
            }
            for formation in &model.army.formations {
                names.extend([formation.id.clone(), short(&formation.id)]);
                // brigades have other names in Italian
                names.extend(Some(formation.name.clone()).filter(|name| !name.contains("brigade")));
            }
            let places = model.map.places().iter().filter(|place| !place.name.ends_with("edge"));
            names.extend(places.map(|place| place.name.clone()));
        }
        Said { book, names, seen: HashSet::new(), missing: BTreeMap::new(), used: HashSet::new() }
    }

    fn is_name(&self, part: &str) -> bool {
        let known = |part: &str| self.names.contains(part);
        let place = part.split_once(" (").is_some_and(|(name, rest)| {
            known(name) && rest.strip_suffix(')').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
        });
        // numbers, and results of the charts: cc1, 1S2, "R 1S2 / cc0"
        let figure = part.split([' ', '/', '>']).all(|word| {
            let letters: String = word.chars().filter(|c| c.is_alphabetic()).collect();
            matches!(letters.as_str(), "" | "cc" | "S" | "R" | "B" | "G" | "W")
        });
        let rule = part.starts_with(|c: char| c.is_ascii_digit()) && part.contains('.') && part.len() < 8;
        known(part) || place || figure || rule || part.split('+').all(known)
    }

    pub fn text(&mut self, text: &str) {
        if self.seen.insert(text.to_string()) {
            let trace = self.book.trace(text);
            self.keep(trace, text);
        }
    }

    fn keep(&mut self, trace: Trace<'a>, text: &str) {
        self.used.extend(trace.phrases);
        for part in trace.untranslated {
            if !self.is_name(&part) {
                self.missing.entry(part).or_insert_with(|| text.to_string());
            }
        }
    }

    pub fn texts<T: AsRef<str>>(&mut self, list: impl IntoIterator<Item = T>) {
        list.into_iter().for_each(|text| self.text(text.as_ref()));
    }

    pub fn told(&mut self, told: &Told) {
        // the same words with other units and hexes need not be looked at again
        let words = told
            .spans
            .iter()
            .map(|span| if span.unit.is_some() || span.hex.is_some() { "…" } else { &span.text });
        if self.seen.insert(words.collect()) {
            let trace = self.book.trace_told(&told.spans);
            self.keep(trace, &told.text);
        }
        self.texts(told.modifiers.iter().map(|m| &m.label));
        self.texts(told.lookup.iter().flat_map(|lookup| [&lookup.row, &lookup.column]));
    }

    pub fn phase(&mut self, phase: &Phase) {
        self.texts([&phase.time, &phase.phase]);
    }

    pub fn prompt(&mut self, prompt: &Prompt) {
        self.text(&prompt.sentence);
        self.texts(&prompt.standing);
    }

    pub fn briefing(&mut self, told: &Briefing) {
        self.text(&told.who);
        self.texts(&told.hints);
        for goal in &told.goals {
            self.texts([&goal.sentence, &goal.stands]);
        }
        self.texts(told.now.iter().map(|point| &point.sentence));
        self.texts(told.coming.iter().map(|coming| &coming.sentence));
    }

    pub fn choice(&mut self, choice: &Choice) {
        self.text(&choice.sentence);
        self.texts(&choice.group);
    }

    pub fn scene(&mut self, scene: &Scene) {
        self.phase(&scene.phase);
        for piece in scene.pieces.iter().chain(scene.boxes.iter().flat_map(|bin| &bin.pieces)) {
            self.texts([&piece.name, &piece.kind]);
            self.texts(&piece.badges);
            for figure in &piece.values {
                self.texts([figure.label, &figure.provenance]);
            }
        }
        self.texts(scene.markers.iter().map(|marker| &marker.kind));
        self.texts(scene.control.iter().flat_map(|control| [&control.name, &control.worth]));
        for track in &scene.tracks {
            self.text(&track.name);
            self.texts(track.markers.iter().map(|marker| &marker.label));
        }
        self.texts(scene.boxes.iter().map(|bin| &bin.name));
        for formation in &scene.formations {
            self.texts([&formation.name, &formation.commander]);
            self.texts(&formation.facts);
        }
    }

    pub fn reasons(&mut self, reasons: &Result<Vec<Reason>, Refusal>) {
        match reasons {
            Ok(list) => self.texts(list.iter().map(|reason| &reason.sentence)),
            Err(refusal) => self.text(&refusal.message),
        }
    }

    pub fn reach(&mut self, reach: &Result<Reach, Refusal>) {
        match reach {
            Ok(reach) => {
                self.text(&reach.unit);
                for to in &reach.hexes {
                    self.text(to.mode);
                    self.texts(&to.reactions);
                }
            }
            Err(refusal) => self.text(&refusal.message),
        }
    }

    pub fn odds(&mut self, odds: &Result<Odds, Refusal>) {
        match odds {
            Ok(odds) => {
                self.text(&odds.title);
                self.texts(odds.modifiers.iter().map(|m| &m.label));
                self.texts(&odds.notes);
                self.texts(odds.lines.iter().map(|line| &line.result));
                self.texts(odds.lookups.iter().flat_map(|lookup| [&lookup.row, &lookup.column]));
            }
            Err(refusal) => self.text(&refusal.message),
        }
    }

    pub fn forecast(&mut self, forecast: &Result<Forecast, Refusal>) {
        let forecast = match forecast {
            Ok(forecast) => forecast,
            Err(refusal) => return self.text(&refusal.message),
        };
        self.text(&forecast.title);
        self.texts(&forecast.notes);
        self.texts(forecast.rolls.iter().map(|roll| roll.what));
        for answered in &forecast.answers {
            self.text(answered.words);
            self.texts(answered.instead.iter().map(|other| other.words));
        }
        for table in &forecast.tables {
            self.text(&table.title);
            // several fights in a row are told in as many sentences, each translated by itself
            let results = table.lines.iter().flat_map(|line| line.result.split_inclusive(". "));
            self.texts(results.map(str::trim));
        }
    }

    pub fn overlay(&mut self, overlay: &Result<Overlay, Refusal>) {
        match overlay {
            Ok(overlay) => {
                self.text(&overlay.title);
                self.texts(overlay.legend.iter().map(|line| &line.text));
                self.texts(overlay.hexes.iter().filter_map(|hex| hex.label.as_ref()));
            }
            Err(refusal) => self.text(&refusal.message),
        }
    }

    pub fn chart(&mut self, chart: &Chart) {
        self.texts([&chart.title, &chart.note]);
        self.text(&chart.corner);
        self.texts(&chart.columns);
        for row in &chart.rows {
            self.text(&row.label);
            for cell in &row.cells {
                self.texts([&cell.text, &cell.provenance]);
            }
        }
    }

    /// What is missing, a line each.
    pub fn list(&self) -> String {
        let line = |(part, text): (&String, &String)| {
            if part == text { format!("{part}\n") } else { format!("{part}   (in: {text})\n") }
        };
        self.missing.iter().map(line).collect()
    }

    pub fn is_complete(&self) -> bool {
        self.missing.is_empty()
    }
}

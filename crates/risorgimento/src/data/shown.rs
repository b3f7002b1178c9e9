//! The charts as they are shown: every table of `risorgimento/charts.toml` and of a game's
//! `terrain.toml`, each value with where it comes from. Rows and columns carry the labels by which
//! events and odds name a cell (`lookup`).

use super::{read_shared_charts, scenario, scenarios};
use crate::lookup::{self, CONDUCT, DRM, LEVELS, MOST_ACTIVATION, NATURAL_SIX, RESULT};
use crate::model::{Charts, Model};
use crate::rule;
use dataset::{Files, Node, Problem, Provenance, Value, read_tree, take};
use kernel::{Chart, ChartCell, ChartRow, Citation, Text, format_text};

/// All charts of a game.
pub fn charts_shown(files: &Files, game: &str) -> Result<Vec<Chart>, Vec<Problem>> {
    let problems = &mut Vec::new();
    let shared = take(read_shared_charts(files, game), problems);
    let terrain = take(read_tree(files, &format!("{game}/terrain.toml")), problems);
    let list = take(scenarios(files, game), problems).unwrap_or_default();
    // the charts are the same in all scenarios; the corps comes in some of them
    let models: Vec<Model> =
        list.iter().filter_map(|entry| take(super::load(files, game, &entry.id), problems)).collect();
    let (Some(shared), Some(terrain), Some(first)) = (shared, terrain, models.first()) else {
        return Err(std::mem::take(problems));
    };
    let mut shown = Shown { game, tree: &shared, charts: &first.charts, list: Vec::new() };
    shown.activation();
    shown.checks();
    shown.fire();
    shown.assault();
    shown.recovery();
    shown.ground(&terrain);
    if let Some((model, corps)) = models.iter().find_map(|m| m.scenario.corps.as_ref().map(|c| (m, c)))
        && let Some(tree) = take(scenario::tree(files, game, &model.scenario.id), problems)
    {
        shown.corps(corps.arrives_on, tree.at("corps.arrives_on"));
    }
    shown.listing("general", "Numbers used throughout", rule::R1);
    if problems.is_empty() { Ok(shown.list) } else { Err(std::mem::take(problems)) }
}

struct Shown<'a> {
    game: &'a str,
    /// The shared charts as the files have them.
    tree: &'a Node,
    /// The same as the rules use them.
    charts: &'a Charts,
    list: Vec<Chart>,
}

/// A column: its key in the file, its label, and whether its numbers carry a sign.
type Column = (&'static str, &'static str, bool);

impl Shown<'_> {
    fn add(
        &mut self,
        id: &str,
        title: &str,
        rule: Citation,
        corner: &'static str,
        columns: &[&str],
    ) -> usize {
        self.list.push(Chart {
            id: id.into(),
            title: title.into(),
            rule,
            note: self.tree.at(id).map_or(String::new(), note),
            corner: Text::new_static(corner),
            columns: columns.iter().map(Text::new).collect(),
            rows: Vec::new(),
        });
        self.list.len() - 1
    }

    fn row(&mut self, chart: usize, label: impl Into<Text>, cells: Vec<ChartCell>) {
        self.list[chart].rows.push(ChartRow { label: label.into(), cells });
    }

    /// A table of single values: a row for each.
    fn listing(&mut self, path: &str, title: &str, rule: Citation) {
        self.listing_as(path, path, title, rule, "value", false);
    }

    /// The same under another id, or with another heading for the values.
    fn listing_as(&mut self, id: &str, path: &str, title: &str, rule: Citation, column: &str, signed: bool) {
        let chart = self.add(id, title, rule, "", &[column]);
        self.list[chart].note.clear();
        let Some(table) = self.tree.at(path) else { return };
        for (key, node) in table.entries() {
            let single = !matches!(node.value, Value::Table(_));
            if single && !is_provenance(key) {
                self.row(chart, words(key), vec![cell(node, signed)]);
            }
        }
    }

    /// The rows of a table, those of other games left out.
    fn rows(&mut self, chart: usize, path: &str, label: impl Fn(&Node) -> Text, columns: &[Column]) {
        let Some(table) = self.tree.at(path) else { return };
        for node in table.items() {
            if node.text("game").is_some_and(|game| game != self.game) {
                continue;
            }
            let cells = columns
                .iter()
                .map(|(key, _, signed)| node.at(key).map_or_else(nothing, |value| cell(value, *signed)));
            let cells = cells.collect();
            self.row(chart, label(node), cells);
        }
    }

    // ---- chapter by chapter ------------------------------------------------------------------

    fn activation(&mut self) {
        self.listing("initiative_determination", "Initiative", rule::R4_A);
        let columns: Vec<String> = (1..=MOST_ACTIVATION).map(|value| value.to_string()).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let chart = self.add("activation", "Activation by Command Value", rule::R6_1_1, "1d6", &columns);
        let source = self.source("activation.success");
        for total in 1..=MOST_ACTIVATION {
            let word = |value: i32| if total <= value { "activated" } else { "-" };
            let cells = (1..=MOST_ACTIVATION).map(|value| ours(word(value), source)).collect();
            self.row(chart, lookup::activation_row(total), cells);
        }
        let six = ours("loose cannon", self.source("activation.natural_six"));
        self.row(chart, NATURAL_SIX, vec![six; columns.len()]);
        let (id, title) = ("activation_modifiers", "Activation roll");
        self.listing_as(id, "activation", title, rule::R6_1_2, "value", false);
        let title = "Number of Assault and Charge markers";
        let path = format!("assault_markers.{}", self.game);
        self.listing_as("assault_markers", &path, title, rule::R7_1_1a, "value", false);
        self.listing("mood_track", "Mood of the commanders", rule::R6_2_1a);

        let columns: [Column; 6] = [
            ("name", CONDUCT, false),
            ("markers_allowed", "markers", false),
            ("min_markers_if_possible", "at least", false),
            ("fire_allowed", "fire", false),
            ("assault_drm", DRM, true),
            ("effect", "effect", false),
        ];
        let title = "Initiative Table: the loose cannon";
        let chart = self.add("initiative_table", title, rule::R6_2, "1d6", &columns.map(|c| c.1));
        let label = |node: &Node| lookup::span_row(number(node, "min"), number(node, "max"));
        self.rows(chart, "initiative_table.rows", label, &columns);
    }

    fn checks(&mut self) {
        let columns: [Column; 1] = [("cv_modifier", "Cohesion Value", true)];
        let chart = self.add("unit_status", "Status of units", rule::R13, "status", &columns.map(|c| c.1));
        self.rows(chart, "unit_status.levels", id_words, &columns);
        self.listing("cohesion_check", "Cohesion check", rule::R13_1a);
        let columns: [Column; 2] = [("drm", DRM, true), ("applies", "applies to", false)];
        let title = "Cohesion Check Modifiers Table";
        let chart = self.add("cohesion_check_modifiers", title, rule::R13_1a, "", &columns.map(|c| c.1));
        self.rows(chart, "cohesion_check_modifiers.rows", id_words, &columns);

        let title = "Effects of a failed check";
        let chart = self.add("cohesion_check_effects", title, rule::R13_1_2, "over by", &[LEVELS]);
        let rows = self.tree.at("cohesion_check_effects.rows").map_or(Vec::new(), Node::items);
        for over in 0..self.charts.check_effects.len() as i32 {
            let levels = self.charts.check_effects[over as usize];
            let holds = |row: &&&Node| (number(row, "over_min")..=number(row, "over_max")).contains(&over);
            let source = match rows.iter().find(holds) {
                Some(row) => row.at("levels_lost").and_then(|node| node.provenance),
                None => self.source("cohesion_check.success"),
            };
            let cell = ours(&levels.to_string(), source);
            self.row(chart, lookup::over_row(self.charts, over), vec![cell]);
        }
    }

    fn fire(&mut self) {
        let charts = self.charts;
        let names: Vec<&str> = charts.fire.column_names.iter().map(String::as_str).collect();
        let chart = self.add("fire_table", "Fire Table", rule::R9_3, "2d6", &names);
        self.rolls(
            chart,
            "fire_table",
            |roll| lookup::fire_row(&charts.fire, roll),
            |node| cell(node, false),
        );
        let title = "Strength of artillery by range";
        let chart = self.add("fire_strength", title, rule::R9_1, "range", &["factor"]);
        for (i, (numerator, denominator)) in charts.artillery_factor.iter().enumerate() {
            let range = i as u8 + 1;
            let path = format!("fire_strength.artillery_factor_by_range.{range}");
            let text = factor_words(*numerator, *denominator);
            let cell = ours(&text, self.source(&path));
            self.row(chart, lookup::range_row(charts, range), vec![cell]);
        }
        let path = "fire_column_shifts";
        self.listing_as(path, path, "Column shifts of fire", rule::R9_3, "columns", true);
        self.listing_as("fire_drm", "fire_drm", "Modifiers of the fire roll", rule::R9_3, DRM, true);
        let title = "Cohesion Value of the firing force";
        let chart = self.add("cvm_fire_table", title, rule::R9_3, "Cohesion Value", &[DRM]);
        let label = |node: &Node| lookup::span_row(number(node, "ccv_min"), number(node, "ccv_max"));
        self.rows(chart, "cvm_fire_table.rows", label, &[("drm", DRM, true)]);
        let chart = self.add("ammunition", "Ammunition", rule::R9_4_3a, "1d6", &[RESULT]);
        let source = self.source("ammunition.out_of_ammo_on.0");
        for face in 1..=6u8 {
            let word = if face <= charts.out_of_ammo_up_to { "out of ammunition" } else { "fires" };
            self.row(chart, face.to_string(), vec![ours(word, source)]);
        }
    }

    fn assault(&mut self) {
        let table = &self.charts.assault;
        let columns: Vec<Text> =
            (0..table.rows[0].len()).map(|column| lookup::assault_column(table, column)).collect();
        let columns: Vec<&str> = columns.iter().map(Text::as_str).collect();
        let chart = self.add("assault_table", "Assault Table", rule::R11_2_5, "2d6", &columns);
        if let Some(backgrounds) = self.tree.at("assault_table.backgrounds") {
            let words = note(backgrounds);
            self.list[chart].note = format!("{} {words}", self.list[chart].note);
        }
        // background, result of the attacker, result of the defender
        let three = |node: &Node| {
            let parts: Vec<Text> = node.items().into_iter().map(|part| text(part, false)).collect();
            let source = node.items().first().and_then(|part| part.provenance);
            match &parts[..] {
                [background, attacker, defender] => {
                    ours(&format!("{background} {attacker} / {defender}"), source)
                }
                _ => nothing(),
            }
        };
        self.rolls(chart, "assault_table", |roll| lookup::assault_row(table, roll), three);
        let (id, title) = ("strength_ratio_assault_modifiers", "Strength ratio");
        let chart = self.add(id, title, rule::R11_2_1, "attacker to defender", &[DRM]);
        let label = |node: &Node| Text::new(node.text("ratio").unwrap_or_default());
        self.rows(chart, "strength_ratio_assault_modifiers.rows", label, &[("drm", DRM, true)]);
        let path = "other_assault_modifiers";
        self.listing_as(path, path, "Other modifiers of an assault or a charge", rule::R11_2_3, DRM, true);
        self.listing("artillery_in_assault", "Artillery in an assault", rule::R11_4);
    }

    fn recovery(&mut self) {
        let columns: [Column; 3] = [
            ("levels", "levels regained", false),
            ("when", "when", false),
            ("condition", "condition", false),
        ];
        let chart = self.add("recovery", "Recovery", rule::R13_3a, "", &columns.map(|c| c.1));
        self.rows(chart, "recovery.rows", id_words, &columns);
        if let Some(condition) = self.tree.at("recovery.exhaustion.condition") {
            let cells = vec![nothing(), nothing(), cell(condition, false)];
            self.row(chart, "exhaustion", cells);
        }
    }

    /// The Terrain Effects Chart: hexes, hexsides, roads.
    fn ground(&mut self, terrain: &Node) {
        const HEX: &[Column] = &[
            ("inf", "infantry", false),
            ("cav", "cavalry", false),
            ("art", "artillery", false),
            ("fire_shift", "fire columns", true),
            ("assault_drm", "assault DRM", true),
            ("blocks_los", "blocks sight", false),
            ("receives_zor", "zones reach in", false),
            ("all_round_front", "front all round", false),
            ("charge_ok", "charges", false),
        ];
        const SIDE: &[Column] = &[
            ("inf", "infantry", false),
            ("cav", "cavalry", false),
            ("art", "artillery", false),
            ("assault_drm", "assault DRM", true),
            ("charge_ok", "charges", false),
            ("blocks_command", "blocks command", false),
            ("wading", "wading", false),
        ];
        let lists = [
            ("terrain", "hex", "Terrain Effects Chart: hexes", rule::R14, HEX),
            ("hexsides", "hexside", "Terrain Effects Chart: hexsides", rule::R14_1a, SIDE),
        ];
        for (id, path, title, rule, columns) in lists {
            let labels: Vec<&str> = columns.iter().map(|column| column.1).collect();
            let chart = self.add(id, title, rule, path, &labels);
            for node in terrain.at(path).map_or(Vec::new(), Node::items) {
                let over = node.text("over").map(|over| format!("{path}.{over}"));
                let below = over.and_then(|over| terrain.at(&over));
                let cells = columns.iter().map(|(key, _, signed)| {
                    // a bridge costs what lies under it for all who do not follow the road
                    let value = node.at(key).or_else(|| below.and_then(|below| below.at(key)));
                    value.map_or_else(nothing, |value| cell(value, *signed))
                });
                let cells = cells.collect();
                self.row(chart, id_words(node), cells);
            }
        }
        let title = "Terrain Effects Chart: roads";
        let chart = self.add("roads", title, rule::R14_3, "road", &["cost in March"]);
        for (key, node) in terrain.at("road").map_or(Vec::new(), Node::entries) {
            if !is_provenance(key) {
                self.row(chart, words(key), vec![cell(node, false)]);
            }
        }
    }

    fn corps(&mut self, arrives_on: u8, source: Option<&Node>) {
        let chart = self.add("corps", "Arrival of II Corps", rule::R16_1_1, "1d6", &[RESULT]);
        let source = source.and_then(|node| node.provenance);
        for face in 1..=6u8 {
            let word = if face == arrives_on { "comes from the next turn on" } else { "-" };
            self.row(chart, face.to_string(), vec![ours(word, source)]);
        }
    }

    /// A table of results by the roll.
    fn rolls(
        &mut self,
        chart: usize,
        path: &str,
        label: impl Fn(i32) -> Text,
        show: impl Fn(&Node) -> ChartCell,
    ) {
        for row in self.tree.at(&format!("{path}.rows")).map_or(Vec::new(), Node::items) {
            let cells = row.at("cells").map_or(Vec::new(), Node::items).into_iter().map(&show).collect();
            self.row(chart, label(number(row, "roll")), cells);
        }
    }

    fn source(&self, path: &str) -> Option<Provenance> {
        let node = self.tree.at(path)?;
        node.provenance.or_else(|| node.items().first().and_then(|item| item.provenance))
    }
}

/// A factor as people write it.
pub(crate) fn factor_words(numerator: u8, denominator: u8) -> String {
    match (numerator, denominator) {
        (_, 1) => format!("× {numerator}"),
        (1, 2) => "× ½".into(),
        (1, 3) => "× ⅓".into(),
        (3, 2) => "× 1½".into(),
        _ => format!("× {numerator}/{denominator}"),
    }
}

fn is_provenance(key: &str) -> bool {
    key == "provenance" || key.ends_with("_provenance")
}

/// What a table says about itself: its texts, each behind its key.
fn note(table: &Node) -> String {
    let texts = table.entries().into_iter().filter(|(key, _)| !is_provenance(key));
    let texts = texts.filter_map(|(key, node)| match &node.value {
        Value::Text(text) => Some(format!("{}: {text}.", words(key))),
        _ => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// A key of the files as words.
fn words(key: &str) -> Text {
    key.replace('_', " ").into()
}

fn id_words(node: &Node) -> Text {
    words(node.text("id").unwrap_or_default())
}

fn number(node: &Node, path: &str) -> i32 {
    match node.at(path).map(|node| &node.value) {
        Some(Value::Whole(number)) => *number as i32,
        _ => 0,
    }
}

fn text(node: &Node, signed: bool) -> Text {
    match &node.value {
        Value::Text(text) => text.into(),
        Value::Whole(number) if signed && *number != 0 => format_text!("{number:+}"),
        Value::Whole(number) => format_text!("{number}"),
        Value::Real(number) => format_text!("{number}"),
        Value::Flag(true) => Text::new_static("yes"),
        Value::Flag(false) => Text::new_static("no"),
        Value::List(list) => {
            let texts: Vec<Text> = list.iter().map(|item| text(item, signed)).collect();
            texts.join(", ").into()
        }
        Value::Table(_) => Text::default(),
    }
}

fn cell(node: &Node, signed: bool) -> ChartCell {
    ours(&text(node, signed), node.provenance.or_else(|| node.items().first().and_then(|n| n.provenance)))
}

fn ours(text: &str, source: Option<Provenance>) -> ChartCell {
    ChartCell { text: text.into(), provenance: Text::new_static(source.map_or("", Provenance::name)) }
}

fn nothing() -> ChartCell {
    ours("", None)
}

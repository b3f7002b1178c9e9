//! The charts as they are shown: every table of `risorgimento/charts.toml` and of a game's
//! `terrain.toml`, each value with where it comes from. Rows and columns carry the labels by which
//! events and odds name a cell (`lookup`).

use super::{read_shared_charts, scenario, scenarios};
use crate::lookup::{self, CONDUCT, DRM, LEVELS, MOST_ACTIVATION, NATURAL_SIX, RESULT};
use crate::model::{Charts, Model};
use crate::rule;
use dataset::sheet::{Column, id_words, note, number, text};
use dataset::{Files, Node, Problem, Sheet, SheetCell, Sheets, read_tree, take};
use kernel::{Chart, Citation, Text};

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
    let mut shown = Shown { sheets: Sheets::new(game, &shared), charts: &first.charts };
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
    shown.sheets.listing("general", "Numbers used throughout", rule::R1);
    if problems.is_empty() {
        Ok(shown.sheets.list.iter().map(chart).collect())
    } else {
        Err(std::mem::take(problems))
    }
}

struct Shown<'a> {
    /// The charts as the files have them.
    sheets: Sheets<'a, Citation>,
    /// The shared charts as the rules use them.
    charts: &'a Charts,
}

impl Shown<'_> {
    fn activation(&mut self) {
        self.sheets.listing("initiative_determination", "Initiative", rule::R4_A);
        let columns: Vec<String> = (1..=MOST_ACTIVATION).map(|value| value.to_string()).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        self.sheets.add("activation", "Activation by Command Value", rule::R6_1_1, "1d6", &columns);
        let source = self.sheets.source("activation.success");
        for total in 1..=MOST_ACTIVATION {
            let word = |value: i32| if total <= value { "activated" } else { "-" };
            let cells = (1..=MOST_ACTIVATION).map(|value| SheetCell::new(word(value), source)).collect();
            self.sheets.row(lookup::activation_row(total), cells);
        }
        let six = SheetCell::new("loose cannon", self.sheets.source("activation.natural_six"));
        self.sheets.row(NATURAL_SIX, vec![six; columns.len()]);
        let (id, title) = ("activation_modifiers", "Activation roll");
        self.sheets.listing_as(id, "activation", title, rule::R6_1_2, "value", false);
        let title = "Number of Assault and Charge markers";
        let path = format!("assault_markers.{}", self.sheets.game);
        self.sheets.listing_as("assault_markers", &path, title, rule::R7_1_1a, "value", false);
        self.sheets.listing("mood_track", "Mood of the commanders", rule::R6_2_1a);

        let columns: [Column; 6] = [
            ("name", CONDUCT, false),
            ("markers_allowed", "markers", false),
            ("min_markers_if_possible", "at least", false),
            ("fire_allowed", "fire", false),
            ("assault_drm", DRM, true),
            ("effect", "effect", false),
        ];
        let title = "Initiative Table: the loose cannon";
        self.sheets.add("initiative_table", title, rule::R6_2, "1d6", &columns.map(|c| c.1));
        let label = |node: &Node| lookup::span_row(number(node, "min"), number(node, "max"));
        self.sheets.rows("initiative_table.rows", label, &columns);
    }

    fn checks(&mut self) {
        let columns: [Column; 1] = [("cv_modifier", "Cohesion Value", true)];
        self.sheets.add("unit_status", "Status of units", rule::R13, "status", &columns.map(|c| c.1));
        self.sheets.rows("unit_status.levels", id_words, &columns);
        self.sheets.listing("cohesion_check", "Cohesion check", rule::R13_1a);
        let columns: [Column; 2] = [("drm", DRM, true), ("applies", "applies to", false)];
        let title = "Cohesion Check Modifiers Table";
        self.sheets.add("cohesion_check_modifiers", title, rule::R13_1a, "", &columns.map(|c| c.1));
        self.sheets.rows("cohesion_check_modifiers.rows", id_words, &columns);

        let title = "Effects of a failed check";
        self.sheets.add("cohesion_check_effects", title, rule::R13_1_2, "over by", &[LEVELS]);
        let rows = self.sheets.tree.at("cohesion_check_effects.rows").map_or(Vec::new(), Node::items);
        for over in 0..self.charts.check_effects.len() as i32 {
            let levels = self.charts.check_effects[over as usize];
            let holds = |row: &&&Node| (number(row, "over_min")..=number(row, "over_max")).contains(&over);
            let source = match rows.iter().find(holds) {
                Some(row) => row.at("levels_lost").and_then(|node| node.provenance),
                None => self.sheets.source("cohesion_check.success"),
            };
            let cell = SheetCell::new(levels.to_string(), source);
            self.sheets.row(lookup::over_row(self.charts, over), vec![cell]);
        }
    }

    fn fire(&mut self) {
        let charts = self.charts;
        let names: Vec<&str> = charts.fire.column_names.iter().map(String::as_str).collect();
        self.sheets.add("fire_table", "Fire Table", rule::R9_3, "2d6", &names);
        self.sheets.rolls(
            "fire_table",
            |roll| lookup::fire_row(&charts.fire, roll),
            |node| SheetCell::of(node, false),
        );
        let title = "Strength of artillery by range";
        self.sheets.add("fire_strength", title, rule::R9_1, "range", &["factor"]);
        for (i, (numerator, denominator)) in charts.artillery_factor.iter().enumerate() {
            let range = i as u8 + 1;
            let path = format!("fire_strength.artillery_factor_by_range.{range}");
            let text = factor_words(*numerator, *denominator);
            let cell = SheetCell::new(text, self.sheets.source(&path));
            self.sheets.row(lookup::range_row(charts, range), vec![cell]);
        }
        let path = "fire_column_shifts";
        self.sheets.listing_as(path, path, "Column shifts of fire", rule::R9_3, "columns", true);
        self.sheets.listing_as("fire_drm", "fire_drm", "Modifiers of the fire roll", rule::R9_3, DRM, true);
        let title = "Cohesion Value of the firing force";
        self.sheets.add("cvm_fire_table", title, rule::R9_3, "Cohesion Value", &[DRM]);
        let label = |node: &Node| lookup::span_row(number(node, "ccv_min"), number(node, "ccv_max"));
        self.sheets.rows("cvm_fire_table.rows", label, &[("drm", DRM, true)]);
        self.sheets.add("ammunition", "Ammunition", rule::R9_4_3a, "1d6", &[RESULT]);
        let source = self.sheets.source("ammunition.out_of_ammo_on.0");
        for face in 1..=6u8 {
            let word = if face <= charts.out_of_ammo_up_to { "out of ammunition" } else { "fires" };
            self.sheets.row(face.to_string(), vec![SheetCell::new(word, source)]);
        }
    }

    fn assault(&mut self) {
        let table = &self.charts.assault;
        let columns: Vec<Text> =
            (0..table.rows[0].len()).map(|column| lookup::assault_column(table, column)).collect();
        let columns: Vec<&str> = columns.iter().map(Text::as_str).collect();
        self.sheets.add("assault_table", "Assault Table", rule::R11_2_5, "2d6", &columns);
        if let Some(backgrounds) = self.sheets.tree.at("assault_table.backgrounds") {
            let words = note(backgrounds);
            if let Some(sheet) = self.sheets.last() {
                sheet.note = format!("{} {words}", sheet.note);
            }
        }
        // background, result of the attacker, result of the defender
        let three = |node: &Node| {
            let parts: Vec<String> = node.items().into_iter().map(|part| text(part, false)).collect();
            let source = node.items().first().and_then(|part| part.provenance);
            match &parts[..] {
                [background, attacker, defender] => {
                    SheetCell::new(format!("{background} {attacker} / {defender}"), source)
                }
                _ => SheetCell::empty(),
            }
        };
        self.sheets.rolls("assault_table", |roll| lookup::assault_row(table, roll), three);
        let (id, title) = ("strength_ratio_assault_modifiers", "Strength ratio");
        self.sheets.add(id, title, rule::R11_2_1, "attacker to defender", &[DRM]);
        let label = |node: &Node| Text::new(node.text("ratio").unwrap_or_default());
        self.sheets.rows("strength_ratio_assault_modifiers.rows", label, &[("drm", DRM, true)]);
        let path = "other_assault_modifiers";
        let title = "Other modifiers of an assault or a charge";
        self.sheets.listing_as(path, path, title, rule::R11_2_3, DRM, true);
        self.sheets.listing("artillery_in_assault", "Artillery in an assault", rule::R11_4);
    }

    fn recovery(&mut self) {
        let columns: [Column; 3] = [
            ("levels", "levels regained", false),
            ("when", "when", false),
            ("condition", "condition", false),
        ];
        self.sheets.add("recovery", "Recovery", rule::R13_3a, "", &columns.map(|c| c.1));
        self.sheets.rows("recovery.rows", id_words, &columns);
        if let Some(condition) = self.sheets.tree.at("recovery.exhaustion.condition") {
            let cells = vec![SheetCell::empty(), SheetCell::empty(), SheetCell::of(condition, false)];
            self.sheets.row("exhaustion", cells);
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
            self.sheets.add(id, title, rule, path, &labels);
            for node in terrain.at(path).map_or(Vec::new(), Node::items) {
                let over = node.text("over").map(|over| format!("{path}.{over}"));
                let below = over.and_then(|over| terrain.at(&over));
                let cells = columns.iter().map(|(key, _, signed)| {
                    // a bridge costs what lies under it for all who do not follow the road
                    let value = node.at(key).or_else(|| below.and_then(|below| below.at(key)));
                    value.map_or_else(SheetCell::empty, |value| SheetCell::of(value, *signed))
                });
                let cells = cells.collect();
                self.sheets.row(id_words(node), cells);
            }
        }
        let title = "Terrain Effects Chart: roads";
        self.sheets.add("roads", title, rule::R14_3, "road", &["cost in March"]);
        self.sheets.entries(terrain.at("road"), false);
    }

    fn corps(&mut self, arrives_on: u8, source: Option<&Node>) {
        self.sheets.add("corps", "Arrival of II Corps", rule::R16_1_1, "1d6", &[RESULT]);
        let source = source.and_then(|node| node.provenance);
        for face in 1..=6u8 {
            let word = if face == arrives_on { "comes from the next turn on" } else { "-" };
            self.sheets.row(face.to_string(), vec![SheetCell::new(word, source)]);
        }
    }
}

fn chart(s: &Sheet<Citation>) -> Chart {
    Chart::new(&s.id, &s.title, s.rule, &s.corner, &s.columns).filled(&s.note, s.words())
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

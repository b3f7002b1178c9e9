//! The charts as they are declared: every table of `risorgimento/charts.toml` and of a game's `terrain.toml`, how it is
//! shown and which of its numbers can be turned. Rows and columns carry the labels by which events and odds name a cell
//! (`lookup`).

use super::read_shared_charts;
use crate::lookup::{self, CONDUCT, DRM, FACTOR, LEVELS, MOST_ACTIVATION, NATURAL_SIX, RESULT};
use crate::model::{AssaultModifiers, Charts, CheckModifiers, FireDrm, FireShifts, Model, OptionalCorps};
use crate::rule;
use dataset::chart::span_label;
use dataset::sheet::{Column, id_words, note, number, text};
use dataset::{Files, Node, Problem, ScenarioEntry, Sheet, SheetCell, Sheets, read_tree, sound, take};
use kernel::{Chart, Citation};

type Declared = dataset::Declared<Charts, Citation>;

/// All charts of a game.
pub fn charts_shown(files: &Files, game: &str) -> Result<Vec<Chart>, Vec<Problem>> {
    sound(|problems| {
        let shared = take(read_shared_charts(files, game), problems);
        let terrain = take(read_tree(files, &format!("{game}/terrain.toml")), problems);
        let list = take(ScenarioEntry::list(files, game), problems).unwrap_or_default();
        // the charts are the same in all scenarios; the corps comes in some of them
        let models: Vec<Model> =
            list.iter().filter_map(|entry| take(super::load(files, game, &entry.id), problems)).collect();
        let first = models.first()?;
        let mut sheets =
            Declared::shown(&declared(), game, &[("", &shared?), ("terrain", &terrain?)], &first.charts);
        if let Some((model, corps)) = models.iter().find_map(|m| m.scenario.corps.as_ref().map(|c| (m, c))) {
            let tree = take(ScenarioEntry::tree(files, game, &model.scenario.id), problems)?;
            // before the numbers used throughout
            sheets.insert(sheets.len() - 1, self::corps(corps, &tree));
        }
        Some(gamebox::charts(&sheets))
    })
}

/// The charts in the order in which they are shown.
pub fn declared() -> Vec<Declared> {
    const INITIATIVE: &[Column] = &[
        ("name", CONDUCT, false),
        ("markers_allowed", "markers", false),
        ("min_markers_if_possible", "at least", false),
        ("fire_allowed", "fire", false),
        ("assault_drm", DRM, true),
        ("effect", "effect", false),
    ];
    const RECOVERY: &[Column] =
        &[("levels", "levels regained", false), ("when", "when", false), ("condition", "condition", false)];
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
    let faces = (1, (1..=6).map(|face| face.to_string()).collect());
    let ratio = |node: &Node| node.text("ratio").unwrap_or_default().to_owned();
    let mut list = vec![
        Declared::values("initiative_determination", "Initiative", rule::R4_A),
        Declared::made(
            "activation",
            "Activation by Command Value",
            rule::R6_1_1,
            &["1", "2", "3", "4", "5", "6"],
        )
        .corner("1d6")
        .then(activation),
        Declared::values("activation_modifiers", "Activation roll", rule::R6_1_2)
            .at("activation")
            .turned(&["*"]),
        Declared::values("assault_markers", "Number of Assault and Charge markers", rule::R7_1_1a)
            .at("assault_markers.{game}"),
        Declared::values("mood_track", "Mood of the commanders", rule::R6_2_1a).turned(&["*"]),
        Declared::rows(
            "initiative_table",
            "Initiative Table: the loose cannon",
            rule::R6_2,
            |node| span_label(node, "min", "max"),
            INITIATIVE,
        )
        .at("initiative_table.rows")
        .corner("1d6")
        .fixed(),
        Declared::rows(
            "unit_status",
            "Status of units",
            rule::R13,
            id_words,
            &[("cv_modifier", "Cohesion Value", true)],
        )
        .at("unit_status.levels")
        .corner("status")
        .fixed(),
        Declared::values("cohesion_check", "Cohesion check", rule::R13_1a),
        Declared::rows(
            "cohesion_check_modifiers",
            "Cohesion Check Modifiers Table",
            rule::R13_1a,
            id_words,
            &[("drm", DRM, true), ("applies", "applies to", false)],
        )
        .at(CheckModifiers::TABLE),
        Declared::made("cohesion_check_effects", "Effects of a failed check", rule::R13_1_2, &[LEVELS])
            .corner("over by")
            .then(check_effects)
            .turned(&["rows.*.levels_lost"]),
        Declared::grid("fire_table", "Fire Table", rule::R9_3, |charts| &charts.fire).corner("2d6"),
        Declared::made("fire_strength", "Strength of artillery by range", rule::R9_1, &[FACTOR])
            .corner("range")
            .then(artillery_factors),
        Declared::modifiers(FireShifts::TABLE, "Column shifts of fire", rule::R9_3, "columns"),
        Declared::modifiers(FireDrm::TABLE, "Modifiers of the fire roll", rule::R9_3, DRM),
        Declared::rows(
            "cvm_fire_table",
            "Cohesion Value of the firing force",
            rule::R9_3,
            |node| span_label(node, "ccv_min", "ccv_max"),
            &[("drm", DRM, true)],
        )
        .at("cvm_fire_table.rows")
        .corner("Cohesion Value"),
        Declared::faces(
            "ammunition",
            "Ammunition",
            rule::R9_4_3a,
            faces,
            |charts| charts.out_of_ammo_up_to,
            ["out of ammunition", "fires"],
        )
        .at("ammunition.out_of_ammo_on.0")
        .corner("1d6"),
        Declared::grid("assault_table", "Assault Table", rule::R11_2_5, |charts| &charts.assault)
            .corner("2d6")
            .cells(assault_cell)
            .then(backgrounds),
        Declared::rows(
            "strength_ratio_assault_modifiers",
            "Strength ratio",
            rule::R11_2_1,
            ratio,
            &[("drm", DRM, true)],
        )
        .at("strength_ratio_assault_modifiers.rows")
        .corner("attacker to defender"),
        Declared::modifiers(
            AssaultModifiers::TABLE,
            "Other modifiers of an assault or a charge",
            rule::R11_2_3,
            DRM,
        ),
        Declared::values("artillery_in_assault", "Artillery in an assault", rule::R11_4),
        Declared::rows("recovery", "Recovery", rule::R13_3a, id_words, RECOVERY)
            .at("recovery.rows")
            .then(exhaustion)
            .turned(&["*.levels"]),
    ];
    list.extend(Declared::ground(
        [rule::R14, rule::R14_1a, rule::R14_3],
        [HEX, SIDE],
        ["road", "cost in March"],
    ));
    list.push(Declared::values("general", "Numbers used throughout", rule::R1).turned(&["*"]));
    list
}

/// A roll succeeds up to the Command Value, except for an unmodified six (6.2).
fn activation(_: &Charts, sheets: &mut Sheets<Citation>) {
    let source = sheets.source("activation.success");
    for total in 1..=MOST_ACTIVATION {
        let word = |value: i32| if total <= value { "activated" } else { "-" };
        let cells = (1..=MOST_ACTIVATION).map(|value| SheetCell::new(word(value), source)).collect();
        sheets.row(lookup::activation_row(total), cells);
    }
    let six = SheetCell::new("loose cannon", sheets.source("activation.natural_six"));
    sheets.row(NATURAL_SIX, vec![six; MOST_ACTIVATION as usize]);
}

fn check_effects(charts: &Charts, sheets: &mut Sheets<Citation>) {
    let rows = sheets.tree.at("cohesion_check_effects.rows").map_or(Vec::new(), Node::items);
    let effects = &charts.check_effects;
    for over in effects.numbers() {
        let holds = |row: &&&Node| (number(row, "over_min")..=number(row, "over_max")).contains(&over);
        let source = match rows.iter().find(holds) {
            Some(row) => row.at("levels_lost").and_then(|node| node.provenance),
            None => sheets.source("cohesion_check.success"),
        };
        sheets.row(effects.row_label(over), vec![SheetCell::new(effects.at(over).to_string(), source)]);
    }
}

fn artillery_factors(charts: &Charts, sheets: &mut Sheets<Citation>) {
    let factors = &charts.artillery_factor;
    for range in factors.numbers() {
        let (numerator, denominator) = factors.at(range);
        let source = sheets.source(&format!("fire_strength.artillery_factor_by_range.{range}"));
        let cell = SheetCell::new(factor_words(numerator, denominator), source);
        sheets.row(factors.row_label(range), vec![cell]);
    }
}

/// Background, result of the attacker, result of the defender.
fn assault_cell(node: &Node) -> SheetCell {
    let parts: Vec<String> = node.items().into_iter().map(|part| text(part, false)).collect();
    let source = node.items().first().and_then(|part| part.provenance);
    match &parts[..] {
        [background, attacker, defender] => {
            SheetCell::new(format!("{background} {attacker} / {defender}"), source)
        }
        _ => SheetCell::empty(),
    }
}

fn backgrounds(_: &Charts, sheets: &mut Sheets<Citation>) {
    let words = sheets.tree.at("assault_table.backgrounds").map(note);
    if let (Some(sheet), Some(words)) = (sheets.last(), words) {
        sheet.note = format!("{} {words}", sheet.note);
    }
}

fn exhaustion(_: &Charts, sheets: &mut Sheets<Citation>) {
    if let Some(condition) = sheets.tree.at("recovery.exhaustion.condition") {
        let cells = vec![SheetCell::empty(), SheetCell::empty(), SheetCell::of(condition, false)];
        sheets.row("exhaustion", cells);
    }
}

fn corps(corps: &OptionalCorps, tree: &Node) -> Sheet<Citation> {
    let source = tree.at("corps.arrives_on").and_then(|node| node.provenance);
    let word = |face: u8| if face == corps.arrives_on { "comes from the next turn on" } else { "-" };
    Sheet {
        id: "corps".to_owned(),
        title: format!("Arrival of {}", corps.name),
        rule: rule::R16_1_1,
        note: String::new(),
        corner: "1d6".to_owned(),
        columns: vec![RESULT.to_owned()],
        rows: (1..=6).map(|face| (face.to_string(), vec![SheetCell::new(word(face), source)])).collect(),
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

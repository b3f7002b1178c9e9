//! Which rules are cited at a table. A game that shares its code with another must cite its own numbers in whatever it
//! says.

use super::asking::all_pieces;
use super::viewers;
use super::walking::play;
use crate::dice::Dice;
use crate::game::Viewer;
use crate::lot::Lot;
use crate::overlay::OverlaySubject;
use crate::table::Table;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Legal actions whose odds are asked for at one step.
const ACTIONS: usize = 6;

/// Plays the random game with this number at a table, and counts every rule that is cited in status, choices, reports,
/// refusals and log; and at every so many steps in reasons, overlays, odds, forecasts and briefings.
///
/// # Panics
/// If the game cannot be played.
pub fn citations(table: &mut dyn Table, number: u64, every: usize) -> BTreeMap<String, usize> {
    let mut said = Said::default();
    let mut lot = Lot::of("capitano citing 1\n", number);
    let info = table.info();
    said.hear(&info);
    table.set_dice(Dice::seeded(number));
    for step in 0.. {
        for viewer in viewers(info.seats.len()) {
            said.hear(&table.status(viewer));
            if step % every == 0 {
                said.questions(table, viewer);
            }
        }
        if table.outcome().is_some() {
            break;
        }
        for seat in table.status(Viewer::Everything).decide {
            said.hear(&table.legal(Some(seat)).ok());
            // refused, whatever it is
            said.hear(&table.act(Some(seat), "nonsense", Viewer::Everything).err());
        }
        if step % every == 0 {
            said.odds(table, &mut lot);
        }
        play(table, &mut lot).unwrap_or_else(|why| panic!("random game {number}, step {step}: {why}"));
    }
    said.hear(&table.log(Viewer::Everything, 0));
    said.hear(&table.chances());
    said.0
}

/// How often each rule was cited.
#[derive(Default)]
struct Said(BTreeMap<String, usize>);

impl Said {
    fn hear(&mut self, said: &impl Serialize) {
        // what is sent out is plain data
        self.look(&serde_json::to_value(said).expect("it can be written as JSON"));
    }

    fn look(&mut self, value: &Value) {
        match value {
            Value::Array(list) => list.iter().for_each(|value| self.look(value)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        Value::String(rule) if name == "rule" => {
                            *self.0.entry(rule.clone()).or_default() += 1;
                        }
                        value => self.look(value),
                    }
                }
            }
            _ => {}
        }
    }

    fn either<T: Serialize, E: Serialize>(&mut self, answer: Result<T, E>) {
        match answer {
            Ok(answer) => self.hear(&answer),
            Err(refusal) => self.hear(&refusal),
        }
    }

    fn questions(&mut self, table: &dyn Table, viewer: Viewer) {
        self.hear(&table.briefing(viewer));
        self.hear(&table.view(viewer));
        let scene = table.scene(viewer);
        for piece in all_pieces(&scene) {
            let id = piece.id.as_str();
            self.either(table.why(viewer, id));
            self.either(table.reach(viewer, id));
            self.either(table.proposals(viewer, id));
            for overlay in table.info().overlays {
                match (overlay.subject, piece.hex.as_deref()) {
                    (OverlaySubject::None, _) => self.either(table.overlay(viewer, overlay.id, "")),
                    (OverlaySubject::Unit, _) => self.either(table.overlay(viewer, overlay.id, id)),
                    (OverlaySubject::Hex, Some(hex)) => self.either(table.overlay(viewer, overlay.id, hex)),
                    (OverlaySubject::Hex, None) => {}
                }
            }
        }
        self.either(table.explain(viewer, "nonsense"));
    }

    fn odds(&mut self, table: &dyn Table, lot: &mut Lot) {
        for seat in table.status(Viewer::Everything).decide {
            let mut legal = table.legal(Some(seat)).unwrap_or_default();
            lot.shuffle(&mut legal);
            legal.sort_by_key(|choice| !(choice.odds || choice.fight));
            for choice in legal.iter().take(ACTIONS) {
                self.either(table.explain(Viewer::Seat(seat), &choice.action));
            }
            if let Some(fight) = legal.iter().find(|choice| choice.fight) {
                self.either(table.forecast(Viewer::Seat(seat), &[&fight.action], &[]));
            }
        }
    }
}

//! The short text for a position, turned into the JSON of a set-up file.

use super::SEGMENTS;
use super::fields::{ORDERS, PLACES};
use crate::battle::Battle;
use kernel::handwritten::{Found, Object, Statements, push, set, whole};
use serde_json::{Value, json};

const STATEMENTS: Statements = Statements {
    flags: &[],
    words: &["phase", "held"],
    lists: &["used", "smoke", "objectives"],
    numbers: &["trophies"],
};

/// Takes a statement into the set-up; gives the fields under which it can be found wrong.
pub(super) fn statement(battle: &Battle, words: &[&str], setup: &mut Object) -> Result<Vec<String>, String> {
    let is_leader =
        |name: &str| battle.unit_found(name) == Found::None && battle.leader_found(name) != Found::None;
    let unit = |place: &str, words: &[&str]| unit(battle, place, words);
    STATEMENTS.take(words, setup, |setup| own(words, setup), is_leader, leader, unit)
}

/// What only this game says.
fn own(words: &[&str], setup: &mut Object) -> Result<Option<Vec<String>>, String> {
    Ok(Some(match words {
        ["activate", wing, rest @ ..] => {
            let mut value = json!({ "wing": wing });
            match rest {
                [] => {}
                [segment] if SEGMENTS.iter().any(|(name, _)| name == segment) => {
                    value["segment"] = (*segment).into();
                }
                _ => {
                    let names: Vec<&str> = SEGMENTS.iter().map(|(name, _)| *name).collect();
                    return Err(format!("`{}` is not a segment: {}", rest.join(" "), names.join(", ")));
                }
            }
            set(setup, "activate", value);
            vec!["activate".to_owned()]
        }
        [kind @ ("melee" | "charge"), points] => {
            let (unit, target) = points.split_once('>').ok_or("an attack is written unit>1513")?;
            push(setup, "attacks", json!({ "kind": kind, "unit": unit, "target": target }))
        }
        _ => return Ok(None),
    }))
}

fn unit(battle: &Battle, place: &str, words: &[&str]) -> Result<Value, String> {
    PLACES.said(place, words, "units", |word| {
        Ok(Some(match word {
            "reduced" | "billebaude" | "changed" | "fired" | "failed" => (word, true.into()),
            order if ORDERS.iter().any(|(name, _)| *name == order) => ("order", order.into()),
            dir if battle.map.dir_named(dir).is_some() => ("facing", dir.into()),
            _ => return Ok(None),
        }))
    })
}

fn leader(place: &str, words: &[&str]) -> Result<Value, String> {
    PLACES.said(place, words, "commanders", |word| match word.strip_prefix("stays=") {
        Some(turns) => Ok(Some(("stays", whole(turns)?))),
        None => Ok(matches!(word, "staff" | "moved").then_some((word, true.into()))),
    })
}

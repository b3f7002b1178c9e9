//! The short text for a position, turned into the JSON of a set-up file.

use super::{ORDERS, PLACES, SEGMENTS};
use crate::battle::Battle;
use kernel::handwritten::{Found, Object, extend, insert, insert_pieces, placed, set, whole};
use serde_json::{Value, json};

/// Takes a statement into the set-up; gives the fields under which it can be found wrong.
pub(super) fn statement(battle: &Battle, words: &[&str], setup: &mut Object) -> Result<Vec<String>, String> {
    let mut fields = Vec::new();
    match words {
        ["standard"] => set(setup, "only_listed", false.into()),
        [key @ ("phase" | "held"), word] => {
            fields.push((*key).to_owned());
            set(setup, key, (*word).into());
        }
        ["turn", number] => {
            fields.push("turn".to_owned());
            set(setup, "turn", whole(number)?);
        }
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
            fields.push("activate".to_owned());
            set(setup, "activate", value);
        }
        [key @ ("used" | "smoke" | "objectives"), list @ ..] => {
            fields.push((*key).to_owned());
            extend(setup, key, list)?;
        }
        ["trophies", side, number] => {
            fields.push(format!("trophies.{side}"));
            insert(setup, "trophies", side, whole(number)?)?;
        }
        [kind @ ("melee" | "charge"), points] => {
            let (unit, target) = points.split_once('>').ok_or("an attack is written unit>1513")?;
            let list = setup.entry("attacks").or_insert_with(|| json!([]));
            if let Some(list) = list.as_array_mut() {
                fields.extend(["attacks".to_owned(), format!("attacks.{}", list.len())]);
                list.push(json!({ "kind": kind, "unit": unit, "target": target }));
            }
        }
        [names, place, rest @ ..] => {
            let is_leader = |name: &str| {
                battle.unit_found(name) == Found::None && battle.leader_found(name) != Found::None
            };
            let (leader, unit) = (|| leader(place, rest), || unit(battle, place, rest));
            fields = insert_pieces(setup, names, place, is_leader, leader, unit)?;
        }
        [word] => return Err(format!("`{word}` alone says nothing")),
        [] => {}
    }
    Ok(fields)
}

fn unit(battle: &Battle, place: &str, words: &[&str]) -> Result<Value, String> {
    let mut value = placed(place, PLACES);
    for word in words {
        let (key, said): (&str, Value) = match *word {
            "reduced" | "billebaude" | "changed" | "fired" | "failed" => (word, true.into()),
            order if ORDERS.iter().any(|(name, _)| *name == order) => ("order", order.into()),
            dir if battle.map.dir_named(dir).is_some() => ("facing", dir.into()),
            other => return Err(format!("`{other}` does not apply to units")),
        };
        set(&mut value, key, said);
    }
    Ok(Value::Object(value))
}

fn leader(place: &str, words: &[&str]) -> Result<Value, String> {
    let mut value = placed(place, PLACES);
    for word in words {
        match word.strip_prefix("stays=") {
            Some(turns) => set(&mut value, "stays", whole(turns)?),
            None if matches!(*word, "staff" | "moved") => set(&mut value, word, true.into()),
            None => return Err(format!("`{word}` does not apply to commanders")),
        }
    }
    Ok(Value::Object(value))
}

//! The short text for a position, turned into the JSON of a set-up file; and back to its lines, where
//! something is wrong with what it says.

use super::fields::PLACES;
use crate::battle::Battle;
use crate::fog::STATUS;
use crate::notation::short;
use kernel::handwritten::{Object, extend, insert, insert_pieces, object, placed, set, whole};
use serde_json::{Value, json};

/// Takes a statement into the set-up; gives the fields under which it can be found wrong.
pub(super) fn statement(battle: &Battle, words: &[&str], setup: &mut Object) -> Result<Vec<String>, String> {
    let mut fields = Vec::new();
    match words {
        ["standard"] => set(setup, "only_listed", false.into()),
        ["command"] => set(setup, "command_step", true.into()),
        [key @ ("phase" | "side" | "initiative"), word] => {
            fields.push((*key).to_owned());
            set(setup, key, (*word).into());
        }
        ["turn", number] => {
            fields.push("turn".to_owned());
            set(setup, "turn", whole(number)?);
        }
        ["corps", "arrives", turn] => {
            fields.push("corps".to_owned());
            set(setup, "corps", json!({ "arrives": whole(turn)? }));
        }
        ["corps", word] => {
            fields.push("corps".to_owned());
            set(setup, "corps", (*word).into());
        }
        ["activate", formation, rest @ ..] => {
            let mut value = Object::new();
            set(&mut value, "formation", (*formation).into());
            for word in rest {
                let stage = matches!(*word, "declare" | "forces");
                set(&mut value, if stage { "stage" } else { "conduct" }, (*word).into());
            }
            fields.push("activate".to_owned());
            set(setup, "activate", Value::Object(value));
        }
        ["activated", formations @ ..] => {
            fields.push("activated".to_owned());
            extend(setup, "activated", formations)?;
        }
        [key @ ("mood" | "failed"), formation, number] => {
            let number = whole(number)?;
            fields.push(format!("{key}.{formation}"));
            insert(setup, key, formation, number)?;
        }
        ["control", side, hexes @ ..] => {
            fields.extend(["control".to_owned(), format!("control.{side}")]);
            extend(object(setup, "control")?, side, hexes)?;
        }
        ["marker", kind, points, rest @ ..] => {
            let (hex, target) = points.split_once('>').ok_or("a marker is written 1614>1513")?;
            let mut marker = json!({ "kind": kind, "hex": hex, "target": target });
            match rest {
                [] => {}
                ["served"] => marker["served"] = true.into(),
                _ => return Err(format!("`{}` does not apply to markers", rest.join(" "))),
            }
            let list = setup.entry("markers").or_insert_with(|| json!([]));
            if let Some(list) = list.as_array_mut() {
                fields.extend(["markers".to_owned(), format!("markers.{}", list.len())]);
                list.push(marker);
            }
        }
        [names, place, rest @ ..] => {
            let is_leader = |name: &str| is_leader(battle, name);
            let (leader, unit) = (|| leader(place, rest), || unit(battle, place, rest));
            fields = insert_pieces(setup, names, place, is_leader, leader, unit)?;
        }
        [word] => return Err(format!("`{word}` alone says nothing")),
        [] => {}
    }
    Ok(fields)
}

fn is_leader(battle: &Battle, name: &str) -> bool {
    battle.army.leaders.iter().any(|l| l.id == name || short(&l.id) == name)
}

fn unit(battle: &Battle, place: &str, words: &[&str]) -> Result<Value, String> {
    let mut value = placed(place, PLACES);
    for word in words {
        let lost = word.strip_prefix('-').and_then(|n| n.parse::<u8>().ok());
        let spent = word.strip_prefix("spent=").and_then(|n| n.parse::<f64>().ok());
        let (key, said): (&str, Value) = match *word {
            _ if lost.is_some() => ("lost", lost.into()),
            _ if spent.is_some() => ("spent", spent.into()),
            "good" => ("status", STATUS[0].into()),
            status if STATUS.contains(&status) => ("status", status.into()),
            "march" | "limbered" => ("march", true.into()),
            "square" | "exhausted" | "acted" => (word, true.into()),
            "out-of-command" => ("out_of_command", true.into()),
            "low-ammo" => ("ammo", "low".into()),
            "out-of-ammo" => ("ammo", "out".into()),
            "moved" | "attacked" => ("did", (*word).into()),
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
        match *word {
            "shown" | "moved" => set(&mut value, word, true.into()),
            other => return Err(format!("`{other}` does not apply to commanders")),
        }
    }
    Ok(Value::Object(value))
}

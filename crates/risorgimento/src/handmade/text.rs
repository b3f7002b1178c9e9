//! The short text for a position, turned into the JSON of a set-up file; and back to its lines, where
//! something is wrong with what it says.

use super::fields::PLACES;
use crate::battle::Battle;
use crate::fog::STATUS;
use crate::notation::short;
use kernel::handwritten::{Object, Statements, extend, object, push, set, whole};
use serde_json::{Value, json};

const STATEMENTS: Statements = Statements {
    flags: &[("command", "command_step")],
    words: &["phase", "side", "initiative", "corps"],
    lists: &["activated"],
    numbers: &["mood", "failed"],
};

/// Takes a statement into the set-up; gives the fields under which it can be found wrong.
pub(super) fn statement(battle: &Battle, words: &[&str], setup: &mut Object) -> Result<Vec<String>, String> {
    let is_leader = |name: &str| battle.army.leaders.iter().any(|l| l.id == name || short(&l.id) == name);
    let unit = |place: &str, words: &[&str]| unit(battle, place, words);
    STATEMENTS.take(words, setup, |setup| own(words, setup), is_leader, leader, unit)
}

/// What only this game says.
fn own(words: &[&str], setup: &mut Object) -> Result<Option<Vec<String>>, String> {
    Ok(Some(match words {
        ["corps", "arrives", turn] => {
            set(setup, "corps", json!({ "arrives": whole(turn)? }));
            vec!["corps".to_owned()]
        }
        ["activate", formation, rest @ ..] => {
            let mut value = json!({ "formation": formation });
            for word in rest {
                let stage = matches!(*word, "declare" | "forces");
                value[if stage { "stage" } else { "conduct" }] = (*word).into();
            }
            set(setup, "activate", value);
            vec!["activate".to_owned()]
        }
        ["control", side, hexes @ ..] => {
            extend(object(setup, "control")?, side, hexes)?;
            vec!["control".to_owned(), format!("control.{side}")]
        }
        ["marker", kind, points, rest @ ..] => {
            let (hex, target) = points.split_once('>').ok_or("a marker is written 1614>1513")?;
            let mut marker = json!({ "kind": kind, "hex": hex, "target": target });
            match rest {
                [] => {}
                ["served"] => marker["served"] = true.into(),
                _ => return Err(format!("`{}` does not apply to markers", rest.join(" "))),
            }
            push(setup, "markers", marker)
        }
        _ => return Ok(None),
    }))
}

fn unit(battle: &Battle, place: &str, words: &[&str]) -> Result<Value, String> {
    PLACES.said(place, words, "units", |word| {
        let lost = word.strip_prefix('-').and_then(|n| n.parse::<u8>().ok());
        let spent = word.strip_prefix("spent=").and_then(|n| n.parse::<f64>().ok());
        Ok(Some(match word {
            _ if lost.is_some() => ("lost", lost.into()),
            _ if spent.is_some() => ("spent", spent.into()),
            "good" => ("status", STATUS[0].into()),
            status if STATUS.contains(&status) => ("status", status.into()),
            "march" | "limbered" => ("march", true.into()),
            "square" | "exhausted" | "acted" => (word, true.into()),
            "out-of-command" => ("out_of_command", true.into()),
            "low-ammo" => ("ammo", "low".into()),
            "out-of-ammo" => ("ammo", "out".into()),
            "moved" | "attacked" => ("did", word.into()),
            dir if battle.map.dir_named(dir).is_some() => ("facing", dir.into()),
            _ => return Ok(None),
        }))
    })
}

fn leader(place: &str, words: &[&str]) -> Result<Value, String> {
    let known = |word| matches!(word, "shown" | "moved").then_some((word, true.into()));
    PLACES.said(place, words, "commanders", |word| Ok(known(word)))
}

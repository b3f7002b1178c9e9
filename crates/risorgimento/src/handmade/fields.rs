//! The fields of a hand-written set-up, with what is wrong in each.

use crate::action::short;
use crate::battle::Battle;
use crate::fog::STATUS;
use crate::model::{Arm, UnitId};
use crate::position::{Ammo, Did, Leader, MarkerKind, Place, Unit};
use hexmap::{Dir, Hex};
use serde_json::Value;

/// A facing that the others in the hex decide.
pub(super) const ASK_FACING: Dir = Dir::MAX;

/// A JSON object, read field by field.
pub(super) struct Fields<'a, 'e> {
    value: &'a Value,
    /// Where it stands: `units.33-gyulai`; empty for the whole.
    at: String,
    errors: &'e mut Vec<String>,
}

impl<'a, 'e> Fields<'a, 'e> {
    pub fn new(value: &'a Value, at: &str, known: &[&str], errors: &'e mut Vec<String>) -> Fields<'a, 'e> {
        let mut fields = Fields { value, at: at.to_owned(), errors };
        match value.as_object() {
            None if at.is_empty() => fields.errors.push("a set-up is an object, or a text".into()),
            None => fields.errors.push(format!("{at}: an object is expected")),
            Some(object) => {
                for key in object.keys().filter(|k| !known.contains(&k.as_str())) {
                    fields.wrong(key, format!("there is no such field; there are: {}", known.join(", ")));
                }
            }
        }
        fields
    }

    pub fn wrong(&mut self, field: &str, message: String) {
        let dot = if self.at.is_empty() { "" } else { "." };
        self.errors.push(format!("{}{dot}{field}: {message}", self.at));
    }

    pub fn word(&mut self, field: &str) -> Option<&'a str> {
        let value = self.value.get(field)?;
        if value.as_str().is_none() {
            self.wrong(field, "a word is expected, in quotes".into());
        }
        value.as_str()
    }

    pub fn needed(&mut self, field: &str) -> Option<&'a str> {
        if self.value.get(field).is_none() {
            self.wrong(field, "this must be said".into());
        }
        self.word(field)
    }

    pub fn flag(&mut self, field: &str) -> Option<bool> {
        let value = self.value.get(field)?;
        if value.as_bool().is_none() {
            self.wrong(field, "true or false is expected".into());
        }
        value.as_bool()
    }

    pub fn number(&mut self, field: &str, low: i64, high: i64) -> Option<i64> {
        let value = self.value.get(field)?;
        let number = value.as_i64().filter(|n| (low..=high).contains(n));
        if number.is_none() {
            self.wrong(field, format!("a number from {low} to {high} is expected"));
        }
        number
    }

    /// A word of a list.
    fn among<T: Copy>(&mut self, field: &str, list: &[(&str, T)]) -> Option<T> {
        let word = self.word(field)?;
        let found = list.iter().find(|(name, _)| *name == word);
        if found.is_none() {
            let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
            self.wrong(field, format!("`{word}` is none of {}", names.join(", ")));
        }
        found.map(|(_, value)| *value)
    }

    pub fn marker_kind(&mut self) -> Option<MarkerKind> {
        self.needed("kind")?;
        self.among("kind", &[("assault", MarkerKind::Assault), ("charge", MarkerKind::Charge)])
    }

    /// Hex and place of a piece; off the map without either.
    fn place(&mut self) -> (Option<String>, Place) {
        let hex = self.word("hex").map(str::to_owned);
        let place = self.among("place", PLACES);
        match (hex, place) {
            (Some(_), Some(_)) => {
                self.wrong("place", "a piece in a hex is in no other place".into());
                (None, Place::Later)
            }
            (Some(hex), None) => (Some(hex), Place::Map),
            (None, Some(place)) => (None, place),
            (None, None) => {
                if self.value.is_object() {
                    self.wrong("hex", "a hex or a place must be said".into());
                }
                (None, Place::Later)
            }
        }
    }
}

const PLACES: &[(&str, Place)] =
    &[("column", Place::Column), ("later", Place::Later), ("lost", Place::Lost), ("setup", Place::Setup)];

/// The entries of an object that may be missing.
pub(super) fn entries<'a>(
    value: Option<&'a Value>,
    at: &str,
    errors: &mut Vec<String>,
) -> Vec<(&'a str, &'a Value)> {
    match value {
        None => Vec::new(),
        Some(Value::Object(object)) => object.iter().map(|(k, v)| (k.as_str(), v)).collect(),
        Some(_) => {
            errors.push(format!("{at}: an object is expected"));
            Vec::new()
        }
    }
}

/// A list of words.
pub(super) fn words<'a>(value: &'a Value, at: &str, errors: &mut Vec<String>) -> Vec<&'a str> {
    let list = value.as_array().map(|list| list.iter().map(Value::as_str).collect::<Option<Vec<&str>>>());
    match list {
        Some(Some(words)) => words,
        _ => {
            errors.push(format!("{at}: a list of words is expected"));
            Vec::new()
        }
    }
}

pub(super) enum Found {
    One(UnitId),
    None,
    /// The ids that it may be.
    Many(String),
}

/// A unit of either side, by its id with or without the prefix of the side.
pub(super) fn unit_named(battle: &Battle, name: &str) -> Found {
    let units = &battle.army.units;
    if let Some(unit) = units.iter().position(|u| u.id == name) {
        return Found::One(unit as UnitId);
    }
    let found: Vec<usize> = (0..units.len()).filter(|i| short(&units[*i].id) == name).collect();
    match found[..] {
        [] => Found::None,
        [unit] => Found::One(unit as UnitId),
        _ => Found::Many(found.iter().map(|i| units[*i].id.as_str()).collect::<Vec<_>>().join(" or ")),
    }
}

/// A bare word: a hex number or a place.
fn bare(word: &str) -> (Option<String>, Place) {
    match PLACES.iter().find(|(name, _)| *name == word) {
        Some((_, place)) => (None, *place),
        None => (Some(word.to_owned()), Place::Map),
    }
}

/// What an entry says of a unit; hex and facing still as they are written.
pub(super) struct UnitWords {
    pub unit: Unit,
    pub hex: Option<String>,
    pub facing: Option<String>,
    pub out_of_command: Option<bool>,
}

impl UnitWords {
    pub fn read(
        battle: &Battle,
        unit: UnitId,
        value: &Value,
        at: &str,
        errors: &mut Vec<String>,
    ) -> UnitWords {
        if let Some(word) = value.as_str() {
            let (hex, place) = bare(word);
            return UnitWords { unit: Unit::new(place), hex, facing: None, out_of_command: None };
        }
        let def = &battle.army.units[unit as usize];
        let known = [
            "hex",
            "place",
            "facing",
            "status",
            "lost",
            "march",
            "limbered",
            "square",
            "exhausted",
            "ammo",
            "out_of_command",
            "acted",
            "did",
            "spent",
        ];
        let mut fields = Fields::new(value, at, &known, errors);
        let (hex, place) = fields.place();
        let mut u = Unit::new(place);
        u.hex = Hex::NONE;
        let facing = fields.word("facing").map(str::to_owned);
        u.status = fields.among("status", &[0, 1, 2, 3].map(|i| (STATUS[i], i as u8))).unwrap_or(0);
        u.lost = fields.number("lost", 0, i64::from(def.sp) - 1).unwrap_or(0) as u8;
        u.march = fields.flag("march").or(fields.flag("limbered")).unwrap_or(false);
        u.square = fields.flag("square").unwrap_or(false);
        u.exhausted = fields.flag("exhausted").unwrap_or(false);
        u.ammo = fields
            .among("ammo", &[("full", Ammo::Full), ("low", Ammo::Low), ("out", Ammo::Out)])
            .unwrap_or(Ammo::Full);
        let out_of_command = fields.flag("out_of_command");
        u.out_of_command = out_of_command.unwrap_or(false);
        u.acted = fields.flag("acted").unwrap_or(false);
        let did = [("nothing", Did::Nothing), ("moved", Did::Moved), ("attacked", Did::Attacked)];
        u.did = fields.among("did", &did).unwrap_or(Did::Nothing);
        u.spent = fields.quarters("spent");
        if u.square && def.arm != Arm::Infantry {
            fields.wrong("square", "only infantry forms square (8.6)".into());
        }
        if u.square && u.march {
            fields.wrong("square", "a unit in March Movement is in no square (8.6)".into());
        }
        if u.exhausted && def.arm != Arm::Cavalry {
            fields.wrong("exhausted", "only cavalry is exhausted (10.3)".into());
        }
        if u.ammo != Ammo::Full && def.arm == Arm::Cavalry {
            fields.wrong("ammo", "cavalry does not fire (9)".into());
        }
        let mut off_map = Vec::new();
        for (field, set) in [
            ("facing", facing.is_some()),
            ("status", u.status > 0),
            ("square", u.square),
            ("exhausted", u.exhausted),
            ("ammo", u.ammo != Ammo::Full),
            ("out_of_command", u.out_of_command),
        ] {
            if set && place != Place::Map {
                off_map.push(field);
            }
        }
        for field in off_map {
            fields.wrong(field, "this is said of units on the map".into());
        }
        UnitWords { unit: u, hex, facing, out_of_command }
    }
}

impl Fields<'_, '_> {
    /// Movement points as quarters.
    fn quarters(&mut self, field: &str) -> u8 {
        let Some(value) = self.value.get(field) else { return 0 };
        let quarters = value.as_f64().map(|points| points * 4.0);
        match quarters.filter(|q| (0.0..=60.0).contains(q) && q.fract() == 0.0) {
            Some(quarters) => quarters as u8,
            None => {
                self.wrong(field, "movement points in quarters are expected, at most 15".into());
                0
            }
        }
    }
}

/// What an entry says of a commander.
pub(super) struct LeaderWords {
    pub leader: Leader,
    pub hex: Option<String>,
}

impl LeaderWords {
    pub fn read(value: &Value, at: &str, errors: &mut Vec<String>) -> LeaderWords {
        let leader = |place| Leader { place, hex: Hex::NONE, shown: false, moved: false };
        if let Some(word) = value.as_str() {
            let (hex, place) = bare(word);
            return LeaderWords { leader: leader(place), hex };
        }
        let mut fields = Fields::new(value, at, &["hex", "place", "shown", "moved"], errors);
        let (hex, place) = fields.place();
        let mut leader = leader(place);
        leader.shown = fields.flag("shown").unwrap_or(false);
        leader.moved = fields.flag("moved").unwrap_or(false);
        LeaderWords { leader, hex }
    }
}

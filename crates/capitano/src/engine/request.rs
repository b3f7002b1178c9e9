//! Requests of the engine protocol as they are written, and the errors that answer them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// What can be wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The line is not a JSON object.
    Parse,
    /// `do` names nothing that the engine does.
    UnknownVerb,
    /// A field is missing, unknown or of the wrong kind.
    BadRequest,
    /// The verb needs a game, and none has been begun.
    NoGame,
    /// The rules do not allow it.
    Illegal,
    /// Another seat must decide.
    NotYourDecision,
    /// Dice must be rolled first.
    RollDue,
    /// The game is over.
    Over,
    /// No such game, scenario, unit, hex or seat.
    NotFound,
    /// A file cannot be read.
    Io,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Error {
    pub code: Code,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    pub message: String,
}

impl Error {
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, rule: None, message: message.into() }
    }
}

/// A request without its id.
#[derive(Debug, PartialEq)]
pub enum Request {
    Games,
    Charts(Charts),
    New(New),
    Load(Load),
    Status(Seated),
    Legal(Seated),
    Briefing(Seated),
    Why(Why),
    Reach(Reach),
    Overlay(Overlay),
    Act(Act),
    Roll(Roll),
    Auto(Auto),
    View(View),
    Position,
    Explain(Explain),
    Advise(Advise),
    Undo(Seated),
    Record,
}

macro_rules! fields {
    ($(#[$doc:meta])* $name:ident { $($field:ident : $type:ty $(= $default:ident)?),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[serde($default)])? pub $field: $type),* }
    };
}

fields!(Nothing {});
fields!(Charts { game: String });
fields!(New { scenario: String, options: BTreeMap<String, OptionValue> = default, seed: Option<u64> = default });
fields!(
    /// Exactly one of the three; each an object (or a record's text) or a file's path.
    Load { setup: Option<Value> = default, position: Option<Value> = default, record: Option<Value> = default,
           seed: Option<u64> = default }
);
fields!(Seated { seat: Option<SeatName> = default });
fields!(Why { unit: Option<String> = default, hex: Option<String> = default, seat: Option<SeatName> = default });
fields!(Reach { unit: String, seat: Option<SeatName> = default });
fields!(Overlay { kind: String, subject: String = default, seat: Option<SeatName> = default });
fields!(Act { action: String, seat: Option<SeatName> = default });
fields!(
    /// The faces, what was drawn, or neither: then the generator answers.
    Roll { dice: Option<Vec<u8>> = default, drawn: Option<String> = default }
);
fields!(Auto { rolls: bool });
fields!(View { seat: SeatName });
fields!(Explain { action: String, seat: Option<SeatName> = default });
fields!(Advise { level: Option<String> = default, seat: Option<SeatName> = default, seed: Option<u64> = default });

/// A seat by its number or its name.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum SeatName {
    Number(u8),
    Name(String),
}

/// The value of an option; `true` and `false` stand for `on` and `off`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    Text(String),
    Switch(bool),
    Number(i64),
}

impl OptionValue {
    pub fn text(&self) -> String {
        match self {
            OptionValue::Text(text) => text.clone(),
            OptionValue::Switch(on) => if *on { "on" } else { "off" }.to_owned(),
            OptionValue::Number(number) => number.to_string(),
        }
    }
}

/// A line as an id to be echoed and a request, or the error that answers it.
pub fn read(line: &str) -> (Option<Value>, Result<Request, Error>) {
    let mut fields: Map<String, Value> = match serde_json::from_str(line) {
        Ok(fields) => fields,
        Err(error) => {
            return (None, Err(Error::new(Code::Parse, format!("Not a JSON object: {error}."))));
        }
    };
    let id = fields.remove("id");
    let verb = fields.remove("do");
    (id, request(verb, fields))
}

fn request(verb: Option<Value>, fields: Map<String, Value>) -> Result<Request, Error> {
    let Some(Value::String(verb)) = verb else {
        return Err(Error::new(Code::BadRequest, "A request names its verb in `do`, as a string."));
    };
    let none = |request: Request, fields| take::<Nothing>(&verb, fields).map(|_| request);
    match verb.as_str() {
        "games" => none(Request::Games, fields),
        "charts" => take(&verb, fields).map(Request::Charts),
        "new" => take(&verb, fields).map(Request::New),
        "load" => take(&verb, fields).map(Request::Load),
        "status" => take(&verb, fields).map(Request::Status),
        "legal" => take(&verb, fields).map(Request::Legal),
        "briefing" => take(&verb, fields).map(Request::Briefing),
        "why" => take(&verb, fields).map(Request::Why),
        "reach" => take(&verb, fields).map(Request::Reach),
        "overlay" => take(&verb, fields).map(Request::Overlay),
        "act" => take(&verb, fields).map(Request::Act),
        "roll" => take(&verb, fields).map(Request::Roll),
        "auto" => take(&verb, fields).map(Request::Auto),
        "view" => take(&verb, fields).map(Request::View),
        "position" => none(Request::Position, fields),
        "explain" => take(&verb, fields).map(Request::Explain),
        "advise" => take(&verb, fields).map(Request::Advise),
        "undo" => take(&verb, fields).map(Request::Undo),
        "record" => none(Request::Record, fields),
        _ => Err(Error::new(Code::UnknownVerb, format!("There is no verb `{verb}`."))),
    }
}

fn take<T: DeserializeOwned>(verb: &str, fields: Map<String, Value>) -> Result<T, Error> {
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| Error::new(Code::BadRequest, format!("`{verb}`: {error}.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn code(line: &str) -> Code {
        read(line).1.unwrap_err().code
    }

    #[test]
    fn requests_are_read_with_their_ids() {
        let (id, request) = read(r#"{"id":[1,"a"],"do":"act","action":"pass"}"#);
        assert_eq!(id, Some(json!([1, "a"])));
        assert_eq!(request, Ok(Request::Act(Act { action: "pass".into(), seat: None })));
        assert_eq!(read(r#"{"do":"undo"}"#), (None, Ok(Request::Undo(Seated { seat: None }))));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for line in ["", "[]", "7", "{", "nonsense", r#"{"do":"undo"} {}"#, "{\"do\":\"undo\"\0}"] {
            assert_eq!(code(line), Code::Parse, "{line}");
        }
        assert_eq!(code(r#"{"do":"dance"}"#), Code::UnknownVerb);
        for line in [
            r#"{}"#,
            r#"{"do":7}"#,
            r#"{"do":"undo","much":true}"#,
            r#"{"do":"act"}"#,
            r#"{"do":"act","action":"pass","why":1}"#,
            r#"{"do":"act","action":7}"#,
            r#"{"do":"roll","dice":[3,256]}"#,
            r#"{"do":"roll","dice":[-1]}"#,
            r#"{"do":"new"}"#,
            r#"{"do":"new","scenario":"goito/battle","seed":-1}"#,
            r#"{"do":"auto"}"#,
        ] {
            assert_eq!(code(line), Code::BadRequest, "{line}");
        }
    }

    #[test]
    fn the_error_for_an_unknown_field_names_it() {
        let error = read(r#"{"id":3,"do":"undo","much":true}"#);
        assert_eq!(error.0, Some(json!(3)));
        assert!(error.1.unwrap_err().message.contains("`much`"));
    }
}

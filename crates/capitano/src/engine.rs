//! `capitano engine`: the protocol of docs/protocol.md, a JSON object on each line. Whatever comes
//! in, an answer goes out, and a request that cannot be carried out leaves the game as it was.

mod line;
mod request;
#[cfg(test)]
mod tests;

use crate::failure::Failure;
use crate::games::Games;
use crate::load::{self, SavedPosition, Setup, Source};
use kernel::wire::{Info, Status};
use kernel::{Options, Record, Refusal, Seat, Table, Viewer};
use line::{LONGEST, Line};
use players::{Computer, Level};
use request::{Act, Advise, Charts, Code, Error, Explain, Load, New, Overlay, Reach, Request, SeatName, Why};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

pub fn run(games: &Games) -> Result<ExitCode, Failure> {
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    match serve(games, input, output) {
        // Who asked has gone away: there is nobody to answer.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("standard input or output: {error}")))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

pub fn serve(games: &Games, mut input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let mut engine = Engine::new(games);
    loop {
        let answer = match line::next(&mut input, LONGEST)? {
            Line::End => return Ok(()),
            Line::TooLong => refusal(format!("The line is longer than {LONGEST} bytes.")),
            Line::NotText => refusal("The line is not UTF-8 text.".to_owned()),
            Line::Text(text) if text.trim().is_empty() => continue,
            Line::Text(text) => engine.answer(&text),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
}

fn refusal(message: String) -> Value {
    respond(None, Err(Error::new(Code::Parse, message)))
}

fn respond(id: Option<Value>, answer: Result<Value, Error>) -> Value {
    let id = id.unwrap_or(Value::Null);
    match answer {
        Ok(ok) => json!({ "id": id, "ok": ok }),
        Err(error) => json!({ "id": id, "error": error }),
    }
}

/// The games, and the one that is played.
struct Engine<'a> {
    games: &'a Games,
    table: Option<Box<dyn Table>>,
    /// Who has been asked for advice about this game: each remembers what it planned.
    advisers: HashMap<(Seat, String, u64), Box<dyn Computer>>,
}

/// What `new` and `load` give: what is played, and how it stands.
#[derive(Serialize)]
struct Begun {
    #[serde(flatten)]
    status: Status,
    info: Info,
}

impl<'a> Engine<'a> {
    fn new(games: &'a Games) -> Engine<'a> {
        Engine { games, table: None, advisers: HashMap::new() }
    }

    fn answer(&mut self, line: &str) -> Value {
        let (id, request) = request::read(line);
        respond(id, request.and_then(|request| self.carry_out(request)))
    }

    fn carry_out(&mut self, request: Request) -> Result<Value, Error> {
        match request {
            Request::Games => Ok(value(&self.games.listing())),
            Request::Charts(Charts { game }) => {
                let entry = self.games.game(&game);
                let entry = entry.map_err(|failure| Error::new(Code::NotFound, failure.to_string()))?;
                Ok(json!({ "charts": entry.module.charts() }))
            }
            Request::New(new) => self.begin(new),
            Request::Load(load) => self.load(load),
            Request::Status(about) => {
                let table = self.table()?;
                Ok(value(&table.status(viewer(table, about.seat.as_ref())?)))
            }
            Request::Legal(about) => {
                let table = self.table()?;
                let seat = seat(table, about.seat.as_ref())?;
                let legal = table.legal(seat).map_err(|refusal| refused(table, seat, refusal))?;
                Ok(json!({ "actions": legal }))
            }
            Request::Briefing(about) => {
                let table = self.table()?;
                Ok(value(&table.briefing(viewer(table, about.seat.as_ref())?)))
            }
            Request::Why(why) => self.why(why),
            Request::Reach(Reach { unit, seat }) => {
                let table = self.table()?;
                let viewer = viewer(table, seat.as_ref())?;
                table.reach(viewer, &unit).map(|reach| value(&reach)).map_err(not_known)
            }
            Request::Overlay(Overlay { kind, subject, seat }) => {
                let table = self.table()?;
                let viewer = viewer(table, seat.as_ref())?;
                table.overlay(viewer, &kind, &subject).map(|overlay| value(&overlay)).map_err(not_known)
            }
            Request::Act(Act { action, seat: by }) => {
                let table = self.table()?;
                let seat = seat(table, by.as_ref())?;
                match table.act(seat, &action, Viewer::Everything) {
                    Ok(report) => Ok(value(&report)),
                    Err(refusal) => Err(refused(table, seat, refusal)),
                }
            }
            Request::Roll(roll) => {
                let table = self.table()?;
                let rolled = match (&roll.dice, &roll.drawn) {
                    (Some(_), Some(_)) => {
                        let message = "Name the faces of dice or what was drawn, not both.";
                        return Err(Error::new(Code::BadRequest, message));
                    }
                    (None, Some(drawn)) => table.draw(drawn, Viewer::Everything),
                    (dice, None) => table.roll(dice.as_deref(), Viewer::Everything),
                };
                match rolled {
                    Ok(report) => Ok(value(&report)),
                    Err(refusal) if table.outcome().is_some() => Err(error(Code::Over, refusal)),
                    Err(refusal) => Err(error(Code::Illegal, refusal)),
                }
            }
            Request::Auto(auto) => Ok(value(&self.table()?.set_auto(auto.rolls, Viewer::Everything))),
            Request::View(view) => {
                let table = self.table()?;
                Ok(value(&table.view(viewer(table, Some(&view.seat))?)))
            }
            Request::Position => Ok(value(&SavedPosition::of(self.table()?))),
            Request::Explain(Explain { action, seat }) => {
                let table = self.table()?;
                let viewer = viewer(table, seat.as_ref())?;
                table
                    .explain(viewer, &action)
                    .map(|odds| value(&odds))
                    .map_err(|refusal| error(Code::Illegal, refusal))
            }
            Request::Advise(advise) => self.advise(advise),
            Request::Undo(whose) => {
                let seat = seat(self.table()?, whose.seat.as_ref())?;
                self.advisers.clear();
                let undone = self.table()?.undo(seat, Viewer::Everything);
                undone.map(|report| value(&report)).map_err(|refusal| error(Code::Illegal, refusal))
            }
            Request::Record => Ok(json!({ "record": self.table()?.record().to_string() })),
        }
    }

    fn table(&mut self) -> Result<&mut dyn Table, Error> {
        match &mut self.table {
            Some(table) => Ok(&mut **table),
            None => Err(Error::new(Code::NoGame, "No game has been begun: `new` or `load` begins one.")),
        }
    }

    fn begin(&mut self, new: New) -> Result<Value, Error> {
        self.games
            .of_scenario(&new.scenario)
            .map_err(|failure| Error::new(Code::NotFound, failure.to_string()))?;
        let options: Options = new.options.iter().map(|(id, value)| (id.clone(), value.text())).collect();
        let opened = self.games.table(&new.scenario, &options);
        let mut table = opened.map_err(|failure| Error::new(Code::BadRequest, failure.to_string()))?;
        table.set_dice(dice(new.seed, &*table)?);
        Ok(self.sit_down(table))
    }

    fn load(&mut self, load: Load) -> Result<Value, Error> {
        let source = match (load.setup, load.position, load.record) {
            (Some(given), None, None) => Ok(Source::Setup(setup(given)?)),
            (None, Some(given), None) => SavedPosition::from_value(object(given)?).map(Source::Position),
            (None, None, Some(given)) => Ok(Source::Record(Box::new(record(given)?))),
            _ => {
                let message = "`load` takes one of `setup`, `position` and `record`.";
                return Err(Error::new(Code::BadRequest, message));
            }
        };
        let wrong = |failure: Failure| Error::new(Code::BadRequest, failure.to_string());
        let source = source.map_err(wrong)?;
        let mut table = load::open(self.games, &source).map_err(wrong)?;
        // A record goes on with its own dice, or with none if its seed is still kept secret.
        if load.seed.is_some() || !matches!(source, Source::Record(_)) {
            table.set_dice(dice(load.seed, &*table)?);
        }
        Ok(self.sit_down(table))
    }

    fn sit_down(&mut self, table: Box<dyn Table>) -> Value {
        let begun = Begun { status: table.status(Viewer::Everything), info: table.info() };
        self.table = Some(table);
        self.advisers.clear();
        value(&begun)
    }

    fn advise(&mut self, Advise { level, seat: by, seed }: Advise) -> Result<Value, Error> {
        let level = level.unwrap_or_else(|| "captain".to_owned());
        let read: Level = level.parse().map_err(|why: String| Error::new(Code::BadRequest, why))?;
        let seed = seed.unwrap_or(1);
        let table = self.table()?;
        let by = seat(table, by.as_ref())?;
        // Whether the seat is asked at all is said as for `legal`.
        table.legal(by).map_err(|refusal| refused(table, by, refusal))?;
        let seat = by.or_else(|| table.status(Viewer::Everything).decide.first().copied()).unwrap_or(Seat(0));
        let nobody = || Error::new(Code::NotFound, "No computer player knows this game.");
        let Engine { table: Some(table), advisers, .. } = self else { return Err(nobody()) };
        let key = (seat, level, seed);
        let adviser = advisers.remove(&key).or_else(|| players::computer(&**table, read, seed));
        let mut adviser = adviser.ok_or_else(nobody)?;
        let advice = adviser.advise(&**table, seat).ok_or_else(nobody)?;
        advisers.insert(key, adviser);
        Ok(value(&advice))
    }

    fn why(&mut self, why: Why) -> Result<Value, Error> {
        let table = self.table()?;
        let viewer = viewer(table, why.seat.as_ref())?;
        let subject = match (why.unit, why.hex) {
            (Some(subject), None) | (None, Some(subject)) => subject,
            _ => {
                return Err(Error::new(Code::BadRequest, "`why` takes one of `unit` and `hex`."));
            }
        };
        table.why(viewer, &subject).map(|reasons| json!({ "reasons": reasons })).map_err(not_known)
    }
}

fn value(thing: &impl Serialize) -> Value {
    // Plain data of ours: that it cannot be written as JSON would be our bug.
    serde_json::to_value(thing).expect("an answer can be written as JSON")
}

fn dice(seed: Option<u64>, table: &dyn Table) -> Result<kernel::Dice, Error> {
    load::dice(seed, table).map_err(|failure| Error::new(Code::Io, failure.to_string()))
}

/// A set-up as an object or a text, or the path of a file that holds either.
fn setup(given: Value) -> Result<Setup, Error> {
    let wrong = |message: String| Error::new(Code::BadRequest, message);
    match given {
        Value::String(text) if text.contains('\n') => {
            Setup::from_text(&text).map_err(|failure| wrong(failure.to_string()))
        }
        Value::String(path) => {
            let text = file(&path)?;
            Setup::from_text(&text).map_err(|failure| wrong(format!("{path}: {failure}")))
        }
        other => Setup::from_value(other).map_err(|failure| wrong(failure.to_string())),
    }
}

/// An object, or the path of a file that holds one.
fn object(given: Value) -> Result<Value, Error> {
    match given {
        Value::String(path) => {
            let text = file(&path)?;
            serde_json::from_str(&text)
                .map_err(|error| Error::new(Code::BadRequest, format!("{path}: {error}.")))
        }
        other => Ok(other),
    }
}

/// A record's text, `{"record": text}` as the verb `record` gives it, or the path of a file.
fn record(given: Value) -> Result<Record, Error> {
    let wrong = |message: String| Error::new(Code::BadRequest, message);
    let text = match given {
        Value::Object(mut fields) => match (fields.remove("record"), fields.is_empty()) {
            (Some(Value::String(text)), true) => text,
            _ => {
                return Err(wrong("A record as an object is {\"record\": its text}.".into()));
            }
        },
        Value::String(text) if text.contains('\n') => text,
        Value::String(path) => file(&path)?,
        _ => {
            return Err(wrong("A record is its text, an object with its text, or a file's path.".into()));
        }
    };
    text.parse().map_err(|error| wrong(format!("{error}.")))
}

fn file(path: &str) -> Result<String, Error> {
    crate::files::read(Path::new(path)).map_err(|failure| Error::new(Code::Io, failure.to_string()))
}

fn seat(table: &dyn Table, name: Option<&SeatName>) -> Result<Option<Seat>, Error> {
    let Some(name) = name else { return Ok(None) };
    let text = match name {
        SeatName::Number(number) => number.to_string(),
        SeatName::Name(name) => name.clone(),
    };
    match table.seat(&text) {
        Some(seat) => Ok(Some(seat)),
        None => {
            let seats = table.info().seats.join(", ");
            Err(Error::new(Code::NotFound, format!("There is no seat `{text}`. There are: {seats}.")))
        }
    }
}

/// Who looks: a seat, `public` for what every seat knows, or nobody named for the whole truth.
fn viewer(table: &dyn Table, name: Option<&SeatName>) -> Result<Viewer, Error> {
    if name == Some(&SeatName::Name("public".to_owned())) {
        return Ok(Viewer::Public);
    }
    Ok(seat(table, name)?.map_or(Viewer::Everything, Viewer::Seat))
}

fn error(code: Code, refusal: Refusal) -> Error {
    Error { code, rule: refusal.rule.map(|rule| rule.to_string()), message: refusal.message }
}

/// A refusal by a rule is that; one without is about something that is not there.
fn not_known(refusal: Refusal) -> Error {
    let code = if refusal.rule.is_some() { Code::Illegal } else { Code::NotFound };
    error(code, refusal)
}

/// Why a seat's action was refused, by how the game stands.
fn refused(table: &dyn Table, seat: Option<Seat>, refusal: Refusal) -> Error {
    let status = table.status(Viewer::Everything);
    let code = if status.outcome.is_some() {
        Code::Over
    } else if status.chance.is_some() {
        Code::RollDue
    } else {
        match seat {
            Some(seat) if !status.decide.contains(&seat) => Code::NotYourDecision,
            None if status.decide.len() > 1 => Code::BadRequest,
            _ => Code::Illegal,
        }
    };
    error(code, refusal)
}

//! Making games, sitting down at them, and finding one's own again.

use super::people::MOST_NAME;
use super::{App, Came, Json, MOST_IMPORT, Secure, Shared, answer, bearer, json, set_cookie, words};
use crate::hall::{Hall, Pass};
use crate::live::{Live, Request, given, seat_viewers};
use crate::metrics::METRICS;
use crate::problem::Problem;
use crate::secret::{Token, Visitor, hex, is_entropy, random};
use crate::shelf::Opened;
use crate::store::{Beginning, Deed, Head, Held, NewTable, Row, Who};
use crate::time::Moment;
use crate::wire::{Create, Created, HUMAN, Import, Join, Link, Mine, Role, Seating, Spectators, Terms};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use kernel::{Options, Record, Seat, Viewer, What};
use serde::Deserialize;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What `create` and `import` have in common.
struct Wish {
    opened: Opened,
    start: Option<Beginning>,
    /// Steps that were played before, as deeds.
    played: Vec<Deed>,
    terms: Terms,
    seats: Seating,
    players: Vec<String>,
    side: Option<u8>,
    name: Option<String>,
    entropy: Option<String>,
}

/// Steps of a record that is imported.
const MOST_STEPS: usize = 20_000;

pub async fn create(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    Json(create): Json<Create>,
) -> Result<Response, Problem> {
    let opened = open(&app, &create.scenario, &create.options)?;
    let Create { terms, seats, players, side, name, entropy, .. } = create;
    let wish = Wish { opened, start: None, played: Vec::new(), terms, seats, players, side, name, entropy };
    make(&app, visitor, secure, wish).await
}

fn open(app: &App, scenario: &str, options: &Options) -> Result<Opened, Problem> {
    app.hall.shelf.open(scenario, options).map_err(|errors| Problem::bad_request(errors.join(" ")))
}

pub async fn import(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    Json(import): Json<Import, MOST_IMPORT>,
) -> Result<Response, Problem> {
    let Import { record, position, setup, terms, seats, players, side, name, entropy } = import;
    let (opened, start, played) = match (record, position, setup) {
        (Some(record), None, None) => from_record(&app, &record)?,
        (None, Some(position), None) => from_position(&app, position)?,
        (None, None, Some(setup)) => from_setup(&app, setup)?,
        _ => return Err(Problem::bad_request("Give a record, a position or a setup, and just one of them.")),
    };
    make(&app, visitor, secure, Wish { opened, start, played, terms, seats, players, side, name, entropy })
        .await
}

type Imported = (Opened, Option<Beginning>, Vec<Deed>);

fn from_record(app: &App, text: &str) -> Result<Imported, Problem> {
    let record: Record =
        text.parse().map_err(|error| Problem::bad_request(format!("The record: {error}.")))?;
    if record.steps.len() > MOST_STEPS {
        return Err(Problem::too_large());
    }
    let heading = &record.heading;
    let (_, options) = {
        let game = app.hall.shelf.game(&heading.game);
        let game = game.ok_or_else(|| Problem::bad_request("The record is of a game that is not here."))?;
        let chosen = game.module.choose(&heading.scenario, &heading.options);
        chosen.map_err(|errors| Problem::bad_request(errors.join(" ")))?
    };
    let head = Head { scenario: heading.scenario.clone(), options, data: heading.data.clone(), ..blank() };
    let opened = app.hall.shelf.reopen(&head).map_err(Problem::bad_request)?;
    if opened.otherwise.is_some() {
        let message = format!("The record was played with data {}, which is not here.", heading.data);
        return Err(Problem::bad_request(message));
    }
    let start = record.start.map(|start| match start {
        kernel::Start::Setup(value) => Beginning::Setup(value),
        kernel::Start::Position(value) => Beginning::Position(value),
    });
    let deed = |what| match what {
        What::Act { seat, action } => Deed::Act { seat, action, automatic: false },
        What::Roll { faces, .. } => given(faces),
    };
    Ok((opened, start, record.steps.into_iter().map(|step| deed(step.what)).collect()))
}

/// A position as it is exported.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    scenario: String,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    data: String,
    position: Value,
}

fn from_position(app: &App, value: Value) -> Result<Imported, Problem> {
    let saved: Saved = serde_json::from_value(value)
        .map_err(|error| Problem::bad_request(format!("This is no saved position: {error}.")))?;
    let opened = open(app, &saved.scenario, &saved.options)?;
    if !saved.data.is_empty() && saved.data != opened.table.info().data {
        return Err(Problem::bad_request("The position was saved with other data than this program has."));
    }
    Ok((opened, Some(Beginning::Position(saved.position)), Vec::new()))
}

fn from_setup(app: &App, value: Value) -> Result<Imported, Problem> {
    let Value::Object(mut fields) = value else {
        return Err(Problem::bad_request("A setup is a JSON object."));
    };
    let Some(Value::String(scenario)) = fields.remove("scenario") else {
        return Err(Problem::bad_request("A setup names its `scenario`."));
    };
    let options = match fields.remove("options") {
        Some(options) => serde_json::from_value(options)
            .map_err(|error| Problem::bad_request(format!("The options of the setup: {error}.")))?,
        None => Options::new(),
    };
    Ok((open(app, &scenario, &options)?, Some(Beginning::Setup(Value::Object(fields))), Vec::new()))
}

fn blank() -> Head {
    Head {
        scenario: String::new(),
        options: Options::new(),
        data: String::new(),
        version: env!("CARGO_PKG_VERSION").into(),
        terms: Terms::default(),
        seating: Seating::Link,
        players: Vec::new(),
        seed: String::new(),
        salt: String::new(),
        start: None,
    }
}

/// What a player brings: a name, and something for the dice.
fn brought(
    app: &App,
    visitor: &mut Visitor,
    name: Option<&str>,
    entropy: Option<String>,
) -> Result<(Option<String>, String), Problem> {
    let name = name.map(|name| words(name, MOST_NAME, "name")).transpose()?.filter(|name| !name.is_empty());
    if name.is_some() {
        visitor.name.clone_from(&name);
    }
    let entropy = entropy.unwrap_or_else(|| hex(&app.hall.chance.draw()));
    if !is_entropy(&entropy) {
        return Err(Problem::bad_request("Entropy is 64 hex digits in small letters."));
    }
    Ok((name.or_else(|| visitor.name.clone()), entropy))
}

fn sound(terms: &Terms) -> Result<(), Problem> {
    let good = |days: f64, least: f64| (least..=365.0).contains(&days);
    match terms.clock {
        Some(clock) if !good(clock.days, 0.001) || !good(clock.reserve_days, 0.0) => {
            Err(Problem::bad_request("A clock has up to 365 days for a move and as many in reserve."))
        }
        _ => Ok(()),
    }
}

async fn make(app: &App, visitor: Option<Visitor>, secure: bool, wish: Wish) -> Result<Response, Problem> {
    let Wish { opened, start, played, terms, seats: seating, players, side, name, entropy } = wish;
    sound(&terms)?;
    let mut visitor = visitor.unwrap_or_else(Visitor::unknown);
    let (name, entropy) = brought(app, &mut visitor, name.as_deref(), entropy)?;
    let info = opened.table.info();
    let seats = info.seats.len();
    let people = people(&players, seats, seating, &app.hall.opponents.levels(&info.game))?;
    let side = match (side, &people[..]) {
        (_, []) => None,
        (Some(side), _) => Some(side),
        (None, people) => Some(people[usize::from(app.hall.chance.draw()[0]) % people.len()]),
    };
    if side.is_some_and(|side| !people.contains(&side)) {
        return Err(Problem::bad_request("There is no such side."));
    }
    let head = Head {
        scenario: info.scenario,
        options: info.options,
        data: info.data,
        terms,
        seating,
        players,
        seed: hex(&app.hall.chance.draw()),
        salt: hex(&app.hall.chance.draw()),
        start,
        ..blank()
    };
    let spectators = head.terms.spectators;
    let (sitting, mine) = match (seating, side) {
        (Seating::Link, Some(side)) => (vec![side], Who::seat(Seat(side))),
        (Seating::Link, None) => (Vec::new(), Who::OWNER),
        (Seating::Screen, _) => ((0..seats as u8).collect(), Who::BOTH),
    };
    let mut joining = Vec::new();
    let mut entropy = Some(entropy);
    if !sitting.is_empty() {
        let entropy = entropy.take().unwrap_or_default();
        joining.push((mine, Deed::Join { seats: sitting, name, entropy }));
    }
    // Computers sit down by themselves. What the maker brought for the dice goes in even if he has no seat.
    for seat in (0..seats as u8).filter(|seat| !people.contains(seat)) {
        let entropy = entropy.take().unwrap_or_else(|| hex(&app.hall.chance.draw()));
        joining.push((Who::seat(Seat(seat)), Deed::Join { seats: vec![seat], name: None, entropy }));
    }
    let (id, when) = (i64::from_le_bytes(random()) & i64::MAX, app.hall.time.moment());
    let rows = tokio::task::block_in_place(|| {
        // A position from outside may break what the rules rely on.
        catch_unwind(AssertUnwindSafe(|| first_rows(&app.hall, id, when, &head, opened, played, joining)))
            .unwrap_or_else(|_| Err(Problem::bad_request("The rules cannot make anything of this position.")))
    })?;
    let mut links = links(seating, &people, spectators);
    let any_computer = people.len() < seats;
    let tokens = links.iter().map(|(_, who, token)| (token.hash(), *who)).collect();
    let made = app.hall.store.create(NewTable { id, at: when.at, head, tokens, rows }).await;
    made.map_err(|error| Problem::not_stored(&error))?;
    METRICS.tables_made.add(1);
    if any_computer {
        // Whoever has the first word may be a computer.
        app.hall.look(Pass { table: id, who: mine }, None, |_, _, _| Ok(())).await?;
    }
    let own = links.iter().find(|(_, who, _)| *who == mine).expect("the maker has a link").2;
    hold(app, &visitor, Pass { table: id, who: mine }, own).await?;
    let created = Created {
        links: links
            .drain(..)
            .map(|(role, who, token)| Link {
                role,
                seat: (role == Role::Seat).then_some(who.0 as u8),
                token: token.text(),
            })
            .collect(),
        yours: own.text(),
    };
    let mut response = answer(&created);
    response.headers_mut().insert(header::SET_COOKIE, set_cookie(app, &visitor, secure));
    Ok(response)
}

/// The seats that people hold.
fn people(players: &[String], seats: usize, seating: Seating, levels: &[String]) -> Result<Vec<u8>, Problem> {
    let all = 0..seats as u8;
    if players.is_empty() {
        return Ok(all.collect());
    }
    if players.len() != seats {
        return Err(Problem::bad_request("Name a player for each seat, or none."));
    }
    if players.iter().any(|player| player != HUMAN && !levels.contains(player)) {
        return Err(Problem::bad_request(no_player(levels)));
    }
    let people: Vec<u8> =
        all.zip(players).filter(|(_, player)| *player == HUMAN).map(|(seat, _)| seat).collect();
    if seating == Seating::Screen && people.len() < seats {
        return Err(Problem::bad_request("At one screen people hold all seats; computers sit by links."));
    }
    Ok(people)
}

/// What is said where a computer player is named that does not know the game.
pub fn no_player(levels: &[String]) -> String {
    match levels {
        [] => "No computer plays this game.".to_string(),
        levels => format!("There is no such computer player of this game. There are: {}.", levels.join(", ")),
    }
}

/// The rows with which a game begins: what was played before, and its maker and the computers sitting down.
fn first_rows(
    hall: &Hall,
    id: i64,
    when: Moment,
    head: &Head,
    opened: Opened,
    played: Vec<Deed>,
    joining: Vec<(Who, Deed)>,
) -> Result<Vec<Row>, Problem> {
    let viewers = seat_viewers(opened.table.info().seats.len());
    let begun =
        Live::begin(id, Arc::new(head.clone()), opened.title, opened.table, &viewers, Arc::clone(&hall.time));
    let mut live = begun.map_err(|errors| Problem::bad_request(errors.join(" ")))?;
    let mut rows = Vec::new();
    for (i, deed) in played.into_iter().enumerate() {
        let (seq, at, ran) = (i as i64 + 1, when.at, head.terms.clock.map(|_| when.ran));
        let row = Row { seq, at, ran, who: Who::NOBODY, request: None, stopped: None, deed };
        live.apply(&row)
            .map_err(|why| Problem::bad_request(format!("Step {} of the record: {why}", i + 1)))?;
        rows.push(row);
    }
    for (who, deed) in joining {
        let request = Request { who, id: "join".into(), when, deed };
        rows.extend(live.perform(&request).map_err(Problem::illegal)?.rows);
    }
    Ok(rows)
}

fn links(seating: Seating, people: &[u8], spectators: Spectators) -> Vec<(Role, Who, Token)> {
    let mut links: Vec<(Role, Who, Token)> = match seating {
        Seating::Link if people.is_empty() => vec![(Role::Owner, Who::OWNER, Token::random())],
        Seating::Link => {
            people.iter().map(|seat| (Role::Seat, Who::seat(Seat(*seat)), Token::random())).collect()
        }
        Seating::Screen => vec![(Role::Both, Who::BOTH, Token::random())],
    };
    if spectators == Spectators::NothingHidden {
        links.push((Role::Spectator, Who::SPECTATOR, Token::random()));
    }
    links
}

/// Remembers that a visitor holds a link.
async fn hold(app: &App, visitor: &Visitor, pass: Pass, token: Token) -> Result<(), Problem> {
    let held = Held { table: pass.table, who: pass.who, sealed: visitor.seal(pass.table, pass.who, token) };
    Ok(app.hall.store.hold(&visitor.holder, &held, app.hall.time.moment().at).await?)
}

/// Sits down at a table, or comes back to it. Answers with the state.
pub async fn join(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    headers: HeaderMap,
    pass: Pass,
    Json(join): Json<Join>,
) -> Result<Response, Problem> {
    let mut visitor = visitor.unwrap_or_else(Visitor::unknown);
    let (name, entropy) = brought(&app, &mut visitor, join.name.as_deref(), join.entropy)?;
    let looked = app.hall.look(pass, None, |live, viewer, _| {
        let free = match viewer {
            Viewer::Seat(seat) => !live.has_joined(seat) && live.closed().is_none(),
            Viewer::Public | Viewer::Everything => false,
        };
        Ok(free)
    });
    if looked.await? {
        let check = move |_: &Live, seat: Seat| {
            Ok(Deed::Join { seats: vec![seat.0], name: name.clone(), entropy: entropy.clone() })
        };
        app.hall.perform(pass, None, None, "join".into(), check).await?;
    }
    if let Some(token) = bearer(&headers).and_then(Token::read) {
        hold(&app, &visitor, pass, token).await?;
    }
    let state = app.hall.look(pass, None, |live, viewer, connected| Ok(Hall::state(live, viewer, connected)));
    let mut response = json(String::from(Box::<str>::from(state.await?)));
    response.headers_mut().insert(header::SET_COOKIE, set_cookie(&app, &visitor, secure));
    Ok(response)
}

/// Games that are listed.
const MOST_MINE: i64 = 50;

pub async fn mine(State(app): Shared, Came(visitor): Came) -> Result<Response, Problem> {
    let Some(visitor) = visitor else { return Ok(answer(&Vec::<Mine>::new())) };
    let mut list = Vec::new();
    for held in app.hall.store.held(&visitor.holder, MOST_MINE).await? {
        let Some(token) = visitor.unseal(held.table, held.who, &held.sealed) else { continue };
        let pass = Pass { table: held.table, who: held.who };
        let looked = app.hall.look(pass, None, |live, viewer, _| Ok(listed(live, viewer, held.who, &token)));
        // A game that cannot be opened any more does not hide the others; but a database that cannot be read
        // just now is not to look like one without games.
        match looked.await {
            Ok(mine) => list.push(mine),
            Err(problem) if problem.passes() => return Err(problem),
            Err(problem) => tracing::warn!("a game is not listed: {}", problem.message),
        }
    }
    list.sort_by_key(|mine| std::cmp::Reverse(mine.updated));
    Ok(answer(&list))
}

fn listed(live: &Live, viewer: Viewer, who: Who, token: &Token) -> Mine {
    let status = live.status(viewer);
    let seat = match (viewer, who) {
        (Viewer::Seat(seat), who) if who != Who::BOTH => Some(seat),
        _ => None,
    };
    let over = live.over() || live.closed().is_some();
    Mine {
        token: token.text(),
        role: match who {
            Who::BOTH => Role::Both,
            Who::SPECTATOR => Role::Spectator,
            Who::OWNER => Role::Owner,
            Who(_) => Role::Seat,
        },
        seat: seat.map(|seat| seat.0),
        scenario: live.head.scenario.clone(),
        title: live.title().to_string(),
        opponent: seat.and_then(|seat| live.opponent(seat)),
        computer: live.computers_against(seat),
        turn: status.turn,
        turns: status.turns,
        your_move: !over
            && match (who, seat) {
                (Who::BOTH, _) => !status.decide.is_empty(),
                (_, Some(seat)) => status.decide.contains(&seat),
                (_, None) => false,
            },
        over,
        updated: match who {
            Who::BOTH => {
                seat_viewers(live.seats()).into_iter().map(|seat| live.news(seat)).max().unwrap_or(0)
            }
            _ => live.news(viewer),
        },
    }
}

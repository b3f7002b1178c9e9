//! Making games, sitting down at them, and finding one's own again.

use super::people::MOST_NAME;
use super::{App, Came, Json, Secure, Shared, answer, bearer, json, set_cookie, words};
use crate::hall::{Hall, Pass};
use crate::live::{Live, Request, derived_part, seat_viewers, seeded};
use crate::metrics::METRICS;
use crate::problem::Problem;
use crate::secret::{Token, Visitor, hex, is_entropy, random};
use crate::shelf::Opened;
use crate::store::{Beginning, Deed, Head, Held, NewTable, Row, Who};
use crate::time::Moment;
use crate::wire::{
    Create, Created, GivePart, HUMAN, Invitation, Join, Joined, Link, Mine, Role, Seating, Spectators,
    TableInfo, Terms,
};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use kernel::{Options, Seat, Viewer};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// What `create` and `import` have in common.
pub(super) struct Wish {
    pub opened: Opened,
    pub start: Option<Beginning>,
    pub played: Played,
    pub terms: Terms,
    pub seats: Seating,
    pub players: Vec<String>,
    pub side: Option<u8>,
    pub name: Option<String>,
    /// Whether the maker adds to the dice.
    pub part: bool,
}

/// What was played before.
#[derive(Default)]
pub(super) struct Played {
    pub steps: Vec<Deed>,
    /// Where the record ends.
    pub hash: Option<u64>,
    /// The edition of the rules that it was played by.
    pub rules: u32,
}

pub async fn create(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    Json(create): Json<Create>,
) -> Result<Response, Problem> {
    let opened = open(&app.hall, &create.scenario, &create.options)?;
    too_early(create.entropy.as_ref())?;
    let Create { terms, seats, players, side, name, part, .. } = create;
    let played = Played::default();
    let wish = Wish { opened, start: None, played, terms, seats, players, side, name, part };
    make(&app, visitor, secure, wish).await
}

pub(super) fn open(hall: &Hall, scenario: &str, options: &Options) -> Result<Opened, Problem> {
    hall.shelf.open(scenario, options).map_err(|errors| Problem::bad_request(errors.join(" ")))
}

pub(super) fn blank() -> Head {
    Head {
        scenario: String::new(),
        options: Options::new(),
        data: String::new(),
        rules: kernel::record::FIRST_RULES,
        bound: false,
        version: env!("CARGO_PKG_VERSION").into(),
        terms: Terms::default(),
        seating: Seating::Link,
        players: Vec::new(),
        seed: String::new(),
        salt: String::new(),
        start: None,
    }
}

/// The name that a player brings, or had before.
fn named(visitor: &mut Visitor, name: Option<&str>) -> Result<Option<String>, Problem> {
    let name = name.map(|name| words(name, MOST_NAME, "name")).transpose()?.filter(|name| !name.is_empty());
    if name.is_some() {
        visitor.name.clone_from(&name);
    }
    Ok(name.or_else(|| visitor.name.clone()))
}

/// A part of the dice must come after the server has fixed its own. If it came in the request by which the game
/// is made, the server could draw until it likes what the two give together.
pub(super) fn too_early(entropy: Option<&Value>) -> Result<(), Problem> {
    if entropy.is_none_or(Value::is_null) {
        return Ok(());
    }
    Err(Problem::bad_request(
        "The server commits to its part of the dice first: make the game with `part`, then send yours to /api/part.",
    ))
}

fn sound_part(entropy: &str) -> Result<(), Problem> {
    if is_entropy(entropy) {
        return Ok(());
    }
    Err(Problem::bad_request("Entropy is 64 hex digits in lower case."))
}

fn sound(terms: &Terms) -> Result<(), Problem> {
    let good = |days: f64, least: f64| (least..=365.0).contains(&days);
    match terms.clock {
        Some(clock) if !good(clock.days, 0.001) || !good(clock.reserve_days, 0.0) => {
            Err(Problem::bad_request("A clock may have up to 365 days for a move and as many in reserve."))
        }
        _ => Ok(()),
    }
}

pub(super) async fn make(
    app: &App,
    visitor: Option<Visitor>,
    secure: bool,
    wish: Wish,
) -> Result<Response, Problem> {
    let Wish { opened, start, played, terms, seats: seating, players, side, name, part } = wish;
    sound(&terms)?;
    let mut visitor = visitor.unwrap_or_else(Visitor::unknown);
    let name = named(&mut visitor, name.as_deref())?;
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
        rules: info.rules,
        bound: true,
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
    let dice = seeded(&head, Vec::new()).ok_or_else(Problem::internal)?;
    // The maker's part comes later, if he adds one; who adds none has one that nobody can choose.
    let mut part_due = part;
    let mut part_of = |seat: u8| {
        let place = if seating == Seating::Screen { 0 } else { seat.into() };
        (!std::mem::take(&mut part_due)).then(|| dice.derived_part(place))
    };
    let mut joining = Vec::new();
    if let Some(first) = sitting.first() {
        let entropy = part_of(*first);
        joining.push((mine, Deed::Join { seats: sitting, name, entropy, link: None }));
    }
    // Computers sit down by themselves.
    for seat in (0..seats as u8).filter(|seat| !people.contains(seat)) {
        let join = Deed::Join { seats: vec![seat], name: None, entropy: part_of(seat), link: None };
        joining.push((Who::seat(Seat(seat)), join));
    }
    let (id, when) = (i64::from_le_bytes(random()) & i64::MAX, app.hall.time.moment());
    let (hall, from_outside) = (Arc::clone(&app.hall), head.start.is_some() || !played.steps.is_empty());
    let begin = move || {
        // A position from outside may break what the rules rely on.
        let begun =
            catch_unwind(AssertUnwindSafe(|| first_rows(&hall, id, when, &head, opened, played, joining)));
        let broken = |_| Err(Problem::bad_request("The rules cannot make sense of this position."));
        begun.unwrap_or_else(broken).map(|rows| (head, rows))
    };
    let (head, rows) =
        if from_outside { app.imports.run(begin).await?? } else { tokio::task::block_in_place(begin)? };
    let mut links = links(seating, &people, mine, spectators);
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
                seat: match role {
                    Role::Seat => Some(who.0 as u8),
                    _ => who.invitation().map(|seat| seat.0),
                },
                token: token.text(),
            })
            .collect(),
        yours: own.text(),
        commitment: dice.commitment(),
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
        return Err(Problem::bad_request(
            "At one screen people play every seat; computers play only in games with links.",
        ));
    }
    Ok(people)
}

/// What is said where a computer player is named that does not know the game.
pub fn no_player(levels: &[String]) -> String {
    match levels {
        [] => "No computer plays this game.".to_string(),
        levels => format!("This game has no such computer player. It has: {}.", levels.join(", ")),
    }
}

/// The rows with which a game begins: what was played before, and its maker and the computers sitting down.
fn first_rows(
    hall: &Hall,
    id: i64,
    when: Moment,
    head: &Head,
    opened: Opened,
    played: Played,
    joining: Vec<(Who, Deed)>,
) -> Result<Vec<Row>, Problem> {
    let viewers = seat_viewers(opened.table.info().seats.len());
    let begun =
        Live::begin(id, Arc::new(head.clone()), opened.title, opened.table, &viewers, Arc::clone(&hall.time));
    let mut live = begun.map_err(|errors| Problem::bad_request(errors.join(" ")))?;
    let mut rows = Vec::new();
    let steps = played.steps.len();
    let wrong = |error: String, followed: usize| {
        let (there, here) = (played.rules, head.rules);
        Problem::bad_request(if there == here {
            format!("{error}.")
        } else {
            format!("The record: {}: {error}.", kernel::module::parted(there, here, followed, steps))
        })
    };
    for (i, deed) in played.steps.into_iter().enumerate() {
        let (seq, at, ran) = (i as i64 + 1, when.at, head.terms.clock.map(|_| when.ran));
        let row = Row { seq, at, ran, who: Who::NOBODY, request: None, stopped: None, deed };
        live.apply(&row).map_err(|why| {
            let why = why.trim_end_matches('.');
            wrong(format!("Step {} of the record: {why}", i + 1), i)
        })?;
        rows.push(row);
    }
    let hash = live.table().hash();
    // The hash is of a position as its edition has it: that of another says nothing.
    if let Some(said) = played.hash.filter(|said| *said != hash && played.rules == head.rules) {
        return Err(wrong(format!("The record ends at {said:016x}, the rules at {hash:016x}"), steps));
    }
    for (who, deed) in joining {
        let request = Request { who, id: "join".into(), when, deed };
        rows.extend(live.perform(&request).map_err(Problem::illegal)?.rows);
    }
    Ok(rows)
}

/// The maker's link, and an invitation for every other person.
fn links(seating: Seating, people: &[u8], mine: Who, spectators: Spectators) -> Vec<(Role, Who, Token)> {
    let mut links: Vec<(Role, Who, Token)> = match seating {
        Seating::Link if people.is_empty() => vec![(Role::Owner, Who::OWNER, Token::random())],
        Seating::Link => {
            let link = |seat: &u8| match Who::seat(Seat(*seat)) {
                own if own == mine => (Role::Seat, own, Token::random()),
                _ => (Role::Invitation, Who::invited_to(Seat(*seat)), Token::random()),
            };
            people.iter().map(link).collect()
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

/// The token of a place at a table, if this visitor holds it.
async fn holds(app: &App, visitor: Option<&Visitor>, pass: Pass) -> Result<Option<Token>, Problem> {
    let Some(visitor) = visitor else { return Ok(None) };
    let sealed = app.hall.store.held_link(&visitor.holder, pass.table, pass.who).await?;
    let Some(token) = sealed.and_then(|sealed| visitor.unseal(pass.table, pass.who, &sealed)) else {
        return Ok(None);
    };
    Ok(leads_to(app, token, pass).await?.then_some(token))
}

/// Whether a token is the link to this place.
async fn leads_to(app: &App, token: Token, pass: Pass) -> Result<bool, Problem> {
    match app.hall.pass(&token.text()).await {
        Ok(found) => Ok(found == pass),
        Err(problem) if problem.code == "not-found" => Ok(false),
        Err(problem) => Err(problem),
    }
}

/// What an invitation is for; the way back for who has taken its seat.
pub async fn invitation(State(app): Shared, Came(visitor): Came, pass: Pass) -> Result<Response, Problem> {
    let no_invitation = || Problem::bad_request("This link is not an invitation.");
    let seat = pass.who.invitation().ok_or_else(no_invitation)?;
    let own = Pass { who: Who::seat(seat), ..pass };
    let token = holds(&app, visitor.as_ref(), own).await?;
    let invitation = app.hall.look(own, None, |live, viewer, connected| {
        if live.has_joined(seat) && token.is_none() {
            return Err(Problem::taken());
        }
        let TableInfo { game, scenario, title, options, terms, seats, commitment, .. } =
            live.table_info(viewer, connected);
        let token = token.map(|token| token.text());
        Ok(Invitation { game, scenario, title, options, terms, seat: seat.0, seats, commitment, token })
    });
    Ok(answer(&invitation.await?))
}

/// Sits down at a table by an invitation, or comes back to it. Answers with the link and the state.
pub async fn join(
    State(app): Shared,
    Came(visitor): Came,
    Secure(secure): Secure,
    headers: HeaderMap,
    pass: Pass,
    Json(join): Json<Join>,
) -> Result<Response, Problem> {
    let mut visitor = visitor.unwrap_or_else(Visitor::unknown);
    let given = bearer(&headers).and_then(Token::read).ok_or_else(Problem::no_such_table)?;
    let (pass, token) = match pass.who.invitation() {
        Some(seat) => {
            let own = Pass { who: Who::seat(seat), ..pass };
            let token = match holds(&app, Some(&visitor), own).await? {
                Some(token) => token,
                None => take(&app, &mut visitor, own, seat, given, join).await?,
            };
            (own, token)
        }
        None => (pass, given),
    };
    hold(&app, &visitor, pass, token).await?;
    let state = app.hall.look(pass, None, |live, viewer, connected| Ok(Hall::state(live, viewer, connected)));
    let mut response = answer(&Joined { token: token.text(), state: &state.await? });
    response.headers_mut().insert(header::SET_COOKIE, set_cookie(&app, &visitor, secure));
    Ok(response)
}

/// Takes the seat of an invitation. Gives the new link, which nobody else knows.
async fn take(
    app: &App,
    visitor: &mut Visitor,
    pass: Pass,
    seat: Seat,
    invitation: Token,
    join: Join,
) -> Result<Token, Problem> {
    let name = named(visitor, join.name.as_deref())?;
    let entropy = join.entropy;
    entropy.as_deref().map_or(Ok(()), sound_part)?;
    let token = match &join.key {
        Some(key) if !is_entropy(key) => {
            return Err(Problem::bad_request("A key is 64 hex digits in lower case."));
        }
        Some(key) => app.cookies.seat_token(invitation, key),
        None => Token::random(),
    };
    let check = move |live: &Live, _: Seat| match live.closed() {
        _ if live.has_joined(seat) => Err(Problem::taken()),
        Some(why) => Err(Problem::gone(why)),
        None => Ok(Deed::Join {
            seats: vec![seat.0],
            name: name.clone(),
            entropy: entropy.clone().or_else(|| derived_part(&live.head, seat.0.into())),
            link: Some(token.hash()),
        }),
    };
    // The id is nobody else's: a second guest is no repetition of the first.
    let id = format!("join-{}", hex(&random::<12>()));
    match app.hall.perform(pass, None, None, id, check).await {
        Ok(_) => Ok(token),
        // He has taken it himself before, and did not hear of it.
        Err(problem) if problem.code == "taken" && leads_to(app, token, pass).await? => Ok(token),
        Err(problem) => Err(problem),
    }
}

/// Gives a player's part of the dice, once. Answers with the state.
pub async fn part(
    State(app): Shared,
    pass: Pass,
    Json(GivePart { entropy }): Json<GivePart>,
) -> Result<Response, Problem> {
    sound_part(&entropy)?;
    let given = app.hall.look(pass, None, |live, _, _| {
        let place = live
            .part_place(pass.who)
            .ok_or_else(|| Problem::forbidden("This link adds nothing to the dice."))?;
        Ok(live.part(place).map(ToString::to_string))
    });
    match given.await? {
        Some(given) if given == entropy => {}
        Some(_) => return Err(part_given()),
        None => {
            let check = move |live: &Live, _: Viewer| match live.part_place(pass.who) {
                Some(place) if live.part(place).is_none() => {
                    Ok(Deed::Part { place: place as u8, entropy: entropy.clone() })
                }
                _ => Err(part_given()),
            };
            let id = format!("part-{}", hex(&random::<12>()));
            app.hall.order(pass, None, None, id, check).await?;
        }
    }
    let owner = pass.who == Who::OWNER;
    let state = app
        .hall
        .look(pass, None, |live, viewer, connected| Ok(Hall::state_for(live, viewer, connected, owner)));
    Ok(json(String::from(Box::<str>::from(state.await?))))
}

fn part_given() -> Problem {
    Problem::conflict("This part of the dice has already been given.")
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

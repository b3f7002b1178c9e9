//! What a link lets one see: the table, reasons, reach, odds, overlays, the record, and the replay.

use super::{Json, Query, Shared, answer, json};
use crate::hall::{Hall, Pass};
use crate::live::Live;
use crate::problem::Problem;
use crate::store::Who;
use crate::wire::AskHint;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use kernel::{Dice, RecordDice, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize)]
pub struct As {
    #[serde(rename = "as")]
    seat: Option<u8>,
}

pub async fn table(State(app): Shared, pass: Pass, Query(by): Query<As>) -> Result<Response, Problem> {
    let owner = pass.who == Who::OWNER;
    let state = app
        .hall
        .look(pass, by.seat, |live, viewer, connected| Ok(Hall::state_for(live, viewer, connected, owner)));
    Ok(json(String::from(Box::<str>::from(state.await?))))
}

#[derive(Deserialize)]
pub struct Subject {
    subject: String,
    #[serde(rename = "as")]
    seat: Option<u8>,
}

/// Longest word that is asked about.
const MOST_SUBJECT: usize = 1000;

fn short(text: &str) -> Result<(), Problem> {
    if text.len() > MOST_SUBJECT { Err(Problem::bad_request("This is too long.")) } else { Ok(()) }
}

/// What a player should know before he decides.
pub async fn briefing(State(app): Shared, pass: Pass, Query(by): Query<As>) -> Result<Response, Problem> {
    let told = app.hall.look(pass, by.seat, |live, viewer, _| Ok(live.table().briefing(viewer)));
    Ok(answer(&told.await?))
}

pub async fn why(State(app): Shared, pass: Pass, Query(asked): Query<Subject>) -> Result<Response, Problem> {
    short(&asked.subject)?;
    let reasons = app.hall.look(pass, asked.seat, |live, viewer, _| {
        live.table().why(viewer, &asked.subject).map_err(Problem::illegal)
    });
    Ok(answer(&reasons.await?))
}

#[derive(Deserialize)]
pub struct Unit {
    unit: String,
    #[serde(rename = "as")]
    seat: Option<u8>,
}

pub async fn reach(State(app): Shared, pass: Pass, Query(asked): Query<Unit>) -> Result<Response, Problem> {
    short(&asked.unit)?;
    let reach = app.hall.look(pass, asked.seat, |live, viewer, _| {
        // Other tables go on while this one counts.
        tokio::task::block_in_place(|| live.table().reach(viewer, &asked.unit)).map_err(Problem::illegal)
    });
    Ok(answer(&reach.await?))
}

/// What could be done with several pieces at once; without a subject, with those in hand.
pub async fn proposals(
    State(app): Shared,
    pass: Pass,
    Query(asked): Query<Subject>,
) -> Result<Response, Problem> {
    short(&asked.subject)?;
    let plans = app.hall.look(pass, asked.seat, |live, viewer, _| {
        tokio::task::block_in_place(|| live.table().proposals(viewer, &asked.subject))
            .map_err(Problem::illegal)
    });
    Ok(answer(&plans.await?))
}

#[derive(Deserialize)]
pub struct Action {
    action: String,
    #[serde(rename = "as")]
    seat: Option<u8>,
}

pub async fn odds(State(app): Shared, pass: Pass, Query(asked): Query<Action>) -> Result<Response, Problem> {
    short(&asked.action)?;
    let odds = app.hall.look(pass, asked.seat, |live, viewer, _| {
        tokio::task::block_in_place(|| live.table().explain(viewer, &asked.action)).map_err(Problem::illegal)
    });
    Ok(answer(&odds.await?))
}

#[derive(Deserialize)]
pub struct Line {
    action: String,
    #[serde(default)]
    answer: String,
    #[serde(rename = "as")]
    seat: Option<u8>,
}

/// All that can come of a fight, if the seat takes this action.
pub async fn forecast(
    State(app): Shared,
    pass: Pass,
    Query(asked): Query<Line>,
) -> Result<Response, Problem> {
    short(&asked.action)?;
    short(&asked.answer)?;
    let prefer = asked.answer.split(',').map(str::trim).filter(|kind| !kind.is_empty());
    let prefer: Vec<String> = prefer.map(str::to_string).collect();
    Ok(answer(&app.hall.forecast(pass, asked.seat, asked.action, prefer).await?))
}

/// What a computer would do in the seat's place.
pub async fn hint(State(app): Shared, pass: Pass, Json(asked): Json<AskHint>) -> Result<Response, Problem> {
    Ok(answer(&app.hall.hint(pass, asked.seat).await?))
}

#[derive(Deserialize)]
pub struct OverlayAsked {
    kind: String,
    #[serde(default)]
    subject: String,
    #[serde(rename = "as")]
    seat: Option<u8>,
}

pub async fn overlay(
    State(app): Shared,
    pass: Pass,
    Query(asked): Query<OverlayAsked>,
) -> Result<Response, Problem> {
    short(&asked.kind)?;
    short(&asked.subject)?;
    let overlay = app.hall.look(pass, asked.seat, |live, viewer, _| {
        let laid = tokio::task::block_in_place(|| live.table().overlay(viewer, &asked.kind, &asked.subject));
        laid.map_err(Problem::illegal)
    });
    Ok(answer(&overlay.await?))
}

/// Whether nothing is hidden from anybody any more.
fn open(live: &Live) -> bool {
    live.over() || live.closed().is_some() || !live.table().secrets()
}

fn must_be_open(live: &Live) -> Result<(), Problem> {
    if open(live) {
        return Ok(());
    }
    Err(Problem::forbidden(
        "This game has secrets until it is over: its record and position are available then.",
    ))
}

/// The record as text. Once the game is over, seed and salt stand in it.
pub async fn record(State(app): Shared, pass: Pass) -> Result<Response, Problem> {
    let record = app.hall.look(pass, None, |live, _, _| {
        must_be_open(live)?;
        Ok(live.record().to_string())
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"capitano.record\"")),
    ];
    Ok((headers, record.await?).into_response())
}

/// What was left to chance at each roll and draw of the record: with the seed, whoever reads it can check them without the rules.
pub async fn chances(State(app): Shared, pass: Pass) -> Result<Response, Problem> {
    let chances = app.hall.look(pass, None, |live, _, _| {
        must_be_open(live)?;
        Ok(tokio::task::block_in_place(|| live.table().chances()))
    });
    Ok(answer(&chances.await?))
}

impl Live {
    /// The record, with the seed if the game is over in any way.
    pub fn record(&self) -> kernel::Record {
        let mut record = self.table().record();
        if let (true, RecordDice::Seeded { revealed, bound, .. }, Dice::Seeded(dice)) =
            (self.over(), &mut record.dice, self.table().dice())
        {
            *revealed = Some(dice.revealed());
            *bound = dice.bound();
        }
        record
    }
}

/// A position as `capitano play --load` and the import read it.
#[derive(Serialize)]
struct Saved {
    scenario: String,
    options: kernel::Options,
    data: String,
    position: Value,
}

pub async fn position(State(app): Shared, pass: Pass) -> Result<Response, Problem> {
    let saved = app.hall.look(pass, None, |live, _, _| {
        must_be_open(live)?;
        let info = live.table().info();
        let position = live.table().position();
        Ok(Saved { scenario: info.scenario, options: info.options, data: info.data, position })
    });
    Ok(answer(&saved.await?))
}

#[derive(Deserialize)]
pub struct Part {
    #[serde(default)]
    from: u32,
    count: Option<u32>,
    #[serde(rename = "as")]
    seat: Option<u8>,
}

/// Positions in one answer.
const MOST_POSITIONS: u32 = 500;

pub async fn replay(State(app): Shared, pass: Pass, Query(part): Query<Part>) -> Result<Response, Problem> {
    let looked = app.hall.look(pass, part.seat, |live, viewer, _| Ok((viewer, live.over())));
    let (viewer, over) = looked.await?;
    debug_assert!(viewer != Viewer::Everything, "no link gives this view before the end");
    let count = part.count.unwrap_or(100).min(MOST_POSITIONS);
    let replay = app.hall.replay(pass.table, viewer, over, part.from, count).await?;
    Ok(answer(&replay))
}

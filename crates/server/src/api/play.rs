//! What a seat does: acts, takes back, resigns, talks, answers once for all, claims time.

use super::tables::no_player;
use super::{Json, Shared, json, request_id, words};
use crate::hall::Pass;
use crate::live::Live;
use crate::problem::Problem;
use crate::store::{Deed, Who};
use crate::wire::{
    Act, Chat, Claim, ClaimWhat, Pace, Resign, SetPace, Standing, TakeBack, TakeBackWhat, Undo,
};
use axum::extract::State;
use axum::response::Response;
use kernel::{Seat, Viewer, What};
use std::sync::Arc;

/// Nothing is played any more in a game that is over or closed, nor by who has not sat down or has lost
/// his seat to a computer.
pub(crate) fn playing(live: &Live, seat: Seat) -> Result<(), Problem> {
    if let Some(why) = live.closed() {
        return Err(Problem::gone(why));
    }
    if live.over() {
        return Err(Problem::gone("The game is over."));
    }
    if live.computer(seat).is_some() {
        return Err(Problem::forbidden("The computer plays this seat."));
    }
    joined(live, seat)
}

fn joined(live: &Live, seat: Seat) -> Result<(), Problem> {
    if live.has_joined(seat) { Ok(()) } else { Err(Problem::forbidden("Join the game first.")) }
}

/// Longest action: a macro of a long march.
const MOST_ACTION: usize = 1000;

pub async fn act(State(app): Shared, pass: Pass, Json(act): Json<Act>) -> Result<Response, Problem> {
    let id = request_id(&act.id)?;
    if act.action.len() > MOST_ACTION || act.action.chars().any(char::is_control) {
        return Err(Problem::bad_request("This is not an action."));
    }
    let action = act.action;
    let check = move |live: &Live, seat: Seat| {
        playing(live, seat)?;
        Ok(Deed::Step(What::act(seat, action.clone())))
    };
    app.hall.perform(pass, act.seat, Some(act.on), id, check).await.map(json)
}

pub async fn undo(State(app): Shared, pass: Pass, Json(undo): Json<Undo>) -> Result<Response, Problem> {
    let id = request_id(&undo.id)?;
    let check = |live: &Live, seat: Seat| {
        playing(live, seat)?;
        if live.undo_limit(Viewer::Seat(seat)) == 0 {
            return Err(Problem::forbidden("Nothing can be taken back without asking."));
        }
        Ok(Deed::Undo { seat })
    };
    app.hall.perform(pass, undo.seat, Some(undo.on), id, check).await.map(json)
}

pub async fn take_back(
    State(app): Shared,
    pass: Pass,
    Json(request): Json<TakeBack>,
) -> Result<Response, Problem> {
    let id = request_id(&request.id)?;
    let what = request.what;
    let check = move |live: &Live, seat: Seat| {
        playing(live, seat)?;
        match (what, live.asks()) {
            (TakeBackWhat::Ask, _) if !live.head.terms.take_backs => {
                Err(Problem::forbidden("This game was made without take-backs."))
            }
            (TakeBackWhat::Ask, Some(_)) => Err(Problem::conflict("A take-back has already been asked for.")),
            (TakeBackWhat::Ask, None) if !live.has_acted(seat) => {
                Err(Problem::forbidden("There is nothing to take back."))
            }
            (TakeBackWhat::Grant | TakeBackWhat::Refuse, None) => {
                Err(Problem::conflict("Nobody has asked for a take-back."))
            }
            (TakeBackWhat::Grant | TakeBackWhat::Refuse, Some(asker)) if asker == seat => {
                Err(Problem::forbidden("This is for the other side to answer."))
            }
            _ => Ok(Deed::TakeBack { seat, what }),
        }
    };
    app.hall.perform(pass, request.seat, None, id, check).await.map(json)
}

pub async fn resign(State(app): Shared, pass: Pass, Json(resign): Json<Resign>) -> Result<Response, Problem> {
    let id = request_id(&resign.id)?;
    let check = |live: &Live, seat: Seat| {
        playing(live, seat)?;
        Ok(Deed::Resign { seat })
    };
    app.hall.perform(pass, resign.seat, None, id, check).await.map(json)
}

pub async fn chat(State(app): Shared, pass: Pass, Json(chat): Json<Chat>) -> Result<Response, Problem> {
    let id = request_id(&chat.id)?;
    let text = words(&chat.text, 1000, "message")?;
    if text.is_empty() {
        return Err(Problem::bad_request("The message is empty."));
    }
    let check = move |live: &Live, seat: Seat| {
        joined(live, seat)?;
        Ok(Deed::Chat { seat, text: text.clone() })
    };
    app.hall.perform(pass, chat.seat, None, id, check).await.map(json)
}

/// Standing answers of one seat.
const MOST_STANDING: usize = 200;

pub async fn standing(
    State(app): Shared,
    pass: Pass,
    Json(standing): Json<Standing>,
) -> Result<Response, Problem> {
    let id = request_id(&standing.id)?;
    let key = words(&standing.key, 200, "question")?;
    let action = standing.action.map(|action| words(&action, 200, "answer")).transpose()?;
    let check = move |live: &Live, seat: Seat| {
        playing(live, seat)?;
        if live.standing(seat) >= MOST_STANDING && action.is_some() {
            return Err(Problem::forbidden("There are too many standing answers."));
        }
        Ok(Deed::Standing { seat, key: key.clone(), action: action.clone() })
    };
    app.hall.perform(pass, standing.seat, None, id, check).await.map(json)
}

pub async fn claim(State(app): Shared, pass: Pass, Json(claim): Json<Claim>) -> Result<Response, Problem> {
    let id = request_id(&claim.id)?;
    let what = claim.what;
    let opponents = Arc::clone(&app.hall.opponents);
    let check = move |live: &Live, seat: Seat| {
        playing(live, seat)?;
        let Some(late) = live.overdue(seat) else {
            return Err(Problem::forbidden("The other side still has time."));
        };
        if what != ClaimWhat::Computer {
            return Ok(Deed::Claim { seat, what });
        }
        let levels = opponents.levels(&live.table().info().game);
        let level = claim.level.as_ref().or(levels.last()).filter(|level| levels.contains(level));
        let player = level.cloned().ok_or_else(|| Problem::bad_request(no_player(&levels)))?;
        Ok(Deed::Replace { seat, late, player })
    };
    let done = app.hall.perform(pass, claim.seat, None, id, check).await?;
    if what == ClaimWhat::Computer {
        app.hall.store.has_computers(pass.table).await?;
    }
    Ok(json(done))
}

/// How fast a game between computers goes.
pub async fn pace(State(app): Shared, pass: Pass, Json(set): Json<SetPace>) -> Result<Response, Problem> {
    let id = request_id(&set.id)?;
    if pass.who != Who::OWNER {
        return Err(Problem::forbidden("Only whoever made this game can set its speed."));
    }
    let check = move |live: &Live, _: Viewer| {
        let Some(pace) = live.pace() else {
            return Err(Problem::forbidden("Only whoever made this game can set its speed."));
        };
        let paused = set.paused.unwrap_or(pace.paused);
        Ok(Deed::Pace(Pace { paused, speed: set.speed.unwrap_or(pace.speed) }))
    };
    app.hall.order(pass, None, None, id, check).await.map(json)
}

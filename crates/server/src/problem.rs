//! What a client is told when something is not done.

use crate::store::{Trouble, WriteError};
use crate::wire::{Failed, FailedWhy};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::Refusal;
use serde_json::value::RawValue;

/// A refusal with its status; `state` shows a client with an old position the present one.
#[derive(Debug)]
pub struct Problem {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
    pub rule: Option<String>,
    pub state: Option<Box<RawValue>>,
}

impl Problem {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Problem {
        Problem { status, code, message: message.into(), rule: None, state: None }
    }
    pub fn bad_request(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }
    /// Unknown, foreign and malformed tokens are all answered with this.
    pub fn no_such_table() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", "This link does not lead to a game.")
    }
    pub fn not_found(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", message)
    }
    pub fn illegal(refusal: Refusal) -> Problem {
        let rule = refusal.rule.map(|rule| rule.to_string());
        Problem { rule, ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "illegal", refusal.message) }
    }
    /// Something that this role may not do, or not now.
    pub fn forbidden(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "illegal", message)
    }
    /// Somebody comes with an invitation where a seat is needed.
    pub fn invitation() -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "invitation", "This is an invitation: take the seat first.")
    }
    /// The seat of an invitation has been taken.
    pub fn taken() -> Problem {
        Problem::new(StatusCode::GONE, "taken", "This seat is taken.")
    }
    pub fn stale(state: Box<RawValue>) -> Problem {
        let message = "The position has changed: this answers an older one.";
        Problem { state: Some(state), ..Problem::new(StatusCode::CONFLICT, "stale", message) }
    }
    pub fn conflict(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, "conflict", message)
    }
    pub fn gone(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::GONE, "gone", message)
    }
    pub fn too_large() -> Problem {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "This is too large.")
    }
    pub fn too_slow() -> Problem {
        Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "bad-request",
            "The body of the request did not come in time.",
        )
    }
    pub fn too_many() -> Problem {
        let message = "Too many requests: wait a moment.";
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message)
    }
    /// Something cannot be done just now.
    pub fn unavailable(message: impl Into<String>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }
    /// More is asked of the server than it can do.
    pub fn busy() -> Problem {
        Problem::unavailable("The server is too busy just now: try again in a moment.")
    }
    pub fn shutting_down() -> Problem {
        Problem::unavailable("The server is shutting down: try again in a moment.")
    }
    /// A write that did not happen.
    pub fn not_stored(error: &WriteError) -> Problem {
        Problem::unavailable(format!(
            "The game cannot be stored just now: {error}. Nothing was changed; try again in a moment."
        ))
    }
    /// What is stored is not what was written.
    pub fn damaged(why: &str) -> Problem {
        let message = format!("What the database holds here is damaged ({why}). It cannot be shown.");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged", message)
    }
    pub fn internal() -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "This is a bug in the program.")
    }

    /// Whether the same request may be answered otherwise in a moment.
    pub fn passes(&self) -> bool {
        matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE)
    }

    pub fn body(&self) -> String {
        let error = FailedWhy { code: self.code, message: &self.message, rule: self.rule.as_deref() };
        let body = Failed { error, state: self.state.as_deref() };
        serde_json::to_string(&body).expect("plain data can be written as JSON")
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Problem {
        tracing::error!("the database: {error}");
        match Trouble::from(&error) {
            Trouble::Damaged(why) => Problem::damaged(&why),
            Trouble::Failed(why) => Problem::unavailable(format!(
                "The database is not working just now: {why}. Try again in a moment."
            )),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let json = HeaderValue::from_static("application/json");
        let mut response = (self.status, [(header::CONTENT_TYPE, json)], self.body()).into_response();
        if self.passes() {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

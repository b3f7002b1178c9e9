//! Live connections. The client's first message says who it is and what it has; it gets what it lacks,
//! and from then on everything new. A later message of the same kind looks from another seat.

use super::{App, Shared};
use crate::hall::{Pass, Watching};
use crate::problem::Problem;
use crate::wire::{Hello, Push};
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde_json::value::RawValue;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

const PING: Duration = Duration::from_secs(25);
/// Who says nothing at first, or does not answer pings, is gone.
const PATIENCE: Duration = Duration::from_secs(70);

pub async fn live(
    State(app): Shared,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    if !same_site(&headers) {
        return Err(Problem::forbidden("Pages of other sites may not do this."));
    }
    let upgrade = upgrade
        .read_buffer_size(2 * 1024)
        .write_buffer_size(0)
        .max_write_buffer_size(4 * 1024 * 1024)
        .max_message_size(4 * 1024)
        .max_frame_size(4 * 1024);
    Ok(upgrade.on_upgrade(move |socket| serve(app, socket)).into_response())
}

/// Browsers tell where a page that opens a connection is from.
fn same_site(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else {
        return !headers.contains_key(header::ORIGIN);
    };
    origin.split_once("://").is_some_and(|(_, place)| place == host)
}

async fn serve(app: Arc<App>, mut socket: WebSocket) {
    let mut closing = app.closing.clone();
    let hello = timeout(PATIENCE, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(hello)))) = hello else { return };
    let Some(mut watching) = greet(&app, &mut socket, &hello).await else { return };
    let mut pings = interval_at(Instant::now() + PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            message = watching.messages.recv() => {
                // None: this connection did not keep up. The client comes again and gets what it missed.
                let Some(message) = message else { return close(&mut socket, close_code::AGAIN).await };
                if send(&mut socket, message).await.is_err() {
                    return;
                }
            }
            received = socket.recv() => match received {
                Some(Ok(Message::Text(hello))) => {
                    heard = Instant::now();
                    drop(watching);
                    match greet(&app, &mut socket, &hello).await {
                        Some(new) => watching = new,
                        None => return,
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => heard = Instant::now(),
                Some(Ok(Message::Binary(_))) => return close(&mut socket, close_code::UNSUPPORTED).await,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            _ = pings.tick() => {
                if heard.elapsed() > PATIENCE || socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
            () = closed(&mut closing) => return close(&mut socket, close_code::RESTART).await,
        }
    }
}

/// Waits until the server shuts down.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error says that it has.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Answers a first message; None if the connection is of no use.
async fn greet(app: &Arc<App>, socket: &mut WebSocket, hello: &Utf8Bytes) -> Option<Watching> {
    match enter(app, hello).await {
        Ok((message, watching)) => send(socket, message).await.ok().map(|()| watching),
        Err(problem) => {
            let body = RawValue::from_string(problem.body()).ok()?;
            let text = serde_json::to_string(&Push::Error(&body)).ok()?;
            let _ = socket.send(Message::Text(text.into())).await;
            close(socket, close_code::POLICY).await;
            None
        }
    }
}

async fn enter(app: &Arc<App>, hello: &str) -> Result<(Utf8Bytes, Watching), Problem> {
    let hello: Hello = serde_json::from_str(hello)
        .map_err(|error| Problem::bad_request(format!("The first message cannot be read: {error}.")))?;
    let pass: Pass = app.hall.pass(&hello.token).await?;
    app.hall.watch(pass, hello.seat, hello.number, hello.feed).await
}

/// A client that takes nothing for long is gone.
async fn send(socket: &mut WebSocket, message: Utf8Bytes) -> Result<(), ()> {
    match timeout(PATIENCE, socket.send(Message::Text(message))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}

async fn close(socket: &mut WebSocket, code: u16) {
    // It may be closed already.
    let _ = timeout(
        Duration::from_secs(2),
        socket.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))),
    )
    .await;
}

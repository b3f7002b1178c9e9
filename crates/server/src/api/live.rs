//! Live connections. The client's first message says who it is and what it has; it gets what it lacks,
//! and from then on everything new. A later message of the same kind looks from another seat.

use super::{App, Shared, client, foreign, same_site};
use crate::guests::Guest;
use crate::hall::{ASKER, Pass, Watching};
use crate::limits::{Cost, network};
use crate::metrics::METRICS;
use crate::problem::Problem;
use crate::wire::{Hello, Push};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use serde_json::value::RawValue;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

const PING: Duration = Duration::from_secs(25);
/// Who does not answer pings is gone.
const PATIENCE: Duration = Duration::from_secs(70);
/// What a client may say at once.
const MOST_SAID: usize = 4 * 1024;
/// A connection keeps a buffer as large as the largest frame that it has sent: large messages go in several.
const MOST_SENT: usize = 8 * 1024;

type Socket = WebSocketStream<TokioIo<Upgraded>>;

pub async fn live(State(app): Shared, mut request: Request) -> Result<Response, Problem> {
    let headers = request.headers();
    if !same_site(headers) {
        return Err(foreign());
    }
    let says = |name: header::HeaderName, word: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        value.split(',').any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    let wanted = says(header::CONNECTION, "upgrade")
        && says(header::UPGRADE, "websocket")
        && says(header::SEC_WEBSOCKET_VERSION, "13");
    let accept = headers.get(header::SEC_WEBSOCKET_KEY).map(|key| derive_accept_key(key.as_bytes()));
    let (Some(accept), true) = (accept, wanted) else {
        return Err(Problem::bad_request("This address is for WebSockets."));
    };
    let client = client(&app, &request);
    let ticket = match client {
        Some(client) => Some(app.watchers.enter(client).ok_or_else(Problem::too_many)?),
        None => None,
    };
    let guest = request.extensions().get::<Arc<Guest>>().cloned();
    let upgrade = request.extensions_mut().remove::<OnUpgrade>();
    let upgrade =
        upgrade.ok_or_else(|| Problem::bad_request("This connection cannot become a WebSocket."))?;
    tokio::spawn(async move {
        // A client that goes away in between wants nothing any more.
        let Ok(upgraded) = upgrade.await else { return };
        let config = WebSocketConfig::default()
            .read_buffer_size(2 * 1024)
            .write_buffer_size(0)
            .max_write_buffer_size(4 * 1024 * 1024)
            .max_message_size(Some(MOST_SAID))
            .max_frame_size(Some(MOST_SAID));
        let io = TokioIo::new(upgraded);
        let socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
        match guest {
            Some(guest) => tokio::select! {
                () = serve(app, client, Some(&guest), socket) => {}
                () = guest.must_leave() => {}
            },
            None => serve(app, client, None, socket).await,
        }
        drop(ticket);
    });
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let answer = response.headers_mut();
    answer.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    answer.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    let accept = HeaderValue::try_from(accept).map_err(|_| Problem::internal())?;
    answer.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    Ok(response)
}

async fn serve(app: Arc<App>, client: Option<IpAddr>, guest: Option<&Arc<Guest>>, mut socket: Socket) {
    let mut closing = app.closing.clone();
    let hello = timeout(app.patience.hello, socket.next()).await;
    let Ok(Some(Ok(Message::Text(hello)))) = hello else { return };
    // Who holds a link does not go for others, from before it hears that the link is good.
    let _busy = guest.map(|guest| Arc::clone(guest).busy());
    let Some(mut watching) = greet(&app, client, &mut socket, &hello).await else { return };
    let mut pings = interval_at(Instant::now() + PING, PING);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            message = watching.messages.recv() => {
                // None: this connection did not keep up. The client comes again and gets what it missed.
                let Some(message) = message else { return close(&mut socket, CloseCode::Again).await };
                if send(&mut socket, message).await.is_err() {
                    return;
                }
            }
            received = socket.next() => match received {
                Some(Ok(Message::Text(hello))) => {
                    heard = Instant::now();
                    drop(watching);
                    match greet(&app, client, &mut socket, &hello).await {
                        Some(new) => watching = new,
                        None => return,
                    }
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => heard = Instant::now(),
                Some(Ok(Message::Binary(_) | Message::Frame(_))) => return close(&mut socket, CloseCode::Unsupported).await,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            _ = pings.tick() => {
                if heard.elapsed() > PATIENCE || socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
            }
            () = closed(&mut closing) => return close(&mut socket, CloseCode::Restart).await,
        }
    }
}

/// Waits until the server shuts down.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // An error says that it has.
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Answers a first message; None if the connection is of no use.
async fn greet(
    app: &Arc<App>,
    client: Option<IpAddr>,
    socket: &mut Socket,
    hello: &Utf8Bytes,
) -> Option<Watching> {
    match enter(app, client, hello).await {
        Ok((message, watching)) => send(socket, message).await.ok().map(|()| watching),
        Err(problem) => {
            let body = RawValue::from_string(problem.body()).ok()?;
            let text = serde_json::to_string(&Push::Error(&body)).ok()?;
            let _ = socket.send(Message::Text(text.into())).await;
            let code = if problem.passes() { CloseCode::Again } else { CloseCode::Policy };
            close(socket, code).await;
            None
        }
    }
}

/// A first message asks for as much as a request for the whole table, and counts as one.
async fn enter(
    app: &Arc<App>,
    client: Option<IpAddr>,
    hello: &str,
) -> Result<(Utf8Bytes, Watching), Problem> {
    if client.is_some_and(|client| !app.limits.allow(client, Cost::Plain)) {
        METRICS.rate_limited.add(1);
        return Err(Problem::too_many());
    }
    let hello: Hello = serde_json::from_str(hello)
        .map_err(|error| Problem::bad_request(format!("The first message cannot be read: {error}.")))?;
    let pass: Pass = app.hall.pass(&hello.token).await?;
    let watch = app.hall.watch(pass, hello.seat, hello.number, hello.feed);
    ASKER.scope(client.map(network), watch).await
}

/// A client that takes nothing for long is gone.
async fn send(socket: &mut Socket, message: Utf8Bytes) -> Result<(), ()> {
    let sent = async {
        if message.len() <= MOST_SENT {
            return socket.send(Message::Text(message)).await;
        }
        let mut rest: tokio_tungstenite::tungstenite::Bytes = message.into();
        let mut code = OpCode::Data(Data::Text);
        while !rest.is_empty() {
            let part = rest.split_to(rest.len().min(MOST_SENT));
            socket.send(Message::Frame(Frame::message(part, code, rest.is_empty()))).await?;
            code = OpCode::Data(Data::Continue);
        }
        Ok(())
    };
    match timeout(PATIENCE, sent).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(()),
    }
}

/// Says goodbye and hears the client out for a moment. If what it has sent were left unread, the system would
/// reset the connection, and the last words would be lost on the way.
async fn close(socket: &mut Socket, code: CloseCode) {
    let goodbye = async {
        // It may be closed already.
        let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await;
        while let Some(Ok(_)) = socket.next().await {}
    };
    let _ = timeout(Duration::from_secs(2), goodbye).await;
}

//! The door: connections are taken in, have time limits, and end well when the server does.

use crate::guests::{Guest, Guests};
use crate::metrics::METRICS;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

/// How long the server waits for a client.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request, counted from where the last one was answered: a connection that is not used
    /// ends with it.
    pub head: Duration,
    /// For the whole body of a request.
    pub body: Duration,
    /// For the first message on a live connection.
    pub hello: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        let seconds = Duration::from_secs;
        Patience { head: seconds(20), body: seconds(20), hello: seconds(10) }
    }
}

/// Bytes of a request's head.
const MOST_HEAD: usize = 16 * 1024;
/// Bytes that are kept of a connection for reading and writing.
const MOST_BUFFERED: usize = 64 * 1024;
/// After the server was asked to end, connections have so long.
const LAST_ORDERS: Duration = Duration::from_secs(10);

/// Takes in connections until `closing` turns true; then those that there are may end.
pub async fn receive(
    listener: TcpListener,
    router: Router,
    guests: Arc<Guests>,
    patience: Patience,
    mut closing: watch::Receiver<bool>,
) {
    let closed = closing.clone();
    // Nothing is sent: it ends when all who have a copy have gone.
    let (here, mut gone) = mpsc::channel::<Infallible>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.wait_for(|closing| *closing) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            // The client has gone already.
            Err(error) if is_clients(error.kind()) => continue,
            Err(error) => {
                tracing::warn!("no connection can be accepted: {error}");
                guests.make_room();
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let Some(guest) = guests.enter(peer.ip()) else {
            METRICS.turned_away.add(1);
            continue;
        };
        // Small messages go out at once.
        let _ = stream.set_nodelay(true);
        let (router, closed, here) = (router.clone(), closed.clone(), here.clone());
        tokio::spawn(async move {
            entertain(stream, peer, Arc::new(guest), router, patience, closed).await;
            drop(here);
        });
    }
    drop((listener, here));
    if tokio::time::timeout(LAST_ORDERS, gone.recv()).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
}

fn is_clients(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused)
}

/// One connection, to its end.
async fn entertain(
    stream: TcpStream,
    peer: SocketAddr,
    guest: Arc<Guest>,
    router: Router,
    patience: Patience,
    mut closing: watch::Receiver<bool>,
) {
    let answering = Arc::clone(&guest);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&answering));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .max_header_size(MOST_HEAD)
        .max_buf_size(MOST_BUFFERED)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // What went wrong is the client's affair.
        _ = connection.as_mut() => return,
        () = guest.must_leave() => {
            METRICS.sent_away.add(1);
            return;
        }
        _ = closing.wait_for(|closing| *closing) => {}
    }
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        _ = connection => {}
        () = guest.must_leave() => {}
    }
}

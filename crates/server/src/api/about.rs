//! What needs no link: the games, their maps, rules and charts; the page itself; health and metrics.

use super::{Shared, answer, bearer, json};
use crate::metrics::METRICS;
use crate::problem::Problem;
use crate::secret::same_secret;
use crate::shelf::{Packed, Shelved};
use crate::wire::{Catalogue, ListedGame, RuleText};
use axum::body::Body;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use serde::Serialize;
use std::io::Read;
use std::net::{IpAddr, SocketAddr};

/// A year: what has its content's hash in its address never changes.
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Kept, but asked for again each time.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

pub async fn catalogue(State(app): Shared) -> Response {
    let opponents = &app.hall.opponents;
    let listed = |offer: &Shelved| ListedGame {
        game: offer.module.listed(),
        drawing: format!("/api/maps/{}/drawing.svg?v={}", offer.map.id, offer.drawn().hash),
        players: opponents.levels(offer.module.id()),
        hints: opponents.adviser(offer.module.id()).is_some(),
    };
    // The first time, the maps are drawn.
    let games = tokio::task::block_in_place(|| app.hall.shelf.offers().iter().map(listed).collect());
    answer(&Catalogue { games })
}

fn no_map() -> Problem {
    Problem::not_found("There is no such map.")
}

pub async fn board(State(app): Shared, Path(map): Path<String>) -> Result<Response, Problem> {
    let offer = app.hall.shelf.map(&map).ok_or_else(no_map)?;
    let mut response = json(offer.map.board.clone());
    response.headers_mut().insert(header::CACHE_CONTROL, ASK_AGAIN);
    Ok(response)
}

pub async fn drawing(
    State(app): Shared,
    Path(map): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let offer = app.hall.shelf.map(&map).ok_or_else(no_map)?;
    let language = uri.query().and_then(|query| query.strip_prefix("language=")).unwrap_or("en");
    let drawn = tokio::task::block_in_place(|| offer.drawn_in(language));
    unpacked(&drawn, "image/svg+xml", &uri, &headers)
}

/// A packed text, as it is or unpacked for who cannot read that; for ever if its hash is in the address.
fn unpacked(
    packed: &Packed,
    kind: &'static str,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let vary = (header::VARY, HeaderValue::from_static("accept-encoding"));
    let mut response = if accepts(headers, "gzip") {
        let gzip = (header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        ([kind, vary, gzip], packed.gzip.clone()).into_response()
    } else {
        let mut plain = Vec::new();
        let read = GzDecoder::new(&packed.gzip[..]).read_to_end(&mut plain);
        read.map_err(|_| Problem::internal())?;
        ([kind, vary], plain).into_response()
    };
    let hashed = uri.query() == Some(&format!("v={}", packed.hash));
    let cache = if hashed { FOR_EVER } else { ASK_AGAIN };
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    if let Ok(etag) = HeaderValue::from_str(&format!("\"{}\"", packed.hash)) {
        if !hashed && headers.get(header::IF_NONE_MATCH) == Some(&etag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            *response.body_mut() = Body::empty();
        }
        response.headers_mut().insert(header::ETAG, etag);
    }
    Ok(response)
}

fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    let accepted = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|part| {
        let mut words = part.split(';').map(str::trim);
        words.next() == Some(encoding) && words.next() != Some("q=0")
    })
}

fn no_game() -> Problem {
    Problem::not_found("There is no such game.")
}

pub async fn rules(State(app): Shared, Path(game): Path<String>) -> Result<Response, Problem> {
    let offer = app.hall.shelf.game(&game).ok_or_else(no_game)?;
    let rules: Vec<RuleText> = offer
        .module
        .rules()
        .iter()
        .map(|rule| RuleText {
            id: rule.id,
            cite: format!("{} {}", rule.game, rule.id),
            title: rule.title,
            kind: rule.kind,
            text: rule.obligation,
            provenance: rule.provenance,
            rests_on: rule.rests_on,
            rulings: rule.rulings,
        })
        .collect();
    let mut response = answer(&rules);
    response.headers_mut().insert(header::CACHE_CONTROL, ASK_AGAIN);
    Ok(response)
}

/// What a game says in another language.
pub async fn phrases(
    State(app): Shared,
    Path((game, language)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let offer = app.hall.shelf.game(&game).ok_or_else(no_game)?;
    let packed = tokio::task::block_in_place(|| offer.phrases(&language));
    let packed =
        packed.ok_or_else(|| Problem::not_found("The game is not translated into this language."))?;
    unpacked(&packed, "application/json", &uri, &headers)
}

/// What explains a game: its sequence of play, its codes, its rulings.
pub async fn reference(State(app): Shared, Path(game): Path<String>) -> Result<Response, Problem> {
    let offer = app.hall.shelf.game(&game).ok_or_else(no_game)?;
    let mut response = answer(&offer.module.reference());
    response.headers_mut().insert(header::CACHE_CONTROL, ASK_AGAIN);
    Ok(response)
}

pub async fn charts(State(app): Shared, Path(game): Path<String>) -> Result<Response, Problem> {
    let offer = app.hall.shelf.game(&game).ok_or_else(no_game)?;
    let mut response = json(offer.charts().to_string());
    response.headers_mut().insert(header::CACHE_CONTROL, ASK_AGAIN);
    Ok(response)
}

#[derive(Serialize)]
struct Health<'a> {
    status: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

/// Whether games can be read and written; if not, why.
pub async fn health(State(app): Shared) -> Response {
    match app.hall.store.health().await {
        Ok(()) => answer(&Health { status: "ok", why: None }),
        Err(why) => {
            let told = answer(&Health { status: "unwell", why: Some(&why) });
            (StatusCode::SERVICE_UNAVAILABLE, told).into_response()
        }
    }
}

/// The counts of moves and messages tell how often somebody acts in secret: they are for who keeps the server.
pub async fn metrics(
    State(app): Shared,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let allowed = match &app.metrics_token {
        Some(token) => bearer(&headers).is_some_and(|given| same_secret(given, token)),
        None => !app.behind_proxy && from.ip().to_canonical().is_loopback() && !forwarded(&headers),
    };
    if !allowed {
        return Err(Problem::forbidden("The server's figures are not for everybody."));
    }
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind)], METRICS.text()).into_response())
}

/// Whether a proxy brought this, or a page that was led to this machine under a foreign name.
fn forwarded(headers: &HeaderMap) -> bool {
    const MARKS: [&str; 6] =
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    let name = host.rsplit_once(':').filter(|(_, port)| !port.contains(']')).map_or(host, |(name, _)| name);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let here = name == "localhost" || address.is_ok_and(|address| address.is_loopback());
    !here || MARKS.iter().any(|mark| headers.contains_key(*mark))
}

const OPENAPI: &str = include_str!("../../../../docs/openapi.json");

pub async fn openapi() -> Response {
    json(OPENAPI)
}

pub async fn docs() -> Response {
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    ([(header::CONTENT_TYPE, html)], include_str!("../docs/docs.html")).into_response()
}

pub async fn docs_style() -> Response {
    let style = HeaderValue::from_static("text/css; charset=utf-8");
    ([(header::CONTENT_TYPE, style)], include_str!("../docs/docs.css")).into_response()
}

pub async fn docs_script() -> Response {
    let script = HeaderValue::from_static("text/javascript; charset=utf-8");
    ([(header::CONTENT_TYPE, script)], include_str!("../docs/docs.js")).into_response()
}

/// The page: its files by their paths. Addresses without a file are the page's own, such as `/table`.
pub async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Problem::not_found("There is nothing here.").into_response();
    }
    let own = !path.contains('.');
    let Some(asset) = page::find(if own { "index.html" } else { path }) else {
        return Problem::not_found("There is nothing here.").into_response();
    };
    let etag = HeaderValue::from_static(asset.etag);
    if headers.get(header::IF_NONE_MATCH) == Some(&etag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, etag)]).into_response();
    }
    let cache = if asset.immutable { FOR_EVER } else { ASK_AGAIN };
    let mut response = [
        (header::CONTENT_TYPE, HeaderValue::from_static(asset.mime)),
        (header::CACHE_CONTROL, cache),
        (header::ETAG, etag),
        (header::VARY, HeaderValue::from_static("accept-encoding")),
    ]
    .into_response();
    let (encoding, bytes) = match (asset.brotli, asset.gzip) {
        (Some(bytes), _) if accepts(&headers, "br") => (Some("br"), bytes),
        (_, Some(bytes)) if accepts(&headers, "gzip") => (Some("gzip"), bytes),
        _ => (None, asset.plain),
    };
    if let Some(encoding) = encoding {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    *response.body_mut() = bytes.into();
    response
}

//! The HTTP interface: routes, what every request passes, and how requests are read. The document
//! `docs/openapi.json` describes the routes; a test holds the two together.

mod about;
mod ask;
mod imports;
mod live;
mod people;
mod play;
mod tables;

use crate::door::Patience;
use crate::guests::{Crowd, Guest};
use crate::hall::{ASKER, Hall, Pass};
use crate::heavy::Heavy;
use crate::limits::{Cost, Limits, network};
use crate::metrics::METRICS;
use crate::problem::Problem;
use crate::secret::{COOKIE, CookieKey, Visitor};
use crate::work::Work;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::{CompressionLayer, CompressionLevel};

pub use imports::{Imports, MOST_IMPORT};
pub(crate) use play::playing;

pub struct App {
    pub hall: Arc<Hall>,
    pub cookies: CookieKey,
    pub limits: Limits,
    /// Whether a proxy in front says who the client is.
    pub behind_proxy: bool,
    /// What `/metrics` is asked with; without it only this machine is answered.
    pub metrics_token: Option<String>,
    pub patience: Patience,
    pub work: Arc<Work>,
    pub imports: Arc<Imports>,
    /// Live connections of clients behind a proxy.
    pub watchers: Arc<Crowd>,
    /// Passwords are checked one at a time: each check takes much memory.
    pub passwords: Heavy,
    /// Turns true when the server shuts down.
    pub closing: watch::Receiver<bool>,
}

pub type Shared = State<Arc<App>>;

/// Every route of the API with its method, as the document names them.
pub const ROUTES: &[(&str, &str)] = &[
    ("get", "/api/catalogue"),
    ("get", "/api/maps/{map}"),
    ("get", "/api/maps/{map}/drawing.svg"),
    ("get", "/api/rules/{game}"),
    ("get", "/api/charts/{game}"),
    ("get", "/api/games/{game}/phrases/{language}"),
    ("get", "/api/games/{game}/reference"),
    ("post", "/api/tables"),
    ("post", "/api/import"),
    ("get", "/api/mine"),
    ("get", "/api/invitation"),
    ("post", "/api/join"),
    ("post", "/api/part"),
    ("get", "/api/table"),
    ("post", "/api/act"),
    ("post", "/api/undo"),
    ("post", "/api/take-back"),
    ("post", "/api/resign"),
    ("post", "/api/chat"),
    ("post", "/api/standing"),
    ("post", "/api/claim"),
    ("post", "/api/hint"),
    ("post", "/api/pace"),
    ("get", "/api/briefing"),
    ("get", "/api/why"),
    ("get", "/api/reach"),
    ("get", "/api/proposals"),
    ("get", "/api/odds"),
    ("get", "/api/forecast"),
    ("get", "/api/overlay"),
    ("get", "/api/record"),
    ("get", "/api/chances"),
    ("get", "/api/position"),
    ("get", "/api/replay"),
    ("post", "/api/account"),
    ("post", "/api/login"),
    ("post", "/api/logout"),
    ("get", "/api/me"),
    ("post", "/api/me"),
    ("get", "/api/live"),
    ("get", "/api/docs"),
    ("get", "/api/docs.js"),
    ("get", "/api/docs.css"),
    ("get", "/api/openapi.json"),
    ("get", "/health"),
    ("get", "/metrics"),
];

pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/catalogue", get(about::catalogue))
        .route("/api/maps/{map}", get(about::board))
        .route("/api/maps/{map}/drawing.svg", get(about::drawing))
        .route("/api/rules/{game}", get(about::rules))
        .route("/api/charts/{game}", get(about::charts))
        .route("/api/games/{game}/phrases/{language}", get(about::phrases))
        .route("/api/games/{game}/reference", get(about::reference))
        .route("/api/tables", post(tables::create))
        .route("/api/import", post(imports::import))
        .route("/api/mine", get(tables::mine))
        .route("/api/invitation", get(tables::invitation))
        .route("/api/join", post(tables::join))
        .route("/api/part", post(tables::part))
        .route("/api/table", get(ask::table))
        .route("/api/act", post(play::act))
        .route("/api/undo", post(play::undo))
        .route("/api/take-back", post(play::take_back))
        .route("/api/resign", post(play::resign))
        .route("/api/chat", post(play::chat))
        .route("/api/standing", post(play::standing))
        .route("/api/claim", post(play::claim))
        .route("/api/hint", post(ask::hint))
        .route("/api/pace", post(play::pace))
        .route("/api/briefing", get(ask::briefing))
        .route("/api/why", get(ask::why))
        .route("/api/reach", get(ask::reach))
        .route("/api/proposals", get(ask::proposals))
        .route("/api/odds", get(ask::odds))
        .route("/api/forecast", get(ask::forecast))
        .route("/api/overlay", get(ask::overlay))
        .route("/api/record", get(ask::record))
        .route("/api/chances", get(ask::chances))
        .route("/api/position", get(ask::position))
        .route("/api/replay", get(ask::replay))
        .route("/api/account", post(people::make_account))
        .route("/api/login", post(people::login))
        .route("/api/logout", post(people::logout))
        .route("/api/me", get(people::me).post(people::rename))
        .route("/api/docs", get(about::docs))
        .route("/api/docs.js", get(about::docs_script))
        .route("/api/docs.css", get(about::docs_style))
        .route("/api/openapi.json", get(about::openapi))
        .route("/health", get(about::health))
        .route("/metrics", get(about::metrics))
        .fallback(about::page)
        .method_not_allowed_fallback(wrong_method)
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        // A live connection must not be compressed or buffered by what stands above.
        .route("/api/live", get(live::live))
        .layer(from_fn_with_state(Arc::clone(&app), gate))
        .layer(CatchPanicLayer::custom(|_| Problem::internal().into_response()))
        .layer(axum::middleware::from_fn(dress))
        .with_state(app)
}

async fn wrong_method() -> Problem {
    Problem {
        status: StatusCode::METHOD_NOT_ALLOWED,
        ..Problem::bad_request("This address does not accept this method.")
    }
}

/// No scripts, styles, pictures or connections but our own; no frames. Where a thing stands on the page
/// is written into its style attribute.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; \
                      img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
                      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers that every answer carries.
async fn dress(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    METRICS.answer(response.status().as_u16());
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Who asks too much waits; other sites' pages may not ask in a visitor's name.
async fn gate(State(app): Shared, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let cost = match path {
        "/api/tables" | "/api/import" | "/api/mine" => Cost::Make,
        "/api/hint" | "/api/forecast" => Cost::Think,
        "/api/account" | "/api/login" => Cost::Password,
        "/api/odds" | "/api/reach" | "/api/replay" | "/api/overlay" | "/api/record" | "/api/chances" => {
            Cost::Search
        }
        _ => Cost::Plain,
    };
    let client = client(&app, &request);
    if client.is_some_and(|client| !app.limits.allow(client, cost)) {
        METRICS.rate_limited.add(1);
        return Problem::too_many().into_response();
    }
    let other =
        request.headers().get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
    if other && (request.method() != Method::GET || path == "/api/live") {
        return foreign().into_response();
    }
    let guest = request.extensions().get::<Arc<Guest>>().cloned();
    let (sheds, changes) = (sheds(&request, cost), request.method() == Method::POST);
    // Before its body comes: nobody has many imports under way.
    let importing = match path {
        "/api/import" => match app.imports.begin(client.map(network)) {
            Some(importing) => Some(importing),
            None => return Problem::too_many().into_response(),
        },
        _ => None,
    };
    let request = match whole(request, app.patience.body).await {
        Ok(request) => request,
        Err(problem) => return problem.into_response(),
    };
    // From here on the connection does not wait for its client any more.
    let busy = guest.map(Guest::busy);
    let in_work = app.work.enter_if(sheds);
    let Some(in_work) = in_work else {
        METRICS.shed.add(1);
        return Problem::busy().into_response();
    };
    let answer = ASKER.scope(client.map(network), async move {
        let answer = next.run(request).await;
        drop((busy, in_work, importing));
        answer
    });
    if !changes {
        return answer.await;
    }
    // What changes something goes on to its end even if who asked goes away.
    tokio::spawn(answer).await.unwrap_or_else(|_| Problem::internal().into_response())
}

/// Whether a request is refused where there is too much to do: whatever changes something or takes more than a
/// look. What is waited for elsewhere (thoughts, passwords, imports) has its bounds there.
fn sheds(request: &Request, cost: Cost) -> bool {
    match cost {
        Cost::Search => true,
        Cost::Plain | Cost::Make => request.method() == Method::POST && request.uri().path() != "/api/import",
        Cost::Think | Cost::Password => false,
    }
}

/// The request with its whole body, which comes in time and is not too large.
async fn whole(request: Request, patience: Duration) -> Result<Request, Problem> {
    if request.method() != Method::POST {
        return Ok(request);
    }
    let limit = if request.uri().path() == "/api/import" { MOST_IMPORT } else { MOST_BODY };
    let (parts, body) = request.into_parts();
    let read = tokio::time::timeout(patience, read_body(body, limit)).await;
    let body = read.map_err(|_| Problem::too_slow())??;
    Ok(Request::from_parts(parts, Body::from(body)))
}

pub fn foreign() -> Problem {
    Problem::forbidden("Pages from other sites may not do this.")
}

/// Browsers tell where the page is from that opens a connection or sends something.
pub fn same_site(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else {
        return !headers.contains_key(header::ORIGIN);
    };
    origin.split_once("://").is_some_and(|(_, place)| place == host)
}

/// The address of who asks.
fn client(app: &App, request: &Request) -> Option<IpAddr> {
    if app.behind_proxy {
        let forwarded = request.headers().get_all("x-forwarded-for").iter().next_back();
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        if last.is_some() {
            return last;
        }
    }
    request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

// ---- how requests are read -----------------------------------------------------------------

/// Bytes of an ordinary request's body.
const MOST_BODY: usize = 64 * 1024;

/// A body in JSON, at most `LIMIT` bytes, as text.
pub struct Text<const LIMIT: usize>(pub Bytes);

impl<const LIMIT: usize> FromRequest<Arc<App>> for Text<LIMIT> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &Arc<App>) -> Result<Self, Problem> {
        let json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(|kind| kind.split(';').next().unwrap_or("").trim() == "application/json");
        if !json {
            return Err(Problem::bad_request("The body must be JSON, and its type application/json."));
        }
        Ok(Text(read_body(request.into_body(), LIMIT).await?))
    }
}

/// The same, read.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Problem> {
        let Text(body) = Text::<MOST_BODY>::from_request(request, app).await?;
        let value = serde_json::from_slice(&body)
            .map_err(|error| Problem::bad_request(format!("The body cannot be read: {error}.")))?;
        Ok(Json(value))
    }
}

async fn read_body(body: Body, limit: usize) -> Result<Bytes, Problem> {
    axum::body::to_bytes(body, limit).await.map_err(|error| {
        let mut source: Option<&dyn std::error::Error> = Some(&error);
        while let Some(error) = source {
            if error.to_string().contains("length limit") {
                return Problem::too_large();
            }
            source = error.source();
        }
        Problem::bad_request("The body was cut short.")
    })
}

/// What stands after the `?`.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<App>> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<App>) -> Result<Self, Problem> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        let axum::extract::Query(value) =
            query.map_err(|error| Problem::bad_request(format!("{}.", error.body_text())))?;
        Ok(Query(value))
    }
}

/// The table and the role that the request's token gives.
impl FromRequestParts<Arc<App>> for Pass {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        app.hall.pass(bearer(&parts.headers).unwrap_or_default()).await
    }
}

pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Who comes with a cookie of ours; None for a new visitor.
pub struct Came(pub Option<Visitor>);

impl FromRequestParts<Arc<App>> for Came {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let mut cookies =
            parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        Ok(Came(cookies.find_map(|header| app.cookies.read_header(header))))
    }
}

/// A cookie for a visitor, for a year.
pub fn set_cookie(app: &App, visitor: &Visitor, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let value = format!(
        "{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000{secure}",
        app.cookies.write(visitor)
    );
    HeaderValue::try_from(value).expect("base64 is fit for a header")
}

/// Whether the page came over TLS, by way of a proxy.
pub struct Secure(pub bool);

impl FromRequestParts<Arc<App>> for Secure {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Problem> {
        let https = parts.headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
        Ok(Secure(app.behind_proxy && https))
    }
}

/// An answer that is JSON already.
pub fn json(text: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], text.into()).into_response()
}

/// An answer as JSON.
pub fn answer(value: &impl serde::Serialize) -> Response {
    json(serde_json::to_string(value).expect("plain data can be written as JSON"))
}

/// Words from a person: trimmed, without control characters, and not too long.
pub fn words(text: &str, most: usize, what: &str) -> Result<String, Problem> {
    let text = text.trim();
    if text.chars().count() > most {
        return Err(Problem::bad_request(format!("The {what} is longer than {most} characters.")));
    }
    if text.chars().any(|c| c.is_control() && c != '\n') {
        return Err(Problem::bad_request(format!("The {what} contains control characters.")));
    }
    Ok(text.to_string())
}

/// The id that a client gives to a request.
pub fn request_id(id: &str) -> Result<String, Problem> {
    let good = (1..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_graphic());
    if good { Ok(id.to_string()) } else { Err(Problem::bad_request("An id has 1 to 64 plain characters.")) }
}

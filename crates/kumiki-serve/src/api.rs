//! The routes: hello, catalogue, ask, stop, and the page.

use crate::assets::Assets;
use crate::door::{has_token, is_json, refuse};
use crate::hall::{Hall, NoPlace};
use crate::job::{self, Job, see_through};
use crate::turns::JobId;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequestParts, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Request, Response, StatusCode, Uri};
use axum::routing::{get, post};
use hyper::body::Frame;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::future::poll_fn;
use std::path::PathBuf;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{OnceCell, Semaphore, mpsc};
use tokio::time::timeout;

/// The longest body of a request.
const BODY_BYTES: usize = 8 << 20;

/// What is too long is read to its end, but not beyond this: who is still sending does not listen.
const PATIENT_BYTES: usize = 32 << 20;

/// How long a body may take to come.
const BODY_TIME: Duration = Duration::from_secs(30);

/// How many bodies are read at the same time.
const BODIES: usize = 32;

/// How many pieces of an answer are on their way to the page.
const PIECES: usize = 2;

/// What all requests share.
pub(crate) struct Server {
    pub(crate) token: String,
    pub(crate) program: PathBuf,
    pub(crate) threads: usize,
    pub(crate) time: Duration,
    pub(crate) memory_bytes: Option<u64>,
    pub(crate) output_bytes: u64,
    pub(crate) hall: Arc<Hall>,
    assets: Assets,
    /// What comes with Kumiki, once somebody has asked for it.
    catalogue: OnceCell<Bytes>,
    reading: Semaphore,
}

impl Server {
    pub(crate) fn new(settings: crate::Settings, token: String, hall: Hall) -> Self {
        Self {
            token,
            program: settings.program,
            threads: settings.threads,
            time: settings.time,
            memory_bytes: settings.memory_bytes,
            output_bytes: settings.output_bytes,
            hall: Arc::new(hall),
            assets: Assets::new(),
            catalogue: OnceCell::new(),
            reading: Semaphore::new(BODIES),
        }
    }
}

/// All routes. What is not for the page is a file of it, or nothing.
pub(crate) fn routes(server: Arc<Server>) -> Router {
    let page = get(page).with_state(Arc::clone(&server));
    Router::new()
        .route("/api/hello", get(hello))
        .route("/api/catalogue", get(catalogue))
        .route("/api/ask", post(ask))
        .route("/api/stop", post(stop))
        .with_state(server)
        .fallback_service(page)
}

async fn page(State(server): State<Arc<Server>>, uri: Uri, headers: HeaderMap) -> Response<Body> {
    server.assets.get(&uri, &headers)
}

async fn hello(State(server): State<Arc<Server>>) -> Response<Body> {
    said(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "threads": server.threads,
        "memory_bytes": server.memory_bytes.or_else(|| server.hall.memory_bytes()),
    }))
}

async fn catalogue(
    State(server): State<Arc<Server>>,
    _: Known,
) -> Result<Response<Body>, Response<Body>> {
    let told = server.catalogue.get_or_try_init(|| job::catalogue(&server.program)).await;
    let lost = |error: std::io::Error| {
        refuse(StatusCode::INTERNAL_SERVER_ERROR, &format!("there is no catalogue: {error}"))
    };
    told.map(|told| object(Body::from(told.clone()))).map_err(lost)
}

/// What `/api/ask` is told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// The document, which the child judges.
    question: Value,
    #[serde(default)]
    limits: Wanted,
    #[serde(default)]
    text: bool,
    #[serde(default)]
    svg: bool,
    #[serde(default)]
    svg_each: bool,
    /// Pages take turns. What has no page is a page of its own.
    page: Option<String>,
}

/// Limits that a page wants; the server has its own.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// Seconds.
    time: Option<f64>,
    /// Bytes.
    memory: Option<u64>,
}

async fn ask(
    State(server): State<Arc<Server>>,
    _: Known,
    request: Request<Body>,
) -> Result<Response<Body>, Response<Body>> {
    let asked: Asked = read(&server, request).await?;
    let bad = |why: &str| refuse(StatusCode::BAD_REQUEST, why);
    let time = match asked.limits.time.map(Duration::try_from_secs_f64) {
        None => server.time,
        Some(Ok(time)) if !time.is_zero() => time.min(server.time),
        Some(_) => return Err(bad("bad 'time', expected seconds")),
    };
    let is_name = |page: &String| {
        (1..=64).contains(&page.len()) && page.bytes().all(|byte| byte.is_ascii_graphic())
    };
    if !asked.page.as_ref().is_none_or(is_name) {
        return Err(bad("bad 'page', expected a name of at most 64 letters and digits"));
    }
    let wishes = [(asked.text, "--text"), (asked.svg, "--svg"), (asked.svg_each, "--svg-each")];
    let wanted = [asked.limits.memory, server.memory_bytes].into_iter().flatten().min();
    let job = Job {
        program: server.program.clone(),
        question: Bytes::from(asked.question.to_string()),
        flags: wishes
            .into_iter()
            .filter_map(|(is_wished, flag)| is_wished.then_some(flag))
            .collect(),
        threads: server.threads,
        time,
        memory_bytes: wanted,
        output_bytes: server.output_bytes,
    };
    let place = server.hall.enter(asked.page.as_deref()).map_err(|reason| {
        let why = match reason {
            NoPlace::Full => "too many jobs are waiting, expected to be asked again later",
            NoPlace::Closed => "the server is about to end",
        };
        refuse(StatusCode::SERVICE_UNAVAILABLE, why)
    })?;
    let (sender, lines) = mpsc::channel(PIECES);
    tokio::spawn(see_through(job, place, sender));
    let mut response = Response::new(Body::new(Lines(lines)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// What `/api/stop` is told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToStop {
    job: JobId,
}

async fn stop(
    State(server): State<Arc<Server>>,
    _: Known,
    request: Request<Body>,
) -> Result<Response<Body>, Response<Body>> {
    let ToStop { job } = read(&server, request).await?;
    if !server.hall.stop(job) {
        return Err(refuse(StatusCode::NOT_FOUND, "there is no such job, or it has ended"));
    }
    Ok(said(&json!({ "job": job })))
}

fn said(value: &Value) -> Response<Body> {
    object(Body::from(format!("{value}\n")))
}

/// An object on a line.
fn object(body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whoever brings the token.
struct Known;

impl FromRequestParts<Arc<Server>> for Known {
    type Rejection = Response<Body>;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Self, Self::Rejection> {
        if has_token(&parts.headers, &server.token) {
            return Ok(Self);
        }
        let why = "the token is missing or wrong, expected the one that the server has printed";
        let mut refused = refuse(StatusCode::UNAUTHORIZED, why);
        refused.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        Err(refused)
    }
}

/// The body of a request, which must be JSON.
async fn read<T: DeserializeOwned>(
    server: &Server,
    request: Request<Body>,
) -> Result<T, Response<Body>> {
    if !is_json(request.headers()) {
        let why = "bad content type, expected application/json";
        return Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let reading = async {
        let _permit = server.reading.acquire().await;
        whole(request).await
    };
    let too_late = |_| refuse(StatusCode::REQUEST_TIMEOUT, "the body took too long to come");
    let bytes = timeout(BODY_TIME, reading).await.map_err(too_late)??;
    serde_json::from_slice(&bytes)
        .map_err(|error| refuse(StatusCode::BAD_REQUEST, &format!("bad body: {error}")))
}

/// All bytes of a body, if they are not too many.
async fn whole(request: Request<Body>) -> Result<Vec<u8>, Response<Body>> {
    let too_long = || {
        let why = format!("the body is longer than {} MB", BODY_BYTES >> 20);
        let mut refused = refuse(StatusCode::PAYLOAD_TOO_LARGE, &why);
        refused.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        refused
    };
    let is_asking_first = request.headers().contains_key(header::EXPECT);
    let mut body = pin!(request.into_body());
    let announced = body.size_hint().lower();
    if is_asking_first && usize::try_from(announced).is_ok_and(|bytes| bytes > BODY_BYTES) {
        return Err(too_long());
    }
    let (mut bytes, mut count) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|context| body.as_mut().poll_frame(context)).await {
        let cut = |_| refuse(StatusCode::BAD_REQUEST, "the body is not whole");
        let Ok(data) = frame.map_err(cut)?.into_data() else { continue };
        count += data.len();
        if count <= BODY_BYTES {
            bytes.extend_from_slice(&data);
        } else if count > PATIENT_BYTES {
            break;
        } else {
            bytes = Vec::new();
        }
    }
    if count > BODY_BYTES { Err(too_long()) } else { Ok(bytes) }
}

/// The lines of a job as the body of a response. When it is dropped, because the page has gone, the
/// job finds its channel closed.
struct Lines(mpsc::Receiver<Bytes>);

impl HttpBody for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}

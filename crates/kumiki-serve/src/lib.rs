//! `kumiki serve`: the page on this machine, and questions that all its cores answer.
//!
//! A page asks with `POST /api/ask`, and reads the lines of `kumiki ask` as a child of the server
//! prints them:
//! ```text
//! page ── POST /api/ask {"question": ...} ──► door ──► hall ──► child `kumiki ask`
//!      ◄── {"job":1} {"progress":...} ... {"answer":...} ──────────────┘
//! ```
//! | request | answer |
//! |---|---|
//! | `GET /`, and files of the page | what is in the program |
//! | `GET /api/hello` | `version`, `threads`, `memory_bytes` (of a job that begins now) |
//! | `GET /api/catalogue` | what comes with Kumiki, as `kumiki ask --catalogue` prints it |
//! | `POST /api/ask` | `{"job": N}`, then the child's lines, until it has answered |
//! | `POST /api/stop` `{"job": N}` | the child is asked to end; its lines have what it has found |
//!
//! # Who may ask
//! * **S1** A request is for a host that is ours, and from a page that is ours, or it gets 403
//!   whatever it wants.
//! * **S2** Whoever wants more than hello brings the token (401); questions are JSON (415) of at
//!   most 8 MB (413).
//! * **S3** No path of a request, and nothing in a question, names a file: the page is in the
//!   program, and questions carry the contents of their files.
//! * **S4** A child has no shell, no environment and an empty folder.
//! * **S5** Everything is bounded: the head of a request, its body, the time they take,
//!   connections, jobs that run and wait, and each job's time, memory and output.
//! * **S6** A job ends when its page goes away, and all end with the server.
//!
//! # Absent
//! Encryption: what is not on this machine goes through a tunnel, or through a network that is
//! trusted. Accounts: whoever has the token is the owner. Jobs that outlive their page:
//! `--checkpoint` of the command is for these.
//!
//! # Modules
//! `hosts`, `door`: S1, S2. `listen`: sockets and connections. `api`: the routes. `assets`: the
//! page. `turns`, `hall`: who runs and who waits. `job`, `told`: a child and its lines.
#![forbid(unsafe_code)]

mod api;
mod assets;
mod door;
mod hall;
mod hosts;
mod job;
mod listen;
mod told;
mod turns;

use hosts::Hosts;
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// How long the last lines may take to reach their pages when the server ends.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long jobs may take to end with the server.
const LAST_JOBS: Duration = Duration::from_secs(5);

/// What a server is like.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The address to listen to in the place of the loopback addresses.
    pub bind: Option<IpAddr>,
    /// What pages must bring; made by lot if it is absent.
    pub token: Option<String>,
    /// The program that answers `ask`: that of the server itself.
    pub program: PathBuf,
    /// How many jobs may run at the same time.
    pub jobs: usize,
    /// The threads of each job. All have the same number, so that the system gives each the same
    /// share of the cores.
    pub threads: usize,
    /// The time of each job.
    pub time: Duration,
    /// The memory of each job; if it is absent, they share what there is.
    pub memory_bytes: Option<u64>,
    /// The memory that is free, if the system tells.
    pub available_bytes: Option<u64>,
    /// How much a job may say.
    pub output_bytes: u64,
}

/// Why there is no server.
#[derive(thiserror::Error, Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// The address cannot be listened to.
    #[error("cannot listen to {address}: {error}")]
    Listen {
        /// What was asked for.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// The machine fails.
    #[error("the server cannot be started: {0}")]
    Machine(String),
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> Self {
        Self::Machine(error.to_string())
    }
}

/// Serves until Ctrl-C or SIGTERM. Once it can be reached, `announce` is told where: the address
/// with the token in its fragment, which browsers keep to themselves.
///
/// # Errors
/// If the address is taken or forbidden, or the system gives no sockets.
pub fn serve(settings: Settings, announce: impl FnOnce(&str)) -> Result<(), ServeError> {
    // The children compute; one thread is enough to hand on what they say.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(settings, announce))
}

async fn run(settings: Settings, announce: impl FnOnce(&str)) -> Result<(), ServeError> {
    let Settings { port, bind, jobs, .. } = settings;
    let mut signals = Signals::new()?;
    let listeners = listen::bind(bind, port).await.map_err(|error| {
        let address = SocketAddr::from((bind.unwrap_or(Ipv4Addr::LOCALHOST.into()), port));
        ServeError::Listen { address, error }
    })?;
    let address = listeners[0].local_addr()?;
    let hosts = Hosts { port: address.port(), bind };
    let token = match &settings.token {
        Some(token) => token.clone(),
        None => made_by_lot()?,
    };
    announce(&format!("http://{address}/#t={token}"));
    let shared = settings.available_bytes.filter(|_| settings.memory_bytes.is_none());
    let server = Arc::new(api::Server::new(settings, token, hall::Hall::new(jobs, shared)));
    let connections = Arc::new(GracefulShutdown::new());
    let open = listen::connections();
    let routes = api::routes(Arc::clone(&server));
    let accepting: Vec<_> = listeners
        .into_iter()
        .map(|listener| {
            let (open, connections) = (Arc::clone(&open), Arc::clone(&connections));
            tokio::spawn(listen::accept(listener, routes.clone(), hosts, open, connections))
        })
        .collect();
    signals.next().await;
    for accepting in accepting {
        accepting.abort();
        // It was aborted.
        let _ = accepting.await;
    }
    // Who is asked a second time does not wait; children are killed with the runtime.
    tokio::select! {
        () = signals.next() => {}
        () = farewell(&server, connections) => {}
    }
    Ok(())
}

/// Lets jobs tell what they have found, and their pages hear it.
async fn farewell(server: &api::Server, connections: Arc<GracefulShutdown>) {
    let _ = timeout(LAST_JOBS, server.hall.close()).await;
    if let Some(connections) = Arc::into_inner(connections) {
        let _ = timeout(FAREWELL, connections.shutdown()).await;
    }
}

/// A token that nobody guesses.
fn made_by_lot() -> Result<String, ServeError> {
    let mut bytes = [0; 20];
    getrandom::fill(&mut bytes).map_err(|error| ServeError::Machine(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Ctrl-C, and SIGTERM where there is one.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { interrupt, terminate: signal(SignalKind::terminate())? })
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        // Without signals it goes on for ever.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

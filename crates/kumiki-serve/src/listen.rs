//! Sockets and connections: what can be heard of a request before it is one.

use crate::door;
use crate::hosts::Hosts;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::convert::Infallible;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How long the head of a request may take to come, and a connection may have nothing to say.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// How long the head of a request may be.
const HEAD_BYTES: usize = 16 << 10;

/// What is read or written at a time.
const BUFFER_BYTES: usize = 64 << 10;

/// Who takes nothing of what is sent for so long has gone, though nobody has said so.
#[cfg(target_os = "linux")]
const DEAF_MILLISECONDS: u32 = 120_000;

/// How many connections are open at the same time; the others wait.
const CONNECTIONS: usize = 400;

/// What is listened to: one address, or both loopback addresses at the same port.
pub(crate) async fn bind(address: Option<IpAddr>, port: u16) -> io::Result<Vec<TcpListener>> {
    if let Some(address) = address {
        return Ok(vec![TcpListener::bind((address, port)).await?]);
    }
    // A port that is free on one of them may be taken on the other.
    let mut attempts = if port == 0 { 10 } else { 1 };
    loop {
        let four = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let same = SocketAddr::from((Ipv6Addr::LOCALHOST, four.local_addr()?.port()));
        attempts -= 1;
        match TcpListener::bind(same).await {
            Ok(six) => return Ok(vec![four, six]),
            // Whoever listens there would be taken for us.
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                if attempts == 0 {
                    return Err(error);
                }
            }
            // There is no such address here.
            Err(_) => return Ok(vec![four]),
        }
    }
}

/// Takes connections for ever.
pub(crate) async fn accept(
    listener: TcpListener,
    routes: Router,
    hosts: Hosts,
    open: Arc<Semaphore>,
    connections: Arc<GracefulShutdown>,
) {
    loop {
        let Ok(permit) = Arc::clone(&open).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            // No more files, for example: somebody will close one.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let connection = connections.watch(connection(stream, routes.clone(), hosts));
        tokio::spawn(async move {
            // What goes wrong on a connection ends it.
            let _ = connection.await;
            drop(permit);
        });
    }
}

/// All connections that may be open at the same time.
pub(crate) fn connections() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(CONNECTIONS))
}

/// One connection: requests that come one after the other.
fn connection(
    stream: TcpStream,
    routes: Router,
    hosts: Hosts,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    // Lines are short, and somebody waits for them.
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, DEAF_MILLISECONDS);
    let routes = TowerToHyperService::new(routes);
    let service = service_fn(move |request: Request<hyper::body::Incoming>| {
        let routes = routes.clone();
        async move {
            let mut response = match door::refusal(hosts, &request) {
                Some(refused) => refused,
                None => routes.call(request.map(Body::new)).await?,
            };
            door::seal(response.headers_mut());
            Ok::<_, Infallible>(response)
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_header_size(HEAD_BYTES)
        .max_buf_size(BUFFER_BYTES)
        .serve_connection(TokioIo::new(stream), service)
}

//! Connections: no more than may be open, each for as long as somebody shows to be there.

use super::Limits;
use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};

/// Bytes of the head of a request.
const HEAD_BYTES: usize = 64 << 10;

/// Accepts connections until the server ends, and waits until they have ended too.
pub async fn accept<L: Listener>(
    mut listener: L,
    router: Router,
    limits: Limits,
    mut ended: watch::Receiver<bool>,
) {
    let room = Arc::new(Semaphore::new(limits.connections));
    loop {
        // What is beyond the limit stays with the system, which keeps few and refuses the rest.
        let next = async {
            let place = Arc::clone(&room).acquire_owned().await;
            (listener.accept().await, place)
        };
        let ((stream, _), place) = tokio::select! {
            next = next => next,
            _ = ended.wait_for(|ended| *ended) => break,
        };
        let (router, ended) = (router.clone(), ended.clone());
        tokio::spawn(async move {
            serve::<L>(stream, router, limits.head, ended).await;
            drop(place);
        });
    }
    drop(listener);
    let _ = room.acquire_many(u32::try_from(limits.connections).unwrap_or(u32::MAX)).await;
}

/// Serves one connection: what goes wrong with it is its client's own affair.
async fn serve<L: Listener>(stream: L::Io, router: Router, head: Duration, mut ended: watch::Receiver<bool>) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = ended.wait_for(|ended| *ended) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

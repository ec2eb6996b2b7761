//! What is asked over HTTP is answered on threads where it may take its time, each in its turn.

use super::guard::Caller;
use super::log::Log;
use super::turn::Place;
use super::{App, Refusal, empty, session, with_status};
use crate::failure::Failure;
use crate::id::Id;
use crate::message::{Message, Request};
use crate::revision::Revision;
use crate::sent::Outlet;
use crate::server::{Answer, Server};
use crate::session::{Running, Session};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::sync::Arc;

/// All that is said goes to a log.
pub(super) fn outlet(log: &Arc<Log>) -> Outlet {
    let log = Arc::clone(log);
    Arc::new(move |message| log.push(message))
}

/// A request that was started.
pub(super) struct Job {
    pub(super) session: Arc<Session>,
    pub(super) request: Request,
    pub(super) running: Running,
    /// The revision where the request itself names none.
    pub(super) unsaid: Revision,
}

impl Job {
    fn answer(&self, app: &App, outlet: Outlet) -> Option<Answer> {
        app.server.answer(&self.session, &self.request, &self.running, self.unsaid, outlet)
    }
}

/// Answers a request of so many bytes on a thread where it may take its time; all that is said goes to
/// `log`, the answer last.
pub(super) fn spawn(app: &Arc<App>, job: Job, bytes: usize, log: &Arc<Log>) {
    let (app, log) = (Arc::clone(app), Arc::clone(log));
    let place = match Server::is_quick(&job.request) {
        true => None,
        false => match app.turns.place(bytes) {
            Some(place) => Some(place),
            None => return log.end(Some(Answer::failure(&job.request.id, &Failure::busy()))),
        },
    };
    tokio::spawn(async move {
        let turn = match place {
            Some(place) => Some(place.turn().await),
            None => None,
        };
        let work = move || {
            let answer = job.answer(&app, outlet(&log));
            drop(job);
            log.end(answer);
            drop(turn);
        };
        let _ = tokio::task::spawn_blocking(work).await;
    });
}

/// Answers a batch: all answers in one array.
pub(super) async fn batch(
    app: &Arc<App>,
    (caller, headers): (&Caller, &HeaderMap),
    messages: Vec<Message>,
    bytes: usize,
) -> Result<Response, Refusal> {
    let entry = session(app, caller, headers)?;
    if !entry.session.revision().has_batches() {
        let failure = Failure::request("batches are only part of protocol 2025-03-26; send one message");
        return Ok(with_status(StatusCode::BAD_REQUEST, failure.under(&Id::null())));
    }
    let Some(place) = app.turns.place(bytes) else {
        let failure = Failure::busy();
        return Ok(with_status(StatusCode::SERVICE_UNAVAILABLE, failure.under(&Id::null())));
    };
    // All are begun before the first is answered: a notification may take back what waits.
    let unsaid = entry.session.revision();
    let begin = |message| match message {
        Message::Request(request) => match app.server.start(&entry.session, &request) {
            Ok(running) => {
                let session = Arc::clone(&entry.session);
                Some(Part::Waits(Box::new(Job { session, request, running, unsaid })))
            }
            Err(answer) => Some(Part::Answered(answer.text)),
        },
        Message::Notification(notification) => {
            app.server.notified(&entry.session, &notification);
            None
        }
        Message::Response => None,
        Message::Invalid { id, failure } => Some(Part::Answered(failure.under(&id))),
    };
    let parts: Vec<Part> = messages.into_iter().filter_map(begin).collect();
    let answers = answers(app, parts, place).await;
    Ok(match answers.is_empty() {
        true => empty(StatusCode::ACCEPTED),
        false => with_status(StatusCode::OK, format!("[{}]", answers.join(","))),
    })
}

/// A message of a batch.
enum Part {
    Answered(String),
    Waits(Box<Job>),
}

async fn answers(app: &Arc<App>, parts: Vec<Part>, place: Place) -> Vec<String> {
    let (app, turn) = (Arc::clone(app), place.turn().await);
    let work = move || {
        let nowhere: Outlet = Arc::new(|_| ());
        let answer = |part| match part {
            Part::Answered(text) => Some(text),
            Part::Waits(job) => job.answer(&app, Arc::clone(&nowhere)).map(|answer| answer.text),
        };
        let answers: Vec<String> = parts.into_iter().filter_map(answer).collect();
        drop(turn);
        answers
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_default()
}

//! What a client shows while the index is made.

use indexer_engine::Event;
use lsp_server::{Message, Notification, Request, RequestId};
use lsp_types::notification::{Notification as _, Progress};
use lsp_types::request::{Request as _, WorkDoneProgressCreate};
use serde_json::{Value, json};
use std::sync::{Mutex, PoisonError};

/// The name of what is shown.
const TOKEN: &str = "indexing";
/// Fewer files are done before anybody looks.
const MANY: usize = 200;

/// What is shown; nothing where nothing takes long.
pub(crate) struct Shown {
    send: Box<dyn Fn(Message) + Send + Sync>,
    /// The share that was shown last, in percent; `None` where nothing is shown.
    last: Mutex<Option<usize>>,
}

impl Shown {
    pub(crate) fn new(send: impl Fn(Message) + Send + Sync + 'static) -> Self {
        Self { send: Box::new(send), last: Mutex::default() }
    }

    /// Shows how far it is. Parsing is one half, linking the other.
    pub(crate) fn note(&self, event: &Event) {
        let share = |done: usize, total: usize| done * 50 / total.max(1);
        let at = match event {
            Event::Parsing { done, total } if *total >= MANY => Some(share(*done, *total)),
            Event::Linking { done, total } if *total >= MANY => Some(50 + share(*done, *total)),
            Event::Done { .. } => None,
            _ => return,
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let value = match (*last, at) {
            (None, Some(percent)) => {
                let id = RequestId::from("indexing".to_owned());
                let create =
                    Request::new(id, WorkDoneProgressCreate::METHOD.to_owned(), json!({"token": TOKEN}));
                (self.send)(Message::Request(create));
                json!({"kind": "begin", "title": "indexing", "percentage": percent, "cancellable": false})
            }
            (Some(before), Some(percent)) if percent > before => {
                json!({"kind": "report", "percentage": percent})
            }
            (Some(_), None) => json!({"kind": "end"}),
            _ => return,
        };
        *last = at;
        self.tell(value);
    }

    /// Ends what is shown: nothing runs any more, however it ended.
    pub(crate) fn end(&self) {
        if self.last.lock().unwrap_or_else(PoisonError::into_inner).take().is_some() {
            self.tell(json!({"kind": "end"}));
        }
    }

    fn tell(&self, value: Value) {
        let params = json!({"token": TOKEN, "value": value});
        (self.send)(Message::Notification(Notification::new(Progress::METHOD.to_owned(), params)));
    }
}

//! What goes out on one stream of events, kept for a while so that a client that lost the
//! connection can go on where it was.

use crate::server::Answer;
use futures_util::Stream;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;

/// Messages that are kept for a client that comes back.
const MOST_KEPT: usize = 256;
/// How often a stream on which nothing is said shows that it is there.
const ALIVE: Duration = Duration::from_secs(15);

/// The messages of one stream, numbered from 0.
#[derive(Debug, Default)]
pub(super) struct Log {
    /// The number of the stream in its session.
    pub(super) stream: u64,
    kept: Mutex<Kept>,
    news: Notify,
}

#[derive(Debug, Default)]
struct Kept {
    /// Messages that are no longer kept.
    dropped: u64,
    messages: VecDeque<String>,
    /// Bytes of them.
    bytes: usize,
    /// Messages that some reader was given.
    read: u64,
    closed: bool,
    /// The code of the answer that is last, where it is an error.
    code: Option<Option<i32>>,
}

/// What a reader finds.
enum Next {
    Message(u64, String),
    Nothing,
    End,
}

impl Log {
    /// An empty one.
    pub(super) fn new(stream: u64) -> Arc<Self> {
        Arc::new(Self { stream, ..Self::default() })
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message.
    pub(super) fn push(&self, message: String) {
        let mut kept = self.kept();
        if !kept.closed {
            kept.bytes += message.len();
            kept.messages.push_back(message);
            if kept.messages.len() > MOST_KEPT {
                let first = kept.messages.pop_front();
                kept.bytes -= first.map_or(0, |first| first.len());
                kept.dropped += 1;
            }
        }
        drop(kept);
        self.news.notify_waiters();
    }

    /// Adds the answer, the last message; a request that was taken back has none.
    pub(super) fn end(&self, answer: Option<Answer>) {
        let mut kept = self.kept();
        if let Some(answer) = answer {
            kept.bytes += answer.text.len();
            kept.messages.push_back(answer.text);
            kept.code = Some(answer.code);
        }
        kept.closed = true;
        drop(kept);
        self.news.notify_waiters();
    }

    /// Bytes of the messages that are kept.
    pub(super) fn bytes(&self) -> usize {
        self.kept().bytes
    }

    /// The code of the answer, once it is there.
    pub(super) fn code(&self) -> Option<Option<i32>> {
        self.kept().code
    }

    /// True where no message comes after this one.
    pub(super) fn is_last(&self, number: u64) -> bool {
        let kept = self.kept();
        kept.code.is_some() && kept.dropped + kept.messages.len() as u64 == number + 1
    }

    /// No message will follow.
    pub(super) fn close(&self) {
        self.kept().closed = true;
        self.news.notify_waiters();
    }

    /// The number of the first message that no reader was given.
    pub(super) fn unread(&self) -> u64 {
        self.kept().read
    }

    fn next(&self, at: u64) -> Next {
        let mut kept = self.kept();
        // What was dropped is lost for a reader that comes late.
        let at = at.max(kept.dropped);
        match kept.messages.get((at - kept.dropped) as usize).cloned() {
            Some(message) => {
                kept.read = kept.read.max(at + 1);
                Next::Message(at, message)
            }
            None if kept.closed => Next::End,
            None => Next::Nothing,
        }
    }

    /// Waits for the message at or after this number; `None` where there will be none.
    pub(super) async fn wait(&self, at: u64) -> Option<(u64, String)> {
        loop {
            let mut news = pin!(self.news.notified());
            // From here on nothing is missed.
            news.as_mut().enable();
            match self.next(at) {
                Next::Message(number, message) => return Some((number, message)),
                Next::End => return None,
                Next::Nothing => news.await,
            }
        }
    }
}

/// Reads a log from a message on. What it holds beside is dropped with it.
pub(super) struct Reader {
    pub(super) log: Arc<Log>,
    pub(super) at: u64,
    #[expect(dead_code, reason = "only its end matters")]
    pub(super) holds: Option<Box<dyn std::any::Any + Send>>,
}

impl Reader {
    /// The events, as they go over the wire.
    pub(super) fn into_stream(self) -> impl Stream<Item = Result<String, Infallible>> + Send {
        futures_util::stream::unfold(self, |mut reader| async move {
            let event = match tokio::time::timeout(ALIVE, reader.log.wait(reader.at)).await {
                Ok(Some((number, message))) => {
                    reader.at = number + 1;
                    // A message is one line: JSON has no raw line breaks.
                    format!("id: {}-{number}\nevent: message\ndata: {message}\n\n", reader.log.stream)
                }
                Ok(None) => return None,
                Err(_) => ": alive\n\n".to_owned(),
            };
            Some((Ok(event), reader))
        })
    }
}

/// The stream and the number of an event's id.
pub(super) fn place(id: &str) -> Option<(u64, u64)> {
    let (stream, number) = id.split_once('-')?;
    Some((stream.parse().ok()?, number.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
    }

    #[test]
    fn a_reader_goes_on_where_it_was() {
        runtime().block_on(async {
            let log = Log::new(3);
            log.push("a".into());
            log.push("b".into());
            assert_eq!(log.wait(0).await, Some((0, "a".into())));
            assert_eq!(log.unread(), 1);
            assert_eq!(log.wait(1).await, Some((1, "b".into())));
            let late = Arc::clone(&log);
            let waiting = tokio::spawn(async move { late.wait(2).await });
            tokio::task::yield_now().await;
            log.push("c".into());
            assert_eq!(waiting.await.unwrap(), Some((2, "c".into())));
            log.close();
            log.push("never".into());
            assert_eq!(log.wait(3).await, None);
            assert_eq!(log.wait(2).await, Some((2, "c".into())));
        });
    }

    #[test]
    fn only_the_last_messages_are_kept() {
        runtime().block_on(async {
            let log = Log::new(0);
            (0..MOST_KEPT + 5).for_each(|n| log.push(n.to_string()));
            assert_eq!(log.wait(0).await, Some((5, "5".into())));
        });
        assert_eq!((place("3-14"), place("3"), place("a-1")), (Some((3, 14)), None, None));
    }
}

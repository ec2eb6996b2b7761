//! A refresh that is stopped keeps what was parsed.

use indexer_engine::{EngineError, Event, Options, Workspace};
use indexer_testkit::{Files, Scratch};
use std::sync::atomic::Ordering;

/// Indexes `files` and stops at the first event that `last` wants; gives how many files the next
/// process still parses.
fn left_to_parse(files: usize, last: fn(&Event) -> bool) -> usize {
    let text = |n: usize| (format!("m{n}.py"), format!("def f{n}():\n    return {n}\n").into_bytes());
    let files: Files = (0..files).map(text).collect();
    let s = Scratch::new(&files).unwrap();
    let options = || Options { cache_dir: Some(s.cache()), ..Options::new(s.root()) };
    let stopped = options();
    let cancel = stopped.cancel.clone();
    let on_event = move |event| {
        if last(&event) {
            cancel.store(true, Ordering::Relaxed);
        }
    };
    let workspace = Workspace::open(stopped, on_event).unwrap();
    for _ in 0..2 {
        assert!(matches!(workspace.refresh(), Err(EngineError::Cancelled)));
    }
    assert!(matches!(workspace.index(false), Err(EngineError::Cancelled)));
    let next = Workspace::open(options(), |_| ()).unwrap().refresh().unwrap();
    assert_eq!(next.view.files().count(), files.len());
    assert!(next.view.dump() == Workspace::in_memory(files).refresh().unwrap().view.dump());
    next.freshness.parsed
}

#[test]
fn what_was_parsed_before_a_stop_is_kept() {
    assert_eq!(left_to_parse(200, |event| matches!(event, Event::Linking { .. })), 0);
    let left = left_to_parse(300, |event| matches!(event, Event::Parsing { done, .. } if *done >= 64));
    assert!((1..=300 - 64).contains(&left), "{left}");
    assert_eq!(left_to_parse(3, |event| matches!(event, Event::Listed { .. })), 3);
}

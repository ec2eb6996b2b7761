//! SIGINT and SIGTERM: the first stops what runs, which keeps what was parsed, and ends the server;
//! the second ends it on the spot.

use indexer_tools::Roots;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::process;
use std::sync::Arc;
use std::thread;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// From now on, signals end the server in order. Where they cannot be taken, they end it as ever.
pub(crate) fn stop_on_signal(roots: Arc<Roots>) {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let wait = move || {
        let mut signals = signals.forever();
        if signals.next().is_none() {
            return;
        }
        let stop = move || {
            roots.stop();
            process::exit(INTERRUPTED);
        };
        // On a thread of its own: this one waits for the second signal.
        let stopping = thread::Builder::new().name("stop".into()).spawn(stop);
        if stopping.is_ok() && signals.next().is_none() {
            return;
        }
        process::exit(INTERRUPTED);
    };
    // Without a thread nobody would listen.
    if thread::Builder::new().name("signals".into()).spawn(wait).is_err() {
        process::exit(INTERRUPTED);
    }
}

//! SIGINT and SIGTERM: the first stops what runs, which keeps what was parsed, and ends the server;
//! the second ends it on the spot. SIGTERM is how clients end a server: that is no failure.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level::pipe;
use std::io::{self, PipeReader, Read};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// From now on, the first signal has `stop` called, on a thread of its own, with the exit code that
/// the process should end with. The second ends it on the spot. Where signals cannot be taken, they
/// end the process as ever.
pub(crate) fn on_signal(stop: impl FnOnce(i32) + Send + 'static) {
    let (Ok(terminated), Ok(mut signals)) = (terminated(), signals()) else { return };
    let mut next = move || signals.read_exact(&mut [0]).is_ok();
    let wait = move || {
        if !next() {
            return;
        }
        let stop = move || stop(if terminated.load(Ordering::Relaxed) { 0 } else { INTERRUPTED });
        // On a thread of its own: this one waits for the second signal.
        if thread::Builder::new().name("stop".into()).spawn(stop).is_err() || next() {
            process::exit(INTERRUPTED);
        }
    };
    if thread::Builder::new().name("signals".into()).spawn(wait).is_err() {
        // Nobody would listen, and without threads no question can be answered either.
        process::exit(INTERRUPTED);
    }
}

/// True once a client has asked the server to end.
fn terminated() -> io::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGTERM, Arc::clone(&flag))?;
    Ok(flag)
}

/// A byte for each signal.
fn signals() -> io::Result<PipeReader> {
    let (reader, writer) = io::pipe()?;
    pipe::register(SIGINT, writer.try_clone()?)?;
    pipe::register(SIGTERM, writer)?;
    Ok(reader)
}

//! Ctrl-C and SIGTERM: the first stops the work, which keeps what was parsed; the second ends the
//! program on the spot.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// The flag that the first signal sets. Signals are taken from the first call on.
pub(crate) fn cancel() -> Arc<AtomicBool> {
    static CANCEL: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = CANCEL.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&flag);
        // Where signals cannot be taken, they end the program as ever.
        let _ = ctrlc::set_handler(move || {
            if seen.swap(true, Ordering::Relaxed) {
                process::exit(i32::from(INTERRUPTED));
            }
        });
        flag
    });
    Arc::clone(flag)
}

//! Ctrl-C and SIGTERM: the first stops the work, which keeps what was parsed; the second ends the
//! program on the spot.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// The exit code of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// The flag that the first signal sets. Signals are taken from the first call on.
pub(crate) fn cancel() -> Arc<AtomicBool> {
    static CANCEL: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let made = CANCEL.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag unset. Where signals cannot be taken,
            // they end the program as ever.
            let _ = flag::register_conditional_shutdown(signal, i32::from(INTERRUPTED), Arc::clone(&flag));
            let _ = flag::register(signal, Arc::clone(&flag));
        }
        flag
    });
    Arc::clone(made)
}

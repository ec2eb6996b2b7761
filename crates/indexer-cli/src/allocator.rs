//! Under a limit of memory, freed memory goes back to the system at once.
//!
//! The allocator keeps it for a second, since whoever freed it often wants it again: of a first build's peak that is a
//! fifth. It reads how long from the environment, when the program starts; so a program that learns of a limit
//! begins once more, in the same process, with that said.

use indexer_tools::Settings;
use indexer_tools::settings::table;

/// How long the allocator keeps freed memory, in milliseconds: mimalloc's name for it.
#[cfg(all(unix, feature = "mimalloc"))]
const DELAY: &str = "MIMALLOC_PURGE_DELAY";

/// Begins the program once more where a limit is set and the allocator was not told. Nothing was read or written yet. Where
/// that cannot be, it goes on: it needs more memory then.
pub(crate) fn keep_little(settings: &Settings) {
    if settings.number(&table::MEMORY_LIMIT).is_none() {
        return;
    }
    #[cfg(all(unix, feature = "mimalloc"))]
    {
        use std::os::unix::process::CommandExt;
        let mut given = std::env::args_os();
        if let (None, Some(called), Ok(program)) =
            (std::env::var_os(DELAY), given.next(), std::env::current_exe())
        {
            // What comes back is why it could not be done.
            let _ = std::process::Command::new(program).arg0(called).args(given).env(DELAY, "0").exec();
        }
    }
}

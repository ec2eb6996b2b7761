//! The shared store that the settings name.

use crate::protocol::Problem;
use crate::settings::Settings;
use crate::settings::table::REMOTE;
#[cfg(feature = "remote")]
use crate::settings::table::REMOTE_WRITE;
use indexer_engine::Options;
#[cfg(feature = "remote")]
use indexer_remote::{Access, Collected, RemoteError, SharedStore};
use std::path::Path;
#[cfg(feature = "remote")]
use std::time::Duration;

/// What a workspace at `root` is opened with, the shared store included. Connects to nobody yet; an error where the
/// address of the store is none.
pub fn options(settings: &Settings, root: &Path) -> Result<Options, Problem> {
    options_with(settings, root, None)
}

/// The same with another shared store, where one is named.
pub fn options_with(settings: &Settings, root: &Path, remote: Option<&str>) -> Result<Options, Problem> {
    let options = settings.options(root);
    match (remote, settings.words(&REMOTE).as_slice()) {
        (Some(address), _) => with_remote(settings, address, options),
        (None, [address]) => with_remote(settings, address, options),
        _ => Ok(options),
    }
}

/// Removes from the store what was put longer ago than `older_than`, but for the `keep` youngest; see
/// [`SharedStore::collect`].
#[cfg(feature = "remote")]
pub fn collect(
    settings: &Settings,
    older_than: Duration,
    keep: usize,
    dry_run: bool,
) -> Result<Collected, Problem> {
    let named = settings.words(&REMOTE);
    let [address] = named.as_slice() else {
        return Err(Problem::argument("remote", "no shared store is named").hint("name one by --remote URL"));
    };
    opened(settings, address)?.collect(older_than, keep, dry_run).map_err(|error| problem(&error))
}

#[cfg(feature = "remote")]
fn opened(settings: &Settings, address: &str) -> Result<SharedStore, Problem> {
    let access = if settings.is_on(&REMOTE_WRITE) { Access::ReadWrite } else { Access::Read };
    SharedStore::open(address, access).map_err(|error| problem(&error))
}

#[cfg(feature = "remote")]
fn problem(error: &RemoteError) -> Problem {
    Problem::argument("remote", error.to_string()).hint("see docs/remote.md")
}

#[cfg(feature = "remote")]
fn with_remote(settings: &Settings, address: &str, options: Options) -> Result<Options, Problem> {
    let store = std::sync::Arc::new(opened(settings, address)?);
    Ok(Options { remote: Some(indexer_engine::Remote(store)), ..options })
}

#[cfg(not(feature = "remote"))]
fn with_remote(_: &Settings, _: &str, _: Options) -> Result<Options, Problem> {
    Err(Problem::argument("remote", "this program was built without the feature remote"))
}

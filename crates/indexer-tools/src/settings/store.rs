//! The shared store that the settings name.

use crate::protocol::Problem;
use crate::settings::Settings;
use crate::settings::table::REMOTE;
#[cfg(feature = "remote")]
use crate::settings::table::{REMOTE_KEY_FILE, REMOTE_WRITE};
use indexer_config::Named;
use indexer_engine::Options;
#[cfg(feature = "remote")]
use indexer_remote::{Access, Collected, RemoteError, SharedStore};
use std::path::{Path, PathBuf};
#[cfg(feature = "remote")]
use std::time::Duration;

/// What a workspace at `root` is opened with, the shared store included. Connects to nobody yet; an error where the
/// address of the store is none.
pub fn options(settings: &Settings, root: &Path) -> Result<Options, Problem> {
    options_with(settings, root, None)
}

/// A shared store that is named beside the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorePlace {
    /// Its address.
    pub address: String,
    /// The file with its key; `None` for that of the settings, if they name one.
    pub key_file: Option<PathBuf>,
}

impl StorePlace {
    /// The store at an address, with the key of the settings.
    fn at(address: &str) -> Self {
        Self { address: address.to_owned(), key_file: None }
    }

    /// The store of one of the repositories that are asked together, where it has one of its own.
    pub fn of(named: &Named) -> Option<Self> {
        let address = named.remote.clone()?;
        Some(Self { address, key_file: named.remote_key_file.clone() })
    }
}

/// The same with another shared store, where one is named.
pub fn options_with(
    settings: &Settings,
    root: &Path,
    place: Option<&StorePlace>,
) -> Result<Options, Problem> {
    let options = settings.options(root);
    match (place, settings.words(&REMOTE).as_slice()) {
        (Some(place), _) => with_remote(settings, place, options),
        (None, [address]) => with_remote(settings, &StorePlace::at(address), options),
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
    opened(settings, &StorePlace::at(address))?
        .collect(older_than, keep, dry_run)
        .map_err(|error| problem(&error))
}

#[cfg(feature = "remote")]
fn opened(settings: &Settings, place: &StorePlace) -> Result<SharedStore, Problem> {
    let access = if settings.is_on(&REMOTE_WRITE) { Access::ReadWrite } else { Access::Read };
    let store = SharedStore::open(&place.address, access).map_err(|error| problem(&error))?;
    match place.key_file.clone().or_else(|| settings.path(&REMOTE_KEY_FILE)) {
        Some(key) => store.encrypted(&key).map_err(|error| problem(&error)),
        None => Ok(store),
    }
}

#[cfg(feature = "remote")]
fn problem(error: &RemoteError) -> Problem {
    Problem::argument("remote", error.to_string()).hint("see docs/remote.md")
}

#[cfg(feature = "remote")]
fn with_remote(settings: &Settings, place: &StorePlace, options: Options) -> Result<Options, Problem> {
    let store = std::sync::Arc::new(opened(settings, place)?);
    Ok(Options { remote: Some(indexer_engine::Remote(store)), ..options })
}

#[cfg(not(feature = "remote"))]
fn with_remote(_: &Settings, _: &StorePlace, _: Options) -> Result<Options, Problem> {
    Err(Problem::argument("remote", "this program was built without the feature remote"))
}

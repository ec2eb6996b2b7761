//! The shared store that the settings name.

use crate::protocol::Problem;
use crate::settings::Settings;
use crate::settings::table::REMOTE;
use indexer_engine::Options;
use std::path::Path;

/// What a workspace at `root` is opened with, the shared store included. Connects to nobody yet; an error where the
/// address of the store is none.
pub fn options(settings: &Settings, root: &Path) -> Result<Options, Problem> {
    let options = settings.options(root);
    match settings.words(&REMOTE).as_slice() {
        [address] => with_remote(settings, address, options),
        _ => Ok(options),
    }
}

#[cfg(feature = "remote")]
fn with_remote(settings: &Settings, address: &str, options: Options) -> Result<Options, Problem> {
    use crate::settings::table::REMOTE_WRITE;
    use indexer_engine::Remote;
    use indexer_remote::{Access, SharedStore};
    use std::sync::Arc;

    let access = if settings.is_on(&REMOTE_WRITE) { Access::ReadWrite } else { Access::Read };
    let store = SharedStore::open(address, access)
        .map_err(|error| Problem::argument("remote", error.to_string()).hint("see docs/remote.md"))?;
    Ok(Options { remote: Some(Remote(Arc::new(store))), ..options })
}

#[cfg(not(feature = "remote"))]
fn with_remote(_: &Settings, _: &str, _: Options) -> Result<Options, Problem> {
    Err(Problem::argument("remote", "this program was built without the feature remote"))
}

//! What the linker says of texts that use a name of a package.

use super::leads_to::LeadsTo;
use indexer_core::path::join;
use indexer_core::{Outside, Resolution, Sought, SymbolKey, Target};
use indexer_engine::Snapshot;

/// Definitions of one name: declarations that are merged.
const MOST_DEFINITIONS: usize = 8;

/// What the linker says of texts that use the name.
#[derive(Default)]
pub(crate) struct Probed {
    /// What is proved to be meant.
    pub(crate) proved: Option<LeadsTo>,
    /// What may be meant.
    pub(crate) possible: Option<LeadsTo>,
    /// Where the package passes on what another has.
    pub(super) elsewhere: Option<String>,
}

/// Asks the linker what a name is in the package in `folder` of a snapshot.
pub(crate) fn probed(snapshot: &Snapshot, outside: &Outside, sought: &Sought<'_>, folder: &str) -> Probed {
    let mut found = Probed::default();
    for probe in (outside.probes)(sought) {
        let path = join(folder, &probe.path);
        for edge in snapshot.leads(&path, &probe.text, &probe.places).into_iter().flatten() {
            let mut keys: Vec<SymbolKey> = Vec::new();
            for target in &edge.targets {
                match target {
                    Target::Symbol(key) if snapshot.view.symbol(*key).is_some() => keys.push(*key),
                    Target::Module(module) if *module != path && edge.resolution == Resolution::Resolved => {
                        found.proved.get_or_insert(LeadsTo::Module(module.clone()));
                    }
                    Target::External(path) => {
                        found.elsewhere.get_or_insert_with(|| path.clone());
                    }
                    _ => {}
                }
            }
            keys.truncate(MOST_DEFINITIONS);
            if keys.is_empty() {
                continue;
            }
            if edge.resolution == Resolution::Resolved {
                found.proved = Some(LeadsTo::Symbols(keys));
                return found;
            }
            found.possible.get_or_insert(LeadsTo::Symbols(keys));
        }
        if found.proved.is_some() {
            return found;
        }
    }
    found
}

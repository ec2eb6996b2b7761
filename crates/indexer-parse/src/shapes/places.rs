//! Where an import that names a file by a path leads.

use indexer_core::{Files, ModulePlace, ModuleQuery, path};

/// The file of the path: from the folder of the file that imports it, or from the root. Where there are files in both,
/// nothing says which it is.
pub(crate) fn by_path(files: &dyn Files, query: &ModuleQuery<'_>) -> ModulePlace {
    let of = |folder: &str| path::resolve(folder, query.first).filter(|found| files.is_file(found));
    let here = of(path::parent(query.from));
    let is_relative = query.first.starts_with('.');
    match (here, of("").filter(|_| !is_relative)) {
        (Some(here), Some(at_root)) if here != at_root => ModulePlace::Unknown,
        (Some(found), _) | (None, Some(found)) => ModulePlace::File { path: found, inside: Vec::new() },
        (None, None) => ModulePlace::Unknown,
    }
}

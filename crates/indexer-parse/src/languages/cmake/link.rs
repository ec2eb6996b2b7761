//! What the linker must know.

use super::words;
use indexer_core::{LinkRules, ModulePlace, PackageRules, Surface, SymbolKind, path};

/// A build keeps its variables, unlike modules, which others include.
const SURFACE: Surface = Surface {
    keeps: |file, kind| {
        path::file_name(file) == "CMakeLists.txt"
            && matches!(kind, SymbolKind::Variable | SymbolKind::Constant)
    },
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    language: "cmake",
    implicit: |name| words::is_there(name).then_some("cmake"),
    // Which files one build reads is decided from the file that it begins with, and no other says which that is.
    packages: Some(&PackageRules::REPOSITORY),
    packages_are_likely: true,
    surface: &SURFACE,
    root: |files, query| {
        // `include(a/b.cmake)`, `add_subdirectory(a)`: a path from the folder of the file, mostly; else one from above it.
        if query.first.contains('.') {
            return ModulePlace::at_or_above(files, query);
        }
        // `include(Module)`: the only file of this name, unless one of the folders that are looked through first has another.
        match files.named(&format!("{}.cmake", query.first)).as_slice() {
            [] => ModulePlace::External(query.first.to_owned()),
            [path] => ModulePlace::Likely(path.clone()),
            _ => ModulePlace::Unknown,
        }
    },
    ..LinkRules::BASE
};

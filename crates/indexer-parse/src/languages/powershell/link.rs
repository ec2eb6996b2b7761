//! What the linker must know.

use super::builtins;
use indexer_core::{LinkRules, ModulePlace, PackageRules, Surface, SymbolKind, path};

/// A script keeps its variables, and a module may export them.
const SURFACE: Surface = Surface {
    keeps: |file, kind| {
        path::extension(file).eq_ignore_ascii_case("ps1")
            && matches!(kind, SymbolKind::Variable | SymbolKind::Constant)
    },
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    language: "powershell",
    ignores_case: true,
    conventions: &super::conventions::CONVENTIONS,
    implicit: |name| builtins::is_there(name).then_some("powershell"),
    constructors: &["new"],
    packages: Some(&PackageRules::REPOSITORY),
    packages_are_likely: true,
    // `. ./a.ps1`: a path from the folder of the file, or from one above it.
    root: ModulePlace::at_or_above,
    surface: &SURFACE,
    ..LinkRules::BASE
};

//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace, path};

/// Names that every expression sees, sorted.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "abort", "baseNameOf", "builtins", "derivation", "derivationStrict", "dirOf", "false", "fetchGit", "fetchTarball",
    "fetchTree", "fromTOML", "import", "isNull", "map", "null", "placeholder", "removeAttrs", "scopedImport", "throw",
    "toString", "true",
];

/// Attributes that many sets have, sorted.
const COMMODITIES: &[&str] = &[
    "config",
    "default",
    "description",
    "enable",
    "example",
    "lib",
    "meta",
    "name",
    "options",
    "package",
    "path",
    "pkgs",
    "settings",
    "src",
    "system",
    "type",
    "value",
    "version",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "nix",
    implicit: |name| crate::text::holds(BUILTINS, name).then_some("builtins"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    // A path is one from the folder of the file; a folder stands for the file `default.nix` in it.
    root: |files, query| {
        let Some(found) = path::resolve(path::parent(query.from), query.first) else {
            return ModulePlace::Unknown;
        };
        let inside = path::join(&found, "default.nix");
        match (files.is_file(&found), files.is_file(&inside)) {
            (true, _) => ModulePlace::File { path: found, inside: Vec::new() },
            (false, true) => ModulePlace::File { path: inside, inside: Vec::new() },
            (false, false) => ModulePlace::Unknown,
        }
    },
    ..LinkRules::BASE
};

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        assert!(super::BUILTINS.is_sorted() && super::COMMODITIES.is_sorted());
    }
}

//! What the linker must know.

use super::builtins;
use indexer_core::{LinkRules, ModulePlace, Namespace, PackageRules, path};

pub(super) const RULES: LinkRules = LinkRules {
    language: "powershell",
    implicit: |name| builtins::is_there(name).then_some("powershell"),
    constructors: &["new"],
    packages: Some(&SESSION),
    packages_are_likely: true,
    // `. ./a.ps1`: a path from the folder of the file, or from one above it.
    root: |files, query| {
        let of = |folder: &str| path::resolve(folder, query.first).filter(|found| files.is_file(found));
        let mut found = path::ancestors(path::parent(query.from)).filter_map(of);
        match (found.next(), found.next()) {
            (Some(path), None) => ModulePlace::File { path, inside: Vec::new() },
            _ => ModulePlace::Unknown,
        }
    },
    ..LinkRules::BASE
};

/// All scripts of a repository: which of them a session has read, nothing in them says.
const SESSION: PackageRules = PackageRules {
    by_name: false,
    in_folders: true,
    package: |_| String::new(),
    near: |_, _| true,
    offers: |_, _| true,
    sees: |_, _| true,
    global: Namespace(0),
    coexist: |_, _| true,
};

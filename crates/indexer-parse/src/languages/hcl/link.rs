//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace, Namespace, PackageRules, path};

pub(super) const RULES: LinkRules = LinkRules {
    language: "hcl",
    // Functions are those of the language; all that is declared has an address.
    implicit: |name| (!name.contains('.')).then_some("terraform"),
    packages: Some(&MODULES),
    root: |files, query| {
        // Paths begin with a dot; all others are addresses of registries and repositories.
        if !query.first.starts_with('.') {
            return ModulePlace::External(query.first.to_owned());
        }
        let folder = path::resolve(path::parent(query.from), query.first);
        folder.filter(|folder| files.is_folder(folder)).map_or(ModulePlace::Unknown, ModulePlace::Folder)
    },
    ..LinkRules::BASE
};

/// A module is the files of one folder.
const MODULES: PackageRules = PackageRules {
    by_name: false,
    in_folders: true,
    package: |file| path::parent(file.path).to_owned(),
    located: None,
    near: |package, file| path::parent(file) == package,
    offers: |_, _| true,
    sees: |_, _| true,
    global: Namespace(0),
    coexist: |_, _| true,
};

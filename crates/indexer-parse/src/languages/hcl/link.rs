//! What the linker must know.

use indexer_core::{Entry, LinkRules, ModulePlace, Namespace, PackageRules, Surface, path};

pub(super) const RULES: LinkRules = LinkRules {
    language: "hcl",
    // Functions are those of the language; all that is declared has an address.
    implicit: |name| (!name.contains('.')).then_some("terraform"),
    packages: Some(&MODULES),
    surface: &SURFACE,
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

/// Whoever uses a module gives its variables and reads its outputs.
const SURFACE: Surface = Surface {
    entry: Some(|_, place| {
        Some(Entry { name: path::parent(place.path).to_owned(), why: "public declaration" })
    }),
    ..Surface::BASE
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

//! Packages of R: the files in the folder `R` beside a `DESCRIPTION` share their names, and its tests see these.

use indexer_core::{Files, Namespace, PackageRules, path};

/// The files of a package, and its tests.
pub(super) const PACKAGES: PackageRules = PackageRules {
    by_name: false,
    in_folders: false,
    package: |file| file.path.to_owned(),
    located: Some(package_of),
    near: |package, file| {
        let folder = path::parent(file);
        file == package || folder == package || folder == path::join(path::parent(package), TESTS)
    },
    offers: |_, file| is_code(file.path),
    sees: |from, file| is_code(file.path) || is_read_before(file.path, from.path),
    global: Namespace(0),
    coexist: |_, _| true,
};

/// Where tests of a package are, from its folder.
const TESTS: &str = "tests/testthat";

/// The folder of the code of the package that a file is of; a script is one by itself.
fn package_of(files: &dyn Files, file: &str) -> String {
    let folder = path::parent(file);
    let above = path::parent(folder);
    let root = match path::file_name(folder) {
        "R" => Some(above),
        "testthat" if path::file_name(above) == "tests" => Some(path::parent(above)),
        _ => None,
    };
    let has_description = |root: &&str| files.manifest(&path::join(root, "DESCRIPTION")).is_some();
    root.filter(has_description).map_or_else(|| file.to_owned(), |root| path::join(root, "R"))
}

/// True for a file of the code of a package.
fn is_code(file: &str) -> bool {
    path::file_name(path::parent(file)) == "R"
}

/// `testthat` reads these before the tests of the same folder.
fn is_read_before(file: &str, test: &str) -> bool {
    let name = path::file_name(file);
    path::parent(file) == path::parent(test) && (name.starts_with("helper") || name.starts_with("setup"))
}

/// The package of this name that the repository has.
pub(super) fn own(files: &dyn Files, name: &str) -> Option<String> {
    let mut all = files.packages(name);
    all.retain(|manifest| path::file_name(manifest) == "DESCRIPTION");
    match all.as_slice() {
        [only] => Some(path::join(path::parent(only), "R")),
        _ => None,
    }
}

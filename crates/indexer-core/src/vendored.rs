//! Which files are copies of others' code, by where they lie.

use crate::path;
use rustc_hash::FxHashSet;

/// Folders of copies, whatever their case: what package managers and long custom call them.
const FOLDERS: &[&str] = &[
    "vendor",
    "vendors",
    "vendored",
    "_vendor",
    "_vendored",
    "third_party",
    "third-party",
    "thirdparty",
    "3rdparty",
    "3rd_party",
    "3rd-party",
    "bundled",
    "node_modules",
    "bower_components",
    "pods",
    "carthage",
];
/// Folders that hold copies where they lie at the root; further down they are as often a module of one's own.
const AT_THE_ROOT: &[&str] = &["deps", "extern", "external", "externals"];

/// True for a file in a folder of copies of others' code. O(length).
pub fn is_vendored(file: &str) -> bool {
    let is_one = |names: &[&str], folder: &str| names.iter().any(|name| folder.eq_ignore_ascii_case(name));
    let mut folders = path::parent(file).split('/');
    let is_top = folders.next().is_some_and(|top| is_one(AT_THE_ROOT, top) || is_one(FOLDERS, top));
    is_top || folders.any(|folder| is_one(FOLDERS, folder))
}

/// The folders among `files` in which Python packages keep copies of others, each with a slash at its end:
/// `requests/packages/`. A package inside of a package that is called `packages` is one where it holds packages and no
/// module of its own; with modules it is a part of its owner that is about packages. O(files).
pub fn python_containers<'p>(files: impl Iterator<Item = &'p str> + Clone) -> Vec<&'p str> {
    let folder = |file: &'p str| file.strip_suffix("__init__.py").filter(|of| of.ends_with("/packages/"));
    let mut found: Vec<&str> = files.clone().filter_map(folder).collect();
    if found.is_empty() {
        return found;
    }
    let (mut holding, mut mixed) = (FxHashSet::default(), FxHashSet::default());
    for file in files.clone().filter(|file| file.ends_with(".py")) {
        let (own, name) = (path::parent(file), path::file_name(file));
        for one in &found {
            let inside = file.strip_prefix(one);
            match inside.map(|rest| rest.matches('/').count()) {
                Some(0) if name != "__init__.py" => _ = mixed.insert(*one),
                Some(1) if name == "__init__.py" => _ = holding.insert(*one),
                _ => {}
            }
            // The package around it.
            if name == "__init__.py" && path::parent(one.trim_end_matches('/')) == own {
                holding.insert(own);
            }
        }
    }
    found.retain(|one| {
        let around = path::parent(one.trim_end_matches('/'));
        holding.contains(one) && holding.contains(around) && !mixed.contains(one)
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_known_by_their_folders() {
        for file in [
            "vendor/a.go",
            "src/_vendor/six.py",
            "include/x/thirdparty/y.hpp",
            "ios/Pods/A/a.m",
            "deps/lua/lua.c",
            "a/ThirdParty/b.c",
            "fmt/bundled/core.h",
        ] {
            assert!(is_vendored(file), "{file}");
        }
        for file in
            ["src/vendor.py", "src/deps/graph.rs", "app/external/api.py", "packages/server/a.ts", "a.c"]
        {
            assert!(!is_vendored(file), "{file}");
        }
    }

    #[test]
    fn a_python_package_of_packages_holds_copies_and_one_with_modules_is_about_them() {
        let files = [
            "core/__init__.py",
            "core/packages/__init__.py",
            "core/packages/constraints/__init__.py",
            "core/packages/dependency.py",
            "packages/__init__.py",
            "packages/a/__init__.py",
            "requests/__init__.py",
            "requests/packages/README.rst",
            "requests/packages/__init__.py",
            "requests/packages/urllib3/__init__.py",
            "requests/packages/urllib3/util/retry.py",
            "web/packages/__init__.py",
            "web/packages/a/__init__.py",
        ];
        assert_eq!(python_containers(files.into_iter()), ["requests/packages/"]);
        assert!(python_containers(["a/b.py"].into_iter()).is_empty());
    }
}

//! What the linker must know.

use crate::languages::python;
use crate::text::holds;
use indexer_core::{Files, LinkRules, ModulePlace, ModuleQuery, Surface, SymbolKind, path};

/// Only files that are loaded give what they define to others; of all others the targets alone have names for them.
const SURFACE: Surface = Surface {
    keeps: |file, kind| {
        path::extension(file) != "bzl" && matches!(kind, SymbolKind::Variable | SymbolKind::Constant)
    },
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    language: "starlark",
    standard_packages: &[],
    implicit: |name| holds(NATIVE, name).then_some("starlark"),
    relative_levels: false,
    root,
    surface: &SURFACE,
    tests_by_name: false,
    ..python::link::RULES
};

/// Files that a workspace begins with.
const WORKSPACES: [&str; 4] = ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", ".buckconfig"];

/// The file of a label: `//folder:file` from the folder of the workspace, `:file` from the folder of the package.
fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let folder = path::parent(query.from);
    let workspace = path::ancestors(folder)
        .find(|ancestor| WORKSPACES.iter().any(|name| files.is_file(&path::join(ancestor, name))))
        .unwrap_or("");
    let label = query.first;
    let (repository, rest) = match label.strip_prefix('@') {
        Some(named) => match named.find("//") {
            Some(at) => (named[..at].trim_start_matches('@'), &named[at..]),
            None => return ModulePlace::External(label.to_owned()),
        },
        None => ("", label),
    };
    let found = match rest.strip_prefix("//") {
        Some(rest) => {
            let (package, file) = rest.split_once(':').unwrap_or((rest, path::file_name(rest)));
            Some(path::join(&path::join(workspace, package), file))
        }
        // A package is a folder with a file of targets; a part of it may be below that.
        None => {
            let file = rest.strip_prefix(':').unwrap_or(rest);
            let is_package = |folder: &str| {
                ["BUILD", "BUILD.bazel", "BUCK"].iter().any(|name| files.is_file(&path::join(folder, name)))
            };
            let package = path::ancestors(folder).find(|folder| is_package(folder)).unwrap_or(folder);
            Some(path::join(package, file))
        }
    };
    match found.filter(|path| files.is_file(path)) {
        // A repository may name itself, or another in which the file has the same place.
        Some(_) if !repository.is_empty() => ModulePlace::Unknown,
        Some(path) => ModulePlace::File { path, inside: Vec::new() },
        None if repository.is_empty() => ModulePlace::Unknown,
        None => ModulePlace::External(label.to_owned()),
    }
}

/// What every file has, sorted.
#[rustfmt::skip]
const NATIVE: &[&str] = &[
    "Label", "abs", "alias", "all", "any", "aspect", "attr", "bazel_dep", "bool", "bytes", "cc_binary",
    "cc_import", "cc_library", "cc_test", "config_common", "config_setting", "configuration_field", "depset",
    "dict", "dir", "enumerate", "exec_group", "exports_files", "fail", "filegroup", "float", "genquery",
    "genrule", "getattr", "glob", "hasattr", "hash", "int", "java_binary", "java_library", "java_test",
    "len", "license", "licenses", "list", "load", "macro", "max", "min", "module", "module_extension",
    "native", "ord", "package", "package_group", "package_name", "print", "proto_library", "provider",
    "py_binary", "py_library", "py_test", "range", "register_toolchains", "repo_name", "repository_name",
    "repository_rule", "repr", "reversed", "rule", "select", "set", "sh_binary", "sh_library", "sh_test",
    "sorted", "str", "struct", "subrule", "tag_class", "test_suite", "testing", "toolchain",
    "toolchain_type", "transition", "tuple", "type", "use_extension", "use_repo", "visibility", "workspace",
    "zip",
];

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_sorted() {
        assert!(super::NATIVE.is_sorted());
    }
}

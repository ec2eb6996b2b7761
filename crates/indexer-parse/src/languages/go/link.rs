//! What the linker must know.

use super::modules::{module_name, root};
use super::names::{COMMODITIES, PREDECLARED};
use super::{conditions, outside};
use crate::text::holds;
use indexer_core::{
    Entry, FilePlace, Linearization, LinkRules, LiteralKind, Namespace, PackageRules, Protocol, Seal,
    Surface, Visibility, path,
};

/// What can be reached from outside.
const SURFACE: Surface = Surface {
    seal: Seal::HiddenMember,
    folders_are_whole: true,
    entry: Some(|files, place| {
        let mut parts = place.path.split('/');
        let hidden =
            |part: &str| matches!(part, "internal" | "vendor" | "testdata") || part.starts_with(['_', '.']);
        let is_hidden = parts.any(hidden) || place.path.ends_with("_test.go") || place.package == "main";
        let name = module_name(files, place.path);
        (!is_hidden).then_some(Entry { name, why: "package outside internal" })
    }),
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    same_types: &[("interface{}", "any"), ("byte", "uint8"), ("rune", "int32"), ("a, b T", "T, T")],
    results_are_written: true,
    language: "go",
    conventions: &super::conventions::CONVENTIONS,
    frameworks: crate::frameworks::go,
    standard_packages: &["builtin"],
    separator: ".",
    copies_in: Some("vendor"),
    linearization: Linearization::Embedding,
    implicit: |name| holds(PREDECLARED, name).then_some("builtin"),
    commodity: |name| holds(COMMODITIES, name),
    reaches: |visibility, of, from| {
        visibility == Visibility::Public || path::parent(of) == path::parent(from)
    },
    root,
    module_name,
    surface: &SURFACE,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("string"),
            LiteralKind::Character => Some("rune"),
            LiteralKind::Boolean => Some("bool"),
            LiteralKind::Integer => Some("int"),
            LiteralKind::Float => Some("float64"),
            _ => None,
        },
        element: &[&["elementꞏ"]],
        index: &["indexꞏ"],
        ..Protocol::BASE
    },
    packages: Some(&PACKAGES),
    declared_types: true,
    hidden_from_wildcard: |name| !name.starts_with(char::is_uppercase),
    values_are_followed: true,
    outside: Some(outside::OUTSIDE),
    ..LinkRules::BASE
};

/// A package is the files of one folder that declare one name. Only tests see tests; a package whose
/// name ends in `_test` is one of its own, which stands in the same folder.
const PACKAGES: PackageRules = PackageRules {
    by_name: false,
    in_folders: true,
    package: |file| path::parent(file.path).to_owned(),
    located: None,
    near: |package, file| path::parent(file) == package,
    offers: |_, file| file.package != "main" && !is_test(file),
    global: Namespace(0),
    sees: |from, file| {
        from.package == file.package
            && (!is_test(file) || is_test(from))
            && !conditions::stands_alone(from.condition)
            && !conditions::stands_alone(file.condition)
    },
    coexist: |a, b| conditions::coexist((a.path, a.condition), (b.path, b.condition)),
};

fn is_test(file: FilePlace<'_>) -> bool {
    file.path.ends_with("_test.go")
}

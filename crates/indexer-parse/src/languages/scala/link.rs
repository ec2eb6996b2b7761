//! What the linker must know.

use crate::languages::java::{JVM, files_of_kotlin, named_without_java};
use indexer_core::{
    ClassRules, CollectionKind, Conversion, FilePlace, Linearization, LinkRules, LiteralKind, ModulePlace,
    PackageRules, PropertyNames, Protocol, Surface, Visibility,
};

/// Members that nearly every type has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "andThen", "apply", "as", "build", "clear", "close", "collect", "combine", "compare", "compose", "contains",
    "copy", "count", "create", "drop", "empty", "equals", "exists", "filter", "find", "flatMap", "fold", "foldLeft",
    "forall", "foreach", "format", "get", "getOrElse", "hashCode", "head", "id", "isEmpty", "iterator", "join", "key",
    "keys", "last", "length", "map", "message", "name", "next", "nonEmpty", "of", "pure", "put", "read", "reduce",
    "remove", "run", "size", "start", "stop", "tail", "take", "to", "toInt", "toList", "toString", "traverse", "type",
    "unapply", "unit", "update", "value", "values", "withFilter", "write", "zip",
];

/// Packages that are part of every Scala, or of what it runs on.
const OUTSIDE: &[&str] = &["java", "javax", "scala"];

/// Types of the language itself, sorted.
const ALWAYS: &[&str] = &[
    "Any", "AnyRef", "AnyVal", "Boolean", "Byte", "Char", "Double", "Float", "Int", "Long", "Nothing",
    "Null", "Short", "String", "Unit",
];

/// Packages that every file sees.
const IMPLIED: &[&str] = &["scala", "java.lang"];

/// Packages of which there are stubs.
const STANDARD: &[&str] = &["scala", "java.lang"];

const NUMBERS: &[&str] = &["Byte", "Short", "Int", "Long", "Float", "Double"];

pub(super) const RULES: LinkRules = LinkRules {
    language: "scala",
    conventions: &super::conventions::CONVENTIONS,
    runtime: Some(&JVM),
    properties: Some(PropertyNames::Methods),
    files_of_class: files_of_kotlin,
    standard_packages: STANDARD,
    linearization: Linearization::C3,
    last_base_first: true,
    implicit: |name| crate::text::holds(ALWAYS, name).then_some("scala"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    most_guesses: 1,
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    imports_see_scope: true,
    root: |_, query| match OUTSIDE.contains(&query.first) {
        true => ModulePlace::External(query.first.to_owned()),
        false => ModulePlace::Folder(query.first.to_owned()),
    },
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("String"),
            LiteralKind::Boolean => Some("Boolean"),
            LiteralKind::Character => Some("Char"),
            LiteralKind::Integer => Some("Int"),
            LiteralKind::Long => Some("Long"),
            LiteralKind::Float => Some("Double"),
            LiteralKind::Unit => Some("Unit"),
            _ => None,
        },
        collection: |kind| match kind {
            CollectionKind::List => Some("Seq"),
            _ => None,
        },
        element: &[&["head"]],
        index: &["apply"],
        ..Protocol::BASE
    },
    call_member: Some("apply"),
    surface: &Surface::PACKAGES,
    packages: Some(&PackageRules { coexist, ..PackageRules::DECLARED }),
    classes: Some(&CLASSES),
    stubs_tell_bases: true,
    has_function_types: true,
    implied_packages: IMPLIED,
    extension_functions: true,
    functions_overload: true,
    fields_are_called: true,
    objects: true,
    functions_run_bare: true,
    ..LinkRules::PACKAGES
};

const CLASSES: ClassRules = ClassRules {
    root: |_| Some("Any"),
    converts,
    only_literals_convert: true,
    array: "Seq",
    ..ClassRules::BASE
};

/// A number is taken for a wider one; a literal is of whatever type is wanted.
fn converts(from: &str, to: &str) -> Option<Conversion> {
    let (from, to) = (named_without_java(from), named_without_java(to));
    let number = |name: &str| NUMBERS.iter().position(|one| *one == name);
    let is_own = |name: &str| number(name).is_some() || matches!(name, "Boolean" | "Char" | "Unit");
    match (number(from), number(to)) {
        (Some(narrow), Some(wide)) if narrow <= wide => return Some(Conversion::Widens),
        (Some(_), Some(_)) if from == "Int" => return Some(Conversion::Boxes),
        (Some(_), Some(_)) => return Some(Conversion::Never),
        _ => {}
    }
    match (is_own(from), is_own(to)) {
        (true, true) if from == to => Some(Conversion::Widens),
        (true, true) => Some(Conversion::Never),
        _ => None,
    }
}

/// What the folders of a path say that a file is built for: versions of the language, and platforms. Builds put sources
/// of one of them into folders of their own (`src/main/scala-3`, `src-2`, `jvm/src`, `src-js-native`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Built<'p> {
    version: Option<&'p str>,
    /// One bit for each of the platforms; none where nothing says one.
    platforms: u8,
}

const PLATFORMS: &[&str] = &["jvm", "js", "native"];

fn built(path: &str) -> Built<'_> {
    let mut found = Built::default();
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    for folder in folders.split('/') {
        let folder = folder.strip_prefix('.').unwrap_or(folder);
        let is_sources =
            ["src-", "scala-", "scalajvm", "scalajs"].iter().any(|word| folder.starts_with(word));
        if !is_sources && !is_platforms(folder) {
            continue;
        }
        for word in folder.split(['-', '_']) {
            match PLATFORMS.iter().position(|one| *one == word) {
                Some(at) => found.platforms |= 1 << at,
                None if word.starts_with(|c: char| c.is_ascii_digit()) => found.version = Some(word),
                None => {}
            }
        }
    }
    found
}

fn is_platforms(folder: &str) -> bool {
    !folder.is_empty() && folder.split(['-', '_']).all(|word| PLATFORMS.contains(&word))
}

/// Two files of which one is for a version or platform and the other for another one never meet.
fn coexist(from: FilePlace<'_>, file: FilePlace<'_>) -> bool {
    let (one, other) = (built(from.path), built(file.path));
    let platforms = one.platforms == 0 || other.platforms == 0 || one.platforms & other.platforms != 0;
    let versions = match (one.version, other.version) {
        (Some(a), Some(b)) => may_be_one(a, b),
        _ => true,
    };
    platforms && versions
}

/// `2` and `2.13`, `2.13+` and `2.13`, `2.x` and `2.12` may be one version. What `+` and `-` leave open is not decided.
fn may_be_one(a: &str, b: &str) -> bool {
    let plain = |version: &str| version.trim_end_matches(['+', '-', 'x', '.']).to_owned();
    if a.ends_with(['+', '-']) || b.ends_with(['+', '-']) {
        let is_older = |one: &str, other: &str| one.ends_with('+') && is_below(&plain(other), &plain(one));
        return !is_older(a, b) && !is_older(b, a);
    }
    let (a, b) = (plain(a), plain(b));
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    long.strip_prefix(short.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Is a version before another one, as far as both are written?
fn is_below(one: &str, other: &str) -> bool {
    let numbers =
        |version: &str| version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>();
    let (one, other) = (numbers(one), numbers(other));
    let shared = one.len().min(other.len());
    one[..shared] < other[..shared]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_different_versions_and_platforms_never_meet() {
        let place = |path: &'static str| FilePlace { path, package: "", condition: None };
        let meet = |one, other| coexist(place(one), place(other));
        assert!(meet("core/src/a/A.scala", "core/src-2/a/B.scala"));
        assert!(meet("core/src-2/A.scala", "core/src-2.13+/B.scala"));
        assert!(meet("a/src/main/scala-2/A.scala", "a/src/main/scala-2.12/B.scala"));
        assert!(!meet("core/src-2/A.scala", "core/src-3/B.scala"));
        assert!(!meet("core/src-2.12/A.scala", "core/src-2.13+/B.scala"));
        assert!(!meet("jvm/src/main/scala/A.scala", "js/src/main/scala/A.scala"));
        assert!(!meet("a/src-jvm/A.scala", "a/src-js-native/A.scala"));
        assert!(meet("a/src-js/A.scala", "a/src-js-native/A.scala"));
        assert!(meet("shared/src/main/scala/A.scala", "jvm/src/main/scala/A.scala"));
    }
}

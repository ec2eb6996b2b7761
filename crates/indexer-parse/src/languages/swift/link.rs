//! What the linker must know.

use super::modules;
use indexer_core::{
    ClassRules, CollectionKind, Conversion, Linearization, LinkRules, LiteralKind, Namespace, PackageRules,
    Protocol, Surface, Visibility,
};

/// Members that nearly every type has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "append", "body", "build", "cancel", "clear", "close", "compactMap", "contains", "copy", "count",
    "create", "data", "default", "delete", "description", "encode", "endIndex", "error", "failure", "filter",
    "first", "flatMap", "forEach", "get", "hash", "hours", "id", "identifier", "index", "init", "insert", "isEmpty",
    "items", "joined", "key", "keys", "last", "load", "map", "message", "microseconds", "milliseconds", "minutes",
    "name", "nanoseconds", "next", "none", "open", "parse", "path", "read", "reduce", "remove", "removeAll", "reset",
    "result", "resume", "run", "seconds", "self", "send", "set", "size", "some", "sorted", "start", "startIndex",
    "state", "status", "stop", "success", "title", "type", "update", "url", "value", "values", "write", "zero",
];

/// Types of the language itself, sorted.
#[rustfmt::skip]
const ALWAYS: &[&str] = &["Array", "Bool", "Character", "Dictionary", "Double", "Float", "Int", "Range", "Set", "String"];

/// The package that every file sees, and of which there are stubs.
const STANDARD: &[&str] = &["Swift"];

/// Types of numbers.
#[rustfmt::skip]
const NUMBERS: &[&str] =
    &["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float"];

pub(super) const RULES: LinkRules = LinkRules {
    language: "swift",
    unknown_names_are_external: Some(Namespace::TYPE.with(Namespace::CALLABLE)),
    conventions: &super::conventions::CONVENTIONS,
    standard_packages: STANDARD,
    constructors: &["init"],
    linearization: Linearization::C3,
    implicit: |name| crate::text::holds(ALWAYS, name).then_some("Swift"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    most_guesses: 1,
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    root: modules::root,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("String"),
            LiteralKind::Boolean => Some("Bool"),
            LiteralKind::Integer => Some("Int"),
            LiteralKind::Float => Some("Double"),
            _ => None,
        },
        collection: |kind| match kind {
            CollectionKind::List => Some("Array"),
            CollectionKind::Map => Some("Dictionary"),
            _ => None,
        },
        sequence: Some(("Sequence", "Array")),
        element: &[&["elementꞏ"], &["makeIterator", "next"], &["subscript"]],
        index: &["subscript"],
        ..Protocol::BASE
    },
    surface: &Surface::PACKAGES,
    packages: Some(&MODULES),
    classes: Some(&CLASSES),
    declared_types: true,
    stubs_tell_bases: true,
    has_function_types: true,
    implied_packages: STANDARD,
    extensions_are_parts: true,
    argument_labels: true,
    last_choice: Some("_disfavoredOverload"),
    package_manifest: Some(modules::MANIFEST),
    fields_are_called: true,
    ..LinkRules::BASE
};

/// A module is a target of a package.
const MODULES: PackageRules = PackageRules {
    by_name: false,
    in_folders: false,
    package: |_| String::new(),
    located: Some(modules::module_of),
    near: |package, file| package.is_empty() || file.starts_with(package),
    offers: |_, _| true,
    sees: |_, _| true,
    global: Namespace(0),
    coexist: |_, _| true,
};

const CLASSES: ClassRules = ClassRules { converts, combined, array: "Array", ..ClassRules::BASE };

/// No number is taken for another one; a literal is of whatever type is wanted.
fn converts(from: &str, to: &str) -> Option<Conversion> {
    let is_own = |name: &str| NUMBERS.contains(&name) || matches!(name, "Bool" | "Character" | "String");
    match (is_own(from), is_own(to)) {
        (true, true) if from == to => Some(Conversion::Widens),
        (true, true) if from == "Int" && NUMBERS.contains(&to) => Some(Conversion::Boxes),
        (true, true) if from == "Double" && to == "Float" => Some(Conversion::Boxes),
        (true, true) if from == "String" && to == "Character" => Some(Conversion::Boxes),
        (true, true) => Some(Conversion::Never),
        _ => None,
    }
}

/// Of two values of one type of the language the same.
fn combined(left: &str, right: &str) -> &'static str {
    let known = |name: &str| NUMBERS.iter().find(|one| **one == name).copied();
    match (known(left), known(right)) {
        (Some(a), Some(b)) if a == b => a,
        (Some("Int"), Some(b)) => b,
        (Some(a), Some("Int")) => a,
        _ if left == "String" && right == "String" => "String",
        _ => "",
    }
}

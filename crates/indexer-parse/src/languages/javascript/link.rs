//! What the linker must know.

use super::implicit::GLOBALS;
use super::names::COMMODITIES;
use super::{modules, outside};
use crate::text::holds;
use indexer_core::{
    CollectionKind, FunctionMembers, Linearization, LinkRules, LiteralKind, Protocol, Surface, Visibility,
    path,
};

/// What can be reached from outside.
const SURFACE: Surface = Surface {
    entry: Some(modules::entry),
    passes_on: |_| true,
    manifest: "package.json",
    offers_builds: true,
    ..Surface::BASE
};

/// The rules: one for the whole family, whose files import one another.
pub(in crate::languages) const RULES: LinkRules = LinkRules {
    same_types: &[("Array<>", "[]"), ("any", "*any*"), ("unknown", "*top*")],
    types_are_optional: true,
    language: "javascript",
    conventions: &super::conventions::CONVENTIONS,
    frameworks: crate::frameworks::javascript,
    standard_packages: &["globalThis"],
    separator: ".",
    constructors: &["constructor"],
    call_member: Some("()"),
    linearization: Linearization::C3,
    implicit: |name| holds(GLOBALS, name).then_some("globalThis"),
    commodity: |name| holds(COMMODITIES, name),
    most_guesses: 1,
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    guesses_fields: false,
    is_untyped: |path| matches!(path::extension(path), "js" | "jsx" | "mjs" | "cjs"),
    surface: &SURFACE,
    root: modules::root,
    module_name: |_, path| without_extension(path).to_owned(),
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("String"),
            LiteralKind::Integer | LiteralKind::Float => Some("Number"),
            LiteralKind::Boolean => Some("Boolean"),
            LiteralKind::Other => Some("RegExp"),
            _ => None,
        },
        collection: |kind| match kind {
            CollectionKind::List => Some("Array"),
            CollectionKind::Set => Some("Set"),
            CollectionKind::Map => Some("Map"),
            CollectionKind::Generator => Some("Generator"),
            CollectionKind::Range => None,
        },
        element: &[&["Symbol.iterator", "next"], &["next"]],
        index: &["[]"],
        promise: Some("Promise"),
        function: Some("Function"),
        every: Some("Object"),
        prototype: Some("prototype"),
        class: Some("constructor"),
        ..Protocol::BASE
    },
    // A default export is not passed on by `export *`.
    hidden_from_wildcard: |name| matches!(name, "default" | "export="),
    wildcards_bind: false,
    whole_module: Some("export="),
    default_export: Some("default"),
    declarations_merge: true,
    values_are_followed: true,
    function_members: FunctionMembers { run: &["call", "apply"], give: &["bind"] },
    has_globals: true,
    outside: Some(outside::OUTSIDE),
    ..LinkRules::BASE
};

/// `a/b.d.ts` and `a/b.js` are `a/b`.
fn without_extension(path: &str) -> &str {
    let extension = path::extension(path);
    let stem = path.strip_suffix(extension).map_or(path, |stem| stem.trim_end_matches('.'));
    stem.strip_suffix(".d").unwrap_or(stem)
}

//! What the linker must know.

use indexer_core::{
    ClassRules, CollectionKind, LinkRules, ModulePlace, Namespace, PackageRules, Protocol, Visibility,
};

/// Members that nearly every class has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "all", "apply", "build", "call", "close", "count", "create", "current", "delete", "each", "end",
    "execute", "fetch", "filter", "find", "first", "format", "get", "getId", "getMessage", "getName",
    "getType", "getValue", "handle", "has", "id", "isEmpty", "key", "last", "map", "name", "next", "offsetGet",
    "offsetSet", "open", "parse", "push", "put", "read", "remove", "reset", "rewind", "run", "save", "send",
    "set", "setName", "setValue", "start", "stop", "toArray", "type", "update", "valid", "value", "write",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "php",
    separator: "\\",
    constructors: &["__construct"],
    call_member: Some("__invoke"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    relative_levels: true,
    root: |_, query| {
        ModulePlace::Folder(if query.level > 0 { String::new() } else { query.first.to_owned() })
    },
    reaches: |visibility, of, from| visibility == Visibility::Public || of == from,
    protocol: Protocol {
        collection: |kind| (kind == CollectionKind::List).then_some("array·"),
        element: &[&["element·"], &["current"], &["getIterator", "element·"], &["getIterator", "current"]],
        index: &["element·", "offsetGet"],
        ..Protocol::BASE
    },
    packages: Some(&PACKAGES),
    classes: Some(&CLASSES),
    ..LinkRules::PACKAGES
};

/// Functions and constants of the file's namespace come before those without one.
const PACKAGES: PackageRules =
    PackageRules { global: Namespace::CALLABLE.with(Namespace::MACRO), ..PackageRules::DECLARED };

/// `f()` in a class is never its method.
const CLASSES: ClassRules = ClassRules { bare_members: false, ..ClassRules::BASE };

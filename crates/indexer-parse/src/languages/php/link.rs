//! What the linker must know.

use super::functions::FUNCTIONS;
use super::hooks::EVERYWHERE;
use indexer_core::{
    ClassRules, CollectionKind, LinkRules, ModulePlace, Namespace, PackageRules, Protocol, Surface,
    Visibility,
};

/// Members that nearly every class has, or that those of the language and of its test frameworks have, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "__invoke", "add", "all", "andReturn", "any", "apply", "at", "atLeastOnce", "bind", "build", "call", "cancel",
    "close", "count", "create", "current", "delete", "diff", "each", "end", "exactly", "execute", "expects",
    "fetch", "fetchAll", "filter", "find", "first", "format", "get", "getArgument", "getArguments",
    "getArrayCopy", "getAttributes", "getBody", "getCode", "getContents", "getFile", "getHeader",
    "getHeaderLine", "getHeaders", "getId", "getIterator", "getLine", "getMessage", "getMethods", "getMock",
    "getName", "getParameters", "getPrevious", "getProperties", "getShortName", "getSize", "getStatusCode",
    "getTimestamp", "getTimezone", "getTrace", "getTraceAsString", "getType", "getUri", "getValue",
    "handle", "has", "id", "invoke", "isEmpty", "isSeekable", "jsonSerialize", "key", "last", "map",
    "method", "modify", "name", "never", "newInstance", "newInstanceArgs", "next", "offsetGet", "offsetSet",
    "once", "open", "parse", "prepare", "push", "put", "query", "read", "reject", "remove", "reset",
    "resolve", "rewind", "rowCount", "run", "save", "send", "set", "setArguments", "setDate", "setName",
    "setTime", "setTimezone", "setValue", "shouldReceive", "start", "stop", "then", "toArray", "type",
    "update", "valid", "value", "wait", "will", "willReturn", "willReturnCallback", "willReturnMap",
    "willReturnOnConsecutiveCalls", "willReturnSelf", "willThrow", "with", "withAnyParameters", "withBody",
    "withConsecutive", "withHeader", "write",
];

/// Interfaces of the language, sorted.
const INTERFACES: &[&str] = &[
    "ArrayAccess",
    "BackedEnum",
    "Countable",
    "Iterator",
    "IteratorAggregate",
    "JsonSerializable",
    "OuterIterator",
    "RecursiveIterator",
    "SeekableIterator",
    "Serializable",
    "Stringable",
    "Throwable",
    "Traversable",
    "UnitEnum",
];

/// By custom, the names of all others end so.
fn declares_all(path: &str) -> bool {
    let name = path.rsplit('\\').next().unwrap_or(path);
    crate::text::holds(INTERFACES, name) || name.ends_with("Interface")
}

pub(super) const RULES: LinkRules = LinkRules {
    declares_all,
    language: "php",
    conventions: &super::conventions::CONVENTIONS,
    frameworks: crate::frameworks::php,
    separator: "\\",
    constructors: &["__construct"],
    call_member: Some("__invoke"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    implicit: |name| (crate::text::holds(FUNCTIONS, name) || EVERYWHERE.contains(&name)).then_some("php"),
    most_guesses: 2,
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
    surface: &Surface::PACKAGES,
    packages: Some(&PACKAGES),
    classes: Some(&CLASSES),
    methods_are_values: false,
    unknown_functions_are_global: true,
    ..LinkRules::PACKAGES
};

/// Functions and constants of the file's namespace come before those without one.
const PACKAGES: PackageRules =
    PackageRules { global: Namespace::CALLABLE.with(Namespace::MACRO), ..PackageRules::DECLARED };

/// `f()` in a class is never its method.
const CLASSES: ClassRules = ClassRules { bare_members: false, ..ClassRules::BASE };

//! What the linker must know.

use indexer_core::{Entry, LinkRules, ModulePlace, Surface};

/// Members that nearly every class has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "addAll", "build", "call", "clear", "close", "contains", "containsKey", "copyWith", "create", "dispose",
    "every", "first", "forEach", "get", "hashCode", "id", "indexOf", "init", "isEmpty", "isNotEmpty", "iterator", "join",
    "key", "keys", "last", "length", "listen", "map", "message", "name", "of", "open", "parse", "put", "read", "remove",
    "run", "runtimeType", "send", "set", "start", "state", "stop", "then", "toJson", "toList", "toString", "type", "value",
    "values", "where", "write",
];

/// Programs of a package are run, and not imported.
const PROGRAMS: &[&str] = &["bin", "tool", "web"];

/// What no underscore hides is reached by whoever imports its file.
const SURFACE: Surface = Surface {
    entry: Some(|_, place| {
        let is_run = place.path.split('/').any(|folder| PROGRAMS.contains(&folder));
        (!is_run).then(|| Entry { name: String::new(), why: "public declaration" })
    }),
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    language: "dart",
    conventions: &super::conventions::CONVENTIONS,
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |files, query| match query.first.split_once(':') {
        Some(("dart", _)) => ModulePlace::External(query.first.to_owned()),
        // `package:` names what is installed, perhaps a package of this repository.
        Some(_) => ModulePlace::Unknown,
        None => crate::shapes::by_path(files, &query),
    },
    surface: &SURFACE,
    ..LinkRules::BASE
};

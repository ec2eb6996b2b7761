//! What the linker must know.

use super::words;
use indexer_core::{LinkRules, ModulePlace};

/// Members that nearly every object has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "Add", "Close", "Compare", "CompareTo", "Contains", "ContainsKey", "Count", "Create", "Data", "Dispose", "EndsWith", "Equals",
    "Get", "GetEnumerator", "GetHashCode", "GetType", "Id", "Index", "Invoke", "IsEmpty", "IsNone", "IsSome", "Item", "Key", "Keys",
    "Length", "Message", "Name", "Path", "Read", "Remove", "Replace", "Run", "Set", "Split", "Start", "StartsWith", "Substring",
    "Text", "ToArray", "ToList", "ToLower", "ToString", "ToUpper", "Trim", "TryGetValue", "Type", "Value", "Values", "Version",
    "Write", "WriteLine",
];

/// Namespaces that are part of the language, or of what it runs on.
const OUTSIDE: &[&str] = &["FSharp", "Microsoft", "System"];

/// Files declare the namespaces that they are of; modules in them are opened as namespaces are.
pub(super) const RULES: LinkRules = LinkRules {
    language: "fsharp",
    implicit: words::implicit,
    commodity: |name| crate::text::holds(COMMODITIES, name),
    packages_nest: true,
    imports_are_all: true,
    members_beside_types: true,
    decorator_suffix: Some("Attribute"),
    root: |_, query| match OUTSIDE.contains(&query.first) {
        true => ModulePlace::External(query.first.to_owned()),
        false => ModulePlace::Folder(query.first.to_owned()),
    },
    // A call of what is outside gives what nobody knows: types are inferred.
    declared_types: false,
    ..LinkRules::PACKAGES
};

#[cfg(test)]
mod tests {
    #[test]
    fn members_are_sorted() {
        assert!(super::COMMODITIES.is_sorted());
    }
}

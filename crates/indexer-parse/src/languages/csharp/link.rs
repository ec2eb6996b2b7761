//! What the linker must know.

use indexer_core::{LinkRules, ModulePlace};

/// Members that nearly every type has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "Add", "Append", "Clear", "Clone", "Close", "Compare", "CompareTo", "Contains", "ContainsKey", "Copy",
    "CopyTo", "Count", "Create", "Current", "Dispose", "Equals", "First", "FirstOrDefault", "Format", "Get",
    "GetEnumerator", "GetHashCode", "GetType", "Id", "IndexOf", "Insert", "Invoke", "IsNullOrEmpty", "Item",
    "Items", "Join", "Key", "Keys", "Length", "Message", "MoveNext", "Name", "Parse", "Read", "Remove",
    "RemoveAt", "Replace", "Reset", "Run", "Select", "Set", "Split", "Start", "Stop", "Substring", "ToArray",
    "ToList", "ToString", "Trim", "TryGetValue", "TryParse", "Type", "Value", "Values", "Where", "Write",
];

pub(super) const RULES: LinkRules = LinkRules {
    language: "csharp",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root: |_, query| match query.first {
        "System" => ModulePlace::External(query.first.to_owned()),
        first => ModulePlace::Folder(first.to_owned()),
    },
    ..LinkRules::PACKAGES
};

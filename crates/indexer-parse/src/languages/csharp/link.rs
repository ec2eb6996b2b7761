//! What the linker must know.

use indexer_core::{
    ClassRules, CollectionKind, Conversion, Linearization, LinkRules, LiteralKind, ModulePlace, Namespace,
    PackageRules, Protocol, Surface, SymbolKind, Visibility, path,
};

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

/// Types that have a word of their own, and what others are made of, sorted.
#[rustfmt::skip]
const ALWAYS: &[&str] = &[
    "Boolean", "Byte", "Char", "Decimal", "Double", "Int16", "Int32", "Int64", "IntPtr", "Nullable`1", "Object",
    "SByte", "Single", "String", "Type", "UInt16", "UInt32", "UInt64", "UIntPtr", "array·",
];

/// Types of numbers, each before those that it widens to.
const NUMBERS: &[&str] = &["Byte", "Int16", "Int32", "Int64", "Single", "Double"];

/// Those without a sign, and others that no rule of [`NUMBERS`] says all of, with what they widen to.
const OTHERS: &[(&str, &[&str])] = &[
    ("SByte", &["Int16", "Int32", "Int64", "Single", "Double", "Decimal"]),
    ("UInt16", &["Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"]),
    ("UInt32", &["Int64", "UInt64", "Single", "Double", "Decimal"]),
    ("UInt64", &["Single", "Double", "Decimal"]),
    ("Char", &["UInt16", "Int32", "UInt32", "Int64", "UInt64", "Single", "Double", "Decimal"]),
    ("Boolean", &[]),
    ("Decimal", &[]),
];

/// Namespaces of the standard library that stubs stand for.
const STANDARD: &[&str] = &[
    "System",
    "System.Collections",
    "System.Collections.Concurrent",
    "System.Collections.Generic",
    "System.Collections.ObjectModel",
    "System.ComponentModel",
    "System.Diagnostics",
    "System.Diagnostics.CodeAnalysis",
    "System.Globalization",
    "System.IO",
    "System.Linq",
    "System.Linq.Expressions",
    "System.Net",
    "System.Net.Http",
    "System.Reflection",
    "System.Runtime.CompilerServices",
    "System.Runtime.InteropServices",
    "System.Runtime.Serialization",
    "System.Text",
    "System.Text.RegularExpressions",
    "System.Threading",
    "System.Threading.Tasks",
];

pub(super) const RULES: LinkRules = LinkRules {
    same_types: &[
        ("Nullable<>", "?"),
        ("String", "string"),
        ("Object", "object"),
        ("Boolean", "bool"),
        ("Int32", "int"),
        ("Int64", "long"),
        ("Double", "double"),
    ],
    results_are_written: true,
    language: "csharp",
    lambda_parameters_follow_arguments: true,
    unknown_names_are_external: Some(Namespace::TYPE),
    conventions: &super::conventions::CONVENTIONS,
    frameworks: crate::frameworks::csharp,
    standard_packages: STANDARD,
    linearization: Linearization::C3,
    implicit: |name| crate::text::holds(ALWAYS, name).then_some("System"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    root: |_, query| match query.first {
        "System" => ModulePlace::External(query.first.to_owned()),
        first => ModulePlace::Folder(first.to_owned()),
    },
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("String"),
            LiteralKind::Boolean => Some("Boolean"),
            LiteralKind::Character => Some("Char"),
            LiteralKind::Integer => Some("Int32"),
            LiteralKind::Float => Some("Double"),
            _ => None,
        },
        collection: |kind| (kind == CollectionKind::List).then_some("array·"),
        element: &[&["GetEnumerator", "Current"]],
        index: &["this"],
        promise: Some("Task`1"),
        ..Protocol::BASE
    },
    surface: &Surface::PACKAGES,
    packages: Some(&PackageRules { coexist, ..PackageRules::DECLARED }),
    classes: Some(&CLASSES),
    packages_nest: true,
    holds_in: Some(|from, of| {
        let folder = path::parent(of);
        let folder = if path::file_name(folder) == "Properties" { path::parent(folder) } else { folder };
        folder.is_empty() || from.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    }),
    partial_types: true,
    arity_in_names: true,
    stubs_tell_bases: true,
    has_function_types: true,
    optional_type: Some("Nullable`1"),
    decorator_suffix: Some("Attribute"),
    members_named_as_types: true,
    implied_packages: &[
        "System",
        "System.Collections.Generic",
        "System.IO",
        "System.Linq",
        "System.Net.Http",
        "System.Threading",
        "System.Threading.Tasks",
    ],
    extension_functions: true,
    ..LinkRules::PACKAGES
};

/// Files that define the same name are of one program where they are of one project.
fn coexist(from: indexer_core::FilePlace<'_>, file: indexer_core::FilePlace<'_>) -> bool {
    project(from.path) == project(file.path)
}

/// The folder of the project to which a file belongs, as most repositories lay them out: the first one, or the one below
/// it where that has the sources or tests of all.
fn project(path: &str) -> &str {
    let folder = path::parent(path);
    let (first, below) = folder.split_once('/').unwrap_or((folder, ""));
    let has_all = matches!(first, "src" | "Src" | "source" | "Source" | "test" | "tests" | "Test" | "Tests");
    if !has_all || below.is_empty() {
        return first;
    }
    let project = below.split('/').next().unwrap_or(below);
    &folder[..first.len() + 1 + project.len()]
}

const CLASSES: ClassRules = ClassRules {
    root: |kind| match kind {
        SymbolKind::Enum => Some("Enum"),
        SymbolKind::Struct => Some("ValueType"),
        _ => Some("Object"),
    },
    converts,
    combined,
    ..ClassRules::BASE
};

fn widens(from: &str, to: &str) -> bool {
    let at = |name: &str| NUMBERS.iter().position(|one| *one == name);
    match (at(from), at(to)) {
        (Some(from), Some(to)) => from < to,
        (Some(at), None) if to == "Decimal" => at < 4,
        (Some(0), None) => matches!(to, "UInt16" | "UInt32" | "UInt64"),
        _ => OTHERS.iter().any(|(name, wider)| *name == from && wider.contains(&to)),
    }
}

fn is_primitive(name: &str) -> bool {
    NUMBERS.contains(&name) || OTHERS.iter().any(|(other, _)| *other == name)
}

/// Numbers widen; everything is put into an object.
fn converts(from: &str, to: &str) -> Option<Conversion> {
    Some(match (is_primitive(from), is_primitive(to)) {
        (true, true) if from == to || widens(from, to) => Conversion::Widens,
        (true, true) => Conversion::Never,
        (true, false) if matches!(to, "Object" | "ValueType" | "Nullable") => Conversion::Boxes,
        (true, false) if to == "String" || to == "Type" || to == "array·" => Conversion::Never,
        _ => return None,
    })
}

/// Text with anything is text; of two numbers the wider one, at least an `int`.
fn combined(left: &str, right: &str) -> &'static str {
    if left == "String" || right == "String" {
        return "String";
    }
    if left == "Boolean" && right == "Boolean" {
        return "Boolean";
    }
    let width = |name: &str| NUMBERS.iter().position(|one| *one == name);
    match (width(left), width(right)) {
        (Some(a), Some(b)) => NUMBERS.get(a.max(b).max(2)).copied().unwrap_or(""),
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::{RULES, project};

    #[test]
    fn projects_are_told_by_the_first_folders() {
        for (path, folder) in [
            ("A.cs", ""),
            ("src/A.cs", "src"),
            ("src/App/A.cs", "src/App"),
            ("src/App/Deep/A.cs", "src/App"),
            ("App/A.cs", "App"),
            ("App/Deep/A.cs", "App"),
        ] {
            assert_eq!(project(path), folder, "{path}");
        }
    }

    #[test]
    fn usings_of_all_files_hold_in_their_project() {
        for (from, of, holds) in [
            ("app/Deep/A.cs", "app/Usings.cs", true),
            ("app/A.cs", "app/Properties/Usings.cs", true),
            ("other/A.cs", "app/Usings.cs", false),
            ("app/A.cs", "appProperties/Usings.cs", false),
        ] {
            assert_eq!(RULES.holds_in.is_some_and(|holds_in| holds_in(from, of)), holds, "{from} {of}");
        }
    }
}

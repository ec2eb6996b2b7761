//! What the linker must know.

use crate::languages::java::{JVM, named_without_java};
use indexer_core::{
    ClassRules, Conversion, FilePlace, Linearization, LinkRules, LiteralKind, ModulePlace, PackageRules,
    PropertyNames, Protocol, Surface, Visibility,
};

/// Members that nearly every type has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "also", "and", "append", "apply", "build", "clear", "close", "component1", "contains", "copy", "count", "create",
    "equals", "filter", "find", "first", "forEach", "format", "get", "hashCode", "id", "indexOf", "invoke",
    "isEmpty", "isNotEmpty", "iterator", "join", "key", "last", "length", "let", "map", "message", "name", "next", "of",
    "or", "plus", "put", "read", "remove", "repeat", "replace", "run", "set", "shl", "shr", "size", "start", "stop", "take",
    "to", "toByteArray", "toInt", "toList", "toLong", "toString", "trim", "type", "use", "value", "values", "write", "xor",
];

/// Packages that are part of every Kotlin, or of what it runs on.
const OUTSIDE: &[&str] = &["android", "java", "javax", "kotlin", "kotlinx"];

/// Types of the language itself, sorted.
#[rustfmt::skip]
const ALWAYS: &[&str] = &[
    "Any", "Array", "Boolean", "BooleanArray", "Byte", "ByteArray", "Char", "CharArray", "CharSequence", "Double",
    "DoubleArray", "Float", "FloatArray", "Int", "IntArray", "Long", "LongArray", "Nothing", "Number", "Short",
    "ShortArray", "String", "Throwable", "Unit",
];

/// Packages that every file sees.
const IMPLIED: &[&str] = &[
    "kotlin",
    "kotlin.annotation",
    "kotlin.collections",
    "kotlin.comparisons",
    "kotlin.io",
    "kotlin.jvm",
    "kotlin.ranges",
    "kotlin.sequences",
    "kotlin.text",
    "java.lang",
];

const NUMBERS: &[&str] = &["Byte", "Short", "Int", "Long", "Float", "Double"];

pub(super) const RULES: LinkRules = LinkRules {
    language: "kotlin",
    conventions: &super::conventions::CONVENTIONS,
    runtime: Some(&JVM),
    properties: Some(PropertyNames::Property),
    frameworks: crate::frameworks::kotlin,
    types_are_decorators: true,
    standard_packages: IMPLIED,
    linearization: Linearization::C3,
    implicit: |name| crate::text::holds(ALWAYS, name).then_some("kotlin"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    most_guesses: 1,
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
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
            _ => None,
        },
        element: &[&["iterator", "next"]],
        index: &["get"],
        ..Protocol::BASE
    },
    call_member: Some("invoke"),
    surface: &Surface::PACKAGES,
    packages: Some(&PackageRules { coexist, ..PackageRules::DECLARED }),
    classes: Some(&CLASSES),
    stubs_tell_bases: true,
    has_function_types: true,
    implied_packages: IMPLIED,
    extension_functions: true,
    companion: Some("Companion"),
    gives_back: &["also", "apply"],
    function_receivers: true,
    functions_overload: true,
    methods_are_values: false,
    fields_are_called: true,
    platform: Some(platform),
    ..LinkRules::PACKAGES
};

const CLASSES: ClassRules = ClassRules {
    root: |_| Some("Any"),
    converts,
    only_literals_convert: true,
    supertypes,
    ..ClassRules::BASE
};

/// Types of Java have the supertypes that they have there.
fn supertypes(path: &str) -> Option<&'static [String]> {
    path.starts_with("java").then(|| crate::languages::java::supertypes(path)).flatten()
}

/// Numbers are what they are: a literal is of whatever type is wanted, which is said of that of the narrowest one.
fn converts(from: &str, to: &str) -> Option<Conversion> {
    let (from, to) = (named_without_java(from), named_without_java(to));
    let is_own = |name: &str| NUMBERS.contains(&name) || matches!(name, "Boolean" | "Char");
    match (is_own(from), is_own(to)) {
        (true, true) if from == to => Some(Conversion::Widens),
        // A literal may be of any of them.
        (true, true) if from == "Int" && matches!(to, "Byte" | "Short" | "Long") => Some(Conversion::Boxes),
        (true, true) => Some(Conversion::Never),
        (true, false) if matches!(to, "String" | "CharSequence") => Some(Conversion::Never),
        (true, false) if matches!(to, "Any" | "Number" | "Comparable" | "Serializable") => {
            Some(Conversion::Boxes)
        }
        _ => None,
    }
}

/// The set of sources that a file is of: the folder below `src`, without the word that tells what is built of it.
fn source_set(path: &str) -> &str {
    let Some((_, inside)) =
        path.split_once("src/").filter(|(before, _)| before.is_empty() || before.ends_with('/'))
    else {
        return "";
    };
    let set = inside.split('/').next().unwrap_or("");
    set.strip_suffix("Main").or_else(|| set.strip_suffix("Test")).unwrap_or("")
}

/// The platform that sources are for; "" for what all of them share.
fn platform(path: &str) -> Option<&str> {
    match source_set(path) {
        "" => None,
        "common" => Some(""),
        set => Some(set),
    }
}

/// Platforms of which a program has one.
const PLATFORMS: &[&str] =
    &["android", "apple", "ios", "js", "jvm", "linux", "macos", "mingw", "native", "unix", "wasm"];

/// Two files of which one is for a platform and the other for another one, or for all but that, never meet.
fn coexist(from: FilePlace<'_>, file: FilePlace<'_>) -> bool {
    let (one, other) = (source_set(from.path), source_set(file.path));
    one == other || (meets(one, other) && meets(other, one))
}

fn meets(one: &str, other: &str) -> bool {
    let excludes = |of: &str| {
        let rest = of.strip_prefix("non")?;
        Some(other.to_ascii_lowercase().starts_with(&rest.to_ascii_lowercase()))
    };
    if excludes(one) == Some(true) {
        return false;
    }
    let family = |set: &str| PLATFORMS.iter().find(|name| set.starts_with(**name)).copied();
    match (family(one), family(other)) {
        (Some(a), Some(b)) if a != b => {
            is_native(a) && is_native(b) || a == "android" && b == "jvm" || a == "jvm" && b == "android"
        }
        _ => true,
    }
}

fn is_native(family: &str) -> bool {
    matches!(family, "apple" | "ios" | "linux" | "macos" | "mingw" | "native" | "unix")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_different_platforms_never_meet() {
        let place = |path: &'static str| FilePlace { path, package: "", condition: None };
        let meet = |one, other| coexist(place(one), place(other));
        assert!(meet("a/src/commonMain/A.kt", "a/src/jvmMain/A.kt"));
        assert!(meet("a/src/jvmTest/A.kt", "a/src/jvmMain/A.kt"));
        assert!(meet("a/src/linuxX64Main/A.kt", "a/src/nativeMain/A.kt"));
        assert!(!meet("a/src/jvmTest/A.kt", "a/src/nativeMain/A.kt"));
        assert!(!meet("a/src/jvmTest/A.kt", "a/src/nonJvmMain/A.kt"));
        assert!(!meet("a/src/wasmJsMain/A.kt", "a/src/jsMain/A.kt"));
        assert!(meet("src/main/kotlin/A.kt", "src/test/kotlin/A.kt"));
    }
}

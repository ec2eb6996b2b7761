//! What the linker must know.

use super::names::{COMMODITIES, JAVA_LANG};
use super::outside;
use super::supertypes::supertypes;
use crate::text::holds;
use indexer_core::{
    ClassRules, Conversion, Entry, Files, Linearization, LinkRules, LiteralKind, ModulePlace, ModuleQuery,
    Namespace, PackageRules, PropertyNames, Protocol, Runtime, Surface, SymbolKind, Visibility, path,
};

/// What can be reached from outside.
const SURFACE: Surface = Surface {
    entry: Some(|_, place| {
        let tests = place.path.contains("src/test/") || place.path.contains("src/testFixtures/");
        (!tests).then(|| Entry { name: place.package.to_owned(), why: "public type" })
    }),
    ..Surface::BASE
};

/// The Java virtual machine.
pub(in crate::languages) const JVM: Runtime =
    Runtime { name: "jvm", packages: &["groovy", "java", "kotlin", "scala"] };

pub(super) const RULES: LinkRules = LinkRules {
    results_are_written: true,
    language: "java",
    conventions: &super::conventions::CONVENTIONS,
    runtime: Some(&JVM),
    properties: Some(PropertyNames::Methods),
    files_of_class: files_of_kotlin,
    frameworks: crate::frameworks::java,
    types_are_decorators: true,
    standard_packages: &[
        "java",
        "java.lang",
        "java.math",
        "java.net",
        "java.security",
        "java.time",
        "java.util",
        "java.util.concurrent",
        "java.util.concurrent.atomic",
        "java.util.function",
        "java.util.stream",
    ],
    separator: ".",
    linearization: Linearization::C3,
    implicit: |name| holds(JAVA_LANG, name).then_some("java.lang"),
    commodity: |name| holds(COMMODITIES, name),
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    root,
    module_name,
    surface: &SURFACE,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("String"),
            LiteralKind::Boolean => Some("boolean"),
            LiteralKind::Character => Some("char"),
            LiteralKind::Integer => Some("int"),
            LiteralKind::Float => Some("double"),
            _ => None,
        },
        element: &[&["element·"], &["iterator", "next"]],
        index: &["element·"],
        ..Protocol::BASE
    },
    packages: Some(&PACKAGES),
    classes: Some(&CLASSES),
    outside: Some(outside::OUTSIDE),
    declared_types: true,
    methods_are_values: false,
    ..LinkRules::BASE
};

/// A package is what declares its name, below as many folders.
const PACKAGES: PackageRules = PackageRules {
    by_name: true,
    in_folders: true,
    package: |file| file.package.replace('.', "/"),
    located: None,
    near: |package, file| {
        let rest = path::parent(file).strip_suffix(package);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    },
    offers: |package, file| is_named(file.package, package),
    sees: |from, file| from.package == file.package,
    global: Namespace(0),
    coexist: |from, file| project(from.path) == project(file.path),
};

fn is_named(dotted: &str, path: &str) -> bool {
    dotted.split('.').eq(path.split('/'))
}

/// The folder of the project to which a file belongs: what stands before its source root. Projects
/// of one repository may have classes of the same name.
fn project(path: &str) -> &str {
    path.split_once("/src/").map_or("", |(project, _)| project)
}

/// Every class is an object, every enumeration of a class of its own.
const CLASSES: ClassRules = ClassRules {
    root: |kind| match kind {
        SymbolKind::Enum => Some("Enum"),
        _ => Some("Object"),
    },
    converts,
    supertypes,
    combined,
    ..ClassRules::BASE
};

/// Primitive types with their classes, each before those that it widens to.
const NUMBERS: &[(&str, &str)] = &[
    ("byte", "Byte"),
    ("short", "Short"),
    ("int", "Integer"),
    ("long", "Long"),
    ("float", "Float"),
    ("double", "Double"),
];

/// Other primitive types with their classes.
const OTHERS: &[(&str, &str)] = &[("boolean", "Boolean"), ("char", "Character")];

/// Text with anything is text; of two numbers the wider one, at least an `int`.
fn combined(left: &str, right: &str) -> &'static str {
    let is_boolean = |name: &str| matches!(name, "boolean" | "Boolean");
    // A `char` is a number as well.
    let width = |name: &str| match name {
        "char" | "Character" => Some(0),
        _ => NUMBERS.iter().position(|(primitive, class)| *primitive == name || *class == name),
    };
    match (width(left), width(right)) {
        _ if left == "String" || right == "String" => "String",
        _ if is_boolean(left) && is_boolean(right) => "boolean",
        // No number is narrower than an `int`, which is the third.
        (Some(a), Some(b)) => NUMBERS.get(a.max(b).max(2)).map_or("", |(primitive, _)| primitive),
        _ => "",
    }
}

/// The class whose instances hold values of a primitive type.
pub(super) fn class_of_primitive(name: &str) -> Option<&'static str> {
    let mut all = NUMBERS.iter().chain(OTHERS);
    all.find(|(primitive, _)| *primitive == name).map(|(_, class)| *class)
}

/// Widening, boxing and unboxing.
fn converts(from: &str, to: &str) -> Option<Conversion> {
    let (from, to) = (of_others(from), of_others(to));
    let find = |list: &[(&str, &str)], name: &str| list.iter().position(|(p, c)| *p == name || *c == name);
    let is_primitive = |name: &str| NUMBERS.iter().chain(OTHERS).any(|(primitive, _)| *primitive == name);
    let primitives = (is_primitive(from), is_primitive(to));
    let same = find(NUMBERS, from).is_some() && find(NUMBERS, from) == find(NUMBERS, to)
        || find(OTHERS, from).is_some() && find(OTHERS, from) == find(OTHERS, to);
    let widens = match (find(NUMBERS, from), find(NUMBERS, to)) {
        (Some(a), Some(b)) => a < b,
        (None, Some(b)) => matches!(from, "char" | "Character") && b >= 2,
        _ => false,
    };
    let super_class = match find(NUMBERS, from) {
        Some(_) => matches!(to, "Object" | "Number" | "Comparable" | "Serializable" | "Constable"),
        None => matches!(to, "Object" | "Comparable" | "Serializable" | "Constable"),
    };
    Some(match primitives {
        (false, false) => return None,
        (true, true) if same || widens => Conversion::Widens,
        (true, false) if same || super_class => Conversion::Boxes,
        (false, true) if same || widens => Conversion::Boxes,
        _ => Conversion::Never,
    })
}

/// The files of Kotlin whose functions are members of the class of this name.
pub(in crate::languages) fn files_of_kotlin(class: &str) -> Vec<String> {
    let Some(stem) = class.strip_suffix("Kt").filter(|stem| !stem.is_empty()) else { return Vec::new() };
    let mut letters = stem.chars();
    let small: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    let mut names = vec![format!("{stem}.kt"), format!("{small}.kt")];
    names.dedup();
    names
}

/// The type of Kotlin and Scala that a type of Java is, where it is called otherwise.
pub(in crate::languages) fn named_without_java(name: &str) -> &str {
    match name {
        "byte" => "Byte",
        "short" => "Short",
        "int" | "Integer" => "Int",
        "long" => "Long",
        "float" => "Float",
        "double" => "Double",
        "boolean" => "Boolean",
        "char" | "Character" => "Char",
        "Object" => "Any",
        other => other,
    }
}

/// The type of Java that a type of Kotlin or Scala is, where it is called otherwise.
fn of_others(name: &str) -> &str {
    match name {
        "Int" => "int",
        "Char" => "char",
        "Any" | "AnyRef" => "Object",
        other => other,
    }
}

/// Packages that are part of every Java.
const OF_JAVA: &[&str] = &["java", "jdk", "sun"];

/// Where the first name of a path leads.
fn root(_: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    match OF_JAVA.contains(&query.first) {
        true => ModulePlace::External(query.first.to_owned()),
        false => ModulePlace::Folder(query.first.to_owned()),
    }
}

/// The path without its source root and extension, with dots.
fn module_name(_: &dyn Files, path: &str) -> String {
    let stem = path.strip_suffix(".java").unwrap_or(path);
    let inside = stem.split_once("java/").map_or(stem, |(_, inside)| inside);
    // Types are of packages, files are of none.
    let name = path::parent(inside).replace('/', ".");
    if name.is_empty() { path::stem(path).to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_make_the_wider_of_two_numbers() {
        assert_eq!(combined("byte", "byte"), "int");
        assert_eq!(combined("char", "long"), "long");
        assert_eq!(combined("Integer", "float"), "float");
        assert_eq!(combined("char", "String"), "String");
        assert_eq!(combined("", "String"), "String");
        assert_eq!(combined("", "int"), "");
        assert_eq!(combined("boolean", "boolean"), "boolean");
    }

    #[test]
    fn primitives_widen_and_are_boxed() {
        use Conversion::{Boxes, Never, Widens};
        assert_eq!(converts("int", "int"), Some(Widens));
        assert_eq!(converts("int", "long"), Some(Widens));
        assert_eq!(converts("long", "int"), Some(Never));
        assert_eq!(converts("int", "Integer"), Some(Boxes));
        assert_eq!(converts("int", "Long"), Some(Never));
        assert_eq!(converts("Integer", "double"), Some(Boxes));
        assert_eq!(converts("char", "int"), Some(Widens));
        assert_eq!(converts("char", "short"), Some(Never));
        assert_eq!(converts("boolean", "String"), Some(Never));
        assert_eq!(converts("String", "int"), Some(Never));
        assert_eq!(converts("boolean", "Object"), Some(Boxes));
        assert_eq!(converts("String", "Object"), None);
    }
}

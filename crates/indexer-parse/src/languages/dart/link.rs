//! What the linker must know.

use indexer_core::{
    ClassRules, Entry, Files, LinkRules, ModulePlace, ModuleQuery, Surface, Visibility, path,
};

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
    implicit: |name| super::core::is_given(name).then_some("dart:core"),
    // What is private is of the library, which may be several files.
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    imports_are_private: true,
    imports_are_all: true,
    declared_types: true,
    classes: Some(&CLASSES),
    root,
    surface: &SURFACE,
    ..LinkRules::BASE
};

const CLASSES: ClassRules = ClassRules { root: |_| Some("Object"), ..ClassRules::BASE };

/// The file that a directive names. Of several, which the platform chooses from, each may be meant.
fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let mut places = query.first.split('\n').map(|one| place(files, query.from, one));
    match (places.next(), places.next()) {
        (Some(only), None) => only,
        (first, second) => {
            let all = first.into_iter().chain(second).chain(places);
            let mut found = Vec::new();
            for place in all {
                match place {
                    ModulePlace::File { path, .. } => found.push(path),
                    _ => return ModulePlace::Unknown,
                }
            }
            ModulePlace::OneOf(found)
        }
    }
}

/// The file of one path: `package:own/a.dart` stands in the folder `lib` of the package of that name, of which
/// `pubspec.yaml` says that the repository has it; others are installed. Without a scheme it is one from the file itself.
fn place(files: &dyn Files, from: &str, written: &str) -> ModulePlace {
    let at = |path: Option<String>| {
        let found = path.filter(|found| files.is_file(found));
        found.map_or(ModulePlace::Unknown, |path| ModulePlace::File { path, inside: Vec::new() })
    };
    let Some((scheme, rest)) = written.split_once(':') else {
        return at(path::resolve(path::parent(from), written));
    };
    if scheme != "package" {
        return ModulePlace::External(written.to_owned());
    }
    let (package, inside) = rest.split_once('/').unwrap_or((rest, ""));
    let mut own = files.packages(package);
    own.retain(|manifest| path::file_name(manifest) == "pubspec.yaml");
    let lib = |manifest: &str| path::resolve(&path::join(path::parent(manifest), "lib"), inside);
    match own.as_slice() {
        [] => ModulePlace::External(written.to_owned()),
        [only] => at(lib(only)),
        many => {
            // Several packages of a name: the one that the file is of, or nobody knows which.
            let around = many.iter().filter(|one| path::is_under(from, path::parent(one)));
            around.max_by_key(|one| one.len()).map_or(ModulePlace::Unknown, |one| at(lib(one)))
        }
    }
}

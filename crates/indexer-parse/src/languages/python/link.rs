//! What the linker must know.

use super::names::{BUILTINS, COMMODITIES, STANDARD_MODULES};
use super::{outside, surface};
use crate::text::holds;
use indexer_core::{
    CollectionKind, Delegation, Files, Linearization, LinkRules, LiteralKind, ModulePlace, ModuleQuery,
    Protocol, SubmoduleQuery, Surface, path,
};

/// What can be reached from outside.
const SURFACE: Surface = Surface {
    entry: Some(surface::entry),
    passes_on: |file| path::file_name(file) == "__init__.py",
    list: Some(surface::LIST),
    listed: surface::listed,
    folder_file: "__init__.py",
    imports_are_names: true,
    declares_for: |file| file.strip_suffix(".pyi").map(|stem| format!("{stem}.py")),
    ..Surface::BASE
};

pub(in crate::languages) const RULES: LinkRules = LinkRules {
    same_types: &[
        ("List", "list"),
        ("Dict", "dict"),
        ("Set", "set"),
        ("FrozenSet", "frozenset"),
        ("Tuple", "tuple"),
        ("Type", "type"),
        ("Any", "*any*"),
        ("object", "*top*"),
    ],
    types_are_optional: true,
    type_guard: "TYPE_CHECKING",
    bare_types: true,
    generated_beside,
    language: "python",
    conventions: &super::conventions::CONVENTIONS,
    frameworks: crate::frameworks::python,
    standard_packages: &["builtins", "typing", "collections", "types", "contextlib"],
    separator: ".",
    constructors: &["__init__", "__new__"],
    call_member: Some("__call__"),
    linearization: Linearization::C3,
    declared_before_assigned: true,
    delegation: Some(Delegation { method: "__getattr__", function: "getattr" }),
    implicit: |name| holds(BUILTINS, name).then_some("builtins"),
    commodity: |name| holds(COMMODITIES, name),
    most_guesses: 1,
    relative_levels: true,
    written_names: super::written_names::of,
    root,
    submodule,
    module_name,
    surface: &SURFACE,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::String => Some("str"),
            LiteralKind::Bytes => Some("bytes"),
            LiteralKind::Integer => Some("int"),
            LiteralKind::Float => Some("float"),
            LiteralKind::Boolean => Some("bool"),
            _ => None,
        },
        collection: |kind| match kind {
            CollectionKind::List => Some("list"),
            CollectionKind::Set => Some("set"),
            CollectionKind::Map => Some("dict"),
            CollectionKind::Generator => Some("Generator"),
            CollectionKind::Range => Some("range"),
        },
        element: &[&["__iter__", "__next__"], &["__aiter__", "__anext__"], &["__getitem__"]],
        index: &["__getitem__"],
        tuple: Some("tuple"),
        guards: &["TypeIs", "TypeGuard"],
        class: Some("__class__"),
        transparent: &[
            "Optional",
            "Union",
            "Annotated",
            "Final",
            "ClassVar",
            "Required",
            "NotRequired",
            "Unpack",
        ],
        records: &["BaseModel", "BaseSettings", "NamedTuple", "SQLModel", "Struct", "TypedDict"],
        entered: Some("__enter__"),
        ..Protocol::BASE
    },
    hidden_from_wildcard: |name| name.starts_with('_'),
    tests_by_name: true,
    parameters_take_arguments: true,
    values_are_followed: true,
    outside: Some(outside::OUTSIDE),
    ..LinkRules::BASE
};

/// Where a path begins. For a relative import (`level` above 0) that is the package the dots lead
/// to, and `first` is not consumed: the linker steps into it. For an absolute import it is the module
/// of the name `first`.
fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let folder = path::parent(query.from);
    if query.level > 0 {
        return relative(files, folder, query.level);
    }
    let is_standard = holds(STANDARD_MODULES, query.first);
    if is_standard {
        // Only a file beside the script itself shadows the standard library.
        let beside =
            if is_package(files, folder) { None } else { module_in(files, folder, query.first, false) };
        return beside.unwrap_or_else(|| ModulePlace::External(query.first.to_owned()));
    }
    let found =
        roots(files, folder).into_iter().filter_map(|root| module_in(files, &root, query.first, true));
    // A folder without `__init__` only counts where no root has a module of that name.
    let mut namespace = None;
    for place in found {
        match place {
            ModulePlace::Folder(_) => namespace = namespace.or(Some(place)),
            _ => return place,
        }
    }
    project_of(files, query.first)
        .or(namespace)
        .unwrap_or_else(|| ModulePlace::External(query.first.to_owned()))
}

/// The module of another project of the repository that declares the name as its own, as members of a workspace do.
fn project_of(files: &dyn Files, name: &str) -> Option<ModulePlace> {
    let names = [name.to_owned(), name.replace('_', "-")];
    let manifests = names.iter().flat_map(|name| files.packages(name));
    manifests.filter(|path| path::file_name(path) == "pyproject.toml").find_map(|path| {
        let folder = path::parent(&path).to_owned();
        let declared = files.manifest(&path).into_iter().flat_map(|manifest| &manifest.source_roots);
        let declared = declared.filter_map(|root| path::resolve(&folder, root));
        let mut roots = declared.chain([path::join(&folder, "src"), folder.clone()]);
        roots.find_map(|root| module_in(files, &root, name, false))
    })
}

fn relative(files: &dyn Files, folder: &str, level: u32) -> ModulePlace {
    let mut package = folder;
    for _ in 1..level {
        if package.is_empty() {
            return ModulePlace::Unknown;
        }
        package = path::parent(package);
    }
    init_of(files, package).map_or_else(|| ModulePlace::Folder(package.to_owned()), file)
}

/// The folders in which an absolute import from `folder` is looked for, best first.
fn roots(files: &dyn Files, folder: &str) -> Vec<String> {
    let mut roots: Vec<String> = Vec::new();
    let mut add = |root: String| {
        if !roots.contains(&root) {
            roots.push(root);
        }
    };
    for ancestor in path::ancestors(folder) {
        if let Some(manifest) = files.manifest(&path::join(ancestor, "pyproject.toml")) {
            let declared = manifest.source_roots.iter().filter_map(|root| path::resolve(ancestor, root));
            declared.for_each(&mut add);
            add(path::join(ancestor, "src"));
        }
    }
    let outside = path::ancestors(folder).find(|ancestor| !is_package(files, ancestor)).unwrap_or("");
    path::ancestors(outside).for_each(|ancestor| add(ancestor.to_owned()));
    ["src", "lib", ""].into_iter().for_each(|root| add(root.to_owned()));
    roots
}

fn is_package(files: &dyn Files, folder: &str) -> bool {
    init_of(files, folder).is_some()
}

/// The file that a package is.
fn init_of(files: &dyn Files, folder: &str) -> Option<String> {
    first_file(files, &path::join(folder, "__init__"))
}

/// `stem.py`, else `stem.pyi`.
fn first_file(files: &dyn Files, stem: &str) -> Option<String> {
    ["py", "pyi"].into_iter().map(|extension| format!("{stem}.{extension}")).find(|path| files.is_file(path))
}

fn file(path: String) -> ModulePlace {
    ModulePlace::File { path, inside: Vec::new() }
}

/// The module `name` in `folder`: a package, a file, or (where asked for) a folder of modules.
fn module_in(files: &dyn Files, folder: &str, name: &str, namespaces: bool) -> Option<ModulePlace> {
    let stem = path::join(folder, name);
    if let Some(found) = init_of(files, &stem).or_else(|| first_file(files, &stem)) {
        return Some(file(found));
    }
    (namespaces && !name.is_empty() && files.is_folder(&stem)).then_some(ModulePlace::Folder(stem))
}

/// A module inside a package; a file that is no `__init__` has none.
fn submodule(files: &dyn Files, query: SubmoduleQuery<'_>) -> Option<ModulePlace> {
    let folder = match query.folder {
        true => query.path,
        false if path::stem(query.path) == "__init__" => path::parent(query.path),
        false => return None,
    };
    module_in(files, folder, query.name, true)
}

/// The dotted name of the module in the file at `path`: without the source root, and without
/// `__init__`. `main` for a package in the root itself.
pub(super) fn module_name(files: &dyn Files, path: &str) -> String {
    let folder = path::parent(path);
    let mut root = "";
    for ancestor in path::ancestors(folder) {
        if let Some(manifest) = files.manifest(&path::join(ancestor, "pyproject.toml")) {
            let declared = manifest.source_roots.iter().filter_map(|r| path::resolve(ancestor, r));
            if let Some(found) = declared.filter(|r| path::is_under(folder, r)).max_by_key(String::len) {
                return dotted(path, &found);
            }
            if root.is_empty() {
                root = ancestor;
            }
        }
    }
    let source = path::join(root, "src");
    let is_source = path::is_under(folder, &source) && !is_package(files, &source);
    dotted(path, if is_source { &source } else { root })
}

fn dotted(path: &str, root: &str) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path).trim_start_matches('/');
    let stem = inside.rsplit_once('.').map_or(inside, |(stem, _)| stem);
    let stem = if stem == "__init__" { "" } else { stem.strip_suffix("/__init__").unwrap_or(stem) };
    if stem.is_empty() { "main".to_owned() } else { stem.replace('/', ".") }
}

/// What gRPC makes says of no file that it is made of it, nor do declarations of types: what is beside them does.
fn generated_beside(path: &str) -> Option<String> {
    let endings = ["_pb2_grpc.py", "_pb2_grpc.pyi", "_pb2.pyi"];
    let stem = endings.iter().find_map(|ending| path.strip_suffix(ending))?;
    Some(format!("{stem}_pb2.py"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::ManifestFacts;

    /// A repository of paths alone.
    struct Paths(&'static [&'static str], Option<ManifestFacts>);

    impl Files for Paths {
        fn is_file(&self, path: &str) -> bool {
            self.0.contains(&path)
        }
        fn is_folder(&self, path: &str) -> bool {
            self.0.iter().any(|p| *p != path && path::is_under(p, path))
        }
        fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
            self.1.as_ref().filter(|_| path == "pyproject.toml")
        }
        fn packages(&self, _: &str) -> Vec<String> {
            Vec::new()
        }
    }

    const PATHS: &[&str] = &[
        "src/pkg/__init__.py",
        "src/pkg/sub/__init__.py",
        "src/pkg/sub/a.py",
        "src/pkg/b.py",
        "src/pkg/b.pyi",
        "src/pkg/json.py",
        "tests/conftest.py",
        "tests/queue.py",
        "space/inner/x.py",
    ];

    fn ask(from: &str, first: &str, level: u32) -> String {
        let files = Paths(PATHS, None);
        match root(&files, ModuleQuery { from, inside: &[], first, level }) {
            ModulePlace::File { path, .. } => path,
            ModulePlace::Folder(path) => format!("{path}/"),
            ModulePlace::External(name) => format!("external {name}"),
            ModulePlace::Likely(_) | ModulePlace::OneOf(_) | ModulePlace::Unknown => "unknown".to_owned(),
        }
    }

    #[test]
    fn absolute_imports_begin_at_the_roots() {
        assert_eq!(ask("src/pkg/sub/a.py", "pkg", 0), "src/pkg/__init__.py");
        assert_eq!(ask("tests/conftest.py", "pkg", 0), "src/pkg/__init__.py");
        assert_eq!(ask("tests/conftest.py", "space", 0), "space/");
        assert_eq!(ask("tests/conftest.py", "requests", 0), "external requests");
    }

    #[test]
    fn only_a_file_beside_a_script_shadows_the_standard_library() {
        assert_eq!(ask("src/pkg/b.py", "json", 0), "external json");
        assert_eq!(ask("tests/conftest.py", "queue", 0), "tests/queue.py");
    }

    #[test]
    fn relative_imports_begin_at_the_package_and_leave_the_first_name() {
        assert_eq!(ask("src/pkg/sub/a.py", "x", 1), "src/pkg/sub/__init__.py");
        assert_eq!(ask("src/pkg/sub/a.py", "b", 2), "src/pkg/__init__.py");
        assert_eq!(ask("src/pkg/sub/__init__.py", "", 1), "src/pkg/sub/__init__.py");
        assert_eq!(ask("space/inner/x.py", "", 1), "space/inner/");
        assert_eq!(ask("tests/conftest.py", "", 4), "unknown");
    }

    #[test]
    fn submodules_of_packages_prefer_source_over_declarations() {
        let ask = |path, folder, name| {
            let query = SubmoduleQuery { path, folder, inside: &[], name, declared_path: None };
            submodule(&Paths(PATHS, None), query)
        };
        assert_eq!(ask("src/pkg/__init__.py", false, "b"), Some(file("src/pkg/b.py".to_owned())));
        assert_eq!(ask("src/pkg", true, "sub"), Some(file("src/pkg/sub/__init__.py".to_owned())));
        assert_eq!(ask("src/pkg/b.py", false, "sub"), None);
        assert_eq!(ask("space", true, "inner"), Some(ModulePlace::Folder("space/inner".to_owned())));
    }

    #[test]
    fn module_names_leave_out_the_source_root() {
        let name = |path| module_name(&Paths(PATHS, None), path);
        assert_eq!(name("src/pkg/sub/a.py"), "pkg.sub.a");
        assert_eq!(name("src/pkg/__init__.py"), "pkg");
        assert_eq!(name("setup.py"), "setup");
        assert_eq!(name("__init__.py"), "main");
        let manifest = ManifestFacts { source_roots: vec!["lib/py".to_owned()], ..Default::default() };
        assert_eq!(module_name(&Paths(PATHS, Some(manifest)), "lib/py/x/y.py"), "x.y");
    }
}

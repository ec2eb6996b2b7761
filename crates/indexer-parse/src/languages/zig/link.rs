//! What the linker must know.

use indexer_core::{Entry, Files, LinkRules, ModulePlace, ModuleQuery, Surface, path};

/// Members that nearly every container has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "alloc", "allocator", "append", "clone", "close", "create", "deinit", "destroy", "dupe", "eql", "end",
    "format", "free", "get", "getPtr", "index", "init", "items", "iterator", "len", "name", "next", "open", "parse",
    "pop", "print", "ptr", "put", "read", "remove", "reset", "start", "toOwnedSlice", "write", "writeAll",
];

/// `pub` of a file is reached by whoever imports it; that of a program and of the script of a build by who runs them alone.
const SURFACE: Surface = Surface {
    entry: Some(|_, place| match path::file_name(place.path) {
        "build.zig" | "main.zig" => None,
        _ => Some(Entry { name: String::new(), why: "public declaration" }),
    }),
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    results_are_written: true,
    language: "zig",
    commodity: |name| crate::text::holds(COMMODITIES, name),
    root,
    files_are_types: true,
    declared_types: true,
    surface: &SURFACE,
    ..LinkRules::BASE
};

/// What the compiler gives to every file; `root` is whatever the program begins with.
const GIVEN: &[&str] = &["builtin", "root", "std"];

/// A path is one from the folder of the file that imports it. Other names are modules, of which `build.zig` says in code what
/// they are: one whose file has its name is likely that, elsewhere nothing tells.
fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let name = query.first;
    if name.ends_with(".zig") || name.ends_with(".zon") {
        let found = path::resolve(path::parent(query.from), name).filter(|found| files.is_file(found));
        return found.map_or(ModulePlace::Unknown, |path| ModulePlace::File { path, inside: Vec::new() });
    }
    if GIVEN.contains(&name) {
        return ModulePlace::External(name.to_owned());
    }
    for folder in path::ancestors(path::parent(query.from)) {
        if !files.is_file(&path::join(folder, "build.zig")) {
            continue;
        }
        let of = |at: String| Some(path::join(folder, &at)).filter(|found| files.is_file(found));
        let mut places = [format!("src/{name}.zig"), format!("{name}.zig")].into_iter();
        return places.find_map(of).map_or(ModulePlace::Unknown, ModulePlace::Likely);
    }
    ModulePlace::Unknown
}

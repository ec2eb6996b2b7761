//! Crates and modules: which file is whose module.

use indexer_core::path::{file_name, is_under, parent};
use indexer_core::{Entry, FilePlace, Files, ManifestFacts, ModulePlace, ModuleQuery, SubmoduleQuery};

/// Packages of the toolchain.
const TOOLCHAIN: &[&str] = &["alloc", "core", "proc_macro", "std", "test"];

/// Deepest chain of parent modules that is followed.
const DEEPEST: usize = 64;

fn join(folder: &str, name: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn stem(path: &str) -> &str {
    file_name(path).strip_suffix(".rs").unwrap_or(file_name(path))
}

/// True when the file `from` stands in the module of the file `of`, or in one inside it, as far as
/// paths tell: modules of the file `a.rs` stand below `a`, those of the root of a target beside it.
pub(super) fn is_inside(of: &str, from: &str) -> bool {
    let folder = parent(of);
    let is_root = matches!(file_name(of), "lib.rs" | "main.rs" | "mod.rs")
        || matches!(file_name(folder), "benches" | "bin" | "examples" | "tests");
    of == from || if is_root { is_under(from, folder) } else { is_under(from, &join(folder, stem(of))) }
}

/// The nearest manifest of a package at or above the folder of `path`, with its folder.
fn manifest_of<'f>(files: &'f dyn Files, path: &str) -> Option<(String, &'f ManifestFacts)> {
    let mut folder = parent(path);
    loop {
        if let Some(manifest) = files.manifest(&join(folder, "Cargo.toml"))
            && (manifest.package.is_some() || manifest.library_name.is_some())
        {
            return Some((folder.to_owned(), manifest));
        }
        if folder.is_empty() {
            return None;
        }
        folder = parent(folder);
    }
}

/// True when `path` is the root file of a target of the package in `folder`.
fn is_target(manifest: &ManifestFacts, folder: &str, path: &str) -> bool {
    let declared =
        manifest.library.iter().chain(&manifest.targets).any(|target| join(folder, target) == path);
    if declared {
        return true;
    }
    let inside = if folder.is_empty() { path } else { path[folder.len()..].trim_start_matches('/') };
    let parts: Vec<&str> = inside.split('/').collect();
    match parts.as_slice() {
        ["build.rs"] | ["src", "lib.rs" | "main.rs"] => true,
        ["src", "bin", file] => file.ends_with(".rs"),
        // Where one target of the folder is declared, the others are taken for its modules: the
        // facts do not say whether targets are still found by themselves.
        [kind @ ("tests" | "examples" | "benches"), file] => {
            file.ends_with(".rs") && !manifest.targets.iter().any(|target| parent(target) == *kind)
        }
        ["src", "bin", _, "main.rs"] | ["tests" | "examples" | "benches", _, "main.rs"] => true,
        _ => false,
    }
}

/// The root of a library, by the name of its crate.
pub(super) fn library(files: &dyn Files, place: FilePlace<'_>) -> Option<Entry> {
    let (folder, manifest) = manifest_of(files, place.path)?;
    let declared = manifest.library.as_deref().unwrap_or("src/lib.rs");
    let name = manifest.library_name.clone().or_else(|| manifest.package.clone())?;
    (join(&folder, declared) == place.path).then_some(Entry { name, why: "root of the library" })
}

/// True when `path` is a crate's root file.
fn is_root(files: &dyn Files, path: &str) -> bool {
    match manifest_of(files, path) {
        Some((folder, manifest)) => is_target(manifest, &folder, path),
        None => matches!(file_name(path), "lib.rs" | "main.rs"),
    }
}

/// The file of the module that holds the module of the file at `path`, and the modules in that file's text that stand
/// around it: `mod codecs { mod png; }` has the file `codecs/png.rs`, and no file of `codecs`. `None` for a crate's root.
fn parent_module(files: &dyn Files, path: &str) -> Option<(String, Vec<String>)> {
    if is_root(files, path) {
        return None;
    }
    let manifest = manifest_of(files, path);
    let mut folder = if file_name(path) == "mod.rs" { parent(parent(path)) } else { parent(path) };
    let mut inside = Vec::new();
    for _ in 0..DEEPEST {
        if let Some(found) = module_of_folder(files, manifest.as_ref(), folder, path) {
            inside.reverse();
            return Some((found, inside));
        }
        // Without a manifest nothing says where the folders of a crate begin.
        let (root, _) = manifest.as_ref()?;
        if folder.is_empty() || folder == root {
            return None;
        }
        inside.push(file_name(folder).to_owned());
        folder = parent(folder);
    }
    None
}

/// The file of the module whose modules stand in `folder`, other than the one at `path`.
fn module_of_folder(
    files: &dyn Files,
    manifest: Option<&(String, &ManifestFacts)>,
    folder: &str,
    path: &str,
) -> Option<String> {
    let name = file_name(folder);
    let usual = ["mod.rs", "lib.rs", "main.rs"].map(|file| join(folder, file));
    let sibling = join(parent(folder), &format!("{name}.rs"));
    let is_other = |candidate: &String| candidate != path && files.is_file(candidate);
    if let Some(found) = usual.into_iter().find(&is_other) {
        return Some(found);
    }
    if !name.is_empty() && is_other(&sibling) {
        return Some(sibling);
    }
    let (root, manifest) = manifest?;
    let declared = manifest.library.iter().chain(&manifest.targets).map(|target| join(root, target));
    let mut declared = declared.filter(|target| parent(target) == folder && target != path);
    declared.find(|target| files.is_file(target))
}

/// The root file of the crate to which the file at `path` belongs.
fn crate_root(files: &dyn Files, path: &str) -> String {
    let mut current = path.to_owned();
    for _ in 0..DEEPEST {
        match parent_module(files, &current) {
            Some((outer, _)) => current = outer,
            None => break,
        }
    }
    if is_root(files, &current) || manifest_of(files, path).is_some() {
        return current;
    }
    // Files without a manifest: a root in a folder above, else the file itself.
    let mut folder = parent(path);
    loop {
        for name in ["lib.rs", "main.rs", "src/lib.rs", "src/main.rs"] {
            let candidate = join(folder, name);
            if files.is_file(&candidate) {
                return candidate;
            }
        }
        if folder.is_empty() {
            return current;
        }
        folder = parent(folder);
    }
}

/// The root file of the library of the package whose manifest is at `path`.
fn library_of(files: &dyn Files, path: &str) -> Option<String> {
    // Packages of other build systems may have the same name.
    let manifest = files.manifest(path).filter(|_| path.ends_with("Cargo.toml"))?;
    let folder = parent(path);
    let declared = manifest.library.as_deref().unwrap_or("src/lib.rs");
    let file = join(folder, declared);
    files.is_file(&file).then_some(file)
}

/// The root file of the library of a package of the repository that code calls `name`.
fn workspace_library(files: &dyn Files, name: &str) -> Option<String> {
    let dashed = name.replace('_', "-");
    let names = [name, dashed.as_str()];
    let count = if dashed == name { 1 } else { 2 };
    names[..count]
        .iter()
        .find_map(|name| files.packages(name).iter().find_map(|path| library_of(files, path)))
}

/// Where a path begins.
pub(super) fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let file = |path: String, inside: &[String]| ModulePlace::File { path, inside: inside.to_vec() };
    if query.level == 0 {
        match query.first {
            "crate" => return file(crate_root(files, query.from), &[]),
            "self" => return file(query.from.to_owned(), query.inside),
            "super" => {
                return match query.inside.split_last() {
                    Some((_, outer)) => file(query.from.to_owned(), outer),
                    None => parent_module(files, query.from)
                        .map_or(ModulePlace::Unknown, |(path, inside)| file(path, &inside)),
                };
            }
            _ => {}
        }
    }
    external(files, query.from, query.first)
}

/// The crate that the file at `from` calls `name`.
fn external(files: &dyn Files, from: &str, name: &str) -> ModulePlace {
    let library = |path: String| ModulePlace::File { path, inside: Vec::new() };
    let manifest = manifest_of(files, from);
    if let Some((folder, manifest)) = &manifest {
        let declared = manifest.dependencies.iter().find(|one| one.name.replace('-', "_") == name);
        if let Some(dependency) = declared {
            let by_path = dependency.path.as_deref().map(|path| join(&join(folder, path), "Cargo.toml"));
            let package = dependency.package.as_deref().unwrap_or(&dependency.name);
            let found = by_path
                .and_then(|path| library_of(files, &path))
                .or_else(|| workspace_library(files, &package.replace('-', "_")));
            return found.map_or_else(|| ModulePlace::External(package.replace('-', "_")), library);
        }
        // A package's programs, tests and examples call its library by name.
        let own = manifest.library_name.as_deref().or(manifest.package.as_deref()).unwrap_or("");
        if own.replace('-', "_") == name
            && let Some(path) = library_of(files, &join(folder, "Cargo.toml"))
        {
            return library(path);
        }
    }
    if TOOLCHAIN.contains(&name) {
        return ModulePlace::External(name.to_owned());
    }
    workspace_library(files, name).map_or(ModulePlace::Unknown, library)
}

/// The module `name` inside another.
pub(super) fn submodule(files: &dyn Files, query: SubmoduleQuery<'_>) -> Option<ModulePlace> {
    let place = |path: String| ModulePlace::File { path, inside: Vec::new() };
    let home = if query.folder { query.path } else { parent(query.path) };
    let owns_folder = query.folder || file_name(query.path) == "mod.rs" || is_root(files, query.path);
    let mut folder = if owns_folder { home.to_owned() } else { join(home, stem(query.path)) };
    if let Some(declared) = query.declared_path {
        if !query.inside.is_empty() {
            folder = join(&folder, &query.inside.join("/"));
        } else {
            folder = home.to_owned();
        }
        let path = join(&folder, declared);
        return files.is_file(&path).then(|| place(path));
    }
    for outer in query.inside {
        folder = join(&folder, outer);
    }
    let name = query.name.strip_prefix("r#").unwrap_or(query.name);
    let candidates = [join(&folder, &format!("{name}.rs")), join(&folder, &format!("{name}/mod.rs"))];
    candidates.into_iter().find(|path| files.is_file(path)).map(place)
}

/// The path of the file's module: the crate's name, then modules.
pub(super) fn module_name(files: &dyn Files, path: &str) -> String {
    let Some((folder, manifest)) = manifest_of(files, path) else {
        return stem(path).to_owned();
    };
    let mut names: Vec<String> = Vec::new();
    let mut current = path.to_owned();
    for _ in 0..DEEPEST {
        let Some((outer, inside)) = parent_module(files, &current) else { break };
        let name = if file_name(&current) == "mod.rs" { file_name(parent(&current)) } else { stem(&current) };
        names.push(name.to_owned());
        names.extend(inside.into_iter().rev());
        current = outer;
    }
    names.push(crate_name(manifest, &folder, &current));
    names.reverse();
    names.join("::")
}

/// The name of the crate whose root file is at `root`.
fn crate_name(manifest: &ManifestFacts, folder: &str, root: &str) -> String {
    let package = manifest.package.as_deref().or(manifest.library_name.as_deref()).unwrap_or("");
    let library = manifest.library_name.as_deref().unwrap_or(package);
    let is_library = match &manifest.library {
        Some(path) => join(folder, path) == root,
        None => join(folder, "src/lib.rs") == root,
    };
    let name = match stem(root) {
        _ if is_library => library,
        "main" if ["tests", "examples", "benches", "bin"].contains(&file_name(parent(parent(root)))) => {
            file_name(parent(root))
        }
        "main" => package,
        "lib" => library,
        // A module that several tests share is called like its folder.
        "mod" if !is_target(manifest, folder, root) => file_name(parent(root)),
        other => other,
    };
    name.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::Dependency;
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Memory {
        files: Vec<&'static str>,
        manifests: BTreeMap<&'static str, ManifestFacts>,
    }

    impl Files for Memory {
        fn is_file(&self, path: &str) -> bool {
            self.files.contains(&path)
        }
        fn is_folder(&self, path: &str) -> bool {
            self.files.iter().any(|file| file.starts_with(&format!("{path}/")))
        }
        fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
            self.manifests.get(path)
        }
        fn packages(&self, name: &str) -> Vec<String> {
            let is = |m: &ManifestFacts| {
                m.package.as_deref() == Some(name) || m.library_name.as_deref() == Some(name)
            };
            self.manifests.iter().filter(|(_, m)| is(m)).map(|(path, _)| (*path).to_owned()).collect()
        }
    }

    fn package(name: &str) -> ManifestFacts {
        let library_name = Some(name.replace('-', "_"));
        ManifestFacts {
            system: "cargo".into(),
            package: Some(name.into()),
            library_name,
            ..Default::default()
        }
    }

    /// The shape of ripgrep: a program declared by path, tests, and a library in `crates`.
    fn ripgrep() -> Memory {
        let mut program = package("ripgrep");
        program.targets = vec!["crates/core/main.rs".into(), "tests/tests.rs".into()];
        program.dependencies = vec![
            Dependency { name: "grep-regex".into(), path: Some("crates/regex".into()), ..Default::default() },
            Dependency { name: "renamed".into(), package: Some("serde".into()), ..Default::default() },
        ];
        Memory {
            files: vec![
                "crates/core/main.rs",
                "crates/core/flags/mod.rs",
                "crates/core/flags/defs.rs",
                "crates/core/search.rs",
                "crates/regex/src/lib.rs",
                "crates/regex/src/matcher.rs",
                "crates/regex/src/matcher/deep.rs",
                "tests/tests.rs",
                "tests/util.rs",
            ],
            manifests: BTreeMap::from([
                ("Cargo.toml", program),
                ("crates/regex/Cargo.toml", package("grep-regex")),
            ]),
        }
    }

    fn ask(files: &Memory, from: &str, first: &str) -> String {
        match root(files, ModuleQuery { from, inside: &[], first, level: 0 }) {
            ModulePlace::File { path, inside } => format!("{path} {}", inside.join("::")).trim().to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn roots() {
        let files = ripgrep();
        assert_eq!(ask(&files, "crates/core/flags/defs.rs", "crate"), "crates/core/main.rs");
        assert_eq!(ask(&files, "crates/core/flags/defs.rs", "super"), "crates/core/flags/mod.rs");
        assert_eq!(ask(&files, "crates/regex/src/matcher/deep.rs", "super"), "crates/regex/src/matcher.rs");
        assert_eq!(ask(&files, "crates/regex/src/matcher/deep.rs", "crate"), "crates/regex/src/lib.rs");
        assert_eq!(ask(&files, "tests/util.rs", "crate"), "tests/tests.rs");
        assert_eq!(ask(&files, "crates/core/search.rs", "grep_regex"), "crates/regex/src/lib.rs");
        assert_eq!(ask(&files, "crates/core/search.rs", "std"), "External(\"std\")");
        assert_eq!(ask(&files, "crates/core/search.rs", "renamed"), "External(\"serde\")");
        assert_eq!(ask(&files, "crates/core/search.rs", "nowhere"), "Unknown");
    }

    #[test]
    fn names() {
        let files = ripgrep();
        assert_eq!(module_name(&files, "crates/regex/src/matcher/deep.rs"), "grep_regex::matcher::deep");
        assert_eq!(module_name(&files, "crates/regex/src/lib.rs"), "grep_regex");
        assert_eq!(module_name(&files, "crates/core/flags/defs.rs"), "ripgrep::flags::defs");
        assert_eq!(module_name(&Memory::default(), "a/b.rs"), "b");
    }

    #[test]
    fn submodules() {
        let files = ripgrep();
        let ask = |path, name, declared_path| {
            let query = SubmoduleQuery { path, folder: false, inside: &[], name, declared_path };
            match submodule(&files, query) {
                Some(ModulePlace::File { path, .. }) => path,
                _ => "none".to_owned(),
            }
        };
        assert_eq!(ask("crates/core/main.rs", "flags", None), "crates/core/flags/mod.rs");
        assert_eq!(ask("crates/core/flags/mod.rs", "defs", None), "crates/core/flags/defs.rs");
        assert_eq!(ask("crates/regex/src/matcher.rs", "deep", None), "crates/regex/src/matcher/deep.rs");
        assert_eq!(ask("crates/core/main.rs", "x", Some("search.rs")), "crates/core/search.rs");
        assert_eq!(ask("tests/tests.rs", "util", None), "tests/util.rs");
        assert_eq!(ask("tests/tests.rs", "gone", None), "none");
    }
}

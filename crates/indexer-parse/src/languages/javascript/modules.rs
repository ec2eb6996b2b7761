//! Where the name of a module leads: relative paths, aliases of configurations, packages of the
//! repository, modules of Node.js.

use super::built::{matched, sources};
use super::configurations::{DEEPEST_EXTENDS, configuration, extended, said};
use super::names::NODE_MODULES;
use super::{bundlers, elements};
use crate::manifests::members::{inside, matches};
use crate::text::holds;
use indexer_core::manifest::PathMap;
use indexer_core::{Entry, FilePlace, Files, Import, ManifestFacts, ModulePlace, ModuleQuery, path};

/// How a package is asked, which decides between the targets that it offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asker {
    /// By `import`.
    Statement,
    /// By `require`, or by a statement that is made to one.
    Call,
    /// By a statement of which no configuration says what it is made to.
    Either,
}

/// What the patterns of a manifest say of a name.
pub(super) enum Mapped {
    File(String),
    /// The manifest says that it leads nowhere.
    Nowhere,
    /// No pattern has it, or its targets are not there.
    Unknown,
}

/// The module that a file names as `first`.
pub(super) fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let first = query.first;
    let folder = path::parent(query.from);
    if first == elements::CONFIGURED {
        return match elements::configured(files, folder) {
            Some((module, is_sure)) => match root(files, ModuleQuery { first: &module, ..query }) {
                ModulePlace::File { path, .. } if !is_sure => ModulePlace::Likely(path),
                place => place,
            },
            None => ModulePlace::Unknown,
        };
    }
    if first.starts_with("./") || first.starts_with("../") || matches!(first, "." | "..") {
        let Some(target) = path::resolve(folder, first) else { return ModulePlace::Unknown };
        return match (as_written(files, &target), resolve(files, &target)) {
            (Some(found), _) => file(found),
            // Node.js takes names as they are; what finds more is a tool that builds the files.
            (None, Some(found)) if takes_names_as_written(files, query.from) => ModulePlace::Likely(found),
            (None, Some(found)) => file(found),
            (None, None) => ModulePlace::Unknown,
        };
    }
    if first.starts_with('#') {
        let inner = |by_call| inner(files, folder, first, by_call);
        return place(asked(asker(files, &query), inner));
    }
    let by_tools = || bundlers::targets(files, folder, first).iter().find_map(|path| resolve(files, path));
    if let Some(found) = by_configuration(files, folder, first) {
        return file(found);
    }
    let bare = first.strip_prefix("node:").unwrap_or(first);
    if first != bare || holds(NODE_MODULES, bare.split('/').next().unwrap_or(bare)) {
        return ModulePlace::External(format!("node:{bare}"));
    }
    if let Some(found) = by_tools() {
        return file(found);
    }
    if first.starts_with('/') || first.contains(':') {
        return ModulePlace::Unknown;
    }
    let (name, rest) = package_name(first);
    match package_folder(files, folder, name) {
        Some(package) => {
            let asker = asker(files, &query);
            match place(asked(asker, |by_call| by_package(files, &package, rest, by_call))) {
                // What is installed under the name may be another version.
                ModulePlace::File { path, .. } if !is_linked(files, folder, name, &package) => {
                    ModulePlace::Likely(path)
                }
                found => found,
            }
        }
        None => ModulePlace::External(first.to_owned()),
    }
}

/// How the file of a query asks. TypeScript makes an `import` to what the rules of modules say the file is.
fn asker(files: &dyn Files, query: &ModuleQuery<'_>) -> Asker {
    if query.level == Import::BY_CALL {
        return Asker::Call;
    }
    match path::extension(query.from) {
        "cts" => Asker::Call,
        "ts" | "tsx" if !is_in_module_package(files, query.from) => {
            match rules_of_modules(files, path::parent(query.from)) {
                Some(rules) if is_of_node(&rules) => Asker::Call,
                Some(_) => Asker::Statement,
                None => Asker::Either,
            }
        }
        _ => Asker::Statement,
    }
}

/// What a package answers who asks: two files where it is not told how that is done and they differ.
fn asked(asker: Asker, answer: impl Fn(bool) -> Option<String>) -> Vec<String> {
    let mut found = Vec::new();
    if asker != Asker::Call {
        found.extend(answer(false));
    }
    if asker != Asker::Statement {
        found.extend(answer(true));
    }
    found.dedup();
    found
}

fn place(mut found: Vec<String>) -> ModulePlace {
    match found.len() {
        0 => ModulePlace::Unknown,
        1 => file(found.remove(0)),
        _ => ModulePlace::OneOf(found),
    }
}

/// True where a package of the repository is what its name means in a folder: inside the package
/// itself, and in the workspace of which it is a member.
fn is_linked(files: &dyn Files, from: &str, name: &str, package: &str) -> bool {
    let nearest =
        path::ancestors(from).find_map(|folder| files.manifest(&path::join(folder, "package.json")));
    let is_own = nearest.is_some_and(|m| m.package.as_deref() == Some(name) && !m.maps.is_empty());
    is_own
        || path::ancestors(from).any(|root| {
            let declares = ["package.json", "pnpm-workspace.yaml", "lerna.json"];
            declares.iter().filter_map(|name| files.manifest(&path::join(root, name))).any(|manifest| {
                let patterns: Vec<&str> = manifest.members.iter().map(String::as_str).collect();
                path::is_under(package, root) && matches(&patterns, inside(package, root))
            })
        })
}

/// True where a file is a module by the rules of Node.js, and a configuration says that they hold: a
/// relative name has its extension, and no folder stands for its index.
fn takes_names_as_written(files: &dyn Files, from: &str) -> bool {
    let folder = path::parent(from);
    let is_module = match path::extension(from) {
        "mjs" | "mts" => true,
        "cjs" | "cts" => false,
        _ => is_in_module_package(files, from),
    };
    is_module && rules_of_modules(files, folder).is_some_and(|rules| is_of_node(&rules))
}

/// True where the package around a file says that its files are modules.
fn is_in_module_package(files: &dyn Files, from: &str) -> bool {
    let mut packages = path::ancestors(path::parent(from)).map(|f| path::join(f, "package.json"));
    let nearest = packages.find_map(|at| files.manifest(&at));
    nearest.is_some_and(|manifest| manifest.module_rules.as_deref() == Some("module"))
}

/// What the nearest configuration says of how modules are found.
fn rules_of_modules(files: &dyn Files, folder: &str) -> Option<String> {
    let (at, manifest) = configuration(files, folder)?;
    said(files, &at, manifest, 0, |one| one.module_rules.clone())
}

/// True for the rules by which Node.js finds modules since it has them.
fn is_of_node(rules: &str) -> bool {
    rules.starts_with("node") && rules != "node" && rules != "node10"
}

fn file(path: String) -> ModulePlace {
    ModulePlace::File { path, inside: Vec::new() }
}

/// What a source or declaration file may end in, best first: sources and declarations of types
/// come before what is made of them.
const ANY: &[&str] = &["ts", "tsx", "d.ts", "js", "jsx", "mts", "mjs", "cts", "cjs", "d.mts", "d.cts"];

/// The file that a path with its extension means.
fn as_written(files: &dyn Files, target: &str) -> Option<String> {
    let with = |stem: &str, extensions: &[&str]| {
        extensions.iter().map(|e| format!("{stem}.{e}")).find(|path| files.is_file(path))
    };
    // The extension that is written is that of what is made of the source.
    let written = [
        (".js", &["ts", "tsx", "d.ts", "js", "jsx"][..]),
        (".jsx", &["tsx", "d.ts", "jsx"]),
        (".mjs", &["mts", "d.mts", "mjs"]),
        (".cjs", &["cts", "d.cts", "cjs"]),
    ];
    for (extension, instead) in written {
        if let Some(found) = target.strip_suffix(extension).and_then(|stem| with(stem, instead)) {
            return Some(found);
        }
    }
    files.is_file(target).then(|| target.to_owned())
}

/// The file that a path without, or with, extension means, else the index of a folder.
fn resolve(files: &dyn Files, target: &str) -> Option<String> {
    let with = |stem: &str, extensions: &[&str]| {
        extensions.iter().map(|e| format!("{stem}.{e}")).find(|path| files.is_file(path))
    };
    if let Some(found) = as_written(files, target) {
        return Some(found);
    }
    if let Some(found) = with(target, ANY) {
        return Some(found);
    }
    if !files.is_folder(target) {
        return None;
    }
    let manifest = path::join(target, "package.json");
    if files.manifest(&manifest).is_some_and(|m| m.maps.iter().any(|map| map.pattern == ".")) {
        return by_package(files, target, "", false);
    }
    with(&path::join(target, "index"), ANY)
}

/// The first file among the targets of the best pattern: the equal one, else that with the longest
/// part before its `*`. What that one says leads nowhere is not looked for by others.
pub(super) fn by_maps(files: &dyn Files, base: &str, maps: &[PathMap], name: &str, by_call: bool) -> Mapped {
    let mut fitting: Vec<(&PathMap, &str)> =
        maps.iter().filter_map(|map| Some((map, matched(&map.pattern, name)?))).collect();
    fitting.sort_by_key(|(map, _)| {
        let head = map.pattern.find('*');
        std::cmp::Reverse(head.unwrap_or(usize::MAX))
    });
    if fitting.first().is_some_and(|(map, _)| map.targets(by_call).is_empty()) {
        return Mapped::Nowhere;
    }
    let targets = fitting
        .iter()
        .flat_map(|(map, middle)| map.targets(by_call).iter().map(move |target| target.replace('*', middle)));
    let targets: Vec<String> = targets.filter_map(|target| path::resolve(base, &target)).collect();
    let mut found = targets.iter().filter_map(|target| resolve(files, target));
    let found = found.next().or_else(|| {
        let sources = targets.iter().flat_map(|target| sources(files, base, target));
        sources.filter_map(|source| resolve(files, &source)).next()
    });
    found.map_or(Mapped::Unknown, Mapped::File)
}

/// The file that the aliases or base folder of the nearest configuration give.
fn by_configuration(files: &dyn Files, folder: &str, name: &str) -> Option<String> {
    let (at, manifest) = configuration(files, folder)?;
    configured(files, &at, manifest, name, 0)
}

fn configured(
    files: &dyn Files,
    at: &str,
    manifest: &ManifestFacts,
    name: &str,
    depth: u32,
) -> Option<String> {
    let folder = path::parent(at);
    let base = manifest.source_roots.first().and_then(|root| path::resolve(folder, root));
    let base_of_maps = base.as_deref().unwrap_or(folder);
    if let Mapped::File(found) = by_maps(files, base_of_maps, &manifest.maps, name, false) {
        return Some(found);
    }
    if let Some(found) = base.and_then(|base| resolve(files, &path::join(&base, name))) {
        return Some(found);
    }
    if depth == DEEPEST_EXTENDS {
        return None;
    }
    manifest.extends.iter().rev().find_map(|other| {
        let found = extended(files, at, other)?;
        configured(files, &found, files.manifest(&found)?, name, depth + 1)
    })
}

/// `@a/b/c` is `c` of the package `@a/b`.
fn package_name(name: &str) -> (&str, &str) {
    let parts = if name.starts_with('@') { 2 } else { 1 };
    match name.match_indices('/').nth(parts - 1) {
        Some((at, _)) => (&name[..at], &name[at + 1..]),
        None => (name, ""),
    }
}

/// The folder of the package of this name: the one whose path is most like that of the importer.
fn package_folder(files: &dyn Files, from: &str, name: &str) -> Option<String> {
    let shared =
        |folder: &str| path::ancestors(from).position(|a| path::is_under(folder, a)).unwrap_or(usize::MAX);
    let declared = files.packages(name);
    let folders = declared.iter().filter(|m| path::file_name(m) == "package.json").map(|m| path::parent(m));
    folders.min_by_key(|folder| (shared(folder), *folder)).map(str::to_owned)
}

/// The file that a package offers under the rest of a name.
fn by_package(files: &dyn Files, folder: &str, rest: &str, by_call: bool) -> Option<String> {
    let name = if rest.is_empty() { ".".to_owned() } else { format!("./{rest}") };
    let maps = files.manifest(&path::join(folder, "package.json")).map_or(&[][..], |m| &m.maps[..]);
    match by_maps(files, folder, maps, &name, by_call) {
        Mapped::File(found) => return Some(found),
        Mapped::Nowhere => return None,
        Mapped::Unknown => {}
    }
    // What a package offers may be built: then its sources are meant.
    let inside = |part: &str| path::join(folder, part);
    match rest {
        "" => {
            let index = inside("index");
            let sources = inside("src");
            let with_ending = |stem: &str| {
                ANY.iter().map(|ending| format!("{stem}.{ending}")).find(|path| files.is_file(path))
            };
            let source = || with_ending(&path::join(&sources, "index"));
            // Where the manifest names what is built, a file beside it is not what `import` gives.
            let is_built = !by_call && maps.iter().any(|map| map.pattern == ".");
            match is_built {
                true => source().or_else(|| with_ending(&index)),
                false => with_ending(&index).or_else(source),
            }
        }
        _ => resolve(files, &inside(rest)).or_else(|| resolve(files, &path::join(&inside("src"), rest))),
    }
}

/// A file that the `package.json` above offers, by the name under which it is imported.
pub(super) fn entry(files: &dyn Files, place: FilePlace<'_>) -> Option<Entry> {
    let offers = |folder: &&str| {
        let manifest = files.manifest(&path::join(folder, "package.json"));
        manifest.is_some_and(|manifest| manifest.package.is_some())
    };
    let folder = path::ancestors(path::parent(place.path)).find(offers)?;
    let manifest = files.manifest(&path::join(folder, "package.json"))?;
    let package = manifest.package.as_deref()?;
    let mut names: Vec<&str> = manifest
        .maps
        .iter()
        .filter_map(|map| map.pattern.strip_prefix('.'))
        .map(|name| name.trim_start_matches('/'))
        .filter(|name| !name.contains('*'))
        .collect();
    names.push("");
    let offers =
        |name: &str, by_call| by_package(files, folder, name, by_call).as_deref() == Some(place.path);
    let name = names.into_iter().find(|name| offers(name, false) || offers(name, true))?;
    let name = if name.is_empty() { package.to_owned() } else { format!("{package}/{name}") };
    Some(Entry { name, why: "offered by package.json" })
}

/// `#a`: what the package around calls so.
fn inner(files: &dyn Files, folder: &str, name: &str, by_call: bool) -> Option<String> {
    for ancestor in path::ancestors(folder) {
        if let Some(manifest) = files.manifest(&path::join(ancestor, "package.json")) {
            return match by_maps(files, ancestor, &manifest.maps, name, by_call) {
                Mapped::File(found) => Some(found),
                Mapped::Nowhere | Mapped::Unknown => None,
            };
        }
    }
    by_configuration(files, folder, name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    struct Tree {
        paths: &'static [&'static str],
        manifests: BTreeMap<String, ManifestFacts>,
    }

    impl Files for Tree {
        fn is_file(&self, path: &str) -> bool {
            self.paths.contains(&path)
        }
        fn is_folder(&self, path: &str) -> bool {
            self.paths.iter().any(|p| *p != path && path::is_under(p, path))
        }
        fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
            self.manifests.get(path)
        }
        fn packages(&self, name: &str) -> Vec<String> {
            let named = self.manifests.iter().filter(|(_, m)| m.package.as_deref() == Some(name));
            named.map(|(path, _)| path.clone()).collect()
        }
    }

    fn tree(manifests: &[(&str, &str)]) -> Tree {
        let paths = &[
            "src/a.ts",
            "src/a.js",
            "src/b/index.js",
            "src/c.d.ts",
            "src/c.js",
            "lib/d.jsx",
            "packages/p/src/index.ts",
            "packages/p/src/deep/x.ts",
            "packages/q/main.js",
            "packages/app/src/lib/e.ts",
            "packages/b/index.js",
            "packages/b/src/index.ts",
        ];
        let read =
            |(path, text): &(&str, &str)| ((*path).to_owned(), crate::read_manifest(path, text.as_bytes()));
        Tree { paths, manifests: manifests.iter().map(read).collect() }
    }

    fn ask(tree: &Tree, from: &str, first: &str) -> String {
        ask_by(tree, from, first, 0)
    }

    fn ask_by(tree: &Tree, from: &str, first: &str, level: u32) -> String {
        match root(tree, ModuleQuery { from, inside: &[], first, level }) {
            ModulePlace::File { path, .. } => path,
            ModulePlace::Likely(path) => format!("likely {path}"),
            ModulePlace::OneOf(paths) => format!("one of {}", paths.join(" ")),
            ModulePlace::Folder(path) => format!("{path}/"),
            ModulePlace::External(name) => format!("external {name}"),
            ModulePlace::Unknown => "unknown".to_owned(),
        }
    }

    #[test]
    fn relative_names_find_extensions_and_indexes() {
        let tree = tree(&[]);
        assert_eq!(ask(&tree, "src/x.js", "./a"), "src/a.ts");
        assert_eq!(ask(&tree, "src/x.js", "./a.js"), "src/a.ts");
        assert_eq!(ask(&tree, "src/x.js", "./b"), "src/b/index.js");
        assert_eq!(ask(&tree, "src/b/index.js", "../c.js"), "src/c.d.ts");
        assert_eq!(ask(&tree, "src/b/index.js", "."), "src/b/index.js");
        assert_eq!(ask(&tree, "src/x.js", "./no"), "unknown");
        assert_eq!(ask(&tree, "x.js", "../../up"), "unknown");
    }

    #[test]
    fn aliases_come_from_the_nearest_configuration_and_what_it_extends() {
        let tree = tree(&[
            ("tsconfig.base.json", r#"{"compilerOptions": {"paths": {"@/*": ["src/*"], "@/a": ["lib/d"]}}}"#),
            ("tsconfig.json", r#"{"extends": "./tsconfig.base", "compilerOptions": {"baseUrl": "lib"}}"#),
        ]);
        assert_eq!(ask(&tree, "lib/x.ts", "@/b"), "src/b/index.js");
        assert_eq!(ask(&tree, "lib/x.ts", "@/a"), "lib/d.jsx");
        assert_eq!(ask(&tree, "src/x.ts", "d"), "lib/d.jsx");
        assert_eq!(ask(&tree, "src/x.ts", "@/none"), "external @/none");
    }

    #[test]
    fn the_library_of_a_package_of_svelte_kit_has_a_name_of_its_own() {
        let kit = r#"{"devDependencies": {"@sveltejs/kit": "2"}}"#;
        let tree = tree(&[("packages/app/package.json", kit)]);
        assert_eq!(ask(&tree, "packages/app/src/routes/x.ts", "$lib/e"), "packages/app/src/lib/e.ts");
        assert_eq!(ask(&tree, "packages/app/src/routes/x.ts", "$library/e"), "external $library/e");
        assert_eq!(ask(&tree, "src/x.ts", "$lib/e"), "external $lib/e");
    }

    #[test]
    fn what_depends_on_what_is_installed_or_built_is_likely() {
        let packages = [
            ("packages/q/package.json", r#"{"name": "q", "main": "main.js", "type": "module"}"#),
            ("packages/p/package.json", r#"{"name": "p", "type": "commonjs"}"#),
        ];
        let plain = tree(&packages);
        assert_eq!(ask(&plain, "packages/p/src/index.ts", "q"), "likely packages/q/main.js");
        assert_eq!(ask(&plain, "packages/q/main.js", "q"), "packages/q/main.js");
        let config = ("tsconfig.json", r#"{"compilerOptions": {"module": "Node16"}}"#);
        let strict = tree(&[packages[0], packages[1], config]);
        assert_eq!(ask(&strict, "packages/q/main.js", "../../src/a"), "likely src/a.ts");
        assert_eq!(ask(&strict, "packages/q/main.js", "../../src/a.js"), "src/a.ts");
        assert_eq!(ask(&strict, "packages/p/src/index.ts", "../../../src/a"), "src/a.ts");
    }

    #[test]
    fn packages_of_the_repository_offer_what_they_say() {
        let tree = tree(&[
            ("package.json", r#"{"workspaces": ["packages/*"]}"#),
            (
                "packages/p/package.json",
                r#"{"name": "@x/p", "main": "dist/p.js", "exports": {"./deep/*": "./src/deep/*.ts"}}"#,
            ),
            (
                "packages/q/package.json",
                r##"{"name": "q", "main": "main", "imports": {"#me": "./main.js"}}"##,
            ),
        ]);
        assert_eq!(ask(&tree, "src/x.ts", "@x/p"), "packages/p/src/index.ts");
        assert_eq!(ask(&tree, "src/x.ts", "@x/p/deep/x"), "packages/p/src/deep/x.ts");
        assert_eq!(ask(&tree, "src/x.ts", "q"), "packages/q/main.js");
        assert_eq!(ask(&tree, "packages/q/main.js", "#me"), "packages/q/main.js");
        assert_eq!(ask(&tree, "src/x.ts", "../packages/q"), "packages/q/main.js");
        assert_eq!(ask(&tree, "src/x.ts", "react/jsx"), "external react/jsx");
        assert_eq!(ask(&tree, "src/x.ts", "fs"), "external node:fs");
        assert_eq!(ask(&tree, "src/x.ts", "node:fs/promises"), "external node:fs/promises");
    }

    #[test]
    fn what_a_package_builds_for_import_is_its_sources_whatever_stands_beside_it() {
        let package = r#"{"name": "b", "main": "index.js", "exports": {".": {"import": "./dist/b.mjs", "require": "./index.js"}}}"#;
        let tree = tree(&[
            ("package.json", r#"{"workspaces": ["packages/*"]}"#),
            ("packages/b/package.json", package),
        ]);
        assert_eq!(ask(&tree, "src/x.js", "b"), "packages/b/src/index.ts");
    }

    #[test]
    fn a_package_answers_by_how_it_is_asked() {
        let package = (
            "packages/p/package.json",
            r##"{"name": "p", "exports": {
                ".": {"types": {"require": "./src/deep/x.ts", "default": "./src/index.ts"}},
                "./in/*/end.js": {"import": "./src/*.ts", "default": "./src/*/x.ts"},
                "./in/private/*": null,
                "./deep/x": {"require": null}},
                "imports": {"#me": {"require": "./src/deep/x.ts", "default": "./src/index.ts"}}}"##,
        );
        let workspace = ("package.json", r#"{"workspaces": ["packages/*"]}"#);
        let plain = tree(&[package, workspace]);
        let (index, deep) = ("packages/p/src/index.ts", "packages/p/src/deep/x.ts");
        let both = |from: &str, first: &str| {
            [ask(&plain, from, first), ask_by(&plain, from, first, Import::BY_CALL)]
        };
        assert_eq!(both("src/x.js", "p"), [index, deep]);
        assert_eq!(both("src/x.mts", "p"), [index, deep]);
        assert_eq!(both("src/x.cts", "p"), [deep, deep]);
        assert_eq!(both("src/x.js", "p/in/index/end.js"), [index, "unknown"]);
        assert_eq!(both("src/x.js", "p/in/deep/end.js"), [deep, deep]);
        assert_eq!(both("src/x.js", "p/in/private/a"), ["unknown", "unknown"]);
        assert_eq!(both("packages/p/a.js", "#me"), [index, deep]);
        // No configuration says what a statement of TypeScript is made to.
        assert_eq!(ask(&plain, "src/x.ts", "p"), format!("one of {index} {deep}"));
        let config = |rules: &str| format!(r#"{{"compilerOptions": {{"module": "{rules}"}}}}"#);
        for (rules, expected) in
            [("node16", deep), ("nodenext", deep), ("esnext", index), ("preserve", index)]
        {
            let config = config(rules);
            let tree = tree(&[package, workspace, ("tsconfig.json", &config)]);
            assert_eq!(ask(&tree, "src/x.ts", "p"), expected, "{rules}");
            assert_eq!(ask_by(&tree, "src/x.ts", "p", Import::BY_CALL), deep, "{rules}");
        }
        let module = ("package.json", r#"{"workspaces": ["packages/*"], "type": "module"}"#);
        let config = config("node16");
        assert_eq!(ask(&tree(&[package, module, ("tsconfig.json", &config)]), "src/x.ts", "p"), index);
    }
}

//! Where the name of a module leads: relative paths, aliases of configurations, packages of the
//! repository, modules of Node.js.

use super::names::{NODE_MODULES, holds};
use indexer_core::manifest::PathMap;
use indexer_core::{Files, ManifestFacts, ModulePlace, ModuleQuery, path};

/// The module that a file names as `first`.
pub(super) fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let first = query.first;
    let folder = path::parent(query.from);
    if first.starts_with("./") || first.starts_with("../") || matches!(first, "." | "..") {
        let found = path::resolve(folder, first).and_then(|target| resolve(files, &target));
        return found.map_or(ModulePlace::Unknown, file);
    }
    if first.starts_with('#') {
        return inner(files, folder, first).map_or(ModulePlace::Unknown, file);
    }
    if let Some(found) = by_configuration(files, folder, first) {
        return file(found);
    }
    let bare = first.strip_prefix("node:").unwrap_or(first);
    if first != bare || holds(NODE_MODULES, bare.split('/').next().unwrap_or(bare)) {
        return ModulePlace::External(format!("node:{bare}"));
    }
    if first.starts_with('/') || first.contains(':') {
        return ModulePlace::Unknown;
    }
    let (name, rest) = package_name(first);
    match package_folder(files, folder, name) {
        Some(package) => by_package(files, &package, rest).map_or(ModulePlace::Unknown, file),
        None => ModulePlace::External(first.to_owned()),
    }
}

fn file(path: String) -> ModulePlace {
    ModulePlace::File { path, inside: Vec::new() }
}

/// What a source or declaration file may end in, best first: sources and declarations of types
/// come before what is made of them.
const ANY: &[&str] = &["ts", "tsx", "d.ts", "js", "jsx", "mts", "mjs", "cts", "cjs", "d.mts", "d.cts"];

/// The file that a path without, or with, extension means, else the index of a folder.
fn resolve(files: &dyn Files, target: &str) -> Option<String> {
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
    if files.is_file(target) {
        return Some(target.to_owned());
    }
    if let Some(found) = with(target, ANY) {
        return Some(found);
    }
    if !files.is_folder(target) {
        return None;
    }
    let manifest = path::join(target, "package.json");
    if files.manifest(&manifest).is_some_and(|m| m.maps.iter().any(|map| map.pattern == ".")) {
        return by_package(files, target, "");
    }
    with(&path::join(target, "index"), ANY)
}

/// `folder` and every folder around it, the root "" last.
fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |f| (!f.is_empty()).then(|| path::parent(f)))
}

/// What the `*` of a pattern stands for in a name; "" for equal names.
fn matched<'n>(pattern: &str, name: &'n str) -> Option<&'n str> {
    match pattern.split_once('*') {
        None => (pattern == name).then_some(""),
        Some((head, tail)) => {
            let middle = name.strip_prefix(head)?.strip_suffix(tail)?;
            Some(middle)
        }
    }
}

/// The first file among the targets of the best pattern: the equal one, else that with the longest
/// part before its `*`.
fn by_maps(files: &dyn Files, base: &str, maps: &[PathMap], name: &str) -> Option<String> {
    let mut fitting: Vec<(&PathMap, &str)> =
        maps.iter().filter_map(|map| Some((map, matched(&map.pattern, name)?))).collect();
    fitting.sort_by_key(|(map, _)| {
        let head = map.pattern.find('*');
        std::cmp::Reverse(head.unwrap_or(usize::MAX))
    });
    let targets = fitting
        .iter()
        .flat_map(|(map, middle)| map.targets.iter().map(move |target| target.replacen('*', middle, 1)));
    let mut found = targets.filter_map(|target| resolve(files, &path::resolve(base, &target)?));
    found.next()
}

/// Configurations build on one another this far.
const DEEPEST_EXTENDS: u32 = 8;

/// The file that the aliases or base folder of the nearest configuration give.
fn by_configuration(files: &dyn Files, folder: &str, name: &str) -> Option<String> {
    for ancestor in ancestors(folder) {
        for config in ["tsconfig.json", "jsconfig.json"] {
            let at = path::join(ancestor, config);
            if let Some(manifest) = files.manifest(&at) {
                return configured(files, &at, manifest, name, 0);
            }
        }
    }
    None
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
    if let Some(found) = by_maps(files, base.as_deref().unwrap_or(folder), &manifest.maps, name) {
        return Some(found);
    }
    if let Some(found) = base.and_then(|base| resolve(files, &path::join(&base, name))) {
        return Some(found);
    }
    if depth == DEEPEST_EXTENDS {
        return None;
    }
    manifest.extends.iter().rev().find_map(|other| {
        let target = path::resolve(folder, other)?;
        let with_extension = format!("{target}.json");
        let found = [target, with_extension].into_iter().find(|path| files.manifest(path).is_some())?;
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
    let shared = |folder: &str| ancestors(from).position(|a| path::is_under(folder, a)).unwrap_or(usize::MAX);
    let declared = files.packages(name);
    let folders = declared.iter().filter(|m| path::file_name(m) == "package.json").map(|m| path::parent(m));
    folders.min_by_key(|folder| (shared(folder), *folder)).map(str::to_owned)
}

/// The file that a package offers under the rest of a name.
fn by_package(files: &dyn Files, folder: &str, rest: &str) -> Option<String> {
    let name = if rest.is_empty() { ".".to_owned() } else { format!("./{rest}") };
    let maps = files.manifest(&path::join(folder, "package.json")).map_or(&[][..], |m| &m.maps[..]);
    if let Some(found) = by_maps(files, folder, maps, &name) {
        return Some(found);
    }
    // What a package offers may be built: then its sources are meant.
    let inside = |part: &str| path::join(folder, part);
    match rest {
        "" => {
            let index = inside("index");
            let sources = inside("src");
            let found = ANY.iter().map(|e| format!("{index}.{e}")).find(|path| files.is_file(path));
            let source = || {
                let stem = path::join(&sources, "index");
                ANY.iter().map(|e| format!("{stem}.{e}")).find(|path| files.is_file(path))
            };
            found.or_else(source)
        }
        _ => resolve(files, &inside(rest)).or_else(|| resolve(files, &path::join(&inside("src"), rest))),
    }
}

/// `#a`: what the package around calls so.
fn inner(files: &dyn Files, folder: &str, name: &str) -> Option<String> {
    for ancestor in ancestors(folder) {
        if let Some(manifest) = files.manifest(&path::join(ancestor, "package.json")) {
            return by_maps(files, ancestor, &manifest.maps, name);
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
        ];
        let read =
            |(path, text): &(&str, &str)| ((*path).to_owned(), crate::read_manifest(path, text.as_bytes()));
        Tree { paths, manifests: manifests.iter().map(read).collect() }
    }

    fn ask(tree: &Tree, from: &str, first: &str) -> String {
        match root(tree, ModuleQuery { from, inside: &[], first, level: 0 }) {
            ModulePlace::File { path, .. } => path,
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
    fn packages_of_the_repository_offer_what_they_say() {
        let tree = tree(&[
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
}

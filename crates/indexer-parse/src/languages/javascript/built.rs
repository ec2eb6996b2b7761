//! Of what a build writes: the sources that it may be made of.

use indexer_core::{Files, path};

/// The configurations of a folder that may say where its build writes.
const CONFIGURATIONS: [&str; 2] = ["tsconfig.json", "tsconfig.build.json"];

/// The sources of which something is made that a package in a folder offers, best first: their endings may be others.
pub(super) fn sources(files: &dyn Files, folder: &str, built: &str) -> Vec<String> {
    let Some(below) = built.strip_prefix(folder).map(|below| below.trim_start_matches('/')) else {
        return Vec::new();
    };
    // Declarations are written beside what is made of a source.
    let endings = [(".d.ts", ".js"), (".d.mts", ".mjs"), (".d.cts", ".cjs")];
    let made = endings.iter().find_map(|(ending, made)| Some(below.strip_suffix(ending)?.to_owned() + made));
    let below = made.unwrap_or_else(|| below.to_owned());
    let mut found = Vec::new();
    for manifest in CONFIGURATIONS.iter().filter_map(|name| files.manifest(&path::join(folder, name))) {
        for map in &manifest.outputs {
            let Some(middle) = matched(&map.pattern, &below) else { continue };
            let sources = map.targets.iter().map(|target| target.replace('*', middle));
            found.extend(sources.filter_map(|source| path::resolve(folder, &source)));
        }
    }
    found
}

/// What the `*` of a pattern stands for in a name; "" for equal names.
pub(super) fn matched<'n>(pattern: &str, name: &'n str) -> Option<&'n str> {
    match pattern.split_once('*') {
        None => (pattern == name).then_some(""),
        Some((head, tail)) => {
            let middle = name.strip_prefix(head)?.strip_suffix(tail)?;
            Some(middle)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::ManifestFacts;

    struct Config(ManifestFacts);

    impl Files for Config {
        fn is_file(&self, _: &str) -> bool {
            false
        }
        fn is_folder(&self, _: &str) -> bool {
            false
        }
        fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
            (path == "p/tsconfig.json").then_some(&self.0)
        }
        fn packages(&self, _: &str) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn what_is_built_is_made_of_the_sources_that_the_configuration_names() {
        let check = |config: &str, built: &str, expected: &[&str]| {
            let config = Config(crate::read_manifest("tsconfig.json", config.as_bytes()));
            assert_eq!(sources(&config, "p", built), expected, "{built}");
        };
        let rooted = r#"{"compilerOptions": {"outDir": "./dist", "rootDir": "source"}}"#;
        check(rooted, "p/dist/index.js", &["p/source/index.js"]);
        check(rooted, "p/dist/in/index.d.mts", &["p/source/in/index.mjs"]);
        check(rooted, "p/lib/index.js", &[]);
        let open = r#"{"compilerOptions": {"outDir": "dist/"}, "include": ["source", "test/**/*.ts"]}"#;
        check(open, "p/dist/a.js", &["p/a.js", "p/source/a.js", "p/test/a.js"]);
        check(r#"{"compilerOptions": {"outDir": "."}}"#, "p/a.js", &[]);
        check(r#"{"include": ["src"]}"#, "p/dist/a.js", &[]);
    }
}

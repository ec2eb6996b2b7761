//! Where names of modules lead: the exports and imports of packages, and the configurations of compilers.

use super::conditions::{Offer, targets};
use super::unique_list::UniqueList;
use indexer_core::ManifestFacts;
use indexer_core::manifest::PathMap;
use rustc_hash::FxHashMap;
use serde_json::Value;

/// The targets of a pattern, by who asks.
struct Map {
    pattern: String,
    targets: UniqueList<String>,
    called: UniqueList<String>,
}

/// Names of modules, each once, with its targets.
#[derive(Default)]
pub(super) struct Maps {
    list: Vec<Map>,
    by_pattern: FxHashMap<String, usize>,
}

impl Maps {
    /// The entries of `exports`: paths below `.`, or conditions of one.
    pub(super) fn add_all(&mut self, pattern: &str, value: &Offer) {
        match value {
            Offer::Conditions(object) if object.iter().any(|(key, _)| key.starts_with('.')) => {
                object.iter().for_each(|(key, target)| self.add_conditions(key, target));
            }
            other => self.add_conditions(pattern, other),
        }
    }

    /// Adds what conditions give for a name: nothing where they say that it leads nowhere.
    pub(super) fn add_conditions(&mut self, pattern: &str, value: &Offer) {
        let map = self.map(pattern);
        targets(value, false).into_iter().for_each(|target| map.targets.push(target));
        targets(value, true).into_iter().for_each(|target| map.called.push(target));
    }

    /// Adds targets to those of a name, whoever asks; none to those of one that leads nowhere.
    pub(super) fn add(&mut self, pattern: &str, targets: Vec<String>) {
        let is_nowhere = |at: &usize| self.list[*at].targets.len() == 0 && self.list[*at].called.len() == 0;
        if targets.is_empty() || self.by_pattern.get(pattern).is_some_and(is_nowhere) {
            return;
        }
        let map = self.map(pattern);
        for target in targets {
            map.called.push(target.clone());
            map.targets.push(target);
        }
    }

    fn map(&mut self, pattern: &str) -> &mut Map {
        let at = *self.by_pattern.entry(pattern.to_owned()).or_insert(self.list.len());
        if at == self.list.len() {
            let (targets, called) = Default::default();
            self.list.push(Map { pattern: pattern.to_owned(), targets, called });
        }
        &mut self.list[at]
    }

    /// The maps, in the order of their names' first targets.
    pub(super) fn into_list(self) -> Vec<PathMap> {
        let map = |Map { pattern, targets, called }: Map| {
            let (targets, called) = (targets.into_list(), called.into_list());
            PathMap { pattern, called: (called != targets).then_some(called), targets }
        };
        self.list.into_iter().map(map).collect()
    }
}

/// The facts of a `tsconfig.json`, a `jsconfig.json` and those that they build on.
pub(super) fn read(text: &str) -> Result<ManifestFacts, String> {
    match serde_json::from_str(&plain_json(text)) {
        Ok(Value::Object(object)) => Ok(config(&object)),
        Ok(_) => Err("not an object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn config(manifest: &serde_json::Map<String, Value>) -> ManifestFacts {
    let extends = texts(manifest.get("extends"));
    let none = serde_json::Map::new();
    let options = manifest.get("compilerOptions").and_then(Value::as_object).unwrap_or(&none);
    let mut maps = Maps::default();
    if let Some(Value::Object(paths)) = options.get("paths") {
        for (pattern, target) in paths {
            maps.add(pattern, texts(Some(target)));
        }
    }
    let source_roots = texts(options.get("baseUrl"));
    let outputs = outputs(options, &texts(manifest.get("include")));
    let rules = ["moduleResolution", "module"].into_iter().find_map(|key| options.get(key)?.as_str());
    let module_rules = rules.map(str::to_lowercase);
    let maps = maps.into_list();
    let element_source = options.get("jsxImportSource").and_then(Value::as_str).map(str::to_owned);
    let references = manifest.get("references").and_then(Value::as_array);
    let path = |one: &Value| one.get("path").and_then(Value::as_str).map(str::to_owned);
    let parts = references.into_iter().flatten().filter_map(path).collect();
    let rest = ManifestFacts::default();
    ManifestFacts { extends, maps, outputs, source_roots, module_rules, element_source, parts, ..rest }
}

/// What a compiler writes below `outDir`: the paths there are those below `rootDir`. Where that is not said, they are those
/// below what all sources have in common, which is one of the folders of the sources, or the folder of the configuration.
fn outputs(options: &serde_json::Map<String, Value>, sources: &[String]) -> Vec<PathMap> {
    let text = |key: &str| options.get(key).and_then(Value::as_str);
    let below = |folder: &str| match folder.trim_start_matches("./").trim_end_matches('/') {
        "" | "." => "*".to_owned(),
        folder => format!("{folder}/*"),
    };
    let Some(out) = text("outDir").filter(|out| !out.contains(['*', '$'])) else { return Vec::new() };
    let targets = match text("rootDir") {
        Some(root) => vec![below(root)],
        None => {
            let folders = sources.iter().map(|one| {
                let fixed = one.split('*').next().unwrap_or(one);
                let is_file = fixed.rsplit('/').next().is_some_and(|name| name.contains('.'));
                if is_file { fixed.rsplit_once('/').map_or("", |(folder, _)| folder) } else { fixed }
            });
            let mut all: Vec<String> = std::iter::once("").chain(folders).map(below).collect();
            all.dedup();
            all
        }
    };
    let pattern = below(out);
    if pattern == "*" { Vec::new() } else { vec![PathMap { pattern, targets, called: None }] }
}

fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// JSON without the comments and trailing commas that configurations have.
fn plain_json(text: &str) -> String {
    let text = text.trim_start_matches('\u{feff}');
    let mut out = String::with_capacity(text.len());
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                out.push(c);
                while let Some((_, c)) = chars.next() {
                    out.push(c);
                    if c == '\\' {
                        out.extend(chars.next().map(|(_, c)| c));
                    } else if c == '"' {
                        break;
                    }
                }
            }
            '/' if text[at..].starts_with("//") => while chars.next_if(|(_, c)| *c != '\n').is_some() {},
            '/' if text[at..].starts_with("/*") => {
                let end = text[at + 2..].find("*/").map_or(text.len(), |end| at + 2 + end + 2);
                while chars.next_if(|(at, _)| *at < end).is_some() {}
            }
            ']' | '}' => {
                let kept = out.trim_end().trim_end_matches(',').len();
                if out.trim_end().ends_with(',') {
                    out.truncate(kept);
                }
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::read_manifest;
    use indexer_core::manifest::PathMap;

    #[test]
    fn packages_say_where_their_modules_are() {
        let text = r##"{
            "name": "@a/b", "main": "index.js", "types": "index.d.ts",
            "exports": { ".": { "require": "./c.cjs", "types": "./t.d.ts" }, "./x/*": "./src/*.js" },
            "imports": { "#in/*": "./inner/*.js" },
            "workspaces": { "packages": ["packages/*"] },
            "bin": { "run": "bin/run.js" },
            "dependencies": { "c": "^1", "d": "file:../d", "e": "npm:@real/e@2" }
        }"##;
        let facts = read_manifest("package.json", text.as_bytes());
        assert_eq!(facts.problem, None);
        assert_eq!((facts.package.as_deref(), facts.system.as_str()), (Some("@a/b"), "npm"));
        let maps: Vec<String> =
            facts.maps.iter().map(|map| format!("{} {}", map.pattern, map.targets.join(" "))).collect();
        let expected = [". ./t.d.ts index.d.ts", "./x/* ./src/*.js", "#in/* ./inner/*.js"];
        assert_eq!(maps, expected);
        assert_eq!(facts.maps[0].targets(true), ["./c.cjs", "./t.d.ts", "index.d.ts"]);
        assert_eq!(facts.maps[1].called, None);
        assert_eq!(facts.members, ["packages/*"]);
        assert_eq!(facts.targets, ["bin/run.js"]);
        assert_eq!(facts.dependencies[1].path.as_deref(), Some("../d"));
        assert_eq!(facts.dependencies[2].package.as_deref(), Some("@real/e"));
    }

    #[test]
    fn configurations_have_comments_and_trailing_commas() {
        let text = "\u{feff}{ // one\n \"extends\": \"./base.json\", /* two */ \"compilerOptions\": {\n\
                    \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"src/*\", ], \"u\\\"//\": [\"v\"] }, }, }";
        let facts = read_manifest("tsconfig.app.json", text.as_bytes());
        assert_eq!(facts.problem, None);
        assert_eq!(
            (facts.extends, facts.source_roots),
            (vec!["./base.json".to_owned()], vec![".".to_owned()])
        );
        assert_eq!(
            facts.maps[0],
            PathMap { pattern: "@/*".into(), targets: vec!["src/*".into()], called: None }
        );
        assert_eq!(facts.maps[1].pattern, "u\"//");
    }

    #[test]
    fn what_cannot_be_read_is_a_problem() {
        for text in ["{", "[]", "{\"a\": /*"] {
            assert!(read_manifest("package.json", text.as_bytes()).problem.is_some());
        }
    }
}

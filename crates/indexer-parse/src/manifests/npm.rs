//! package.json, tsconfig.json, pnpm-workspace.yaml: packages of JavaScript, and where their modules are.

use indexer_core::ManifestFacts;
use indexer_core::manifest::{Dependency, PathMap};
use serde_json::{Map, Value};

/// True for the names of manifests that this module reads.
pub(super) fn is_manifest(name: &str) -> bool {
    matches!(name, "package.json" | "jsconfig.json" | "pnpm-workspace.yaml") || is_config(name)
}

fn is_config(name: &str) -> bool {
    name.starts_with("tsconfig") && name.ends_with(".json")
}

/// The facts of the manifest with this name.
pub(super) fn read(name: &str, text: &str) -> ManifestFacts {
    let (system, read): (_, fn(&Map<String, Value>) -> ManifestFacts) = match name {
        "pnpm-workspace.yaml" => {
            let members = pnpm_members(text);
            return ManifestFacts { system: "pnpm".to_owned(), members, ..ManifestFacts::default() };
        }
        "package.json" => ("npm", package),
        _ => ("tsconfig", config),
    };
    let mut facts = match serde_json::from_str(&plain_json(text)) {
        Ok(Value::Object(object)) => read(&object),
        Ok(_) => problem("not an object"),
        Err(error) => problem(&error.to_string()),
    };
    facts.system = system.to_owned();
    facts
}

fn problem(text: &str) -> ManifestFacts {
    ManifestFacts { problem: Some(text.to_owned()), ..ManifestFacts::default() }
}

fn text_of(value: Option<&Value>) -> Option<String> {
    value.and_then(Value::as_str).map(str::to_owned)
}

fn texts(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::String(one)) => vec![one.clone()],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn package(manifest: &Map<String, Value>) -> ManifestFacts {
    let name = text_of(manifest.get("name"));
    let mut maps = Vec::new();
    if let Some(exports) = manifest.get("exports") {
        add_maps(&mut maps, ".", exports);
    }
    if let Some(Value::Object(imports)) = manifest.get("imports") {
        for (pattern, target) in imports {
            push(&mut maps, pattern, targets(target));
        }
    }
    // What tells types comes before what is run.
    let mains = ["types", "typings", "source", "module", "main"];
    push(&mut maps, ".", mains.iter().filter_map(|key| text_of(manifest.get(*key))).collect());
    let members = match manifest.get("workspaces") {
        Some(Value::Object(workspaces)) => texts(workspaces.get("packages")),
        other => texts(other),
    };
    let targets = match manifest.get("bin") {
        Some(Value::Object(programs)) => programs.values().filter_map(|p| text_of(Some(p))).collect(),
        other => texts(other),
    };
    let mut dependencies = Vec::new();
    for key in ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] {
        let Some(Value::Object(declared)) = manifest.get(key) else { continue };
        for (name, version) in declared {
            let version = version.as_str().unwrap_or("");
            let local = ["file:", "link:", "portal:"].iter().find_map(|p| version.strip_prefix(p));
            let real = version.strip_prefix("npm:").and_then(|rest| {
                let end = rest.char_indices().skip(1).find(|(_, c)| *c == '@').map_or(rest.len(), |(i, _)| i);
                rest.get(..end)
            });
            let (package, path) = (real.map(str::to_owned), local.map(str::to_owned));
            let one = Dependency { name: name.clone(), package, path };
            if !dependencies.iter().any(|known: &Dependency| known.name == one.name) {
                dependencies.push(one);
            }
        }
    }
    let library = text_of(manifest.get("main"));
    ManifestFacts { package: name, library, targets, dependencies, members, maps, ..ManifestFacts::default() }
}

/// The entries of `exports`: paths below `.`, or conditions of one.
fn add_maps(maps: &mut Vec<PathMap>, pattern: &str, value: &Value) {
    match value {
        Value::Object(object) if object.keys().any(|key| key.starts_with('.')) => {
            for (key, target) in object {
                push(maps, key, targets(target));
            }
        }
        other => push(maps, pattern, targets(other)),
    }
}

fn push(maps: &mut Vec<PathMap>, pattern: &str, targets: Vec<String>) {
    if targets.is_empty() {
        return;
    }
    match maps.iter_mut().find(|map| map.pattern == pattern) {
        Some(map) => {
            for target in targets {
                if !map.targets.contains(&target) {
                    map.targets.push(target);
                }
            }
        }
        None => maps.push(PathMap { pattern: pattern.to_owned(), targets }),
    }
}

/// The targets under all conditions, those of types first.
fn targets(value: &Value) -> Vec<String> {
    match value {
        Value::String(one) => vec![one.clone()],
        Value::Array(all) => all.iter().flat_map(targets).collect(),
        Value::Object(conditions) => {
            let rank = |key: &str| match key {
                "types" => 0,
                "source" | "development" => 1,
                "import" | "module" => 2,
                "node" => 3,
                "default" => 4,
                "require" => 5,
                _ => 6,
            };
            let mut all: Vec<(&String, &Value)> = conditions.iter().collect();
            all.sort_by_key(|(key, _)| rank(key));
            all.into_iter().flat_map(|(_, target)| targets(target)).collect()
        }
        _ => Vec::new(),
    }
}

fn config(manifest: &Map<String, Value>) -> ManifestFacts {
    let extends = texts(manifest.get("extends"));
    let none = Map::new();
    let options = manifest.get("compilerOptions").and_then(Value::as_object).unwrap_or(&none);
    let mut maps = Vec::new();
    if let Some(Value::Object(paths)) = options.get("paths") {
        for (pattern, target) in paths {
            push(&mut maps, pattern, targets(target));
        }
    }
    let source_roots = text_of(options.get("baseUrl")).into_iter().collect();
    ManifestFacts { extends, maps, source_roots, ..ManifestFacts::default() }
}

/// The list `packages` of pnpm-workspace.yaml.
fn pnpm_members(text: &str) -> Vec<String> {
    let mut members = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or(line).trim_end();
        let item = line.trim_start();
        if item.starts_with('#') || item.is_empty() {
            continue;
        }
        match item.strip_prefix('-') {
            Some(item) if inside => {
                members.push(item.trim().trim_matches(['\'', '"']).to_owned());
            }
            _ => inside = line.starts_with("packages:"),
        }
    }
    members
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
    use super::*;

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
        let facts = read("package.json", text);
        assert_eq!(facts.problem, None);
        assert_eq!((facts.package.as_deref(), facts.system.as_str()), (Some("@a/b"), "npm"));
        let maps: Vec<String> =
            facts.maps.iter().map(|map| format!("{} {}", map.pattern, map.targets.join(" "))).collect();
        let expected = [". ./t.d.ts ./c.cjs index.d.ts index.js", "./x/* ./src/*.js", "#in/* ./inner/*.js"];
        assert_eq!(maps, expected);
        assert_eq!(facts.members, ["packages/*"]);
        assert_eq!(facts.targets, ["bin/run.js"]);
        assert_eq!(facts.dependencies[1].path.as_deref(), Some("../d"));
        assert_eq!(facts.dependencies[2].package.as_deref(), Some("@real/e"));
    }

    #[test]
    fn configurations_have_comments_and_trailing_commas() {
        let text = "\u{feff}{ // one\n \"extends\": \"./base.json\", /* two */ \"compilerOptions\": {\n\
                    \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"src/*\", ], \"u\\\"//\": [\"v\"] }, }, }";
        let facts = read("tsconfig.app.json", text);
        assert_eq!(facts.problem, None);
        assert_eq!(
            (facts.extends, facts.source_roots),
            (vec!["./base.json".to_owned()], vec![".".to_owned()])
        );
        assert_eq!(facts.maps[0], PathMap { pattern: "@/*".into(), targets: vec!["src/*".into()] });
        assert_eq!(facts.maps[1].pattern, "u\"//");
    }

    #[test]
    fn pnpm_lists_its_packages() {
        let text = "# members\npackages:\n  - 'packages/*' # all\n  - \"tools\"\ncatalog:\n  - no\n";
        assert_eq!(read("pnpm-workspace.yaml", text).members, ["packages/*", "tools"]);
    }

    #[test]
    fn what_cannot_be_read_is_a_problem() {
        for text in ["{", "[]", "{\"a\": /*"] {
            assert!(read("package.json", text).problem.is_some());
        }
    }
}

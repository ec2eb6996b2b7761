//! The version stands in `Cargo.toml`; where something that cargo does not read must repeat it, it is
//! the same, and so are the names of packages. Templates of packages repeat neither.

use super::Finding;
use crate::dist::{NAMES, version};
use crate::tree::File;
use serde_json::Value;

/// Where the version is repeated: (file, what stands before it).
const REPEATED: &[(&str, &str)] = &[
    (".claude-plugin/marketplace.json", "\"version\": \""),
    (".claude-plugin/plugin.json", "\"version\": \""),
    (".claude-plugin/plugin.json", "@NAME@@"),
    ("action/install.py", "\nVERSION = \""),
    ("docs/install.md", "/action@v"),
    ("server.json", "\"version\": \""),
];

/// Where names are repeated: (file, what stands before it, key of the name).
const NAMED: &[(&str, &str, &str)] = &[
    (".claude-plugin/plugin.json", "\"description\": \"", "description"),
    ("server.json", "\n  \"description\": \"", "description"),
    ("server.json", "\"identifier\": \"", "name"),
    ("server.json", "\n  \"name\": \"", "registry_name"),
    ("server.json", "\"url\": \"", "repository"),
];

/// Folders of templates, which are filled.
const TEMPLATES: &[&str] = &["packaging/channels/", "packaging/npm/", "packaging/python/"];

/// Compares all of them.
pub(super) fn check(files: &[File]) -> Vec<Finding> {
    let text = |path: &str| files.iter().find(|file| file.path == path).map(|file| file.text.as_str());
    let Some(version) = text("Cargo.toml").and_then(version) else {
        return vec![Finding::new("Cargo.toml", "has no version of the workspace")];
    };
    let names: Value = text(NAMES).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    let name = |key: &str| names[key].as_str().unwrap_or_default().to_owned();
    let repeated = REPEATED
        .iter()
        .map(|(path, before)| (*path, before.replace("@NAME@", &name("name")), version.clone()));
    let named = NAMED.iter().map(|(path, before, key)| (*path, (*before).to_owned(), name(key)));
    let mut found = Vec::new();
    for (path, before, wanted) in repeated.chain(named) {
        // What follows is more of another field where the same words stand within it.
        let said: Vec<&str> =
            text(path).into_iter().flat_map(|text| text.split(before.as_str()).skip(1)).map(value).collect();
        if said.is_empty() {
            found.push(Finding::new(
                path,
                format!("nothing stands after {before:?}; the check of it is void"),
            ));
        }
        for other in said.iter().filter(|said| **said != wanted) {
            found.push(Finding::new(path, format!("says {other:?} where it is {wanted:?}")));
        }
    }
    let templates = files.iter().filter(|file| TEMPLATES.iter().any(|folder| file.path.starts_with(folder)));
    for file in templates {
        for line in (1..).zip(file.text.lines()).filter(|(_, line)| line.contains(&version)).map(|(at, _)| at)
        {
            found.push(Finding::at(file, line, format!("repeats {version}; write @VERSION@")));
        }
    }
    found
}

/// What stands up to the next quote, space or end of line.
fn value(text: &str) -> &str {
    let is_end = |c: char| c == '"' || c == '\n' || c == '`';
    text.split(is_end).next().unwrap_or(text).trim_end()
}

#[cfg(test)]
mod tests {
    use super::super::tests::places;
    use super::*;

    fn files(version: &str, name: &str) -> Vec<File> {
        let names = r#"{"name": "n", "registry_name": "io/n", "description": "d", "repository": "u"}"#;
        let server = format!(
            "{{\n  \"name\": \"io/n\",\n  \"description\": \"d\",\n  \"url\": \"u\", \"version\": \"{version}\", \"identifier\": \"{name}\"}}"
        );
        vec![
            File::new("Cargo.toml", "[workspace.package]\nversion = \"1.2.3\"\n"),
            File::new(NAMES, names),
            File::new(".claude-plugin/marketplace.json", "\"version\": \"1.2.3\""),
            File::new(
                ".claude-plugin/plugin.json",
                "\"version\": \"1.2.3\", \"description\": \"d\", \"n@1.2.3\"",
            ),
            File::new("action/install.py", "import a\n\nVERSION = \"1.2.3\"\n"),
            File::new("docs/install.md", "uses: a/b/action@v1.2.3\n"),
            File::new("server.json", &server),
            File::new("packaging/channels/a", "v@VERSION@"),
        ]
    }

    #[test]
    fn what_is_repeated_must_be_the_same() {
        assert_eq!(check(&files("1.2.3", "n")), []);
        assert_eq!(places(&check(&files("1.2.4", "n"))), ["server.json"]);
        assert_eq!(places(&check(&files("1.2.3", "m"))), ["server.json"]);
        let mut without = files("1.2.3", "n");
        without.retain(|file| file.path != "action/install.py");
        assert_eq!(places(&check(&without)), ["action/install.py"]);
        let mut template = files("1.2.3", "n");
        template.push(File::new("packaging/npm/README.md", "a\nv1.2.3\n"));
        assert_eq!(places(&check(&template)), ["packaging/npm/README.md:2"]);
    }
}

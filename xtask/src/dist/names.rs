//! What the packages are called, and who makes them: `packaging/names.json`, the one place.

use serde_json::Value;
use std::fs;
use std::path::Path;

/// Where the names stand.
pub(crate) const FILE: &str = "packaging/names.json";

/// The names, and the version of the workspace.
#[derive(Debug)]
pub(super) struct Names {
    /// Of the package, in every channel; the program in it is `indexer`.
    pub(super) name: String,
    /// Of npm, with `@`, for the packages that hold a program each.
    pub(super) npm_scope: String,
    /// In the registry of MCP servers.
    pub(super) registry_name: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) repository: String,
    pub(super) maintainer: String,
    pub(super) version: String,
}

impl Names {
    pub(super) fn read(root: &Path) -> Result<Self, String> {
        let text = |path: &str| fs::read_to_string(root.join(path)).map_err(|e| format!("{path}: {e}"));
        let names: Value = serde_json::from_str(&text(FILE)?).map_err(|error| format!("{FILE}: {error}"))?;
        let field = |key: &str| {
            let value = names[key].as_str().filter(|value| !value.is_empty());
            value.map(str::to_owned).ok_or_else(|| format!("{FILE}: {key} is missing"))
        };
        Ok(Self {
            name: field("name")?,
            npm_scope: field("npm_scope")?,
            registry_name: field("registry_name")?,
            title: field("title")?,
            description: field("description")?,
            repository: field("repository")?,
            maintainer: field("maintainer")?,
            version: version(&text("Cargo.toml")?).ok_or("Cargo.toml: no version of the workspace")?,
        })
    }

    /// Fills `@NAME@` and the like into a template. What stays between `@`s is an error.
    pub(super) fn fill(&self, template: &str, more: &[(&str, &str)]) -> Result<String, String> {
        let own = [
            ("NAME", self.name.as_str()),
            ("NPM_SCOPE", &self.npm_scope),
            ("REGISTRY_NAME", &self.registry_name),
            ("TITLE", &self.title),
            ("DESCRIPTION", &self.description),
            ("REPOSITORY", &self.repository),
            ("VERSION", &self.version),
        ];
        let mut text = template.to_owned();
        for (name, value) in own.iter().chain(more) {
            text = text.replace(&format!("@{name}@"), value);
        }
        let is_name = |part: &&str| {
            part.len() > 2 && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        };
        match text.split('@').find(is_name) {
            Some(left) => Err(format!("nothing stands for @{left}@")),
            None => Ok(text),
        }
    }
}

/// The version below `[workspace.package]`.
pub(crate) fn version(manifest: &str) -> Option<String> {
    let (_, section) = manifest.split_once("[workspace.package]")?;
    let line = section.lines().find_map(|line| line.strip_prefix("version = \""))?;
    line.split('"').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    #[test]
    fn a_template_is_filled_and_what_is_not_known_is_said() {
        let names = Names::read(&tree::root()).unwrap();
        let filled = names.fill("v@VERSION@ of @NAME@: @SUM@, a@b", &[("SUM", "12")]).unwrap();
        assert_eq!(filled, format!("v{} of {}: 12, a@b", names.version, names.name));
        assert!(names.fill("@SHA256_GONE@", &[]).unwrap_err().contains("SHA256_GONE"));
    }

    #[test]
    fn the_version_is_that_of_the_workspace() {
        let manifest =
            "[workspace]\n[workspace.package]\nversion = \"1.2.3\"\n[dependencies]\nversion = \"9\"\n";
        assert_eq!(version(manifest).as_deref(), Some("1.2.3"));
        assert_eq!(version("[package]\nversion = \"1\"\n"), None);
    }
}

//! `composer.json`: the packages that a program in PHP asks for.

use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;
use serde_json::Value;

/// The facts of a `composer.json`. What it asks of the platform (`php`, `ext-json`) is no package.
pub(super) fn read(text: &str) -> Result<ManifestFacts, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if !json.is_object() {
        return Err("not an object".to_owned());
    }
    let names = ["require", "require-dev"].into_iter().flat_map(|group| json[group].as_object());
    let names = names.flat_map(|group| group.keys()).filter(|name| name.contains('/'));
    let dependency = |name: &String| Dependency { name: name.clone(), package: None, path: None };
    Ok(ManifestFacts {
        package: json["name"].as_str().map(str::to_owned),
        dependencies: names.map(dependency).collect(),
        ..ManifestFacts::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_read_and_the_platform_is_not() {
        let text = r#"{"name": "a/b", "require": {"php": "^8", "laravel/framework": "11"}, "require-dev": {"x/y": "1"}}"#;
        let facts = read(text).unwrap();
        let names: Vec<&str> = facts.dependencies.iter().map(|one| one.name.as_str()).collect();
        assert_eq!((facts.package.as_deref(), names), (Some("a/b"), vec!["laravel/framework", "x/y"]));
        assert!(read("[]").is_err() && read("{").is_err());
    }
}

//! `remappings.txt` and `foundry.toml`: which prefixes of imports stand for which folders.

use indexer_core::ManifestFacts;
use indexer_core::manifest::PathMap;

/// The facts of a `remappings.txt`: a line is `prefix=folder`, perhaps with `context:` before it, which is not read.
pub(super) fn read_list(text: &str) -> ManifestFacts {
    mapped(text.lines())
}

/// The facts of a `foundry.toml`: the remappings of its profile `default`.
///
/// # Errors
/// What is wrong with it, where it is no TOML.
pub(super) fn read(text: &str) -> Result<ManifestFacts, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
    let profile = table.get("profile").and_then(|all| all.get("default"));
    let all = profile.and_then(|one| one.get("remappings")).and_then(toml::Value::as_array);
    Ok(mapped(all.into_iter().flatten().filter_map(toml::Value::as_str)))
}

fn mapped<'t>(lines: impl Iterator<Item = &'t str>) -> ManifestFacts {
    let map = |line: &str| {
        let (prefix, target) = line.trim().split_once('=')?;
        let is_plain = !prefix.is_empty() && !prefix.contains(':');
        is_plain.then(|| PathMap {
            pattern: prefix.to_owned(),
            targets: vec![target.to_owned()],
            called: None,
        })
    };
    ManifestFacts { maps: lines.filter_map(map).collect(), ..ManifestFacts::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_profiles_say_the_same() {
        let list = read_list("@a/=lib/a/\n\nb=lib/b/src\nx:c=lib/c\n");
        let profile = "[profile.default]\nremappings = [\"@a/=lib/a/\", \"b=lib/b/src\"]\n[profile.ci]\n";
        assert_eq!(read(profile).unwrap(), list);
        let maps: Vec<_> =
            list.maps.iter().map(|map| (map.pattern.as_str(), map.targets[0].as_str())).collect();
        assert_eq!(maps, [("@a/", "lib/a/"), ("b", "lib/b/src")]);
        assert!(read("[profile").is_err());
    }
}

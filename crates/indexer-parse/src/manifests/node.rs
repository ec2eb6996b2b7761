//! `package.json`, `pnpm-workspace.yaml`, `lerna.json`.

use super::conditions::{Offer, Offers};
use super::paths::Maps;
use super::unique_list::UniqueList;
use indexer_core::ManifestFacts;
use indexer_core::manifest::Dependency;
use saphyr_parser::{Event, Parser};
use serde_json::Value;

/// True where `exports` has a target for the name of the package itself.
fn exports_the_package(exports: &Value) -> bool {
    match exports {
        Value::Object(targets) => {
            targets.contains_key(".")
                || !targets.keys().any(|key| key.starts_with('.')) && !targets.is_empty()
        }
        other => !other.is_null(),
    }
}

/// The facts of a `package.json`.
pub(super) fn read(text: &str) -> Result<ManifestFacts, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if !json.is_object() {
        return Err("not an object".to_owned());
    }
    // Yarn also has an object there: `{"packages": [...]}`.
    let workspaces = match &json["workspaces"] {
        Value::Object(object) => object.get("packages").unwrap_or(&Value::Null),
        other => other,
    };
    let manager = json["packageManager"].as_str().unwrap_or("");
    let system = ["pnpm", "yarn"].into_iter().find(|name| manager.starts_with(name)).unwrap_or("npm");
    let mut dependencies: Vec<Dependency> = Vec::new();
    let mut known = UniqueList::default();
    for group in ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"] {
        for (name, version) in json[group].as_object().into_iter().flatten() {
            if known.contains(name) {
                continue;
            }
            known.push(name.clone());
            let version = version.as_str().unwrap_or("");
            let path = ["file:", "link:", "portal:"].iter().find_map(|scheme| version.strip_prefix(scheme));
            // `npm:real@2`: the name is one of this package alone.
            let real = version.strip_prefix("npm:").and_then(|rest| {
                let end = rest.char_indices().skip(1).find(|(_, c)| *c == '@').map_or(rest.len(), |(i, _)| i);
                rest.get(..end)
            });
            let (package, path) = (real.map(str::to_owned), path.map(str::to_owned));
            dependencies.push(Dependency { name: name.clone(), package, path });
        }
    }
    let mut maps = Maps::default();
    let offers: Offers = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if let Some(exports) = &offers.exports {
        maps.add_all(".", exports);
    }
    if let Some(Offer::Conditions(imports)) = &offers.imports {
        imports.iter().for_each(|(pattern, target)| maps.add_conditions(pattern, target));
    }
    // What tells types comes before what is run.
    let mut mains = vec!["types", "typings", "source", "module"];
    // Where `exports` says what the package itself is, `main` is for those who do not know it.
    if !exports_the_package(&json["exports"]) {
        mains.push("main");
    }
    maps.add(".", mains.iter().filter_map(|key| json[*key].as_str().map(str::to_owned)).collect());
    let programs = match &json["bin"] {
        Value::Object(programs) => programs.values().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::String(one) => vec![one.clone()],
        _ => Vec::new(),
    };
    Ok(ManifestFacts {
        system: system.to_owned(),
        package: json["name"].as_str().map(str::to_owned),
        library: json["main"].as_str().map(str::to_owned),
        targets: programs,
        maps: maps.into_list(),
        module_rules: json["type"].as_str().map(str::to_lowercase),
        dependencies,
        workspace: !workspaces.is_null(),
        members: texts(workspaces),
        ..ManifestFacts::default()
    })
}

/// The facts of a `lerna.json`. Without `packages` those of `package.json` hold.
pub(super) fn read_lerna(text: &str) -> Result<ManifestFacts, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let members = texts(&json["packages"]);
    Ok(ManifestFacts { workspace: !members.is_empty(), members, ..ManifestFacts::default() })
}

/// The facts of a `pnpm-workspace.yaml`: the list under `packages`. Events are read, not a tree,
/// so that nothing an alias stands for is ever written out.
pub(super) fn read_pnpm(text: &str) -> Result<ManifestFacts, String> {
    let mut facts = ManifestFacts { workspace: true, ..ManifestFacts::default() };
    // In the outermost mapping keys and values take turns, whatever a value is made of.
    let (mut depth, mut is_key, mut inside) = (0_usize, true, false);
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| error.to_string())?;
        match event {
            Event::Scalar(word, ..) if depth == 1 && is_key => inside = word == "packages",
            Event::Scalar(word, ..) if depth == 2 && inside => facts.members.push(word.into_owned()),
            Event::Scalar(..) | Event::Alias(_) => {}
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                depth += 1;
                continue;
            }
            Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 1 {
            is_key = !is_key;
        }
    }
    Ok(facts)
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

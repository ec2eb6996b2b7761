//! The parts of the program as a CycloneDX list.

use super::packages::{PROGRAM, Package};
use serde_json::{Value, json};

/// The list: a component for each crate, and which needs which. It has no serial number and no time,
/// so the same parts give the same bytes.
pub(super) fn bom(packages: &[Package], sha256_of_program: &str) -> Result<String, String> {
    let program = packages.iter().find(|one| one.name == PROGRAM);
    let program = program.ok_or_else(|| format!("{PROGRAM} is none of the crates"))?;
    let mut main = component(program, "application");
    main["name"] = "indexer".into();
    main["hashes"] = json!([{"alg": "SHA-256", "content": sha256_of_program}]);
    let parts = packages.iter().filter(|one| one.name != PROGRAM);
    let needs = packages.iter().map(|one| {
        let on: Vec<String> = one.needs.iter().map(|id| reference(id)).collect();
        json!({"ref": reference(&one.id()), "dependsOn": on})
    });
    let bom = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": main},
        "components": parts.map(|one| component(one, "library")).collect::<Vec<_>>(),
        "dependencies": needs.collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&bom).map(|text| text + "\n").map_err(|error| error.to_string())
}

/// The package URL of `name@version`.
fn reference(id: &str) -> String {
    format!("pkg:cargo/{}", id.replace('+', "%2B"))
}

fn component(package: &Package, kind: &str) -> Value {
    let url = reference(&package.id());
    let mut one = json!({
        "type": kind, "bom-ref": url, "name": package.name, "version": package.version, "purl": url,
    });
    if !package.license.is_empty() {
        one["licenses"] = json!([{"expression": package.license}]);
    }
    if let Some(checksum) = &package.checksum {
        one["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    if let Some(repository) = &package.repository {
        one["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn package(name: &str, needs: &[&str]) -> Package {
        Package {
            name: name.to_owned(),
            version: "1.0.0+x".to_owned(),
            license: "MIT OR Apache-2.0".to_owned(),
            authors: vec![],
            repository: None,
            folder: PathBuf::new(),
            checksum: (name != PROGRAM).then(|| "00".repeat(32)),
            needs: needs.iter().map(|one| (*one).to_owned()).collect(),
        }
    }

    #[test]
    fn every_crate_is_a_component_and_every_need_names_one() {
        let packages = [package("alpha", &[]), package(PROGRAM, &["alpha@1.0.0+x"])];
        let bom: Value = serde_json::from_str(&bom(&packages, "ab").unwrap()).unwrap();
        assert_eq!(bom["metadata"]["component"]["name"], "indexer");
        assert_eq!(bom["components"][0]["purl"], "pkg:cargo/alpha@1.0.0%2Bx");
        assert_eq!(bom["dependencies"][1]["dependsOn"][0], bom["components"][0]["bom-ref"]);
        assert!(super::bom(&packages[..1], "ab").is_err());
    }
}

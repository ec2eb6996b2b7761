//! What is written once all targets are packed: SHA256SUMS, and the files of channels that name an
//! archive by its hash, from the templates in `packaging/channels`.

use super::archive::{self, put};
use super::failed;
use super::names::Names;
use super::stage::hex;
use super::targets::TARGETS;
use std::fs;
use std::path::Path;

const TEMPLATES: &str = "packaging/channels";
const SUMS: &str = "SHA256SUMS";
/// Where filled templates go, below the folder of packages.
const FILLED: &str = "channels";

/// Writes both into `out`, for every file that lies there.
pub(super) fn write(root: &Path, out: &Path, names: &Names) -> Result<(), String> {
    let mut files: Vec<(String, String)> = Vec::new();
    for entry in fs::read_dir(out).map_err(|error| failed(out, error))? {
        let path = entry.map_err(|error| failed(out, error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() && name != SUMS {
            files.push((name, hex(&fs::read(&path).map_err(|error| failed(&path, error))?)));
        }
    }
    files.sort();
    let lines: Vec<String> = files.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    put(&out.join(SUMS), lines.concat().as_bytes())?;
    println!("{} sums", files.len());
    let sums = sums(&files, names);
    let sums: Vec<(&str, &str)> = sums.iter().map(|(name, sum)| (name.as_str(), sum.as_str())).collect();
    let filled = out.join(FILLED);
    fs::create_dir_all(&filled).map_err(|error| failed(&filled, error))?;
    let templates = root.join(TEMPLATES);
    for entry in fs::read_dir(&templates).map_err(|error| failed(&templates, error))? {
        let path = entry.map_err(|error| failed(&templates, error))?.path();
        let text = fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // A channel whose archives are not there yet is left out and said.
        match names.fill(&text, &sums) {
            Ok(text) => put(&filled.join(&name), text.as_bytes())?,
            Err(why) => println!("{name} is left out: {why}"),
        }
    }
    Ok(())
}

/// `SHA256_<TARGET>` of archives and `SHA256_MCPB_<TARGET>` of bundles, for templates.
fn sums(files: &[(String, String)], names: &Names) -> Vec<(String, String)> {
    let mut sums = Vec::new();
    let sum = |name: String| files.iter().find(|(one, _)| *one == name).map(|(_, sum)| sum.clone());
    for target in TARGETS {
        let key = target.triple.to_uppercase().replace('-', "_");
        let archive = format!("indexer-{}-{}.{}", names.version, target.triple, archive::end(target));
        let bundle = format!("{}-{}-{}.mcpb", names.name, names.version, target.short());
        sums.extend(sum(archive).map(|sum| (format!("SHA256_{key}"), sum)));
        sums.extend(sum(bundle).map(|sum| (format!("SHA256_MCPB_{key}"), sum)));
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    #[test]
    fn every_template_is_filled_once_all_archives_are_there() {
        let root = tree::root();
        let names = Names::read(&root).unwrap();
        let archives = TARGETS
            .iter()
            .map(|one| format!("indexer-{}-{}.{}", names.version, one.triple, archive::end(one)));
        let bundles =
            TARGETS.iter().map(|one| format!("{}-{}-{}.mcpb", names.name, names.version, one.short()));
        let files: Vec<(String, String)> =
            archives.chain(bundles).map(|name| (name, "0".repeat(64))).collect();
        let sums = sums(&files, &names);
        let sums: Vec<(&str, &str)> = sums.iter().map(|(name, sum)| (name.as_str(), sum.as_str())).collect();
        assert_eq!(sums.len(), 2 * TARGETS.len());
        let mut seen = 0;
        for entry in fs::read_dir(root.join(TEMPLATES)).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            assert!(names.fill(&text, &sums).unwrap().contains(&names.version));
            assert!(names.fill(&text, &[]).is_err() || !text.contains("SHA256"));
            seen += 1;
        }
        assert!(seen >= 5, "{seen}");
    }
}

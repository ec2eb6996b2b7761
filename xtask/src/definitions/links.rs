//! Where the references of a corpus lead, as the program counts them, and how long the folder of a language is.

use crate::tree;
use std::path::Path;
use std::process::Command;

/// References of one language below `root`: resolved, possible, external, unresolved.
pub(super) fn resolutions(
    program: &Path,
    root: &Path,
    cache: &Path,
    language: &str,
) -> Result<[usize; 4], String> {
    let done = Command::new(program)
        .arg("index-status")
        .arg("--root")
        .arg(root)
        .arg("--cache-dir")
        .arg(cache)
        // What is installed on a machine is no matter of the language.
        .args(["--dependencies", "off", "--quiet"])
        .output()
        .map_err(|error| format!("{}: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&done.stdout);
    if !done.status.success() {
        return Err(format!("{}: {}", root.display(), String::from_utf8_lossy(&done.stderr)));
    }
    of_language(&text, language)
        .ok_or_else(|| format!("{}: index-status has no line of {language}", root.display()))
}

fn of_language(text: &str, language: &str) -> Option<[usize; 4]> {
    let head = format!("language name={language} ");
    let line = text.lines().find(|line| line.starts_with(&head))?;
    let count = |name: &str| {
        let mut values = line.split(' ').filter_map(|word| word.split_once('='));
        values.find(|(key, _)| *key == name)?.1.parse().ok()
    };
    Some([count("resolved")?, count("possible")?, count("external")?, count("unresolved")?])
}

/// Lines of Rust in the folder of a language; 0 where it shares that of another one.
pub(super) fn lines_of_folder(language: &str) -> usize {
    let folder = tree::root().join("crates/indexer-parse/src/languages").join(language);
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let sources = entries.flatten().map(|entry| entry.path());
    let sources = sources.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    sources.filter_map(|path| std::fs::read_to_string(path).ok()).map(|text| text.lines().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_the_language() {
        let text = "references resolved=9\n\
                    language name=lua files=1 resolved=3 possible=2 external=1 unresolved=0\n\
                    language name=luau files=1 resolved=7 possible=7 external=7 unresolved=7\n";
        assert_eq!(of_language(text, "lua"), Some([3, 2, 1, 0]));
        assert_eq!(of_language(text, "make"), None);
    }

    #[test]
    fn a_folder_has_the_lines_of_its_sources() {
        assert!(lines_of_folder("bash") > 100);
        assert_eq!(lines_of_folder("no_language"), 0);
    }
}

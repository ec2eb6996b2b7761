//! The licences of everything that the program is made of, as one text.

use super::packages::Package;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// How deep below a crate a licence is looked for: that of C code which it brings along.
const DEPTH: usize = 4;
/// What files of licences are called, in capitals and without extension.
const NAMES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
/// Folders without the crate's own words: its tests, and what it is built with elsewhere.
const ELSEWHERE: [&str; 5] = ["target", "tests", "test", "fuzz", "node_modules"];

/// Each licence once, below the crates that are under it. A crate without a file is listed with what
/// it says of itself, its authors, and, where `standard` has the text of that licence, by its name.
pub(super) fn text(packages: &[Package], standard: &[(&str, String)]) -> String {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut silent = Vec::new();
    for package in packages {
        let found = files(&package.folder);
        if found.is_empty() && !package.is_ours() {
            silent.push(package);
        }
        for (path, text) in found {
            texts.entry(text).or_default().push(format!("{} {}: {path}", package.name, package.version));
        }
    }
    let mut out = "indexer is made of the following works, which keep their licences.\n".to_owned();
    if !silent.is_empty() {
        out += "\nThese crates bring no file with their licence; this is what they say of themselves:\n\n";
        for package in &silent {
            let authors =
                if package.authors.is_empty() { "?".to_owned() } else { package.authors.join(", ") };
            let _ = writeln!(
                out,
                "  {} {}: {}; by {authors}; {}",
                package.name,
                package.version,
                package.license,
                package.repository.as_deref().unwrap_or("")
            );
        }
        let names = silent.iter().any(|one| !one.license.is_empty());
        for (name, text) in standard.iter().filter(|_| names) {
            let _ = writeln!(out, "\nThe text of {name}:\n\n{}", text.trim_end());
        }
    }
    let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
    texts.sort_by(|a, b| a.1.cmp(&b.1));
    for (text, of) in texts {
        let _ = write!(out, "\n{}\n", "-".repeat(80));
        of.iter().for_each(|one| out += &format!("{one}\n"));
        let _ = writeln!(out, "\n{}", text.trim_end());
    }
    out
}

/// Files of licences in a crate and in what it brings along, by path.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut todo = vec![(folder.to_owned(), 0)];
    while let Some((at, depth)) = todo.pop() {
        for entry in fs::read_dir(&at).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                let is_elsewhere = ELSEWHERE.contains(&name.as_str()) || name.starts_with('.');
                if depth < DEPTH && !is_elsewhere {
                    todo.push((path, depth + 1));
                }
            } else if is_licence(&name)
                && let Ok(text) = fs::read_to_string(&path)
            {
                let inner = path.strip_prefix(folder).unwrap_or(&path);
                found.push((inner.to_string_lossy().replace('\\', "/"), text.replace("\r\n", "\n")));
            }
        }
    }
    found.sort();
    found
}

/// `LICENSE`, `LICENSE-MIT`, `license.txt`, `COPYING.md`; not `license.rs`.
fn is_licence(name: &str) -> bool {
    let upper = name.to_uppercase();
    let is_code =
        [".RS", ".PY", ".JS", ".C", ".H", ".GO", ".JAVA", ".TOML"].iter().any(|end| upper.ends_with(end));
    let starts = NAMES.iter().any(|one| {
        upper.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', '_']))
    });
    starts && !is_code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, folder: &Path) -> Package {
        Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            license: "MIT".to_owned(),
            authors: vec!["Ann".to_owned()],
            repository: None,
            folder: folder.to_owned(),
            checksum: Some(String::new()),
            needs: vec![],
        }
    }

    #[test]
    fn a_text_stands_once_and_a_crate_without_one_is_listed() {
        let folder = std::env::temp_dir().join(format!("indexer-licences-{}", std::process::id()));
        for (path, text) in [("a/LICENSE-MIT", "may be used\r\n"), ("b/c_src/license.txt", "may be used\n")] {
            fs::create_dir_all(folder.join(path).parent().unwrap()).unwrap();
            fs::write(folder.join(path), text).unwrap();
        }
        fs::create_dir_all(folder.join("c")).unwrap();
        let packages = ["a", "b", "c"].map(|name| package(name, &folder.join(name)));
        let text = text(&packages, &[("MIT", "the words".to_owned())]);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(text.matches("may be used").count(), 1, "{text}");
        assert!(text.contains("a 1.0.0: LICENSE-MIT\nb 1.0.0: c_src/license.txt\n"), "{text}");
        assert!(text.contains("  c 1.0.0: MIT; by Ann") && text.contains("the words"), "{text}");
    }

    #[test]
    fn code_about_licences_is_none() {
        assert!(
            ["LICENSE", "License.txt", "COPYING-MPL", "license_apache"].iter().all(|one| is_licence(one))
        );
        assert!(!["license.rs", "licensed", "README", "notices.md"].iter().any(|one| is_licence(one)));
    }
}

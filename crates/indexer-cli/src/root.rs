//! Which folder a command is about, where nobody named one and no repository is around.

use crate::OutputOptions;
use crate::say::{self, Failure};
use indexer_engine::holdings;
use indexer_tools::{Code, Configuration, Problem, Settings};
use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Files of a folder that is no repository, beyond which it is not indexed without asking.
const MANY: usize = 20_000;

/// The root that is meant. Where it is only the current folder, that is said, and a large one is asked about
/// before it is indexed for the first time.
pub(crate) fn checked(
    configuration: &Configuration,
    root: &Path,
    settings: &Settings,
    output_options: &OutputOptions,
) -> Result<(), Failure> {
    if configuration.repository().is_some() || is_bare_repository(root) {
        return Ok(());
    }
    if !output_options.quiet {
        say::note(&format!("note: no repository here or above; the root is {}", root.display()));
    }
    // What cannot be told is built.
    let is_stored = holdings::cleanable(&settings.options(root), false).is_ok_and(|held| !held.is_empty());
    if is_stored || !holds_more_than(MANY, root.to_owned()) {
        return Ok(());
    }
    let what = format!("{} is no repository and holds more than {MANY} files", root.display());
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        let problem = Problem::argument("root", what);
        return Err(problem.hint("name the folder with --root to have it indexed all the same").into());
    }
    say::note(&format!("{what}. Index it? [y/N]"));
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    match line.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err(Problem::new(Code::InvalidArgument, "nothing was indexed")
            .hint("name another folder with --root")
            .into()),
    }
}

/// True for what git makes with `--bare`.
fn is_bare_repository(root: &Path) -> bool {
    root.join("HEAD").is_file() && root.join("objects").is_dir() && root.join("refs/heads").is_dir()
}

/// True where there are more files below a folder. Looks at few more than so many entries.
fn holds_more_than(most: usize, folder: PathBuf) -> bool {
    let (mut files, mut folders) = (0, 0);
    let mut open = vec![folder];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                // Links lead elsewhere.
                Ok(kind) if kind.is_dir() => {
                    folders += 1;
                    open.push(entry.path());
                }
                Ok(kind) if kind.is_file() => files += 1,
                _ => {}
            }
            if files > most || folders > most {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_all_folders_are_counted_and_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        for name in ["a/1", "a/2", "3"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert!(holds_more_than(2, folder.path().to_owned()));
        assert!(!holds_more_than(3, folder.path().to_owned()));
    }
}

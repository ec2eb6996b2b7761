//! The repository that is asked about, and what is done to it.

use super::states::{FILES, State, States, text};
use crate::tree;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A copy of a corpus with files of ours in it.
pub(super) struct Repository {
    pub(super) root: PathBuf,
    folder: PathBuf,
}

impl Repository {
    /// Copies; two branches hold the files of ours in different states.
    pub(super) fn copy(corpus: &Path, folder: &Path, states: &States) -> Result<Self, String> {
        let repository = Self { root: folder.join("repository"), folder: folder.to_owned() };
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let copied = Command::new("cp").arg("-a").arg(corpus).arg(&repository.root).status();
        if !copied.is_ok_and(|status| status.success()) {
            return Err(format!("{} cannot be copied", corpus.display()));
        }
        repository.git(&["checkout", "-q", "-f", "-B", "soak-a"])?;
        for branch in ["soak-a", "soak-b"] {
            if branch == "soak-b" {
                repository.git(&["checkout", "-q", "-b", branch])?;
            }
            for file in 0..FILES {
                let next = states.now(file).map_or(0, |state| state + 1);
                states.begin(file, &[Some(next)]);
                repository.write(file, next)?;
                states.end(file);
            }
            repository.git(&["add", "-A"])?;
            repository.git(&["commit", "-q", "-m", branch])?;
        }
        Ok(repository)
    }

    /// A command of ours over it, with a cache of its own.
    pub(super) fn command(&self, binary: &Path, line: &[&str]) -> Command {
        let mut command = Command::new(binary);
        command.args(line).current_dir(&self.root).env("INDEXER_CACHE_DIR", self.folder.join("cache"));
        command.envs(["HOME", "XDG_CONFIG_HOME"].map(|name| (name, self.folder.join("home"))));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    pub(super) fn path(file: usize) -> String {
        format!("soak/counter_{file}.py")
    }

    fn git(&self, arguments: &[&str]) -> Result<String, String> {
        let settings = ["user.name=soak", "user.email=soak@example.org", "core.hooksPath=/dev/null"];
        let settings = settings.into_iter().flat_map(|setting| ["-c", setting]);
        let line: Vec<&str> = settings.chain(arguments.iter().copied()).collect();
        tree::git(&self.root, &line)
    }

    /// Puts a state in the place of another, at once.
    fn write(&self, file: usize, state: u64) -> Result<(), String> {
        let path = self.root.join(Self::path(file));
        let new = path.with_extension("new");
        let wrong = |e: std::io::Error| format!("{}: {e}", path.display());
        fs::create_dir_all(self.root.join("soak")).map_err(wrong)?;
        fs::write(&new, text(file, state)).map_err(wrong)?;
        fs::rename(&new, &path).map_err(wrong)
    }

    /// The next state of a file. Now and then it is removed and comes again.
    pub(super) fn edit(&self, states: &States, file: usize) -> Result<(), String> {
        let next = states.now(file).map_or(0, |state| state + 1);
        let goes = next % 16 == 15;
        let ahead: &[State] = &[None, Some(next)];
        states.begin(file, if goes { ahead } else { &ahead[1..] });
        if goes {
            fs::remove_file(self.root.join(Self::path(file))).map_err(|e| e.to_string())?;
        }
        self.write(file, next)?;
        states.end(file);
        Ok(())
    }

    /// Commits what is there and goes to the other branch. Git removes a file before it writes it anew.
    pub(super) fn switch(&self, states: &States) -> Result<(), String> {
        self.git(&["add", "-A"])?;
        self.git(&["commit", "-q", "--allow-empty", "-m", "on"])?;
        let from = self.git(&["rev-parse", "--abbrev-ref", "HEAD"])?;
        let to = if from.trim() == "soak-a" { "soak-b" } else { "soak-a" };
        for file in 0..FILES {
            let text = self.git(&["show", &format!("{to}:{}", Self::path(file))])?;
            let state = text.split_once("return ").and_then(|(_, rest)| rest.lines().next()?.parse().ok());
            let there: State = Some(state.ok_or("a file of ours is none")?);
            if there != states.now(file) {
                states.begin(file, &[None, there]);
            }
        }
        self.git(&["checkout", "-q", to])?;
        (0..FILES).for_each(|file| states.end(file));
        Ok(())
    }
}

//! The walk: every entry below the root is taken, left out and counted, or a folder that is walked.

use super::{Disk, IGNORE_FILE, stamp_of};
use crate::error::EngineError;
use crate::limits::LARGEST_RULES;
use crate::names::{is_skipped_folder, left_out_by_name};
use crate::snapshot::LeftOut;
use crate::source::{Frame, Listed, Listing, Stamp};
use ignore::gitignore::gitconfig_excludes_path;
use indexer_core::path::join;
use indexer_core::{Problem, ProblemKind, RepoPath, work};
use indexer_git::{Repository, RuleStack, Rules};
use rayon::Scope;
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// One walk.
pub(super) struct Walk<'a> {
    disk: &'a Disk,
    /// Tracked files relative to the root, sorted.
    tracked: Vec<String>,
    found: Mutex<Found>,
}

/// A folder to walk.
struct Folder {
    /// Relative to the root.
    path: String,
    /// `.indexerignore` files.
    ours: RuleStack,
    /// `.gitignore` files and git's others.
    git: RuleStack,
    /// True inside an ignored or skipped folder: only tracked files count.
    only_tracked: bool,
    depth: usize,
}

/// What a walk found.
#[derive(Default)]
struct Found {
    files: Vec<Listed>,
    folders: Vec<(String, Stamp)>,
    rules: Vec<PathBuf>,
    left_out: Vec<(LeftOut, String)>,
    problems: Vec<(String, Problem)>,
}

impl Found {
    fn problem(&mut self, path: &str, kind: ProblemKind, detail: impl Into<String>) {
        self.problems.push((path.to_owned(), Problem::whole(kind, detail.into())));
    }

    fn append(&mut self, other: &mut Self) {
        self.files.append(&mut other.files);
        self.folders.append(&mut other.folders);
        self.rules.append(&mut other.rules);
        self.left_out.append(&mut other.left_out);
        self.problems.append(&mut other.problems);
    }
}

impl<'a> Walk<'a> {
    /// Lists everything below the root of `disk`.
    pub(super) fn list(disk: &'a Disk) -> Result<Listing, EngineError> {
        let started = disk.clock.now();
        let mut found = Found::default();
        let tracked = match disk.repository.as_ref().map(Repository::tracked) {
            None => Vec::new(),
            Some(Ok(tracked)) => tracked.files,
            Some(Err(error)) => {
                found.problem(".git", ProblemKind::Unreadable, error.to_string());
                Vec::new()
            }
        };
        let (ours, git) = rules_above(disk, &mut found);
        let walk = Self { disk, tracked, found: Mutex::new(found) };
        let root = Folder { path: String::new(), ours, git, only_tracked: false, depth: 0 };
        rayon::scope(|scope| walk.folder(root, scope));
        let found = walk.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if found.left_out.iter().any(|(reason, path)| *reason == LeftOut::Unreadable && path.is_empty()) {
            let said = found.problems.into_iter().find(|(path, _)| path.is_empty());
            let reason = said.map_or_else(String::new, |(_, problem)| problem.detail);
            return Err(EngineError::Root { path: disk.root.clone(), reason });
        }
        Ok(listing(found, started))
    }

    fn folder<'s>(&'s self, folder: Folder, scope: &Scope<'s>) {
        if work::is_stopped(&self.disk.stop) {
            return;
        }
        let mut found = Found::default();
        let inner = self.entries(&folder, &mut found);
        for inner in inner {
            scope.spawn(move |scope| self.folder(inner, scope));
        }
        self.found.lock().unwrap_or_else(PoisonError::into_inner).append(&mut found);
    }

    /// Looks at the entries of a folder; gives the folders among them that are to be walked.
    fn entries(&self, folder: &Folder, found: &mut Found) -> Vec<Folder> {
        let full = self.disk.root.join(&folder.path);
        // Before the names are read, so that what comes meanwhile shows in it; also of a folder that
        // cannot be read, so that it shows when it can.
        if let Ok(stamp) = stamp_of(&full) {
            found.folders.push((folder.path.clone(), stamp));
        }
        let entries = match fs::read_dir(&full) {
            Ok(entries) => entries,
            // It went while we looked.
            Err(error) if error.kind() == io::ErrorKind::NotFound && !folder.path.is_empty() => {
                return Vec::new();
            }
            Err(error) => {
                found.problem(&folder.path, ProblemKind::Unreadable, error.to_string());
                found.left_out.push((LeftOut::Unreadable, folder.path.clone()));
                return Vec::new();
            }
        };
        let mut named = Vec::new();
        let (mut gitignore, mut indexerignore, mut git) = (false, false, false);
        for entry in entries {
            let known = entry.and_then(|entry| Ok((entry.file_type()?, entry)));
            let (kind, entry) = match known {
                Ok(known) => known,
                Err(error) => {
                    found.problem(&folder.path, ProblemKind::Unreadable, error.to_string());
                    continue;
                }
            };
            let name = entry.file_name();
            git |= name == ".git";
            gitignore |= name == ".gitignore" && kind.is_file();
            indexerignore |= name == IGNORE_FILE && kind.is_file();
            named.push((kind, entry));
        }
        if git && !folder.path.is_empty() && indexer_git::is_repository(&full) {
            found.left_out.push((LeftOut::NestedRepository, folder.path.clone()));
            return Vec::new();
        }
        let base = join(self.prefix(), &folder.path);
        let mut stacks = (folder.ours.clone(), folder.git.clone());
        if indexerignore {
            stacks.0 = with_file(&stacks.0, full.join(IGNORE_FILE), &base, found);
        }
        if gitignore && self.disk.gitignore {
            stacks.1 = with_file(&stacks.1, full.join(".gitignore"), &base, found);
        }
        let here = Folder {
            path: folder.path.clone(),
            ours: stacks.0,
            git: stacks.1,
            only_tracked: folder.only_tracked,
            depth: folder.depth,
        };
        named.into_iter().filter_map(|(kind, entry)| self.entry(&here, kind, &entry, found)).collect()
    }

    /// Takes an entry or leaves it out; gives it back where it is a folder to be walked.
    fn entry(&self, folder: &Folder, kind: FileType, entry: &DirEntry, found: &mut Found) -> Option<Folder> {
        let name = entry.file_name();
        if name == ".git" {
            return None;
        }
        let Some(name) = name.to_str().filter(|name| RepoPath::new(name).is_some()) else {
            let path = join(&folder.path, &name.to_string_lossy());
            let detail =
                if name.to_str().is_none() { "the name is not UTF-8" } else { "the name holds a backslash" };
            found.problem(&path, ProblemKind::Name, detail);
            found.left_out.push((LeftOut::NotUtf8Name, path));
            return None;
        };
        let path = join(&folder.path, name);
        let depth = folder.depth + 1;
        if kind.is_dir() {
            return match self.decide_folder(folder, &path, name) {
                Ok(only_tracked) if self.disk.max_depth.is_none_or(|most| depth < most) => Some(Folder {
                    path,
                    ours: folder.ours.clone(),
                    git: folder.git.clone(),
                    only_tracked,
                    depth,
                }),
                Ok(_) => {
                    found.left_out.push((LeftOut::TooDeep, path));
                    None
                }
                Err(reason) => {
                    found.left_out.push((reason, path));
                    None
                }
            };
        }
        let reason = match self.decide_file(folder, &path) {
            Some(reason) => reason,
            None if kind.is_symlink() => LeftOut::Symlink,
            None if !kind.is_file() => LeftOut::Special,
            None => match (left_out_by_name(&path), entry.metadata()) {
                (Some(reason), _) => reason,
                (None, Ok(meta)) => {
                    found.files.push(Listed { path, stamp: Stamp::of(&meta), content: None });
                    return None;
                }
                // It went while we looked.
                (None, Err(_)) => return None,
            },
        };
        found.left_out.push((reason, path));
        None
    }

    /// Whether a folder is walked, and whether only tracked files in it count.
    fn decide_folder(&self, folder: &Folder, path: &str, name: &str) -> Result<bool, LeftOut> {
        let top = join(self.prefix(), path);
        if self.disk.excluded.matched(path, true).is_ignore() {
            return Err(LeftOut::ExcludedFolder);
        }
        let (reason, ours) = match folder.ours.decide(&top, true) {
            Some(true) => return Err(LeftOut::ExcludedFolder),
            ours if folder.only_tracked => (LeftOut::IgnoredFolder, ours),
            Some(false) => return Ok(false),
            None if self.disk.gitignore && folder.git.decide(&top, true) == Some(true) => {
                (LeftOut::IgnoredFolder, None)
            }
            None if is_skipped_folder(name) => (LeftOut::SkippedFolder, None),
            None => return Ok(false),
        };
        match ours == Some(false) || self.holds_tracked(path) {
            true => Ok(ours != Some(false)),
            false => Err(reason),
        }
    }

    fn decide_file(&self, folder: &Folder, path: &str) -> Option<LeftOut> {
        let top = join(self.prefix(), path);
        if self.disk.excluded.matched(path, false).is_ignore() {
            return Some(LeftOut::Excluded);
        }
        match folder.ours.decide(&top, false) {
            Some(true) => return Some(LeftOut::Excluded),
            Some(false) => return None,
            None => {}
        }
        let git = || self.disk.gitignore && folder.git.decide(&top, false) == Some(true);
        let ignored = (folder.only_tracked || git()) && !self.is_tracked(path);
        ignored.then_some(LeftOut::Ignored)
    }

    fn is_tracked(&self, path: &str) -> bool {
        self.tracked.binary_search_by(|tracked| tracked.as_str().cmp(path)).is_ok()
    }

    fn holds_tracked(&self, folder: &str) -> bool {
        let inside = format!("{folder}/");
        let at = self.tracked.partition_point(|tracked| *tracked < inside);
        self.tracked.get(at).is_some_and(|tracked| tracked.starts_with(&inside))
    }

    fn prefix(&self) -> &str {
        self.disk.repository.as_ref().map_or("", Repository::prefix)
    }
}

/// The rules that hold for the root itself: those of the user, of the repository and of the folders
/// above the root.
fn rules_above(disk: &Disk, found: &mut Found) -> (RuleStack, RuleStack) {
    let (mut ours, mut git) = (RuleStack::default(), RuleStack::default());
    let user = gitconfig_excludes_path().filter(|_| disk.gitignore);
    if let Some(path) = user {
        git = with_file(&git, path, "", found);
    }
    let Some(repository) = &disk.repository else { return (ours, git) };
    found.rules.extend(repository.rule_files());
    if disk.gitignore {
        git = with_file(&git, repository.exclude_file(), "", found);
    }
    let parts = repository.prefix().split('/').filter(|part| !part.is_empty());
    let mut base = String::new();
    for part in parts {
        let folder = repository.workdir().join(&base);
        ours = with_file(&ours, folder.join(IGNORE_FILE), &base, found);
        if disk.gitignore {
            git = with_file(&git, folder.join(".gitignore"), &base, found);
        }
        base = join(&base, part);
    }
    (ours, git)
}

/// `stack` and the rules of a file, which may not be there.
fn with_file(stack: &RuleStack, path: PathBuf, base: &str, found: &mut Found) -> RuleStack {
    let text = match fs::symlink_metadata(&path) {
        // Git follows no link here either; a pipe would never end.
        Ok(meta) if !meta.is_file() => None,
        Ok(meta) if meta.len() > LARGEST_RULES => {
            let detail = format!("{} bytes of rules; at most {LARGEST_RULES} are read", meta.len());
            found.problem(&join(base, &file_name(&path)), ProblemKind::TooLarge, detail);
            None
        }
        Ok(_) => fs::read(&path).ok(),
        Err(_) => None,
    };
    found.rules.push(path);
    text.map_or_else(|| stack.clone(), |text| stack.with(Rules::parse(&text, base)))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn listing(mut found: Found, started: i64) -> Listing {
    found.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found.folders.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    found.problems.sort_by(|a, b| a.0.cmp(&b.0));
    found.left_out.sort_unstable();
    found.rules.sort_unstable();
    found.rules.dedup();
    let text = |path: PathBuf| (path.to_string_lossy().into_owned(), stamp_of(&path).ok());
    let mut frame = Frame {
        rules: found.rules.into_iter().map(text).collect(),
        problems: found.problems,
        folders: found.folders,
        ..Frame::default()
    };
    for (reason, path) in found.left_out {
        frame.leave_out(reason, &path);
    }
    let rules_settled = frame.rules.iter().all(|(_, s)| s.is_none_or(|s| s.settled(started)));
    frame.settled = rules_settled && frame.folders.iter().all(|(_, s)| s.settled(started));
    Listing { files: found.files, frame }
}

//! The walk: every entry below the root is taken, left out and counted, or a folder that is walked.

use super::folder::{self, EntryKind, FolderEntry, OpenRoot};
use crate::source::above::manifests_above;
use crate::source::disk::root::Disk;
use crate::source::disk::stamp::stamp_of;
use crate::source::names::{IGNORE_FILE, is_skipped_folder, is_skipped_in_package, left_out_by_name};
use crate::types::error::EngineError;
use crate::types::exclusion::LeftOut;
use crate::types::limits::LARGEST_RULES;
use crate::types::links::MOST_LINKS;
use crate::types::listing::{DirEntry, DirState, Listing};
use crate::types::stamp::Stamp;
use ignore::gitignore::gitconfig_excludes_path;
use indexer_core::path::{is_under, join};
use indexer_core::{Problem, ProblemKind, RepoPath, work};
use indexer_git::{Repository, RuleStack, Rules, Tracked};
use rayon::Scope;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Where builds write what compilers are told.
const COMMANDS: &str = "compile_commands.json";

/// One walk.
pub(super) struct Walk<'a> {
    disk: &'a Disk,
    /// The root, open: whatever is exchanged during the walk, it goes on below this folder.
    top: OpenRoot,
    /// Tracked files relative to the root, sorted.
    tracked: Vec<String>,
    found: Mutex<FoundFiles>,
}

/// A folder to walk.
struct FolderRules {
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
struct FoundFiles {
    files: Vec<DirEntry>,
    folders: Vec<(String, Stamp)>,
    rules: Vec<PathBuf>,
    links: Vec<(String, String)>,
    left_out: Vec<(LeftOut, String)>,
    problems: Vec<(String, Problem)>,
}

impl FoundFiles {
    fn problem(&mut self, path: &str, kind: ProblemKind, detail: impl Into<String>) {
        self.problems.push((path.to_owned(), Problem::whole(kind, detail.into())));
    }

    fn append(&mut self, other: &mut Self) {
        self.files.append(&mut other.files);
        self.folders.append(&mut other.folders);
        self.rules.append(&mut other.rules);
        self.links.append(&mut other.links);
        self.left_out.append(&mut other.left_out);
        self.problems.append(&mut other.problems);
    }
}

impl<'a> Walk<'a> {
    /// Lists everything below the root of `disk`.
    pub(super) fn list(disk: &'a Disk) -> Result<Listing, EngineError> {
        let started = disk.clock.now();
        let mut found = FoundFiles::default();
        let tracked = match disk.repository.as_ref().map(Repository::tracked) {
            None => Tracked::default(),
            Some(Ok(tracked)) => tracked,
            Some(Err(error)) => {
                found.problem(".git", ProblemKind::Unreadable, error.to_string());
                Tracked::default()
            }
        };
        if let Some(error) = disk.refused() {
            found.problem(".git", ProblemKind::Unreadable, error.to_string());
        }
        let (ours, git) = rules_above(disk, &mut found);
        let refuse =
            |error: io::Error| EngineError::Root { path: disk.root.clone(), reason: error.to_string() };
        let top = OpenRoot::open(&disk.root).map_err(refuse)?;
        let walk = Self { disk, top, tracked: tracked.files, found: Mutex::new(found) };
        walk.manifests_above(&ours, &git, &tracked.above);
        let root = FolderRules { path: String::new(), ours, git, only_tracked: false, depth: 0 };
        walk.named_build_folders(&root);
        rayon::scope(|scope| walk.folder(root, scope));
        let found = walk.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if found.left_out.iter().any(|(reason, path)| *reason == LeftOut::Unreadable && path.is_empty()) {
            let said = found.problems.into_iter().find(|(path, _)| path.is_empty());
            let reason = said.map_or_else(String::new, |(_, problem)| problem.detail);
            return Err(EngineError::Root { path: disk.root.clone(), reason });
        }
        Ok(listing(found, started))
    }

    /// Why a listing of `disk` does not have the file or folder at `path`; `None` where it has it, and where nothing is there.
    /// Only the folders on the way to it are looked at.
    pub(super) fn left_out_at(disk: &'a Disk, path: &str) -> Option<LeftOut> {
        let tracked = disk.repository.as_ref().and_then(|repository| repository.tracked().ok());
        let (ours, git) = rules_above(disk, &mut FoundFiles::default());
        let top = OpenRoot::open(&disk.root).ok()?;
        let tracked = tracked.unwrap_or_default().files;
        let walk = Self { disk, top, tracked, found: Mutex::default() };
        let mut folder = FolderRules { path: String::new(), ours, git, only_tracked: false, depth: 0 };
        loop {
            let mut found = FoundFiles::default();
            let inner = walk.entries(&folder, &mut found);
            if let Some((reason, _)) = found.left_out.iter().find(|(_, known)| is_under(path, known)) {
                return Some(*reason);
            }
            folder = inner.into_iter().find(|folder| is_under(path, &folder.path))?;
        }
    }

    /// Takes the manifests in the folders above the root that rules leave in, as the same rules do where the repository
    /// itself is the root. Where one is not there, or is a link, it may be there later.
    fn manifests_above(&self, ours: &RuleStack, git: &RuleStack, tracked: &[String]) {
        let Some(repository) = &self.disk.repository else { return };
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        for (path, place) in manifests_above(repository.prefix()) {
            let full = repository.workdir().join(&place);
            let is_left_out = ours.decide(&place, false).unwrap_or_else(|| {
                git.decide(&place, false) == Some(true) && tracked.binary_search(&place).is_err()
            });
            if !is_left_out
                && let Ok(meta) = full.symlink_metadata()
                && meta.is_file()
            {
                found.files.push(DirEntry { path, stamp: Stamp::of(&meta), content: None });
            }
            found.rules.push(full);
        }
    }

    /// Takes compilers' commands out of the folders that the user names.
    fn named_build_folders(&self, root: &FolderRules) {
        if self.disk.build_folders.is_empty() {
            return;
        }
        let mut found = FoundFiles::default();
        let mut ours = root.ours.clone();
        if let Ok(top) = self.top.folder("")
            && top
                .entries()
                .into_iter()
                .flatten()
                .any(|entry| entry.name == IGNORE_FILE && entry.kind == EntryKind::File)
        {
            let read = |most| top.read(IGNORE_FILE, most);
            ours = with_rules(&ours, self.disk.root.join(IGNORE_FILE), self.prefix(), read, &mut found);
        }
        let rules =
            FolderRules { path: String::new(), ours, git: root.git.clone(), only_tracked: false, depth: 0 };
        for folder in &self.disk.build_folders {
            self.take_commands(&rules, folder, &mut found);
        }
        self.found.lock().unwrap_or_else(PoisonError::into_inner).append(&mut found);
    }

    /// Takes compilers' commands out of an ignored folder, unless rules of ours leave them out. Where there are none, there
    /// may be some later.
    fn take_commands(&self, rules: &FolderRules, folder: &str, found: &mut FoundFiles) {
        let path = join(folder, COMMANDS);
        let top = join(self.prefix(), &path);
        let is_left_out = self.disk.excluded.matched(&path, false).is_ignore()
            || rules.ours.decide(&top, false) == Some(true)
            || rules.ours.decide(&join(self.prefix(), folder), true) == Some(true);
        if is_left_out {
            return;
        }
        found.rules.push(self.disk.root.join(&path));
        let Ok(opened) = self.top.folder(folder) else { return };
        let is_commands = |entry: &FolderEntry| entry.name == COMMANDS && entry.kind == EntryKind::File;
        let commands = opened.entries().into_iter().filter_map(Result::ok).find(is_commands);
        if let Some(stamp) = commands.and_then(|entry| opened.stamp_of(&entry).ok()) {
            found.files.push(DirEntry { path, stamp, content: None });
        }
    }

    fn folder<'s>(&'s self, folder: FolderRules, scope: &Scope<'s>) {
        if work::is_stopped(&self.disk.stop) {
            return;
        }
        let mut found = FoundFiles::default();
        let inner = self.entries(&folder, &mut found);
        for inner in inner {
            scope.spawn(move |scope| self.folder(inner, scope));
        }
        self.found.lock().unwrap_or_else(PoisonError::into_inner).append(&mut found);
    }

    /// Looks at the entries of a folder; gives the folders among them that are to be walked.
    fn entries(&self, folder: &FolderRules, found: &mut FoundFiles) -> Vec<FolderRules> {
        let opened = match self.top.folder(&folder.path) {
            Ok(opened) => opened,
            // It went while we looked, and what stands there now is none.
            Err(error) if !folder.path.is_empty() && is_gone(&error) => return Vec::new(),
            Err(error) => {
                // So that it shows when it can be read.
                if let Ok(stamp) = stamp_of(&self.disk.root.join(&folder.path)) {
                    found.folders.push((folder.path.clone(), stamp));
                }
                found.problem(&folder.path, ProblemKind::Unreadable, error.to_string());
                found.left_out.push((LeftOut::Unreadable, folder.path.clone()));
                return Vec::new();
            }
        };
        // Before the names are read, so that what comes meanwhile shows in it.
        if let Ok(stamp) = opened.stamp() {
            found.folders.push((folder.path.clone(), stamp));
        }
        let mut named = Vec::new();
        let (mut gitignore, mut indexerignore, mut git) = (false, false, false);
        for entry in opened.entries() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    found.problem(&folder.path, ProblemKind::Unreadable, error.to_string());
                    continue;
                }
            };
            let is_file = entry.kind == EntryKind::File;
            git |= entry.name == ".git";
            gitignore |= entry.name == ".gitignore" && is_file;
            indexerignore |= entry.name == IGNORE_FILE && is_file;
            named.push(entry);
        }
        let full = self.disk.root.join(&folder.path);
        if git && !folder.path.is_empty() && indexer_git::is_repository(&full) {
            found.left_out.push((LeftOut::NestedRepository, folder.path.clone()));
            return Vec::new();
        }
        let base = join(self.prefix(), &folder.path);
        let mut stacks = (folder.ours.clone(), folder.git.clone());
        if indexerignore {
            let read = |most| opened.read(IGNORE_FILE, most);
            stacks.0 = with_rules(&stacks.0, full.join(IGNORE_FILE), &base, read, found);
        }
        if gitignore && self.disk.gitignore {
            let read = |most| opened.read(".gitignore", most);
            stacks.1 = with_rules(&stacks.1, full.join(".gitignore"), &base, read, found);
        }
        let here = FolderRules {
            path: folder.path.clone(),
            ours: stacks.0,
            git: stacks.1,
            only_tracked: folder.only_tracked,
            depth: folder.depth,
        };
        named.iter().filter_map(|entry| self.entry(&here, &opened, entry, found)).collect()
    }

    /// Takes an entry or leaves it out; gives it back where it is a folder to be walked.
    fn entry(
        &self,
        folder: &FolderRules,
        opened: &folder::OpenFolder,
        entry: &FolderEntry,
        found: &mut FoundFiles,
    ) -> Option<FolderRules> {
        let (name, kind) = (&entry.name, entry.kind);
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
        if !self.is_of_package(&path, kind) {
            return None;
        }
        if kind == EntryKind::Folder {
            return match self.decide_folder(folder, &path, name) {
                Ok(only_tracked) if self.disk.max_depth.is_none_or(|most| depth < most) => {
                    Some(FolderRules {
                        path,
                        ours: folder.ours.clone(),
                        git: folder.git.clone(),
                        only_tracked,
                        depth,
                    })
                }
                Ok(_) => {
                    found.left_out.push((LeftOut::TooDeep, path));
                    None
                }
                Err(reason) => {
                    let is_ignored = matches!(reason, LeftOut::IgnoredFolder | LeftOut::SkippedFolder);
                    if is_ignored && is_build_folder(name) {
                        self.take_commands(folder, &path, found);
                    }
                    found.left_out.push((reason, path));
                    None
                }
            };
        }
        let reason = match self.decide_file(folder, &path) {
            Some(reason) => reason,
            None if kind == EntryKind::Link => {
                found.links.extend(opened.link(name).map(|text| (path.clone(), text)));
                LeftOut::Symlink
            }
            None if kind == EntryKind::Special => LeftOut::Special,
            None => match (left_out_by_name(&path), opened.stamp_of(entry)) {
                (Some(reason), _) => reason,
                (None, Ok(stamp)) => {
                    found.files.push(DirEntry { path, stamp, content: None });
                    return None;
                }
                // It went while we looked.
                (None, Err(_)) => return None,
            },
        };
        found.left_out.push((reason, path));
        None
    }

    /// False for what belongs to another package than the one that is asked about.
    fn is_of_package(&self, path: &str, kind: EntryKind) -> bool {
        self.disk.package.as_ref().is_none_or(|package| match kind {
            EntryKind::Folder => package.has_folder(path),
            _ => package.has_file(path),
        })
    }

    /// True for a folder that is left out by its name: what is built is what a package is.
    fn is_skipped(&self, path: &str, name: &str) -> bool {
        match &self.disk.package {
            None => is_skipped_folder(name),
            Some(package) => is_skipped_in_package(name) && !package.names(path),
        }
    }

    /// Whether a folder is walked, and whether only tracked files in it count.
    fn decide_folder(&self, folder: &FolderRules, path: &str, name: &str) -> Result<bool, LeftOut> {
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
            None if self.is_skipped(path, name) => (LeftOut::SkippedFolder, None),
            None => return Ok(false),
        };
        match ours == Some(false) || self.holds_tracked(path) {
            true => Ok(ours != Some(false)),
            false => Err(reason),
        }
    }

    fn decide_file(&self, folder: &FolderRules, path: &str) -> Option<LeftOut> {
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

/// True for a name that folders of builds have.
fn is_build_folder(name: &str) -> bool {
    matches!(name, "build" | "_build" | "builddir" | "out")
        || name.starts_with("build-")
        || name.starts_with("cmake-build-")
}

/// The rules that hold for the root itself: those of the user, of the repository and of the folders
/// above the root.
fn rules_above(disk: &Disk, found: &mut FoundFiles) -> (RuleStack, RuleStack) {
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

/// `stack` and the rules of a file above the root or of the user, which may not be there.
fn with_file(stack: &RuleStack, path: PathBuf, base: &str, found: &mut FoundFiles) -> RuleStack {
    // Git follows no link here either.
    let is_link = path.symlink_metadata().is_ok_and(|meta| meta.is_symlink());
    let read = |most| match is_link {
        true => Err(io::ErrorKind::InvalidInput.into()),
        false => indexer_git::regular::read(&path, most),
    };
    with_rules(stack, path.clone(), base, read, found)
}

/// `stack` and the rules that `read` gives of the file at `path`.
fn with_rules(
    stack: &RuleStack,
    path: PathBuf,
    base: &str,
    read: impl FnOnce(u64) -> io::Result<Vec<u8>>,
    found: &mut FoundFiles,
) -> RuleStack {
    let text = match read(LARGEST_RULES) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            let detail = format!("more than {LARGEST_RULES} bytes of rules; it is not read");
            found.problem(&join(base, &file_name(&path)), ProblemKind::TooLarge, detail);
            None
        }
        Err(_) => None,
    };
    found.rules.push(path);
    text.map_or_else(|| stack.clone(), |text| stack.with(Rules::parse(&text, base)))
}

/// True where a folder that was listed is none any more: it is not there, or something else is.
fn is_gone(error: &io::Error) -> bool {
    #[cfg(unix)]
    let link = error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error());
    #[cfg(not(unix))]
    let link = error.kind() == io::ErrorKind::InvalidInput;
    link || matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn listing(mut found: FoundFiles, started: i64) -> Listing {
    found.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    // A folder of builds that the user names may be listed as well.
    found.files.dedup_by(|later, first| later.path == first.path);
    found.folders.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    found.problems.sort_by(|a, b| a.0.cmp(&b.0));
    found.left_out.sort_unstable();
    found.links.sort_unstable();
    found.links.truncate(MOST_LINKS);
    found.rules.sort_unstable();
    found.rules.dedup();
    let text = |path: PathBuf| (path.to_string_lossy().into_owned(), stamp_of(&path).ok());
    let mut dirs = DirState {
        rules: found.rules.into_iter().map(text).collect(),
        problems: found.problems,
        folders: found.folders,
        links: found.links,
        ..DirState::default()
    };
    for (reason, path) in found.left_out {
        dirs.leave_out(reason, &path);
    }
    let rules_settled = dirs.rules.iter().all(|(_, s)| s.is_none_or(|s| s.settled(started)));
    dirs.settled = rules_settled && dirs.folders.iter().all(|(_, s)| s.settled(started));
    Listing { files: found.files, dirs }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::types::options::Options;
    use crate::types::source::Source;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// A folder that was listed is exchanged for a link before it is opened, as is one above it.
    #[test]
    fn a_folder_that_becomes_a_link_leads_nowhere() {
        let outside = tempfile::tempdir().unwrap();
        fs::create_dir(outside.path().join("in")).unwrap();
        for path in ["b.py", "in/b.py", ".gitignore", "in/.gitignore"] {
            fs::write(outside.path().join(path), "outside = 1\n").unwrap();
        }
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("a/in")).unwrap();
        fs::write(root.path().join("a/in/b.py"), "inside = 1\n").unwrap();
        let disk = Disk::new(&Options::new(root.path())).unwrap();
        let walk = Walk {
            disk: &disk,
            top: OpenRoot::open(&disk.root).unwrap(),
            tracked: Vec::new(),
            found: Mutex::default(),
        };
        let folder = |path: &str| FolderRules {
            path: path.to_owned(),
            ours: RuleStack::default(),
            git: RuleStack::default(),
            only_tracked: false,
            depth: 0,
        };
        let look = |path: &str| {
            let mut found = FoundFiles::default();
            let inner = walk.entries(&folder(path), &mut found);
            let paths = |files: Vec<DirEntry>| files.into_iter().map(|file| file.path).collect::<Vec<_>>();
            (inner.into_iter().map(|inner| inner.path).collect::<Vec<_>>(), paths(found.files), found.rules)
        };
        assert_eq!(look("").0, ["a"]);
        assert_eq!(look("a").0, ["a/in"]);
        assert_eq!(look("a/in").1, ["a/in/b.py"]);
        assert_eq!(disk.read("a/in/b.py", None).unwrap(), b"inside = 1\n");
        let nothing = (Vec::new(), Vec::new(), Vec::new());
        let exchange = |path: &str, to: &Path| {
            fs::rename(root.path().join(path), root.path().join("was")).unwrap();
            symlink(to, root.path().join(path)).unwrap();
        };
        let back = |path: &str| {
            fs::remove_file(root.path().join(path)).unwrap();
            fs::rename(root.path().join("was"), root.path().join(path)).unwrap();
        };
        exchange("a/in", outside.path());
        assert_eq!(look("a/in"), nothing);
        assert!(disk.read("a/in/b.py", None).is_err());
        back("a/in");
        exchange("a", outside.path());
        assert_eq!((look("a"), look("a/in")), (nothing.clone(), nothing));
        assert!(disk.read("a/in/b.py", None).is_err());
        back("a");
        // The root itself is what it was when the walk began.
        fs::create_dir(root.path().join("a/new")).unwrap();
        assert_eq!(look("a").0.len(), 2);
    }
}

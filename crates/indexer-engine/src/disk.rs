//! Files on disk: the walk with its ignore rules, and the sweep that tells cheaply that nothing
//! has changed.

use crate::error::EngineError;
use crate::names::{is_skipped_folder, left_out_by_name};
use crate::options::Options;
use crate::snapshot::LeftOut;
use crate::source::{Clock, Frame, Listed, Listing, Source, Stamp};
use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder, WalkState};
use indexer_core::{ContentId, Problem, ProblemKind, RepoPath};
use indexer_git::Repository;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, io, thread};

/// Rules of our own: `.gitignore` syntax, and unlike those of git they hold for tracked files too.
pub const IGNORE_FILE: &str = ".indexerignore";

/// Fewest files for which a thread of its own pays in a sweep.
const PER_THREAD: usize = 400;

/// The files below a root on disk.
#[derive(Debug)]
pub struct Disk {
    root: PathBuf,
    repository: Option<Repository>,
    excluded: Override,
    gitignore: bool,
    max_depth: Option<usize>,
    clock: Clock,
}

impl Disk {
    /// The files below `options.root`.
    pub fn new(options: &Options) -> Result<Self, EngineError> {
        let refuse = |reason: String| EngineError::Root { path: options.root.clone(), reason };
        let root = options.root.canonicalize().map_err(|e| refuse(e.to_string()))?;
        if !root.is_dir() {
            return Err(refuse("not a folder".into()));
        }
        let bad_glob = |e: ignore::Error| EngineError::Option { option: "exclude", reason: e.to_string() };
        let mut excluded = OverrideBuilder::new(&root);
        for glob in &options.exclude {
            excluded.add(&format!("!{glob}")).map_err(bad_glob)?;
        }
        let excluded = excluded.build().map_err(bad_glob)?;
        Ok(Self {
            repository: indexer_git::open(&root),
            root,
            excluded,
            gitignore: !options.no_gitignore,
            max_depth: options.max_depth,
            clock: options.clock.clone(),
        })
    }

    /// The root, canonical.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The repository around the root.
    pub fn repository(&self) -> Option<&Repository> {
        self.repository.as_ref()
    }

    /// Files deeper below the root than this are left out.
    pub(crate) fn max_depth(&self) -> Option<usize> {
        self.max_depth
    }

    /// What the options leave out, for files of the root wherever they are listed.
    pub(crate) fn excluded(&self) -> &Override {
        &self.excluded
    }

    /// True when no folder and no file of rules has changed since `frame` was made.
    fn holds(&self, frame: &Frame) -> bool {
        // Stamps that were old at the walk are young again where the clock went back.
        let now = self.now();
        let same = |path: &Path, stamp: Option<Stamp>| {
            stamp_of(path).ok() == stamp && stamp.is_none_or(|stamp| stamp.settled(now))
        };
        frame.settled
            && frame.rules.iter().all(|(path, stamp)| same(Path::new(path), *stamp))
            && in_chunks(&frame.folders, |chunk| {
                chunk.iter().all(|(path, stamp)| same(&self.root.join(path), Some(*stamp)))
            })
            .into_iter()
            .all(|held| held)
    }

    fn sweep(&self, paths: &[&str]) -> Vec<Listed> {
        let chunks = in_chunks(paths, |chunk| {
            let listed = chunk.iter().filter_map(|path| {
                let stamp = stamp_of(&self.root.join(path)).ok()?;
                Some(Listed { path: (*path).to_owned(), stamp, content: None })
            });
            listed.collect::<Vec<_>>()
        });
        chunks.concat()
    }

    fn walk(&self) -> Result<Listing, EngineError> {
        let started = self.now();
        let found = Mutex::new(Found::default());
        let mut walk = WalkBuilder::new(&self.root);
        walk.hidden(false)
            .ignore(false)
            .git_ignore(self.gitignore)
            .git_exclude(self.gitignore)
            .git_global(self.gitignore)
            .require_git(self.repository.is_some())
            // Without a repository nobody says where the rules above the root would end.
            .parents(self.repository.is_some())
            .follow_links(false)
            .max_depth(self.max_depth)
            .overrides(self.excluded.clone())
            .threads(thread::available_parallelism().map_or(1, |n| n.get().min(8)))
            .filter_entry(enters);
        walk.add_custom_ignore_filename(IGNORE_FILE);
        walk.build_parallel().run(|| {
            Box::new(|entry| {
                found.lock().unwrap_or_else(PoisonError::into_inner).take(&self.root, entry);
                WalkState::Continue
            })
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if found.folders.is_empty() {
            let reason = found.problems.pop().map_or_else(String::new, |(_, p)| p.detail);
            return Err(EngineError::Root { path: self.root.clone(), reason });
        }
        self.add_tracked(&mut found);
        found.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        found.files.dedup_by(|a, b| a.path == b.path);
        found.folders.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        found.folders.dedup_by(|a, b| a.0 == b.0);
        found.problems.sort_by(|a, b| a.0.cmp(&b.0));
        let mut frame = Frame { rules: self.rules(&found), problems: found.problems, ..Frame::default() };
        found.files.retain(|file| match left_out_by_name(&file.path) {
            Some(reason) => {
                found.left_out.push(reason);
                false
            }
            None => true,
        });
        for reason in found.left_out {
            *frame.left_out.entry(reason).or_default() += 1;
        }
        let rules_settled = frame.rules.iter().all(|(_, s)| s.is_none_or(|s| s.settled(started)));
        frame.settled = rules_settled && found.folders.iter().all(|(_, s)| s.settled(started));
        frame.folders = found.folders;
        Ok(Listing { files: found.files, frame })
    }

    /// Adds tracked files that a rule of git, or our list of skipped folders, kept out.
    fn add_tracked(&self, found: &mut Found) {
        let Some(repository) = &self.repository else { return };
        let tracked = match repository.tracked() {
            Ok(tracked) => tracked,
            Err(error) => {
                let problem = Problem::whole(ProblemKind::Unreadable, error.to_string());
                found.problems.push((".git".into(), problem));
                return;
            }
        };
        let mut seen: Vec<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        seen.sort_unstable();
        let missed = tracked.files.iter().filter(|path| seen.binary_search(&path.as_str()).is_err());
        let missed: Vec<&String> = missed.collect();
        if missed.is_empty() {
            return;
        }
        let mut ours = BTreeMap::new();
        for path in missed {
            let out = self.max_depth.is_some_and(|depth| path.split('/').count() > depth)
                || is_excluded(&self.excluded, path)
                || self.is_ignored_by_us(path, &mut ours);
            let meta = fs::symlink_metadata(self.root.join(path));
            if let (false, Ok(meta)) = (out, meta)
                && meta.is_file()
            {
                found.files.push(Listed { path: path.clone(), stamp: Stamp::of(&meta), content: None });
                self.watch_folders_of(path, found);
            }
        }
        let files = ours.into_values().flatten().map(|rules: Gitignore| rules.path().join(IGNORE_FILE));
        found.rules.extend(files);
    }

    fn watch_folders_of(&self, path: &str, found: &mut Found) {
        let mut folder = indexer_core::path::parent(path);
        while !folder.is_empty() && !found.folders.iter().any(|(known, _)| known == folder) {
            if let Ok(stamp) = stamp_of(&self.root.join(folder)) {
                found.folders.push((folder.to_owned(), stamp));
            }
            folder = indexer_core::path::parent(folder);
        }
    }

    /// True when an ignore file of ours above `path` names it; `known` are those read so far.
    fn is_ignored_by_us(&self, path: &str, known: &mut BTreeMap<PathBuf, Option<Gitignore>>) -> bool {
        let full = self.root.join(path);
        let top = self.repository.as_ref().map_or(self.root.as_path(), Repository::workdir);
        let above = full.ancestors().skip(1).take_while(|folder| folder.starts_with(top));
        // The nearest file that says something decides.
        for folder in above {
            let rules = known.entry(folder.to_owned()).or_insert_with(|| {
                let file = folder.join(IGNORE_FILE);
                let mut rules = GitignoreBuilder::new(folder);
                // A rule that cannot be read is a problem of that rule; the others hold.
                file.is_file().then(|| rules.add(file));
                rules.build().ok().filter(|rules| !rules.is_empty())
            });
            match rules.as_ref().map(|rules| rules.matched_path_or_any_parents(&full, false)) {
                Some(found) if !found.is_none() => return found.is_ignore(),
                _ => {}
            }
        }
        false
    }

    /// Every file whose change may change the listing.
    fn rules(&self, found: &Found) -> Vec<(String, Option<Stamp>)> {
        let mut paths = found.rules.clone();
        if let Some(repository) = &self.repository {
            paths.extend(repository.rule_files());
            let above = self.root.ancestors().skip(1);
            for folder in above.take_while(|folder| folder.starts_with(repository.workdir())) {
                paths.extend([folder.join(".gitignore"), folder.join(IGNORE_FILE)]);
            }
            paths.extend(gitconfig_excludes_path());
        }
        paths.sort_unstable();
        paths.dedup();
        let text = |path: PathBuf| (path.to_string_lossy().into_owned(), stamp_of(&path).ok());
        paths.into_iter().map(text).collect()
    }
}

impl Source for Disk {
    fn list(&self, previous: Option<(&[&str], &Frame)>) -> Result<Listing, EngineError> {
        match previous {
            Some((paths, frame)) if self.holds(frame) => {
                Ok(Listing { files: self.sweep(paths), frame: frame.clone() })
            }
            _ => self.walk(),
        }
    }

    fn read(&self, path: &str, _: Option<ContentId>) -> io::Result<Vec<u8>> {
        let clean = RepoPath::new(path).ok_or(io::ErrorKind::InvalidInput)?;
        let full = self.root.join(clean.as_str());
        // Neither a link that leads elsewhere (a folder above it may have become one since the
        // walk) nor a pipe that never ends.
        if !fs::symlink_metadata(&full)?.is_file() || !full.canonicalize()?.starts_with(&self.root) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        fs::read(full)
    }

    fn head_commit(&self) -> Option<String> {
        self.repository.as_ref().and_then(Repository::head_commit)
    }

    fn now(&self) -> i64 {
        self.clock.now()
    }

    fn root(&self) -> PathBuf {
        self.root.clone()
    }
}

/// What one walk found.
#[derive(Default)]
struct Found {
    files: Vec<Listed>,
    folders: Vec<(String, Stamp)>,
    rules: Vec<PathBuf>,
    left_out: Vec<LeftOut>,
    problems: Vec<(String, Problem)>,
}

impl Found {
    fn take(&mut self, root: &Path, entry: Result<DirEntry, ignore::Error>) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let problem = Problem::whole(ProblemKind::Unreadable, error.to_string());
                return self.problems.push((String::new(), problem));
            }
        };
        let relative = entry.path().strip_prefix(root).unwrap_or(entry.path());
        let Some(path) = relative.to_str().map(|p| p.replace(std::path::MAIN_SEPARATOR, "/")) else {
            let shown = relative.to_string_lossy().into_owned();
            self.problems.push((shown, Problem::whole(ProblemKind::Name, "the name is not UTF-8")));
            return self.left_out.push(LeftOut::NotUtf8Name);
        };
        if RepoPath::new(&path).is_none() {
            self.problems.push((path, Problem::whole(ProblemKind::Name, "the name holds a backslash")));
            return self.left_out.push(LeftOut::NotUtf8Name);
        }
        let kind = entry.file_type();
        let stamp = || entry.metadata().map(|meta| Stamp::of(&meta));
        match kind {
            Some(kind) if kind.is_dir() => {
                if let Ok(stamp) = stamp() {
                    self.folders.push((path, stamp));
                }
                // Not as entries of the walk: a file of rules may name itself.
                let rules = [".gitignore", IGNORE_FILE].map(|name| entry.path().join(name));
                self.rules.extend(rules.into_iter().filter(|file| file.exists()));
            }
            Some(kind) if kind.is_symlink() => self.left_out.push(LeftOut::Symlink),
            Some(kind) if kind.is_file() => match stamp() {
                Ok(stamp) => self.files.push(Listed { path, stamp, content: None }),
                Err(_) => self.left_out.push(LeftOut::Unreadable),
            },
            _ => self.left_out.push(LeftOut::Special),
        }
    }
}

/// True for what the walk looks at: not folders of packages and output, not other repositories.
fn enters(entry: &DirEntry) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    if !entry.file_type().is_some_and(|kind| kind.is_dir()) {
        return entry.file_name() != ".git";
    }
    let skipped = entry.file_name().to_str().is_some_and(is_skipped_folder);
    !skipped && fs::symlink_metadata(entry.path().join(".git")).is_err()
}

/// True where the options leave out `path` or a folder above it.
pub(crate) fn is_excluded(excluded: &Override, path: &str) -> bool {
    if excluded.matched(path, false).is_ignore() {
        return true;
    }
    let mut folder = indexer_core::path::parent(path);
    while !folder.is_empty() {
        if excluded.matched(folder, true).is_ignore() {
            return true;
        }
        folder = indexer_core::path::parent(folder);
    }
    false
}

/// Runs `work` over parts of `items`, on several threads where there are many.
fn in_chunks<T: Sync, R: Send>(items: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, |n| n.get().min(8));
    let size = items.len().div_ceil(threads).max(PER_THREAD);
    let (first, rest) = items.split_at(items.len().min(size));
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = rest.chunks(size).map(|chunk| scope.spawn(move || work(chunk))).collect();
        let mut results = vec![work(first)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

/// The stamp of the file or folder at `path` itself (a link is not followed).
pub fn stamp_of(path: &Path) -> io::Result<Stamp> {
    fs::symlink_metadata(path).map(|meta| Stamp::of(&meta))
}

impl Stamp {
    /// What the metadata says.
    #[cfg(unix)]
    pub fn of(meta: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let join = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
        Self {
            size: meta.size(),
            mtime: join(meta.mtime(), meta.mtime_nsec()),
            ctime: join(meta.ctime(), meta.ctime_nsec()),
            inode: meta.ino(),
        }
    }

    /// What the metadata says.
    #[cfg(not(unix))]
    pub fn of(meta: &fs::Metadata) -> Self {
        use crate::source::nanoseconds;
        let mtime = meta.modified().map_or(0, nanoseconds);
        let ctime = meta.created().map_or(0, nanoseconds);
        Self { size: meta.len(), mtime, ctime, inode: 0 }
    }
}

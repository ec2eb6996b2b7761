//! Watches the folders of one root.

use crate::source::disk::stamp::stamp_of;
#[cfg(target_os = "linux")]
use crate::source::watch::queue::{InotifyQueue, wait};
use crate::source::watch::touched::{EventKind, QueuedEvents, WatchedChanges};
use crate::types::freshness::Watching;
use crate::types::listing::{DirEntry, DirState};
use crate::types::stamp::Stamp;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A sweep comes after this long even where the watcher saw nothing.
const SWEEP_AFTER: Duration = Duration::from_secs(60);

/// Where nothing can be watched, sweeps that wait for a change are this far apart, or this many
/// times what one costs.
const SWEEPS_APART: Duration = Duration::from_secs(1);

const SWEEP_SHARE: u32 = 20;

/// Watches the folders of a root, once it is told to.
#[derive(Debug)]
pub(crate) struct Watcher {
    root: PathBuf,
    inner: Mutex<WatchState>,
}

#[derive(Debug, Default)]
struct WatchState {
    watching: Watching,
    #[cfg(target_os = "linux")]
    queue: Option<InotifyQueue>,
    seen: QueuedEvents,
    /// True when every change since the last sweep began is in the queue or in `seen`.
    trusted: bool,
    swept: Option<Instant>,
    /// How long the last sweep took.
    cost: Duration,
    /// Files with rules that are looked at with each question.
    rules: Vec<(PathBuf, Option<Stamp>)>,
}

impl Watcher {
    pub(crate) fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), inner: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, WatchState> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to watch; what is seen counts from the next sweep but one.
    pub(crate) fn start(&self) {
        let mut inner = self.lock();
        if inner.watching != Watching::Off {
            return;
        }
        #[cfg(target_os = "linux")]
        match InotifyQueue::open(&self.root) {
            Ok(queue) => (inner.queue, inner.watching) = (Some(queue), Watching::On),
            Err(reason) => inner.watching = Watching::Unavailable(reason),
        }
        #[cfg(not(target_os = "linux"))]
        {
            inner.watching = Watching::Unavailable("this system is swept instead".into());
        }
    }

    pub(crate) fn watching(&self) -> Watching {
        self.lock().watching.clone()
    }

    /// What is known is no longer what the last sweep found: the next refresh sweeps.
    pub(crate) fn distrust(&self) {
        self.lock().trusted = false;
    }

    /// Called before a sweep: it will see all that happened so far.
    pub(crate) fn begin_sweep(&self) {
        let inner = &mut *self.lock();
        inner.trusted = false;
        #[cfg(target_os = "linux")]
        if let Some(queue) = &mut inner.queue {
            queue.look(&mut inner.seen);
        }
        inner.seen = QueuedEvents::default();
        inner.swept = Some(Instant::now());
    }

    /// Called after the sweep with what it found.
    pub(crate) fn end_sweep(&self, dirs: &DirState) {
        let inner = &mut *self.lock();
        inner.cost = inner.swept.map_or(Duration::ZERO, |swept| swept.elapsed());
        #[cfg(target_os = "linux")]
        if let Some(queue) = &mut inner.queue {
            let folders = dirs.folders.iter().map(|(path, _)| path.as_str());
            let rules = dirs.rules.iter().map(|(path, _)| path.as_str());
            match queue.follow(folders, rules) {
                Ok(all) => {
                    let stamp = |path: PathBuf| (stamp_of(&path).ok(), path);
                    let rules = queue.unwatched_rules().into_iter().map(stamp);
                    inner.rules = rules.map(|(stamp, path)| (path, stamp)).collect();
                    let listed = |path: &Path| {
                        let text = path.to_str();
                        dirs.rules.iter().find(|(known, _)| Some(known.as_str()) == text)
                    };
                    // A file that is there in a folder that cannot be watched is never trusted.
                    let absent = |(path, stamp): &(PathBuf, Option<Stamp>)| {
                        stamp.is_none() && listed(path).is_some_and(|(_, stamp)| stamp.is_none())
                    };
                    inner.trusted = all && inner.rules.iter().all(absent);
                }
                Err(reason) => {
                    inner.queue = None;
                    inner.watching = Watching::Unavailable(reason);
                }
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = dirs;
    }

    /// Looks at the queue; true when what it holds since the last sweep is all that happened.
    fn look(&self, inner: &mut WatchState, dirs: &DirState) -> bool {
        #[cfg(target_os = "linux")]
        match &mut inner.queue {
            Some(queue) => queue.look(&mut inner.seen),
            None => return false,
        }
        let same = |path: &Path, stamp: Option<Stamp>| stamp_of(path).ok() == stamp;
        // A folder above the root may have taken another name: no event tells.
        let root = dirs.folders.first().map(|(_, stamp)| stamp.inode);
        let held =
            inner.trusted && !inner.seen.lost && inner.swept.is_some_and(|at| at.elapsed() < SWEEP_AFTER);
        held && root == stamp_of(&self.root).ok().map(|stamp| stamp.inode)
            && inner.rules.iter().all(|(path, stamp)| same(path, *stamp))
    }

    /// True when certainly nothing was touched since the last refresh.
    pub(crate) fn nothing_touched(&self, dirs: &DirState) -> bool {
        let inner = &mut *self.lock();
        self.look(inner, dirs) && inner.seen.files.is_empty() && inner.seen.folders.is_empty()
    }

    /// What was touched since the last refresh; `None` where only a sweep can tell. `known` says
    /// whether a path was listed.
    pub(crate) fn touched(&self, dirs: &DirState, known: impl Fn(&str) -> bool) -> Option<WatchedChanges> {
        let inner = &mut *self.lock();
        if !self.look(inner, dirs) {
            return None;
        }
        let seen = std::mem::take(&mut inner.seen);
        let found = self.compare(&seen, dirs, known);
        inner.trusted = found.is_some();
        found
    }

    fn compare(
        &self,
        seen: &QueuedEvents,
        dirs: &DirState,
        known: impl Fn(&str) -> bool,
    ) -> Option<WatchedChanges> {
        let mut touched = WatchedChanges::default();
        // Before the files, so that what changes a folder after this look changes its stamp too.
        for folder in &seen.folders {
            let now = stamp_of(&self.root.join(folder)).ok()?;
            let at = dirs.folders.binary_search_by(|(path, _)| path.as_str().cmp(folder)).ok()?;
            if dirs.folders[at].1 != now {
                touched.folders.push((folder.clone(), now));
            }
        }
        for (path, touch) in &seen.files {
            let meta = fs::symlink_metadata(self.root.join(path));
            let file = meta.as_ref().is_ok_and(fs::Metadata::is_file);
            match (known(path), meta) {
                (true, Ok(meta)) if file => {
                    touched.files.push(DirEntry {
                        path: path.clone(),
                        stamp: Stamp::of(&meta),
                        content: None,
                    });
                }
                (true, Err(_)) => touched.gone.push(path.clone()),
                // Came and went between two questions.
                (false, Err(_)) if *touch == EventKind::Born => {}
                // One that rules leave out.
                (false, Ok(_)) if *touch == EventKind::Content => {}
                _ => return None,
            }
        }
        Some(touched)
    }

    /// Waits until something may have changed since the last refresh; false where nothing did in time.
    pub(crate) fn wait(&self, timeout: Duration) -> bool {
        #[cfg(target_os = "linux")]
        {
            let inner = self.lock();
            let queue = inner.queue.as_ref().filter(|_| inner.trusted).map(InotifyQueue::waitable);
            drop(inner);
            if let Some(queue) = queue {
                return wait(&queue, timeout);
            }
        }
        let inner = self.lock();
        let apart = SWEEPS_APART.max(inner.cost * SWEEP_SHARE);
        // Where nothing was swept yet, nothing is: a bare repository has no files of its own.
        let left = inner.swept.map_or(apart, |swept| apart.saturating_sub(swept.elapsed()));
        drop(inner);
        thread::sleep(left.min(timeout));
        left <= timeout
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::source::disk::root::Disk;
    use crate::types::options::Options;
    use crate::types::source::Source;

    struct Fixture {
        folder: tempfile::TempDir,
        disk: Disk,
        watcher: Watcher,
        dirs: DirState,
        known: Vec<String>,
    }

    impl Fixture {
        /// A watched folder; `None` where the system lets nobody watch.
        fn new() -> Option<Self> {
            let folder = tempfile::tempdir().unwrap();
            fs::create_dir(folder.path().join("sub")).unwrap();
            fs::write(folder.path().join("a.py"), "x = 1\n").unwrap();
            fs::write(folder.path().join("sub/b.py"), "x = 1\n").unwrap();
            let disk = Disk::new(&Options::new(folder.path())).unwrap();
            let watcher = Watcher::new(disk.path());
            watcher.start();
            let (dirs, known) = (DirState::default(), Vec::new());
            let mut fixture = Self { folder, disk, watcher, dirs, known };
            fixture.sweep();
            assert!(fixture.touched().is_none(), "folders were watched only after they were listed");
            fixture.sweep();
            (fixture.watcher.watching() == Watching::On).then_some(fixture)
        }

        fn sweep(&mut self) {
            self.watcher.begin_sweep();
            let listing = self.disk.list(None).unwrap();
            self.known = listing.files.into_iter().map(|file| file.path).collect();
            self.dirs = listing.dirs;
            self.watcher.end_sweep(&self.dirs);
        }

        fn path(&self, path: &str) -> PathBuf {
            self.folder.path().join(path)
        }

        /// What was touched: files, those that are gone, folders.
        fn touched(&self) -> Option<(Vec<String>, Vec<String>, usize)> {
            let touched = self.watcher.touched(&self.dirs, |path| self.known.iter().any(|k| k == path))?;
            let files = touched.files.into_iter().map(|file| file.path).collect();
            Some((files, touched.gone, touched.folders.len()))
        }
    }

    #[test]
    fn files_that_were_touched_are_told_without_a_sweep() {
        let Some(fixture) = Fixture::new() else { return };
        assert!(fixture.watcher.nothing_touched(&fixture.dirs));
        fs::write(fixture.path("sub/b.py"), "y = 1\n").unwrap();
        assert!(!fixture.watcher.nothing_touched(&fixture.dirs));
        assert_eq!(fixture.touched(), Some((vec!["sub/b.py".into()], vec![], 0)));
        // Saved by renaming a file over the old one.
        fs::write(fixture.path("new"), "z = 1\n").unwrap();
        fs::rename(fixture.path("new"), fixture.path("a.py")).unwrap();
        assert_eq!(fixture.touched(), Some((vec!["a.py".into()], vec![], 1)));
        fs::remove_file(fixture.path("a.py")).unwrap();
        assert_eq!(fixture.touched(), Some((vec![], vec!["a.py".into()], 1)));
    }

    #[test]
    fn what_the_queue_cannot_tell_is_left_to_a_sweep() {
        type Deed = fn(&Fixture);
        let deeds: [Deed; 9] = [
            |at| fs::write(at.path("new.py"), "").unwrap(),
            |at| fs::create_dir(at.path("folder")).unwrap(),
            |at| fs::create_dir(at.path("node_modules")).unwrap(),
            |at| fs::rename(at.path("sub"), at.path("other")).unwrap(),
            |at| fs::write(at.path(".gitignore"), "*\n").unwrap(),
            |at| std::os::unix::fs::symlink("a.py", at.path("link.py")).unwrap(),
            |at| {
                fs::remove_file(at.path("a.py")).unwrap();
                fs::create_dir(at.path("a.py")).unwrap();
            },
            |at| fs::rename(at.path("a.py"), at.path("A.py")).unwrap(),
            |at| at.watcher.distrust(),
        ];
        for (i, deed) in deeds.iter().enumerate() {
            let Some(mut fixture) = Fixture::new() else { return };
            deed(&fixture);
            assert!(!fixture.watcher.nothing_touched(&fixture.dirs), "deed {i}");
            assert_eq!(fixture.touched(), None, "deed {i}");
            // New folders are watched only from the end of the sweep that found them.
            fixture.sweep();
            fixture.sweep();
            assert!(fixture.watcher.nothing_touched(&fixture.dirs), "deed {i}");
        }
    }

    #[test]
    fn a_folder_in_the_place_of_one_that_was_renamed_is_watched() {
        let Some(mut fixture) = Fixture::new() else { return };
        fs::rename(fixture.path("sub"), fixture.path("other")).unwrap();
        fs::create_dir(fixture.path("sub")).unwrap();
        fs::write(fixture.path("sub/b.py"), "x = 1\n").unwrap();
        assert_eq!(fixture.touched(), None);
        fixture.sweep();
        fixture.sweep();
        assert!(fixture.watcher.nothing_touched(&fixture.dirs));
        fs::write(fixture.path("sub/b.py"), "y = 1\n").unwrap();
        fs::write(fixture.path("other/b.py"), "y = 1\n").unwrap();
        assert_eq!(fixture.touched(), Some((vec!["other/b.py".into(), "sub/b.py".into()], vec![], 0)));
    }

    #[test]
    fn a_queue_that_was_too_long_is_left_to_a_sweep() {
        let Some(fixture) = Fixture::new() else { return };
        let most = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap_or_default();
        let most: usize = most.trim().parse().unwrap_or(usize::MAX);
        if most > 100_000 {
            return;
        }
        use std::io::Write;
        let [mut a, mut b] = ["a.py", "sub/b.py"].map(|path| fs::File::create(fixture.path(path)).unwrap());
        // Equal events in a row become one.
        for _ in 0..most {
            a.write_all(b"#").unwrap();
            b.write_all(b"#").unwrap();
        }
        assert_eq!(fixture.touched(), None);
    }
}

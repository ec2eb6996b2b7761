//! The kernel's queue of changes in folders (inotify). A change is queued while it is made, so a
//! look that does not wait sees everything that happened before it.

use super::touched::{EventKind, QueuedEvents};
use crate::source::names::{IGNORE_FILE, is_skipped_folder};
use rustc_hash::{FxHashMap, FxHashSet};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Bytes read from the queue at once.
const BUFFER: usize = 64 << 10;

/// File systems on which changes may be made elsewhere, so that this kernel sees none of them:
/// NFS, SMB (three kinds), FUSE, 9p, Ceph, AFS, Coda, Lustre, VirtualBox's and GFS2.
const OF_OTHERS: [u32; 12] = [
    0x6969,
    0x517b,
    0xff53_4d42,
    0xfe53_4d42,
    0x6573_5546,
    0x0102_1997,
    0x00c3_6400,
    0x5346_414f,
    0x7375_7245,
    0x0bd0_0bd0,
    0x786f_4256,
    0x0116_1970,
];

/// A folder that is watched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum WatchedDir {
    /// One whose files are listed: relative to the root.
    DirEntry(String),
    /// One outside of these that holds files with rules.
    OfRules(PathBuf),
}

/// The queue, and the folders whose changes go into it.
#[derive(Debug)]
pub(super) struct InotifyQueue {
    queue: Arc<OwnedFd>,
    root: PathBuf,
    places: FxHashMap<i32, WatchedDir>,
    watched: FxHashMap<WatchedDir, i32>,
    rules: FxHashSet<PathBuf>,
}

impl InotifyQueue {
    /// An empty queue; an error says why there can be none.
    pub(super) fn open(root: &Path) -> Result<Self, String> {
        let kind = rustix::fs::statfs(root).map_err(|error| error.to_string())?.f_type;
        if OF_OTHERS.contains(&(kind as u32)) {
            return Err("the root is on a network file system".into());
        }
        let queue = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC);
        let queue = queue.map_err(|error| match error {
            Errno::MFILE => "the limit fs.inotify.max_user_instances is reached".to_owned(),
            error => error.to_string(),
        })?;
        Ok(Self {
            queue: Arc::new(queue),
            root: root.to_owned(),
            places: FxHashMap::default(),
            watched: FxHashMap::default(),
            rules: FxHashSet::default(),
        })
    }

    /// Watches these folders (relative to the root) and the folders of these files of rules, and no
    /// others. True when all of them were watched already: then nothing was missed. An error where
    /// the system allows no more.
    pub(super) fn follow<'a>(
        &mut self,
        folders: impl Iterator<Item = &'a str>,
        rules: impl Iterator<Item = &'a str>,
    ) -> Result<bool, String> {
        let mut wanted: FxHashSet<WatchedDir> =
            folders.map(|path| WatchedDir::DirEntry(path.to_owned())).collect();
        self.rules.clear();
        for path in rules.map(Path::new) {
            let Some(parent) = path.parent() else { continue };
            let inside = parent.strip_prefix(&self.root).ok().and_then(Path::to_str);
            if !inside.is_some_and(|inside| wanted.contains(&WatchedDir::DirEntry(inside.to_owned()))) {
                self.rules.insert(path.to_owned());
            }
        }
        wanted.extend(
            self.rules.iter().filter_map(|path| Some(WatchedDir::OfRules(path.parent()?.to_owned()))),
        );
        let mut all = true;
        for place in &wanted {
            // Folders keep their numbers when they or what is above them are renamed, so that another
            // may be in this place now: the system is asked for all of them.
            let (before, now) = (self.watched.remove(place), self.add(place)?);
            // A folder of rules that is not there is looked for at each question.
            all &= before == now && (now.is_some() || matches!(place, WatchedDir::OfRules(_)));
            if let Some(before) = before.filter(|before| now != Some(*before)) {
                self.leave(place, before);
            }
        }
        let gone: Vec<WatchedDir> =
            self.watched.keys().filter(|place| !wanted.contains(place)).cloned().collect();
        for place in gone {
            if let Some(watch) = self.watched.remove(&place) {
                self.leave(&place, watch);
            }
        }
        Ok(all)
    }

    /// Watches the folder of this number no more, unless it is that of another place by now.
    fn leave(&mut self, place: &WatchedDir, watch: i32) {
        if self.places.get(&watch) == Some(place) {
            self.places.remove(&watch);
            // It is gone by itself where the folder is.
            let _ = inotify::remove_watch(&*self.queue, watch);
        }
    }

    /// The number under which the folder is watched; none where it is not there.
    fn add(&mut self, place: &WatchedDir) -> Result<Option<i32>, String> {
        let path = match place {
            WatchedDir::DirEntry(path) => self.root.join(path),
            WatchedDir::OfRules(path) => path.clone(),
        };
        let what = WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MODIFY
            | WatchFlags::ATTRIB
            | WatchFlags::MOVED_FROM
            | WatchFlags::MOVED_TO
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF
            | WatchFlags::ONLYDIR
            | WatchFlags::DONT_FOLLOW
            | WatchFlags::EXCL_UNLINK;
        match inotify::add_watch(&*self.queue, &path, what) {
            Ok(watch) => {
                self.places.insert(watch, place.clone());
                self.watched.insert(place.clone(), watch);
                Ok(Some(watch))
            }
            Err(Errno::NOSPC) => Err("the limit fs.inotify.max_user_watches is reached".into()),
            Err(_) => Ok(None),
        }
    }

    /// Files with rules in folders that could not be watched.
    pub(super) fn unwatched_rules(&self) -> Vec<PathBuf> {
        let watched = |path: &&PathBuf| {
            path.parent()
                .is_some_and(|parent| self.watched.contains_key(&WatchedDir::OfRules(parent.to_owned())))
        };
        self.rules.iter().filter(|path| !watched(path)).cloned().collect()
    }

    /// Adds to `seen` what happened since the last look. Does not wait.
    pub(super) fn look(&mut self, seen: &mut QueuedEvents) {
        let mut buffer = vec![MaybeUninit::uninit(); BUFFER];
        let queue = Arc::clone(&self.queue);
        let mut reader = Reader::new(&*queue, &mut buffer);
        loop {
            match reader.next() {
                Ok(event) => {
                    let name = event.file_name().map(|name| name.to_bytes());
                    self.take(event.wd(), event.events(), name, seen);
                }
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => {}
                Err(_) => {
                    seen.lost = true;
                    return;
                }
            }
        }
    }

    fn take(&mut self, watch: i32, what: ReadFlags, name: Option<&[u8]>, seen: &mut QueuedEvents) {
        if what.intersects(ReadFlags::QUEUE_OVERFLOW | ReadFlags::UNMOUNT) {
            seen.lost = true;
        }
        if what.contains(ReadFlags::IGNORED) {
            if let Some(place) = self.places.remove(&watch)
                && self.watched.get(&place) == Some(&watch)
            {
                self.watched.remove(&place);
                seen.lost = true;
            }
            return;
        }
        match (self.places.get(&watch), name) {
            (Some(WatchedDir::OfRules(folder)), Some(name)) => {
                seen.lost |= self.rules.contains(&folder.join(OsStr::from_bytes(name)));
            }
            (Some(WatchedDir::DirEntry(folder)), Some(name)) => match std::str::from_utf8(name) {
                Ok(name) => self.take_entry(&folder.clone(), name, what, seen),
                Err(_) => seen.lost = true,
            },
            // The folder itself was moved, removed or given other permissions.
            (Some(_), None) => seen.lost = true,
            // No longer watched.
            (None, _) => {}
        }
    }

    fn take_entry(&self, folder: &str, name: &str, what: ReadFlags, seen: &mut QueuedEvents) {
        let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        let entry = ReadFlags::CREATE | ReadFlags::DELETE | ReadFlags::MOVED_FROM | ReadFlags::MOVED_TO;
        if what.intersects(entry) {
            seen.folders.insert(folder.to_owned());
        }
        if [".git", ".gitignore", IGNORE_FILE].contains(&name) {
            seen.lost = true;
        } else if what.contains(ReadFlags::ISDIR) {
            // Folders come and go with what is in them; those that nobody looks into are counted.
            seen.lost |= what.intersects(entry)
                || !is_skipped_folder(name)
                || self.watched.contains_key(&WatchedDir::DirEntry(path));
        } else {
            let touch = match what {
                what if what.contains(ReadFlags::CREATE) => EventKind::Born,
                what if what.intersects(entry) => EventKind::Entry,
                _ => EventKind::Content,
            };
            seen.touch(path, touch);
        }
    }

    /// What [`wait`] waits for.
    pub(super) fn waitable(&self) -> Arc<OwnedFd> {
        Arc::clone(&self.queue)
    }
}

/// Waits until there is something to look at; false where nothing came in time.
pub(super) fn wait(queue: &OwnedFd, timeout: Duration) -> bool {
    let mut fds = [PollFd::new(queue, PollFlags::IN)];
    let timeout = Timespec { tv_sec: timeout.as_secs() as i64, tv_nsec: i64::from(timeout.subsec_nanos()) };
    // Errors are for the look that follows.
    poll(&mut fds, Some(&timeout)).map_or(true, |ready| ready > 0)
}

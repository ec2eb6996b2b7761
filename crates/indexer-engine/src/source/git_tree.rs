//! Files of a revision: what its tree holds, whatever is checked out.

use crate::source::above::{folders_above, manifests_above};
use crate::source::names::{IGNORE_FILE, left_out_by_name};
use crate::types::error::EngineError;
use crate::types::exclusion::LeftOut;
use crate::types::limits::LARGEST_RULES;
use crate::types::links::{LONGEST_LINK, MOST_LINKS, relative_link};
use crate::types::listing::{DirEntry, DirState, Listing};
use crate::types::source::Source;
use crate::types::stamp::Stamp;
use ignore::overrides::Override;
use indexer_core::path::{file_name, join, parent, resolve};
use indexer_core::{ContentId, ProblemKind, RepoPath};
use indexer_git::{Contents, Entry, GitError, Id, Kind, Objects, RuleStack, Rules};
use rustc_hash::FxHashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The files that a tree holds below the root.
#[derive(Debug)]
pub struct GitTree {
    pub(crate) stored: GitBlobs,
    /// The tree of the whole repository.
    pub(crate) tree: Id,
    pub(crate) commit: Option<String>,
}

/// What the files of a revision and of the git index have in common: they are blobs.
#[derive(Clone, Debug)]
pub struct GitBlobs {
    pub(crate) objects: Arc<Objects>,
    pub(crate) root: PathBuf,
    /// The root inside the repository; "" for the whole.
    pub(crate) prefix: String,
    pub(crate) excluded: Override,
    pub(crate) max_depth: Option<usize>,
}

impl Source for GitTree {
    fn list(&self, _: Option<(&[&str], &DirState)>) -> Result<Listing, EngineError> {
        let GitBlobs { objects, prefix, .. } = &self.stored;
        let contents = objects.tree(self.tree, prefix)?;
        let mut above = Vec::new();
        for folder in folders_above(prefix) {
            above.extend(objects.file(self.tree, &join(folder, IGNORE_FILE))?.map(|id| (folder, id)));
        }
        let mut listing = self.stored.listing(contents, &above);
        let rules = self.stored.rules_above(&above, &mut DirState::default());
        for (path, place) in manifests_above(prefix) {
            if rules.decide(&place, false) != Some(true) {
                listing.files.extend(objects.file(self.tree, &place)?.map(|id| stored_file(path, id)));
            }
        }
        listing.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(listing)
    }

    fn read(&self, path: &str, content: Option<ContentId>) -> io::Result<Vec<u8>> {
        let id = match content {
            Some(content) => Some(content.0),
            None => {
                let place = resolve(&self.stored.prefix, path).ok_or(io::ErrorKind::NotFound)?;
                self.stored.objects.file(self.tree, &place).map_err(io::Error::other)?
            }
        };
        self.stored.read(id.ok_or(io::ErrorKind::NotFound)?)
    }

    fn left_out(&self, path: &str) -> Option<LeftOut> {
        let place = resolve(&self.stored.prefix, path)?;
        self.stored.objects.file(self.tree, &place).ok()??;
        left_out_by_name(path)
    }

    fn size(&self, listed: &DirEntry) -> io::Result<u64> {
        self.stored.size(listed)
    }

    fn head_commit(&self) -> Option<String> {
        self.commit.clone()
    }

    fn prefix(&self) -> &str {
        &self.stored.prefix
    }

    fn root(&self) -> PathBuf {
        self.stored.root.clone()
    }
}

/// The entry of a file whose content is stored.
pub(crate) fn stored_file(path: String, id: Id) -> DirEntry {
    DirEntry { path, stamp: Stamp::default(), content: Some(ContentId(id)) }
}

impl GitBlobs {
    pub(crate) fn read(&self, id: Id) -> io::Result<Vec<u8>> {
        // Not as "not found": the file is there, its bytes are not.
        self.objects.blob(id).map_err(io::Error::other)
    }

    pub(crate) fn size(&self, listed: &DirEntry) -> io::Result<u64> {
        let id = listed.content.ok_or(io::ErrorKind::NotFound)?.0;
        self.objects.size(id).map_err(io::Error::other)
    }

    /// The files among `contents` (paths below the root) by the rules that hold on disk. All of them
    /// are tracked, so the rules of git and the list of skipped folders do not count. `above` are the
    /// ignore files of ours in folders above the root, the nearest first: (folder, blob).
    pub(crate) fn listing(&self, contents: Contents, above: &[(&str, Id)]) -> Listing {
        let mut dirs = DirState::default();
        for name in contents.not_utf8 {
            dirs.leave_out(LeftOut::NotUtf8Name, &name);
            dirs.problem(&name, ProblemKind::Name, "the name is not UTF-8");
        }
        for path in contents.conflicts {
            dirs.leave_out(LeftOut::Unreadable, &path);
            dirs.problem(&path, ProblemKind::Unreadable, "in conflict: it has no one content");
        }
        let mut folders = Folders::new(self, &contents.entries, above, &mut dirs);
        let mut files = Vec::new();
        for entry in contents.entries {
            if RepoPath::new(&entry.path).is_none() {
                dirs.leave_out(LeftOut::NotUtf8Name, &entry.path);
                dirs.problem(&entry.path, ProblemKind::Name, "the name is no path that can be checked out");
                continue;
            }
            // Another repository is a root of its own, and a folder to the rules.
            let is_folder = entry.kind == Kind::Submodule;
            let folder = if is_folder { &entry.path } else { parent(&entry.path) };
            let Some(rules) = folders.enter(folder, &mut dirs) else { continue };
            let ours = || rules.decide(&join(&self.prefix, &entry.path), false) == Some(true);
            let reason = match entry.kind {
                Kind::Submodule => Some(LeftOut::NestedRepository),
                _ if self.excluded.matched(&entry.path, false).is_ignore() || ours() => {
                    Some(LeftOut::Excluded)
                }
                Kind::Link => {
                    if dirs.links.len() < MOST_LINKS {
                        dirs.links.extend(self.link(entry.id).map(|text| (entry.path.clone(), text)));
                    }
                    Some(LeftOut::Symlink)
                }
                Kind::File => left_out_by_name(&entry.path),
            };
            match reason {
                Some(reason) => dirs.leave_out(reason, &entry.path),
                None => files.push(stored_file(entry.path, entry.id)),
            }
        }
        dirs.problems.sort_by(|a, b| a.0.cmp(&b.0));
        Listing { files, dirs }
    }

    /// What is written in a link, as far as it may lead to a place below the root.
    fn link(&self, id: Id) -> Option<String> {
        let size = self.objects.size(id).ok().filter(|size| *size <= LONGEST_LINK)?;
        relative_link(&self.objects.blob(id).ok().filter(|text| text.len() as u64 == size)?)
    }

    /// The rules that hold for the root itself, and for the files above it.
    pub(crate) fn rules_above(&self, above: &[(&str, Id)], dirs: &mut DirState) -> RuleStack {
        above
            .iter()
            .rev()
            .fold(RuleStack::default(), |stack, (folder, id)| stack.with(self.rules(*id, folder, dirs)))
    }

    /// The rules that a blob holds, for what is below `base` in the repository.
    fn rules(&self, id: Id, base: &str, dirs: &mut DirState) -> Rules {
        match self.objects.size(id) {
            Ok(size) if size > LARGEST_RULES => {
                let detail = format!("{size} bytes of rules; at most {LARGEST_RULES} are read");
                dirs.problem(&join(base, IGNORE_FILE), ProblemKind::TooLarge, detail);
                Rules::default()
            }
            _ => self.objects.blob(id).map_or_else(|_| Rules::default(), |text| Rules::parse(&text, base)),
        }
    }
}

/// What the rules say of folders. Each is decided on once, from above, as on disk.
struct Folders<'a> {
    stored: &'a GitBlobs,
    /// Ignore files of ours, by their folder below the root.
    files: FxHashMap<String, Id>,
    /// The rules that hold in a folder; `None` for one that is left out.
    decided: FxHashMap<String, Option<RuleStack>>,
}

impl<'a> Folders<'a> {
    fn new(stored: &'a GitBlobs, entries: &[Entry], above: &[(&str, Id)], dirs: &mut DirState) -> Self {
        let ours = entries.iter().filter(|e| e.kind == Kind::File && file_name(&e.path) == IGNORE_FILE);
        let files: FxHashMap<_, _> = ours.map(|e| (parent(&e.path).to_owned(), e.id)).collect();
        let mut root = stored.rules_above(above, dirs);
        if let Some(id) = files.get("") {
            root = root.with(stored.rules(*id, &stored.prefix, dirs));
        }
        Self { stored, files, decided: [(String::new(), Some(root))].into_iter().collect() }
    }

    /// The rules that hold in `folder`; `None` where it or one above it is left out.
    fn enter(&mut self, folder: &str, dirs: &mut DirState) -> Option<RuleStack> {
        if let Some(known) = self.decided.get(folder) {
            return known.clone();
        }
        let above = self.enter(parent(folder), dirs)?;
        let full = join(&self.stored.prefix, folder);
        let depth = folder.split('/').count();
        let excluded = self.stored.excluded.matched(folder, true).is_ignore();
        let reason = match self.stored.max_depth {
            _ if excluded || above.decide(&full, true) == Some(true) => Some(LeftOut::ExcludedFolder),
            Some(most) if depth >= most => Some(LeftOut::TooDeep),
            _ => None,
        };
        let rules = match reason {
            Some(reason) => {
                dirs.leave_out(reason, folder);
                None
            }
            None => match self.files.get(folder) {
                Some(id) => Some(above.with(self.stored.rules(*id, &full, dirs))),
                None => Some(above),
            },
        };
        self.decided.insert(folder.to_owned(), rules.clone());
        rules
    }
}

impl From<GitError> for EngineError {
    fn from(error: GitError) -> Self {
        Self::Revision(error)
    }
}

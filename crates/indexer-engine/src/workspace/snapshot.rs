//! What a question is asked of: one unchanging view of the repository and how fresh it is.

use crate::facts::cache::FactsCache;
use crate::facts::words::text_of;
use crate::link::scip::Scip;
use crate::redact::redacted;
use crate::types::error::SourceError;
use crate::types::exclusion::LeftOut;
use crate::types::freshness::{Freshness, NamedRevision};
use crate::types::links::Links;
use crate::types::source::Source;
use crate::types::state::Manifests;
use crate::workspace::snapshot_cache::SnapshotCache;
use crate::workspace::text_filters::TextFilters;
use indexer_core::path::{is_outside, is_under};
use indexer_core::vendored::python_containers;
use indexer_core::{ContentId, FileFacts, LinkRules, ManifestFacts};
use indexer_parse::Member;
use indexer_search::paths::PathWords;
use indexer_store::{FileRef, View, ViewSegment};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// One unchanging view of the repository. Cheap to clone behind its `Arc`; hold it as long as you
/// like.
#[derive(Debug)]
pub struct Snapshot {
    /// The root that all paths are relative to, canonical.
    pub root: PathBuf,
    /// The view that all answers come from.
    pub view: View,
    /// How fresh the view is, and what is not in it.
    pub freshness: Freshness,
    /// The revision that it is of; `None` for the files on disk.
    pub revision: Option<NamedRevision>,
    /// SCIP indexes that were taken in; they decide on edges where they are in force.
    pub scip: Arc<Scip>,
    pub(crate) source: Arc<dyn Source>,
    pub(crate) facts_cache: Arc<FactsCache>,
    pub(crate) text_filters: Arc<TextFilters>,
    /// What the manifests declare, by path.
    pub(crate) manifests: Arc<Manifests>,
    /// The symbolic links on the way of paths.
    pub(crate) links: Arc<Links>,
    /// Found when they are first asked for.
    pub(crate) members: OnceLock<Vec<Member>>,
    /// The fields of files that searches filter and rank by, in the order of paths; made at first use.
    pub(crate) file_queries: OnceLock<Vec<FileQuery>>,
    /// Values computed from the view; snapshots of the same segments share them.
    pub(crate) cache: Arc<SnapshotCache>,
    /// Facts of files that are no code, where a question names them.
    pub(crate) outlines: BTreeMap<String, Arc<FileFacts>>,
    /// Files that were read and are left out for what they hold, sorted by path.
    pub(crate) left_out_files: Arc<[(String, LeftOut)]>,
    /// Set where a file turned out to differ from what the view says.
    pub(crate) changed: Arc<AtomicBool>,
}

/// The fields of a file that every search needs, whatever its query.
#[derive(Clone, Debug)]
pub struct FileQuery {
    /// The words of its path.
    pub path: PathWords,
    /// Numbers of its chunks that have a vector.
    pub embedded: Vec<u32>,
    /// True for code, also of a language that is searched as text only.
    pub is_code: bool,
}

/// The text of a file as it may leave the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text; bytes that are not UTF-8 are replacement characters, so the view's spans fit it.
    /// Hidden secrets are replaced by as many bytes of `*`.
    pub text: Arc<str>,
    /// How many secret values were hidden.
    pub redacted: u32,
}

/// Contents in which no secret was found, so that none is scanned twice: scanning costs more than reading.
#[derive(Debug, Default)]
struct CleanContents(Mutex<FxHashSet<ContentId>>);

impl CleanContents {
    fn holds(&self, content: ContentId) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&content)
    }

    fn add(&self, content: ContentId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(content);
    }
}

/// True where `word` stands in the bytes and is no part of a longer word. O(bytes).
pub fn holds_word(bytes: &[u8], word: &str) -> bool {
    let in_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let before = |at: usize| at.checked_sub(1).and_then(|at| bytes.get(at));
    let stands_alone = |at: usize| !in_word(before(at)) && !in_word(bytes.get(at + word.len()));
    !word.is_empty() && memchr::memmem::find_iter(bytes, word).any(stands_alone)
}

impl Snapshot {
    /// The members of the workspaces that the manifests declare, sorted by path; none where no
    /// manifest declares a package.
    pub fn members(&self) -> &[Member] {
        // Those above the root are of other members.
        let inside = || self.manifests.iter().filter(|(path, _)| !is_outside(path));
        let inside = || inside().map(|(path, facts)| (path.clone(), Arc::clone(facts))).collect();
        self.members.get_or_init(|| indexer_parse::members::<Arc<ManifestFacts>>(&inside()))
    }

    /// The fields of all files of the view that searches need, in the order of paths. O(files), once.
    pub fn file_queries(&self) -> &[FileQuery] {
        self.file_queries.get_or_init(|| {
            let paths: Vec<&str> = self.view.files().map(|file| file.path()).collect();
            let containers = python_containers(paths.iter().copied());
            let is_copy = |path: &str| containers.iter().any(|folder| path.starts_with(folder));
            let files = self.view.files();
            files
                .map(|file| FileQuery {
                    path: PathWords::of(file.path()).copied(is_copy(file.path())),
                    embedded: file.embedded().collect(),
                    is_code: file.is_code() || indexer_parse::text_language(file.path()).is_some(),
                })
                .collect()
        })
    }

    /// The value of type `T` for this view: made by `make` the first time, then shared by all questions
    /// about the same segments. A second caller waits while it is made; an error is not cached. `make`
    /// must depend on nothing but the view and the manifests.
    pub fn cached<T: Send + Sync + 'static, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        self.cache.get(make)
    }

    /// As [`cached`](Self::cached); `None` where `stop` is set while another question makes the value.
    pub fn cached_unless<T: Send + Sync + 'static, E>(
        &self,
        stop: &AtomicBool,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Option<Arc<T>>, E> {
        self.cache.get_unless(stop, make)
    }

    /// True where both views are of the same files of the same segments, so that handles of one hold
    /// for the other.
    pub(crate) fn has_segments_of(&self, view: &View) -> bool {
        let (ours, theirs) = (self.view.segments(), view.segments());
        let same =
            |(a, b): (&ViewSegment, &ViewSegment)| Arc::ptr_eq(&a.segment, &b.segment) && a.live == b.live;
        ours.len() == theirs.len() && ours.iter().zip(theirs).all(same)
    }

    /// The text of an indexed file: reads it, checks that it is still what the view describes, and
    /// hides secret values. The only way by which text of files is shown.
    pub fn source(&self, path: &str) -> Result<Text, SourceError> {
        self.noting_change(self.text(path))
    }

    /// The facts of an indexed file of code: imports with their parts, parameters, scopes. `None`
    /// for a file that is not indexed, a manifest, and a file that changed since, which shows in
    /// [`outdated`](Self::outdated).
    pub fn facts(&self, path: &str) -> Option<Arc<FileFacts>> {
        if let Some(outline) = self.outlines.get(path) {
            return Some(outline.clone());
        }
        let file = self.view.file(path)?;
        let language = indexer_parse::by_id(file.language())?;
        if let Some(kept) = self.facts_cache.get(file.content(), language) {
            return Some(kept);
        }
        let bytes = self
            .source
            .read(path, Some(file.content()))
            .ok()
            .filter(|bytes| ContentId::of(bytes) == file.content());
        if bytes.is_none() {
            self.changed.store(true, Ordering::Relaxed);
        }
        Some(self.facts_cache.read_facts(file.content(), &bytes?, language)?.0)
    }

    /// How the language of an indexed file joins the names of a path (`.`, `::`).
    pub fn separator(&self, path: &str) -> &'static str {
        self.rules(path).map_or(".", |rules| rules.separator)
    }

    /// What the linker knows of the language of an indexed file; `None` for a file that is not code.
    pub fn rules(&self, path: &str) -> Option<&'static LinkRules> {
        let file = self.view.file(path)?;
        indexer_parse::by_id(file.language()).map(|language| language.rules)
    }

    /// True for an indexed file in whose language line ends and indentation have a meaning.
    pub fn is_indented(&self, path: &str) -> bool {
        let language = self.view.file(path).and_then(|file| indexer_parse::by_id(file.language()));
        language.is_some_and(|language| language.is_indented)
    }

    /// The text of an indexed file as it is, secrets and all: for who counts lines and columns as an editor does, which
    /// shows the file itself. Nothing of it may be shown: that is [`source`](Self::source).
    pub fn unmasked(&self, path: &str) -> Result<String, SourceError> {
        let (_, bytes) = self.noting_change(self.bytes(path))?;
        Ok(text_of(&bytes).to_string())
    }

    fn text(&self, path: &str) -> Result<Text, SourceError> {
        let (file, bytes) = self.bytes(path)?;
        let clean: Arc<CleanContents> = match self.cached(|| Ok::<_, Infallible>(CleanContents::default())) {
            Ok(clean) => clean,
            Err(never) => match never {},
        };
        if clean.holds(file.content()) {
            return Ok(Text { text: text_of(&bytes).into(), redacted: 0 });
        }
        let (shown, redacted) = redacted(&bytes);
        if redacted == 0 {
            clean.add(file.content());
        }
        let text = text_of(&shown);
        Ok(Text { text: text.into(), redacted })
    }

    /// A file that is no longer what was indexed shows in [`outdated`](Self::outdated).
    fn noting_change<T>(&self, read: Result<T, SourceError>) -> Result<T, SourceError> {
        if matches!(read, Err(SourceError::Changed(_))) {
            self.changed.store(true, Ordering::Relaxed);
        }
        read
    }

    /// An indexed file, and the bytes that it was indexed with.
    fn bytes(&self, path: &str) -> Result<(FileRef<'_>, Vec<u8>), SourceError> {
        let Some(file) = self.view.file(path) else { return Err(SourceError::Unknown(path.to_owned())) };
        let bytes = match self.source.read(path, Some(file.content())) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                return Err(SourceError::Changed(path.to_owned()));
            }
            Err(e) => return Err(SourceError::Unreadable { path: path.to_owned(), reason: e.to_string() }),
        };
        if ContentId::of(&bytes) != file.content() {
            return Err(SourceError::Changed(path.to_owned()));
        }
        Ok((file, bytes))
    }

    /// Those of `paths` whose bytes `wanted` accepts, in their order; looked at by all cores. It is given the place
    /// among them and the file as it is, secrets and all: what is shown of it comes from [`source`](Self::source).
    /// And how many of them were not looked at: they could not be read, or nobody wants the answer any more.
    pub fn matching<'p>(
        &self,
        paths: &[&'p str],
        wanted: impl Fn(usize, &[u8]) -> bool + Sync,
        cancel: &AtomicBool,
    ) -> (Vec<&'p str>, usize) {
        let unread = AtomicUsize::new(0);
        let matches = |(at, path): &(usize, &&'p str)| {
            let content = self.view.file(path).map(|file| file.content());
            if !cancel.load(Ordering::Relaxed)
                && let Ok(bytes) = self.source.read(path, content)
            {
                return wanted(*at, &bytes);
            }
            unread.fetch_add(1, Ordering::Relaxed);
            false
        };
        let matching = paths.par_iter().enumerate().filter(matches).map(|(_, path)| *path).collect();
        (matching, unread.into_inner())
    }

    /// The same for what `wanted` accepts only where the bytes hold one of `needles`, upper and lower case of ASCII the
    /// same. A file of which it is known that it holds none is not read.
    pub fn matching_any<'p>(
        &self,
        paths: &[&'p str],
        needles: &[&[u8]],
        wanted: impl Fn(&[u8]) -> bool + Sync,
        cancel: &AtomicBool,
    ) -> (Vec<&'p str>, usize) {
        let may_hold = |path: &&&'p str| {
            let content = self.view.file(path).map(|file| file.content());
            let filter = content.and_then(|content| self.text_filters.get(content));
            filter.is_none_or(|filter| needles.iter().any(|needle| filter.may_hold(needle)))
        };
        let paths: Vec<&'p str> = paths.iter().filter(may_hold).copied().collect();
        let noted = |_: usize, bytes: &[u8]| {
            // Of the bytes that were read: the file may have changed since it was indexed.
            self.text_filters.note(ContentId::of(bytes), bytes);
            wanted(bytes)
        };
        self.matching(&paths, noted, cancel)
    }

    /// Why the file or folder at `path` is not in the view, where it is there and that is known: what holds it may be left
    /// out as a whole.
    pub fn left_out_at(&self, path: &str) -> Option<LeftOut> {
        if indexer_core::RepoPath::new(path).is_none() || self.view.files_under(path).next().is_some() {
            return None;
        }
        if let Ok(at) = self.left_out_files.binary_search_by(|(known, _)| known.as_str().cmp(path)) {
            return Some(self.left_out_files[at].1);
        }
        let is_known = |known: &String| is_under(path, known);
        let examples = self.freshness.left_out_examples.iter();
        let known = examples.into_iter().find(|(_, paths)| paths.iter().any(is_known));
        known.map(|(reason, _)| *reason).or_else(|| self.source.left_out(path))
    }

    /// Files that are left out and hold `name` as a whole word, with the reason: those among the examples
    /// of `left_out_examples` that are code and were left out for what they are, not because somebody wants
    /// them left out. Secrets hold nothing. O(bytes of the examples).
    pub fn left_out_with(&self, name: &str) -> Vec<(&str, LeftOut)> {
        let mut found = Vec::new();
        for reason in [LeftOut::TooLarge, LeftOut::Binary] {
            for path in self.freshness.left_out_examples.get(&reason).into_iter().flatten() {
                let is_code = indexer_parse::language_of(path, b"").is_some();
                if is_code
                    && let Ok(bytes) = self.source.read(path, None)
                    && holds_word(&redacted(&bytes).0, name)
                {
                    found.push((path.as_str(), reason));
                }
            }
        }
        found
    }

    /// Differs where views of one root differ, and is the same where they are, also after a build
    /// from nothing: what an answer that goes on later is bound to.
    pub fn version(&self) -> u64 {
        self.view.version()
    }

    /// True when bytes of the index failed a check since the snapshot was made: answers from it are
    /// not to be used.
    pub fn damaged(&self) -> bool {
        self.view.damaged()
    }

    /// True when the snapshot is damaged, or a file that was read through it had changed: refresh
    /// and ask again, as [`Workspace::query`](crate::Workspace::query) does.
    pub fn outdated(&self) -> bool {
        self.damaged() || self.changed.load(Ordering::Relaxed)
    }
}

//! Both states, and the files that are not the same in both.

use crate::imports::is_test;
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::{Context, Problem, Scope};
use crate::surface::Reachable;
use indexer_core::facts::FileFacts;
use indexer_core::key::hash_text;
use indexer_core::path::ancestors;
use indexer_core::{ProblemKind, Resolution, Role, SymbolKey, SymbolKind};
use indexer_diff::{Diff, Entity, File, Reach, Source};
use indexer_engine::Snapshot;
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Both states, and the files that are not the same in both.
pub struct Sides<'a> {
    /// What it was.
    pub base: Context<'a>,
    /// What it is.
    pub head: Context<'a>,
    /// The files of the base that differ or are gone, sorted by path.
    pub old: Vec<FileRef<'a>>,
    /// The files of the head that differ or are new, sorted by path.
    pub new: Vec<FileRef<'a>>,
    /// Paths of one state of which the other one could not read the file: it is not known whether they differ.
    pub unread: Vec<String>,
}

impl std::fmt::Debug for Sides<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sides").field("old", &self.old).field("new", &self.new).finish_non_exhaustive()
    }
}

/// Bytes of what a name may stand for.
const LONGEST_ALIAS: usize = 480;
/// Files with outlines that are compared by what these hold.
const MOST_OUTLINED: usize = 200;

/// Both states with the outlines of the files that differ and are no code.
pub fn with_outlines(both: [&Arc<Snapshot>; 2], scope: &Scope) -> [Arc<Snapshot>; 2] {
    let [base, head] = both;
    let stop = AtomicBool::new(false);
    let contexts = [Context::new(base, &stop), Context::new(head, &stop)];
    let Sides { old, new, .. } = Sides::new(contexts[0], contexts[1], scope);
    let paths = |snapshot: &Arc<Snapshot>, files: &[FileRef<'_>]| -> Vec<String> {
        let paths = files.iter().map(|file| file.path()).filter(|path| snapshot.has_outline(path));
        // Manifests are told by themselves.
        let texts =
            paths.filter(|path| snapshot.view.file(path).is_some_and(|file| !file.language().is_empty()));
        texts.take(MOST_OUTLINED).map(str::to_owned).collect()
    };
    let (old, new) = (paths(base, &old), paths(head, &new));
    let with = |snapshot: &Arc<Snapshot>, paths: Vec<String>| {
        snapshot.with_outlines(paths.iter().map(String::as_str))
    };
    [with(base, old), with(head, new)]
}

impl<'a> Sides<'a> {
    /// Finds the files that differ, by their content. O(files).
    pub fn new(base: Context<'a>, head: Context<'a>, scope: &Scope) -> Self {
        let (mut old, mut new) = (Vec::new(), Vec::new());
        let mut before = scope.files(base.view()).peekable();
        let mut after = scope.files(head.view()).peekable();
        loop {
            match (before.peek(), after.peek()) {
                (Some(a), Some(b)) if a.path() == b.path() => {
                    if a.content() != b.content() {
                        old.push(*a);
                        new.push(*b);
                    }
                    before.next();
                    after.next();
                }
                (Some(a), Some(b)) if a.path() < b.path() => old.extend(before.next()),
                (_, Some(_)) => new.extend(after.next()),
                (Some(_), None) => old.extend(before.next()),
                (None, None) => break,
            }
        }
        let mut unread = Vec::new();
        leave_unread(&mut old, head, &mut unread);
        leave_unread(&mut new, base, &mut unread);
        Self { base, head, old, new, unread }
    }

    /// Takes what a sparse checkout leaves out for unchanged: that it is not on disk says nothing.
    pub fn keep_left_out(&mut self, context: &Context<'_>) -> Result<(), Problem> {
        let Some(reading) = context.reading else { return Ok(()) };
        let left_out = reading.workspace().commits().left_out().map_err(|error| engine_problem(&error))?;
        let is_left_out = |path: &str| {
            let has = |wanted: &str| left_out.binary_search_by(|one| one.as_str().cmp(wanted)).is_ok();
            has(path) || ancestors(path).any(|folder| has(&format!("{folder}/")))
        };
        let new: FxHashSet<&str> = self.new.iter().map(|file| file.path()).collect();
        if !left_out.is_empty() {
            self.old.retain(|file| new.contains(file.path()) || !is_left_out(file.path()));
        }
        Ok(())
    }

    /// Takes the files of code apart. Facts come from the cache; nothing is parsed that was before.
    pub fn read(&self) -> Result<(Vec<File>, Vec<File>), Problem> {
        std::thread::scope(|scope| {
            let old = scope.spawn(|| files(&self.base, &self.old, |path| !self.is_told_by_other(path)));
            let new = files(&self.head, &self.new, |_| true)?;
            let old = old.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok((old?, new))
        })
    }

    /// True for a file of the base that is gone, and said what another file defines, which is still there to say it itself.
    fn is_told_by_other(&self, path: &str) -> bool {
        let now = self.head.view();
        let rules = self.base.snapshot.rules(path);
        let of = rules.and_then(|rules| (rules.surface.declares_for)(path));
        now.file(path).is_none() && of.is_some_and(|of| now.file(&of).is_some())
    }
}

/// Takes the files away that the other state has and could not read, as one in conflict.
fn leave_unread(files: &mut Vec<FileRef<'_>>, other: Context<'_>, unread: &mut Vec<String>) {
    let problems = other.freshness().problems.iter();
    let unreadable = problems.filter(|(_, problem)| problem.kind == ProblemKind::Unreadable);
    let paths: FxHashSet<&str> = unreadable.map(|(path, _)| path.as_str()).collect();
    let is_unread =
        |file: &FileRef<'_>| paths.contains(file.path()) && other.view().file(file.path()).is_none();
    unread.extend(files.iter().filter(|file| is_unread(file)).map(|file| file.path().to_owned()));
    files.retain(|file| !is_unread(file));
}

/// `is_surface` is false for files of which nobody outside uses anything.
fn files(
    context: &Context<'_>,
    all: &[FileRef<'_>],
    is_surface: impl Fn(&str) -> bool,
) -> Result<Vec<File>, Problem> {
    let mut read = Vec::with_capacity(all.len());
    let reachable = Reachable::new(context)?;
    let reach = |key| reachable.of(key);
    for file in all.iter().filter(|file| !file.language().is_empty()) {
        context.still_wanted()?;
        let Some(found) = Readable::of(context.snapshot, *file) else { continue };
        let source = Source { reach: &reach, aliases: aliases(context, *file), ..found.source() };
        let is_surface = source.is_surface && is_surface(file.path());
        read.push(File::read(Source { is_surface, ..source }));
    }
    Ok(read)
}

/// A file taken apart, whoever reaches it; `None` where it changed since, which the snapshot then says.
pub(crate) fn read_file(snapshot: &Snapshot, file: FileRef<'_>) -> Option<File> {
    Readable::of(snapshot, file).map(|read| File::read(read.source()))
}

/// What is read of a file.
struct Readable<'s> {
    snapshot: &'s Snapshot,
    file: FileRef<'s>,
    facts: Arc<FileFacts>,
    text: Arc<str>,
    is_symbol: Box<dyn Fn(SymbolKey) -> bool + 's>,
}

impl<'s> Readable<'s> {
    fn of(snapshot: &'s Snapshot, file: FileRef<'s>) -> Option<Self> {
        let facts = snapshot.facts(file.path())?;
        let text = snapshot.source(file.path()).ok()?.text;
        let view = &snapshot.view;
        let is_symbol = Box::new(move |key| view.symbol(key).is_some());
        Some(Self { snapshot, file, facts, text, is_symbol })
    }

    fn source(&self) -> Source<'_> {
        let path = self.file.path();
        let is_indented = self.snapshot.is_indented(path);
        let rules = self.snapshot.rules(path);
        Source {
            types_are_optional: rules.is_some_and(|rules| rules.types_are_optional),
            bare_types: rules.is_some_and(|rules| rules.bare_types),
            same_types: rules.map_or(&[], |rules| rules.same_types),
            whole_unless: rules.and_then(|rules| rules.surface.whole_unless),
            gives_missing: rules.and_then(|rules| rules.delegation).map(|one| one.method),
            path,
            facts: self.facts.clone(),
            text: self.text.clone(),
            is_indented,
            is_surface: !is_test(self.file),
            // The language that is indented is the one in which calls name arguments.
            names_arguments: is_indented,
            is_symbol: &*self.is_symbol,
            reach: &|_| Reach::Unknown,
            aliases: FxHashMap::default(),
            meanings: meanings(self.file),
        }
    }
}

/// What the names of a file stand for that are other names of types, and what is written there; none that means two things.
fn aliases(context: &Context<'_>, file: FileRef<'_>) -> FxHashMap<String, String> {
    let view = context.view();
    let mut found: FxHashMap<String, String> = FxHashMap::default();
    let mut doubtful: FxHashSet<&str> = FxHashSet::default();
    for one in file.references().filter(|one| one.role() == Role::Type) {
        let targets = one.targets();
        let [TargetRef::Symbol(key)] = targets.as_slice() else { continue };
        let of = view.symbol(*key).and_then(|symbol| stands_for(view.sym(symbol)));
        match of {
            Some(of) if found.get(one.name()).is_none_or(|known| *known == of) => {
                found.insert(one.name().to_owned(), of);
            }
            _ => {
                doubtful.insert(one.name());
            }
        }
    }
    found.retain(|name, _| !doubtful.contains(name.as_str()));
    found
}

/// The type that another name of it is written to be.
fn stands_for(symbol: Symbol<'_>) -> Option<String> {
    use SymbolKind::{Constant, TypeAlias, Variable};
    let signature = symbol.signature();
    // Longer ones may have been cut.
    if !matches!(symbol.kind(), TypeAlias | Constant | Variable) || signature.len() >= LONGEST_ALIAS {
        return None;
    }
    let (head, of) = signature.split_once('=')?;
    // What takes types itself is no type before it has them.
    let is_whole = !head.contains(['<', '[']) && !of.starts_with(['=', '>']);
    is_whole.then(|| of.trim().trim_end_matches(';').trim_end().to_owned())
}

/// What each name of a file that is proved to mean one type means, by where it stands.
fn meanings(file: FileRef<'_>) -> FxHashMap<u32, u64> {
    let is_proved = |one: &Reference<'_>| {
        one.role() == Role::Type && matches!(one.resolution(), Resolution::Resolved | Resolution::External)
    };
    let meaning = |one: Reference<'_>| match one.targets().as_slice() {
        [TargetRef::Symbol(key)] => Some((one.span().start, key.0)),
        [TargetRef::External(path)] => Some((one.span().start, hash_text(path))),
        _ => None,
    };
    file.references().filter(is_proved).filter_map(meaning).collect()
}

/// The keys of symbols of the base as they are in the head: those that were paired under another key.
#[derive(Debug, Default)]
pub(super) struct Now {
    keys: FxHashMap<SymbolKey, SymbolKey>,
    paths: FxHashMap<String, String>,
}

impl Now {
    pub(super) fn new(diff: &Diff<'_>) -> Self {
        let renamed = |one: &indexer_diff::FileChange<'_>| {
            Some((one.old?.to_owned(), one.new?.to_owned())).filter(|(old, new)| old != new)
        };
        Self {
            keys: diff.renamed.iter().map(|(old, new)| (old.key, new.key)).collect(),
            paths: diff.files.iter().filter_map(renamed).collect(),
        }
    }

    pub(super) fn key(&self, old: SymbolKey) -> SymbolKey {
        self.keys.get(&old).copied().unwrap_or(old)
    }

    /// The key in the base of what has this key in the head, where it had another one.
    pub(super) fn before(&self, new: SymbolKey) -> Option<SymbolKey> {
        self.keys.iter().find(|(_, now)| **now == new).map(|(old, _)| *old)
    }

    pub(super) fn path<'p>(&'p self, old: &'p str) -> &'p str {
        self.paths.get(old).map_or(old, String::as_str)
    }
}

/// The symbol of a key as it is printed; `None` where the view has none.
pub(super) fn printed(view: &View, key: SymbolKey) -> Option<String> {
    view.symbol(key).map(|symbol| view.sym(symbol).printed())
}

/// What a symbol is called by every tool.
pub(super) fn key_of(view: &View, path: &str, one: &Entity) -> String {
    printed(view, one.key).unwrap_or_else(|| format!("{path}#{}", one.chain()))
}

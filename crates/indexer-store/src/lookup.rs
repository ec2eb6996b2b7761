//! The questions that a view answers through its indexes.

use crate::bytes::lower_bound;
use crate::file::FileRef;
use crate::files::FilesBelow;
use crate::format::Section as S;
use crate::names::NameHandle;
use crate::reference::ReferenceRef;
use crate::segment::Segment;
use crate::symbol::SymbolRef;
use crate::view::View;
use indexer_core::key::hash_text;
use indexer_core::{Role, SymbolKey};
use std::ops::Range;

impl View {
    /// All live files in path order (by bytes). O(files * segments) to the end.
    pub fn files(&self) -> impl Iterator<Item = FileRef<'_>> {
        FilesBelow::under(self, "")
    }

    /// The live files at `prefix` or below the folder `prefix` ("" for all), in path order.
    /// O(log files + files found).
    pub fn files_under(&self, prefix: &str) -> impl Iterator<Item = FileRef<'_>> + use<'_> {
        let prefix = prefix.trim_end_matches('/');
        let itself = if prefix.is_empty() { None } else { self.file(prefix) };
        let below = if prefix.is_empty() { String::new() } else { format!("{prefix}/") };
        itself.into_iter().chain(FilesBelow::under(self, &below))
    }

    /// The live file at `path`. O(segments) pages.
    pub fn file(&self, path: &str) -> Option<FileRef<'_>> {
        self.numbered().find_map(|(segment, held)| {
            let index = held.find(path).filter(|index| self.is_live(segment, *index))?;
            Some(FileRef { view: self, segment, index })
        })
    }

    /// The symbol with this key. O(segments) pages. A key holds its path, so that symbols of two
    /// files have one key only by an accident of hashing; then it is the first one's.
    pub fn symbol(&self, key: SymbolKey) -> Option<SymbolRef> {
        self.numbered().find_map(|(segment, held)| {
            let place = held.columns.hash_places(S::Key, key.0).next()?;
            let index = held.columns.option(S::KeySymbol, place)?;
            Some(SymbolRef { segment, index }).filter(|symbol| self.is_live_symbol(*symbol))
        })
    }

    /// The symbols with this name, in (path, position) order; without `exact`, upper and lower
    /// case are the same. O(segments) pages + the symbols found.
    pub fn symbols_named(&self, name: &str, exact: bool) -> Vec<SymbolRef> {
        let mut found = Vec::new();
        for (segment, held) in self.numbered() {
            for index in held.names_equal(name, exact) {
                found.extend(self.names().symbols(NameHandle { segment, index }));
            }
        }
        self.sort_symbols(&mut found);
        found
    }

    /// The references whose targets hold the symbol with this key (resolved and possible), over
    /// all files, in (path, position) order. O(segments) pages + the references found.
    pub fn references_to(&self, key: SymbolKey) -> Vec<ReferenceRef> {
        self.inbound(|held| held.columns.hash_places(S::Key, key.0).next())
    }

    /// The references that lead to the module of the file at `path`, in (path, position) order.
    /// O(log targets + the references found).
    pub fn references_to_module(&self, path: &str) -> Vec<ReferenceRef> {
        self.inbound(|held| {
            Some(held.columns.items(S::Key) + held.columns.text_place(S::ModuleTarget, path)?)
        })
    }

    /// The references that lead to exactly this external path, in (path, position) order.
    /// O(log targets + the references found).
    pub fn references_to_external(&self, path: &str) -> Vec<ReferenceRef> {
        self.inbound(|held| {
            let before = held.columns.items(S::Key).checked_add(held.columns.items(S::ModuleTarget))?;
            before.checked_add(held.columns.text_place(S::ExternalTarget, path)?)
        })
    }

    /// The external paths that references lead to and that begin with `prefix`, sorted, each once; of a file that was
    /// replaced since there may be some to which nothing leads any more. O(log targets + the paths found) a segment.
    pub fn external_paths(&self, prefix: &str) -> Vec<&str> {
        let segments = self.numbered();
        let mut found: Vec<&str> =
            segments.flat_map(|(_, held)| held.columns.texts_from(S::ExternalTarget, prefix)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn inbound(&self, target: impl Fn(&Segment) -> Option<u32>) -> Vec<ReferenceRef> {
        let run = |held: &Segment| Some((S::InboundStart, S::Inbound, target(held)?));
        self.references_of(run)
    }

    /// The references with this name (exact), resolved or not, in (path, position) order.
    /// O(segments) pages + the references found.
    pub fn references_named(&self, name: &str) -> Vec<ReferenceRef> {
        let of = |held: &Segment| held.names_equal(name, true).first().copied();
        self.references_of(|held| Some((S::NameReferenceStart, S::NameReference, of(held)?)))
    }

    /// The live files with a reference of this name (exact) in one of these roles, each once, by segments and in order of
    /// their paths in each. O(files found) pages and the references before the first of each with such a role: who takes a
    /// few of many does not pay for all.
    pub fn files_with_reference(
        &self,
        name: &str,
        wanted: fn(Role) -> bool,
    ) -> impl Iterator<Item = FileRef<'_>> + use<'_> {
        let named = |held: &Segment| {
            let name = held.names_equal(name, true).first().copied()?;
            Some(held.columns.run(S::NameReferenceStart, S::NameReference, name))
        };
        let runs = self.numbered().filter_map(|(segment, held)| Some((segment, held, named(held)?)));
        let runs: Vec<_> = runs.collect();
        runs.into_iter().flat_map(move |(segment, held, run)| self.files_of_run(segment, held, run, wanted))
    }

    /// The live files of a run of references of one name, by the places of these in their column.
    fn files_of_run<'v>(
        &'v self,
        segment: u32,
        held: &'v Segment,
        mut rest: Range<u32>,
        wanted: fn(Role) -> bool,
    ) -> impl Iterator<Item = FileRef<'v>> + use<'v> {
        let columns = &held.columns;
        let item = move |place: u64| columns.get32(S::NameReference, place as u32);
        std::iter::from_fn(move || {
            while !rest.is_empty() {
                let start = u64::from(rest.start);
                let index = columns.owner_of(S::FileReferenceStart, item(start));
                let behind = columns.get32(S::FileReferenceStart, index.saturating_add(1));
                let is_before = |place| place < start || item(place) < behind;
                let next = lower_bound(u64::from(rest.end), start, is_before) as u32;
                // Damaged columns must not stand still.
                let mut own = rest.start..next.max(rest.start + 1);
                rest.start = own.end;
                let is_wanted = |place| wanted(held.reference(item(u64::from(place))).role());
                if self.is_live(segment, index) && own.any(is_wanted) {
                    return Some(FileRef { view: self, segment, index });
                }
            }
            None
        })
    }

    fn references_of(&self, run: impl Fn(&Segment) -> Option<(S, S, u32)>) -> Vec<ReferenceRef> {
        let mut found = Vec::new();
        for (segment, held) in self.numbered() {
            if let Some((starts, items, owner)) = run(held) {
                let all =
                    held.columns.run_items(starts, items, owner).map(|index| ReferenceRef { segment, index });
                found.extend(all.filter(|reference| self.is_live_reference(*reference)));
            }
        }
        if found.first().map(|r| r.segment) != found.last().map(|r| r.segment) {
            found.sort_by_cached_key(|r| (self.reference(*r).file().path(), r.index));
        }
        found
    }

    fn sort_symbols(&self, found: &mut [SymbolRef]) {
        if found.first().map(|s| s.segment) == found.last().map(|s| s.segment) {
            found.sort_unstable();
        } else {
            found.sort_by_cached_key(|s| (self.sym(*s).file().path(), s.index));
        }
    }

    /// The symbols whose exact name has this hash (`indexer_core::key::hash_text`), those of a file
    /// together. O(found).
    pub fn symbols_hashed(&self, hash: u64) -> Vec<SymbolRef> {
        let mut found = Vec::new();
        for (segment, held) in self.numbered() {
            for place in held.columns.half_hash_places(S::ExactHash, hash) {
                let name = NameHandle { segment, index: held.columns.get32(S::ExactName, place) };
                if hash_text(held.columns.name(name.index)) == hash {
                    found.extend(self.names().live_symbols(name));
                }
            }
        }
        found
    }
}

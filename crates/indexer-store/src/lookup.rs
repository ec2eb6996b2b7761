//! The questions that a view answers through its indexes.

use crate::bytes::lower_bound;
use crate::file::FileRef;
use crate::files::FilesBelow;
use crate::format::Section as S;
use crate::reference::ReferenceRef;
use crate::segment::Segment;
use crate::symbol::SymbolRef;
use crate::view::View;
use indexer_core::key::hash_text;
use indexer_core::{DependencyKey, NameShape, SymbolKey};
use std::collections::BTreeSet;

/// A distinct name of one segment, given out by [`View::for_each_name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameHandle {
    pub(crate) segment: u32,
    pub(crate) index: u32,
}

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
            let place = held.hash_places(S::Key, key.0).next()?;
            let index = held.option(S::KeySymbol, place)?;
            Some(SymbolRef { segment, index }).filter(|symbol| self.is_live_symbol(*symbol))
        })
    }

    /// The symbols with this name, in (path, position) order; without `exact`, upper and lower
    /// case are the same. O(segments) pages + the symbols found.
    pub fn symbols_named(&self, name: &str, exact: bool) -> Vec<SymbolRef> {
        let mut found = Vec::new();
        for (segment, held) in self.numbered() {
            for index in held.names_equal(name, exact) {
                found.extend(self.symbols_of_name(NameHandle { segment, index }));
            }
        }
        self.sort_symbols(&mut found);
        found
    }

    /// Distinct names of live symbols that start with `prefix` in any case, sorted by
    /// (lower-cased, exact), at most `limit`. O(log names + names found).
    pub fn names_with_prefix(&self, prefix: &str, limit: usize) -> Vec<String> {
        let prefix = prefix.to_lowercase();
        let mut found: BTreeSet<(String, &str)> = BTreeSet::new();
        for (segment, held) in self.numbered() {
            let names = held.items(S::NameEnd);
            let less = |i: u64| held.name(i as u32).to_lowercase() < prefix;
            let first = lower_bound(u64::from(names), u64::from(names / 2), less) as u32;
            let mut taken = 0;
            for index in first..names {
                let lower = held.name(index).to_lowercase();
                if !lower.starts_with(&prefix) || taken >= limit {
                    break;
                }
                if self.live_symbols(NameHandle { segment, index }).next().is_some() {
                    found.insert((lower, held.name(index)));
                    taken += 1;
                }
            }
        }
        found.into_iter().take(limit).map(|(_, name)| name.to_owned()).collect()
    }

    /// Calls `visit(name, handle)` for every distinct name of a symbol whose shape `may` lets pass, segment
    /// by segment, sorted by (lower-cased, exact) in each: a name may come once per segment, and its
    /// symbols may all be dead. For scans (contains, fuzzy). O(names); of most only the shape is read.
    pub fn for_each_name(&self, may: impl Fn(NameShape) -> bool, mut visit: impl FnMut(&str, NameHandle)) {
        for (segment, held) in self.numbered() {
            for (shape, index) in held.name_shapes() {
                if may(*shape) {
                    visit(held.name(*index), NameHandle { segment, index: *index });
                }
            }
        }
    }

    /// The live symbols with the name of a handle. O(symbols of the name).
    pub fn symbols_of_name(&self, name: NameHandle) -> Vec<SymbolRef> {
        self.live_symbols(name).collect()
    }

    fn live_symbols(&self, name: NameHandle) -> impl Iterator<Item = SymbolRef> + use<'_> {
        let NameHandle { segment, index } = name;
        let items = self.segment(segment).run_items(S::NameSymbolStart, S::NameSymbol, index);
        items.map(move |index| SymbolRef { segment, index }).filter(|symbol| self.is_live_symbol(*symbol))
    }

    /// The references whose targets hold the symbol with this key (resolved and possible), over
    /// all files, in (path, position) order. O(segments) pages + the references found.
    pub fn references_to(&self, key: SymbolKey) -> Vec<ReferenceRef> {
        self.inbound(|held| held.hash_places(S::Key, key.0).next())
    }

    /// The references that lead to the module of the file at `path`, in (path, position) order.
    /// O(log targets + the references found).
    pub fn references_to_module(&self, path: &str) -> Vec<ReferenceRef> {
        self.inbound(|held| Some(held.items(S::Key) + held.text_place(S::ModuleTarget, path)?))
    }

    /// The references that lead to exactly this external path, in (path, position) order.
    /// O(log targets + the references found).
    pub fn references_to_external(&self, path: &str) -> Vec<ReferenceRef> {
        self.inbound(|held| {
            let before = held.items(S::Key).checked_add(held.items(S::ModuleTarget))?;
            before.checked_add(held.text_place(S::ExternalTarget, path)?)
        })
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

    fn references_of(&self, run: impl Fn(&Segment) -> Option<(S, S, u32)>) -> Vec<ReferenceRef> {
        let mut found = Vec::new();
        for (segment, held) in self.numbered() {
            if let Some((starts, items, owner)) = run(held) {
                let all = held.run_items(starts, items, owner).map(|index| ReferenceRef { segment, index });
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

    /// The files that consulted one of `keys`, in path order, each once.
    /// O(keys * segments) pages + the files found.
    pub fn consulting(&self, keys: &[DependencyKey]) -> Vec<FileRef<'_>> {
        let numbers = || keys.iter().map(|key| key.0);
        self.files_by(S::Consulted, S::ConsultedFileStart, S::ConsultedFile, numbers)
    }

    /// The files that extend a type whose name has this hash, in path order.
    pub fn extending(&self, hash: u64) -> Vec<FileRef<'_>> {
        self.files_by(S::Extended, S::ExtendedFileStart, S::ExtendedFile, || [hash].into_iter())
    }

    /// The files that define a symbol whose exact name has this hash
    /// (`indexer_core::key::hash_text`), of any kind, in path order.
    pub fn defining(&self, hash: u64) -> Vec<FileRef<'_>> {
        let symbols = self.symbols_hashed(hash);
        self.in_path_order(symbols.into_iter().map(|symbol| self.place_of(symbol)).collect())
    }

    /// The symbols whose exact name has this hash (`indexer_core::key::hash_text`), those of a file
    /// together. O(found).
    pub fn symbols_hashed(&self, hash: u64) -> Vec<SymbolRef> {
        let mut found = Vec::new();
        for (segment, held) in self.numbered() {
            for place in held.hash_places(S::ExactHash, hash) {
                let name = NameHandle { segment, index: held.get32(S::ExactName, place) };
                found.extend(self.live_symbols(name));
            }
        }
        found
    }

    fn place_of(&self, symbol: SymbolRef) -> (u32, u32) {
        (symbol.segment, self.segment(symbol.segment).owner_of(S::FileSymbolStart, symbol.index))
    }

    /// The manifests that declare a package or library of this name, in path order.
    pub fn packages(&self, name: &str) -> Vec<FileRef<'_>> {
        let hash = hash_text(name);
        let mut files = self.files_by(S::Package, S::PackageFileStart, S::PackageFile, || [hash].into_iter());
        files.retain(|file| file.packages().contains(&name));
        files
    }

    fn files_by<I: Iterator<Item = u64>>(
        &self,
        keys: S,
        starts: S,
        items: S,
        numbers: impl Fn() -> I,
    ) -> Vec<FileRef<'_>> {
        let mut found = BTreeSet::new();
        for (segment, held) in self.numbered() {
            for place in numbers().filter_map(|number| held.hash_places(keys, number).next()) {
                let files = held.run_items(starts, items, place);
                found.extend(files.filter(|f| self.is_live(segment, *f)).map(|f| (segment, f)));
            }
        }
        self.in_path_order(found)
    }

    fn in_path_order(&self, found: BTreeSet<(u32, u32)>) -> Vec<FileRef<'_>> {
        let files = found.into_iter().map(|(segment, index)| FileRef { view: self, segment, index });
        let mut files: Vec<FileRef<'_>> = files.collect();
        if files.first().map(|f| f.segment) != files.last().map(|f| f.segment) {
            files.sort_by_cached_key(FileRef::path);
        }
        files
    }
}

impl Segment {
    /// The names of symbols, ascending, with their shapes. O(names), once.
    fn name_shapes(&self) -> &[(NameShape, u32)] {
        self.shapes.get_or_init(|| {
            let names = 0..self.items(S::NameEnd);
            let of_symbols =
                names.filter(|index| !self.run(S::NameSymbolStart, S::NameSymbol, *index).is_empty());
            of_symbols.map(|index| (NameShape::of(self.name(index)), index)).collect()
        })
    }

    /// The names equal to `name`, ascending.
    fn names_equal(&self, name: &str, exact: bool) -> Vec<u32> {
        let lower = name.to_lowercase();
        let names = self.items(S::NameEnd);
        let mut found = Vec::new();
        for place in self.hash_places(S::LowerHash, hash_text(&lower)) {
            for index in self.get32(S::LowerName, place)..names {
                let here = self.name(index);
                if here.to_lowercase() != lower {
                    break;
                }
                if !exact || here == name {
                    found.push(index);
                }
            }
        }
        found
    }

    /// The place of `text` in a sorted column of texts.
    fn text_place(&self, section: S, text: &str) -> Option<u32> {
        let items = self.items(section);
        let at = |place: u64| self.text(self.get32(section, place as u32));
        let place = lower_bound(u64::from(items), u64::from(items / 2), |i| at(i) < text);
        (place < u64::from(items) && at(place) == text).then_some(place as u32)
    }
}

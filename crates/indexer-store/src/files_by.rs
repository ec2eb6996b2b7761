//! Files by what they say: the inverted columns of a view.

use crate::file::FileRef;
use crate::format::Section as S;
use crate::symbol::SymbolRef;
use crate::view::View;
use indexer_core::DependencyKey;
use indexer_core::key::hash_text;
use std::collections::BTreeSet;

/// The files of a view that say something, by what they say.
#[derive(Clone, Copy, Debug)]
pub struct FilesBy<'v> {
    view: &'v View,
}

impl View {
    /// Its files by what they say.
    pub fn files_by(&self) -> FilesBy<'_> {
        FilesBy { view: self }
    }
}

impl<'v> FilesBy<'v> {
    /// The files that consulted one of `keys`, in path order, each once.
    /// O(keys * segments) pages + the files found.
    pub fn consulted(&self, keys: &[DependencyKey]) -> Vec<FileRef<'v>> {
        let numbers = || keys.iter().map(|key| key.0);
        self.holding(S::Consulted, S::ConsultedFileStart, S::ConsultedFile, numbers)
    }

    /// The files that extend a type whose name has this hash, in path order.
    pub fn extended(&self, hash: u64) -> Vec<FileRef<'v>> {
        self.holding(S::Extended, S::ExtendedFileStart, S::ExtendedFile, || [hash].into_iter())
    }

    /// The files that define a symbol whose exact name has this hash
    /// (`indexer_core::key::hash_text`), of any kind, in path order.
    pub fn defined(&self, hash: u64) -> Vec<FileRef<'v>> {
        let symbols = self.view.symbols_hashed(hash);
        self.in_path_order(symbols.into_iter().map(|symbol| self.place_of(symbol)).collect())
    }

    fn place_of(&self, symbol: SymbolRef) -> (u32, u32) {
        (symbol.segment, self.view.segment(symbol.segment).columns.owner_of(S::FileSymbolStart, symbol.index))
    }

    /// The manifests that declare a package or library of this name, in path order.
    pub fn package(&self, name: &str) -> Vec<FileRef<'v>> {
        let hash = hash_text(name);
        let mut files = self.holding(S::Package, S::PackageFileStart, S::PackageFile, || [hash].into_iter());
        files.retain(|file| file.packages().contains(&name));
        files
    }

    fn holding<I: Iterator<Item = u64>>(
        &self,
        keys: S,
        starts: S,
        items: S,
        numbers: impl Fn() -> I,
    ) -> Vec<FileRef<'v>> {
        let mut found = BTreeSet::new();
        for (segment, held) in self.view.numbered() {
            for place in numbers().filter_map(|number| held.columns.hash_places(keys, number).next()) {
                let files = held.columns.run_items(starts, items, place);
                found.extend(files.filter(|f| self.view.is_live(segment, *f)).map(|f| (segment, f)));
            }
        }
        self.in_path_order(found)
    }

    fn in_path_order(&self, found: BTreeSet<(u32, u32)>) -> Vec<FileRef<'v>> {
        let files = found.into_iter().map(|(segment, index)| FileRef { view: self.view, segment, index });
        let mut files: Vec<FileRef<'v>> = files.collect();
        if files.first().map(|f| f.segment) != files.last().map(|f| f.segment) {
            files.sort_by_cached_key(FileRef::path);
        }
        files
    }
}

//! The questions that a view answers through its indexes.

use crate::file::FileRef;
use crate::reference::ReferenceRef;
use crate::symbol::SymbolRef;
use crate::view::View;
use indexer_core::{ConsultedKey, SymbolKey};

/// A distinct name of one segment, given out by [`View::for_each_name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameHandle {
    pub(crate) segment: u32,
    pub(crate) index: u32,
}

impl View {
    /// All live files in path order (by bytes). O(files * segments) for the whole.
    pub fn files(&self) -> impl Iterator<Item = FileRef<'_>> {
        Vec::new().into_iter()
    }

    /// The live files at `prefix` or below the folder `prefix` ("" for all), in path order.
    /// O(log files + files found).
    pub fn files_under(&self, prefix: &str) -> impl Iterator<Item = FileRef<'_>> {
        let _ = prefix;
        Vec::new().into_iter()
    }

    /// The live file at `path`. O(segments) pages.
    pub fn file(&self, path: &str) -> Option<FileRef<'_>> {
        let _ = path;
        todo!()
    }

    /// The symbol with this key. O(segments) pages.
    pub fn symbol(&self, key: SymbolKey) -> Option<SymbolRef> {
        let _ = key;
        todo!()
    }

    /// The symbols with this name, in (path, position) order; without `exact`, upper and lower
    /// case are the same. O(segments) pages + the symbols found.
    pub fn symbols_named(&self, name: &str, exact: bool) -> Vec<SymbolRef> {
        let _ = (name, exact);
        todo!()
    }

    /// Distinct names of live symbols that start with `prefix` in any case, sorted by
    /// (lower-cased, exact), at most `limit`. O(log names + names found).
    pub fn names_with_prefix(&self, prefix: &str, limit: usize) -> Vec<String> {
        let _ = (prefix, limit);
        todo!()
    }

    /// Calls `visit(lower-cased name, name, handle)` for every distinct name of a symbol, segment by
    /// segment, sorted by (lower-cased, exact) in each: a name may come once per segment, and its
    /// symbols may all be dead. For scans (contains, fuzzy). O(names).
    pub fn for_each_name(&self, mut visit: impl FnMut(&str, &str, NameHandle)) {
        let _ = &mut visit;
        todo!()
    }

    /// The live symbols with the name of a handle. O(symbols of the name).
    pub fn symbols_of_name(&self, name: NameHandle) -> Vec<SymbolRef> {
        let _ = name;
        todo!()
    }

    /// The references whose targets hold the symbol with this key (resolved and possible), over
    /// all files, in (path, position) order. O(segments) pages + the references found.
    pub fn references_to(&self, key: SymbolKey) -> Vec<ReferenceRef> {
        let _ = key;
        todo!()
    }

    /// The references that lead to the module of the file at `path`, in (path, position) order.
    pub fn references_to_module(&self, path: &str) -> Vec<ReferenceRef> {
        let _ = path;
        todo!()
    }

    /// The references that lead to exactly this external path, in (path, position) order.
    pub fn references_to_external(&self, path: &str) -> Vec<ReferenceRef> {
        let _ = path;
        todo!()
    }

    /// The references with this name (exact), resolved or not, in (path, position) order.
    pub fn references_named(&self, name: &str) -> Vec<ReferenceRef> {
        let _ = name;
        todo!()
    }

    /// The files that consulted one of `keys`, in path order, each once.
    pub fn consulting(&self, keys: &[ConsultedKey]) -> Vec<FileRef<'_>> {
        let _ = keys;
        todo!()
    }

    /// The files that extend a type whose name has this hash, in path order.
    pub fn extending(&self, hash: u64) -> Vec<FileRef<'_>> {
        let _ = hash;
        todo!()
    }

    /// The files that define a symbol whose exact name has this hash
    /// (`indexer_core::key::hash_text`), of any kind, in path order.
    pub fn defining(&self, hash: u64) -> Vec<FileRef<'_>> {
        let _ = hash;
        todo!()
    }

    /// The manifests that declare a package or library of this name, in path order.
    pub fn packages(&self, name: &str) -> Vec<FileRef<'_>> {
        let _ = name;
        todo!()
    }
}

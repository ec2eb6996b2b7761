//! The names of a view's symbols, distinct and sorted.

use crate::bytes::lower_bound;
use crate::format::Section as S;
use crate::segment::Segment;
use crate::symbol::SymbolRef;
use crate::view::View;
use indexer_core::NameShape;
use indexer_core::key::hash_text;
use std::collections::BTreeSet;

/// A distinct name of one segment, given out by [`Names::for_each`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NameHandle {
    pub(crate) segment: u32,
    pub(crate) index: u32,
}

/// The names of a view's symbols.
#[derive(Clone, Copy, Debug)]
pub struct Names<'v> {
    pub(crate) view: &'v View,
}

impl View {
    /// The names of its symbols.
    pub fn names(&self) -> Names<'_> {
        Names { view: self }
    }
}

impl<'v> Names<'v> {
    /// Distinct names of live symbols that start with `prefix` in any case, sorted by
    /// (lower-cased, exact), at most `limit`. O(log names + names found).
    pub fn with_prefix(&self, prefix: &str, limit: usize) -> Vec<String> {
        let prefix = prefix.to_lowercase();
        let mut found: BTreeSet<(String, &str)> = BTreeSet::new();
        for (segment, held) in self.view.numbered() {
            let names = held.columns.items(S::NameEnd);
            let less = |i: u64| held.columns.name(i as u32).to_lowercase() < prefix;
            let first = lower_bound(u64::from(names), u64::from(names / 2), less) as u32;
            let mut taken = 0;
            for index in first..names {
                let lower = held.columns.name(index).to_lowercase();
                if !lower.starts_with(&prefix) || taken >= limit {
                    break;
                }
                if self.live_symbols(NameHandle { segment, index }).next().is_some() {
                    found.insert((lower, held.columns.name(index)));
                    taken += 1;
                }
            }
        }
        found.into_iter().take(limit).map(|(_, name)| name.to_owned()).collect()
    }

    /// Calls `visit(name, handle)` for every distinct name of a symbol whose shape `may` lets pass, segment
    /// by segment, sorted by (lower-cased, exact) in each: a name may come once per segment, and its
    /// symbols may all be dead. For scans (contains, fuzzy). O(names); of most only the shape is read.
    pub fn for_each(&self, may: impl Fn(NameShape) -> bool, mut visit: impl FnMut(&str, NameHandle)) {
        for (segment, held) in self.view.numbered() {
            for (shape, index) in held.name_shapes() {
                if may(*shape) {
                    visit(held.columns.name(*index), NameHandle { segment, index: *index });
                }
            }
        }
    }

    /// The live symbols with the name of a handle. O(symbols of the name).
    pub fn symbols(&self, name: NameHandle) -> Vec<SymbolRef> {
        self.live_symbols(name).collect()
    }

    pub(crate) fn live_symbols(self, name: NameHandle) -> impl Iterator<Item = SymbolRef> + use<'v> {
        let NameHandle { segment, index } = name;
        let view = self.view;
        let items = self.view.segment(segment).columns.run_items(S::NameSymbolStart, S::NameSymbol, index);
        items
            .map(move |index| SymbolRef { segment, index })
            .filter(move |symbol| view.is_live_symbol(*symbol))
    }
}

impl Segment {
    /// The names of symbols, ascending, with their shapes. O(names), once.
    fn name_shapes(&self) -> &[(NameShape, u32)] {
        self.shapes.get_or_init(|| {
            let names = 0..self.columns.items(S::NameEnd);
            let of_symbols =
                names.filter(|index| !self.columns.run(S::NameSymbolStart, S::NameSymbol, *index).is_empty());
            of_symbols.map(|index| (NameShape::of(self.columns.name(index)), index)).collect()
        })
    }

    /// The names equal to `name`, ascending.
    pub(crate) fn names_equal(&self, name: &str, exact: bool) -> Vec<u32> {
        let lower = name.to_lowercase();
        let names = self.columns.items(S::NameEnd);
        let mut found = Vec::new();
        for place in self.columns.half_hash_places(S::LowerHash, hash_text(&lower)) {
            for index in self.columns.get32(S::LowerName, place)..names {
                let here = self.columns.name(index);
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
}

//! Tables over a whole view, with a place for every symbol, name and target: for who goes over all references. A map by
//! key is looked up at random in ten times the memory.

use crate::format::Section as S;
use crate::names::NameHandle;
use crate::reference::Reference;
use crate::symbol::{Symbol, SymbolRef};
use crate::view::View;
use indexer_core::SymbolKey;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Something for each symbol of a view.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable<T> {
    /// By segment and index.
    all: Vec<Vec<T>>,
}

/// Something for each target that references of a view lead to.
#[derive(Clone, Debug, Default)]
pub struct TargetTable<T> {
    /// By segment and number of the target in it.
    all: Vec<Vec<T>>,
}

/// Where a target is in a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination<'v> {
    /// A live symbol.
    Symbol(SymbolRef),
    /// A module of this repository: the path of its file.
    Module(&'v str),
    /// Outside, or nowhere any more.
    Elsewhere,
}

/// The distinct names of symbols and references of a view by number: a name of several segments has one.
#[derive(Clone, Debug)]
pub struct NameNumbers {
    /// Of each segment but the oldest, by the index of the name in it.
    newer: Vec<Vec<u32>>,
    count: u32,
}

impl View {
    /// A table with `value` for each symbol, those of dead files included. O(symbols).
    pub fn symbol_table<T: Clone>(&self, value: &T) -> SymbolTable<T> {
        let of_segment = |held: &crate::Segment| vec![value.clone(); held.symbol_count() as usize];
        SymbolTable { all: self.numbered().map(|(_, held)| of_segment(held)).collect() }
    }

    /// A table with what `make` makes of each target. O(targets), and O(segments) pages more for each symbol that is in
    /// another segment than a reference to it.
    pub fn target_table<'v, T>(&'v self, make: impl Fn(Destination<'v>) -> T) -> TargetTable<T> {
        let all = self.numbered().map(|(segment, held)| {
            let [keys, modules, externals] =
                [S::Key, S::ModuleTarget, S::ExternalTarget].map(|section| held.columns.items(section));
            let dead = self.dead_symbols(segment);
            let symbols = (0..keys).map(|key| self.symbol_of((segment, &dead), key));
            let modules = (0..modules).map(|index| {
                let text = held.columns.get32(S::ModuleTarget, index);
                Destination::Module(held.columns.text(text))
            });
            let externals = (0..externals).map(|_| Destination::Elsewhere);
            symbols.chain(modules).chain(externals).map(&make).collect()
        });
        TargetTable { all: all.collect() }
    }

    /// The symbols of the files of a segment that are not live, ascending.
    fn dead_symbols(&self, segment: u32) -> Vec<Range<u32>> {
        let held = self.segments().get(segment as usize);
        let dead = held.map_or(&[][..], |held| held.live.dead_files());
        dead.iter().map(|file| self.segment(segment).file(*file).symbols()).collect()
    }

    /// The live symbol with a key of a segment. O(log dead files) for one that is there.
    fn symbol_of(&self, (segment, dead): (u32, &[Range<u32>]), key: u32) -> Destination<'_> {
        let columns = &self.segment(segment).columns;
        let is_live = |index: &u32| {
            let next = dead.get(dead.partition_point(|run| run.end <= *index));
            next.is_none_or(|run| !run.contains(index))
        };
        let own = columns.option(S::KeySymbol, key).filter(is_live);
        let own = own.map(|index| SymbolRef { segment, index });
        let found = own.or_else(|| match self.segments().len() {
            1 => None,
            _ => self.symbol(SymbolKey(columns.get(S::Key, key))),
        });
        found.map_or(Destination::Elsewhere, Destination::Symbol)
    }

    /// The distinct names of symbols and references. O(names of all segments but the oldest).
    pub fn name_numbers(&self) -> NameNumbers {
        let segments: Vec<_> = self.numbered().map(|(_, held)| held).collect();
        let Some((oldest, newer)) = segments.split_last() else {
            return NameNumbers { newer: Vec::new(), count: 0 };
        };
        let mut count = oldest.columns.items(S::NameEnd);
        let mut others: FxHashMap<&str, u32> = FxHashMap::default();
        let numbers = newer.iter().map(|held| {
            let names = (0..held.columns.items(S::NameEnd)).map(|index| held.columns.name(index));
            let number = |name| {
                *others.entry(name).or_insert_with(|| {
                    oldest.names_equal(name, true).first().copied().unwrap_or_else(|| {
                        count += 1;
                        count - 1
                    })
                })
            };
            names.map(number).collect()
        });
        let newer = numbers.collect();
        NameNumbers { newer, count }
    }
}

impl<T> SymbolTable<T> {
    /// What stands for a symbol of the view of which the table is.
    pub fn get(&self, symbol: SymbolRef) -> Option<&T> {
        self.all.get(symbol.segment as usize)?.get(symbol.index as usize)
    }

    /// Lets `value` stand for a symbol.
    pub fn set(&mut self, symbol: SymbolRef, value: T) {
        let own = self.all.get_mut(symbol.segment as usize);
        if let Some(slot) = own.and_then(|own| own.get_mut(symbol.index as usize)) {
            *slot = value;
        }
    }
}

impl<T: Copy> TargetTable<T> {
    /// Calls `visit` with what stands for each target of a reference of the view of which the table is, in their order.
    pub fn each_of(&self, reference: Reference<'_>, mut visit: impl FnMut(T)) {
        let row = reference.view.segment(reference.at.segment).reference(reference.at.index);
        let own = self.all.get(reference.at.segment as usize);
        row.each_target(|index| visit_at(own, index, &mut visit));
    }
}

fn visit_at<T: Copy>(own: Option<&Vec<T>>, index: u32, visit: &mut impl FnMut(T)) {
    if let Some(value) = own.and_then(|own| own.get(index as usize)) {
        visit(*value);
    }
}

impl NameNumbers {
    /// One more than the largest number.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// True where there are no names.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of a name.
    pub fn number(&self, name: NameHandle) -> u32 {
        let own = self.newer.get(name.segment as usize);
        own.map_or(name.index, |own| own.get(name.index as usize).copied().unwrap_or_default())
    }
}

impl Symbol<'_> {
    /// Which of the distinct names of its segment its name is. O(1), reads no text.
    pub fn name_handle(&self) -> NameHandle {
        let segment = self.at.segment;
        let index = self.view.segment(segment).columns.get32(S::SymbolName, self.at.index);
        NameHandle { segment, index }
    }
}

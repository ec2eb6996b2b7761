//! What the writer shares among records: texts, names, targets, numbers; and runs.
//!
//! Everything is sorted, so that it depends on the set alone. Hash maps are only asked, never
//! walked.

use crate::format::{FileWriter, Section as S};
use indexer_core::Target;
use indexer_core::key::hash_text;
use rustc_hash::{FxHashMap, FxHashSet};

/// Distinct texts, sorted by bytes.
pub(crate) struct TextTable<'r> {
    sorted: Vec<&'r str>,
    index: FxHashMap<&'r str, u32>,
}

impl<'r> TextTable<'r> {
    pub(crate) fn new(texts: impl Iterator<Item = &'r str>) -> Self {
        let mut sorted: Vec<&str> = texts.collect::<FxHashSet<_>>().into_iter().collect();
        sorted.sort_unstable();
        Self::of_sorted(sorted)
    }

    fn of_sorted(sorted: Vec<&'r str>) -> Self {
        let index = sorted.iter().copied().zip(0u32..).collect();
        Self { sorted, index }
    }

    /// The index of a text that was given to `new`.
    pub(crate) fn index(&self, text: &str) -> u32 {
        self.index.get(text).copied().unwrap_or_default()
    }

    pub(crate) fn write(&self, out: &mut FileWriter, bytes: S, ends: S) {
        out.bytes(bytes, self.sorted.iter().map(|text| text.as_bytes()));
        let sums = self.sorted.iter().scan(0u64, |sum, text| {
            *sum += text.len() as u64;
            Some(*sum)
        });
        out.column(ends, sums);
    }
}

/// Distinct names, sorted by (lower-cased, exact).
pub(crate) struct NameTable<'r> {
    names: TextTable<'r>,
    /// Hash of each distinct lower-cased name with the first name that is so, sorted.
    lower: Vec<(u64, u32)>,
}

impl<'r> NameTable<'r> {
    pub(crate) fn new(names: impl Iterator<Item = &'r str>) -> Self {
        let distinct = names.collect::<FxHashSet<_>>().into_iter();
        let mut sorted: Vec<(String, &str)> = distinct.map(|name| (name.to_lowercase(), name)).collect();
        sorted.sort_unstable();
        let mut lower: Vec<(u64, u32)> = Vec::new();
        let mut last: Option<&str> = None;
        for ((text, _), index) in sorted.iter().zip(0u32..) {
            if last != Some(text) {
                lower.push((hash_text(text), index));
            }
            last = Some(text);
        }
        lower.sort_unstable();
        Self { names: TextTable::of_sorted(sorted.into_iter().map(|(_, name)| name).collect()), lower }
    }

    pub(crate) fn len(&self) -> usize {
        self.names.sorted.len()
    }

    pub(crate) fn index(&self, name: &str) -> u32 {
        self.names.index(name)
    }

    pub(crate) fn text(&self, index: u32) -> &'r str {
        self.names.sorted.get(index as usize).copied().unwrap_or("")
    }

    pub(crate) fn write(&self, out: &mut FileWriter) {
        self.names.write(out, S::NameBytes, S::NameEnd);
        out.column(S::LowerHash, self.lower.iter().map(|l| l.0));
        out.column(S::LowerName, self.lower.iter().map(|l| u64::from(l.1)));
    }
}

/// Distinct numbers, sorted.
pub(crate) struct NumberTable(Vec<u64>);

impl NumberTable {
    pub(crate) fn new(numbers: impl Iterator<Item = u64>) -> Self {
        let mut sorted: Vec<u64> = numbers.collect();
        sorted.sort_unstable();
        sorted.dedup();
        Self(sorted)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + Clone + use<'_> {
        self.0.iter().copied()
    }

    /// The index of a number that was given to `new`.
    pub(crate) fn index(&self, number: u64) -> u32 {
        index_of(&self.0, &number)
    }
}

/// Everything that references of a segment lead to: keys, then modules, then what is external.
pub(crate) struct TargetTable {
    /// Keys of the segment's symbols and of targets, sorted.
    pub(crate) keys: Vec<u64>,
    key_index: FxHashMap<u64, u32>,
    /// Texts, ascending.
    pub(crate) modules: Vec<u32>,
    /// Texts, ascending.
    pub(crate) externals: Vec<u32>,
}

impl TargetTable {
    pub(crate) fn new<'r>(
        own: impl Iterator<Item = u64>,
        targets: impl Iterator<Item = &'r Target>,
        texts: &TextTable<'r>,
    ) -> Self {
        let mut keys: FxHashSet<u64> = own.collect();
        let (mut modules, mut externals) = (FxHashSet::default(), FxHashSet::default());
        for target in targets {
            match target {
                Target::Symbol(key) => keys.insert(key.0),
                Target::Module(text) => modules.insert(texts.index(text)),
                Target::External(text) => externals.insert(texts.index(text)),
            };
        }
        let (keys, modules, externals) = (sorted(keys), sorted(modules), sorted(externals));
        let key_index = keys.iter().copied().zip(0u32..).collect();
        Self { keys, key_index, modules, externals }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len() + self.modules.len() + self.externals.len()
    }

    /// The index of a symbol's key.
    pub(crate) fn key(&self, key: u64) -> u32 {
        self.key_index.get(&key).copied().unwrap_or_default()
    }

    /// The index of a target.
    pub(crate) fn index(&self, target: &Target, texts: &TextTable<'_>) -> u32 {
        let (keys, modules) = (self.keys.len() as u32, self.modules.len() as u32);
        match target {
            Target::Symbol(key) => self.key(key.0),
            Target::Module(text) => keys + index_of(&self.modules, &texts.index(text)),
            Target::External(text) => keys + modules + index_of(&self.externals, &texts.index(text)),
        }
    }
}

fn sorted<T: Ord>(set: FxHashSet<T>) -> Vec<T> {
    let mut sorted: Vec<T> = set.into_iter().collect();
    sorted.sort_unstable();
    sorted
}

fn index_of<T: Ord>(sorted: &[T], one: &T) -> u32 {
    sorted.binary_search(one).unwrap_or_default() as u32
}

/// For each owner its items, ascending, each once.
pub(crate) struct RunTable {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl RunTable {
    /// The runs of `owners` owners from pairs (owner, item) in any order.
    pub(crate) fn new(owners: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0u32; owners + 1];
        for (owner, _) in &pairs {
            if let Some(next) = starts.get_mut(*owner as usize + 1) {
                *next += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Self { starts, items: pairs.into_iter().map(|(_, item)| item).collect() }
    }

    /// True when the owner has an item.
    pub(crate) fn is_owner(&self, owner: u32) -> bool {
        let at = owner as usize;
        self.starts.get(at) != self.starts.get(at + 1)
    }

    pub(crate) fn write(&self, out: &mut FileWriter, starts: S, items: S) {
        out.column(starts, self.starts.iter().map(|n| u64::from(*n)));
        out.column(items, self.items.iter().map(|n| u64::from(*n)));
    }
}

/// Prefix sums: 0, then the sum of the lengths up to each item.
pub(crate) fn starts(lengths: impl Iterator<Item = usize> + Clone) -> impl Iterator<Item = u64> + Clone {
    let ends = lengths.scan(0u64, |sum, length| {
        *sum += length as u64;
        Some(*sum)
    });
    std::iter::once(0).chain(ends)
}

//! What the files of a segment share: targets and numbers, each once and sorted; and runs.

use crate::bytes::{expected_place, lower_bound};
use crate::file_writer::FileWriter;
use crate::format::Section as S;
use crate::packed_file::PackedTarget;

/// Numbers that are collected before those that came twice are left out.
const MOST_REPEATED: usize = 1 << 18;

/// Distinct numbers, sorted.
pub(crate) struct NumberTable(Vec<u64>);

impl NumberTable {
    pub(crate) fn new(numbers: impl Iterator<Item = u64>) -> Self {
        let (mut sorted, mut most) = (Vec::<u64>::new(), MOST_REPEATED);
        for number in numbers {
            // Most come many times: they need never stand side by side all of them.
            if sorted.len() >= most {
                sorted.sort_unstable();
                sorted.dedup();
                most = sorted.len() * 2 + MOST_REPEATED;
            }
            sorted.push(number);
        }
        sorted.sort_unstable();
        sorted.dedup();
        sorted.shrink_to_fit();
        Self(sorted)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + Clone + use<'_> {
        self.0.iter().copied()
    }

    /// The index of a number that was given to `new`. Hashes are spread evenly: the place where one is
    /// expected is near its own.
    pub(crate) fn index(&self, number: u64) -> u32 {
        let count = self.0.len() as u64;
        let less = |at: u64| self.0.get(at as usize).is_some_and(|other| *other < number);
        lower_bound(count, expected_place(number, count), less) as u32
    }
}

/// Distinct numbers of texts, ascending: few, and near one another.
pub(crate) struct TextList(Vec<u32>);

impl TextList {
    fn new(mut texts: Vec<u32>) -> Self {
        texts.sort_unstable();
        texts.dedup();
        Self(texts)
    }

    fn index(&self, text: u32) -> u32 {
        self.0.binary_search(&text).unwrap_or_default() as u32
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + Clone + use<'_> {
        self.0.iter().map(|text| u64::from(*text))
    }
}

/// Everything that references of a segment lead to: keys, then modules, then what is external.
pub(crate) struct TargetTable {
    /// Keys of the segment's symbols and of targets.
    pub(crate) keys: NumberTable,
    pub(crate) modules: TextList,
    pub(crate) externals: TextList,
}

impl TargetTable {
    /// Those of files whose texts have the numbers that they will have in the segment: the keys of their
    /// symbols, and where their references lead.
    pub(crate) fn new<T: Iterator<Item = PackedTarget>>(
        own: impl Iterator<Item = u64>,
        targets: impl Fn() -> T,
    ) -> Self {
        let others = targets().filter_map(|target| match target {
            PackedTarget::Key(halves) => Some(halves.key()),
            PackedTarget::Module(_) | PackedTarget::External(_) => None,
        });
        let (mut modules, mut externals) = (Vec::new(), Vec::new());
        for target in targets() {
            match target {
                PackedTarget::Key(_) => {}
                PackedTarget::Module(text) => modules.push(text),
                PackedTarget::External(text) => externals.push(text),
            }
        }
        let [modules, externals] = [modules, externals].map(TextList::new);
        Self { keys: NumberTable::new(own.chain(others)), modules, externals }
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len() + self.modules.0.len() + self.externals.0.len()
    }

    /// The index of a symbol's key.
    pub(crate) fn key(&self, key: u64) -> u32 {
        self.keys.index(key)
    }

    /// The index of a target.
    pub(crate) fn index(&self, target: PackedTarget) -> u32 {
        let (keys, modules) = (self.keys.len() as u32, self.modules.0.len() as u32);
        match target {
            PackedTarget::Key(halves) => self.key(halves.key()),
            PackedTarget::Module(text) => keys + self.modules.index(text),
            PackedTarget::External(text) => keys + modules + self.externals.index(text),
        }
    }
}

/// What the files of a segment share, in order.
pub(crate) struct SharedTables<'b> {
    pub(crate) names: Vec<&'b str>,
    pub(crate) texts: Vec<&'b str>,
    pub(crate) targets: TargetTable,
    pub(crate) consulted: NumberTable,
    pub(crate) extended: NumberTable,
    pub(crate) packages: NumberTable,
}

/// For each owner its items, ascending, each once.
pub(crate) struct RunTable {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl RunTable {
    /// The runs of `owners` owners from pairs (owner, item) in the order of the items. O(owners + pairs): they
    /// are counted, then put into their places.
    pub(crate) fn new(owners: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        // An item that an owner has twice comes twice in a row.
        let mut last = vec![u32::MAX; owners];
        let mut starts = vec![0u32; owners + 1];
        for (owner, item) in pairs.clone() {
            if let (Some(last), Some(next)) =
                (last.get_mut(owner as usize), starts.get_mut(owner as usize + 1))
                && *last != item
            {
                *last = item;
                *next += 1;
            }
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut places = starts.clone();
        let mut items = vec![0; sum as usize];
        last.fill(u32::MAX);
        for (owner, item) in pairs {
            if let (Some(last), Some(place)) = (last.get_mut(owner as usize), places.get_mut(owner as usize))
                && *last != item
                && let Some(slot) = items.get_mut(*place as usize)
            {
                (*last, *slot) = (item, item);
                *place += 1;
            }
        }
        Self { starts, items }
    }

    /// True when the owner has an item.
    pub(crate) fn is_owner(&self, owner: u32) -> bool {
        let at = owner as usize;
        self.starts.get(at) != self.starts.get(at + 1)
    }

    pub(crate) fn write(&self, out: &mut FileWriter<'_>, starts: S, items: S) {
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

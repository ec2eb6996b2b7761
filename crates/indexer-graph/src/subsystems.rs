//! Parts of a graph of files that hang together, with what they use of one another.

use crate::communities::communities;
use crate::dependencies::Depends;
use crate::network::Network;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number: that of its files in [`Parts::of_file`].
    pub number: u32,
    /// Its files, ascending; at least two.
    pub files: Vec<u32>,
    /// References from its files to one another.
    pub inside: u64,
    /// References from its files to other parts, by the numbers of those.
    pub outside: BTreeMap<u32, u64>,
}

impl Part {
    /// References from its files to its own and to other parts: the share of [`inside`](Self::inside) among them is
    /// its cohesion.
    pub fn uses(&self) -> u64 {
        self.inside + self.outside.values().sum::<u64>()
    }
}

/// The parts of a graph of files.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The part of each file; of one that does not count, it means nothing.
    pub of_file: Vec<u32>,
    /// The parts of at least two files, by number.
    pub parts: Vec<Part>,
    /// Files that count and are part of none: they neither use nor are used.
    pub unconnected: usize,
}

/// The parts of the files that `counts`, of which `depends` says on which others they depend: communities of the
/// graph in which two files are as near as the square root of how often one uses the other, so that ten uses are not
/// ten times one. O(dependencies * rounds). Once `stop` is set, it is what was found so far.
pub fn parts(depends: &[Vec<Depends>], counts: &[bool], stop: &AtomicBool) -> Parts {
    let counts = |file: u32| counts.get(file as usize).copied().unwrap_or(false);
    let mut edges = Vec::new();
    for (from, all) in (0u32..).zip(depends).filter(|(from, _)| counts(*from)) {
        let all = all.iter().filter(|one| counts(one.on));
        edges.extend(all.map(|one| (from, one.on, (one.uses as f32).sqrt())));
    }
    let of_file = communities(&Network::new(depends.len() as u32, edges), 1.0, stop);
    let mut members: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (file, part) in (0u32..).zip(&of_file).filter(|(file, _)| counts(*file)) {
        members.entry(*part).or_default().push(file);
    }
    let all = members.len();
    members.retain(|_, files| files.len() > 1);
    let unconnected = all - members.len();
    let part = |(number, files): (&u32, &Vec<u32>)| {
        let mut outside: BTreeMap<u32, u64> = BTreeMap::new();
        for one in files.iter().flat_map(|file| &depends[*file as usize]) {
            *outside.entry(of_file[one.on as usize]).or_default() += u64::from(one.uses);
        }
        let inside = outside.remove(number).unwrap_or(0);
        outside.retain(|other, _| members.contains_key(other));
        Part { number: *number, files: files.clone(), inside, outside }
    };
    let parts = members.iter().map(part).collect();
    Parts { of_file, parts, unconnected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::work::NEVER;

    #[test]
    fn files_that_use_each_other_are_a_part_and_the_rest_is_counted() {
        let uses = |all: &[(u32, u32)]| -> Vec<Depends> {
            all.iter()
                .map(|(on, uses)| Depends { on: *on, uses: *uses, only_types: false, line: 1 })
                .collect()
        };
        let depends = [
            uses(&[(1, 4), (2, 4)]),
            uses(&[(2, 4)]),
            uses(&[(0, 4), (3, 1)]),
            uses(&[(4, 9), (6, 5)]),
            uses(&[(3, 9)]),
            uses(&[]),
            uses(&[(3, 50)]),
        ];
        // The last file does not count: nothing that it uses, or that uses it, does.
        let found = parts(&depends, &[true, true, true, true, true, true, false], &NEVER);
        let files: Vec<&[u32]> = found.parts.iter().map(|part| &*part.files).collect();
        assert_eq!((files, found.unconnected), (vec![&[0, 1, 2][..], &[3, 4]], 1));
        let (first, second) = (&found.parts[0], &found.parts[1]);
        assert_eq!((first.inside, &first.outside), (16, &BTreeMap::from([(second.number, 1)])));
        assert_eq!((first.uses(), second.inside, second.uses()), (17, 18, 18));
    }
}

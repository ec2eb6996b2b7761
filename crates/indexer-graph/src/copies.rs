//! Functions that differ in names and literals alone.

use rustc_hash::{FxHashMap, FxHashSet};

/// The shape of one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of its file.
    pub file: u32,
    /// Its number in the file.
    pub index: u32,
    /// The number of the function or type that it stands in.
    pub owner: Option<u32>,
    /// Equal for functions that differ in names and literals alone.
    pub hash: u64,
    /// How many tokens it has.
    pub tokens: usize,
}

/// Groups of shapes that are the same, as places in `shapes`, ascending: those with the most tokens to be saved first,
/// then by `place`. Of what a copy holds inside, nothing is said: it is copied with it. O(shapes * log shapes).
pub fn copies<P: Ord>(shapes: &[Shape], place: impl Fn(usize) -> P) -> Vec<Vec<usize>> {
    let mut groups: FxHashMap<(u64, usize), Vec<usize>> = FxHashMap::default();
    for (at, one) in shapes.iter().enumerate() {
        groups.entry((one.hash, one.tokens)).or_default().push(at);
    }
    groups.retain(|_, group| group.len() > 1);
    let all = groups.values().flatten().map(|at| &shapes[*at]);
    let copied: FxHashSet<(u32, u32)> = all.map(|one| (one.file, one.index)).collect();
    let is_inside = |at: &usize| {
        let one = &shapes[*at];
        one.owner.is_some_and(|owner| copied.contains(&(one.file, owner)))
    };
    let mut found: Vec<Vec<usize>> =
        groups.into_values().filter(|group| !group.iter().all(is_inside)).collect();
    let saved = |group: &Vec<usize>| shapes[group[0]].tokens * (group.len() - 1);
    found.sort_by_cached_key(|group| {
        (std::cmp::Reverse(saved(group)), group.iter().map(|at| place(*at)).collect::<Vec<P>>())
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_saves_most_comes_first_and_what_is_inside_a_copy_is_part_of_it() {
        let shape = |file, index, owner, hash, tokens| Shape { file, index, owner, hash, tokens };
        let shapes = [
            shape(0, 0, None, 7, 60),
            shape(0, 1, None, 8, 100),
            shape(0, 2, Some(1), 9, 70),
            shape(1, 0, None, 7, 60),
            shape(1, 1, None, 8, 100),
            shape(1, 2, Some(1), 9, 70),
            shape(2, 0, None, 7, 61),
            shape(2, 1, None, 7, 60),
        ];
        assert_eq!(copies(&shapes, |at| at), [vec![0, 3, 7], vec![1, 4]]);
        assert!(copies(&[], |at| at).is_empty());
    }
}

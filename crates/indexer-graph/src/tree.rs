//! A graph as a tree: callers of callers, types below types, each node's own steps once.

use rustc_hash::FxHashSet;
use std::hash::Hash;

/// A step of a tree, before the steps beyond it.
#[derive(Clone, Debug)]
pub struct Branch<N, S> {
    /// The node that the step is from.
    pub from: N,
    /// The step.
    pub step: S,
    /// Steps from the root, at least 1.
    pub depth: u32,
    /// True where its node stands in the tree already: what is beyond it is there.
    pub again: bool,
}

/// A tree that grows from one root after the other, depth-first.
#[derive(Clone, Debug)]
pub struct Tree<N, S> {
    /// Its branches in the order in which they are read.
    pub branches: Vec<Branch<N, S>>,
    /// The nodes that stand in it; roots are added by whoever wants them found again.
    pub seen: FxHashSet<N>,
    /// True where it stopped growing at its bound.
    pub bounded: bool,
    depth: u32,
    most: usize,
}

impl<N: Copy + Eq + Hash, S: Clone> Tree<N, S> {
    /// A tree of `depth` steps and `most` branches at most.
    pub fn new(depth: u32, most: usize) -> Self {
        Self { branches: Vec::new(), seen: FxHashSet::default(), bounded: false, depth, most }
    }

    /// Adds what is beyond a root. `steps` are asked once for each node, with how deep they will stand; `node` gives
    /// the node of a step, where there is more to be seen beyond it. O(branches), and the stack is as deep as the
    /// tree.
    pub fn grow(&mut self, root: N, mut steps: impl FnMut(N, u32) -> Vec<S>, node: impl Fn(&S) -> Option<N>) {
        self.add(root, 1, &mut steps, &node);
    }

    fn add(
        &mut self,
        from: N,
        depth: u32,
        steps: &mut impl FnMut(N, u32) -> Vec<S>,
        node: &impl Fn(&S) -> Option<N>,
    ) {
        for step in steps(from, depth) {
            if self.branches.len() >= self.most {
                self.bounded = true;
                return;
            }
            let to = node(&step);
            let again = to.is_some_and(|to| !self.seen.insert(to));
            self.branches.push(Branch { from, step, depth, again });
            if let Some(to) = to.filter(|_| !again && depth < self.depth) {
                self.add(to, depth + 1, steps, node);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 leads to 1 and 2, both to 3, which leads back to 0; a step to 9 is to something outside.
    fn next(node: u32, _: u32) -> Vec<u32> {
        match node {
            0 => vec![1, 9, 2],
            1 | 2 => vec![3],
            3 => vec![0],
            _ => vec![7],
        }
    }

    fn told(tree: &Tree<u32, u32>) -> Vec<(u32, u32, u32, bool)> {
        tree.branches.iter().map(|one| (one.from, one.step, one.depth, one.again)).collect()
    }

    #[test]
    fn what_stands_there_already_is_said_and_not_gone_into() {
        let mut tree = Tree::new(9, 99);
        tree.seen.insert(0);
        tree.grow(0, next, |step| (*step != 9).then_some(*step));
        let expected = [
            (0, 1, 1, false),
            (1, 3, 2, false),
            (3, 0, 3, true),
            (0, 9, 1, false),
            (0, 2, 1, false),
            (2, 3, 2, true),
        ];
        assert_eq!((told(&tree), tree.bounded), (expected.to_vec(), false));
    }

    #[test]
    fn depth_and_bound_end_it() {
        let grown = |depth, most| {
            let mut tree = Tree::new(depth, most);
            tree.grow(0, next, |step| Some(*step));
            (told(&tree).len(), tree.bounded)
        };
        assert_eq!(grown(1, 99), (3, false));
        assert_eq!(grown(9, 2), (2, true));
    }
}

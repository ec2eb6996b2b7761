//! Which tests reach each symbol and each file, of all at once: as `get_related_tests` counts by edges, one by one.

use super::{DEPTH, INCLUDE, Tests};
use crate::analysis::in_parallel;
use crate::protocol::{Context, Problem};
use crate::relations::{Node, Uses};
use indexer_store::{FileRef, Symbol, SymbolRef};
use rustc_hash::FxHashMap;

/// Bytes that the sets of tests may take.
const MOST_BYTES: usize = 512 << 20;
/// Symbols of which a thread works out the users at a time.
const PART: usize = 1_024;

/// The tests that reach each symbol and each file.
#[derive(Debug)]
pub struct TestReach<'v> {
    tests: Vec<Node<'v>>,
    /// Where each symbol and file has its set.
    places: Places<'v>,
    /// Sets of tests, a bit each, so many words for a node.
    sets: Vec<u64>,
    words: usize,
}

/// Numbers of nodes: symbols, then files.
#[derive(Debug, Default)]
struct Places<'v> {
    symbols: FxHashMap<SymbolRef, u32>,
    files: FxHashMap<&'v str, u32>,
}

impl<'v> Places<'v> {
    fn of(&self, node: Node<'v>) -> Option<usize> {
        let found = match node {
            Node::Symbol(symbol) => self.symbols.get(&symbol.handle()),
            Node::File(file) => self.files.get(file.path()),
        };
        found.map(|place| *place as usize)
    }
}

impl<'v> TestReach<'v> {
    /// Of the whole view; `None` where the sets would take too much memory. Each step is a union of sets along all
    /// uses: O(uses * tests * steps / 64).
    pub fn of_all(context: &Context<'v>) -> Result<Option<Self>, Problem> {
        let mut nodes: Vec<Node<'v>> = Vec::new();
        let mut places = Places::default();
        for symbol in context.view().files().flat_map(|file| file.symbols().collect::<Vec<_>>()) {
            places.symbols.insert(symbol.handle(), nodes.len() as u32);
            nodes.push(Node::Symbol(symbol));
        }
        let symbols = nodes.len();
        for file in context.view().files() {
            places.files.insert(file.path(), nodes.len() as u32);
            nodes.push(Node::File(file));
        }
        let mut holds = Tests::new(context);
        let mut number_of_test = vec![u32::MAX; nodes.len()];
        let mut tests = Vec::new();
        for (place, node) in nodes.iter().enumerate().filter(|(_, node)| holds.is(**node)) {
            number_of_test[place] = tests.len() as u32;
            tests.push(*node);
        }
        let words = tests.len().div_ceil(64);
        if nodes.len().saturating_mul(words * 8 * 2) > MOST_BYTES {
            return Ok(None);
        }
        let parts: Vec<&[Node<'v>]> = nodes.chunks(PART).collect();
        let users = in_parallel(context, &parts, |part| {
            let mut uses = Uses::new(context);
            let places = |node: &Node<'v>| -> Vec<u32> {
                let users = uses.users(*node);
                let included = users.iter().filter(|step| INCLUDE.contains(&step.resolution));
                included.filter_map(|step| Some(places.of(step.node)? as u32)).collect()
            };
            part.iter().map(places).collect::<Vec<_>>()
        })?;
        let users: Vec<Vec<u32>> = users.into_iter().flatten().collect();
        let mut sets = vec![0_u64; nodes.len() * words];
        for _ in 0..DEPTH {
            context.still_wanted()?;
            let before = sets.clone();
            for (place, users) in users.iter().enumerate() {
                // What a test reaches is of no interest behind the test.
                if number_of_test[place] != u32::MAX {
                    continue;
                }
                let own = &mut sets[place * words..][..words];
                for user in users.iter().map(|user| *user as usize) {
                    let test = number_of_test[user];
                    if test != u32::MAX {
                        own[test as usize / 64] |= 1 << (test % 64);
                    } else if user < symbols {
                        // Who imports a file that is reached is not affected by what that file imports.
                        own.iter_mut().zip(&before[user * words..]).for_each(|(own, more)| *own |= more);
                    }
                }
            }
        }
        Ok(Some(Self { tests, places, sets, words }))
    }

    /// How many tests reach a file from outside of it.
    pub fn of_file(&self, file: FileRef<'v>) -> usize {
        let starts: Vec<Node<'v>> =
            [Node::File(file)].into_iter().chain(file.symbols().map(Node::Symbol)).collect();
        self.of(&starts).len()
    }

    /// The tests that reach a symbol, in the order of their files.
    pub fn of_symbol(&self, symbol: Symbol<'v>) -> Vec<Node<'v>> {
        self.of(&[Node::Symbol(symbol)])
    }

    fn of(&self, starts: &[Node<'v>]) -> Vec<Node<'v>> {
        let mut all = vec![0_u64; self.words];
        for place in starts.iter().filter_map(|start| self.places.of(*start)) {
            let set = &self.sets[place * self.words..][..self.words];
            all.iter_mut().zip(set).for_each(|(all, more)| *all |= more);
        }
        let is_reached = |number: usize| all[number / 64] >> (number % 64) & 1 == 1;
        let reached = self.tests.iter().enumerate().filter(|(number, _)| is_reached(*number));
        reached.map(|(_, test)| *test).filter(|test| !starts.contains(test)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::TestReach;
    use crate::fixture::Fixture;
    use crate::tools::relations::get_related_tests::GetRelatedTests;
    use crate::{Common, typed};

    #[test]
    fn all_at_once_is_as_one_by_one() {
        let fixture = Fixture::new(&[
            (
                "shop.py",
                "class Item:\n    def price(self): return rate()\n\ndef rate(): return 1\n\ndef unused(): pass\n",
            ),
            (
                "cart.py",
                "from shop import Item, rate\n\ndef total(): return Item().price() + rate()\n\ndef loop(n): return loop(n - 1)\n",
            ),
            (
                "a.py",
                "from cart import total\n\ndef first(): return second()\n\ndef second(): return total()\n",
            ),
            (
                "test_shop.py",
                "from a import first\nimport cart\n\ndef test_first(): assert first()\n\ndef test_loop(): cart.loop(2)\n\ndef test_both():\n    test_first()\n    cart.total()\n",
            ),
        ]);
        fixture.with(|context| {
            let reach = TestReach::of_all(context).unwrap().unwrap();
            let asked = |name: String| {
                let asked = GetRelatedTests { symbol: name, depth: None, kind: None, detail: None };
                typed(context, asked, Common::default()).unwrap().counts.unwrap().by_edge
            };
            let mut most = 0;
            for file in context.view().files() {
                assert_eq!(reach.of_file(file), asked(file.path().to_owned()), "{}", file.path());
                for symbol in file.symbols() {
                    let found = reach.of_symbol(symbol).len();
                    assert_eq!(found, asked(symbol.printed()), "{}", symbol.printed());
                    most = most.max(found);
                }
            }
            assert_eq!(most, 2);
        });
    }
}

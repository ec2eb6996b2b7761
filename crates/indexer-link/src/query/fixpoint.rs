//! Evaluation of queries: remembered, bounded, and independent of the order of questions.
//!
//! A query that is asked while it is being answered gives what is known of it so far, at first nothing; the outermost
//! query of such a cycle is answered again until nothing changes (Kleene iteration to the least fixpoint of the strongly
//! connected component), and only then is the whole component remembered. Sets only grow and are bounded, so this ends.
//!
//! First-found rules are not monotone: what gives nothing in an early round may give something in a later one. Inside
//! a component such a rule first waits, and falls back only once the component has settled without it
//! ([`Db::first_found`]): which query was asked first makes no difference.
//!
//! Other choices are not monotone either (which overload fits depends on its arguments), so that a component may have
//! several fixpoints. The one that counts is found from the component's first query in the [order](order()) of all: who
//! enters it elsewhere asks that one first. Threads that settle the same component find the same.

use crate::query::dependencies::all_keys;
use crate::query::order::order;
use crate::query::{Db, Dependencies, Key, Memo, Query, file_of};
use crate::value::Set;
use indexer_core::{DependencyKey, ExprId, FileId, work};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, PoisonError};

/// A bound on the rounds of a fixpoint: sets of at most 16 values settle long before.
const MOST_ROUNDS: usize = 24;
/// How often the first query of a cycle is looked for: what a cycle consists of may depend on where it is entered.
const MOST_HEADS: u32 = 4;
/// Where no active query was asked.
const NONE: usize = usize::MAX;

/// A query that is being answered, and what was read for it so far.
#[derive(Debug, Default)]
struct ActiveQuery {
    keys: FxHashSet<DependencyKey>,
    used: Vec<Arc<Dependencies>>,
    /// Answers whose dependencies are among `used`.
    seen: FxHashMap<Key, Set>,
    /// Values of calls that this round has found, each with the outermost active query that it rests on.
    values: FxHashMap<(FileId, ExprId), (Set, usize)>,
    /// The same as `keys` and `used`, of the rounds before this one.
    earlier_keys: FxHashSet<DependencyKey>,
    earlier_used: Vec<Arc<Dependencies>>,
}

impl ActiveQuery {
    /// Forgets what this round has found; what was read for it is put aside.
    fn begin_round(&mut self) {
        self.earlier_keys.extend(self.keys.drain());
        self.earlier_used.append(&mut self.used);
        self.seen.clear();
        self.values.clear();
    }

    /// Counts what all rounds have read: where they do not settle, each answer rests on the one of the round before.
    fn count_earlier_rounds(&mut self) {
        self.keys.extend(self.earlier_keys.drain());
        self.used.append(&mut self.earlier_used);
        let mut counted = FxHashSet::default();
        self.used.retain(|one| counted.insert(Arc::as_ptr(one)));
    }
}

/// The queries that one thread is answering.
#[derive(Debug)]
pub(crate) struct Fixpoint {
    /// The linked file itself, then each query inside the one before.
    stack: Vec<ActiveQuery>,
    /// How deep each active query stands.
    active: FxHashMap<Key, usize>,
    provisional: FxHashMap<Key, Set>,
    /// Answers of this round that rest on an active query.
    pending: Vec<(Key, Set)>,
    /// The same by key, each with the outermost active query that it rests on.
    pending_by_key: FxHashMap<Key, (Set, usize)>,
    /// The outermost active query that was asked since this was reset.
    lowest: usize,
    /// Queries of the component whose first way has given nothing so far.
    waiting: FxHashSet<Key>,
    /// Those whose first way gives nothing for good: they may fall back.
    fallen: FxHashSet<Key>,
}

/// Where an active query stands: what [`Fixpoint::begin`] knows and [`Fixpoint::end`] needs.
#[derive(Clone, Copy)]
struct Place {
    index: usize,
    first_pending: usize,
    outer_lowest: usize,
}

/// What follows on a round of a query.
enum Round {
    /// What it found changed what it rests on.
    Again,
    /// The answer stands, as far as the active query at this depth does.
    Done(Set, usize),
}

/// When a query asks whether it is the first one of the cycle that it is in, from which the cycle is to be settled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HeadSearch {
    /// After the first round, of those that are in the cycle by then: all rounds from another query would be in vain.
    /// What later rounds add may make yet another one the first, so who is told that is asked again.
    FirstRound,
    /// When all rounds are done.
    LastRound,
    /// Never: the cycle is settled from here.
    Never,
}

/// What came of answering a query.
enum Settled {
    /// The answer is remembered.
    Known(Arc<Memo>),
    /// It is part of a larger cycle: this is what is known so far.
    Pending(Set),
    /// It is in a cycle with this query, which is to be answered first.
    Elsewhere(Key),
}

impl Fixpoint {
    pub(crate) fn new() -> Self {
        Self {
            stack: vec![ActiveQuery::default()],
            active: FxHashMap::default(),
            provisional: FxHashMap::default(),
            pending: Vec::new(),
            pending_by_key: FxHashMap::default(),
            lowest: NONE,
            waiting: FxHashSet::default(),
            fallen: FxHashSet::default(),
        }
    }

    pub(crate) fn is_at_top(&self) -> bool {
        self.stack.len() == 1
    }

    pub(crate) fn depend(&mut self, key: DependencyKey) {
        if let Some(current) = self.stack.last_mut() {
            current.keys.insert(key);
        }
    }

    /// All that the linked file rests on. O(answers that it rests on).
    pub(crate) fn take_dependencies(&mut self) -> Vec<DependencyKey> {
        let Some(top) = self.stack.first_mut() else { return Vec::new() };
        all_keys(std::mem::take(&mut top.keys), std::mem::take(&mut top.used))
    }

    /// An answer that this query has used already.
    fn used_before(&self, key: &Key) -> Option<Set> {
        self.stack.last()?.seen.get(key).cloned()
    }

    /// An answer of the component that is being settled, as far as it is known.
    fn unsettled(&mut self, key: &Key) -> Option<Set> {
        if let Some(index) = self.active.get(key) {
            self.lowest = self.lowest.min(*index);
            return Some(self.provisional.get(key).cloned().unwrap_or_default());
        }
        let (set, low) = self.pending_by_key.get(key)?;
        self.lowest = self.lowest.min(*low);
        Some(set.clone())
    }

    /// The value of a call that this round of the query has found already.
    fn found_before(&mut self, at: (FileId, ExprId)) -> Option<Set> {
        let (set, low) = self.stack.last()?.values.get(&at)?;
        self.lowest = self.lowest.min(*low);
        Some(set.clone())
    }

    fn use_memo(&mut self, key: Key, memo: &Memo) -> Set {
        if let Some(current) = self.stack.last_mut() {
            current.used.push(memo.dependencies.clone());
            current.seen.insert(key, memo.set.clone());
        }
        memo.set.clone()
    }

    /// Counts what an answer rests on for the query that uses it.
    pub(crate) fn rest_on(&mut self, dependencies: &Arc<Dependencies>) {
        if let Some(current) = self.stack.last_mut() {
            current.used.push(dependencies.clone());
        }
    }

    /// From here on what is read counts for an answer that is no query. Gives what [`end_aside`](Self::end_aside) needs.
    pub(crate) fn begin_aside(&mut self) -> usize {
        self.stack.push(ActiveQuery::default());
        std::mem::replace(&mut self.lowest, NONE)
    }

    /// What has been read since; `None` where that rests on a query that is being answered: it counts for who asked then.
    pub(crate) fn end_aside(&mut self, outer_lowest: usize) -> Option<Dependencies> {
        let current = self.stack.pop().unwrap_or_default();
        let is_final = self.lowest == NONE;
        self.lowest = self.lowest.min(outer_lowest);
        if is_final {
            return Some(Dependencies {
                keys: current.keys.into_iter().collect(),
                used: current.used.into(),
            });
        }
        if let Some(parent) = self.stack.last_mut() {
            parent.keys.extend(current.keys);
            parent.used.extend(current.used);
            parent.seen.extend(current.seen);
            parent.values.extend(current.values);
        }
        None
    }

    fn begin(&mut self, key: Key) -> Place {
        let outer_lowest = std::mem::replace(&mut self.lowest, NONE);
        let place = Place { index: self.active.len(), first_pending: self.pending.len(), outer_lowest };
        self.active.insert(key, place.index);
        self.stack.push(ActiveQuery::default());
        place
    }

    /// The queries that are in a cycle with the one that stands at `place`, as far as this round has found; none where it
    /// is part of a larger one.
    fn members(&self, place: Place) -> Vec<Key> {
        match self.lowest == place.index {
            true => self.pending[place.first_pending..].iter().map(|(key, _)| *key).collect(),
            false => Vec::new(),
        }
    }

    /// Looks at what a round of `key` found. `is_last` ends the rounds whatever they find.
    fn end_round(&mut self, key: Key, place: Place, set: Set, is_last: bool) -> Round {
        let low = std::mem::replace(&mut self.lowest, NONE);
        if low != place.index {
            return Round::Done(set, low);
        }
        let mut pending = self.pending[place.first_pending..].iter();
        let settled = self.provisional.get(&key) == Some(&set)
            && pending.all(|(other, set)| self.provisional.get(other) == Some(set));
        let falls = settled && self.fall_back(key, place.first_pending);
        let is_final = settled && !falls;
        if is_final || is_last {
            if !is_final && let Some(current) = self.stack.last_mut() {
                current.count_earlier_rounds();
            }
            return Round::Done(set, NONE);
        }
        // Another round, on what this one has found. Where the rounds settle, only the last one's dependencies count: what
        // an earlier one asked on half-known values depends on where the cycle was entered.
        if let Some(current) = self.stack.last_mut() {
            current.begin_round();
        }
        for (other, value) in self.pending.split_off(place.first_pending) {
            self.pending_by_key.remove(&other);
            self.provisional.insert(other, value);
        }
        self.provisional.insert(key, set);
        Round::Again
    }

    /// Leaves a query that is part of a larger cycle: the query that closes it settles this one too, on all that the
    /// whole cycle rests on.
    fn leave_pending(&mut self, key: Key, place: Place, set: &Set, low: usize) {
        self.active.remove(&key);
        let current = self.stack.pop().unwrap_or_default();
        if let Some(parent) = self.stack.last_mut() {
            parent.keys.extend(current.keys);
            parent.used.extend(current.used);
        }
        self.pending.push((key, set.clone()));
        self.pending_by_key.insert(key, (set.clone(), low));
        self.lowest = place.outer_lowest.min(low);
    }

    /// Leaves a query that settles its whole component. Gives what the component rests on, and the other answers of it.
    fn leave_settled(&mut self, key: Key, place: Place) -> (Dependencies, Vec<(Key, Set)>) {
        self.active.remove(&key);
        let current = self.stack.pop().unwrap_or_default();
        let others = self.pending.split_off(place.first_pending);
        for (other, _) in &others {
            self.pending_by_key.remove(other);
            self.forget(other);
        }
        self.forget(&key);
        self.lowest = place.outer_lowest;
        (Dependencies { keys: current.keys.into_iter().collect(), used: current.used.into() }, others)
    }

    fn forget(&mut self, key: &Key) {
        self.provisional.remove(key);
        self.waiting.remove(key);
        self.fallen.remove(key);
    }

    /// Lets the waiting queries of a settled component fall back; false where none waits.
    fn fall_back(&mut self, head: Key, first_pending: usize) -> bool {
        let mut falls = false;
        for key in self.pending[first_pending..].iter().map(|(key, _)| *key).chain([head]) {
            if self.waiting.remove(&key) {
                falls |= self.fallen.insert(key);
            }
        }
        falls
    }

    /// Says what the first way of a query has found; gives whether its second way counts.
    fn falls_back(&mut self, key: Key, found: &Set, rests_on_cycle: bool) -> bool {
        if self.fallen.contains(&key) || (found.is_empty() && !rests_on_cycle) {
            return true;
        }
        if found.is_empty() {
            self.waiting.insert(key);
        } else {
            self.waiting.remove(&key);
        }
        false
    }
}

impl Db<'_, '_> {
    /// The answer to a query.
    pub(crate) fn ask(&self, query: impl Into<Key>) -> Set {
        let key = query.into();
        if let Some(set) = self.fixpoint.borrow().used_before(&key) {
            return set;
        }
        if let Some(memo) = self.linker.memo.get(&key) {
            return self.fixpoint.borrow_mut().use_memo(key, &memo);
        }
        if let Some(set) = self.fixpoint.borrow_mut().unsettled(&key) {
            return set;
        }
        stacker::maybe_grow(128 << 10, 4 << 20, || self.answer(key))
    }

    fn answer(&self, key: Key) -> Set {
        let mut heads = 0;
        loop {
            let search = match heads {
                0 => HeadSearch::FirstRound,
                _ if heads < MOST_HEADS => HeadSearch::LastRound,
                _ => HeadSearch::Never,
            };
            match self.settle(key, search) {
                Settled::Known(memo) => return self.fixpoint.borrow_mut().use_memo(key, &memo),
                Settled::Pending(set) => return set,
                Settled::Elsewhere(head) => {
                    // The first one by the first round may not be that of the whole cycle.
                    let again = if heads == 0 { HeadSearch::LastRound } else { HeadSearch::Never };
                    heads += 1;
                    if let Settled::Elsewhere(first) = self.settle_other(head, again) {
                        self.settle_other(first, HeadSearch::Never);
                    }
                }
            }
            if let Some(memo) = self.linker.memo.get(&key) {
                return self.fixpoint.borrow_mut().use_memo(key, &memo);
            }
            if let Some(set) = self.fixpoint.borrow_mut().unsettled(&key) {
                return set;
            }
        }
    }

    /// [`settle`](Self::settle), for another query than the one that is asked; nothing where its answer is known.
    fn settle_other(&self, key: Key, search: HeadSearch) -> Settled {
        match self.linker.memo.get(&key) {
            Some(memo) => Settled::Known(memo),
            None => stacker::maybe_grow(128 << 10, 4 << 20, || self.settle(key, search)),
        }
    }

    /// Answers a query and all that it is in a cycle with. Unless `search` is never, a cycle is settled only if the query
    /// is its first one in the order of all queries; else that one is told.
    fn settle(&self, key: Key, search: HeadSearch) -> Settled {
        work::add(1);
        if self.linker.database.is_stopped() {
            return Settled::Pending(Set::default());
        }
        let place = self.fixpoint.borrow_mut().begin(key);
        let mut round = 0;
        let (set, low) = loop {
            round += 1;
            let outer = self.nesting.take();
            let set = self.in_language_of(file_of(key), || key.run(self));
            self.nesting.set(outer);
            let members = match (round, search) {
                (1, HeadSearch::FirstRound) => self.fixpoint.borrow().members(place),
                _ => Vec::new(),
            };
            let outcome = self.fixpoint.borrow_mut().end_round(key, place, set, round == MOST_ROUNDS);
            match outcome {
                Round::Again => {
                    if let Some(head) = self.first_of(key, &members).filter(|head| *head != key) {
                        let mut fixpoint = self.fixpoint.borrow_mut();
                        fixpoint.leave_settled(key, place);
                        members.iter().for_each(|member| fixpoint.forget(member));
                        return Settled::Elsewhere(head);
                    }
                }
                Round::Done(set, low) => break (set, low),
            }
        };
        if low < place.index {
            self.fixpoint.borrow_mut().leave_pending(key, place, &set, low);
            return Settled::Pending(set);
        }
        let (dependencies, others) = self.fixpoint.borrow_mut().leave_settled(key, place);
        let remember = |dependencies| {
            let memo = Arc::new(Memo {
                set: set.clone(),
                dependencies: self.linker.dependencies.keep(dependencies),
            });
            self.linker.memo.insert(key, memo)
        };
        if others.is_empty() {
            return Settled::Known(remember(dependencies));
        }
        if search != HeadSearch::Never {
            let members: Vec<Key> = others.iter().map(|(other, _)| *other).collect();
            if let Some(head) = self.first_of(key, &members).filter(|head| *head != key) {
                return Settled::Elsewhere(head);
            }
        }
        // All of a cycle or nothing: who has found a part of it remembered would settle the rest by itself.
        let _publishing = self.linker.publishing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(memo) = self.linker.memo.get(&key) {
            return Settled::Known(memo);
        }
        let memo = remember(dependencies);
        for (other, set) in others {
            let memo = Memo { set, dependencies: memo.dependencies.clone() };
            self.linker.memo.insert(other, Arc::new(memo));
        }
        Settled::Known(memo)
    }

    /// The first of a query and the others of its cycle in the order of all queries.
    fn first_of(&self, key: Key, members: &[Key]) -> Option<Key> {
        members.iter().copied().chain([key]).min_by_key(|key| order(self, *key))
    }

    /// The value of an expression, found once in each round of the active query: what it rests on stays as it is for so
    /// long. Calls with overloads look at their arguments more than once, and would at those inside of one another 2^n times.
    pub(crate) fn once_a_round(&self, at: (FileId, ExprId), find: impl FnOnce() -> Set) -> Set {
        if let Some(known) = self.fixpoint.borrow_mut().found_before(at) {
            return known;
        }
        let before = std::mem::replace(&mut self.fixpoint.borrow_mut().lowest, NONE);
        work::add(1);
        let found = find();
        let mut fixpoint = self.fixpoint.borrow_mut();
        let low = fixpoint.lowest;
        fixpoint.lowest = low.min(before);
        if let Some(current) = fixpoint.stack.last_mut() {
            current.values.insert(at, (found.clone(), low));
        }
        found
    }

    /// What `first` gives; where it is nothing, what `second` gives. That one is asked too where `first` rests on a query that
    /// is being settled: what it gives may be what `second` gave in the round before, and has to rest on all that this did.
    pub(crate) fn found_or(&self, first: impl FnOnce() -> Set, second: impl FnOnce() -> Set) -> Set {
        let (found, rests_on_cycle) = self.with_cycle(first);
        if !found.is_empty() && !rests_on_cycle {
            return found;
        }
        let fallback = second();
        if found.is_empty() { fallback } else { found }
    }

    /// What is found, and whether it rests on a query that is being settled.
    fn with_cycle(&self, find: impl FnOnce() -> Set) -> (Set, bool) {
        let before = std::mem::replace(&mut self.fixpoint.borrow_mut().lowest, NONE);
        let found = find();
        let mut fixpoint = self.fixpoint.borrow_mut();
        let rests_on_cycle = fixpoint.lowest != NONE;
        fixpoint.lowest = fixpoint.lowest.min(before);
        (found, rests_on_cycle)
    }

    /// What the first way gives; where it is nothing, what the second one gives. Both are always asked, so that the
    /// questions on which the answer to `key` rests do not depend on what is known so far. Called once in each answer
    /// to `key`.
    pub(crate) fn first_found(
        &self,
        key: impl Into<Key>,
        first: impl FnOnce() -> Set,
        second: impl FnOnce() -> Set,
    ) -> Set {
        let (mut found, rests_on_cycle) = self.with_cycle(first);
        let fallback = second();
        if self.fixpoint.borrow_mut().falls_back(key.into(), &found, rests_on_cycle) {
            found.extend(&fallback);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::infer::{DefinitionValue, definition_value};
    use crate::testing::{file, linking, printed, symbol};

    /// Whichever of the definitions of a cycle is asked first, all of them are the same.
    #[test]
    fn the_order_of_questions_makes_no_difference() {
        let files = [
            ("a.py", "from b import *\nclass A: pass\nx = y\n"),
            ("b.py", "from a import *\ny = z\nz = x\nz = A()\n"),
        ];
        let names = ["a.py#x", "b.py#y", "b.py#z"];
        for first in 0..names.len() {
            linking(&files, "a.py", |db| {
                let found = |name: &str| printed(db, &definition_value(db, symbol(db, name)));
                let all: Vec<String> =
                    (0..names.len()).map(|i| found(names[(first + i) % names.len()])).collect();
                assert_eq!(all, ["instance of a.py#A"; 3], "{first}");
                assert!(db.at_top() && db.fixpoint.borrow().pending.is_empty());
            });
        }
    }

    /// Where files of one runtime are of several languages, each is understood in its own, whoever asks.
    #[test]
    fn the_language_of_who_asks_makes_no_difference() {
        let files = [
            ("A.java", "class A { private B name; A getName() { return this; } }"),
            ("B.kt", "class B { val held = A().name }"),
        ];
        for linked in ["A.java", "B.kt"] {
            let held = linking(&files, linked, |db| {
                let found = printed(db, &db.ask(DefinitionValue { definition: symbol(db, "B.kt#B.held") }));
                assert_eq!(db.file(), file(db, linked));
                found
            });
            assert_eq!(held, "instance of A.java#A", "{linked}");
        }
    }

    /// Where a choice such as that of an overload is in a cycle, there may be several fixpoints: which one is found
    /// depends on where the cycle is entered.
    #[test]
    fn a_cycle_is_always_entered_at_the_same_query() {
        let files = [
            ("a.py", "import b\nx = b.y\n"),
            ("b.py", "import c\ny = c.z\n"),
            ("c.py", "import a\nz = a.x\n"),
        ];
        let head = |name: &str| {
            linking(&files, "a.py", |db| {
                let key = Key::from(DefinitionValue { definition: symbol(db, name) });
                match db.settle(key, HeadSearch::LastRound) {
                    Settled::Known(_) => order(db, key),
                    Settled::Elsewhere(head) => order(db, head),
                    Settled::Pending(set) => panic!("{set:?}"),
                }
            })
        };
        let first = head("a.py#x");
        assert_eq!([head("b.py#y"), head("c.py#z")], [first.clone(), first]);
    }

    /// Who enters a cycle elsewhere goes on from its first query after a round, not after all of them.
    #[test]
    fn a_cycle_that_is_entered_elsewhere_costs_a_round_more() {
        let files = [
            ("a.py", "import b\nclass A: pass\nx = b.y\nx = A()\n"),
            ("b.py", "import c\nclass B: pass\ny = c.z\ny = B()\n"),
            ("c.py", "import a\nclass C: pass\nz = a.x\nz = C()\n"),
        ];
        let names = ["a.py#x", "b.py#y", "c.py#z"];
        let costs = names.map(|name| {
            linking(&files, "a.py", |db| {
                let asked = symbol(db, name);
                let (set, counted) = work::count(|| definition_value(db, asked));
                assert_eq!(set.iter().count(), 3, "{name}");
                counted.steps
            })
        });
        let (least, most) = (*costs.iter().min().unwrap(), *costs.iter().max().unwrap());
        assert!(most > least && most * 3 <= least * 5, "{costs:?}");
    }

    /// What a cycle rests on is a dependency of each of its answers.
    #[test]
    fn answers_of_a_cycle_rest_on_the_same() {
        let files = [("a.py", "import b\nx = b.y\n"), ("b.py", "import a\ny = a.x\n"), ("c.py", "")];
        let of = |name: &str| {
            linking(&files, "c.py", |db| {
                definition_value(db, symbol(db, name));
                db.dependencies()
            })
        };
        let (x, y) = (of("a.py#x"), of("b.py#y"));
        assert!(x.len() > 2, "{x:?}");
        assert_eq!(x, y);
    }
}

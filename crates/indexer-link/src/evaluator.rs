//! Evaluation of nodes: memoised, bounded, and independent of the order of questions.
//!
//! A node is a question with a set of values as answer. A node that is asked while it is being
//! answered gives what is known of it so far, at first nothing; the outermost node of such a cycle
//! is answered again until nothing changes (Kleene iteration to the least fixpoint of the strongly
//! connected component), and only then is the whole component memoised. Sets only grow and are
//! bounded, so this ends.
//!
//! First-found rules are not monotone: what gives nothing in an early round may give something in a
//! later one. Inside a component such a rule first waits, and falls back only once the component has
//! settled without it ([`Evaluator::first_found`]): which node was asked first makes no difference.

use crate::inclusion::Reach;
use crate::linker::{Ground, Linker, Memo};
use crate::sight::Syms;
use crate::unit::Unit;
use crate::value::{Args, Set, Sym, Text, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    BindingId, ConsultedKey, DefId, ExprId, FileId, Files, ImportId, LambdaId, List, ManifestFacts, ScopeId,
    work,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::sync::Arc;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// What a definition is as a value; for a function, what a call gives.
    Value(Sym),
    /// What a local or parameter is.
    Binding(FileId, BindingId),
    /// Where the first names of an import lead.
    Import(FileId, ImportId, u32),
    /// What a module offers under a name, in these name spaces.
    ModuleMember(FileId, ScopeId, Text, u8),
    /// Members of a type by name; the number says whether it is called (0 unknown, 1 no, 2 yes).
    /// Unknown alone where a base is not known.
    Members(Sym, Text, u8),
    /// What a type expression in the head of a definition or extension names.
    Type(FileId, ExprId),
    /// What parameter `n` of a closure is, from where the closure is passed.
    LambdaParameter(FileId, LambdaId, u32),
    /// What a call of a closure gives.
    Result(FileId, LambdaId),
    /// What calls give for a parameter without an annotation.
    Received(FileId, u32),
    /// The functions that a local or parameter may be or hold.
    Carried(FileId, BindingId),
    /// The functions that are put into elements of a local.
    Elements(FileId, BindingId),
    /// The functions that a closure may give.
    Given(FileId, LambdaId),
    /// The functions that calls give for a parameter.
    Taken(FileId, u32),
    /// The functions that a variable or field may be or hold.
    Held(Sym),
    /// The functions that a function may give.
    Returned(Sym),
    /// What the callee of a call takes as its argument at a position.
    Expected(FileId, ExprId, u32),
    /// What the package of a file defines under a name, as that file sees it.
    Shared(FileId, Text, u8),
    /// What a package (of this language) offers to those who import it.
    Packaged(&'static str, Text, Text, u8),
    /// Where the first name (interned) of a path leads, seen from an inline module.
    Root(FileId, ScopeId, Text, u32),
}

/// A bound on the rounds of a fixpoint: sets of at most 8 values settle long before.
const MOST_ROUNDS: usize = 24;

#[derive(Default)]
struct Frame {
    keys: FxHashSet<ConsultedKey>,
    on: Vec<Arc<Ground>>,
    /// Settled nodes whose grounds are among `on`, with their values.
    seen: FxHashMap<Node, Set>,
}

/// The evaluation on behalf of one file.
pub(crate) struct Evaluator<'l, 'u> {
    pub(crate) linker: &'l Linker<'u>,
    /// The file that is linked.
    pub(crate) file: FileId,
    frames: Vec<Frame>,
    active: FxHashMap<Node, usize>,
    provisional: FxHashMap<Node, Set>,
    /// Answers of this round that rest on a node that is being answered.
    pending: Vec<(Node, Set)>,
    pending_index: FxHashMap<Node, (Set, usize)>,
    /// The outermost active node that was asked since this was reset.
    lowest: usize,
    /// Nodes of the component whose first way has given nothing so far.
    waiting: FxHashSet<Node>,
    /// Those whose first way gives nothing for good: they may fall back.
    fallen: FxHashSet<Node>,
    /// Values of expressions of the file itself, outside every node.
    pub(crate) chain: FxHashMap<ExprId, Set>,
    /// What is in sight in the file itself: (file, name, name spaces, namespace).
    pub(crate) sight: FxHashMap<(FileId, Text, u8, Text), Set>,
    /// What the file itself includes.
    pub(crate) own: Option<Arc<Reach>>,
    /// Definitions of what is only declared, asked for the file itself.
    pub(crate) joined: FxHashMap<Sym, Syms>,
    /// The arguments of each callee of the file, see [`calls_of`](crate::overloads::calls_of).
    calls: Option<std::rc::Rc<FxHashMap<ExprId, Option<List>>>>,
    /// How many expressions are being followed for the functions in them, one inside the other.
    pub(crate) followed: u32,
}

impl<'l, 'u> Evaluator<'l, 'u> {
    pub(crate) fn new(linker: &'l Linker<'u>, file: FileId) -> Self {
        Self {
            linker,
            file,
            frames: vec![Frame::default()],
            active: FxHashMap::default(),
            provisional: FxHashMap::default(),
            pending: Vec::new(),
            pending_index: FxHashMap::default(),
            lowest: usize::MAX,
            waiting: FxHashSet::default(),
            fallen: FxHashSet::default(),
            chain: FxHashMap::default(),
            sight: FxHashMap::default(),
            own: None,
            joined: FxHashMap::default(),
            calls: None,
            followed: 0,
        }
    }

    /// The arguments of each callee of the linked file; `None` where several calls share it.
    pub(crate) fn calls(&mut self, unit: &Unit<'_>) -> std::rc::Rc<FxHashMap<ExprId, Option<List>>> {
        self.calls.get_or_insert_with(|| std::rc::Rc::new(crate::overloads::calls_of(unit))).clone()
    }

    /// True outside every node: keys and values belong to the file itself.
    pub(crate) fn at_top(&self) -> bool {
        self.frames.len() == 1
    }

    pub(crate) fn unit(&self, file: FileId) -> Option<&'l Unit<'u>> {
        self.linker.unit(file)
    }

    pub(crate) fn text(&self, text: &str) -> Text {
        Text(self.linker.texts.id(text.to_owned()))
    }

    /// A name of a unit as interned text.
    pub(crate) fn name(&self, unit: &Unit<'_>, name: indexer_core::Name) -> Text {
        unit.text(name, |text| self.linker.texts.id(text.to_owned()))
    }

    pub(crate) fn text_of(&self, text: Text) -> Arc<String> {
        self.linker.texts.get(text.0)
    }

    pub(crate) fn args(&self, items: Vec<Set>) -> Args {
        if items.is_empty() { Args::NONE } else { self.linker.arguments.id(items) }
    }

    pub(crate) fn args_of(&self, args: Args) -> Arc<Vec<Set>> {
        self.linker.arguments.get(args)
    }

    /// Records a key.
    pub(crate) fn consult(&mut self, key: ConsultedKey) {
        if let Some(frame) = self.frames.last_mut() {
            frame.keys.insert(key);
        }
    }

    /// Records the key of a symbol's own facts, unless it is of the linked file itself.
    pub(crate) fn consult_symbol(&mut self, sym: Sym) {
        if (sym.file != self.file || !self.at_top())
            && let Some(key) = self.unit(sym.file).and_then(|u| u.keys.get(sym.def.index()))
        {
            self.consult(ConsultedKey::symbol(*key));
        }
    }

    /// All keys that were consulted, sorted. O(answers that the file rests on).
    pub(crate) fn consulted(&mut self) -> Vec<ConsultedKey> {
        let Some(frame) = self.frames.first_mut() else { return Vec::new() };
        let mut keys = std::mem::take(&mut frame.keys);
        let mut open = std::mem::take(&mut frame.on);
        let mut visited: FxHashSet<*const Ground> = FxHashSet::default();
        while let Some(ground) = open.pop() {
            if visited.insert(Arc::as_ptr(&ground)) {
                keys.extend(ground.keys.iter().copied());
                open.extend(ground.on.iter().cloned());
            }
        }
        let mut keys: Vec<ConsultedKey> = keys.into_iter().collect();
        keys.sort_unstable();
        keys
    }

    /// Asks a hook of a language; what it asks of the files is recorded.
    pub(crate) fn with_files<R>(&mut self, ask: impl FnOnce(&dyn Files) -> R) -> R {
        let files = Recording { linker: self.linker, keys: RefCell::default() };
        let answer = ask(&files);
        for key in files.keys.into_inner() {
            self.consult(key);
        }
        answer
    }

    /// The answer to a node.
    pub(crate) fn node(&mut self, node: Node, compute: fn(&mut Self, Node) -> Set) -> Set {
        if let Some(set) = self.frames.last().and_then(|frame| frame.seen.get(&node)) {
            return set.clone();
        }
        if let Some(memo) = self.linker.settled(&node) {
            return self.take(node, &memo);
        }
        if let Some(index) = self.active.get(&node) {
            self.lowest = self.lowest.min(*index);
            return self.provisional.get(&node).cloned().unwrap_or_default();
        }
        if let Some((set, low)) = self.pending_index.get(&node) {
            self.lowest = self.lowest.min(*low);
            return set.clone();
        }
        stacker::maybe_grow(128 << 10, 4 << 20, || self.answer(node, compute))
    }

    fn take(&mut self, node: Node, memo: &Memo) -> Set {
        if let Some(frame) = self.frames.last_mut() {
            frame.on.push(memo.ground.clone());
            frame.seen.insert(node, memo.set.clone());
        }
        memo.set.clone()
    }

    fn answer(&mut self, node: Node, compute: fn(&mut Self, Node) -> Set) -> Set {
        work::add(1);
        if self.linker.universe.is_stopped() {
            return Set::default();
        }
        let index = self.active.len();
        let first_pending = self.pending.len();
        let outer_lowest = std::mem::replace(&mut self.lowest, usize::MAX);
        self.active.insert(node, index);
        self.frames.push(Frame::default());
        let mut rounds = 0;
        let (set, low) = loop {
            let set = compute(self, node);
            let low = std::mem::replace(&mut self.lowest, usize::MAX);
            if low != index {
                break (set, low);
            }
            let settled = self.provisional.get(&node) == Some(&set)
                && self.pending[first_pending..].iter().all(|(n, s)| self.provisional.get(n) == Some(s));
            rounds += 1;
            let falls = settled && self.fall_back(node, first_pending);
            if (settled && !falls) || rounds == MOST_ROUNDS {
                break (set, usize::MAX);
            }
            // Another round, on what this one has found. Only the last round's keys count: what an
            // earlier one asked on half-known values depends on where the cycle was entered.
            if let Some(frame) = self.frames.last_mut() {
                *frame = Frame::default();
            }
            for (other, value) in self.pending.split_off(first_pending) {
                self.pending_index.remove(&other);
                self.provisional.insert(other, value);
            }
            self.provisional.insert(node, set);
        };
        self.active.remove(&node);
        let frame = self.frames.pop().unwrap_or_default();
        if low < index {
            // Part of a larger cycle: the node that closes it settles this one too, on all that
            // the whole cycle rests on.
            if let Some(parent) = self.frames.last_mut() {
                parent.keys.extend(frame.keys);
                parent.on.extend(frame.on);
            }
            self.pending.push((node, set.clone()));
            self.pending_index.insert(node, (set.clone(), low));
            self.lowest = outer_lowest.min(low);
            return set;
        }
        let ground = Ground { keys: frame.keys.into_iter().collect(), on: frame.on.into_boxed_slice() };
        let ground = self.linker.keep(ground);
        for (other, value) in self.pending.split_off(first_pending) {
            self.pending_index.remove(&other);
            self.provisional.remove(&other);
            self.forget_choice(&other);
            self.linker.settle(other, Arc::new(Memo { set: value, ground: ground.clone() }));
        }
        self.provisional.remove(&node);
        self.forget_choice(&node);
        if let Some(parent) = self.frames.last_mut() {
            parent.on.push(ground.clone());
            parent.seen.insert(node, set.clone());
        }
        self.linker.settle(node, Arc::new(Memo { set: set.clone(), ground }));
        self.lowest = outer_lowest;
        set
    }

    /// What the first way gives; where it is nothing, what the second one gives. Both are always
    /// asked, so that the questions on which the answer of `node` rests do not depend on what is
    /// known so far. Called once in each answer to `node`.
    pub(crate) fn first_found(
        &mut self,
        node: Node,
        first: impl FnOnce(&mut Self) -> Set,
        second: impl FnOnce(&mut Self) -> Set,
    ) -> Set {
        let before = std::mem::replace(&mut self.lowest, usize::MAX);
        let mut found = first(self);
        let rests_on_cycle = self.lowest != usize::MAX;
        self.lowest = self.lowest.min(before);
        let fallback = second(self);
        if self.fallen.contains(&node) || (found.is_empty() && !rests_on_cycle) {
            found.extend(&fallback);
        } else if found.is_empty() {
            self.waiting.insert(node);
        } else {
            self.waiting.remove(&node);
        }
        found
    }

    /// Lets the waiting nodes of a settled component fall back; false where none waits.
    fn fall_back(&mut self, head: Node, first_pending: usize) -> bool {
        let mut falls = false;
        for node in self.pending[first_pending..].iter().map(|(node, _)| *node).chain([head]) {
            if self.waiting.remove(&node) {
                falls |= self.fallen.insert(node);
            }
        }
        falls
    }

    fn forget_choice(&mut self, node: &Node) {
        self.waiting.remove(node);
        self.fallen.remove(node);
    }

    /// A definition as a denotation.
    pub(crate) fn definition(file: FileId, def: DefId) -> Value {
        Value::Definition(Sym { file, def })
    }
}

/// The questions about files, with a record of what was asked.
struct Recording<'l, 'u> {
    linker: &'l Linker<'u>,
    keys: RefCell<Vec<ConsultedKey>>,
}

impl Recording<'_, '_> {
    fn note(&self, key: ConsultedKey) {
        self.keys.borrow_mut().push(key);
    }
}

impl Files for Recording<'_, '_> {
    fn is_file(&self, path: &str) -> bool {
        self.note(ConsultedKey::path(path));
        self.linker.universe.is_file(path)
    }

    fn is_folder(&self, path: &str) -> bool {
        self.note(ConsultedKey::folder(path));
        self.linker.universe.is_folder(path)
    }

    fn is_package(&self, path: &str) -> bool {
        self.note(ConsultedKey::folders_named(hash_text(indexer_core::path::file_name(path))));
        self.linker.universe.is_package(path)
    }

    fn manifest(&self, path: &str) -> Option<&ManifestFacts> {
        self.note(ConsultedKey::path(path));
        self.linker.universe.manifest(path)
    }

    fn packages(&self, name: &str) -> Vec<String> {
        self.note(ConsultedKey::package(name));
        self.linker.universe.packages(name)
    }

    fn named(&self, name: &str) -> Vec<String> {
        self.note(ConsultedKey::file_name(name));
        self.linker.universe.named(name)
    }
}

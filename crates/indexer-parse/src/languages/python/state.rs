//! What Python's hooks remember while the walk goes on: the frames around, and what they collect.

use super::complexity::Complexity;
use crate::build::Build;
use crate::memory::Memory;
use crate::walk::Walk;
use indexer_core::{Bound, DefId, ExprId, Name, Namespace, ScopeId, Span};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a frame belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    File,
    Class,
    Function,
    Lambda,
    Comprehension,
}

/// What a name of a file or class was first bound to by a statement.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// A variable or field: index into [`Frame::variables`].
    Variable(usize),
    /// A function, class or type alias.
    Other,
}

/// A variable of a module or a field of a class, with all that is assigned to it.
#[derive(Debug)]
pub(super) struct Variable {
    pub definition: DefId,
    pub values: Vec<ExprId>,
    pub annotation: ExprId,
    /// The value is the type expression itself, not an instance of it.
    pub alias: bool,
}

/// An assignment whose target belongs to a frame further out: `self.x = 1`, or a name after `global`.
/// Whether it defines is settled when that frame ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub name: Name,
    pub span: Span,
    /// The receiver, for a member.
    pub of: ExprId,
    pub value: ExprId,
    pub annotation: ExprId,
    pub statement: Span,
    pub enclosing: Option<DefId>,
}

/// Where an assignment in a function goes after `global` or `nonlocal`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Redirect {
    Global,
    Nonlocal(ScopeId),
}

/// A scope that is being walked.
#[derive(Debug)]
pub(super) struct Frame {
    pub kind: FrameKind,
    pub scope: ScopeId,
    pub definition: Option<DefId>,
    /// For files and classes: what is bound by statements.
    pub slots: FxHashMap<Name, Slot>,
    pub variables: Vec<Variable>,
    pub pending: Vec<Pending>,
    /// For files and classes: the condition under which the current statement runs.
    pub condition: Option<Name>,
    /// For methods: the name of the receiver and the frame of its class.
    pub receiver: Option<(Name, usize)>,
    /// For functions and lambdas: names of the other parameters.
    pub shadows: Vec<Name>,
    pub redirects: Vec<(Name, Redirect)>,
    /// Names of which tests said something: what is assigned to them later is bound from there on.
    pub narrowed: FxHashSet<Name>,
    /// What is put into collections that names of this frame, or of one further out, hold.
    pub stores: Vec<(Name, ExprId)>,
    pub returns: Vec<ExprId>,
    pub yields: Vec<ExprId>,
    /// What `yield` gives, as the annotated result says it.
    pub sent: ExprId,
    pub is_generator: bool,
    /// The last statement of the body raises, or the body is `...`: its value is not None.
    pub is_stub: bool,
    /// Names of augmented assignments: they bind where nothing else does.
    pub augmented: Vec<Name>,
    /// For functions: the bindings of names that a statement only says the type of, by their place among all.
    pub declared: Vec<usize>,
    /// Where the bindings of this frame begin, at the earliest.
    pub first_binding: usize,
    pub complexity: Complexity,
}

impl Frame {
    pub(super) fn new(kind: FrameKind, scope: ScopeId, definition: Option<DefId>) -> Self {
        Self {
            kind,
            scope,
            definition,
            slots: FxHashMap::default(),
            variables: Vec::new(),
            pending: Vec::new(),
            condition: None,
            receiver: None,
            shadows: Vec::new(),
            redirects: Vec::new(),
            narrowed: FxHashSet::default(),
            stores: Vec::new(),
            returns: Vec::new(),
            yields: Vec::new(),
            sent: ExprId::UNKNOWN,
            is_generator: false,
            is_stub: false,
            augmented: Vec::new(),
            declared: Vec::new(),
            first_binding: 0,
            complexity: Complexity::default(),
        }
    }
}

/// A target of an assignment that waits for its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// The pattern that it is an item of.
    pub parent: Option<usize>,
    pub item: Item,
    pub leaf: Leaf,
    pub value: ExprId,
}

/// Which part of a pattern's value a target takes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    At(u32),
    /// All that are left: `*rest`.
    Rest,
    /// Some item behind a `*rest`.
    After,
}

/// What a target is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leaf {
    Pattern,
    Name(Span),
    /// An item of the collection that this expression names.
    Element(ExprId),
    /// A member of the receiver; the frame of its class.
    Field {
        span: Span,
        of: ExprId,
        class: usize,
    },
}

/// The decorators before a definition.
#[derive(Debug, Default)]
pub(super) struct Decorated {
    pub start: u32,
    pub expressions: Vec<ExprId>,
    /// The last names of what they name: `setter` of `@x.setter`.
    pub names: Vec<Name>,
}

#[derive(Debug)]
pub(super) struct State {
    pub frames: Vec<Frame>,
    pub targets: Vec<Target>,
    pub decorated: Option<Decorated>,
    /// Inside a pattern of `case`: what is matched.
    pub subject: Option<ExprId>,
    /// How `as` in an expression binds: what it gives for the value before it.
    pub binding: As,
    /// How the `with` around binds.
    pub entered: As,
    /// The call whose arguments are read.
    pub call: Option<OpenCall>,
    /// The last boolean operator that was left: its node and whether it is `or`.
    pub last_boolean: Option<(usize, bool)>,
    /// What the last `and` or `or`, by its node, says of a local.
    pub last_said: Option<(usize, super::narrow::Test)>,
    /// What the last `elif` asked, and whether its block leaves.
    pub last_branch: (Option<super::narrow::Test>, bool),
}

/// A call whose arguments are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenCall {
    pub callee: ExprId,
    /// Its expression, where a keyword argument needed it before all arguments were known.
    pub call: Option<ExprId>,
    /// What its keyword arguments name members of.
    pub expected: Option<ExprId>,
}

impl OpenCall {
    /// A call of which nothing but the callee was read.
    pub(super) fn of(callee: ExprId) -> Self {
        Self { callee, call: None, expected: None }
    }
}

/// What `value as name` binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum As {
    Value,
    Entered,
    EnteredLater,
    Raised,
}

impl Default for State {
    fn default() -> Self {
        Self {
            frames: vec![Frame::new(FrameKind::File, ScopeId(0), None)],
            targets: Vec::new(),
            decorated: None,
            subject: None,
            binding: As::Value,
            entered: As::Entered,
            call: None,
            last_boolean: None,
            last_said: None,
            last_branch: (None, false),
        }
    }
}

impl Memory for State {
    fn finish(&mut self, build: &mut Build<'_>) {
        while let Some(frame) = self.frames.pop() {
            super::assign::settle_frame(build, frame);
        }
    }
}

impl State {
    /// The innermost frame.
    pub(super) fn top(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(FrameKind::File, ScopeId(0), None));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The index of the innermost frame that assignments bind in: not a comprehension.
    pub(super) fn binding_frame(&self) -> usize {
        self.frames.iter().rposition(|f| f.kind != FrameKind::Comprehension).unwrap_or(0)
    }

    /// The scope of the innermost class around.
    pub(super) fn class_scope(&self) -> Option<ScopeId> {
        self.frames.iter().rev().find(|f| f.kind == FrameKind::Class).map(|f| f.scope)
    }

    /// The frame of the class whose instance (or self) `name` is here.
    pub(super) fn class_of_receiver(&self, name: Name) -> Option<usize> {
        for frame in self.frames.iter().rev() {
            match frame.receiver {
                Some((receiver, class)) if receiver == name => return Some(class),
                _ if frame.shadows.contains(&name) => return None,
                _ => {}
            }
        }
        None
    }
}

/// Shorthands that the hooks use on the walk.
pub(super) trait Remembers {
    fn state(&mut self) -> &mut State;
    /// The innermost frame.
    fn top(&mut self) -> &mut Frame;
}

impl Remembers for Walk<'_, '_> {
    fn state(&mut self) -> &mut State {
        self.build.remembered.of()
    }
    fn top(&mut self) -> &mut Frame {
        self.state().top()
    }
}

/// Augmented assignments bind a local only where no other statement of the function does.
pub(super) fn settle_augmented(build: &mut Build<'_>, frame: &Frame) {
    if frame.augmented.is_empty() {
        return;
    }
    let bindings = build.facts.bindings.get(frame.first_binding..).unwrap_or(&[]);
    let bound = bindings.iter().filter(|b| b.scope == frame.scope).map(|b| b.name);
    let mut bound: FxHashSet<Name> = bound.collect();
    for name in &frame.augmented {
        if bound.insert(*name) {
            build.bind(frame.scope, *name, Namespace::ANY, Bound::Local, ExprId::UNKNOWN);
        }
    }
}

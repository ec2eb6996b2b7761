//! Collects the facts of one file, and settles which names its own scopes bind.

use crate::deferred::Deferred;
use crate::language::Language;
use crate::order;
use indexer_core::names::NamesBuilder;
use indexer_core::{
    Binding, Bound, DefId, ExprId, Expression, FileFacts, Flags, LineTable, List, LiteralKind, Name,
    Namespace, Owner, Parameter, Problem, Role, Scope, ScopeId, ScopeKind, Span, Tally, TypeParameter, work,
};
use look_up::BoundNames;
use std::sync::atomic::AtomicBool;
use uses::Use;
use wide::WideLines;

mod checkpoint;
mod conservation;
mod define;
mod look_up;
mod meter;
mod put;
mod remembered;
mod texts;
mod uses;
mod values;
mod wide;

pub use checkpoint::Checkpoint;
pub use conservation::Conservation;
pub use meter::Meter;
pub use put::may_hold_function;
pub use remembered::Remembered;
pub use uses::Uses;

/// More elements of a collection than this say nothing new of what its elements are.
pub const ELEMENTS: usize = 16;

/// More calls and objects of a list than this are not kept: each one may declare something, as the routes of a list do.
pub const DECLARING_ELEMENTS: usize = 1_000;

/// How far the members of a type are visible to bare names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MembersByName {
    /// Never (Rust): a receiver or path is needed.
    Never,
    /// Only directly in the type's body (Python).
    InBody,
    /// Everywhere inside the type (Java, C++).
    Inside,
    /// The same, but functions only in the innermost type (Perl's packages).
    OfInnermost,
}

/// What stands before a definition and says something of it: attributes, decorators, documentation.
#[derive(Clone, Debug, Default)]
pub struct Before {
    /// Where it begins.
    pub start: Option<u32>,
    /// What it says of the definition.
    pub flags: Flags,
    /// What it names.
    pub decorators: Vec<ExprId>,
    /// Under which condition the definition exists.
    pub condition: Option<Name>,
    /// The path that it gives to a module.
    pub declared_path: Option<Name>,
    /// Documentation, without comment marks.
    pub doc: String,
}

/// The facts of one file while they are collected. Ids that it gives out are final.
pub struct Build<'a> {
    /// The text of the file.
    pub source: &'a str,
    /// The language.
    pub language: &'static Language,
    /// The names.
    pub names: NamesBuilder<'a>,
    /// The facts, without names, lines, references and tally.
    pub facts: FileFacts,
    /// The count of identifiers; `references` and a part of `locals` are added at the end.
    pub tally: Tally,
    /// The current scope.
    pub scope: ScopeId,
    /// What definitions here belong to.
    pub owner: Owner,
    /// The innermost definition with a body.
    pub enclosing: Option<DefId>,
    /// The role that a name has here unless its parent says otherwise.
    pub role: Role,
    /// Flags that every definition here has (inside a test module, a macro's arguments).
    pub inherited: Flags,
    /// True where a bare name is only a reference if the file binds it (tokens of a macro's
    /// arguments that did not parse); else it is counted as neither.
    pub tentative: bool,
    /// What stands before the next definition.
    pub before: Before,
    /// Complexity of the callable around.
    pub meter: Meter,
    /// What the language's hooks remember.
    pub remembered: Remembered,
    /// What the shapes remember.
    pub shapes: crate::shapes::State,
    /// The operator and the start of the logical expression that was walked last.
    pub logical: Option<(&'static str, u32)>,
    /// Functions whose receiver has a written type (`self: Pin<&mut Self>`), with its value.
    pub receivers: Vec<(DefId, ExprId)>,
    /// Token trees that are read a second time, see [`crate::deferred`].
    pub deferred: Vec<Deferred>,
    /// Which reading of the file is walked; 0 for its own tree.
    pub reading: usize,
    /// Set when nobody waits for the facts any more.
    pub stop: &'a AtomicBool,
    /// The names and members that were met.
    pub uses: Uses,
    /// What keeps the tally that of the tree.
    pub conservation: Conservation,
    literals: [ExprId; LITERAL_KINDS],
    /// Literal texts that are kept where a call is given them.
    texts: Vec<(ExprId, Span, texts::Kind)>,
    /// Lines with characters that are not of ASCII, once they are asked for.
    wide: Option<WideLines>,
}

/// The number of literal kinds.
const LITERAL_KINDS: usize = LiteralKind::False as usize + 1;

/// Where a walk stands among scopes and owners; restored when it leaves.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    scope: ScopeId,
    owner: Owner,
    enclosing: Option<DefId>,
    role: Role,
    inherited: Flags,
    tentative: bool,
    nesting: u32,
}

impl Place {
    /// The innermost definition with a body around it.
    pub fn enclosing(&self) -> Option<DefId> {
        self.enclosing
    }

    /// The scope.
    pub fn scope(&self) -> ScopeId {
        self.scope
    }

    /// What definitions there belong to.
    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// Flags of all definitions there.
    pub fn inherited(&self) -> Flags {
        self.inherited
    }
}

impl<'a> Build<'a> {
    /// An empty collection with the file's scope open.
    pub fn new(language: &'static Language, source: &'a str) -> Self {
        let mut facts = FileFacts { language: language.id.to_owned(), ..FileFacts::default() };
        facts.expressions.push(Expression::Unknown);
        facts.scopes.push(Scope {
            kind: ScopeKind::File,
            parent: None,
            owner: Owner::File,
            span: Span::new(0, source.len() as u32),
            bindings: List::default(),
        });
        Self {
            source,
            language,
            names: NamesBuilder::default(),
            facts,
            tally: Tally::default(),
            scope: ScopeId(0),
            owner: Owner::File,
            enclosing: None,
            role: Role::Read,
            inherited: Flags::NONE,
            tentative: false,
            before: Before::default(),
            meter: Meter::default(),
            remembered: Remembered::default(),
            shapes: crate::shapes::State::default(),
            logical: None,
            receivers: Vec::new(),
            deferred: Vec::new(),
            reading: 0,
            stop: &work::NEVER,
            uses: Uses::default(),
            conservation: Conservation::default(),
            literals: [ExprId::UNKNOWN; LITERAL_KINDS],
            texts: Vec::new(),
            wide: None,
        }
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &'a str {
        self.source.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The name that stands at a span. Backticks around it only let it be a word of the language, or hold spaces: it is the
    /// same name without them, as in `.default` of Swift and in what is compiled from Kotlin.
    pub fn name(&mut self, span: Span) -> Name {
        let text = self.text(span);
        let inner = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        self.names.name(inner.filter(|inner| !inner.is_empty()).unwrap_or(text))
    }

    /// Adds an expression.
    pub fn expression(&mut self, expression: Expression) -> ExprId {
        if expression == Expression::Unknown {
            return ExprId::UNKNOWN;
        }
        self.facts.expressions.push(expression);
        ExprId(self.facts.expressions.len() as u32 - 1)
    }

    /// Adds parameters that belong together.
    pub fn parameters(&mut self, items: Vec<Parameter>) -> List {
        let start = self.facts.parameters.len() as u32;
        let len = items.len() as u32;
        self.facts.parameters.extend(items);
        List { start, len }
    }

    /// Adds type parameters that belong together.
    pub fn type_parameters(&mut self, items: Vec<TypeParameter>) -> List {
        let start = self.facts.type_parameters.len() as u32;
        let len = items.len() as u32;
        self.facts.type_parameters.extend(items);
        List { start, len }
    }

    /// Remembers where the walk stands.
    pub fn place(&self) -> Place {
        Place {
            scope: self.scope,
            owner: self.owner,
            enclosing: self.enclosing,
            role: self.role,
            inherited: self.inherited,
            tentative: self.tentative,
            nesting: self.meter.nesting,
        }
    }

    /// Goes back to a remembered place.
    pub fn restore(&mut self, place: Place) {
        self.scope = place.scope;
        self.owner = place.owner;
        self.enclosing = place.enclosing;
        self.role = place.role;
        self.inherited = place.inherited;
        self.tentative = place.tentative;
        self.meter.nesting = place.nesting;
    }

    /// Opens a scope inside the current one and makes it current. [`Build::restore`] leaves it.
    pub fn open_scope(&mut self, kind: ScopeKind, span: Span) -> ScopeId {
        let id = ScopeId(self.facts.scopes.len() as u32);
        let parent = Some(self.scope);
        self.facts.scopes.push(Scope { kind, parent, owner: self.owner, span, bindings: List::default() });
        self.scope = id;
        id
    }

    /// Binds a name in all of `scope`.
    pub fn bind(&mut self, scope: ScopeId, name: Name, namespace: Namespace, bound: Bound, value: ExprId) {
        self.facts.bindings.push(Binding { scope, name, namespace, from: 0, bound, value });
    }

    /// What follows is of the file itself, whatever it stands in, but for the scopes around it.
    pub fn belongs_to_file(&mut self) {
        self.owner = Owner::File;
        self.enclosing = None;
    }

    /// The innermost scope of such a kind, from the current one outwards.
    pub fn scope_around(&self, wanted: fn(ScopeKind) -> bool) -> Option<ScopeId> {
        let mut current = Some(self.scope);
        while let Some(id) = current {
            let scope = self.facts.scopes.get(id.index())?;
            if wanted(scope.kind) {
                return Some(id);
            }
            current = scope.parent;
        }
        None
    }

    /// Binds a local in `scope`, from the byte `from` on.
    pub fn bind_local(&mut self, scope: ScopeId, name: Name, namespace: Namespace, from: u32, value: ExprId) {
        self.facts.bindings.push(Binding { scope, name, namespace, from, bound: Bound::Local, value });
    }

    /// A name that is used: becomes a reference with the current role, or a local use.
    pub fn use_name(&mut self, span: Span, namespace: Namespace) -> ExprId {
        let name = self.name(span);
        self.use_name_as(name, span, namespace)
    }

    /// As [`Build::use_name`] where the token is another spelling of the name.
    pub fn use_name_as(&mut self, name: Name, span: Span, namespace: Namespace) -> ExprId {
        let scope = self.scope;
        let expression = self.expression(Expression::Name { name, scope, bound: None, namespace });
        self.uses.push(Use::of(name, span, expression, self));
        expression
    }

    /// The token at `span` names the last step of `expression` (a member, a part of an import, a
    /// definition that is assigned again): becomes a reference with the current role.
    pub fn use_member(&mut self, span: Span, expression: ExprId) {
        let name = self.name(span);
        self.use_member_as(name, span, expression);
    }

    /// As [`Build::use_member`] where the token is only a part of the name.
    pub fn use_member_as(&mut self, name: Name, span: Span, expression: ExprId) {
        self.uses.push(Use::of(name, span, expression, self));
    }

    /// The token at `span`, which is counted as something else, may name the member `expression` of what a call
    /// expects. The linker drops it where it does not, and then only the facts know where it stood, which count bytes:
    /// none where there are others than those of ASCII before it in its line.
    pub fn use_expected(&mut self, span: Span, expression: ExprId) {
        let name = self.name(span);
        self.use_expected_as(name, span, expression);
    }

    /// As [`Build::use_expected`] where the token is another spelling of the name.
    pub fn use_expected_as(&mut self, name: Name, span: Span, expression: ExprId) {
        self.use_where_found(name, span, expression, Role::Write);
    }

    /// As [`Build::use_expected_as`] for a member of anything that the linker may find to be nothing.
    pub fn use_where_found(&mut self, name: Name, span: Span, expression: ExprId, role: Role) {
        let source = self.source;
        let wide = self.wide.get_or_insert_with(|| WideLines::new(source));
        if !wide.is_before(span.start as usize) {
            let role = std::mem::replace(&mut self.role, role);
            self.use_member_as(name, span, expression);
            self.uses.uncount_last();
            self.role = role;
        }
    }

    /// At `span` the value of `expression` is called, which no name there says.
    pub fn invoke(&mut self, span: Span, expression: ExprId) {
        let role = std::mem::replace(&mut self.role, Role::Invoke);
        self.use_member(span, expression);
        self.uses.uncount_last();
        self.role = role;
    }

    /// Goes to the file itself, out of everything.
    pub fn to_file(&mut self) {
        self.scope = ScopeId(0);
        self.owner = Owner::File;
        self.enclosing = None;
        self.role = Role::Read;
    }

    /// Sorts bindings, settles names, and gives the facts.
    pub fn finish(mut self, mut problems: Vec<Problem>) -> FileFacts {
        if let Some(mut memory) = self.remembered.take() {
            memory.finish(&mut self);
        }
        self.keep_texts();
        if let Some(new) = order::sort_definitions(&mut self.facts) {
            self.uses.move_to(&new);
        }
        let Self { mut facts, mut tally, uses, names, .. } = self;
        let bound = BoundNames::new(&mut facts, self.language, names.len());
        facts.references = uses.settle(&mut facts, &mut tally, &bound);
        self.conservation.settle(&mut tally);
        facts.lines = LineTable::new(self.source.as_bytes());
        facts.names = names.finish();
        facts.tally = tally;
        facts.problems.append(&mut problems);
        facts
    }
}

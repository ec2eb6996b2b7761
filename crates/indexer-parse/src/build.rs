//! Collects the facts of one file, and settles which names its own scopes bind.

use crate::deferred::Deferred;
use crate::language::Language;
use crate::memory::Memory;
use crate::order;
use indexer_core::names::NamesBuilder;
use indexer_core::{
    Binding, Bound, DefId, ExprId, Expression, FileFacts, Flags, LineTable, List, LiteralKind, Name,
    Namespace, Owner, Parameter, Problem, Reference, Role, Scope, ScopeId, ScopeKind, Span, Tally,
    TypeParameter, work,
};
use std::sync::atomic::AtomicBool;

mod checkpoint;
mod define;
mod look_up;
mod meter;
mod put;
mod values;

pub use checkpoint::Checkpoint;
pub use meter::Meter;

/// More elements of a collection than this say nothing new.
pub const ELEMENTS: usize = 16;

/// How far the members of a type are visible to bare names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MembersByName {
    /// Never (Rust): a receiver or path is needed.
    Never,
    /// Only directly in the type's body (Python).
    InBody,
    /// Everywhere inside the type (Java, C++).
    Inside,
}

/// A name or member that was met and is to become a reference, unless a local binds it.
#[derive(Clone, Copy, Debug)]
struct Use {
    name: Name,
    span: Span,
    role: Role,
    expression: ExprId,
    enclosing: Option<DefId>,
    arguments: Option<u8>,
    /// True where it is only a reference if the file binds its name.
    tentative: bool,
    /// False where it stands inside a string, which the tree does not count as an identifier.
    counted: bool,
    /// True where it settles what the name means, and is no reference: a name in a comment.
    silent: bool,
}

impl Use {
    fn reference(&self) -> Reference {
        let Use { name, span, role, expression, enclosing, arguments, .. } = *self;
        Reference { name, span, role, expression, enclosing, arguments }
    }
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
    /// What the language's hooks remember, see [`Build::memory`].
    memory: Option<Box<dyn Memory>>,
    /// True right before the `if` of an `else if`, which adds no nesting.
    pub else_if: bool,
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
    uses: Vec<Use>,
    /// How many of the uses are no identifier tokens.
    uncounted: usize,
    literals: [ExprId; LITERAL_KINDS],
    /// Identifier tokens that a second reading of the same text found too few (above 0) or too many.
    correction: i64,
    /// Identifiers of the file, where some may be found by nobody.
    identifiers: Option<u32>,
}

/// The number of literal kinds.
const LITERAL_KINDS: usize = LiteralKind::Other as usize + 1;

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
            memory: None,
            else_if: false,
            logical: None,
            receivers: Vec::new(),
            deferred: Vec::new(),
            reading: 0,
            stop: &work::NEVER,
            uses: Vec::new(),
            uncounted: 0,
            literals: [ExprId::UNKNOWN; LITERAL_KINDS],
            correction: 0,
            identifiers: None,
        }
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &'a str {
        self.source.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The name that stands at a span.
    pub fn name(&mut self, span: Span) -> Name {
        let text = self.text(span);
        self.names.name(text)
    }

    /// Adds an expression.
    pub fn expression(&mut self, expression: Expression) -> ExprId {
        if expression == Expression::Unknown {
            return ExprId::UNKNOWN;
        }
        self.facts.expressions.push(expression);
        ExprId(self.facts.expressions.len() as u32 - 1)
    }

    /// Adds what a second reading counted to the callable in which it stands.
    pub fn add_metrics(&mut self, place: Place, meter: Meter) {
        let Some(id) = place.enclosing else { return };
        if let Some(metrics) = &mut self.definition(id).metrics {
            metrics.cyclomatic += meter.branches;
            metrics.cognitive += meter.cognitive;
            metrics.nesting = metrics.nesting.max(meter.deepest);
        }
    }

    /// Identifier tokens that were classified so far.
    pub fn classified(&self) -> i64 {
        let tally = self.tally;
        let uses = self.uses.len() - self.uncounted;
        i64::from(tally.definitions + tally.locals + tally.neither + tally.left_out) + uses as i64
    }

    /// Has [`Build::finish`] count as left out what of so many identifiers of the file nobody has classified.
    pub fn leave_out_rest(&mut self, identifiers: u32) {
        self.identifiers = Some(identifiers);
    }

    /// Notes that a second reading classified `classified` tokens where the tree has `counted`
    /// identifiers: words that are a keyword in only one of the readings. Settled by
    /// [`Build::finish`], so that the tally is that of the tree.
    pub fn correct(&mut self, counted: i64, classified: i64) {
        self.correction += counted - classified;
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

    /// Binds a local in `scope`, from the byte `from` on.
    pub fn bind_local(&mut self, scope: ScopeId, name: Name, namespace: Namespace, from: u32, value: ExprId) {
        self.facts.bindings.push(Binding { scope, name, namespace, from, bound: Bound::Local, value });
    }

    /// A name that is used: becomes a reference with the current role, or a local use.
    pub fn use_name(&mut self, span: Span, namespace: Namespace) -> ExprId {
        let name = self.name(span);
        let scope = self.scope;
        let expression = self.expression(Expression::Name { name, scope, bound: None, namespace });
        self.push_use(name, span, expression);
        expression
    }

    /// The token at `span` names the last step of `expression` (a member, a part of an import, a
    /// definition that is assigned again): becomes a reference with the current role.
    pub fn use_member(&mut self, span: Span, expression: ExprId) {
        let name = self.name(span);
        self.push_use(name, span, expression);
    }

    fn push_use(&mut self, name: Name, span: Span, expression: ExprId) {
        let (role, enclosing) = (self.role, self.enclosing);
        let tentative = self.tentative;
        let arguments = None;
        self.uses.push(Use {
            name,
            span,
            role,
            expression,
            enclosing,
            arguments,
            tentative,
            counted: true,
            silent: false,
        });
    }

    /// At `span` the value of `expression` is called, which no name there says.
    pub fn invoke(&mut self, span: Span, expression: ExprId) {
        let role = std::mem::replace(&mut self.role, Role::Invoke);
        self.use_member(span, expression);
        self.uncount_last_use();
        self.role = role;
    }

    /// The last use stands inside a string: it is a reference, but no identifier token.
    pub fn uncount_last_use(&mut self) {
        if let Some(last) = self.uses.last_mut() {
            self.uncounted += usize::from(last.counted);
            last.counted = false;
        }
    }

    /// The last use only settles what its name means: it is no reference, nor an identifier token.
    pub fn silence_last_use(&mut self) {
        self.uncount_last_use();
        if let Some(last) = self.uses.last_mut() {
            last.silent = true;
        }
    }

    /// Takes back the uses since `mark`, none of which was counted.
    pub fn forget_uses(&mut self, mark: usize) {
        self.uncounted -= self.uses.len().saturating_sub(mark);
        self.uses.truncate(mark);
    }

    /// What the language's hooks remember; made at first use. A walk has hooks of one language.
    pub fn memory<M: Memory + Default>(&mut self) -> &mut M {
        let memory = self.memory.get_or_insert_with(|| Box::new(M::default()));
        let any: &mut dyn std::any::Any = memory.as_mut();
        any.downcast_mut().expect("the hooks of one language use one type of memory")
    }

    /// Gives the hooks what they remember from before the walk.
    pub fn remember(&mut self, memory: Box<dyn Memory>) {
        self.memory = Some(memory);
    }

    /// Gives uses of bare names another role, where `role` says one.
    pub fn retag_names(&mut self, role: impl Fn(Name, Role, Option<DefId>) -> Option<Role>) {
        for one in &mut self.uses {
            let is_name = matches!(self.facts.expression(one.expression), Expression::Name { .. });
            if is_name && let Some(role) = role(one.name, one.role, one.enclosing) {
                one.role = role;
            }
        }
    }

    /// Goes to the file itself, out of everything.
    pub fn to_file(&mut self) {
        self.scope = ScopeId(0);
        self.owner = Owner::File;
        self.enclosing = None;
        self.role = Role::Read;
    }

    /// Where the list of uses stands, for [`Build::retag`].
    pub fn mark(&self) -> usize {
        self.uses.len()
    }

    /// Gives the use of `expression` among those since `mark` another role.
    pub fn retag(&mut self, mark: usize, expression: ExprId, role: Role) {
        if let Some(one) = self.uses[mark..].iter_mut().rev().find(|one| one.expression == expression) {
            one.role = role;
        }
    }

    /// Sets the number of arguments of the use of `expression` among those since `mark`.
    pub fn set_arguments(&mut self, mark: usize, expression: ExprId, arguments: usize) {
        if let Some(one) = self.uses[mark..].iter_mut().rev().find(|one| one.expression == expression) {
            one.arguments = Some(arguments.min(255) as u8);
        }
    }

    /// Sorts bindings, settles names, and gives the facts.
    pub fn finish(mut self, mut problems: Vec<Problem>) -> FileFacts {
        if let Some(mut memory) = self.memory.take() {
            memory.finish(&mut self);
        }
        if let Some(new) = order::sort_definitions(&mut self.facts) {
            for enclosing in self.uses.iter_mut().filter_map(|one| one.enclosing.as_mut()) {
                *enclosing = new[enclosing.index()];
            }
        }
        let index = self.sort_bindings();
        let mut references = Vec::with_capacity(self.uses.len());
        let values = self.language.rules.values_are_followed;
        for one in std::mem::take(&mut self.uses) {
            if let Expression::Name { name, scope, namespace, .. } = self.facts.expression(one.expression) {
                let bound = self.look_up(&index, scope, name, namespace, one.span.start);
                if let Some(id) = bound {
                    let slot = &mut self.facts.expressions[one.expression.0 as usize];
                    *slot = Expression::Name { name, scope, bound, namespace };
                    let bound = self.facts.bindings[id.index()].bound;
                    if matches!(bound, Bound::Local | Bound::Parameter(_) | Bound::TypeParameter(_)) {
                        self.tally.locals += u32::from(one.counted);
                        if values && matches!(one.role, Role::Call | Role::Decorate | Role::Invoke) {
                            references.push(Reference { role: Role::Invoke, ..one.reference() });
                        }
                        continue;
                    }
                } else if one.tentative && one.role == Role::Read && namespace == Namespace::VALUE {
                    self.tally.neither += u32::from(one.counted);
                    continue;
                }
            }
            if one.silent {
                continue;
            }
            self.tally.references += u32::from(one.counted);
            references.push(one.reference());
        }
        references.sort_by_key(|r| r.span);
        let tally = &mut self.tally;
        correct(tally, self.correction);
        let classified = tally.definitions + tally.references + tally.locals + tally.neither + tally.left_out;
        tally.identifiers = self.identifiers.map_or(classified, |all| all.max(classified));
        tally.left_out += tally.identifiers - classified;
        let mut facts = self.facts;
        facts.lines = LineTable::new(self.source.as_bytes());
        facts.references = references;
        facts.names = self.names.finish();
        facts.tally = self.tally;
        facts.problems.append(&mut problems);
        facts
    }
}

/// Adds the tokens that a second reading missed to `neither`; takes those that it found too many
/// (`default` in a macro's arguments) from `neither`, else from the references or locals they are.
fn correct(tally: &mut Tally, correction: i64) {
    if correction >= 0 {
        tally.neither += correction as u32;
        return;
    }
    let mut surplus = correction.unsigned_abs() as u32;
    for count in [&mut tally.neither, &mut tally.references, &mut tally.locals, &mut tally.definitions] {
        let taken = surplus.min(*count);
        *count -= taken;
        surplus -= taken;
    }
}

//! Collects the facts of one file, and settles which names its own scopes bind.

use crate::language::Language;
use indexer_core::names::NamesBuilder;
use indexer_core::{
    Binding, BindingId, Bound, DefId, Definition, ExprId, Expression, FileFacts, Flags, LineTable, List,
    Name, Namespace, Owner, Parameter, Problem, Reference, Role, Scope, ScopeId, ScopeKind, Span, SymbolKind,
    Tally, TypeParameter, Visibility,
};
use rustc_hash::FxHashMap;

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
    uses: Vec<Use>,
}

/// Where a walk stands among scopes and owners; restored when it leaves.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    scope: ScopeId,
    owner: Owner,
    enclosing: Option<DefId>,
    role: Role,
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
            uses: Vec::new(),
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

    /// Adds a list of expressions.
    pub fn list(&mut self, items: &[ExprId]) -> List {
        let start = self.facts.lists.len() as u32;
        self.facts.lists.extend_from_slice(items);
        List { start, len: items.len() as u32 }
    }

    /// The union of what is known among `items`: nothing, the only one, or a `Union`.
    pub fn union(&mut self, items: &[ExprId]) -> ExprId {
        match items {
            [] => ExprId::UNKNOWN,
            [one] => *one,
            _ => {
                let list = self.list(items);
                self.expression(Expression::Union(list))
            }
        }
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
        Place { scope: self.scope, owner: self.owner, enclosing: self.enclosing, role: self.role }
    }

    /// Goes back to a remembered place.
    pub fn restore(&mut self, place: Place) {
        self.scope = place.scope;
        self.owner = place.owner;
        self.enclosing = place.enclosing;
        self.role = place.role;
    }

    /// Opens a scope inside the current one and makes it current. [`Build::restore`] leaves it.
    pub fn open_scope(&mut self, kind: ScopeKind, span: Span) -> ScopeId {
        let id = ScopeId(self.facts.scopes.len() as u32);
        let parent = Some(self.scope);
        self.facts.scopes.push(Scope { kind, parent, owner: self.owner, span, bindings: List::default() });
        self.scope = id;
        id
    }

    /// Binds a name in `scope`. `from` is the byte from which the binding holds, 0 for all of the
    /// scope.
    pub fn bind(
        &mut self,
        scope: ScopeId,
        name: Name,
        namespace: Namespace,
        from: u32,
        bound: Bound,
        value: ExprId,
    ) {
        self.facts.bindings.push(Binding { scope, name, namespace, from, bound, value });
    }

    /// Adds a definition whose name stands at `name_span`, owned by the current owner and bound in
    /// the current scope, and counts its name. The caller fills in the rest.
    pub fn define(&mut self, name_span: Span, kind: SymbolKind, namespace: Namespace) -> DefId {
        let name = self.name(name_span);
        self.tally.definitions += 1;
        let scope = self.scope;
        self.define_as(name, name_span, kind, scope, namespace)
    }

    /// Adds a definition bound in `scope`; its name's token is not counted.
    pub fn define_as(
        &mut self,
        name: Name,
        name_span: Span,
        kind: SymbolKind,
        scope: ScopeId,
        namespace: Namespace,
    ) -> DefId {
        let id = DefId(self.facts.definitions.len() as u32);
        self.facts.definitions.push(Definition {
            name,
            kind,
            visibility: Visibility::Private,
            flags: Flags::NONE,
            owner: self.owner,
            scope,
            body: None,
            name_span,
            span: name_span,
            signature: String::new(),
            doc: None,
            parameters: List::default(),
            type_parameters: List::default(),
            value: ExprId::UNKNOWN,
            bases: List::default(),
            decorators: List::default(),
            condition: None,
            metrics: None,
            declared_path: None,
        });
        self.bind(scope, name, namespace, 0, Bound::Definition(id), ExprId::UNKNOWN);
        id
    }

    /// The definition with this id, to fill in.
    pub fn definition(&mut self, id: DefId) -> &mut Definition {
        &mut self.facts.definitions[id.index()]
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
        self.uses.push(Use { name, span, role, expression, enclosing, arguments: None });
    }

    /// Where the list of uses stands, for [`Build::retag`].
    pub fn mark(&self) -> usize {
        self.uses.len()
    }

    /// Gives the use of `expression` among those since `mark` another role.
    pub fn retag(&mut self, mark: usize, expression: ExprId, role: Role) {
        if let Some(one) = self.uses[mark..].iter_mut().find(|one| one.expression == expression) {
            one.role = role;
        }
    }

    /// Sets the number of arguments of the use of `expression` among those since `mark`.
    pub fn set_arguments(&mut self, mark: usize, expression: ExprId, arguments: usize) {
        if let Some(one) = self.uses[mark..].iter_mut().find(|one| one.expression == expression) {
            one.arguments = Some(arguments.min(255) as u8);
        }
    }

    /// Sorts bindings, settles names, and gives the facts.
    pub fn finish(mut self, mut problems: Vec<Problem>) -> FileFacts {
        let index = self.sort_bindings();
        let mut references = Vec::with_capacity(self.uses.len());
        for one in std::mem::take(&mut self.uses) {
            if let Expression::Name { name, scope, namespace, .. } = self.facts.expression(one.expression) {
                let bound = self.look_up(&index, scope, name, namespace, one.span.start);
                if let Some(id) = bound {
                    let slot = &mut self.facts.expressions[one.expression.0 as usize];
                    *slot = Expression::Name { name, scope, bound, namespace };
                    let bound = self.facts.bindings[id.index()].bound;
                    if matches!(bound, Bound::Local | Bound::Parameter(_) | Bound::TypeParameter(_)) {
                        self.tally.locals += 1;
                        continue;
                    }
                }
            }
            self.tally.references += 1;
            references.push(Reference {
                name: one.name,
                span: one.span,
                role: one.role,
                expression: one.expression,
                enclosing: one.enclosing,
                arguments: one.arguments,
            });
        }
        references.sort_by_key(|r| r.span);
        let tally = &mut self.tally;
        tally.identifiers =
            tally.definitions + tally.references + tally.locals + tally.neither + tally.left_out;
        let mut facts = self.facts;
        facts.lines = LineTable::new(self.source.as_bytes());
        facts.references = references;
        facts.names = self.names.finish();
        facts.tally = self.tally;
        facts.problems.append(&mut problems);
        facts
    }

    /// Sorts the bindings by (scope, name, from) and indexes the first of each (scope, name).
    fn sort_bindings(&mut self) -> FxHashMap<(ScopeId, Name), u32> {
        let facts = &mut self.facts;
        facts.bindings.sort_by_key(|b| (b.scope, b.name, b.from));
        let mut index = FxHashMap::default();
        for (i, binding) in facts.bindings.iter().enumerate() {
            index.entry((binding.scope, binding.name)).or_insert(i as u32);
            let run = &mut facts.scopes[binding.scope.index()].bindings;
            if run.len == 0 {
                run.start = i as u32;
            }
            run.len += 1;
        }
        index
    }

    /// The binding to which a bare name leads from `scope` at byte `at`.
    fn look_up(
        &self,
        index: &FxHashMap<(ScopeId, Name), u32>,
        scope: ScopeId,
        name: Name,
        namespace: Namespace,
        at: u32,
    ) -> Option<BindingId> {
        let mut current = Some(scope);
        let mut crossed_function = false;
        while let Some(id) = current {
            let info = &self.facts.scopes[id.index()];
            let visible = match info.kind {
                ScopeKind::Type | ScopeKind::Extension => match self.language.members_by_name {
                    MembersByName::Never => false,
                    MembersByName::InBody => id == scope,
                    MembersByName::Inside => true,
                },
                _ => true,
            };
            if visible && let Some(first) = index.get(&(id, name)) {
                let closed = crossed_function && !self.language.functions_see_locals;
                if let Some(found) = self.pick(*first, id, name, namespace, at, closed) {
                    return Some(found);
                }
            }
            crossed_function |= info.kind == ScopeKind::Function;
            current = info.parent;
        }
        None
    }

    /// Among the bindings of one name in one scope: the last that is in force at `at`.
    fn pick(
        &self,
        first: u32,
        scope: ScopeId,
        name: Name,
        namespace: Namespace,
        at: u32,
        closed: bool,
    ) -> Option<BindingId> {
        let group = self.facts.bindings[first as usize..].iter();
        let group = group.take_while(|b| b.scope == scope && b.name == name).enumerate();
        let mut found: Option<(u32, u32)> = None;
        for (i, binding) in group {
            let local = matches!(binding.bound, Bound::Local | Bound::Parameter(_) | Bound::TypeParameter(_));
            if binding.from > at || !binding.namespace.meets(namespace) || (closed && local) {
                continue;
            }
            // The first of those in force everywhere stands for all of them.
            if found.is_none_or(|(_, from)| binding.from > from) {
                found = Some((i as u32, binding.from));
            }
        }
        found.map(|(i, _)| BindingId(first + i))
    }
}

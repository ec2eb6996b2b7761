//! What readers of tokens share: definitions, uses and scopes without a tree.

use crate::build::{Build, Meter, Place};
use crate::parse::Limits;
use crate::shapes::{Counts, Style, comment_before};
use crate::tokens::{Lexed, TokenKind};
use indexer_core::{
    Access, Bound, DefId, ExprId, Expression, Extension, ExtensionId, List, Metrics, Name, Namespace, Owner,
    Parameter, ParameterId, ParameterKind, Problem, ProblemKind, Role, Scope, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility, work,
};

/// Tokens between two looks at whether anybody still waits.
const LOOKS: u32 = 1 << 10;

/// A reading of one file: the facts that are collected, and how much may still be done.
pub(crate) struct Reading<'b, 'a> {
    /// The facts that are collected.
    pub(crate) build: &'b mut Build<'a>,
    /// What was wrong.
    pub(crate) problems: Vec<Problem>,
    limits: Limits,
    /// How deep the reading stands in what nests.
    depth: u32,
    looked: u32,
    stopped: bool,
}

/// What is said of a definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// Its name as people know it.
    pub(crate) name: Name,
    /// The name that it is bound to, where that says more.
    pub(crate) bound: Name,
    /// The name spaces of its name.
    pub(crate) namespace: Namespace,
    /// Where its name stands.
    pub(crate) token: Span,
    /// True where that is an identifier token.
    pub(crate) counted: bool,
    /// What it is.
    pub(crate) kind: SymbolKind,
    /// Who may name it.
    pub(crate) visibility: Visibility,
    /// All of it.
    pub(crate) whole: Span,
    /// Where its signature ends.
    pub(crate) end: u32,
    /// What comments look like.
    pub(crate) style: &'static Style,
}

/// A definition while what stands in it is read.
pub(crate) struct Opened {
    id: DefId,
    place: Place,
    meter: Option<Meter>,
}

impl<'b, 'a> Reading<'b, 'a> {
    /// A reading at the beginning of a file.
    pub(crate) fn new(build: &'b mut Build<'a>, limits: Limits) -> Self {
        Self { build, problems: Vec::new(), limits, depth: 0, looked: 0, stopped: false }
    }

    /// Counts a step, and says whether the reading goes on.
    pub(crate) fn goes_on(&mut self) -> bool {
        self.looked += 1;
        work::add(1);
        if self.looked.is_multiple_of(LOOKS) && work::is_stopped(self.build.stop) {
            self.stopped = true;
        }
        !self.stopped
    }

    /// Lets nothing nest deeper than this, where a step of the language takes more of a stack than those of others.
    pub(crate) fn limit_depth(&mut self, most: u32) {
        self.limits.depth = self.limits.depth.min(most);
    }

    /// Goes down into what nests, if that is allowed; else that is noted. [`Reading::up`] leaves it.
    pub(crate) fn down(&mut self, at: Span) -> bool {
        if self.depth >= self.limits.depth {
            self.note(ProblemKind::TooDeep, at, "");
            return false;
        }
        self.depth += 1;
        true
    }

    /// Leaves what nests.
    pub(crate) fn up(&mut self) {
        self.depth -= 1;
    }

    /// Notes a problem, the first time that there is one of its kind.
    pub(crate) fn note(&mut self, kind: ProblemKind, span: Span, detail: &str) {
        if !self.problems.iter().any(|problem| problem.kind == kind) {
            self.problems.push(Problem { kind, span, detail: detail.to_owned() });
        }
    }

    /// Notes the first mistake that the tokens show.
    pub(crate) fn note_mistake<K: TokenKind>(&mut self, lexed: &Lexed<K>) {
        if let Some((span, detail)) = lexed.mistake() {
            self.note(ProblemKind::Syntax, span, detail);
        }
    }

    /// Adds a definition in the current scope.
    pub(crate) fn define(&mut self, of: &Declared) -> DefId {
        let build = &mut *self.build;
        let scope = build.scope;
        let id = build.define_as(of.bound, of.token, of.kind, scope, of.namespace);
        build.tally.definitions += u32::from(of.counted);
        let comment = comment_before(build.source, of.style, of.whole.start as usize);
        let end = of.end.max(of.token.end).min(of.whole.end.max(of.token.end));
        let signature = crate::text::folded(build.text(Span::new(of.whole.start, end)).trim_end());
        let (start, doc) = comment.map_or((of.whole.start, None), |(start, doc)| (start, Some(doc)));
        let inherited = build.inherited;
        let definition = build.definition(id);
        definition.name = of.name;
        definition.visibility = of.visibility;
        definition.flags.add(inherited);
        definition.span = Span::new(start, of.whole.end);
        definition.signature = signature;
        definition.doc = doc;
        id
    }

    /// What is read until [`Reading::leave`] belongs to a definition.
    pub(crate) fn enter(&mut self, id: DefId, kind: ScopeKind, whole: Span) -> Opened {
        let place = self.build.place();
        self.build.owner = Owner::Definition(id);
        self.build.enclosing = Some(id);
        let scope = self.build.open_scope(kind, whole);
        self.build.definition(id).body = Some(scope);
        let meter = (kind == ScopeKind::Function).then(|| std::mem::take(&mut self.build.meter));
        Opened { id, place, meter }
    }

    /// Leaves a definition; that of a function gets its complexity.
    pub(crate) fn leave(&mut self, of: Opened) {
        let Opened { id, place, meter } = of;
        if let Some(outer) = meter {
            let inner = std::mem::replace(&mut self.build.meter, outer);
            let span = self.build.definition(id).span;
            let lines = self.build.text(span).bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
            work::add(span.len() as usize / 64);
            let definition = self.build.definition(id);
            definition.metrics = Some(Metrics {
                cyclomatic: inner.branches + 1,
                cognitive: inner.cognitive,
                nesting: inner.deepest,
                parameters: definition.parameters.len,
                lines,
            });
        }
        self.build.restore(place);
    }

    /// Counts a part of control flow as a walk over a tree does. What stands in it nests where its reader says so.
    pub(crate) fn counts(&mut self, counts: Counts) {
        let meter = &mut self.build.meter;
        let is_branch = !matches!(counts, Counts::Switch | Counts::Else);
        meter.branches += u32::from(is_branch);
        meter.cognitive += match counts {
            Counts::If | Counts::Loop | Counts::Switch => 1 + meter.nesting,
            Counts::ElseIf | Counts::Else => 1,
            Counts::Case => 0,
        };
    }

    /// What is defined until the place is restored is added to the type `of`, whose last name is `name`.
    pub(crate) fn extend(&mut self, of: ExprId, name: Name, span: Span) -> Place {
        let build = &mut *self.build;
        let place = build.place();
        let scope = ScopeId(build.facts.scopes.len() as u32);
        let owner = Owner::Extension(ExtensionId(build.facts.extensions.len() as u32));
        build.facts.scopes.push(Scope {
            kind: ScopeKind::Extension,
            parent: Some(build.scope),
            owner,
            span,
            bindings: List::default(),
        });
        build.facts.extensions.push(Extension {
            scope,
            of,
            type_name: Some(name),
            implements: None,
            type_parameters: List::default(),
            span,
            owner: build.owner,
        });
        build.owner = owner;
        build.scope = scope;
        place
    }

    /// The name at `token` is used as `name`, with a role.
    pub(crate) fn name(&mut self, name: Name, token: Span, role: Role, namespace: Namespace) -> ExprId {
        self.build.role = role;
        let value = self.build.use_name_as(name, token, namespace);
        self.build.role = Role::Read;
        value
    }

    /// The name at `token` is a member of `of`.
    pub(crate) fn member(
        &mut self,
        of: ExprId,
        name: Name,
        token: Span,
        (role, access): (Role, Access),
    ) -> ExprId {
        let member = self.build.expression(Expression::Member { of, name, access });
        self.build.role = role;
        self.build.use_member(token, member);
        self.build.role = Role::Read;
        member
    }

    /// Binds a local in the current scope, whose identifier token stands here.
    pub(crate) fn local(&mut self, name: Name, value: ExprId) {
        let scope = self.build.scope;
        self.build.tally.locals += 1;
        self.build.shapes.introduce(scope, name);
        self.build.bind_local(scope, name, Namespace::VALUE, 0, value);
    }

    /// Gives a function its parameters, each bound to its name in the current scope.
    pub(crate) fn parameters(&mut self, id: DefId, all: Vec<(Name, Span, ExprId)>) {
        let scope = self.build.scope;
        let default = ExprId::UNKNOWN;
        let parameter = |(name, name_span, annotation): &(Name, Span, ExprId)| Parameter {
            name: *name,
            name_span: *name_span,
            kind: ParameterKind::Plain,
            annotation: *annotation,
            default,
        };
        let run = self.build.parameters(all.iter().map(parameter).collect());
        for (index, (name, _, annotation)) in (run.start..).zip(&all) {
            let value = self.build.instance(*annotation);
            self.build.shapes.introduce(scope, *name);
            self.build.bind(scope, *name, Namespace::VALUE, Bound::Parameter(ParameterId(index)), value);
        }
        self.build.definition(id).parameters = run;
    }
}

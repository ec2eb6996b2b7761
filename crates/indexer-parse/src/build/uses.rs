//! Names and members that were met, until it is known what they are.

use super::Build;
use super::look_up::BoundNames;
use indexer_core::{
    BindingId, Bound, DefId, ExprId, Expression, FileFacts, Name, Namespace, Reference, Role, ScopeId,
    ScopeKind, Span, Tally,
};
use rustc_hash::FxHashSet;

/// A name or member that was met and is to become a reference, unless a local binds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
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
    /// A use where the walk of `build` stands, which a tree counts as an identifier.
    pub(super) fn of(name: Name, span: Span, expression: ExprId, build: &Build<'_>) -> Self {
        let (role, enclosing, tentative) = (build.role, build.enclosing, build.tentative);
        let arguments = None;
        Self { name, span, role, expression, enclosing, arguments, tentative, counted: true, silent: false }
    }

    fn reference(&self) -> Reference {
        let Use { name, span, role, expression, enclosing, arguments, .. } = *self;
        Reference { name, span, role, expression, enclosing, arguments }
    }
}

/// The uses of a file in the order in which they were met.
#[derive(Debug, Default)]
pub struct Uses {
    met: Vec<Use>,
    /// How many of them are no identifier tokens.
    uncounted: usize,
}

impl Uses {
    /// Names that are written where they are no member.
    pub(super) fn written(&self, facts: &FileFacts) -> FxHashSet<Name> {
        let is_set = |one: &&Use| {
            one.role == Role::Write && matches!(facts.expression(one.expression), Expression::Name { .. })
        };
        self.met.iter().filter(is_set).map(|one| one.name).collect()
    }

    pub(super) fn push(&mut self, one: Use) {
        self.met.push(one);
    }

    /// How many there are, for [`Uses::retag`].
    pub fn mark(&self) -> usize {
        self.met.len()
    }

    /// How many of them are identifier tokens.
    pub fn counted(&self) -> usize {
        self.met.len() - self.uncounted
    }

    /// Gives the use of `expression` among those since `mark` another role.
    pub fn retag(&mut self, mark: usize, expression: ExprId, role: Role) {
        if let Some(one) = self.met[mark..].iter_mut().rev().find(|one| one.expression == expression) {
            one.role = role;
        }
    }

    /// Gives uses of bare names another role, where `role` says one. `facts` holds their expressions.
    pub fn retag_names(
        &mut self,
        facts: &FileFacts,
        role: impl Fn(Name, Role, Option<DefId>) -> Option<Role>,
    ) {
        for one in &mut self.met {
            let is_name = matches!(facts.expression(one.expression), Expression::Name { .. });
            if is_name && let Some(role) = role(one.name, one.role, one.enclosing) {
                one.role = role;
            }
        }
    }

    /// Sets the number of arguments of the use of `expression` among those since `mark`.
    pub fn set_arguments(&mut self, mark: usize, expression: ExprId, arguments: usize) {
        if let Some(one) = self.met[mark..].iter_mut().rev().find(|one| one.expression == expression) {
            one.arguments = Some(arguments.min(255) as u8);
        }
    }

    /// The last use stands inside a string: it is a reference, but no identifier token.
    pub fn uncount_last(&mut self) {
        if let Some(last) = self.met.last_mut() {
            self.uncounted += usize::from(last.counted);
            last.counted = false;
        }
    }

    /// The uses since `mark` are references, but no identifier tokens.
    pub fn uncount_since(&mut self, mark: usize) {
        for one in &mut self.met[mark..] {
            self.uncounted += usize::from(one.counted);
            one.counted = false;
        }
    }

    /// The last use only settles what its name means: it is no reference, nor an identifier token.
    pub fn silence_last(&mut self) {
        self.uncount_last();
        if let Some(last) = self.met.last_mut() {
            last.silent = true;
        }
    }

    /// Takes back the uses since `mark`, none of which was counted.
    pub fn forget(&mut self, mark: usize) {
        self.uncounted -= self.met.len().saturating_sub(mark);
        self.met.truncate(mark);
    }

    /// Takes back the uses whose tokens name what is defined there. Gives how many of them are identifier tokens.
    pub fn take(&mut self, tokens: &FxHashSet<Span>) -> u32 {
        if tokens.is_empty() {
            return 0;
        }
        let (mut taken, mut uncounted) = (0, 0);
        self.met.retain(|one| {
            let goes = tokens.contains(&one.span);
            taken += u32::from(goes && one.counted);
            uncounted += usize::from(goes && !one.counted);
            !goes
        });
        self.uncounted -= uncounted;
        taken
    }

    /// How much was met, for [`Uses::go_back`].
    pub(super) fn extent(&self) -> (usize, usize) {
        (self.met.len(), self.uncounted)
    }

    /// Takes back what was met since `extent`.
    pub(super) fn go_back(&mut self, extent: (usize, usize)) {
        self.met.truncate(extent.0);
        self.uncounted = extent.1;
    }

    /// Definitions have new ids: the one with index `i` is `new[i]`.
    pub(super) fn move_to(&mut self, new: &[DefId]) {
        for enclosing in self.met.iter_mut().filter_map(|one| one.enclosing.as_mut()) {
            *enclosing = new[enclosing.index()];
        }
    }

    /// Says of each name what it is bound to, counts what is a local, and gives the references, sorted
    /// by where they stand.
    pub(super) fn settle(
        self,
        facts: &mut FileFacts,
        tally: &mut Tally,
        names: &BoundNames,
    ) -> Vec<Reference> {
        let mut references = Vec::with_capacity(self.met.len());
        let values = names.language.rules.values_are_followed;
        for one in self.met {
            if let Expression::Name { name, scope, namespace, .. } = facts.expression(one.expression) {
                let bound = names.look_up(facts, scope, name, namespace, one.span.start);
                // What is assigned is evaluated before the name is bound: `str = str` reads what is around.
                let is_unbound_yet = |id: &BindingId| {
                    names.language.rules.declared_before_assigned && is_value_of(facts, *id, one.expression)
                };
                let bound = bound.filter(|id| !is_unbound_yet(id));
                if let Some(id) = bound {
                    let slot = &mut facts.expressions[one.expression.0 as usize];
                    *slot = Expression::Name { name, scope, bound, namespace };
                    let bound = facts.bindings[id.index()].bound;
                    if matches!(bound, Bound::Local | Bound::Parameter(_) | Bound::TypeParameter(_)) {
                        tally.locals += u32::from(one.counted);
                        let is_run = matches!(one.role, Role::Call | Role::Decorate | Role::Invoke);
                        if values && is_run && !calls_closure_beside(facts, id, scope) {
                            references.push(Reference { role: Role::Invoke, ..one.reference() });
                        }
                        continue;
                    }
                } else if one.tentative && one.role == Role::Read && namespace.meets(Namespace::VALUE) {
                    tally.neither += u32::from(one.counted);
                    continue;
                }
            }
            if one.silent {
                continue;
            }
            tally.references += u32::from(one.counted);
            references.push(one.reference());
        }
        references.sort_by_key(|r| r.span);
        references
    }
}

/// True where a local holds a function without a name that stands in the function from which it is called: what that calls is
/// called there already.
fn calls_closure_beside(facts: &FileFacts, local: BindingId, from: ScopeId) -> bool {
    let binding = &facts.bindings[local.index()];
    let Expression::Lambda(lambda) = facts.expression(binding.value) else { return false };
    let Some(lambda) = facts.lambdas.get(lambda.index()) else { return false };
    binding.bound == Bound::Local && function_around(facts, lambda.scope) == function_around(facts, from)
}

/// The scope of the function with a name, the type or the file in which a scope stands.
fn function_around(facts: &FileFacts, mut scope: ScopeId) -> ScopeId {
    while let ScopeKind::Block | ScopeKind::Lambda = facts.scopes[scope.index()].kind
        && let Some(parent) = facts.scopes[scope.index()].parent
    {
        scope = parent;
    }
    scope
}

/// True where an expression is all that a definition holds.
fn is_value_of(facts: &FileFacts, binding: BindingId, expression: ExprId) -> bool {
    match facts.bindings[binding.index()].bound {
        Bound::Definition(def) => facts.definition(def).value == expression,
        _ => false,
    }
}

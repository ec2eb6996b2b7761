//! What the shapes remember while a walk goes on.

use indexer_core::{DefId, ExprId, Expression, FileFacts, Name, ScopeId, ScopeKind, Visibility};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a name keeps what it is given.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kept {
    /// In the value of a definition.
    Definition(DefId),
    /// In the value of the binding with this index.
    Binding(usize),
}

/// What the shapes remember.
#[derive(Debug, Default)]
pub struct State {
    /// What each function around gives, the innermost last.
    pub(super) returns: Vec<Vec<ExprId>>,
    /// What statements in the body of each type around mix in, the innermost last.
    pub(super) bases: Vec<Vec<ExprId>>,
    /// Names that assignments have bound, by scope.
    pub(super) bound: FxHashSet<(ScopeId, Name)>,
    /// What each such name was given, and where that is kept.
    pub(super) given: FxHashMap<(ScopeId, Name), (Kept, Vec<ExprId>)>,
    /// The types of the parameters that are read, as the comment before them says.
    pub(super) documented: FxHashMap<Name, ExprId>,
    /// The names of the package around, where names of paths are of it.
    pub package: Vec<Name>,
    /// Names that imports have bound.
    pub imported: FxHashSet<Name>,
    /// The type that the definition which is read is declared with.
    pub result: ExprId,
    /// A node that stands where something of a type is expected, with that type.
    pub expected: Option<(usize, ExprId)>,
    /// True once the file has a package.
    pub has_package: bool,
    /// Where tokens begin that name definitions which were made before they are walked.
    pub taken: FxHashSet<u32>,
    /// In a pattern, the byte from which on the names in it are bound.
    pub binding: Option<u32>,
    /// Who may name what is declared from here on in a scope, where a word of its own says so.
    pub visibility: FxHashMap<ScopeId, Visibility>,
}

impl State {
    /// Notes that a name is bound in a scope; true where it was not before.
    pub fn introduce(&mut self, scope: ScopeId, name: Name) -> bool {
        self.bound.insert((scope, name))
    }

    /// True where a name of this scope, or one around it up to that of the function, is given functions without a name
    /// alone.
    pub(crate) fn is_given_lambdas(&self, facts: &FileFacts, scope: ScopeId, name: Name) -> bool {
        let mut current = Some(scope);
        while let Some(id) = current {
            indexer_core::work::add(1);
            if let Some((_, values)) = self.given.get(&(id, name)) {
                let is_lambda = |one: &ExprId| matches!(facts.expression(*one), Expression::Lambda(_));
                return !values.is_empty() && values.iter().all(is_lambda);
            }
            let scope = &facts.scopes[id.index()];
            current = scope.parent.filter(|_| scope.kind == ScopeKind::Block);
        }
        false
    }

    /// Is a name bound in this scope, or one around it up to that of the function?
    pub fn knows(&self, scopes: &[indexer_core::Scope], scope: ScopeId, name: Name) -> bool {
        let mut current = Some(scope);
        while let Some(id) = current {
            indexer_core::work::add(1);
            if self.bound.contains(&(id, name)) {
                return true;
            }
            let scope = &scopes[id.index()];
            current = scope.parent.filter(|_| scope.kind != ScopeKind::Function);
        }
        false
    }

    /// What is mixed in from here on is of a type whose body begins.
    pub fn open_bases(&mut self) {
        self.bases.push(Vec::new());
    }

    /// What was mixed into the type whose body ends.
    pub fn close_bases(&mut self) -> Vec<ExprId> {
        self.bases.pop().unwrap_or_default()
    }

    /// The function around may give this.
    pub fn add_return(&mut self, value: ExprId) {
        if let Some(returns) = self.returns.last_mut() {
            returns.push(value);
        }
    }

    /// The type around has this base as well.
    pub fn add_base(&mut self, base: ExprId) {
        if let Some(bases) = self.bases.last_mut().filter(|_| !base.is_unknown()) {
            bases.push(base);
        }
    }

    /// The type around has these bases before those that it has.
    pub fn add_bases_before(&mut self, mut all: Vec<ExprId>) {
        if let Some(bases) = self.bases.last_mut() {
            all.retain(|base| !base.is_unknown());
            bases.splice(0..0, all);
        }
    }

    /// Does a parameter, local or assignment in a scope around the walk bind this name?
    pub fn binds(walk: &mut crate::walk::Walk<'_, '_>, name: &'static str) -> bool {
        let name = walk.build.names.name(name);
        super::variables::is_bound(walk, name)
    }
}

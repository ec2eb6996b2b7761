//! Where a file calls something, by the name that is called: for languages in which parameters are
//! what calls give them.

use crate::query::Db;
use crate::value::MOST_TARGETS;
use indexer_core::key::hash_text;
use indexer_core::{
    Bound, DefId, ExprId, Expression, FileFacts, FileId, Lambda, List, Name, Reference, Role, SymbolKind,
};
use rustc_hash::FxHashSet;

/// Decorators of one definition beyond this are not seen as calls.
const MOST_DECORATORS: usize = 16;

/// References of one closure beyond this are not looked at for what it calls.
const MOST_LOOKED_AT: usize = 64;

/// A place is not looked for further inside than this.
const MOST_STEPS: usize = 8;

/// The calls of one file.
#[derive(Debug, Default)]
pub(crate) struct CallSites {
    /// (hash of the last name of the callee, call), sorted.
    named: Vec<(u64, ExprId)>,
    /// Calls of what a local, parameter, variable, field or collection holds.
    pub(crate) indirect: Vec<ExprId>,
    /// What is put where: (hash of the last name of the place, place, value), sorted.
    stored: Vec<(u64, ExprId, ExprId)>,
    /// Hashes of names that are read as values, and of decorated functions, sorted.
    pub(crate) read: Vec<u64>,
    /// (decorator, the call that applies it), sorted.
    decorations: Vec<(ExprId, ExprId)>,
    /// The parameters of each function: (run, function), sorted by the start of the run.
    owners: Vec<(List, DefId)>,
}

impl CallSites {
    /// Stands for the name of calls that have none, in the place of a hash.
    pub(crate) const INDIRECT: u64 = 0;

    /// With `all`, every call counts; else only those that may give a function to what they call.
    /// O(expressions log expressions).
    pub(crate) fn new(facts: &FileFacts, all: bool) -> Self {
        let mut sites = Self::default();
        let assigned: FxHashSet<Name> =
            facts.definitions.iter().filter(|d| is_held(d.kind)).map(|d| d.name).collect();
        let hash = |name: Name| hash_text(facts.name(name));
        for (i, expression) in facts.expressions.iter().enumerate() {
            if let Expression::Put { into, value } = *expression {
                let place = place_of(facts, into);
                sites.stored.extend(place.map(|(name, place)| (hash(name), place, value)));
            }
            let Expression::Call { of, arguments } = *expression else { continue };
            if !all && !facts.list(arguments).iter().any(|one| may_hold_function(facts, *one, 0)) {
                continue;
            }
            let call = ExprId(i as u32);
            if is_of_definition(facts, arguments) {
                sites.decorations.push((of, call));
            }
            match facts.expression(of) {
                Expression::Name { name, bound, .. } => {
                    let bound = bound.and_then(|id| facts.bindings.get(id.index())).map(|one| one.bound);
                    match bound {
                        Some(Bound::Local | Bound::Parameter(_)) => sites.indirect.push(call),
                        Some(Bound::Definition(def)) if is_held(facts.definition(def).kind) => {
                            sites.indirect.push(call);
                        }
                        Some(Bound::Import(import)) => {
                            let imported = facts.imports.get(import.index()).and_then(|one| one.path.last());
                            sites.named.extend(imported.map(|last| (hash(*last), call)));
                            sites.named.push((hash(name), call));
                        }
                        _ => sites.named.push((hash(name), call)),
                    }
                }
                Expression::Member { name, .. } => {
                    sites.named.push((hash(name), call));
                    if assigned.contains(&name) {
                        sites.indirect.push(call);
                    }
                }
                Expression::Unknown => {}
                _ => sites.indirect.push(call),
            }
        }
        let is_read = |one: &&Reference| one.role == Role::Read && !facts.is_in_text(one);
        let read = facts.references.iter().filter(is_read).map(|one| one.name);
        let decorated = facts.definitions.iter().filter(|one| one.decorators.len > 0).map(|one| one.name);
        let read: FxHashSet<Name> = read.chain(decorated).collect();
        sites.read = read.into_iter().map(hash).collect();
        for (i, definition) in facts.definitions.iter().enumerate() {
            if definition.parameters.len > 0 && definition.kind.is_callable() {
                sites.owners.push((definition.parameters, DefId(i as u32)));
            }
        }
        sites.named.sort_unstable();
        sites.named.dedup();
        sites.stored.sort_unstable();
        sites.read.sort_unstable();
        sites.decorations.sort_unstable();
        sites.owners.sort_unstable_by_key(|(run, _)| run.start);
        sites
    }

    /// Calls of this name.
    pub(crate) fn of(&self, name: u64) -> impl Iterator<Item = ExprId> + '_ {
        let start = self.named.partition_point(|(hash, _)| *hash < name);
        self.named[start..].iter().take_while(move |(hash, _)| *hash == name).map(|(_, call)| *call)
    }

    /// All calls by name.
    pub(crate) fn named(&self) -> impl Iterator<Item = (u64, ExprId)> + '_ {
        self.named.iter().copied()
    }

    /// What is put into places of this name: (place, value).
    pub(crate) fn stored(&self, name: u64) -> impl Iterator<Item = (ExprId, ExprId)> + '_ {
        let start = self.stored.partition_point(|(hash, ..)| *hash < name);
        let found = self.stored[start..].iter().take_while(move |(hash, ..)| *hash == name);
        found.map(|(_, place, value)| (*place, *value))
    }

    /// All that is put into places: (hash of the name of the place, place, value).
    pub(crate) fn all_stored(&self) -> impl Iterator<Item = (u64, ExprId, ExprId)> + '_ {
        self.stored.iter().copied()
    }

    /// The call that applies a decorator.
    pub(crate) fn application(&self, decorator: ExprId) -> Option<ExprId> {
        let at = self.decorations.binary_search_by_key(&decorator, |(of, _)| *of).ok()?;
        Some(self.decorations[at].1)
    }

    /// The function whose parameter this is; none for parameters of closures.
    pub(crate) fn owner(&self, parameter: u32) -> Option<DefId> {
        let at = self.owners.partition_point(|(run, _)| run.start <= parameter).checked_sub(1)?;
        let (run, def) = self.owners[at];
        (parameter < run.start + run.len).then_some(def)
    }
}

/// The calls of a file.
pub(crate) fn call_sites<'l>(db: &Db<'l, '_>, file: FileId) -> Option<&'l CallSites> {
    db.unit(file).map(|unit| {
        unit.call_sites.get_or_init(|| CallSites::new(unit.facts, unit.rules.parameters_take_arguments))
    })
}

/// True for the arguments of a decorator: a definition, or what the decorators below made of it.
fn is_of_definition(facts: &FileFacts, arguments: List) -> bool {
    let mut arguments = arguments;
    for _ in 0..MOST_DECORATORS {
        let [only] = facts.list(arguments) else { return false };
        match facts.expression(*only) {
            Expression::Definition(_) => return true,
            Expression::Call { arguments: below, .. } => arguments = below,
            _ => return false,
        }
    }
    false
}

/// The first calls that stand in a closure: what runs when it does. Those of functions that it defines are none.
pub(crate) fn calls_in<'f>(facts: &'f FileFacts, lambda: &Lambda) -> impl Iterator<Item = &'f Reference> {
    let span = facts.scopes.get(lambda.scope.index()).map(|scope| scope.span).unwrap_or_default();
    let first = facts.references.partition_point(|one| one.span.start < span.start);
    let inside = facts.references[first..].iter().take_while(move |one| one.span.end <= span.end);
    let is_own = move |one: &&Reference| {
        let within = one.enclosing.and_then(|def| facts.definitions.get(def.index()));
        one.role == Role::Call && within.is_none_or(|def| !span.covers(def.name_span))
    };
    inside.take(MOST_LOOKED_AT).filter(is_own).take(MOST_TARGETS)
}

/// False for what certainly is no function that has a name.
pub(crate) fn may_hold_function(facts: &FileFacts, id: ExprId, depth: u32) -> bool {
    if depth > 2 {
        return true;
    }
    match facts.expression(id) {
        Expression::Unknown
        | Expression::Literal(_)
        | Expression::Lambda(_)
        | Expression::Instance(_)
        | Expression::SelfInstance(_)
        | Expression::SelfType(_)
        | Expression::Super(_) => false,
        Expression::Keyword { value, .. } => may_hold_function(facts, value, depth + 1),
        Expression::Put { value, .. } => may_hold_function(facts, value, depth + 1),
        Expression::Collection(_, list) | Expression::Tuple(list) | Expression::Union(list) => {
            // Into an empty one, more may be put.
            list.len == 0 || facts.list(list).iter().any(|one| may_hold_function(facts, *one, depth + 1))
        }
        Expression::Name { bound: Some(bound), .. } => match facts.bindings.get(bound.index()) {
            Some(binding) if binding.bound == Bound::Local => {
                // A name that is bound several times is not looked through.
                let next = facts.bindings.get(bound.index() + 1);
                let is_alone = next.is_none_or(|b| b.scope != binding.scope || b.name != binding.name);
                !is_alone || may_hold_function(facts, binding.value, depth + 1)
            }
            _ => true,
        },
        _ => true,
    }
}

/// The variable, member or definition that holds the place `into`, with its name: elements are not
/// told apart from what they are elements of.
fn place_of(facts: &FileFacts, mut into: ExprId) -> Option<(Name, ExprId)> {
    for _ in 0..MOST_STEPS {
        match facts.expression(into) {
            Expression::Name { name, .. } | Expression::Member { name, .. } => return Some((name, into)),
            Expression::Definition(def) => return Some((facts.definition(def).name, into)),
            Expression::Index { of, .. }
            | Expression::Element(of)
            | Expression::Item { of, .. }
            | Expression::Deref(of) => into = of,
            _ => return None,
        }
    }
    None
}

/// True for what holds values: a call of it runs what it holds.
pub(crate) fn is_held(kind: SymbolKind) -> bool {
    use SymbolKind::*;
    matches!(kind, Field | Property | Variable | Static | Constant)
}

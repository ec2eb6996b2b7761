//! Functions of the repository that hand what they are given to a framework: `register(auth, "/login", Login.as_view())` of
//! `def register(on, path, view): on.add_url_rule(path, view_func=view)`. Each call of one declares what the framework's own call would.

use super::entries::File;
use super::handlers::To;
use super::places::argument;
use super::texts::{Written, written};
use super::uses::Used;
use crate::resolve::resolve;
use crate::unit::Unit;
use crate::value::{Symbol, Value};
use indexer_core::framework::{FrameworkRule, Makes, Occasion, Place};
use indexer_core::{
    Binding, Bound, DependencyKey, ExprId, Expression, FileFacts, FrameworkEntry, List, ParameterKind, Role,
    SymbolKind,
};
use rustc_hash::FxHashMap;

/// More arguments of one call than this are not looked at.
const MOST_ARGUMENTS: usize = 8;
/// More paths of one call than this are not told.
const MOST_PATHS: usize = 16;
/// Longer ways from a name to the parameter that it is are not followed.
const DEEPEST: usize = 6;

/// What a function hands to a framework, by the numbers of its own parameters without what it is a member of.
#[derive(Clone, Debug)]
struct Forwarder {
    /// The rule, by its place among those of the language, and the path of what is called.
    rule: usize,
    path: String,
    /// What the router is: a parameter, or `None` for what the function is a member of.
    router: Option<usize>,
    text: usize,
    /// True where the text is one of all that are given from there on: `*urls`.
    takes_all: bool,
    /// True where the function may put something before it.
    is_changed: bool,
    to: usize,
    is_possible: bool,
}

/// True where a call of the file is given what may be a path: only such calls are looked at. O(expressions)
pub(super) fn may_forward(unit: &Unit<'_>) -> bool {
    let facts = unit.facts;
    let ids = (0..facts.expressions.len() as u32).map(ExprId);
    !unit.rules.declared_types && ids.filter_map(|id| facts.text(id)).any(|text| text.starts_with('/'))
}

/// What calls of such functions declare, behind what `all` has already.
pub(super) fn forwarded(file: &File<'_, '_, '_>, all: &mut Vec<FrameworkEntry>) {
    let facts = file.unit.facts;
    let mut known: Vec<u32> = all.iter().map(|entry| entry.reference).collect();
    known.sort_unstable();
    let mut forwarders: FxHashMap<(Symbol, Option<Given>), Option<Forwarder>> = FxHashMap::default();
    let before = all.len();
    let calls = facts.references.iter().zip(0u32..).filter(|(one, _)| one.role == Role::Call);
    for (reference, at) in calls.filter(|(_, at)| known.binary_search(at).is_err()) {
        let Some(used) = file.uses().get(&reference.expression).copied() else { continue };
        let Expression::Call { of, arguments } = facts.expression(used.call) else { continue };
        if !facts.list(arguments).iter().take(MOST_ARGUMENTS).any(|id| may_be_path(facts, *id)) {
            continue;
        }
        let (Value::Definition(sym) | Value::Function(sym, _)) =
            resolve(file.db, file.db.file(), of, Some(true)).0.only().unwrap_or(Value::Unknown)
        else {
            continue;
        };
        let given = router_given(file, arguments);
        let key = (sym, given.clone());
        let forwarder = forwarders.entry(key).or_insert_with(|| forwarder(file, sym, given.as_ref()));
        if let Some(forwarder) = forwarder {
            declared(file, (at, used, sym), (of, arguments), forwarder, all);
        }
    }
    if all.len() > before {
        all.sort_by_key(|entry| (entry.definition, entry.reference));
    }
}

/// A router that a call is given: at which position, and the path of its type.
type Given = (usize, String);

/// The first router that a call is given by position.
fn router_given(file: &File<'_, '_, '_>, arguments: List) -> Option<Given> {
    let facts = file.unit.facts;
    let positional = facts
        .list(arguments)
        .iter()
        .filter(|id| !matches!(facts.expression(**id), Expression::Keyword { .. }));
    positional.take(MOST_ARGUMENTS).enumerate().find_map(|(at, id)| {
        let may_be = matches!(facts.expression(*id), Expression::Name { .. } | Expression::Member { .. });
        let origin = file.origins.of(file.db.file(), *id).filter(|_| may_be)?;
        file.origins.is_router(&origin.path).then_some((at, origin.path))
    })
}

/// A path, or a list of them.
fn may_be_path(facts: &FileFacts, id: ExprId) -> bool {
    let is_path = |id: ExprId| facts.text(id).is_some_and(|text| text.starts_with('/'));
    match facts.expression(id) {
        Expression::Collection(_, list) | Expression::Tuple(list) => {
            facts.list(list).iter().any(|id| is_path(*id))
        }
        Expression::Keyword { value, .. } => may_be_path(facts, value),
        _ => is_path(id),
    }
}

/// What one call of a forwarder declares.
fn declared(
    file: &File<'_, '_, '_>,
    (at, used, sym): (u32, Used, Symbol),
    (of, arguments): (ExprId, List),
    forwarder: &Forwarder,
    all: &mut Vec<FrameworkEntry>,
) {
    let Some(rule) = file.rules.rules.get(forwarder.rule) else { return };
    let facts = file.unit.facts;
    let given = |parameter: usize| given_to(file, sym, arguments, parameter);
    let router = match forwarder.router {
        Some(parameter) => given(parameter),
        None => match facts.expression(of) {
            Expression::Member { of, .. } => Some(of),
            _ => None,
        },
    };
    let origin = router.and_then(|id| file.origins.of(file.db.file(), id)).unwrap_or_default();
    let origin = super::origin::Origin {
        path: forwarder.path.clone(),
        is_possible: origin.is_possible || forwarder.is_possible || forwarder.is_changed,
        ..origin
    };
    let mut texts: Vec<ExprId> = given(forwarder.text).into_iter().collect();
    if forwarder.takes_all {
        let positional = facts.list(arguments).iter();
        let positional =
            positional.filter(|id| !matches!(facts.expression(**id), Expression::Keyword { .. }));
        texts = positional.skip(forwarder.text).copied().collect();
    }
    let texts = texts.into_iter().flat_map(|id| written(file.db, file.db.file(), id));
    let of = file.matched(rule, used, origin, Vec::new());
    let to = given(forwarder.to).map(To::Expression);
    for text in texts.take(MOST_PATHS) {
        let text = Written { is_open: text.is_open || forwarder.is_changed, ..text };
        file.answered(at, SymbolKind::Endpoint, &of, (text, to), all);
    }
}

/// What a call gives to a parameter.
fn given_to(file: &File<'_, '_, '_>, sym: Symbol, arguments: List, parameter: usize) -> Option<ExprId> {
    let unit = file.db.unit(sym.file)?;
    let own = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
    let named = own.iter().filter(|one| one.kind != ParameterKind::Receiver).nth(parameter)?;
    let named = Place::Keyword(unit.facts.name(named.name).to_owned());
    let found = argument(file.unit.facts, arguments, &named);
    found.or_else(|| argument(file.unit.facts, arguments, &Place::Argument(parameter as u32)))
}

/// What a function of the repository hands to a framework.
fn forwarder(file: &File<'_, '_, '_>, sym: Symbol, given: Option<&Given>) -> Option<Forwarder> {
    let unit = file.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    if !unit.kind(sym.def).is_callable() || unit.rules.declared_types {
        return None;
    }
    let facts = unit.facts;
    file.db.depend_on_symbol(sym);
    file.db.depend(DependencyKey::described(unit.path_hash));
    file.db.depend(DependencyKey::calls(unit.path_hash));
    let inside =
        facts.references.iter().filter(|one| one.enclosing == Some(sym.def) && one.role == Role::Call);
    let mut inside = inside.filter(|one| file.rules.names.contains_key(facts.name(one.name)));
    inside.find_map(|reference| {
        let call = call_of(facts, reference.expression)?;
        let parameter = |id: ExprId| parameter_of(unit, sym, id);
        let (router, path, is_possible) = match facts.expression(reference.expression) {
            Expression::Member { of, name, .. } => {
                let at = parameter(of).map(|(at, _)| at);
                let is_own = is_receiver(facts, of)
                    || matches!(facts.expression(of), Expression::SelfInstance(_) | Expression::SelfType(_));
                match given.filter(|(index, _)| at == Some(*index)) {
                    // What this call gives to it.
                    Some((_, path)) => {
                        (at, format!("{path}{}{}", unit.rules.separator, facts.name(name)), false)
                    }
                    None if at.is_some() || is_own => {
                        let origin = file.origins.of(sym.file, reference.expression)?;
                        (at, origin.path, origin.is_possible)
                    }
                    None => return None,
                }
            }
            _ => return None,
        };
        let mut rules = file.rules.numbered(&path);
        let (rule, of) = rules.find(|(_, rule)| is_endpoint(rule))?;
        let path = path.clone();
        let Expression::Call { arguments, .. } = facts.expression(call) else { return None };
        let at = |places: &[Place]| {
            let mut found = places.iter().filter_map(|place| argument(facts, arguments, place));
            found.find(|id| !id.is_unknown())
        };
        let (text, is_changed) = parameter(at(&of.text)?)?;
        let (to, _) = parameter(at(&of.to)?)?;
        let own = facts.parameters(facts.definition(sym.def).parameters);
        let own: Vec<ParameterKind> =
            own.iter().map(|one| one.kind).filter(|kind| *kind != ParameterKind::Receiver).collect();
        let takes_all = own.get(text) == Some(&ParameterKind::Rest);
        Some(Forwarder { rule, path, router, text, takes_all, is_changed, to, is_possible })
    })
}

fn is_endpoint(rule: &FrameworkRule) -> bool {
    rule.makes == Makes::Symbol(SymbolKind::Endpoint) && rule.on == Occasion::Call
}

/// True for a parameter that is what the function is called on: `self`.
fn is_receiver(facts: &FileFacts, id: ExprId) -> bool {
    let Expression::Name { bound: Some(bound), .. } = facts.expression(id) else { return false };
    match facts.bindings.get(bound.index()).map(|binding| binding.bound) {
        Some(Bound::Parameter(id)) => {
            facts.parameters.get(id.index()).is_some_and(|one| one.kind == ParameterKind::Receiver)
        }
        _ => false,
    }
}

/// The call of what an expression names. O(expressions)
fn call_of(facts: &FileFacts, named: ExprId) -> Option<ExprId> {
    let is_it = |one: &Expression| matches!(one, Expression::Call { of, .. } if *of == named);
    facts.expressions.iter().position(is_it).map(|at| ExprId(at as u32))
}

/// Which parameter of a function an expression is, itself or each part of it in turn, and whether it may be changed before.
fn parameter_of(unit: &Unit<'_>, sym: Symbol, mut id: ExprId) -> Option<(usize, bool)> {
    let facts = unit.facts;
    let run = facts.definition(sym.def).parameters;
    let own = facts.parameters(run);
    let receivers = own.iter().take_while(|one| one.kind == ParameterKind::Receiver).count();
    for _ in 0..DEEPEST {
        id = match facts.expression(id) {
            Expression::Element(of) | Expression::Sequence(of) => of,
            Expression::Name { bound: Some(bound), .. } => {
                let binding = facts.bindings.get(bound.index())?;
                match binding.bound {
                    Bound::Parameter(parameter) => {
                        let at = parameter.0.checked_sub(run.start).filter(|at| *at < run.len)? as usize;
                        let is_again = |one: &Binding| one.name == binding.name && one.bound != binding.bound;
                        let is_changed = facts.bindings(binding.scope).iter().any(is_again);
                        return Some((at.checked_sub(receivers)?, is_changed));
                    }
                    Bound::Local => binding.value,
                    _ => return None,
                }
            }
            _ => return None,
        };
    }
    None
}

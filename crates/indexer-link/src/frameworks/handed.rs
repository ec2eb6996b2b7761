//! Routers that are handed to functions: `users.Register(v1.Group("/users"))`. What the function declares on its parameter
//! stands under what it is given.

use super::entries::{File, entry};
use super::origin::Origin;
use crate::resolve::resolve;
use crate::value::{Symbol, Value};
use indexer_core::FrameworkEntry;
use indexer_core::framework::{EntryDetail, FrameworkRules, last_name};
use indexer_core::{Bound, ExprId, Expression, FileFacts, Parameter, ParameterKind, Role, SymbolKind};

/// More arguments of one call than this are not looked at.
const MOST_ARGUMENTS: usize = 4;
/// More calls of one file than this are not looked at.
const MOST_CALLS: usize = 10_000;
/// Longer chains of calls are not followed.
const LONGEST_CHAIN: usize = 32;
/// More parts of one declared type than this are not looked at.
const MOST_PARTS: usize = 16;

/// A mount for each router that the file hands to a function of the repository.
pub(super) fn handed(file: &File<'_, '_, '_>, all: &mut Vec<FrameworkEntry>) {
    if !imports_router(file.unit.facts, file.rules) {
        return;
    }
    let calls = file.unit.facts.references.iter().zip(0u32..).filter(|(one, _)| one.role == Role::Call);
    for (reference, at) in calls.take(MOST_CALLS) {
        let Some(used) = file.uses().get(&reference.expression) else { continue };
        let Expression::Call { of, arguments } = file.unit.facts.expression(used.call) else { continue };
        let given = file.unit.facts.list(arguments).iter().take(MOST_ARGUMENTS).enumerate();
        let mut routers = given.filter_map(|(index, id)| Some((index, *id, router(file, *id)?))).peekable();
        if routers.peek().is_none() {
            continue;
        }
        let Some(function) = function(file, of) else { continue };
        for (index, id, origin) in routers {
            let mounted = file.named_parameter(function, index);
            let (Some(mounted), Some(framework)) = (mounted, file.rules.routers.get(&origin.path)) else {
                continue;
            };
            // What a function is given itself is there where that is.
            let is_given = origin.router.is_none() && origin.made.is_none();
            let detail = EntryDetail {
                framework: framework.clone(),
                is_certain: !origin.is_possible,
                router: file.router_named(&origin).or_else(|| file.given_router(at, id)),
                mounted: Some(mounted),
                prefix: (!origin.prefix.is_empty()).then(|| origin.prefix.clone()),
                is_open: origin.is_open,
                needs_mount: is_given && file.rules.handed.contains_key(&origin.path),
                ..EntryDetail::default()
            };
            let is_rooted = origin.prefix.starts_with('/');
            let name = if is_rooted { origin.prefix } else { format!("/{}", origin.prefix) };
            all.push(FrameworkEntry {
                reference: at,
                definition: None,
                kind: SymbolKind::Mount,
                name,
                detail: detail.line(),
                edge: None,
            });
            if !file.unit.rules.declared_types {
                break;
            }
        }
    }
    all.sort_by_key(|entry| (entry.definition, entry.reference));
}

/// A mount for each call of a function that gives a list of what a framework takes, in a function that gives such a list
/// itself: `routes.append(&mut users::routes())`.
pub(super) fn passed_on(file: &File<'_, '_, '_>, all: &mut Vec<FrameworkEntry>) {
    let rules = file.rules.rules.iter().filter_map(|rule| Some((rule, rule.gives.as_ref()?)));
    for (rule, path) in rules {
        let name = last_name(path);
        if !file.unit.facts.references.iter().any(|one| file.unit.facts.name(one.name) == name) {
            continue;
        }
        let calls = file.unit.facts.references.iter().zip(0u32..).filter(|(one, _)| one.role == Role::Call);
        for (reference, at) in calls.take(MOST_CALLS) {
            let around = reference.enclosing.map(|def| Symbol { file: file.db.file(), def });
            let Some(around) = around.filter(|around| gives(file, *around, path)) else { continue };
            let Value::Definition(given) = resolve(file.db, file.db.file(), reference.expression, Some(true))
                .0
                .only()
                .unwrap_or(Value::Unknown)
            else {
                continue;
            };
            if given == around || !gives(file, given, path) {
                continue;
            }
            let detail = EntryDetail {
                framework: rule.framework.clone(),
                is_certain: true,
                router: file.printed(around),
                mounted: file.printed(given),
                needs_mount: true,
                ..EntryDetail::default()
            };
            all.push(entry(at, SymbolKind::Mount, ("", "/"), &detail, None));
        }
    }
    all.sort_by_key(|entry| (entry.definition, entry.reference));
}

impl File<'_, '_, '_> {
    /// The function that is given a router as this argument; with the parameter behind it where it is given several.
    fn named_parameter(&self, function: Symbol, index: usize) -> Option<String> {
        let unit = self.db.unit(function.file)?;
        let named = self.printed(function)?;
        let own = unit.facts.parameters(unit.facts.definition(function.def).parameters);
        let mut own = own.iter().filter(|one| one.kind != ParameterKind::Receiver);
        let is_router = |one: &&Parameter| {
            let origin = self.origins.of(function.file, one.annotation);
            origin.is_some_and(|origin| self.origins.is_router(&origin.path))
        };
        if own.clone().filter(is_router).nth(1).is_none() {
            return Some(named);
        }
        Some(format!("{named}.{}", unit.facts.name(own.nth(index)?.name)))
    }

    /// What something is declared on that the function around is given; the function itself where it is given one router alone.
    pub(super) fn given_router(&self, at: u32, mut id: ExprId) -> Option<String> {
        let facts = self.unit.facts;
        let function = facts.references.get(at as usize).and_then(|one| one.enclosing);
        let run = function.map(|def| facts.definition(def).parameters).unwrap_or_default();
        for _ in 0..LONGEST_CHAIN {
            id = match facts.expression(id) {
                Expression::Call { of, .. } | Expression::Member { of, .. } => of,
                Expression::Name { bound: Some(bound), .. } => {
                    let Some(binding) = facts.bindings.get(bound.index()) else { break };
                    match binding.bound {
                        Bound::Local => binding.value,
                        Bound::Parameter(parameter) => {
                            let index = parameter.0.checked_sub(run.start).filter(|index| *index < run.len);
                            let Some((index, def)) = index.zip(function) else { break };
                            let receivers = facts.parameters(run).iter();
                            let receivers =
                                receivers.take_while(|one| one.kind == ParameterKind::Receiver).count();
                            let function = Symbol { file: self.db.file(), def };
                            return self.named_parameter(function, (index as usize).checked_sub(receivers)?);
                        }
                        _ => break,
                    }
                }
                _ => break,
            };
        }
        self.around(at)
    }
}

/// True for a function of the repository whose result is declared with a type of this path.
fn gives(file: &File<'_, '_, '_>, sym: Symbol, path: &str) -> bool {
    let Some(unit) = file.db.unit(sym.file).filter(|unit| unit.stub_of.is_none()) else { return false };
    if !unit.kind(sym.def).is_callable() {
        return false;
    }
    file.db.depend_on_symbol(sym);
    let mut open = vec![unit.facts.definition(sym.def).value];
    for _ in 0..MOST_PARTS {
        let Some(id) = open.pop() else { break };
        match unit.facts.expression(id) {
            Expression::Instance(of) => open.push(of),
            Expression::Apply { arguments, .. } => open.extend(unit.facts.list(arguments)),
            Expression::Name { .. } | Expression::Member { .. }
                if file.origins.of(sym.file, id).is_some_and(|origin| origin.path == path) =>
            {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// True where the file imports something of where a framework may come from: what has no such import names no router.
pub(crate) fn imports_router(facts: &FileFacts, rules: &FrameworkRules) -> bool {
    let mut first =
        facts.imports.iter().filter_map(|import| import.path.first()).map(|name| facts.name(*name));
    first.any(|name| !name.is_empty() && rules.routers.keys().any(|path| path.starts_with(name)))
}

/// The router that an argument is.
fn router(file: &File<'_, '_, '_>, id: ExprId) -> Option<Origin> {
    let may_be = matches!(file.unit.facts.expression(id), Expression::Name { .. } | Expression::Call { .. });
    file.origins.of(file.db.file(), id).filter(|origin| may_be && file.origins.is_router(&origin.path))
}

/// The function of the repository that is called, where its parameters have types, or nobody writes them.
fn function(file: &File<'_, '_, '_>, of: ExprId) -> Option<Symbol> {
    let Value::Definition(sym) = resolve(file.db, file.db.file(), of, Some(true)).0.only()? else {
        return None;
    };
    let unit = file.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
    let definition = unit.facts.definition(sym.def);
    file.db.depend_on_symbol(sym);
    let mut parameters = unit.facts.parameters(definition.parameters).iter();
    let may_take_it = !unit.rules.declared_types || parameters.any(|one| !one.annotation.is_unknown());
    (definition.kind.is_callable() && may_take_it).then_some(sym)
}

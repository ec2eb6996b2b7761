//! Services whose calls a value answers that is registered for them: `pb.RegisterGreeterServer(server, &greeter{})`. What a
//! compiler of services wrote, and stands in the repository, says which calls there are.

use super::edge_to;
use super::entries::{File, entry};
use super::places::{Found, argument, text};
use crate::edges::symbol_key;
use crate::infer::{members_of_type, value_of};
use crate::resolve::resolve;
use crate::value::{Symbol, TypeId, Value};
use indexer_core::framework::{EntryDetail, Place, ServiceRule, last_name};
use indexer_core::key::hash_text;
use indexer_core::{Bound, DependencyKey, ExprId, Expression, FrameworkEntry, List, Resolution, SymbolKind};

/// More calls of one service than this are not looked at.
const MOST_CALLS: usize = 500;

/// The rule whose registering functions have a name like this, and the name of the service in it.
pub(crate) fn service_of<'r, 'n>(
    rules: &'r [ServiceRule],
    name: &'n str,
) -> Option<(&'r ServiceRule, &'n str)> {
    rules.iter().find_map(|rule| Some((rule, rule.service(name)?)))
}

/// An endpoint for each call of the service that a call registers a value for.
pub(super) fn registered(
    file: &File<'_, '_, '_>,
    (at, named, arguments): (u32, ExprId, List),
    (rule, service): (&ServiceRule, &str),
    all: &mut Vec<FrameworkEntry>,
) {
    let db = file.db;
    let Some(Value::Definition(function) | Value::Function(function, _)) =
        resolve(db, db.file(), named, Some(true)).0.only()
    else {
        return;
    };
    let Some((path, calls)) = described(file, rule, service, function) else { return };
    let Some(given) = argument(file.unit.facts, arguments, &rule.to) else { return };
    let values = value_of(db, db.file(), given);
    let own = match values.only() {
        Some(Value::Instance(TypeId::Def(own), _) | Value::Receiver(TypeId::Def(own), _)) => own,
        _ => return,
    };
    let detail =
        EntryDetail { framework: rule.framework.clone(), is_certain: true, ..EntryDetail::default() };
    for call in calls {
        let found = members_of_type(db, TypeId::Def(own), db.text(&call), Some(true)).found;
        let edge = match found.only() {
            // What the base answers itself is an error.
            Some(Value::Definition(method) | Value::Function(method, _)) if method.file != function.file => {
                symbol_key(db, method).map(|key| edge_to(Resolution::Resolved, key))
            }
            _ => continue,
        };
        let name = format!("/{path}/{call}");
        all.push(entry(at, SymbolKind::Endpoint, (&rule.method, &name), &detail, edge));
    }
}

/// The path of a service, and its calls, as the file of the function says that registers for it.
fn described(
    file: &File<'_, '_, '_>,
    rule: &ServiceRule,
    service: &str,
    function: Symbol,
) -> Option<(String, Vec<String>)> {
    let db = file.db;
    let unit = db.unit(function.file).filter(|unit| unit.stub_of.is_none())?;
    db.depend_on_symbol(function);
    db.depend(DependencyKey::described(unit.path_hash));
    let names = rule.described.iter().map(|(begin, end)| format!("{begin}{service}{end}"));
    { names }.find(|name| unit.definitions_of(hash_text(name)).any(|def| !unit.kind(def).is_type()))?;
    // What describes it is a literal of the type that the framework has for that.
    let described = unit.facts.expressions.iter().find_map(|one| match one {
        Expression::Call { of, arguments } => {
            match text(unit.facts, *arguments, &[Place::Keyword(rule.text.clone())]) {
                Found::Text(text) if last_name(&text) == service => Some((*of, text)),
                _ => None,
            }
        }
        _ => None,
    });
    let (of, path) = described?;
    if file.origins.of(function.file, of)?.path != rule.of {
        return None;
    }
    let interface = format!("{}{service}{}", rule.interface.0, rule.interface.1);
    let interface = unit.definitions_of(hash_text(&interface)).find(|def| unit.kind(*def).is_type())?;
    let body = unit.facts.definition(interface).body?;
    let methods = unit.facts.bindings(body).iter().filter_map(|one| match one.bound {
        Bound::Definition(def) => Some(unit.facts.name(unit.facts.definition(def).name)),
        _ => None,
    });
    let calls = methods.filter(|name| name.starts_with(char::is_uppercase)).map(str::to_owned);
    Some((path, calls.take(MOST_CALLS).collect()))
}

//! Members that a class takes from a value that it holds, for names that it does not have:
//! `def __getattr__(self, name): return getattr(self.inner, name)`.

use crate::infer::{lookup_in_bases, own_member, resolve_member, value_of};
use crate::query::Db;
use crate::value::{Set, Symbol, Text, Value};
use indexer_core::{Delegation, DependencyKey, Expression, Role};

/// So many references of such a method are looked at, and expressions behind one: they are a line or two.
const MOST_LOOKED_AT: usize = 64;

/// What the value that answers for missing members has under a name; with an unknown value, for the method may do
/// anything else. Empty where the class has no such method, or its method asks no value by name.
pub(crate) fn delegated_member(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Set {
    let mut all = Set::default();
    let Some(rules) = db.unit(sym.file).and_then(|unit| unit.rules.delegation) else { return all };
    let method = db.text(rules.method);
    // The method itself is no member that is missing.
    if name == method {
        return all;
    }
    let own = own_member(db, sym, method, None);
    let methods = if own.is_empty() { lookup_in_bases(db, sym, method, None).found } else { own };
    for value in methods.iter() {
        if let Value::Definition(method) = value {
            all.extend(&asked_in(db, method, rules, name, call));
        }
    }
    if !all.is_empty() {
        all.add(Value::Unknown);
    }
    all
}

/// The members of this name of what a method asks by name.
fn asked_in(db: &Db, method: Symbol, rules: Delegation, name: Text, call: Option<bool>) -> Set {
    let mut all = Set::default();
    let Some(unit) = db.unit(method.file).filter(|unit| unit.stub_of.is_none()) else { return all };
    db.depend_on_symbol(method);
    db.depend(DependencyKey::calls(unit.path_hash));
    let facts = unit.facts;
    let span = facts.definition(method.def).span;
    let first = facts.references.partition_point(|one| one.span.start < span.start);
    let inside = facts.references[first..].iter().take_while(|one| one.span.end <= span.end);
    let asks = inside.filter(|one| {
        one.enclosing == Some(method.def) && one.role == Role::Call && facts.name(one.name) == rules.function
    });
    for asks in asks.take(MOST_LOOKED_AT) {
        // A call stands close behind what it calls.
        let behind = facts.expressions.get(asks.expression.0 as usize..).unwrap_or_default();
        let is_call =
            |one: &&Expression| matches!(one, Expression::Call { of, .. } if *of == asks.expression);
        let Some(Expression::Call { arguments, .. }) = behind.iter().take(MOST_LOOKED_AT).find(is_call)
        else {
            continue;
        };
        // Of a name that is written out the others are not had.
        if let [of, by, ..] = facts.list(*arguments)
            && matches!(facts.expression(*by), Expression::Name { .. })
        {
            let (found, _) = resolve_member(db, &value_of(db, method.file, *of), name, call);
            found.iter().filter(|value| *value != Value::Unknown).for_each(|value| all.add(value));
        }
    }
    all
}

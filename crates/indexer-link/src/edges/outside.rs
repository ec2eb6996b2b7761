//! Receivers that come from outside of the repository: their members are not guessed inside of it.

use crate::db::listed_name;
use crate::infer::{callees_of, is_below, type_of_member, value_of};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::{
    Access, Bound, DependencyKey, ExprId, Expression, FileId, Linearization, Owner, SymbolKind,
};

/// Chains of calls are followed this far.
const LONGEST_CHAIN: usize = 16;
/// In so many files that define a name it is looked whether a trait does.
const MOST_FILES: usize = 16;

/// True for a local or parameter of a type that nothing in the repository defines: its members stand outside too.
pub(crate) fn is_of_type_outside(db: &Db, unit: &Unit<'_>, of: ExprId) -> bool {
    let Expression::Name { bound: Some(first), .. } = unit.facts.expression(of) else { return false };
    let binding = &unit.facts.bindings[first.index()];
    let declared = match binding.bound {
        Bound::Parameter(id) => unit.facts.parameters.get(id.index()).map(|one| one.annotation),
        Bound::Local => match unit.facts.expression(binding.value) {
            Expression::Instance(of) => Some(of),
            Expression::Put { into, .. } => match unit.facts.expression(into) {
                Expression::Instance(of) => Some(of),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let declared = declared.map(|id| match unit.facts.expression(id) {
        Expression::Const(of) => unit.facts.expression(of),
        plain => plain,
    });
    let Some(Expression::Name { name, bound: None, .. }) = declared else {
        return false;
    };
    let hash = unit.hash(name);
    db.depend(DependencyKey::declared(hash));
    // Names that macros may make are among those that are extended.
    let database = db.linker.database;
    database.defining(hash).is_empty() && database.extending(listed_name(hash)).is_empty()
}

/// Of members those that the result of a call may have. Where types are declared, a function outside knows none of the
/// repository: what it gives of those is what it was given.
pub(crate) fn given_back(db: &Db, unit: &Unit<'_>, of: ExprId, members: Vec<Symbol>) -> Vec<Symbol> {
    if !unit.rules.declared_types || members.is_empty() {
        return members;
    }
    let Some(arguments) = given_outside(db, unit, of) else { return members };
    let mut given: Vec<TypeId> = Vec::new();
    // A literal is of no type of the repository, whichever the compiler chooses.
    let is_literal = |of: &ExprId| matches!(unit.facts.expression(*of), Expression::Literal(_));
    for argument in arguments.into_iter().filter(|of| !is_literal(of)) {
        for value in value_of(db, db.file(), argument).iter() {
            match value {
                Value::Instance(id, args) | Value::Receiver(id, args) => {
                    given.push(id);
                    let inside = db.args_of(args);
                    given.extend(inside.iter().flat_map(Set::iter).filter_map(|value| match value {
                        Value::Instance(id, _) => Some(id),
                        _ => None,
                    }));
                }
                Value::External(_) => {}
                _ => return members,
            }
        }
    }
    let is_alone = unit.rules.linearization == Linearization::Autoderef;
    let has_it = |sym: &Symbol| {
        let Some(owner) = owner_alone(db, unit, *sym).map(TypeId::Def) else { return true };
        // Where a type has no members of another one, nothing is below it.
        let may_be_below = |id: TypeId| !is_alone && is_below(db, id, owner) != Some(false);
        given.iter().any(|id| *id == owner || may_be_below(*id))
    };
    members.into_iter().filter(has_it).collect()
}

/// The arguments of a call of a function outside, those of the calls before it in its chain (`a::new().b(1).c(2)`) and
/// behind a local among them; `None` for all else.
fn given_outside(db: &Db, unit: &Unit<'_>, of: ExprId) -> Option<Vec<ExprId>> {
    let is_outside = |value: Value| match value {
        Value::External(_) => true,
        Value::Instance(id, _) | Value::Receiver(id, _) => matches!(id, TypeId::External(_)),
        _ => false,
    };
    let is_followed = unit.rules.linearization == Linearization::Autoderef;
    let mut given = Vec::new();
    let mut of = of;
    for _ in 0..LONGEST_CHAIN {
        match unit.facts.expression(of) {
            Expression::Call { of: callee, arguments } => {
                given.extend_from_slice(unit.facts.list(arguments));
                let callees = callees_of(db, db.file(), callee);
                if !callees.is_empty() && callees.iter().all(is_outside) {
                    return Some(given);
                }
                let is_unknown = callees.iter().all(|value| value == Value::Unknown);
                let Expression::Member { of: before, name, access: Access::Value } =
                    unit.facts.expression(callee)
                else {
                    return None;
                };
                if !is_followed || !is_unknown || is_given_by_traits(db, unit.hash(name)) {
                    return None;
                }
                of = before;
            }
            Expression::Name { bound: Some(first), .. } if is_followed => {
                let binding = unit.facts.bindings.get(first.index())?;
                if binding.bound != Bound::Local {
                    return None;
                }
                of = binding.value;
            }
            _ => return None,
        }
    }
    None
}

/// True where a trait of the repository may give types outside a member of this name.
fn is_given_by_traits(db: &Db, name: u64) -> bool {
    db.depend(DependencyKey::declared(name));
    let files = db.linker.database.defining(name);
    let is_given = |file: &FileId| {
        let Some(of) = db.unit(*file) else { return true };
        of.definitions_of(name).any(|def| match of.facts.definition(def).owner {
            Owner::Definition(owner) => of.kind(owner) == SymbolKind::Trait,
            Owner::Extension(id) => { of.facts.extensions.get(id.index()) }
                .is_none_or(|block| block.implements.is_some() || block.type_name.is_none()),
            Owner::File => false,
        })
    };
    files.len() > MOST_FILES || files.iter().any(is_given)
}

/// The type that alone has a member: none where a trait declares it, or a block gives it to others.
fn owner_alone(db: &Db, unit: &Unit<'_>, sym: Symbol) -> Option<Symbol> {
    let of = db.unit(sym.file)?;
    match of.facts.definition(sym.def).owner {
        Owner::Definition(def) if unit.rules.linearization != Linearization::Autoderef => {
            Some(Symbol { def, ..sym })
        }
        Owner::Extension(id) => {
            let block = of.facts.extensions.get(id.index())?;
            let is_own = block.implements.is_none() && block.type_name.is_some();
            type_of_member(db, sym).filter(|_| is_own)
        }
        _ => None,
    }
}

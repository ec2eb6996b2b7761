//! Types that a trait leaves to its implementations, seen from what implements it: `I::Item`, `Self::Iter`. Until that is
//! known, such a type is the trait's own with what it is a part of as its only argument.

use crate::infer::{
    Environment, Members, as_instance, as_instance_of, as_type, blanket_member, bounded_args, header_type,
    implemented_traits, members_of_type, reify_all, substitute, type_of,
};
use crate::query::Db;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::{Binding, Bound, ExprId, Expression, FileId, Linearization, Name, Owner, SymbolKind};
use smallvec::SmallVec;

/// True for a type that a trait of the repository leaves to its implementations.
pub(crate) fn is_projection(db: &Db, sym: Symbol) -> bool {
    let Some(unit) = db.unit(sym.file) else { return false };
    if unit.rules.linearization != Linearization::Autoderef || unit.stub_of.is_some() {
        return false;
    }
    let definition = unit.facts.definition(sym.def);
    if definition.kind != SymbolKind::AssociatedType {
        return false;
    }
    db.depend_on_symbol(sym);
    let is_of_trait = |def| unit.kind(def) == SymbolKind::Trait;
    definition.value.is_unknown() && matches!(definition.owner, Owner::Definition(def) if is_of_trait(def))
}

/// The type `sym` of a trait, where it is named through a type parameter, the receiver or another such type.
pub(crate) fn projected(db: &Db, sym: Symbol, receiver: Option<Value>) -> Option<Set> {
    let receiver = receiver.filter(|_| is_projection(db, sym))?;
    match receiver {
        Value::Type(TypeId::Param(..), _) | Value::ReceiverType(..) => {}
        Value::Type(TypeId::Def(of), _) if is_projection(db, of) => {}
        _ => return None,
    }
    Some(part_of(db, sym, as_instance_of(receiver)))
}

/// The type `sym` of a trait as a part of these arguments, which a call has put in the place of others.
pub(crate) fn settled(db: &Db, sym: Symbol, args: Args) -> Set {
    match db.args_of(args).first().and_then(Set::only) {
        Some(of @ (Value::Instance(TypeId::Param(..), _) | Value::Receiver(TypeId::Param(..), _))) => {
            part_of(db, sym, of)
        }
        Some(
            of
            @ (Value::Instance(id @ TypeId::Def(def), args) | Value::Receiver(id @ TypeId::Def(def), args)),
        ) => {
            let is_trait = db.unit(def.file).is_some_and(|unit| unit.kind(def.def) == SymbolKind::Trait);
            match of {
                _ if is_projection(db, def) => part_of(db, sym, of),
                Value::Receiver(..) if is_trait => part_of(db, sym, of),
                _ if is_trait => only_part(db, sym, def, args).unwrap_or_else(Set::unknown),
                _ => implemented(db, sym, (id, args)),
            }
        }
        _ => Set::unknown(),
    }
}

/// What is written for the only such type of a trait behind its type arguments: `dyn Load<Out = T>`.
fn only_part(db: &Db, sym: Symbol, of_trait: Symbol, args: Args) -> Option<Set> {
    let unit = db.unit(of_trait.file).filter(|_| of_trait.file == sym.file)?;
    db.depend_on_symbol(of_trait);
    db.depend_on_open_members(of_trait);
    let body = unit.facts.definition(of_trait.def).body?;
    let is_type = |one: &&Binding| match one.bound {
        Bound::Definition(def) => unit.kind(def) == SymbolKind::AssociatedType,
        _ => false,
    };
    let is_own = unit.facts.definition(sym.def).owner == Owner::Definition(of_trait.def);
    let is_only = is_own && unit.facts.bindings(body).iter().filter(is_type).count() == 1;
    let (items, own) = (db.args_of(args), unit.type_parameters(of_trait.def).len as usize);
    let written = items.get(own).filter(|_| is_only && items.len() == own + 1)?;
    Some(written.iter().map(as_type).collect())
}

/// What an implementation of a type gives for it.
fn implemented(db: &Db, sym: Symbol, (of, args): (TypeId, Args)) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::unknown() };
    let definition = unit.facts.definition(sym.def);
    let Owner::Definition(def) = definition.owner else { return Set::unknown() };
    let of_trait = Symbol { def, ..sym };
    let name = db.name(unit, definition.name);
    // Another trait may call a type of its own the same.
    let is_its = |value: &Value| match value {
        Value::Definition(one) => is_given_for(db, *one, of_trait),
        _ => true,
    };
    let mut found: Set = members_of_type(db, of, name, None).found.iter().filter(is_its).collect();
    if found.is_empty() {
        found = blanket_member(db, of, name, None).iter().filter(is_its).collect();
    }
    let is_given = |value: Value| matches!(value, Value::Definition(one) if !is_projection(db, one));
    if found.is_empty() || !found.iter().all(is_given) {
        return Set::unknown();
    }
    // A block for all types may say it of itself.
    let receiver = Some(Value::Type(of, args));
    let given = || stacker::maybe_grow(128 << 10, 4 << 20, || reify_all(db, &found, receiver));
    db.nested(given).unwrap_or_else(Set::unknown)
}

/// True for what a block gives that implements this trait, and for what stands in no block.
fn is_given_for(db: &Db, given: Symbol, of_trait: Symbol) -> bool {
    let Some(unit) = db.unit(given.file) else { return false };
    let Owner::Extension(block) = unit.facts.definition(given.def).owner else { return true };
    implemented_traits(db, given.file, block).iter().any(
        |one| matches!(one, Value::Type(TypeId::Def(one), _) | Value::Definition(one) if one == of_trait),
    )
}

/// What the bounds of what it is a part of say that it is, else the type itself as that part.
fn part_of(db: &Db, sym: Symbol, of: Value) -> Set {
    let known = match of {
        Value::Instance(TypeId::Param(file, index), _) => {
            let types = said_by(db, file, bounds_of_parameter(db, file, index), sym);
            types.map(|(file, written)| type_of(db, file, written))
        }
        Value::Instance(TypeId::Def(outer), args) => {
            db.depend_on_symbol(outer);
            let bounds = db.unit(outer.file).map(|unit| {
                let all = unit.facts.list(unit.facts.definition(outer.def).bases);
                all.iter().copied().collect::<SmallVec<[ExprId; 4]>>()
            });
            let types = said_by(db, outer.file, bounds.unwrap_or_default(), sym);
            let receiver = db.args_of(args).first().and_then(Set::only);
            types.map(|(file, written)| {
                substitute(db, &type_of(db, file, written), &Environment::default(), receiver.map(as_type))
            })
        }
        _ => None,
    };
    match known {
        Some(known) if !known.is_empty() && !known.has_unknown() => known.iter().map(as_type).collect(),
        _ => Set::of(Value::Type(TypeId::Def(sym), bounded_args(db, vec![Set::of(of)]))),
    }
}

fn bounds_of_parameter(db: &Db, file: FileId, index: u32) -> SmallVec<[ExprId; 4]> {
    let Some(unit) = db.unit(file) else { return SmallVec::new() };
    let parameter = unit.facts.type_parameters.get(index as usize);
    parameter.map_or(SmallVec::new(), |one| unit.facts.list(one.bounds).iter().copied().collect())
}

/// What one of the bounds writes for the type: `T` of `Iterator<Item = T>`.
fn said_by(db: &Db, file: FileId, bounds: SmallVec<[ExprId; 4]>, sym: Symbol) -> Option<(FileId, ExprId)> {
    let unit = db.unit(file)?;
    let all = bounds.iter().flat_map(|bound| written_in(db, file, *bound, sym));
    let mut equal = all.filter(|value| !matches!(unit.facts.expression(*value), Expression::Instance(_)));
    let first = equal.next()?;
    equal.next().is_none().then_some((file, first))
}

/// What a bound writes for the type of this name.
fn written_in(db: &Db, file: FileId, bound: ExprId, sym: Symbol) -> SmallVec<[ExprId; 2]> {
    let (Some(unit), Some(of)) = (db.unit(file), db.unit(sym.file)) else { return SmallVec::new() };
    let Expression::Apply { arguments, .. } = unit.facts.expression(bound) else { return SmallVec::new() };
    let wanted = of.facts.name(of.facts.definition(sym.def).name);
    let is_it = |name: Name| unit.facts.name(name) == wanted;
    let arguments = unit.facts.list(arguments).iter();
    let found = arguments.filter_map(|argument| match unit.facts.expression(*argument) {
        Expression::Keyword { name, value } if is_it(name) => Some(value),
        _ => None,
    });
    found.collect()
}

/// Members of such a type by what is said of it where its trait is a bound: `where I::Item: Tr`.
pub(crate) fn members_of_projection(
    db: &Db,
    of: (TypeId, Args),
    name: Text,
    call: Option<bool>,
) -> Option<Members> {
    let (TypeId::Def(sym), args) = of else { return None };
    if args == Args::NONE || !is_projection(db, sym) {
        return None;
    }
    let Value::Instance(TypeId::Param(file, index), _) = db.args_of(args).first()?.only()? else {
        return None;
    };
    let unit = db.unit(file)?;
    for bound in bounds_of_parameter(db, file, index) {
        for written in written_in(db, file, bound, sym) {
            let Expression::Instance(of_trait) = unit.facts.expression(written) else { continue };
            for value in header_type(db, file, of_trait).iter() {
                let Value::Type(id @ TypeId::Def(_), args) = value else { continue };
                let members = members_of_type(db, id, name, call);
                if !members.found.is_empty() {
                    return Some(Members { receiver: Some(as_instance(Value::Type(id, args))), ..members });
                }
            }
        }
    }
    None
}

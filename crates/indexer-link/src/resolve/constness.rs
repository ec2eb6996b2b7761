//! Which of two methods that differ by `const` a call means: what cannot be changed has only the one that leaves it as it is,
//! and of what can be changed the other one is meant.

use crate::infer::{is_below, value_of};
use crate::query::Db;
use crate::resolve::{definitions_for, have_same_parameters, is_declaration, resolve};
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::{Bound, ExprId, Expression, FileId, Flags, Owner, Reference, SymbolKind};

/// Receivers are followed through so many members.
const MOST_MEMBERS: u32 = 8;
/// What the standard library has to see a value as one that cannot be changed.
const AS_CONST: &str = "as_const";

/// Of the methods that a call may mean those that fit what it is known of its receiver.
pub(crate) fn by_constness(db: &Db, unit: &Unit<'_>, reference: &Reference, all: Set) -> Set {
    let method = |value: Value| {
        let Value::Definition(sym) = value else { return None };
        let definition = db.unit(sym.file)?.facts.definition(sym.def);
        let is_method = definition.kind == SymbolKind::Method && !definition.flags.has(Flags::STATIC);
        is_method.then_some((sym, definition.flags.has(Flags::READS)))
    };
    let methods: Option<Vec<(Symbol, bool)>> = all.iter().map(method).collect();
    let Some(mut methods) = methods else { return all };
    let consumes = |(sym, _): &(Symbol, bool)| {
        db.unit(sym.file).is_some_and(|of| of.facts.definition(sym.def).flags.has(Flags::CONSUMES))
    };
    let consuming = methods.iter().filter(|one| consumes(one)).count();
    let mut all = all;
    if consuming > 0 && consuming < methods.len() {
        if !has_name(unit, reference.expression) {
            return all;
        }
        methods.retain(|one| !consumes(one));
        all = methods.iter().map(|(sym, _)| Value::Definition(*sym)).collect();
    }
    let reads = methods.iter().filter(|(_, reads)| *reads).count();
    if reads == 0 || reads == methods.len() {
        return all;
    }
    let Some(is_const) = is_const_receiver(db, unit, reference, &methods) else { return all };
    let is_meant = |(sym, reads): &&(Symbol, bool)| match is_const {
        true => *reads,
        // Where both take the same, the one that may change it fits better.
        false => {
            let other = |(one, of): &(Symbol, bool)| {
                !of && have_same_parameters(db, *one, *sym) && are_templates_alike(db, *one, *sym)
            };
            !reads || !methods.iter().any(other)
        }
    };
    methods.iter().filter(is_meant).map(|(sym, _)| Value::Definition(*sym)).collect()
}

/// True where what a method is called on has a name, and is not taken over because of that.
fn has_name(unit: &Unit<'_>, callee: ExprId) -> bool {
    match unit.facts.expression(callee) {
        Expression::Name { .. } => true,
        Expression::Member { mut of, .. } => {
            while let Expression::Member { of: inner, .. } | Expression::Deref(inner) =
                unit.facts.expression(of)
            {
                of = inner;
            }
            matches!(unit.facts.expression(of), Expression::Name { .. } | Expression::SelfInstance(_))
        }
        _ => false,
    }
}

/// Whether as many types have a name in both templates. Where not, what the templates ask of types differs, and the one that
/// fits the call may be either.
fn are_templates_alike(db: &Db, one: Symbol, other: Symbol) -> bool {
    let named = |sym: Symbol| db.unit(sym.file).map(|unit| unit.type_parameters(sym.def).len);
    named(one) == named(other)
}

/// Whether what a call is made on cannot be changed; `None` where that is not known.
fn is_const_receiver(
    db: &Db,
    unit: &Unit<'_>,
    reference: &Reference,
    methods: &[(Symbol, bool)],
) -> Option<bool> {
    match unit.facts.expression(reference.expression) {
        Expression::Name { .. } => is_this_const(unit, reference),
        Expression::Member { of, .. } => {
            let is_const = is_const(db, unit, reference, of, 0)?;
            // What is reached through `->` of a class is another object.
            let (Value::Instance(id, _) | Value::Receiver(id, _)) = value_of(db, db.file(), of).only()?
            else {
                return None;
            };
            let ids = defined_as(db, id);
            let is_own = |(sym, _): &(Symbol, bool)| {
                let owner = db.unit(sym.file).map(|unit| unit.facts.definition(sym.def).owner);
                let Some(Owner::Definition(def)) = owner else { return false };
                let owner = TypeId::Def(Symbol { def, ..*sym });
                ids.iter().any(|id| is_below(db, *id, owner) == Some(true))
            };
            methods.iter().all(is_own).then_some(is_const)
        }
        _ => None,
    }
}

/// A type, or what defines it where a name for it only leads to its declaration: that has neither bases nor methods.
fn defined_as(db: &Db, id: TypeId) -> Vec<TypeId> {
    match id {
        TypeId::Def(sym) if is_declaration(db, sym) => {
            definitions_for(db, sym).into_iter().map(TypeId::Def).collect()
        }
        other => vec![other],
    }
}

/// Whether `this` cannot be changed where the reference stands: in a method that leaves it as it is.
fn is_this_const(unit: &Unit<'_>, reference: &Reference) -> Option<bool> {
    let definition = unit.facts.definition(reference.enclosing?);
    match definition.kind {
        SymbolKind::Method if !definition.flags.has(Flags::STATIC) => {
            Some(definition.flags.has(Flags::READS))
        }
        SymbolKind::Constructor => Some(false),
        _ => None,
    }
}

fn is_const(db: &Db, unit: &Unit<'_>, reference: &Reference, of: ExprId, depth: u32) -> Option<bool> {
    if depth > MOST_MEMBERS {
        return None;
    }
    match unit.facts.expression(of) {
        Expression::SelfInstance(_) => is_this_const(unit, reference),
        Expression::Deref(of) => is_const(db, unit, reference, of, depth + 1),
        Expression::Name { bound: Some(first), .. }
            if let Some(one) = unit.facts.bindings.get(first.index())
                && matches!(one.bound, Bound::Local | Bound::Parameter(_)) =>
        {
            declared_const(unit, one.value).or_else(|| {
                let may_change =
                    is_made_here(db, unit, one.value) || is_given(db, unit, one.value) == Some(false);
                may_change.then_some(false)
            })
        }
        Expression::Name { .. } => declared(db, of, || is_this_const(unit, reference)),
        Expression::Member { of: holder, .. } => {
            declared(db, of, || is_const(db, unit, reference, holder, depth + 1))
        }
        Expression::Call { .. } => is_given(db, unit, of),
        _ => None,
    }
}

/// Whether what a call gives, or refers or points to, cannot be changed; `None` where that is not known.
fn is_given(db: &Db, unit: &Unit<'_>, call: ExprId) -> Option<bool> {
    let Expression::Call { of, .. } = unit.facts.expression(call) else { return None };
    let of = match unit.facts.expression(of) {
        Expression::Apply { of, .. } => of,
        _ => of,
    };
    let (found, _) = resolve(db, db.file(), of, Some(true));
    let mut all = found.iter().map(|callee| match callee {
        Value::External(path) => {
            let path = db.text_of(path);
            path.rsplit(':').next().is_some_and(|last| last.ends_with(AS_CONST)).then_some(true)
        }
        Value::Definition(sym) => is_const_result(db, sym),
        _ => None,
    });
    let first = all.next()??;
    all.all(|other| other == Some(first)).then_some(first)
}

/// The same for a function by the result that is written. What another name is for, or a type parameter, may be
/// constant without saying so.
fn is_const_result(db: &Db, sym: Symbol) -> Option<bool> {
    let unit = db.unit(sym.file)?;
    db.depend_on_symbol(sym);
    let definition = unit.facts.definition(sym.def);
    let is_function = matches!(definition.kind, SymbolKind::Function | SymbolKind::Method);
    if !is_function {
        return None;
    }
    let Expression::Instance(of) = unit.facts.expression(definition.value) else { return None };
    match unit.facts.expression(of) {
        Expression::Const(_) => Some(true),
        _ => names_class(db, sym.file, of).then_some(false),
    }
}

/// True for what a type is called to make, and of which nothing says that it cannot be changed (`auto a = A();`).
fn is_made_here(db: &Db, unit: &Unit<'_>, value: ExprId) -> bool {
    let Expression::Call { of, .. } = unit.facts.expression(value) else { return false };
    let callees = value_of(db, db.file(), of);
    !callees.is_empty() && callees.iter().all(|callee| matches!(callee, Value::Type(..)))
}

/// Whether the only variable or field that an expression leads to cannot be changed.
fn declared(db: &Db, of: ExprId, holder: impl FnOnce() -> Option<bool>) -> Option<bool> {
    let Value::Definition(sym) = resolve(db, db.file(), of, Some(false)).0.only()? else { return None };
    let unit = db.unit(sym.file)?;
    db.depend_on_symbol(sym);
    let definition = unit.facts.definition(sym.def);
    let own = declared_const(unit, definition.value)?;
    if own || definition.kind != SymbolKind::Field || definition.flags.has(Flags::STATIC) {
        return Some(own);
    }
    // What cannot be changed may hold a pointer to what can.
    holder().filter(|is_const| !is_const)
}

/// Whether what is declared so cannot be changed; `None` where its type is not written.
fn declared_const(unit: &Unit<'_>, value: ExprId) -> Option<bool> {
    match unit.facts.expression(value) {
        Expression::Const(_) => Some(true),
        Expression::Put { into, .. } => declared_const(unit, into),
        Expression::Instance(of) => match unit.facts.expression(of) {
            Expression::Const(_) => Some(true),
            Expression::Unknown => None,
            _ => Some(false),
        },
        _ => None,
    }
}

/// True where a type that is written names a class, and no alias or type parameter that may stand for one.
pub(crate) fn names_class(db: &Db, file: FileId, mut of: ExprId) -> bool {
    let Some(unit) = db.unit(file) else { return false };
    while let Expression::Apply { of: inner, .. } | Expression::Const(inner) = unit.facts.expression(of) {
        of = inner;
    }
    if of.is_unknown() {
        return false;
    }
    let (found, _) = resolve(db, file, of, None);
    let is_class = |sym: Symbol| {
        db.unit(sym.file)
            .is_some_and(|unit| matches!(unit.kind(sym.def), SymbolKind::Class | SymbolKind::Struct))
    };
    !found.is_empty()
        && found.iter().all(|value| match value {
            Value::Definition(sym) | Value::Type(TypeId::Def(sym), _) => is_class(sym),
            _ => false,
        })
}

//! Members of types: the type itself, then what its language's order says.

use crate::infer::{
    all_callable, are_only_assigned, bases_of, declared_above, delegated_member, derived_members,
    extension_members, extension_members_by_name, header_type, is_projection, lookup_in_bases,
    members_of_arguments, merged_members, nearest_members, or_of_special_cases, own_member,
};
use crate::query::{Db, Query};
use crate::resolve::{complete_type, external_member, is_declaration};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::expression::List;
use indexer_core::key::hash_text;
use indexer_core::{ExprId, Expression, FileId, Linearization};

/// What a member of a receiver may be.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    /// Definitions, or something external.
    pub(crate) found: Set,
    /// The receiver as the type that has the member: what a dereference led to.
    pub(crate) receiver: Option<Value>,
    /// True where nothing was found but a base or the like is unknown.
    pub(crate) open: bool,
    /// True where only the declarations of the standard library do not have it.
    pub(crate) guessed: bool,
}

/// Members of a type by name. `call` says whether the member is called, where that is known. Unknown alone where a base
/// is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeMembers {
    pub(crate) of: Symbol,
    pub(crate) name: Text,
    pub(crate) call: Option<bool>,
}

impl Query for TypeMembers {
    fn run(self, db: &Db) -> Set {
        let members = find_members(db, self.of, self.name, self.call);
        if members.found.is_empty() && members.open { Set::unknown() } else { members.found }
    }
}

pub(crate) fn members_of_definition(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Members {
    if db.unit(sym.file).is_some_and(|unit| unit.rules.linearization == Linearization::Bases) {
        // Most members stand in the type itself, and that takes no memory.
        let found = own_member(db, sym, name, call);
        let bases = db.unit(sym.file).map_or(0, |unit| unit.facts.definition(sym.def).bases.len);
        if !found.is_empty() || bases == 0 {
            return Members { found, ..Members::default() };
        }
    }
    let found = db.ask(TypeMembers { of: sym, name, call });
    if found.only() == Some(Value::Unknown) {
        return Members { open: true, ..Members::default() };
    }
    Members { found, ..Members::default() }
}

/// Members of a type by name: of itself, its extensions, its bases.
pub(crate) fn members_of_type(db: &Db, of: TypeId, name: Text, call: Option<bool>) -> Members {
    match of {
        TypeId::Def(sym) => match complete_type(db, sym) {
            Some((sym, true)) => {
                let members = members_of_definition(db, sym, name, call);
                or_of_special_cases(db, sym, (name, call), members, !is_declaration(db, sym))
            }
            Some((sym, false)) => {
                let mut members = members_of_definition(db, sym, name, call);
                if !members.found.is_empty() {
                    members.found.add(Value::Unknown);
                }
                members
            }
            None => {
                let members = Members { open: true, ..Members::default() };
                or_of_special_cases(db, sym, (name, call), members, false)
            }
        },
        TypeId::Param(file, index) => {
            let members = members_of_bounds(db, file, index, name, call);
            let given = members.found.is_empty().then(|| members_of_arguments(db, (file, index), name, call));
            given.flatten().unwrap_or(members)
        }
        TypeId::External(text) => {
            let type_name = db.text_of(text);
            let last = type_name.rsplit(['.', ':']).next().unwrap_or("").to_owned();
            let found = extension_members_by_name(db, hash_text(&last), None, name, call);
            let found = if found.is_empty() {
                Set::of(Value::External(external_member(db, text, name)))
            } else {
                found
            };
            Members { found, ..Members::default() }
        }
    }
}

fn find_members(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Members {
    let Some(unit) = db.unit(sym.file) else { return Members::default() };
    let found = own_member(db, sym, name, call);
    if !found.is_empty() && unit.rules.declared_before_assigned && are_only_assigned(db, &found) {
        let above = declared_above(db, sym, name);
        return Members { found: above.unwrap_or(found), ..Members::default() };
    }
    if unit.rules.argument_labels && call == Some(false) && !found.is_empty() && all_callable(db, &found) {
        // A property that is inherited and a method are two things.
        let above = lookup_in_bases(db, sym, name, call);
        let has_value = |value: Value| matches!(value, Value::Definition(_));
        if above.found.iter().any(has_value) && !all_callable(db, &above.found) {
            return above;
        }
    }
    if !found.is_empty() {
        if call == Some(true)
            && unit.rules.linearization == Linearization::Autoderef
            && !all_callable(db, &found)
        {
            // A call means the method, even where a field has its name.
            let methods = extension_members(db, sym, name, call);
            if all_callable(db, &methods) && !methods.is_empty() {
                return Members { found: methods, ..Members::default() };
            }
        }
        return Members { found, ..Members::default() };
    }
    let merged = merged_members(db, sym, name, call);
    if !merged.is_empty() {
        return Members { found: merged, ..Members::default() };
    }
    match unit.rules.linearization {
        Linearization::C3 | Linearization::Bases => {
            let members = lookup_in_bases(db, sym, name, call);
            // What a base outside may have comes after what the class says itself.
            let is_ours = |value: Value| matches!(value, Value::Definition(_));
            if members.found.iter().any(is_ours) {
                return members;
            }
            let mut found = delegated_member(db, sym, name, call);
            if found.is_empty() && members.found.is_empty() && unit.rules.adds_members {
                found = extension_members(db, sym, name, call);
            }
            if found.is_empty() { members } else { Members { found, ..Members::default() } }
        }
        Linearization::Embedding => nearest_members(db, sym, name, call),
        Linearization::Autoderef => {
            let mut found = extension_members(db, sym, name, call);
            if found.is_empty() {
                found = derived_members(db, sym, name, call);
            }
            if !found.is_empty() {
                return Members { found, ..Members::default() };
            }
            // Where it is named, more may be said of what a trait leaves to others.
            let mut open = is_projection(db, sym);
            for base in bases_of(db, sym) {
                match base {
                    Value::Type(TypeId::Def(base), _) if base != sym => {
                        let below = members_of_definition(db, base, name, call);
                        if !below.found.is_empty() {
                            return below;
                        }
                        open |= below.open;
                    }
                    _ => open = true,
                }
            }
            Members { open, ..Members::default() }
        }
    }
}

/// Members of a type parameter: those of its bounds.
fn members_of_bounds(db: &Db, file: FileId, index: u32, name: Text, call: Option<bool>) -> Members {
    let Some(unit) = db.unit(file) else { return Members::default() };
    let Some(parameter) = unit.facts.type_parameters.get(index as usize) else {
        return Members::default();
    };
    let mut open = true;
    for bound in unit.facts.list(parameter.bounds) {
        for value in header_type(db, file, *bound).iter() {
            if let Value::Type(id @ TypeId::Def(_), _) = value {
                let found = members_of_type(db, id, name, call);
                if !found.found.is_empty() {
                    return found;
                }
                open |= found.open;
            }
        }
    }
    let said = members_in_functions(db, (file, unit), parameter.bounds, (name, call));
    if !said.is_empty() {
        return Members { found: said, ..Members::default() };
    }
    open |= parameter.bounds.len == 0;
    Members { open, ..Members::default() }
}

/// Members by what functions of a block ask of a type parameter of the block (`fn a(&self) where T: B`): only these name
/// such members. A bound of that kind has no name and no name of a part.
fn members_in_functions(
    db: &Db,
    (file, unit): (FileId, &Unit<'_>),
    bounds: List,
    (name, call): (Text, Option<bool>),
) -> Set {
    let mut all = Set::default();
    for bound in unit.facts.list(bounds).iter().filter(|bound| is_of_function(unit, **bound)) {
        let Expression::Apply { arguments, .. } = unit.facts.expression(*bound) else { continue };
        for argument in unit.facts.list(arguments) {
            let Expression::Instance(of) = unit.facts.expression(*argument) else { continue };
            for value in header_type(db, file, of).iter() {
                if let Value::Type(id @ TypeId::Def(_), _) = value {
                    all.extend(&members_of_type(db, id, name, call).found);
                }
            }
        }
    }
    all
}

/// True for a bound that only a function of the block asks for.
pub(crate) fn is_of_function(unit: &Unit<'_>, bound: ExprId) -> bool {
    match unit.facts.expression(bound) {
        Expression::Apply { of: ExprId::UNKNOWN, arguments } => {
            unit.facts.list(arguments).first() == Some(&ExprId::UNKNOWN)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{linking, printed, symbol};

    /// What a bound is given may be named through the bound itself.
    #[test]
    fn a_bound_that_needs_its_own_members_ends() {
        let text = "trait Tagged { type Tag; fn tag(&self) -> u8; }\ntrait Conv<A> { fn conv(&self); }\n\
                    impl<T> Tagged for T where T: Conv<T::Tag> + Tagged {\n    fn tag(&self) -> u8 { self.conv() }\n}\n";
        linking(&[("a.rs", text)], "a.rs", |db| {
            let file = crate::testing::file(db, "a.rs");
            let ask = |name: &str| {
                let found = members_of_type(db, TypeId::Param(file, 1), db.text(name), None);
                printed(db, &found.found)
            };
            assert_eq!(
                (ask("tag"), ask("conv")),
                ("a.rs#Tagged.tag".to_owned(), "a.rs#Conv.conv".to_owned())
            );
        });
    }

    #[test]
    fn a_member_is_that_of_the_nearest_base_and_an_unknown_base_may_have_any() {
        let text = "class A:\n    def m(self): pass\nclass B(A): pass\nclass C(B, unknown()): pass\n";
        linking(&[("a.py", text)], "a.py", |db| {
            let ask = |of: &str, name: &str| {
                let query = TypeMembers { of: symbol(db, of), name: db.text(name), call: None };
                printed(db, &db.ask(query))
            };
            assert_eq!(ask("a.py#B", "m"), "a.py#A.m");
            assert_eq!(ask("a.py#C", "m"), "a.py#A.m");
            assert_eq!(ask("a.py#C", "n"), "unknown");
        });
    }
}

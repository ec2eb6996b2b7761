//! What templates are instantiated with: the types that stand for a type parameter whose declaration says nothing of it.

use crate::infer::{Members, instances_of, members_of_instance, type_of};
use crate::query::{Db, Query};
use crate::resolve::{includers, including, only_definition, resolve};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::{DefId, DependencyKey, ExprId, FileId};
use std::iter::once;

/// Of a template that is instantiated with more types than these, none is likely meant at one place.
const MOST_TYPES: usize = 4;

/// Instances of the types of the repository that a template is given for a type parameter, in its own file and in those
/// that include it themselves; unknown where they are many. What a call deduces is not looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeArguments {
    pub(crate) file: FileId,
    /// An index into the type parameters of the file.
    pub(crate) parameter: u32,
}

impl Query for TypeArguments {
    fn run(self, db: &Db) -> Set {
        let Some(unit) = including(db, self.file).filter(|unit| unit.rules.includes_overloads()) else {
            return Set::default();
        };
        let Some((def, position)) = declaring(unit, self.parameter) else { return Set::default() };
        let template = Symbol { file: self.file, def };
        let name = unit.hash(unit.facts.definition(def).name);
        db.depend_on_symbol(template);
        let mut found = Set::default();
        let includers = includers(db, self.file).certain.iter().map(|one| one.file);
        for file in once(self.file).chain(includers) {
            let Some(other) = including(db, file).filter(|unit| unit.rules.includes_overloads()) else {
                continue;
            };
            db.depend(DependencyKey::applied(other.path_hash, name));
            for (of, arguments) in other.argument_lists(name) {
                let Some(argument) = other.facts.list(arguments).get(position) else { continue };
                if is_named(db, file, of, template) {
                    found.extend(&self.given(db, file, *argument));
                }
            }
            if found.iter().count() > MOST_TYPES {
                return Set::unknown();
            }
        }
        found
    }
}

impl TypeArguments {
    /// The types of the repository that an argument stands for; of a type parameter, what that is given.
    fn given(self, db: &Db, file: FileId, argument: ExprId) -> Set {
        let mut found = Set::default();
        for value in instances_of(&type_of(db, file, argument)).iter() {
            match value {
                Value::Instance(TypeId::Param(file, parameter), _)
                    if (file, parameter) != (self.file, self.parameter) =>
                {
                    found.extend(&db.ask(TypeArguments { file, parameter }));
                }
                Value::Instance(TypeId::Def(_), _) => found.add(value),
                // What is outside has no members here.
                _ => {}
            }
        }
        found
    }
}

/// Members of what a type parameter may stand for, none of them for certain.
pub(crate) fn members_of_arguments(
    db: &Db,
    (file, parameter): (FileId, u32),
    name: Text,
    call: Option<bool>,
) -> Option<Members> {
    let unit = including(db, file).filter(|unit| unit.rules.includes_overloads())?;
    // What a concept asks for says more than what happens to be given.
    let declared = unit.facts.type_parameters.get(parameter as usize)?;
    if declared.bounds.len > 0 {
        return None;
    }
    let given = db.ask(TypeArguments { file, parameter });
    let mut found = Set::default();
    for value in given.iter() {
        if let Value::Instance(id @ TypeId::Def(_), args) = value {
            found.extend(&members_of_instance(db, id, args, name, call).found);
        }
    }
    if found.is_empty() {
        return None;
    }
    found.add(Value::Unknown);
    Some(Members { found, receiver: given.only(), ..Members::default() })
}

/// The type that declares a type parameter, and its place in the list.
fn declaring(unit: &Unit<'_>, parameter: u32) -> Option<(DefId, usize)> {
    let all = unit.facts.definitions.iter().zip(0_u32..).filter(|(one, _)| one.kind.is_type());
    let is_in = |one: &indexer_core::List| (one.start..one.start + one.len).contains(&parameter);
    let (one, at) = { all }.find(|(one, _)| is_in(&one.type_parameters))?;
    Some((DefId(at), (parameter - one.type_parameters.start) as usize))
}

/// True where an expression names the template, or a declaration of it.
fn is_named(db: &Db, file: FileId, of: ExprId, template: Symbol) -> bool {
    let is_it = |value: Value| match value {
        Value::Definition(sym) => sym == template || only_definition(db, sym) == template,
        _ => false,
    };
    resolve(db, file, of, None).0.iter().any(is_it)
}

//! What later lines say of a local whose first value leaves it open: `let mut all = Vec::new(); all.push(one);`, or
//! `let one; one = make();`.

use crate::infer::{
    Environment, as_instance, bind_arguments, bounded_args, enum_of, extended_types, is_external,
    members_of_type, substitute, value_of,
};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::{Args, Set, TypeId, Value};
use indexer_core::{BindingId, ExprId, Expression, FileFacts, FileId, Name, Owner};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// More lines than these are not asked: the first ones tell.
const MOST_USES: usize = 6;

/// The name of a method, and what it is given.
type LocalCall = (Name, SmallVec<[ExprId; 2]>);

/// What is done with locals, by their bindings.
#[derive(Debug, Default)]
pub(crate) struct LocalUses {
    /// Methods that are called on them, with their arguments.
    calls: FxHashMap<BindingId, Vec<LocalCall>>,
    /// What is assigned to them.
    puts: FxHashMap<BindingId, Vec<ExprId>>,
}

impl LocalUses {
    /// O(expressions).
    pub(crate) fn of(facts: &FileFacts) -> Self {
        let mut uses = Self::default();
        let local = |of: ExprId| match facts.expression(of) {
            Expression::Name { bound, .. } => bound,
            _ => None,
        };
        for one in &facts.expressions {
            match *one {
                Expression::Put { into, value } => {
                    if let Some(binding) = local(into) {
                        uses.puts.entry(binding).or_default().push(value);
                    }
                }
                Expression::Call { of, arguments } if arguments.len > 0 => {
                    if let Expression::Member { of, name, .. } = facts.expression(of)
                        && let Some(binding) = local(of)
                    {
                        let given = facts.list(arguments).iter().copied().collect();
                        uses.calls.entry(binding).or_default().push((name, given));
                    }
                }
                _ => {}
            }
        }
        uses
    }
}

/// The value of a local, with what its uses tell of it where that is open.
pub(crate) fn told_by_use(db: &Db, file: FileId, binding: BindingId, value: Set) -> Set {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.locals_are_told_by_use) else { return value };
    match value.only() {
        Some(Value::Unknown) => assigned(db, file, unit, binding).unwrap_or(value),
        // Nothing yet: `let mut found = None`.
        Some(Value::Variant(sym, Args::NONE)) if is_external(db, sym) && enum_of(db, sym).is_some() => {
            assigned(db, file, unit, binding).unwrap_or(value)
        }
        Some(Value::Instance(id, args)) if is_left_open(db, id, args) => {
            filled(db, file, unit, binding, id).unwrap_or(value)
        }
        _ => value,
    }
}

/// What is assigned to a local.
fn assigned(db: &Db, file: FileId, unit: &Unit<'_>, binding: BindingId) -> Option<Set> {
    let puts = unit.local_uses().puts.get(&binding)?;
    let mut all = Set::default();
    for value in puts.iter().take(MOST_USES) {
        all.extend(
            &value_of(db, file, *value).iter().map(as_instance).filter(|one| is_told(db, *one)).collect(),
        );
    }
    (!all.is_empty()).then_some(all)
}

/// True for what says more than that there is nothing yet.
fn is_told(db: &Db, value: Value) -> bool {
    match value {
        Value::Unknown => false,
        Value::Variant(sym, Args::NONE) => !is_external(db, sym),
        _ => true,
    }
}

/// True for an instance of a generic type of the standard library of whose arguments nothing is known.
fn is_left_open(db: &Db, id: TypeId, args: Args) -> bool {
    let TypeId::Def(sym) = id else { return false };
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.plain_stub().is_some()) else { return false };
    let is_open = |value: Value| match value {
        Value::Instance(TypeId::Param(file, _), _) => db.unit(file).is_some_and(|of| of.stub_of.is_some()),
        other => other == Value::Unknown,
    };
    unit.type_parameters(sym.def).len > 0 && db.args_of(args).iter().all(|set| set.iter().all(is_open))
}

/// The type with the arguments that follow from what its methods are given.
fn filled(db: &Db, file: FileId, unit: &Unit<'_>, binding: BindingId, id: TypeId) -> Option<Set> {
    let calls = unit.local_uses().calls.get(&binding)?;
    let mut items: Vec<Set> = Vec::new();
    for (name, given) in calls.iter().take(MOST_USES) {
        let given: SmallVec<[(FileId, ExprId); 4]> = given.iter().map(|one| (file, *one)).collect();
        let members = members_of_type(db, id, db.name(unit, *name), Some(true));
        let Some(Value::Definition(method)) = members.found.only() else { continue };
        let Some(of) = db.unit(method.file).filter(|of| of.plain_stub().is_some()) else { continue };
        let Owner::Extension(extension) = of.facts.definition(method.def).owner else { continue };
        let mut environment = Environment::default();
        bind_arguments(db, method, Some(Value::Instance(id, Args::NONE)), &given, &mut environment);
        for pattern in extended_types(db, method.file, extension).iter() {
            let found = substitute(db, &Set::of(as_instance(pattern)), &environment, None);
            let Some(Value::Instance(_, args)) = found.only() else { continue };
            for (at, item) in db.args_of(args).iter().enumerate() {
                if items.len() <= at {
                    items.push(Set::unknown());
                }
                if items[at].has_unknown() && !is_left_open(db, id, db.args(vec![item.clone()])) {
                    items[at] = item.clone();
                }
            }
        }
        if !items.is_empty() && !items.iter().any(Set::has_unknown) {
            break;
        }
    }
    let is_told = items.iter().any(|item| !item.has_unknown());
    is_told.then(|| Set::of(Value::Instance(id, bounded_args(db, items))))
}

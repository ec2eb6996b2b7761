//! What a place is: its type, as far as the linker knows it. Asked at query time; nothing of it is
//! stored.

use crate::edges::{module_target, symbol_key};
use crate::flow::expand_parameters;
use crate::infer::{
    bases_of, builtin_type, call_expression, call_value, definition_value, enum_of, external_path, reify_all,
    reify_definition, value_of,
};
use crate::linker::Linker;
use crate::query::Db;
use crate::resolve::{resolve, resolve_binding};
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::path::{is_outside, relative};
use indexer_core::{
    BindingId, Bound, DefId, ExprId, Expression, FileId, List, Namespace, Reference, ReferenceId, Role,
    SymbolKind, Target,
};

/// The types that a place may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Types {
    /// The types, sorted, each once; a module where the place is one. `None` and the like are no type.
    pub targets: Vec<Target>,
    /// The types of the arguments of generic types, and of theirs, sorted, each once.
    pub arguments: Vec<Target>,
    /// True when something is known and no part of it is unknown.
    pub complete: bool,
    /// True when annotations say it; else it follows from values.
    pub declared: bool,
}

impl Linker<'_> {
    /// The types of a reference: of a called function what the call gives, of a type itself.
    pub fn types_of_reference(&self, file: FileId, reference: ReferenceId) -> Types {
        let Some(unit) = self.unit(file) else { return Types::default() };
        match unit.facts.references.get(reference.index()) {
            Some(reference) => types_of_reference(&Db::new(self, file), unit, reference),
            None => Types::default(),
        }
    }

    /// The types of a definition: of a function what a call gives, of a type itself.
    pub fn types_of_definition(&self, file: FileId, def: DefId) -> Types {
        let Some(unit) = self.unit(file) else { return Types::default() };
        let Some(definition) = unit.facts.definitions.get(def.index()) else { return Types::default() };
        let db = &Db::new(self, file);
        let sym = Symbol { file, def };
        let values = if definition.kind.is_callable() {
            definition_value(db, sym)
        } else {
            reify_definition(db, sym, None)
        };
        Types { declared: is_declared(db, sym), ..types_of_values(db, &values, true) }
    }

    /// The types of a local or parameter. `binding` is the first of its group, see
    /// [`Binding`](indexer_core::Binding).
    pub fn types_of_binding(&self, file: FileId, binding: BindingId) -> Types {
        let Some(unit) = self.unit(file) else { return Types::default() };
        let Some(bound) = unit.facts.bindings.get(binding.index()) else { return Types::default() };
        let annotated = match bound.bound {
            Bound::Parameter(id) => {
                unit.facts.parameters.get(id.index()).is_some_and(|p| !p.annotation.is_unknown())
            }
            _ => unit.is_instance(bound.value),
        };
        let db = &Db::new(self, file);
        let (found, _) = resolve_binding(db, file, binding, Namespace::ANY);
        let values = reify_all(db, &found, None);
        Types { declared: annotated, ..types_of_values(db, &values, false) }
    }
}

fn types_of_reference(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Types {
    let (file, expression) = (db.file(), reference.expression);
    let called = reference.role == Role::Call;
    let values = if called {
        call_expression(db, file, expression, expression, arguments_of_call(unit, expression))
    } else {
        value_of(db, file, expression)
    };
    let (denoted, _) = resolve(db, file, expression, called.then_some(true));
    let is_declared = |value| matches!(value, Value::Definition(sym) if is_declared(db, sym));
    let declared = !denoted.is_empty() && denoted.iter().all(is_declared);
    // Outside, only where a type must stand is it known that a path names one.
    let named = !matches!(reference.role, Role::Call | Role::Read | Role::Write);
    Types { declared, ..types_of_values(db, &values, named) }
}

fn is_declared(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| {
        let definition = unit.facts.definition(sym.def);
        definition.kind.is_type()
            || matches!(definition.kind, SymbolKind::Module | SymbolKind::Variant)
            || unit.is_instance(definition.value)
    })
}

/// The types of values. `named` says whether a path outside is taken for a type.
fn types_of_values(db: &Db, values: &Set, named: bool) -> Types {
    let mut types = Types { complete: true, ..Types::default() };
    add_types(db, values, named, false, &mut types);
    types.complete &= !types.targets.is_empty();
    for list in [&mut types.targets, &mut types.arguments] {
        list.sort();
        list.dedup();
    }
    types
}

/// `result` says that the values are the result of a function: it is not called in turn.
fn add_types(db: &Db, values: &Set, named: bool, result: bool, types: &mut Types) {
    for value in expand_parameters(db, values).iter() {
        match value {
            Value::Type(id, args)
            | Value::Metatype(id, args)
            | Value::Instance(id, args)
            | Value::Receiver(id, args)
            | Value::ReceiverType(id, args) => add_type(db, id, args, types),
            Value::Variant(sym, args) => match enum_of(db, sym) {
                Some(of) => add_type(db, TypeId::Def(of), args, types),
                None => types.complete = false,
            },
            Value::Module(file, scope) => types.targets.push(module_target(db, file, scope)),
            Value::Folder(path) => {
                let path = db.text_of(path);
                let path = relative(db.linker.database.prefix(), &path);
                types.complete &= !is_outside(&path);
                types.targets.extend((!is_outside(&path)).then(|| Target::Module(path.into_owned())));
            }
            Value::External(path) => {
                let path = db.text_of(path).to_string();
                // One name alone is a package.
                if named || !path.contains(['.', ':']) {
                    types.targets.push(Target::External(path));
                } else {
                    types.complete = false;
                }
            }
            Value::Super(sym) => {
                let bases = bases_of(db, sym).into_iter().collect();
                add_types(db, &bases, true, true, types);
            }
            Value::Tuple(items) => {
                let name = db.unit(db.file()).and_then(|unit| unit.rules.protocol.tuple);
                match name.and_then(|name| builtin_type(db, db.file(), name)) {
                    Some(id) => add_type(db, id, items, types),
                    None => {
                        types.targets.push(Target::External("tuple".to_owned()));
                        add_arguments(db, items, types);
                    }
                }
            }
            Value::Function(..) if !result => {
                let given = call_value(db, value, &[]);
                types.complete &= !given.is_empty();
                add_types(db, &given, named, true, types);
            }
            Value::Function(..)
            | Value::Unknown
            | Value::Namespace(..)
            | Value::Definition(_)
            | Value::Argument(..)
            | Value::Lambda(..)
            | Value::Object(..)
            | Value::Callable(..) => types.complete = false,
        }
    }
}

fn add_type(db: &Db, id: TypeId, args: Args, types: &mut Types) {
    let target = match id {
        TypeId::Def(sym) => match external_path(db, sym) {
            Some(path) => Some(Target::External(path)),
            None => symbol_key(db, sym).map(Target::Symbol),
        },
        TypeId::External(path) => Some(Target::External(db.text_of(path).to_string())),
        // What it stands for is decided by whoever uses it.
        TypeId::Param(..) => None,
    };
    types.complete &= target.is_some();
    types.targets.extend(target);
    add_arguments(db, args, types);
}

/// An argument that is not known leaves the type itself known.
fn add_arguments(db: &Db, args: Args, types: &mut Types) {
    if args != Args::NONE {
        let mut inner = Types::default();
        for set in db.args_of(args).iter() {
            add_types(db, set, true, true, &mut inner);
        }
        types.arguments.extend(inner.targets);
        types.arguments.extend(inner.arguments);
    }
}

/// The arguments of the call of this callee. Equal callees may share their expression: where there
/// are several calls, it is not known which is meant.
fn arguments_of_call(unit: &Unit<'_>, callee: ExprId) -> List {
    let mut calls = unit.facts.expressions.iter().filter_map(|expression| match expression {
        Expression::Call { of, arguments } if *of == callee => Some(*arguments),
        _ => None,
    });
    match (calls.next(), calls.next()) {
        (Some(arguments), None) => arguments,
        _ => List::default(),
    }
}

//! Definitions as values.

use crate::infer::{
    Environment, aliased_by_default, bind_receiver, bind_types, call_bound, declared_here, header_type,
    is_distinct, is_open, looked_up_by, outside_name, projected, substitute, value_of,
};
use crate::query::{Db, Query};
use crate::resolve::{installed_definition, is_object, module_of, module_value, only_definition, whole_type};
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::{Owner, SymbolKind};

/// What a definition is as a value; for a callable, what a call gives, with its type parameters open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DefinitionValue {
    pub(crate) definition: Symbol,
}

impl Query for DefinitionValue {
    fn run(self, db: &Db) -> Set {
        let sym = self.definition;
        db.depend_on_symbol(sym);
        match db.unit(sym.file) {
            Some(unit) => {
                let definition = unit.facts.definition(sym.def);
                match definition.kind {
                    // What an implementation in the repository gives for it is asked for first where there may be one.
                    SymbolKind::AssociatedType if definition.value.is_unknown() && unit.is_installed => {
                        bound_of(db, unit, sym)
                    }
                    _ => value_of(db, sym.file, definition.value),
                }
            }
            None => Set::unknown(),
        }
    }
}

/// What a trait says of a type that its implementations give: it is what its only bound is. Of several each may have a member.
fn bound_of(db: &Db, unit: &Unit<'_>, sym: Symbol) -> Set {
    let bounds = unit.facts.list(unit.facts.definition(sym.def).bases).iter();
    let is_marker = |value: &Value| {
        outside_name(db, *value).is_some_and(|last| unit.rules.protocol.markers.contains(&last.as_str()))
    };
    let types: Vec<Value> =
        bounds.flat_map(|bound| header_type(db, sym.file, *bound).iter().collect::<Vec<_>>()).collect();
    let mut types = types.into_iter().filter(|value| !is_marker(value));
    match (types.next(), types.next()) {
        (Some(only @ Value::Type(TypeId::Def(_), _)), None) => Set::of(only),
        _ => Set::unknown(),
    }
}

/// What a definition is; for a callable, what a call gives, with its type parameters open.
pub(crate) fn definition_value(db: &Db, sym: Symbol) -> Set {
    db.depend_on_symbol(sym);
    db.ask(DefinitionValue { definition: sym })
}

/// Definitions and the like as values, each bound to `receiver` where it is a member.
pub(crate) fn reify_all(db: &Db, denoted: &Set, receiver: Option<Value>) -> Set {
    let mut all = Set::default();
    for value in denoted.iter() {
        all.extend(&reify(db, value, receiver));
    }
    all
}

pub(crate) fn reify(db: &Db, value: Value, receiver: Option<Value>) -> Set {
    match value {
        Value::Definition(sym) => reify_definition(db, sym, receiver),
        Value::External(text) => reify_external(db, text),
        Value::Callable(file, ..) => match receiver {
            Some(receiver) if is_open(db, value) => {
                let mut environment = Environment::default();
                bind_types(db, file, receiver, &mut environment);
                substitute(db, &Set::of(value), &environment, Some(receiver))
            }
            _ => Set::of(value),
        },
        Value::Module(file, _) if db.unit(file).is_some_and(|u| u.rules.whole_module.is_some()) => {
            let whole = module_value(db, value);
            if whole.only() == Some(value) { whole } else { reify_all(db, &whole, receiver) }
        }
        other => Set::of(other),
    }
}

/// The definition of a stub that something outside is.
pub(crate) fn stub_definition(db: &Db, text: Text) -> Option<Symbol> {
    let path = db.text_of(text);
    let mut parts = path.split(['.', ':']).filter(|p| !p.is_empty());
    let (package, last) = (parts.next().unwrap_or(""), parts.next_back()?);
    let unit = db.unit(db.file())?;
    let stubs = db.linker.stub(unit.rules.language, indexer_core::key::hash_text(last));
    let standard = unit.rules.standard_packages;
    let owner = path.rsplit(['.', ':']).filter(|part| !part.is_empty()).nth(1).unwrap_or("");
    // A constant of an enumeration is named behind it.
    let is_named = |sym: &Symbol| {
        db.unit(sym.file).is_none_or(|of| match of.facts.definition(sym.def).owner {
            Owner::Definition(around)
                if of.rules.classes.is_some() && of.kind(sym.def) == SymbolKind::Variant =>
            {
                of.facts.name(of.facts.definition(around).name) == owner
            }
            _ => true,
        })
    };
    let fits = |sym: &&Symbol| {
        if !is_named(sym) {
            return false;
        }
        let stub_of = db.unit(sym.file).and_then(|u| u.stub_of);
        let both_standard = standard.contains(&package) && stub_of.is_some_and(|p| standard.contains(&p));
        let within = path.strip_suffix(last).map(|head| head.trim_end_matches(['.', ':']));
        stub_of == Some(package) || (stub_of.is_some() && stub_of == within) || both_standard
    };
    stubs.iter().find(fits).copied()
}

pub(crate) fn reify_external(db: &Db, text: Text) -> Set {
    let path = db.text_of(text);
    // What an outside function gave; elsewhere a name may hold a parenthesis too.
    if path.contains('(') && db.unit(db.file()).is_some_and(|unit| unit.rules.declared_types) {
        return Set::of(match path.ends_with(')') {
            true => Value::Instance(TypeId::External(text), Args::NONE),
            // A member of that, which may be called itself.
            false => Value::External(text),
        });
    }
    match stub_definition(db, text) {
        Some(sym) => reify_definition(db, sym, None),
        None => installed_value(db, text),
    }
}

/// What an installed package says of something outside. A module stays its path, since that is how its users name it.
fn installed_value(db: &Db, text: Text) -> Set {
    let found = installed_definition(db, text);
    let is_named = |value: Value| matches!(value, Value::Definition(_));
    if found.is_empty() || !found.iter().all(is_named) {
        return Set::of(Value::External(text));
    }
    let values = reify_all(db, &found, None);
    // An object that is put together when the package runs has more than its text says.
    let is_declared = |value: Value| !matches!(value, Value::Object(..) | Value::Unknown);
    if values.is_empty() || !values.iter().all(is_declared) { Set::of(Value::External(text)) } else { values }
}

pub(crate) fn reify_definition(db: &Db, sym: Symbol, receiver: Option<Value>) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::unknown() };
    use SymbolKind::*;
    match unit.kind(sym.def) {
        Module if unit.rules.open_types.is_some() || unit.rules.modules_are_classes => {
            Set::of(Value::Type(TypeId::Def(whole_type(db, sym)), Args::NONE))
        }
        Module | Package => module_of(db, sym.file, sym.def),
        Class if is_object(unit, sym.def) => Set::of(Value::Instance(TypeId::Def(sym), Args::NONE)),
        Struct | Class | Enum | Union | Trait | Interface | Table => {
            let sym = declared_here(db, unit, sym).unwrap_or_else(|| whole_type(db, sym));
            let sym = if unit.rules.inclusion.is_some() { only_definition(db, sym) } else { sym };
            Set::of(Value::Type(TypeId::Def(sym), Args::NONE))
        }
        Variant => {
            let args = match receiver {
                Some(Value::Type(_, args) | Value::ReceiverType(_, args)) => args,
                _ => Args::NONE,
            };
            Set::of(Value::Variant(sym, args))
        }
        Function | Method | Constructor => {
            let bound = match receiver {
                Some(receiver) => db.args(vec![Set::of(receiver)]),
                None => Args::NONE,
            };
            Set::of(Value::Function(sym, bound))
        }
        Accessor => match receiver {
            Some(receiver) => call_bound(db, sym, receiver, &[]),
            None => definition_value(db, sym),
        },
        TypeAlias if is_distinct(db, sym) => Set::of(Value::Type(TypeId::Def(sym), Args::NONE)),
        TypeAlias if let Some(known) = aliased_by_default(db, sym) => known,
        AssociatedType if let Some(part) = projected(db, sym, receiver) => part,
        // Of a type parameter no more is known than what the trait says.
        AssociatedType
            if unit.facts.definition(sym.def).value.is_unknown()
                && matches!(receiver, Some(Value::Type(TypeId::Param(..), _))) =>
        {
            bound_of(db, unit, sym)
        }
        TypeAlias | AssociatedType | Field | Property | Variable | Static | Constant => {
            let value = definition_value(db, sym);
            match receiver {
                Some(receiver) => {
                    let mut environment = Environment::default();
                    bind_receiver(db, sym, receiver, &mut environment);
                    looked_up_by(db, sym, &environment)
                        .unwrap_or_else(|| substitute(db, &value, &environment, Some(receiver)))
                }
                None => value,
            }
        }
        Macro if unit.facts.definition(sym.def).parameters.len > 0 => {
            Set::of(Value::Function(sym, Args::NONE))
        }
        // What it stands for are members.
        Macro if unit.facts.definition(sym.def).body.is_some() => {
            Set::of(Value::Type(TypeId::Def(sym), Args::NONE))
        }
        Macro => definition_value(db, sym),
        Parameter | Local => Set::unknown(),
        Heading | Key | Selector | Stage | Element => Set::unknown(),
        Endpoint | Mount | Command | Task | Setting | Request | Provider | Injection => Set::unknown(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{linking, printed, symbol};

    #[test]
    fn a_variable_is_what_it_is_given_and_a_function_what_it_returns() {
        let files = [("a.py", "class C: pass\nx = C()\ndef f(): return x\n")];
        linking(&files, "a.py", |db| {
            let value = |of: &str| printed(db, &definition_value(db, symbol(db, of)));
            assert_eq!(value("a.py#x"), "instance of a.py#C");
            assert_eq!(value("a.py#f"), "instance of a.py#C");
        });
    }

    #[test]
    fn definitions_that_are_each_other_settle_on_nothing() {
        linking(&[("a.py", "x = y\ny = x\n")], "a.py", |db| {
            assert_eq!(printed(db, &definition_value(db, symbol(db, "a.py#x"))), "");
            assert_eq!(printed(db, &definition_value(db, symbol(db, "a.py#y"))), "");
        });
    }
}

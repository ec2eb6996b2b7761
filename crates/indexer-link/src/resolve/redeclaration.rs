//! Of several declarations and definitions of a name, those that can be meant.

use crate::query::Db;
use crate::resolve::include_closure;
use crate::unit::Unit;
use crate::value::{MOST_VALUES, Set, Symbol, Value};
use indexer_core::{
    Binding, Bound, DefId, Definition, Expression, FileId, Flags, Namespace, ScopeId, ScopeKind, SymbolKind,
    TakenList, Visibility, work,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Some definitions.
pub(crate) type Symbols = SmallVec<[Symbol; 4]>;

/// Of several definitions of a name those that can be meant: what is defined before what is only
/// declared, and one of several declarations of the same. `file` is the one that sees them.
pub(crate) fn select_declarations(db: &Db, file: FileId, all: Symbols) -> Set {
    let flags =
        |sym: &Symbol| db.unit(sym.file).map_or(Flags::NONE, |unit| unit.facts.definition(sym.def).flags);
    let mut all = all;
    if all.iter().any(|sym| !flags(sym).has(Flags::OVERLOAD)) {
        all.retain(|sym| !flags(sym).has(Flags::OVERLOAD));
    }
    if all.len() > 1 && all.iter().any(|sym| !is_own_name_macro(db, *sym)) {
        all.retain(|sym| !is_own_name_macro(db, *sym));
    }
    if all.len() > 1 && all.iter().any(|sym| !is_own_tag_alias(db, *sym)) {
        all.retain(|sym| !is_own_tag_alias(db, *sym));
    }
    if all.len() > 1 && all.iter().any(|sym| !is_taken_back(db, file, *sym)) {
        all.retain(|sym| !is_taken_back(db, file, *sym));
    }
    let kind = |sym: &Symbol| db.unit(sym.file).map(|unit| unit.kind(sym.def));
    // Beside a function or variable the default is what the name stands for.
    let is_always_macro =
        |sym: &Symbol| kind(sym) == Some(SymbolKind::Macro) && !flags(sym).has(Flags::CONDITIONAL);
    if all.len() > 1 && all.iter().any(is_always_macro) {
        all.retain(|sym| !is_default(db, *sym));
    }
    if all.len() > 1 && all.iter().any(|sym| replaces_all(db, file, *sym)) {
        all.retain(|sym| kind(sym) == Some(SymbolKind::Macro));
    }
    if all.iter().all(|sym| kind(sym) == Some(SymbolKind::Module)) {
        // A namespace is one thing, however often it is opened.
        return all.iter().min().map(|sym| Value::Definition(*sym)).into_iter().collect();
    }
    let mut chosen = Symbols::new();
    let (declared, defined): (Symbols, Symbols) =
        all.into_iter().partition(|sym| flags(sym).has(Flags::DECLARATION));
    for sym in defined {
        // Written twice in the same words: a macro or type that several headers give alike.
        // More are no value, whatever else there is.
        if chosen.len() <= MOST_VALUES && !chosen.iter().any(|other| is_repeated(db, *other, sym)) {
            chosen.push(sym);
        }
    }
    // A declaration beside a definition in the same file: each under its own condition.
    let beside = |sym: &Symbol, chosen: &Symbols| {
        flags(sym).has(Flags::CONDITIONAL)
            && chosen.iter().any(|one| one.file == sym.file && flags(one).has(Flags::CONDITIONAL))
    };
    // A macro that a condition decides hides a declaration where the condition holds, and defines nothing of it.
    let hides = |sym: &Symbol| {
        kind(sym) == Some(SymbolKind::Macro) && flags(sym).has(Flags::CONDITIONAL) && !is_default(db, *sym)
    };
    let none = chosen.iter().all(hides);
    for sym in declared {
        if chosen.len() > MOST_VALUES {
            break;
        }
        let same = |other: &Symbol| is_same_function(db, *other, sym);
        let known = chosen.iter().filter(|one| !hides(one) || hides(&sym)).any(same);
        let wanted = if none { !known } else { beside(&sym, &chosen) || (!known && may_overload(db, sym)) };
        if wanted {
            chosen.push(sym);
        }
    }
    chosen.into_iter().map(Value::Definition).collect()
}

fn may_overload(db: &Db, sym: Symbol) -> bool {
    let unit = db.unit(sym.file);
    unit.is_some_and(|unit| unit.rules.includes_overloads() && unit.kind(sym.def).is_callable())
}

/// `#define f f`: says that `f` is there.
fn is_own_name_macro(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| {
        let definition = unit.facts.definition(sym.def);
        definition.kind == SymbolKind::Macro
            && matches!(unit.facts.expression(definition.value),
                Expression::Name { name, .. } if name == definition.name)
    })
}

/// True for a macro that a file includes and that is gone when that file ends. A list sees it: what includes one defines
/// it before and takes it back behind it.
fn is_taken_back(db: &Db, file: FileId, sym: Symbol) -> bool {
    let taken_back = db.unit(sym.file).and_then(|unit| unit.taken_back(sym.def));
    sym.file != file
        && taken_back.is_some_and(|one| !one.is_conditional)
        && include_closure(db, file).has(sym.file).is_some()
}

/// True for a macro without parameters that another file defines and nothing takes back or decides: what else has its
/// name is not seen. One of the file itself only counts behind its place, which [`replaces_from`] looks at.
fn replaces_all(db: &Db, file: FileId, sym: Symbol) -> bool {
    sym.file != file && replaces(db, sym, false)
}

/// True for a macro of the file itself that stands for its name at `at`, which is behind its place.
pub(crate) fn replaces_from(db: &Db, sym: Symbol, is_called: bool, at: u32) -> bool {
    let unit = db.unit(sym.file);
    unit.is_some_and(|unit| unit.facts.definition(sym.def).name_span.start < at)
        && replaces(db, sym, is_called)
}

/// True for a macro that stands for its name wherever it is seen: no condition decides it, its file does not take it
/// back, and one with parameters is called.
pub(crate) fn replaces(db: &Db, sym: Symbol, is_called: bool) -> bool {
    db.unit(sym.file).is_some_and(|unit| {
        let definition = unit.facts.definition(sym.def);
        let takes_arguments = definition.parameters.len > 0 || definition.signature.contains('(');
        definition.kind == SymbolKind::Macro
            && !definition.flags.has(Flags::CONDITIONAL)
            && !definition.flags.has(Flags::UNDEFINED)
            && (is_called || !takes_arguments)
    })
}

/// `#ifndef X`, `#define X`: a macro that is only defined where nothing else defined it.
fn is_default(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| {
        let definition = unit.facts.definition(sym.def);
        let (Some(condition), Some(inclusion)) = (definition.condition, unit.rules.inclusion.as_ref()) else {
            return false;
        };
        let (name, condition) = (unit.facts.name(definition.name), unit.facts.name(condition));
        definition.kind == SymbolKind::Macro && (inclusion.exclude)(name, condition, "")
    })
}

/// `typedef struct a a;`: another name of the same type, where that is in sight too.
fn is_own_tag_alias(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|unit| {
        let definition = unit.facts.definition(sym.def);
        definition.kind == SymbolKind::TypeAlias
            && matches!(unit.facts.expression(definition.value),
                Expression::Name { name, .. } if name == definition.name)
    })
}

fn is_repeated(db: &Db, a: Symbol, b: Symbol) -> bool {
    let (Some(one), Some(other)) = (db.unit(a.file), db.unit(b.file)) else { return false };
    let (first, second) = (one.facts.definition(a.def), other.facts.definition(b.def));
    first.kind == SymbolKind::TypeAlias
        && second.kind == SymbolKind::TypeAlias
        && first.signature == second.signature
}

/// Do the two declare the same, as far as their parameters tell?
pub(crate) fn is_same_function(db: &Db, a: Symbol, b: Symbol) -> bool {
    if !may_overload(db, a) || !may_overload(db, b) {
        return true;
    }
    let receiver = |of: Symbol| {
        let flags = db.unit(of.file).map(|unit| unit.facts.definition(of.def).flags);
        flags.map(|flags| (flags.has(Flags::READS), flags.has(Flags::CONSUMES)))
    };
    receiver(a) == receiver(b) && have_same_parameters(db, a, b)
}

/// True for functions with parameters of the same types, as far as those are written alike.
pub(crate) fn have_same_parameters(db: &Db, a: Symbol, b: Symbol) -> bool {
    let (Some(one), Some(other)) = (db.unit(a.file), db.unit(b.file)) else { return false };
    let (first, second) = (one.facts.definition(a.def), other.facts.definition(b.def));
    let taken = taken(one, first).zip(taken(other, second));
    let (first, second) = (one.facts.parameters(first.parameters), other.facts.parameters(second.parameters));
    first.len() == second.len()
        && first
            .iter()
            .zip(second)
            .all(|(x, y)| x.kind == y.kind && one.last_name(x.annotation) == other.last_name(y.annotation))
        && taken.is_none_or(|(a, b)| a == b || !TakenList::read(a).differs(&TakenList::read(b)))
}

/// What declarations bring in (`using Base::f;`, `using a::f;`) beside functions of the name: those with other parameters
/// are overloaded with them ([namespace.udecl] of the standard of C++). Nothing beside what is no function.
pub(crate) fn overloaded_with(db: &Db, own: &Set, brought: &Set) -> Set {
    let function = |value: Value| match value {
        Value::Definition(sym) => {
            db.unit(sym.file).filter(|unit| unit.kind(sym.def).is_callable()).map(|_| sym)
        }
        _ => None,
    };
    let own: Option<Vec<Symbol>> = own.iter().map(function).collect();
    let Some(own) = own else { return Set::default() };
    let is_seen = |value: &Value| {
        function(*value).is_some_and(|sym| !own.iter().any(|one| have_same_parameters(db, *one, sym)))
    };
    brought.iter().filter(is_seen).collect()
}

/// What a function takes, as facts hold it.
fn taken<'u>(unit: &'u Unit<'_>, definition: &Definition) -> Option<&'u str> {
    let written = definition.declared_path.filter(|_| definition.kind.is_callable())?;
    Some(unit.facts.name(written))
}

/// The definitions of a name that a file makes known outside of types and functions, in these name
/// spaces and this namespace.
pub(crate) fn declared_in<'n>(
    unit: &'n Unit<'_>,
    hash: u64,
    namespace: Namespace,
    path: &'n str,
) -> impl Iterator<Item = indexer_core::DefId> + 'n {
    let mut hoisted = HoistedDefinitions::default();
    unit.definitions_of(hash).filter(move |def| {
        work::add(1);
        let definition = unit.facts.definition(*def);
        let scope = unit.facts.scopes.get(definition.scope.index());
        scope.is_some_and(|scope| matches!(scope.kind, ScopeKind::File | ScopeKind::Module))
            && unit.namespace_of(definition.scope) == path
            && hoisted.has(unit, definition, namespace, *def)
    })
}

/// The definitions of one name that scopes bind everywhere in them: asked for each of many definitions, and found once
/// for each scope.
#[derive(Default)]
struct HoistedDefinitions {
    /// Those of the scope that was asked for last, sorted.
    last: Option<(ScopeId, SmallVec<[DefId; 4]>)>,
    /// Those of the scopes before.
    others: FxHashMap<ScopeId, SmallVec<[DefId; 4]>>,
}

impl HoistedDefinitions {
    /// Does the scope of `definition` bind its name, in these name spaces, to `def`?
    fn has(&mut self, unit: &Unit<'_>, definition: &Definition, namespace: Namespace, def: DefId) -> bool {
        let scope = definition.scope;
        if self.last.as_ref().is_none_or(|(last, _)| *last != scope) {
            if let Some((last, found)) = self.last.take() {
                self.others.insert(last, found);
            }
            let found = self.others.remove(&scope).unwrap_or_else(|| {
                let bindings = unit.hoisted(scope, definition.name, namespace);
                let bound = |binding: &&Binding| match binding.bound {
                    Bound::Definition(def) => Some(def),
                    _ => None,
                };
                let mut found: SmallVec<[DefId; 4]> = bindings.iter().filter_map(bound).collect();
                found.sort_unstable();
                found
            });
            self.last = Some((scope, found));
        }
        self.last.as_ref().is_some_and(|(_, found)| found.binary_search(&def).is_ok())
    }
}

/// True for what others can name: all but what is private to its file.
pub(crate) fn has_linkage(unit: &Unit<'_>, def: indexer_core::DefId) -> bool {
    unit.facts.definition(def).visibility != Visibility::Private
}

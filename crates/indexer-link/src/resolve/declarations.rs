//! What is declared in one file and defined in another: functions, variables, types without a body.

use crate::db::{DefinedKinds, linkable_name};
use crate::infer::{best_passed, extended_types, taking_arguments};
use crate::query::Db;
use crate::resolve::{
    Symbols, by_constness, declared_in, has_linkage, include_closure, includers, is_same_function,
    replaces_from,
};
use crate::unit::Unit;
use crate::value::{MOST_TARGETS, Set, Symbol, Text, TypeId, Value};
use indexer_core::{
    DefId, DependencyKey, ExprId, Expression, FileId, Flags, Namespace, Owner, ParameterKind, Reference,
    Role, ScopeKind, SymbolKind,
};
use std::cell::OnceCell;
use std::rc::Rc;

/// What a reference means of the definitions that its name leads to: definitions for
/// declarations, and of functions those that take as many arguments.
pub(crate) fn settle_targets(db: &Db, unit: &Unit<'_>, reference: &Reference, found: Set) -> Set {
    let overloads = unit.rules.includes_overloads();
    // What stands before the body of a constructor writes a field or calls a constructor.
    let calls = reference.role == Role::Call || (overloads && reference.role == Role::Write);
    let call = reference.arguments.filter(|_| calls);
    let mut all = match last_macro_before(db, unit, reference, &found) {
        Some(one) => Set::of(one),
        None => replaced_here(db, reference, found),
    };
    if let Some(given) = call.filter(|_| overloads && all.iter().nth(1).is_some()) {
        let fitting: Set = all.iter().filter(|value| accepts(db, *value, given)).collect();
        if fitting.iter().any(|value| value != Value::Unknown) {
            all = fitting;
        }
    }
    if overloads && all.iter().nth(1).is_some() && is_applied(db, unit, reference.expression) {
        // Arguments in `<>` are only given to templates.
        let templates: Set = all.iter().filter(|value| takes_types(db, *value)).collect();
        if !templates.is_empty() {
            all = templates;
        }
    }
    if call.is_some() && overloads && all.iter().nth(1).is_some() {
        all = taking_arguments(db, unit, reference, all);
        all = by_constness(db, unit, reference, all);
        if all.iter().nth(1).is_some() {
            let applied = is_applied(db, unit, reference.expression);
            all = best_passed(db, unit, reference, all, applied);
        }
    }
    let mut settled = Set::default();
    for value in all.iter() {
        match value {
            Value::Definition(sym) if is_declaration(db, sym) => {
                let defined = definitions_for(db, sym);
                if defined.is_empty() {
                    settled.add(value);
                }
                defined.into_iter().for_each(|sym| settled.add(Value::Definition(sym)));
            }
            other => settled.add(other),
        }
    }
    if overloads && settled.iter().nth(1).is_some() { made_class(db, settled) } else { settled }
}

/// The class of several constructors of which nothing tells the one that runs: it is what the name names for certain.
fn made_class(db: &Db, all: Set) -> Set {
    let owner = |value: Value| {
        let Value::Definition(sym) = value else { return None };
        let unit = db.unit(sym.file)?;
        (unit.kind(sym.def) == SymbolKind::Constructor).then(|| owning_type(db, sym))?
    };
    let owners: Option<Vec<Symbol>> = all.iter().map(owner).collect();
    match owners.as_deref() {
        Some([class, rest @ ..]) if rest.iter().all(|one| one == class) => Set::of(Value::Definition(*class)),
        _ => all,
    }
}

/// Of several macros of the file itself, none under a condition, the last before the reference: it is what the name
/// stands for there. In the body of a macro it is not known what holds where that is used.
fn last_macro_before(db: &Db, unit: &Unit<'_>, reference: &Reference, found: &Set) -> Option<Value> {
    found.iter().nth(1)?;
    if reference.enclosing.is_some_and(|def| unit.kind(def) == SymbolKind::Macro) {
        return None;
    }
    let mut last: Option<(u32, Value)> = None;
    for value in found.iter() {
        let Value::Definition(sym) = value else { return None };
        let definition = unit.facts.definitions.get(sym.def.index()).filter(|_| sym.file == db.file())?;
        if definition.kind != SymbolKind::Macro || definition.flags.has(Flags::CONDITIONAL) {
            return None;
        }
        let place = definition.name_span.start;
        if place < reference.span.start && last.is_none_or(|(known, _)| known < place) {
            last = Some((place, value));
        }
    }
    last.map(|(_, value)| value)
}

/// Of several the macros of the file itself that stand for the name from their place on.
fn replaced_here(db: &Db, reference: &Reference, found: Set) -> Set {
    if found.iter().nth(1).is_none() {
        return found;
    }
    let macros: Set = found
        .iter()
        .filter(|value| match value {
            Value::Definition(sym) => {
                db.is_own(sym.file) && replaces_from(db, *sym, false, reference.span.start)
            }
            _ => false,
        })
        .collect();
    if macros.is_empty() { found } else { macros }
}

/// True for a name or member that is written with arguments in `<>`.
fn is_applied(db: &Db, unit: &Unit<'_>, expression: ExprId) -> bool {
    let applied = db.own.applied.get_or_init(|| {
        let all = unit.facts.expressions.iter();
        all.filter_map(|one| match one {
            Expression::Apply { of, .. } => Some(*of),
            _ => None,
        })
        .collect()
    });
    applied.contains(&expression)
}

fn takes_types(db: &Db, value: Value) -> bool {
    let Value::Definition(sym) = value else { return true };
    db.unit(sym.file).is_none_or(|unit| {
        let definition = unit.facts.definition(sym.def);
        definition.type_parameters.len > 0 || !definition.kind.is_callable()
    })
}

/// Could a call with so many arguments mean it?
fn accepts(db: &Db, value: Value, given: u8) -> bool {
    let Value::Definition(sym) = value else { return true };
    let Some(unit) = db.unit(sym.file) else { return true };
    let definition = unit.facts.definition(sym.def);
    if !definition.kind.is_callable() {
        return true;
    }
    let parameters = unit.facts.parameters(definition.parameters);
    let open = parameters.iter().any(|p| p.kind == ParameterKind::Rest);
    let plain = || parameters.iter().filter(|p| p.kind == ParameterKind::Plain);
    let least = plain().filter(|p| p.default.is_unknown()).count();
    let given = usize::from(given);
    given >= least && (open || given <= plain().count())
}

/// The unit of a file whose language includes others.
pub(crate) fn including<'l, 'u>(db: &Db<'l, 'u>, file: FileId) -> Option<&'l Unit<'u>> {
    db.unit(file).filter(|unit| unit.rules.inclusion.is_some())
}

pub(crate) fn is_declaration(db: &Db, sym: Symbol) -> bool {
    let unit = db.unit(sym.file);
    unit.is_some_and(|unit| unit.facts.definition(sym.def).flags.has(Flags::DECLARATION))
}

/// The definitions of what `sym` declares: those that the linker of the language would join with it, in files that see
/// the declaration; else in files that see another declaration of it.
pub(crate) fn definitions_for(db: &Db, sym: Symbol) -> Symbols {
    let at_top = db.at_top();
    if at_top && let Some(known) = db.own.definitions.get(&sym) {
        return known;
    }
    let found = find_definitions(db, sym);
    if at_top {
        db.own.definitions.insert(sym, found.clone());
    }
    found
}

fn find_definitions(db: &Db, sym: Symbol) -> Symbols {
    let Some(unit) = db.unit(sym.file) else { return Symbols::new() };
    let definition = unit.facts.definition(sym.def);
    let hash = unit.hash(definition.name);
    db.depend(DependencyKey::declared(hash));
    db.depend_on_symbol(sym);
    let member = owning_type(db, sym);
    if member.is_none() && !has_linkage(unit, sym.def) {
        return Symbols::new();
    }
    let path = unit.namespace_of(definition.scope);
    let mut all = Symbols::new();
    let mut defining = Vec::new();
    for file in db.linker.database.extending(linkable_name(hash)) {
        let Some(other) = including(db, file) else { continue };
        let candidates: Symbols = match member {
            Some(of) => members_defined_outside(db, other, file, hash, of),
            None => linkable_definitions(other, file, hash, path, definition.kind),
        };
        if !candidates.is_empty() {
            defining.push(file);
        }
        all.extend(candidates.into_iter().filter(|one| is_same_function(db, *one, sym)));
    }
    let declaring = OnceCell::new();
    let declaring = || {
        declaring.get_or_init(|| {
            let known = db.linker.database.defining(hash).into_iter();
            known.filter(|file| !defining.contains(file)).collect::<Vec<_>>()
        })
    };
    let mut found = Symbols::new();
    let mut others = Symbols::new();
    for one in &all {
        let reach = if one.file == sym.file { None } else { Some(include_closure(db, one.file)) };
        match reach {
            Some(reach) if reach.has(sym.file).is_none() => {
                if declaring().iter().any(|file| reach.has(*file).is_some()) {
                    others.push(*one);
                }
            }
            _ => found.push(*one),
        }
    }
    if !found.is_empty() {
        found
    } else if others.is_empty() && definition.kind.is_type() && all.len() == 1 {
        // A type is known by its name, wherever it is only declared.
        all
    } else {
        others
    }
}

/// Definitions of a name in a file that other files can mean.
fn linkable_definitions(unit: &Unit<'_>, file: FileId, hash: u64, path: &str, kind: SymbolKind) -> Symbols {
    let same = |def: &DefId| {
        let other = unit.kind(*def);
        other == kind
            || (other.is_type() && kind.is_type() && other != SymbolKind::TypeAlias)
            || matches!((kind, other), (SymbolKind::Variable, SymbolKind::Constant))
    };
    // A special case of a template does not define the template.
    let defined = |def: &DefId| {
        let flags = unit.facts.definition(*def).flags;
        !flags.has(Flags::DECLARATION) && !flags.has(Flags::OVERLOAD)
    };
    let namespace = if kind.is_type() { Namespace::TAG } else { Namespace::VALUE };
    declared_in(unit, hash, namespace, path)
        .filter(|def| same(def) && defined(def) && has_linkage(unit, *def))
        .map(|def| Symbol { file, def })
        .collect()
}

/// Members of a type that a file defines outside of the type's body.
fn members_defined_outside(db: &Db, unit: &Unit<'_>, file: FileId, hash: u64, of: Symbol) -> Symbols {
    let mut found = Symbols::new();
    for def in unit.definitions_of(hash) {
        let definition = unit.facts.definition(def);
        let Owner::Extension(extension) = definition.owner else { continue };
        if definition.flags.has(Flags::DECLARATION) {
            continue;
        }
        let types = extended_types(db, file, extension);
        if types.iter().any(|v| matches!(v, Value::Type(TypeId::Def(sym), _) if sym == of)) {
            found.push(Symbol { file, def });
        }
    }
    found
}

/// The type that a definition is a member of: the one around it, or the one that the block around it extends.
fn owning_type(db: &Db, sym: Symbol) -> Option<Symbol> {
    let unit = db.unit(sym.file)?;
    match unit.facts.definition(sym.def).owner {
        Owner::Definition(def) if unit.kind(def).is_type() => {
            let info = unit.facts.scopes.get(unit.facts.definition(sym.def).scope.index())?;
            (info.kind == ScopeKind::Type).then_some(Symbol { def, ..sym })
        }
        // A category declares what an implementation of it defines.
        Owner::Extension(extension) => {
            extended_types(db, sym.file, extension).iter().find_map(|value| match value {
                Value::Type(TypeId::Def(of), _) => Some(of),
                _ => None,
            })
        }
        _ => None,
    }
}

/// A type of which only the name is in sight, if that: the files that define it see this one.
pub(crate) fn incomplete_type(db: &Db, file: FileId, name: Text) -> Set {
    let hash = indexer_core::key::hash_text(&db.text_of(name));
    db.depend(DependencyKey::declared(hash));
    let mut all = Symbols::new();
    let mut seeing = Symbols::new();
    for other in db.linker.database.extending(linkable_name(hash)) {
        let Some(unit) = including(db, other) else { continue };
        for sym in linkable_definitions(unit, other, hash, "", SymbolKind::Struct) {
            all.push(sym);
            if include_closure(db, other).has(file).is_some() {
                seeing.push(sym);
            }
        }
    }
    if !seeing.is_empty() {
        return seeing.into_iter().map(Value::Definition).collect();
    }
    all.into_iter().map(Value::Definition).chain([Value::Unknown]).collect()
}

/// The definition with a body of a type, as the linked file sees it; false where that is not
/// proved.
pub(crate) fn complete_type(db: &Db, sym: Symbol) -> Option<(Symbol, bool)> {
    let unit = db.unit(sym.file)?;
    if unit.rules.inclusion.is_none() || unit.stub_of.is_some() || !db.at_top() {
        return Some((sym, true));
    }
    let declared = is_declaration(db, sym);
    let reach = include_closure(db, db.file());
    if !declared && let Some(sure) = reach.has(sym.file) {
        return Some((sym, sure));
    }
    let definition = unit.facts.definition(sym.def);
    let hash = unit.hash(definition.name);
    db.depend(DependencyKey::declared(hash));
    let path = unit.namespace_of(definition.scope);
    let mut found = Symbols::new();
    for file in db.linker.database.extending(linkable_name(hash)) {
        let Some(other) = including(db, file).filter(|_| reach.has(file).is_some()) else { continue };
        found.extend(linkable_definitions(other, file, hash, path, definition.kind));
    }
    match (found.as_slice(), declared) {
        ([one], _) => Some((*one, reach.has(one.file) == Some(true))),
        ([], false) => Some((sym, false)),
        _ => None,
    }
}

/// The definitions of a name that other files can mean, in order, for a reference that nothing in sight explains; `None`
/// where there are more than [`MOST_TARGETS`].
pub(crate) fn resolve_by_linkage(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Rc<Option<Symbols>> {
    let Expression::Name { name, namespace, .. } = unit.facts.expression(reference.expression) else {
        return Rc::new(Some(Symbols::new()));
    };
    if let Some(known) = db.own.linkage.get(&(name, namespace)) {
        return known;
    }
    let found = Rc::new(find_linkage(db, unit, unit.hash(name), namespace));
    db.own.linkage.insert((name, namespace), Rc::clone(&found));
    found
}

fn find_linkage(db: &Db, unit: &Unit<'_>, hash: u64, namespace: Namespace) -> Option<Symbols> {
    db.depend(DependencyKey::declared(hash));
    let mut found = Symbols::new();
    // No program joins macros of several files: only what includes a file brings others to it.
    let is_alone = is_compiled_alone(db, unit);
    let mut files = db.linker.database.extending(linkable_name(hash));
    if !is_alone && namespace.meets(Namespace::MACRO) {
        files.extend(defining_macro(db, hash));
        files.sort_unstable();
        files.dedup();
    }
    // Where there are many, it makes no difference which are found first: those whose facts need not be read.
    let (ready, rest): (Vec<FileId>, Vec<FileId>) =
        files.into_iter().partition(|file| db.linker.has_unit(*file));
    for file in ready.into_iter().chain(rest) {
        let Some(other) = including(db, file) else { continue };
        for def in declared_in(other, hash, namespace, "") {
            let definition = other.facts.definition(def);
            let is_of_others = is_alone && definition.kind == SymbolKind::Macro;
            if has_linkage(other, def) && !definition.flags.has(Flags::DECLARATION) && !is_of_others {
                found.push(Symbol { file, def });
            }
        }
        if found.len() > MOST_TARGETS {
            return None;
        }
    }
    found.sort_unstable_by_key(|sym| (sym.file, sym.def));
    Some(found)
}

/// Files that may define a macro of this name: found without the facts of those where it is a field or a parameter's type,
/// which are thousands for names such as `dev`.
fn defining_macro(db: &Db, hash: u64) -> impl Iterator<Item = FileId> {
    let all = db.linker.database.defining_kinds(hash).into_iter();
    all.filter(|(_, kinds)| kinds.may_have(DefinedKinds::MACRO)).map(|(file, _)| file)
}

/// True for a source that no file includes.
fn is_compiled_alone(db: &Db, unit: &Unit<'_>) -> bool {
    let by_ending = unit.rules.inclusion.as_ref().is_some_and(|rules| (rules.is_compiled)(&unit.place));
    let included = || {
        let by = includers(db, db.file());
        !by.are_all || !by.certain.is_empty()
    };
    by_ending && !included()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking};
    use indexer_core::key::hash_text;

    const FILES: &[(&str, &str)] = &[
        ("field.h", "struct s { int dev; };"),
        ("declared.h", "int dev(void);"),
        ("macro.h", "#define dev 1"),
        ("function.c", "int dev(void) { return 1; }"),
        ("uses.h", "#define USE dev"),
        ("main.c", "#include \"uses.h\"\nint x = USE;"),
    ];

    #[test]
    fn a_definition_out_of_sight_is_looked_for_where_one_may_be() {
        linking(FILES, "uses.h", |db| {
            let unit = db.unit(db.file()).unwrap();
            let namespace = Namespace(Namespace::VALUE.0 | Namespace::MACRO.0);
            let found = find_linkage(db, unit, hash_text("dev"), namespace).unwrap();
            let paths: Vec<&str> = found.iter().map(|sym| db.linker.database.path(sym.file)).collect();
            assert_eq!(paths, ["function.c", "macro.h"]);
            let is_read = |path| db.linker.has_unit(file(db, path));
            assert!(is_read("macro.h") && !is_read("field.h") && !is_read("declared.h"));
        });
    }

    #[test]
    fn many_definitions_out_of_sight_are_not_all_read() {
        let paths: Vec<String> = (0..20).map(|i| format!("f{i:02}.c")).collect();
        let mut files: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), "int run;")).collect();
        files.push(("main.c", "int x = run;"));
        linking(&files, "main.c", |db| {
            let unit = db.unit(db.file()).unwrap();
            assert_eq!(find_linkage(db, unit, hash_text("run"), Namespace::VALUE), None);
            let read = paths.iter().filter(|path| db.linker.has_unit(file(db, path)));
            assert_eq!(read.count(), MOST_TARGETS + 1);
        });
    }
}

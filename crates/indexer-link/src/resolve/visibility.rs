//! What names mean where files take in the text of others: whatever the included files declare is
//! visible, in the namespaces in which it stands.

use crate::db::{DefinedKinds, is_include, using_declarations, using_name};
use crate::infer::{linearize, reify_all, resolve_member, type_around};
use crate::query::Db;
use crate::resolve::{
    IncludeClosure, Symbols, declared_in, exported, external_member, import_target, include_closure,
    including, incomplete_type, is_behind_opening, listed, overloaded_with, resolve_binding,
    select_declarations, told_apart_by_macros,
};
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::{
    BindingId, Bound, DependencyKey, Expression, FileId, Flags, Import, Name, Namespace, Rule, ScopeId,
    ScopeKind, SymbolKind,
};

/// Where a bare name leads in a file that takes in others.
pub(crate) fn resolve_visible_name(
    db: &Db,
    file: FileId,
    name: Name,
    scope: ScopeId,
    bound: Option<BindingId>,
    namespace: Namespace,
) -> (Set, Rule) {
    let Some(unit) = db.unit(file) else { return (Set::unknown(), Rule::None) };
    let text = unit.facts.name(name);
    let interned = db.name(unit, name);
    if let Some(package) = (unit.rules.implicit)(text).filter(|package| *package == text) {
        // Also where the file opens the library's namespace to add to it.
        return (Set::of(Value::External(db.text(package))), Rule::Implicit);
    }
    if let Some(first) = bound {
        let found = resolve_own_binding(db, file, first, namespace);
        if !found.0.is_empty() {
            return found;
        }
    }
    let from = bound.and_then(|first| unit.facts.bindings.get(first.index())).map_or(scope, |b| b.scope);
    let mut current = Some(scope);
    // Members of a class and names of a namespace around come before what the file binds outside of it; nothing else on the
    // way does.
    let mut is_below = true;
    // In C a type is no scope of bare names: its fields are only reached through a value.
    let has_members = unit.rules.includes_overloads();
    let mut inherited: Option<Set> = None;
    while let Some(id) = current {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        is_below &= id != from;
        match info.kind {
            ScopeKind::Type | ScopeKind::Extension if !has_members => {}
            ScopeKind::Type | ScopeKind::Extension => {
                let types = type_around(db, file, id);
                let (found, _) = resolve_member(db, &types, interned, None);
                let found = without_fields(db, without_functions(db, found, namespace), namespace);
                // A type that is named like a class or one of its types may be their definition, which stands outside.
                let is_plain = |value: Value| {
                    matches!(value, Value::Definition(sym)
                        if matches!(db.unit(sym.file).map(|unit| unit.kind(sym.def)),
                            Some(SymbolKind::Method | SymbolKind::Field)))
                };
                let is_wanted = !is_below || found.iter().all(is_plain);
                // A base outside may have any name. What is in sight otherwise is meant before that: in the bases of a
                // template, which follow from its parameters, names are not looked up at all.
                let is_outside = found.iter().all(|value| matches!(value, Value::External(_)));
                if is_wanted && !found.is_empty() && is_outside {
                    inherited = Some(inherited.unwrap_or(found));
                } else if is_wanted && !found.is_empty() && !found.has_unknown() {
                    return (found, Rule::Receiver);
                }
                if is_wanted && let Some(base) = base_of_name(db, &types, interned) {
                    let found = Set::of(base);
                    let rule = rule_of(file, &found);
                    return (found, rule);
                }
                let found = around_types(db, file, id, &types, (interned, namespace));
                if let Some(found) = found.filter(|found| !found.has_unknown()) {
                    let rule = rule_of(file, &found);
                    return (found, rule);
                }
            }
            // A namespace has what other files put into it as well.
            _ if is_below && !(has_members && info.kind == ScopeKind::Module) => {}
            ScopeKind::Module | ScopeKind::File => {
                let path = db.text(unit.namespace_of(id));
                let mut found = visible(db, file, interned, namespace, path);
                if found.is_empty() {
                    found = used_namespaces(db, file, id, interned, namespace);
                }
                if !found.is_empty() {
                    let rule = rule_of(file, &found);
                    return (found, rule);
                }
            }
            _ => {
                let found = used_namespaces(db, file, id, interned, namespace);
                if !found.is_empty() {
                    return (found, Rule::Import);
                }
            }
        }
        current = info.parent;
    }
    if let Some(inherited) = inherited {
        return (inherited, Rule::Receiver);
    }
    if namespace.meets(Namespace::TAG) {
        let found = incomplete_type(db, file, interned);
        if !found.is_empty() {
            return (found, Rule::Import);
        }
    }
    if let Some(package) = (unit.rules.implicit)(text)
        && (unit.rules.implied_packages.contains(&package) || include_closure(db, file).external)
    {
        let package = db.text(package);
        return (Set::of(Value::External(external_member(db, package, interned))), Rule::Implicit);
    }
    (Set::unknown(), Rule::None)
}

/// The class of a name that one of these types extends: inside of a class its bases are known by their names, wherever they
/// stand (injected class names, [class.pre] of the standard of C++).
fn base_of_name(db: &Db, types: &Set, name: Text) -> Option<Value> {
    let hash = indexer_core::key::hash_text(&db.text_of(name));
    types.iter().find_map(|value| {
        let Value::Type(TypeId::Def(sym), _) = value else { return None };
        let above = linearize(db, sym);
        let is_named = |one: &&Symbol| {
            db.unit(one.file).is_some_and(|unit| unit.hash(unit.facts.definition(one.def).name) == hash)
        };
        above.value.symbols.iter().find(is_named).map(|one| Value::Definition(*one))
    })
}

/// What the namespaces around types define under a name: `std::size A::f(B)` sees what stands beside `A`, although it is
/// written outside. Those that are around `scope` as well are left to the scopes above it.
fn around_types(
    db: &Db,
    file: FileId,
    scope: ScopeId,
    types: &Set,
    (name, namespace): (Text, Namespace),
) -> Option<Set> {
    let unit = db.unit(file)?;
    let here = unit.namespace_of(scope);
    types.iter().find_map(|value| {
        let Value::Type(TypeId::Def(sym), _) = value else { return None };
        let of = db.unit(sym.file)?;
        let mut path = of.namespace_of(of.facts.definition(sym.def).scope);
        while path.len() > here.len() {
            let found = visible(db, file, name, namespace, db.text(path));
            if !found.is_empty() {
                return Some(found);
            }
            path = path.rsplit_once(unit.rules.separator).map_or("", |(outer, _)| outer);
        }
        None
    })
}

/// What a binding of the file itself leads to; nothing where it only declares what others define.
fn resolve_own_binding(db: &Db, file: FileId, first: BindingId, namespace: Namespace) -> (Set, Rule) {
    let Some(unit) = db.unit(file) else { return (Set::unknown(), Rule::None) };
    let Some(one) = unit.facts.bindings.get(first.index()) else { return (Set::unknown(), Rule::None) };
    // What a condition decides may be defined otherwise elsewhere.
    let open = |b: &&indexer_core::Binding| match b.bound {
        Bound::Definition(def) => {
            let flags = unit.facts.definition(def).flags;
            flags.has(Flags::DECLARATION) || flags.has(Flags::CONDITIONAL)
        }
        _ => false,
    };
    let kind = unit.facts.scopes.get(one.scope.index()).map(|scope| scope.kind);
    let overloads = unit.rules.includes_overloads();
    if kind == Some(ScopeKind::Extension) && overloads {
        // Each function that is defined outside of its class stands in a block of its own: the
        // class knows the others of its name.
        let types = type_around(db, file, one.scope);
        let name = db.name(unit, one.name);
        let (found, _) = resolve_member(db, &types, name, None);
        let found = without_functions(db, found, namespace);
        if !found.is_empty() && !found.has_unknown() {
            return (found, Rule::Receiver);
        }
    }
    if !matches!(kind, Some(ScopeKind::File | ScopeKind::Module)) {
        return resolve_binding(db, file, first, namespace);
    }
    let group = unit.facts.bindings[first.index()..].iter();
    let group = || group.clone().take_while(|b| b.scope == one.scope && b.name == one.name);
    let defined = group().all(|b| matches!(b.bound, Bound::Definition(_)));
    // A macro may hide the others.
    let is_macro = |b: &indexer_core::Binding| match b.bound {
        Bound::Definition(def) => unit.kind(def) == SymbolKind::Macro,
        _ => false,
    };
    let mixed = group().nth(1).is_some() && group().any(is_macro);
    if defined && (overloads || mixed || group().any(|b| open(&b))) {
        return (Set::default(), Rule::None);
    }
    resolve_binding(db, file, first, namespace)
}

/// Where a type is written, the constructors of its name are not meant.
fn without_functions(db: &Db, found: Set, namespace: Namespace) -> Set {
    if namespace.meets(Namespace::VALUE) {
        return found;
    }
    let is_function = |value: &Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_callable()),
        _ => false,
    };
    if found.iter().any(|value| is_function(&value)) {
        found.iter().filter(|value| !is_function(value)).collect()
    } else {
        found
    }
}

/// Where no value is written, fields are not meant.
fn without_fields(db: &Db, found: Set, namespace: Namespace) -> Set {
    if namespace.meets(Namespace::VALUE) {
        return found;
    }
    let is_field = |value: &Value| match value {
        Value::Definition(sym) => {
            db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def) == SymbolKind::Field)
        }
        _ => false,
    };
    found.iter().filter(|value| !is_field(value)).collect()
}

fn rule_of(file: FileId, found: &Set) -> Rule {
    let own = |value: Value| matches!(value, Value::Definition(sym) if sym.file == file);
    if found.iter().all(own) { Rule::Scope } else { Rule::Import }
}

/// What the files that `file` includes define under a name in a namespace. With an unknown value where that rests on a
/// file that is only perhaps included.
pub(crate) fn visible(db: &Db, file: FileId, name: Text, namespace: Namespace, path: Text) -> Set {
    let question = (name, namespace, path);
    let is_own = db.is_own(file);
    if is_own && let Some(known) = db.own.visible.get(&question) {
        return known;
    }
    let has_namespaces = has_namespaces(db, file);
    let mut found = match db.text_of(path).is_empty() && has_namespaces {
        true => told_apart_by_macros(db, file, find_visible(db, file, name, namespace, path), None),
        false => find_visible(db, file, name, namespace, path),
    };
    let brought = if has_namespaces { brought_in(db, file, (name, namespace), path) } else { Set::default() };
    // Two declarations may lead to one another, so that what is known now is not all.
    let is_settled = brought.is_empty() || db.at_top();
    if found.is_empty() {
        found = brought;
    } else if !brought.is_empty() && !found.has_unknown() {
        found.extend(&overloaded_with(db, &found.clone(), &brought));
    }
    if is_own && is_settled {
        db.own.visible.insert(question, found.clone());
    }
    found
}

/// What declarations in files that `file` includes bring into the namespace of a path under a name: `using a::b;`.
/// O(files that bring in the name).
fn brought_in(db: &Db, file: FileId, (name, namespace): (Text, Namespace), path: Text) -> Set {
    let mut found = Set::default();
    let hash = indexer_core::key::hash_text(&db.text_of(name));
    let files = db.linker.database.extending(using_name(hash));
    if files.is_empty() {
        return found;
    }
    let (reach, path) = (include_closure(db, file), db.text_of(path));
    for other in files {
        let Some(sure) = reach.has(other) else { continue };
        let Some(unit) = including(db, other) else { continue };
        for (id, _) in using_declarations(unit.facts).filter(|(_, one)| unit.hash(*one) == hash) {
            let import = &unit.facts.imports[id.index()];
            if *unit.namespace_of(import.scope) != *path {
                continue;
            }
            let target = import_target(db, other, id, import.path.len() as u32);
            let target = without_functions(db, without_fields(db, target, namespace), namespace);
            let known: Set = target.iter().filter(|value| *value != Value::Unknown).collect();
            found.extend(&known);
            if !sure && !known.is_empty() {
                found.add(Value::Unknown);
            }
        }
    }
    found
}

fn find_visible(db: &Db, file: FileId, name: Text, namespace: Namespace, path: Text) -> Set {
    let hash = indexer_core::key::hash_text(&db.text_of(name));
    db.depend(DependencyKey::declared(hash));
    let reach = include_closure(db, file);
    let path = db.text_of(path);
    let (mut certain, possible) = standing_in(db, &reach, (hash, namespace), &path);
    let separator = db.unit(file).map_or("::", |unit| unit.rules.separator);
    let (first, rest) = path.split_once(separator).unwrap_or((&path, ""));
    let is_opened = !first.is_empty() && is_opened_by_macro(db, &reach, first);
    if is_opened && !certain.is_empty() {
        // What stands behind a macro that opens the namespace seems to stand outside of it.
        let (outside, _) = standing_in(db, &reach, (hash, namespace), rest);
        certain.extend(outside.into_iter().filter(|sym| is_behind_opening(db, *sym, Some(first))));
    }
    if !certain.is_empty() {
        return select_declarations(db, file, certain);
    }
    if namespace.meets(Namespace::VALUE) {
        let listed = listed(db, &reach, hash, &path);
        if !listed.is_empty() {
            return select_declarations(db, file, listed);
        }
    }
    let mut found = select_declarations(db, file, possible);
    if !found.is_empty() {
        found.add(Value::Unknown);
    } else if is_opened {
        let outside = find_visible(db, file, name, namespace, db.text(rest));
        found = told_apart_by_macros(db, file, outside, Some(first));
    }
    found
}

/// What files in reach define under a name in the namespace of a path: those that are certainly included, and others.
fn standing_in(
    db: &Db,
    reach: &IncludeClosure,
    (hash, namespace): (u64, Namespace),
    path: &str,
) -> (Symbols, Symbols) {
    let (mut certain, mut possible) = (Symbols::new(), Symbols::new());
    let wanted = DefinedKinds::visible_in(namespace);
    for (other, kinds) in db.linker.database.defining_kinds(hash) {
        let Some(sure) = reach.has(other).filter(|_| kinds.may_have(wanted)) else { continue };
        let Some(unit) = db.unit(other).filter(|unit| unit.rules.inclusion.is_some()) else { continue };
        let found = if sure { &mut certain } else { &mut possible };
        found.extend(declared_in(unit, hash, namespace, path).map(|def| Symbol { file: other, def }));
    }
    (certain, possible)
}

/// True where the language of a file has namespaces, which macros may open.
fn has_namespaces(db: &Db, file: FileId) -> bool {
    db.unit(file).is_some_and(|unit| unit.rules.includes_overloads())
}

/// True for a namespace that a macro in sight opens: what stands in it is found outside of it.
fn is_opened_by_macro(db: &Db, reach: &IncludeClosure, name: &str) -> bool {
    let hash = indexer_core::key::hash_text(name);
    db.depend(DependencyKey::declared(hash));
    let opens = |file: &FileId| {
        including(db, *file).is_some_and(|unit| {
            unit.definitions_of(hash).any(|def| {
                let definition = unit.facts.definition(def);
                definition.kind == SymbolKind::Module && definition.flags.has(Flags::IN_MACRO)
            })
        })
    };
    let all = db
        .linker
        .opening
        .get_or_insert_with(hash, || db.linker.database.defining(hash).into_iter().filter(opens).collect());
    all.iter().any(|file| reach.has(*file).is_some())
}

/// What namespaces that a `using namespace` in a scope names define under a name.
fn used_namespaces(db: &Db, file: FileId, scope: ScopeId, name: Text, namespace: Namespace) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let mut found = Set::default();
    for (_, import) in unit.wildcards.iter().filter(|(s, _)| *s == scope) {
        let Some(info) = unit.facts.imports.get(import.index()).filter(|info| !is_include(info)) else {
            continue;
        };
        let used = import_target(db, file, *import, info.path.len() as u32);
        for value in as_namespaces(db, file, &used).iter() {
            if matches!(value, Value::Namespace(..) | Value::Definition(_)) {
                found.extend(&exported(db, value, name, namespace));
            }
        }
    }
    found
}

/// True for another name of a type.
fn is_alias(db: &Db, value: Value) -> bool {
    matches!(value, Value::Definition(sym)
        if db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def) == SymbolKind::TypeAlias))
}

/// Where the first names of `using a::b` lead.
pub(crate) fn using_declaration(db: &Db, file: FileId, import: &Import, upto: usize) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    let mut here = Set::default();
    for (i, name) in import.path.iter().enumerate().take(upto) {
        let namespace = if i + 1 == import.path.len() { Namespace::ANY } else { Namespace::TYPE };
        let text = db.name(unit, *name);
        if i > 0 {
            let of = as_namespaces(db, file, &here);
            here = Set::default();
            for value in of.iter() {
                // A class may be named by another name.
                here.extend(&match is_alias(db, value) {
                    true => resolve_member(db, &reify_all(db, &Set::of(value), None), text, None).0,
                    false => exported(db, value, text, namespace),
                });
            }
            continue;
        }
        if let Some(package) = (unit.rules.implicit)(unit.facts.name(*name))
            && package == unit.facts.name(*name)
        {
            here = Set::of(Value::External(db.text(package)));
            continue;
        }
        let mut scope = Some(import.scope);
        while let Some(id) = scope.filter(|_| here.is_empty()) {
            let Some(info) = unit.facts.scopes.get(id.index()) else { break };
            match info.kind {
                ScopeKind::Module | ScopeKind::File => {
                    here = visible(db, file, text, namespace, db.text(unit.namespace_of(id)));
                }
                ScopeKind::Type => {
                    let types = type_around(db, file, id);
                    here = base_of_name(db, &types, text).into_iter().collect();
                    if here.is_empty() {
                        let members = resolve_member(db, &types, text, None).0;
                        here = members.iter().filter(|value| is_alias(db, *value)).collect();
                    }
                }
                _ => {}
            }
            scope = info.parent;
        }
    }
    if here.is_empty() { Set::unknown() } else { here }
}

/// What a name is as a value. Of a type that is not in sight any definition stands for all: which
/// one it is shows where a member of it is used, see [`complete_type`].
pub(crate) fn as_visible(db: &Db, file: FileId, expression: Expression, found: Set) -> Set {
    match expression {
        Expression::Name { namespace, .. } if namespace == Namespace::TAG => {
            let defined = found.iter().find(|value| matches!(value, Value::Definition(_)));
            defined.map_or(found, Set::of)
        }
        _ => as_namespaces(db, file, &found),
    }
}

/// Definitions of namespaces as the namespaces that `file` sees.
pub(crate) fn as_namespaces(db: &Db, file: FileId, found: &Set) -> Set {
    let namespace = |value: Value| match value {
        Value::Definition(sym) => {
            let unit = db.unit(sym.file).filter(|unit| unit.rules.inclusion.is_some());
            let unit = unit.filter(|unit| unit.kind(sym.def) == SymbolKind::Module)?;
            // What a macro opens is no scope of the files that use it.
            let definition = unit.facts.definition(sym.def);
            let name = unit.facts.name(definition.name);
            Some(Value::Namespace(
                file,
                db.text(definition.body.map_or(name, |body| unit.namespace_of(body))),
            ))
        }
        _ => None,
    };
    found.iter().map(|value| namespace(value).unwrap_or(value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{file, linking, printed};

    #[test]
    fn what_an_included_file_includes_is_visible_and_nothing_else() {
        let files = [
            ("a.h", "int f(void);\n"),
            ("b.h", "#include \"a.h\"\n"),
            ("c.h", "int g(void);\n"),
            ("main.c", "#include \"b.h\"\n"),
        ];
        linking(&files, "main.c", |db| {
            let seen = |name: &str| {
                printed(db, &visible(db, file(db, "main.c"), db.text(name), Namespace::VALUE, db.text("")))
            };
            assert_eq!(seen("f"), "a.h#f");
            assert_eq!(seen("g"), "");
        });
    }
}

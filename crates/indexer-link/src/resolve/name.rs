//! Where names, members and imports lead, before they are seen as values.

use crate::frameworks::global_of_package;
use crate::infer::{BindingValue, called_field, extending_instead, in_scope, resolve_member, value_of};
use crate::query::Db;
use crate::resolve::shadowing::resolve_in_order;
use crate::resolve::{
    by_absence, by_access, by_exclusion, by_implied_packages, by_imports, by_outside_wildcards,
    depend_on_binding, exported_through_wildcard, external_member, global_definitions, import_target,
    import_target_of_binding, imported_from_packages, imports_everywhere, in_namespaces,
    in_written_namespace, inherited_before, inherited_names, is_declared_package, is_of_unknown_package,
    macro_by_name, made_around, meant_here, namespace_of_name, of_platform, package_export, package_inside,
    package_name, path_root, resolve_constant, resolve_visible_name, runs_a_program, targets_of_bindings,
    types_or_values, wildcard_targets,
};
use crate::unit::Unit;
use crate::value::{Args, Set, Text, TypeId, Value};
use indexer_core::{
    Access, Binding, BindingId, Bound, ExprId, Expression, FileId, ImportShape, Linearization, Name,
    Namespace, Rule, ScopeId, ScopeKind, SymbolKind, work,
};
use smallvec::SmallVec;

/// Where a name, member or import leads, not yet seen as a value, and by which rule. `call`
/// says whether it is called, where that decides between a field and a method.
pub(crate) fn resolve(db: &Db, file: FileId, id: ExprId, call: Option<bool>) -> (Set, Rule) {
    let Some(unit) = db.unit(file) else { return (Set::unknown(), Rule::None) };
    match unit.facts.expression(id) {
        Expression::Name { name, scope, bound, namespace } => {
            resolve_name(db, file, name, scope, bound, namespace)
        }
        Expression::Import { import, upto } => {
            (of_platform(db, file, import_target(db, file, import, upto)), Rule::Import)
        }
        Expression::Member { of, name, access } => {
            // `C::m` names a method that is not called.
            let is_path = access == Access::Path && !unit.rules.argument_labels;
            let call = if is_path && unit.rules.classes.is_some() { Some(true) } else { call };
            let call = if unit.rules.objects { None } else { call };
            if let Some(found) = own_associated_type(db, file, of, name) {
                return (found, Rule::Receiver);
            }
            if is_root_of_crates(unit, of) {
                return (crate_named(db, unit, file, name), Rule::Path);
            }
            let name = db.name(unit, name);
            let receivers = value_of(db, file, of);
            if let Some(found) = in_written_namespace(db, file, &receivers, of, name) {
                return (found, Rule::Path);
            }
            match imported_from_packages(db, file, &receivers, name) {
                Some(found) if unit.rules.objects => (types_or_values(db, found, is_path), Rule::Path),
                Some(found) => (found, Rule::Path),
                None => {
                    let (found, rule) = resolve_member(db, &receivers, name, call);
                    let found = match unit.rules.objects {
                        true => types_or_values(db, found, is_path),
                        false if are_modules(&receivers) => by_access(db, file, found, access),
                        false => found,
                    };
                    match extending_instead(db, file, &receivers, name, &found) {
                        Some(extending) => {
                            (extending.into_iter().map(|(found, _)| found).collect(), Rule::Member)
                        }
                        None => match called_field(db, &receivers, name, call, &found) {
                            Some(field) => (field, Rule::Member),
                            None => (found, rule),
                        },
                    }
                }
            }
        }
        Expression::SelfType(_) | Expression::SelfInstance(_) => (value_of(db, file, id), Rule::Receiver),
        Expression::Definition(def) => (Set::of(Value::definition(file, def)), Rule::Scope),
        Expression::Apply { of, .. } => resolve(db, file, of, call),
        Expression::Case { member, name } => resolve_case(db, file, member, name),
        _ => (value_of(db, file, id), Rule::Value),
    }
}

/// True for modules, of which a member is a definition.
pub(crate) fn are_modules(receivers: &Set) -> bool {
    let mut all = receivers.iter();
    all.all(|value| matches!(value, Value::Module(..) | Value::Namespace(..)))
}

/// True for what stands before the name of a crate: `::regex::Regex`.
pub(crate) fn is_root_of_crates(unit: &Unit<'_>, of: ExprId) -> bool {
    unit.rules.imports_see_scope
        && matches!(unit.facts.expression(of), Expression::Name { name, .. } if unit.facts.name(name) == "::")
}

/// The crate of a name, whatever else has it here.
pub(crate) fn crate_named(db: &Db, unit: &Unit<'_>, file: FileId, name: Name) -> Set {
    let text = unit.facts.name(name);
    match text {
        "crate" | "super" | "self" => Set::unknown(),
        _ => path_root(db, file, ScopeId(0), text, 0),
    }
}

/// The type that the block around it gives to a trait, where it is named through the receiver's type: another block may
/// give another trait one of the same name.
pub(crate) fn own_associated_type(db: &Db, file: FileId, of: ExprId, name: Name) -> Option<Set> {
    let unit = db.unit(file).filter(|unit| unit.rules.linearization == Linearization::Autoderef)?;
    let Expression::SelfType(scope) = unit.facts.expression(of) else { return None };
    let found = in_scope(db, file, scope, unit.hash(name), None);
    match found.only() {
        Some(Value::Definition(sym)) if unit.kind(sym.def) == SymbolKind::AssociatedType => Some(found),
        _ => None,
    }
}

/// A constant of the enumeration that is compared, else what the name by itself means, as far as that is known.
fn resolve_case(db: &Db, file: FileId, member: ExprId, name: ExprId) -> (Set, Rule) {
    if db.unit(file).is_some_and(|unit| unit.rules.open_types.is_some()) {
        return resolve_bare_member(db, file, member, name);
    }
    let constant = resolve(db, file, member, None);
    let is_constant = |value: Value| match value {
        Value::Definition(sym) => {
            db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def) == SymbolKind::Variant)
        }
        _ => false,
    };
    if !constant.0.is_empty() && constant.0.iter().all(is_constant) {
        return constant;
    }
    let named = resolve(db, file, name, None);
    if named.0.iter().any(|value| matches!(value, Value::Definition(_))) { named } else { constant }
}

/// A member of the receiver, else a function outside of types.
fn resolve_bare_member(db: &Db, file: FileId, member: ExprId, name: ExprId) -> (Set, Rule) {
    let found = resolve(db, file, member, Some(true));
    let is_ours =
        |value: Value| matches!(value, Value::Definition(_) | Value::Instance(..) | Value::Receiver(..));
    if found.0.iter().any(is_ours) {
        return found;
    }
    let named = resolve(db, file, name, None);
    let is_nothing = found.0.iter().all(|value| value == Value::Unknown);
    if named.0.iter().any(is_ours) || is_nothing { named } else { found }
}

pub(crate) fn resolve_name(
    db: &Db,
    file: FileId,
    name: Name,
    scope: ScopeId,
    bound: Option<BindingId>,
    namespace: Namespace,
) -> (Set, Rule) {
    let (found, rule) = find_name(db, file, name, scope, bound, namespace);
    (meant_here(db, file, found, namespace), rule)
}

fn find_name(
    db: &Db,
    file: FileId,
    name: Name,
    scope: ScopeId,
    bound: Option<BindingId>,
    namespace: Namespace,
) -> (Set, Rule) {
    let Some(unit) = db.unit(file) else { return (Set::unknown(), Rule::None) };
    if unit.rules.inclusion.is_some() && unit.stub_of.is_none() {
        return resolve_visible_name(db, file, name, scope, bound, namespace);
    }
    if unit.rules.wildcards_shadow && unit.stub_of.is_none() {
        return resolve_in_order(db, file, (name, scope), bound, namespace);
    }
    if unit.rules.open_types.is_some()
        && !bound.is_some_and(|bound| is_local(unit, bound) || !namespace.meets(Namespace::TYPE))
    {
        let text = unit.facts.name(name);
        let found = resolve_constant(db, file, scope, text, namespace).unwrap_or_default();
        if !found.is_empty() {
            return (found, Rule::Scope);
        }
    } else if let Some(first) = bound
        && !is_import_of_another(db, file, first, namespace)
    {
        let nearer = inherited_before(db, file, scope, first, namespace);
        if !nearer.is_empty() {
            return (nearer, Rule::Receiver);
        }
        let (mut found, rule) = resolve_binding(db, file, first, namespace);
        // Under a condition that does not hold, it is what an import from outside gives.
        if unit.rules.packages_nest && namespace.meets(Namespace::TYPE) && is_conditional(db, &found) {
            let name = db.name(unit, name);
            found.extend(&by_outside_wildcards(db, file, name).map(Value::External).into_iter().collect());
        }
        let is_ours = |value: Value| matches!(value, Value::Definition(_));
        if is_conditional_import(unit, first) && found.iter().any(is_ours) {
            found.add(Value::Unknown);
        }
        return (found, rule);
    }
    let text = unit.facts.name(name);
    if matches!(text, "crate" | "super" | "self" | "::") && unit.rules.imports_see_scope {
        if text == "::" {
            return (Set::unknown(), Rule::None);
        }
        return (path_root(db, file, scope, text, 0), Rule::Path);
    }
    let name = db.name(unit, name);
    let implied = namespace == Namespace::TYPE && (unit.rules.implicit)(text).is_some();
    let (inherited, outside) =
        if implied { Default::default() } else { inherited_names(db, file, scope, None, name, namespace) };
    if !inherited.is_empty() {
        return (inherited, Rule::Receiver);
    }
    let mut shared = package_name(db, file, name, namespace);
    if unit.rules.packages_are_likely && !shared.is_empty() {
        let read = resolve_by_wildcards(db, file, scope, name, namespace);
        if !read.is_empty() {
            return (read, Rule::Import);
        }
        if let Some(rule) = unit.rules.likely_by {
            shared.add(Value::Unknown);
            return (shared, rule);
        }
        shared.add(Value::Unknown);
    }
    if !shared.is_empty() {
        // Under a condition that does not hold, it is what an import from outside gives.
        if unit.rules.packages_nest && is_conditional(db, &shared) {
            shared.extend(&by_outside_wildcards(db, file, name).map(Value::External).into_iter().collect());
        }
        return (beside_given(db, unit, shared, text), Rule::Scope);
    }
    let mut through = resolve_by_wildcards(db, file, scope, name, namespace);
    if unit.rules.packages_nest {
        through.extend(&resolve_everywhere(db, file, name, namespace));
        if is_conditional(db, &through) {
            through.extend(&by_outside_wildcards(db, file, name).map(Value::External).into_iter().collect());
        }
    }
    if !through.is_empty() {
        return (beside_given(db, unit, through, text), Rule::Import);
    }
    // No macro makes a macro that it is then made by.
    if namespace != Namespace::MACRO {
        let made = made_around(db, unit, file, scope, indexer_core::key::hash_text(text));
        if !made.is_empty() {
            return (made, Rule::Scope);
        }
    }
    let of_stub = unit.plain_stub().filter(|_| namespace != Namespace::MACRO);
    if of_stub.is_some() && db.linker.has_stubs_of(unit.rules.language, text) {
        return (Set::of(Value::External(name)), Rule::Implicit);
    }
    if unit.rules.has_globals && of_stub.is_none() && !(unit.rules.fixed)(text) {
        let found = global_definitions(db, text, namespace, true);
        if !found.is_empty() {
            return (found, Rule::Implicit);
        }
    }
    // A stub names types of the language itself without an import, as every file does.
    // Where only some names are seen everywhere, these are.
    let everywhere = unit.rules.packages.map_or(Namespace(0), |packages| packages.global);
    let is_seen = everywhere == Namespace(0) || namespace.meets(everywhere);
    let implicit = (unit.rules.implicit)(text)
        .filter(|_| is_seen && (of_stub.is_none() || unit.rules.packages.is_some()));
    if let Some(package) = implicit.or(of_stub) {
        let package = db.text(package);
        return (Set::of(Value::External(external_member(db, package, name))), Rule::Implicit);
    }
    if unit.stub_of.is_none()
        && namespace != Namespace::MACRO
        && let Some(path) = global_of_package(db, unit, text)
    {
        return (Set::of(Value::External(db.text(&path))), Rule::Implicit);
    }
    if namespace == Namespace::MACRO {
        return (macro_by_name(db, file, text), Rule::Scope);
    }
    if let Some(found) = by_outside_wildcards(db, file, name) {
        return (Set::of(Value::External(found)), Rule::Import);
    }
    if !outside.is_empty() {
        // Types that a base outside holds are few beside those that the file takes in; its members are not.
        let is_type = namespace.meets(Namespace::TYPE)
            && text.starts_with(char::is_uppercase)
            && !(unit.rules.members_named_as_types && namespace.meets(Namespace::VALUE));
        let taken_in = is_type.then(|| by_exclusion(db, (file, scope), name, namespace)).flatten();
        if let Some(path) = taken_in {
            return (Set::of(Value::External(path)), Rule::Import);
        }
        if !(is_type && outside.iter().all(|value| is_of_unknown_package(db, value))) {
            return (outside, Rule::Receiver);
        }
    }
    // What is written before others may be a namespace of the language.
    if unit.rules.packages_nest && unit.rules.standard_packages.contains(&text) {
        return (Set::of(Value::External(name)), Rule::Implicit);
    }
    if namespace.meets(Namespace::TYPE)
        && let Some(found) = namespace_of_name(db, unit, text)
    {
        return (found, Rule::Path);
    }
    if let Some(found) = by_implied_packages(db, unit.rules, name)
        .filter(|_| namespace.meets(Namespace::TYPE) || unit.rules.functions_overload)
    {
        return (Set::of(Value::External(found)), Rule::Implicit);
    }
    let by_name = unit.rules.packages.is_some_and(|packages| packages.by_name);
    if (unit.rules.imports_see_scope || by_name) && namespace.meets(Namespace::TYPE) {
        if unit.rules.objects
            && let Some(package) = package_inside(db, unit, text)
        {
            return (Set::of(package), Rule::Path);
        }
        let root = path_root(db, file, scope, text, 0);
        // Where no folder tells which packages there are, a name that nothing binds need not be one.
        let folders_tell = unit.rules.packages.is_none_or(|packages| packages.in_folders);
        let is_known = |value: Value| match value {
            Value::Folder(package) => unit.rules.objects && is_declared_package(db, &db.text_of(package)),
            _ => true,
        };
        if folders_tell || root.iter().all(is_known) {
            return (root, Rule::Path);
        }
    }
    if namespace.meets(Namespace::CALLABLE) && runs_a_program(db, unit, text) {
        return (Set::of(Value::External(name)), Rule::Implicit);
    }
    if let Some(path) = by_exclusion(db, (file, scope), name, namespace) {
        return (Set::of(Value::External(path)), Rule::Import);
    }
    if let Some(path) = by_imports(db, file, name) {
        return (Set::of(Value::External(path)), Rule::Import);
    }
    if let Some(path) = by_absence(db, unit, name, namespace) {
        return (Set::of(Value::External(path)), Rule::Implicit);
    }
    (Set::unknown(), Rule::None)
}

/// True for an import of a function where a type is named: one imports functions, the other has its own name space.
fn is_import_of_another(db: &Db, file: FileId, binding: BindingId, namespace: Namespace) -> bool {
    let Some(unit) = db.unit(file) else { return false };
    let merges = unit.rules.declarations_merge && unit.rules.has_globals;
    let Some(one) = unit.facts.bindings.get(binding.index()) else { return false };
    let has_both = unit.rules.classes.is_some() || merges;
    if namespace != Namespace::TYPE || !has_both || !matches!(one.bound, Bound::Import(_)) {
        return false;
    }
    let (found, _) = resolve_binding(db, file, binding, namespace);
    let is_value = |kind: SymbolKind| {
        kind.is_callable() || merges && matches!(kind, SymbolKind::Constant | SymbolKind::Variable)
    };
    let is_of_another = |value: Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|of| is_value(of.kind(sym.def))),
        _ => false,
    };
    let is_another = !found.is_empty() && found.iter().all(is_of_another);
    // Where no type has the name, the import is all that there is.
    let has_type = || !global_definitions(db, unit.facts.name(one.name), Namespace::TYPE, true).is_empty();
    is_another && (!merges || has_type())
}

/// True for an import that a condition of the preprocessor decides: where it does not hold, the name means something else.
fn is_conditional_import(unit: &Unit<'_>, binding: BindingId) -> bool {
    let bound = unit.facts.bindings.get(binding.index()).map(|one| one.bound);
    let Some(Bound::Import(id)) = bound.filter(|_| unit.rules.packages_nest) else { return false };
    unit.facts.imports.get(id.index()).is_some_and(|one| one.condition.is_some())
}

fn is_local(unit: &Unit<'_>, binding: BindingId) -> bool {
    let bound = unit.facts.bindings.get(binding.index()).map(|one| one.bound);
    matches!(bound, Some(Bound::Local | Bound::Parameter(_)))
}

/// What a bare name means outside of all types: what the file or its package declares or imports, else what every file sees.
pub(crate) fn outside_of_types(db: &Db, file: FileId, name: Name, namespace: Namespace) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let bindings = unit.hoisted(ScopeId(0), name, namespace);
    let mut found = targets_of_bindings(db, file, &bindings);
    let text = db.name(unit, name);
    if found.is_empty() {
        found = package_name(db, file, text, namespace);
    }
    if found.is_empty() {
        found = resolve_by_wildcards(db, file, ScopeId(0), text, namespace);
    }
    if found.is_empty()
        && let Some(implied) = by_implied_packages(db, unit.rules, text)
    {
        found.add(Value::External(implied));
    }
    meant_here(db, file, found, namespace)
}

/// Modules with what the language has under their name too, where one adds to the other: `module List` beside that of the
/// library.
fn beside_given(db: &Db, unit: &Unit<'_>, mut found: Set, name: &str) -> Set {
    if !unit.rules.members_beside_types {
        return found;
    }
    let Some(package) = (unit.rules.implicit)(name) else { return found };
    let is_module = |value: Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|of| of.kind(sym.def) == SymbolKind::Module),
        _ => false,
    };
    if found.iter().all(is_module) {
        found.add(Value::External(external_member(db, db.text(package), db.text(name))));
    }
    found
}

/// True where one of them stands under a condition.
fn is_conditional(db: &Db, found: &Set) -> bool {
    found.iter().any(|value| match value {
        Value::Definition(sym) => db
            .unit(sym.file)
            .is_some_and(|unit| unit.facts.definition(sym.def).flags.has(indexer_core::Flags::CONDITIONAL)),
        _ => false,
    })
}

/// A name that imports of other files give, which hold in this one too.
fn resolve_everywhere(db: &Db, file: FileId, name: Text, namespace: Namespace) -> Set {
    let mut found = Set::default();
    let targets = wildcard_targets(db, file);
    for package in &targets.value.packages_everywhere {
        found.extend(&package_export(db, *package, name, namespace));
    }
    for (other, import) in &targets.value.others_everywhere {
        found.extend(&exported_through_wildcard(db, *other, *import, name, namespace));
    }
    let text = db.text_of(name);
    for (other, import) in imports_everywhere(db, file, |one| one.shape != ImportShape::Wildcard) {
        let Some(unit) = db.unit(other) else { continue };
        let Some(one) = unit.facts.imports.get(import.index()) else { continue };
        match (one.shape, one.alias.or(one.path.last().copied())) {
            (ImportShape::Item, Some(bound)) if unit.facts.name(bound) == text.as_str() => {
                found.extend(&import_target_of_binding(db, other, import));
            }
            _ => {}
        }
    }
    found
}

/// What more bindings of one name in one scope stand for is remembered: each reference asks for all of them.
const MANY_BINDINGS: usize = 16;

/// The bindings that `first` stands for: all that hold in the whole scope, or that one.
pub(crate) fn resolve_binding(db: &Db, file: FileId, first: BindingId, namespace: Namespace) -> (Set, Rule) {
    let is_own = db.is_own(file);
    if is_own && let Some(known) = db.own.bindings.get(&(first, namespace)) {
        return known;
    }
    let Some(unit) = db.unit(file) else { return (Set::unknown(), Rule::None) };
    let Some(one) = unit.facts.bindings.get(first.index()) else { return (Set::unknown(), Rule::None) };
    let group: SmallVec<[(BindingId, &Binding); 2]> = if one.from > 0 {
        SmallVec::from_iter([(first, one)])
    } else {
        let rest = unit.facts.bindings[first.index()..].iter().enumerate();
        rest.take_while(|(_, b)| b.scope == one.scope && b.name == one.name)
            .inspect(|_| work::add(1))
            .filter(|(_, b)| b.from == 0 && b.namespace.meets(namespace))
            .map(|(i, b)| (BindingId(first.0 + i as u32), b))
            .collect()
    };
    if !is_own
        && let Some(scope) = unit.facts.scopes.get(one.scope.index())
        && matches!(scope.kind, ScopeKind::File | ScopeKind::Module | ScopeKind::Type | ScopeKind::Extension)
    {
        depend_on_binding(db, file, one.scope, unit.hash(one.name));
    }
    let bindings: SmallVec<[&Binding; 2]> = group.iter().map(|(_, b)| *b).collect();
    let mut found = targets_of_bindings(db, file, &bindings);
    let imported = bindings.iter().any(|b| matches!(b.bound, Bound::Import(_) | Bound::Alias));
    let is_many = group.len() > MANY_BINDINGS;
    for (id, binding) in group {
        match binding.bound {
            Bound::Parameter(_) | Bound::Local => {
                found.extend(&db.ask(BindingValue { file, binding: id }));
            }
            Bound::TypeParameter(index) => {
                found.add(Value::Type(TypeId::Param(file, index), Args::NONE));
            }
            Bound::Definition(_) | Bound::Import(_) | Bound::Alias => {}
        }
    }
    let found = (in_namespaces(db, found, namespace), if imported { Rule::Import } else { Rule::Scope });
    if is_own && is_many {
        db.own.bindings.insert((first, namespace), found.clone());
    }
    found
}

/// A name that wildcard imports of the scopes around may give.
fn resolve_by_wildcards(db: &Db, file: FileId, scope: ScopeId, name: Text, namespace: Namespace) -> Set {
    let Some(unit) = db.unit(file) else { return Set::default() };
    let foreign = !db.is_own(file);
    if !unit.rules.wildcards_bind || (unit.wildcards.is_empty() && !foreign) {
        return Set::default();
    }
    let mut found = Set::default();
    let mut current = Some(scope);
    while let Some(id) = current {
        let Some(info) = unit.facts.scopes.get(id.index()) else { break };
        if foreign {
            // Also where there is none: one may appear.
            let key = indexer_core::DependencyKey::wildcards(unit.path_hash, unit.scope_owner(id));
            db.depend(key);
        }
        for (_, import) in unit.wildcards.iter().filter(|(s, _)| *s == id) {
            if !(unit.rules.hidden_from_wildcard)(&db.text_of(name)) {
                found.extend(&exported_through_wildcard(db, file, *import, name, namespace));
            }
        }
        // Names of one inline module are not seen in another inside it, but where packages around are.
        let is_module = info.kind == ScopeKind::Module && !unit.rules.packages_nest;
        let is_package = info.kind == ScopeKind::Type && unit.rules.modules_are_classes;
        if !found.is_empty() || is_module || is_package {
            return found;
        }
        current = info.parent;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{expression, linking, printed};

    #[test]
    fn a_member_leads_to_its_definition_and_what_is_not_known_leads_nowhere() {
        let text = "class C:\n    def m(self): pass\nx = C()\nx.m()\nunbound\n";
        linking(&[("a.py", text)], "a.py", |db| {
            let found = |name: &str| {
                let (file, id) = expression(db, "a.py", name);
                let (set, rule) = resolve(db, file, id, None);
                (printed(db, &set), rule)
            };
            assert_eq!(found("m"), ("a.py#C.m".to_owned(), Rule::Member));
            assert_eq!(found("unbound"), ("unknown".to_owned(), Rule::None));
        });
    }
}

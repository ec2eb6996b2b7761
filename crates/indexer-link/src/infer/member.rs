//! Members of values: where they lead and what they are.

use crate::flow::expand_parameters;
use crate::infer::{
    Members, are_outside, as_instance, builtin_type, call_member_named, declared_member, enum_of,
    extension_functions, extension_members_by_name, header_type, in_scope, item_of, lookup_above,
    members_of_instance, members_of_singleton, members_of_type, merged_members, offered_beside, on_side,
    own_member, property_instead, property_values, reify_all, rules_of, run_bare, stub_path, value_of,
};
use crate::query::Db;
use crate::resolve::{
    are_modules, as_namespaces, by_access, crate_named, depend_on_binding, exported, external_member,
    imported_from_packages, in_namespaces, in_written_namespace, is_root_of_crates, module_above, open_types,
    own_associated_type, types_or_values, undeclared_submodule,
};
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    ANY_MEMBER, Access, DependencyKey, ExprId, Expression, FileId, Linearization, Name, Namespace, Rule,
    ScopeId, SymbolKind,
};
use smallvec::SmallVec;

/// Members of a set of receivers: what they are, and by which rule.
pub(crate) fn resolve_member(db: &Db, receivers: &Set, name: Text, call: Option<bool>) -> (Set, Rule) {
    let receivers = &*expand_parameters(db, receivers);
    let mut all = Set::default();
    let mut rule = None;
    let found: SmallVec<[(Members, Rule); 2]> =
        receivers.iter().map(|receiver| members_of_value(db, receiver, name, call)).collect();
    // Where one of several values has the member, those that are known not to have it are not
    // what is meant.
    let is_had = found.iter().any(|(members, _)| !members.found.is_empty() && !members.guessed);
    // A module that adds to one of the library comes before it.
    let adds = db.unit(db.file()).is_some_and(|unit| unit.rules.members_beside_types);
    let is_added = |(of, (members, _)): (Value, &(Members, Rule))| {
        matches!(of, Value::Module(..)) && !members.found.is_empty()
    };
    let is_added = adds && receivers.iter().zip(&found).any(is_added);
    for (of, (members, by)) in receivers.iter().zip(found) {
        if members.guessed && is_had || is_added && matches!(of, Value::External(_)) {
            continue;
        }
        if members.found.is_empty() && members.open {
            all.add(Value::Unknown);
        }
        all.extend(&members.found);
        let weaker = |known: Rule| if known == by { known } else { Rule::Value };
        rule = Some(rule.map_or(by, weaker));
    }
    (all, rule.unwrap_or(Rule::None))
}

/// Members of one value. Those of types of another language of the runtime may have other names there.
pub(crate) fn members_of_value(db: &Db, of: Value, name: Text, call: Option<bool>) -> (Members, Rule) {
    let (members, rule) = members_by_name(db, of, name, call);
    use Value::{Instance, Module, Receiver, ReceiverType, Super, Type, Variant};
    let has_members = matches!(
        of,
        Type(..) | ReceiverType(..) | Instance(..) | Receiver(..) | Super(_) | Module(..) | Variant(..)
    );
    let look = |name: Text, call: Option<bool>| members_by_name(db, of, name, call).0;
    match has_members.then(|| property_instead(db, of, name, &members, look)).flatten() {
        Some(instead) => (Members { receiver: members.receiver, ..instead }, rule),
        None => (members, rule),
    }
}

/// Members of one value that have this name themselves.
fn members_by_name(db: &Db, of: Value, name: Text, call: Option<bool>) -> (Members, Rule) {
    let found = |found: Set| Members { found, ..Members::default() };
    match of {
        Value::Unknown => (Members { open: true, ..Members::default() }, Rule::None),
        Value::External(path) if let Some(added) = added_to_outside(db, path, name, call) => {
            (found(added), Rule::Member)
        }
        Value::Module(..) | Value::Namespace(..) | Value::Folder(_) | Value::External(_) => {
            (found(exported_by_path(db, of, name, call)), Rule::Path)
        }
        Value::Type(TypeId::Def(sym), _) | Value::ReceiverType(TypeId::Def(sym), _)
            if let Some(rules) = open_types(db, sym.file) =>
        {
            let members = members_of_singleton(db, of, sym, (name, call), rules);
            (members, if matches!(of, Value::Type(..)) { Rule::Path } else { Rule::Receiver })
        }
        Value::Type(id, _) | Value::ReceiverType(id, _) => {
            // Where a class has a companion, its own members are those of its instances.
            let companion = companion_of(db, id);
            let of_companion = companion.map(|of| members_of_instance(db, of, Args::NONE, name, call));
            let of_companion = of_companion.filter(|own| !own.found.is_empty() && !own.guessed);
            let mut members = of_companion.unwrap_or_else(|| members_of_type(db, id, name, call));
            members.found = on_side(db, members.found, true);
            if let TypeId::Def(sym) = id
                && members.found.is_empty()
                && let beside = offered_beside(db, sym, name)
                && !beside.is_empty()
            {
                return (found(beside), Rule::Path);
            }
            if let Some(members) = members_as_function(db, id, name, call, &members) {
                return (members, Rule::Member);
            }
            if members.found.is_empty()
                && !members.open
                && let Some(path) = stub_path(db, id)
            {
                let path = db.text(&path);
                members.found = Set::of(Value::External(external_member(db, path, name)));
            }
            members.receiver = Some(of);
            (members, if matches!(of, Value::Type(..)) { Rule::Path } else { Rule::Receiver })
        }
        Value::Instance(id, args) => {
            let mut members = members_of_instance(db, id, args, name, call);
            members.found = on_side(db, members.found, false);
            let members = or_of_package(db, (id, args), name, members);
            (or_of_every_object(db, name, call, members), Rule::Member)
        }
        Value::Receiver(id, args) => {
            let mut members = members_of_instance(db, id, args, name, call);
            members.found = on_side(db, members.found, false);
            let members = or_of_package(db, (id, args), name, members);
            (or_of_every_object(db, name, call, members), Rule::Receiver)
        }
        Value::Super(sym) => (lookup_above(db, sym, name, call), Rule::Receiver),
        Value::Variant(sym, args) => match enum_of(db, sym) {
            // Where types are declared, a constant is of its enumeration, whatever its body says.
            Some(of) if db.unit(of.file).is_some_and(|unit| unit.rules.classes.is_some()) => {
                (members_of_instance(db, TypeId::Def(of), args, name, call), Rule::Member)
            }
            Some(_) if !own_member(db, sym, name, call).is_empty() => {
                (found(own_member(db, sym, name, call)), Rule::Member)
            }
            Some(of) => (members_of_instance(db, TypeId::Def(of), args, name, call), Rule::Member),
            None => (Members { open: true, ..Members::default() }, Rule::None),
        },
        Value::Definition(sym) => (found(declared_member(db, sym, name)), Rule::Path),
        Value::Object(file, scope, known) => {
            let hash = hash_text(&db.text_of(name));
            // What others ask of a file that is a type.
            if scope == ScopeId(0) {
                depend_on_binding(db, file, scope, hash);
            }
            let mut members = found(in_scope(db, file, scope, hash, call));
            members.receiver = (known != Args::NONE).then_some(of);
            (or_of_every_object(db, name, call, members), Rule::Member)
        }
        Value::Function(sym, _) => {
            let statics = members_of_function(db, sym, name, call);
            let statics = if statics.is_empty() { offered_beside(db, sym, name) } else { statics };
            if statics.is_empty() {
                members_of_functions(db, name, call)
            } else {
                (found(statics), Rule::Path)
            }
        }
        Value::Lambda(..) | Value::Callable(..) => members_of_functions(db, name, call),
        Value::Tuple(_) if let Some(id) = tuple_type(db) => {
            (members_of_instance(db, id, Args::NONE, name, call), Rule::Member)
        }
        Value::Tuple(_) | Value::Argument(..) | Value::Metatype(..) => {
            (Members { open: true, ..Members::default() }, Rule::None)
        }
    }
}

/// What extensions of the repository add to a type outside under a name, where extensions are parts of their types.
fn added_to_outside(db: &Db, path: Text, name: Text, call: Option<bool>) -> Option<Set> {
    let rules = db.unit(db.file())?.rules;
    if !rules.extensions_are_parts {
        return None;
    }
    let path = db.text_of(path);
    let last = path.rsplit(rules.separator).next().unwrap_or(&path);
    let added = extension_members_by_name(db, hash_text(last), None, name, call);
    (!added.is_empty()).then_some(added)
}

/// The type of tuples, where the language has one.
fn tuple_type(db: &Db) -> Option<TypeId> {
    builtin_type(db, db.file(), db.unit(db.file())?.rules.protocol.tuple?)
}

/// What an instance of a package's type has under a name is of that package, also where it is not known where.
fn or_of_package(db: &Db, (of, args): (TypeId, Args), name: Text, members: Members) -> Members {
    let TypeId::Def(sym) = of else { return members };
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.is_installed) else { return members };
    // What is dereferenced may be of the repository, where anything in it is.
    let derefs = unit.rules.linearization == Linearization::Autoderef;
    let may_be_ours = members.open && derefs && !are_outside(db, args);
    if !members.found.is_empty() || may_be_ours {
        return members;
    }
    let Some(path) = stub_path(db, of) else { return members };
    Members { found: Set::of(Value::External(external_member(db, db.text(&path), name))), ..members }
}

/// The type whose only instance has the members of another type that this has without an instance.
pub(crate) fn companion_of(db: &Db, of: TypeId) -> Option<TypeId> {
    let TypeId::Def(sym) = of else { return None };
    let name = db.unit(sym.file)?.rules.companion?;
    match own_member(db, sym, db.text(name), None).only()? {
        Value::Definition(sym) => Some(TypeId::Def(sym)),
        _ => None,
    }
}

/// What a module has under a name. Where a name may be a value and a type at once, a call means the value.
fn exported_by_path(db: &Db, of: Value, name: Text, call: Option<bool>) -> Set {
    if let Some(above) = module_above(db, of, name) {
        return above;
    }
    let found = db.found_or(|| exported(db, of, name, Namespace::ANY), || undeclared_submodule(db, of, name));
    let is_called = call == Some(true) && db.unit(db.file()).is_some_and(|unit| unit.rules.unique_names);
    if is_called { in_namespaces(db, found, Namespace::VALUE) } else { found }
}

/// What is assigned to a function itself, or declared beside it.
fn members_of_function(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Set {
    let Some(unit) = db.unit(sym.file) else { return Set::default() };
    if !unit.rules.declarations_merge {
        return Set::default();
    }
    db.depend_on_symbol(sym);
    let hash = hash_text(&db.text_of(name));
    let own = unit.hash(unit.facts.definition(sym.def).name);
    for id in unit.extensions_of(own) {
        let extension = &unit.facts.extensions[id.index()];
        if unit.facts.expression(extension.of) == Expression::Definition(sym.def) {
            if !db.is_own(sym.file) {
                db.depend(DependencyKey::extension_member(unit.path_hash, own, hash));
            }
            let found = in_scope(db, sym.file, extension.scope, hash, call);
            if !found.is_empty() {
                return found;
            }
        }
    }
    merged_members(db, sym, name, call)
}

/// Members that every function has.
fn members_of_functions(db: &Db, name: Text, call: Option<bool>) -> (Members, Rule) {
    let file = db.file();
    let function = db.unit(file).and_then(|u| u.rules.protocol.function);
    match function.and_then(|name| builtin_type(db, file, name)) {
        Some(id) => (members_of_instance(db, id, Args::NONE, name, call), Rule::Member),
        None => (Members { open: true, ..Members::default() }, Rule::None),
    }
}

/// What a type has as the function that makes its instances, where nothing else is it under a name and types are functions.
fn members_as_function(
    db: &Db,
    of: TypeId,
    name: Text,
    call: Option<bool>,
    members: &Members,
) -> Option<Members> {
    let TypeId::Def(sym) = of else { return None };
    let unit = db.unit(sym.file).filter(|unit| unit.rules.protocol.prototype.is_some())?;
    let is_function = matches!(unit.kind(sym.def), SymbolKind::Class | SymbolKind::Function);
    if !is_function || !members.found.is_empty() || members.open || unit.stub_of.is_some() {
        return None;
    }
    let found = members_of_functions(db, name, call).0;
    (!found.found.is_empty() && !found.guessed).then_some(found)
}

/// What every instance has, where nothing else is under a name.
fn or_of_every_object(db: &Db, name: Text, call: Option<bool>, members: Members) -> Members {
    if !members.found.is_empty() || members.open {
        return members;
    }
    let file = db.file();
    let every = db.unit(file).and_then(|unit| unit.rules.protocol.every);
    let Some(id) = every.and_then(|name| builtin_type(db, file, name)) else { return members };
    let mut found = members_of_instance(db, id, Args::NONE, name, call);
    found.found = on_side(db, found.found, false);
    if found.found.is_empty() || found.guessed { members } else { found }
}

/// The value of `of.name`, which is not called.
pub(crate) fn member_value(db: &Db, file: FileId, of: ExprId, name: Name, access: Access) -> Set {
    let Some(unit) = db.unit(file) else { return Set::unknown() };
    if let Some(found) = own_associated_type(db, file, of, name) {
        return reify_all(db, &found, value_of(db, file, of).only());
    }
    if is_root_of_crates(unit, of) {
        return reify_all(db, &crate_named(db, unit, file, name), None);
    }
    let text = unit.facts.name(name);
    let receivers = value_of(db, file, of);
    if let Ok(index) = text.parse::<u32>() {
        return item_of(db, &receivers, index);
    }
    let prototype = unit.rules.protocol.prototype == Some(text);
    let name = db.name(unit, name);
    if prototype {
        let of_type = |v: &Value| matches!(v, Value::Type(..) | Value::ReceiverType(..));
        let instances: Set = receivers.iter().filter(of_type).map(as_instance).collect();
        if !instances.is_empty() {
            return instances;
        }
    }
    let call = unit.rules.classes.map(|_| access == Access::Path && !unit.rules.argument_labels);
    if unit.rules.objects {
        let found = member_seen_from(db, file, &receivers, name, None);
        let found = types_or_values(db, found, access == Access::Path);
        return run_bare(db, file, found);
    }
    if let Some(found) = in_written_namespace(db, file, &receivers, of, name) {
        return reify_all(db, &found, None);
    }
    if unit.rules.declarations_merge && are_modules(&receivers) {
        let (found, _) = resolve_member(db, &receivers, name, call);
        let chosen = by_access(db, file, found.clone(), access);
        if chosen != found {
            return reify_all(db, &chosen, None);
        }
    }
    member_seen_from(db, file, &receivers, name, call)
}

/// As [`member_of_values`], for what stands in `file`.
pub(crate) fn member_seen_from(
    db: &Db,
    file: FileId,
    receivers: &Set,
    name: Text,
    call: Option<bool>,
) -> Set {
    match imported_from_packages(db, file, receivers, name) {
        Some(found) => reify_all(db, &found, None),
        None => {
            if db.unit(file).is_some_and(|unit| unit.rules.extension_functions) {
                let (found, _) = resolve_member(db, receivers, name, call);
                if let Some(extending) = extending_instead(db, file, receivers, name, &found) {
                    let values = extending.into_iter().map(|(found, of)| reify_all(db, &Set::of(found), of));
                    return values.flat_map(|set| set.iter().collect::<Vec<_>>()).collect();
                }
            }
            member_of_values(db, receivers, name, call)
        }
    }
}

/// The field that is called like a method, where the language has that and `found` is no method.
pub(crate) fn called_field(
    db: &Db,
    receivers: &Set,
    name: Text,
    call: Option<bool>,
    found: &Set,
) -> Option<Set> {
    let may_be = call == Some(true) && db.unit(db.file()).is_some_and(|unit| unit.rules.fields_are_called);
    let is_none = |value: Value| matches!(value, Value::Unknown | Value::External(_));
    if !may_be || !found.iter().all(is_none) {
        return None;
    }
    let (fields, _) = resolve_member(db, receivers, name, Some(false));
    let is_field = fields.iter().any(|value| matches!(value, Value::Definition(_)));
    is_field.then_some(fields)
}

/// Functions that extend the types of `receivers`, each with its receiver, where those have no member of this name
/// themselves: `found` is what they have.
pub(crate) fn extending_instead(
    db: &Db,
    file: FileId,
    receivers: &Set,
    name: Text,
    found: &Set,
) -> Option<Vec<(Value, Option<Value>)>> {
    let is_none = found.iter().all(|value| match value {
        Value::Unknown => true,
        // Stubs tell only a part of what a type outside has.
        Value::External(_) => true,
        _ => false,
    });
    if !is_none || !db.unit(file).is_some_and(|unit| unit.rules.extension_functions) {
        return None;
    }
    let mut all = Vec::new();
    for receiver in receivers.iter() {
        let functions = extension_functions(db, file, receiver, name);
        if functions.is_empty() {
            return None;
        }
        for function in functions.iter() {
            all.push((function, (function != Value::Unknown).then_some(receiver)));
        }
    }
    // What a base that is not known may have comes first, and so does what a type outside has.
    let is_outside = |value: Value| matches!(value, Value::External(_));
    let objects = db.unit(file).is_some_and(|unit| unit.rules.objects);
    let may_have = found.has_unknown() || objects && found.iter().any(is_outside);
    if may_have && !all.is_empty() {
        all.push((Value::Unknown, None));
    }
    (!all.is_empty()).then_some(all)
}

/// True for an instance of a type that says of no other that it is below it.
fn has_no_bases(db: &Db, of: Value) -> bool {
    let (Value::Instance(TypeId::Def(sym), _) | Value::Receiver(TypeId::Def(sym), _)) = of else {
        return false;
    };
    db.unit(sym.file).is_some_and(|unit| unit.facts.definition(sym.def).bases.len == 0)
}

/// True where a type has a base outside of the repository that it gives types of the repository: `extends Outer<Ours>`.
fn is_base_given_ours(db: &Db, sym: Symbol) -> bool {
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.rules.declarations_merge) else { return false };
    let is_given =
        |value: Value| matches!(value, Value::Type(TypeId::External(_), args) if !are_outside(db, args));
    let bases = unit.facts.list(unit.facts.definition(sym.def).bases);
    bases.iter().any(|base| header_type(db, sym.file, *base).iter().any(is_given))
}

/// What a type says that members of names are which it does not declare: `[key: string]: T`.
fn undeclared_member(db: &Db, of: Value, name: Text) -> Option<Set> {
    let rules = match of {
        Value::Instance(id @ TypeId::Def(_), _) | Value::Receiver(id @ TypeId::Def(_), _) => {
            rules_of(db, id)?
        }
        Value::Object(file, ..) => db.unit(file)?.rules,
        _ => return None,
    };
    if !rules.declarations_merge {
        return None;
    }
    // What has no name in the code is asked by one that no code can write.
    if db.text_of(name).starts_with(['[', '(']) {
        return None;
    }
    let found = call_member_named(db, &Set::of(of), ANY_MEMBER);
    let is_known = found.iter().any(|value| value != Value::Unknown);
    is_known.then_some(found)
}

pub(crate) fn member_of_values(db: &Db, receivers: &Set, name: Text, call: Option<bool>) -> Set {
    let receivers = &*expand_parameters(db, receivers);
    let mut all = Set::default();
    let found: SmallVec<[(Value, Members); 2]> =
        receivers.iter().map(|receiver| (receiver, members_of_value(db, receiver, name, call).0)).collect();
    let is_had = found.iter().any(|(_, members)| !members.found.is_empty() && !members.guessed);
    let declares_types = db.unit(db.file()).is_some_and(|unit| unit.rules.declared_types);
    for (receiver, members) in found {
        if is_had && (members.guessed || (members.found.is_empty() && !members.open)) {
            continue;
        }
        if (members.guessed || members.found.is_empty() && (!members.open || has_no_bases(db, receiver)))
            && let Some(item) = undeclared_member(db, receiver, name)
        {
            all.extend(&item);
            continue;
        }
        if members.found.is_empty() {
            all.add(Value::Unknown);
        }
        let bound = match receiver {
            // What a receiver is seen as, where its own type does not have the member.
            Value::Receiver(of, _)
                if let Some(seen @ Value::Instance(other, _)) = members.receiver
                    && other != of =>
            {
                Some(seen)
            }
            Value::Receiver(..) | Value::ReceiverType(..) | Value::Super(_) | Value::Variant(..) => {
                Some(receiver)
            }
            Value::Instance(..) | Value::Type(..) => Some(members.receiver.unwrap_or(receiver)),
            Value::Object(..) => members.receiver,
            _ => None,
        };
        let is_of_ours = match receiver {
            Value::Instance(TypeId::External(_), args) => declares_types && !are_outside(db, args),
            Value::Instance(TypeId::Def(sym), _) | Value::Receiver(TypeId::Def(sym), _) => {
                members.found.iter().all(|value| matches!(value, Value::External(_)))
                    && is_base_given_ours(db, sym)
            }
            _ => false,
        };
        if is_of_ours {
            // What it holds of the repository may come out of it.
            all.add(Value::Unknown);
            continue;
        }
        let found = match receiver {
            Value::Namespace(file, _) => as_namespaces(db, file, &members.found),
            _ => members.found,
        };
        all.extend(&property_values(db, name, reify_all(db, &found, bound)));
    }
    all
}

//! Functions outside of a type that are called like its members, where the package that has them is seen.

use crate::db::extension_function_name;
use crate::infer::{
    Environment, Fit, attached_functions, companion_of, extended_types, fit_set, instances_of, is_external,
    is_open, linearize, substitute, unify,
};
use crate::query::Db;
use crate::resolve::{depend_on_binding, import_target, is_of_package, of_platform, wildcard_targets};
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Bound, DefId, DependencyKey, ExtensionId, FileId, ImportId, ImportShape, Namespace, Owner,
};

/// So many functions of one name are looked at, and where there are more none is meant.
const MOST_BLOCKS: usize = 64;

/// So many files with functions of one name are looked at.
const MOST_FILES: usize = 1_000;

/// The functions of a name that extend the type of `receiver`, as code in `file` sees them; unknown beside them where
/// that is not proved.
pub(crate) fn extension_functions(db: &Db, file: FileId, receiver: Value, name: Text) -> Set {
    let Some(unit) = db.unit(file).filter(|unit| unit.rules.extension_functions) else {
        return Set::default();
    };
    if unit.rules.companion.is_some()
        && let Value::Type(id, args) = receiver
    {
        // An object is its only instance, and a type stands for what its companion is.
        let own = companion_of(db, id).map(|of| Value::Instance(of, Args::NONE));
        let found = own.map(|own| extension_functions(db, file, own, name)).unwrap_or_default();
        return match found.is_empty() {
            true => extension_functions(db, file, Value::Instance(id, args), name),
            false => found,
        };
    }
    let receiver = match receiver {
        Value::Super(sym) if unit.rules.functions_overload => Value::Instance(TypeId::Def(sym), Args::NONE),
        Value::Instance(..) => receiver,
        Value::Receiver(id, args) => Value::Instance(id, args),
        Value::Variant(sym, _) => match crate::infer::enum_of(db, sym) {
            Some(of) => Value::Instance(TypeId::Def(of), Args::NONE),
            None => return Set::default(),
        },
        _ => return Set::default(),
    };
    if unit.rules.attached_functions {
        return attached_functions(db, file, receiver, name);
    }
    let hash = hash_text(&db.text_of(name));
    let key = extension_function_name(hash);
    db.depend(DependencyKey::extensions(key));
    let (mut found, mut maybe, mut seen) = (Set::default(), Set::default(), 0);
    let is_imported = unit.rules.functions_overload && imports_outside(db, file, unit, hash);
    for other in db.linker.database.extending(key).into_iter().take(MOST_FILES) {
        let Some(of) = db.unit(other).filter(|of| of.rules.language == unit.rules.language) else { continue };
        let Some(name) = of.name_of_hash(hash) else { continue };
        for id in of.extending(name) {
            let Some(extension) = of.facts.extensions.get(id.index()) else { continue };
            let namespace = Namespace::ANY.with(Namespace::CALLABLE).with(Namespace::MEMBER);
            let bindings = of.hoisted(extension.scope, name, namespace);
            let Some(Bound::Definition(def)) = bindings.first().map(|binding| binding.bound) else {
                continue;
            };
            seen += 1;
            if seen > MOST_BLOCKS {
                return Set::unknown();
            }
            let sym = Symbol { file: other, def };
            db.depend_on_symbol(sym);
            if !is_seen(db, file, unit, (other, of, sym), (hash, extension.owner))
                || is_imported && other != file && is_outside_of_types(of, sym)
            {
                continue;
            }
            match fits(db, receiver, other, id) {
                Fit::No => {}
                Fit::Maybe => maybe.add(Value::Definition(sym)),
                _ => found.add(Value::Definition(sym)),
            }
        }
    }
    if !maybe.is_empty() {
        found.extend(&maybe);
        found.add(Value::Unknown);
    } else if unit.rules.functions_overload {
        found = before_given(db, found);
    }
    of_platform(db, file, found)
}

/// So many types of a file are asked whether they are below the one that declares a function.
const MOST_TYPES: usize = 64;

/// Is a type of this file below `class`, so that what is declared there is seen here?
fn extends_in_file(db: &Db, file: FileId, unit: &Unit<'_>, class: Symbol) -> bool {
    let heirs = unit.heirs.get_or_init(|| {
        let types = unit.facts.definitions.iter().zip((0..).map(DefId));
        let types = types.filter(|(one, _)| one.kind.is_type() && one.bases.len > 0);
        types.map(|(_, def)| def).take(MOST_TYPES).collect()
    });
    heirs.iter().any(|def| linearize(db, Symbol { file, def: *def }).value.symbols.contains(&class))
}

/// What the repository has, where it has any of them: it comes before what every file is given unasked.
fn before_given(db: &Db, found: Set) -> Set {
    let is_ours = |value: &Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|unit| unit.stub_of.is_none()),
        _ => false,
    };
    let ours: Set = found.iter().filter(is_ours).collect();
    if ours.is_empty() { found } else { ours }
}

/// True where a file imports by this name what is outside, and nothing of the repository: that comes before what its
/// package has.
fn imports_outside(db: &Db, file: FileId, unit: &Unit<'_>, name: u64) -> bool {
    let Some(own) = unit.name_of_hash(name) else { return false };
    let imports = unit.facts.imports.iter().zip(0..);
    let mut imports = imports.filter(|(import, _)| {
        import.shape == ImportShape::Item && import.alias.is_none() && import.path.last() == Some(&own)
    });
    let is_outside = |value: Value| matches!(value, Value::External(_));
    let targets = |(import, id): (&indexer_core::Import, u32)| {
        import_target(db, file, ImportId(id), import.path.len() as u32)
    };
    let Some(first) = imports.next().map(targets) else { return false };
    !first.is_empty()
        && first.iter().all(is_outside)
        && imports.all(|one| targets(one).iter().all(is_outside))
}

/// True for a function that is declared in no type, which would have to be imported or around.
fn is_outside_of_types(of: &Unit<'_>, sym: Symbol) -> bool {
    match of.facts.definition(sym.def).owner {
        Owner::Extension(id) => {
            of.facts.extensions.get(id.index()).is_some_and(|one| one.owner == Owner::File)
        }
        _ => true,
    }
}

/// Can a function that extends this type be called on the receiver?
fn fits(db: &Db, receiver: Value, file: FileId, extension: ExtensionId) -> Fit {
    let patterns = instances_of(&extended_types(db, file, extension));
    if patterns.iter().any(|pattern| is_open(db, pattern)) {
        let mut environment = Environment::default();
        for pattern in patterns.iter() {
            unify(db, pattern, receiver, &mut environment);
        }
        let is_parameter = |value: Value| matches!(value, Value::Instance(TypeId::Param(..), _));
        if patterns.iter().any(is_parameter) {
            return fit_set(db, &Set::of(receiver), &patterns);
        }
        let put_in = substitute(db, &patterns, &environment, None);
        return fit_set(db, &Set::of(receiver), &put_in);
    }
    fit_set(db, &Set::of(receiver), &patterns)
}

/// Does `file` see the function `sym` of the file `of` without its type or package before it?
fn is_seen(
    db: &Db,
    file: FileId,
    unit: &Unit<'_>,
    (other, of, sym): (FileId, &Unit<'_>, Symbol),
    (name, around): (u64, Owner),
) -> bool {
    let Some(rules) = unit.rules.packages else { return false };
    if other == file {
        return true;
    }
    if !(unit.rules.reaches)(of.facts.definition(sym.def).visibility, &of.place, &unit.place) {
        return false;
    }
    let package = match of.stub_of {
        Some(package) => package.to_owned(),
        None => {
            let (from, place) = (unit.file_place(), of.file_place());
            let nests = unit.rules.packages_nest
                && (place.package.is_empty()
                    || from.package.strip_prefix(place.package).is_some_and(|rest| rest.starts_with('.')));
            let is_outside = match unit.rules.objects {
                true => around == Owner::File,
                false => !unit.rules.functions_overload || is_outside_of_types(of, sym),
            };
            if unit.stub_of.is_none() && is_outside && ((rules.sees)(from, place) || nests) {
                return true;
            }
            (rules.package)(place)
        }
    };
    // The functions of a class may extend what it is made of: then what has the class has them.
    let by_class = match of.facts.definition(sym.def).owner {
        Owner::Definition(class) if unit.rules.objects => Some(class),
        _ => None,
    };
    let owner = match of.facts.definition(sym.def).owner {
        Owner::Extension(id) => of.facts.extensions.get(id.index()).map_or(Owner::File, |one| one.owner),
        _ if unit.rules.objects => around,
        owner => owner,
    };
    if let Owner::Definition(object) = owner
        && unit.rules.objects
        && is_of_own_package(db, unit, (of, Symbol { file: other, def: object }))
    {
        return true;
    }
    if let Owner::Definition(class) = owner
        && unit.rules.functions_overload
        && extends_in_file(db, file, unit, Symbol { file: other, def: class })
    {
        return true;
    }
    let implied = of.stub_of.is_some_and(|package| unit.rules.implied_packages.contains(&package));
    let is_it = |value: Value| match value {
        Value::Folder(text) | Value::External(text) => *db.text_of(text) == package,
        Value::Definition(class) => owner == Owner::Definition(class.def) && class.file == other,
        _ => false,
    };
    if implied || is_external(db, sym) && unit.stub_of.is_some() {
        return true;
    }
    let targets = wildcard_targets(db, file);
    let targets = &targets.value.all;
    let text = db.text(&package);
    let by_name = targets.contains(&Value::Folder(text)) || targets.contains(&Value::External(text));
    if by_name
        || matches!(owner, Owner::Definition(class) if targets.contains(&Value::definition(other, class)))
    {
        return true;
    }
    let name = by_class.map_or(name, |class| of.hash(of.facts.definition(class).name));
    depend_on_binding(db, file, indexer_core::ScopeId(0), name);
    let Some(own) = unit.name_of_hash(name) else { return false };
    let imports = unit.facts.imports.iter().zip(0..);
    let mut imports = imports.filter(|(import, _)| {
        import.shape == ImportShape::Item && import.path.len() > 1 && import.path.last() == Some(&own)
    });
    imports.any(|(import, id)| {
        let around = import_target(db, file, ImportId(id), import.path.len() as u32 - 1);
        around.iter().any(is_it)
    })
}

/// True for an object that stands for the package of the file, or one around it that the file names.
fn is_of_own_package(db: &Db, unit: &Unit<'_>, (of, object): (&Unit<'_>, Symbol)) -> bool {
    if !is_of_package(db, Value::Definition(object)) {
        return false;
    }
    let (around, name) = (of.file_place().package, of.facts.name(of.facts.definition(object.def).name));
    let is_it = |package: &str| match package.rsplit_once('.') {
        Some((outer, last)) => outer == around && last == name,
        None => around.is_empty() && package == name,
    };
    is_it(unit.file_place().package) || unit.packages_around().iter().any(|package| is_it(package))
}

//! What a test runner gives for a parameter, by its name: the fixtures of pytest.

use super::edge_to;
use super::plugins::{file_at, plugins};
use crate::infer::{definition_value, element_of, instances_of, reify_external, type_with_parameters};
use crate::query::Db;
use crate::resolve::{depend_on_binding, exported, installed_definition, resolve};
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, TypeId, Value};
use indexer_core::framework::Providers;
use indexer_core::key::hash_text;
use indexer_core::path::{file_name, join, parent};
use indexer_core::{
    BindingId, Bound, DefId, Edge, ExprId, Expression, FileFacts, FileId, Flags, Name, Namespace, Owner,
    ParameterKind, Resolution, ScopeId,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Folders deeper than this are not looked through.
const DEEPEST: usize = 64;

/// What gives a parameter its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Provider {
    /// A function of the repository: its result, or what it yields.
    Function(Symbol),
    /// The framework itself, or a plugin: the path of the type.
    BuiltIn(&'static str),
}

/// What gives the value of a parameter of a function that asks by names; `None` where nothing is known to.
pub(crate) fn provider(db: &Db, file: FileId, binding: BindingId) -> Option<Provider> {
    let unit = db.unit(file)?;
    let rules = (unit.rules.frameworks)()?.providers.as_ref()?;
    let binding = unit.facts.bindings.get(binding.index())?;
    let Bound::Parameter(id) = binding.bound else { return None };
    let parameter = unit.facts.parameters.get(id.index())?;
    if !matches!(parameter.kind, ParameterKind::Plain | ParameterKind::Keyword)
        || !parameter.default.is_unknown()
    {
        return None;
    }
    let Owner::Definition(function) = unit.facts.scopes.get(binding.scope.index())?.owner else {
        return None;
    };
    let definition = unit.facts.definition(function);
    if definition.body != Some(binding.scope) {
        return None;
    }
    let asks =
        || unit.facts.name(definition.name).starts_with(rules.asking.as_str()) && is_of_tests(unit, rules);
    if !asks() && !is_provider(db, file, unit, function, rules)
        || is_given(unit, function, binding.name, rules)
    {
        return None;
    }
    find(db, (file, unit), binding.name, function, rules)
}

/// The provider of a name that `function` sees: that of its type, its file, or the nearest shared file outwards. A
/// provider that asks for its own name means the next one.
fn find(
    db: &Db,
    (file, unit): (FileId, &Unit<'_>),
    name: Name,
    function: DefId,
    rules: &'static Providers,
) -> Option<Provider> {
    let text = unit.facts.name(name);
    let owner = unit.facts.definition(function).owner;
    let hash = hash_text(text);
    let mut own = None;
    for id in unit.provided.get_or_init(|| provided(unit.facts, rules)).get(&hash).into_iter().flatten() {
        let definition = unit.facts.definition(*id);
        let is_seen = definition.owner == Owner::File || definition.owner == owner;
        let is_nearer = own.is_none() || definition.owner == owner;
        if *id != function && is_seen && is_nearer && is_provider(db, file, unit, *id, rules) {
            own = Some(*id);
        }
    }
    if let Some(def) = own {
        return Some(Provider::Function(Symbol { file, def }));
    }
    if is_imported(unit, name) {
        return handed_on(db, file, text, rules);
    }
    let mut folder = parent(&unit.place).to_owned();
    let is_shared = file_name(&unit.place) == rules.shared;
    let mut naming: SmallVec<[(FileId, &Unit<'_>); 4]> = SmallVec::from_iter([(file, unit)]);
    if !is_shared || !folder.is_empty() {
        if is_shared {
            folder = parent(&folder).to_owned();
        }
        for _ in 0..DEEPEST {
            let place = join(&folder, &rules.shared);
            if let Some(shared) = file_at(db, &place)
                && let Some(of) = db.unit(shared)
            {
                depend_on_binding(db, shared, ScopeId(0), hash);
                let imported = of.name_of_hash(hash).filter(|name| is_imported(of, *name));
                // A module of the framework is no provider, and what it is called like it stays its own.
                if imported.is_some_and(|name| !is_own(of, name, rules)) {
                    return handed_on(db, shared, text, rules);
                }
                for def in
                    of.provided.get_or_init(|| provided(of.facts, rules)).get(&hash).into_iter().flatten()
                {
                    let sym = Symbol { file: shared, def: *def };
                    // Also where it is no provider yet.
                    db.depend_on_symbol(sym);
                    if of.facts.definition(*def).owner == Owner::File
                        && is_provider(db, shared, of, *def, rules)
                    {
                        return Some(Provider::Function(sym));
                    }
                }
                if !of.wildcards.is_empty()
                    && let Some(found) = handed_on(db, shared, text, rules)
                {
                    return Some(found);
                }
                naming.push((shared, of));
            }
            if folder.is_empty() {
                break;
            }
            folder = parent(&folder).to_owned();
        }
    }
    // What plugins give stands behind what the shared files do.
    let mut named = naming.into_iter().flat_map(|(file, of)| plugins(db, file, of, rules));
    if let Some(found) = named.find_map(|plugin| given_by_file(db, plugin, text, rules)) {
        return Some(found);
    }
    if let Some(path) = rules.built_in.get(text) {
        return Some(Provider::BuiltIn(path.as_str()));
    }
    // A plugin gives something where it is installed, which is seen where packages are linked.
    let path = rules.of_plugins.get(text)?;
    let declared = installed_definition(db, db.text(path));
    matches!(declared.only(), Some(Value::Definition(_))).then_some(Provider::BuiltIn(path.as_str()))
}

/// The provider of a name that a file has, its own or one that it imports.
fn given_by_file(db: &Db, file: FileId, name: &str, rules: &Providers) -> Option<Provider> {
    let unit = db.unit(file)?;
    let hash = hash_text(name);
    depend_on_binding(db, file, ScopeId(0), hash);
    for def in unit.provided.get_or_init(|| provided(unit.facts, rules)).get(&hash).into_iter().flatten() {
        let sym = Symbol { file, def: *def };
        db.depend_on_symbol(sym);
        if unit.facts.definition(*def).owner == Owner::File && is_provider(db, file, unit, *def, rules) {
            return Some(Provider::Function(sym));
        }
    }
    let imported = unit.name_of_hash(hash).filter(|name| is_imported(unit, *name));
    let may_have = imported.is_some() || !unit.wildcards.is_empty();
    if may_have { handed_on(db, file, name, rules) } else { None }
}

/// The provider that a file has under a name from another one: by an import of it, or of all that the other one has.
fn handed_on(db: &Db, file: FileId, name: &str, rules: &Providers) -> Option<Provider> {
    let found = exported(db, Value::Module(file, ScopeId(0)), db.text(name), Namespace::ANY);
    let Some(Value::Definition(sym) | Value::Function(sym, _)) = found.only() else { return None };
    let unit = db.unit(sym.file)?;
    db.depend_on_symbol(sym);
    is_provider(db, sym.file, unit, sym.def, rules).then_some(Provider::Function(sym))
}

/// True for a file of tests, by its name.
fn is_of_tests(unit: &Unit<'_>, rules: &Providers) -> bool {
    let name = file_name(&unit.place);
    rules
        .asking_files
        .iter()
        .any(|(begin, end)| name.starts_with(begin.as_str()) && name.ends_with(end.as_str()))
}

/// True where a decorator of the function, or of its type, may give the parameter itself: where that is not written as
/// a text, any of them.
fn is_given(unit: &Unit<'_>, function: DefId, parameter: Name, rules: &Providers) -> bool {
    let owner = match unit.facts.definition(function).owner {
        Owner::Definition(of) => Some(of),
        _ => None,
    };
    let decorators = [Some(function), owner].into_iter().flatten();
    let mut decorators = decorators
        .flat_map(|of| unit.facts.list(unit.facts.definition(of).decorators).iter().take(MOST_OF_NAME));
    decorators.any(|decorator| {
        let Expression::Call { of, arguments } = unit.facts.expression(*decorator) else { return false };
        let name = match unit.facts.expression(of) {
            Expression::Member { name, .. } | Expression::Name { name, .. } => unit.facts.name(name),
            _ => return false,
        };
        let first = unit.facts.list(arguments).first().and_then(|first| unit.facts.text(*first));
        let holds = |text: &str| text.split(',').any(|one| one.trim() == unit.facts.name(parameter));
        rules.given_by.iter().any(|one| one == name) && first.is_none_or(holds)
    })
}

/// True where the file imports the name.
fn is_imported(unit: &Unit<'_>, name: Name) -> bool {
    let bound = unit.hoisted(ScopeId(0), name, Namespace::ANY);
    bound.into_iter().any(|one| matches!(one.bound, Bound::Import(_)))
}

/// True where all imports of a name are of the framework itself, which provides that name: `from _pytest import monkeypatch`.
fn is_own(unit: &Unit<'_>, name: Name, rules: &Providers) -> bool {
    let mut bound = unit.hoisted(ScopeId(0), name, Namespace::ANY).into_iter();
    rules.built_in.contains_key(unit.facts.name(name))
        && bound.all(|one| {
            let Bound::Import(import) = one.bound else { return true };
            let first = unit.facts.imports[import.index()].path.first();
            let first = first.map_or("", |first| unit.facts.name(*first).trim_start_matches('_'));
            rules.of.iter().any(|of| of.split('.').next() == Some(first))
        })
}

/// More functions of one name than this are not looked at.
const MOST_OF_NAME: usize = 16;

/// The decorated functions of a file by the names under which they may be provided.
pub(crate) fn provided(facts: &FileFacts, rules: &Providers) -> FxHashMap<u64, Vec<DefId>> {
    let mut all: FxHashMap<u64, Vec<DefId>> = FxHashMap::default();
    for (definition, id) in facts.definitions.iter().zip((0..).map(DefId)) {
        if !definition.kind.is_callable() {
            continue;
        }
        for decorator in facts.list(definition.decorators) {
            let named = match facts.expression(*decorator) {
                Expression::Call { arguments, .. } => {
                    facts.list(arguments).iter().find_map(|id| named(facts, *id, rules))
                }
                _ => None,
            };
            let of_name = all.entry(hash_text(named.unwrap_or(facts.name(definition.name)))).or_default();
            if of_name.len() < MOST_OF_NAME && !of_name.contains(&id) {
                of_name.push(id);
            }
        }
    }
    all
}

/// The name that an argument of a decorator gives.
fn named<'f>(facts: &'f FileFacts, argument: ExprId, rules: &Providers) -> Option<&'f str> {
    match facts.expression(argument) {
        Expression::Keyword { name, value } if facts.name(name) == rules.keyword => facts.text(value),
        _ => None,
    }
}

/// True where a decorator says that a function is a provider.
fn is_provider(db: &Db, file: FileId, unit: &Unit<'_>, def: DefId, rules: &Providers) -> bool {
    unit.facts.list(unit.facts.definition(def).decorators).iter().take(MOST_OF_NAME).any(|decorator| {
        let callee = match unit.facts.expression(*decorator) {
            Expression::Call { of, .. } => of,
            _ => *decorator,
        };
        if !has_name(unit, callee, rules) {
            return false;
        }
        let (found, _) = resolve(db, file, callee, None);
        matches!(found.only(), Some(Value::External(path)) if rules.of.iter().any(|one| *one == *db.text_of(path)))
    })
}

/// True where the last name of an expression is that of such a decorator, perhaps under an alias.
fn has_name(unit: &Unit<'_>, callee: ExprId, rules: &Providers) -> bool {
    match unit.facts.expression(callee) {
        Expression::Member { name, .. } => rules.names.iter().any(|one| one == unit.facts.name(name)),
        Expression::Name { .. } => true,
        _ => false,
    }
}

/// What a provider gives: its result, or what it yields.
pub(crate) fn value_of_provider(db: &Db, given: &Provider) -> Set {
    match given {
        Provider::Function(sym) => {
            let found = definition_value(db, *sym);
            let yields = db
                .unit(sym.file)
                .is_some_and(|unit| unit.facts.definition(sym.def).flags.has(Flags::GENERATOR));
            if yields { element_of(db, &found) } else { found }
        }
        Provider::BuiltIn(path) => {
            // What a stub declares has members that are known.
            let known = path.rsplit_once('.').map(|(module, name)| {
                let module = Value::External(db.text(module));
                exported(db, module, db.text(name), Namespace::TYPE)
            });
            match known.as_ref().and_then(Set::only) {
                Some(Value::Definition(sym)) => instances_of(&Set::of(type_with_parameters(db, sym))),
                _ => {
                    let found = reify_external(db, db.text(path));
                    let is_type = |value: Value| matches!(value, Value::Type(..));
                    match !found.is_empty() && found.iter().all(is_type) {
                        true => instances_of(&found),
                        false => Set::of(Value::Instance(TypeId::External(db.text(path)), Args::NONE)),
                    }
                }
            }
        }
    }
}

/// Where the parameters lead that a test runner gives: (parameter, function, edge), in the order of parameters.
pub(crate) fn given_parameters(db: &Db, unit: &Unit<'_>) -> Vec<(u32, DefId, Edge)> {
    let mut all = Vec::new();
    let parameters = unit.facts.bindings.iter().zip((0..).map(BindingId));
    for (binding, id) in parameters {
        if let Bound::Parameter(parameter) = binding.bound
            && let Some(Provider::Function(sym)) = provider(db, db.file(), id)
            && let Some(Owner::Definition(function)) =
                unit.facts.scopes.get(binding.scope.index()).map(|one| one.owner)
            && let Some(key) = db.unit(sym.file).and_then(|unit| unit.keys.get(sym.def.index()).copied())
        {
            all.push((parameter.0, function, edge_to(Resolution::Resolved, key)));
        }
    }
    all.sort_unstable_by_key(|(parameter, ..)| *parameter);
    all
}

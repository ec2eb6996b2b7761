//! One reference to its edge.

use crate::db::PACKAGE_PLACE;
use crate::edges::derive_helper::or_part_of_derive;
use crate::edges::extending::{extending_where_none_fits, or_extending};
use crate::edges::{
    edge_by_name, edge_of_expected, edge_of_implied, members_guessed, or_of_own_block, put_in_order,
    without_nothing,
};
use crate::flow::{implied_edge, invocation_edge, run_by_stored_values};
use crate::frameworks::started;
use crate::infer::{
    accessor_parts_run, definition_value, external_path, implemented_for_arguments, implemented_traits,
    methods_run, or_type_of_bound_outside, own_member, select_overloads, stub_path,
};
use crate::origins::edge_of_source;
use crate::query::Db;
use crate::resolve::{
    as_whole_types, coexisting, depend_on_includes, external_member, is_of_unknown_package, is_package_level,
    macro_made, namespace_before, resolve, resolve_name, settle_targets,
};
use crate::unit::Unit;
use crate::value::{Set, Symbol, Text, TypeId, Value};
use indexer_core::path::{is_outside, relative};
use indexer_core::{
    BindingId, DefId, Definition, Edge, ExprId, Expression, FileEdges, Flags, Linearization, Name, Namespace,
    Owner, ParameterKind, Reference, Resolution, Role, Rule, ScopeId, SymbolKind, Target, work,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Of more overloads that nothing tells apart less than every second one is right.
const MOST_UNDECIDED: usize = 2;

/// The edges of the file.
pub(crate) fn edges_of_file(db: &Db, unit: &Unit<'_>) -> FileEdges {
    let by_path = || db.with_files(&unit.place, |files| (unit.rules.module_name)(files, &unit.place));
    let module = declared_package(unit).map_or_else(by_path, str::to_owned);
    depend_on_includes(db, unit);
    let mut implied = Vec::new();
    let references = unit.facts.references.iter().zip(0u32..);
    let edges = references.map(|(reference, at)| {
        work::add(1);
        if db.linker.database.is_stopped() {
            return Edge::unresolved(0);
        }
        let (edge, beside) = edge_of_reference(db, unit, reference);
        implied.extend(beside.map(|beside| (at, beside)));
        edge
    });
    let edges = edges.collect();
    let made = unit.facts.candidates.iter().filter_map(|one| macro_made(db, db.file(), *one)).collect();
    FileEdges {
        module,
        edges,
        made,
        implied,
        entries: Vec::new(),
        given: Vec::new(),
        origins: Vec::new(),
        consulted: db.dependencies(),
    }
}

/// The package that a file says that all of it is of, where packages are known by name. One with braces owns what stands
/// in them, and its name is in theirs.
fn declared_package<'u>(unit: &Unit<'u>) -> Option<&'u str> {
    unit.rules.packages.filter(|rules| rules.by_name)?;
    let all = unit.facts.definitions.iter().zip(0_u32..);
    let mut packages = all.filter(|(one, _)| one.kind == SymbolKind::Package);
    let (package, at) = packages.next().filter(|_| packages.next().is_none())?;
    let owns = |one: &Definition| one.owner == Owner::Definition(DefId(at));
    (!unit.facts.definitions.iter().any(owns)).then(|| unit.facts.name(package.name))
}

/// What a folder is called that is a module or a package: its path from the root, or the package's name where that
/// is written name by name; `None` for one outside the root.
pub(crate) fn folder_name(db: &Db, unit: &Unit<'_>, folder: Text) -> Option<String> {
    let path = db.text_of(folder);
    if unit.rules.packages.is_some_and(|rules| rules.by_name) {
        return Some(path.replace('/', unit.rules.separator));
    }
    let path = relative(db.linker.database.prefix(), &path);
    (!is_outside(&path)).then(|| path.into_owned())
}

/// Where a reference leads, and what runs beside that.
fn edge_of_reference(db: &Db, unit: &Unit<'_>, reference: &Reference) -> (Edge, Option<Edge>) {
    if reference.role == Role::Invoke {
        return (invocation_edge(db, reference), None);
    }
    let beside = || edge_of_implied(db, unit, reference).or_else(|| edge_of_source(db, unit, reference));
    if let Some(edge) = edge_of_expected(db, unit, reference).or_else(beside) {
        return (edge, None);
    }
    let call = match reference.role {
        Role::Call => Some(true),
        // What a text names is called by somebody else, where that is no value by itself.
        Role::Read if !unit.rules.methods_are_values && unit.facts.is_in_text(reference) => Some(true),
        Role::Read | Role::Write => Some(false),
        _ => None,
    };
    let (denoted, rule) = resolve(db, db.file(), reference.expression, call);
    let (denoted, rule) = without_suffix(db, unit, reference, denoted, rule);
    let denoted = type_of_its_name(db, unit, reference, denoted);
    let is_unknown = |value: Value| value == Value::Unknown || is_of_unknown_package(db, value);
    let (denoted, rule) = match unit.rules.packages_nest && denoted.iter().all(is_unknown) {
        true => namespace_before(db, unit, reference.expression, members_named(db, unit))
            .map_or((denoted, rule), |namespace| (namespace, Rule::Path)),
        false => (denoted, rule),
    };
    let denoted = if reference.role == Role::Decorate { as_attribute(db, unit, denoted) } else { denoted };
    let denoted = or_part_of_derive(db, unit, reference, denoted);
    let denoted = or_type_of_bound_outside(db, unit, reference, denoted);
    let denoted = of_role(db, unit, reference, denoted);
    let denoted = without_nothing(db, reference, denoted);
    let includes = unit.rules.inclusion.is_some();
    let denoted = if includes { settle_targets(db, unit, reference, denoted) } else { denoted };
    let denoted = coexisting(db, db.file(), as_whole_types(db, denoted));
    let denoted = select_overloads(db, unit, reference, denoted);
    let denoted = extending_where_none_fits(db, unit, reference, denoted);
    let denoted = or_extending(db, unit, reference, denoted);
    let denoted = or_of_own_block(db, unit, reference, denoted);
    let denoted = implemented_for_arguments(db, unit, reference, denoted);
    let denoted = methods_run(db, reference.role, accessor_parts_run(db, reference.role, denoted));
    let denoted = named_by_traits(db, denoted);
    let implied = started(db, unit, reference).or_else(|| implied_edge(db, unit, reference, &denoted));
    let mut edge = edge_to_denoted(db, unit, reference, &denoted, rule);
    if edge.resolution == Resolution::Resolved && is_only_said(unit, reference) {
        edge.resolution = Resolution::Possible;
    }
    if implied.is_none() && edge.rule == Rule::Name && unit.rules.values_are_followed {
        let members = members_guessed(db, unit, reference);
        return (edge, run_by_stored_values(db, &members, reference));
    }
    (edge, implied)
}

/// Without what cannot be meant: nothing is assigned to a type, and a macro of the language is no function (Swift).
fn of_role(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    let kind = |value: Value| match value {
        Value::Definition(sym) => db.unit(sym.file).map(|of| of.kind(sym.def)),
        _ => None,
    };
    let is_meant = |value: &Value| match reference.role {
        Role::Write if unit.rules.members_named_as_types => !kind(*value).is_some_and(SymbolKind::is_type),
        Role::Macro if unit.rules.argument_labels => {
            kind(*value).is_none_or(|kind| kind == SymbolKind::Macro)
        }
        _ => true,
    };
    if denoted.iter().all(|value| is_meant(&value)) {
        denoted
    } else {
        denoted.iter().filter(is_meant).collect()
    }
}

/// What an attribute means: what it derives, and no macro of rules or trait of that name.
fn as_attribute(db: &Db, unit: &Unit<'_>, denoted: Set) -> Set {
    if unit.rules.linearization != Linearization::Autoderef {
        return denoted;
    }
    let is_attribute = |value: &Value| {
        let Value::Definition(sym) = value else { return true };
        let Some(of) = db.unit(sym.file).filter(|of| of.stub_of.is_none()) else { return true };
        match of.kind(sym.def) {
            SymbolKind::Macro => of.facts.definition(sym.def).flags.has(Flags::DERIVED),
            kind => !kind.is_type(),
        }
    };
    denoted.iter().filter(is_attribute).collect()
}

/// What stands before a definition leaves out the end of a name that nothing has: then it is meant as it is written.
fn without_suffix(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set, rule: Rule) -> (Set, Rule) {
    let is_found = denoted.iter().any(|value| value != Value::Unknown);
    if is_found || reference.role != Role::Decorate || unit.rules.decorator_suffix.is_none() {
        return (denoted, rule);
    }
    match unit.facts.expression(reference.expression) {
        Expression::Name { name, scope, namespace, .. } if name != reference.name => {
            let bound = bound_around(unit, scope, reference.name, namespace);
            resolve_name(db, db.file(), reference.name, scope, bound, namespace)
        }
        _ => (denoted, rule),
    }
}

/// A member that has the name of its type is that type where what stands behind it is a member of the type itself.
fn type_of_its_name(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: Set) -> Set {
    if !unit.rules.members_named_as_types || reference.role != Role::Read {
        return denoted;
    }
    // Behind the mark of a value no type is named.
    if !matches!(unit.facts.expression(reference.expression), Expression::Name { .. }) {
        return denoted;
    }
    let Some(Value::Definition(sym)) = denoted.only() else { return denoted };
    let Some(of) = db.unit(sym.file).filter(|of| !of.kind(sym.def).is_type()) else { return denoted };
    if matches!(of.kind(sym.def), SymbolKind::Method | SymbolKind::Function | SymbolKind::Constructor) {
        return denoted;
    }
    let Some(Value::Instance(TypeId::Def(declared), _)) = definition_value(db, sym).only() else {
        return denoted;
    };
    let name = unit.facts.name(reference.name);
    let is_named = db.unit(declared.file).is_some_and(|of| {
        of.stub_of.is_none() && of.facts.name(of.facts.definition(declared.def).name) == name
    });
    if !is_named {
        return denoted;
    }
    let Some(member) = members_named(db, unit).get(&reference.expression) else { return denoted };
    let is_own = |value: Value| match value {
        Value::Definition(sym) => db.unit(sym.file).is_some_and(|of| {
            let kind = of.kind(sym.def);
            let definition = of.facts.definition(sym.def);
            let extends = of.facts.parameters(definition.parameters).first();
            let extends = extends.is_some_and(|one| one.kind == ParameterKind::Receiver);
            let is_static = definition.flags.has(Flags::STATIC) && !extends;
            kind == SymbolKind::Variant || kind == SymbolKind::Constant || kind.is_type() || is_static
        }),
        _ => false,
    };
    let (found, _) = resolve(db, db.file(), *member, None);
    match !found.is_empty() && found.iter().all(is_own) {
        true => Set::of(Value::Definition(declared)),
        false => denoted,
    }
}

/// The member of the linked file that is named of each expression.
fn members_named<'d>(db: &'d Db<'_, '_>, unit: &Unit<'_>) -> &'d FxHashMap<ExprId, ExprId> {
    db.own.members.get_or_init(|| {
        let all = unit.facts.expressions.iter().zip(0..);
        let members = all.filter_map(|(one, id)| match one {
            Expression::Member { of, .. } => Some((*of, ExprId(id))),
            _ => None,
        });
        members.collect()
    })
}

/// The binding of a name in the innermost scope around that has one.
fn bound_around(unit: &Unit<'_>, scope: ScopeId, name: Name, namespace: Namespace) -> Option<BindingId> {
    let mut current = Some(scope);
    while let Some(id) = current {
        let info = unit.facts.scopes.get(id.index())?;
        let all = unit.facts.bindings(id);
        let start = all.partition_point(|one| one.name < name);
        let mut group = all[start..].iter().take_while(|one| one.name == name);
        if let Some(at) = group.position(|one| one.from == 0 && one.namespace.meets(namespace)) {
            return Some(BindingId(info.bindings.start + (start + at) as u32));
        }
        current = info.parent;
    }
    None
}

/// What an implementation says of a trait's type is named through the trait: `Self::Item` is the trait's.
fn named_by_traits(db: &Db, denoted: Set) -> Set {
    let by_trait = |value: Value| {
        let Value::Definition(sym) = value else { return None };
        let unit = db.unit(sym.file).filter(|unit| unit.kind(sym.def) == SymbolKind::AssociatedType)?;
        let definition = unit.facts.definition(sym.def);
        let Owner::Extension(extension) = definition.owner else { return None };
        let name = db.name(unit, definition.name);
        let mut all = Set::default();
        for implemented in implemented_traits(db, sym.file, extension).iter() {
            match implemented {
                Value::Type(id @ TypeId::Def(of), _) => {
                    let member = own_member(db, of, name, None);
                    // Our own declarations leave out most of a trait.
                    match stub_path(db, id).filter(|_| member.is_empty()) {
                        Some(path) => all.add(Value::External(external_member(db, db.text(&path), name))),
                        None => all.extend(&member),
                    }
                }
                Value::Type(TypeId::External(text), _) | Value::External(text) => {
                    all.add(Value::External(external_member(db, text, name)));
                }
                _ => {}
            }
        }
        // Of a trait that nobody knows it is not known either.
        match (all.is_empty(), db.unit(sym.file)?.facts.extensions.get(extension.index())?.implements) {
            (true, None) => None,
            (true, Some(_)) => Some(Set::unknown()),
            _ => Some(all),
        }
    };
    if !denoted.iter().any(|value| matches!(value, Value::Definition(_))) {
        return denoted;
    }
    let mut all = Set::default();
    for value in denoted.iter() {
        all.extend(&by_trait(value).unwrap_or(Set::of(value)));
    }
    all
}

fn edge_to_denoted(db: &Db, unit: &Unit<'_>, reference: &Reference, denoted: &Set, rule: Rule) -> Edge {
    let mut targets: SmallVec<[Target; 2]> = SmallVec::new();
    let mut outside: Option<String> = None;
    let mut unknown = denoted.is_empty();
    let mut conditional: SmallVec<[Symbol; 2]> = SmallVec::new();
    let mut defined: SmallVec<[Symbol; 2]> = SmallVec::new();
    for value in denoted.iter() {
        match value {
            Value::Definition(sym) => match external_path(db, sym) {
                Some(path) => outside = outside.max(Some(path)),
                None => {
                    if is_conditional(db, sym) || is_package_level(db, sym) {
                        conditional.push(sym);
                    }
                    targets.extend(symbol_key(db, sym).map(Target::Symbol));
                    defined.push(sym);
                }
            },
            Value::Type(..) | Value::ReceiverType(..) | Value::Receiver(..)
                if is_self_type(unit, reference) =>
            {
                return self_edge(db, value);
            }
            Value::Module(file, _) if db.linker.database.path(file).starts_with(PACKAGE_PLACE) => {
                let module = db.linker.database.stub_of(file);
                outside = outside.max(module.map(str::to_owned));
            }
            Value::Module(file, scope) => targets.push(module_target(db, file, scope)),
            Value::Folder(package) if db.text_of(package).starts_with(PACKAGE_PLACE) => unknown = true,
            // A package is named where it is imported, and wherever one of its names is.
            Value::Folder(package)
                if reference.role == Role::Import
                    || matches!(unit.facts.expression(reference.expression), Expression::Import { .. })
                    || unit.rules.packages_nest
                    || unit.rules.packages.is_some_and(|rules| !rules.by_name) =>
            {
                let named = folder_name(db, unit, package);
                unknown |= named.is_none();
                targets.extend(named.map(Target::Module));
            }
            Value::External(text) => outside = outside.max(Some(db.text_of(text).to_string())),
            _ => unknown = true,
        }
    }
    let mut targets: Vec<Target> = targets.into_vec();
    put_in_order(db, unit, &mut targets, &defined);
    match (targets.len(), &outside, unknown) {
        (0, Some(path), false) => Edge {
            resolution: Resolution::External,
            rule,
            targets: vec![Target::External(path.clone())],
            candidates: 0,
        },
        (0, _, _) => edge_by_name(db, unit, reference),
        (1, None, false) => Edge { resolution: Resolution::Resolved, rule, targets, candidates: 0 },
        // An import takes all functions of a name.
        (_, None, false)
            if reference.role == Role::Import
                && unit.rules.functions_overload
                && defined.len() == targets.len() =>
        {
            Edge { resolution: Resolution::Resolved, rule, targets, candidates: 0 }
        }
        (_, None, false) if defined.len() == targets.len() && are_one_name(db, unit, reference, &defined) => {
            Edge { resolution: Resolution::Resolved, rule, targets, candidates: 0 }
        }
        _ => {
            let conditions_decide = !conditional.is_empty() && outside.is_none() && !unknown;
            let rule = match conditions_decide {
                true => Rule::Condition,
                false if unit.rules.likely_by == Some(rule) => rule,
                false => Rule::Value,
            };
            let at = reference.span.start;
            let resolution = match conditions_decide && are_alternatives(db, &defined, targets.len(), at) {
                true => Resolution::Resolved,
                false => Resolution::Possible,
            };
            if resolution == Resolution::Possible && are_many_functions(db, unit, &defined) {
                return Edge::unresolved(targets.len() as u32);
            }
            Edge { resolution, rule, targets, candidates: 0 }
        }
    }
}

/// True for more functions of one name than one of which is likely meant, where they differ by their parameters alone and
/// the arguments told none of them apart.
fn are_many_functions(db: &Db, unit: &Unit<'_>, all: &[Symbol]) -> bool {
    let is_function = |sym: &Symbol| {
        let kind = db.unit(sym.file).map(|unit| unit.kind(sym.def));
        matches!(kind, Some(SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor))
    };
    if all.len() <= MOST_UNDECIDED || !all.iter().all(is_function) {
        return false;
    }
    let owner = |sym: &Symbol| db.unit(sym.file).map(|unit| unit.facts.definition(sym.def).owner);
    // Where classes are declared, those of one class are.
    let is_of_one = || all.iter().all(|sym| sym.file == all[0].file && owner(sym) == owner(&all[0]));
    unit.rules.includes_overloads()
        || unit.rules.classes.is_some() && is_of_one()
        || all.iter().all(|sym| implements_generic_trait(db, *sym))
}

/// True for a function of a block that implements a trait with type arguments: `impl From<u8> for Size` is one of many.
fn implements_generic_trait(db: &Db, sym: Symbol) -> bool {
    let Some(unit) = db.unit(sym.file).filter(|unit| unit.rules.linearization == Linearization::Autoderef)
    else {
        return false;
    };
    let Owner::Extension(extension) = unit.facts.definition(sym.def).owner else { return false };
    let implemented = unit.facts.extensions.get(extension.index()).and_then(|one| one.implements);
    implemented.is_some_and(|of| matches!(unit.facts.expression(of), Expression::Apply { .. }))
}

fn is_self_type(unit: &Unit<'_>, reference: &Reference) -> bool {
    matches!(
        unit.facts.expression(reference.expression),
        Expression::SelfType(_) | Expression::SelfInstance(_)
    )
}

fn self_edge(db: &Db, value: Value) -> Edge {
    let (Value::Type(id, _) | Value::ReceiverType(id, _) | Value::Receiver(id, _)) = value else {
        return Edge::unresolved(0);
    };
    let crate::value::TypeId::Def(sym) = id else { return Edge::unresolved(0) };
    let targets = symbol_key(db, sym).map(Target::Symbol).into_iter().collect();
    Edge { resolution: Resolution::Resolved, rule: Rule::Receiver, targets, candidates: 0 }
}

pub(crate) fn symbol_key(db: &Db, sym: Symbol) -> Option<indexer_core::SymbolKey> {
    db.unit(sym.file)?.keys.get(sym.def.index()).copied()
}

/// True for declarations of one name in one scope that are meant together: an import takes the type and the value of a
/// name, and a namespace is one with the type or function that it stands beside (TypeScript).
fn are_one_name(db: &Db, unit: &Unit<'_>, reference: &Reference, all: &[Symbol]) -> bool {
    let [first, others @ ..] = all else { return false };
    let Some(of) = db.unit(first.file).filter(|_| unit.rules.declarations_merge) else { return false };
    let definition = |sym: &Symbol| of.facts.definition(sym.def);
    let place = |sym: &Symbol| (definition(sym).scope, definition(sym).name);
    let are_beside = others.iter().all(|one| one.file == first.file && place(one) == place(first));
    let is_type = |sym: &Symbol| {
        let kind = of.kind(sym.def);
        matches!(kind, SymbolKind::Interface | SymbolKind::TypeAlias)
    };
    let is_namespace = |sym: &Symbol| of.kind(sym.def) == SymbolKind::Module;
    let count = |fits: &dyn Fn(&Symbol) -> bool| all.iter().filter(|sym| fits(sym)).count();
    let (types, namespaces) = (count(&is_type), count(&is_namespace));
    let values = all.len() - types - namespaces;
    let takes_both = reference.role == Role::Import && types <= 1 && values <= 1;
    are_beside && (takes_both || namespaces > 0 && types + values <= 1)
}

fn is_conditional(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|u| u.facts.definition(sym.def).flags.has(Flags::CONDITIONAL))
}

/// True for definitions of which any configuration has at most one: each is proved under its condition. A macro stands for
/// its name wherever its condition holds, so that what else has the name is meant where it does not. `at` is the place
/// that names them.
fn are_alternatives(db: &Db, all: &[Symbol], targets: usize, at: u32) -> bool {
    let alternative = |sym: &Symbol| {
        let unit = db.unit(sym.file)?;
        let definition = unit.facts.definition(sym.def);
        let inclusion = unit.rules.inclusion.as_ref()?;
        let text = definition.condition.map_or("", |name| unit.facts.name(name));
        let is_macro = definition.kind == SymbolKind::Macro;
        let is_before = sym.file != db.file() || definition.name_span.start < at;
        let replaces = is_macro
            && is_before
            && definition.flags.has(Flags::CONDITIONAL)
            && !definition.flags.has(Flags::UNDEFINED);
        // Only a macro is defined where nothing else defines it.
        let name = is_macro.then(|| unit.facts.name(definition.name));
        // Such a default is always there.
        let replaces = replaces && !name.is_some_and(|name| (inclusion.exclude)(name, text, ""));
        Some(Alternative { exclude: inclusion.exclude, name, condition: text, replaces })
    };
    let found: SmallVec<[Alternative<'_>; 4]> = all.iter().filter_map(alternative).collect();
    found.len() >= targets
        && found.iter().enumerate().all(|(i, one)| found[i + 1..].iter().all(|other| one.excludes(other)))
}

/// One of several definitions of a name.
struct Alternative<'d> {
    /// How the language tells conditions apart of which one holds at most.
    exclude: fn(&str, &str, &str) -> bool,
    /// The name of a macro.
    name: Option<&'d str>,
    condition: &'d str,
    /// True for a macro that stands for the name where its condition holds.
    replaces: bool,
}

impl Alternative<'_> {
    fn excludes(&self, other: &Self) -> bool {
        let hides = match (self.name, other.name) {
            (Some(_), None) => self.replaces,
            (None, Some(_)) => other.replaces,
            _ => false,
        };
        hides || (self.exclude)(self.name.and(other.name).unwrap_or(""), self.condition, other.condition)
    }
}

/// A module as target: the file, or the symbol of an inline module.
pub(crate) fn module_target(db: &Db, file: indexer_core::FileId, scope: indexer_core::ScopeId) -> Target {
    // What a line includes is a file as a whole: it need not be read.
    let includes = db.linker.rules_of(file).is_some_and(|rules| rules.inclusion.is_some());
    if includes && scope == ScopeId(0) {
        return Target::Module(db.linker.database.path(file).to_owned());
    }
    let unit = db.unit(file);
    match unit.and_then(|u| u.body_of(scope)) {
        Some(Owner::Definition(def)) => {
            let key = symbol_key(db, Symbol { file, def });
            key.map_or(Target::Module(String::new()), Target::Symbol)
        }
        _ => Target::Module(unit.map_or(String::new(), |u| u.path.to_owned())),
    }
}

/// True for what is named but perhaps not used so: a text names it, or the rules of a macro, whose names
/// mean what they mean where the macro is used.
fn is_only_said(unit: &Unit<'_>, reference: &Reference) -> bool {
    let in_macro = || reference.enclosing.is_some_and(|def| unit.kind(def) == SymbolKind::Macro);
    unit.facts.is_in_text(reference) || (reference.role == Role::Inherit && in_macro())
}

//! Members that nothing but their name speaks for.

use crate::db::DefinedKinds;
use crate::edges::extending::may_be_of;
use crate::edges::outside::{given_back, is_of_type_outside};
use crate::edges::{put_in_order, symbol_key};
use crate::infer::{
    accessor_part_run, are_bounds_known, implemented_traits, is_in_sight, is_nameable, linearize,
    outside_name, type_of_member, value_of,
};
use crate::query::Db;
use crate::resolve::{
    coexisting, definitions_for, given_by_includers, in_opened_namespaces, include_closure, is_declaration,
    of_platform, outside_of_types, replaces, replaces_from, resolve_by_linkage, visible,
};
use crate::unit::Unit;
use crate::value::{Args, MOST_TARGETS, Set, Symbol, TypeId, Value};
use indexer_core::key::hash_text;
use indexer_core::{
    Access, DefId, DependencyKey, Edge, ExprId, Expression, FileId, Flags, Linearization, LinkRules, Name,
    Namespace, Owner, Reference, Resolution, Role, Rule, SymbolKind, Target,
};
use std::sync::Arc;

/// Nothing is proved. Members of the name are possible, if they are few, fit, and the name is
/// not common in the language; a bare name that nothing binds is unresolved.
pub(crate) fn edge_by_name(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Edge {
    let expression = match unit.facts.expression(reference.expression) {
        Expression::Case { member, .. } => unit.facts.expression(member),
        other => other,
    };
    let Expression::Member { of, name, .. } = expression else {
        let given = given_by_includers(db, unit, reference);
        let (given, is_proved) = &*given;
        if !given.is_empty() {
            let resolution = if *is_proved { Resolution::Resolved } else { Resolution::Possible };
            return led_to(db, unit, given, resolution);
        }
        let inside = match unit.rules.inclusion {
            Some(_) => in_opened_namespaces(db, unit, reference),
            None => Vec::new(),
        };
        if !inside.is_empty() {
            return led_to(db, unit, &inside, Resolution::Possible);
        }
        let found = match &unit.rules.inclusion {
            // Where functions of one name differ by their parameters, the one that no file in sight declares is another one.
            Some(_) if !(unit.rules.includes_overloads() && reference.role == Role::Call) => {
                resolve_by_linkage(db, unit, reference)
            }
            _ => return Edge::unresolved(0),
        };
        // One more than those that are told stands for all.
        let Some(found) = &*found else { return Edge::unresolved(MOST_TARGETS as u32 + 1) };
        if found.is_empty() {
            return Edge::unresolved(0);
        }
        let mut targets: Vec<Target> =
            found.iter().filter_map(|sym| symbol_key(db, *sym)).map(Target::Symbol).collect();
        put_in_order(db, unit, &mut targets, found);
        return Edge { resolution: Resolution::Possible, rule: Rule::Name, targets, candidates: 0 };
    };
    let replaced = macros_for_member(db, unit, reference, name);
    if !replaced.is_empty() {
        return led_to(db, unit, &replaced, Resolution::Resolved);
    }
    let text = unit.facts.name(name);
    if let Some(path) = extension_from_outside(db, unit, reference, name) {
        let targets = vec![Target::External(path)];
        return Edge { resolution: Resolution::External, rule: Rule::Import, targets, candidates: 0 };
    }
    let includes = unit.rules.inclusion.is_some();
    if (unit.rules.commodity)(text)
        || is_of_host(db, unit, of)
        || (includes && (is_of_type_outside(db, unit, of) || is_of_namespace(db, of)))
        || is_member_type(unit, reference)
    {
        return Edge::unresolved(0);
    }
    let named = member_candidates(db, unit, reference, text);
    let hash = hash_text(text);
    let many = named.are_many;
    let used = Usage::of(reference.role) as u8;
    let key = if many { DependencyKey::many } else { DependencyKey::candidates };
    db.depend(key(hash, used));
    if many || named.few.is_empty() {
        // One more than those that are told stands for all.
        return Edge::unresolved(if many { MOST_TARGETS as u32 + 1 } else { 0 });
    }
    let reached: Vec<Symbol> = named.few.iter().filter(|sym| can_name(db, unit, **sym)).copied().collect();
    let reached = without_fields(db, unit, reached);
    let reached = without_members_below(db, of, reached);
    let reached = if unit.rules.argument_labels { named_so(db, unit, reference, reached) } else { reached };
    let reached = if unit.rules.platform.is_some() { on_platform(db, reached) } else { reached };
    let reached = if includes { defined(db, reached) } else { outermost(db, reached) };
    let reached = if unit.rules.linearization == Linearization::Autoderef {
        likely(db, unit, reference, of, reached)
    } else {
        reached
    };
    if includes && reached.len() > unit.rules.most_guesses {
        return Edge::unresolved(reached.len() as u32);
    }
    let reached = if includes { in_reach(db, reached) } else { given_back(db, unit, of, reached) };
    let parts = reached.into_iter().map(|sym| accessor_part_run(db, sym, reference.role == Role::Write));
    let parts: Vec<Symbol> = parts.collect();
    let mut targets: Vec<Target> =
        parts.into_iter().filter_map(|sym| symbol_key(db, sym)).map(Target::Symbol).collect();
    if targets.is_empty() {
        return Edge::unresolved(0);
    }
    targets.sort();
    targets.dedup();
    if targets.len() > unit.rules.most_guesses {
        return Edge::unresolved(targets.len() as u32);
    }
    Edge { resolution: Resolution::Possible, rule: Rule::Name, targets, candidates: 0 }
}

/// The path of a function outside that the file imports by its name, where nothing of the repository is a member of the
/// name: whatever it is called on, it is meant.
fn extension_from_outside(db: &Db, unit: &Unit<'_>, reference: &Reference, name: Name) -> Option<String> {
    if !unit.rules.extension_functions || reference.role != Role::Call {
        return None;
    }
    let Some(Value::External(path)) = outside_of_types(db, db.file(), name, Namespace::CALLABLE).only()
    else {
        return None;
    };
    let text = unit.facts.name(name);
    let named = member_candidates(db, unit, reference, text);
    let key = if named.are_many { DependencyKey::many } else { DependencyKey::candidates };
    db.depend(key(hash_text(text), Usage::of(reference.role) as u8));
    let is_ours = named.are_many || !named.few.is_empty();
    (!is_ours).then(|| db.text_of(path).to_string())
}

/// Without fields of other files, where those are no guesses.
fn without_fields(db: &Db, unit: &Unit<'_>, mut members: Vec<Symbol>) -> Vec<Symbol> {
    if !unit.rules.guesses_fields && !(unit.rules.is_untyped)(&unit.place) {
        members.retain(|sym| sym.file == db.file() || !is_field(db, sym));
    }
    members
}

/// Without members of the type itself, where what is above it is asked (`super().a`): that is never the type.
fn without_members_below(db: &Db, of: ExprId, mut members: Vec<Symbol>) -> Vec<Symbol> {
    if let Some(Value::Super(below)) = value_of(db, db.file(), of).only() {
        members.retain(|sym| type_of_member(db, *sym) != Some(below));
    }
    members
}

fn is_field(db: &Db, sym: &Symbol) -> bool {
    db.unit(sym.file).is_some_and(|of| of.kind(sym.def) == SymbolKind::Field)
}

/// Those that may stand where the name does: members of types behind what is written like one and where a type is only
/// implied, and there no function that is not called; else members of instances.
fn named_so(db: &Db, unit: &Unit<'_>, reference: &Reference, mut members: Vec<Symbol>) -> Vec<Symbol> {
    let expression = reference.expression;
    let is_implied =
        matches!(unit.facts.expression(expression), Expression::Member { access: Access::Path, .. });
    members.retain(|sym| {
        let is_function = db
            .unit(sym.file)
            .is_some_and(|of| matches!(of.kind(sym.def), SymbolKind::Method | SymbolKind::Function));
        is_nameable(db, *sym, db.file())
            && may_be_of(db, unit, expression, Value::Definition(*sym))
            && !(is_implied && is_function && reference.role != Role::Call)
    });
    members
}

/// Those that the linked file means where members are declared for all platforms and defined for each.
fn on_platform(db: &Db, all: Vec<Symbol>) -> Vec<Symbol> {
    let all: Set = all.into_iter().map(Value::Definition).collect();
    let seen = of_platform(db, db.file(), coexisting(db, db.file(), all));
    let definition = |value: Value| match value {
        Value::Definition(sym) => Some(sym),
        _ => None,
    };
    seen.iter().filter_map(definition).collect()
}

/// Without the declarations of what is defined among them.
fn defined(db: &Db, all: Vec<Symbol>) -> Vec<Symbol> {
    let is_defined = |sym: &Symbol| {
        is_declaration(db, *sym) && definitions_for(db, *sym).iter().any(|one| all.contains(one))
    };
    all.iter().copied().filter(|sym| !is_defined(sym)).collect()
}

/// The edge to what files that are included, or include, define.
fn led_to(db: &Db, unit: &Unit<'_>, found: &[Symbol], resolution: Resolution) -> Edge {
    let mut targets: Vec<Target> =
        found.iter().filter_map(|sym| symbol_key(db, *sym)).map(Target::Symbol).collect();
    put_in_order(db, unit, &mut targets, found);
    Edge { resolution, rule: Rule::Import, targets, candidates: 0 }
}

/// Of members those that files define which the linked file includes, where there are such: a member is named where its
/// type is complete.
fn in_reach(db: &Db, all: Vec<Symbol>) -> Vec<Symbol> {
    if all.len() < 2 {
        return all;
    }
    let reach = include_closure(db, db.file());
    let seen: Vec<Symbol> = all.iter().copied().filter(|sym| reach.has(sym.file).is_some()).collect();
    if seen.is_empty() { all } else { seen }
}

/// The macro that replaces a name behind `.` or `->` of which the receiver has no member: one that no condition decides
/// and nothing takes back.
fn macros_for_member(db: &Db, unit: &Unit<'_>, reference: &Reference, name: Name) -> Vec<Symbol> {
    if unit.rules.inclusion.is_none() {
        return Vec::new();
    }
    let name = db.name(unit, name);
    let found = visible(db, db.file(), name, Namespace::MACRO, db.text(""));
    let is_called = reference.role == Role::Call;
    let meant = |value: Value| match value {
        Value::Definition(sym) if sym.file == db.file() => {
            replaces_from(db, sym, is_called, reference.span.start).then_some(sym)
        }
        Value::Definition(sym) => replaces(db, sym, is_called).then_some(sym),
        _ => None,
    };
    let macros: Option<Vec<Symbol>> = found.iter().map(meant).collect();
    macros.filter(|all| all.len() == 1).unwrap_or_default()
}

/// The members that [`edge_by_name`] found possible for a call.
pub(crate) fn members_guessed(db: &Db, unit: &Unit<'_>, reference: &Reference) -> Vec<Symbol> {
    match unit.facts.expression(reference.expression) {
        Expression::Member { name, .. } if reference.role == Role::Call => {
            let named = member_candidates(db, unit, reference, unit.facts.name(name));
            let reached = named.few.iter().filter(|sym| can_name(db, unit, **sym)).copied().collect();
            outermost(db, reached)
        }
        _ => Vec::new(),
    }
}

/// Can code of the unit name this member?
fn can_name(db: &Db, unit: &Unit<'_>, sym: Symbol) -> bool {
    let Some(other) = db.unit(sym.file) else { return false };
    let definition = other.facts.definition(sym.def);
    if !(unit.rules.reaches)(definition.visibility, &other.place, &unit.place) {
        return false;
    }
    if unit.rules.linearization != Linearization::Autoderef {
        return true;
    }
    // Members of a trait, and what implements them, are named where the trait is in sight.
    let traits: Vec<Value> = match definition.owner {
        Owner::Extension(extension) => implemented_traits(db, sym.file, extension).iter().collect(),
        Owner::Definition(def) if other.kind(def) == SymbolKind::Trait => {
            vec![Value::Type(TypeId::Def(Symbol { def, ..sym }), Args::NONE)]
        }
        _ => Vec::new(),
    };
    let in_sight = |value: &Value| match value {
        Value::Type(TypeId::Def(of_trait), _) => is_in_sight(db, *of_trait),
        _ => true,
    };
    traits.is_empty() || traits.iter().any(in_sight)
}

/// True for what is of types of which every member is known, those apart that a trait gives.
fn is_of_known_type(db: &Db, of: ExprId) -> bool {
    let is_known = |value: Value| match value {
        Value::Instance(id, _) | Value::Receiver(id, _) | Value::Type(id, _) | Value::ReceiverType(id, _) => {
            matches!(id, TypeId::Def(_))
        }
        _ => false,
    };
    let values = value_of(db, db.file(), of);
    !values.is_empty() && values.iter().all(is_known)
}

/// Of members that may be meant those for which more speaks than their name, where there is one: what is called behind
/// a dot is no field, what is of a known type has other members by traits alone, and a file that names neither the type
/// nor a trait of a member hardly has values of it.
fn likely(
    db: &Db,
    unit: &Unit<'_>,
    reference: &Reference,
    of: ExprId,
    mut members: Vec<Symbol>,
) -> Vec<Symbol> {
    let is_field = |sym: &Symbol| is_field(db, sym);
    if reference.role == Role::Call {
        members.retain(|sym| !is_field(sym));
    }
    // Fields of types outside have names of one word too: there, nothing speaks for a field of another file.
    members.retain(|sym| sym.file == db.file() || !is_field(sym) || is_compound(unit, reference));
    if is_of_known_type(db, of) {
        members = of_traits(db, members);
    } else if is_of_bounded_parameter(db, of) {
        // What its bounds and the blocks for them do not have, it does not have.
        members.clear();
    }
    if let [sym] = members[..] {
        let owner = db.unit(sym.file).map(|of| of.facts.definition(sym.def).owner);
        members.retain(|_| {
            sym.file == db.file() || owner.is_some_and(|one| is_owner_named(db, unit, sym.file, one))
        });
    }
    members
}

/// True for what is of type parameters of which all bounds are known.
fn is_of_bounded_parameter(db: &Db, of: ExprId) -> bool {
    let is_bounded = |value: Value| match value {
        Value::Instance(TypeId::Param(file, index), _) => are_bounds_known(db, file, index),
        _ => false,
    };
    let values = value_of(db, db.file(), of);
    !values.is_empty() && values.iter().all(is_bounded)
}

/// True for a name of several words (`has_git`).
fn is_compound(unit: &Unit<'_>, reference: &Reference) -> bool {
    unit.facts.name(reference.name).trim_matches('_').contains('_')
}

/// Of members those that traits declare, and what implements them.
fn of_traits(db: &Db, members: Vec<Symbol>) -> Vec<Symbol> {
    let is_of_trait = |sym: &Symbol| {
        let Some(unit) = db.unit(sym.file) else { return false };
        match unit.facts.definition(sym.def).owner {
            Owner::Definition(def) => unit.kind(def) == SymbolKind::Trait,
            Owner::Extension(id) => {
                // A block for one type gives nothing to others.
                unit.facts.extensions.get(id.index()).is_some_and(|block| block.type_name.is_none())
            }
            Owner::File => false,
        }
    };
    members.into_iter().filter(is_of_trait).collect()
}

/// False where a file names neither the type that has a member nor a trait that it implements: values of types that a
/// file does not name are rare there, and most members of their names are those of other packages.
fn is_owner_named(db: &Db, unit: &Unit<'_>, file: FileId, owner: Owner) -> bool {
    let Some(of) = db.unit(file) else { return false };
    let is_here = |hash: u64| unit.name_of_hash(hash).is_some();
    match owner {
        Owner::File => true,
        Owner::Definition(def) => is_here(of.hash(of.facts.definition(def).name)),
        Owner::Extension(id) => {
            let Some(block) = of.facts.extensions.get(id.index()) else { return true };
            let is_trait_here = |value: Value| match value {
                Value::Type(TypeId::Def(sym), _) => {
                    db.depend_on_symbol(sym);
                    let name = db.unit(sym.file).map(|of| of.hash(of.facts.definition(sym.def).name));
                    name.is_some_and(is_here)
                }
                value => outside_name(db, value).is_some_and(|name| is_here(hash_text(&name))),
            };
            block.type_name.is_none_or(|name| is_here(of.hash(name)))
                || implemented_traits(db, file, id).iter().any(is_trait_here)
        }
    }
}

/// Without the members that override another one of them: the outermost stands for those below it.
fn outermost(db: &Db, members: Vec<Symbol>) -> Vec<Symbol> {
    if members.len() < 2 {
        return members;
    }
    let owner = |sym: &Symbol| match db.unit(sym.file)?.facts.definition(sym.def).owner {
        Owner::Definition(def) => Some(Symbol { def, ..*sym }),
        _ => None,
    };
    let owners: Vec<Option<Symbol>> = members.iter().map(owner).collect();
    let is_below = |one: &Option<Symbol>| {
        one.is_some_and(|one| {
            linearize(db, one).value.symbols.iter().any(|above| owners.contains(&Some(*above)))
        })
    };
    let kept = members.iter().zip(&owners).filter(|(_, owner)| !is_below(owner));
    let kept: Vec<Symbol> = kept.map(|(sym, _)| *sym).collect();
    if kept.is_empty() { members } else { kept }
}

/// True for a bare name that nothing in the repository binds, where every file sees globals, or a type of its package:
/// it is what the host of the program or its builds give (`vi`, `jQuery`, `Thread`), and so are its members.
fn is_of_host(db: &Db, unit: &Unit<'_>, of: ExprId) -> bool {
    let Expression::Name { name, bound: None, .. } = unit.facts.expression(of) else { return false };
    // What a function is called on may have a member of any name, but by custom none that is written like a type.
    let is_type = || unit.facts.name(name).starts_with(char::is_uppercase);
    let by_package = || unit.rules.packages.is_some_and(|packages| packages.by_name) && is_type();
    (unit.rules.has_globals || by_package()) && value_of(db, db.file(), of).only() == Some(Value::Unknown)
}

/// True for a type that is named as a member of a type parameter or of something unknown, where functions differ by their
/// parameters: most of those of one name are what the standard library asks for (`value_type`, `rep`).
fn is_member_type(unit: &Unit<'_>, reference: &Reference) -> bool {
    let overloads = unit.rules.includes_overloads();
    overloads && Usage::of(reference.role) == Usage::Type
}

/// True for what stands in a namespace: members of types are none of it.
fn is_of_namespace(db: &Db, of: ExprId) -> bool {
    let values = value_of(db, db.file(), of);
    !values.is_empty() && values.iter().all(|value| matches!(value, Value::Namespace(..)))
}

/// The members of a name that a reference could mean by arity and kind.
fn member_candidates(db: &Db, unit: &Unit<'_>, reference: &Reference, text: &str) -> Arc<MemberCandidates> {
    let hash = hash_text(text);
    let is_path = matches!(
        unit.facts.expression(reference.expression),
        Expression::Member { access: Access::Path, .. }
    );
    let question = CandidatesKey {
        language: unit.rules.language,
        name: hash,
        use_of: Usage::of(reference.role),
        arguments: reference.arguments.filter(|_| reference.role == Role::Call),
        untyped: (unit.rules.is_untyped)(&unit.place),
        is_method: unit.rules.methods_are_values || reference.role == Role::Call || is_path,
    };
    db.linker.candidates.get_or_insert_with(question, || {
        let mut named = MemberCandidates::default();
        // Where there are many, it makes no difference which are found first: those whose facts need
        // not be loaded.
        let all = db.linker.database.defining_kinds(hash);
        if are_many_fields(db, unit.rules, &all, &question) {
            named.are_many = true;
            return named;
        }
        let shares = |file: &FileId| {
            db.linker.rules_of(*file).is_some_and(|rules| rules.shares_packages_with(unit.rules))
        };
        let all = all.into_iter().map(|(file, _)| file).filter(shares);
        let (ready, rest): (Vec<FileId>, Vec<FileId>) = all.partition(|file| db.linker.has_unit(*file));
        for file in ready.into_iter().chain(rest) {
            let Some(other) = db.unit(file) else { continue };
            for def in other.definitions_of(hash) {
                if fits(other, def, &question) {
                    named.few.push(Symbol { file, def });
                    if named.few.len() > MOST_TARGETS {
                        return MemberCandidates { few: Vec::new(), are_many: true };
                    }
                }
            }
        }
        named.few.sort_unstable_by_key(|sym| (sym.file, sym.def));
        named
    })
}

/// What a reference does with a name, as far as it says what can be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Usage {
    Call,
    Value,
    Type,
}

impl Usage {
    pub(crate) const ALL: [Usage; 3] = [Usage::Call, Usage::Value, Usage::Type];

    /// Could a member of this kind be meant?
    pub(crate) fn takes(self, kind: SymbolKind) -> bool {
        use SymbolKind::*;
        match self {
            Usage::Call => matches!(kind, Method | Function | Accessor | Class | Field | Variant),
            Usage::Value => {
                matches!(kind, Field | Accessor | Property | Method | Constant | Static | Variant)
            }
            Usage::Type => kind.is_type(),
        }
    }

    fn of(role: Role) -> Self {
        match role {
            Role::Call => Self::Call,
            Role::Read | Role::Write => Self::Value,
            _ => Self::Type,
        }
    }
}

/// Which members of a name could be meant? Asked once a run: a name such as `new` has thousands of
/// members and ten times as many references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CandidatesKey {
    language: &'static str,
    name: u64,
    use_of: Usage,
    arguments: Option<u8>,
    /// Asked from a file that declares no types.
    untyped: bool,
    /// A method may be meant.
    is_method: bool,
}

/// The answer.
#[derive(Debug, Default)]
pub(crate) struct MemberCandidates {
    /// All, in order; none where there are many.
    few: Vec<Symbol>,
    /// True where there are more than [`MOST_TARGETS`].
    are_many: bool,
}

/// True where so many files have a field of the name that it needs no facts to see that too many could be meant: a field
/// fits whatever is done with it.
fn are_many_fields(
    db: &Db,
    rules: &LinkRules,
    all: &[(FileId, DefinedKinds)],
    question: &CandidatesKey,
) -> bool {
    if question.untyped || question.use_of == Usage::Type {
        return false;
    }
    let is_call = question.use_of == Usage::Call;
    let fits_always =
        |of: &LinkRules| of.shares_packages_with(rules) && !(is_call && of.members_named_as_types);
    let is_meant = |file| db.linker.rules_of(file).is_some_and(fits_always);
    let fields = all.iter().filter(|(file, kinds)| kinds.has(DefinedKinds::FIELD) && is_meant(*file));
    fields.take(MOST_TARGETS + 1).count() > MOST_TARGETS
}

/// Could this definition be meant by a member reference whose receiver is not known?
fn fits(unit: &Unit<'_>, def: DefId, question: &CandidatesKey) -> bool {
    let definition = unit.facts.definition(def);
    let member = match definition.owner {
        Owner::File => false,
        Owner::Extension(_) => true,
        // A type of objects alone has no values where no types are written.
        Owner::Definition(owner)
            if question.untyped
                && matches!(unit.kind(owner), SymbolKind::Interface | SymbolKind::TypeAlias) =>
        {
            false
        }
        Owner::Definition(owner) => unit.facts.has_members(owner),
    };
    // Where the type of a case need not be written, its name may speak for it.
    if definition.kind == SymbolKind::Variant && !unit.rules.argument_labels {
        return false;
    }
    // What only a macro may make is not guessed at.
    let is_made = definition.flags.has(Flags::MADE);
    if !member || is_made || definition.kind == SymbolKind::Method && !question.is_method {
        return false;
    }
    let parameters = unit.facts.parameters(definition.parameters);
    let called =
        question.use_of == Usage::Call && matches!(definition.kind, SymbolKind::Method | SymbolKind::Variant);
    if question.use_of == Usage::Call
        && unit.rules.members_named_as_types
        && matches!(definition.kind, SymbolKind::Accessor | SymbolKind::Field)
        && !may_hold_function(unit, definition.value)
    {
        return false;
    }
    question.use_of.takes(definition.kind) && (!called || arity_fits(parameters, question.arguments))
}

/// True for a type of which values may be called: a delegate of the library, what is called like one, and what is not known.
fn may_hold_function(unit: &Unit<'_>, annotation: indexer_core::ExprId) -> bool {
    let mut written = unit.facts.expression(annotation);
    loop {
        let name = match written {
            Expression::Instance(of) | Expression::Apply { of, .. } => {
                written = unit.facts.expression(of);
                continue;
            }
            Expression::Name { name, .. } | Expression::Member { name, .. } => unit.facts.name(name),
            Expression::Unknown | Expression::FunctionType { .. } | Expression::Lambda(_) => return true,
            _ => return false,
        };
        let name = name.split('`').next().unwrap_or(name);
        let ends = ["Action", "Callback", "Delegate", "Func", "Function", "Handler", "Predicate", "dynamic"];
        return ends.iter().any(|end| name.ends_with(end));
    }
}

pub(crate) fn arity_fits(parameters: &[indexer_core::Parameter], arguments: Option<u8>) -> bool {
    use indexer_core::ParameterKind::*;
    let Some(given) = arguments.map(usize::from) else { return true };
    let open = parameters.iter().any(|p| matches!(p.kind, Rest | RestKeywords));
    let most = parameters.iter().filter(|p| matches!(p.kind, Plain | Keyword)).count();
    let least = parameters.iter().filter(|p| p.kind == Plain && p.default.is_unknown()).count();
    given >= least && (open || given <= most)
}

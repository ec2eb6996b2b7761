//! Members of instances, through what they dereference to.

use crate::infer::{
    Members, blanket_member, call_bound, external_path, implemented_traits, is_distinct, member_of_iterator,
    member_of_sequence, members_of_projection, members_of_type, outside_bound, outside_trait_of, rules_of,
    type_added_to, underlying_instance,
};
use crate::query::Db;
use crate::resolve::external_member;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::{Expression, ImportShape, Linearization, Owner, ParameterKind, SymbolKind};
use smallvec::SmallVec;

/// Dereferences are followed this often.
pub(super) const MOST_DEREFS: usize = 4;

/// Members of an instance, through dereferences where the language has them.
pub(crate) fn members_of_instance(
    db: &Db,
    of: TypeId,
    args: Args,
    name: Text,
    call: Option<bool>,
) -> Members {
    let mut value = (of, args);
    let mut open = false;
    let mut added: Option<Members> = None;
    let mut chain: SmallVec<[(TypeId, Args); 2]> = SmallVec::new();
    // Some languages have an operator of its own for members of what is pointed to.
    let own = rules_of(db, of).is_some_and(|rules| rules.linearization == Linearization::Bases);
    for _ in 0..if own { 1 } else { MOST_DEREFS } {
        chain.push(value);
        if let Some(members) = members_of_projection(db, value, name, call) {
            return members;
        }
        let mut members = members_of_type(db, value.0, name, call);
        if (members.found.is_empty() || is_of_stubs(db, &members.found))
            && let Some(members) = member_of_iterator(db, value.0, value.1, name)
                .or_else(|| member_of_sequence(db, value.0, value.1, name, call))
        {
            return members;
        }
        if let Some(class) = class_of(db, value.0, value.1, &members.found) {
            return class;
        }
        if !members.found.is_empty() {
            members.receiver = Some(Value::Instance(value.0, value.1));
            if !is_added(db, value.0, &members.found) {
                // `impl<T: Read> Read for Box<T>` comes before what a box holds.
                return match added {
                    Some(added)
                        if !is_of_stubs(db, &members.found)
                            && may_be_in_sight(db, &added.found)
                            && !take_wrapped_receiver(db, &added.found) =>
                    {
                        added
                    }
                    _ => members,
                };
            }
            // What the standard library says of its own type comes before what the repository
            // adds to it: our stubs leave to the type that it dereferences to what both have.
            added.get_or_insert(members);
        } else {
            open |= members.open;
        }
        if own {
            break;
        }
        match dereferenced(db, value.0, value.1) {
            Some(Value::Instance(of, args)) if (of, args) != value => value = (of, args),
            Some(Value::Callable(..) | Value::Tuple(_)) | None => break,
            Some(_) => {
                open = true;
                break;
            }
        }
    }
    if let Some(added) = added
        && may_be_in_sight(db, &added.found)
    {
        return added;
    }
    if rules_of(db, of).is_some_and(|rules| rules.linearization == Linearization::Autoderef)
        && let Some(members) = by_blocks_for_all(db, &chain, name, call)
    {
        return members;
    }
    if rules_of(db, of).and_then(|rules| rules.protocol.class) == Some(db.text_of(name).as_str()) {
        return Members { found: Set::of(Value::Type(of, args)), ..Members::default() };
    }
    let outside = || match of {
        // Traits of the repository may give more to what fulfils a bound.
        TypeId::Param(..) if rules_of(db, of)?.linearization == Linearization::Autoderef => {
            outside_trait_of(db, of, name)
        }
        TypeId::Param(..) => outside_bound(db, of),
        _ if open => None,
        TypeId::Def(sym) => external_path(db, type_added_to(db, sym).unwrap_or(sym)),
        TypeId::External(_) => None,
    };
    if let Some(text) = outside() {
        // The receiver is of a type outside of which our stub tells only a part.
        let text = db.text(&text);
        let text = external_member(db, text, name);
        return Members { found: Set::of(Value::External(text)), guessed: true, ..Members::default() };
    }
    Members { open, ..Members::default() }
}

/// Members that blocks for all types give to one of the types to which a value dereferences: the first that is known to
/// fit, else one that may.
fn by_blocks_for_all(db: &Db, chain: &[(TypeId, Args)], name: Text, call: Option<bool>) -> Option<Members> {
    let mut guessed = None;
    for (of, args) in chain {
        let found = blanket_member(db, *of, name, call);
        if found.is_empty() {
            continue;
        }
        let is_proved = !found.has_unknown();
        let receiver = Some(Value::Instance(*of, *args));
        let members = Members { found, receiver, ..Members::default() };
        if is_proved {
            return Some(members);
        }
        guessed.get_or_insert(members);
    }
    guessed
}

/// True where a type of a stub has members from blocks of the repository alone.
fn is_added(db: &Db, of: TypeId, found: &Set) -> bool {
    let ours = |sym: Symbol| db.unit(sym.file).is_some_and(|unit| unit.stub_of.is_none());
    let TypeId::Def(of) = of else { return false };
    !ours(of) && found.iter().all(|value| matches!(value, Value::Definition(sym) if ours(sym)))
}

/// True for methods that are called on what holds the type that has them (`self: Pin<&mut Self>`): on a pin they are those of
/// what it holds.
fn take_wrapped_receiver(db: &Db, found: &Set) -> bool {
    found.iter().all(|value| {
        let Value::Definition(sym) = value else { return false };
        let Some(unit) = db.unit(sym.file) else { return false };
        let parameters = unit.facts.parameters(unit.facts.definition(sym.def).parameters);
        let own = parameters.first().filter(|one| one.kind == ParameterKind::Receiver);
        own.is_some_and(|one| matches!(unit.facts.expression(one.annotation), Expression::Apply { .. }))
    })
}

/// True where a stub declares one of these members, or nothing declares it.
fn is_of_stubs(db: &Db, found: &Set) -> bool {
    let ours = |sym: Symbol| db.unit(sym.file).is_some_and(|unit| unit.stub_of.is_none());
    !found.iter().all(|value| matches!(value, Value::Definition(sym) if ours(sym)))
}

/// False where none of the traits that declare these members can be in sight of the file that
/// is linked: it takes in no names without naming them, and names none of the traits.
fn may_be_in_sight(db: &Db, found: &Set) -> bool {
    let Some(unit) = db.unit(db.file()).filter(|_| db.at_top()) else { return true };
    if unit.facts.imports.iter().any(|import| import.shape == ImportShape::Wildcard) {
        return true;
    }
    found.iter().any(|value| {
        let Value::Definition(sym) = value else { return true };
        let Some(of) = db.unit(sym.file) else { return true };
        let traits = match of.facts.definition(sym.def).owner {
            Owner::Extension(extension) => implemented_traits(db, sym.file, extension),
            // What is global needs no import.
            Owner::Definition(def) if type_added_to(db, Symbol { def, ..sym }).is_some() => return true,
            Owner::Definition(def) => Set::of(Value::Type(TypeId::Def(Symbol { def, ..sym }), Args::NONE)),
            Owner::File => return true,
        };
        traits.is_empty()
            || traits.iter().any(|one| {
                let Value::Type(TypeId::Def(sym), _) = one else { return true };
                db.depend_on_symbol(sym);
                let name = db.unit(sym.file).map(|u| u.hash(u.facts.definition(sym.def).name));
                name.is_none_or(|name| unit.name_of_hash(name).is_some())
            })
    })
}

/// Where instances have their type as a member, that is what the name of the constructor means.
fn class_of(db: &Db, of: TypeId, args: Args, found: &Set) -> Option<Members> {
    let Value::Definition(sym) = found.only()? else { return None };
    let unit = db.unit(sym.file)?;
    let is_class = unit.rules.protocol.class.is_some() && unit.kind(sym.def) == SymbolKind::Constructor;
    is_class.then(|| Members { found: Set::of(Value::Type(of, args)), ..Members::default() })
}

/// What dereferencing an instance gives, where its type says so.
pub(crate) fn dereferenced(db: &Db, of: TypeId, args: Args) -> Option<Value> {
    let TypeId::Def(sym) = of else { return None };
    if is_distinct(db, sym) {
        return underlying_instance(db, sym, args);
    }
    let names = db.unit(sym.file)?.rules.protocol.deref.iter();
    let mut found = names.map(|name| members_of_type(db, of, db.text(name), Some(true)).found);
    let found = found.find(|found| !found.is_empty())?;
    let given = |method| {
        let Value::Definition(method) = method else { return None };
        match call_bound(db, method, Value::Instance(of, args), &[]).only()? {
            Value::Receiver(of, args) => Some(Value::Instance(of, args)),
            other => Some(other),
        }
    };
    // There may be one for what is constant and one for what is not.
    let first = given(found.iter().next()?)?;
    found.iter().skip(1).all(|other| given(other) == Some(first)).then_some(first)
}

//! The different symbols among those of one name.

use crate::protocol::Context;
use indexer_core::{Flags, SymbolKind, Visibility};
use indexer_store::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// One symbol with its parts, the one that people mean first: overloads and branches of a condition, a
/// definition and its declarations, a type and its constructors of the same name.
pub type Meant<'v> = Vec<Symbol<'v>>;

/// The different symbols among those of one name, in the order of `found`, each with its parts: those of
/// one qualified name in one file, where a command that a framework makes of a function is none of it, and types of as many
/// type parameters where the language tells them apart by these; a declaration with what it declares, which in languages that
/// include files may be called differently there; a constructor with its type.
pub fn groups<'v>(context: &Context<'v>, found: Vec<Symbol<'v>>) -> Vec<Meant<'v>> {
    let mut groups: Vec<Meant<'v>> = Vec::new();
    let mut places: FxHashMap<(&str, String, bool), usize> = FxHashMap::default();
    for symbol in found {
        let name = type_of(symbol).unwrap_or_else(|| symbol.qualified()) + &arity(context, symbol);
        let place = (symbol.file().path(), name, symbol.is_of_framework());
        let at = *places.entry(place).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(parts) => parts.push(symbol),
            None => groups.push(vec![symbol]),
        }
    }
    let mut joined = joined(context, groups);
    for parts in &mut joined {
        // A stable sort: what is left stays in the order of the question.
        parts.sort_by_key(|part| {
            (part.kind() == SymbolKind::Constructor, part.flags().has(Flags::DECLARATION))
        });
    }
    joined
}

/// `found`, and behind it what belongs to it in other files: who asks for a declaration by its key or place means what it
/// declares too, and who asks for a part of a type the whole. O(symbols of the names).
pub fn with_parts<'v>(context: &Context<'v>, mut found: Vec<Symbol<'v>>) -> Vec<Symbol<'v>> {
    let view = context.view();
    let mut known: FxHashSet<_> = found.iter().map(Symbol::handle).collect();
    for at in 0..found.len() {
        let one = found[at];
        let (name, is_partial) = (name_in_program(one), is_partial(context, one));
        if !is_partial && !includes(context, one) {
            continue;
        }
        let named = view.symbols_named(one.name(), true).into_iter().map(|symbol| view.sym(symbol));
        for other in named.filter(|other| other.kind() == one.kind()) {
            let is_one = match is_partial {
                true => self::is_partial(context, other),
                false => declares(&[one, other]) && may_meet(one, other) && includes(context, other),
            };
            if is_one && name_in_program(other) == name && known.insert(other.handle()) {
                found.push(other);
            }
        }
    }
    found
}

/// True in languages whose files include others, so that what is declared in one is defined in another.
fn includes(context: &Context<'_>, symbol: Symbol<'_>) -> bool {
    context.snapshot.rules(symbol.file().path()).is_some_and(|rules| rules.inclusion.is_some())
}

/// True for one of several parts of a type.
fn is_partial(context: &Context<'_>, symbol: Symbol<'_>) -> bool {
    symbol.flags().has(Flags::PARTIAL)
        && symbol.kind().is_type()
        && context.snapshot.rules(symbol.file().path()).is_some_and(|rules| rules.partial_types)
}

/// The qualified name without the file in which it stands, and of a type with type parameters how many it has: `P` and
/// `P<T>` are two.
fn name_in_program(symbol: Symbol<'_>) -> String {
    let own = symbol.qualified();
    let name = match own.strip_prefix(symbol.file().path()) {
        Some(rest) => rest.trim_start_matches([':', '.']),
        None => &own,
    };
    match type_parameters(symbol) {
        0 => name.to_owned(),
        some => format!("{name}`{some}"),
    }
}

/// How many type parameters a type has and those around it, the innermost first, where such types of one name are two; "" for
/// all that have none.
fn arity(context: &Context<'_>, symbol: Symbol<'_>) -> String {
    let rules = context.snapshot.rules(symbol.file().path());
    if !rules.is_some_and(|rules| rules.arity_in_names) {
        return String::new();
    }
    let around = std::iter::successors(Some(symbol), |one| one.owner());
    let counts = around.filter(|one| one.kind().is_type()).map(counted).collect::<Vec<_>>();
    match counts.iter().all(|count| *count == 0) {
        true => String::new(),
        false => counts.iter().map(|count| format!("`{count}")).collect(),
    }
}

/// How many type parameters the head of a part of a type has.
fn type_parameters(symbol: Symbol<'_>) -> usize {
    if symbol.flags().has(Flags::PARTIAL) { counted(symbol) } else { 0 }
}

/// How many type parameters stand behind the name in a head.
fn counted(symbol: Symbol<'_>) -> usize {
    let (head, name) = (symbol.signature(), symbol.name());
    let behind = head.match_indices(name).map(|(at, _)| head[at + name.len()..].trim_start());
    let list = behind.filter_map(|rest| rest.strip_prefix('<')).next();
    list.map_or(0, |list| list.split('>').next().unwrap_or_default().split(',').count())
}

/// True where one of them may declare what others define.
fn declares(parts: &[Symbol<'_>]) -> bool {
    parts.iter().any(|one| one.flags().has(Flags::DECLARATION) || one.kind() == SymbolKind::Constructor)
}

/// False for functions that only their own files see.
fn may_meet(one: Symbol<'_>, other: Symbol<'_>) -> bool {
    let is_of_file =
        |one: Symbol<'_>| one.kind() == SymbolKind::Function && one.visibility() == Visibility::Private;
    one.file().path() == other.file().path() || !is_of_file(one) && !is_of_file(other)
}

/// The qualified name of the type that a constructor makes and whose name it bears.
fn type_of(symbol: Symbol<'_>) -> Option<String> {
    if symbol.kind() != SymbolKind::Constructor {
        return None;
    }
    let own = symbol.qualified();
    let owner = own.strip_suffix(symbol.name())?;
    let owner = owner.trim_end_matches([':', '.']);
    owner.ends_with(symbol.name()).then(|| owner.to_owned())
}

/// Declarations joined with what they declare, over files.
fn joined<'v>(context: &Context<'v>, groups: Vec<Meant<'v>>) -> Vec<Meant<'v>> {
    let mut joined: Vec<Meant<'v>> = Vec::new();
    let mut known: FxHashMap<(&str, &str, String), usize> = FxHashMap::default();
    for parts in groups {
        let (first, file) = (parts[0], parts[0].file());
        let name = type_of(first);
        let key = match includes(context, first) {
            true => {
                let kind = if name.is_some() { SymbolKind::Class } else { first.kind() };
                ("", kind.as_str(), name.unwrap_or_else(|| name_in_program(first)))
            }
            false if is_partial(context, first) => (file.language(), "", name_in_program(first)),
            false => {
                let name = name.unwrap_or_else(|| first.qualified()) + &arity(context, first);
                (file.language(), "", name)
            }
        };
        let is_one = |others: &[Symbol<'v>]| {
            let are_parts = is_partial(context, first) && others.iter().all(|one| is_partial(context, *one));
            are_parts || (declares(others) || declares(&parts)) && may_meet(first, others[0])
        };
        match known.get(&key).and_then(|at| joined.get_mut(*at)) {
            Some(others) if is_one(others) => others.extend(parts),
            _ => {
                known.insert(key, joined.len());
                joined.push(parts);
            }
        }
    }
    joined
}

/// `found` without what a row of another one says: the constructors of a type that is there, and the
/// declarations of what is defined there. What stays keeps its order.
pub fn folded<'v>(context: &Context<'v>, found: Vec<Symbol<'v>>) -> Vec<(Symbol<'v>, Vec<Symbol<'v>>)> {
    let mut beside = FxHashMap::default();
    let mut hidden = FxHashSet::default();
    for parts in groups(context, found.clone()) {
        let first = parts[0];
        let is_defined = !first.flags().has(Flags::DECLARATION);
        let more: Vec<Symbol<'v>> = parts
            .iter()
            .copied()
            .skip(1)
            .filter(|part| {
                let constructs = part.kind() == SymbolKind::Constructor && first.kind().is_type();
                constructs || is_defined && part.flags().has(Flags::DECLARATION)
            })
            .collect();
        hidden.extend(more.iter().map(Symbol::handle));
        beside.insert(first.handle(), more);
    }
    let shown = found.into_iter().filter(|symbol| !hidden.contains(&symbol.handle()));
    shown.map(|symbol| (symbol, beside.remove(&symbol.handle()).unwrap_or_default())).collect()
}

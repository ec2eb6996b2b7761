//! Bases of types, and the order in which members are looked for in them.

use crate::infer::{
    Environment, Members, bases_by_extensions, builtin_type, definition_value, extension_members,
    extensions_are_parts, external_path, header_type, instances_of, members_of_definition, own_member,
    substitute, type_added_to,
};
use crate::query::{Db, Remembered};
use crate::resolve::{external_member, is_extending, module_member, type_parts};
use crate::unit::Unit;
use crate::value::{Args, Set, Symbol, Text, TypeId, Value};
use indexer_core::{Definition, Expression, Flags, Namespace, SymbolKind, work};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Bases of bases are followed this far.
const DEEPEST_BASES: usize = 32;

/// The bases of a type, in order, as types (or external or unknown values).
pub(crate) fn bases_of(db: &Db, sym: Symbol) -> Vec<Value> {
    let mut all = Vec::new();
    for part in type_parts(db, sym) {
        let Some(unit) = db.unit(part.file) else { continue };
        db.depend_on_symbol(part);
        for base in unit.facts.list(unit.facts.definition(part.def).bases) {
            let values = header_type(db, part.file, *base);
            // A macro that does not stand for members adds nothing to the type that it stands in.
            let is_macro =
                matches!(unit.facts.expression(*base), Expression::Name { namespace: Namespace::MACRO, .. });
            all.extend(values.iter().filter(|value| !is_macro || matches!(value, Value::Type(..))));
        }
    }
    if extensions_are_parts(db, sym) {
        bases_by_extensions(db, sym, &mut all);
    }
    // What is added to a type of the host is below what the host says of it.
    all.extend(type_added_to(db, sym).map(|host| Value::Type(TypeId::Def(host), Args::NONE)));
    if db.unit(sym.file).is_some_and(|unit| unit.rules.last_base_first) {
        all.reverse();
    }
    all
}

/// The types that one base of a type may be, where it may be several.
fn alternatives_of(db: &Db, sym: Symbol) -> Vec<Vec<Symbol>> {
    let mut found = Vec::new();
    for part in type_parts(db, sym) {
        let Some(unit) = db.unit(part.file) else { continue };
        for base in unit.facts.list(unit.facts.definition(part.def).bases) {
            let mut all: Vec<Symbol> = Vec::new();
            for value in header_type(db, part.file, *base).iter() {
                if let Value::Type(TypeId::Def(of), _) = value {
                    // Where declarations of a name add up, those of one file are one thing.
                    let is_same = |other: &Symbol| unit.rules.declarations_merge && other.file == of.file;
                    if !all.contains(&of) && !all.iter().any(is_same) {
                        all.push(of);
                    }
                }
            }
            if all.len() > 1 {
                found.push(all);
            }
        }
    }
    found
}

/// The method resolution order of a class without itself (C3, Barrett et al. 1996; depth first
/// where the bases admit no C3 order), and the bases that are not of the universe, in order, each once.
/// Each class above is ordered once, however many ways lead to it: O(bases * classes above). It is remembered.
pub(crate) fn linearize(db: &Db, sym: Symbol) -> Arc<Remembered<TypesAbove>> {
    db.remembered(&db.linker.orders, sym, sym.file, || {
        let order = Linearization { path: Vec::new(), known: FxHashMap::default() }.order(db, sym);
        TypesAbove::clone(&order)
    })
}

/// Orders of the classes above one.
struct Linearization {
    /// From the class that was begun with down to the one whose bases are looked at.
    path: Vec<Symbol>,
    known: FxHashMap<Symbol, Rc<TypesAbove>>,
}

/// The classes above one, and what they extend outside.
#[derive(Clone, Debug)]
pub(crate) struct TypesAbove {
    pub(crate) symbols: Vec<Symbol>,
    pub(crate) others: Vec<Value>,
    /// Of bases of which one is meant and is not known, those that it may be: what a module of one name in two places, or
    /// an import under a condition, leads to.
    pub(crate) alternatives: Vec<Vec<Symbol>>,
}

impl Linearization {
    fn order(&mut self, db: &Db, sym: Symbol) -> Rc<TypesAbove> {
        if let Some(known) = self.known.get(&sym) {
            return known.clone();
        }
        self.path.push(sym);
        let (mut direct, mut others, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        let mut alternatives = alternatives_of(db, sym);
        let mut add = |other: Value| {
            if !others.contains(&other) {
                others.push(other);
            }
        };
        let rules = db.unit(sym.file).map(|unit| unit.rules);
        for base in bases_of(db, sym) {
            match base {
                base if rules.is_some_and(|rules| is_extending(rules, base)) => {}
                Value::Type(TypeId::Def(base), _)
                | Value::Instance(TypeId::Def(base), _)
                | Value::Receiver(TypeId::Def(base), _)
                    if !self.path.contains(&base) && self.path.len() <= DEEPEST_BASES =>
                {
                    let order = self.order(db, base);
                    let mut list = Vec::with_capacity(order.symbols.len() + 1);
                    list.push(base);
                    list.extend(&order.symbols);
                    lists.push(list);
                    order.others.iter().cloned().for_each(&mut add);
                    alternatives.extend(order.alternatives.iter().cloned());
                    direct.push(base);
                }
                other => add(other),
            }
        }
        lists.push(direct);
        self.path.pop();
        let order = Rc::new(TypesAbove { symbols: merge(lists), others, alternatives });
        self.known.insert(sym, order.clone());
        order
    }
}

/// A member of a type or of what it embeds, level by level.
pub(crate) fn nearest_members(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Members {
    let (mut level, mut seen, mut outside, mut open) = (vec![sym], vec![sym], None, false);
    for _ in 0..DEEPEST_BASES {
        let (mut found, mut below) = (Set::default(), Vec::new());
        for one in level {
            let own = own_member(db, one, name, call);
            found.extend(&if own.is_empty() { extension_members(db, one, name, call) } else { own });
            let mut bases = bases_of(db, one);
            if one != sym && is_distinct(db, one) {
                bases.extend(definition_value(db, one).iter());
            }
            for base in bases {
                match base {
                    Value::Type(TypeId::Def(base), _) if seen.contains(&base) => {}
                    Value::Type(TypeId::Def(base), _) => {
                        seen.push(base);
                        below.push(base);
                    }
                    Value::Type(TypeId::External(text), _) | Value::External(text) => {
                        outside = outside.or(Some(text));
                    }
                    _ => open = true,
                }
            }
        }
        if !found.is_empty() {
            return Members { found, ..Members::default() };
        }
        if below.is_empty() {
            break;
        }
        level = below;
    }
    // The only way left is through a base outside; the first one stands for all.
    match outside {
        Some(text) if !open => {
            let found = Set::of(Value::External(external_member(db, text, name)));
            Members { found, ..Members::default() }
        }
        None if !open => {
            let installed = seen.into_iter().skip(1).find_map(|one| member_of_package(db, one, name));
            installed.unwrap_or_default()
        }
        _ => Members { open: open || outside.is_some(), ..Members::default() },
    }
}

/// True for a type of its own that is made from another one.
pub(crate) fn is_distinct(db: &Db, sym: Symbol) -> bool {
    db.unit(sym.file).is_some_and(|u| u.facts.definition(sym.def).flags.has(Flags::DISTINCT))
}

/// An instance of what a distinct type is made from.
pub(crate) fn underlying_instance(db: &Db, sym: Symbol, args: Args) -> Option<Value> {
    let types = definition_value(db, sym);
    let mut environment = Environment::default();
    let run = db.unit(sym.file)?.type_parameters(sym.def);
    let items = db.args_of(args);
    for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
        environment.bind(TypeId::Param(sym.file, i), item.clone());
    }
    let instances = instances_of(&types);
    substitute(db, &instances, &environment, None).only()
}

/// The arguments with which `of<args>` is an `as_type`, through its bases. Each type above is looked at once, unless
/// a shorter way leads to it later: O(types above).
pub(crate) fn seen_as(db: &Db, of: Symbol, args: Args, as_type: Symbol) -> Option<Args> {
    SeenAs { as_type, depths: FxHashMap::default() }.find(db, of, args, 0)
}

/// A search for a type among those above another one.
struct SeenAs {
    as_type: Symbol,
    /// The types that were looked at, each with the number of steps to it.
    depths: FxHashMap<Symbol, usize>,
}

impl SeenAs {
    fn find(&mut self, db: &Db, of: Symbol, args: Args, depth: usize) -> Option<Args> {
        if of == self.as_type {
            return Some(args);
        }
        work::add(1);
        if depth >= DEEPEST_BASES / 4 || self.depths.get(&of).is_some_and(|known| *known <= depth) {
            return None;
        }
        self.depths.insert(of, depth);
        let mut environment = Environment::default();
        let run = db.unit(of.file)?.type_parameters(of.def);
        let items = db.args_of(args);
        for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
            environment.bind(TypeId::Param(of.file, i), item.clone());
        }
        for base in bases_of(db, of) {
            let base = substitute(db, &Set::of(base), &environment, None).only();
            if let Some(Value::Type(TypeId::Def(base), args) | Value::Instance(TypeId::Def(base), args)) =
                base
                && base != of
                && let Some(found) = self.find(db, base, args, depth + 1)
            {
                return Some(found);
            }
        }
        None
    }
}

/// A member of the type that a class extends without saying so.
fn root_member(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Members {
    let root = db.unit(sym.file).and_then(|u| (u.rules.classes?.root)(u.kind(sym.def)));
    let root = root.and_then(|root| builtin_type(db, sym.file, root));
    match root {
        Some(TypeId::Def(root)) if root != sym => members_of_definition(db, root, name, call),
        _ => Members::default(),
    }
}

/// A member in what a class extends: what it mixes in is a part of itself.
pub(crate) fn lookup_above(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Members {
    let is_mixed_in = |base: &Value| match base {
        Value::Type(TypeId::Def(base), _) => {
            db.unit(base.file).is_some_and(|unit| unit.kind(base.def) == SymbolKind::Trait)
        }
        _ => false,
    };
    let mut bases = bases_of(db, sym);
    let all = bases.len();
    bases.retain(|base| !is_mixed_in(base));
    if bases.len() == all || db.unit(sym.file).is_some_and(|unit| unit.rules.objects) {
        return lookup_in_bases(db, sym, name, call);
    }
    for base in &bases {
        let members = match base {
            Value::Type(TypeId::Def(base), _) => members_of_definition(db, *base, name, call),
            Value::Type(TypeId::External(text), _) | Value::External(text) => {
                let found = Set::of(Value::External(external_member(db, *text, name)));
                Members { found, ..Members::default() }
            }
            _ => Members { open: true, ..Members::default() },
        };
        if !members.found.is_empty() || members.open {
            return members;
        }
    }
    Members::default()
}

/// A member in the bases of a class.
pub(crate) fn lookup_in_bases(db: &Db, sym: Symbol, name: Text, call: Option<bool>) -> Members {
    // Elsewhere what is nearest hides all others of its name, called or not.
    let call = call.filter(|_| db.unit(sym.file).is_some_and(|unit| unit.rules.classes.is_some()));
    let order = linearize(db, sym);
    let TypesAbove { symbols, others, alternatives } = &order.value;
    for base in symbols {
        let mut found = own_member(db, *base, name, call);
        if !found.is_empty() {
            let is_from = |of: &Symbol| of == base || linearize(db, *of).value.symbols.contains(base);
            if let Some(all) = alternatives.iter().find(|all| all.iter().any(is_from)) {
                for of in all.iter().filter(|of| *of != base) {
                    found.extend(&members_of_definition(db, *of, name, call).found);
                }
            }
            return Members { found, ..Members::default() };
        }
    }
    if let Some(found) = spread_modules_member(db, sym, others, name) {
        return Members { found, ..Members::default() };
    }
    let outside = others.iter().map(|base| match base {
        Value::Type(TypeId::External(text), _) | Value::External(text) => Some(*text),
        _ => None,
    });
    let mut outside = outside.collect::<Option<Vec<Text>>>();
    if let (Some(texts), Some(unit)) = (&mut outside, db.unit(sym.file)) {
        let all = texts.len();
        texts.retain(|text| !(unit.rules.declares_all)(&db.text_of(*text)));
        if texts.is_empty() && all > 0 {
            return Members { open: true, ..Members::default() };
        }
    }
    // The only way left is through a base outside; which one of several is not known, and the
    // first one stands for all.
    match outside {
        Some(texts) => match texts.first() {
            Some(text) => {
                let found = Set::of(Value::External(external_member(db, *text, name)));
                Members { found, ..Members::default() }
            }
            None => {
                let members = root_member(db, sym, name, call);
                if members.found.is_empty() && !members.open {
                    let installed = symbols.iter().find_map(|base| member_of_package(db, *base, name));
                    return installed.unwrap_or(members);
                }
                members
            }
        },
        None => Members { open: true, ..Members::default() },
    }
}

/// What an object has by the modules that it is spread from (`{ ...shapes }`), the last of them first. Where no types are
/// written, what else it is given later shows nowhere.
fn spread_modules_member(db: &Db, of: Symbol, others: &[Value], name: Text) -> Option<Set> {
    db.unit(of.file).filter(|unit| !(unit.rules.is_untyped)(&unit.place))?;
    let member = |of: &Value| match of {
        Value::Module(file, scope) => Some(module_member(db, *file, *scope, name, Namespace::VALUE)),
        _ => None,
    };
    others.iter().rev().filter_map(member).find(|found| !found.is_empty() && !found.has_unknown())
}

/// What a type of a package has under a name that it is not seen to declare: whoever extends it has that from there, as
/// where nobody reads the package.
pub(crate) fn member_of_package(db: &Db, of: Symbol, name: Text) -> Option<Members> {
    db.unit(of.file).filter(|unit| unit.is_installed)?;
    let path = db.text(&external_path(db, of)?);
    let found = Set::of(Value::External(external_member(db, path, name)));
    Some(Members { found, ..Members::default() })
}

/// The member that the nearest class above `sym` declares: a method, or a field with its type.
pub(crate) fn declared_above(db: &Db, sym: Symbol, name: Text) -> Option<Set> {
    let is_declared = |unit: &Unit<'_>, definition: &Definition| {
        !is_variable(definition.kind)
            || matches!(unit.facts.expression(definition.value), Expression::Instance(_))
    };
    let order = linearize(db, sym);
    let mut members = order.value.symbols.iter().map(|base| own_member(db, *base, name, None));
    members.find(|found| !found.is_empty() && have_all(db, found, is_declared))
}

/// True for members that methods assign without saying of which type they are.
pub(crate) fn are_only_assigned(db: &Db, found: &Set) -> bool {
    have_all(db, found, |unit, definition| {
        let of_instances = unit.hoisted(definition.scope, definition.name, Namespace::MEMBER);
        is_variable(definition.kind)
            && of_instances.iter().any(|binding| binding.namespace == Namespace::MEMBER)
            && !matches!(unit.facts.expression(definition.value), Expression::Instance(_))
    })
}

fn is_variable(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant)
}

fn have_all(db: &Db, found: &Set, is_so: impl Fn(&Unit<'_>, &Definition) -> bool) -> bool {
    found.iter().all(|value| {
        let Value::Definition(sym) = value else { return false };
        db.depend_on_symbol(sym);
        db.unit(sym.file).is_some_and(|unit| is_so(unit, unit.facts.definition(sym.def)))
    })
}

/// C3's merge; where no candidate is left, the rest in the order of the lists.
fn merge(mut lists: Vec<Vec<Symbol>>) -> Vec<Symbol> {
    let mut order: Vec<Symbol> = Vec::new();
    loop {
        lists.retain(|list| !list.is_empty());
        if lists.is_empty() {
            return order;
        }
        let free = |sym: &Symbol| !lists.iter().any(|list| list[1..].contains(sym));
        let next = lists.iter().map(|list| list[0]).find(free).unwrap_or(lists[0][0]);
        if !order.contains(&next) {
            order.push(next);
        }
        for list in &mut lists {
            list.retain(|sym| *sym != next);
        }
    }
}

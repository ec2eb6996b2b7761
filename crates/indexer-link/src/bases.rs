//! Bases of types, and the order in which members are looked for in them.

use crate::evaluator::{Evaluator, Node};
use crate::generics::Environment;
use crate::members::Members;
use crate::value::{Args, Set, Sym, Text, TypeId, Value};
use indexer_core::{ExprId, FileId, Flags};

/// Bases of bases are followed this far.
const DEEPEST_BASES: usize = 32;

impl Evaluator<'_, '_> {
    /// The bases of a type, in order, as types (or external or unknown values).
    pub(crate) fn bases(&mut self, sym: Sym) -> Vec<Value> {
        let Some(unit) = self.unit(sym.file) else { return Vec::new() };
        self.consult_symbol(sym);
        let bases = unit.facts.list(unit.facts.definition(sym.def).bases);
        let mut all = Vec::new();
        for base in bases {
            all.extend(self.header_type(sym.file, *base).iter());
        }
        all
    }

    /// What a type expression in the head of a definition or extension names.
    pub(crate) fn header_type(&mut self, file: FileId, of: ExprId) -> Set {
        self.node(Node::Type(file, of), |this, node| match node {
            Node::Type(file, of) => this.type_of(file, of),
            _ => Set::default(),
        })
    }

    /// The method resolution order of a class without itself (C3, Barrett et al. 1996; depth first
    /// where the bases admit no C3 order), and the bases that are not of the universe, in order.
    pub(crate) fn linearize(&mut self, sym: Sym, depth: usize) -> (Vec<Sym>, Vec<Value>) {
        let (mut direct, mut others, mut lists) = (Vec::new(), Vec::new(), Vec::new());
        for base in self.bases(sym) {
            match base {
                Value::Type(TypeId::Def(base), _)
                | Value::Instance(TypeId::Def(base), _)
                | Value::Receiver(TypeId::Def(base), _)
                    if base != sym && depth < DEEPEST_BASES =>
                {
                    let (mut order, below) = self.linearize(base, depth + 1);
                    order.insert(0, base);
                    lists.push(order);
                    others.extend(below);
                    direct.push(base);
                }
                other => others.push(other),
            }
        }
        lists.push(direct);
        (merge(lists), others)
    }

    /// A member of a type or of what it embeds, level by level.
    pub(crate) fn nearest_members(&mut self, sym: Sym, name: Text, call: Option<bool>) -> Members {
        let (mut level, mut seen, mut outside, mut open) = (vec![sym], vec![sym], None, false);
        for _ in 0..DEEPEST_BASES {
            let (mut found, mut below) = (Set::default(), Vec::new());
            for one in level {
                let own = self.own_member(one, name, call);
                found.extend(&if own.is_empty() { self.extension_members(one, name, call) } else { own });
                let mut bases = self.bases(one);
                if one != sym && self.is_distinct(one) {
                    bases.extend(self.definition_value(one).iter());
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
                let found = Set::of(Value::External(self.external_member(text, name)));
                Members { found, ..Members::default() }
            }
            _ => Members { open: open || outside.is_some(), ..Members::default() },
        }
    }

    /// True for a type of its own that is made from another one.
    pub(crate) fn is_distinct(&self, sym: Sym) -> bool {
        self.unit(sym.file).is_some_and(|u| u.facts.definition(sym.def).flags.has(Flags::DISTINCT))
    }

    /// An instance of what a distinct type is made from.
    pub(crate) fn underlying(&mut self, sym: Sym, args: Args) -> Option<Value> {
        let types = self.definition_value(sym);
        let mut environment = Environment::default();
        let run = self.unit(sym.file)?.type_parameters(sym.def);
        let items = self.args_of(args);
        for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
            environment.bind(TypeId::Param(sym.file, i), item.clone());
        }
        let instances = self.instances(&types);
        self.substitute(&instances, &environment, None).only()
    }

    /// The arguments with which `of<args>` is an `as_type`, through its bases.
    pub(crate) fn seen_as(&mut self, of: Sym, args: Args, as_type: Sym, depth: usize) -> Option<Args> {
        if of == as_type {
            return Some(args);
        }
        if depth >= DEEPEST_BASES / 4 {
            return None;
        }
        let mut environment = Environment::default();
        let run = self.unit(of.file)?.type_parameters(of.def);
        let items = self.args_of(args);
        for (i, item) in (run.start..run.start + run.len).zip(items.iter()) {
            environment.bind(TypeId::Param(of.file, i), item.clone());
        }
        for base in self.bases(of) {
            let base = self.substitute(&Set::of(base), &environment, None).only();
            if let Some(Value::Type(TypeId::Def(base), args) | Value::Instance(TypeId::Def(base), args)) =
                base
                && base != of
                && let Some(found) = self.seen_as(base, args, as_type, depth + 1)
            {
                return Some(found);
            }
        }
        None
    }

    /// What awaiting values gives: what the promises among them hold, and the others as they are.
    pub(crate) fn awaited(&mut self, file: FileId, of: &Set) -> Set {
        let name = self.unit(file).and_then(|u| u.rules.protocol.promise);
        let Some(TypeId::Def(promise)) = name.and_then(|name| self.builtin(file, name)) else {
            return of.clone();
        };
        let mut all = Set::default();
        for value in of.iter() {
            match value {
                Value::Instance(TypeId::Def(sym), args) | Value::Receiver(TypeId::Def(sym), args) => {
                    match self.seen_as(sym, args, promise, 0) {
                        Some(args) => match self.args_of(args).first() {
                            Some(inner) => all.extend(inner),
                            None => all.add(Value::Unknown),
                        },
                        None => all.add(value),
                    }
                }
                other => all.add(other),
            }
        }
        all
    }

    /// A member of the type that a class extends without saying so.
    fn root_member(&mut self, sym: Sym, name: Text) -> Members {
        let root = self.unit(sym.file).and_then(|u| (u.rules.classes?.root)(u.kind(sym.def)));
        let root = root.and_then(|root| self.builtin(sym.file, root));
        match root {
            Some(TypeId::Def(root)) if root != sym => self.members_of_definition(root, name, None),
            _ => Members::default(),
        }
    }

    /// A member in the bases of a class.
    pub(crate) fn lookup_in_bases(&mut self, sym: Sym, name: Text) -> Members {
        let (order, others) = self.linearize(sym, 0);
        for base in order {
            let found = self.own_member(base, name, None);
            if !found.is_empty() {
                return Members { found, ..Members::default() };
            }
        }
        let outside = others.iter().map(|base| match base {
            Value::Type(TypeId::External(text), _) | Value::External(text) => Some(*text),
            _ => None,
        });
        // The only way left is through a base outside; which one of several is not known, and the
        // first one stands for all.
        match outside.collect::<Option<Vec<Text>>>() {
            Some(texts) => match texts.first() {
                Some(text) => {
                    let found = Set::of(Value::External(self.external_member(*text, name)));
                    Members { found, ..Members::default() }
                }
                None => self.root_member(sym, name),
            },
            None => Members { open: true, ..Members::default() },
        }
    }
}

/// C3's merge; where no candidate is left, the rest in the order of the lists.
fn merge(mut lists: Vec<Vec<Sym>>) -> Vec<Sym> {
    let mut order: Vec<Sym> = Vec::new();
    loop {
        lists.retain(|list| !list.is_empty());
        if lists.is_empty() {
            return order;
        }
        let free = |sym: &Sym| !lists.iter().any(|list| list[1..].contains(sym));
        let next = lists.iter().map(|list| list[0]).find(free).unwrap_or(lists[0][0]);
        if !order.contains(&next) {
            order.push(next);
        }
        for list in &mut lists {
            list.retain(|sym| *sym != next);
        }
    }
}

//! Methods that override one another.

use super::hierarchy::{Hierarchy, Kin};
use super::satisfaction;
use indexer_core::{Owner, Resolution, SymbolKind};
use indexer_graph::hierarchy::How;
use indexer_store::{Symbol, SymbolRef};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Types that are followed at most, from one question: hierarchies of real programs are smaller.
const MOST: usize = 2_000;

/// Types that embed one, of which it is asked what they satisfy.
const MOST_HEIRS: usize = 16;

/// What a member belongs to.
struct Belongs<'a> {
    /// The type; `None` where a block adds the member to something that is no type of the repository.
    to: Option<Symbol<'a>>,
    /// What the block implements in which it stands: nothing, or a trait.
    block: Option<Vec<Symbol<'a>>>,
}

impl<'a> Hierarchy<'a> {
    /// The type that a member belongs to, also where a block of another file adds it.
    fn belongs(&self, member: Symbol<'a>) -> Option<Belongs<'a>> {
        let (facts, id) = self.definition(member)?;
        let Owner::Extension(extension) = facts.definition(id).owner else {
            return Some(Belongs { to: Some(member.owner()?), block: None });
        };
        let file = member.file();
        let extension = facts.extensions.get(extension.index())?;
        let of = self.head(file, &facts, extension.of).and_then(|of| self.symbols_at(of).first().copied());
        let implemented = extension.implements.and_then(|one| self.head(file, &facts, one));
        let block = Some(implemented.map_or_else(Vec::new, |one| self.symbols_at(one)));
        Some(Belongs { to: of.or_else(|| member.owner()), block })
    }

    /// The type that a member belongs to.
    pub fn owner_of(&self, member: Symbol<'a>) -> Option<Symbol<'a>> {
        let owner = self.belongs(member).and_then(|belongs| belongs.to).or_else(|| member.owner());
        owner.filter(|owner| owner.kind().is_type())
    }

    /// The methods that `method` overrides or implements, nearest first: calls of those may run it.
    pub fn overridden(&self, method: Symbol<'a>) -> Rc<Vec<Symbol<'a>>> {
        if let Some(known) = self.overridden.borrow().get(&method.handle()) {
            return known.clone();
        }
        let found = Rc::new(self.find_overridden(method));
        self.overridden.borrow_mut().insert(method.handle(), found.clone());
        found
    }

    fn find_overridden(&self, method: Symbol<'a>) -> Vec<Symbol<'a>> {
        if !is_method(method) {
            return Vec::new();
        }
        let Some(Belongs { to, block }) = self.belongs(method) else { return Vec::new() };
        let mut open: Vec<Symbol<'a>> = match (block, to) {
            // Methods of a block of its own override nothing, but for interfaces that it satisfies.
            (Some(implemented), Some(owner)) if implemented.is_empty() => {
                if !self.is_structural(owner.file()) {
                    return Vec::new();
                }
                // What embeds the type may satisfy more, with its methods.
                let heirs = self.below(owner);
                let heirs = heirs.iter().filter_map(|kin| kin.symbol).take(MOST_HEIRS);
                let all = heirs.chain([owner]).flat_map(|one| satisfaction::satisfied(self, one));
                all.filter_map(|kin| kin.symbol).collect()
            }
            (Some(implemented), _) => implemented,
            (None, Some(owner)) if is_opened(owner) => {
                self.above(owner).iter().filter_map(|kin| kin.symbol).collect()
            }
            _ => return Vec::new(),
        };
        let mut seen: FxHashSet<SymbolRef> = to.iter().map(Symbol::handle).collect();
        let mut found = Vec::new();
        while let Some(one) = open.pop() {
            if !seen.insert(one.handle()) || seen.len() > MOST {
                continue;
            }
            found.extend(self.members(one).iter().copied().filter(|member| is_same(*member, method)));
            open.extend(self.above(one).iter().filter_map(|kin| kin.symbol));
        }
        in_order(found)
    }

    /// The methods that override or implement `method`: what may run where it is called.
    pub fn overriders(&self, method: Symbol<'a>) -> Rc<Vec<Symbol<'a>>> {
        if let Some(known) = self.overriders.borrow().get(&method.handle()) {
            return known.clone();
        }
        let found = Rc::new(self.find_overriders(method, |_| true));
        self.overriders.borrow_mut().insert(method.handle(), found.clone());
        found
    }

    /// Those of them whose types are certain to be below its own.
    pub fn certain_overriders(&self, method: Symbol<'a>) -> Vec<Symbol<'a>> {
        self.find_overriders(method, |kin| kin.resolution == Resolution::Resolved)
    }

    fn find_overriders(&self, method: Symbol<'a>, wanted: impl Fn(&Kin<'a>) -> bool) -> Vec<Symbol<'a>> {
        if !is_method(method) {
            return Vec::new();
        }
        let Some(Belongs { to: Some(owner), block }) = self.belongs(method) else { return Vec::new() };
        if !is_opened(owner) || block.is_some_and(|implemented| implemented.is_empty()) {
            return Vec::new();
        }
        let mut seen: FxHashSet<SymbolRef> = FxHashSet::from_iter([owner.handle()]);
        let (mut found, mut open) = (Vec::new(), vec![owner]);
        while let Some(one) = open.pop() {
            for kin in self.below(one).iter().filter(|kin| kin.how != How::Covers && wanted(kin)) {
                if let Some(block) = &kin.block {
                    let members = self.members_of_block(block).into_iter();
                    found.extend(members.filter(|member| is_same(*member, method)));
                }
                let Some(symbol) = kin.symbol.filter(|_| !kin.is_made_of_it) else { continue };
                if seen.len() > MOST || !seen.insert(symbol.handle()) {
                    continue;
                }
                if kin.block.is_none() {
                    found.extend(self.members(symbol).iter().copied().filter(|one| is_same(*one, method)));
                }
                open.push(symbol);
            }
        }
        in_order(found)
    }
}

fn in_order(mut found: Vec<Symbol<'_>>) -> Vec<Symbol<'_>> {
    found.sort_by_key(|symbol| (symbol.file().path(), symbol.name_span().start));
    found.dedup();
    found
}

/// True for what has members that may override others: types, and constants of an enumeration with a body.
fn is_opened(owner: Symbol<'_>) -> bool {
    owner.kind().is_type() || owner.kind() == SymbolKind::Variant
}

fn is_same(member: Symbol<'_>, method: Symbol<'_>) -> bool {
    member.name() == method.name() && is_method(member)
}

fn is_method(symbol: Symbol<'_>) -> bool {
    matches!(symbol.kind(), SymbolKind::Method | SymbolKind::Accessor | SymbolKind::Function)
}

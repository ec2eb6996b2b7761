//! Types above and below a type, and the methods that override one another.

use super::satisfaction;
use crate::context::Context;
use indexer_core::key::hash_text;
use indexer_core::{
    DefId, ExprId, Expression, ExtensionId, FileFacts, Linearization, Owner, Resolution, Role, SymbolKind,
};
use indexer_store::{FileRef, Reference, Symbol, SymbolRef, TargetRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Types that are followed at most, from one question: hierarchies of real programs are smaller.
const MOST: usize = 2_000;

/// How one type is above another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// Named as a base in the head of the lower one.
    Extends,
    /// Named by a block that adds members to the lower one.
    Implements,
    /// The lower one has every method of the upper one.
    Satisfies,
}

impl How {
    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            How::Extends => "extends",
            How::Implements => "implements",
            How::Satisfies => "satisfies",
        }
    }
}

/// A type beside another one.
#[derive(Clone, Debug)]
pub struct Kin<'v> {
    /// The type; `None` where it is outside, or no name (`impl<T> Shape for T`).
    pub symbol: Option<Symbol<'v>>,
    /// What it is called, where it is not a symbol of the repository.
    pub name: String,
    /// How far that is known.
    pub resolution: Resolution,
    /// How they are related.
    pub how: How,
    /// Where that is written; `None` where it follows from the methods.
    pub site: Option<Reference<'v>>,
}

/// A block that adds members to a type.
#[derive(Clone, Debug)]
struct Block<'v> {
    file: FileRef<'v>,
    facts: Arc<FileFacts>,
    id: ExtensionId,
    implements: bool,
}

/// Hierarchies of types, remembered for the time of one question.
pub struct Hierarchy<'a> {
    pub(super) context: Context<'a>,
    facts: RefCell<FxHashMap<&'a str, Option<Arc<FileFacts>>>>,
    below: RefCell<FxHashMap<SymbolRef, Rc<Vec<Kin<'a>>>>>,
    above: RefCell<FxHashMap<SymbolRef, Rc<Vec<Kin<'a>>>>>,
    members: RefCell<FxHashMap<SymbolRef, Rc<Vec<Symbol<'a>>>>>,
    overriders: RefCell<FxHashMap<SymbolRef, Rc<Vec<Symbol<'a>>>>>,
    overridden: RefCell<FxHashMap<SymbolRef, Rc<Vec<Symbol<'a>>>>>,
    files: RefCell<FxHashMap<&'a str, Rc<InFile<'a>>>>,
}

/// What a file holds, by what is asked of it.
struct InFile<'a> {
    children: FxHashMap<SymbolRef, Vec<Symbol<'a>>>,
    by_start: FxHashMap<u32, Symbol<'a>>,
    /// References by the expression that ends at them.
    references: FxHashMap<ExprId, Reference<'a>>,
}

impl<'a> Hierarchy<'a> {
    /// Of the view of `context`.
    pub fn new(context: &Context<'a>) -> Self {
        Self {
            context: *context,
            facts: RefCell::default(),
            below: RefCell::default(),
            above: RefCell::default(),
            members: RefCell::default(),
            overriders: RefCell::default(),
            overridden: RefCell::default(),
            files: RefCell::default(),
        }
    }

    pub(super) fn facts(&self, file: FileRef<'a>) -> Option<Arc<FileFacts>> {
        if let Some(known) = self.facts.borrow().get(file.path()) {
            return known.clone();
        }
        let facts = self.context.snapshot.facts(file.path());
        self.facts.borrow_mut().insert(file.path(), facts.clone());
        facts
    }

    fn in_file(&self, file: FileRef<'a>) -> Rc<InFile<'a>> {
        if let Some(known) = self.files.borrow().get(file.path()) {
            return known.clone();
        }
        let mut children: FxHashMap<SymbolRef, Vec<Symbol<'a>>> = FxHashMap::default();
        let mut by_start = FxHashMap::default();
        for symbol in file.symbols() {
            by_start.insert(symbol.name_span().start, symbol);
            if let Some(owner) = symbol.owner() {
                children.entry(owner.handle()).or_default().push(symbol);
            }
        }
        let at: FxHashMap<u32, Reference<'a>> =
            file.references().map(|one| (one.span().start, one)).collect();
        let mut references = FxHashMap::default();
        for reference in self.facts(file).iter().flat_map(|facts| &facts.references) {
            if let Some(found) = at.get(&reference.span.start) {
                references.entry(reference.expression).or_insert(*found);
            }
        }
        let made = Rc::new(InFile { children, by_start, references });
        self.files.borrow_mut().insert(file.path(), made.clone());
        made
    }

    /// The reference at the head of a type expression: `Base` in `a.Base[T]`.
    pub(super) fn head(&self, file: FileRef<'a>, facts: &FileFacts, of: ExprId) -> Option<Reference<'a>> {
        self.in_file(file).references.get(&named(facts, of)?).copied()
    }

    pub(super) fn definition(&self, symbol: Symbol<'a>) -> Option<(Arc<FileFacts>, DefId)> {
        let facts = self.facts(symbol.file())?;
        let start = symbol.name_span().start;
        let at = facts.definitions.partition_point(|one| one.name_span.start < start);
        let found = facts.definitions.get(at).is_some_and(|one| one.name_span.start == start);
        found.then_some((facts, DefId(at as u32)))
    }

    /// True where the types of the file's language satisfy interfaces without naming them.
    pub(super) fn is_structural(&self, file: FileRef<'a>) -> bool {
        let rules = self.context.snapshot.rules(file.path());
        rules.is_some_and(|rules| rules.linearization == Linearization::Embedding)
    }

    /// The blocks that add members to a type. Blocks of a type of the same name elsewhere are left
    /// out where it is known which is meant.
    fn blocks(&self, of: Symbol<'a>) -> Vec<Block<'a>> {
        let mut found = Vec::new();
        for file in self.context.view().extending(hash_text(of.name())) {
            let Some(facts) = self.facts(file) else { continue };
            for (i, extension) in facts.extensions.iter().enumerate() {
                if extension.type_name.is_some_and(|name| facts.name(name) == of.name())
                    && self.leads_to(file, &facts, extension.of, of)
                {
                    let id = ExtensionId(i as u32);
                    let implements = extension.implements.is_some();
                    found.push(Block { file, facts: facts.clone(), id, implements });
                }
            }
        }
        found
    }

    /// True where the head of `expression` is proved to mean `of`, or has no reference to tell by
    /// and stands in the folder of `of`.
    fn leads_to(&self, file: FileRef<'a>, facts: &FileFacts, expression: ExprId, of: Symbol<'a>) -> bool {
        match self.head(file, facts, expression) {
            Some(reference) => self.symbols_at(reference).contains(&of),
            None => indexer_core::path::parent(file.path()) == indexer_core::path::parent(of.file().path()),
        }
    }

    /// The symbols to which a reference leads.
    pub(super) fn symbols_at(&self, reference: Reference<'a>) -> Vec<Symbol<'a>> {
        let view = self.context.view();
        let one = |target| match target {
            TargetRef::Symbol(key) => view.symbol(key).map(|symbol| view.sym(symbol)),
            TargetRef::Module(_) | TargetRef::External(_) => None,
        };
        reference.targets().into_iter().filter_map(one).collect()
    }

    fn kin_at(&self, reference: Reference<'a>, how: How) -> Vec<Kin<'a>> {
        let (site, resolution) = (Some(reference), reference.resolution());
        let named = |symbol: Symbol<'a>| Kin {
            symbol: Some(symbol),
            name: symbol.name().to_owned(),
            resolution,
            how,
            site,
        };
        let symbols = self.symbols_at(reference);
        if !symbols.is_empty() {
            return symbols.into_iter().map(named).collect();
        }
        let outside = reference.targets().into_iter().find_map(|target| match target {
            TargetRef::External(path) => Some(path.to_owned()),
            TargetRef::Symbol(_) | TargetRef::Module(_) => None,
        });
        let name = outside.unwrap_or_else(|| reference.name().to_owned());
        vec![Kin { symbol: None, name, resolution, how, site }]
    }

    /// The types directly above a type: its bases, what blocks implement for it, and interfaces
    /// whose methods it has.
    pub fn above(&self, of: Symbol<'a>) -> Rc<Vec<Kin<'a>>> {
        if let Some(known) = self.above.borrow().get(&of.handle()) {
            return known.clone();
        }
        let mut found = Vec::new();
        if let Some((facts, id)) = self.definition(of) {
            for base in facts.list(facts.definition(id).bases) {
                if let Some(reference) = self.head(of.file(), &facts, *base) {
                    found.extend(self.kin_at(reference, How::Extends));
                }
            }
        }
        for block in self.blocks(of).into_iter().filter(|block| block.implements) {
            let extension = &block.facts.extensions[block.id.index()];
            if let Some(of) = extension.implements
                && let Some(reference) = self.head(block.file, &block.facts, of)
            {
                found.extend(self.kin_at(reference, How::Implements));
            }
        }
        if self.is_structural(of.file()) && of.kind() != SymbolKind::Interface {
            found.extend(satisfaction::satisfied(self, of));
        }
        let found = Rc::new(found);
        self.above.borrow_mut().insert(of.handle(), found.clone());
        found
    }

    /// The types directly below a type: those that name it as a base, those for which a block
    /// implements it, those that have all its methods.
    pub fn below(&self, of: Symbol<'a>) -> Rc<Vec<Kin<'a>>> {
        if let Some(known) = self.below.borrow().get(&of.handle()) {
            return known.clone();
        }
        let view = self.context.view();
        let mut found = Vec::new();
        for reference in view.references_to(of.key()).into_iter().map(|one| view.reference(one)) {
            if reference.role() == Role::Inherit {
                found.extend(self.heir(reference));
            }
        }
        if of.kind() == SymbolKind::Interface && self.is_structural(of.file()) {
            found.extend(satisfaction::satisfying(self, of));
        }
        let found = Rc::new(found);
        self.below.borrow_mut().insert(of.handle(), found.clone());
        found
    }

    /// Who inherits at a reference.
    fn heir(&self, reference: Reference<'a>) -> Option<Kin<'a>> {
        let file = reference.file();
        let facts = self.facts(file)?;
        let (at, resolution, site) = (reference.span().start, reference.resolution(), Some(reference));
        let block = facts.extensions.iter().enumerate().filter(|(_, one)| one.span.contains(at));
        let block = block.min_by_key(|(_, one)| one.span.len());
        let around = file.symbol_at(at).filter(|symbol| symbol.kind().is_type());
        if let Some((_, extension)) = block
            && around.is_none_or(|symbol| extension.span.len() < symbol.span().len())
        {
            let of = self.head(file, &facts, extension.of);
            let symbol = of.and_then(|of| self.symbols_at(of).first().copied());
            let name = extension.type_name.map(|name| facts.name(name).to_owned());
            let name = name.unwrap_or_else(|| format!("{}:{}", file.path(), reference.at().line));
            return Some(Kin { symbol, name, resolution, how: How::Implements, site });
        }
        let symbol = around?;
        Some(Kin {
            symbol: Some(symbol),
            name: symbol.name().to_owned(),
            resolution,
            how: How::Extends,
            site,
        })
    }

    /// The members of a type: its own and those of the blocks that extend it, in any file.
    pub fn members(&self, of: Symbol<'a>) -> Rc<Vec<Symbol<'a>>> {
        if let Some(known) = self.members.borrow().get(&of.handle()) {
            return known.clone();
        }
        let own = self.in_file(of.file()).children.get(&of.handle()).cloned().unwrap_or_default();
        let mut found = own.clone();
        for block in self.blocks(of) {
            found.extend(self.members_of_block(&block).into_iter().filter(|one| !own.contains(one)));
        }
        let found = Rc::new(found);
        self.members.borrow_mut().insert(of.handle(), found.clone());
        found
    }

    fn members_of_block(&self, block: &Block<'a>) -> Vec<Symbol<'a>> {
        let held = self.in_file(block.file);
        let own = block.facts.definitions.iter().filter(|def| def.owner == Owner::Extension(block.id));
        own.filter_map(|def| held.by_start.get(&def.name_span.start).copied()).collect()
    }

    /// The type that a member belongs to, also where a block of another file adds it, and whether
    /// it stands in such a block: `Some(None)` in one that implements nothing, else what it
    /// implements.
    fn owner(&self, member: Symbol<'a>) -> Option<(Symbol<'a>, Option<Vec<Symbol<'a>>>)> {
        let (facts, id) = self.definition(member)?;
        let Owner::Extension(extension) = facts.definition(id).owner else {
            return Some((member.owner()?, None));
        };
        let file = member.file();
        let extension = facts.extensions.get(extension.index())?;
        let of = self.head(file, &facts, extension.of).and_then(|of| self.symbols_at(of).first().copied());
        let of = of.or_else(|| member.owner())?;
        let implemented = extension.implements.and_then(|one| self.head(file, &facts, one));
        Some((of, Some(implemented.map_or_else(Vec::new, |one| self.symbols_at(one)))))
    }

    /// The type that a member belongs to.
    pub fn owner_of(&self, member: Symbol<'a>) -> Option<Symbol<'a>> {
        let owner = self.owner(member).map(|(owner, _)| owner).or_else(|| member.owner());
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
        let Some((owner, block)) = self.owner(method) else { return Vec::new() };
        let starts: Vec<Symbol<'a>> = match block {
            // Methods of a block of its own override nothing, but for interfaces that it satisfies.
            Some(implemented) if implemented.is_empty() => {
                if !self.is_structural(owner.file()) {
                    return Vec::new();
                }
                let all = satisfaction::satisfied(self, owner);
                all.into_iter().filter_map(|kin| kin.symbol).collect()
            }
            Some(implemented) => implemented,
            None if owner.kind().is_type() => self.above(owner).iter().filter_map(|kin| kin.symbol).collect(),
            None => return Vec::new(),
        };
        let up = |one: Symbol<'a>| self.above(one).iter().filter_map(|kin| kin.symbol).collect();
        self.same_named(starts, owner, method.name(), up)
    }

    /// The methods that override or implement `method`: what may run where it is called.
    pub fn overriders(&self, method: Symbol<'a>) -> Rc<Vec<Symbol<'a>>> {
        if let Some(known) = self.overriders.borrow().get(&method.handle()) {
            return known.clone();
        }
        let found = Rc::new(self.find_overriders(method));
        self.overriders.borrow_mut().insert(method.handle(), found.clone());
        found
    }

    fn find_overriders(&self, method: Symbol<'a>) -> Vec<Symbol<'a>> {
        if !is_method(method) {
            return Vec::new();
        }
        let Some((owner, block)) = self.owner(method) else { return Vec::new() };
        if !owner.kind().is_type() || block.is_some_and(|implemented| implemented.is_empty()) {
            return Vec::new();
        }
        let down = |one: Symbol<'a>| self.below(one).iter().filter_map(|kin| kin.symbol).collect();
        self.same_named(down(owner), owner, method.name(), down)
    }

    fn same_named(
        &self,
        starts: Vec<Symbol<'a>>,
        without: Symbol<'a>,
        name: &str,
        next: impl Fn(Symbol<'a>) -> Vec<Symbol<'a>>,
    ) -> Vec<Symbol<'a>> {
        let mut seen: FxHashSet<SymbolRef> = FxHashSet::from_iter([without.handle()]);
        let (mut found, mut open) = (Vec::new(), starts);
        while let Some(one) = open.pop() {
            if !seen.insert(one.handle()) || seen.len() > MOST {
                continue;
            }
            let members = self.members(one);
            let same = members.iter().copied().filter(|member| member.name() == name && is_method(*member));
            found.extend(same);
            open.extend(next(one));
        }
        found.sort_by_key(|symbol| (symbol.file().path(), symbol.name_span().start));
        found
    }
}

impl std::fmt::Debug for Hierarchy<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hierarchy").finish_non_exhaustive()
    }
}

fn is_method(symbol: Symbol<'_>) -> bool {
    matches!(symbol.kind(), SymbolKind::Method | SymbolKind::Accessor | SymbolKind::Function)
}

/// The name at the head of a type expression.
fn named(facts: &FileFacts, expression: ExprId) -> Option<ExprId> {
    let mut at = expression;
    for _ in 0..32 {
        match facts.expression(at) {
            Expression::Apply { of, .. }
            | Expression::Instance(of)
            | Expression::Sequence(of)
            | Expression::Deref(of)
            | Expression::Call { of, .. }
            | Expression::Index { of, .. } => at = of,
            Expression::Name { .. } | Expression::Member { .. } => return Some(at),
            _ => return None,
        }
    }
    None
}

//! Types above and below a type. Blocks that implement a trait for something are read in
//! `implementors.rs`, and the methods that override one another in `overriding.rs`.

use super::satisfaction;
use crate::protocol::Context;
use indexer_core::key::hash_text;
use indexer_core::path::parent;
use indexer_core::{
    DefId, ExprId, Expression, Extension, ExtensionId, FileFacts, Linearization, Owner, Resolution, Role,
    Span, SymbolKind,
};
use indexer_graph::hierarchy::{How, how_named, named};
use indexer_store::{FileRef, Reference, Symbol, SymbolRef, TargetRef};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A type beside another one.
#[derive(Clone, Debug)]
pub struct Kin<'v> {
    /// The type; `None` where it is outside, or no name (`impl<T> Shape for T`). Of `Arc<Handle>` what it is
    /// made of, where that is the only type of the repository in it.
    pub symbol: Option<Symbol<'v>>,
    /// What it is called.
    pub name: String,
    /// True where `name` says more than the symbol: something made of the type has the trait, not the type
    /// itself.
    pub is_made_of_it: bool,
    /// How far that is known.
    pub resolution: Resolution,
    /// How they are related.
    pub how: How,
    /// Where that is written; `None` where it follows from the methods.
    pub site: Option<Reference<'v>>,
    /// The block that implements it, where one does.
    pub(super) block: Option<Block<'v>>,
}

impl<'v> Kin<'v> {
    /// A type that is related as written at `site`.
    pub(super) fn of(symbol: Symbol<'v>, how: How, site: Option<Reference<'v>>) -> Self {
        let resolution = site.map_or(Resolution::Possible, |site| site.resolution());
        Self { symbol: Some(symbol), resolution, ..Self::called(symbol.name().to_owned(), how, site) }
    }

    /// True where the head of the lower type names the upper one, not a block or its methods.
    pub fn is_in_head(&self) -> bool {
        self.block.is_none() && matches!(self.how, How::Extends | How::Implements)
    }

    /// The block by which they are related, where one is: its file and its bytes.
    pub(super) fn block_span(&self) -> Option<(&'v str, Span)> {
        self.block.as_ref().map(|block| (block.file.path(), block.extension().span))
    }

    /// The same of something that is no symbol of the repository.
    pub(super) fn called(name: String, how: How, site: Option<Reference<'v>>) -> Self {
        let resolution = site.map_or(Resolution::Possible, |site| site.resolution());
        Self { symbol: None, name, is_made_of_it: false, resolution, how, site, block: None }
    }
}

/// A block that adds members to a type.
#[derive(Clone, Debug)]
pub(super) struct Block<'v> {
    pub(super) file: FileRef<'v>,
    pub(super) facts: Arc<FileFacts>,
    pub(super) id: ExtensionId,
}

impl Block<'_> {
    pub(super) fn extension(&self) -> &Extension {
        &self.facts.extensions[self.id.index()]
    }
}

/// Hierarchies of types, remembered for the time of one question.
pub struct Hierarchy<'a> {
    pub(super) context: Context<'a>,
    facts: RefCell<FxHashMap<&'a str, Option<Arc<FileFacts>>>>,
    below: RefCell<FxHashMap<SymbolRef, Rc<Vec<Kin<'a>>>>>,
    above: RefCell<FxHashMap<SymbolRef, Rc<Vec<Kin<'a>>>>>,
    members: RefCell<FxHashMap<SymbolRef, Rc<Vec<Symbol<'a>>>>>,
    pub(super) overriders: RefCell<FxHashMap<SymbolRef, Rc<Vec<Symbol<'a>>>>>,
    pub(super) overridden: RefCell<FxHashMap<SymbolRef, Rc<Vec<Symbol<'a>>>>>,
    files: RefCell<FxHashMap<&'a str, Rc<InFile<'a>>>>,
    /// Files that hold types without names.
    unnamed: RefCell<FxHashMap<&'a str, bool>>,
    /// The traits whose implementors are being looked for.
    pub(super) open: RefCell<Vec<SymbolRef>>,
}

/// What a file holds, by what is asked of it.
pub(super) struct InFile<'a> {
    children: FxHashMap<SymbolRef, Vec<Symbol<'a>>>,
    /// What its blocks give to types, by the block.
    given: FxHashMap<ExtensionId, Vec<Symbol<'a>>>,
    /// Its symbols with all that belongs to them.
    spans: Vec<(Span, Symbol<'a>)>,
    pub(super) by_start: FxHashMap<u32, Symbol<'a>>,
    /// References by the expression that ends at them.
    references: FxHashMap<ExprId, Reference<'a>>,
    /// The definition in whose head the reference that begins at a byte names a base, and which base.
    heirs: FxHashMap<u32, (DefId, usize)>,
}

impl<'a> InFile<'a> {
    /// As [`FileRef::symbol_at`], for who asks often.
    fn innermost(&self, at: u32) -> Option<Symbol<'a>> {
        let around = self.spans.iter().filter(|(span, _)| span.contains(at));
        around.min_by_key(|(span, _)| span.len()).map(|(_, symbol)| *symbol)
    }
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
            unnamed: RefCell::default(),
            open: RefCell::default(),
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

    pub(super) fn in_file(&self, file: FileRef<'a>) -> Rc<InFile<'a>> {
        if let Some(known) = self.files.borrow().get(file.path()) {
            return known.clone();
        }
        let mut children: FxHashMap<SymbolRef, Vec<Symbol<'a>>> = FxHashMap::default();
        let mut by_start = FxHashMap::default();
        let spans = file.symbols().map(|symbol| (symbol.span(), symbol)).collect();
        for symbol in file.symbols() {
            by_start.insert(symbol.name_span().start, symbol);
            if let Some(owner) = symbol.owner() {
                children.entry(owner.handle()).or_default().push(symbol);
            }
        }
        let at: FxHashMap<u32, Reference<'a>> =
            file.references().map(|one| (one.span().start, one)).collect();
        let mut references: FxHashMap<ExprId, Reference<'a>> = FxHashMap::default();
        let mut heirs = FxHashMap::default();
        let mut given: FxHashMap<ExtensionId, Vec<Symbol<'a>>> = FxHashMap::default();
        if let Some(facts) = self.facts(file) {
            for definition in &facts.definitions {
                if let Owner::Extension(block) = definition.owner
                    && let Some(symbol) = by_start.get(&definition.name_span.start)
                {
                    given.entry(block).or_default().push(*symbol);
                }
            }
            for reference in &facts.references {
                if let Some(found) = at.get(&reference.span.start) {
                    references.entry(reference.expression).or_insert(*found);
                }
            }
            for (id, definition) in (0..).map(DefId).zip(&facts.definitions) {
                for (base, of) in facts.list(definition.bases).iter().enumerate() {
                    let reference = named(&facts, *of).and_then(|of| references.get(&of));
                    heirs.extend(reference.map(|reference| (reference.span().start, (id, base))));
                }
            }
        }
        let made = Rc::new(InFile { children, given, spans, by_start, references, heirs });
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
        for file in self.context.view().files_by().extended(hash_text(of.name())) {
            let Some(facts) = self.facts(file) else { continue };
            for (i, extension) in facts.extensions.iter().enumerate() {
                if extension.type_name.is_some_and(|name| facts.name(name) == of.name())
                    && self.leads_to(file, &facts, extension.of, of)
                {
                    found.push(Block { file, facts: facts.clone(), id: ExtensionId(i as u32) });
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
            None => parent(file.path()) == parent(of.file().path()),
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

    fn kin_at(&self, reference: Reference<'a>, how: impl Fn(Option<Symbol<'a>>) -> How) -> Vec<Kin<'a>> {
        let site = Some(reference);
        let symbols = self.symbols_at(reference);
        if !symbols.is_empty() {
            // A type that is made where a class without a name begins is named by its constructor.
            let made = |symbol: Symbol<'a>| match symbol.kind() {
                SymbolKind::Constructor => symbol.owner().unwrap_or(symbol),
                _ => symbol,
            };
            return symbols.into_iter().map(made).map(|one| Kin::of(one, how(Some(one)), site)).collect();
        }
        let outside = reference.targets().into_iter().find_map(|target| match target {
            TargetRef::External(path) => Some(path.to_owned()),
            TargetRef::Symbol(_) | TargetRef::Module(_) => None,
        });
        vec![Kin::called(outside.unwrap_or_else(|| reference.name().to_owned()), how(None), site)]
    }

    /// The types directly above a type: its bases, what blocks implement for it, and interfaces
    /// whose methods it has.
    pub fn above(&self, of: Symbol<'a>) -> Rc<Vec<Kin<'a>>> {
        if let Some(known) = self.above.borrow().get(&of.handle()) {
            return known.clone();
        }
        let mut found = Vec::new();
        if let Some((facts, id)) = self.definition(of) {
            for (at, base) in facts.list(facts.definition(id).bases).iter().enumerate() {
                if let Expression::SelfType(_) = facts.expression(*base) {
                    // A constant of an enumeration with a body of its own.
                    let owner = of.owner().map(|owner| Kin::of(owner, How::Extends, None));
                    found.extend(owner.map(|owner| Kin { resolution: Resolution::Resolved, ..owner }));
                } else if let Some(reference) = self.head(of.file(), &facts, *base) {
                    found.extend(self.kin_at(reference, |upper| {
                        how_named(&facts, id, at, upper.map(|upper| upper.kind()))
                    }));
                }
            }
        }
        for block in self.blocks(of) {
            if let Some(implemented) = block.extension().implements
                && let Some(reference) = self.head(block.file, &block.facts, implemented)
            {
                let kin = self.kin_at(reference, |_| How::Implements);
                found.extend(kin.into_iter().map(|kin| Kin { block: Some(block.clone()), ..kin }));
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
        self.open.borrow_mut().push(of.handle());
        let view = self.context.view();
        let uses = |of: Symbol<'a>| -> Vec<Reference<'a>> {
            view.references_to(of.key()).into_iter().map(|one| view.reference(one)).collect()
        };
        let mut found = Vec::new();
        for reference in uses(of) {
            match reference.role() {
                Role::Inherit => found.extend(self.heirs(reference)),
                Role::Call => found.extend(self.unnamed(reference)),
                _ => {}
            }
        }
        if of.kind().is_type() {
            for child in self.children(of).iter().copied() {
                match child.kind() {
                    SymbolKind::Constructor => {
                        let calls = uses(child).into_iter().filter(|one| one.role() == Role::Call);
                        found.extend(calls.filter_map(|reference| self.unnamed(reference)));
                    }
                    SymbolKind::Variant if self.has_bases(child) => {
                        let kin = Kin::of(child, How::Extends, None);
                        found.push(Kin { resolution: Resolution::Resolved, ..kin });
                    }
                    _ => {}
                }
            }
        }
        if of.kind() == SymbolKind::Interface && self.is_structural(of.file()) {
            found.extend(satisfaction::satisfying(self, of));
        }
        self.open.borrow_mut().pop();
        let found = Rc::new(found);
        self.below.borrow_mut().insert(of.handle(), found.clone());
        found
    }

    fn has_bases(&self, of: Symbol<'a>) -> bool {
        self.definition(of).is_some_and(|(facts, id)| facts.definition(id).bases.len > 0)
    }

    /// Who inherits at a reference.
    fn heirs(&self, reference: Reference<'a>) -> Vec<Kin<'a>> {
        if let Some(heir) = self.heir_by_head(reference) {
            return vec![heir];
        }
        let file = reference.file();
        let Some(facts) = self.facts(file) else { return Vec::new() };
        let (at, site) = (reference.span().start, Some(reference));
        let blocks = (0..).map(ExtensionId).zip(&facts.extensions).filter(|(_, one)| one.span.contains(at));
        let block = blocks.min_by_key(|(_, one)| one.span.len());
        let around = self.in_file(file).innermost(at);
        if let Some((id, extension)) = block
            && around.is_none_or(|symbol| extension.span.len() < symbol.span().len())
        {
            return self.implementors(Block { file, facts: facts.clone(), id }, reference);
        }
        let unnamed = || Kin::called(place(reference), How::Extends, site);
        vec![match around {
            Some(symbol) if symbol.kind().is_type() => Kin::of(symbol, How::Extends, site),
            Some(symbol) if symbol.kind() == SymbolKind::Macro => self.made_by(symbol, reference),
            _ => unnamed(),
        }]
    }

    /// The type in whose head a reference names a base.
    fn heir_by_head(&self, reference: Reference<'a>) -> Option<Kin<'a>> {
        let file = reference.file();
        let held = self.in_file(file);
        let (id, base) = *held.heirs.get(&reference.span().start)?;
        let facts = self.facts(file)?;
        let symbol = *held.by_start.get(&facts.definition(id).name_span.start)?;
        let upper = self.symbols_at(reference).first().map(|upper| match upper.kind() {
            SymbolKind::Constructor => upper.owner().map_or(upper.kind(), |owner| owner.kind()),
            kind => kind,
        });
        Some(Kin::of(symbol, how_named(&facts, id, base, upper), Some(reference)))
    }

    /// The class without a name that begins where a type is made: `new Shape() { ... }`.
    fn unnamed(&self, reference: Reference<'a>) -> Option<Kin<'a>> {
        let file = reference.file();
        let known = self.unnamed.borrow().get(file.path()).copied();
        let holds = known.unwrap_or_else(|| {
            let is_unnamed = |one: Symbol<'_>| one.kind().is_type() && one.name().starts_with('{');
            let holds = file.symbols().any(is_unnamed);
            self.unnamed.borrow_mut().insert(file.path(), holds);
            holds
        });
        if holds { self.heir_by_head(reference) } else { None }
    }

    /// What a type of a file owns in that file.
    fn children(&self, of: Symbol<'a>) -> Vec<Symbol<'a>> {
        self.in_file(of.file()).children.get(&of.handle()).cloned().unwrap_or_default()
    }

    /// The members of a type: its own and those of the blocks that extend it, in any file.
    pub fn members(&self, of: Symbol<'a>) -> Rc<Vec<Symbol<'a>>> {
        if let Some(known) = self.members.borrow().get(&of.handle()) {
            return known.clone();
        }
        let own = self.children(of);
        let mut found = own.clone();
        for block in self.blocks(of) {
            found.extend(self.members_of_block(&block).into_iter().filter(|one| !own.contains(one)));
        }
        let found = Rc::new(found);
        self.members.borrow_mut().insert(of.handle(), found.clone());
        found
    }

    pub(super) fn members_of_block(&self, block: &Block<'a>) -> Vec<Symbol<'a>> {
        self.in_file(block.file).given.get(&block.id).cloned().unwrap_or_default()
    }

    /// The types to which a block gives a member, which may stand in other files; none for what no block gives.
    pub fn extended(&self, member: Symbol<'a>) -> Vec<Symbol<'a>> {
        let Some((facts, id)) = self.definition(member) else { return Vec::new() };
        let Owner::Extension(block) = facts.definition(id).owner else { return Vec::new() };
        let extension = &facts.extensions[block.index()];
        if let Some(reference) = self.head(member.file(), &facts, extension.of) {
            return self.symbols_at(reference);
        }
        let view = self.context.view();
        let named = extension.type_name.map(|name| view.symbols_named(facts.name(name), true));
        let named = named.unwrap_or_default().into_iter().map(|one| view.sym(one));
        let folder = parent(member.file().path());
        named.filter(|one| one.kind().is_type() && parent(one.file().path()) == folder).collect()
    }
}

impl std::fmt::Debug for Hierarchy<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hierarchy").finish_non_exhaustive()
    }
}

/// Where something without a name stands.
pub(super) fn place(reference: Reference<'_>) -> String {
    format!("{}:{}", reference.file().path(), reference.at().line)
}

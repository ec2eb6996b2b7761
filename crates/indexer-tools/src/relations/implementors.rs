//! What blocks such as `impl Shape for Disc` implement a trait for: a type, something made of types
//! (`Arc<Handle>`, `[Disc]`), or whatever has another trait (`impl<T: Read> Ext for T`).

use super::hierarchy::{Block, Hierarchy, Kin, place};
use indexer_core::{Bound, ExprId, Expression, ExtensionId, FileFacts, Resolution, Role};
use indexer_graph::hierarchy::{How, named, written};
use indexer_store::{Reference, Symbol};
use rustc_hash::FxHashSet;

/// Types that have a trait because they have another one, at most.
const MOST_COVERED: usize = 500;
/// Uses of a type that are looked at for what is made of it.
const MOST_USES: usize = 2_000;

impl<'a> Hierarchy<'a> {
    /// For what a block implements the trait that is named at `reference`.
    pub(super) fn implementors(&self, block: Block<'a>, reference: Reference<'a>) -> Vec<Kin<'a>> {
        let facts = block.facts.clone();
        let of = block.extension().of;
        if let Some(parameter) = parameter(&facts, of) {
            return self.covered(block, reference, parameter);
        }
        let site = Some(reference);
        let with_block = |kin: Kin<'a>| vec![Kin { block: Some(block.clone()), ..kin }];
        let head = self.head(block.file, &facts, of);
        let symbol = head.and_then(|of| self.symbols_at(of).first().copied());
        let is_type_itself = !matches!(facts.expression(of), Expression::Sequence(_));
        if let Some(symbol) = symbol.filter(|_| is_type_itself) {
            return with_block(Kin::of(symbol, How::Implements, site));
        }
        let name = match facts.expression(of) {
            Expression::Unknown => place(reference),
            _ => written(&facts, of),
        };
        let kin = Kin::called(name, How::Implements, site);
        match self.only_type_in(&block, of) {
            Some(symbol) => with_block(Kin {
                symbol: Some(symbol),
                is_made_of_it: true,
                resolution: kin.resolution.max(Resolution::Possible),
                ..kin
            }),
            None => with_block(kin),
        }
    }

    /// Where a block is for a reference to a type (`impl Read for &File`), says so: types do not tell that, but
    /// the text does.
    pub fn tell_references(&self, kin: &mut Kin<'a>) {
        let Some(block) = kin.block.as_ref().filter(|_| !kin.is_made_of_it) else { return };
        let extension = block.extension();
        let Ok(source) = self.context.source(block.file.path()) else { return };
        let text = extension.span.text(&source.text);
        let head = self.head(block.file, &block.facts, extension.of);
        let head = head.and_then(|head| head.span().start.checked_sub(extension.span.start));
        let end = head.map(|end| end as usize).or_else(|| text.find('{')).unwrap_or(text.len());
        let before = text.get(..end).and_then(|head| head.split(" where ").next()).unwrap_or("");
        let written = before.rfind(" for ").map_or("", |at| before[at + " for ".len()..].trim());
        if written.starts_with(['&', '*']) && kin.symbol.is_none() {
            kin.name = format!("{written} where {}", kin.name);
        } else if written.starts_with(['&', '*']) {
            let space = if written.ends_with("mut") || written.ends_with("const") { " " } else { "" };
            kin.name = format!("{written}{space}{}", self::written(&block.facts, extension.of));
            kin.is_made_of_it = true;
            kin.resolution = kin.resolution.max(Resolution::Possible);
        }
    }

    /// The only type of the repository that a type expression names.
    fn only_type_in(&self, block: &Block<'a>, of: ExprId) -> Option<Symbol<'a>> {
        let mut named = Vec::new();
        names_in(&block.facts, of, 0, &mut named);
        let held = named.into_iter().filter_map(|of| self.head(block.file, &block.facts, of));
        let mut symbols: Vec<Symbol<'a>> =
            held.flat_map(|one| self.symbols_at(one)).filter(|one| one.kind().is_type()).collect();
        symbols.dedup();
        match symbols.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The block is for whatever fits a type parameter: what has its bounds has the trait, possibly.
    fn covered(&self, block: Block<'a>, reference: Reference<'a>, parameter: u32) -> Vec<Kin<'a>> {
        let facts = block.facts.clone();
        let Some(parameter) = facts.type_parameters.get(parameter as usize) else { return Vec::new() };
        let bounds = facts.list(parameter.bounds);
        let said: Vec<String> = bounds.iter().map(|bound| written(&facts, *bound)).collect();
        let mut name = facts.name(parameter.name).to_owned();
        if !said.is_empty() {
            name = format!("{name}: {}", said.join(" + "));
        }
        let site = Some(reference);
        let all = Kin { block: Some(block.clone()), ..Kin::called(name, How::Implements, site) };
        let mut found = vec![all];
        let traits: Vec<Symbol<'a>> = bounds
            .iter()
            .filter_map(|bound| self.head(block.file, &facts, *bound))
            .flat_map(|bound| self.symbols_at(bound))
            .collect();
        let mut fitting: Option<Vec<Symbol<'a>>> = None;
        for one in traits {
            let below = self.all_below(one);
            fitting = Some(match fitting {
                Some(fitting) => fitting.into_iter().filter(|symbol| below.contains(symbol)).collect(),
                None => below,
            });
        }
        for symbol in fitting.unwrap_or_default() {
            let kin = Kin::of(symbol, How::Covers, site);
            found.push(Kin { resolution: kin.resolution.max(Resolution::Possible), ..kin });
        }
        found
    }

    /// The types below a trait that are no traits themselves, without those of traits that are being looked for.
    fn all_below(&self, of: Symbol<'a>) -> Vec<Symbol<'a>> {
        let mut seen = FxHashSet::from_iter([of.handle()]);
        let (mut found, mut open) = (Vec::new(), vec![of]);
        while let Some(one) = open.pop() {
            if self.open.borrow().contains(&one.handle()) || found.len() >= MOST_COVERED {
                continue;
            }
            for kin in self.below(one).iter().filter(|kin| !kin.is_made_of_it) {
                let Some(symbol) = kin.symbol.filter(|symbol| seen.insert(symbol.handle())) else { continue };
                open.push(symbol);
                found.push(symbol);
            }
        }
        found
    }

    /// The rules of a macro implement a trait: for what, the places say where it is used.
    pub(super) fn made_by(&self, made: Symbol<'a>, reference: Reference<'a>) -> Kin<'a> {
        let view = self.context.view();
        let uses = view.references_to(made.key()).into_iter().map(|one| view.reference(one));
        let uses = uses.filter(|one| one.role() == Role::Macro).count();
        let name = format!("{}! (used {uses} times)", made.name());
        Kin { resolution: Resolution::Unresolved, ..Kin::called(name, How::Implements, Some(reference)) }
    }

    /// The traits that a type has by another one (`impl<T: Read> Ext for T`), and those of what is made of it
    /// (`impl Schedule for Arc<Handle>`): all *possible*, and told where the type itself is asked about.
    pub fn above_indirectly(&self, of: Symbol<'a>) -> Vec<Kin<'a>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::from_iter([of.handle()]);
        let mut open = vec![of];
        while let Some(one) = open.pop() {
            for (block, implemented) in self.blocks_that_name(one) {
                let extension = block.extension();
                let is_bound = parameter(&block.facts, extension.of).is_some();
                // What is made of a type says nothing of those below that.
                if !is_bound && one != of {
                    continue;
                }
                let symbols = self.symbols_at(implemented);
                for symbol in symbols.into_iter().filter(|symbol| *symbol != of && *symbol != one) {
                    let how = if is_bound { How::Covers } else { How::Implements };
                    let kin = Kin::of(symbol, how, Some(implemented));
                    let name = if is_bound { kin.name } else { written(&block.facts, extension.of) };
                    let resolution = Resolution::Possible;
                    let block = Some(block.clone());
                    found.push(Kin { name, is_made_of_it: !is_bound, resolution, block, ..kin });
                    if is_bound && seen.insert(symbol.handle()) {
                        open.push(symbol);
                    }
                }
            }
            let above = self.above(one);
            open.extend(above.iter().filter_map(|kin| kin.symbol).filter(|one| seen.insert(one.handle())));
        }
        found
    }

    /// The blocks in whose head a type is named, but not as what they are for, with what they implement.
    fn blocks_that_name(&self, of: Symbol<'a>) -> Vec<(Block<'a>, Reference<'a>)> {
        let view = self.context.view();
        let uses = view.references_to(of.key()).into_iter().map(|one| view.reference(one));
        let mut found: Vec<(Block<'a>, Reference<'a>)> = Vec::new();
        for reference in uses.filter(|one| one.role() == Role::Type).take(MOST_USES) {
            let file = reference.file();
            let Some(facts) = self.facts(file).filter(|facts| !facts.extensions.is_empty()) else { continue };
            let at = reference.span().start;
            let around =
                (0..).map(ExtensionId).zip(&facts.extensions).filter(|(_, one)| one.span.contains(at));
            let Some((id, extension)) = around.min_by_key(|(_, one)| one.span.len()) else { continue };
            let block = Block { file, facts: facts.clone(), id };
            let names_it = match parameter(&facts, extension.of) {
                Some(parameter) => facts.type_parameters.get(parameter as usize).is_some_and(|parameter| {
                    let mut bounds = facts.list(parameter.bounds).iter();
                    bounds.any(|bound| {
                        self.head(file, &facts, *bound).is_some_and(|one| one.span().start == at)
                    })
                }),
                None => {
                    let head = self.head(file, &facts, extension.of);
                    let is_sequence = matches!(facts.expression(extension.of), Expression::Sequence(_));
                    (is_sequence || head.is_none_or(|head| head.span().start != at))
                        && self.only_type_in(&block, extension.of) == Some(of)
                        && self.stands_in(&block, extension.of, at)
                }
            };
            let implemented = extension.implements.and_then(|one| self.head(file, &facts, one));
            if let Some(implemented) = implemented.filter(|_| names_it)
                && found.iter().all(|(_, known)| known.handle() != implemented.handle())
            {
                found.push((block, implemented));
            }
        }
        found
    }

    /// True where the name that begins at a byte is one of a type expression.
    fn stands_in(&self, block: &Block<'a>, of: ExprId, at: u32) -> bool {
        let mut named = Vec::new();
        names_in(&block.facts, of, 0, &mut named);
        let heads = named.into_iter().filter_map(|of| self.head(block.file, &block.facts, of));
        heads.into_iter().any(|head| head.span().start == at)
    }
}

/// The type parameter that a type expression is.
fn parameter(facts: &FileFacts, of: ExprId) -> Option<u32> {
    let Expression::Name { bound: Some(bound), .. } = facts.expression(of) else { return None };
    match facts.bindings.get(bound.index())?.bound {
        Bound::TypeParameter(index) => Some(index),
        _ => None,
    }
}

/// The names in a type expression.
fn names_in(facts: &FileFacts, of: ExprId, depth: u32, found: &mut Vec<ExprId>) {
    if depth > 8 {
        return;
    }
    match facts.expression(of) {
        Expression::Apply { of, arguments } => {
            names_in(facts, of, depth + 1, found);
            facts.list(arguments).iter().for_each(|one| names_in(facts, *one, depth + 1, found));
        }
        Expression::Tuple(items) => {
            facts.list(items).iter().for_each(|one| names_in(facts, *one, depth + 1, found));
        }
        Expression::Sequence(of) | Expression::Instance(of) | Expression::Deref(of) => {
            names_in(facts, of, depth + 1, found);
        }
        Expression::Keyword { value, .. } => names_in(facts, value, depth + 1, found),
        _ => found.extend(named(facts, of)),
    }
}

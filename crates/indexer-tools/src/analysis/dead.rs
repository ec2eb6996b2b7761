//! What nobody uses, and how sure that is.

use super::aside::Aside;
use super::graph::Graph;
use super::outside::outside;
use super::parallel::in_parallel;
use super::words::{named_by_values, named_elsewhere};
use crate::protocol::{Context, Problem};
use indexer_core::{FileFacts, Flags, Resolution, Span, SymbolKind};
use indexer_graph::dead_code::{Certainty, Evidence, Uses, Verdict, verdict};
use indexer_store::{Reference, Symbol, SymbolRef};
use std::sync::Arc;

/// A symbol that nothing is proved to use.
#[derive(Clone, Copy, Debug)]
pub struct Dead {
    /// Which one.
    pub symbol: SymbolRef,
    /// How sure that is.
    pub certainty: Certainty,
    /// Why it is not surer; "" where it is proven.
    pub because: &'static str,
}

/// The symbols of a part of the graph that nothing is proved to use, the surest first, then by place.
/// Tests count as users. O(symbols and their uses), and the text of all files where something may be
/// proven.
pub fn dead(context: &Context<'_>, graph: &Graph, counts: &[bool]) -> Result<Vec<Dead>, Problem> {
    let nodes: Vec<u32> = (0..graph.symbols.len() as u32)
        .filter(|node| {
            let file = graph.file[*node as usize] as usize;
            counts[file] && graph.files[file].aside != Aside::Tests && !graph.is_test(*node)
        })
        .collect();
    let found = in_parallel(context, &nodes, |node| judged(context, graph, *node))?;
    let mut found: Vec<Dead> = found.into_iter().flatten().collect();
    let proven: Vec<SymbolRef> =
        found.iter().filter(|one| one.certainty == Certainty::Proven).map(|one| one.symbol).collect();
    let named = named_elsewhere(context, &proven)?;
    let computed = named_by_values(context, &proven)?;
    for one in &mut found {
        if computed.contains(&one.symbol) {
            (one.certainty, one.because) =
                (Certainty::Unknown, "its file calls by names that are known only while it runs");
        }
        if named.contains(&one.symbol) {
            (one.certainty, one.because) =
                (Certainty::Unknown, "its name, or a part of it, stands where no reference is known");
        }
    }
    // Nodes stand in the order of places: sorting keeps it.
    found.sort_by_key(|one| one.certainty);
    Ok(found)
}

/// What is known of a symbol without looking at texts; `None` where something uses it.
fn judged(context: &Context<'_>, graph: &Graph, node: u32) -> Option<Dead> {
    let symbol = context.view().sym(graph.symbols[node as usize]);
    if !is_judged(symbol.kind()) || symbol.is_of_framework() || symbol.flags().has(Flags::TEST) {
        return None;
    }
    let Verdict { certainty, because } = verdict(&mut Known { context, symbol, facts: None })?;
    Some(Dead { symbol: symbol.handle(), certainty, because })
}

/// What a view says of one symbol.
struct Known<'c, 'v> {
    context: &'c Context<'v>,
    symbol: Symbol<'v>,
    facts: Option<Arc<FileFacts>>,
}

impl Known<'_, '_> {
    /// True for the head of the block that adds members to a type: it is no use of it.
    fn is_head(&mut self, one: Reference<'_>) -> bool {
        let symbol = self.symbol;
        if !symbol.kind().is_type() || one.file() != symbol.file() {
            return false;
        }
        let read = || self.context.snapshot.facts(symbol.file().path()).unwrap_or_default();
        is_head(self.facts.get_or_insert_with(read), one)
    }
}

impl Evidence for Known<'_, '_> {
    fn uses(&mut self) -> Uses {
        let (view, symbol) = (self.context.view(), self.symbol);
        let mut uses = Uses::None;
        for one in view.references_to(symbol.key()).into_iter().map(|one| view.reference(one)) {
            if is_own(one, symbol) {
                continue;
            }
            match one.resolution() {
                Resolution::Resolved if self.is_head(one) => {}
                Resolution::Resolved => return Uses::Proved,
                _ => uses = Uses::Possible,
            }
        }
        // What is said of the parts of a type counts for it: its fields, variants and constructors, and members that
        // are named without it.
        if symbol.kind().is_type() {
            match uses_of_members(self.context, symbol) {
                Uses::None => {}
                Uses::Proved => return Uses::Proved,
                _ => uses = Uses::Possible,
            }
        }
        uses
    }

    fn outside(&mut self) -> Option<&'static str> {
        outside(self.context, self.symbol)
    }

    fn named(&mut self) -> Uses {
        let (view, symbol) = (self.context.view(), self.symbol);
        let mut uses = Uses::None;
        for one in view.references_named(symbol.name()).into_iter().map(|one| view.reference(one)) {
            if is_own(one, symbol) || self.is_head(one) {
                continue;
            }
            if matches!(one.resolution(), Resolution::Unresolved | Resolution::Possible) {
                return Uses::Possible;
            }
            uses = Uses::Elsewhere;
        }
        uses
    }
}

/// Kinds of which references tell whether they are used. A variable may be assigned for its effect.
const fn is_judged(kind: SymbolKind) -> bool {
    use SymbolKind::{Accessor, Constant, Function, Method, Static};
    matches!(kind, Function | Method | Accessor | Constant | Static) || kind.is_type()
}

/// True where a reference stands in the symbol itself: it calls itself.
fn is_own(reference: Reference<'_>, symbol: Symbol<'_>) -> bool {
    reference.file() == symbol.file() && symbol.span().contains(reference.span().start)
        || reference.enclosing().is_some_and(|around| {
            std::iter::successors(Some(around), |one| one.owner()).take(64).any(|one| one == symbol)
        })
}

/// True for a reference in the head of a block that extends the type which it names.
fn is_head(facts: &FileFacts, reference: Reference<'_>) -> bool {
    let at = reference.span().start;
    let inside =
        |around: Span| facts.definitions.iter().any(|one| around.covers(one.span) && one.span.contains(at));
    facts.extensions.iter().any(|one| {
        let name = one.type_name.map(|name| facts.name(name));
        one.span.contains(at) && name == Some(reference.name()) && !inside(one.span)
    })
}

/// How what stands outside of a type uses its members, at any depth.
fn uses_of_members(context: &Context<'_>, symbol: Symbol<'_>) -> Uses {
    let view = context.view();
    let (mut uses, mut open) = (Uses::None, symbol.children());
    while let Some(member) = open.pop() {
        for one in view.references_to(member.key()).into_iter().map(|one| view.reference(one)) {
            if is_own(one, symbol) {
                continue;
            }
            match one.resolution() {
                Resolution::Resolved => return Uses::Proved,
                _ => uses = Uses::Possible,
            }
        }
        open.extend(member.children());
    }
    uses
}

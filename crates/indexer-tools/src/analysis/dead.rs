//! What nobody uses, and how sure that is.

use super::aside::Aside;
use super::graph::Graph;
use super::parallel::in_parallel;
use crate::protocol::{Context, Problem};
use indexer_core::facts::{Binding, Bound};
use indexer_core::{DefId, FileFacts, Flags, Owner, Resolution, Span, SymbolKind, Visibility};
use indexer_graph::dead_code::{Certainty, Evidence, Uses, Verdict, verdict};
use indexer_store::{FileRef, Reference, Symbol, SymbolRef};
use rustc_hash::{FxHashMap, FxHashSet};
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
    for one in &mut found {
        if named.contains(&one.symbol) {
            (one.certainty, one.because) =
                (Certainty::Unknown, "its name stands where no reference is known");
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
    let Verdict { certainty, because } = verdict(&mut Known { context, graph, node, symbol, facts: None })?;
    Some(Dead { symbol: symbol.handle(), certainty, because })
}

/// What a view says of one symbol.
struct Known<'c, 'v> {
    context: &'c Context<'v>,
    graph: &'c Graph,
    node: u32,
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
        // What is said of the parts of a type counts for it: its fields, variants and constructors.
        if symbol.kind().is_type() && uses_of_parts(self.context, self.graph, self.node, symbol) {
            return Uses::Proved;
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

/// True where something outside of a type uses a part of it that counts for it.
fn uses_of_parts(context: &Context<'_>, graph: &Graph, node: u32, symbol: Symbol<'_>) -> bool {
    let view = context.view();
    let parts = symbol.children().into_iter().filter(|part| graph.node(part.handle()) == Some(node));
    let mut uses = parts.flat_map(|part| view.references_to(part.key())).map(|one| view.reference(one));
    uses.any(|one| !is_own(one, symbol))
}

/// Why somebody may use a symbol without a reference in the repository; `None` where nobody may.
fn outside(context: &Context<'_>, symbol: Symbol<'_>) -> Option<&'static str> {
    let (flags, file) = (symbol.flags(), symbol.file());
    if flags.has(Flags::ENTRY) {
        return Some("the program starts there");
    }
    if symbol.visibility() == Visibility::Public || flags.has(Flags::EXPORTED) {
        return Some("it is public");
    }
    let special = [
        Flags::EXTERN,
        Flags::IN_MACRO,
        Flags::MADE,
        Flags::DERIVED,
        Flags::GENERATED,
        Flags::CONDITIONAL,
        Flags::ABSTRACT,
        Flags::DECLARATION,
        Flags::OVERLOAD,
    ];
    if special.into_iter().any(|flag| flags.has(flag)) {
        return Some("a macro, a condition or another language may use it");
    }
    let name = symbol.name();
    let is_special = name.starts_with("__") || matches!(name, "_" | "init" | "main");
    if is_special || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return Some("the language may use a name like that");
    }
    if file.has_problems() {
        return Some("its file could not be read whole");
    }
    let Some(facts) = context.snapshot.facts(file.path()) else { return Some("its file could not be read") };
    let start = symbol.name_span().start;
    let at = facts.definitions.partition_point(|one| one.name_span.start < start);
    let Some(definition) = facts.definitions.get(at).filter(|one| one.name_span.start == start) else {
        return Some("a macro made it");
    };
    if !facts.list(definition.decorators).is_empty() {
        return Some("a decorator or attribute may use it");
    }
    // A function expression binds its name inside itself alone, where it binds it at all.
    let is_it = |one: &&Binding| one.bound == Bound::Definition(DefId(at as u32));
    let scopes = facts.bindings.iter().filter(is_it).filter_map(|one| facts.scopes.get(one.scope.index()));
    if !scopes.into_iter().any(|scope| !definition.span.covers(scope.span)) {
        return Some("it is a value where it stands");
    }
    let is_bound = match definition.owner {
        Owner::Extension(id) => facts.extensions[id.index()].implements.is_some(),
        Owner::Definition(id) => {
            let owner = facts.definition(id);
            owner.kind.is_type()
                && (owner.bases.len > 0 || matches!(owner.kind, SymbolKind::Trait | SymbolKind::Interface))
        }
        Owner::File => false,
    };
    if is_bound {
        return Some("its type's bases may call it");
    }
    if symbol.kind() != SymbolKind::Function && symbol.kind().is_callable() {
        let view = context.view();
        let others =
            view.symbols_named(symbol.name(), true).into_iter().filter(|one| *one != symbol.handle());
        if others.map(|one| view.sym(one)).any(|one| one.kind().is_callable() && one.owner().is_some()) {
            return Some("it may stand in for another method of that name");
        }
    }
    None
}

/// Those of `symbols` whose name stands somewhere as a word that is neither a known reference to
/// something else nor a comment: in a text, in a macro, as a local. Reads all files.
fn named_elsewhere(context: &Context<'_>, symbols: &[SymbolRef]) -> Result<FxHashSet<SymbolRef>, Problem> {
    let view = context.view();
    let mut by_name: FxHashMap<&str, Vec<SymbolRef>> = FxHashMap::default();
    for symbol in symbols {
        by_name.entry(view.sym(*symbol).name()).or_default().push(*symbol);
    }
    if by_name.is_empty() {
        return Ok(FxHashSet::default());
    }
    let files: Vec<FileRef<'_>> = view.files().collect();
    let found = in_parallel(context, &files, |file| unexplained(context, *file, &by_name))?;
    let mut named = FxHashSet::default();
    for (file, names) in files.iter().zip(found) {
        for (name, at) in names {
            let own = by_name.get(name).into_iter().flatten();
            named.extend(own.filter(|symbol| {
                let symbol = view.sym(**symbol);
                !(symbol.file() == *file && symbol.span().contains(at))
            }));
        }
    }
    Ok(named)
}

/// The words of a file that are one of the names and nothing that is known, and where they stand.
fn unexplained<'n>(
    context: &Context<'_>,
    file: FileRef<'_>,
    names: &FxHashMap<&'n str, Vec<SymbolRef>>,
) -> Vec<(&'n str, u32)> {
    let Ok(text) = context.source(file.path()) else {
        return names.keys().map(|name| (*name, u32::MAX)).collect();
    };
    let mut words: Vec<(&'n str, u32)> = Vec::new();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let bytes = text.text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().position(|byte| !is_word(*byte)).unwrap_or(bytes.len() - at);
        let word = text.text.get(at..at + length).unwrap_or_default();
        if let Some((name, _)) = names.get_key_value(word) {
            words.push((name, at as u32));
        }
        at += length;
    }
    if words.is_empty() || !file.is_code() {
        return words;
    }
    let mut known: FxHashSet<u32> = file.symbols().map(|symbol| symbol.name_span().start).collect();
    let proved =
        |one: &Reference<'_>| matches!(one.resolution(), Resolution::Resolved | Resolution::External);
    known.extend(file.references().filter(proved).map(|one| one.span().start));
    words.retain(|(_, at)| !known.contains(at));
    if words.is_empty() {
        return words;
    }
    let facts = context.snapshot.facts(file.path());
    let comments: Vec<Span> = facts
        .iter()
        .flat_map(|facts| &facts.verbatim)
        .filter(|one| one.is_comment)
        .map(|one| one.span)
        .collect();
    words.retain(|(_, at)| !comments.iter().any(|span| span.contains(*at)));
    words
}

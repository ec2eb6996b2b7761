//! What a document declares, and what is called so anywhere.

use super::kind;
use crate::question::Question;
use indexer_core::{Flags, SymbolKind};
use indexer_store::Symbol;
use indexer_tools::tools::navigate::lookup_symbol;
use lsp_types::{DocumentSymbol, SymbolInformation, SymbolTag, Url};

/// Symbols that a search for a name lists at most.
const MOST: usize = 200;

/// What a document declares, nested; parameters and locals are none of it.
pub(crate) fn outline(question: &Question<'_>, url: &Url) -> Option<Vec<DocumentSymbol>> {
    let file = question.file(url)?;
    let mut open: Vec<Option<DocumentSymbol>> =
        file.symbols().map(|symbol| is_listed(symbol).then(|| declared(question, symbol))).collect();
    let owners: Vec<Option<u32>> = file.symbols().map(|symbol| symbol.owner_in_file()).collect();
    let mut top = Vec::new();
    // Owners stand before what they own: from the last one on, what is owned is whole before its owner is.
    for (at, owner) in owners.into_iter().enumerate().rev() {
        let Some(mut symbol) = open[at].take() else { continue };
        symbol.children.iter_mut().for_each(|children| children.reverse());
        let owner = owner.filter(|owner| (*owner as usize) < at);
        match owner.and_then(|owner| open[owner as usize].as_mut()) {
            Some(owner) => owner.children.get_or_insert_default().push(symbol),
            None => top.push(symbol),
        }
    }
    top.reverse();
    Some(top)
}

fn is_listed(symbol: Symbol<'_>) -> bool {
    // What frameworks make stands nowhere as a name.
    !matches!(symbol.kind(), SymbolKind::Parameter | SymbolKind::Local | SymbolKind::Package)
        && !symbol.is_of_framework()
}

#[expect(deprecated, reason = "the protocol keeps the field")]
fn declared(question: &Question<'_>, symbol: Symbol<'_>) -> DocumentSymbol {
    DocumentSymbol {
        name: if symbol.name().is_empty() { "(no name)".to_owned() } else { symbol.name().to_owned() },
        detail: Some(symbol.signature().to_owned()).filter(|text| !text.is_empty()),
        kind: kind(symbol.kind()),
        tags: symbol.flags().has(Flags::DEPRECATED).then(|| vec![SymbolTag::DEPRECATED]),
        deprecated: None,
        range: question.whole(symbol),
        selection_range: question.name_of(symbol),
        children: None,
    }
}

/// Symbols by name, as `lookup-symbol` finds them by all ways of matching: the editor narrows by what is typed further.
#[expect(deprecated, reason = "the protocol keeps the field")]
pub(crate) fn workspace_symbols(question: &Question<'_>, name: &str) -> Vec<SymbolInformation> {
    if name.trim().is_empty() {
        return Vec::new();
    }
    let found = lookup_symbol::fuzzy(&question.context, name, MOST).unwrap_or_default();
    let row = |symbol: Symbol<'_>| {
        Some(SymbolInformation {
            name: symbol.name().to_owned(),
            kind: kind(symbol.kind()),
            tags: symbol.flags().has(Flags::DEPRECATED).then(|| vec![SymbolTag::DEPRECATED]),
            deprecated: None,
            location: question.place_of(symbol)?,
            container_name: symbol.owner().map(|owner| owner.chain()),
        })
    };
    found.into_iter().filter_map(row).collect()
}

//! What a document declares, and what is called so anywhere.

use super::kind;
use crate::question::Question;
use indexer_core::{Flags, SymbolKind};
use indexer_store::Symbol;
use indexer_tools::tools::navigate::lookup_symbol::{LookupSymbol, Matching};
use indexer_tools::{Common, typed};
use lsp_types::{DocumentSymbol, Location, SymbolInformation, SymbolTag, Url};

/// Symbols that a search for a name lists at most.
const MOST: u32 = 200;

/// What a document declares, nested; parameters and locals are none of it.
pub(crate) fn outline(question: &Question<'_>, url: &Url) -> Option<Vec<DocumentSymbol>> {
    let file = question.file(url)?;
    let mut nested: Vec<(Option<u32>, DocumentSymbol)> =
        file.symbols().map(|symbol| (symbol.owner_in_file(), declared(question, symbol))).collect();
    let is_listed: Vec<bool> = file
        .symbols()
        .map(|symbol| {
            !matches!(symbol.kind(), SymbolKind::Parameter | SymbolKind::Local | SymbolKind::Package)
        })
        .collect();
    // Owners stand before what they own, so the last ones are put into theirs first.
    for at in (0..nested.len()).rev() {
        let owner = nested[at].0.map(|owner| owner as usize).filter(|owner| *owner < at && is_listed[*owner]);
        let Some(owner) = owner.filter(|_| is_listed[at]) else { continue };
        let one = nested[at].1.clone();
        nested[owner].1.children.get_or_insert_default().insert(0, one);
    }
    let is_top = |at: usize, owner: Option<u32>| {
        is_listed[at] && owner.is_none_or(|owner| owner as usize >= at || !is_listed[owner as usize])
    };
    let top = nested.into_iter().enumerate().filter(|(at, (owner, _))| is_top(*at, *owner));
    Some(top.map(|(_, (_, symbol))| symbol).collect())
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
    let asked =
        LookupSymbol { name: name.to_owned(), matching: Some(Matching::Fuzzy), kind: None, exact: false };
    let common = Common { limit: Some(MOST), compact: true, ..Common::default() };
    let Ok(found) = typed(&question.context, asked, common) else { return Vec::new() };
    let row = |row: &indexer_tools::protocol::rows::SymbolRow| {
        let file = question.view().file(&row.path)?;
        let symbol = file.symbols().find(|one| (one.at().line, one.at().column) == (row.line, row.column))?;
        Some(SymbolInformation {
            name: symbol.name().to_owned(),
            kind: kind(symbol.kind()),
            tags: symbol.flags().has(Flags::DEPRECATED).then(|| vec![SymbolTag::DEPRECATED]),
            deprecated: None,
            location: Location::new(question.documents.url(&row.path)?, question.name_of(symbol)),
            container_name: symbol.owner().map(|owner| owner.chain()),
        })
    };
    found.symbols.rows.iter().filter_map(|one| row(&one.symbol)).collect()
}

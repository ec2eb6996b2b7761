//! The types above and below a type.

use super::kind;
use crate::question::Question;
use indexer_core::Resolution;
use indexer_store::Symbol;
use indexer_tools::relations::{Hierarchy, Kin};
use lsp_types::{TextDocumentIdentifier, TextDocumentPositionParams, TypeHierarchyItem};
use std::rc::Rc;

/// The types that are meant at a place.
pub(crate) fn prepare_types(
    question: &Question<'_>,
    at: &TextDocumentPositionParams,
) -> Vec<TypeHierarchyItem> {
    let meant = question.meant(at).into_iter().filter(|one| one.kind().is_type());
    meant.filter_map(|symbol| item(question, symbol, None)).collect()
}

/// What it extends or implements, one step up; what it only may is marked.
pub(crate) fn supertypes(question: &Question<'_>, of: &TypeHierarchyItem) -> Vec<TypeHierarchyItem> {
    kin(question, of, |hierarchy, symbol| hierarchy.above(symbol))
}

/// What extends or implements it, one step down.
pub(crate) fn subtypes(question: &Question<'_>, of: &TypeHierarchyItem) -> Vec<TypeHierarchyItem> {
    kin(question, of, |hierarchy, symbol| hierarchy.below(symbol))
}

fn kin<'v>(
    question: &Question<'v>,
    of: &TypeHierarchyItem,
    way: impl Fn(&Hierarchy<'v>, Symbol<'v>) -> Rc<Vec<Kin<'v>>>,
) -> Vec<TypeHierarchyItem> {
    let hierarchy = Hierarchy::new(&question.context);
    let text_document = TextDocumentIdentifier::new(of.uri.clone());
    let place = TextDocumentPositionParams { text_document, position: of.selection_range.start };
    let mut found = Vec::new();
    for symbol in question.meant(&place).into_iter().filter(|one| one.kind().is_type()) {
        let all = way(&hierarchy, symbol);
        found.extend(all.iter().filter_map(|kin| item(question, kin.symbol?, Some(kin))));
    }
    found
}

fn item(question: &Question<'_>, symbol: Symbol<'_>, kin: Option<&Kin<'_>>) -> Option<TypeHierarchyItem> {
    let path = symbol.file().path();
    let doubt = kin.filter(|kin| kin.resolution != Resolution::Resolved).map(|kin| kin.resolution.as_str());
    Some(TypeHierarchyItem {
        name: kin.filter(|kin| kin.is_made_of_it).map_or_else(|| symbol.chain(), |kin| kin.name.clone()),
        kind: kind(symbol.kind()),
        tags: None,
        detail: Some(doubt.map_or_else(|| path.to_owned(), |doubt| format!("{doubt} {path}"))),
        uri: question.documents.url(path)?,
        range: question.whole(symbol),
        selection_range: question.name_of(symbol),
        data: None,
    })
}

//! Who calls a function, and whom it calls.

use super::kind;
use crate::question::Question;
use indexer_core::Resolution;
use indexer_store::Symbol;
use indexer_tools::relations::{Calls, Node, Step};
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyItem, CallHierarchyOutgoingCall, Position, Range, SymbolKind,
    TextDocumentIdentifier, TextDocumentPositionParams,
};

/// The functions that are meant at a place.
pub(crate) fn prepare_calls(
    question: &Question<'_>,
    at: &TextDocumentPositionParams,
) -> Vec<CallHierarchyItem> {
    let meant = question.meant(at).into_iter().filter(|one| one.kind().is_callable() || one.kind().is_type());
    meant.filter_map(|symbol| item(question, Node::Symbol(symbol), None)).collect()
}

/// Who calls it; callers that only may are marked.
pub(crate) fn callers(question: &Question<'_>, of: &CallHierarchyItem) -> Vec<CallHierarchyIncomingCall> {
    let mut calls = Calls::new(&question.context);
    let call = |step: &Step<'_>| {
        let from = item(question, step.node, Some(step))?;
        Some(CallHierarchyIncomingCall { from, from_ranges: sites(question, step) })
    };
    symbols(question, of)
        .into_iter()
        .flat_map(|symbol| calls.callers(Node::Symbol(symbol)).iter().filter_map(call).collect::<Vec<_>>())
        .collect()
}

/// Whom it calls; those that it only may call are marked.
pub(crate) fn callees(question: &Question<'_>, of: &CallHierarchyItem) -> Vec<CallHierarchyOutgoingCall> {
    let mut calls = Calls::new(&question.context);
    let call = |step: &Step<'_>| {
        let to = item(question, step.node, Some(step))?;
        Some(CallHierarchyOutgoingCall { to, from_ranges: sites(question, step) })
    };
    symbols(question, of)
        .into_iter()
        .flat_map(|symbol| calls.callees(Node::Symbol(symbol)).iter().filter_map(call).collect::<Vec<_>>())
        .collect()
}

fn symbols<'v>(question: &Question<'v>, of: &CallHierarchyItem) -> Vec<Symbol<'v>> {
    let text_document = TextDocumentIdentifier::new(of.uri.clone());
    question.meant(&TextDocumentPositionParams { text_document, position: of.selection_range.start })
}

fn sites(question: &Question<'_>, step: &Step<'_>) -> Vec<Range> {
    step.sites.iter().map(|site| question.range_of(*site)).collect()
}

fn item(question: &Question<'_>, node: Node<'_>, step: Option<&Step<'_>>) -> Option<CallHierarchyItem> {
    let path = node.file().path();
    let doubt = step.filter(|step| step.resolution != Resolution::Resolved);
    let doubt = doubt.map(|step| format!("{} (by {})", step.resolution.as_str(), step.rule.as_str()));
    let (name, shown, range, selection_range) = match node {
        Node::Symbol(symbol) => {
            (symbol.chain(), kind(symbol.kind()), question.whole(symbol), question.name_of(symbol))
        }
        Node::File(file) => {
            let start = Position::default();
            let whole = question.range(path, |lines| lines.whole(1, file.lines().max(1)));
            (path.to_owned(), SymbolKind::FILE, whole, Range::new(start, start))
        }
    };
    let detail = Some(doubt.map_or_else(|| path.to_owned(), |doubt| format!("{doubt} {path}")));
    let uri = question.documents.url(path)?;
    Some(CallHierarchyItem { name, kind: shown, tags: None, detail, uri, range, selection_range, data: None })
}

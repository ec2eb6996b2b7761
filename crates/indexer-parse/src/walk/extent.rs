//! Where a node really ends.

use super::{Walk, span_of};
use indexer_core::{Span, work};
use tree_sitter::Node;

impl Walk<'_, '_> {
    /// The bytes of the current node up to the end of its last token: where indentation ends a block, a grammar may end the
    /// node only where the next token begins. O(children of the nodes that end there).
    pub(crate) fn extent(&self) -> Span {
        let span = self.span();
        Span::new(span.start, last_token(self.build.source, self.node()).max(span.start))
    }
}

/// Where the last token in a node ends, comments aside.
fn last_token(source: &str, mut node: Node<'_>) -> u32 {
    loop {
        let span = span_of(node);
        let text = source.get(span.start as usize..span.end as usize).unwrap_or("");
        if !text.ends_with(|last: char| last.is_ascii_whitespace()) {
            return span.end;
        }
        match last_child(source, node) {
            Some(last) => node = last,
            None => return span.start + text.trim_ascii_end().len() as u32,
        }
    }
}

/// The last child of a node that is no comment, where nothing stands behind it that is no node.
fn last_child<'t>(source: &str, node: Node<'t>) -> Option<Node<'t>> {
    let (mut last, mut behind, mut is_last) = (None, 0, false);
    let is_blank =
        |from: usize, to: usize| source.get(from..to).is_none_or(|text| text.trim_ascii().is_empty());
    for child in node.children(&mut node.walk()) {
        work::add(1);
        let range = child.byte_range();
        if range.is_empty() {
            continue;
        }
        match child.is_extra() {
            true => is_last &= is_blank(behind, range.start),
            false => (last, is_last) = (Some(child), true),
        }
        behind = range.end;
    }
    last.filter(|_| is_last && is_blank(behind, node.end_byte()))
}

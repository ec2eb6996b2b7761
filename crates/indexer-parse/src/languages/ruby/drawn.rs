//! Symbols and lists in the blocks in which routes are drawn (`Rails.application.routes.draw do .. end`): rules of frameworks
//! read them as texts. Elsewhere nobody asks what a symbol says.

use super::hooks::ruby;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{CollectionKind, ExprId, Expression};
use tree_sitter::Node;

/// A longer text is no path and no name.
const LONGEST: usize = 96;

/// True for a call in whose block routes are drawn.
pub(super) fn draws(walk: &Walk<'_, '_>, method: Option<&str>, receiver: Option<Node<'_>>) -> bool {
    method == Some("draw") && receiver.is_some_and(|of| walk.build.text(span_of(of)).ends_with("routes"))
}

/// True in such a block.
pub(super) fn is_drawn(walk: &mut Walk<'_, '_>) -> bool {
    ruby(walk).drawn > 0
}

/// `:a`.
pub(super) fn symbol(walk: &mut Walk<'_, '_>) -> ExprId {
    if !is_drawn(walk) {
        return ExprId::UNKNOWN;
    }
    text(walk, walk.text().trim_start_matches(':'))
}

/// `[:a, "b"]`, `%i[a b]`.
pub(super) fn list(walk: &mut Walk<'_, '_>) -> ExprId {
    if !is_drawn(walk) {
        return walk.lower_children();
    }
    let mut all = Vec::new();
    walk.children(|walk, _| match walk.kind() {
        "bare_symbol" | "bare_string" => {
            let said = text(walk, walk.text());
            all.push(said);
        }
        _ if walk.is_named() && !walk.node().is_extra() => all.push(walk.lower()),
        _ => walk.other(),
    });
    let items = walk.build.list(&all);
    walk.build.expression(Expression::Collection(CollectionKind::List, items))
}

/// `"a" => "b#c"` and `:a => b` among arguments: a text before the arrow is an argument, and what it leads to the one that is
/// called `to`.
pub(super) fn pair(walk: &mut Walk<'_, '_>, values: &mut Vec<ExprId>) {
    walk.lower_with(|walk| {
        let mut name = None;
        walk.children(|walk, field| match field {
            Field::Key if matches!(walk.kind(), "hash_key_symbol" | "simple_symbol") => {
                let said = walk.text().trim_start_matches(':');
                name = Some(walk.build.names.made(said));
            }
            Field::Key => values.push(walk.lower()),
            Field::Value => {
                let value = walk.lower();
                let name = name.unwrap_or_else(|| walk.build.names.made("to"));
                values.push(walk.build.expression(Expression::Keyword { name, value }));
            }
            _ => walk.other(),
        });
        ExprId::UNKNOWN
    });
}

/// Lets a block know the call that it stands behind.
pub(super) fn stands_behind(walk: &mut Walk<'_, '_>, block: ExprId, call: ExprId, arguments: usize) {
    if let Expression::Lambda(lambda) = walk.build.facts.expression(block)
        && !call.is_unknown()
    {
        walk.build.facts.lambdas[lambda.index()].argument_of = Some((call, arguments as u32));
    }
}

fn text(walk: &mut Walk<'_, '_>, said: &str) -> ExprId {
    let is_plain = |byte: u8| !byte.is_ascii_whitespace() && !byte.is_ascii_control();
    if said.is_empty() || said.len() > LONGEST || !said.bytes().all(is_plain) {
        return ExprId::UNKNOWN;
    }
    let name = walk.build.names.made(said);
    walk.build.expression(Expression::Text(name))
}

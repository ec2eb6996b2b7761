//! Symbols, lists and arrows among the arguments of calls that declare by names (`resources :users, only: [:show]`,
//! `before_action :sign_in`): rules of frameworks read them as texts. Elsewhere nobody asks what a symbol says.

use super::hooks::ruby;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::framework::DRAWING;
use indexer_core::{CollectionKind, ExprId, Expression};

/// A longer text is no path and no name.
const LONGEST: usize = 96;

/// True where the current node is a call of `method` that declares by names: one of [`DRAWING`], one that a rule speaks of, or
/// `draw` of what is called `routes`.
pub(super) fn declares(walk: &Walk<'_, '_>, method: Option<&str>) -> bool {
    let Some(method) = method else { return false };
    let is_listed = || DRAWING.binary_search(&method).is_ok() || has_rule(method);
    if method != "draw" && !is_listed() {
        return false;
    }
    match walk.child_of(walk.node(), Field::Receiver).map(|one| walk.build.text(span_of(one))) {
        Some(of) => method == "draw" && of.ends_with("routes"),
        None => is_listed(),
    }
}

/// True outside of types and methods, where blocks stand for what draws or describes.
pub(super) fn is_outside(walk: &mut Walk<'_, '_>) -> bool {
    ruby(walk).methods.is_empty() && ruby(walk).receivers.is_empty()
}

fn has_rule(method: &str) -> bool {
    crate::frameworks::ruby().is_some_and(|rules| rules.names.contains_key(method))
}

/// `:a`.
pub(super) fn symbol(walk: &mut Walk<'_, '_>) -> ExprId {
    if !ruby(walk).declares {
        return ExprId::UNKNOWN;
    }
    text(walk, walk.text().trim_start_matches(':'))
}

/// `:a` that is given by its position: a tuple of its text, which tells it from a string.
pub(super) fn given(walk: &mut Walk<'_, '_>) -> ExprId {
    let said = symbol(walk);
    let only = walk.build.list(&[said]);
    walk.build.expression(Expression::Tuple(only))
}

/// `{ a: :b }`: a list of what has names.
pub(super) fn hash(walk: &mut Walk<'_, '_>) -> ExprId {
    if !ruby(walk).declares {
        return walk.lower_children();
    }
    let mut all = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "pair" => pair(walk, &mut all),
        _ => walk.other(),
    });
    let items = walk.build.list(&all);
    walk.build.expression(Expression::Collection(CollectionKind::Map, items))
}

/// `[:a, "b"]`, `%i[a b]`.
pub(super) fn list(walk: &mut Walk<'_, '_>) -> ExprId {
    if !ruby(walk).declares {
        return walk.lower_children();
    }
    let mut all = Vec::new();
    walk.each_child(|walk, _| match walk.kind() {
        "bare_symbol" | "bare_string" => {
            let said = text(walk, walk.text());
            all.push(said);
            walk.other();
        }
        _ if walk.is_named() && !walk.node().is_extra() => all.push(walk.lower()),
        _ => walk.other(),
    });
    let items = walk.build.list(&all);
    walk.build.expression(Expression::Collection(CollectionKind::List, items))
}

/// `"a" => "b#c"` and `:a => b` among the arguments: a text before the arrow is an argument, and what it leads to the one that
/// is called `=>`.
pub(super) fn pair(walk: &mut Walk<'_, '_>, values: &mut Vec<ExprId>) {
    walk.lower_with(|walk| {
        let mut name = None;
        walk.children(|walk, field| match field {
            Field::Key if matches!(walk.kind(), "hash_key_symbol" | "simple_symbol") => {
                let said = walk.text().trim_start_matches(':');
                name = Some(walk.build.names.made(said));
                walk.other();
            }
            Field::Key => values.push(walk.lower()),
            Field::Value => {
                let value = walk.lower();
                let name = name.unwrap_or_else(|| walk.build.names.made("=>"));
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

//! Ranking by name alone.

use super::Filter;
use super::hit::Why;
use super::ranked::{At, Place};
use crate::locate::{self, Order};
use crate::protocol::{Context, Problem};
use indexer_search::confidence::Confidence;
use indexer_search::{Grade, NameQuery};
use indexer_store::{NameHandle, Symbol};
use std::cmp::Reverse;

impl<'v> super::Ranked<'v> {
    /// The symbols whose name answers: exact, else its beginning, else parts, else misspelt. O(names).
    pub fn named(context: &Context<'v>, asked: &str, filter: &Filter<'_>) -> Result<Self, Problem> {
        let view = context.view();
        let mut owners: Vec<&str> =
            asked.trim_end_matches("()").split(['.', ':', '#']).filter(|part| !part.is_empty()).collect();
        let Some(name) = owners.pop() else {
            return Err(Problem::argument("query", "query: must hold a name"));
        };
        let mut names: Vec<(NameHandle, Grade, f32)> = Vec::new();
        let query = NameQuery::new(name);
        view.names().for_each(
            |shape| query.may_match(shape),
            |candidate, handle| {
                let hit = query.matched(candidate);
                names.extend(hit.map(|hit| (handle, hit.grade, hit.score)));
            },
        );
        let mut pieces: Vec<(Grade, Place<'v>)> = Vec::new();
        for (handle, grade, score) in names {
            let all: Vec<Symbol<'v>> =
                view.names().symbols(handle).into_iter().map(|symbol| view.sym(symbol)).collect();
            let found = locate::owned_by(all, &owners).into_iter().filter(|symbol| {
                filter.takes(symbol.file())
                    && filter.takes_piece(symbol.file(), symbol.kind(), symbol.flags(), false)
                    && crate::protocol::kinds::is_listed(symbol.kind())
            });
            pieces.extend(found.map(|symbol| (grade, piece(symbol, grade.as_str(), score))));
        }
        // A looser match counts only where the closer ones find nothing.
        let best = pieces.iter().map(|(grade, _)| *grade).min();
        let mut pieces: Vec<Place<'v>> =
            pieces.into_iter().filter(|(grade, _)| Some(*grade) == best).map(|(_, piece)| piece).collect();
        let order = Order::of(view);
        // Scores are not below zero, so their bits stand in their order.
        pieces.sort_by_cached_key(|piece| {
            let symbol = if let At::Symbol(symbol) = piece.at { Some(symbol) } else { None };
            let standing = symbol.map(|symbol| order.standing(symbol));
            let start = symbol.map(|symbol| symbol.span().start);
            (Reverse(piece.score.to_bits()), standing, piece.file.path(), start)
        });
        let confidence = Confidence::of(pieces.first().map_or(0.0, |piece| piece.score));
        Ok(Self { pieces, confidence, approximate: false, is_bounded: false })
    }
}

fn piece<'v>(symbol: Symbol<'v>, grade: &'static str, score: f32) -> Place<'v> {
    Place { file: symbol.file(), at: At::Symbol(symbol), score, why: Why(vec![grade]), found: None }
}

//! Ranking by name alone.

use super::Asked;
use super::hit::Why;
use super::ranked::{At, Place};
use crate::locate::{self, Order, Standing};
use crate::protocol::Problem;
use indexer_search::confidence::Confidence;
use indexer_search::{Grade, NameQuery};
use indexer_store::{NameHandle, Symbol};
use std::cmp::Reverse;

impl<'v> super::Ranked<'v> {
    /// The symbols whose name answers: exact, else its beginning, else parts, else misspelt; of all repositories together.
    /// O(names).
    pub fn named(asked: &[Asked<'v, '_>], name: &str) -> Result<Self, Problem> {
        let mut found: Vec<Named<'v>> = Vec::new();
        for (of, one) in asked.iter().enumerate() {
            one.context.still_wanted()?;
            found.extend(named(of, one, name)?);
        }
        keep_closest(&mut found);
        found.sort_by_key(|one| one.key);
        let pieces: Vec<Place<'v>> = found.into_iter().map(|one| one.piece).collect();
        let confidence = Confidence::of(pieces.first().map_or(0.0, |piece| piece.score));
        Ok(Self { pieces, confidence, approximate: false, is_bounded: false })
    }
}

/// A symbol whose name answers.
struct Named<'v> {
    grade: Grade,
    /// Where it stands among others: by score, how far it is from the source, repository, path and place. Scores are not
    /// below zero, so their bits stand in their order.
    key: (Reverse<u32>, Standing, usize, &'v str, u32),
    piece: Place<'v>,
}

/// A looser match counts only where the closer ones find nothing.
fn keep_closest(found: &mut Vec<Named<'_>>) {
    let best = found.iter().map(|one| one.grade).min();
    found.retain(|one| Some(one.grade) == best);
}

/// The symbols of one repository whose name answers most closely.
fn named<'v>(of: usize, asked: &Asked<'v, '_>, name: &str) -> Result<Vec<Named<'v>>, Problem> {
    let Asked { context, filter } = asked;
    let view = context.view();
    let mut owners: Vec<&str> =
        name.trim_end_matches("()").split(['.', ':', '#']).filter(|part| !part.is_empty()).collect();
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
    let mut found: Vec<(Grade, f32, Symbol<'v>)> = Vec::new();
    for (handle, grade, score) in names {
        let all: Vec<Symbol<'v>> =
            view.names().symbols(handle).into_iter().map(|symbol| view.sym(symbol)).collect();
        let taken = locate::owned_by(all, &owners).into_iter().filter(|symbol| {
            filter.takes(symbol.file())
                && filter.takes_piece(symbol.file(), symbol.kind(), symbol.flags(), false)
                && crate::protocol::kinds::is_listed(symbol.kind())
        });
        found.extend(taken.map(|symbol| (grade, score, symbol)));
    }
    let best = found.iter().map(|(grade, ..)| *grade).min();
    let order = Order::of(view);
    let closest = found.into_iter().filter(|(grade, ..)| Some(*grade) == best);
    let made = closest.map(|(grade, score, symbol)| {
        let (file, at) = (symbol.file(), symbol.span().start);
        let key = (Reverse(score.to_bits()), order.standing(symbol), of, file.path(), at);
        let why = Why(vec![grade.as_str()]);
        Named { grade, key, piece: Place { of, file, at: At::Symbol(symbol), score, why, found: None } }
    });
    Ok(made.collect())
}

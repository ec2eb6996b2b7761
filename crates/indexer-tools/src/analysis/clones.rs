//! Functions that differ in names and literals alone.

use super::aside::Aside;
use super::parallel::in_parallel;
use crate::protocol::{Context, Problem};
use indexer_diff::{Lexical, shapes};
use indexer_graph::copies::{Shape, copies};
use indexer_store::{FileRef, Symbol, SymbolRef};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Tokens of a function below which a copy is no smell: about eight lines.
const LEAST: usize = 60;

/// Functions of the same shape.
#[derive(Clone, Debug)]
pub struct Copies {
    /// The functions, in order of paths and lines.
    pub functions: Vec<SymbolRef>,
    /// Tokens of each.
    pub tokens: usize,
}

struct Shapes(Vec<(SymbolRef, Shape)>);

/// The clones among files that `counts` takes, those with most tokens to be saved first. Reads all files of
/// code, once a view.
pub fn clones(context: &Context<'_>, counts: impl Fn(&str, Aside) -> bool) -> Result<Vec<Copies>, Problem> {
    let view = context.view();
    let all: Arc<Shapes> = context.kept(|| {
        let files: Vec<(u32, FileRef<'_>)> = (0..).zip(view.files().filter(|file| file.is_code())).collect();
        let found = in_parallel(context, &files, |(number, file)| of_file(context, *number, *file))?;
        Ok::<_, Problem>(Shapes(found.into_iter().flatten().collect()))
    })?;
    let mut fits: FxHashMap<u32, bool> = FxHashMap::default();
    let is_in = |(symbol, shape): &&(SymbolRef, Shape)| {
        *fits.entry(shape.file).or_insert_with(|| {
            let file = view.sym(*symbol).file();
            counts(file.path(), Aside::of(file))
        })
    };
    let (symbols, shapes): (Vec<SymbolRef>, Vec<Shape>) = all.0.iter().filter(is_in).copied().unzip();
    let group = |group: Vec<usize>| Copies {
        tokens: shapes[group[0]].tokens,
        functions: group.into_iter().map(|at| symbols[at]).collect(),
    };
    Ok(copies(&shapes, |at| symbols[at]).into_iter().map(group).collect())
}

fn of_file(context: &Context<'_>, number: u32, file: FileRef<'_>) -> Vec<(SymbolRef, Shape)> {
    let path = file.path();
    let Some(facts) = context.snapshot.facts(path) else { return Vec::new() };
    // A file that changed under the view is taken in by the next question.
    let Ok(text) = context.source(path) else { return Vec::new() };
    let of = Lexical {
        is_indented: context.snapshot.is_indented(path),
        ignores_case: context.snapshot.rules(path).is_some_and(|rules| rules.ignores_case),
    };
    let found = shapes(&facts, &text.text, of, LEAST);
    if found.is_empty() {
        return Vec::new();
    }
    let by_start: FxHashMap<u32, Symbol<'_>> =
        file.symbols().map(|symbol| (symbol.name_span().start, symbol)).collect();
    let shaped = found.into_iter().filter_map(|shape| {
        let symbol = by_start.get(&shape.name_span.start)?;
        let (index, owner) = (symbol.index_in_file(), symbol.owner_in_file());
        let shape = Shape { file: number, index, owner, hash: shape.hash, tokens: shape.tokens };
        Some((symbol.handle(), shape))
    });
    shaped.collect()
}

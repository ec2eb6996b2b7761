//! Functions that differ in names and literals alone.

use super::aside::Aside;
use super::parallel::in_parallel;
use crate::protocol::{Context, Problem};
use indexer_diff::shapes;
use indexer_store::{FileRef, Symbol, SymbolRef};
use rustc_hash::{FxHashMap, FxHashSet};
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

/// The shape of one function.
#[derive(Clone, Copy, Debug)]
struct Shaped {
    symbol: SymbolRef,
    file: u32,
    hash: u64,
    tokens: usize,
    owner: Option<u32>,
    index: u32,
}

struct Shapes(Vec<Shaped>);

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
    let mut by_hash: FxHashMap<(u64, usize), Vec<&Shaped>> = FxHashMap::default();
    for one in &all.0 {
        let is_in = *fits.entry(one.file).or_insert_with(|| {
            let file = view.sym(one.symbol).file();
            counts(file.path(), Aside::of(file))
        });
        if is_in {
            by_hash.entry((one.hash, one.tokens)).or_default().push(one);
        }
    }
    by_hash.retain(|_, group| group.len() > 1);
    let copied: FxHashSet<(u32, u32)> = by_hash.values().flatten().map(|one| (one.file, one.index)).collect();
    // What a copy holds is copied with it.
    let is_inside = |one: &Shaped| one.owner.is_some_and(|owner| copied.contains(&(one.file, owner)));
    let groups = by_hash.into_iter().filter(|(_, group)| !group.iter().all(|one| is_inside(one)));
    let mut found: Vec<Copies> = groups
        .map(|((_, tokens), group)| Copies {
            functions: group.iter().map(|one| one.symbol).collect(),
            tokens,
        })
        .collect();
    let saved = |one: &Copies| one.tokens * (one.functions.len() - 1);
    found.sort_by(|a, b| saved(b).cmp(&saved(a)).then_with(|| a.functions.cmp(&b.functions)));
    Ok(found)
}

fn of_file(context: &Context<'_>, number: u32, file: FileRef<'_>) -> Vec<Shaped> {
    let path = file.path();
    let Some(facts) = context.snapshot.facts(path) else { return Vec::new() };
    // A file that changed under the view is taken in by the next question.
    let Ok(text) = context.source(path) else { return Vec::new() };
    let found = shapes(&facts, &text.text, context.snapshot.is_indented(path), LEAST);
    if found.is_empty() {
        return Vec::new();
    }
    let by_start: FxHashMap<u32, Symbol<'_>> =
        file.symbols().map(|symbol| (symbol.name_span().start, symbol)).collect();
    let shaped = found.into_iter().filter_map(|shape| {
        let symbol = by_start.get(&shape.name_span.start)?;
        Some(Shaped {
            symbol: symbol.handle(),
            file: number,
            hash: shape.hash,
            tokens: shape.tokens,
            owner: symbol.owner_in_file(),
            index: symbol.index_in_file(),
        })
    });
    shaped.collect()
}

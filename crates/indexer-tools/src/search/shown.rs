//! Pieces to hits, with the lines that answer, within a budget.

use super::hit::SignalRow;
use super::{Asked, Hit, Piece};
use crate::protocol::{Context, Problem};
use indexer_core::{Definition, FileFacts};
use indexer_engine::Text;
use indexer_search::chunks::Chunk;
use indexer_search::rank::Found;
use indexer_search::{Query, snippet};
use indexer_store::Symbol;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// How hits look.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    /// Bytes of the whole answer.
    pub room: usize,
    /// Most bytes of the lines of a hit; 0 for none.
    pub snippet: usize,
    /// Lines more around each that is shown.
    pub context: u32,
    /// With the signals of each.
    pub signals: bool,
}

/// Bytes of a hit beside its lines, about.
const ROW: usize = 230;
/// Bytes of a hit's lines below which none are shown.
const LEAST: usize = 60;

/// The hits of pieces. The first are shown with more lines than the last, and all within the room: who
/// finds the right file first reads on there.
pub fn show(
    asked: &[Asked<'_, '_>],
    query: &Query,
    pieces: &[Piece<'_>],
    looks: Looks,
) -> Result<Vec<Hit>, Problem> {
    let mut room = looks.room.saturating_sub(pieces.len() * ROW);
    let weight = |at: usize| if at < 3 { 3 } else { 1 };
    let mut weights: usize = (0..pieces.len()).map(weight).sum();
    let mut texts: FxHashMap<(usize, &str), Text> = FxHashMap::default();
    let mut hits = Vec::with_capacity(pieces.len());
    let mut outlines = Outlines::default();
    for (at, piece) in pieces.iter().enumerate() {
        let Some(Asked { context, .. }) = asked.get(piece.of) else { continue };
        context.still_wanted()?;
        let path = piece.file.path();
        let share = (room * weight(at) / weights.max(1)).min(looks.snippet);
        weights -= weight(at);
        let lines = match share < LEAST {
            true => Vec::new(),
            false => {
                let source = match texts.entry((piece.of, path)) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(empty) => empty.insert(context.source(path)?),
                };
                let text = &source.text;
                snippet::lines(text, &piece.chunk, query, share, looks.context)
            }
        };
        room -= lines.iter().map(|(_, line)| line.len() + snippet::NUMBER).sum::<usize>().min(room);
        let ranked_by = piece.found.as_ref().filter(|_| looks.signals);
        hits.push(
            Hit {
                repository: context.repository.map(str::to_owned),
                path: context.placed(path.to_owned()),
                start_line: piece.chunk.first,
                end_line: piece.chunk.last,
                kind: kind(piece),
                qualified: piece.symbol.map(|symbol| symbol.qualified()),
                key: piece.symbol.map(|symbol| context.placed(symbol.printed())),
                within: if at < OUTLINED { outlines.around(context, piece) } else { None },
                score: (piece.score * 100.0).round() / 100.0,
                why: piece.why.clone(),
                signals: ranked_by.map_or(Vec::new(), signals),
                total: ranked_by.map(|found| thousandths(found.score)),
                tokens: 0,
                read_tokens: indexer_search::tokens(piece.chunk.span.len() as usize),
                lines: lines.into_iter().map(|(number, line)| (number, line.to_owned())).collect(),
            }
            .counted(),
        );
    }
    Ok(hits)
}

/// Hits of which the heading or key around them is told.
const OUTLINED: usize = 20;

/// The outlines of files, as far as hits stand in them.
#[derive(Default)]
struct Outlines<'v> {
    read: FxHashMap<(usize, &'v str), Option<Arc<FileFacts>>>,
}

impl<'v> Outlines<'v> {
    /// The innermost heading or key around the first line of a piece of a file that is no code.
    fn around(&mut self, context: &Context<'_>, piece: &Piece<'v>) -> Option<String> {
        let (file, line) = (piece.file, piece.chunk.first);
        if file.is_code() {
            return None;
        }
        let outline = || context.snapshot.outline(file.path());
        let facts = self.read.entry((piece.of, file.path())).or_insert_with(outline).as_ref()?;
        let at = |definition: &&Definition| {
            facts.lines.line(definition.span.start) <= line
                && line <= facts.lines.line(definition.span.end.saturating_sub(1))
        };
        let found = facts.definitions.iter().filter(at).max_by_key(|one| one.span.start)?;
        Some(facts.name(found.name).to_owned())
    }
}

/// The lines of a symbol that answer a question.
pub fn lines_of(
    context: &Context<'_>,
    query: &Query,
    symbol: Symbol<'_>,
    looks: Looks,
) -> Result<Vec<(u32, String)>, Problem> {
    let text = context.source(symbol.file().path())?.text;
    let chunk = piece_of(symbol);
    let lines = snippet::lines(&text, &chunk, query, looks.snippet.min(looks.room), looks.context);
    Ok(lines.into_iter().map(|(number, line)| (number, line.to_owned())).collect())
}

/// A symbol as a piece.
pub(crate) fn piece_of(symbol: Symbol<'_>) -> Chunk {
    Chunk {
        definition: None,
        kind: symbol.kind(),
        flags: symbol.flags(),
        first: symbol.start_line(),
        named: symbol.at().line,
        last: symbol.end_line(),
        span: symbol.span(),
    }
}

/// The signals that are not 0.
fn signals(found: &Found) -> Vec<SignalRow> {
    let told = found.signals.iter().filter(|(_, value)| *value != 0.0);
    let signal = |(signal, value): (indexer_search::rank::Signal, f32)| SignalRow {
        name: signal.as_str(),
        value: thousandths(value),
        share: thousandths(found.shares[signal]),
    };
    told.map(signal).collect()
}

fn thousandths(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

fn kind(piece: &Piece<'_>) -> &'static str {
    match piece.symbol {
        Some(symbol) => symbol.kind().as_str(),
        None if piece.file.is_code() => "file",
        None => "text",
    }
}

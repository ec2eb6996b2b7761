//! Where one literal stands in the files that may hold it.

use super::super::hit::LITERAL;
use super::super::lines::Line;
use super::super::{Filter, Why};
use super::Found;
use crate::protocol::{Context, Problem};
use indexer_core::Span;
use indexer_engine::text_language;
use indexer_search::chunks::{self, Chunk};
use indexer_search::literal::{Finder, Held, Literal, Mark, Place, SILENT_WEIGHT, limits};
use indexer_search::terms::postings;
use indexer_store::{Catalogue, FileRef};
use rustc_hash::{FxHashMap, FxHashSet};

/// The rarest words of a literal, by which files are chosen and looked through.
const ANCHORS: usize = 6;
/// The part of what the rarest words tell that must stand in one piece of a file that is read.
const LEAST_TOLD: f32 = 0.3;

/// Looks for one literal.
pub(super) struct Probe<'p, 'v> {
    pub context: &'p Context<'v>,
    pub catalogue: &'p Catalogue<'v>,
    pub filter: &'p Filter<'p>,
    pub literal: &'p Literal<'p>,
    /// The files that may hold it, where the index knows no word of it; `None` where there is too much to look through.
    pub looked_through: Option<&'p [&'v str]>,
}

/// What was found of one literal.
pub(super) struct Probed<'v> {
    pub found: Vec<Found<'v>>,
    /// True where every file was read to its end of which the index says that it may hold the literal.
    pub is_all_read: bool,
    /// True where it stands in a file that the filter takes, at a symbol that the filter does not.
    pub is_left_out: bool,
    /// True where more files or places of a file may hold it than are read.
    pub is_bounded: bool,
}

/// The files that may hold a literal.
struct Candidates<'v> {
    /// Their paths, likely ones first.
    paths: Vec<&'v str>,
    /// Of each the bytes in which the words stand together, where nothing else of it is looked at.
    spans: Vec<Vec<Span>>,
    /// True where there are more files in which all of the rarest words stand together.
    more_whole: bool,
    /// True where there are more files in which some of them do.
    more_parts: bool,
}

/// The postings of a word: (file, run).
type Runs<'v> = Vec<(u32, &'v [u8])>;

impl<'v> Probe<'_, 'v> {
    /// O(postings of its words + bytes of the files that are read).
    pub(super) fn run(&self) -> Result<Probed<'v>, Problem> {
        let words = &self.literal.words;
        let files = self.catalogue.files().len().max(1) as f32;
        let runs: Vec<Option<Runs<'v>>> =
            words.iter().map(|word| word.term.map(|term| self.catalogue.runs(term.0))).collect();
        let weight = |runs: &Option<Runs<'_>>| match runs {
            Some(runs) if runs.is_empty() => 0.0,
            Some(runs) => (1.0 + files / runs.len() as f32).ln(),
            None => SILENT_WEIGHT,
        };
        let weights: Vec<f32> = runs.iter().map(weight).collect();
        let mut anchors: Vec<usize> =
            (0..words.len()).filter(|at| runs[*at].is_some() && weights[*at] > 0.0).collect();
        anchors.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]).then(a.cmp(b)));
        anchors.dedup_by_key(|at| words[*at].term);
        anchors.truncate(ANCHORS);
        let (candidates, is_all_read) = if is_unknown(self.literal) {
            // Each word counts, since the index leads to none.
            anchors = (0..words.len()).collect();
            let paths = self.looked_through.unwrap_or_default().to_vec();
            let candidates = Candidates { paths, spans: Vec::new(), more_whole: false, more_parts: false };
            (candidates, self.looked_through.is_some())
        } else {
            let candidates = self.candidates(&anchors, &runs, &weights);
            let is_all_read = self.is_all_read(&anchors, &runs, &candidates.paths);
            (candidates, is_all_read)
        };
        let mut probed = Probed { found: Vec::new(), is_all_read, is_left_out: false, is_bounded: false };
        if let Some(finder) = Finder::new(self.literal, &weights, &anchors) {
            let holds =
                |bytes: &[u8]| finder.may_hold_where(bytes, |place| !self.is_by_accident(place, bytes));
            let may_hold = |at: usize, bytes: &[u8]| match candidates.spans.get(at) {
                Some(spans) => spans
                    .iter()
                    .any(|span| holds(bytes.get(span.start as usize..span.end as usize).unwrap_or(bytes))),
                None => holds(bytes),
            };
            let (holding, unread) =
                self.context.snapshot.matching(&candidates.paths, may_hold, self.context.cancel);
            probed.is_bounded = holding.len() > limits::WHOLE;
            probed.is_all_read &= !probed.is_bounded && unread == 0;
            for path in holding.into_iter().take(limits::WHOLE) {
                self.context.still_wanted()?;
                if let Some(file) = self.context.view().file(path) {
                    self.read(file, &finder, &mut probed)?;
                }
            }
            let is_whole = probed.found.iter().any(|one| one.held > Held::Parts);
            probed.is_bounded |= candidates.more_whole || candidates.more_parts && !is_whole;
        }
        Ok(probed)
    }

    /// True where no file that the filter takes and that holds all of the rarest words is missing among those that are
    /// read. O(files that hold them).
    fn is_all_read(&self, anchors: &[usize], runs: &[Option<Runs<'v>>], read: &[&str]) -> bool {
        // A word that no file holds is none of the rarest ones: where it is, nothing holds the literal.
        if self.literal.mark == Mark::Bare || runs.iter().flatten().any(Vec::is_empty) {
            return true;
        }
        let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
        let known: Vec<&Runs<'v>> = anchors.iter().filter_map(|at| runs[*at].as_ref()).collect();
        known.iter().copied().flatten().for_each(|(file, _)| *counts.entry(*file).or_default() += 1);
        let read: FxHashSet<&str> = read.iter().copied().collect();
        let holding = counts.into_iter().filter(|(_, count)| *count == known.len());
        let mut files = holding.filter_map(|(file, _)| self.catalogue.file(file as usize));
        files.all(|file| read.contains(file.path()) || !self.filter.takes(file))
    }

    /// The files with a piece in which the rarest words stand together. O(postings).
    fn candidates(&self, anchors: &[usize], runs: &[Option<Runs<'v>>], weights: &[f32]) -> Candidates<'v> {
        let mut pieces: FxHashMap<(u32, u32), f32> = FxHashMap::default();
        let (mut held, mut is_full) = (0, false);
        for at in anchors {
            let Some(runs) = &runs[*at] else { continue };
            // What the filter leaves out takes no room from what it takes.
            let takes =
                |file: u32| self.catalogue.file(file as usize).is_some_and(|file| self.filter.takes(file));
            for (file, run) in runs.iter().filter(|(file, _)| takes(*file)) {
                for posting in postings(run) {
                    let piece = (*file, posting.chunk);
                    if held < limits::PIECES {
                        *pieces.entry(piece).or_default() += weights[*at];
                    } else if let Some(weight) = pieces.get_mut(&piece) {
                        *weight += weights[*at];
                    } else {
                        is_full = true;
                    }
                }
            }
            held = pieces.len();
        }
        let mut files: FxHashMap<u32, f32> = FxHashMap::default();
        for ((file, _), weight) in &pieces {
            let best = files.entry(*file).or_default();
            *best = best.max(*weight);
        }
        let mut files: Vec<(u32, f32)> = files.into_iter().collect();
        files.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let whole: f32 = anchors.iter().map(|at| weights[*at]).sum::<f32>() * 0.99;
        // A name has no parts.
        let parts = match (self.literal.words.len(), self.literal.mark) {
            (1, _) => 0,
            (_, Mark::Bare) => limits::BARE,
            _ => limits::PARTS,
        };
        let is_whole = |weight: f32| weight >= whole;
        let is_part = |weight: f32| parts > 0 && weight >= whole * LEAST_TOLD;
        let wanted = files.iter().enumerate().take_while(|(at, (_, weight))| {
            *at < parts && is_part(*weight) || is_whole(*weight) && *at < limits::WHOLE
        });
        let wanted = wanted.count();
        // They stand by what they hold, so the next one tells of all others.
        let next = files.get(wanted).map_or(0.0, |(_, weight)| *weight);
        let wanted_files =
            || files[..wanted].iter().filter_map(|(at, _)| Some((*at, self.catalogue.file(*at as usize)?)));
        // A message is not torn apart; of what is marked it is told that it stands nowhere, or where else it does.
        let spans = |(at, file): (u32, FileRef<'_>)| {
            let holds = |chunk: u32| {
                pieces.get(&(at, chunk)).is_some_and(|weight| is_part(*weight) || is_whole(*weight))
            };
            written_in(&chunks::decode(file.chunk_table()), holds)
        };
        let is_bare = self.literal.mark == Mark::Bare;
        Candidates {
            paths: wanted_files().map(|(_, file)| file.path()).collect(),
            spans: if is_bare { wanted_files().map(spans).collect() } else { Vec::new() },
            more_whole: wanted < files.len() && is_whole(next),
            // A piece that is left out holds none of the words before, so not all of them.
            more_parts: is_full || wanted < files.len() && is_part(next),
        }
    }

    /// True for some words of a question of which nobody said that it is meant literally.
    fn is_unmarked_part(&self, place: &Place) -> bool {
        self.literal.mark == Mark::Bare && place.held == Held::Parts
    }

    /// True where such words stand in no string: they stand in many comments, and a message is a string.
    fn is_by_accident(&self, place: &Place, text: &[u8]) -> bool {
        self.is_unmarked_part(place) && !is_in_string(text, place.start, place.end)
    }

    /// Adds the places of one file, in what of it may be shown.
    fn read(&self, file: FileRef<'v>, finder: &Finder<'_>, probed: &mut Probed<'v>) -> Result<(), Problem> {
        let source = self.context.source(file.path())?;
        let text = source.text.as_bytes();
        let is_code = file.is_code() || text_language(file.path()).is_some();
        let role = indexer_search::paths::role(file.path(), is_code);
        let (mut line, mut counted) = (1, 0);
        let (places, is_all) = finder.places(text);
        probed.is_all_read &= is_all;
        probed.is_bounded |= !is_all;
        for place in places {
            line += newlines(&text[counted..place.start]);
            counted = place.start;
            let at = place.start as u32;
            if self.is_by_accident(&place, text) || self.is_unmarked_part(&place) && role > 1 {
                continue;
            }
            if !self.filter.takes_at(file, at) {
                probed.is_left_out = true;
                continue;
            }
            let last = line + newlines(&text[place.start..place.end]);
            // Who writes quotes around a key wants the string; a message may be broken over lines.
            let is_key = self.literal.words.len() == 1;
            let (score, share) = match place.held {
                Held::Parts => (0.7, 0.85),
                Held::Quoted if is_key => (0.95, 1.05),
                Held::Words if is_key => (0.9, 0.95),
                _ => (0.95, 1.0),
            };
            let line = Line { of: 0, file, first: line, last, at, score, why: Why(vec![LITERAL]) };
            probed.found.push(Found { line, held: place.held, worth: place.weight * share, role });
        }
        Ok(())
    }
}

/// Where the words of some pieces of a file stand: in a piece and in the comment before it; those of the first piece of
/// code between all others. O(pieces).
fn written_in(pieces: &[Chunk], holds: impl Fn(u32) -> bool) -> Vec<Span> {
    let mut spans = Vec::new();
    // The pieces around the next one, and where what is before it ends.
    let (mut around, mut before): (Vec<u32>, u32) = (Vec::new(), 0);
    let is_rest = |at: u32| at == 0 && pieces.len() > 1 && pieces[1].span.start < pieces[0].span.end;
    for (piece, at) in pieces.iter().zip(0..) {
        if is_rest(at) {
            continue;
        }
        while let Some(end) = around.pop_if(|end| *end <= piece.span.start) {
            before = before.max(end);
        }
        if around.is_empty() && holds(0) && is_rest(0) {
            spans.push(Span::new(before, piece.span.start));
        }
        if holds(at) {
            spans.push(Span::new(before, piece.span.end));
        }
        before = before.max(piece.span.start);
        around.push(piece.span.end);
    }
    if is_rest(0) && holds(0) {
        let end = around.into_iter().fold(before, u32::max);
        spans.push(Span::new(end, pieces[0].span.end));
    }
    spans
}

/// Bytes before and behind a place in which the quotes of its string are looked for: a line may be a whole file.
const BEFORE: usize = 600;

/// True where a quote opens on the line on which some bytes begin, before they end, and another follows.
fn is_in_string(text: &[u8], start: usize, end: usize) -> bool {
    let is_quote = |byte: &u8| b"\"'`".contains(byte);
    let from = start.saturating_sub(BEFORE);
    let line = text[from..start].iter().rposition(|byte| *byte == b'\n').map_or(from, |at| from + at + 1);
    // One behind a letter is an apostrophe, unless the letter says what kind of string it is.
    let opens = |at: &usize| {
        let is_letter = |back: usize| {
            at.checked_sub(back).is_some_and(|at| at >= line && text[at].is_ascii_alphanumeric())
        };
        is_quote(&text[*at]) && !(is_letter(1) && is_letter(2))
    };
    let Some(open) = (line..end).find(opens) else { return false };
    let rest = &text[(open + 1).max(end)..];
    let line_end = rest.iter().take(BEFORE).position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let rest = &rest[..line_end.min(BEFORE)];
    rest.iter().any(is_quote) || text[open + 1..end.max(open + 1)].iter().any(is_quote)
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u32
}

/// True where the index knows no word of what is meant literally, so that none leads to the files that hold it.
pub(super) fn is_unknown(literal: &Literal<'_>) -> bool {
    literal.mark != Mark::Bare && literal.words.iter().all(|word| word.term.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_core::{Flags, SymbolKind};

    fn piece(start: u32, end: u32) -> Chunk {
        let (kind, flags) = (SymbolKind::Function, Flags::NONE);
        Chunk { definition: None, kind, flags, first: 1, named: 1, last: 1, span: Span::new(start, end) }
    }

    #[test]
    fn a_piece_is_written_between_those_before_it_and_its_end() {
        // The file, a type with two methods, a function; comments before each.
        let code = [(0, 100), (10, 50), (20, 25), (30, 40), (60, 80)].map(|(start, end)| piece(start, end));
        let written = |wanted: &[u32]| {
            let spans = written_in(&code, |at| wanted.contains(&at));
            spans.into_iter().map(|span| (span.start, span.end)).collect::<Vec<_>>()
        };
        assert_eq!(written(&[1]), [(0, 50)]);
        assert_eq!(written(&[2, 3]), [(10, 25), (25, 40)]);
        assert_eq!(written(&[4]), [(50, 80)]);
        assert_eq!(written(&[0]), [(0, 10), (50, 60), (80, 100)]);
        let text = [piece(0, 30), piece(30, 60)];
        assert_eq!(written_in(&text, |at| at == 1), [Span::new(30, 60)]);
        assert_eq!(written_in(&text[..1], |at| at == 0), [Span::new(0, 30)]);
    }
}

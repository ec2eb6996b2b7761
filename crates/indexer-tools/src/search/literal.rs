//! Finding what a question says word for word: the index knows which files hold its rarest words, and only
//! those are read.

use self::absent::absent;
use super::hit::LITERAL;
use super::lines::Line;
use super::{Filter, Why};
use crate::locate;
use crate::protocol::{Context, Problem};
use indexer_engine::{LeftOut, text_language};
use indexer_search::Query;
use indexer_search::class::Class;
use indexer_search::literal::{Finder, Held, Literal, Mark, SILENT_WEIGHT, limits};
use indexer_search::terms::postings;
use indexer_store::{Catalogue, FileRef, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

mod absent;

/// The rarest words of a literal, by which files are chosen and looked through.
const ANCHORS: usize = 6;
/// The part of what the rarest words tell that must stand in one piece of a file that is read.
const LEAST_TOLD: f32 = 0.3;
/// Words of a message.
const MESSAGE: usize = 4;
/// What of the best place another one must have to be told beside it.
const BESIDE: f32 = 0.8;
/// Files whose text is looked at twice, without secrets.
const CHECKED: usize = 20;

/// What stands word for word.
#[derive(Debug, Default)]
pub struct Literals<'v> {
    /// Where, best first.
    pub lines: Vec<Line<'v>>,
    /// What further lines in the files that were read are worth, none of them told.
    pub further: Vec<f32>,
    /// True where there may be more of them: a file has more places than are counted, or more files hold them.
    pub is_bounded: bool,
    /// What stands between quotes in the question and nowhere in the files that the filter takes, inside of words
    /// neither: all were read that may hold it, and no place was left out for its symbol.
    pub absent: Vec<String>,
    /// Files of the repository that may hold it and are in no index: too large, with NUL bytes, unreadable.
    pub unread: u64,
    /// True where the question is nothing but a literal, of which all words stand there together, or nothing
    /// but a name or key that stands nowhere: what only shares words with it is not what is asked for.
    pub whole: bool,
}

/// A line with what it is worth.
struct Found<'v> {
    line: Line<'v>,
    held: Held,
    worth: f32,
    /// Source before tests, those before documents, those before what programs made.
    role: u8,
}

impl<'v> Literals<'v> {
    /// What of a question stands word for word in files that the filter takes. O(files that hold its words +
    /// bytes of those that are read), at most [`limits::WHOLE`] files a literal; of one without a word that the index knows
    /// all files are looked through, and as many are read of those that hold it.
    pub fn of(
        context: &Context<'v>,
        question: &str,
        query: &Query,
        filter: &Filter<'_>,
    ) -> Result<Self, Problem> {
        let (catalogue, class) = (context.view().catalogue(), query.class);
        let (mut all, mut common): (Vec<Found<'v>>, Vec<Found<'v>>) = (Vec::new(), Vec::new());
        let mut literals = Self::default();
        // A report only mentions the names and keys that it quotes; the title of a change those that it marks as code.
        let mentions = |mark| class.is_report() || class == Class::Change && mark != Mark::Quoted;
        let mut quoted = false;
        // What stands nowhere as words, and whether the question is nothing else.
        let mut nowhere: Vec<(&str, bool)> = Vec::new();
        for literal in Literal::all(question) {
            context.still_wanted()?;
            let is_message = literal.words.len() >= MESSAGE;
            // The question itself comes last: where it quotes a message, that is what is meant.
            let is_known = literal.mark == Mark::Bare && quoted;
            // The path of a frame is none, however long.
            let is_path = !literal.text.contains(char::is_whitespace);
            if mentions(literal.mark) && (!is_message || is_path) || is_known {
                continue;
            }
            let is_name = is_name(context.view(), literal.text, !literal.is_bare(question));
            if is_name && literal.mark == Mark::Code {
                continue;
            }
            let probe = Probe { context, catalogue: &catalogue, filter, literal: &literal };
            let Probed { mut found, is_all_read, is_left_out, is_bounded } = probe.run()?;
            literals.is_bounded |= is_bounded && !found.is_empty();
            let is_nowhere = found.is_empty() && is_all_read && !is_left_out && !is_name;
            if found.iter().any(|one| one.held > Held::Parts) {
                found.retain(|one| one.held > Held::Parts);
            }
            let is_all = literal.text.len() + 2 >= question.trim().len();
            if is_nowhere && literal.mark != Mark::Bare {
                nowhere.push((literal.text, is_all && literal.words.len() == 1));
            }
            if literal.words.len() == 1 {
                literals.whole |= is_all && is_nowhere && literal.mark == Mark::Bare;
                // Who writes quotes wants the string, where it can be told from the name.
                if literal.mark == Mark::Quoted
                    && (is_name || found.iter().any(|one| one.held == Held::Quoted))
                {
                    found.retain(|one| one.held == Held::Quoted);
                }
                if found.len() > limits::COMMON {
                    common.extend(found);
                    continue;
                }
            }
            literals.whole |= is_all && found.iter().any(|one| one.held > Held::Parts);
            if literal.mark == Mark::Bare && !found.is_empty() {
                // What a message quotes is a value.
                nowhere.clear();
            }
            quoted |= is_message && !found.is_empty();
            all.extend(found);
        }
        let texts: Vec<&str> = nowhere.iter().map(|(text, _)| *text).collect();
        for ((text, is_all), _) in nowhere
            .iter()
            .zip(absent(context, &catalogue, filter, &texts)?)
            .filter(|(_, is_absent)| *is_absent)
        {
            literals.absent.push((*text).to_owned());
            literals.whole |= is_all;
        }
        // Where nothing else can be ranked, some of many are better than none.
        if query.terms.is_empty() && all.is_empty() {
            all = std::mem::take(&mut common);
        }
        (literals.lines, literals.further) = best(all, &common);
        if !literals.absent.is_empty() {
            let unread = [LeftOut::TooLarge, LeftOut::Binary, LeftOut::Unreadable];
            let counts = &context.snapshot.freshness.left_out;
            literals.unread = unread.iter().filter_map(|reason| counts.get(reason)).sum();
        }
        Ok(literals)
    }
}

/// The best of all places, each line once, those of equal worth by role and path; and the scores of further lines that
/// are as good, and of those that hold what is `common`.
fn best<'v>(mut all: Vec<Found<'v>>, common: &[Found<'v>]) -> (Vec<Line<'v>>, Vec<f32>) {
    let most = all.iter().map(|one| one.worth).fold(0.0, f32::max);
    all.retain(|one| one.worth >= most * BESIDE);
    // Steps of a fortieth: a quoted string stands before the same without quotes.
    let step = |one: &Found<'_>| Reverse((one.worth / most * 40.0).round() as u32);
    all.sort_by(|a, b| {
        let key = |one: &Found<'_>| (step(one), one.role, Reverse(one.held), one.line.first);
        key(a).cmp(&key(b)).then_with(|| a.line.file.path().cmp(b.line.file.path()))
    });
    let mut known: FxHashSet<(&str, u32)> = FxHashSet::default();
    let (mut lines, mut further): (Vec<Line<'v>>, Vec<f32>) = (Vec::new(), Vec::new());
    for one in all {
        if !known.insert((one.line.file.path(), one.line.first)) {
            continue;
        }
        match lines.len() < limits::TOLD {
            true => lines.push(one.line),
            false => further.push(one.line.score),
        }
    }
    let others = common.iter().filter(|one| known.insert((one.line.file.path(), one.line.first)));
    further.extend(others.map(|one| one.line.score));
    (lines, further)
}

/// True for what the view has symbols of, `exact` where upper and lower case differ: ranking by name finds where
/// they are defined.
fn is_name(view: &View, text: &str, exact: bool) -> bool {
    let joined = |c: char| c.is_alphanumeric() || "_.:#$()".contains(c);
    let names = text.trim_end_matches("()").split(['.', ':', '#']).filter(|name| !name.is_empty());
    let exact = locate::Filter { exact, ..locate::Filter::default() };
    text.chars().all(joined) && !locate::by_name(view, &names.collect::<Vec<_>>(), exact).is_empty()
}

/// Looks for one literal.
struct Probe<'p, 'v> {
    context: &'p Context<'v>,
    catalogue: &'p Catalogue<'v>,
    filter: &'p Filter<'p>,
    literal: &'p Literal<'p>,
}

/// What was found of one literal.
struct Probed<'v> {
    found: Vec<Found<'v>>,
    /// True where every file was read to its end that may hold the literal.
    is_all_read: bool,
    /// True where it stands in a file that the filter takes, at a symbol that the filter does not.
    is_left_out: bool,
    /// True where more files or places of a file hold it than are read.
    is_bounded: bool,
}

/// The postings of a word: (file, run).
type Runs<'v> = Vec<(u32, &'v [u8])>;

impl<'v> Probe<'_, 'v> {
    fn run(&self) -> Result<Probed<'v>, Problem> {
        let words = &self.literal.words;
        let files = self.catalogue.files().len().max(1) as f32;
        let runs: Vec<Option<Runs<'v>>> =
            words.iter().map(|word| word.term.map(|term| self.catalogue.runs(term.0).collect())).collect();
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
        let is_unknown = runs.iter().all(Option::is_none) && self.literal.mark != Mark::Bare;
        let paths = if is_unknown {
            // No word of it is one that the index knows: all files are looked through.
            anchors = (0..words.len()).collect();
            self.catalogue.files().filter(|file| self.filter.takes(*file)).map(|file| file.path()).collect()
        } else {
            self.candidates(&anchors, &runs, &weights)
        };
        let is_all_read = is_unknown || self.is_all_read(&anchors, &runs, &paths);
        let mut probed = Probed { found: Vec::new(), is_all_read, is_left_out: false, is_bounded: false };
        if let Some(finder) = Finder::new(self.literal, &weights, &anchors) {
            let may_hold = |bytes: &[u8]| finder.may_hold(bytes);
            let (holding, unread) = self.context.snapshot.matching(&paths, may_hold, self.context.cancel);
            probed.is_bounded = holding.len() > limits::WHOLE;
            probed.is_all_read &= !probed.is_bounded && unread == 0;
            for path in holding.into_iter().take(limits::WHOLE) {
                self.context.still_wanted()?;
                if let Some(file) = self.context.view().file(path) {
                    self.read(file, &finder, &mut probed)?;
                }
            }
        }
        if probed.found.is_empty() && probed.is_all_read {
            // A code file that is too large or not text has no words in the index, so no word leads to it.
            let is_dark =
                |file: FileRef<'v>| file.chunks() == 0 && file.bytes() > 0 && self.filter.takes(file);
            probed.is_all_read = !self.catalogue.files().any(is_dark);
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

    /// The files that may hold the literal, likely ones first: those with a piece in which its rarest words
    /// stand together. O(postings).
    fn candidates(&self, anchors: &[usize], runs: &[Option<Runs<'v>>], weights: &[f32]) -> Vec<&'v str> {
        let mut pieces: FxHashMap<(u32, u32), f32> = FxHashMap::default();
        let mut held = 0;
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
                    }
                }
            }
            held = pieces.len();
        }
        let mut files: FxHashMap<u32, f32> = FxHashMap::default();
        for ((file, _), weight) in pieces {
            let best = files.entry(file).or_default();
            *best = best.max(weight);
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
        let wanted = files.into_iter().enumerate().take_while(|(at, (_, weight))| {
            *at < parts && *weight >= whole * LEAST_TOLD || *weight >= whole && *at < limits::WHOLE
        });
        wanted.filter_map(|(_, (file, _))| Some(self.catalogue.file(file as usize)?.path())).collect()
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
            // Words of a question that nobody marked stand in many comments; a message is a string.
            let is_accident = self.literal.mark == Mark::Bare
                && place.held == Held::Parts
                && (role > 1 || !is_in_string(text, place.start, place.end));
            if is_accident {
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
            let line = Line { file, first: line, last, at, score, why: Why(vec![LITERAL]) };
            probed.found.push(Found { line, held: place.held, worth: place.weight * share, role });
        }
        Ok(())
    }
}

/// True where a quote opens on the line on which some bytes begin, before they end, and another follows.
fn is_in_string(text: &[u8], start: usize, end: usize) -> bool {
    let is_quote = |byte: &u8| b"\"'`".contains(byte);
    let line = text[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // One behind a letter is an apostrophe, unless the letter says what kind of string it is.
    let opens = |at: &usize| {
        let before = &text[line..*at];
        let letters = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        is_quote(&text[*at]) && letters < 2
    };
    let Some(open) = (line..end).find(opens) else { return false };
    let rest = &text[(open + 1).max(end)..];
    let line_end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    rest[..line_end].iter().any(is_quote) || text[open + 1..end.max(open + 1)].iter().any(is_quote)
}

fn newlines(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u32
}

#[cfg(test)]
mod tests;

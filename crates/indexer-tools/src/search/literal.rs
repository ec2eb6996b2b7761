//! Finding what a question says word for word: the index knows which files hold its rarest words, and only
//! those are read.

use self::absent::{absent, few};
use self::probe::{Probe, Probed, is_unknown};
use super::Filter;
use super::lines::Line;
use crate::locate;
use crate::protocol::{Context, Problem};
use indexer_core::SymbolKind;
use indexer_search::Query;
use indexer_search::class::Class;
use indexer_search::literal::{Finder, Held, Literal, Mark, SILENT_WEIGHT, limits};
use indexer_store::{Catalogue, Symbol, View};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

mod absent;
mod probe;

pub use self::absent::{Absence, unread};

/// Words of a message.
const MESSAGE: usize = 4;
/// What of the best place another one must have to be told beside it.
const BESIDE: f32 = 0.8;
/// What stands word for word.
#[derive(Debug, Default)]
pub struct Literals<'v> {
    /// Where, best first.
    pub lines: Vec<Line<'v>>,
    /// What further lines in the files that were read are worth, none of them told.
    pub further: Vec<f32>,
    /// True where there may be more of them: a file has more places than are counted, or more files hold them.
    pub is_bounded: bool,
    /// True where something was not looked for that the index knows no word of: there is too much to look through.
    pub is_unsearched: bool,
    /// What the question marks as literal and stands nowhere in the files that the filter takes, inside of words
    /// neither: all were read that may hold it, and no place was left out for its symbol.
    pub absent: Vec<String>,
    /// True where the question is nothing but a literal, of which all words stand there together, or nothing
    /// but a name or key that stands nowhere, or of which that is not known: what only shares words with it is not what is
    /// asked for.
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
    /// bytes of those that are read), at most [`limits::WHOLE`] files a literal. What the index has no word of, and what
    /// may be absent, is looked for in all files that the filter takes, where these have at most
    /// [`limits::LOOKED_THROUGH`] bytes: once for all of the one, and once for all of the other.
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
        let mut meant = Literal::all(question);
        // The path of a frame is no message, however long.
        let is_message = |literal: &Literal<'_>| literal.words.len() >= MESSAGE;
        let is_path = |literal: &Literal<'_>| !literal.text.contains(char::is_whitespace);
        meant.retain(|one| !mentions(one.mark) || is_message(one) && !is_path(one));
        let unknown: Vec<&Literal<'_>> = meant.iter().filter(|one| is_unknown(one)).collect();
        let looked_through = looked_through(context, &catalogue, filter, &unknown)?;
        literals.is_unsearched = looked_through.is_none();
        let mut quoted = false;
        // What stands nowhere as words, and whether the question is nothing else.
        let mut nowhere: Vec<(&str, bool)> = Vec::new();
        for literal in &meant {
            context.still_wanted()?;
            // The question itself comes last: where it quotes a message, that is what is meant.
            if literal.mark == Mark::Bare && quoted {
                continue;
            }
            let is_name = is_name(context.view(), literal.text, !literal.is_bare(question));
            if is_name && literal.mark == Mark::Code {
                continue;
            }
            let looked_through = looked_through.as_deref();
            let probe = Probe { context, catalogue: &catalogue, filter, literal, looked_through };
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
            quoted |= is_message(literal) && !found.is_empty();
            all.extend(found);
        }
        let texts: Vec<&str> = nowhere.iter().map(|(text, _)| *text).collect();
        let verdicts = absent(context, &catalogue, filter, &texts)?;
        for ((text, is_all), verdict) in nowhere.into_iter().zip(verdicts) {
            if verdict == Verdict::Absent {
                literals.absent.push(text.to_owned());
            }
            literals.whole |= is_all && verdict != Verdict::Present;
        }
        // Where nothing else can be ranked, some of many are better than none.
        if query.terms.is_empty() && all.is_empty() {
            all = std::mem::take(&mut common);
        }
        (literals.lines, literals.further) = best(all, &common);
        Ok(literals)
    }
}

/// What is known of a text that no index leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// No file holds it.
    Absent,
    /// A file holds it, or may hold it.
    Present,
    /// There is too much to look through.
    Unknown,
}

/// The files that the filter takes and that may hold one of `literals`, of which the index knows no word; `None` where
/// there is too much to look through. O(bytes), for all of them at once.
fn looked_through<'v>(
    context: &Context<'v>,
    catalogue: &Catalogue<'v>,
    filter: &Filter<'_>,
    literals: &[&Literal<'_>],
) -> Result<Option<Vec<&'v str>>, Problem> {
    if literals.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let Some(paths) = few(catalogue, filter) else { return Ok(None) };
    let weights: Vec<Vec<f32>> = literals.iter().map(|one| vec![SILENT_WEIGHT; one.words.len()]).collect();
    let finders = literals.iter().zip(&weights).filter_map(|(literal, weights)| {
        let anchors: Vec<usize> = (0..literal.words.len()).collect();
        Finder::new(literal, weights, &anchors)
    });
    let finders: Vec<Finder<'_>> = finders.collect();
    let may_hold = |bytes: &[u8]| finders.iter().any(|finder| finder.may_hold(bytes));
    let words = literals.iter().flat_map(|literal| literal.words.iter());
    let needles: Vec<&[u8]> = words.map(|word| word.folded()).collect();
    let (holding, unread) = context.snapshot.matching_any(&paths, &needles, may_hold, context.cancel);
    context.still_wanted()?;
    Ok((unread == 0).then_some(holding))
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
/// they are defined. A setting is defined nowhere: where it is read it stands word for word.
fn is_name(view: &View, text: &str, exact: bool) -> bool {
    let joined = |c: char| c.is_alphanumeric() || "_.:#$()".contains(c);
    let names = text.trim_end_matches("()").split(['.', ':', '#']).filter(|name| !name.is_empty());
    let exact = locate::Filter { exact, ..locate::Filter::default() };
    let is_defined = |symbol: Symbol<'_>| symbol.kind() != SymbolKind::Setting;
    let defined = || locate::by_name(view, &names.collect::<Vec<_>>(), exact).into_iter().any(is_defined);
    text.chars().all(joined) && defined()
}

#[cfg(test)]
mod tests;

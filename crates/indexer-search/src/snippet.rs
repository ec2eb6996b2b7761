//! What is shown of a piece: the line of its name and the lines that answer, with what is left out marked.

use crate::chunks::Chunk;
use crate::query::Query;
use crate::words::{each_identifier, each_term};
use indexer_core::work;
use rustc_hash::FxHashMap;

/// Stands for lines that are left out.
const ELISION: &str = "...\n";

/// The skeleton of a piece, at most `most` bytes, each line with its number and what is left out marked.
/// O(bytes).
pub fn skeleton(text: &str, chunk: &Chunk, query: &Query, most: usize) -> String {
    written_out(&lines(text, chunk, query, most, 0), chunk)
}

/// The lines of a piece that are worth `most` bytes: that of its name first, then lines by how many
/// different words of the question they hold that no line before showed, each with `context` lines around
/// it. In their order, with their numbers. O(bytes).
pub fn lines<'t>(
    text: &'t str,
    chunk: &Chunk,
    query: &Query,
    most: usize,
    context: u32,
) -> Vec<(u32, &'t str)> {
    let written = chunk.span.text(text);
    // Also what stands before it on its first line.
    let indent = text
        .get(..chunk.span.start as usize)
        .and_then(|before| before.rsplit('\n').next())
        .map_or(0, str::len);
    let start = (chunk.span.start as usize).saturating_sub(indent);
    let written = text.get(start..chunk.span.end as usize).unwrap_or(written);
    let mut terms = Terms::of(query);
    let mut lines: Vec<(u32, &str, u128)> =
        (chunk.first..).zip(written.lines()).map(|(line, text)| (line, text, terms.on(text))).collect();
    let mut shown: Vec<(u32, &str)> = Vec::new();
    let mut seen = 0_u128;
    let mut left = most;
    let mut wanted = lines.iter().position(|(line, _, _)| *line == chunk.named);
    while let Some(at) = wanted {
        let (line, content, terms) = lines.swap_remove(at);
        let cost = content.trim_end().len() + NUMBER + ELISION.len();
        if cost > left {
            // One line can be a whole minified file: its beginning is shown where nothing else is.
            if shown.is_empty() {
                shown.push((line, beginning(content, left.saturating_sub(NUMBER + ELISION.len()))));
            }
            break;
        }
        left -= cost;
        shown.push((line, content.trim_end()));
        seen |= terms;
        let new = |terms: u128| (terms & !seen).count_ones();
        work::add(lines.len());
        let best = lines
            .iter()
            .enumerate()
            .map(|(at, (line, _, terms))| (new(*terms), std::cmp::Reverse(*line), at))
            .max();
        wanted = best.filter(|(new, _, _)| *new > 0).map(|(_, _, at)| at);
    }
    let mut around: Vec<(u32, &str)> = lines
        .into_iter()
        .filter(|(line, _, _)| {
            work::add(shown.len());
            shown.iter().any(|(other, _)| line.abs_diff(*other) <= context)
        })
        .map(|(line, content, _)| (line, content.trim_end()))
        .collect();
    around.sort_unstable();
    for (line, content) in around {
        let Some(rest) = left.checked_sub(content.len() + NUMBER) else { break };
        left = rest;
        shown.push((line, content));
    }
    shown.sort_unstable();
    shown
}

/// Bytes that a line's number takes.
pub const NUMBER: usize = 7;

/// Which words of a question stand on a line.
struct Terms<'q, 't> {
    query: &'q Query,
    /// Those of each identifier that was taken apart: most come many times.
    known: FxHashMap<&'t str, u128>,
}

impl<'q, 't> Terms<'q, 't> {
    fn of(query: &'q Query) -> Self {
        Self { query, known: FxHashMap::default() }
    }

    /// A bit for each word of the question, as far as they reach. O(bytes).
    fn on(&mut self, line: &'t str) -> u128 {
        let mut all = 0;
        work::add(line.len());
        each_identifier(line, |identifier| {
            work::add(1);
            // Most identifiers of a text begin as no word of the question does.
            if !self.query.beginnings.may_meet(identifier) {
                return;
            }
            all |= *self.known.entry(identifier).or_insert_with(|| {
                let mut terms = 0;
                each_term(identifier, |term, _| {
                    let at = self.query.terms.iter().position(|one| *one == term);
                    terms |= at.and_then(|at| 1_u128.checked_shl(at as u32)).unwrap_or(0);
                });
                terms
            });
        });
        all
    }
}

fn beginning(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn written_out(shown: &[(u32, &str)], chunk: &Chunk) -> String {
    let mut out = String::new();
    let mut next = chunk.first;
    for (line, content) in shown {
        if *line > next {
            out.push_str(ELISION);
        }
        out.push_str(&format!("{line}: {content}\n"));
        next = line + 1;
    }
    if next <= chunk.last {
        out.push_str(ELISION);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunks::of_text;

    const TEXT: &str =
        "# Pools\nfirst\nA pool keeps connections.\nA pool again.\nlast\nIdle ones are closed.\nend\n";

    fn check(query: &str, most: usize, expected: &str) {
        let chunk = &of_text(TEXT)[0];
        assert_eq!(skeleton(TEXT, chunk, &Query::new(query), most), expected);
    }

    #[test]
    fn the_name_and_the_lines_that_answer_are_shown() {
        check(
            "closing idle connections of a pool",
            500,
            "1: # Pools\n...\n3: A pool keeps connections.\n...\n6: Idle ones are closed.\n...\n",
        );
        check("nothing of this", 500, "1: # Pools\n...\n");
        let around = lines(TEXT, &of_text(TEXT)[0], &Query::new("idle"), 500, 1);
        assert_eq!(around.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 5, 6, 7]);
    }

    #[test]
    fn twice_the_text_is_twice_the_work() {
        for line in ["a pool of idle ones\n", "pool ", "\n", "aB"] {
            let steps = |times: usize| {
                let text = line.repeat(times);
                let whole =
                    Chunk { span: indexer_core::Span::new(0, text.len() as u32), ..of_text("a\n")[0] };
                let query = Query::new("closing idle connections of a pool");
                work::count(|| lines(&text, &whole, &query, 4_000, 2)).1.steps
            };
            let (once, twice) = (steps(10_000), steps(20_000));
            assert!(once > 0 && twice * 10 <= once * 23, "{line:?}: {once} {twice}");
        }
    }

    #[test]
    fn it_never_costs_more_than_it_may() {
        let text = format!("{}\n{}", "é".repeat(400), "word ".repeat(400));
        let chunk = &of_text(&text)[0];
        for most in [0, 1, 10, 50, 200, 500, 5000] {
            let shown = skeleton(&text, chunk, &Query::new("word"), most);
            assert!(shown.len() <= most.max(16) + ELISION.len(), "{most}: {}", shown.len());
        }
    }
}

//! Lines of files as hits.

use super::{Asked, Hit, Why};
use crate::protocol::Problem;
use indexer_engine::Text;
use indexer_store::FileRef;

/// Some lines of a file that answer.
#[derive(Clone, Debug)]
pub struct Line<'v> {
    /// Which of the repositories that were asked it is of.
    pub of: usize,
    /// Their file.
    pub file: FileRef<'v>,
    /// 1-based first line.
    pub first: u32,
    /// 1-based last line.
    pub last: u32,
    /// Byte at which what answers begins.
    pub at: u32,
    /// How likely it is wanted: 0 to 1.
    pub score: f32,
    /// What speaks for it.
    pub why: Why,
}

/// The hits of lines of the repositories that were asked, in their order, with `around` lines before and after and at most `most` bytes of lines
/// each.
pub fn hits(
    asked: &[Asked<'_, '_>],
    lines: &[Line<'_>],
    around: u32,
    most: usize,
) -> Result<Vec<Hit>, Problem> {
    let mut hits = Vec::with_capacity(lines.len());
    let mut open: Option<((usize, &str), Text)> = None;
    for line in lines {
        let path = line.file.path();
        let Some(Asked { context, .. }) = asked.get(line.of) else { continue };
        if open.as_ref().is_none_or(|(of, _)| *of != (line.of, path)) {
            open = Some(((line.of, path), context.source(path)?));
        }
        let text = open.as_ref().map_or("", |(_, source)| &source.text);
        let symbol = line.file.symbol_at(line.at);
        let whole = || (line.first..=line.last).zip(text.lines().skip(line.first as usize - 1));
        let read = symbol
            .map_or_else(|| whole().map(|(_, text)| text.len() + 1).sum(), |one| one.span().len() as usize);
        hits.push(
            Hit {
                repository: context.repository.map(str::to_owned),
                path: context.placed(path.to_owned()),
                start_line: line.first,
                end_line: line.last,
                kind: symbol.map_or("file", |symbol| symbol.kind().as_str()),
                qualified: symbol.map(|symbol| symbol.qualified()),
                key: symbol.map(|symbol| context.placed(symbol.printed())),
                within: None,
                score: line.score,
                why: line.why.clone(),
                signals: Vec::new(),
                total: None,
                tokens: 0,
                read_tokens: indexer_search::tokens(read),
                lines: shown(line, text, around, most),
            }
            .counted(),
        );
    }
    Ok(hits)
}

/// The lines with those around them. Of a line that is too long the part around what answers is shown.
fn shown(line: &Line<'_>, text: &str, around: u32, most: usize) -> Vec<(u32, String)> {
    let first = line.first.saturating_sub(around).max(1);
    let last = line.last.saturating_add(around);
    let mut left = most;
    let all = (first..).zip(text.lines().skip(first as usize - 1)).take_while(|(number, _)| *number <= last);
    let lines = all.map_while(|(number, content)| {
        let mut start = 0;
        if number == line.first && content.len() > left {
            let column = line.at as usize - text[..line.at as usize].rfind('\n').map_or(0, |at| at + 1);
            start = content.floor_char_boundary(column.saturating_sub(left / 4).min(content.len()));
        }
        let cut = content.floor_char_boundary(content.len().min(start + left));
        let is_shown = left > 0;
        left = left.saturating_sub(cut - start + 1);
        is_shown.then(|| (number, content[start..cut].to_owned()))
    });
    lines.collect()
}

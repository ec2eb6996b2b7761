//! Where names stand in texts though no reference is known there.

use super::parallel::in_parallel;
use crate::protocol::{Context, Problem};
use indexer_core::{Conventions, Resolution, Span};
use indexer_store::{FileRef, Reference, SymbolRef};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Parts of names that are shorter say nothing of what they may be parts of, but for where a value is put in behind them.
const SHORTEST_PART: usize = 3;

/// The symbols asked for, by what words may mean them.
struct Wanted<'n> {
    names: FxHashMap<&'n str, Vec<SymbolRef>>,
    /// How names begin and end: texts may make a name of its parts.
    parts: FxHashMap<&'n str, Vec<&'n str>>,
}

/// Those of `symbols` whose name stands somewhere as a word that is neither a known reference to something else nor a
/// comment: in a text, in a macro, as a local; and those whose name a text may make of parts, or a mark stands beside. Reads all files.
pub(super) fn named_elsewhere(
    context: &Context<'_>,
    symbols: &[SymbolRef],
) -> Result<FxHashSet<SymbolRef>, Problem> {
    let view = context.view();
    let mut wanted = Wanted { names: FxHashMap::default(), parts: FxHashMap::default() };
    for symbol in symbols {
        wanted.names.entry(view.sym(*symbol).name()).or_default().push(*symbol);
    }
    if wanted.names.is_empty() {
        return Ok(FxHashSet::default());
    }
    for name in wanted.names.keys().copied() {
        for (at, _) in name.char_indices().skip(1) {
            let (head, tail) = name.split_at(at);
            let tail = Some(tail).filter(|part| part.len() >= SHORTEST_PART);
            for part in [Some(head), tail].into_iter().flatten() {
                wanted.parts.entry(part).or_default().push(name);
            }
        }
    }
    let files: Vec<FileRef<'_>> = view.files().collect();
    let found = in_parallel(context, &files, |file| unexplained(context, *file, &wanted))?;
    let mut named = FxHashSet::default();
    for (file, names) in files.iter().zip(found) {
        for Word { name, at, is_marked } in names {
            let own = wanted.names.get(name).into_iter().flatten();
            named.extend(own.filter(|symbol| {
                let symbol = view.sym(**symbol);
                is_marked || !(symbol.file() == *file && symbol.span().contains(at))
            }));
        }
    }
    Ok(named)
}

/// Those of `symbols` that stand in a file which names something by a value: any of them may be meant. Reads those files.
pub(super) fn named_by_values(
    context: &Context<'_>,
    symbols: &[SymbolRef],
) -> Result<FxHashSet<SymbolRef>, Problem> {
    let view = context.view();
    let mut by_file: BTreeMap<&str, Vec<SymbolRef>> = BTreeMap::new();
    for symbol in symbols {
        by_file.entry(view.sym(*symbol).file().path()).or_default().push(*symbol);
    }
    let files: Vec<(&str, Vec<SymbolRef>)> = by_file.into_iter().collect();
    let found = in_parallel(context, &files, |(path, symbols)| {
        let rules = context.snapshot.rules(path);
        let text = context.source(path);
        let computes = rules.is_some_and(|rules| {
            !rules.conventions.computed.is_empty()
                && text.is_ok_and(|text| rules.conventions.computes_names(&text.text))
        });
        if computes { symbols.clone() } else { Vec::new() }
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// A word that may mean a symbol.
struct Word<'n> {
    name: &'n str,
    /// Where it stands, in bytes.
    at: u32,
    /// True where a mark beside it says that others use it, even where the symbol itself is written.
    is_marked: bool,
}

/// The words of a file that may mean one of the names and are nothing that is known.
fn unexplained<'n>(context: &Context<'_>, file: FileRef<'_>, wanted: &Wanted<'n>) -> Vec<Word<'n>> {
    let Ok(text) = context.source(file.path()) else {
        let all = wanted.names.keys();
        return all.map(|name| Word { name, at: u32::MAX, is_marked: false }).collect();
    };
    let text: &str = text.text.as_ref();
    let rules = context.snapshot.rules(file.path());
    let conventions = rules.map_or(&Conventions::BASE, |rules| rules.conventions);
    let mut words: Vec<Word<'n>> = Vec::new();
    let mut parts: Vec<(u32, &str, &[&'n str])> = Vec::new();
    let makes_names = file.is_code() && conventions.looks_names_up(text);
    for (word, at) in words_of(text) {
        if let Some((name, _)) = wanted.names.get_key_value(word) {
            words.push(Word { name, at: at as u32, is_marked: conventions.is_marked(line_at(text, at)) });
        }
        let is_put_in = || text[at + word.len()..].starts_with(['$', '#', '{', '@']);
        if makes_names
            && let Some(names) = wanted.parts.get(word)
            && (word.len() >= SHORTEST_PART || is_put_in())
        {
            parts.push((at as u32, word, names));
        }
    }
    if words.is_empty() && parts.is_empty() || !file.is_code() {
        return words;
    }
    let mut known: FxHashSet<u32> = file.symbols().map(|symbol| symbol.name_span().start).collect();
    let proved =
        |one: &Reference<'_>| matches!(one.resolution(), Resolution::Resolved | Resolution::External);
    known.extend(file.references().filter(proved).map(|one| one.span().start));
    words.retain(|word| word.is_marked || !known.contains(&word.at));
    if words.is_empty() && parts.is_empty() {
        return words;
    }
    let facts = context.snapshot.facts(file.path());
    let spans = |is_comment: bool| -> Vec<Span> {
        let all = facts.iter().flat_map(|facts| &facts.verbatim);
        all.filter(|one| one.is_comment == is_comment).map(|one| one.span).collect()
    };
    let comments = spans(true);
    words.retain(|word| word.is_marked || !comments.iter().any(|span| span.contains(word.at)));
    if parts.is_empty() {
        return words;
    }
    let literals = spans(false);
    for (at, part, names) in parts {
        let is_quoted = literals.iter().any(|span| span.contains(at));
        let is_pasted = is_pasted(text, at as usize);
        let may_be = |name: &&&str| is_pasted || is_quoted && is_joined(text, at as usize, part, name);
        words.extend(names.iter().filter(may_be).map(|name| Word { name, at, is_marked: true }));
    }
    words
}

/// True for a part of a name in a text that ends, or has a value put in, where the rest of the name would stand.
fn is_joined(text: &str, at: usize, part: &str, name: &str) -> bool {
    let (before, after) = (text[..at].chars().next_back(), text[at + part.len()..].chars().next());
    name.starts_with(part)
        && after.is_some_and(|c| matches!(c, '"' | '\'' | '`' | '#' | '$' | '{' | '%' | '@' | '\\'))
        || name.ends_with(part) && before.is_some_and(|c| matches!(c, '"' | '\'' | '`' | '}' | ')'))
}

/// The words of a text and where they begin, in bytes.
fn words_of(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        at += bytes[at..].iter().position(is_word)?;
        let length = bytes[at..].iter().position(|byte| !is_word(byte)).unwrap_or(bytes.len() - at);
        let start = at;
        at += length;
        Some((text.get(start..start + length).unwrap_or_default(), start))
    })
}

/// The line in which a byte stands.
fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    &text[start..end]
}

/// True for a word that a macro joins with what stands beside it.
fn is_pasted(text: &str, at: usize) -> bool {
    let rest = text[at..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    text[..at].trim_end().ends_with("##") || rest.trim_start().starts_with("##")
}

//! Fixtures assert themselves: a comment `#  ^ defines: class` below a line says what the token above
//! the `^` is. Words after the colon are the kind of a definition or the role of a reference;
//! `local` and `neither` stand alone. `//` works as well as `#`.

use indexer_core::{Bound, FileFacts, ScopeKind, Span};
use indexer_parse::{Limits, by_id, parse};

/// Checks every assertion in `source`; gives the number of them.
pub(crate) fn check(language: &str, source: &str) -> usize {
    let language = by_id(language).expect("a language of the table");
    let facts = parse(language, source.as_bytes(), Limits::default());
    assert!(facts.problems.is_empty(), "{:?}", facts.problems);
    assert!(facts.tally.balances());
    let (mut above, mut at, mut count) = (0, 0, 0);
    let mut failures = Vec::new();
    for line in source.split_inclusive('\n') {
        match assertion(line) {
            Some((column, expected)) => {
                count += 1;
                let place = (above + column) as u32;
                let found = classify(&facts, source, place);
                if !found.iter().any(|one| one == expected) {
                    let line = facts.lines.line(place);
                    failures.push(format!("line {line}, column {column}: {found:?}, expected {expected:?}"));
                }
            }
            None => above = at,
        }
        at += line.len();
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    count
}

fn assertion(line: &str) -> Option<(usize, &str)> {
    let mark = line.trim_start().trim_start_matches("//").trim_start_matches('#').trim_start();
    let expected = mark.strip_prefix("^ ")?.trim();
    Some((line.find('^')?, expected))
}

/// What the token at the byte is.
fn classify(facts: &FileFacts, source: &str, at: u32) -> Vec<String> {
    let on = |span: Span| span.contains(at);
    let mut found = Vec::new();
    for definition in facts.definitions.iter().filter(|d| on(d.name_span)) {
        found.push(format!("defines: {}", definition.kind));
    }
    for reference in facts.references.iter().filter(|r| on(r.span)) {
        found.push(format!("reference: {}", reference.role));
    }
    if found.is_empty() {
        found.push(if is_local(facts, source, at) { "local" } else { "neither" }.to_owned());
    }
    found
}

/// True where a scope around the byte binds the name that stands there, other than to a definition.
/// (Facts hold no place of a local's uses, so that this is what the bindings say of them.)
fn is_local(facts: &FileFacts, source: &str, at: u32) -> bool {
    let ends = |c: char| !(c.is_alphanumeric() || c == '_');
    let (before, rest) = source.split_at(at as usize);
    let start = before.len() - before.rsplit(ends).next().map_or(0, str::len);
    let name = &source[start..at as usize + rest.split(ends).next().map_or(0, str::len)];
    let around = |scope: &&indexer_core::Scope| scope.span.contains(at);
    facts.scopes.iter().filter(around).any(|scope| {
        let mut current = Some(scope);
        let mut bound = false;
        while let Some(scope) = current {
            let run = scope.bindings.start as usize..(scope.bindings.start + scope.bindings.len) as usize;
            bound |= facts.bindings[run]
                .iter()
                .any(|b| facts.name(b.name) == name && !matches!(b.bound, Bound::Definition(_)));
            bound |= name == "Self" && matches!(scope.kind, ScopeKind::Type | ScopeKind::Extension);
            current = scope.parent.map(|parent| &facts.scopes[parent.index()]);
        }
        bound
    })
}

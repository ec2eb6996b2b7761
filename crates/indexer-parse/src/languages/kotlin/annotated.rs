//! `@Composable () -> Unit`: the grammar takes what the function is given for arguments of the annotation. The parser does
//! not see such annotations; they are read from the text where the type behind them is.

use super::contexts::{read_type, words};
use super::state::Kotlin;
use crate::build::Build;
use crate::walk::Walk;
use indexer_core::{Role, Span, work};

/// Bytes between the parentheses behind an annotation that are looked at.
const LONGEST: usize = 1_024;

/// What may stand before a type.
const BEFORE: &[&str] = &[":", "(", ",", "<", "->", "="];

/// The annotations without arguments before function types, in order.
pub(super) fn find(source: &str) -> Vec<Span> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices('@') {
        work::add(1);
        let rest = &source[at + 1..];
        let name = rest.len() - rest.trim_start_matches(is_part).len();
        let behind = rest[name..].trim_start_matches([' ', '\t']);
        // With a blank between, a value in parentheses may follow only in a type.
        if name == 0 || !behind.starts_with('(') || behind.len() == rest.len() - name {
            continue;
        }
        let before = source[..at].trim_end_matches([' ', '\t', '\n', '\r']);
        work::add((at - before.len()) / 64);
        if BEFORE.iter().any(|sign| before.ends_with(sign)) && is_function_type(behind) {
            found.push(Span::new(at as u32, (at + 1 + name) as u32));
        }
    }
    found
}

fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '.')
}

/// True for text that begins with `(..) ->`, or with such a type in parentheses.
fn is_function_type(text: &str) -> bool {
    let mut depth = 0_i32;
    for (at, byte) in text.bytes().enumerate().take(LONGEST) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'{' | b'}' | b';' | b'"' => return false,
            _ => {}
        }
        if depth == 0 {
            let (inside, behind) = text.split_at(at + 1);
            return behind.trim_start().starts_with("->") || inside.contains("->");
        }
    }
    false
}

/// How many names one has.
pub(super) fn identifiers(source: &str, span: Span) -> u32 {
    words(text_of(source, span)).count() as u32
}

fn text_of(source: &str, span: Span) -> &str {
    source.get(span.start as usize + 1..span.end as usize).unwrap_or("")
}

/// The walk stands at a function type: reads the annotation before it.
pub(super) fn read_before(walk: &mut Walk<'_, '_>) {
    let here = walk.span().start;
    let source = walk.build.source;
    let all = &mut walk.build.remembered.of::<Kotlin>().annotated;
    let Some(at) = all.partition_point(|one| one.end <= here).checked_sub(1) else { return };
    let between = source.get(all[at].end as usize..here as usize).unwrap_or("");
    if !all[at].is_empty()
        && between.len() <= LONGEST
        && between.trim_start_matches(['(', ' ', '\t', '\n', '\r']).is_empty()
    {
        // What is left of it is empty.
        let span = all[at];
        all[at] = Span::new(span.end, span.end);
        read(walk.build, span);
    }
}

/// Reads what no type that was met follows: it is used in the file.
pub(super) fn read_rest(build: &mut Build<'_>, all: &[Span]) {
    for one in all.iter().filter(|one| !one.is_empty()) {
        build.to_file();
        read(build, *one);
    }
}

fn read(build: &mut Build<'_>, span: Span) {
    let place = |at: usize, word: &str| {
        let at = span.start + 1 + at as u32;
        Span::new(at, at + word.len() as u32)
    };
    let text = text_of(build.source, span);
    read_type(build, Role::Decorate, text, place);
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn annotations_stand_before_function_types() {
        let found = |text: &str| {
            find(text)
                .iter()
                .map(|one| text[one.start as usize..one.end as usize].to_owned())
                .collect::<Vec<_>>()
        };
        for text in [
            "fun f(a: @A () -> Unit)",
            "val a: (@A (Int) -> Unit)?",
            "val a: @A (B.() -> Unit)?",
            "typealias F = @A () -> Unit",
            "val a: Map<B, @A\t() -> C>",
        ] {
            assert_eq!(found(text), ["@A"], "{text}");
        }
        assert_eq!(found("val a: @b.C (Int) -> Unit"), ["@b.C"]);
        for text in
            ["@A (1) fun f() {}", "val a: @A() () -> Unit", "@A\nfun f() {}", "val a: @A B", "f(@A (b))"]
        {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
    }
}

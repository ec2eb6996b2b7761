//! `context(a: A)` before a function or property, which the grammar does not know: names that it is given beside its
//! parameters. The parser does not see them; they are read from the text where the scope behind them is opened.

use super::state::Kotlin;
use crate::build::Build;
use crate::text::holds;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeId, Span, work};

const WORD: &str = "context";

/// Bytes from the word to the closing parenthesis, and from there to the scope that it is of.
const LONGEST: usize = 1_024;

/// Words of types that are no names, sorted.
const NO_NAMES: &[&str] = &["in", "out", "suspend", "vararg"];

/// The names before one definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// From its word to behind its parenthesis.
    pub span: Span,
    is_read: bool,
}

/// Those of a text, in order. `begins` is asked of what follows one, whether it is a definition.
pub(super) fn find(source: &str, begins: impl Fn(&str) -> bool) -> Vec<Context> {
    let mut found = Vec::new();
    let mut behind = 0;
    for (at, _) in source.match_indices(WORD) {
        let before = source[..at].trim_end_matches([' ', '\t']);
        work::add(1 + (at - before.len()) / 64);
        let begins_line = before.is_empty() || before.ends_with('\n');
        let opening = at + WORD.len();
        if at < behind || !begins_line || !source[opening..].starts_with('(') {
            continue;
        }
        let Some(closing) = closing(source, opening) else { continue };
        behind = closing + 1;
        // Each names what it gives; what gives no name is a call.
        let names_all = parts(&source[opening + 1..closing]).all(|(_, part)| part.contains(':'));
        if names_all && begins(&source[behind..]) {
            found.push(Context { span: Span::new(at as u32, behind as u32), is_read: false });
        }
    }
    found
}

/// Where the parenthesis is closed that opens at `opening`.
fn closing(source: &str, opening: usize) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, byte) in source.bytes().enumerate().skip(opening).take(LONGEST) {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// What stands between commas outside of brackets, with where each begins.
fn parts(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0_i32;
    let mut start = 0;
    text.split(move |letter: char| {
        depth += i32::from("(<".contains(letter)) - i32::from(")>".contains(letter));
        letter == ',' && depth == 0
    })
    .map(move |part| {
        let at = start;
        start += part.len() + 1;
        (at, part)
    })
    .filter(|(_, part)| !part.trim().is_empty())
}

/// The words of a text and where each begins, but those that are no names.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let pieces = text.split(move |letter| !is_part(letter));
    let with_places = pieces.scan(0, |start, word| {
        let at = *start;
        // What parts two words is one character, of any length.
        let rest = text.get(at + word.len()..).unwrap_or("");
        *start = at + word.len() + rest.chars().next().map_or(0, char::len_utf8);
        Some((at, word))
    });
    let is_name = |word: &str| {
        !word.is_empty() && !word.starts_with(|c: char| c.is_numeric()) && !holds(NO_NAMES, word)
    };
    with_places.filter(move |(_, word)| is_name(word))
}

/// How many names one has.
pub(super) fn identifiers(source: &str, context: &Context) -> u32 {
    words(inside(source, context.span)).count() as u32
}

fn inside(source: &str, span: Span) -> &str {
    source.get(span.start as usize + WORD.len() + 1..span.end as usize - 1).unwrap_or("")
}

/// The scope of the walk was opened: reads what stands before the definition whose it is.
pub(super) fn bind(walk: &mut Walk<'_, '_>) {
    let here = walk.span().start;
    let source = walk.build.source;
    let all = &mut walk.build.remembered.of::<Kotlin>().contexts;
    let before = all.partition_point(|one| one.span.end <= here);
    let Some(one) = before.checked_sub(1).and_then(|last| all.get_mut(last)).filter(|one| !one.is_read)
    else {
        return;
    };
    // Between them stands the head of the definition alone.
    let head = source.get(one.span.end as usize..here as usize).unwrap_or("");
    if head.len() > LONGEST || head.contains(['{', '}', ';']) {
        return;
    }
    one.is_read = true;
    let span = one.span;
    read(walk.build, span);
}

/// Reads what belongs to no scope that was met: its types are used in the file.
pub(super) fn read_rest(build: &mut Build<'_>, contexts: &[Context]) {
    build.scope = ScopeId(0);
    for one in contexts.iter().filter(|one| !one.is_read) {
        read(build, one.span);
    }
}

/// Binds the names in the scope of the build, each as an instance of its type.
fn read(build: &mut Build<'_>, span: Span) {
    let source = build.source;
    let first = span.start as usize + WORD.len() + 1;
    for (start, part) in parts(inside(source, span)) {
        let place = |at: usize, word: &str| {
            let at = (first + start + at) as u32;
            Span::new(at, at + word.len() as u32)
        };
        let Some((name, of)) = part.split_once(':') else { continue };
        let value = read_type(build, Role::Type, of, |at, word| place(name.len() + 1 + at, word));
        for (at, word) in words(name) {
            build.tally.locals += 1;
            build.bind_token(place(at, word), value, 0);
        }
    }
}

/// Uses all names of a type; gives an instance of it where it is a path with arguments or without.
pub(super) fn read_type(
    build: &mut Build<'_>,
    role: Role,
    text: &str,
    place: impl Fn(usize, &str) -> Span,
) -> ExprId {
    let role = std::mem::replace(&mut build.role, role);
    let (mut first, mut of) = (None, ExprId::UNKNOWN);
    for (at, word) in words(text) {
        let is_member = text[..at].ends_with('.');
        of = if is_member && !of.is_unknown() {
            let name = build.name(place(at, word));
            let member = build.expression(Expression::Member { of, name, access: Access::Value });
            build.use_member(place(at, word), member);
            member
        } else {
            build.use_name(place(at, word), Namespace::TYPE)
        };
        // What stands in brackets is an argument.
        if !text[..at].contains(['<', '(']) {
            first = Some(of);
        }
    }
    build.role = role;
    match first {
        Some(of) if !text.contains("->") => build.instance(of),
        _ => ExprId::UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn contexts_stand_before_definitions() {
        let found = |text: &str| find(text, |rest| rest.trim_start().starts_with("fun")).len();
        assert_eq!(found("context(a: A, b: B<C, D>)\nfun f() {}\n"), 1);
        assert_eq!(found("  context(_: A)\n  fun f() {}\n"), 1);
        for text in [
            "context(a)\nfun f() {}\n",
            "context(a: A)\nf()\n",
            "x.context(a: A)\nfun f() {}\n",
            "context(a: A\nfun f() {}\n",
            "context\nfun f() {}\n",
        ] {
            assert_eq!(found(text), 0, "{text}");
        }
    }
}

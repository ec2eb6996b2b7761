//! What the rules of a macro name wherever it is used: paths that begin at the root of a crate (`$crate::a`, `::a::b`).
//! All other names in them mean what they mean where the macro is used.

use super::paths;
use crate::walk::Walk;
use indexer_core::{Access, DefId, Expression, Role, Span, work};

/// So many paths of one macro are read.
const MOST: usize = 1_024;

/// A path in the rules of a macro.
#[derive(Debug, PartialEq, Eq)]
struct Path {
    /// True where it begins at the root of the crate around, false where it begins with the name of one.
    is_inside: bool,
    steps: Vec<Span>,
    role: Role,
}

/// The paths in the rules at `bodies` are uses by the macro `id`. `crate::a` is one only where the macro is not exported: it
/// means the crate that uses the macro.
pub(super) fn note(walk: &mut Walk<'_, '_>, id: DefId, bodies: &[Span], is_exported: bool) {
    let (source, enclosing) = (walk.build.source, walk.build.enclosing);
    let mut found = Vec::new();
    bodies.iter().for_each(|body| read(source, *body, is_exported, &mut found));
    walk.build.enclosing = Some(id);
    let mark = walk.build.uses.mark();
    for path in found {
        let mut of = paths::bare(walk.build, if path.is_inside { "crate" } else { "::" });
        let last = path.steps.last().copied();
        for step in path.steps {
            let name = walk.build.name(step);
            of = walk.build.expression(Expression::Member { of, name, access: Access::Path });
            let role = if last == Some(step) { path.role } else { Role::Read };
            walk.with_role(role, |walk| walk.build.use_member(step, of));
        }
    }
    // Their tokens are counted with the macro.
    walk.build.uses.uncount_since(mark);
    walk.build.enclosing = enclosing;
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Behind white space.
fn behind_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| is_part(*byte)) {
        at += 1;
    }
    at
}

/// The paths of a text. O(bytes).
fn read(source: &str, body: Span, is_exported: bool, found: &mut Vec<Path>) {
    let bytes = &source.as_bytes()[..(body.end as usize).min(source.len())];
    let mut at = body.start as usize;
    // The last byte of the token before.
    let mut before = 0;
    while at < bytes.len() && found.len() < MOST {
        work::add(1);
        let byte = bytes[at];
        let start = at;
        at = match byte {
            b'/' if bytes.get(at + 1) == Some(&b'/') => position(bytes, at, b"\n"),
            b'/' if bytes.get(at + 1) == Some(&b'*') => position(bytes, at + 2, b"*/"),
            b'"' => text_end(bytes, at),
            b'r' if !is_part(before) && raw_end(bytes, at).is_some() => raw_end(bytes, at).unwrap_or(at + 1),
            b'\'' => character_end(bytes, at),
            b':' if bytes[at..].starts_with(b"::") => {
                let begins = !is_part(before) && !matches!(before, b'>' | b')' | b']' | b'}' | b'$');
                if begins { path(bytes, at, false, found).unwrap_or(at + 2) } else { at + 2 }
            }
            _ if is_part(byte) => {
                let end = word_end(bytes, at);
                let next = behind_blanks(bytes, end);
                let is_root = &bytes[at..end] == b"crate" && bytes[next..].starts_with(b"::");
                let is_meant = before == b'$' || !is_exported && before != b':';
                match is_root && is_meant {
                    true => path(bytes, next, true, found).unwrap_or(next),
                    false => end,
                }
            }
            _ => at + 1,
        };
        if !byte.is_ascii_whitespace() {
            before = bytes[at.clamp(start + 1, bytes.len()) - 1];
        }
    }
}

/// `::a::b` from here on; gives the place behind it.
fn path(bytes: &[u8], from: usize, is_inside: bool, found: &mut Vec<Path>) -> Option<usize> {
    let (mut at, mut steps) = (from, Vec::new());
    while bytes[at..].starts_with(b"::") {
        let start = behind_blanks(bytes, at + 2);
        let end = word_end(bytes, start);
        if start == end || bytes[start].is_ascii_digit() {
            break;
        }
        steps.push(Span::new(start as u32, end as u32));
        at = end;
    }
    let next = behind_blanks(bytes, at);
    let role = match (bytes.get(next), bytes.get(next + 1)) {
        (Some(b'!'), second) if second != Some(&b'=') => Role::Macro,
        (Some(b'('), _) => Role::Call,
        _ => Role::Read,
    };
    if steps.is_empty() {
        return None;
    }
    found.push(Path { is_inside, steps, role });
    Some(at)
}

/// Behind the next `wanted`.
fn position(bytes: &[u8], from: usize, wanted: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    memchr::memmem::find(rest, wanted).map_or(bytes.len(), |found| from + found + wanted.len())
}

fn text_end(bytes: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += 1 + usize::from(bytes[at] == b'\\');
    }
    (at + 1).min(bytes.len())
}

/// Behind `r"a"`, `r#"a"#`, where such a text begins.
fn raw_end(bytes: &[u8], at: usize) -> Option<usize> {
    let signs = bytes[at + 1..].iter().take_while(|byte| **byte == b'#').count();
    let open = at + 1 + signs;
    (bytes.get(open) == Some(&b'"')).then(|| {
        let close: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', signs)).collect();
        position(bytes, open + 1, &close)
    })
}

/// Behind `'a'`; behind the mark alone of a lifetime.
fn character_end(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at + 1) {
        Some(b'\\') => position(bytes, at + 3, b"'"),
        Some(_) if bytes.get(at + 2) == Some(&b'\'') => at + 3,
        _ => at + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(text: &str, is_exported: bool) -> Vec<String> {
        let mut found = Vec::new();
        read(text, Span::new(0, text.len() as u32), is_exported, &mut found);
        let step = |one: &Span| one.text(text).to_owned();
        let line = |one: Path| {
            let root = if one.is_inside { "crate" } else { "" };
            format!("{root}::{} {:?}", one.steps.iter().map(step).collect::<Vec<_>>().join("::"), one.role)
        };
        found.into_iter().map(line).collect()
    }

    #[test]
    fn paths_begin_at_roots() {
        let text = "{ $crate::a::b($e); $crate :: c!{}; ::d::E; <T>::f(); g::h(); $i::j; \"$crate::k\" // $crate::l\n'\"' }";
        assert_eq!(paths(text, true), ["crate::a::b Call", "crate::c Macro", "::d::E Read"]);
        assert_eq!(paths("pub(crate) fn f() { crate::a(1) != r#\"$crate::b\"# }", false), ["crate::a Call"]);
        assert_eq!(paths("crate::a(1); b::crate::c", true), Vec::<String>::new());
    }
}

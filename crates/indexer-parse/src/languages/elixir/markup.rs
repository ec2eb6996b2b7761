//! What the markup in `~H` calls: components (`<.card>`, `<Items.card>`), and functions in `{ }` and `<%= %>`. It is no part
//! of the tree; its names are read from the text. A name without parentheses is a variable or not told.

use super::hooks::with_arity;
use super::modules;
use super::state::Elixir;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, LiteralKind, Namespace, Role, Span, work};

/// So deep are texts and markup in code looked into.
const DEEPEST: u32 = 8;
/// How many bytes the arguments of a call may take to be counted: calls in calls are each looked through to their end.
const LONGEST_CALL: usize = 1_024;

/// A sigil; `~H` is markup.
pub(super) fn sigil(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let is_markup = node
        .children(&mut node.walk())
        .any(|one| one.kind() == "sigil_name" && walk.build.text(crate::walk::span_of(one)) == "H");
    walk.lower_children();
    if is_markup && walk.build.remembered.of::<Elixir>().quoted == 0 {
        let (span, source) = (walk.span(), walk.build.source);
        let from = span.start as usize + "~H".len();
        let mut calls = Vec::new();
        markup(source, (from, span.end as usize), &mut calls);
        calls.into_iter().for_each(|call| refer(walk, &call));
    }
    walk.build.literal(LiteralKind::Other)
}

/// A call that markup holds.
#[derive(Debug, PartialEq, Eq)]
struct Call {
    /// Where its module is named; empty for a function of the module around.
    module: Span,
    name: Span,
    arguments: usize,
}

fn refer(walk: &mut Walk<'_, '_>, call: &Call) {
    let source = walk.build.source;
    let key = with_arity(call.name.text(source), call.arguments);
    let key = walk.build.names.made(&key);
    let mark = walk.build.uses.mark();
    let expression = if call.module.is_empty() {
        let scope = walk.build.scope;
        Expression::Name { name: key, scope, bound: None, namespace: Namespace::VALUE }
    } else {
        let whole = modules::whole(walk, call.module.text(source));
        let import = modules::import_of(walk, &whole, call.module);
        let of = walk.build.expression(Expression::Import { import, upto: 1 });
        walk.with_role(Role::Read, |walk| walk.build.use_member(call.module, of));
        Expression::Member { of, name: key, access: Access::Path }
    };
    let expression = walk.build.expression(expression);
    walk.with_role(Role::Call, |walk| walk.build.use_member(call.name, expression));
    walk.build.uses.uncount_since(mark);
    walk.build.uses.set_arguments(mark, expression, call.arguments);
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Where the word ends that begins at a byte: `a_b`, `a?`.
fn word_end(bytes: &[u8], from: usize, to: usize) -> usize {
    let mut at = from;
    while at < to && is_part(bytes[at]) {
        at += 1;
    }
    at + usize::from(at > from && at < to && matches!(bytes[at], b'?' | b'!'))
}

fn span(from: usize, to: usize) -> Span {
    Span::new(from as u32, to as u32)
}

/// The components and code of `from..to`. O(bytes).
fn markup(source: &str, (from, to): (usize, usize), calls: &mut Vec<Call>) {
    let bytes = source.as_bytes();
    let mut at = from;
    let behind = |at: usize, end: &str| {
        let found = source.get(at..to).and_then(|rest| rest.find(end));
        found.map_or(to, |found| at + found + end.len())
    };
    while at < to {
        work::add(1);
        let rest = &bytes[at..to];
        at = if rest.starts_with(b"<%!--") {
            behind(at, "--%>")
        } else if rest.starts_with(b"<!--") {
            behind(at, "-->")
        } else if rest.starts_with(b"<%") {
            let end = behind(at, "%>");
            if !rest.starts_with(b"<%#") {
                code(source, (at + 2, end.saturating_sub(2).max(at + 2)), calls, 0);
            }
            end
        } else if rest.starts_with(b"<script") || rest.starts_with(b"<style") {
            behind(at, if rest.starts_with(b"<script") { "</script" } else { "</style" })
        } else if rest[0] == b'{' {
            let end = closing(bytes, at, to);
            code(source, (at + 1, end), calls, 0);
            end + 1
        } else if rest[0] == b'<' {
            component(bytes, at + 1, to, calls)
        } else {
            at + 1
        };
    }
}

/// `.card`, `Items.card`, `A.Items.card` behind `<`; gives the place to go on from.
fn component(bytes: &[u8], from: usize, to: usize, calls: &mut Vec<Call>) -> usize {
    let (mut at, mut dot) = (from, None);
    loop {
        at = word_end(bytes, at, to);
        if bytes.get(at) != Some(&b'.') || at >= to {
            break;
        }
        dot = Some(at);
        at += 1;
    }
    let Some(dot) = dot.filter(|dot| at > dot + 1) else { return at.max(from) };
    let is_module = dot == from || bytes[from].is_ascii_uppercase();
    if is_module && (bytes[dot + 1].is_ascii_lowercase() || bytes[dot + 1] == b'_') {
        calls.push(Call { module: span(from, dot), name: span(dot + 1, at), arguments: 1 });
    }
    at
}

/// Where the bracket is closed that opens at a byte; `to` where it is not.
fn closing(bytes: &[u8], open: usize, to: usize) -> usize {
    let (mut depth, mut at) = (0u32, open);
    while at < to {
        work::add(1);
        match bytes[at] {
            b'"' => at = text_end(bytes, at, to),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
        at += 1;
    }
    to
}

/// Where the quote stands that ends a text.
fn text_end(bytes: &[u8], open: usize, to: usize) -> usize {
    let mut at = open + 1;
    while at < to && bytes[at] != b'"' {
        at += 1 + usize::from(bytes[at] == b'\\');
    }
    at.min(to)
}

/// The calls with parentheses in Elixir's code.
fn code(source: &str, (from, to): (usize, usize), calls: &mut Vec<Call>, depth: u32) {
    let bytes = source.as_bytes();
    let mut at = from;
    while at < to {
        work::add(1);
        let byte = bytes[at];
        if byte == b'"' {
            let end = text_end(bytes, at, to);
            let mut inner = at;
            while depth < DEEPEST
                && let Some(found) = source.get(inner..end).and_then(|rest| rest.find("#{"))
            {
                let open = inner + found + 1;
                inner = closing(bytes, open, end);
                code(source, (open + 1, inner), calls, depth + 1);
            }
            at = end + 1;
        } else if byte == b'#' {
            // A comment.
            at = source.get(at..to).and_then(|rest| rest.find('\n')).map_or(to, |found| at + found);
        } else if is_part(byte) && !byte.is_ascii_digit() {
            let end = word_end(bytes, at, to);
            if let Some(call) = call(source, (at, end), (from, to)) {
                calls.push(call);
            }
            at = end;
        } else if byte.is_ascii_digit() || matches!(byte, b'@' | b':') {
            // A number, an assign, an atom.
            at = word_end(bytes, at + 1, to);
        } else {
            at += 1;
        }
    }
}

/// The call of the function that a word names, where it is one.
fn call(source: &str, (start, end): (usize, usize), (from, to): (usize, usize)) -> Option<Call> {
    let bytes = source.as_bytes();
    if !(bytes[start].is_ascii_lowercase() || bytes[start] == b'_') {
        return None;
    }
    let before = source.get(from..start)?;
    let arguments = if bytes.get(end) == Some(&b'(') && end < to {
        let most = to.min(end + LONGEST_CALL);
        let close = closing(bytes, end, most);
        (close < most).then(|| count(bytes, end, close))?
    } else {
        // `&f/2`
        let digits = source.get(end..to)?.strip_prefix('/').filter(|_| captures(before))?;
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        return Some(Call {
            module: module_before(before, from).unwrap_or_default(),
            name: span(start, end),
            arguments: digits[..length].parse().ok()?,
        });
    };
    let module = match before.ends_with('.') {
        true => module_before(before, from)?,
        false => Span::default(),
    };
    let head = source.get(from..if module.is_empty() { start } else { module.start as usize })?;
    let piped = usize::from(head.trim_end().ends_with("|>"));
    Some(Call { module, name: span(start, end), arguments: arguments + piped })
}

/// True where `&` stands before a name, or before its module.
fn captures(before: &str) -> bool {
    before
        .trim_end_matches(|letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.'))
        .ends_with('&')
}

/// The module that is named right before a dot.
fn module_before(before: &str, from: usize) -> Option<Span> {
    let named = before.strip_suffix('.')?;
    let rest =
        named.trim_end_matches(|letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.'));
    let is_module = named[rest.len()..].starts_with(|first: char| first.is_ascii_uppercase());
    (is_module && !rest.ends_with('@')).then(|| span(from + rest.len(), from + named.len()))
}

/// How many arguments stand between the parentheses.
fn count(bytes: &[u8], open: usize, close: usize) -> usize {
    let (mut commas, mut at, mut is_empty) = (0, open + 1, true);
    while at < close {
        match bytes[at] {
            b'"' => at = text_end(bytes, at, close),
            b'(' | b'[' | b'{' => at = closing(bytes, at, close),
            b',' => commas += 1,
            _ => {}
        }
        is_empty &= bytes.get(at).is_some_and(u8::is_ascii_whitespace);
        at += 1;
    }
    if is_empty { 0 } else { commas + 1 }
}

#[cfg(test)]
mod tests {
    use super::markup;

    fn calls(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        markup(text, (0, text.len()), &mut found);
        let named = |one: super::Call| {
            let module = one.module.text(text);
            let dot = if module.is_empty() { "" } else { "." };
            format!("{module}{dot}{}/{}", one.name.text(text), one.arguments)
        };
        found.into_iter().map(named).collect()
    }

    #[test]
    fn components_are_calls() {
        assert_eq!(
            calls("<.card a={@b}>x</.card> <A.B.item /> <:slot> <b.c> <div>"),
            ["card/1", "A.B.item/1"]
        );
        assert_eq!(calls("<!-- <.a /> --><%!-- <.b /> --%><script>{c()}</script>"), Vec::<String>::new());
    }

    #[test]
    fn code_calls_by_parentheses() {
        let text = "<p class={[\"a #{b(1)}\", c(x, {1, 2})]}>{d()} <%= if e(@f) do %>{@g |> h(1) |> A.i()}<% end %></p>";
        assert_eq!(calls(text), ["b/1", "c/2", "d/0", "e/1", "h/2", "A.i/1"]);
        assert_eq!(
            calls("{f.(1)} {a.b(1)} {@c.d(2)} {:e} {g} {&h/2} {&A.i/1} {{j(\"}\"), 1}}"),
            ["h/2", "A.i/1", "j/1"]
        );
    }

    #[test]
    fn arguments_that_are_too_long_are_not_counted() {
        let deep = format!("{{{}1{}}}", "a(".repeat(9_000), ")".repeat(9_000));
        let found = calls(&deep);
        assert!(found.len() < 400 && found.iter().all(|call| call == "a/1"), "{}", found.len());
    }
}

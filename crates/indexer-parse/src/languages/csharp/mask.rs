//! Conditions of the preprocessor inside of a construct, which the grammar does not take.
//!
//! Most stand around whole members or statements, and the grammar has those. One that begins with what goes on with the
//! construct before it (`#if A` and then `, IDisposable`) is taken as if it held: its directives are not seen, and neither
//! is what stands behind its `#else`.

use super::state::CSharp;
use crate::masked::Masked;

/// A condition that is open.
struct Open {
    /// True where it goes on with what stands before it.
    continues: bool,
    /// True where its first branch has ended.
    is_else: bool,
}

/// The text as the parser sees it.
pub(super) fn mask(source: &str) -> Masked {
    if let Some(text) = super::projects::as_imports(source) {
        return Masked {
            text,
            identifiers: 0,
            verbatim: Some(Vec::new()),
            memory: Box::new(CSharp::default()),
        };
    }
    let mut going_on = going_on(source).into_iter();
    let mut text = Vec::with_capacity(source.len());
    let mut open: Vec<Open> = Vec::new();
    let (mut identifiers, mut left_out) = (0, 0);
    for line in source.split_inclusive('\n') {
        let directive = directive_of(line);
        let is_left_out = left_out > 0;
        let mut is_seen = !is_left_out;
        if directive.starts_with("if") {
            let continues = going_on.next().unwrap_or(false) && !is_left_out;
            open.push(Open { continues, is_else: false });
            is_seen &= !continues;
        } else if directive.starts_with("el") {
            if let Some(one) = open.last_mut() {
                is_seen &= !one.continues;
                left_out += usize::from(one.continues && !one.is_else);
                one.is_else = true;
            }
        } else if directive.starts_with("endif")
            && let Some(one) = open.pop()
        {
            is_seen &= !one.continues;
            left_out -= usize::from(one.continues && one.is_else);
        }
        if is_seen {
            text.extend_from_slice(line.as_bytes());
        } else {
            identifiers += if is_left_out && directive.is_empty() { words(line) } else { 0 };
            text.extend(line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' }));
        }
    }
    // Whole lines are replaced by ASCII: it stays UTF-8.
    let text = String::from_utf8(text).unwrap_or_else(|_| source.to_owned());
    Masked { text, identifiers, verbatim: None, memory: Box::new(CSharp::default()) }
}

/// The directive of a line, without its mark; "" for any other line.
fn directive_of(line: &str) -> &str {
    line.trim_start().strip_prefix('#').map(str::trim_start).unwrap_or("")
}

/// Of each `#if` of a text, in order, whether one of its branches is no whole construct.
fn going_on(source: &str) -> Vec<bool> {
    let mut found: Vec<bool> = Vec::new();
    // Of each that is open: its place in `found`, how many brackets were open there.
    let mut open: Vec<(usize, i64)> = Vec::new();
    let (mut at, mut brackets, mut is_unfinished) = (0, 0, false);
    for line in source.split_inclusive('\n') {
        at += line.len();
        let directive = directive_of(line);
        if directive.starts_with("if") {
            open.push((found.len(), brackets));
            found.push(goes_on(source.get(at..).unwrap_or("")));
        } else if directive.starts_with("el") || directive.starts_with("endif") {
            if let Some((index, before)) = open.last().copied()
                && let Some(known) = found.get_mut(index)
            {
                *known |= is_unfinished || before != brackets;
                brackets = before;
            }
            if directive.starts_with("endif") {
                open.pop();
            }
        } else if directive.is_empty() {
            let code = line.split("//").next().unwrap_or("").trim();
            brackets += balance(code);
            is_unfinished = if code.is_empty() { is_unfinished } else { is_unfinished_by(code) };
            continue;
        } else {
            continue;
        }
        is_unfinished = false;
    }
    found
}

/// How many more brackets a line opens than it closes, texts in quotes left aside.
fn balance(code: &str) -> i64 {
    let (mut count, mut is_quoted) = (0, false);
    for byte in code.bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'(' | b'{' | b'[' if !is_quoted => count += 1,
            b')' | b'}' | b']' if !is_quoted => count -= 1,
            _ => {}
        }
    }
    count
}

/// True where a line of code ends neither a statement nor a member: an attribute, the head of a method, an element of a list
/// that is none of an enumeration.
fn is_unfinished_by(code: &str) -> bool {
    if let Some(element) = code.strip_suffix(',') {
        let name = element.split('=').next().unwrap_or("").trim_end();
        return !name.chars().all(|c| c.is_alphanumeric() || c == '_');
    }
    !code.ends_with([';', '{', '}', ':', '/'])
}

/// True for text that begins with what no member, statement or element begins with.
fn goes_on(rest: &str) -> bool {
    let mut lines = rest.lines().map(str::trim_start).take(MOST_LINES);
    let Some(first) = lines.find(|line| !line.is_empty() && !line.starts_with("//")) else { return false };
    if first.starts_with([',', '.', ':', '|', '&', '?', ')', '+', '=', '*', '}']) {
        return true;
    }
    let word = first.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    matches!(word, "else" | "where" | "when" | "catch" | "finally")
}

/// So many blank lines and comments are looked behind.
const MOST_LINES: usize = 16;

/// How many words a line has.
fn words(line: &str) -> u32 {
    let is_word = |word: &&str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(is_word).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_that_goes_on_with_what_stands_before_it_is_taken_as_if_it_held() {
        let text = "class A : B\n#if X\n, C\n#else\n, D\n#endif\n{\n#if Y\nint a;\n#endif\n}\n";
        let masked = mask(text);
        assert_eq!(masked.text.len(), text.len());
        let lines: Vec<&str> = masked.text.lines().map(str::trim).collect();
        assert_eq!(lines, ["class A : B", "", ", C", "", "", "", "{", "#if Y", "int a;", "#endif", "}"]);
        assert_eq!(masked.identifiers, 1);
        // What ends no member: an attribute, the head of a method, the last element of a list.
        for (branch, behind) in
            [("[A]", "void f() {}"), ("void f()\n#else\n[A]\nvoid g()", "{}"), ("\"a\"", "};")]
        {
            let masked = mask(&format!("#if X\n{branch}\n#endif\n{behind}\n"));
            assert!(!masked.text.contains(['#']) && masked.text.contains(behind), "{}", masked.text);
        }
        // Constants of an enumeration are known to the grammar.
        let text = "enum E {\n#if X\nA = 1,\n#endif\nB }\n";
        assert_eq!(mask(text).text, text);
        let text = "#if X\nint a;\n#else\nint b;\n#endif\n#if Y\n#pragma warning disable\n#endif\n";
        assert_eq!(mask(text).text, text);
        let text = "if (a)\n#if X\n{\n#else\n}\n#endif\nb; }\n";
        let masked = mask(text);
        let lines: Vec<&str> = masked.text.lines().map(str::trim).collect();
        assert_eq!(lines, ["if (a)", "", "{", "", "", "", "b; }"]);
    }
}

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
    let mut text = Vec::with_capacity(source.len());
    let mut open: Vec<Open> = Vec::new();
    let mut identifiers = 0;
    let (mut at, mut left_out) = (0, 0);
    for line in source.split_inclusive('\n') {
        at += line.len();
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start).unwrap_or("");
        let is_left_out = left_out > 0;
        let mut is_seen = !is_left_out;
        if directive.starts_with("if") {
            let continues = !is_left_out && goes_on(source.get(at..).unwrap_or(""));
            open.push(Open { continues, is_else: false });
            is_seen &= !continues;
        } else if directive.starts_with("else") || directive.starts_with("elif") {
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
            identifiers += if is_left_out { words(line) } else { 0 };
            text.extend(line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { byte } else { b' ' }));
        }
    }
    // Whole lines are replaced by ASCII: it stays UTF-8.
    let text = String::from_utf8(text).unwrap_or_else(|_| source.to_owned());
    Masked { text, identifiers, verbatim: None, memory: Box::new(CSharp::default()) }
}

/// True for text that begins with what no member, statement or element begins with.
fn goes_on(rest: &str) -> bool {
    let mut lines = rest.lines().map(str::trim_start).take(MOST_LINES);
    let Some(first) = lines.find(|line| !line.is_empty() && !line.starts_with("//")) else { return false };
    if first.starts_with([',', '.', ':', '|', '&', '?', ')', '+', '=', '*', ']']) {
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
    }
}

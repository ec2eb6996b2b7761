//! What the grammar does not read yet of the language that the standard library is written in: traits that are `const`, their
//! implementations, and bounds by them. The word says nothing about names, so the parser does not see it.

use super::tokens::Buffer;
use crate::masked::Masked;

const WORD: &str = "const";

/// So many bytes of type parameters behind `impl` are looked at.
const LONGEST: usize = 1_024;

/// The text as the parser sees it. O(bytes): heads of implementations do not overlap, and each is bounded.
pub(super) fn mask(source: &str) -> Masked {
    let hidden = hidden(source);
    let mut memory = Buffer::default();
    memory.is_masked = !hidden.is_empty();
    let mut text = source.to_owned();
    for (start, end) in hidden {
        text.replace_range(start..end, &" ".repeat(end - start));
    }
    Masked { text, identifiers: 0, verbatim: None, memory: Box::new(memory) }
}

/// Where the word stands that is not read, with its brackets.
fn hidden(source: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices(WORD) {
        let (before, behind) = (&source[..at], &source[at + WORD.len()..]);
        if behind.starts_with(']') && before.ends_with('[') {
            // An array has more than the word between its brackets, and so has an attribute.
            found.push((at - 1, at + WORD.len() + 1));
        } else if before.ends_with('~') && behind.starts_with(' ') {
            found.push((at - 1, at + WORD.len()));
        } else if is_of_trait(before, behind) || is_of_implementation(before, behind) {
            found.push((at, at + WORD.len()));
        }
    }
    found
}

/// True for the word of `const trait A`.
fn is_of_trait(before: &str, behind: &str) -> bool {
    behind.starts_with(" trait ") && before.chars().next_back().is_none_or(char::is_whitespace)
}

/// True for the word of `impl const A for B`.
fn is_of_implementation(before: &str, behind: &str) -> bool {
    behind.starts_with(' ') && is_behind_impl(before) && !behind.trim_start().starts_with('{')
}

/// True behind `impl` and its type parameters.
fn is_behind_impl(before: &str) -> bool {
    let Some(head) = before.strip_suffix(' ').map(str::as_bytes) else { return false };
    if head.ends_with(b"impl") {
        return is_word_start(head, head.len() - 4);
    }
    let mut depth = 0usize;
    for (at, byte) in head.iter().enumerate().rev().take(LONGEST) {
        match byte {
            // `Fn() -> T` closes nothing.
            b'>' if at > 0 && head[at - 1] == b'-' => {}
            b'>' => depth += 1,
            b'{' | b'}' | b';' => return false,
            _ if depth == 0 => return false,
            b'<' => {
                depth -= 1;
                if depth == 0 {
                    return head[..at].ends_with(b"impl") && is_word_start(head, at - 4);
                }
            }
            _ => {}
        }
    }
    false
}

fn is_word_start(text: &[u8], at: usize) -> bool {
    at == 0 || !(text[at - 1].is_ascii_alphanumeric() || text[at - 1] == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(source: &str) -> String {
        mask(source).text
    }

    #[test]
    fn const_traits_are_traits_to_the_parser() {
        for (source, expected) in [
            ("pub const trait A: [const] B {}", "pub       trait A:         B {}"),
            ("impl<T: [const] A> const A for T {}", "impl<T:         A>       A for T {}"),
            ("unsafe impl const A for B {}", "unsafe impl       A for B {}"),
            ("fn f<T: ~const A>() {}", "fn f<T:        A>() {}"),
            ("impl<F: Fn() -> u8> const A for F {}", "impl<F: Fn() -> u8>       A for F {}"),
        ] {
            assert_eq!(seen(source), expected);
        }
    }

    #[test]
    fn other_constants_stay() {
        for source in [
            "const A: u8 = 1; pub const fn f() {}",
            "impl<const N: usize> A<N> for [u8; N] {}",
            "let x = a < b && c > const { 1 };",
            "fn simpl<T> () {} const trait_: u8 = 1;",
            "f::<T> const",
        ] {
            assert_eq!(seen(source), source);
        }
    }

    #[test]
    fn heads_that_do_not_end_are_looked_at_so_far() {
        let source = format!("{} const A", "impl<".repeat(10_000));
        assert_eq!(seen(&source), source);
        let source = "> const ".repeat(100_000);
        assert_eq!(seen(&source), source);
    }
}

//! Strings inside of strings.

use crate::language::Cut;

/// Most strings around a place. The scanner of the grammar ends the program at 512 that it takes for open; those are
/// more than are, where it recovers from what it does not understand.
const MOST: usize = 250;

/// What stands around a place.
enum Open {
    /// A string: with three quotes or with one, how many `$` begin what is put into it, and whether it is counted as
    /// doubtful, and whether a line ends in it that should not.
    Text { is_raw: bool, dollars: usize, is_doubtful: bool, is_broken: bool },
    /// `{`, or `${` in a string.
    Brace,
}

/// Where in a file more strings are open than the grammar can hold. O(bytes).
pub(super) fn parsable_prefix(text: &str) -> Option<Cut> {
    too_many_open(text).map(|at| Cut { at, reason: "strings are nested too deep" })
}

fn too_many_open(text: &str) -> Option<usize> {
    let text = text.as_bytes();
    let run = |at: usize, byte: u8| text.iter().skip(at).take_while(|one| **one == byte).count();
    let mut around: Vec<Open> = Vec::new();
    // A `$` before the quotes may be of something else, and what has no place in the language may hide a quote: then
    // strings do not end where they seem to.
    let (mut strings, mut doubtful) = (0, 0);
    let mut at = 0;
    while let Some(byte) = text.get(at).copied() {
        if let Some(Open::Text { is_raw, dollars, is_doubtful, is_broken }) = around.last_mut() {
            match byte {
                b'\\' if !*is_raw => at += 2,
                b'"' if !*is_raw || text[at..].starts_with(b"\"\"\"") => {
                    at += if *is_raw { run(at, b'"') } else { 1 };
                    doubtful -= usize::from(*is_doubtful);
                    around.pop();
                    strings -= 1;
                }
                // Nobody knows whether the string goes on.
                b'\n' if !*is_raw && !*is_broken => {
                    *is_broken = true;
                    doubtful += 1;
                    at += 1;
                }
                b'$' => {
                    let found = run(at, b'$');
                    at += found;
                    let puts_in = text.get(at) == Some(&b'{');
                    // With fewer it would begin something, were the `$` before the quotes of something else.
                    *is_doubtful &= !puts_in || found >= *dollars;
                    if found >= *dollars && puts_in {
                        around.push(Open::Brace);
                        at += 1;
                    }
                }
                _ => at += 1,
            }
            continue;
        }
        match byte {
            b'"' => {
                let dollars = text[..at].iter().rev().take(255).take_while(|one| **one == b'$').count();
                doubtful += usize::from(dollars > 0);
                if strings + doubtful >= MOST {
                    return Some(at);
                }
                strings += 1;
                let is_raw = text[at..].starts_with(b"\"\"\"");
                at += if is_raw { 3 } else { 1 };
                around.push(Open::Text {
                    is_raw,
                    dollars: dollars.max(1),
                    is_doubtful: dollars > 0,
                    is_broken: false,
                });
                continue;
            }
            b'/' if matches!(text.get(at + 1), Some(b'/' | b'*')) => {
                let end = match text[at + 1] {
                    b'/' => at + text[at..].iter().take_while(|one| **one != b'\n').count(),
                    _ => after_comment(text, at),
                };
                // Behind what has no place in the language, the rest of a string and its comments are one.
                if strings + doubtful > 0 {
                    let quotes = text[at..end].iter().enumerate().filter(|(_, one)| **one == b'"');
                    for (quote, _) in quotes {
                        doubtful += 1;
                        if strings + doubtful >= MOST {
                            return Some(at + quote);
                        }
                    }
                }
                at = end;
                continue;
            }
            b'\'' => match character(&text[at..]) {
                Some(length) => {
                    at += length;
                    continue;
                }
                None => doubtful += 1,
            },
            b'`' => match text[at + 1..].iter().position(|one| matches!(one, b'`' | b'\n' | b'\r')) {
                Some(length) if text[at + 1 + length] == b'`' => at += length + 1,
                _ => doubtful += 1,
            },
            b'{' => around.push(Open::Brace),
            b'}' if around.pop().is_none() => doubtful += 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// How long the character is that begins here, with its quotes.
fn character(text: &[u8]) -> Option<usize> {
    let escaped = usize::from(text.get(1) == Some(&b'\\'));
    // The longest are `'\uffff'` and four bytes of UTF-8.
    let end = text.iter().take(8).skip(2 + escaped).position(|one| *one == b'\'')?;
    let inner = &text[1..2 + escaped + end];
    (escaped > 0 || std::str::from_utf8(inner).is_ok_and(|one| one.chars().count() == 1))
        .then_some(inner.len() + 2)
}

/// Where a comment ends, inside of which there may be others.
fn after_comment(text: &[u8], start: usize) -> usize {
    let (mut depth, mut at) = (0_usize, start);
    while at < text.len() {
        let pair = text.get(at..at + 2).unwrap_or_default();
        match pair {
            b"/*" => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, by_id, parse};

    #[test]
    fn strings_that_end_are_held_whatever_is_in_them() {
        let line = "fun `it is \" a`() {}\nval a = \"b ${c(\"d ${e { \"f\" }}\")} \\\"\" + '\"' + '\\'' + '\\u0022' + 'é' + \"\"\"g \" ${h(\"i\")}\"\"\"\" // \" /* \n/* \" */\n";
        let text = line.repeat(2_000);
        assert_eq!(parsable_prefix(&text), None);
        let text = "val a = $$\"x\" // \"\nval b = $$\"$a $${c}\"\n".repeat(2_000);
        assert_eq!(parsable_prefix(&text), None);
    }

    #[test]
    fn a_file_of_too_many_strings_inside_of_strings_has_the_facts_of_its_beginning() {
        let kotlin = by_id("kotlin").unwrap();
        for opener in [
            "\"${",
            "\"\"\"${",
            "$$\"$${",
            "\"\"\"${${$$\"${{$",
            "if (\"\"\"${\\*/$$\"${",
            "?:{\"\"\"${'\"",
            "\")`${\"@`",
            "\"\"\"${$$\n\\//\"${",
            "ifval b byif\n\"\"\"${[\"\n",
        ] {
            let text = format!("fun first() {{}}\n{}", opener.repeat(5_000));
            let facts = parse(kotlin, text.as_bytes(), Limits::default());
            assert!(facts.definitions.iter().any(|one| facts.name(one.name) == "first"), "{opener}");
            let said = facts.problems.iter().any(|one| one.kind == indexer_core::ProblemKind::TooMany);
            assert!(said, "{opener}: {:?}", facts.problems);
            assert!(parsable_prefix(&text).unwrap().at < text.len() / 2, "{opener}");
        }
    }
}

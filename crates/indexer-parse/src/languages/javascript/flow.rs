//! JavaScript with the types of Flow, which a comment at its head says: read by the grammar of TypeScript, which is near.

use super::LANGUAGE;
use crate::language::Language;
use crate::languages::tsx;

/// So far into a file its first comment is looked for.
const HEAD: usize = 2_048;

/// JavaScript with types.
pub(super) static WITH_TYPES: Language = Language {
    grammar: tsx::LANGUAGE.grammar,
    roles: tsx::LANGUAGE.roles,
    identifiers: tsx::LANGUAGE.identifiers,
    ..LANGUAGE
};

/// True where a comment before all code says `@flow`.
pub(in crate::languages) fn has_types(source: &str) -> bool {
    let head = &source[..source.floor_char_boundary(HEAD)];
    let mut rest = match head.strip_prefix("#!") {
        Some(behind) => behind.split_once('\n').map_or("", |(_, rest)| rest).trim_start(),
        None => head.trim_start(),
    };
    loop {
        let comment = if let Some(behind) = rest.strip_prefix("/*") {
            behind.split_once("*/").unwrap_or((behind, ""))
        } else if let Some(behind) = rest.strip_prefix("//") {
            behind.split_once('\n').unwrap_or((behind, ""))
        } else {
            return false;
        };
        if comment.0.split_whitespace().any(|word| word == "@flow") {
            return true;
        }
        rest = comment.1.trim_start();
    }
}

/// Blanks what only Flow writes: `?T`, `{| a: b |}`, `{a: b, ...}`, `+a: T`, `A<>`, `opaque type`, `import typeof`.
pub(in crate::languages) fn mend(source: &str, text: &mut [u8]) {
    let bytes = source.as_bytes();
    let before = |at: usize| bytes[..at].iter().rev().find(|byte| !byte.is_ascii_whitespace()).copied();
    let begins_name = |at: usize| {
        bytes.get(at).is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$'))
    };
    for at in memchr::memchr_iter(b'?', bytes) {
        let is_of_type = matches!(before(at), Some(b':' | b'<' | b',' | b'|' | b'=' | b'>' | b'('));
        if is_of_type && (begins_name(at + 1) || matches!(bytes.get(at + 1), Some(b'(' | b'{' | b'['))) {
            text[at] = b' ';
        }
    }
    for (at, _) in source.match_indices("{|") {
        text[at + 1] = b' ';
    }
    for (at, _) in source.match_indices("|}") {
        text[at] = b' ';
    }
    for at in memchr::memchr2_iter(b'+', b'-', bytes) {
        let behind = source[at + 1..].trim_start_matches('#');
        let name = behind.trim_start_matches(|one: char| one.is_alphanumeric() || matches!(one, '_' | '$'));
        let is_named = name.len() < behind.len() && !behind.starts_with(|one: char| one.is_ascii_digit());
        let is_marked = match before(at) {
            Some(b'{' | b',' | b'|' | b';') => name.trim_start_matches('?').starts_with(':'),
            Some(b'<') => name.trim_start().starts_with([',', '>', '=', ':']),
            _ => false,
        };
        if is_named && is_marked || bytes.get(at + 1) == Some(&b'[') && before(at) == Some(b'{') {
            text[at] = b' ';
        }
    }
    for (at, arguments) in source.match_indices("<>") {
        if at.checked_sub(1).is_some_and(|last| bytes[last].is_ascii_alphanumeric()) {
            text[at..at + arguments.len()].fill(b' ');
        }
    }
    for (at, rest) in source.match_indices("...") {
        if source[at + rest.len()..].trim_start().starts_with('}') {
            text[at..at + rest.len()].fill(b' ');
        }
    }
    for (at, word) in source.match_indices("opaque type ") {
        text[at..at + word.len() - "type ".len()].fill(b' ');
    }
    for (at, word) in source.match_indices("import typeof ") {
        text[at + word.len() - "of ".len()..at + word.len()].fill(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::{has_types, mend};

    #[test]
    fn a_comment_at_the_head_says_that_a_file_has_types() {
        assert!(has_types("/**\n * Us.\n *\n * @flow strict\n */\n'use strict';\n"));
        assert!(has_types("// Us.\n/* @flow */ a()") && has_types("// @flow"));
        assert!(!has_types("'use strict'; // @flow\n") && !has_types("/* @noflow */\n") && !has_types(""));
    }

    #[test]
    fn what_only_flow_writes_is_blank() {
        let text = "type A<+T> = {| +a: ?B, c?: Array<?D>, ... |}; let e = f ? ?g : h - 1, i: J<>;";
        let mut found = text.as_bytes().to_vec();
        mend(text, &mut found);
        let found = String::from_utf8(found).unwrap();
        assert_eq!(found, "type A< T> = {   a:  B, c?: Array< D>, ...  }; let e = f ? ?g : h - 1, i: J  ;");
    }
}

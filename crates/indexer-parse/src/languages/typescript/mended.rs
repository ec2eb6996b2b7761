//! What the grammar misreads where members of types end with their line, as people write them without semicolons: it goes
//! on with what TypeScript begins anew. One such line may leave a file without a single declaration.

/// The text with what a second reading is to see in place of that, each byte where it stood; `None` where there is nothing
/// of the kind. `more` replaces what else a dialect writes.
pub(in crate::languages) fn mended(source: &str, more: fn(&str, &mut [u8])) -> Option<String> {
    let mut text = source.as_bytes().to_vec();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let at = start + line.len() - line.trim_start().len();
        let rest = line.trim_start();
        if at > start && begins_member(rest) && ends_member(&source[..start]) {
            text[at - 1] = b';';
        }
        if let Some(behind) = rest.strip_prefix("export type *") {
            let word = start + line.len() - behind.len() - "type *".len();
            text[word..word + "type".len()].fill(b' ');
        }
        start += line.len();
    }
    variance(source, &mut text);
    more(source, &mut text);
    // What was replaced is ASCII, by ASCII: it stays UTF-8.
    String::from_utf8(text).ok().filter(|text| text != source)
}

/// True for what begins a member and might go on with a type: `<T>(x: T): void`, `in?: string`.
fn begins_member(rest: &str) -> bool {
    if let Some(behind) = rest.strip_prefix('<') {
        let next = behind.bytes().next();
        return next
            .is_none_or(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$' | b'\n' | b'\r'));
    }
    rest.strip_prefix("in").is_some_and(|behind| behind.starts_with(['?', ':', '(']))
}

/// True where the last line that is no comment may end a member.
fn ends_member(before: &str) -> bool {
    let mut lines = before.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let Some(last) = lines.find(|line| !line.starts_with("//")) else { return false };
    if last.ends_with("=>") {
        return false;
    }
    last.ends_with("*/")
        || last.ends_with(|one: char| {
            one.is_alphanumeric() || matches!(one, '_' | '$' | ')' | ']' | '}' | '>' | '\'' | '"' | '`')
        })
}

/// Blanks `in` and `out` before type parameters: `interface Box<in out T>`.
fn variance(source: &str, text: &mut [u8]) {
    for word in ["in ", "out "] {
        for (at, _) in source.match_indices(word) {
            let before = source[..at].trim_end();
            let is_behind_another =
                before.strip_suffix("in").is_some_and(|before| before.trim_end().ends_with(['<', ',']));
            let names = source[at + word.len()..].starts_with(|one: char| one.is_alphabetic() || one == '_');
            if names && (before.ends_with(['<', ',']) || word == "out " && is_behind_another) {
                text[at..at + word.len() - 1].fill(b' ');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn members_that_end_with_their_line_are_told_from_what_goes_on() {
        let text = "interface A {\n  get: string\n  // Both.\n  <T>(one: T): void\n  in?: B<C>\n}\nexport type * from './a'\n";
        let wanted = "interface A {\n  get: string\n  // Both.\n ;<T>(one: T): void\n ;in?: B<C>\n}\nexport      * from './a'\n";
        let mended = |text| mended(text, |_, _| ());
        assert_eq!(mended(text).as_deref(), Some(wanted));
        let text = "type F<in out T, out U> = G";
        assert_eq!(mended(text).as_deref(), Some("type F<       T,     U> = G"));
        for whole in [
            "const a = (\n  <T>(b)\n)",
            "let f = () =>\n  <T>c",
            "for (const x in y) {}",
            "a(b,\n  <T>c)",
            "<div>\n<T>",
        ] {
            assert_eq!(mended(whole), None, "{whole}");
        }
    }
}

//! `for arg do`, which POSIX has beside `for arg; do`, and the grammar does not know: scripts that wrap Gradle and Maven
//! begin with it.

/// The text with a `;` before such a `do`, each byte where it stood; `None` where there is none.
pub(in crate::languages) fn mended(source: &str) -> Option<String> {
    let mut text = source.as_bytes().to_vec();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        if let Some(at) = before_do(line) {
            text[start + at] = b';';
        }
        start += line.len();
    }
    // A blank was replaced by another byte of ASCII: it stays UTF-8.
    String::from_utf8(text).ok().filter(|text| text != source)
}

/// Where the blank before `do` stands in `for NAME do`.
fn before_do(line: &str) -> Option<usize> {
    let at = line.len() - line.trim_start().len();
    let behind = line[at..].strip_prefix("for ")?;
    let name = behind.trim_start();
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|end| *end > 0)?;
    let rest = &name[end..];
    let word = rest.trim_start_matches([' ', '\t']);
    let is_do = word
        .strip_prefix("do")
        .is_some_and(|behind| behind.is_empty() || behind.starts_with(char::is_whitespace));
    (is_do && word.len() < rest.len()).then(|| line.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn a_loop_over_all_arguments_is_closed_before_its_body() {
        assert_eq!(mended("for arg do\n  a\ndone\n").as_deref(), Some("for arg;do\n  a\ndone\n"));
        assert_eq!(mended("  for arg\tdo a; done").as_deref(), Some("  for arg;do a; done"));
        for whole in
            ["for a in b do c; done", "for arg; do a; done", "for done", "for dog", "for a in do", "for ("]
        {
            assert_eq!(mended(whole), None, "{whole}");
        }
    }
}

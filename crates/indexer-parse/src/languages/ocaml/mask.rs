//! Lines of a preprocessor (cppo), which stand between the declarations of OCaml: `#include "type.ml"`, `#ifdef A`.

use super::state::Ocaml;
use crate::masked::Masked;

/// The words with which such lines begin.
const WORDS: &[&str] = &["define", "elif", "else", "endif", "if", "ifdef", "ifndef", "include", "undef"];

/// The text as the parser sees it: without such lines, and what a `\` at the end of one goes on with.
pub(super) fn mask(source: &str) -> Masked {
    let mut text = String::with_capacity(source.len());
    let mut goes_on = false;
    for line in source.split_inclusive('\n') {
        let is_directive = goes_on || is_directive(line);
        goes_on = is_directive && line.trim_end().ends_with('\\');
        match is_directive {
            // As many bytes: what is not seen is spaces.
            true => text.extend(
                line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }),
            ),
            false => text.push_str(line),
        }
    }
    Masked { text, identifiers: 0, verbatim: None, memory: Box::new(Ocaml::default()) }
}

fn is_directive(line: &str) -> bool {
    let Some(said) = line.trim_start().strip_prefix('#') else { return false };
    let said = said.trim_start();
    let end = said.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(said.len());
    // A call of a method at the beginning of a line has the name of one of these seldom, and arguments behind it.
    WORDS.contains(&&said[..end])
        && said[end..].starts_with(|c: char| c.is_whitespace() || c == '(' || c == '"')
        || matches!(said.trim_end(), "else" | "endif")
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn lines_of_the_preprocessor_are_not_seen() {
        let text =
            "#define INT é \\\n  more\nlet a = 1\n  #include \"type.ml\"\n#ifdef A\r\nlet b = 2\n#endif\n";
        let masked = mask(text).text;
        assert_eq!(masked.len(), text.len());
        let seen: Vec<&str> = masked.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(seen, ["let a = 1", "let b = 2"]);
        let text = "let c = o\n  #get 1\n#use \"top.ml\";;\nlet d = \"#if\"\n";
        assert_eq!(mask(text).text, text);
    }
}

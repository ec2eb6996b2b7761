//! Scanners of grammars that end the program where more is open than they can hold: nothing that is opened, in any order and
//! however often, makes them.
//!
//! `INDEXER_OPENERS` says how many files are made for each language, `INDEXER_OPENERS_SEED` which: `.ci/nightly` makes many.

use indexer_parse::{Limits, by_id, parse};

/// What is put together, again and again.
#[rustfmt::skip]
const PARTS: &[(&str, &[&str])] = &[
    ("hcl", &[
        "\"", "${", "\"${", "$${", "%{", "\"%{", "%{ if a }", "%{ for a in b }", "%{ endif }", "~}", "}", "{", "a {\n", "a \"b\" {", "[", "]",
        "(", ")", "=", "a = ", "for a in ", "?", ":", ",", ".", "\n", " ", "a", "#", "//", "/*", "*/", "\\", "<<A\n", "<<-BB\n", "<<CCCCCCCCCCCCCC\n",
        "<<", "\nA\n", "\nBB\n", "\nCCCCCCCCCCCCCC\n",
    ]),
    ("kotlin", &[
        "\"", "\"\"\"", "${", "\"${", "\"\"\"${", "$$", "$", "$a", "{", "}", "(", ")", "[", "<", "//", "/*", "*/", "\\", "\n", "'", "`",
        "#", "@", " ", "a", "=", ",", ";", ".", "->", "?:", "if", "else", "when", "object ", "import ", "class A {", "fun f() =",
        "val b by", "@file:", "\"\n",
    ]),
    ("ruby", &[
        "\"", "#{", "\"#{", "'", "`", "/", "?", ":\"", "%w[", "%(", "{", "}", "(", ")", "[", "]", "|", "\n", "#", " ", "a", "A", "@", "$",
        ":", ",", "=", "do ", "end ", "def f", "class B", "=begin", "__END__", "<<A", "<<~BBB", "<<-\"CC CC\"", "<<BBBBBBBB", "<<DD",
        "<<EEE", "<<FFFF", "\nA\n", "\nBBB\n", "\nCC CC\n", "\nBBBBBBBB\n", "\nDD\n", "\nEEE\n", "\nFFFF\n",
    ]),
];

#[test]
fn nothing_that_is_opened_again_and_again_ends_the_program() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (count, seed) = (number("INDEXER_OPENERS", 8), number("INDEXER_OPENERS_SEED", 1));
    let kept = std::env::var_os("INDEXER_OPENERS_KEPT");
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % most
    };
    for round in 0..count {
        for (id, parts) in PARTS {
            let opener: String = (0..2 + below(7)).map(|_| parts[below(parts.len())]).collect();
            let text = opener.repeat([300, 600, 1_500, 3_000][below(4)]);
            if let Some(path) = &kept {
                // What ends the program is found there.
                std::fs::write(path, format!("{round} {id} {opener:?}")).unwrap();
            }
            let facts = parse(by_id(id).unwrap(), text.as_bytes(), Limits::default());
            assert_eq!(facts.language, *id);
        }
    }
}

//! Lines for the compiler that the grammar knows among statements only: `#warning("a")` and `#error("a")`.

use super::state::Swift;
use crate::masked::Masked;

/// The text as the parser sees it: without such lines.
pub(super) fn mask(source: &str) -> Masked {
    let mut text = source.to_owned();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let said = line.trim();
        if (said.starts_with("#warning(\"") || said.starts_with("#error(\"")) && said.ends_with("\")") {
            let from = start + line.len() - line.trim_start().len();
            text.replace_range(from..from + said.len(), &" ".repeat(said.len()));
        }
        start += line.len();
    }
    Masked { text, identifiers: 0, verbatim: None, memory: Box::new(Swift::default()) }
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn lines_for_the_compiler_are_not_seen() {
        let text = "struct A {\n#warning(\"é (b)\")\n/* c */\n  #error(\"d\") \n}\n";
        let masked = mask(text).text;
        assert_eq!(masked.len(), text.len());
        assert!(!masked.contains('#') && masked.contains("/* c */"), "{masked}");
        let text = "f(\"#warning\")\n#if A\n#endif\n";
        assert_eq!(mask(text).text, text);
    }

    #[cfg(feature = "lang-heavy")]
    #[test]
    fn nothing_as_a_value_is_no_problem() {
        let problems = |text: &str| {
            crate::parse(crate::by_id("swift").unwrap(), text.as_bytes(), crate::Limits::default())
                .problems
                .len()
        };
        assert_eq!(problems("func f() {\n  a.send(())\n  return ()\n}\n#warning(\"(b)\")\nstruct A {}\n"), 0);
        assert_ne!(problems("func f() { a(( }\n"), 0);
    }
}

//! Where comments and literals stand: the parts of a file in which white space and brackets are not
//! the grammar's.

use crate::table::Table;
use indexer_core::{Span, Verbatim};
use tree_sitter::Tree;

/// Siblings that the cursor steps over before it goes down to the byte from their parent: a step costs much more
/// than to pass over a child on the way down, and long lists are trees that are not shown.
const STEPS: usize = 3;

/// The comments and literals of a tree, in order; none inside another. `met` are those that the walk over it met, in order:
/// most of them. Only bytes that can open one are looked at. O(nodes beside the ways to them): of what could not be parsed,
/// whose children are no tree, each is passed over once.
pub(crate) fn verbatim(tree: &Tree, source: &str, table: &Table, met: &[Verbatim]) -> Vec<Verbatim> {
    let mut found: Vec<Verbatim> = Vec::with_capacity(met.len());
    let mut met = met.iter().copied().peekable();
    let mut cursor = tree.walk();
    // Where the nodes above the cursor end, and whether they are what could not be parsed.
    let mut above: Vec<(usize, bool)> = Vec::new();
    let mut behind = 0;
    while let Some(next) = source.as_bytes().get(behind..).and_then(|rest| table.openers().next(rest)) {
        let at = behind + next;
        behind = at + 1;
        // What ends before it holds no such byte, or stands in what was found without the walk.
        while met.next_if(|one| one.span.end as usize <= at).is_some() {}
        if let Some(one) = met.next_if(|one| one.span.start as usize <= at) {
            behind = one.span.end as usize;
            found.push(one);
            continue;
        }
        let mut steps = 0;
        loop {
            let node = cursor.node();
            if node.end_byte() <= at {
                let Some((end, is_error)) = above.last().copied() else { break };
                if end > at && (is_error || steps < STEPS) {
                    steps += 1;
                    if cursor.goto_next_sibling() {
                        continue;
                    }
                    // Nothing is left here, and above it something that is not shown.
                    break;
                }
                above.pop();
                cursor.goto_parent();
                continue;
            }
            if node.start_byte() > at {
                break;
            }
            if let Some(is_comment) = table.verbatim(node.kind_id()) {
                behind = node.end_byte();
                let span = Span::new(node.start_byte() as u32, behind as u32);
                found.push(Verbatim { span, is_comment });
                break;
            }
            let is_error = node.is_error();
            let is_down = match is_error {
                true => cursor.goto_first_child(),
                // Where no child ends behind the byte, it stands in what is not shown.
                false => cursor.goto_first_child_for_byte(at).is_some(),
            };
            if !is_down {
                break;
            }
            above.push((node.end_byte(), is_error));
        }
    }
    found
}

/// What begins comments and literals.
#[derive(Debug)]
pub(crate) struct Openers {
    /// Whether a byte begins one, or may with what follows.
    bytes: [Opens; 256],
    /// What those begin that are longer than a byte.
    longer: &'static [&'static str],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opens {
    Never,
    Always,
    WithMore,
}

impl Openers {
    /// Those of most languages, and `more`; `more` alone where it has the quotation mark itself.
    pub(crate) fn new(more: &'static [&'static str]) -> Self {
        let mut bytes = [Opens::Never; 256];
        for text in more {
            if let [first, rest @ ..] = text.as_bytes() {
                bytes[usize::from(*first)] = if rest.is_empty() { Opens::Always } else { Opens::WithMore };
            }
        }
        if !more.contains(&"\"") {
            for byte in b"\"'`#/<" {
                bytes[usize::from(*byte)] = Opens::Always;
            }
        }
        Self { bytes, longer: more }
    }

    /// Nothing begins any.
    pub(crate) fn none() -> Self {
        Self { bytes: [Opens::Never; 256], longer: &[] }
    }

    /// Where the next comment or literal may begin in a text, as far as its bytes say.
    fn next(&self, text: &[u8]) -> Option<usize> {
        (0..text.len()).find(|at| match self.bytes[usize::from(text[*at])] {
            Opens::Never => false,
            Opens::Always => true,
            Opens::WithMore => self.longer.iter().any(|one| text[*at..].starts_with(one.as_bytes())),
        })
    }
}

/// True for a kind of node that is a comment, false for one that is a text, a character or a pattern;
/// `None` for others.
pub(crate) fn kind(name: &str) -> Option<bool> {
    if name.contains("comment") || name == "hash_bang_line" {
        return Some(true);
    }
    let is_text = name.contains("string") && !name.starts_with("concatenated");
    let is_other = matches!(
        name,
        "char_literal"
            | "character_literal"
            | "char_lit"
            | "delimited_symbol"
            | "rune_literal"
            | "str_lit"
            | "regex"
            | "regex_lit"
            | "template_literal_type"
    );
    (is_text || is_other).then_some(false)
}

#[cfg(test)]
mod tests {
    use indexer_core::Verbatim;

    fn found(language: &str, source: &str) -> Vec<(String, bool)> {
        let language = crate::by_id(language).unwrap();
        let facts = crate::parse(language, source.as_bytes(), crate::Limits::default());
        let text = |one: &Verbatim| (one.span.text(source).trim_end().to_owned(), one.is_comment);
        facts.verbatim.iter().map(text).collect()
    }

    fn check(language: &str, source: &str, expected: &[(&str, bool)]) {
        let found = found(language, source);
        let found: Vec<(&str, bool)> = found.iter().map(|(text, is)| (text.as_str(), *is)).collect();
        assert_eq!(found, expected, "{language}: {source}");
    }

    #[test]
    fn comments_and_literals_are_told_by_the_grammar() {
        check(
            "rust",
            "/// d\nfn f<'a>() { let c = '\"'; g(\"// no\"); /* x */ }",
            &[("/// d", true), ("'\"'", false), ("\"// no\"", false), ("/* x */", true)],
        );
        check(
            "rust",
            "fn f() { m!(\"a b\", r#\"c\"#); } // e",
            &[("\"a b\"", false), ("r#\"c\"#", false), ("// e", true)],
        );
        check(
            "python",
            "# a\nx = 'b # c'\ny = f\"{x}  d\" 'e'\n",
            &[("# a", true), ("'b # c'", false), ("f\"{x}  d\"", false), ("'e'", false)],
        );
        check(
            "javascript",
            "const r = /\\/\\/ '/g; // a\nconst t = `b ${c} //`;",
            &[("/\\/\\/ '/g", false), ("// a", true), ("`b ${c} //`", false)],
        );
        check(
            "c",
            "#include \"a.h\"\nint f(void) { return '/'; } /* b */",
            &[("#include \"a.h\"", false), ("'/'", false), ("/* b */", true)],
        );
        check("ruby", "a(:\"b: c\", x_y = b::C) # g\n", &[(":\"b: c\"", false), ("# g", true)]);
        check("lua", "a[b] = c - [[ d ]] -- e\n", &[("[[ d ]]", false), ("-- e", true)]);
        check("go", "package a\nvar s = `b\n// c` // d\n", &[("`b\n// c`", false), ("// d", true)]);
    }

    #[test]
    fn what_the_walk_met_changes_nothing() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        let mut count = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let id = path.file_stem().unwrap().to_str().unwrap();
            let Some(language) = crate::by_id(id).filter(|one| one.mask.is_none() && one.container.is_none())
            else {
                continue;
            };
            // All blocks of the page as one file, marks below the lines included: where that does not parse, the walk meets less.
            let page = std::fs::read_to_string(&path).unwrap();
            let blocks: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
            let text: String =
                blocks.iter().filter_map(|block| block.split_once('\n')).map(|(_, code)| code).collect();
            let Some((tree, _)) = crate::parse::read_tree(language, &text) else { continue };
            let facts = crate::parse(language, text.as_bytes(), crate::Limits::default());
            let table = crate::table::of(crate::languages::read_as(language, &text));
            assert_eq!(facts.verbatim, super::verbatim(&tree, &text, table, &[]), "{id}");
            count += facts.verbatim.len();
        }
        assert!(count > 200, "{count}");
    }
}

//! Where comments and literals stand: the parts of a file in which white space and brackets are not
//! the grammar's.

use crate::table::Table;
use indexer_core::{Span, Verbatim};
use tree_sitter::Tree;

/// Siblings that the cursor steps over before it goes down to the byte from their parent: a step costs much more
/// than to pass over a child on the way down, and long lists are trees that are not shown.
const STEPS: usize = 3;

/// The comments and literals of a tree, in order; none inside another. Only bytes that can open one
/// are looked at. O(nodes beside the ways to them): of what could not be parsed, whose children are no tree, each is
/// passed over once.
pub(crate) fn verbatim(tree: &Tree, source: &str, table: &Table) -> Vec<Verbatim> {
    let mut found: Vec<Verbatim> = Vec::new();
    let mut cursor = tree.walk();
    // Where the nodes above the cursor end, and whether they are what could not be parsed.
    let mut above: Vec<(usize, bool)> = Vec::new();
    let mut behind = 0;
    let opens = |byte: u8| OPENERS[byte as usize] || table.openers.contains(&byte);
    let openers = source.bytes().enumerate().filter(|(_, byte)| opens(*byte));
    for (at, _) in openers {
        if at < behind {
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

/// The bytes with which comments and literals of most languages begin.
const OPENERS: [bool; 256] = {
    let mut openers = [false; 256];
    let all = b"\"'`#/<";
    let mut i = 0;
    while i < all.len() {
        openers[all[i] as usize] = true;
        i += 1;
    }
    openers
};

/// True for a kind of node that is a comment, false for one that is a text, a character or a pattern;
/// `None` for others.
pub(crate) fn kind(name: &str) -> Option<bool> {
    if name.contains("comment") || name == "hash_bang_line" {
        return Some(true);
    }
    let is_text = name.contains("string") && !name.starts_with("concatenated");
    let is_other = matches!(
        name,
        "char_literal" | "character_literal" | "rune_literal" | "regex" | "template_literal_type"
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
        check("go", "package a\nvar s = `b\n// c` // d\n", &[("`b\n// c`", false), ("// d", true)]);
    }
}

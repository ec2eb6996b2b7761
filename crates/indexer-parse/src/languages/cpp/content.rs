//! Whether a header is C or C++, told from its content.

use crate::language::Language;
use crate::languages::c::branches::{Dialect, split_directive};
use crate::languages::c::lexer::{self, Kind};

/// The language of a file whose name fits `found`: headers of C and C++ are told apart by content.
pub(crate) fn by_content(found: &'static Language, path: &str, head: &[u8]) -> &'static Language {
    if found.id == "c" && is_told_by_content(path) && is_cpp(head) { &super::LANGUAGE } else { found }
}

/// True for headers, whose name is the same in both languages.
pub(crate) fn is_told_by_content(path: &str) -> bool {
    path.ends_with(".h")
}

/// True for text that no C compiler takes: what stands under `__cplusplus` is left aside, since headers
/// of C have it too. The same content gives the same answer, whatever its path.
fn is_cpp(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let tokens = lexer::tokens(&text, Dialect::C).all;
    // Depth of conditions, and at which one of them began that only C++ sees.
    let (mut depth, mut foreign) = (0u32, None);
    let text_at = |at: usize| tokens.get(at).map_or("", |t| t.text(&text));
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == Kind::Directive {
            let directive = token.text(&text);
            let (word, rest) = split_directive(directive);
            match word {
                "if" | "ifdef" | "ifndef" => {
                    depth += 1;
                    if foreign.is_none() && rest.contains("__cplusplus") {
                        foreign = Some(depth);
                    }
                }
                "endif" => {
                    if foreign == Some(depth) {
                        foreign = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            continue;
        }
        if foreign.is_some() {
            continue;
        }
        let found = match token.text(&text) {
            "template" => text_at(at + 1) == "<",
            "namespace" => {
                let next = tokens.get(at + 1).map(|t| t.kind);
                (next == Some(Kind::Name) && matches!(text_at(at + 2), "{" | ":" | "="))
                    || text_at(at + 1) == "{"
            }
            "using" => text_at(at + 1) == "namespace" || text_at(at + 2) == "=",
            "class" => {
                let plain = tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Name);
                plain && (matches!(text_at(at + 2), "{" | ":" | "final") || text_at(at + 3) == "{")
            }
            "public" | "private" | "protected" => token.first && text_at(at + 1) == ":",
            ":" => {
                // `a::b`, but no attribute `[[a::b]]`.
                let joined = tokens.get(at + 1).is_some_and(|t| t.is(b':') && t.start == token.end);
                let named = tokens.get(at + 2).is_some_and(|t| t.kind == Kind::Name);
                joined && named && at > 1 && tokens[at - 1].kind == Kind::Name && !tokens[at - 2].is(b'[')
            }
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_c_does_not_have_tells() {
        let cpp = [
            "namespace a { int x; }",
            "template <class T> struct A {};",
            "class A : public B { int x; };",
            "class API A { };",
            "struct A {\n public:\n  int x; };",
            "int f(std::string s);",
            "using namespace std;",
        ];
        for source in cpp {
            assert!(is_cpp(source.as_bytes()), "{source}");
        }
        let c = [
            "struct class *class; int template(int new); int namespace;",
            "#ifdef __cplusplus\nextern \"C\" {\nnamespace a { }\n#endif\nint x;",
            "// namespace a { }\nchar *s = \"std::string\";",
            "int a = b ? c : d; [[gnu::unused]] int y; unsigned x:3;",
            "",
        ];
        for source in c {
            assert!(!is_cpp(source.as_bytes()), "{source}");
        }
    }
}

//! Whether a header is C or C++, and whether a file is code to be included, told from their content.

use crate::language::Language;
use crate::languages::c::branches::{Dialect, split_directive};
use crate::languages::c::lexer::{self, Kind, Token, Word};

/// The language of a file whose name fits `found`: headers of C and C++ are told apart by content.
pub(crate) fn by_content(found: &'static Language, path: &str, head: &[u8]) -> &'static Language {
    if found.id == "c" && is_told_by_content(path) && is_cpp(head) { &super::LANGUAGE } else { found }
}

/// True for headers, whose name is the same in both languages, and for what may be included and may be anything else.
pub(crate) fn is_told_by_content(path: &str) -> bool {
    path.ends_with(".h")
        || cfg!(feature = "lang-heavy") && path.ends_with(".m")
        || INCLUDED.contains(&indexer_core::path::extension(path))
}

/// Extensions of files that C and C++ include, and that other programs name so too.
const INCLUDED: [&str; 2] = ["def", "inc"];

/// C++ where the first line of a file says so to editors, as headers of its library do, whose names have no endings:
/// `// <vector> -*- C++ -*-`.
pub(crate) fn by_mode_line(head: &[u8]) -> Option<&'static Language> {
    let line = head[..head.len().min(LONGEST_MODE_LINE)].split(|byte| *byte == b'\n').next()?;
    let mode = String::from_utf8_lossy(line);
    let mode = mode.split("-*-").nth(1).filter(|_| mode.matches("-*-").count() == 2)?;
    let mode = mode.split(';').find_map(|part| match part.split_once(':') {
        Some((key, value)) => key.trim().eq_ignore_ascii_case("mode").then_some(value),
        None => Some(part),
    })?;
    mode.trim().eq_ignore_ascii_case("c++").then_some(&super::LANGUAGE)
}

/// Bytes in which a mode line ends.
const LONGEST_MODE_LINE: usize = 400;

/// The language of a file with such an extension, where its content is code: directives, and declarations or nothing but
/// calls of macros.
pub(crate) fn included(extension: &str, text: &[u8]) -> Option<&'static Language> {
    if !INCLUDED.contains(&extension) || !is_included(&String::from_utf8_lossy(text)) {
        return None;
    }
    Some(if is_cpp(text) { &super::LANGUAGE } else { &crate::languages::c::LANGUAGE })
}

fn is_included(text: &str) -> bool {
    let tokens = lexer::tokens(text, Dialect::C).all;
    let (directives, code): (Vec<&Token>, Vec<&Token>) =
        tokens.iter().partition(|token| token.kind == Kind::Directive);
    let mut tells = false;
    for directive in directives {
        let (word, rest) = split_directive(directive.text(text));
        let rest = rest.trim_start();
        match word {
            "define" => tells |= rest.starts_with(|c: char| c.is_alphabetic() || c == '_'),
            "include" => tells |= rest.starts_with(['"', '<']),
            "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif" | "undef" | "error" | "warning"
            | "pragma" | "line" => {}
            _ => return false,
        }
    }
    let begins = match code.first().map(|token| token.kind) {
        None => return tells,
        Some(Kind::Keyword(Word::Specifier | Word::Type | Word::Tag)) => return true,
        Some(Kind::Keyword(Word::Other) | Kind::Name) => true,
        _ => false,
    };
    begins && (tells || is_list(&code))
}

/// True for nothing but calls with arguments, one after another.
fn is_list(code: &[&Token]) -> bool {
    let mut depth = 0u32;
    for (at, token) in code.iter().enumerate() {
        let follows = |mark: u8| code.get(at + 1).is_some_and(|next| next.is(mark));
        match token.kind {
            Kind::Name if depth == 0 && follows(b'(') => {}
            Kind::Mark(b'(') => depth += 1,
            Kind::Mark(b')') if depth > 0 => depth -= 1,
            Kind::Mark(b',' | b';') if depth == 0 => {}
            _ if depth == 0 => return false,
            _ => {}
        }
        if token.is(b'(') && follows(b')') && depth == 1 {
            return false;
        }
    }
    depth == 0
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

    #[test]
    fn code_that_is_included_is_told_from_other_texts() {
        let code = [
            "X(a)\nX(b, 1)\n",
            "// names\nKIND(a, \"b\"),\nKIND(c, \"d\"),",
            "#ifndef X\n#define X(a)\n#endif\nX(one)\n#undef X\n",
            "static const int table[] = { 1, 2 };",
            "#include \"a.h\"\nfoo_t f(void) { return 1; }",
        ];
        for source in code {
            assert!(included("inc", source.as_bytes()).is_some_and(|l| l.id == "c"), "{source}");
        }
        assert_eq!(
            included("def", b"template <class T> struct A {};\n#define X 1").map(|l| l.id),
            Some("cpp")
        );
        let others = [
            "LIBRARY foo\nEXPORTS\n  a @1\n",
            "<?php function f() {} ?>",
            "SUMMARY = \"x\"\nrequire a.inc\n",
            "# a comment\ndo_install() {\n}\n",
            "ifeq ($(A),b)\nC = d\nendif\n",
            "; comment\n  mov eax, 1\n",
            "{ Pascal }\nprocedure f(a: integer);",
            "do_install() {\n  make\n}\n",
            "",
        ];
        for source in others {
            assert!(included("inc", source.as_bytes()).is_none(), "{source}");
        }
        assert!(included("txt", b"X(a)").is_none());
    }

    #[test]
    fn a_mode_line_says_that_a_file_without_an_ending_is_code() {
        for head in [
            "// <vector> -*- C++ -*-\n",
            "// -*- mode: c++; indent-tabs-mode: nil -*-",
            "//===-- -*- C++ -*-===//",
        ] {
            assert!(by_mode_line(head.as_bytes()).is_some(), "{head}");
        }
        for head in ["# -*- mode: sh -*-", "// C++", "\n// -*- C++ -*-", "-*- C++", "// -*- C++ -*- -*-", ""]
        {
            assert!(by_mode_line(head.as_bytes()).is_none(), "{head}");
        }
    }
}

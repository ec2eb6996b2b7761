//! Whether a header or an `.m` file is Objective-C, told from its content.

use crate::language::Language;
use crate::languages::c::branches::{Dialect, split_directive};
use crate::languages::c::lexer::{self, Kind, Token};
use crate::languages::cpp;

/// The language of a file whose name fits `found`, by its content where the name leaves that open: headers of C, C++ and
/// Objective-C have the same, and `.m` is the ending of other programs too.
pub(crate) fn by_content(found: &'static Language, path: &str, head: &[u8]) -> Option<&'static Language> {
    match found.id {
        "objc" => is_source(head).then_some(found),
        "c" if path.ends_with(".h") && is_header(head) => Some(&super::LANGUAGE),
        _ => Some(cpp::by_content(found, path, head)),
    }
}

/// Words behind an `@` that no other language has there.
const DECLARING: &[&str] = &["@implementation", "@interface", "@protocol"];

/// True for a header that declares a class or protocol. What is only seen under `__OBJC__` is left aside: such headers are
/// for C and C++ too.
fn is_header(head: &[u8]) -> bool {
    // Most headers of C and C++ have none of them anywhere.
    let is_named = DECLARING.iter().any(|word| memchr::memmem::find(head, word.as_bytes()).is_some());
    is_named && has_declaration(&String::from_utf8_lossy(head))
}

fn has_declaration(text: &str) -> bool {
    let tokens = lexer::tokens(text, Dialect::C).all;
    // Depth of conditions, and at which one of them began that only Objective-C sees.
    let (mut depth, mut own) = (0u32, None);
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == Kind::Directive {
            let (word, rest) = split_directive(token.text(text));
            match word {
                "if" | "ifdef" | "ifndef" => {
                    depth += 1;
                    own = own.or(rest.contains("__OBJC__").then_some(depth));
                }
                "endif" => {
                    own = own.filter(|one| *one != depth);
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
        } else if own.is_none() && is_declaring(&tokens, at, text) {
            return true;
        }
    }
    false
}

fn is_declaring(tokens: &[Token], at: usize, text: &str) -> bool {
    is_word(tokens, at, text, DECLARING)
}

/// True for an `@` with one of these words right behind it.
fn is_word(tokens: &[Token], at: usize, text: &str, words: &[&str]) -> bool {
    let Some(next) = tokens.get(at + 1).filter(|_| tokens[at].is(b'@')) else { return false };
    let both = text.get(tokens[at].start as usize..next.end as usize);
    both.is_some_and(|both| words.contains(&both))
}

/// True for the text of an `.m` file that is Objective-C: programs of other kinds are named so too.
fn is_source(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let tokens = lexer::tokens(&text, Dialect::C).all;
    tokens.iter().enumerate().any(|(at, token)| match token.kind {
        Kind::Directive => {
            let (word, rest) = split_directive(token.text(&text));
            let rest = rest.trim_start();
            match word {
                "include" | "import" => rest.starts_with(['"', '<']),
                "ifdef" | "ifndef" | "pragma" | "define" => !rest.is_empty(),
                _ => false,
            }
        }
        _ => is_declaring(&tokens, at, &text) || is_word(&tokens, at, &text, &["@class", "@import"]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_protocols_tell() {
        for source in ["@interface A : B\n@end", "#import <A/A.h>\n@protocol A;", "/* a */ @implementation A"]
        {
            assert!(is_header(source.as_bytes()), "{source}");
            assert!(is_source(source.as_bytes()), "{source}");
        }
        for source in [
            "#ifdef __OBJC__\n#if A\n@class B;\n#endif\n@interface A\n@end\n#endif\nint x;",
            "// @interface A\nint f(void);",
            "char *s = \"@protocol\";",
            "/** @interface A */ struct A;",
        ] {
            assert!(!is_header(source.as_bytes()), "{source}");
            assert_eq!(crate::language_of("a.h", source.as_bytes()).map(|found| found.id), Some("c"));
        }
        let cpp = b"#ifdef __OBJC__\n@interface A\n@end\n#endif\nnamespace a { }";
        assert_eq!(crate::language_of("a.h", cpp).map(|found| found.id), Some("cpp"));
        assert_eq!(crate::language_of("a.h", b"@protocol A\n@end").map(|found| found.id), Some("objc"));
    }

    #[test]
    fn other_programs_are_no_sources() {
        for source in [
            "function y = f(x)\n% f\ny = @(a) a';\nend",
            "# a note\nx = 1;",
            "",
            ":- module a.",
            "(* a *) f[x_] := 1",
        ] {
            assert!(!is_source(source.as_bytes()), "{source}");
        }
        assert!(crate::language_of("a.m", b"x = 1;").is_none());
        assert!(is_source(b"#include \"a.h\"\nint main(void) { return 0; }"));
        assert!(is_source(b"@import UIKit;"));
    }
}

//! Tokens of C and C++ before any preprocessing: what the mask is made from.

use super::branches::Dialect;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Kind {
    /// A name that is no keyword.
    Name,
    /// A keyword of either language, or of a compiler that both are used with.
    Keyword(Word),
    /// A number.
    Number,
    /// A string, with its prefix and quotes.
    String,
    /// A character.
    Character,
    /// A byte of punctuation. Operators of several bytes are several tokens.
    Mark(u8),
    /// A preprocessor line with the lines that continue it, from `#` to before the line's end.
    Directive,
}

/// What a keyword does for the mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Word {
    /// Qualifiers and storage classes: `static`, `const`.
    Specifier,
    /// A type that needs no name: `int`, `auto`.
    Type,
    /// `struct`, `union`, `enum`, `class`: a name follows.
    Tag,
    /// `if`, `for`, `while`, `switch`, `catch`: parentheses follow, then a statement.
    Head,
    /// `else`, `do`, `try`: a statement follows.
    Prefix,
    /// `return`, `goto` and others that begin a statement.
    Statement,
    /// `case`, `default`.
    Case,
    /// `sizeof` and others that stand in expressions.
    Operator,
    /// `typeof` and its kin.
    Typeof,
    /// `asm`.
    Asm,
    /// `__attribute__`, `__declspec`.
    Attribute,
    /// `typedef`, `template`, `namespace`, `using`, `operator`, `public`: told by their text.
    Other,
}

/// One token.
#[derive(Clone, Copy, Debug)]
pub(in crate::languages) struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its first byte.
    pub start: u32,
    /// The byte after it.
    pub end: u32,
    /// True where it is the first of its line.
    pub first: bool,
}

impl Token {
    /// True for this byte of punctuation.
    pub(in crate::languages) fn is(&self, mark: u8) -> bool {
        self.kind == Kind::Mark(mark)
    }

    /// Its text.
    pub(in crate::languages) fn text<'a>(&self, source: &'a str) -> &'a str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A file cut into tokens and comments.
#[derive(Debug, Default)]
pub(in crate::languages) struct Tokens {
    /// The tokens in order.
    pub all: Vec<Token>,
    /// First byte and end of each comment, in order.
    pub comments: Vec<(u32, u32)>,
    /// Where a `\` before a line's end stands outside of directives.
    pub splices: Vec<u32>,
}

/// Cuts a file into tokens. Linear, whatever the bytes are.
pub(in crate::languages) fn tokens(source: &str, dialect: Dialect) -> Tokens {
    cut(source, true, dialect)
}

/// The tokens of a part of a file that begins inside of a line: a `#` there is no directive.
pub(in crate::languages) fn inside(source: &str, dialect: Dialect) -> Vec<Token> {
    cut(source, false, dialect).all
}

fn cut(source: &str, mut first: bool, dialect: Dialect) -> Tokens {
    let bytes = source.as_bytes();
    let mut out = Tokens { all: Vec::with_capacity(bytes.len() / 5), ..Tokens::default() };
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let start = at;
        let kind = match byte {
            b'\n' => {
                first = true;
                at += 1;
                continue;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                at += 1;
                continue;
            }
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                at = comment_end(bytes, at);
                out.comments.push((start as u32, at as u32));
                continue;
            }
            b'\\' if splice(bytes, at) > 0 => {
                out.splices.push(at as u32);
                at += splice(bytes, at);
                continue;
            }
            b'#' if first => {
                at = directive_end(bytes, at);
                Kind::Directive
            }
            b'"' => {
                at = string_end(bytes, at);
                Kind::String
            }
            b'\'' => {
                at = string_end(bytes, at);
                Kind::Character
            }
            b'0'..=b'9' => {
                at = number_end(bytes, at);
                Kind::Number
            }
            b'.' if matches!(bytes.get(at + 1), Some(b'0'..=b'9')) => {
                at = number_end(bytes, at);
                Kind::Number
            }
            _ if is_name(byte) => {
                at += 1;
                while at < bytes.len() && is_name_part(bytes[at]) {
                    at += 1;
                }
                let text = &bytes[start..at];
                match bytes.get(at) {
                    Some(b'"')
                        if text.len() <= 3 && text.ends_with(b"R") && is_prefix(&text[..text.len() - 1]) =>
                    {
                        at = raw_string_end(bytes, at);
                        Kind::String
                    }
                    Some(b'"') if is_prefix(text) => {
                        at = string_end(bytes, at);
                        Kind::String
                    }
                    Some(b'\'') if is_prefix(text) => {
                        at = string_end(bytes, at);
                        Kind::Character
                    }
                    _ => word(text, dialect).map_or(Kind::Name, Kind::Keyword),
                }
            }
            _ => {
                at += 1;
                Kind::Mark(byte)
            }
        };
        out.all.push(Token { kind, start: start as u32, end: at as u32, first });
        first = false;
    }
    out
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// True for bytes of which names consist after the first.
pub(in crate::languages) fn is_name_part(byte: u8) -> bool {
    is_name(byte) || byte.is_ascii_digit()
}

fn is_prefix(text: &[u8]) -> bool {
    matches!(text, b"" | b"L" | b"u" | b"U" | b"u8")
}

/// The length of a line splice at `at`, 0 where there is none.
fn splice(bytes: &[u8], at: usize) -> usize {
    match (bytes.get(at + 1), bytes.get(at + 2)) {
        (Some(b'\n'), _) => 2,
        (Some(b'\r'), Some(b'\n')) => 3,
        _ => 0,
    }
}

fn comment_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 2;
    if bytes[at + 1] == b'*' {
        while end < bytes.len() {
            if bytes[end] == b'*' && bytes.get(end + 1) == Some(&b'/') {
                return end + 2;
            }
            end += 1;
        }
        return bytes.len();
    }
    while end < bytes.len() && bytes[end] != b'\n' {
        end += if bytes[end] == b'\\' { splice(bytes, end).max(1) } else { 1 };
    }
    end.min(bytes.len())
}

/// The end of a string or character that begins at its quote; at the line's end where it is not
/// closed.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut end = at + 1;
    while end < bytes.len() {
        match bytes[end] {
            b'\\' => end += splice(bytes, end).max(2),
            b'\n' => return end,
            byte => {
                end += 1;
                if byte == quote {
                    return end;
                }
            }
        }
    }
    bytes.len()
}

/// The end of `"delimiter( ... )delimiter"` that begins at its quote.
fn raw_string_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at + 1..];
    let Some(open) = rest.iter().take(17).position(|b| *b == b'(') else { return string_end(bytes, at) };
    let delimiter = &rest[..open];
    let mut from = open + 1;
    while let Some(close) = rest[from..].iter().position(|b| *b == b')') {
        let after = &rest[from + close + 1..];
        if after.starts_with(delimiter) && after.get(open) == Some(&b'"') {
            return at + 1 + from + close + 1 + open + 1;
        }
        from += close + 1;
    }
    bytes.len()
}

fn number_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < bytes.len() {
        let byte = bytes[end];
        let sign = matches!(byte, b'+' | b'-') && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
        let hex = bytes[at] == b'0' && matches!(bytes.get(at + 1), Some(b'x' | b'X'));
        let exponent = sign && (!hex || matches!(bytes[end - 1], b'p' | b'P'));
        let quote = byte == b'\'' && bytes.get(end + 1).is_some_and(|b| b.is_ascii_alphanumeric());
        if !(byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_' || exponent || quote) {
            break;
        }
        end += 1;
    }
    end
}

/// The end of a preprocessor line. A comment may run on over lines in it.
fn directive_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < bytes.len() {
        match bytes[end] {
            b'\n' => return end,
            b'\\' => end += splice(bytes, end).max(1),
            b'/' if bytes.get(end + 1) == Some(&b'*') => end = comment_end(bytes, end),
            b'/' if bytes.get(end + 1) == Some(&b'/') => return comment_end(bytes, end),
            b'"' => end = string_end(bytes, end),
            _ => end += 1,
        }
    }
    end.min(bytes.len())
}

/// What a keyword is; `None` for a name.
#[rustfmt::skip]
fn word(text: &[u8], dialect: Dialect) -> Option<Word> {
    if text.len() < 2 || text.len() > 16 || !(text[0].is_ascii_lowercase() || text[0] == b'_') {
        return None;
    }
    Some(match text {
        b"static" | b"extern" | b"const" | b"volatile" | b"inline" | b"register" | b"restrict"
        | b"__restrict" | b"__restrict__" | b"__inline" | b"__inline__" | b"__forceinline" | b"_Atomic"
        | b"_Noreturn" | b"_Thread_local" | b"__thread" | b"thread_local" | b"constexpr" | b"__const"
        | b"__volatile__" | b"__extension__" | b"__volatile" => Word::Specifier,
        b"int" | b"char" | b"void" | b"long" | b"short" | b"unsigned" | b"signed" | b"float" | b"double"
        | b"bool" | b"_Bool" | b"auto" | b"size_t" | b"ssize_t" | b"ptrdiff_t" | b"intptr_t" | b"uintptr_t"
        | b"int8_t" | b"int16_t" | b"int32_t" | b"int64_t" | b"uint8_t" | b"uint16_t" | b"uint32_t"
        | b"uint64_t" | b"wchar_t" | b"char8_t" | b"char16_t" | b"char32_t" | b"__auto_type" => Word::Type,
        b"struct" | b"union" | b"enum" => Word::Tag,
        b"if" | b"for" | b"while" | b"switch" => Word::Head,
        b"else" | b"do" => Word::Prefix,
        b"return" | b"goto" | b"break" | b"continue" => Word::Statement,
        b"case" | b"default" => Word::Case,
        b"sizeof" | b"alignof" | b"_Alignof" | b"__alignof__" | b"_Generic" | b"offsetof" => Word::Operator,
        b"typeof" | b"__typeof__" | b"__typeof" => Word::Typeof,
        b"asm" | b"__asm__" | b"__asm" => Word::Asm,
        b"__attribute__" | b"__attribute" | b"__declspec" | b"alignas" | b"_Alignas" => Word::Attribute,
        b"typedef" => Word::Other,
        _ if dialect == Dialect::C => return None,
        b"class" => Word::Tag,
        b"virtual" | b"explicit" | b"mutable" | b"consteval" | b"constinit" => Word::Specifier,
        b"catch" => Word::Head,
        b"try" => Word::Prefix,
        b"throw" | b"co_return" | b"co_yield" => Word::Statement,
        b"new" | b"delete" | b"this" | b"true" | b"false" | b"nullptr" | b"static_cast" | b"const_cast"
        | b"dynamic_cast" | b"reinterpret_cast" | b"typeid" | b"co_await" | b"and" | b"or" | b"not" => Word::Operator,
        b"template" | b"namespace" | b"using" | b"operator" | b"public" | b"private" | b"protected"
        | b"friend" | b"typename" | b"concept" | b"requires" | b"noexcept" | b"decltype" | b"static_assert" => Word::Other,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        tokens(source, Dialect::Cpp).all.iter().map(|t| t.text(source)).collect()
    }

    #[test]
    fn directives_take_their_continued_lines_and_comments() {
        let source = "a\n  #define X(y) \\\n  y /* a\n b */ + 1 // c\nb # c";
        assert_eq!(texts(source), ["a", "#define X(y) \\\n  y /* a\n b */ + 1 // c", "b", "#", "c"]);
    }

    #[test]
    fn strings_numbers_and_comments() {
        assert_eq!(texts("u8\"a\\\"b\" L'x' /* c */ d // e \\\n f\ng"), ["u8\"a\\\"b\"", "L'x'", "d", "g"]);
        assert_eq!(texts("R\"x(a)\" )x\" b"), ["R\"x(a)\" )x\"", "b"]);
        assert_eq!(texts("1'000.5e-3f 0xe+1 .5 a.b"), ["1'000.5e-3f", "0xe", "+", "1", ".5", "a", ".", "b"]);
        assert_eq!(texts("'a\n\"b"), ["'a", "\"b"]);
    }

    #[test]
    fn broken_ends_stay_inside_the_text() {
        for source in
            ["\\", "\"\\", "#\\", "/*", "/", "'", "R\"(", "R\"aaaaaaaaaaaaaaaaaaaaaa(", "//\\", "ä#"]
        {
            let all = tokens(source, Dialect::Cpp).all;
            assert!(all.iter().all(|t| t.start < t.end && t.end as usize <= source.len()), "{source}");
        }
    }
}

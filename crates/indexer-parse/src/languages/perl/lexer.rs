//! Texts of Perl to tokens.

use super::words;
use crate::tokens::{self, TokenKind};
use indexer_core::{Span, Verbatim, work};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word: `foo`, `Foo::Bar`, a word of the language.
    Word,
    /// `$a`, `@a`, `%a`, `$#a`: a variable with its sign.
    Variable,
    /// A text, a pattern, a list of words.
    Text,
    /// A number.
    Number,
    /// One sign.
    Sign(u8),
    /// `->`.
    Arrow,
    /// `=>`.
    Comma,
}

pub(super) type Token = tokens::Token<Kind>;
pub(super) type Lexed = tokens::Lexed<Kind>;

impl TokenKind for Kind {
    fn sign(sign: u8) -> Self {
        Self::Sign(sign)
    }
}

/// The tokens of a text. O(bytes).
pub(super) fn lex(text: &str) -> Lexed {
    let at = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lexer =
        Lexer { text, bytes: text.as_bytes(), at, found: Lexed::default(), documents: Vec::new() };
    while lexer.at < lexer.bytes.len() {
        work::add(1);
        lexer.token();
    }
    lexer.found
}

/// How many tokens are identifiers.
pub(super) fn identifiers(text: &str) -> u32 {
    lex(text).tokens.iter().filter(|token| is_identifier(text, token)).count() as u32
}

/// True for a token that may be a name, and is no word of the language.
pub(super) fn is_identifier(text: &str, token: &Token) -> bool {
    match token.kind {
        Kind::Word => !words::is_keyword(token.span.text(text)),
        Kind::Variable => true,
        _ => false,
    }
}

pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) found: Lexed,
    /// The words that end the documents which begin behind this line, and whether they may be indented.
    pub(super) documents: Vec<(Span, bool)>,
}

impl Lexer<'_> {
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn push(&mut self, kind: Kind, start: usize) {
        self.at = self.at.min(self.bytes.len());
        self.found.tokens.push(Token { kind, span: Span::new(start as u32, self.at as u32) });
    }

    pub(super) fn verbatim(&mut self, start: usize, is_comment: bool) {
        self.at = self.at.min(self.bytes.len());
        let span = Span::new(start as u32, self.at as u32);
        self.found.verbatim.push(Verbatim { span, is_comment });
    }

    pub(super) fn pass_line(&mut self) {
        let rest = &self.bytes[self.at..];
        let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        work::add(1 + length / 64);
        self.at += length;
    }

    fn pass_word(&mut self) {
        loop {
            let rest = &self.bytes[self.at..];
            let length = rest.iter().take_while(|byte| is_part(**byte)).count();
            work::add(length / 64);
            self.at += length;
            // `A::B`, and of old `A'B`, which is no longer written.
            if self.byte(0) == b':' && self.byte(1) == b':' && is_start(self.byte(2)) {
                self.at += 2;
            } else {
                break;
            }
        }
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || self.bytes[self.at - 1] == b'\n'
    }

    fn token(&mut self) {
        let start = self.at;
        match self.byte(0) {
            b'\n' => {
                self.at += 1;
                self.documents();
            }
            byte if byte.is_ascii_whitespace() => self.at += 1,
            b'#' => {
                self.pass_line();
                self.verbatim(start, true);
            }
            // Documentation stands between lines that begin with this sign.
            b'=' if self.is_line_start() && self.byte(1).is_ascii_alphabetic() => {
                let found = memchr::memmem::find(&self.bytes[start..], b"\n=cut");
                work::add(1 + found.unwrap_or(self.bytes.len() - start) / 64);
                self.at = found.map_or(self.bytes.len(), |found| start + found + 5);
                self.pass_line();
                self.verbatim(start, true);
            }
            b'(' => {
                let prototype = self.prototype();
                self.at += 1;
                self.push(Kind::Sign(b'('), start);
                if let Some(length) = prototype {
                    self.at += length + 1;
                    self.push(Kind::Sign(b')'), self.at - 1);
                }
            }
            b'$' | b'@' | b'%' | b'&' => self.variable(),
            b'"' | b'\'' | b'`' => self.quoted(start),
            b'<' if self.byte(1) == b'<' && self.begins_document() => {}
            b'/' if !self.follows_value() => self.quoted(start),
            // `$a // 1`: the second sign begins no pattern.
            b'/' if self.byte(1) == b'/' => {
                self.at += 2;
                self.push(Kind::Sign(b'/'), start);
            }
            b'-' if self.byte(1) == b'>' => {
                self.at += 2;
                self.push(Kind::Arrow, start);
            }
            b'=' if self.byte(1) == b'>' => {
                self.at += 2;
                self.push(Kind::Comma, start);
            }
            byte if is_start(byte) => self.word(),
            byte if byte.is_ascii_digit() => {
                let rest = &self.bytes[start..];
                let length =
                    rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
                work::add(length / 64);
                self.at += length;
                self.push(Kind::Number, start);
            }
            _ => {
                self.at += 1;
                self.push(Kind::Sign(self.bytes[start]), start);
            }
        }
    }

    /// How long what stands in the parentheses here is, where that is the prototype of a subroutine: `sub f($$;$)`.
    fn prototype(&self) -> Option<usize> {
        let mut before = self.found.tokens.iter().rev();
        let is_sub = |token: Option<&Token>| {
            token.is_some_and(|token| token.kind == Kind::Word && token.span.text(self.text) == "sub")
        };
        let last = before.next();
        let is_named = last.is_some_and(|last| last.kind == Kind::Word);
        if !(is_sub(last) || is_named && is_sub(before.next())) {
            return None;
        }
        let rest = &self.bytes[self.at + 1..];
        let length = rest.iter().take_while(|byte| b"$@%&*;+_\\[] ".contains(byte)).count();
        work::add(length / 64);
        (length > 0 && rest.get(length) == Some(&b')')).then_some(length)
    }

    /// `$a`, `@$a`, `%{ .. }`, `&f`, `$#a`; an operator behind a value.
    fn variable(&mut self) {
        let start = self.at;
        let sign = self.byte(0);
        self.at += 1;
        // `keys %h` is a function with what it is given.
        let is_given = is_start(self.byte(0))
            && self
                .found
                .tokens
                .last()
                .is_some_and(|last| last.kind == Kind::Word && (last.span.end as usize) < start);
        if matches!(sign, b'%' | b'&')
            && ((self.follows_value_before(start) && !is_given) || self.byte(0) == sign)
        {
            self.push(Kind::Sign(sign), start);
            return;
        }
        if sign == b'$'
            && self.byte(0) == b'#'
            && (is_start(self.byte(1)) || matches!(self.byte(1), b'{' | b'$'))
        {
            self.at += 1;
        }
        match self.byte(0) {
            byte if is_start(byte) => {
                self.pass_word();
                self.push(
                    if sign == b'&' { Kind::Word } else { Kind::Variable },
                    start + usize::from(sign == b'&'),
                );
            }
            b':' if self.byte(1) == b':' && is_start(self.byte(2)) => {
                self.at += 2;
                self.pass_word();
                self.push(Kind::Variable, start);
            }
            // `${name}`
            b'{' if sign != b'&' => {
                let rest = &self.bytes[self.at + 1..];
                let length = rest.iter().take_while(|byte| is_part(**byte)).count();
                work::add(length / 64);
                let is_name = length > 0 && is_start(rest[0]) && rest.get(length) == Some(&b'}');
                if is_name {
                    self.at += length + 2;
                    self.push(Kind::Variable, start);
                } else {
                    self.push(Kind::Sign(sign), start);
                }
            }
            b'$' if is_start(self.byte(1)) || matches!(self.byte(1), b'{' | b'$' | b':') => {
                self.push(Kind::Sign(sign), start);
            }
            // Variables of signs and digits belong to the language.
            byte if sign == b'$' && (byte.is_ascii_punctuation() || byte.is_ascii_digit()) => {
                self.at += 1;
                self.push(Kind::Number, start);
            }
            b'_' | b'-' | b'+' if sign == b'@' => {
                self.at += 1;
                self.push(Kind::Number, start);
            }
            _ => self.push(Kind::Sign(sign), start),
        }
    }

    /// A word, or what it quotes.
    fn word(&mut self) {
        let start = self.at;
        self.pass_word();
        let word = &self.bytes[start..self.at];
        let is_key = self.is_key(start);
        if matches!(word, b"__END__" | b"__DATA__") && !is_key {
            self.at = self.bytes.len();
            self.verbatim(start, true);
            return;
        }
        // `-s $file` asks for the size of a file.
        let is_test = word == b"s"
            && self
                .found
                .tokens
                .last()
                .is_some_and(|last| last.kind == Kind::Sign(b'-') && last.span.end as usize == start);
        if words::quotes(word) && !is_key && !is_test && self.begins_quote() {
            self.quoted(start);
            return;
        }
        self.push(Kind::Word, start);
    }

    /// True where a word that ends here is a key or a member: `{y}`, `->s`, `y => 1`.
    fn is_key(&self, start: usize) -> bool {
        let last = self.found.tokens.last();
        let is_member = last.is_some_and(|last| last.kind == Kind::Arrow);
        let is_named = last.is_some_and(|last| {
            last.kind == Kind::Word && matches!(last.span.text(self.text), "sub" | "package" | "method")
        });
        let rest = &self.bytes[self.at..];
        let blanks = rest.iter().take_while(|byte| matches!(**byte, b' ' | b'\t')).count();
        work::add(blanks / 64);
        let is_braced = rest.get(blanks) == Some(&b'}')
            && last.is_some_and(|last| last.kind == Kind::Sign(b'{') && start >= last.span.end as usize);
        is_member || is_named || is_braced || rest[blanks..].starts_with(b"=>")
    }

    /// True where a sign stands here that begins what a word before it quotes.
    fn begins_quote(&self) -> bool {
        let rest = &self.bytes[self.at..];
        let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        work::add(blanks / 64);
        match rest.get(blanks) {
            Some(b'#') => blanks == 0,
            Some(b',' | b';' | b')') | None => false,
            Some(b'=') => blanks == 0 || rest.get(blanks + 1) != Some(&b' '),
            Some(byte) => byte.is_ascii_punctuation() && *byte != b'_',
        }
    }

    pub(super) fn follows_value(&self) -> bool {
        self.follows_value_before(self.at)
    }

    /// True where a value ends before, so that a sign is an operator.
    fn follows_value_before(&self, at: usize) -> bool {
        let mut before = self.found.tokens.iter().rev();
        let last = before.next().filter(|last| last.span.end as usize <= at);
        let is_member = before.next().is_some_and(|token| token.kind == Kind::Arrow);
        last.is_some_and(|last| match last.kind {
            Kind::Word if is_member => true,
            // A block ends with its line, and a statement begins.
            Kind::Sign(b'}') if self.bytes[last.span.end as usize..at].contains(&b'\n') => false,
            Kind::Variable | Kind::Number | Kind::Text | Kind::Sign(b')' | b']' | b'}') => true,
            Kind::Word => {
                let word = last.span.text(self.text);
                !words::begins_value(word) && !words::is_keyword(word)
            }
            _ => false,
        })
    }
}

pub(super) fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_part(byte: u8) -> bool {
    is_start(byte) || byte.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_no_code() {
        let told = |text: &'static str| -> Vec<&str> {
            lex(text).tokens.iter().map(|token| token.span.text(text)).collect()
        };
        assert_eq!(told("$a / $b / 2;"), ["$a", "/", "$b", "/", "2", ";"]);
        assert_eq!(told("split /a b/, q{a {b}}"), ["split", "/a b/", ",", "q{a {b}}"]);
        assert_eq!(told("f($_[0]) // '/' }"), ["f", "(", "$_", "[", "0", "]", ")", "//", "'/'", "}"]);
        assert_eq!(told("$a->split // 1 / 2"), ["$a", "->", "split", "//", "1", "/", "2"]);
        assert_eq!(
            told("s{a}{b}g; $h{y} = y => 1"),
            ["s{a}{b}g", ";", "$h", "{", "y", "}", "=", "y", "=>", "1"]
        );
        assert_eq!(
            told("sub f($$;$) {\n}\n/^(a$/ and 1;"),
            ["sub", "f", "(", ")", "{", "}", "/^(a$/", "and", "1", ";"]
        );
        assert_eq!(told("-s \"a/b\") {"), ["-", "s", "\"a/b\"", ")", "{"]);
        assert_eq!(told("f(<<A, <<~'B');\nx\nA\n y\n B\ng"), ["f", "(", "<<A", ",", "<<~'B'", ")", ";", "g"]);
    }
}

//! Texts of SQL to tokens, as most databases write them: PostgreSQL with its shell, MySQL, SQLite and SQL Server.

use super::words::is_reserved;
use crate::tokens::{self, TokenKind};
use indexer_core::{Span, Verbatim, work};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word: a name, or a word of the language.
    Word,
    /// A name in quotes.
    Quoted,
    /// A text.
    Text,
    /// A number.
    Number,
    /// What something else puts in before the text is run: `:a`, `@a`, `$1`, `@a@`, `{{ a }}`.
    Inserted,
    /// One sign.
    Sign(u8),
    /// `::`, behind which a type stands.
    Cast,
    /// What ends a statement.
    End,
    /// The path of a file that is read at this place.
    Include,
    /// The quotes around the body of a routine: what stands between them are tokens.
    Opens,
    /// The end of such a body.
    Closes,
}

pub(super) type Token = tokens::Token<Kind>;
type Lexed = tokens::Lexed<Kind>;

impl TokenKind for Kind {
    fn sign(sign: u8) -> Self {
        Self::Sign(sign)
    }
}

/// Texts between dollars are bodies of routines in these languages.
const READ: &[&str] = &["plpgsql", "sql", "plpgsql_check"];

/// Longest word between the dollars of a quote, in bytes: PostgreSQL's.
const LONGEST_TAG: usize = 63;

/// Longest template in quotes, in bytes.
const TEMPLATE: usize = 200;

/// Where the template that begins a text ends; `None` for signs that only look like one, as in `'{{' || a || '}}'`.
fn template_end(text: &[u8]) -> Option<usize> {
    let first = text.get(2..)?.iter().find(|byte| !matches!(byte, b' ' | b'-'))?;
    let is_template = first.is_ascii_alphanumeric() || matches!(first, b'.' | b'_' | b'$');
    memchr::memmem::find(text, b"}}").filter(|_| is_template).map(|at| at + 2)
}

/// The tokens of a text. O(bytes).
pub(super) fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer::new(text, has_backslashes(text));
    // A mark of the order of bytes.
    lexer.at = text.len() - text.trim_start_matches('\u{feff}').len();
    lexer.run(text.len());
    lexer.found
}

/// How many tokens are identifiers.
pub(super) fn identifiers(text: &str) -> u32 {
    lex(text).tokens.iter().filter(|token| is_identifier(text, token)).count() as u32
}

/// True for a token that may be a name and is no reserved word.
pub(super) fn is_identifier(text: &str, token: &Token) -> bool {
    match token.kind {
        Kind::Word => !is_reserved(token.span.text(text)),
        Kind::Quoted => true,
        _ => false,
    }
}

/// True where a backslash takes the meaning of the quote behind it: MySQL, which its own words betray.
fn has_backslashes(text: &str) -> bool {
    work::add(text.len() / 64);
    ["AUTO_INCREMENT", "auto_increment", "ENGINE=", "DELIMITER ", "delimiter "]
        .iter()
        .any(|word| text.contains(word))
}

/// What is known of the statement.
#[derive(Clone, Copy, Debug, Default)]
struct Statement {
    /// Its first token.
    first: usize,
    /// True for `DO`.
    runs: bool,
    creates: bool,
    makes_routine: bool,
    /// Is the language that it names read?
    language: Option<bool>,
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    end: usize,
    found: Lexed,
    /// What ends a statement beside `;`.
    delimiter: Option<&'t str>,
    has_backslashes: bool,
    statement: Statement,
    /// True inside the body of a routine.
    is_inside: bool,
}

impl<'t> Lexer<'t> {
    fn new(text: &'t str, has_backslashes: bool) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            end: text.len(),
            found: Lexed::default(),
            delimiter: None,
            has_backslashes,
            statement: Statement::default(),
            is_inside: false,
        }
    }

    /// Reads up to `end`.
    fn run(&mut self, end: usize) {
        let around = std::mem::replace(&mut self.end, end);
        while self.at < self.end {
            work::add(1);
            self.token();
        }
        self.end = around;
    }

    fn byte(&self, ahead: usize) -> u8 {
        let at = self.at + ahead;
        if at < self.end { self.bytes[at] } else { 0 }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.at = self.at.min(self.end);
        self.found.tokens.push(Token { kind, span: Span::new(start as u32, self.at as u32) });
        if matches!(kind, Kind::Word | Kind::Quoted | Kind::Text) {
            self.note();
        }
    }

    fn verbatim(&mut self, start: usize, is_comment: bool) {
        self.at = self.at.min(self.end);
        let span = Span::new(start as u32, self.at as u32);
        self.found.verbatim.push(Verbatim { span, is_comment });
    }

    /// Where `wanted` stands from here on; the end where it does not.
    fn find(&self, wanted: &str) -> usize {
        let rest = &self.bytes[self.at..self.end];
        let found = memchr::memmem::find(rest, wanted.as_bytes());
        work::add(1 + found.unwrap_or(rest.len()) / 64);
        found.map_or(self.end, |found| self.at + found)
    }

    fn token(&mut self) {
        let start = self.at;
        if let Some(delimiter) = self.delimiter
            && self.text[..self.end].get(start..).is_some_and(|rest| rest.starts_with(delimiter))
        {
            self.at += delimiter.len();
            self.ends(start);
            return;
        }
        match self.byte(0) {
            byte if byte.is_ascii_whitespace() => self.at += 1,
            b'-' if self.byte(1) == b'-' => self.comment_to("\n"),
            b'#' if self.begins_line() => self.comment_to("\n"),
            b'/' if self.byte(1) == b'*' => self.block_comment(),
            b'\'' => self.quoted_text(self.has_backslashes),
            b'"' => self.quoted_name(b'"'),
            b'`' => self.quoted_name(b'`'),
            b'[' if self.is_bracketed() => self.quoted_name(b']'),
            b'$' => self.dollar(),
            b'\\' => self.command(),
            b'{' if matches!(self.byte(1), b'{' | b'%') => self.template(),
            b';' => {
                self.at += 1;
                self.ends(start);
            }
            b':' if self.byte(1) == b':' => {
                self.at += 2;
                self.push(Kind::Cast, start);
            }
            b':' if is_start(self.byte(1)) || matches!(self.byte(1), b'\'' | b'"') => self.variable(),
            b'@' if is_start(self.byte(1)) || self.byte(1) == b'@' => self.variable(),
            byte if is_start(byte) => self.word(),
            byte if byte.is_ascii_digit() => self.number(),
            byte => {
                self.at += 1;
                self.push(Kind::Sign(byte), start);
            }
        }
    }

    fn begins_line(&self) -> bool {
        let before = self.bytes[..self.at].iter().rev().take(64).find(|byte| !matches!(byte, b' ' | b'\t'));
        before.is_none_or(|byte| *byte == b'\n')
    }

    fn comment_to(&mut self, end: &str) {
        let start = self.at;
        self.at = self.find(end);
        self.verbatim(start, true);
    }

    /// Comments nest.
    fn block_comment(&mut self) {
        let start = self.at;
        self.at += 2;
        let mut depth = 1;
        while depth > 0 && self.at < self.end {
            match memchr::memchr2(b'*', b'/', &self.bytes[self.at..self.end]) {
                Some(found) => {
                    work::add(1 + found / 64);
                    self.at += found;
                    match (self.byte(0), self.byte(1)) {
                        (b'*', b'/') => (depth, self.at) = (depth - 1, self.at + 2),
                        (b'/', b'*') => (depth, self.at) = (depth + 1, self.at + 2),
                        _ => self.at += 1,
                    }
                }
                None => self.at = self.end,
            }
        }
        if depth > 0 {
            self.found.never_ends(start);
        }
        self.verbatim(start, true);
    }

    /// `'it''s'`; where a backslash has a meaning, it takes that of the quote behind it.
    fn quoted_text(&mut self, has_backslashes: bool) {
        let start = self.at;
        self.pass_quoted(b'\'', has_backslashes);
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    /// Passes the quote here and all up to the one that closes, which doubled is one sign.
    fn pass_quoted(&mut self, close: u8, has_backslashes: bool) {
        let start = self.at;
        self.at += 1;
        while self.at < self.end {
            work::add(1);
            let rest = &self.bytes[self.at..self.end];
            let found = match has_backslashes {
                true => memchr::memchr2(close, b'\\', rest),
                false => memchr::memchr(close, rest),
            };
            // What is put in may hold quotes of its own: `"{{ index .Options "Namespace" }}"`.
            let before = &rest[..found.unwrap_or(rest.len())];
            if close != b']'
                && let Some(opens) = memchr::memmem::find(before, b"{{")
                && let Some(closes) = template_end(&rest[opens..rest.len().min(opens + TEMPLATE)])
            {
                self.at += opens + closes;
                continue;
            }
            let Some(found) = found else {
                self.at = self.end;
                break;
            };
            self.at += found;
            if self.byte(0) == b'\\' && close != b'\\' {
                self.at = (self.at + 2).min(self.end);
                while !self.text.is_char_boundary(self.at) {
                    self.at += 1;
                }
                continue;
            }
            self.at += 1;
            if self.byte(0) != close {
                return;
            }
            self.at += 1;
        }
        self.found.never_ends(start);
    }

    fn quoted_name(&mut self, close: u8) {
        let start = self.at;
        self.pass_quoted(close, false);
        let name = &self.text[start..self.at];
        let is_made = close != b']' && name.contains("{{") && name.contains("}}");
        self.found.has_branches |= is_made;
        self.push(if is_made { Kind::Inserted } else { Kind::Quoted }, start);
    }

    /// `[a b]` is a name in quotes where it follows nothing that has elements.
    fn is_bracketed(&self) -> bool {
        let before = self.at.checked_sub(1).map_or(b' ', |at| self.bytes[at]);
        if !(before.is_ascii_whitespace() || matches!(before, b'.' | b'(' | b',')) {
            return false;
        }
        let last = self.found.tokens.last();
        if last.is_some_and(|token| token.span.text(self.text).eq_ignore_ascii_case("array")) {
            return false;
        }
        let inside = &self.bytes[self.at + 1..self.end.min(self.at + 130)];
        let Some(close) = inside.iter().position(|byte| *byte == b']') else { return false };
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_ $#@.-".contains(byte) || *byte >= 0x80;
        is_start(inside[0]) && inside[..close].iter().all(is_name)
    }

    /// `$tag$ .. $tag$`, or `$1`.
    fn dollar(&mut self) {
        let start = self.at;
        let rest = &self.bytes[start + 1..self.end.min(start + LONGEST_TAG + 2)];
        let length = rest.iter().take_while(|byte| is_part(**byte) && **byte != b'$').count();
        let is_tag = rest.get(length) == Some(&b'$') && !rest[0].is_ascii_digit();
        if !is_tag {
            // A tag of the longest may be cut within a character.
            self.at = self.text.ceil_char_boundary(self.at + 1 + length);
            self.push(Kind::Inserted, start);
            return;
        }
        let tag = &self.text[start..start + length + 2];
        self.at += tag.len();
        let inside = self.at;
        let close = self.find(tag);
        if close >= self.end {
            self.found.never_ends(start);
        }
        let behind = (close + tag.len()).min(self.end);
        if !self.is_inside && close < self.end && self.is_body(behind) {
            self.push(Kind::Opens, start);
            self.is_inside = true;
            self.at = inside;
            let delimiter = self.delimiter.take();
            self.run(close);
            self.delimiter = delimiter;
            self.is_inside = false;
            self.at = behind;
            self.push(Kind::Closes, close);
            return;
        }
        self.at = behind;
        self.verbatim(start, false);
        self.push(Kind::Text, start);
    }

    /// Is the text that ends at `behind` the body of a routine in a language that is read? What names the language stands
    /// before it or behind it.
    fn is_body(&self, behind: usize) -> bool {
        let Statement { runs, makes_routine, language, .. } = self.statement;
        if runs || language.is_some() {
            return (runs || makes_routine) && language.unwrap_or(true);
        }
        if !makes_routine {
            return false;
        }
        let rest = &self.text[behind..self.text.floor_char_boundary(self.end.min(behind + 400))];
        let rest = rest.split(';').next().unwrap_or("");
        let mut words = rest.split_whitespace().skip_while(|word| !word.eq_ignore_ascii_case("language"));
        words.nth(1).is_some_and(is_read)
    }

    /// Notes what the last token says of the statement.
    fn note(&mut self) {
        let all = &self.found.tokens[self.statement.first..];
        let is = |at: usize, word: &str| all[at].span.text(self.text).eq_ignore_ascii_case(word);
        let Some(last) = all.len().checked_sub(1).filter(|_| !self.is_inside) else { return };
        match last {
            0 => (self.statement.runs, self.statement.creates) = (is(0, "do"), is(0, "create")),
            _ if is(last - 1, "language") => {
                self.statement.language = Some(is_read(all[last].span.text(self.text)));
            }
            1..8 if self.statement.creates && (is(last, "function") || is(last, "procedure")) => {
                self.statement.makes_routine = true;
            }
            _ => {}
        }
    }

    /// A command of a shell: `\i a.sql` reads a file, all others end a statement.
    fn command(&mut self) {
        let start = self.at;
        let end = self.find("\n");
        let line = &self.text[start..end];
        let word = line.split_whitespace().next().unwrap_or("");
        let argument = line[word.len()..].trim();
        self.found.has_branches |= word == "\\if";
        if matches!(word, "\\i" | "\\ir" | "\\include" | "\\include_relative") && !argument.is_empty() {
            let from = start + word.len() + line[word.len()..].find(argument).unwrap_or(0);
            self.at = from + argument.len();
            self.push(Kind::Include, from);
        }
        self.at = end;
        self.ends(start);
    }

    /// `{{ a }}`, `{% if a %}`, of which nothing is read.
    fn template(&mut self) {
        let start = self.at;
        let close = if self.byte(1) == b'{' { "}}" } else { "%}" };
        self.found.has_branches = true;
        self.at = (self.find(close) + 2).min(self.end);
        self.verbatim(start, false);
        self.push(Kind::Inserted, start);
    }

    /// `:a`, `:'a'`, `@a`, `@a@`, `@@a`.
    fn variable(&mut self) {
        let start = self.at;
        let first = self.byte(0);
        self.at += 1;
        match self.byte(0) {
            quote @ (b'\'' | b'"') => self.pass_quoted(quote, false),
            _ => {
                self.at += usize::from(self.byte(0) == b'@');
                self.pass_word();
                self.at += usize::from(first == b'@' && self.byte(0) == b'@');
            }
        }
        self.push(Kind::Inserted, start);
    }

    fn pass_word(&mut self) {
        let rest = &self.bytes[self.at..self.end];
        let length = rest.iter().take_while(|byte| is_part(**byte)).count();
        work::add(length / 64);
        self.at += length;
    }

    fn word(&mut self) {
        let start = self.at;
        self.pass_word();
        let word = &self.text[start..self.at];
        // `E'a\'b'`, `N'a'`, `x'ff'`, `U&'a'`.
        if self.byte(0) == b'\'' && word.len() == 1 && b"EeNnXxBb".contains(&word.as_bytes()[0]) {
            self.pass_quoted(b'\'', word.eq_ignore_ascii_case("e") || self.has_backslashes);
            self.verbatim(start, false);
            self.push(Kind::Text, start);
            return;
        }
        if word.eq_ignore_ascii_case("delimiter") && self.is_line_start(start) {
            self.at = self.find("\n");
            let other = self.text[start + word.len()..self.at].trim();
            self.delimiter = (!matches!(other, "" | ";")).then_some(other);
            self.ends(start);
            return;
        }
        if word.eq_ignore_ascii_case("go") && self.is_line_start(start) && self.is_line_end() {
            self.ends(start);
            return;
        }
        self.push(Kind::Word, start);
    }

    fn is_line_start(&self, at: usize) -> bool {
        at == 0 || self.bytes[at - 1] == b'\n'
    }

    fn is_line_end(&self) -> bool {
        let rest =
            self.bytes[self.at..self.end].iter().take(16).find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        rest.is_none_or(|byte| *byte == b'\n')
    }

    fn number(&mut self) {
        let start = self.at;
        self.pass_word();
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            self.at += 1;
            self.pass_word();
        }
        self.push(Kind::Number, start);
    }

    /// A statement ends with what stands from `start` on.
    fn ends(&mut self, start: usize) {
        let rows = !self.is_inside && self.reads_rows();
        self.push(Kind::End, start);
        if !self.is_inside {
            self.statement = Statement { first: self.found.tokens.len(), ..Statement::default() };
        }
        if rows {
            // What stands up to a line with `\.` is data.
            let start = self.at;
            let close = self.find("\n\\.");
            self.at = if close < self.end { close + 3 } else { self.at };
            if self.at > start {
                self.verbatim(start, false);
            }
        }
    }

    /// Is the statement `COPY a FROM stdin`?
    fn reads_rows(&self) -> bool {
        let statement = &self.found.tokens[self.statement.first..];
        let is = |token: &Token, word: &str| token.span.text(self.text).eq_ignore_ascii_case(word);
        statement.first().is_some_and(|token| is(token, "copy"))
            && statement.windows(2).take(1_000).any(|two| is(&two[0], "from") && is(&two[1], "stdin"))
    }
}

fn is_read(language: &str) -> bool {
    let language = language.trim_matches(['\'', '"']);
    READ.iter().any(|read| read.eq_ignore_ascii_case(language))
}

fn is_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let show = |token: &Token| match token.kind {
            Kind::End => ";".to_owned(),
            Kind::Opens => "<".to_owned(),
            Kind::Closes => ">".to_owned(),
            Kind::Text => "''".to_owned(),
            _ => token.span.text(text).to_owned(),
        };
        lex(text).tokens.iter().map(show).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn texts_and_names_end_where_databases_say() {
        assert_eq!(shown("a 'it''s' b"), "a '' b");
        assert_eq!(shown(r"a 'c:\' b"), "a '' b");
        assert_eq!(shown(r"a E'\'' b"), "a '' b");
        assert_eq!(shown(r"a ENGINE='it\'s' b"), "a ENGINE = '' b");
        assert_eq!(shown("\"A b\".`c`.[d e] f[1] ARRAY[g]"), "\"A b\" . `c` . [d e] f [ 1 ] ARRAY [ g ]");
        assert_eq!(shown("a::int :b :'c' @d@.e @@f"), "a :: int :b :'c' @d@ . e @@f");
        assert_eq!(shown("a /* b /* c */ d */ e -- f\ng"), "a e g");
        assert_eq!(shown("{{ ref('a') }} b {% if c %}"), "{{ ref('a') }} b {% if c %}");
        let made = "\"{{ index .Options \"Namespace\" }}\".\"users\" '{{ a 'b' }}' c '{{' d '}}'";
        assert_eq!(shown(made), "\"{{ index .Options \"Namespace\" }}\" . \"users\" '' c '' d ''");
    }

    #[test]
    fn bodies_are_read_in_languages_that_are() {
        assert_eq!(
            shown("CREATE FUNCTION f() AS $$ a; $$ LANGUAGE sql;"),
            "CREATE FUNCTION f ( ) AS < a ; > LANGUAGE sql ;"
        );
        assert_eq!(
            shown("CREATE FUNCTION f() AS $$ a; $$ LANGUAGE plpython3u;"),
            "CREATE FUNCTION f ( ) AS '' LANGUAGE plpython3u ;"
        );
        assert_eq!(shown("DO $a$ b; $c$ d; $c$ $a$;"), "DO < b ; '' > ;");
        assert_eq!(shown("SELECT $$ a; $$, $1"), "SELECT '' , $1");
    }

    #[test]
    fn what_ends_a_statement_is_told() {
        assert_eq!(shown("COPY a FROM stdin;\n1\tb;\n\\.\nc"), "COPY a FROM stdin ; c");
        assert_eq!(shown("\\i a/b.sql\n\\set c d\ne"), "a/b.sql ; ; e");
        assert_eq!(shown("DELIMITER //\na; b //\nDELIMITER ;\nc;"), "; a ; b ; ; c ;");
        assert_eq!(shown("a\nGO\nb"), "a ; b");
    }
}

//! A file as tokens: without comments and white space, but with line ends and indentation where those
//! have a meaning.

use indexer_core::{Span, Verbatim};
use std::hash::Hasher;
use xxhash_rust::xxh3::Xxh3;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name, keyword or number.
    Word,
    /// One character of punctuation.
    Mark,
    /// A text, character or pattern, as it is written.
    Literal,
    /// The end of a line that means one.
    Line,
    /// Deeper than the line before.
    Indent,
    /// As deep as some line before the one before.
    Dedent,
}

/// A token. Ends of lines and indentation have no bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

impl Token {
    /// Its text; a mark of its own for ends of lines and indentation.
    pub(crate) fn text<'s>(&self, source: &'s str) -> &'s str {
        match self.kind {
            Kind::Line => "\n",
            Kind::Indent => "\t",
            Kind::Dedent => "\u{8}",
            _ => self.span.text(source),
        }
    }
}

/// The tokens of `source`. Where lines have a meaning, a text that is a whole statement is
/// documentation or nothing, and no token. A comma before a closing bracket on another line is no token
/// either: formatters put it there. O(length).
pub(crate) fn tokens(source: &str, verbatim: &[Verbatim], is_indented: bool) -> Vec<Token> {
    let mut scan = Scan {
        source,
        bytes: source.as_bytes(),
        found: Vec::with_capacity(source.len() / 4),
        is_indented,
        depth: 0,
        indents: vec![0],
        line_start: true,
    };
    let mut verbatim = verbatim.iter().peekable();
    let mut at = 0;
    while at < scan.bytes.len() {
        while verbatim.next_if(|one| (one.span.start as usize) < at).is_some() {}
        let begins = verbatim.next_if(|one| one.span.start as usize == at);
        // What a macro is called, what it takes and what it stands for are told apart.
        if let Some(one) = begins.filter(|one| one.is_comment || !defines_macro(one.span.text(source))) {
            let end = (one.span.end as usize).clamp(at + 1, scan.bytes.len());
            // A comment may take the end of its line with it.
            let newline = one.is_comment && scan.bytes[end - 1] == b'\n';
            if !one.is_comment {
                scan.push(Kind::Literal, at, end);
            }
            at = if newline { end - 1 } else { end };
            continue;
        }
        let byte = scan.bytes[at];
        let end = match byte {
            b'\n' => {
                scan.end_line();
                at + 1
            }
            byte if byte.is_ascii_whitespace() => at + 1,
            byte if is_word(byte) => {
                let end = scan.bytes[at..].iter().position(|byte| !is_word(*byte));
                let end = end.map_or(scan.bytes.len(), |length| at + length);
                scan.push(Kind::Word, at, end);
                end
            }
            _ => {
                scan.push(Kind::Mark, at, at + 1);
                at + 1
            }
        };
        at = end;
    }
    scan.end_line();
    scan.found
}

/// True for a line of a preprocessor that defines a macro.
fn defines_macro(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("define"))
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

struct Scan<'s> {
    source: &'s str,
    bytes: &'s [u8],
    found: Vec<Token>,
    is_indented: bool,
    /// Brackets that are open.
    depth: usize,
    /// Columns of the lines around.
    indents: Vec<usize>,
    line_start: bool,
}

impl Scan<'_> {
    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        if self.is_indented && self.line_start && self.depth == 0 {
            self.indent(start);
        }
        self.line_start = false;
        match self.bytes[start] {
            _ if kind != Kind::Mark => {}
            b'(' | b'[' | b'{' => self.depth += 1,
            b')' | b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                self.drop_comma(start);
            }
            _ => {}
        }
        self.found.push(Token { kind, span: Span::new(start as u32, end as u32) });
    }

    /// A comma that stands last before a closing bracket on a later line.
    fn drop_comma(&mut self, close: usize) {
        if let Some(last) = self.found.last()
            && last.kind == Kind::Mark
            && self.bytes[last.span.start as usize] == b','
            && self.bytes[last.span.end as usize..close].contains(&b'\n')
        {
            self.found.pop();
        }
    }

    fn indent(&mut self, start: usize) {
        let line = self.source[..start].rfind('\n').map_or(0, |end| end + 1);
        let column = start - line;
        let place = Span::new(start as u32, start as u32);
        if self.indents.last().is_some_and(|last| column > *last) {
            self.indents.push(column);
            self.found.push(Token { kind: Kind::Indent, span: place });
        }
        while self.indents.len() > 1 && self.indents.last().is_some_and(|last| column < *last) {
            self.indents.pop();
            self.found.push(Token { kind: Kind::Dedent, span: place });
        }
    }

    fn end_line(&mut self) {
        if !self.is_indented || self.depth > 0 || self.line_start {
            return;
        }
        self.line_start = true;
        let alone = |kind: Option<&Token>| {
            kind.is_none_or(|token| matches!(token.kind, Kind::Line | Kind::Indent | Kind::Dedent))
        };
        let before = self.found.len().checked_sub(2).and_then(|at| self.found.get(at));
        if self.found.last().is_some_and(|last| last.kind == Kind::Literal) && alone(before) {
            self.found.pop();
            return;
        }
        if let Some(last) = self.found.last() {
            let end = last.span.end;
            self.found.push(Token { kind: Kind::Line, span: Span::new(end, end) });
        }
    }
}

/// Hash of tokens; words equal to `own` count as one and the same word.
pub(crate) fn hash<'t>(tokens: impl Iterator<Item = &'t Token>, source: &str, own: &str) -> u64 {
    let mut hasher = Xxh3::new();
    for token in tokens {
        let text = token.text(source);
        let text = if token.kind == Kind::Word && text == own { "\u{1}" } else { text };
        hasher.write(text.as_bytes());
        hasher.write_u8(0);
    }
    hasher.finish()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The texts of the tokens of a file of a language.
    fn texts(language: &str, source: &str) -> Vec<String> {
        let language = indexer_parse::by_id(language).unwrap();
        let facts = indexer_parse::parse(language, source.as_bytes(), indexer_parse::Limits::default());
        let tokens = tokens(source, &facts.verbatim, language.is_indented);
        tokens.iter().map(|token| token.text(source).to_owned()).collect()
    }

    #[test]
    fn formatting_makes_no_difference() {
        let rust = "fn f(a: u8) -> &'static str { g(a, \"x  y\") }\n";
        let other = "fn f(\n    a: u8,\n) -> &'static str {\n    // why\n    g(a, \"x  y\")\n}";
        assert_eq!(texts("rust", rust), texts("rust", other));
        let python = "def f(a):\n  \"\"\"Doc.\"\"\"\n  return g(a, 'x')\n";
        let other = "def f(a):\n    # why\n    return g(\n      a,\n   'x',\n    )\n\n";
        assert_eq!(texts("python", python), texts("python", other));
        let script = "const a = () => { b(`x\n y`) }";
        assert_eq!(texts("javascript", script), texts("javascript", "const a=()=>{b(`x\n y`)}"));
    }

    #[test]
    fn what_means_something_makes_one() {
        let check = |language: &str, a: &str, b: &str| {
            assert_ne!(texts(language, a), texts(language, b), "{a:?} {b:?}");
        };
        check("rust", "const A: &str = \"x  y\";", "const A: &str = \"x y\";");
        check("python", "if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n");
        check("python", "a = (1,)\n", "a = (1)\n");
        check("python", "a = 'b'\n", "a = 'c'\n");
        check("javascript", "a = /x y/", "a = /x  y/");
    }
}

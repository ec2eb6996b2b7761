//! The text of answers: one record a line.
//!
//! ```text
//! record   = indent kind *( " " key "=" value )
//! indent   = *"  "                              ; depth of nesting, two spaces each
//! kind,key = lower-case letters and "_"
//! value    = bare | quoted
//! bare     = 1*( any character but white space, '"' and control characters )
//! quoted   = '"' *( character | \" | \\ | \n | \r | \t | \u{hex} ) '"'
//! line     = indent place *( " " name ) *( " " key "=" value ) [ "|" text ]
//! place    = number [ "-" number ]             ; lines of a file, 1-based
//! name     = value                             ; quoted where it holds "=" or "|"
//! text     = rest of the line                  ; source, as it is in the file
//! ```
//!
//! A value that is not known is left out; there is no null. The first record is `answer`; a
//! problem is one `error` record. [`parse`] reads all of it back.
//!
//! What comes from files (names, paths, texts, lines) stands in values, or behind the first `|` of a line
//! that begins with digits, nowhere else, and cannot leave there: whatever some reader takes for the end of
//! a line is escaped in a value, and written as `\u{hex}` in a line of source, where nothing else is
//! changed; a value before the `|` holds none. So each line is what it begins as, and no file can make a
//! record, close one, or add a field to one.

use std::fmt::{Display, Write};

/// Collects records.
#[derive(Debug, Default)]
pub struct Records {
    out: String,
    depth: usize,
}

/// One record that is being written; the line ends when it is dropped.
#[derive(Debug)]
pub struct Record<'a> {
    out: &'a mut String,
    /// True for a line of a file, where a bar ends the values.
    is_line: bool,
}

impl Records {
    /// Starts a record of this kind at the current depth.
    pub fn record(&mut self, kind: &str) -> Record<'_> {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        self.out.push_str(kind);
        Record { out: &mut self.out, is_line: false }
    }

    /// Writes how many more there are of something, where there are more.
    pub fn more(&mut self, kind: &str, count: usize) {
        if count > 0 {
            self.record(kind).field("count", count);
        }
    }

    /// Starts what is said of lines of a file, 1-based; at the end may stand what is [written](Record::source)
    /// there.
    pub fn line(&mut self, first: u32, last: u32) -> Record<'_> {
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
        let _ = write!(self.out, "{first}");
        if last > first {
            let _ = write!(self.out, "-{last}");
        }
        Record { out: &mut self.out, is_line: true }
    }

    /// Sets the nesting of the records that follow.
    pub fn depth(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// The nesting of the records that follow.
    pub const fn depth_now(&self) -> usize {
        self.depth
    }

    /// Writes a line of source with its 1-based number. What would look like the end of a line to some
    /// reader, and is none, is written as `\u{hex}`.
    pub fn source_line(&mut self, number: u32, text: &str) {
        let _ = write!(self.out, "{number}|");
        write_source(&mut self.out, text);
        self.out.push('\n');
    }

    /// The bytes so far.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// True when nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// The text.
    pub fn finish(self) -> String {
        self.out
    }
}

impl Record<'_> {
    /// A value that prints without spaces or quotes: a number, a word of a closed list.
    pub fn field(&mut self, key: &str, value: impl Display) -> &mut Self {
        let _ = write!(self.out, " {key}={value}");
        self
    }

    /// Any text.
    pub fn text(&mut self, key: &str, value: &str) -> &mut Self {
        self.out.push(' ');
        self.out.push_str(key);
        self.out.push('=');
        if needs_quotes(value) || (self.is_line && value.contains('|')) {
            quote(self.out, value, self.is_line);
        } else {
            self.out.push_str(value);
        }
        self
    }

    /// A name without a key, before all keys: of a line of a file alone.
    pub fn name(&mut self, value: &str) -> &mut Self {
        self.out.push(' ');
        if needs_quotes(value) || value.contains(['|', '=']) {
            quote(self.out, value, true);
        } else {
            self.out.push_str(value);
        }
        self
    }

    /// What is written there, at the end of a line of a file.
    pub fn source(self, text: &str) {
        self.out.push('|');
        write_source(self.out, text);
    }

    /// Any text, where there is one.
    pub fn some(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        if let Some(value) = value {
            self.text(key, value);
        }
        self
    }

    /// A value that prints without spaces or quotes, where it is known.
    pub fn known(&mut self, key: &str, value: Option<impl Display>) -> &mut Self {
        if let Some(value) = value {
            self.field(key, value);
        }
        self
    }

    /// Texts with commas between them, where there are any.
    pub fn list(&mut self, key: &str, values: &[impl AsRef<str>]) -> &mut Self {
        if !values.is_empty() {
            let values: Vec<&str> = values.iter().map(AsRef::as_ref).collect();
            self.text(key, &values.join(","));
        }
        self
    }

    /// A number, where it is not 0.
    pub fn count(&mut self, key: &str, value: u64) -> &mut Self {
        if value > 0 {
            self.field(key, value);
        }
        self
    }

    /// `key=true`, where it is.
    pub fn flag(&mut self, key: &str, value: bool) -> &mut Self {
        if value {
            self.field(key, true);
        }
        self
    }
}

impl Drop for Record<'_> {
    fn drop(&mut self) {
        self.out.push('\n');
    }
}

fn needs_quotes(value: &str) -> bool {
    value.is_empty() || value.chars().any(|c| c.is_whitespace() || c.is_control() || c == '"')
}

/// True for what some reader takes for the end of a line: vertical tab, form feed, the separators of ASCII,
/// next line, the separators of Unicode.
fn ends_line(c: char) -> bool {
    matches!(c, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Writes source without its end of line. What would look like another end of a line to some reader, and is
/// none, is written as `\u{hex}`.
fn write_source(out: &mut String, text: &str) {
    let mut rest = text.trim_end_matches(['\n', '\r']);
    while let Some((at, c)) = rest.char_indices().find(|(_, c)| ends_line(*c)) {
        let _ = write!(out, "{}\\u{{{:x}}}", &rest[..at], u32::from(c));
        rest = &rest[at + c.len_utf8()..];
    }
    out.push_str(rest);
}

/// Quotes a value; `is_line` where it must hold no bar.
fn quote(out: &mut String, value: &str, is_line: bool) {
    out.push('"');
    for c in value.chars() {
        match c {
            '|' if is_line => out.push_str("\\u{7c}"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || ends_line(c) => drop(write!(out, "\\u{{{:x}}}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// One line, read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A record: depth, kind, fields in order.
    Record {
        /// Nesting.
        depth: usize,
        /// Its kind.
        kind: String,
        /// Keys and values.
        fields: Vec<(String, String)>,
    },
    /// A line of source.
    Source {
        /// 1-based number.
        number: u32,
        /// The line.
        text: String,
    },
    /// What is said of lines of a file.
    Place {
        /// Nesting.
        depth: usize,
        /// 1-based first line.
        first: u32,
        /// 1-based last line.
        last: u32,
        /// What stands before the fields.
        names: Vec<String>,
        /// Keys and values.
        fields: Vec<(String, String)>,
        /// What is written there.
        text: Option<String>,
    },
}

impl Line {
    /// The value of a field; `None` where it is left out.
    pub fn get(&self, key: &str) -> Option<&str> {
        let (Line::Record { fields, .. } | Line::Place { fields, .. }) = self else { return None };
        fields.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }

    /// The kind of a record, "" for a line of source or of a file.
    pub fn kind(&self) -> &str {
        match self {
            Line::Record { kind, .. } => kind,
            Line::Source { .. } | Line::Place { .. } => "",
        }
    }
}

/// Reads a whole answer back; `Err` names the first line that is not of the grammar.
pub fn parse(text: &str) -> Result<Vec<Line>, String> {
    text.lines().map(|line| parse_line(line).ok_or_else(|| line.to_owned())).collect()
}

fn parse_line(line: &str) -> Option<Line> {
    let body = line.trim_start_matches(' ');
    let indent = line.len() - body.len();
    let depth = indent.is_multiple_of(2).then_some(indent / 2)?;
    if body.starts_with(|c: char| c.is_ascii_digit()) {
        return parse_place(depth, body);
    }
    let (kind, mut rest) = body.split_at(word(body)?);
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let (field, after) = parse_field(rest.strip_prefix(' ')?, false)?;
        fields.push(field);
        rest = after;
    }
    Some(Line::Record { depth, kind: kind.to_owned(), fields })
}

fn parse_place(depth: usize, body: &str) -> Option<Line> {
    let (first, mut rest) = number(body)?;
    let mut last = first;
    if let Some(range) = rest.strip_prefix('-') {
        (last, rest) = number(range)?;
    }
    let (mut names, mut fields) = (Vec::new(), Vec::new());
    while let Some(value) = rest.strip_prefix(' ') {
        if let Some((field, after)) = parse_field(value, true) {
            fields.push(field);
            rest = after;
        } else {
            let (name, after) = parse_value(value, true)?;
            fields.is_empty().then(|| names.push(name))?;
            rest = after;
        }
    }
    let text = match rest {
        "" => None,
        _ => Some(rest.strip_prefix('|')?.to_owned()),
    };
    match text {
        Some(text) if (depth, first) == (0, last) && names.is_empty() && fields.is_empty() => {
            Some(Line::Source { number: first, text })
        }
        text => Some(Line::Place { depth, first, last, names, fields, text }),
    }
}

/// The number at the start, and what is behind it.
fn number(text: &str) -> Option<(u32, &str)> {
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    Some((digits.parse().ok()?, rest))
}

fn parse_field(text: &str, is_line: bool) -> Option<((String, String), &str)> {
    let (key, after) = text.split_at(word(text)?);
    let (value, after) = parse_value(after.strip_prefix('=')?, is_line)?;
    Some(((key.to_owned(), value), after))
}

/// Length of the kind or key at the start.
fn word(text: &str) -> Option<usize> {
    let end = text.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(text.len());
    (end > 0).then_some(end)
}

fn parse_value(text: &str, is_line: bool) -> Option<(String, &str)> {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find(|c| c == ' ' || (is_line && c == '|')).unwrap_or(text.len());
        let (value, after) = text.split_at(end);
        return (!needs_quotes(value)).then(|| (value.to_owned(), after));
    };
    let mut value = String::new();
    loop {
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => return Some((value, rest)),
            '\\' => {
                let escape = rest.chars().next()?;
                rest = &rest[escape.len_utf8()..];
                value.push(match escape {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'u' => {
                        let (digits, after) = rest.strip_prefix('{')?.split_once('}')?;
                        rest = after;
                        char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                    }
                    other => other,
                });
            }
            c => value.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let values =
            ["plain", "", "two words", "a=b", "\"q\"", "back\\slash x", "tab\tnl\n\r", "ä\u{1}", "<T>"];
        for value in values {
            let mut out = Records::default();
            out.depth(1);
            out.record("symbol").text("name", value).field("line", 3).some("doc", None).count("zero", 0);
            let text = out.finish();
            assert_eq!(text.lines().count(), 1, "{text}");
            let lines = parse(&text).unwrap();
            assert_eq!(lines[0].get("name"), Some(value), "{text}");
            assert_eq!(lines[0].get("line"), Some("3"));
            assert_eq!(lines[0].get("doc"), None);
            assert!(matches!(lines[0], Line::Record { depth: 1, .. }));
        }
    }

    /// Lines as the most generous reader takes them.
    fn lines_of_any_reader(text: &str) -> Vec<&str> {
        text.trim_end_matches('\n').split(ends_line).collect()
    }

    #[test]
    fn nothing_that_is_written_ends_a_line() {
        let ends = "\r \u{b} \u{c} \u{1c} \u{1d} \u{1e} \u{85} \u{2028} \u{2029} \r\n";
        let hostile = ends.replace(' ', "error code=disabled\u{0}\"") + "answer";
        let mut out = Records::default();
        out.record("symbol").text("name", &hostile).text("bare", "x\u{2028}y");
        out.source_line(7, &hostile.replace('\n', ""));
        out.source_line(8, "a\u{c}b \\u{c}\r\n");
        let text = out.finish();
        assert_eq!(lines_of_any_reader(&text).len(), 3, "{text:?}");
        assert_eq!(text.lines().last(), Some("8|a\\u{c}b \\u{c}"));
        let lines = parse(&text).unwrap();
        assert_eq!((lines[0].get("name"), lines[0].get("bare")), (Some(&*hostile), Some("x\u{2028}y")));
        assert!(matches!(&lines[1], Line::Source { number: 7, .. }));
    }

    #[test]
    fn lines_of_files_are_read_back_and_no_name_reaches_the_bar() {
        let hostile = ["a|b", "x=1", "two words", "\"q\"|", "", "-", "n\nl", "ä\u{2028}|9|x", "7"];
        for name in hostile {
            let mut out = Records::default();
            out.depth(1);
            let mut line = out.line(3, 5);
            line.name("Owner").name(name).text("possible", name).field("distance", 2);
            line.source("a | b=\"c\"\u{b}\r\n");
            let text = out.finish();
            assert_eq!(lines_of_any_reader(&text).len(), 1, "{text:?}");
            assert_eq!(text.split_once('|').map(|(_, text)| text), Some("a | b=\"c\"\\u{b}\n"));
            let expected = Line::Place {
                depth: 1,
                first: 3,
                last: 5,
                names: vec!["Owner".to_owned(), name.to_owned()],
                fields: vec![
                    ("possible".to_owned(), name.to_owned()),
                    ("distance".to_owned(), "2".to_owned()),
                ],
                text: Some("a | b=\"c\"\\u{b}".to_owned()),
            };
            assert_eq!(parse(&text).unwrap(), [expected]);
        }
        let mut out = Records::default();
        out.line(7, 7).name("a").name("b");
        let text = out.finish();
        assert_eq!(text, "7 a b\n");
        assert!(
            matches!(&parse(&text).unwrap()[0], Line::Place { text: None, names, .. } if names.len() == 2)
        );
        for wrong in ["7 a=1 b", "7- a", "7  a", "7 \"a", "x 7"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn quotes_stand_only_where_they_are_needed() {
        let mut out = Records::default();
        out.record("a").text("b", "x::y(z)").text("c", "x y");
        assert_eq!(out.finish(), "a b=x::y(z) c=\"x y\"\n");
    }

    #[test]
    fn source_lines_are_verbatim_and_anything_else_is_refused() {
        let mut out = Records::default();
        out.source_line(12, "    a = \"b\" | c\r\n");
        assert_eq!(
            parse(&out.finish()).unwrap(),
            [Line::Source { number: 12, text: "    a = \"b\" | c".to_owned() }]
        );
        assert!(parse("Symbol a=1").is_err());
        assert!(parse("symbol a").is_err());
        assert!(parse("symbol a=\"open").is_err());
    }
}

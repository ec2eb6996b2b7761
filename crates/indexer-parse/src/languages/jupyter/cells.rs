//! The code of a notebook: the texts of its cells, joined, and where each part stands in the file.

use super::json::Json;
use super::places::Places;
use indexer_core::{FileFacts, LineTable, Problem, ProblemKind};
use std::borrow::Cow;

/// A notebook as it is read.
pub(crate) struct Notebook {
    /// Its code.
    pub(crate) code: String,
    /// Why there is none.
    pub(crate) problem: Option<Problem>,
    places: Places,
}

impl Notebook {
    /// Facts of the code as facts of the file, which has these bytes.
    pub(crate) fn settle(&self, facts: &mut FileFacts, bytes: &[u8]) {
        self.places.move_all(facts);
        facts.lines = LineTable::new(bytes);
        facts.problems.extend(self.problem.clone());
    }
}

/// A cell: whether it is one of code, and its texts.
#[derive(Default)]
struct Cell {
    is_code: bool,
    texts: Vec<(usize, usize)>,
}

/// What a notebook holds.
#[derive(Default)]
struct Parts {
    cells: Vec<Cell>,
    /// The language of its kernel, as written.
    language: Option<(usize, usize)>,
    /// True where all of it was JSON.
    is_whole: bool,
}

fn parts(text: &str) -> Parts {
    let mut parts = Parts::default();
    let mut json = Json::new(text);
    let found = json.object(|json, key| match key {
        b"cells" => json.list(|json| {
            let mut cell = Cell::default();
            let read = json.object(|json, key| member(json, key, text, &mut cell));
            parts.cells.push(cell);
            read
        }),
        b"metadata" if json.peek() == Some(b'{') => json.object(|json, key| match key {
            b"kernelspec" | b"language_info" if json.peek() == Some(b'{') => {
                let wanted: &[u8] = if key == b"kernelspec" { b"language" } else { b"name" };
                json.object(|json, key| match key == wanted && json.peek() == Some(b'"') {
                    true => {
                        parts.language = Some(json.string()?);
                        Some(())
                    }
                    false => json.pass(),
                })
            }
            _ => json.pass(),
        }),
        _ => json.pass(),
    });
    parts.is_whole = found.is_some() && json.peek().is_none();
    parts
}

/// A member of a cell.
fn member(json: &mut Json<'_>, key: &[u8], text: &str, cell: &mut Cell) -> Option<()> {
    match (key, json.peek()?) {
        (b"cell_type", b'"') => {
            let (start, end) = json.string()?;
            cell.is_code = &text[start..end] == "code";
            Some(())
        }
        (b"source", b'"') => {
            cell.texts.push(json.string()?);
            Some(())
        }
        (b"source", b'[') => json.list(|json| match json.peek()? {
            b'"' => {
                cell.texts.push(json.string()?);
                Some(())
            }
            _ => json.pass(),
        }),
        _ => json.pass(),
    }
}

/// The code of a notebook. O(bytes).
pub(crate) fn read(text: &str) -> Notebook {
    let parts = parts(text);
    let language = parts.language.map(|(start, end)| &text[start..end]);
    let whole = |detail: String| Some(Problem::whole(ProblemKind::Syntax, detail));
    let problem = match language {
        Some(other) if !other.eq_ignore_ascii_case("python") && !other.eq_ignore_ascii_case("ipython") => {
            whole(format!("a notebook in {other:.20} is not read"))
        }
        _ if !parts.is_whole => {
            whole("not the JSON of a notebook; cells before the mistake are read".to_owned())
        }
        _ => None,
    };
    let mut code = Code { text, code: String::new(), places: Places::default() };
    let is_read = problem.as_ref().is_none_or(|_| !parts.is_whole);
    for cell in parts.cells.iter().filter(|cell| is_read && cell.is_code) {
        code.cell(cell);
    }
    Notebook { code: code.code, problem, places: code.places }
}

/// The code while it is joined.
struct Code<'a> {
    text: &'a str,
    code: String,
    places: Places,
}

impl Code<'_> {
    fn cell(&mut self, cell: &Cell) {
        let first = self.code.len();
        for text in &cell.texts {
            self.decode(*text);
        }
        let Some((_, end)) = cell.texts.last() else { return };
        self.places.add(self.code.len(), *end);
        self.code.push('\n');
        self.commands(first);
    }

    /// Adds a text of JSON as what it stands for.
    fn decode(&mut self, (start, end): (usize, usize)) {
        let mut at = start;
        while at < end {
            self.places.add(self.code.len(), at);
            let rest = &self.text[at..end];
            let plain = rest.find('\\').unwrap_or(rest.len());
            self.code.push_str(&rest[..plain]);
            at += plain;
            if at >= end {
                break;
            }
            self.places.add(self.code.len(), at);
            let (character, length) = escape(&self.text[at..end]);
            self.code.push(character);
            at += length;
        }
    }

    /// Lines that are commands of the notebook, not Python, become comments of the same length.
    fn commands(&mut self, first: usize) {
        let cell = &self.code[first..];
        let mut marks = Vec::new();
        let is_foreign = cell.trim_start().strip_prefix("%%").is_some_and(|rest| {
            let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
            !matches!(word, "time" | "timeit" | "capture" | "prun" | "python" | "python3")
        });
        let mut at = first;
        for line in cell.split_inclusive('\n') {
            let spaces = line.len() - line.trim_start().len();
            let inner = line.trim();
            if !inner.is_empty() && (is_foreign || is_command(inner)) {
                marks.push(at + spaces);
            }
            at += line.len();
        }
        // A character of more bytes would move what comes after it.
        for mark in marks {
            let length = self.code[mark..].chars().next().map_or(0, char::len_utf8);
            self.code.replace_range(mark..mark + length, &"#".repeat(length));
        }
    }
}

/// `%time x`, `!ls`, `x?`: a line for the notebook.
fn is_command(line: &str) -> bool {
    let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    match line.strip_prefix(['%', '!', '?']) {
        // A line that goes on may begin with an operator.
        Some(rest) => {
            !line.starts_with('!') && rest.starts_with(|c: char| c.is_alphabetic() || c == '%' || c == '?')
                || line.starts_with('!') && !rest.starts_with('=')
        }
        None => line.ends_with('?') && is_name(line.trim_end_matches('?')),
    }
}

/// The character that an escape at the beginning of `text` stands for, and the length of the escape.
fn escape(text: &str) -> (char, usize) {
    let bytes = text.as_bytes();
    let plain = match bytes.get(1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'u') => {
            let number = text.get(2..6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
            // Halves of a character are in texts and comments only.
            let character = number.and_then(char::from_u32).unwrap_or('\u{fffd}');
            // Where it is cut short, a character may begin inside of what it should have.
            return (character, text.floor_char_boundary(text.len().min(6)));
        }
        Some(byte) if byte.is_ascii() => ' ',
        _ => return (' ', 1),
    };
    (plain, 2)
}

/// The file with spaces for all but the texts of its cells: what search knows of it.
pub(crate) fn without_outputs(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Ok(text) = std::str::from_utf8(bytes) else { return Cow::Borrowed(bytes) };
    let mut shown: Vec<u8> = bytes.iter().map(|b| if *b == b'\n' { b'\n' } else { b' ' }).collect();
    for (start, end) in parts(text).cells.iter().flat_map(|cell| &cell.texts) {
        shown[*start..*end].copy_from_slice(&bytes[*start..*end]);
    }
    Cow::Owned(shown)
}

//! `read_source`: the text of symbols or lines.

use crate::locate::{self, Called, Filter};
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::protocol::{Code, Listed, Scope};
use indexer_store::{FileRef, Symbol};

/// Source of symbols (Owner.member, path#key) or of lines of a path; 200 lines a symbol, 500 in all
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadSource {
    /// Name, Owner.member or path#key
    #[arg(long)]
    pub symbol: Option<String>,
    /// Several of them
    #[arg(long, value_delimiter = ',')]
    #[serde(default)]
    pub symbols: Vec<String>,
    /// First line, from 1
    #[arg(long, value_name = "LINE")]
    pub start_line: Option<u32>,
    /// Last line
    #[arg(long, value_name = "LINE")]
    pub end_line: Option<u32>,
    /// Lines more above and below
    #[arg(long, value_name = "LINES")]
    pub expand: Option<u32>,
    /// Fold nested bodies
    #[arg(long)]
    #[serde(default)]
    pub collapse: bool,
    /// Ask about this installed package instead
    #[arg(long, value_name = "NAME")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

/// Lines of one symbol or range.
const BLOCK_LINES: usize = 200;
/// Lines of one answer.
const ALL_LINES: usize = 500;

/// Lines of files.
#[derive(Debug, Serialize)]
pub struct Source {
    /// The blocks, in the order in which they were asked for.
    pub blocks: Page<Block>,
}

/// Some lines of a file.
#[derive(Clone, Debug, Serialize)]
pub struct Block {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Key of the symbol that it is of, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// 1-based first line.
    pub start_line: u32,
    /// 1-based last line, included.
    pub end_line: u32,
    /// The lines shown: number and text.
    #[serde(serialize_with = "as_text")]
    pub text: Vec<(u32, String)>,
    /// Where to go on, when lines are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<More>,
    /// Secret values that were hidden.
    #[serde(skip_serializing_if = "is_zero")]
    pub redacted: u32,
}

/// What is left of a block.
#[derive(Clone, Debug, Serialize)]
pub struct More {
    /// 1-based first line that is not shown.
    pub start_line: u32,
    /// 1-based last one.
    pub end_line: u32,
    /// Which bound was met: `lines_of_symbol`, `lines_of_answer` or `budget`.
    pub reason: &'static str,
}

fn as_text<S: serde::Serializer>(lines: &[(u32, String)], serializer: S) -> Result<S::Ok, S::Error> {
    let text: String = lines.iter().flat_map(|(_, line)| [line.as_str(), "\n"]).collect();
    serializer.serialize_str(&text)
}

impl Row for Block {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("source");
        record.text("path", &self.path).some("symbol", self.symbol.as_deref());
        record.field("start_line", self.start_line).field("end_line", self.end_line);
        record.count("redacted", self.redacted.into());
        drop(record);
        for (number, line) in &self.text {
            out.source_line(*number, line);
        }
        if let Some(more) = &self.more {
            let mut record = out.record("more");
            record.text("path", &self.path).field("start_line", more.start_line);
            record.field("end_line", more.end_line).field("reason", more.reason);
        }
    }
}

impl Answer for Source {
    page!(blocks: Block);

    fn is_cut_short(&self) -> bool {
        self.blocks.rows.iter().any(|block| block.more.is_some())
    }
}

/// What is to be read.
struct Range {
    path: String,
    symbol: Option<String>,
    start: u32,
    end: u32,
}

impl Question for ReadSource {
    type Answer = Source;
    const NAME: &'static str = "read_source";
    const CLI: &'static str = "read-source";
    const ALIASES: &'static [&'static str] = &["read"];
    const TITLE: &'static str = "Read source";
    const LISTED: Listed = Listed::Core;
    const NAME_OF: Option<&'static str> = Some("symbol");
    const SHOWN: &'static [&'static str] = &["path", "symbols", "start_line", "end_line"];
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<ReadSource>) -> Result<Source, Problem> {
        let ranges = ranges(context, asked)?;
        // The records around the lines take their part.
        let bytes = indexer_search::tokens::bytes(asked.common.tokens(Self::BUDGET)) * 9 / 10;
        let mut room = Room { lines: ALL_LINES, bytes };
        let mut blocks = Vec::new();
        for range in &ranges {
            context.still_wanted()?;
            blocks.push(block(context, range, &asked.own, &mut room)?);
        }
        let total = blocks.len();
        Ok(Source { blocks: Page { rows: blocks, total, offset: 0 } })
    }
}

fn ranges(context: &Context<'_>, asked: &Asked<ReadSource>) -> Result<Vec<Range>, Problem> {
    let own = &asked.own;
    let names: Vec<&String> = own.symbol.iter().chain(&own.symbols).collect();
    let lines = own.start_line.is_some() || own.end_line.is_some();
    if !names.is_empty() {
        if lines {
            return Err(Problem::argument("start_line", "start_line: give a symbol or lines, not both"));
        }
        let mut ranges = Vec::new();
        for name in names {
            ranges.extend(symbol_ranges(context, name, &asked.scope)?);
        }
        return Ok(ranges);
    }
    if asked.common.path.is_none() {
        return Err(Problem::argument("path", "path: a path or a symbol is required")
            .hint("give `path` and `start_line`, or `symbol`"));
    }
    let file = locate::the_file(context, &asked.common)?;
    let start = own.start_line.unwrap_or(1);
    Ok(vec![lines_of(file, start, own.end_line, ["start_line", "end_line"])?])
}

/// Symbols of one name that are all shown.
const MOST: usize = 20;
/// Lines above and below a line around which nothing stands.
const AROUND: u32 = 10;

/// What a name or place means: the symbols that are called so, best first, or the lines that it gives.
fn symbol_ranges(context: &Context<'_>, name: &str, scope: &Scope) -> Result<Vec<Range>, Problem> {
    let view = context.view();
    let prefix = scope.prefix();
    if !prefix.is_empty() && view.files_under(prefix).next().is_none() {
        return Err(locate::no_path(context, prefix));
    }
    match locate::called(view, name) {
        Called::Lines { path, first, last } => {
            let range = lines_of(locate::file(context, path)?, first, Some(last), ["symbol", "symbol"])?;
            return Ok(vec![range]);
        }
        Called::File(path) => {
            return Ok(vec![lines_of(locate::file(context, path)?, 1, None, ["symbol", "symbol"])?]);
        }
        Called::Place { path, line, column: None } => {
            let file = locate::file(context, path)?;
            let defined = file.symbols().find(|symbol| symbol.at().line == line);
            if let Some(symbol) = defined.or_else(|| locate::around(file, line, line)) {
                return Ok(vec![Range::of(symbol)]);
            }
            let start = line.saturating_sub(AROUND).max(1);
            let first = lines_of(file, line, None, ["symbol", "symbol"])?;
            let end = line.saturating_add(AROUND).min(first.end);
            return Ok(vec![Range { start, end, ..first }]);
        }
        _ => {}
    }
    let found = locate::symbols(context, name, Filter { scope: Some(scope), ..Filter::default() })?;
    let found = locate::folded(context, found);
    if found.len() <= MOST {
        return Ok(found.into_iter().map(|(symbol, _)| Range::of(symbol)).collect());
    }
    // Equal keys (two branches of a condition) are told apart by their lines.
    let places = found.iter().take(10).map(|(symbol, _)| {
        let at = symbol.at();
        format!("{}:{}:{}", symbol.file().path(), at.line, at.column)
    });
    Err(Problem {
        parameter: Some("symbol".into()),
        ..Problem::new(Code::Ambiguous, format!("{} symbols are called {name}", found.len()))
            .hint("add `path` or owners, or give one of the places as `symbol`")
            .suggest(places.collect())
    })
}

/// Lines of a file; `names` are the arguments that give the first and the last.
fn lines_of(file: FileRef<'_>, start: u32, end: Option<u32>, names: [&str; 2]) -> Result<Range, Problem> {
    if start == 0 || start > file.lines().max(1) {
        let [name, _] = names;
        let message = format!("{name}: {start} is not a line of {}, which has {}", file.path(), file.lines());
        return Err(Problem::argument(name, message));
    }
    if end.is_some_and(|end| end < start) {
        let [_, name] = names;
        return Err(Problem::argument(name, format!("{name}: must not be before the first line")));
    }
    let end = end.unwrap_or_else(|| file.lines().max(1)).min(file.lines());
    Ok(Range { path: file.path().to_owned(), symbol: None, start, end })
}

impl Range {
    fn of(symbol: Symbol<'_>) -> Self {
        Self {
            path: symbol.file().path().to_owned(),
            symbol: Some(symbol.qualified()),
            start: symbol.start_line(),
            end: symbol.end_line(),
        }
    }
}

/// What stands where the rest of a line is left out.
const CUT: &str = "… (the line goes on)";
/// Bytes of room from which on a part of a line is worth showing.
const LEAST_OF_LINE: usize = 200;

/// What may still be shown.
struct Room {
    lines: usize,
    bytes: usize,
}

fn block(context: &Context<'_>, range: &Range, own: &ReadSource, room: &mut Room) -> Result<Block, Problem> {
    let expand = own.expand.unwrap_or(0);
    let source = context.source(&range.path)?;
    let all: Vec<&str> = source.text.lines().collect();
    let start = range.start.saturating_sub(expand).max(1);
    let end = range.end.saturating_add(expand).min(all.len() as u32);
    let wanted = all.get(start as usize - 1..end as usize).unwrap_or(&[]);
    let numbered = (start..).zip(wanted.iter().copied());
    let lines: Vec<(u32, String)> = if own.collapse {
        folded(numbered)
    } else {
        numbered.map(|(n, line)| (n, line.to_owned())).collect()
    };
    let mut shown = Vec::new();
    let mut stopped = None;
    for (number, line) in lines {
        let cost = line.len() + 6;
        // A line that is longer than all that may be shown would stand in the way for ever.
        let is_first = shown.is_empty() && room.bytes > LEAST_OF_LINE;
        if is_first && cost > room.bytes {
            let most = room.bytes - 6;
            shown.push((number, format!("{} {CUT}", &line[..line.floor_char_boundary(most - CUT.len())])));
            room.bytes = 0;
            if number < end {
                stopped = Some(More { start_line: number + 1, end_line: end, reason: "budget" });
            }
            break;
        }
        let reason = if shown.len() >= BLOCK_LINES {
            "lines_of_symbol"
        } else if shown.len() >= room.lines {
            "lines_of_answer"
        } else if cost > room.bytes {
            "budget"
        } else {
            room.bytes -= cost;
            shown.push((number, line));
            continue;
        };
        stopped = Some(More { start_line: number, end_line: end, reason });
        break;
    }
    room.lines -= shown.len();
    let last = stopped.as_ref().map_or(end, |more| more.start_line - 1);
    Ok(Block {
        path: range.path.clone(),
        symbol: range.symbol.clone(),
        start_line: start,
        end_line: last.max(start),
        text: shown,
        more: stopped,
        redacted: source.redacted,
    })
}

/// Lines that are indented deeper than the first level inside become one line that counts them.
/// Indentation, not syntax: it holds in every language and in broken code.
fn folded<'t>(lines: impl Iterator<Item = (u32, &'t str)>) -> Vec<(u32, String)> {
    let lines: Vec<(u32, &str)> = lines.collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut levels: Vec<usize> =
        lines.iter().filter(|(_, line)| !line.trim().is_empty()).map(|(_, line)| indent(line)).collect();
    levels.sort_unstable();
    levels.dedup();
    let Some(&inside) = levels.get(1) else {
        return lines.into_iter().map(|(number, line)| (number, line.to_owned())).collect();
    };
    let mut out: Vec<(u32, String)> = Vec::new();
    let mut hidden: Option<(u32, u32)> = None;
    for (number, line) in lines {
        let deeper = if line.trim().is_empty() { hidden.is_some() } else { indent(line) > inside };
        match (&mut hidden, deeper) {
            (Some((_, count)), true) => *count += 1,
            (None, true) => hidden = Some((number, 1)),
            (_, false) => {
                flush(&mut out, hidden.take(), inside);
                out.push((number, line.to_owned()));
            }
        }
    }
    flush(&mut out, hidden, inside);
    out
}

fn flush(out: &mut Vec<(u32, String)>, hidden: Option<(u32, u32)>, inside: usize) {
    if let Some((number, count)) = hidden {
        out.push((number, format!("{}... {count} lines", " ".repeat(inside * 2))));
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;
    use crate::protocol::records::Line;

    const A: &str = "\
class Session:
    def get(self):
        if True:
            return 1

    def put(self):
        return 2

def helper(): pass
";

    fn source(lines: &[Line]) -> Vec<String> {
        let text = |line: &Line| match line {
            Line::Source { number, text } => Some(format!("{number}|{text}")),
            Line::Record { .. } | Line::Place { .. } => None,
        };
        lines.iter().filter_map(text).collect()
    }

    #[test]
    fn a_symbol_with_and_without_path_and_a_range() {
        let fixture = Fixture::new(&[("a.py", A)]);
        for arguments in [
            r#"{"symbol": "helper"}"#,
            r#"{"path": "a.py", "symbol": "helper"}"#,
            r#"{"path": "a.py", "start_line": 9, "end_line": 9}"#,
            r#"{"symbols": ["a.py#helper"]}"#,
        ] {
            let lines = fixture.text("read_source", arguments);
            assert_eq!(source(&lines), ["9|def helper(): pass"], "{arguments}");
            assert_eq!(values(&lines, "source", "path"), ["a.py"]);
        }
        let lines = fixture.text("read_source", r#"{"symbol": "helper", "expand": 2}"#);
        assert_eq!(values(&lines, "source", "start_line"), ["7"]);
        let lines = fixture.text("read_source", r#"{"symbols": ["Session.put", "helper"]}"#);
        assert_eq!(source(&lines).len(), 3);
        let json = fixture.json("read_source", r#"{"symbol": "helper"}"#);
        assert_eq!(json["blocks"][0]["text"], "def helper(): pass\n");
    }

    #[test]
    fn nested_bodies_fold() {
        let fixture = Fixture::new(&[("a.py", A)]);
        let lines = fixture.text("read_source", r#"{"symbol": "Session", "collapse": true}"#);
        assert_eq!(
            source(&lines),
            [
                "1|class Session:",
                "2|    def get(self):",
                "3|        ... 3 lines",
                "6|    def put(self):",
                "7|        ... 1 lines"
            ]
        );
    }

    #[test]
    fn long_answers_stop_and_say_how_to_go_on() {
        let long: String = (0..900).map(|i| format!("x{i} = {i}\n")).collect();
        let fixture = Fixture::new(&[("long.py", &long)]);
        let lines = fixture.text("read_source", r#"{"path": "long.py"}"#);
        assert_eq!(source(&lines).len(), 200);
        assert_eq!(values(&lines, "more", "start_line"), ["201"]);
        assert_eq!(lines[0].get("truncated"), Some("true"));
        let lines = fixture.text("read_source", r#"{"path": "long.py", "budget": 300}"#);
        assert_eq!(values(&lines, "more", "reason"), ["budget"]);
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let fixture = Fixture::new(&[("a.py", A), ("b.py", "def helper(): pass\n")]);
        let both = fixture.text("read_source", r#"{"symbol": "helper"}"#);
        assert_eq!(values(&both, "source", "path"), ["a.py", "b.py"], "all that are called so");
        assert_eq!(fixture.problem("read_source", r#"{"path": "../x"}"#).code, Code::InvalidArgument);
        assert_eq!(fixture.problem("read_source", r#"{"path": "x.py"}"#).code, Code::NotFound);
        assert_eq!(fixture.problem("read_source", "{}").parameter.as_deref(), Some("path"));
        let late = fixture.problem("read_source", r#"{"path": "a.py", "start_line": 99}"#);
        assert_eq!(late.parameter.as_deref(), Some("start_line"));
    }

    #[test]
    fn places_are_read_as_lines_or_as_what_stands_there() {
        let fixture = Fixture::new(&[("src/a.py", A), ("b.py", "X = 1\n\nY = 2\n")]);
        let of = |arguments: &str| source(&fixture.text("read_source", arguments)).join(" / ");
        assert_eq!(of(r#"{"symbol": "src/a.py:6-7"}"#), "6|    def put(self): / 7|        return 2");
        assert_eq!(of(r#"{"path": "src/a.py:6-7"}"#), "6|    def put(self): / 7|        return 2");
        assert_eq!(of(r#"{"path": "a.py:9"}"#), "9|def helper(): pass", "the end of a path is enough");
        assert_eq!(of(r#"{"symbol": "a.py:7"}"#), "6|    def put(self): / 7|        return 2");
        assert_eq!(
            of(r#"{"path": "Session.put", "symbols": []}"#),
            "6|    def put(self): / 7|        return 2"
        );
        assert_eq!(of(r#"{"symbol": "b.py:2"}"#), "1|X = 1 / 2| / 3|Y = 2");
        assert_eq!(fixture.problem("read_source", r#"{"symbol": "b.py:9"}"#).code, Code::InvalidArgument);
        assert_eq!(fixture.problem("read_source", r#"{"symbol": "b.py:3-2"}"#).code, Code::InvalidArgument);
    }
}

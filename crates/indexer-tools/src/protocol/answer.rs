//! Answers: pages of rows that fit a budget, written as text or JSON.

use crate::protocol::context::Context;
use crate::protocol::cursor::Cursor;
use crate::protocol::folded::Folded;
use crate::protocol::records::Records;
use crate::protocol::timestamp::timestamp;
use crate::screen::{Ink, Lines, Look, Paper, Screen, screen_of};
use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Version of the JSON answers; counts up when a field changes its name or meaning.
pub const SCHEMA_VERSION: u32 = 2;

indexer_core::worded! {
    /// How an answer is written.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    pub enum Format {
        /// One record a line.
        #[default]
        #[serde(alias = "llm")]
        #[value(alias = "llm")]
        Text = "text",
        /// A JSON object, on one line.
        #[value(alias = "jsonl")]
        Json = "json",
        /// A Mermaid flowchart, where the answer is a graph.
        Mermaid = "mermaid",
        /// A Graphviz graph, where the answer is one.
        Dot = "dot",
        /// A GraphML document, where the answer is a graph.
        Graphml = "graphml",
        /// For people: as wide as the terminal, with its colours; the default there.
        Screen = "screen",
        /// A comment for a pull request.
        Markdown = "markdown",
        /// The JSON object as YAML, where a page is written.
        Yaml = "yaml",
        /// A SARIF log of what breaks.
        Sarif = "sarif",
        /// Workflow commands of GitHub Actions.
        Github = "github",
        /// Tests, a line each, as `cargo test -- --exact` takes them.
        Cargo = "cargo",
        /// Tests, a line each, as `pytest` takes them.
        Pytest = "pytest",
        /// Files of tests, a line each, as `jest --runTestsByPath` takes them.
        Jest = "jest",
        /// Tests, a line each.
        Plain = "plain",
        /// A SCIP index of the repository.
        Scip = "scip",
        /// A database of SQLite with the repository's symbols and uses.
        Sqlite = "sqlite",
    }
}

/// One row of an answer.
pub trait Row: Serialize {
    /// Writes the row; `previous` is the row before it on this page, so that what they share is
    /// written once.
    fn render(&self, previous: Option<&Self>, out: &mut Records);

    /// Writes the row in the [short form](crate::brief).
    fn brief(&self, previous: Option<&Self>, out: &mut Records) {
        self.render(previous, out);
    }
}

/// What a tool answers: some facts that always show, and rows of which a page shows.
pub trait Answer: Serialize {
    /// The rows.
    type Row: Row;

    /// The page of rows.
    fn page(&mut self) -> &mut Page<Self::Row>;

    /// Writes what stands before the rows.
    fn head(&self, out: &mut Records) {
        let _ = out;
    }

    /// Writes what stands behind the rows.
    fn tail(&self, out: &mut Records) {
        if let Some(folded) = self.short() {
            folded.write(out);
        }
    }

    /// The answer in another format than text and JSON; `about` is its first record, to be
    /// written as a comment. Only asked for the formats that the tool lists.
    fn draw(&self, format: Format, about: &str) -> String {
        let _ = format;
        about.to_owned()
    }

    /// The answer for people, where its JSON value and the [`Look`] of its tool do not say all.
    fn screen(&self) -> Option<Screen> {
        None
    }

    /// Says less of what is no row, and that it did; false where that cannot be.
    fn shorten(&mut self) -> bool {
        false
    }

    /// What the [short form](crate::brief) of text counts instead of showing it as rows: it is not among the
    /// total of the page. `None` where text is to say all.
    fn short(&self) -> Option<&Folded> {
        None
    }

    /// True where [`fit`](Self::fit) chooses the rows.
    const FITS: bool = false;

    /// Chooses the rows, at most `room` bytes of them in that format, for answers that know better than
    /// to be cut at the end. It is asked before any row is there.
    fn fit(&mut self, room: usize, format: Format) {
        let _ = (room, format);
    }

    /// How many of the total the page shows: as many as it has rows, but where rows are no items.
    fn shown(&mut self) -> usize {
        self.page().rows.len()
    }

    /// True when a row shows only a part of itself and says how to go on.
    fn is_cut_short(&self) -> bool {
        false
    }

    /// True when the answer is one that the question asked to fail on.
    fn has_failed(&self) -> bool {
        false
    }

    /// True when there is nothing to say: what `--exit-status` reports.
    fn is_empty(&mut self) -> bool {
        self.page().total == 0
    }
}

/// The page of an [`Answer`]: the field that holds it, and the type of its rows. With `short`, the field of that name
/// says what the short form leaves out; with `heads`, that field is what is shortened where an answer is too long.
macro_rules! page {
    ($field:ident: $row:ty $(, $more:ident)*) => {
        type Row = $row;

        fn page(&mut self) -> &mut $crate::Page<$row> {
            &mut self.$field
        }

        $(page!($more);)*
    };
    (short) => {
        fn short(&self) -> Option<&$crate::protocol::folded::Folded> {
            self.short.as_ref()
        }
    };
    (heads) => {
        fn shorten(&mut self) -> bool {
            self.heads.shorten()
        }
    };
}

/// Some of the rows of an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Page<R> {
    /// The rows.
    pub rows: Vec<R>,
    /// How many there are in all, before limit and budget.
    #[serde(skip)]
    pub total: usize,
    /// How many come before these.
    #[serde(skip)]
    pub offset: usize,
}

impl<R> Page<R> {
    /// Rows `offset` up to `offset + limit` of `all`, made by `row` only where they show.
    pub fn of<T>(all: &[T], offset: usize, limit: usize, row: impl FnMut(&T) -> R) -> Self {
        let shown = all.iter().skip(offset).take(limit);
        Self { rows: shown.map(row).collect(), total: all.len(), offset }
    }

    /// A page without rows, for answers that have none.
    pub fn none() -> Self {
        Self { rows: Vec::new(), total: 0, offset: 0 }
    }
}

/// A written answer.
#[derive(Clone, Debug)]
pub struct Output {
    /// Text or JSON, as asked, with a final newline.
    pub body: String,
    /// The JSON object, when the format is JSON.
    pub structured: Option<Value>,
    /// What stands on the screen, when the answer is for people.
    pub screen: Option<Screen>,
    /// True when the answer is that there is nothing.
    pub empty: bool,
    /// True when the answer is one that the question asked to fail on.
    pub failed: bool,
}

impl Output {
    /// The same with what is followed in part, beside its counts.
    #[must_use]
    pub(crate) fn in_part(mut self, says: &str) -> Self {
        if let Some(structured) = &mut self.structured {
            structured["in_part"] = says.into();
            self.body = format!("{structured}\n");
        } else if let Some(screen) = &mut self.screen {
            screen.say(Ink::Faint, says);
            self.body = Paper::default().write(screen);
        } else {
            let mut out = Records::default();
            out.record("in_part").text("says", says);
            let first = self.body.find('\n').map_or(self.body.len(), |end| end + 1);
            self.body.insert_str(first, &out.finish());
        }
        self
    }

    /// The same with the reason for which it is empty.
    #[must_use]
    pub(crate) fn because(mut self, why: &str) -> Self {
        if let Some(structured) = &mut self.structured {
            structured["why"] = why.into();
            self.body = format!("{structured}\n");
        } else if let Some(screen) = &mut self.screen {
            screen.say(Ink::Faint, why);
            self.body = Paper::default().write(screen);
        } else {
            let mut out = Records::default();
            out.record("why").text("text", why);
            self.body.push_str(&out.finish());
        }
        self
    }
}

#[derive(Serialize)]
struct Index<'a> {
    exists: bool,
    state: &'a str,
    stale: bool,
    files_changed_since_build: usize,
    built_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    head_commit: Option<&'a str>,
    /// The revision as it was asked for; left out for the files on disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    rev: Option<&'a str>,
    /// The commit that `rev` names.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    generation: u64,
}

#[derive(Serialize)]
struct Envelope<'a, A> {
    schema_version: u32,
    tool: &'a str,
    root: String,
    /// The installed package that the answer is about; left out for the repository.
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<&'a str>,
    index: Index<'a>,
    total: usize,
    shown: usize,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<&'a str>,
    #[serde(flatten)]
    answer: &'a A,
}

/// Bytes of the first record and the JSON envelope.
const FRAME: usize = 400;
/// Digits of the largest generation, beyond the first.
const DIGITS: usize = u64::MAX.ilog10() as usize;

/// How an answer is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Writing {
    /// The tool that answers.
    pub tool: &'static str,
    /// What cursors are bound to.
    pub question: u64,
    /// Tokens at most.
    pub tokens: usize,
    /// In which format.
    pub format: Format,
    /// How it looks on a screen.
    pub look: Look,
}

/// Cuts the answer to so many tokens and writes it.
pub fn write<A: Answer>(context: &Context<'_>, writing: Writing, mut answer: A) -> Output {
    let Writing { tool, question, tokens, format, look } = writing;
    let room = indexer_search::tokens::bytes(tokens);
    let brief = format == Format::Text && answer.short().is_some();
    let mut fixed = beside(context, tool, &mut answer, format);
    while matches!(format, Format::Text | Format::Json) && fixed > room * 3 / 5 && answer.shorten() {
        fixed = beside(context, tool, &mut answer, format);
    }
    let (total, offset, folded) =
        (answer.page().total, answer.page().offset, answer.short().map_or(0, Folded::total));
    let cursor = |next| Cursor { offset: next, version: context.version(), question }.encode();
    if A::FITS {
        // What chooses its rows itself is told what is left to the byte.
        let whole = Frame { tool, total, shown: total, truncated: true, cursor: Some(cursor(total)), brief };
        let frame = match format {
            Format::Json => whole.bytes(context, &answer) + 1,
            _ => whole.record(context).len() + fixed,
        };
        answer.fit(room.saturating_sub(frame), format);
    } else {
        cut(
            answer.page(),
            room.saturating_sub(FRAME + fixed),
            if brief { Shape::Brief } else { format.into() },
        );
    }
    let empty = answer.is_empty();
    let (cut_short, failed) = (answer.is_cut_short(), answer.has_failed());
    let shown = answer.shown();
    let next = offset + shown;
    let truncated = next < total || cut_short;
    let cursor = (next < total && shown > 0).then(|| cursor(next));
    let frame = Frame { tool, total: total + folded, shown, truncated, cursor, brief };
    if format == Format::Json {
        let structured = frame.structured(context, &answer);
        let body = format!("{structured}\n");
        return Output { body, structured: Some(structured), screen: None, empty, failed };
    }
    if format == Format::Screen {
        let screen = answer.screen().unwrap_or_else(|| {
            let read = |path: &str| context.source(path).ok().map(|source| source.text);
            screen_of(&frame.structured(context, &answer), &look, &mut Lines::new(&read))
        });
        let body = Paper::default().write(&screen);
        return Output { body, structured: None, screen: Some(screen), empty, failed };
    }
    let mut out = frame.record(context);
    if format != Format::Text {
        let about = out.finish();
        let body = answer.draw(format, about.trim_end());
        return Output { body, structured: None, screen: None, empty, failed };
    }
    answer.head(&mut out);
    out.depth(0);
    render_rows(&answer.page().rows, brief, &mut out);
    out.depth(0);
    answer.tail(&mut out);
    Output { body: out.finish(), structured: None, screen: None, empty, failed }
}

/// Bytes of what stands beside the rows.
fn beside<A: Answer>(context: &Context<'_>, tool: &'static str, answer: &mut A, format: Format) -> usize {
    if format == Format::Json && !A::FITS {
        let rows = std::mem::take(&mut answer.page().rows);
        let frame = Frame { tool, total: 0, shown: 0, truncated: false, cursor: None, brief: false };
        let bytes = frame.bytes(context, answer);
        answer.page().rows = rows;
        return bytes.saturating_sub(FRAME);
    }
    let mut fixed = Records::default();
    answer.head(&mut fixed);
    answer.tail(&mut fixed);
    fixed.len()
}

/// What every answer says of itself.
struct Frame {
    tool: &'static str,
    total: usize,
    shown: usize,
    truncated: bool,
    cursor: Option<String>,
    /// True where what goes without saying is left out.
    brief: bool,
}

impl Frame {
    fn structured<A: Answer>(&self, context: &Context<'_>, answer: &A) -> Value {
        let envelope = Envelope {
            schema_version: SCHEMA_VERSION,
            tool: self.tool,
            root: context.snapshot.root.display().to_string(),
            package: context.package,
            index: index(context),
            total: self.total,
            shown: self.shown,
            truncated: self.truncated,
            cursor: self.cursor.as_deref(),
            answer,
        };
        serde_json::to_value(&envelope).unwrap_or_default()
    }

    /// Bytes of the object at most. How often the index was built is no reason to say less.
    fn bytes<A: Answer>(&self, context: &Context<'_>, answer: &A) -> usize {
        let digits = context.generation().checked_ilog10().unwrap_or(0) as usize;
        self.structured(context, answer).to_string().len() + DIGITS - digits
    }

    fn record(&self, context: &Context<'_>) -> Records {
        let asked = context.snapshot.revision.as_ref();
        let mut out = Records::default();
        if self.brief {
            let mut record = out.record("answer");
            match asked.map(|asked| (asked.name.as_str(), asked.commit.as_deref())) {
                Some((_, Some(commit))) => drop(record.text("commit", short_commit(commit))),
                Some((name, None)) => drop(record.text("rev", name)),
                None => {}
            }
            record.some("package", context.package);
            if context.state() != "fresh" {
                record.field("state", context.state());
            }
            record.field("total", self.total);
            if self.truncated {
                record
                    .field("shown", self.shown)
                    .flag("truncated", true)
                    .some("cursor", self.cursor.as_deref());
            }
            drop(record);
            return out;
        }
        out.record("answer")
            .text("tool", self.tool)
            .text("root", &context.snapshot.root.display().to_string())
            .some("package", context.package)
            .some("rev", asked.map(|asked| asked.name.as_str()))
            .some("commit", asked.and_then(|asked| asked.commit.as_deref()))
            .field("state", context.state())
            .field("total", self.total)
            .field("shown", self.shown)
            .field("truncated", self.truncated)
            .some("cursor", self.cursor.as_deref());
        out
    }
}

/// The first digits of a commit: enough to name it.
pub fn short_commit(commit: &str) -> &str {
    commit.get(..10).filter(|_| commit.bytes().all(|byte| byte.is_ascii_hexdigit())).unwrap_or(commit)
}

fn render_rows<R: Row>(rows: &[R], brief: bool, out: &mut Records) {
    for (i, row) in rows.iter().enumerate() {
        let previous = i.checked_sub(1).and_then(|before| rows.get(before));
        if brief { row.brief(previous, out) } else { row.render(previous, out) }
    }
}

/// How rows are written, for what they cost.
#[derive(Clone, Copy)]
enum Shape {
    Json,
    Records,
    Brief,
}

impl From<Format> for Shape {
    fn from(format: Format) -> Self {
        if format == Format::Json { Shape::Json } else { Shape::Records }
    }
}

/// Keeps the rows that fit into `room` bytes, at least one: a page without a row leads nowhere.
fn cut<R: Row>(page: &mut Page<R>, room: usize, shape: Shape) {
    let mut used = 0;
    let mut text = Records::default();
    for i in 0..page.rows.len() {
        let previous = i.checked_sub(1).map(|before| &page.rows[before]);
        used = match shape {
            Shape::Json => used + 1 + serde_json::to_string(&page.rows[i]).map_or(0, |json| json.len()),
            Shape::Records => {
                page.rows[i].render(previous, &mut text);
                text.len()
            }
            Shape::Brief => {
                page.rows[i].brief(previous, &mut text);
                text.len()
            }
        };
        if used > room && i > 0 {
            page.rows.truncate(i);
            return;
        }
    }
}

fn index<'a>(context: &Context<'a>) -> Index<'a> {
    let freshness = context.freshness();
    let stale = context.state() == "stale";
    let asked = context.snapshot.revision.as_ref();
    Index {
        exists: context.freshness().generation > 0,
        state: context.state(),
        stale,
        // A fresh view has taken every change in.
        files_changed_since_build: if stale { freshness.changed.len() } else { 0 },
        built_at: timestamp(freshness.built_at),
        head_commit: freshness.head_commit.as_deref(),
        rev: asked.map(|asked| asked.name.as_str()),
        commit: asked.and_then(|asked| asked.commit.as_deref()),
        generation: freshness.generation,
    }
}

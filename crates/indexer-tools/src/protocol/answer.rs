//! Answers: pages of rows, and what they are when they are written.

use crate::protocol::folded::Folded;
use crate::protocol::records::Records;
use crate::screen::{Ink, Paper, Screen};
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
        /// Parquet files with the repository's symbols and uses, for engines that ask many repositories.
        Parquet = "parquet",
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

    /// Says less, and that it did, where the first row alone is more than the budget; false where that cannot be.
    fn say_less(&mut self) -> bool {
        false
    }
}

/// What a tool answers: some facts that always show, and rows of which a page shows.
pub trait Answer: Serialize {
    /// The rows.
    type Row: Row;

    /// The member of the object that holds them.
    const ROWS: &'static str;

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

    /// The answer for people, where its JSON value and the `Look` of its tool do not say all.
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
        const ROWS: &'static str = stringify!($field);

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
    pub(crate) fn in_part(self, says: &str) -> Self {
        self.beside_counts("in_part", says)
    }

    /// The same with how the repository uses what an installed package defines, beside its counts.
    #[must_use]
    pub(crate) fn used_here(self, says: &str) -> Self {
        self.beside_counts("used_here", says)
    }

    fn beside_counts(mut self, record: &'static str, says: &str) -> Self {
        if let Some(structured) = &mut self.structured {
            let before = structured[record].as_str().map(|before| format!("{before}; {says}"));
            structured[record] = before.unwrap_or_else(|| says.to_owned()).into();
            self.body = format!("{structured}\n");
        } else if let Some(screen) = &mut self.screen {
            screen.say(Ink::Faint, says);
            self.body = Paper::default().write(screen);
        } else {
            let mut out = Records::default();
            out.record(record).text("says", says);
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

/// The first digits of a commit: enough to name it.
pub fn short_commit(commit: &str) -> &str {
    commit.get(..10).filter(|_| commit.bytes().all(|byte| byte.is_ascii_hexdigit())).unwrap_or(commit)
}

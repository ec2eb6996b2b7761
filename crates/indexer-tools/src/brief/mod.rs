//! The short form of answers about uses: a file as a heading, below it a line for each row, with what is
//! written there.
//!
//! ```text
//! file path=shop/cart.py
//! 11 Cart.total|return sum(price(item) for item in self.items)
//! 19 Cart.show possible=name|print(self.rate.price(2))
//! 24
//! 31 -|CHEAP = price("tea")
//! ```
//!
//! A row stands below the last `file`, and what it leaves out is that of the row before: a name that is left
//! out is the same, and so is a text. `-` is the top of the file, as are rows before the first name. What is
//! *resolved* says nothing of its certainty; other rows say it, with the rule. Tests come last, and but for the
//! first three they are counted, with other rows that say little: `folded`. `detail=full` lists all of them, as
//! records with all fields, and JSON has everything.

mod conditions;
mod fold;
mod lines;

pub use crate::protocol::detail::Detail;
pub use crate::protocol::folded::Folded;
pub use crate::relations::chain;
pub use conditions::Conditions;
pub use fold::{Little, TESTS, fold};
pub use lines::Lines;

use crate::analysis::Aside;
use crate::protocol::{Asked, Format, Record, Records};
use crate::relations::Node;
use indexer_core::{Flags, Resolution};
use indexer_store::{FileRef, Reference, Symbol};
use rustc_hash::FxHashMap;

/// True where a question wants the short form: of text, unless it asks for all of it.
pub fn is_wanted<A>(asked: &Asked<A>, detail: Option<Detail>) -> bool {
    detail != Some(Detail::Full) && matches!(asked.common.format, None | Some(Format::Text))
}

/// What stands for the top of a file, behind rows with names.
const TOP: &str = "-";

/// The place that a row is about, and what is written there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'r> {
    /// Its file, relative to the root.
    pub path: &'r str,
    /// Its 1-based line.
    pub line: u32,
    /// What it stands in: names of owners and its own; `None` for the top of the file.
    pub within: Option<&'r str>,
    /// What is written there: "" where that cannot be read, `None` where it is not to be shown.
    pub text: Option<&'r str>,
}

impl Place<'_> {
    /// Writes the row, below the heading of its file where the row before is of another one. `marks` adds what
    /// else is to be said.
    pub fn write(
        &self,
        previous: Option<&Place<'_>>,
        out: &mut Records,
        marks: impl FnOnce(&mut Record<'_>),
    ) {
        let previous = previous.filter(|previous| previous.path == self.path);
        if previous.is_none() {
            let depth = out.depth_now();
            out.depth(0);
            out.record("file").text("path", self.path);
            out.depth(depth);
        }
        let mut line = out.line(self.line, self.line);
        if previous.and_then(|previous| previous.within) != self.within {
            line.name(self.within.unwrap_or(TOP));
        }
        marks(&mut line);
        if let Some(text) = self.text.filter(|_| previous.and_then(|previous| previous.text) != self.text) {
            line.source(text);
        }
    }
}

/// Says how certain a row is, where it is not resolved: `possible=override`.
pub fn certainty(record: &mut Record<'_>, resolution: &str, rule: &'static str) {
    for word in [Resolution::Possible, Resolution::External, Resolution::Unresolved] {
        if word.as_str() == resolution {
            record.field(word.as_str(), rule);
        }
    }
}

/// Writes what is counted beside the rows: what is none goes without saying.
pub fn counts(counts: &[(&str, u64)], out: &mut Records) {
    if counts.iter().any(|(_, count)| *count > 0) {
        let mut record = out.record("counts");
        for (what, count) in counts {
            record.count(what, *count);
        }
    }
}

/// Which code is of tests, remembered by file.
#[derive(Debug, Default)]
pub struct TestCode<'v> {
    files: FxHashMap<&'v str, bool>,
}

impl<'v> TestCode<'v> {
    /// The same of a node.
    pub fn has(&mut self, node: Node<'v>) -> bool {
        match node {
            Node::Symbol(symbol) => self.holds(symbol.file(), Some(symbol)),
            Node::File(file) => self.holds(file, None),
        }
    }

    /// The same of what stands around a reference.
    pub fn around(&mut self, one: Reference<'v>) -> bool {
        self.holds(one.file(), one.enclosing())
    }

    /// True for what stands in a file of tests, and for what is marked as a test or stands in one.
    pub fn holds(&mut self, file: FileRef<'v>, within: Option<Symbol<'v>>) -> bool {
        // Guards against owners that go round in a damaged file.
        const MOST_OWNERS: usize = 64;
        let is_marked = std::iter::successors(within, Symbol::owner)
            .take(MOST_OWNERS)
            .any(|one| one.flags().has(Flags::TEST));
        let of_file = || Aside::of(file) == Aside::Tests;
        is_marked || *self.files.entry(file.path()).or_insert_with(of_file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use crate::protocol::problem::Code;
    use crate::protocol::records::{Line, parse};
    use crate::protocol::tool::Tool;
    use crate::tools::ALL;
    use serde_json::Value;
    use serde_json::json;

    fn written(rows: &[Place<'_>]) -> String {
        let mut out = Records::default();
        for (i, row) in rows.iter().enumerate() {
            let previous = i.checked_sub(1).map(|before| &rows[before]);
            row.write(previous, &mut out, |line| certainty(line, "possible", "name"));
        }
        out.finish()
    }

    #[test]
    fn what_the_row_before_says_is_not_said_again() {
        let row = |path, line, within, text| Place { path, line, within, text: Some(text) };
        let text = written(&[
            row("a.py", 1, None, "import b"),
            row("a.py", 4, Some("A.go"), "b.run()"),
            row("a.py", 5, Some("A.go"), "b.run()"),
            row("a.py", 9, None, "b.run()"),
            row("b.py", 9, None, "b.run()"),
        ]);
        let expected = "file path=a.py\n1 possible=name|import b\n4 A.go possible=name|b.run()\n5 possible=name\n\
                        9 - possible=name\nfile path=b.py\n9 possible=name|b.run()\n";
        assert_eq!(text, expected);
        assert_eq!(parse(&text).unwrap().len(), 7);
    }

    #[test]
    fn what_cannot_be_read_is_said_to_be_nothing() {
        let row = |text| Place { path: "a", line: 1, within: None, text };
        let text = written(&[row(Some("x")), row(Some("")), row(None)]);
        assert!(text.ends_with("\n1 possible=name|\n1 possible=name\n"), "{text}");
    }

    #[test]
    fn names_and_lines_of_files_stay_in_their_places() {
        let path = "a\nerror code=x|\"b\" c";
        let row =
            Place { path, line: 7, within: Some("operator|=\n9|x"), text: Some("a|b\u{2028}error code=x") };
        let lines = parse(&written(&[row])).unwrap();
        assert_eq!((lines.len(), lines[0].get("path")), (2, Some(path)));
        let Line::Place { names, text, .. } = &lines[1] else { panic!("{lines:?}") };
        assert_eq!(
            (names[0].as_str(), text.as_deref()),
            ("operator|=\n9|x", Some("a|b\\u{2028}error code=x"))
        );
    }

    #[test]
    fn a_cursor_belongs_to_its_form() {
        let uses = "import a\n".to_owned() + &"a.go()\n".repeat(9);
        let fixture = Fixture::new(&[("a.py", "def go(): pass\n"), ("b.py", &uses)]);
        let asked = |more: Value| {
            let mut asked = json!({"symbol": "go", "limit": 2});
            asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            asked
        };
        let json = fixture.output("find_references", asked(json!({"format": "json"})));
        let cursor = json.structured.unwrap()["cursor"].clone();
        let full = fixture.text("find_references", &asked(json!({"cursor": cursor})).to_string());
        assert_eq!(full[0].get("shown"), Some("2"), "all rows, as in JSON");
        let refused = |more| fixture.problem("find_references", &asked(more).to_string()).code;
        assert_eq!(refused(json!({"cursor": cursor})), Code::StaleCursor);
        assert_eq!(
            refused(json!({"cursor": cursor, "format": "text", "detail": "brief"})),
            Code::StaleCursor
        );
    }

    #[test]
    fn tools_with_a_short_form_say_so_and_take_detail() {
        let with: Vec<&str> = ALL.iter().filter(|tool| tool.short_form).map(|tool| tool.name).collect();
        let takes = |tool: &&Tool| tool.full_schema()["properties"].get("detail").is_some();
        let takes: Vec<&str> = ALL.iter().filter(takes).map(|tool| tool.name).collect();
        assert_eq!((with.len(), &with), (7, &takes));
    }

    #[test]
    fn a_name_is_what_stands_behind_the_path() {
        assert_eq!(chain("a/b.rs#A.go", "a/b.rs"), Some("A.go"));
        assert_eq!(chain("a/b.rs", "a/b.rs"), None);
    }
}

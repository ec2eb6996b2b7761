//! `regenerate_index`: the index built again and stored.

use crate::index_page::{Wanted, Written, write};
use crate::protocol::Code;
use crate::protocol::engine_problem::engine_problem;
use crate::protocol::prelude::*;
use std::time::Instant;

/// Store the index; force builds it from nothing (seconds to minutes). Never needed to be up to date
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegenerateIndex {
    /// Build from nothing
    #[arg(long)]
    #[serde(default)]
    pub force: bool,
    /// Also write INDEX.md
    #[arg(long)]
    #[serde(default)]
    pub write: bool,
}

/// The index after it was built.
#[derive(Debug, Serialize)]
pub struct Regenerated {
    /// `ok`.
    pub status: &'static str,
    /// Files of the index now.
    pub files_indexed: u64,
    /// Lines of them.
    pub total_lines: u64,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Bytes of the segments on disk.
    pub index_bytes: u64,
    /// The folder of the cache; `None` in memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// INDEX.md, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written: Option<Written>,
    #[serde(skip)]
    none: Page<Nothing>,
}

/// The page that `write` writes.
const PAGE: &str = "INDEX.md";

/// There are no rows.
#[derive(Clone, Debug, Serialize)]
pub struct Nothing;

impl Row for Nothing {
    fn render(&self, _: Option<&Self>, _: &mut Records) {}
}

impl Answer for Regenerated {
    page!(none: Nothing);

    fn head(&self, out: &mut Records) {
        out.record("index")
            .field("status", self.status)
            .field("files_indexed", self.files_indexed)
            .field("total_lines", self.total_lines)
            .field("duration_ms", self.duration_ms)
            .field("index_bytes", self.index_bytes)
            .some("path", self.path.as_deref());
        if let Some(written) = &self.written {
            let mut record = out.record("written");
            record
                .text("path", &written.path)
                .field("tokens", written.tokens)
                .field("changed", written.changed);
        }
    }

    fn is_empty(&mut self) -> bool {
        false
    }
}

impl Question for RegenerateIndex {
    type Answer = Regenerated;
    const NAME: &'static str = "regenerate_index";
    const CLI: &'static str = "regenerate-index";
    const TITLE: &'static str = "Build the index again";
    const MAY_WRITE: bool = true;
    const SHOWN: &'static [&'static str] = &["force", "write"];

    fn run(context: &Context<'_>, asked: &Asked<RegenerateIndex>) -> Result<Regenerated, Problem> {
        let Some(reading) = context.reading else {
            return Err(Problem::new(Code::NotSupported, "this snapshot belongs to no workspace"));
        };
        let started = Instant::now();
        let snapshot = match &context.snapshot.revision {
            // What a revision holds never changes: what is stored of it is right.
            Some(revision) => reading.at(&revision.name, context.cancel),
            None => reading.index(asked.own.force, context.cancel),
        };
        let snapshot = snapshot.map_err(|error| engine_problem(&error))?;
        let own = Context { snapshot: &snapshot, ..*context };
        let written =
            asked.own.write.then(|| write(&own, &asked.scope, PAGE, Wanted::default())).transpose()?;
        let totals = snapshot.view.totals();
        Ok(Regenerated {
            status: "ok",
            files_indexed: totals.files,
            total_lines: totals.lines,
            duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            index_bytes: totals.index_bytes,
            written,
            path: reading.workspace().cache().map(|path| path.display().to_string()),
            none: Page::none(),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn the_index_is_built_again() {
        let fixture = Fixture::new(&[("a.py", "def a(): pass\n"), ("b.py", "X = 1\nY = 2\n")]);
        for arguments in ["{}", r#"{"force": true}"#] {
            let lines = fixture.text("regenerate_index", arguments);
            assert_eq!(values(&lines, "index", "files_indexed"), ["2"]);
            assert_eq!(values(&lines, "index", "total_lines"), ["3"]);
        }
        let problem = fixture.problem("regenerate_index", r#"{"write": true}"#);
        assert_eq!(problem.parameter.as_deref(), Some("write"), "there is no folder");
    }
}

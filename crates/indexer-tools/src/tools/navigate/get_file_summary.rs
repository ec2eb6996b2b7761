//! `get_file_summary`: what a file is, without reading it.

use crate::brief::{self, Detail, Folded};
use crate::imports::{ImportRow, imports};
use crate::locate;
use crate::protocol::Listed;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::summary::{Summary, Top, declarations};
use indexer_core::Resolution;
use std::collections::BTreeSet;

/// A file without reading it: metadata, imports, top declarations with signatures, counts, tests
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetFileSummary {
    /// brief, or full: every row with all its fields
    #[arg(long, value_enum)]
    pub detail: Option<Detail>,
}

/// A file, summed up.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The file.
    #[serde(flatten)]
    pub file: Summary,
    /// Its imports, in order.
    pub imports: Vec<ImportRow>,
    /// Imports that the budget leaves out.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_imports: usize,
    /// What the short form leaves out of the rows; `None` where text says all.
    #[serde(skip)]
    pub short: Option<Folded>,
    /// Its top declarations, in order.
    pub declarations: Page<Top>,
}

impl Answer for Found {
    page!(declarations: Top, short);

    fn head(&self, out: &mut Records) {
        if self.short.is_some() {
            self.file.brief(out);
            return brief_imports(&self.imports, self.more_imports, out);
        }
        self.file.write(out);
        for import in &self.imports {
            import.render(None, out);
        }
        out.more("more_imports", self.more_imports);
    }

    fn is_empty(&mut self) -> bool {
        false
    }
}

/// Files of the repository that the short form names among the imports.
const FILES: usize = 12;

/// The imports in one record: how many there are, how many lead out of the repository or nowhere, and to which
/// files the others lead.
fn brief_imports(imports: &[ImportRow], more: usize, out: &mut Records) {
    if imports.is_empty() {
        return;
    }
    let is = |resolution: Resolution| {
        imports.iter().filter(|one| one.resolution == resolution.as_str()).count() as u64
    };
    let inside = [Resolution::Resolved, Resolution::Possible].map(Resolution::as_str);
    let inside = imports.iter().filter(|one| inside.contains(&one.resolution));
    let path = |target: &String| target.split_once('#').map_or(&**target, |(path, _)| path).to_owned();
    let files: BTreeSet<String> = inside.flat_map(|one| one.targets.iter().map(path)).collect();
    let shown: Vec<&str> = files.iter().take(FILES).map(String::as_str).collect();
    let mut record = out.record("imports");
    record.field("count", imports.len() + more).count("external", is(Resolution::External));
    record.count("unresolved", is(Resolution::Unresolved));
    if !shown.is_empty() {
        record.text("files", &shown.join(",")).count("more", (files.len() - shown.len()) as u64);
    }
}

impl Question for GetFileSummary {
    type Answer = Found;
    const NAME: &'static str = "get_file_summary";
    const CLI: &'static str = "get-file-summary";
    const ALIASES: &'static [&'static str] = &["summary"];
    const TITLE: &'static str = "Summary of a file";
    const FOLLOWED: Followed = Followed::Shown;
    const LISTED: Listed = Listed::Core;
    const SHORT_FORM: bool = true;
    const SHOWN: &'static [&'static str] = &["path"];
    const LOOK: Look = Look::of(&[
        Section::of("", Form::Figures),
        Section::of("declarations", Form::Declarations).titled("declarations"),
        Section::of("imports", Form::Table(&["line", "name", "resolution", "targets"])).titled("imports"),
    ]);
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<GetFileSummary>) -> Result<Found, Problem> {
        let file = locate::the_file(context, &asked.common)?;
        let mut imports = imports(context, file);
        // Half of a small budget stays for the declarations; an import costs about thirty tokens.
        let most = asked.common.tokens(Self::BUDGET) / 60;
        let more_imports = imports.len().saturating_sub(most);
        imports.truncate(most);
        let all = declarations(file, asked.common.compact);
        let declarations = Page::of(&all, asked.offset, asked.common.rows(200, 1000), Top::clone);
        let short = brief::is_wanted(asked, asked.own.detail).then(Folded::default);
        Ok(Found { file: Summary::of(file), imports, more_imports, short, declarations })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;

    const A: &str = "\"\"\"Sessions.\"\"\"\nimport os\nfrom pkg.b import helper as h\nfrom . import b\n\n\
        class Session:\n    \"\"\"Keeps state.\"\"\"\n    def get(self): return h()\n    def put(self): pass\n\n\
        def _private(): pass\n\ndef test_it(): pass\n";

    fn fixture() -> Fixture {
        let files = [("pkg/__init__.py", ""), ("pkg/a.py", A), ("pkg/b.py", "def helper(): pass\n")];
        Fixture::new(&files)
    }

    #[test]
    fn a_file_in_one_answer() {
        let lines = fixture().text("get_file_summary", r#"{"path": "pkg/a.py"}"#);
        assert_eq!(values(&lines, "file", "doc"), ["Sessions."]);
        assert_eq!(values(&lines, "file", "tests"), ["1"]);
        assert_eq!(values(&lines, "kinds", "method"), ["2"]);
        assert_eq!(values(&lines, "import", "name"), ["os", "pkg.b.helper", ".b"]);
        assert_eq!(values(&lines, "import", "alias"), ["h"]);
        assert_eq!(values(&lines, "import", "resolution"), ["external", "resolved", "resolved"]);
        assert_eq!(values(&lines, "import", "target"), ["os", "pkg/b.py#helper", "pkg/b.py"]);
        assert_eq!(values(&lines, "class", "members"), ["get,put"]);
        assert_eq!(values(&lines, "function", "name"), ["_private", "test_it"]);
        assert_eq!(values(&lines, "class", "doc"), ["Keeps state."]);
    }

    #[test]
    fn the_short_form_has_heads_and_counts_imports() {
        let brief = fixture().brief("get_file_summary", r#"{"path": "pkg/a.py"}"#);
        let lines: Vec<&str> = brief.lines().collect();
        assert!(
            lines[0].starts_with("file path=pkg/a.py language=python module=pkg.a lines=13 tokens="),
            "{brief}"
        );
        let expected = [
            "imports count=3 external=1 files=pkg/b.py",
            "6-9 members=get,put doc=\"Keeps state.\"|class Session",
            "11|def _private()",
            "13|def test_it()",
        ];
        assert_eq!(lines[1..], expected);
    }

    #[test]
    fn json_and_problems() {
        let json = fixture().json("get_file_summary", r#"{"path": "./pkg/a.py", "limit": 1}"#);
        assert_eq!((&json["language"], &json["kinds"]["class"]), (&"python".into(), &1.into()));
        assert_eq!((&json["total"], &json["truncated"]), (&3.into(), &true.into()));
        assert_eq!(json["imports"][1]["targets"][0], "pkg/b.py#helper");
        let missing = fixture().problem("get_file_summary", "{}");
        assert_eq!(missing.parameter.as_deref(), Some("path"));
        let folder = fixture().problem("get_file_summary", r#"{"path": "pkg"}"#);
        assert_eq!(folder.code, Code::InvalidArgument);
        assert!(folder.message.contains("folder"), "{folder:?}");
        let end = fixture().json("get_file_summary", r#"{"path": "a.py"}"#);
        assert_eq!(end["path"], json["path"], "the end of a path is enough where one file has it");
        let near = fixture().problem("get_file_summary", r#"{"path": "src/a.py"}"#);
        assert_eq!((near.code, near.suggestions), (Code::NotFound, vec!["pkg/a.py".to_owned()]));
    }
}

//! `get_file_context`: a file among the others.

use crate::imports::{User, imports, is_test, users};
use crate::locate;
use crate::protocol::prelude::*;
use crate::summary::{Summary, Top, declarations};
use indexer_core::path::{parent, stem};
use indexer_store::{FileRef, View};
use std::collections::BTreeSet;

/// The summary of a file with its surroundings: what it imports, who uses it, its tests, its siblings
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetFileContext {}

/// Declarations, imported files and siblings that are shown.
const SHOWN: usize = 30;

/// A file and what stands around it.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The file.
    #[serde(flatten)]
    pub file: Summary,
    /// Its top declarations, in order.
    pub declarations: Vec<Top>,
    /// Files of the repository that it imports.
    pub imports: Vec<String>,
    /// Packages outside that it imports.
    pub external: Vec<String>,
    /// Files of tests that use it, then those that are called like it.
    pub tests: Vec<Test>,
    /// Names of the other files of its folder.
    pub siblings: Vec<String>,
    /// Siblings that are not shown.
    pub more_siblings: usize,
    /// The files that use it, most uses first.
    pub used_by: Page<User>,
}

/// A file that tests this one.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// Relative to the root, with `/`.
    pub path: String,
    /// `edge` where it uses the file, `name` where only the names agree.
    pub by: &'static str,
}

impl Row for User {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        self.write("used_by", out);
    }
}

impl Answer for Found {
    page!(used_by: User);

    fn head(&self, out: &mut Records) {
        self.file.write(out);
        for top in &self.declarations {
            top.render(None, out);
        }
        for path in &self.imports {
            out.record("imports").text("path", path);
        }
        if !self.external.is_empty() {
            out.record("external").text("names", &self.external.join(","));
        }
        for test in &self.tests {
            out.record("test").text("path", &test.path).field("by", test.by);
        }
        if !self.siblings.is_empty() {
            out.record("siblings")
                .text("names", &self.siblings.join(","))
                .count("more", self.more_siblings as u64);
        }
    }

    fn is_empty(&mut self) -> bool {
        false
    }
}

impl Question for GetFileContext {
    type Answer = Found;
    const NAME: &'static str = "get_file_context";
    const CLI: &'static str = "get-file-context";
    const OUTLINES: Outlines = Outlines::UsersOfFiles;
    const ALIASES: &'static [&'static str] = &["context"];
    const TITLE: &'static str = "A file and its surroundings";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["path", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("", Form::Figures),
        Section::of("declarations", Form::Declarations).titled("declarations"),
        Section::of("imports", Form::Words).titled("imports"),
        Section::of("external", Form::Words).titled("outside of the repository"),
        Section::of("used_by", Form::Table(&["path", "uses"])).titled("used by"),
        Section::of("tests", Form::Words).titled("tests"),
        Section::of("siblings", Form::Words).titled("beside it"),
    ]);
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<GetFileContext>) -> Result<Found, Problem> {
        let view = context.view();
        let file = locate::the_file(context, &asked.common)?;
        let (mut inside, mut external) = (BTreeSet::new(), BTreeSet::new());
        for import in imports(context, file) {
            for target in import.targets {
                match import.resolution {
                    "external" => external.insert(target.split(':').next().unwrap_or_default().to_owned()),
                    _ => inside.insert(target.split('#').next().unwrap_or_default().to_owned()),
                };
            }
        }
        inside.remove(file.path());
        let users = users(view, file);
        let tests = tests(view, file, &users);
        let siblings = siblings(view, file);
        let mut declarations = declarations(file, true);
        declarations.truncate(SHOWN);
        Ok(Found {
            file: Summary::of(file),
            declarations,
            imports: inside.into_iter().take(SHOWN).collect(),
            external: external.into_iter().take(SHOWN).collect(),
            tests,
            more_siblings: siblings.len().saturating_sub(SHOWN),
            siblings: siblings.into_iter().take(SHOWN).collect(),
            used_by: Page::of(&users, asked.offset, asked.common.rows(50, 200), User::clone),
        })
    }
}

/// The files that test `file`: those of tests that use it, then those whose names agree. A file of
/// tests has none.
fn tests(view: &View, file: FileRef<'_>, users: &[User]) -> Vec<Test> {
    if is_test(file) && !file.symbols().any(|symbol| !symbol.flags().has(indexer_core::Flags::TEST)) {
        return Vec::new();
    }
    let by_edge = users.iter().filter(|user| user.tests).map(|user| user.path.clone());
    let mut found: Vec<Test> = by_edge.map(|path| Test { path, by: "edge" }).collect();
    let name = stem(file.path());
    let named = |other: &FileRef<'_>| {
        let other = stem(other.path());
        let core = other.trim_start_matches("test_");
        let core = core.trim_end_matches("_test").trim_end_matches(".test").trim_end_matches(".spec");
        core == name && core.len() < other.len()
    };
    for other in view.files().filter(named) {
        if !found.iter().any(|test| test.path == other.path()) {
            found.push(Test { path: other.path().to_owned(), by: "name" });
        }
    }
    found.truncate(SHOWN);
    found
}

/// Names of the other files of the folder.
fn siblings(view: &View, file: FileRef<'_>) -> Vec<String> {
    let folder = parent(file.path());
    let of_folder = view.files_under(folder).map(|other| other.path());
    let others = of_folder.filter(|path| parent(path) == folder && *path != file.path());
    others.map(|path| indexer_core::path::file_name(path).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn a_file_among_the_others() {
        let fixture = Fixture::new(&[
            ("pkg/__init__.py", ""),
            ("pkg/a.py", "import os\nfrom pkg import b\n\ndef go(): return b.x()\n"),
            ("pkg/b.py", "def x(): pass\n"),
            ("main.py", "from pkg.a import go\ngo()\ngo()\n"),
            ("other/go_user.py", "def go(): pass\ngo()\n"),
            ("tests/test_all.py", "from pkg.a import go\ndef test_go(): go()\n"),
            ("tests/test_a.py", "def test_nothing(): pass\n"),
        ]);
        let lines = fixture.text("get_file_context", r#"{"path": "pkg/a.py"}"#);
        assert_eq!(values(&lines, "used_by", "path"), ["main.py", "tests/test_all.py"]);
        assert_eq!(values(&lines, "used_by", "uses"), ["4", "3"]);
        assert_eq!(values(&lines, "imports", "path"), ["pkg/b.py"]);
        assert_eq!(values(&lines, "external", "names"), ["os"]);
        assert_eq!(values(&lines, "test", "path"), ["tests/test_all.py", "tests/test_a.py"]);
        assert_eq!(values(&lines, "test", "by"), ["edge", "name"]);
        assert_eq!(values(&lines, "siblings", "names"), ["__init__.py,b.py"]);
        let unused = fixture.json("get_file_context", r#"{"path": "main.py"}"#);
        assert_eq!(unused["total"], 0);
    }
}

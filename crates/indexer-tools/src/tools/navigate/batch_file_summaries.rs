//! `batch_file_summaries`: several files at once.

use crate::locate;
use crate::protocol::arguments::clean;
use crate::protocol::prelude::*;
use crate::protocol::{Code, Scope};
use crate::summary::Whole;
use globset::GlobBuilder;
use indexer_store::{FileRef, View};

/// Summaries of several files (paths, or a glob such as src/**/*.py), 30 an answer
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchFileSummaries {
    /// Files
    #[arg(value_delimiter = ',')]
    #[serde(default)]
    pub paths: Vec<String>,
    /// Files that this matches; `*.py` matches in every folder
    #[arg(long)]
    pub glob: Option<String>,
}

/// Files of one answer.
const FILES: usize = 30;

/// Several files, summed up.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The files, in the order in which they were asked for.
    pub files: Page<Whole>,
}

impl Answer for Found {
    page!(files: Whole);
}

impl Question for BatchFileSummaries {
    type Answer = Found;
    const NAME: &'static str = "batch_file_summaries";
    const CLI: &'static str = "batch-file-summaries";
    const ALIASES: &'static [&'static str] = &["summaries"];
    const TITLE: &'static str = "Summaries of files";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["paths", "glob", "cursor"];

    fn run(context: &Context<'_>, asked: &Asked<BatchFileSummaries>) -> Result<Found, Problem> {
        let view = context.view();
        let scope = &asked.scope;
        let files: Vec<FileRef<'_>> = match (asked.own.paths.as_slice(), &asked.own.glob) {
            ([], Some(glob)) => matching(view, scope, glob)?,
            ([], None) if !scope.prefix().is_empty() => scope.files(view).collect(),
            ([], None) => return Err(Problem::argument("paths", "paths: paths or a glob is required")),
            (_, Some(_)) => return Err(Problem::argument("glob", "glob: give paths or a glob, not both")),
            (paths, None) => {
                let mut files = Vec::new();
                for path in paths {
                    match is_glob(view, path) {
                        true => files.extend(matching(view, scope, path)?),
                        false => files.push(locate::file(context, path)?),
                    }
                }
                files.retain(|file| scope.covers(file.path()));
                files
            }
        };
        let rows = asked.common.rows(FILES, FILES);
        let compact = asked.common.compact;
        let files = Page::of(&files, asked.offset, rows, |file| Whole::of(context, *file, compact));
        Ok(Found { files })
    }
}

/// True for a text in the place of a path that matches paths.
pub(super) fn is_glob(view: &View, path: &str) -> bool {
    path.contains(['*', '?', '[']) && view.file(clean(path)).is_none()
}

/// The files of the scope that a glob matches, at least one where anything is indexed. A glob without `/` is one for names,
/// as in a `.gitignore` file.
pub(super) fn matching<'v>(view: &'v View, scope: &Scope, glob: &str) -> Result<Vec<FileRef<'v>>, Problem> {
    let whole =
        if glob.contains('/') { glob.trim_start_matches("./").to_owned() } else { format!("**/{glob}") };
    let matcher = GlobBuilder::new(&whole)
        .literal_separator(true)
        .build()
        .map_err(|error| Problem::argument("glob", format!("glob: {error}")))?
        .compile_matcher();
    let found: Vec<FileRef<'v>> = scope.files(view).filter(|file| matcher.is_match(file.path())).collect();
    if found.is_empty() && view.files().next().is_some() {
        let problem = Problem::new(Code::NotFound, format!("no indexed file matches {glob}"));
        return Err(Problem { parameter: Some("glob".into()), ..problem }
            .hint("globs are relative to the root; `*` stays inside of a folder and `**` does not"));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("a.py", "import os\ndef a(): pass\n"),
            ("pkg/b.py", "class B:\n    x = 1\n"),
            ("pkg/deep/c.py", "C = 1\n"),
            ("lib.rs", "pub fn run() {}\n"),
        ])
    }

    #[test]
    fn paths_and_globs_choose_files() {
        let paths = |arguments: &str| {
            values(&fixture().text("batch_file_summaries", arguments), "file", "path").join(" ")
        };
        assert_eq!(paths(r#"{"paths": ["a.py", "lib.rs"]}"#), "a.py lib.rs");
        assert_eq!(paths(r#"{"glob": "*.py"}"#), "a.py pkg/b.py pkg/deep/c.py");
        assert_eq!(paths(r#"{"glob": "pkg/*.py"}"#), "pkg/b.py");
        assert_eq!(paths(r#"{"glob": "pkg/**/*.py"}"#), "pkg/b.py pkg/deep/c.py");
        assert_eq!(paths(r#"{"paths": ["pkg/**/*.py", "lib.rs"]}"#), "pkg/b.py pkg/deep/c.py lib.rs");
        let lines = fixture().text("batch_file_summaries", r#"{"paths": ["a.py"]}"#);
        assert_eq!(values(&lines, "imports", "names"), ["os"]);
        assert_eq!(values(&lines, "function", "name"), ["a"]);
    }

    #[test]
    fn more_than_thirty_come_in_pages() {
        let files: Vec<(String, String)> =
            (10..50).map(|i| (format!("f{i}.py"), format!("def f{i}(): pass\n"))).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        let fixture = Fixture::new(&files);
        let json = fixture.json("batch_file_summaries", r#"{"glob": "*.py", "limit": 100}"#);
        assert_eq!((json["total"].as_u64(), json["shown"].as_u64()), (Some(40), Some(30)));
        let next = serde_json::json!({"glob": "*.py", "limit": 100, "cursor": json["cursor"]}).to_string();
        assert_eq!(fixture.json("batch_file_summaries", &next)["files"][0]["path"], "f40.py");
    }

    #[test]
    fn bad_arguments_are_named() {
        for (arguments, parameter) in [
            ("{}", "paths"),
            (r#"{"paths": ["a.py"], "glob": "*"}"#, "glob"),
            (r#"{"glob": "a["}"#, "glob"),
            (r#"{"glob": "*.go"}"#, "glob"),
            (r#"{"paths": ["no.py"]}"#, "path"),
        ] {
            let problem = fixture().problem("batch_file_summaries", arguments);
            assert_eq!(problem.parameter.as_deref(), Some(parameter), "{arguments}");
        }
    }
}

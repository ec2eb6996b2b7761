//! `list_declarations`: what a file, a folder or everything declares.

use crate::locate;
use crate::outline::outline;
use crate::protocol::kinds;
use crate::protocol::outlines;
use crate::protocol::prelude::*;
use crate::protocol::rows::DeclaredRow;
use indexer_store::Symbol;

/// Declarations of a file, a folder or everything (kind without path is an inventory), nested, with lines.
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListDeclarations {
    /// function, struct, type, ...
    #[arg(long)]
    pub kind: Option<String>,
    /// Top level only, no documentation
    #[arg(long)]
    #[serde(default)]
    pub shallow: bool,
    /// Levels of nesting
    #[arg(long)]
    pub depth: Option<u32>,
    /// Ask about this installed package instead
    #[arg(long, value_name = "NAME")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

/// What files declare.
#[derive(Debug, Serialize)]
pub struct Declared {
    /// The declarations, by file and line.
    pub declarations: Page<Declaration>,
    /// How much is followed of the files that are no code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_part: Option<String>,
    #[serde(skip)]
    files: usize,
}

/// One declaration.
#[derive(Clone, Debug, Serialize)]
pub struct Declaration {
    /// Relative to the root, with `/`.
    pub path: String,
    /// What it is.
    #[serde(flatten)]
    pub declared: DeclaredRow,
    /// 0 at the top of the file.
    pub depth: u32,
    /// What it is called everywhere: `path#Owner.member`.
    pub key: String,
}

impl Row for Declaration {
    fn render(&self, previous: Option<&Self>, out: &mut Records) {
        if previous.is_none_or(|previous| previous.path != self.path) {
            out.depth(0);
            out.record("file").text("path", &self.path);
        }
        out.depth(self.depth as usize + 1);
        self.declared.write(out);
    }
}

impl Answer for Declared {
    page!(declarations: Declaration);

    fn head(&self, out: &mut Records) {
        if let Some(says) = &self.in_part {
            out.record("in_part").text("says", says);
        }
        if self.files != 1 {
            out.record("files").field("count", self.files);
        }
    }
}

impl Question for ListDeclarations {
    type Answer = Declared;
    const NAME: &'static str = "list_declarations";
    const CLI: &'static str = "list-declarations";
    const ALIASES: &'static [&'static str] = &["declarations", "outline"];
    const TITLE: &'static str = "List declarations";
    const NAME_OF: Option<&'static str> = Some("");
    const SHOWN: &'static [&'static str] = &["path", "kind", "shallow", "limit", "cursor"];
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<ListDeclarations>) -> Result<Declared, Problem> {
        let own = &asked.own;
        let kinds = kinds::kinds(own.kind.as_deref())?;
        // What is no code is listed where it is asked for, and where there is no code.
        let is_asked = kinds.as_deref().is_some_and(|kinds| kinds.iter().any(|kind| kind.is_outline()));
        let is_alone = || kinds.is_none() && !asked.scope.files(context.view()).any(|file| file.is_code());
        let outlined = if is_asked || is_alone() { outlines::in_scope(context, &asked.scope) } else { None };
        let context = &Context {
            snapshot: outlined.as_ref().map_or(context.snapshot, |one| &one.snapshot),
            ..*context
        };
        let view = context.view();
        let prefix = asked.scope.prefix();
        // A kind is looked for at every depth: a method is never at the top.
        let top_only = own.shallow && kinds.is_none();
        let depth = own.depth.unwrap_or(u32::MAX).max(1) - 1;
        let depth = if top_only { 0 } else { depth };
        let mut found: Vec<(Symbol<'_>, u32)> = Vec::new();
        let mut files = 0;
        for file in asked.scope.files(view) {
            context.still_wanted()?;
            files += 1;
            let outline = outline(file).into_iter();
            found.extend(
                outline.filter(|(symbol, at)| *at <= depth && kinds::wanted(kinds.as_deref(), symbol.kind())),
            );
        }
        if files == 0 && !prefix.is_empty() {
            return Err(locate::no_path(context, prefix));
        }
        let compact = asked.common.compact;
        let shallow = own.shallow || compact;
        let flat = kinds.is_some();
        let declarations = Page::of(&found, asked.offset, asked.common.rows(200, 1000), |(symbol, depth)| {
            let mut declared = DeclaredRow::new(*symbol, compact);
            // With a kind the owners may be missing from the list, so the name carries them.
            if !flat {
                symbol.name().clone_into(&mut declared.name);
            }
            if shallow {
                declared.doc = None;
            }
            let depth = if flat { 0 } else { *depth };
            Declaration { path: symbol.file().path().to_owned(), declared, depth, key: symbol.printed() }
        });
        let in_part = outlined.map(|outlined| outlined.says());
        Ok(Declared { declarations, in_part, files })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;
    use crate::protocol::records::Line;

    const A: &str =
        "class Session:\n    \"\"\"Keeps state.\"\"\"\n    def get(self): pass\n\ndef helper(): pass\n";

    fn fixture() -> Fixture {
        Fixture::new(&[("pkg/a.py", A), ("pkg/b.py", "def other(): pass\n"), ("c.py", "X = 1\n")])
    }

    #[test]
    fn a_file_is_listed_with_what_is_inside_indented() {
        let lines = fixture().text("list_declarations", r#"{"path": "pkg/a.py"}"#);
        let depths: Vec<(usize, &str, Option<&str>)> = lines[1..]
            .iter()
            .map(|line| match line {
                Line::Record { depth, kind, .. } => (*depth, kind.as_str(), line.get("name")),
                Line::Source { .. } | Line::Place { .. } => panic!("{line:?}"),
            })
            .collect();
        assert_eq!(
            depths,
            [
                (0, "file", None),
                (1, "class", Some("Session")),
                (2, "method", Some("get")),
                (1, "function", Some("helper"))
            ]
        );
        assert_eq!(lines[2].get("doc"), Some("Keeps state."));
        assert_eq!(lines[2].get("lines"), Some("1-3"));
    }

    #[test]
    fn folders_kinds_and_depths() {
        let fixture = fixture();
        let names = |arguments: &str, kind: &str| {
            values(&fixture.text("list_declarations", arguments), kind, "name").join(" ")
        };
        assert_eq!(names(r#"{"path": "pkg/", "kind": "function"}"#, "function"), "helper other");
        assert_eq!(names(r#"{"kind": "method"}"#, "method"), "Session.get");
        assert_eq!(names(r#"{"path": "pkg", "shallow": true}"#, "method"), "");
        assert_eq!(names(r#"{"path": "pkg", "depth": 2}"#, "method"), "get");
        let problem = fixture.problem("list_declarations", r#"{"path": "pkg/x/a.py"}"#);
        assert_eq!((problem.code, problem.suggestions), (Code::NotFound, vec!["pkg/a.py".to_owned()]));
        let json = fixture.json("list_declarations", r#"{"path": "pkg", "compact": true, "limit": 1}"#);
        assert_eq!((json["total"].as_u64(), json["truncated"].as_bool()), (Some(4), Some(true)));
        assert_eq!(json["declarations"][0]["key"], "pkg/a.py#Session");
    }

    #[test]
    fn every_reply_fits_its_budget_and_the_pages_hold_everything() {
        let many: String = (0..500).map(|i| format!("def function_{i}(a, b): pass\n")).collect();
        let fixture = Fixture::new(&[("many.py", &many)]);
        for format in ["text", "json"] {
            let mut names = Vec::new();
            let mut cursor = None;
            loop {
                let mut arguments = serde_json::json!({"budget": 1000, "format": format, "limit": 1000});
                if let Some(cursor) = cursor.take() {
                    arguments["cursor"] = cursor;
                }
                let output = fixture.output("list_declarations", arguments);
                let tokens = indexer_search::tokens(output.body.len());
                assert!(tokens <= 1000, "{format}: {tokens} tokens");
                if let Some(json) = output.structured {
                    let rows = json["declarations"].as_array().unwrap();
                    names.extend(rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()));
                    cursor = json.get("cursor").cloned();
                } else {
                    let lines = crate::protocol::records::parse(&output.body).unwrap();
                    names.extend(values(&lines, "function", "name"));
                    cursor = lines[0].get("cursor").map(Into::into);
                }
                if cursor.is_none() {
                    break;
                }
            }
            let expected: Vec<String> = (0..500).map(|i| format!("function_{i}")).collect();
            assert_eq!(names, expected, "{format}");
        }
    }
}

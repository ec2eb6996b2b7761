//! `get_imports`: what a file imports, and what each import resolves to.

use crate::imports::{ImportRow, imports};
use crate::locate;
use crate::protocol::prelude::*;
use std::collections::BTreeMap;

/// What a file imports, line by line, and what each import resolves to
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetImports {}

/// What a file imports.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The file, relative to the root.
    pub path: String,
    /// Its name: `python`, `rust`; `text` for what is not parsed.
    pub language: String,
    /// How many imports have each resolution.
    pub counts: BTreeMap<&'static str, u64>,
    /// The imports, in order.
    pub imports: Page<ImportRow>,
}

impl Answer for Found {
    page!(imports: ImportRow);

    fn head(&self, out: &mut Records) {
        let mut record = out.record("file");
        record.text("path", &self.path).text("language", &self.language);
        for (resolution, count) in &self.counts {
            record.field(resolution, count);
        }
    }
}

impl Question for GetImports {
    type Answer = Found;
    const NAME: &'static str = "get_imports";
    const CLI: &'static str = "get-imports";
    const ALIASES: &'static [&'static str] = &["imports"];
    const TITLE: &'static str = "Imports of a file";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["path"];
    const LOOK: Look = Look::of(&[
        Section::of("imports", Form::Table(&["line", "name", "resolution", "targets"])),
        Section::of("counts", Form::Figures),
    ]);
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<GetImports>) -> Result<Found, Problem> {
        let file = locate::the_file(context, &asked.common)?;
        let all = imports(context, file);
        let mut counts = BTreeMap::new();
        for import in &all {
            *counts.entry(import.resolution).or_default() += 1;
        }
        let imports = Page::of(&all, asked.offset, asked.common.rows(200, 1000), ImportRow::clone);
        Ok(Found { path: file.path().to_owned(), language: file.language().to_owned(), counts, imports })
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    #[test]
    fn what_a_module_imports_for_itself_is_not_passed_on() {
        let fixture = Fixture::new(&[
            ("pkg/__init__.py", "from .a import go\n"),
            (
                "pkg/a.py",
                "import os\nfrom .b import one, two, three as three\n__all__ = [\"two\", \"go\"]\ndef go(): pass\n",
            ),
            ("pkg/b.py", "one = two = three = 1\n"),
        ]);
        let passed = |path: &str| {
            let json = fixture.json("get_imports", &format!("{{\"path\": \"{path}\"}}"));
            let rows = json["imports"].as_array().unwrap().clone();
            let passed = rows.iter().filter(|row| row["reexport"] == true);
            passed.map(|row| row["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(passed("pkg/a.py"), [".b.two", ".b.three"]);
        assert_eq!(passed("pkg/__init__.py"), [".a.go"]);
    }

    #[test]
    fn imports_of_two_languages_and_where_they_lead() {
        let fixture = Fixture::new(&[
            (
                "pkg/__init__.py",
                "from .a import go as start\nfrom .missing import x\nfrom os.path import *\n",
            ),
            ("pkg/a.py", "def go(): pass\n"),
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
            ("src/lib.rs", "mod a;\npub use crate::a::{self as b, One, Two as Other};\nuse std::fmt;\n"),
            ("src/a.rs", "pub struct One;\npub struct Two;\n"),
        ]);
        let lines = fixture.text("get_imports", r#"{"path": "pkg/__init__.py"}"#);
        assert_eq!(values(&lines, "import", "line"), ["1", "2", "3"]);
        assert_eq!(values(&lines, "import", "name"), [".a.go", ".missing.x", "os.path"]);
        assert_eq!(values(&lines, "import", "wildcard"), ["true"]);
        assert_eq!(values(&lines, "import", "resolution"), ["resolved", "unresolved", "external"]);
        let json = fixture.json("get_imports", r#"{"path": "src/lib.rs"}"#);
        let imports = json["imports"].as_array().unwrap();
        let names: Vec<&str> = imports.iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["crate::a", "crate::a::One", "crate::a::Two", "std::fmt"]);
        assert_eq!((&imports[2]["alias"], &imports[2]["reexport"]), (&"Other".into(), &true.into()));
        assert_eq!(imports[0]["targets"][0], "src/lib.rs#a");
        assert_eq!(imports[2]["targets"][0], "src/a.rs#Two");
        assert_eq!(imports[3]["reexport"], serde_json::Value::Null);
    }
}

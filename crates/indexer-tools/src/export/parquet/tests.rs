use super::*;
use crate::fixture::Fixture;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::{Field, Row};
use serde_json::Value;
use std::fs;
use tempfile::TempDir;

const FILES: &[(&str, &str)] = &[
    ("pkg/__init__.py", ""),
    (
        "pkg/shapes.py",
        "import os\n\nclass Shape:\n    \"\"\"What has an area.\"\"\"\n    def area(self):\n        return 0\n\n\
         class Square(Shape):\n    def area(self):\n        if os.environ and self.side:\n            return 1\n        \
         return 2\n\ndef go(shape: Shape):\n    return shape.area()\n",
    ),
    ("main.py", "from pkg.shapes import Square, go\n\ndef run():\n    go(Square())\n    missing.thing()\n"),
    ("tests/test_go.py", "from pkg.shapes import go\n\ndef test_go():\n    go(None)\n"),
];

const TABLES: &[&TableSchema] = &[
    &schema::FILES,
    &schema::SYMBOLS,
    &schema::METRICS,
    &schema::REFERENCES,
    &schema::CALLS,
    &schema::BASES,
    &schema::DEPENDENCIES,
    &schema::HISTORY,
];

struct Exported {
    fixture: Fixture,
    folder: TempDir,
    counts: RowCounts,
}

impl Exported {
    fn new() -> Self {
        let (fixture, folder) = (Fixture::new(FILES), tempfile::tempdir().unwrap());
        let mut counts = RowCounts::default();
        fixture.with(|context| counts = write_parquet(context, "shop", folder.path()).unwrap());
        Self { fixture, folder, counts }
    }

    fn reader(&self, table: &str) -> SerializedFileReader<fs::File> {
        let path = self.folder.path().join(table).join("repository=shop/index.parquet");
        SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap()
    }

    fn rows(&self, table: &str) -> Vec<Row> {
        self.reader(table).get_row_iter(None).unwrap().map(|row| row.unwrap()).collect()
    }

    /// The values of some columns of each row, with a blank between.
    fn values(&self, table: &str, columns: &[&str]) -> Vec<String> {
        let value = |row: &Row, name: &str| match row.get_column_iter().find(|(column, _)| *column == name) {
            Some((_, Field::Str(text))) => text.clone(),
            Some((_, Field::Null)) => "-".to_owned(),
            Some((_, other)) => other.to_string(),
            None => panic!("no column {name}"),
        };
        let line = |row: &Row| columns.iter().map(|name| value(row, name)).collect::<Vec<_>>().join(" ");
        self.rows(table).iter().map(line).collect()
    }

    fn answer(&self, tool: &str, arguments: &str) -> Value {
        self.fixture.json(tool, arguments)
    }
}

#[test]
fn counts_are_those_of_index_status() {
    let exported = Exported::new();
    let status = exported.answer("index_status", "{}");
    let RowCounts { files, symbols, uses, .. } = exported.counts;
    assert_eq!(
        (exported.rows("files").len(), exported.rows("symbols").len()),
        (files as usize, symbols as usize)
    );
    assert_eq!(status["symbols"], symbols);
    let mut certainties: Vec<(String, String)> = exported
        .values("references", &["use_id", "certainty"])
        .iter()
        .map(|row| row.split_once(' ').unwrap())
        .map(|(id, word)| (id.to_owned(), word.to_owned()))
        .collect();
    // A use that leads to several places has a row for each.
    certainties.dedup();
    assert_eq!(certainties.len(), uses as usize);
    for word in ["external", "possible", "resolved", "unresolved"] {
        let rows = certainties.iter().filter(|(_, certainty)| certainty == word).count();
        assert_eq!(status[word], rows, "{word}");
    }
}

#[test]
fn callers_and_uses_are_those_of_the_tools() {
    let exported = Exported::new();
    let calls =
        exported.values("calls", &["callee_qualified", "caller_qualified", "path", "line", "certainty"]);
    let of_go: Vec<&String> = calls.iter().filter(|row| row.starts_with("pkg.shapes.go ")).collect();
    assert_eq!(
        of_go,
        [
            "pkg.shapes.go main.run main.py 4 resolved",
            "pkg.shapes.go tests.test_go.test_go tests/test_go.py 4 resolved"
        ]
    );
    assert_eq!(exported.answer("get_callers", r#"{"symbol": "go"}"#)["total"], of_go.len());
    let uses = exported.values("references", &["target_qualified", "path", "line", "col"]);
    let uses: Vec<_> = uses.iter().filter_map(|row| row.strip_prefix("pkg.shapes.go ")).collect();
    assert_eq!(uses, ["main.py 1 32", "main.py 4 5", "tests/test_go.py 1 24", "tests/test_go.py 4 5"]);
    let said = exported.answer("find_references", r#"{"symbol": "pkg.shapes.go"}"#);
    assert_eq!(said["total"], uses.len());
}

#[test]
fn what_leads_nowhere_or_out_is_a_row_too() {
    let exported = Exported::new();
    let rows = exported.values("references", &["name", "certainty", "target", "target_path", "external"]);
    assert!(rows.contains(&"missing unresolved - - -".to_owned()), "{rows:?}");
    assert!(rows.contains(&"os external - - os".to_owned()), "{rows:?}");
}

#[test]
fn measures_bases_dependencies_and_documentation() {
    let exported = Exported::new();
    let measures = exported.values("metrics", &["qualified", "cyclomatic"]);
    assert!(measures.contains(&"pkg.shapes.Square.area 3".to_owned()), "{measures:?}");
    assert_eq!(exported.values("bases", &["name", "how", "certainty"]), ["Shape extends resolved"]);
    let needed = exported.values("dependencies", &["needs", "path"]);
    let needed: Vec<_> = needed.iter().filter_map(|row| row.strip_prefix("pkg/shapes.py ")).collect();
    assert_eq!(needed, ["main.py", "tests/test_go.py"]);
    let shape = exported.values("symbols", &["qualified", "kind", "documentation"]);
    assert!(shape.contains(&"pkg.shapes.Shape class What has an area.".to_owned()), "{shape:?}");
}

#[test]
fn the_next_export_takes_the_place_of_the_last_one_and_others_stay() {
    let exported = Exported::new();
    let before = exported.rows("symbols").len();
    Fixture::new(&[("a.py", "def f(): pass\n")]).with(|context| {
        write_parquet(context, "other", exported.folder.path()).unwrap();
        assert_eq!(exported.rows("symbols").len(), before);
        write_parquet(context, "shop", exported.folder.path()).unwrap();
    });
    assert_eq!(exported.values("symbols", &["qualified"]), ["a.f"]);
    let below: Vec<_> =
        fs::read_dir(exported.folder.path().join("symbols/repository=shop")).unwrap().collect();
    assert_eq!(below.len(), 1, "{below:?}");
}

#[test]
fn who_stops_an_export_keeps_the_last_one() {
    let exported = Exported::new();
    let stop = std::sync::atomic::AtomicBool::new(true);
    Fixture::new(&[("a.py", "def f(): pass\n")]).with(|context| {
        let context = Context { cancel: &stop, ..*context };
        let stopped = write_parquet(&context, "shop", exported.folder.path());
        assert!(matches!(stopped, Err(ExportError::Stopped(_))), "{stopped:?}");
    });
    let symbols = exported.values("symbols", &["qualified"]);
    assert!(symbols.contains(&"pkg.shapes.go".to_owned()), "{symbols:?}");
    let below: Vec<_> =
        fs::read_dir(exported.folder.path().join("symbols/repository=shop")).unwrap().collect();
    assert_eq!(below.len(), 1, "{below:?}");
}

#[test]
fn the_page_describes_the_columns_in_their_order() {
    // The page is no part of the package.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/export.md");
    let Ok(page) = fs::read_to_string(path) else { return };
    for table in TABLES {
        let columns: Vec<_> = table.columns.iter().map(|column| format!("`{}`", column.name)).collect();
        let row = format!("| `{}` | {} |", table.name, columns.join(", "));
        assert!(page.contains(&row), "docs/export.md wants the row\n{row}");
    }
    assert!(page.contains(&format!("schema version {}", schema::SCHEMA_VERSION)));
}

#[test]
fn more_rows_than_a_group_are_all_there() {
    let text: String = (0..3_000).map(|at| format!("def f{at}(): return f{at}\n")).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    let mut table = Table::new(&schema::DEPENDENCIES, &path, &[]).unwrap();
    // Two rows of 20 MB each are more than a group holds.
    let long = text.repeat(500);
    for _ in 0..3 {
        table.push(&[Cell::None, Cell::Text("a"), Cell::Text(&long)]).unwrap();
    }
    table.finish().unwrap();
    let reader = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    assert!(reader.metadata().num_row_groups() > 1);
    assert_eq!(reader.get_row_iter(None).unwrap().count(), 3);
    let wrong = Table::new(&schema::DEPENDENCIES, &folder.path().join("u.parquet"), &[]).unwrap().push(&[
        Cell::Text("a"),
        Cell::None,
        Cell::Text("b"),
    ]);
    assert!(wrong.is_err(), "a row without what its schema asks for");
}

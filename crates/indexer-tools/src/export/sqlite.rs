//! The index as a database of SQLite: tables that anybody can ask. `schema.sql` describes every column.

use super::ExportError;
use super::rows::{BaseRow, RowCounts, SymbolRow, Tables, Target, UseRow, give_rows};
use crate::protocol::context::Context;
use indexer_core::Metrics;
use indexer_store::FileRef;
use rusqlite::{Connection, Statement, params};
use std::path::Path;

/// The tables, and which version of them.
const SCHEMA: &str = include_str!("schema.sql");
/// Counts up with every change of the tables that a question may notice.
pub const SCHEMA_VERSION: u32 = 1;
/// What makes them quick to ask. Made last: that is quicker than to keep them up to date.
const INDEXES: &str = include_str!("indexes.sql");

/// Writes the view of `context` into the file at `path`, which must be empty or not exist. `root` is the name under
/// which the repository is known. O(index).
///
/// # Errors
/// What SQLite says: the folder does not exist, the disk is full.
pub fn write_sqlite(context: &Context<'_>, root: &str, path: &Path) -> Result<RowCounts, ExportError> {
    let mut connection = Connection::open(path)?;
    // The file is thrown away where it is not finished, so nothing need be kept to roll back. A row may name one that
    // is written after it.
    connection
        .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;")?;
    connection.execute_batch(SCHEMA)?;
    let transaction = connection.transaction()?;
    write_meta(&transaction, context, root)?;
    let counts = give_rows(context, &mut Inserts::new(&transaction)?)?;
    context.still_wanted()?;
    transaction.execute_batch(INDEXES)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(counts)
}

fn write_meta(connection: &Connection, context: &Context<'_>, root: &str) -> rusqlite::Result<()> {
    let mut insert = insert(connection, "meta", 2)?;
    let version = SCHEMA_VERSION.to_string();
    let program = concat!("indexer ", env!("CARGO_PKG_VERSION"));
    let commit = context.freshness().head_commit.as_deref();
    let rows = [
        ("schema", Some(version.as_str())),
        ("program", Some(program)),
        ("state", Some(context.state())),
        ("root", Some(root)),
        ("commit", commit),
    ];
    for (key, value) in rows.into_iter().filter_map(|(key, value)| Some((key, value?))) {
        insert.execute(params![key, value])?;
    }
    Ok(())
}

fn insert<'c>(connection: &'c Connection, table: &str, columns: usize) -> rusqlite::Result<Statement<'c>> {
    let places = vec!["?"; columns].join(", ");
    connection.prepare(&format!("INSERT INTO {table} VALUES ({places})"))
}

/// A statement for each table.
struct Inserts<'c> {
    files: Statement<'c>,
    symbols: Statement<'c>,
    bases: Statement<'c>,
    uses: Statement<'c>,
    targets: Statement<'c>,
    dependencies: Statement<'c>,
}

impl<'c> Inserts<'c> {
    fn new(connection: &'c Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            files: insert(connection, "files", 6)?,
            symbols: insert(connection, "symbols", 19)?,
            bases: insert(connection, "bases", 5)?,
            uses: insert(connection, "uses", 9)?,
            targets: insert(connection, "targets", 4)?,
            dependencies: insert(connection, "dependencies", 2)?,
        })
    }
}

impl Tables for Inserts<'_> {
    fn file(&mut self, file: FileRef<'_>) -> Result<(), ExportError> {
        self.files.execute(params![
            file.path(),
            file.language(),
            file.module(),
            file.bytes(),
            file.lines(),
            file.has_problems()
        ])?;
        Ok(())
    }

    fn symbol(&mut self, row: &SymbolRow<'_, '_>) -> Result<(), ExportError> {
        let (symbol, at) = (row.symbol, row.symbol.at());
        let of = |measure: fn(&Metrics) -> u32| row.metrics.as_ref().map(measure);
        self.symbols.execute(params![
            row.id,
            symbol.file().path(),
            symbol.name(),
            symbol.qualified(),
            symbol.kind().as_str(),
            symbol.visibility().as_str(),
            row.flags(),
            row.owner,
            at.line,
            at.column,
            symbol.start_line(),
            symbol.end_line(),
            row.signature,
            row.documentation,
            of(|metrics| metrics.cyclomatic),
            of(|metrics| metrics.cognitive),
            of(|metrics| metrics.nesting),
            of(|metrics| metrics.parameters),
            of(|metrics| metrics.lines),
        ])?;
        Ok(())
    }

    fn base(&mut self, row: &BaseRow<'_>) -> Result<(), ExportError> {
        self.bases.execute(params![row.symbol, row.base, row.name, row.how, row.certainty])?;
        Ok(())
    }

    fn used(&mut self, row: &UseRow<'_>) -> Result<(), ExportError> {
        let (reference, at) = (row.reference, row.reference.at());
        self.uses.execute(params![
            row.id,
            row.file.path(),
            at.line,
            at.column,
            reference.name(),
            reference.role().as_str(),
            reference.resolution().as_str(),
            reference.rule().as_str(),
            row.enclosing,
        ])?;
        for target in &row.targets {
            let (symbol, module, external) = match target {
                Target::Symbol(id, _) => (Some(*id), None, None),
                Target::Module(path) => (None, Some(*path), None),
                Target::External(path) => (None, None, Some(*path)),
            };
            self.targets.execute(params![row.id, symbol, module, external])?;
        }
        Ok(())
    }

    fn dependency(&mut self, path: &str, needs: &str) -> Result<(), ExportError> {
        self.dependencies.execute(params![path, needs])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Fixture;
    use serde_json::Value;

    const FILES: &[(&str, &str)] = &[
        ("pkg/__init__.py", ""),
        (
            "pkg/shapes.py",
            "import os\n\nclass Shape:\n    def area(self):\n        return 0\n\nclass Square(Shape):\n    \
             def area(self):\n        if os.environ and self.side:\n            return 1\n        return 2\n\n\
             def go(shape: Shape):\n    return shape.area()\n",
        ),
        (
            "main.py",
            "from pkg.shapes import Square, go\n\ndef run():\n    go(Square())\n    missing.thing()\n",
        ),
        ("tests/test_go.py", "from pkg.shapes import go\n\ndef test_go():\n    go(None)\n"),
        ("web/a.ts", "export function one() { return two(); }\nexport function two() { return 2; }\n"),
    ];

    struct Database {
        fixture: Fixture,
        connection: Connection,
    }

    impl Database {
        fn new() -> Self {
            let fixture = Fixture::new(FILES);
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("index.db");
            fixture.with(|context| {
                write_sqlite(context, "shop", &path).unwrap();
            });
            // Read into memory, so that the folder can go.
            let mut connection = Connection::open_in_memory().unwrap();
            let written = Connection::open(&path).unwrap();
            rusqlite::backup::Backup::new(&written, &mut connection).unwrap().step(-1).unwrap();
            Self { fixture, connection }
        }

        /// The rows of a query, their columns with a blank between.
        fn rows(&self, sql: &str) -> Vec<String> {
            let mut statement = self.connection.prepare(sql).unwrap();
            let columns = statement.column_count();
            let mut rows = statement.query([]).unwrap();
            let mut found = Vec::new();
            while let Some(row) = rows.next().unwrap() {
                let cell = |at: usize| match row.get_ref(at).unwrap() {
                    rusqlite::types::ValueRef::Null => "-".to_owned(),
                    rusqlite::types::ValueRef::Integer(number) => number.to_string(),
                    other => other.as_str().unwrap().to_owned(),
                };
                found.push((0..columns).map(cell).collect::<Vec<_>>().join(" "));
            }
            found
        }

        fn answer(&self, tool: &str, arguments: &str) -> Value {
            self.fixture.json(tool, arguments)
        }
    }

    #[test]
    fn counts_are_those_of_index_status() {
        let database = Database::new();
        let status = database.answer("index_status", "{}");
        let certainties = database.rows("SELECT certainty, count(*) FROM uses GROUP BY 1 ORDER BY 1");
        let said = ["external", "possible", "resolved", "unresolved"]
            .map(|word| (word, status[word].as_u64().unwrap()));
        let said: Vec<String> = said
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(word, count)| format!("{word} {count}"))
            .collect();
        assert_eq!(certainties, said);
        let symbols = status["symbols"].as_u64().unwrap().to_string();
        assert_eq!(database.rows("SELECT count(*) FROM symbols"), [symbols]);
        let meta =
            database.rows("SELECT key, value FROM meta WHERE key IN ('root', 'schema', 'state') ORDER BY 1");
        assert_eq!(meta, ["root shop", "schema 1", "state fresh"]);
    }

    #[test]
    fn it_ends_when_nobody_wants_it() {
        let folder = tempfile::tempdir().unwrap();
        let stop = std::sync::atomic::AtomicBool::new(true);
        Fixture::new(FILES).with(|context| {
            let context = Context { cancel: &stop, ..*context };
            let stopped = write_sqlite(&context, "shop", &folder.path().join("index.db"));
            assert!(matches!(stopped, Err(ExportError::Stopped(_))), "{stopped:?}");
        });
    }

    #[test]
    fn callers_of_a_function_are_those_of_get_callers() {
        let database = Database::new();
        let callers = database.rows(
            "SELECT DISTINCT caller.qualified FROM calls JOIN symbols callee ON callee.id = calls.callee \
             JOIN symbols caller ON caller.id = calls.caller WHERE callee.name = 'go' ORDER BY 1",
        );
        assert_eq!(callers, ["main.run", "tests.test_go.test_go"]);
        let said = database.answer("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!(said["total"], callers.len());
    }

    #[test]
    fn uses_of_a_symbol_are_those_of_find_references() {
        let database = Database::new();
        let uses = database.rows(
            "SELECT uses.path, uses.line, uses.column FROM uses JOIN targets ON targets.use = uses.id \
             JOIN symbols ON symbols.id = targets.symbol WHERE symbols.qualified = 'pkg.shapes.go' ORDER BY 1, 2, 3",
        );
        assert_eq!(uses, ["main.py 1 32", "main.py 4 5", "tests/test_go.py 1 24", "tests/test_go.py 4 5"]);
        let said = database.answer("find_references", r#"{"symbol": "pkg.shapes.go"}"#);
        assert_eq!(said["total"], uses.len());
    }

    #[test]
    fn bases_dependencies_and_measures() {
        let database = Database::new();
        let bases = database.rows(
            "SELECT lower.name, upper.name, bases.how, bases.certainty FROM bases \
             JOIN symbols lower ON lower.id = bases.symbol LEFT JOIN symbols upper ON upper.id = bases.base",
        );
        assert_eq!(bases, ["Square Shape extends resolved"]);
        let needed = database.rows("SELECT path FROM dependencies WHERE needs = 'pkg/shapes.py' ORDER BY 1");
        let said = database.answer("get_dependents", r#"{"path": "pkg/shapes.py"}"#);
        assert_eq!(needed, ["main.py", "tests/test_go.py"]);
        assert_eq!(said["total"], needed.len(), "{said}");
        let measured = database.rows(
            "SELECT qualified, cyclomatic, owner IS NOT NULL FROM symbols ORDER BY cyclomatic DESC, id LIMIT 1",
        );
        assert_eq!(measured, ["pkg.shapes.Square.area 3 1"]);
        let outside =
            database.rows("SELECT DISTINCT external FROM targets WHERE external IS NOT NULL ORDER BY 1");
        assert!(outside.contains(&"os".to_owned()), "{outside:?}");
    }

    #[test]
    fn rows_that_other_rows_name_are_there() {
        let database = Database::new();
        assert!(database.rows("PRAGMA foreign_key_check").is_empty());
        assert_eq!(database.rows("PRAGMA integrity_check"), ["ok"]);
        let tests = database.rows("SELECT name FROM symbols WHERE ' ' || flags || ' ' LIKE '% test %'");
        assert_eq!(tests, ["test_go"]);
    }
}

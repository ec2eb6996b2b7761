//! The index as a database of SQLite: tables that anybody can ask. `schema.sql` describes every column.

use super::{ExportError, wanted_files};
use crate::protocol::context::Context;
use crate::relations::Hierarchy;
use crate::relations::dependencies::{Modules, Paths, of_file};
use indexer_core::Metrics;
use indexer_store::{FileRef, Symbol, SymbolRef, SymbolScan, TargetRef};
use rusqlite::{Connection, Statement, params};
use rustc_hash::FxHashMap;
use std::path::Path;

/// The tables, and which version of them.
const SCHEMA: &str = include_str!("schema.sql");
/// Counts up with every change of the tables that a question may notice.
pub const SCHEMA_VERSION: u32 = 1;
/// What makes them quick to ask. Made last: that is quicker than to keep them up to date.
const INDEXES: &str = include_str!("indexes.sql");

/// How many rows were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SqliteCounts {
    /// Of `files`.
    pub files: u64,
    /// Of `symbols`.
    pub symbols: u64,
    /// Of `uses`.
    pub uses: u64,
    /// Of `targets`.
    pub targets: u64,
}

/// Writes the view of `context` into the file at `path`, which must be empty or not exist. `root` is the name under
/// which the repository is known. O(index).
///
/// # Errors
/// What SQLite says: the folder does not exist, the disk is full.
pub fn write_sqlite(context: &Context<'_>, root: &str, path: &Path) -> Result<SqliteCounts, ExportError> {
    let mut connection = Connection::open(path)?;
    // The file is thrown away where it is not finished, so nothing need be kept to roll back. A row may name one that
    // is written after it.
    connection
        .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;")?;
    connection.execute_batch(SCHEMA)?;
    let transaction = connection.transaction()?;
    let counts = {
        let mut tables = Tables::new(&transaction, context)?;
        tables.meta(context, root)?;
        tables.files(context)?;
        tables.symbols(context)?;
        tables.uses(context)?;
        tables.dependencies(context)?;
        tables.counts
    };
    context.still_wanted()?;
    transaction.execute_batch(INDEXES)?;
    transaction.commit()?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(counts)
}

struct Tables<'c, 'a> {
    connection: &'c Connection,
    hierarchy: Hierarchy<'a>,
    /// The number of each symbol: its place among all, from 1.
    ids: FxHashMap<SymbolRef, i64>,
    counts: SqliteCounts,
}

impl<'c, 'a> Tables<'c, 'a> {
    fn new(connection: &'c Connection, context: &Context<'a>) -> rusqlite::Result<Self> {
        let symbols = context.view().files().flat_map(|file| file.symbols());
        let ids = symbols.zip(1..).map(|(symbol, id)| (symbol.handle(), id)).collect();
        Ok(Self { connection, hierarchy: Hierarchy::new(context), ids, counts: SqliteCounts::default() })
    }

    fn insert(&self, table: &str, columns: usize) -> rusqlite::Result<Statement<'c>> {
        let places = vec!["?"; columns].join(", ");
        self.connection.prepare(&format!("INSERT INTO {table} VALUES ({places})"))
    }

    fn id(&self, symbol: Option<Symbol<'a>>) -> Option<i64> {
        self.ids.get(&symbol?.handle()).copied()
    }

    fn meta(&self, context: &Context<'_>, root: &str) -> rusqlite::Result<()> {
        let mut insert = self.insert("meta", 2)?;
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

    fn files(&mut self, context: &Context<'a>) -> Result<(), ExportError> {
        let mut insert = self.insert("files", 6)?;
        for file in wanted_files(context) {
            let file = file?;
            let problems = file.has_problems();
            insert.execute(params![
                file.path(),
                file.language(),
                file.module(),
                file.bytes(),
                file.lines(),
                problems
            ])?;
            self.counts.files += 1;
        }
        Ok(())
    }

    fn symbols(&mut self, context: &Context<'a>) -> Result<(), ExportError> {
        let mut insert = self.insert("symbols", 19)?;
        let mut insert_base = self.insert("bases", 5)?;
        let mut scan = SymbolScan::default();
        for file in wanted_files(context) {
            for symbol in file?.symbols() {
                self.symbol(symbol, symbol.scanned(&mut scan), &mut insert)?;
                self.counts.symbols += 1;
                if !symbol.kind().is_type() {
                    continue;
                }
                for kin in self.hierarchy.above(symbol).iter() {
                    let (base, certainty) = (self.id(kin.symbol), kin.resolution.as_str());
                    let id = self.id(Some(symbol));
                    insert_base.execute(params![id, base, kin.name, kin.how.as_str(), certainty])?;
                }
            }
        }
        Ok(())
    }

    fn symbol(
        &self,
        symbol: Symbol<'a>,
        (signature, documentation, metrics): (&str, Option<&str>, Option<Metrics>),
        insert: &mut Statement<'_>,
    ) -> rusqlite::Result<()> {
        let at = symbol.at();
        let of = |measure: fn(&Metrics) -> u32| metrics.as_ref().map(measure);
        insert.execute(params![
            self.id(Some(symbol)),
            symbol.file().path(),
            symbol.name(),
            symbol.qualified(),
            symbol.kind().as_str(),
            symbol.visibility().as_str(),
            symbol.flags().words().collect::<Vec<_>>().join(" "),
            self.id(symbol.owner()),
            at.line,
            at.column,
            symbol.start_line(),
            symbol.end_line(),
            signature,
            documentation,
            of(|metrics| metrics.cyclomatic),
            of(|metrics| metrics.cognitive),
            of(|metrics| metrics.nesting),
            of(|metrics| metrics.parameters),
            of(|metrics| metrics.lines),
        ])?;
        Ok(())
    }

    fn uses(&mut self, context: &Context<'a>) -> Result<(), ExportError> {
        let mut insert = self.insert("uses", 9)?;
        let mut insert_target = self.insert("targets", 4)?;
        for file in wanted_files(context) {
            self.uses_of(context, file?, &mut insert, &mut insert_target)?;
        }
        Ok(())
    }

    fn uses_of(
        &mut self,
        context: &Context<'a>,
        file: FileRef<'a>,
        insert: &mut Statement<'_>,
        insert_target: &mut Statement<'_>,
    ) -> rusqlite::Result<()> {
        for reference in file.references() {
            self.counts.uses += 1;
            let (id, at) = (self.counts.uses as i64, reference.at());
            insert.execute(params![
                id,
                file.path(),
                at.line,
                at.column,
                reference.name(),
                reference.role().as_str(),
                reference.resolution().as_str(),
                reference.rule().as_str(),
                self.id(reference.enclosing()),
            ])?;
            for target in reference.targets() {
                let (mut symbol, mut module, mut external) = (None, None, None);
                match target {
                    TargetRef::Symbol(key) => {
                        let found = context.view().symbol(key).map(|found| context.view().sym(found));
                        symbol = self.id(found);
                    }
                    TargetRef::Module(path) => module = Some(path),
                    TargetRef::External(path) => external = Some(path),
                }
                if symbol.is_some() || module.is_some() || external.is_some() {
                    insert_target.execute(params![id, symbol, module, external])?;
                    self.counts.targets += 1;
                }
            }
        }
        Ok(())
    }

    fn dependencies(&mut self, context: &Context<'a>) -> Result<(), ExportError> {
        let mut insert = self.insert("dependencies", 2)?;
        let (view, modules) = (context.view(), Modules::new(context.view()));
        for file in wanted_files(context) {
            let file = file?;
            for needs in of_file(view, &modules, file, Paths::Steps).into_keys() {
                insert.execute(params![file.path(), needs])?;
            }
        }
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

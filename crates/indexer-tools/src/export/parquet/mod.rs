//! The index as Parquet files, for engines that ask many repositories at once: a folder for each table, in it one for
//! each repository (`symbols/repository=shop/index.parquet`), as Hive, Spark, DuckDB and DataFusion read them.

mod partition;
mod schema;
mod table;

pub use schema::SCHEMA_VERSION as PARQUET_SCHEMA_VERSION;

use super::ExportError;
use super::rows::{BaseRow, RowCounts, SymbolRow, Tables, Target, UseRow, give_rows};
use crate::protocol::context::Context;
use crate::protocol::engine_problem::engine_problem;
use crate::relations::is_call;
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use indexer_engine::{Bound, FileChurns};
use indexer_store::FileRef;
use partition::Partition;
use schema::TableSchema;
use std::path::Path;
use table::{Cell, Table};

/// Commits that the table of the history looks at. Its file says in `indexer.history_commits` how many there were,
/// and in `indexer.history_cut` whether there are more.
const COMMITS: usize = 10_000;

/// Writes the view of `context` below `folder`, which is made where it is missing, as the tables of the repository
/// `name`. What stood there of that repository is replaced when all files are whole. O(index).
///
/// # Errors
/// The folder cannot be written, or nobody wants it any more: nothing is replaced then.
pub fn write_parquet(context: &Context<'_>, name: &str, folder: &Path) -> Result<RowCounts, ExportError> {
    // The history first: where it cannot be read, nothing has been written.
    let churns = churns(context)?;
    let mut partition = Partition::new(folder, name);
    let mut tables = ParquetTables::new(context, name, &churns, &mut partition)?;
    let counts = give_rows(context, &mut tables)?;
    tables.history(&churns)?;
    tables.finish()?;
    context.still_wanted()?;
    partition.put()?;
    Ok(counts)
}

/// How often each file changed; nothing where there is no history.
fn churns(context: &Context<'_>) -> Result<FileChurns, ExportError> {
    let Some(workspace) = context.workspace() else { return Ok(FileChurns::default()) };
    let revision = context.snapshot.revision.as_ref().map(|asked| asked.name.as_str());
    if workspace.commits().commit(revision).is_none() {
        return Ok(FileChurns::default());
    }
    let bound = Bound { most: COMMITS, stop: context.cancel };
    let found = workspace.commits().file_churns(revision, bound).map_err(|error| engine_problem(&error))?;
    context.still_wanted()?;
    Ok(found)
}

struct ParquetTables<'a> {
    /// What HEAD named.
    commit: Cell<'a>,
    files: Table,
    symbols: Table,
    metrics: Table,
    references: Table,
    calls: Table,
    bases: Table,
    dependencies: Table,
    history: Table,
}

impl<'a> ParquetTables<'a> {
    fn new(
        context: &Context<'a>,
        repository: &str,
        churns: &FileChurns,
        partition: &mut Partition,
    ) -> Result<Self, ExportError> {
        let freshness = context.freshness();
        let mut said = vec![
            ("indexer.schema", schema::SCHEMA_VERSION.to_string()),
            ("indexer.program", concat!("indexer ", env!("CARGO_PKG_VERSION")).to_owned()),
            ("indexer.repository", repository.to_owned()),
            ("indexer.state", context.state().to_owned()),
            ("indexer.history_commits", churns.commits.to_string()),
            ("indexer.history_cut", churns.cut.to_string()),
        ];
        said.extend(freshness.head_commit.clone().map(|commit| ("indexer.commit", commit)));
        let said: Vec<KeyValue> =
            said.into_iter().map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect();
        let mut table = |schema: &'static TableSchema| -> Result<Table, ExportError> {
            Ok(Table::new(schema, &partition.file(schema.name)?, &said)?)
        };
        Ok(Self {
            commit: freshness.head_commit.as_deref().into(),
            files: table(&schema::FILES)?,
            symbols: table(&schema::SYMBOLS)?,
            metrics: table(&schema::METRICS)?,
            references: table(&schema::REFERENCES)?,
            calls: table(&schema::CALLS)?,
            bases: table(&schema::BASES)?,
            dependencies: table(&schema::DEPENDENCIES)?,
            history: table(&schema::HISTORY)?,
        })
    }

    fn history(&mut self, churns: &FileChurns) -> Result<(), ExportError> {
        for (path, churn) in &churns.files {
            self.history.push(&[
                self.commit,
                Cell::Text(path),
                count(churn.commits),
                count(churn.authors.len()),
                Cell::Long(churn.last.saturating_mul(1000)),
            ])?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), ParquetError> {
        [
            self.files,
            self.symbols,
            self.metrics,
            self.references,
            self.calls,
            self.bases,
            self.dependencies,
            self.history,
        ]
        .into_iter()
        .try_for_each(Table::finish)
    }

    fn call(&mut self, row: &UseRow<'_>) -> Result<(), ParquetError> {
        let reference = row.reference;
        let caller = reference.enclosing().map(|symbol| symbol.qualified());
        for target in &row.targets {
            let Target::Symbol(callee, symbol) = target else { continue };
            self.calls.push(&[
                self.commit,
                row.enclosing.into(),
                caller.as_deref().into(),
                Cell::Long(*callee),
                Cell::Text(symbol.file().path()),
                Cell::Text(&symbol.qualified()),
                Cell::Text(row.file.path()),
                Cell::Number(reference.at().line),
                Cell::Text(reference.resolution().as_str()),
                Cell::Text(reference.rule().as_str()),
            ])?;
        }
        Ok(())
    }
}

impl Tables for ParquetTables<'_> {
    fn file(&mut self, file: FileRef<'_>) -> Result<(), ExportError> {
        self.files.push(&[
            self.commit,
            Cell::Text(file.path()),
            Cell::Text(file.language()),
            Cell::Text(file.module()),
            Cell::Long(file.bytes().into()),
            Cell::Number(file.lines()),
            Cell::Flag(file.has_problems()),
        ])?;
        Ok(())
    }

    fn symbol(&mut self, row: &SymbolRow<'_, '_>) -> Result<(), ExportError> {
        let (symbol, at, qualified) = (row.symbol, row.symbol.at(), row.symbol.qualified());
        let path = Cell::Text(symbol.file().path());
        self.symbols.push(&[
            self.commit,
            Cell::Long(row.id),
            path,
            Cell::Text(symbol.name()),
            Cell::Text(&qualified),
            Cell::Text(symbol.kind().as_str()),
            Cell::Text(symbol.visibility().as_str()),
            Cell::Text(&row.flags()),
            row.owner.into(),
            Cell::Number(at.line),
            Cell::Number(at.column),
            Cell::Number(symbol.start_line()),
            Cell::Number(symbol.end_line()),
            Cell::Text(row.signature),
            row.documentation.into(),
        ])?;
        if let Some(metrics) = &row.metrics {
            self.metrics.push(&[
                self.commit,
                Cell::Long(row.id),
                path,
                Cell::Text(&qualified),
                Cell::Number(metrics.cyclomatic),
                Cell::Number(metrics.cognitive),
                Cell::Number(metrics.nesting),
                Cell::Number(metrics.parameters),
                Cell::Number(metrics.lines),
            ])?;
        }
        Ok(())
    }

    fn base(&mut self, row: &BaseRow<'_>) -> Result<(), ExportError> {
        self.bases.push(&[
            self.commit,
            Cell::Long(row.symbol),
            row.base.into(),
            Cell::Text(row.name),
            Cell::Text(row.how),
            Cell::Text(row.certainty),
        ])?;
        Ok(())
    }

    fn used(&mut self, row: &UseRow<'_>) -> Result<(), ExportError> {
        let (reference, at) = (row.reference, row.reference.at());
        // A use that leads nowhere is a row, too.
        let nowhere = [None];
        let targets = row.targets.iter().map(Some);
        let targets: &mut dyn Iterator<Item = Option<&Target<'_>>> =
            if row.targets.is_empty() { &mut nowhere.into_iter() } else { &mut { targets } };
        for target in targets {
            let (mut id, mut path, mut qualified, mut external) = (None, None, None, None);
            match target {
                Some(Target::Symbol(number, symbol)) => {
                    (id, path) = (Some(*number), Some(symbol.file().path()));
                    qualified = Some(symbol.qualified());
                }
                Some(Target::Module(module)) => path = Some(module),
                Some(Target::External(outside)) => external = Some(*outside),
                None => {}
            }
            self.references.push(&[
                self.commit,
                Cell::Long(row.id),
                Cell::Text(row.file.path()),
                Cell::Number(at.line),
                Cell::Number(at.column),
                Cell::Text(reference.name()),
                Cell::Text(reference.role().as_str()),
                Cell::Text(reference.resolution().as_str()),
                Cell::Text(reference.rule().as_str()),
                row.enclosing.into(),
                id.into(),
                path.into(),
                qualified.as_deref().into(),
                external.into(),
            ])?;
        }
        if is_call(reference.role()) { Ok(self.call(row)?) } else { Ok(()) }
    }

    fn dependency(&mut self, path: &str, needs: &str) -> Result<(), ExportError> {
        self.dependencies.push(&[self.commit, Cell::Text(path), Cell::Text(needs)])?;
        Ok(())
    }
}

fn count(number: usize) -> Cell<'static> {
    Cell::Number(u32::try_from(number).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;

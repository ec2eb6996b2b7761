//! The whole index for programs: references, symbols, calls and file dependencies as JSON lines, or all of it as
//! a SCIP file, a database of SQLite or Parquet files.

#[cfg(feature = "parquet")]
mod parquet;
#[cfg(any(feature = "parquet", feature = "sqlite"))]
mod rows;
mod scip;
#[cfg(feature = "sqlite")]
mod sqlite;

#[cfg(feature = "parquet")]
pub use parquet::{PARQUET_SCHEMA_VERSION, write_parquet};
#[cfg(any(feature = "parquet", feature = "sqlite"))]
pub use rows::RowCounts;
pub use scip::{ScipCounts, write_scip};
#[cfg(feature = "sqlite")]
pub use sqlite::{SCHEMA_VERSION, write_sqlite};

use crate::protocol::{Context, Problem};
use crate::relations::dependencies::{Modules, Paths, of_file};
use crate::relations::{Node, is_call};
use clap::ValueEnum;
use indexer_core::path::{file_name, stem};
use indexer_core::{Resolution, Role, Rule, SymbolKind};
use indexer_engine::SourceError;
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use std::io::{self, Write};

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// One line for each reference and symbol that it leads to.
    Refs,
    /// One line for each symbol.
    Symbols,
    /// One line for each call from a function or module to a callable or type.
    Calls,
    /// One line for each pair of files of which one uses the other.
    Deps,
}

/// Why an export was not written to its end.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The output does not take it.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A file cannot be read as it was indexed.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// What SQLite says: the folder does not exist, the disk is full.
    #[cfg(feature = "sqlite")]
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// What the Parquet files do not take: the disk is full.
    #[cfg(feature = "parquet")]
    #[error(transparent)]
    Parquet(#[from] ::parquet::errors::ParquetError),
    /// Nobody wants it any more.
    #[error("{}", .0.message)]
    Stopped(Problem),
}

impl From<Problem> for ExportError {
    fn from(problem: Problem) -> Self {
        ExportError::Stopped(problem)
    }
}

/// The files of the view in the order of their paths, for as long as somebody wants what is written of them.
fn wanted_files<'v>(context: &Context<'v>) -> impl Iterator<Item = Result<FileRef<'v>, ExportError>> {
    context.view().files().map(|file| {
        context.still_wanted()?;
        Ok(file)
    })
}

/// Writes everything of a kind, one JSON object a line, in the order of paths. O(index).
pub fn export(context: &Context<'_>, kind: Kind, out: &mut dyn Write) -> Result<(), ExportError> {
    match kind {
        Kind::Refs => refs(context, out),
        Kind::Symbols => symbols(context, out),
        Kind::Calls => calls(context, out),
        Kind::Deps => deps(context, out),
    }
}

fn line(out: &mut dyn Write, row: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct RefLine<'a> {
    name: &'a str,
    def_file: &'a str,
    def_line: u32,
    ref_file: &'a str,
    ref_line: u32,
    ref_col: u32,
    resolution: &'static str,
    kind: &'static str,
    call: bool,
    rule: &'static str,
    role: &'static str,
    /// The name as written, where it is not the definition's.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

fn refs(context: &Context<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    for file in wanted_files(context) {
        let file = file?;
        // A call of a value names nothing.
        for reference in file.references().filter(|one| one.role() != Role::Invoke) {
            for target in symbol_targets(context.view(), reference) {
                let (at, text) = (reference.at(), reference.name());
                let row = RefLine {
                    name: target.name(),
                    def_file: target.file().path(),
                    def_line: target.at().line,
                    ref_file: file.path(),
                    ref_line: at.line,
                    ref_col: at.column,
                    resolution: reference.resolution().as_str(),
                    kind: target.kind().as_str(),
                    call: is_call(reference.role()),
                    rule: reference.rule().as_str(),
                    role: reference.role().as_str(),
                    text: (text != target.name()).then_some(text),
                };
                line(out, &row)?;
            }
        }
    }
    Ok(())
}

fn symbol_targets<'v>(view: &'v View, reference: Reference<'v>) -> Vec<Symbol<'v>> {
    if !matches!(reference.resolution(), Resolution::Resolved | Resolution::Possible) {
        return Vec::new();
    }
    let symbol = |target: TargetRef<'v>| match target {
        TargetRef::Symbol(key) => view.symbol(key).map(|symbol| view.sym(symbol)),
        TargetRef::Module(_) | TargetRef::External(_) => None,
    };
    reference.targets().into_iter().filter_map(symbol).collect()
}

#[derive(Serialize)]
struct SymbolLine<'a> {
    name: &'a str,
    kind: &'static str,
    file: &'a str,
    line: u32,
    column: u32,
    start_line: u32,
    end_line: u32,
    qualified: String,
}

fn symbols(context: &Context<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    for file in wanted_files(context) {
        let file = file?;
        for symbol in file.symbols() {
            let at = symbol.at();
            let row = SymbolLine {
                name: symbol.name(),
                kind: symbol.kind().as_str(),
                file: file.path(),
                line: at.line,
                column: at.column,
                start_line: symbol.start_line(),
                end_line: symbol.end_line(),
                qualified: symbol.qualified(),
            };
            line(out, &row)?;
        }
    }
    Ok(())
}

#[derive(Clone, PartialEq, Eq, Hash, Serialize)]
struct CallLine {
    caller_file: String,
    caller_line: u32,
    caller: String,
    caller_qualified: String,
    callee_file: String,
    callee_line: u32,
    callee: String,
    callee_qualified: String,
    resolution: &'static str,
}

fn calls(context: &Context<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    let mut constructors: FxHashMap<indexer_store::SymbolRef, bool> = FxHashMap::default();
    for file in wanted_files(context) {
        let file = file?;
        let mut seen: FxHashSet<CallLine> = FxHashSet::default();
        // A macro is expanded, it does not run; and what a framework calls is called by no line of the repository.
        let calls = |one: &Reference<'_>| {
            is_call(one.role()) && one.role() != Role::Macro && one.rule() != Rule::Framework
        };
        for reference in file.references().filter(calls) {
            for target in symbol_targets(context.view(), reference) {
                let is_type = target.kind().is_type();
                let constructs = is_type
                    && *constructors.entry(target.handle()).or_insert_with(|| has_constructor(target));
                // Making a value of a type without a constructor runs nothing.
                if !target.kind().is_callable() && target.kind() != SymbolKind::Class && !constructs {
                    continue;
                }
                let (caller_line, caller, caller_qualified) = caller(file, reference);
                let mut callee_qualified = dotted(target);
                if is_type {
                    // Without a constructor of its own, what runs is a base's or the language's.
                    callee_qualified.push_str(if constructs { ".__init__" } else { ".<init>" });
                }
                let row = CallLine {
                    caller_file: file.path().to_owned(),
                    caller_line,
                    caller,
                    caller_qualified,
                    callee_file: target.file().path().to_owned(),
                    callee_line: target.at().line,
                    callee: target.name().to_owned(),
                    callee_qualified,
                    resolution: reference.resolution().as_str(),
                };
                if seen.insert(row.clone()) {
                    line(out, &row)?;
                }
            }
        }
    }
    Ok(())
}

fn has_constructor(class: Symbol<'_>) -> bool {
    class.children().iter().any(|member| member.kind() == SymbolKind::Constructor)
}

/// The innermost function around a reference, else the module: line, name, dotted name.
fn caller(file: FileRef<'_>, reference: Reference<'_>) -> (u32, String, String) {
    if let Node::Symbol(symbol) = Node::around(reference)
        && symbol.kind().is_callable()
    {
        return (symbol.at().line, symbol.name().to_owned(), dotted(symbol));
    }
    let module = dotted_module(file.path());
    (1, module.rsplit('.').next().unwrap_or_default().to_owned(), module)
}

/// `pkg/mod.py` is `pkg.mod`, `pkg/__init__.py` is `pkg`.
fn dotted_module(path: &str) -> String {
    let folder = path.strip_suffix(file_name(path)).unwrap_or("");
    let dotted = format!("{folder}{}", stem(path)).replace('/', ".");
    dotted.strip_suffix(".__init__").unwrap_or(&dotted).to_owned()
}

/// The module of the file's path, owners, name.
fn dotted(symbol: Symbol<'_>) -> String {
    format!("{}.{}", dotted_module(symbol.file().path()), symbol.chain())
}

#[derive(Serialize)]
struct DepLine<'a> {
    from: &'a str,
    to: &'a str,
}

fn deps(context: &Context<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    let (view, modules) = (context.view(), Modules::new(context.view()));
    for file in wanted_files(context) {
        let file = file?;
        for to in of_file(view, &modules, file, Paths::Steps).into_keys() {
            line(out, &DepLine { from: file.path(), to })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexer_engine::Workspace;
    use serde_json::Value;

    fn exported(files: &[(&str, &str)], kind: Kind) -> Vec<Value> {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        let snapshot = Workspace::in_memory(files).refresh().unwrap();
        let mut out = Vec::new();
        let never = std::sync::atomic::AtomicBool::new(false);
        export(&Context::new(&snapshot, &never), kind, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    const FILES: &[(&str, &str)] = &[
        ("pkg/__init__.py", ""),
        ("pkg/a.py", "class C:\n    def __init__(self): pass\n\n@staticmethod\ndef go(): pass\n"),
        ("main.py", "from pkg.a import C, go as g\n\ndef run():\n    C()\n    g()\ng()\n"),
    ];

    #[test]
    fn refs_name_the_definition() {
        let refs = exported(FILES, Kind::Refs);
        let g = refs.iter().find(|one| one["ref_line"] == 6).unwrap();
        assert_eq!((&g["name"], &g["text"]), (&"go".into(), &"g".into()));
        assert_eq!((&g["def_file"], &g["def_line"]), (&"pkg/a.py".into(), &5.into()));
        assert_eq!((&g["ref_col"], &g["call"], &g["kind"]), (&1.into(), &true.into(), &"function".into()));
    }

    #[test]
    fn calls_are_between_dotted_names() {
        let calls: Vec<String> = exported(FILES, Kind::Calls)
            .iter()
            .map(|one| format!("{} {}", one["caller_qualified"], one["callee_qualified"]).replace('"', ""))
            .collect();
        assert_eq!(calls, ["main.run pkg.a.C.__init__", "main.run pkg.a.go", "main pkg.a.go"]);
    }

    #[test]
    fn symbols_and_deps() {
        let names: Vec<Value> =
            exported(FILES, Kind::Symbols).iter().map(|one| one["qualified"].clone()).collect();
        assert_eq!(names, ["main.run", "pkg.a.C", "pkg.a.C.__init__", "pkg.a.go"]);
        let deps = exported(FILES, Kind::Deps);
        assert!(deps.contains(&serde_json::json!({"from": "main.py", "to": "pkg/a.py"})), "{deps:?}");
        assert_eq!(dotted_module("pkg/__init__.py"), "pkg");
        assert_eq!(dotted_module("a/b.test.py"), "a.b.test");
    }
}

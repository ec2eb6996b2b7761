//! What the exports as tables have in common: the rows of an index, one at a time, in the order of paths.

use super::{ExportError, wanted_files};
use crate::protocol::context::Context;
use crate::relations::Hierarchy;
use crate::relations::dependencies::{Modules, Paths, of_file};
use indexer_core::Metrics;
use indexer_store::{FileRef, Reference, Symbol, SymbolRef, SymbolScan, TargetRef};
use rustc_hash::FxHashMap;

/// How many rows were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCounts {
    /// Files.
    pub files: u64,
    /// Symbols.
    pub symbols: u64,
    /// Uses of names.
    pub uses: u64,
    /// Pairs of a use and a place where it leads.
    pub targets: u64,
}

/// A symbol with what its file's record says of it.
pub(super) struct SymbolRow<'a, 's> {
    /// Its number: its place among all symbols of the export, from 1.
    pub(super) id: i64,
    pub(super) symbol: Symbol<'a>,
    /// The number of what it is declared in.
    pub(super) owner: Option<i64>,
    pub(super) signature: &'s str,
    pub(super) documentation: Option<&'s str>,
    /// The measures of its body, where it has one.
    pub(super) metrics: Option<Metrics>,
}

impl SymbolRow<'_, '_> {
    /// What holds of the symbol (`test`, `async`), with a blank between.
    pub(super) fn flags(&self) -> String {
        self.symbol.flags().words().collect::<Vec<_>>().join(" ")
    }
}

/// What a type extends or implements.
pub(super) struct BaseRow<'a> {
    pub(super) symbol: i64,
    /// `None` outside of the repository.
    pub(super) base: Option<i64>,
    /// As written.
    pub(super) name: &'a str,
    pub(super) how: &'static str,
    pub(super) certainty: &'static str,
}

/// A use of a name.
pub(super) struct UseRow<'a> {
    /// Its number among all uses of the export, from 1.
    pub(super) id: i64,
    pub(super) file: FileRef<'a>,
    pub(super) reference: Reference<'a>,
    /// The number of the symbol around it.
    pub(super) enclosing: Option<i64>,
    /// Where it leads; none where it is unresolved.
    pub(super) targets: Vec<Target<'a>>,
}

/// Where a use leads.
pub(super) enum Target<'a> {
    /// A symbol of the repository, and its number.
    Symbol(i64, Symbol<'a>),
    /// A file of the repository, by its path.
    Module(&'a str),
    /// Package and path outside.
    External(&'a str),
}

/// What takes the rows.
pub(super) trait Tables {
    fn file(&mut self, file: FileRef<'_>) -> Result<(), ExportError>;
    fn symbol(&mut self, row: &SymbolRow<'_, '_>) -> Result<(), ExportError>;
    fn base(&mut self, row: &BaseRow<'_>) -> Result<(), ExportError>;
    fn used(&mut self, row: &UseRow<'_>) -> Result<(), ExportError>;
    /// The file at one path needs that at another.
    fn dependency(&mut self, path: &str, needs: &str) -> Result<(), ExportError>;
}

/// Gives every row of the view of `context` to `tables`. O(index).
///
/// # Errors
/// What `tables` says, and that nobody wants it any more.
pub(super) fn give_rows(context: &Context<'_>, tables: &mut impl Tables) -> Result<RowCounts, ExportError> {
    let mut rows = Rows::new(context);
    for file in wanted_files(context) {
        let file = file?;
        rows.counts.files += 1;
        tables.file(file)?;
        rows.symbols(file, tables)?;
        rows.uses(context, file, tables)?;
        for needs in of_file(context.view(), &rows.modules, file, Paths::Steps).into_keys() {
            tables.dependency(file.path(), needs)?;
        }
    }
    Ok(rows.counts)
}

struct Rows<'a> {
    hierarchy: Hierarchy<'a>,
    modules: Modules<'a>,
    /// The number of each symbol.
    ids: FxHashMap<SymbolRef, i64>,
    scan: SymbolScan<'a>,
    counts: RowCounts,
}

impl<'a> Rows<'a> {
    fn new(context: &Context<'a>) -> Self {
        let symbols = context.view().files().flat_map(|file| file.symbols());
        Self {
            hierarchy: Hierarchy::new(context),
            modules: Modules::new(context.view()),
            ids: symbols.zip(1..).map(|(symbol, id)| (symbol.handle(), id)).collect(),
            scan: SymbolScan::default(),
            counts: RowCounts::default(),
        }
    }

    fn id(&self, symbol: Option<Symbol<'a>>) -> Option<i64> {
        self.ids.get(&symbol?.handle()).copied()
    }

    fn symbols(&mut self, file: FileRef<'a>, tables: &mut impl Tables) -> Result<(), ExportError> {
        for symbol in file.symbols() {
            self.counts.symbols += 1;
            let id = self.id(Some(symbol)).unwrap_or_default();
            let owner = self.id(symbol.owner());
            let (signature, documentation, metrics) = symbol.scanned(&mut self.scan);
            tables.symbol(&SymbolRow { id, symbol, owner, signature, documentation, metrics })?;
            if !symbol.kind().is_type() {
                continue;
            }
            for kin in self.hierarchy.above(symbol).iter() {
                tables.base(&BaseRow {
                    symbol: id,
                    base: self.id(kin.symbol),
                    name: &kin.name,
                    how: kin.how.as_str(),
                    certainty: kin.resolution.as_str(),
                })?;
            }
        }
        Ok(())
    }

    fn uses(
        &mut self,
        context: &Context<'a>,
        file: FileRef<'a>,
        tables: &mut impl Tables,
    ) -> Result<(), ExportError> {
        for reference in file.references() {
            let targets: Vec<_> =
                reference.targets().into_iter().filter_map(|target| self.target(context, target)).collect();
            self.counts.uses += 1;
            self.counts.targets += targets.len() as u64;
            let id = self.counts.uses as i64;
            let enclosing = self.id(reference.enclosing());
            tables.used(&UseRow { id, file, reference, enclosing, targets })?;
        }
        Ok(())
    }

    fn target(&self, context: &Context<'a>, target: TargetRef<'a>) -> Option<Target<'a>> {
        match target {
            TargetRef::Symbol(key) => {
                let symbol = context.view().sym(context.view().symbol(key)?);
                Some(Target::Symbol(self.id(Some(symbol))?, symbol))
            }
            TargetRef::Module(path) => Some(Target::Module(path)),
            TargetRef::External(path) => Some(Target::External(path)),
        }
    }
}

//! How complex functions are.

use super::aside::Aside;
use super::parallel::in_parallel_with;
use crate::protocol::{Context, Problem};
use indexer_core::{Flags, Metrics, SymbolKind, Visibility};
use indexer_store::{FileRef, Symbol, SymbolRef, SymbolScan};
use std::sync::Arc;

/// A function of any file, with what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// Which one.
    pub symbol: SymbolRef,
    /// Its complexity; `None` where it has no body.
    pub metrics: Option<Metrics>,
    /// True where it has documentation.
    pub is_documented: bool,
    /// True for a test and for what only tests have.
    pub is_test: bool,
}

/// The functions of one file.
#[derive(Clone, Debug)]
pub struct MeasuredFile {
    /// Its path.
    pub path: String,
    /// Its functions and methods, in order.
    pub functions: Vec<Measured>,
    /// How many functions are tests.
    pub tests: usize,
    /// How many symbols are marked as deprecated.
    pub deprecated: usize,
    /// How many symbols are public, with all that they stand in, tests aside; and how many of these have
    /// documentation.
    pub public: [usize; 2],
}

/// The functions of every file, in the order of paths.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The files of code.
    pub files: Vec<MeasuredFile>,
}

/// The functions of the view that is asked, measured once. O(symbols).
pub fn measures(context: &Context<'_>) -> Result<Arc<Measures>, Problem> {
    context.kept(|| {
        let files: Vec<FileRef<'_>> = context.view().files().filter(|file| file.is_code()).collect();
        let files = in_parallel_with(context, &files, SymbolScan::default, |scan, file| {
            MeasuredFile::of(*file, scan)
        })?;
        Ok(Measures { files })
    })
}

impl MeasuredFile {
    fn of<'v>(file: FileRef<'v>, scan: &mut SymbolScan<'v>) -> Self {
        let symbols: Vec<Symbol<'_>> = file.symbols().collect();
        let owner = |index: usize| symbols[index].owner_in_file().map(|owner| owner as usize);
        let chain = |index: usize| {
            let up = |at: &usize| owner(*at).filter(|owner| *owner < symbols.len());
            std::iter::successors(Some(index), up).take(64)
        };
        let of_tests = Aside::of(file) == Aside::Tests;
        let mut found = Self {
            path: file.path().to_owned(),
            functions: Vec::new(),
            tests: 0,
            deprecated: 0,
            public: [0; 2],
        };
        for (index, symbol) in symbols.iter().enumerate() {
            let (kind, flags) = (symbol.kind(), symbol.flags());
            found.deprecated += usize::from(flags.has(Flags::DEPRECATED));
            let is_function = kind.is_callable() && kind != SymbolKind::Macro;
            let is_public = symbol.visibility() == Visibility::Public;
            if !is_function && !is_public {
                continue;
            }
            let is_test = of_tests || chain(index).any(|at| symbols[at].flags().has(Flags::TEST));
            let (_, doc, metrics) = symbol.scanned(scan);
            if is_function {
                found.tests += usize::from(flags.has(Flags::TEST));
                let is_documented = doc.is_some();
                found.functions.push(Measured { symbol: symbol.handle(), metrics, is_documented, is_test });
            }
            let is_open = |at: usize| {
                let one = symbols[at];
                one.visibility() == Visibility::Public && (at == index || !one.kind().is_callable())
            };
            let is_surface = crate::protocol::kinds::is_listed(kind) && !is_test && chain(index).all(is_open);
            if is_surface && !matches!(kind, SymbolKind::Module | SymbolKind::Package) {
                found.public[0] += 1;
                found.public[1] += usize::from(doc.is_some());
            }
        }
        found
    }
}

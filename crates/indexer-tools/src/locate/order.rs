//! Which of several symbols of one name stands first.

use crate::analysis::Aside;
use indexer_core::{Flags, SymbolKind, Visibility};
use indexer_store::{Symbol, View};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::cmp::Reverse;

/// How far a symbol is from what somebody means who names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// It belongs to the source.
    Source,
    /// It is inside of a function, or only declares what stands elsewhere, or is what a framework makes of code.
    Inner,
    /// Examples, benchmarks, documentation.
    Shows,
    /// Tests.
    Tests,
    /// Written by others or by a program.
    Foreign,
}

/// More symbols than this are not told apart by how much they are used: counting costs a look at each.
const COUNTED: usize = 200;
/// Owners that are followed at most: guards against owners that go round in a damaged file.
const MOST_OWNERS: usize = 64;

/// The order of symbols of one name, for the time of one question.
#[derive(Debug)]
pub struct Order<'v> {
    view: &'v View,
    files: RefCell<FxHashMap<&'v str, Aside>>,
}

impl<'v> Order<'v> {
    /// Of the symbols of a view.
    pub fn of(view: &'v View) -> Self {
        Self { view, files: RefCell::default() }
    }

    /// How far a symbol is from the source. O(symbols of the file), once for each file.
    pub fn standing(&self, symbol: Symbol<'v>) -> Standing {
        let file = symbol.file();
        let aside = *self.files.borrow_mut().entry(file.path()).or_insert_with(|| Aside::of(file));
        match aside {
            Aside::Foreign => Standing::Foreign,
            Aside::Tests => Standing::Tests,
            _ if self.around(symbol).any(|one| one.flags().has(Flags::TEST)) => Standing::Tests,
            Aside::Shows => Standing::Shows,
            Aside::No if is_stub(file.path()) || symbol.flags().has(Flags::DECLARATION) => Standing::Inner,
            Aside::No if symbol.is_of_framework() => Standing::Inner,
            Aside::No if self.around(symbol).skip(1).any(|owner| owner.kind().is_callable()) => {
                Standing::Inner
            }
            Aside::No => Standing::Source,
        }
    }

    /// The symbol, its owner, the owner of that.
    fn around(&self, symbol: Symbol<'v>) -> impl Iterator<Item = Symbol<'v>> {
        std::iter::successors(Some(symbol), Symbol::owner).take(MOST_OWNERS)
    }

    /// Sorts: the source first, and code before what frameworks make of it; types, then functions, then what holds values; what others may name before
    /// what they may not; what is used most first; then by place.
    pub fn sort(&self, symbols: &mut [Symbol<'v>]) {
        if symbols.len() < 2 {
            return;
        }
        let counts = symbols.len() <= COUNTED;
        symbols.sort_by_cached_key(|symbol| {
            let uses = if counts { self.view.references_to(symbol.key()).len() } else { 0 };
            let open = symbol.visibility() != Visibility::Public;
            let place = (symbol.file().path(), symbol.name_span().start);
            // What a framework makes of code stands behind it.
            (
                self.standing(*symbol),
                symbol.is_of_framework(),
                weight(symbol.kind()),
                open,
                Reverse(uses),
                place,
            )
        });
    }
}

/// What somebody means by a bare name more likely, first.
fn weight(kind: SymbolKind) -> u8 {
    match kind {
        kind if kind.is_outline() => 3,
        SymbolKind::AssociatedType => 2,
        kind if kind.is_type() => 0,
        SymbolKind::Constructor | SymbolKind::Module | SymbolKind::Package => 2,
        kind if kind.is_callable() => 1,
        SymbolKind::Constant | SymbolKind::Static | SymbolKind::Variable => 1,
        _ => 2,
    }
}

/// True for a file that only declares the types of others.
fn is_stub(path: &str) -> bool {
    path.ends_with(".pyi") || [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| path.ends_with(end))
}

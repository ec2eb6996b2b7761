//! What a module passes on under a name: re-exports by name and by wildcard.

use super::named::{names, same};
use crate::imports::{targets_of, uses};
use crate::protocol::Context;
use indexer_core::{ImportShape, SymbolKind};
use indexer_store::{FileRef, Symbol, TargetRef};
use rustc_hash::FxHashSet;

/// Modules that pass on what others pass on, at most: longer chains are circles.
const DEPTH: usize = 8;

/// The symbols that modules called `owners` offer as `name` and take from elsewhere; those of the module
/// with exactly that name where there is one. O(files).
pub(super) fn offered<'v>(context: &Context<'v>, owners: &[&str], name: &str) -> Vec<Symbol<'v>> {
    let modules: Vec<(bool, FileRef<'v>)> = context
        .view()
        .files()
        .filter(FileRef::is_code)
        .filter_map(|file| Some((is_called(file.module(), owners)?, file)))
        .collect();
    for whole in [true, false] {
        let mut search = Search { context, name, seen: FxHashSet::default(), found: Vec::new() };
        for (_, file) in modules.iter().filter(|(is_whole, _)| *is_whole == whole) {
            search.file(*file, 0);
        }
        let mut found = search.found;
        // A module and what stands in it may have one name: the latter is meant.
        if found.iter().any(|symbol| !is_module(*symbol)) {
            found.retain(|symbol| !is_module(*symbol));
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

pub(super) fn is_module(symbol: Symbol<'_>) -> bool {
    matches!(symbol.kind(), SymbolKind::Module | SymbolKind::Package)
}

/// Whether the name of a module ends with these names, and is nothing more; `None` where it does not.
fn is_called(module: &str, owners: &[&str]) -> Option<bool> {
    let module = names(module);
    let rest = module.len().checked_sub(owners.len())?;
    let ends = module[rest..].iter().zip(owners).all(|(one, owner)| same(one, owner));
    ends.then_some(rest == 0)
}

struct Search<'c, 'v> {
    context: &'c Context<'v>,
    name: &'c str,
    seen: FxHashSet<&'v str>,
    found: Vec<Symbol<'v>>,
}

impl<'v> Search<'_, 'v> {
    /// What the module of a file has under the name: its own, where it is passed on as a whole, and what it
    /// imports.
    fn file(&mut self, file: FileRef<'v>, depth: usize) {
        if depth > DEPTH || !self.seen.insert(file.path()) {
            return;
        }
        if depth > 0 {
            for symbol in file.symbols() {
                if symbol.owner().is_none() && symbol.name() == self.name {
                    self.add(symbol);
                }
            }
        }
        let Some(facts) = self.context.snapshot.facts(file.path()) else { return };
        let uses = uses(file);
        for import in &facts.imports {
            let bound = import.alias.or_else(|| import.path.last().copied()).map(|bound| facts.name(bound));
            let is_wildcard = import.shape == ImportShape::Wildcard;
            if !is_wildcard && (bound != Some(self.name) || !import.shape.is_statement()) {
                continue;
            }
            for target in targets_of(&facts, import, &uses) {
                self.target(target, is_wildcard, depth);
            }
        }
    }

    fn target(&mut self, target: TargetRef<'v>, is_wildcard: bool, depth: usize) {
        let view = self.context.view();
        match target {
            TargetRef::Symbol(key) => {
                let Some(symbol) = view.symbol(key).map(|symbol| view.sym(symbol)) else { return };
                if !is_wildcard {
                    self.add(symbol);
                    // The name may stand for more than the module beside which something else is passed on.
                    if is_module(symbol) {
                        self.file(symbol.file(), depth + 1);
                    }
                    return;
                }
                let children = symbol.children();
                if children.is_empty()
                    && let Some(path) =
                        self.context.snapshot.submodule(symbol.file().path(), &[], symbol.name())
                    && let Some(file) = view.file(&path)
                {
                    self.file(file, depth + 1);
                }
                for child in children {
                    if child.name() == self.name {
                        self.add(child);
                    }
                }
            }
            TargetRef::Module(path) if is_wildcard => {
                if let Some(file) = view.file(path) {
                    self.file(file, depth + 1);
                }
            }
            TargetRef::Module(_) | TargetRef::External(_) => {}
        }
    }

    fn add(&mut self, symbol: Symbol<'v>) {
        if self.found.iter().all(|known| known.handle() != symbol.handle()) {
            self.found.push(symbol);
        }
    }
}

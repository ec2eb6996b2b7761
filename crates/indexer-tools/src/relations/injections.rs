//! Which providers may give what is asked for: those of the type, or of one below it where the framework takes these too.

use super::entry::EntryRow;
use indexer_core::{Resolution, Role, SymbolKind};
use indexer_store::{SymbolRef, TargetRef, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// More places that ask for what one provider gives are not listed, nor more providers of what is asked for.
const MOST: usize = 50;
/// More types above one are not looked at.
const MOST_ABOVE: usize = 64;

/// Puts the places where a type is asked for, as `path:line`, to its providers, and what the providers call to those places.
/// O(entries + references of the files whose types are provided).
pub(super) fn join(view: &View, rows: &mut [EntryRow]) {
    let mut by_type: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.kind == SymbolKind::Injection) {
        if let Some(asked) = &row.detail.injected {
            by_type.entry(asked.clone()).or_default().push(at);
        }
    }
    if by_type.is_empty() {
        return;
    }
    let mut above = Above { view, by_file: FxHashMap::default() };
    let mut given: Vec<(usize, usize)> = Vec::new();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.kind == SymbolKind::Provider) {
        let Some(gives) = &row.detail.injected else { continue };
        let types = match row.detail.takes_subtypes {
            true => above.all(gives),
            false => vec![gives.clone()],
        };
        let asking = types.iter().filter_map(|one| by_type.get(one)).flatten();
        given.extend(asking.take(MOST).map(|asking| (at, *asking)));
    }
    for (provider, asking) in given {
        let place = format!("{}:{}", rows[asking].file, rows[asking].line);
        if !rows[provider].clients.contains(&place) {
            rows[provider].clients.push(place);
        }
        let gives = rows[provider].handlers.clone();
        let into = &mut rows[asking].handlers;
        for (key, _) in gives {
            if into.len() < MOST && !into.iter().any(|(known, _)| *known == key) {
                into.push((key, Resolution::Possible));
            }
        }
    }
}

/// The types above others, by what the heads of their declarations name.
struct Above<'v> {
    view: &'v View,
    /// Of each file: its types by what they are called in entries, with what their heads name.
    by_file: FxHashMap<String, FxHashMap<String, Vec<String>>>,
}

impl Above<'_> {
    /// A type and those above it, as entries name them.
    fn all(&mut self, of: &str) -> Vec<String> {
        let mut seen: FxHashSet<String> = FxHashSet::default();
        let mut all = vec![of.to_owned()];
        let mut at = 0;
        while let Some(next) = all.get(at).cloned() {
            at += 1;
            if !seen.insert(next.clone()) || seen.len() > MOST_ABOVE {
                continue;
            }
            let Some((file, _)) = next.split_once('#') else { continue };
            if !self.by_file.contains_key(file) {
                let heads = heads(self.view, file);
                self.by_file.insert(file.to_owned(), heads);
            }
            let above = self.by_file.get(file).and_then(|types| types.get(&next));
            all.extend(above.into_iter().flatten().cloned());
        }
        all
    }
}

/// What the heads of the types of a file name.
fn heads(view: &View, path: &str) -> FxHashMap<String, Vec<String>> {
    let mut heads: FxHashMap<String, Vec<String>> = FxHashMap::default();
    let Some(file) = view.file(path) else { return heads };
    let printed = |symbol: SymbolRef| view.sym(symbol).printed();
    for reference in file.references().filter(|one| one.role() == Role::Inherit) {
        let Some(heir) = reference.enclosing_in_file().and_then(|at| file.symbol(at)) else { continue };
        let named = reference.targets().into_iter().filter_map(|target| match target {
            TargetRef::Symbol(key) => view.symbol(key).map(printed),
            TargetRef::External(path) => Some(path.to_owned()),
            _ => None,
        });
        heads.entry(printed(heir.handle())).or_default().extend(named);
    }
    heads
}

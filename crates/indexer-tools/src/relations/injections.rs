//! Which providers may give what is asked for: those of the type, or of one below it where the framework takes these too.

use super::entry::EntryRow;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use indexer_core::framework::EntryDetail;
use indexer_core::{Resolution, Role, SymbolKind};
use indexer_store::{SymbolRef, TargetRef, View};
use rustc_hash::{FxHashMap, FxHashSet};

/// More places that ask for what one provider gives are not listed, nor more providers of what is asked for.
const MOST: usize = 50;
/// More pairs of a provider and what asks for it are not looked at.
const MOST_GIVEN: usize = 200_000;
/// More types above one are not looked at.
const MOST_ABOVE: usize = 64;

/// Puts the places where a type is asked for, as `path:line`, to its providers, and what the providers call to those places:
/// first what the framework would take before others. O(entries + references of the files whose types are provided).
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
    let mut given: Vec<Given> = Vec::new();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.kind == SymbolKind::Provider) {
        if !row.detail.scans.is_empty() {
            let left = MOST_GIVEN.saturating_sub(given.len());
            given.extend(scanned(view, &row.detail.scans, &by_type).take(left).map(|(asking, gives)| {
                Given { provider: at, asking, before: (true, true), gives: vec![gives] }
            }));
            continue;
        }
        let Some(gives) = &row.detail.injected else { continue };
        let types = match row.detail.takes_subtypes {
            true => above.all(gives),
            false => vec![gives.clone()],
        };
        let asking = types.iter().filter_map(|one| by_type.get(one)).flatten();
        let asking = asking.filter(|asking| may_give(&row.detail, &rows[**asking].detail));
        let left = MOST_GIVEN.saturating_sub(given.len());
        given.extend(asking.take(left).map(|asking| Given {
            provider: at,
            asking: *asking,
            before: is_behind(&row.detail, &rows[*asking].detail),
            gives: row.handlers.iter().map(|(key, _)| key.clone()).collect(),
        }));
    }
    given.sort_by_key(|one| (one.asking, one.before));
    for one in given {
        let place = format!("{}:{}", rows[one.asking].file, rows[one.asking].line);
        let clients = &mut rows[one.provider].clients;
        if clients.len() < MOST && !clients.contains(&place) {
            clients.push(place);
        }
        let into = &mut rows[one.asking].handlers;
        for key in one.gives {
            if into.len() < MOST && !into.iter().any(|(known, _)| *known == key) {
                into.push((key, Resolution::Possible));
            }
        }
    }
}

/// A provider that may give what is asked for.
struct Given {
    provider: usize,
    asking: usize,
    /// Less for what is taken before others.
    before: (bool, bool),
    /// What it calls.
    gives: Vec<String>,
}

/// True where the qualifiers of a provider do not say that another one is meant.
fn may_give(provider: &EntryDetail, asked: &EntryDetail) -> bool {
    if provider.is_qualified_open || asked.is_qualified_open {
        return true;
    }
    match asked.qualifiers.is_empty() {
        true => !provider.is_exact || provider.qualifiers.is_empty(),
        false => asked.qualifiers.iter().all(|one| provider.qualifiers.contains(one)),
    }
}

/// False for a provider that is meant where several could be, and for one that is called as what asks is.
fn is_behind(provider: &EntryDetail, asked: &EntryDetail) -> (bool, bool) {
    let is_called_so = asked.asked_as.as_ref().is_some_and(|name| provider.qualifiers.contains(name));
    (!provider.is_primary, !is_called_so)
}

/// What asks for an interface that stands in one of the packages or below, with the interface. A name of a package may hold `*`
/// for a part and `**` for any.
fn scanned<'a>(
    view: &'a View,
    packages: &[String],
    by_type: &'a FxHashMap<String, Vec<usize>>,
) -> impl Iterator<Item = (usize, String)> + 'a {
    let glob = |package: &String| {
        let folder = format!("**/{}/**", package.replace('.', "/"));
        GlobBuilder::new(&folder).literal_separator(true).build().ok()
    };
    let globs = packages.iter().filter_map(glob).fold(GlobSetBuilder::new(), |mut all, glob| {
        all.add(glob);
        all
    });
    let folders = globs.build().unwrap_or_else(|_| GlobSet::empty());
    let is_meant = move |key: &str| {
        let Some((path, name)) = key.split_once('#') else { return false };
        folders.is_match(path) && is_interface(view, path, name)
    };
    let meant = by_type.iter().filter(move |(key, _)| is_meant(key));
    meant.flat_map(|(key, asking)| asking.iter().map(|at| (*at, key.clone())))
}

fn is_interface(view: &View, path: &str, name: &str) -> bool {
    let Some(file) = view.file(path) else { return false };
    let mut own = (0..file.symbol_count()).filter_map(|at| file.symbol(at));
    own.any(|one| one.kind() == SymbolKind::Interface && one.name() == name)
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

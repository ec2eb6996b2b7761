//! What frameworks answer, run and read: entries of all files, with their whole paths.

use super::entry::EntryRow;
use crate::imports::is_test;
use crate::protocol::{Context, Problem};
use indexer_core::framework::EntryDetail;
use indexer_core::{Resolution, Rule, SymbolKind};
use indexer_graph::Mounts;
use indexer_store::{FileRef, SymbolRef, TargetRef, View};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// All entries of a view, by file and line. O(files + entries), once a view.
pub fn entries(context: &Context<'_>) -> Result<Arc<Vec<EntryRow>>, Problem> {
    context.kept(|| make(context))
}

/// The entries that a text names which is a path or a method and a path: by whole paths, else as their files say.
/// O(entries).
pub fn of_path(context: &Context<'_>, text: &str) -> Result<Vec<SymbolRef>, Problem> {
    let text = text.trim();
    let (method, path) = match text.split_once(' ') {
        Some((method, path)) if method.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            (Some(method), path.trim())
        }
        Some(_) => return Ok(Vec::new()),
        None => (None, text),
    };
    if !path.starts_with('/') || (method.is_none() && context.view().file(path).is_some()) {
        return Ok(Vec::new());
    }
    let all = entries(context)?;
    let is_method = |row: &&EntryRow| match (method, &row.method) {
        (Some(wanted), Some(method)) => method.eq_ignore_ascii_case(wanted) || method == "ANY",
        (wanted, _) => wanted.is_none(),
    };
    let whole = all.iter().filter(is_method).filter(|row| row.paths.iter().any(|one| one == path));
    let found: Vec<SymbolRef> = whole.map(|row| row.symbol).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let written = |row: &&EntryRow| row.name.split_once(' ').is_some_and(|(_, declared)| declared == path);
    Ok(all.iter().filter(is_method).filter(written).map(|row| row.symbol).collect())
}

fn make(context: &Context<'_>) -> Result<Vec<EntryRow>, Problem> {
    let view = context.view();
    // What only tests mount is not there when the program runs.
    let (mut mounts, mut with_tests) = (Mounts::default(), Mounts::default());
    let mut found = Vec::new();
    for file in view.files() {
        context.still_wanted()?;
        // Such symbols stand behind all others of their file.
        let count = file.symbol_count();
        let made = (0..count).rev().map_while(|at| file.symbol(at).filter(|one| one.is_of_framework()));
        let mut made: Vec<_> = made.collect();
        if made.is_empty() {
            continue;
        }
        made.reverse();
        let mut handlers = handlers(view, file);
        for symbol in made {
            let detail = EntryDetail::parse(symbol.doc().unwrap_or(""));
            if symbol.kind() == SymbolKind::Mount {
                if !is_test(file) {
                    mounts.add(symbol.name(), detail.clone());
                }
                with_tests.add(symbol.name(), detail);
                continue;
            }
            let index = Some(symbol.index_in_file());
            found.push(EntryRow {
                symbol: symbol.handle(),
                kind: symbol.kind(),
                method: None,
                paths: Vec::new(),
                name: symbol.name().to_owned(),
                is_open: false,
                detail,
                handlers: index.and_then(|index| handlers.remove(&index)).unwrap_or_default(),
                clients: Vec::new(),
                requests: Vec::new(),
                file: file.path().to_owned(),
                line: symbol.at().line,
            });
        }
    }
    let mut routers: FxHashMap<&str, FxHashSet<&str>> = FxHashMap::default();
    for router in found.iter().filter_map(|row| row.detail.router.as_deref()) {
        routers.entry(router.split('#').next().unwrap_or("")).or_default().insert(router);
    }
    let several: FxHashSet<String> =
        routers.into_iter().filter(|(_, all)| all.len() > 1).map(|(file, _)| file.to_owned()).collect();
    for row in &mut found {
        let of_tests = view.file(&row.file).is_some_and(is_test);
        let mounts = if of_tests { &with_tests } else { &mounts };
        // Which router of a file is mounted with it, only what the file exports says.
        // What adds it to what is answered is not seen: its path may begin with more.
        let is_lost = row.detail.needs_mount && !mounts.is_mounted(&row.detail);
        row.detail.is_certain &= !is_lost;
        row.detail.is_open |= is_lost;
        row.detail.is_certain &= !(several.contains(&row.file) && mounts.is_by_file(&row.detail));
        use SymbolKind::{Endpoint, Injection, Provider, Request};
        let is_path = matches!(row.kind, Endpoint | Request | Provider | Injection);
        let (method, path) = match row.name.split_once(' ').filter(|_| is_path) {
            Some((method, path)) => (Some(method.to_owned()), path.to_owned()),
            None => (None, row.name.clone()),
        };
        row.method = method;
        if row.kind == SymbolKind::Endpoint {
            (row.paths, row.is_open) = mounts.whole(&path, &row.detail);
        } else {
            (row.paths, row.is_open) = (vec![path], row.detail.is_open);
        }
    }
    super::clients::join(&mut found);
    super::injections::join(view, &mut found);
    Ok(found)
}

/// What the entries of a file call, by the index of the entry: key, how sure.
fn handlers(view: &View, file: FileRef<'_>) -> FxHashMap<u32, Vec<(String, Resolution)>> {
    let mut all: FxHashMap<u32, Vec<(String, Resolution)>> = FxHashMap::default();
    for reference in file.references().filter(|one| one.rule() == Rule::Framework) {
        // What a fixture gives is called by no entry.
        let of_entry = |at: &u32| file.symbol(*at).is_some_and(|one| one.is_of_framework());
        let Some(entry) = reference.enclosing_in_file().filter(of_entry) else { continue };
        for target in reference.targets() {
            if let TargetRef::Symbol(key) = target
                && let Some(symbol) = view.symbol(key)
            {
                let printed = view.sym(symbol).printed();
                all.entry(entry).or_default().push((printed, reference.resolution()));
            }
        }
    }
    all
}

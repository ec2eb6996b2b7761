//! What breaks: changes of symbols, and names that are gone though what they led to did not change, as something passes it on
//! no more.

use super::hits::{BreakingRow, of_changes};
use super::sides::Sides;
use crate::protocol::{Problem, Scope};
use crate::surface::Reachable;
use indexer_core::{SymbolKey, SymbolKind};
use indexer_diff::{Breaking, Diff, Reach};
use indexer_store::Symbol;
use rustc_hash::FxHashSet;

/// The breaking changes in the order of the changes, those that hit most first.
pub fn breaking_rows(sides: &Sides<'_>, diff: &Diff<'_>, scope: &Scope) -> Result<Vec<BreakingRow>, Problem> {
    let mut rows = of_changes(sides, diff)?;
    rows.extend(lost(sides, diff, scope)?);
    rows.sort_by_key(|row| std::cmp::Reverse((row.resolved, row.possible)));
    Ok(rows)
}

/// What others reached by a name that leads nowhere now, and that is the same in both states.
fn lost(sides: &Sides<'_>, diff: &Diff<'_>, scope: &Scope) -> Result<Vec<BreakingRow>, Problem> {
    let (base, head) = (sides.base.view(), sides.head.view());
    let (before, after) = (Reachable::new(&sides.base)?, Reachable::new(&sides.head)?);
    let is_any_import_a_name =
        |path: &str| sides.base.snapshot.rules(path).is_some_and(|rules| rules.surface.imports_are_names);
    let told = diff.changes.iter().filter(|one| !one.is_cosmetic()).filter_map(|one| one.old);
    let told: FxHashSet<SymbolKey> = told.map(|(_, one)| one.key).collect();
    // What stands in a module is named through that, and a member through its type.
    let is_member = |symbol: &Symbol<'_>| {
        symbol.owner().is_some_and(|one| !matches!(one.kind(), SymbolKind::Module | SymbolKind::Package))
    };
    let mut found = Vec::new();
    for (symbol, names) in before.named() {
        let symbol = base.sym(symbol);
        let path = symbol.file().path();
        if is_member(&symbol) || told.contains(&symbol.key()) || !scope.covers(path) {
            continue;
        }
        let Some(now) = head.symbol(symbol.key()).map(|one| head.sym(one)) else { continue };
        let kept = after.names_at_top(now.handle());
        if names.iter().all(|name| kept.contains(name)) {
            continue;
        }
        let Reach::By(names) = before.of(symbol.key()) else { continue };
        let way = match after.of(symbol.key()) {
            Reach::By(kept) if names.iter().all(|name| kept.contains(name)) => continue,
            // Of these most are not meant as one.
            Reach::By(kept) if !kept.is_empty() && is_any_import_a_name(path) => continue,
            Reach::By(kept) if !kept.is_empty() => Breaking::Moved,
            Reach::By(_) | Reach::No => Breaking::Narrowed,
            Reach::Unknown | Reach::InFile => continue,
        };
        let signature = Some(now.signature().to_owned()).filter(|text| !text.is_empty());
        found.push(BreakingRow {
            symbol: now.printed(),
            was: None,
            kind: now.kind().as_str(),
            ways: vec![way.as_str()],
            path: path.to_owned(),
            line: now.at().line,
            gone: false,
            old_signature: signature.clone(),
            new_signature: signature,
            resolved: 0,
            possible: 0,
            touched: 0,
            adapted: 0,
            members: 0,
            may_inherit: false,
            hits: Vec::new(),
        });
    }
    found.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line)));
    Ok(found)
}

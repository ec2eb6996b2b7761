//! Exported symbols against the definitions of the truth.

use super::truth::{Truth, number, text};
use serde_json::Value;
use std::collections::BTreeMap;

/// Kinds that are no symbols.
const NOT: &[&str] = &["objmethod", "module", "param", "type_param", "local", "?", "alias"];

/// Of the definitions of each kind: how many are symbols, and how many there are. Those that only the
/// expansion of a macro has are under the kind `macro-made`.
pub(super) type Symbols = BTreeMap<String, (usize, usize)>;

/// Scores the lines of `indexer export symbols`. A definition is found where a symbol of its name stands
/// on a line from its first one to that of its name.
pub(super) fn score(truth: &Truth, candidates: &[Value]) -> Symbols {
    let mut there: BTreeMap<(String, String), Vec<i64>> = BTreeMap::new();
    for row in candidates {
        let (file, name) = (text(row, "file"), text(row, "name"));
        let last = name.rsplit(['.', ':']).next().unwrap_or_default().to_owned();
        if last != name {
            there.entry((file.clone(), last)).or_default().push(number(row, "line"));
        }
        there.entry((file, name)).or_default().push(number(row, "line"));
    }
    let mut found = Symbols::new();
    let scored = |kind: &str| !NOT.contains(&kind) && !kind.starts_with("other");
    for one in truth.definitions.iter().filter(|one| !one.is_local && scored(&one.kind)) {
        let is_there = [&one.name, &one.text].into_iter().any(|name| {
            let lines = there.get(&(one.file.clone(), name.clone())).into_iter().flatten();
            lines.into_iter().any(|line| one.start <= *line && *line <= one.line)
        });
        let kind = if one.made_by_macro { "macro-made" } else { &one.kind };
        let (hit, all) = found.entry(kind.to_owned()).or_default();
        *hit += usize::from(is_there);
        *all += 1;
    }
    found
}

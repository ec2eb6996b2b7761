//! Which calls of clients may reach an endpoint: those of an equal path in the same repository.

use super::entry::EntryRow;
use indexer_core::SymbolKind;
use indexer_store::SymbolRef;
use rustc_hash::FxHashMap;

/// More places of one endpoint than this are not listed.
const MOST: usize = 50;
/// A path with more segments than this is only compared as it is.
const SEGMENTS: usize = 8;
/// What stands for a segment that is a parameter.
const ANY: &str = "*";

/// Puts the places of requests, as `path:line`, to the endpoints that they may reach. O(entries).
pub(super) fn join(rows: &mut [EntryRow]) {
    let mut by_path: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (at, row) in
        rows.iter().enumerate().filter(|(_, row)| row.kind == SymbolKind::Endpoint && !row.is_open)
    {
        for path in &row.paths {
            by_path.entry(pattern(path)).or_default().push(at);
        }
    }
    if by_path.is_empty() {
        return;
    }
    let mut found: Vec<(usize, String, SymbolRef)> = Vec::new();
    for row in rows.iter().filter(|row| row.kind == SymbolKind::Request) {
        let Some(path) = row.paths.first() else { continue };
        let reached = ways(path).into_iter().filter_map(|way| by_path.get(&way)).find_map(|all| {
            let fits = |at: &&usize| {
                let method = rows[**at].method.as_deref();
                method == Some("ANY") || method == row.method.as_deref()
            };
            let all: Vec<usize> = all.iter().filter(fits).take(MOST).copied().collect();
            (!all.is_empty()).then_some(all)
        });
        let place = |at| (at, format!("{}:{}", row.file, row.line), row.symbol);
        found.extend(reached.into_iter().flatten().map(place));
    }
    for (at, place, request) in found {
        if rows[at].clients.len() < MOST {
            rows[at].clients.push(place);
            rows[at].requests.push(request);
        }
    }
}

/// A declared path with its parameters as [`ANY`].
fn pattern(path: &str) -> String {
    let is_parameter = |segment: &str| {
        segment.starts_with([':', '<', '{', '*']) || (segment.contains('{') && segment.ends_with('}'))
    };
    let segments = segments(path).map(|segment| if is_parameter(segment) { ANY } else { segment });
    segments.collect::<Vec<_>>().join("/")
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// The patterns that a written path may fit, those with the fewest parameters first.
fn ways(path: &str) -> Vec<String> {
    let parts: Vec<&str> = segments(path).collect();
    let mut all = vec![parts.join("/")];
    if parts.len() > SEGMENTS {
        return all;
    }
    let with = |places: &[usize]| {
        let mut parts = parts.clone();
        places.iter().for_each(|at| parts[*at] = ANY);
        parts.join("/")
    };
    all.extend((0..parts.len()).rev().map(|at| with(&[at])));
    for first in 0..parts.len() {
        all.extend((first + 1..parts.len()).map(|second| with(&[first, second])));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_fit_any_segment_and_what_is_written_comes_first() {
        assert_eq!(pattern("/users/<int:id>/"), "users/*");
        assert_eq!(pattern("/a/:b/{c}"), "a/*/*");
        assert_eq!(ways("/users/5"), ["users/5", "users/*", "*/5", "*/*"]);
        assert_eq!(ways(&"/x".repeat(9)).len(), 1);
    }
}

//! Who uses something, in all files or in one.

use crate::question::Question;
use indexer_core::{Resolution, Role};
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};
use indexer_tools::locate::AtPlace;
use indexer_tools::relations::is_named;
use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, TextDocumentPositionParams};

/// Uses that are listed at most; a lens has the whole count.
const MOST: usize = 10_000;

/// The uses that are certain to mean what stands at a place, by path and line, and with `declarations` where it is
/// defined.
pub(crate) fn uses(
    question: &Question<'_>,
    at: &TextDocumentPositionParams,
    declarations: bool,
) -> Vec<Location> {
    let view = question.view();
    let mut places: Vec<Location> = Vec::new();
    for symbol in question.meant(at) {
        if declarations {
            places.extend(question.place_of(symbol));
        }
        let uses = view.references_to(symbol.key()).into_iter().map(|one| view.reference(one));
        let certain = uses.filter(|one| one.resolution() == Resolution::Resolved && is_named(view, *one));
        places.extend(certain.take(MOST).filter_map(|one| question.place_of_use(one)));
    }
    let key = |place: &Location| (place.uri.as_str().to_owned(), place.range.start);
    places.sort_by_cached_key(key);
    places.dedup();
    places
}

/// The same in the document alone, written or read.
pub(crate) fn highlights(question: &Question<'_>, at: &TextDocumentPositionParams) -> Vec<DocumentHighlight> {
    let Some(cursor) = question.cursor(at) else { return Vec::new() };
    let meant = question.meant_by(&cursor);
    let mut found: Vec<DocumentHighlight> = Vec::new();
    for symbol in meant.iter().filter(|symbol| symbol.file() == cursor.file) {
        let kind = Some(DocumentHighlightKind::WRITE);
        found.push(DocumentHighlight { range: question.name_of(*symbol), kind });
    }
    let same: Vec<Reference<'_>> = match meant.is_empty() {
        false => in_file(question.view(), cursor.file, &meant),
        // What is outside of the repository is the same wherever it leads there.
        true => outside(cursor.file, &cursor.found),
    };
    for one in same {
        let kind = match one.role() {
            Role::Write => DocumentHighlightKind::WRITE,
            _ => DocumentHighlightKind::READ,
        };
        found.push(DocumentHighlight { range: question.range_of(one), kind: Some(kind) });
    }
    found.sort_by_key(|one| (one.range.start, one.range.end));
    found.dedup_by_key(|one| one.range);
    found
}

fn in_file<'v>(view: &View, file: FileRef<'v>, meant: &[Symbol<'v>]) -> Vec<Reference<'v>> {
    let leads = |one: &Reference<'v>| {
        one.resolution() == Resolution::Resolved
            && is_named(view, *one)
            && one.targets().iter().any(|target| {
                matches!(target, TargetRef::Symbol(key) if meant.iter().any(|symbol| symbol.key() == *key))
            })
    };
    file.references().filter(leads).collect()
}

fn outside<'v>(file: FileRef<'v>, found: &[AtPlace<'v>]) -> Vec<Reference<'v>> {
    let here: Vec<TargetRef<'v>> = found
        .iter()
        .filter_map(|one| match one {
            AtPlace::Reference(reference) if reference.resolution() == Resolution::External => {
                Some(reference.targets())
            }
            _ => None,
        })
        .flatten()
        .collect();
    let leads = |one: &Reference<'v>| one.targets().iter().any(|target| here.contains(target));
    file.references().filter(leads).collect()
}

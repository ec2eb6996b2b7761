//! Where something is defined, what its type is, and what implements it: only what is certain is led to.

use crate::question::Question;
use indexer_core::{Resolution, Target};
use indexer_store::{Reference, Symbol, TargetRef};
use indexer_tools::locate::AtPlace;
use indexer_tools::relations::Hierarchy;
use lsp_types::{Location, TextDocumentPositionParams};

/// Implementations of one type at most.
const MOST: usize = 2_000;

/// The definitions of what stands at a place: a definition leads to itself. A use that may mean something leads nowhere;
/// hovering tells where it may.
pub(crate) fn definitions(question: &Question<'_>, at: &TextDocumentPositionParams) -> Vec<Location> {
    let Some(cursor) = question.cursor(at) else { return Vec::new() };
    let mut found: Vec<Location> = Vec::new();
    let mut own: Vec<Location> = Vec::new();
    for one in cursor.found {
        match one {
            AtPlace::Definition(symbol) => own.extend(question.place_of(symbol)),
            AtPlace::Reference(reference) if reference.resolution() == Resolution::Resolved => {
                let targets = reference.targets().into_iter();
                found.extend(targets.filter_map(|target| question.place_of_target(target)));
            }
            AtPlace::Reference(reference) => found.extend(outside(question, reference)),
        }
    }
    // A name that an import binds is defined there for the index; who follows it wants what it stands for.
    let mut found = if found.is_empty() { own } else { found };
    let mut kept: Vec<Location> = Vec::new();
    found.retain(|place| {
        let is_new = !kept.contains(place);
        kept.push(place.clone());
        is_new
    });
    found
}

/// Where a use leads in an installed package, where that is proved.
fn outside(question: &Question<'_>, reference: Reference<'_>) -> Vec<Location> {
    let places = question.leads(reference).into_iter().filter(|lead| lead.is_proved);
    places.flat_map(|lead| question.places_of_lead(&lead)).collect()
}

/// The declared or inferred types of what stands at a place, where they are certain.
pub(crate) fn type_definitions(question: &Question<'_>, at: &TextDocumentPositionParams) -> Vec<Location> {
    let Some(cursor) = question.cursor(at) else { return Vec::new() };
    let types = question.context.snapshot.types_at(&[(cursor.file.path(), cursor.byte)]);
    let Some(types) = types.into_iter().flatten().next().filter(|types| types.complete) else {
        return Vec::new();
    };
    let place = |target: &Target| match target {
        Target::Symbol(key) => question.place_of_target(TargetRef::Symbol(*key)),
        Target::Module(path) => {
            let file = question.view().file(path)?;
            question.place_of_target(TargetRef::Module(file.path()))
        }
        Target::External(_) => None,
    };
    types.targets.iter().filter_map(place).collect()
}

/// The types that are certain to extend or implement a type, however far below, or the methods that run instead of a
/// method.
pub(crate) fn implementations(question: &Question<'_>, at: &TextDocumentPositionParams) -> Vec<Location> {
    let hierarchy = Hierarchy::new(&question.context);
    let mut open = question.meant(at);
    let mut found: Vec<Symbol<'_>> = Vec::new();
    while let Some(symbol) = open.pop() {
        let below: Vec<Symbol<'_>> = if symbol.kind().is_type() {
            let kin = hierarchy.below(symbol);
            let certain = kin.iter().filter(|kin| kin.resolution == Resolution::Resolved);
            certain.filter_map(|kin| kin.symbol).collect()
        } else {
            hierarchy.certain_overriders(symbol)
        };
        for one in below {
            if !found.contains(&one) && found.len() < MOST {
                found.push(one);
                if one.kind().is_type() {
                    open.push(one);
                }
            }
        }
    }
    found.sort_by_key(|one| (one.file().path(), one.at().line));
    found.into_iter().filter_map(|one| question.place_of(one)).collect()
}

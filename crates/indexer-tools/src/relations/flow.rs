//! Where a type flows: functions that give it, functions that take it, fields that hold it.

use super::hierarchy::Hierarchy;
use indexer_core::{FileFacts, Resolution};
use indexer_graph::type_flow::{Mention, Mentions, Part, gives_itself, mentions};
use indexer_store::{FileRef, Symbol};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// One symbol through which a type flows.
#[derive(Clone, Debug)]
pub struct Flow<'v> {
    /// The symbol.
    pub symbol: Symbol<'v>,
    /// What it does with the type.
    pub part: Part,
    /// True where an annotation says so, false where values do.
    pub declared: bool,
    /// True where the type stands inside another one (`Vec<T>`).
    pub inside: bool,
    /// How far it is known that this type is meant.
    pub resolution: Resolution,
}

/// The flows of a type in the order of part, certainty and place: annotations and, where none is
/// written, results that are constructed. O(references to the type + their files).
pub fn flows<'a>(hierarchy: &Hierarchy<'a>, of: &[Symbol<'a>]) -> Vec<Flow<'a>> {
    let view = hierarchy.context.view();
    let mut found: BTreeMap<(Part, &'a str, u32), Flow<'a>> = BTreeMap::new();
    let mut files: FxHashMap<&'a str, Mentions> = FxHashMap::default();
    let mut add = |file: FileRef<'a>, facts: &FileFacts, mention: &Mention, resolution: Resolution| {
        let start = facts.definition(mention.def).name_span.start;
        let Some(symbol) = file.symbols().find(|symbol| symbol.name_span().start == start) else { return };
        let flow = Flow {
            symbol,
            part: mention.part,
            declared: mention.declared,
            inside: mention.inside,
            resolution,
        };
        let known = found.entry((mention.part, file.path(), start)).or_insert_with(|| flow.clone());
        if (flow.resolution, flow.inside) < (known.resolution, known.inside) {
            *known = flow;
        }
    };
    for symbol in of {
        for site in view.references_to(symbol.key()).into_iter().map(|one| view.reference(one)) {
            let file = site.file();
            let Some(facts) = hierarchy.facts(file) else { continue };
            let mentions = files.entry(file.path()).or_insert_with(|| mentions(&facts));
            let start = site.span().start;
            let first = facts.references.partition_point(|one| one.span.start < start);
            let here = facts.references[first..].iter().take_while(|one| one.span.start == start);
            for reference in here {
                for mention in mentions.get(&reference.expression).into_iter().flatten() {
                    add(file, &facts, mention, site.resolution());
                }
            }
        }
        // `Self` names the type around it.
        for member in hierarchy.members(*symbol).iter().copied() {
            let Some((facts, def)) = hierarchy.definition(member) else { continue };
            if gives_itself(&facts, def) {
                let mention = Mention { def, part: Part::Producer, declared: true, inside: false };
                add(member.file(), &facts, &mention, Resolution::Resolved);
            }
        }
    }
    let mut flows: Vec<Flow<'a>> = found.into_values().collect();
    flows.sort_by_key(|flow| (flow.part, flow.resolution, flow.symbol.file().path(), flow.symbol.at().line));
    flows
}

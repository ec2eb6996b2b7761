//! What frameworks make of a file, as symbols behind those that it declares, and references from them; and where its own
//! symbols lead that have an origin, as references that stand at their names.

use indexer_core::FrameworkEntry;
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::{
    DefId, Edge, FileFacts, Flags, Position, Resolution, Role, Rule, Span, SymbolKey, SymbolKind, Visibility,
};
use indexer_store::{FileRecord, ReferenceRecord, SymbolRecord};
use rustc_hash::{FxHashMap, FxHashSet};

/// Entries, and what parameters are given.
pub(crate) type Made = (Vec<FrameworkEntry>, Vec<(u32, DefId, Edge)>);

/// The place of a byte, as if all before it in its line were of ASCII.
pub(crate) fn by_bytes(facts: &FileFacts, at: u32) -> Position {
    let line = facts.lines.line(at);
    Position { line, column: at.saturating_sub(facts.lines.span(line).start) + 1 }
}

/// Takes away what [`add`] put into a record.
pub(crate) fn remove(record: &mut FileRecord) {
    let declared = record.symbols.iter().position(SymbolRecord::is_of_framework);
    if let Some(declared) = declared {
        record.symbols.truncate(declared);
    }
    let by_origin = |one: &ReferenceRecord| matches!(one.rule, Rule::Database | Rule::Generated);
    // Few files have any.
    let names: FxHashSet<u32> = match record.references.iter().any(by_origin) {
        true => record.symbols.iter().map(|symbol| symbol.name_span.start).collect(),
        false => FxHashSet::default(),
    };
    let is_origin = |one: &ReferenceRecord| by_origin(one) && names.contains(&one.span.start);
    record.references.retain(|one| one.rule != Rule::Framework && !is_origin(one));
}

/// Puts in where symbols lead that have an origin: each uses it, so that who uses the symbol does through it.
pub(crate) fn add_origins(record: &mut FileRecord, facts: &FileFacts, origins: Vec<(DefId, Edge)>) {
    if origins.is_empty() {
        return;
    }
    record.references.extend(origins.into_iter().filter_map(|(id, edge)| {
        let definition = facts.definitions.get(id.index())?;
        let span = definition.name_span;
        // They stand in the order of their names, and what frameworks make of the file is not among them yet.
        let index = record.symbols.partition_point(|symbol| symbol.name_span.start < span.start);
        let symbol = record.symbols.get(index).filter(|symbol| symbol.name_span == span)?;
        let role = if symbol.kind == SymbolKind::Table { Role::Write } else { Role::Type };
        Some(ReferenceRecord {
            name: symbol.name.as_str().into(),
            span,
            at: symbol.at,
            role,
            enclosing: Some(index as u32),
            arguments: None,
            resolution: edge.resolution,
            rule: edge.rule,
            targets: edge.targets,
            candidates: 0,
        })
    }));
    // Stable: those at one place stay as they are.
    record.references.sort_by_key(|reference| reference.span.start);
}

/// Puts them in: first the values that parameters are given, as references that stand where the parameters do.
pub(crate) fn add(record: &mut FileRecord, separator: &str, facts: &FileFacts, (entries, given): Made) {
    if !given.is_empty() {
        record.references.extend(given.into_iter().filter_map(|(parameter, function, edge)| {
            let parameter = facts.parameters.get(parameter as usize)?;
            Some(ReferenceRecord {
                name: facts.name(parameter.name).into(),
                span: parameter.name_span,
                at: by_bytes(facts, parameter.name_span.start),
                role: Role::Invoke,
                enclosing: Some(function.0),
                arguments: None,
                resolution: edge.resolution,
                rule: edge.rule,
                targets: edge.targets,
                candidates: 0,
            })
        }));
        // Stable: those at one place stay as they are.
        record.references.sort_by_key(|reference| reference.span.start);
    }
    if entries.is_empty() {
        return;
    }
    let root = hash_text(&record.path);
    let mut equals: FxHashMap<(u64, u8), u64> = FxHashMap::default();
    let mut beside: FxHashMap<Span, Vec<ReferenceRecord>> = FxHashMap::default();
    let mut at_definitions: Vec<ReferenceRecord> = Vec::new();
    for entry in entries {
        let Some(own) = own(record, facts, &entry) else { continue };
        let chain = hash_numbers([root, hash_text(&entry.name)]);
        let ordinal = equals.entry((chain, entry.kind.code())).or_default();
        *ordinal += 1;
        let index = record.symbols.len() as u32;
        let mut qualified = record.module.clone();
        if !qualified.is_empty() {
            qualified.push_str(separator);
        }
        qualified.push_str(&entry.name);
        record.symbols.push(SymbolRecord {
            key: SymbolKey(hash_numbers([chain, u64::from(entry.kind.code()), *ordinal])),
            qualified,
            kind: entry.kind,
            visibility: Visibility::Public,
            flags: Flags::NONE,
            owner: None,
            // No token names it: nothing stands there for who asks about a place.
            name_span: Span::new(own.span.start, own.span.start),
            span: Span::new(own.span.start, own.span.start),
            at: own.at,
            start_line: own.at.line,
            end_line: own.at.line,
            signature: format!("{} {}", entry.kind, entry.name),
            doc: Some(entry.detail),
            metrics: None,
            name: entry.name,
        });
        if let Some(edge) = entry.edge.filter(|edge| edge.resolution != Resolution::Unresolved) {
            let from_path = entry.definition.is_some() || entry.reference == FrameworkEntry::FILE;
            let all = if from_path { &mut at_definitions } else { beside.entry(own.span).or_default() };
            all.push(ReferenceRecord {
                role: Role::Invoke,
                enclosing: Some(index),
                arguments: None,
                resolution: edge.resolution,
                rule: edge.rule,
                targets: edge.targets,
                candidates: 0,
                ..own
            });
        }
    }
    if !at_definitions.is_empty() {
        record.references.append(&mut at_definitions);
        // Stable: those at one place stay as they are.
        record.references.sort_by_key(|reference| reference.span.start);
    }
    if beside.is_empty() {
        return;
    }
    // Behind all that stands at the same place.
    let mut all = Vec::with_capacity(record.references.len() + beside.len());
    let mut rest = std::mem::take(&mut record.references).into_iter().peekable();
    while let Some(reference) = rest.next() {
        let span = reference.span;
        all.push(reference);
        if rest.peek().is_none_or(|next| next.span != span)
            && let Some(found) = beside.remove(&span)
        {
            all.extend(found);
        }
    }
    record.references = all;
}

/// The reference of what an entry is made of; for one that follows from the path of the file one that stands where the
/// definition is named.
fn own(record: &FileRecord, facts: &FileFacts, entry: &FrameworkEntry) -> Option<ReferenceRecord> {
    if let Some(definition) = entry.definition {
        let definition = facts.definitions.get(definition.index())?;
        return Some(placed(facts.name(definition.name), definition.name_span, facts));
    }
    if entry.reference == FrameworkEntry::FILE {
        let name = entry.name.split(' ').next().unwrap_or("");
        return Some(placed(name, Span::new(0, 0), facts));
    }
    let reference = facts.references.get(entry.reference as usize)?;
    let at = record.references.binary_search_by_key(&reference.span.start, |one| one.span.start).ok()?;
    Some(record.references[at].clone())
}

/// A reference that no expression makes.
fn placed(name: &str, span: Span, facts: &FileFacts) -> ReferenceRecord {
    ReferenceRecord {
        name: name.into(),
        span,
        at: by_bytes(facts, span.start),
        role: Role::Invoke,
        enclosing: None,
        arguments: None,
        resolution: Resolution::Unresolved,
        rule: Rule::Framework,
        targets: Vec::new(),
        candidates: 0,
    }
}

//! The pieces of a file that a search finds: a symbol each, and what stands between symbols; of text,
//! a heading each.

pub use crate::content::chunk_table::{decode, encode};
use indexer_core::{
    DefId, FileFacts, Flags, Import, LineTable, Name, Owner, Role, Span, SymbolKind, Visibility,
};

/// Most lines of a piece of text without headings.
const LINES_OF_TEXT: u32 = 40;

/// A piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The symbol that it is; `None` for the rest of a file, and for text.
    pub definition: Option<DefId>,
    /// What that is.
    pub kind: SymbolKind,
    /// What is true of that.
    pub flags: Flags,
    /// Its first line, 1-based.
    pub first: u32,
    /// The line of its name, 1-based; the first where it has none.
    pub named: u32,
    /// Its last line, 1-based.
    pub last: u32,
    /// Its bytes, with those of the chunks inside it.
    pub span: Span,
}

/// The chunks of a file of code: the first is the file itself, then its symbols in the order of their
/// first byte. Members that have no body of their own stay a part of their type.
pub fn of_code(facts: &FileFacts) -> Vec<Chunk> {
    let end = facts.lines.len();
    let mut chunks = vec![Chunk {
        definition: None,
        kind: SymbolKind::Module,
        flags: Flags::NONE,
        first: 1,
        named: 1,
        last: facts.lines.count().max(1),
        span: Span::new(0, end),
    }];
    for (at, definition) in facts.definitions.iter().enumerate() {
        let inside = inside_callable(facts, definition.owner);
        let stands_alone = match definition.kind {
            kind if kind.is_callable() => !inside || definition.metrics.is_some_and(|m| m.lines > 3),
            SymbolKind::TypeAlias | SymbolKind::Constant | SymbolKind::Static | SymbolKind::Variable => {
                definition.owner == Owner::File
            }
            SymbolKind::AssociatedType => false,
            kind => kind.is_type(),
        };
        if !stands_alone || definition.span.is_empty() || definition.span.end > end {
            continue;
        }
        chunks.push(Chunk {
            definition: Some(DefId(at as u32)),
            kind: definition.kind,
            flags: definition.flags,
            first: facts.lines.line(definition.span.start),
            named: facts.lines.line(definition.name_span.start),
            last: facts.lines.line(definition.span.end.saturating_sub(1)),
            span: definition.span,
        });
    }
    chunks[1..].sort_by_key(|chunk| (chunk.span.start, std::cmp::Reverse(chunk.span.end)));
    chunks
}

/// The names that a file imports for others: what it offers and does not use itself, or imports under
/// its own name (`import a as a`).
pub(crate) fn handed_on(facts: &FileFacts) -> Vec<&str> {
    let is_offered = |import: &&Import| import.visibility != Visibility::Private;
    if !facts.imports.iter().any(|import| is_offered(&import)) {
        return Vec::new();
    }
    let mut used: Vec<Name> =
        facts.references.iter().filter(|one| one.role != Role::Import).map(|one| one.name).collect();
    used.sort_unstable();
    used.dedup();
    let mut found = Vec::new();
    for import in facts.imports.iter().filter(is_offered) {
        let Some(name) = import.alias.or(import.path.last().copied()) else { continue };
        if import.alias.is_some() && import.alias == import.path.last().copied()
            || used.binary_search(&name).is_err()
        {
            found.push(facts.name(name));
        }
    }
    found
}

fn inside_callable(facts: &FileFacts, mut owner: Owner) -> bool {
    loop {
        owner = match owner {
            Owner::File => return false,
            Owner::Extension(extension) => facts.extensions[extension.index()].owner,
            Owner::Definition(def) => {
                let definition = facts.definition(def);
                if definition.kind.is_callable() {
                    return true;
                }
                definition.owner
            }
        };
    }
}

/// The chunks of a text: from heading to heading, and at most 40 lines each.
pub fn of_text(text: &str) -> Vec<Chunk> {
    let lines = LineTable::new(text.as_bytes());
    let mut starts = vec![1];
    let mut fenced = false;
    for line in 1..=lines.count() {
        let written = lines.span(line).text(text).trim_end();
        fenced ^= written.starts_with("```");
        let next = lines.span(line + 1).text(text).trim_end();
        let underlined =
            next.len() > 2 && (next.bytes().all(|b| b == b'=') || next.bytes().all(|b| b == b'-'));
        let heading = !fenced
            && (written.starts_with('#') && written.contains("# ") || underlined && !written.is_empty());
        let open = starts.last().copied().unwrap_or(1);
        if line > 1 && (heading || line - open >= LINES_OF_TEXT) {
            starts.push(line);
        }
    }
    let ends = starts.iter().skip(1).map(|next| next - 1).chain([lines.count().max(1)]);
    let chunk = |(first, last): (&u32, u32)| Chunk {
        definition: None,
        kind: SymbolKind::Module,
        flags: Flags::NONE,
        first: *first,
        named: *first,
        last,
        span: Span::new(lines.span(*first).start, lines.span(last).end),
    };
    starts.iter().zip(ends).map(chunk).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_at_headings_and_lengths() {
        let long = "word\n".repeat(60);
        let text = format!("# One\nbody\n```\n# no heading\n```\n## Two\n{long}");
        let found: Vec<(u32, u32)> = of_text(&text).iter().map(|chunk| (chunk.first, chunk.last)).collect();
        assert_eq!(found, [(1, 5), (6, 45), (46, 66)]);
        assert_eq!(of_text("").len(), 1);
    }
}

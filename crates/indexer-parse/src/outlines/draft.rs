//! An outline while it is made.

use super::{MOST_ENTRIES, MOST_LINKS};
use indexer_core::names::NamesBuilder;
use indexer_core::{
    DefId, Definition, ExprId, Expression, FileFacts, Flags, Import, ImportShape, LineTable, List, Name,
    Owner, Problem, ProblemKind, Reference, Role, Scope, ScopeId, ScopeKind, Span, SymbolKind, Visibility,
};

/// Longest name, in bytes.
const LONGEST_NAME: usize = 200;

/// Longest path of a link, in bytes.
pub(super) const LONGEST_LINK: usize = 1_000;

/// An entry of a draft.
pub(super) type Entry = usize;

struct Drafted {
    name: Name,
    kind: SymbolKind,
    owner: Option<Entry>,
    name_span: Span,
    span: Span,
    signature: String,
    doc: Option<String>,
}

/// An outline while it is made: entries come in the order of their names.
pub(super) struct Draft<'s> {
    pub(super) text: &'s str,
    names: NamesBuilder<'s>,
    entries: Vec<Drafted>,
    links: Vec<(Name, Span, Option<Entry>)>,
    problems: Vec<Problem>,
    is_cut: bool,
    are_links_cut: bool,
}

impl<'s> Draft<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self {
            text,
            names: NamesBuilder::default(),
            entries: Vec::new(),
            links: Vec::new(),
            problems: Vec::new(),
            is_cut: false,
            are_links_cut: false,
        }
    }

    /// Notes what is wrong from the byte `at` on.
    pub(super) fn problem(&mut self, kind: ProblemKind, at: usize, detail: &str) {
        let span = match kind {
            ProblemKind::Encoding => Span::default(),
            _ => Span::new(at as u32, self.text.len() as u32),
        };
        self.problems.push(Problem { kind, span, detail: detail.to_owned() });
    }

    /// Notes that the text makes no sense from the byte `at` on: the first time that is found.
    pub(super) fn broken(&mut self, at: usize, detail: &str) {
        if !self.problems.iter().any(|one| one.kind == ProblemKind::Syntax) {
            self.problem(ProblemKind::Syntax, at, detail);
        }
    }

    /// True where something was wrong.
    pub(super) fn has_problems(&self) -> bool {
        !self.problems.is_empty()
    }

    /// Adds an entry whose name stands from `start` to `end`, and ends there until [`Draft::end`] says more. `None` for a
    /// name without letters, and where there are too many.
    pub(super) fn add(
        &mut self,
        kind: SymbolKind,
        name: &str,
        (start, end): (usize, usize),
        owner: Option<Entry>,
    ) -> Option<Entry> {
        let name = name.trim();
        if name.is_empty() {
            return None;
        }
        if self.entries.len() >= MOST_ENTRIES {
            if !self.is_cut {
                self.is_cut = true;
                let detail = format!("more than {MOST_ENTRIES} entries; what comes before is listed");
                self.problem(ProblemKind::TooMany, start, &detail);
            }
            return None;
        }
        let name = &name[..name.floor_char_boundary(LONGEST_NAME)];
        let name = self.names.made(name);
        let span = Span::new(start as u32, end.max(start) as u32);
        let (signature, doc) = (String::new(), None);
        self.entries.push(Drafted { name, kind, owner, name_span: span, span, signature, doc });
        Some(self.entries.len() - 1)
    }

    /// Says from where an entry goes.
    pub(super) fn start(&mut self, entry: Option<Entry>, start: usize) {
        if let Some(entry) = entry.and_then(|entry| self.entries.get_mut(entry)) {
            entry.span.start = entry.span.start.min(start as u32);
        }
    }

    /// Says where an entry ends.
    pub(super) fn end(&mut self, entry: Option<Entry>, end: usize) {
        if let Some(entry) = entry.and_then(|entry| self.entries.get_mut(entry)) {
            entry.span.end = entry.span.end.max(end as u32);
        }
    }

    /// Says what stands at an entry. Values never do.
    pub(super) fn describe(&mut self, entry: Option<Entry>, signature: String) {
        if let Some(entry) = entry.and_then(|entry| self.entries.get_mut(entry)) {
            entry.signature = signature;
        }
    }

    /// Says what a document says below an entry, unless that is known.
    pub(super) fn document(&mut self, entry: Option<Entry>, doc: &str) {
        if let Some(entry) = entry.and_then(|entry| self.entries.get_mut(entry)) {
            entry.doc.get_or_insert_with(|| doc.to_owned());
        }
    }

    /// Adds a path that is named from `start` to `end`, as it is written there.
    pub(super) fn link(&mut self, (start, end): (usize, usize), owner: Option<Entry>) {
        let Some(path) =
            self.text.get(start..end).filter(|path| !path.is_empty() && path.len() <= LONGEST_LINK)
        else {
            return;
        };
        if self.links.len() >= MOST_LINKS {
            if !self.are_links_cut {
                self.are_links_cut = true;
                let detail = format!("more than {MOST_LINKS} paths are named; those before are listed");
                self.problem(ProblemKind::TooMany, start, &detail);
            }
            return;
        }
        let name = self.names.name(path);
        self.links.push((name, Span::new(start as u32, end as u32), owner));
    }

    /// The facts, as those of code are.
    pub(super) fn finish(mut self, language: &str) -> FileFacts {
        let mut order: Vec<Entry> = (0..self.entries.len()).collect();
        order.sort_by_key(|entry| (self.entries[*entry].name_span, *entry));
        let mut places = vec![0_u32; order.len()];
        for (place, entry) in (0..).zip(&order) {
            places[*entry] = place;
        }
        // An owner holds what it owns, also where its end was not found.
        for entry in (0..self.entries.len()).rev() {
            if let (Some(owner), end) = (self.entries[entry].owner, self.entries[entry].span.end) {
                self.end(Some(owner), end as usize);
            }
        }
        let id = |entry: Entry| DefId(places[entry]);
        let definition = |entry: &Entry| {
            let one = &self.entries[*entry];
            Definition {
                name: one.name,
                kind: one.kind,
                visibility: Visibility::Package,
                flags: Flags::NONE,
                owner: one.owner.map_or(Owner::File, |owner| Owner::Definition(id(owner))),
                scope: ScopeId(0),
                body: None,
                name_span: one.name_span,
                span: one.span,
                signature: one.signature.clone(),
                doc: one.doc.clone(),
                parameters: List::default(),
                type_parameters: List::default(),
                value: ExprId::UNKNOWN,
                bases: List::default(),
                decorators: List::default(),
                condition: None,
                metrics: None,
                declared_path: None,
            }
        };
        let definitions: Vec<Definition> = order.iter().map(definition).collect();
        let mut links = std::mem::take(&mut self.links);
        links.sort_by_key(|(_, span, _)| *span);
        links.dedup_by_key(|(_, span, _)| *span);
        let import = |(name, span, _): &(Name, Span, Option<Entry>)| Import {
            scope: ScopeId(0),
            shape: ImportShape::Effect,
            level: 0,
            path: vec![*name],
            alias: None,
            visibility: Visibility::Private,
            condition: None,
            left_out: Vec::new(),
            span: *span,
        };
        let reference = |(name, span, owner): &(Name, Span, Option<Entry>)| Reference {
            name: *name,
            span: *span,
            role: Role::Import,
            expression: ExprId::UNKNOWN,
            enclosing: owner.map(id),
            arguments: None,
        };
        let file = Span::new(0, self.text.len() as u32);
        let (kind, owner, bindings) = (ScopeKind::File, Owner::File, List::default());
        FileFacts {
            language: language.to_owned(),
            lines: LineTable::new(self.text.as_bytes()),
            scopes: vec![Scope { kind, parent: None, owner, span: file, bindings }],
            imports: links.iter().map(import).collect(),
            references: links.iter().map(reference).collect(),
            expressions: vec![Expression::Unknown],
            problems: self.problems,
            names: self.names.finish(),
            definitions,
            ..FileFacts::default()
        }
    }
}

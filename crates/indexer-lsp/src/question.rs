//! What answers are made of: an unchanging view, and places in the editor's words.

use crate::documents::Documents;
use crate::text::{Encoding, Lines, Read};
use indexer_core::{ContentId, Resolution};
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};
use indexer_tools::Context;
use indexer_tools::locate::{AtPlace, at_place};
use indexer_tools::outside::{self, Environs, Lead, LeadsTo};
use lsp_types::{Location, Position, Range, TextDocumentPositionParams, Url};
use std::sync::Arc;

/// One request's view of the index.
pub(crate) struct Question<'v> {
    pub(crate) context: Context<'v>,
    pub(crate) documents: &'v Documents,
    pub(crate) encoding: Encoding,
    /// What this request and those before it have read.
    read: &'v Read,
}

/// Where the cursor stands.
pub(crate) struct Cursor<'v> {
    pub(crate) file: FileRef<'v>,
    /// 0-based.
    pub(crate) byte: u32,
    /// What is named there, definitions first.
    pub(crate) found: Vec<AtPlace<'v>>,
}

impl<'v> Question<'v> {
    pub(crate) fn new(
        context: Context<'v>,
        documents: &'v Documents,
        encoding: Encoding,
        read: &'v Read,
    ) -> Self {
        Self { context, documents, encoding, read }
    }

    pub(crate) fn view(&self) -> &'v View {
        self.context.view()
    }

    /// The file of a document; `None` where it is not indexed, or not yet as it stands in the editor.
    pub(crate) fn file(&self, url: &Url) -> Option<FileRef<'v>> {
        let path = self.documents.path(url)?;
        let file = self.view().file(&path)?;
        let unsaved = self.documents.unsaved().get(&path);
        let is_seen = unsaved.is_none_or(|text| ContentId::of(text.as_bytes()) == file.content());
        is_seen.then_some(file)
    }

    /// The lines of a file, as the view has it and with what the editor shows; none of what is not indexed or cannot be
    /// read.
    fn lines(&self, path: &str) -> Arc<Lines<'static>> {
        let read = || Some(Lines::new(self.context.snapshot.unmasked(path).ok()?, self.encoding));
        let lines = self.view().file(path).and_then(|file| self.read.lines(path, file.content(), read));
        lines.unwrap_or_else(|| Arc::new(Lines::new("", self.encoding)))
    }

    /// What stands at a place; a cursor behind the last letter of a name stands at it, too.
    pub(crate) fn cursor(&self, at: &TextDocumentPositionParams) -> Option<Cursor<'v>> {
        let file = self.file(&at.text_document.uri)?;
        let lines = self.lines(file.path());
        let ((line, column), mut byte) = (lines.place(at.position), lines.byte(at.position));
        let mut found = at_place(file, line, Some(column));
        if found.is_empty() && column > 1 {
            let before = at_place(file, line, Some(column - 1));
            if !before.is_empty() {
                byte = lines.byte(lines.position(line, column - 1));
                found = before;
            }
        }
        Some(Cursor { file, byte: byte as u32, found })
    }

    /// Some lines or a name of a file, by `range`.
    pub(crate) fn range(&self, path: &str, range: impl FnOnce(&Lines<'_>) -> Range) -> Range {
        range(&self.lines(path))
    }

    pub(crate) fn name_of(&self, symbol: Symbol<'_>) -> Range {
        let (at, span) = (symbol.at(), symbol.name_span());
        self.range(symbol.file().path(), |lines| lines.range(at.line, at.column, span.end - span.start))
    }

    /// All lines of a symbol, its name among them.
    pub(crate) fn whole(&self, symbol: Symbol<'_>) -> Range {
        let lines = |lines: &Lines<'_>| lines.whole(symbol.start_line(), symbol.end_line());
        let (lines, name) = (self.range(symbol.file().path(), lines), self.name_of(symbol));
        Range::new(lines.start.min(name.start), lines.end.max(name.end))
    }

    pub(crate) fn range_of(&self, reference: Reference<'_>) -> Range {
        let (at, span) = (reference.at(), reference.span());
        self.range(reference.file().path(), |lines| lines.range(at.line, at.column, span.end - span.start))
    }

    pub(crate) fn place_of(&self, symbol: Symbol<'_>) -> Option<Location> {
        Some(Location::new(self.documents.url(symbol.file().path())?, self.name_of(symbol)))
    }

    pub(crate) fn place_of_use(&self, reference: Reference<'_>) -> Option<Location> {
        Some(Location::new(self.documents.url(reference.file().path())?, self.range_of(reference)))
    }

    /// Where a target is; `None` for what is outside of the repository.
    pub(crate) fn place_of_target(&self, target: TargetRef<'_>) -> Option<Location> {
        match target {
            TargetRef::Symbol(_) => self.place_of(self.symbol(target)?),
            TargetRef::Module(path) => {
                let start = Position::default();
                Some(Location::new(self.documents.url(path)?, Range::new(start, start)))
            }
            TargetRef::External(_) => None,
        }
    }

    /// The symbols that are meant at a place: what is defined there, else those to which its uses lead for certain.
    pub(crate) fn meant(&self, at: &TextDocumentPositionParams) -> Vec<Symbol<'v>> {
        self.cursor(at).map_or_else(Vec::new, |cursor| self.meant_by(&cursor))
    }

    /// The same of a cursor.
    pub(crate) fn meant_by(&self, cursor: &Cursor<'v>) -> Vec<Symbol<'v>> {
        let mut meant: Vec<Symbol<'v>> = Vec::new();
        for one in &cursor.found {
            let symbols: Vec<Symbol<'v>> = match one {
                AtPlace::Definition(symbol) => vec![*symbol],
                AtPlace::Reference(reference) if reference.resolution() == Resolution::Resolved => {
                    reference.targets().into_iter().filter_map(|target| self.symbol(target)).collect()
                }
                AtPlace::Reference(_) => Vec::new(),
            };
            symbols.into_iter().for_each(|symbol| {
                if !meant.contains(&symbol) {
                    meant.push(symbol);
                }
            });
            // A definition that is a use as well, as an import is, is meant itself.
            if matches!(one, AtPlace::Definition(_)) {
                break;
            }
        }
        meant
    }

    /// What a use that leads out of the repository means in the packages that are installed.
    pub(crate) fn leads(&self, reference: Reference<'_>) -> Vec<Lead> {
        let from = reference.file().path();
        if reference.resolution() != Resolution::External {
            let Some(path) = outside::unexplained(&self.context, reference) else { return Vec::new() };
            let lead = outside::lead(&self.context, &Environs::of(&self.context), from, &path).ok();
            return lead.filter(|lead| lead.is_proved).into_iter().collect();
        }
        let environs = Environs::of(&self.context);
        let targets = reference.targets().into_iter().filter_map(|target| match target {
            TargetRef::External(path) => outside::lead(&self.context, &environs, from, path).ok(),
            _ => None,
        });
        targets.collect()
    }

    /// Where the definitions of a lead stand.
    pub(crate) fn places_of_lead(&self, lead: &Lead) -> Vec<Location> {
        let url = |path: &str| Url::from_file_path(lead.snapshot.root.join(path)).ok();
        match &lead.to {
            LeadsTo::Module(path) => {
                let start = Position::default();
                url(path).map(|url| Location::new(url, Range::new(start, start))).into_iter().collect()
            }
            LeadsTo::Symbols(_) => {
                let place = |symbol: Symbol<'_>| {
                    let (path, at, span) = (symbol.file().path(), symbol.at(), symbol.name_span());
                    let text = lead.snapshot.unmasked(path).ok()?;
                    let lines = Lines::new(text, self.encoding);
                    Some(Location::new(url(path)?, lines.range(at.line, at.column, span.end - span.start)))
                };
                lead.symbols().into_iter().filter_map(place).collect()
            }
        }
    }

    /// The symbol of the repository that a target is; `None` for modules and what is outside.
    pub(crate) fn symbol(&self, target: TargetRef<'_>) -> Option<Symbol<'v>> {
        match target {
            TargetRef::Symbol(key) => Some(self.view().sym(self.view().symbol(key)?)),
            TargetRef::Module(_) | TargetRef::External(_) => None,
        }
    }
}

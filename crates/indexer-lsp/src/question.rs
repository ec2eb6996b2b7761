//! What answers are made of: an unchanging view, and places in the editor's words.

use crate::documents::Documents;
use crate::text::{Encoding, Lines};
use indexer_core::Resolution;
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};
use indexer_tools::Context;
use indexer_tools::locate::{AtPlace, at_place};
use lsp_types::{Location, Position, Range, TextDocumentPositionParams, Url};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// One request's view of the index.
pub(crate) struct Question<'v> {
    pub(crate) context: Context<'v>,
    pub(crate) documents: &'v Documents,
    pub(crate) encoding: Encoding,
    /// Texts of files, read once; "" for what cannot be read.
    texts: RefCell<FxHashMap<String, Rc<str>>>,
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
    pub(crate) fn new(context: Context<'v>, documents: &'v Documents, encoding: Encoding) -> Self {
        Self { context, documents, encoding, texts: RefCell::default() }
    }

    pub(crate) fn view(&self) -> &'v View {
        self.context.view()
    }

    /// The file of a document; `None` where it is not indexed.
    pub(crate) fn file(&self, url: &Url) -> Option<FileRef<'v>> {
        self.view().file(&self.documents.path(url)?)
    }

    /// The text of a file, as the view has it.
    pub(crate) fn text(&self, path: &str) -> Rc<str> {
        if let Some(known) = self.texts.borrow().get(path) {
            return known.clone();
        }
        let unsaved = self.documents.unsaved().get(path).map(Arc::as_ref);
        let text: Rc<str> = match unsaved {
            Some(text) => Rc::from(text),
            None => {
                self.context.source(path).map_or_else(|_| Rc::from(""), |text| Rc::from(text.text.as_ref()))
            }
        };
        self.texts.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    /// What stands at a place; a cursor behind the last letter of a name stands at it, too.
    pub(crate) fn cursor(&self, at: &TextDocumentPositionParams) -> Option<Cursor<'v>> {
        let file = self.file(&at.text_document.uri)?;
        let text = self.text(file.path());
        let lines = Lines::new(&text, self.encoding);
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
        range(&Lines::new(&self.text(path), self.encoding))
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
            TargetRef::Symbol(key) => self.place_of(self.view().sym(self.view().symbol(key)?)),
            TargetRef::Module(path) => {
                let start = Position::default();
                Some(Location::new(self.documents.url(path)?, Range::new(start, start)))
            }
            TargetRef::External(_) => None,
        }
    }

    /// The symbols that are meant at a place: what is defined there, else those to which its uses lead for certain.
    pub(crate) fn meant(&self, at: &TextDocumentPositionParams) -> Vec<Symbol<'v>> {
        let Some(cursor) = self.cursor(at) else { return Vec::new() };
        let mut meant: Vec<Symbol<'v>> = Vec::new();
        for one in cursor.found {
            let symbols: Vec<Symbol<'v>> = match one {
                AtPlace::Definition(symbol) => vec![symbol],
                AtPlace::Reference(reference) => self.certain(reference),
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

    /// The symbols to which a use leads for certain.
    pub(crate) fn certain(&self, reference: Reference<'v>) -> Vec<Symbol<'v>> {
        if reference.resolution() != Resolution::Resolved {
            return Vec::new();
        }
        self.symbols(reference)
    }

    /// The symbols to which a use leads or may lead.
    pub(crate) fn symbols(&self, reference: Reference<'v>) -> Vec<Symbol<'v>> {
        let symbol = |target| match target {
            TargetRef::Symbol(key) => Some(self.view().sym(self.view().symbol(key)?)),
            TargetRef::Module(_) | TargetRef::External(_) => None,
        };
        reference.targets().into_iter().filter_map(symbol).collect()
    }
}

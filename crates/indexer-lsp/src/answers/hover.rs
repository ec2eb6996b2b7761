//! What there is to know of what stands at a place, with how certain that is.

use crate::question::Question;
use indexer_core::Resolution;
use indexer_store::{Reference, Symbol, TargetRef};
use indexer_tools::locate::AtPlace;
use indexer_tools::outside::{Lead, LeadsTo};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, TextDocumentPositionParams};
use std::fmt::Write;

/// Symbols that a use may mean, shown at most.
const SHOWN: usize = 5;

/// The signature, documentation and place of what stands there. What a use may mean is listed as such; of what is not
/// known, it says so.
pub(crate) fn hover(question: &Question<'_>, at: &TextDocumentPositionParams) -> Option<Hover> {
    let cursor = question.cursor(at)?;
    let uses = cursor.found.iter().filter_map(|one| match one {
        AtPlace::Reference(reference) => Some(*reference),
        AtPlace::Definition(_) => None,
    });
    let certain = uses.clone().find(|one| one.resolution() == Resolution::Resolved);
    let defined = cursor.found.iter().find_map(|one| match one {
        AtPlace::Definition(symbol) => Some(*symbol),
        AtPlace::Reference(_) => None,
    });
    let (text, range) = match (certain, defined, uses.clone().next()) {
        (Some(use_), _, _) => (of_use(question, use_), question.range_of(use_)),
        (None, Some(symbol), _) => (card(question, symbol), question.name_of(symbol)),
        (None, None, Some(use_)) => (of_use(question, use_), question.range_of(use_)),
        (None, None, None) => return None,
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(range) })
}

fn of_use(question: &Question<'_>, use_: Reference<'_>) -> String {
    let targets = use_.targets();
    match use_.resolution() {
        Resolution::Resolved => {
            let cards = targets.iter().map(|target| match (question.symbol(*target), target) {
                (Some(symbol), _) => card(question, symbol),
                (None, TargetRef::Module(path)) => format!("module `{path}`"),
                (None, _) => String::new(),
            });
            cards.filter(|card| !card.is_empty()).take(SHOWN).collect::<Vec<_>>().join("\n\n---\n\n")
        }
        Resolution::Possible => {
            let mut text = format!("**possible** (by {}): one of these may be meant\n", use_.rule().as_str());
            for target in targets.iter().take(SHOWN) {
                if let Some(symbol) = question.symbol(*target) {
                    let _ = write!(text, "\n- `{}` {}", symbol.qualified(), place(question, symbol));
                }
            }
            let more = targets.len().saturating_sub(SHOWN);
            if more > 0 {
                let _ = write!(text, "\n- and {more} more");
            }
            text
        }
        Resolution::External => {
            let names = targets.iter().filter_map(|target| match target {
                TargetRef::External(path) => Some(format!("`{path}`")),
                _ => None,
            });
            let mut text = format!("**external**: {}", names.collect::<Vec<_>>().join(", "));
            for lead in question.leads(use_) {
                let _ = write!(text, "\n\n{}", card_of_lead(&lead));
            }
            text
        }
        Resolution::Unresolved => {
            let same = question.view().symbols_named(use_.name(), true).len();
            match same {
                0 => "**unresolved**: it is not known what this means".to_owned(),
                _ => format!(
                    "**unresolved**: it is not known what this means; {same} symbols have the name, and none of them \
                     need be meant"
                ),
            }
        }
    }
}

/// Signature, documentation and place of a symbol.
fn card(question: &Question<'_>, symbol: Symbol<'_>) -> String {
    let signature = match symbol.signature() {
        "" => symbol.qualified(),
        text => text.to_owned(),
    };
    let fence = fence(&signature);
    let mut text = format!("{fence}{}\n{signature}\n{fence}", symbol.file().language());
    if let Some(doc) = symbol.doc() {
        let _ = write!(text, "\n\n{doc}");
    }
    let _ =
        write!(text, "\n\n{} `{}` {}", symbol.kind().as_str(), symbol.qualified(), place(question, symbol));
    text
}

/// Signature, documentation and place of what an installed package defines, with its exact version.
fn card_of_lead(lead: &Lead) -> String {
    let mut text = String::new();
    let package = lead.package.label();
    for symbol in lead.symbols().into_iter().take(1) {
        let fence = fence(symbol.signature());
        let _ = write!(text, "{fence}{}\n{}\n{fence}", symbol.file().language(), symbol.signature());
        if let Some(doc) = symbol.doc() {
            let _ = write!(text, "\n\n{doc}");
        }
        let _ = write!(text, "\n\n{package}: {}:{}", symbol.file().path(), symbol.at().line);
    }
    if let LeadsTo::Module(path) = &lead.to {
        let _ = write!(text, "{package}: {path}");
    }
    if !lead.is_proved {
        text.push_str("\n\n**possible**: only its names tell that this is meant");
    }
    text
}

/// One that the text does not close.
fn fence(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

fn place(question: &Question<'_>, symbol: Symbol<'_>) -> String {
    let (path, line) = (symbol.file().path(), symbol.at().line);
    match question.documents.url(path) {
        Some(url) => format!("[{path}:{line}]({url}#L{line})"),
        None => format!("{path}:{line}"),
    }
}

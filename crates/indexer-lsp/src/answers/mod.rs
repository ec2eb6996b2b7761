//! The answers, a file for each kind of request.

mod calls;
mod definitions;
mod hover;
mod lenses;
mod outline;
mod types;
mod uses;

pub(crate) use calls::{callees, callers, prepare_calls};
pub(crate) use definitions::{definitions, implementations, type_definitions};
pub(crate) use hover::hover;
pub(crate) use lenses::{lenses, resolve};
pub(crate) use outline::{outline, workspace_symbols};
pub(crate) use types::{prepare_types, subtypes, supertypes};
pub(crate) use uses::{highlights, uses};

use indexer_core::SymbolKind;

/// What an editor calls a kind of symbol.
fn kind(kind: SymbolKind) -> lsp_types::SymbolKind {
    use lsp_types::SymbolKind as Theirs;
    match kind {
        SymbolKind::Module => Theirs::MODULE,
        SymbolKind::Package => Theirs::PACKAGE,
        SymbolKind::Function | SymbolKind::Macro => Theirs::FUNCTION,
        SymbolKind::Method | SymbolKind::Accessor => Theirs::METHOD,
        SymbolKind::Constructor => Theirs::CONSTRUCTOR,
        SymbolKind::Struct | SymbolKind::Union => Theirs::STRUCT,
        SymbolKind::Class | SymbolKind::TypeAlias | SymbolKind::AssociatedType => Theirs::CLASS,
        SymbolKind::Enum => Theirs::ENUM,
        SymbolKind::Trait | SymbolKind::Interface => Theirs::INTERFACE,
        SymbolKind::Field => Theirs::FIELD,
        SymbolKind::Property => Theirs::PROPERTY,
        SymbolKind::Variant => Theirs::ENUM_MEMBER,
        SymbolKind::Constant => Theirs::CONSTANT,
        SymbolKind::Heading => Theirs::STRING,
        SymbolKind::Key => Theirs::KEY,
        SymbolKind::Selector | SymbolKind::Element => Theirs::OBJECT,
        SymbolKind::Stage => Theirs::EVENT,
        _ => Theirs::VARIABLE,
    }
}

//! One entry of a framework, as tools see it.

use indexer_core::framework::EntryDetail;
use indexer_core::{Resolution, SymbolKind};
use indexer_store::SymbolRef;

/// An endpoint, command, task, setting, request, provider or injection.
#[derive(Clone, Debug)]
pub struct EntryRow {
    /// The symbol.
    pub symbol: SymbolRef,
    /// What it is.
    pub kind: SymbolKind,
    /// The method of an endpoint or request.
    pub method: Option<String>,
    /// Its whole paths, or its name.
    pub paths: Vec<String>,
    /// Method and path, or the name, as its file says.
    pub name: String,
    /// True where a part of a path is not known.
    pub is_open: bool,
    /// What else its file says.
    pub detail: EntryDetail,
    /// What it calls.
    pub handlers: Vec<(String, Resolution)>,
    /// Of an endpoint: where clients call an equal path, as `path:line`; of a provider: where its type is asked for.
    pub clients: Vec<String>,
    /// Of an endpoint: the requests that may reach it.
    pub requests: Vec<SymbolRef>,
    /// Where it is declared.
    pub file: String,
    /// 1-based.
    pub line: u32,
}

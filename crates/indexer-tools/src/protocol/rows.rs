//! How symbols look in answers.

use crate::protocol::answer::Row;
use crate::protocol::records::{Record, Records};
use indexer_core::Visibility;
use indexer_store::Symbol;
use serde::Serialize;
use std::borrow::Cow;

/// A symbol.
#[derive(Clone, Debug, Serialize)]
pub struct SymbolRow {
    /// Its name.
    pub name: String,
    /// Module, owners and name.
    pub qualified: String,
    /// What it is.
    pub kind: &'static str,
    /// Relative to the root.
    pub path: String,
    /// 1-based line of its name.
    pub line: u32,
    /// 1-based column of its name, in characters.
    pub column: u32,
    /// 1-based first line, documentation and decorators included.
    pub start_line: u32,
    /// 1-based last line.
    pub end_line: u32,
    /// What it is called everywhere: `path#Owner.member`.
    pub key: String,
    /// Who may name it.
    pub visibility: &'static str,
    /// What else is true of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<&'static str>,
    /// Its signature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// First line of its documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
}

impl SymbolRow {
    /// The row of a symbol; `compact` leaves out signature and documentation.
    pub fn new(symbol: Symbol<'_>, compact: bool) -> Self {
        let at = symbol.at();
        let signature = (!compact).then(|| symbol.signature()).filter(|text| !text.is_empty());
        let doc = if compact { None } else { symbol.doc().and_then(first_line) };
        Self {
            name: symbol.name().to_owned(),
            qualified: symbol.qualified(),
            kind: symbol.kind().as_str(),
            path: symbol.file().path().to_owned(),
            line: at.line,
            column: at.column,
            start_line: symbol.start_line(),
            end_line: symbol.end_line(),
            key: symbol.printed(),
            visibility: symbol.visibility().as_str(),
            flags: symbol.flags().words().collect(),
            signature: signature.map(str::to_owned),
            doc: doc.map(str::to_owned),
        }
    }

    /// Writes the record `kind` with what a symbol has; the caller may go on.
    pub fn write<'o>(&self, record: &'o str, out: &'o mut Records) -> Record<'o> {
        let mut record = out.record(record);
        record.field("kind", self.kind).text("qualified", &self.qualified).text("path", &self.path);
        record.field("line", self.line).field("start_line", self.start_line).field("end_line", self.end_line);
        if self.visibility != Visibility::Public.as_str() {
            record.field("visibility", self.visibility);
        }
        record.list("flags", &self.flags);
        record.some("signature", self.signature.as_deref()).some("doc", self.doc.as_deref());
        record
    }
}

/// A declaration where its file is known.
#[derive(Clone, Debug, Serialize)]
pub struct DeclaredRow {
    /// Its name, with its owners where they do not stand before it.
    pub name: String,
    /// What it is: `function`, `class`, `file` and others.
    pub kind: &'static str,
    /// 1-based first line.
    pub start_line: u32,
    /// 1-based last line, included.
    pub end_line: u32,
    /// Who may name it: `public`, `package`, `restricted` or `private`.
    pub visibility: &'static str,
    /// What else is true of it: `test`, `deprecated` and others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<&'static str>,
    /// Its head as it is written, on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// First line of its documentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
}

impl DeclaredRow {
    /// The row of a symbol, with its owners; `compact` leaves out signature and documentation.
    pub fn new(symbol: Symbol<'_>, compact: bool) -> Self {
        let (signature, doc, _) = symbol.detail();
        Self {
            name: symbol.chain(),
            kind: symbol.kind().as_str(),
            start_line: symbol.start_line(),
            end_line: symbol.end_line(),
            visibility: symbol.visibility().as_str(),
            flags: symbol.flags().words().collect(),
            signature: (!compact && !signature.is_empty()).then(|| signature.to_owned()),
            doc: doc.filter(|_| !compact).and_then(first_line).map(str::to_owned),
        }
    }

    /// Writes its record; the caller may go on.
    pub fn write<'o>(&'o self, out: &'o mut Records) -> Record<'o> {
        let mut record = out.record(self.kind);
        record.text("name", &self.name);
        record.field("lines", format_args!("{}-{}", self.start_line, self.end_line));
        if self.visibility != Visibility::Public.as_str() {
            record.field("visibility", self.visibility);
        }
        record.list("flags", &self.flags);
        record.some("signature", self.signature.as_deref()).some("doc", self.doc.as_deref());
        record
    }
}

/// Characters of a signature in the short form.
const SIGNATURE: usize = 100;

impl SymbolRow {
    /// Begins the record `kind` of the short form: what the symbol is called everywhere, and what it is.
    pub fn brief<'o>(&self, kind: &'o str, out: &'o mut Records) -> Record<'o> {
        let mut record = out.record(kind);
        record.text("key", &self.key).field("line", self.line);
        match &self.signature {
            Some(signature) => record.text("signature", &shortened(signature, SIGNATURE)),
            None => record.field("kind", self.kind),
        };
        record
    }
}

/// The first characters of a text, and a mark where there are more.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", text[..end].trim_end())),
        None => Cow::Borrowed(text),
    }
}

impl Row for SymbolRow {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        self.write("symbol", out);
    }
}

/// True for a count of none, which answers leave out.
pub(crate) fn is_zero<N: Default + PartialEq>(count: &N) -> bool {
    *count == N::default()
}

/// The first line of a documentation that says something.
pub fn first_line(doc: &str) -> Option<&str> {
    doc.lines().map(str::trim).find(|line| !line.is_empty())
}

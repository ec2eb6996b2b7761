//! Plain data to the bytes of a SCIP file, a document at a time.

use protobuf::{EnumOrUnknown, Message, MessageField, SpecialFields};
use scip::types::{self, PositionEncoding, SymbolRole, TextEncoding};
use std::io::{self, Write};

pub use scip::types::symbol_information::Kind;

/// A source file, as it is written.
#[derive(Clone, Debug, Default)]
pub struct NewDocument {
    /// Its path, relative to the root of the index.
    pub path: String,
    /// Its language, as we call it; see [`language`].
    pub language: String,
    /// The symbols at its places.
    pub occurrences: Vec<NewOccurrence>,
    /// What is known of the symbols that it defines.
    pub symbols: Vec<NewSymbol>,
}

/// A symbol at a place within one line.
#[derive(Clone, Debug)]
pub struct NewOccurrence {
    /// 0-based line.
    pub line: u32,
    /// First column, in 0-based bytes of the line.
    pub start: u32,
    /// One past the last column.
    pub end: u32,
    /// The symbol, as [`symbol`](crate::symbol) writes it.
    pub symbol: String,
    /// What is done with it there.
    pub what: What,
    /// All of a definition, not only its name: line and column of its begin and of its end, 0-based.
    pub whole: Option<[u32; 4]>,
}

/// What an occurrence does with its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Defines it.
    Define,
    /// Imports it.
    Import,
    /// Assigns it.
    Write,
    /// Reads or calls it.
    Read,
    /// Names it otherwise, as a type or a base.
    Name,
}

/// What is known of a symbol.
#[derive(Clone, Debug)]
pub struct NewSymbol {
    /// As [`symbol`](crate::symbol) writes it.
    pub symbol: String,
    /// Its name, for people.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its declaration without a body; "" where there is none.
    pub signature: String,
    /// Its documentation; "" where there is none.
    pub documentation: String,
    /// The symbols that it implements, extends or overrides.
    pub implements: Vec<String>,
    /// The symbol that it is a member of.
    pub owner: Option<String>,
}

/// Writes a SCIP index to `out`.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Begins an index of the folder that the URI `root` names (`file:///a/b`).
    pub fn new(mut out: W, tool: &str, version: &str, root: &str) -> io::Result<Self> {
        let tool_info =
            types::ToolInfo { name: tool.to_owned(), version: version.to_owned(), ..Default::default() };
        let metadata = types::Metadata {
            tool_info: MessageField::some(tool_info),
            project_root: root.to_owned(),
            text_document_encoding: TextEncoding::UTF8.into(),
            ..Default::default()
        };
        let index = types::Index { metadata: MessageField::some(metadata), ..Default::default() };
        index.write_to_writer(&mut out).map_err(io::Error::other)?;
        Ok(Self { out })
    }

    /// Adds a document. Two messages of the format one behind the other are one message with the fields of
    /// both, so that nothing need be kept.
    pub fn document(&mut self, document: NewDocument) -> io::Result<()> {
        let language = language(&document.language);
        let signature_language = language.clone();
        let document = types::Document {
            relative_path: document.path,
            language,
            position_encoding: PositionEncoding::UTF8CodeUnitOffsetFromLineStart.into(),
            occurrences: document.occurrences.into_iter().map(occurrence).collect(),
            symbols: document.symbols.into_iter().map(|one| information(one, &signature_language)).collect(),
            ..Default::default()
        };
        let index = types::Index { documents: vec![document], ..Default::default() };
        index.write_to_writer(&mut self.out).map_err(io::Error::other)
    }

    /// Ends the index.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// The name that SCIP has for a language that we call `id`: that of its enumeration which is the same but for case;
/// else `id`, for any text may stand there.
pub fn language(id: &str) -> String {
    let mut known = <types::Language as protobuf::Enum>::VALUES.iter().map(|one| format!("{one:?}"));
    known.find(|one| one.eq_ignore_ascii_case(id)).unwrap_or_else(|| id.to_owned())
}

fn occurrence(one: NewOccurrence) -> types::Occurrence {
    let role = match one.what {
        What::Define => SymbolRole::Definition as i32,
        What::Import => SymbolRole::Import as i32,
        What::Write => SymbolRole::WriteAccess as i32,
        What::Read => SymbolRole::ReadAccess as i32,
        What::Name => 0,
    };
    types::Occurrence {
        range: [one.line, one.start, one.end].map(number).to_vec(),
        enclosing_range: one.whole.map(|whole| whole.map(number).to_vec()).unwrap_or_default(),
        symbol: one.symbol,
        symbol_roles: role,
        ..Default::default()
    }
}

/// Lines and columns are at most as many as a file has bytes, and files are smaller than 2 GB.
fn number(one: u32) -> i32 {
    i32::try_from(one).unwrap_or(i32::MAX)
}

fn information(one: NewSymbol, language: &str) -> types::SymbolInformation {
    let implements = |symbol: String| types::Relationship {
        symbol,
        is_implementation: true,
        is_reference: true,
        ..Default::default()
    };
    let signature = (!one.signature.is_empty()).then(|| types::Signature {
        text: one.signature,
        language: language.to_owned(),
        ..Default::default()
    });
    types::SymbolInformation {
        symbol: one.symbol,
        display_name: one.name,
        kind: EnumOrUnknown::new(one.kind),
        documentation: (!one.documentation.is_empty()).then_some(one.documentation).into_iter().collect(),
        signature_documentation: MessageField(signature.map(Box::new)),
        relationships: one.implements.into_iter().map(implements).collect(),
        enclosing_symbol: one.owner.unwrap_or_default(),
        special_fields: SpecialFields::default(),
    }
}

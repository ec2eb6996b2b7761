//! SCIP indexes as a compiler would write them.

use protobuf::{Message, MessageField};
use scip::types::{Document, Index, Metadata, Occurrence, PositionEncoding, SymbolRole, ToolInfo};

/// The bytes of an index of these documents.
pub fn index(documents: Vec<Document>) -> Vec<u8> {
    rooted("", documents)
}

/// The same, made for the folder that the URI `root` names.
pub fn rooted(root: &str, documents: Vec<Document>) -> Vec<u8> {
    let tool_info = ToolInfo { name: "compiler".into(), version: "1".into(), ..ToolInfo::default() };
    let metadata = Metadata {
        project_root: root.into(),
        tool_info: MessageField::some(tool_info),
        ..Metadata::default()
    };
    let index = Index { metadata: MessageField::some(metadata), documents, ..Index::default() };
    // Writing to memory fails for no value that can be encoded.
    index.write_to_bytes().unwrap_or_default()
}

/// A document whose columns count bytes. Each place is the `nth` (from 0) occurrence of a name in the
/// text, with its symbol, and whether that is defined there.
pub fn document(path: &str, text: &str, places: &[(&str, usize, &str, bool)]) -> Document {
    let occurrences = places.iter().filter_map(|(name, nth, symbol, is_definition)| {
        let (at, _) = text.match_indices(name).nth(*nth)?;
        let line = text[..at].matches('\n').count();
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
        Some(occurrence(&[line, column, column + name.len()], symbol, *is_definition))
    });
    Document {
        relative_path: path.into(),
        occurrences: occurrences.collect(),
        position_encoding: PositionEncoding::UTF8CodeUnitOffsetFromLineStart.into(),
        ..Document::default()
    }
}

/// A symbol at a place.
pub fn occurrence(range: &[usize], symbol: &str, is_definition: bool) -> Occurrence {
    Occurrence {
        range: range.iter().map(|number| *number as i32).collect(),
        symbol: symbol.into(),
        symbol_roles: if is_definition { SymbolRole::Definition as i32 } else { 0 },
        ..Occurrence::default()
    }
}

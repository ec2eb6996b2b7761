//! Bytes to an [`Index`].

use crate::{Columns, Document, Index, Occurrence, ScipError};
use protobuf::rt::WireType;
use protobuf::{CodedInputStream, Message};
use rustc_hash::FxHashMap;
use scip::types::occurrence::Typed_range;
use scip::types::{self, PositionEncoding, SymbolRole};

/// Fields of the outermost message that are used, by their numbers.
const METADATA: u32 = 1;
const DOCUMENT: u32 = 2;

/// Reads the bytes of a SCIP file, all of them or none. O(length).
pub fn read(bytes: &[u8]) -> Result<Index, ScipError> {
    let mut input = CodedInputStream::from_bytes(bytes);
    let (mut index, mut known) = (Index::default(), FxHashMap::default());
    while let Some(tag) = input.read_raw_tag_or_eof().map_err(malformed)? {
        let kind = WireType::new(tag & 7)
            .ok_or_else(|| ScipError::Malformed(format!("there is no kind of field {}", tag & 7)))?;
        match (tag >> 3, kind) {
            (METADATA, WireType::LengthDelimited) => {
                let said: types::Metadata = message(bytes, &mut input)?;
                index.tool = format!("{} {}", said.tool_info.name, said.tool_info.version).trim().to_owned();
                index.root = said.project_root;
            }
            (DOCUMENT, WireType::LengthDelimited) => {
                let said: types::Document = message(bytes, &mut input)?;
                index.documents.push(document(said, &mut index.symbols, &mut known));
            }
            (0, _) => return Err(ScipError::Malformed("there is no field 0".into())),
            _ => input.skip_field(kind).map_err(malformed)?,
        }
    }
    if index.documents.is_empty() { Err(ScipError::Empty) } else { Ok(index) }
}

fn malformed(error: protobuf::Error) -> ScipError {
    ScipError::Malformed(error.to_string())
}

/// The message that begins here. The library takes one that the end of the bytes cuts short for
/// whole, so its length is looked at first.
fn message<M: Message>(bytes: &[u8], input: &mut CodedInputStream<'_>) -> Result<M, ScipError> {
    let length = input.read_raw_varint32().map_err(malformed)?;
    let start = usize::try_from(input.pos()).unwrap_or(usize::MAX);
    let whole = bytes.get(start..).and_then(|rest| rest.get(..length as usize));
    let whole = whole.ok_or_else(|| ScipError::Malformed("it ends inside a document".into()))?;
    input.skip_raw_bytes(length).map_err(malformed)?;
    M::parse_from_bytes(whole).map_err(malformed)
}

fn document(
    said: types::Document,
    symbols: &mut Vec<String>,
    known: &mut FxHashMap<String, u32>,
) -> Document {
    let columns = match said.position_encoding.enum_value() {
        Ok(PositionEncoding::UTF8CodeUnitOffsetFromLineStart) => Columns::Utf8,
        Ok(PositionEncoding::UTF16CodeUnitOffsetFromLineStart) => Columns::Utf16,
        Ok(PositionEncoding::UTF32CodeUnitOffsetFromLineStart) => Columns::Utf32,
        Ok(PositionEncoding::UnspecifiedPositionEncoding) | Err(_) => Columns::Unknown,
    };
    let mut made = Document {
        path: said.relative_path,
        columns,
        text: (!said.text.is_empty()).then_some(said.text),
        occurrences: Vec::with_capacity(said.occurrences.len()),
        malformed: 0,
    };
    for one in said.occurrences.into_iter().filter(|one| !one.symbol.is_empty()) {
        let Some((from, to)) = range(&one) else {
            made.malformed += 1;
            continue;
        };
        if from.0 != to.0 {
            continue;
        }
        let symbol = *known.entry(one.symbol).or_insert_with_key(|symbol| {
            symbols.push(symbol.clone());
            symbols.len() as u32 - 1
        });
        let is_definition = one.symbol_roles & SymbolRole::Definition as i32 != 0;
        made.occurrences.push(Occurrence { line: from.0, start: from.1, end: to.1, symbol, is_definition });
    }
    made
}

/// Both ends of a place, as (line, column).
fn range(one: &types::Occurrence) -> Option<((u32, u32), (u32, u32))> {
    let numbers: Vec<i32> = match &one.typed_range {
        Some(Typed_range::SingleLineRange(range)) => {
            vec![range.line, range.start_character, range.end_character]
        }
        Some(Typed_range::MultiLineRange(range)) => {
            vec![range.start_line, range.start_character, range.end_line, range.end_character]
        }
        _ => one.range.clone(),
    };
    let numbers: Vec<u32> = numbers.into_iter().map(u32::try_from).collect::<Result<_, _>>().ok()?;
    let (from, to) = match numbers.as_slice() {
        [line, start, end] => ((*line, *start), (*line, *end)),
        [line, start, end_line, end] => ((*line, *start), (*end_line, *end)),
        _ => return None,
    };
    (from <= to).then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample() -> Vec<u8> {
        let occurrence = |range: &[i32], symbol: &str, symbol_roles: i32| types::Occurrence {
            range: range.to_vec(),
            symbol: symbol.to_owned(),
            symbol_roles,
            ..Default::default()
        };
        let mut index = types::Index::new();
        index.metadata = protobuf::MessageField::some(types::Metadata {
            project_root: "file:///a".into(),
            ..Default::default()
        });
        index.documents.push(types::Document {
            relative_path: "a.py".into(),
            position_encoding: PositionEncoding::UTF16CodeUnitOffsetFromLineStart.into(),
            occurrences: vec![
                occurrence(&[0, 4, 6], "s m p v f().", 1),
                occurrence(&[3, 0, 2], "s m p v f().", 8),
                occurrence(&[3, 0, 9, 2], "s m p v g().", 0),
                occurrence(&[3, -1, 2], "local 1", 0),
                occurrence(&[3, 5, 2], "local 1", 0),
                occurrence(&[3], "local 1", 0),
            ],
            ..Default::default()
        });
        index.write_to_bytes().unwrap()
    }

    #[test]
    fn a_document_is_read_and_places_that_are_none_are_counted() {
        let index = read(&sample()).unwrap();
        assert_eq!(
            (index.root.as_str(), index.symbols.as_slice()),
            ("file:///a", ["s m p v f().".to_owned()].as_slice())
        );
        let document = &index.documents[0];
        assert_eq!(
            (document.path.as_str(), document.columns, document.malformed),
            ("a.py", Columns::Utf16, 3)
        );
        let found: Vec<_> =
            document.occurrences.iter().map(|o| (o.line, o.start, o.end, o.is_definition)).collect();
        assert_eq!(found, [(0, 4, 6, true), (3, 0, 2, false)]);
    }

    #[test]
    fn what_is_no_index_is_an_error_that_says_so() {
        assert_eq!(read(b""), Err(ScipError::Empty));
        for bytes in [b"def f():\n    pass\n".as_slice(), b"\x0a\xff\xff\xff\xff\x0f", &[0; 40]] {
            let error = read(bytes).unwrap_err().to_string();
            assert!(error.starts_with("not a SCIP index"), "{error}");
        }
        let sample = sample();
        assert!((0..sample.len()).all(|end| read(&sample[..end]).is_err()), "one that is cut short is taken");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_bytes_are_read_or_refused(
            noise in proptest::collection::vec(any::<u8>(), 0..200),
            flips in proptest::collection::vec((any::<u16>(), any::<u8>()), 0..8)
        ) {
            let _ = read(&noise);
            let mut bytes = sample();
            for (at, value) in flips {
                let at = usize::from(at) % bytes.len();
                bytes[at] = value;
            }
            for symbol in read(&bytes).map(|index| index.symbols).unwrap_or_default() {
                let _ = crate::parts(&symbol);
            }
        }

        #[test]
        fn any_text_is_a_symbol_or_none(text in "[a-z `#./()\\[\\]:!ü]{0,40}") {
            let _ = crate::parts(&text);
        }
    }
}

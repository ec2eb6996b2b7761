//! The layout of a segment, and its header.

use crate::bytes::{push_number, u32_at, u64_at};
use crate::column::ColumnShape;
use crate::error::StoreError;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The version of the format of every file of the index: segments, heads and packs. A change of
/// anything below, or of the order of a closed list in `indexer-core`, is a new version; the
/// fixture of the old one stays under `tests/fixtures`.
///
/// ```text
/// segment
///   header     magic 8 | format u32 | sections u32 | file length u64 | start of checksums u64
///              xxh3 of all checksums u128: so the header alone stands for the whole file
///              then per section: offset u64 | items u64 | shape u64
///              then xxh3 of the header up to here u64                      all little-endian
///   body       the sections, one after the other, without gaps
///   checksums  xxh3 of each 16 KiB block of the body u64; the last block may be short
///
/// section    shape 0: that many bytes; or a column of unsigned numbers, whose shape is, from the low
///            byte, 1 | bytes of a base | bytes of a place. A column is packed in blocks of 128:
///              directory  per block: base (the smallest number) | bits u8 | place in the data
///              data       per block: each number less the base, in that many bits, low bits first
/// optional   a number in a column is stored plus 1, and 0 is "none"
/// text       the end of each text in the bytes of all; a text starts where the one before ends
/// run        a column "start" with one item more than there are owners, into a column of items
/// record     bincode 2 (variable-width integers), decoded alone; those of symbols in zstd frames of 64
///
/// Files are sorted by path (bytes); symbols and references stand file by file, in the order of
/// the record. Names are sorted by (lower-cased, exact), other texts by bytes, hashes and keys by
/// number. A target is a number: first the keys, then the modules, then what is external.
/// ```
pub const FORMAT: u32 = 9;

/// Bytes of a block with a checksum of its own. The first touch of a block reads all of it, and a
/// question touches a dozen: four pages each keep a first question near 50 pages, for 1/2048 more.
pub(crate) const BLOCK: usize = 16 << 10;

const MAGIC: &[u8; 8] = b"IDXSEG\r\n";
const FIXED: usize = 48;
const ENTRY: usize = 24;

macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// The sections, in the order of the file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(usize)]
        pub(crate) enum Section { $($(#[$doc])* $name,)+ }

        impl Section {
            /// Every section in order.
            pub(crate) const ALL: &'static [Section] = &[$(Section::$name),+];
        }
    };
}

sections! {
    /// Texts that are not names: paths, languages, modules, qualifiers, external paths.
    TextBytes,
    TextEnd,
    /// Names of symbols and references.
    NameBytes,
    NameEnd,
    /// Upper halves of the xxh3 of distinct lower-cased names, sorted, and the first name that is so.
    LowerHash,
    LowerName,
    /// Upper halves of the xxh3 of names of symbols, sorted, and the name.
    ExactHash,
    ExactName,
    /// name -> symbols.
    NameSymbolStart,
    NameSymbol,
    /// name -> references.
    NameReferenceStart,
    NameReference,

    FilePath,
    /// 20 bytes each.
    FileContent,
    FileLanguage,
    FileModule,
    FileBytes,
    FileLines,
    /// Bit 0: has problems.
    FileFlags,
    FileSymbolStart,
    FileReferenceStart,
    FileResolved,
    FilePossible,
    FileExternal,
    /// Records (problems, tally, documentation, packages).
    FileRecordBytes,
    FileRecordEnd,
    /// xxh3 of paths, sorted, and the file.
    PathHash,
    PathFile,

    /// Index into the keys.
    SymbolKey,
    SymbolName,
    /// Twice the text before the name in the qualified name, plus 1; or twice the whole.
    SymbolQualifier,
    SymbolKind,
    SymbolVisibility,
    SymbolFlags,
    /// Optional, within the file.
    SymbolOwner,
    SymbolNameStart,
    SymbolNameLength,
    /// Bytes from the start of the span to the start of the name.
    SymbolBefore,
    SymbolLength,
    SymbolLine,
    SymbolColumn,
    /// Lines from the first line to the name's.
    SymbolLinesBefore,
    /// Lines from the name's to the last line.
    SymbolLinesAfter,
    /// Records (signature, documentation, metrics): a zstd frame for each 64 symbols, where each frame ends, and where
    /// each record ends in what all frames hold. Who reads one decompresses its 64.
    SymbolBlockBytes,
    SymbolBlockEnd,
    SymbolRecordEnd,

    ReferenceName,
    ReferenceStart,
    ReferenceLength,
    ReferenceLine,
    ReferenceColumn,
    /// Role in the low 4 bits, resolution above.
    ReferenceRole,
    ReferenceRule,
    /// Optional.
    ReferenceArguments,
    /// Optional, within the file.
    ReferenceEnclosing,
    /// Optional: twice the one target, or twice the place of a list of targets, plus 1.
    ReferenceTarget,
    ReferenceCandidates,
    /// Lists: how many, then the targets.
    TargetList,

    /// Keys of symbols of this segment and of targets, sorted, each once.
    Key,
    /// Optional: the symbol of this segment that has the key (the first one).
    KeySymbol,
    /// Texts.
    ModuleTarget,
    /// Texts.
    ExternalTarget,
    /// target -> references.
    InboundStart,
    Inbound,

    /// Distinct consulted keys, sorted; key -> files.
    Consulted,
    ConsultedFileStart,
    ConsultedFile,
    /// Distinct hashes of extended types, sorted; hash -> files; file -> hashes.
    Extended,
    ExtendedFileStart,
    ExtendedFile,
    FileExtendedStart,
    FileExtended,
    /// Distinct hashes of names of packages, sorted; hash -> files.
    Package,
    PackageFileStart,
    PackageFile,

    /// Distinct hashes of words, sorted; word -> files, in whose own words it is looked for.
    Word,
    WordFileStart,
    WordFile,
    /// Where the postings of each file of a word end. They stand word by word, so that a search reads those of its words
    /// alone; `indexer_search` knows what they say.
    WordFilePostingEnd,
    WordFilePostingBytes,
    /// file -> its words, ascending.
    FileWordStart,
    FileWord,
    /// How many pieces, and their tables, which `indexer_search` reads.
    FileChunks,
    FileTableBytes,
    FileTableEnd,
    /// file -> pieces that have a vector; for each of these the levels, 96 bytes, and the signs, 32 bytes, of one.
    FileEmbeddedStart,
    FileEmbedded,
    LevelBytes,
    SignBytes,
    /// What the path means: a vector or nothing.
    FilePathVectorBytes,
    FilePathVectorEnd,
}

/// Bytes of the header: where the body begins.
pub(crate) const HEADER: usize = FIXED + ENTRY * Section::ALL.len() + 8;

/// Where one section is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SectionExtent {
    /// First byte in the file.
    pub(crate) offset: usize,
    /// One past the last byte.
    pub(crate) end: usize,
    /// How many items.
    pub(crate) items: u64,
    /// `None` for bytes.
    pub(crate) shape: Option<ColumnShape>,
}

impl SectionExtent {
    /// Bytes that it must have at least; `None` for a shape of nothing.
    fn least(items: u64, shape: u64) -> Option<(u64, Option<ColumnShape>)> {
        if shape == 0 {
            return Some((items, None));
        }
        let [kind, base, place, rest @ ..] = shape.to_le_bytes();
        let shape = ColumnShape { base, place };
        let fine = kind == 1 && base <= 8 && place <= 8 && rest == [0; 5];
        fine.then(|| (shape.directory(items), Some(shape)))
    }
}

/// A header that was read and checked.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) places: Vec<SectionExtent>,
    /// First byte after the header.
    pub(crate) body: usize,
    /// First byte after the body.
    pub(crate) checksums: usize,
}

impl Header {
    /// How many blocks the body has.
    pub(crate) fn blocks(&self) -> usize {
        (self.checksums - self.body).div_ceil(BLOCK)
    }
}

/// True where the checksums are those that the header stands for. O(checksums).
pub(crate) fn has_checksums(bytes: &[u8], header: &Header) -> bool {
    let sum = bytes.get(header.checksums..).map(|checksums| xxh3_128(checksums).to_le_bytes());
    sum.as_ref().map(<[u8; 16]>::as_slice) == bytes.get(32..FIXED)
}

/// Reads and checks the header: constant cost.
pub(crate) fn read_header(bytes: &[u8]) -> Result<Header, StoreError> {
    let short = StoreError::Damaged("a segment is shorter than its header");
    if bytes.get(..8) != Some(MAGIC.as_slice()) {
        return Err(StoreError::Foreign("segment"));
    }
    let found = u32_at(bytes, 8).unwrap_or(0);
    if found != FORMAT {
        return Err(StoreError::Version { found, read: FORMAT });
    }
    let header = bytes.get(..HEADER).ok_or(short)?;
    if u64_at(header, HEADER - 8) != Some(xxh3_64(&header[..HEADER - 8])) {
        return Err(StoreError::Damaged("a segment's header"));
    }
    if u32_at(header, 12) != Some(Section::ALL.len() as u32) {
        return Err(StoreError::Damaged("a segment's number of sections"));
    }
    let checksums = usize::try_from(u64_at(header, 24).unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let body_length = checksums.checked_sub(HEADER).ok_or(StoreError::Damaged("a segment's body"))?;
    let expected = body_length.div_ceil(BLOCK).checked_mul(8).and_then(|n| n.checked_add(checksums));
    if expected != Some(bytes.len()) || u64_at(header, 16) != Some(bytes.len() as u64) {
        return Err(StoreError::Damaged("a segment's length"));
    }
    let places = (0..Section::ALL.len()).map(|i| {
        let at = FIXED + i * ENTRY;
        let [offset, items, shape, next] = [0, 8, 16, 24].map(|o| u64_at(header, at + o).unwrap_or(u64::MAX));
        let end = if i + 1 == Section::ALL.len() { checksums as u64 } else { next };
        let inside = HEADER as u64 <= offset && offset <= end && end <= checksums as u64;
        let (least, shape) = SectionExtent::least(items, shape)?;
        // A block of a column takes a byte at least, so the items are bounded by the file's length.
        let place = SectionExtent { offset: offset as usize, end: end as usize, items, shape };
        (inside && least <= end - offset).then_some(place)
    });
    let places: Option<Vec<SectionExtent>> = places.collect();
    let places = places.ok_or(StoreError::Damaged("a segment's table of sections"))?;
    Ok(Header { places, body: HEADER, checksums })
}

/// The header of a file of `length` bytes with these sections, whose checksums are these bytes.
pub(crate) fn header(places: &[SectionExtent], length: usize, checksums: &[u8]) -> Vec<u8> {
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(MAGIC);
    push_number(&mut header, u64::from(FORMAT), 4);
    push_number(&mut header, Section::ALL.len() as u64, 4);
    push_number(&mut header, length as u64, 8);
    push_number(&mut header, (length - checksums.len()) as u64, 8);
    header.extend_from_slice(&xxh3_128(checksums).to_le_bytes());
    for place in places {
        let coded = |shape: ColumnShape| u64::from_le_bytes([1, shape.base, shape.place, 0, 0, 0, 0, 0]);
        for number in [place.offset as u64, place.items, place.shape.map_or(0, coded)] {
            push_number(&mut header, number, 8);
        }
    }
    let sum = xxh3_64(&header);
    push_number(&mut header, sum, 8);
    header
}

/// How records are encoded. The limit keeps a crafted length from asking for memory.
pub(crate) const RECORD: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<{ 16 << 20 }>,
> = bincode::config::standard().with_limit::<{ 16 << 20 }>();

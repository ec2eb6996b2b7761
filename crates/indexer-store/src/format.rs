//! The layout of a segment, and its header.

use crate::bytes::{push_number, u32_at, u64_at, width_of};
use crate::error::StoreError;
use xxhash_rust::xxh3::xxh3_64;

/// The version of the format of every file of the index: segments, heads and packs. A change of
/// anything below, or of the order of a closed list in `indexer-core`, is a new version; the
/// fixture of the old one stays under `tests/fixtures`.
///
/// ```text
/// segment
///   header     magic 8 | format u32 | sections u32 | file length u64 | start of checksums u64
///              then per section: offset u64 | items u64 | bytes an item u64
///              then xxh3 of the header up to here u64                      all little-endian
///   body       the sections, one after the other, without gaps
///   checksums  xxh3 of each 64 KiB block of the body u64; the last block may be short
///
/// section    a column of unsigned little-endian numbers: bincode's fixed-width encoding with the
///            high bytes that are 0 in the whole column left out (0 to 8 bytes an item), or bytes
/// optional   a number in a column is stored plus 1, and 0 is "none"
/// text       the end of each text in the bytes of all; a text starts where the one before ends
/// run        a column "start" with one item more than there are owners, into a column of items
/// record     bincode 2 (variable-width integers), decoded alone
///
/// Files are sorted by path (bytes); symbols and references stand file by file, in the order of
/// the record. Names are sorted by (lower-cased, exact), other texts by bytes, hashes and keys by
/// number. A target is a number: first the keys, then the modules, then what is external.
/// ```
pub const FORMAT: u32 = 1;

/// Bytes of a block with a checksum of its own.
pub(crate) const BLOCK: usize = 64 << 10;

const MAGIC: &[u8; 8] = b"IDXSEG\r\n";
const FIXED: usize = 32;
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
    /// xxh3 of distinct lower-cased names, sorted, and the first name that is so.
    LowerHash,
    LowerName,
    /// xxh3 of names of symbols, sorted, and the name.
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
    /// Records (signature, documentation, metrics).
    SymbolRecordBytes,
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

    /// Distinct consulted keys, sorted; key -> files; file -> keys.
    Consulted,
    ConsultedFileStart,
    ConsultedFile,
    FileConsultedStart,
    FileConsulted,
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
}

const HEADER: usize = FIXED + ENTRY * Section::ALL.len() + 8;

/// Where one section is.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// First byte in the file.
    pub(crate) offset: usize,
    /// How many items.
    pub(crate) items: u64,
    /// Bytes an item, 0 to 8.
    pub(crate) width: usize,
}

/// A header that was read and checked.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) places: Vec<Place>,
    /// First byte after the header.
    pub(crate) body: usize,
    /// First byte after the body.
    pub(crate) checksums: usize,
}

/// Reads and checks the header: constant cost.
pub(crate) fn read_header(bytes: &[u8]) -> Result<Header, StoreError> {
    let short = StoreError::Damaged("a segment is shorter than its header");
    if bytes.get(..8) != Some(MAGIC.as_slice()) {
        return Err(StoreError::Foreign("segment"));
    }
    let found = u32_at(bytes, 8).unwrap_or(0);
    if found != FORMAT {
        return Err(StoreError::Version { found });
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
        let [offset, items, width] = [0, 8, 16].map(|o| u64_at(header, at + o).unwrap_or(u64::MAX));
        let end = items.checked_mul(width).and_then(|length| length.checked_add(offset));
        // A column of nothing but 0 takes no bytes, so its count is bounded by the file's length.
        let inside = offset >= HEADER as u64 && end.is_some_and(|end| end <= checksums as u64);
        let fits = inside && width <= 8 && items <= bytes.len() as u64;
        let place = Place { offset: offset as usize, items, width: width as usize };
        fits.then_some(place).ok_or(StoreError::Damaged("a segment's table of sections"))
    });
    Ok(Header { places: places.collect::<Result<_, _>>()?, body: HEADER, checksums })
}

/// Collects sections in the order of [`Section::ALL`] and finishes the file.
pub(crate) struct FileWriter {
    out: Vec<u8>,
    places: Vec<Place>,
}

impl FileWriter {
    pub(crate) fn new() -> Self {
        Self { out: vec![0; HEADER], places: Vec::with_capacity(Section::ALL.len()) }
    }

    /// Appends a column as wide as its largest number.
    pub(crate) fn column(&mut self, section: Section, numbers: impl Iterator<Item = u64> + Clone) {
        let max = numbers.clone().fold(0, |all, one| all | one);
        let width = width_of(max);
        let offset = self.open(section);
        let mut items = 0;
        for number in numbers {
            push_number(&mut self.out, number, width);
            items += 1;
        }
        self.places.push(Place { offset, items, width: usize::from(width) });
    }

    /// Appends bytes.
    pub(crate) fn bytes<'a>(&mut self, section: Section, parts: impl Iterator<Item = &'a [u8]>) {
        let offset = self.open(section);
        parts.for_each(|part| self.out.extend_from_slice(part));
        self.places.push(Place { offset, items: (self.out.len() - offset) as u64, width: 1 });
    }

    fn open(&self, section: Section) -> usize {
        debug_assert_eq!(self.places.len(), section as usize, "sections are written in order");
        self.out.len()
    }

    /// Adds header and checksums.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let checksums = self.out.len();
        let sums: Vec<u64> = self.out[HEADER..].chunks(BLOCK).map(xxh3_64).collect();
        for sum in sums {
            push_number(&mut self.out, sum, 8);
        }
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(MAGIC);
        push_number(&mut header, u64::from(FORMAT), 4);
        push_number(&mut header, Section::ALL.len() as u64, 4);
        push_number(&mut header, self.out.len() as u64, 8);
        push_number(&mut header, checksums as u64, 8);
        for place in &self.places {
            for number in [place.offset as u64, place.items, place.width as u64] {
                push_number(&mut header, number, 8);
            }
        }
        let sum = xxh3_64(&header);
        push_number(&mut header, sum, 8);
        self.out[..HEADER].copy_from_slice(&header);
        self.out
    }
}

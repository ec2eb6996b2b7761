//! Tables of chunks in few bytes: each by what differs from the one before it. A macro of one line takes four bytes,
//! a function ten.
//!
//! ```text
//! table   how many, then for each chunk a byte of its `SAME_*` and `FOLLOWS` bits, and of these what is not as usual:
//!         definition  its distance from the definition of the last chunk that has one
//!         kind        its code
//!         flags       as they are
//!         start, length, first line (by its distance), lines to its name, lines from there to the last
//! number  seven bits a byte, low bits first; a distance has its sign in the lowest bit
//! ```

use crate::chunks::Chunk;
use indexer_core::{DefId, Flags, Span, SymbolKind};

/// It is the definition after that of the chunk before.
const FOLLOWS: u8 = 1;
/// It is no definition.
const IS_NONE: u8 = 2;
const SAME_KIND: u8 = 4;
const SAME_FLAGS: u8 = 8;
/// Its name stands in its first line.
const NAMED_FIRST: u8 = 16;
/// It ends in the line of its name.
const ENDS_THERE: u8 = 32;

/// The fewest bytes of a chunk: a count must not ask for more memory than there are bytes for.
const LEAST: usize = 4;

/// What a chunk is compared with: the one before it.
#[derive(Clone, Copy)]
struct Before {
    definition: u32,
    kind: SymbolKind,
    flags: Flags,
    start: u32,
    first: u32,
}

impl Before {
    /// Before the first.
    const NOTHING: Self =
        Self { definition: u32::MAX, kind: SymbolKind::Module, flags: Flags::NONE, start: 0, first: 1 };

    fn after(self, chunk: &Chunk) -> Self {
        Self {
            definition: chunk.definition.map_or(self.definition, |def| def.0),
            kind: chunk.kind,
            flags: chunk.flags,
            start: chunk.span.start,
            first: chunk.first,
        }
    }
}

/// The bytes of a table of chunks. O(chunks).
pub fn encode(chunks: &[Chunk]) -> Vec<u8> {
    let mut out = Vec::with_capacity(chunks.len() * 8 + 2);
    push(&mut out, chunks.len() as u32);
    let mut before = Before::NOTHING;
    for chunk in chunks {
        let follows = chunk.definition.is_some_and(|def| def.0 == before.definition.wrapping_add(1));
        let bits = [
            (FOLLOWS, follows),
            (IS_NONE, chunk.definition.is_none()),
            (SAME_KIND, chunk.kind == before.kind),
            (SAME_FLAGS, chunk.flags == before.flags),
            (NAMED_FIRST, chunk.named == chunk.first),
            (ENDS_THERE, chunk.last == chunk.named),
        ];
        let head = bits.iter().filter(|(_, is_so)| *is_so).fold(0, |head, (bit, _)| head | bit);
        out.push(head);
        if let Some(def) = chunk.definition.filter(|_| !follows) {
            push_distance(&mut out, before.definition, def.0);
        }
        if head & SAME_KIND == 0 {
            out.push(chunk.kind.code());
        }
        if head & SAME_FLAGS == 0 {
            push(&mut out, chunk.flags.0);
        }
        push_distance(&mut out, before.start, chunk.span.start);
        push(&mut out, chunk.span.end.wrapping_sub(chunk.span.start));
        push_distance(&mut out, before.first, chunk.first);
        if head & NAMED_FIRST == 0 {
            push_distance(&mut out, chunk.first, chunk.named);
        }
        if head & ENDS_THERE == 0 {
            push_distance(&mut out, chunk.named, chunk.last);
        }
        before = before.after(chunk);
    }
    out
}

/// The chunks of such bytes; none where they are damaged. O(chunks).
pub fn decode(table: &[u8]) -> Vec<Chunk> {
    decoded(table).unwrap_or_default()
}

fn decoded(mut rest: &[u8]) -> Option<Vec<Chunk>> {
    let from = &mut rest;
    let count = take(from)? as usize;
    if count > from.len() / LEAST {
        return None;
    }
    let (mut chunks, mut before) = (Vec::with_capacity(count), Before::NOTHING);
    for _ in 0..count {
        let head = take_byte(from)?;
        let is = |bit: u8| head & bit != 0;
        let definition = match (is(IS_NONE), is(FOLLOWS)) {
            (true, _) => None,
            (false, true) => Some(DefId(before.definition.wrapping_add(1))),
            (false, false) => Some(DefId(take_distance(from, before.definition)?)),
        };
        let kind = if is(SAME_KIND) { before.kind } else { SymbolKind::from_code(take_byte(from)?)? };
        let flags = if is(SAME_FLAGS) { before.flags } else { Flags(take(from)?) };
        let start = take_distance(from, before.start)?;
        let end = start.wrapping_add(take(from)?);
        let first = take_distance(from, before.first)?;
        let named = if is(NAMED_FIRST) { first } else { take_distance(from, first)? };
        let last = if is(ENDS_THERE) { named } else { take_distance(from, named)? };
        let chunk = Chunk { definition, kind, flags, first, named, last, span: Span { start, end } };
        before = before.after(&chunk);
        chunks.push(chunk);
    }
    from.is_empty().then_some(chunks)
}

fn push(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take_byte(from: &mut &[u8]) -> Option<u8> {
    let (byte, rest) = from.split_first()?;
    *from = rest;
    Some(*byte)
}

fn take(from: &mut &[u8]) -> Option<u32> {
    let (mut number, mut shift) = (0_u64, 0);
    loop {
        let byte = take_byte(from)?;
        number |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return u32::try_from(number).ok();
        }
        if shift > 28 {
            return None;
        }
    }
}

fn push_distance(out: &mut Vec<u8>, from: u32, to: u32) {
    let distance = to.wrapping_sub(from).cast_signed();
    push(out, (distance << 1 ^ distance >> 31).cast_unsigned());
}

fn take_distance(bytes: &mut &[u8], from: u32) -> Option<u32> {
    let coded = take(bytes)?;
    Some(from.wrapping_add(coded >> 1 ^ (coded & 1).wrapping_neg()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(definition: Option<u32>, (first, named, last): (u32, u32, u32), span: (u32, u32)) -> Chunk {
        Chunk {
            definition: definition.map(DefId),
            kind: if first % 2 == 0 { SymbolKind::Macro } else { SymbolKind::Function },
            flags: Flags(if last % 3 == 0 { 0 } else { u32::MAX - last }),
            first,
            named,
            last,
            span: Span { start: span.0, end: span.1 },
        }
    }

    fn chunks() -> Vec<Chunk> {
        vec![
            chunk(None, (1, 1, 900), (0, 70_000)),
            chunk(Some(0), (3, 3, 3), (40, 90)),
            chunk(Some(1), (4, 5, 9), (90, 300)),
            chunk(Some(9), (4, 5, 6), (90, 200)),
            chunk(Some(2), (2, 2, 2), (80, 81)),
            chunk(None, (u32::MAX, 0, u32::MAX), (u32::MAX, 0)),
            chunk(Some(u32::MAX), (0, u32::MAX, 0), (0, u32::MAX)),
        ]
    }

    #[test]
    fn chunks_of_any_numbers_come_back() {
        for from in 0..=chunks().len() {
            let some = &chunks()[from..];
            assert_eq!(decode(&encode(some)), some);
        }
    }

    #[test]
    fn a_line_of_a_list_takes_four_bytes() {
        let line = |n: u32| Chunk {
            kind: SymbolKind::Macro,
            flags: Flags::NONE,
            ..chunk(Some(n), (n + 1, n + 1, n + 1), (n * 60, n * 60 + 50))
        };
        let lines: Vec<Chunk> = (0..1000).map(line).collect();
        assert!(encode(&lines).len() < 5 * lines.len());
    }

    #[test]
    fn damaged_bytes_are_chunks_or_none() {
        let bytes = encode(&chunks());
        for at in 0..bytes.len() {
            assert!(decode(&bytes[..at]).is_empty(), "cut at {at}");
            for change in [1, 0x40, 0x80, 0xff] {
                let mut flipped = bytes.clone();
                flipped[at] ^= change;
                assert!(decode(&flipped).len() <= bytes.len() / LEAST, "byte {at}");
            }
        }
        assert!(decode(&[0xff, 0xff, 0xff, 0xff, 0x0f, 1]).is_empty(), "a count must not ask for memory");
    }
}

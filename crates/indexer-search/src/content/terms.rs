//! How much words count where they stand: fields, weights, postings.

use indexer_core::{Flags, SymbolKind};

/// How much a word counts where it stands, as a multiple of a word of the body, and the number of
/// words of a field that is neither long nor short there.
pub(crate) struct Field {
    weight: f32,
    usual: f32,
    /// How much length counts, 0 to 1.
    slope: f32,
}

pub(crate) const NAME: Field = Field { weight: 5.0, usual: 3.0, slope: 0.5 };
pub(crate) const OWNER: Field = Field { weight: 2.0, usual: 2.0, slope: 0.3 };
pub(crate) const SIGNATURE: Field = Field { weight: 1.5, usual: 12.0, slope: 0.5 };
pub(crate) const DOCUMENTATION: Field = Field { weight: 2.0, usual: 30.0, slope: 0.5 };
pub(crate) const BODY: Field = Field { weight: 1.0, usual: 80.0, slope: 0.6 };

impl Field {
    /// What one word of a field of so many words counts.
    pub(crate) fn norm(&self, words: usize) -> f32 {
        self.weight / (1.0 - self.slope + self.slope * words as f32 / self.usual)
    }
}

const LOG_BASE: f32 = 1.06;

/// The base 1.06 logarithm of eight times the weight, in a byte; [`weight`] reads it.
pub(crate) fn quantised(weight: f32) -> u8 {
    (1.0 + (weight * 8.0).max(1.0).ln() / LOG_BASE.ln()).round().min(255.0) as u8
}

/// What each byte of a posting's weight stands for.
const WEIGHTS: [f32; 256] = {
    let mut all = [0.0; 256];
    let (mut at, mut value) = (0, 1.0 / (8.0 * LOG_BASE as f64));
    while at < 256 {
        all[at] = value as f32;
        value *= LOG_BASE as f64;
        at += 1;
    }
    all
};

/// What a posting's weight stands for.
pub const fn weight(quantised: u8) -> f32 {
    WEIGHTS[quantised as usize]
}

/// What a definition is worth to who asks for its name, in hundredths.
pub(crate) fn worth(kind: SymbolKind, flags: Flags) -> u8 {
    if flags.has(Flags::TEST) {
        return 20;
    }
    match kind {
        kind if kind.is_type() => 100,
        SymbolKind::Function | SymbolKind::Macro => 90,
        kind if kind.is_callable() => 70,
        _ => 50,
    }
}

/// What a name is worth that a file imports for others, in hundredths.
pub(crate) const HANDED_ON: u8 = 80;

/// A piece in which a word stands, and how much it counts there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Index of the piece in its file.
    pub chunk: u32,
    /// Of a word: [`weight`] reads it; of a name: hundredths of a definition.
    pub weight: u8,
}

/// The postings of a run: the step from the piece before (7 bits a byte, low ones first), then the weight.
pub fn postings(run: &[u8]) -> Postings<'_> {
    Postings { rest: run, chunk: 0 }
}

/// Reads a run from first to last.
#[derive(Clone, Debug)]
pub struct Postings<'a> {
    rest: &'a [u8],
    chunk: u32,
}

impl Iterator for Postings<'_> {
    type Item = Posting;

    #[inline]
    fn next(&mut self) -> Option<Posting> {
        // Nearly every step is one byte.
        if let [step @ ..128, weight, rest @ ..] = self.rest {
            self.rest = rest;
            self.chunk = self.chunk.wrapping_add(u32::from(*step));
            return Some(Posting { chunk: self.chunk, weight: *weight });
        }
        self.far()
    }
}

impl Postings<'_> {
    /// A posting whose step takes several bytes.
    #[cold]
    fn far(&mut self) -> Option<Posting> {
        let (mut step, mut shift) = (0_u32, 0);
        loop {
            let (byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            step |= u32::from(byte & 127).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if *byte < 128 {
                break;
            }
        }
        self.chunk = self.chunk.wrapping_add(step);
        let (weight, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(Posting { chunk: self.chunk, weight: *weight })
    }
}

/// How many postings a run has. O(bytes).
pub fn count(run: &[u8]) -> u64 {
    let (pairs, odd) = run.as_chunks::<2>();
    // Nearly every step is one byte.
    if odd.is_empty() && pairs.iter().fold(0, |all, [step, _]| all | step) < 128 {
        return pairs.len() as u64;
    }
    postings(run).count() as u64
}

/// Appends a posting to a run whose last piece was `before`.
pub(crate) fn push_posting(run: &mut Vec<u8>, before: u32, posting: Posting) {
    let mut step = posting.chunk - before;
    while step >= 128 {
        run.push(step as u8 | 128);
        step >>= 7;
    }
    run.extend([step as u8, posting.weight]);
}

/// The weight of a name's posting: 0 to 1.
pub(crate) fn hundredths(weight: u8) -> f32 {
    f32::from(weight) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive() {
        for value in [0.125_f32, 0.5, 1.0, 7.3, 40.0] {
            assert!((weight(quantised(value)) / value - 1.0).abs() < 0.04, "{value}");
        }
        assert!(weight(255) > 1000.0, "no weight is cut that a file can reach");
    }

    #[test]
    fn postings_come_back_and_any_bytes_are_read() {
        let all = [(0, 3), (1, 255), (128, 1), (300, 7), (70_000, 9)];
        let all = all.map(|(chunk, weight)| Posting { chunk, weight });
        let (mut run, mut before) = (Vec::new(), 0);
        for posting in all {
            push_posting(&mut run, before, posting);
            before = posting.chunk;
        }
        assert_eq!(postings(&run).collect::<Vec<_>>(), all);
        // The steps of the first three are one byte.
        assert_eq!([0, 2, 3, 4, 6, run.len()].map(|end| count(&run[..end])), [0, 1, 1, 2, 3, 5]);
        for end in 0..run.len() {
            assert!(postings(&run[..end]).count() <= all.len());
            assert_eq!(count(&run[..end]), postings(&run[..end]).count() as u64, "{end}");
        }
        assert_eq!((postings(&[255; 40]).count(), count(&[255; 40])), (0, 0));
    }
}

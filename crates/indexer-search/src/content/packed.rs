//! Vectors in four bits a number, as they are kept, and how near they are to one that is not.
//!
//! A number is its sign and one of eight levels, equally wide, on that side of zero. Signs and the three bits of
//! levels are planes of [`SIGNS`] bytes each: who compares signs alone reads no more than them. Bit `k` of byte
//! `j` of a plane belongs to number `32 k + j`, so that a plane unfolds by shifts of whole vectors of bytes.
//!
//! What compares many vectors is compiled twice: for every processor, and for those that work on 32 bytes at once and count
//! bits (nearly all since 2013), of which the running one is asked. Both give the same.

use crate::embed::{ONE, Vector};
use indexer_core::{DIMENSIONS, LEVELS, SIGNS};
use multiversion::multiversion;

/// Bytes of a vector: its signs, then its levels.
pub const PACKED: usize = SIGNS + LEVELS;

/// How wide a level is. The numbers of unit vectors in 256 dimensions deviate by 1/16 on average, and 16 levels of
/// a third of that lose least (Max 1960, for normal numbers).
const STEP: f32 = ONE / 16.0 * 0.335;
/// How many levels a number of 2^16 would be.
const LEVELS_OF: i32 = (65_536.0 / STEP) as i32;

/// The signs, set below zero, and the levels of a vector.
pub(crate) fn planes(vector: &Vector) -> ([u8; SIGNS], [u8; LEVELS]) {
    let (mut signs, mut levels) = ([0; SIGNS], [0; LEVELS]);
    let (low, rest) = levels.split_at_mut(SIGNS);
    let (middle, high) = rest.split_at_mut(SIGNS);
    for (bit, numbers) in vector.chunks_exact(SIGNS).enumerate() {
        let planes = low.iter_mut().zip(middle.iter_mut()).zip(high.iter_mut().zip(&mut signs));
        for (number, ((low, middle), (high, sign))) in numbers.iter().zip(planes) {
            let level = ((i32::from(*number) * LEVELS_OF) >> 16).clamp(-8, 7) as u8;
            *low |= (level & 1) << bit;
            *middle |= (level >> 1 & 1) << bit;
            *high |= (level >> 2 & 1) << bit;
            *sign |= (level >> 7) << bit;
        }
    }
    (signs, levels)
}

/// The bytes of a vector: its signs, then its levels.
pub fn packed(vector: &Vector) -> [u8; PACKED] {
    let (signs, levels) = planes(vector);
    let mut packed = [0; PACKED];
    let (head, rest) = packed.split_at_mut(SIGNS);
    head.copy_from_slice(&signs);
    rest.copy_from_slice(&levels);
    packed
}

/// The cosine of a vector and the bytes of one, nearly; 0 where they are not as many. O(dimensions).
pub fn cosine(a: &Vector, b: &[u8]) -> f32 {
    QueryVector::new(a).cosine_of(b)
}

/// A vector that is compared with many.
#[derive(Clone, Debug)]
pub(crate) struct QueryVector {
    /// Its numbers, as wide as their products.
    numbers: [i16; DIMENSIONS],
    /// What the middle of the lowest level adds to each product, all together.
    lowest: f32,
    signs: [u64; SIGNS / 8],
    /// [`likely_cosine`] of each number of signs.
    likely: [f32; DIMENSIONS + 1],
}

impl QueryVector {
    pub(crate) fn new(vector: &Vector) -> Self {
        let mut words = [0; SIGNS / 8];
        for (word, bytes) in words.iter_mut().zip(planes(vector).0.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        let sum: i32 = vector.iter().map(|number| i32::from(*number)).sum();
        Self {
            numbers: vector.map(i16::from),
            lowest: -7.5 * sum as f32,
            signs: words,
            likely: std::array::from_fn(|differing| likely_cosine(differing as u32)),
        }
    }

    /// [`cosine`] with the bytes of a vector.
    pub(crate) fn cosine_of(&self, packed: &[u8]) -> f32 {
        match packed.split_first_chunk::<SIGNS>() {
            Some((signs, levels)) => levels.try_into().map_or(0.0, |levels| self.cosine(signs, levels)),
            None => 0.0,
        }
    }

    /// [`cosine`] with a vector of these signs and levels.
    pub(crate) fn cosine(&self, signs: &[u8; SIGNS], levels: &[u8; LEVELS]) -> f32 {
        cosine_of_planes(self, signs, levels)
    }

    #[inline(always)]
    fn cosine_here(&self, signs: &[u8; SIGNS], levels: &[u8; LEVELS]) -> f32 {
        let [low, middle, high] = levels.as_chunks::<SIGNS>().0 else { return 0.0 };
        let planes = [low, middle, high, signs];
        // Written out: a shift by a number that is known is an instruction for sixteen bytes.
        let dot =
            self.dot::<0>(planes) + self.dot::<1>(planes) + self.dot::<2>(planes) + self.dot::<3>(planes);
        (dot as f32 + self.lowest) * STEP / (ONE * ONE)
    }

    /// The products with the levels at bits `BIT` and `BIT + 4` of each byte, which are counted from the lowest of all
    /// levels: both levels are put together at once, as the halves of a byte.
    #[inline(always)]
    fn dot<const BIT: usize>(&self, [low, middle, high, sign]: [&[u8; SIGNS]; 4]) -> i32 {
        let moved = |byte: u8, to: usize| {
            let byte = if BIT >= to { byte >> (BIT - to) } else { byte << (to - BIT) };
            byte & 0x11 << to
        };
        // A plain loop: `from_fn` is a function of its own, which is compiled for every processor.
        let mut levels = [0_u8; SIGNS];
        for at in 0..SIGNS {
            levels[at] =
                moved(low[at], 0) | moved(middle[at], 1) | moved(high[at], 2) | moved(sign[at], 3) ^ 0x88;
        }
        // Products of 16 bits each, added in pairs: one instruction for eight of them. They cannot overflow, and a check
        // of that would be made a number at a time.
        let product = |(number, level): (&i16, u8)| i32::from(*number).wrapping_mul(i32::from(level));
        let first = self.numbers[BIT * SIGNS..].iter().zip(levels.iter().map(|both| both & 15));
        let second = self.numbers[(BIT + 4) * SIGNS..].iter().zip(levels.iter().map(|both| both >> 4));
        let sum = first.map(product).fold(0, i32::wrapping_add);
        second.map(product).fold(sum, i32::wrapping_add)
    }

    /// The cosine with a vector that differs in so many signs, about.
    pub(crate) fn likely(&self, differing: u32) -> f32 {
        self.likely.get(differing as usize).copied().unwrap_or(-1.0)
    }

    /// In how many signs it differs from each of these vectors, and their places; behind what `into` has.
    pub(crate) fn differing_each(&self, all: &[[u8; SIGNS]], into: &mut Vec<(u32, usize)>) {
        differing_each(self, all, into);
    }

    /// In how many signs it differs from the three nearest of these vectors, the nearest first; of fewer, in all.
    pub(crate) fn fewest_differing(&self, all: &[[u8; SIGNS]]) -> [u32; 3] {
        fewest_differing(self, all)
    }

    /// In how many signs it differs from a vector with these.
    #[inline(always)]
    pub(crate) fn differing(&self, signs: &[u8; SIGNS]) -> u32 {
        let (words, _) = signs.as_chunks::<8>();
        self.signs.iter().zip(words).map(|(a, b)| (a ^ u64::from_le_bytes(*b)).count_ones()).sum()
    }
}

#[multiversion(targets("x86_64+avx2+popcnt"))]
fn cosine_of_planes(query: &QueryVector, signs: &[u8; SIGNS], levels: &[u8; LEVELS]) -> f32 {
    query.cosine_here(signs, levels)
}

#[multiversion(targets("x86_64+avx2+popcnt"))]
fn differing_each(query: &QueryVector, all: &[[u8; SIGNS]], into: &mut Vec<(u32, usize)>) {
    into.extend(all.iter().map(|signs| query.differing(signs)).zip(0..));
}

#[multiversion(targets("x86_64+avx2+popcnt"))]
fn fewest_differing(query: &QueryVector, all: &[[u8; SIGNS]]) -> [u32; 3] {
    let mut fewest = [DIMENSIONS as u32; 3];
    for signs in all {
        let mut held = query.differing(signs);
        if held < fewest[2] {
            for one in &mut fewest {
                if held < *one {
                    std::mem::swap(&mut held, one);
                }
            }
        }
    }
    fewest
}

/// The cosine of two vectors that differ in so many signs, about: of vectors in random directions the
/// share of differing signs is the angle.
fn likely_cosine(differing: u32) -> f32 {
    (std::f32::consts::PI * differing as f32 / DIMENSIONS as f32).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector whose numbers a simple sequence says.
    fn vector(seed: u32) -> Vector {
        let mut state = seed;
        std::array::from_fn(|_| {
            // The sum of four even numbers is nearly normal; it deviates by 32.
            (0..4)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 16) as i32 % 56 - 27
                })
                .sum::<i32>() as i8
        })
    }

    #[test]
    fn many_vectors_are_compared_as_each_is() {
        let query = QueryVector::new(&vector(7));
        let all: Vec<[u8; SIGNS]> = (1..40).map(|seed| planes(&vector(seed)).0).collect();
        let each: Vec<u32> = all.iter().map(|signs| query.differing(signs)).collect();
        let mut found = Vec::new();
        query.differing_each(&all, &mut found);
        assert_eq!(found, each.iter().copied().zip(0..).collect::<Vec<_>>());
        let mut sorted = each;
        sorted.sort_unstable();
        assert_eq!(query.fewest_differing(&all), sorted[..3]);
        assert_eq!(query.fewest_differing(&all[..1])[1..], [DIMENSIONS as u32; 2]);
        assert_eq!(sorted[0], 0, "one of them is the vector itself");
    }

    #[test]
    fn a_cosine_is_that_of_the_numbers_nearly() {
        let plain = |a: &Vector, b: &Vector| {
            let dot: i32 = a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum();
            dot as f32 / (ONE * ONE)
        };
        for seed in 1..200 {
            let (a, b) = (vector(seed), vector(seed / 2 + 1000));
            let mixed: Vector =
                std::array::from_fn(|at| ((i32::from(a[at]) + i32::from(b[at])) * 2 / 3) as i8);
            for other in [&b, &mixed, &a] {
                let (near, exact) = (cosine(&a, &packed(other)), plain(&a, other));
                assert!((near - exact).abs() < 0.035, "{near} {exact}");
            }
        }
        assert_eq!(cosine(&vector(1), &[1, 2]), 0.0);
        assert_eq!(cosine(&vector(1), &[0; PACKED + 1]), 0.0);
    }

    #[test]
    fn levels_are_those_of_each_number() {
        let mut one = [0; DIMENSIONS];
        (one[3], one[32], one[255]) = (127, -1, -128);
        let (signs, levels) = planes(&one);
        assert_eq!(signs.iter().map(|byte| byte.count_ones()).sum::<u32>(), 2);
        assert_eq!((signs[0], signs[31]), (0b10, 0x80));
        let level = |at: usize| {
            let bit = |plane: usize| levels[plane * SIGNS + at % SIGNS] >> (at / SIGNS) & 1;
            bit(0) | bit(1) << 1 | bit(2) << 2
        };
        assert_eq!([3, 32, 255, 7].map(level), [7, 7, 0, 0]);
    }

    #[test]
    fn signs_tell_how_near_vectors_may_be() {
        let (one, opposite) = (vector(5), vector(5).map(|number| !number));
        let differing = |other: &Vector| QueryVector::new(&one).differing(&planes(other).0);
        assert_eq!((differing(&one), likely_cosine(0)), (0, 1.0));
        assert_eq!(differing(&opposite), 256);
        assert!(likely_cosine(64) > likely_cosine(65) && likely_cosine(256) < -0.99);
    }
}

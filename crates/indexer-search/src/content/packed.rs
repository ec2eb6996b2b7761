//! Vectors in four bits a number, as they are kept, and how near they are to one that is not.
//!
//! A number is its sign and one of eight levels, equally wide, on that side of zero. Signs and the three bits of
//! levels are planes of [`SIGNS`] bytes each: who compares signs alone reads no more than them. Bit `k` of byte
//! `j` of a plane belongs to number `32 k + j`.

use crate::embed::{ONE, Vector};
use indexer_core::{DIMENSIONS, LEVELS, SIGNS};

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
    /// For byte `j` of a plane and each value of it, the sum of the numbers `32 k + j` of the bits `k` that are set: a
    /// product with a plane is a look-up for eight numbers. 16 KB, which stay in the nearest cache.
    sums: Box<[[i16; 256]; SIGNS]>,
    /// The sum of all its numbers, eight times: a sign that is not set counts eight levels.
    all: i32,
    /// What the middle of the lowest level adds to each product, all together.
    lowest: f32,
    signs: [u64; SIGNS / 8],
}

impl QueryVector {
    /// O(256 x bytes of a plane): worth it from about a hundred vectors on.
    pub(crate) fn new(vector: &Vector) -> Self {
        let mut words = [0; SIGNS / 8];
        for (word, bytes) in words.iter_mut().zip(planes(vector).0.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        let mut sums = Box::new([[0; 256]; SIGNS]);
        for (at, sums) in sums.iter_mut().enumerate() {
            for value in 1..256_usize {
                // That without its lowest bit, and the number of that bit: at most eight of seven bits.
                let bit = value.trailing_zeros() as usize;
                sums[value] = sums[value & (value - 1)] + i16::from(vector[SIGNS * bit + at]);
            }
        }
        let sum: i32 = vector.iter().map(|number| i32::from(*number)).sum();
        Self { sums, all: 8 * sum, lowest: -7.5 * sum as f32, signs: words }
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
        let [low, middle, high] = levels.as_chunks::<SIGNS>().0 else { return 0.0 };
        // The products with the levels, which are counted from the lowest of all.
        let mut dot = self.all;
        for (at, sums) in self.sums.iter().enumerate() {
            let with = |plane: &[u8; SIGNS]| i32::from(sums[usize::from(plane[at])]);
            dot += with(low) + 2 * with(middle) + 4 * with(high) - 8 * with(signs);
        }
        (dot as f32 + self.lowest) * STEP / (ONE * ONE)
    }

    /// In how many signs it differs from a vector with these.
    pub(crate) fn differing(&self, signs: &[u8; SIGNS]) -> u32 {
        let (words, _) = signs.as_chunks::<8>();
        self.signs.iter().zip(words).map(|(a, b)| (a ^ u64::from_le_bytes(*b)).count_ones()).sum()
    }
}

/// The cosine of two vectors that differ in so many signs, about: of vectors in random directions the
/// share of differing signs is the angle.
pub(crate) fn likely_cosine(differing: u32) -> f32 {
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
    fn a_cosine_is_the_sum_of_the_products_with_the_levels() {
        let mut hostile = vector(3);
        hostile[..9].copy_from_slice(&[127, -128, 127, -128, 0, 1, -1, 127, -128]);
        for (a, b) in [(vector(1), vector(2)), (hostile, vector(4)), ([-128; DIMENSIONS], hostile)] {
            let (signs, levels) = planes(&b);
            let bit = |plane: &[u8], at: usize| i32::from(plane[at % SIGNS] >> (at / SIGNS) & 1);
            let level = |at: usize| {
                let plane = |of: usize| bit(&levels[of * SIGNS..], at) << of;
                (plane(0) + plane(1) + plane(2) - 8 * bit(&signs, at)) as f32 + 0.5
            };
            let dot: f32 = (0..DIMENSIONS).map(|at| f32::from(a[at]) * level(at)).sum();
            assert_eq!(cosine(&a, &packed(&b)), dot * STEP / (ONE * ONE));
        }
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

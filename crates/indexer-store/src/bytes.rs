//! Numbers in bytes, and searching sorted ones. All of it is total: no bytes make it panic.

/// The bytes that are needed for numbers up to `max`: 0 for 0, up to 8.
pub(crate) const fn width_of(max: u64) -> u8 {
    (8 - max.leading_zeros() / 8) as u8
}

/// The little-endian number in `bytes`, of which at most 8 count; 0 for none. Every column is read
/// through here: two overlapping loads cost less than a loop over the bytes.
#[inline]
pub(crate) fn number(bytes: &[u8]) -> u64 {
    if let Some(eight) = bytes.first_chunk::<8>() {
        return u64::from_le_bytes(*eight);
    }
    let length = bytes.len();
    if let (Some(low), Some(high)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        let (low, high) = (u32::from_le_bytes(*low), u32::from_le_bytes(*high));
        return u64::from(low) | u64::from(high) << (8 * (length - 4));
    }
    if let (Some(low), Some(high)) = (bytes.first_chunk::<2>(), bytes.last_chunk::<2>()) {
        let (low, high) = (u16::from_le_bytes(*low), u16::from_le_bytes(*high));
        return u64::from(low) | u64::from(high) << (8 * (length - 2));
    }
    bytes.first().map_or(0, |one| u64::from(*one))
}

/// Appends the low `width` bytes of `value`, little-endian.
pub(crate) fn push_number(out: &mut Vec<u8>, value: u64, width: u8) {
    let bytes = value.to_le_bytes();
    out.extend_from_slice(&bytes[..usize::from(width.min(8))]);
}

/// The little-endian `u32` at `at`, `None` beyond the end.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let found = bytes.get(at..at.checked_add(4)?)?;
    Some(number(found) as u32)
}

/// The little-endian `u64` at `at`, `None` beyond the end.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(number(bytes.get(at..at.checked_add(8)?)?))
}

/// Where a hash is expected among `len` sorted hashes that are spread evenly. The distance to its
/// place is about the square root of `len`: for a million 8-byte hashes, one page.
pub(crate) fn expected_place(hash: u64, len: u64) -> u64 {
    ((u128::from(hash) * u128::from(len)) >> 64) as u64
}

/// The first of `len` sorted items that is not `less`, searched outwards from `guess` in doubling
/// steps, then by halves: O(log distance) looks, all near the guess, and O(log len) for whatever
/// a wrong guess or unsorted items make of it.
pub(crate) fn lower_bound(len: u64, guess: u64, mut less: impl FnMut(u64) -> bool) -> u64 {
    if len == 0 {
        return 0;
    }
    let guess = guess.min(len - 1);
    let mut step = 16u64;
    // Everything before `low` is less, everything from `high` on is not.
    let (mut low, mut high);
    if less(guess) {
        (low, high) = (guess + 1, len);
        while let Some(next) = low.checked_add(step).filter(|n| *n < len) {
            if less(next) {
                low = next + 1;
                step = step.saturating_mul(2);
            } else {
                high = next;
                break;
            }
        }
    } else {
        (low, high) = (0, guess);
        while high > step {
            let next = high - step;
            if less(next) {
                low = next + 1;
                break;
            }
            high = next;
            step = step.saturating_mul(2);
        }
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if less(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_bytes_they_need() {
        for (max, width) in [(0, 0), (1, 1), (255, 1), (256, 2), (1 << 24, 4), (u64::MAX, 8)] {
            assert_eq!(width_of(max), width, "{max}");
            let mut out = Vec::new();
            push_number(&mut out, max, width);
            assert_eq!((out.len(), number(&out)), (width as usize, max));
        }
    }

    #[test]
    fn numbers_of_any_length_are_read() {
        let bytes = [0xF1, 0x82, 0x73, 0x64, 0x55, 0x46, 0x37, 0x28, 0x19];
        for length in 0..=bytes.len() {
            let expected =
                bytes[..length.min(8)].iter().rev().fold(0u64, |sum, one| sum << 8 | u64::from(*one));
            assert_eq!(number(&bytes[..length]), expected, "{length}");
        }
    }

    #[test]
    fn every_guess_leads_to_the_same_place() {
        for len in [0u64, 1, 2, 15, 16, 17, 33, 100] {
            for place in 0..=len {
                for guess in 0..len + 3 {
                    assert_eq!(lower_bound(len, guess, |i| i < place), place, "{len} {guess}");
                }
            }
        }
    }
}

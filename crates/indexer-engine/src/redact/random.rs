//! Whether a value looks like one that a machine made up.

/// Bits per character from which a value looks random. English words stay below 3.5 at these
/// lengths; random digits of base64 and hexadecimal numbers reach more.
const RANDOM_BITS: f64 = 3.5;
/// The same where only sixteen digits are possible.
const RANDOM_HEX_BITS: f64 = 2.8;
/// Shortest value that is looked at for randomness.
const RANDOM_LENGTH: usize = 16;
/// Of all neighbours, the share that are of different classes (small and capital letters, digits,
/// signs), in percent. Words in any case style stay below it.
const CHANGES: usize = 30;
/// The share of bytes in runs of three and more small letters below which a value holds no words, in
/// percent.
const WORDS: usize = 45;

/// Words in values that stand for a secret and are none.
const PLACEHOLDERS: &[&str] = &[
    "example",
    "your",
    "xxxx",
    "changeme",
    "change_me",
    "change-me",
    "placeholder",
    "dummy",
    "redacted",
    "insert",
    "replace",
    "1234567890abcdef",
    "0123456789abcdef",
    "abcdefghijkl",
    "0000000000",
    "sample",
];

/// True where the value stands for one that somebody is to put there.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    let value = value.to_ascii_lowercase();
    let has = |word: &&str| memchr::memmem::find(&value, word.as_bytes()).is_some();
    PLACEHOLDERS.iter().any(has) || distinct(&value) < 5
}

/// How many different bytes.
pub(super) fn distinct(value: &[u8]) -> u32 {
    let mut seen = [0u64; 4];
    for byte in value {
        seen[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
    seen.iter().map(|part| part.count_ones()).sum()
}

/// True for hexadecimal or base64 digits in no order that a person would choose.
pub(super) fn looks_random(value: &[u8]) -> bool {
    let fine = |b: &u8| b.is_ascii_alphanumeric() || b"+/=_-.~!@#$%^&*?".contains(b);
    // Checksums of packages.
    let sum = [&b"sha1-"[..], b"sha256-", b"sha384-", b"sha512-"].iter().any(|sum| value.starts_with(sum));
    let out = value.len() < RANDOM_LENGTH || !value.iter().all(fine) || is_uuid(value) || sum;
    if out || is_placeholder(value) {
        return false;
    }
    let digits = value.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = value.iter().filter(|b| b.is_ascii_alphabetic()).count();
    if value.iter().all(u8::is_ascii_hexdigit) {
        return digits >= 2 && letters >= 2 && value.len() >= 20 && bits(value) > RANDOM_HEX_BITS;
    }
    let changes = value.windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count();
    digits >= 2
        && letters >= 6
        && changes * 100 >= (value.len() - 1) * CHANGES
        && (in_words(value) * 100 < value.len() * WORDS || digits * 5 >= value.len())
        && bits(value) > RANDOM_BITS
}

/// How many bytes stand in runs of three and more small letters.
fn in_words(value: &[u8]) -> usize {
    let runs = value.split(|b| !b.is_ascii_lowercase());
    runs.map(<[u8]>::len).filter(|length| *length >= 3).sum()
}

/// True for a value that a person who was told to choose a strong password chooses: three of small
/// and capital letters, digits and signs.
pub(super) fn looks_chosen(value: &[u8]) -> bool {
    let fine = |b: &u8| b.is_ascii_alphanumeric() || b"!@#$%^&*?+=~".contains(b);
    let mut classes: Vec<u8> = value.iter().map(|b| class(*b)).collect();
    classes.sort_unstable();
    classes.dedup();
    value.len() >= 8
        && value.iter().all(fine)
        && classes.len() >= 3
        && value.iter().any(u8::is_ascii_digit)
        && !is_placeholder(value)
}

/// Eight, four, four, four and twelve hexadecimal digits: a name more often than a secret.
pub(super) fn is_uuid(value: &[u8]) -> bool {
    value.len() == 36
        && value.iter().enumerate().all(|(i, b)| match i {
            8 | 13 | 18 | 23 => *b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

fn class(byte: u8) -> u8 {
    match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    }
}

/// Shannon's entropy of the bytes, in bits per byte.
fn bits(value: &[u8]) -> f64 {
    let mut counts = [0u32; 256];
    for byte in value {
        counts[usize::from(*byte)] += 1;
    }
    let length = value.len() as f64;
    let shares = counts.iter().filter(|n| **n > 0).map(|n| f64::from(*n) / length);
    shares.map(|share| -share * share.log2()).sum()
}

//! What is characteristic of a value, and whether a machine made it up.

use super::classes::graphic_but;

/// Bits per character from which a value looks random. English words stay below 3.5 at these
/// lengths; random digits of base64 and hexadecimal numbers reach more.
const RANDOM_BITS: f64 = 3.5;
/// The same where only sixteen digits are possible.
const RANDOM_HEX_BITS: f64 = 2.8;
/// Neighbours that words do not have, in percent, from which a long value holds none.
const ODD: usize = 40;
/// How far below the most bits that its length allows a short random value stays.
const SHORT_BITS: f64 = 0.9;
/// Shortest value that is looked at for randomness.
const RANDOM_LENGTH: usize = 16;
/// Of all neighbours, the share that are of different classes (small and capital letters, digits,
/// signs), in percent. Words in any case style stay below it.
const CHANGES: usize = 30;
/// The share of bytes in runs of three and more small letters below which a value holds no words, in
/// percent.
const WORDS: usize = 45;
/// Longest value whose traits are asked for.
pub(super) const LONGEST: usize = 4096;

/// Bytes of tokens and passwords.
const FINE: [bool; 256] = graphic_but(b"\"'\\`<>[]{}");

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

/// For each letter the letters that often follow it, as bits: nine of ten pairs of neighbours in the
/// words of programs and their documentation. Of random pairs it is one of three.
const OFTEN: [u32; 26] = [
    0x1beb94e, 0x0144911, 0x01e4d95, 0x016491b, 0x1efb87f, 0x0124931, 0x0062191, 0x00a4111, 0x22ef87f,
    0x0000000, 0x0040110, 0x11c4919, 0x014d113, 0x03c617d, 0x07efd6f, 0x01ec911, 0x0100000, 0x11e7d5d,
    0x11cc99d, 0x11e4995, 0x00eb937, 0x0000111, 0x0000111, 0x0088000, 0x1048000, 0x0000010,
];

/// Figures about a value, of one look at its bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Traits {
    pub(super) length: usize,
    pub(super) digits: usize,
    pub(super) small: usize,
    pub(super) capital: usize,
    /// Bytes that are neither letters nor digits.
    pub(super) signs: usize,
    /// Signs that join names too: `user.name`, `some-name`.
    pub(super) joints: usize,
    /// True where all are hexadecimal digits.
    pub(super) hex: bool,
    pub(super) uuid: bool,
    /// True where bytes stand in it that are in no token and no password.
    pub(super) strange: bool,
    /// True where it says that somebody is to put a secret there.
    pub(super) placeholder: bool,
    /// Neighbours that words do not have, in percent.
    pub(super) odd: usize,
    changes: usize,
    in_words: usize,
    bits: f64,
}

impl Traits {
    pub(super) fn of(value: &[u8]) -> Self {
        let mut traits = Self { length: value.len(), ..Self::default() };
        // Most literals are sentences and expressions: no other figure is asked about them.
        traits.strange = value.len() > LONGEST || !value.iter().all(|byte| FINE[usize::from(*byte)]);
        if traits.strange {
            traits.placeholder = true;
            return traits;
        }
        let (mut run, mut odd) = (0, 0);
        for (i, byte) in value.iter().enumerate() {
            match class(*byte) {
                0 => traits.small += 1,
                1 => traits.capital += 1,
                2 => traits.digits += 1,
                _ => traits.signs += 1,
            }
            traits.joints += usize::from(b"_-./:,;()|".contains(byte));
            run = if byte.is_ascii_lowercase() { run + 1 } else { 0 };
            traits.in_words += match run {
                0..3 => 0,
                3 => 3,
                _ => 1,
            };
            if i > 0 {
                traits.changes += usize::from(class(value[i - 1]) != class(*byte));
                odd += is_odd(value[i - 1], *byte);
            }
        }
        traits.hex = value.iter().all(u8::is_ascii_hexdigit);
        traits.uuid = is_uuid(value);
        traits.odd = odd * 50 / value.len().saturating_sub(1).max(1);
        // The dearest figures come last, where they can still matter.
        if traits.digits > 0 || traits.odd >= ODD || traits.capital > 0 {
            traits.bits = bits(value);
        }
        traits.placeholder = is_placeholder(value);
        traits
    }

    fn letters(&self) -> usize {
        self.small + self.capital
    }

    /// True for hexadecimal or base64 digits in no order that a person would choose.
    pub(super) fn looks_random(&self) -> bool {
        if self.length < RANDOM_LENGTH || self.strange || self.uuid || self.placeholder {
            return false;
        }
        if self.hex {
            return self.digits >= 2
                && self.letters() >= 2
                && self.length >= 20
                && self.bits > RANDOM_HEX_BITS;
        }
        let changes = self.changes * 100 >= (self.length - 1) * CHANGES;
        let no_words = self.in_words * 100 < self.length * WORDS || self.digits * 5 >= self.length;
        let classes = self.digits >= 2 && self.letters() >= 6 && changes && no_words;
        // What is short can hold no more different bytes than it is long.
        let most = (self.length as f64).log2();
        (classes && self.bits > RANDOM_BITS)
            || (self.holds_no_words(RANDOM_LENGTH) && self.bits > RANDOM_BITS.min(most - SHORT_BITS))
    }

    /// True where so few neighbours are those of words that there are none, at `least` bytes.
    pub(super) fn holds_no_words(&self, least: usize) -> bool {
        // The more neighbours, the nearer they are to two of three in random letters.
        let odd = if self.length < 24 { ODD + 5 } else { ODD };
        self.length >= least && self.odd >= odd && self.signs * 4 <= self.length && !self.strange
    }

    /// True for a value that a person who was told to choose a strong password chooses: three of small
    /// and capital letters, digits and signs.
    pub(super) fn looks_chosen(&self) -> bool {
        let classes = [self.small, self.capital, self.digits, self.signs].iter().filter(|n| **n > 0).count();
        // Where signs join words, three classes are those of a name.
        self.length >= 8
            && classes >= 3
            && self.digits > 0
            && self.joints == 0
            && !self.strange
            && !self.placeholder
    }
}

/// Two for neighbours that words do not have, one for those that they seldom have.
pub(super) fn is_odd(first: u8, second: u8) -> usize {
    match (class(first), class(second)) {
        (0 | 1, 0 | 1) => {
            let [first, second] = [first, second].map(|b| usize::from((b | 32) - b'a'));
            let seldom = OFTEN[first] >> second & 1 == 0;
            2 * usize::from(seldom)
        }
        (0 | 1, 2) | (2, 0 | 1) => 2,
        (2, 2) => 1,
        _ => 0,
    }
}

/// True where the value stands for one that somebody is to put there.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    let value = value.to_ascii_lowercase();
    let has = |word: &&str| memchr::memmem::find(&value, word.as_bytes()).is_some();
    distinct(&value) < 5 || PLACEHOLDERS.iter().any(has)
}

/// How many different bytes.
pub(super) fn distinct(value: &[u8]) -> u32 {
    let mut seen = [0u64; 4];
    for byte in value {
        seen[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }
    seen.iter().map(|part| part.count_ones()).sum()
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

//! What tells most names apart at a glance: their letters and their length.

/// The letters and the length of a name. Two names that are near each other have nearly the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameShape {
    /// A bit for each letter, digit and mark, upper and lower case the same; [`ANY`] where not all are
    /// ASCII.
    letters: u64,
    /// Bytes; [`LONG`] for so many or more.
    bytes: u16,
}

/// The letters of a name of which nothing is known.
const ANY: u64 = u64::MAX;
/// The length of a name of which only is known that it is long.
const LONG: u16 = u16::MAX;

impl NameShape {
    /// That of a name. O(length).
    pub fn of(name: &str) -> Self {
        let letters = name.bytes().fold(0_u64, |all, byte| match byte.is_ascii() {
            true => all | 1 << (byte.to_ascii_lowercase() & 63),
            false => ANY,
        });
        Self { letters, bytes: u16::try_from(name.len()).unwrap_or(LONG) }
    }

    /// How many letters of this name do not stand in the other: at least so many typing errors are
    /// between the two, and where it is one or more, this is no part of the other.
    pub const fn lacks(self, other: Self) -> u32 {
        if self.letters == ANY || other.letters == ANY {
            return 0;
        }
        (self.letters & !other.letters).count_ones()
    }

    /// True where at most `errors` typing errors may be between the two names, upper and lower case the
    /// same; false only where there are more.
    pub fn may_be_near(self, other: Self, errors: u32) -> bool {
        self.lacks(other) <= errors && other.lacks(self) <= errors && self.far(other) <= errors
    }

    /// True where this name may stand in the other, its letters side by side or not.
    pub const fn may_stand_in(self, other: Self) -> bool {
        self.lacks(other) == 0 && (self.bytes <= other.bytes || self.letters == ANY || other.letters == ANY)
    }

    /// By how many bytes one is longer at least.
    fn far(self, other: Self) -> u32 {
        if self.letters == ANY || other.letters == ANY || self.bytes.max(other.bytes) == LONG {
            return 0;
        }
        u32::from(self.bytes.abs_diff(other.bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::NameShape;

    fn shapes(a: &str, b: &str) -> (NameShape, NameShape) {
        (NameShape::of(a), NameShape::of(b))
    }

    #[test]
    fn what_is_near_or_inside_is_never_passed_over() {
        for (a, b, errors) in
            [("prase", "Parse", 1), ("a_b", "AB", 1), ("straße", "STRASSE", 2), ("x", "yx", 1)]
        {
            let (a, b) = shapes(a, b);
            assert!(a.may_be_near(b, errors) && b.may_be_near(a, errors), "{a:?} {b:?}");
        }
        let long = "q".repeat(70_000);
        for (part, whole) in [("dir", "getDirectory"), ("gdr", "get_dir_root"), ("ß", "ss"), ("q", &long)] {
            let (part, whole) = shapes(part, whole);
            assert!(part.may_stand_in(whole), "{part:?} {whole:?}");
        }
    }

    #[test]
    fn other_letters_and_other_lengths_are_told_at_once() {
        let (quartz, parser) = shapes("Quartz", "parser");
        assert_eq!((quartz.lacks(parser), parser.lacks(quartz)), (4, 3));
        assert!(!quartz.may_be_near(parser, 2) && !quartz.may_stand_in(parser));
        let (short, long) = shapes("parse", "parseparse");
        assert!(!short.may_be_near(long, 2) && short.may_stand_in(long) && !long.may_stand_in(short));
    }
}

//! Sets of bytes that values are made of.

/// A set of bytes.
pub(super) type ByteSet = fn(u8) -> bool;

/// The visible bytes of ASCII but for `signs`, for sets that are asked about often.
pub(super) const fn graphic_but(signs: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    let mut byte = b'!';
    while byte <= b'~' {
        set[byte as usize] = true;
        byte += 1;
    }
    let mut i = 0;
    while i < signs.len() {
        set[signs[i] as usize] = false;
        i += 1;
    }
    set
}

pub(super) fn alnum(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

pub(super) fn lower(b: u8) -> bool {
    b.is_ascii_lowercase() || b.is_ascii_digit()
}

pub(super) fn upper(b: u8) -> bool {
    b.is_ascii_uppercase() || b.is_ascii_digit()
}

pub(super) fn hex(b: u8) -> bool {
    b.is_ascii_hexdigit()
}

/// Hexadecimal digits and the signs between the parts of a UUID.
pub(super) fn uuid(b: u8) -> bool {
    b.is_ascii_hexdigit() || b == b'-'
}

pub(super) fn word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')
}

pub(super) fn dotted(b: u8) -> bool {
    word(b) || b == b'.'
}

pub(super) fn base64(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')
}

/// Digits of both forms of base64.
pub(super) fn any_base64(b: u8) -> bool {
    base64(b) || word(b)
}

/// The same, dots and tildes.
pub(super) fn token(b: u8) -> bool {
    any_base64(b) || matches!(b, b'.' | b'~')
}

pub(super) fn percent(b: u8) -> bool {
    any_base64(b) || b == b'%'
}

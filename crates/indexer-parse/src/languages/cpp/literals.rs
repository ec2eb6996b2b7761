//! Literals: what stands before and behind them says of which type they are.

use crate::walk::Walk;
use indexer_core::{ExprId, LiteralKind};

/// A text; one of wide characters is another type.
pub(super) fn text(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_narrow = is_narrow(walk.text(), b'"');
    let span = walk.span();
    walk.lower_children();
    if is_narrow { walk.build.string(span) } else { walk.build.literal(LiteralKind::Bytes) }
}

/// A character; the type of a wide one is not told.
pub(super) fn character(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_narrow = is_narrow(walk.text(), b'\'');
    walk.lower_children();
    if is_narrow { walk.build.literal(LiteralKind::Character) } else { ExprId::UNKNOWN }
}

/// False behind a prefix (`L"a"`, `u8"a"`), but for that of raw texts. Of several literals the first says it.
fn is_narrow(text: &str, quote: u8) -> bool {
    let first = text.trim_start_matches('R').as_bytes().first();
    // Macros between literals are narrow by custom: `"a" PRIu64`.
    !matches!(first, Some(b'L' | b'u' | b'U')) || !text.as_bytes().iter().take(4).any(|byte| *byte == quote)
}

/// A number.
pub(super) fn number(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = kind_of_number(walk.text());
    walk.lower_children();
    walk.build.literal(kind)
}

fn kind_of_number(text: &str) -> LiteralKind {
    let is_hex = text.starts_with("0x") || text.starts_with("0X");
    let has_exponent = match is_hex {
        true => text.contains(['p', 'P']),
        false => text.contains(['e', 'E']) && !text.starts_with("0b"),
    };
    if text.contains('.') || has_exponent {
        match !is_hex && text.ends_with(['f', 'F']) {
            true => LiteralKind::Single,
            false => LiteralKind::Float,
        }
    } else if text.ends_with(['u', 'U', 'l', 'L', 'z', 'Z']) {
        LiteralKind::Long
    } else {
        LiteralKind::Integer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_and_prefixes_say_the_type() {
        let kinds =
            ["1", "0xfe", "1u", "2LL", "1.0", "1e3", "0x1p3", "1'000", "1.f", "1e3F"].map(kind_of_number);
        use LiteralKind::{Float, Integer, Long, Single};
        assert_eq!(kinds, [Integer, Integer, Long, Long, Float, Float, Float, Integer, Single, Single]);
        let narrow = ["\"a\"", "R\"(a)\"", "L\"a\"", "u8\"a\"", "LR\"(a)\"", "PREFIX \"a\""]
            .map(|text| is_narrow(text, b'"'));
        assert_eq!(narrow, [true, true, false, false, false, true]);
    }
}

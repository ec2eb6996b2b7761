//! What the linker must know: as for C++, with the types of the language.

use crate::languages::cpp;
use indexer_core::LinkRules;

pub(super) const RULES: LinkRules = LinkRules { implicit, implied_packages: &["metal"], ..cpp::link::RULES };

/// Types of which there are vectors and matrices.
const SCALARS: &[&str] =
    &["bfloat", "bool", "char", "float", "half", "int", "long", "short", "uchar", "uint", "ulong", "ushort"];

/// What the language has unasked: its scalars, their vectors (`half4`) and matrices (`float4x4`), and the name space of its
/// library.
fn implicit(name: &str) -> Option<&'static str> {
    let plain = name.strip_prefix("packed_").unwrap_or(name);
    let of = plain.trim_end_matches(|one: char| one.is_ascii_digit() || one == 'x');
    let size = &plain[of.len()..];
    let is_size =
        matches!(size, "" | "2" | "3" | "4") || matches!(size.as_bytes(), [b'2'..=b'4', b'x', b'2'..=b'4']);
    let is_given = name == "metal" || SCALARS.contains(&of) && is_size;
    if is_given { Some("metal") } else { (cpp::link::RULES.implicit)(name) }
}

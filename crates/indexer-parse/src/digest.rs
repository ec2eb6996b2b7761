//! The digest of an extractor: facts that another extractor made are not used.

/// FNV-1a (64 bits) over the texts in order, with a separator after each. Meant for constants:
/// `digest::of(&[include_str!("mod.rs"), ...])`.
pub const fn of(texts: &[&str]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut text = 0;
    while text < texts.len() {
        let bytes = texts[text].as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0000_0100_0000_01b3);
            at += 1;
        }
        hash = (hash ^ 0xff).wrapping_mul(0x0000_0100_0000_01b3);
        text += 1;
    }
    hash
}

/// The digest of what all languages share. A language's own is
/// `with(SHARED, &[include_str!("mod.rs"), ..])`.
pub const SHARED: u64 = of(&[
    include_str!("build.rs"),
    include_str!("build/checkpoint.rs"),
    include_str!("build/define.rs"),
    include_str!("build/look_up.rs"),
    include_str!("deferred.rs"),
    include_str!("masked.rs"),
    include_str!("memory.rs"),
    include_str!("order.rs"),
    include_str!("parse.rs"),
    include_str!("table.rs"),
    include_str!("text.rs"),
    include_str!("tree.rs"),
    include_str!("verbatim.rs"),
    include_str!("walk.rs"),
    include_str!("../Cargo.toml"),
    include_str!("../../../Cargo.toml"),
]);

/// `shared` together with the texts of a language.
pub const fn with(shared: u64, texts: &[&str]) -> u64 {
    (shared ^ of(texts)).wrapping_mul(0x0000_0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_and_every_border_counts() {
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a"]), of(&["b"]));
        assert_ne!(with(SHARED, &["a"]), with(SHARED, &["b"]));
        assert_eq!(of(&[]), 0xcbf2_9ce4_8422_2325);
    }
}

//! The table of meanings that the program ships: `table.bin`, described in `README.md` beside it.
//!
//! A crate of its own, so that its seven megabytes are compiled when they change and not with every search.

use indexer_search::embed::Table;
use std::sync::OnceLock;

static BYTES: &[u8] = include_bytes!("../table.bin");

/// Hash of the table: vectors of files that another one made are not used.
pub const TABLE_DIGEST: &str = env!("TABLE_DIGEST");

/// The table; read when it is first asked for, in about a millisecond. One without rows if the bytes
/// were no table, which a test rules out.
pub fn table() -> &'static Table<'static> {
    static TABLE: OnceLock<Table<'static>> = OnceLock::new();
    TABLE.get_or_init(|| Table::read(BYTES).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use indexer_search::packed::{cosine, packed};

    #[test]
    fn words_of_one_meaning_are_near() {
        let vector = |text: &str| super::table().vector(text.split(' ')).unwrap();
        let near = |a: &str, b: &str| cosine(&vector(a), &packed(&vector(b)));
        assert!(
            near("delete the folder", "remove directory") > near("delete the folder", "open a socket") + 0.2
        );
        assert!(
            near("authenticate user", "login password check") > near("authenticate user", "draw a circle")
        );
    }
}

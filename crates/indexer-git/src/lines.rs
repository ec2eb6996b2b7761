//! How many lines two texts do not share.

use gix::bstr::{BStr, ByteSlice};
use std::collections::BTreeMap;

/// How many lines one text has and the other has not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Churn {
    /// Lines of the new text alone.
    pub added: usize,
    /// Lines of the old text alone.
    pub removed: usize,
}

/// Compares two texts by their lines, each as often as it stands there; their order does not count.
/// O(lines * log lines).
pub fn churn(old: &[u8], new: &[u8]) -> Churn {
    let mut counts: BTreeMap<&BStr, i64> = BTreeMap::new();
    for line in new.lines() {
        *counts.entry(line.as_bstr()).or_default() += 1;
    }
    for line in old.lines() {
        *counts.entry(line.as_bstr()).or_default() -= 1;
    }
    let sum = |sign: i64| counts.values().map(|count| (count * sign).max(0) as usize).sum();
    Churn { added: sum(1), removed: sum(-1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_only_one_has_are_counted() {
        assert_eq!(churn(b"a\nb\nb\n", b"b\na\nc\n"), Churn { added: 1, removed: 1 });
        assert_eq!(churn(b"", b"a\nb"), Churn { added: 2, removed: 0 });
    }
}

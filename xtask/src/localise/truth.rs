//! Which lines a fix changed, as they were before it.

use crate::search::Case;
use crate::tree::git;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The lines that a fix changed, of each file that it must find; 1-based, of the revision before it. Of what was only
/// added, the lines on both sides.
#[derive(Debug)]
pub(super) struct Truth(BTreeMap<String, Vec<RangeInclusive<u64>>>);

impl Truth {
    /// That of a fix; `None` where its commit is not known.
    pub(super) fn of(case: &Case) -> Result<Option<Self>, String> {
        let commit = case.id.rsplit(':').next().unwrap_or("");
        let Some(before) = &case.revision else { return Ok(None) };
        let exists = git(&case.root, &["cat-file", "-e", &format!("{commit}^{{commit}}")]);
        if exists.is_err() {
            return Ok(None);
        }
        let mut lines = BTreeMap::new();
        for path in &case.relevant {
            let diff = git(&case.root, &["diff", "-U0", "--no-color", before, commit, "--", path])?;
            lines.insert(path.clone(), diff.lines().filter_map(changed).collect());
        }
        Ok(Some(Self(lines)))
    }

    /// True for a file that the fix changed.
    pub(super) fn has_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// True where one of these lines of a file is one that the fix changed.
    pub(super) fn has_line(&self, path: &str, lines: &RangeInclusive<u64>) -> bool {
        let meets = |one: &RangeInclusive<u64>| one.start() <= lines.end() && lines.start() <= one.end();
        self.0.get(path).is_some_and(|all| all.iter().any(meets))
    }
}

/// The old lines of the head of a hunk: `@@ -3,2 +4 @@`.
fn changed(line: &str) -> Option<RangeInclusive<u64>> {
    let old = line.strip_prefix("@@ -")?.split(' ').next()?;
    let (first, count) = old.split_once(',').unwrap_or((old, "1"));
    let (first, count): (u64, u64) = (first.parse().ok()?, count.parse().ok()?);
    Some(match count {
        0 => first..=first + 1,
        count => first..=first + count - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_hunks_are_those_before() {
        assert_eq!(changed("@@ -3,2 +4 @@ fn a"), Some(3..=4));
        assert_eq!(changed("@@ -7 +8,3 @@"), Some(7..=7));
        assert_eq!(changed("@@ -7,0 +8,3 @@"), Some(7..=8));
        assert_eq!(changed("-a"), None);
        let truth = Truth(BTreeMap::from([("a.x".to_owned(), vec![7..=8])]));
        assert!(truth.has_file("a.x") && !truth.has_file("b.x"));
        assert!(truth.has_line("a.x", &(8..=9)) && !truth.has_line("a.x", &(9..=9)));
    }
}

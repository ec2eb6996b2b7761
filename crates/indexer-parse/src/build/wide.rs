//! Lines of a file with characters that are not of ASCII.

use indexer_core::work;

/// Where such characters stand, line by line.
#[derive(Debug)]
pub(super) struct WideLines {
    /// The first of them in each line that has some, and where the line ends.
    all: Vec<(usize, usize)>,
}

impl WideLines {
    /// Those of a file. O(bytes).
    pub(super) fn new(source: &str) -> Self {
        work::add(source.len());
        let mut all = Vec::new();
        let mut start = 0;
        for line in source.split_inclusive('\n') {
            let end = start + line.len();
            if let Some(at) = line.bytes().position(|byte| !byte.is_ascii()) {
                all.push((start + at, end));
            }
            start = end;
        }
        Self { all }
    }

    /// True where one stands before the byte `at` in its line. O(log lines).
    pub(super) fn is_before(&self, at: usize) -> bool {
        work::add(1);
        let known = self.all.partition_point(|(first, _)| *first < at);
        self.all[..known].last().is_some_and(|(_, end)| at < *end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_before_in_the_same_line_counts() {
        let text = "ab\ncédée\n\nfé";
        let lines = WideLines::new(text);
        let slow = |at: usize| {
            let before = text.as_bytes()[..at].iter().rev();
            !before.take_while(|byte| **byte != b'\n').all(u8::is_ascii)
        };
        for at in 0..text.len() {
            assert_eq!(lines.is_before(at), slow(at), "{at}");
        }
    }
}

//! Twice the symbols are at most a little more than twice the work, also where all are alike: counted, not
//! timed.

use crate::read;
use indexer_core::work::{self, NEVER};
use indexer_diff::compare;
use std::sync::atomic::AtomicBool;

/// The steps of a comparison of so many functions before and after.
fn steps(functions: usize, before: &str, after: &str) -> u64 {
    let file = |text: &str| text.repeat(functions);
    let (base, head) = (read(&[("a.py", &file(before))]), read(&[("a.py", &file(after))]));
    let (diff, counted) = work::count(|| compare(&base, &head, &NEVER).changes.len());
    assert!(diff >= functions, "{diff} of {functions}");
    counted.steps
}

#[test]
fn many_of_one_name_and_many_of_equal_tokens_are_not_compared_each_with_each() {
    let many = |name: &str, value: &str| {
        format!("def {name}(a, b):\n    c = a + b + {value}\n    d = c * a * b\n    return [a, b, c, d]\n\n")
    };
    for (before, after) in [(many("f", "1"), many("f", "2")), (many("f", "1"), many("g", "1"))] {
        // Below the bounds each is compared with each; above them, nothing is.
        let (few, once, twice) =
            (steps(400, &before, &after), steps(1_000, &before, &after), steps(2_000, &before, &after));
        let most = 23 * once.max(few) / 10;
        assert!(few > 0 && twice <= most, "{few} {once} {twice}");
    }
}

#[test]
fn a_comparison_that_nobody_waits_for_ends() {
    let many = |name: &str, first: usize| -> String {
        let one = |i: usize| {
            format!(
                "def {name}{i}(a, b):\n    c = a + b + {i}\n    d = c * a * {i}\n    return [a, b, c, d, {i}]\n\n"
            )
        };
        (first..first + 400).map(one).collect()
    };
    let (base, head) = (read(&[("a.py", &many("f", 1_000))]), read(&[("a.py", &many("g", 2_000))]));
    let counted = |stop: bool| {
        let stop = AtomicBool::new(stop);
        work::count(|| drop(compare(&base, &head, &stop))).1
    };
    let (whole, stopped) = (counted(false), counted(true));
    assert!(whole.steps > 1_000_000 && whole.unlooked < 1_000, "{whole:?}");
    assert!(stopped.steps < 1_000, "{stopped:?}");
}

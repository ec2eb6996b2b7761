//! Any bytes as a file of ignore rules, and any path: an answer, the same one wherever the file stands,
//! and of a rule and its opposite the later one.
//!
//! The first line is the path, the rest are the rules.
#![no_main]

use indexer_git::{RuleStack, Rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (path, rules) = bytes.split_at(end);
    let rules = rules.get(1..).unwrap_or_default();
    // What is listed below a root: no empty part, so no slash at either end.
    let Ok(path) = std::str::from_utf8(path) else { return };
    if path.split('/').any(str::is_empty) {
        return;
    }
    let (here, below) = (Rules::parse(rules, ""), Rules::parse(rules, "some/folder"));
    let stack = RuleStack::default().with(here.clone());
    let inside = format!("some/folder/{path}");
    for is_folder in [false, true] {
        let said = here.decide(path, is_folder);
        assert_eq!(said, below.decide(&inside, is_folder), "rules count from their folder");
        assert_eq!(said, stack.decide(path, is_folder), "one file is a stack of one");
        assert_eq!(below.decide(path, is_folder).filter(|_| !path.starts_with("some/folder/")), None);
    }
    // A rule that ignores and, after it, the same one that does not.
    let line = rules.split(|byte| *byte == b'\n').next().unwrap_or_default();
    if !line.is_empty() && !line.starts_with(b"!") && !line.starts_with(b"#") && !line.starts_with(b"\\") {
        let both = [line, b"\n!", line].concat();
        for is_folder in [false, true] {
            let alone = Rules::parse(line, "").decide(path, is_folder);
            assert_eq!(alone.map(|_| false), Rules::parse(&both, "").decide(path, is_folder));
        }
    }
});

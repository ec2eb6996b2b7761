//! Tests as runners take them.

use super::reached::TestRow;
use crate::protocol::Format;
use indexer_core::path::extension;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The tests that a runner can run, a line each, each once, in order; those of other runners are left
/// out, and those with a line break in their names, which would be two.
pub(super) fn runner_list(tests: &[TestRow], format: Format) -> String {
    let line = |test: &TestRow| match format {
        Format::Cargo => cargo(test),
        Format::Pytest => pytest(test),
        Format::Jest => jest(test),
        _ => Some(test.node.key.clone()),
    };
    let mut seen = FxHashSet::default();
    let mut lines: Vec<String> = tests.iter().filter_map(line).collect();
    // A name over two lines would be two, and the second may be anything.
    lines.retain(|line| !line.contains(char::is_control) && seen.insert(line.clone()));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The path of a test inside its crate.
fn cargo(test: &TestRow) -> Option<String> {
    let inside = test.node.qualified.split_once("::").map(|(_, inside)| inside.to_owned());
    inside.filter(|_| extension(&test.node.path) == "rs")
}

/// `path::Class::test`; the file where the test is not known.
fn pytest(test: &TestRow) -> Option<String> {
    let (path, chain) = test.node.key.split_once('#').unwrap_or((&test.node.key, ""));
    let parts = chain.split('.').filter(|part| !part.is_empty());
    let id = std::iter::once(&*argument(path)).chain(parts).collect::<Vec<_>>().join("::");
    (extension(path) == "py").then_some(id)
}

/// A path as an argument that is nothing else: `-p.py` would be an option, and `@p.py` a file of them.
fn argument(path: &str) -> Cow<'_, str> {
    match path.starts_with(['-', '@']) {
        true => Cow::Owned(format!("./{path}")),
        false => Cow::Borrowed(path),
    }
}

/// The file of a test.
fn jest(test: &TestRow) -> Option<String> {
    let kind = extension(&test.node.path).trim_start_matches(['c', 'm']);
    (kind.starts_with("js") || kind.starts_with("ts")).then(|| argument(&test.node.path).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relations::NodeRow;

    fn test(key: &str, qualified: &str) -> TestRow {
        let (path, _) = key.split_once('#').unwrap_or((key, ""));
        let node = NodeRow {
            qualified: qualified.into(),
            kind: "function",
            path: path.into(),
            line: None,
            key: key.into(),
        };
        TestRow { node, distance: 1, resolution: "resolved" }
    }

    #[test]
    fn each_runner_gets_its_own() {
        let all = [
            test("src/a.rs#tests.goes", "a::tests::goes"),
            test("tests/test_a.py#TestA.test_go", "tests.test_a.TestA.test_go"),
            test("a.test.mjs", "a.test.mjs"),
            test("b.test.mjs#x", "b.test.x"),
            test("b.test.mjs#y", "b.test.y"),
        ];
        assert_eq!(runner_list(&all, Format::Cargo), "tests::goes\n");
        assert_eq!(runner_list(&all, Format::Pytest), "tests/test_a.py::TestA::test_go\n");
        assert_eq!(runner_list(&all, Format::Jest), "a.test.mjs\nb.test.mjs\n");
        assert_eq!(runner_list(&all, Format::Plain).lines().count(), 5);
        let odd = [test("a.py\n--collect-only/test_b.py#test_b", "b")];
        assert_eq!(runner_list(&odd, Format::Pytest), "");
    }

    #[test]
    fn a_name_is_never_an_option() {
        let all = [
            test("-p/test_a.py#test_go", "test_go"),
            test("--rootdir=x.py#test_go", "test_go"),
            test("@more.py#test_go", "test_go"),
            test("-c.test.js#x", "x"),
            test("a\n-p evil.py#test_go", "test_go"),
        ];
        let pytest = "./-p/test_a.py::test_go\n./--rootdir=x.py::test_go\n./@more.py::test_go\n";
        assert_eq!(runner_list(&all, Format::Pytest), pytest);
        assert_eq!(runner_list(&all, Format::Jest), "./-c.test.js\n");
        let plain = runner_list(&all, Format::Plain);
        assert_eq!(plain.lines().count(), 4, "{plain}");
    }
}

//! What names, comments and the head of a file tell.

use crate::text;
use crate::walk::Walk;
use indexer_core::{DefId, Flags, Visibility};

/// Names that begin with an upper case letter are exported.
pub(super) fn visibility(name: &str) -> Visibility {
    if name.chars().next().is_some_and(char::is_uppercase) { Visibility::Public } else { Visibility::Package }
}

/// Gives the definition, which starts at the byte `at`, the documentation before it.
pub(super) fn document(walk: &mut Walk<'_, '_>, id: DefId, at: u32) {
    if let Some((start, doc, flags)) = documentation(walk.build.source, at) {
        let definition = walk.build.definition(id);
        definition.span.start = start;
        definition.doc = Some(doc);
        definition.flags.add(flags);
    }
}

/// The documentation before the byte `at`, where it starts, and what it says of the definition.
pub(super) fn documentation(source: &str, at: u32) -> Option<(u32, String, Flags)> {
    let (start, comments) = text::comments_before(source, at as usize)?;
    let doc = text::documentation(comments, is_directive)?;
    let deprecated = doc.split("\n\n").any(|paragraph| paragraph.trim_start().starts_with("Deprecated: "));
    let flags = if deprecated { Flags::DEPRECATED } else { Flags::NONE };
    Some((start as u32, doc, flags))
}

/// Comments such as `//go:generate` and `//nolint:x` are no documentation.
fn is_directive(line: &str) -> bool {
    let Some((tool, rest)) = line.split_once(':') else { return line.starts_with(" +build ") };
    let lower = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    !tool.is_empty()
        && lower(tool)
        && rest.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
}

/// The build constraint that the text before the package clause gives: that of `//go:build`, else
/// of all `// +build` lines.
pub(super) fn constraint(head: &str) -> Option<String> {
    let lines = || head.lines().map(str::trim);
    if let Some(found) = lines().find_map(|line| line.strip_prefix("//go:build ")) {
        return Some(found.trim().to_owned());
    }
    let old = lines().filter_map(|line| line.strip_prefix("//")?.trim_start().strip_prefix("+build "));
    let all: Vec<&str> = old.map(str::trim).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// True where a line says that a program wrote the file (golang.org/s/generatedcode).
pub(super) fn is_generated(head: &str) -> bool {
    head.lines()
        .any(|line| line.starts_with("// Code generated ") && line.trim_end().ends_with(" DO NOT EDIT."))
}

/// True for the names and parameters of what `go test` runs.
pub(super) fn is_test(name: &str, parameters: &str) -> bool {
    let of = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(|c: char| c.is_lowercase()))
    };
    let takes = |types: &[&str]| types.iter().any(|one| parameters.contains(one));
    (of("Test") && takes(&["testing.T)", "testing.M)"]))
        || (of("Benchmark") && takes(&["testing.B)"]))
        || (of("Fuzz") && takes(&["testing.F)"]))
        || (of("Example") && parameters.trim_matches(['(', ')', ' ']).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_by_name_and_parameter() {
        assert!(is_test("TestX", "(t *testing.T)") && is_test("Test", "(t *testing.T)"));
        assert!(is_test("Example_suffix", "()") && is_test("BenchmarkX", "(b *testing.B)"));
        assert!(!is_test("Testify", "(t *testing.T)") && !is_test("TestX", "(t int)"));
    }

    #[test]
    fn directives_are_no_documentation() {
        assert!(is_directive("go:noinline") && is_directive("nolint:all") && is_directive(" +build linux"));
        assert!(!is_directive(" see https://example.org") && !is_directive("TODO:x"));
    }

    #[test]
    fn constraints_stand_before_the_package() {
        assert_eq!(constraint("// x\n\n//go:build linux && !cgo\n").as_deref(), Some("linux && !cgo"));
        assert_eq!(constraint("// +build a b\n// +build !c\n").as_deref(), Some("a b, !c"));
        assert_eq!(constraint("// built\n"), None);
    }
}

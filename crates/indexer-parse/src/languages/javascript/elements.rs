//! Which module holds the types of the host's elements: `<div>` is a member of its `JSX.IntrinsicElements`.

use super::configurations::{configuration, said};
use indexer_core::{Files, path};

/// The name of the module where the file does not say which: the configuration may.
pub(super) const CONFIGURED: &str = "jsx:runtime";

/// The most parts of a project that are looked at.
const MOST_PARTS: usize = 64;

/// The module of a package, or of a folder, that holds the types of its elements.
pub(super) fn runtime_of(source: &str) -> String {
    format!("{}/jsx-runtime", source.trim_end_matches('/'))
}

/// The module that the configuration of a folder names, and whether that one holds for all files there. Where the nearest
/// one is made of parts, a file belongs to one of those.
pub(super) fn configured(files: &dyn Files, folder: &str) -> Option<(String, bool)> {
    let (at, manifest) = configuration(files, folder)?;
    if let Some(source) = said(files, &at, manifest, 0, |one| one.element_source.clone()) {
        return Some((runtime_of(&source), true));
    }
    let of_part = |part: &String| {
        let part = path::resolve(path::parent(&at), part)?;
        let inside = path::join(&part, "tsconfig.json");
        let part = [part, inside].into_iter().find(|path| files.manifest(path).is_some())?;
        said(files, &part, files.manifest(&part)?, 0, |one| one.element_source.clone())
    };
    let mut sources: Vec<String> = manifest.parts.iter().take(MOST_PARTS).filter_map(of_part).collect();
    sources.sort_unstable();
    sources.dedup();
    match &sources[..] {
        [source] => Some((runtime_of(source), false)),
        _ => None,
    }
}

/// What the comments at the beginning of a file say of its elements.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Pragmas<'s> {
    /// `@jsxImportSource a`.
    pub source: Option<&'s str>,
    /// `@jsx a`, `@jsxRuntime classic`: elements are made by a function in sight, whose package knows them.
    pub has_factory: bool,
}

/// Reads them: only comments count that stand before everything else.
pub(super) fn pragmas(source: &str) -> Pragmas<'_> {
    let mut found = Pragmas::default();
    let mut rest = source.trim_start_matches('\u{feff}');
    if rest.starts_with("#!") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    loop {
        rest = rest.trim_start();
        if let Some(line) = rest.strip_prefix("//") {
            rest = line.split_once('\n').map_or("", |(_, rest)| rest);
            continue;
        }
        let Some((comment, after)) = rest.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) else {
            return found;
        };
        rest = after;
        let mut words = comment.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word.trim_start_matches('*') {
                "@jsxImportSource" => {
                    found.source = words.peek().copied().filter(|s| *s != "*").or(found.source)
                }
                "@jsx" => found.has_factory = true,
                "@jsxRuntime" => found.has_factory |= words.peek() == Some(&"classic"),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_at_the_beginning_say_which_module_has_the_elements() {
        let of = |source| Pragmas { source: Some(source), has_factory: false };
        assert_eq!(pragmas("// a\n/** @jsxImportSource ../ **/\nlet a;"), of("../"));
        assert_eq!(pragmas("#!/usr/bin/env tsx\n/*\n * @jsxImportSource preact\n */"), of("preact"));
        assert_eq!(pragmas("let a;\n/** @jsxImportSource preact */"), Pragmas::default());
        assert_eq!(pragmas("/** @jsxImportSource */"), Pragmas::default());
        assert_eq!(pragmas("/** @jsx h */ /* @jsx"), Pragmas { source: None, has_factory: true });
        assert_eq!((&*runtime_of("../"), &*runtime_of(".")), ("../jsx-runtime", "./jsx-runtime"));
    }
}

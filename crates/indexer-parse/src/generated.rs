//! Of which file a generated one says that it is made.

use crate::build::Build;
use indexer_core::{ExprId, Expression, ImportShape, Role, ScopeId, Span};

/// Bytes at the beginning of a file in which it may say so: licences of the file that it is made of stand before that.
const HEAD: usize = 16 << 10;

/// The endings of files of which generators make code.
const ENDINGS: &[&str] = &[".proto"];

/// What stands before the path, behind the signs of a comment.
const WORDS: &[&str] = &["source:", "Source:", "@generated from file ", "@generated from protobuf file "];

/// Signs with which lines of comments begin.
const SIGNS: &[&str] = &["//", "#", "/*", "*", "--", "<!--", ";"];

/// Adds the file that the text names as its source, as an import. Such a line is a comment: its words are no identifiers.
/// O([`HEAD`]).
pub(crate) fn read_source(build: &mut Build<'_>) {
    let text = build.source;
    let head = text.floor_char_boundary(HEAD.min(text.len()));
    let Some((at, path)) = source(&text[..head]) else { return };
    let span = Span::new(at as u32, (at + path.len()) as u32);
    let names = path.split('/').map(|step| build.names.made(step)).collect();
    let import = build.import(ImportShape::Source, names, ScopeId(0), span);
    let expression: ExprId = build.expression(Expression::Import { import, upto: u32::MAX });
    let role = std::mem::replace(&mut build.role, Role::Import);
    build.use_member(span, expression);
    build.uses.uncount_last();
    build.role = role;
}

/// The first path that a line of a comment names so, and the byte at which it begins.
fn source(head: &str) -> Option<(usize, &str)> {
    ENDINGS.iter().any(|ending| head.contains(ending)).then_some(())?;
    let mut start = 0;
    for line in head.split_inclusive('\n') {
        if let Some(path) = named(line) {
            // A part of the line.
            return Some((start + (path.as_ptr() as usize - line.as_ptr() as usize), path));
        }
        start += line.len();
    }
    None
}

fn named(line: &str) -> Option<&str> {
    let line = line.trim();
    let sign = SIGNS.iter().find(|sign| line.starts_with(**sign))?;
    let said = line[sign.len()..].trim_start_matches(['/', '*', '#', '!', '-', ' ', '\t']);
    let said = WORDS.iter().find_map(|word| said.strip_prefix(word))?.trim_start();
    let path = match said.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => said.split([' ', '\t', '(']).next()?,
    };
    let is_path = path.len() <= 1024 && ENDINGS.iter().any(|ending| path.ends_with(ending));
    let steps = || path.split('/').all(|step| !matches!(step, "" | "." | ".."));
    (is_path && !path.contains(['\\', ':', '*']) && steps()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generators_say_it_in_their_ways() {
        let lines = [
            "// source: a/b.proto\n",
            "# source: a/b.proto\r\n",
            "//     source: a/b.proto",
            " * @generated from file a/b.proto (package a.b, syntax proto3)\n",
            "/* eslint-disable */\n// @generated from protobuf file \"a/b.proto\" (package \"a.b\", syntax proto3)\n",
            "// Source: a/b.proto",
        ];
        for line in lines {
            let text = format!("// Code generated. DO NOT EDIT.\n{line}");
            let (at, path) = source(&text).expect(line);
            assert_eq!((&text[at..at + path.len()], path), ("a/b.proto", "a/b.proto"), "{line}");
        }
    }

    #[test]
    fn nothing_else_is_taken_for_it() {
        let lines = [
            "source: a.proto",
            "// see source: a.proto",
            "// source: a.txt",
            "x = \"source: a.proto\"",
            "// source: ../a.proto",
            "// source: /a.proto",
            "",
        ];
        for line in lines {
            assert_eq!(source(line), None, "{line}");
        }
    }
}

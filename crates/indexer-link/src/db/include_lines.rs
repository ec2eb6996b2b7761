//! What a file includes, as its lines say it: enough to follow what files include without decoding their facts.

use crate::db::is_include;
use indexer_core::FileFacts;

/// The lines by which a file takes in the text of others, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IncludeLines {
    /// The paths, one behind the other.
    paths: Box<str>,
    lines: Box<[Line]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    /// Where its path ends in those of all.
    end: u32,
    start: u32,
    is_near: bool,
}

/// A line that includes a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IncludeLine<'a> {
    /// The path as it is written, without empty parts.
    pub path: &'a str,
    /// True where it is looked for beside the file first.
    pub is_near: bool,
    /// First byte of the path in the file.
    pub start: u32,
}

impl IncludeLines {
    /// Those of a file. O(imports).
    pub fn of(facts: &FileFacts) -> Self {
        let (mut paths, mut lines) = (String::new(), Vec::new());
        for import in facts.imports.iter().filter(|import| is_include(import)) {
            for (at, name) in import.path.iter().enumerate() {
                if at > 0 {
                    paths.push('/');
                }
                paths.push_str(facts.name(*name));
            }
            lines.push(Line { end: paths.len() as u32, start: import.span.start, is_near: import.level > 0 });
        }
        Self { paths: paths.into(), lines: lines.into() }
    }

    /// The lines, in order.
    pub fn iter(&self) -> impl Iterator<Item = IncludeLine<'_>> {
        let mut start = 0;
        self.lines.iter().map(move |line| {
            let path = self.paths.get(start..line.end as usize).unwrap_or_default();
            start = line.end as usize;
            IncludeLine { path, is_near: line.is_near, start: line.start }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_the_file_has_them() {
        let text = "#include \"a/b.h\"\nint x;\n#include <c.h>\n#include \"a//d.h\"\n";
        let language = indexer_parse::language_of("a.c", text.as_bytes()).unwrap();
        let facts = indexer_parse::parse(language, text.as_bytes(), indexer_parse::Limits::default());
        let lines = IncludeLines::of(&facts);
        let lines: Vec<_> = lines.iter().map(|line| (line.path, line.is_near)).collect();
        assert_eq!(lines, [("a/b.h", true), ("c.h", false), ("a/d.h", true)]);
        assert_eq!(IncludeLines::default().iter().count(), 0);
    }
}

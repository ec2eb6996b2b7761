//! What the grammar misreads: a primary constructor that begins a line of its own, which it takes for the end of the class,
//! `actual` before a definition, which it takes for a name in long files, `context(a: A)` before one, which it takes
//! for a call, an annotation of a function type, whose parameters it takes for arguments of that, and an object without
//! bases in one line, which it takes for a call too.

use super::state::Kotlin;
use super::{annotated, contexts};
use crate::masked::Masked;

const WORD: &str = "constructor";

/// Lines of comments and annotations between a class and its constructor that are looked at.
const MOST_LINES: usize = 16;

/// So many bytes are looked at between the beginning of a line and the word.
const LONGEST_BEFORE: usize = 256;

/// The text as the parser sees it: the class and its constructor stand in one line.
pub(super) fn mask(source: &str) -> Masked {
    let mut text = source.to_owned().into_bytes();
    let mut from = 0;
    while let Some(at) = source.get(from..).and_then(|rest| rest.find(WORD)).map(|at| from + at) {
        from = at + WORD.len();
        if let Some((start, end)) = between(source, at) {
            for byte in &mut text[start..end] {
                if *byte != b' ' {
                    *byte = b' ';
                }
            }
        }
    }
    for at in actual(source) {
        text[at..at + ACTUAL.len()].fill(b' ');
    }
    for at in objects(source) {
        text[at] = b';';
    }
    let contexts = contexts::find(source, begins_definition);
    let annotated = annotated::find(source);
    let identifiers = contexts.iter().map(|one| contexts::identifiers(source, one)).sum::<u32>()
        + annotated.iter().map(|one| annotated::identifiers(source, *one)).sum::<u32>();
    for span in contexts.iter().map(|one| one.span).chain(annotated.iter().copied()) {
        let all = &mut text[span.start as usize..span.end as usize];
        all.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    }
    // What was replaced are whole characters, by ASCII: it stays UTF-8.
    let text = String::from_utf8(text).unwrap_or_else(|_| source.to_owned());
    let memory = Box::new(Kotlin { contexts, annotated, ..Kotlin::default() });
    Masked { text, identifiers, verbatim: None, memory }
}

const ACTUAL: &str = "actual";

/// Words that stand before a definition, sorted.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "abstract", "actual", "annotation", "class", "companion", "const", "constructor", "data", "enum", "external", "final",
    "fun", "infix", "inline", "inner", "interface", "internal", "lateinit", "object", "open", "operator", "override",
    "private", "protected", "public", "sealed", "suspend", "tailrec", "typealias", "val", "value", "var",
];

/// True for text that begins with a definition, its modifiers or annotations, behind at most some lines of comments.
fn begins_definition(rest: &str) -> bool {
    let mut lines = rest.lines().take(MOST_LINES).map(str::trim_start);
    let Some(rest) = lines.find(|line| !(line.is_empty() || line.starts_with("//"))) else { return false };
    let word = rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or("");
    rest.starts_with('@') || crate::text::holds(BEFORE, word)
}

/// Where the word stands among those before a definition.
fn actual(source: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let mut at = 0;
        for word in line.split_whitespace() {
            let Some(begin) = line[at..].find(word).map(|offset| at + offset) else { break };
            at = begin + word.len();
            if !crate::text::holds(BEFORE, word) {
                break;
            }
            let next = line[at..].split_whitespace().next().unwrap_or("");
            if word == ACTUAL && (crate::text::holds(BEFORE, next) || next.starts_with("constructor(")) {
                found.push(start + begin);
            }
        }
        start += line.len();
    }
    found
}

/// The blanks before the end of objects that are one line: a mark there ends the last member, and none of a call.
fn objects(source: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let written = line.trim_end();
        if let Some(rest) = written.trim_start().strip_prefix("object ")
            && let Some((name, members)) = rest.split_once('{')
            && !name.trim().is_empty()
            && name.trim().chars().all(|c| c.is_alphanumeric() || c == '_')
            && let Some(members) = members.strip_suffix(" }")
            && !members.trim().is_empty()
        {
            found.push(start + written.len() - " }".len());
        }
        start += line.len();
    }
    found
}

/// What stands between the head of a class and the line with the word at `at`, where that is the constructor of the class.
fn between(source: &str, at: usize) -> Option<(usize, usize)> {
    let near = at.saturating_sub(LONGEST_BEFORE);
    let line = near + source.as_bytes()[near..at].iter().rposition(|byte| *byte == b'\n')?;
    let before = &source[line + 1..at];
    let is_modifier =
        |word: &str| matches!(word, "internal" | "private" | "protected" | "public" | "actual" | "expect");
    if !before
        .split_whitespace()
        .all(|word| is_modifier(word) || word.starts_with('@') && !word.contains('('))
    {
        return None;
    }
    let end = line + 1 + before.len() - before.trim_start().len();
    let mut start = line;
    for _ in 0..MOST_LINES {
        let begin = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let above = source[begin..start].trim();
        if !(above.is_empty() || above.starts_with("//")) {
            return is_head(above).then_some((start, end));
        }
        start = begin.checked_sub(1)?;
    }
    None
}

/// True for a line that ends with the name of the class that it declares.
fn is_head(line: &str) -> bool {
    let line = match line.strip_suffix('>') {
        Some(_) => line.split_once('<').map_or("", |(head, _)| head),
        None => line,
    };
    let mut words = line.split_whitespace().rev();
    let is_name = words.next().is_some_and(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    is_name && words.next() == Some("class")
}

#[cfg(test)]
mod tests {
    use super::mask;

    #[test]
    fn what_is_actual_is_seen_as_any_definition() {
        let seen = |text: &str| mask(text).text;
        assert_eq!(seen("  public actual open class A\n"), "  public        open class A\n");
        assert_eq!(seen("actual constructor() : this(1)\n"), "       constructor() : this(1)\n");
        assert_eq!(seen("actual shouldBe expected\n"), "actual shouldBe expected\n");
        assert_eq!(seen("val actual = 1\n"), "val actual = 1\n");
    }

    #[test]
    fn an_object_in_one_line_is_no_call() {
        let seen = |text: &str| mask(text).text;
        assert_eq!(seen("object A { val b = 1 }\n"), "object A { val b = 1;}\n");
        assert_eq!(seen("val a = object : B { val c = 1 }\n"), "val a = object : B { val c = 1 }\n");
        assert_eq!(seen("object A { }\nobject B {\n}\n"), "object A { }\nobject B {\n}\n");
    }

    #[test]
    fn a_class_and_its_constructor_stand_in_one_line() {
        let seen = |text: &str| mask(text).text;
        let text = "class A<T>\n// Trusted.\ninternal constructor(a: T) : B\n";
        assert_eq!(seen(text), "class A<T>             internal constructor(a: T) : B\n");
        assert_eq!(seen(text).len(), text.len());
        for text in [
            "class A {\n  val b = c\n  constructor(d: D) : this()\n}\n",
            "class A constructor()\n",
            "constructor\n",
        ] {
            assert_eq!(seen(text), text);
        }
    }
}

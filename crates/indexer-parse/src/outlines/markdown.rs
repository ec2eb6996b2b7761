//! Markdown: headings, with their first sentence, and what links lead to.

use super::draft::{Draft, Entry, LONGEST_LINK};
use indexer_core::SymbolKind;

/// Longest first sentence of a heading, in bytes.
const LONGEST_DOC: usize = 200;

/// Bytes after which a backtick without its other end is a letter like others.
const LONGEST_CODE: usize = 500;

pub(super) fn read(draft: &mut Draft<'_>) {
    let text = draft.text;
    let mut open: Vec<(usize, Entry)> = Vec::new();
    let (mut at, mut fence, mut is_comment) = (after_front_matter(text), None::<&str>, false);
    // The line before, where it may be the text of a heading that is underlined below.
    let mut before: Option<(usize, &str)> = None;
    let mut was_blank = true;
    while at < text.len() {
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        let line = text[at..end].trim_end_matches('\r');
        let body = line.trim_start();
        let indent = line.len() - body.len();
        let last = before.take();
        if let Some(mark) = fence {
            if body.starts_with(mark) && body.trim_end().bytes().all(|byte| byte == mark.as_bytes()[0]) {
                fence = None;
            }
        } else if is_comment {
            is_comment = !line.contains("-->");
        } else if let Some(mark) = fence_of(body) {
            fence = Some(mark);
        } else if body.starts_with("<!--") && !body.contains("-->") {
            is_comment = true;
        } else if let Some((level, words)) = atx(body).filter(|_| indent < 4) {
            let start = at + indent + body.find(words).unwrap_or(0);
            heading(draft, &mut open, (level, words), (start, start + words.len()), at);
            links(draft, (at, at + line.len()), open.last().map(|(_, entry)| *entry));
        } else if let (Some((start, words)), Some(level)) = (last, underline(body).filter(|_| indent < 4)) {
            heading(draft, &mut open, (level, words), (start, start + words.len()), start);
        } else {
            let owner = open.last().map(|(_, entry)| *entry);
            if is_prose(body) {
                draft.document(owner, &shortened(&plain(body)));
                if was_blank && indent < 4 {
                    before = Some((at + indent, body.trim_end()));
                }
            }
            links(draft, (at, at + line.len()), owner);
        }
        was_blank = body.is_empty() || last.is_some();
        at = end + 1;
    }
    for (_, entry) in open {
        draft.end(Some(entry), text.trim_end().len());
    }
}

/// Opens a heading and closes those that it ends.
fn heading(
    draft: &mut Draft<'_>,
    open: &mut Vec<(usize, Entry)>,
    (level, words): (usize, &str),
    place: (usize, usize),
    start: usize,
) {
    let end = draft.text[..start].trim_end().len();
    while let Some((_, entry)) = open.pop_if(|(outer, _)| *outer >= level) {
        draft.end(Some(entry), end);
    }
    let owner = open.last().map(|(_, entry)| *entry);
    let name = Some(plain(words)).filter(|name| !name.is_empty()).unwrap_or_else(|| words.to_owned());
    let entry = draft.add(SymbolKind::Heading, &name, place, owner);
    draft.start(entry, start);
    draft.describe(entry, format!("{} {name}", "#".repeat(level)));
    if let Some(entry) = entry {
        open.push((level, entry));
    }
}

/// Where the text begins, behind settings between lines of `---`.
fn after_front_matter(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else { return 0 };
    let begin = text.len() - rest.len();
    let mut at = begin;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        if line.trim_end() == "---" {
            return at;
        }
    }
    0
}

/// The marks with which a line opens a block of code.
fn fence_of(body: &str) -> Option<&str> {
    let mark = body.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let length = body.bytes().take_while(|byte| *byte == mark as u8).count();
    // A line such as ```` ```x``` ```` is text.
    let is_fence = length >= 3 && !(mark == '`' && body[length..].contains('`'));
    is_fence.then(|| &body[..length])
}

/// The level and words of `## words ##`.
fn atx(body: &str) -> Option<(usize, &str)> {
    let level = body.bytes().take_while(|byte| *byte == b'#').count();
    let rest = &body[level..];
    if !(1..=6).contains(&level) || !(rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return None;
    }
    let words = rest.trim();
    let without = words.trim_end_matches('#');
    Some((
        level,
        if without.is_empty() || without.ends_with([' ', '\t']) { without.trim_end() } else { words },
    ))
}

/// The level of a heading that this line underlines.
fn underline(body: &str) -> Option<usize> {
    let line = body.trim_end();
    let all = |mark: u8| line.len() >= 2 && line.bytes().all(|byte| byte == mark);
    all(b'=').then_some(1).or_else(|| all(b'-').then_some(2))
}

/// True for a line of a paragraph: no list, quote, table, image or markup.
fn is_prose(body: &str) -> bool {
    let is_item = body.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ')'])
        && body.starts_with(|c: char| c.is_ascii_digit());
    !is_item
        && !body.starts_with("* ")
        && !body.starts_with("- ")
        && !body.starts_with("[!")
        && !body.starts_with(['+', '>', '|', '<', '!', '#', '=', ':'])
        && body.contains(|c: char| c.is_alphanumeric())
}

fn shortened(text: &str) -> String {
    text[..text.floor_char_boundary(LONGEST_DOC)].to_owned()
}

/// What people read of a line: no marks of emphasis or code, of links the words. O(bytes).
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '`' => {}
            '*' if !rest.starts_with(' ') || !out.ends_with(' ') => {}
            // An image, also one inside of a link.
            '!' if rest.starts_with('[') => {
                let near = &rest[..rest.floor_char_boundary(LONGEST_LINK)];
                let alt = near.find("](");
                let end = alt.and_then(|alt| near[alt..].find(')').map(|end| alt + end + 1));
                rest = end.map_or(rest, |end| &rest[end..]);
            }
            '[' => {}
            ']' if rest.starts_with(['(', '[']) => {
                let end = rest[..rest.floor_char_boundary(LONGEST_LINK)].find([')', ']']);
                rest = end.map_or(rest, |end| &rest[end + 1..]);
            }
            ']' => {}
            '<' => match rest[..rest.floor_char_boundary(LONGEST_LINK)].find('>') {
                Some(end) if rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') => {
                    rest = &rest[end + 1..]
                }
                _ => out.push(c),
            },
            '{' if rest.starts_with('#') => break,
            '\\' if rest.starts_with(|c: char| c.is_ascii_punctuation()) => {
                out.extend(rest.chars().next());
                rest = &rest[1..];
            }
            c if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The anchor by which links name a heading, as GitHub makes it.
pub fn anchor(heading: &str) -> String {
    let letters = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    letters.map(|c| if c == ' ' { '-' } else { c }).flat_map(char::to_lowercase).collect()
}

/// The links of a line: `[words](path "title")`, `[word]: path`, `href="path"` and `src="path"`. O(bytes).
fn links(draft: &mut Draft<'_>, (start, end): (usize, usize), owner: Option<Entry>) {
    let bytes = draft.text.as_bytes();
    let line = &draft.text[start..end];
    if line.trim_start().starts_with('[')
        && let Some(at) = line.find("]: ")
        && !line[..at].contains("](")
    {
        let path = line[at + 3..].trim_start();
        let from = end - path.len();
        let length = path.find(char::is_whitespace).unwrap_or(path.len());
        let (open, close) = (path.starts_with('<'), path[..length].ends_with('>'));
        let brackets = usize::from(open && close);
        target(draft, (from + brackets, from + length - brackets), owner);
        return;
    }
    let mut at = start;
    while at < end {
        match bytes[at] {
            b'`' => {
                let marks = bytes[at..end].iter().take_while(|byte| **byte == b'`').count();
                at += marks;
                at = closed(&bytes[..end], at, marks).unwrap_or(at);
            }
            b'\\' => at += 2,
            b']' if bytes.get(at + 1) == Some(&b'(') && at + 1 < end => {
                let from = at + 2;
                let bracket = usize::from(bytes.get(from) == Some(&b'<'));
                let from = from + bracket;
                let mut depth = 0_usize;
                let mut to = from;
                while to < end {
                    match bytes[to] {
                        b'>' if bracket == 1 => break,
                        b' ' | b'\t' if bracket == 0 => break,
                        b'[' | b']' => break,
                        b'(' => depth += 1,
                        b')' if depth == 0 => break,
                        b')' => depth -= 1,
                        _ => {}
                    }
                    to += 1;
                }
                target(draft, (from, to), owner);
                at = to.max(at + 1);
            }
            b'h' | b's' if at > start && bytes[at - 1].is_ascii_whitespace() => {
                let rest = &bytes[at..end];
                let name = [&b"href=\""[..], b"src=\""].into_iter().find(|name| rest.starts_with(name));
                let Some(name) = name else {
                    at += 1;
                    continue;
                };
                let from = at + name.len();
                let to = bytes[from..end]
                    .iter()
                    .position(|byte| *byte == b'"')
                    .map_or(from, |length| from + length);
                target(draft, (from, to), owner);
                at = to.max(from);
            }
            _ => at += 1,
        }
    }
}

/// Where a run of as many backticks ends.
fn closed(bytes: &[u8], from: usize, marks: usize) -> Option<usize> {
    let most = bytes.len().min(from + LONGEST_CODE);
    let mut at = from;
    while at < most {
        let run = bytes[at..most].iter().take_while(|byte| **byte == b'`').count();
        if run == marks {
            return Some(at + run);
        }
        at += run.max(1);
    }
    None
}

/// Notes a path that leads into the repository.
pub(super) fn target(draft: &mut Draft<'_>, (start, end): (usize, usize), owner: Option<Entry>) {
    let Some(path) = draft.text.get(start..end) else { return };
    // Schemes, addresses of other hosts, what a template puts in.
    let scheme = path
        .find(':')
        .is_some_and(|at| path[..at].bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+'));
    if !scheme && !path.starts_with("//") && path != "#" && !path.contains(['{', '}', '<', '$', '\n']) {
        draft.link((start, end), owner);
    }
}

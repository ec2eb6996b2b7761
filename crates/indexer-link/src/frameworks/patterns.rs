//! Paths that are written as patterns: `^users/(?P<id>\\d+)/?$` is `users/<id>/`.

/// Groups in groups deeper than this are told as one.
const DEEPEST: u32 = 8;
/// What stands for a part without a name.
const PART: &str = "<var>";

/// The path of a pattern as Django writes it: a group is the part that it is named after, and what says how often or where
/// something stands is left out. O(length x nesting)
pub(super) fn path_of_pattern(pattern: &str) -> String {
    let mut path = String::with_capacity(pattern.len());
    add(pattern, DEEPEST, &mut path);
    path
}

fn add(pattern: &str, depth: u32, path: &mut String) {
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let behind = &rest[first.len_utf8()..];
        rest = match first {
            '\\' => match behind.chars().next() {
                Some('b' | 'B' | 'A' | 'Z') => &behind[1..],
                Some(letter) if letter.is_ascii_alphanumeric() => {
                    path.extend(['\\', letter]);
                    &behind[1..]
                }
                Some(mark) => {
                    path.push(mark);
                    &behind[mark.len_utf8()..]
                }
                None => behind,
            },
            '^' | '$' | '?' | '*' | '+' => behind,
            '.' if behind.starts_with(['*', '+']) => {
                path.push_str(PART);
                behind
            }
            '(' => {
                let (inside, behind) = group(behind);
                add_group(inside, depth, path);
                behind
            }
            // One letter of several, mostly more than one.
            '[' => {
                path.push_str(PART);
                set(behind)
            }
            _ => {
                path.push(first);
                behind
            }
        };
    }
}

fn add_group(inside: &str, depth: u32, path: &mut String) {
    let named = inside.strip_prefix("?P<").and_then(|rest| rest.split_once('>'));
    match (named, inside.strip_prefix("?:"), depth.checked_sub(1)) {
        (Some((name, _)), ..) => path.extend(["<", name, ">"]),
        (None, Some(inside), Some(depth)) if !inside.contains('|') => add(inside, depth, path),
        // What only looks around stands for nothing.
        _ if ["?=", "?!", "?<"].iter().any(|mark| inside.starts_with(mark)) => {}
        _ => path.push_str(PART),
    }
}

/// What stands behind a set of letters: `text` begins behind the bracket that opens it.
fn set(text: &str) -> &str {
    let mut is_escaped = false;
    let end = text.char_indices().find(|(at, c)| {
        let closes = *c == ']' && *at > 0 && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        closes
    });
    end.map_or("", |(at, _)| &text[at + 1..])
}

/// What stands in a group, and behind it: `text` begins behind the bracket that opens it.
fn group(text: &str) -> (&str, &str) {
    let (mut depth, mut is_escaped, mut is_set) = (1u32, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            ']' => is_set = false,
            _ if is_set => {}
            '[' => is_set = true,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

/// A path without what its parts may hold, and without what they are where they are left out: `{id<\\d+>}`, `{page?1}`.
pub(super) fn without_requirements(path: &str) -> String {
    // A stroke may be written twice to be one.
    let path: &str = &path.replace("\\\\", "\\");
    if !path.contains(['<', '?']) {
        return path.to_owned();
    }
    let (mut all, mut rest) = (String::with_capacity(path.len()), path);
    while let Some((before, behind)) = rest.split_once('{') {
        all.push_str(before);
        all.push('{');
        rest = behind;
        let Some((inside, behind)) = behind.split_once('}') else { break };
        let name = inside.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inside.len());
        let says = &inside[name..];
        let is_said = says.starts_with('<') || says.starts_with('?') && says.len() > 1;
        // What it may hold may have braces of its own: `{id<\\d{4}>}`.
        let behind = match (says.starts_with('<'), rest.split_once(">}"), rest.split_once(">?")) {
            (true, Some((_, behind)), _) => behind,
            (true, None, Some((_, behind))) => behind.split_once('}').map_or("", |(_, behind)| behind),
            _ => behind,
        };
        all.push_str(if is_said { &inside[..name] } else { inside });
        all.push('}');
        rest = behind;
    }
    all + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_parts_may_hold_is_left_out() {
        for (path, bare) in [
            (r"/blog/{id<\d+>}/x", "/blog/{id}/x"),
            (r"/{year<\d{4}>}/{page?1}", "/{year}/{page}"),
            (r"/{page<\d+>?1}/x", "/{page}/x"),
            ("/{name?}/{id:int}/{slug}", "/{name?}/{id:int}/{slug}"),
            ("/{open", "/{open"),
            (r"/{id:\\d+}", r"/{id:\d+}"),
        ] {
            assert_eq!(without_requirements(path), bare, "{path}");
        }
    }

    #[test]
    fn groups_are_parts_and_marks_are_left_out() {
        for (pattern, path) in [
            ("^$", ""),
            (r"^articles/feed/?$", "articles/feed/"),
            (r"^articles/(?P<slug>[-\w()]+)/comments/(?P<pk>[\d]+)/?$", "articles/<slug>/comments/<pk>/"),
            (r"^(\d{4})/(?:page-(?P<page>\d+)/)?$", "<var>/page-<page>/"),
            (r"^(?:a|b)/sitemap\.xml\Z", "<var>/sitemap.xml"),
            (r"^media/.*(?!x)$", "media/<var>"),
            (r"^[a-z-]+/[\w\].-]*/team/$", "<var>/<var>/team/"),
            ("^a(b", "a<var>"),
        ] {
            assert_eq!(path_of_pattern(pattern), path, "{pattern}");
        }
        let deep = "(?:".repeat(100_000);
        assert_eq!(path_of_pattern(&deep), PART);
    }
}

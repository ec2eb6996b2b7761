//! What declares by its word, where no other program says what files define: `struct NAME` outside of comments and texts.
//! No grammar is asked, so that what a grammar reads wrongly is seen.

use super::truth::Row;
use std::path::{Path, PathBuf};

/// The words of a language.
pub(super) struct Lexicon {
    /// A word that declares what is named behind it, and the kind.
    pub(super) words: &'static [(&'static str, &'static str)],
    /// Words and marks that may stand between both.
    pub(super) between: &'static [&'static str],
    /// Marks between the names of a path of which the last one is the name.
    pub(super) paths: &'static [&'static str],
    /// Signs that names may hold beside letters, digits and `_`.
    pub(super) signs: &'static str,
    /// Marks of comments that end with their line.
    pub(super) comments: &'static [&'static str],
    /// Beginnings and ends of other comments and of texts of several lines.
    pub(super) spans: &'static [(&'static str, &'static str)],
    /// Quotes of texts that end with their line.
    pub(super) quotes: &'static str,
    /// Marks before a word that make something else of it.
    pub(super) not_after: &'static [&'static str],
    /// Marks and words behind a name that make something else of it.
    pub(super) not_before: &'static [&'static str],
    /// True where the name is the last of the texts in `\"` between the word and `{`.
    pub(super) labels: bool,
}

impl Lexicon {
    /// A language with comments and texts as in C.
    pub(super) const C: Lexicon = Lexicon {
        words: &[],
        between: &[],
        paths: &[],
        signs: "",
        comments: &["//"],
        spans: &[("/*", "*/")],
        quotes: "\"",
        not_after: &["."],
        not_before: &[],
        labels: false,
    };
}

/// What files with these endings declare.
pub(super) fn rows(root: &Path, endings: &[&str], lexicon: &Lexicon) -> Result<Vec<Row>, String> {
    let mut found = Vec::new();
    for path in below(root)? {
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        if !name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending)) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let declared = declared(&text, lexicon);
        found.extend(declared.into_iter().map(|(line, kind, word)| Row {
            file: name.clone(),
            line,
            kind: kind.to_owned(),
            name: word,
        }));
    }
    Ok(found)
}

fn below(root: &Path) -> Result<Vec<PathBuf>, String> {
    let (mut folders, mut found) = (vec![root.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries.flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => found.push(entry.path()),
                _ => {}
            }
        }
    }
    Ok(found)
}

/// The names behind words that declare: line, kind, name.
fn declared(text: &str, lexicon: &Lexicon) -> Vec<(usize, &'static str, String)> {
    let tokens = tokens(text, lexicon);
    let mut found = Vec::new();
    for (at, (_, word)) in tokens.iter().enumerate() {
        let Some((_, kind)) = lexicon.words.iter().find(|(one, _)| one == word) else { continue };
        if at > 0 && lexicon.not_after.contains(&tokens[at - 1].1) {
            continue;
        }
        let mut behind = &tokens[at + 1..];
        if lexicon.labels {
            behind = last_label(behind);
        }
        while let [(_, token), rest @ ..] = behind
            && lexicon.between.contains(token)
        {
            behind = rest;
        }
        if !lexicon.paths.is_empty() {
            behind = last_of_path(behind, lexicon.paths);
        }
        let next = behind.get(1).map_or("", |(_, token)| *token);
        if let Some((line, name)) = behind.first()
            && is_name(name)
            && !lexicon.words.iter().any(|(one, _)| one == name)
            && !lexicon.not_before.contains(&next)
        {
            found.push((*line, *kind, (*name).to_owned()));
        }
    }
    found
}

/// Where the last of the names in quotes stands; nowhere where no `{` follows.
fn last_label<'t, 'a>(tokens: &'t [(usize, &'a str)]) -> &'t [(usize, &'a str)] {
    let (mut rest, mut last) = (tokens, &tokens[..0]);
    while let [(_, "\""), name @ ..] = rest
        && let [_, (_, "\""), behind @ ..] = name
    {
        (rest, last) = (behind, name);
    }
    if rest.first().is_some_and(|(_, mark)| *mark == "{") { last } else { &tokens[..0] }
}

/// Where the last name of a path stands: behind type parameters, `A<B>.`, `M.` and `M:`.
fn last_of_path<'t, 'a>(tokens: &'t [(usize, &'a str)], marks: &[&str]) -> &'t [(usize, &'a str)] {
    let mut rest = generics(tokens);
    loop {
        let behind = generics(rest.get(1..).unwrap_or_default());
        let behind = if let [(_, "?"), behind @ ..] = behind { behind } else { behind };
        match behind {
            [(_, mark), after @ ..]
                if marks.contains(mark) && after.first().is_some_and(|(_, name)| is_name(name)) =>
            {
                rest = after;
            }
            _ => return rest,
        }
    }
}

/// What stands behind `<...>`, where that is what comes next.
fn generics<'t, 'a>(tokens: &'t [(usize, &'a str)]) -> &'t [(usize, &'a str)] {
    let mut depth = 0;
    for (at, (_, token)) in tokens.iter().enumerate() {
        match *token {
            "<" => depth += 1,
            ">" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if at == 0 { tokens } else { &tokens[at + 1..] };
        }
    }
    tokens
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words and marks with their lines, without comments and texts.
fn tokens<'a>(text: &'a str, lexicon: &Lexicon) -> Vec<(usize, &'a str)> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some(first) = rest.chars().next() {
        let skipped = if lexicon.comments.iter().any(|mark| rest.starts_with(mark)) {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some((open, close)) = lexicon.spans.iter().find(|(open, _)| rest.starts_with(open)) {
            let inside = &rest[open.len()..];
            inside.find(close).map_or(rest.len(), |end| open.len() + end + close.len())
        } else if lexicon.quotes.contains(first) {
            quoted(rest, first)
        } else if first.is_alphanumeric() || first == '_' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || lexicon.signs.contains(c);
            let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
            found.push((line, &rest[..end]));
            end
        } else {
            if !first.is_whitespace() {
                found.push((line, &rest[..first.len_utf8()]));
            }
            first.len_utf8()
        };
        line += rest[..skipped].matches('\n').count();
        rest = &rest[skipped..];
    }
    found
}

/// The length of the text that begins here and ends with its quote, or with its line.
fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, one) in rest.char_indices().skip(1) {
        match one {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if one == quote => return at + one.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_declare_outside_of_comments_and_texts() {
        const WORDS: Lexicon =
            Lexicon { words: &[("struct", "struct")], between: &["pub"], not_before: &["?"], ..Lexicon::C };
        let text = "struct A {} // struct B\n/* struct C\n*/ struct\npub D {}\nx = \"struct E\"; a.struct F struct G?";
        let found = declared(text, &WORDS);
        let found: Vec<(usize, &str)> = found.iter().map(|(line, _, name)| (*line, name.as_str())).collect();
        assert_eq!(found, [(1, "A"), (4, "D")]);
        const PATHS: Lexicon = Lexicon { words: &[("fun", "function")], paths: &[".", ":"], ..Lexicon::C };
        let found = declared("fun <T : A<B>> List<T>?.c() {} fun d(): E, fun M:f() fun() {}", &PATHS);
        let found: Vec<&str> = found.iter().map(|(_, _, name)| name.as_str()).collect();
        assert_eq!(found, ["c", "d", "f"]);
        const LABELS: Lexicon =
            Lexicon { words: &[("data", "data")], signs: "-", quotes: "", labels: true, ..Lexicon::C };
        let found = declared("data \"a\" \"b-c\" {} x = data.y data \"d\" {", &LABELS);
        let found: Vec<&str> = found.iter().map(|(_, _, name)| name.as_str()).collect();
        assert_eq!(found, ["b-c", "d"]);
    }
}

//! Command lines of compilers, as build descriptions write them: their words, and the paths among these.

use crate::work;

/// Longest path, in bytes: systems open none that is longer.
pub const LONGEST_PATH: usize = 4_096;

/// A path that is written relative to `folder`, without steps outwards; `None` for one that no system opens. An absolute
/// one begins with `/`, or with a drive.
pub fn absolute(folder: &str, path: &str) -> Option<String> {
    if folder.len().max(path.len()) > LONGEST_PATH {
        return None;
    }
    let path = path.replace('\\', "/");
    let is_absolute = path.starts_with('/') || path.as_bytes().get(1) == Some(&b':');
    let whole =
        if is_absolute || folder.is_empty() { path } else { format!("{}/{path}", folder.replace('\\', "/")) };
    let mut parts: Vec<&str> = Vec::new();
    for part in whole.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    Some(parts.join("/")).filter(|path| path.len() <= LONGEST_PATH)
}

/// The words of a command line, one after another: blanks separate, quotes and backslashes hold together.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    let mut letters = text.chars();
    std::iter::from_fn(move || {
        let mut word: Option<String> = None;
        let mut quote = None;
        while let Some(letter) = letters.next() {
            work::add(1);
            match (letter, quote) {
                ('\\', None | Some('"')) => word.get_or_insert_default().extend(letters.next()),
                (_, Some(open)) if letter == open => quote = None,
                (_, Some(_)) => word.get_or_insert_default().push(letter),
                ('"' | '\'', None) => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (_, None) if letter.is_whitespace() => {
                    if word.is_some() {
                        return word;
                    }
                }
                (_, None) => word.get_or_insert_default().push(letter),
            }
        }
        word
    })
}

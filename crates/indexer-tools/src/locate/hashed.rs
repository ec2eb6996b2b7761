//! Texts with a `#`, which ends the path of a key and may stand in paths too.

use super::{Called, find_file, in_file, is_file, known_names, names};
use crate::protocol::arguments::clean;
use indexer_store::View;

/// Each `#` may be the end of the path; so many are tried, from the left. Paths with more are rare, and each is looked up.
const TRIED: usize = 16;

/// What stands before and behind each `#`, the longest path first. Neither is empty.
pub fn splits(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends: Vec<usize> = text.match_indices('#').map(|(at, _)| at).take(TRIED).collect();
    let split = |at: usize| (&text[..at], &text[at + 1..]);
    ends.into_iter().rev().map(split).filter(|(path, chain)| !path.is_empty() && !chain.is_empty())
}

/// Path and chain of a key; of several paths that are files the longest. `None` where none is one.
pub fn key_parts<'t>(view: &View, key: &'t str) -> Option<(&'t str, &'t str)> {
    splits(key).find(|(path, _)| is_file(view, path))
}

/// What a text with a `#` means; `None` where that `#` says nothing.
pub(super) fn called<'t>(view: &'t View, text: &'t str) -> Option<Called<'t>> {
    if let Some(file) = view.file(clean(text)) {
        return Some(Called::File(file.path()));
    }
    if let Some(place) = in_file(view, text, |path| is_file(view, path)) {
        return Some(place);
    }
    let key = |path: &'t str, chain: &str| Called::Key { path, chain: chain.replace("::", ".") };
    if let Some((path, chain)) = key_parts(view, text) {
        return Some(key(clean(path), chain));
    }
    // Ends of paths.
    if let Some(place) = in_file(view, text, |path| path.contains('#') && find_file(view, path).is_some()) {
        return Some(place);
    }
    if let Some((file, chain)) = splits(text).find_map(|(path, chain)| Some((find_file(view, path)?, chain)))
    {
        return Some(key(file.path(), chain));
    }
    let (path, chain) = splits(text).last()?;
    // `Session#get` is how some languages write a member.
    if !path.contains(['/', '\\']) && indexer_core::path::extension(path).is_empty() {
        return Some(Called::Name(names(path).into_iter().chain(known_names(view, chain)).collect()));
    }
    Some(key(clean(path), chain))
}

//! The references that everything is held against: the bare parse of a list of files, in parallel,
//! and the same with facts extracted.

use indexer_parse::{Limits, language_of, parse, parse_tree};
use rayon::prelude::*;
use std::hint::black_box;
use std::path::Path;

/// `bare|facts ROOT LIST`: reads and parses every file of the list, one path a line.
pub(crate) fn serve(arguments: &[String]) -> Result<(), String> {
    let [how, root, list] = arguments else { return Err("bare|facts ROOT LIST".to_owned()) };
    let paths = std::fs::read_to_string(list).map_err(|e| format!("{list}: {e}"))?;
    let paths: Vec<&str> = paths.lines().collect();
    let each: fn(&str, &[u8]) = match how.as_str() {
        "bare" => bare,
        "facts" => facts,
        _ => return Err(format!("{how} is neither bare nor facts")),
    };
    paths.par_iter().try_for_each(|path| {
        let bytes = std::fs::read(Path::new(root).join(path)).map_err(|e| format!("{path}: {e}"))?;
        each(path, &bytes);
        Ok(())
    })
}

fn bare(path: &str, bytes: &[u8]) {
    if let Some(language) = language_of(path, bytes) {
        black_box(parse_tree(language, &String::from_utf8_lossy(bytes)));
    }
}

fn facts(path: &str, bytes: &[u8]) {
    if let Some(language) = language_of(path, bytes) {
        black_box(parse(language, bytes, Limits::default()));
    }
}

//! Where the page is written.

use super::Wanted;
use crate::protocol::{Code, Context, Problem, Records, Scope};
use crate::settings::table::READ_ONLY;
use indexer_core::path;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// A page that was written, or was so already.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// Relative to the root.
    pub path: String,
    /// Its tokens.
    pub tokens: usize,
    /// False where the file already held it.
    pub changed: bool,
}

impl Written {
    /// A line that says so, a record or JSON.
    pub fn line(&self, json: bool) -> String {
        if json {
            return format!("{}\n", serde_json::json!({"written": self}));
        }
        let mut out = Records::default();
        out.record("written")
            .text("path", &self.path)
            .field("tokens", self.tokens)
            .field("changed", self.changed);
        out.finish()
    }
}

/// The file that `name` means, below the root; a problem where it is no place for a page.
pub fn target(root: &Path, name: &str) -> Result<(String, PathBuf), Problem> {
    let refused = |why: &str| Err(Problem::argument("write", format!("write: {name} {why}")));
    if name == "-" {
        return refused("is the output, and the page is a file of the repository");
    }
    if ["HEAD", "objects", "refs"].iter().all(|part| root.join(part).exists()) && !root.join(".git").exists()
    {
        return refused("would be a file of git: a bare repository has no others");
    }
    let inside = match Path::new(name).strip_prefix(root) {
        Ok(rest) => rest.to_string_lossy().replace('\\', "/"),
        Err(_) if Path::new(name).is_absolute() => return refused("is outside the root"),
        Err(_) => name.to_owned(),
    };
    let Some(inside) = path::resolve("", &inside).filter(|inside| !inside.is_empty()) else {
        return refused("is outside the root");
    };
    let file = root.join(&inside);
    // A link in the way may lead anywhere.
    let folder = file.parent().and_then(|folder| dunce::canonicalize(folder).ok());
    let top = dunce::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    match folder {
        None => return refused("is in a folder that there is not"),
        Some(folder) if !folder.starts_with(&top) => return refused("is outside the root"),
        Some(_) => {}
    }
    if inside.split('/').any(|part| part == ".git") {
        return refused("is a file of git");
    }
    match fs::symlink_metadata(&file) {
        Ok(found) if found.is_dir() => refused("is a folder"),
        Ok(found) if !found.is_file() => refused("is no file"),
        _ => Ok((inside, file)),
    }
}

/// Writes the page to `name`, whole or not at all; leaves a file alone that already holds it. A file of
/// code is never replaced.
pub fn write(context: &Context<'_>, scope: &Scope, name: &str, wanted: Wanted) -> Result<Written, Problem> {
    if context.settings.is_some_and(|settings| settings.is_on(&READ_ONLY)) {
        return Err(Problem::new(Code::Disabled, "write: nothing may be written but the index")
            .hint("the user decides on this, by read_only"));
    }
    let (inside, file) = target(&context.snapshot.root, name)?;
    if context.view().file(&inside).is_some_and(|file| file.is_code()) {
        return Err(Problem::argument("write", format!("write: {inside} is a file of code")));
    }
    let (text, tokens) = super::page(context, scope, wanted)?;
    if context.outdated() {
        return Err(Problem::new(Code::Unreadable, "files changed while they were read").hint("ask again"));
    }
    let before = fs::read(&file).unwrap_or_default();
    if !before.is_empty() && !is_page(&String::from_utf8_lossy(&before)) {
        let problem = Problem::argument("write", format!("write: {inside} is there, and is no page of ours"));
        return Err(problem.hint("name another file, or remove it"));
    }
    let changed = before != text.as_bytes();
    if changed {
        indexer_store::change::replace_file(&file, text.as_bytes(), true)
            .map_err(|error| Problem::new(Code::Unreadable, error.to_string()))?;
    }
    Ok(Written { path: inside, tokens, changed })
}

/// True for what was written here before, in any form.
fn is_page(text: &str) -> bool {
    let forms =
        [("# Index of ", " lines: "), ("{\n  \"name\": ", "\n  \"left_out\": "), ("name: ", "\nleft_out: ")];
    forms.iter().any(|(head, part)| text.starts_with(head) && text.contains(part))
}

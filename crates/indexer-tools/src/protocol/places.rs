//! Paths in arguments, as clients write them and as the index does.
//!
//! An editor or an agent knows files by absolute paths, and on Windows with the separators of that
//! system; the index knows them relative to the root and with `/`.

use crate::locate;
use serde_json::{Map, Value};
use std::path::Path;

/// The arguments that hold paths, alone or before a line or symbol (`path:10`, `path#Owner.member`).
const PLACES: &[&str] = &["path", "paths", "file", "files", "symbol", "symbols", "name", "from", "to"];

/// True for an argument that holds paths, keys or places, in our words or in those of clients.
pub(crate) fn is_place(argument: &str) -> bool {
    let others = ["names", "targets", "uri", "file_paths", "anchors"];
    [PLACES, MORE_PLACES, &others].iter().any(|all| all.contains(&argument))
}

/// Makes absolute paths below `root` relative to it, in all arguments that can hold one. Others
/// stay as they are: they are answered as unknown.
pub(crate) fn make_relative(arguments: &mut Map<String, Value>, root: &Path) {
    let root = root.to_string_lossy();
    rewrite(arguments, PLACES, |_, text| relative(text, &root, cfg!(windows)));
}

/// Puts what `other` gives in the place of each text of the arguments that are named.
fn rewrite(arguments: &mut Map<String, Value>, named: &[&str], other: impl Fn(&str, &str) -> Option<String>) {
    for (name, value) in arguments.iter_mut().filter(|(name, _)| named.contains(&name.as_str())) {
        let texts = match value {
            Value::Array(all) => all.as_mut_slice(),
            one => std::slice::from_mut(one),
        };
        for text in texts {
            if let Value::String(text) = text
                && let Some(new) = other(name, text)
            {
                *text = new;
            }
        }
    }
}

/// Arguments that hold nothing but paths; in others a word is a name unless it looks like a path.
const PATHS: &[&str] = &["path", "paths", "file", "files", "file_path"];
/// More arguments in which a path may stand, as the command line spells them.
const MORE_PLACES: &[&str] = &["target", "focus", "file_path", "about"];

/// Makes paths that are written as seen from `folder`, below the root, relative to the root, in all
/// arguments that can hold one. `is_there` says whether the root holds a path. What is only there when seen
/// from the root stays as it is: answers name paths so.
pub fn seen_from(folder: &str, arguments: &mut Map<String, Value>, is_there: &dyn Fn(&str) -> bool) {
    rewrite(arguments, &[PLACES, MORE_PLACES].concat(), |name, text| {
        from_root(folder, text, PATHS.contains(&name), is_there)
    });
}

/// The place as seen from the root; `None` where it is the same.
fn from_root(folder: &str, text: &str, is_path: bool, is_there: &dyn Fn(&str) -> bool) -> Option<String> {
    let starts_number = |at: usize| text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    let colon = text.match_indices(':').map(|(at, _)| at).find(|at| starts_number(*at));
    // A path may hold a `#` too.
    let known = locate::splits(text)
        .map(|(path, _)| path)
        .find(|path| joined(folder, path).is_some_and(|path| is_there(&path)));
    let end = known.map(str::len).or_else(|| text.find('#')).or(colon).unwrap_or(text.len());
    let (path, rest) = text.split_at(end);
    let says_so = path == "." || path == ".." || path.starts_with("./") || path.starts_with("../");
    let may_be = is_path || end < text.len() || path.contains(['/', '.']);
    if path.starts_with('/') || !(says_so || may_be) {
        return None;
    }
    let joined = joined(folder, path)?;
    // Of a pattern the folders before it.
    let fixed =
        |path: &str| path.find(['*', '?', '[', '{']).map(|at| path[..at].rfind('/').map_or(0, |at| at));
    let is_there = |path: &str| is_there(fixed(path).map_or(path, |end| &path[..end]));
    (says_so || is_there(&joined)).then(|| format!("{joined}{rest}"))
}

/// `path` below `folder` without `.` and `..`; `None` where it leads out of the root.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(if parts.is_empty() { ".".to_owned() } else { parts.join("/") })
}

/// The text with the root before it taken away and, where `\` separates, `/` in its place; `None`
/// where that is the text itself.
fn relative(text: &str, root: &str, windows: bool) -> Option<String> {
    if !windows {
        return below(text, root).map(str::to_owned);
    }
    let slashed = text.replace('\\', "/");
    let plain = |text: &str| text.strip_prefix("//?/").unwrap_or(text).to_owned();
    let root = plain(&root.replace('\\', "/"));
    let own = plain(&slashed);
    match below(&own, &root) {
        Some(rest) => Some(rest.to_owned()),
        None => (slashed != text).then_some(slashed),
    }
}

/// What follows the root, where whole names agree. Letters of drives and folders are the same in
/// either case where the system says so; a path that differs in case only is left to the question.
fn below<'t>(text: &'t str, root: &str) -> Option<&'t str> {
    let root = root.trim_end_matches('/');
    if root.is_empty() {
        return None;
    }
    let start = text.get(..root.len())?;
    let is_drive = root.as_bytes().get(1) == Some(&b':');
    let same = if is_drive { start.eq_ignore_ascii_case(root) } else { start == root };
    let rest = text.get(root.len()..).filter(|_| same)?;
    if rest.is_empty() { Some(".") } else { rest.strip_prefix('/') }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn absolute_paths_below_the_root_are_relative() {
        let mut arguments = json!({
            "path": "/home/me/project/src/a.py",
            "paths": ["/home/me/project/a.py", "b.py"],
            "symbol": "/home/me/project/src/a.py:3:1",
            "query": "/home/me/project/src",
        });
        let Value::Object(arguments) = &mut arguments else { unreachable!("an object") };
        make_relative(arguments, Path::new("/home/me/project"));
        let expected = json!({
            "path": "src/a.py", "paths": ["a.py", "b.py"], "symbol": "src/a.py:3:1",
            "query": "/home/me/project/src",
        });
        assert_eq!(Value::Object(arguments.clone()), expected);
    }

    #[test]
    fn paths_are_taken_as_seen_from_the_current_folder() {
        let files = ["src", "src/app", "src/app/a.py", "src/app/app.py", "docs/b.md", "a.py", "src/main"];
        let is_there = |path: &str| files.contains(&path);
        let of = |text: &str, is_path| from_root("src/app", text, is_path, &is_there);
        assert_eq!(of("a.py", true).as_deref(), Some("src/app/a.py"));
        assert_eq!(of("a.py:3:1", false).as_deref(), Some("src/app/a.py:3:1"));
        assert_eq!(of("a.py#A.b", false).as_deref(), Some("src/app/a.py#A.b"));
        assert_eq!(of(".", true).as_deref(), Some("src/app"));
        assert_eq!(of("../main", true).as_deref(), Some("src/main"));
        assert_eq!(of("../..", true).as_deref(), Some("."));
        assert_eq!(of("*.py", true).as_deref(), Some("src/app/*.py"));
        assert_eq!(of("docs/b.md", true), None, "only there when seen from the root");
        assert_eq!(of("Owner.member", false), None, "a name");
        assert_eq!(of("../../../x", true), None, "out of the root");
        assert_eq!(of("/src/app/a.py", true), None);
        assert_eq!(from_root("src", "main", false, &is_there), None, "a word is a name");
        assert_eq!(from_root("src", "main", true, &is_there).as_deref(), Some("src/main"));
    }

    #[test]
    fn only_whole_names_agree() {
        assert_eq!(relative("/home/me/project2/a.py", "/home/me/project", false), None);
        assert_eq!(relative("/home/me/project", "/home/me/project", false), Some(".".to_owned()));
        assert_eq!(relative("/a.py", "/", false), None, "below the root of the system all is the same");
        assert_eq!(relative("src\\a.py", "/home", false), None, "a name may hold this");
    }

    #[test]
    fn drives_and_their_separators_are_understood() {
        let root = "\\\\?\\C:\\code\\project";
        let of = |text| relative(text, root, true);
        assert_eq!(of("C:\\code\\project\\src\\a.py").as_deref(), Some("src/a.py"));
        assert_eq!(of("c:/Code/project/src/a.py:3").as_deref(), Some("src/a.py:3"));
        assert_eq!(of("src\\a.py").as_deref(), Some("src/a.py"));
        assert_eq!(of("src/a.py"), None);
        assert_eq!(of("D:\\other\\a.py").as_deref(), Some("D:/other/a.py"));
    }
}

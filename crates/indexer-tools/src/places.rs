//! Paths in arguments, as clients write them and as the index does.
//!
//! An editor or an agent knows files by absolute paths, and on Windows with the separators of that
//! system; the index knows them relative to the root and with `/`.

use serde_json::{Map, Value};
use std::path::Path;

/// The arguments that hold paths, alone or before a line or symbol (`path:10`, `path#Owner.member`).
const PLACES: &[&str] = &["path", "paths", "file", "files", "symbol", "symbols", "name", "from", "to"];

/// Makes absolute paths below `root` relative to it, in all arguments that can hold one. Others
/// stay as they are: they are answered as unknown.
pub(crate) fn make_relative(arguments: &mut Map<String, Value>, root: &Path) {
    let root = root.to_string_lossy();
    for (name, value) in arguments {
        if !PLACES.contains(&name.as_str()) {
            continue;
        }
        let texts = match value {
            Value::Array(all) => all.as_mut_slice(),
            one => std::slice::from_mut(one),
        };
        for text in texts {
            if let Value::String(text) = text
                && let Some(relative) = relative(text, &root, cfg!(windows))
            {
                *text = relative;
            }
        }
    }
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

//! What of a package can be reached from outside.

use super::link;
use indexer_core::path::{file_name, join, parent};
use indexer_core::{Entry, FilePlace, Files};

/// The definition that lists what a module offers.
pub(super) const LIST: &str = "__all__";

/// A module whose names do not begin with an underscore: of a package, or one that stands at the root or
/// below `src` on its own.
pub(super) fn entry(files: &dyn Files, place: FilePlace<'_>) -> Option<Entry> {
    let folder = parent(place.path);
    let packed = files.is_file(&join(folder, "__init__.py"));
    let alone = ["conftest.py", "noxfile.py", "setup.py", "tasks.py"];
    if !packed && (!matches!(folder, "" | "src") || alone.contains(&file_name(place.path))) {
        return None;
    }
    let name = link::module_name(files, place.path);
    let hidden = |part: &str| part.starts_with('_') || matches!(part, "tests" | "test" | "conftest");
    let is_hidden = name.is_empty() || name.split('.').any(hidden);
    (!is_hidden).then_some(Entry { name, why: "module without an underscore" })
}

/// The names of `__all__`, where it is lists of strings, one after the other.
pub(super) fn listed(text: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut found = false;
    let mut rest = text;
    while let Some(at) = rest.find(LIST) {
        let starts_line = at == 0 || rest[..at].ends_with('\n');
        rest = &rest[at + LIST.len()..];
        if !starts_line {
            continue;
        }
        let line = rest.trim_start();
        let line = line.strip_prefix(": list[str]").map_or(line, str::trim_start);
        let value = line.strip_prefix("+=").or_else(|| line.strip_prefix('=')).map(str::trim_start)?;
        let close = if value.starts_with('[') { ']' } else { ')' };
        let inside = value.strip_prefix(['[', '('])?.split_once(close)?.0;
        found = true;
        for line in inside.lines() {
            let line = line.split('#').next().unwrap_or("");
            for item in line.split(',').map(str::trim).filter(|item| !item.is_empty()) {
                let bare = item.trim_matches(['"', '\'']);
                // Anything but a string is worked out as the module runs.
                if bare.len() + 2 != item.len() {
                    return None;
                }
                names.push(bare.to_owned());
            }
        }
    }
    found.then_some(names)
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn lists_of_strings_are_read_and_others_are_not() {
        let text = "x = 1\n__all__ = [\n    \"a\",  # first\n    'b',\n]\n__all__ += (\"c\",)\n";
        assert_eq!(listed(text), Some(vec!["a".into(), "b".into(), "c".into()]));
        assert_eq!(listed("__all__ = []\n"), Some(Vec::new()));
        assert_eq!(listed("__all__ = names()\n"), None);
        assert_eq!(listed("__all__ = [a, \"b\"]\n"), None);
        assert_eq!(listed("print(__all__)\n"), None);
    }
}

//! Which file `source` reads, as far as its argument is written out.

use super::names::BUILTINS;
use indexer_core::{Files, Import, ModulePlace, ModuleQuery, path};

/// Stands before a path from the folder of the script itself.
pub(super) const BESIDE: &str = "./";
/// Stands before the end of a path of which something else gives the beginning.
pub(super) const BEHIND: &str = "*/";

/// So many files may be meant by the end of their path.
const MOST_FILES: usize = 4;

/// Ways to write the folder of the script.
const OWN_FOLDER: &[&str] = &[
    "$(dirname \"$0\")",
    "$(dirname $0)",
    "$(dirname -- \"$0\")",
    "$(dirname \"${0}\")",
    "$(dirname \"${BASH_SOURCE[0]}\")",
    "$(dirname ${BASH_SOURCE[0]})",
    "$(dirname -- \"${BASH_SOURCE[0]}\")",
    "$(dirname \"${BASH_SOURCE}\")",
    "$(dirname \"$BASH_SOURCE\")",
    "$(dirname $BASH_SOURCE)",
    "$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)",
    "$(cd \"$(dirname \"$0\")\" && pwd)",
    "${BASH_SOURCE%/*}",
    "${BASH_SOURCE[0]%/*}",
    "${0%/*}",
    "$BATS_TEST_DIRNAME",
    "${BATS_TEST_DIRNAME}",
];

/// The path of what is sourced, from what is written: as it is, behind [`BESIDE`], or behind [`BEHIND`]. `None` where it is
/// put together otherwise.
pub(super) fn sourced(written: &str) -> Option<String> {
    let text = written
        .strip_prefix(['"', '\''])
        .and_then(|inner| inner.strip_suffix(['"', '\'']))
        .unwrap_or(written);
    for folder in OWN_FOLDER {
        if let Some(rest) = text.strip_prefix(folder) {
            let rest = rest.trim_start_matches('"').strip_prefix('/')?;
            return is_plain(rest).then(|| format!("{BESIDE}{rest}"));
        }
    }
    if is_plain(text) {
        return Some(text.trim_start_matches("./").to_owned()).filter(|path| !path.is_empty());
    }
    // `"$ROOT/lib/a.sh"`: where the variable leads is not known, but how the path ends.
    let name = text.strip_prefix("${").map_or_else(|| text.strip_prefix('$'), Some)?;
    let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|end| *end > 0)?;
    let rest = name[end..].trim_start_matches('}').trim_start_matches('"').strip_prefix('/')?;
    (is_plain(rest) && !rest.is_empty()).then(|| format!("{BEHIND}{rest}"))
}

fn is_plain(text: &str) -> bool {
    !text.contains(['$', '`', '(', '*', '?', '"', '\'', ' ', '\n'])
}

/// The file that is read. `source a/b.sh` is a path from the folder that the script runs in, mostly its own or one above:
/// where there are files in several, nothing says which it is.
pub(super) fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let beside = |rest: &str| {
        let found = path::resolve(path::parent(query.from), rest).filter(|found| files.is_file(found));
        found.map(|path| ModulePlace::File { path, inside: Vec::new() })
    };
    if query.level == Import::BY_CALL {
        let with_ending = beside(&format!("{}.bash", query.first));
        return with_ending.or_else(|| beside(query.first)).unwrap_or(ModulePlace::Unknown);
    }
    if let Some(rest) = query.first.strip_prefix(BESIDE) {
        return beside(rest).unwrap_or(ModulePlace::Unknown);
    }
    let Some(rest) = query.first.strip_prefix(BEHIND) else {
        return ModulePlace::at_or_above(files, query);
    };
    let ending = format!("/{rest}");
    let mut found = files.named(path::file_name(rest));
    found.retain(|one| one == rest || one.ends_with(&ending));
    match found.len() {
        1 => ModulePlace::Likely(found.remove(0)),
        2..=MOST_FILES => ModulePlace::OneOf(found),
        _ => ModulePlace::Unknown,
    }
}

/// True for a name that the shell or its environment gives.
pub(super) fn is_given(name: &str) -> bool {
    crate::text::holds(BUILTINS, name)
}

#[cfg(test)]
mod tests {
    use super::sourced;

    #[test]
    fn a_path_is_read_as_far_as_it_is_written() {
        let all = [
            ("lib/a.sh", Some("lib/a.sh")),
            ("./a.sh", Some("a.sh")),
            ("\"$(dirname \"$0\")/../lib/a.sh\"", Some("./../lib/a.sh")),
            ("\"$(dirname \"$0\")\"/a.sh", None),
            ("${BASH_SOURCE%/*}/a.sh", Some("./a.sh")),
            ("\"$(dirname \"${BASH_SOURCE[0]}\")/a.sh\"", Some("./a.sh")),
            ("\"$ROOT/lib/a.sh\"", Some("*/lib/a.sh")),
            ("\"${ROOT}/lib/a.sh\"", Some("*/lib/a.sh")),
            ("${ROOT:-x}/a.sh", None),
            ("$ROOT/$NAME.sh", None),
            ("<(a b)", None),
            ("$1", None),
        ];
        for (written, path) in all {
            assert_eq!(sourced(written).as_deref(), path, "{written}");
        }
    }
}

//! A file of configuration: TOML, one key a setting, each with the line on which it stands.

use crate::place::LARGEST;
use crate::table::{InFile, SETTINGS, Setting, by_key};
use crate::value::{Kind, ReadAgainst, Value};
use toml::de::{DeTable, DeValue};

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The user's: trusted.
    User,
    /// The project's: it may only restrict.
    Project,
}

/// A setting in a file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Which setting.
    pub setting: &'static Setting,
    /// Its value.
    pub value: Value,
    /// 1-based line.
    pub line: usize,
}

/// Something wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// 1-based line.
    pub line: usize,
    /// What is wrong: a fragment that names the key.
    pub what: String,
}

/// What a file says, and what is wrong with it. Total: any text gives an answer.
pub fn read(text: &str, whose: Whose, against: &ReadAgainst<'_>) -> (Vec<Entry>, Vec<Wrong>) {
    let (mut entries, mut wrong) = (Vec::new(), Vec::new());
    if text.len() > LARGEST {
        let what = format!("the file is larger than {} KB", LARGEST >> 10);
        return (entries, vec![Wrong { line: 1, what }]);
    }
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            return (entries, vec![Wrong { line, what: format!("not TOML: {}", error.message()) }]);
        }
    };
    for (key, value) in &table {
        let line = line_of(text, key.span().start);
        let mut complain = |what: String| wrong.push(Wrong { line, what });
        let setting = match setting(key.get_ref(), whose) {
            Ok(setting) => setting,
            Err(what) => {
                complain(what);
                continue;
            }
        };
        // Of a project's list everything that makes sense holds: it may be written for a newer
        // version that knows more.
        let parts: Vec<&DeValue<'_>> = match value.get_ref() {
            DeValue::Array(all) if whose == Whose::Project && setting.kind.is_list() && !all.is_empty() => {
                all.iter().map(|one| one.get_ref()).collect()
            }
            value => vec![value],
        };
        let mut read: Option<Value> = None;
        for part in parts {
            match value_of(&setting.kind, part, against) {
                Ok(value) => {
                    read = Some(read.map_or_else(|| value.clone(), |before| before.and(value.clone())))
                }
                Err(what) => complain(format!("{} {what}", setting.key)),
            }
        }
        entries.extend(read.map(|value| Entry { setting, value, line }));
    }
    entries.sort_by_key(|entry| entry.line);
    wrong.sort_by_key(|wrong| wrong.line);
    (entries, wrong)
}

/// The setting of a key, where such a file may set it.
fn setting(key: &str, whose: Whose) -> Result<&'static Setting, String> {
    let Some(setting) = by_key(key).filter(|setting| setting.file != InFile::No) else {
        return Err(unknown(key));
    };
    if whose == Whose::Project && !matches!(setting.file, InFile::Project(_)) {
        return Err(format!("{key}: a project may not set this; it belongs into the user's file"));
    }
    Ok(setting)
}

/// Says that there is no such key, and which was meant.
fn unknown(key: &str) -> String {
    // Somebody else's file may hold a key of any length.
    let shown: String = key.chars().take(60).collect();
    if by_key(key).is_some() {
        return format!("{shown} cannot be set in a file, only by flag and variable");
    }
    let known = SETTINGS.iter().filter(|setting| setting.file != InFile::No).map(|setting| setting.key);
    match indexer_search::nearest(&shown, known.clone(), 1).first() {
        Some(near) => format!("unknown key {shown:?}; near is {near}"),
        None => format!("unknown key {shown:?}; known are {}", known.collect::<Vec<_>>().join(", ")),
    }
}

fn value_of(kind: &Kind, value: &DeValue<'_>, against: &ReadAgainst<'_>) -> Result<Value, String> {
    let wrong = || format!("must be {}, not {}", kind.allowed(against.tools), article(value.type_str()));
    match (kind, value) {
        (Kind::Switch, DeValue::Boolean(on)) => Ok(Value::Switch(*on)),
        (Kind::Whole { .. }, DeValue::Integer(number)) => {
            let read = u64::from_str_radix(number.as_str(), number.radix());
            Value::of_whole(
                kind,
                read.map_err(|_| format!("must be {}, not {number}", kind.allowed(against.tools)))?,
            )
        }
        (Kind::Path | Kind::Address | Kind::Store | Kind::OneOf(_), DeValue::String(text)) => {
            Value::of_text(kind, text, against)
        }
        // One word needs no brackets: `tools = "all"`.
        (kind, DeValue::String(text)) if kind.is_list() => {
            Value::of_words(kind, vec![text.to_string()], against)
        }
        (kind, DeValue::Array(all)) if kind.is_list() => {
            let words: Option<Vec<String>> =
                all.iter().map(|one| one.get_ref().as_str().map(str::to_owned)).collect();
            Value::of_words(
                kind,
                words.ok_or_else(|| format!("must be {}", kind.allowed(against.tools)))?,
                against,
            )
        }
        _ => Err(wrong()),
    }
}

fn article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// The 1-based line of a byte.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::TOOLS;
    use std::path::Path;

    fn check(text: &str, whose: Whose, expected: &[(&str, &str)], wrong: &[(usize, &str)]) {
        let (entries, found) =
            read(text, whose, &ReadAgainst { folder: Path::new("/home/u"), tools: &TOOLS });
        let entries: Vec<(&str, String)> =
            entries.iter().map(|entry| (entry.setting.key, entry.value.to_string())).collect();
        let entries: Vec<(&str, &str)> = entries.iter().map(|(key, value)| (*key, value.as_str())).collect();
        assert_eq!(entries, expected, "{text}");
        assert_eq!(found.len(), wrong.len(), "{found:?}");
        for (found, (line, what)) in found.iter().zip(wrong) {
            assert!(found.line == *line && found.what.contains(what), "{what}: {found:?}");
        }
    }

    #[test]
    fn keys_are_read_with_their_types() {
        let text = "# mine\ncache_dir = \"c\"\nmax_file_size = 0x100\nexclude = [\n  \"a/**\",\n  \"*.x\"]\ntools = \"all\"\nno_gitignore = true\n";
        let expected = [
            ("cache_dir", "/home/u/c"),
            ("max_file_size", "256"),
            ("exclude", "a/**,*.x"),
            ("tools", "all"),
            ("no_gitignore", "true"),
        ];
        check(text, Whose::User, &expected, &[]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line_and_what_is_allowed() {
        check("\nexlude = [\"a\"]\n", Whose::User, &[], &[(2, "unknown key \"exlude\"; near is exclude")]);
        check("quux = 1", Whose::User, &[], &[(1, "known are cache_dir, ")]);
        check(
            "max_depth = \"3\"\n",
            Whose::User,
            &[],
            &[(1, "max_depth must be a whole number of levels from 1")],
        );
        check("a = 1\nmax_depth = 0\n", Whose::User, &[], &[(1, "unknown"), (2, "from 1 to 10000, not 0")]);
        check("max_depth = -1", Whose::User, &[], &[(1, "not -1")]);
        check(
            "tools = [1]",
            Whose::User,
            &[],
            &[(1, "must be core, all, indxr, codexlens, codebase-index, ck, ix or a list of names of tools")],
        );
        check("tools = [\"find_referenses\"]", Whose::User, &[], &[(1, "near are find_references")]);
        check("tools = [\"all\", \"status\"]", Whose::User, &[], &[(1, "at once")]);
        check("exclude = [\"!a\"]", Whose::User, &[], &[(1, "must not begin with !")]);
        check("[mcp]\ntools = \"all\"", Whose::User, &[], &[(1, "unknown key \"mcp\"")]);
        check("root = \"/\"", Whose::User, &[], &[(1, "only by flag and variable")]);
        check("x = \n", Whose::User, &[], &[(1, "not TOML")]);
        check(&"#".repeat(LARGEST + 1), Whose::User, &[], &[(1, "larger than 64 KB")]);
        check("max_depth = 3\nmax_depth = 4\n", Whose::User, &[], &[(2, "not TOML: duplicate key")]);
    }

    #[test]
    fn a_project_may_not_set_everything() {
        let text = "cache_dir = \"/tmp/x\"\nallowed_roots = [\"/\"]\nmax_depth = 3\n";
        let wrong = [(1, "cache_dir: a project may not"), (2, "allowed_roots: a project may not")];
        check(text, Whose::Project, &[("max_depth", "3")], &wrong);
        let text = "disable_tools = [\"status\", \"of_tomorrow\"]\nexclude = []";
        let left = [("disable_tools", "index_status"), ("exclude", "")];
        check(text, Whose::Project, &left, &[(1, "of_tomorrow")]);
    }
}

//! Rules about frameworks that a user adds to those of the program.

use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::{FrameworkRules, LinkRules};
use indexer_parse::{LANGUAGES, frameworks};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// More files of rules than this are refused.
const MOST_FILES: usize = 32;
/// A larger file is no file of rules.
const MOST_BYTES: u64 = 256 << 10;

/// The rules of a user's files, put together with the program's own. Cheap to clone; two are equal where their files hold the
/// same.
#[derive(Clone, Default)]
pub struct UserRules {
    /// The texts of the files, hashed; 0 where there are none.
    digest: u64,
    /// By the language that the rules are written for: its own and the user's.
    by_language: Arc<BTreeMap<&'static str, FrameworkRules>>,
    /// Why the files could not be read: nothing is opened with such.
    problem: Option<String>,
}

impl UserRules {
    /// The rules in these files. What is wrong with them is said when a workspace is opened with them.
    pub fn read(files: &[PathBuf]) -> Self {
        if files.is_empty() {
            return Self::default();
        }
        match Self::try_read(files) {
            Ok(rules) => rules,
            Err(problem) => Self {
                digest: hash_numbers([1, hash_text(&problem)]),
                problem: Some(problem),
                ..Self::default()
            },
        }
    }

    fn try_read(files: &[PathBuf]) -> Result<Self, String> {
        if files.len() > MOST_FILES {
            return Err(format!("{} files, of at most {MOST_FILES}", files.len()));
        }
        let mut texts = Vec::new();
        for path in files {
            texts.push(text(path).map_err(|problem| format!("{}: {problem}", path.display()))?);
        }
        let mut by_language = BTreeMap::new();
        for rules in built_in() {
            let Some(own) = (rules.frameworks)() else { continue };
            let mut added = FrameworkRules::default();
            for (path, text) in files.iter().zip(&texts) {
                frameworks::read(text, rules.language, &mut added)
                    .map_err(|wrong| format!("{}:{}: {}", path.display(), wrong.line, wrong.problem))?;
                if added.providers.is_some() {
                    return Err(format!("{}: `providers` are not to be added", path.display()));
                }
            }
            if !added.rules.is_empty()
                || !added.files.is_empty()
                || !added.globals.is_empty()
                || added.drawn.is_some()
            {
                let mut both = own.clone();
                both.extend(&added);
                by_language.insert(rules.language, both);
            }
        }
        let digest = texts.iter().fold(2, |digest, text| hash_numbers([digest, hash_text(text)]));
        Ok(Self { digest, by_language: Arc::new(by_language), problem: None })
    }

    /// The hash of what the files hold; 0 where there are none.
    pub(crate) fn digest(&self) -> u64 {
        self.digest
    }

    /// What is wrong with the files.
    pub(crate) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// The rules of a language with those of the user, where there are any of the user.
    pub(crate) fn of(&self, language: &str) -> Option<&FrameworkRules> {
        self.by_language.get(language)
    }
}

impl fmt::Debug for UserRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UserRules({:x})", self.digest)
    }
}

/// The tables of all languages with rules about frameworks, each once.
fn built_in() -> Vec<&'static LinkRules> {
    let mut all: Vec<&LinkRules> = LANGUAGES.iter().map(|language| language.rules).collect();
    all.sort_by_key(|rules| rules.language);
    all.dedup_by_key(|rules| rules.language);
    all
}

fn text(path: &Path) -> Result<String, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut text = String::new();
    let read = file.take(MOST_BYTES + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    match read as u64 > MOST_BYTES {
        true => Err(format!("more than {} KB", MOST_BYTES >> 10)),
        false => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "id = \"own\"\nlanguages = [\"python\"]\n[[rule]]\nmakes = \"task\"\non = \"decorator\"\n\
                        of = [\"own.job\"]\ntext = \"own name\"\nto = \"decorated\"\n";

    fn of(text: &str) -> UserRules {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.toml");
        std::fs::write(&path, text).unwrap();
        UserRules::read(&[path])
    }

    #[test]
    fn rules_of_a_user_come_beside_the_programs_own() {
        let rules = of(RULE);
        assert_eq!((rules.problem(), rules.of("go").is_some()), (None, false));
        let python = rules.of("python").unwrap();
        assert!(python.of("own.job").count() == 1 && python.of("celery.shared_task").count() == 1);
        assert!(rules.digest() != 0 && rules.digest() != of(&RULE.replace("task", "command")).digest());
        assert_eq!(UserRules::read(&[]).digest(), 0);
    }

    #[test]
    fn what_is_wrong_is_said_with_the_file() {
        for (text, said) in [
            ("id = 1", "own.toml:1: invalid type: integer `1`, expected a string"),
            (
                &*RULE.replace("own name", "there"),
                "own.toml:7: `text` is not to be \"there\": it is `decorated`",
            ),
            (
                &*RULE.replace("python", "pyton"),
                "own.toml:2: `languages` is not to be \"pyton\": it is of csharp, go",
            ),
            (
                &*RULE.replace("text", "test"),
                "own.toml:7: unknown field `test`, expected one of `makes`, `on`",
            ),
            (&*"#".repeat(300 << 10), "own.toml: more than 256 KB"),
        ] {
            let problem = of(text).problem.unwrap();
            assert!(problem.contains(said), "{problem}");
        }
        assert!(UserRules::read(&["/no/such".into()]).problem().is_some());
    }
}

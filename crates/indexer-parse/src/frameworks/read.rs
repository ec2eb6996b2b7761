//! A file of rules as the linker takes it.

use indexer_core::framework::{
    FileRule, FrameworkRule, GlobalsRule, Makes, Methods, Occasion, Place, Providers, last_name,
};
use indexer_core::{FrameworkRules, SymbolKind};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// More paths of one name in braces than this are not written by anybody.
const MOST_PATHS: usize = 200;

/// What is wrong with a file of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError(String);

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RuleError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: String,
    languages: Vec<String>,
    #[serde(default)]
    results: BTreeMap<String, String>,
    #[serde(default)]
    rule: Vec<Written>,
    #[serde(default)]
    providers: Option<WrittenProviders>,
    #[serde(default)]
    file: Vec<WrittenFile>,
    #[serde(default)]
    globals: Vec<WrittenGlobals>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGlobals {
    packages: Vec<String>,
    manifest: String,
    root: String,
    names: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenFile {
    packages: Vec<String>,
    manifest: String,
    folders: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    prefix: String,
    #[serde(default)]
    dots: bool,
    #[serde(default)]
    skips: Vec<String>,
    #[serde(default)]
    hides: Vec<String>,
    #[serde(default)]
    except: Vec<String>,
    #[serde(default)]
    endings: Vec<String>,
    method: Option<String>,
    #[serde(default)]
    exports: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    makes: String,
    on: String,
    of: Vec<String>,
    #[serde(default)]
    methods: String,
    #[serde(default)]
    text: String,
    default: Option<String>,
    #[serde(default)]
    to: String,
    #[serde(default)]
    replaces: bool,
    #[serde(default)]
    unwraps: Vec<String>,
    #[serde(default)]
    is_module: bool,
    #[serde(default)]
    dashes: bool,
    splits: Option<String>,
    #[serde(default)]
    bare: bool,
    unless: Option<String>,
    each: Option<String>,
    #[serde(default)]
    without: Vec<String>,
    map: Option<String>,
    #[serde(default)]
    roots: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenProviders {
    of: Vec<String>,
    keyword: String,
    asking: String,
    asking_files: Vec<String>,
    given_by: Vec<String>,
    shared: String,
    #[serde(default)]
    built_in: BTreeMap<String, String>,
}

/// Adds the rules of a file to those of a language; nothing where they are about others.
pub fn read(text: &str, language: &str, into: &mut FrameworkRules) -> Result<(), RuleError> {
    let file: File = toml::from_str(text).map_err(|problem| RuleError(problem.to_string()))?;
    if !file.languages.iter().any(|one| one == language) {
        return Ok(());
    }
    let wrong = |problem: String| RuleError(format!("{}: {problem}", file.id));
    for (function, gives) in &file.results {
        into.results.extend(paths(function).map_err(wrong)?.into_iter().map(|path| (path, gives.clone())));
    }
    for written in &file.rule {
        let rule = rule(&file.id, written).map_err(wrong)?;
        let mut all = Vec::new();
        for of in &written.of {
            all.append(&mut paths(of).map_err(wrong)?);
        }
        into.add(rule, all);
    }
    for written in file.file {
        if written.packages.is_empty() || written.folders.is_empty() {
            return Err(wrong("files want `packages` and `folders`".to_owned()));
        }
        into.files.push(FileRule {
            framework: file.id.clone(),
            packages: written.packages,
            manifest: written.manifest,
            folders: written.folders,
            names: written.names,
            prefix: written.prefix,
            dots: written.dots,
            skips: written.skips,
            hides: written.hides,
            except: written.except,
            endings: written.endings,
            method: written.method,
            exports: written.exports.into_iter().collect(),
        });
    }
    for mut written in file.globals {
        written.names.sort_unstable();
        into.globals.push(GlobalsRule {
            packages: written.packages,
            manifest: written.manifest,
            root: written.root,
            names: written.names,
        });
    }
    if let Some(written) = file.providers {
        let names = written.of.iter().map(|of| last_name(of).to_owned()).collect();
        into.providers = Some(Providers {
            of: written.of,
            names,
            keyword: written.keyword,
            asking: written.asking,
            asking_files: written.asking_files.iter().map(|one| ends(one)).collect(),
            given_by: written.given_by,
            shared: written.shared,
            built_in: written.built_in.into_iter().collect(),
        });
    }
    Ok(())
}

/// The begin and the end of what a pattern with one `*` takes.
fn ends(pattern: &str) -> (String, String) {
    let (begin, end) = pattern.split_once('*').unwrap_or((pattern, ""));
    (begin.to_owned(), end.to_owned())
}

fn rule(framework: &str, written: &Written) -> Result<FrameworkRule, String> {
    let makes = match (written.makes.as_str(), SymbolKind::parse(&written.makes)) {
        ("prefix", _) => Makes::Prefix,
        (_, Some(kind)) if kind.is_of_framework() => Makes::Symbol(kind),
        (other, _) => return Err(format!("`makes` is not to be {other:?}")),
    };
    let on = match written.on.as_str() {
        "decorator" => Occasion::Decorator,
        "call" => Occasion::Call,
        "literal" => Occasion::Literal,
        "base" => Occasion::Base,
        "derive" => Occasion::Derive,
        other => return Err(format!("`on` is not to be {other:?}")),
    };
    let each = match &written.each {
        Some(word) => Some(SymbolKind::parse(word).ok_or_else(|| format!("`each` is not to be {word:?}"))?),
        None => None,
    };
    Ok(FrameworkRule {
        framework: framework.to_owned(),
        makes,
        on,
        methods: methods(&written.methods)?,
        text: places(&written.text)?,
        default: written.default.clone(),
        to: places(&written.to)?,
        replaces: written.replaces,
        unwraps: written.unwraps.clone(),
        is_module: written.is_module,
        dashes: written.dashes,
        splits: written.splits.clone(),
        bare: written.bare,
        unless: written.unless.clone(),
        each,
        without: written.without.clone(),
        map: written.map.clone(),
        roots: written.roots.clone(),
    })
}

fn methods(text: &str) -> Result<Methods, String> {
    let fixed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    Ok(match text {
        "" => Methods::None,
        "name" => Methods::Name,
        "in text" => Methods::InText,
        "chain" => Methods::Chain,
        other => match other.split_once(", else ") {
            Some((at, default)) => Methods::At(place(at)?, fixed(default)),
            None if other.starts_with(|first: char| first.is_ascii_uppercase()) => {
                Methods::Fixed(fixed(other))
            }
            None => return Err(format!("`methods` is not to be {other:?}")),
        },
    })
}

fn places(text: &str) -> Result<Vec<Place>, String> {
    text.split(" | ").filter(|one| !one.is_empty()).map(place).collect()
}

fn place(text: &str) -> Result<Place, String> {
    let wrong = || format!("there is no place {text:?}");
    let mut words = text.split_whitespace();
    let (kind, first, second) = (words.next(), words.next(), words.next());
    let number = || first.and_then(|word| word.parse::<u32>().ok()).ok_or_else(wrong);
    let found = match (kind, second) {
        (Some("decorated"), _) => Place::Decorated,
        (Some("beside"), None) => Place::Beside(first.ok_or_else(wrong)?.to_owned()),
        (Some("own"), _) => Place::OwnName,
        (Some("method"), None) => Place::Method(first.ok_or_else(wrong)?.to_owned()),
        (Some("argument"), None) => Place::Argument(number()?),
        (Some("last"), None) => Place::Last(number()?),
        (Some("keyword"), None) => Place::Keyword(first.ok_or_else(wrong)?.to_owned()),
        (Some("keyword"), Some("of")) => {
            Place::KeywordOf(first.ok_or_else(wrong)?.to_owned(), words.next().ok_or_else(wrong)?.to_owned())
        }
        (Some("field"), None) => Place::Field(first.ok_or_else(wrong)?.to_owned()),
        (Some("package"), None) => Place::Package(first.ok_or_else(wrong)?.to_owned()),
        (Some("inside"), Some(path)) => Place::Inside(number()?, path.to_owned()),
        _ => return Err(wrong()),
    };
    Ok(found)
}

/// The paths of a text with braces: `a.{b,c}.d` are two.
fn paths(text: &str) -> Result<Vec<String>, String> {
    let mut all = vec![String::new()];
    let mut rest = text;
    while let Some((head, tail)) = rest.split_once('{') {
        let Some((inside, tail)) = tail.split_once('}') else { return Err(format!("no end of {text:?}")) };
        let one = |before: &String| {
            inside.split(',').map(|part| format!("{before}{head}{part}")).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(one).collect();
        if all.len() > MOST_PATHS {
            return Err(format!("too many paths in {text:?}"));
        }
        rest = tail;
    }
    all.iter_mut().for_each(|path| path.push_str(rest));
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_are_several_paths() {
        assert_eq!(paths("a.{b,c}.d").as_deref(), Ok(&["a.b.d".to_owned(), "a.c.d".to_owned()][..]));
        assert_eq!(paths("a").as_deref(), Ok(&["a".to_owned()][..]));
        assert!(paths("a.{b").is_err());
        assert!(paths(&"{a,b,c,d}".repeat(12)).is_err());
    }

    #[test]
    fn what_nobody_understands_is_refused() {
        for (text, said) in [
            ("id = 1", "string"),
            ("id = \"x\"\nlanguages = [\"python\"]\nother = 1", "other"),
            (
                "id = \"x\"\nlanguages = [\"python\"]\n[[rule]]\nmakes = \"class\"\non = \"call\"\nof = []",
                "class",
            ),
            ("id = \"x\"\nlanguages = [\"python\"]\n[[rule]]\nmakes = \"task\"\non = \"it\"\nof = []", "it"),
            (
                "id = \"x\"\nlanguages = [\"python\"]\n[[rule]]\nmakes = \"task\"\non = \"call\"\nof = []\nto = \"there\"",
                "there",
            ),
        ] {
            let found = read(text, "python", &mut FrameworkRules::default());
            assert!(found.as_ref().is_err_and(|error| error.to_string().contains(said)), "{text}: {found:?}");
        }
    }
}

//! A file of rules as the linker takes it.

use super::LANGUAGES;
use super::written::{File, Written};
use indexer_core::framework::{
    ConstantsRule, DrawnRule, Expansion, FileRule, FolderRule, FrameworkRule, GlobalsRule, Makes, Methods,
    Occasion, PassedRule, Place, Providers, Qualifiers, ResourceRule, ServiceRule, StartRule, last_name,
};
use indexer_core::{FrameworkRules, SymbolKind};
use rustc_hash::FxHashMap;
use std::fmt;
use toml::Spanned;

/// More paths of one name in braces than this are not written by anybody.
const MOST_PATHS: usize = 200;

/// What is wrong with a file of rules, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what would be right.
    pub problem: String,
}

impl RuleError {
    /// A problem at a byte of a file.
    fn at(text: &str, byte: usize, problem: String) -> Self {
        let before = text.as_bytes().get(..byte).unwrap_or(text.as_bytes());
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        Self { line, problem }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for RuleError {}

/// What a word of a rule may be, as errors list it.
fn refused(key: &str, word: &str, allowed: &str) -> String {
    format!("`{key}` is not to be {word:?}: it is {allowed}")
}

/// The words of [`place`].
const PLACES: &str = "`decorated`, `own name`, `returned`, `receiver`, `method NAME`, `argument N`, `from N`, `text N`, `last N`, `keyword NAME`, \
                      `keyword NAME of DECORATOR`, `field NAME`, `beside PATH`, `inside N PATH`, `inside N PATH N`, `module of FOLDER`, `of application`, `package FILE`, `chained NAME` \
                      or `type N`";
/// The words of [`methods`].
const METHODS: &str = "`name`, `in text`, `chain`, `PLACE, else METHODS` or methods in capitals";
/// The words of [`occasion`].
const OCCASIONS: &str = "`decorator`, `call`, `literal`, `base`, `derive`, `read` or `index`";

/// Adds the rules of a file to those of a language; nothing where they are about others.
pub fn read(text: &str, language: &str, into: &mut FrameworkRules) -> Result<(), RuleError> {
    let file: File = toml::from_str(text).map_err(|problem| {
        RuleError::at(text, problem.span().map_or(0, |span| span.start), problem.message().to_owned())
    })?;
    if let Some(other) = file.languages.iter().find(|one| !LANGUAGES.contains(&one.get_ref().as_str())) {
        let allowed = format!("of {}", LANGUAGES.join(", "));
        return Err(RuleError::at(text, other.span().start, refused("languages", other.get_ref(), &allowed)));
    }
    if !file.languages.iter().any(|one| one.get_ref() == language) {
        return Ok(());
    }
    let all_paths = |written: &Spanned<String>| {
        paths(written.get_ref()).map_err(|problem| RuleError::at(text, written.span().start, problem))
    };
    for (function, gives) in &file.results {
        into.results.extend(all_paths(function)?.into_iter().map(|path| (path, gives.clone())));
    }
    for (decorator, part) in &file.replaced_parts {
        into.replaced_parts.extend(all_paths(decorator)?.into_iter().map(|path| (path, part.clone())));
    }
    for (function, given) in &file.given {
        into.given.extend(all_paths(function)?.into_iter().map(|path| (path, given.clone())));
    }
    for (written, into) in [(&file.parts, &mut into.parts), (&file.handed, &mut into.handed)] {
        for paths in written {
            into.extend(all_paths(paths)?.into_iter().map(|path| (path, ())));
        }
    }
    into.implicit_imports.extend(file.implicit_imports);
    into.folders.extend(file.folder.into_iter().map(|written| FolderRule {
        framework: file.id.clone(),
        packages: written.packages,
        manifest: written.manifest,
        folders: written.folders,
        file: written.file,
        prefix: written.prefix,
    }));
    into.passed.extend(file.passed.into_iter().map(|written| PassedRule {
        packages: written.packages,
        manifest: written.manifest,
        names: written.names,
        gives: written.gives,
    }));
    let every_path = |written: &[Spanned<String>]| {
        let paths: Result<Vec<_>, RuleError> = written.iter().map(all_paths).collect();
        paths.map(|paths| paths.concat())
    };
    let wraps = every_path(&file.wraps)?;
    let qualifiers = Qualifiers {
        of: every_path(&file.qualifiers.of)?,
        types: every_path(&file.qualifiers.types)?,
        primary: every_path(&file.qualifiers.primary)?,
        exact: file.qualifiers.exact,
    };
    for written in &file.rule {
        let rule = FrameworkRule {
            wraps: wraps.clone(),
            qualifiers: qualifiers.clone(),
            client: every_path(&written.client)?,
            passes: every_path(&written.passes)?,
            methods_of: every_path(&written.methods_of)?,
            described_by: every_path(&written.described_by)?,
            proved_by: every_path(&written.proved_by)?,
            ..rule(text, &file.id, written)?
        };
        into.add(rule, every_path(&written.of)?);
    }
    for written in &file.starts {
        let rule = StartRule {
            decorated: every_path(&written.decorated)?,
            extends: every_path(&written.extends)?,
            runs: written.runs.clone(),
        };
        written.by.iter().for_each(|by| into.starts.entry(by.clone()).or_default().push(rule.clone()));
    }
    for written in file.file {
        let at = written.span().start;
        let written = written.into_inner();
        if written.packages.is_empty() || written.folders.is_empty() {
            return Err(RuleError::at(text, at, "files want `packages` and `folders`".to_owned()));
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
            ends_in_method: written.ends_in_method,
            method: written.method,
            exports: written.exports.into_iter().collect(),
        });
    }
    into.constants.extend(file.constants.into_iter().map(|written| ConstantsRule {
        names: written.names,
        packages: written.packages,
        manifests: written.manifests,
        within: written.within,
    }));
    for written in file.service {
        let to = word(text, Some(&written.to), |word| places("to", word))?;
        into.services.push(ServiceRule {
            framework: file.id.clone(),
            by: ends(&written.by),
            described: written.described.iter().map(|one| ends(one)).collect(),
            of: written.of,
            text: written.text,
            interface: ends(&written.interface),
            to: to.into_iter().next().unwrap_or_default(),
            method: written.method,
        });
    }
    if let Some(written) = file.resource {
        let routes = routes(text, "routes", &written.routes)?;
        let mut bases = FxHashMap::default();
        for (of, members) in &written.bases {
            let members: Vec<String> = members.split_whitespace().map(str::to_owned).collect();
            bases.extend(all_paths(of)?.into_iter().map(|path| (path, members.clone())));
        }
        into.resource = Some(ResourceRule {
            routes,
            parameter: written.parameter,
            parameter_fields: written.parameter_fields,
            action: written.action,
            detail_argument: written.detail_argument,
            slash_argument: written.slash_argument,
            methods_field: written.methods_field,
            url_list: written.url_list,
            bases,
        });
    }
    if let Some(written) = file.drawn {
        into.drawn = Some(DrawnRule {
            framework: file.id.clone(),
            packages: written.packages,
            manifests: written.manifests,
            by: written.by,
            on: written.on,
            through: written.through,
            file: written.file,
            parts: written.parts,
            folder: written.folder,
            ending: written.ending,
        });
    }
    for mut written in file.globals {
        written.names.sort_unstable();
        written.gives.sort_unstable();
        written.calls.sort_unstable();
        into.globals.push(GlobalsRule {
            packages: written.packages,
            manifest: written.manifest,
            folders: written.folders,
            root: written.root,
            names: written.names,
            gives: written.gives,
            calls: written.calls,
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
            plugins: written.plugins,
            built_in: written.built_in.into_iter().collect(),
            of_plugins: written.of_plugins.into_iter().collect(),
        });
    }
    Ok(())
}

/// Methods, paths and members, as words of a text each.
fn routes(text: &str, key: &str, written: &[Spanned<String>]) -> Result<Vec<Expansion>, RuleError> {
    let one = |route: &Spanned<String>| {
        let words: Vec<String> = route.get_ref().split_whitespace().map(str::to_owned).collect();
        let [method, path, member] = <[String; 3]>::try_from(words).map_err(|_| {
            let problem = refused(key, route.get_ref(), "`METHOD PATH MEMBER`");
            RuleError::at(text, route.span().start, problem)
        })?;
        Ok((method, path, member))
    };
    written.iter().map(one).collect()
}

/// The begin and the end of what a pattern with one `*` takes.
fn ends(pattern: &str) -> (String, String) {
    let (begin, end) = pattern.split_once('*').unwrap_or((pattern, ""));
    (begin.to_owned(), end.to_owned())
}

/// What `read` makes of a word, or where it is wrong; the default where the key is not written.
fn word<T: Default>(
    text: &str,
    written: Option<&Spanned<String>>,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, RuleError> {
    let Some(written) = written else { return Ok(T::default()) };
    read(written.get_ref()).map_err(|problem| RuleError::at(text, written.span().start, problem))
}

fn makes(word: &str) -> Result<Makes, String> {
    match (word, SymbolKind::parse(word)) {
        ("prefix", _) => Ok(Makes::Prefix),
        (_, Some(kind)) if kind.may_be_of_framework() => Ok(Makes::Symbol(kind)),
        _ => {
            let kinds = SymbolKind::ALL.iter().filter(|kind| kind.may_be_of_framework());
            let kinds: Vec<String> = kinds.map(|kind| format!("`{kind}`")).collect();
            Err(refused("makes", word, &format!("{} or `prefix`", kinds.join(", "))))
        }
    }
}

fn occasion(word: &str) -> Result<Occasion, String> {
    Ok(match word {
        "decorator" => Occasion::Decorator,
        "call" => Occasion::Call,
        "literal" => Occasion::Literal,
        "base" => Occasion::Base,
        "derive" => Occasion::Derive,
        "read" => Occasion::Read,
        "index" => Occasion::Index,
        other => return Err(refused("on", other, OCCASIONS)),
    })
}

fn member(word: &str) -> Result<Option<SymbolKind>, String> {
    let kinds = || {
        let kinds: Vec<&str> = SymbolKind::ALL.iter().map(|kind| kind.as_str()).collect();
        refused("each", word, &format!("a kind of symbol: {}", kinds.join(", ")))
    };
    SymbolKind::parse(word).map(Some).ok_or_else(kinds)
}

fn rule(text: &str, framework: &str, written: &Written) -> Result<FrameworkRule, RuleError> {
    let makes = word(text, Some(&written.makes), |word| makes(word).map(Some))?.unwrap_or(Makes::Prefix);
    let on = word(text, Some(&written.on), |word| occasion(word).map(Some))?.unwrap_or(Occasion::Call);
    let each = word(text, written.each.as_ref(), member)?;
    Ok(FrameworkRule {
        framework: framework.to_owned(),
        makes,
        on,
        methods: word(text, written.methods.as_ref(), methods)?,
        text: word(text, written.text.as_ref(), |word| places("text", word))?,
        default: written.default.clone(),
        to: word(text, written.to.as_ref(), |word| places("to", word))?,
        replaces: written.replaces,
        unwraps: written.unwraps.clone(),
        is_module: written.is_module,
        dashes: written.dashes,
        drops: written.drops.clone(),
        splits: written.splits.clone(),
        camel: written.camel,
        bare: written.bare,
        unless: written.unless.clone(),
        elsewhere: written.elsewhere.clone(),
        each,
        without: written.without.clone(),
        begins: written.begins.clone(),
        aliases: written.aliases.clone(),
        map: written.map.clone(),
        roots: written.roots.clone(),
        named: written.named,
        trims: written.trims,
        hands: written.hands,
        plural: written.plural,
        fields: written.fields.clone(),
        wraps: Vec::new(),
        subtypes: written.subtypes,
        qualifiers: Qualifiers::default(),
        name: word(text, written.name.as_ref(), |word| places("name", word))?,
        list: written.list.clone(),
        scans: word(text, written.scans.as_ref(), |word| places("scans", word))?,
        resource: written.resource,
        conventional: written.conventional.clone(),
        delimiters: written.delimiters.as_deref().map(ends),
        within: written.within,
        client: Vec::new(),
        itself: written.itself,
        is_macro: written.is_macro,
        expands: routes(text, "expands", &written.expands)?,
        adds: (written.adds.iter())
            .map(|(by, all)| Ok((by.clone(), routes(text, "adds", all)?)))
            .collect::<Result<_, RuleError>>()?,
        pairs: written.pairs,
        wants: written.wants.clone(),
        program: written.program.clone(),
        opens: written.opens.clone(),
        gives: written.gives.clone(),
        member_of: written.member_of.clone(),
        invokes: written.invokes.clone(),
        types_in: written.types_in.clone(),
        called: written.called.clone(),
        passes: Vec::new(),
        begun_elsewhere: written.begun_elsewhere.clone(),
        methods_of: Vec::new(),
        described_by: Vec::new(),
        decorated_by: written.decorated_by.clone(),
        proved_by: Vec::new(),
        patterns: written.patterns.clone(),
        absolute: written.absolute.clone(),
        exports: written.exports.clone().into_iter().collect(),
    })
}

fn methods(text: &str) -> Result<Methods, String> {
    let fixed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let wrong = || refused("methods", text, METHODS);
    Ok(match text {
        "" => Methods::None,
        "name" => Methods::Name,
        "in text" => Methods::InText,
        "chain" => Methods::Chain,
        other => match other.split_once(", else ") {
            Some((at, default)) => Methods::At(place(at).ok_or_else(wrong)?, fixed(default)),
            None if other.starts_with(|first: char| first.is_ascii_uppercase()) => {
                Methods::Fixed(fixed(other))
            }
            None => return Err(wrong()),
        },
    })
}

fn places(key: &str, text: &str) -> Result<Vec<Place>, String> {
    let all = text.split(" | ").filter(|one| !one.is_empty());
    all.map(|one| place(one).ok_or_else(|| refused(key, one, PLACES))).collect()
}

fn place(text: &str) -> Option<Place> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.parse::<u32>().ok();
    Some(match words[..] {
        ["decorated"] => Place::Decorated,
        ["own", "name"] => Place::OwnName,
        ["returned"] => Place::Returned,
        ["receiver"] => Place::Receiver,
        ["text", at] => Place::Text(number(at)?),
        ["beside", path] => Place::Beside(path.to_owned()),
        ["method", name] => Place::Method(name.to_owned()),
        ["argument", at] => Place::Argument(number(at)?),
        ["from", at] => Place::From(number(at)?),
        ["last", more_than] => Place::Last(number(more_than)?),
        ["keyword", name] => Place::Keyword(name.to_owned()),
        ["keyword", name, "of", decorator] => Place::KeywordOf(name.to_owned(), decorator.to_owned()),
        ["field", name] => Place::Field(name.to_owned()),
        ["package", file] => Place::Package(file.to_owned()),
        ["chained", name] => Place::Chained(name.to_owned()),
        ["type", at] => Place::TypeArgument(number(at)?),
        ["inside", at, path] => Place::Inside(number(at)?, path.to_owned(), 0),
        ["inside", at, path, of] => Place::Inside(number(at)?, path.to_owned(), number(of)?),
        ["module", "of", folder] => Place::Module(folder.to_owned()),
        ["of", "application"] => Place::OfApplication,
        _ => return None,
    })
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
    fn what_nobody_understands_is_refused_with_its_line_and_what_is_allowed() {
        const HEAD: &str = "id = \"x\"\nlanguages = [\"python\"]\n";
        let rule = |more: &str| format!("{HEAD}[[rule]]\nof = []\n{more}");
        for (text, line, said) in [
            ("id = 1".to_owned(), 1, ["string", ""]),
            (format!("{HEAD}other = 1"), 3, ["`other`", "`globals`"]),
            ("id = \"x\"\nlanguages = [\n\"python\",\n\"pyton\"]".to_owned(), 4, ["\"pyton\"", "rust"]),
            (rule("on = \"call\"\nmakes = \"class\""), 6, ["\"class\"", "`endpoint`"]),
            (rule("makes = \"task\"\non = \"it\""), 6, ["\"it\"", "`decorator`"]),
            (
                rule("makes = \"task\"\non = \"call\"\nto = \"argument 1 | there\""),
                7,
                ["\"there\"", "`argument N`"],
            ),
            (
                rule("makes = \"task\"\non = \"call\"\n\ntext = \"argument one\""),
                8,
                ["argument one", "`own name`"],
            ),
            (rule("makes = \"task\"\non = \"call\"\nmethods = \"get\""), 7, ["\"get\"", "`in text`"]),
            (
                rule("makes = \"task\"\non = \"call\"\nmethods = \"there, else GET\""),
                7,
                ["there", "`in text`"],
            ),
            (rule("makes = \"task\"\non = \"call\"\neach = \"metod\""), 7, ["\"metod\"", "method"]),
            (rule("makes = \"task\"\non = \"call\"\ntexts = \"\""), 7, ["`texts`", "`text`"]),
            (
                format!("{HEAD}[[rule]]\nmakes = \"task\"\non = \"call\"\nof = [\"a.{{b\"]"),
                6,
                ["no end", "a.{b"],
            ),
            (format!("{HEAD}[results]\n\"a{{b\" = \"c\""), 4, ["no end", "a{b"]),
            (
                format!("{HEAD}\n[[file]]\npackages = []\nmanifest = \"m\"\nfolders = []"),
                4,
                ["`packages`", "`folders`"],
            ),
        ] {
            let found = read(&text, "python", &mut FrameworkRules::default()).unwrap_err();
            assert_eq!(found.line, line, "{text}: {found}");
            assert!(said.iter().all(|said| found.problem.contains(said)), "{text}: {found}");
        }
    }
}

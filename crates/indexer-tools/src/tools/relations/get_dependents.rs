//! `get_dependents`: the files that depend on a file, a folder or a symbol.

use crate::imports::is_test;
use crate::locate::{self, Called};
use crate::protocol::arguments::clean;
use crate::protocol::outlines;
use crate::protocol::prelude::*;
use crate::protocol::rows::is_zero;
use crate::protocol::{Code, Scope};
use crate::relations::callers::depth;
use crate::relations::dependencies::FileDependencies;
use crate::relations::{self, Node, Of, Uses, Wanted};
use crate::tools::relations::get_impact::GetImpact;
use indexer_core::path::is_under;
use indexer_core::{Resolution, Role, Rule};
use indexer_engine::outline_format;
use indexer_graph::dependencies::{self, Weight, dependents};
use indexer_store::{Reference, TargetRef};
use std::collections::{BTreeMap, BTreeSet};

/// Files that depend on a file, a folder or a symbol, by distance
#[derive(Args, Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetDependents {
    /// Path of a file or folder, or a symbol
    pub target: String,
    /// Steps (1)
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
}

/// The files that depend on something.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The path, or the key of the symbol.
    pub target: String,
    /// `file`, `folder` or `symbol`.
    pub level: &'static str,
    /// The symbols, where several have the name, each with how many files depend on it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<(String, usize)>,
    /// Symbols of the name that are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_symbols: usize,
    /// Further files that possibly use what is in the file or folder: see `get_impact`.
    #[serde(skip_serializing_if = "is_zero")]
    pub possible_files: usize,
    /// How much is followed of the files that are no code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_part: Option<String>,
    /// The files, nearest first, then those with the most uses; those that are no code at the end.
    pub dependents: Page<Of<Dependent>>,
}

/// A file that depends on it.
#[derive(Clone, Debug, Serialize)]
pub struct Dependent {
    /// Relative to the root, with `/`.
    pub path: String,
    /// Steps from what was asked about; 1 for what uses it itself.
    pub distance: u32,
    /// Proved references to the target, or to the file before it.
    pub uses: u64,
    /// True where one of the uses is an import.
    pub imports: bool,
    /// True for a file of tests.
    pub tests: bool,
    /// How much of its language is followed, where it is no code: `outlined`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<&'static str>,
    /// How certain its uses are, where they are not proved: `possible`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolution: Option<&'static str>,
    /// The file before it on the way, for more than one step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub through: Option<String>,
}

impl Row for Dependent {
    fn render(&self, _: Option<&Self>, out: &mut Records) {
        let mut record = out.record("dependent");
        record.text("path", &self.path);
        if self.distance > 1 {
            record.field("distance", self.distance);
        }
        record.field("uses", self.uses).flag("imports", self.imports).flag("tests", self.tests);
        record.some("tier", self.tier).some("resolution", self.resolution);
        record.some("through", self.through.as_deref());
    }
}

impl Answer for Found {
    page!(dependents: Of<Dependent>);

    fn head(&self, out: &mut Records) {
        if let Some(says) = &self.in_part {
            out.record("in_part").text("says", says);
        }
        if self.targets.is_empty() {
            out.record("target").text("name", &self.target).field("level", self.level);
        }
        for (i, (name, dependents)) in self.targets.iter().enumerate() {
            let mut record = out.record("target");
            record.text("name", name).field("level", self.level);
            record.field("n", i + 1).field("dependents", dependents);
        }
        out.more("more_symbols", self.more_symbols);
        if self.possible_files > 0 {
            out.record("possible").field("files", self.possible_files).field("see", GetImpact::NAME);
        }
    }
}

impl Question for GetDependents {
    type Answer = Found;
    const NAME: &'static str = "get_dependents";
    const CLI: &'static str = "get-dependents";
    const OUTLINES: Outlines = Outlines::Users;
    const ALIASES: &'static [&'static str] = &["dependents"];
    const TITLE: &'static str = "Dependents";
    const FOLLOWED: Followed = Followed::Shown;
    const SHOWN: &'static [&'static str] = &["target", "depth", "cursor"];
    const LOOK: Look =
        Look::of(&[Section::of("dependents", Form::Table(&["path", "distance", "uses", "through"]))]);

    fn run(context: &Context<'_>, asked: &Asked<GetDependents>) -> Result<Found, Problem> {
        let view = context.view();
        let most = depth(asked.own.depth, 1)?;
        let text = asked.own.target.trim();
        let path = match locate::called(view, text) {
            Called::File(path) => path,
            _ => clean(text),
        };
        let is_file = view.file(path).is_some();
        let is_folder = !is_file && (path.is_empty() || view.files_under(path).next().is_some());
        let rows = asked.common.rows(100, 1_000);
        let is_outlined = |path: &str| outline_format(path).is_some();
        let page = |all: &[(Option<usize>, Dependent)]| {
            Page::of(all, asked.offset, rows, |(n, one)| {
                let tests = view.file(&one.path).is_some_and(is_test);
                Of::new(*n, Dependent { tests, ..one.clone() })
            })
        };
        if is_file || is_folder {
            let inside: BTreeSet<&str> =
                view.files().map(|file| file.path()).filter(|one| is_under(one, path)).collect();
            let possible = possible_users(context, &inside)?;
            let mut found = by_files(context, inside, most)?;
            let mut in_part = None;
            if is_file {
                found.retain(|one| !is_outlined(&one.path));
                let (outlined, says) = by_outlines(context, path);
                // A file of code may lead there by its own edges too.
                let known: BTreeSet<String> = found.iter().map(|one| one.path.clone()).collect();
                found.extend(outlined.into_iter().filter(|one| !known.contains(&one.path)));
                in_part = says;
            }
            let found = in_order(found, &asked.scope);
            let is_more =
                |path: &&&str| asked.scope.covers(path) && !found.iter().any(|one| one.path == ***path);
            return Ok(Found {
                possible_files: possible.iter().filter(is_more).count(),
                in_part,
                target: path.to_owned(),
                level: if is_file { "file" } else { "folder" },
                targets: Vec::new(),
                more_symbols: 0,
                dependents: page(&found.into_iter().map(|one| (None, one)).collect::<Vec<_>>()),
            });
        }
        let wanted = Wanted::new("target", text, None, &asked.scope);
        let subjects = match relations::symbols(context, wanted) {
            Err(problem)
                if problem.code == Code::NotFound && text.contains('/') && !text.contains(['#', ':']) =>
            {
                return Err(locate::no_path(context, text));
            }
            found => found?,
        };
        let (mut targets, mut all) = (Vec::new(), Vec::new());
        for (n, subject) in subjects.numbered() {
            let found = in_order(by_symbols(context, subject.symbols(), most)?, &subjects.scope);
            let name = subject.symbols().first().map(|one| one.printed()).unwrap_or_default();
            targets.push((name, found.len()));
            all.extend(found.into_iter().map(|one| (n, one)));
        }
        let target = targets.first().map(|(name, _)| name.clone()).unwrap_or_default();
        if !subjects.several() {
            targets.clear();
        }
        let more_symbols = subjects.left_out;
        let (possible_files, in_part) = (0, None);
        let dependents = page(&all);
        Ok(Found { target, level: "symbol", targets, more_symbols, possible_files, in_part, dependents })
    }
}

/// Those in `scope`: nearest first, then those with the most uses.
fn in_order(mut found: Vec<Dependent>, scope: &Scope) -> Vec<Dependent> {
    found.retain(|one| scope.covers(&one.path));
    // Documents and settings come behind the code.
    found.sort_by(|a, b| (a.tier, a.distance, b.uses, &a.path).cmp(&(b.tier, b.distance, a.uses, &b.path)));
    found
}

/// Who depends on some files, over at most `most` steps. O(references).
fn by_files(context: &Context<'_>, inside: BTreeSet<&str>, most: u32) -> Result<Vec<Dependent>, Problem> {
    let found = dependents(&users(context)?, inside, most);
    let row = |one: dependencies::Dependent<&str>| Dependent {
        path: one.node.to_owned(),
        distance: one.distance,
        uses: one.weight.uses,
        imports: one.weight.imports,
        tests: false,
        tier: None,
        resolution: None,
        through: (one.distance > 1).then(|| one.through.to_owned()),
    };
    Ok(found.into_iter().map(row).collect())
}

/// The other files with a use that may mean what is in one of these files: of each symbol those that more than its name
/// speaks for. O(uses).
fn possible_users<'a>(context: &Context<'a>, inside: &BTreeSet<&str>) -> Result<BTreeSet<&'a str>, Problem> {
    let view = context.view();
    let mut found = BTreeSet::new();
    for file in inside.iter().filter_map(|path| view.file(path)) {
        context.still_wanted()?;
        let sites = file.symbols().flat_map(|symbol| view.references_to(symbol.key()));
        let sites = sites.chain(view.references_to_module(file.path())).map(|one| view.reference(one));
        let possible = sites
            .filter(|one| one.resolution() == Resolution::Possible && one.rule() != Rule::Name)
            .map(|one| one.file().path());
        found.extend(possible.filter(|path| !inside.contains(path)));
    }
    Ok(found)
}

/// The files that are no code and lead to the file at `path`: by links, and possibly where they run or copy it. And what
/// is followed in them, where there are any.
fn by_outlines(context: &Context<'_>, path: &str) -> (Vec<Dependent>, Option<String>) {
    let Some(mut outlined) = outlines::users(context, path) else { return (Vec::new(), None) };
    let view = &outlined.snapshot.view;
    let leads = |target: &TargetRef<'_>| match target {
        TargetRef::Module(to) => *to == path,
        TargetRef::Symbol(key) => view.symbol(*key).is_some_and(|at| view.sym(at).file().path() == path),
        TargetRef::External(_) => false,
    };
    let files = outlined.paths.iter().filter_map(|path| view.file(path));
    let rows = files.filter_map(|file| {
        // What code names leads there by its own edges; beside them stand what its commands run.
        let is_outline = outline_format(file.path()).is_some();
        let counts = |one: &Reference<'_>| is_outline || one.rule() == Rule::Run;
        let leading = file.references().filter(|one| counts(one) && one.targets().iter().any(leads));
        let sure: Vec<bool> = leading.map(|one| one.resolution() == Resolution::Resolved).collect();
        (!sure.is_empty()).then(|| Dependent {
            path: file.path().to_owned(),
            distance: 1,
            uses: sure.len() as u64,
            imports: true,
            tests: false,
            tier: is_outline.then_some("outlined"),
            resolution: (!sure.contains(&true)).then_some(Resolution::Possible.as_str()),
            through: None,
        })
    });
    let rows: Vec<Dependent> = rows.collect();
    // What the question names is told of already.
    let is_told = outline_format(path).is_some() && outlined.unread == 0;
    let says = !is_told && (rows.iter().any(|row| row.tier.is_some()) || outlined.unread > 0);
    outlined.paths = rows.iter().map(|row| row.path.clone()).collect();
    let says = says.then(|| outlined.says());
    (rows, says)
}

/// Paths of files, each with those that depend on it.
type Users<'a> = BTreeMap<&'a str, Vec<(&'a str, Weight)>>;

/// Every file with those that depend on it. O(dependencies), and O(references) for the first question.
fn users<'a>(context: &Context<'a>) -> Result<Users<'a>, Problem> {
    let mut users = Users::new();
    for (from, to, weight) in FileDependencies::get(context)?.all(context.view()) {
        users.entry(to).or_default().push((from, weight));
    }
    Ok(users)
}

/// Who depends on a symbol: the files of what uses it, and of what uses those.
fn by_symbols<'a>(
    context: &Context<'a>,
    symbols: &[indexer_store::Symbol<'a>],
    most: u32,
) -> Result<Vec<Dependent>, Problem> {
    let starts: Vec<Node<'a>> = symbols.iter().copied().map(Node::Symbol).collect();
    let own: BTreeSet<&str> = symbols.iter().map(|symbol| symbol.file().path()).collect();
    let mut uses = Uses::new(context);
    let include = [Resolution::Resolved];
    let reached =
        relations::reach(context, &starts, most, &include, |node| uses.users_beyond(node, &starts))?;
    let mut files: BTreeMap<&str, Dependent> = BTreeMap::new();
    for one in &reached.found {
        let path = one.step.node.file().path();
        if own.contains(path) {
            continue;
        }
        let dependent = files.entry(path).or_insert_with(|| Dependent {
            path: path.to_owned(),
            distance: one.distance,
            uses: 0,
            imports: false,
            tests: false,
            tier: None,
            resolution: None,
            through: one.from.map(|from| reached.found[from].step.node.printed()),
        });
        dependent.uses += one.step.sites.len() as u64;
        dependent.imports |= one.step.sites.iter().any(|site| site.role() == Role::Import);
    }
    Ok(files.into_values().collect())
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("pkg/__init__.py", ""),
            ("pkg/a.py", "def go(): pass\n\ndef other(): pass\n"),
            ("pkg/b.py", "from pkg.a import go\n\ndef more(): go()\n"),
            ("main.py", "from pkg.b import more\nmore()\n"),
            ("tests/test_a.py", "from pkg.a import other\nother()\n"),
        ])
    }

    #[test]
    fn of_a_file_a_folder_and_a_symbol() {
        let lines = fixture().text("get_dependents", r#"{"target": "pkg/a.py", "depth": 2}"#);
        assert_eq!(values(&lines, "dependent", "path"), ["pkg/b.py", "tests/test_a.py", "main.py"]);
        assert_eq!(values(&lines, "dependent", "tests"), ["true"]);
        assert_eq!(values(&lines, "dependent", "through"), ["pkg/b.py"]);
        let lines = fixture().text("get_dependents", r#"{"target": "pkg"}"#);
        assert_eq!(values(&lines, "dependent", "path"), ["main.py", "tests/test_a.py"]);
        assert_eq!(values(&lines, "target", "level"), ["folder"]);
        let lines = fixture().text("get_dependents", r#"{"target": "go", "depth": 3}"#);
        assert_eq!(values(&lines, "dependent", "path"), ["pkg/b.py", "main.py"]);
        let problem = fixture().problem("get_dependents", r#"{"target": "pkg/zzz.py"}"#);
        assert_eq!(problem.parameter.as_deref(), Some("path"));
    }

    #[test]
    fn files_that_are_only_possible_are_counted_apart() {
        let fixture = Fixture::new(&[
            ("a.py", "class A:\n    def go(self): pass\n\nclass B(A):\n    def go(self): pass\n"),
            (
                "b.py",
                "import a\nimport c\n\ndef run(flag):\n    one = a.A() if flag else c.C()\n    one.go()\n",
            ),
            ("c.py", "class C:\n    def go(self): pass\n"),
            ("d.py", "from b import run\n"),
        ]);
        let json = fixture.json("get_dependents", r#"{"target": "c.py"}"#);
        assert_eq!(
            (&json["total"], &json["possible_files"]),
            (&1.into(), &serde_json::Value::Null),
            "{json}"
        );
        let fixture = Fixture::new(&[
            ("db/1.sql", "CREATE TABLE users (id int);\n"),
            ("db/2.sql", "ALTER TABLE users ADD COLUMN name text;\n"),
        ]);
        let lines = fixture.text("get_dependents", r#"{"target": "db/1.sql"}"#);
        assert_eq!(lines[0].get("total"), Some("0"));
        assert_eq!(values(&lines, "possible", "files"), ["1"]);
    }

    #[test]
    fn declaring_a_module_is_depending_on_it_and_passing_through_is_not() {
        let fixture = Fixture::new(&[
            ("Cargo.toml", "[package]\nname = \"k\"\n"),
            ("src/lib.rs", "pub mod a;\npub mod b;\n"),
            ("src/a.rs", "pub fn go() {}\n"),
            ("src/b.rs", "pub fn run() { crate::a::go() }\n"),
        ]);
        let lines = fixture.text("get_dependents", r#"{"target": "src/a.rs"}"#);
        assert_eq!(values(&lines, "dependent", "path"), ["src/b.rs", "src/lib.rs"]);
        let lines = fixture.text("get_dependents", r#"{"target": "src/lib.rs"}"#);
        assert_eq!(lines[0].get("total"), Some("0"));
    }
}

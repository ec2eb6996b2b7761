//! What a question about relations is about: a file, or the symbols of a name, each with its parts.

use super::node::Node;
use crate::locate::{self, Called, Filter, Meant, Order};
use crate::protocol::kinds;
use crate::protocol::{Code, Context, Problem, Scope};
use indexer_core::SymbolKind;
use indexer_store::{FileRef, Symbol, View};

/// Symbols of one name that are all answered for; of more, a problem names as many.
const MOST: usize = 20;
/// Parts of one symbol that heads show: a type may have a file for each of its sides.
const PARTS: usize = 4;

/// One of the things that a question is about.
#[derive(Clone, Debug)]
pub enum Subject<'v> {
    /// One symbol; several where it is written in parts (overloads, branches of a condition, a
    /// declaration and its definition, a type and its constructors).
    Symbols(Meant<'v>),
    /// A file.
    File(FileRef<'v>),
}

impl<'v> Subject<'v> {
    /// The distinct names under which sites of it are counted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Subject::Symbols(symbols) => symbols.iter().map(|one| one.name().to_owned()).collect(),
            Subject::File(file) => vec![indexer_core::path::stem(file.path()).to_owned()],
        };
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The symbols that a head shows: of one of several subjects the one that stands for it, else all parts
    /// but the constructors of a type that is there.
    pub fn shown(&self, n: Option<usize>) -> &[Symbol<'v>] {
        let symbols = self.symbols();
        let constructs = |part: &Symbol<'v>| part.kind() == SymbolKind::Constructor;
        let all = match symbols.first() {
            // Constructors stand last.
            Some(first) if first.kind().is_type() => {
                symbols.iter().take_while(|part| !constructs(part)).count()
            }
            _ => symbols.len(),
        };
        &symbols[..all.min(if n.is_some() { 1 } else { PARTS })]
    }

    /// What a head shows: [`shown`](Self::shown), or the file.
    pub fn nodes(&self, n: Option<usize>) -> Vec<Node<'v>> {
        match self {
            Subject::Symbols(_) => self.shown(n).iter().copied().map(Node::Symbol).collect(),
            Subject::File(file) => vec![Node::File(*file)],
        }
    }

    /// Its symbols, the one that stands for it first; none for a file.
    pub fn symbols(&self) -> &[Symbol<'v>] {
        match self {
            Subject::Symbols(symbols) => symbols,
            Subject::File(_) => &[],
        }
    }
}

/// What a question is about, best first; at least one.
#[derive(Clone, Debug)]
pub struct Subjects<'v> {
    /// The things that are answered for.
    pub all: Vec<Subject<'v>>,
    /// Symbols of the name that are not, for there are too many: those of tests, examples and the like.
    pub left_out: usize,
    /// Where rows may lie. A file that defines what is asked about says which symbol is meant, and not that
    /// only its own uses are: who uses it stands in other files.
    pub scope: Scope,
}

impl<'v> Subjects<'v> {
    /// True where rows must say of which symbol they are.
    pub const fn several(&self) -> bool {
        self.all.len() > 1
    }

    /// Each with its number from 1, `None` where there is one alone.
    pub fn numbered(&self) -> impl Iterator<Item = (Option<usize>, &Subject<'v>)> {
        let several = self.several();
        self.all.iter().enumerate().map(move |(i, one)| (several.then_some(i + 1), one))
    }

    /// The distinct names under which sites of them are counted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.all.iter().flat_map(Subject::names).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Which argument names the subject, and what narrows it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'q> {
    /// The argument, for problems.
    pub parameter: &'q str,
    /// What it says.
    pub text: &'q str,
    /// Kinds of symbols, as an argument writes them; `None` for all.
    pub kind: Option<&'q str>,
    /// Of several symbols, those in it, where some are.
    pub scope: &'q Scope,
}

impl<'q> Wanted<'q> {
    /// What the argument `parameter` says.
    pub const fn new(parameter: &'q str, text: &'q str, kind: Option<&'q str>, scope: &'q Scope) -> Self {
        Self { parameter, text, kind, scope }
    }
}

/// What is wanted: a file, or the symbols of a name.
pub fn subjects<'v>(context: &Context<'v>, wanted: Wanted<'_>) -> Result<Subjects<'v>, Problem> {
    let view = context.view();
    if let Called::File(path) = locate::called(view, wanted.text) {
        let all = vec![Subject::File(locate::file(context, path)?)];
        return Ok(Subjects { all, left_out: 0, scope: wanted.scope.clone() });
    }
    let folder = wanted.text.trim_end_matches('/');
    if folder.contains('/') && view.files_under(folder).next().is_some() {
        let parameter = wanted.parameter;
        let message = format!("{parameter}: {folder} is a folder, and a symbol or a file is needed");
        return Err(Problem::argument(parameter, message).hint(
            "get_dependents answers for folders; get_tree and list_declarations name what is in them",
        ));
    }
    let (groups, left_out) = meant(context, wanted)?;
    let scope = rows_of(view, wanted.scope, groups.iter().flatten());
    Ok(Subjects { all: groups.into_iter().map(Subject::Symbols).collect(), left_out, scope })
}

/// Where the rows of `symbols` may lie, asked about in `scope`: see [`Subjects::scope`].
pub fn rows_of<'s, 'v: 's>(
    view: &View,
    scope: &Scope,
    mut symbols: impl Iterator<Item = &'s Symbol<'v>>,
) -> Scope {
    let is_file = view.file(scope.prefix()).is_some();
    if is_file && symbols.any(|symbol| symbol.file().path() == scope.prefix()) {
        scope.everywhere()
    } else {
        scope.clone()
    }
}

/// The same where a file has no answer.
pub fn symbols<'v>(context: &Context<'v>, wanted: Wanted<'_>) -> Result<Subjects<'v>, Problem> {
    let parameter = wanted.parameter;
    if let Called::File(path) = locate::called(context.view(), wanted.text) {
        let message = format!("{parameter}: {path} is a file, and a symbol is needed");
        return Err(Problem::argument(parameter, message)
            .hint("list_declarations names the symbols of a file; get_dependents answers for files"));
    }
    subjects(context, wanted)
}

/// The one symbol that is wanted, with its parts: where several are called so, the only one of the source.
/// For what is written down, where nothing may be meant by chance.
pub fn the_symbol<'v>(context: &Context<'v>, wanted: Wanted<'_>) -> Result<Meant<'v>, Problem> {
    let subjects = symbols(context, wanted)?;
    let order = Order::of(context.view());
    let standing = |subject: &Subject<'v>| subject.symbols().first().map(|first| order.standing(*first));
    let best = subjects.all.first().and_then(standing);
    let groups: Vec<Meant<'v>> = subjects.all.iter().map(|subject| subject.symbols().to_vec()).collect();
    match subjects.all.iter().filter(|subject| standing(subject) == best).count() {
        1 => Ok(groups.into_iter().next().unwrap_or_default()),
        _ => Err(ambiguous(wanted, groups.len(), &groups)),
    }
}

/// The different symbols that are called so, best first, and how many more there are. A problem with
/// candidates above [`MOST`] that nothing sets apart.
fn meant<'v>(context: &Context<'v>, wanted: Wanted<'_>) -> Result<(Vec<Meant<'v>>, usize), Problem> {
    let Wanted { parameter, text, kind, scope } = wanted;
    let kinds = kinds::kinds(kind)?;
    let filter = Filter { scope: None, kinds: kinds.as_deref(), exact: false };
    let found = locate::symbols(context, text, filter)
        .map_err(|problem| Problem { parameter: Some(parameter.to_owned()), ..problem })?;
    let mut groups = locate::groups(context, locate::with_parts(context, found));
    // Whoever names a path or member means what is there, where something is.
    let inside = |parts: &[Symbol<'v>]| parts.iter().any(|part| scope.covers(part.file().path()));
    if groups.iter().any(|parts| inside(parts)) {
        groups.retain(|parts| inside(parts));
    }
    let all = groups.len();
    if all <= MOST {
        return Ok((groups, 0));
    }
    let order = Order::of(context.view());
    let best = groups.iter().map(|parts| order.standing(parts[0])).min();
    let near: Vec<Meant<'v>> =
        groups.iter().filter(|parts| Some(order.standing(parts[0])) == best).cloned().collect();
    if near.len() <= MOST {
        let left_out = all - near.len();
        return Ok((near, left_out));
    }
    Err(ambiguous(wanted, all, &groups))
}

/// The problem that too many symbols are called so, with the first of them.
fn ambiguous(wanted: Wanted<'_>, all: usize, groups: &[Meant<'_>]) -> Problem {
    let Wanted { parameter, text, .. } = wanted;
    Problem {
        parameter: Some(parameter.to_owned()),
        ..Problem::new(Code::Ambiguous, format!("{parameter}: {all} symbols are called {text}"))
            .hint("ask again with one of these, with Owner.member, path:line, a path or a kind")
            .suggest(candidates(groups))
    }
}

/// The keys of the first symbols; two of one key are told apart by their lines.
fn candidates(groups: &[Meant<'_>]) -> Vec<String> {
    let shown: Vec<(String, Symbol<'_>)> =
        groups.iter().take(MOST).map(|parts| (parts[0].printed(), parts[0])).collect();
    let one = |(printed, symbol): &(String, Symbol<'_>)| {
        let twice = shown.iter().filter(|(other, _)| other == printed).count() > 1;
        if twice { format!("{}:{}", symbol.file().path(), symbol.at().line) } else { printed.clone() }
    };
    shown.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;

    #[test]
    fn a_declaration_and_its_definition_are_one() {
        let fixture = Fixture::new(&[
            ("a.h", "int go(int x);\n"),
            ("a.c", "#include \"a.h\"\nint go(int x) { return x; }\n"),
            ("b.c", "#include \"a.h\"\nint run(void) { return go(1); }\n"),
        ]);
        let lines = fixture.text("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!(values(&lines, "symbol", "path"), ["a.c", "a.h"]);
        assert_eq!(values(&lines, "caller", "path"), ["b.c"]);
    }

    #[test]
    fn a_path_decides_between_several() {
        let fixture = Fixture::new(&[("a.py", "def go(): pass\n"), ("b.py", "def go(): pass\ngo()\n")]);
        let lines = fixture.text("get_callers", r#"{"symbol": "go", "path": "b.py"}"#);
        assert_eq!(values(&lines, "symbol", "path"), ["b.py"]);
    }

    #[test]
    fn several_are_answered_for_each_with_its_own_total() {
        let fixture = Fixture::new(&[
            ("tests/test_a.py", "def go(): pass\ndef test_go(): go()\n"),
            ("z.py", "def go(): pass\ndef one(): go()\ndef two(): go()\n"),
        ]);
        let lines = fixture.text("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!(values(&lines, "symbol", "path"), ["z.py", "tests/test_a.py"], "the source first");
        assert_eq!(values(&lines, "symbol", "resolved"), ["2", "1"]);
        assert_eq!(values(&lines, "of", "n"), ["1", "2"]);
        assert_eq!(values(&lines, "caller", "qualified"), ["z.one", "z.two", "tests.test_a.test_go"]);
        assert!(lines.iter().all(|line| line.kind() != "callers"), "no total over both: {lines:?}");
        let json = fixture.json("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!((&json["callers"][2]["of"], &json["symbols"][1]["n"]), (&2.into(), &2.into()));
        assert_eq!(json["resolved"], serde_json::Value::Null);
    }

    #[test]
    fn more_than_twenty_are_an_error_unless_the_source_has_fewer() {
        let many = |folder: &str, n: usize| -> Vec<(String, String)> {
            (0..n).map(|i| (format!("{folder}/m{i}.py"), "def go(): pass\n".to_owned())).collect()
        };
        let files = [many("src", 2), many("tests", 25)].concat();
        let of = |files: &[(String, String)]| {
            Fixture::new(&files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>())
        };
        let lines = of(&files).text("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!(values(&lines, "symbol", "path"), ["src/m0.py", "src/m1.py"]);
        assert_eq!(values(&lines, "more_symbols", "count"), ["25"]);
        let problem = of(&many("src", 21)).problem("get_callers", r#"{"symbol": "go"}"#);
        assert_eq!((problem.code, problem.suggestions.len()), (Code::Ambiguous, 20));
    }
}

//! `find_definition` with `of: type`: the declared or inferred type of what is asked.

use super::{Definition, FindDefinition};
use crate::locate::{self, AtPlace, Called, Filter};
use crate::protocol::kinds;
use crate::protocol::rows::SymbolRow;
use crate::protocol::{Asked, Code, Context, Problem};
use indexer_core::{LineTable, Position, Target};
use indexer_engine::Types;
use indexer_store::FileRef;
use serde::Serialize;

/// The types of more symbols than this are not looked for: a name that common is not narrowed.
const MOST_SYMBOLS: usize = 50;

/// Whose type a row is, and how far it is known.
#[derive(Clone, Debug, Serialize)]
pub struct Typed {
    /// What was asked: qualified name of a definition, name of a use.
    pub of: String,
    /// Where it stands: line:column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// `declared` by an annotation, or `inferred` from values; left out where nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub how: Option<&'static str>,
    /// The row is an argument of a generic type, not the type itself.
    pub argument: bool,
    /// False where it may be something else too.
    pub complete: bool,
}

impl Typed {
    /// The kind of record of a symbol.
    pub(super) fn record(&self) -> &'static str {
        if self.argument { "argument" } else { "type" }
    }

    /// Writes what it says behind the type.
    pub(super) fn write(&self, record: &mut crate::protocol::records::Record<'_>) {
        record.text("of", &self.of).some("at", self.at.as_deref());
        record.known("how", self.how);
        if !self.complete {
            record.field("complete", false);
        }
    }

    /// True for an argument of a generic type, which a symbol's record says by its kind.
    pub(super) fn is_argument(&self) -> bool {
        self.argument
    }
}

/// Something whose type is asked.
struct Subject {
    path: String,
    /// 0-based byte.
    byte: u32,
    of: String,
    at: Option<String>,
}

/// The types of all that is meant.
pub(super) fn types(
    context: &Context<'_>,
    asked: &Asked<FindDefinition>,
) -> Result<Vec<Definition>, Problem> {
    let view = context.view();
    let own = &asked.own;
    let subjects = match locate::called(view, &own.symbol) {
        Called::Place { path, line, column } => {
            at_place(context, locate::file(context, path)?, line, column)?
        }
        Called::File(path) => {
            return Ok(vec![Definition { module: Some(path.to_owned()), ..Definition::default() }]);
        }
        Called::Key { .. } | Called::Name(_) | Called::Lines { .. } => {
            let kinds = kinds::kinds(own.kind.as_deref())?;
            let filter = Filter { scope: Some(&asked.scope), kinds: kinds.as_deref(), exact: own.exact };
            let symbols = locate::symbols(context, &own.symbol, filter)?;
            if symbols.len() > MOST_SYMBOLS {
                let message = format!("{} symbols are called {}", symbols.len(), own.symbol);
                return Err(Problem::new(Code::Ambiguous, message)
                    .hint("name the owner (Owner.member), a path prefix or a kind"));
            }
            let subject = |symbol: &indexer_store::Symbol<'_>| Subject {
                path: symbol.file().path().to_owned(),
                byte: symbol.name_span().start,
                of: symbol.qualified(),
                at: None,
            };
            symbols.iter().map(subject).collect()
        }
    };
    let places: Vec<(&str, u32)> =
        subjects.iter().map(|subject| (subject.path.as_str(), subject.byte)).collect();
    let found = context.snapshot.types_at(&places);
    let compact = asked.common.compact;
    let mut rows = Vec::new();
    for (subject, types) in subjects.iter().zip(found) {
        rows.extend(of_subject(context, subject, types.unwrap_or_default(), compact));
    }
    Ok(rows)
}

/// What stands at a place: names of definitions and references, else a parameter or local.
fn at_place(
    context: &Context<'_>,
    file: FileRef<'_>,
    line: u32,
    column: Option<u32>,
) -> Result<Vec<Subject>, Problem> {
    let path = file.path();
    let subject = |byte: u32, of: String, at: Position| Subject {
        path: path.to_owned(),
        byte,
        of,
        at: Some(format!("{}:{}", at.line, at.column)),
    };
    let mut subjects: Vec<Subject> = Vec::new();
    for one in locate::at_place(file, line, column) {
        let found = match one {
            AtPlace::Definition(symbol) => subject(symbol.name_span().start, symbol.qualified(), symbol.at()),
            AtPlace::Reference(one) => subject(one.span().start, one.name().to_owned(), one.at()),
        };
        // One token may be a definition and a use of it, or several uses.
        if subjects.iter().all(|other| other.byte != found.byte) {
            subjects.push(found);
        }
    }
    if let (true, Some(column)) = (subjects.is_empty(), column) {
        let text = context.source(path)?.text;
        let at = Position { line, column };
        if let Some(byte) = LineTable::new(text.as_bytes()).offset(at, &text)
            && context.snapshot.types_at(&[(path, byte)]).iter().any(Option::is_some)
        {
            subjects.push(subject(byte, name_at(&text, byte as usize), at));
        }
    }
    if subjects.is_empty() { Err(locate::nothing_at(file, line, column)) } else { Ok(subjects) }
}

/// The name around a byte.
fn name_at(text: &str, byte: usize) -> String {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let (before, after) = text.split_at_checked(byte).unwrap_or_default();
    let start = before.trim_end_matches(in_name).len();
    let end = byte + after.find(|c| !in_name(c)).unwrap_or(after.len());
    text.get(start..end).unwrap_or_default().to_owned()
}

fn of_subject(context: &Context<'_>, subject: &Subject, types: Types, compact: bool) -> Vec<Definition> {
    let how = if types.declared { "declared" } else { "inferred" };
    let typed = |argument: bool, known: bool| Typed {
        of: subject.of.clone(),
        at: subject.at.clone(),
        how: known.then_some(how),
        argument,
        complete: types.complete,
    };
    let targets = types.targets.iter().map(|target| (target, false));
    let arguments = types.arguments.iter().map(|target| (target, true));
    let mut rows: Vec<Definition> = targets
        .chain(arguments)
        .map(|(target, argument)| {
            let mut row = Definition { typed: Some(typed(argument, true)), ..Definition::default() };
            match target {
                Target::Symbol(key) => {
                    let symbol = context.view().symbol(*key);
                    row.symbol = symbol.map(|symbol| SymbolRow::new(context.view().sym(symbol), compact));
                }
                Target::Module(path) => row.module = Some(path.clone()),
                Target::External(path) => row.external = Some(path.clone()),
            }
            row
        })
        .collect();
    if rows.is_empty() {
        rows.push(Definition { typed: Some(typed(false, false)), ..Definition::default() });
    }
    rows
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};
    use crate::protocol::problem::Code;
    use crate::protocol::records::Line;

    const MODELS: &str = "class User:\n    name: str\n    def __init__(self, db: \"Store\"):\n        self.db = db\n\n\
        class Store:\n    def load(self) -> User:\n        return User(self)\n    def all(self) -> list[User]:\n        return []\n";
    const APP: &str = "from models import Store\n\ndef make():\n    return Store()\n\ndef guess(x):\n    return x\n\n\
        def run(store: Store):\n    user = store.load()\n    user.name\n    user.db.load()\n    make()\n    guess(1)\n    import os\n    os.getcwd()\n\n\
        def either(flag):\n    return make() if flag else guess(flag)\n";
    const RUST: &str = "pub struct User { pub name: String, best: Option<Box<User>> }\n\
        pub enum State { On, Off }\n\
        pub struct Store { users: Vec<User>, state: State }\n\
        impl Store {\n    pub fn new() -> Self { Store { users: Vec::new(), state: State::On } }\n\
        \x20   pub fn first(&self) -> Option<User> { None }\n\
        \x20   pub fn get<T>(&self, given: T) -> T { given }\n}\n\
        pub fn run() {\n    let store = Store::new();\n    let user = store.first();\n    let user = user.unwrap();\n    user.name.len();\n    store.state;\n    store.first().unwrap().best;\n}\n";

    fn fixture() -> Fixture {
        Fixture::new(&[
            ("models.py", MODELS),
            ("app.py", APP),
            ("Cargo.toml", "[package]\nname = \"shop\"\n"),
            ("src/lib.rs", RUST),
        ])
    }

    /// Kind, name and `how` of each row; `?` behind what is not complete.
    fn types(fixture: &Fixture, symbol: &str) -> Vec<String> {
        let lines = fixture.text("find_definition", &format!(r#"{{"symbol": "{symbol}", "of": "type"}}"#));
        let row = |line: &Line| {
            let name = ["qualified", "name", "path"].iter().find_map(|key| line.get(key)).unwrap_or_default();
            let how = line.get("how").unwrap_or_default();
            let open = if line.get("complete") == Some("false") { "?" } else { "" };
            format!("{} {name} {how}{open}", line.kind())
        };
        lines[1..].iter().map(row).collect()
    }

    #[test]
    fn python_types_by_name() {
        let fixture = fixture();
        assert_eq!(types(&fixture, "models.User.name"), ["external builtins.str declared"]);
        assert_eq!(types(&fixture, "User.db"), ["type models.Store inferred"]);
        assert_eq!(types(&fixture, "Store.load"), ["type models.User declared"]);
        assert_eq!(types(&fixture, "models.Store"), ["type models.Store declared"]);
        assert_eq!(types(&fixture, "make"), ["type models.Store inferred"]);
        assert_eq!(
            types(&fixture, "models.Store.all"),
            ["external builtins.list declared", "argument models.User declared"]
        );
        // What the one call there gives comes back; other callers may exist.
        assert_eq!(types(&fixture, "guess"), ["external builtins.int inferred?"]);
        assert_eq!(types(&fixture, "either"), ["type models.Store inferred?"]);
    }

    #[test]
    fn python_types_by_place() {
        let fixture = fixture();
        // A parameter, where it is declared and used; a local, where it is bound and used.
        assert_eq!(types(&fixture, "app.py:9:9"), ["type models.Store declared"]);
        assert_eq!(types(&fixture, "app.py:10:12"), ["type models.Store declared"]);
        assert_eq!(types(&fixture, "app.py:10:5"), ["type models.User inferred"]);
        assert_eq!(types(&fixture, "app.py:11:7"), ["type models.User inferred"]);
        // Members, through the value before them.
        assert_eq!(types(&fixture, "app.py:11:10"), ["external builtins.str declared"]);
        assert_eq!(types(&fixture, "app.py:12:10"), ["type models.Store inferred"]);
        assert_eq!(types(&fixture, "app.py:12:13"), ["type models.User declared"]);
        assert_eq!(types(&fixture, "app.py:13:6"), ["type models.Store inferred"]);
        assert_eq!(types(&fixture, "app.py:1:22"), ["type models.Store declared"]);
    }

    #[test]
    fn rust_types_by_name_and_place() {
        let fixture = fixture();
        assert_eq!(types(&fixture, "Store::new"), ["type shop::Store declared"]);
        assert_eq!(types(&fixture, "Store::state"), ["type shop::State declared"]);
        assert_eq!(types(&fixture, "State::Off"), ["type shop::State declared"]);
        let option = ["external std::Option declared", "argument shop::User declared"];
        assert_eq!(types(&fixture, "Store::first"), option);
        assert_eq!(types(&fixture, "Store::get"), ["unknown  ?"]);
        // The two locals that are called `user`, where they are bound and where they are used.
        let option = ["external std::Option inferred", "argument shop::User inferred"];
        assert_eq!(types(&fixture, "src/lib.rs:11:9"), option);
        assert_eq!(types(&fixture, "src/lib.rs:12:16"), option);
        assert_eq!(types(&fixture, "src/lib.rs:12:9"), ["type shop::User inferred"]);
        assert_eq!(types(&fixture, "src/lib.rs:13:5"), ["type shop::User inferred"]);
        assert_eq!(types(&fixture, "src/lib.rs:14:11"), ["type shop::State declared"]);
        assert_eq!(types(&fixture, "src/lib.rs:15:20"), ["type shop::User declared"]);
    }

    #[test]
    fn types_deep_inside_of_others_are_told() {
        let text = "use std::cell::RefCell;\nuse std::rc::Rc;\npub trait Deco {}\npub struct Thing;\n\
            pub struct A { pub all: Vec<Box<dyn Deco>>, pub kept: Rc<RefCell<Thing>> }\n";
        let fixture = Fixture::new(&[("Cargo.toml", "[package]\nname = \"shop\"\n"), ("src/lib.rs", text)]);
        let found = types(&fixture, "A::all");
        assert!(found.contains(&"argument shop::Deco declared".to_owned()), "{found:?}");
        let found = types(&fixture, "A::kept");
        assert!(found.contains(&"argument shop::Thing declared".to_owned()), "{found:?}");
    }

    #[test]
    fn json_and_what_has_no_type() {
        let fixture = fixture();
        let json = fixture.json("find_definition", r#"{"symbol": "make", "of": "type"}"#);
        let row = &json["definitions"][0];
        assert_eq!(row["qualified"], "models.Store");
        assert_eq!(row["type_of"]["of"], "app.make");
        assert_eq!(row["type_of"]["how"], "inferred");
        assert_eq!(row["type_of"]["complete"], true);
        let ask = |symbol: &str| format!(r#"{{"symbol": "{symbol}", "of": "type"}}"#);
        assert_eq!(fixture.problem("find_definition", &ask("nobody")).code, Code::NotFound);
        assert_eq!(fixture.problem("find_definition", &ask("app.py:2:1")).code, Code::NotFound);
        let lines = fixture.text("find_definition", &ask("models.py"));
        assert_eq!(values(&lines, "module", "path"), ["models.py"]);
    }

    #[test]
    fn many_of_a_name_are_to_be_narrowed() {
        let text: String = (0..60).map(|i| format!("class C{i}:\n    def get(self): pass\n")).collect();
        let fixture = Fixture::new(&[("a.py", &text)]);
        let problem = fixture.problem("find_definition", r#"{"symbol": "get", "of": "type"}"#);
        assert_eq!(problem.code, Code::Ambiguous);
    }
}

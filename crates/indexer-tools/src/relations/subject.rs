//! The one thing that a question about relations is about.

use crate::context::Context;
use crate::kinds;
use crate::locate::{self, Called, Filter};
use crate::problem::{Code, Problem};
use crate::scope::Scope;
use indexer_core::Flags;
use indexer_store::{FileRef, Symbol};
use rustc_hash::FxHashMap;

/// Candidates that a problem names.
const CANDIDATES: usize = 20;

/// What a question is about.
#[derive(Clone, Debug)]
pub enum Subject<'v> {
    /// One symbol; several where it is written in parts (overloads, branches of a condition, a
    /// declaration and its definition).
    Symbols(Vec<Symbol<'v>>),
    /// A file.
    File(FileRef<'v>),
}

impl<'v> Subject<'v> {
    /// The distinct names under which sites of it are counted.
    pub fn names(&self) -> Vec<String> {
        match self {
            Subject::Symbols(symbols) => {
                let mut names: Vec<String> = symbols.iter().map(|one| one.name().to_owned()).collect();
                names.sort_unstable();
                names.dedup();
                names
            }
            Subject::File(file) => vec![indexer_core::path::stem(file.path()).to_owned()],
        }
    }
}

/// What `text` (the argument `parameter`) means. A problem with the candidates where several
/// different symbols are called so: none is chosen silently.
pub fn subject<'v>(
    context: &Context<'v>,
    parameter: &str,
    text: &str,
    kind: Option<&str>,
    scope: &Scope,
) -> Result<Subject<'v>, Problem> {
    let view = context.view();
    if let Called::File(path) = locate::called(view, text) {
        return Ok(Subject::File(locate::file(view, path)?));
    }
    symbols(context, parameter, text, kind, scope).map(Subject::Symbols)
}

/// The one symbol that `text` means, with its parts; of several, the one in `scope`.
pub fn symbols<'v>(
    context: &Context<'v>,
    parameter: &str,
    text: &str,
    kind: Option<&str>,
    scope: &Scope,
) -> Result<Vec<Symbol<'v>>, Problem> {
    let view = context.view();
    if let Called::File(path) = locate::called(view, text) {
        let message = format!("{parameter}: {path} is a file, and a symbol is needed");
        return Err(Problem::argument(parameter, message)
            .hint("list_declarations names the symbols of a file; get_dependents answers for files"));
    }
    let kinds = kinds::kinds(kind)?;
    let filter = Filter { scope: None, kinds: kinds.as_deref(), exact: false };
    let found = locate::symbols(context, text, filter)
        .map_err(|problem| Problem { parameter: Some(parameter.to_owned()), ..problem })?;
    let mut groups = groups(context, found);
    // Whoever names a path or member means what is there, where something is.
    let inside = |parts: &[Symbol<'v>]| parts.iter().any(|part| scope.covers(part.file().path()));
    if groups.iter().any(|parts| inside(parts)) {
        groups.retain(|parts| inside(parts));
    }
    if groups.len() == 1 {
        return Ok(groups.pop().unwrap_or_default());
    }
    let count = groups.len();
    let mut shown: Vec<String> = Vec::new();
    for parts in groups.iter().take(CANDIDATES) {
        let printed = parts[0].printed();
        // Two of one key are told apart by their lines.
        let twice = groups.iter().filter(|other| other[0].printed() == printed).count() > 1;
        shown.push(if twice {
            format!("{}:{}", parts[0].file().path(), parts[0].at().line)
        } else {
            printed
        });
    }
    let message = format!("{parameter}: {count} symbols are called {text}");
    Err(Problem {
        parameter: Some(parameter.to_owned()),
        ..Problem::new(Code::Ambiguous, message)
            .hint("ask again with one of these, with Owner.member, path:line or a kind")
            .suggest(shown)
    })
}

/// The different symbols among those of one name, each with its parts: those of one qualified name
/// in one file, and a declaration with what it declares, which in languages that include files may
/// be called differently there.
fn groups<'v>(context: &Context<'v>, found: Vec<Symbol<'v>>) -> Vec<Vec<Symbol<'v>>> {
    let mut groups: Vec<Vec<Symbol<'v>>> = Vec::new();
    let mut places: FxHashMap<(&str, String), usize> = FxHashMap::default();
    for symbol in found {
        let at = *places.entry((symbol.file().path(), symbol.qualified())).or_insert(groups.len());
        match groups.get_mut(at) {
            Some(parts) => parts.push(symbol),
            None => groups.push(vec![symbol]),
        }
    }
    let mut joined: Vec<Vec<Symbol<'v>>> = Vec::new();
    let mut known: FxHashMap<(&str, &str, String), usize> = FxHashMap::default();
    for parts in groups {
        let (first, file) = (parts[0], parts[0].file());
        let includes = context.snapshot.rules(file.path()).is_some_and(|rules| rules.inclusion.is_some());
        let key = match includes {
            true => ("", first.kind().as_str(), first.chain()),
            false => (file.language(), "", first.qualified()),
        };
        let declares = |parts: &[Symbol<'_>]| parts.iter().any(|one| one.flags().has(Flags::DECLARATION));
        match known.get(&key).and_then(|at| joined.get_mut(*at)) {
            Some(others) if declares(others) || declares(&parts) => others.extend(parts),
            _ => {
                known.insert(key, joined.len());
                joined.push(parts);
            }
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

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
}

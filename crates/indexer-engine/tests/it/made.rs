//! Symbols that a macro of another file makes: they come and go with its rules.

use crate::equality::{difference, workspace};
use indexer_core::{SymbolKind, Tally};
use indexer_store::View;
use indexer_testkit::files;

const FILES: &str = r#"
```toml path=Cargo.toml
[package]
name = "a"
```
```rust path=src/lib.rs
#[macro_use]
mod macros;
mod tests;
fn called() {}
```
```rust path=src/tests.rs
fn before() {}
check!(first, crate::called());
mod inside {
    check!(second, { crate::called(); crate::called() });
}
fn after() { crate::called() }
```
```rust path=src/macros.rs
```
"#;

/// What the macro says, and what it then makes.
const RULES: &[(&str, Option<SymbolKind>)] = &[
    ("($name:ident, $e:expr) => { #[test] fn $name() { $e; } };", Some(SymbolKind::Function)),
    ("($e:expr) => { $e }; ($name:tt, $e:expr) => { fn $name() { $e; } };", Some(SymbolKind::Function)),
    ("($name:ident, $e:expr) => { const $name: () = $e; };", Some(SymbolKind::Constant)),
    ("($name:ident, $e:expr) => { $name($e) };", None),
    ("($name:expr, $e:expr) => { fn $name() {} };", None),
    ("(first, $e:expr) => { $e }; ($name:ident, $e:expr) => { fn $name() { $e } };", None),
];

fn rules(text: &str) -> Vec<u8> {
    format!("macro_rules! check {{ {text} }}\n").into_bytes()
}

/// Name, kind and number of references inside of each symbol of a file.
fn symbols(view: &View, path: &str) -> Vec<(String, SymbolKind, usize)> {
    let file = view.file(path).unwrap().record();
    let inside = |at: usize| file.references.iter().filter(|one| one.enclosing == Some(at as u32)).count();
    let all = file.symbols.iter().enumerate();
    all.map(|(at, symbol)| (symbol.name.clone(), symbol.kind, inside(at))).collect()
}

#[test]
fn what_a_macro_makes_comes_and_goes_with_its_rules() {
    let mut all = files(FILES);
    all.insert("src/macros.rs".to_owned(), rules(RULES[0].0));
    let incremental = workspace(&all);
    incremental.refresh().unwrap();
    for (text, kind) in RULES.iter().chain(RULES.iter().rev()) {
        let text = rules(text);
        all.insert("src/macros.rs".to_owned(), text.clone());
        incremental.edit("src/macros.rs", Some(text));
        let now = incremental.refresh().unwrap();
        let fresh = workspace(&all).refresh().unwrap();
        let (now, fresh) = (now.view.dump(), fresh.view.dump());
        assert!(now == fresh, "{}", difference(&now, &fresh));

        let view = &incremental.refresh().unwrap().view;
        let found = symbols(view, "src/tests.rs");
        let made: Vec<_> = found.iter().filter(|(name, ..)| ["first", "second"].contains(&&**name)).collect();
        let expected: &[_] = match kind {
            // The second one names the called function twice, each time by a path of two names.
            Some(kind) => &[("first".to_owned(), *kind, 1), ("second".to_owned(), *kind, 2)],
            None => &[],
        };
        assert_eq!(made, expected.iter().collect::<Vec<_>>());
        let Tally { identifiers, definitions, references, locals, neither, left_out } =
            view.file("src/tests.rs").unwrap().record().tally;
        assert_eq!(definitions as usize, found.len());
        assert_eq!(identifiers, definitions + references + locals + neither + left_out);
    }
}

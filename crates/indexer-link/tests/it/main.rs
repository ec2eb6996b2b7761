//! What the linker does with much of a thing.

#[path = "../../examples/references.rs"]
mod example;
use indexer_core::Target;
use indexer_core::key::symbol_keys;
use indexer_link::{LinkDatabase, MemoryDatabase};
use indexer_parse::{Limits, by_id, language_of, parse};
use std::fmt::Write as _;

/// Each name rests on the one before: neither the stack nor what is remembered of the questions may
/// grow with the square of the chain.
#[test]
fn a_long_chain_of_names_is_followed_to_its_end() {
    const LENGTH: usize = 20_000;
    let mut text = "class C:\n  def m(self): pass\nx0 = C()\n".to_owned();
    for i in 1..LENGTH {
        writeln!(text, "x{i} = x{}", i - 1).unwrap();
    }
    writeln!(text, "x{}.m()", LENGTH - 1).unwrap();
    let parsed = parse(language_of("a.py", b"").unwrap(), text.as_bytes(), Limits::default());
    let rules = |id: &str| by_id(id).map(|language| language.rules);
    let database = MemoryDatabase::new(rules, [("a.py".to_owned(), parsed)]);
    let file = database.find("a.py").unwrap();
    let facts = database.facts(file).unwrap();
    let linked = database.linker().link(file);
    let last = facts.references.iter().position(|one| facts.name(one.name) == "m").unwrap();
    let edge = &linked.edges[last];
    assert_eq!(format!("{} {}", edge.resolution, edge.rule), "resolved member");
    let method = facts.definitions.iter().position(|one| facts.name(one.name) == "m").unwrap();
    assert_eq!(facts.owner_chain(indexer_core::DefId(method as u32)), ["C", "m"]);
    assert_eq!(edge.targets, [Target::Symbol(symbol_keys("a.py", facts)[method])]);
}

#[test]
fn the_example_runs() {
    example::main().unwrap();
}

//! Parsing and linking in memory: where every reference of a few texts leads. There is no file system.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_core::key::symbol_keys;
use indexer_core::{FileFacts, Resolution, Target};
use indexer_link::{LinkDatabase, MemoryDatabase};
use indexer_parse::{Limits, by_id, language_of, parse};
use std::collections::BTreeMap;

const FILES: [(&str, &str); 3] = [
    ("shop/__init__.py", "from shop.price import total\n"),
    ("shop/price.py", "def total(prices): ...\n"),
    ("main.py", "import shop\nimport os\n\nshop.total([])\nos.getcwd()\nshop.gone()\n"),
];

fn facts((path, text): (&str, &str)) -> Option<(String, FileFacts)> {
    let language = language_of(path, text.as_bytes())?;
    Some((path.to_owned(), parse(language, text.as_bytes(), Limits::default())))
}

/// Prints what each reference of `main.py` leads to, and how certain that is.
pub(crate) fn main() -> Result<(), &'static str> {
    let parsed: Vec<_> = FILES.into_iter().filter_map(facts).collect();
    // The linker speaks of symbols by their keys: hashes of the path and the qualified name.
    let names: BTreeMap<_, String> = parsed
        .iter()
        .flat_map(|(path, facts)| {
            let keys = symbol_keys(path, facts);
            let names = facts.definitions.iter().map(move |one| format!("{path}#{}", facts.name(one.name)));
            keys.into_iter().zip(names)
        })
        .collect();
    let database = MemoryDatabase::new(|id| by_id(id).map(|language| language.rules), parsed);
    let main = database.find("main.py").ok_or("no such file")?;
    let linked = database.linker().link(main);
    let facts = database.facts(main).ok_or("no facts")?;

    let mut told = Vec::new();
    for (reference, edge) in facts.references.iter().zip(&linked.edges) {
        let target = match edge.targets.first() {
            Some(Target::Symbol(key)) => names.get(key).cloned().unwrap_or_default(),
            Some(Target::Module(path)) => path.clone(),
            Some(Target::External(path)) => format!("outside: {path}"),
            None => "nothing that is known".to_owned(),
        };
        println!("{:8} {:10} -> {target}", facts.name(reference.name), edge.resolution.as_str());
        told.push((facts.name(reference.name), edge.resolution, target));
    }
    // A call through a re-export leads to the definition; a name that is not there is not guessed.
    assert!(told.contains(&("total", Resolution::Resolved, "shop/price.py#total".to_owned())));
    assert!(
        told.iter().any(|(name, resolution, _)| (*name, *resolution) == ("gone", Resolution::Unresolved))
    );
    Ok(())
}

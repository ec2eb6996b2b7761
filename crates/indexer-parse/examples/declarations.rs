//! Parsing alone: what one text declares and uses. No file is read and nothing is stored.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_core::{FileFacts, Role, SymbolKind};
use indexer_parse::{Limits, language_of, parse};

const TEXT: &str = "\
class Price:
    def with_tax(self, rate: float) -> float:
        return self.net * (1 + rate)

def total(prices):
    return sum(price.with_tax(0.2) for price in prices)
";

/// Prints declarations, then the names that are used.
pub(crate) fn main() -> Result<(), &'static str> {
    let language = language_of("shop/price.py", TEXT.as_bytes()).ok_or("no language for this name")?;
    let facts: FileFacts = parse(language, TEXT.as_bytes(), Limits::default());
    for definition in &facts.definitions {
        // Spans are 0-based bytes.
        let at = definition.name_span.start;
        println!(
            "{:8} {:10} at byte {at}: {}",
            definition.kind.as_str(),
            facts.name(definition.name),
            definition.signature
        );
    }
    // `for .. in` calls something too (`__iter__`), without a name of it: that has the role `invoke`.
    for reference in facts.references.iter().filter(|one| one.role != Role::Invoke) {
        println!("{:8} {}", reference.role.as_str(), facts.name(reference.name));
    }
    // A broken file has facts too; what could not be read is said.
    let broken = parse(language, b"def half(:\n", Limits::default());
    println!(
        "{} problems in a broken file, none in this one: {}",
        broken.problems.len(),
        facts.problems.is_empty()
    );

    let kinds: Vec<SymbolKind> = facts.definitions.iter().map(|definition| definition.kind).collect();
    assert_eq!(kinds, [SymbolKind::Class, SymbolKind::Method, SymbolKind::Function]);
    assert!(facts.problems.is_empty() && !broken.problems.is_empty());
    Ok(())
}

//! What stands at a place of a file.

use super::SUGGESTIONS;
use crate::protocol::{Code, Problem};
use indexer_core::Position;
use indexer_store::{FileRef, Reference, Symbol, TargetRef, View};

/// What stands at a place.
#[derive(Clone, Copy, Debug)]
pub enum AtPlace<'v> {
    /// The name of a definition.
    Definition(Symbol<'v>),
    /// A reference.
    Reference(Reference<'v>),
}

/// What stands at a place: definitions by their names first, then references. Without a column,
/// all on the line. O(symbols and references of the file).
pub fn at_place<'v>(file: FileRef<'v>, line: u32, column: Option<u32>) -> Vec<AtPlace<'v>> {
    // The name is read last: most names of a file stand in other lines.
    let hit = |at: Position, name: &dyn Fn() -> &'v str| {
        let reaches = |column: u32| column < at.column + name().chars().count() as u32;
        at.line == line && column.is_none_or(|column| at.column <= column && reaches(column))
    };
    let definitions = file.symbols().filter(|one| hit(one.at(), &|| one.name())).map(AtPlace::Definition);
    let references = file.references().filter(|one| hit(one.at(), &|| one.name())).map(AtPlace::Reference);
    definitions.chain(references).collect()
}

/// The symbol that is meant by a place: the one that is defined there, else those to which the references
/// there lead; for a line without either, the innermost symbol around it.
pub(super) fn symbols<'v>(
    view: &'v View,
    file: FileRef<'v>,
    line: u32,
    column: Option<u32>,
) -> Result<Vec<Symbol<'v>>, Problem> {
    let at = at_place(file, line, column);
    match at.first() {
        Some(AtPlace::Definition(symbol)) => Ok(vec![*symbol]),
        Some(AtPlace::Reference(_)) => Ok(targets(view, &at)),
        None => match around(file, line, line).filter(|_| column.is_none()) {
            Some(symbol) => Ok(vec![symbol]),
            None => Err(nothing_at(file, line, column)),
        },
    }
}

/// The symbols whose names stand in some lines, outermost alone; else the innermost symbol around them.
pub(super) fn in_lines(file: FileRef<'_>, first: u32, last: u32) -> Result<Vec<Symbol<'_>>, Problem> {
    let inside = |symbol: &Symbol<'_>| (first..=last).contains(&symbol.at().line);
    let named =
        file.symbols().filter(|symbol| crate::protocol::kinds::is_listed(symbol.kind()) && inside(symbol));
    let found: Vec<Symbol<'_>> =
        named.filter(|symbol| symbol.owner().is_none_or(|owner| !inside(&owner))).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    around(file, first, last).map(|symbol| vec![symbol]).ok_or_else(|| nothing_at(file, first, None))
}

/// The innermost symbol with a body that holds these lines.
pub fn around(file: FileRef<'_>, first: u32, last: u32) -> Option<Symbol<'_>> {
    let holds = |symbol: &Symbol<'_>| {
        (symbol.kind().is_callable() || symbol.kind().is_type())
            && symbol.start_line() <= first
            && last <= symbol.end_line()
    };
    file.symbols().filter(holds).min_by_key(|symbol| symbol.end_line() - symbol.start_line())
}

/// The symbols to which the references among `at` lead.
fn targets<'v>(view: &'v View, at: &[AtPlace<'v>]) -> Vec<Symbol<'v>> {
    let mut found: Vec<Symbol<'v>> = Vec::new();
    for one in at {
        let AtPlace::Reference(reference) = one else { continue };
        for target in reference.targets() {
            if let TargetRef::Symbol(key) = target
                && let Some(symbol) = view.symbol(key)
                && !found.contains(&view.sym(symbol))
            {
                found.push(view.sym(symbol));
            }
        }
    }
    found
}

/// The problem that no name stands at a place, with what stands on the line.
pub fn nothing_at(file: FileRef<'_>, line: u32, column: Option<u32>) -> Problem {
    let on_line = at_place(file, line, None).into_iter().take(SUGGESTIONS).map(|one| {
        let at = match one {
            AtPlace::Definition(symbol) => symbol.at(),
            AtPlace::Reference(reference) => reference.at(),
        };
        format!("{}:{}:{}", file.path(), at.line, at.column)
    });
    let column = column.map_or_else(String::new, |column| format!(":{column}"));
    let message = format!("no definition and no reference stands at {}:{line}{column}", file.path());
    Problem::new(Code::NotFound, message)
        .hint("lines and columns are 1-based, columns count characters; locals are not indexed")
        .suggest(on_line.collect())
}

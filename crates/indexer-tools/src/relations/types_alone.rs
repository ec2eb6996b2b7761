//! Whether one file needs another for its types alone: a cycle of such files hurts nobody while the program runs.

use crate::protocol::Context;
use indexer_core::{Role, Rule};
use indexer_store::Reference;
use std::cell::OnceCell;
use std::sync::Arc;

/// What the language of a file says of types that it uses.
pub(crate) struct Typing<'a> {
    context: &'a Context<'a>,
    path: &'a str,
    /// True where types need not be written, and nobody asks for them while a program runs.
    are_optional: bool,
    /// See [`LinkRules::type_guard`](indexer_core::LinkRules::type_guard).
    guard: &'static str,
    text: OnceCell<Option<Arc<str>>>,
}

impl<'a> Typing<'a> {
    /// Of the file at `path`, whose text is read when it is asked for.
    pub(crate) fn of(context: &'a Context<'a>, path: &'a str) -> Self {
        let rules = context.snapshot.rules(path);
        let are_optional = rules.is_some_and(|rules| rules.types_are_optional);
        let guard = rules.map_or("", |rules| rules.type_guard);
        Self { context, path, are_optional, guard, text: OnceCell::new() }
    }

    /// True where the import at a 0-based byte is carried out although types alone are used of what it imports.
    fn is_carried_out(&self, at: u32) -> bool {
        if self.guard.is_empty() {
            return false;
        }
        let read = || self.context.source(self.path).ok().map(|one| one.text);
        let text = self.text.get_or_init(read).as_deref();
        !text.and_then(|text| text.get(..at as usize)).is_some_and(|text| is_guarded(text, self.guard))
    }
}

/// True where a text ends below a line with the guard, by which the last line is indented.
fn is_guarded(text: &str, guard: &str) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut inside = usize::MAX;
    for line in text.lines().rev().filter(|line| !line.trim().is_empty()) {
        if indent(line) >= inside {
            continue;
        }
        if inside != usize::MAX && line.contains(guard) {
            return true;
        }
        inside = indent(line);
        if inside == 0 {
            break;
        }
    }
    false
}

/// Whether one file uses another for its types alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypesAlone {
    types: bool,
    others: bool,
    /// Where it imports the other, in 0-based bytes.
    imports: Vec<u32>,
}

impl TypesAlone {
    /// Takes one proved use in.
    pub(crate) fn take(&mut self, reference: Reference<'_>, typing: &Typing<'_>) {
        match reference.role() {
            Role::Type => self.types = true,
            Role::Import => self.imports.push(reference.span().start),
            // Whoever made the value needs the file; who is given it needs its type.
            _ if typing.are_optional && reference.rule() == Rule::Member => self.types = true,
            _ => self.others = true,
        }
    }

    /// True where types are all that is used, and no import of them is carried out.
    pub(crate) fn holds(&self, typing: &Typing<'_>) -> bool {
        self.types && !self.others && !self.imports.iter().any(|at| typing.is_carried_out(*at))
    }
}

#[cfg(test)]
mod tests {
    use super::is_guarded;

    #[test]
    fn what_stands_below_a_guard_is_guarded() {
        let guard = "TYPE_CHECKING";
        assert!(is_guarded(
            "import a\nif t.TYPE_CHECKING:\n    import b\n    from c import (\n        ",
            guard
        ));
        assert!(!is_guarded("if TYPE_CHECKING:\n    import b\nimport ", guard));
        assert!(!is_guarded("if TYPE_CHECKING:\n    import b\nif c:\n    import ", guard));
        assert!(!is_guarded("from t import TYPE_CHECKING", guard));
    }
}

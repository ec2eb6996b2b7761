//! What the head of a type says of its bases: the edges of a hierarchy, from the facts of one file.

use indexer_core::{DefId, ExprId, Expression, FileFacts, SymbolKind};

/// How one type is above another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// Named as a base in the head of the lower one.
    Extends,
    /// Named by a block that adds members to the lower one.
    Implements,
    /// A block names it for whatever has some other trait, which the lower one has.
    Covers,
    /// The lower one has every method of the upper one.
    Satisfies,
}

impl How {
    /// The word.
    pub const fn as_str(self) -> &'static str {
        match self {
            How::Extends => "extends",
            How::Implements | How::Covers => "implements",
            How::Satisfies => "satisfies",
        }
    }
}

/// The word behind which a head names interfaces; in front of it, or without it, types are extended.
const INTERFACES: &str = "implements";
/// The word behind which it names what is extended.
const EXTENDED: &str = "extends";

/// How the type of a definition is related to its base of index `base`, which is an `upper` where that is known.
/// O(length of its head).
pub fn how_named(facts: &FileFacts, id: DefId, base: usize, upper: Option<SymbolKind>) -> How {
    let definition = facts.definition(id);
    // A class without a name has no head that would say it.
    if facts.name(definition.name).starts_with('{') {
        return if upper == Some(SymbolKind::Interface) { How::Implements } else { How::Extends };
    }
    match extended(&definition.signature) {
        Some(extended) if base >= extended => How::Implements,
        _ => How::Extends,
    }
}

/// How many types a head names before the word `implements`; `None` where it has no such word.
fn extended(signature: &str) -> Option<usize> {
    let (mut depth, mut count) = (0i32, 0);
    let mut word = String::new();
    for mark in signature.chars().chain([' ']) {
        if mark.is_alphanumeric() || mark == '_' {
            word.push(mark);
            continue;
        }
        match (word.as_str(), depth) {
            (INTERFACES, 0) => return Some(count),
            (EXTENDED, 0) => count += 1,
            _ => {}
        }
        word.clear();
        match mark {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 && count > 0 => count += 1,
            _ => {}
        }
    }
    None
}

/// The name at the head of a type expression: `Base` of `a.Base[T]`; `None` where it has none.
pub fn named(facts: &FileFacts, expression: ExprId) -> Option<ExprId> {
    let mut at = expression;
    for _ in 0..32 {
        match facts.expression(at) {
            Expression::Apply { of, .. }
            | Expression::Instance(of)
            | Expression::Sequence(of)
            | Expression::Deref(of)
            | Expression::Call { of, .. }
            | Expression::Index { of, .. } => at = of,
            Expression::Name { .. } | Expression::Member { .. } => return Some(at),
            _ => return None,
        }
    }
    None
}

/// A type expression as text, by the last names of its paths: `Arc<Handle>`. What is nested deeper than eight levels is
/// `_`.
pub fn written(facts: &FileFacts, expression: ExprId) -> String {
    let mut out = String::new();
    write(facts, expression, 0, &mut out);
    out
}

fn write(facts: &FileFacts, expression: ExprId, depth: u32, out: &mut String) {
    let list = |items: &[ExprId], out: &mut String| {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            write(facts, *item, depth + 1, out);
        }
    };
    match facts.expression(expression) {
        _ if depth > 8 => out.push('_'),
        Expression::Name { name, .. } | Expression::Member { name, .. } => out.push_str(facts.name(name)),
        Expression::Apply { of, arguments } => {
            write(facts, of, depth + 1, out);
            out.push('<');
            list(facts.list(arguments), out);
            out.push('>');
        }
        Expression::Keyword { name, value } => {
            out.push_str(facts.name(name));
            out.push_str(" = ");
            write(facts, value, depth + 1, out);
        }
        Expression::Instance(of) | Expression::Deref(of) => write(facts, of, depth + 1, out),
        Expression::Sequence(of) => {
            out.push('[');
            write(facts, of, depth + 1, out);
            out.push(']');
        }
        Expression::Tuple(items) => {
            out.push('(');
            list(facts.list(items), out);
            out.push(')');
        }
        _ => out.push('_'),
    }
}

#[cfg(test)]
mod tests {
    use super::extended;

    #[test]
    fn what_is_extended_is_told_from_what_is_implemented() {
        assert_eq!(extended("class A extends B<C, D> implements E, F"), Some(1));
        assert_eq!(extended("class A<T extends B> implements E"), Some(0));
        assert_eq!(extended("record P(int a, int b) implements E"), Some(0));
        assert_eq!(extended("interface A extends B, C"), None);
        assert_eq!(extended("class implementsAll extends B"), None);
    }
}

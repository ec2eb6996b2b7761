//! Mapped types whose members are those of another type: `{ readonly [K in keyof T]?: T[K] }`.

use super::types;
use crate::walk::{Walk, span_of};
use tree_sitter::Node;

/// The type whose members the mapped type at `node` has, each as it is there or deeper mapped in the same way; `None` for
/// other types. What a member is is not known to be that of another type where the mapping wraps it: `Promise<T[K]>`.
pub(super) fn source<'t>(walk: &Walk<'t, '_>, node: Node<'t>) -> Option<Node<'t>> {
    let mut members = (0..).map_while(|at| node.named_child(at)).filter(|one| !one.is_extra());
    let (signature, None) = (members.next()?, members.next()) else { return None };
    let mut parts = (0..).map_while(|at| signature.named_child(at));
    let clause = parts.find(|one| one.kind() == "mapped_type_clause")?;
    let keys = clause.child_by_field_name("type").filter(|keys| keys.kind() == "index_type_query")?;
    if clause.child_by_field_name("alias").is_some() {
        return None;
    }
    let of = keys.named_child(0)?;
    let text = |node: Node<'_>| walk.build.text(span_of(node));
    let member = format!("{}[{}]", text(of), text(clause.child_by_field_name("name")?));
    let value = signature.child_by_field_name("type")?.named_child(0)?;
    let own = alias_around(node).map_or("", text);
    let is_kept = Kept { walk, member, own }.is_kept(value, 0);
    is_kept.then_some(of)
}

/// The name of the alias whose value is, or holds, the type at `node`.
fn alias_around(node: Node<'_>) -> Option<Node<'_>> {
    let mut around = node.parent();
    for _ in 0..DEEPEST {
        let one = around?;
        if one.kind() == "type_alias_declaration" {
            return one.child_by_field_name("name");
        }
        around = one.parent();
    }
    None
}

/// So deep types are looked at.
const DEEPEST: usize = 8;

struct Kept<'w, 't, 'a> {
    walk: &'w Walk<'t, 'a>,
    /// `T[K]`
    member: String,
    /// The name of the alias around, "" for none.
    own: &'a str,
}

impl Kept<'_, '_, '_> {
    /// True for a type that has the members of `T[K]`.
    fn is_kept(&self, of: Node<'_>, depth: usize) -> bool {
        let text = self.walk.build.text(span_of(of));
        let field = |name: &str| of.child_by_field_name(name).is_some_and(|one| self.is_kept(one, depth + 1));
        let mut inner = (0..).map_while(|at| of.named_child(at));
        match of.kind() {
            _ if depth > DEEPEST => false,
            "lookup_type" => text.split_whitespace().eq(self.member.split_whitespace()),
            "parenthesized_type" => inner.next().is_some_and(|one| self.is_kept(one, depth + 1)),
            "conditional_type" => field("consequence") && field("alternative"),
            "union_type" => inner.all(|one| is_nothing(self.walk, one) || self.is_kept(one, depth + 1)),
            "generic_type" => {
                let name = inner.next().map_or("", |one| self.walk.build.text(span_of(one)));
                let first = inner.next().and_then(|arguments| arguments.named_child(0));
                let is_same = name == self.own || types::SAME.contains(&name);
                is_same && first.is_some_and(|one| self.is_kept(one, depth + 1))
            }
            _ => false,
        }
    }
}

/// `undefined`, `null`, `never`.
fn is_nothing(walk: &Walk<'_, '_>, of: Node<'_>) -> bool {
    matches!(walk.build.text(span_of(of)), "undefined" | "null" | "never")
}

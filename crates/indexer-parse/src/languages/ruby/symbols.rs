//! Symbols that name what a type has: `method(:a)`, `send(:a)`, `private :a`, `autoload :A, "a"`.

use super::hooks::{constant_at, own_method, ruby, this_value};
use crate::shapes::type_scope;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, ExprId, Expression, Flags, Owner, Role, Span, Visibility, work};
use rustc_hash::FxHashSet;
use tree_sitter::Node;

/// Methods that call the method of the receiver that their first argument names, sorted.
const CALLING: &[&str] = &["__send__", "public_send", "send"];

/// Those whose first argument names a method of the receiver, sorted.
const OF_VALUE: &[&str] =
    &["enum_for", "method", "public_method", "respond_to?", "singleton_method", "to_enum"];

/// Those whose first argument names a method of the instances of the receiver, sorted.
const OF_INSTANCES: &[&str] = &[
    "instance_method",
    "method_defined?",
    "private_method_defined?",
    "protected_method_defined?",
    "public_instance_method",
    "public_method_defined?",
];

/// Those of which each argument names a method of the instances of the type around, sorted.
const LISTING: &[&str] =
    &["module_function", "private", "protected", "public", "remove_method", "undef_method"];

/// Those of which each argument names a method of the type around itself, sorted.
const LISTING_OWN: &[&str] = &["private_class_method", "public_class_method"];

/// So many arguments of one call are looked at.
const MOST: usize = 256;

/// The current node is a call of `method`, which was lowered: symbols among its arguments may be uses of methods. `given` is
/// the number of arguments, where that is known.
pub(super) fn named(
    walk: &mut Walk<'_, '_>,
    method: Option<&str>,
    receiver: Option<ExprId>,
    given: Option<usize>,
) {
    let Some(method) = method else { return };
    let is_of = |list: &[&str]| list.binary_search(&method).is_ok();
    let lists = [CALLING, OF_VALUE, OF_INSTANCES, LISTING, LISTING_OWN];
    if method != "alias_method" && !lists.into_iter().any(is_of) {
        return;
    }
    let Some(arguments) = walk.child_of(walk.node(), Field::Arguments) else { return };
    if is_of(CALLING) || is_of(OF_VALUE) {
        let Some(span) = symbols(arguments, 0).first().copied() else { return };
        let (mark, calls) = (walk.build.uses.mark(), is_of(CALLING));
        let role = if calls { Role::Call } else { Role::Read };
        let member = walk.with_role(role, |walk| match receiver {
            Some(of) => method_of(walk, of, span),
            None => own_method(walk, span),
        });
        walk.build.uses.uncount_since(mark);
        if let Some(given) = given.filter(|_| calls) {
            walk.build.uses.set_arguments(mark, member, given.saturating_sub(1));
        }
        return;
    }
    let (of, found) = match receiver {
        Some(of) if is_of(OF_INSTANCES) => {
            (walk.build.instance(of), symbols(arguments, 0).into_iter().take(1).collect())
        }
        None if is_of(OF_INSTANCES) => {
            (of_type(walk, false), symbols(arguments, 0).into_iter().take(1).collect())
        }
        None if method == "alias_method" => (of_type(walk, false), symbols(arguments, 1)),
        None if is_of(LISTING) => (of_type(walk, false), symbols(arguments, 0)),
        None if is_of(LISTING_OWN) => (of_type(walk, true), symbols(arguments, 0)),
        _ => return,
    };
    for span in found {
        walk.with_role(Role::Read, |walk| method_of(walk, of, span));
        walk.build.uses.uncount_last();
    }
}

/// An instance of the type around, or with `itself` that type; unknown outside of the body of a type.
fn of_type(walk: &mut Walk<'_, '_>, itself: bool) -> ExprId {
    match type_scope(walk).filter(|_| super::calls::is_in_body(walk)) {
        Some(_) if itself || ruby(walk).is_singleton => this_value(walk),
        Some(scope) => walk.build.expression(Expression::SelfInstance(scope)),
        None => ExprId::UNKNOWN,
    }
}

fn method_of(walk: &mut Walk<'_, '_>, of: ExprId, span: Span) -> ExprId {
    let name = walk.build.name(span);
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Value });
    walk.build.use_member(span, member);
    member
}

/// The names that arguments are, from the one with the index `first` on: `:a`, `"a"`, `[:a, :b]`, `%i[a b]`.
fn symbols(arguments: Node<'_>, first: usize) -> Vec<Span> {
    let mut found = Vec::new();
    for one in arguments.named_children(&mut arguments.walk()).skip(first).take(MOST) {
        work::add(1);
        match one.kind() {
            "array" | "symbol_array" if first == 0 => {
                found.extend(one.named_children(&mut one.walk()).take(MOST).filter_map(symbol));
            }
            _ => found.extend(symbol(one)),
        }
    }
    found
}

/// The bytes of the name in a symbol or text.
fn symbol(node: Node<'_>) -> Option<Span> {
    let span = span_of(node);
    match node.kind() {
        "simple_symbol" => Some(Span::new(span.start + 1, span.end)).filter(|name| name.start < name.end),
        "bare_symbol" => Some(span),
        "string" if node.named_child_count() == 1 => {
            node.named_child(0).filter(|text| text.kind() == "string_content").map(span_of)
        }
        _ => None,
    }
}

/// `autoload :A, "a"`: the constant is used.
pub(super) fn loaded(walk: &mut Walk<'_, '_>, arguments: Node<'_>) {
    if let Some(span) = arguments.named_child(0).and_then(symbol) {
        walk.with_role(Role::Read, |walk| constant_at(walk, span));
        walk.build.uses.uncount_last();
    }
}

/// `private def a`, `private :a`, `private_constant :A` in the body of a type say who may name what was declared in it;
/// `before` is how many definitions there were before the call.
pub(super) fn shown(walk: &mut Walk<'_, '_>, method: &str, arguments: Node<'_>, before: usize) {
    let visibility = match method {
        "private" | "private_class_method" | "private_constant" => Visibility::Private,
        "protected" => Visibility::Restricted,
        "public" | "public_class_method" | "public_constant" => Visibility::Public,
        _ => return,
    };
    let is_own = method.ends_with("_class_method") || ruby(walk).is_singleton;
    let is_constant = method.ends_with("_constant");
    let scope = walk.build.scope;
    let spans = symbols(arguments, 0);
    let names: FxHashSet<_> = spans.into_iter().map(|span| walk.build.name(span)).collect();
    // Where no name is written, only what the arguments declare is meant; members come behind their type.
    let first = match walk.build.owner {
        Owner::Definition(of) if !names.is_empty() => of.index(),
        _ => before,
    };
    for (at, one) in walk.build.facts.definitions.iter_mut().enumerate().skip(first) {
        work::add(1);
        let fits = match is_constant {
            true => !one.kind.is_callable(),
            false => one.kind.is_callable() && one.flags.has(Flags::STATIC) == is_own,
        };
        if one.scope == scope && fits && (at >= before || names.contains(&one.name)) {
            one.visibility = visibility;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        for list in [CALLING, OF_VALUE, OF_INSTANCES, LISTING, LISTING_OWN] {
            assert!(list.is_sorted());
        }
    }
}

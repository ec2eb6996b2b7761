//! What a table cannot say of Kotlin.

use crate::shapes::{self, State};
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Namespace, Role};

/// A name: of a type where one stands, else of a value, type or function. `it` is what a function without
/// parameters is given.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    if walk.text() == "it" && !State::binds(walk, "it") {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    let namespace = match walk.build.role {
        Role::Type | Role::Inherit | Role::Decorate => Namespace::TYPE,
        _ => Namespace::VALUE.with(Namespace::TYPE).with(Namespace::CALLABLE),
    };
    walk.build.use_name(span, namespace)
}

/// `a.b.C<T>` as a type: all but the last name may be packages.
pub(super) fn user_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = match walk.build.role {
        Role::Read => Role::Type,
        role => role,
    };
    let names = {
        let node = walk.node();
        (0..node.named_child_count() as u32)
            .filter(|i| node.named_child(*i).is_some_and(|one| one.kind() == "type_identifier"))
            .count()
    };
    let (mut of, mut seen, mut arguments) = (ExprId::UNKNOWN, 0, Vec::new());
    walk.children(|walk, _| {
        if walk.is_identifier() {
            seen += 1;
            let span = walk.span();
            let own = if seen == names { role } else { Role::Read };
            of = walk.with_role(own, |walk| match seen {
                1 => walk.build.use_name(span, Namespace::TYPE),
                _ => walk.member_of(of, Access::Value),
            });
        } else if walk.kind() == "type_arguments" {
            arguments = walk.with_role(Role::Type, Walk::lower_list);
        } else {
            walk.other();
        }
    });
    if arguments.is_empty() { of } else { walk.build.apply(of, &arguments) }
}

/// `return a` gives what the function around gives; `return@label a` that of another, and `throw a` of none.
pub(super) fn jump(walk: &mut Walk<'_, '_>) -> ExprId {
    match walk.node().child(0).map(|word| word.kind()) {
        Some("return") => shapes::lower(walk, &shapes::Shape::Return),
        _ => {
            walk.lower_children();
            ExprId::UNKNOWN
        }
    }
}

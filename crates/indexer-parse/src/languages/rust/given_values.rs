//! Values that an attribute is given by a name: `#[arg(value_parser = Size::parse)]` names a function of the file.

use super::paths;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, Span};

/// The current node is the list of an attribute that is not of the language itself.
pub(super) fn read(walk: &mut Walk<'_, '_>) {
    let role = std::mem::replace(&mut walk.build.role, Role::Read);
    let mut path = Path::default();
    walk.nested(|walk| {
        walk.each_child(|walk, _| match walk.kind() {
            "=" => {
                path.close(walk);
                path.is_behind = true;
            }
            "identifier" if path.is_behind => {
                if path.last.is_some() {
                    path.close(walk);
                    walk.build.tally.neither += 1;
                } else {
                    path.last = Some(walk.span());
                }
            }
            "::" if path.is_behind => path.go_on(walk),
            "super" if path.is_behind && !path.receiver.is_unknown() => {
                let (of, name) = (path.receiver, walk.build.names.made("super"));
                path.receiver = walk.build.expression(Expression::Member { of, name, access: Access::Path });
            }
            "crate" | "self" | "super" if path.is_behind && walk.next_kind() == Some("::") => {
                path.receiver = paths::keyword(walk);
            }
            "token_tree" => {
                path.close(walk);
                if walk.too_deep() { paths::all_neither(walk) } else { read(walk) }
            }
            // A macro is no value.
            "!" => path.leave(walk),
            _ => {
                path.close(walk);
                if walk.is_named() {
                    paths::all_neither(walk);
                }
            }
        });
    });
    path.close(walk);
    walk.build.role = role;
}

/// The path behind a `=`, as far as it is read.
#[derive(Default)]
struct Path {
    is_behind: bool,
    receiver: ExprId,
    last: Option<Span>,
}

impl Path {
    /// Takes the last name for what stands before the next one.
    fn go_on(&mut self, walk: &mut Walk<'_, '_>) {
        match self.last.take() {
            Some(span) => self.receiver = self.named(walk, span, Namespace::TYPE),
            // `::std::f`: no name of the file begins the path.
            None if self.receiver.is_unknown() => self.receiver = paths::bare(walk.build, "::"),
            None => {}
        }
    }

    /// The path is at its end: its last name is the value.
    fn close(&mut self, walk: &mut Walk<'_, '_>) {
        if let Some(span) = self.last.take() {
            self.named(walk, span, Namespace::VALUE);
        }
        *self = Self::default();
    }

    /// What was read is no value.
    fn leave(&mut self, walk: &mut Walk<'_, '_>) {
        if self.last.take().is_some() {
            walk.build.tally.neither += 1;
        }
        *self = Self::default();
    }

    fn named(&self, walk: &mut Walk<'_, '_>, span: Span, namespace: Namespace) -> ExprId {
        if self.receiver.is_unknown() {
            return paths::name_at(walk.build, span, namespace);
        }
        let name = walk.build.name(span);
        let of = self.receiver;
        let member = walk.build.expression(Expression::Member { of, name, access: Access::Path });
        walk.build.use_member(span, member);
        member
    }
}

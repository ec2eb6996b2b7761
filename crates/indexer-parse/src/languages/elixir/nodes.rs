//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{calls, hooks, markup};
use crate::shapes::{Shape as Of, Style};
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape};
use indexer_core::{LiteralKind, ScopeKind};

pub(super) const STYLE: Style = Style { comment: "#", ..Style::BASE };

const BLOCK: Role = Shape(&Of::Scope(ScopeKind::Block));

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("alias", Lower(hooks::alias)),
    ("identifier", Lower(hooks::name)),
    ("dot", Lower(hooks::dot)),
    ("struct", Lower(hooks::structure)),
    // What declares, runs or decides is a call.
    ("call", Lower(calls::call)),
    ("unary_operator", Lower(hooks::unary)),
    ("binary_operator", Lower(hooks::binary)),
    ("stab_clause", Lower(hooks::clause)),
    ("anonymous_function", Lower(hooks::anonymous)),
    // Parts of the text in which names hold.
    ("do_block", BLOCK),
    ("after_block", BLOCK),
    ("catch_block", Lower(hooks::handlers)),
    ("else_block", Lower(hooks::handlers)),
    ("rescue_block", Lower(hooks::handlers)),
    // Literals.
    ("boolean", Literal(LiteralKind::Boolean)),
    ("char", Literal(LiteralKind::Integer)),
    ("charlist", Literal(LiteralKind::Other)),
    ("float", Literal(LiteralKind::Float)),
    ("integer", Literal(LiteralKind::Integer)),
    ("nil", Literal(LiteralKind::None)),
    ("sigil", Lower(markup::sigil)),
    ("string", Literal(LiteralKind::String)),
    // No identifier inside.
    ("atom", Leaf),
    ("comment", Leaf),
    ("keyword", Leaf),
    ("operator_identifier", Leaf),
];

//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{forms, names};
use crate::shapes::{Shape as Of, Style};
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::LiteralKind;

pub(super) const STYLE: Style = Style { comment: ";", ..Style::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    ("list_lit", Lower(forms::list)),
    ("sym_lit", Lower(names::symbol)),
    ("sym_name", Lower(names::alone)),
    ("sym_ns", Shape(&Of::Neither)),
    ("anon_fn_lit", Lower(forms::short_function)),
    // Code that is data, and code that is made.
    ("quoting_lit", Shape(&Of::Neither)),
    ("syn_quoting_lit", Lower(forms::template)),
    ("unquoting_lit", Lower(forms::unquoted)),
    ("unquote_splicing_lit", Lower(forms::unquoted)),
    ("dis_expr", Shape(&Of::Neither)),
    ("meta_lit", Shape(&Of::Neither)),
    ("old_meta_lit", Shape(&Of::Neither)),
    ("tagged_or_ctor_lit", Lower(forms::tagged)),
    ("var_quoting_lit", Through),
    ("derefing_lit", Through),
    // Literals.
    ("bool_lit", Literal(LiteralKind::Boolean)),
    ("char_lit", Literal(LiteralKind::Character)),
    ("kwd_lit", Literal(LiteralKind::Other)),
    ("nil_lit", Literal(LiteralKind::None)),
    ("num_lit", Literal(LiteralKind::Integer)),
    ("regex_lit", Literal(LiteralKind::Other)),
    ("str_lit", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
];

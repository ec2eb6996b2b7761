//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{binds, hooks, imports, types};
use crate::shapes::{At, Branch, Counts, Shape as Of, Style};
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{LiteralKind, ScopeKind};

pub(super) const STYLE: Style = Style { comment: "--", ..Style::BASE };

const SWITCH: Branch = Branch { counts: Counts::Switch, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    ("haskell", Lower(imports::module)),
    // Names.
    ("variable", Lower(hooks::variable)),
    ("constructor", Lower(hooks::constructor)),
    ("name", Lower(types::name)),
    ("operator", Lower(hooks::operator)),
    ("constructor_operator", Lower(hooks::operator)),
    ("qualified", Lower(hooks::qualified)),
    ("field_name", Lower(hooks::field_name)),
    // The head of the file.
    ("export", Lower(imports::export)),
    ("module_export", Leaf),
    ("import", Lower(imports::import)),
    // Declarations.
    ("signature", Lower(binds::signature)),
    ("function", Lower(binds::function)),
    ("bind", Lower(binds::bind)),
    ("foreign_import", Lower(binds::foreign)),
    ("pattern_synonym", Lower(binds::pattern_synonym)),
    ("data_type", Lower(types::data)),
    ("newtype", Lower(types::data)),
    ("type_synonym", Lower(types::synonym)),
    ("type_family", Lower(types::synonym)),
    ("data_family", Lower(types::synonym)),
    ("class", Lower(types::class)),
    ("instance", Lower(types::instance)),
    ("deriving", Lower(types::written)),
    ("deriving_instance", Lower(types::written)),
    ("default_signature", Lower(types::written)),
    ("kind_signature", Lower(types::written)),
    ("role_annotation", Lower(types::written)),
    ("type_instance", Lower(types::written)),
    ("data_instance", Lower(types::written)),
    ("type_application", Lower(types::written)),
    ("data_constructor", Lower(types::constructor)),
    ("gadt_constructor", Lower(types::constructor)),
    ("newtype_constructor", Lower(types::constructor)),
    // Scopes.
    ("local_binds", Lower(binds::locals)),
    ("let_in", Shape(&Of::Scope(ScopeKind::Block))),
    ("do", Shape(&Of::Scope(ScopeKind::Block))),
    ("list_comprehension", Lower(hooks::comprehension)),
    ("generator", Lower(hooks::generator)),
    ("pattern_guard", Lower(hooks::generator)),
    ("lambda", Lower(hooks::lambda)),
    ("alternative", Lower(hooks::alternative)),
    ("match", Lower(hooks::matched)),
    ("view_pattern", Lower(hooks::view)),
    ("field_pattern", Lower(hooks::field_pattern)),
    // Control flow.
    ("conditional", Shape(&Of::Branch(Branch { alternative: At::None, ..Branch::BASE }))),
    ("multi_way_if", Shape(&Of::Branch(SWITCH))),
    ("case", Shape(&Of::Branch(SWITCH))),
    ("lambda_case", Lower(hooks::cases)),
    // Expressions.
    ("apply", Lower(hooks::apply)),
    ("infix", Lower(hooks::infix)),
    ("parens", Through),
    // Literals.
    ("char", Literal(LiteralKind::Character)),
    ("float", Literal(LiteralKind::Float)),
    ("integer", Literal(LiteralKind::Integer)),
    ("string", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
    ("cpp", Leaf),
    ("fixity", Shape(&Of::Neither)),
    ("haddock", Leaf),
    ("module", Leaf),
    ("pragma", Leaf),
    ("quasiquote_body", Leaf),
];

//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{declare, hooks, modules};
use crate::shapes::{At, Branch, Counts, Define, Shape as Of, Style};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

pub(super) const STYLE: Style = Style { comment: "%", visibility: |_| Visibility::Public, ..Style::BASE };

pub(super) const FIELD: Of = Of::Define(Define {
    kind: SymbolKind::Field,
    namespace: Namespace::MEMBER,
    style: &STYLE,
    ..Define::BASE
});

const CASE: Branch = Branch { counts: Counts::Case, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names: atoms are values unless they stand where something is named.
    ("atom", Role::Neither),
    ("var", Lower(hooks::variable)),
    ("fa", Lower(declare::exported)),
    ("export_type_attribute", Lower(declare::exported_types)),
    ("import_attribute", Lower(modules::import)),
    ("behaviour_attribute", Lower(modules::behaviour)),
    ("compile_options_attribute", Lower(declare::options)),
    ("optional_callbacks_attribute", Lower(declare::optional)),
    ("pp_include", Lower(modules::include)),
    ("pp_include_lib", Lower(modules::include)),
    ("wild_attribute", Shape(&Of::Neither)),
    ("pp_ifdef", Lower(declare::condition)),
    ("pp_ifndef", Lower(declare::condition)),
    ("pp_if", Lower(declare::expression)),
    ("pp_elif", Lower(declare::otherwise)),
    ("pp_else", Lower(declare::otherwise)),
    ("pp_endif", Lower(declare::end)),
    ("pp_undef", Shape(&Of::Neither)),
    // Declarations.
    ("source_file", Lower(modules::file)),
    ("module_attribute", Lower(modules::attribute)),
    ("fun_decl", Lower(declare::form)),
    ("function_clause", Lower(declare::clause)),
    ("record_decl", Lower(declare::record)),
    ("record_expr", Lower(hooks::record)),
    ("record_update_expr", Lower(hooks::record)),
    ("record_field_expr", Lower(hooks::record)),
    ("record_index_expr", Lower(hooks::record)),
    ("type_alias", Lower(declare::alias)),
    ("opaque", Lower(declare::alias)),
    ("nominal", Lower(declare::alias)),
    (
        "pp_define",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Macro,
            namespace: Namespace::MACRO,
            body: At::Fields(&[Field::Args, Field::Replacement]),
            scope: Some(ScopeKind::Function),
            inside: &["macro_lhs"],
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("spec", Lower(declare::specification)),
    ("callback", Lower(declare::callback)),
    ("field_type", Shape(&Of::Types)),
    // Control flow.
    ("cr_clause", Shape(&Of::Branch(CASE))),
    ("if_clause", Shape(&Of::Branch(CASE))),
    ("catch_clause", Shape(&Of::Branch(CASE))),
    ("case_expr", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("if_expr", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("receive_expr", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("fun_clause", Shape(&Of::Scope(ScopeKind::Lambda))),
    ("list_comprehension", Lower(hooks::comprehension)),
    ("binary_comprehension", Lower(hooks::comprehension)),
    ("map_comprehension", Lower(hooks::comprehension)),
    // Expressions.
    ("call", Lower(hooks::call)),
    ("remote", Lower(modules::remote)),
    ("internal_fun", Lower(modules::function_value)),
    ("external_fun", Lower(modules::function_value)),
    ("macro_call_expr", Lower(hooks::macro_call)),
    ("paren_expr", Through),
    // Literals.
    ("char", Literal(LiteralKind::Character)),
    ("float", Literal(LiteralKind::Float)),
    ("integer", Literal(LiteralKind::Integer)),
    ("string", Literal(LiteralKind::String)),
    // No identifier inside.
    ("comment", Leaf),
];

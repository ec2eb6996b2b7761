//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{At, Branch, Counts, Define, Shape as Of, Style};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape, Through};
use indexer_core::{LiteralKind, Namespace, ScopeKind, SymbolKind, Visibility};

const STYLE: Style = Style { comment: "%", visibility: |_| Visibility::Public, ..Style::BASE };

/// A clause; its parameters are patterns.
pub(super) const FUNCTION: Of = Of::Define(Define {
    kind: SymbolKind::Function,
    namespace: Namespace::CALLABLE,
    body: At::Fields(&[Field::Args, Field::Guard, Field::Body]),
    scope: Some(ScopeKind::Function),
    style: &STYLE,
    then: hooks::function,
    ..Define::BASE
});

const TYPE: Define = Define {
    kind: SymbolKind::TypeAlias,
    namespace: Namespace::TYPE,
    body: At::Fields(&[Field::Args, Field::Ty]),
    scope: Some(ScopeKind::Generics),
    inside: &["type_name"],
    style: &STYLE,
    ..Define::BASE
};

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
    ("export_attribute", Lower(hooks::export)),
    ("export_type_attribute", Shape(&Of::Neither)),
    ("fa", Lower(hooks::arity)),
    ("import_attribute", Lower(hooks::import)),
    ("pp_include", Lower(hooks::include)),
    ("pp_include_lib", Lower(hooks::include)),
    ("wild_attribute", Shape(&Of::Neither)),
    ("pp_ifdef", Shape(&Of::Neither)),
    ("pp_ifndef", Shape(&Of::Neither)),
    ("pp_undef", Shape(&Of::Neither)),
    // Declarations.
    (
        "module_attribute",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Module,
            namespace: Namespace::MEMBER,
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("function_clause", Lower(hooks::clause)),
    (
        "record_decl",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Struct,
            namespace: Namespace::TAG,
            body: At::Field(Field::Fields),
            scope: Some(ScopeKind::Type),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("record_field", Lower(hooks::field)),
    ("record_field_name", Lower(hooks::field_name)),
    ("record_name", Lower(hooks::record)),
    ("type_alias", Shape(&Of::Define(TYPE))),
    ("opaque", Shape(&Of::Define(TYPE))),
    (
        "pp_define",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Macro,
            namespace: hooks::MACROS,
            body: At::Fields(&[Field::Args, Field::Replacement]),
            scope: Some(ScopeKind::Function),
            inside: &["macro_lhs"],
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("spec", Lower(hooks::types)),
    (
        "callback",
        Shape(&Of::Define(Define {
            kind: SymbolKind::Method,
            namespace: Namespace::MEMBER,
            name: At::Field(Field::Fun),
            body: At::Kind("type_sig"),
            scope: Some(ScopeKind::Function),
            style: &STYLE,
            ..Define::BASE
        })),
    ),
    ("field_type", Shape(&Of::Types)),
    // Control flow.
    ("cr_clause", Shape(&Of::Branch(CASE))),
    ("if_clause", Shape(&Of::Branch(CASE))),
    ("catch_clause", Shape(&Of::Branch(CASE))),
    ("case_expr", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("receive_expr", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..CASE }))),
    ("fun_clause", Shape(&Of::Scope(ScopeKind::Lambda))),
    ("list_comprehension", Lower(hooks::comprehension)),
    ("binary_comprehension", Lower(hooks::comprehension)),
    ("map_comprehension", Lower(hooks::comprehension)),
    // Expressions.
    ("call", Lower(hooks::call)),
    ("remote", Lower(hooks::remote)),
    ("internal_fun", Lower(hooks::arity_of_file)),
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

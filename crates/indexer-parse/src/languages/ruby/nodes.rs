//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{calls, drawn, fields, hooks, values};
use crate::shapes::{
    Assign, At, Binds, Branch, Counts, Define, Lambda, Parameter, Shape as Of, Style, Variables,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Name, Shape, Through};
use indexer_core::{LiteralKind, Namespace, ParameterKind, ScopeKind, SymbolKind};

const STYLE: Style = Style {
    comment: "#",
    parameters: &[
        Parameter { node: "optional_parameter", value: At::Field(Field::Value), ..Parameter::BASE },
        Parameter {
            node: "keyword_parameter",
            value: At::Field(Field::Value),
            kind: ParameterKind::Keyword,
            ..Parameter::BASE
        },
        Parameter { node: "splat_parameter", kind: ParameterKind::Rest, ..Parameter::BASE },
        Parameter { node: "hash_splat_parameter", kind: ParameterKind::RestKeywords, ..Parameter::BASE },
        Parameter { node: "block_parameter", kind: ParameterKind::Keyword, ..Parameter::BASE },
    ],
    // `|(a, b), c|`
    parameter_lists: &["destructured_parameter"],
    types: &["constant", "scope_resolution"],
    bases: &["superclass"],
    returns: true,
    gives_body: true,
    ..Style::BASE
};

const TYPE: Define = Define {
    kind: SymbolKind::Class,
    namespace: Namespace::TYPE,
    of: At::Field(Field::Scope),
    bases: At::Kind("superclass"),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Type),
    inside: &["scope_resolution"],
    style: &STYLE,
    then: hooks::type_opened,
    ..Define::BASE
};

pub(super) const CLASS: Of = Of::Define(TYPE);
pub(super) const MODULE: Of = Of::Define(Define { kind: SymbolKind::Module, ..TYPE });

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: Namespace::CALLABLE,
    symbols: true,
    parameters: At::Field(Field::Parameters),
    body: At::Field(Field::Body),
    abstract_without_body: false,
    scope: Some(ScopeKind::Function),
    inside: &["setter"],
    style: &STYLE,
    then: hooks::method_defined,
    ..Define::BASE
};

pub(super) const METHOD: Of = Of::Define(FUNCTION);
/// `def self.a`.
pub(super) const SINGLETON: Of = Of::Define(Define { then: hooks::singleton_defined, ..FUNCTION });
/// `def A.a`, outside of `A`.
pub(super) const EXTENDING: Of =
    Of::Define(Define { of: At::Field(Field::Object), then: hooks::singleton_defined, ..FUNCTION });

/// `A = 1`.
pub(super) const CONSTANT: Of = Of::Variables(Variables {
    kind: SymbolKind::Constant,
    member: SymbolKind::Constant,
    name: At::Field(Field::Left),
    value: At::Field(Field::Right),
    style: &STYLE,
    ..Variables::BASE
});

const ASSIGNED: Assign = Assign {
    left: At::Field(Field::Left),
    right: At::Field(Field::Right),
    binds: Binds::Locals,
    member: fields::member_target,
    inside: &["destructured_left_assignment", "left_assignment_list", "rest_assignment"],
    style: &STYLE,
    ..Assign::BASE
};

pub(super) const ASSIGN: Of = Of::Assign(ASSIGNED);

const BLOCK: Lambda = Lambda {
    parameters: At::Field(Field::Parameters),
    body: At::Field(Field::Body),
    // What a block gives is its last expression.
    returns: false,
    typed: false,
    style: &STYLE,
};

const IF: Branch = Branch { alternative: At::None, ..Branch::BASE };
const LOOP: Branch = Branch { counts: Counts::Loop, ..IF };
pub(super) const IF_SHAPE: Of = Of::Branch(IF);
pub(super) const SWITCH_SHAPE: Of = Of::Branch(Branch { counts: Counts::Switch, ..IF });

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::identifier)),
    ("constant", Lower(hooks::constant)),
    ("instance_variable", Lower(fields::instance_variable)),
    ("class_variable", Lower(fields::instance_variable)),
    ("global_variable", Name(Namespace::VALUE)),
    ("self", Lower(hooks::this)),
    ("super", Lower(calls::super_call)),
    // Declarations.
    ("class", Lower(hooks::opened)),
    ("module", Lower(hooks::opened)),
    ("singleton_class", Lower(hooks::singleton_class)),
    ("method", Lower(hooks::method)),
    ("singleton_method", Lower(hooks::method)),
    ("alias", Lower(hooks::alias)),
    ("assignment", Lower(fields::assignment)),
    ("operator_assignment", Lower(fields::assignment)),
    // Statements.
    ("body_statement", Lower(values::body)),
    ("block_body", Lower(values::body)),
    ("begin", Lower(values::body)),
    ("then", Lower(values::branch)),
    ("if", Lower(values::condition)),
    ("unless", Lower(values::condition)),
    ("if_modifier", Lower(values::conditional)),
    ("unless_modifier", Lower(values::conditional)),
    ("conditional", Lower(values::conditional)),
    ("elsif", Shape(&Of::Branch(Branch { counts: Counts::ElseIf, ..IF }))),
    ("else", Lower(values::otherwise)),
    ("while", Shape(&Of::Branch(LOOP))),
    ("until", Shape(&Of::Branch(LOOP))),
    ("while_modifier", Shape(&Of::Branch(LOOP))),
    ("until_modifier", Shape(&Of::Branch(LOOP))),
    (
        "for",
        Shape(&Of::Branch(Branch { name: At::Field(Field::Pattern), of: At::Field(Field::Value), ..LOOP })),
    ),
    ("rescue", Shape(&Of::Branch(Branch { name: At::Field(Field::Variable), ..LOOP }))),
    ("case", Lower(values::cases)),
    ("case_match", Lower(values::cases)),
    ("when", Shape(&Of::Branch(Branch { counts: Counts::Case, ..IF }))),
    ("in_clause", Lower(values::in_clause)),
    ("array_pattern", Lower(values::pattern)),
    ("find_pattern", Lower(values::pattern)),
    ("keyword_pattern", Lower(values::pattern)),
    ("as_pattern", Lower(values::pattern)),
    ("alternative_pattern", Lower(values::pattern)),
    ("return", Shape(&Of::Return)),
    // Expressions.
    ("parenthesized_statements", Through),
    ("argument_list", Through),
    ("in", Through),
    ("binary", Lower(values::binary)),
    ("block", Shape(&Of::Lambda(BLOCK))),
    ("do_block", Shape(&Of::Lambda(BLOCK))),
    ("lambda", Shape(&Of::Lambda(BLOCK))),
    ("call", Lower(calls::call)),
    ("element_reference", Shape(&Of::Index)),
    ("scope_resolution", Lower(hooks::scope_resolution)),
    // Literals.
    ("array", Lower(drawn::list)),
    ("hash", Lower(drawn::hash)),
    ("symbol_array", Lower(drawn::list)),
    ("string_array", Lower(drawn::list)),
    ("character", Literal(LiteralKind::String)),
    ("false", Literal(LiteralKind::Boolean)),
    ("float", Literal(LiteralKind::Float)),
    ("integer", Literal(LiteralKind::Integer)),
    ("nil", Literal(LiteralKind::None)),
    ("string", Literal(LiteralKind::String)),
    ("true", Literal(LiteralKind::Boolean)),
    // No identifier inside.
    ("comment", Leaf),
    ("escape_sequence", Leaf),
    ("heredoc_content", Leaf),
    ("operator", Leaf),
    ("simple_symbol", Lower(drawn::symbol)),
    ("string_content", Leaf),
    ("uninterpreted", Leaf),
];

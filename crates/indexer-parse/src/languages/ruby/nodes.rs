//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{
    Assign, At, Binds, Branch, Call, Counts, Define, Lambda, Member, Parameter, Shape as Of, Style, Variables,
};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Name, Shape, Through};
use indexer_core::{Access, LiteralKind, Namespace, ParameterKind, ScopeKind, SymbolKind};

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
    types: &["constant", "scope_resolution"],
    bases: &["superclass"],
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
    ..Define::BASE
};

const FUNCTION: Define = Define {
    kind: SymbolKind::Function,
    member: Some(SymbolKind::Method),
    namespace: Namespace::CALLABLE,
    symbols: true,
    parameters: At::Field(Field::Parameters),
    body: At::Field(Field::Body),
    scope: Some(ScopeKind::Function),
    inside: &["setter"],
    style: &STYLE,
    then: hooks::method,
    ..Define::BASE
};

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
    member: hooks::member_target,
    inside: &["destructured_left_assignment", "left_assignment_list", "rest_assignment"],
    style: &STYLE,
    ..Assign::BASE
};

pub(super) const ASSIGN: Of = Of::Assign(ASSIGNED);

pub(super) const CALL: Of = Of::Call(Call {
    receiver: At::Field(Field::Receiver),
    of: At::Field(Field::Method),
    block: At::Field(Field::Block),
    namespace: Namespace::VALUE.with(Namespace::CALLABLE),
    ..Call::BASE
});

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

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Lower(hooks::identifier)),
    ("constant", Lower(hooks::constant)),
    ("instance_variable", Lower(hooks::instance_variable)),
    ("class_variable", Lower(hooks::instance_variable)),
    ("global_variable", Name(Namespace::VALUE)),
    ("self", Shape(&Of::This)),
    ("super", Shape(&Of::Super)),
    // Declarations.
    ("class", Shape(&Of::Define(TYPE))),
    ("module", Shape(&Of::Define(Define { kind: SymbolKind::Module, ..TYPE }))),
    ("method", Shape(&Of::Define(FUNCTION))),
    ("singleton_method", Shape(&Of::Define(Define { then: hooks::singleton, ..FUNCTION }))),
    ("alias", Lower(hooks::alias)),
    ("assignment", Lower(hooks::assignment)),
    ("operator_assignment", Lower(hooks::assignment)),
    // Statements.
    ("body_statement", Lower(hooks::body)),
    ("if", Shape(&Of::Branch(IF))),
    ("unless", Shape(&Of::Branch(IF))),
    ("if_modifier", Shape(&Of::Branch(IF))),
    ("unless_modifier", Shape(&Of::Branch(IF))),
    ("conditional", Shape(&Of::Branch(IF))),
    ("elsif", Shape(&Of::Branch(Branch { counts: Counts::ElseIf, ..IF }))),
    ("else", Shape(&Of::Branch(Branch { counts: Counts::Else, ..IF }))),
    ("while", Shape(&Of::Branch(LOOP))),
    ("until", Shape(&Of::Branch(LOOP))),
    ("while_modifier", Shape(&Of::Branch(LOOP))),
    ("until_modifier", Shape(&Of::Branch(LOOP))),
    (
        "for",
        Shape(&Of::Branch(Branch { name: At::Field(Field::Pattern), of: At::Field(Field::Value), ..LOOP })),
    ),
    ("rescue", Shape(&Of::Branch(Branch { name: At::Field(Field::Variable), ..LOOP }))),
    ("case", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..IF }))),
    ("case_match", Shape(&Of::Branch(Branch { counts: Counts::Switch, ..IF }))),
    ("when", Shape(&Of::Branch(Branch { counts: Counts::Case, ..IF }))),
    ("in_clause", Shape(&Of::Branch(Branch { counts: Counts::Case, ..IF }))),
    ("return", Shape(&Of::Return)),
    // Expressions.
    ("parenthesized_statements", Through),
    ("argument_list", Through),
    ("in", Through),
    ("binary", Shape(&Of::Binary)),
    ("block", Shape(&Of::Lambda(BLOCK))),
    ("do_block", Shape(&Of::Lambda(BLOCK))),
    ("lambda", Shape(&Of::Lambda(BLOCK))),
    ("call", Lower(hooks::call)),
    ("element_reference", Shape(&Of::Index)),
    (
        "scope_resolution",
        Shape(&Of::Member(Member {
            of: At::Field(Field::Scope),
            name: At::Field(Field::Name),
            access: Access::Path,
            inside: &[],
        })),
    ),
    // Literals.
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
    ("simple_symbol", Leaf),
    ("string_content", Leaf),
    ("uninterpreted", Leaf),
];

//! The role of each node kind. Kinds that are not listed have their children walked.

use super::{classes, expressions, imports, members, modifiers, patterns, statements, types};
use crate::shapes::{Assign, At, Binds, Branch, Call, Counts, Shape as Of, Style};
use crate::table::Field;
use crate::walk::Role::{self, Leaf, Literal, Lower, Name, Shape, Through};
use indexer_core::{LiteralKind, Namespace, ScopeKind};

/// A name in an expression: before a dot it may be a type as well.
pub(super) const VALUE_OR_TYPE: Namespace = Namespace::VALUE.with(Namespace::TYPE);

const BLOCK: Of = Of::Scope(ScopeKind::Block);
const LOOP: Branch = Branch { counts: Counts::Loop, scope: true, alternative: At::None, ..Branch::BASE };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names.
    ("identifier", Name(VALUE_OR_TYPE)),
    ("type_identifier", Lower(types::name)),
    ("underscore_pattern", Leaf),
    ("scoped_identifier", Lower(types::scoped)),
    ("this", Shape(&Of::This)),
    ("super", Shape(&Of::Super)),
    // Declarations.
    ("package_declaration", Lower(imports::package)),
    ("import_declaration", Lower(imports::import)),
    ("module_declaration", Lower(imports::module)),
    ("requires_module_directive", Lower(imports::requires)),
    ("exports_module_directive", Shape(&Of::Neither)),
    ("opens_module_directive", Shape(&Of::Neither)),
    ("class_declaration", Lower(classes::declaration)),
    ("record_declaration", Lower(classes::declaration)),
    ("enum_declaration", Lower(classes::declaration)),
    ("interface_declaration", Lower(classes::declaration)),
    ("annotation_type_declaration", Lower(classes::declaration)),
    ("enum_constant", Lower(classes::constant)),
    ("field_declaration", Lower(members::field)),
    ("constant_declaration", Lower(members::field)),
    ("method_declaration", Lower(members::method)),
    ("constructor_declaration", Lower(members::method)),
    ("compact_constructor_declaration", Lower(members::method)),
    ("annotation_type_element_declaration", Lower(members::method)),
    ("modifiers", Lower(modifiers::loose)),
    ("annotation", Lower(modifiers::annotation)),
    ("element_value_array_initializer", Lower(modifiers::array)),
    ("marker_annotation", Lower(modifiers::annotation)),
    // Types.
    ("annotated_type", Lower(types::annotated)),
    ("array_type", Lower(types::array)),
    ("boolean_type", Lower(types::primitive)),
    ("catch_type", Lower(types::union)),
    ("class_literal", Lower(types::class_literal)),
    ("floating_point_type", Lower(types::primitive)),
    ("generic_type", Lower(types::generic)),
    ("integral_type", Lower(types::primitive)),
    ("scoped_type_identifier", Lower(types::scoped_type)),
    ("type_parameters", Lower(types::other_parameters)),
    ("void_type", Leaf),
    ("wildcard", Lower(types::wildcard)),
    // Statements.
    ("block", Shape(&BLOCK)),
    ("constructor_body", Shape(&BLOCK)),
    ("switch_block", Shape(&BLOCK)),
    ("static_initializer", Lower(members::initializer)),
    ("local_variable_declaration", Lower(statements::local)),
    ("return_statement", Lower(statements::returned)),
    ("if_statement", Shape(&Of::Branch(Branch::BASE))),
    ("for_statement", Shape(&Of::Branch(LOOP))),
    (
        "enhanced_for_statement",
        Shape(&Of::Branch(Branch {
            name: At::Field(Field::Name),
            annotation: At::Field(Field::Type),
            of: At::Field(Field::Value),
            ..LOOP
        })),
    ),
    ("while_statement", Shape(&Of::Branch(LOOP))),
    ("do_statement", Shape(&Of::Branch(Branch { scope: false, ..LOOP }))),
    ("switch_expression", Lower(statements::switch)),
    ("switch_label", Lower(statements::label)),
    ("switch_rule", Shape(&BLOCK)),
    ("try_with_resources_statement", Shape(&BLOCK)),
    ("resource", Lower(statements::resource)),
    (
        "catch_clause",
        Shape(&Of::Branch(Branch {
            name: At::Field(Field::Name),
            annotation: At::Kind("catch_type"),
            inside: &["catch_formal_parameter"],
            ..LOOP
        })),
    ),
    ("labeled_statement", Shape(&Of::Argument(At::Nth(0)))),
    ("break_statement", Lower(statements::jump)),
    ("continue_statement", Lower(statements::jump)),
    // Patterns.
    ("instanceof_expression", Lower(patterns::instance_of)),
    ("pattern", Through),
    ("record_pattern", Lower(patterns::record)),
    ("type_pattern", Lower(patterns::typed)),
    ("record_pattern_component", Lower(patterns::typed)),
    // Expressions.
    ("array_access", Shape(&Of::Index)),
    ("array_creation_expression", Lower(expressions::array)),
    (
        "assignment_expression",
        Shape(&Of::Assign(Assign {
            left: At::Field(Field::Left),
            right: At::Field(Field::Right),
            binds: Binds::Never,
            inside: &[],
            style: &Style::BASE,
            ..Assign::BASE
        })),
    ),
    ("binary_expression", Lower(expressions::binary)),
    ("cast_expression", Lower(expressions::cast)),
    ("explicit_constructor_invocation", Lower(expressions::constructor_call)),
    ("field_access", Lower(expressions::field)),
    ("lambda_expression", Lower(expressions::lambda)),
    (
        "method_invocation",
        Shape(&Of::Call(Call {
            // `Outer.super.f()`.
            receiver: At::Any(&[At::Field(Field::Object), At::Kind("super")]),
            of: At::Field(Field::Name),
            namespace: Namespace::CALLABLE,
            ..Call::BASE
        })),
    ),
    ("method_reference", Lower(expressions::method_reference)),
    ("object_creation_expression", Lower(expressions::creation)),
    ("parenthesized_expression", Through),
    ("ternary_expression", Lower(expressions::ternary)),
    ("unary_expression", Lower(expressions::unary)),
    ("update_expression", Lower(expressions::update)),
    // Literals.
    ("binary_integer_literal", Lower(expressions::integer)),
    ("character_literal", Literal(LiteralKind::Character)),
    ("decimal_floating_point_literal", Lower(expressions::float)),
    ("decimal_integer_literal", Lower(expressions::integer)),
    ("false", Literal(LiteralKind::Boolean)),
    ("hex_floating_point_literal", Lower(expressions::float)),
    ("hex_integer_literal", Lower(expressions::integer)),
    ("null_literal", Literal(LiteralKind::None)),
    ("octal_integer_literal", Lower(expressions::integer)),
    ("string_literal", Lower(expressions::text)),
    ("true", Literal(LiteralKind::Boolean)),
    // No identifier inside.
    ("asterisk", Leaf),
    ("block_comment", Leaf),
    ("escape_sequence", Leaf),
    ("line_comment", Leaf),
    ("multiline_string_fragment", Leaf),
    ("requires_modifier", Leaf),
    ("string_fragment", Leaf),
];

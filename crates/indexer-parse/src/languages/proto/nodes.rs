//! The role of each node kind. Kinds that are not listed have their children walked.

use super::hooks;
use crate::shapes::{At, Define, Shape as Of, Style};
use crate::walk::Role::{self, Leaf, Literal, Lower, Shape};
use indexer_core::{Flags, LiteralKind, Namespace, ScopeKind, SymbolKind};

const STYLE: Style = Style::BASE;
const NAME: At = At::Kind("identifier");

const MESSAGE: Define = Define {
    kind: SymbolKind::Struct,
    namespace: Namespace::TYPE,
    name: NAME,
    body: At::Kind("message_body"),
    scope: Some(ScopeKind::Type),
    inside: &["message_name"],
    style: &STYLE,
    ..Define::BASE
};

const ENUM: Define =
    Define { kind: SymbolKind::Enum, body: At::Kind("enum_body"), inside: &["enum_name"], ..MESSAGE };

const SERVICE: Define = Define {
    kind: SymbolKind::Interface,
    // It has no node of its own for what stands in it: the first method begins that.
    body: At::Kind("rpc"),
    inside: &["service_name"],
    then: hooks::service,
    ..MESSAGE
};

const METHOD: Define = Define {
    kind: SymbolKind::Method,
    namespace: Namespace::CALLABLE,
    name: NAME,
    inside: &["rpc_name"],
    style: &STYLE,
    then: hooks::method,
    ..Define::BASE
};

const FIELD: Define = Define {
    kind: SymbolKind::Field,
    namespace: Namespace::VALUE,
    name: NAME,
    result: At::Kind("type"),
    style: &STYLE,
    // What stands behind `=` is the number under which other programs read it, and no value.
    then: |walk, id| walk.build.definition(id).flags.add(Flags::EXTERN),
    ..Define::BASE
};

const VALUE: Define = Define { kind: SymbolKind::Variant, result: At::None, ..FIELD };

pub(super) const ROLES: &[(&str, Role)] = &[
    // Names of types; those of options are known to the compiler's plugins alone.
    ("full_ident", Lower(hooks::path)),
    ("message_or_enum_type", Lower(hooks::path)),
    ("identifier", Role::Name(Namespace::TYPE)),
    ("type", Role::Through),
    ("option", Shape(&Of::Neither)),
    ("enum_value_option", Shape(&Of::Neither)),
    ("field_options", Shape(&Of::Neither)),
    // Definitions.
    ("package", Shape(&Of::Package(At::Kind("full_ident"), At::None))),
    ("import", Lower(hooks::import)),
    ("message", Shape(&Of::Define(MESSAGE))),
    ("group", Shape(&Of::Define(MESSAGE))),
    ("enum", Shape(&Of::Define(ENUM))),
    ("enum_field", Shape(&Of::Define(VALUE))),
    ("field", Shape(&Of::Define(FIELD))),
    ("oneof_field", Shape(&Of::Define(FIELD))),
    ("map_field", Shape(&Of::Define(FIELD))),
    ("oneof", Lower(hooks::oneof)),
    ("service", Shape(&Of::Define(SERVICE))),
    ("rpc", Shape(&Of::Define(METHOD))),
    // No identifier inside.
    ("comment", Leaf),
    ("edition", Leaf),
    ("empty_statement", Leaf),
    ("field_number", Leaf),
    ("key_type", Leaf),
    ("reserved", Leaf),
    ("string", Literal(LiteralKind::String)),
    ("syntax", Leaf),
];

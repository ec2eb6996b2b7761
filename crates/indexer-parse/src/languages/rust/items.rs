//! Items: modules, types, traits, constants, fields, `impl` blocks.

use super::types::{self, Generics};
use super::{attributes, paths};
use crate::build::Before;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Extension, ExtensionId, Flags, List, Namespace, Owner, Parameter,
    ParameterKind, Role, ScopeKind, SymbolKind, Visibility,
};

/// Struct, unit and tuple struct names are types and values.
const BOTH: Namespace = Namespace::TYPE.with(Namespace::VALUE);

/// An item whose head is being read.
pub(super) struct Head {
    /// The definition, once its name was met.
    pub(super) id: Option<DefId>,
    /// Its type parameters.
    pub(super) generics: Generics,
    /// Its visibility as written.
    pub(super) visibility: Option<Visibility>,
    /// What it is, as far as its head says.
    pub(super) flags: Flags,
    /// Where its signature ends.
    pub(super) signature_end: u32,
    before: Before,
}

impl Head {
    /// Begins at the current item.
    pub(super) fn new(walk: &mut Walk<'_, '_>) -> Self {
        Self {
            id: None,
            generics: Generics::default(),
            visibility: None,
            flags: Flags::NONE,
            signature_end: walk.span().end,
            before: std::mem::take(&mut walk.build.before),
        }
    }

    /// The current node is the item's name.
    pub(super) fn name(&mut self, walk: &mut Walk<'_, '_>, kind: SymbolKind, namespace: Namespace) {
        let span = walk.span();
        if span.is_empty() || self.id.is_some() || walk.kind() == "metavariable" {
            walk.lower();
            return;
        }
        self.id = Some(walk.build.define(span, kind, namespace));
    }

    /// True where an attribute before it says that others use it unseen.
    pub(super) fn is_exported(&self) -> bool {
        self.before.flags.has(Flags::EXPORTED)
    }

    /// Enters the item: what follows belongs to it.
    pub(super) fn enter(&self, walk: &mut Walk<'_, '_>, has_body: bool) {
        let Some(id) = self.id else { return };
        walk.build.owner = Owner::Definition(id);
        if has_body {
            walk.build.enclosing = Some(id);
        }
    }

    /// The signature ends before the current node, unless it ended earlier.
    fn end_signature(&mut self, walk: &Walk<'_, '_>) {
        self.signature_end = self.signature_end.min(walk.span().start);
    }

    /// The current node is a visibility.
    pub(super) fn visibility(&mut self, walk: &mut Walk<'_, '_>) {
        let text = walk.text();
        self.visibility = Some(read_visibility(text));
        if text.contains("in ") {
            paths::all_neither(walk);
        }
    }

    /// Fills in what the head and what stood before it said.
    pub(super) fn finish(mut self, walk: &mut Walk<'_, '_>, start: u32, inherited: Flags) -> Option<DefId> {
        let generics = std::mem::take(&mut self.generics).finish(walk);
        let id = self.id?;
        let end = walk.span().end;
        let signature = paths::signature(walk.build, start, self.signature_end.min(end));
        let decorators = walk.build.list(&self.before.decorators);
        let doc = attributes::doc(&mut self.before);
        let owner = walk.build.definition(id).owner;
        let implied = match owner {
            Owner::Definition(owner) => matches!(
                walk.build.definition(owner).kind,
                SymbolKind::Trait | SymbolKind::Enum | SymbolKind::Variant
            ),
            Owner::Extension(extension) => {
                walk.build.facts.extensions[extension.index()].implements.is_some()
            }
            Owner::File => false,
        };
        let default = if implied { Visibility::Public } else { Visibility::Private };
        let definition = walk.build.definition(id);
        definition.visibility = self.visibility.unwrap_or(default);
        definition.flags.add(self.flags.with(self.before.flags).with(inherited));
        definition.signature = signature;
        definition.doc = doc;
        definition.decorators = decorators;
        definition.condition = self.before.condition;
        definition.declared_path = self.before.declared_path;
        definition.type_parameters = generics;
        definition.span = indexer_core::Span::new(self.before.start.unwrap_or(start).min(start), end);
        Some(id)
    }
}

/// The visibility that a modifier's text says.
pub(super) fn read_visibility(text: &str) -> Visibility {
    let inside = text.strip_prefix("pub").unwrap_or("(crate)").trim();
    match inside.trim_matches(|c: char| c == '(' || c == ')' || c.is_whitespace()) {
        "" => Visibility::Public,
        "crate" => Visibility::Package,
        "self" => Visibility::Private,
        _ => Visibility::Restricted,
    }
}

/// The children of a list of items or statements: attributes and comments go to what follows them.
/// Gives the value of the last child.
pub(super) fn members(walk: &mut Walk<'_, '_>, inner_doc: &mut String) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.each_child(|walk, node| {
        if !node.is_named() {
            return;
        }
        match walk.kind_of(node) {
            "line_comment" | "block_comment" => attributes::comment(walk, inner_doc),
            "attribute_item" => {
                walk.lower();
            }
            "expression_statement" | "let_declaration" | "macro_invocation" => {
                if walk.build.before.start.is_some() {
                    walk.build.before = Before::default();
                }
                value = walk.lower_node(node);
            }
            _ => {
                value = walk.lower_node(node);
                if walk.build.before.start.is_some() {
                    walk.build.before = Before::default();
                }
            }
        }
    });
    if walk.build.before.start.is_some() {
        walk.build.before = Before::default();
    }
    value
}

/// A list of items by itself.
pub(super) fn list(walk: &mut Walk<'_, '_>) -> ExprId {
    members(walk, &mut String::new());
    ExprId::UNKNOWN
}

/// The file.
pub(super) fn source_file(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut doc = String::new();
    members(walk, &mut doc);
    walk.build.facts.doc = (!doc.trim().is_empty()).then(|| doc.trim_end().to_owned());
    ExprId::UNKNOWN
}

/// `mod x;` and `mod x { ... }`.
pub(super) fn module(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let start = walk.span().start;
    let mut head = Head::new(walk);
    let mut inner_doc = String::new();
    walk.children(|walk, field| match field {
        Field::Name => head.name(walk, SymbolKind::Module, Namespace::TYPE),
        Field::Body => {
            let span = walk.span();
            head.signature_end = span.start;
            head.enter(walk, true);
            if head.before.flags.has(Flags::TEST) {
                walk.build.inherited.add(Flags::TEST);
            }
            let scope = walk.build.open_scope(ScopeKind::Module, span);
            if let Some(id) = head.id {
                walk.build.definition(id).body = Some(scope);
            }
            members(walk, &mut inner_doc);
        }
        _ if walk.is_named() => item_child(walk, &mut head),
        _ if walk.kind() == ";" => head.signature_end = walk.span().start,
        _ => {}
    });
    walk.build.restore(place);
    if head.before.doc.is_empty() {
        head.before.doc = inner_doc;
    }
    head.finish(walk, start, place.inherited());
    ExprId::UNKNOWN
}

/// Children that all items can have.
fn item_child(walk: &mut Walk<'_, '_>, head: &mut Head) {
    match walk.kind() {
        "visibility_modifier" => head.visibility(walk),
        "where_clause" => head.generics.conditions(walk),
        _ => {
            walk.lower();
        }
    }
}

/// `extern "C" { ... }`.
pub(super) fn foreign(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.before = Before::default();
    walk.build.inherited.add(Flags::EXTERN.with(Flags::DECLARATION));
    walk.lower_children();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// Structs, unions, enums, traits and variants: a name with members.
pub(super) fn structure(walk: &mut Walk<'_, '_>) -> ExprId {
    let (kind, namespace) = match walk.kind() {
        "struct_item" => (SymbolKind::Struct, BOTH),
        "union_item" => (SymbolKind::Union, Namespace::TYPE),
        "enum_item" => (SymbolKind::Enum, Namespace::TYPE),
        "trait_item" => (SymbolKind::Trait, Namespace::TYPE),
        _ => (SymbolKind::Variant, BOTH),
    };
    let place = walk.build.place();
    let start = walk.span().start;
    let mut head = Head::new(walk);
    let mut bases = Vec::new();
    let mut named_at = None;
    walk.children(|walk, field| match field {
        Field::Name => {
            named_at = Some(walk.build.facts.bindings.len());
            head.name(walk, kind, namespace);
        }
        Field::TypeParameters => head.generics.parameters(walk),
        Field::Bounds => bases = types::bounds(walk, Role::Inherit),
        Field::Value => {
            walk.lower_as(Role::Read);
        }
        Field::Body if walk.kind() == "ordered_field_declaration_list" => {
            head.enter(walk, true);
            if kind == SymbolKind::Struct {
                head.flags.add(Flags::RECORD);
            }
            let payload = payload(walk);
            if let Some(id) = head.id {
                walk.build.definition(id).parameters = payload;
            }
        }
        Field::Body => {
            let span = walk.span();
            head.signature_end = span.start;
            head.enter(walk, true);
            let scope = walk.build.open_scope(ScopeKind::Type, span);
            if let Some(id) = head.id {
                walk.build.definition(id).body = Some(scope);
                if kind == SymbolKind::Struct
                    && let Some(binding) = named_at.and_then(|at| walk.build.facts.bindings.get_mut(at))
                {
                    binding.namespace = Namespace::TYPE;
                }
            }
            walk.build.inherited = only_context(walk.build.inherited);
            members(walk, &mut String::new());
        }
        _ if walk.is_named() => item_child(walk, &mut head),
        _ if matches!(walk.kind(), ";" | "=") => head.end_signature(walk),
        _ => {}
    });
    let bases = walk.build.list(&bases);
    walk.build.restore(place);
    if let Some(id) = head.finish(walk, start, place.inherited()) {
        walk.build.definition(id).bases = bases;
    }
    ExprId::UNKNOWN
}

/// What members of a type take over from the place of the type.
fn only_context(flags: Flags) -> Flags {
    Flags(flags.0 & (Flags::TEST.0 | Flags::IN_MACRO.0))
}

/// The positional fields of a tuple struct or variant.
fn payload(walk: &mut Walk<'_, '_>) -> List {
    let start = walk.build.facts.parameters.len() as u32;
    let mut index = 0u32;
    walk.children(|walk, field| {
        if field == Field::Type {
            let name_span = walk.span();
            let annotation = walk.lower_as(Role::Type);
            let name = index_name(walk, index);
            index += 1;
            let kind = ParameterKind::Plain;
            let default = ExprId::UNKNOWN;
            walk.build.facts.parameters.push(Parameter { name, name_span, kind, annotation, default });
        } else if walk.kind() == "visibility_modifier" {
            paths::all_neither(walk);
        } else {
            walk.lower_named();
        }
    });
    walk.build.before = Before::default();
    List { start, len: index }
}

/// The name of a position.
pub(super) fn index_name(walk: &mut Walk<'_, '_>, index: u32) -> indexer_core::Name {
    const SMALL: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];
    match SMALL.get(index as usize) {
        Some(text) => walk.build.names.made(text),
        None => walk.build.names.made(&index.to_string()),
    }
}

/// Constants, statics and named fields: a name with a type and perhaps a value.
pub(super) fn value_item(walk: &mut Walk<'_, '_>) -> ExprId {
    let (kind, namespace) = match walk.kind() {
        "const_item" => (SymbolKind::Constant, Namespace::VALUE),
        "static_item" => (SymbolKind::Static, Namespace::VALUE),
        _ => (SymbolKind::Field, Namespace::MEMBER),
    };
    let place = walk.build.place();
    let start = walk.span().start;
    let mut head = Head::new(walk);
    let mut value = ExprId::UNKNOWN;
    let mut given = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        // `const _: () = ...;` names nothing.
        Field::Name if walk.text() == "_" => walk.neither(),
        Field::Name => {
            head.name(walk, kind, namespace);
            head.enter(walk, kind != SymbolKind::Field);
        }
        Field::Type => {
            let annotation = walk.lower_as(Role::Type);
            if !annotation.is_unknown() {
                value = walk.build.expression(Expression::Instance(annotation));
            }
        }
        Field::Value => {
            let written = walk.lower_as(Role::Read);
            if value.is_unknown() {
                value = written;
            } else {
                given = written;
            }
        }
        _ if walk.is_named() => item_child(walk, &mut head),
        _ if matches!(walk.kind(), ";" | "=") => head.end_signature(walk),
        _ => {}
    });
    walk.build.restore(place);
    if let Some(id) = head.finish(walk, start, place.inherited()) {
        walk.build.definition(id).value = value;
        walk.build.put_into(id, given);
    }
    ExprId::UNKNOWN
}

/// Type aliases and associated types.
pub(super) fn type_item(walk: &mut Walk<'_, '_>) -> ExprId {
    let member = matches!(walk.build.owner, Owner::Extension(_)) || walk.kind() == "associated_type";
    let kind = if member { SymbolKind::AssociatedType } else { SymbolKind::TypeAlias };
    let place = walk.build.place();
    let start = walk.span().start;
    let mut head = Head::new(walk);
    let mut bases = Vec::new();
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name => head.name(walk, kind, Namespace::TYPE),
        Field::TypeParameters => head.generics.parameters(walk),
        Field::Bounds => bases = types::bounds(walk, Role::Type),
        Field::Type => value = walk.lower_as(Role::Type),
        _ if walk.is_named() => item_child(walk, &mut head),
        _ if matches!(walk.kind(), ";" | "=") => head.end_signature(walk),
        _ => {}
    });
    let bases = walk.build.list(&bases);
    walk.build.restore(place);
    if let Some(id) = head.finish(walk, start, place.inherited()) {
        let definition = walk.build.definition(id);
        definition.value = value;
        definition.bases = bases;
        if member && value.is_unknown() {
            definition.flags.add(Flags::ABSTRACT);
        }
    }
    ExprId::UNKNOWN
}

/// `impl Trait for Type { ... }`. The head is read inside the extension's scope, so that `Self` in
/// it is the type.
pub(super) fn implementation(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let span = walk.span();
    let before = std::mem::take(&mut walk.build.before);
    let mut generics = Generics::default();
    let id = ExtensionId(walk.build.facts.extensions.len() as u32);
    walk.build.facts.extensions.push(Extension {
        scope: place.scope(),
        of: ExprId::UNKNOWN,
        type_name: None,
        implements: None,
        type_parameters: List::default(),
        span,
        owner: walk.build.owner,
    });
    let mut opened = false;
    walk.children(|walk, field| {
        if matches!(field, Field::Trait | Field::Type | Field::Body) && !opened {
            opened = true;
            walk.build.owner = Owner::Extension(id);
            let scope = walk.build.open_scope(ScopeKind::Extension, span);
            walk.build.facts.extensions[id.index()].scope = scope;
        }
        match field {
            Field::TypeParameters => generics.parameters(walk),
            Field::Trait => {
                let implemented = walk.lower_as(Role::Inherit);
                walk.build.facts.extensions[id.index()].implements = Some(implemented);
            }
            Field::Type => {
                let of = walk.lower_as(Role::Type);
                let name = paths::last_name(walk.build, of).filter(|name| !generics.has(*name));
                let extension = &mut walk.build.facts.extensions[id.index()];
                extension.of = of;
                extension.type_name = name;
            }
            Field::Body => {
                walk.build.inherited = only_context(walk.build.inherited);
                if before.flags.has(Flags::TEST) {
                    walk.build.inherited.add(Flags::TEST);
                }
                members(walk, &mut String::new());
            }
            _ if walk.kind() == "where_clause" => generics.conditions(walk),
            _ => walk.lower_named(),
        }
    });
    let run = generics.finish(walk);
    walk.build.facts.extensions[id.index()].type_parameters = run;
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// Binds a parameter of a function or closure.
pub(super) fn bind_parameter(walk: &mut Walk<'_, '_>, name: indexer_core::Name, index: u32, value: ExprId) {
    let scope = walk.build.scope;
    let bound = Bound::Parameter(indexer_core::ParameterId(index));
    walk.build.bind(scope, name, Namespace::VALUE, bound, value);
}

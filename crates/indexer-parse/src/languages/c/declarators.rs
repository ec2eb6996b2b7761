//! Declarators: the names that a declaration declares, inside out.

use super::declare::{self, Place, Specifiers, define, initialise};
use super::state::{Mark, Remembers};
use super::{parameters, qualified};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    DefId, ExprId, Expression, Flags, List, Namespace, Owner, Role, ScopeId, ScopeKind, Span, SymbolKind,
};
use tree_sitter::Node;

/// What stands directly around a declared name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::languages) enum Layer {
    /// Nothing.
    #[default]
    Plain,
    /// `f(...)`: it is a function.
    Function,
    /// `*p`, `&r`.
    Pointer,
    /// `a[n]`.
    Array,
}

/// What a declarator declared.
#[derive(Clone, Debug, Default)]
pub(in crate::languages) struct Declared {
    /// The definition; `None` for locals and parameters.
    pub id: Option<DefId>,
    /// The bytes of the name.
    pub span: Span,
    /// The name was met.
    pub is_named: bool,
    /// It is a function.
    pub is_function: bool,
    /// The scope of the function's parameters.
    pub scope: Option<ScopeId>,
    /// The function's parameters.
    pub parameters: List,
    /// A pointer stands somewhere around the name.
    pub is_pointer: bool,
    /// For a pointer to functions: the type of those.
    pub function_type: ExprId,
    /// The result that is written behind the parameters.
    pub trailing: ExprId,
    /// The binding of a local or parameter: its index.
    pub binding: Option<usize>,
    /// Where the declaration ends.
    pub end: u32,
    /// A method that leaves its receiver as it is.
    pub is_read: bool,
    /// A method that takes its receiver over.
    pub consumes: bool,
    /// What looks like parameters are arguments of a constructor.
    pub is_initialised: bool,
}

/// A declarator at the current node, alone or with its initialiser.
pub(in crate::languages) fn declare(walk: &mut Walk<'_, '_>, here: Place, specifiers: &mut Specifiers) {
    let outer = walk.build.place();
    if walk.kind() != "init_declarator" {
        named(walk, here, specifiers);
        walk.build.restore(outer);
        return;
    }
    let mut declared = Declared::default();
    walk.children(|walk, field| match field {
        Field::Declarator => {
            specifiers.has_body = true;
            declared = named(walk, here, specifiers);
            specifiers.has_body = false;
            walk.build.restore(outer);
        }
        Field::Value => {
            if let Some(id) = declared.id {
                // A variable is what its initialiser makes it: references in it are its own.
                initialise(walk, Some(id));
                return;
            }
            let known = declared.binding.map_or(ExprId::UNKNOWN, |at| walk.build.facts.bindings[at].value);
            let before = std::mem::replace(&mut walk.notes().initialised, known);
            let value = walk.lower_as(Role::Read);
            walk.notes().initialised = before;
            if let Some(at) = declared.binding {
                let value = match known.is_unknown() {
                    // `const auto`: what it is is not written, but that it cannot be changed.
                    true if specifiers.is_read && !value.is_unknown() => {
                        walk.build.expression(Expression::Const(value))
                    }
                    true => value,
                    false => walk.build.given(known, value),
                };
                walk.build.facts.bindings[at].value = value;
            }
        }
        _ => walk.lower_named(),
    });
}

/// A declarator at the current node: defines or binds its name. Leaves the scope of a function's
/// parameters open.
pub(in crate::languages) fn named(
    walk: &mut Walk<'_, '_>,
    here: Place,
    specifiers: &mut Specifiers,
) -> Declared {
    let mut declared = Declared { end: specifiers.span.end, ..Declared::default() };
    descend(walk, here, specifiers, Layer::Plain, &mut declared);
    if let Some(id) = declared.id {
        if declared.is_function {
            let value = match (declared.trailing.is_unknown(), specifiers.is_void && !declared.is_pointer) {
                (false, _) => walk.build.expression(Expression::Instance(declared.trailing)),
                (true, true) => declare::unit(walk),
                (true, false) => specifiers.value(walk),
            };
            let definition = walk.build.definition(id);
            if declared.is_read {
                definition.flags.add(Flags::READS);
            }
            if declared.consumes {
                definition.flags.add(Flags::CONSUMES);
            }
            definition.value = value;
            definition.parameters = declared.parameters;
            definition.body = declared.scope;
        } else if !declared.function_type.is_unknown() {
            let value = match here {
                Place::Typedef => declared.function_type,
                _ => walk.build.expression(Expression::Instance(declared.function_type)),
            };
            walk.build.definition(id).value = value;
        }
    } else if let Some(at) = declared.binding.filter(|_| !declared.function_type.is_unknown()) {
        let value = walk.build.expression(Expression::Instance(declared.function_type));
        walk.build.facts.bindings[at].value = value;
    }
    declared
}

fn descend(
    walk: &mut Walk<'_, '_>,
    here: Place,
    specifiers: &mut Specifiers,
    layer: Layer,
    out: &mut Declared,
) {
    let layer = match walk.kind() {
        "identifier" | "type_identifier" | "field_identifier" => {
            if walk.span().is_empty() || out.is_named {
                walk.lower();
            } else {
                name(walk, here, specifiers, layer, out);
            }
            return;
        }
        "primitive_type" if here == Place::Typedef && !out.is_named => {
            // `typedef unsigned char uint8_t;`: to the grammar the name is a keyword.
            name(walk, here, specifiers, layer, out);
            walk.build.tally.definitions -= 1;
            return;
        }
        "operator_name" | "destructor_name" | "operator_cast" if !out.is_named => {
            qualified::special(walk, here, specifiers, out);
            return;
        }
        "qualified_identifier" if !out.is_named => {
            qualified::declare(walk, here, specifiers, layer, out);
            return;
        }
        "template_function" | "template_type" | "template_method" if !out.is_named => {
            walk.lower_with(|walk| {
                walk.children(|walk, field| match field {
                    Field::Name => descend(walk, here, specifiers, layer, out),
                    _ if walk.is_named() => drop(walk.lower_as(Role::Type)),
                    _ => {}
                });
                ExprId::UNKNOWN
            });
            return;
        }
        "structured_binding_declarator" => {
            walk.each_child(|walk, _| {
                if walk.is_identifier() {
                    bind_local(walk, ExprId::UNKNOWN, out);
                } else {
                    walk.lower_named();
                }
            });
            return;
        }
        "pointer_declarator"
        | "reference_declarator"
        | "pointer_type_declarator"
        | "block_pointer_declarator" => {
            out.is_pointer = true;
            Layer::Pointer
        }
        "array_declarator" => Layer::Array,
        "function_declarator" => Layer::Function,
        "parenthesized_declarator" | "attributed_declarator" | "variadic_declarator" | "init_declarator" => {
            layer
        }
        // A primitive type's name in a typedef, an abstract declarator, broken code.
        "abstract_function_declarator" => {
            parameters::anonymous(walk);
            return;
        }
        _ => {
            walk.lower();
            return;
        }
    };
    walk.lower_with(|walk| {
        inside(walk, here, specifiers, layer, out);
        ExprId::UNKNOWN
    });
}

/// The children of a declarator that is not yet the name.
fn inside(
    walk: &mut Walk<'_, '_>,
    here: Place,
    specifiers: &mut Specifiers,
    layer: Layer,
    out: &mut Declared,
) {
    // True where the parameters of this declarator are those of the function that is named.
    let mut own = false;
    if layer == Layer::Function && here == Place::Block && walk.is_cpp() {
        out.is_initialised = qualified::are_arguments(walk);
    }
    walk.children(|walk, field| {
        let is_declarator = field == Field::Declarator
            || walk.kind().ends_with("_declarator")
            || (walk.is_identifier() && !out.is_named);
        if field == Field::Parameters {
            if out.is_initialised {
                qualified::arguments(walk);
            } else if own && out.scope.is_none() {
                out.parameters = parameters::own(walk, here, out);
            } else {
                let of = specifiers.of;
                out.function_type = parameters::of_pointer(walk, of);
            }
        } else if is_declarator && !out.is_named {
            descend(walk, here, specifiers, layer, out);
            own = layer == Layer::Function && out.is_function && out.scope.is_none();
        } else if own && walk.kind() == "type_qualifier" {
            out.is_read |= walk.text() == "const";
            walk.lower();
        } else if own && walk.kind() == "ref_qualifier" {
            out.consumes = walk.text() == "&&";
        } else if walk.kind() == "trailing_return_type" {
            let is_const = is_const_result(walk);
            let of = walk.lower_as(Role::Type);
            out.trailing = match is_const && !of.is_unknown() {
                true => walk.build.expression(Expression::Const(of)),
                false => of,
            };
        } else if walk.is_identifier() && layer != Layer::Array {
            // A macro between a function's parameters and its body.
            walk.build.role = Role::Macro;
            walk.build.use_name(walk.span(), Namespace::MACRO);
            walk.build.role = Role::Read;
        } else if walk.is_named() {
            walk.lower_as(Role::Read);
        }
    });
}

/// The current token is the name.
fn name(walk: &mut Walk<'_, '_>, here: Place, specifiers: &mut Specifiers, layer: Layer, out: &mut Declared) {
    let span = walk.span();
    if let Some(Mark::Macro | Mark::Neither) = walk.notes().mark(span.start) {
        walk.lower();
        return;
    }
    out.is_named = true;
    out.span = span;
    out.is_function = layer == Layer::Function;
    if let Some((id, ahead)) = walk.notes().ahead
        && ahead == span
    {
        out.id = Some(id);
        let is_value = matches!(walk.build.definition(id).kind, SymbolKind::Field | SymbolKind::Variable);
        if is_value && layer != Layer::Function {
            let value = specifiers.value(walk);
            walk.build.definition(id).value = value;
        }
        return;
    }
    out.is_function &= !out.is_initialised;
    let is_function = out.is_function;
    match here {
        Place::Parameter => {
            let value = specifiers.value(walk);
            bind_local(walk, value, out);
        }
        Place::Block if !is_function && !specifiers.is_extern => {
            let value = specifiers.value(walk);
            bind_local(walk, value, out);
        }
        _ => {
            let id = symbol(walk, here, specifiers, span, out);
            out.id = Some(id);
        }
    }
}

/// Defines the name as what the place makes it.
pub(in crate::languages) fn symbol(
    walk: &mut Walk<'_, '_>,
    here: Place,
    specifiers: &mut Specifiers,
    span: Span,
    out: &Declared,
) -> DefId {
    let constant = specifiers.is_const && !out.is_pointer;
    let (kind, namespace) = match here {
        Place::Typedef => (SymbolKind::TypeAlias, Namespace::TYPE),
        Place::Members if out.is_function => (qualified::member_kind(walk, span), Namespace::VALUE),
        Place::Members => {
            let cpp = walk.is_cpp();
            (
                SymbolKind::Field,
                if cpp { Namespace::VALUE.with(Namespace::MEMBER) } else { Namespace::MEMBER },
            )
        }
        _ if out.is_function => (SymbolKind::Function, Namespace::VALUE),
        _ if constant => (SymbolKind::Constant, Namespace::VALUE),
        _ => (SymbolKind::Variable, Namespace::VALUE),
    };
    let scope = declare::binding_scope(walk);
    let id = define(walk, span, kind, scope, namespace);
    let is_variable = matches!(kind, SymbolKind::Variable | SymbolKind::Constant);
    let declaration = match kind {
        SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor => !specifiers.has_body,
        _ => is_variable && specifiers.is_extern && !specifiers.has_body,
    };
    let value = match here {
        _ if out.is_function => ExprId::UNKNOWN,
        Place::Typedef => specifiers.of,
        _ => specifiers.value(walk),
    };
    let definition = walk.build.definition(id);
    if declaration {
        definition.flags.add(Flags::DECLARATION);
    }
    definition.value = value;
    specifiers.made.push(id);
    id
}

/// Binds the current token as a local or parameter of the current scope.
pub(in crate::languages) fn bind_local(walk: &mut Walk<'_, '_>, value: ExprId, out: &mut Declared) {
    let span = walk.local();
    let name = walk.build.name(span);
    let scope = walk.build.scope;
    out.is_named = true;
    out.span = span;
    out.binding = Some(walk.build.facts.bindings.len());
    walk.build.bind_local(scope, name, Namespace::ANY, span.end, value);
}

/// The current node is the type of the declaration `node`. Where it is written out without a name, the
/// first declarator names it: its definition is made ahead, so that the members belong to it.
pub(in crate::languages) fn name_ahead<'t>(
    walk: &mut Walk<'t, '_>,
    node: Node<'t>,
    here: Place,
    specifiers: &mut Specifiers,
) {
    let kind = match walk.kind() {
        "struct_specifier" => SymbolKind::Struct,
        "union_specifier" => SymbolKind::Union,
        "enum_specifier" => SymbolKind::Enum,
        "class_specifier" => SymbolKind::Class,
        _ => return,
    };
    let of = walk.node();
    if of.child_by_field_name("body").is_none() || of.child_by_field_name("name").is_some() {
        return;
    }
    let Some(mut name) = node.child_by_field_name("declarator") else { return };
    let mut plain = true;
    for _ in 0..16 {
        if matches!(walk.kind_of(name), "identifier" | "type_identifier" | "field_identifier") {
            break;
        }
        plain = false;
        let Some(inner) = name.child_by_field_name("declarator") else { return };
        name = inner;
    }
    let is_name = matches!(walk.kind_of(name), "identifier" | "type_identifier" | "field_identifier");
    let span = span_of(name);
    let is_local = here == Place::Block;
    if !is_name || span.is_empty() || is_local || walk.notes().mark(span.start).is_some() {
        return;
    }
    let scope = walk.build.scope;
    let id = match here {
        Place::Typedef if plain => {
            let namespace = types_namespace(walk);
            define(walk, span, kind, scope, namespace)
        }
        Place::Typedef => define(walk, span, SymbolKind::TypeAlias, scope, Namespace::TYPE),
        Place::Members => {
            let cpp = walk.is_cpp();
            let namespace = if cpp { Namespace::VALUE.with(Namespace::MEMBER) } else { Namespace::MEMBER };
            define(walk, span, SymbolKind::Field, scope, namespace)
        }
        _ => define(walk, span, SymbolKind::Variable, scope, Namespace::VALUE),
    };
    specifiers.made.push(id);
    walk.notes().ahead = Some((id, span));
}

/// True for a result behind the parameters that is, or refers or points to, what cannot be changed.
fn is_const_result(walk: &Walk<'_, '_>) -> bool {
    let node = walk.node();
    let mut cursor = node.walk();
    let of = node.named_children(&mut cursor).find(|one| one.kind() == "type_descriptor");
    of.is_some_and(|of| {
        let mut cursor = of.walk();
        let mut words = of.named_children(&mut cursor).filter(|one| one.kind() == "type_qualifier");
        words.any(|one| walk.build.text(span_of(one)) == "const")
    })
}

fn types_namespace(walk: &mut Walk<'_, '_>) -> Namespace {
    if walk.is_cpp() { Namespace::TYPE.with(Namespace::VALUE) } else { Namespace::TYPE }
}

/// Opens the scope of a function at the current node.
pub(in crate::languages) fn open_function(walk: &mut Walk<'_, '_>, out: &mut Declared) {
    let span = walk.span();
    let span = Span::new(span.start, out.end.max(span.end));
    if let Some(class) = walk.notes().fixture(out.span.start) {
        qualified::open_class(walk, class, span);
    }
    let scope = walk.build.open_scope(ScopeKind::Function, span);
    out.scope = Some(scope);
    if let Some(id) = out.id {
        walk.build.facts.scopes[scope.index()].owner = Owner::Definition(id);
    }
}

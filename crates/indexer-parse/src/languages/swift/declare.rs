//! Imports, types, extensions, functions, and cases of enumerations.

use super::names::{MODULE, TERM, plain_span};
use super::nodes;
use super::state::{Expected, Returns, Swift};
use crate::shapes;
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Bound, DefId, ExprId, Expression, Extension, Import, ImportId, ImportShape, List, LiteralKind, Name,
    Owner, Parameter, ParameterKind, Role, Scope, ScopeId, ScopeKind, Span, SymbolKind, Visibility,
};

/// `import A`, `import struct A.B`. The name of the module may stand before any of its names.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let mut words = node.children(&mut node.walk()).map(|one| one.kind()).collect::<Vec<_>>();
    words.retain(|word| {
        matches!(*word, "struct" | "class" | "enum" | "protocol" | "typealias" | "func" | "let" | "var")
    });
    let is_item = !words.is_empty();
    let is_exported = walk.text().contains("@_exported");
    let level = if walk.text().contains("@testable") { Import::SEES_ALL } else { 0 };
    let (mut path, mut last) = (Vec::<Name>::new(), Span::default());
    let id = ImportId(walk.build.facts.imports.len() as u32);
    walk.each_child(|walk, _| match walk.kind() {
        "identifier" => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| {
                if !walk.is_identifier() {
                    walk.other();
                } else if is_item || path.is_empty() {
                    last = plain_span(walk);
                    path.push(walk.build.name(last));
                    let upto = path.len() as u32;
                    let expression = walk.build.expression(Expression::Import { import: id, upto });
                    walk.with_role(Role::Import, |walk| walk.build.use_member(last, expression));
                } else {
                    // Parts of a module that a compiler has built say nothing more.
                    walk.neither();
                }
            });
            ExprId::UNKNOWN
        })),
        "modifiers" => walk.build.tally.neither += walk.count_identifiers(),
        _ => walk.other(),
    });
    let Some(first) = path.first().copied() else { return ExprId::UNKNOWN };
    let bound = path.last().copied().filter(|_| is_item && path.len() > 1);
    let shape = if bound.is_some() { ImportShape::Item } else { ImportShape::Wildcard };
    let visibility = if is_exported { Visibility::Public } else { Visibility::Private };
    let scope = walk.build.scope;
    let (alias, condition) = (None, None);
    walk.build.facts.imports.push(Import {
        scope,
        shape,
        level,
        path,
        alias,
        visibility,
        left_out: Vec::new(),
        condition,
        span: last,
    });
    if let Some(name) = bound {
        walk.build.bind(scope, name, TERM, Bound::Import(id), ExprId::UNKNOWN);
    }
    let upto = 1;
    let module = walk.build.expression(Expression::Import { import: id, upto });
    walk.build.bind(scope, first, MODULE, Bound::Alias, module);
    ExprId::UNKNOWN
}

/// `class`, `struct`, `enum`, `actor`; `extension` adds members to a type that is named.
pub(super) fn class(walk: &mut Walk<'_, '_>) -> ExprId {
    let kind = walk.node().child_by_field_name("declaration_kind").map(|word| word.kind());
    if kind == Some("extension") {
        return extension(walk);
    }
    shapes::lower(walk, &nodes::TYPE)
}

/// `extension A: P, Q where .. { }`: besides the block with the members one for each further protocol.
fn extension(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, place) = (walk.span(), walk.build.place());
    let (mut of, mut bases, mut opened) = (ExprId::UNKNOWN, Vec::new(), false);
    let (first, mut visibility) = (walk.build.facts.definitions.len(), None);
    walk.children(|walk, field| match walk.kind() {
        _ if field == Field::Name && walk.is_named() && !opened => of = walk.lower_as(Role::Type),
        "inheritance_specifier" => drop(walk.lower_with(|walk| {
            walk.each_child(|walk, _| match walk.is_named() && !walk.node().is_extra() {
                true => bases.push(walk.lower_as(Role::Inherit)),
                false => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        "modifiers" => {
            visibility = walk.text().split_whitespace().find_map(|word| match word {
                "public" => Some(Visibility::Public),
                "private" | "fileprivate" => Some(Visibility::Private),
                _ => None,
            });
            walk.other();
        }
        "type_constraints" | "class_body" | "enum_class_body" => {
            if !std::mem::replace(&mut opened, true) {
                open_extension(walk, of, &bases, span);
            }
            walk.with_role(Role::Read, Walk::lower);
        }
        _ => walk.other(),
    });
    // Members are as visible as the extension, where they do not say otherwise.
    if let Some(visibility) = visibility.filter(|_| opened) {
        let scope = walk.build.scope;
        let own = walk.build.facts.definitions[first..].iter_mut().filter(|one| one.scope == scope);
        own.filter(|one| one.visibility == Visibility::Package).for_each(|one| one.visibility = visibility);
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn open_extension(walk: &mut Walk<'_, '_>, of: ExprId, bases: &[ExprId], span: Span) {
    let (outer, owner) = (walk.build.scope, walk.build.owner);
    shapes::extend(walk, of, span);
    let first = walk.build.facts.extensions.len() - 1;
    let known: Vec<ExprId> = bases.iter().copied().filter(|base| !base.is_unknown()).collect();
    walk.build.facts.extensions[first].implements = known.first().copied();
    let type_name = walk.build.facts.extensions[first].type_name;
    for base in known.into_iter().skip(1) {
        let facts = &mut walk.build.facts;
        let scope = ScopeId(facts.scopes.len() as u32);
        let here = Owner::Extension(indexer_core::ExtensionId(facts.extensions.len() as u32));
        let (kind, bindings, type_parameters) = (ScopeKind::Extension, List::default(), List::default());
        facts.scopes.push(Scope {
            kind,
            parent: Some(outer),
            owner: here,
            span: Span::new(span.start, span.start),
            bindings,
        });
        facts.extensions.push(Extension {
            scope,
            of,
            type_name,
            implements: Some(base),
            type_parameters,
            span,
            owner,
        });
    }
}

/// The label of a parameter: `_` for none.
fn label_of(walk: &Walk<'_, '_>, parameter: tree_sitter::Node<'_>, is_named_alone: bool) -> Option<String> {
    let mut cursor = parameter.walk();
    let mut names = parameter.children(&mut cursor).filter(|one| one.kind() == "simple_identifier");
    let first = walk.build.text(span_of(names.next()?)).trim_matches('`').to_owned();
    let has_label = names.next().is_some();
    Some(if has_label || is_named_alone { first } else { "_".to_owned() })
}

/// What is called with arguments: its parameters are known to calls by their labels, and may have defaults.
fn label_parameters(walk: &mut Walk<'_, '_>, id: DefId, is_named_alone: bool) {
    let node = walk.node();
    let List { start, len } = walk.build.definition(id).parameters;
    let (mut labels, mut defaults, mut rests) = (Vec::new(), Vec::new(), Vec::new());
    let mut cursor = node.walk();
    let mut is_more = cursor.goto_first_child();
    while is_more {
        let one = cursor.node();
        match one.kind() {
            "parameter" => {
                labels.push(label_of(walk, one, is_named_alone));
                rests.push(walk.build.text(span_of(one)).trim_end().ends_with("..."));
                defaults.push(false);
            }
            "..." | "three_dot_operator" => rests.last_mut().into_iter().for_each(|rest| *rest = true),
            _ if cursor.field_name() == Some("default_value") => {
                defaults.last_mut().into_iter().for_each(|default| *default = true);
            }
            _ => {}
        }
        is_more = cursor.goto_next_sibling();
    }
    // In broken code not all of them may have been read.
    if labels.len() != len as usize {
        return;
    }
    let given = walk.build.literal(LiteralKind::Other);
    for (at, ((label, has_default), is_rest)) in labels.into_iter().zip(defaults).zip(rests).enumerate() {
        let label = label.map(|label| walk.build.names.made(&label));
        let parameter = &mut walk.build.facts.parameters[start as usize + at];
        if let Some(label) = label {
            parameter.name = label;
        }
        if has_default {
            parameter.default = given;
        }
        if is_rest {
            parameter.kind = ParameterKind::Rest;
        }
    }
    // What takes several holds them in an array.
    let facts = &walk.build.facts;
    let rests: Vec<u32> = (start..start + len)
        .filter(|at| facts.parameters[*at as usize].kind == ParameterKind::Rest)
        .collect();
    for at in rests {
        let annotation = walk.build.facts.parameters[at as usize].annotation;
        let list = walk.build.expression(Expression::Sequence(annotation));
        let value = walk.build.instance(list);
        let is_it = |bound: Bound| matches!(bound, Bound::Parameter(of) if of.0 == at);
        if let Some(one) =
            walk.build.facts.bindings.iter_mut().rev().take(MOST_BINDINGS).find(|one| is_it(one.bound))
        {
            one.value = value;
        }
    }
}

/// Among so many bindings that came last that of a parameter is looked for.
const MOST_BINDINGS: usize = 256;

/// Lowers what has a body in which `return` gives what it declares.
fn with_returns(walk: &mut Walk<'_, '_>, shape: &'static shapes::Shape) -> ExprId {
    let state = walk.build.remembered.of::<Swift>();
    let expected = std::mem::take(&mut state.expected);
    let lambdas = std::mem::take(&mut state.lambdas);
    state.returns.push(Returns::default());
    let value = shapes::lower(walk, shape);
    let state = walk.build.remembered.of::<Swift>();
    state.returns.pop();
    (state.expected, state.lambdas) = (expected, lambdas);
    value
}

/// `func f(of a: A) -> B`.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    with_returns(walk, &nodes::FUNCTION)
}

/// `init(..)`, `deinit`.
pub(super) fn constructor(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_end = walk.kind() == "deinit_declaration";
    with_returns(walk, if is_end { &nodes::DESTRUCTOR } else { &nodes::CONSTRUCTOR })
}

/// `subscript(a: A) -> B`.
pub(super) fn subscript(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.remembered.of::<Swift>().is_subscript = true;
    with_returns(walk, &nodes::SUBSCRIPT)
}

/// A function.
pub(super) fn then_function(walk: &mut Walk<'_, '_>, id: DefId) {
    label_parameters(walk, id, true);
    // An operator is given its operands without labels.
    let name = walk.build.definition(id).name;
    if !walk.build.names.get(name).starts_with(|c: char| c.is_alphanumeric() || c == '_') {
        let List { start, len } = walk.build.definition(id).parameters;
        let none = walk.build.names.made("_");
        let run = start as usize..(start + len) as usize;
        walk.build.facts.parameters[run].iter_mut().for_each(|one| one.name = none);
    }
}

/// A subscript: only labels that are written stand in calls.
pub(super) fn then_subscript(walk: &mut Walk<'_, '_>, id: DefId) {
    label_parameters(walk, id, false);
}

/// An initializer gives an instance of the type around, also of one that is extended.
pub(super) fn then_constructor(walk: &mut Walk<'_, '_>, id: DefId) {
    label_parameters(walk, id, true);
    let scope = walk.build.definition(id).scope;
    if walk.build.facts.scopes[scope.index()].kind == ScopeKind::Extension {
        let value = walk.build.expression(Expression::SelfInstance(scope));
        walk.build.definition(id).value = value;
    }
}

/// The body of a function: what it gives is known from here on.
pub(super) fn body(walk: &mut Walk<'_, '_>) -> ExprId {
    let result = walk.build.shapes.result;
    let value = walk.build.instance(result);
    if let Some(last) = walk.build.remembered.of::<Swift>().returns.last_mut() {
        last.declared = value;
    }
    walk.build.remembered.of::<Swift>().is_body = true;
    walk.lower_children();
    walk.build.remembered.of::<Swift>().is_body = false;
    ExprId::UNKNOWN
}

/// Several names of one declaration are each of what is around it.
pub(super) fn beside_each_other(walk: &mut Walk<'_, '_>, shape: &'static shapes::Shape) {
    let (owner, scope, first) = (walk.build.owner, walk.build.scope, walk.build.facts.definitions.len());
    shapes::lower(walk, shape);
    for one in &mut walk.build.facts.definitions[first..] {
        if one.scope == scope {
            one.owner = owner;
        }
    }
}

/// `case a, b(A)`.
pub(super) fn cases(walk: &mut Walk<'_, '_>) -> ExprId {
    beside_each_other(walk, &nodes::CASES);
    ExprId::UNKNOWN
}

/// What a case holds: the case was defined last.
pub(super) fn payload(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut found: Vec<Parameter> = Vec::new();
    let mut label: Option<(Name, Span)> = None;
    let mut is_default = false;
    walk.children(|walk, field| match walk.kind() {
        "simple_identifier" if walk.is_identifier() && field != Field::Name && !is_default => {
            walk.neither();
            let span = plain_span(walk);
            label.get_or_insert((walk.build.name(span), span));
        }
        "=" => is_default = true,
        "," => is_default = false,
        _ if !walk.is_named() || walk.node().is_extra() => walk.other(),
        "wildcard_pattern" | "parameter_modifiers" => walk.other(),
        _ if is_default => {
            let of = found.last().map_or(ExprId::UNKNOWN, |one| one.annotation);
            let value = walk.build.instance(of);
            super::names::value_as(walk, Expected::Value(value));
            let given = walk.build.literal(LiteralKind::Other);
            found.last_mut().into_iter().for_each(|one| one.default = given);
        }
        _ => {
            let annotation = walk.lower_as(Role::Type);
            let (name, name_span) = label.take().unwrap_or_else(|| (walk.build.names.made("_"), walk.span()));
            let (kind, default) = (ParameterKind::Plain, ExprId::UNKNOWN);
            found.push(Parameter { name, name_span, kind, annotation, default });
        }
    });
    let run = walk.build.parameters(found);
    if let Some(last) = walk.build.facts.definitions.last_mut().filter(|one| one.kind == SymbolKind::Variant)
    {
        last.parameters = run;
    }
    ExprId::UNKNOWN
}

//! Functions of every form, their parameters and results.

use super::expected::{self, Expected};
use super::head::{self, Head};
use super::jsdoc;
use super::narrow;
use super::state::{Frame, Remembers, This, union_of};
use super::{classes, parameters, prototypes, signatures};
use crate::build::{Meter, Place};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, CollectionKind, DefId, ExprId, Expression, Flags, Lambda, LambdaId, List, LiteralKind, Metrics,
    Namespace, Owner, Role, ScopeId, ScopeKind, Span, SymbolKind,
};

/// A function that is being walked.
pub(super) struct Open {
    pub(super) id: Option<DefId>,
    pub(super) lambda: Option<LambdaId>,
    head: Head,
    pub(super) types: jsdoc::Types,
    flags: Flags,
    place: Place,
    meter: Option<Meter>,
    this: This,
    pub(super) class: Option<ScopeId>,
    pub(super) scope: Option<ScopeId>,
    /// Its own name, bound inside it: of an expression that has one.
    own_name: Option<Span>,
    parameters: List,
    annotation: ExprId,
    /// What the place where it stands expects.
    pub(super) expected: Option<Expected>,
    result: ExprId,
    signature_end: u32,
    lines: Option<u32>,
    /// What tests said before it, which holds in it too.
    known: usize,
}

impl Open {
    fn new(walk: &mut Walk<'_, '_>, head: Head) -> Self {
        let types = head.types(walk);
        let frame = walk.top();
        let (this, class) = (frame.this, frame.class);
        Self {
            id: None,
            lambda: None,
            signature_end: head.span.end,
            head,
            types,
            flags: Flags::NONE,
            place: walk.build.place(),
            meter: None,
            this,
            class,
            scope: None,
            own_name: None,
            parameters: List::default(),
            annotation: ExprId::UNKNOWN,
            expected: None,
            result: ExprId::UNKNOWN,
            lines: None,
            known: walk.state().flow.mark(),
        }
    }
}

/// `function f() {}`; in declarations also without a body.
pub(in crate::languages) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_signature = walk.kind() == "function_signature";
    let head = Head::take(walk);
    let span = walk.span();
    let mut open = Open::new(walk, head);
    open.this = This::Nothing;
    open.class = None;
    narrow::shadow_this(walk);
    if is_signature {
        let is_overload = !open.head.flags.has(Flags::DECLARATION);
        open.flags.add(if is_overload {
            Flags::OVERLOAD.with(Flags::DECLARATION)
        } else {
            Flags::DECLARATION
        });
    }
    walk.children(|walk, field| {
        if field == Field::Name && walk.is_identifier() && open.id.is_none() {
            let id = head::define(walk, SymbolKind::Function, Namespace::VALUE);
            open.id = Some(id);
            maybe_constructor(walk, &mut open, id, span);
        } else {
            part(walk, field, &mut open);
        }
    });
    finish(walk, open)
}

/// A function expression or arrow function: the value of a definition, or a closure.
pub(in crate::languages) fn expression(walk: &mut Walk<'_, '_>) -> ExprId {
    let named = walk.state().named.take();
    let expected = expected::take(walk);
    let is_arrow = walk.kind() == "arrow_function";
    let span = walk.span();
    // What stands before it was said of the definition.
    let head = Head { span, ..Head::default() };
    let mut open = Open::new(walk, head);
    open.expected = expected;
    if !is_arrow {
        open.this = This::Nothing;
        open.class = None;
        narrow::shadow_this(walk);
    }
    match named {
        Some(id) => {
            open.id = Some(id);
            take_over(walk, &mut open, id);
            if !is_arrow {
                this_of_member(walk, &mut open, id);
                maybe_constructor(walk, &mut open, id, span);
            }
        }
        None => {
            let id = LambdaId(walk.build.facts.lambdas.len() as u32);
            let (parameters, value) = (List::default(), ExprId::UNKNOWN);
            let scope = walk.build.scope;
            walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of: None });
            open.lambda = Some(id);
        }
    }
    walk.children(|walk, field| {
        if field == Field::Name && walk.is_identifier() && open.own_name.is_none() {
            open.own_name = Some(walk.span());
            if open.id.is_some() {
                walk.local();
            }
        } else {
            part(walk, field, &mut open);
        }
    });
    finish(walk, open)
}

/// The definition was made as a variable or property: it is a function after all.
fn take_over(walk: &mut Walk<'_, '_>, open: &mut Open, id: DefId) {
    let scope = walk.build.definition(id).scope;
    let is_member = walk.build.facts.scopes[scope.index()].kind == ScopeKind::Type;
    let definition = walk.build.definition(id);
    let is_method = is_member || definition.kind == SymbolKind::Property;
    definition.kind = if is_method { SymbolKind::Method } else { SymbolKind::Function };
    open.types = std::mem::take(&mut walk.state().types);
}

/// A function that is a member has an instance of what it is a member of as `this`.
fn this_of_member(walk: &mut Walk<'_, '_>, open: &mut Open, id: DefId) {
    let definition = walk.build.definition(id);
    let (scope, is_static) = (definition.scope, definition.flags.has(Flags::STATIC));
    if walk.build.facts.scopes[scope.index()].kind == ScopeKind::Type {
        open.this = if is_static { This::Type(scope) } else { This::Instance(scope) };
        open.class = Some(scope);
    }
}

/// Functions that assign members of `this`, or to whose prototype members are assigned, are classes.
fn maybe_constructor(walk: &mut Walk<'_, '_>, open: &mut Open, id: DefId, span: Span) {
    if prototypes::is_constructor(walk, id, span) {
        let scope = prototypes::make_class(walk, id);
        open.this = This::Instance(scope);
        open.class = Some(scope);
    }
}

/// A method of a class, an object or an interface.
/// `expected` is what is expected of the object.
pub(in crate::languages) fn method(
    walk: &mut Walk<'_, '_>,
    of: ScopeId,
    in_class: bool,
    expected: Option<Expected>,
) {
    let head = Head::take(walk);
    let mut open = Open::new(walk, head);
    let (mut kind, mut is_static) = (SymbolKind::Method, false);
    let mut visibility = None;
    narrow::shadow_this(walk);
    match walk.kind() {
        "abstract_method_signature" => open.flags.add(Flags::ABSTRACT),
        "method_signature" if in_class => open.flags.add(Flags::OVERLOAD.with(Flags::DECLARATION)),
        _ => {}
    }
    if open.head.flags.has(Flags::DECLARATION) {
        open.flags = Flags(open.flags.0 & !Flags::OVERLOAD.0);
    }
    let mut named = false;
    walk.children(|walk, field| {
        if field == Field::Name && !named {
            named = true;
            if in_class && !is_static && walk.text() == "constructor" {
                kind = SymbolKind::Constructor;
            }
            if let Some(expected) = expected.filter(|_| walk.is_identifier()) {
                let span = walk.span();
                expected.key(walk, span);
                let name = walk.build.name(span);
                open.expected = Some(expected.member(walk, name));
            }
            open.id = head::define_member(walk, of, kind);
            open.this = if is_static { This::Type(of) } else { This::Instance(of) };
            open.class = Some(of);
            return;
        }
        match walk.kind() {
            "static" => is_static = true,
            "get" | "set" if !named => kind = SymbolKind::Accessor,
            "accessibility_modifier" => visibility = classes::visibility(walk.text()),
            "override_modifier" => {}
            "decorator" => classes::decorator_of(walk, &mut open.head),
            _ => part(walk, field, &mut open),
        }
    });
    if is_static {
        open.flags.add(Flags::STATIC);
    }
    if kind == SymbolKind::Accessor {
        open.flags.add(Flags::PROPERTY);
    }
    let id = open.id;
    finish(walk, open);
    if let (Some(id), Some(visibility)) = (id, visibility) {
        walk.build.definition(id).visibility = visibility;
    }
}

fn part(walk: &mut Walk<'_, '_>, field: Field, open: &mut Open) {
    match field {
        Field::TypeParameters => {
            let span = open.head.span;
            let run = signatures::type_parameters(walk, span);
            if let Some(id) = open.id {
                walk.build.definition(id).type_parameters = run;
            }
        }
        Field::Parameters if walk.kind() == "formal_parameters" => {
            enter(walk, open);
            let run = parameters::all(walk, open);
            open.parameters = run;
        }
        Field::Parameter => {
            enter(walk, open);
            let mut found = parameters::Found::default();
            parameters::one(walk, open, &mut found);
            open.parameters = parameters::add(walk, open, found);
        }
        Field::ReturnType => {
            open.annotation = walk.lower_as(Role::Type);
        }
        Field::Body => {
            enter(walk, open);
            body(walk, open);
        }
        _ => {
            match walk.kind() {
                "async" => open.flags.add(Flags::ASYNC),
                "*" => open.flags.add(Flags::GENERATOR),
                "=>" => {}
                _ => {}
            }
            walk.lower();
        }
    }
}

/// Opens the scope and frame of a function, once.
fn enter(walk: &mut Walk<'_, '_>, open: &mut Open) {
    if open.scope.is_some() {
        return;
    }
    let span = open.head.span;
    if let Some(id) = open.id {
        walk.build.owner = Owner::Definition(id);
        walk.build.enclosing = Some(id);
    }
    let kind = if open.lambda.is_some() { ScopeKind::Lambda } else { ScopeKind::Function };
    let scope = walk.build.open_scope(kind, Span::new(span.start, span.end.max(walk.span().end)));
    open.scope = Some(scope);
    if let Some(name) = open.own_name {
        own_name(walk, open, name, scope);
    }
    if let Some(id) = open.id.filter(|id| walk.build.facts.definitions[id.index()].body.is_none()) {
        walk.build.definition(id).body = Some(scope);
    }
    if let Some(lambda) = open.lambda {
        walk.build.facts.lambdas[lambda.index()].scope = scope;
    }
    if open.id.is_some() {
        open.meter = Some(std::mem::take(&mut walk.build.meter));
    } else {
        walk.build.meter.nest();
    }
    walk.build.role = Role::Read;
    let mut frame = Frame::new(scope, open.this, false);
    frame.class = open.class;
    frame.is_generator = open.flags.has(Flags::GENERATOR);
    walk.state().frames.push(frame);
    walk.state().named = None;
}

/// The name of a function expression is seen inside it; of a closure it is a definition.
fn own_name(walk: &mut Walk<'_, '_>, open: &mut Open, span: Span, scope: ScopeId) {
    match open.id {
        Some(id) => {
            let name = walk.build.name(span);
            let bound = Bound::Definition(id);
            walk.build.bind(scope, name, Namespace::VALUE, bound, ExprId::UNKNOWN);
            walk.state().known.insert((scope, name), id);
        }
        None => {
            walk.build.owner = open.place.owner();
            let id = walk.build.define(span, SymbolKind::Function, Namespace::VALUE);
            head::know(walk, id);
            walk.build.owner = Owner::Definition(id);
            walk.build.enclosing = Some(id);
            open.id = Some(id);
        }
    }
}

/// What is expected of what a function returns.
fn expected_result(walk: &mut Walk<'_, '_>, open: &Open) -> Option<Expected> {
    if open.flags.has(Flags::GENERATOR) {
        return None;
    }
    let annotation = if open.annotation.is_unknown() { open.types.returns } else { open.annotation };
    let declared = Expected::declared(walk, annotation);
    let expected = declared.or_else(|| open.expected.map(|of| of.result(walk)))?;
    Some(if open.flags.has(Flags::ASYNC) { expected.awaited(walk) } else { expected })
}

/// The block or expression of a function, in the scope of its parameters.
fn body(walk: &mut Walk<'_, '_>, open: &mut Open) {
    let node = walk.node();
    open.signature_end = node.start_byte() as u32;
    open.lines = Some((node.end_position().row - node.start_position().row) as u32 + 1);
    let (export, ambient) = {
        let state = walk.state();
        state.start = None;
        (std::mem::take(&mut state.export), std::mem::take(&mut state.ambient))
    };
    let expects = expected_result(walk, open);
    walk.top().expects = expects;
    if walk.kind() == "statement_block" {
        walk.lower_with(|walk| {
            walk.lower_children();
            ExprId::UNKNOWN
        });
    } else {
        expected::expect(walk, expects);
        open.result = narrow::lower(walk);
    }
    let state = walk.state();
    (state.export, state.ambient) = (export, ambient);
}

fn finish(walk: &mut Walk<'_, '_>, mut open: Open) -> ExprId {
    walk.state().flow.back(open.known);
    if open.scope.is_none() && open.own_name.is_some() {
        // Broken code: a function without parameters and body.
        enter(walk, &mut open);
    }
    let mut value = open.result;
    if open.scope.is_some()
        && let Some(frame) = walk.state().frames.pop()
    {
        value = result(walk, &open, frame);
    }
    if open.annotation.is_unknown() {
        open.annotation = open.types.returns;
    }
    let mut own = ExprId::UNKNOWN;
    if !open.annotation.is_unknown() {
        own = value;
        value = walk.build.expression(Expression::Instance(open.annotation));
    }
    let inner = match open.meter.take() {
        Some(outer) => Some(std::mem::replace(&mut walk.build.meter, outer)),
        None => {
            if open.scope.is_some() {
                walk.build.meter.leave();
            }
            None
        }
    };
    walk.build.restore(open.place);
    if let Some(lambda) = open.lambda {
        let one = &mut walk.build.facts.lambdas[lambda.index()];
        (one.parameters, one.value) = (open.parameters, value);
    }
    if let Some(id) = open.id {
        let count = open.parameters.len;
        let metrics = open.lines.map(|lines| Metrics {
            cyclomatic: inner.unwrap_or_default().branches + 1,
            cognitive: inner.unwrap_or_default().cognitive,
            nesting: inner.unwrap_or_default().deepest,
            parameters: count,
            lines,
        });
        let definition = walk.build.definition(id);
        definition.parameters = open.parameters;
        definition.metrics = metrics;
        if definition.kind != SymbolKind::Class {
            definition.value = value;
        }
        // A variable or property said its own head.
        if definition.signature.is_empty() {
            open.head.finish(walk, id, open.signature_end, open.flags);
        } else {
            definition.flags.add(open.flags);
        }
    }
    if let Some(id) = open.id {
        walk.build.put_into(id, own);
    }
    match (open.lambda, open.id) {
        (Some(lambda), id) => {
            walk.state().own = id;
            walk.build.expression(Expression::Lambda(lambda))
        }
        (None, Some(id)) => walk.build.expression(Expression::Definition(id)),
        _ => ExprId::UNKNOWN,
    }
}

/// What a call gives, from the body.
fn result(walk: &mut Walk<'_, '_>, open: &Open, frame: Frame) -> ExprId {
    let build = &mut *walk.build;
    if open.flags.has(Flags::GENERATOR) {
        let yielded = union_of(build, &frame.yields);
        return build.collection(
            CollectionKind::Generator,
            if yielded.is_unknown() { &[] } else { std::slice::from_ref(&yielded) },
        );
    }
    let value = if !open.result.is_unknown() {
        open.result
    } else if frame.returns.is_empty() {
        if open.lines.is_some() { build.literal(LiteralKind::None) } else { ExprId::UNKNOWN }
    } else {
        union_of(build, &frame.returns)
    };
    if open.flags.has(Flags::ASYNC) {
        return build.expression(Expression::Promised(value));
    }
    value
}

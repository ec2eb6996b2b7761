//! Functions, macros and functions without a name.

use super::hooks::{NAME, is_local};
use super::modules::{documentation, scope_of_module, visibility};
use super::nodes::STYLE;
use super::state::Julia;
use crate::shapes::declare::{self, Declared, Opened, bind_here};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    ExprId, Expression, Lambda, LambdaId, List, Namespace, Parameter, ParameterKind, Role, ScopeKind, Span,
    SymbolKind,
};
use tree_sitter::Node;

/// What is declared, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Made {
    pub(super) token: Span,
    pub(super) kind: SymbolKind,
    pub(super) whole: Span,
    /// Where its signature ends.
    pub(super) end: u32,
    pub(super) scope: Option<ScopeKind>,
}

/// Adds a definition to the module around.
pub(super) fn declared(walk: &mut Walk<'_, '_>, made: Made, namespace: Namespace) -> Opened {
    let name = walk.build.name(made.token);
    let doc = documentation(walk, made.whole.start);
    let visibility = visibility(walk.build.text(made.token));
    let is_evaluated = walk.build.remembered.of::<Julia>().is_evaluated;
    let around = walk.build.scope_around(is_local).filter(|_| made.kind.is_callable() && !is_evaluated);
    let within = match (made.kind, around) {
        (SymbolKind::Field | SymbolKind::Constructor, _) => walk.build.scope,
        // A function inside of another one is known there alone.
        (_, Some(scope)) => scope,
        (_, None) => scope_of_module(walk),
    };
    if around.is_some() {
        walk.build.shapes.introduce(within, name);
    }
    let of = Declared {
        name,
        bound: name,
        namespace,
        within,
        token: made.token,
        kind: made.kind,
        visibility,
        whole: made.whole,
        end: made.end,
        scope: made.scope,
        style: &STYLE,
    };
    let opened = declare::open(walk, &of);
    if doc.is_some() {
        walk.build.definition(opened.id).doc = doc;
    }
    opened
}

/// What a function is called as, and where.
pub(super) struct Head<'t> {
    /// The last name of what is called.
    token: Node<'t>,
    /// True where it is a function of another module: `Base.show`.
    is_of_other: bool,
}

/// The head of what is written on the left of `=` or behind `function`; `None` where no function is named there.
pub(super) fn head(node: Node<'_>) -> Option<Head<'_>> {
    let mut node = node;
    // `f(a)::T where {U}` and the parts that it is made of.
    for _ in 0..8 {
        match node.kind() {
            "signature" | "where_expression" | "typed_expression" => node = node.named_child(0)?,
            _ => break,
        }
    }
    if node.kind() != "call_expression" {
        return None;
    }
    let mut callee = node.named_child(0)?;
    let mut is_of_other = false;
    for _ in 0..16 {
        match callee.kind() {
            "identifier" | "operator" => return Some(Head { token: callee, is_of_other }),
            "parametrized_type_expression" => callee = callee.named_child(0)?,
            "field_expression" => {
                is_of_other = true;
                callee = callee.named_child(callee.named_child_count().checked_sub(1)? as u32)?;
            }
            // `Base.:(==)`.
            "quote_expression" | "parenthesized_expression" if is_of_other => {
                callee = callee.named_child(0)?
            }
            _ => return None,
        }
    }
    None
}

/// `function f(a) .. end`, `macro m(a) .. end`, `function (a) .. end`.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let signature = node.named_children(&mut node.walk()).find(|one| one.kind() == "signature");
    let Some(signature) = signature else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let named = signature.named_child(0).filter(|one| one.kind() == "identifier");
    let head = head(signature).or(named.map(|token| Head { token, is_of_other: false }));
    let is_macro = walk.kind() == "macro_definition";
    match head {
        Some(head) => define(walk, (head, span_of(signature).end), is_macro),
        None if signature.named_child(0).is_some_and(|one| one.kind() == "argument_list") => lambda(walk),
        // A value that is called, or a name that a macro makes.
        None => unnamed(walk),
    }
}

/// `f(a) = b`.
pub(super) fn short(walk: &mut Walk<'_, '_>, left: Node<'_>, head: Head<'_>) -> ExprId {
    define(walk, (head, span_of(left).end), false)
}

/// A method of a function: one of its own, or one that it adds to a function of another module.
fn define(walk: &mut Walk<'_, '_>, (head, end): (Head<'_>, u32), is_macro: bool) -> ExprId {
    let (token, whole) = (span_of(head.token), walk.span());
    let is_name = head.token.kind() == "identifier";
    // A function in a type makes instances of it, which are made by the name of the type.
    let in_type = walk.build.facts.scopes[walk.build.scope.index()].kind == ScopeKind::Type;
    let kind = match (is_macro, in_type) {
        (true, _) => SymbolKind::Macro,
        (_, true) => SymbolKind::Constructor,
        (_, false) => SymbolKind::Function,
    };
    let namespace = match (is_macro, is_name && !head.is_of_other) {
        (true, _) => Namespace::MACRO,
        _ if in_type => Namespace::MEMBER,
        (_, true) => NAME,
        // What it is added to is not a function of this module alone, so the bare name does not mean it.
        (_, false) => Namespace::QUALIFIER,
    };
    let made = Made { token, kind, whole, end, scope: Some(ScopeKind::Function) };
    let globals = std::mem::take(&mut walk.build.remembered.of::<Julia>().globals);
    let opened = declared(walk, made, namespace);
    let id = opened.id;
    if is_name {
        walk.build.shapes.taken.insert(token.start);
    }
    let mut taken = Vec::new();
    let mut is_head = true;
    walk.each_child(|walk, _| {
        if walk.is_named() && std::mem::take(&mut is_head) {
            signature(walk, whole.start, &mut taken);
        } else {
            walk.with_role(Role::Read, Walk::other);
        }
    });
    let run = walk.build.parameters(taken);
    walk.build.definition(id).parameters = run;
    declare::close(walk, opened);
    walk.build.remembered.of::<Julia>().globals = globals;
    ExprId::UNKNOWN
}

/// True for `(f::A)(x)`: what values of a type do when they are called.
pub(super) fn is_of_value(left: Node<'_>) -> bool {
    let callee = left.named_child(0).filter(|_| left.kind() == "call_expression");
    let value =
        callee.filter(|one| one.kind() == "parenthesized_expression").and_then(|one| one.named_child(0));
    value.is_some_and(|one| matches!(one.kind(), "typed_expression" | "unary_typed_expression"))
}

/// A function of which no name is defined: its parameters and body.
pub(super) fn unnamed(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    walk.build.open_scope(ScopeKind::Lambda, span);
    walk.build.meter.nest();
    let mut is_head = true;
    let mut taken = Vec::new();
    walk.each_child(|walk, _| {
        if walk.is_named() && std::mem::take(&mut is_head) {
            signature(walk, span.start, &mut taken);
        } else {
            walk.with_role(Role::Read, Walk::other);
        }
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `a -> b`, `do a .. end`, `function (a) .. end`.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let (place, span) = (walk.build.place(), walk.span());
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let (parameters, value, argument_of) = (List::default(), ExprId::UNKNOWN, None);
    walk.build.facts.lambdas.push(Lambda { scope, parameters, value, argument_of });
    walk.build.role = Role::Read;
    walk.build.meter.nest();
    // `do .. end` may take nothing.
    let mut is_head = walk.kind() != "do_clause" || {
        let node = walk.node();
        node.named_child(0).is_some_and(|one| one.kind() == "argument_list")
    };
    walk.each_child(|walk, _| {
        if walk.is_named() && std::mem::take(&mut is_head) {
            let mut taken = Vec::new();
            match walk.kind() {
                "signature" => signature(walk, span.start, &mut taken),
                "argument_list" => parameters_of(walk, &mut taken),
                _ => parameter(walk, &mut taken),
            }
            let run = walk.build.parameters(taken);
            walk.build.facts.lambdas[id.index()].parameters = run;
        } else {
            walk.other();
        }
    });
    walk.build.meter.leave();
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

/// The current node is what a function is called with, or what that is made of; `start` is where names of types that it
/// says begin to hold.
fn signature(walk: &mut Walk<'_, '_>, start: u32, taken: &mut Vec<Parameter>) {
    match walk.kind() {
        "signature" => {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| signature(walk, start, taken));
                ExprId::UNKNOWN
            });
        }
        "where_expression" => {
            walk.lower_with(|walk| {
                let mut is_first = true;
                walk.each_child(|walk, _| match walk.is_named() && std::mem::take(&mut is_first) {
                    true => signature(walk, start, taken),
                    false => type_parameter(walk, start),
                });
                ExprId::UNKNOWN
            });
        }
        "typed_expression" => {
            walk.lower_with(|walk| {
                let mut is_first = true;
                walk.each_child(|walk, _| match walk.is_named() && std::mem::take(&mut is_first) {
                    true => signature(walk, start, taken),
                    false => walk.with_role(Role::Type, Walk::other),
                });
                ExprId::UNKNOWN
            });
        }
        "call_expression" => {
            walk.lower_with(|walk| {
                let mut is_first = true;
                walk.each_child(|walk, _| match walk.kind() {
                    "argument_list" => parameters_of(walk, taken),
                    _ if walk.is_named() && std::mem::take(&mut is_first) => callee(walk),
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        "argument_list" => parameters_of(walk, taken),
        _ => walk.other(),
    }
}

/// What is called: a name that was taken, or the value that is one: `(f::A)(x)`.
fn callee(walk: &mut Walk<'_, '_>) {
    if walk.kind() != "parenthesized_expression" {
        walk.with_role(Role::Read, Walk::other);
        return;
    }
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| match walk.is_named() {
            true => parameter(walk, &mut Vec::new()),
            false => walk.other(),
        });
        ExprId::UNKNOWN
    });
}

/// `where T`, `where {T<:A, U}`: names that hold in the whole function.
pub(super) fn type_parameter(walk: &mut Walk<'_, '_>, start: u32) {
    if walk.is_identifier() {
        bind_here(walk, NAME, start);
    } else if walk.kind() == "curly_expression" {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| type_parameter(walk, start));
            ExprId::UNKNOWN
        });
    } else if walk.kind() == "binary_expression" {
        walk.lower_with(|walk| {
            let mut is_first = true;
            walk.each_child(|walk, _| match walk.is_identifier() && std::mem::take(&mut is_first) {
                true => bind_here(walk, NAME, start),
                false => walk.with_role(Role::Type, Walk::other),
            });
            ExprId::UNKNOWN
        });
    } else {
        walk.with_role(Role::Type, Walk::other);
    }
}

/// The parameters in the current list: those behind a semicolon are given by their names.
fn parameters_of(walk: &mut Walk<'_, '_>, taken: &mut Vec<Parameter>) {
    walk.lower_with(|walk| {
        let mut is_keyword = false;
        walk.each_child(|walk, _| match walk.is_named() && !walk.node().is_extra() {
            true => {
                parameter(walk, taken);
                if let Some(last) = taken.last_mut().filter(|_| is_keyword) {
                    last.kind = match last.kind {
                        ParameterKind::Rest => ParameterKind::RestKeywords,
                        _ => ParameterKind::Keyword,
                    };
                }
            }
            false => {
                is_keyword |= walk.kind() == ";";
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
}

/// One parameter: `a`, `a::T`, `a = 1`, `a...`, `(a, b)`, `::T`.
fn parameter(walk: &mut Walk<'_, '_>, taken: &mut Vec<Parameter>) {
    let mut read = Parameter {
        name: walk.build.names.made(&taken.len().to_string()),
        name_span: Span::default(),
        kind: ParameterKind::Plain,
        annotation: ExprId::UNKNOWN,
        default: ExprId::UNKNOWN,
    };
    part_of_parameter(walk, &mut read);
    taken.push(read);
}

fn part_of_parameter(walk: &mut Walk<'_, '_>, read: &mut Parameter) {
    if walk.is_identifier() {
        read.name_span = walk.span();
        read.name = walk.build.name(read.name_span);
        let from = read.name_span.start;
        bind_here(walk, NAME, from);
        return;
    }
    match walk.kind() {
        "typed_expression" => inside(walk, &mut |walk, nth| match nth {
            0 => part_of_parameter(walk, read),
            _ => read.annotation = walk.lower_as(Role::Type),
        }),
        "unary_typed_expression" => read.annotation = walk.lower_as(Role::Type),
        "named_argument" | "assignment" => inside(walk, &mut |walk, nth| match nth {
            0 => part_of_parameter(walk, read),
            _ if walk.kind() == "operator" => {}
            _ => {
                read.default = walk.build.literal(indexer_core::LiteralKind::Other);
                walk.lower_as(Role::Read);
            }
        }),
        "splat_expression" => {
            read.kind = ParameterKind::Rest;
            inside(walk, &mut |walk, _| part_of_parameter(walk, read));
        }
        // `@nospecialize(a)`.
        "macrocall_expression" => inside(walk, &mut |walk, _| match walk.kind() {
            "argument_list" | "macro_argument_list" => {
                inside(walk, &mut |walk, _| part_of_parameter(walk, read))
            }
            _ => walk.other(),
        }),
        "tuple_expression" | "open_tuple" | "parenthesized_expression" => {
            inside(walk, &mut |walk, _| {
                let mut own = read.clone();
                part_of_parameter(walk, &mut own);
            });
        }
        _ => walk.with_role(Role::Read, Walk::other),
    }
}

/// Visits the named children of the current node, each with its number.
pub(super) fn inside(walk: &mut Walk<'_, '_>, visit: &mut dyn FnMut(&mut Walk<'_, '_>, u32)) {
    walk.lower_with(|walk| {
        let mut nth = 0;
        walk.children(|walk, field| {
            if walk.is_named() && !walk.node().is_extra() && field != Field::Other {
                visit(walk, nth);
                nth += 1;
            } else {
                walk.other();
            }
        });
        ExprId::UNKNOWN
    });
}

//! Methods: what they are named, take and do.

use super::fields;
use super::messages::Selector;
use crate::languages::c::declare::Specifiers;
use crate::languages::c::state::Remembers;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, Metrics, Name, Namespace, Owner, Parameter, ParameterId,
    ParameterKind, Role, ScopeKind, Span, SymbolKind,
};

/// A parameter: where its name stands, and its type.
struct Taken {
    token: Option<Span>,
    of: ExprId,
    kind: ParameterKind,
}

/// `- (T)a:(U)b c:(V)d`, with or without a body.
pub(super) fn method(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, outer) = (walk.node(), walk.build.place());
    let selector = Selector::of_method(walk, node);
    let body = node.children(&mut node.walk()).find(|one| one.kind() == "compound_statement").map(span_of);
    let first = walk.build.facts.bindings.len();
    let mut specifiers = Specifiers::new(walk);
    specifiers.has_body = body.is_some();
    let meter = std::mem::take(&mut walk.build.meter);
    walk.notes().returns.push(Vec::new());
    let (mut id, mut result, mut is_void) = (None, ExprId::UNKNOWN, false);
    let mut taken: Vec<Taken> = Vec::new();
    let whole = walk.span();
    walk.each_child(|walk, _| match walk.kind() {
        "+" => specifiers.is_static = true,
        "..." => taken.push(Taken { token: None, of: ExprId::UNKNOWN, kind: ParameterKind::Rest }),
        "method_type" => {
            is_void = walk.text().trim_matches(['(', ')', ' ']) == "void";
            result = match walk.text().contains("instancetype") {
                true => receiver(walk),
                false => typed(walk),
            };
        }
        "method_parameter" => taken.push(parameter(walk)),
        "compound_statement" => drop(walk.lower()),
        _ if walk.is_identifier() => {
            // The first word of the selector stands for all.
            if let Some(selector) = selector.as_ref().filter(|_| id.is_none()) {
                walk.build.tally.definitions += 1;
                let made = declare(walk, selector, body.is_some());
                specifiers.made.push(made);
                walk.build.owner = Owner::Definition(made);
                walk.build.enclosing = Some(made);
                let scope = walk.build.open_scope(ScopeKind::Function, whole);
                walk.build.definition(made).body = Some(scope);
                id = Some(made);
            } else {
                walk.neither();
            }
        }
        _ => walk.other(),
    });
    let returned = walk.notes().returns.pop().unwrap_or_default();
    let inner = std::mem::replace(&mut walk.build.meter, meter);
    walk.build.restore(outer);
    let Some(id) = id else { return ExprId::UNKNOWN };
    let metrics = body.map(|body| Metrics {
        cyclomatic: inner.branches + 1,
        cognitive: inner.cognitive,
        nesting: inner.deepest,
        parameters: taken.len() as u32,
        lines: walk.build.text(body).bytes().filter(|byte| *byte == b'\n').count() as u32 + 1,
    });
    if result.is_unknown() && !is_void {
        result = walk.build.union(&returned);
    }
    settle(walk, id, &taken, first);
    let definition = walk.build.definition(id);
    definition.metrics = metrics;
    definition.value = result;
    let end = body.map_or(specifiers.span.end, |body| body.start);
    specifiers.finish(walk, end);
    ExprId::UNKNOWN
}

/// Adds the definition of a method. What a protocol asks for is abstract, what a class only declares is defined elsewhere.
fn declare(walk: &mut Walk<'_, '_>, selector: &Selector, has_body: bool) -> DefId {
    let name = walk.build.names.made(&selector.text);
    let scope = walk.build.scope;
    let id = walk.build.define_as(name, selector.token, SymbolKind::Method, scope, Namespace::MEMBER);
    let in_protocol = match walk.build.owner {
        Owner::Definition(of) => walk.build.definition(of).kind == SymbolKind::Trait,
        _ => false,
    };
    match (has_body, in_protocol) {
        (true, _) => {}
        (false, true) => walk.build.definition(id).flags.add(Flags::ABSTRACT),
        (false, false) => walk.build.definition(id).flags.add(Flags::DECLARATION),
    }
    id
}

/// `instancetype` is the type of what the message is sent to.
fn receiver(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.tally.neither += walk.count_identifiers();
    crate::shapes::this_instance(walk)
}

/// An instance of the type at the current node.
fn typed(walk: &mut Walk<'_, '_>) -> ExprId {
    let of = walk.lower_as(Role::Type);
    if of.is_unknown() { of } else { walk.build.expression(Expression::Instance(of)) }
}

/// `:(T)a` of a method, or its name alone.
fn parameter(walk: &mut Walk<'_, '_>) -> Taken {
    let mut taken = Taken { token: None, of: ExprId::UNKNOWN, kind: ParameterKind::Plain };
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.kind() == "method_type" {
                taken.of = walk.lower_as(Role::Type);
            } else if walk.is_identifier() && taken.token.is_none() {
                taken.token = Some(walk.local());
            } else {
                walk.with_role(Role::Read, Walk::other);
            }
        });
        ExprId::UNKNOWN
    });
    if let Some(token) = taken.token {
        bind(walk, token, taken.of);
    }
    taken
}

/// Binds a parameter for the body; which one it is, is known when all are.
fn bind(walk: &mut Walk<'_, '_>, token: Span, of: ExprId) {
    let (name, scope) = (walk.build.name(token), walk.build.scope);
    let value = if of.is_unknown() { of } else { walk.build.expression(Expression::Instance(of)) };
    walk.build.bind_local(scope, name, Namespace::ANY, token.start, value);
}

/// Fills in the parameters of a method and makes them of its names, whose bindings are behind `first`.
fn settle(walk: &mut Walk<'_, '_>, id: DefId, taken: &[Taken], first: usize) {
    let mut items = Vec::with_capacity(taken.len());
    for (index, one) in taken.iter().enumerate() {
        let name = match one.token {
            Some(token) => walk.build.name(token),
            None => walk.build.names.made(&index.to_string()),
        };
        let (kind, annotation) = (one.kind, one.of);
        let name_span = one.token.unwrap_or_default();
        items.push(Parameter { name, name_span, kind, annotation, default: ExprId::UNKNOWN });
    }
    let names: Vec<Name> = items.iter().map(|one| one.name).collect();
    let run = walk.build.parameters(items);
    walk.build.definition(id).parameters = run;
    let Some(scope) = walk.build.definition(id).body else { return };
    for binding in walk.build.facts.bindings[first..].iter_mut().filter(|one| one.scope == scope) {
        let at = names.iter().position(|name| *name == binding.name);
        let is_own = at.and_then(|at| taken[at].token).is_some_and(|token| token.start == binding.from);
        if let Some(at) = at.filter(|_| is_own) {
            (binding.bound, binding.from) = (Bound::Parameter(ParameterId(run.start + at as u32)), 0);
        }
    }
}

/// `@synthesize a = _a;`, `@dynamic b;`: properties of the class, and the variables that hold them.
pub(super) fn implemented(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut holds = false;
    walk.each_child(|walk, _| {
        if walk.is_identifier() && std::mem::take(&mut holds) {
            fields::variable(walk);
        } else if walk.is_identifier() {
            let this = crate::shapes::this_instance(walk);
            walk.with_role(Role::Read, |walk| walk.member_of(this, indexer_core::Access::Value));
        } else {
            holds = walk.kind() == "=";
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

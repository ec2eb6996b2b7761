//! Functions, methods and function literals.

use super::declarations::type_parameters;
use super::state::Remembers;
use super::{text, types};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Extension, ExtensionId, Flags, Lambda, LambdaId, List, LiteralKind,
    Metrics, Name, Namespace, Owner, Parameter, ParameterId, ParameterKind, ScopeId, ScopeKind, Span,
    SymbolKind, TypeParameter,
};

/// What the head of a function says.
#[derive(Default)]
struct Head {
    id: Option<DefId>,
    scope: Option<ScopeId>,
    /// How many bindings there were before those of the head.
    bindings: usize,
    parameters: List,
    type_parameters: List,
    /// The type of the result, where there is one.
    returns: Option<ExprId>,
    body: Option<Span>,
    flags: Flags,
    /// How many of the parameters are receivers.
    receivers: u32,
}

/// A parameter as it is declared.
struct Declared {
    name: Option<Name>,
    span: Span,
    kind: ParameterKind,
    annotation: ExprId,
}

/// `func f(...)`.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let meter = std::mem::take(&mut walk.build.meter);
    let mut head = Head::default();
    walk.children(|walk, field| match field {
        Field::Name if head.id.is_none() && walk.is_identifier() && walk.text() != "_" => {
            let is_main = walk.text() == "main" && walk.state().is_program;
            // `init` is run and never named; a package may have many.
            let namespace = if walk.text() == "init" { Namespace::MEMBER } else { Namespace::ANY };
            let id = walk.build.define(walk.span(), SymbolKind::Function, namespace);
            if is_main {
                head.flags.add(Flags::ENTRY);
            }
            enter(walk, &mut head, id);
        }
        Field::Name if walk.is_identifier() => walk.neither(),
        Field::TypeParameters => head.type_parameters = type_parameters(walk, span),
        _ => part(walk, field, &mut head, span),
    });
    let inner = std::mem::replace(&mut walk.build.meter, meter);
    walk.build.restore(place);
    if let Some(id) = head.id {
        let name = walk.build.definition(id).name;
        let run = walk.build.definition(id).name_span.end;
        let parameters = walk.build.text(Span::new(run, head.body.map_or(span.end, |body| body.start)));
        let parameters = parameters.trim_end();
        if text::is_test(walk.build.names.get(name), parameters) {
            head.flags.add(Flags::TEST);
        }
        finish(walk, id, head, span, inner);
    }
    ExprId::UNKNOWN
}

fn enter(walk: &mut Walk<'_, '_>, head: &mut Head, id: DefId) {
    head.id = Some(id);
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
}

/// The parts that functions and methods have in common.
fn part(walk: &mut Walk<'_, '_>, field: Field, head: &mut Head, span: Span) {
    match field {
        Field::Parameters => {
            if head.scope.is_none() {
                head.scope = Some(walk.build.open_scope(ScopeKind::Function, span));
                head.bindings = walk.build.facts.bindings.len();
            }
            head.parameters = parameters(walk);
        }
        Field::Result => {
            head.returns = Some(result_type(walk, true));
        }
        Field::Body => {
            let start = walk.span().start;
            head.body = Some(walk.span());
            // The body alone sees the parameters: `func f(setter setter)` names a type behind one.
            for binding in &mut walk.build.facts.bindings[head.bindings..] {
                if Some(binding.scope) == head.scope {
                    binding.from = start;
                }
            }
            body(walk);
        }
        _ => walk.other(),
    }
}

/// The block of a function: its locals stand in the scope of the parameters.
fn body(walk: &mut Walk<'_, '_>) {
    walk.lower_with(|walk| {
        walk.lower_children();
        ExprId::UNKNOWN
    });
}

fn finish(walk: &mut Walk<'_, '_>, id: DefId, head: Head, span: Span, inner: crate::build::Meter) {
    let end = head.body.map_or(span.end, |body| body.start);
    let signature = crate::text::folded(walk.build.text(Span::new(span.start, end)));
    let value = result_value(walk, &head);
    let lines =
        head.body.map(|body| walk.build.text(body).bytes().filter(|b| *b == b'\n').count() as u32 + 1);
    let name = walk.build.definition(id).name;
    let visibility = text::visibility(walk.build.names.get(name));
    walk.mark(id);
    let definition = walk.build.definition(id);
    definition.flags.add(head.flags);
    if head.body.is_none() {
        // Written in assembly, or linked in.
        definition.flags.add(Flags::EXTERN.with(Flags::DECLARATION));
    }
    definition.visibility = visibility;
    definition.signature = signature;
    definition.span = span;
    definition.body = head.scope;
    definition.parameters = head.parameters;
    definition.type_parameters = head.type_parameters;
    definition.value = value;
    definition.metrics = lines.map(|lines| Metrics {
        cyclomatic: inner.branches + 1,
        cognitive: inner.cognitive,
        nesting: inner.deepest,
        parameters: head.parameters.len - head.receivers,
        lines,
    });
    text::document(walk, id, span.start);
}

fn result_value(walk: &mut Walk<'_, '_>, head: &Head) -> ExprId {
    match head.returns {
        None => walk.build.literal(LiteralKind::Unit),
        Some(types) if types.is_unknown() => types,
        Some(types) => walk.build.expression(Expression::Instance(types)),
    }
}

/// `func (r T) f(...)`: a member that stands outside of its type. All methods of a type in a file
/// form one extension; those of a generic type one each, since each names the type parameters anew.
pub(super) fn method(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let meter = std::mem::take(&mut walk.build.meter);
    let mut head = Head::default();
    let mut receiver = None;
    let mut members = place.scope();
    walk.children(|walk, field| match field {
        Field::Receiver => {
            let id = extension(walk, span);
            members = walk.build.facts.extensions[id.index()].scope;
            walk.build.scope = members;
            walk.build.owner = Owner::Extension(id);
            head.scope = Some(walk.build.open_scope(ScopeKind::Function, span));
            head.bindings = walk.build.facts.bindings.len();
            receiver = Some(read_receiver(walk, id));
        }
        Field::Name if head.id.is_none() && walk.is_identifier() => {
            let token = walk.span();
            let name = walk.build.name(token);
            walk.build.tally.definitions += 1;
            let id = walk.build.define_as(name, token, SymbolKind::Method, members, Namespace::MEMBER);
            enter(walk, &mut head, id);
        }
        _ => part(walk, field, &mut head, span),
    });
    let inner = std::mem::replace(&mut walk.build.meter, meter);
    walk.build.restore(place);
    if let Some(id) = head.id {
        // The receiver stands right before the other parameters.
        if let Some(run) = receiver
            && (run.start + run.len == head.parameters.start || head.parameters.len == 0)
        {
            head.receivers = run.len;
            head.parameters = List { start: run.start, len: run.len + head.parameters.len };
        }
        finish(walk, id, head, span, inner);
    }
    ExprId::UNKNOWN
}

/// The extension to which a method with the current receiver belongs.
fn extension(walk: &mut Walk<'_, '_>, span: Span) -> ExtensionId {
    let (name, parameters) = receiver_type(walk);
    if let (Some(name), true) = (name, parameters.is_empty())
        && let Some(known) = walk.state().receivers.get(&name).copied()
    {
        let extension = &mut walk.build.facts.extensions[known.index()];
        extension.span.end = span.end;
        let scope = extension.scope;
        walk.build.facts.scopes[scope.index()].span.end = span.end;
        return known;
    }
    let run = match parameters.is_empty() {
        true => List::default(),
        false => {
            let scope = walk.build.open_scope(ScopeKind::Generics, span);
            let all = parameters.iter().map(|name| TypeParameter::bounded(*name, List::default()));
            walk.build.bind_type_parameters(scope, all.collect(), Namespace::ANY)
        }
    };
    let id = ExtensionId(walk.build.facts.extensions.len() as u32);
    walk.build.facts.extensions.push(Extension {
        scope: walk.build.scope,
        of: ExprId::UNKNOWN,
        type_name: name,
        implements: None,
        type_parameters: run,
        span,
        owner: Owner::File,
    });
    walk.build.owner = Owner::Extension(id);
    let scope = walk.build.open_scope(ScopeKind::Extension, span);
    walk.build.facts.extensions[id.index()].scope = scope;
    if let (Some(name), true) = (name, parameters.is_empty()) {
        walk.state().receivers.insert(name, id);
    }
    id
}

/// The name of the receiver's type, and those of its type parameters.
fn receiver_type(walk: &mut Walk<'_, '_>) -> (Option<Name>, Vec<Name>) {
    let text = walk.text();
    let inside = text.trim_matches(['(', ')', ' ', '\t', '\n', ',']);
    let (head, generics) = match inside.split_once('[') {
        Some((head, rest)) => (head, rest.rsplit_once(']').map_or(rest, |(inner, _)| inner)),
        None => (inside, ""),
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let name = head.trim_end_matches([')', ' ']).rsplit(|c: char| !is_word(c)).next().unwrap_or("");
    let name = (!name.is_empty()).then(|| walk.build.names.name(name));
    let words = generics
        .split(',')
        .map(|word| word.trim())
        .filter(|word| !word.is_empty() && word.chars().all(is_word));
    (name, words.map(|word| walk.build.names.name(word)).collect())
}

/// The receiver: a parameter that is an instance of the extended type.
fn read_receiver(walk: &mut Walk<'_, '_>, extension: ExtensionId) -> List {
    let start = walk.build.facts.parameters.len() as u32;
    walk.each_child(|walk, _| {
        if walk.kind() != "parameter_declaration" || walk.too_deep() {
            walk.other();
            return;
        }
        let (span, kind, annotation) = (walk.span(), ParameterKind::Receiver, ExprId::UNKNOWN);
        let mut receiver = Declared { name: None, span, kind, annotation };
        walk.children(|walk, field| match field {
            Field::Name if walk.is_identifier() => receiver.span = local_or_blank(walk, &mut receiver.name),
            Field::Type => receiver.annotation = walk.lower(),
            _ => walk.other(),
        });
        let of = &mut walk.build.facts.extensions[extension.index()].of;
        if of.is_unknown() {
            *of = receiver.annotation;
        }
        add(walk, start, receiver);
    });
    List { start, len: walk.build.facts.parameters.len() as u32 - start }
}

/// Counts the current name as a local, or as nothing where it is `_`.
fn local_or_blank(walk: &mut Walk<'_, '_>, name: &mut Option<Name>) -> Span {
    let span = walk.span();
    if walk.text() == "_" {
        walk.neither();
    } else {
        walk.local();
    }
    *name = Some(walk.build.name(span));
    span
}

/// Adds a parameter, and binds it in the current scope. `start` is the first of its list.
fn add(walk: &mut Walk<'_, '_>, start: u32, declared: Declared) {
    let Declared { name: bound, span: name_span, kind, annotation } = declared;
    let id = walk.build.facts.parameters.len() as u32;
    let name = bound.unwrap_or_else(|| walk.build.names.made(&(id - start).to_string()));
    let default = ExprId::UNKNOWN;
    walk.build.facts.parameters.push(Parameter { name, name_span, kind, annotation, default });
    if let Some(name) = bound.filter(|name| walk.build.names.get(*name) != "_") {
        let value = match (annotation.is_unknown(), kind) {
            (true, _) => ExprId::UNKNOWN,
            (false, ParameterKind::Rest) => {
                let rest = types::rest(walk, annotation);
                walk.build.expression(Expression::Instance(rest))
            }
            (false, _) => walk.build.expression(Expression::Instance(annotation)),
        };
        let scope = walk.build.scope;
        walk.state().bound.insert((scope, name));
        walk.build.bind(scope, name, Namespace::ANY, Bound::Parameter(ParameterId(id)), value);
    }
}

/// A `parameter_list`: each parameter is added and bound in the current scope.
pub(super) fn parameters(walk: &mut Walk<'_, '_>) -> List {
    let mut found: Vec<Declared> = Vec::new();
    declarations(walk, |walk| {
        let span = walk.span();
        let kind = match walk.kind() {
            "variadic_parameter_declaration" => ParameterKind::Rest,
            _ => ParameterKind::Plain,
        };
        let first = found.len();
        let mut annotation = ExprId::UNKNOWN;
        walk.children(|walk, field| match field {
            Field::Name if walk.is_identifier() => {
                let mut name = None;
                let span = local_or_blank(walk, &mut name);
                found.push(Declared { name, span, kind, annotation });
            }
            Field::Type => annotation = walk.lower(),
            _ => walk.other(),
        });
        if found.len() == first {
            found.push(Declared { name: None, span, kind, annotation });
        }
        found[first..].iter_mut().for_each(|one| one.annotation = annotation);
    });
    // Only now, so that they stand together: a type may be an interface with methods.
    let start = walk.build.facts.parameters.len() as u32;
    for declared in found {
        add(walk, start, declared);
    }
    List { start, len: walk.build.facts.parameters.len() as u32 - start }
}

/// Visits the declarations of a `parameter_list`.
fn declarations<'t, 'a>(walk: &mut Walk<'t, 'a>, mut visit: impl FnMut(&mut Walk<'t, 'a>)) {
    walk.each_child(|walk, _| {
        let is_one = matches!(walk.kind(), "parameter_declaration" | "variadic_parameter_declaration");
        if is_one {
            walk.lower_with(|walk| {
                visit(walk);
                ExprId::UNKNOWN
            });
        } else {
            walk.other();
        }
    });
}

/// The types of the parameters of a function type; their names are only documentation.
pub(super) fn parameter_types(walk: &mut Walk<'_, '_>) -> Vec<ExprId> {
    let mut found = Vec::new();
    declarations(walk, |walk| {
        let mut names = 0;
        let mut annotation = ExprId::UNKNOWN;
        walk.children(|walk, field| match field {
            Field::Name if walk.is_identifier() => {
                walk.neither();
                names += 1;
            }
            Field::Type => annotation = walk.lower(),
            _ => walk.other(),
        });
        found.extend(std::iter::repeat_n(annotation, names.max(1)));
    });
    found
}

/// The type of a result: several are a tuple. Where `bind` says so, named results become locals.
pub(super) fn result_type(walk: &mut Walk<'_, '_>, bind: bool) -> ExprId {
    if walk.kind() != "parameter_list" {
        return walk.lower();
    }
    let mut items = Vec::new();
    declarations(walk, |walk| {
        let mut names: Vec<Name> = Vec::new();
        let mut annotation = ExprId::UNKNOWN;
        walk.children(|walk, field| match field {
            Field::Name if walk.is_identifier() => {
                if !bind || walk.text() == "_" {
                    walk.neither();
                } else {
                    walk.local();
                }
                let span = walk.span();
                names.push(walk.build.name(span));
            }
            Field::Type => annotation = walk.lower(),
            _ => walk.other(),
        });
        let value = walk.build.instance(annotation);
        items.extend(std::iter::repeat_n((annotation, value), names.len().max(1)));
        let scope = walk.build.scope;
        for name in names.into_iter().filter(|_| bind) {
            if walk.build.names.get(name) != "_" && walk.state().bound.insert((scope, name)) {
                walk.build.bind(scope, name, Namespace::ANY, Bound::Local, value);
            }
        }
    });
    match items.as_slice() {
        [] => ExprId::UNKNOWN,
        [(annotation, _)] => *annotation,
        _ => {
            let values: Vec<ExprId> = items.iter().map(|(_, value)| *value).collect();
            walk.build.tuple(&values)
        }
    }
}

/// `func(...) { ... }`.
pub(super) fn literal(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let span = walk.span();
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    walk.build.facts.lambdas.push(Lambda {
        scope,
        parameters: List::default(),
        value: ExprId::UNKNOWN,
        argument_of: None,
    });
    let bindings = walk.build.facts.bindings.len();
    let mut head = Head { scope: Some(scope), bindings, ..Head::default() };
    walk.build.meter.nest();
    walk.children(|walk, field| part(walk, field, &mut head, span));
    walk.build.meter.leave();
    let value = result_value(walk, &head);
    let lambda = &mut walk.build.facts.lambdas[id.index()];
    lambda.parameters = head.parameters;
    lambda.value = value;
    walk.build.restore(place);
    walk.build.expression(Expression::Lambda(id))
}

//! Functions, lambdas and their parameters.

use super::assign::{self, Assigned};
use super::complexity::Complexity;
use super::state::{Decorated, Frame, FrameKind, Item, Remembers, Slot, settle_augmented};
use super::{classes, statements, stores, text, types};
use crate::build::Build;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Binding, Bound, CollectionKind, DefId, ExprId, Expression, Flags, Lambda, LambdaId, List, LiteralKind,
    Namespace, Owner, Parameter, ParameterId, ParameterKind, ScopeId, ScopeKind, Span, SymbolKind,
};

/// A function that is being walked.
struct Open {
    id: DefId,
    /// The class that it is a method of.
    class: Option<(usize, ScopeId)>,
    kind: SymbolKind,
    flags: Flags,
    scope: Option<ScopeId>,
    parameters: List,
    receivers: u32,
    annotation: ExprId,
    lines: u32,
    colon: u32,
}

/// `def`.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let decorated = walk.state().decorated.take();
    let mut open: Option<Open> = None;
    let mut is_async = false;
    walk.children(|walk, field| {
        if let Some(open) = &mut open {
            part(walk, field, open, span);
        } else if field == Field::Name && walk.is_identifier() {
            open = Some(begin(walk, decorated.as_ref(), is_async));
        } else {
            is_async |= walk.kind() == "async";
            walk.lower();
        }
    });
    if let Some(open) = open {
        end(walk, open, decorated, span);
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn part(walk: &mut Walk<'_, '_>, field: Field, open: &mut Open, span: Span) {
    match field {
        Field::TypeParameters => {
            let run = classes::type_parameters(walk, span);
            walk.build.definition(open.id).type_parameters = run;
        }
        Field::Parameters => {
            let scope = enter(walk, open, span);
            let receiver = open.class.filter(|_| !open.flags.has(Flags::STATIC));
            let is_type = open.flags.has(Flags::CLASSMETHOD);
            let (run, receivers) = parameters(walk, scope, receiver, is_type);
            (open.parameters, open.receivers) = (run, receivers);
        }
        Field::ReturnType => open.annotation = types::annotation(walk),
        Field::Body => {
            let scope = enter(walk, open, span);
            let sent = types::sent(walk.build, open.annotation);
            walk.top().sent = sent;
            walk.build.scope = scope;
            let node = walk.node();
            open.lines = (node.end_position().row - node.start_position().row) as u32 + 1;
            let doc = statements::body(walk);
            walk.build.definition(open.id).doc = doc;
        }
        _ => {
            if walk.kind() == ":" {
                open.colon = walk.span().start;
            }
            walk.lower();
        }
    }
}

/// Opens the scope and frame of a function, once.
fn enter(walk: &mut Walk<'_, '_>, open: &mut Open, span: Span) -> ScopeId {
    if let Some(scope) = open.scope {
        return scope;
    }
    let outer = walk.build.scope;
    let scope = walk.build.open_scope(ScopeKind::Function, Span::new(walk.span().start, span.end));
    // Annotations and defaults are read in the scope around.
    walk.build.scope = outer;
    let mut frame = Frame::new(FrameKind::Function, scope, Some(open.id));
    frame.first_binding = walk.build.facts.bindings.len();
    walk.state().frames.push(frame);
    walk.build.definition(open.id).body = Some(scope);
    open.scope = Some(scope);
    scope
}

fn begin(walk: &mut Walk<'_, '_>, decorated: Option<&Decorated>, is_async: bool) -> Open {
    let span = walk.span();
    let name = walk.build.text(span);
    let at = walk.state().frames.len().saturating_sub(1);
    let frame = walk.top();
    let class = (frame.kind == FrameKind::Class).then_some((at, frame.scope));
    let condition = frame.condition;
    let mut flags = if is_async { Flags::ASYNC } else { Flags::NONE };
    let mut kind = match name {
        _ if class.is_none() => SymbolKind::Function,
        "__init__" | "__new__" => SymbolKind::Constructor,
        _ => SymbolKind::Method,
    };
    if class.is_some() {
        match name {
            "__new__" | "__init_subclass__" | "__class_getitem__" => flags.add(Flags::CLASSMETHOD),
            _ => {}
        }
    }
    for decorator in decorated.iter().flat_map(|d| &d.names) {
        match walk.build.names.get(*decorator) {
            "staticmethod" if class.is_some() => flags.add(Flags::STATIC),
            "classmethod" if class.is_some() => flags.add(Flags::CLASSMETHOD),
            "property" | "cached_property" | "setter" | "getter" | "deleter" | "abstractproperty"
                if class.is_some() =>
            {
                kind = SymbolKind::Accessor;
                flags.add(Flags::PROPERTY);
            }
            "overload" => flags.add(Flags::OVERLOAD),
            "deprecated" => flags.add(Flags::DEPRECATED),
            _ => {}
        }
        if matches!(walk.build.names.get(*decorator), "abstractmethod" | "abstractproperty") {
            flags.add(Flags::ABSTRACT);
        }
    }
    if (name == "test" || name.starts_with("test_")) && may_hold_tests(walk) {
        flags.add(Flags::TEST);
    }
    if condition.is_some() {
        flags.add(Flags::CONDITIONAL);
    }
    let id = walk.build.define(span, kind, Namespace::ANY);
    take_declared(walk, id);
    note_slot(walk, id);
    walk.build.definition(id).condition = condition;
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
    Open {
        id,
        class,
        kind,
        flags,
        scope: None,
        parameters: List::default(),
        receivers: 0,
        annotation: ExprId::UNKNOWN,
        lines: 0,
        colon: span.end,
    }
}

/// False inside a class that neither says in its head that it holds tests nor extends what does.
fn may_hold_tests(walk: &mut Walk<'_, '_>) -> bool {
    let frame = walk.top();
    let (kind, scope, class) = (frame.kind, frame.scope, frame.definition);
    let Some(class) = class.filter(|_| kind == FrameKind::Class) else { return true };
    let start = walk.build.definition(class).name_span.start;
    let end = walk.build.facts.scopes.get(scope.index()).map_or(start, |scope| scope.span.start);
    walk.build.text(indexer_core::Span::new(start, end.max(start))).contains("Test")
}

/// A name of which a statement before only says the type, in a function, is that of the function which is defined now:
/// `write: Callable[[bytes], int]`, `def write(s): ..`.
fn take_declared(walk: &mut Walk<'_, '_>, id: DefId) {
    let state = walk.state();
    let at = state.binding_frame();
    let declared = std::mem::take(&mut state.frames[at].declared);
    let bindings = &mut walk.build.facts.bindings;
    let place = bindings.last().filter(|last| last.bound == Bound::Definition(id)).and_then(|last| {
        let is_it = |one: &Binding| (one.scope, one.name) == (last.scope, last.name);
        declared.iter().copied().find(|place| bindings.get(*place).is_some_and(is_it))
    });
    if let Some(place) = place
        && let Some(own) = bindings.pop()
    {
        bindings[place] = own;
    }
    walk.state().frames[at].declared = declared;
}

/// Remembers in a file or class that a statement bound the name of this definition.
pub(super) fn note_slot(walk: &mut Walk<'_, '_>, id: DefId) {
    let name = walk.build.definition(id).name;
    let frame = walk.top();
    if matches!(frame.kind, FrameKind::File | FrameKind::Class) {
        frame.slots.entry(name).or_insert(Slot::Other);
    }
}

fn end(walk: &mut Walk<'_, '_>, open: Open, decorated: Option<Decorated>, span: Span) {
    let mut flags = open.flags;
    let mut value = ExprId::UNKNOWN;
    let mut metrics = None;
    if open.scope.is_some()
        && let Some(frame) = walk.state().frames.pop()
    {
        settle_augmented(walk.build, &frame);
        let outward = stores::settle_locals(walk.build, &frame);
        let around = walk.state().frames.iter_mut().rev().find(|f| f.kind != FrameKind::Class);
        around.into_iter().for_each(|around| around.stores.extend_from_slice(&outward));
        if frame.is_generator {
            flags.add(Flags::GENERATOR);
        }
        value = result(walk.build, &frame, flags);
        let parameters = open.parameters.len.saturating_sub(open.receivers);
        metrics = Some(frame.complexity.metrics(parameters, open.lines));
        walk.top().complexity.take_in(frame.complexity);
    }
    // Of a function that gives one written inside of it, that one says more than how it may be called.
    if !open.annotation.is_unknown() && !gives_own_function(walk.build, &open, value) {
        value = walk.build.expression(Expression::Instance(open.annotation));
    }
    // The call of such a function gives what its decorator makes of the generator.
    let managing = decorated
        .iter()
        .flat_map(|d| d.expressions.iter().zip(&d.names))
        .find(|(_, name)| matches!(walk.build.names.get(**name), "contextmanager" | "asynccontextmanager"));
    if let Some((decorator, _)) = managing {
        let arguments = walk.build.list(&[value]);
        value = walk.build.expression(Expression::Call { of: *decorator, arguments });
    }
    let decorators = decorated.as_ref().map(|d| walk.build.list(&d.expressions)).unwrap_or_default();
    // What the name stands for afterwards: each decorator is called with what those below it made.
    let mut made = walk.build.expression(Expression::Definition(open.id));
    for decorator in decorated.iter().flat_map(|d| d.expressions.iter().rev()) {
        made = walk.call_of(walk.build.uses.mark(), *decorator, &[made]);
    }
    let signature = crate::text::folded(walk.build.text(Span::new(span.start, open.colon)));
    let name = walk.build.definition(open.id).name;
    let visibility = text::visibility(walk.build.names.get(name));
    let definition = walk.build.definition(open.id);
    definition.span = Span::new(decorated.map_or(span.start, |d| d.start), span.end);
    definition.kind = open.kind;
    definition.flags = flags;
    definition.signature = signature;
    definition.visibility = visibility;
    definition.decorators = decorators;
    definition.parameters = open.parameters;
    definition.value = value;
    definition.metrics = metrics;
}

/// True where a function is declared to give something to call, and gives a function that stands in it.
fn gives_own_function(build: &Build<'_>, open: &Open, value: ExprId) -> bool {
    if !matches!(build.facts.expression(open.annotation), Expression::FunctionType { .. }) {
        return false;
    }
    let Expression::Name { name, .. } = build.facts.expression(value) else { return false };
    let inner = build.facts.definitions.iter().skip(open.id.index());
    inner
        .filter(|one| one.owner == Owner::Definition(open.id))
        .any(|one| one.name == name && one.kind.is_callable())
}

/// What a call gives, from the body.
fn result(build: &mut Build<'_>, frame: &Frame, flags: Flags) -> ExprId {
    if frame.is_generator {
        let yielded = assign::union_of(build, &frame.yields);
        return build.collection(
            CollectionKind::Generator,
            if yielded.is_unknown() { &[] } else { std::slice::from_ref(&yielded) },
        );
    }
    if frame.returns.is_empty() {
        let says_nothing = frame.is_stub || flags.has(Flags::ABSTRACT);
        return if says_nothing { ExprId::UNKNOWN } else { build.literal(LiteralKind::None) };
    }
    assign::union_of(build, &frame.returns)
}

/// A parameter as read, before it has an id.
struct Read {
    span: Span,
    kind: ParameterKind,
    annotation: ExprId,
    default: ExprId,
    value: Option<ExprId>,
}

/// Reads the parameters below the current node and binds them in `scope`; gives their run and the
/// number of receivers among them.
fn parameters(
    walk: &mut Walk<'_, '_>,
    scope: ScopeId,
    receiver: Option<(usize, ScopeId)>,
    is_type: bool,
) -> (List, u32) {
    let mut found: Vec<Read> = Vec::new();
    let mut kind = ParameterKind::Plain;
    let mut receiver = receiver;
    let mut receivers = 0;
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.lower();
            return;
        }
        match walk.kind() {
            "keyword_separator" => kind = ParameterKind::Keyword,
            "tuple_pattern" => local_pattern(walk, scope),
            _ => {
                if let Some(mut read) = parameter(walk, kind) {
                    if read.kind == ParameterKind::Rest {
                        kind = ParameterKind::Keyword;
                    }
                    if let Some((frame, class)) = receiver.take()
                        && read.kind == ParameterKind::Plain
                    {
                        read.kind = ParameterKind::Receiver;
                        let value = if is_type {
                            Expression::SelfType(class)
                        } else {
                            Expression::SelfInstance(class)
                        };
                        read.value = Some(walk.build.expression(value));
                        let name = walk.build.name(read.span);
                        walk.top().receiver = (!is_type || frame > 0).then_some((name, frame));
                        receivers += 1;
                    }
                    found.push(read);
                }
            }
        }
    });
    (bind_parameters(walk, scope, &found, None), receivers)
}

/// A tuple in the place of a parameter (Python 2): its names are locals.
fn local_pattern(walk: &mut Walk<'_, '_>, scope: ScopeId) {
    let before = std::mem::replace(&mut walk.build.scope, scope);
    let mark = walk.state().targets.len();
    assign::collect(walk, None, Item::At(0));
    let statement = walk.span();
    assign::settle(walk, mark, Assigned::value(ExprId::UNKNOWN, statement));
    walk.build.scope = before;
}

/// Reads one parameter at the current node; `None` where it has no name.
fn parameter(walk: &mut Walk<'_, '_>, kind: ParameterKind) -> Option<Read> {
    let mut read = Read {
        span: Span::default(),
        kind,
        annotation: ExprId::UNKNOWN,
        default: ExprId::UNKNOWN,
        value: None,
    };
    read_parameter(walk, &mut read);
    (!read.span.is_empty()).then_some(read)
}

fn read_parameter(walk: &mut Walk<'_, '_>, read: &mut Read) {
    if walk.is_identifier() && read.span.is_empty() {
        read.span = walk.local();
        return;
    }
    match walk.kind() {
        "list_splat_pattern" => read.kind = ParameterKind::Rest,
        "dictionary_splat_pattern" => read.kind = ParameterKind::RestKeywords,
        "typed_parameter" | "default_parameter" | "typed_default_parameter" => {}
        _ => {
            walk.lower();
            return;
        }
    }
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Type => read.annotation = types::annotation(walk),
            Field::Value => read.default = walk.lower(),
            _ if walk.is_named() => read_parameter(walk, read),
            _ => drop(walk.lower()),
        });
        ExprId::UNKNOWN
    });
}

/// Adds the parameters to the facts and binds them; those of a lambda are seen from its call.
fn bind_parameters(
    walk: &mut Walk<'_, '_>,
    scope: ScopeId,
    found: &[Read],
    lambda: Option<LambdaId>,
) -> List {
    let mut all = Vec::with_capacity(found.len());
    for read in found {
        let name = walk.build.name(read.span);
        if read.kind != ParameterKind::Receiver {
            walk.top().shadows.push(name);
        }
        let (annotation, default) = (read.annotation, read.default);
        all.push(Parameter { name, name_span: read.span, kind: read.kind, annotation, default });
    }
    let run = walk.build.parameters(all);
    for (i, read) in found.iter().enumerate() {
        let value = match (read.value, lambda) {
            (Some(value), _) => value,
            (None, Some(id)) if read.default.is_unknown() && read.kind == ParameterKind::Plain => {
                walk.build.expression(Expression::LambdaParameter(id, i as u32))
            }
            _ => parameter_value(walk.build, read),
        };
        let name = walk.build.name(read.span);
        let bound = Bound::Parameter(ParameterId(run.start + i as u32));
        walk.build.bind(scope, name, Namespace::ANY, bound, value);
    }
    run
}

fn parameter_value(build: &mut Build<'_>, read: &Read) -> ExprId {
    let value = if !read.annotation.is_unknown() {
        build.expression(Expression::Instance(read.annotation))
    } else if build.facts.expression(read.default) == Expression::Literal(LiteralKind::None) {
        ExprId::UNKNOWN
    } else {
        read.default
    };
    let kind = match read.kind {
        ParameterKind::Rest => CollectionKind::List,
        ParameterKind::RestKeywords => CollectionKind::Map,
        _ => return value,
    };
    build.collection(kind, if value.is_unknown() { &[] } else { std::slice::from_ref(&value) })
}

/// `lambda a: b`.
pub(super) fn lambda(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    let place = walk.build.place();
    let outer = walk.build.scope;
    let scope = walk.build.open_scope(ScopeKind::Lambda, span);
    let id = LambdaId(walk.build.facts.lambdas.len() as u32);
    let empty = List::default();
    walk.build.facts.lambdas.push(Lambda {
        scope,
        parameters: empty,
        value: ExprId::UNKNOWN,
        argument_of: None,
    });
    let expression = walk.build.expression(Expression::Lambda(id));
    push_inner(walk, FrameKind::Lambda, scope);
    walk.build.role = indexer_core::Role::Read;
    walk.children(|walk, field| match field {
        Field::Parameters => {
            walk.build.scope = outer;
            let mut found = Vec::new();
            walk.each_child(|walk, _| match walk.kind() {
                "tuple_pattern" => local_pattern(walk, scope),
                _ if !walk.is_named() || walk.node().is_extra() => drop(walk.lower()),
                _ => found.extend(parameter(walk, ParameterKind::Plain)),
            });
            let run = bind_parameters(walk, scope, &found, Some(id));
            walk.build.facts.lambdas[id.index()].parameters = run;
            walk.build.scope = scope;
        }
        Field::Body => {
            let value = walk.lower();
            walk.build.facts.lambdas[id.index()].value = value;
        }
        _ => drop(walk.lower()),
    });
    pop_inner(walk, true);
    walk.build.restore(place);
    expression
}

/// Pushes the frame of a lambda or comprehension, which counts towards the callable around.
pub(super) fn push_inner(walk: &mut Walk<'_, '_>, kind: FrameKind, scope: ScopeId) {
    let complexity: Complexity = std::mem::take(&mut walk.top().complexity);
    let mut frame = Frame::new(kind, scope, None);
    frame.complexity = complexity;
    frame.complexity.nesting += u32::from(kind == FrameKind::Lambda);
    walk.state().frames.push(frame);
}

/// Pops what [`push_inner`] pushed.
pub(super) fn pop_inner(walk: &mut Walk<'_, '_>, is_lambda: bool) {
    if let Some(frame) = walk.state().frames.pop() {
        let mut complexity = frame.complexity;
        complexity.nesting = complexity.nesting.saturating_sub(u32::from(is_lambda));
        walk.top().complexity = complexity;
    }
}

//! Definitions.

use super::head::{Head, owner_kind};
use super::locate::{Part, Visited, parts};
use super::parameters::{read_parameters, read_type_parameters};
use super::values::{last_name, union_of_returned};
use super::{At, Define, Style, Token};
use crate::walk::Walk;
use indexer_core::{
    DefId, ExprId, Expression, Extension, ExtensionId, Flags, List, Metrics, Name, Namespace, Owner, Role,
    Scope, ScopeId, ScopeKind, Span, SymbolKind,
};
use rustc_hash::FxHashMap;

/// A definition while it is read.
struct Open {
    id: Option<DefId>,
    kind: SymbolKind,
    /// True once it is read what it is added to.
    is_added: bool,
    /// The scope that binds its name, around that of its type parameters.
    around: ScopeId,
    /// The scope that it opens.
    scope: Option<ScopeId>,
    result: Option<ExprId>,
    value: ExprId,
    bases: Vec<ExprId>,
    parameters: List,
    type_parameters: List,
    /// The types of parameters that its comment says.
    documented: FxHashMap<Name, ExprId>,
    head: Head,
    /// Where its signature ends.
    end: u32,
    /// Where the last part ends that belongs to a head.
    head_end: u32,
    /// Where the comments and the `=` begin that stand before the next part; those before the body are none of the signature.
    between: Option<u32>,
    body: Option<Span>,
}

/// Lowers a definition.
pub(super) fn define(walk: &mut Walk<'_, '_>, shape: &'static Define) -> ExprId {
    let span = walk.extent();
    let place = walk.build.place();
    let is_callable = shape.scope == Some(ScopeKind::Function);
    let meter = is_callable.then(|| std::mem::take(&mut walk.build.meter));
    if is_callable {
        walk.build.shapes.returns.push(Vec::new());
    }
    let is_member = matches!(owner_kind(walk, walk.build.owner), Some(kind) if holds_members(kind));
    let mut documented = (shape.style.documented)(walk, span.start);
    let mut open = Open {
        id: None,
        kind: shape.member.filter(|_| is_member).unwrap_or(shape.kind),
        is_added: false,
        around: place.scope(),
        scope: None,
        result: None,
        value: ExprId::UNKNOWN,
        bases: Vec::new(),
        parameters: List::default(),
        type_parameters: documented.type_parameters,
        documented: std::mem::take(&mut documented.parameters),
        head: Head::default(),
        end: span.end,
        head_end: span.start,
        between: None,
        body: None,
    };
    if shape.result_first && walk.node().child_by_field_name("type_parameters").is_some() {
        walk.build.open_scope(ScopeKind::Generics, span);
    }
    let is_type = shape.scope == Some(ScopeKind::Type);
    if is_type {
        walk.build.shapes.open_bases();
    }
    // What a definition inside gives is nothing of this one.
    let outer = std::mem::replace(&mut walk.build.shapes.result, ExprId::UNKNOWN);
    parts(walk, shape.inside, &mut |walk, part| visit(walk, shape, &mut open, (part, span)));
    walk.build.shapes.result = outer;
    if is_type {
        // What is mixed in comes before what is extended.
        let mut all = walk.build.shapes.close_bases();
        all.append(&mut open.bases);
        open.bases = all;
    }
    let inner = meter.map(|outer| std::mem::replace(&mut walk.build.meter, outer));
    let mut returns =
        if is_callable { walk.build.shapes.returns.pop().unwrap_or_default() } else { Vec::new() };
    if shape.style.gives_body && open.body.is_some() {
        returns.push(open.value);
    }
    walk.build.restore(place);
    let Some(id) = open.id else { return ExprId::UNKNOWN };
    let value = match open.result {
        Some(result) if !result.is_unknown() => walk.build.instance(result),
        _ if !documented.result.is_unknown() => walk.build.instance(documented.result),
        Some(_) => ExprId::UNKNOWN,
        None if open.kind == SymbolKind::Constructor => this_of(walk, id),
        None if shape.style.returns && is_callable => union_of_returned(walk, &returns),
        None => open.value,
    };
    // What has no body is all head, whatever stands behind its parameters.
    if open.body.is_none() && !matches!(shape.body, At::None) {
        open.end = open.head_end.min(span.end);
    }
    if shape.abstract_without_body && is_callable && open.body.is_none() && holds_abstract(walk, id) {
        open.head.flags.add(Flags::ABSTRACT);
    }
    let mut said = open.head.said(walk, shape.style, span);
    open.head.finish(walk, shape.style, id, (&mut said, open.end));
    let bases = walk.build.list(&open.bases);
    let lines =
        open.body.map(|body| walk.build.text(body).bytes().filter(|b| *b == b'\n').count() as u32 + 1);
    let definition = walk.build.definition(id);
    definition.value = value;
    definition.bases = bases;
    definition.body = open.scope;
    definition.parameters = open.parameters;
    definition.type_parameters = open.type_parameters;
    definition.metrics = lines.zip(inner).map(|(lines, inner)| Metrics {
        cyclomatic: inner.branches + 1,
        cognitive: inner.cognitive,
        nesting: inner.deepest,
        parameters: open.parameters.len,
        lines,
    });
    (shape.then)(walk, id);
    ExprId::UNKNOWN
}

/// Tokens that end a definition without a body and are no part of its head.
const ENDS: &[&str] = &[",", ";", "=", "end", "{", "}"];

/// True for what has members of its own.
fn holds_members(kind: SymbolKind) -> bool {
    kind.is_type() || kind == SymbolKind::Module || kind == SymbolKind::Variant
}

/// May a definition be without a body there, so that others must give it one?
fn holds_abstract(walk: &mut Walk<'_, '_>, id: DefId) -> bool {
    let definition = walk.build.definition(id);
    let (kind, owner) = (definition.kind, definition.owner);
    kind == SymbolKind::Method && owner_kind(walk, owner).is_some_and(SymbolKind::is_type)
}

fn this_of(walk: &mut Walk<'_, '_>, id: DefId) -> ExprId {
    let scope = walk.build.definition(id).scope;
    match walk.build.facts.scopes[scope.index()].kind {
        ScopeKind::Type => walk.build.expression(Expression::SelfInstance(scope)),
        _ => ExprId::UNKNOWN,
    }
}

fn visit(
    walk: &mut Walk<'_, '_>,
    shape: &'static Define,
    open: &mut Open,
    (part, span): (Part, Span),
) -> Visited {
    let style = shape.style;
    if walk.node().is_extra() || walk.kind() == "=" {
        open.between.get_or_insert(walk.span().start);
        return Visited::Left;
    }
    let between = open.between.take();
    if !ENDS.contains(&walk.kind()) {
        open.head_end = walk.extent().end;
    }
    if open.id.is_none() {
        if let Some((_, kind)) = shape.by_word.iter().find(|(word, _)| *word == walk.kind()) {
            open.kind = *kind;
        }
        if part.is(walk, shape.of) && walk.is_named() {
            let scope = (shape.bound_in)(walk);
            let of = walk.lower_as(Role::Read);
            match scope {
                Some(scope) => {
                    walk.build.owner = walk.build.facts.scopes[scope.index()].owner;
                    open.around = scope;
                }
                None => {
                    extend(walk, of, span);
                    open.around = walk.build.scope;
                }
            }
            open.is_added = true;
            open.kind = shape.member.unwrap_or(open.kind);
            return Visited::Taken;
        }
        let names = part.is(walk, shape.name);
        let is_symbol = || shape.symbols && walk.count_identifiers() == 0;
        if names && (walk.is_identifier() || is_symbol()) {
            if !open.is_added
                && let Some(scope) = (shape.bound_in)(walk)
            {
                open.around = scope;
            }
            name(walk, shape, open);
            return Visited::Taken;
        }
    }
    if part.is(walk, shape.type_parameters) {
        if !shape.result_first {
            walk.build.open_scope(ScopeKind::Generics, span);
        }
        open.type_parameters = read_type_parameters(walk, style);
    } else if part.is(walk, shape.parameters) && may_go_on(walk, open) {
        open.end = walk.span().end;
        scope(walk, shape, open, span);
        walk.build.shapes.documented = std::mem::take(&mut open.documented);
        let more = read_parameters(walk, style);
        // Several lists of them, or each a part of its own.
        open.parameters = match open.parameters {
            List { len: 0, .. } => more,
            List { start, len } => List { start, len: len + more.len },
        };
        walk.build.shapes.documented = FxHashMap::default();
    } else if part.is(walk, shape.bases) {
        bases(walk, style, &mut open.bases);
    } else if open.result.is_none() && part.is(walk, shape.result) {
        open.end = open.end.min(span.end).max(walk.span().end);
        if shape.named_results {
            scope(walk, shape, open, span);
        }
        let result = walk.lower_as(Role::Type);
        open.result = Some(result);
        walk.build.shapes.result = result;
    } else if part.is(walk, shape.body) {
        body(walk, shape, open, (span, between));
    } else if part.is(walk, shape.value) {
        let role = if open.kind == SymbolKind::TypeAlias { Role::Type } else { Role::Read };
        walk.build.shapes.expected = open.result.map(|result| (walk.node().id(), result));
        open.value = walk.lower_as(role);
    } else if open.head.takes(walk, style) {
        if let Some((_, kind)) = shape.by_word.iter().find(|(word, _)| open.head.has_any(&[*word])) {
            open.kind = *kind;
        }
    } else {
        return Visited::Left;
    }
    Visited::Taken
}

/// True where parameters that follow are added right behind those that were read.
fn may_go_on(walk: &Walk<'_, '_>, open: &Open) -> bool {
    let List { start, len } = open.parameters;
    len == 0 || (start + len) as usize == walk.build.facts.parameters.len()
}

/// The current token is all of a definition.
pub(super) fn token(walk: &mut Walk<'_, '_>, shape: &'static Token) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    let place = walk.build.place();
    let id = walk.build.define(span, shape.kind, shape.namespace);
    walk.build.owner = Owner::Definition(id);
    let head = Head::default();
    let mut said = head.said(walk, shape.style, span);
    head.finish(walk, shape.style, id, (&mut said, span.end));
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// The current token names the definition.
fn name(walk: &mut Walk<'_, '_>, shape: &'static Define, open: &mut Open) {
    // A constructor is named through its type.
    let namespace = if open.kind == SymbolKind::Constructor { Namespace::MEMBER } else { shape.namespace };
    let (span, scope) = (walk.span(), open.around);
    walk.build.tally.definitions += u32::from(walk.is_identifier());
    let name = walk.build.name(span);
    let id = walk.build.define_as(name, span, open.kind, scope, namespace);
    if namespace.meets(Namespace::VALUE) {
        walk.build.shapes.introduce(scope, name);
    }
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
    if open.kind.is_callable() && matches!(shape.parameters, At::None) {
        open.end = walk.span().end;
    }
    open.id = Some(id);
    let inherited = walk.build.inherited;
    walk.build.definition(id).flags.add(inherited);
}

/// The scope of the definition, opened where it is not yet.
fn scope(walk: &mut Walk<'_, '_>, shape: &'static Define, open: &mut Open, span: Span) {
    match (open.scope, shape.scope) {
        (Some(scope), _) => walk.build.scope = scope,
        (None, Some(kind)) => {
            open.scope = Some(walk.build.open_scope(kind, span));
            (shape.opened)(walk);
        }
        (None, None) => {}
    }
    // What members declare finds the kind of their owner, but not yet its body.
    if let Some(id) = open.id {
        walk.build.definition(id).body = open.scope;
    }
}

/// `between` is where the comments and the `=` begin that stand right before it.
fn body(
    walk: &mut Walk<'_, '_>,
    shape: &'static Define,
    open: &mut Open,
    (span, between): (Span, Option<u32>),
) {
    if open.body.is_none() {
        open.end = between.unwrap_or(walk.span().start);
        open.body = Some(walk.extent());
    }
    let place = walk.build.place();
    scope(walk, shape, open, span);
    walk.build.role = Role::Read;
    open.value = walk.lower();
    walk.build.restore(place);
}

/// What the current node lists as bases.
fn bases(walk: &mut Walk<'_, '_>, style: &'static Style, found: &mut Vec<ExprId>) {
    if style.types.contains(&walk.kind()) {
        let base = walk.lower_as(Role::Inherit);
        if !base.is_unknown() {
            found.push(base);
        }
        return;
    }
    if !style.bases.contains(&walk.kind()) || walk.too_deep() {
        walk.other();
        return;
    }
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| bases(walk, style, found));
        ExprId::UNKNOWN
    });
}

/// A block that adds members to the type that it names.
pub(super) fn extension(walk: &mut Walk<'_, '_>, of: At, body: At) -> ExprId {
    let (span, place) = (walk.extent(), walk.build.place());
    let mut found = false;
    parts(walk, &[], &mut |walk, part| {
        if !found && part.is(walk, of) && walk.is_named() {
            found = true;
            let of = walk.lower_as(Role::Type);
            extend(walk, of, span);
        } else if part.is(walk, body) {
            let outer = std::mem::replace(&mut walk.build.role, Role::Read);
            walk.lower();
            walk.build.role = outer;
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// What is defined next is added to the type or value `of`.
pub(crate) fn extend(walk: &mut Walk<'_, '_>, of: ExprId, span: Span) {
    let owner = walk.build.owner;
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let id = ExtensionId(walk.build.facts.extensions.len() as u32);
    let (parent, bindings) = (Some(walk.build.scope), List::default());
    let (kind, here) = (ScopeKind::Extension, Owner::Extension(id));
    walk.build.facts.scopes.push(Scope { kind, parent, owner: here, span, bindings });
    let (implements, type_parameters) = (None, List::default());
    let type_name = last_name(walk, of);
    walk.build.facts.extensions.push(Extension {
        scope,
        of,
        type_name,
        implements,
        type_parameters,
        span,
        owner,
    });
    walk.build.owner = here;
    walk.build.scope = scope;
}

//! Definitions that hooks make where a grammar has no node for them, and patterns that bind names.

use super::{Style, comment_before};
use crate::build::{Meter, Place};
use crate::walk::Walk;
use indexer_core::{
    DefId, ExprId, Metrics, Name, Namespace, Owner, Parameter, ParameterKind, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};

/// What a hook says of a definition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Declared {
    /// Its name as people know it.
    pub(crate) name: Name,
    /// The name that it is bound to, where that says more (the number of arguments).
    pub(crate) bound: Name,
    /// The name spaces of its name.
    pub(crate) namespace: Namespace,
    /// The scope that binds its name.
    pub(crate) within: ScopeId,
    /// Where its name stands.
    pub(crate) token: Span,
    /// What it is.
    pub(crate) kind: SymbolKind,
    /// Who may name it.
    pub(crate) visibility: Visibility,
    /// All of it.
    pub(crate) whole: Span,
    /// Where its signature ends.
    pub(crate) end: u32,
    /// The scope that it opens.
    pub(crate) scope: Option<ScopeKind>,
    /// What comments look like.
    pub(crate) style: &'static Style,
}

/// A definition while what stands in it is walked.
pub(crate) struct Opened {
    /// The definition.
    pub(crate) id: DefId,
    place: Place,
    meter: Option<Meter>,
}

/// Adds a definition; what is walked until [`close`] belongs to it. Its token is the caller's to count.
pub(crate) fn open(walk: &mut Walk<'_, '_>, of: &Declared) -> Opened {
    let place = walk.build.place();
    let outer = walk.build.scope;
    walk.build.scope = of.within;
    let id = walk.build.define_as(of.bound, of.token, of.kind, of.within, of.namespace);
    walk.build.scope = outer;
    let comment = comment_before(walk.build.source, of.style, of.whole.start as usize);
    let end = of.end.max(of.token.end).min(of.whole.end.max(of.token.end));
    let signature = crate::text::folded(walk.build.text(Span::new(of.whole.start, end)).trim_end());
    let (start, doc) = comment.map_or((of.whole.start, None), |(start, doc)| (start, Some(doc)));
    let inherited = walk.build.inherited;
    let definition = walk.build.definition(id);
    definition.name = of.name;
    definition.visibility = of.visibility;
    definition.flags.add(inherited);
    definition.span = Span::new(start, of.whole.end);
    definition.signature = signature;
    definition.doc = doc;
    let meter = match of.scope {
        Some(kind) => enter(walk, id, kind, of.whole),
        None => None,
    };
    Opened { id, place, meter }
}

/// What is walked until [`close`] goes on with a definition: a further clause of a function.
pub(crate) fn go_on(walk: &mut Walk<'_, '_>, id: DefId, kind: ScopeKind) -> Opened {
    let place = walk.build.place();
    let body = walk.build.definition(id).body;
    let whole = walk.span();
    let meter = enter(walk, id, kind, whole);
    walk.build.definition(id).body = body;
    Opened { id, place, meter }
}

fn enter(walk: &mut Walk<'_, '_>, id: DefId, kind: ScopeKind, whole: Span) -> Option<Meter> {
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
    let scope = walk.build.open_scope(kind, whole);
    walk.build.definition(id).body = Some(scope);
    (kind == ScopeKind::Function).then(|| std::mem::take(&mut walk.build.meter))
}

/// Leaves a definition; that of a function gets its complexity, to which each of its clauses adds.
pub(crate) fn close(walk: &mut Walk<'_, '_>, of: Opened) {
    let Opened { id, place, meter } = of;
    if let Some(outer) = meter {
        let inner = std::mem::replace(&mut walk.build.meter, outer);
        let lines = walk.text().bytes().filter(|byte| *byte == b'\n').count() as u32 + 1;
        let definition = walk.build.definition(id);
        let parameters = definition.parameters.len;
        definition.metrics = Some(match definition.metrics {
            None => Metrics {
                cyclomatic: inner.branches + 1,
                cognitive: inner.cognitive,
                nesting: inner.deepest,
                parameters,
                lines,
            },
            Some(before) => Metrics {
                cyclomatic: before.cyclomatic + inner.branches + 1,
                cognitive: before.cognitive + inner.cognitive,
                nesting: before.nesting.max(inner.deepest),
                parameters,
                lines: before.lines + lines,
            },
        });
    }
    walk.build.restore(place);
}

/// A definition without anything of its own to walk.
pub(crate) fn declare(walk: &mut Walk<'_, '_>, of: &Declared) -> DefId {
    let opened = open(walk, of);
    let id = opened.id;
    close(walk, opened);
    id
}

/// Fills in the parameters of a definition, one for each of these places: by them numbers of arguments are told apart.
pub(crate) fn parameters(walk: &mut Walk<'_, '_>, id: DefId, places: &[Span]) {
    let mut items = Vec::with_capacity(places.len());
    for (index, span) in places.iter().enumerate() {
        let text = walk.build.text(*span);
        let is_name = text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '\'' | '$' | '@' | '%' | '-' | '?' | '!'));
        let name = match is_name && !text.is_empty() {
            true => walk.build.name(*span),
            false => walk.build.names.made(&index.to_string()),
        };
        let (annotation, default) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
        items.push(Parameter { name, name_span: *span, kind: ParameterKind::Plain, annotation, default });
    }
    let run = walk.build.parameters(items);
    walk.build.definition(id).parameters = run;
}

/// Takes the current identifier as a name that a pattern binds, in all of the current scope behind `from`.
pub(crate) fn bind_here(walk: &mut Walk<'_, '_>, namespace: Namespace, from: u32) {
    let token = walk.local();
    let (name, scope) = (walk.build.name(token), walk.build.scope);
    walk.build.shapes.introduce(scope, name);
    walk.build.bind_local(scope, name, namespace, from, ExprId::UNKNOWN);
}

/// Lowers what `inside` walks as a pattern: names in it are bound from the byte `from` on.
pub(crate) fn as_pattern<'t, 'a, T>(
    walk: &mut Walk<'t, 'a>,
    from: u32,
    inside: impl FnOnce(&mut Walk<'t, 'a>) -> T,
) -> T {
    in_mode(walk, Some(from), inside)
}

/// Lowers what `inside` walks as values, also in a pattern.
pub(crate) fn as_value<'t, 'a, T>(walk: &mut Walk<'t, 'a>, inside: impl FnOnce(&mut Walk<'t, 'a>) -> T) -> T {
    in_mode(walk, None, inside)
}

fn in_mode<'t, 'a, T>(
    walk: &mut Walk<'t, 'a>,
    mode: Option<u32>,
    inside: impl FnOnce(&mut Walk<'t, 'a>) -> T,
) -> T {
    let before = std::mem::replace(&mut walk.build.shapes.binding, mode);
    let value = inside(walk);
    walk.build.shapes.binding = before;
    value
}

/// The current token names a definition that was made already: it is counted, and nothing more. False for others.
pub(crate) fn is_taken(walk: &mut Walk<'_, '_>) -> bool {
    let start = walk.span().start;
    let is_one = walk.build.shapes.taken.remove(&start);
    if is_one {
        walk.build.tally.definitions += 1;
    }
    is_one
}

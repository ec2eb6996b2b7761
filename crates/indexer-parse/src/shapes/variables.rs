//! Variables: fields, variables of modules, locals.

use super::head::Head;
use super::locate::{Part, Visited, parts};
use super::patterns::{Element, Pattern};
use super::state::Kept;
use super::{Assign, Binds, Variables};
use crate::walk::{Walk, span_of};
use indexer_core::names::NamesBuilder;
use indexer_core::{
    DefId, ExprId, Expression, FileFacts, Name, Namespace, Owner, Role, ScopeId, ScopeKind, SymbolKind,
};

/// A name that a declaration introduces.
struct Introduced {
    id: Option<DefId>,
    name: Name,
    /// Where its part of the declaration ends.
    end: u32,
    /// Where its signature ends.
    named: u32,
    value: ExprId,
}

/// Lowers a declaration of variables.
pub(super) fn variables(walk: &mut Walk<'_, '_>, shape: &'static Variables) -> ExprId {
    let span = walk.extent();
    let place = walk.build.place();
    let (mut head, mut declared, mut value) = (Head::default(), ExprId::UNKNOWN, None);
    let documented = (shape.style.documented)(walk, span.start).of;
    walk.build.restore(place);
    let mut found: Vec<Introduced> = Vec::new();
    let mut annotation = ExprId::UNKNOWN;
    parts(walk, shape.inside, &mut |walk, part| {
        if shape.each.contains(&walk.kind()) {
            let end = walk.extent().end;
            let first = found.len();
            let (mut own, mut type_of_own) = (None, ExprId::UNKNOWN);
            walk.lower_with(|walk| {
                parts(walk, shape.inside, &mut |walk, part| {
                    let taken = introduce(walk, shape, (part, &head), (&mut found, &mut type_of_own));
                    if taken {
                        return Visited::Taken;
                    }
                    if part.is(walk, shape.value) {
                        walk.build.shapes.expected = Some((walk.node().id(), annotation));
                        own = Some(walk.lower_as(Role::Read));
                        return Visited::Taken;
                    }
                    Visited::Left
                });
                ExprId::UNKNOWN
            });
            walk.build.restore(place);
            // One that has no type of its own has that of the declaration.
            let said = if type_of_own.is_unknown() { declared } else { type_of_own };
            for one in &mut found[first..] {
                one.end = end;
                one.value = if said.is_unknown() { own.unwrap_or(said) } else { said };
            }
            return Visited::Taken;
        }
        if shape.each.is_empty() && introduce(walk, shape, (part, &head), (&mut found, &mut declared)) {
            return Visited::Taken;
        }
        if part.is(walk, shape.annotation) {
            annotation = walk.lower_as(Role::Type);
            declared = walk.build.instance(annotation);
        } else if part.is(walk, shape.value) {
            value = Some(walk.lower_as(Role::Read));
        } else if !head.takes(walk, shape.style) {
            return Visited::Left;
        }
        Visited::Taken
    });
    walk.build.restore(place);
    if declared.is_unknown() && !documented.is_unknown() {
        declared = walk.build.instance(documented);
        found.iter_mut().for_each(|one| one.value = declared);
        value = None;
    }
    // Of several names, nothing says which part of the value each is.
    let value = value.map(|value| if found.len() == 1 { value } else { ExprId::UNKNOWN });
    let mut said = None;
    for mut one in found {
        // It is what it is declared to be, whatever it is given.
        if one.value.is_unknown() {
            one.value = declared;
        }
        if let Some(value) = value {
            one.end = span.end;
            if one.value.is_unknown() {
                one.value = value;
            }
        }
        walk.build.shapes.bound.insert((walk.build.scope, one.name));
        match one.id {
            Some(id) => {
                let said = said.get_or_insert_with(|| head.said(walk, shape.style, span));
                head.finish(walk, shape.style, id, (said, one.named));
                let scope = walk.build.scope;
                define_given(walk, (scope, one.name), id, one.value);
            }
            None => {
                let scope = walk.build.scope;
                bind_given(walk, (scope, one.name), (shape.namespace, one.end), one.value);
            }
        }
    }
    ExprId::UNKNOWN
}

/// Takes the current node where it is a name that is introduced, or its type within its own part.
fn introduce(
    walk: &mut Walk<'_, '_>,
    shape: &'static Variables,
    (part, head): (Part, &Head),
    (found, declared): (&mut Vec<Introduced>, &mut ExprId),
) -> bool {
    if part.is(walk, shape.annotation) && !shape.each.is_empty() && declared.is_unknown() {
        let annotation = walk.lower_as(Role::Type);
        *declared = walk.build.instance(annotation);
        return true;
    }
    if !part.is(walk, shape.name) || !walk.is_identifier() {
        return false;
    }
    let span = walk.span();
    let name = walk.build.name(span);
    let id = match standing(walk) {
        Stands::Function => {
            walk.local();
            None
        }
        stands => {
            let kind = match stands {
                _ if head.has_any(shape.constant) => SymbolKind::Constant,
                Stands::Type => shape.member,
                _ => shape.kind,
            };
            let id = walk.build.define(span, kind, shape.namespace);
            let inherited = walk.build.inherited;
            walk.build.definition(id).flags.add(inherited);
            walk.build.owner = Owner::Definition(id);
            walk.build.enclosing = Some(id);
            Some(id)
        }
    };
    found.push(Introduced { id, name, end: span.end, named: span.end, value: ExprId::UNKNOWN });
    true
}

/// Where something is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stands {
    Function,
    Type,
    Module,
}

fn standing(walk: &Walk<'_, '_>) -> Stands {
    let scopes = &walk.build.facts.scopes;
    let mut current = Some(walk.build.scope);
    while let Some(id) = current {
        match scopes[id.index()].kind {
            ScopeKind::Function | ScopeKind::Lambda | ScopeKind::Block => return Stands::Function,
            ScopeKind::Type | ScopeKind::Extension => return Stands::Type,
            ScopeKind::File | ScopeKind::Module => return Stands::Module,
            ScopeKind::Generics => current = scopes[id.index()].parent,
        }
    }
    Stands::Module
}

/// Lowers an assignment.
pub(super) fn assign(walk: &mut Walk<'_, '_>, shape: &'static Assign) -> ExprId {
    let span = walk.span();
    let mut names: Vec<(Name, Target, ScopeId)> = Vec::new();
    let (mut value, mut computes) = (ExprId::UNKNOWN, false);
    let mut aliased = None;
    let (mut patterns, mut elements): (Vec<Pattern>, Vec<Option<Element>>) = (Vec::new(), Vec::new());
    parts(walk, shape.inside, &mut |walk, part| {
        let here = walk.span();
        patterns.retain(|one| here.start < one.span.end);
        if let Some(pattern) = patterns.last_mut()
            && !walk.is_named()
        {
            pattern.next(walk.text());
        }
        if shape.patterns.contains(&walk.kind()) {
            patterns.push(Pattern { span: here, index: 0, is_keyed: false });
        }
        if part.is(walk, shape.left) && walk.is_named() {
            if walk.is_identifier() && (shape.member)(walk) {
                // It is no variable.
            } else if walk.is_identifier() && shape.binds != Binds::Never {
                target(walk, shape, &mut names);
                elements.resize_with(names.len(), || Pattern::element(&patterns));
            } else if shape.inside.contains(&walk.kind()) {
                return Visited::Left;
            } else {
                let mark = walk.build.uses.mark();
                let target = walk.lower();
                walk.build.uses.retag(mark, target, Role::Write);
            }
        } else if part.is(walk, shape.right) && !is_list(walk, shape) {
            aliased = if shape.aliases { only_name(walk) } else { None };
            value = walk.lower();
        } else {
            computes |= is_computing(walk);
            return Visited::Left;
        }
        Visited::Taken
    });
    if computes || shape.aliases {
        value = ExprId::UNKNOWN;
    }
    let place = walk.build.place();
    let documented = (shape.style.documented)(walk, span.start).of;
    walk.build.restore(place);
    if !documented.is_unknown() {
        value = walk.build.instance(documented);
    }
    // Of several names, nothing says which part of the value each is.
    let given = if names.len() > 1 { ExprId::UNKNOWN } else { value };
    let (head, mut said) = (Head::default(), None);
    for (at, (name, target, scope)) in names.into_iter().enumerate() {
        let given = match elements.get(at).copied().flatten() {
            Some(element) if !value.is_unknown() => element.of(walk, value),
            Some(_) => ExprId::UNKNOWN,
            None => given,
        };
        match target {
            Target::Definition(id) => {
                let said = said.get_or_insert_with(|| head.said(walk, shape.style, span));
                head.finish(walk, shape.style, id, (said, span.end));
                define_given(walk, (scope, name), id, given);
            }
            Target::Local => bind_given(walk, (scope, name), (Namespace::VALUE, 0), given),
            Target::Known => give(walk, (scope, name), given),
        }
        if shape.aliases {
            forget(walk, (scope, name));
        }
    }
    if let Some(name) = aliased {
        let scope = bound_in(walk, name).or_else(|| function_scope(walk)).unwrap_or(ScopeId(0));
        forget(walk, (scope, name));
    }
    value
}

/// The only name of the current node.
fn only_name(walk: &mut Walk<'_, '_>) -> Option<Name> {
    let mut node = walk.node();
    while node.named_child_count() == 1 {
        node = node.named_child(0)?;
    }
    let is_name = crate::table::of(walk.build.language).is_identifier(node.kind_id())
        && node.start_byte() < node.end_byte();
    is_name.then(|| walk.build.name(span_of(node)))
}

/// Does the current node, which is seen through, hold what is assigned rather than being it?
fn is_list(walk: &Walk<'_, '_>, shape: &'static Assign) -> bool {
    shape.lists.contains(&walk.kind())
}

/// The operator of an assignment such as `+=`, whose value its right side is not.
pub(crate) fn is_computing(walk: &Walk<'_, '_>) -> bool {
    !walk.is_named()
        && walk.kind().len() > 1
        && walk.kind().ends_with('=')
        && !matches!(walk.kind(), "||=" | "??=" | "&&=")
}

/// What an assignment does to a name.
enum Target {
    Definition(DefId),
    Local,
    /// It gives one more value to what was bound before.
    Known,
}

/// So many values that one name is given are kept; of what is given more, nothing is known.
const MOST_GIVEN: usize = 8;
/// So many of them may be calls of the same.
const MOST_ALIKE: usize = 4;
/// Names of more parts are not compared.
const DEEPEST_NAME: usize = 8;

/// A definition is given its first value.
pub(crate) fn define_given(walk: &mut Walk<'_, '_>, of: (ScopeId, Name), id: DefId, value: ExprId) {
    walk.build.definition(id).value = value;
    walk.build.shapes.given.insert(of, (Kept::Definition(id), vec![value]));
}

/// A local is bound with its first value.
pub(crate) fn bind_given(
    walk: &mut Walk<'_, '_>,
    of: (ScopeId, Name),
    (namespace, from): (Namespace, u32),
    value: ExprId,
) {
    let index = walk.build.facts.bindings.len();
    walk.build.bind_local(of.0, of.1, namespace, from, value);
    walk.build.shapes.given.insert(of, (Kept::Binding(index), vec![value]));
}

/// What was bound before is given one more value: it may be any of them.
pub(crate) fn give(walk: &mut Walk<'_, '_>, of: (ScopeId, Name), value: ExprId) {
    let build = &mut *walk.build;
    let texts = (&build.facts, &build.names);
    let Some((kept, values)) = build.shapes.given.get_mut(&of) else {
        // A parameter or function: what else it may be is bound beside it.
        bind_given(walk, of, (Namespace::VALUE, 0), value);
        return;
    };
    let kept = *kept;
    // A few are kept apart, since what they are given may tell them apart.
    let is_known = |one: &ExprId| *one == value;
    let is_alike = |one: &ExprId| are_made_alike(texts, *one, value);
    let many = values.len() >= MOST_ALIKE;
    if values.len() > MOST_GIVEN || values.iter().any(is_known) || many && values.iter().any(is_alike) {
        return;
    }
    values.push(value);
    let is_known = values.len() <= MOST_GIVEN && values.iter().any(|value| !value.is_unknown());
    let values = if is_known { values.clone() } else { Vec::new() };
    let value = walk.build.union(&values);
    match kept {
        Kept::Definition(id) => walk.build.definition(id).value = value,
        Kept::Binding(index) => walk.build.facts.bindings[index].value = value,
    }
}

/// True for calls of what the same words name: `new A(1)` and `new A(2)`, `A.of(b)` and `A.of(c)`.
fn are_made_alike(texts: (&FileFacts, &NamesBuilder<'_>), one: ExprId, other: ExprId) -> bool {
    match (texts.0.expression(one), texts.0.expression(other)) {
        (Expression::Call { of, .. }, Expression::Call { of: other, .. }) => {
            is_same_type(texts, of, other, 0)
        }
        _ => false,
    }
}

/// True for the same words that name a type, by its capital, or a member of one.
fn is_same_type(texts: (&FileFacts, &NamesBuilder<'_>), one: ExprId, other: ExprId, depth: usize) -> bool {
    if depth > DEEPEST_NAME {
        return false;
    }
    let (facts, names) = texts;
    match (facts.expression(one), facts.expression(other)) {
        (Expression::Name { name, .. }, Expression::Name { name: other, .. }) => {
            name == other && names.get(name).starts_with(char::is_uppercase)
        }
        (Expression::Member { of, name, .. }, Expression::Member { of: others, name: other, .. }) => {
            name == other && is_same_type(texts, of, others, depth + 1)
        }
        (Expression::Apply { of, arguments }, Expression::Apply { of: others, arguments: other }) => {
            arguments.len == 0 && other.len == 0 && is_same_type(texts, of, others, depth + 1)
        }
        _ => false,
    }
}

/// Nothing is known of what a name is given, before and behind this place.
fn forget(walk: &mut Walk<'_, '_>, of: (ScopeId, Name)) {
    give(walk, of, ExprId::UNKNOWN);
    if let Some((kept, values)) = walk.build.shapes.given.get_mut(&of) {
        values.resize(MOST_GIVEN + 1, ExprId::UNKNOWN);
        match *kept {
            Kept::Definition(id) => walk.build.definition(id).value = ExprId::UNKNOWN,
            Kept::Binding(index) => walk.build.facts.bindings[index].value = ExprId::UNKNOWN,
        }
    }
}

/// What a name was given so far, where it is a local.
pub(super) fn given_to(walk: &Walk<'_, '_>, of: (ScopeId, Name)) -> Option<Vec<ExprId>> {
    let (kept, values) = walk.build.shapes.given.get(&of)?;
    matches!(kept, Kept::Binding(_)).then(|| values.clone())
}

/// Binds a local as what it was given before a part of the text and in it, behind that part.
pub(super) fn bind_joined(
    walk: &mut Walk<'_, '_>,
    of: (ScopeId, Name),
    from: u32,
    mut values: Vec<ExprId>,
    last: ExprId,
) {
    if !values.contains(&last) {
        values.push(last);
    }
    let is_known = values.len() <= MOST_GIVEN && values.iter().any(|value| !value.is_unknown());
    let value = if is_known { walk.build.union(&values) } else { ExprId::UNKNOWN };
    bind_given(walk, of, (Namespace::VALUE, from), value);
    if let Some((_, kept)) = walk.build.shapes.given.get_mut(&of) {
        *kept = values;
    }
}

/// The current identifier is assigned to.
fn target(walk: &mut Walk<'_, '_>, shape: &'static Assign, names: &mut Vec<(Name, Target, ScopeId)>) {
    let span = walk.span();
    let name = walk.build.name(span);
    let function = function_scope(walk);
    let scope = function.unwrap_or(ScopeId(0));
    let introduces = match shape.binds {
        Binds::Never => false,
        Binds::Locals => true,
        Binds::Variables => function.is_none(),
    };
    let known = bound_in(walk, name);
    if known.is_none() && introduces {
        walk.build.shapes.bound.insert((scope, name));
    }
    if let Some(scope) = known {
        names.push((name, Target::Known, scope));
    }
    if !introduces || known.is_some() {
        walk.with_role(Role::Write, |walk| walk.build.use_name(span, Namespace::VALUE));
    } else if shape.binds == Binds::Variables {
        walk.build.tally.definitions += 1;
        let id = walk.build.define_as(name, span, SymbolKind::Variable, scope, Namespace::VALUE);
        names.push((name, Target::Definition(id), scope));
    } else {
        walk.local();
        names.push((name, Target::Local, scope));
    }
}

/// The scope of the innermost function, or function without a name, around; `None` outside of functions.
pub(crate) fn function_scope(walk: &Walk<'_, '_>) -> Option<ScopeId> {
    let scopes = &walk.build.facts.scopes;
    let mut current = Some(walk.build.scope);
    while let Some(id) = current {
        match scopes[id.index()].kind {
            ScopeKind::Function | ScopeKind::Lambda => return Some(id),
            ScopeKind::Type | ScopeKind::Extension | ScopeKind::Module => return Some(id),
            _ => current = scopes[id.index()].parent,
        }
    }
    None
}

/// Did an assignment, parameter or pattern in a scope around bind the name, so that this one writes it?
pub(crate) fn is_bound(walk: &Walk<'_, '_>, name: Name) -> bool {
    bound_in(walk, name).is_some()
}

/// The innermost scope around in which an assignment, parameter or pattern bound the name.
pub(crate) fn bound_in(walk: &Walk<'_, '_>, name: Name) -> Option<ScopeId> {
    let scopes = &walk.build.facts.scopes;
    let mut current = Some(walk.build.scope);
    while let Some(id) = current {
        indexer_core::work::add(1);
        if walk.build.shapes.bound.contains(&(id, name)) {
            return Some(id);
        }
        let scope = &scopes[id.index()];
        if scope.kind == ScopeKind::Function && !walk.build.language.functions_see_locals {
            return None;
        }
        current = scope.parent;
    }
    None
}

/// Binds every identifier below the current node as a local with this value, from the byte `from` on.
pub(super) fn bind_names(walk: &mut Walk<'_, '_>, value: ExprId, from: u32) {
    let mut found = Vec::new();
    names(walk, &mut found);
    for (name, at) in found {
        let scope = walk.build.scope;
        bind_given(walk, (scope, name), (Namespace::VALUE, at.max(from)), value);
    }
}

/// Takes every identifier below the current node as a local, with the byte at which it ends.
pub(super) fn names(walk: &mut Walk<'_, '_>, found: &mut Vec<(Name, u32)>) {
    if walk.is_identifier() {
        let span = walk.local();
        let name = walk.build.name(span);
        walk.build.shapes.bound.insert((walk.build.scope, name));
        found.push((name, span.end));
        return;
    }
    if !walk.is_named() || walk.too_deep() {
        walk.other();
        return;
    }
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| names(walk, found));
        ExprId::UNKNOWN
    });
}

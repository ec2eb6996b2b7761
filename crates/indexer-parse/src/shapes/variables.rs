//! Variables: fields, variables of modules, locals.

use super::head::Head;
use super::locate::{Part, Visited, parts};
use super::{Assign, Binds, Variables};
use crate::walk::Walk;
use indexer_core::{DefId, ExprId, Name, Namespace, Owner, Role, ScopeId, ScopeKind, SymbolKind};

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
    let span = walk.span();
    let place = walk.build.place();
    let (mut head, mut declared, mut value) = (Head::default(), ExprId::UNKNOWN, None);
    let mut found: Vec<Introduced> = Vec::new();
    parts(walk, shape.inside, &mut |walk, part| {
        if shape.each.contains(&walk.kind()) {
            let end = walk.span().end;
            let first = found.len();
            let mut own = None;
            walk.lower_with(|walk| {
                parts(walk, shape.inside, &mut |walk, part| {
                    let taken = introduce(walk, shape, (part, &head), (&mut found, &mut declared));
                    if taken {
                        return Visited::Taken;
                    }
                    if part.is(walk, shape.value) {
                        own = Some(walk.lower_as(Role::Read));
                        return Visited::Taken;
                    }
                    Visited::Left
                });
                ExprId::UNKNOWN
            });
            walk.build.restore(place);
            for one in &mut found[first..] {
                one.end = end;
                one.value = if declared.is_unknown() { own.unwrap_or(declared) } else { declared };
            }
            return Visited::Taken;
        }
        if shape.each.is_empty() && introduce(walk, shape, (part, &head), (&mut found, &mut declared)) {
            return Visited::Taken;
        }
        if part.is(walk, shape.annotation) {
            let annotation = walk.lower_as(Role::Type);
            declared = walk.build.instance(annotation);
        } else if part.is(walk, shape.value) {
            value = Some(walk.lower_as(Role::Read));
        } else if !head.takes(walk, shape.style) {
            return Visited::Left;
        }
        Visited::Taken
    });
    walk.build.restore(place);
    // Of several names, nothing says which part of the value each is.
    let value = value.map(|value| if found.len() == 1 { value } else { ExprId::UNKNOWN });
    let mut said = None;
    for mut one in found {
        if let Some(value) = value.filter(|_| one.value.is_unknown()) {
            one.value = value;
            one.end = span.end;
        }
        if one.value.is_unknown() {
            one.value = declared;
        }
        walk.build.shapes.bound.insert((walk.build.scope, one.name));
        match one.id {
            Some(id) => {
                let said = said.get_or_insert_with(|| head.said(walk, shape.style, span));
                head.finish(walk, shape.style, id, (said, one.named));
                walk.build.definition(id).value = one.value;
            }
            None => {
                let scope = walk.build.scope;
                walk.build.bind_local(scope, one.name, shape.namespace, one.end, one.value);
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
    if part.is(walk, shape.annotation) && !shape.each.is_empty() && !found.is_empty() && declared.is_unknown()
    {
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
    let mut names: Vec<(Name, Option<DefId>, ScopeId)> = Vec::new();
    let mut value = ExprId::UNKNOWN;
    parts(walk, shape.inside, &mut |walk, part| {
        if part.is(walk, shape.left) && walk.is_named() {
            if walk.is_identifier() && shape.binds != Binds::Never {
                target(walk, shape, &mut names);
            } else if shape.inside.contains(&walk.kind()) {
                return Visited::Left;
            } else {
                let mark = walk.build.uses.mark();
                let target = walk.lower();
                walk.build.uses.retag(mark, target, Role::Write);
            }
        } else if part.is(walk, shape.right) && !shape.inside.contains(&walk.kind()) {
            value = walk.lower();
        } else {
            return Visited::Left;
        }
        Visited::Taken
    });
    // Of several names, nothing says which part of the value each is.
    let given = if names.len() > 1 { ExprId::UNKNOWN } else { value };
    let (head, mut said) = (Head::default(), None);
    for (name, id, scope) in names {
        match id {
            Some(id) => {
                let said = said.get_or_insert_with(|| head.said(walk, shape.style, span));
                head.finish(walk, shape.style, id, (said, span.end));
                walk.build.definition(id).value = given;
            }
            None => walk.build.bind_local(scope, name, Namespace::VALUE, 0, given),
        }
    }
    value
}

/// The current identifier is assigned to.
fn target(walk: &mut Walk<'_, '_>, shape: &'static Assign, names: &mut Vec<(Name, Option<DefId>, ScopeId)>) {
    let span = walk.span();
    let name = walk.build.name(span);
    let function = function_scope(walk);
    let scope = function.unwrap_or(ScopeId(0));
    let introduces = match shape.binds {
        Binds::Never => false,
        Binds::Locals => true,
        Binds::Variables => function.is_none(),
    };
    let known = is_bound(walk, name) || !walk.build.shapes.bound.insert((scope, name));
    if !introduces || known {
        walk.with_role(Role::Write, |walk| walk.build.use_name(span, Namespace::VALUE));
    } else if shape.binds == Binds::Variables {
        walk.build.tally.definitions += 1;
        let id = walk.build.define_as(name, span, SymbolKind::Variable, scope, Namespace::VALUE);
        names.push((name, Some(id), scope));
    } else {
        walk.local();
        names.push((name, None, scope));
    }
}

/// The scope of the innermost function, or function without a name, around; `None` outside of functions.
fn function_scope(walk: &Walk<'_, '_>) -> Option<ScopeId> {
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
pub(super) fn is_bound(walk: &Walk<'_, '_>, name: Name) -> bool {
    let scopes = &walk.build.facts.scopes;
    let mut current = Some(walk.build.scope);
    while let Some(id) = current {
        indexer_core::work::add(1);
        if walk.build.shapes.bound.contains(&(id, name)) {
            return true;
        }
        let scope = &scopes[id.index()];
        if scope.kind == ScopeKind::Function && !walk.build.language.functions_see_locals {
            return false;
        }
        current = scope.parent;
    }
    false
}

/// Binds every identifier below the current node as a local with this value, from the byte `from` on.
pub(super) fn bind_names(walk: &mut Walk<'_, '_>, value: ExprId, from: u32) {
    let mut found = Vec::new();
    names(walk, &mut found);
    for (name, at) in found {
        let scope = walk.build.scope;
        walk.build.bind_local(scope, name, Namespace::VALUE, at.max(from), value);
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
        walk.children(|walk, _| names(walk, found));
        ExprId::UNKNOWN
    });
}

//! Modules, signatures, and what brings their names in.

use super::binds::{LOCAL, MOST_OPENED, NEVER, OFFERED, What, open};
use super::hooks::in_scope;
use super::state::{Level, Ocaml};
use crate::shapes::declare::{self, is_taken};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, Binding, Bound, ExprId, Expression, ImportShape, Name, Role, ScopeId, ScopeKind, Span, SymbolKind,
};
use rustc_hash::FxHashSet;
use tree_sitter::Node;

/// Before names of types of modules.
pub(super) const MODULE_TYPE: &str = "module-type:";

/// So many names are read of a path.
const MOST_STEPS: usize = 32;

/// Of an import whose first name is not of the file: the rules of the language say where it leads.
const OUTER: u32 = 1;

/// The name of a module by itself: of the file, else of another one.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    let name = walk.build.name(span);
    let state = walk.build.remembered.of::<Ocaml>();
    if !state.modules.contains(&name) && !state.roots.contains_key(&name) {
        let id = walk.build.import(ImportShape::Effect, vec![name], ScopeId(0), span);
        walk.build.facts.imports[id.index()].level = OUTER;
        walk.build.bind(ScopeId(0), name, LOCAL, Bound::Import(id), ExprId::UNKNOWN);
        walk.build.remembered.of::<Ocaml>().roots.insert(name, id);
    }
    let role = if walk.build.role == Role::Type { Role::Read } else { walk.build.role };
    walk.with_role(role, |walk| walk.build.use_name(span, LOCAL))
}

/// `A.B`: a module of a module.
pub(super) fn path(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut value) = (None, ExprId::UNKNOWN);
    walk.each_child(|walk, _| match (walk.kind(), of) {
        ("module_path" | "extended_module_path", None) => of = Some(walk.lower()),
        ("module_name", Some(of)) if walk.is_identifier() => {
            let span = walk.span();
            let name = walk.build.name(span);
            value = walk.build.expression(Expression::Member { of, name, access: Access::Path });
            walk.build.use_member(span, value);
        }
        _ if walk.is_named() => value = walk.lower(),
        _ => walk.other(),
    });
    value
}

/// The names of a path; `None` where something else than names stands in it.
fn steps(walk: &mut Walk<'_, '_>, mut node: Node<'_>) -> Option<Vec<Name>> {
    let mut all = Vec::new();
    while all.len() < MOST_STEPS {
        match node.kind() {
            "module_path" | "extended_module_path" => {
                let last = node.named_child((node.named_child_count() as u32).checked_sub(1)?)?;
                if last.kind() == "module_name" {
                    all.push(walk.build.name(span_of(last)));
                }
                let first = node.named_child(0)?;
                match first.kind() {
                    "module_path" | "extended_module_path" => node = first,
                    "module_name" => {
                        all.reverse();
                        return Some(all).filter(|all| !all.is_empty());
                    }
                    _ => return None,
                }
            }
            _ => return None,
        }
    }
    None
}

/// What a module has is known from here on, in a scope that is open until what stands around ends. The current node names
/// the module; where it is none that has a name, nothing is known of what it brings in.
pub(super) fn opened(walk: &mut Walk<'_, '_>) {
    let (node, span) = (walk.node(), walk.span());
    let path = steps(walk, node);
    walk.with_role(Role::Import, Walk::lower);
    bring_in(walk, path, span);
}

fn bring_in(walk: &mut Walk<'_, '_>, path: Option<Vec<Name>>, span: Span) {
    let state = walk.build.remembered.of::<Ocaml>();
    let is_followed = state.opened < MOST_OPENED;
    state.opened += 1;
    if is_followed {
        let rest = Span::new(span.end, walk.build.source.len() as u32);
        walk.build.open_scope(ScopeKind::Block, rest);
    }
    let scope = walk.build.scope;
    wildcard(walk, path, scope, span);
}

fn wildcard(walk: &mut Walk<'_, '_>, path: Option<Vec<Name>>, scope: ScopeId, span: Span) {
    let unknown = walk.build.names.made("_");
    let path = path.unwrap_or_else(|| vec![unknown]);
    let is_own = walk.build.remembered.of::<Ocaml>().modules.contains(&path[0]);
    let id = walk.build.import(ImportShape::Wildcard, path, scope, span);
    walk.build.facts.imports[id.index()].level = if is_own { 0 } else { OUTER };
}

/// `open M`.
pub(super) fn open_module(walk: &mut Walk<'_, '_>) -> ExprId {
    // What stands behind the name belongs to no scope of it.
    walk.children(|walk, field| match field {
        Field::Module => opened(walk),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `include M`: known from here on, and offered to others.
pub(super) fn include(walk: &mut Walk<'_, '_>) -> ExprId {
    let level = walk.build.remembered.of::<Ocaml>().level;
    walk.children(|walk, field| match field {
        // What stands there is of the module around.
        Field::Module if walk.kind() == "structure" => {
            walk.lower_with(|walk| walk.lower_children());
        }
        Field::Module | Field::ModuleType => {
            let (node, span) = (walk.node(), walk.span());
            let path = included(walk, node);
            walk.with_role(Role::Import, Walk::lower);
            if level == Level::Module {
                let module = walk.build.remembered.of::<Ocaml>().module;
                wildcard(walk, path.clone(), module.unwrap_or(ScopeId(0)), span);
            }
            bring_in(walk, path, span);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The path of what an `include` brings in: a module, what `module type of` says, or a type of modules, also one that some
/// constraints change.
fn included(walk: &mut Walk<'_, '_>, mut node: Node<'_>) -> Option<Vec<Name>> {
    for _ in 0..8 {
        match node.kind() {
            "module_type_constraint" => node = node.child_by_field_name("module_type")?,
            "module_type_of" => node = node.child_by_field_name("module")?,
            "parenthesized_module_type" | "parenthesized_module_expression" => node = node.named_child(0)?,
            "typed_module_expression" => node = node.child_by_field_name("module")?,
            "module_type_path" => {
                let last = node.named_child((node.named_child_count() as u32).checked_sub(1)?)?;
                let mut path = match node.named_child(0)? {
                    first if first.kind() == "extended_module_path" => steps(walk, first)?,
                    _ => return None,
                };
                path.push(super::binds::marked(walk, MODULE_TYPE, span_of(last)));
                return Some(path);
            }
            _ => return steps(walk, node),
        }
    }
    None
}

/// `module M = struct .. end`, `module M : S = N`, `module M (X : S) = ..`.
pub(super) fn binding(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let token = node.named_children(&mut node.walk()).find(|one| one.kind() == "module_name").map(span_of);
    let state = walk.build.remembered.of::<Ocaml>();
    let (level, start) = (state.level, state.declared.1);
    state.declared.1 = u32::MAX;
    let Some(token) = token.filter(|token| !token.is_empty()) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let name = walk.build.name(token);
    let whole = Span::new(start.min(node.start_byte() as u32), node.end_byte() as u32);
    if level != Level::Module {
        // A module of an expression is known there alone.
        walk.build.remembered.of::<Ocaml>().modules.insert(name);
        let scope = walk.build.scope;
        walk.build.shapes.taken.remove(&token.start);
        walk.each_child(|walk, _| {
            if walk.span() == token && walk.is_identifier() {
                walk.local();
                walk.build.bind_local(scope, name, LOCAL, whole.end, ExprId::UNKNOWN);
            } else {
                walk.other();
            }
        });
        return ExprId::UNKNOWN;
    }
    let (body, signature) = (node.child_by_field_name("body"), node.child_by_field_name("module_type"));
    let stands_for = body.filter(|body| matches!(body.kind(), "module_path" | "extended_module_path"));
    let first = [signature, body].into_iter().flatten().map(|one| one.start_byte() as u32).min();
    let end = first.unwrap_or(whole.end);
    let shown =
        signature.filter(|one| one.kind() == "signature" && body.is_some()).and_then(|one| shown(walk, one));
    // What only stands for another module is that one.
    let is_alias = stands_for.is_some() && signature.is_none();
    let what = What {
        token,
        kind: SymbolKind::Module,
        mark: "",
        scope: Some(ScopeKind::Type),
        whole,
        end,
        from: if is_alias { NEVER } else { whole.end },
    };
    let (scope, module) = (walk.build.scope, walk.build.remembered.of::<Ocaml>().module);
    let module = module.unwrap_or(ScopeId(0));
    let opened = open(walk, what);
    let (own, id) = (walk.build.scope, opened.id);
    let is_known =
        stands_for.is_none() && (body.is_some_and(has_members) || signature.is_some_and(has_members));
    if !is_known {
        // Nothing here says what it has.
        walk.build.definition(id).body = None;
    }
    let state = walk.build.remembered.of::<Ocaml>();
    let before = (state.module.replace(own), std::mem::replace(&mut state.shown, shown));
    let mut alias = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::ModuleType if body.is_none() && walk.kind() == "signature" => {
            walk.build.remembered.of::<Ocaml>().is_open = true;
            walk.lower();
        }
        Field::ModuleType => drop(walk.lower_as(Role::Type)),
        Field::Body => {
            walk.build.remembered.of::<Ocaml>().is_open = true;
            alias = walk.lower();
            walk.build.remembered.of::<Ocaml>().is_open = false;
        }
        _ => walk.other(),
    });
    let state = walk.build.remembered.of::<Ocaml>();
    (state.module, state.shown) = before;
    state.modules.insert(name);
    declare::close(walk, opened);
    if is_alias {
        // Both for others and behind it.
        for (scope, namespace, from) in [(module, OFFERED, 0), (scope, LOCAL, whole.end)] {
            let bound = Bound::Alias;
            walk.build.facts.bindings.push(Binding { scope, name, namespace, from, bound, value: alias });
        }
    }
    ExprId::UNKNOWN
}

/// True where what a module has is written there.
fn has_members(node: Node<'_>) -> bool {
    let mut node = node;
    for _ in 0..8 {
        node = match node.kind() {
            "structure" | "signature" => return true,
            "functor" => match node.child_by_field_name("body") {
                Some(inner) => inner,
                None => return false,
            },
            "parenthesized_module_expression" | "parenthesized_module_type" => match node.named_child(0) {
                Some(inner) => inner,
                None => return false,
            },
            "typed_module_expression" => match node.child_by_field_name("module") {
                Some(inner) => inner,
                None => return false,
            },
            _ => return false,
        };
    }
    false
}

/// The values that a signature shows; `None` where it brings in others.
fn shown(walk: &mut Walk<'_, '_>, signature: Node<'_>) -> Option<FxHashSet<Name>> {
    let mut all = FxHashSet::default();
    for one in signature.named_children(&mut signature.walk()) {
        match one.kind() {
            "include_module_type" | "extension" | "item_extension" => return None,
            "value_specification" | "external" => {
                let token = one.named_children(&mut one.walk()).find_map(|one| match one.kind() {
                    "value_name" => Some(one),
                    "parenthesized_operator" => one.named_child(0),
                    _ => None,
                });
                if let Some(token) = token {
                    all.insert(walk.build.name(span_of(token)));
                }
            }
            _ => {}
        }
    }
    Some(all)
}

/// `struct .. end` and `sig .. end`: of the module around, where that has just begun; else of none that has a name.
pub(super) fn structure(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    let is_open = std::mem::take(&mut walk.build.remembered.of::<Ocaml>().is_open);
    if !is_open {
        walk.build.open_scope(ScopeKind::Block, walk.span());
    }
    let scope = walk.build.scope;
    let state = walk.build.remembered.of::<Ocaml>();
    let level = std::mem::replace(&mut state.level, Level::Module);
    let (before, opened) = ((state.module, if is_open { None } else { state.shown.take() }), state.opened);
    if !is_open {
        state.module = Some(scope);
    }
    walk.with_role(Role::Read, Walk::lower_children);
    let state = walk.build.remembered.of::<Ocaml>();
    (state.level, state.opened) = (level, opened);
    state.module = before.0;
    if !is_open {
        state.shown = before.1;
    }
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// `functor (X : S) -> ..`, and parentheses around a module.
pub(super) fn through(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_open = walk.build.remembered.of::<Ocaml>().is_open;
    walk.children(|walk, field| match field {
        Field::ModuleType => {
            let is_open = std::mem::take(&mut walk.build.remembered.of::<Ocaml>().is_open);
            walk.lower_as(Role::Type);
            walk.build.remembered.of::<Ocaml>().is_open = is_open;
        }
        _ => walk.other(),
    });
    walk.build.remembered.of::<Ocaml>().is_open &= is_open;
    ExprId::UNKNOWN
}

/// `F (X)`, `(val e : S)`: what stands in it is of no module with a name.
pub(super) fn apart(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.remembered.of::<Ocaml>().is_open = false;
    walk.with_role(Role::Read, Walk::lower_children);
    ExprId::UNKNOWN
}

/// `(X : S)` of a functor: a module that is known in it.
pub(super) fn parameter(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::ModuleType => {
            let is_open = std::mem::take(&mut walk.build.remembered.of::<Ocaml>().is_open);
            walk.lower_as(Role::Type);
            walk.build.remembered.of::<Ocaml>().is_open = is_open;
        }
        _ if walk.kind() == "module_name" && walk.is_identifier() => bind(walk),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The current token names a module that is known in the scope around alone.
fn bind(walk: &mut Walk<'_, '_>) {
    let token = walk.local();
    let (name, scope) = (walk.build.name(token), walk.build.scope);
    walk.build.bind_local(scope, name, LOCAL, token.start, ExprId::UNKNOWN);
    walk.build.remembered.of::<Ocaml>().modules.insert(name);
}

/// `(module M : S)` as a pattern.
pub(super) fn package_pattern(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::ModuleType => drop(walk.lower_as(Role::Type)),
        _ if walk.kind() == "module_name" && walk.is_identifier() => bind(walk),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `module type S = sig .. end`.
pub(super) fn module_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let token =
        node.named_children(&mut node.walk()).find(|one| one.kind() == "module_type_name").map(span_of);
    let level = walk.build.remembered.of::<Ocaml>().level;
    let Some(token) = token.filter(|token| !token.is_empty() && level == Level::Module) else {
        return in_scope(walk, ScopeKind::Block, |walk| {
            walk.lower_children();
        });
    };
    let body = node.child_by_field_name("body");
    let end = body.map_or(whole.end, |body| body.start_byte() as u32);
    let scope = Some(ScopeKind::Type);
    let kind = SymbolKind::Interface;
    let opened = open(walk, What { token, kind, mark: MODULE_TYPE, scope, whole, end, from: whole.end });
    let own = walk.build.scope;
    let state = walk.build.remembered.of::<Ocaml>();
    let before = (state.module.replace(own), state.shown.take());
    walk.children(|walk, field| match field {
        Field::Body => {
            walk.build.remembered.of::<Ocaml>().is_open = walk.kind() == "signature";
            walk.lower_as(Role::Type);
            walk.build.remembered.of::<Ocaml>().is_open = false;
        }
        _ => walk.other(),
    });
    let state = walk.build.remembered.of::<Ocaml>();
    (state.module, state.shown) = before;
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// The name of a type of modules by itself.
pub(super) fn module_type_name(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.span().is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    walk.with_role(Role::Type, |walk| super::hooks::use_marked(walk, MODULE_TYPE))
}

/// `module M = ..` and those that come with it.
pub(super) fn definition(walk: &mut Walk<'_, '_>) -> ExprId {
    let start = walk.span().start;
    let state = walk.build.remembered.of::<Ocaml>();
    let before = std::mem::replace(&mut state.declared, (0, start));
    walk.lower_children();
    walk.build.remembered.of::<Ocaml>().declared = before;
    ExprId::UNKNOWN
}

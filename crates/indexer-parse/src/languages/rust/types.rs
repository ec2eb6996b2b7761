//! Types.

use super::paths;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{Access, Bound, ExprId, Expression, Name, Namespace, Role, ScopeKind, TypeParameter};

/// Items around a function are looked through this far for a type parameter.
const DEEPEST: usize = 16;
/// A type parameter of an item around is looked for among so many names that were bound last.
const MOST_BINDINGS: usize = 4096;
/// More bounds that functions ask for are not kept.
const MOST_INSIDE: usize = 16;

/// A wrapper around one type: references, pointers, `dyn`, `impl`, `for<'a> T`, `<T as Trait>`
/// (the first of its types).
pub(super) fn inner(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| {
        if !walk.is_named() {
            return;
        }
        let lowered = walk.lower_as(Role::Type);
        if matches!(field, Field::Type | Field::Trait) {
            value = lowered;
        }
    });
    value
}

/// `A + B`: the first that is known.
pub(super) fn first(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_list().into_iter().find(|one| !one.is_unknown()).unwrap_or(ExprId::UNKNOWN)
}

/// `Vec<T>`: the arguments, with bindings (`Item = T`) as keywords.
pub(super) fn generic(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut items = Vec::new();
    walk.children(|walk, field| match field {
        Field::Type => {
            of = if walk.kind() == "identifier" { paths::type_identifier(walk) } else { walk.lower() }
        }
        Field::TypeArguments => arguments(walk, of, &mut items),
        _ => walk.lower_named(),
    });
    if items.is_empty() {
        return of;
    }
    walk.build.apply(of, &items)
}

/// The children of a `type_arguments` node of the type `of`.
pub(super) fn arguments(walk: &mut Walk<'_, '_>, of: ExprId, items: &mut Vec<ExprId>) {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let mut bounded = None;
    walk.each_child(|walk, _| {
        if !walk.is_named() {
            if walk.kind() == "_" {
                items.push(ExprId::UNKNOWN);
            }
            return;
        }
        match walk.kind() {
            "type_binding" => {
                let value = binding(walk, of);
                items.push(value);
            }
            // `Item: Clone` is of the trait, as `Item = T` is.
            "type_identifier" if walk.next_kind() == Some("trait_bounds") && !of.is_unknown() => {
                let span = walk.span();
                bounded = Some(walk.build.name(span));
                walk.member_of(of, Access::Path);
            }
            "trait_bounds" => {
                let found = bounds(walk, Role::Type);
                if let Some(name) = bounded.take() {
                    items.extend(found.into_iter().map(|bound| bounded_type(walk, name, bound)));
                }
            }
            "lifetime" | "line_comment" | "block_comment" => {
                walk.lower();
            }
            _ => {
                let value = walk.lower();
                items.push(value);
            }
        }
    });
    walk.build.role = role;
}

fn binding(walk: &mut Walk<'_, '_>, of: ExprId) -> ExprId {
    let mut name = None;
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Name if !walk.span().is_empty() => {
            let span = walk.span();
            name = Some(walk.build.name(span));
            walk.member_of(of, Access::Path);
        }
        Field::Type => value = walk.lower(),
        _ => walk.lower_named(),
    });
    name.map_or(value, |name| walk.build.expression(Expression::Keyword { name, value }))
}

/// A type that a trait leaves to its implementations, of which only a bound is known: `Item: Clone` is written as
/// `Item = T`, with an instance of the bound.
fn bounded_type(walk: &mut Walk<'_, '_>, name: Name, bound: ExprId) -> ExprId {
    let value = walk.build.expression(Expression::Instance(bound));
    walk.build.expression(Expression::Keyword { name, value })
}

/// A `type_binding` outside of the arguments of a generic type.
pub(super) fn loose_binding(walk: &mut Walk<'_, '_>) -> ExprId {
    binding(walk, ExprId::UNKNOWN)
}

/// `(A, B)` and `()`.
pub(super) fn tuple(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.lower_list();
    walk.build.tuple(&items)
}

/// `[T]` and `[T; N]`.
pub(super) fn array(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut element = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Element => element = walk.lower(),
        _ if walk.is_named() => {
            walk.lower_as(Role::Read);
        }
        _ => {}
    });
    walk.build.expression(Expression::Sequence(element))
}

/// `fn(A) -> B` and `Fn(A) -> B`.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Type);
    let mut items = Vec::new();
    let mut returns = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Parameters => walk.each_child(|walk, _| match walk.kind() {
            "attribute_item" => {
                // Its names count; what it says is about nothing that has a name.
                let before = std::mem::take(&mut walk.build.before);
                walk.lower();
                walk.build.before = before;
            }
            "parameter" => items.push(named_parameter(walk)),
            "line_comment" | "block_comment" => {}
            _ if walk.is_named() => items.push(walk.lower()),
            _ => {}
        }),
        Field::ReturnType => returns = walk.lower(),
        _ => walk.lower_named(),
    });
    walk.build.role = role;
    let parameters = walk.build.list(&items);
    walk.build.expression(Expression::FunctionType { parameters, returns })
}

/// `name: T` in a function type: the name is only documentation.
fn named_parameter(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut value = ExprId::UNKNOWN;
    walk.children(|walk, field| match field {
        Field::Type => value = walk.lower(),
        _ => paths::all_neither(walk),
    });
    value
}

/// The type parameters of an item while its head is read.
#[derive(Debug, Default)]
pub(super) struct Generics {
    start: u32,
    items: Vec<(Name, Vec<ExprId>)>,
}

impl Generics {
    /// Reads a `type_parameters` node: opens the scope of the parameters if there are any.
    pub(super) fn parameters(&mut self, walk: &mut Walk<'_, '_>) {
        let role = std::mem::replace(&mut walk.build.role, Role::Type);
        self.start = walk.build.facts.type_parameters.len() as u32;
        let span = walk.span();
        let outer = walk.build.scope;
        walk.each_child(|walk, _| match walk.kind() {
            "type_parameter" => self.one(walk, span, outer, Namespace::TYPE),
            "const_parameter" => self.one(walk, span, outer, Namespace::VALUE.with(Namespace::TYPE)),
            _ => walk.lower_named(),
        });
        walk.build.role = role;
    }

    fn one(
        &mut self,
        walk: &mut Walk<'_, '_>,
        span: indexer_core::Span,
        outer: indexer_core::ScopeId,
        namespace: Namespace,
    ) {
        walk.children(|walk, field| match field {
            Field::Name if !walk.span().is_empty() => {
                let token = walk.local();
                let name = walk.build.name(token);
                if walk.build.scope == outer {
                    walk.build.open_scope(ScopeKind::Generics, span);
                }
                let scope = walk.build.scope;
                let bound = Bound::TypeParameter(walk.build.facts.type_parameters.len() as u32);
                walk.build.facts.type_parameters.push(TypeParameter::bounded(name, Default::default()));
                walk.build.bind(scope, name, namespace, bound, ExprId::UNKNOWN);
                self.items.push((name, Vec::new()));
            }
            Field::Bounds => {
                let mut found = bounds(walk, Role::Type);
                if let Some((_, known)) = self.items.last_mut() {
                    known.append(&mut found);
                }
            }
            _ => walk.lower_named(),
        });
    }

    /// Reads a `where_clause`: bounds on a plain parameter become its own; those on `Self` are
    /// given back.
    pub(super) fn conditions(&mut self, walk: &mut Walk<'_, '_>) {
        let role = std::mem::replace(&mut walk.build.role, Role::Type);
        walk.each_child(|walk, _| {
            if walk.kind() != "where_predicate" {
                walk.lower_named();
                return;
            }
            let mut of = None;
            let mut member = None;
            walk.children(|walk, field| match field {
                Field::Left => {
                    let mut left = walk.lower();
                    // `I::Item: Clone` says something of `I`.
                    if let Expression::Member { of, name, access: Access::Path } =
                        walk.build.facts.expression(left)
                    {
                        (left, member) = (of, Some(name));
                    }
                    of = match walk.build.facts.expression(left) {
                        Expression::Name { name, .. } => Some(name),
                        _ => None,
                    };
                }
                Field::Bounds => {
                    let found = bounds(walk, Role::Type);
                    let Some((_, known)) = self.items.iter_mut().find(|(name, _)| Some(*name) == of) else {
                        let around = of.and_then(|name| parameter_around(walk, name));
                        if let Some(index) = around.filter(|_| !found.is_empty()) {
                            bound_inside(walk, index, member, &found);
                        }
                        return;
                    };
                    match member {
                        None => known.extend(found),
                        Some(name) if !found.is_empty() => {
                            let items: Vec<ExprId> =
                                found.into_iter().map(|bound| bounded_type(walk, name, bound)).collect();
                            known.push(walk.build.apply(ExprId::UNKNOWN, &items));
                        }
                        Some(_) => {}
                    }
                }
                _ => walk.lower_named(),
            });
        });
        walk.build.role = role;
    }

    /// True when one of the parameters has this name.
    pub(super) fn has(&self, name: Name) -> bool {
        self.items.iter().any(|(one, _)| *one == name)
    }

    /// Writes the bounds down; gives the run of the parameters.
    pub(super) fn finish(self, walk: &mut Walk<'_, '_>) -> indexer_core::List {
        for (i, (_, found)) in self.items.iter().enumerate() {
            if !found.is_empty() {
                let at = self.start as usize + i;
                let mut all = found.clone();
                all.extend(walk.build.facts.list(walk.build.facts.type_parameters[at].bounds));
                let list = walk.build.list(&all);
                walk.build.facts.type_parameters[at].bounds = list;
            }
        }
        indexer_core::List { start: self.start, len: self.items.len() as u32 }
    }
}

/// The type parameter of this name of an item around the current one.
fn parameter_around(walk: &Walk<'_, '_>, name: Name) -> Option<u32> {
    let facts = &walk.build.facts;
    let mut around = Vec::new();
    let mut scope = Some(walk.build.scope);
    while let Some(id) = scope.filter(|_| around.len() < DEEPEST) {
        around.push(id);
        scope = facts.scopes.get(id.index()).and_then(|one| one.parent);
    }
    facts.bindings.iter().rev().take(MOST_BINDINGS).find_map(|one| match one.bound {
        Bound::TypeParameter(index) if one.name == name && around.contains(&one.scope) => Some(index),
        _ => None,
    })
}

/// What a function asks of a type parameter of the block around, or of a type that this leaves to others (`member`), holds
/// in the function. It becomes a bound without a name, as what is said of a part of a parameter is.
fn bound_inside(walk: &mut Walk<'_, '_>, index: u32, member: Option<Name>, found: &[ExprId]) {
    let mut all = walk.build.facts.list(walk.build.facts.type_parameters[index as usize].bounds).to_vec();
    if all.len() >= MOST_INSIDE {
        return;
    }
    // What holds in all of the block has no argument of which nothing is known.
    let mut items = vec![ExprId::UNKNOWN];
    items.extend(found.iter().map(|bound| match member {
        Some(name) => bounded_type(walk, name, *bound),
        None => walk.build.expression(Expression::Instance(*bound)),
    }));
    let said = walk.build.apply(ExprId::UNKNOWN, &items);
    all.push(said);
    let list = walk.build.list(&all);
    walk.build.facts.type_parameters[index as usize].bounds = list;
}

/// The type expressions of a `trait_bounds` node, their names used in `role`.
pub(super) fn bounds(walk: &mut Walk<'_, '_>, role: Role) -> Vec<ExprId> {
    let before = std::mem::replace(&mut walk.build.role, role);
    let mut found = Vec::new();
    walk.each_child(|walk, _| {
        if !walk.is_named() {
            return;
        }
        let relaxed = walk.kind() == "removed_trait_bound";
        let value = walk.lower();
        if !relaxed && !value.is_unknown() {
            found.push(value);
        }
    });
    walk.build.role = before;
    found
}

/// `type_parameters` of what is no item (`for<'a>`): names without a meaning here.
pub(super) fn other_parameters(walk: &mut Walk<'_, '_>) -> ExprId {
    paths::all_neither(walk);
    ExprId::UNKNOWN
}

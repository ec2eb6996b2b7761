//! Packages, imports, types, functions, and classes without a name.

use super::nodes;
use super::state::{Listed, Scala};
use crate::shapes::{self, Shape};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Binding, Bound, DefId, ExprId, Expression, Extension, ExtensionId, Flags, Import, ImportId, ImportShape,
    List, Name, Namespace, Owner, ParameterKind, Role, Scope, ScopeId, ScopeKind, Span, SymbolKind,
    Visibility,
};

/// `package a`, behind which another one may go on with the name; `package a { }`.
pub(super) fn package(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_alone = walk.node().child_by_field_name("body").is_none();
    if walk.build.shapes.has_package && is_alone && walk.build.owner == Owner::File {
        // The first of them has the whole name.
        walk.build.tally.neither += walk.count_identifiers();
        return ExprId::UNKNOWN;
    }
    let tail = match walk.build.shapes.has_package || !is_alone {
        true => Vec::new(),
        false => names_that_follow(walk),
    };
    shapes::lower(walk, &nodes::PACKAGE);
    if !tail.is_empty() {
        go_on(walk, &tail);
    }
    ExprId::UNKNOWN
}

/// The names of the clauses without a body right behind this one.
fn names_that_follow(walk: &Walk<'_, '_>) -> Vec<String> {
    let node = walk.node();
    let mut found = Vec::new();
    let Some(parent) = node.parent() else { return found };
    let mut cursor = parent.walk();
    let mut after = parent.named_children(&mut cursor).filter(|one| !one.is_extra());
    let _ = after.by_ref().find(|one| one.id() == node.id());
    for one in after {
        if one.kind() != "package_clause" || one.child_by_field_name("body").is_some() {
            break;
        }
        let Some(name) = one.child_by_field_name("name") else { break };
        found.push(walk.build.text(crate::walk::span_of(name)).split_whitespace().collect());
    }
    found
}

/// The package that was met goes on. The file sees what is in each package that a clause names, the innermost first.
fn go_on(walk: &mut Walk<'_, '_>, tail: &[String]) {
    let parts: Vec<&str> = walk.build.shapes.package.iter().map(|part| walk.build.names.get(*part)).collect();
    let (mut whole, mut around) = (parts.join("."), Vec::new());
    for one in tail {
        around.insert(0, whole.clone());
        whole = format!("{whole}.{one}");
    }
    walk.build.shapes.package = whole.split('.').map(|part| walk.build.names.made(part)).collect();
    let (whole, around) = (walk.build.names.made(&whole), walk.build.names.made(&around.join(" ")));
    let mut all = walk.build.facts.definitions.iter_mut();
    if let Some(package) = all.find(|one| one.kind == SymbolKind::Package) {
        (package.name, package.declared_path) = (whole, Some(around));
    }
}

/// An import while it is read.
#[derive(Clone, Default)]
struct Open {
    path: Vec<Name>,
    alias: Option<Name>,
    is_absolute: bool,
    is_hidden: bool,
    is_wildcard: bool,
    last: Span,
}

/// `import a.b, c.{D, E => F, _}`, in whatever scope it stands.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let role = std::mem::replace(&mut walk.build.role, Role::Import);
    let mut open = Open::default();
    let (mut is_done, mut has_dot) = (true, false);
    walk.children(|walk, field| match walk.kind() {
        "." => has_dot = true,
        "," => {
            if !std::mem::replace(&mut is_done, true) {
                add(walk, std::mem::take(&mut open));
            }
            open = Open::default();
        }
        "namespace_selectors" => {
            is_done = true;
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| selector(walk, &open));
                ExprId::UNKNOWN
            });
        }
        "namespace_wildcard" => {
            is_done = true;
            let one = Open { is_wildcard: true, last: walk.span(), ..open.clone() };
            add(walk, one);
        }
        "as_renamed_identifier" | "arrow_renamed_identifier" => {
            is_done = true;
            selector(walk, &open);
        }
        _ if field == Field::Path && walk.is_identifier() => {
            // Behind a path that has ended another one begins.
            if !open.path.is_empty() && !has_dot {
                if !std::mem::replace(&mut is_done, true) {
                    add(walk, open.clone());
                }
                open = Open::default();
            }
            (is_done, has_dot) = (false, false);
            step(walk, &mut open);
        }
        _ => walk.other(),
    });
    if !is_done {
        add(walk, open);
    }
    walk.build.role = role;
    ExprId::UNKNOWN
}

/// The current token is the next name of the path.
fn step(walk: &mut Walk<'_, '_>, open: &mut Open) {
    let span = walk.span();
    if walk.text() == "this" || walk.text() == "_root_" {
        open.is_absolute |= walk.text() == "_root_";
        walk.neither();
        return;
    }
    let name = walk.build.name(span);
    open.path.push(name);
    let import = ImportId(walk.build.facts.imports.len() as u32);
    let upto = open.path.len() as u32;
    let expression = walk.build.expression(Expression::Import { import, upto });
    walk.build.use_member(span, expression);
    open.last = span;
}

/// The current node, where it is named, is one of several imports below the path that was read.
fn selector(walk: &mut Walk<'_, '_>, above: &Open) {
    if !walk.is_named() || walk.node().is_extra() {
        walk.other();
        return;
    }
    let mut one = above.clone();
    match walk.kind() {
        "namespace_wildcard" | "wildcard" => (one.is_wildcard, one.last) = (true, walk.span()),
        "as_renamed_identifier" | "arrow_renamed_identifier" => drop(walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Name if walk.is_identifier() => step(walk, &mut one),
                Field::Alias if walk.is_identifier() => {
                    let span = walk.local();
                    one.alias = Some(walk.build.name(span));
                }
                // `A => _` is none of what `_` gives.
                Field::Alias => one.is_hidden = true,
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        })),
        _ if walk.is_identifier() => step(walk, &mut one),
        // `given T`: nothing that a name says.
        _ => {
            walk.lower_as(Role::Type);
            return;
        }
    }
    add(walk, one);
}

fn add(walk: &mut Walk<'_, '_>, open: Open) {
    let Open { path, alias, is_absolute, is_hidden, is_wildcard, last } = open;
    if path.is_empty() {
        return;
    }
    let id = ImportId(walk.build.facts.imports.len() as u32);
    let scope = walk.build.scope;
    let shape = match (is_hidden, is_wildcard) {
        (true, _) => ImportShape::Effect,
        (_, true) => ImportShape::Wildcard,
        _ => ImportShape::Item,
    };
    let bound = alias.or(path.last().copied()).filter(|_| shape == ImportShape::Item);
    walk.build.facts.imports.push(Import {
        scope,
        shape,
        level: u32::from(is_absolute),
        path,
        alias,
        visibility: Visibility::Private,
        condition: None,
        left_out: Vec::new(),
        span: last,
    });
    if let Some(name) = bound {
        let namespace = Namespace::ANY.with(Namespace::CALLABLE);
        walk.build.shapes.imported.insert(name);
        walk.build.bind(scope, name, namespace, Bound::Import(id), ExprId::UNKNOWN);
    }
}

fn has_modifier(walk: &Walk<'_, '_>, word: &str) -> bool {
    let node = walk.node();
    let mut cursor = node.walk();
    let mut lists = node.children(&mut cursor).filter(|one| one.kind() == "modifiers");
    lists.any(|list| {
        let text = walk.build.text(crate::walk::span_of(list));
        text.split_whitespace().any(|one| one == word)
    })
}

fn has_word(walk: &Walk<'_, '_>, word: &str) -> bool {
    let node = walk.node();
    node.children(&mut node.walk()).any(|one| one.kind() == word)
}

/// `class A`, `case class A`: the parameters of the latter are fields.
pub(super) fn class(walk: &mut Walk<'_, '_>) -> ExprId {
    let is_case = has_word(walk, "case");
    // What is bound from here on is of the class, among others.
    let before = walk.build.facts.bindings.len();
    let all = &mut walk.build.remembered.of::<Scala>().begun;
    all.push(before);
    let depth = all.len();
    shapes::lower(walk, if is_case { &nodes::CASE_CLASS } else { &nodes::CLASS });
    walk.build.remembered.of::<Scala>().begun.truncate(depth - 1);
    ExprId::UNKNOWN
}

/// A class.
pub(super) fn then_class(walk: &mut Walk<'_, '_>, id: DefId) {
    then_type(walk, id);
    if has_modifier(walk, "implicit") {
        extends_by_class(walk, id);
    }
}

/// Functions of an implicit class are called like members of what it is made of.
fn extends_by_class(walk: &mut Walk<'_, '_>, id: DefId) {
    let begun = walk.build.remembered.of::<Scala>().begun.last().copied().unwrap_or(usize::MAX);
    let definition = walk.build.definition(id);
    let (Some(body), around, owner, span) =
        (definition.body, definition.scope, definition.owner, definition.span)
    else {
        return;
    };
    let List { start, len } = definition.parameters;
    let facts = &mut walk.build.facts;
    let of = match facts.parameters.get(start as usize) {
        Some(first) if len > 0 && !first.annotation.is_unknown() => first.annotation,
        _ => return,
    };
    let definitions = &facts.definitions;
    let is_function = |one: &&Binding| {
        one.scope == body
            && matches!(one.bound, Bound::Definition(def) if definitions[def.index()].kind == SymbolKind::Method)
    };
    let own: Vec<Binding> = facts.bindings.iter().skip(begun).filter(is_function).cloned().collect();
    let (scope, extension) = (ScopeId(facts.scopes.len() as u32), ExtensionId(facts.extensions.len() as u32));
    let (kind, here, bindings) = (ScopeKind::Extension, Owner::Extension(extension), List::default());
    facts.scopes.push(Scope { kind, parent: Some(around), owner: here, span, bindings });
    let (type_name, implements, type_parameters) = (None, None, List::default());
    facts.extensions.push(Extension { scope, of, type_name, implements, type_parameters, span, owner });
    facts.bindings.extend(own.into_iter().map(|one| Binding { scope, ..one }));
}

/// As a value, a class or enumeration may be another one's.
pub(super) fn then_type(walk: &mut Walk<'_, '_>, id: DefId) {
    walk.build.remembered.of::<Scala>().types.insert(id);
    mark_rest(walk, id);
}

/// An object is the only value of its type.
pub(super) fn then_object(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    definition.flags.add(Flags::STATIC);
    let of = (definition.scope, definition.name);
    walk.build.remembered.of::<Scala>().objects.insert(of);
}

/// What a package object has is in the package of its name.
pub(super) fn then_package_object(walk: &mut Walk<'_, '_>, id: DefId) {
    then_object(walk, id);
    walk.build.definition(id).flags.add(Flags::PARTIAL);
}

/// Parameters whose types are repeated take any number of arguments.
fn mark_rest(walk: &mut Walk<'_, '_>, id: DefId) {
    let List { start, len } = walk.build.definition(id).parameters;
    let facts = &mut walk.build.facts;
    for parameter in facts.parameters.iter_mut().skip(start as usize).take(len as usize) {
        if matches!(facts.expressions[parameter.annotation.0 as usize], Expression::Sequence(_)) {
            parameter.kind = ParameterKind::Rest;
        }
    }
}

/// `def f(a)(b)`; `def this(..)` is a constructor.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let name = node.child_by_field_name("name").map(crate::walk::span_of);
    let constructs = name.is_some_and(|name| walk.build.text(name) == "this");
    let lists =
        node.children(&mut node.walk()).filter(|one| one.kind() == "parameters").map(listed).collect();
    let depth = walk.build.remembered.of::<Scala>().lists.len();
    walk.build.remembered.of::<Scala>().lists.push(lists);
    let shape: &'static Shape = if constructs { &nodes::CONSTRUCTOR } else { &nodes::FUNCTION };
    shapes::lower(walk, shape);
    walk.build.remembered.of::<Scala>().lists.truncate(depth);
    ExprId::UNKNOWN
}

fn listed(node: tree_sitter::Node<'_>) -> Listed {
    let (mut count, mut is_implicit) = (0, false);
    for one in node.children(&mut node.walk()) {
        count += u32::from(one.kind() == "parameter");
        is_implicit |= matches!(one.kind(), "implicit" | "using");
    }
    Listed { count, is_implicit }
}

/// Of a function the first list of parameters tells it from others of its name. With those behind it, it gives a function;
/// what the compiler fills in is none of what a call says.
pub(super) fn then_function(walk: &mut Walk<'_, '_>, id: DefId) {
    mark_rest(walk, id);
    extends(walk, id);
    let lists = walk.build.remembered.of::<Scala>().lists.last().cloned().unwrap_or_default();
    let mut written = lists.iter().filter(|one| !one.is_implicit);
    let definition = walk.build.definition(id);
    let List { start, len } = definition.parameters;
    let total: u32 = lists.iter().map(|one| one.count).sum();
    if written.clone().next().is_none() && definition.kind != SymbolKind::Constructor {
        definition.flags.add(Flags::PROPERTY);
    }
    // In broken code not all of them may have been read.
    if total != len {
        return;
    }
    let first = written.next().map_or(0, |one| one.count);
    let is_first = lists.first().is_none_or(|one| !one.is_implicit);
    definition.parameters = List { start, len: if is_first { first } else { 0 } };
    let mut value = definition.value;
    let mut end = start + len;
    for list in lists.iter().skip(1).rev() {
        let begin = end - list.count;
        if !list.is_implicit {
            let range = begin as usize..end as usize;
            let taken: Vec<ExprId> =
                walk.build.facts.parameters[range].iter().map(|one| one.annotation).collect();
            let parameters = walk.build.list(&taken);
            let returns = match walk.build.facts.expression(value) {
                Expression::Instance(of) => of,
                _ => value,
            };
            value = walk.build.expression(Expression::FunctionType { parameters, returns });
        }
        end = begin;
    }
    walk.build.definition(id).value = value;
}

/// A function that extends a type is named like any other where it is declared and imported.
fn extends(walk: &mut Walk<'_, '_>, id: DefId) {
    let definition = walk.build.definition(id);
    let (scope, name) = (definition.scope, definition.name);
    let scopes = &walk.build.facts.scopes;
    if scopes[scope.index()].kind != ScopeKind::Extension {
        return;
    }
    let mut outer = scopes[scope.index()].parent;
    while let Some(around) = outer.filter(|one| scopes[one.index()].kind == ScopeKind::Generics) {
        outer = scopes[around.index()].parent;
    }
    if let Some(outer) = outer {
        walk.build.bind(outer, name, super::names::TERM, Bound::Definition(id), ExprId::UNKNOWN);
    }
}

/// `extension [T](a: A) { def f }`: what stands in it is called like a member of an `A`.
pub(super) fn extension(walk: &mut Walk<'_, '_>) -> ExprId {
    let (span, place) = (walk.extent(), walk.build.place());
    walk.build.open_scope(ScopeKind::Generics, span);
    let mut is_open = false;
    walk.children(|walk, field| match walk.kind() {
        "type_parameters" => drop(walk.lower_with(|walk| {
            shapes::read_type_parameters(walk, &nodes::STYLE);
            ExprId::UNKNOWN
        })),
        "parameters" => extended(walk, span, &mut is_open),
        _ if field == Field::Body && walk.is_named() => drop(walk.lower_as(Role::Read)),
        _ => walk.other(),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// The current node lists what is extended, or what the compiler fills in.
fn extended(walk: &mut Walk<'_, '_>, span: Span, is_open: &mut bool) {
    let list = listed(walk.node());
    let outer = walk.build.scope;
    if *is_open && let Some(around) = walk.build.facts.scopes[outer.index()].parent {
        walk.build.scope = around;
    }
    let run = shapes::read_parameters(walk, &nodes::STYLE);
    walk.build.scope = outer;
    if !*is_open && !list.is_implicit && run.len > 0 {
        *is_open = true;
        let of = walk.build.facts.parameters[run.start as usize].annotation;
        shapes::extend(walk, of, span);
    }
}

/// The class without a name that begins here.
pub(super) fn open_anonymous(walk: &mut Walk<'_, '_>) -> DefId {
    let span = walk.extent();
    let id = walk.build.define_anonymous_class(span);
    walk.build.remembered.of::<Scala>().bases.push(Vec::new());
    id
}

/// The class without a name around has this base as well.
pub(super) fn mix_in(walk: &mut Walk<'_, '_>, of: ExprId) {
    if let Some(all) = walk.build.remembered.of::<Scala>().bases.last_mut().filter(|_| !of.is_unknown()) {
        all.push(of);
    }
}

/// The current node holds its members.
pub(super) fn anonymous_body(walk: &mut Walk<'_, '_>, id: DefId) {
    let (span, place) = (walk.span(), walk.build.place());
    walk.build.owner = Owner::Definition(id);
    walk.build.enclosing = Some(id);
    let scope: ScopeId = walk.build.open_scope(ScopeKind::Type, span);
    walk.build.definition(id).body = Some(scope);
    walk.build.role = Role::Read;
    walk.build.shapes.open_bases();
    walk.lower_with(Walk::lower_children);
    let more = walk.build.shapes.close_bases();
    more.into_iter().for_each(|of| mix_in(walk, of));
    walk.build.restore(place);
}

/// Its value; `of` is what stands behind `new`.
pub(super) fn close_anonymous(walk: &mut Walk<'_, '_>, id: DefId, of: ExprId) -> ExprId {
    let mut bases = walk.build.remembered.of::<Scala>().bases.pop().unwrap_or_default();
    if !of.is_unknown() {
        bases.insert(0, of);
    }
    let only = if let [one] = bases.as_slice() { Some(*one) } else { None };
    let bases = walk.build.list(&bases);
    walk.build.definition(id).bases = bases;
    // Others know it as what it extends.
    let of = only.unwrap_or_else(|| walk.build.expression(Expression::Definition(id)));
    walk.build.instance(of)
}

/// `val (a, b) = c` in a function: names are parts of what stands behind them. Others are read by their shape.
pub(super) fn variable(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let kind = node.child_by_field_name("pattern").map_or("", |one| one.kind());
    let is_local = walk
        .build
        .scope_around(|kind| !matches!(kind, ScopeKind::Generics))
        .is_some_and(|id| is_of_function(walk.build.facts.scopes[id.index()].kind));
    // What is made when it is asked for may be named before.
    let is_lazy = is_local && kind == "identifier" && has_modifier(walk, "lazy");
    let is_plain = matches!(kind, "identifier" | "identifiers" | "operator_identifier" | "");
    if !is_local || is_plain && !is_lazy {
        return shapes::lower(walk, &nodes::VARIABLES);
    }
    let whole = walk.build.slot();
    let (mut of, mut value) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    walk.children(|walk, field| match field {
        Field::Pattern if walk.is_identifier() => {
            let span = walk.local();
            walk.build.bind_token(span, whole, 0);
        }
        Field::Pattern if walk.is_named() => super::patterns::pattern(walk, whole),
        Field::Type if walk.is_named() => of = walk.lower_as(Role::Type),
        Field::Value if walk.is_named() => value = super::expressions::statement(walk),
        _ => walk.other(),
    });
    let value = if of.is_unknown() { value } else { walk.build.instance(of) };
    walk.build.fill(whole, value);
    ExprId::UNKNOWN
}

fn is_of_function(kind: ScopeKind) -> bool {
    matches!(kind, ScopeKind::Function | ScopeKind::Lambda | ScopeKind::Block)
}

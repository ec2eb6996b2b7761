//! Modules: a file is one, and its name is known everywhere.

use super::names;
use super::nodes::STYLE;
use super::state::Erlang;
use crate::shapes::declare::{self, Declared};
use crate::shapes::{FileImport, import_file};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Access, Bound, ExprId, Expression, Flags, ImportId, ImportShape, Namespace, Role, ScopeId, ScopeKind,
    Span, SymbolKind, Visibility,
};
use tree_sitter::Node;

/// So many forms may stand before the one that names the module.
const MOST_BEFORE: usize = 1_000;

/// The file: all of it is of its module, where it says of which.
pub(super) fn file(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let form =
        node.named_children(&mut node.walk()).take(MOST_BEFORE).find(|one| one.kind() == "module_attribute");
    let token = form.and_then(|form| form.child_by_field_name("name")).filter(|one| one.kind() == "atom");
    let (Some(form), Some(token)) = (form, token.map(span_of)) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let name = walk.build.name(token);
    let written = names::plain(walk.build.text(token));
    let bound = walk.build.names.made(written);
    let state = walk.build.remembered.of::<Erlang>();
    state.is_module = true;
    state.is_of_tests = written.ends_with("_tests") || written.ends_with("_test");
    let of = Declared {
        name,
        bound,
        // It is known by its name, and to imports alone.
        namespace: Namespace::MEMBER,
        within: ScopeId(0),
        token,
        kind: SymbolKind::Module,
        visibility: Visibility::Public,
        whole: Span::new(form.start_byte() as u32, walk.span().end),
        end: form.end_byte() as u32,
        scope: Some(ScopeKind::Type),
        style: &STYLE,
    };
    let opened = declare::open(walk, &of);
    walk.build.definition(opened.id).flags.add(Flags::EXPORTED);
    walk.build.shapes.taken.insert(token.start);
    walk.lower_children();
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `-module(shop).`: its name was taken with the file.
pub(super) fn attribute(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && declare::is_taken(walk) => {}
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The current token names this module.
fn mention(walk: &mut Walk<'_, '_>, role: Role) -> ExprId {
    let span = walk.span();
    let import = import_of(walk, span);
    let expression = walk.build.expression(Expression::Import { import, upto: 1 });
    walk.with_role(role, |walk| walk.build.use_member(span, expression));
    expression
}

/// The import that stands for a module: a file that names it depends on it.
fn import_of(walk: &mut Walk<'_, '_>, span: Span) -> ImportId {
    let name = walk.build.names.made(names::plain(walk.build.text(span)));
    if let Some(known) = walk.build.remembered.of::<Erlang>().imports.get(&name) {
        return *known;
    }
    let id = walk.build.import(ImportShape::Effect, vec![name], ScopeId(0), span);
    walk.build.remembered.of::<Erlang>().imports.insert(name, id);
    id
}

/// `-behaviour(gen_server).`
pub(super) fn behaviour(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Name if walk.is_identifier() && walk.kind() == "atom" => {
            mention(walk, Role::Inherit);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `-import(lists, [map/2])`: bare names that stand for functions of another module.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut module = None;
    walk.children(|walk, field| match field {
        Field::Module if walk.is_identifier() && walk.kind() == "atom" => {
            module = Some(walk.build.names.made(names::plain(walk.text())));
            mention(walk, Role::Import);
        }
        Field::Funs => {
            let arity = names::written_arity(walk, walk.node());
            walk.lower_with(|walk| {
                walk.children(|walk, field| match (field, module, arity) {
                    (Field::Fun, Some(module), Some(arity)) if walk.kind() == "atom" => {
                        let (span, scope) = (walk.span(), walk.build.scope);
                        let bound = names::function(walk, span, arity);
                        let id = walk.build.import(ImportShape::Item, vec![module, bound], scope, span);
                        walk.build.bind(scope, bound, Namespace::VALUE, Bound::Import(id), ExprId::UNKNOWN);
                        let of = walk.build.expression(Expression::Import { import: id, upto: 2 });
                        walk.with_role(Role::Import, |walk| walk.build.use_member(span, of));
                    }
                    _ => walk.other(),
                });
                ExprId::UNKNOWN
            });
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `-include("a.hrl").`
pub(super) fn include(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| {
        if field == Field::File && walk.kind() == "string" {
            let path = walk.span();
            walk.build.remembered.of::<Erlang>().includes_tests |= walk.text().ends_with("eunit.hrl\"");
            import_file(walk, FileImport { path, everything: true, ..FileImport::default() });
        }
        walk.other();
    });
    ExprId::UNKNOWN
}

/// The module before a colon.
#[derive(Clone, Copy)]
enum Of {
    /// The file's own: `?MODULE`.
    This,
    /// One that is named, or one that is only known when it runs.
    Other(ExprId),
}

/// The current node holds what stands before a colon.
fn module(walk: &mut Walk<'_, '_>) -> Of {
    let mut of = Of::Other(ExprId::UNKNOWN);
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| {
            if walk.is_named() {
                of = module_itself(walk);
            }
        });
        ExprId::UNKNOWN
    });
    of
}

/// The current node is a module.
fn module_itself(walk: &mut Walk<'_, '_>) -> Of {
    match walk.kind() {
        "atom" if walk.is_identifier() => Of::Other(mention(walk, Role::Read)),
        "macro_call_expr" if walk.text() == "?MODULE" => {
            walk.lower();
            Of::This
        }
        _ => {
            walk.lower();
            Of::Other(ExprId::UNKNOWN)
        }
    }
}

/// The current token names a function of a module, or a type where types are named. Of a module that is only known when
/// it runs only the name is known.
fn named(walk: &mut Walk<'_, '_>, of: Of, arity: usize, role: Role) -> ExprId {
    let span = walk.span();
    let is_type = walk.build.role == Role::Type;
    let role = if is_type { Role::Type } else { role };
    let of = match of {
        Of::This if is_type => return names::use_type(walk, arity),
        Of::This => return names::use_function(walk, arity, role),
        Of::Other(of) => of,
    };
    let name = match (of.is_unknown(), is_type) {
        (true, _) => walk.build.name(span),
        (false, true) => names::of_type(walk, span, arity),
        (false, false) => names::function(walk, span, arity),
    };
    let member = walk.build.expression(Expression::Member { of, name, access: Access::Path });
    walk.with_role(role, |walk| walk.build.use_member(span, member));
    member
}

/// `price:taxed(N)`.
pub(super) fn remote(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut value) = (Of::Other(ExprId::UNKNOWN), ExprId::UNKNOWN);
    walk.children(|walk, field| match (field, walk.kind()) {
        (Field::Module, _) => of = module(walk),
        (Field::Fun, "call") => {
            value = walk.lower_with(|walk| {
                let arity = names::arity(walk.node());
                let mark = walk.build.uses.mark();
                let (mut callee, mut values, mut name) = (ExprId::UNKNOWN, Vec::new(), "");
                walk.children(|walk, field| match field {
                    Field::Expr if walk.kind() == "atom" => {
                        name = walk.text();
                        callee = named(walk, of, arity, Role::Call);
                    }
                    Field::Args => values = arguments(walk, name),
                    _ => walk.other(),
                });
                walk.call_of(mark, callee, &values)
            });
        }
        _ => walk.other(),
    });
    value
}

/// `fun price:taxed/1`, `fun taxed/1`.
pub(super) fn function_value(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut value) = (Of::This, ExprId::UNKNOWN);
    let arity = names::written_arity(walk, walk.node());
    walk.children(|walk, field| match (field, arity) {
        (Field::Module, _) => of = module(walk),
        (Field::Fun, Some(arity)) if walk.kind() == "atom" => {
            value = named(walk, of, arity, Role::Read);
        }
        _ => walk.other(),
    });
    value
}

/// So many arguments of a call are looked at for a function.
const MOST_APPLIED: usize = 8;

/// Functions that call one whose module, name and list of arguments they are given, one behind the other; sorted.
const APPLY: &[&str] = &[
    "apply",
    "apply_after",
    "apply_interval",
    "async_call",
    "call",
    "cast",
    "hibernate",
    "multicall",
    "spawn",
    "spawn_link",
    "spawn_monitor",
    "spawn_opt",
    "spawn_request",
    "start",
    "start_link",
    "start_monitor",
    "tc",
];

/// The list of arguments of a call: `spawn(price, taxed, [N])` names a function of a module.
pub(super) fn arguments(walk: &mut Walk<'_, '_>, callee: &str) -> Vec<ExprId> {
    let applied = if crate::text::holds(APPLY, callee) { applied(walk) } else { None };
    let Some((at, arity)) = applied else { return walk.lower_list() };
    let (mut values, mut of) = (Vec::new(), Of::This);
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            return walk.other();
        }
        let value = match values.len() {
            index if index == at => {
                of = module_itself(walk);
                ExprId::UNKNOWN
            }
            index if index == at + 1 => named(walk, of, arity, Role::Read),
            _ => walk.lower(),
        };
        values.push(value);
    });
    values
}

/// Which of the arguments is the module of a function that is called, and how many arguments that is given.
fn applied(walk: &Walk<'_, '_>) -> Option<(usize, usize)> {
    let node = walk.node();
    let all: Vec<Node<'_>> =
        node.named_children(&mut node.walk()).filter(|one| !one.is_extra()).take(MOST_APPLIED).collect();
    all.windows(3).zip(0..).find_map(|(window, at)| {
        let [module, function, list] = window else { return None };
        let is_module = module.kind() == "atom" || walk.build.text(span_of(*module)) == "?MODULE";
        if !is_module || function.kind() != "atom" || list.kind() != "list" {
            return None;
        }
        let items: Vec<&str> = list
            .named_children(&mut list.walk())
            .filter(|one| !one.is_extra())
            .map(|one| one.kind())
            .collect();
        // `[A | Rest]` may hold any number.
        (!items.contains(&"pipe")).then_some((at, items.len()))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_applies_is_sorted() {
        assert!(super::APPLY.is_sorted());
    }
}

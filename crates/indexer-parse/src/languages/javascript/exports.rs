//! Exports: what others get by name, as the default, or as the whole file.

use super::expected::{self, Expected};
use super::head::{self, Head, describe, lower_value};
use super::imports;
use super::state::{Export, Remembers};
use super::text;
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    Bound, DefId, ExprId, Expression, ImportShape, Name, Namespace, Owner, Role, ScopeId, Span, SymbolKind,
    Visibility,
};
use tree_sitter::Node;

/// The name under which a file binds what stands for all of it.
pub(in crate::languages) const WHOLE: &str = "export=";

/// `export ...` in all its forms.
pub(in crate::languages) fn export(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    walk.state().start.get_or_insert(span.start);
    walk.state().is_module |= walk.state().frames.len() == 1;
    let node = walk.node();
    let module = node.child_by_field_name("source").map(|source| imports::specifier(walk, source));
    let mut form = Form::default();
    walk.children(|walk, field| part(walk, field, module, &mut form));
    if form.is_star && !form.has_names {
        let path = module.into_iter().collect();
        imports::add_offered(walk, path, ImportShape::Wildcard, None, span);
    }
    let state = walk.state();
    (state.export, state.start) = (Export::No, None);
    state.decorators.clear();
    ExprId::UNKNOWN
}

#[derive(Default)]
struct Form {
    /// The keyword `default`.
    default: Option<Span>,
    is_star: bool,
    has_names: bool,
    /// `export = a`.
    is_whole: bool,
    /// `export as namespace A`.
    is_global: bool,
}

fn part(walk: &mut Walk<'_, '_>, field: Field, module: Option<Name>, form: &mut Form) {
    match field {
        Field::Source => imports::source_reference(walk, module),
        Field::Declaration => {
            walk.state().export = if form.default.is_some() { Export::Default } else { Export::Named };
            walk.lower();
        }
        Field::Decorator => {
            let value = super::classes::decorator(walk);
            walk.state().decorators.push(value);
        }
        Field::Value => value(walk, form),
        _ => match walk.kind() {
            "default" => form.default = Some(walk.span()),
            "*" => form.is_star = true,
            "=" => form.is_whole = true,
            "as" => form.is_global = true,
            "export_clause" => {
                form.has_names = true;
                walk.lower_with(|walk| {
                    walk.each_child(|walk, _| {
                        if walk.kind() == "export_specifier" {
                            walk.lower_with(|walk| specifier(walk, module));
                        } else {
                            walk.lower();
                        }
                    });
                    ExprId::UNKNOWN
                });
            }
            "namespace_export" => {
                form.has_names = true;
                walk.lower_with(|walk| namespace(walk, module));
            }
            "identifier" if form.is_global => walk.neither(),
            _ if walk.is_named() && !walk.node().is_extra() => value(walk, form),
            _ => drop(walk.lower()),
        },
    }
}

/// `export default a`, `export = a`.
fn value(walk: &mut Walk<'_, '_>, form: &Form) {
    let name = if form.is_whole { WHOLE } else { "default" };
    let (true, Some(keyword)) = (!form.is_whole, form.default) else {
        let value = match form.is_whole && walk.is_identifier() {
            // A namespace may have the name, too.
            true => walk.with_role(Role::Read, |walk| walk.build.use_name(walk.span(), Namespace::ANY)),
            false => walk.lower_as(Role::Read),
        };
        if form.is_whole {
            bind_alias(walk, name, value);
        }
        return;
    };
    if matches!(walk.kind(), "identifier" | "member_expression") {
        let value = match walk.is_identifier() {
            // A type alone may have the name, too.
            true => walk.with_role(Role::Read, |walk| walk.build.use_name(walk.span(), Namespace::ANY)),
            false => walk.lower_as(Role::Read),
        };
        bind_alias(walk, name, value);
        return;
    }
    // What has no name of its own is known as the default.
    let node = walk.node();
    let head = Head::take(walk);
    let span = Span::new(head.span.start, node.end_byte() as u32);
    let head = Head { span, export: Export::No, ..head };
    let own_name = matches!(node.kind(), "function_expression" | "generator_function" | "class")
        && node.child_by_field_name("name").is_some();
    if own_name {
        walk.state().own = None;
        let value = walk.lower_as(Role::Read);
        let own = match walk.build.facts.expression(value) {
            Expression::Definition(id) => Some(id),
            _ => walk.state().own.take(),
        };
        match own {
            Some(id) => head::export_as(walk, id, name),
            None => bind_alias(walk, name, value),
        }
        return;
    }
    let id = define(walk, name, keyword, SymbolKind::Constant);
    let of = describe(walk, id, head, Some(node));
    let own = lower_value(walk, Some(id));
    let said = if of.is_unknown() { own } else { walk.build.expression(Expression::Instance(of)) };
    super::assign::set_value(walk, id, own, said);
}

/// A definition of the file under a name that only imports see; its name's token is not counted.
fn define(walk: &mut Walk<'_, '_>, name: &'static str, span: Span, kind: SymbolKind) -> DefId {
    let place = walk.build.place();
    walk.build.owner = Owner::File;
    let name = walk.build.names.name(name);
    let scope = walk.top().scope;
    let id = walk.build.define_as(name, span, kind, scope, Namespace::MEMBER);
    walk.build.definition(id).visibility = Visibility::Public;
    walk.build.restore(place);
    id
}

/// Binds a name that only imports see to what an expression denotes.
fn bind_alias(walk: &mut Walk<'_, '_>, name: &'static str, value: ExprId) {
    // What stands under another name for others is as public as under its own.
    if let Expression::Name { name, .. } = walk.build.facts.expression(value) {
        walk.state().exported.push(name);
    }
    let name = walk.build.names.name(name);
    let scope = walk.top().scope;
    walk.build.bind(scope, name, Namespace::MEMBER, Bound::Alias, value);
}

/// `a as b` in an export.
fn specifier(walk: &mut Walk<'_, '_>, module: Option<Name>) -> ExprId {
    let mut name = None;
    let mut alias = None;
    walk.children(|walk, field| match field {
        Field::Name if name.is_none() => {
            let text = walk.text();
            name = Some((text::content(text), walk.span(), walk.is_identifier()));
        }
        Field::Alias => {
            let span = walk.span();
            alias = Some(text::content(walk.build.text(span)));
            if walk.is_identifier() {
                walk.local();
            }
        }
        _ => drop(walk.lower()),
    });
    let Some((text, span, is_token)) = name else { return ExprId::UNKNOWN };
    let name = walk.build.names.name(text);
    let offered = alias.map_or(name, |alias| walk.build.names.name(alias));
    let scope = walk.top().scope;
    match module {
        Some(module) => {
            let alias = (offered != name).then_some(offered);
            let path = vec![module, name];
            let id = imports::add_offered(walk, path, ImportShape::Item, alias, span);
            if is_token {
                imports::import_token(walk, id, span);
            }
            let bound = Bound::Import(id);
            walk.build.bind(scope, offered, Namespace::MEMBER, bound, ExprId::UNKNOWN);
        }
        None => {
            let any = Namespace::VALUE.with(Namespace::TYPE);
            let value = walk.build.use_name(span, any);
            if !is_token {
                walk.build.uses.uncount_last();
            }
            walk.state().exported.push(name);
            if offered != name {
                walk.build.bind(scope, offered, Namespace::MEMBER, Bound::Alias, value);
            }
        }
    }
    ExprId::UNKNOWN
}

/// `* as a` in an export.
fn namespace(walk: &mut Walk<'_, '_>, module: Option<Name>) -> ExprId {
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() {
            walk.lower();
            return;
        }
        let span = walk.span();
        let alias = walk.build.names.name(text::content(walk.build.text(span)));
        if walk.is_identifier() {
            walk.local();
        }
        let path = module.into_iter().collect();
        let id = imports::add_offered(walk, path, ImportShape::Item, Some(alias), span);
        let scope = walk.top().scope;
        walk.build.bind(scope, alias, Namespace::MEMBER, Bound::Import(id), ExprId::UNKNOWN);
    });
    ExprId::UNKNOWN
}

/// `module.exports = a`: the walk stands at the assignment, whose value may already have a name.
pub(in crate::languages) fn module(
    walk: &mut Walk<'_, '_>,
    right: Option<Node<'_>>,
    named: Option<DefId>,
) -> ExprId {
    let kind = right.map_or("", |node| node.kind());
    let has_name = |node: Node<'_>| node.child_by_field_name("name").is_some();
    let own_name =
        matches!(kind, "function_expression" | "generator_function" | "class") && right.is_some_and(has_name);
    let is_alias = named.is_some() || own_name || matches!(kind, "identifier" | "member_expression");
    let is_alias = is_alias || kind == "assignment_expression" || is_require(walk, right);
    let mut id = None;
    let (mut value, mut said) = (ExprId::UNKNOWN, ExprId::UNKNOWN);
    let mut head = Some(Head::take(walk));
    walk.children(|walk, field| match field {
        Field::Left if is_alias => drop(walk.lower_as(Role::Write)),
        Field::Left => {
            let defined = left_side(walk);
            if let (Some(new), Some(head)) = (defined, head.take()) {
                said = describe(walk, new, head, right);
            }
            id = id.or(defined);
        }
        Field::Right => {
            walk.state().own = None;
            let expected = Expected::documented(walk, said);
            expected::expect(walk, expected);
            value = lower_value(walk, named.or(id));
        }
        _ => drop(walk.lower()),
    });
    if let Some(id) = id {
        super::assign::set_value(walk, id, value, value);
        head::export_as(walk, id, WHOLE);
        return value;
    }
    let own = match walk.build.facts.expression(value) {
        Expression::Definition(id) => Some(id),
        _ if own_name => walk.state().own.take(),
        // The object that a variable is made of: the variable.
        Expression::Object(_) => named,
        _ => None,
    };
    match own {
        Some(id) => head::export_as(walk, id, WHOLE),
        None => bind_alias(walk, WHOLE, value),
    }
    value
}

fn is_require(walk: &Walk<'_, '_>, right: Option<Node<'_>>) -> bool {
    right.is_some_and(|node| {
        node.kind() == "call_expression"
            && walk.build.text(crate::walk::span_of(node)).starts_with("require(")
    })
}

/// `module.exports` on the left, where `exports` becomes the name of what is exported.
fn left_side(walk: &mut Walk<'_, '_>) -> Option<DefId> {
    let mut id = None;
    walk.lower_with(|walk| {
        walk.children(|walk, field| match field {
            Field::Property if id.is_none() && walk.is_identifier() => {
                let place = walk.build.place();
                walk.build.owner = Owner::File;
                id = head::define_member(walk, ScopeId(0), SymbolKind::Variable);
                walk.build.restore(place);
            }
            _ => drop(walk.lower_as(Role::Read)),
        });
        ExprId::UNKNOWN
    });
    id
}

//! The file, and its constants, variables and types.

use super::state::Remembers;
use super::statements::{Values, bind_local};
use super::{text, types as type_hooks};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    DefId, ExprId, Flags, LiteralKind, Name, Namespace, Owner, Role, ScopeKind, Span, SymbolKind,
    TypeParameter,
};

/// The file: what stands before the package clause is true of all of it.
pub(super) fn source_file(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.each_child(|walk, _| if walk.kind() == "package_clause" { package(walk) } else { walk.other() });
    ExprId::UNKNOWN
}

fn package(walk: &mut Walk<'_, '_>) {
    let span = walk.span();
    let head = walk.build.text(Span::new(0, span.start));
    if text::is_generated(head) {
        walk.state().file_flags.add(Flags::GENERATED);
    }
    if let Some(condition) = text::constraint(head) {
        let condition = walk.build.names.made(&condition);
        let state = walk.state();
        state.condition = Some(condition);
        state.file_flags.add(Flags::CONDITIONAL);
    }
    let doc = text::documentation(walk.build.source, span.start);
    walk.each_child(|walk, _| {
        if walk.kind() != "package_identifier" || walk.span().is_empty() {
            walk.other();
            return;
        }
        walk.state().is_program = walk.text() == "main";
        let id = walk.build.define(walk.span(), SymbolKind::Package, Namespace::MEMBER);
        walk.mark(id);
        let signature = crate::text::folded(walk.build.text(span));
        let definition = walk.build.definition(id);
        definition.flags.add(Flags::DECLARATION);
        definition.visibility = indexer_core::Visibility::Public;
        definition.span = span;
        definition.signature = signature;
    });
    walk.build.facts.doc = doc.map(|(_, doc, _)| doc);
}

/// A declaration that is being read: of one thing, or of a group.
#[derive(Clone, Copy)]
struct Group {
    keyword: &'static str,
    /// The bytes of a declaration of one thing, to which its keyword and documentation belong.
    single: Option<Span>,
    /// The declaration stands outside of functions.
    global: bool,
}

impl Group {
    fn of(walk: &mut Walk<'_, '_>, keyword: &'static str) -> Self {
        let global = walk.build.owner == Owner::File;
        let named = walk.node().named_child_count();
        let text = walk.text()[keyword.len().min(walk.text().len())..].trim_start();
        let single = (named == 1 && !text.starts_with('(')).then(|| walk.span());
        Self { keyword, single, global }
    }

    /// Fills in what all definitions of a declaration have. `end` is where the signature ends.
    fn finish(self, walk: &mut Walk<'_, '_>, id: DefId, own: Span, end: u32) {
        let span = self.single.unwrap_or(own);
        let head = crate::text::folded(walk.build.text(Span::new(own.start, end)));
        let name = walk.build.definition(id).name;
        let visibility = text::visibility(walk.build.names.get(name));
        let definition = walk.build.definition(id);
        definition.signature = format!("{} {head}", self.keyword);
        definition.visibility = visibility;
        definition.span = span;
        text::document(walk, id, span.start);
        if self.global {
            walk.mark(id);
        }
    }
}

/// Visits each specification of a declaration.
fn specifications(
    walk: &mut Walk<'_, '_>,
    keyword: &'static str,
    kind: &str,
    one: fn(&mut Walk<'_, '_>, Group),
) -> ExprId {
    let group = Group::of(walk, keyword);
    walk.state().repeated.clear();
    walk.each_child(|walk, _| {
        if walk.kind() == kind || (kind == "type_spec" && walk.kind() == "type_alias") {
            one(walk, group);
        } else if walk.kind() == "var_spec_list" {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| if walk.kind() == kind { one(walk, group) } else { walk.other() });
                ExprId::UNKNOWN
            });
        } else {
            walk.other();
        }
    });
    ExprId::UNKNOWN
}

/// `const ...`.
pub(super) fn constants(walk: &mut Walk<'_, '_>) -> ExprId {
    specifications(walk, "const", "const_spec", value_specification)
}

/// `var ...`.
pub(super) fn variables(walk: &mut Walk<'_, '_>) -> ExprId {
    specifications(walk, "var", "var_spec", value_specification)
}

/// `type ...`.
pub(super) fn types(walk: &mut Walk<'_, '_>) -> ExprId {
    specifications(walk, "type", "type_spec", type_specification)
}

/// `a, b T = x, y`.
fn value_specification(walk: &mut Walk<'_, '_>, group: Group) {
    let span = walk.span();
    let place = walk.build.place();
    let is_constant = group.keyword == "const";
    let kind = if is_constant { SymbolKind::Constant } else { SymbolKind::Variable };
    let mut definitions: Vec<(u32, DefId)> = Vec::new();
    let mut locals: Vec<(u32, Name)> = Vec::new();
    let mut count = 0;
    let (mut annotation, mut values) = (ExprId::UNKNOWN, Values::default());
    let mut end = span.end;
    walk.children(|walk, field| match field {
        Field::Name if !walk.is_identifier() => walk.other(),
        Field::Name => {
            count += 1;
            if walk.text() == "_" {
                walk.neither();
            } else if group.global {
                let id = walk.build.define(walk.span(), kind, Namespace::ANY);
                definitions.push((count - 1, id));
            } else {
                let token = walk.local();
                locals.push((count - 1, walk.build.name(token)));
            }
        }
        Field::Type => annotation = walk.lower(),
        Field::Value => {
            if let Some((_, first)) = definitions.first() {
                walk.build.owner = Owner::Definition(*first);
                walk.build.enclosing = Some(*first);
            }
            values = Values::of(walk);
        }
        _ => {
            if walk.kind() == "=" {
                end = walk.span().start;
            }
            walk.other();
        }
    });
    walk.build.restore(place);
    let declared = walk.build.instance(annotation);
    if is_constant {
        values = repeated(walk, declared, values);
    }
    for (i, id) in definitions {
        let own = if values.is_empty() { ExprId::UNKNOWN } else { values.at(walk, i, count) };
        if !declared.is_unknown() {
            walk.build.put_into(id, own);
        }
        walk.build.definition(id).value = if declared.is_unknown() { own } else { declared };
        group.finish(walk, id, span, end);
    }
    for (i, name) in locals {
        let own = if values.is_empty() { ExprId::UNKNOWN } else { values.at(walk, i, count) };
        let value = if declared.is_unknown() { own } else { walk.build.given(declared, own) };
        bind_local(walk, name, span.end, value);
    }
}

/// A constant without a value has that of the one before it.
fn repeated(walk: &mut Walk<'_, '_>, declared: ExprId, values: Values) -> Values {
    if values.is_empty() && declared.is_unknown() {
        return Values::plain(walk.state().repeated.clone());
    }
    let values = if declared.is_unknown() { values } else { Values::plain(vec![declared]) };
    let kept = values.items().to_vec();
    walk.state().repeated = kept;
    values
}

/// `A struct { ... }`, `A = B`, `A B`.
fn type_specification(walk: &mut Walk<'_, '_>, group: Group) {
    let span = walk.span();
    let place = walk.build.place();
    let shape = walk.node().child_by_field_name("type").map_or("", |node| walk.kind_of(node));
    let is_alias = walk.kind() == "type_alias";
    let kind = match shape {
        "struct_type" if !is_alias => SymbolKind::Struct,
        "interface_type" if !is_alias => SymbolKind::Interface,
        _ => SymbolKind::TypeAlias,
    };
    let mut id = None;
    let mut end = span.end;
    walk.children(|walk, field| match field {
        Field::Name if id.is_none() && walk.is_identifier() && walk.text() != "_" => {
            let new = walk.build.define(walk.span(), kind, Namespace::ANY);
            walk.build.owner = Owner::Definition(new);
            walk.build.enclosing = Some(new);
            id = Some(new);
        }
        Field::Name if walk.is_identifier() => walk.neither(),
        Field::TypeParameters => {
            let run = type_parameters(walk, span);
            if let Some(id) = id {
                walk.build.definition(id).type_parameters = run;
            }
        }
        Field::Type => match (kind, id) {
            (SymbolKind::Struct, Some(id)) => end = type_hooks::struct_body(walk, id),
            (SymbolKind::Interface, Some(id)) => end = type_hooks::interface_body(walk, id),
            _ => {
                let value = walk.lower();
                if let Some(id) = id {
                    walk.build.definition(id).value = value;
                }
            }
        },
        _ => walk.other(),
    });
    walk.build.restore(place);
    let Some(id) = id else { return };
    if kind == SymbolKind::TypeAlias && !is_alias {
        walk.build.definition(id).flags.add(Flags::DISTINCT);
    }
    group.finish(walk, id, span, end);
}

/// `[T any, K comparable]`: opens a scope for them, which the caller leaves.
pub(super) fn type_parameters(walk: &mut Walk<'_, '_>, span: Span) -> indexer_core::List {
    let scope = walk.build.open_scope(ScopeKind::Generics, span);
    let mut found: Vec<(Name, Vec<ExprId>)> = Vec::new();
    walk.each_child(|walk, _| {
        if walk.kind() != "type_parameter_declaration" {
            walk.other();
            return;
        }
        let first = found.len();
        walk.lower_with(|walk| {
            walk.children(|walk, field| match field {
                Field::Name if walk.is_identifier() => {
                    let token = walk.local();
                    found.push((walk.build.name(token), Vec::new()));
                }
                Field::Type => {
                    let bounds =
                        if walk.kind() == "type_constraint" { walk.lower_list() } else { vec![walk.lower()] };
                    for (_, of) in &mut found[first..] {
                        of.clone_from(&bounds);
                    }
                }
                _ => walk.other(),
            });
            ExprId::UNKNOWN
        });
    });
    let parameters = found
        .into_iter()
        .map(|(name, bounds)| TypeParameter::bounded(name, walk.build.list(&bounds)))
        .collect();
    walk.build.bind_type_parameters(scope, parameters, Namespace::ANY)
}

/// The value of a second result that says whether the first is there.
pub(super) fn boolean(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.build.literal(LiteralKind::Boolean)
}

/// Lowers a type whose names are inherited from.
pub(super) fn embedded(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_as(Role::Inherit)
}

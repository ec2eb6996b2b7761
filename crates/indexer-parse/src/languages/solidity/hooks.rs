//! What a table cannot say of Solidity: names, imports, what is attached to types.

use crate::shapes::{FileImport, import_file, receiver_by_name};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{
    ATTACHED, Bound, DefId, ExprId, Expression, Extension, ExtensionId, Flags, List, Namespace, Owner, Role,
    Scope, ScopeId, ScopeKind, Span, SymbolKind, Visibility,
};

/// A name; `this` is the contract and `super` what it is based on, though both are identifiers here.
pub(super) fn name(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() {
        return ExprId::UNKNOWN;
    }
    // Where a modifier says that the function goes on.
    if walk.text() == "_" {
        walk.neither();
        return ExprId::UNKNOWN;
    }
    receiver_by_name(walk)
        .unwrap_or_else(|| walk.build.use_name(span, Namespace::ANY.with(Namespace::CALLABLE)))
}

/// `import "a.sol"`, `import {A, B as C} from "a.sol"`, `import * as X from "a.sol"`.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut path, mut names) = (Span::default(), Vec::<(Span, Span)>::new());
    walk.children(|walk, field| match field {
        Field::ImportName if walk.is_identifier() => names.push((walk.span(), Span::default())),
        Field::Alias if walk.is_identifier() => {
            let alias = walk.local();
            match names.last_mut() {
                Some(last) => last.1 = alias,
                None => names.push((Span::default(), alias)),
            }
        }
        Field::Source => path = walk.span(),
        _ => walk.other(),
    });
    let first = walk.build.facts.imports.len();
    if names.is_empty() {
        import_file(walk, FileImport { path, everything: true, ..FileImport::default() });
    }
    for (name, alias) in names {
        import_file(walk, FileImport { path, name, alias, everything: false });
    }
    // Whoever imports this file sees what it imports.
    for import in &mut walk.build.facts.imports[first..] {
        import.visibility = Visibility::Public;
    }
    ExprId::UNKNOWN
}

/// A parameter where no function has it as its own: what a function gives, or a `catch` is told. Its name is a local.
pub(super) fn local(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut of, mut name) = (ExprId::UNKNOWN, None);
    walk.children(|walk, field| match field {
        Field::Type => of = walk.lower_as(indexer_core::Role::Type),
        Field::Name if walk.is_identifier() => name = Some(walk.local()),
        _ => walk.other(),
    });
    if let Some(span) = name {
        let value = walk.build.instance(of);
        let (name, scope) = (walk.build.name(span), walk.build.scope);
        walk.build.shapes.introduce(scope, name);
        walk.build.bind_local(scope, name, Namespace::VALUE, span.end, value);
    }
    of
}

/// `using L for A`, `using {f, L.g} for A`: what members an `A` has as well.
pub(super) fn using(walk: &mut Walk<'_, '_>) -> ExprId {
    let (mut functions, mut library, mut of) = (Vec::new(), None, ExprId::UNKNOWN);
    walk.children(|walk, field| match (field, walk.kind()) {
        (_, "type_alias") => library = Some(walk.lower_as(Role::Type)),
        (_, "using_alias") => {
            let name = last_identifier(walk.node()).map(|one| walk.build.name(crate::walk::span_of(one)));
            let value = walk.with_role(Role::Read, Walk::lower_children);
            functions.extend(name.map(|name| (name, value)));
        }
        (_, "user_defined_type") if library.is_none() && field != Field::Source => {
            library = Some(walk.lower_as(Role::Type));
        }
        (Field::Source, "type_name") => of = walk.lower_as(Role::Type),
        _ => walk.other(),
    });
    let extension = ExtensionId(walk.build.facts.extensions.len() as u32);
    let scope = ScopeId(walk.build.facts.scopes.len() as u32);
    let (span, owner) = (walk.span(), walk.build.owner);
    let (parent, bindings) = (Some(walk.build.scope), List::default());
    let here = Owner::Extension(extension);
    walk.build.facts.scopes.push(Scope { kind: ScopeKind::Extension, parent, owner: here, span, bindings });
    let type_name = match walk.build.facts.expression(of) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => Some(name),
        _ => None,
    };
    let type_name = type_name.filter(|name| !super::link::is_primitive(walk.build.names.get(*name)));
    let (implements, type_parameters) = (None, List::default());
    walk.build.facts.extensions.push(Extension {
        scope,
        of,
        type_name,
        implements,
        type_parameters,
        span,
        owner,
    });
    if let Some(library) = library.filter(|library| !library.is_unknown()) {
        let all = walk.build.names.made(ATTACHED);
        walk.build.bind(scope, all, Namespace::TYPE, Bound::Alias, library);
    }
    for (name, value) in functions {
        walk.build.bind(scope, name, Namespace::CALLABLE, Bound::Alias, value);
    }
    ExprId::UNKNOWN
}

/// The last name below a node.
fn last_identifier(node: tree_sitter::Node<'_>) -> Option<tree_sitter::Node<'_>> {
    let of = node.named_child(0)?;
    if of.kind() == "identifier" {
        return Some(of);
    }
    let count = u32::try_from(of.named_child_count()).ok()?;
    of.named_child(count.checked_sub(1)?)
}

/// A function of a library needs no instance, and may be called on its first argument; some functions are tests.
pub(super) fn function(walk: &mut Walk<'_, '_>, id: DefId) {
    if is_test(walk, id) {
        walk.build.definition(id).flags.add(Flags::TEST);
    }
    if walk.build.definition(id).kind == SymbolKind::Method && is_of_library(walk, id) {
        walk.build.definition(id).flags.add(Flags::STATIC);
    }
}

/// True for a member of a library. The word stands before its name: to ask the node for those above would be a way down from
/// the root of the file.
fn is_of_library(walk: &mut Walk<'_, '_>, id: DefId) -> bool {
    let Owner::Definition(of) = walk.build.definition(id).owner else { return false };
    let name = walk.build.definition(of).name_span.start as usize;
    walk.build.source.get(..name).is_some_and(|before| before.trim_end().ends_with("library"))
}

/// True for what Foundry runs: functions that are named as tests, of contracts that are based on one of tests.
fn is_test(walk: &mut Walk<'_, '_>, id: DefId) -> bool {
    let definition = walk.build.definition(id);
    let (name, is_public) = (definition.name, definition.visibility == Visibility::Public);
    let name = walk.build.names.get(name);
    if !is_public || !(name.starts_with("test") || name.starts_with("invariant")) {
        return false;
    }
    let contract = walk.node().parent().and_then(|body| body.parent());
    let Some(contract) = contract.filter(|one| one.kind() == "contract_declaration") else { return false };
    let mut cursor = contract.walk();
    let mut bases = contract.named_children(&mut cursor).filter(|one| one.kind() == "inheritance_specifier");
    bases.any(|base| walk.build.text(crate::walk::span_of(base)).contains("Test"))
}

//! What a table cannot say of Solidity.

use crate::shapes::{FileImport, import_file, receiver_by_name};
use crate::table::Field;
use crate::walk::Walk;
use indexer_core::{ExprId, Namespace, Span};

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
    receiver_by_name(walk).unwrap_or_else(|| walk.build.use_name(span, Namespace::ANY))
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
    if names.is_empty() {
        import_file(walk, FileImport { path, everything: true, ..FileImport::default() });
    }
    for (name, alias) in names {
        import_file(walk, FileImport { path, name, alias, everything: false });
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

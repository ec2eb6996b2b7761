//! The head of a file: which module it is, what that exports, and what it imports.

use super::nodes::STYLE;
use super::state::Haskell;
use crate::shapes::declare::{self, Declared};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Bound, ExprId, Expression, Flags, ImportShape, Name, Namespace, Role, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};
use rustc_hash::FxHashSet;
use tree_sitter::Node;

/// The file: all of it is of its module, where it says of which.
pub(super) fn module(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let header = node.named_children(&mut node.walk()).find(|one| one.kind() == "header");
    let Some(header) = header else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let Some(token) = header.child_by_field_name("module").map(span_of) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    if let Some(list) = header.child_by_field_name("exports") {
        exports(walk, list, token);
    }
    let name = walk.build.names.made(walk.build.text(token));
    let whole = Span::new(header.start_byte() as u32, walk.span().end);
    let of = Declared {
        name,
        bound: name,
        namespace: Namespace::MEMBER,
        within: ScopeId(0),
        token,
        kind: SymbolKind::Module,
        visibility: Visibility::Public,
        whole,
        end: token.end,
        scope: Some(ScopeKind::Type),
        style: &STYLE,
    };
    let opened = declare::open(walk, &of);
    let definition = walk.build.definition(opened.id);
    definition.flags.add(Flags::EXPORTED);
    if let Some(doc) = &mut definition.doc {
        *doc = doc.trim_start_matches('|').trim_start().to_owned();
    }
    let scope = walk.build.scope;
    walk.build.remembered.of::<Haskell>().module = Some(scope);
    walk.lower_children();
    pass_on(walk, scope);
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// What the list of exports names and the file does not declare, it has of others, and passes on.
fn pass_on(walk: &mut Walk<'_, '_>, module: ScopeId) {
    let bound: FxHashSet<(Name, bool)> = walk
        .build
        .facts
        .bindings
        .iter()
        .filter(|binding| binding.scope == module)
        .map(|binding| (binding.name, binding.namespace == Namespace::TYPE))
        .collect();
    let state = walk.build.remembered.of::<Haskell>();
    let whole = state.whole.clone();
    let mut types: Vec<(Name, bool)> = state.types.iter().map(|(name, all)| (*name, *all)).collect();
    let mut values: Vec<Name> = state.values.iter().copied().collect();
    // The order of a table is not that of the file.
    types.sort_unstable();
    values.sort_unstable();
    let types = types.into_iter().filter(|(name, _)| !bound.contains(&(*name, true)));
    let values = values.into_iter().filter(|name| !bound.contains(&(*name, false)));
    let alias = |walk: &mut Walk<'_, '_>, name: Name, namespace: Namespace| {
        let of = Expression::Name { name, scope: ScopeId(0), bound: None, namespace };
        let of = walk.build.expression(of);
        walk.build.bind(module, name, namespace, Bound::Alias, of);
    };
    for (name, all) in types {
        alias(walk, name, Namespace::TYPE);
        for (from, span) in whole.iter().filter(|_| all) {
            walk.build.import(ImportShape::Wildcard, vec![*from, name], module, *span);
        }
    }
    values.for_each(|name| alias(walk, name, Namespace::VALUE));
}

/// What a list of exports names.
fn exports(walk: &mut Walk<'_, '_>, list: Node<'_>, own: Span) {
    let own = walk.build.text(own);
    walk.build.remembered.of::<Haskell>().has_exports = true;
    for one in list.named_children(&mut list.walk()) {
        if one.kind() == "module_export" {
            let Some(module) = one.child_by_field_name("module").map(span_of) else { continue };
            let module = walk.build.text(module);
            let state = walk.build.remembered.of::<Haskell>();
            state.has_exports &= module != own;
            state.modules.insert(module.to_owned());
        }
        if let Some(of) = one.child_by_field_name("type") {
            let name = walk.build.name(span_of(of));
            let children = one.child_by_field_name("children");
            let all = has_all(one);
            walk.build.remembered.of::<Haskell>().types.insert(name, all);
            for child in children
                .into_iter()
                .flat_map(|list| list.named_children(&mut list.walk()).collect::<Vec<_>>())
            {
                let name = walk.build.name(span_of(child));
                walk.build.remembered.of::<Haskell>().values.insert(name);
            }
        }
        for field in ["variable", "operator"] {
            if let Some(of) = one.child_by_field_name(field) {
                let of = if of.kind() == "prefix_id" { of.named_child(0).unwrap_or(of) } else { of };
                let name = walk.build.name(span_of(of));
                walk.build.remembered.of::<Haskell>().values.insert(name);
            }
        }
    }
}

/// A name in the list of exports is a use of it.
pub(super) fn export(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, field| match field {
        Field::Type => drop(walk.lower_as(Role::Type)),
        _ => drop(walk.lower_as(Role::Read)),
    });
    ExprId::UNKNOWN
}

/// What `M` in `M.lookup` stands for.
pub(super) fn qualifier(walk: &mut Walk<'_, '_>) -> ExprId {
    let text = walk.text().trim_end_matches('.').to_owned();
    let known = walk.build.remembered.of::<Haskell>().qualifiers.get(&text).cloned().unwrap_or_default();
    match known.as_slice() {
        [] => ExprId::UNKNOWN,
        [one] => *one,
        many => walk.build.union(many),
    }
}

/// `import qualified Data.Map as M`, `import A (b, C(..))`, `import A hiding (b)`.
pub(super) fn import(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let Some(module) = node.child_by_field_name("module").map(span_of) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let has = |walk: &Walk<'_, '_>, word: &str| {
        node.children(&mut node.walk()).any(|one| walk.kind_of(one) == word)
    };
    let (is_qualified, is_hiding) = (has(walk, "qualified"), has(walk, "hiding"));
    let list = node.child_by_field_name("names");
    let text = walk.build.text(module);
    let name = walk.build.names.made(text);
    let alias = node.child_by_field_name("alias").map(span_of);
    let hidden = list.filter(|_| is_hiding).map(|list| hidden(walk, list));
    // What a type that is hidden has is hidden with it, and not written.
    let is_whole = !is_qualified && (list.is_none() || hidden.as_ref().is_some_and(Option::is_some));
    let hidden = hidden.flatten().unwrap_or_default();
    let shape = if is_whole { ImportShape::Wildcard } else { ImportShape::Effect };
    let id = walk.build.import(shape, vec![name], ScopeId(0), module);
    walk.build.facts.imports[id.index()].left_out = hidden.clone();
    if is_whole {
        walk.build.remembered.of::<Haskell>().whole.push((name, module));
    }
    let expression = walk.build.expression(Expression::Import { import: id, upto: 1 });
    walk.with_role(Role::Import, |walk| walk.build.use_member(module, expression));
    walk.build.uses.uncount_last();
    let own = walk.build.text(alias.unwrap_or(module)).to_owned();
    let known = [Some(own.clone()), (!is_qualified).then(|| text.to_owned())];
    let state = walk.build.remembered.of::<Haskell>();
    for one in known.into_iter().flatten() {
        let all = state.qualifiers.entry(one).or_default();
        if all.len() < MOST_MODULES && all.last() != Some(&expression) {
            all.push(expression);
        }
    }
    let passes_on = state.modules.contains(&own) || state.modules.contains(text);
    let scope = state.module.unwrap_or(ScopeId(0));
    if passes_on && is_whole && scope != ScopeId(0) {
        let id = walk.build.import(ImportShape::Wildcard, vec![name], scope, module);
        walk.build.facts.imports[id.index()].left_out = hidden;
    }
    walk.children(|walk, field| match field {
        Field::Names if !is_hiding => listed(walk, name, (is_qualified, passes_on)),
        Field::Names => walk.build.tally.neither += walk.count_identifiers(),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// The names behind `hiding`; `None` where that says of a type that all it has is hidden.
fn hidden(walk: &mut Walk<'_, '_>, list: Node<'_>) -> Option<Vec<Name>> {
    let mut names = Vec::new();
    for one in list.named_children(&mut list.walk()) {
        if has_all(one) {
            return None;
        }
        for field in ["type", "variable", "operator"] {
            if let Some(of) = one.child_by_field_name(field) {
                let of = if of.kind() == "prefix_id" { of.named_child(0).unwrap_or(of) } else { of };
                names.push(walk.build.name(span_of(of)));
            }
        }
        if let Some(list) = one.child_by_field_name("children") {
            for child in list.named_children(&mut list.walk()) {
                names.push(walk.build.name(span_of(child)));
            }
        }
    }
    Some(names)
}

/// True for `T(..)`.
fn has_all(one: Node<'_>) -> bool {
    let list = one.child_by_field_name("children");
    list.is_some_and(|list| list.named_children(&mut list.walk()).any(|one| one.kind() == "all_names"))
}

/// So many modules are called alike.
const MOST_MODULES: usize = 16;

/// Each name of a list of imports.
fn listed(walk: &mut Walk<'_, '_>, module: Name, how: (bool, bool)) {
    if walk.is_identifier() {
        return item(walk, module, how);
    }
    if walk.kind() == "import_name" && has_all(walk.node()) && !how.0 {
        all_of(walk, module, how.1);
    }
    if walk.is_named() && !walk.too_deep() {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| listed(walk, module, how));
            ExprId::UNKNOWN
        });
    } else {
        walk.other();
    }
}

/// `T(..)`: all that the type has, beside the type itself.
fn all_of(walk: &mut Walk<'_, '_>, module: Name, passes_on: bool) {
    let Some(token) = walk.node().child_by_field_name("type").map(span_of) else { return };
    let name = walk.build.name(token);
    walk.build.import(ImportShape::Wildcard, vec![module, name], ScopeId(0), token);
    let state = walk.build.remembered.of::<Haskell>();
    let scope = state.module.unwrap_or(ScopeId(0));
    let passes_on = passes_on || state.types.get(&name) == Some(&true);
    if passes_on && scope != ScopeId(0) {
        walk.build.import(ImportShape::Wildcard, vec![module, name], scope, token);
    }
}

/// The current token is imported by its name. What the module exports further is bound where others see it.
fn item(walk: &mut Walk<'_, '_>, module: Name, (is_qualified, passes_on): (bool, bool)) {
    let span = walk.span();
    let name = walk.build.name(span);
    let namespace = if walk.kind() == "name" { Namespace::TYPE } else { Namespace::VALUE };
    let id = walk.build.import(ImportShape::Item, vec![module, name], ScopeId(0), span);
    let expression = walk.build.expression(Expression::Import { import: id, upto: 2 });
    walk.with_role(Role::Import, |walk| walk.build.use_member(span, expression));
    if is_qualified {
        return;
    }
    walk.build.bind(ScopeId(0), name, namespace, Bound::Import(id), ExprId::UNKNOWN);
    let state = walk.build.remembered.of::<Haskell>();
    let is_named = state.values.contains(&name) || state.types.contains_key(&name);
    let scope = state.module.unwrap_or(ScopeId(0));
    if scope != ScopeId(0) && (passes_on || is_named) {
        walk.build.bind(scope, name, namespace, Bound::Import(id), ExprId::UNKNOWN);
    }
}

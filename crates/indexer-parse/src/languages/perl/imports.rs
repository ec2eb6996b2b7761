//! `use` and `require`, and names of packages.

use super::hooks::know;
use super::nodes::STYLE;
use super::state::Perl;
use crate::shapes::declare::{self, Declared, is_taken};
use crate::walk::{Walk, span_of};
use indexer_core::{
    Bound, ExprId, Expression, ImportShape, Namespace, Role, ScopeId, Span, SymbolKind, Visibility,
};
use tree_sitter::Node;

/// So many words of one list are read.
const MOST_WORDS: usize = 512;

/// The package that is named at a span.
pub(super) fn package_at(walk: &mut Walk<'_, '_>, span: Span) -> ExprId {
    let name = walk.build.name(span);
    let known = walk.build.remembered.of::<Perl>().imports.get(&name).copied();
    let import = known.unwrap_or_else(|| {
        let id = walk.build.import(ImportShape::Effect, vec![name], ScopeId(0), span);
        walk.build.remembered.of::<Perl>().imports.insert(name, id);
        id
    });
    walk.build.expression(Expression::Import { import, upto: 1 })
}

/// The current token names a package.
pub(super) fn package(walk: &mut Walk<'_, '_>) -> ExprId {
    let span = walk.span();
    if span.is_empty() || is_taken(walk) {
        return ExprId::UNKNOWN;
    }
    let of = package_at(walk, span);
    walk.build.use_member(span, of);
    of
}

/// `use A::B qw(c d);`, `use parent 'A';`, `use constant A => 1;`.
pub(super) fn use_statement(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let Some(module) = node.child_by_field_name("module").map(span_of).filter(|span| !span.is_empty()) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let text = walk.build.text(module);
    if text == "constant" {
        constants(walk, node);
    }
    let no = node.child(0).is_some_and(|word| word.kind() == "no");
    let mut words = Vec::new();
    if !no {
        given(walk, node, (&mut words, 0));
    }
    match text {
        "base" | "parent" => {
            for word in words {
                let of = package_at(walk, word);
                walk.with_role(Role::Inherit, |walk| walk.build.use_member(word, of));
                walk.build.uses.uncount_last();
            }
        }
        // What a pragma is given are no names of functions.
        _ if text.starts_with(char::is_lowercase) && !text.contains("::") => {}
        _ => items(walk, module, &words),
    }
    walk.children(|walk, _| match walk.kind() {
        "package" if walk.span() == module => {
            walk.with_role(Role::Import, package);
        }
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// Functions that are imported by their names.
fn items(walk: &mut Walk<'_, '_>, module: Span, words: &[Span]) {
    let module = walk.build.name(module);
    for span in words.iter().copied() {
        let text = walk.build.text(span);
        let is_name = |text: &str| {
            text.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && text.chars().all(|c| c.is_alphanumeric() || c == '_')
        };
        let start = span.start + u32::from(text.starts_with('&'));
        let span = Span::new(start, span.end);
        if !is_name(walk.build.text(span)) {
            continue;
        }
        let name = walk.build.name(span);
        let scope = walk.build.remembered.of::<Perl>().scope.unwrap_or(ScopeId(0));
        let id = walk.build.import(ImportShape::Item, vec![module, name], scope, span);
        let expression = walk.build.expression(Expression::Import { import: id, upto: 2 });
        walk.with_role(Role::Import, |walk| walk.build.use_member(span, expression));
        walk.build.uses.uncount_last();
        know(walk, name, Bound::Import(id));
    }
}

/// The words of lists and texts below a node.
fn given(walk: &mut Walk<'_, '_>, node: Node<'_>, (found, depth): (&mut Vec<Span>, u32)) {
    for one in node.named_children(&mut node.walk()) {
        if found.len() >= MOST_WORDS || depth > 4 {
            return;
        }
        match one.kind() {
            "string_content" if one.named_child_count() == 0 => {
                let (text, start) = (walk.build.text(span_of(one)), one.start_byte());
                let words = text.split_whitespace().map(|word| {
                    let at = (start + word.as_ptr() as usize - text.as_ptr() as usize) as u32;
                    Span::new(at, at + word.len() as u32)
                });
                found.extend(words.take(MOST_WORDS));
            }
            "list_expression" | "quoted_word_list" | "string_literal" | "interpolated_string_literal" => {
                given(walk, one, (found, depth + 1));
            }
            _ => {}
        }
    }
}

/// `use constant A => 1`, `use constant { A => 1, B => 2 }`.
fn constants(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    let mut all = Vec::new();
    let mut of = node.named_children(&mut node.walk()).find(|one| one.kind() != "package");
    let is_hash = of.is_some_and(|of| of.kind() == "anonymous_hash_expression");
    if is_hash {
        of = of.and_then(|of| of.named_child(0));
    }
    let mut list = of.filter(|of| of.kind() == "list_expression");
    if let Some(one) = of.filter(|of| matches!(of.kind(), "autoquoted_bareword" | "bareword")) {
        all.push(span_of(one));
    }
    // A list goes on in its last element.
    let mut elements = Vec::new();
    while let Some(one) = list.take().filter(|_| elements.len() < MOST_WORDS) {
        let mut named = one.named_children(&mut one.walk()).collect::<Vec<_>>();
        list = named.pop_if(|last| last.kind() == "list_expression");
        elements.extend(named.into_iter().filter(|one| !one.is_extra()));
    }
    let names = elements.iter().step_by(2).filter(|one| one.kind() == "autoquoted_bareword");
    all.extend(names.map(|one| span_of(*one)).take(if is_hash { MOST_WORDS } else { 1 }));
    let whole = walk.span();
    for token in all {
        let name = walk.build.name(token);
        let within = walk.build.remembered.of::<Perl>().scope.unwrap_or(ScopeId(0));
        let of = Declared {
            name,
            bound: name,
            namespace: Namespace::MEMBER,
            within,
            token,
            kind: SymbolKind::Constant,
            visibility: Visibility::Public,
            whole: if is_hash { token } else { whole },
            end: whole.end,
            scope: None,
            style: &STYLE,
        };
        let id = declare::declare(walk, &of);
        know(walk, name, Bound::Definition(id));
    }
}

/// `require A::B`.
pub(super) fn require(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, _| match walk.kind() {
        "bareword" if walk.is_identifier() => drop(walk.with_role(Role::Import, package)),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

//! Functions.

use super::hooks::know;
use super::nodes::STYLE;
use super::state::Perl;
use crate::shapes::declare::{self, Declared};
use crate::walk::{Walk, span_of};
use indexer_core::{Bound, ExprId, Namespace, ScopeId, ScopeKind, Span, SymbolKind, Visibility};
use tree_sitter::Node;

/// So many statements at the beginning of a function are looked at for its parameters.
const MOST_STATEMENTS: usize = 8;
/// So many parameters are told.
const MOST_PARAMETERS: usize = 64;

/// `sub a { .. }`: of the package around.
pub(super) fn declaration(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let token = node.child_by_field_name("name").map(span_of).filter(|token| !token.is_empty());
    let Some(token) = token else { return anonymous(walk) };
    let (name, text) = (walk.build.name(token), walk.build.text(token));
    let body = node.child_by_field_name("body");
    let state = walk.build.remembered.of::<Perl>();
    let within = state.scope.unwrap_or(ScopeId(0));
    let is_lexical = node.child_by_field_name("lexical").is_some();
    let is_private = text.starts_with('_') || is_lexical;
    let of = Declared {
        name,
        bound: name,
        namespace: if is_lexical { Namespace(0) } else { Namespace::MEMBER },
        within,
        token,
        // Whether it is called as a method, its callers say.
        kind: SymbolKind::Function,
        visibility: if is_private { Visibility::Private } else { Visibility::Public },
        whole,
        end: body.map_or(whole.end, |body| body.start_byte() as u32),
        scope: Some(ScopeKind::Function),
        style: &STYLE,
    };
    walk.build.shapes.taken.insert(token.start);
    let opened = declare::open(walk, &of);
    know(walk, name, Bound::Definition(opened.id));
    let places = parameters(walk, node);
    declare::parameters(walk, opened.id, &places);
    inside(walk);
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// `sub { .. }`.
pub(super) fn anonymous(walk: &mut Walk<'_, '_>) -> ExprId {
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Lambda, walk.span());
    walk.build.meter.nest();
    inside(walk);
    walk.build.meter.leave();
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn inside(walk: &mut Walk<'_, '_>) {
    let state = walk.build.remembered.of::<Perl>();
    let from = std::mem::replace(&mut state.from, 0);
    state.depth += 1;
    walk.lower_children();
    let state = walk.build.remembered.of::<Perl>();
    state.depth -= 1;
    state.from = from;
}

/// Those of its signature, else those that it takes out of `@_` at its beginning.
fn parameters(walk: &Walk<'_, '_>, node: Node<'_>) -> Vec<Span> {
    let mut all = Vec::new();
    if let Some(list) = node.named_children(&mut node.walk()).find(|one| one.kind() == "signature") {
        let mut cursor = list.walk();
        let variables = list.named_children(&mut cursor).filter_map(|one| one.named_child(0));
        all.extend(variables.map(span_of).take(MOST_PARAMETERS));
        return all;
    }
    let Some(body) = node.child_by_field_name("body") else { return all };
    let mut cursor = body.walk();
    let statements = body.named_children(&mut cursor).filter(|one| one.kind() == "expression_statement");
    for one in statements.take(MOST_STATEMENTS) {
        let assigned = one.named_child(0).filter(|one| one.kind() == "assignment_expression");
        let sides = assigned
            .and_then(|one| Some((one.child_by_field_name("left")?, one.child_by_field_name("right")?)));
        let Some((left, right)) = sides.filter(|(left, _)| left.kind() == "variable_declaration") else {
            break;
        };
        let given = walk.build.text(span_of(right));
        let is_rest = given == "@_";
        if !is_rest && !matches!(given, "shift" | "shift()" | "shift(@_)" | "shift @_") {
            break;
        }
        let mut cursor = left.walk();
        let variables = left.named_children(&mut cursor).filter(|one| one.kind() != "attrlist");
        all.extend(variables.map(span_of).take(MOST_PARAMETERS - all.len()));
        if is_rest {
            break;
        }
    }
    all
}

/// A parameter in a signature.
pub(super) fn parameter(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.children(|walk, _| match walk.kind() {
        "scalar" | "array" | "hash" => super::variables::declared(walk, 0, false),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

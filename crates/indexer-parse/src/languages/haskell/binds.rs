//! Declarations of values: types, clauses, and what patterns bind.

use super::nodes::STYLE;
use super::state::{Haskell, Level};
use crate::shapes::declare::{self, Declared, as_pattern};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    DefId, ExprId, Flags, Name, Namespace, Owner, Role, ScopeId, ScopeKind, Span, SymbolKind, Visibility,
};
use tree_sitter::Node;

/// So many names of one declaration are looked at.
const MOST_NAMES: usize = 256;

/// What a declaration is about, while it is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct What {
    pub token: Span,
    pub kind: SymbolKind,
    pub namespace: Namespace,
    pub scope: Option<ScopeKind>,
    /// Where its signature ends.
    pub end: u32,
}

/// Opens a declaration of the module, a class or an instance. What is exported is bound where others see it.
pub(super) fn open(walk: &mut Walk<'_, '_>, what: What) -> declare::Opened {
    let name = walk.build.name(what.token);
    let is_type = what.namespace == Namespace::TYPE;
    let state = walk.build.remembered.of::<Haskell>();
    let is_exported = !state.has_exports
        || match is_type {
            true => state.types.contains_key(&name),
            false => state.values.contains(&name) || state.exports_members,
        };
    let (module, level) = (state.module.unwrap_or(ScopeId(0)), state.level);
    let is_of_instance = level == Level::Instance;
    let within = match (is_of_instance, is_exported) {
        (true, _) => walk.build.scope,
        (false, true) => module,
        (false, false) => ScopeId(0),
    };
    let of = Declared {
        name,
        bound: name,
        namespace: if is_of_instance { Namespace::MEMBER } else { what.namespace },
        within,
        token: what.token,
        kind: what.kind,
        visibility: if is_exported || is_of_instance { Visibility::Public } else { Visibility::Private },
        whole: walk.span(),
        end: what.end,
        scope: what.scope,
        style: &STYLE,
    };
    walk.build.shapes.taken.insert(what.token.start);
    let opened = declare::open(walk, &of);
    documented(walk, opened.id, of.whole.start);
    if !is_of_instance {
        let key = (owner(walk), name);
        walk.build.remembered.of::<Haskell>().declared.entry(key).or_insert(opened.id);
    }
    opened
}

/// The comment before a declaration: without the mark that says what it documents, and also one of several lines.
fn documented(walk: &mut Walk<'_, '_>, id: DefId, start: u32) {
    let definition = walk.build.definition(id);
    if let Some(doc) = &mut definition.doc {
        if let Some(rest) = doc.strip_prefix('|') {
            *doc = rest.trim_start().to_owned();
        }
        return;
    }
    let source = walk.build.source;
    let Some(before) = source.get(..start as usize).map(str::trim_end).filter(|text| text.ends_with("-}"))
    else {
        return;
    };
    let from = before.len().saturating_sub(MOST_COMMENT);
    let near = before.get(from..).unwrap_or("");
    let Some(at) = near.rfind("{- |").map(|at| at + 4).or_else(|| near.rfind("{-|").map(|at| at + 3)) else {
        return;
    };
    let text = near[at..near.len() - 2].trim();
    let doc = crate::text::lines_as_documentation(text.lines().map(str::trim));
    walk.build.definition(id).doc = doc;
}

/// So many bytes before a declaration are looked at for a comment of several lines.
const MOST_COMMENT: usize = 4_000;

/// What declarations here belong to, as a number.
fn owner(walk: &mut Walk<'_, '_>) -> u32 {
    match (walk.build.remembered.of::<Haskell>().level, walk.build.owner) {
        (Level::Class, Owner::Definition(id)) => id.0 + 1,
        _ => 0,
    }
}

/// `a, b :: t`: announces functions; in an expression or pattern, the type of that.
pub(super) fn signature(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let level = walk.build.remembered.of::<Haskell>().level;
    let is_inside = node.child_by_field_name("expression").or(node.child_by_field_name("pattern")).is_some();
    if is_inside || matches!(level, Level::Local | Level::Instance) {
        walk.children(|walk, field| match field {
            Field::Expression | Field::Pattern => walk.other(),
            _ => drop(walk.lower_as(Role::Type)),
        });
        return ExprId::UNKNOWN;
    }
    let mut tokens = Vec::new();
    if let Some(name) = node.child_by_field_name("name").or(node.child_by_field_name("names")) {
        names(name, &mut tokens);
    }
    for token in tokens {
        let (token, end) = (span_of(token), walk.span().end);
        let name = walk.build.name(token);
        let key = (owner(walk), name);
        if walk.build.remembered.of::<Haskell>().declared.contains_key(&key) {
            continue;
        }
        let kind = if level == Level::Class { SymbolKind::Method } else { SymbolKind::Function };
        let what = What { token, kind, namespace: Namespace::VALUE, scope: None, end };
        let opened = open(walk, what);
        let id = opened.id;
        declare::close(walk, opened);
        walk.build.remembered.of::<Haskell>().announced.insert(id);
        if level == Level::Class {
            walk.build.definition(id).flags.add(Flags::ABSTRACT);
        }
    }
    walk.with_role(Role::Type, Walk::lower_children);
    ExprId::UNKNOWN
}

/// The names and operators below a node.
fn names<'t>(node: Node<'t>, found: &mut Vec<Node<'t>>) {
    if matches!(node.kind(), "variable" | "operator" | "constructor_operator" | "constructor") {
        found.push(node);
        return;
    }
    for one in node.named_children(&mut node.walk()) {
        if found.len() < MOST_NAMES {
            names(one, found);
        }
    }
}

/// Where the name of a clause stands: behind its patterns where it is an operator.
fn named<'t>(node: Node<'t>) -> Option<Node<'t>> {
    let direct = node.child_by_field_name("name");
    let found = match direct {
        Some(found) => found,
        None => {
            let inner = node
                .named_children(&mut node.walk())
                .find(|one| matches!(one.kind(), "infix" | "function_head_parens"))?;
            match inner.kind() {
                "infix" => inner.child_by_field_name("operator")?,
                _ => return named(inner).or_else(|| inner.named_child(0).and_then(named)),
            }
        }
    };
    let mut all = Vec::new();
    names(found, &mut all);
    all.first().copied()
}

/// A clause of a function; where types are written, the type of one.
pub(super) fn function(walk: &mut Walk<'_, '_>) -> ExprId {
    if walk.build.role == Role::Type || walk.node().child_by_field_name("arrow").is_some() {
        walk.lower_children();
        return ExprId::UNKNOWN;
    }
    clause(walk)
}

/// `a = b` and `pattern <- b`, `pattern = b`.
pub(super) fn bind(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    if node.child_by_field_name("name").is_some() {
        return clause(walk);
    }
    let level = walk.build.remembered.of::<Haskell>().level;
    if level == Level::Module && node.child_by_field_name("arrow").is_none() {
        return pattern_of_module(walk);
    }
    // What a statement binds, those behind it see; what `let` and `where` bind, all around it.
    let from = if node.child_by_field_name("arrow").is_some() { node.end_byte() as u32 } else { 0 };
    walk.children(|walk, field| match field {
        Field::Pattern => drop(as_pattern(walk, from, |walk| walk.lower())),
        _ => walk.other(),
    });
    ExprId::UNKNOWN
}

/// `(a, b) = c` of a module: each name is one of its own.
fn pattern_of_module(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut tokens = Vec::new();
    if let Some(pattern) = walk.node().child_by_field_name("pattern") {
        names(pattern, &mut tokens);
    }
    for token in tokens.into_iter().filter(|one| one.kind() == "variable").map(span_of) {
        let end = walk.node().child_by_field_name("pattern").map_or(token.end, |one| one.end_byte() as u32);
        let what = What { token, kind: SymbolKind::Constant, namespace: Namespace::VALUE, scope: None, end };
        let opened = open(walk, what);
        declare::close(walk, opened);
    }
    walk.lower_children();
    ExprId::UNKNOWN
}

fn clause(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let Some(token) = named(node).map(span_of) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let level = walk.build.remembered.of::<Haskell>().level;
    if level == Level::Local {
        return local(walk, token);
    }
    let name = walk.build.name(token);
    let key = (owner(walk), name);
    let known = walk.build.remembered.of::<Haskell>().declared.get(&key).copied();
    let known = known.filter(|_| level != Level::Instance);
    let opened = match known {
        Some(id) => {
            let end = walk.span().end;
            let is_first = walk.build.remembered.of::<Haskell>().announced.remove(&id);
            let definition = walk.build.definition(id);
            // It goes on to its last clause.
            definition.span.end = definition.span.end.max(end);
            if is_first {
                definition.name_span = token;
                let flags = definition.flags;
                definition.flags = Flags(flags.0 & !Flags::ABSTRACT.0);
            }
            declare::go_on(walk, id, ScopeKind::Function)
        }
        None => {
            let kind = if level == Level::Module { SymbolKind::Function } else { SymbolKind::Method };
            let end = node.child_by_field_name("match").map_or(token.end, |one| one.start_byte() as u32);
            let scope = Some(ScopeKind::Function);
            open(walk, What { token, kind, namespace: Namespace::VALUE, scope, end })
        }
    };
    if walk.build.definition(opened.id).parameters.len == 0 {
        let places = parameters(node);
        declare::parameters(walk, opened.id, &places);
    }
    inside(walk, token);
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// The patterns of a clause.
fn parameters(node: Node<'_>) -> Vec<Span> {
    match node.child_by_field_name("patterns") {
        Some(list) => list.named_children(&mut list.walk()).map(span_of).take(MOST_NAMES).collect(),
        None => {
            let infix = node.named_children(&mut node.walk()).find(|one| one.kind() == "infix");
            let side = |name: &str| infix.and_then(|infix| infix.child_by_field_name(name)).map(span_of);
            side("left_operand").into_iter().chain(side("right_operand")).collect()
        }
    }
}

/// Its patterns, its ways and what `where` declares.
fn inside(walk: &mut Walk<'_, '_>, token: Span) {
    let state = walk.build.remembered.of::<Haskell>();
    let level = std::mem::replace(&mut state.level, Level::Local);
    walk.build.role = Role::Read;
    walk.children(|walk, field| match field {
        Field::Match | Field::Binds => drop(walk.lower()),
        Field::Name => name_of(walk, token),
        _ => drop(as_pattern(walk, 0, |walk| {
            head(walk, token);
            ExprId::UNKNOWN
        })),
    });
    walk.build.remembered.of::<Haskell>().level = level;
}

/// Patterns around the name of an operator.
fn head(walk: &mut Walk<'_, '_>, token: Span) {
    if walk.span() == token && walk.is_identifier() {
        return name_of(walk, token);
    }
    let holds_name = walk.span().start <= token.start && token.end <= walk.span().end;
    if !holds_name || walk.too_deep() {
        return walk.other();
    }
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| head(walk, token));
        ExprId::UNKNOWN
    });
}

/// The name of a clause: of the first one it was taken, others repeat it.
fn name_of(walk: &mut Walk<'_, '_>, token: Span) {
    if walk.span() == token && walk.is_identifier() {
        if !declare::is_taken(walk) {
            walk.neither();
        }
        return;
    }
    if walk.is_named() && !walk.too_deep() {
        walk.lower_with(|walk| {
            walk.each_child(|walk, _| name_of(walk, token));
            ExprId::UNKNOWN
        });
    }
}

/// A function inside a function: its name is a local, bound where all around see it.
fn local(walk: &mut Walk<'_, '_>, token: Span) -> ExprId {
    let (name, scope) = (walk.build.name(token), walk.build.scope);
    let is_new = walk.build.shapes.introduce(scope, name);
    if is_new {
        walk.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
    }
    let place = walk.build.place();
    walk.build.open_scope(ScopeKind::Block, walk.span());
    walk.build.shapes.binding = None;
    walk.children(|walk, field| match field {
        Field::Match | Field::Binds => drop(walk.lower()),
        _ => drop(as_pattern(walk, 0, |walk| {
            local_head(walk, token);
            ExprId::UNKNOWN
        })),
    });
    walk.build.restore(place);
    ExprId::UNKNOWN
}

fn local_head(walk: &mut Walk<'_, '_>, token: Span) {
    if walk.span() == token && walk.is_identifier() {
        walk.local();
        return;
    }
    let holds_name = walk.span().start <= token.start && token.end <= walk.span().end;
    if !holds_name || walk.too_deep() {
        return walk.other();
    }
    walk.lower_with(|walk| {
        walk.each_child(|walk, _| local_head(walk, token));
        ExprId::UNKNOWN
    });
}

/// What `let` and `where` declare.
pub(super) fn locals(walk: &mut Walk<'_, '_>) -> ExprId {
    let state = walk.build.remembered.of::<Haskell>();
    let level = std::mem::replace(&mut state.level, Level::Local);
    walk.lower_children();
    walk.build.remembered.of::<Haskell>().level = level;
    ExprId::UNKNOWN
}

/// `foreign import ccall "sin" c_sin :: Double -> Double`: its signature announces it, and nothing else comes.
pub(super) fn foreign(walk: &mut Walk<'_, '_>) -> ExprId {
    walk.lower_children();
    ExprId::UNKNOWN
}

/// `pattern P a = Just a`.
pub(super) fn pattern_synonym(walk: &mut Walk<'_, '_>) -> ExprId {
    let synonym = walk.node().named_child(0).and_then(|one| one.child_by_field_name("synonym"));
    let mut tokens = Vec::new();
    if let Some(synonym) = synonym {
        names(synonym, &mut tokens);
    }
    let token = tokens.iter().find(|one| one.kind().starts_with("constructor")).copied().map(span_of);
    let known = token.map(|token| walk.build.name(token));
    let is_known = known
        .is_some_and(|name: Name| walk.build.remembered.of::<Haskell>().declared.contains_key(&(0, name)));
    let Some(token) = token.filter(|_| !is_known) else {
        walk.with_role(Role::Type, Walk::lower_children);
        return ExprId::UNKNOWN;
    };
    let scope = Some(ScopeKind::Function);
    let end = walk.span().end;
    let opened =
        open(walk, What { token, kind: SymbolKind::Function, namespace: Namespace::VALUE, scope, end });
    as_pattern(walk, 0, |walk| walk.with_role(Role::Read, Walk::lower_children));
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

//! Declarations, and the names that patterns bind.

use super::nodes::STYLE;
use super::state::{Level, Ocaml};
use crate::shapes::declare::{self, Declared, as_pattern};
use crate::table::Field;
use crate::walk::{Walk, span_of};
use indexer_core::{
    Binding, Bound, DefId, ExprId, Flags, Name, Namespace, Role, ScopeId, ScopeKind, Span, SymbolKind,
    Visibility,
};
use tree_sitter::Node;

/// What a module offers to others is bound in all of it.
pub(super) const OFFERED: Namespace = Namespace::ANY.with(Namespace::MEMBER);
/// The file itself sees a name behind the place that declares it: of several of one name, the last before.
pub(super) const LOCAL: Namespace = Namespace::CALLABLE;

/// Of what is known by more than its name.
pub(super) const NEVER: u32 = u32::MAX;

/// So many names of one declaration are looked at.
const MOST_NAMES: usize = 256;
/// Where more than this is open around each other, names by themselves are not followed any more.
pub(super) const MOST_OPENED: u32 = 256;

/// What a declaration is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct What {
    pub token: Span,
    pub kind: SymbolKind,
    /// Stands before its name, where names of its kind are apart from others.
    pub mark: &'static str,
    pub scope: Option<ScopeKind>,
    pub whole: Span,
    /// Where its signature ends.
    pub end: u32,
    /// The byte from which on the file knows it by its name alone; [`NEVER`] where it does not.
    pub from: u32,
}

/// The name under which something is known, apart from names of other kinds.
pub(super) fn marked(walk: &mut Walk<'_, '_>, mark: &str, token: Span) -> Name {
    match mark {
        "" => walk.build.name(token),
        mark => walk.build.names.made(&format!("{mark}{}", walk.build.text(token))),
    }
}

/// Binds a name for the code behind it.
pub(super) fn know(walk: &mut Walk<'_, '_>, name: Name, from: u32, bound: Bound) {
    let (scope, value) = (walk.build.scope, ExprId::UNKNOWN);
    walk.build.facts.bindings.push(Binding { scope, name, namespace: LOCAL, from, bound, value });
}

/// Opens a declaration of a module or class.
pub(super) fn open(walk: &mut Walk<'_, '_>, what: What) -> declare::Opened {
    let (name, bound) = (walk.build.name(what.token), marked(walk, what.mark, what.token));
    let around = crate::shapes::type_scope(walk);
    let state = walk.build.remembered.of::<Ocaml>();
    let (module, level, is_followed) =
        (state.module.unwrap_or(ScopeId(0)), state.level, state.opened < MOST_OPENED);
    let is_value = matches!(what.kind, SymbolKind::Function | SymbolKind::Constant);
    let is_hidden = is_value && state.shown.as_ref().is_some_and(|shown| !shown.contains(&name));
    // A method has a receiver.
    let (within, namespace) = match (level, what.kind) {
        (Level::Class, SymbolKind::Method) => (around.unwrap_or(module), Namespace::MEMBER),
        (Level::Module, _) if !is_hidden && what.from != NEVER => (module, OFFERED),
        _ => (module, Namespace(0)),
    };
    let of = Declared {
        name,
        bound,
        namespace,
        within,
        token: what.token,
        kind: what.kind,
        visibility: if is_hidden { Visibility::Private } else { Visibility::Public },
        whole: what.whole,
        end: what.end,
        scope: what.scope,
        style: &STYLE,
    };
    walk.build.shapes.taken.insert(what.token.start);
    let scope = walk.build.scope;
    let opened = declare::open(walk, &of);
    if what.from != NEVER && is_followed {
        let inner = std::mem::replace(&mut walk.build.scope, scope);
        know(walk, bound, what.from, Bound::Definition(opened.id));
        walk.build.scope = inner;
    }
    documented(walk, opened.id, what.whole);
    let signature = &mut walk.build.definition(opened.id).signature;
    let kept = signature.trim_end_matches(['=', ' ', ':']).len();
    signature.truncate(kept);
    opened
}

/// The comment right before a declaration, or right behind it.
fn documented(walk: &mut Walk<'_, '_>, id: DefId, whole: Span) {
    let source = walk.build.source;
    let before = source.get(..whole.start as usize).unwrap_or("");
    let text = comment_that_ends(before).or_else(|| comment_that_begins(source, whole.end as usize));
    let Some(text) = text.filter(|text| !text.is_empty()) else { return };
    let doc = crate::text::lines_as_documentation(text.lines().map(str::trim));
    walk.build.definition(id).doc = doc;
}

/// So many bytes around a declaration are looked at for a comment.
const MOST_COMMENT: usize = 4_000;

fn comment_that_ends(before: &str) -> Option<&str> {
    let trimmed = before.trim_end();
    let is_near = before[trimmed.len()..].matches('\n').count() < 2;
    let inner = trimmed.strip_suffix("*)").filter(|_| is_near)?;
    let mut from = inner.len().saturating_sub(MOST_COMMENT);
    while !inner.is_char_boundary(from) {
        from += 1;
    }
    let near = &inner[from..];
    let at = near.rfind("(*")?;
    let body = near[at..].strip_prefix("(**").filter(|body| !body.contains("*)"))?;
    // What a comment stands behind on its line, it belongs to.
    let line = near[..at].rfind('\n').map_or(&near[..at], |end| &near[end..at]);
    line.trim().is_empty().then(|| body.trim())
}

fn comment_that_begins(source: &str, end: usize) -> Option<&str> {
    let rest = source.get(end..)?;
    let trimmed = rest.trim_start();
    let is_near = rest[..rest.len() - trimmed.len()].matches('\n').count() < 2;
    let body = trimmed.strip_prefix("(**").filter(|_| is_near)?;
    let mut upto = body.len().min(MOST_COMMENT);
    while !body.is_char_boundary(upto) {
        upto -= 1;
    }
    let (body, after) = body[..upto].split_once("*)")?;
    // What stands right before the next declaration is about that.
    let is_last = after.trim_start_matches([' ', '\t', '\r']).strip_prefix('\n').is_none_or(|next| {
        let line = next.lines().next().unwrap_or("").trim();
        line.is_empty() || line.starts_with("end")
    });
    (is_last && !body.contains("(*")).then(|| body.trim())
}

/// `let a b = c and d = e`: of a module, or locals.
pub(super) fn values(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, span) = (walk.node(), walk.span());
    let is_rec = node.children(&mut node.walk()).any(|one| one.kind() == "rec");
    let from = if is_rec { span.start } else { span.end };
    let state = walk.build.remembered.of::<Ocaml>();
    let before = std::mem::replace(&mut state.declared, (from, span.start));
    walk.lower_children();
    walk.build.remembered.of::<Ocaml>().declared = before;
    ExprId::UNKNOWN
}

/// Which token a pattern that is a name alone is.
fn named<'t>(node: Node<'t>) -> Option<Node<'t>> {
    match node.kind() {
        "value_name" | "value_pattern" => Some(node),
        "parenthesized_operator" => node.named_child(0),
        _ => None,
    }
}

/// The names that a pattern binds.
fn names<'t>(node: Node<'t>, found: &mut Vec<Node<'t>>, depth: u32) {
    if depth > 64 {
        return;
    }
    if let Some(name) = named(node) {
        found.push(name);
        return;
    }
    for one in node.named_children(&mut node.walk()) {
        if found.len() < MOST_NAMES {
            names(one, found, depth + 1);
        }
    }
}

/// One of the bindings of a `let`.
pub(super) fn binding(walk: &mut Walk<'_, '_>) -> ExprId {
    let node = walk.node();
    let state = walk.build.remembered.of::<Ocaml>();
    let (level, (from, start)) = (state.level, state.declared);
    // The first has the word before it.
    state.declared.1 = u32::MAX;
    let whole = Span::new(start.min(node.start_byte() as u32), node.end_byte() as u32);
    let pattern = node.child_by_field_name("pattern");
    let token = pattern.and_then(named).filter(|token| token.start_byte() < token.end_byte());
    if level != Level::Module {
        return local(walk, token.map(span_of), from);
    }
    let Some(token) = token else {
        let mut tokens = Vec::new();
        if let Some(pattern) = pattern {
            names(pattern, &mut tokens, 0);
        }
        let end = pattern.map_or(whole.end, |pattern| pattern.end_byte() as u32);
        for token in tokens.into_iter().map(span_of).filter(|token| !token.is_empty()) {
            let kind = SymbolKind::Constant;
            let opened = open(walk, What { token, kind, mark: "", scope: None, whole, end, from });
            declare::close(walk, opened);
        }
        inside(walk, Level::Local, None);
        return ExprId::UNKNOWN;
    };
    let body = node.child_by_field_name("body");
    let places = parameters(node);
    let is_function = !places.is_empty()
        || body.is_some_and(|body| matches!(body.kind(), "fun_expression" | "function_expression"));
    let kind = if is_function { SymbolKind::Function } else { SymbolKind::Constant };
    let scope = Some(if is_function { ScopeKind::Function } else { ScopeKind::Block });
    let end = body.map_or(whole.end, |body| body.start_byte() as u32);
    if token.kind().ends_with("operator") {
        let name = walk.build.name(span_of(token));
        walk.build.remembered.of::<Ocaml>().operators.insert(name);
    }
    let token = span_of(token);
    let opened = open(walk, What { token, kind, mark: "", scope, whole, end, from });
    declare::parameters(walk, opened.id, &places);
    inside(walk, Level::Local, None);
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

/// The parameters of a function, by their patterns.
pub(super) fn parameters(node: Node<'_>) -> Vec<Span> {
    let mut cursor = node.walk();
    let all = node.named_children(&mut cursor).filter(|one| one.kind() == "parameter");
    let place = |one: Node<'_>| {
        let mut pattern = one.child_by_field_name("pattern").unwrap_or(one);
        while pattern.kind() == "typed_pattern" {
            match pattern.child_by_field_name("pattern") {
                Some(inner) => pattern = inner,
                None => break,
            }
        }
        span_of(pattern)
    };
    all.map(place).take(64).collect()
}

/// A binding inside of an expression: its name is a local.
fn local(walk: &mut Walk<'_, '_>, token: Option<Span>, from: u32) -> ExprId {
    let place = walk.build.place();
    let outer = walk.build.scope;
    if token.is_some() {
        walk.build.open_scope(ScopeKind::Lambda, walk.span());
    }
    inside(walk, Level::Local, Some((outer, from)));
    walk.build.restore(place);
    ExprId::UNKNOWN
}

/// The parts of a binding. Names of its pattern are locals of `bound`, where there is one.
fn inside(walk: &mut Walk<'_, '_>, level: Level, bound: Option<(ScopeId, u32)>) {
    let state = walk.build.remembered.of::<Ocaml>();
    let before = std::mem::replace(&mut state.level, level);
    walk.build.role = Role::Read;
    walk.children(|walk, field| match (field, bound) {
        (Field::Pattern, Some((scope, from))) => {
            let inner = std::mem::replace(&mut walk.build.scope, scope);
            as_pattern(walk, from, |walk| walk.lower());
            walk.build.scope = inner;
        }
        // The names were taken.
        (Field::Pattern, None) => drop(walk.lower()),
        (Field::Type, _) => drop(walk.lower_as(Role::Type)),
        _ => walk.other(),
    });
    walk.build.remembered.of::<Ocaml>().level = before;
}

/// `val a : t` and `external a : t = "b"`.
pub(super) fn specification(walk: &mut Walk<'_, '_>) -> ExprId {
    let (node, whole) = (walk.node(), walk.span());
    let token = node.named_children(&mut node.walk()).find_map(named).map(span_of);
    let Some(token) = token.filter(|token| !token.is_empty()) else {
        walk.lower_children();
        return ExprId::UNKNOWN;
    };
    let mut of = node.child_by_field_name("type");
    while let Some(inner) = of.filter(|of| of.kind() == "polymorphic_type") {
        of = inner.child_by_field_name("type");
    }
    let is_function = of.is_some_and(|of| of.kind() == "function_type");
    let kind = if is_function { SymbolKind::Function } else { SymbolKind::Constant };
    let opened =
        open(walk, What { token, kind, mark: "", scope: None, whole, end: whole.end, from: whole.end });
    if node.kind() == "value_specification" {
        walk.build.definition(opened.id).flags.add(Flags::DECLARATION);
    }
    walk.children(|walk, field| match field {
        Field::Type => drop(walk.lower_as(Role::Type)),
        _ => walk.other(),
    });
    declare::close(walk, opened);
    ExprId::UNKNOWN
}

//! Annotations: type expressions, also those that are written in strings.

use super::state::Remembers;
use super::text;
use crate::build::Build;
use crate::walk::Walk;
use indexer_core::{Access, ExprId, Expression, LiteralKind, Namespace, Role, ScopeId, Span};

/// What a generic type of the typing module is to an annotation.
enum Special {
    /// Its only argument (`Final[X]`), the rest being no types (`Annotated[X, ...]`).
    First,
    /// One of its arguments; None says nothing about members, so it is left out.
    Union,
    Callable,
    Literal,
    No,
}

fn special(name: &str) -> Special {
    match name.rsplit('.').next().unwrap_or(name) {
        "Annotated" | "ClassVar" | "Final" | "InitVar" | "NotRequired" | "ReadOnly" | "Required" => {
            Special::First
        }
        "Optional" | "Union" => Special::Union,
        "Callable" => Special::Callable,
        "Literal" => Special::Literal,
        _ => Special::No,
    }
}

/// True for a subscript that is a type wherever it stands: `X = Union["A", B]`.
pub(super) fn is_written_as_value(walk: &Walk<'_, '_>) -> bool {
    let name = walk.text().split('[').next().unwrap_or("").trim_end();
    matches!(name.rsplit('.').next(), Some("Union" | "Optional" | "Callable"))
}

/// Lowers the current node as a type; gives the type expression. `Final` without a type is none.
pub(super) fn annotation(walk: &mut Walk<'_, '_>) -> ExprId {
    let says_nothing =
        matches!(walk.text(), "Final" | "ClassVar" | "typing.Final" | "typing.ClassVar" | "t.Final");
    let value = walk.lower_as(Role::Type);
    if says_nothing { ExprId::UNKNOWN } else { value }
}

/// The node `type`, which wraps every annotation.
pub(super) fn type_node(walk: &mut Walk<'_, '_>) -> ExprId {
    let names_self = walk.text().contains("Self");
    let value = walk.with_role(Role::Type, |walk| walk.lower_children());
    match walk.state().class_scope().filter(|_| names_self) {
        Some(scope) => with_self(walk.build, value, scope, 0),
        None => value,
    }
}

/// An instance of what is sent to the generator that an annotation says a function gives: `Generator[A, Sent, B]`.
pub(super) fn sent(build: &mut Build<'_>, annotation: ExprId) -> ExprId {
    let Expression::Apply { of, arguments } = build.facts.expression(annotation) else {
        return ExprId::UNKNOWN;
    };
    let name = match build.facts.expression(of) {
        Expression::Name { name, .. } | Expression::Member { name, .. } => build.names.get(name),
        _ => "",
    };
    let is_generator = matches!(name, "Generator" | "AsyncGenerator");
    match build.facts.list(arguments).get(1).copied().filter(|_| is_generator) {
        Some(sent) => build.expression(Expression::Instance(sent)),
        None => ExprId::UNKNOWN,
    }
}

/// Types inside types are looked into this deep for the type of the receiver.
const DEEPEST_SELF: u32 = 4;

/// A type in which `Self`, `typing.Self` or `t.Self` is the type of the receiver.
fn with_self(build: &mut Build<'_>, of: ExprId, scope: ScopeId, depth: u32) -> ExprId {
    let is_self = |build: &Build<'_>, name| build.names.get(name) == "Self";
    match build.facts.expression(of) {
        Expression::Name { name, .. } if is_self(build, name) => {
            build.expression(Expression::SelfType(scope))
        }
        Expression::Member { of: module, name, .. }
            if is_self(build, name) && matches!(build.facts.expression(module), Expression::Name { .. }) =>
        {
            build.expression(Expression::SelfType(scope))
        }
        Expression::Union(list) if depth < DEEPEST_SELF => {
            let types: Vec<ExprId> = build.facts.list(list).to_vec();
            let new: Vec<ExprId> = types.iter().map(|one| with_self(build, *one, scope, depth + 1)).collect();
            if new == types { of } else { union_of(build, &new) }
        }
        Expression::Apply { of: generic, arguments } if depth < DEEPEST_SELF => {
            let types: Vec<ExprId> = build.facts.list(arguments).to_vec();
            let new: Vec<ExprId> = types.iter().map(|one| with_self(build, *one, scope, depth + 1)).collect();
            if new == types { of } else { build.apply(generic, &new) }
        }
        _ => of,
    }
}

/// `X[A, B]` as a type: a subscript or generic type, also among bases.
pub(super) fn applied(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut is_first = true;
    let mut arguments = Vec::new();
    let mut kind = Special::No;
    let role = walk.build.role;
    walk.each_child(|walk, _| {
        if !walk.is_named() || walk.node().is_extra() || walk.node().is_error() {
            walk.lower();
        } else if std::mem::replace(&mut is_first, false) {
            kind = special(walk.text());
            of = walk.lower();
            // The arguments of a base are types, not bases.
            walk.build.role = Role::Type;
        } else if walk.kind() == "type_parameter" {
            walk.lower_with(|walk| {
                walk.each_child(|walk, _| argument(walk, &kind, &mut arguments));
                ExprId::UNKNOWN
            });
        } else {
            argument(walk, &kind, &mut arguments);
        }
    });
    walk.build.role = role;
    build_applied(walk.build, &kind, of, &arguments)
}

fn argument(walk: &mut Walk<'_, '_>, kind: &Special, arguments: &mut Vec<ExprId>) {
    if !walk.is_named() || walk.node().is_extra() {
        walk.lower();
        return;
    }
    let no_type =
        matches!(kind, Special::Literal) || (matches!(kind, Special::First) && !arguments.is_empty());
    let role = if no_type { Role::Read } else { Role::Type };
    // `type` sets its own role, so what is no type goes past it.
    if no_type && walk.kind() == "type" {
        let value = walk.lower_with(|walk| walk.with_role(Role::Read, |walk| walk.lower_children()));
        arguments.push(value);
        return;
    }
    let value = walk.lower_as(role);
    // `Dict[K, V]` under `t.` is one subscript with two fields, but a tuple where it is written so.
    match walk.build.facts.expression(value) {
        Expression::Tuple(items) if !matches!(kind, Special::Callable) && walk.kind() == "tuple" => {
            arguments.extend_from_slice(walk.build.facts.list(items));
        }
        _ => arguments.push(value),
    }
}

fn build_applied(build: &mut Build<'_>, kind: &Special, of: ExprId, arguments: &[ExprId]) -> ExprId {
    match (kind, arguments) {
        (Special::First, [first, ..]) => *first,
        (Special::Union, [_, ..]) => union_of(build, arguments),
        (Special::Callable, [parameters, returns]) => {
            let parameters = match build.facts.expression(*parameters) {
                Expression::Tuple(items) => items,
                _ => build.list(&[]),
            };
            build.expression(Expression::FunctionType { parameters, returns: *returns })
        }
        _ => build.apply(of, arguments),
    }
}

/// The union of types; None among them says nothing about members and is left out.
pub(super) fn union_of(build: &mut Build<'_>, types: &[ExprId]) -> ExprId {
    let none = Expression::Literal(LiteralKind::None);
    let mut telling: Vec<ExprId> = Vec::with_capacity(types.len());
    telling.extend(types.iter().filter(|t| build.facts.expression(**t) != none));
    match telling.as_slice() {
        [] => types.first().copied().unwrap_or(ExprId::UNKNOWN),
        _ => build.union(&telling),
    }
}

/// `A | B` in a type, and `type.name`.
pub(super) fn union_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let types = walk.lower_list();
    union_of(walk.build, &types)
}

/// `X[A].B`, which the grammar has for types alone.
pub(super) fn member_type(walk: &mut Walk<'_, '_>) -> ExprId {
    let mut of = ExprId::UNKNOWN;
    let mut is_first = true;
    walk.each_child(|walk, _| {
        if !walk.is_named() {
            walk.lower();
        } else if std::mem::replace(&mut is_first, false) {
            of = walk.lower();
        } else if walk.is_identifier() {
            of = walk.member_of(of, Access::Value);
        } else {
            walk.lower();
        }
    });
    of
}

/// `[A, B]` in a type: the parameters of a `Callable`, as a tuple.
pub(super) fn bracketed(walk: &mut Walk<'_, '_>) -> ExprId {
    let items = walk.lower_list();
    walk.build.tuple(&items)
}

/// The type that the string literal at the current node spells; its names are references that the
/// tally does not count, since no identifier token stands there.
pub(super) fn from_string(walk: &mut Walk<'_, '_>, literal: &str) -> ExprId {
    let (offset, content) = text::content(literal);
    let start = walk.span().start as usize + offset;
    if content.contains(['\\', '\n']) || content.len() > 500 {
        return ExprId::UNKNOWN;
    }
    let class = walk.state().class_scope();
    let mut reader = TypeReader { build: walk.build, content, at: 0, start, depth: 0 };
    let mark = reader.build.uses.mark();
    let value = reader.union();
    if reader.rest().is_empty() {
        return match class.filter(|_| content.contains("Self")) {
            Some(scope) => with_self(walk.build, value, scope, 0),
            None => value,
        };
    }
    // Not a type after all: nothing of it is kept.
    walk.build.uses.forget(mark);
    ExprId::UNKNOWN
}

/// Reads a type from the text of a string.
struct TypeReader<'r, 'b, 'a> {
    build: &'r mut Build<'b>,
    content: &'a str,
    at: usize,
    start: usize,
    depth: u32,
}

impl TypeReader<'_, '_, '_> {
    fn rest(&self) -> &str {
        self.content.get(self.at..).unwrap_or("").trim_start()
    }

    fn take(&mut self, token: char) -> bool {
        let rest = self.rest();
        if !rest.starts_with(token) {
            return false;
        }
        self.at = self.content.len() - rest.len() + token.len_utf8();
        true
    }

    /// The span of the next word, which is an identifier.
    fn word(&mut self) -> Option<Span> {
        let rest = self.rest();
        let is_part = |c: char| c == '_' || c.is_alphanumeric();
        let len = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        if len == 0 || rest.starts_with(|c: char| c.is_numeric()) {
            return None;
        }
        let begin = self.content.len() - rest.len();
        self.at = begin + len;
        Some(Span::new((self.start + begin) as u32, (self.start + begin + len) as u32))
    }

    fn union(&mut self) -> ExprId {
        let mut types = vec![self.single()];
        while self.take('|') {
            types.push(self.single());
        }
        union_of(self.build, &types)
    }

    fn single(&mut self) -> ExprId {
        self.depth += 1;
        if self.depth > 20 {
            return ExprId::UNKNOWN;
        }
        let value = if self.take('[') {
            let items = self.items();
            self.build.tuple(&items)
        } else {
            self.path()
        };
        self.depth -= 1;
        value
    }

    fn items(&mut self) -> Vec<ExprId> {
        let mut items = Vec::new();
        while !self.take(']') && !self.rest().is_empty() {
            let before = self.at;
            items.push(self.union());
            self.take(',');
            if self.at == before {
                break;
            }
        }
        items
    }

    fn path(&mut self) -> ExprId {
        let Some(first) = self.word() else { return ExprId::UNKNOWN };
        if self.build.text(first) == "None" {
            return self.build.literal(LiteralKind::None);
        }
        let before = std::mem::replace(&mut self.build.role, Role::Type);
        let mut value = self.build.use_name(first, Namespace::ANY);
        self.build.uses.uncount_last();
        let mut last = first;
        while self.take('.') {
            let Some(span) = self.word() else { break };
            let name = self.build.name(span);
            value = self.build.expression(Expression::Member { of: value, name, access: Access::Value });
            self.build.use_member(span, value);
            self.build.uses.uncount_last();
            last = span;
        }
        self.build.role = before;
        if self.take('[') {
            let kind = special(self.build.text(last));
            if matches!(kind, Special::Literal) {
                // What stands inside is no type.
                self.at = self.content.len() - self.rest().split_once(']').map_or(0, |(_, rest)| rest.len());
                return ExprId::UNKNOWN;
            }
            let items = self.items();
            value = build_applied(self.build, &kind, value, &items);
        }
        value
    }
}

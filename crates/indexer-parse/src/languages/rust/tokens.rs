//! Token trees that hold plain expressions, read where they stand.
//!
//! Most arguments of macros are names, calls, members, literals and operators. Those are read from
//! the tokens, with the facts that a second parse would give, at a tenth of its cost. Whatever is
//! more (closures, blocks, types, patterns) is left to [`super::macros`], which parses it again.

use super::{lexer, macros, paths};
use crate::build::Checkpoint;
use crate::deferred::Rewrite;
use crate::walk::{Walk, span_of};
use indexer_core::{Access, CollectionKind, ExprId, Expression, LiteralKind, Namespace, Role, Span};
use std::sync::OnceLock;

/// Deepest nesting of token trees that is read here.
pub(super) const DEPTH: u32 = 40;

/// What a token is to an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    SelfValue,
    /// `crate`, `super`.
    Root,
    Primitive,
    Literal(LiteralKind),
    Text,
    Group,
    /// The arguments of a macro that are not plain: only these are parsed again.
    Opaque,
    Colons,
    Dot,
    Comma,
    Semicolon,
    Question,
    Bang,
    Assign,
    As,
    Await,
    Mutable,
    Ampersand,
    /// `&&`: an operator, or two references.
    And,
    Or,
    Star,
    Minus,
    Compare,
    Less,
    Arithmetic,
    /// Delimiters and comments.
    Skipped,
    /// Anything else: the tree is not read here.
    Other,
}

fn kind_of(name: &str) -> Kind {
    match name {
        "identifier" => Kind::Name,
        "self" => Kind::SelfValue,
        "crate" | "super" => Kind::Root,
        "primitive_type" => Kind::Primitive,
        "integer_literal" => Kind::Literal(LiteralKind::Integer),
        "float_literal" => Kind::Literal(LiteralKind::Float),
        "boolean_literal" => Kind::Literal(LiteralKind::Boolean),
        "char_literal" => Kind::Literal(LiteralKind::Character),
        "string_literal" | "raw_string_literal" => Kind::Text,
        "token_tree" => Kind::Group,
        "::" => Kind::Colons,
        "." => Kind::Dot,
        "," => Kind::Comma,
        ";" => Kind::Semicolon,
        "?" => Kind::Question,
        "!" => Kind::Bang,
        "=" => Kind::Assign,
        "as" => Kind::As,
        "await" => Kind::Await,
        "mutable_specifier" => Kind::Mutable,
        "&" => Kind::Ampersand,
        "&&" => Kind::And,
        "||" => Kind::Or,
        "*" => Kind::Star,
        "-" => Kind::Minus,
        "==" | "!=" | "<=" | ">=" => Kind::Compare,
        "<" | ">" => Kind::Less,
        "+" | "/" | "%" | "^" | "|" | "<<" | ">>" => Kind::Arithmetic,
        "(" | ")" | "[" | "]" | "line_comment" | "block_comment" => Kind::Skipped,
        _ => Kind::Other,
    }
}

fn kinds() -> &'static [Kind] {
    static KINDS: OnceLock<Vec<Kind>> = OnceLock::new();
    KINDS.get_or_init(|| {
        let grammar: tree_sitter::Language = tree_sitter_rust::LANGUAGE.into();
        let count = grammar.node_kind_count() as u16;
        (0..count).map(|id| kind_of(grammar.node_kind_for_id(id).unwrap_or(""))).collect()
    })
}

/// A token of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// For a group: the index after its last token. Its own tokens follow it.
    pub(super) end: u32,
}

/// Reads the current token tree if it holds plain expressions; gives their value. `None` leaves no
/// trace in the facts.
pub(super) fn read(walk: &mut Walk<'_, '_>) -> Option<ExprId> {
    let mut buffer = std::mem::take(walk.build.remembered.of::<Buffer>());
    buffer.tokens.clear();
    buffer.rewrites.clear();
    let value = if lexed(walk, &mut buffer) || gather(walk, &mut buffer, 0) {
        let Buffer { tokens, rewrites, .. } = &buffer;
        let before = Checkpoint::of(walk.build);
        let role = std::mem::replace(&mut walk.build.role, Role::Read);
        let value = TokenReader { tokens, rewrites, at: 0, end: tokens.len() }.content(walk);
        walk.build.role = role;
        if value.is_none() {
            before.restore(walk.build);
        }
        value
    } else {
        None
    };
    *walk.build.remembered.of::<Buffer>() = buffer;
    value
}

/// What the hooks remember: space for tokens, kept from one token tree to the next, and macros.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    tokens: Vec<Token>,
    /// How opaque groups are parsed, where they are rewritten.
    rewrites: Vec<(Span, Rewrite)>,
    /// Macros of the file that take nothing and are not used yet.
    pub(super) pastes: Vec<super::pasted::Paste>,
    /// True where the parser does not see all of the text: then only the tree tells the tokens.
    pub(super) is_masked: bool,
}

impl crate::memory::Memory for Buffer {
    fn finish(&mut self, _: &mut crate::build::Build<'_>) {}
}

/// Adds the current token tree with all below it from the text. False, with nothing added, where
/// only the tree tells its tokens.
fn lexed(walk: &mut Walk<'_, '_>, buffer: &mut Buffer) -> bool {
    let is_seen = !buffer.is_masked && !walk.node().has_error();
    let plain = is_seen && lexer::read(walk.build.source, walk.span(), &mut buffer.tokens);
    if !plain {
        buffer.tokens.clear();
    } else if cfg!(debug_assertions) {
        let mut other = Buffer::default();
        assert!(gather(walk, &mut other, 0) && other.tokens == buffer.tokens, "{:?}", walk.text());
    }
    plain
}

/// Adds the current token tree with all below it. False where a token stands in it that is not read.
fn gather(walk: &mut Walk<'_, '_>, buffer: &mut Buffer, depth: u32) -> bool {
    let kinds = kinds();
    let index = buffer.tokens.len();
    let span = walk.span();
    if depth > DEPTH || walk.build.source.as_bytes().get(span.start as usize) == Some(&b'{') {
        return false;
    }
    buffer.tokens.push(Token { kind: Kind::Group, span, end: 0 });
    let mut plain = true;
    walk.children_while(|walk, node| {
        match kinds.get(node.kind_id() as usize).copied().unwrap_or(Kind::Other) {
            Kind::Skipped => {}
            Kind::Other => plain = false,
            Kind::Group => plain = group(walk, buffer, depth + 1),
            kind => buffer.tokens.push(Token { kind, span: span_of(node), end: 0 }),
        }
        plain
    });
    buffer.tokens[index].end = buffer.tokens.len() as u32;
    plain
}

/// Adds the current token tree, which stands among others: what is not plain is opaque where it is
/// the arguments of a macro.
fn group(walk: &mut Walk<'_, '_>, buffer: &mut Buffer, depth: u32) -> bool {
    let before = buffer.tokens.len();
    let name = match buffer.tokens.as_slice() {
        [.., name, bang] if name.kind == Kind::Name && bang.kind == Kind::Bang => walk.build.text(name.span),
        _ => return gather(walk, buffer, depth),
    };
    let rewrite = if name == "matches" { macros::as_match(walk) } else { None };
    if rewrite.is_none() && gather(walk, buffer, depth) {
        return true;
    }
    buffer.tokens.truncate(before);
    if macros::is_opaque(name) || !macros::is_code(walk) {
        return false;
    }
    let span = walk.span();
    buffer.rewrites.extend(rewrite.map(|rewrite| (span, rewrite)));
    buffer.tokens.push(Token { kind: Kind::Opaque, span, end: 0 });
    true
}

/// Reads tokens from `at` up to `end`.
#[derive(Clone, Copy)]
struct TokenReader<'t> {
    tokens: &'t [Token],
    rewrites: &'t [(Span, Rewrite)],
    at: usize,
    end: usize,
}

impl TokenReader<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens[..self.end].get(self.at).copied()
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.peek()?;
        self.at = if token.kind == Kind::Group { token.end as usize } else { self.at + 1 };
        Some(token)
    }

    fn is(&self, kind: Kind) -> bool {
        self.peek().is_some_and(|token| token.kind == kind)
    }

    fn take(&mut self, kind: Kind) -> bool {
        let found = self.is(kind);
        if found {
            self.next();
        }
        found
    }

    /// The reader of the group that comes next, its first byte, and the group itself is passed.
    fn group(&mut self, walk: &Walk<'_, '_>) -> Option<(Self, u8)> {
        let inside = self.at + 1;
        let token = self.next().filter(|token| token.kind == Kind::Group)?;
        let open = *walk.build.source.as_bytes().get(token.span.start as usize)?;
        Some((Self { at: inside, end: token.end as usize, ..*self }, open))
    }

    /// The group that comes next as the arguments of a macro: `(a, name = b)` or `[a, b]`.
    fn content(&mut self, walk: &mut Walk<'_, '_>) -> Option<ExprId> {
        let (mut inside, open) = self.group(walk)?;
        if open == b'[' {
            return inside.array(walk);
        }
        let mut values = Vec::new();
        while let Some(token) = inside.peek() {
            let named = token.kind == Kind::Name
                && inside.tokens[..inside.end].get(inside.at + 1).is_some_and(|t| t.kind == Kind::Assign);
            if named {
                inside.at += 2;
                walk.build.tally.neither += 1;
            }
            values.push(inside.expression(walk)?);
            if !inside.take(Kind::Comma) && inside.peek().is_some() {
                return None;
            }
        }
        match values.as_slice() {
            [one] => Some(*one),
            _ => Some(walk.build.collection(CollectionKind::List, &values)),
        }
    }

    /// `a, b` and `a; n` up to the end.
    fn array(mut self, walk: &mut Walk<'_, '_>) -> Option<ExprId> {
        let mut values = Vec::new();
        while self.peek().is_some() {
            values.push(self.expression(walk)?);
            if values.len() == 1 && self.take(Kind::Semicolon) {
                self.expression(walk)?;
                if self.peek().is_some() {
                    return None;
                }
            } else if !self.take(Kind::Comma) && self.peek().is_some() {
                return None;
            }
        }
        Some(walk.build.collection(CollectionKind::List, &values))
    }

    /// `a, b` up to the end; whether a comma stood at the end too.
    fn list(mut self, walk: &mut Walk<'_, '_>) -> Option<(Vec<ExprId>, bool)> {
        let mut values = Vec::new();
        let mut comma = false;
        while self.peek().is_some() {
            values.push(self.expression(walk)?);
            comma = self.take(Kind::Comma);
            if !comma && self.peek().is_some() {
                return None;
            }
        }
        Some((values, comma))
    }

    /// Operands with operators between: a boolean where one of them compares, else what the first
    /// operand is.
    fn expression(&mut self, walk: &mut Walk<'_, '_>) -> Option<ExprId> {
        let first = self.operand(walk)?;
        let (mut boolean, mut compared, mut any_or, mut in_and) = (false, false, false, false);
        while let Some(token) = self.peek() {
            match token.kind {
                Kind::And => {
                    walk.build.meter.branches += 1;
                    // A sequence of like operators counts once.
                    walk.build.meter.cognitive += u32::from(!in_and);
                    (boolean, in_and, compared) = (true, true, false);
                }
                Kind::Or => {
                    walk.build.meter.branches += 1;
                    walk.build.meter.cognitive += u32::from(!any_or);
                    (boolean, any_or, in_and, compared) = (true, true, false, false);
                }
                // `a < b > (c)` may be the arguments of a type.
                Kind::Compare | Kind::Less if compared => return None,
                Kind::Compare | Kind::Less => (boolean, compared) = (true, true),
                Kind::Star | Kind::Minus | Kind::Ampersand | Kind::Arithmetic => {}
                _ => break,
            }
            self.at += 1;
            self.operand(walk)?;
        }
        Some(if boolean { walk.build.literal(LiteralKind::Boolean) } else { first })
    }

    /// A primary with what stands before and after it.
    fn operand(&mut self, walk: &mut Walk<'_, '_>) -> Option<ExprId> {
        let mut value = self.prefixed(walk, 0)?;
        while self.take(Kind::As) {
            let token = self.next().filter(|token| token.kind == Kind::Primitive)?;
            if self.is(Kind::Less) || self.is(Kind::Colons) || self.is(Kind::Arithmetic) {
                return None;
            }
            let text = walk.build.text(token.span);
            let annotation = paths::bare(walk.build, text);
            value = walk.build.expression(Expression::Instance(annotation));
        }
        Some(value)
    }

    fn prefixed(&mut self, walk: &mut Walk<'_, '_>, depth: u32) -> Option<ExprId> {
        if depth > DEPTH {
            return None;
        }
        match self.peek()?.kind {
            Kind::Ampersand | Kind::And => {
                self.at += 1;
                self.take(Kind::Mutable);
                self.prefixed(walk, depth + 1)
            }
            Kind::Minus | Kind::Bang => {
                self.at += 1;
                self.prefixed(walk, depth + 1)
            }
            Kind::Star => {
                self.at += 1;
                let of = self.prefixed(walk, depth + 1)?;
                Some(walk.build.expression(Expression::Deref(of)))
            }
            _ => self.chain(walk),
        }
    }

    /// A primary with members, calls, indexes and `?` after it.
    fn chain(&mut self, walk: &mut Walk<'_, '_>) -> Option<ExprId> {
        let mark = walk.build.uses.mark();
        let mut value = self.primary(walk)?;
        while let Some(token) = self.peek() {
            match token.kind {
                Kind::Question => {
                    self.at += 1;
                    walk.build.meter.branches += 1;
                    value = walk.build.expression(Expression::Tried(value));
                }
                Kind::Dot => {
                    self.at += 1;
                    let step = self.next()?;
                    value = match step.kind {
                        Kind::Name => self.member(walk, value, step.span, Access::Value)?,
                        Kind::Await => walk.build.expression(Expression::Awaited(value)),
                        Kind::Literal(LiteralKind::Integer) => {
                            let index = walk.build.text(step.span).parse().unwrap_or(0);
                            walk.build.expression(Expression::Item { of: value, index })
                        }
                        _ => return None,
                    };
                }
                Kind::Group => {
                    let (inside, open) = self.group(walk)?;
                    if open == b'(' {
                        walk.build.uses.retag(mark, value, Role::Call);
                        let (arguments, _) = inside.list(walk)?;
                        value = walk.call_of(mark, value, &arguments);
                    } else {
                        let (items, comma) = inside.list(walk)?;
                        let [index] = items[..] else { return None };
                        if comma {
                            return None;
                        }
                        value = walk.build.expression(Expression::Index { of: value, index });
                    }
                }
                _ => break,
            }
        }
        Some(value)
    }

    fn member(&self, walk: &mut Walk<'_, '_>, of: ExprId, span: Span, access: Access) -> Option<ExprId> {
        let name = walk.build.name(span);
        let member = walk.build.expression(Expression::Member { of, name, access });
        walk.build.use_member(span, member);
        Some(member)
    }

    fn primary(&mut self, walk: &mut Walk<'_, '_>) -> Option<ExprId> {
        let token = self.peek()?;
        match token.kind {
            Kind::Literal(kind) => {
                self.at += 1;
                Some(walk.build.literal(kind))
            }
            Kind::Text => {
                self.at += 1;
                let bytes = walk.build.text(token.span).starts_with('b');
                Some(walk.build.literal(if bytes { LiteralKind::Bytes } else { LiteralKind::String }))
            }
            Kind::Group => {
                let (inside, open) = self.group(walk)?;
                if open == b'[' {
                    return inside.array(walk);
                }
                let (values, comma) = inside.list(walk)?;
                match values.as_slice() {
                    [] => Some(walk.build.literal(LiteralKind::Unit)),
                    [one] if !comma => Some(*one),
                    _ => Some(walk.build.tuple(&values)),
                }
            }
            Kind::SelfValue | Kind::Name | Kind::Root | Kind::Primitive | Kind::Colons => self.path(walk),
            _ => None,
        }
    }

    /// A name, a path, or the macro that it names.
    fn path(&mut self, walk: &mut Walk<'_, '_>) -> Option<ExprId> {
        let mut token = self.peek()?;
        let mut receiver;
        if token.kind == Kind::Colons {
            receiver = paths::bare(walk.build, "::");
        } else {
            self.at += 1;
            if !self.is(Kind::Colons) {
                return match token.kind {
                    Kind::SelfValue => Some(paths::self_of(walk.build)),
                    Kind::Name if macros::is_word(walk.build.text(token.span)) => None,
                    Kind::Name if self.is_invocation() => {
                        walk.build.role = Role::Macro;
                        paths::name_at(walk.build, token.span, Namespace::MACRO);
                        walk.build.role = Role::Read;
                        self.invocation(walk, token.span)
                    }
                    Kind::Name => Some(paths::name_at(walk.build, token.span, Namespace::VALUE)),
                    _ => None,
                };
            }
            receiver = match token.kind {
                Kind::Name if macros::is_word(walk.build.text(token.span)) => return None,
                Kind::Name => paths::name_at(walk.build, token.span, Namespace::TYPE),
                _ => {
                    let text = walk.build.text(token.span);
                    paths::bare(walk.build, text)
                }
            };
        }
        while self.take(Kind::Colons) {
            token = self.next()?;
            if token.kind == Kind::Root && walk.build.text(token.span) == "super" {
                let name = walk.build.names.made("super");
                let step = Expression::Member { of: receiver, name, access: Access::Path };
                receiver = walk.build.expression(step);
                continue;
            }
            if token.kind != Kind::Name || macros::is_word(walk.build.text(token.span)) {
                return None;
            }
            if self.is_invocation() {
                walk.build.role = Role::Macro;
                self.member(walk, receiver, token.span, Access::Path)?;
                walk.build.role = Role::Read;
                return self.invocation(walk, token.span);
            }
            receiver = self.member(walk, receiver, token.span, Access::Path)?;
        }
        Some(receiver)
    }

    /// True where `!` and a group come next.
    fn is_invocation(&self) -> bool {
        let group = self.tokens[..self.end].get(self.at + 1);
        self.is(Kind::Bang) && group.is_some_and(|token| matches!(token.kind, Kind::Group | Kind::Opaque))
    }

    /// `!(...)` after the name of a macro.
    fn invocation(&mut self, walk: &mut Walk<'_, '_>, name: Span) -> Option<ExprId> {
        let name = walk.build.text(name);
        self.at += 1;
        if self.is(Kind::Opaque) {
            let span = self.next()?.span;
            let known = macros::value_of(walk.build, name);
            let rewrite = self.rewrites.iter().find(|(of, _)| *of == span).map(|(_, rewrite)| *rewrite);
            macros::postpone(walk.build, span, known.slot, rewrite);
            return Some(known.value);
        }
        if macros::is_opaque(name) {
            let (inside, _) = self.group(walk)?;
            let names = inside.tokens[inside.at..inside.end].iter().filter(|t| t.kind == Kind::Name);
            walk.build.tally.neither += names.count() as u32;
            return Some(macros::value_of(walk.build, name).value);
        }
        let known = macros::value_of(walk.build, name);
        let empty = self.peek().is_some_and(|group| group.end as usize == self.at + 1);
        if empty {
            self.next();
        } else {
            let content = self.content(walk)?;
            walk.build.fill(known.slot, content);
        }
        Some(known.value)
    }
}

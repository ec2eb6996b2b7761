//! Macros that stand for members: `#define HEAD void *data; struct loop *loop;`, which structures begin with.
//!
//! What such a macro declares is a field of the macro, and a structure that uses it has the macro as a base, so that
//! the linker finds the fields wherever the structures stand. A body that is anything but declarations of fields, and
//! macros like itself, is read as code.

use super::branches::Dialect;
use super::lexer::{Kind, Token, Word};
use super::text;
use crate::build::Build;
use indexer_core::{
    DefId, ExprId, Expression, Flags, Name, Namespace, Owner, Role, ScopeKind, Span, SymbolKind, Visibility,
};
use std::ops::Range;

/// Types without a name stand in each other at most so deep.
const DEEPEST: usize = 16;

/// What a macro for members says, part by part.
pub(super) enum Part {
    /// The token of a macro that stands for further members.
    Macro(usize),
    /// A declaration.
    Fields(Fields),
}

/// `struct a *b, c[2];`
pub(super) struct Fields {
    /// All its tokens.
    all: Range<usize>,
    /// Those before the declarators.
    head: Range<usize>,
    /// The members of a type that is written out, with the tokens between its braces.
    inner: Option<(Range<usize>, Vec<Part>)>,
    /// The token of each name that is declared, with the tokens of its declarator.
    names: Vec<(usize, Range<usize>)>,
}

/// The parts of a macro's body, where that is nothing but declarations of fields. Each token is looked at a bounded
/// number of times for each brace around it.
pub(super) fn parts(tokens: &[Token], source: &str) -> Option<Vec<Part>> {
    if !tokens.iter().any(|token| token.is(b';')) {
        return None;
    }
    let found = Reader { tokens, source }.parts(0..tokens.len(), 0)?;
    found.iter().any(|part| matches!(part, Part::Fields(_))).then_some(found)
}

struct Reader<'t> {
    tokens: &'t [Token],
    source: &'t str,
}

impl Reader<'_> {
    fn parts(&self, range: Range<usize>, depth: usize) -> Option<Vec<Part>> {
        let mut found = Vec::new();
        let mut at = range.start;
        while at < range.end {
            if self.is_macro(at, range.end) {
                found.push(Part::Macro(at));
                at += 1;
                at += usize::from(at < range.end && self.tokens[at].is(b';'));
                continue;
            }
            let fields = self.fields(at..range.end, depth)?;
            at = fields.all.end;
            found.push(Part::Fields(fields));
        }
        Some(found)
    }

    /// True for a name that stands alone, or before a whole declaration.
    fn is_macro(&self, at: usize, end: usize) -> bool {
        if self.tokens[at].kind != Kind::Name {
            return false;
        }
        if at + 1 == end || self.tokens[at + 1].is(b';') {
            return true;
        }
        let mut names = 0;
        for token in &self.tokens[at + 1..end] {
            match token.kind {
                Kind::Keyword(Word::Type | Word::Tag) => return true,
                Kind::Keyword(Word::Specifier) => {}
                Kind::Name => names += 1,
                _ => return names > 1 || names == 1 && token.is(b'*'),
            }
        }
        names > 0
    }

    /// One declaration at the start of `range`, with its `;`. The last of the body may stand without.
    fn fields(&self, range: Range<usize>, depth: usize) -> Option<Fields> {
        let (mut at, mut has_type, mut inner) = (range.start, false, None);
        while at < range.end {
            match self.tokens[at].kind {
                Kind::Keyword(Word::Specifier) => {}
                Kind::Keyword(Word::Type) => has_type = true,
                Kind::Keyword(Word::Tag) if !has_type => {
                    has_type = true;
                    at += usize::from(self.tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Name));
                    if self.tokens.get(at + 1).is_some_and(|next| next.is(b'{')) {
                        let is_enum =
                            self.tokens[range.start..=at].iter().any(|t| t.text(self.source) == "enum");
                        let close = self.closed(at + 1, range.end)?;
                        if depth == DEEPEST || is_enum {
                            return None;
                        }
                        inner = Some((at + 2..close, self.parts(at + 2..close, depth + 1)?));
                        at = close;
                    }
                }
                Kind::Name if !has_type => has_type = true,
                _ => break,
            }
            at += 1;
        }
        let head = range.start..at;
        let mut names = Vec::new();
        while has_type && at < range.end && !self.tokens[at].is(b';') {
            let start = at;
            let (name, end) = self.declarator(at..range.end)?;
            names.push((name, start..end));
            at = end + usize::from(end < range.end && self.tokens[end].is(b','));
        }
        let is_ended = at < range.end;
        if !has_type || names.is_empty() && (inner.is_none() || !is_ended) {
            return None;
        }
        Some(Fields { all: range.start..at + usize::from(is_ended), head, inner, names })
    }

    /// `*a`, `a[2]`, `a : 1`, `(*a)(int)`: the token of the name, and the one behind.
    fn declarator(&self, range: Range<usize>) -> Option<(usize, usize)> {
        let mut at = range.start;
        let is = |at: usize, mark: u8| at < range.end && self.tokens[at].is(mark);
        let passed = |at: usize| {
            is(at, b'*') || at < range.end && matches!(self.tokens[at].kind, Kind::Keyword(Word::Specifier))
        };
        while passed(at) {
            at += 1;
        }
        let is_pointer = is(at, b'(') && is(at + 1, b'*');
        if is_pointer {
            at += 2;
            while passed(at) {
                at += 1;
            }
        }
        let name = at;
        if name >= range.end || self.tokens[name].kind != Kind::Name {
            return None;
        }
        at += 1;
        while is(at, b'[') {
            at = self.closed(at, range.end)? + 1;
        }
        if is_pointer {
            if !is(at, b')') || !is(at + 1, b'(') {
                return None;
            }
            at = self.closed(at + 1, range.end)? + 1;
        } else if is(at, b':') {
            while at < range.end && !is(at, b';') && !is(at, b',') {
                at += 1;
            }
        }
        (at >= range.end || is(at, b';') || is(at, b',')).then_some((name, at))
    }

    /// The token that closes the bracket at `open`.
    fn closed(&self, open: usize, end: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..end {
            match self.tokens[at].kind {
                Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
                Kind::Mark(b')' | b']' | b'}') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Defines what the macro `of` declares. `base` is where the tokens begin, and `condition` what decides the macro.
pub(super) fn define(
    build: &mut Build<'_>,
    of: DefId,
    parts: &[Part],
    (tokens, base, dialect): (&[Token], u32, Dialect),
    condition: Option<Name>,
) {
    let mut maker = Maker { build, tokens, base, dialect, condition };
    maker.members(of, 0..tokens.len(), parts);
}

struct Maker<'m, 'a> {
    build: &'m mut Build<'a>,
    tokens: &'m [Token],
    base: u32,
    dialect: Dialect,
    condition: Option<Name>,
}

impl Maker<'_, '_> {
    /// The bytes of some tokens; none where there are none.
    fn span(&self, range: Range<usize>) -> Span {
        let Some((first, last)) = self.tokens[range.clone()].first().zip(self.tokens[range].last()) else {
            return Span::new(self.base, self.base);
        };
        Span::new(self.base + first.start, self.base + last.end)
    }

    /// The members of the type or macro `of`.
    fn members(&mut self, of: DefId, range: Range<usize>, parts: &[Part]) {
        let (place, span) = (self.build.place(), self.span(range));
        let scope = self.build.open_scope(ScopeKind::Type, span);
        self.build.facts.scopes[scope.index()].owner = Owner::Definition(of);
        self.build.definition(of).body = Some(scope);
        self.build.owner = Owner::Definition(of);
        let bases = self.inside(parts);
        if !bases.is_empty() {
            let bases = self.build.list(&bases);
            self.build.definition(of).bases = bases;
        }
        self.build.restore(place);
    }

    /// The parts in the scope that is open. Gives the macros among them.
    fn inside(&mut self, parts: &[Part]) -> Vec<ExprId> {
        let mut bases = Vec::new();
        for part in parts {
            match part {
                Part::Macro(at) => {
                    self.build.role = Role::Macro;
                    let span = self.span(*at..at + 1);
                    bases.push(self.build.use_name(span, Namespace::MACRO));
                    self.build.role = Role::Read;
                }
                Part::Fields(fields) => bases.extend(self.fields(fields)),
            }
        }
        bases
    }

    /// One declaration. Gives the macros in a type without a name whose members are those of the type around.
    fn fields(&mut self, fields: &Fields) -> Vec<ExprId> {
        let mut of = ExprId::UNKNOWN;
        let mut tag = None;
        let head = match &fields.inner {
            Some((inner, _)) => fields.head.start..inner.start - 1,
            None => fields.head.clone(),
        };
        for at in head.clone() {
            match self.tokens[at].kind {
                Kind::Keyword(Word::Tag) => tag = Some(at),
                Kind::Name if fields.inner.is_some() => {}
                Kind::Name => of = self.used_type(at, tag.is_some()),
                _ => {}
            }
        }
        let mut bases = Vec::new();
        let mut ahead = None;
        if let Some((inner, parts)) = &fields.inner {
            let written = tag.filter(|tag| tag + 1 < head.end);
            ahead = match (written, fields.names.first()) {
                (Some(tag), _) => Some(self.tagged(tag, &fields.all)),
                (None, Some((name, _))) => Some(self.field(*name, &head, &fields.all)),
                (None, None) => None,
            };
            match ahead {
                Some(id) => self.members(id, inner.clone(), parts),
                None => bases = self.inside(parts),
            }
            of = ahead.map_or(ExprId::UNKNOWN, |id| self.build.expression(Expression::Definition(id)));
        }
        let value = match of.is_unknown() {
            true => ExprId::UNKNOWN,
            false => self.build.expression(Expression::Instance(of)),
        };
        for (name, range) in &fields.names {
            let span = self.span(*name..name + 1);
            let id = match ahead.filter(|id| self.build.facts.definition(*id).name_span == span) {
                Some(id) => id,
                None => {
                    let until = if fields.inner.is_some() { head.clone() } else { head.start..range.end };
                    self.field(*name, &until, &fields.all)
                }
            };
            self.build.definition(id).value = value;
            self.behind(name + 1..range.end);
        }
        bases
    }

    /// A name of a type, behind `struct` or the like where `is_tag`.
    fn used_type(&mut self, at: usize, is_tag: bool) -> ExprId {
        let namespace = match is_tag && self.dialect == Dialect::C {
            true => Namespace::TAG,
            false => Namespace::TYPE.with(Namespace::MACRO),
        };
        self.build.role = Role::Type;
        let span = self.span(at..at + 1);
        let of = self.build.use_name(span, namespace);
        self.build.role = Role::Read;
        of
    }

    /// The field whose name is the token at `name`; `shown` and the name are its signature.
    fn field(&mut self, name: usize, shown: &Range<usize>, all: &Range<usize>) -> DefId {
        let span = self.span(name..name + 1);
        let namespace = match self.dialect {
            Dialect::Cpp => Namespace::VALUE.with(Namespace::MEMBER),
            Dialect::C => Namespace::MEMBER,
        };
        let id = self.build.define(span, SymbolKind::Field, namespace);
        let mut signature = self.text(shown.clone());
        if !shown.contains(&name) {
            signature = format!("{signature} {}", self.build.text(span));
        }
        self.made(id, signature, all);
        id
    }

    /// The type whose name stands behind the keyword at `tag`: it is known outside of all types.
    fn tagged(&mut self, tag: usize, all: &Range<usize>) -> DefId {
        let kind = match self.build.text(self.span(tag..tag + 1)) {
            "union" => SymbolKind::Union,
            "class" => SymbolKind::Class,
            _ => SymbolKind::Struct,
        };
        let span = self.span(tag + 1..tag + 2);
        let name = self.build.name(span);
        let namespace = match self.dialect {
            Dialect::Cpp => Namespace::TAG.with(Namespace::TYPE).with(Namespace::VALUE),
            Dialect::C => Namespace::TAG,
        };
        self.build.tally.definitions += 1;
        let id = self.build.define_as(name, span, kind, indexer_core::ScopeId(0), namespace);
        let signature = self.text(tag..tag + 2);
        self.made(id, signature, all);
        id
    }

    fn made(&mut self, id: DefId, signature: String, all: &Range<usize>) {
        let (span, condition) = (self.span(all.clone()), self.condition);
        let definition = self.build.definition(id);
        definition.visibility = Visibility::Public;
        definition.span = span;
        definition.signature = signature;
        definition.condition = condition;
        definition.flags.add(Flags::IN_MACRO);
        if condition.is_some() {
            definition.flags.add(Flags::CONDITIONAL);
        }
    }

    /// The text of some tokens in one line, without the `\` that end the lines of a directive.
    fn text(&self, range: Range<usize>) -> String {
        let text = self.build.text(self.span(range));
        text::signature(&text.replace("\\\n", " ").replace("\\\r\n", " "))
    }

    /// What stands behind a declared name: bounds and widths are code, parameters name types.
    fn behind(&mut self, range: Range<usize>) {
        let is_function = self.tokens[range.clone()].iter().any(|token| token.is(b')'));
        let has_parameters =
            is_function && !self.tokens[range.start].is(b'[') && !self.tokens[range.start].is(b':');
        if !has_parameters {
            let span = self.span(range.clone());
            if !range.is_empty() {
                super::hidden::code(self.build, span, &[], self.dialect);
            }
            return;
        }
        let (mut has_type, mut is_tag) = (false, false);
        for at in range {
            match self.tokens[at].kind {
                Kind::Mark(b',' | b'(') => (has_type, is_tag) = (false, false),
                Kind::Keyword(Word::Type) => has_type = true,
                Kind::Keyword(Word::Tag) => is_tag = true,
                Kind::Name if !has_type => {
                    self.used_type(at, is_tag);
                    has_type = true;
                }
                Kind::Name => self.build.tally.locals += 1,
                _ => {}
            }
        }
    }
}

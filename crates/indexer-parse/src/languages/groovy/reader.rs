//! The tokens of a file, and what all statements share: names, brackets, definitions.

use super::lexer::{self, Kind};
use super::words;
use crate::reader::{Declared, Reading};
use crate::shapes::Style;
use crate::token_reader::TokenReader;
use crate::tokens::{Tokens, brackets};
use indexer_core::{Access, DefId, ExprId, Name, Namespace, Role, ScopeKind, Span, SymbolKind, Visibility};

const STYLE: Style = Style { comment: "//", documents: "/**", ..Style::BASE };

/// Reads a file.
pub(super) fn read(reading: &mut Reading<'_, '_>) {
    let source = reading.build.source;
    let lexed = lexer::lex(source);
    reading.note_mistake(&lexed);
    reading.build.facts.verbatim = lexed.verbatim;
    let pairs = brackets(&lexed.tokens);
    let mut groovy = Groovy {
        reading,
        tokens: Tokens::new(source, lexed.tokens, pairs, lexer::is_identifier),
        this: ExprId::UNKNOWN,
        class: "",
        body: None,
    };
    groovy.statements(0);
    let left = groovy.tokens.left();
    reading.build.tally.neither += left as u32;
}

/// A reading of the tokens of a file.
pub(super) struct Groovy<'r, 'b, 'a> {
    pub(super) reading: &'r mut Reading<'b, 'a>,
    pub(super) tokens: Tokens<'a, Kind>,
    /// An instance of the class around.
    pub(super) this: ExprId,
    /// The name of that class.
    pub(super) class: &'a str,
    /// The brace with which the body begins of what decides.
    pub(super) body: Option<usize>,
}

impl<'b, 'a> TokenReader<'b, 'a> for Groovy<'_, 'b, 'a> {
    type Kind = Kind;

    fn parts(&mut self) -> (&mut Reading<'b, 'a>, &mut Tokens<'a, Kind>) {
        (self.reading, &mut self.tokens)
    }
}

impl Groovy<'_, '_, '_> {
    /// True where the word stands.
    pub(super) fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.kind(at) == Some(Kind::Word) && self.tokens.text(at) == word
    }

    /// True for a word that is none of the language.
    pub(super) fn is_name(&self, at: usize) -> bool {
        self.tokens.kind(at) == Some(Kind::Word) && !words::is_keyword(self.tokens.text(at))
    }

    /// True for a name that begins as those of types do.
    pub(super) fn is_type_name(&self, at: usize) -> bool {
        let is_capital = |text: &str| text.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase());
        self.tokens.kind(at) == Some(Kind::Word)
            && (is_capital(self.tokens.text(at)) || words::is_primitive(self.tokens.text(at)))
    }

    /// The next comma from here on that stands in nothing; else the end.
    pub(super) fn comma(&mut self, mut at: usize, end: usize) -> usize {
        while at < end && !self.tokens.sign(at, b',') && self.reading.goes_on() {
            at = self.tokens.behind(at);
        }
        at.min(end)
    }

    /// The place behind ends of lines.
    pub(super) fn pass_ends(&self, mut at: usize) -> usize {
        while self.tokens.kind(at) == Some(Kind::End) && self.tokens.text(at) != ";" {
            at += 1;
        }
        at
    }

    /// Makes a reference of a token.
    pub(super) fn refer(&mut self, at: usize, role: Role, namespace: Namespace) -> ExprId {
        let name = self.reading.build.name(self.tokens.span(at));
        self.use_as(at, name, role, namespace)
    }

    /// Makes a reference to a member of `of`.
    pub(super) fn member(&mut self, at: usize, of: ExprId, role: Role) -> ExprId {
        let name = self.reading.build.name(self.tokens.span(at));
        self.member_as(at, of, name, (role, Access::Value))
    }

    /// Declares a local whose token stands there.
    pub(super) fn local(&mut self, at: usize, value: ExprId) {
        let name = self.reading.build.name(self.tokens.span(at));
        self.local_as(at, name, value);
    }

    /// Defines what is named at `at`, from a token to another, with a signature up to a third.
    pub(super) fn define(
        &mut self,
        at: usize,
        (kind, namespace): (SymbolKind, Namespace),
        (start, end, head): (usize, usize, usize),
        visibility: Visibility,
    ) -> DefId {
        let mut token = self.tokens.span(at);
        // A method may be named by a text.
        if self.tokens.kind(at) == Some(Kind::Text) && token.len() > 2 {
            token = Span::new(token.start + 1, token.end - 1);
        }
        let name = self.reading.build.name(token);
        let counted = self.tokens.take(at);
        self.define_as(name, (token, counted), (kind, namespace, visibility), (start, end, head))
    }

    pub(super) fn define_as(
        &mut self,
        name: Name,
        (token, counted): (Span, bool),
        (kind, namespace, visibility): (SymbolKind, Namespace, Visibility),
        (start, end, head): (usize, usize, usize),
    ) -> DefId {
        self.reading.define(&Declared {
            name,
            bound: name,
            namespace,
            token,
            counted,
            kind,
            visibility,
            whole: self.tokens.between(start, end),
            end: self.tokens.between(start, head).end,
            style: &STYLE,
        })
    }

    /// `{ a, b -> .. }`: a scope of its own, in which the locals around are seen.
    pub(super) fn closure(&mut self, open: usize) -> usize {
        let place = self.reading.build.place();
        let whole = self.tokens.between(open, self.tokens.close(open) + 1);
        let arrow = self.arrow(open);
        let kind = if arrow.is_some() { ScopeKind::Lambda } else { ScopeKind::Block };
        self.reading.build.open_scope(kind, whole);
        if self.body.take_if(|body| *body == open).is_some() {
            self.reading.build.meter.nest();
        }
        let behind = self.inside(open, |groovy, at| {
            let mut at = at;
            if let Some(arrow) = arrow {
                while at < arrow && groovy.reading.goes_on() {
                    let end = groovy.comma(at, arrow);
                    groovy.closure_parameter(at, end);
                    at = end + 1;
                }
                at = arrow + 1;
            }
            groovy.statements(at);
        });
        self.reading.build.restore(place);
        behind
    }

    /// The arrow behind the parameters of a closure.
    fn arrow(&self, open: usize) -> Option<usize> {
        let last = self.tokens.close(open).min(open + 40);
        for at in open + 1..last {
            match self.tokens.kind(at) {
                Some(Kind::Arrow) => return Some(at),
                Some(Kind::End) if self.tokens.text(at) != ";" => {}
                Some(Kind::End | Kind::Sign(b'{' | b'(' | b'}' | b')')) | None => return None,
                _ => {}
            }
        }
        None
    }

    /// `Type a = 1` of a closure: its name is the last before what is given.
    fn closure_parameter(&mut self, start: usize, end: usize) {
        let given = (start..end).find(|at| self.tokens.sign(*at, b'=')).unwrap_or(end);
        let Some(name) = (start..given).rev().find(|at| self.is_name(*at)) else { return };
        let of = self.type_refs(start, name);
        let value = self.reading.build.instance(of);
        self.local(name, value);
        self.until(end, |groovy| {
            groovy.expression(given);
        });
    }
}

//! The tokens of a file, and what all declarations share: names, where they end, definitions.

use super::layout::Layout;
use super::lexer::{self, Kind};
use super::words;
use crate::reader::{Declared, Reading};
use crate::shapes::Style;
use crate::token_reader::TokenReader;
use crate::tokens::{Tokens, brackets};
use indexer_core::{
    Access, DefId, ExprId, Flags, Name, Namespace, Role, ScopeId, Span, SymbolKind, Visibility,
};

const STYLE: Style = Style { comment: "//", documents: "///", ..Style::BASE };

/// What a bare name may stand for.
pub(super) const VALUE: Namespace = Namespace::VALUE.with(Namespace::CALLABLE);

/// Signs of which operators are made.
const OPERATORS: &[u8] = b"!$%&*+-./<=>?@^|~:";

/// What nests deeper is not read: each step is one of a block, a pattern and an expression.
const DEEPEST: u32 = 400;

/// Reads a file.
pub(super) fn read(reading: &mut Reading<'_, '_>) {
    reading.limit_depth(DEEPEST);
    let source = reading.build.source;
    let lexed = lexer::lex(source);
    reading.note_mistake(&lexed);
    reading.build.facts.verbatim = lexed.verbatim;
    let pairs = brackets(&lexed.tokens);
    let layout = Layout::new(source, &lexed.tokens);
    let mut file = FSharp {
        reading,
        tokens: Tokens::new(source, lexed.tokens, pairs, lexer::is_identifier),
        layout,
        this: ExprId::UNKNOWN,
        bases: Vec::new(),
        implemented: None,
        is_in_type: false,
        continues_types: false,
    };
    file.declarations(0);
    let left = file.tokens.left();
    reading.build.tally.neither += left as u32;
}

/// A reading of the tokens of a file.
pub(super) struct FSharp<'r, 'b, 'a> {
    pub(super) reading: &'r mut Reading<'b, 'a>,
    pub(super) tokens: Tokens<'a, Kind>,
    pub(super) layout: Layout,
    /// An instance of the type around.
    pub(super) this: ExprId,
    /// What the type around inherits and implements.
    pub(super) bases: Vec<ExprId>,
    /// The interface whose members stand there: they are found by its name alone, since a value must be cast to it.
    pub(super) implemented: Option<&'a str>,
    /// True where members of a type stand.
    pub(super) is_in_type: bool,
    /// True where `and` goes on with types.
    pub(super) continues_types: bool,
}

/// What is said before a declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    /// Its first token.
    pub(super) start: usize,
    pub(super) visibility: Visibility,
    pub(super) flags: Flags,
    /// `[<Literal>]`.
    pub(super) is_literal: bool,
    /// `[<Measure>]`.
    pub(super) is_measure: bool,
    /// `[<Interface>]`.
    pub(super) is_interface: bool,
    /// `[<RequireQualifiedAccess>]`.
    pub(super) is_qualified: bool,
    /// `[<AutoOpen>]`.
    pub(super) is_open: bool,
}

impl Said {
    pub(super) fn nothing(start: usize) -> Self {
        Self {
            start,
            visibility: Visibility::Public,
            flags: Flags::NONE,
            is_literal: false,
            is_measure: false,
            is_interface: false,
            is_qualified: false,
            is_open: false,
        }
    }
}

impl<'b, 'a> TokenReader<'b, 'a> for FSharp<'_, 'b, 'a> {
    type Kind = Kind;

    fn parts(&mut self) -> (&mut Reading<'b, 'a>, &mut Tokens<'a, Kind>) {
        (self.reading, &mut self.tokens)
    }
}

impl<'a> FSharp<'_, '_, 'a> {
    /// True where the word stands.
    pub(super) fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.kind(at) == Some(Kind::Word) && self.tokens.text(at) == word
    }

    /// True where one of the words stands.
    pub(super) fn is_any(&self, at: usize, words: &[&str]) -> bool {
        self.tokens.kind(at) == Some(Kind::Word) && words.contains(&self.tokens.text(at))
    }

    /// True for a word that is none of the language.
    pub(super) fn is_name(&self, at: usize) -> bool {
        match self.tokens.kind(at) {
            Some(Kind::Quoted) => true,
            Some(Kind::Word) => !words::is_keyword(self.tokens.text(at)),
            _ => false,
        }
    }

    /// True for a name that begins as those of types, cases and modules do.
    pub(super) fn is_capital(&self, at: usize) -> bool {
        self.tokens.text(at).trim_start_matches('`').chars().next().is_some_and(char::is_uppercase)
    }

    /// True where nothing stands between both.
    pub(super) fn is_joined(&self, at: usize, next: usize) -> bool {
        self.tokens.span(at).end == self.tokens.span(next).start
    }

    /// True for a sign that is no part of an operator; what stands behind `=` may be a minus.
    pub(super) fn is_lone(&self, at: usize, sign: u8) -> bool {
        let is_operator = |at: usize| match self.tokens.kind(at) {
            Some(Kind::Sign(sign)) => OPERATORS.contains(&sign),
            Some(Kind::Arrow | Kind::Gets) => true,
            _ => false,
        };
        self.tokens.sign(at, sign)
            && !(at > 0 && is_operator(at - 1) && self.is_joined(at - 1, at))
            && !(is_operator(at + 1) && self.is_joined(at, at + 1) && !self.tokens.sign(at + 1, b'-'))
    }

    /// The first place from here on, outside of brackets, of which `is_there` is true; else `end`. O(tokens).
    pub(super) fn find(
        &mut self,
        mut at: usize,
        end: usize,
        is_there: impl Fn(&Self, usize) -> bool,
    ) -> usize {
        let end = end.min(self.tokens.end);
        while at < end && !is_there(self, at) && self.reading.goes_on() {
            at = self.tokens.behind(at).max(at + 1);
        }
        at.min(end)
    }

    /// Where what begins there ends, within what is read.
    pub(super) fn end(&self, at: usize) -> usize {
        self.layout.end(at).clamp(at + 1, self.tokens.end.max(at + 1))
    }

    /// The name of a token, without the quotes around it.
    pub(super) fn name_at(&mut self, at: usize) -> Name {
        let token = self.name_span(at);
        self.reading.build.name(token)
    }

    fn name_span(&self, at: usize) -> Span {
        let span = self.tokens.span(at);
        let text = self.tokens.text(at);
        match text.len() > 4 && text.starts_with("``") && text.ends_with("``") {
            true => Span::new(span.start + 2, span.end - 2),
            false => span,
        }
    }

    /// Makes a reference of a token.
    pub(super) fn refer(&mut self, at: usize, role: Role, namespace: Namespace) -> ExprId {
        let name = self.name_at(at);
        self.use_as(at, name, role, namespace)
    }

    /// Makes a reference to a member of `of`.
    pub(super) fn member(&mut self, at: usize, of: ExprId, role: Role) -> ExprId {
        let name = self.name_at(at);
        self.member_as(at, of, name, (role, Access::Value))
    }

    /// Declares a local whose token stands there, seen from the byte `from` on.
    pub(super) fn local(&mut self, at: usize, from: u32, value: ExprId) {
        let name = self.name_at(at);
        self.reading.build.tally.locals += u32::from(self.tokens.take(at));
        let scope = self.reading.build.scope;
        self.reading.build.shapes.introduce(scope, name);
        self.reading.build.bind_local(scope, name, VALUE, from, value);
    }

    /// Defines what is named at `at`, up to a token, with a signature up to another.
    pub(super) fn define(
        &mut self,
        at: usize,
        (kind, namespace): (SymbolKind, Namespace),
        (end, head): (usize, usize),
        said: &Said,
    ) -> DefId {
        let (name, token) = (self.name_at(at), self.name_span(at));
        let counted = self.tokens.take(at);
        self.define_as(name, (token, counted), (kind, namespace), (end, head), said)
    }

    pub(super) fn define_as(
        &mut self,
        name: Name,
        (token, counted): (Span, bool),
        (kind, namespace): (SymbolKind, Namespace),
        (end, head): (usize, usize),
        said: &Said,
    ) -> DefId {
        let start = said.start;
        let bound = match self.implemented {
            Some(of) if self.is_in_type => {
                let text = format!("{of}.{}", self.reading.build.names.get(name));
                self.reading.build.names.made(&text)
            }
            _ => name,
        };
        let id = self.reading.define(&Declared {
            name,
            bound,
            namespace,
            token,
            counted,
            kind,
            visibility: said.visibility,
            whole: self.tokens.between(start, end.max(start + 1)),
            end: self.tokens.between(start, head.max(start + 1)).end,
            style: &STYLE,
        });
        self.reading.build.definition(id).flags.add(said.flags);
        id
    }

    /// `[<A(1); B>]`: the attributes there; gives the place behind them.
    pub(super) fn attributes(&mut self, mut at: usize, said: &mut Said) -> usize {
        while self.is_attribute(at) && self.reading.goes_on() {
            let mut found = *said;
            at = self.inside(at, |file, at| {
                let mut at = at + 1;
                while at < file.tokens.end && file.reading.goes_on() {
                    at = file.attribute(at, &mut found).max(at + 1);
                }
            });
            *said = found;
        }
        at
    }

    pub(super) fn is_attribute(&self, at: usize) -> bool {
        self.tokens.sign(at, b'[') && self.tokens.sign(at + 1, b'<') && self.is_joined(at, at + 1)
    }

    /// `assembly: A.B(c)`; gives the place behind the sign that parts it from the next.
    fn attribute(&mut self, mut at: usize, said: &mut Said) -> usize {
        if (self.is_name(at) || self.is_any(at, &["return", "type", "module"]))
            && self.tokens.sign(at + 1, b':')
        {
            at += 2;
        }
        let end = self.find(at, self.tokens.end, |file, at| file.tokens.sign(at, b';'));
        let mut last = at;
        if self.is_name(at) {
            let mut value = self.refer(at, Role::Decorate, Namespace::TYPE);
            while self.tokens.sign(last + 1, b'.') && self.is_name(last + 2) && self.reading.goes_on() {
                last += 2;
                value = self.member(last, value, Role::Decorate);
            }
            match self.tokens.text(last).trim_end_matches("Attribute") {
                "Literal" => said.is_literal = true,
                "Measure" => said.is_measure = true,
                "Interface" => said.is_interface = true,
                "RequireQualifiedAccess" => said.is_qualified = true,
                "AutoOpen" => said.is_open = true,
                "Obsolete" => said.flags.add(Flags::DEPRECATED),
                "Fact" | "Theory" | "Test" | "Tests" | "Property" => said.flags.add(Flags::TEST),
                _ => {}
            }
        }
        self.until(end, |file| file.expression(last + 1));
        end + 1
    }

    /// Runs in a scope of its own that begins at a token, and goes down one step where that is allowed.
    pub(super) fn scoped(
        &mut self,
        kind: indexer_core::ScopeKind,
        (start, end): (usize, usize),
        inside: impl FnOnce(&mut Self) -> usize,
    ) -> usize {
        if !self.reading.down(self.tokens.span(start)) {
            return end;
        }
        let place = self.reading.build.place();
        let whole = self.tokens.between(start, end.max(start + 1));
        self.reading.build.open_scope(kind, whole);
        let behind = inside(self);
        self.reading.build.restore(place);
        self.reading.up();
        behind
    }

    /// The scope that is open.
    pub(super) fn scope(&self) -> ScopeId {
        self.reading.build.scope
    }
}

//! The statements of a file, and what all of them share: names, expressions, scopes.

use super::lexer::{self, Kind};
use super::units::Unit;
use crate::reader::{Declared, Reading};
use crate::shapes::Style;
use crate::token_reader::TokenReader;
use crate::tokens::Tokens;
use indexer_core::{
    Access, DefId, ExprId, Expression, Name, Namespace, ProblemKind, Role, ScopeKind, SymbolKind, Visibility,
};
use rustc_hash::FxHashSet;

const STYLE: Style = Style { comment: "!", ..Style::BASE };

/// Reads a file.
pub(super) fn read(reading: &mut Reading<'_, '_>) {
    let source = reading.build.source;
    let lexed = lexer::lex(source);
    reading.note_mistake(&lexed);
    let has_branches = lexed.has_branches;
    reading.build.facts.verbatim = lexed.verbatim;
    let pairs = pairs(&lexed.tokens);
    let mut fortran = Fortran {
        reading,
        tokens: Tokens::new(source, lexed.tokens, pairs, lexer::is_identifier),
        units: Vec::new(),
        counts: [0; Unit::KINDS],
        globals: FxHashSet::default(),
    };
    fortran.all(has_branches);
    let left = fortran.tokens.left();
    reading.build.tally.neither += left as u32;
}

/// The index of the token that closes each parenthesis; the end of its statement where none does. O(tokens).
fn pairs(tokens: &[lexer::Token]) -> Vec<u32> {
    let mut pairs = vec![tokens.len() as u32; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign(b'(' | b'[') => open.push(at),
            Kind::Sign(b')' | b']') => {
                if let Some(begin) = open.pop() {
                    pairs[begin] = at as u32;
                }
            }
            Kind::End => open.drain(..).for_each(|begin| pairs[begin] = at as u32),
            _ => {}
        }
    }
    pairs
}

/// A reading of the statements of a file.
pub(super) struct Fortran<'r, 'b, 'a> {
    pub(super) reading: &'r mut Reading<'b, 'a>,
    pub(super) tokens: Tokens<'a, Kind>,
    /// What is open, outermost first.
    pub(super) units: Vec<Unit>,
    /// How many of each kind are.
    pub(super) counts: [u32; Unit::KINDS],
    /// Names of variables of the modules around.
    pub(super) globals: FxHashSet<Name>,
}

impl<'b, 'a> TokenReader<'b, 'a> for Fortran<'_, 'b, 'a> {
    type Kind = Kind;

    fn parts(&mut self) -> (&mut Reading<'b, 'a>, &mut Tokens<'a, Kind>) {
        (self.reading, &mut self.tokens)
    }
}

impl Fortran<'_, '_, '_> {
    /// All statements; `has_branches` where conditions may begin one thing twice.
    fn all(&mut self, has_branches: bool) {
        let (mut at, last) = (0, self.tokens.end);
        while at < last && self.reading.goes_on() {
            let mut end = at;
            while self.tokens.kind(end).is_some_and(|kind| kind != Kind::End) {
                end += 1;
            }
            self.tokens.end = end;
            self.statement(at);
            self.tokens.end = last;
            at = end + 1;
        }
        if let Some(at) = self.units.last().and_then(Unit::begin).filter(|_| !has_branches) {
            self.reading.note(ProblemKind::Syntax, at, "what begins here is not ended");
        }
        self.close_all();
    }

    /// True where the word stands, in whatever case.
    pub(super) fn is(&self, at: usize, word: &str) -> bool {
        self.tokens.kind(at) == Some(Kind::Word) && self.tokens.text(at).eq_ignore_ascii_case(word)
    }

    pub(super) fn is_word(&self, at: usize) -> bool {
        self.tokens.kind(at) == Some(Kind::Word)
    }

    /// True where two signs stand together.
    pub(super) fn signs(&self, at: usize, signs: [u8; 2]) -> bool {
        self.tokens.sign(at, signs[0])
            && self.tokens.sign(at + 1, signs[1])
            && self.tokens.span(at).end == self.tokens.span(at + 1).start
    }

    /// `=` that gives a value, in `a = 1`.
    pub(super) fn gives(&self, at: usize) -> bool {
        self.tokens.sign(at, b'=') && !self.signs(at, *b"==") && !self.signs(at, *b"=>")
    }

    /// The token behind this one, or behind all that it opens.
    pub(super) fn behind(&self, at: usize) -> usize {
        match self.tokens.kind(at) {
            Some(Kind::Sign(b'(' | b'[')) => (self.tokens.close(at) + 1).min(self.tokens.end),
            _ => at + 1,
        }
    }

    /// The place behind what stands in parentheses there, if it does.
    pub(super) fn behind_list(&self, at: usize) -> usize {
        if self.tokens.sign(at, b'(') { self.behind(at) } else { at }
    }

    /// The next comma from here on that stands in nothing; else the end.
    pub(super) fn comma(&mut self, mut at: usize, end: usize) -> usize {
        while at < end && !self.tokens.sign(at, b',') && self.reading.goes_on() {
            at = self.behind(at);
        }
        at.min(end)
    }

    /// The name of a token: their case tells nothing.
    pub(super) fn name(&mut self, at: usize) -> Name {
        let text = self.tokens.text(at).to_ascii_lowercase();
        self.reading.build.names.made(&text)
    }

    /// Makes a reference of a token.
    pub(super) fn refer(&mut self, at: usize, role: Role, namespace: Namespace) -> ExprId {
        let name = self.name(at);
        self.use_as(at, name, role, namespace)
    }

    /// Makes a reference to a member of `of`.
    pub(super) fn member(&mut self, at: usize, of: ExprId, role: Role) -> ExprId {
        let name = self.name(at);
        let counted = self.tokens.take(at);
        let build = &mut *self.reading.build;
        let member = build.expression(Expression::Member { of, name, access: Access::Value });
        build.role = role;
        build.use_member_as(name, self.tokens.span(at), member);
        build.role = Role::Read;
        if !counted {
            build.uses.uncount_last();
        }
        member
    }

    /// All names from one token to another are read; `first` is the role of the first of them.
    pub(super) fn expression(&mut self, start: usize, end: usize, first: Role) {
        let end = end.min(self.tokens.end);
        let mut value = ExprId::UNKNOWN;
        let mut around: Vec<ExprId> = Vec::new();
        let mut role = first;
        let mut at = start;
        while at < end && self.reading.goes_on() {
            match self.tokens.kind(at) {
                Some(Kind::Sign(b'(' | b'[')) => around.push(std::mem::take(&mut value)),
                Some(Kind::Sign(b')' | b']')) => value = around.pop().unwrap_or_default(),
                Some(Kind::Sign(b'%')) => {}
                Some(Kind::Word) => {
                    let is_called = self.tokens.sign(at + 1, b'(');
                    let is_member = at > start && self.tokens.sign(at - 1, b'%');
                    let is_last = !self.tokens.sign(self.behind_list(at + 1), b'%');
                    // `f(a=1)`: a name of the function's own.
                    let is_keyword = !around.is_empty()
                        && at > start
                        && self.gives(at + 1)
                        && matches!(self.tokens.kind(at - 1), Some(Kind::Sign(b'(' | b',')));
                    let is_first = is_last && around.is_empty();
                    let own = if is_first { std::mem::replace(&mut role, Role::Read) } else { Role::Read };
                    let own = if own == Role::Read && is_called && is_last { Role::Call } else { own };
                    if is_keyword {
                        value = ExprId::UNKNOWN;
                    } else if is_member {
                        value = self.member(at, value, own);
                    } else {
                        let own = if own == Role::Call && self.is_variable(at) { Role::Read } else { own };
                        value = self.refer(at, own, Namespace::VALUE);
                    }
                }
                _ => value = ExprId::UNKNOWN,
            }
            at += 1;
        }
    }

    /// True for the name of a variable of a module around, of which parentheses give an element.
    fn is_variable(&mut self, at: usize) -> bool {
        let name = self.name(at);
        self.globals.contains(&name)
    }

    /// Defines the word at `at`, from a token to another, with all of that as signature.
    pub(super) fn define(
        &mut self,
        at: usize,
        (kind, namespace): (SymbolKind, Namespace),
        (start, end): (usize, usize),
        visibility: Visibility,
    ) -> DefId {
        let name = self.name(at);
        let counted = self.tokens.take(at);
        let whole = self.tokens.between(start, end);
        let id = self.reading.define(&Declared {
            name,
            bound: name,
            namespace,
            token: self.tokens.span(at),
            counted,
            kind,
            visibility,
            whole,
            end: whole.end,
            style: &STYLE,
        });
        let is_inside = |unit: &&mut Unit| !matches!(unit, Unit::Interface { .. } | Unit::Enum);
        if let Some(Unit::Module { defined, .. }) = self.units.iter_mut().rev().take(3).find(is_inside) {
            defined.push((name, id));
        }
        id
    }

    /// Declares a local of the procedure around, whose token stands there.
    pub(super) fn local(&mut self, at: usize, value: ExprId) {
        let name = self.name(at);
        let around = self.reading.build.scope;
        // It is one of the whole procedure, whatever block it stands in.
        if let Some(scope) = self.reading.build.scope_around(|kind| kind != ScopeKind::Block) {
            self.reading.build.scope = scope;
        }
        self.local_as(at, name, value);
        self.reading.build.scope = around;
    }
}

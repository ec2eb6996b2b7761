//! Statements and expressions: which names are called, read and written.

use super::lexer::Kind;
use super::reader::Groovy;
use super::words;
use crate::shapes::Counts;
use crate::token_reader::TokenReader;
use indexer_core::{ExprId, Namespace, Role};

impl Groovy<'_, '_, '_> {
    /// All statements up to the end.
    pub(super) fn statements(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            at = match self.tokens.kind(at) {
                Some(Kind::End) => at + 1,
                Some(Kind::Word | Kind::Sign(b'@')) => self.statement(at),
                Some(Kind::Sign(b'{')) => self.closure(at),
                _ => self.expression(at),
            };
        }
    }

    /// The block that begins there, if one does, is the body of what decides: it nests.
    fn nests(&mut self, at: usize) {
        let next = self.pass_ends(at);
        if self.tokens.sign(next, b'{') {
            self.body = Some(next);
        }
    }

    /// A statement that begins with a word; gives the place behind it, or where another one begins in it.
    fn statement(&mut self, start: usize) -> usize {
        let (at, modifiers) = self.modifiers(start);
        if let Some(next) = self.type_declaration(start, at, &modifiers) {
            return next;
        }
        if let Some(next) = self.declaration(start, at, &modifiers, false) {
            return next;
        }
        if at > start {
            return at;
        }
        match self.tokens.text(at) {
            "package" => self.package(at),
            "import" => self.import(at),
            word @ ("if" | "while" | "for" | "switch" | "synchronized") if self.tokens.sign(at + 1, b'(') => {
                match word {
                    "if" if at > 0 && self.is(at - 1, "else") => self.reading.counts(Counts::ElseIf),
                    "if" => self.reading.counts(Counts::If),
                    "switch" => self.reading.counts(Counts::Switch),
                    "synchronized" => {}
                    _ => self.reading.counts(Counts::Loop),
                }
                let behind = self.inside(at + 1, |groovy, at| groovy.statements(at));
                if word != "synchronized" {
                    self.nests(behind);
                }
                behind
            }
            "catch" if self.tokens.sign(at + 1, b'(') => {
                self.reading.counts(Counts::Loop);
                let behind = self.inside(at + 1, |groovy, at| {
                    let end = groovy.tokens.end;
                    let Some(name) = (at..end).rev().find(|at| groovy.is_name(*at)) else { return };
                    let of = groovy.type_refs(at, name);
                    let value = groovy.reading.build.instance(of);
                    groovy.local(name, value);
                });
                self.nests(behind);
                behind
            }
            "else" => {
                if !self.is(at + 1, "if") {
                    self.reading.counts(Counts::Else);
                    self.nests(at + 1);
                }
                at + 1
            }
            "do" => {
                self.nests(at + 1);
                at + 1
            }
            "try" | "finally" => at + 1,
            "case" => {
                self.reading.counts(Counts::Case);
                let mut colon = at + 1;
                while colon < self.tokens.end
                    && !self.tokens.sign(colon, b':')
                    && self.tokens.kind(colon) != Some(Kind::End)
                    && self.reading.goes_on()
                {
                    colon = self.tokens.behind(colon);
                }
                self.until(colon, |groovy| {
                    groovy.expression(at + 1);
                });
                colon + 1
            }
            "default" if self.tokens.sign(at + 1, b':') => at + 2,
            "return" | "throw" | "assert" | "default" | "break" | "continue" => self.expression(at + 1),
            // `a: for (..)` is a label, `x in xs` a loop with a variable of its own.
            _ if self.is_name(at) && self.tokens.sign(at + 1, b':') && !self.tokens.sign(at + 2, b':') => {
                at + 2
            }
            _ if self.is_name(at) && self.is(at + 1, "in") && at > 0 && self.tokens.sign(at - 1, b'(') => {
                self.local(at, ExprId::UNKNOWN);
                self.expression(at + 2)
            }
            _ => self.expression(at),
        }
    }

    /// An expression up to the end of its statement; gives the place of that.
    pub(super) fn expression(&mut self, start: usize) -> usize {
        let mut at = start;
        let mut value = ExprId::UNKNOWN;
        // A name at the beginning may be called without parentheses.
        let mut leads = true;
        while at < self.tokens.end && self.reading.goes_on() {
            let was = std::mem::replace(&mut leads, false);
            match self.tokens.kind(at) {
                Some(Kind::End) => {
                    // A line that begins with a point goes on with the value.
                    let next = self.pass_ends(at);
                    let is_safe = self.tokens.sign(next, b'?') || self.tokens.sign(next, b'*');
                    let point = next + usize::from(is_safe);
                    if self.tokens.text(at) == ";" || !self.tokens.sign(point, b'.') || next == at {
                        return at;
                    }
                    leads = true;
                    at = point;
                }
                Some(Kind::Sign(b'(')) => {
                    at = self.inside(at, |groovy, at| groovy.list(at));
                    value = ExprId::UNKNOWN;
                    leads = was;
                }
                Some(Kind::Sign(b'[')) => {
                    at = self.inside(at, |groovy, at| groovy.list(at));
                    value = ExprId::UNKNOWN;
                }
                Some(Kind::Sign(b'{')) => {
                    at = self.closure(at);
                    value = ExprId::UNKNOWN;
                    leads = was;
                }
                Some(Kind::Sign(b'.' | b'?' | b'*' | b'&')) => {
                    leads = was;
                    // Without a point behind it, it is an operator.
                    let is_point = self.tokens.sign(at, b'.') || self.tokens.sign(at + 1, b'.');
                    let is_after = at > start && self.tokens.sign(at - 1, b'.');
                    if !is_point && !is_after {
                        value = ExprId::UNKNOWN;
                    }
                    at += 1;
                }
                Some(Kind::Sign(b'@')) if self.is_name(at + 1) => at = self.annotation(at),
                Some(Kind::Word) => {
                    (value, at) = self.word(at, value, was);
                    leads = was;
                }
                _ => {
                    value = ExprId::UNKNOWN;
                    at += 1;
                }
            }
        }
        at
    }

    /// What stands in brackets.
    fn list(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            at = self.expression(at).max(at + 1);
        }
    }

    /// A word of an expression: what it is, and the place behind it.
    fn word(&mut self, at: usize, value: ExprId, leads: bool) -> (ExprId, usize) {
        let is_member = at > 0
            && (self.tokens.sign(at - 1, b'.')
                || (at > 1 && self.tokens.sign(at - 1, b'&') && self.tokens.sign(at - 2, b'.')));
        let text = self.tokens.text(at);
        if is_member {
            let role = self.role(at, leads);
            return (self.member(at, value, role), at + 1);
        }
        match text {
            "this" => return (self.this, at + 1),
            "new" => {
                let Some(end) = self.type_end(at + 1) else { return (ExprId::UNKNOWN, at + 1) };
                let of = self.types_as(at + 1, end, Role::Call);
                let value = self.reading.build.instance(of);
                // `new A() { .. }` has members of its own.
                let behind = self.tokens.behind(end);
                if self.tokens.sign(end, b'(') && self.tokens.sign(behind, b'{') {
                    self.inside(end, |groovy, at| groovy.list(at));
                    return (ExprId::UNKNOWN, self.nameless(behind));
                }
                return (value, end);
            }
            "as" | "instanceof" => {
                let Some(end) = self.type_end(at + 1) else { return (ExprId::UNKNOWN, at + 1) };
                let of = self.type_refs(at + 1, end);
                let value = if text == "as" { self.reading.build.instance(of) } else { ExprId::UNKNOWN };
                return (value, end);
            }
            "it" => return (ExprId::UNKNOWN, at + 1),
            _ if words::is_keyword(text) => return (ExprId::UNKNOWN, at + 1),
            _ => {}
        }
        let is_key = self.tokens.sign(at + 1, b':')
            && !self.tokens.sign(at + 2, b':')
            && at > 0
            && !self.is(at - 1, "case")
            && matches!(
                self.tokens.kind(at - 1),
                Some(Kind::Sign(b'(' | b'[' | b',') | Kind::End | Kind::Word)
            );
        if is_key {
            return (ExprId::UNKNOWN, at + 1);
        }
        let role = self.role(at, leads);
        let namespace = match role {
            Role::Call => Namespace::CALLABLE.with(Namespace::VALUE),
            _ if self.is_type_name(at) => Namespace::TYPE.with(Namespace::VALUE),
            _ => Namespace::VALUE,
        };
        (self.refer(at, role, namespace), at + 1)
    }

    /// What is done with the name there.
    fn role(&self, at: usize, leads: bool) -> Role {
        let next = self.tokens.kind(at + 1);
        let is_joined = self.tokens.span(at).end == self.tokens.span(at + 1).start;
        match next {
            Some(Kind::Sign(b'(')) if is_joined || leads => Role::Call,
            Some(Kind::Sign(b'{')) => Role::Call,
            // `println a`: a command with what it is given.
            Some(Kind::Text | Kind::Number) if leads && !is_joined => Role::Call,
            Some(Kind::Word) if leads && self.is_name(at + 1) => Role::Call,
            Some(Kind::Word)
                if leads
                    && matches!(self.tokens.text(at + 1), "new" | "true" | "false" | "null" | "this") =>
            {
                Role::Call
            }
            Some(Kind::Sign(b'=')) if !self.tokens.sign(at + 2, b'=') && !self.tokens.sign(at + 2, b'~') => {
                Role::Write
            }
            _ => Role::Read,
        }
    }
}

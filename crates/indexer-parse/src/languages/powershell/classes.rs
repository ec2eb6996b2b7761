//! Classes and enumerations.

use super::lexer::Kind;
use super::reader::Shell;
use crate::token_reader::TokenReader;
use indexer_core::{Access, ExprId, Expression, Namespace, Role, ScopeKind, SymbolKind, Visibility};

impl Shell<'_, '_, '_> {
    /// `class A : B { .. }`.
    pub(super) fn class(&mut self, start: usize) -> usize {
        let at = start + 1;
        let Some(open) = self.open_brace(at) else { return at };
        let end = (self.tokens.close(open) + 1).min(self.tokens.end);
        let id =
            self.define(at, (SymbolKind::Class, Namespace::TYPE), (start, end, open), Visibility::Public);
        let whole = self.tokens.between(start, end);
        let mut bases = Vec::new();
        for at in at + 1..open {
            if self.tokens.kind(at) == Some(Kind::Word) && !self.tokens.sign(at + 1, b'.') {
                bases.push(self.refer(at, Role::Inherit, Namespace::TYPE));
            }
        }
        let bases = self.reading.build.list(&bases);
        self.reading.build.definition(id).bases = bases;
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let scope = self.reading.build.scope;
        let this = self.reading.build.expression(Expression::SelfInstance(scope));
        let around = std::mem::replace(&mut self.this, this);
        let name = self.tokens.text(at);
        self.inside(open, |shell, at| shell.members(at, name));
        self.this = around;
        self.reading.leave(opened);
        end
    }

    /// The members of a class up to the end.
    fn members(&mut self, mut at: usize, class: &str) {
        while at < self.tokens.end && self.reading.goes_on() {
            match self.tokens.kind(at) {
                Some(Kind::Sign(b'[')) => {
                    let close = self.tokens.close(at);
                    self.type_in(at);
                    at = close + 1;
                }
                Some(Kind::Variable) => {
                    let end = self.statement_end(at);
                    self.define_variable(at, (SymbolKind::Field, end));
                    let values = (at + 1).min(end);
                    self.until(end, |shell| shell.statements(values));
                    at = end;
                }
                Some(Kind::Word) if self.tokens.sign(at + 1, b'(') => at = self.method(at, class),
                _ => at += 1,
            }
        }
    }

    /// `f([int] $a) { .. }`.
    fn method(&mut self, at: usize, class: &str) -> usize {
        let behind = (self.tokens.close(at + 1) + 1).min(self.tokens.end);
        let open = self.open_brace(behind).unwrap_or(behind);
        let end = if self.tokens.sign(open, b'{') {
            (self.tokens.close(open) + 1).min(self.tokens.end)
        } else {
            behind
        };
        let is_constructor = self.tokens.text(at).eq_ignore_ascii_case(class);
        let kind = if is_constructor { SymbolKind::Constructor } else { SymbolKind::Method };
        let id = self.define(at, (kind, Namespace::VALUE), (at, end, behind), Visibility::Public);
        let whole = self.tokens.between(at, end);
        let opened = self.reading.enter(id, ScopeKind::Function, whole);
        self.parameter_list(at + 1, id);
        if self.tokens.sign(open, b'{') {
            self.inside(open, |shell, at| shell.statements(at));
        }
        self.reading.leave(opened);
        end.max(at + 1)
    }

    /// `enum A { B; C = 1 }`.
    pub(super) fn enumeration(&mut self, start: usize) -> usize {
        let at = start + 1;
        let Some(open) = self.open_brace(at) else { return at };
        let end = (self.tokens.close(open) + 1).min(self.tokens.end);
        let id = self.define(at, (SymbolKind::Enum, Namespace::TYPE), (start, end, open), Visibility::Public);
        let whole = self.tokens.between(start, end);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        self.inside(open, |shell, mut at| {
            let mut begins = true;
            while at < shell.tokens.end && shell.reading.goes_on() {
                match shell.tokens.kind(at) {
                    Some(Kind::End) => begins = true,
                    Some(Kind::Word) if begins => {
                        let kind = (SymbolKind::Variant, Namespace::VALUE);
                        shell.define(at, kind, (at, at + 1, at + 1), Visibility::Public);
                        begins = false;
                    }
                    _ => {}
                }
                at += 1;
            }
        });
        self.reading.leave(opened);
        end
    }

    /// The types that stand in the brackets there; gives the last one that is named without a name space.
    pub(super) fn type_in(&mut self, open: usize) -> ExprId {
        let mut value = ExprId::UNKNOWN;
        self.inside(open, |shell, mut at| {
            while at < shell.tokens.end && shell.reading.goes_on() {
                match shell.tokens.kind(at) {
                    Some(Kind::Word)
                        if shell.tokens.sign(at + 1, b'.') || shell.tokens.sign(at.wrapping_sub(1), b'.') => {
                    }
                    // `[Parameter(Mandatory)]`: an attribute.
                    Some(Kind::Word) if shell.tokens.sign(at + 1, b'(') => {
                        shell.refer(at, Role::Decorate, Namespace::TYPE);
                        let close = shell.tokens.close(at + 1);
                        let from = at + 2;
                        shell.until(close, |shell| shell.arguments(from));
                        at = close;
                    }
                    Some(Kind::Word) => value = shell.refer(at, Role::Type, Namespace::TYPE),
                    _ => {}
                }
                at += 1;
            }
        });
        value
    }

    /// What is given to an attribute: names are those of its own.
    fn arguments(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            match self.tokens.kind(at) {
                Some(Kind::Variable) => self.variable(at),
                Some(Kind::Sign(b'{')) => {
                    at = self.inside(at, |shell, at| shell.statements(at));
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// A member of `of`, whose name stands there.
    pub(super) fn member(&mut self, at: usize, of: ExprId, access: Access) {
        let name = self.lower(at);
        let role = if self.tokens.sign(at + 1, b'(') { Role::Call } else { Role::Read };
        self.member_as(at, of, name, (role, access));
    }
}

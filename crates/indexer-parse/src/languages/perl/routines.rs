//! Functions, with a name or without.

use super::lexer::Kind;
use super::reader::{FUNCTIONS, Perl};
use super::values::is_receiver;
use crate::token_reader::TokenReader;
use indexer_core::{DefId, ExprId, Expression, Flags, Name, ScopeKind, Span, SymbolKind};

impl Perl<'_, '_, '_> {
    /// `sub f ($a) { .. }`.
    pub(super) fn routine(&mut self, start: usize) -> usize {
        let at = start + 1;
        let mut open = at + 1;
        while open < self.tokens.end
            && !self.tokens.sign(open, b'{')
            && !self.tokens.sign(open, b';')
            && self.reading.goes_on()
        {
            open = self.tokens.behind(open);
        }
        let has_body = self.tokens.sign(open, b'{');
        let end = if has_body { (self.tokens.close(open) + 1).min(self.tokens.end) } else { open };
        let text = self.tokens.text(at);
        let token = self.tokens.span(at);
        let kind = if self.package.is_some() { SymbolKind::Method } else { SymbolKind::Function };
        let name = self.reading.build.names.made(text);
        let id = self.define((at, name, token), (kind, FUNCTIONS), (start, end, open));
        if !has_body {
            self.reading.build.definition(id).flags.add(Flags::DECLARATION);
            return end.max(at + 1);
        }
        let whole = self.tokens.between(start, end);
        let opened = self.reading.enter(id, ScopeKind::Function, whole);
        let mut all = Vec::new();
        for one in at + 1..open {
            if self.tokens.kind(one) == Some(Kind::Variable) {
                let name = self.declared_name(one);
                self.reading.build.tally.locals += u32::from(self.tokens.take(one));
                all.push((name, self.tokens.span(one), ExprId::UNKNOWN));
            }
        }
        self.parameters(id, all);
        let results = std::mem::take(&mut self.chains.results);
        let receiver = std::mem::replace(&mut self.receiver, self.this);
        self.inside(open, |perl, at| perl.statements(at));
        self.receiver = receiver;
        let value = self.result(results);
        self.reading.leave(opened);
        self.reading.build.definition(id).value = value;
        self.ends_block();
        end.max(at + 1)
    }

    /// Parameters, of which the first is the object where it is called so.
    fn parameters(&mut self, id: DefId, all: Vec<(Name, Span, ExprId)>) {
        let first = all.first().map(|one| one.0);
        let binding = self.reading.build.facts.bindings.len();
        self.reading.parameters(id, all);
        let is_self = first.is_some_and(|name| is_receiver(self.reading.build.names.get(name)));
        if is_self && !self.this.is_unknown() {
            self.reading.build.facts.bindings[binding].value = self.this;
        }
    }

    /// `sub { .. }`, `sub ($a) { .. }`.
    pub(super) fn lambda(&mut self, at: usize) -> usize {
        let open = if self.tokens.sign(at + 1, b'(') { self.tokens.behind(at + 1) } else { at + 1 };
        if !self.tokens.sign(open, b'{') {
            return at + 1;
        }
        let place = self.reading.build.place();
        let whole = self.tokens.between(at, self.tokens.close(open) + 1);
        self.reading.build.open_scope(ScopeKind::Lambda, whole);
        // What makes the default of an accessor is given the object.
        let of = if at < self.accessors.0 { std::mem::take(&mut self.accessors.1) } else { Vec::new() };
        let given = if of.is_empty() { ExprId::UNKNOWN } else { self.this };
        let receiver = std::mem::replace(&mut self.receiver, given);
        let mut is_first = true;
        for one in at + 1..open {
            if self.tokens.kind(one) == Some(Kind::Variable) {
                let is_self = is_first && is_receiver(self.tokens.text(one));
                self.local(one, if is_self { given } else { ExprId::UNKNOWN });
                is_first = false;
            }
        }
        let results = std::mem::take(&mut self.chains.results);
        let behind = self.inside(open, |perl, at| perl.statements(at));
        self.receiver = receiver;
        let value = self.result(results);
        self.reading.build.restore(place);
        if !value.is_unknown() && !of.is_empty() {
            // It may have been given something else.
            let values = self.reading.build.list(&[value, ExprId::UNKNOWN]);
            let value = self.reading.build.expression(Expression::Union(values));
            for id in of {
                self.reading.build.definition(id).value = value;
            }
        }
        behind
    }
}

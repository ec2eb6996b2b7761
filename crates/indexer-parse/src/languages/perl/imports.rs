//! What `use` brings in, and what it and `has` define.

use super::lexer::{Kind, is_start};
use super::reader::{FUNCTIONS, Perl};
use crate::token_reader::TokenReader;
use indexer_core::{
    Bound, ExprId, Expression, ImportId, ImportShape, Namespace, Role, ScopeId, ScopeKind, SymbolKind,
};

/// Modules by which a package says what it inherits.
const BASES: &[&str] = &["Mojo::Base", "base", "parent"];

impl Perl<'_, '_, '_> {
    /// `use A::B qw(a b)`, `use parent 'A'`, `use constant A => 1`.
    pub(super) fn used(&mut self, start: usize) -> usize {
        let at = start + 1;
        let end = self.statement_end(at);
        if self.tokens.kind(at) != Some(Kind::Word) || self.is(start, "no") {
            return at;
        }
        let module = self.tokens.text(at);
        if module == "constant" {
            self.constants(at + 1, end);
            return end;
        }
        let is_base = BASES.contains(&module);
        if is_base {
            self.bases(at + 1, end);
        }
        let name = self.reading.build.names.made(module);
        let span = self.tokens.span(at);
        let import = ImportId(self.reading.build.facts.imports.len() as u32);
        let counted = self.tokens.take(at);
        let build = &mut *self.reading.build;
        let expression = build.expression(Expression::Import { import, upto: 1 });
        build.role = Role::Import;
        build.use_member_as(name, span, expression);
        build.role = Role::Read;
        if !counted {
            build.uses.uncount_last();
        }
        // Names of pragmas begin with small letters: they import nothing.
        let is_pragma = module.starts_with(|first: char| first.is_lowercase());
        let is_bare = self.tokens.sign(at + 1, b';')
            || (self.tokens.kind(at + 1) == Some(Kind::Number) && self.tokens.sign(at + 2, b';'));
        let is_use = self.tokens.text(start) == "use";
        let build = &mut *self.reading.build;
        // What is imported is of the package, wherever in it that stands.
        let is_package = |kind: ScopeKind| kind == ScopeKind::Type;
        let scope = build.scope_around(is_package).unwrap_or(ScopeId(0));
        let (shape, into) = match is_use && is_bare && !is_pragma {
            true => (ImportShape::Wildcard, scope),
            false => (ImportShape::Effect, ScopeId(0)),
        };
        build.import(shape, vec![name], into, span);
        if is_base {
            return end;
        }
        if is_pragma || !is_use {
            return at + 1;
        }
        for one in at + 1..end {
            if self.tokens.kind(one) != Some(Kind::Text) {
                continue;
            }
            for (word, span) in self.listed(one) {
                if !word.bytes().next().is_some_and(is_start) || word.contains([':', '/', '.']) {
                    continue;
                }
                let build = &mut *self.reading.build;
                let import = ImportId(build.facts.imports.len() as u32);
                let own = build.names.made(word);
                let expression = build.expression(Expression::Import { import, upto: 2 });
                build.role = Role::Import;
                build.use_member_as(own, span, expression);
                build.uses.uncount_last();
                build.role = Role::Read;
                build.import(ImportShape::Item, vec![name, own], scope, span);
                build.bind(
                    scope,
                    own,
                    FUNCTIONS.with(Namespace::MACRO),
                    Bound::Import(import),
                    ExprId::UNKNOWN,
                );
            }
        }
        at + 1
    }

    /// `use constant A => 1`, `use constant {A => 1, B => 2}`.
    fn constants(&mut self, at: usize, end: usize) {
        let (mut at, end) = match self.tokens.sign(at, b'{') {
            true => (at + 1, self.tokens.close(at).min(end)),
            false => (at, end),
        };
        let mut is_first = true;
        let is_table = self.tokens.sign(at.wrapping_sub(1), b'{');
        while at < end && self.reading.goes_on() {
            let is_name =
                self.tokens.kind(at) == Some(Kind::Word) && self.tokens.kind(at + 1) == Some(Kind::Comma);
            if is_name && (is_first || is_table) {
                let mut last = at + 2;
                while last < end && is_table && !self.tokens.sign(last, b',') && self.reading.goes_on() {
                    last = self.tokens.behind(last);
                }
                let last = if is_table { last.min(end) } else { end };
                let (name, token) = (self.declared_name(at), self.tokens.span(at));
                self.define((at, name, token), (SymbolKind::Constant, FUNCTIONS), (at, last, last));
                self.until(last, |perl| perl.values(at + 2));
                at = last;
            } else {
                at = self.tokens.behind(at);
            }
            is_first = false;
        }
    }

    /// `has name => (..)`, `has [qw(a b)] => ..`: accessors that a method makes.
    pub(super) fn accessors(&mut self, at: usize) -> usize {
        let end = self.statement_end(at);
        let comma = (at + 1..end.min(at + 8)).find(|at| self.tokens.kind(*at) == Some(Kind::Comma));
        let until = comma.unwrap_or(end.min(at + 4));
        let kind = (SymbolKind::Accessor, FUNCTIONS);
        let mut made = Vec::new();
        for one in at + 1..until {
            match self.tokens.kind(one) {
                Some(Kind::Word) => {
                    let (name, token) = (self.declared_name(one), self.tokens.span(one));
                    made.push(self.define((one, name, token), kind, (at, end, until)));
                }
                Some(Kind::Text) => {
                    for (word, span) in self.listed(one) {
                        let name = self.reading.build.names.made(word.trim_start_matches('+'));
                        made.push(self.define((one, name, span), kind, (at, end, until)));
                    }
                }
                _ => {}
            }
        }
        self.accessors = (end, made);
        let name = self.reading.build.name(self.tokens.span(at));
        self.use_as(at, name, Role::Call, Namespace::CALLABLE);
        until.max(at + 1)
    }
}

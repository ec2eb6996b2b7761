//! Statements: packages, subroutines, variables, calls.

use super::lexer::{Kind, is_start};
use super::reader::{Package, Perl};
use super::words;
use crate::token_reader::TokenReader;
use indexer_core::{
    Bound, ExprId, Expression, Flags, ImportId, ImportShape, Namespace, Role, ScopeId, ScopeKind, SymbolKind,
};

/// Modules by which a package says what it inherits.
const BASES: &[&str] = &["Mojo::Base", "base", "parent"];

impl Perl<'_, '_, '_> {
    /// All statements up to the end.
    pub(super) fn statements(&mut self, mut at: usize) {
        let mut begins = true;
        while at < self.tokens.end && self.reading.goes_on() {
            let was = std::mem::replace(&mut begins, false);
            at = match self.tokens.kind(at) {
                Some(Kind::Sign(b';')) => {
                    begins = true;
                    at + 1
                }
                Some(Kind::Sign(b'{')) => {
                    begins = true;
                    self.block(at)
                }
                Some(Kind::Sign(b'(' | b'[')) => self.inside(at, |perl, at| perl.statements(at)),
                Some(Kind::Word) if was => self.statement(at),
                Some(Kind::Word) => self.word(at),
                Some(Kind::Variable) => self.variable(at),
                Some(Kind::Arrow) => self.dereferenced(at, ExprId::UNKNOWN),
                _ => at + 1,
            };
            // Behind a block a statement begins.
            begins |= self.tokens.sign(at.wrapping_sub(1), b'}');
        }
    }

    /// `{ .. }`: a scope of its own where it is no key.
    fn block(&mut self, open: usize) -> usize {
        let is_key = open > 0
            && self.tokens.span(open - 1).end == self.tokens.span(open).start
            && matches!(
                self.tokens.kind(open - 1),
                Some(Kind::Variable | Kind::Arrow | Kind::Sign(b'}' | b']' | b'$' | b'@' | b'%'))
            );
        if is_key {
            // A bare word in it is a text.
            let is_word = self.tokens.kind(open + 1) == Some(Kind::Word) && self.tokens.sign(open + 2, b'}');
            return if is_word { open + 3 } else { self.inside(open, |perl, at| perl.values(at)) };
        }
        let place = self.reading.build.place();
        let whole = self.tokens.between(open, self.tokens.close(open) + 1);
        self.reading.build.open_scope(ScopeKind::Block, whole);
        let behind = self.inside(open, |perl, at| perl.statements(at));
        self.reading.build.restore(place);
        behind
    }

    /// What stands where no statement begins.
    fn values(&mut self, at: usize) {
        match self.tokens.kind(at) {
            Some(Kind::Word) => {
                let next = self.word(at);
                self.statements_behind(next);
            }
            _ => self.statements_behind(at),
        }
    }

    fn statements_behind(&mut self, at: usize) {
        if at < self.tokens.end {
            self.statements(at);
        }
    }

    /// A statement that begins with a word.
    fn statement(&mut self, at: usize) -> usize {
        match self.tokens.text(at) {
            "package" | "class" | "role" if self.tokens.kind(at + 1) == Some(Kind::Word) => self.package(at),
            "sub" | "method" if self.tokens.kind(at + 1) == Some(Kind::Word) => self.routine(at),
            "use" | "no" | "require" => self.used(at),
            "extends" | "with" if self.package.is_some() => {
                let end = self.statement_end(at);
                self.bases(at + 1, end);
                self.word(at)
            }
            "has" if self.package.is_some() => self.accessors(at),
            _ => self.word(at),
        }
    }

    fn branches(&mut self) {
        self.reading.build.meter.branches += 1;
        self.reading.build.meter.cognitive += 1;
    }

    /// A word of an expression.
    fn word(&mut self, at: usize) -> usize {
        let text = self.tokens.text(at);
        // A key of a table.
        if self.tokens.kind(at + 1) == Some(Kind::Comma) {
            return at + 1;
        }
        match text {
            "if" | "elsif" | "unless" | "while" | "until" | "for" | "foreach" | "when" => {
                self.branches();
                return at + 1;
            }
            "my" | "our" | "state" | "local" => return self.declared(at),
            "sub" => return self.lambda(at),
            "__PACKAGE__" if self.tokens.kind(at + 1) == Some(Kind::Arrow) => {
                return self.dereferenced(at + 1, self.this);
            }
            _ if words::is_keyword(text) => return at + 1,
            _ => {}
        }
        if self.tokens.kind(at + 1) == Some(Kind::Arrow) {
            let of = self.path(at, self.tokens.span(at), false, Role::Read);
            return self.dereferenced(at + 1, of);
        }
        if text.contains("::") {
            let is_called = self.tokens.sign(at + 1, b'(');
            self.path(at, self.tokens.span(at), is_called, if is_called { Role::Call } else { Role::Read });
            return at + 1;
        }
        // A label, or what `->` behind a value names.
        if self.tokens.sign(at + 1, b':')
            && !self.tokens.sign(at + 2, b':')
            && text.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
        {
            return at + 1;
        }
        let name = self.reading.build.name(self.tokens.span(at));
        self.use_as(at, name, Role::Call, Namespace::CALLABLE);
        at + 1
    }

    /// `->name` behind a value, and what goes on from it.
    fn dereferenced(&mut self, arrow: usize, of: ExprId) -> usize {
        if self.tokens.kind(arrow + 1) != Some(Kind::Word) {
            return arrow + 1;
        }
        let is_path = self.tokens.text(arrow + 1).contains("::");
        match is_path {
            true => drop_value(self.path(arrow + 1, self.tokens.span(arrow + 1), true, Role::Call)),
            false => drop_value(self.member(arrow + 1, of, Role::Call)),
        }
        arrow + 2
    }

    fn variable(&mut self, at: usize) -> usize {
        let name = self.variable_name(at);
        let role = match self.tokens.sign(at + 1, b'=')
            && !self.tokens.sign(at + 2, b'=')
            && !self.tokens.sign(at + 2, b'~')
        {
            true => Role::Write,
            false => Role::Read,
        };
        let value = self.use_as(at, name, role, Namespace::VALUE);
        match self.tokens.kind(at + 1) {
            Some(Kind::Arrow) => self.dereferenced(at + 1, value),
            _ => at + 1,
        }
    }

    /// `my $a`, `our ($a, @b)`, `local $_`.
    fn declared(&mut self, at: usize) -> usize {
        let word = self.tokens.text(at);
        if word == "local" {
            return at + 1;
        }
        let (first, last) = match self.tokens.sign(at + 1, b'(') {
            true => (at + 2, self.tokens.close(at + 1)),
            false => (at + 1, (at + 2).min(self.tokens.end)),
        };
        let behind = if self.tokens.sign(at + 1, b'(') { self.tokens.behind(at + 1) } else { last };
        let from_list = self.tokens.sign(behind, b'=');
        for one in first..last {
            if self.tokens.kind(one) != Some(Kind::Variable) {
                continue;
            }
            if word == "our" {
                let end = self.statement_end(one);
                let (name, token) = (self.declared_name(one), self.tokens.span(one));
                self.define((one, name, token), (SymbolKind::Variable, Namespace::VALUE), (at, end, end));
                continue;
            }
            let is_self =
                matches!(self.tokens.text(one), "$self" | "$class" | "$this") && one == first && from_list;
            self.local(one, if is_self { self.this } else { ExprId::UNKNOWN });
        }
        behind.max(at + 1)
    }

    /// `package A::B;`, `package A { .. }`.
    fn package(&mut self, start: usize) -> usize {
        let at = start + 1;
        let end = self.statement_end(at);
        let open = (at + 1..end).find(|at| self.tokens.sign(*at, b'{')).filter(|open| *open < at + 6);
        let outer = match open {
            Some(_) => self.package.take(),
            None => {
                self.close_package();
                None
            }
        };
        let last = open.map_or(self.tokens.end, |open| (self.tokens.close(open) + 1).min(self.tokens.end));
        let (name, token) = (self.declared_name(at), self.tokens.span(at));
        let kind = (SymbolKind::Module, Namespace::MEMBER);
        let id = self.define((at, name, token), kind, (start, last, at + 1));
        self.reading.build.definition(id).flags.add(Flags::EXPORTED);
        let whole = self.tokens.between(start, last);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let scope = self.reading.build.scope;
        let this = self.reading.build.expression(Expression::SelfInstance(scope));
        let around = std::mem::replace(&mut self.this, this);
        self.package = Some(Package { id, opened, this: around, bases: Vec::new() });
        match open {
            Some(open) => {
                let behind = self.inside(open, |perl, at| perl.statements(at));
                self.close_package();
                self.package = outer;
                behind
            }
            None => at + 1,
        }
    }

    /// Leaves the package that is open.
    pub(super) fn close_package(&mut self) {
        let Some(Package { id, opened, this, bases }) = self.package.take() else { return };
        let bases = self.reading.build.list(&bases);
        self.reading.build.definition(id).bases = bases;
        // Up to the next one.
        self.this = this;
        self.reading.leave(opened);
    }

    /// `sub f ($a) { .. }`.
    fn routine(&mut self, start: usize) -> usize {
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
        let id = self.define((at, name, token), (kind, Namespace::CALLABLE), (start, end, open));
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
        self.inside(open, |perl, at| perl.statements(at));
        self.reading.leave(opened);
        end.max(at + 1)
    }

    /// Parameters, of which the first is the object where it is called so.
    fn parameters(
        &mut self,
        id: indexer_core::DefId,
        all: Vec<(indexer_core::Name, indexer_core::Span, ExprId)>,
    ) {
        let first = all.first().map(|one| one.0);
        let binding = self.reading.build.facts.bindings.len();
        self.reading.parameters(id, all);
        let is_self =
            first.is_some_and(|name| matches!(self.reading.build.names.get(name), "$self" | "$class"));
        if is_self && !self.this.is_unknown() {
            self.reading.build.facts.bindings[binding].value = self.this;
        }
    }

    /// `sub { .. }`, `sub ($a) { .. }`.
    fn lambda(&mut self, at: usize) -> usize {
        let open = if self.tokens.sign(at + 1, b'(') { self.tokens.behind(at + 1) } else { at + 1 };
        if !self.tokens.sign(open, b'{') {
            return at + 1;
        }
        let place = self.reading.build.place();
        let whole = self.tokens.between(at, self.tokens.close(open) + 1);
        self.reading.build.open_scope(ScopeKind::Lambda, whole);
        for one in at + 1..open {
            if self.tokens.kind(one) == Some(Kind::Variable) {
                self.local(one, ExprId::UNKNOWN);
            }
        }
        let behind = self.inside(open, |perl, at| perl.statements(at));
        self.reading.build.restore(place);
        behind
    }

    /// `use A::B qw(a b)`, `use parent 'A'`, `use constant A => 1`.
    fn used(&mut self, start: usize) -> usize {
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
        if BASES.contains(&module) {
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
        // What it exports unasked is not known here.
        build.import(ImportShape::Effect, vec![name], ScopeId(0), span);
        if BASES.contains(&module) {
            return end;
        }
        let scope = build.scope;
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
                build.bind(scope, own, Namespace::CALLABLE, Bound::Import(import), ExprId::UNKNOWN);
            }
        }
        at + 1
    }

    /// Packages that texts name are those that the one around inherits from.
    fn bases(&mut self, start: usize, end: usize) {
        let mut bases = Vec::new();
        for at in start..end {
            if self.tokens.kind(at) != Some(Kind::Text) {
                continue;
            }
            for (word, span) in self.listed(at) {
                if word.bytes().next().is_some_and(is_start) {
                    bases.push(self.path(at, span, false, Role::Inherit));
                }
            }
        }
        if let Some(package) = &mut self.package {
            package.bases.append(&mut bases);
        }
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
                self.define((at, name, token), (SymbolKind::Constant, Namespace::CALLABLE), (at, last, last));
                self.until(last, |perl| perl.values(at + 2));
                at = last;
            } else {
                at = self.tokens.behind(at);
            }
            is_first = false;
        }
    }

    /// `has name => (..)`, `has [qw(a b)] => ..`: accessors that a method makes.
    fn accessors(&mut self, at: usize) -> usize {
        let end = self.statement_end(at);
        let comma = (at + 1..end.min(at + 8)).find(|at| self.tokens.kind(*at) == Some(Kind::Comma));
        let until = comma.unwrap_or(end.min(at + 4));
        let kind = (SymbolKind::Accessor, Namespace::CALLABLE);
        for one in at + 1..until {
            match self.tokens.kind(one) {
                Some(Kind::Word) => {
                    let (name, token) = (self.declared_name(one), self.tokens.span(one));
                    self.define((one, name, token), kind, (at, end, until));
                }
                Some(Kind::Text) => {
                    for (word, span) in self.listed(one) {
                        let name = self.reading.build.names.made(word.trim_start_matches('+'));
                        self.define((one, name, span), kind, (at, end, until));
                    }
                }
                _ => {}
            }
        }
        let name = self.reading.build.name(self.tokens.span(at));
        self.use_as(at, name, Role::Call, Namespace::CALLABLE);
        until.max(at + 1)
    }
}

/// A value that only its reference counts of.
fn drop_value(_: ExprId) {}

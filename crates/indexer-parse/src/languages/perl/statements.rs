//! Statements: packages, subroutines, variables, calls.

use super::lexer::Kind;
use super::reader::Perl;
use super::values::is_receiver;
use super::words;
use crate::shapes::Counts;
use crate::token_reader::TokenReader;
use indexer_core::{ExprId, Namespace, Role, ScopeKind, SymbolKind};

impl Perl<'_, '_, '_> {
    /// All statements up to the end.
    pub(super) fn statements(&mut self, mut at: usize) {
        let around = self.enter_statements(at);
        let mut begins = true;
        while at < self.tokens.end && self.reading.goes_on() {
            let was = std::mem::replace(&mut begins, false);
            at = match self.tokens.kind(at) {
                Some(Kind::Sign(b';')) => {
                    begins = true;
                    self.ends(at, false);
                    at + 1
                }
                Some(Kind::Sign(b'{')) => {
                    begins = true;
                    self.block(at)
                }
                Some(Kind::Sign(b'(' | b'[')) => {
                    // `($a, $b) = @_`
                    let behind = self.tokens.behind(at);
                    if was && self.is_assigned(behind) {
                        self.chains.given_until = self.chains.given_until.max(behind);
                    }
                    self.inside(at, |perl, at| perl.statements(at))
                }
                Some(Kind::Word) if was => self.statement(at),
                Some(Kind::Word) => self.word(at),
                Some(Kind::Variable) => {
                    if was && self.is_list(at) {
                        self.listed_by(at);
                    }
                    self.variable(at)
                }
                Some(Kind::Arrow) => {
                    let (start, of) = self.value_before(at);
                    self.dereferenced(at, of, start)
                }
                _ => at + 1,
            };
            // Behind a block a statement begins.
            begins |= self.tokens.sign(at.wrapping_sub(1), b'}');
            if begins {
                self.begins(at);
            }
        }
        self.leave_statements(around);
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
        if self.body.take_if(|body| *body == open).is_some() {
            self.reading.build.meter.nest();
        }
        self.blocks += 1;
        let behind = self.inside(open, |perl, at| perl.statements(at));
        self.leave_packages_of_block();
        self.blocks -= 1;
        self.reading.build.restore(place);
        self.ends_block();
        behind
    }

    /// True where a variable before the token is given something.
    fn is_assigned(&self, at: usize) -> bool {
        self.tokens.sign(at, b'=') && !self.tokens.sign(at + 1, b'=') && !self.tokens.sign(at + 1, b'~')
    }

    /// What stands where no statement begins.
    pub(super) fn values(&mut self, at: usize) {
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
            "push" | "unshift" => {
                let list = at + 1 + usize::from(self.tokens.sign(at + 1, b'('));
                if self.is_list(list) {
                    self.listed_by(list);
                }
                self.word(at)
            }
            _ => self.word(at),
        }
    }

    /// Counts a word that decides; the block behind its condition nests. Behind a statement there is none.
    fn decides(&mut self, at: usize, counts: Counts) {
        self.reading.counts(counts);
        let mut next = at + 1;
        while self.tokens.kind(next) == Some(Kind::Variable)
            || matches!(self.tokens.text(next), "my" | "our" | "state")
        {
            next += 1;
        }
        let behind = if self.tokens.sign(next, b'(') { self.tokens.behind(next) } else { next };
        if self.tokens.sign(behind, b'{') && (behind > next || counts == Counts::Else) {
            self.body = Some(behind);
        }
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
                let counts = match text {
                    "if" | "unless" | "when" => Counts::If,
                    "elsif" => Counts::ElseIf,
                    _ => Counts::Loop,
                };
                self.decides(at, counts);
                self.ends(at, true);
                return at + 1;
            }
            "else" => {
                self.decides(at, Counts::Else);
                return at + 1;
            }
            "or" | "and" | "xor" => {
                self.ends(at, false);
                return at + 1;
            }
            "return" => {
                self.returns(at + 1);
                return at + 1;
            }
            "my" | "our" | "state" | "local" => return self.declared(at),
            "sub" => return self.lambda(at),
            "__PACKAGE__" if self.tokens.kind(at + 1) == Some(Kind::Arrow) => {
                return self.dereferenced(at + 1, self.this, at);
            }
            "shift" if self.tokens.kind(at + 1) == Some(Kind::Arrow) => {
                let is_first = !std::mem::replace(&mut self.chains.results.is_shifted, true);
                let of = if is_first { self.receiver } else { ExprId::UNKNOWN };
                self.name_of_language(at);
                return self.dereferenced(at + 1, of, at);
            }
            "bless" => self.blesses(at),
            _ if words::is_keyword(text) => return at + 1,
            _ => {}
        }
        if text == "shift" {
            self.chains.results.is_shifted = true;
        }
        if self.tokens.kind(at + 1) == Some(Kind::Arrow) && !words::is_there(text) {
            let of = self.path(at, self.tokens.span(at), false, Role::Read);
            return self.dereferenced(at + 1, of, at);
        }
        if let Some((_, last)) = text.rsplit_once("::") {
            let (role, is_function) = self.role_of_path(at, last);
            let of = self.path(at, self.tokens.span(at), is_function, role);
            return if is_function { self.arguments(at, of, at) } else { at + 1 };
        }
        // A label, or what `->` behind a value names.
        if self.tokens.sign(at + 1, b':')
            && !self.tokens.sign(at + 2, b':')
            && text.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
        {
            return at + 1;
        }
        // `-e $file`, `-base`: an operator, or a text.
        let is_dashed = at > 0
            && self.tokens.sign(at - 1, b'-')
            && self.tokens.span(at - 1).end == self.tokens.span(at).start
            && !self.tokens.sign(at + 1, b'(')
            && text.bytes().all(|byte| byte.is_ascii_lowercase());
        if is_dashed {
            return at + 1;
        }
        let of = self.name_of_language(at);
        self.arguments(at, of, at)
    }

    /// A function by its bare name. One of the language comes before those of the package, but for what is imported.
    fn name_of_language(&mut self, at: usize) -> ExprId {
        let name = self.reading.build.name(self.tokens.span(at));
        let is_there = words::is_there(self.tokens.text(at)) && !self.is_referred(at);
        let namespace = if is_there { Namespace::MACRO } else { Namespace::CALLABLE };
        self.use_as(at, name, Role::Call, namespace)
    }

    /// True for a function that is named with its sign: `&f`, `\\&f`.
    fn is_referred(&self, at: usize) -> bool {
        let start = self.tokens.span(at).start as usize;
        start > 0 && self.reading.build.source.as_bytes().get(start - 1) == Some(&b'&')
    }

    /// What a path is used for, and whether it is that of a function: what is given something is, and by their names
    /// functions begin with small letters and packages do not.
    fn role_of_path(&self, at: usize, last: &str) -> (Role, bool) {
        let is_given = self.tokens.sign(at + 1, b'(')
            || matches!(self.tokens.kind(at + 1), Some(Kind::Variable | Kind::Number | Kind::Text));
        let is_function = is_given || self.is_referred(at) || last.starts_with(|c: char| c.is_lowercase());
        (if is_function { Role::Call } else { Role::Read }, is_function)
    }

    /// What a function is given behind its name, if anything; what it gives is a value.
    fn arguments(&mut self, at: usize, of: ExprId, start: usize) -> usize {
        let value = self.called(of);
        let behind = match self.tokens.sign(at + 1, b'(') {
            true => self.inside(at + 1, |perl, at| perl.statements(at)),
            false => at + 1,
        };
        self.value(start, behind, value);
        behind
    }

    /// `->name` behind a value that begins at a token, and what the method is given.
    fn dereferenced(&mut self, arrow: usize, of: ExprId, start: usize) -> usize {
        let at = arrow + 1;
        if self.tokens.kind(at) != Some(Kind::Word) {
            return at;
        }
        let text = self.tokens.text(at);
        let member = match text.strip_prefix("SUPER::") {
            Some(name) => self.member_above(at, name),
            None if text.contains("::") => self.path(at, self.tokens.span(at), true, Role::Call),
            None => self.member(at, of, Role::Call),
        };
        self.arguments(at, member, start)
    }

    fn variable(&mut self, at: usize) -> usize {
        let name = self.variable_name(at);
        let is_written = self.is_assigned(at + 1) || at < self.chains.given_until;
        if is_written {
            self.is_written(name);
        }
        let role = if is_written { Role::Write } else { Role::Read };
        let value = match self.tokens.text(at).contains("::") {
            true => self.variable_of_package(at, role),
            false => self.use_as(at, name, role, Namespace::VALUE),
        };
        self.value(at, at + 1, value);
        match self.tokens.kind(at + 1) {
            Some(Kind::Arrow) => self.dereferenced(at + 1, value, at),
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
        let end = if word == "our" { self.statement_end(at) } else { behind };
        let is_given = self.is_assigned(behind);
        for one in first..last {
            if self.tokens.kind(one) != Some(Kind::Variable) {
                continue;
            }
            if word == "our" {
                let (name, token) = (self.declared_name(one), self.tokens.span(one));
                let kind = (SymbolKind::Variable, Namespace::VALUE);
                let id = self.define((one, name, token), kind, (at, end, end));
                self.lists_variable(one, id);
                continue;
            }
            self.local(one, ExprId::UNKNOWN);
            if !is_given || one != first {
                continue;
            }
            let is_named = is_receiver(self.tokens.text(one));
            if is_named && self.gives_receiver(behind + 1) {
                self.is_object(self.receiver);
            } else if !self.tokens.sign(at + 1, b'(') {
                if is_named {
                    self.is_object(ExprId::UNKNOWN);
                }
                self.is_given(behind + 1);
            }
        }
        if word == "our" && is_given && last == first + 1 && self.is_list(first) {
            self.listed_by(first);
        }
        behind.max(at + 1)
    }

    /// True where what begins at the token is what a method is called on: `shift`, `@_`, or what the constructor above makes.
    fn gives_receiver(&self, at: usize) -> bool {
        let text = self.tokens.text(at);
        let is_super = self.tokens.kind(at + 1) == Some(Kind::Arrow)
            && (text == "shift" || is_receiver(text))
            && self.tokens.text(at + 2).starts_with("SUPER::new");
        is_super || text == "@_" || (text == "shift" && self.tokens.kind(at + 1) != Some(Kind::Arrow))
    }
}

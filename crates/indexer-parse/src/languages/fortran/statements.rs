//! Which statement it is: an assignment before all else, for no word is reserved.

use super::lexer::Kind;
use super::reader::Fortran;
use super::units::Unit;
use super::words;
use crate::shapes::Counts;
use indexer_core::{ImportShape, Namespace, Role, ScopeId, Visibility};

impl Fortran<'_, '_, '_> {
    /// The statement that begins there and goes to the end.
    pub(super) fn statement(&mut self, mut at: usize) {
        // A label, and the name of a construct.
        at += usize::from(self.tokens.kind(at) == Some(Kind::Number));
        if self.is_word(at)
            && self.tokens.sign(at + 1, b':')
            && !self.signs(at + 1, *b"::")
            && self.is_word(at + 2)
        {
            at += 2;
        }
        while at < self.tokens.end && self.reading.goes_on() {
            if !self.is_word(at) {
                return self.expression(at, self.tokens.end, Role::Read);
            }
            if self.is_assignment(at) {
                self.given(at);
                return self.expression(at, self.tokens.end, Role::Write);
            }
            let word = self.tokens.text(at).to_ascii_lowercase();
            match self.next(at, &word) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// `a%b(1) = `, `p => `.
    fn is_assignment(&mut self, at: usize) -> bool {
        let mut next = at + 1;
        while self.reading.goes_on() {
            next = match self.tokens.kind(next) {
                Some(Kind::Sign(b'(' | b'[')) => self.behind(next),
                Some(Kind::Sign(b'%')) => next + 2,
                _ => break,
            };
        }
        next < self.tokens.end && (self.gives(next) || self.signs(next, *b"=>"))
    }

    /// Counts what decides. What stands up to the statement that ends it nests, where there is such a statement.
    fn decides(&mut self, counts: Counts, has_end: bool) {
        self.reading.counts(counts);
        if has_end {
            self.reading.build.meter.nest();
        }
    }

    /// Reads what begins with a word; gives where another statement begins behind it.
    fn next(&mut self, at: usize, word: &str) -> Option<usize> {
        let end = self.tokens.end;
        match word {
            "if" | "elseif" if self.tokens.sign(at + 1, b'(') => {
                let is_further = word == "elseif" || at > 0 && self.is(at - 1, "else");
                let next = self.behind(at + 1);
                let has_end = self.is(next, "then") && !is_further;
                let counts = if is_further { Counts::ElseIf } else { Counts::If };
                let close = self.tokens.close(at + 1);
                self.expression(at + 2, close, Role::Read);
                self.decides(counts, has_end);
                return (!self.is(next, "then")).then_some(next);
            }
            "else" => {
                if !self.is(at + 1, "if") && !self.is(at + 1, "where") {
                    self.decides(Counts::Else, false);
                }
                return Some(at + 1).filter(|next| !self.is(*next, "where") && *next < end);
            }
            "do" => self.repeated(at + 1),
            "select" | "selectcase" => {
                self.decides(Counts::Switch, true);
                self.selected(at + 1);
            }
            "case" if self.tokens.sign(at + 1, b'(') => {
                self.decides(Counts::Case, false);
                self.expression(at + 1, end, Role::Read);
            }
            "use" if self.is_word(at + 1) || self.tokens.sign(at + 1, b',') || self.signs(at + 1, *b"::") => {
                self.import(at);
            }
            "call" => self.expression(at + 1, end, Role::Call),
            "implicit" => {
                if self.is(at + 1, "none") {
                    self.is_explicit();
                }
            }
            "include" => self.include(at + 1),
            "import" | "contains" | "format" | "sequence" => {}
            "private" => self.visibility(at + 1, Visibility::Private),
            "public" => self.visibility(at + 1, Visibility::Public),
            "parameter" if self.tokens.sign(at + 1, b'(') => self.constants(at + 1),
            "associate" if self.tokens.sign(at + 1, b'(') => self.block(at, true),
            "block" if at + 1 == end => self.block(at, false),
            "block" | "blockdata" => {
                let name = at + if word == "block" { 2 } else { 1 };
                self.procedure(at, name, false);
            }
            "program" if self.is_word(at + 1) && at + 2 == end => {
                self.procedure(at, at + 1, false);
            }
            "interface" => self.interface(at, at),
            "abstract" if self.is(at + 1, "interface") => self.interface(at, at + 1),
            "enum" if self.tokens.sign(at + 1, b',') => self.enumeration(),
            "enumerator" => self.enumerators(at + 1),
            "generic" => self.generic(at, false),
            "final" => self.generic(at, true),
            "procedure" => self.bound_procedures(at),
            "submodule" if self.tokens.sign(at + 1, b'(') => {
                let name = self.behind(at + 1);
                self.module(at, name);
            }
            "module" if self.is(at + 1, "procedure") => match self.units.last() {
                Some(Unit::Interface { .. }) => self.bound_procedures(at + 1),
                _ => self.procedure(at, at + 2, false),
            },
            "module" if at + 2 == end => self.module(at, at + 1),
            "type" | "class" if self.is(at + 1, "is") => {
                self.decides(Counts::Case, false);
                let open = at + 2;
                if self.is_word(open + 1) {
                    self.type_spec(at + 1);
                    self.refer(open + 1, Role::Type, Namespace::TYPE);
                }
            }
            "type" if !self.tokens.sign(at + 1, b'(') => {
                if !self.derived_type(at) {
                    self.expression(at + 1, end, Role::Read);
                }
            }
            _ if word.starts_with("end")
                && (at + 1 == end || word != "endfile")
                && !self.tokens.sign(at + 1, b'(') =>
            {
                self.end(at, word);
            }
            _ => return self.declared_or_done(at, word),
        }
        None
    }

    fn declared_or_done(&mut self, at: usize, word: &str) -> Option<usize> {
        if let Some(found) = self.procedure_word(at) {
            let is_function = self.is(found, "function");
            self.procedure(at, found + 1, is_function);
        } else if words::is_type(word) {
            self.declaration(at);
        } else {
            let next = match word {
                "intent" | "bind" => self.behind_list(at + 1),
                _ => at + 1,
            };
            match word {
                "dimension" | "allocatable" | "pointer" | "target" | "save" | "optional" | "volatile"
                | "common" | "intent" | "equivalence" | "value" | "contiguous" => self.attributed(next),
                _ if words::begins_statement(word) => self.expression(next, self.tokens.end, Role::Read),
                _ => self.expression(at, self.tokens.end, Role::Read),
            }
        }
        None
    }

    /// What stands behind `do`.
    fn repeated(&mut self, mut at: usize) {
        // One with a label ends where that stands.
        let has_label = self.tokens.kind(at) == Some(Kind::Number);
        self.decides(Counts::Loop, !has_label);
        at += usize::from(has_label);
        at += usize::from(self.tokens.sign(at, b','));
        if self.is_word(at) && self.gives(at + 1) {
            self.given(at);
            return self.expression(at, self.tokens.end, Role::Write);
        }
        if self.is(at, "while") || self.is(at, "concurrent") {
            at += 1;
        }
        self.expression(at, self.tokens.end, Role::Read);
    }

    /// `select type (a => b)`, `select case (c)`.
    fn selected(&mut self, at: usize) {
        let mut at = if self.is_word(at) { at + 1 } else { at };
        if self.tokens.sign(at, b'(') && self.is_word(at + 1) && self.signs(at + 2, *b"=>") {
            self.declare(at + 1, indexer_core::ExprId::UNKNOWN);
            at += 4;
        }
        self.expression(at, self.tokens.end, Role::Read);
    }

    /// `include 'a.inc'`: its text stands in this place.
    fn include(&mut self, at: usize) {
        if self.tokens.kind(at) != Some(Kind::Text) {
            return self.expression(at, self.tokens.end, Role::Read);
        }
        let path = self.tokens.text(at).trim_matches(['\'', '"']).trim_start_matches("./");
        if path.contains('.') && !path.contains(['`', '$']) {
            let span = self.tokens.span(at);
            let path = vec![self.reading.build.names.made(path)];
            self.reading.build.import(ImportShape::Wildcard, path, ScopeId(0), span);
        }
    }
}

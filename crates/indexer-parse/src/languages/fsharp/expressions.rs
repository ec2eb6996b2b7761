//! Expressions: which names are called, read and written, and what is bound in them.

use super::lexer::Kind;
use super::reader::{FSharp, VALUE};
use crate::shapes::Counts;
use crate::token_reader::TokenReader;
use indexer_core::{ExprId, Namespace, Role, ScopeKind};

impl FSharp<'_, '_, '_> {
    /// All that stands up to the end.
    pub(super) fn expression(&mut self, mut at: usize) {
        // What a member that follows is of, and whether a name may be what an application applies.
        let (mut value, mut leads) = (ExprId::UNKNOWN, true);
        while at < self.tokens.end && self.reading.goes_on() {
            leads |= self.layout.is_start(at);
            match self.tokens.kind(at) {
                Some(Kind::Word | Kind::Quoted) if self.is_name(at) => {
                    (value, at) = self.path(at, leads);
                    leads = false;
                    continue;
                }
                Some(Kind::Word) => {
                    at = self.word(at);
                    leads = true;
                }
                Some(Kind::Sign(b'.')) if self.is_name(at + 1) && self.is_joined(at, at + 1) => {
                    (value, at) = self.members(at, value, leads);
                    leads = false;
                    continue;
                }
                Some(Kind::Sign(b'(' | b'[')) => {
                    at = self.inside(at, |file, at| file.expression(at));
                    leads = false;
                }
                Some(Kind::Sign(b'{')) => {
                    at = self.inside(at, |file, at| file.expression(at));
                    leads = false;
                }
                Some(Kind::Sign(b'|')) if self.is_lone(at, b'|') => {
                    at = self.arm(at);
                    leads = true;
                }
                Some(Kind::Sign(b':')) => {
                    at = self.typed(at);
                    leads = false;
                }
                Some(Kind::Text | Kind::Number) => {
                    at += 1;
                    leads = false;
                }
                Some(Kind::Sign(b'&' | b'|')) => {
                    // `&&` and `||` are ways through a function.
                    let is_double =
                        self.tokens.text(at) == self.tokens.text(at + 1) && self.is_joined(at, at + 1);
                    self.reading.build.meter.branches += u32::from(is_double);
                    at += 1 + usize::from(is_double);
                    leads = true;
                }
                _ => {
                    at += 1;
                    leads = true;
                }
            }
            value = ExprId::UNKNOWN;
        }
    }

    /// Counts what decides; all up to where it ends nests, with what is done else. Gives the place behind it.
    fn decides(&mut self, at: usize, counts: Counts) -> usize {
        self.reading.counts(counts);
        let end = self.end(at);
        self.within(at, |file| {
            file.reading.build.meter.nest();
            let mut first = at + 1;
            if counts == Counts::Loop && file.is(at, "for") {
                first = file.find(first, end, |file, at| file.is(at, "in") || file.is_lone(at, b'='));
                file.locals(at + 1, first);
                first += 1;
            }
            file.until(end, |file| file.expression(first));
            file.reading.build.meter.leave();
        });
        end
    }

    /// A word of the language; gives the place behind what it begins.
    fn word(&mut self, at: usize) -> usize {
        let is_marked = self.tokens.sign(at + 1, b'!');
        match self.tokens.text(at) {
            "let" | "use" => self.local_binding(at),
            "and" if is_marked || self.layout.is_start(at) => self.local_binding(at),
            "fun" => self.lambda(at),
            "if" => self.decides(at, Counts::If),
            "while" | "for" => self.decides(at, Counts::Loop),
            "match" | "function" => self.decides(at, Counts::Switch),
            "elif" => {
                self.reading.counts(Counts::ElseIf);
                at + 1
            }
            "else" => {
                // `else if` is one condition more.
                let is_further = self.is(at + 1, "if") && self.layout.is_same_line(at, at + 1);
                self.reading.counts(if is_further { Counts::ElseIf } else { Counts::Else });
                at + 1 + usize::from(is_further)
            }
            "with" => self.handler(at),
            "new" => {
                let (next, _) = self.annotation_as(at + 1, Role::Call);
                next.max(at + 1)
            }
            "member" | "override" | "default" | "static" => self.member_of_object(at),
            "interface" | "inherit" => self.annotation_as(at + 1, Role::Inherit).0.max(at + 1),
            _ => at + 1,
        }
    }

    /// `let f a = b`, `let! a = b`: what it binds is seen from there on.
    fn local_binding(&mut self, at: usize) -> usize {
        let is_start = self.layout.is_start(at);
        let mut end = self.end(at);
        let mut first = at + 1 + usize::from(self.tokens.sign(at + 1, b'!'));
        while self.is_any(first, &["rec", "mutable", "inline", "private"]) {
            first += 1;
        }
        // `let a = b in c`, and `(let a = b in c)`.
        let inner = self.find(first, end, |file, at| file.is(at, "in") && !file.is_loop(at, first));
        if !is_start || inner < end && self.layout.is_same_line(at, inner) {
            end = inner;
        }
        let equals = self.find(first, end, |file, at| file.is_lone(at, b'='));
        let (from, until) = (self.tokens.span(first).start, self.tokens.span(end.saturating_sub(1)).end);
        let named = self.head(first).filter(|head| {
            let next = self.behind_generics(head.next);
            let is_pattern = [b',', b'.', b':'].iter().any(|sign| self.tokens.sign(next, *sign));
            next < equals
                && !is_pattern
                && !head.token.is_some_and(|at| self.is_capital(at))
                && !self.is(next, "as")
        });
        let Some(head) = named else {
            // What is given sees what was bound before.
            let mut all = Vec::new();
            self.until(equals, |file| file.pattern(first, &mut all));
            for one in all {
                let value = self.reading.build.instance(one.of);
                self.local(one.token, until, value);
            }
            self.within(end, |file| file.until(end, |file| file.expression(equals + 1)));
            return end;
        };
        match head.token {
            Some(token) => self.local(token, from, ExprId::UNKNOWN),
            None => {
                let counted = self.take_head(&head);
                self.reading.build.tally.locals += u32::from(counted);
            }
        }
        self.scoped(ScopeKind::Lambda, (first, end), |file| {
            let next = file.generics(head.next);
            file.locals(next, equals);
            file.until(end, |file| file.expression(equals + 1));
            end
        })
    }

    /// True for the `in` of a loop that begins between both.
    fn is_loop(&self, at: usize, first: usize) -> bool {
        (first..at).rev().take(12).any(|at| self.is(at, "for"))
    }

    /// Goes down one step, where that is allowed.
    fn within(&mut self, at: usize, inside: impl FnOnce(&mut Self)) {
        if self.reading.down(self.tokens.span(at)) {
            inside(self);
            self.reading.up();
        }
    }

    /// `fun a (b, c) -> d`.
    fn lambda(&mut self, at: usize) -> usize {
        let end = self.end(at);
        self.scoped(ScopeKind::Lambda, (at, end), |file| {
            let arrow = file.find(at + 1, end, |file, at| file.tokens.kind(at) == Some(Kind::Arrow));
            file.locals(at + 1, arrow);
            file.until(end, |file| file.expression(arrow + 1));
            end
        })
    }

    /// `| pattern when guard -> value`; gives the place behind it.
    fn arm(&mut self, at: usize) -> usize {
        let mut end = self.end(at);
        if !self.layout.is_start(at) {
            end = self.tokens.end;
        }
        // Of several in one line each ends with the next.
        let next = self
            .find(at + 1, end, |file, next| file.is_lone(next, b'|') || !file.layout.is_same_line(at, next));
        if next < end && self.is_lone(next, b'|') && self.layout.is_same_line(at, next) {
            end = next;
        }
        self.alternative(at, at + 1, end)
    }

    /// A pattern with what it gives, from `first` on.
    fn alternative(&mut self, at: usize, first: usize, end: usize) -> usize {
        let arrow = self.find(first, end, |file, at| file.tokens.kind(at) == Some(Kind::Arrow));
        if arrow < end {
            self.reading.counts(Counts::Case);
        }
        self.scoped(ScopeKind::Block, (at, end), |file| {
            let guard = file.find(first, arrow, |file, at| file.is(at, "when"));
            file.locals(first, guard);
            file.until(arrow, |file| file.expression(guard));
            file.until(end, |file| file.expression(arrow + 1));
            end
        })
    }

    /// `with e -> a` behind `try` and `match`, with no bar before its first pattern.
    fn handler(&mut self, at: usize) -> usize {
        if self.is_lone(at + 1, b'|') {
            return at + 1;
        }
        let end = self.end(at);
        let stop = self.find(at + 1, end, |file, next| {
            file.tokens.kind(next) == Some(Kind::Arrow)
                || file.is_lone(next, b'=')
                || file.is_lone(next, b'|')
                || !file.layout.is_same_line(at, next) && next > at + 1
        });
        if self.tokens.kind(stop) != Some(Kind::Arrow) || stop >= end {
            return at + 1;
        }
        let bar = self.find(stop, end, |file, next| {
            file.is_lone(next, b'|') && (file.layout.is_start(next) || file.layout.is_same_line(at, next))
        });
        self.alternative(at, at + 1, bar)
    }

    /// `: A`, `:> A`, `:? A`, `::`; gives the place behind it.
    fn typed(&mut self, at: usize) -> usize {
        let is_joined = |file: &Self, at: usize| file.is_joined(at, at + 1);
        if self.tokens.sign(at + 1, b':') && is_joined(self, at) {
            return at + 2;
        }
        let mut first = at + 1;
        while first < at + 3 && (self.tokens.sign(first, b'?') || self.tokens.sign(first, b'>')) {
            first += 1;
        }
        match first > at + 1 {
            // A cast goes no further than one type: what stands behind it may be given to it.
            true => self.one_type(first),
            false => self.annotation(first).0.max(first),
        }
    }

    /// A single type; gives the place behind it.
    fn one_type(&mut self, at: usize) -> usize {
        if !self.is_name(at) {
            return at;
        }
        let mut last = at;
        while self.tokens.sign(last + 1, b'.') && self.is_name(last + 2) && self.reading.goes_on() {
            last += 2;
        }
        let end = self.behind_generics(last + 1);
        self.until(end, |file| file.types(at));
        end
    }

    /// `A.b.c`, from its first name on; gives what it stands for, and the place behind it.
    fn path(&mut self, at: usize, leads: bool) -> (ExprId, usize) {
        if self.is_label(at) {
            // A field of the record that is made.
            let value = self.member(at, ExprId::UNKNOWN, Role::Write);
            return (value, at + 1);
        }
        let has_more = self.tokens.sign(at + 1, b'.') && self.is_name(at + 2) && self.is_joined(at, at + 1);
        let namespace = match self.is_capital(at) {
            true => VALUE.with(Namespace::TYPE),
            false => VALUE,
        };
        let role = if has_more { Role::Read } else { self.role(at, leads) };
        let value = self.refer(at, role, namespace);
        match has_more {
            true => self.members(at + 1, value, leads),
            false => (value, self.generics(at + 1)),
        }
    }

    /// `.b.c` behind a value.
    fn members(&mut self, mut at: usize, mut value: ExprId, leads: bool) -> (ExprId, usize) {
        while self.tokens.sign(at, b'.') && self.is_name(at + 1) && self.reading.goes_on() {
            let name = at + 1;
            let has_more =
                self.tokens.sign(name + 1, b'.') && self.is_name(name + 2) && self.is_joined(name, name + 1);
            let role = if has_more { Role::Read } else { self.role(name, leads) };
            value = self.member(name, value, role);
            at = if has_more { name + 1 } else { self.generics(name + 1) };
            if !has_more {
                break;
            }
        }
        (value, at)
    }

    /// True for the name of a field in a record: `{ A = 1; B = 2 }`, `{ a with B = 2 }`.
    fn is_label(&self, at: usize) -> bool {
        self.is_lone(at + 1, b'=')
            && at > 0
            && self.is_capital(at)
            && (self.tokens.sign(at - 1, b'{')
                || self.tokens.sign(at - 1, b';')
                || self.is(at - 1, "with")
                || self.layout.is_start(at))
    }

    /// What is done with the name there.
    fn role(&self, at: usize, leads: bool) -> Role {
        let next = self.behind_generics(at + 1);
        if self.tokens.kind(next) == Some(Kind::Gets) {
            return Role::Write;
        }
        if self.tokens.sign(next, b'(') && self.is_joined(next - 1, next) {
            return Role::Call;
        }
        // `a |> f`
        let is_piped = at > 1
            && self.tokens.sign(at - 1, b'>')
            && self.tokens.sign(at - 2, b'|')
            && self.is_joined(at - 2, at - 1);
        let is_given = leads && self.layout.is_same_line(at, next) && self.begins_argument(next);
        if is_piped || is_given { Role::Call } else { Role::Read }
    }

    fn begins_argument(&self, at: usize) -> bool {
        match self.tokens.kind(at) {
            Some(Kind::Text | Kind::Number | Kind::Quoted | Kind::Sign(b'(' | b'{')) => true,
            Some(Kind::Sign(b'[')) => !self.is_joined(at - 1, at),
            Some(Kind::Word) => {
                self.is_name(at)
                    || self.is_any(at, &["true", "false", "null", "fun", "function", "new", "_", "base"])
            }
            _ => false,
        }
    }
}

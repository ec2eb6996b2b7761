//! `let` outside of functions, and what is declared without a body.

use super::lexer::Kind;
use super::patterns::Bound;
use super::reader::{FSharp, Said, VALUE};
use crate::token_reader::TokenReader;
use indexer_core::{DefId, ExprId, Flags, Name, Namespace, ScopeKind, Span, SymbolKind, Visibility};

/// What a name is, where it is none of letters: that of an operator or of an active pattern.
pub(super) struct Head {
    /// Its token, where it has one.
    pub(super) token: Option<usize>,
    pub(super) name: Name,
    pub(super) span: Span,
    /// Names of the cases of an active pattern.
    cases: Vec<usize>,
    /// The token behind it.
    pub(super) next: usize,
}

impl FSharp<'_, '_, '_> {
    /// The name that stands there: a word, `(+)`, `(|A|B|)`.
    pub(super) fn head(&mut self, at: usize) -> Option<Head> {
        if self.is_name(at) {
            let (name, span) = (self.name_at(at), self.tokens.span(at));
            return Some(Head { token: Some(at), name, span, cases: Vec::new(), next: at + 1 });
        }
        let close = self.tokens.close(at);
        if !self.tokens.sign(at, b'(') || close <= at + 1 || close > at + 40 {
            return None;
        }
        let is_active = self.tokens.sign(at + 1, b'|') && self.tokens.sign(close - 1, b'|') && close > at + 3;
        let is_operator = (at + 1..close)
            .all(|at| matches!(self.tokens.kind(at), Some(Kind::Sign(sign)) if !b",()[]{};".contains(&sign)));
        if !is_active && !is_operator {
            return None;
        }
        let span = Span::new(self.tokens.span(at + 1).start, self.tokens.span(close - 1).end);
        let cases = (at + 1..close).filter(|at| self.is_name(*at)).collect();
        let text: String = self.reading.build.text(span).split_whitespace().collect();
        let name = self.reading.build.names.made(&text);
        Some(Head { token: None, name, span, cases, next: close + 1 })
    }

    /// The sign that parts a head from its body, and whether something that is given stands before it.
    pub(super) fn equals(&mut self, next: usize, end: usize) -> (usize, bool) {
        let equals = self.find(next, end, |file, at| file.is_lone(at, b'='));
        let first = self.behind_generics(next);
        (equals, first < equals && !self.tokens.sign(first, b':'))
    }

    /// `let rec f a b : t = ..`, `let a, b = ..` of a module or a type.
    pub(super) fn binding(&mut self, at: usize, mut said: Said) -> usize {
        let end = self.end(at);
        let first = self.modifiers(at + 1, &mut said);
        let Some(head) = self.head(first) else { return self.patterns_of(first, end, &said) };
        let (equals, has_parameters) = self.equals(head.next, end);
        let is_pattern = [b',', b'.'].iter().any(|sign| self.tokens.sign(head.next, *sign))
            || self.is(head.next, "as")
            || head.token.is_some_and(|at| self.is_capital(at) && self.tokens.sign(at + 1, b'.'));
        if is_pattern {
            return self.patterns_of(first, end, &said);
        }
        let is_function =
            has_parameters || self.is_any(equals + 1, &["fun", "function"]) || head.token.is_none();
        let kind = match (is_function, self.is_in_type, said.is_literal) {
            (true, true, _) => SymbolKind::Method,
            (true, false, _) => SymbolKind::Function,
            (false, _, true) => SymbolKind::Constant,
            (false, true, _) => SymbolKind::Field,
            (false, false, _) => SymbolKind::Variable,
        };
        if self.is_in_type {
            said.visibility = Visibility::Private;
        }
        let namespace = if is_function { VALUE } else { Namespace::VALUE };
        let counted = self.take_head(&head);
        let id = self.define_as(head.name, (head.span, counted), (kind, namespace), (end, equals), &said);
        self.bind_cases(&head, id);
        self.function(id, (head.next, equals, end), has_parameters || is_function, None);
        end
    }

    /// Takes the tokens of a name; true where it is an identifier.
    pub(super) fn take_head(&mut self, head: &Head) -> bool {
        match head.token {
            Some(at) => self.tokens.take(at),
            None => {
                // Of a name with several tokens the first is the definition.
                let mut cases = head.cases.iter();
                let counted = cases.next().is_some_and(|at| self.tokens.take(*at));
                for at in cases {
                    self.reading.build.tally.neither += u32::from(self.tokens.take(*at));
                }
                counted
            }
        }
    }

    /// Patterns name the cases of an active one.
    fn bind_cases(&mut self, head: &Head, id: DefId) {
        for at in &head.cases {
            let (name, scope) = (self.name_at(*at), self.scope());
            let bound = indexer_core::Bound::Definition(id);
            self.reading.build.bind(scope, name, VALUE, bound, ExprId::UNKNOWN);
        }
    }

    /// Parameters and body of what is defined; `this` is the token of what a member calls its instance.
    pub(super) fn function(
        &mut self,
        id: DefId,
        (next, equals, end): (usize, usize, usize),
        is_function: bool,
        this: Option<usize>,
    ) {
        if !self.reading.down(self.tokens.span(next)) {
            return;
        }
        let was_in_type = std::mem::replace(&mut self.is_in_type, false);
        let whole = self.tokens.between(next.saturating_sub(1), end);
        let kind = if is_function { ScopeKind::Function } else { ScopeKind::Block };
        let opened = self.reading.enter(id, kind, whole);
        if let Some(this) = this.filter(|this| self.is_name(*this)) {
            let value = self.this;
            self.local(this, 0, value);
        }
        let (mut all, mut result) = (Vec::new(), ExprId::UNKNOWN);
        self.until(equals, |file| {
            let first = file.generics(next);
            let colon = file.find(first, file.tokens.end, |file, at| file.is_annotation(at));
            file.until(colon, |file| file.pattern(first, &mut all));
            if colon < file.tokens.end {
                result = file.annotation(colon + 1).1;
            }
        });
        let parameters: Vec<Bound> = all;
        for one in &parameters {
            self.reading.build.tally.locals += u32::from(self.tokens.take(one.token));
        }
        let named =
            parameters.into_iter().map(|one| (self.name_at(one.token), self.tokens.span(one.token), one.of));
        let named = named.collect();
        self.reading.parameters(id, named);
        let value = self.reading.build.instance(result);
        self.reading.build.definition(id).value = value;
        if equals < end {
            self.until(end, |file| file.expression(equals + 1));
        }
        self.reading.leave(opened);
        self.is_in_type = was_in_type;
        self.reading.up();
    }

    /// `let a, (b, C c) = ..`: each name is defined.
    fn patterns_of(&mut self, first: usize, end: usize, said: &Said) -> usize {
        let equals = self.find(first, end, |file, at| file.is_lone(at, b'='));
        let mut all = Vec::new();
        self.until(equals, |file| file.pattern(first, &mut all));
        let kind = if self.is_in_type { SymbolKind::Field } else { SymbolKind::Variable };
        for one in all {
            let id = self.define(one.token, (kind, Namespace::VALUE), (end, equals), said);
            let value = self.reading.build.instance(one.of);
            self.reading.build.definition(id).value = value;
        }
        self.scoped(ScopeKind::Block, (first, end), |file| {
            file.until(end, |file| file.expression(equals + 1));
            end
        })
    }

    /// `val a : int -> int` of a signature.
    pub(super) fn declared_value(&mut self, at: usize, mut said: Said) -> usize {
        let end = self.end(at);
        let first = self.modifiers(at + 1, &mut said);
        let Some(head) = self.head(first) else { return end };
        let colon = self.find(head.next, end, |file, at| file.tokens.sign(at, b':'));
        let arrow = self.find(colon, end, |file, at| file.tokens.kind(at) == Some(Kind::Arrow));
        let kind = match (arrow < end, said.is_literal) {
            (true, _) => SymbolKind::Function,
            (false, true) => SymbolKind::Constant,
            (false, false) => SymbolKind::Variable,
        };
        let counted = self.take_head(&head);
        said.flags.add(Flags::DECLARATION);
        let id = self.define_as(head.name, (head.span, counted), (kind, VALUE), (end, end), &said);
        self.bind_cases(&head, id);
        self.until(end, |file| {
            file.annotation(colon + 1);
        });
        end
    }

    /// `extern int f(int a)`.
    pub(super) fn foreign(&mut self, at: usize, said: Said) -> usize {
        let end = self.end(at);
        let open = self.find(at + 1, end, |file, at| file.tokens.sign(at, b'('));
        let name = open.saturating_sub(1);
        if self.is_name(name) && name > at {
            self.define(name, (SymbolKind::Function, VALUE), (end, end), &said);
        }
        end
    }
}

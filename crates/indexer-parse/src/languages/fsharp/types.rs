//! Types: records, unions, classes, interfaces, other names, exceptions.

use super::lexer::Kind;
use super::reader::{FSharp, Said, VALUE};
use crate::token_reader::TokenReader;
use indexer_core::{Bound, DefId, ExprId, Expression, Namespace, Role, ScopeId, ScopeKind, SymbolKind};

/// Words with which members begin.
const MEMBERS: &[&str] = &[
    "abstract",
    "class",
    "default",
    "do",
    "inherit",
    "interface",
    "internal",
    "let",
    "member",
    "new",
    "override",
    "private",
    "public",
    "static",
    "struct",
    "val",
];

/// What stands behind the sign of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Record,
    Union,
    Members,
    Other,
}

impl FSharp<'_, '_, '_> {
    /// `type A<'a>(b) as this = ..`; `at` stands behind the first word.
    pub(super) fn type_declaration(&mut self, at: usize, mut said: Said) -> usize {
        let end = self.end(at.saturating_sub(1));
        let first = self.modifiers(at, &mut said);
        // `type 'a t`: parameters may stand before the name.
        let mut first = first;
        if self.tokens.kind(first) == Some(Kind::TypeVariable) {
            first += 1;
        } else if self.tokens.sign(first, b'(') && self.is_name(self.tokens.behind(first)) {
            first = self.tokens.behind(first);
        }
        if !self.is_name(first) {
            return end;
        }
        let mut name = first;
        while self.tokens.sign(name + 1, b'.') && self.is_name(name + 2) && self.reading.goes_on() {
            name += 2;
        }
        let mut next = self.behind_generics(name + 1);
        // `type A<'a> when 'a :> B and 'b : C`, `type A [<B>] private (c)`.
        if self.is(next, "when") {
            next = self.find(next, end, |file, at| file.is_lone(at, b'=') || file.tokens.sign(at, b'('));
        }
        let parameters = self.modifiers(next, &mut Said::nothing(next));
        let open = self.tokens.sign(parameters, b'(').then_some(parameters);
        let head = open.map_or(next, |open| self.tokens.behind(open));
        if self.is(head, "with") && open.is_none() || name > first {
            return self.extension((first, name), (head, end));
        }
        let equals = self.find(head, end, |file, at| file.is_lone(at, b'='));
        let this = self.is(head, "as").then_some(head + 1);
        let body = (equals + 1).min(end);
        let mut own = Said { start: said.start, ..said };
        let content = self.modifiers(body, &mut Said::nothing(body)).min(end);
        let form = self.form(content, end);
        let kind = self.kind(form, (content, end), open.is_some(), &said);
        own.is_literal = false;
        let id = self.define(name, (kind, Namespace::TYPE), (end, equals), &own);
        if !self.reading.down(self.tokens.span(name)) {
            return end;
        }
        let outer = self.scope();
        let whole = self.tokens.between(at, end);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let scope = self.scope();
        let instance = self.reading.build.expression(Expression::SelfInstance(scope));
        let around = (self.this, self.is_in_type, std::mem::take(&mut self.bases));
        (self.this, self.is_in_type) = (instance, true);
        self.generics(name + 1);
        if let Some(open) = open {
            let close = self.tokens.behind(open);
            self.locals(open, close);
        }
        if let Some(this) = this.filter(|this| self.is_name(*this)) {
            self.local(this, 0, instance);
        }
        self.until(end, |file| match form {
            Form::Record => file.record(content),
            Form::Union => file.union(content, (!said.is_qualified).then_some(outer)),
            Form::Members => file.declarations(content),
            Form::Other => file.other(id, content, kind),
        });
        let bases = std::mem::replace(&mut self.bases, around.2);
        (self.this, self.is_in_type) = (around.0, around.1);
        let bases = self.reading.build.list(&bases);
        self.reading.build.definition(id).bases = bases;
        self.reading.leave(opened);
        self.reading.up();
        self.continues_types = true;
        end
    }

    fn form(&mut self, at: usize, end: usize) -> Form {
        if at >= end {
            return Form::Other;
        }
        if self.is_any(at, MEMBERS) || self.is_attribute(at) && !self.is_name(self.tokens.behind(at)) {
            return Form::Members;
        }
        if self.tokens.sign(at, b'{') && !self.tokens.sign(at + 1, b'|') {
            return Form::Record;
        }
        let first = if self.is_attribute(at) { self.tokens.behind(at) } else { at };
        let is_case = self.is_name(first) && (self.is(first + 1, "of") || self.has_bar(first + 1, end));
        if self.is_lone(at, b'|') || is_case { Form::Union } else { Form::Other }
    }

    /// True where a bar parts cases from here on, before anything that is no case.
    fn has_bar(&mut self, at: usize, end: usize) -> bool {
        let found = self.find(at, end, |file, at| {
            file.is_lone(at, b'|') || file.tokens.sign(at, b'.') || file.is_any(at, MEMBERS)
        });
        found < end && self.is_lone(found, b'|')
    }

    fn kind(
        &mut self,
        form: Form,
        (at, end): (usize, usize),
        has_parameters: bool,
        said: &Said,
    ) -> SymbolKind {
        match form {
            Form::Record => SymbolKind::Struct,
            Form::Union => SymbolKind::Enum,
            Form::Members if said.is_interface || self.is(at, "interface") && !self.is_name(at + 1) => {
                SymbolKind::Interface
            }
            Form::Members if !has_parameters && self.is_open(at, end) => SymbolKind::Interface,
            Form::Members if self.is(at, "struct") => SymbolKind::Struct,
            Form::Members => SymbolKind::Class,
            Form::Other if has_parameters => SymbolKind::Class,
            Form::Other if at >= end && !said.is_measure => SymbolKind::Class,
            Form::Other => SymbolKind::TypeAlias,
        }
    }

    /// True where all members are abstract, or come from what is inherited.
    fn is_open(&mut self, mut at: usize, end: usize) -> bool {
        let mut has_abstract = false;
        while at < end && self.reading.goes_on() {
            let first = if self.is_attribute(at) { self.tokens.behind(at) } else { at };
            match self.tokens.text(first) {
                "abstract" => has_abstract = true,
                "inherit" => {}
                _ => return false,
            }
            at = if first > at && self.layout.is_start(first) { self.end(first) } else { self.end(at) };
        }
        has_abstract
    }

    /// `{ A: int; mutable B: string } member ..`.
    fn record(&mut self, open: usize) {
        let behind = self.inside(open, |file, mut at| {
            while at < file.tokens.end && file.reading.goes_on() {
                at = file.field(at).max(at + 1);
            }
        });
        self.members_behind(behind);
    }

    /// A field of a record; gives the place behind it.
    fn field(&mut self, start: usize) -> usize {
        let mut said = Said::nothing(start);
        let at = self.modifiers(start, &mut said);
        if !self.is_name(at) || !self.tokens.sign(at + 1, b':') {
            return at + 1;
        }
        let last = self.find(at + 2, self.tokens.end, |file, at| {
            file.tokens.sign(at, b';')
                || file.layout.is_start(at) && file.is_name(at) && file.tokens.sign(at + 1, b':')
        });
        let id = self.define(at, (SymbolKind::Field, Namespace::VALUE), (last, last), &said);
        let (next, of) = self.annotation(at + 2);
        let value = self.reading.build.instance(of);
        self.reading.build.definition(id).value = value;
        next
    }

    /// `| A of int * b: string | B = 1`, then members. Cases are seen around the type too, where `outer` is given.
    fn union(&mut self, mut at: usize, outer: Option<ScopeId>) {
        while at < self.tokens.end && self.reading.goes_on() {
            if self.layout.is_start(at) && self.is_any(at, MEMBERS) || self.is(at, "with") {
                return self.members_behind(at);
            }
            let start = at + usize::from(self.tokens.sign(at, b'|'));
            let mut said = Said::nothing(start);
            let name = self.attributes(start, &mut said);
            if !self.is_name(name) {
                if self.layout.is_start(name) && self.is_any(name, MEMBERS) {
                    return self.members_behind(at);
                }
                at = name.max(at + 1);
                continue;
            }
            let end = self.find(name + 1, self.tokens.end, |file, at| {
                file.is_lone(at, b'|')
                    || file.layout.is_start(at) && file.is_any(at, MEMBERS)
                    || file.is(at, "with")
            });
            let id = self.define(name, (SymbolKind::Variant, VALUE.with(Namespace::TYPE)), (end, end), &said);
            if let Some(outer) = outer {
                let case = self.name_at(name);
                let bound = Bound::Definition(id);
                self.reading.build.bind(outer, case, VALUE, bound, ExprId::UNKNOWN);
            }
            self.until(end, |file| match file.is_lone(name + 1, b'=') {
                true => file.expression(name + 2),
                false => file.types(name + 1),
            });
            at = end.max(at + 1);
        }
    }

    /// Members behind a record or union, perhaps behind `with`.
    fn members_behind(&mut self, at: usize) {
        let at = at + usize::from(self.is(at, "with"));
        self.declarations(at);
    }

    /// Another name, a delegate, nothing.
    fn other(&mut self, id: DefId, at: usize, kind: SymbolKind) {
        let first = at + 2 * usize::from(self.is(at, "delegate"));
        let (next, of) = self.annotation(first);
        if kind == SymbolKind::TypeAlias && first == at {
            self.reading.build.definition(id).value = of;
        }
        self.members_behind(next);
    }

    /// `type A.B with member ..`: members of another type.
    fn extension(&mut self, (first, name): (usize, usize), (head, end): (usize, usize)) -> usize {
        let mut value = self.refer(first, Role::Type, Namespace::TYPE);
        let mut at = first;
        while at < name {
            at += 2;
            value = self.member(at, value, Role::Type);
        }
        if !self.reading.down(self.tokens.span(name)) {
            return end;
        }
        let (of, span) = (self.name_at(name), self.tokens.between(first, end));
        let place = self.reading.extend(value, of, span);
        let this = self.reading.build.instance(value);
        let around = (self.this, self.is_in_type);
        (self.this, self.is_in_type) = (this, true);
        self.until(end, |file| {
            file.generics(name + 1);
            let with = file.find(head, end, |file, at| file.is(at, "with"));
            file.declarations(with + 1);
        });
        (self.this, self.is_in_type) = around;
        self.reading.build.restore(place);
        self.reading.up();
        self.continues_types = true;
        end
    }

    /// `exception A of string`.
    pub(super) fn exception(&mut self, at: usize, mut said: Said) -> usize {
        let end = self.end(at);
        let name = self.modifiers(at + 1, &mut said);
        if !self.is_name(name) {
            return end;
        }
        let namespace = VALUE.with(Namespace::TYPE);
        let with = self.find(name, end, |file, at| file.is(at, "with"));
        let id = self.define(name, (SymbolKind::Class, namespace), (end, with), &said);
        if !self.reading.down(self.tokens.span(name)) {
            return end;
        }
        let whole = self.tokens.between(at, end);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let around = std::mem::replace(&mut self.is_in_type, true);
        self.until(with, |file| file.types(name + 1));
        self.until(end, |file| file.declarations(with + 1));
        self.is_in_type = around;
        self.reading.leave(opened);
        self.reading.up();
        end
    }
}

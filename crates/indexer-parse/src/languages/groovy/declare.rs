//! Declarations: packages, imports, classes, methods, fields, locals.

use super::lexer::Kind;
use super::reader::Groovy;
use super::words;
use crate::token_reader::TokenReader;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, ImportId, ImportShape, Name, Namespace, Role, ScopeId,
    ScopeKind, Span, SymbolKind, Visibility,
};

/// What words before a declaration say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modifiers {
    /// True where there is one.
    any: bool,
    visibility: Visibility,
    flags: Flags,
}

impl Modifiers {
    pub(super) const NONE: Modifiers =
        Modifiers { any: false, visibility: Visibility::Public, flags: Flags::NONE };
}

impl<'a> Groovy<'_, '_, 'a> {
    /// The modifiers and annotations that begin there; gives the place behind them.
    pub(super) fn modifiers(&mut self, start: usize) -> (usize, Modifiers) {
        let mut found = Modifiers::NONE;
        let mut at = start;
        while at < self.tokens.end && self.reading.goes_on() {
            let text = self.tokens.text(at);
            at = match self.tokens.kind(at) {
                Some(Kind::Sign(b'@')) if self.is_name(at + 1) => {
                    let next = self.annotation(at);
                    found.any |= self.tokens.kind(next) == Some(Kind::End);
                    self.pass_ends(next)
                }
                Some(Kind::Word) if words::is_modifier(text) => {
                    // `synchronized (a) { .. }` is a statement, `def` alone too.
                    if text == "synchronized" && self.tokens.sign(at + 1, b'(') {
                        break;
                    }
                    found.any = true;
                    match text {
                        "private" => found.visibility = Visibility::Private,
                        "protected" => found.visibility = Visibility::Restricted,
                        "static" => found.flags.add(Flags::STATIC),
                        "abstract" => found.flags.add(Flags::ABSTRACT),
                        _ => {}
                    }
                    at + 1
                }
                _ => break,
            };
        }
        (at, found)
    }

    /// `@A(b)`; gives the place behind it.
    pub(super) fn annotation(&mut self, at: usize) -> usize {
        let end = self.type_end(at + 1).unwrap_or(at + 2);
        self.types_as(at + 1, end, Role::Decorate);
        match self.tokens.sign(end, b'(') {
            true => self.inside(end, |groovy, mut at| {
                while at < groovy.tokens.end && groovy.reading.goes_on() {
                    // Names before a sign of giving are those of the annotation.
                    at += 2 * usize::from(groovy.is_name(at) && groovy.tokens.sign(at + 1, b'='));
                    let end = groovy.comma(at, groovy.tokens.end);
                    groovy.until(end, |groovy| {
                        groovy.expression(at);
                    });
                    at = end + 1;
                }
            }),
            false => end,
        }
    }

    /// `class A extends B { .. }`; `None` where none is declared.
    pub(super) fn type_declaration(
        &mut self,
        start: usize,
        at: usize,
        modifiers: &Modifiers,
    ) -> Option<usize> {
        let is_annotation = self.tokens.sign(at, b'@') && self.is(at + 1, "interface");
        let word = at + usize::from(is_annotation);
        let kind = match self.tokens.text(word) {
            "class" => SymbolKind::Class,
            "interface" => SymbolKind::Interface,
            "trait" => SymbolKind::Trait,
            "enum" => SymbolKind::Enum,
            "record" => SymbolKind::Struct,
            _ => return None,
        };
        let name = word + 1;
        let open = (name..self.tokens.end.min(name + 200)).find(|at| self.tokens.sign(*at, b'{'));
        if !self.is_name(name) || self.tokens.kind(word) != Some(Kind::Word) {
            return None;
        }
        let open = open?;
        if kind == SymbolKind::Struct && !self.tokens.sign(name + 1, b'(') {
            return None;
        }
        let end = (self.tokens.close(open) + 1).min(self.tokens.end);
        let id = self.define(name, (kind, Namespace::TYPE), (start, end, open), modifiers.visibility);
        self.reading.build.definition(id).flags.add(modifiers.flags);
        let mut bases = Vec::new();
        let from = (name + 1..open).find(|at| matches!(self.tokens.text(*at), "extends" | "implements"));
        let mut from = from.unwrap_or(open);
        while from < open && self.reading.goes_on() {
            let next = self.type_end(from);
            if let Some(next) = next {
                let base = self.types_as(from, next, Role::Inherit);
                bases.extend((!base.is_unknown()).then_some(base));
            }
            from = next.unwrap_or(from + 1);
        }
        let bases = self.reading.build.list(&bases);
        self.reading.build.definition(id).bases = bases;
        self.body(id, (open, end), self.tokens.text(name), kind == SymbolKind::Enum);
        Some(end)
    }

    /// The members of a type.
    fn body(&mut self, id: DefId, (open, end): (usize, usize), name: &'a str, is_enum: bool) {
        let whole = self.tokens.between(open, end);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let scope = self.reading.build.scope;
        let this = self.reading.build.expression(Expression::SelfInstance(scope));
        let around = (std::mem::replace(&mut self.this, this), std::mem::replace(&mut self.class, name));
        self.inside(open, |groovy, at| {
            let at = if is_enum { groovy.constants(at) } else { at };
            groovy.members(at);
        });
        (self.this, self.class) = around;
        self.reading.leave(opened);
    }

    /// The members of a class without a name.
    pub(super) fn nameless(&mut self, open: usize) -> usize {
        let place = self.reading.build.place();
        let whole = self.tokens.between(open, self.tokens.close(open) + 1);
        self.reading.build.open_scope(ScopeKind::Block, whole);
        let behind = self.inside(open, |groovy, at| groovy.members(at));
        self.reading.build.restore(place);
        behind
    }

    /// The members of an enumeration before all others; gives the place behind them.
    fn constants(&mut self, mut at: usize) -> usize {
        while at < self.tokens.end && self.reading.goes_on() {
            at = self.pass_ends(at);
            let next = self.pass_ends(at + 1);
            let ends =
                matches!(self.tokens.kind(at + 1), None | Some(Kind::End | Kind::Sign(b',' | b'(' | b'{')));
            if !self.is_name(at) || !ends || matches!(self.tokens.text(at), "trait" | "record") {
                break;
            }
            let mut end = at + 1;
            while matches!(self.tokens.kind(end), Some(Kind::Sign(b'(' | b'{'))) && self.reading.goes_on() {
                end = self.tokens.behind(end);
            }
            self.define(at, (SymbolKind::Variant, Namespace::VALUE), (at, end, at + 1), Visibility::Public);
            self.until(end, |groovy| {
                groovy.expression(at + 1);
            });
            at = match end == at + 1 {
                true => next,
                false => self.pass_ends(end),
            };
            match self.tokens.sign(at, b',') {
                true => at += 1,
                false => break,
            }
        }
        at
    }

    /// The members of a class up to the end.
    fn members(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            at = match self.tokens.kind(at) {
                Some(Kind::Word | Kind::Sign(b'@')) => {
                    let (own, modifiers) = self.modifiers(at);
                    if let Some(next) = self.type_declaration(at, own, &modifiers) {
                        next
                    } else if let Some(next) = self.declaration(at, own, &modifiers, true) {
                        next
                    } else if own > at {
                        own
                    } else {
                        self.expression(at).max(at + 1)
                    }
                }
                // `static { .. }`
                Some(Kind::Sign(b'{')) => self.closure(at),
                _ => at + 1,
            };
        }
    }

    /// A method, field or local; `None` where none is declared.
    pub(super) fn declaration(
        &mut self,
        start: usize,
        at: usize,
        modifiers: &Modifiers,
        is_member: bool,
    ) -> Option<usize> {
        // `def <T> T f()`
        let from = if self.tokens.sign(at, b'<') { self.angles(at)? } else { at };
        let is_end =
            |groovy: &Self, at: usize| groovy.is_name(at) || groovy.tokens.kind(at) == Some(Kind::Text);
        let typed = self.type_end(from).filter(|name| is_end(self, *name));
        // `println name` looks like a type with a name.
        let typed = typed.filter(|_| {
            is_member || modifiers.any || self.is_type_name(from) || self.tokens.sign(from + 1, b'.')
        });
        let typed = typed.filter(|name| {
            is_member
                || modifiers.any
                || self.tokens.kind(*name) == Some(Kind::Word) && self.is_type_name(name - 1)
                || matches!(self.tokens.kind(name - 1), Some(Kind::Sign(_)))
        });
        let is_constructor =
            is_member && self.tokens.text(from) == self.class && self.tokens.sign(from + 1, b'(');
        let name = match typed {
            Some(name) => name,
            None if is_constructor => from,
            None if modifiers.any && is_end(self, from) => from,
            None if modifiers.any && self.tokens.sign(from, b'(') => return self.several(from),
            None => return None,
        };
        if self.tokens.sign(name + 1, b'(') {
            return self.method((start, from, name), modifiers, is_member, is_constructor);
        }
        if self.tokens.kind(name) != Some(Kind::Word) {
            return None;
        }
        let ends = match self.tokens.kind(name + 1) {
            None | Some(Kind::End | Kind::Sign(b',' | b')' | b':')) => true,
            Some(Kind::Sign(b'=')) => !self.tokens.sign(name + 2, b'='),
            Some(Kind::Word) => self.is(name + 1, "in"),
            _ => false,
        };
        if !ends {
            return None;
        }
        let of = typed.map_or(ExprId::UNKNOWN, |name| self.type_refs(from, name));
        let mut at = name;
        loop {
            let value = self.reading.build.instance(of);
            if is_member {
                let end = self.comma_or_end(at + 1);
                let id = self.define(
                    at,
                    (SymbolKind::Field, Namespace::VALUE),
                    (start, end, end),
                    modifiers.visibility,
                );
                let definition = self.reading.build.definition(id);
                definition.value = value;
                definition.flags.add(modifiers.flags);
            } else {
                self.local(at, value);
            }
            if !self.tokens.sign(at + 1, b',') || !self.is_name(at + 2) || !self.reading.goes_on() {
                break;
            }
            at += 2;
        }
        Some(self.expression(at + 1))
    }

    /// The end of the statement, or of this name of it.
    fn comma_or_end(&mut self, mut at: usize) -> usize {
        while at < self.tokens.end && self.reading.goes_on() {
            if matches!(self.tokens.kind(at), Some(Kind::End | Kind::Sign(b','))) {
                break;
            }
            at = self.tokens.behind(at);
        }
        at.min(self.tokens.end)
    }

    /// `def (a, b) = ..`
    fn several(&mut self, open: usize) -> Option<usize> {
        let close = self.tokens.close(open);
        if !self.tokens.sign(close + 1, b'=') {
            return None;
        }
        let mut at = open + 1;
        while at < close && self.reading.goes_on() {
            let end = self.comma(at, close);
            if let Some(name) = (at..end).rev().find(|at| self.is_name(*at)) {
                let of = self.type_refs(at, name);
                let value = self.reading.build.instance(of);
                self.local(name, value);
            }
            at = end + 1;
        }
        Some(self.expression(close + 1))
    }

    /// `T f(A a, b = 1) throws E { .. }`; `None` where it is a call.
    fn method(
        &mut self,
        (start, from, name): (usize, usize, usize),
        modifiers: &Modifiers,
        is_member: bool,
        is_constructor: bool,
    ) -> Option<usize> {
        let list = name + 1;
        let behind = self.tokens.behind(list);
        let mut open = behind;
        if self.is(open, "throws") {
            open =
                (open..self.tokens.end.min(open + 40)).find(|at| self.tokens.sign(*at, b'{')).unwrap_or(open);
        }
        let braced = self.pass_ends(open);
        let has_body = self.tokens.sign(braced, b'{') && (braced == open || is_member);
        if has_body {
            open = braced;
        } else if !is_member || (!modifiers.any && from == name) {
            return None;
        }
        let of = self.type_refs(from, name);
        let end = if has_body { (self.tokens.close(open) + 1).min(self.tokens.end) } else { behind };
        let kind = match (is_constructor, is_member) {
            (true, _) => SymbolKind::Constructor,
            (false, true) => SymbolKind::Method,
            (false, false) => SymbolKind::Function,
        };
        let id = self.define(name, (kind, Namespace::CALLABLE), (start, end, behind), modifiers.visibility);
        let value = self.reading.build.instance(of);
        let definition = self.reading.build.definition(id);
        definition.value = value;
        definition.flags.add(modifiers.flags);
        if !has_body && is_member {
            definition.flags.add(Flags::ABSTRACT);
        }
        if self.is(behind, "throws") {
            self.type_refs(behind, if has_body { open } else { end });
        }
        let whole = self.tokens.between(start, end);
        let opened = self.reading.enter(id, ScopeKind::Function, whole);
        self.parameters(id, list);
        if has_body {
            self.inside(open, |groovy, at| groovy.statements(at));
        }
        self.reading.leave(opened);
        Some(end.max(name + 1))
    }

    /// The parameters in parentheses.
    fn parameters(&mut self, id: DefId, open: usize) {
        let mut all: Vec<(Name, Span, ExprId)> = Vec::new();
        let mut defaults = Vec::new();
        self.inside(open, |groovy, mut at| {
            let last = groovy.tokens.end;
            while at < last && groovy.reading.goes_on() {
                // Commas between angles part no parameters.
                let (own, _) = groovy.modifiers(groovy.pass_ends(at));
                let name = match groovy.type_end(own) {
                    Some(next) => {
                        let rest = next + 3 * usize::from(groovy.tokens.sign(next, b'.'));
                        if groovy.is_name(rest) { rest } else { own }
                    }
                    None => own,
                };
                let end = groovy.comma(name, last);
                if groovy.is_name(name) {
                    let of = groovy.type_refs(own, name);
                    groovy.reading.build.tally.locals += u32::from(groovy.tokens.take(name));
                    let token = groovy.tokens.span(name);
                    all.push((groovy.reading.build.name(token), token, of));
                    defaults.push((name + 1, end));
                }
                at = end + 1;
            }
        });
        self.reading.parameters(id, all);
        for (start, end) in defaults {
            self.until(end, |groovy| {
                groovy.expression(start);
            });
        }
    }

    /// `package a.b`: the name is all of the path.
    pub(super) fn package(&mut self, start: usize) -> usize {
        let mut end = start + 1;
        while end < self.tokens.end && self.tokens.kind(end) != Some(Kind::End) && self.reading.goes_on() {
            end += 1;
        }
        let tokens: Vec<usize> = (start + 1..end).filter(|at| self.is_name(*at)).collect();
        let Some((last, others)) = tokens.split_last() else { return end };
        for at in others {
            self.reading.build.tally.neither += u32::from(self.tokens.take(*at));
        }
        let span = self.tokens.between(tokens[0], last + 1);
        let name: String = self.reading.build.text(span).split_whitespace().collect();
        let name = self.reading.build.names.made(&name);
        let counted = self.tokens.take(*last);
        let kind = (SymbolKind::Package, Namespace::MEMBER, Visibility::Public);
        let id = self.define_as(name, (span, counted), kind, (start, end, end));
        self.reading.build.definition(id).flags.add(Flags::DECLARATION);
        end
    }

    /// `import static a.b.C.d as e`, `import a.b.*`.
    pub(super) fn import(&mut self, start: usize) -> usize {
        let mut at = start + 1;
        at += usize::from(self.is(at, "static"));
        let is_static = at > start + 1;
        let import = ImportId(self.reading.build.facts.imports.len() as u32);
        let (mut path, mut last, mut is_all) = (Vec::new(), at, false);
        while self.reading.goes_on() {
            if self.tokens.sign(at, b'*') {
                is_all = true;
                at += 1;
                break;
            }
            if self.tokens.kind(at) != Some(Kind::Word) {
                break;
            }
            let token = self.tokens.span(at);
            let build = &mut *self.reading.build;
            path.push(build.name(token));
            let expression = build.expression(Expression::Import { import, upto: path.len() as u32 });
            build.role = Role::Import;
            build.use_member(token, expression);
            build.role = Role::Read;
            if !self.tokens.take(at) {
                self.reading.build.uses.uncount_last();
            }
            last = at;
            at += 1;
            if !self.tokens.sign(at, b'.') {
                break;
            }
            at += 1;
        }
        let Some(name) = path.last().copied() else { return at.max(start + 1) };
        let shape = if is_all { ImportShape::Wildcard } else { ImportShape::Item };
        let span = if is_all { self.tokens.between(start, at) } else { self.tokens.span(last) };
        self.reading.build.import(shape, path, ScopeId(0), span);
        let mut bound = name;
        if self.is(at, "as") && self.is_name(at + 1) {
            self.reading.build.tally.locals += u32::from(self.tokens.take(at + 1));
            bound = self.reading.build.name(self.tokens.span(at + 1));
            self.reading.build.facts.imports[import.index()].alias = Some(bound);
            at += 2;
        }
        if !is_all {
            let members = Namespace::VALUE.with(Namespace::TYPE).with(Namespace::CALLABLE);
            let namespace = if is_static { members } else { Namespace::TYPE };
            self.reading.build.bind(ScopeId(0), bound, namespace, Bound::Import(import), ExprId::UNKNOWN);
        }
        at.max(start + 1)
    }
}

//! Declarations of a file or module: namespaces, modules, what is opened.

use super::lexer::Kind;
use super::reader::{FSharp, Said};
use crate::token_reader::TokenReader;
use indexer_core::{
    Bound, ExprId, Expression, Flags, ImportId, ImportShape, Name, Namespace, Role, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};

impl FSharp<'_, '_, '_> {
    /// All declarations up to the end.
    pub(super) fn declarations(&mut self, mut at: usize) {
        while at < self.tokens.end && self.reading.goes_on() {
            at = self.declaration(at).max(at + 1);
        }
    }

    /// A declaration, or an expression that stands where one may; gives the place behind it.
    fn declaration(&mut self, start: usize) -> usize {
        let mut said = Said::nothing(start);
        let at = self.attributes(start, &mut said);
        if at >= self.tokens.end {
            return at;
        }
        let word = match self.tokens.kind(at) {
            Some(Kind::Word) => self.tokens.text(at),
            Some(Kind::Load) => return self.load(at),
            _ => "",
        };
        let continues_types = self.continues_types;
        match word {
            "namespace" if !self.is_in_type => return self.namespace(at, &said),
            "module" if !self.is_in_type => return self.module(at, &said),
            "open" => return self.open(at),
            "type" => {
                self.continues_types = true;
                return self.type_declaration(at + 1, said);
            }
            "and" if continues_types && !self.is_in_type => return self.type_declaration(at + 1, said),
            "exception" => return self.exception(at, said),
            "extern" => return self.foreign(at, said),
            "let" | "use" | "and" | "static" if word != "static" || self.is_any(at + 1, &["let", "do"]) => {
                self.continues_types = false;
                let at = at + usize::from(word == "static");
                if self.is(at, "do") {
                    return self.statement(at + 1);
                }
                return self.binding(at, said);
            }
            "val" if !self.is_in_type => return self.declared_value(at, said),
            "member" | "abstract" | "override" | "default" | "static" | "inherit" | "interface" | "val"
            | "new" | "private" | "internal" | "public"
                if self.is_in_type =>
            {
                return self.of_type(at, said);
            }
            "begin" | "end" | "class" | "struct" | "do" => return at + 1,
            _ => {}
        }
        self.statement(at)
    }

    /// An expression that is a statement.
    fn statement(&mut self, at: usize) -> usize {
        let end = self.end(at);
        self.scoped(ScopeKind::Block, (at, end), |file| {
            file.until(end, |file| file.expression(at));
            end
        })
    }

    /// The words `private`, `rec`, `inline` and their like; gives the place behind them.
    pub(super) fn modifiers(&mut self, mut at: usize, said: &mut Said) -> usize {
        while self.reading.goes_on() {
            match self.tokens.text(at) {
                "private" => said.visibility = Visibility::Private,
                "internal" => said.visibility = Visibility::Package,
                "public" | "rec" | "inline" | "mutable" => {}
                _ if self.is_attribute(at) => {
                    at = self.attributes(at, said);
                    continue;
                }
                _ => break,
            }
            at += 1;
        }
        at
    }

    /// `A.B.C`: its names, and the place behind it.
    fn dotted(&mut self, mut at: usize) -> (Vec<usize>, usize) {
        let mut names = Vec::new();
        while self.is_name(at) && self.reading.goes_on() {
            names.push(at);
            if !self.tokens.sign(at + 1, b'.') || !self.is_name(at + 2) {
                return (names, at + 1);
            }
            at += 2;
        }
        (names, at)
    }

    /// `namespace A.B`: what follows is of it.
    fn namespace(&mut self, at: usize, said: &Said) -> usize {
        let first = at + 1 + usize::from(self.is(at + 1, "rec"));
        let (names, next) = self.dotted(first);
        self.package(&names, (at, next), said);
        next.max(first + usize::from(names.is_empty()))
    }

    /// The package that names declare; its name is all of the path.
    fn package(&mut self, names: &[usize], (start, end): (usize, usize), said: &Said) {
        let (Some(first), Some((last, others))) = (names.first(), names.split_last()) else { return };
        let text: Vec<&str> = names.iter().map(|at| self.tokens.text(*at).trim_matches('`')).collect();
        let name = self.reading.build.names.made(&text.join("."));
        for at in others {
            self.reading.build.tally.neither += u32::from(self.tokens.take(*at));
        }
        let counted = self.tokens.take(*last);
        let token = Span::new(self.tokens.span(*first).start, self.tokens.span(*last).end);
        let said = Said { start, ..*said };
        let what = (SymbolKind::Package, Namespace::MEMBER);
        let id = self.define_as(name, (token, counted), what, (end, end), &said);
        let flags = &mut self.reading.build.definition(id).flags;
        flags.add(Flags::DECLARATION);
        flags.add(Flags::EXPORTED);
    }

    /// `module A = ..`, and `module A.B` over all of a file.
    fn module(&mut self, at: usize, said: &Said) -> usize {
        self.continues_types = false;
        let mut said = *said;
        let first = self.modifiers(at + 1, &mut said);
        let (names, next) = self.dotted(first);
        let Some((last, outer)) = names.split_last() else { return at + 1 };
        let is_inner = self.is_lone(next, b'=');
        if is_inner && let Some(end) = self.abbreviation(next + 1, self.end(at)) {
            return self.alias(*last, (next + 1, end));
        }
        if !is_inner {
            self.package(outer, (at, next), &Said::nothing(at));
        }
        let end = if is_inner { self.end(at) } else { self.tokens.end };
        let id = self.define(*last, (SymbolKind::Module, Namespace::TYPE), (end, next), &said);
        let body = next + usize::from(is_inner);
        if self.reading.down(self.tokens.span(at)) {
            let whole = self.tokens.between(at, end);
            let opened = self.reading.enter(id, ScopeKind::Module, whole);
            self.until(end, |file| file.declarations(body));
            let inside = self.scope();
            self.reading.leave(opened);
            self.reading.up();
            if said.is_open {
                self.give_around(inside);
            }
        }
        self.continues_types = false;
        end
    }

    /// What a module with `[<AutoOpen>]` has is seen around it without its name.
    fn give_around(&mut self, module: ScopeId) {
        let around = self.scope();
        let build = &mut *self.reading.build;
        let is_definition = |bound: Bound| matches!(bound, Bound::Definition(_));
        let given = build.facts.bindings.iter().filter(|one| one.scope == module && is_definition(one.bound));
        let given: Vec<_> = given.map(|one| (one.name, one.namespace, one.bound)).collect();
        for (name, namespace, bound) in given {
            build.bind(around, name, namespace, bound, ExprId::UNKNOWN);
        }
    }

    /// Where a path ends that is all that stands behind `module A =`.
    fn abbreviation(&mut self, at: usize, end: usize) -> Option<usize> {
        let is_path = self.is_name(at) && self.is_capital(at) && self.layout.is_same_line(at - 1, at);
        let (_, next) = if is_path { self.dotted(at) } else { return None };
        (next >= end).then_some(next)
    }

    /// `module A = B.C`: another name.
    fn alias(&mut self, at: usize, (start, end): (usize, usize)) -> usize {
        let (import, _) = self.imported(start, ImportShape::Item);
        let alias = self.name_at(at);
        self.reading.build.tally.locals += u32::from(self.tokens.take(at));
        if let Some(one) = self.reading.build.facts.imports.get_mut(import.index()) {
            one.alias = Some(alias);
            let (scope, bound) = (self.scope(), Bound::Import(import));
            self.reading.build.bind(scope, alias, Namespace::TYPE, bound, ExprId::UNKNOWN);
        }
        end
    }

    /// `open A.B`, `open type A.B`.
    fn open(&mut self, at: usize) -> usize {
        let first = at + 1 + usize::from(self.is(at + 1, "type"));
        self.imported(first, ImportShape::Wildcard).1.max(at + 1)
    }

    /// The import of a path that stands there, and the place behind it.
    fn imported(&mut self, first: usize, shape: ImportShape) -> (ImportId, usize) {
        let first = first + 2 * usize::from(self.is(first, "global") && self.tokens.sign(first + 1, b'.'));
        let import = ImportId(self.reading.build.facts.imports.len() as u32);
        let (names, next) = self.dotted(first);
        let mut path: Vec<Name> = Vec::new();
        for at in &names {
            path.push(self.name_at(*at));
            let token = self.tokens.span(*at);
            let build = &mut *self.reading.build;
            let expression = build.expression(Expression::Import { import, upto: path.len() as u32 });
            build.role = Role::Import;
            build.use_member(token, expression);
            build.role = Role::Read;
            if !self.tokens.take(*at) {
                self.reading.build.uses.uncount_last();
            }
        }
        if let Some(last) = names.last() {
            let (scope, span) = (self.scope(), self.tokens.span(*last));
            let start = first.saturating_sub(1);
            let span = if shape == ImportShape::Wildcard { self.tokens.between(start, next) } else { span };
            self.reading.build.import(shape, path, scope, span);
        }
        (import, next)
    }

    /// `#load "a.fsx" "b.fsx"`.
    fn load(&mut self, at: usize) -> usize {
        let span = self.tokens.span(at);
        let text = self.tokens.text(at);
        let mut offset = 0;
        for (index, part) in text.split('"').enumerate().take(64) {
            if index % 2 == 1 && !part.is_empty() {
                let start = span.start + offset as u32;
                let path = part.replace('\\', "/");
                let names = path.split('/').map(|step| self.reading.build.names.made(step)).collect();
                let token = Span::new(start, start + part.len() as u32);
                self.reading.build.import(ImportShape::Effect, names, ScopeId(0), token);
            }
            offset += part.len() + 1;
        }
        at + 1
    }
}

//! Declarations: types, variables, components, imports.

use super::lexer::Kind;
use super::reader::Fortran;
use super::units::Unit;
use super::words;
use indexer_core::{
    Bound, ExprId, Expression, ImportId, ImportShape, Namespace, Role, SymbolKind, Visibility,
};

/// What a declaration says of all its names.
#[derive(Clone, Copy)]
struct Said {
    of: ExprId,
    is_constant: bool,
    visibility: Visibility,
    is_pointer: bool,
}

impl Fortran<'_, '_, '_> {
    /// The type that is written there: the place behind it, and what it is where that is no type of the language.
    pub(super) fn type_spec(&mut self, at: usize) -> (usize, ExprId) {
        let word = self.tokens.text(at).to_ascii_lowercase();
        let mut next = at + 1;
        let mut of = ExprId::UNKNOWN;
        match word.as_str() {
            "double" => next += usize::from(self.is(next, "precision") || self.is(next, "complex")),
            "type" | "class" | "procedure" if self.tokens.sign(next, b'(') => {
                let close = self.tokens.close(next);
                if self.is_word(next + 1) && !words::is_type(&self.tokens.text(next + 1).to_ascii_lowercase())
                {
                    of = self.refer(next + 1, Role::Type, Namespace::TYPE);
                    self.expression(next + 2, close, Role::Read);
                }
                next = self.behind(next);
            }
            _ => {
                if self.tokens.sign(next, b'*') {
                    next += if self.tokens.sign(next + 1, b'(') { 1 } else { 2 };
                }
                if self.tokens.sign(next, b'(') {
                    let close = self.tokens.close(next);
                    self.expression(next, close, Role::Read);
                    next = self.behind(next);
                }
            }
        }
        (next.min(self.tokens.end), of)
    }

    /// `real(dp), parameter :: a = 1, b(3)`.
    pub(super) fn declaration(&mut self, start: usize) {
        let (mut at, of) = self.type_spec(start);
        let said = self.attributes(&mut at, of);
        self.entities(at, said);
    }

    /// What stands between a type and its names.
    fn attributes(&mut self, at: &mut usize, of: ExprId) -> Said {
        let mut said = Said { of, is_constant: false, visibility: Visibility::Public, is_pointer: false };
        while self.tokens.sign(*at, b',') && self.reading.goes_on() {
            let word = self.tokens.text(*at + 1).to_ascii_lowercase();
            match word.as_str() {
                "parameter" => said.is_constant = true,
                "private" => said.visibility = Visibility::Private,
                "pointer" => said.is_pointer = true,
                "dimension" | "codimension" => {
                    let close = self.tokens.close(*at + 2);
                    self.expression(*at + 2, close, Role::Read);
                }
                _ => {}
            }
            *at = self.behind_list(*at + 2);
        }
        if self.signs(*at, *b"::") {
            *at += 2;
        }
        said
    }

    /// `a = 1, b(3)` up to the end.
    fn entities(&mut self, mut at: usize, said: Said) {
        let last = self.tokens.end;
        while at < last && self.reading.goes_on() {
            let end = self.comma(at, last);
            if self.is_word(at) {
                self.entity(at, end, said);
            }
            self.expression(at + 1, end, Role::Read);
            at = end + 1;
        }
    }

    fn entity(&mut self, at: usize, end: usize, said: Said) {
        let value = self.reading.build.instance(said.of);
        let kind = match self.units.last() {
            Some(Unit::Type { inside }) if inside.is_named() => SymbolKind::Field,
            Some(Unit::Module { .. }) if said.is_constant => SymbolKind::Constant,
            Some(Unit::Module { .. }) => SymbolKind::Variable,
            Some(Unit::Procedure { .. } | Unit::Block { .. }) | None => return self.declare(at, value),
            Some(_) => return,
        };
        let name = self.name(at);
        if kind != SymbolKind::Field && !self.globals.insert(name) {
            self.refer(at, Role::Read, Namespace::VALUE);
            return;
        }
        let id = self.define(at, (kind, Namespace::VALUE), (at, end), said.visibility);
        // The signature has the type before the name.
        let head = self.tokens.between(self.first_of_statement(at), at);
        let own = self.tokens.between(at, end);
        if head.start < own.start {
            let text = format!("{} {}", self.reading.build.text(head), self.reading.build.text(own));
            self.reading.build.definition(id).signature = crate::text::folded(&text);
        }
        self.reading.build.definition(id).value = value;
    }

    /// Where what is said of all names of a declaration begins, as far as that is near.
    fn first_of_statement(&self, at: usize) -> usize {
        let mut first = at;
        while first > 0
            && at - first < 12
            && self.tokens.kind(first - 1).is_some_and(|kind| kind != Kind::End)
        {
            first -= 1;
        }
        let is_begin = first == 0 || self.tokens.kind(first - 1) == Some(Kind::End);
        // Of a long list of names only the first have it.
        if is_begin { first } else { at }
    }

    /// A name that a procedure declares: a parameter gets its type, any other is a local.
    pub(super) fn declare(&mut self, at: usize, value: ExprId) {
        let name = self.name(at);
        let unit = self.units.iter_mut().rev().take(16).find_map(|unit| match unit {
            Unit::Procedure { bound, parameters, .. } => Some((bound, parameters)),
            _ => None,
        });
        let Some((bound, parameters)) = unit else { return self.local(at, value) };
        if bound.insert(name) {
            return self.local(at, value);
        }
        let parameter = parameters.iter().find(|one| one.0 == name).copied();
        if let Some((_, parameter, binding)) = parameter
            && let Expression::Instance(of) = self.of(value)
        {
            let facts = &mut self.reading.build.facts;
            facts.parameters[parameter].annotation = of;
            facts.bindings[binding].value = value;
        }
        self.refer(at, Role::Read, Namespace::VALUE);
    }

    fn of(&self, value: ExprId) -> Expression {
        let all = &self.reading.build.facts.expressions;
        if value.is_unknown() { Expression::Unknown } else { all[value.0 as usize] }
    }

    /// A name that is given a value: where nothing has to declare it, it is a local.
    pub(super) fn given(&mut self, at: usize) {
        if !self.is_word(at) || !self.is_implicit() {
            return;
        }
        let name = self.name(at);
        if self.globals.contains(&name) {
            return;
        }
        let mut procedures = self.units.iter_mut().rev().take(8).filter_map(|unit| match unit {
            Unit::Procedure { bound, .. } => Some(bound),
            _ => None,
        });
        let Some(own) = procedures.next() else { return };
        if procedures.any(|bound| bound.contains(&name)) {
            return;
        }
        if own.insert(name) {
            self.local(at, ExprId::UNKNOWN);
        }
    }

    /// Names behind an attribute (`dimension a(3)`), which are declared by that.
    pub(super) fn attributed(&mut self, mut at: usize) {
        if self.signs(at, *b"::") {
            at += 2;
        }
        let last = self.tokens.end;
        while at < last && self.reading.goes_on() {
            let end = self.comma(at, last);
            // `common /name/ a`
            if self.tokens.sign(at, b'/') {
                at = if self.tokens.sign(at + 1, b'/') { at + 2 } else { at + 3 };
            }
            self.given(at);
            self.expression(at, end, Role::Read);
            at = end + 1;
        }
    }

    /// `parameter (a = 1, b = 2)`.
    pub(super) fn constants(&mut self, open: usize) {
        let close = self.tokens.close(open);
        let mut at = open + 1;
        while at < close && self.reading.goes_on() {
            let end = self.comma(at, close);
            if self.is_word(at) && self.gives(at + 1) {
                match self.units.last() {
                    Some(Unit::Module { .. }) => {
                        let of = ExprId::UNKNOWN;
                        let visibility = Visibility::Public;
                        self.entity(at, end, Said { of, is_constant: true, visibility, is_pointer: false });
                    }
                    _ => self.declare(at, ExprId::UNKNOWN),
                }
                self.expression(at + 2, end, Role::Read);
            }
            at = end + 1;
        }
    }

    /// `procedure :: a => b` of a type, `procedure a, b` of an interface, `procedure(f), pointer :: p`.
    pub(super) fn bound_procedures(&mut self, start: usize) {
        let (mut at, of) = self.type_spec(start);
        let said = self.attributes(&mut at, of);
        let (is_type, scope) = match self.units.last() {
            Some(Unit::Type { inside }) if !said.is_pointer => (inside.is_named(), Some(inside.scope())),
            Some(Unit::Interface { .. }) => (false, None),
            _ => return self.entities(at, said),
        };
        let last = self.tokens.end;
        while at < last && self.reading.goes_on() {
            let end = self.comma(at, last);
            if self.is_word(at) {
                match scope {
                    Some(_) if is_type => {
                        let target = self.signs(at + 1, *b"=>") && self.is_word(at + 3);
                        let kind = (SymbolKind::Method, Namespace::VALUE);
                        let id = self.define(at, kind, (at, end), said.visibility);
                        if target {
                            let value = self.refer(at + 3, Role::Read, Namespace::VALUE);
                            self.reading.build.definition(id).value = value;
                        }
                    }
                    Some(_) => {}
                    None => {
                        self.refer(at, Role::Read, Namespace::VALUE);
                    }
                }
            }
            at = end + 1;
        }
    }

    /// `generic :: a => b, c` and `final :: a` of a type.
    pub(super) fn generic(&mut self, start: usize, is_final: bool) {
        let mut at = start + 1;
        let said = self.attributes(&mut at, ExprId::UNKNOWN);
        let Some(Unit::Type { inside }) = self.units.last() else { return };
        let (scope, is_named) = (inside.scope(), inside.is_named());
        if is_final {
            return self.expression(at, self.tokens.end, Role::Read);
        }
        if self.is_word(at) && self.signs(at + 1, *b"=>") && is_named {
            let kind = (SymbolKind::Method, Namespace::VALUE);
            self.define(at, kind, (at, self.tokens.end), said.visibility);
        }
        let Some(target) = (at..self.tokens.end).find(|at| self.signs(*at, *b"=>")) else { return };
        let this = self.reading.build.expression(Expression::SelfInstance(scope));
        for at in target + 2..self.tokens.end {
            if self.is_word(at) {
                self.member(at, this, Role::Read);
            }
        }
    }

    /// `enumerator :: a = 1, b`.
    pub(super) fn enumerators(&mut self, mut at: usize) {
        if self.signs(at, *b"::") {
            at += 2;
        }
        let last = self.tokens.end;
        while at < last && self.reading.goes_on() {
            let end = self.comma(at, last);
            if self.is_word(at) {
                self.define(at, (SymbolKind::Variant, Namespace::VALUE), (at, end), Visibility::Public);
                self.expression(at + 1, end, Role::Read);
            }
            at = end + 1;
        }
    }

    /// `private`, `public :: a, b` of a module.
    pub(super) fn visibility(&mut self, mut at: usize, visibility: Visibility) {
        if self.signs(at, *b"::") {
            at += 2;
        }
        let Some(Unit::Module { .. }) = self.units.last() else { return };
        if at >= self.tokens.end {
            if let Some(Unit::Module { is_private, .. }) = self.units.last_mut() {
                *is_private = visibility == Visibility::Private;
            }
            return;
        }
        let last = self.tokens.end;
        while at < last && self.reading.goes_on() {
            let end = self.comma(at, last);
            if self.is_word(at) && !self.tokens.sign(at + 1, b'(') {
                let name = self.name(at);
                self.refer(at, Role::Read, Namespace::VALUE.with(Namespace::TYPE));
                if let Some(Unit::Module { told, .. }) = self.units.last_mut() {
                    told.push((name, visibility));
                }
            }
            at = end + 1;
        }
    }

    /// `use m`, `use, intrinsic :: m, only: a => b`.
    pub(super) fn import(&mut self, start: usize) {
        let mut at = start + 1;
        while self.tokens.sign(at, b',') {
            at += 2;
        }
        if self.signs(at, *b"::") {
            at += 2;
        }
        self.is_explicit();
        if !self.is_word(at) {
            return;
        }
        let module = at;
        let only = self.is(at + 2, "only") && self.tokens.sign(at + 3, b':');
        self.import_module(module, if only { ImportShape::Effect } else { ImportShape::Wildcard });
        at += if only { 4 } else { 2 };
        let last = self.tokens.end;
        while at < last && self.reading.goes_on() {
            let end = self.comma(at, last);
            let renames = self.signs(at + 1, *b"=>");
            let own = if renames { at + 3 } else { at };
            // Operators have no name.
            if self.is_word(at) && self.is_word(own) && !self.tokens.sign(own + 1, b'(') {
                let import = ImportId(self.reading.build.facts.imports.len() as u32);
                self.import_token(own, import, 2);
                let path = vec![self.name(module), self.name(own)];
                let (scope, span) = (self.reading.build.scope, self.tokens.span(own));
                self.reading.build.import(ImportShape::Item, path, scope, span);
                let bound = self.name(at);
                if renames {
                    self.reading.build.tally.locals += u32::from(self.tokens.take(at));
                    self.reading.build.facts.imports[import.index()].alias = Some(bound);
                }
                self.reading.build.bind(scope, bound, Namespace::ANY, Bound::Import(import), ExprId::UNKNOWN);
            }
            at = end + 1;
        }
    }
}

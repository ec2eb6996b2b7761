//! What nests: modules, procedures, interfaces, types.

use super::lexer::Kind;
use super::reader::Fortran;
use super::words;
use crate::build::Place;
use crate::reader::Opened;
use indexer_core::{
    DefId, ExprId, Expression, Flags, ImportId, ImportShape, Name, Namespace, Role, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};
use rustc_hash::FxHashSet;

/// A definition while what stands in it is read; the scope alone of one whose name is put together.
pub(super) struct Inside {
    id: Option<DefId>,
    opened: Option<Opened>,
    around: Place,
    scope: ScopeId,
    /// The first token.
    begin: Span,
    /// True where that was allowed.
    is_down: bool,
}

/// What is open while statements are read.
pub(super) enum Unit {
    Module {
        inside: Inside,
        /// True where names are private unless a list says otherwise.
        is_private: bool,
        /// Names whose visibility a list says.
        told: Vec<(Name, Visibility)>,
        defined: Vec<(Name, DefId)>,
        is_implicit: bool,
    },
    Procedure {
        inside: Inside,
        /// Names of locals.
        bound: FxHashSet<Name>,
        /// Names of parameters, with the places of the parameter and of its binding.
        parameters: Vec<(Name, usize, usize)>,
        /// True where names that nothing declares are locals.
        is_implicit: bool,
    },
    Interface {
        id: Option<DefId>,
        is_abstract: bool,
    },
    Type {
        inside: Inside,
    },
    Enum,
    Block {
        inside: Inside,
    },
}

impl Unit {
    /// How many kinds there are.
    pub(super) const KINDS: usize = 6;
    const MODULE: usize = 0;
    const PROCEDURE: usize = 1;
    const INTERFACE: usize = 2;
    pub(super) const TYPE: usize = 3;
    const ENUM: usize = 4;
    const BLOCK: usize = 5;

    fn kind(&self) -> usize {
        match self {
            Unit::Module { .. } => Self::MODULE,
            Unit::Procedure { .. } => Self::PROCEDURE,
            Unit::Interface { .. } => Self::INTERFACE,
            Unit::Type { .. } => Self::TYPE,
            Unit::Enum => Self::ENUM,
            Unit::Block { .. } => Self::BLOCK,
        }
    }
}

impl Unit {
    /// Where it begins, where that is known.
    pub(super) fn begin(&self) -> Option<Span> {
        match self {
            Unit::Module { inside, .. }
            | Unit::Procedure { inside, .. }
            | Unit::Type { inside }
            | Unit::Block { inside } => Some(inside.begin),
            Unit::Interface { .. } | Unit::Enum => None,
        }
    }
}

impl Inside {
    /// The scope of what is open.
    pub(super) fn scope(&self) -> ScopeId {
        self.scope
    }

    /// True for what has a name.
    pub(super) fn is_named(&self) -> bool {
        self.id.is_some()
    }
}

impl Fortran<'_, '_, '_> {
    fn open(&mut self, unit: Unit) {
        self.counts[unit.kind()] += 1;
        self.units.push(unit);
    }

    /// Goes into what is defined, up to where it is closed.
    fn enter(&mut self, id: Option<DefId>, kind: ScopeKind, start: usize) -> Inside {
        let around = self.reading.build.place();
        let whole = self.tokens.between(start, self.tokens.end);
        let is_down = self.reading.down(self.tokens.span(start));
        let opened = id.filter(|_| is_down).map(|id| self.reading.enter(id, kind, whole));
        if is_down && id.is_none() {
            let kind = if kind == ScopeKind::Function { ScopeKind::Lambda } else { kind };
            self.reading.build.open_scope(kind, whole);
        }
        let begin = self.tokens.span(start);
        Inside { id, opened, around, scope: self.reading.build.scope, begin, is_down }
    }

    /// Leaves it, where the statement ends.
    fn leave(&mut self, inside: Inside) {
        let Inside { id, opened, around, scope, is_down, .. } = inside;
        let end = self.tokens.span(self.tokens.end.saturating_sub(1)).end;
        if let Some(id) = id {
            let span = &mut self.reading.build.definition(id).span;
            span.end = span.end.max(end);
        }
        if is_down {
            let span = &mut self.reading.build.facts.scopes[scope.index()].span;
            span.end = span.end.max(end);
            self.reading.up();
        }
        if let Some(opened) = opened {
            self.reading.leave(opened);
        }
        self.reading.build.restore(around);
    }

    fn close_last(&mut self) {
        let Some(unit) = self.units.pop() else { return };
        self.counts[unit.kind()] -= 1;
        match unit {
            Unit::Module { inside, is_private, told, defined, .. } => {
                let told: rustc_hash::FxHashMap<Name, Visibility> = told.into_iter().collect();
                let others = if is_private { Visibility::Private } else { Visibility::Public };
                for (name, id) in defined {
                    let definition = self.reading.build.definition(id);
                    if definition.visibility == Visibility::Public {
                        definition.visibility = told.get(&name).copied().unwrap_or(others);
                    }
                }
                self.globals.clear();
                self.leave(inside);
            }
            Unit::Interface { id, .. } => {
                let end = self.tokens.span(self.tokens.end.saturating_sub(1)).end;
                if let Some(id) = id {
                    let span = &mut self.reading.build.definition(id).span;
                    span.end = span.end.max(end);
                }
            }
            Unit::Procedure { inside, .. } | Unit::Type { inside } | Unit::Block { inside } => {
                self.leave(inside)
            }
            Unit::Enum => {}
        }
    }

    /// Closes the innermost one of a kind, with all that is open in it.
    fn close(&mut self, kind: usize) {
        if self.counts[kind] == 0 {
            return;
        }
        while let Some(unit) = self.units.last() {
            let is_it = unit.kind() == kind;
            self.close_last();
            if is_it {
                break;
            }
        }
    }

    pub(super) fn close_all(&mut self) {
        while !self.units.is_empty() {
            self.close_last();
        }
    }

    /// `end`, `end function f`, `endif`.
    pub(super) fn end(&mut self, at: usize, word: &str) {
        let of = word.strip_prefix("end").unwrap_or("");
        let next = self.tokens.text(at + 1).to_ascii_lowercase();
        let of = match of {
            "" if self.is_word(at + 1) && at + 1 < self.tokens.end => next.as_str(),
            of => of,
        };
        match of {
            "" => self.close_last(),
            "subroutine" | "function" | "program" | "procedure" => self.close(Unit::PROCEDURE),
            "module" | "submodule" => self.close(Unit::MODULE),
            "interface" => self.close(Unit::INTERFACE),
            "type" => self.close(Unit::TYPE),
            "enum" => self.close(Unit::ENUM),
            "block" if self.is(at + 2, "data") => self.close(Unit::PROCEDURE),
            "blockdata" => self.close(Unit::PROCEDURE),
            "block" | "associate" => self.close(Unit::BLOCK),
            "if" | "do" | "select" => self.reading.build.meter.leave(),
            _ => {}
        }
    }

    /// True where nothing but names that are declared may be used.
    pub(super) fn is_implicit(&self) -> bool {
        self.units.iter().rev().take(4).find_map(|unit| match unit {
            Unit::Module { is_implicit, .. } | Unit::Procedure { is_implicit, .. } => Some(*is_implicit),
            _ => None,
        }) != Some(false)
    }

    /// Names that nothing declares here come from elsewhere, or are not allowed.
    pub(super) fn is_explicit(&mut self) {
        for unit in self.units.iter_mut().rev().take(4) {
            if let Unit::Module { is_implicit, .. } | Unit::Procedure { is_implicit, .. } = unit {
                *is_implicit = false;
                break;
            }
        }
    }

    /// `module m`, `submodule (a:b) m`.
    pub(super) fn module(&mut self, start: usize, at: usize) {
        let is_submodule = at > start + 1;
        let id = self.is_word(at).then(|| {
            let kind = (SymbolKind::Module, Namespace::MEMBER);
            let id = self.define(at, kind, (start, self.tokens.end), Visibility::Public);
            self.reading.build.definition(id).flags.add(Flags::EXPORTED);
            id
        });
        let inside = self.enter(id, ScopeKind::Module, start);
        let (told, defined) = (Vec::new(), Vec::new());
        let is_implicit = !is_submodule;
        self.open(Unit::Module { inside, is_private: false, told, defined, is_implicit });
        if is_submodule {
            // The last of those that are named is the one around it.
            let close = self.tokens.close(start + 1);
            if let Some(parent) = (start + 2..close).rev().find(|at| self.is_word(*at)) {
                self.import_module(parent, ImportShape::Wildcard);
            }
        }
    }

    /// Imports the module whose name stands there, in the current scope.
    pub(super) fn import_module(&mut self, at: usize, shape: ImportShape) {
        let name = self.name(at);
        let import = ImportId(self.reading.build.facts.imports.len() as u32);
        self.import_token(at, import, 1);
        let scope = self.reading.build.scope;
        let span = self.tokens.span(at);
        self.reading.build.import(shape, vec![name], scope, span);
    }

    /// The token there is a part of an import.
    pub(super) fn import_token(&mut self, at: usize, import: ImportId, upto: u32) {
        let name = self.name(at);
        let counted = self.tokens.take(at);
        let build = &mut *self.reading.build;
        let expression = build.expression(Expression::Import { import, upto });
        build.role = Role::Import;
        build.use_member_as(name, self.tokens.span(at), expression);
        build.role = Role::Read;
        if !counted {
            build.uses.uncount_last();
        }
    }

    /// The word that says what a procedure is, where a statement begins one: it has a name behind it.
    pub(super) fn procedure_word(&self, start: usize) -> Option<usize> {
        let mut at = start;
        while at < self.tokens.end.min(start + 24) {
            let text = self.tokens.text(at);
            let is_named = matches!(self.tokens.kind(at + 1), Some(Kind::Word | Kind::Composed));
            if self.is_word(at) && is_named && text.eq_ignore_ascii_case("subroutine") {
                return Some(at);
            }
            if self.is_word(at)
                && is_named
                && text.eq_ignore_ascii_case("function")
                && self.tokens.sign(at + 2, b'(')
            {
                return Some(at);
            }
            at = match self.tokens.kind(at) {
                Some(Kind::Word) if words::is_prefix(&text.to_ascii_lowercase()) => at + 1,
                Some(Kind::Sign(b'(')) if at > start => self.behind(at),
                Some(Kind::Sign(b'*') | Kind::Number) if at > start => at + 1,
                _ => return None,
            };
        }
        None
    }

    /// A procedure that begins at `start`, whose name stands at `at`; a program has no list.
    pub(super) fn procedure(&mut self, start: usize, at: usize, is_function: bool) {
        let (is_inside, is_abstract) = match self.units.last() {
            Some(Unit::Interface { is_abstract, .. }) => (true, *is_abstract),
            _ => (false, false),
        };
        let is_outside = self.units.is_empty();
        let is_implicit = is_inside || self.is_implicit();
        if is_function && at > start + 1 {
            self.types_before(start, at - 1);
        }
        let id = self.is_word(at).then(|| {
            let kind = match is_abstract {
                true => (SymbolKind::Interface, Namespace::TYPE.with(Namespace::VALUE)),
                false => (SymbolKind::Function, Namespace::VALUE),
            };
            let id = self.define(at, kind, (start, self.tokens.end), Visibility::Public);
            let flags = &mut self.reading.build.definition(id).flags;
            if is_inside && !is_abstract {
                flags.add(Flags::DECLARATION);
            } else if is_outside {
                flags.add(Flags::EXPORTED);
            }
            id
        });
        let inside = self.enter(id, ScopeKind::Function, start);
        let mut bound = FxHashSet::default();
        let mut all = Vec::new();
        let end = self.tokens.end;
        if self.tokens.sign(at + 1, b'(') {
            for one in at + 2..self.tokens.close(at + 1) {
                let name = self.name(one);
                if self.is_word(one) && bound.insert(name) {
                    self.reading.build.tally.locals += u32::from(self.tokens.take(one));
                    all.push((name, self.tokens.span(one), ExprId::UNKNOWN));
                }
            }
        }
        let mut parameters = Vec::new();
        match id {
            Some(id) => {
                let binding = self.reading.build.facts.bindings.len();
                let names: Vec<Name> = all.iter().map(|one| one.0).collect();
                self.reading.parameters(id, all);
                let first = self.reading.build.definition(id).parameters.start as usize;
                parameters
                    .extend(names.into_iter().zip(0..).map(|(name, nth)| (name, first + nth, binding + nth)));
            }
            None => {
                for (name, ..) in all {
                    self.bind(name);
                }
            }
        }
        // What a function gives is a variable of the name of it, unless it is called otherwise.
        let result = (at + 1..end).find(|at| self.is(*at, "result") && self.tokens.sign(*at + 1, b'('));
        self.open(Unit::Procedure { inside, bound, parameters, is_implicit });
        match result {
            Some(result) if self.is_word(result + 2) => self.declare(result + 2, ExprId::UNKNOWN),
            _ if is_function => {
                let name = self.name(at);
                self.bind(name);
                if let Some(Unit::Procedure { bound, .. }) = self.units.last_mut() {
                    bound.insert(name);
                }
            }
            _ => {}
        }
    }

    /// Binds a local that no token of its own introduces.
    fn bind(&mut self, name: Name) {
        let scope = self.reading.build.scope;
        self.reading.build.shapes.introduce(scope, name);
        self.reading.build.bind_local(scope, name, Namespace::VALUE, 0, ExprId::UNKNOWN);
    }

    /// The types that stand before `function`.
    fn types_before(&mut self, start: usize, end: usize) {
        let around = std::mem::replace(&mut self.tokens.end, end);
        let mut at = start;
        while at < end {
            at = match words::is_type(&self.tokens.text(at).to_ascii_lowercase()) {
                true => self.type_spec(at).0.max(at + 1),
                false => at + 1,
            };
        }
        self.tokens.end = around;
    }

    /// `interface`, `interface swap`, `abstract interface`.
    pub(super) fn interface(&mut self, start: usize, at: usize) {
        let is_abstract = at > start;
        let is_name = self.is_word(at + 1) && !self.tokens.sign(at + 2, b'(');
        let id = is_name.then(|| {
            let kind = (SymbolKind::Function, Namespace::VALUE);
            self.define(at + 1, kind, (start, self.tokens.end), Visibility::Public)
        });
        self.open(Unit::Interface { id, is_abstract });
    }

    /// `type, extends(base) :: t`; false where it is no definition.
    pub(super) fn derived_type(&mut self, start: usize) -> bool {
        let mut at = start + 1;
        let mut base = None;
        while self.tokens.sign(at, b',') {
            if self.is(at + 1, "extends") && self.is_word(at + 3) {
                base = Some(at + 3);
            }
            at = self.behind_list(at + 2);
        }
        if self.signs(at, *b"::") {
            at += 2;
        }
        // `type is (t)` chooses in `select type`.
        if !matches!(self.tokens.kind(at), Some(Kind::Word | Kind::Composed))
            || (self.is(at, "is") && self.tokens.sign(at + 1, b'('))
        {
            return false;
        }
        let id = self.is_word(at).then(|| {
            let kind = (SymbolKind::Struct, Namespace::TYPE.with(Namespace::VALUE));
            self.define(at, kind, (start, self.tokens.end), Visibility::Public)
        });
        let base = base.map(|base| self.refer(base, Role::Inherit, Namespace::TYPE));
        if let Some((id, base)) = id.zip(base) {
            let bases = self.reading.build.list(&[base]);
            self.reading.build.definition(id).bases = bases;
        }
        let inside = self.enter(id, ScopeKind::Type, start);
        self.open(Unit::Type { inside });
        true
    }

    pub(super) fn enumeration(&mut self) {
        self.open(Unit::Enum);
    }

    /// `associate (a => b)`, `block`.
    pub(super) fn block(&mut self, start: usize, names: bool) {
        let inside = self.enter(None, ScopeKind::Block, start);
        let is_down = inside.is_down;
        self.open(Unit::Block { inside });
        let close = self.tokens.close(start + 1);
        let mut at = start + 2;
        while names && at < close && self.reading.goes_on() {
            let end = self.comma(at, close);
            if self.is_word(at) && self.signs(at + 1, *b"=>") {
                self.expression(at + 3, end, Role::Read);
                let name = self.name(at);
                self.reading.build.tally.locals += u32::from(self.tokens.take(at));
                if is_down {
                    self.bind(name);
                }
            }
            at = end + 1;
        }
    }
}

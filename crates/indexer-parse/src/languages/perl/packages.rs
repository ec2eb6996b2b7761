//! Packages: what they are, inherit and export.

use super::lexer::{Kind, is_start};
use super::reader::Perl;
use crate::build::Place;
use crate::reader::Opened;
use crate::token_reader::TokenReader;
use indexer_core::{
    Bound, DefId, ExprId, Expression, Flags, Namespace, Role, ScopeId, ScopeKind, SymbolKind,
};

/// A package while what is of it is read.
pub(super) struct Package {
    id: DefId,
    opened: Opened,
    /// Where the reading stood before it.
    place: Place,
    /// What `$self` was around it.
    was: (ExprId, ExprId),
    /// Its scope and that around it, where it goes on up to the next package.
    around: Option<(ScopeId, ScopeId)>,
    /// How many blocks are open around it.
    blocks: u32,
    bases: Vec<ExprId>,
    /// The variables that list what it exports.
    lists: Vec<(usize, DefId)>,
}

impl Package {
    /// Where variables are declared that stand in the scope, if it is that of a package without braces.
    pub(super) fn around(&self, scope: ScopeId) -> Option<ScopeId> {
        self.around.filter(|(own, _)| *own == scope).map(|(_, around)| around)
    }
}

impl Perl<'_, '_, '_> {
    /// `package A::B;`, `package A { .. }`.
    pub(super) fn package(&mut self, start: usize) -> usize {
        let at = start + 1;
        let end = self.statement_end(at);
        let open = (at + 1..end).find(|at| self.tokens.sign(*at, b'{')).filter(|open| *open < at + 6);
        // A package of a block ends where the block does.
        let is_inner = self.package.as_ref().is_some_and(|package| package.blocks < self.blocks);
        if open.is_some() || is_inner {
            self.outer.extend(self.package.take());
        } else {
            self.close_package();
        }
        let place = self.reading.build.place();
        let around = place.scope();
        self.reading.build.belongs_to_file();
        let last = open.map_or(self.tokens.end, |open| (self.tokens.close(open) + 1).min(self.tokens.end));
        let (name, token) = (self.declared_name(at), self.tokens.span(at));
        let kind = (SymbolKind::Module, Namespace::MEMBER);
        let id = self.define((at, name, token), kind, (start, last, at + 1));
        self.reading.build.definition(id).flags.add(Flags::EXPORTED);
        let whole = self.tokens.between(start, last);
        let opened = self.reading.enter(id, ScopeKind::Type, whole);
        let scope = self.reading.build.scope;
        let this = self.reading.build.expression(Expression::SelfInstance(scope));
        let was = (std::mem::replace(&mut self.this, this), std::mem::replace(&mut self.receiver, this));
        let around = open.is_none().then_some((scope, around));
        let blocks = self.blocks;
        self.package =
            Some(Package { id, opened, place, was, around, blocks, bases: Vec::new(), lists: Vec::new() });
        match open {
            Some(open) => {
                let behind = self.inside(open, |perl, at| perl.statements(at));
                self.close_package();
                self.package = self.outer.pop();
                behind
            }
            None => at + 1,
        }
    }

    /// Leaves the package that is open.
    pub(super) fn close_package(&mut self) {
        let Some(Package { id, opened, place, was, bases, .. }) = self.package.take() else { return };
        let bases = self.reading.build.list(&bases);
        self.reading.build.definition(id).bases = bases;
        (self.this, self.receiver) = was;
        self.reading.leave(opened);
        self.reading.build.restore(place);
    }

    /// Leaves the packages that began in the block that ends.
    pub(super) fn leave_packages_of_block(&mut self) {
        while self.package.as_ref().is_some_and(|package| package.blocks == self.blocks) {
            self.close_package();
            self.package = self.outer.pop();
        }
    }

    /// True for a variable that says what the package inherits or exports.
    pub(super) fn is_list(&self, at: usize) -> bool {
        self.tokens.kind(at) == Some(Kind::Variable)
            && matches!(self.tokens.text(at), "@ISA" | "@EXPORT" | "@EXPORT_OK")
            && self.package.is_some()
    }

    /// Notes where a variable is defined that lists what the package exports.
    pub(super) fn lists_variable(&mut self, at: usize, id: DefId) {
        let (text, tokens) = (self.tokens.text(at), &self.tokens);
        if self.is_list(at)
            && let Some(package) = &mut self.package
            && !package.lists.iter().any(|(one, _)| tokens.text(*one) == text)
        {
            package.lists.push((at, id));
        }
    }

    /// `@ISA = ('A')`, `@EXPORT = qw(a b)`: what such a variable is given.
    pub(super) fn listed_by(&mut self, at: usize) {
        let until = self.statement_end(at);
        // Nothing else stands in such a list than texts.
        let end = (at + 1..until).find(|at| matches!(self.tokens.kind(*at), Some(Kind::Sign(b'{' | b'}'))));
        let end = end.unwrap_or(until);
        if self.tokens.text(at) == "@ISA" {
            self.bases(at + 1, end);
            return;
        }
        let lists = self.package.as_ref().map_or(&[][..], |package| &package.lists);
        let known = lists.iter().find(|(one, _)| self.tokens.text(*one) == self.tokens.text(at));
        let id = match known {
            Some((_, id)) => *id,
            None => {
                let (name, token) = (self.declared_name(at), self.tokens.span(at));
                let kind = (SymbolKind::Variable, Namespace::VALUE);
                let id = self.define((at, name, token), kind, (at, end, end));
                self.lists_variable(at, id);
                id
            }
        };
        let build = &mut *self.reading.build;
        let place = build.place();
        let body = build.definition(id).body;
        let scope = body.unwrap_or_else(|| build.open_scope(ScopeKind::Module, self.tokens.between(at, end)));
        build.definition(id).body = Some(scope);
        build.restore(place);
        for one in at + 1..end {
            if self.tokens.kind(one) == Some(Kind::Text) {
                for (word, _) in self.listed(one) {
                    let name = self.reading.build.names.made(word.trim_start_matches('&'));
                    self.reading.build.bind(scope, name, Namespace::CALLABLE, Bound::Alias, ExprId::UNKNOWN);
                }
            }
        }
    }

    /// Packages that texts name are those that the one around inherits from.
    pub(super) fn bases(&mut self, start: usize, end: usize) {
        let mut bases = Vec::new();
        for at in start..end {
            if self.is(at, "base") && self.tokens.sign(at.wrapping_sub(1), b'-') {
                // `use Mojo::Base -base` inherits from the module that is used.
                bases.push(self.path(start - 1, self.tokens.span(start - 1), false, Role::Inherit));
            }
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
}

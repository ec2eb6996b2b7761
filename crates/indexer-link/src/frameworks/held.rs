//! Where what a definition holds comes from: a function by its decorator, a variable or field by its value.

use super::origin::{Origin, Origins};
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::{Binding, Bound, DefId, Expression, ScopeId, SymbolKind};

impl Origins<'_, '_, '_> {
    /// What the outermost decorator of a function makes of it, where a rule says that: `@click.group()`.
    fn decorated(&self, sym: Symbol, depth: u32) -> Option<Origin> {
        let unit = self.db.unit(sym.file)?;
        self.db.depend_on_symbol(sym);
        let decorator = *unit.facts.list(unit.facts.definition(sym.def).decorators).first()?;
        let name = match unit.facts.expression(decorator) {
            Expression::Call { of, .. } => of,
            _ => decorator,
        };
        let origin = self.follow(sym.file, name, depth)?;
        let path = self.rules.results.get(&origin.path)?.clone();
        Some(Origin { path, router: Some(sym), is_possible: origin.is_possible, ..Origin::default() })
    }

    /// What a variable or field holds.
    pub(super) fn held(&self, sym: Symbol, depth: u32) -> Option<Origin> {
        use SymbolKind::{Constant, Field, Property, Static, Variable};
        let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
        let kind = unit.kind(sym.def);
        if kind.is_callable() {
            return self.decorated(sym, depth);
        }
        if kind.is_type() {
            return self.of_bases(sym, depth);
        }
        if !matches!(kind, Variable | Constant | Static | Field | Property) {
            return None;
        }
        self.db.depend_on_symbol(sym);
        let value = unit.facts.definition(sym.def).value;
        let found = self.follow(sym.file, value, depth)?.given_back();
        // Another name of a router is the same router.
        let is_alias = matches!(
            unit.facts.expression(value),
            Expression::Name { .. } | Expression::Member { .. } | Expression::Import { .. }
        );
        // So is what declares its paths on it, and what one of its own functions gives, where the file stands for that:
        // `module.exports = router.routes()`.
        let router = found.router.filter(|_| is_alias || found.is_upon || stands_for_file(unit, sym.def));
        Some(Origin { router: router.or(Some(sym)), made: None, ..found })
    }
}

/// True for the definition that who imports a file as a whole, or its default, gets.
fn stands_for_file(unit: &Unit<'_>, def: DefId) -> bool {
    let names = [unit.rules.whole_module, unit.rules.default_export];
    let is_whole = |binding: &Binding| names.contains(&Some(unit.facts.name(binding.name)));
    unit.facts.bindings(ScopeId(0)).iter().any(|one| one.bound == Bound::Definition(def) && is_whole(one))
}

//! Decorators of the program's own that bear one of a framework: types with `@UseCase` are what `@Component @interface UseCase`
//! makes of them.

use super::entries::File;
use super::origin::Origin;
use crate::resolve::resolve;
use crate::value::Value;
use indexer_core::framework::{Makes, Occasion};
use indexer_core::{ExprId, Expression, SymbolKind};

/// More decorators of one type than this are not looked at.
const MOST_DECORATORS: usize = 16;

impl File<'_, '_, '_> {
    /// The decorator of a framework by which types are provided that the decorator of the program's own bears.
    pub(super) fn composed(&self, named: ExprId) -> Option<Origin> {
        if !self.unit.rules.types_are_decorators {
            return None;
        }
        let Value::Definition(sym) = resolve(self.db, self.db.file(), named, None).0.only()? else {
            return None;
        };
        let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
        let definition = unit.facts.definition(sym.def);
        self.db.depend_on_symbol(sym);
        let decorators = unit.facts.list(definition.decorators).iter().take(MOST_DECORATORS);
        let origins = decorators.filter_map(|decorator| {
            let of = match unit.facts.expression(*decorator) {
                Expression::Call { of, .. } => of,
                _ => *decorator,
            };
            self.origins.of(sym.file, of)
        });
        let mut providing = origins.filter(|origin| {
            let provides = Makes::Symbol(SymbolKind::Provider);
            self.rules.of(&origin.path).any(|rule| rule.on == Occasion::Derive && rule.makes == provides)
        });
        providing.next()
    }
}

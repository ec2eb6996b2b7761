//! Calls whose first argument says what a rule looks for: `router.openapi(createRoute({ method: "get", path: "/x" }), handler)`,
//! with what describes the route written there or held by a constant.

use super::entries::{File, Match};
use crate::resolve::resolve;
use crate::value::Value;
use indexer_core::{ExprId, Expression, FileId, List, SymbolKind};

impl File<'_, '_, '_> {
    /// The file and the arguments of the call that describes what is made; `None` where it is not known which that is.
    pub(super) fn specified(&self, of: &Match<'_>) -> Option<(FileId, List)> {
        let first = *self.unit.facts.list(of.arguments).first()?;
        let (file, call) = match self.unit.facts.expression(first) {
            Expression::Call { .. } => (self.db.file(), first),
            _ => self.held_call(first)?,
        };
        let Expression::Call { of: callee, arguments } = self.db.unit(file)?.facts.expression(call) else {
            return None;
        };
        let by = self.origins.of(file, callee)?;
        of.rule.described_by.contains(&by.path).then_some((file, arguments))
    }

    /// The value of a constant that an expression names.
    fn held_call(&self, id: ExprId) -> Option<(FileId, ExprId)> {
        let Value::Definition(sym) = resolve(self.db, self.db.file(), id, None).0.only()? else {
            return None;
        };
        let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
        self.db.depend_on_symbol(sym);
        let is_constant = unit.kind(sym.def) == SymbolKind::Constant;
        is_constant.then(|| (sym.file, unit.facts.definition(sym.def).value))
    }
}

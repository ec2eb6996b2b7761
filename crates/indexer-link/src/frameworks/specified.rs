//! Calls whose first argument says what a rule looks for: `router.openapi(createRoute({ method: "get", path: "/x" }), handler)`,
//! with what describes the route written there or held by a constant.

use super::entries::{File, Match, entry};
use super::handlers::To;
use super::origin::Origin;
use super::places::{argument, methods_at};
use super::texts::{Written, written};
use crate::resolve::resolve;
use crate::value::{Symbol, Value};
use indexer_core::framework::Methods;
use indexer_core::{DependencyKey, ExprId, Expression, FileId, FrameworkEntry, List, SymbolKind};

/// More functions of one call than this are not looked at.
const MOST_FUNCTIONS: usize = 100;
/// Longer chains of calls are not followed.
const LONGEST_CHAIN: usize = 16;

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

    /// What functions answer that are given, each as its own decorator says: `routes!(list, add)`.
    pub(super) fn by_decorators(
        &self,
        at: u32,
        decorator: &str,
        of: &Match<'_>,
        all: &mut Vec<FrameworkEntry>,
    ) {
        let facts = self.unit.facts;
        let given = of.rule.to.iter().find_map(|place| argument(facts, of.arguments, place));
        let Some(given) = given else { return };
        let functions = match facts.expression(given) {
            Expression::Call { arguments, .. } => facts.list(arguments),
            _ => return,
        };
        let each = functions.iter().flat_map(|id| match facts.expression(*id) {
            Expression::Collection(_, list) => facts.list(list).to_vec(),
            _ => vec![*id],
        });
        for id in each.take(MOST_FUNCTIONS) {
            let Some((sym, _)) = self.function(id, of.rule, 1) else { continue };
            let Some((methods, paths)) = self.said_by(sym, decorator, of) else { continue };
            let edge = self.edge(To::Expression(id), of);
            for path in paths {
                for (path, detail) in self.described(at, SymbolKind::Endpoint, of, &path) {
                    let one = |method: &String| {
                        entry(at, SymbolKind::Endpoint, (method, &path), &detail, edge.clone())
                    };
                    all.extend(methods.iter().map(one));
                }
            }
        }
    }

    /// The methods and paths that a decorator of a function says.
    fn said_by(&self, sym: Symbol, decorator: &str, of: &Match<'_>) -> Option<(Vec<String>, Vec<Written>)> {
        let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
        let facts = unit.facts;
        self.db.depend_on_symbol(sym);
        self.db.depend(DependencyKey::described(unit.path_hash));
        let arguments = facts.list(facts.definition(sym.def).decorators).iter().find_map(|one| {
            self.origins.of(sym.file, *one).filter(|origin| origin.path == decorator)?;
            facts.expressions.iter().find_map(|call| match call {
                Expression::Call { of, arguments } if of == one => Some(*arguments),
                _ => None,
            })
        })?;
        let Methods::At(place, _) = &of.rule.methods else { return None };
        let methods = methods_at(facts, argument(facts, arguments, place)?);
        let path = of.rule.text.iter().find_map(|place| argument(facts, arguments, place))?;
        Some((methods, written(self.db, sym.file, path)))
    }

    /// From where what is called comes, where nothing says what it is called on, and what it is given proves which it is.
    pub(super) fn proved(&self, named: ExprId) -> Option<Origin> {
        let facts = self.unit.facts;
        let Expression::Member { name, .. } = facts.expression(named) else { return None };
        let paths = self.rules.proved.get(facts.name(name))?;
        let Expression::Call { arguments, .. } = facts.expression(self.uses().get(&named)?.call) else {
            return None;
        };
        let is_proved = |path: &&String| {
            self.rules.of(path).any(|rule| {
                let given = rule.to.iter().find_map(|place| argument(facts, arguments, place));
                let first = given.and_then(|id| self.first_called(id));
                let origin = first.and_then(|id| self.origins.of(self.db.file(), id));
                origin.is_some_and(|origin| rule.proved_by.contains(&origin.path))
            })
        };
        let path = paths.iter().find(is_proved)?.clone();
        Some(Origin { path, is_possible: true, ..Origin::default() })
    }

    /// What is called first in a chain of calls: `get` of `get(list).post(add)`.
    fn first_called(&self, mut id: ExprId) -> Option<ExprId> {
        let facts = self.unit.facts;
        for _ in 0..LONGEST_CHAIN {
            let Expression::Call { of, .. } = facts.expression(id) else { return None };
            match facts.expression(of) {
                Expression::Member { of: before, .. }
                    if matches!(facts.expression(before), Expression::Call { .. }) =>
                {
                    id = before;
                }
                _ => return Some(of),
            }
        }
        None
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

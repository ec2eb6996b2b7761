//! What is declared once for each item of a list that is written out: `for (const one of routes) router.use(one.path, one.router)`.

use super::entries::{File, Match};
use super::places::fields;
use crate::resolve::resolve;
use crate::value::Value;
use indexer_core::{Bound, CollectionKind, ExprId, Expression, Name, ScopeId, SymbolKind};

/// Longer ways from a name to what it holds are not followed.
const DEEPEST: u32 = 8;
/// More items of one list than this are not looked at.
const MOST_ITEMS: usize = 200;
/// Members of a list that call what they are given once for each item, in their order.
const EACH: &[&str] = &["forEach", "map"];

/// An item of a list: the list, and the members of the item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    list: ExprId,
    members: ScopeId,
}

impl File<'_, '_, '_> {
    /// The items for each of which a call is made, where what it is given are members of them; none where it is made once.
    pub(super) fn items(&self, of: &Match<'_>) -> Vec<Item> {
        let given = self.unit.facts.list(of.arguments).iter();
        let Some((list, _)) = given.filter_map(|id| self.member_of_item(*id, DEEPEST)).next() else {
            return Vec::new();
        };
        let Some(all) = self.written_list(list, DEEPEST) else { return Vec::new() };
        let members = |id: &ExprId| match self.unit.facts.expression(*id) {
            Expression::Object(members) => Some(Item { list, members }),
            _ => None,
        };
        // Of a list that holds something else, nothing is told.
        all.iter().map(members).collect::<Option<_>>().unwrap_or_default()
    }

    /// What an argument is for the item that is looked at.
    pub(super) fn of_item(&self, id: ExprId) -> ExprId {
        let Some(item) = self.item.get() else { return id };
        let Some((_, name)) = self.member_of_item(id, DEEPEST).filter(|(list, _)| *list == item.list) else {
            return id;
        };
        let facts = self.unit.facts;
        fields(facts, item.members, facts.name(name)).first().copied().unwrap_or(id)
    }

    /// The list and the name, where an expression is a member of an item of one.
    fn member_of_item(&self, id: ExprId, depth: u32) -> Option<(ExprId, Name)> {
        let depth = depth.checked_sub(1)?;
        match self.unit.facts.expression(id) {
            Expression::Member { of, name, .. } => Some((self.list_of_item(of, depth)?, name)),
            Expression::Name { bound: Some(bound), .. } => {
                self.member_of_item(self.unit.facts.bindings.get(bound.index())?.value, depth)
            }
            _ => None,
        }
    }

    /// The list of which an expression is each item in turn.
    fn list_of_item(&self, id: ExprId, depth: u32) -> Option<ExprId> {
        let (depth, facts) = (depth.checked_sub(1)?, self.unit.facts);
        match facts.expression(id) {
            Expression::Element(list) => Some(list),
            Expression::LambdaParameter(lambda, 0) => {
                let (call, position) = facts.lambdas.get(lambda.index())?.argument_of?;
                let Expression::Call { of, .. } = facts.expression(call) else { return None };
                match facts.expression(of) {
                    Expression::Member { of, name, .. }
                        if position == 0 && EACH.contains(&facts.name(name)) =>
                    {
                        Some(of)
                    }
                    _ => None,
                }
            }
            Expression::Name { bound: Some(bound), .. } => {
                self.list_of_item(facts.bindings.get(bound.index())?.value, depth)
            }
            _ => None,
        }
    }

    /// The items of a list that is written out in this file.
    fn written_list(&self, id: ExprId, depth: u32) -> Option<&[ExprId]> {
        let (depth, facts) = (depth.checked_sub(1)?, self.unit.facts);
        match facts.expression(id) {
            Expression::Collection(CollectionKind::List, all) => {
                Some(facts.list(all)).filter(|all| all.len() <= MOST_ITEMS)
            }
            Expression::Name { bound: Some(bound), .. }
                if matches!(facts.bindings.get(bound.index())?.bound, Bound::Local) =>
            {
                self.written_list(facts.bindings.get(bound.index())?.value, depth)
            }
            Expression::Name { .. } => match resolve(self.db, self.db.file(), id, None).0.only()? {
                Value::Definition(sym)
                    if sym.file == self.db.file()
                        && matches!(self.unit.kind(sym.def), SymbolKind::Constant | SymbolKind::Variable) =>
                {
                    self.written_list(facts.definition(sym.def).value, depth)
                }
                _ => None,
            },
            _ => None,
        }
    }
}

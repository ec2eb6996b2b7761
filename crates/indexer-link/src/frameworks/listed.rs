//! Routes that calls in lists name with the files that answer: `route("users", "./users.tsx", [index("./list.tsx")])`.

use super::edge_to;
use super::entries::{File, Match, entry};
use super::places::argument;
use super::plugins::file_at;
use super::texts::{Written, written_alone};
use crate::edges::symbol_key;
use crate::resolve::exported;
use crate::value::Value;
use indexer_core::framework::{EntryDetail, Makes, joined};
use indexer_core::path::{parent, resolve};
use indexer_core::{ExprId, Expression, FrameworkEntry, Namespace, Resolution, ScopeId, SymbolKind};
use rustc_hash::FxHashMap;

/// Lists in lists deeper than this are not looked through.
const DEEPEST: usize = 16;
/// More of what one list holds is not looked at.
const MOST_LISTED: usize = 1_000;

impl File<'_, '_, '_> {
    /// An entry for each thing that the file exports which a text names.
    pub(super) fn of_named_file(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        all: &mut Vec<FrameworkEntry>,
    ) {
        let facts = self.unit.facts;
        let to = of.rule.to.iter().find_map(|place| argument(facts, of.arguments, place));
        let Some(named) = to.and_then(|id| facts.text(id)) else { return };
        let place = resolve(parent(&self.unit.place), named);
        let Some(file) = place.and_then(|place| file_at(self.db, &place)) else { return };
        let given = of.rule.text.iter().find_map(|place| argument(facts, of.arguments, place));
        let own = given.map(|id| written_alone(self.db, self.db.file(), id)).unwrap_or_default();
        let path = self.listed_under(of.used.call).before(&own);
        let text = joined("/", &path.text);
        let detail = EntryDetail {
            framework: of.rule.framework.clone(),
            is_certain: !of.origin.is_possible,
            is_open: path.is_open,
            ..EntryDetail::default()
        };
        for (name, method) in &of.rule.exports {
            let found =
                exported(self.db, Value::Module(file, ScopeId(0)), self.db.text(name), Namespace::VALUE);
            let to = match found.only() {
                Some(Value::Definition(sym) | Value::Function(sym, _)) => symbol_key(self.db, sym),
                _ => None,
            };
            if !found.is_empty() {
                let edge = to.map(|key| edge_to(Resolution::Resolved, key));
                all.push(entry(at, kind, (method, &text), &detail, edge));
            }
        }
    }

    /// The beginning that the calls say in whose lists a call stands.
    fn listed_under(&self, call: ExprId) -> Written {
        let lists = self.lists.get_or_init(|| self.calls_in_lists());
        let facts = self.unit.facts;
        let mut found = Written::default();
        let mut at = call;
        for _ in 0..DEEPEST {
            let Some(outer) = lists.get(&at).copied() else { break };
            at = outer;
            let Expression::Call { of, arguments } = facts.expression(outer) else { break };
            let Some(origin) = self.origins.of(self.db.file(), of) else { continue };
            let mut rules = self.rules.of(&origin.path);
            let Some(rule) = rules.find(|rule| rule.makes == Makes::Prefix && rule.within) else { continue };
            let given = rule.text.iter().find_map(|place| argument(facts, arguments, place));
            let own = given.map(|id| written_alone(self.db, self.db.file(), id)).unwrap_or_default();
            found = own.before(&found);
        }
        found
    }

    /// The calls in whose lists other calls stand, by these.
    fn calls_in_lists(&self) -> FxHashMap<ExprId, ExprId> {
        let facts = self.unit.facts;
        let mut found = FxHashMap::default();
        for (expression, at) in facts.expressions.iter().zip(0u32..) {
            let Expression::Call { arguments, .. } = *expression else { continue };
            let is_list = |id: &ExprId| matches!(facts.expression(*id), Expression::Collection(..));
            let mut open: Vec<ExprId> = facts.list(arguments).iter().copied().filter(is_list).collect();
            for _ in 0..MOST_LISTED {
                let Some(next) = open.pop() else { break };
                match facts.expression(next) {
                    Expression::Call { .. } => {
                        found.insert(next, ExprId(at));
                    }
                    Expression::Collection(_, all) | Expression::Union(all) => open.extend(facts.list(all)),
                    Expression::Element(of) => open.push(of),
                    _ => {}
                }
            }
        }
        found
    }
}

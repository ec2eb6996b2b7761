//! What stands around a call in functions without a name that are given to a router: `Route::prefix("api")->group(fn)`. What is
//! declared in them stands under what the calls around say.

use super::entries::{File, Match};
use super::places::argument;
use super::plugins::file_at;
use super::texts::{Written, written_alone};
use crate::edges::symbol_key;
use crate::infer::own_member;
use crate::resolve::resolve;
use crate::value::{Symbol, Value};
use indexer_core::framework::{FrameworkRule, Makes};
use indexer_core::path::{join, parent};
use indexer_core::{DefId, DependencyKey, Edge, ExprId, Expression, List, Resolution, ScopeId};
use rustc_hash::FxHashMap;

/// Functions in functions deeper than this are not followed.
const DEEPEST: usize = 16;
/// Longer chains of calls are not followed.
const LONGEST_CHAIN: usize = 16;
/// Folders deeper than this are not looked through.
const DEEPEST_FOLDER: usize = 32;

impl File<'_, '_, '_> {
    /// The beginning that the calls around give to the path of what a call declares.
    pub(super) fn groups(&self, call: ExprId) -> Written {
        let mut found = Written::default();
        if !self.rules.rules.iter().any(|rule| rule.within) {
            return found;
        }
        for (group, rule, arguments) in self.around_functions(call) {
            let given = rule.text.iter().find_map(|place| argument(self.unit.facts, arguments, place));
            let own = given.map(|id| written_alone(self.db, self.db.file(), id)).unwrap_or_default();
            let before = self.origins.of(self.db.file(), group).unwrap_or_default();
            let before = Written { text: before.prefix, is_open: before.is_open };
            found = before.before(&own).before(&found);
        }
        self.given_to(call).before(&found)
    }

    /// The beginning that the calls give to which a call is given itself: `i18n_patterns(path("users", list))`.
    fn given_to(&self, call: ExprId) -> Written {
        let facts = self.unit.facts;
        let given_to = self.given_to.get_or_init(|| {
            let mut found = FxHashMap::default();
            for (expression, at) in facts.expressions.iter().zip(0u32..) {
                let Expression::Call { arguments, .. } = expression else { continue };
                let calls = facts.list(*arguments).iter();
                let calls = calls.filter(|id| matches!(facts.expression(**id), Expression::Call { .. }));
                found.extend(calls.map(|id| (*id, ExprId(at))));
            }
            found
        });
        let (mut at, mut found) = (call, Written::default());
        for _ in 0..DEEPEST {
            let Some(outer) = given_to.get(&at).copied() else { break };
            at = outer;
            let Expression::Call { of, .. } = facts.expression(outer) else { break };
            let Some(origin) = self.origins.of(self.db.file(), of) else { continue };
            let mut rules = self.rules.of(&origin.path);
            let rule = rules.find(|rule| rule.makes == Makes::Prefix && rule.within && rule.text.is_empty());
            if let Some(begin) = rule.and_then(|rule| rule.default.clone()) {
                found = Written { is_open: begin.contains('?'), text: begin }.before(&found);
            }
        }
        found
    }

    /// The calls that the functions without a name around a call are given to, the innermost first: what is called, the rule that
    /// speaks of that, and what it is given.
    fn around_functions(&self, call: ExprId) -> Vec<(ExprId, &FrameworkRule, List)> {
        let facts = self.unit.facts;
        let mut found = Vec::new();
        let mut scope = self.scope_of(call);
        for _ in 0..DEEPEST * DEEPEST {
            let Some(at) = scope else { break };
            let Some(info) = facts.scopes.get(at.index()) else { break };
            scope = info.parent;
            let lambda = self.unit.lambda_of(at).and_then(|id| facts.lambdas.get(id.index()));
            let Some((outer, _)) = lambda.and_then(|lambda| lambda.argument_of) else { continue };
            let Expression::Call { of, arguments } = facts.expression(outer) else { continue };
            let Some(origin) = self.origins.of(self.db.file(), of) else { continue };
            let mut rules = self.rules.of(&origin.path);
            if let Some(rule) = rules.find(|rule| rule.makes == Makes::Prefix && rule.within) {
                found.push((of, rule, arguments));
                if found.len() >= DEEPEST {
                    break;
                }
            }
        }
        found
    }

    /// The scope in which a call stands, by the first name of what is called.
    fn scope_of(&self, call: ExprId) -> Option<ScopeId> {
        let mut at = call;
        for _ in 0..LONGEST_CHAIN * 2 {
            at = match self.unit.facts.expression(at) {
                Expression::Call { of, .. } | Expression::Member { of, .. } => of,
                Expression::Name { scope, .. } => return Some(scope),
                _ => return None,
            };
        }
        None
    }

    /// The member that a text names: `show` of the type that the calls around name, or `Users@show`.
    pub(super) fn member_named(&self, text: &str, of: &Match<'_>) -> Option<Edge> {
        let (sym, resolution) = match text.split_once('@') {
            Some((name, member)) => {
                let own = self.type_in_folder(of.rule.types_in.as_ref()?, name)?;
                (self.member_of(own, member)?, Resolution::Possible)
            }
            None => {
                let named = self.named_around(of, of.rule.member_of.as_ref()?)?;
                (self.member_of(self.type_given(named)?, text)?, Resolution::Resolved)
            }
        };
        Some(super::edge_to(resolution, symbol_key(self.db, sym)?))
    }

    /// The member of a type that answers for it.
    pub(super) fn invoked(&self, own: Symbol, of: &Match<'_>) -> Option<Symbol> {
        self.member_of(own, of.rule.invokes.as_ref()?)
    }

    fn member_of(&self, own: Symbol, name: &str) -> Option<Symbol> {
        match own_member(self.db, own, self.db.text(name), Some(true)).only()? {
            Value::Definition(sym) | Value::Function(sym, _) => Some(sym),
            _ => None,
        }
    }

    /// What a call of this name is given in the chains around.
    fn named_around(&self, of: &Match<'_>, wanted: &str) -> Option<ExprId> {
        let facts = self.unit.facts;
        self.around_functions(of.used.call).into_iter().find_map(|(group, ..)| {
            let mut at = group;
            for _ in 0..LONGEST_CHAIN {
                let Expression::Member { of, .. } = facts.expression(at) else { return None };
                let Expression::Call { of: before, arguments } = facts.expression(of) else { return None };
                if self.unit.last_name(before) == Some(wanted) {
                    return facts.list(arguments).first().copied();
                }
                at = before;
            }
            None
        })
    }

    /// The type of the repository that an expression names: `Users::class`.
    pub(super) fn type_given(&self, id: ExprId) -> Option<Symbol> {
        let named = match self.unit.facts.expression(id) {
            Expression::Member { of, .. } => of,
            _ => id,
        };
        match resolve(self.db, self.db.file(), named, None).0.only()? {
            Value::Definition(sym) => {
                let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
                unit.kind(sym.def).is_type().then_some(sym)
            }
            _ => None,
        }
    }

    /// The type that the file of its name declares, in a folder of the program: what stands before that in the name of the type
    /// is the folder in capitals.
    fn type_in_folder(&self, types_in: &str, name: &str) -> Option<Symbol> {
        let path = name.trim_start_matches('\\').replace('\\', "/");
        let below = match (path.get(..types_in.len()), path.get(types_in.len()..)) {
            (Some(begin), Some(rest)) if begin.eq_ignore_ascii_case(types_in) => rest.trim_start_matches('/'),
            _ => path.as_str(),
        };
        let ending = self.unit.path.rsplit_once('.')?.1;
        let mut folder = parent(&self.unit.place);
        for _ in 0..DEEPEST_FOLDER {
            let place = join(folder, &format!("{types_in}/{below}.{ending}"));
            if let Some(file) = file_at(self.db, &place) {
                let unit = self.db.unit(file)?;
                self.db.depend(DependencyKey::described(unit.path_hash));
                let last = below.rsplit('/').next()?;
                let ids = (0..unit.facts.definitions.len() as u32).map(DefId);
                let mut types = ids.filter(|def| {
                    unit.kind(*def).is_type() && unit.facts.name(unit.facts.definition(*def).name) == last
                });
                let sym = Symbol { file, def: types.next()? };
                self.db.depend_on_symbol(sym);
                return Some(sym);
            }
            if folder.is_empty() {
                break;
            }
            folder = parent(folder);
        }
        None
    }
}

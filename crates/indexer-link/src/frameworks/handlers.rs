//! The functions that frameworks call: what is decorated or given, and what stands around it.

use super::edge_to;
use super::entries::{File, MOST_MIDDLEWARE, Match, is_value};
use super::places::argument;
use crate::edges::symbol_key;
use crate::resolve::{depend_on_binding, resolve};
use crate::value::{Set, Symbol, Value};
use indexer_core::framework::{FrameworkRule, Place};
use indexer_core::key::hash_text;
use indexer_core::{Bound, DefId, Edge, ExprId, Expression, Namespace, Resolution, SymbolKind};

/// What is called.
#[derive(Clone, Copy, Debug)]
pub(super) enum To {
    Definition(DefId),
    Expression(ExprId),
    /// Nothing that is known.
    Nothing,
}

impl File<'_, '_, '_> {
    /// The function that is called: what is decorated, or an argument.
    pub(super) fn to(&self, of: &Match<'_>) -> Option<To> {
        of.rule.to.iter().find_map(|place| match place {
            Place::Decorated => {
                let applied = of.used.applied.map(To::Expression);
                of.used.decorated.map(To::Definition).or(applied)
            }
            Place::Method(name) => self.method(of.used.decorated?, name).map(To::Definition),
            place => {
                let found = argument(self.unit.facts, of.arguments, place);
                found.map(|id| To::Expression(self.of_item(id)))
            }
        })
    }

    /// The method of a type of this file.
    pub(super) fn method(&self, of: DefId, name: &str) -> Option<DefId> {
        let body = self.unit.facts.definition(of).body?;
        let name = self.unit.name_of_hash(hash_text(name))?;
        let anything = Namespace::ANY.with(Namespace::MEMBER).with(Namespace::CALLABLE);
        self.unit.hoisted(body, name, anything).into_iter().find_map(|one| match one.bound {
            Bound::Definition(def) => Some(def),
            _ => None,
        })
    }

    pub(super) fn edge(&self, to: To, of: &Match<'_>) -> Option<Edge> {
        let (sym, is_given) = match to {
            To::Definition(def) => (Symbol { file: self.db.file(), def }, true),
            To::Expression(id) => match self.unit.facts.text(id) {
                Some(text) if of.rule.member_of.is_some() || of.rule.types_in.is_some() => {
                    let found = self.member_named(text, of)?;
                    let is_possible = of.origin.is_possible;
                    return Some(if is_possible {
                        Edge { resolution: Resolution::Possible, ..found }
                    } else {
                        found
                    });
                }
                _ => match self.type_by_itself(id, of) {
                    Some(own) => (self.invoked(own, of)?, true),
                    None => self.function(id, of.rule, 4)?,
                },
            },
            To::Nothing => return None,
        };
        let resolution =
            if is_given && !of.origin.is_possible { Resolution::Resolved } else { Resolution::Possible };
        Some(edge_to(resolution, symbol_key(self.db, sym)?))
    }

    /// The type that is given where a member of it answers: `Show::class`.
    fn type_by_itself(&self, id: ExprId, of: &Match<'_>) -> Option<Symbol> {
        let is_type =
            of.rule.invokes.is_some() && matches!(self.unit.facts.expression(id), Expression::Member { .. });
        if is_type { self.type_given(id) } else { None }
    }

    /// The function or type that an expression names, and whether it is given as it is; what a call around it makes of
    /// it is not known.
    pub(super) fn function(&self, id: ExprId, rule: &FrameworkRule, depth: u32) -> Option<(Symbol, bool)> {
        let depth = depth.checked_sub(1)?;
        if let Expression::Call { of, arguments } = self.unit.facts.expression(id) {
            if let Expression::Member { of, name, .. } = self.unit.facts.expression(of)
                && rule.unwraps.iter().any(|one| one == self.unit.facts.name(name))
            {
                return self.function(of, rule, depth);
            }
            // A conversion gives what it is given: `http.HandlerFunc(list)`.
            if let [only] = self.unit.facts.list(arguments)
                && !rule.passes.is_empty()
                && self.origins.of(self.db.file(), of).is_some_and(|by| rule.passes.contains(&by.path))
            {
                return self.function(*only, rule, depth);
            }
            let all = self.unit.facts.list(arguments).iter().rev();
            return all.take(4).find_map(|id| self.function(*id, rule, depth)).map(|(sym, _)| (sym, false));
        }
        if let Expression::Collection(_, list) | Expression::Tuple(list) = self.unit.facts.expression(id) {
            return self.method_of_pair(self.unit.facts.list(list));
        }
        let (found, _) = resolve(self.db, self.db.file(), id, None);
        let Some(only) = found.only() else { return Some((self.beside_modules(&found)?, false)) };
        match only {
            Value::Definition(sym) => {
                let of = self.db.unit(sym.file)?;
                let kind = of.kind(sym.def);
                (of.stub_of.is_none() && (kind.is_callable() || kind.is_type() || is_value(kind)))
                    .then_some((sym, true))
            }
            Value::Function(sym, _) => Some((sym, true)),
            _ => None,
        }
    }

    /// The only function among modules of its name: what is called is that, perhaps.
    fn beside_modules(&self, found: &Set) -> Option<Symbol> {
        let mut functions = Vec::new();
        for one in found.iter() {
            match one {
                Value::Module(..) => {}
                Value::Definition(sym) | Value::Function(sym, _) => {
                    let of = self.db.unit(sym.file).filter(|of| of.stub_of.is_none())?;
                    match of.kind(sym.def) {
                        SymbolKind::Module => {}
                        kind if kind.is_callable() => functions.push(sym),
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
        functions.dedup();
        <[Symbol; 1]>::try_from(functions).ok().map(|[only]| only)
    }

    /// `[Type::class, 'method']`.
    fn method_of_pair(&self, pair: &[ExprId]) -> Option<(Symbol, bool)> {
        let [of, name] = pair else { return None };
        let name = self.unit.facts.text(*name)?;
        let of = match self.unit.facts.expression(*of) {
            Expression::Member { of, .. } => of,
            _ => *of,
        };
        let Value::Definition(sym) = resolve(self.db, self.db.file(), of, None).0.only()? else {
            return None;
        };
        let unit = self.db.unit(sym.file)?;
        let body = unit.facts.definition(sym.def).body?;
        // Also where there is none yet.
        depend_on_binding(self.db, sym.file, body, hash_text(name));
        let anything = Namespace::ANY.with(Namespace::MEMBER).with(Namespace::CALLABLE);
        let bound = unit.hoisted(body, unit.name_of_hash(hash_text(name))?, anything);
        let method = bound.into_iter().find_map(|one| match one.bound {
            Bound::Definition(def) => Some(def),
            _ => None,
        });
        Some((Symbol { def: method?, ..sym }, true))
    }

    /// Names of the functions that stand between the path and the last argument.
    pub(super) fn middleware(&self, of: &Match<'_>) -> Vec<String> {
        if !of.rule.to.iter().any(|place| matches!(place, Place::Last(_))) {
            return Vec::new();
        }
        let all = self.unit.facts.list(of.arguments);
        let between = all.get(1..all.len().saturating_sub(1)).unwrap_or_default();
        let name = |id: &ExprId| match self.unit.facts.expression(*id) {
            Expression::Name { name, .. } | Expression::Member { name, .. } => {
                Some(self.unit.facts.name(name).to_owned())
            }
            Expression::Call { of, .. } => match self.unit.facts.expression(of) {
                Expression::Name { name, .. } | Expression::Member { name, .. } => {
                    Some(self.unit.facts.name(name).to_owned())
                }
                _ => None,
            },
            _ => None,
        };
        between.iter().filter_map(name).take(MOST_MIDDLEWARE).collect()
    }
}

//! The functions that frameworks call: what is decorated or given, and what stands around it.

use super::edge_to;
use super::entries::{File, MOST_MIDDLEWARE, Match, is_value};
use super::places::argument;
use crate::edges::symbol_key;
use crate::infer::{linearize, own_member};
use crate::resolve::{depend_on_binding, resolve};
use crate::value::{Set, Symbol, Value};
use indexer_core::framework::{FrameworkRule, Place};
use indexer_core::key::hash_text;
use indexer_core::{
    Bound, DefId, DependencyKey, Edge, ExprId, Expression, Namespace, Resolution, SymbolKind, Target,
};

/// More arguments of a call around a handler are not looked at.
const MOST_GIVEN: usize = 4;
/// More types above one are not looked at.
const MOST_ABOVE: usize = 32;
/// The methods that members of types may be called after.
const MEMBERS: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];

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
                    None => match self.all_given(id, of.rule) {
                        // Which of them a call around them makes the function of is not known.
                        several if several.len() > 1 => {
                            let keys = several.iter().filter_map(|sym| symbol_key(self.db, *sym));
                            let mut targets: Vec<Target> = keys.map(Target::Symbol).collect();
                            targets.sort();
                            let first = edge_to(Resolution::Possible, symbol_key(self.db, several[0])?);
                            return Some(Edge { targets, ..first });
                        }
                        _ => self.function(id, of.rule, 4)?,
                    },
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
        let id = if rule.unwraps.is_empty() { id } else { self.call_held(id).unwrap_or(id) };
        if let Expression::Call { of, arguments } = self.unit.facts.expression(id) {
            if let Expression::Member { of, name, .. } = self.unit.facts.expression(of)
                && rule.unwraps.iter().any(|one| one == self.unit.facts.name(name))
            {
                return self.function(of, rule, depth);
            }
            // The same function, with what it is called on.
            if let Expression::Member { of: bound, name, .. } = self.unit.facts.expression(of)
                && self.unit.facts.name(name) == "bind"
                && self.unit.rules.whole_module.is_some()
            {
                return self.function(bound, rule, depth);
            }
            // A conversion gives what it is given: `http.HandlerFunc(list)`.
            if let [only] = self.unit.facts.list(arguments)
                && !rule.passes.is_empty()
                && self.origins.of(self.db.file(), of).is_some_and(|by| rule.passes.contains(&by.path))
            {
                return self.function(*only, rule, depth);
            }
            let all = self.unit.facts.list(arguments).iter().rev();
            let mut all = all.take(MOST_GIVEN).filter_map(|id| self.function(*id, rule, depth));
            return all.find(|(sym, _)| self.may_be_called(*sym)).map(|(sym, _)| (sym, false));
        }
        if let Expression::Collection(_, list) | Expression::Tuple(list) = self.unit.facts.expression(id) {
            let all = self.unit.facts.list(list);
            // Functions that run one behind the other, of which the last one answers.
            return match all.last().filter(|_| self.unit.rules.whole_module.is_some()) {
                Some(last) => self.function(*last, rule, depth),
                None => self.method_of_pair(all),
            };
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

    /// The call whose value a variable of this file holds: `items = Items.as_view("items")`.
    fn call_held(&self, id: ExprId) -> Option<ExprId> {
        let facts = self.unit.facts;
        let Expression::Name { bound: Some(bound), .. } = facts.expression(id) else { return None };
        let binding = facts.bindings.get(bound.index())?;
        let value = match binding.bound {
            Bound::Local => binding.value,
            Bound::Definition(def) if is_value(self.unit.kind(def)) => facts.definition(def).value,
            _ => return None,
        };
        matches!(facts.expression(value), Expression::Call { .. }).then_some(value)
    }

    /// False for what holds a text or a number: a call around a handler is given other things beside that.
    fn may_be_called(&self, sym: Symbol) -> bool {
        let Some(unit) = self.db.unit(sym.file) else { return false };
        if !is_value(unit.kind(sym.def)) {
            return true;
        }
        self.db.depend_on_symbol(sym);
        let value = unit.facts.definition(sym.def).value;
        let is_constant = unit.kind(sym.def) == SymbolKind::Constant && unit.rules.declared_types;
        match unit.facts.expression(value) {
            Expression::Literal(_) | Expression::Text(_) | Expression::Combined { .. } => false,
            Expression::Put { value, .. } => {
                !matches!(unit.facts.expression(value), Expression::Literal(_) | Expression::Text(_))
            }
            Expression::Unknown => !is_constant,
            _ => true,
        }
    }

    /// The functions that a call around the handler is given, each once.
    fn all_given(&self, id: ExprId, rule: &FrameworkRule) -> Vec<Symbol> {
        let facts = self.unit.facts;
        let Expression::Call { of, arguments } = facts.expression(id) else { return Vec::new() };
        let is_unwrapped = matches!(facts.expression(of), Expression::Member { name, .. }
            if rule.unwraps.iter().any(|one| one == facts.name(name)));
        let mut all = Vec::new();
        for given in facts.list(arguments).iter().take(MOST_GIVEN).filter(|_| !is_unwrapped) {
            let is_function =
                |sym: &Symbol| self.db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_callable());
            match self.function(*given, rule, 1).map(|(sym, _)| sym).filter(is_function) {
                Some(sym) if !all.contains(&sym) => all.push(sym),
                _ => {}
            }
        }
        all
    }

    /// The methods that members of a type answer which are called after them, each with its function: `view_func=Item.as_view("item")`.
    /// Empty where the rule says nothing of the sort, or the type extends nothing that it names.
    pub(super) fn answering_members(&self, to: Option<To>, of: &Match<'_>) -> Vec<(String, Option<Edge>)> {
        if of.rule.methods_of.is_empty() {
            return Vec::new();
        }
        let view = match to {
            Some(To::Expression(given)) => self.function(given, of.rule, 4).map(|(view, _)| view),
            Some(To::Definition(def)) => Some(Symbol { file: self.db.file(), def }),
            _ => None,
        };
        let Some(view) = view else { return Vec::new() };
        let Some(unit) = self.db.unit(view.file).filter(|unit| unit.kind(view.def).is_type()) else {
            return Vec::new();
        };
        let above = linearize(self.db, view).value.symbols.clone();
        let types: Vec<Symbol> = std::iter::once(view).chain(above).take(MOST_ABOVE).collect();
        self.db.depend(DependencyKey::described(unit.path_hash));
        let extends = types.iter().any(|one| {
            self.db.depend_on_symbol(*one);
            let Some(unit) = self.db.unit(one.file) else { return false };
            unit.facts.list(unit.facts.definition(one.def).bases).iter().any(|base| {
                let origin = self.origins.of(one.file, *base);
                origin.is_some_and(|origin| of.rule.methods_of.contains(&origin.path))
            })
        });
        let resolution = if of.origin.is_possible { Resolution::Possible } else { Resolution::Resolved };
        let member = |method: &&str| {
            let name = self.db.text(&method.to_lowercase());
            let found = types.iter().map(|one| own_member(self.db, *one, name, None));
            match found.filter_map(|found| found.only()).next()? {
                Value::Definition(sym) | Value::Function(sym, _) => {
                    let edge = symbol_key(self.db, sym).map(|key| edge_to(resolution, key));
                    Some(((*method).to_owned(), edge))
                }
                _ => None,
            }
        };
        match extends {
            true => MEMBERS.iter().filter_map(member).collect(),
            false => Vec::new(),
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

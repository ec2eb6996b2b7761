//! What a file says to rules about frameworks that read more of it than a name leads to.

use super::Walk;
use crate::frameworks::{imports_router, names_of_type, reads_by_parameter, service_of};
use indexer_core::framework::{FrameworkRule, Place, last_name};
use indexer_core::key::{hash_numbers, hash_text};
use indexer_core::{Bound, DefId, DependencyKey, ExprId, Expression, FrameworkRules, List, SymbolKind};
use rustc_hash::FxHashMap;

impl Walk<'_> {
    /// The part of [`DependencyKey::described`] that frameworks ask for.
    pub(super) fn said_to_frameworks(&mut self, path: &str, rules: &FrameworkRules, declares_types: bool) {
        let key = DependencyKey::described(self.path);
        if rules.drawn.as_ref().is_some_and(|rule| path.ends_with(rule.ending.as_str())) {
            let types = self.facts.definitions.iter().zip(0..).filter(|(one, _)| one.kind.is_type());
            for (_, id) in types {
                let names = names_of_type(self.facts, DefId(id));
                let names = names.into_iter().fold(71, |hash, name| hash_numbers([hash, hash_text(name)]));
                self.add(key, hash_numbers([names, self.key(DefId(id))]));
            }
        }
        self.decorated_types(key);
        self.held_by_variants(key, rules);
        self.resources(key, rules);
        self.beginnings(key, rules);
        self.maps(key, rules);
        if !declares_types {
            self.handed_on(key, rules);
            self.given_to_functions(key, rules);
        }
        self.decorated_functions(key, rules);
        for read in reads_by_parameter(self.facts, rules) {
            let part = [131, u64::from(read.parameter), self.expression(read.of)];
            self.add(key, hash_numbers(part));
        }
        let facts = self.facts;
        let mut callables = facts.definitions.iter().filter(|one| one.kind.is_callable());
        let registering =
            callables.find_map(|one| service_of(&rules.services, facts.name(one.name)).map(|(rule, _)| rule));
        let Some(rule) = registering else { return };
        // The description of a service and its interface stand in the file, each under a name of its own.
        for (one, id) in facts.definitions.iter().zip(0..) {
            let part = [73, self.key(DefId(id)), self.hash(one.name), u64::from(one.kind.code())];
            self.add(key, hash_numbers(part));
        }
        for (expression, id) in facts.expressions.iter().zip(0..) {
            let Expression::Call { arguments, .. } = *expression else { continue };
            if self.has_keyword(arguments, &rule.text) {
                let part = hash_numbers([79, self.expression(ExprId(id))]);
                self.add(key, part);
            }
        }
    }

    /// What types are decorated with: those below them inherit what that says.
    fn decorated_types(&mut self, key: DependencyKey) {
        let facts = self.facts;
        let types = facts.definitions.iter().zip(0..).filter(|(one, _)| one.kind.is_type());
        let decorated: Vec<(u32, List)> =
            types.filter(|(one, _)| one.decorators.len > 0).map(|(one, id)| (id, one.decorators)).collect();
        if decorated.is_empty() {
            return;
        }
        let calls = facts.expressions.iter().filter_map(|one| match one {
            Expression::Call { of, arguments } => Some((*of, *arguments)),
            _ => None,
        });
        let calls: FxHashMap<ExprId, List> = calls.collect();
        for (id, decorators) in decorated {
            for decorator in facts.list(decorators) {
                let given = calls.get(decorator).map_or(0, |arguments| self.list(*arguments));
                let part = [83, self.key(DefId(id)), self.expression(*decorator), given];
                self.add(key, hash_numbers(part));
            }
        }
    }

    /// What variants hold, where rules tell what is a program from what is a part of one.
    fn held_by_variants(&mut self, key: DependencyKey, rules: &FrameworkRules) {
        let names_programs =
            |rule: &FrameworkRule| rule.text.iter().any(|place| matches!(place, Place::Package(_)));
        let facts = self.facts;
        let variants = facts
            .definitions
            .iter()
            .zip(0..)
            .filter(|(one, _)| one.kind == SymbolKind::Variant && one.parameters.len > 0);
        let variants: Vec<u32> = variants.map(|(_, id)| id).collect();
        if variants.is_empty() || !rules.rules.iter().any(names_programs) {
            return;
        }
        for id in variants {
            for held in facts.parameters(facts.definition(DefId(id)).parameters) {
                let part = [109, self.key(DefId(id)), self.expression(held.annotation)];
                self.add(key, hash_numbers(part));
            }
        }
    }

    /// What types say of how the names of variables begin that their fields, and those of types below them, are read from.
    fn beginnings(&mut self, key: DependencyKey, rules: &FrameworkRules) {
        let facts = self.facts;
        let begins: Vec<(&str, &str)> =
            rules.rules.iter().flat_map(|rule| &rule.begins).filter_map(|one| one.split_once('.')).collect();
        let said = |one: &indexer_core::Definition| {
            let name = facts.name(one.name);
            begins.iter().any(|(member, inside)| *member == name || *inside == name)
        };
        let all = facts.definitions.iter().zip(0..).filter(|(one, _)| said(one));
        let all: Vec<u32> = all.map(|(_, id)| id).collect();
        if all.is_empty() {
            return;
        }
        for id in all {
            let value = facts.definition(DefId(id)).value;
            let part = [113, self.key(DefId(id)), self.expression(value)];
            self.add(key, hash_numbers(part));
        }
        for expression in &facts.expressions {
            let Expression::Call { arguments, .. } = *expression else { continue };
            if begins.iter().any(|(_, inside)| self.has_keyword(arguments, inside)) {
                let part = hash_numbers([127, self.list(arguments)]);
                self.add(key, part);
            }
        }
    }

    /// What members say of the paths that a router makes of their type.
    fn resources(&mut self, key: DependencyKey, rules: &FrameworkRules) {
        let Some(rule) = &rules.resource else { return };
        let (facts, wanted) = (self.facts, last_name(&rule.action));
        for (one, id) in facts.definitions.iter().zip(0..) {
            let name = facts.name(one.name);
            if rule.parameter_fields.iter().any(|field| field == name) {
                let part = [89, self.key(DefId(id)), self.expression(one.value)];
                self.add(key, hash_numbers(part));
            }
            if name == rule.url_list {
                self.add(key, hash_numbers([103, self.key(DefId(id))]));
            }
            // What makes a router.
            if let Expression::Call { arguments, .. } = facts.expression(one.value)
                && self.has_keyword(arguments, &rule.slash_argument)
            {
                let given = self.list(arguments);
                self.add(key, hash_numbers([107, self.key(DefId(id)), given]));
            }
            for decorator in facts.list(one.decorators) {
                let Expression::Call { of, .. } = facts.expression(*decorator) else { continue };
                let is_one = match facts.expression(of) {
                    Expression::Name { name, .. } | Expression::Member { name, .. } => {
                        facts.name(name) == wanted
                    }
                    _ => false,
                };
                if is_one {
                    let parameters = facts.parameters(one.parameters).iter();
                    let names = parameters
                        .fold(97, |hash, one| hash_numbers([hash, self.hash(one.name), one.kind as u64]));
                    let part = [101, self.key(DefId(id)), self.expression(*decorator), names];
                    self.add(key, hash_numbers(part));
                }
            }
        }
    }

    /// What the members of maps of types are, which may have no name that anybody else could ask for: types begin with a capital.
    fn maps(&mut self, key: DependencyKey, rules: &FrameworkRules) {
        let facts = self.facts;
        let is_type = |one: &indexer_core::Definition| {
            one.kind == SymbolKind::Property
                && facts.name(one.name).starts_with(|c: char| c.is_ascii_uppercase())
        };
        if !rules.rules.iter().any(|rule| !rule.roots.is_empty()) || !facts.definitions.iter().any(is_type) {
            return;
        }
        let mut all = 137;
        for (one, id) in facts.definitions.iter().zip(0..) {
            all = hash_numbers([all, self.key(DefId(id)), self.hash(one.name), self.expression(one.value)]);
        }
        self.add(key, all);
    }

    /// What functions hand on to calls of which rules speak, in languages in which parameters have no types.
    fn handed_on(&mut self, key: DependencyKey, rules: &FrameworkRules) {
        let facts = self.facts;
        let is_local = |id: ExprId| match facts.expression(id) {
            Expression::Name { bound: Some(bound), .. } => {
                let bound = facts.bindings.get(bound.index()).map(|binding| binding.bound);
                matches!(bound, Some(Bound::Local | Bound::Parameter(_)))
            }
            _ => false,
        };
        let hands = |id: &ExprId| match facts.expression(*id) {
            Expression::Keyword { value, .. } => is_local(value),
            Expression::Element(of) => is_local(of),
            _ => is_local(*id),
        };
        let mut calls: FxHashMap<ExprId, List> = FxHashMap::default();
        for expression in &facts.expressions {
            let Expression::Call { of, arguments } = *expression else { continue };
            let (Expression::Name { name, .. } | Expression::Member { name, .. }) = facts.expression(of)
            else {
                continue;
            };
            if rules.names.contains_key(facts.name(name)) && facts.list(arguments).iter().any(hands) {
                calls.insert(of, arguments);
            }
        }
        if calls.is_empty() {
            return;
        }
        for reference in &facts.references {
            let (Some(given), Some(def)) = (calls.get(&reference.expression), reference.enclosing) else {
                continue;
            };
            // A parameter that is given another value has one more binding.
            let bound = facts.definition(def).body.map_or(0, |body| facts.bindings(body).len());
            let part =
                [151, self.key(def), self.expression(reference.expression), self.list(*given), bound as u64];
            self.add(key, hash_numbers(part));
        }
    }

    /// What calls are given in files that import something of a framework: a router may be among it.
    fn given_to_functions(&mut self, key: DependencyKey, rules: &FrameworkRules) {
        let facts = self.facts;
        if !imports_router(facts, rules) {
            return;
        }
        let may_be = |id: &ExprId| {
            matches!(
                facts.expression(*id),
                Expression::Name { .. } | Expression::Call { .. } | Expression::Member { .. }
            )
        };
        for expression in &facts.expressions {
            let Expression::Call { of, arguments } = *expression else { continue };
            if facts.list(arguments).iter().any(may_be) {
                let part = [157, self.expression(of), self.list(arguments)];
                self.add(key, hash_numbers(part));
            }
        }
    }

    /// What functions are decorated with, where rules read that of functions which are given.
    fn decorated_functions(&mut self, key: DependencyKey, rules: &FrameworkRules) {
        let wanted: Vec<&str> =
            rules.rules.iter().filter_map(|rule| rule.decorated_by.as_deref()).map(last_name).collect();
        if wanted.is_empty() {
            return;
        }
        let facts = self.facts;
        for (one, id) in facts.definitions.iter().zip(0..).filter(|(one, _)| one.kind.is_callable()) {
            for decorator in facts.list(one.decorators) {
                let (Expression::Name { name, .. } | Expression::Member { name, .. }) =
                    facts.expression(*decorator)
                else {
                    continue;
                };
                if !wanted.contains(&facts.name(name)) {
                    continue;
                }
                let given = facts.expressions.iter().find_map(|call| match call {
                    Expression::Call { of, arguments } if of == decorator => Some(*arguments),
                    _ => None,
                });
                let given = given.map_or(0, |arguments| self.list(arguments));
                let part = [163, self.key(DefId(id)), self.expression(*decorator), given];
                self.add(key, hash_numbers(part));
            }
        }
    }

    fn has_keyword(&self, arguments: List, wanted: &str) -> bool {
        self.facts.list(arguments).iter().any(|one| match self.facts.expression(*one) {
            Expression::Keyword { name, .. } => self.facts.name(name) == wanted,
            _ => false,
        })
    }
}

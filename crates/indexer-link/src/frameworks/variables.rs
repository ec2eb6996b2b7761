//! Fields that are read from variables of the environment: `class Settings(BaseSettings): redis_url: str`.

use super::entries::{File, Match};
use super::places::argument;
use indexer_core::framework::Place;
use indexer_core::{Bound, DefId, Expression, List, Role, Span};

impl File<'_, '_, '_> {
    /// How the names of the variables of a type begin; `None` where that is not known.
    pub(super) fn beginning(&self, of: &Match<'_>, def: DefId) -> Option<String> {
        for begin in &of.rule.begins {
            let (member, name) = begin.split_once('.')?;
            let Some(member) = self.member_of_body(def, member) else { continue };
            if self.unit.kind(member).is_type() {
                return match self.member_of_body(member, name) {
                    Some(held) => {
                        self.unit.facts.text(self.unit.facts.definition(held).value).map(str::to_owned)
                    }
                    None => Some(String::new()),
                };
            }
            let mut calls = self.calls_in(self.unit.facts.definition(member).span).peekable();
            // What is no call may say anything.
            calls.peek()?;
            let place = Place::Keyword(name.to_owned());
            return match calls.find_map(|given| argument(self.unit.facts, given, &place)) {
                Some(given) => self.unit.facts.text(given).map(str::to_owned),
                None => Some(String::new()),
            };
        }
        // What it extends may say it.
        let says = |sym: &crate::value::Symbol| {
            let Some(unit) = self.db.unit(sym.file) else { return true };
            let Some(body) = unit.facts.definition(sym.def).body else { return false };
            self.db.depend_on_symbol(*sym);
            let names = unit.facts.bindings(body).iter().map(|one| unit.facts.name(one.name));
            let firsts = of.rule.begins.iter().filter_map(|begin| begin.split('.').next());
            let firsts: Vec<&str> = firsts.collect();
            names.into_iter().any(|name| firsts.contains(&name))
        };
        (!of.between.iter().any(says)).then(String::new)
    }

    /// The name of the variable from which a field of such a type is read; `None` where it is none, or that is not known.
    pub(super) fn variable(&self, of: &Match<'_>, field: DefId, begin: &str) -> Option<String> {
        let facts = self.unit.facts;
        let definition = facts.definition(field);
        let name = facts.name(definition.name);
        let is_own = |one: &String| one.split('.').next() == Some(name);
        if name.starts_with('_') || of.rule.begins.iter().any(is_own) {
            return None;
        }
        for given in self.calls_in(definition.span) {
            let places = of.rule.aliases.iter().map(|alias| Place::Keyword(alias.clone()));
            if let Some(alias) = places.filter_map(|place| argument(facts, given, &place)).next() {
                return facts.text(alias).map(str::to_owned);
            }
        }
        Some(format!("{begin}{name}").to_uppercase())
    }

    /// What the calls in a part of the file are given.
    fn calls_in(&self, span: Span) -> impl Iterator<Item = List> {
        let facts = self.unit.facts;
        let first = facts.references.partition_point(|one| one.span.start < span.start);
        let inside = facts.references[first..].iter().take_while(move |one| one.span.start < span.end);
        let calls = inside.filter(|one| one.role == Role::Call);
        calls.filter_map(|one| match facts.expression(self.uses().get(&one.expression)?.call) {
            Expression::Call { arguments, .. } => Some(arguments),
            _ => None,
        })
    }

    fn member_of_body(&self, of: DefId, name: &str) -> Option<DefId> {
        let body = self.unit.facts.definition(of).body?;
        let mut bound = self.unit.facts.bindings(body).iter();
        bound.find_map(|one| match one.bound {
            Bound::Definition(def) if self.unit.facts.name(one.name) == name => Some(def),
            _ => None,
        })
    }
}

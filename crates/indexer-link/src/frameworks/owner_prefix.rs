//! The beginning of paths that decorators of the type around a function say.

use super::entries::{File, Match};
use super::places::{Found, text};
use crate::infer::linearize;
use crate::value::Symbol;
use indexer_core::framework::{Makes, Occasion};
use indexer_core::{DependencyKey, Expression, Owner};

/// Bases that are asked.
const MOST_BASES: usize = 8;

impl File<'_, '_, '_> {
    /// The beginning of paths that a decorator of the type around says, else that of a base, where types are declared: they
    /// inherit what stands before their bases (`RouteAttribute` of ASP.NET, `@RequestMapping` of Spring).
    pub(super) fn prefix_of_owner(&self, of: &Match<'_>) -> String {
        let Some(def) = of.used.decorated else { return String::new() };
        let function = self.unit.facts.definition(def);
        let Owner::Definition(owner) = function.owner else { return String::new() };
        let own = Symbol { file: self.db.file(), def: owner };
        let above = match self.unit.rules.declared_types {
            true => linearize(self.db, own).value.symbols.clone(),
            false => Vec::new(),
        };
        let mut all = std::iter::once(own).chain(above.into_iter().take(MOST_BASES));
        let found = all.find_map(|one| self.prefix_of_type(one));
        found.map_or_else(String::new, |text| self.named_by_owner(of, &text))
    }

    /// The path that another decorator of the function says: `[HttpGet, Route("list")]`.
    pub(super) fn prefix_of_function(&self, of: &Match<'_>) -> Option<String> {
        let own = Symbol { file: self.db.file(), def: of.used.decorated? };
        self.prefix_of_type(own).map(|text| self.named_by_owner(of, &text))
    }

    /// A path in which the names of the function and of the type around it may stand: `[controller]/[action]`.
    pub(super) fn named_by_owner(&self, of: &Match<'_>, text: &str) -> String {
        let facts = self.unit.facts;
        let Some(function) = of.used.decorated.map(|def| facts.definition(def)) else {
            return text.to_owned();
        };
        let Owner::Definition(owner) = function.owner else { return text.to_owned() };
        let class = facts.name(facts.definition(owner).name);
        let controller = class.strip_suffix("Controller").unwrap_or(class).to_lowercase();
        let action = facts.name(function.name);
        let action = action.strip_suffix("Async").unwrap_or(action).to_lowercase();
        text.replace("[controller]", &controller).replace("[action]", &action)
    }

    fn prefix_of_type(&self, of: Symbol) -> Option<String> {
        let unit = self.db.unit(of.file)?;
        self.db.depend_on_symbol(of);
        if of.file != self.db.file() {
            self.db.depend(DependencyKey::described(unit.path_hash));
        }
        let decorators = unit.facts.list(unit.facts.definition(of.def).decorators);
        decorators.iter().find_map(|decorator| {
            let (name, arguments) = match unit.facts.expression(*decorator) {
                _ if of.file == self.db.file() => self.decorator(*decorator),
                Expression::Call { of, arguments } => (of, arguments),
                _ => {
                    let all = &unit.facts.expressions;
                    let call = all.iter().find_map(|one| match one {
                        Expression::Call { of, arguments } if of == decorator => Some(*arguments),
                        _ => None,
                    });
                    (*decorator, call.unwrap_or_default())
                }
            };
            let origin = self.origins.of(of.file, name)?;
            let mut prefixes = self.rules.of(&origin.path);
            let rule = prefixes.find(|rule| rule.makes == Makes::Prefix && rule.on == Occasion::Decorator)?;
            match text(unit.facts, arguments, &rule.text) {
                Found::Text(text) => Some(text.to_owned()),
                _ => None,
            }
        })
    }
}

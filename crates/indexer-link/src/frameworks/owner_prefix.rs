//! The beginning of paths that decorators of the type around a function say.

use super::entries::{File, Match};
use super::places::argument;
use super::texts::{Written, written};
use crate::infer::linearize;
use crate::value::Symbol;
use indexer_core::framework::{Makes, Occasion};
use indexer_core::{DependencyKey, Expression, Owner};

/// Bases that are asked.
const MOST_BASES: usize = 8;

impl File<'_, '_, '_> {
    /// The beginnings of paths that a decorator of the type around says, else those of a base, where types are declared: they
    /// inherit what stands before their bases (`RouteAttribute` of ASP.NET, `@RequestMapping` of Spring). One that is empty
    /// where there is none.
    pub(super) fn prefixes_of_owner(&self, of: &Match<'_>) -> Vec<Written> {
        let found = self.said_by_owner(of).unwrap_or_default();
        let named = |one: Written| Written { text: self.named_by_owner(of, &one.text), ..one };
        match found.is_empty() {
            true => vec![Written::default()],
            false => found.into_iter().map(named).collect(),
        }
    }

    /// True where the type around, or one of its bases, says how paths begin.
    pub(super) fn has_prefix_of_owner(&self, of: &Match<'_>) -> bool {
        self.said_by_owner(of).is_some()
    }

    fn said_by_owner(&self, of: &Match<'_>) -> Option<Vec<Written>> {
        let own = self.type_around_of(of)?;
        let above = match self.unit.rules.declared_types {
            true => linearize(self.db, own).value.symbols.clone(),
            false => Vec::new(),
        };
        let mut all = std::iter::once(own).chain(above.into_iter().take(MOST_BASES));
        all.find_map(|one| self.prefixes_of_type(one))
    }

    /// The type of which the decorated function is a member.
    pub(super) fn type_around_of(&self, of: &Match<'_>) -> Option<Symbol> {
        match self.unit.facts.definition(of.used.decorated?).owner {
            Owner::Definition(def) => Some(Symbol { file: self.db.file(), def }),
            _ => None,
        }
    }

    /// True where a decorator of the type around says that what stands in it is called, not answered: `@FeignClient`.
    pub(super) fn is_client(&self, of: &Match<'_>) -> bool {
        let Some(own) = self.type_around_of(of).filter(|_| !of.rule.client.is_empty()) else { return false };
        let decorators = self.unit.facts.list(self.unit.facts.definition(own.def).decorators);
        decorators.iter().any(|decorator| {
            let origin = self.origins.of(self.db.file(), self.decorator(*decorator).0);
            origin.is_some_and(|origin| of.rule.client.contains(&origin.path))
        })
    }

    /// The path that another decorator of the function says: `[HttpGet, Route("list")]`.
    pub(super) fn prefix_of_function(&self, of: &Match<'_>) -> Option<String> {
        let own = Symbol { file: self.db.file(), def: of.used.decorated? };
        let first = self.prefixes_of_type(own)?.into_iter().next()?;
        Some(self.named_by_owner(of, &first.text))
    }

    /// A path in which the names of the function and of the type around it may stand, or what decorators say in their place:
    /// `[area]/[controller]/[action]`.
    pub(super) fn named_by_owner(&self, of: &Match<'_>, text: &str) -> String {
        let facts = self.unit.facts;
        let Some(function) = of.used.decorated.map(|def| facts.definition(def)) else {
            return text.to_owned();
        };
        let Owner::Definition(owner) = function.owner else { return text.to_owned() };
        let owner = facts.definition(owner);
        let mut text = text.to_owned();
        for decorator in facts.list(owner.decorators).iter().chain(facts.list(function.decorators)) {
            if !text.contains('[') {
                break;
            }
            let (name, arguments) = self.decorator(*decorator);
            let said = facts.list(arguments).first().and_then(|given| facts.text(*given));
            if let Some(said) = said
                && let Some(origin) = self.origins.of(self.db.file(), name)
                && let Some(part) = self.rules.replaced_parts.get(&origin.path)
            {
                text = text.replace(&format!("[{part}]"), &said.to_lowercase());
            }
        }
        let class = facts.name(owner.name);
        let controller = class.strip_suffix("Controller").unwrap_or(class).to_lowercase();
        let action = facts.name(function.name);
        let action = action.strip_suffix("Async").unwrap_or(action).to_lowercase();
        let text = text.replace("[controller]", &controller).replace("[action]", &action);
        // What no decorator says is nothing.
        text.strip_prefix("[area]/").map_or(text.clone(), str::to_owned)
    }

    fn prefixes_of_type(&self, of: Symbol) -> Option<Vec<Written>> {
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
            let mut given = rule.text.iter().filter_map(|place| argument(unit.facts, arguments, place));
            // What holds options is no text itself: `@Controller({ version: "1" })`.
            match given.find(|id| !matches!(unit.facts.expression(*id), Expression::Object(_))) {
                Some(given) => Some(written(self.db, of.file, given)),
                None => rule.default.clone().map(|path| vec![Written::of(path)]),
            }
        })
    }
}

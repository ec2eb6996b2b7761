//! What tells providers of one type apart: the names that they have, and the qualifiers that are asked for.

use super::entries::{File, Match};
use super::places::{Found, argument, text};
use super::uses::Used;
use crate::resolve::resolve;
use crate::value::Value;
use indexer_core::framework::{EntryDetail, Makes, Place, Qualifiers};
use indexer_core::{DefId, ExprId, Expression, Reference, Role, Span, SymbolKind};

/// More decorators of one definition or parameter are not looked at.
const MOST_DECORATORS: usize = 32;

/// Names and qualifiers that are written of something.
#[derive(Clone, Debug, Default)]
pub(super) struct Qualified {
    names: Vec<String>,
    /// True where one is written that is no text.
    pub(super) is_open: bool,
    is_primary: bool,
}

impl Qualified {
    /// The detail of an entry with what is known of its qualifiers.
    pub(super) fn put(self, detail: EntryDetail) -> EntryDetail {
        EntryDetail {
            qualifiers: self.names,
            is_qualified_open: self.is_open,
            is_primary: self.is_primary,
            ..detail
        }
    }

    fn add(&mut self, name: String) {
        if !self.names.contains(&name) {
            self.names.push(name);
        }
    }
}

impl File<'_, '_, '_> {
    /// What a provider is called: by its rule, and by the decorators of the definition that it is.
    pub(super) fn provider_names(&self, def: Option<DefId>, of: &Match<'_>) -> Qualified {
        let mut found = match def {
            Some(def) => self.qualified(self.decorators_of(def), &of.rule.qualifiers),
            None => Qualified::default(),
        };
        let facts = self.unit.facts;
        match of.rule.name.iter().find_map(|place| Some((place, self.named_at(of, place)?))) {
            // Several names may stand one behind the other.
            Some((Place::Argument(0), _)) => {
                for id in facts.list(of.arguments) {
                    if !matches!(facts.expression(*id), Expression::Keyword { .. }) {
                        self.add_name(*id, &of.rule.qualifiers, &mut found);
                    }
                }
            }
            Some((_, id)) => self.add_name(id, &of.rule.qualifiers, &mut found),
            None if def
                .is_some_and(|def| !of.rule.name.is_empty() && self.is_given_a_value(of.used, Some(def))) =>
            {
                found.is_open = true;
            }
            None if of.rule.name.contains(&Place::OwnName) => {
                found.names.extend(def.into_iter().flat_map(|def| self.bean_names(def)));
            }
            None => {}
        }
        found
    }

    /// True where a decorator is given what is no text, of which no call is kept: `@Bean(NAME)`. `def` is what it decorates,
    /// where that is a definition.
    fn is_given_a_value(&self, used: Used, def: Option<DefId>) -> bool {
        let references = &self.unit.facts.references;
        let is_it = |one: &Reference| one.role == Role::Decorate && one.expression == used.named;
        let Some(at) = references.iter().position(is_it).filter(|_| used.call.is_unknown()) else {
            return false;
        };
        let end = def.map_or(u32::MAX, |def| self.unit.facts.definition(def).name_span.start);
        // Other decorators are no values, nor is the type of what is declared.
        references.get(at + 1).is_some_and(|next| next.role == Role::Read && next.span.start < end)
    }

    /// What a field or parameter asks for beside its type: by its decorators, and by the rule about what asks.
    pub(super) fn asked_names(&self, decorators: &[ExprId], of: &Match<'_>) -> Qualified {
        let mut found = self.qualified(decorators.iter().copied(), &of.rule.qualifiers);
        // A rule about a provider says what that is called, not what it is given.
        if of.rule.makes == Makes::Symbol(SymbolKind::Injection)
            && let Some(id) = of.rule.name.iter().find_map(|place| self.named_at(of, place))
        {
            self.add_name(id, &of.rule.qualifiers, &mut found);
        }
        found
    }

    /// What a decorator names in place of a type: `@Inject("CLOCK")`.
    pub(super) fn token(&self, decorators: &[ExprId]) -> Option<ExprId> {
        decorators.iter().take(MOST_DECORATORS).find_map(|decorator| {
            let (name, arguments) = self.decorator(*decorator);
            let origin = self.origins.of(self.db.file(), name)?;
            let mut asks =
                self.rules.of(&origin.path).filter(|rule| rule.makes == Makes::Symbol(SymbolKind::Injection));
            asks.find_map(|rule| {
                rule.text.iter().find_map(|place| argument(self.unit.facts, arguments, place))
            })
        })
    }

    pub(super) fn decorators_of(&self, def: DefId) -> impl Iterator<Item = ExprId> {
        self.unit.facts.list(self.unit.facts.definition(def).decorators).iter().copied()
    }

    /// What decorates a parameter. Its decorators stand before its name, and behind that of the parameter before.
    pub(super) fn decorators_between(&self, start: u32, end: u32) -> Vec<ExprId> {
        let range = Span::new(start, end.max(start));
        let references = &self.unit.facts.references;
        let from = references.partition_point(|one| one.span.start < start);
        references[from..]
            .iter()
            .take_while(|one| range.covers(one.span))
            .filter(|one| one.role == Role::Decorate)
            // Not those in the default value of the parameter before.
            .filter(|one| {
                one.enclosing.is_none_or(|def| !range.covers(self.unit.facts.definition(def).name_span))
            })
            .map(|one| one.expression)
            .take(MOST_DECORATORS)
            .collect()
    }

    fn qualified(&self, decorators: impl Iterator<Item = ExprId>, rules: &Qualifiers) -> Qualified {
        let mut found = Qualified::default();
        if rules.of.is_empty() {
            return found;
        }
        for decorator in decorators.take(MOST_DECORATORS) {
            let (name, arguments) = self.decorator(decorator);
            match self.origins.of(self.db.file(), name) {
                Some(origin) if rules.of.contains(&origin.path) => {
                    let places = [Place::Argument(0), Place::Keyword("value".to_owned())];
                    match text(self.unit.facts, arguments, &places) {
                        Found::Text(text) => found.add(text),
                        Found::Open => found.is_open = true,
                        Found::Nothing => {
                            let used = self.uses().get(&name).copied();
                            found.is_open |= used.is_some_and(|used| self.is_given_a_value(used, None));
                        }
                    }
                }
                Some(origin) => found.is_primary |= rules.primary.contains(&origin.path),
                None => {
                    if let Some(own) = self.own_qualifier(name, rules) {
                        found.add(own);
                    }
                }
            }
        }
        found
    }

    /// The type of the repository that an expression names, where that is a qualifier.
    fn own_qualifier(&self, named: ExprId, rules: &Qualifiers) -> Option<String> {
        let Value::Definition(sym) = resolve(self.db, self.db.file(), named, None).0.only()? else {
            return None;
        };
        let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
        self.db.depend_on_symbol(sym);
        let mut decorators =
            unit.facts.list(unit.facts.definition(sym.def).decorators).iter().take(MOST_DECORATORS);
        let is_one = decorators.any(|decorator| {
            let name = match unit.facts.expression(*decorator) {
                Expression::Call { of, .. } => of,
                _ => *decorator,
            };
            self.origins.of(sym.file, name).is_some_and(|origin| rules.types.contains(&origin.path))
        });
        if is_one { self.printed(sym) } else { None }
    }

    /// Adds what an expression gives as a name: texts, what is made of one (`Names.named("x")`), or a qualifier (`Remote.class`).
    fn add_name(&self, id: ExprId, rules: &Qualifiers, found: &mut Qualified) {
        let facts = self.unit.facts;
        if let Some(text) = facts.text(id) {
            return found.add(text.to_owned());
        }
        match facts.expression(id) {
            Expression::Collection(_, list) | Expression::Tuple(list) => {
                for one in facts.list(list) {
                    match facts.text(*one) {
                        Some(text) => found.add(text.to_owned()),
                        None => found.is_open = true,
                    }
                }
            }
            Expression::Call { of, arguments } => {
                let origin = self.origins.of(self.db.file(), of);
                let text = text(facts, arguments, &[Place::Argument(0)]);
                match (origin.filter(|origin| rules.of.contains(&origin.path)), text) {
                    (Some(_), Found::Text(text)) => found.add(text),
                    _ => found.is_open = true,
                }
            }
            _ => match self.own_qualifier(self.literal_of_class(id), rules) {
                Some(own) => found.add(own),
                None => found.is_open = true,
            },
        }
    }

    /// The names that containers give a provider without one: that of its function, or of its type with a small letter; of a
    /// function that is called like a getter also that of its property.
    fn bean_names(&self, def: DefId) -> Vec<String> {
        let facts = self.unit.facts;
        let name = facts.name(facts.definition(def).name);
        if self.unit.kind(def).is_type() {
            return vec![decapitalized(name)];
        }
        let property = name.strip_prefix("get").filter(|rest| rest.starts_with(char::is_uppercase));
        std::iter::once(name.to_owned()).chain(property.map(decapitalized)).collect()
    }
}

/// A name with a small letter in front, as `Introspector.decapitalize` of Java has it.
fn decapitalized(name: &str) -> String {
    let mut letters = name.chars();
    match (letters.next(), letters.as_str()) {
        (Some(first), rest) if !rest.starts_with(char::is_uppercase) => {
            first.to_lowercase().chain(rest.chars()).collect()
        }
        _ => name.to_owned(),
    }
}

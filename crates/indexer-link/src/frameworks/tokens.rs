//! What modules bind in lists, and what is named in place of a type: `{ provide: CLOCK, useClass: SystemClock }`, `@Inject(CLOCK)`.

use super::entries::File;
use super::handlers::To;
use super::injected::{Asked, Site};
use super::places::{argument, fields};
use super::qualifiers::Qualified;
use crate::resolve::resolve;
use crate::value::{TypeId, Value};
use indexer_core::framework::Place;
use indexer_core::{ExprId, Expression, FrameworkEntry, LiteralKind, Resolution};

/// More that stands in one list is not looked at.
const MOST_LISTED: usize = 1_000;

impl File<'_, '_, '_> {
    /// What the objects of a list bind. What stands elsewhere (`...others`, a constant) is told as an entry that is open.
    pub(super) fn listed(&self, list: &str, site: Site<'_, '_>, all: &mut Vec<FrameworkEntry>) {
        let facts = self.unit.facts;
        let place = Place::Keyword(list.to_owned());
        let Some(given) = argument(facts, site.of.arguments, &place) else { return };
        let Expression::Collection(_, items) = facts.expression(given) else {
            return all.extend(self.provides(site, Asked::Unknown, To::Nothing, Qualified::default()));
        };
        let mut is_open = false;
        for item in facts.list(items).iter().take(MOST_LISTED) {
            let Expression::Object(scope) = facts.expression(*item) else {
                is_open |= !self.is_type(*item);
                continue;
            };
            let at = |places: &[Place]| {
                places.iter().find_map(|place| match place {
                    Place::Keyword(name) => Some(fields(facts, scope, name)).filter(|all| !all.is_empty()),
                    _ => None,
                })
            };
            let (Some(tokens), to) = (at(&site.of.rule.text), at(&site.of.rule.to)) else { continue };
            let Some(to) = to else { continue };
            let bound =
                || tokens.first().and_then(|token| self.token_named(*token)).unwrap_or(Asked::Unknown);
            // Of several branches the program takes one.
            let is_one = to.len() == 1;
            for one in to {
                let mut entry = self.provides(site, bound(), To::Expression(one), Qualified::default());
                if let Some(edge) = entry.as_mut().and_then(|entry| entry.edge.as_mut()).filter(|_| !is_one) {
                    edge.resolution = Resolution::Possible;
                }
                all.extend(entry);
            }
        }
        if is_open {
            all.extend(self.provides(site, Asked::Unknown, To::Nothing, Qualified::default()));
        }
    }

    fn is_type(&self, id: ExprId) -> bool {
        let of_type = |value: Value| match value {
            Value::Definition(sym) => self.db.unit(sym.file).is_some_and(|unit| unit.kind(sym.def).is_type()),
            Value::External(_) | Value::Type(..) => true,
            _ => false,
        };
        resolve(self.db, self.db.file(), id, None).0.only().is_some_and(of_type)
    }

    /// What is asked for by a token; by the type where the token is a call around it (`forwardRef(() => Users)`).
    pub(super) fn token_or_type(&self, token: ExprId, by_type: impl Fn() -> Option<Asked>) -> Option<Asked> {
        match self.unit.facts.expression(token) {
            Expression::Call { .. } => by_type(),
            _ => Some(self.token_named(token).unwrap_or(Asked::Unknown)),
        }
    }

    /// What is named in place of a type: a text, a type, or a constant. `None` for what is computed, or no text that is kept.
    fn token_named(&self, id: ExprId) -> Option<Asked> {
        let facts = self.unit.facts;
        if let Some(text) = facts.text(id) {
            return Some(Asked::Text(text.to_owned()));
        }
        if facts.expression(id) == Expression::Literal(LiteralKind::String) {
            return None;
        }
        match resolve(self.db, self.db.file(), id, None).0.only()? {
            Value::Definition(sym) => Some(Asked::Type(TypeId::Def(sym))),
            Value::External(text) => Some(Asked::Type(TypeId::External(text))),
            Value::Type(of, _) => Some(Asked::Type(of)),
            _ => None,
        }
    }
}

//! Fields that are read from variables of the environment: `class Settings(BaseSettings): redis_url: str`.

use super::entries::{File, Match};
use super::places::argument;
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::framework::Place;
use indexer_core::{Bound, DefId, DependencyKey, ExprId, Expression, List, Role, Span};

/// A call is looked for among so many expressions behind what it calls.
const FARTHEST: usize = 64;

/// What a type says of the beginning of names.
enum Said {
    Text(String),
    Nothing,
    /// It is no text, or what says it is none that is known.
    Unknown,
}

impl File<'_, '_, '_> {
    /// How the names of the variables of a type begin: as it says itself, else the nearest that it extends; `None` where that is
    /// not known.
    pub(super) fn beginning(&self, of: &Match<'_>, def: DefId) -> Option<String> {
        let own = Symbol { file: self.db.file(), def };
        for sym in std::iter::once(&own).chain(&of.between) {
            let unit = self.db.unit(sym.file)?;
            self.db.depend_on_symbol(*sym);
            self.db.depend(DependencyKey::described(unit.path_hash));
            match said(unit, sym.def, &of.rule.begins) {
                Said::Text(text) => return Some(text),
                Said::Unknown => return None,
                Said::Nothing => {}
            }
        }
        Some(String::new())
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
        for given in calls(self.unit, definition.span) {
            let places = of.rule.aliases.iter().map(|alias| Place::Keyword(alias.clone()));
            if let Some(alias) = places.filter_map(|place| argument(facts, given, &place)).next() {
                return facts.text(alias).map(str::to_owned);
            }
        }
        Some(format!("{begin}{name}").to_uppercase())
    }
}

/// What a type says of the beginning by the first of these members that it has.
fn said(unit: &Unit<'_>, def: DefId, begins: &[String]) -> Said {
    let facts = unit.facts;
    let text = |id: ExprId| facts.text(id).map_or(Said::Unknown, |text| Said::Text(text.to_owned()));
    for (member, name) in begins.iter().filter_map(|begin| begin.split_once('.')) {
        let Some(member) = member_of_body(unit, def, member) else { continue };
        if unit.kind(member).is_type() {
            let held = member_of_body(unit, member, name);
            return held.map_or(Said::Nothing, |held| text(facts.definition(held).value));
        }
        let mut calls = calls(unit, facts.definition(member).span);
        let place = Place::Keyword(name.to_owned());
        // What is no call may say anything.
        let Some(first) = calls.next() else { return Said::Unknown };
        let mut given = std::iter::once(first).chain(calls);
        let found = given.find_map(|given| argument(facts, given, &place));
        return found.map_or(Said::Nothing, text);
    }
    Said::Nothing
}

/// What the calls in a part of a file are given.
fn calls(unit: &Unit<'_>, span: Span) -> impl Iterator<Item = List> {
    let facts = unit.facts;
    let first = facts.references.partition_point(|one| one.span.start < span.start);
    let inside = facts.references[first..].iter().take_while(move |one| one.span.start < span.end);
    inside.filter(|one| one.role == Role::Call).filter_map(move |one| {
        // A call stands behind what it calls, and near.
        let behind = facts.expressions.get(one.expression.0 as usize..)?.iter();
        behind.take(FARTHEST).find_map(|call| match call {
            Expression::Call { of, arguments } if *of == one.expression => Some(*arguments),
            _ => None,
        })
    })
}

fn member_of_body(unit: &Unit<'_>, of: DefId, name: &str) -> Option<DefId> {
    let body = unit.facts.definition(of).body?;
    unit.facts.bindings(body).iter().find_map(|one| match one.bound {
        Bound::Definition(def) if unit.facts.name(one.name) == name => Some(def),
        _ => None,
    })
}

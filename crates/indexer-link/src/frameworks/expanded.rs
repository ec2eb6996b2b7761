//! Calls that make an endpoint for each of several members of a type: `Route::resource("photos", Photos::class)`.

use super::edge_to;
use super::entries::{File, Match, entry};
use super::places::{argument, texts};
use super::texts::Written;
use crate::edges::symbol_key;
use crate::infer::own_member;
use crate::value::{Symbol, Value};
use indexer_core::framework::{EntryDetail, Place, joined};
use indexer_core::{ExprId, Expression, FrameworkEntry, Resolution, SymbolKind};

/// Longer chains of calls behind one are not followed.
const LONGEST_CHAIN: usize = 16;

/// Which of the members a chain behind the call leaves.
#[derive(Default)]
struct Left {
    only: Option<Vec<String>>,
    except: Vec<String>,
    /// True where the chain says something that is no text.
    is_open: bool,
    /// True where it changes what parts are called.
    is_renamed: bool,
    /// The members of the chain without which some are not made: `creatable`.
    said: Vec<String>,
}

impl File<'_, '_, '_> {
    /// Adds what a call makes of the members of a type; false where the rule does not say so.
    pub(super) fn expanded(
        &self,
        at: u32,
        written: &Written,
        of: &Match<'_>,
        all: &mut Vec<FrameworkEntry>,
    ) -> bool {
        if of.rule.expands.is_empty() {
            return false;
        }
        let given = of.rule.to.iter().find_map(|place| argument(self.unit.facts, of.arguments, place));
        self.expanded_of(at, written, of, given, all);
        true
    }

    /// What a call makes of the members of each type that it is given under a text: `Route::resources(['photos' => Photos::class])`.
    pub(super) fn paired(&self, at: u32, of: &Match<'_>, all: &mut Vec<FrameworkEntry>) {
        let facts = self.unit.facts;
        let given = argument(facts, of.arguments, &Place::Argument(0));
        let Some(Expression::Collection(_, pairs)) = given.map(|id| facts.expression(id)) else { return };
        for pair in facts.list(pairs) {
            if let Expression::Keyword { name, value } = facts.expression(*pair) {
                self.expanded_of(at, &Written::of(facts.name(name)), of, Some(value), all);
            }
        }
    }

    fn expanded_of(
        &self,
        at: u32,
        written: &Written,
        of: &Match<'_>,
        given: Option<ExprId>,
        all: &mut Vec<FrameworkEntry>,
    ) {
        let own = given.and_then(|id| self.type_given(id));
        let left = self.left(of);
        let added = of.rule.adds.iter().filter(|(by, _)| left.said.contains(by));
        let mut made: Vec<_> = of.rule.expands.iter().chain(added.flat_map(|(_, more)| more)).collect();
        made.dedup();
        let (path, parameter) = nested(&written.text);
        let path = Written { text: path, is_open: written.is_open };
        for (path, detail) in self.described(at, SymbolKind::Endpoint, of, &path) {
            let detail = EntryDetail {
                is_open: detail.is_open || left.is_open || left.is_renamed,
                is_certain: detail.is_certain && !left.is_open,
                ..detail
            };
            for (method, behind, member) in made.iter().copied() {
                let is_left = left.only.as_ref().is_none_or(|only| only.contains(member));
                if !is_left || left.except.contains(member) {
                    continue;
                }
                let behind = behind.replace("<>", &format!("{{{parameter}}}"));
                let path = if behind == "/" { path.clone() } else { joined(&path, &behind) };
                let edge = own.and_then(|own| self.edge_to_member(own, member, detail.is_certain));
                all.push(entry(at, SymbolKind::Endpoint, (method, &path), &detail, edge));
            }
        }
    }

    fn edge_to_member(&self, own: Symbol, member: &str, is_certain: bool) -> Option<indexer_core::Edge> {
        let found = own_member(self.db, own, self.db.text(member), Some(true));
        let (Value::Definition(sym) | Value::Function(sym, _)) = found.only()? else { return None };
        let resolution = if is_certain { Resolution::Resolved } else { Resolution::Possible };
        Some(edge_to(resolution, symbol_key(self.db, sym)?))
    }

    /// What the calls behind a call leave of it, and what it is given beside: `->only("index")`.
    fn left(&self, of: &Match<'_>) -> Left {
        let facts = self.unit.facts;
        let mut left = Left::default();
        let named = |name: &str| argument(facts, of.arguments, &Place::Keyword(name.to_owned()));
        left.is_renamed = named("parameters").is_some();
        for (name, is_only) in [("only", true), ("except", false)] {
            self.leave(&mut left, is_only, named(name));
        }
        let mut call = of.used.call;
        for _ in 0..LONGEST_CHAIN {
            let Some((member, behind)) = self.chains().get(&call).copied() else { break };
            let given = match facts.expression(behind) {
                Expression::Call { arguments, .. } => facts.list(arguments).first().copied(),
                _ => None,
            };
            match self.unit.last_name(member) {
                Some("only") => self.leave(&mut left, true, given),
                Some("except") => self.leave(&mut left, false, given),
                Some("parameters" | "parameter") => left.is_renamed = true,
                Some("shallow" | "scoped") => left.is_open = true,
                Some(name) if of.rule.adds.iter().any(|(by, _)| by == name) => {
                    left.said.push(name.to_owned())
                }
                _ => {}
            }
            call = behind;
        }
        left
    }

    fn leave(&self, left: &mut Left, is_only: bool, given: Option<ExprId>) {
        let Some(given) = given else { return };
        let names = texts(self.unit.facts, given);
        left.is_open |= names.is_empty();
        match is_only {
            true if !names.is_empty() => left.only = Some(names),
            true => {}
            false => left.except.extend(names),
        }
    }
}

/// The path of all things, with a part for each one around, and what the part is called that tells one from others:
/// `photos.comments` is `photos/{photo}/comments`, and `comment`.
fn nested(text: &str) -> (String, String) {
    let parameter =
        |name: &str| super::drawn::singular(name.rsplit('/').next().unwrap_or(name)).replace('-', "_");
    let parts: Vec<&str> = text.split('.').collect();
    let Some((last, around)) = parts.split_last() else { return (text.to_owned(), String::new()) };
    let mut path: String = around.iter().map(|name| format!("{name}/{{{}}}/", parameter(name))).collect();
    path.push_str(last);
    (path, parameter(last))
}

#[cfg(test)]
mod tests {
    use super::nested;

    #[test]
    fn parts_around_tell_one_thing_from_others() {
        assert_eq!(nested("photos"), ("photos".to_owned(), "photo".to_owned()));
        assert_eq!(
            nested("photos.user-comments"),
            ("photos/{photo}/user-comments".to_owned(), "user_comment".to_owned())
        );
    }
}

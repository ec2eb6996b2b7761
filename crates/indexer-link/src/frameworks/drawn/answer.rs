//! Which method of which type answers: by the path of the file of the type, as the framework itself looks for it.

use crate::edges::symbol_key;
use crate::frameworks::edge_to;
use crate::infer::members_of_type;
use crate::query::Db;
use crate::value::{Symbol, TypeId, Value};
use indexer_core::framework::DrawnRule;
use indexer_core::path::join;
use indexer_core::{
    DefId, DependencyKey, Edge, Expression, FileFacts, Owner, Resolution, SymbolKind, Visibility,
};
use rustc_hash::FxHashMap;

/// More names of one type are not looked at.
const MOST_NAMES: usize = 16;
/// More files of one name are not looked at.
const MOST_PLACES: usize = 32;

/// The types of a program that answer.
pub(super) struct Answers<'a> {
    /// The folder of the program.
    pub(super) folder: &'a str,
    /// Those that were asked for already.
    found: FxHashMap<String, Option<(Symbol, Resolution)>>,
    /// Folders below that of the types in which they may stand too.
    pub(super) spaces: Vec<String>,
}

impl<'a> Answers<'a> {
    pub(super) fn of(folder: &'a str) -> Self {
        Self { folder, found: FxHashMap::default(), spaces: Vec::new() }
    }

    /// The method of the type that the file of a controller declares, or that it has from those that it extends.
    pub(super) fn edge(
        &mut self,
        db: &Db<'_, '_>,
        rule: &DrawnRule,
        controller: &str,
        action: &str,
    ) -> Option<Edge> {
        let (of, resolution) = match self.found.get(controller) {
            Some(found) => *found,
            None => {
                let found = self.find(db, rule, controller);
                self.found.insert(controller.to_owned(), found);
                found
            }
        }?;
        let found = members_of_type(db, TypeId::Def(of), db.text(action), Some(true)).found;
        let Some(Value::Definition(sym)) = found.only() else { return None };
        let unit = db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
        // Only what everybody may call answers.
        let definition = unit.facts.definition(sym.def);
        if definition.kind != SymbolKind::Method || definition.visibility != Visibility::Public {
            return None;
        }
        Some(edge_to(resolution, symbol_key(db, sym)?))
    }

    /// The type of a controller, and how sure it is that it is the one.
    fn find(&self, db: &Db<'_, '_>, rule: &DrawnRule, controller: &str) -> Option<(Symbol, Resolution)> {
        if let Some(found) = type_of(db, rule, self.folder, controller) {
            return Some((found, Resolution::Resolved));
        }
        if let Some(found) = self.elsewhere(db, rule, controller) {
            return Some((found, Resolution::Resolved));
        }
        let mut spaces = self.spaces.iter();
        let found =
            spaces.find_map(|space| type_of(db, rule, self.folder, &format!("{space}/{controller}")))?;
        Some((found, Resolution::Possible))
    }

    /// The only type of the program that has the name, where its file stands in a folder that the program adds to those in
    /// which types are looked for.
    fn elsewhere(&self, db: &Db<'_, '_>, rule: &DrawnRule, controller: &str) -> Option<Symbol> {
        let name = format!("{}{}", controller.rsplit('/').next()?, rule.ending);
        let places = db.with_files(&name, |files| files.named(&name));
        let inside = format!("{}/", join(self.folder, "app"));
        let mut all = places
            .iter()
            .filter(|place| place.starts_with(inside.as_str()))
            .take(MOST_PLACES)
            .filter_map(|place| type_in(db, rule, place, controller));
        let found = all.next()?;
        all.next().is_none().then_some(found)
    }
}

/// The type that the file of a controller declares: `admin/users` is `Admin::UsersController`.
fn type_of(db: &Db<'_, '_>, rule: &DrawnRule, folder: &str, controller: &str) -> Option<Symbol> {
    let place = join(&join(folder, &rule.folder), &format!("{controller}{}", rule.ending));
    if !db.with_files(&place, |files| files.is_file(&place)) {
        return None;
    }
    type_in(db, rule, &place, controller)
}

fn type_in(db: &Db<'_, '_>, rule: &DrawnRule, place: &str, controller: &str) -> Option<Symbol> {
    let file = db.linker.file_at(place)?;
    let unit = db.unit(file)?;
    let stem = rule.ending.split('.').next().unwrap_or("");
    db.depend(DependencyKey::described(unit.path_hash));
    let whole = plain(&format!("{controller}{stem}"));
    let ids = (0..unit.facts.definitions.len() as u32).map(DefId);
    let mut all = ids
        .filter(|def| unit.kind(*def).is_type())
        .filter(|def| plain(&names_of_type(unit.facts, *def).concat()) == whole);
    let def = all.next()?;
    if all.next().is_some() {
        return None;
    }
    let sym = Symbol { file, def };
    db.depend_on_symbol(sym);
    Some(sym)
}

/// The name of a type with those around it, the outermost first: all of `class A::B::C`.
pub(crate) fn names_of_type(facts: &FileFacts, def: DefId) -> Vec<&str> {
    let mut names = vec![facts.name(facts.definition(def).name)];
    let mut owner = facts.definition(def).owner;
    while names.len() < MOST_NAMES {
        match owner {
            Owner::File => break,
            Owner::Definition(def) => {
                names.push(facts.name(facts.definition(def).name));
                owner = facts.definition(def).owner;
            }
            Owner::Extension(id) => {
                let Some(extension) = facts.extensions.get(id.index()) else { break };
                let mut of = extension.of;
                while let Expression::Member { of: before, name, .. } = facts.expression(of)
                    && names.len() < MOST_NAMES
                {
                    names.push(facts.name(name));
                    of = before;
                }
                if let Expression::Name { name, .. } = facts.expression(of) {
                    names.push(facts.name(name));
                }
                owner = extension.owner;
            }
        }
    }
    names.reverse();
    names
}

/// A name without what its file and its type write differently: `api/v1/oauth_tokens` and `API::V1::OAuthTokens`.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_and_of_types_meet() {
        assert_eq!(plain("api/v1/oauth_tokens_controller"), plain("API::V1::OAuthTokensController"));
    }
}

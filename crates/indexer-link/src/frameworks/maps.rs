//! Maps of types to maps of their members: `{ Query: { users: list } }`, also several in a list, merged by a function, and with
//! others spread in them.

use super::edge_to;
use super::entries::{File, Match, entry};
use super::places::argument;
use crate::edges::symbol_key;
use crate::infer::{definition_value, value_of};
use crate::resolve::resolve;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::framework::{EntryDetail, Place};
use indexer_core::{
    Bound, DependencyKey, ExprId, Expression, FileId, FrameworkEntry, Resolution, ScopeId, SymbolKind,
};

/// More members of one map than this are not looked at.
const MOST_MEMBERS: usize = 1_000;
/// More maps of one list than this are not looked at.
const MOST_MAPS: usize = 200;
/// Longer ways to a map than this are not followed.
const DEEPEST: u32 = 8;

/// An object that is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Object {
    file: FileId,
    members: ScopeId,
    /// What holds it, which says what is spread in it.
    held_by: Option<Symbol>,
}

impl File<'_, '_, '_> {
    /// What a map of types to maps of their members calls: `{ Query: { users: list } }`.
    pub(super) fn mapped(&self, at: u32, map: &str, of: &Match<'_>, all: &mut Vec<FrameworkEntry>) {
        let Some(given) = argument(self.unit.facts, of.arguments, &Place::Argument(0)) else { return };
        let Some(given) = self.object(&value_of(self.db, self.db.file(), given)) else { return };
        let Some((_, held)) = self.members_of(given).into_iter().find(|(name, _)| name == map) else {
            return;
        };
        let detail = EntryDetail {
            framework: of.rule.framework.clone(),
            is_certain: !of.origin.is_possible,
            ..EntryDetail::default()
        };
        let resolution = if of.origin.is_possible { Resolution::Possible } else { Resolution::Resolved };
        let mut known: Vec<Symbol> = Vec::new();
        for (type_name, sym) in
            self.objects_of(held, of, DEEPEST).into_iter().flat_map(|one| self.members_of(one))
        {
            let Some(fields) = self.object(&definition_value(self.db, sym)) else { continue };
            for (name, field) in self.members_of(fields) {
                // What is spread in one map may stand in another one, too.
                if known.contains(&field) {
                    continue;
                }
                let Some(key) = symbol_key(self.db, field) else { continue };
                known.push(field);
                let (method, name) = match of.rule.roots.contains(&type_name) {
                    true => (type_name.to_uppercase(), name),
                    false => ("FIELD".to_owned(), format!("{type_name}.{name}")),
                };
                let edge = edge_to(resolution, key);
                let one = (method.as_str(), name.as_str());
                all.push(entry(at, SymbolKind::Endpoint, one, &detail, Some(edge)));
                if all.len() >= MOST_MEMBERS {
                    return;
                }
            }
        }
    }

    /// The objects that a definition holds: one, or those of a list.
    fn objects_of(&self, sym: Symbol, of: &Match<'_>, depth: u32) -> Vec<Object> {
        if let Some(found) = self.object(&definition_value(self.db, sym)) {
            return vec![found];
        }
        let Some(unit) = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none()) else {
            return Vec::new();
        };
        self.db.depend_on_symbol(sym);
        self.objects_at(sym.file, unit.facts.definition(sym.def).value, of, depth)
    }

    fn objects_at(&self, file: FileId, id: ExprId, of: &Match<'_>, depth: u32) -> Vec<Object> {
        let (Some(depth), Some(unit)) = (depth.checked_sub(1), self.db.unit(file)) else { return Vec::new() };
        let facts = unit.facts;
        let each = |all: &[ExprId]| -> Vec<Object> {
            all.iter().take(MOST_MAPS).flat_map(|one| self.objects_at(file, *one, of, depth)).collect()
        };
        match facts.expression(id) {
            Expression::Collection(_, all) | Expression::Tuple(all) => each(facts.list(all)),
            Expression::Element(list) => each(&[list]),
            Expression::Call { of: callee, arguments } => {
                let merges =
                    self.origins.of(file, callee).is_some_and(|by| of.rule.passes.contains(&by.path));
                if merges { each(facts.list(arguments)) } else { Vec::new() }
            }
            Expression::Name { .. } | Expression::Member { .. } | Expression::Import { .. } => {
                match resolve(self.db, file, id, None).0.only() {
                    Some(Value::Definition(sym)) => self.objects_of(sym, of, depth),
                    _ => self.object(&value_of(self.db, file, id)).into_iter().collect(),
                }
            }
            _ => self.object(&value_of(self.db, file, id)).into_iter().collect(),
        }
    }

    /// The only object that something is.
    fn object(&self, values: &Set) -> Option<Object> {
        match values.only()? {
            Value::Object(file, members, _) => {
                if file != self.db.file() {
                    let unit = self.db.unit(file).filter(|unit| unit.stub_of.is_none())?;
                    self.db.depend(DependencyKey::described(unit.path_hash));
                }
                Some(Object { file, members, held_by: None })
            }
            Value::Type(TypeId::Def(sym), _)
            | Value::Instance(TypeId::Def(sym), _)
            | Value::Definition(sym) => {
                let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
                let definition = unit.facts.definition(sym.def);
                self.db.depend_on_symbol(sym);
                self.db.depend(DependencyKey::stored(unit.path_hash, unit.hash(definition.name)));
                Some(Object { file: sym.file, members: definition.body?, held_by: Some(sym) })
            }
            _ => None,
        }
    }

    /// The members of an object, those of what is spread in it behind its own.
    fn members_of(&self, of: Object) -> Vec<(String, Symbol)> {
        let mut found: Vec<(String, Symbol)> = Vec::new();
        let mut seen: Vec<Object> = Vec::new();
        let mut open = vec![of];
        while let Some(one) = open.pop() {
            let Some(unit) = self.db.unit(one.file).filter(|_| !seen.contains(&one)) else { continue };
            seen.push(one);
            let file = one.file;
            let bound = unit.facts.bindings(one.members).iter().filter_map(|one| match one.bound {
                Bound::Definition(def) => Some((unit.facts.name(one.name).to_owned(), Symbol { file, def })),
                _ => None,
            });
            found.extend(bound.take(MOST_MEMBERS));
            let Some(sym) = one.held_by.filter(|_| seen.len() < MOST_MAPS) else { continue };
            let spread = unit.facts.list(unit.facts.definition(sym.def).bases).iter();
            open.extend(spread.filter_map(|base| self.object(&value_of(self.db, sym.file, *base))));
        }
        found.truncate(MOST_MEMBERS);
        found.iter().for_each(|(_, sym)| self.db.depend_on_symbol(*sym));
        found
    }
}

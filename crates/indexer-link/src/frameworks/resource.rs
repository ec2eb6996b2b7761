//! What a router makes of a type that is registered with it: a path for all of its things, one for each thing, and one for each
//! further member that says so. So do the routers of Django REST framework with view sets.

use super::edge_to;
use super::entries::{File, Match, entry};
use super::places::{argument, texts};
use crate::edges::symbol_key;
use crate::infer::{linearize, own_member};
use crate::resolve::resolve;
use crate::unit::Unit;
use crate::value::{Symbol, Value};
use indexer_core::framework::{EntryDetail, Place, ResourceRule, joined};
use indexer_core::{
    DefId, DependencyKey, ExprId, Expression, FileId, FrameworkEntry, Owner, ParameterKind, Resolution,
    SymbolKind,
};

/// More types above one are not looked at.
const MOST_ABOVE: usize = 32;
/// More members of one type that say that they answer are not listed.
const MOST_EXTRA: usize = 100;

/// A type that is registered, and where.
struct Registered<'r> {
    at: u32,
    rule: &'r ResourceRule,
    view: Symbol,
    /// The type and those above it, the nearest first.
    types: Vec<Symbol>,
    path: String,
    detail: EntryDetail,
    /// What the part of a path is called that tells one thing from others.
    part: String,
    /// True where paths do not end in `/`.
    is_bare: bool,
    resolution: Resolution,
}

impl File<'_, '_, '_> {
    /// Adds what a router makes of the type at the place of the function; false where that is no type of the repository.
    pub(super) fn resource(
        &self,
        at: u32,
        (written, is_open): (&str, bool),
        of: &Match<'_>,
        all: &mut Vec<FrameworkEntry>,
    ) -> bool {
        let Some(rule) = self.rules.resource.as_ref().filter(|_| of.rule.resource) else { return false };
        let given = of.rule.to.iter().find_map(|place| argument(self.unit.facts, of.arguments, place));
        let Some(view) = given.and_then(|id| self.own_type(self.db.file(), id)) else { return false };
        let Some((path, detail)) = self.described(at, SymbolKind::Endpoint, of, (written, is_open)) else {
            return true;
        };
        let above = linearize(self.db, view).value.symbols.clone();
        let types: Vec<Symbol> = std::iter::once(view).chain(above).take(MOST_ABOVE).collect();
        for one in &types {
            self.db.depend_on_symbol(*one);
            if let Some(unit) = self.db.unit(one.file).filter(|_| one.file != self.db.file()) {
                self.db.depend(DependencyKey::described(unit.path_hash));
            }
        }
        let part = types.iter().find_map(|one| self.part(*one, rule));
        let part = part.unwrap_or_else(|| rule.part.clone());
        let resolution = if of.origin.is_possible { Resolution::Possible } else { Resolution::Resolved };
        let is_bare = of.origin.router.is_some_and(|router| self.is_bare(router, rule));
        let found = Registered { at, rule, view, types, path, detail, part, is_bare, resolution };
        self.routes(&found, all);
        for one in &found.types {
            self.extra(*one, &found, all);
        }
        true
    }

    /// True where the call that made a router says that its paths do not end in `/`.
    fn is_bare(&self, router: Symbol, rule: &ResourceRule) -> bool {
        let Some(unit) = self.db.unit(router.file) else { return false };
        self.db.depend_on_symbol(router);
        let Expression::Call { arguments, .. } =
            unit.facts.expression(unit.facts.definition(router.def).value)
        else {
            return false;
        };
        argument(unit.facts, arguments, &Place::Keyword(rule.bare.clone())).is_some()
    }

    fn own_type(&self, file: FileId, id: ExprId) -> Option<Symbol> {
        let Value::Definition(sym) = resolve(self.db, file, id, None).0.only()? else {
            return None;
        };
        let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
        unit.kind(sym.def).is_type().then_some(sym)
    }

    /// The paths of members that every router knows: those of the type, and those that a type outside has.
    fn routes(&self, of: &Registered<'_>, all: &mut Vec<FrameworkEntry>) {
        let outside = self.members_outside(of);
        for (method, behind, member) in &of.rule.routes {
            let name = self.db.text(member);
            let own = of.types.iter().find_map(|one| match own_member(self.db, *one, name, None).only()? {
                Value::Definition(sym) => Some(sym),
                _ => None,
            });
            let Some(to) = own.or_else(|| outside.contains(&Some(member)).then_some(of.view)) else {
                continue;
            };
            self.add(of, (method, behind), to, of.detail.clone(), all);
        }
        if outside.contains(&None) {
            let detail = EntryDetail { is_certain: false, ..of.detail.clone() };
            self.add(of, ("ANY", "/"), of.view, detail, all);
        }
    }

    /// The members that types outside have which the types extend; `None` among them where one is extended of which nothing is
    /// known.
    fn members_outside<'r>(&self, of: &Registered<'r>) -> Vec<Option<&'r String>> {
        let mut found = Vec::new();
        for one in &of.types {
            let Some(unit) = self.db.unit(one.file) else { continue };
            for base in unit.facts.list(unit.facts.definition(one.def).bases) {
                let named = match unit.facts.expression(*base) {
                    Expression::Apply { of, .. } | Expression::Instance(of) => of,
                    _ => *base,
                };
                let origin = self.origins.of(one.file, named);
                match origin.and_then(|origin| of.rule.bases.get(&origin.path)) {
                    Some(members) => found.extend(members.iter().map(Some)),
                    None if self.own_type(one.file, named).is_none() => found.push(None),
                    None => {}
                }
            }
        }
        found
    }

    /// What a type says that the part is called by which one thing is told from others.
    fn part(&self, of: Symbol, rule: &ResourceRule) -> Option<String> {
        let unit = self.db.unit(of.file)?;
        rule.parts.iter().find_map(|wanted| {
            let mut members = unit.facts.definitions.iter();
            let member = members
                .find(|one| one.owner == Owner::Definition(of.def) && unit.facts.name(one.name) == wanted)?;
            unit.facts.text(member.value).map(str::to_owned)
        })
    }

    /// Members of a type that a decorator makes answer, below the path of all things or of one.
    fn extra(&self, of: Symbol, registered: &Registered<'_>, all: &mut Vec<FrameworkEntry>) {
        let Some(unit) = self.db.unit(of.file) else { return };
        let members = unit.facts.definitions.iter().zip((0..).map(DefId));
        let members =
            members.filter(|(one, _)| one.owner == Owner::Definition(of.def) && one.kind.is_callable());
        for (member, def) in members.take(MOST_EXTRA) {
            let decorated = unit.facts.list(member.decorators).iter().find_map(|decorator| {
                let Expression::Call { of: named, arguments } = unit.facts.expression(*decorator) else {
                    return None;
                };
                let origin = self.origins.of(of.file, named)?;
                (origin.path == registered.rule.extra).then_some(arguments)
            });
            let Some(arguments) = decorated else { continue };
            let keyword = |name: &str| argument(unit.facts, arguments, &Place::Keyword(name.to_owned()));
            let methods = keyword("methods").map(|id| texts(unit.facts, id)).unwrap_or_default();
            let methods = if methods.is_empty() { vec!["get".to_owned()] } else { methods };
            let name = match keyword("url_path") {
                Some(id) => unit.facts.text(id).unwrap_or("?").to_owned(),
                None => unit.facts.name(member.name).to_owned(),
            };
            let is_one = match keyword(&registered.rule.one).and_then(|id| unit.facts.text(id)) {
                Some("True") => Some(true),
                Some("False") => Some(false),
                _ => takes_part(unit, def, &registered.part),
            };
            let (below, is_open) = match is_one {
                Some(true) => (format!("/<>/{name}/"), false),
                Some(false) => (format!("/{name}/"), false),
                None => (format!("/?/{name}/"), true),
            };
            let is_open = registered.detail.is_open || is_open || name == "?";
            for method in methods {
                let detail = EntryDetail { is_open, ..registered.detail.clone() };
                let to = Symbol { file: of.file, def };
                self.add(registered, (&method.to_uppercase(), &below), to, detail, all);
            }
        }
    }

    fn add(
        &self,
        of: &Registered<'_>,
        (method, behind): (&str, &str),
        to: Symbol,
        detail: EntryDetail,
        all: &mut Vec<FrameworkEntry>,
    ) {
        let behind = if of.is_bare { behind.trim_end_matches('/') } else { behind };
        let path = joined(&of.path, &behind.replace("<>", &format!("<{}>", of.part)));
        let edge = symbol_key(self.db, to).map(|key| edge_to(of.resolution, key));
        all.push(entry(of.at, SymbolKind::Endpoint, (method, &path), &detail, edge));
    }
}

/// True where a function takes the part that tells one thing from others: without it the framework could not call it for one
/// thing. `None` where it takes whatever it is given.
fn takes_part(unit: &Unit<'_>, def: DefId, part: &str) -> Option<bool> {
    let parameters = unit.facts.parameters(unit.facts.definition(def).parameters);
    if parameters.iter().any(|one| unit.facts.name(one.name) == part) {
        return Some(true);
    }
    // The first one is the request.
    let by_name =
        parameters.iter().filter(|one| matches!(one.kind, ParameterKind::Plain | ParameterKind::Keyword));
    if by_name.count() > 1 {
        return Some(true);
    }
    let takes_all = parameters.iter().any(|one| one.kind == ParameterKind::RestKeywords);
    if takes_all { None } else { Some(false) }
}

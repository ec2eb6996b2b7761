//! What a router makes of a type that is registered with it: a path for all of its things, one for each thing, and one for each
//! further member that says so. So do the routers of Django REST framework with view sets.

use super::edge_to;
use super::entries::{File, Match, entry};
use super::places::argument;
use super::texts::Written;
use crate::edges::symbol_key;
use crate::infer::{linearize, own_member};
use crate::unit::Unit;
use crate::value::{Symbol, Value};
use indexer_core::framework::{EntryDetail, Place, ResourceRule, joined};
use indexer_core::{
    DefId, DependencyKey, ExprId, Expression, FileFacts, FrameworkEntry, List, Name, Owner, ParameterKind,
    Resolution, SymbolKind,
};

/// More types above one are not looked at.
const MOST_ABOVE: usize = 32;
/// More members of one type that say that they answer are not listed.
const MOST_ACTIONS: usize = 100;

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
    parameter: String,
    /// True where paths do not end in `/`.
    is_bare: bool,
    resolution: Resolution,
}

impl File<'_, '_, '_> {
    /// Adds what a router makes of the type at the place of the function; false where that is no type of the repository.
    pub(super) fn resource(
        &self,
        at: u32,
        written: &Written,
        of: &Match<'_>,
        all: &mut Vec<FrameworkEntry>,
    ) -> bool {
        let Some(rule) = self.rules.resource.as_ref().filter(|_| of.rule.resource) else { return false };
        let given = of.rule.to.iter().find_map(|place| argument(self.unit.facts, of.arguments, place));
        let Some(view) = given.and_then(|id| self.origins.own_type(self.db.file(), id)) else { return false };
        let mut described = self.described(at, SymbolKind::Endpoint, of, written);
        let Some((path, detail)) = described.pop() else { return true };
        let above = linearize(self.db, view).value.symbols.clone();
        let types: Vec<Symbol> = std::iter::once(view).chain(above).take(MOST_ABOVE).collect();
        for one in &types {
            self.db.depend_on_symbol(*one);
            if let Some(unit) = self.db.unit(one.file).filter(|_| one.file != self.db.file()) {
                self.db.depend(DependencyKey::described(unit.path_hash));
            }
        }
        let parameter = types.iter().find_map(|one| self.parameter(*one, rule));
        let parameter = parameter.unwrap_or_else(|| rule.parameter.clone());
        let router = of.origin.router;
        // A router of the program's own may make other paths, and a type may answer fewer methods.
        let is_possible = of.origin.is_possible
            || router.is_some_and(|router| self.is_of_own_type(router))
            || types.iter().any(|one| self.has_member(*one, &rule.methods_field));
        let resolution = if is_possible { Resolution::Possible } else { Resolution::Resolved };
        let answers = router.and_then(|router| self.db.unit(router.file)).is_some_and(|unit| {
            let mut names = unit.facts.definitions.iter().map(|one| unit.facts.name(one.name));
            names.any(|name| name == rule.url_list)
        });
        let is_open = detail.is_open || parameter == "?";
        let detail = EntryDetail { needs_mount: !answers, is_open, ..detail };
        let is_bare = router.is_some_and(|router| self.is_bare(router, rule));
        let found = Registered { at, rule, view, types, path, detail, parameter, is_bare, resolution };
        self.routes(&found, all);
        for one in &found.types {
            self.actions(*one, &found, all);
        }
        true
    }

    /// The call that made a router, as its file says it.
    fn made_by(&self, router: Symbol) -> Option<(&Unit<'_>, ExprId, List)> {
        let unit = self.db.unit(router.file)?;
        self.db.depend_on_symbol(router);
        self.db.depend(DependencyKey::described(unit.path_hash));
        match unit.facts.expression(unit.facts.definition(router.def).value) {
            Expression::Call { of, arguments } => Some((unit, of, arguments)),
            _ => None,
        }
    }

    /// True where the call that made a router says that its paths do not end in `/`.
    fn is_bare(&self, router: Symbol, rule: &ResourceRule) -> bool {
        let Some((unit, _, arguments)) = self.made_by(router) else { return false };
        let said = argument(unit.facts, arguments, &Place::Keyword(rule.slash_argument.clone()));
        said.is_some_and(|id| unit.facts.text(id) != Some("True"))
    }

    /// True for a router of a type of the repository.
    fn is_of_own_type(&self, router: Symbol) -> bool {
        self.made_by(router).is_some_and(|(_, of, _)| self.origins.own_type(router.file, of).is_some())
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
                    None if self.origins.own_type(one.file, named).is_none() => found.push(None),
                    None => {}
                }
            }
        }
        found
    }

    /// What a type says that the part is called by which one thing is told from others.
    fn parameter(&self, of: Symbol, rule: &ResourceRule) -> Option<String> {
        let unit = self.db.unit(of.file)?;
        rule.parameter_fields.iter().find_map(|wanted| {
            let mut members = unit.facts.definitions.iter();
            let member = members
                .find(|one| one.owner == Owner::Definition(of.def) && unit.facts.name(one.name) == wanted)?;
            Some(unit.facts.text(member.value).unwrap_or("?").to_owned())
        })
    }

    /// Members of a type that a decorator makes answer, below the path of all things or of one. What a nearer type defines under
    /// their names is not theirs.
    fn actions(&self, of: Symbol, registered: &Registered<'_>, all: &mut Vec<FrameworkEntry>) {
        let Some(unit) = self.db.unit(of.file) else { return };
        let members = unit.facts.definitions.iter().zip((0..).map(DefId));
        let members = members.filter(|(one, _)| {
            one.owner == Owner::Definition(of.def)
                && one.kind.is_callable()
                && !self.is_defined_before(of, unit.facts.name(one.name), registered)
        });
        let mut found: Vec<Action> = Vec::new();
        for (member, def) in members.take(MOST_ACTIONS) {
            for decorator in unit.facts.list(member.decorators) {
                let one = match unit.facts.expression(*decorator) {
                    Expression::Call { of: named, arguments } => {
                        let origin = self.origins.of(of.file, named);
                        let is_one = origin.is_some_and(|origin| origin.path == registered.rule.action);
                        is_one.then(|| action_of(unit, def, arguments, registered))
                    }
                    _ => mapped_to(unit, *decorator, &found).map(|one| Action { def, ..one }),
                };
                found.extend(one);
            }
        }
        for one in found {
            let is_open = registered.detail.is_open || one.is_open;
            for method in &one.methods {
                let detail = EntryDetail { is_open, ..registered.detail.clone() };
                let to = Symbol { file: of.file, def: one.def };
                self.add(registered, (method, &one.below), to, detail, all);
            }
        }
    }

    /// True where a type below `of` defines something of the name.
    fn is_defined_before(&self, of: Symbol, name: &str, registered: &Registered<'_>) -> bool {
        let mut nearer = registered.types.iter().take_while(|one| **one != of);
        nearer.any(|one| self.has_member(*one, name))
    }

    fn has_member(&self, of: Symbol, name: &str) -> bool {
        !own_member(self.db, of, self.db.text(name), None).is_empty()
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
        let path = joined(&of.path, &behind.replace("<>", &format!("<{}>", of.parameter)));
        let edge = symbol_key(self.db, to).map(|key| edge_to(of.resolution, key));
        // Registered under nothing, only what answers for all of its things has no path of its own.
        let detail = EntryDetail { is_bare: detail.is_bare && path == "/", ..detail };
        all.push(entry(of.at, SymbolKind::Endpoint, (method, &path), &detail, edge));
    }
}

/// A member that a decorator makes answer.
#[derive(Clone)]
struct Action {
    def: DefId,
    /// What it is called in the type: others may be mapped to its path by that.
    name: Name,
    methods: Vec<String>,
    below: String,
    is_open: bool,
}

/// What a decorator says: `@action(detail=True, methods=["post"], url_path="mark")`.
fn action_of(unit: &Unit<'_>, def: DefId, arguments: List, registered: &Registered<'_>) -> Action {
    let facts = unit.facts;
    let own = facts.definition(def).name;
    let keyword = |name: &str| argument(facts, arguments, &Place::Keyword(name.to_owned()));
    let given = keyword("methods").or_else(|| argument(facts, arguments, &Place::Argument(0)));
    let methods = match given.map(|id| all_texts(facts, id)) {
        None => Some(vec!["GET".to_owned()]),
        Some(texts) => texts.map(|all| all.iter().map(|one| one.to_uppercase()).collect()),
    };
    let name = match keyword("url_path") {
        Some(id) => facts.text(id).unwrap_or("?").to_owned(),
        None => facts.name(own).to_owned(),
    };
    let is_one = match keyword(&registered.rule.detail_argument).and_then(|id| facts.text(id)) {
        Some("True") => Some(true),
        Some("False") => Some(false),
        _ => takes_parameter(unit, def, &registered.parameter),
    };
    let below = match is_one {
        Some(true) => format!("/<>/{name}/"),
        Some(false) => format!("/{name}/"),
        None => format!("/?/{name}/"),
    };
    let is_open = is_one.is_none() || name == "?" || methods.is_none();
    Action { def, name: own, methods: methods.unwrap_or_else(|| vec!["ANY".to_owned()]), below, is_open }
}

/// What `@notes.mapping.delete` says: another method at the path of `notes`.
fn mapped_to(unit: &Unit<'_>, decorator: ExprId, known: &[Action]) -> Option<Action> {
    let facts = unit.facts;
    let Expression::Member { of, name: method, .. } = facts.expression(decorator) else { return None };
    let Expression::Member { of, name: mapping, .. } = facts.expression(of) else { return None };
    let Expression::Name { name, .. } = facts.expression(of) else { return None };
    let one = known.iter().find(|one| one.name == name && facts.name(mapping) == "mapping")?;
    Some(Action { methods: vec![facts.name(method).to_uppercase()], ..one.clone() })
}

/// The texts of a list; `None` where one is no text.
fn all_texts(facts: &FileFacts, id: ExprId) -> Option<Vec<String>> {
    let text = |id: &ExprId| facts.text(*id).map(str::to_owned);
    match facts.expression(id) {
        Expression::Collection(_, list) | Expression::Tuple(list) => {
            facts.list(list).iter().map(text).collect()
        }
        _ => text(&id).map(|one| vec![one]),
    }
}

/// True where a function takes the part that tells one thing from others: without it the framework could not call it for one
/// thing. `None` where it takes whatever it is given.
fn takes_parameter(unit: &Unit<'_>, def: DefId, parameter: &str) -> Option<bool> {
    let parameters = unit.facts.parameters(unit.facts.definition(def).parameters);
    if parameters.iter().any(|one| unit.facts.name(one.name) == parameter) {
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

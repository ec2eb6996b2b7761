//! From where outside a value comes: `flask.Flask` for what `Flask(__name__)` gave.

use super::files::depends_on;
use super::places::argument;
use super::provider::{Provider, provider};
use super::texts::written_alone;
use crate::query::Db;
use crate::resolve::{is_of_unknown_package, module_value, resolve};
use crate::unit::Unit;
use crate::value::{Set, Symbol, TypeId, Value};
use indexer_core::framework::{FrameworkRules, Makes, joined, last_name};
use indexer_core::{BindingId, Bound, ExprId, Expression, FileId, Owner, ScopeId, SymbolKind, work};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};

/// Longer ways than this are not followed.
const DEEPEST: u32 = 24;
/// What is found this near to what is asked for is remembered.
const NEAR: u32 = 4;
/// More expressions than this are not looked at for one: values of values branch.
const MOST_STEPS: u32 = 200;
/// A longer path is none of a framework's.
const LONGEST: usize = 200;

/// Files that hand on what others stand for are not followed further than this.
const MOST_HANDED_ON: usize = 8;

/// More types between one and what it extends outside are not looked at.
const MOST_BETWEEN: usize = 32;

/// Something of outside that a value is, or is an instance of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    /// Its path, or that of its type.
    pub(crate) path: String,
    /// The beginning of all paths that are declared on it, as far as its definition says.
    pub(crate) prefix: String,
    /// True where that is not written as a text.
    pub(crate) is_open: bool,
    /// The definition that holds it.
    pub(crate) router: Option<Symbol>,
    /// The call that made it, where no definition holds it: it is held by a local variable, or mounted where it is made.
    pub(crate) made: Option<(FileId, ExprId)>,
    /// True where it is one of several.
    pub(crate) is_possible: bool,
    /// True where it was given another router, which its paths stand under: `Api(blueprint)`.
    pub(crate) is_upon: bool,
    /// Where a call says under what stands what it is given: the beginning without that, which is what it gives.
    pub(crate) outside: Option<(String, bool)>,
}

impl Origin {
    pub(super) fn of(path: String) -> Option<Self> {
        (path.len() <= LONGEST).then(|| Self { path, ..Self::default() })
    }

    /// What a call gives, without what it says of what it is given: `app.register(users, { prefix: "/users" })` is `app`.
    pub(super) fn given_back(mut self) -> Self {
        if let Some((prefix, is_open)) = self.outside.take() {
            (self.prefix, self.is_open) = (prefix, is_open);
        }
        self
    }
}

/// True for a file of a language in which a value may stand for all of it.
fn unit_stands_for_value(db: &Db<'_, '_>, module: Value) -> bool {
    let Value::Module(file, _) = module else { return false };
    db.unit(file).is_some_and(|unit| unit.rules.whole_module.is_some())
}

/// The path without its last name.
pub(super) fn parent(path: &str) -> &str {
    path[..path.len() - last_name(path).len()].trim_end_matches(['.', ':', '/', '\\'])
}

/// Follows values to where they come from.
pub(crate) struct Origins<'a, 'l, 'u> {
    pub(crate) db: &'a Db<'l, 'u>,
    pub(crate) rules: &'a FrameworkRules,
    lambdas: OnceCell<FxHashMap<u32, ExprId>>,
    /// How many more expressions are looked at for the one that is asked about.
    steps: Cell<u32>,
    /// Types that extend nothing outside of which a rule speaks: many have the same ones above.
    plain: RefCell<FxHashSet<Symbol>>,
    /// What calls of chains in the linked file give: each call of a chain begins with all those before it.
    chains: RefCell<FxHashMap<ExprId, Option<Origin>>>,
    /// What calls give to parameters without a type: a function calls many members of one.
    pub(super) given: RefCell<FxHashMap<(FileId, u32), Option<Origin>>>,
}

impl<'a, 'l, 'u> Origins<'a, 'l, 'u> {
    pub(crate) fn new(db: &'a Db<'l, 'u>, rules: &'a FrameworkRules) -> Self {
        Self {
            db,
            rules,
            lambdas: OnceCell::new(),
            steps: Cell::new(0),
            plain: RefCell::default(),
            chains: RefCell::default(),
            given: RefCell::default(),
        }
    }

    /// From where the value of an expression comes; `None` where that is not known, or is in the repository.
    pub(crate) fn of(&self, file: FileId, id: ExprId) -> Option<Origin> {
        self.steps.set(MOST_STEPS);
        self.follow(file, id, DEEPEST)
    }

    /// From where outside the types come that a type of the repository extends, itself or through others, and those others.
    pub(crate) fn inherited(&self, file: FileId, id: ExprId) -> Option<(Origin, Vec<Symbol>)> {
        self.steps.set(MOST_STEPS);
        let mut between = Vec::new();
        let mut open = vec![(file, id)];
        while let Some((file, id)) = open.pop() {
            if between.len() >= MOST_BETWEEN {
                return None;
            }
            let own = self.own_type(file, id);
            let found = if own.is_some() { None } else { self.follow(file, id, DEEPEST) };
            if let Some(found) = found.filter(|found| self.rules.by_path.contains_key(&found.path)) {
                return Some((found, between));
            }
            let Some(sym) = own else { continue };
            let Some(unit) = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none()) else { continue };
            let is_known = between.contains(&sym) || self.plain.borrow().contains(&sym);
            if !unit.kind(sym.def).is_type() || is_known {
                continue;
            }
            self.db.depend_on_symbol(sym);
            between.push(sym);
            let bases = unit.facts.list(unit.facts.definition(sym.def).bases).iter().rev();
            open.extend(bases.map(|base| match unit.facts.expression(*base) {
                Expression::Apply { of, .. } | Expression::Instance(of) => (sym.file, of),
                _ => (sym.file, *base),
            }));
        }
        self.plain.borrow_mut().extend(between);
        None
    }

    /// The type of the repository that an expression names, where that is no part of one of a package.
    pub(crate) fn own_type(&self, file: FileId, id: ExprId) -> Option<Symbol> {
        let found = resolve(self.db, file, id, None).0;
        let Some(Value::Definition(sym)) = found.only() else { return None };
        self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none() && unit.kind(sym.def).is_type())?;
        let is_part = self.of_constant(file, id, &found).is_some() || self.augmented(&found).is_some();
        (!is_part).then_some(sym)
    }

    pub(super) fn follow(&self, file: FileId, id: ExprId, depth: u32) -> Option<Origin> {
        let depth = depth.checked_sub(1)?;
        self.steps.set(self.steps.get().checked_sub(1)?);
        work::add(1);
        let unit = self.db.unit(file)?;
        match unit.facts.expression(id) {
            Expression::Name { bound: Some(first), .. } => {
                let binding = unit.facts.bindings.get(first.index())?;
                match binding.bound {
                    Bound::Parameter(id) => {
                        let parameter = unit.facts.parameters.get(id.index())?;
                        let found =
                            self.follow(file, parameter.annotation, depth).map(|found| self.as_type(found));
                        let found = found.or_else(|| self.follow(file, binding.value, depth));
                        let found = found.or_else(|| self.provided(file, first, depth));
                        let found = found.or_else(|| self.passed(file, id.0));
                        let found = found.or_else(|| self.passed_by_calls(file, id.0, depth))?;
                        Some(self.inside(file, id.0, found, depth))
                    }
                    Bound::Local => self.follow(file, binding.value, depth),
                    _ => self.resolved(file, id, depth),
                }
            }
            Expression::Name { .. } | Expression::Import { .. } => self.resolved(file, id, depth),
            Expression::Member { of, name, .. } => match self.follow(file, of, depth) {
                Some(origin) => {
                    let path = self.member(unit, &origin.path, unit.facts.name(name));
                    Some(Origin { path, ..origin.given_back() }).filter(|origin| origin.path.len() <= LONGEST)
                }
                None => self.resolved(file, id, depth),
            },
            Expression::Call { .. } => self.chained(file, id, depth),
            Expression::Given { of, index: 0 } => self.given_first(&self.follow(file, of, depth)?.path),
            Expression::LambdaParameter(lambda, 0) => {
                let (call, _) = unit.facts.lambdas.get(lambda.index())?.argument_of?;
                let Expression::Call { of, .. } = unit.facts.expression(call) else { return None };
                self.given_first(&self.follow(file, of, depth)?.path)
            }
            // A name that a type has or that a function has: the member is looked for first.
            Expression::Case { member, .. } => match resolve(self.db, file, id, Some(true)).0.only() {
                Some(Value::Definition(_) | Value::Function(..)) => None,
                _ => self.follow(file, member, depth),
            },
            Expression::SelfType(scope) | Expression::SelfInstance(scope) => self.of_self(file, scope, depth),
            // What a call of the type would give: `new OpenAPIHono<Own>()`.
            Expression::Instance(of) => Some(self.as_type(self.follow(file, of, depth)?)),
            Expression::Apply { of, .. }
            | Expression::Awaited(of)
            | Expression::Entered(of)
            | Expression::Tried(of)
            | Expression::Deref(of)
            | Expression::Sequence(of)
            | Expression::Narrowed { of, .. }
            | Expression::Excluded { of, .. }
            | Expression::Matched { of, .. }
            | Expression::Const(of) => self.follow(file, of, depth),
            // What gives a router with something behind it: `let (router, api) = router.split_for_parts()`. Where types are
            // declared, a router itself is not taken apart.
            Expression::Item { of, index: 0 } if unit.rules.declared_types => {
                self.follow(file, of, depth).filter(|found| self.is_router(&found.path))
            }
            Expression::Put { into, value } => {
                let declared = self.follow(file, into, depth);
                match self.follow(file, value, depth) {
                    // The value knows more of a router than its declared type: `var g gin.IRoutes = r.Group("/v3")`.
                    Some(found) if self.is_router(&found.path) => Some(found),
                    found => declared.or(found),
                }
            }
            Expression::Union(list) => {
                let mut all = unit.facts.list(list).iter().take(8);
                let found = all.find_map(|one| self.follow(file, *one, depth))?;
                let is_one = unit.facts.list(list).len() == 1;
                Some(Origin { is_possible: found.is_possible || !is_one, ..found })
            }
            _ => None,
        }
    }

    /// A value of a type, where a rule says what a call of that gives.
    fn as_type(&self, found: Origin) -> Origin {
        let gives = self.rules.results.get(&found.path).filter(|_| !self.is_router(&found.path));
        let path = gives.unwrap_or(&found.path).clone();
        Origin { path, ..found }
    }

    /// What a function is given first that is of a type of outside, or is given to a function of outside.
    fn given_first(&self, path: &str) -> Option<Origin> {
        Origin::of(self.rules.given.get(path)?.clone())
    }

    /// What a test runner gives for a parameter.
    fn provided(&self, file: FileId, binding: BindingId, depth: u32) -> Option<Origin> {
        let given = provider(self.db, file, binding)?;
        match given {
            Provider::Function(sym) => {
                let unit = self.db.unit(sym.file)?;
                self.follow(sym.file, unit.facts.definition(sym.def).value, depth)
            }
            Provider::BuiltIn(path) => Origin::of(path.to_owned()),
        }
    }

    /// A router that a function is given which is itself an argument of a call on another router:
    /// `r.Route("/x", func(r chi.Router) {..})`.
    fn inside(&self, file: FileId, parameter: u32, found: Origin, depth: u32) -> Origin {
        if file != self.db.file() || !self.is_router(&found.path) {
            return found;
        }
        let Some(call) = self.lambdas().get(&parameter).copied() else { return found };
        match self.follow(file, call, depth) {
            Some(outer) if self.is_router(&outer.path) => Origin { path: found.path, outside: None, ..outer },
            _ => found,
        }
    }

    /// The calls that closures of the linked file are given to, by the closures' parameters.
    fn lambdas(&self) -> &FxHashMap<u32, ExprId> {
        self.lambdas.get_or_init(|| {
            let Some(unit) = self.db.unit(self.db.file()) else { return FxHashMap::default() };
            let calls =
                unit.facts.lambdas.iter().filter_map(|one| Some((one.parameters, one.argument_of?.0)));
            calls
                .flat_map(|(run, call)| {
                    (run.start..run.start.saturating_add(run.len.min(8))).map(move |at| (at, call))
                })
                .collect()
        })
    }

    /// True for the path of a type that rules speak of members of.
    pub(crate) fn is_router(&self, path: &str) -> bool {
        self.rules.routers.contains_key(path)
    }

    fn member(&self, unit: &Unit<'_>, of: &str, name: &str) -> String {
        format!("{of}{}{name}", unit.rules.separator)
    }

    /// What a call gives, where it may be of a member of what another call gives, and so on: such chains have any length, and are
    /// followed from their first call on. O(calls)
    fn chained(&self, file: FileId, id: ExprId, depth: u32) -> Option<Origin> {
        let unit = self.db.unit(file)?;
        let mut links = Vec::new();
        let mut at = id;
        let first = loop {
            let known = if file == self.db.file() { self.chains.borrow().get(&at).cloned() } else { None };
            if let Some(known) = known {
                break known;
            }
            let Expression::Call { of, .. } = unit.facts.expression(at) else { return None };
            match unit.facts.expression(of) {
                Expression::Member { of: before, name, .. }
                    if matches!(unit.facts.expression(before), Expression::Call { .. }) =>
                {
                    links.push((at, of, name));
                    at = before;
                }
                _ => {
                    let found = self.called(file, at, of, (self.follow(file, of, depth), depth));
                    self.remember((file, at), &found, depth);
                    break found;
                }
            }
        };
        let mut found = first;
        for (call, of, name) in links.into_iter().rev() {
            work::add(1);
            let origin = match found {
                Some(origin) => {
                    let path = self.member(unit, &origin.path, unit.facts.name(name));
                    let origin = Origin { path, ..origin.given_back() };
                    Some(origin).filter(|origin| origin.path.len() <= LONGEST)
                }
                None => self.resolved(file, of, depth),
            };
            found = self.called(file, call, of, (origin, depth));
            self.remember((file, call), &found, depth);
        }
        found
    }

    /// False for what is asked for deep inside of something else, which may not have been followed to its end.
    pub(super) fn is_whole(&self, depth: u32) -> bool {
        depth + NEAR >= DEEPEST && self.steps.get() > 0
    }

    /// Keeps what a call of a chain gives. What is asked for deep inside of something else may not be followed to its end.
    fn remember(&self, (file, call): (FileId, ExprId), found: &Option<Origin>, depth: u32) {
        if file == self.db.file() && self.is_whole(depth) {
            self.chains.borrow_mut().insert(call, found.clone());
        }
    }

    /// What a call gives: an instance of what is called, unless a rule says otherwise.
    fn called(
        &self,
        file: FileId,
        id: ExprId,
        of: ExprId,
        (origin, depth): (Option<Origin>, u32),
    ) -> Option<Origin> {
        let unit = self.db.unit(file)?;
        let Some(origin) = origin else {
            return self.given(&resolve(self.db, file, of, Some(true)).0, depth);
        };
        let mut found = Origin { is_upon: false, ..origin.clone() };
        // What a router's own function gives is declared on that router.
        let upon = parent(&origin.path);
        if !self.is_router(upon) {
            found.router = None;
        }
        if found.router.is_none() {
            found.made.get_or_insert((file, id));
        }
        for rule in self.rules.of(&origin.path).filter(|rule| rule.makes == Makes::Prefix && !rule.within) {
            let Expression::Call { arguments, .. } = unit.facts.expression(id) else { continue };
            let mut upon = rule.to.iter().filter_map(|place| argument(unit.facts, arguments, place));
            if let Some(outer) = upon.find_map(|given| self.follow(file, given, depth))
                && self.is_router(&outer.path)
            {
                found = Origin { path: found.path, is_upon: true, ..outer };
            }
            let mut places = rule.text.iter();
            let Some(given) = places.find_map(|place| argument(unit.facts, arguments, place)) else {
                continue;
            };
            let text = written_alone(self.db, file, given);
            found.prefix = joined(&found.prefix, &text.text);
            found.is_open |= text.is_open;
        }
        found.outside = None;
        if self.rules.given.contains_key(&origin.path) {
            found.outside = Some((origin.prefix.clone(), origin.is_open));
        }
        if let Some(gives) = self.rules.results.get(&origin.path) {
            found.path.clone_from(gives);
        }
        Some(found)
    }

    /// What a function of the repository gives.
    fn given(&self, functions: &Set, depth: u32) -> Option<Origin> {
        let sym = self.own_function(functions)?;
        let unit = self.db.unit(sym.file)?;
        self.db.depend_on_symbol(sym);
        let found = self.follow(sym.file, unit.facts.definition(sym.def).value, depth)?;
        // Who mounts what it gives names the function.
        Some(Origin { made: None, ..found })
    }

    /// The only one of these that is a function of the repository, or the one that stands for all of a file:
    /// `require("./routes")()`.
    pub(super) fn own_function(&self, functions: &Set) -> Option<Symbol> {
        let sym = match functions.only()? {
            Value::Definition(sym) | Value::Function(sym, _) => sym,
            module @ Value::Module(..) => self.function_of_file(module)?,
            _ => return None,
        };
        let unit = self.db.unit(sym.file)?;
        (unit.stub_of.is_none() && unit.kind(sym.def).is_callable()).then_some(sym)
    }

    /// The function that stands for all of a file.
    pub(super) fn function_of_file(&self, module: Value) -> Option<Symbol> {
        if !unit_stands_for_value(self.db, module) {
            return None;
        }
        let Value::Definition(sym) = module_value(self.db, module).only()? else { return None };
        let unit = self.db.unit(sym.file)?;
        (unit.stub_of.is_none() && unit.kind(sym.def).is_callable()).then_some(sym)
    }

    fn resolved(&self, file: FileId, id: ExprId, depth: u32) -> Option<Origin> {
        let (found, _) = resolve(self.db, file, id, None);
        if let Some(origin) = self.of_constant(file, id, &found).or_else(|| self.augmented(&found)) {
            return Some(origin);
        }
        let Some(only) = found.only() else { return self.by_wildcard(file, id).filter(|_| found.is_empty()) };
        if let Some(path) = super::copied::path_of_copy(self.db, only) {
            return Origin::of(path);
        }
        match only {
            of_unknown if is_of_unknown_package(self.db, of_unknown) => self.by_wildcard(file, id),
            Value::External(_)
            | Value::Definition(_)
            | Value::Type(TypeId::External(_) | TypeId::Def(_), _)
            | Value::Instance(TypeId::External(_) | TypeId::Def(_), _) => self.of_value(only, depth),
            Value::Module(..) if unit_stands_for_value(self.db, only) => self.handed_on(only, depth),
            _ => self.by_wildcard(file, id),
        }
    }

    /// From where a value comes that is of outside, or is held or extended by a definition.
    pub(super) fn of_value(&self, value: Value, depth: u32) -> Option<Origin> {
        match value {
            Value::External(text)
            | Value::Type(TypeId::External(text), _)
            | Value::Instance(TypeId::External(text), _) => {
                Origin::of(self.db.text_of(text).trim_end_matches("()").to_owned())
            }
            Value::Definition(sym) => self.held(sym, depth),
            Value::Type(TypeId::Def(sym), _) | Value::Instance(TypeId::Def(sym), _) => {
                self.of_bases(sym, depth)
            }
            _ => None,
        }
    }

    /// What a file stands for that hands on what another one stands for: `module.exports = require("./app")`.
    fn handed_on(&self, module: Value, depth: u32) -> Option<Origin> {
        let mut at = module;
        for _ in 0..MOST_HANDED_ON {
            match module_value(self.db, at).only()? {
                Value::Definition(sym) => return self.held(sym, depth),
                Value::External(text) => {
                    return Origin::of(self.db.text_of(text).trim_end_matches("()").to_owned());
                }
                next @ Value::Module(..) if next != at => at = next,
                _ => return None,
            }
        }
        None
    }

    /// A name outside of everything that a package brings along on which the program depends, and what files add to that.
    fn of_constant(&self, file: FileId, id: ExprId, found: &Set) -> Option<Origin> {
        if self.rules.constants.is_empty() {
            return None;
        }
        let unit = self.db.unit(file)?;
        let path = match (unit.facts.expression(id), found.only()) {
            // Who knows no imports cannot say of a name that nothing declares it.
            (Expression::Name { name, .. }, _) if !found.iter().any(|one| one != Value::Unknown) => {
                unit.facts.name(name).to_owned()
            }
            // Nothing of the repository is called so, outside of all namespaces.
            (Expression::Name { name, .. }, Some(Value::External(text)))
                if self.db.text_of(text).as_ref() == unit.facts.name(name) =>
            {
                unit.facts.name(name).to_owned()
            }
            (_, Some(Value::Definition(sym) | Value::Type(TypeId::Def(sym), _))) => {
                let of = self.db.unit(sym.file).filter(|of| of.stub_of.is_none())?;
                of.facts.owner_chain(sym.def).join(of.rules.separator)
            }
            _ => return None,
        };
        let first = path.split(unit.rules.separator).next()?;
        let mut rules =
            self.rules.constants.iter().filter(|rule| rule.names.iter().any(|name| name == first));
        let rule = rules.find(|rule| {
            let mut manifests = rule.manifests.iter();
            manifests.any(|one| depends_on(self.db, &unit.place, one, &rule.packages, true).is_some())
        })?;
        let is_alias = !rule.within.is_empty();
        Origin::of(if is_alias { format!("{}{}{path}", rule.within, unit.rules.separator) } else { path })
    }

    /// What a type extends outside, where rules speak of members of that: what it has itself is of it.
    fn of_self(&self, file: FileId, scope: ScopeId, depth: u32) -> Option<Origin> {
        let unit = self.db.unit(file)?;
        let Owner::Definition(def) = unit.owner_of_scope(scope)? else { return None };
        self.of_bases(Symbol { file, def }, depth)
    }

    /// What a type extends outside, itself or through others, where rules speak of members of that.
    pub(super) fn of_bases(&self, of: Symbol, depth: u32) -> Option<Origin> {
        self.above(of, depth, |found| {
            if let Some(made) = self.rules.results.get(&found.path) {
                found.path.clone_from(made);
            }
            self.is_router(&found.path)
        })
    }

    /// The type outside of one of these paths that a type extends, itself or through others.
    pub(super) fn extended(&self, of: Symbol, paths: &[String]) -> Option<Origin> {
        self.steps.set(MOST_STEPS);
        self.above(of, DEEPEST, |found| paths.contains(&found.path))
    }

    /// What a type extends outside, itself or through others, of which this is true.
    fn above(&self, of: Symbol, depth: u32, is_it: impl Fn(&mut Origin) -> bool) -> Option<Origin> {
        let mut open = vec![of];
        let mut seen = Vec::new();
        while let Some(sym) = open.pop() {
            if seen.len() >= MOST_BETWEEN || seen.contains(&sym) {
                continue;
            }
            seen.push(sym);
            let Some(unit) = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none()) else { continue };
            self.db.depend_on_symbol(sym);
            for base in unit.facts.list(unit.facts.definition(sym.def).bases).iter().take(MOST_BETWEEN) {
                if let Some(mut found) = self.follow(sym.file, *base, depth)
                    && is_it(&mut found)
                {
                    return Some(found);
                }
                open.extend(self.own_type(sym.file, *base));
            }
        }
        None
    }

    /// A type of a package to which files of the repository add members: `declare module "fastify" { interface FastifyInstance { .. } }`.
    /// The package may declare another one of the name.
    fn augmented(&self, found: &Set) -> Option<Origin> {
        let mut paths = found.iter().map(|value| {
            let (Value::Definition(sym)
            | Value::Type(TypeId::Def(sym), _)
            | Value::Instance(TypeId::Def(sym), _)) = value
            else {
                return None;
            };
            let unit = self.db.unit(sym.file).filter(|unit| unit.kind(sym.def) == SymbolKind::Interface)?;
            let chain = unit.facts.owner_chain(sym.def);
            let path = chain.join(unit.rules.separator);
            (chain.len() > 1 && self.is_router(&path)).then_some(path)
        });
        let path = paths.next()??;
        let is_one = paths.all(|other| other.as_deref() == Some(path.as_str()));
        is_one.then(|| Origin { path, is_possible: true, ..Origin::default() })
    }
}

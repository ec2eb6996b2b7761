//! What the rules make of a file.

use super::files;
use super::handlers::To;
use super::origin::{Origin, Origins};
use super::places::{Found, argument, text, texts};
use super::uses::{Used, chains, uses};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::FrameworkEntry;
use indexer_core::framework::{
    EntryDetail, FrameworkRule, FrameworkRules, Makes, Methods, Occasion, Place, joined,
};
use indexer_core::{DefId, Edge, ExprId, Expression, List, Role, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};

/// More entries of one file than this are not made.
const MOST_ENTRIES: usize = 10_000;
/// More methods of one call than this are not made.
const MOST_METHODS: usize = 12;
/// More definitions before a reference than this are not looked at for one around it.
const MOST_AROUND: usize = 8;
/// More functions that run before are not listed.
pub(super) const MOST_MIDDLEWARE: usize = 8;

/// What the frameworks of its language make of a file's calls and decorators, in the order of its references; `None`
/// where nothing has a name that a rule speaks of.
pub(crate) fn entries_of_file<'u>(db: &Db<'_, 'u>, unit: &Unit<'u>) -> Option<Vec<FrameworkEntry>> {
    let rules = super::rules_of(db, unit)?;
    let is_asking = rules.providers.is_some();
    let of_path = files::entries_of_path(db, unit, rules);
    let references = unit.facts.references.iter().zip(0u32..);
    let mut wanted = references
        .filter(|(one, _)| !matches!(one.role, Role::Import | Role::Write))
        .filter(|(one, _)| {
            let is_wanted = |name| rules.names.contains_key(unit.facts.name(name));
            // What stands before a definition may leave out the end of a name.
            is_wanted(one.name)
                || one.role == Role::Call
                    && super::services::service_of(&rules.services, unit.facts.name(one.name)).is_some()
                || rules.follows_bases && one.role == Role::Inherit
                || matches!(unit.facts.expression(one.expression), Expression::Name { name, .. } if is_wanted(name))
        })
        .peekable();
    let draws = rules.drawn.as_ref().is_some_and(|rule| super::drawn::may_draw(unit, rule));
    if wanted.peek().is_none() && !draws {
        return (is_asking || !of_path.is_empty()).then_some(of_path);
    }
    let file = File {
        db,
        unit,
        rules,
        origins: Origins::new(db, rules),
        uses: OnceCell::new(),
        chains: OnceCell::new(),
        provided: RefCell::default(),
    };
    let mut all = Vec::new();
    for (reference, at) in wanted {
        if let Some(service) = super::services::service_of(&rules.services, unit.facts.name(reference.name)) {
            if let Some(used) = file.uses().get(&reference.expression)
                && let Expression::Call { arguments, .. } = unit.facts.expression(used.call)
            {
                let named = (at, reference.expression, arguments);
                super::services::registered(&file, named, service, &mut all);
            }
            continue;
        }
        let is_base = reference.role == Role::Inherit;
        let Some(found) = file.leads(reference.expression, is_base) else { continue };
        all.extend(file.read_of(at, &found.0));
        if let Some(used) = file.uses().get(&reference.expression).copied() {
            let found = if used.extends == is_base {
                Some(found)
            } else {
                file.leads(reference.expression, used.extends)
            };
            if let Some(found) = found {
                file.entries(at, found, used, &mut all);
            }
        }
        if all.len() >= MOST_ENTRIES || db.linker.database.is_stopped() {
            break;
        }
    }
    if draws {
        super::drawn::drawn(&file, &mut all);
    }
    super::handed::handed(&file, &mut all);
    all.extend(of_path);
    Some(all)
}

/// A file with what is asked of it.
pub(super) struct File<'a, 'l, 'u> {
    pub(super) db: &'a Db<'l, 'u>,
    pub(super) unit: &'a Unit<'u>,
    pub(super) rules: &'a FrameworkRules,
    pub(super) origins: Origins<'a, 'l, 'u>,
    /// Made at first use: most files have names that rules speak of, and few of them lead to what a rule is about.
    uses: OnceCell<FxHashMap<ExprId, Used>>,
    /// Made at first use: most files bind nothing.
    chains: OnceCell<FxHashMap<ExprId, (ExprId, ExprId)>>,
    /// Types that are providers already: several decorators may say so.
    pub(super) provided: RefCell<FxHashSet<DefId>>,
}

/// What a rule found at a call or decorator.
pub(super) struct Match<'r> {
    pub(super) rule: &'r FrameworkRule,
    pub(super) used: Used,
    pub(super) arguments: List,
    pub(super) origin: Origin,
    /// The types between one that extends and what it extends outside.
    pub(super) between: Vec<Symbol>,
    /// The last name of what is called.
    pub(super) name: String,
}

impl File<'_, '_, '_> {
    /// What is called, decorated by or extended at an expression, by what the expression names.
    pub(super) fn uses(&self) -> &FxHashMap<ExprId, Used> {
        self.uses.get_or_init(|| uses(self.unit))
    }

    /// The member of what a call gives that is called, and that call, by the first call: `a().b()` by `a()`.
    pub(super) fn chains(&self) -> &FxHashMap<ExprId, (ExprId, ExprId)> {
        self.chains.get_or_init(|| chains(self.unit))
    }

    /// From where outside the value of an expression comes, with the types between where something `extends` it; `None`
    /// where no rule is about that.
    fn leads(&self, named: ExprId, extends: bool) -> Option<(Origin, Vec<Symbol>)> {
        let found = match extends {
            true => self.origins.inherited(self.db.file(), named),
            false => self.origins.of(self.db.file(), named).map(|origin| (origin, Vec::new())),
        };
        found.filter(|(origin, _)| self.rules.by_path.contains_key(&origin.path))
    }

    fn entries(
        &self,
        at: u32,
        (origin, between): (Origin, Vec<Symbol>),
        used: Used,
        all: &mut Vec<FrameworkEntry>,
    ) {
        let name = indexer_core::framework::last_name(&origin.path).to_owned();
        for rule in self.rules.of(&origin.path) {
            let is_meant = match rule.on {
                Occasion::Base => used.extends,
                Occasion::Derive => {
                    used.decorated.is_some_and(|def| !used.extends && self.unit.kind(def).is_type())
                }
                Occasion::Decorator => match used.decorated {
                    Some(def) => !used.extends && !self.unit.kind(def).is_type(),
                    None => used.applied.is_some(),
                },
                Occasion::Call | Occasion::Literal => used.decorated.is_none(),
                Occasion::Read => false,
            };
            let Makes::Symbol(kind) = rule.makes else { continue };
            if !is_meant {
                continue;
            }
            let arguments = match self.unit.facts.expression(used.call) {
                Expression::Call { arguments, .. } => arguments,
                _ => List::default(),
            };
            let (origin, between) = (self.below_folder(origin.clone(), rule), between.clone());
            let found = Match { rule, used, arguments, origin, between, name: name.clone() };
            self.made(at, kind, &found, all);
        }
    }

    /// What a rule makes of the member that is read of what a reference names: it is the next reference.
    fn read_of(&self, at: u32, origin: &Origin) -> Option<FrameworkEntry> {
        let rule = self.rules.of(&origin.path).find(|rule| rule.on == Occasion::Read)?;
        let Makes::Symbol(kind) = rule.makes else { return None };
        let facts = self.unit.facts;
        let [named, read] = facts.references.get(at as usize..)?.get(..2)? else { return None };
        let Expression::Member { of, .. } = facts.expression(read.expression) else { return None };
        if of != named.expression || read.role != Role::Read {
            return None;
        }
        let (framework, is_certain) = (rule.framework.clone(), !origin.is_possible);
        let detail = EntryDetail { framework, is_certain, ..EntryDetail::default() };
        Some(entry(at + 1, kind, ("", facts.name(read.name)), &detail, None))
    }

    /// The same with the path of the folder that the file stands in, where a router that a function is given may be put under
    /// that: nothing here says that it is.
    fn below_folder(&self, origin: Origin, rule: &FrameworkRule) -> Origin {
        if origin.router.is_some() || self.rules.folders.is_empty() {
            return origin;
        }
        match files::prefix_of_folder(self.db, self.unit, self.rules, &rule.framework) {
            Some(prefix) => Origin { prefix: joined(&prefix, &origin.prefix), is_possible: true, ..origin },
            None => origin,
        }
    }

    fn made(&self, at: u32, kind: SymbolKind, of: &Match<'_>, all: &mut Vec<FrameworkEntry>) {
        if kind != SymbolKind::Mount && self.includes(of) || self.is_none(of) {
            return;
        }
        if matches!(kind, SymbolKind::Provider | SymbolKind::Injection) {
            return self.injected(at, kind, of, all);
        }
        if let Some(each) = of.rule.each {
            return self.members(each, kind, of, all);
        }
        if of.rule.named {
            return self.named_members(at, kind, of, all);
        }
        if let Some(map) = &of.rule.map {
            return self.mapped(at, map, of, all);
        }
        let Some((written, is_open)) = self.written(of) else { return };
        if is_open && matches!(kind, SymbolKind::Request | SymbolKind::Setting | SymbolKind::Command) {
            return;
        }
        let written = if of.rule.is_module { written.trim_start_matches('^').to_owned() } else { written };
        let written = if kind == SymbolKind::Request { path_of_url(&written) } else { written };
        match &of.rule.delimiters {
            Some(around) => parts_between(&written, around)
                .into_iter()
                .take(MOST_METHODS)
                .for_each(|part| self.made_of(at, kind, of, (part.to_owned(), is_open), all)),
            None => self.made_of(at, kind, of, (written, is_open), all),
        }
    }

    /// What a rule makes of a path or name.
    fn made_of(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        (written, is_open): (String, bool),
        all: &mut Vec<FrameworkEntry>,
    ) {
        // Behind the name of a command its arguments may be told: `serve [port]`.
        let written = match (of.rule.on, written.split_once(' ')) {
            (Occasion::Literal, Some((name, _))) => name.to_owned(),
            _ => written,
        };
        if self.resource(at, (&written, is_open), of, all) {
            return;
        }
        if of.rule.methods == Methods::Chain {
            return self.chain(at, kind, of, (&written, is_open), all);
        }
        let (methods, written) = match &of.rule.methods {
            Methods::InText => match written.split_once(' ') {
                Some((method, path)) => (vec![method.to_owned()], path.to_owned()),
                None => (vec!["ANY".to_owned()], written),
            },
            methods => (self.methods(methods, of), written),
        };
        let to = self.to(of);
        // Without a function nothing is answered: `app.get("title")` reads a setting.
        if kind == SymbolKind::Endpoint && to.is_none() {
            return;
        }
        let edge = to.and_then(|to| self.edge(to, of));
        let Some((path, detail)) = self.described(at, kind, of, (&written, is_open)) else { return };
        let one = |method: &str| entry(at, kind, (method, &path), &detail, edge.clone());
        match methods.is_empty() {
            true => all.push(one("")),
            false => all.extend(methods.iter().take(MOST_METHODS).map(|method| one(method))),
        }
    }

    /// The path or name with the beginnings that are known, and what is said beside; `None` for a mount of nothing.
    pub(super) fn described(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        (written, is_open): (&str, bool),
    ) -> Option<(String, EntryDetail)> {
        let mounts = kind == SymbolKind::Mount;
        let is_path =
            !of.rule.bare && matches!(kind, SymbolKind::Endpoint | SymbolKind::Mount | SymbolKind::Request);
        let prefix = joined(&self.prefix_of_owner(of), &of.origin.prefix);
        let router = of.origin.router.and_then(|sym| self.printed(sym));
        let around = || {
            if of.rule.is_module { Some(self.unit.path.to_owned()) } else { self.around(at) }
        };
        let mounted = if mounts { Some(self.mounted(of)?) } else { None };
        let detail = EntryDetail {
            framework: of.rule.framework.clone(),
            is_certain: !of.origin.is_possible,
            router: if is_path && kind != SymbolKind::Request { router.or_else(around) } else { None },
            mounted,
            middleware: self.middleware(of),
            prefix: (!prefix.is_empty() && is_path).then(|| prefix.clone()),
            replaces: of.rule.replaces,
            is_open: is_open || of.origin.is_open,
            ..EntryDetail::default()
        };
        let (written, detail) = match &of.rule.conventional {
            Some(conventional) if written.is_empty() => match self.prefix_of_function(of) {
                Some(own) => (own, detail),
                None if prefix.is_empty() => {
                    (self.named_by_owner(of, conventional), EntryDetail { is_certain: false, ..detail })
                }
                None => (String::new(), detail),
            },
            Some(_) => (self.named_by_owner(of, written), detail),
            None => (written.to_owned(), detail),
        };
        let is_added = !of.rule.trims || written != "/" || prefix.trim_matches('/').is_empty();
        let path = match is_path {
            true => rooted(&joined(&prefix, if is_added { &written } else { "" })),
            false => written,
        };
        // A key of the configuration stands for a part: `${api.base}/users`.
        match without_keys(&path).filter(|_| is_path) {
            Some(path) => Some((path, EntryDetail { is_open: true, ..detail })),
            None => Some((path, detail)),
        }
    }

    /// An endpoint for each call of a chain: `get(list).post(make)`, `web::get().to(list)`.
    fn chain(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        written: (&str, bool),
        all: &mut Vec<FrameworkEntry>,
    ) {
        let to = of.rule.to.iter().find_map(|place| argument(self.unit.facts, of.arguments, place));
        let (Some(mut at_call), Some((path, detail))) = (to, self.described(at, kind, of, written)) else {
            return;
        };
        let mut waiting = None;
        for _ in 0..MOST_METHODS {
            let Expression::Call { of: callee, arguments } = self.unit.facts.expression(at_call) else {
                return;
            };
            let (name, inner) = match self.unit.facts.expression(callee) {
                Expression::Member { of, name, .. } => (name, of),
                Expression::Name { name, .. } => (name, ExprId::UNKNOWN),
                _ => return,
            };
            let given = self.unit.facts.list(arguments).first().copied();
            let name = self.unit.facts.name(name);
            match name {
                "get" | "post" | "put" | "patch" | "delete" | "head" | "options" | "trace" | "any"
                | "connect" => {
                    let edge = given.or(waiting.take()).and_then(|id| self.edge(To::Expression(id), of));
                    let method = name.to_uppercase();
                    all.push(entry(at, kind, (&method, &path), &detail, edge));
                }
                _ => waiting = given.or(waiting),
            }
            at_call = inner;
        }
    }

    /// True where what stands in the place of a function is a call that mounts.
    fn includes(&self, of: &Match<'_>) -> bool {
        // What a framework itself declares: `admin.site.urls`.
        let outside = |place: &Place| {
            let id = argument(self.unit.facts, of.arguments, place)?;
            self.origins.of(self.db.file(), id).filter(|origin| origin.path.ends_with(".urls"))
        };
        if of.rule.is_module && of.rule.to.iter().any(|place| outside(place).is_some()) {
            return true;
        }
        let mounts =
            self.rules.of(&of.origin.path).filter(|rule| rule.makes == Makes::Symbol(SymbolKind::Mount));
        let mut places = mounts.flat_map(|rule| &rule.to).filter(|place| matches!(place, Place::Inside(..)));
        places.any(|place| self.inside(of, place).is_some())
    }

    /// What is given to the call that stands at a place, where that is the one that the place names.
    pub(super) fn inside(&self, of: &Match<'_>, place: &Place) -> Option<ExprId> {
        let found = argument(self.unit.facts, of.arguments, place)?;
        let Place::Inside(_, path) = place else { return Some(found) };
        let Expression::Call { of: callee, arguments } = self.unit.facts.expression(found) else {
            return None;
        };
        let origin = self.origins.of(self.db.file(), callee)?;
        let first = (origin.path == *path).then(|| self.unit.facts.list(arguments).first().copied())??;
        // `include((router.urls, "shop"))`.
        match self.unit.facts.expression(first) {
            Expression::Tuple(list) => self.unit.facts.list(list).first().copied(),
            _ => Some(first),
        }
    }

    /// The path or name, and whether a part of it is not known; `None` where there is none.
    fn written(&self, of: &Match<'_>) -> Option<(String, bool)> {
        let facts = self.unit.facts;
        let place = of.rule.text.iter().find_map(|place| argument(facts, of.arguments, place));
        let to = of.rule.to.iter().find_map(|place| argument(facts, of.arguments, place));
        let found = match text(facts, of.arguments, &of.rule.text) {
            // What would be the path is what is mounted: `app.use(router)`.
            Found::Open if of.rule.default.is_some() && place == to => Found::Nothing,
            Found::Nothing => {
                let own = match of.used.decorated {
                    Some(def) => self.own_text(of, def),
                    None => of.used.applied.and_then(|id| self.text_of_applied(of, id)),
                };
                own.map_or(Found::Nothing, Found::Text)
            }
            found => found,
        };
        match found {
            Found::Text(text) => Some((text, false)),
            Found::Open => Some(("?".to_owned(), true)),
            Found::Nothing => of.rule.default.clone().map(|text| (text, false)),
        }
    }

    /// What decorates, and what it is given.
    pub(super) fn decorator(&self, decorator: ExprId) -> (ExprId, List) {
        let (name, call) = match self.unit.facts.expression(decorator) {
            Expression::Call { of, .. } => (of, decorator),
            _ => (decorator, self.uses().get(&decorator).map_or(ExprId::UNKNOWN, |used| used.call)),
        };
        match self.unit.facts.expression(call) {
            Expression::Call { arguments, .. } => (name, arguments),
            _ => (name, List::default()),
        }
    }

    fn methods(&self, methods: &Methods, of: &Match<'_>) -> Vec<String> {
        match methods {
            Methods::Fixed(fixed) => fixed.clone(),
            Methods::Name => vec![of.name.to_uppercase()],
            Methods::At(place, default) => match argument(self.unit.facts, of.arguments, place) {
                Some(id) => {
                    let found = texts(self.unit.facts, id);
                    match found.is_empty() {
                        true => vec!["ANY".to_owned()],
                        false => found.iter().map(|one| one.to_uppercase()).collect(),
                    }
                }
                None => default.clone(),
            },
            Methods::InText | Methods::Chain | Methods::None => Vec::new(),
        }
    }

    /// What stands around a reference: a function, a variable that it is a part of the value of, or the file.
    pub(super) fn around(&self, at: u32) -> Option<String> {
        let reference = self.unit.facts.references.get(at as usize)?;
        if let Some(def) = reference.enclosing {
            return self.printed(Symbol { file: self.db.file(), def });
        }
        let all = &self.unit.facts.definitions;
        let before = all.partition_point(|one| one.name_span.start <= reference.span.start);
        let holds = |at: &usize| is_value(all[*at].kind) && all[*at].span.covers(reference.span);
        match (before.saturating_sub(MOST_AROUND)..before).rev().find(holds) {
            Some(at) => self.printed(Symbol { file: self.db.file(), def: DefId(at as u32) }),
            None => Some(self.unit.path.to_owned()),
        }
    }

    /// A symbol as `path#name`.
    pub(super) fn printed(&self, sym: Symbol) -> Option<String> {
        let unit = self.db.unit(sym.file)?;
        Some(format!("{}#{}", unit.path, unit.facts.owner_chain(sym.def).join(".")))
    }
}

pub(super) fn entry(
    at: u32,
    kind: SymbolKind,
    (method, path): (&str, &str),
    detail: &EntryDetail,
    edge: Option<Edge>,
) -> FrameworkEntry {
    let name = if method.is_empty() { path.to_owned() } else { format!("{method} {path}") };
    FrameworkEntry { reference: at, definition: None, kind, name, detail: detail.line(), edge }
}

/// The path of an address, without its server and what is asked behind `?`.
fn path_of_url(url: &str) -> String {
    let path = match url.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => url,
    };
    path.split(['?', '#']).next().unwrap_or("").to_owned()
}

/// What stands behind each first mark in a text, up to the second one or `:`: `jwt.secret` in `${jwt.secret:none}`.
fn parts_between<'t>(text: &'t str, (begin, end): &(String, String)) -> Vec<&'t str> {
    let behind = text.match_indices(begin.as_str()).map(|(at, mark)| &text[at + mark.len()..]);
    let name = |rest: &'t str| {
        let rest = rest.split_once(end.as_str()).map_or(rest, |(inside, _)| inside);
        rest.split([':', '$']).next().unwrap_or("").trim()
    };
    behind.map(name).filter(|name| !name.is_empty()).collect()
}

/// A path with `?` for each key of the configuration in it; `None` where there is none.
fn without_keys(path: &str) -> Option<String> {
    let (mut text, mut rest) = (String::new(), path);
    while let Some((before, behind)) = rest.split_once("${") {
        text.push_str(before.trim_end_matches('\\'));
        text.push('?');
        rest = behind.split_once('}').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    path.contains("${").then_some(text)
}

pub(super) fn is_value(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Property | SymbolKind::Field)
}

/// A path from the root.
fn rooted(path: &str) -> String {
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}

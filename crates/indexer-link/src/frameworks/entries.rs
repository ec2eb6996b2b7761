//! What the rules make of a file.

use super::files;
use super::handlers::To;
use super::looped::Item;
use super::mounted::Inner;
use super::origin::{Origin, Origins};
use super::patterns::path_of_pattern;
use super::places::{argument, methods_at};
use super::texts::{Written, parts_between, path_of_url, written};
use super::uses::{Used, chains, uses};
use crate::query::Db;
use crate::unit::Unit;
use crate::value::Symbol;
use indexer_core::FrameworkEntry;
use indexer_core::framework::{EntryDetail, FrameworkRule, FrameworkRules, Makes, Methods, Occasion, Place};
use indexer_core::{DefId, Edge, ExprId, Expression, List, Resolution, Role, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, OnceCell, RefCell};

/// More entries of one file than this are not made.
const MOST_ENTRIES: usize = 10_000;
/// More methods of one call than this are not made.
const MOST_METHODS: usize = 12;
/// More functions that run before are not listed.
pub(super) const MOST_MIDDLEWARE: usize = 8;

/// What the frameworks of its language make of a file's calls and decorators, in the order of its references; `None`
/// where nothing has a name that a rule speaks of.
pub(crate) fn entries_of_file<'u>(db: &Db<'_, 'u>, unit: &Unit<'u>) -> Option<Vec<FrameworkEntry>> {
    let rules = super::rules_of(db, unit).filter(|_| !super::copied::is_copy(unit))?;
    let is_asking = rules.providers.is_some();
    let of_path = files::entries_of_path(db, unit, rules);
    let references = unit.facts.references.iter().zip(0u32..);
    let aliases = super::uses::aliases(unit, rules);
    let mut wanted = references
        .filter(|(one, _)| !matches!(one.role, Role::Import | Role::Write))
        .filter(|(one, _)| {
            let is_wanted = |name| rules.names.contains_key(unit.facts.name(name));
            // What stands before a definition may leave out the end of a name.
            is_wanted(one.name)
                || aliases.contains(&one.name)
                || one.role == Role::Call
                    && super::services::service_of(&rules.services, unit.facts.name(one.name)).is_some()
                || rules.follows_bases && one.role == Role::Inherit
                || unit.rules.types_are_decorators && one.role == Role::Decorate
                || matches!(unit.facts.expression(one.expression), Expression::Name { name, .. } if is_wanted(name))
        })
        .peekable();
    let draws = rules.drawn.as_ref().is_some_and(|rule| super::drawn::may_draw(unit, rule));
    let wraps = super::wrapped::may_ask(unit);
    let forwards = super::forwarded::may_forward(unit);
    if wanted.peek().is_none() && !draws && !wraps && !forwards {
        return (is_asking || !of_path.is_empty()).then_some(of_path);
    }
    let file = File {
        db,
        unit,
        rules,
        origins: Origins::new(db, rules),
        uses: OnceCell::new(),
        chains: OnceCell::new(),
        indexes: OnceCell::new(),
        taken: OnceCell::new(),
        provided: RefCell::default(),
        inner: RefCell::default(),
        item: Cell::new(None),
        lists: OnceCell::new(),
        given_to: OnceCell::new(),
        values_around: OnceCell::new(),
        extending: RefCell::default(),
    };
    let mut all = Vec::new();
    let mut met = Vec::new();
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
        all.extend(file.index_of(at, &found.0));
        file.taken_of(at, &found.0, &mut all);
        if let Some(used) = file.uses().get(&reference.expression).copied() {
            let found = if used.extends == is_base {
                Some(found)
            } else {
                file.leads(reference.expression, used.extends)
            };
            met.extend(found.map(|found| (at, found, used)));
        }
        if all.len() + met.len() >= MOST_ENTRIES || db.linker.database.is_stopped() {
            break;
        }
    }
    // What stands on a router says where that is mounted, which may be written behind it.
    for (_, found, used) in &met {
        file.note_inner(found, *used);
    }
    for (at, found, used) in met {
        file.entries(at, found, used, &mut all);
        if all.len() >= MOST_ENTRIES || db.linker.database.is_stopped() {
            break;
        }
    }
    if draws {
        super::drawn::drawn(&file, &mut all);
    }
    if forwards {
        super::forwarded::forwarded(&file, &mut all);
    }
    super::handed::handed(&file, &mut all);
    super::handed::passed_on(&file, &mut all);
    if wraps {
        super::wrapped::asked(&file, &mut all);
    }
    if file.taken.get().is_some() {
        all.sort_by_key(|entry| (entry.definition, entry.reference));
    }
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
    /// Made at first use: few files look up the environment in brackets.
    pub(super) indexes: OnceCell<FxHashMap<ExprId, ExprId>>,
    /// Made at first use: few files take the environment apart.
    pub(super) taken: OnceCell<FxHashMap<ExprId, Vec<u32>>>,
    /// Types that are providers already: several decorators may say so.
    pub(super) provided: RefCell<FxHashSet<DefId>>,
    /// What is mounted where nothing but its place names it.
    pub(super) inner: RefCell<Inner>,
    /// The item of a list for which a call is looked at that is made for each.
    pub(super) item: Cell<Option<Item>>,
    /// The calls that other calls are given to, by these. Made at first use: few files give the calls that declare paths to others.
    pub(super) given_to: OnceCell<FxHashMap<ExprId, ExprId>>,
    /// The calls in whose lists other calls stand, by these. Made at first use: few files list the files of routes.
    pub(super) lists: OnceCell<FxHashMap<ExprId, ExprId>>,
    /// The variable or field around each definition. Made at first use: few files declare paths outside of functions.
    pub(super) values_around: OnceCell<Vec<Option<DefId>>>,
    /// Types of which a rule made something for what they extend: several of their bases may lead there.
    extending: RefCell<FxHashSet<(DefId, usize)>>,
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
    /// The path of the folder under which all that the file declares may stand.
    pub(super) folder: String,
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
        let found = found.filter(|(origin, _)| self.rules.by_path.contains_key(&origin.path));
        match found {
            None if !extends => Some((self.composed(named).or_else(|| self.proved(named))?, Vec::new())),
            found => found,
        }
    }

    fn entries(
        &self,
        at: u32,
        (origin, between): (Origin, Vec<Symbol>),
        used: Used,
        all: &mut Vec<FrameworkEntry>,
    ) {
        for rule in self.rules.of(&origin.path) {
            let Makes::Symbol(kind) = rule.makes else { continue };
            if !self.is_meant(rule, used) {
                continue;
            }
            if rule.on == Occasion::Base
                && let Some(def) = used.decorated
                && !self.extending.borrow_mut().insert((def, std::ptr::from_ref(rule).addr()))
            {
                continue;
            }
            let (origin, folder) = self.below_folder(origin.clone(), rule);
            let found = Match { folder, ..self.matched(rule, used, origin, between.clone()) };
            let items = self.items(&found);
            if items.is_empty() {
                self.made(at, kind, &found, all);
            }
            for item in items {
                self.item.set(Some(item));
                self.made(at, kind, &found, all);
            }
            self.item.set(None);
        }
    }

    /// True where what is called, decorated or extended is used as a rule wants.
    pub(super) fn is_meant(&self, rule: &FrameworkRule, used: Used) -> bool {
        match rule.on {
            Occasion::Base => used.extends,
            Occasion::Derive => {
                used.decorated.is_some_and(|def| !used.extends && self.unit.kind(def).is_type())
            }
            Occasion::Decorator => match used.decorated {
                Some(def) => !used.extends && !self.unit.kind(def).is_type(),
                None => used.applied.is_some(),
            },
            Occasion::Call | Occasion::Literal => used.decorated.is_none(),
            Occasion::Read | Occasion::Index => false,
        }
    }

    pub(super) fn matched<'r>(
        &self,
        rule: &'r FrameworkRule,
        used: Used,
        origin: Origin,
        between: Vec<Symbol>,
    ) -> Match<'r> {
        let arguments = match self.unit.facts.expression(used.call) {
            Expression::Call { arguments, .. } => arguments,
            _ => List::default(),
        };
        let name = indexer_core::framework::last_name(&origin.path).to_owned();
        Match { rule, used, arguments, origin, between, name, folder: String::new() }
    }

    /// The same and the path of the folder that the file stands in, where a router that a function is given may be put under
    /// that: nothing here says that it is.
    fn below_folder(&self, origin: Origin, rule: &FrameworkRule) -> (Origin, String) {
        if origin.router.is_some() || self.rules.folders.is_empty() {
            return (origin, String::new());
        }
        match files::prefix_of_folder(self.db, self.unit, self.rules, &rule.framework) {
            Some(prefix) => (Origin { is_possible: true, ..origin }, prefix),
            None => (origin, String::new()),
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
        if let Some(decorator) = &of.rule.decorated_by {
            return self.by_decorators(at, decorator, of, all);
        }
        if of.rule.pairs {
            return self.paired(at, of, all);
        }
        if !of.rule.exports.is_empty() {
            return self.of_named_file(at, kind, of, all);
        }
        // A client is declared as what it calls.
        let kind =
            if kind == SymbolKind::Endpoint && self.is_client(of) { SymbolKind::Request } else { kind };
        for written in self.written(of) {
            self.made_once(at, kind, of, written, all);
        }
    }

    /// What a rule makes of one of the texts.
    fn made_once(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        mut written: Written,
        all: &mut Vec<FrameworkEntry>,
    ) {
        if written.is_open
            && (matches!(kind, SymbolKind::Setting | SymbolKind::Command)
                || kind == SymbolKind::Request && of.rule.client.is_empty())
        {
            return;
        }
        if of.rule.patterns.contains(&of.name) {
            written.text = path_of_pattern(&written.text);
        }
        if kind == SymbolKind::Request && !written.is_open {
            written.text = path_of_url(&written.text);
        }
        match &of.rule.delimiters {
            Some(around) => {
                parts_between(&written.text, around).into_iter().take(MOST_METHODS).for_each(|part| {
                    let part = Written { text: part.to_owned(), is_open: written.is_open };
                    self.made_of(at, kind, of, part, all);
                })
            }
            None => self.made_of(at, kind, of, written, all),
        }
    }

    /// What a rule makes of a path or name.
    fn made_of(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        mut written: Written,
        all: &mut Vec<FrameworkEntry>,
    ) {
        // Behind the name of a command its arguments may be told: `serve [port]`.
        if (of.rule.on == Occasion::Literal || kind == SymbolKind::Command)
            && let Some((name, _)) = written.text.split_once(' ')
        {
            written.text = name.to_owned();
        }
        if self.resource(at, &written, of, all) || self.expanded(at, &written, of, all) {
            return;
        }
        if of.rule.methods == Methods::Chain {
            return self.chain(at, kind, of, &written, all);
        }
        self.answered(at, kind, of, (written, self.to(of)), all);
    }

    /// What a rule makes of a path or name and what is called for it, with each method that it says.
    pub(super) fn answered(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        (mut written, to): (Written, Option<To>),
        all: &mut Vec<FrameworkEntry>,
    ) {
        let (methods, are_known) = match &of.rule.methods {
            Methods::InText => match written.text.split_once(' ') {
                Some((method, path)) => {
                    let methods = vec![method.to_owned()];
                    written.text = path.to_owned();
                    (methods, true)
                }
                // A method may stand in what is not known of the text.
                None => (vec!["ANY".to_owned()], !written.is_open),
            },
            methods => match self.methods(methods, of) {
                Some(found) => (found, true),
                None => (vec!["ANY".to_owned()], false),
            },
        };
        // Without a function nothing is answered: `app.get("title")` reads a setting.
        if kind == SymbolKind::Endpoint && to.is_none() {
            return;
        }
        // What a client declares is called by the program, not by the framework.
        let to = to.filter(|_| kind != SymbolKind::Request || of.rule.client.is_empty());
        let answering = self.answering_members(to, of);
        let edge = to.and_then(|to| self.edge(to, of));
        let edge =
            edge.map(|edge| if are_known { edge } else { Edge { resolution: Resolution::Possible, ..edge } });
        let all_described = self.described(at, kind, of, &written);
        if kind == SymbolKind::Mount && all_described.is_empty() {
            self.below_unknown(at, of, &written, all);
        }
        for (path, mut detail) in all_described {
            // Of what a function is given by its callers nothing is proved here.
            let is_unknown = written.text == "?" && edge.is_none() && answering.is_empty();
            detail.is_certain &= are_known && !(kind == SymbolKind::Endpoint && is_unknown);
            if !answering.is_empty() {
                let each = answering.iter();
                all.extend(each.map(|(method, to)| entry(at, kind, (method, &path), &detail, to.clone())));
                continue;
            }
            let one = |method: &str| entry(at, kind, (method, &path), &detail, edge.clone());
            match methods.is_empty() {
                true => all.push(one("")),
                false => all.extend(methods.iter().take(MOST_METHODS).map(|method| one(method))),
            }
        }
    }

    /// An endpoint for each call of a chain: `get(list).post(make)`, `web::get().to(list)`.
    fn chain(
        &self,
        at: u32,
        kind: SymbolKind,
        of: &Match<'_>,
        written: &Written,
        all: &mut Vec<FrameworkEntry>,
    ) {
        let to = of.rule.to.iter().find_map(|place| argument(self.unit.facts, of.arguments, place));
        let Some(mut at_call) = to else { return };
        let described = self.described(at, kind, of, written);
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
                    let each = described.iter();
                    all.extend(
                        each.map(|(path, detail)| entry(at, kind, (&method, path), detail, edge.clone())),
                    );
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
        let found = self.of_item(argument(self.unit.facts, of.arguments, place)?);
        let Place::Inside(_, path, at) = place else { return Some(found) };
        let Expression::Call { of: callee, arguments } = self.unit.facts.expression(found) else {
            return None;
        };
        let origin = self.origins.of(self.db.file(), callee)?;
        let given = || self.unit.facts.list(arguments).get(*at as usize).copied();
        let first = (origin.path == *path).then(given)??;
        // `include((router.urls, "shop"))`.
        match self.unit.facts.expression(first) {
            Expression::Tuple(list) => self.unit.facts.list(list).first().copied(),
            _ => Some(first),
        }
    }

    /// The paths or names; none where there is none.
    fn written(&self, of: &Match<'_>) -> Vec<Written> {
        let facts = self.unit.facts;
        if !of.rule.described_by.is_empty() {
            let Some((file, arguments)) = self.specified(of) else { return vec![Written::unknown()] };
            let Some(unit) = self.db.unit(file) else { return Vec::new() };
            let mut places = of.rule.text.iter();
            let text = places.find_map(|place| argument(unit.facts, arguments, place));
            return text.map_or_else(Vec::new, |id| written(self.db, file, id));
        }
        let takes_options = of.rule.text.iter().any(|place| matches!(place, Place::Keyword(_)));
        // What holds options is no text itself: `@Controller({ version: "1" })`.
        let is_text = |id: &ExprId| !takes_options || !matches!(facts.expression(*id), Expression::Object(_));
        let found = |place: &Place| match place {
            Place::Inside(..) => self.inside(of, place),
            place => argument(facts, of.arguments, place).map(|id| self.of_item(id)).filter(is_text),
        };
        if let [Place::From(first)] = of.rule.text[..] {
            let positional = facts.list(of.arguments).iter();
            let positional =
                positional.filter(|id| !matches!(facts.expression(**id), Expression::Keyword { .. }));
            let each = positional.skip(first as usize).filter(|id| !id.is_unknown());
            return each.flat_map(|id| written(self.db, self.db.file(), *id)).collect();
        }
        let place = of.rule.text.iter().find_map(found);
        let to = of.rule.to.iter().find_map(|place| argument(facts, of.arguments, place));
        let to = to.map(|id| self.of_item(id));
        let found = match place {
            // What would be the path is what is mounted: `app.use(router)`.
            Some(id) if of.rule.default.is_some() && place == to && facts.text(id).is_none() => Vec::new(),
            Some(id) => written(self.db, self.db.file(), id),
            None => {
                let own = match of.used.decorated {
                    Some(def) => self.own_text(of, def),
                    None => of.used.applied.and_then(|id| self.text_of_applied(of, id)).map(Written::of),
                };
                own.into_iter().collect()
            }
        };
        match found.is_empty() {
            true => of.rule.default.clone().map(Written::of).into_iter().collect(),
            false => found,
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

    /// The methods that are answered; `None` where they are not written.
    fn methods(&self, methods: &Methods, of: &Match<'_>) -> Option<Vec<String>> {
        Some(match methods {
            Methods::Fixed(fixed) => fixed.clone(),
            Methods::Name => vec![of.name.to_uppercase()],
            Methods::At(Place::Chained(name), default) => match self.all_chained(of.used.call, name) {
                None => default.clone(),
                Some(given) => {
                    let given = self.unit.facts.list(given).iter().map(|id| methods_at(self.unit.facts, *id));
                    let known: Vec<Vec<String>> = given.collect();
                    if known.iter().any(Vec::is_empty) {
                        return None;
                    }
                    known.concat()
                }
            },
            Methods::At(place, _) if !of.rule.described_by.is_empty() => {
                let (file, arguments) = self.specified(of)?;
                let facts = self.db.unit(file)?.facts;
                let found = methods_at(facts, argument(facts, arguments, place)?);
                Some(found).filter(|found| !found.is_empty())?
            }
            Methods::At(place, default) => match argument(self.unit.facts, of.arguments, place) {
                Some(id) => Some(methods_at(self.unit.facts, id)).filter(|found| !found.is_empty())?,
                None => default.clone(),
            },
            Methods::InText | Methods::Chain | Methods::None => Vec::new(),
        })
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

pub(super) fn is_value(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Variable | SymbolKind::Constant | SymbolKind::Property | SymbolKind::Field)
}

//! What is mounted: a router, a list of routes, or the file that declares one; and on what something is declared.

use super::entries::{File, Match, entry, is_value};
use super::files::prefix_of_folder;
use super::origin::Origin;
use super::plugins::{file_above, module_file};
use super::texts::Written;
use super::uses::Used;
use crate::resolve::resolve;
use crate::value::{Symbol, Value};
use indexer_core::framework::{EntryDetail, Makes, Place};
use indexer_core::path::{join, parent};
use indexer_core::{Bound, ExprId, Expression, FrameworkEntry, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Folders deeper than this are not looked through.
const DEEPEST_FOLDER: usize = 32;
/// Lists in lists deeper than this are not looked through.
const DEEPEST_LIST: u32 = 8;
/// More of what one list holds is not looked at.
const MOST_LISTED: usize = 1_000;

/// What is mounted where nothing but its place names it: a router in a local variable, one that is made where it is mounted,
/// a list of routes that is written there.
#[derive(Default)]
pub(super) struct Inner {
    /// The calls that made such routers.
    made: FxHashSet<ExprId>,
    /// The calls that stand in such lists, with the innermost list.
    listed: FxHashMap<ExprId, ExprId>,
}

impl File<'_, '_, '_> {
    /// Notes what a call mounts that nothing but its place names.
    pub(super) fn note_inner(&self, (origin, between): &(Origin, Vec<Symbol>), used: Used) {
        for rule in self.rules.of(&origin.path) {
            if rule.makes != Makes::Symbol(SymbolKind::Mount) || !self.is_meant(rule, used) {
                continue;
            }
            let of = self.matched(rule, used, origin.clone(), between.clone());
            let Some(id) = self.mounted_at(&of) else { continue };
            let origin = self.origins.of(self.db.file(), id);
            // What a call of something else gives, where files are what is mounted, is none of theirs.
            let origin = origin.filter(|one| !rule.is_module || self.origins.is_router(&one.path));
            let made = origin.and_then(|origin| self.made_here(&origin));
            self.inner.borrow_mut().made.extend(made);
            let Some(list) = self.list(id, rule.is_module) else { continue };
            self.note_listed(list, made.unwrap_or(list), DEEPEST_LIST);
        }
    }

    /// Where what is mounted stands.
    pub(super) fn mounted_at(&self, of: &Match<'_>) -> Option<ExprId> {
        of.rule.to.iter().find_map(|place| match place {
            Place::Returned | Place::Receiver => None,
            place => self.inside(of, place),
        })
    }

    /// The list, or the call that is given one, that an expression is: itself, or what a local variable holds. What a variable of
    /// the file holds is named by that, but where files are what is mounted.
    fn list(&self, id: ExprId, of_files: bool) -> Option<ExprId> {
        let facts = self.unit.facts;
        let held = match facts.expression(id) {
            Expression::Name { bound: Some(bound), .. } => {
                let binding = facts.bindings.get(bound.index())?;
                match binding.bound {
                    Bound::Local => binding.value,
                    Bound::Definition(def) if of_files => facts.definition(def).value,
                    _ => return None,
                }
            }
            _ => id,
        };
        let is_list =
            |id: ExprId| matches!(facts.expression(id), Expression::Collection(..) | Expression::Tuple(_));
        let holds = match facts.expression(held) {
            // What is given no list declares nothing: `app.use(cors())`.
            Expression::Call { arguments, .. } => {
                facts.list(arguments).iter().any(|one| match facts.expression(*one) {
                    Expression::Keyword { value, .. } => is_list(value),
                    _ => is_list(*one),
                })
            }
            Expression::Combined { .. } => true,
            _ => is_list(held),
        };
        holds.then_some(held)
    }

    fn note_listed(&self, id: ExprId, list: ExprId, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let facts = self.unit.facts;
        let inside = match facts.expression(id) {
            Expression::Call { arguments, .. } => {
                // Mounts are met from the outermost on.
                self.inner.borrow_mut().listed.insert(id, list);
                facts.list(arguments)
            }
            Expression::Collection(_, all) | Expression::Tuple(all) => facts.list(all),
            Expression::Combined { left, right } => {
                self.note_listed(left, list, depth);
                return self.note_listed(right, list, depth);
            }
            Expression::Keyword { value, .. } => return self.note_listed(value, list, depth),
            _ => return,
        };
        inside.iter().take(MOST_LISTED).for_each(|one| self.note_listed(*one, list, depth));
    }

    /// The call of this file that made a router which no definition holds.
    fn made_here(&self, origin: &Origin) -> Option<ExprId> {
        let (file, made) = origin.made.filter(|_| origin.router.is_none())?;
        (file == self.db.file()).then_some(made)
    }

    /// What something is called that only its place names.
    fn placed(&self, at: ExprId) -> String {
        format!("{}#@{}", self.unit.path, at.0)
    }

    /// The name of a router, where a definition holds it or it is mounted in this file.
    pub(super) fn router_named(&self, origin: &Origin) -> Option<String> {
        let made = self.made_here(origin).filter(|made| self.inner.borrow().made.contains(made));
        origin.router.and_then(|sym| self.printed(sym)).or_else(|| made.map(|made| self.placed(made)))
    }

    /// What something is declared on, as mounts name it.
    pub(super) fn router_of(&self, at: u32, of: &Match<'_>) -> Option<String> {
        let own = || of.used.decorated.map(|def| Symbol { file: self.db.file(), def });
        if let Some(named) = self.router_named(&of.origin) {
            return Some(named);
        }
        let listed = self.inner.borrow().listed.get(&of.used.call).copied();
        match listed {
            Some(list) => Some(self.placed(list)),
            None if !of.rule.program.is_empty() => match self.type_around_of(of) {
                Some(around) if self.is_part_alone(of) => self.printed(around),
                Some(_) => Some(self.program(of)),
                None => None,
            },
            None if of.rule.itself && of.used.decorated.is_some() => self.printed(own()?),
            None if of.rule.is_module => self.list_of_module(at),
            None => self.given_router(at, of.used.named),
        }
    }

    /// The file, for what stands in the list that says what a file answers, else the variable that holds it.
    fn list_of_module(&self, at: u32) -> Option<String> {
        let around = self.around(at)?;
        let list = self.rules.resource.as_ref().map_or("", |rule| rule.url_list.as_str());
        let is_list = around.rsplit_once('#').is_some_and(|(_, name)| name == list);
        Some(if is_list { self.unit.path.to_owned() } else { around })
    }

    /// All that a framework makes in the folder of the nearest manifest.
    fn program(&self, of: &Match<'_>) -> String {
        let mut folder = parent(&self.unit.place);
        let is_manifest = |name: &String, folder: &str| {
            let place = join(folder, name);
            self.db.with_files(&place, |files| files.manifest(&place).is_some())
        };
        for _ in 0..DEEPEST_FOLDER {
            if folder.is_empty() || of.rule.program.iter().any(|name| is_manifest(name, folder)) {
                break;
            }
            folder = parent(folder);
        }
        format!("{folder}#{}", of.rule.framework)
    }

    /// What is mounted: definitions that hold routers, or the modules that declare them. What is declared at `at` on a router
    /// of itself mounts that.
    pub(super) fn mounted(&self, at: u32, of: &Match<'_>) -> Vec<String> {
        if of.rule.to.contains(&Place::Receiver) {
            return self.router_of(at, of).into_iter().collect();
        }
        let is_type = of.used.decorated.is_none_or(|def| self.unit.kind(def).is_type());
        if !of.rule.program.is_empty() && is_type {
            return vec![self.program(of)];
        }
        if of.rule.to.contains(&Place::Returned) {
            return self.returned(of).into_iter().collect();
        }
        let Some(id) = self.mounted_at(of) else { return Vec::new() };
        let facts = self.unit.facts;
        match facts.expression(id) {
            // Functions that are named in a list: `routes![list, add]`.
            Expression::Collection(_, list) if of.rule.hands && of.rule.is_macro => {
                let all = facts.list(list).iter().take(MOST_LISTED);
                all.filter_map(|id| self.mounted_one(*id, of)).collect()
            }
            _ => {
                let mut all: Vec<String> = self.mounted_one(id, of).into_iter().collect();
                self.routers_in(id, &mut all, DEEPEST_LIST);
                all.extend(self.function_that_made(id).filter(|made| !all.contains(made)));
                all
            }
        }
    }

    /// An entry for what is taken in from elsewhere, which answers something below: `path("accounts/", include(urls_of(..)))`.
    pub(super) fn below_unknown(
        &self,
        at: u32,
        of: &Match<'_>,
        written: &Written,
        all: &mut Vec<FrameworkEntry>,
    ) {
        if !of.rule.is_module || self.mounted_at(of).is_none() {
            return;
        }
        let below = Written { text: format!("{}/?", written.text.trim_end_matches('/')), is_open: true };
        for (path, detail) in self.described(at, SymbolKind::Endpoint, of, &below) {
            let detail = EntryDetail { is_certain: false, ..detail };
            all.push(entry(at, SymbolKind::Endpoint, ("ANY", &path), &detail, None));
        }
    }

    /// Adds the routers whose paths are put among those of a list: `[*router.urls, path("x", view)]`, `router.urls + [..]`.
    fn routers_in(&self, id: ExprId, all: &mut Vec<String>, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let facts = self.unit.facts;
        match facts.expression(id) {
            Expression::Collection(_, list) | Expression::Tuple(list) => {
                let inside = facts.list(list).iter().take(MOST_LISTED);
                inside.for_each(|one| self.routers_in(*one, all, depth));
            }
            Expression::Combined { left, right } => {
                [left, right].into_iter().for_each(|one| self.routers_in(one, all, depth));
            }
            Expression::Element(of) => self.routers_in(of, all, depth),
            Expression::Name { .. } | Expression::Member { .. } if depth + 1 < DEEPEST_LIST => {
                let origin = self.origins.of(self.db.file(), id);
                let named = origin.and_then(|origin| self.router_named(&origin));
                all.extend(named.filter(|named| !all.contains(named)));
            }
            _ => {}
        }
    }

    /// The function of the repository that gave the router which a name holds: what it declares on that before it gives it away
    /// stands under the name of the function.
    fn function_that_made(&self, id: ExprId) -> Option<String> {
        let facts = self.unit.facts;
        let local = match facts.expression(id) {
            Expression::Name { bound: Some(bound), .. } => facts.bindings.get(bound.index()),
            Expression::Name { .. } | Expression::Import { .. } | Expression::Member { .. } => None,
            _ => return None,
        };
        let (file, value) = match local.filter(|local| local.bound == Bound::Local) {
            Some(local) => (self.db.file(), local.value),
            None => {
                let Value::Definition(sym) = resolve(self.db, self.db.file(), id, None).0.only()? else {
                    return None;
                };
                let unit = self.db.unit(sym.file).filter(|unit| unit.stub_of.is_none())?;
                self.db.depend_on_symbol(sym);
                let value = unit.facts.definition(sym.def).value;
                is_value(unit.kind(sym.def)).then_some((sym.file, value))?
            }
        };
        let Expression::Call { of, .. } = self.db.unit(file)?.facts.expression(value) else { return None };
        let sym = self.origins.own_function(&resolve(self.db, file, of, Some(true)).0)?;
        let origin = self.origins.of(file, value)?;
        if self.origins.is_router(&origin.path) { self.printed(sym) } else { None }
    }

    /// The type of what the decorated function gives, where nothing beside says that the function answers itself.
    fn returned(&self, of: &Match<'_>) -> Option<String> {
        let def = of.used.decorated?;
        let answers =
            self.unit.facts.list(self.unit.facts.definition(def).decorators).iter().any(|decorator| {
                let origin = self.origins.of(self.db.file(), self.decorator(*decorator).0);
                let mut rules = origin.iter().flat_map(|origin| self.rules.of(&origin.path));
                rules.any(|rule| rule.makes == Makes::Symbol(SymbolKind::Endpoint))
            });
        if answers {
            return None;
        }
        let named = match self.unit.facts.expression(self.unit.facts.definition(def).value) {
            Expression::Instance(named) => named,
            _ => return None,
        };
        self.printed(self.origins.own_type(self.db.file(), named)?)
    }

    fn mounted_one(&self, id: ExprId, of: &Match<'_>) -> Option<String> {
        if let Some(text) = self.unit.facts.text(id) {
            return self.file_named(text, of);
        }
        if let Expression::Call { of: callee, .. } = self.unit.facts.expression(id)
            && let Some(sym) =
                self.origins.own_function(&resolve(self.db, self.db.file(), callee, Some(true)).0)
        {
            return self.printed(sym);
        }
        if let Some(named) = self.origins.of(self.db.file(), id).and_then(|origin| self.router_named(&origin))
        {
            return Some(named);
        }
        if let Some(list) = self.list(id, of.rule.is_module) {
            return Some(self.placed(list));
        }
        match resolve(self.db, self.db.file(), id, None).0.only()? {
            Value::Definition(sym) | Value::Function(sym, _) => {
                let kind = self.db.unit(sym.file)?.kind(sym.def);
                let is_mounted = is_value(kind) || of.rule.hands && kind.is_callable();
                if is_mounted { self.printed(sym) } else { None }
            }
            Value::Module(file, _) => Some(self.db.unit(file)?.path.to_owned()),
            _ => None,
        }
    }

    /// The file that a text names, as a module or by its path, looked for from the folder of this file upwards. One that stands
    /// under a path by convention is left to that.
    fn file_named(&self, text: &str, of: &Match<'_>) -> Option<String> {
        let (db, place) = (self.db, &self.unit.place);
        let file = module_file(db, place, text).or_else(|| file_above(db, place, text))?;
        match prefix_of_folder(db, db.unit(file)?, self.rules, &of.rule.framework) {
            Some(_) => None,
            None => Some(db.linker.database.path(file).to_owned()),
        }
    }
}

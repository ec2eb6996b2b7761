//! Routes that calls draw in the block of a call, as Rails has them: `resources :users do get :feed, on: :collection end`.

use super::entries::{File, entry};
use super::places::{argument, texts};
use crate::edges::symbol_key;
use crate::value::Symbol;
use indexer_core::framework::{DrawnRule, EntryDetail, Place, joined};
use indexer_core::key::hash_text;
use indexer_core::path::{join, parent};
use indexer_core::{
    Edge, ExprId, Expression, FrameworkEntry, List, Resolution, Role, Rule, ScopeId, SymbolKind, Target,
};

/// Blocks around one call that are looked at.
const MOST_BLOCKS: usize = 32;
/// Scopes around one call that are looked at.
const MOST_SCOPES: usize = 512;
/// Entries of one call.
const MOST_OF_CALL: usize = 200;
/// Entries of one file.
const MOST_OF_FILE: usize = 10_000;

/// What a resource answers: method, what stands behind its path, action. `:id` is that of one.
const OF_MANY: &[(&str, &str, &str)] = &[
    ("GET", "", "index"),
    ("POST", "", "create"),
    ("GET", "/new", "new"),
    ("GET", "/:id/edit", "edit"),
    ("GET", "/:id", "show"),
    ("PATCH", "/:id", "update"),
    ("PUT", "/:id", "update"),
    ("DELETE", "/:id", "destroy"),
];
/// The same of a resource of which there is one.
const OF_ONE: &[(&str, &str, &str)] = &[
    ("GET", "/new", "new"),
    ("GET", "/edit", "edit"),
    ("GET", "", "show"),
    ("PATCH", "", "update"),
    ("PUT", "", "update"),
    ("DELETE", "", "destroy"),
    ("POST", "", "create"),
];

/// What the blocks around a call say.
#[derive(Clone, Debug, Default)]
struct Around {
    /// The beginning of paths.
    path: String,
    /// The folders of the types that answer.
    modules: String,
    /// The type that answers, where a resource says it.
    controller: Option<String>,
    /// The name of the parameter of the innermost resource, where there are many of it and the block is its own.
    one_of: Option<String>,
    /// True in the block of a resource.
    is_resource: bool,
}

/// The routes that a file draws.
pub(super) fn drawn(file: &File<'_, '_, '_>, all: &mut Vec<FrameworkEntry>) {
    let Some(rule) = &file.rules.drawn else { return };
    let facts = file.unit.facts;
    for (reference, at) in facts.references.iter().zip(0u32..) {
        let Some((name, scope)) =
            (reference.role == Role::Call).then(|| bare(file, reference.expression)).flatten()
        else {
            continue;
        };
        if !is_route(name) || all.len() >= MOST_OF_FILE {
            continue;
        }
        let Some(around) = around(file, rule, scope) else { continue };
        let arguments = match file.uses.get(&reference.expression).map(|used| facts.expression(used.call)) {
            Some(Expression::Call { arguments, .. }) => arguments,
            _ => continue,
        };
        let call = Call { file, rule, name, arguments };
        let detail =
            EntryDetail { framework: rule.framework.clone(), is_certain: true, ..EntryDetail::default() };
        for (method, path, to) in call.routes(&around).into_iter().take(MOST_OF_CALL) {
            let edge = to.and_then(|(controller, action)| call.handler(&controller, &action));
            let detail = EntryDetail { is_open: path.contains('?'), ..detail.clone() };
            all.push(entry(at, SymbolKind::Endpoint, (&method, &path), &detail, edge));
        }
    }
}

fn is_route(name: &str) -> bool {
    matches!(
        name,
        "get" | "post" | "put" | "patch" | "delete" | "options" | "match" | "root" | "resources" | "resource"
    )
}

/// The name of a call without a receiver, and where it stands.
fn bare<'f>(file: &File<'_, '_, 'f>, id: ExprId) -> Option<(&'f str, ScopeId)> {
    match file.unit.facts.expression(id) {
        Expression::Name { name, scope, .. } => Some((file.unit.facts.name(name), scope)),
        // Of the receiver, or a function.
        Expression::Case { name, .. } => match file.unit.facts.expression(name) {
            Expression::Name { name, scope, .. } => Some((file.unit.facts.name(name), scope)),
            _ => None,
        },
        _ => None,
    }
}

/// What the blocks say that stand around a scope; `None` where none of them draws routes, or one is only a part that others
/// take in.
fn around(file: &File<'_, '_, '_>, rule: &DrawnRule, scope: ScopeId) -> Option<Around> {
    let facts = file.unit.facts;
    let (mut calls, mut scope, mut is_drawn) = (Vec::new(), Some(scope), false);
    for _ in 0..MOST_SCOPES {
        let Some(here) = scope else { break };
        if let Some(lambda) = file.unit.lambda_of(here)
            && let Some((call, _)) = facts.lambdas[lambda.index()].argument_of
            && let Expression::Call { of, arguments } = facts.expression(call)
        {
            match (facts.expression(of), bare(file, of)) {
                (_, Some((name, _))) => calls.push((name, arguments)),
                (Expression::Member { of, name, .. }, _) if facts.name(name) == rule.by => {
                    is_drawn = file.unit.last_name(of) == Some(&rule.on);
                    break;
                }
                _ => {}
            }
        }
        scope = facts.scopes.get(here.index())?.parent;
    }
    if !is_drawn || calls.len() > MOST_BLOCKS {
        return None;
    }
    let mut around = Around::default();
    for (name, arguments) in calls.into_iter().rev() {
        if name == "concern" {
            return None;
        }
        let call = Call { file, rule, name, arguments };
        call.enter(&mut around);
    }
    Some(around)
}

/// One call.
struct Call<'a, 'b, 'l, 'u> {
    file: &'a File<'b, 'l, 'u>,
    rule: &'a DrawnRule,
    name: &'a str,
    arguments: List,
}

type Route = (String, String, Option<(String, String)>);

impl Call<'_, '_, '_, '_> {
    fn keyword(&self, name: &str) -> Option<ExprId> {
        argument(self.file.unit.facts, self.arguments, &Place::Keyword(name.to_owned()))
    }

    fn said(&self, name: &str) -> Option<&str> {
        self.file.unit.facts.text(self.keyword(name)?)
    }

    /// The texts that are given without a name.
    fn given(&self) -> Vec<&str> {
        let facts = self.file.unit.facts;
        let all = facts.list(self.arguments).iter();
        all.filter_map(|id| facts.text(*id)).collect()
    }

    fn parameter(&self) -> String {
        format!(":{}", self.said("param").unwrap_or("id"))
    }

    /// What its block adds to what is around.
    fn enter(&self, around: &mut Around) {
        let first = self.given().first().copied();
        let module = |around: &mut Around, module: &str| around.modules = join(&around.modules, module);
        let (was_one_of, was_resource) = (around.one_of.take(), std::mem::take(&mut around.is_resource));
        match self.name {
            "namespace" => {
                let name = first.unwrap_or("?");
                around.path = below(&around.path, self.said("path").unwrap_or(name));
                module(around, self.said("module").unwrap_or(name));
            }
            "scope" => {
                if let Some(path) = self.said("path").or(first) {
                    around.path = below(&around.path, path);
                }
                if let Some(name) = self.said("module") {
                    module(around, name);
                }
                if let Some(name) = self.said("controller") {
                    around.controller = Some(name.to_owned());
                }
            }
            "controller" => around.controller = first.map(str::to_owned),
            "resources" | "resource" => {
                let name = first.unwrap_or("?");
                around.path = self.nested(around, was_one_of.as_deref());
                around.path = below(&around.path, self.said("path").unwrap_or(name));
                if let Some(name) = self.said("module") {
                    module(around, name);
                }
                let many = self.name == "resources";
                around.controller = Some(self.controller(name, many));
                around.one_of = many.then(|| format!("{} {}", self.parameter(), singular(name)));
                around.is_resource = true;
            }
            "member" => {
                if let Some((parameter, _)) = was_one_of.as_deref().and_then(|one| one.split_once(' ')) {
                    around.path = below(&around.path, parameter);
                }
            }
            "collection" => {}
            "new" => around.path = below(&around.path, "new"),
            _ => (around.one_of, around.is_resource) = (was_one_of, was_resource),
        }
    }

    /// The path around it, with the one of the resource around that it belongs to.
    fn nested(&self, around: &Around, one_of: Option<&str>) -> String {
        match one_of.and_then(|one| one.split_once(' ')) {
            Some((parameter, name)) => below(&around.path, &format!(":{name}_{}", &parameter[1..])),
            None => around.path.clone(),
        }
    }

    fn controller(&self, name: &str, many: bool) -> String {
        self.said("controller")
            .map_or_else(|| if many { name.to_owned() } else { plural(name) }, str::to_owned)
    }

    /// Method, path and what answers of all that the call draws.
    fn routes(&self, around: &Around) -> Vec<Route> {
        match self.name {
            "resources" | "resource" => self.resources(around),
            "root" => {
                let to = self.said("to").or(self.given().first().copied());
                vec![("GET".to_owned(), below(&around.path, ""), to.and_then(|to| self.answers(around, to)))]
            }
            name => {
                let methods: Vec<String> = match name {
                    "match" => match self.keyword("via").map(|via| texts(self.file.unit.facts, via)) {
                        Some(via) if !via.is_empty() && via != ["all"] => {
                            via.iter().map(|one| one.to_uppercase()).collect()
                        }
                        _ => vec!["ANY".to_owned()],
                    },
                    name => vec![name.to_uppercase()],
                };
                let mut all = Vec::new();
                for path in self.given() {
                    let whole = self.path(around, path);
                    let to = self.answer(around, path);
                    all.extend(methods.iter().map(|method| (method.clone(), whole.clone(), to.clone())));
                }
                all
            }
        }
    }

    /// The whole path of one that stands in a block.
    fn path(&self, around: &Around, path: &str) -> String {
        let one_of = around.one_of.as_deref().filter(|_| !path.starts_with('/') || around.is_resource);
        let base = match (self.said("on"), one_of.and_then(|one| one.split_once(' '))) {
            (Some("member"), Some((parameter, _))) => below(&around.path, parameter),
            (Some("new"), _) => below(&around.path, "new"),
            (Some("collection"), _) => around.path.clone(),
            _ => self.nested(around, one_of),
        };
        below(&base, self.said("path").unwrap_or(path))
    }

    /// What answers: what is said, else the action of the type around that is called as the path.
    fn answer(&self, around: &Around, path: &str) -> Option<(String, String)> {
        if let Some(to) = self.keyword("to") {
            // What is no text answers itself: `redirect("/x")`.
            return self.answers(around, self.file.unit.facts.text(to)?);
        }
        let action = self.said("action");
        let inside = self.said("controller").or(around.controller.as_deref());
        match (inside, path.trim_start_matches('/').rsplit_once('/')) {
            (Some(controller), None) => Some((
                join(&around.modules, controller),
                action.unwrap_or(path.trim_start_matches('/')).to_owned(),
            )),
            (Some(controller), Some(_)) => Some((join(&around.modules, controller), action?.to_owned())),
            (None, Some((controller, last))) => {
                Some((join(&around.modules, controller), action.unwrap_or(last).to_owned()))
            }
            (None, None) => None,
        }
    }

    /// `users#index`, or an action of the type around.
    fn answers(&self, around: &Around, to: &str) -> Option<(String, String)> {
        match to.split_once('#') {
            Some((controller, action)) if !controller.is_empty() => {
                let whole = controller.strip_prefix('/').map(str::to_owned);
                Some((whole.unwrap_or_else(|| join(&around.modules, controller)), action.to_owned()))
            }
            _ => Some((
                join(&around.modules, around.controller.as_deref()?),
                to.trim_start_matches('#').to_owned(),
            )),
        }
    }

    fn resources(&self, around: &Around) -> Vec<Route> {
        let facts = self.file.unit.facts;
        let listed = |name: &str| self.keyword(name).map(|id| texts(facts, id));
        let (only, except) = (listed("only"), listed("except"));
        let many = self.name == "resources";
        let base = self.nested(around, around.one_of.as_deref());
        let mut all = Vec::new();
        for name in self.given() {
            let path = below(&base, self.said("path").unwrap_or(name));
            let modules =
                self.said("module").map_or_else(|| around.modules.clone(), |one| join(&around.modules, one));
            let controller = join(&modules, &self.controller(name, many));
            for (method, behind, action) in if many { OF_MANY } else { OF_ONE } {
                let is_in = |list: &Vec<String>| list.iter().any(|one| one == action);
                if only.as_ref().is_some_and(|only| !is_in(only)) || except.as_ref().is_some_and(is_in) {
                    continue;
                }
                let path = format!("{path}{}", behind.replace(":id", &self.parameter()));
                all.push(((*method).to_owned(), path, Some((controller.clone(), (*action).to_owned()))));
            }
        }
        all
    }

    /// The method of the type that the file of a controller declares.
    fn handler(&self, controller: &str, action: &str) -> Option<Edge> {
        let (db, rule) = (self.file.db, self.rule);
        // The folder of the program is that above its configuration.
        let mut folder = parent(&self.file.unit.place).to_owned();
        let place = loop {
            let place = join(&join(&folder, &rule.folder), &format!("{controller}{}", rule.ending));
            if db.with_files(&place, |files| files.is_file(&place)) {
                break place;
            }
            if folder.is_empty() {
                return None;
            }
            folder = parent(&folder).to_owned();
        };
        let file = db.linker.file_at(&place)?;
        let unit = db.unit(file)?;
        let hash = hash_text(action);
        let def = unit.definitions_of(hash).find(|def| unit.kind(*def) == SymbolKind::Method)?;
        let sym = Symbol { file, def };
        db.depend_on_symbol(sym);
        let target = Target::Symbol(symbol_key(db, sym)?);
        Some(Edge {
            resolution: Resolution::Resolved,
            rule: Rule::Framework,
            targets: vec![target],
            candidates: 0,
        })
    }
}

/// A path below another.
fn below(path: &str, inner: &str) -> String {
    let whole = joined(path, inner.trim_start_matches('/'));
    // A format may follow, and need not.
    let whole = whole.trim_end_matches("(.:format)");
    if whole.starts_with('/') { whole.to_owned() } else { format!("/{whole}") }
}

/// A word for one of many, as far as its ending tells.
fn singular(name: &str) -> String {
    if let Some(begin) = name.strip_suffix("ies") {
        return format!("{begin}y");
    }
    for ending in ["sses", "xes", "ches", "shes", "uses"] {
        if name.ends_with(ending) {
            return name[..name.len() - 2].to_owned();
        }
    }
    match name.strip_suffix('s') {
        Some(begin) if !name.ends_with("ss") => begin.to_owned(),
        _ => name.to_owned(),
    }
}

/// A word for many.
fn plural(name: &str) -> String {
    if let Some(begin) = name.strip_suffix('y').filter(|begin| !begin.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        return format!("{begin}ies");
    }
    if name.ends_with("ss") || name.ends_with(['x', 'z']) || name.ends_with("ch") || name.ends_with("sh") {
        return format!("{name}es");
    }
    if name.ends_with('s') { name.to_owned() } else { format!("{name}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_one_or_many() {
        for (one, many) in
            [("article", "articles"), ("story", "stories"), ("box", "boxes"), ("status", "statuses")]
        {
            assert_eq!(singular(many), one, "{many}");
            if one != "status" {
                assert_eq!(plural(one), many, "{one}");
            }
        }
        assert_eq!(below("/api", "/users(.:format)"), "/api/users");
        assert_eq!(below("", ""), "/");
    }
}

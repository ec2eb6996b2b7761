//! What a call draws: methods, paths and what answers, by what the framework itself makes of such a call.

use super::scope::{Level, Resource, Scope, asked, below};
use super::{Call, Drawing, MOST_LISTED};
use crate::frameworks::places::{argument, texts};
use indexer_core::framework::Place;
use indexer_core::{ExprId, Expression};

/// What a resource answers: method, where, action.
const ACTIONS: &[(&str, Level, &str)] = &[
    ("GET", Level::Collection, "index"),
    ("POST", Level::Collection, "create"),
    ("GET", Level::New, "new"),
    ("GET", Level::Member, "edit"),
    ("GET", Level::Member, "show"),
    ("PATCH", Level::Member, "update"),
    ("PUT", Level::Member, "update"),
    ("DELETE", Level::Member, "destroy"),
];
/// Actions that have no word of their own in a path.
const CANONICAL: &[&str] = &["index", "create", "new", "show", "update", "destroy"];

/// One route: method, path, and the type and the method that answer; `None` where something else does.
pub(super) type Route = (String, String, Option<(String, String)>);

/// A text that a call is given by its position, and whether it is a symbol.
type Given<'f> = (Option<&'f str>, bool);

impl<'u> Drawing<'_, '_, '_, 'u> {
    pub(super) fn keyword(&self, call: &Call<'u>, name: &str) -> Option<ExprId> {
        argument(self.file.unit.facts, call.arguments, &Place::Keyword(name.to_owned()))
    }

    pub(super) fn said(&self, call: &Call<'u>, name: &str) -> Option<&'u str> {
        self.file.unit.facts.text(self.keyword(call, name)?)
    }

    fn listed(&self, call: &Call<'u>, name: &str) -> Option<Vec<String>> {
        let mut all = texts(self.file.unit.facts, self.keyword(call, name)?);
        all.truncate(MOST_LISTED);
        Some(all)
    }

    /// What is given without a name.
    pub(super) fn given(&self, call: &Call<'u>) -> Vec<Given<'u>> {
        let facts = self.file.unit.facts;
        let all = facts.list(call.arguments).iter();
        let one = |id: &ExprId| match facts.expression(*id) {
            Expression::Keyword { .. } => None,
            Expression::Tuple(list) => Some((facts.list(list).first().and_then(|id| facts.text(*id)), true)),
            _ => Some((facts.text(*id), false)),
        };
        all.filter_map(one).take(MOST_LISTED).collect()
    }

    /// The texts among them.
    pub(super) fn names(&self, call: &Call<'u>) -> Vec<&'u str> {
        self.given(call).into_iter().filter_map(|(text, _)| text).collect()
    }

    /// What a call says for its block, beside its path.
    fn options(&self, call: &Call<'u>, scope: &mut Scope) {
        let said = |name: &str| self.said(call, name).map(str::to_owned);
        if let Some(module) = said("module") {
            scope.enter_module(&module);
        }
        for (into, name) in
            [(&mut scope.controller, "controller"), (&mut scope.action, "action"), (&mut scope.to, "to")]
        {
            if let Some(text) = said(name) {
                *into = Some(text);
            }
        }
        if let Some(path) = self.keyword(call, "shallow_path") {
            scope.shallow_path = below(&scope.shallow_path, self.file.unit.facts.text(path).unwrap_or("?"));
        }
        if let Some(via) = self.listed(call, "via") {
            scope.methods = methods(via);
        }
        let (only, except) = (self.listed(call, "only"), self.listed(call, "except"));
        if only.is_some() || except.is_some() {
            (scope.only, scope.except) = (only, except);
        }
        let facts = self.file.unit.facts;
        if let Some(Expression::Collection(_, list)) =
            self.keyword(call, "path_names").map(|id| facts.expression(id))
        {
            scope.path_names.extend(facts.list(list).iter().take(MOST_LISTED).filter_map(|id| {
                match facts.expression(*id) {
                    Expression::Keyword { name, value } => {
                        Some((facts.name(name).to_owned(), facts.text(value)?.to_owned()))
                    }
                    _ => None,
                }
            }));
        }
        if self.keyword(call, "shallow").is_some() {
            scope.is_shallow = true;
        }
    }

    /// What stands in the block of `scope` or `namespace`.
    pub(super) fn scoped(&self, call: &Call<'u>, around: &Scope) -> Scope {
        let given = self.given(call);
        let first = given.first().map(|(text, _)| text.unwrap_or("?"));
        let named = self.keyword(call, "path");
        let said = |id: ExprId| self.file.unit.facts.text(id);
        if call.name == "namespace" {
            let (around, name) = (around.inner(), first.unwrap_or("?"));
            // `path: nil` leaves it out.
            let path = named.map_or(name, |id| said(id).unwrap_or(""));
            let mut scope = around.with_path(path);
            scope.shallow_path = below(&around.shallow_path, path);
            if self.keyword(call, "module").is_none() {
                scope.enter_module(name);
            }
            self.options(call, &mut scope);
            return scope;
        }
        let parts: Vec<&str> = given.iter().map(|(text, _)| text.unwrap_or("?")).collect();
        let path = if parts.is_empty() { named.map(|id| said(id).unwrap_or("?")) } else { None };
        let path = path.map_or_else(|| parts.join("/"), str::to_owned);
        let mut scope = around.with_path(&path);
        if around.level != Level::Nested {
            scope.shallow_path = below(&around.shallow_path, &path);
        }
        self.options(call, &mut scope);
        scope
    }

    /// The resource of a name, and what stands in its block.
    pub(super) fn resource(&self, call: &Call<'u>, name: &str, around: &Scope) -> Scope {
        let mut scope = around.clone();
        if self.keyword(call, "shallow").is_some() {
            scope.is_shallow = true;
        }
        let mut scope = scope.inner();
        let is_one = call.name == "resource";
        let mut resource = Resource::named(name, is_one);
        // What it says of its own actions is not said of resources in its block.
        let around = (scope.only.clone(), scope.except.clone());
        self.options(call, &mut scope);
        (resource.only, scope.only) = (scope.only.take(), around.0);
        (resource.except, scope.except) = (scope.except.take(), around.1);
        for (into, option) in [
            (&mut resource.path, "path"),
            (&mut resource.controller, "controller"),
            (&mut resource.parameter, "param"),
        ] {
            if let Some(id) = self.keyword(call, option) {
                *into = self.file.unit.facts.text(id).unwrap_or("?").to_owned();
            }
        }
        scope.shallow_around += u32::from(scope.is_shallow);
        scope.controller = Some(resource.controller.clone());
        scope.level = if is_one { Level::Resource } else { Level::Resources };
        scope.resource = resource;
        scope
    }

    /// What a resource answers whose block is `scope`.
    pub(super) fn actions(&self, scope: &Scope) -> Vec<Route> {
        let is_in = |list: &Vec<String>, action: &str| list.iter().any(|one| one == action);
        let is_made = |action: &str| match (&scope.resource.only, &scope.resource.except) {
            (Some(only), _) => is_in(only, action),
            (None, Some(except)) => !is_in(except, action),
            (None, None) => true,
        };
        let controller = scope.in_module(&scope.resource.controller);
        let one = |(method, level, action): &(&str, Level, &str)| {
            let at = match level {
                Level::Collection => scope.collection(),
                Level::New => scope.new_one(),
                _ => scope.member(),
            };
            let path = if *action == "edit" { below(&at.path, at.word_of("edit")) } else { at.path };
            ((*method).to_owned(), asked(&path), Some((controller.clone(), (*action).to_owned())))
        };
        // Where there is only one, nothing lists them.
        let is_there = |action: &str| !scope.resource.is_one || action != "index";
        ACTIONS.iter().filter(|(_, _, action)| is_there(action) && is_made(action)).map(one).collect()
    }

    /// What `get` and its like draw.
    pub(super) fn matched(&self, call: &Call<'u>, around: &Scope) -> Vec<Route> {
        let methods = match call.name {
            "match" => match self.listed(call, "via") {
                Some(via) => methods(via),
                None if around.methods.is_empty() => vec!["ANY".to_owned()],
                None => around.methods.clone(),
            },
            name => vec![name.to_uppercase()],
        };
        let scope = match (self.said(call, "on"), around.level) {
            (Some("member"), _) => around.member(),
            (Some("collection"), _) => around.collection(),
            (Some("new"), _) => around.new_one(),
            (_, Level::Resources) => around.nested(),
            (_, Level::Resource) => around.member(),
            _ => around.clone(),
        };
        let mut all = Vec::new();
        for (path, is_symbol) in self.given(call) {
            let (whole, to) = self.one(call, &scope, path, is_symbol);
            all.extend(methods.iter().map(|method| (method.clone(), asked(&whole), to.clone())));
        }
        all
    }

    /// The whole path and what answers of one that is given.
    fn one(
        &self,
        call: &Call<'u>,
        scope: &Scope,
        path: Option<&str>,
        is_symbol: bool,
    ) -> (String, Option<(String, String)>) {
        let is_canonical = matches!(scope.level, Level::Member | Level::Collection | Level::New);
        let whole = match (self.keyword(call, "path").filter(|_| is_symbol), path) {
            (Some(path), _) => below(&scope.path, self.file.unit.facts.text(path).unwrap_or("?")),
            (None, Some(action)) if is_symbol => match is_canonical && CANONICAL.contains(&action) {
                true => scope.path.clone(),
                false => below(&scope.path, scope.word_of(action)),
            },
            (None, path) => below(&scope.path, path.unwrap_or("?")),
        };
        (whole, self.answer(call, scope, path))
    }

    /// The type and the method that answer; `None` where something else does, as `redirect("/x")`.
    fn answer(&self, call: &Call<'u>, scope: &Scope, path: Option<&str>) -> Option<(String, String)> {
        let facts = self.file.unit.facts;
        let mut action = self.said(call, "action").or(scope.action.as_deref()).map(str::to_owned);
        let mut controller = match self.keyword(call, "controller") {
            Some(id) => Some(facts.text(id)?.to_owned()),
            None => scope.controller.clone(),
        };
        let mut to = match self.keyword(call, "to") {
            Some(id) => Some(facts.text(id)?.to_owned()),
            None => scope.to.clone(),
        };
        if let Some(id) = self.keyword(call, "=>") {
            let text = facts.text(id)?;
            match text.contains('#') {
                true => to = Some(text.to_owned()),
                false => action = Some(text.to_owned()),
            }
        }
        let path = path.map(|path| path.strip_suffix("(.:format)").unwrap_or(path));
        if to.is_none() && self.keyword(call, "action").is_none() && scope.action.is_none() {
            to = path.and_then(shorthand);
        }
        if action.is_none() {
            let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
            action = path.filter(|path| path.bytes().all(is_word)).map(|path| path.replace('-', "_"));
        }
        match to.as_deref().map(|to| to.split_once('#').ok_or(to)) {
            Some(Ok((of, method))) => {
                if !of.is_empty() {
                    controller = Some(of.to_owned());
                }
                action = Some(method.to_owned());
            }
            Some(Err(method)) => action = Some(method.to_owned()),
            None => {}
        }
        Some((scope.in_module(&controller?), action.filter(|action| !action.is_empty())?))
    }

    /// What answers at the root of what is around.
    pub(super) fn root(&self, call: &Call<'u>, around: &Scope) -> Route {
        let scope = match around.level {
            Level::Resources => around.with_path(&around.resource.path),
            Level::Resource => around.member(),
            _ => around.clone(),
        };
        let given = self.names(call).first().copied();
        let to = match given {
            Some(to) => to
                .split_once('#')
                .map(|(controller, action)| (scope.in_module(controller), action.to_owned())),
            None => self.answer(call, &scope, None),
        };
        ("GET".to_owned(), asked(&scope.path), to)
    }
}

/// `a/b` answers by the method `b` of the type of `a`.
fn shorthand(path: &str) -> Option<String> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/');
    let (controller, action) = path.rsplit_once('/')?;
    (!controller.is_empty() && !controller.starts_with('/') && path.bytes().all(is_plain))
        .then(|| format!("{controller}#{action}").replace('-', "_"))
}

fn methods(via: Vec<String>) -> Vec<String> {
    match via.is_empty() || via == ["all"] {
        true => vec!["ANY".to_owned()],
        false => via.iter().map(|one| one.to_uppercase()).collect(),
    }
}

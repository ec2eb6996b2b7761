//! What the blocks around a route say of it.

use super::words::{plural, singular};

/// Letters of a path; what is longer is cut.
const LONGEST_PATH: usize = 1_024;

/// Which block of a resource a call stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    /// In none.
    #[default]
    Outside,
    /// In its own, where there are many of it.
    Resources,
    /// In its own, where there is one.
    Resource,
    /// In that of all of it.
    Collection,
    /// In that of one of it.
    Member,
    /// In that of a new one.
    New,
    /// In something below one of it.
    Nested,
}

/// What is made, read, changed and removed under one path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Resource {
    pub(super) path: String,
    pub(super) controller: String,
    /// The name of the parameter that says which one.
    pub(super) parameter: String,
    /// The word for one.
    pub(super) singular: String,
    /// True where there is one only.
    pub(super) is_one: bool,
    /// The actions that it has alone, and those that it has not.
    pub(super) only: Option<Vec<String>>,
    pub(super) except: Option<Vec<String>>,
}

impl Resource {
    /// The path of one of it.
    pub(super) fn of_one(&self) -> String {
        if self.is_one { self.path.clone() } else { format!("{}/:{}", self.path, self.parameter) }
    }

    /// The path of what stands below one of it.
    pub(super) fn below(&self) -> String {
        match self.is_one {
            true => self.path.clone(),
            false => format!("{}/:{}_{}", self.path, self.singular, self.parameter),
        }
    }

    /// What a resource of a name is where its call says nothing else.
    pub(super) fn named(name: &str, is_one: bool) -> Self {
        Self {
            path: name.to_owned(),
            controller: if is_one { plural(name) } else { name.to_owned() },
            parameter: "id".to_owned(),
            singular: if is_one { name.to_owned() } else { singular(name) },
            is_one,
            ..Self::default()
        }
    }
}

/// What the blocks around a call say.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) path: String,
    /// The beginning of paths that begin anew.
    pub(super) shallow_path: String,
    /// The folders of the types that answer.
    pub(super) module: Option<String>,
    pub(super) controller: Option<String>,
    pub(super) action: Option<String>,
    pub(super) to: Option<String>,
    pub(super) methods: Vec<String>,
    pub(super) is_shallow: bool,
    /// True where something around draws that nobody knows.
    pub(super) is_unknown: bool,
    pub(super) level: Level,
    /// The resource around.
    pub(super) resource: Resource,
    /// How many resources around begin anew below them.
    pub(super) shallow_around: u32,
    /// What a resource inside answers alone, and what it does not.
    pub(super) only: Option<Vec<String>>,
    pub(super) except: Option<Vec<String>>,
    /// Other words in paths for actions.
    pub(super) path_names: Vec<(String, String)>,
}

impl Scope {
    /// The same with a longer path.
    pub(super) fn with_path(&self, path: &str) -> Self {
        Self { path: below(&self.path, path), ..self.clone() }
    }

    /// The same whose path begins anew.
    fn anew(&self) -> Self {
        Self { path: self.shallow_path.clone(), ..self.clone() }
    }

    fn begins_anew(&self) -> bool {
        self.is_shallow && !self.resource.is_one
    }

    /// True directly in the block of a resource.
    pub(super) fn is_in_resource(&self) -> bool {
        matches!(self.level, Level::Resource | Level::Resources)
    }

    pub(super) fn collection(&self) -> Self {
        Self { level: Level::Collection, ..self.with_path(&self.resource.path) }
    }

    pub(super) fn member(&self) -> Self {
        let base = if self.begins_anew() { self.anew() } else { self.clone() };
        Self { level: Level::Member, ..base.with_path(&self.resource.of_one()) }
    }

    pub(super) fn new_one(&self) -> Self {
        let path = format!("{}/{}", self.resource.path, self.word_of("new"));
        Self { level: Level::New, ..self.with_path(&path) }
    }

    /// Below one of the resource around.
    pub(super) fn nested(&self) -> Self {
        let anew = self.begins_anew() && self.shallow_around > 0;
        let base = if anew { self.anew() } else { self.clone() };
        Self { level: Level::Nested, ..base.with_path(&self.resource.below()) }
    }

    /// Where a call stands that draws in a block of its own.
    pub(super) fn inner(&self) -> Self {
        if self.is_in_resource() { self.nested() } else { self.clone() }
    }

    /// The word in a path for an action.
    pub(super) fn word_of<'a>(&'a self, action: &'a str) -> &'a str {
        self.path_names.iter().rev().find(|(of, _)| of == action).map_or(action, |(_, word)| word)
    }

    /// The types of a name in the folders around.
    pub(super) fn in_module(&self, controller: &str) -> String {
        match (controller.strip_prefix('/'), &self.module) {
            (Some(whole), _) => whole.to_owned(),
            (None, Some(module)) => format!("{module}/{controller}"),
            (None, None) => controller.to_owned(),
        }
    }

    pub(super) fn enter_module(&mut self, module: &str) {
        self.module = Some(self.in_module(module));
    }
}

/// A path below another, written as the framework writes it: one `/` between parts and none at the end, and what may be left
/// out begins before its `/`.
pub(super) fn below(path: &str, inner: &str) -> String {
    let mut whole = String::with_capacity(path.len() + inner.len() + 2);
    let all = ["/", path, "/", inner].into_iter().flat_map(str::chars);
    for letter in all.take(LONGEST_PATH) {
        match letter {
            '/' if whole.ends_with('/') => {}
            // `/x/(:id)` is `/x(/:id)`, and in `(/:id)` nothing is left to move.
            '(' if whole.ends_with('/') => {
                whole.pop();
                whole.push_str("(/");
            }
            '/' if whole.ends_with("(/") => {}
            letter => whole.push(letter),
        }
    }
    while whole.ends_with('/') {
        whole.pop();
    }
    if whole.is_empty() { "/".to_owned() } else { whole }
}

/// A path as it is asked for: a format may follow any and need not.
pub(super) fn asked(path: &str) -> String {
    let path = path.strip_suffix("(.:format)").unwrap_or(path);
    // All of it may be left out: `/` itself answers then.
    match path.strip_prefix("(/").filter(|rest| !rest.contains('/')) {
        Some(rest) => format!("/({rest}"),
        None if path.is_empty() => "/".to_owned(),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_put_together_as_the_framework_does() {
        for (path, inner, wanted) in [
            ("/api", "users(.:format)", "/api/users(.:format)"),
            ("", "", "/"),
            ("/a/", "/b/", "/a/b"),
            ("/s", ":id/(:title)", "/s/:id(/:title)"),
            ("", "/top(/:length(/page/:page))", "/top(/:length(/page/:page))"),
        ] {
            assert_eq!(below(path, inner), wanted, "{path} {inner}");
        }
        assert_eq!(asked("/a(.:format)"), "/a");
        assert_eq!(asked("(/:lang)"), "/(:lang)");
    }
}

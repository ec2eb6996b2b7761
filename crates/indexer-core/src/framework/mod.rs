//! What frameworks make of calls and decorators, as data: rules over what names lead to.

mod detail;
mod files;
mod providers;
mod starts;

pub use detail::EntryDetail;
pub use files::{FileRule, FolderRule, PassedRule};
pub use providers::Providers;
pub use starts::StartRule;

use crate::kinds::SymbolKind;
use rustc_hash::FxHashMap;

/// Calls of Rails that draw routes or change what is drawn in their blocks, sorted.
pub const DRAWING: &[&str] = &[
    "collection",
    "concern",
    "concerns",
    "constraints",
    "controller",
    "defaults",
    "delete",
    "draw",
    "get",
    "match",
    "member",
    "namespace",
    "new",
    "options",
    "patch",
    "post",
    "put",
    "resource",
    "resources",
    "root",
    "scope",
    "shallow",
];

/// The member by which a model of Django says which application it belongs to.
pub const LABEL: &str = "app_label";

/// The rules about the frameworks of one language.
#[derive(Clone, Debug, Default)]
pub struct FrameworkRules {
    /// What a call of something outside gives: path of the function, path of the type. Of what is not listed a call
    /// gives an instance of what is called.
    pub results: FxHashMap<String, String>,
    /// Decorators whose text stands for a part of paths that is written as `[part]`: path of the decorator, and the part.
    pub replaced_parts: FxHashMap<String, String>,
    /// What a function is given first: path of the type of the function, or of what takes it, and path of the type of that.
    pub given: FxHashMap<String, String>,
    /// Types of routers that answer only where they are mounted.
    pub parts: FxHashMap<String, ()>,
    /// Types of routers that answer only under what the function around is given, where they are its parameters.
    pub handed: FxHashMap<String, ()>,
    /// What a wildcard import brings in beside its own names: those of these other paths.
    pub implicit_imports: FxHashMap<String, Vec<String>>,
    /// Names of arguments of which rules speak: what stands under them in an object is kept as a text.
    pub keywords: FxHashMap<String, ()>,
    /// Names of macros of which rules speak: what they are given is as what a function is given.
    pub macros: FxHashMap<String, ()>,
    /// All rules.
    pub rules: Vec<FrameworkRule>,
    /// The rules by the path of what is called or decorates, each in the order of `rules`.
    pub by_path: FxHashMap<String, Vec<u32>>,
    /// The last names of those paths: what has none of them needs no look.
    pub names: FxHashMap<String, ()>,
    /// Those of paths behind which rules look for a text in brackets, or for a member.
    pub indexed: FxHashMap<String, ()>,
    /// Last names of calls that are given texts with what stands for each: the texts are kept as names.
    pub paired: FxHashMap<String, ()>,
    /// What a type is given beside what it extends, where a rule asks for that.
    pub wanted: FxHashMap<String, ()>,
    /// By their last names, paths of which what is given may prove that they are meant.
    pub proved: FxHashMap<String, Vec<String>>,
    /// Names of members of types of which rules speak: what these hold is kept as a text.
    pub fields: FxHashMap<String, ()>,
    /// The paths of what has those names, with the framework: types of routers, and what is like them.
    pub routers: FxHashMap<String, String>,
    /// Decorators of functions that give what is asked for by the name of a parameter.
    pub providers: Option<Providers>,
    /// Files that answer what their paths say.
    pub files: Vec<FileRule>,
    /// True where a rule speaks of what types extend, themselves or through others.
    pub follows_bases: bool,
    /// Names that every file sees where the nearest manifest depends on a package: those of a test runner.
    pub globals: Vec<GlobalsRule>,
    /// Routes that calls in blocks draw.
    pub drawn: Option<DrawnRule>,
    /// Names outside of everything that packages bring along, in languages that import none.
    pub constants: Vec<ConstantsRule>,
    /// Services that a compiler of services wrote.
    pub services: Vec<ServiceRule>,
    /// Folders whose files are given a router under their own path.
    pub folders: Vec<FolderRule>,
    /// What functions that stand for their file are given first.
    pub passed: Vec<PassedRule>,
    /// What routers make of types that are registered with them.
    pub resource: Option<ResourceRule>,
    /// Members that run a task later or elsewhere, by their names.
    pub starts: FxHashMap<String, Vec<StartRule>>,
}

/// What a router makes of a type that is registered with it, by the members that the type has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceRule {
    /// Method, path behind that of the type, and the member that answers. `<>` stands for the part that tells one thing from
    /// others.
    pub routes: Vec<Expansion>,
    /// What that part is called where no member says it.
    pub parameter: String,
    /// Members of the type that say it: the first that is written.
    pub parameter_fields: Vec<String>,
    /// The path of what decorates further members that answer.
    pub action: String,
    /// Its argument that says whether they answer for one thing.
    pub detail_argument: String,
    /// The argument of the router's own call that says whether paths end in `/`, as they do without it.
    pub slash_argument: String,
    /// A member of the type that says which methods are answered at all.
    pub methods_field: String,
    /// The variable that holds what a file answers: a router of a file without one answers where it is mounted alone.
    pub url_list: String,
    /// The members that types outside have.
    pub bases: FxHashMap<String, Vec<String>>,
}

/// Names outside of everything that a package brings along: `ActiveRecord`. Where a manifest above depends on it, a path that
/// begins with one is of the package, also where files of the repository add to what it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConstantsRule {
    /// The names.
    pub names: Vec<String>,
    /// A manifest above the file depends on one of these.
    pub packages: Vec<String>,
    /// The file names of such manifests.
    pub manifests: Vec<String>,
    /// What stands before the names in paths: they are aliases of what is there.
    pub within: String,
}

/// A value that is registered for a service answers its calls. The function that registers is written by a compiler of services,
/// and what proves that is the description of the service beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServiceRule {
    /// The framework.
    pub framework: String,
    /// The begin and the end of the name of the function that registers; between them stands the service.
    pub by: (String, String),
    /// Those of names of the description.
    pub described: Vec<(String, String)>,
    /// The path of the type of the description.
    pub of: String,
    /// The field of the description that names the service.
    pub text: String,
    /// The begin and the end of the name of the type whose methods are the calls.
    pub interface: (String, String),
    /// Where the value stands.
    pub to: Place,
    /// The method of what is answered.
    pub method: String,
}

impl ServiceRule {
    /// The name of the service in the name of a function.
    pub fn service<'a>(&self, name: &'a str) -> Option<&'a str> {
        name.strip_prefix(self.by.0.as_str())?
            .strip_suffix(self.by.1.as_str())
            .filter(|name| !name.is_empty())
    }
}

/// Calls in the block of a call draw routes, each under what the blocks around it say: `resources :users do .. end`. What
/// answers is found by the path of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnRule {
    /// The framework.
    pub framework: String,
    /// A manifest above the file depends on one of these.
    pub packages: Vec<String>,
    /// The file names of such manifests.
    pub manifests: Vec<String>,
    /// The name of the call in whose block all of it stands.
    pub by: String,
    /// The last name of what that is called on.
    pub on: String,
    /// Calls whose blocks draw as if they stood in none.
    pub through: Vec<String>,
    /// The path of the file that draws, below the folder of a program.
    pub file: String,
    /// The folder of the files that it draws in by name, below that folder.
    pub parts: String,
    /// The folder in which the files of the types stand whose methods answer, below that folder.
    pub folder: String,
    /// How the names of those files end.
    pub ending: String,
}

/// Names that a package makes global for what depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GlobalsRule {
    /// A manifest above the file depends on one of these.
    pub packages: Vec<String>,
    /// The file name of that manifest.
    pub manifest: String,
    /// Folders below which they are seen; everywhere where there is none.
    pub folders: Vec<String>,
    /// What stands before the names in paths.
    pub root: String,
    /// The names, sorted.
    pub names: Vec<String>,
    /// Functions among them, and below them, that give something of the package whatever they are given: `expect`, sorted.
    pub gives: Vec<String>,
    /// Functions among them that call what they are given, with something of the package alone: `it`, sorted.
    pub calls: Vec<String>,
}

/// Method, path behind a text, and the member that answers.
pub type Expansion = (String, String, String);

/// One rule: what is made where, and where its parts stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameworkRule {
    /// The framework, such as `flask`.
    pub framework: String,
    /// What is made.
    pub makes: Makes,
    /// Of what it is made.
    pub on: Occasion,
    /// Where the methods stand.
    pub methods: Methods,
    /// Where the path or the name stands: the first of these that is there.
    pub text: Vec<Place>,
    /// The text where none is written; `None` where that makes nothing.
    pub default: Option<String>,
    /// Where the function stands that is called.
    pub to: Vec<Place>,
    /// True where a path begins anew at the router that is mounted, and what the router's own definition says counts no
    /// more.
    pub replaces: bool,
    /// Calls around a function that give it as it is: `as_view`.
    pub unwraps: Vec<String>,
    /// True where the place of the text names a module.
    pub is_module: bool,
    /// Letters that a name of a function is changed by to the name of what is made: `_` to `-`.
    pub dashes: bool,
    /// Ends of names of functions that are no part of the name of what is made: `_command`.
    pub drops: Vec<String>,
    /// What stands between the words of an own name that has capitals between them: `-` makes `add-user` of `AddUser`.
    pub splits: Option<String>,
    /// True where the words of an own name stand together with capitals: `userById` for `user_by_id`.
    pub camel: bool,
    /// True where the text is a name and no path.
    pub bare: bool,
    /// Members that a type has, or is given in its body, of which nothing is made, with ` | ` between them.
    pub unless: Option<String>,
    /// A member by which a type takes its name from elsewhere: nothing is made of it either, nor of what extends it.
    pub elsewhere: Option<String>,
    /// Of which members of the type one is made each.
    pub each: Option<SymbolKind>,
    /// Members of the type that say how the names of such variables of the environment begin: `a.b` for what `a` is given as `b`.
    pub begins: Vec<String>,
    /// What the value of such a member is given as its name, in place of its own.
    pub aliases: Vec<String>,
    /// The names of decorators of such a member, and what they say of one of which nothing is made.
    pub without: Vec<String>,
    /// The argument of the first argument that holds a map of types to maps of their members: one is made of each.
    pub map: Option<String>,
    /// Types in such a map of which the names are methods.
    pub roots: Vec<String>,
    /// True where the texts among the arguments name members of the type around: one is made of each.
    pub named: bool,
    /// True where a path that is `/` alone adds nothing to a beginning.
    pub trims: bool,
    /// True where what is mounted may be a function that is given the router.
    pub hands: bool,
    /// True where an own name is the word for many of what it is one of.
    pub plural: bool,
    /// Names of decorators of a type that make a constructor of its fields, which asks for them.
    pub fields: Vec<String>,
    /// Paths of types in which what is asked for may stand: `java.util.Optional`.
    pub wraps: Vec<String>,
    /// True where a provider of a type gives what asks for one that it extends.
    pub subtypes: bool,
    /// How providers of one type are told apart.
    pub qualifiers: Qualifiers,
    /// Where the name of a provider stands: the first of these that is there.
    pub name: Vec<Place>,
    /// The argument that holds a list of objects: something is made of each, whose fields are as arguments.
    pub list: Option<String>,
    /// Where the packages are named of whose interfaces a provider makes values.
    pub scans: Vec<Place>,
    /// True where the router makes paths of the members of a type.
    pub resource: bool,
    /// The path where neither the rule finds one nor the type around says a beginning: the table of routes decides.
    pub conventional: Option<String>,
    /// What stands around the part of a text that counts, which ends at `:` too: `${` and `}`.
    pub delimiters: Option<(String, String)>,
    /// True where what it says begins the paths of what is declared in functions without a name that it is given.
    pub within: bool,
    /// Paths of decorators of the type around that make requests of what would be answered: a client is declared so.
    pub client: Vec<String>,
    /// True where what is made counts only where it, or the function around it, is mounted itself.
    pub itself: bool,
    /// True where a macro is called.
    pub is_macro: bool,
    /// Method, path behind the text, and the member that answers: one is made of each. `<>` stands for the part that tells
    /// one thing from others.
    pub expands: Vec<Expansion>,
    /// More of the same, by a member of the chain behind the call without which they are not made: `->creatable()`.
    pub adds: Vec<(String, Vec<Expansion>)>,
    /// True where the first argument holds texts, and for each of them what stands for it: `['photos' => Photos::class]`.
    pub pairs: bool,
    /// The argument without which a type is none of those of which something is made: `class Hero(SQLModel, table=True)`.
    pub wants: Option<String>,
    /// File names of manifests: what is mounted is all that the framework makes in the folder of the nearest one.
    pub program: Vec<String>,
    /// The call before that of the function around which names the type of which a text names a member.
    pub member_of: Option<String>,
    /// The argument that says of what the path does not hold: of what it holds is not known then. `*` where it is never known what
    /// stands before, of all that is declared there.
    pub opens: Option<String>,
    /// The path of the type of which functions give lists, which pass on what others of them give.
    pub gives: Option<String>,
    /// The member of a type that answers where the type is given: `__invoke`.
    pub invokes: Option<String>,
    /// The folder of the files of types that texts name, before `@` and a member.
    pub types_in: Option<String>,
    /// The only name of a type of which something is made.
    pub called: Option<String>,
    /// Paths of what gives the function that it is given as it is: `http.HandlerFunc`.
    pub passes: Vec<String>,
    /// The files, in a folder above, that may say how the path begins: `config/routes.yaml` of Symfony. What a later one says
    /// takes the place of what an earlier one does.
    pub begun_elsewhere: Vec<String>,
    /// Paths of types whose members answer the methods that they are called after: `flask.views.MethodView`.
    pub methods_of: Vec<String>,
    /// Paths of calls that give the first argument, and are given what a rule looks for: `createRoute({ method, path })`.
    pub described_by: Vec<String>,
    /// The path of what decorates the functions that are given, which says method and path of each: `routes!(list, add)` of
    /// functions with `#[utoipa::path(get, path = "/users")]`.
    pub decorated_by: Option<String>,
    /// Paths of calls of which one that is given proves that the rule is meant, whatever it is called on: `route("/x", get(list))`.
    pub proved_by: Vec<String>,
    /// How a path begins before which nothing is put: `~/`.
    pub absolute: Vec<String>,
    /// Last names of what is called with a pattern in place of a path: `re_path`.
    pub patterns: Vec<String>,
    /// What the file that a text names exports, and the method that it answers.
    pub exports: Vec<(String, String)>,
}

/// How providers of one type are told apart: by a name that is asked for, or a decorator of the program's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qualifiers {
    /// Paths of the decorators whose text is the name that is asked for, or that a provider has.
    pub of: Vec<String>,
    /// Paths of what decorates the types of decorators that are qualifiers themselves.
    pub types: Vec<String>,
    /// Paths of the decorators of a provider that is meant where several could be.
    pub primary: Vec<String>,
    /// True where a provider with a qualifier gives only what asks for that.
    pub exact: bool,
}

/// What a rule makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Makes {
    /// A symbol of this kind.
    Symbol(SymbolKind),
    /// The beginning of the paths of what is made by the value: of a router's constructor, or of a type's members where
    /// it decorates the type.
    Prefix,
}

/// Of what something is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A decorator or annotation.
    Decorator,
    /// A call.
    Call,
    /// A value of a type that is written out with its fields, which are as arguments of a call.
    Literal,
    /// A type that extends what is named, itself or through others.
    Base,
    /// A decorator of a type.
    Derive,
    /// A member that is read of what is named, whose name is that of what is made: `PORT` in `process.env.PORT`.
    Read,
    /// A text in brackets behind what is named: `PORT` in `os.environ["PORT"]`.
    Index,
}

/// Where methods stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Methods {
    /// Always these.
    Fixed(Vec<String>),
    /// The name of what is called, in capitals.
    Name,
    /// What stands there, else these.
    At(Place, Vec<String>),
    /// Before the path, else any.
    InText,
    /// The names of the calls in the argument: `get(f).post(g)`.
    Chain,
    /// There are none: a command, a task.
    #[default]
    None,
}

/// A place in a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// What is decorated.
    #[default]
    Decorated,
    /// The argument at this position.
    Argument(u32),
    /// Each argument from this position on.
    From(u32),
    /// The last argument, where there are more than this.
    Last(u32),
    /// The argument at this position, where it is a text.
    Text(u32),
    /// The type of what the decorated function gives.
    Returned,
    /// What the call is made on: the router in `router.prefix(..)`.
    Receiver,
    /// The argument with this name.
    Keyword(String),
    /// What the argument at this position calls, given the argument of the second position: the router in `include(router)`.
    Inside(u32, String, u32),
    /// The name of what is decorated or extends.
    OwnName,
    /// The method of this name of the type that extends.
    Method(String),
    /// The first argument of another decorator of the same definition, by its path.
    Beside(String),
    /// The text that a member of the type holds, or one of a type in it: `Meta.db_table`.
    Field(String),
    /// The name of the file, where it stands in this folder.
    Module(String),
    /// The name of the folder of the file's package, as Django calls an application, and that of the type in small letters.
    OfApplication,
    /// The argument with this name of another decorator of this name.
    KeywordOf(String, String),
    /// The name of the package in which the file is, as the nearest manifest of this name says.
    Package(String),
    /// The first argument of the first call of this name behind the call: `to` in `bind(A.class).to(B.class)`.
    Chained(String),
    /// The type argument at this position.
    TypeArgument(u32),
}

/// Two parts of a path as one, with one `/` between them.
pub fn joined(prefix: &str, path: &str) -> String {
    if prefix.is_empty() {
        return path.to_owned();
    }
    if path.is_empty() {
        return prefix.to_owned();
    }
    let (head, tail) = (prefix.trim_end_matches('/'), path.trim_start_matches('/'));
    format!("{head}/{tail}")
}

/// Names of arguments that say which members of a type answer, and what their parts are called.
pub const LEAVES: &[&str] = &["only", "except", "parameters"];

impl FrameworkRules {
    /// Adds a rule for what has these paths.
    pub fn add(&mut self, rule: FrameworkRule, paths: Vec<String>) {
        let at = self.rules.len() as u32;
        let framework = rule.framework.clone();
        self.follows_bases |= rule.on == Occasion::Base;
        let mut places: Vec<&Place> =
            rule.text.iter().chain(&rule.to).chain(&rule.name).chain(&rule.scans).collect();
        self.keywords.extend(rule.list.iter().map(|name| (name.clone(), ())));
        self.wanted.extend(rule.wants.iter().map(|name| (name.clone(), ())));
        if !rule.expands.is_empty() {
            self.keywords.extend(LEAVES.iter().map(|name| ((*name).to_owned(), ())));
        }
        if let Methods::At(place, _) = &rule.methods {
            places.push(place);
        }
        let field = |place: &&Place| match place {
            Place::Field(path) => Some((last_name(path).to_owned(), ())),
            Place::OfApplication => Some((LABEL.to_owned(), ())),
            _ => None,
        };
        self.fields.extend(places.iter().filter_map(field));
        let is_indexed = matches!(rule.on, Occasion::Index | Occasion::Read);
        self.keywords.extend(places.into_iter().filter_map(|place| match place {
            Place::Keyword(name) => Some((name.clone(), ())),
            _ => None,
        }));
        self.rules.push(rule);
        for path in paths {
            let name = last_name(&path).to_owned();
            let before = &path[..path.len() - name.len()];
            // A package that is called itself is no member of anything: `@koa/router`.
            if !before.is_empty() && !before.ends_with('/') {
                let parent = before.trim_end_matches(['.', ':', '\\']);
                self.routers.entry(parent.to_owned()).or_insert_with(|| framework.clone());
            }
            if self.rules.last().is_some_and(|rule| rule.is_macro) {
                self.macros.insert(name.clone(), ());
            }
            if self.rules.last().is_some_and(|rule| rule.pairs) {
                self.paired.insert(name.clone(), ());
            }
            if self.rules.last().is_some_and(|rule| !rule.proved_by.is_empty()) {
                self.proved.entry(name.clone()).or_default().push(path.clone());
            }
            if is_indexed {
                self.indexed.insert(name.clone(), ());
            }
            self.names.insert(name, ());
            self.by_path.entry(path).or_default().push(at);
        }
    }

    /// The rules of these and of others.
    pub fn extend(&mut self, others: &FrameworkRules) {
        for (at, rule) in others.rules.iter().enumerate() {
            let of = others.by_path.iter().filter(|(_, all)| all.contains(&(at as u32)));
            self.add(rule.clone(), of.map(|(path, _)| path.clone()).collect());
        }
        self.results.extend(others.results.iter().map(|(path, gives)| (path.clone(), gives.clone())));
        self.replaced_parts.extend(others.replaced_parts.clone());
        self.given.extend(others.given.iter().map(|(path, given)| (path.clone(), given.clone())));
        self.parts.extend(others.parts.clone());
        self.handed.extend(others.handed.clone());
        self.implicit_imports
            .extend(others.implicit_imports.iter().map(|(path, all)| (path.clone(), all.clone())));
        self.files.extend(others.files.iter().cloned());
        self.constants.extend(others.constants.iter().cloned());
        self.services.extend(others.services.iter().cloned());
        self.folders.extend(others.folders.iter().cloned());
        self.passed.extend(others.passed.iter().cloned());
        self.globals.extend(others.globals.iter().cloned());
        if let Some(resource) = &others.resource {
            self.resource = Some(resource.clone());
        }
        if let Some(drawn) = &others.drawn {
            self.drawn = Some(drawn.clone());
        }
    }

    /// The rules about something outside, by its path.
    pub fn of(&self, path: &str) -> impl Iterator<Item = &FrameworkRule> {
        self.numbered(path).map(|(_, rule)| rule)
    }

    /// The same with their places among all.
    pub fn numbered(&self, path: &str) -> impl Iterator<Item = (usize, &FrameworkRule)> {
        let found = self.by_path.get(path).into_iter().flatten();
        found.filter_map(|at| Some((*at as usize, self.rules.get(*at as usize)?)))
    }
}

/// The last name of a path.
pub fn last_name(path: &str) -> &str {
    path.rsplit(['.', ':', '/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_draw_are_sorted() {
        assert!(DRAWING.is_sorted());
    }

    #[test]
    fn parts_are_joined_by_one_stroke() {
        assert_eq!(joined("/auth", "/login"), "/auth/login");
        assert_eq!(joined("/auth/", "login"), "/auth/login");
        assert_eq!(joined("", "/login"), "/login");
        assert_eq!(joined("/auth", ""), "/auth");
    }
}

//! `get_public_api`: what can be reached from outside, and why.

use crate::locate;
use crate::protocol::Scope;
use crate::protocol::prelude::*;
use crate::surface::{Offered, leads_somewhere, offered};
use indexer_core::{Definition, ImportShape, Owner, SymbolKind, Visibility};
use indexer_engine::{followed_in_part, language_name};
use indexer_store::{Symbol, SymbolRef, View};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What others can really reach of a file, folder or everything: exported names, signatures, why reachable
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetPublicApi {
    /// Types and functions without their members
    #[arg(long)]
    #[serde(default)]
    pub shallow: bool,
}

/// What others can reach.
#[derive(Debug, Serialize)]
pub struct Found {
    /// What is reached, members left out.
    pub names: usize,
    /// Members of them, listed or not.
    pub members: usize,
    /// Files in which it is defined.
    pub files: usize,
    /// Languages of files that were asked about of which it is not known what others reach.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub not_known: BTreeSet<&'static str>,
    /// Packages of which all names lead to files that are not here, as to what a build makes: what they offer is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_here: Vec<String>,
    /// Names that the file that was asked about passes on: what they are is listed where it is defined.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passes_on: Vec<String>,
    /// True where the file passes on more names than are told.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub passes_on_more: bool,
    /// The symbols, by file and line.
    pub api: Page<Public>,
}

/// Something that can be reached.
#[derive(Clone, Debug, Serialize)]
pub struct Public {
    /// The name under which others reach it.
    pub name: String,
    /// What it is: `function`, `class`, `file` and others.
    pub kind: &'static str,
    /// Where it is defined; left out where a package outside defines it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// 1-based line of its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Its head as it is written, on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// What it is outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<String>,
    /// True where it is marked so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub deprecated: bool,
    /// Why it can be reached.
    pub why: String,
    #[serde(skip)]
    depth: u32,
}

impl Public {
    fn new(view: &View, one: &Offered, compact: bool) -> Self {
        let symbol = one.symbol.map(|symbol| view.sym(symbol));
        let signature = symbol.map(|symbol| symbol.signature().to_owned());
        Self {
            name: one.name.clone(),
            kind: symbol.map_or("external", |symbol| symbol.kind().as_str()),
            path: symbol.map(|symbol| symbol.file().path().to_owned()),
            line: symbol.map(|symbol| symbol.at().line),
            signature: signature.filter(|text| !compact && !text.is_empty()),
            outside: one.outside.clone(),
            deprecated: symbol.is_some_and(|symbol| symbol.flags().has(indexer_core::Flags::DEPRECATED)),
            why: one.why.to_string(),
            depth: one.depth,
        }
    }
}

impl Row for Public {
    fn render(&self, previous: Option<&Self>, out: &mut Records) {
        let same = |one: &Self| one.path == self.path && one.why == self.why;
        if !previous.is_some_and(same) {
            out.depth(0);
            out.record("from").some("path", self.path.as_deref()).text("why", &self.why);
        }
        out.depth(self.depth as usize + 1);
        let mut record = out.record(self.kind);
        record.text("name", &self.name);
        record.known("line", self.line);
        record.flag("deprecated", self.deprecated).some("outside", self.outside.as_deref());
        record.some("signature", self.signature.as_deref());
    }
}

impl Answer for Found {
    page!(api: Public);

    fn head(&self, out: &mut Records) {
        out.record("api")
            .field("names", self.names)
            .field("members", self.members)
            .field("files", self.files);
        if !self.not_known.is_empty() {
            let languages: Vec<&str> = self.not_known.iter().copied().collect();
            out.record("not_known").text("languages", &languages.join(", "));
        }
        if !self.not_here.is_empty() {
            out.record("not_here").text("packages", &self.not_here.join(","));
        }
        if !self.passes_on.is_empty() {
            let mut record = out.record("passes_on");
            record.text("names", &self.passes_on.join(","));
            record.flag("more", self.passes_on_more);
        }
    }
}

impl Question for GetPublicApi {
    type Answer = Found;
    const NAME: &'static str = "get_public_api";
    const CLI: &'static str = "get-public-api";
    const ALIASES: &'static [&'static str] = &["api"];
    const TITLE: &'static str = "Public API";
    const SHOWN: &'static [&'static str] = &["path", "shallow", "cursor"];
    const LOOK: Look = Look::of(&[
        Section::of("api", Form::Declarations),
        Section::of("", Form::Counts(&["files", "names", "members"])),
        Section::of("not_known", Form::Words).titled("what others reach is not known of"),
        Section::of("not_here", Form::Words).titled("what these packages offer is not here"),
        Section::of("passes_on", Form::Words).titled("passes on"),
    ]);
    const PATH_FIRST: bool = true;

    fn run(context: &Context<'_>, asked: &Asked<GetPublicApi>) -> Result<Found, Problem> {
        let (view, scope) = (context.view(), &asked.scope);
        if !scope.prefix().is_empty() && view.files_under(scope.prefix()).next().is_none() {
            return Err(locate::no_path(context, scope.prefix()));
        }
        let known = offered(context)?;
        let path = |symbol: SymbolRef| view.sym(symbol).file().path();
        // What comes from outside belongs to whoever passes it on.
        let is_in = |one: &&Offered| match one.symbol {
            Some(symbol) => scope.covers(path(symbol)),
            None => one
                .why
                .rsplit(' ')
                .next()
                .and_then(|at| at.split(':').next())
                .is_some_and(|p| scope.covers(p)),
        };
        let mut entries: FxHashMap<&str, bool> = FxHashMap::default();
        let mut is_shown = |one: &&Offered| {
            let Some(path) = one.symbol.map(path) else { return true };
            *entries.entry(path).or_insert_with(|| !is_hidden(context, path))
        };
        let mut all: Vec<&Offered> = known.iter().filter(is_in).filter(|one| is_shown(one)).collect();
        all.retain(|one| {
            one.depth > 0 || !one.symbol.is_some_and(|symbol| implements(context, view.sym(symbol)))
        });
        let members = all.iter().filter(|one| one.depth > 0).count();
        let names = all.len() - members;
        let mut files: Vec<&str> = all.iter().filter_map(|one| one.symbol.map(path)).collect();
        files.sort_unstable();
        files.dedup();
        let files = files.len();
        if asked.own.shallow {
            all.retain(|one| one.depth == 0);
        }
        // One file of each.
        let languages: BTreeMap<&str, &str> =
            scope.files(view).map(|file| (file.language(), file.path())).collect();
        let not_known = languages.into_iter().filter_map(|(id, path)| not_known(context, id, path)).collect();
        let not_here = not_here(context, scope)?;
        let compact = asked.common.compact;
        let (passes_on, passes_on_more) = passed_on(context, scope.prefix());
        let api =
            Page::of(&all, asked.offset, asked.common.rows(60, 1_000), |one| Public::new(view, one, compact));
        Ok(Found { names, members, files, not_known, not_here, passes_on, passes_on_more, api })
    }
}

/// Packages that are told at most.
const MOST_PACKAGES: usize = 20;

/// The packages in what is asked about that have code and may offer what is built of it, where that is not here.
fn not_here(context: &Context<'_>, scope: &Scope) -> Result<Vec<String>, Problem> {
    let mut found = Vec::new();
    for package in context.snapshot.own_packages() {
        let may_build = |path: &str| {
            let rules = context.snapshot.rules(path);
            let surface = rules.map(|rules| rules.surface).filter(|surface| surface.offers_builds);
            let around = surface.and_then(|surface| context.snapshot.package_around(path, surface.manifest));
            around.is_some_and(|(folder, facts)| {
                folder == package.folder && facts.maps.iter().any(|map| map.pattern.starts_with('.'))
            })
        };
        let mut files = context.view().files_under(&package.folder);
        let builds = files.any(|file| scope.covers(file.path()) && may_build(file.path()));
        if builds && found.len() < MOST_PACKAGES && !leads_somewhere(context, &package.name)? {
            found.push(package.name);
        }
    }
    Ok(found)
}

/// The name of a language of which it is not known what others reach; `path` is one of its files.
fn not_known(context: &Context<'_>, id: &str, path: &str) -> Option<&'static str> {
    match context.snapshot.rules(path) {
        Some(rules) if rules.surface.entry.is_some() => None,
        Some(_) => language_name(id),
        None => followed_in_part(id).map(|(name, _)| name),
    }
}

/// True for a method that an instance of a class or trait gives it: others reach it by what it implements.
fn implements(context: &Context<'_>, symbol: Symbol<'_>) -> bool {
    if symbol.kind() != SymbolKind::Method || symbol.owner().is_some() {
        return false;
    }
    let Some(facts) = context.snapshot.facts(symbol.file().path()) else { return false };
    let is_it = |one: &&Definition| one.name_span == symbol.name_span();
    match facts.definitions.iter().find(is_it).map(|one| one.owner) {
        Some(Owner::Extension(id)) => facts.extensions[id.index()].implements.is_some(),
        _ => false,
    }
}

/// True for a file whose names others reach by including another one, which declares them: what it adds to a type of a
/// header is declared there, or is nobody's business.
fn is_hidden(context: &Context<'_>, path: &str) -> bool {
    let is_included = context.snapshot.rules(path).is_some_and(|rules| rules.inclusion.is_some());
    is_included && context.snapshot.entry(path).is_none()
}

/// Most names that a file passes on which are told.
const PASSED_ON: usize = 60;

/// What a file passes on of what it imports, by the names that others write, and whether there are more; nothing for a
/// folder.
fn passed_on(context: &Context<'_>, path: &str) -> (Vec<String>, bool) {
    let passes = context.snapshot.rules(path).is_some_and(|rules| (rules.surface.passes_on)(path));
    let Some(facts) = context.snapshot.facts(path).filter(|_| passes) else { return (Vec::new(), false) };
    let open =
        facts.imports.iter().filter(|one| one.visibility == Visibility::Public && one.shape.is_statement());
    let names = open.filter_map(|one| match one.shape {
        ImportShape::Wildcard if one.alias.is_none() => {
            let parts: Vec<&str> = one.path.iter().map(|name| facts.name(*name)).collect();
            Some(format!("* of {}", parts.join("/")))
        }
        _ => one.alias.or_else(|| one.path.last().copied()).map(|name| facts.name(name).to_owned()),
    });
    let mut names: Vec<String> = names.collect();
    let is_more = names.len() > PASSED_ON;
    names.truncate(PASSED_ON);
    (names, is_more)
}

#[cfg(test)]
mod tests {
    use crate::fixture::{Fixture, values};

    fn names(files: &[(&str, &str)], arguments: &str) -> Vec<String> {
        let json = Fixture::new(files).json("get_public_api", arguments);
        let rows = json["api"].as_array().unwrap();
        rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn languages_of_which_it_is_not_known_are_told() {
        let files = Fixture::new(&[("a.lua", "function pool() end\n"), ("lib/b.py", "def f(): pass\n")]);
        let json = files.json("get_public_api", "{}");
        assert_eq!(json["not_known"], serde_json::json!(["Lua"]));
        let text = files.output("get_public_api", serde_json::json!({})).body;
        assert!(text.contains("not_known languages=Lua\n"), "{text}");
        let screen = files.output("get_public_api", serde_json::json!({"format": "screen"})).body;
        assert!(screen.contains("what others reach is not known of: Lua"), "{screen}");
        assert!(files.json("get_public_api", r#"{"path": "lib"}"#).get("not_known").is_none());
    }

    const RUST: &[(&str, &str)] = &[
        ("Cargo.toml", "[package]\nname = \"shop-core\"\n"),
        (
            "src/lib.rs",
            "mod hidden;\npub mod open;\npub use crate::hidden::{Shown, make as build};\npub use crate::hidden::deep::*;\n\
             pub use std::fmt::Debug;\nfn own() {}\npub(crate) fn near() {}\n",
        ),
        (
            "src/hidden.rs",
            "pub struct Shown { pub a: u32, b: u32 }\nimpl Shown {\n    pub fn run(&self) {}\n    fn inner(&self) {}\n}\n\
             pub fn make() -> Shown { Shown { a: 1, b: 2 } }\npub fn unreachable() {}\npub mod deep { pub fn deepest() {} fn no() {} }\n",
        ),
        ("src/open.rs", "pub enum Colour { Red, Blue }\n#[cfg(test)]\nmod tests { #[test]\nfn t() {} }\n"),
        ("src/main.rs", "pub fn of_the_program() {}\nfn main() {}\n"),
    ];

    #[test]
    fn rust_is_reached_through_public_modules_and_re_exports() {
        let expected = [
            "shop_core::Shown",
            "shop_core::Shown::a",
            "shop_core::Shown::run",
            "shop_core::build",
            "shop_core::Debug",
            "shop_core::open::Colour",
            "shop_core::open::Colour::Red",
            "shop_core::open::Colour::Blue",
            "shop_core::deepest",
        ];
        let mut found = names(RUST, "{}");
        found.sort();
        let mut expected = expected.map(str::to_owned).to_vec();
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!(names(RUST, r#"{"path": "src/open.rs", "shallow": true}"#), ["shop_core::open::Colour"]);
        let lines =
            Fixture::new(RUST).text("get_public_api", r#"{"path": "src/hidden.rs", "shallow": true}"#);
        assert_eq!(values(&lines, "api", "names"), ["3"]);
        assert_eq!(values(&lines, "from", "why")[0], "re-export in src/lib.rs:3");
        assert_eq!(values(&lines, "function", "signature")[0], "pub fn make() -> Shown");
    }

    #[test]
    fn python_is_what_all_lists_and_what_no_underscore_hides() {
        let files = [
            ("pkg/__init__.py", "from ._inner import Engine, helper\nfrom .open import run\nimport os\n"),
            (
                "pkg/_inner.py",
                "class Engine:\n    def go(self): pass\n    def _no(self): pass\n\ndef helper(): pass\ndef other(): pass\n",
            ),
            ("pkg/open.py", "__all__ = [\"run\"]\n\ndef run(): pass\ndef not_listed(): pass\n"),
            ("pkg/more.py", "def public(): pass\ndef _private(): pass\n"),
            ("tests/test_a.py", "def test_a(): pass\n"),
        ];
        let mut found = names(&files, "{}");
        found.sort();
        let expected = ["pkg.Engine", "pkg.Engine.go", "pkg.helper", "pkg.more.public", "pkg.os", "pkg.run"];
        assert_eq!(found, expected);
        // An example that takes something in gives it no name.
        let shown = [
            ("examples/app/__init__.py", "from shop import Cart\n\ndef show(): pass\n"),
            ("src/shop/__init__.py", "from .cart import Cart\n"),
            ("src/shop/cart.py", "class Cart: pass\n"),
        ];
        assert_eq!(names(&shown, "{}")[0], "shop.Cart");
    }

    #[test]
    fn packages_offer_what_is_public_in_them() {
        let kotlin = [
            (
                "src/main/kotlin/Cart.kt",
                "package shop.cart\n\nclass Cart {\n    fun add() {}\n    private fun no() {}\n}\n\ninternal fun near() {}\nfun open(): Cart = Cart()\n",
            ),
            ("src/test/kotlin/CartTest.kt", "package shop.cart\n\nclass CartTest\n"),
        ];
        assert_eq!(names(&kotlin, "{}"), ["shop.cart.Cart", "shop.cart.Cart.add", "shop.cart.open"]);
        let csharp = [(
            "Cart.cs",
            "namespace Shop.Cart {\n    public class Cart { public void Add() {} private void No() {} }\n    class Near {}\n    namespace Inner { public class Deep {} }\n}\n",
        )];
        let mut found = names(&csharp, "{}");
        found.sort();
        assert_eq!(found, ["Shop.Cart.Cart", "Shop.Cart.Cart.Add", "Shop.Cart.Inner.Deep"]);
    }

    #[test]
    fn languages_that_say_it_at_declarations_offer_that() {
        let check = |files: &[(&str, &str)], expected: &[&str]| {
            let json = Fixture::new(files).json("get_public_api", "{}");
            let rows = json["api"].as_array().unwrap();
            let mut found: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{files:?}");
            assert!(json.get("not_known").is_none(), "{files:?}");
        };
        check(
            &[(
                "src/Shop.hs",
                "module Shop (add, Cart) where\ndata Cart = Cart Int\nadd x = x\nhidden x = x\ninstance Show Cart where\n  show _ = hidden []\n",
            )],
            &["Shop.Cart", "Shop.add"],
        );
        check(
            &[
                ("src/shop.zig", "pub fn add(a: u32) u32 { return a; }\nfn hidden() void {}\n"),
                ("build.zig", "pub fn build() void {}\n"),
            ],
            &["add"],
        );
        check(
            &[
                (
                    "lib/shop.dart",
                    "int add(int a) => a;\nint _hidden() => 1;\nclass Cart { int size() => 1; int _n = 1; }\n",
                ),
                ("bin/main.dart", "void main() {}\n"),
            ],
            &["Cart", "Cart.size", "add"],
        );
        check(
            &[
                ("lib/cart.ml", "let add x = x\nlet hidden x = x\n"),
                ("lib/cart.mli", "val add : int -> int\n"),
                ("lib/price.ml", "let tax x = x\n"),
            ],
            &["Cart.add", "Price.tax"],
        );
        check(
            &[(
                "a.sol",
                "contract C { function f() public {} function g() internal {} function h() external {} }\n",
            )],
            &["C", "C.f", "C.h"],
        );
        check(
            &[("a.proto", "syntax = \"proto3\";\npackage shop;\nmessage Cart { int32 size = 1; }\n")],
            &["shop.Cart", "shop.Cart.size"],
        );
        check(&[("a.thrift", "struct Cart { 1: i32 size }\n")], &["Cart", "Cart.size"]);
        check(&[("a.graphql", "type Cart { size: Int }\n")], &["Cart", "Cart.size"]);
        check(
            &[("modules/net/a.tf", "variable \"zone\" {\n}\nresource \"vpc\" \"main\" {\n}\n")],
            &["modules/net.var.zone"],
        );
        check(
            &[("src/shop/cart.clj", "(ns shop.cart)\n(defn add [x] x)\n(defn- hidden [x] x)\n")],
            &["shop.cart.add"],
        );
    }

    #[test]
    fn what_a_header_declares_is_told_once_and_what_a_source_adds_not_at_all() {
        let objc = [
            ("Cart.h", "@interface Cart : NSObject\n- (void)add:(int)cents;\n@end\n"),
            (
                "Cart.m",
                "#import \"Cart.h\"\n@interface Cart ()\n@property (nonatomic) int items;\n@end\n\
                 @implementation Cart\n- (void)add:(int)cents { }\n- (void)grow { }\n@end\n",
            ),
        ];
        let json = Fixture::new(&objc).json("get_public_api", "{}");
        assert_eq!(names(&objc, "{}"), ["Cart", "Cart.add:"]);
        assert_eq!(json["members"], 1);
        assert!(json.get("not_known").is_none(), "{json}");
    }

    #[test]
    fn no_language_of_which_it_is_not_known_has_an_api_of_nothing() {
        let json = Fixture::new(&[("a.rb", "class Pool\nend\n")]).json("get_public_api", "{}");
        assert_eq!((&json["names"], &json["not_known"]), (&0.into(), &serde_json::json!(["Ruby"])));
    }

    #[test]
    fn a_file_that_only_passes_on_says_what() {
        let files = [
            ("package.json", r#"{"name": "shop", "exports": "./index.js"}"#),
            (
                "index.js",
                "export { sell as trade, buy } from './lib/sell.js'\nexport * from './lib/all.js'\n",
            ),
            ("lib/sell.js", "export function sell() {}\nexport function buy() {}\n"),
            ("lib/all.js", "export function all() {}\n"),
        ];
        let json = Fixture::new(&files).json("get_public_api", r#"{"path": "index.js"}"#);
        assert_eq!(json["names"], 0);
        assert_eq!(json["passes_on"], serde_json::json!(["trade", "buy", "* of ./lib/all.js"]), "{json}");
        let lines = Fixture::new(&files).text("get_public_api", r#"{"path": "index.js"}"#);
        assert_eq!(values(&lines, "passes_on", "names"), ["trade,buy,* of ./lib/all.js"]);
        assert!(Fixture::new(&files).json("get_public_api", r#"{"path": "lib"}"#)["passes_on"].is_null());
    }

    #[test]
    fn javascript_is_what_the_manifest_offers() {
        let files = [
            (
                "package.json",
                r#"{"name": "shop", "exports": {".": "./index.js", "./extra": "./lib/extra.js"}}"#,
            ),
            ("index.js", "export { sell as trade } from './lib/sell.js'\nexport * from './lib/all.js'\n"),
            ("lib/sell.js", "export function sell() {}\nexport function hidden() {}\n"),
            ("lib/all.js", "export class Cart { add() {} }\nfunction own() {}\n"),
            ("lib/extra.js", "export const extra = 1\n"),
            ("lib/unreached.js", "export const unreached = 1\n"),
        ];
        let mut found = names(&files, "{}");
        found.sort();
        assert_eq!(found, ["shop.Cart", "shop.Cart.add", "shop.trade", "shop/extra.extra"]);
        let old = [
            ("package.json", r#"{"name": "old", "main": "index.js"}"#),
            ("index.js", "module.exports = require('./lib/old')\n"),
            ("lib/old.js", "exports.start = function () {}\nfunction own() {}\n"),
        ];
        assert_eq!(names(&old, "{}"), ["old.start"]);
        let named = [
            ("package.json", r#"{"name": "new", "main": "index.js"}"#),
            (
                "index.js",
                "exports = module.exports = createShop\nfunction createShop() {}\nfunction own() {}\n",
            ),
        ];
        assert_eq!(names(&named, "{}"), ["new.createShop"]);
    }

    #[test]
    fn what_a_package_builds_is_offered_by_its_sources() {
        let files = [
            (
                "package.json",
                r#"{"name": "shop", "exports": {"types": "./dist/source/index.d.ts", "default": "./dist/source/index.js"}}"#,
            ),
            (
                "tsconfig.json",
                r#"{"compilerOptions": {"outDir": "dist"}, "include": ["source", "test"]} // all"#,
            ),
            ("source/index.ts", "export * from './sell.js';\nexport const own = 1;\n"),
            ("source/sell.ts", "export function sell() {}\nfunction hidden() {}\n"),
            ("test/index.ts", "export const no = 1;\n"),
        ];
        let mut found = names(&files, "{}");
        found.sort();
        assert_eq!(found, ["shop.own", "shop.sell"]);
        // Where nothing says of what it is made, that is told.
        let json = Fixture::new(&[files[0], files[2]]).json("get_public_api", "{}");
        assert_eq!((&json["names"], &json["not_here"]), (&0.into(), &serde_json::json!(["shop"])));
        let lines = Fixture::new(&[files[0], files[2]]).text("get_public_api", "{}");
        assert_eq!(values(&lines, "not_here", "packages"), ["shop"]);
    }

    #[test]
    fn go_java_and_c_say_it_by_name_modifier_and_header() {
        let go = [
            ("go.mod", "module example.org/shop\n"),
            (
                "shop.go",
                "package shop\n\ntype Cart struct { Items int; n int }\n\nfunc (c *Cart) Add() {}\nfunc (c *Cart) grow() {}\nfunc hidden() {}\n",
            ),
            ("internal/deep/deep.go", "package deep\n\nfunc Deep() {}\n"),
            ("cmd/run/main.go", "package main\n\nfunc Main() {}\n"),
        ];
        let mut found = names(&go, "{}");
        found.sort();
        assert_eq!(found, ["shop.Cart", "shop.Cart.Add", "shop.Cart.Items"]);
        let java = [(
            "src/main/java/a/Cart.java",
            "package a;\n\npublic class Cart {\n    public void add() {}\n    private void grow() {}\n    void near() {}\n}\nclass Hidden { public void no() {} }\n",
        )];
        assert_eq!(names(&java, "{}"), ["a.Cart", "a.Cart.add"]);
        let c = [
            ("include/shop.h", "int sell(int n);\n"),
            ("src/inner.h", "int inner(int n);\n"),
            (
                "src/shop.c",
                "#include \"shop.h\"\nint sell(int n) { return n; }\nstatic int own(void) { return 1; }\n",
            ),
        ];
        assert_eq!(names(&c, "{}"), ["sell"]);
    }
}

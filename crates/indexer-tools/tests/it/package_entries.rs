//! How packages are entered and what they pass on, and how the repository uses them.

use crate::packages::{Asked, environment};
use indexer_tools::Code;
use serde_json::{Value, json};

fn of(files: &[(&str, &str)]) -> Asked {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
    Asked::of(&files.collect())
}

/// The definition that is asked for by its path.
fn by_path(asked: &Asked, path: &str) -> Value {
    asked.ask("find_definition", json!({"symbol": path})).unwrap()
}

const EXPRESS: &[(&str, &str)] = &[
    ("web/package.json", "{\"name\": \"web\"}"),
    (
        "web/app.js",
        "const express = require('express');\nconst router = express.Router();\nexpress.json();\n\
         const jwt = require('jwt');\njwt.sign(1);\n",
    ),
    ("web/node_modules/express/package.json", "{\"name\": \"express\", \"version\": \"4.17.1\"}"),
    ("web/node_modules/express/index.js", "module.exports = require('./lib/express');\n"),
    (
        "web/node_modules/express/lib/express.js",
        "exports = module.exports = createApplication;\nfunction createApplication() {}\n\
         exports.Router = function () {};\nexports.json = function json() {};\n",
    ),
    ("web/node_modules/jwt/package.json", "{\"name\": \"jwt\", \"version\": \"8.5.1\"}"),
    ("web/node_modules/jwt/index.js", "module.exports = {\n  sign: require('./sign'),\n};\n"),
    (
        "web/node_modules/jwt/sign.js",
        "/** Signs. */\nmodule.exports = function (payload, key) { return payload; };\n",
    ),
];

#[test]
fn what_a_script_exports_beside_its_whole_is_found_and_no_name_of_the_repository_stands_for_it() {
    let asked = of(EXPRESS);
    for (path, line) in [("express.Router", 3), ("express.json", 4)] {
        let found = by_path(&asked, path);
        assert_eq!(found["package"], "express 4.17.1", "{path}: {found}");
        let first = &found["definitions"][0];
        assert_eq!((&first["path"], &first["line"]), (&json!("lib/express.js"), &json!(line)), "{path}");
    }
    let place = asked.definition("web/app.js:2:24");
    assert_eq!((&place["path"], &place["line"]), (&json!("lib/express.js"), &json!(3)), "{place}");
    // A name with a package before it is none of the repository that is written otherwise.
    let asked = of(&EXPRESS[..2]);
    let problem = asked.ask("find_definition", json!({"symbol": "express.Router"})).unwrap_err();
    assert_eq!(problem.code, Code::NotFound, "{problem:?}");
}

#[test]
fn what_is_made_of_all_of_another_file_leads_on_to_what_that_offers() {
    let asked = of(EXPRESS);
    assert_eq!(by_path(&asked, "jwt.sign")["definitions"][0]["path"], "sign.js");
    let found = asked.ask("find_definition", json!({"symbol": "web/app.js:5:5"})).unwrap();
    let places: Vec<&Value> =
        found["definitions"].as_array().unwrap().iter().map(|one| &one["path"]).collect();
    assert_eq!(places, ["sign.js", "index.js"], "{found}");
    let card = asked.ask("explain_symbol", json!({"symbol": "jwt.sign"})).unwrap();
    assert!(card.to_string().contains("Signs."), "{card}");
}

#[test]
fn what_a_manifest_offers_below_a_package_is_found_with_the_declarations_beside() {
    let asked = of(&[
        (
            "app.ts",
            "import { hook } from \"kit/openapi\";\nimport { deep } from \"kit/far/deep\";\n\
             import { make } from \"beside\";\nimport { none } from \"kit/nowhere\";\nimport { Core } from \"typed\";\n\
             export function f(core: Core) { core.send(); }\n",
        ),
        ("package.json", "{\"name\": \"own\"}"),
        (
            "node_modules/kit/package.json",
            "{\"name\": \"kit\", \"version\": \"2.0.1\", \"exports\": {\".\": \"./d/i.js\", \"./openapi\": \
             {\"import\": {\"types\": \"./d/o.d.ts\", \"default\": \"./d/o.js\"}}, \"./far/*\": \"./d/f/*.js\"}}",
        ),
        ("node_modules/kit/d/o.d.ts", "export declare function hook(): string;\n"),
        ("node_modules/kit/d/o.js", "export function hook() {}\n"),
        ("node_modules/kit/d/f/deep.js", "export function deep() {}\n"),
        ("node_modules/kit/d/f/deep.d.ts", "export declare function deep(): void;\n"),
        (
            "node_modules/beside/package.json",
            "{\"name\": \"beside\", \"version\": \"1.6.3\", \"exports\": {\".\": {\"import\": \"./d/i.mjs\"}}}",
        ),
        ("node_modules/beside/d/i.mjs", "const make = (a) => a;\nexport { make };\n"),
        ("node_modules/beside/d/i.d.mts", "export declare const make: (a: string) => string;\n"),
        // Declarations of packages that others declare.
        ("node_modules/typed/package.json", "{\"name\": \"typed\", \"version\": \"1.0.0\"}"),
        ("node_modules/typed/index.js", "\n"),
        (
            "node_modules/@types/typed/package.json",
            "{\"name\": \"@types/typed\", \"version\": \"1.1.0\", \"types\": \"index.d.ts\"}",
        ),
        (
            "node_modules/@types/typed/index.d.ts",
            "import * as core from \"typed-core\";\nexport interface Core extends core.Core {}\n",
        ),
        (
            "node_modules/@types/typed-core/package.json",
            "{\"name\": \"@types/typed-core\", \"version\": \"1.2.0\", \"types\": \"index.d.ts\"}",
        ),
        ("node_modules/@types/typed-core/index.d.ts", "export interface Core { send(): void; }\n"),
    ]);
    for (place, package, path) in [
        ("app.ts:1:10", "kit 2.0.1", "d/o.d.ts"),
        ("app.ts:2:10", "kit 2.0.1", "d/f/deep.d.ts"),
        ("app.ts:3:10", "beside 1.6.3", "d/i.d.mts"),
        ("app.ts:6:38", "@types/typed-core 1.2.0", "index.d.ts"),
    ] {
        let found = asked.definition(place);
        assert_eq!((&found["package"], &found["path"]), (&json!(package), &json!(path)), "{place}: {found}");
    }
    let missing = asked.definition("app.ts:4:10");
    let why = missing["missing"].as_str().unwrap();
    assert!(why.starts_with("kit 2.0.1 is installed, and no file of it"), "{why}");
}

#[test]
fn crates_pass_on_what_others_have_and_may_be_of_an_old_edition() {
    let asked = of(&[
        ("Cargo.toml", "[package]\nname = \"own\"\n[dependencies]\nrocket = \"1\"\ndiesel = \"1\"\n"),
        (
            "Cargo.lock",
            "[[package]]\nname = \"own\"\nversion = \"0.1.0\"\n[[package]]\nname = \"rocket\"\nversion = \"0.5.0\"\n\
             source = \"registry+x\"\n[[package]]\nname = \"rocket_http\"\nversion = \"0.5.1\"\nsource = \"registry+x\"\n\
             [[package]]\nname = \"diesel\"\nversion = \"1.4.8\"\nsource = \"registry+x\"\n",
        ),
        (".indexerignore", "vendor/\n"),
        ("src/lib.rs", "use rocket::http::Status;\nuse diesel::prelude::QueryDsl;\n"),
        (
            "vendor/rocket/Cargo.toml",
            "[package]\nname = \"rocket\"\nversion = \"0.5.0\"\nedition = \"2021\"\n[dependencies]\nrocket_http = \"0.5\"\n",
        ),
        ("vendor/rocket/src/lib.rs", "pub mod http { pub use rocket_http::*; }\n"),
        ("vendor/rocket_http/Cargo.toml", "[package]\nname = \"rocket_http\"\nversion = \"0.5.1\"\n"),
        ("vendor/rocket_http/src/lib.rs", "pub struct Status;\n"),
        ("vendor/diesel/Cargo.toml", "[package]\nname = \"diesel\"\nversion = \"1.4.8\"\n"),
        (
            "vendor/diesel/src/lib.rs",
            "pub mod query_dsl;\npub mod prelude { pub use query_dsl::QueryDsl; }\n",
        ),
        ("vendor/diesel/src/query_dsl.rs", "pub trait QueryDsl {}\n"),
    ]);
    for (place, package, key) in [
        ("src/lib.rs:1:19", "rocket_http 0.5.1", "src/lib.rs#Status"),
        ("src/lib.rs:2:22", "diesel 1.4.8", "src/query_dsl.rs#QueryDsl"),
    ] {
        let found = asked.definition(place);
        assert_eq!((&found["package"], &found["key"]), (&json!(package), &json!(key)), "{place}: {found}");
    }
}

#[test]
fn how_the_repository_uses_what_is_outside_is_answered() {
    let asked = Asked::of(&environment("2.5"));
    let uses = asked.ask("find_references", json!({"symbol": "shelf.Book"})).unwrap();
    assert_eq!(uses["total"], 3, "{uses}");
    let wanted = json!({"symbol": "shelf.Book", "include": ["resolved"]});
    assert_eq!(asked.ask("find_references", wanted).unwrap()["total"], 0);
    let above = asked.ask("get_type_hierarchy", json!({"symbol": "shelf.Book"})).unwrap();
    let says = above["used_here"].as_str().unwrap();
    assert!(says.contains("3 uses") && says.contains("app.py#Novel extend"), "{says}");
    let problem = asked.ask("get_callers", json!({"symbol": "json.dumps"})).unwrap_err();
    let hint = problem.hint.unwrap();
    assert!(hint.contains("find_references"), "{hint}");
}

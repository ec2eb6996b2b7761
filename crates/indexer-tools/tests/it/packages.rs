//! What is installed beside a repository, over throw-away environments.

use indexer_engine::{Options, Workspace};
use indexer_packages::Machine;
use indexer_testkit::Scratch;
use indexer_tools::settings::TOOL_NAMES;
use indexer_tools::{Code, Configuration, Problem, Settings, find, roots};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

const SITE: &str = ".venv/lib/python3.11/site-packages";

const APP: &str = "import json\nfrom shelf import Book\nfrom shelf.inner import Inner\n\nclass Novel(Book):\n    pass\n\n\
                   def read(book: Book):\n    return book.title() + json.dumps(1)\n";

/// An environment with the distribution `Shelf-Kit`, whose module is `shelf`, and an interpreter.
pub(crate) fn environment(version: &str) -> BTreeMap<String, Vec<u8>> {
    let record = format!(
        "shelf/__init__.py,,\nshelf/books.py,,\nshelf/inner.py,,\nshelf_kit-{version}.dist-info/METADATA,,\n\
         ../../../bin/shelf,,\n../../../../../../etc/hosts.py,,\n"
    );
    let files = [
        ("app.py".to_owned(), APP.to_owned()),
        ("uv.lock".to_owned(), "[[package]]\nname = \"shelf-kit\"\nversion = \"1.0\"\n".to_owned()),
        (".venv/pyvenv.cfg".to_owned(), "home = /nowhere/bin\nversion = 3.11.7\n".to_owned()),
        (format!("{SITE}/shelf/__init__.py"), "from .books import Book\n".to_owned()),
        (
            format!("{SITE}/shelf/books.py"),
            "class Base:\n    def title(self) -> str:\n        \"\"\"The title.\"\"\"\n        return ''\n\n\
             class Book(Base):\n    \"\"\"A book.\"\"\"\n\nKEY = 'AKIAIOSFODNN7EXAMPLQ'\n"
                .to_owned(),
        ),
        (format!("{SITE}/shelf/inner.py"), "from other import Inner\n".to_owned()),
        (format!("{SITE}/other.py"), "class Inner: ...\n".to_owned()),
        (format!("{SITE}/shelf_kit-{version}.dist-info/RECORD"), record),
        (
            format!("{SITE}/shelf_kit-{version}.dist-info/METADATA"),
            format!("Metadata-Version: 2.1\nName: Shelf-Kit\nVersion: {version}\n\nVersion: 9\n"),
        ),
    ];
    files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
}

pub(crate) struct Asked {
    scratch: Scratch,
    workspace: Workspace,
    settings: Settings,
}

impl Asked {
    pub(crate) fn of(files: &BTreeMap<String, Vec<u8>>) -> Self {
        Self::with(Scratch::new(files).unwrap(), "")
    }

    pub(crate) fn with(scratch: Scratch, configuration: &str) -> Self {
        Self::on(scratch, configuration, None)
    }

    /// On a machine that is told of, and not this one.
    fn on(scratch: Scratch, configuration: &str, machine: Option<Machine>) -> Self {
        let options = Options { cache_dir: Some(scratch.cache()), machine, ..Options::new(scratch.root()) };
        let workspace = Workspace::open(options, |_| ()).unwrap();
        let said = Configuration::of_text(configuration, Path::new("/user/config.toml"), TOOL_NAMES).unwrap();
        let settings = said.at_text(&scratch.root(), None);
        Self { scratch, workspace, settings }
    }

    pub(crate) fn ask(&self, tool: &str, mut arguments: Value) -> Result<Value, Problem> {
        arguments["format"] = "json".into();
        let stop = AtomicBool::new(false);
        let output = roots::ask(&self.workspace, &self.settings, find(tool).unwrap(), &arguments, &stop)?;
        Ok(output.structured.unwrap())
    }

    pub(crate) fn definition(&self, place: &str) -> Value {
        self.ask("find_definition", json!({"symbol": place})).unwrap()["definitions"][0].clone()
    }
}

#[test]
fn a_use_leads_through_what_is_passed_on_to_the_definition_with_the_exact_version() {
    let asked = Asked::of(&environment("2.5"));
    let book = asked.definition("app.py:5:13");
    assert_eq!(
        (&book["package"], &book["path"], &book["line"]),
        (&json!("shelf-kit 2.5"), &json!("shelf/books.py"), &json!(6))
    );
    assert_eq!((&book["locked"], &book["environment"]), (&json!("1.0 in uv.lock"), &json!(".venv")));
    assert_eq!(book["from"]["resolution"], "external");
    let title = asked.definition("app.py:9:17");
    assert_eq!((&title["key"], &title["doc"]), (&json!("shelf/books.py#Base.title"), &json!("The title.")));
    // What one package passes on of another.
    let inner = asked.definition("app.py:3:25");
    assert_eq!((&inner["package"], &inner["path"]), (&json!("other"), &json!("other.py")));
    // How far it came is said.
    let dumps = asked.definition("app.py:9:32");
    assert_eq!(dumps["external"], "json.dumps");
    let why = dumps["missing"].as_str().unwrap();
    assert!(why.contains("json is not installed in .venv") && why.contains("/nowhere/bin"), "{why}");
}

#[test]
fn every_tool_that_takes_a_symbol_is_led_on_and_a_package_can_be_asked_itself() {
    let asked = Asked::of(&environment("2.5"));
    for (tool, arguments) in [
        ("find_definition", json!({"symbol": "shelf.Book"})),
        ("explain_symbol", json!({"name": "shelf.Book"})),
        ("explain_symbol", json!({"symbol": "shelf.Book"})),
        ("explain_symbol", json!({"symbol": "app.py:5:13"})),
        ("read_source", json!({"symbol": "shelf.Book"})),
        ("read_source", json!({"symbols": ["shelf.Book"]})),
        ("read_source", json!({"path": "shelf.Book"})),
        ("get_type_hierarchy", json!({"symbol": "shelf.Book"})),
        ("explain", json!({"query": "shelf.Book"})),
        ("lookup_symbol", json!({"name": "Book", "package": "shelf-kit"})),
        ("list_declarations", json!({"package": "Shelf_Kit"})),
        ("get_tree", json!({"package": "shelf"})),
        ("search", json!({"query": "Book", "package": "shelf-kit"})),
    ] {
        let answer = asked.ask(tool, arguments).unwrap();
        assert_eq!(answer["package"], "shelf-kit 2.5", "{tool}");
        assert!(answer["total"].as_u64().unwrap() > 0, "{tool}: {answer}");
        assert!(answer.to_string().contains("shelf/books.py") || tool == "get_tree", "{tool}: {answer}");
        assert!(!answer.to_string().contains("AKIAIOSFODNN7EXAMPLQ"), "{tool}: a secret is shown");
    }
    let source = asked.ask("read_source", json!({"path": "shelf/books.py", "package": "shelf-kit"})).unwrap();
    assert!(source.to_string().contains("KEY = '****"), "{source}");
    let problem = asked.ask("lookup_symbol", json!({"name": "x", "package": "shelv-kit"})).unwrap_err();
    assert_eq!((problem.code, problem.parameter.as_deref()), (Code::NotFound, Some("package")));
    assert_eq!(problem.suggestions, ["shelf_kit"]);
}

#[test]
fn why_nothing_outside_is_read_is_said() {
    let app =
        "import express from 'express';\nimport { join } from 'path-kit';\nexpress.static(join('a'));\n";
    let asked = Asked::of(&[("app.js".to_owned(), app.as_bytes().to_vec())].into());
    for name in ["join", "path-kit.join"] {
        let problem = asked.ask("find_definition", json!({"symbol": name})).unwrap_err();
        assert_eq!(problem.code, Code::NotFound);
        let (why, hint) = (&problem.message, problem.hint.as_deref().unwrap_or_default());
        assert!(why.contains("is not read: ") && why.contains("node_modules"), "{name}: {why}");
        assert!(hint.contains("index_status"), "{hint}");
    }
    let problem = asked.ask("find_definition", json!({"symbol": "nobody"})).unwrap_err();
    assert!(!problem.message.contains("is not read"), "{problem:?}");
    let asked = Asked::with(asked.scratch, "dependencies = \"off\"\n");
    let problem = asked.ask("find_definition", json!({"symbol": "join"})).unwrap_err();
    assert!(problem.message.contains("dependencies are switched off"), "{problem:?}");
}

#[test]
fn nothing_of_a_package_is_counted_or_found_in_the_repository() {
    let with = Asked::of(&environment("2.5"));
    with.definition("app.py:5:13");
    for (tool, arguments) in [
        ("lookup_symbol", json!({"name": "Base"})),
        ("search", json!({"query": "title of a Base"})),
        ("get_stats", json!({})),
        ("rank_symbols", json!({})),
        ("repo_map", json!({})),
        ("get_smells", json!({})),
    ] {
        let answer = with.ask(tool, arguments).unwrap();
        assert!(!answer.to_string().contains("shelf/books.py"), "{tool}: {answer}");
    }
    let status = with.ask("index_status", json!({})).unwrap();
    assert_eq!((&status["files"], &status["symbols"]), (&json!(1), &json!(2)), "{status}");
    let packages = &status["packages"][0];
    assert_eq!((&packages["place"], &packages["packages"]), (&json!(".venv"), &json!(1)));
    assert!(packages["why"].as_str().unwrap().contains("/nowhere/bin"));
}

#[test]
fn an_update_between_two_questions_is_in_the_next_answer() {
    let asked = Asked::of(&environment("2.5"));
    assert_eq!(asked.definition("app.py:5:13")["line"], 6);
    // In place, as an editor would.
    asked.scratch.write(&format!("{SITE}/shelf/books.py"), "x = 1\nclass Book:\n    pass\n").unwrap();
    assert_eq!(asked.definition("app.py:5:13")["line"], 2);
    // As an installer does.
    fs::remove_dir_all(asked.scratch.root().join(SITE)).unwrap();
    for (path, bytes) in environment("3.0") {
        asked.scratch.write(&path, bytes).unwrap();
    }
    asked.scratch.write(&format!("{SITE}/shelf/books.py"), "class Book: ...\n").unwrap();
    let book = asked.definition("app.py:5:13");
    assert_eq!((&book["package"], &book["line"]), (&json!("shelf-kit 3.0"), &json!(1)));
    fs::remove_dir_all(asked.scratch.root().join(".venv")).unwrap();
    let gone = asked.definition("app.py:5:13");
    assert!(gone["package"].is_null() && gone["missing"].is_string(), "{gone}");
}

#[test]
fn two_roots_share_the_facts_of_one_version() {
    let (first, second) = (Asked::of(&environment("2.5")), Scratch::new(&environment("2.5")).unwrap());
    first.definition("app.py:5:13");
    let options = Options { cache_dir: Some(first.scratch.cache()), ..Options::new(second.root()) };
    let workspace = Workspace::open(options, |_| ()).unwrap();
    let second = Asked { workspace, settings: first.settings.clone(), scratch: second };
    let before = first.workspace.holdings().len();
    second.definition("app.py:5:13");
    let held = second.workspace.holdings();
    assert_eq!(held.len(), before + 1, "the second root; the package is held once");
    let shared = held.iter().filter(|(one, _)| one.roots == 2).count();
    assert_eq!(shared, 1);
}

#[test]
fn off_reads_nothing_and_says_so() {
    let asked = Asked::with(Scratch::new(&environment("2.5")).unwrap(), "dependencies = \"off\"");
    let book = asked.definition("app.py:5:13");
    assert_eq!((&book["external"], &book["path"]), (&json!("shelf.Book"), &Value::Null));
    assert!(book["missing"].as_str().unwrap().contains("switched off"));
    let problem = asked.ask("lookup_symbol", json!({"name": "x", "package": "shelf"})).unwrap_err();
    assert_eq!(problem.code, Code::Disabled);
    let status = asked.ask("index_status", json!({})).unwrap();
    assert!(status["packages"].is_null());
    assert_eq!(asked.workspace.holdings().len(), 1);
}

#[cfg(unix)]
#[test]
fn links_out_are_refused_and_hostile_metadata_harms_nothing() {
    use std::os::unix::fs::symlink;
    let outer = tempfile::tempdir().unwrap();
    fs::create_dir_all(outer.path().join("lib/python3.11/site-packages/shelf")).unwrap();
    fs::write(outer.path().join("lib/python3.11/site-packages/shelf/__init__.py"), "class Book: ...\n")
        .unwrap();
    fs::write(outer.path().join("secret.py"), "class Book: ...\n").unwrap();

    // The environment itself.
    let asked = Asked::of(&BTreeMap::from([("app.py".to_owned(), APP.as_bytes().to_vec())]));
    symlink(outer.path(), asked.scratch.root().join(".venv")).unwrap();
    let book = asked.definition("app.py:5:13");
    assert!(
        book["path"].is_null() && book["missing"].as_str().unwrap().contains("link that leads out"),
        "{book}"
    );

    // A package in it, and a module in that.
    let asked = Asked::of(&environment("2.5"));
    let site = asked.scratch.root().join(SITE);
    fs::remove_dir_all(site.join("shelf")).unwrap();
    symlink(outer.path(), site.join("shelf")).unwrap();
    assert!(asked.definition("app.py:5:13")["path"].is_null());
    fs::remove_file(site.join("shelf")).unwrap();
    fs::create_dir(site.join("shelf")).unwrap();
    symlink(outer.path().join("secret.py"), site.join("shelf/__init__.py")).unwrap();
    assert!(asked.definition("app.py:5:13")["path"].is_null());

    // A folder that is a file, metadata that is none, and names that lead upwards.
    fs::remove_dir_all(site.join("shelf")).unwrap();
    fs::write(site.join("shelf"), "no folder").unwrap();
    assert!(asked.definition("app.py:5:13")["path"].is_null());
    let hostile = vec![b'x'; 5 << 20];
    for bytes in [hostile, b"../../x.py,,\n/etc/x.py,,\n\0,,\n".repeat(1_000), Vec::new()] {
        asked.scratch.write(&format!("{SITE}/shelf_kit-2.5.dist-info/RECORD"), &bytes).unwrap();
        asked.scratch.write(&format!("{SITE}/shelf_kit-2.5.dist-info/METADATA"), &bytes).unwrap();
        assert!(asked.definition("app.py:5:13")["path"].is_null());
        assert!(asked.ask("lookup_symbol", json!({"name": "x", "package": "shelf-kit"})).is_err());
    }
    for name in ["..", "../x", "/etc", "a\0b", "npm:../x", "pypi:", "x".repeat(5_000).as_str()] {
        assert!(asked.ask("lookup_symbol", json!({"name": "x", "package": name})).is_err(), "{name}");
    }
}

#[test]
fn packages_of_npm_and_cargo_and_go_are_found() {
    let files = [
        (
            "web/app.ts",
            "import { Router } from \"rails\";\nimport { low } from \"plain\";\nRouter.get();\nlow();\n",
        ),
        ("web/package.json", "{\"name\": \"web\"}"),
        (
            "web/node_modules/rails/package.json",
            "{\"name\": \"rails\", \"version\": \"4.1.0\", \"types\": \"./t.d.ts\"}",
        ),
        ("web/node_modules/rails/t.d.ts", "export * from \"./inner\";\n"),
        ("web/node_modules/rails/inner.d.ts", "export class Router { static get(): void; }\n"),
        (
            "web/node_modules/plain/package.json",
            "{\"name\": \"plain\", \"version\": \"1.2.3\", \"main\": \"lib/x.js\"}",
        ),
        ("web/node_modules/plain/lib/x.js", "exports.low = function low() {};\n"),
        (".indexerignore", "vendor/\n"),
        (
            "Cargo.toml",
            "[package]\nname = \"own\"\n[dependencies]\ncrow = { package = \"corvid\", version = \"1\" }\n",
        ),
        (
            "Cargo.lock",
            "[[package]]\nname = \"own\"\nversion = \"0.1.0\"\n[[package]]\nname = \"corvid\"\nversion = \"1.4.2\"\nsource = \"registry+x\"\n",
        ),
        ("src/lib.rs", "use crow::nest::Egg;\npub fn lay(egg: Egg) { egg.hatch() }\n"),
        ("vendor/corvid/Cargo.toml", "[package]\nname = \"corvid\"\nversion = \"1.4.2\"\n"),
        ("vendor/corvid/src/lib.rs", "pub mod nest;\n"),
        ("vendor/corvid/src/nest.rs", "pub struct Egg;\nimpl Egg { pub fn hatch(&self) {} }\n"),
        ("srv/go.mod", "module own\n\nrequire (\n\texample.org/kit v1.2.0\n)\n"),
        ("srv/main.go", "package main\n\nimport \"example.org/kit/web\"\n\nfunc main() { web.Serve() }\n"),
        ("srv/vendor/modules.txt", "# example.org/kit v1.2.0\nexample.org/kit/web\n"),
        ("srv/vendor/example.org/kit/web/a.go", "package web\n\nfunc Serve() {}\n"),
    ];
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).collect();
    let asked = Asked::of(&files);
    for (place, package, key) in [
        ("web/app.ts:3:8", "rails 4.1.0", "inner.d.ts#Router.get"),
        ("web/app.ts:4:1", "plain 1.2.3", "lib/x.js#low"),
        ("src/lib.rs:1:17", "corvid 1.4.2", "src/nest.rs#Egg"),
        ("srv/main.go:5:19", "example.org/kit v1.2.0", "web/a.go#Serve"),
    ] {
        let found = asked.definition(place);
        assert_eq!((&found["package"], &found["key"]), (&json!(package), &json!(key)), "{place}: {found}");
    }
    let tree = asked.ask("lookup_symbol", json!({"name": "Egg", "package": "crow"})).unwrap();
    assert_eq!(tree["package"], "corvid 1.4.2", "by the name that the manifest gives it");
    // By its path.
    let serve = asked.ask("find_definition", json!({"symbol": "example.org/kit/web.Serve"})).unwrap();
    assert_eq!(serve["definitions"][0]["key"], "web/a.go#Serve", "{serve}");
    let status = asked.ask("index_status", json!({})).unwrap();
    // Where Go is installed, its standard library is a place as well.
    let places = status["packages"].as_array().unwrap();
    let go = places.iter().find(|one| one["ecosystem"] == "golang" && one["place"] == "srv/vendor");
    let go = go.unwrap();
    assert_eq!(go["packages"], json!(1), "{go}");
    assert!(go["why"].is_null(), "nobody needs the module cache: {go}");
}

#[test]
fn a_path_that_no_use_bears_is_followed_where_a_use_leads_into_the_package() {
    let asked = Asked::of(&environment("2.5"));
    for path in ["shelf.Book.title", "shelf.books.Base.title", "shelf.books.Base"] {
        let found = asked.ask("find_definition", json!({"symbol": path})).unwrap();
        assert_eq!(found["package"], "shelf-kit 2.5", "{path}");
        assert_eq!(found["definitions"][0]["path"], "shelf/books.py", "{path}");
    }
    for path in ["shelf.books.Base.nothing", "shelve.books.Base", "Novel.nothing"] {
        let problem = asked.ask("find_definition", json!({"symbol": path})).unwrap_err();
        assert_eq!(problem.code, Code::NotFound, "{path}");
    }
}

/// A machine with a library of C, one of C++, and zlib.
fn headers(usr: &Path) -> Machine {
    let files = [
        (
            "include/zlib.h",
            "/* Inflates a stream. */\nint inflate(void *stream, int flush);\n#define Z_OK 0\n",
        ),
        ("include/string.h", "unsigned long strlen(const char *s);\n"),
        ("include/c++/12/vector", "// <vector> -*- C++ -*-\n\n#include <bits/stl_vector.h>\n"),
        (
            "include/c++/12/bits/stl_vector.h",
            "namespace std _GLIBCXX_VISIBILITY(default)\n{\n_GLIBCXX_BEGIN_NAMESPACE_VERSION\n\
             _GLIBCXX_BEGIN_NAMESPACE_CONTAINER\n\n  template<typename T> class vector_base {\n  public:\n\
             void clear();\n  };\n\n  /// A vector.\n  template<typename T> class vector : public vector_base<T> {\n\
             public:\n    void push_back(const T& x);\n  };\n\n_GLIBCXX_END_NAMESPACE_CONTAINER\n\
             _GLIBCXX_END_NAMESPACE_VERSION\n} // namespace std\n",
        ),
    ];
    for (path, text) in files {
        fs::create_dir_all(usr.join(path).parent().unwrap()).unwrap();
        fs::write(usr.join(path), text).unwrap();
    }
    let include = usr.join("include");
    fs::create_dir_all(usr.join("dpkg/info")).unwrap();
    for (package, header) in [("zlib1g-dev:amd64", "zlib.h"), ("libc6-dev:amd64", "string.h")] {
        let list = format!("{}/{header}\n", include.display());
        fs::write(usr.join(format!("dpkg/info/{package}.list")), list).unwrap();
    }
    let status = "Package: zlib1g-dev\nArchitecture: amd64\nVersion: 1:1.2.13\n\nPackage: libc6-dev\nArchitecture: amd64\nVersion: 2.36\n";
    fs::write(usr.join("dpkg/status"), status).unwrap();
    Machine { headers: vec![usr.to_owned()], dpkg: Some(usr.join("dpkg")), ..Machine::default() }
}

#[test]
fn names_of_c_lead_into_the_headers_that_a_file_includes() {
    let usr = tempfile::tempdir().unwrap();
    let usr = dunce::canonicalize(usr.path()).unwrap();
    let files = [
        ("own.h", "#include <zlib.h>\n"),
        (
            "app.c",
            "#include \"own.h\"\n#include <string.h>\n\nint main(void) {\n    return inflate(0, Z_OK) + strlen(\"\");\n}\n",
        ),
        ("other.c", "int other(void) { return inflate(0, 0); }\n"),
        (
            "app.cc",
            "#include <vector>\n\nvoid add(std::vector<int> v) {\n    v.push_back(1);\n    v.clear();\n}\n",
        ),
    ];
    let files: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).collect();
    let asked = Asked::on(Scratch::new(&files).unwrap(), "", Some(headers(&usr)));
    let own = usr.join("include").display().to_string();
    for (place, package, key) in [
        ("app.c:5:12", "zlib1g-dev 1:1.2.13", "zlib.h#inflate"),
        ("app.c:5:23", "zlib1g-dev 1:1.2.13", "zlib.h#Z_OK"),
        ("app.c:5:31", "libc6-dev 2.36", "string.h#strlen"),
        ("app.cc:3:15", &own, "c++/12/bits/stl_vector.h#std.vector"),
        ("app.cc:4:7", &own, "c++/12/bits/stl_vector.h#std.vector.push_back"),
        ("app.cc:5:7", &own, "c++/12/bits/stl_vector.h#std.vector_base.clear"),
    ] {
        let found = asked.definition(place);
        assert_eq!((&found["package"], &found["key"]), (&json!(package), &json!(key)), "{place}: {found}");
    }
    let header = asked.definition("app.c:2:12");
    assert_eq!(
        (&header["package"], &header["module"]),
        (&json!("libc6-dev 2.36"), &json!("string.h")),
        "{header}"
    );
    let other = asked.definition("other.c:1:26");
    assert!(
        other["package"].is_null() && other["missing"].as_str().unwrap().contains("other.c includes"),
        "{other}"
    );

    // Asked of a package itself.
    for (tool, arguments) in [
        ("lookup_symbol", json!({"name": "inflate", "package": "zlib1g-dev"})),
        ("list_declarations", json!({"package": "zlib.h"})),
        ("search", json!({"query": "inflates a stream", "package": "headers:zlib1g-dev"})),
        ("read_source", json!({"symbol": "inflate", "package": "zlib1g-dev"})),
    ] {
        let answer = asked.ask(tool, arguments).unwrap();
        assert!(answer.to_string().contains("inflate"), "{tool}: {answer}");
        assert_eq!(answer["package"], "zlib1g-dev 1:1.2.13", "{tool}");
    }
    let status = asked.ask("index_status", json!({})).unwrap();
    assert_eq!(status["files"], 4, "nothing of a package is counted: {status}");
    let read = &status["packages"][0];
    assert_eq!(
        (&read["ecosystem"], &read["place"], &read["packages"]),
        (&json!("headers"), &json!(own), &json!(2))
    );
}

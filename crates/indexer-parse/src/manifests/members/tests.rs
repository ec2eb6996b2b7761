//! Workspaces of every build system.

use super::super::read_manifest;
use super::*;

/// `system name path manifest` of each member that these files declare.
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let manifests: BTreeMap<String, ManifestFacts> = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), read_manifest(path, text.as_bytes())))
        .inspect(|(path, facts)| assert_eq!(facts.problem, None, "{path}"))
        .collect();
    let found: Vec<String> = members(&manifests)
        .iter()
        .map(|one| {
            format!(
                "{} {} {} {}",
                one.system,
                one.name,
                if one.path.is_empty() { "." } else { &one.path },
                one.manifest
            )
        })
        .collect();
    assert_eq!(found, expected, "{files:#?}");
}

fn package(name: &str) -> String {
    format!("[package]\nname = \"{name}\"\n")
}

#[test]
fn cargo_globs_exclusions_path_dependencies_and_the_root_package() {
    let root = "[package]\nname = \"top\"\n[dependencies]\nlib = { path = \"lib\" }\n\
                [workspace]\nmembers = [\"crates/*\", \"xtask\"]\nexclude = [\"crates/old\"]\n";
    let far = format!("{}[dependencies]\ndeep = {{ path = \"../deep\" }}\n", package("lib"));
    check(
        &[
            ("Cargo.toml", root),
            ("crates/a/Cargo.toml", &package("a")),
            ("crates/a/tests/fixture/Cargo.toml", &package("fixture")),
            ("crates/old/Cargo.toml", &package("old")),
            ("deep/Cargo.toml", &package("deep")),
            ("fuzz/Cargo.toml", "[package]\nname = \"fuzz\"\n[workspace]\n"),
            ("lib/Cargo.toml", &far),
            ("xtask/Cargo.toml", &package("xtask")),
        ],
        &[
            "cargo top . Cargo.toml",
            "cargo a crates/a crates/a/Cargo.toml",
            "cargo old crates/old crates/old/Cargo.toml",
            "cargo deep deep deep/Cargo.toml",
            "cargo fuzz fuzz fuzz/Cargo.toml",
            "cargo lib lib lib/Cargo.toml",
            "cargo xtask xtask xtask/Cargo.toml",
        ],
    );
    // A virtual workspace is no member itself.
    check(
        &[("Cargo.toml", "[workspace]\nmembers = [\"a\"]"), ("a/Cargo.toml", &package("a"))],
        &["cargo a a a/Cargo.toml"],
    );
}

#[test]
fn npm_yarn_pnpm_and_lerna() {
    let one = "{\"name\": \"@x/one\"}";
    check(
        &[
            ("package.json", "{\"name\": \"top\", \"workspaces\": [\"packages/*\", \"!packages/no\"]}"),
            ("packages/no/package.json", "{\"name\": \"no\"}"),
            ("packages/one/package.json", one),
            ("packages/one/example/package.json", "{\"name\": \"example\"}"),
        ],
        &["npm top . package.json", "npm @x/one packages/one packages/one/package.json"],
    );
    let yarn = "{\"packageManager\": \"yarn@4\", \"workspaces\": {\"packages\": [\"p/**\"]}}";
    check(&[("package.json", yarn), ("p/a/b/package.json", one)], &["yarn @x/one p/a/b p/a/b/package.json"]);
    let pnpm = "packages:\n  - 'packages/*' # all\n  - \"tools/{a,b}\"\n  - '!packages/old'\ncatalog:\n  vue: ^3\n  list: [packages, x]\n";
    check(
        &[
            ("package.json", "{\"name\": \"top\"}"),
            ("pnpm-workspace.yaml", pnpm),
            ("packages/old/package.json", "{\"name\": \"old\"}"),
            ("packages/one/package.json", one),
            ("tools/b/package.json", "{\"name\": \"b\"}"),
            ("tools/c/package.json", "{\"name\": \"c\"}"),
        ],
        &[
            "pnpm top . package.json",
            "pnpm @x/one packages/one packages/one/package.json",
            "pnpm b tools/b tools/b/package.json",
        ],
    );
    check(
        &[("lerna.json", "{\"packages\": [\"p/*\"]}"), ("package.json", "{}"), ("p/a/package.json", one)],
        &["lerna @x/one p/a p/a/package.json"],
    );
}

#[test]
fn go_modules_and_workspaces() {
    check(
        &[
            ("go.work", "go 1.22\nuse (\n\t./a // first\n\t./b\n)\nuse ../out\n"),
            ("a/go.mod", "module example.com/a\n"),
            ("a/testdata/x/go.mod", "module x\n"),
            ("b/go.mod", "module \"example.com/b\"\nrequire (\n\texample.com/a v1.0.0\n)\n"),
            ("c/go.mod", "module example.com/c\n"),
        ],
        &["go example.com/a a a/go.mod", "go example.com/b b b/go.mod", "go example.com/c c c/go.mod"],
    );
}

#[test]
fn python_projects() {
    let project = |name: &str| format!("[project]\nname = \"{name}\"\n");
    let uv = format!(
        "{}[tool.uv.workspace]\nmembers = [\"packages/*\"]\nexclude = [\"packages/no\"]\n",
        project("top")
    );
    check(
        &[
            ("pyproject.toml", &uv),
            ("packages/a/pyproject.toml", &project("a")),
            ("packages/no/pyproject.toml", &project("no")),
        ],
        &[
            "uv top . pyproject.toml",
            "uv a packages/a packages/a/pyproject.toml",
            "python no packages/no packages/no/pyproject.toml",
        ],
    );
    check(&[("pyproject.toml", "[tool.poetry]\nname = \"p\"\n")], &["poetry p . pyproject.toml"]);
    let hatch = "[build-system]\nbuild-backend = \"hatchling.build\"\n[project]\nname = \"h\"\n";
    check(&[("pyproject.toml", hatch)], &["hatch h . pyproject.toml"]);
    let hatch = "[project]\nname = \"h\"\n[tool.hatch.envs.default]\nworkspace.members = [\"libs/*\", {path = \"app\"}]\n";
    check(
        &[
            ("pyproject.toml", hatch),
            ("libs/a/pyproject.toml", &project("a")),
            ("app/pyproject.toml", &project("app")),
            ("docs/pyproject.toml", &project("docs")),
        ],
        &[
            "hatch h . pyproject.toml",
            "hatch app app app/pyproject.toml",
            "hatch a libs/a libs/a/pyproject.toml",
        ],
    );
    let poetry = "[tool.poetry]\nname = \"p\"\n[tool.poetry.dependencies]\na = {path = \"libs/a\", develop = true}\n\
                  [tool.poetry.group.dev.dependencies]\nb = {path = \"./libs/b\"}\nc = \"^1\"\n";
    check(
        &[
            ("pyproject.toml", poetry),
            ("libs/a/pyproject.toml", "[tool.poetry]\nname = \"a\"\n"),
            ("libs/b/pyproject.toml", &project("b")),
        ],
        &[
            "poetry p . pyproject.toml",
            "poetry a libs/a libs/a/pyproject.toml",
            "poetry b libs/b libs/b/pyproject.toml",
        ],
    );
    let setup = "[options]\nname = no\n[metadata]\nname = old\nversion = 1\n";
    check(&[("pyproject.toml", "[tool.black]\n"), ("setup.cfg", setup)], &["python old . pyproject.toml"]);
    // A file that only sets up tools declares nothing.
    check(&[("pyproject.toml", "[tool.black]\nline-length = 100\n")], &[]);
}

#[test]
fn maven_modules_of_modules() {
    let pom = |name: &str, modules: &str| {
        format!(
            "<?xml version=\"1.0\"?><project xmlns=\"http://maven.apache.org/POM/4.0.0\"><parent><artifactId>no</artifactId></parent><artifactId>{name}</artifactId>{modules}</project>"
        )
    };
    check(
        &[
            ("pom.xml", &pom("top", "<modules><module>a</module><!-- <module>no</module> --></modules>")),
            (
                "a/pom.xml",
                &pom(
                    "a",
                    "<profiles><profile><modules><module>../b/pom.xml</module></modules></profile></profiles>",
                ),
            ),
            ("b/pom.xml", &pom("b", "")),
            ("a/src/it/pom.xml", &pom("it", "")),
        ],
        &["maven top . pom.xml", "maven a a a/pom.xml", "maven b b b/pom.xml"],
    );
    let bomb = "<!DOCTYPE p [<!ENTITY a \"aaaa\">]><project>&a;</project>";
    assert!(read_manifest("pom.xml", bomb.as_bytes()).problem.is_some());
}

#[test]
fn gradle_settings_in_both_languages() {
    let groovy = "rootProject.name = 'top'\ninclude 'core', ':web:api'\n// include 'no'\n/* include 'no' */\n\
                  include \"moved\"\nproject(':moved').projectDir = new File(settingsDir, '../x/moved')\n";
    let kotlin = "rootProject.name = \"top\"\ninclude(\n    \":core\",\n    \"web:api\",\n)\n\
                  include(\"moved\")\nproject(\":moved\").projectDir = file(\"x/moved\")\n";
    let folder = |members: &str| -> Vec<String> {
        members.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    for (path, text) in
        [("settings.gradle", groovy.replace("../x", "x").as_str()), ("settings.gradle.kts", kotlin)]
    {
        let expected = folder(&format!(
            "gradle top . {path}\ngradle core core core/build.gradle\ngradle web:api web/api {path}\ngradle moved x/moved {path}"
        ));
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        check(&[(path, text), ("build.gradle", ""), ("core/build.gradle", "plugins {}")], &expected);
    }
}

#[test]
fn a_file_belongs_to_the_innermost_member() {
    let files = [("Cargo.toml", package("top")), ("web/package.json", "{\"name\": \"web\"}".to_owned())];
    let manifests =
        files.iter().map(|(path, text)| ((*path).to_owned(), read_manifest(path, text.as_bytes())));
    let all = members(&manifests.collect());
    let of = |path: &str| member_of(&all, path).map(|member| member.name.as_str());
    assert_eq!((of("src/lib.rs"), of("web/a.js"), of("webs/a.js")), (Some("top"), Some("web"), Some("top")));
}

#[test]
fn patterns_that_would_take_long_do_not() {
    let pattern = "*a".repeat(200) + "*b";
    assert!(!matches(&[&pattern], &"a".repeat(5_000)));
    assert!(!matches(&["{a,b}".repeat(40).as_str()], "x"));
    assert!(matches(&["**"], "a/b/c") && matches(&["a/**/c"], "a/c") && !matches(&["a/*"], "a/b/c"));
}

/// Patterns are written out once, not for each folder that they are held against.
#[test]
fn patterns_are_written_out_once_for_all_folders() {
    let pattern = format!("{{{}}}{{b,c}}", "a".repeat(3_000));
    let steps = |folders: usize| {
        let workspace =
            ManifestFacts { workspace: true, members: vec![pattern.clone()], ..Default::default() };
        let package = ManifestFacts { package: Some("p".to_owned()), ..Default::default() };
        let mut all: std::collections::BTreeMap<String, ManifestFacts> =
            (0..folders).map(|i| (format!("f{i}/package.json"), package.clone())).collect();
        all.insert("package.json".to_owned(), workspace);
        indexer_core::work::count(|| members(&all)).1.steps
    };
    let (once, twice) = (steps(100), steps(200));
    assert!(once > 6_000 && twice - once < 100 * 100, "{once} {twice}");
}

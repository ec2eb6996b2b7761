//! The order of several targets: what a build takes comes first, and nothing is left out.

use indexer_core::Target;
use indexer_core::key::symbol_keys;
use indexer_link::{LinkDatabase, MemoryDatabase};
use indexer_parse::{Limits, by_id, is_manifest, language_of, parse, read_manifest};

/// The definitions that the last reference of the name in `from` leads to, in order, as `path:line`.
fn targets(files: &[(&str, &str)], from: &str, name: &str) -> Vec<String> {
    let (manifests, code): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| is_manifest(path));
    let facts = |(path, text): &(&str, &str)| {
        let language = language_of(path, text.as_bytes()).unwrap();
        ((*path).to_owned(), parse(language, text.as_bytes(), Limits::default()))
    };
    let rules = |id: &str| by_id(id).map(|language| language.rules);
    let manifests =
        manifests.iter().map(|(path, text)| ((*path).to_owned(), read_manifest(path, text.as_bytes())));
    let database = MemoryDatabase::new(rules, code.iter().map(facts)).with_manifests(manifests);
    let file = database.find(from).unwrap();
    let own = database.facts(file).unwrap();
    let at = own.references.iter().rposition(|one| own.name(one.name) == name).unwrap();
    let edge = database.linker().link(file).edges[at].clone();
    let place = |target: &Target| {
        code.iter().find_map(|(path, text)| {
            let facts = database.facts(database.find(path)?)?;
            let keys = symbol_keys(path, facts);
            let def = keys.iter().position(|key| *target == Target::Symbol(*key))?;
            let start = facts.definitions[def].name_span.start as usize;
            Some(format!("{path}:{}", text[..start].lines().count()))
        })
    };
    edge.targets.iter().map(|target| place(target).unwrap()).collect()
}

const PORT: &str = "#include \"../port.h\"\nint port_open(void) { return 1; }\n";

/// A function of which each system has its own, and a build description.
fn twins<'t>(description: &'t str, text: &'t str) -> Vec<String> {
    let files = [
        (description, text),
        ("port.h", "int port_open(void);\n"),
        ("unix/port.c", PORT),
        ("win/port.c", PORT),
        ("main.c", "#include \"port.h\"\nint main(void) { return port_open(); }\n"),
    ];
    targets(&files, "main.c", "port_open")
}

#[test]
fn of_twins_the_one_that_the_build_lists_comes_first() {
    let (unix, win) = ("unix/port.c:2", "win/port.c:2");
    let cmake = |one: &str, other: &str| {
        format!(
            "add_library(x main.c {one}/port.c)\nif(X)\n  target_sources(x PRIVATE {other}/port.c)\nendif()\n"
        )
    };
    assert_eq!(twins("CMakeLists.txt", &cmake("unix", "win")), [unix, win]);
    assert_eq!(twins("CMakeLists.txt", &cmake("win", "unix")), [win, unix]);
    assert_eq!(twins("meson.build", "library('x', 'main.c', 'unix/port.c')\n"), [unix, win]);
    assert_eq!(twins("meson.build", "library('x', 'main.c', 'win/port.c')\n"), [win, unix]);
    let commands = |listed: &str| {
        let of = |file: &str| {
            format!("{{\"directory\": \"/p\", \"file\": \"{file}\", \"command\": \"cc {file}\"}}")
        };
        format!("[{}, {}]", of("main.c"), of(listed))
    };
    assert_eq!(twins("compile_commands.json", &commands("unix/port.c")), [unix, win]);
    assert_eq!(twins("compile_commands.json", &commands("win/port.c")), [win, unix]);
}

/// What a description of another folder lists is built as well.
#[test]
fn a_folder_that_is_run_lists_what_is_beside_it() {
    for (name, run, own) in [
        (
            "CMakeLists.txt",
            "add_subdirectory(src)\nadd_library(y OTHER/port.c)",
            "add_library(x ../ONE/port.c)",
        ),
        ("meson.build", "subdir('src')\nlibrary('y', 'OTHER/port.c')", "library('x', '../ONE/port.c')"),
    ] {
        let of = |one: &str, other: &str| {
            let (run, own) = (run.replace("OTHER", other), own.replace("ONE", one));
            let inner = format!("src/{name}");
            let files = [
                (name, run.as_str()),
                (inner.as_str(), own.as_str()),
                ("port.h", "int port_open(void);\n"),
                ("unix/port.c", PORT),
                ("win/port.c", PORT),
                ("main.c", "#include \"port.h\"\nint main(void) { return port_open(); }\n"),
            ];
            targets(&files, "main.c", "port_open")
        };
        assert_eq!(of("win", "unix"), of("unix", "win"), "{name}");
    }
}

/// Where a list may be of more than it names, what it does not name is behind nothing.
#[test]
fn of_a_list_that_is_not_whole_nothing_is_known() {
    let (unix, win) = ("unix/port.c:2", "win/port.c:2");
    let by_key = twins("CMakeLists.txt", "project(x)");
    let behind = by_key[0].clone();
    let other = if behind == unix { "win" } else { "unix" };
    assert!(by_key == [unix, win] || by_key == [win, unix]);
    // The list names the one that comes last by its key: were it whole, that one would come first.
    let many: String = (0..1_000).map(|i| format!("s{i}.c ")).collect();
    for text in [
        format!("add_library(x ${{PORTS}})\nadd_executable(t {other}/port.c)"),
        format!("add_library(x */port.c)\nadd_executable(t {other}/port.c)"),
        format!("file(GLOB S *.c)\nadd_executable(t {other}/port.c ${{S}})"),
        format!("add_executable(t {other}/port.c {many})"),
    ] {
        assert_eq!(twins("CMakeLists.txt", &text), by_key, "{text:.80}");
    }
    for text in [
        format!("library('x', ports)\nexecutable('t', '{other}/port.c')"),
        format!("if x\n  library('y', '{other}/port.c')\nendif\nlibrary('x', ports, 'main.c')"),
    ] {
        assert_eq!(twins("meson.build", &text), by_key, "{text}");
    }
    for text in [
        format!(
            "set(S main.c win/port.c unix/port.c)\nmy_library(core ${{S}})\nadd_executable(t {other}/port.c)"
        ),
        format!("include(cmake/p.cmake)\nadd_executable(t {other}/port.c)"),
        format!(
            "set(S main.c)\ninclude(PortSources)\nadd_library(x ${{S}})\nadd_executable(t {other}/port.c)"
        ),
        format!(
            "macro(p)\nlist(APPEND S x.c)\nendmacro()\nset(S main.c)\np()\nadd_library(x ${{S}} {other}/port.c)"
        ),
        format!(
            "set(A_S main.c)\nset(P A)\nlist(APPEND ${{P}}_S x.c)\nadd_library(x ${{A_S}} {other}/port.c)"
        ),
    ] {
        assert_eq!(twins("CMakeLists.txt", &text), by_key, "{text}");
    }
    for text in [
        format!("s = ['x.c']\npy.extension_module('x', s)\nexecutable('t', '{other}/port.c')"),
        format!("library('x', kwargs : {{'sources' : ['x.c']}})\nexecutable('t', '{other}/port.c')"),
    ] {
        assert_eq!(twins("meson.build", &text), by_key, "{text}");
    }
    // Variables that are known make it whole.
    let text = format!("set(S main.c {other}/port.c)\nadd_library(app ${{S}})\nadd_executable(t tests/t.c)");
    assert_ne!(twins("CMakeLists.txt", &text), by_key);
    let text = format!("s = files('main.c', '{other}/port.c')\nlibrary('x', s)");
    assert_ne!(twins("meson.build", &text), by_key);
}

/// A macro that a number decides, and a build description that may say the number.
fn limit(description: &str, text: &str) -> Vec<String> {
    let files = [
        (description, text),
        ("mode.h", "#if MODE == 1\n#define LIMIT 1\n#elif MODE == 2\n#define LIMIT 2\n#endif\n"),
        ("app/a.c", "#include \"../mode.h\"\nint limit(void) { return LIMIT; }\n"),
    ];
    targets(&files, "app/a.c", "LIMIT")
}

#[test]
fn of_branches_the_one_that_the_compiler_is_told_comes_first() {
    let (one, two) = (["mode.h:2", "mode.h:4"], ["mode.h:4", "mode.h:2"]);
    assert_eq!(limit("app/compile_flags.txt", "-DMODE=1\n"), one);
    assert_eq!(limit("app/compile_flags.txt", "-DMODE=2\n"), two);
    assert_eq!(limit("CMakeLists.txt", "add_definitions(-DMODE=1)\n"), one);
    assert_eq!(limit("CMakeLists.txt", "target_compile_definitions(x PRIVATE MODE=2)\n"), two);
    assert_eq!(limit("app/meson.build", "add_project_arguments('-DMODE=2', language : 'c')\n"), two);
    let commands = "[{\"directory\": \"/p\", \"file\": \"app/a.c\", \"command\": \"cc -D MODE=2 app/a.c\"}]";
    assert_eq!(limit("compile_commands.json", commands), two);
    let commands = "[{\"directory\": \"/p\", \"file\": \"app/a.c\", \"command\": \"cc -Ua-b -DMODE=2 -DMODE=1 -DMODE=2\"}]";
    assert_eq!(limit("compile_commands.json", commands), two);
    // Under a condition of the build it is not known.
    let meson = [
        "add_project_arguments('-DMODE=1')",
        "if x\n  add_project_arguments('-DMODE=2')\nendif\nadd_project_arguments('-DMODE=1')",
    ];
    assert_eq!(limit("meson.build", meson[1]), limit("meson.build", meson[0]));
    let meson = [
        "project('x', 'c')",
        "if x\n  add_project_arguments('-DMODE=2')\nelif y\n add_project_arguments('-DMODE=1')\nendif",
    ];
    assert_eq!(limit("meson.build", meson[1]), limit("meson.build", meson[0]));
    let conditional =
        ["add_definitions(-DMODE=1)", "if(X)\nadd_definitions(-DMODE=2)\nendif()\nadd_definitions(-DMODE=1)"];
    assert_eq!(limit("CMakeLists.txt", conditional[1]), limit("CMakeLists.txt", conditional[0]));
}

/// What a build lists is looked at once for a file, not for each of its uses.
#[test]
fn lists_are_read_once_however_many_uses_there_are() {
    let sources: String = (0..900).map(|i| format!("s{i}.c ")).collect();
    let macros: String = (0..900).map(|i| format!("A{i} ")).collect();
    let cmake = format!("add_library(x {sources})\ntarget_compile_definitions(x PRIVATE {macros})\n");
    let steps = |uses: usize| {
        let body = "port_open(); LIMIT; ".repeat(uses);
        let main = format!("#include \"port.h\"\nint main(void) {{ {body} }}\n");
        let limit = "int port_open(void);\n#if A1\n#define LIMIT 1\n#elif B\n#define LIMIT 2\n#endif\n";
        let files = [
            ("CMakeLists.txt", cmake.as_str()),
            ("port.h", limit),
            ("unix/port.c", PORT),
            ("win/port.c", PORT),
            ("main.c", &main),
        ];
        indexer_core::work::count(|| targets(&files, "main.c", "port_open")).1.steps
    };
    let (once, twice) = (steps(20), steps(40));
    assert!(twice - once < 20 * 400, "{once} {twice}");
}

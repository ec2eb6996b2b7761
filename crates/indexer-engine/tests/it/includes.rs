//! Files that include one another: whatever line of whatever header comes or goes, the view equals
//! one built from nothing.

use crate::equality::{difference, workspace};
use indexer_testkit::Files;

/// Files whose lines come and go. One without any line is not there.
const FILES: &[(&str, &[&str])] = &[
    ("include/base.h", &["struct item;", "typedef struct item item_t;", "#define LIMIT 1", "int get(void);"]),
    ("include/list.h", &["#include <base.h>", "struct list { struct item *first; item_t *last; };"]),
    ("include/item.h", &["struct item { int value; };", "#define LIMIT 2", "#include \"list.h\""]),
    ("src/item.h", &["struct item { int value; int other; };", "static inline int get(void) { return 1; }"]),
    (
        "src/a.c",
        &["#include \"item.h\"", "int get(void) { return LIMIT; }", "static int only(void) { return 0; }"],
    ),
    (
        "src/b.c",
        &[
            "#include <list.h>",
            "#include \"item.h\"",
            "int use(struct list *l) { l->last->value = LIMIT; return get() + only() + l->first->value; }",
        ],
    ),
    (
        "include/mode.h",
        &[
            "#ifdef A",
            "#define MODE 1",
            "#endif",
            "#ifndef A",
            "#ifdef B",
            "#define MODE 2",
            "#endif",
            "#endif",
            "struct item { int one; };",
            "typedef struct",
            "thing",
            "item;",
        ],
    ),
    (
        "src/m.c",
        &["#include <mode.h>", "int mode(void) { return MODE; }", "int of(item *it) { return it->one; }"],
    ),
    ("other/c.c", &["#include \"list.h\"", "int get(void) { return 2; }", "int only(void) { return 3; }"]),
    ("lib/shape.hpp", &["#include <item.h>", "namespace n { class A { public: int f(int); item_t *i; }; }"]),
    (
        "lib/shape.cpp",
        &[
            "#include \"shape.hpp\"",
            "int n::A::f(int x) { return i->value + x; }",
            "using namespace n;",
            "A a; int g() { return a.f(1); }",
        ],
    ),
    (
        "lib/load.hpp",
        &[
            "int load() { return 1; }",
            "template <typename T>",
            "int load() { return 2; }",
            "int load(int x);",
        ],
    ),
    (
        "lib/load.cpp",
        &["#include \"load.hpp\"", "int h() { return load<int>() + load(); }", "int i() { return load(1); }"],
    ),
    ("src/kinds.def", &["KIND(red, 1)", "KIND(blue, OTHER)", "KIND(green, LIMIT)"]),
    ("src/kinds.h", &["enum kind {", "#define KIND(name, value) name,", "#include \"kinds.def\"", "};"]),
    (
        "src/kinds.c",
        &[
            "#include \"kinds.h\"",
            "#define OTHER 5",
            "#define KIND(name, value) value,",
            "int values[] = {",
            "#include \"kinds.def\"",
            "};",
            "int first(void) { return red + blue; }",
        ],
    ),
    ("one/only.h", &["#define ONLY 1"]),
    ("two/only.h", &["#define ONLY 2"]),
    ("app/d.h", &["#include <only.h>"]),
    ("app/d.c", &["#include \"d.h\"", "int only_one(void) { return ONLY; }"]),
    ("CMakeLists.txt", &["include_directories(one)", "include_directories(two)"]),
    ("app/compile_flags.txt", &["-I../one"]),
];

/// Files, and one of them with another text: (path, before, after).
type Edited<'t> = (&'t [(&'t str, &'t str)], &'t str, &'t str);

/// Edits of what decides between definitions and is neither their name nor their kind.
const EDITED: &[Edited<'_>] = &[
    (
        &[
            ("names.def", "X(a)\n"),
            ("main.c", "enum e {\n#define X(n) n,\n#include \"names.def\"\n};\nint f(void) { return a; }\n"),
        ],
        "names.def",
        "Y(a)\n",
    ),
    (
        &[
            ("names.def", "X(a, b)\n"),
            ("list.h", "enum e {\n#define X(n, m) n,\n#include \"names.def\"\n};\n"),
            ("main.c", "#include \"list.h\"\nint f(void) { return a + b; }\n"),
        ],
        "names.def",
        "X(b, a)\n",
    ),
    (
        &[("a.c", "#define K 1\n#include \"part.inc\"\n"), ("part.inc", "int k = K;\n")],
        "a.c",
        "#include \"part.inc\"\n#define K 1\n",
    ),
    (
        &[
            ("a.c", "#define K 1\n#include \"part.inc\"\n"),
            ("b.c", "#define L 1\n"),
            ("part.inc", "int k = K;\n"),
        ],
        "b.c",
        "#include \"part.inc\"\n",
    ),
    (
        &[
            ("c.h", "#ifdef A\n#define X 1\n#endif\n#ifndef A\n#define X 2\n#endif\n"),
            ("main.c", "#include \"c.h\"\nint main(void) { return X; }\n"),
        ],
        "c.h",
        "#ifdef A\n#define X 1\n#endif\n#ifndef B\n#define X 2\n#endif\n",
    ),
    (
        &[
            ("load.hpp", "int load() { return 1; }\ntemplate <typename T> int load() { return 2; }\n"),
            ("main.cpp", "#include \"load.hpp\"\nint main() { return load<int>(); }\n"),
        ],
        "load.hpp",
        "int load() { return 1; }\ninline int load() { return 2; }\n",
    ),
    (
        &[
            ("item.h", "struct item { int one; };\ntypedef struct item item;\n"),
            ("main.c", "#include \"item.h\"\nint of(item *it) { return it->one; }\n"),
        ],
        "item.h",
        "struct item { int one; };\ntypedef struct other item;\n",
    ),
    (
        &[
            (
                "A.java",
                "interface One { void go(int a); }\ninterface Two { void go(int a, int b); }\n\
                 class A { void run(One o) {} void run(Two o) {} }\n",
            ),
            ("B.java", "class B { void use(A a) { a.run(x -> {}); } }\n"),
        ],
        "A.java",
        "interface One { void go(int a, int b); }\ninterface Two { void go(int a); }\n\
         class A { void run(One o) {} void run(Two o) {} }\n",
    ),
    (
        &[
            (
                "A.java",
                "interface One { void go(int a); }\ninterface Two { void go(int a, int b); }\n\
                 class A { void run(One o) {} void run(Two o) {} }\n",
            ),
            ("B.java", "class B { void use(A a) { a.run(x -> {}); } }\n"),
        ],
        "A.java",
        "interface One { void go(int a); void stop(); }\ninterface Two { void go(int a, int b); }\n\
         class A { void run(One o) {} void run(Two o) {} }\n",
    ),
];

#[test]
fn what_decides_between_definitions_is_noticed() {
    let mut wrong = String::new();
    for (files, path, text) in EDITED {
        let mut files: Files =
            files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        let incremental = workspace(&files);
        let before = incremental.refresh().unwrap().view.dump();
        files.insert((*path).to_owned(), text.as_bytes().to_vec());
        incremental.edit(path, Some(text.as_bytes().to_vec()));
        let now = incremental.refresh().unwrap().view.dump();
        let fresh = workspace(&files).refresh().unwrap().view.dump();
        assert_ne!(before, fresh, "{path} {text}");
        if now != fresh {
            wrong += &format!("{path} {text}:\n{}", difference(&now, &fresh));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn content(lines: &[&str], on: u32) -> Option<Vec<u8>> {
    let lines: Vec<&str> =
        lines.iter().enumerate().filter(|(i, _)| on >> i & 1 == 1).map(|(_, line)| *line).collect();
    (!lines.is_empty()).then(|| (lines.join("\n") + "\n").into_bytes())
}

fn files(on: &[u32]) -> Files {
    let all = FILES.iter().zip(on);
    all.filter_map(|((path, lines), on)| Some(((*path).to_owned(), content(lines, *on)?))).collect()
}

#[test]
fn lines_that_come_and_go_leave_no_trace() {
    let mut resolved = 0;
    for seed in 0..6u64 {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % most
        };
        let mut on = vec![u32::MAX; FILES.len()];
        let incremental = workspace(&files(&on));
        incremental.refresh().unwrap();
        for step in 0..80 {
            let at = next(FILES.len());
            let (path, lines) = FILES[at];
            let before = on[at];
            // One line, or the whole file.
            on[at] = if next(6) == 0 {
                if before == 0 { u32::MAX } else { 0 }
            } else {
                before ^ (1 << next(lines.len()))
            };
            incremental.edit(path, content(lines, on[at]));
            let now = incremental.refresh().unwrap().view.clone();
            let fresh = workspace(&files(&on)).refresh().unwrap().view.dump();
            assert!(
                now.dump() == fresh,
                "seed {seed} step {step} {path}:\n{}",
                difference(&now.dump(), &fresh)
            );
            resolved += now.totals().by_resolution[0];
        }
    }
    assert!(resolved > 1_500, "only {resolved} references were resolved in all");
}

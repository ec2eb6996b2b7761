//! Facts of C.

use crate::shown::{self, facts_of};
use indexer_core::{FileFacts, Flags};

fn facts(source: &str) -> FileFacts {
    facts_of("c", source)
}

/// Kind, owner chain, visibility, flags and condition of each definition, a line each.
fn definitions(source: &str) -> String {
    let facts = facts(source);
    let conditions = facts.definitions.iter().map(|one| one.condition.map_or("", |name| facts.name(name)));
    let lines = shown::definitions(&facts, ".").into_iter().zip(conditions);
    lines
        .map(|(line, condition)| format!("{line} {condition}").trim().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn definitions_and_declarations_are_told_apart() {
    let source = "int f(int a);\nextern int x;\nint x = 1;\nstruct s;\nstruct s { int a; };\nstatic int f(int a) { return a; }\nint main(void) { extern int y; int g(void); return y; }";
    let expected = "function f public declaration
variable x public declaration
variable x public
struct s public declaration
struct s public
field s.a public
function f private
function main public entry
variable main.y public declaration
function main.g public declaration";
    assert_eq!(definitions(source), expected);
}

#[test]
fn every_branch_is_read_and_guards_are_no_macros() {
    let source = "#ifndef X_H\n#define X_H\n#ifdef A\nint one(void) { return 1; }\n#elif B > 2\nint two;\n#else\nint three;\n#endif\n#if 0\nint dead(;\n#endif\n#endif\n";
    let expected = "function one public conditional defined(A)
variable two public conditional !defined(A) && B > 2
variable three public conditional !defined(A) && !(B > 2)";
    assert_eq!(definitions(source), expected);
}

/// Every branch of a long chain says that those before it do not hold, as far as there is room for that.
#[test]
fn conditions_of_long_chains_are_bounded() {
    let mut source = "#if A0\nint a0;\n".to_owned();
    for i in 1..2_000 {
        source += &format!("#elif A{i}\nint a{i};\n");
    }
    source += "#else\nint last;\n#endif\n";
    let facts = facts(&source);
    let conditions: Vec<&str> =
        facts.definitions.iter().map(|one| one.condition.map_or("", |name| facts.name(name))).collect();
    assert_eq!(conditions.len(), 2_001);
    assert_eq!(conditions[1], "!A0 && A1");
    assert!(conditions[1_999].ends_with("!A1998 && A1999"), "{}", conditions[1_999]);
    assert!(conditions[2_000].ends_with("!A1998 && !A1999"), "{}", conditions[2_000]);
    let longest = conditions.iter().map(|text| text.len()).max();
    assert!(longest < Some(700), "{longest:?}");
}

#[test]
fn a_condition_holds_up_to_its_end_whatever_stands_inside() {
    let inner = "#ifdef B\n#define B1\n#endif\n".repeat(100);
    let source =
        format!("#ifdef A\n{inner}#include \"a.h\"\n#define LAST 1\nint last;\n#endif\n#define OUT\n");
    let facts = facts(&source);
    let condition = |name: &str| {
        let one = facts.definitions.iter().find(|one| facts.name(one.name) == name).unwrap();
        one.condition.map_or("", |name| facts.name(name))
    };
    assert_eq!(condition("LAST"), "defined(A)");
    assert_eq!(condition("last"), "defined(A)");
    assert_eq!(condition("B1"), "defined(A) && defined(B)");
    assert_eq!(condition("OUT"), "");
    assert_eq!(facts.imports[0].condition.map(|name| facts.name(name)), Some("defined(A)"));
}

/// Where branches cannot stand one after the other, the first is parsed and the rest read by tokens.
#[test]
fn branches_that_do_not_fit_together_keep_what_is_around() {
    let sources = [
        "#ifdef A\nint f(int x) {\n#else\nint f(void) {\n#endif\n  g();\n}\nint after;",
        "int f(void) {\n#ifdef A\n  if (g()) {\n#else\n  if (h()) {\n#endif\n    i();\n  }\n}\nint after;",
        "int f(void) {\n#ifdef A\n  if (g()) {\n#endif\n    i();\n#ifdef A\n  }\n#endif\n}\nint after;",
        "int f(void) { return\n#ifdef A\n  g()\n#else\n  h()\n#endif\n  ; }\nint after;",
        "int f(void) { return g()\n#ifdef A\n  && h()\n#else\n  && i()\n#endif\n  ; }\nint after;",
        "int f(void)\n#ifdef A\n{ g(); }\n#else\n;\n#endif\nint after;",
    ];
    for source in sources {
        let facts = facts(source);
        let names: Vec<&str> = facts.definitions.iter().map(|d| facts.name(d.name)).collect();
        assert_eq!((names.first(), names.last()), (Some(&"f"), Some(&"after")), "{source}");
        let called = ["g", "h", "i"].iter().filter(|name| source.contains(&format!("{name}()")));
        for name in called {
            assert!(facts.references.iter().any(|r| facts.name(r.name) == *name), "{name} in {source}");
        }
        assert!(facts.problems.is_empty(), "{source}: {:?}", facts.problems);
    }
}

#[test]
fn fields_belong_to_the_name_that_a_typedef_gives() {
    let source = "typedef struct { int a; union { int b; }; struct { int c; } d; } t;\ntypedef enum { X } e;\nenum { Y };\nstruct { int z; } v;";
    let expected = "field t.a public
field t.b public
field t.d.c public
field t.d public
struct t public
variant e.X public
enum e public
variant Y public
field v.z public
variable v public";
    assert_eq!(definitions(source), expected);
}

#[test]
fn documentation_signatures_and_metrics() {
    let source = "/* License. */\n\n/* Lists. */\n#include \"a.h\"\n\n/**\n * Adds.\n */\nstatic int // now\nadd(int a,\n    int b)\n{\n  if (a && b) { for (;;) { if (a) {} } } else {}\n  return a ? b : 1;\n}\n";
    let facts = facts(source);
    let add = &facts.definitions[0];
    assert_eq!(facts.doc.as_deref(), Some("Lists."));
    assert_eq!(add.doc.as_deref(), Some("Adds."));
    assert_eq!(add.signature, "static int add(int a, int b)");
    let metrics = add.metrics.expect("a function with a body");
    // if 1, && 1, for 2, if 3, else 1, ?: 1
    assert_eq!((metrics.cyclomatic, metrics.cognitive, metrics.nesting), (6, 9, 3));
    assert_eq!(metrics.parameters, 2);
}

#[test]
fn includes_are_imports() {
    let facts = facts("#include <sys/a.h>\n#if X\n# include \"b.h\"\n#endif\n");
    let shown: Vec<_> = facts
        .imports
        .iter()
        .map(|i| {
            (
                i.level,
                i.path.iter().map(|n| facts.name(*n)).collect::<Vec<_>>().join("/"),
                i.condition.map(|c| facts.name(c)),
            )
        })
        .collect();
    assert_eq!(shown, [(0, "sys/a.h".to_owned(), None), (1, "b.h".to_owned(), Some("X"))]);
}

#[test]
fn macros_are_read_inside() {
    let facts = facts(
        "#define CALL(x) do { run(x)->next = OTHER; } while (0)\n#define TEXT(x) #x\nvoid f(void) { CALL(1); }\n",
    );
    let show = |r: &indexer_core::Reference| {
        let inside = r.enclosing.map_or("", |d| facts.name(facts.definition(d).name));
        format!("{} {} in {inside}", r.role, facts.name(r.name))
    };
    let shown: Vec<String> = facts.references.iter().map(show).collect();
    assert_eq!(shown, ["call run in CALL", "read next in CALL", "read OTHER in CALL", "call CALL in f"]);
    assert!(facts.definitions.iter().all(|d| !d.flags.has(Flags::DECLARATION)));
}

#[test]
fn broken_and_deep_code_is_conserved() {
    let deep = format!("int f(void) {{ return {}x{}; }}", "(".repeat(3_000), ")".repeat(3_000));
    let branches = format!("{}int x;{}", "#if A\n".repeat(2_000), "\n#else\n{ y\n#endif".repeat(2_000));
    let sources = [
        "#if",
        "#endif\n#else\nint a;\n#if X\nint b;",
        "#define\n#define (\n#define f(\n#define g(a, b",
        "int a = { .b = ",
        "typedef struct {",
        "struct { int a } b, *c[3];",
        "__attribute__((x) int f(",
        "int (*(*f)(int a))(int b);",
        &deep,
        &branches,
    ];
    for source in sources {
        facts(source);
    }
}

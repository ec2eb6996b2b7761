//! What the linker does with much of a thing.
#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

#[path = "../../examples/references.rs"]
mod example;
mod preferred;
use indexer_core::Target;
use indexer_core::key::symbol_keys;
use indexer_core::work;
use indexer_link::{LinkDatabase, MemoryDatabase};
use indexer_parse::{Limits, by_id, language_of, parse};
use std::fmt::Write as _;

/// Each name rests on the one before: neither the stack nor what is remembered of the questions may
/// grow with the square of the chain.
#[test]
fn a_long_chain_of_names_is_followed_to_its_end() {
    const LENGTH: usize = 20_000;
    let mut text = "class C:\n  def m(self): pass\nx0 = C()\n".to_owned();
    for i in 1..LENGTH {
        writeln!(text, "x{i} = x{}", i - 1).unwrap();
    }
    writeln!(text, "x{}.m()", LENGTH - 1).unwrap();
    let parsed = parse(language_of("a.py", b"").unwrap(), text.as_bytes(), Limits::default());
    let rules = |id: &str| by_id(id).map(|language| language.rules);
    let database = MemoryDatabase::new(rules, [("a.py".to_owned(), parsed)]);
    let file = database.find("a.py").unwrap();
    let facts = database.facts(file).unwrap();
    let linked = database.linker().link(file);
    let last = facts.references.iter().position(|one| facts.name(one.name) == "m").unwrap();
    let edge = &linked.edges[last];
    assert_eq!(format!("{} {}", edge.resolution, edge.rule), "resolved member");
    let method = facts.definitions.iter().position(|one| facts.name(one.name) == "m").unwrap();
    assert_eq!(facts.owner_chain(indexer_core::DefId(method as u32)), ["C", "m"]);
    assert_eq!(edge.targets, [Target::Symbol(symbol_keys("a.py", facts)[method])]);
}

/// Links the only file of a repository, and counts the steps.
fn steps_to_link(path: &str, text: &str) -> u64 {
    let rules = |id: &str| by_id(id).map(|language| language.rules);
    let parsed = parse(language_of(path, text.as_bytes()).unwrap(), text.as_bytes(), Limits::default());
    let database = MemoryDatabase::new(rules, [(path.to_owned(), parsed)]);
    let file = database.find(path).unwrap();
    work::count(|| database.linker().link(file)).1.steps
}

fn steps_of(text: &str) -> u64 {
    steps_to_link("A.java", text)
}

/// What one file defines many times under one name, and uses as often.
#[test]
fn a_name_that_is_defined_many_times_is_looked_up_once() {
    let repeated = [
        ("a.c", "struct a{} "),
        ("a.c", "struct a{int b;};\nstruct a *f(struct a *);\n"),
        ("a.py", "def f(x): pass\nf(1)\n"),
        ("a.rs", "fn f(){}\nfn g(){f()}\n"),
        ("a.cpp", "struct a{};\nvoid f(a);\n"),
        ("a.cpp", "struct a{};\nnamespace b { struct a{}; }\na x;\n"),
    ];
    let mut wrong = Vec::new();
    for (path, part) in repeated {
        let (once, twice) = (steps_to_link(path, &part.repeat(300)), steps_to_link(path, &part.repeat(600)));
        if once == 0 || twice * 10 > once * 25 {
            wrong.push(format!("{path} {part:?}: {once} {twice}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each interface extends all of the level above it, and none of them is what is asked for.
#[test]
fn every_type_above_is_looked_at_once() {
    let mut text =
        "interface Other<T> {}\nclass Tool { static <T> T take(Other<T> of) { return null; } }\n".to_owned();
    for level in 0..8 {
        for one in 0..8 {
            let above: Vec<String> = (0..8).map(|one| format!("L{}_{one}<T>", level - 1)).collect();
            let above = if level == 0 { String::new() } else { format!(" extends {}", above.join(", ")) };
            writeln!(text, "interface L{level}_{one}<T>{above} {{}}").unwrap();
        }
    }
    text += "class Use { void use(L7_0<String> one) { var found = Tool.take(one); found.size(); } }\n";
    let steps = steps_of(&text);
    assert!(steps < 20_000, "{steps}");
}

/// Calls inside of calls: each is looked at for the overloads of the one around it and for what that gives.
#[test]
fn calls_inside_of_calls_are_looked_at_once() {
    let steps = |depth: usize| {
        let nested = format!("{}\"a\"{}", "id(".repeat(depth), ")".repeat(depth));
        steps_of(&format!(
            "class A {{ <T> T id(T a) {{ return a; }} int id(int a, int b) {{ return a; }}\n\
             void use() {{ var x = {nested}; x.length(); }} }}\n"
        ))
    };
    let (once, twice) = (steps(10), steps(20));
    assert!(twice < once * 3, "{once} {twice}");
    assert!(steps(40) < once * 6, "{once}");
}

/// Overloads of one name, and as many calls of it: by type, in a type below, each below the next, with arguments that
/// are not known, and with any number of arguments.
#[test]
fn overloads_are_compared_a_bounded_number_of_times() {
    let numbered = |part: &str, upto: usize| -> String {
        (0..upto).map(|i| part.replace("#+", &(i + 1).to_string()).replace('#', &i.to_string())).collect()
    };
    // What is declared before, each overload, each call.
    let texts = [
        ("class T# {}\n", "void f(T# a) {}\n", "f(new T#());\n"),
        ("class T# extends T#+ {}\n", "void f(T# a) {}\n", "f(new T0());\n"),
        ("", "void f(X# a) {}\n", "f(y#());\n"),
        ("", "void f(X#... a) {}\n", "f(y#());\n"),
        ("", "void f(X# a) {}\n", "g(this::f);\n"),
    ];
    let mut wrong = Vec::new();
    for (before, overload, call) in texts {
        for base in ["", "class B {\n@}\n"] {
            let steps = |upto: usize| {
                let all = numbered(overload, upto);
                let base = base.replace('@', &all);
                let of = if base.is_empty() { "" } else { " extends B" };
                steps_of(&format!(
                    "{}{base}class A{of} {{ void g(R r) {{}}\n{all}void use() {{\n{}}}\n}}\n",
                    numbered(before, upto),
                    numbered(call, upto)
                ))
            };
            let (once, twice) = (steps(1_500), steps(3_000));
            if twice * 10 > once * 23 {
                wrong.push(format!("{overload:?} {call:?} {base:?}: {once} {twice}"));
            }
            // So many people write: their calls are told apart, with a step for each overload.
            let few = steps(200);
            assert!(few < 200 * 200 * 6, "{overload:?} {call:?}: {few}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_example_runs() {
    example::main().unwrap();
}

//! Facts of JavaScript and TypeScript.

use crate::shown::{facts_of, show, value_in};
use indexer_core::{Expression, FileFacts, Flags, Owner};

fn facts(source: &str) -> FileFacts {
    facts_of("javascript", source)
}

/// The value of the definition with this name, as people would write it.
fn value(source: &str, name: &str) -> String {
    value_in("javascript", source, name)
}

/// The definitions with their owners: kind, chain.
fn defined(facts: &FileFacts) -> Vec<String> {
    let all = (0..facts.definitions.len() as u32).map(indexer_core::DefId);
    all.map(|id| format!("{} {}", facts.definition(id).kind, facts.owner_chain(id).join("."))).collect()
}

#[test]
fn values_of_variables_are_what_is_assigned() {
    assert_eq!(value("let x = 1; x = 'a';", "x"), "Float | String");
    assert_eq!(value("let x; function f() { x = g(); }", "x"), "g()");
    assert_eq!(value("const { a, b: [c, ...d] } = f()", "c"), "f().b#0");
    assert_eq!(value("const { a, b: [c, ...d] } = f()", "d"), "List[element(f().b)]");
    assert_eq!(value("const { a = 1 } = f()", "a"), "f().a | Float");
    assert_eq!(value("const x = a?.b(c)[0]['d']", "x"), "a.b(c)[Float].d");
    assert_eq!(value("const x = a ? b : c || d", "x"), "b | c | d");
    assert_eq!(value("const x = `a ${b}`", "x"), "String");
    assert_eq!(value("const x = new A(b)", "x"), "A(b)");
    assert_eq!(value("const x = [...a, b]", "x"), "List[element(a), b]");
    assert_eq!(value("const x = { a, b: 1, c() {} }", "x"), "{a, b, c}");
    assert_eq!(value("const x = await import('./m')", "x"), "await promise ./m");
    assert_eq!(value_in("typescript", "const x = require('m')", "x"), "m");
}

#[test]
fn types_are_read_from_annotations_and_comments() {
    let typed = |source: &str| value_in("typescript", source, "x");
    assert_eq!(typed("let x: A.B<C>[] | null = f()"), "instance A.B<C>[]");
    assert_eq!(typed("let x: Partial<A> & B"), "instance A | B");
    assert_eq!(typed("let x = f() as A"), "instance A, given f()");
    assert_eq!(typed("let x = 1 as A"), "instance A");
    assert_eq!(typed("let x = f() satisfies A"), "f()");
    assert_eq!(typed("let x: (a: A) => B"), "instance fn(A) -> B");
    assert_eq!(typed("let x: { a: A }"), "instance {a}");
    assert_eq!(typed("let x: [A, B]"), "instance (instance A, instance B)");
    assert_eq!(typed("let x: A['b']"), "instance instance A.b");
    assert_eq!(value("/** @type {A.B<string>[]} */\nlet x = f()", "x"), "instance A.B<String>[]");
    let source = "/**\n * @param {A} a - one\n * @returns {Promise<B>}\n */\nfunction x(a) {}";
    assert_eq!(value(source, "x"), "instance Promise<B>");
    let facts = facts(source);
    assert_eq!(show(&facts, facts.parameters[0].annotation), "A");
    assert!(facts.references.is_empty(), "names in comments are no references");
}

#[test]
fn calls_of_functions_give_their_returns() {
    assert_eq!(value("function f() { if (a) return b(); return null }", "f"), "b()");
    assert_eq!(value("function f() {}", "f"), "None");
    assert_eq!(value("const f = a => a.b", "f"), "a.b");
    assert_eq!(value("async function f() { return await g() }", "f"), "promise await g()");
    assert_eq!(value("function* f() { yield a; yield* b }", "f"), "Generator[a | element(b)]");
    assert_eq!(value_in("typescript", "declare function f(): A", "f"), "instance A");
}

#[test]
fn prototypes_and_assigned_members_belong_to_their_class() {
    let source = "function A() { this.x = 1 }\nA.prototype.m = function () { this.y = 2 };\n\
                  const p = A.prototype; p.n = () => 1;\nA.make = function () {};\n\
                  A.prototype = { o() {} };\nB.prototype.lost = 1;\n";
    let expected = [
        "class A",
        "field A.x",
        "method A.m",
        "field A.y",
        "constant p",
        "method A.n",
        "method A.make",
        "method A.o",
    ];
    assert_eq!(defined(&facts(source)), expected);
    let source = "function f() {}\nf.a = 1;\nf.a = 2;\nconst o = {};\no.m = function () {};";
    let facts = facts(source);
    assert_eq!(defined(&facts), ["function f", "property f.a", "constant o", "method o.m"]);
    assert_eq!(facts.extensions.len(), 1);
}

#[test]
fn inheritance_is_read_from_classes_and_calls() {
    let bases = |source: &str, name: &str| {
        let facts = facts(source);
        let of = facts.definitions.iter().find(|d| facts.name(d.name) == name).expect("it is defined");
        facts.list(of.bases).iter().map(|b| show(&facts, *b)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(bases("class A extends b.C {}", "A"), "b.C");
    assert_eq!(bases("function A() {}\nA.prototype = Object.create(B.prototype)", "A"), "B");
    assert_eq!(bases("function A() {}\nutil.inherits(A, B)", "A"), "B");
    assert_eq!(
        bases("function A() {}\nA.prototype.x = 1\nObject.setPrototypeOf(A.prototype, B.prototype)", "A"),
        "B"
    );
    assert_eq!(bases("const a = { ...b, c: 1 }", "a"), "b");
}

#[test]
fn exports_bind_names_that_only_imports_see() {
    let exported = |source: &str| {
        let facts = facts(source);
        let member = |b: &&indexer_core::Binding| b.namespace == indexer_core::Namespace::MEMBER;
        let mut all: Vec<String> = facts
            .bindings(indexer_core::ScopeId(0))
            .iter()
            .filter(member)
            .map(|b| format!("{} {:?}", facts.name(b.name), b.bound))
            .collect();
        all.sort();
        all.join(", ")
    };
    assert_eq!(exported("export default function f() {}"), "default Definition(DefId(0))");
    assert_eq!(exported("export default { a: 1 }"), "default Definition(DefId(0))");
    assert_eq!(exported("const a = 1; export { a as b }; export default a"), "b Alias, default Alias");
    assert_eq!(exported("export { a as b } from 'c'; export * from 'd'"), "b Import(ImportId(0))");
    assert_eq!(exported("module.exports = class A {}"), "export= Definition(DefId(0))");
    assert_eq!(exported("var a = exports = module.exports = {}"), "export= Definition(DefId(0))");
    assert_eq!(exported("exports.a = function () {}"), "a Definition(DefId(0))");
    assert_eq!(
        exported("module.exports = { a }"),
        "export= Definition(DefId(0)), exports Definition(DefId(0))"
    );
    assert_eq!(exported("module.exports = require('./a')"), "export= Alias");
}

#[test]
fn signatures_documentation_flags_and_metrics() {
    let source = "/**\n * Says what.\n * @deprecated\n */\nexport async function f(a, { b } = {}) {\n  \
                  if (a && b && c) {\n    for (const x of y) { if (x || a) {} }\n  } else if (z) {} else {}\n  return 1\n}";
    let facts = facts(source);
    let f = &facts.definitions[0];
    assert_eq!(f.signature, "export async function f(a, { b } = {})");
    assert_eq!(f.doc.as_deref(), Some("Says what.\n@deprecated"));
    assert!(f.flags.has(Flags::ASYNC.with(Flags::DEPRECATED)));
    assert_eq!(f.visibility.as_str(), "public");
    let metrics = f.metrics.expect("a callable has metrics");
    // if 1, && 1, for 2, if 3, || 1, else if 1, else 1.
    assert_eq!((metrics.cyclomatic, metrics.cognitive, metrics.nesting, metrics.parameters), (8, 10, 3, 2));
    let facts = facts_of(
        "typescript",
        "declare class A { private static m(): void; protected x: B; abstract y(): A }",
    );
    let flags: Vec<String> = facts
        .definitions
        .iter()
        .map(|d| format!("{} {}", d.visibility, d.flags.words().collect::<Vec<_>>().join("+")))
        .collect();
    assert_eq!(
        flags[1..],
        ["private static+declaration", "restricted declaration", "public abstract+declaration"]
    );
}

#[test]
fn names_of_blocks_do_not_leave_them() {
    let facts =
        facts("let a = 1;\n{ let a = 2; a; }\nfunction f() { if (b) { var c = 1; } return c; }\na;\nc;");
    let read: Vec<&str> = facts.references.iter().map(|r| facts.name(r.name)).collect();
    assert_eq!(read, ["b", "a", "c"]);
}

#[test]
fn owners_of_members_are_what_the_object_is() {
    let source = "export default { a: { b: 1 }, c() { return { d: 2 } } }\nconst x = Object.freeze({ e: 1 });\ncall({ f: () => 1 })";
    let facts = facts(source);
    let expected = [
        "constant default",
        "property default.a",
        "property default.a.b",
        "method default.c",
        "property default.c.d",
        "constant x",
        "property x.e",
        "method f",
    ];
    assert_eq!(defined(&facts), expected);
    assert!(facts.definitions.iter().all(|d| d.owner != Owner::Extension(indexer_core::ExtensionId(0))));
}

#[test]
fn broken_code_keeps_the_facts_around_it() {
    let facts = facts("function good() {}\nclass { m( }\nconst = 3\nfunction also(a) { return a }\n");
    assert!(!facts.problems.is_empty());
    let names: Vec<&str> = facts.definitions.iter().map(|d| facts.name(d.name)).collect();
    assert!(names.contains(&"good"), "{names:?}");
}

/// Each of these nests deeper than the limit, or says the same thing very often.
#[test]
fn deep_and_long_code_keeps_its_identifiers() {
    let nested = |open: &str, inner: &str, close: &str| {
        format!("const x = {}{inner}{};\n", open.repeat(3_000), close.repeat(3_000))
    };
    let sources = [
        nested("a => ", "b", ""),
        nested("function f() { return ", "b", "}"),
        nested("{ a: ", "b", "}"),
        nested("`${", "b", "}`"),
        nested("new ", "B", ""),
        nested("c ? d : ", "b", ""),
        nested("class { m() { return ", "b", "} }"),
        nested("await ", "b", ""),
        format!("{}z;\n", "if (a) { b } else ".repeat(3_000)),
        format!("x{};\n", ".then(a => b)".repeat(3_000)),
        format!("{}b;\n", "a = ".repeat(3_000)),
        "A.prototype.m = function () {};\n".repeat(3_000),
        "x = y; var x;\n".repeat(3_000),
    ];
    for (source, language) in sources.iter().flat_map(|s| [(s, "javascript"), (s, "typescript"), (s, "tsx")])
    {
        facts_of(language, source);
    }
    facts_of("typescript", &format!("type X = {}B{};\n", "A<".repeat(3_000), ">".repeat(3_000)));
    facts_of("typescript", &format!("type X = {}B;\n", "A extends B ? C : ".repeat(3_000)));
    facts_of("typescript", &format!("type X = {}B{};\n", "{ a: ".repeat(3_000), "}".repeat(3_000)));
    facts_of("tsx", &format!("const x = {}{};\n", "<A b={c}>".repeat(3_000), "</A>".repeat(3_000)));
}

#[test]
fn variables_of_required_modules_are_definitions() {
    let source = "const a = require('a');\nconst { b, c: { d } } = require('./b');\n\
                  function f() { const e = require('e'); a(); b(); d(); e() }";
    let facts = facts(source);
    assert_eq!(defined(&facts), ["constant a", "constant b", "constant d", "function f"]);
    assert_eq!(show(&facts, facts.definitions[0].value), "a");
    assert_eq!(show(&facts, facts.definitions[2].value), "./b:c:d");
    let called = |name: &str| {
        let is_it =
            |r: &&indexer_core::Reference| facts.name(r.name) == name && r.role == indexer_core::Role::Call;
        let Expression::Name { bound, .. } =
            facts.expression(facts.references.iter().find(is_it)?.expression)
        else {
            return None;
        };
        Some(format!("{:?}", facts.bindings[bound?.index()].bound).split('(').next()?.to_owned())
    };
    // What another package gives is known by the variable alone; a file of the repository is followed.
    assert_eq!(called("a").as_deref(), Some("Definition"));
    assert_eq!(called("b").as_deref(), Some("Import"));
    assert_eq!(called("d").as_deref(), Some("Import"));
    assert_eq!(called("e").as_deref(), Some("Import"));
}

#[test]
fn places_say_what_is_expected_of_values() {
    let typed = |source: &str| facts_of("typescript", source);
    let bound = |facts: &FileFacts, name: &str| {
        let found = facts.bindings.iter().find(|b| facts.name(b.name) == name).expect("it is bound");
        match facts.expression(found.value) {
            Expression::Given { of, index } => format!("given {index} of {}", show(facts, of)),
            _ => show(facts, found.value),
        }
    };
    assert_eq!(bound(&typed("const f: F = (a, b) => 1"), "b"), "given 1 of instance F");
    assert_eq!(bound(&typed("const o: O = { m(a) {} }"), "a"), "given 0 of instance O.m");
    assert_eq!(
        bound(&typed("const o: O = { p: [{ q: a => 1 }] }"), "a"),
        "given 0 of element(instance O.p).q"
    );
    assert_eq!(bound(&typed("function f(): O { return { m: a => 1 } }"), "a"), "given 0 of instance O.m");
    let facts = typed("const o: O = { k: 1, s }; f({ k: 2 })");
    let keys: Vec<String> = facts
        .references
        .iter()
        .filter(|r| r.role == indexer_core::Role::Write && facts.expected_by(r).is_none())
        .map(|r| show(&facts, r.expression))
        .collect();
    assert_eq!(keys, ["instance O.k", "instance O.s"], "keys are uses where an annotation says of what");
    let given = facts.references.iter().filter_map(|r| facts.expected_by(r));
    let positions: Vec<u32> = given.map(|(_, position)| position).collect();
    assert_eq!(positions, [0], "keys of what is given may be uses of what the callee expects");
}

#[test]
fn names_that_are_tested_are_instances_inside() {
    let facts = facts_of(
        "typescript",
        "function f(a) { if (a instanceof A && b) { a.x; } else { a.y } if (!(a instanceof A)) { a.z } }",
    );
    let is_member = |one: &indexer_core::ExprId| {
        matches!(facts.expression(*one), indexer_core::Expression::Member { .. })
    };
    let all = (0..facts.expressions.len() as u32).map(indexer_core::ExprId).filter(is_member);
    let narrowed: Vec<String> = all.map(|one| show(&facts, one)).collect();
    assert_eq!(narrowed, ["instance A.x", "a.y", "a without instance A.z"]);
}

#[test]
fn tests_of_what_nests_deep_end() {
    // As much of it as would fill the stack, were each level a call.
    let many = 100_000;
    let texts = [
        format!("if (a.b === 'x') {{ a{}; }}", ".a".repeat(many)),
        format!("if (a.b === 'x') {}return;{} a.c();", "{".repeat(many), "}".repeat(many)),
        format!("{} {{ return; }} a.c();", "if (a.b === 'x') { return; } else ".repeat(many)),
        format!("if ({}a{}.b === 'x') return; a.c();", "(".repeat(many), ")".repeat(many)),
    ];
    for text in texts {
        let facts = facts_of("typescript", &format!("function f(a: any) {{ {text} }}\n"));
        assert_eq!(facts.definitions.len(), 1);
    }
}

#[test]
fn decorators_stay_with_the_member_whatever_their_arguments_hold() {
    let source =
        "class A {\n  /** Gives one. */\n  @Get('one') @Param({ name: 'id', f() {} })\n  one() {}\n}\n";
    let facts = facts_of("typescript", source);
    let one = facts.definitions.iter().find(|one| facts.name(one.name) == "one").expect("it is defined");
    assert_eq!(facts.list(one.decorators).len(), 2);
    assert_eq!(one.doc.as_deref(), Some("Gives one."));
    assert_eq!(one.span.start as usize, source.find("@Get").unwrap());
    for key in facts.definitions.iter().filter(|one| matches!(facts.name(one.name), "name" | "f")) {
        assert!(key.decorators.len == 0 && key.doc.is_none(), "{key:?}");
    }
}

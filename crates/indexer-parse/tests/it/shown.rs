//! Facts as people would write them, for tests of every language.

use indexer_core::{Access, DefId, ExprId, Expression, FileFacts};
use indexer_parse::{Limits, by_id, parse};

/// The facts of a source, in which no identifier is lost.
pub(crate) fn facts_of(language: &str, source: &str) -> FileFacts {
    let facts = parse(by_id(language).expect("a language"), source.as_bytes(), Limits::default());
    assert!(facts.tally.balances(), "{:?}", facts.tally);
    facts
}

/// Kind, owner chain, visibility and flags of each definition.
pub(crate) fn definitions(facts: &FileFacts, separator: &str) -> Vec<String> {
    let line = |id| {
        let one = facts.definition(id);
        let flags: Vec<&str> = one.flags.words().collect();
        let chain = facts.owner_chain(id).join(separator);
        format!("{} {chain} {} {}", one.kind, one.visibility, flags.join(" ")).trim().to_owned()
    };
    (0..facts.definitions.len() as u32).map(DefId).map(line).collect()
}

/// The value of the definition with this name.
pub(crate) fn value_in(language: &str, source: &str, name: &str) -> String {
    let facts = facts_of(language, source);
    let found = facts.definitions.iter().find(|d| facts.name(d.name) == name);
    show(&facts, found.unwrap_or_else(|| panic!("{name} is defined")).value)
}

/// An expression.
pub(crate) fn show(facts: &FileFacts, id: ExprId) -> String {
    let list = |list| facts.list(list).iter().map(|one| show(facts, *one)).collect::<Vec<_>>().join(", ");
    match facts.expression(id) {
        Expression::Put { into, value } => format!("{}, given {}", show(facts, into), show(facts, value)),
        Expression::Excluded { of, without } => {
            format!("{} without {}", show(facts, of), show(facts, without))
        }
        Expression::Matched { of, member, is } => {
            format!("{} where {} is {}", show(facts, of), facts.name(member), show(facts, is))
        }
        Expression::Const(of) => format!("const {}", show(facts, of)),
        Expression::Metatype(of) => format!("metatype {}", show(facts, of)),
        Expression::Guards(of) => format!("guards {}", show(facts, of)),
        Expression::Unknown => "?".into(),
        Expression::Name { name, .. } => facts.name(name).into(),
        Expression::Member { of, name, access: Access::Value | Access::Path } => {
            format!("{}.{}", show(facts, of), facts.name(name))
        }
        Expression::Call { of, arguments } => format!("{}({})", show(facts, of), list(arguments)),
        Expression::Keyword { name, value } => format!("{}={}", facts.name(name), show(facts, value)),
        Expression::Index { of, index } => format!("{}[{}]", show(facts, of), show(facts, index)),
        Expression::Element(of) => format!("element({})", show(facts, of)),
        Expression::Awaited(of) => format!("await {}", show(facts, of)),
        Expression::Promised(of) => format!("promise {}", show(facts, of)),
        Expression::Entered(of) => format!("entered({})", show(facts, of)),
        Expression::Literal(kind) => format!("{kind:?}"),
        Expression::Collection(kind, of) => format!("{kind:?}[{}]", list(of)),
        Expression::Tuple(of) => format!("({})", list(of)),
        Expression::Item { of, index } => format!("{}#{index}", show(facts, of)),
        Expression::Union(of) => list(of).replace(", ", " | "),
        Expression::Instance(of) => format!("instance {}", show(facts, of)),
        Expression::Apply { of, arguments } => format!("{}<{}>", show(facts, of), list(arguments)),
        Expression::Sequence(of) => format!("{}[]", show(facts, of)),
        Expression::FunctionType { parameters, returns } => {
            format!("fn({}) -> {}", list(parameters), show(facts, returns))
        }
        Expression::Object(scope) => {
            let members = facts.bindings(scope).iter().map(|b| facts.name(b.name));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        Expression::Definition(id) => format!("#{}", facts.name(facts.definition(id).name)),
        Expression::Lambda(_) => "lambda".into(),
        Expression::LambdaParameter(_, index) => format!("given {index}"),
        Expression::SelfInstance(_) => "this".into(),
        Expression::Import { import, upto } => {
            let path = &facts.imports[import.index()].path;
            path[..upto as usize].iter().map(|n| facts.name(*n)).collect::<Vec<_>>().join(":")
        }
        other => format!("{other:?}"),
    }
}

/// Locals and what is neither leave no facts of their own but their count.
#[test]
fn the_tally_tells_locals_from_what_is_neither() {
    let cases = [
        ("python", "def f(a):\n    b = a\n    return b\n", 4, 0),
        ("python", "f(a=1, b=2)\n", 0, 2),
        ("python", "import a as b\n", 1, 0),
        ("python", "[c for c in d]\n", 2, 0),
        ("python", "lambda e: e\n", 2, 0),
        ("rust", "fn f(a: u8) -> u8 { let b = a; b }", 4, 0),
        ("rust", "fn f() { 'a: loop { break 'a; } }", 0, 2),
        ("rust", "fn f<'a, T>(b: &'a T) {}", 3, 2),
        ("rust", "#[inline] fn f() { m!(a = 1) }", 0, 2),
        ("rust", "use a::b as c;", 1, 0),
        ("rust", "impl A { fn f(self) -> Self { Self { b: 1 } } }", 2, 0),
        ("java", "class A { int f(int a) { int b = a; return b; } }", 4, 0),
        ("java", "class A { void f() { a: for (;;) { break a; } } }", 0, 2),
        ("java", "class A<T> { <U> void f(T a, U b) {} }", 6, 0),
        ("java", "package a.b.c; class A { void f() { var x = 1; } }", 1, 3),
        ("java", "class A { F f = (a, b) -> a; G g = x -> x; }", 5, 0),
        ("go", "package p; func f(a int) int { b := a; return b }", 4, 0),
        ("go", "package p; func f() { L: for { break L } }", 0, 2),
        ("go", "package p; func f[T any](a *T) {}", 3, 0),
        ("go", "package p; var _ = 1; func _() { _ = 2 }", 0, 3),
        ("go", "package p; import a \"b\"; var f func(x int) (y int)", 1, 2),
    ];
    for (language, source, locals, neither) in cases {
        let tally = facts_of(language, source).tally;
        assert_eq!((tally.locals, tally.neither), (locals, neither), "{source}: {tally:?}");
    }
}

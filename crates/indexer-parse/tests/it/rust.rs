//! Facts of Rust.

use crate::shown::{definitions, facts_of};
use indexer_core::{Bound, Expression, FileFacts, Flags, ImportShape, SymbolKind, Visibility};
use indexer_parse::by_id;

fn facts(source: &str) -> FileFacts {
    facts_of("rust", source)
}

#[test]
fn owners_visibility_and_flags() {
    let source = "
        pub(crate) struct Pair(u8, u8);
        impl Pair { pub fn new() -> Self { todo!() } pub(super) async fn go(&self) {} }
        impl Clone for Pair { fn clone(&self) -> Self { Self(0, 0) } }
        #[cfg(test)] mod tests { #[test] fn works() { fn inner() {} } }
        #[macro_export] macro_rules! m { () => {} }
        extern \"C\" { fn c(); }
        cfg_x! { pub fn hidden() {} }
        fn main() {}";
    let expected = "struct Pair package record
method Pair::new public static
method Pair::go restricted async
method Pair::clone public
module tests private test conditional
function tests::works private test
function tests::works::inner private test
macro m public exported
function c private extern declaration
function hidden public in_macro
function main private entry";
    assert_eq!(definitions(&facts(source), "::").join("\n"), expected);
}

#[test]
fn documentation_signatures_and_metrics() {
    let facts = facts(
        "//! File.\n/// One.\n/// Two.\n#[inline]\npub fn f(a: u8,\n   b: u8) -> u8 {\n if a > 1 && b > 1 { for _ in 0..a { if b == 2 {} } } else {}\n a\n}\n",
    );
    let one = &facts.definitions[0];
    assert_eq!(facts.doc.as_deref(), Some("File."));
    assert_eq!(one.doc.as_deref(), Some("One.\nTwo."));
    assert_eq!(one.signature, "pub fn f(a: u8, b: u8) -> u8");
    assert_eq!(one.span.start, 10);
    let metrics = one.metrics.expect("a function with a body");
    // if +1, && +1, for +2, if +3, else +1
    assert_eq!((metrics.cyclomatic, metrics.cognitive, metrics.nesting), (5, 8, 3));
    assert_eq!(metrics.parameters, 2);
}

#[test]
fn imports() {
    let facts = facts("pub use a::{b, c as d, self, e::*};\nuse ::x::Y as _;\nextern crate z;");
    let show = |i: &indexer_core::Import| {
        let path: Vec<&str> = i.path.iter().map(|n| facts.name(*n)).collect();
        let alias = i.alias.map_or("", |n| facts.name(n));
        format!("{:?} {} {} {alias}", i.shape, i.level, path.join("::")).trim().to_owned()
    };
    let shown: Vec<String> = facts.imports.iter().map(show).collect();
    let expected =
        ["Item 0 a::b", "Item 0 a::c d", "Item 0 a", "Wildcard 0 a::e", "Effect 1 x::Y", "Item 1 z"];
    assert_eq!(shown, expected);
    assert_eq!(facts.imports[0].visibility, Visibility::Public);
    assert!(facts.imports.iter().any(|i| i.shape == ImportShape::Wildcard));
    assert_eq!(facts.references.iter().filter(|r| facts.name(r.name) == "a").count(), 1);
}

#[test]
fn let_shadows_from_its_end() {
    let facts = facts("fn f(x: u8) { let x = x.a(); x.b(); }");
    let bound = |name: &str| {
        let one = facts.references.iter().find(|r| facts.name(r.name) == name).expect("a reference");
        let Expression::Member { of, .. } = facts.expression(one.expression) else { panic!("a member") };
        let Expression::Name { bound: Some(id), .. } = facts.expression(of) else { panic!("a bound name") };
        facts.bindings[id.index()].bound
    };
    assert!(matches!(bound("a"), Bound::Parameter(_)));
    assert_eq!(bound("b"), Bound::Local);
}

#[test]
fn methods_see_the_type_parameters_of_their_block() {
    let facts = facts("impl<T> Thing<T> { fn f(x: T) {} }");
    assert!(facts.references.iter().all(|r| facts.name(r.name) != "T"));
}

#[test]
fn broken_and_deep_code_is_conserved() {
    let deep = format!("fn f() {{ {}x{} }}", "(".repeat(3_000), ")".repeat(3_000));
    let nested = format!("fn f() {{ {}a{} }}", "m!(".repeat(40), ")".repeat(40));
    let sources = [
        "fn ( x struct { impl",
        "use a::{",
        "m!{ => x . }",
        "fn f(x: { let",
        // Errors inside of a label, of `()` and of a function's modifiers.
        "if'\\x\u{27f}",
        "const A: (i64, i64) = (1, #[cfg(test)] 2);",
        "fn f() { (#[a] lhs? + #[b] rhs.await) }",
        "trait T { default const f: u8 = 0; default fn foo() {} }",
        &deep,
        &nested,
    ];
    for source in sources {
        let tree = indexer_parse::parse_tree(by_id("rust").expect("a language"), source).expect("a tree");
        let table = indexer_parse::table::of(by_id("rust").expect("a language"));
        let counted = indexer_parse::walk::count_identifiers(tree.root_node(), table);
        assert_eq!(facts(source).tally.identifiers, counted, "{source:.40}");
    }
}

#[test]
fn flags_of_derives_and_conditions() {
    let facts = facts("#[derive(Debug)]\n#[cfg(unix)]\nstruct A { b: u8 }");
    assert!(facts.definitions[0].flags.has(Flags::DERIVED.with(Flags::CONDITIONAL)));
    assert_eq!(facts.definitions[0].condition.map(|c| facts.name(c)), Some("unix"));
    assert_eq!(facts.definitions[1].kind, SymbolKind::Field);
}

/// What the references before byte `end` say, without ids, which depend on the order of reading.
fn said(source: &str, end: usize) -> Vec<String> {
    let facts = facts(source);
    let before = facts.references.iter().filter(|r| (r.span.end as usize) < end);
    let mut said: Vec<String> = before
        .map(|r| {
            let chain = chain(&facts, r.expression);
            format!("{} {:?} {} {:?} {chain}", facts.name(r.name), r.span, r.role, r.arguments)
        })
        .collect();
    let metrics = facts.definitions.iter().filter_map(|d| d.metrics);
    said.extend(metrics.map(|m| format!("{} {}", m.cyclomatic, m.cognitive)));
    said
}

fn chain(facts: &FileFacts, id: indexer_core::ExprId) -> String {
    let go = |of| chain(facts, of);
    let list = |list| facts.list(list).iter().map(|e| go(*e)).collect::<Vec<_>>().join(", ");
    match facts.expression(id) {
        Expression::Name { name, bound, namespace, .. } => {
            format!("{}/{namespace:?}/{}", facts.name(name), bound.is_some())
        }
        Expression::Member { of, name, access } => format!("{}.{access:?} {}", go(of), facts.name(name)),
        Expression::Call { of, arguments } => format!("{}({})", go(of), list(arguments)),
        Expression::Index { of, index } => format!("{}[{}]", go(of), go(index)),
        Expression::Tried(of) => format!("{}?", go(of)),
        Expression::Awaited(of) => format!("{} awaited", go(of)),
        Expression::Deref(of) => format!("*{}", go(of)),
        Expression::Instance(of) => format!("instance of {}", go(of)),
        Expression::Tuple(items) => format!("tuple {}", list(items)),
        Expression::Collection(kind, items) => format!("{kind:?} {}", list(items)),
        Expression::Item { of, index } => format!("{}.{index}", go(of)),
        other => format!("{other:?}"),
    }
}

/// A closure among the arguments makes them be parsed a second time; without one they are read from
/// their tokens. Both say the same.
#[test]
fn arguments_of_macros_say_the_same_read_or_parsed() {
    let arguments = [
        "a, b.c, d.e(f, g).h(), i::j::K, l::m(n)",
        "&a.b, *c.d(e), -f.g, !h.i(), &mut j.k, &&l.m(n), **o.p()",
        "a.b()?.c.await?, d[e].f(), g[h.i()][0].j()",
        "(a, b).f(c), (d).e(g), [h, i].j(k), [l; m].n(), ().o(), (p,).q()",
        "a.b() == c.d() && e.f() || g.h(i) < j && k.l(), a + b.c(d * e) - f.g()",
        "a.b as u8, u8::c(d), self.e(f), self::g::h(i), crate::j::k(l), super::super::m(n), ::o::p(q)",
        "\"{} {}\", a = b.c(), d = 1, f(g, 'h', 1.5, true, b\"i\", r\"j\")",
        "Self::a(b), Self.c(), Thing.d(), Some(e.f(g)).h(), x.0.a(), x.a(0x1)",
        "vec![a.b(c)].d(), format!(\"{}\", e.f()).g(), h::i!(j.k(l)).m(), dbg!(n).o(p), q!().r(), env!(\"S\").t()",
        "quote!(a b c), stringify!(d.e).f(), a /* c */ .b( // d\n c)",
        "matches!(a, B::C(d) if d.e()), f!(|g| g.h(i)).j(), k == vec![L { m: n.o() }, p], q!(r => s)",
        "a.b(c)\n.d(e)\n.f, |g| g, h",
        "a = b = c, d::<E>(f), g..h, if i { j } else { k }, L { m: n }, a < b > (c), a.b: c",
    ];
    for one in arguments {
        let place = |last: &str| {
            format!("impl Thing {{ fn f(&self, x: A, a: B) -> u8 {{ check!({one}{last}); a }} }}")
        };
        let end = place("").find(one).expect("it is there") + one.len() + 1;
        assert_eq!(said(&place(""), end), said(&place(", |z| z"), end), "{one}");
    }
}

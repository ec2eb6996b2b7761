//! Facts of C++.

use crate::shown::{definitions, facts_of};
use indexer_core::FileFacts;
use indexer_parse::language_of;

fn facts(source: &str) -> FileFacts {
    facts_of("cpp", source)
}

#[test]
fn owners_visibility_and_flags() {
    let source = "
        namespace a { namespace { int hidden; } inline namespace b { void f(); } }
        class C : D { int x; public: C(); C(const C &) = delete; ~C(); void g() const; static int h(); protected: int y; };
        C::C() {} void C::g() const {} int C::z = 1; C::~C() {}
        template <> struct T<int> { enum E { X }; };
        template <class U> U pick(U u) { return u; }
        extern \"C\" { int c(void); }
        [[deprecated]] int old();
        int main() { return 0; }";
    let expected = "module a public
variable a::hidden private
module a::b public
function a::b::f public declaration
class C public
field C::x private
constructor C::C public declaration
constructor C::C public
method C::~C public declaration
method C::g public declaration reads
method C::h public static declaration
field C::y restricted
constructor C::C public
method C::g public reads
field C::z public
method C::~C public
struct T public overload
enum T::E public
variant T::E::X public
function pick public
function c public declaration
function old public deprecated declaration
function main public entry";
    assert_eq!(definitions(&facts(source), "::").join("\n"), expected);
}

#[test]
fn headers_are_told_apart_by_content() {
    let id = |path: &str, text: &str| language_of(path, text.as_bytes()).expect("a language").id;
    assert_eq!(id("a.h", "struct class *c;\n#ifdef __cplusplus\nnamespace x {}\n#endif"), "c");
    assert_eq!(id("a.h", "namespace x { class A; }"), "cpp");
    assert_eq!(id("a.c", "namespace x { class A; }"), "c");
    assert_eq!(id("a.hpp", "int x;"), "cpp");
}

#[test]
fn templates_and_lambdas_bind_their_parameters() {
    let facts = facts(
        "template <class T, T V, template <class> class W> T f(W<T> w) { return [v = V](auto x) { return x + v; }(w); }",
    );
    let names: Vec<&str> = facts.references.iter().map(|r| facts.name(r.name)).collect();
    assert!(names.is_empty(), "{names:?}");
    assert_eq!(facts.type_parameters.len(), 3);
}

#[test]
fn broken_and_deep_code_is_conserved() {
    let deep = format!("auto x = {}y{};", "f<".repeat(2_000), ">".repeat(2_000));
    let sources = [
        "class A : public { operator",
        "template <class T> struct",
        "namespace { namespace a::",
        "using namespace; using a::; namespace b = ;",
        "A::B::~B() { [this, x = ] }",
        "struct S { S(int a) : b(a), c{a} friend void f(); };",
        "auto [a, b = c; operator\"\"_x(int);",
        &deep,
    ];
    for source in sources {
        facts(source);
    }
}

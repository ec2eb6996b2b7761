//! What is different about signatures, and what that breaks.

use crate::{check_file, lines, read};
use indexer_core::work::NEVER;
use indexer_diff::compare;

#[test]
fn parameters_and_types() {
    check_file(
        "a.rs",
        "pub fn f(a: u8, b: &str) -> u8 { 1 }\n",
        "pub fn f(a: u16, c: &str) -> u16 { 1 }\n",
        &[
            "signature a.rs#f [parameter_renamed b: b > c] [parameter_type a: u8 > u16] [type : -> u8 > -> u16] breaks parameter_retyped,type_changed",
        ],
    );
    check_file(
        "a.py",
        "def f(a, b=1): pass\n",
        "def f(a, c, b=2, *d): pass\n",
        &[
            "signature a.py#f [parameter_added c:  > ] [optional_parameter_added d:  > *] [parameter_default b: 1 > 2] breaks parameter_added",
        ],
    );
    check_file(
        "a.py",
        "def f(a, b): pass\n",
        "def f(b, a): pass\n",
        &["signature a.py#f [parameter_order : a, b > b, a] breaks parameter_reordered"],
    );
    check_file(
        "a.py",
        "def f(a): pass\n",
        "def f(b): pass\n",
        &["signature a.py#f [parameter_renamed a: a > b] breaks parameter_renamed"],
    );
    check_file(
        "A.java",
        "public class A { public int f(int a) { return 1; } }\n",
        "public class A { public long f(int a, Map<String, Integer> b) { return 1; } }\n",
        &[
            "signature A.java#A.f [parameter_added b:  > Map<String, Integer>] [type : public int > public long] breaks parameter_added,type_changed",
        ],
    );
    check_file(
        "a.ts",
        "export function f({ a, b }: Params, c: number) {}\n",
        "export function f({ a, b }: Pick<Params, 'a'>, c: number) {}\n",
        &[
            "signature a.ts#f [parameter_type 0: {a, b}:Params > {a, b}:Pick<Params, 'a'>] breaks parameter_retyped",
        ],
    );
    check_file(
        "a.ts",
        "export function f(a: string): void {}\n",
        "export function f(a?: string): void {}\n",
        &["signature a.ts#f [parameter_optional a:  > ]"],
    );
    check_file(
        "a.py",
        "def f(self, a: (int | str)): pass\n",
        "def f(self, a: int | str, *, b: int = 1): pass\n",
        &["signature a.py#f [optional_parameter_added b:  > int]"],
    );
}

#[test]
fn what_nobody_sees_is_no_difference() {
    // A lifetime that has no name may be left out.
    check_file(
        "a.rs",
        "pub fn f(a: &A, b: C<'_, u8>) -> Result<B> { a.b }\n",
        "pub fn f(a: &'_ A<'_>, b: C<u8>) -> Result<B<'_>> { a.b }\n",
        &[
            "signature a.rs#f [path a: &A > &'_ A<'_>] [path b: C<'_, u8> > C<u8>] [path : -> Result<B> > -> Result<B<'_>>]",
        ],
    );
    // Nobody names what takes the rest.
    check_file("a.py", "def f(a, *b, **c): return b\n", "def f(a, *d, **e): return d\n", &["body a.py#f"]);
}

#[test]
fn another_way_to_write_a_type_is_no_other_type() {
    check_file(
        "a.go",
        "package a\n\nfunc F(a, b int, c []byte) (interface{}, error) { return a, nil }\nfunc G(a int) (n int, err error) { return }\n\ntype T struct {\n\tA int `json:\"a\"`\n\tB []rune\n}\n",
        "package a\n\nfunc F(a int, b int, c []uint8) (any, error) { return a, nil }\nfunc G(a int) (int, error) { return }\n\ntype T struct {\n\tA int `json:\"b\"`\n\tB []int32\n}\n",
        &[
            "signature a.go#F [path c: []byte > []uint8] [path : (interface{}, error) > (any, error)]",
            "signature a.go#G [path : (n int, err error) > (int, error)]",
            "body a.go#T.A",
            "signature a.go#T.B [path : []rune > []int32]",
        ],
    );
    check_file(
        "a.py",
        "class A(dict, B): pass\ndef f(a: List[int]) -> typing.Dict[str, int]: return a\n",
        "class A(dict[K, V], c.B): pass\ndef f(a: list[int]) -> dict[str, int]: return a\n",
        &[
            "signature a.py#A [type_said : (dict, B) > (dict[K, V], c.B)]",
            "signature a.py#f [path a: List[int] > list[int]] [path : -> typing.Dict[str, int] > -> dict[str, int]]",
        ],
    );
    check_file(
        "a.cs",
        "public class A { public String F(Nullable<int> a) { return null; } }\n",
        "public class A { public string F(int? a) { return null; } }\n",
        &["signature a.cs#A.F [path a: Nullable<int> > int?] [path : public String > public string]"],
    );
    check_file(
        "a.ts",
        "export function f(a: Array<string>): Array<A | B> { return a }\n",
        "export function f(a: string[]): (A | B)[] { return a }\n",
        &["signature a.ts#f [path a: Array<string> > string[]] [path : :Array<A|B> > :(A|B)[]]"],
    );
    check_file(
        "a.rs",
        "pub fn f() -> () { 1; }\n",
        "pub fn f() { 1; }\n",
        &["signature a.rs#f [path : -> () > ]"],
    );
    // What is another type stays one.
    check_file(
        "a.cs",
        "public class A { public void F((int x, string y) a) {} }\n",
        "public class A { public void F((long x, string y) a) {} }\n",
        &[
            "signature a.cs#A.F [parameter_type a: (int x, string y) > (long x, string y)] breaks parameter_retyped",
        ],
    );
    check_file(
        "a.ts",
        "export function f(a: (keyof T)[]) {}\n",
        "export function f(a: (typeof T)[]) {}\n",
        &["signature a.ts#f [parameter_type a: (keyof T)[] > (typeof T)[]] breaks parameter_retyped"],
    );
    check_file(
        "a.ts",
        "export function f(a: String) {}\n",
        "export function f(a: string) {}\n",
        &["signature a.ts#f [parameter_type a: String > string] breaks parameter_retyped"],
    );
}

#[test]
fn what_a_macro_stands_for_is_its_body() {
    check_file(
        "a.h",
        "#define PATCH 18\n#define SQUARE(x) ((x)*(x))\n#define G(x) x\n#define H (1)\n",
        "#define PATCH 19\n#define SQUARE(x) square((x))\n#define G(x, y) x\n#define H (2)\n",
        &[
            "body a.h#PATCH",
            "body a.h#SQUARE",
            "signature a.h#G [parameter_added y:  > ] breaks parameter_added",
            "body a.h#H",
        ],
    );
}

#[test]
fn visibility_modifiers_and_members_to_write() {
    check_file(
        "a.rs",
        "pub fn f() {}\npub fn g() {}\n",
        "fn f() {}\npub async fn g() {}\n",
        &[
            "signature a.rs#f [visibility : public > private] breaks visibility_narrowed",
            "signature a.rs#g [modifiers :  > async] breaks modifiers_changed",
        ],
    );
    check_file(
        "a.rs",
        "pub trait T {\n    fn a(&self);\n}\n",
        "pub trait T {\n    fn a(&self);\n    fn b(&self);\n    fn c(&self) {}\n}\n",
        &["added a.rs#T.b breaks member_added", "added a.rs#T.c"],
    );
    check_file(
        "a.rs",
        "fn f() {}\npub fn g() {}\n",
        "pub fn f() {}\n",
        &["signature a.rs#f [visibility : private > public]", "removed a.rs#g breaks removed"],
    );
    check_file("test_a.py", "def f(): pass\n", "def g(): pass\n", &["renamed test_a.py#f > test_a.py#g"]);
}

#[test]
fn a_signature_that_is_cut_is_compared_to_its_end() {
    let many: String = (0..60).map(|i| format!("    parameter_{i}: Optional[int] = None,\n")).collect();
    let function = |last: &str| format!("def f(\n{many}    {last}: int = 1,\n) -> int:\n    return 1\n");
    check_file(
        "a.py",
        &function("one"),
        &function("other"),
        &["signature a.py#f [parameter_renamed one: one > other] breaks parameter_renamed"],
    );
}

#[test]
fn types_are_told_whole() {
    check_file(
        "a.rs",
        "pub fn f(a: u8) -> Result<usize, io::Error> { g() }\npub fn g() -> Result<usize, io::Error> { h() }\n",
        "pub fn f(a: u8) -> Result<(u8, usize), io::Error> { g() }\npub fn g(a: u8) -> Result<usize, io::Error> { h() }\n",
        &[
            "signature a.rs#f [type : -> Result<usize, io::Error> > -> Result<(u8, usize), io::Error>] breaks type_changed",
            "signature a.rs#g [parameter_added a:  > u8] breaks parameter_added",
        ],
    );
    check_file(
        "a.go",
        "package a\n\nfunc (t *T) F(a, b int) (int, error) { return 1, nil }\n",
        "package a\n\nfunc (t *T) F(a, b int) (string, error) { return \"\", nil }\n",
        &["signature+body a.go#T.F [type : (int, error) > (string, error)] breaks type_changed"],
    );
    check_file(
        "a.py",
        "def f(a) -> Callable[[int, str], None]: pass\n",
        "def f(a) -> Callable[[int], None]: pass\n",
        &[
            "signature a.py#f [type : -> Callable[[int, str], None] > -> Callable[[int], None]] breaks type_changed",
        ],
    );
}

#[test]
fn what_the_body_may_do_with_a_parameter_is_none_of_the_callers_business() {
    check_file(
        "a.rs",
        "impl T {\n    pub fn f(self, a: u8) -> u8 { a }\n    pub fn g(&self) {}\n}\n",
        "impl T {\n    pub fn f(mut self, mut a: u8) -> u8 { a += 1; a }\n    pub fn g(&mut self) {}\n}\n",
        &["body a.rs#T.f", "signature a.rs#T.g [receiver self: & > &mut] breaks receiver_changed"],
    );
    check_file(
        "A.java",
        "public class A { public int f(int a) { return a; } }\n",
        "public class A { public int f(final int a) { return a + 1; } }\n",
        &["body A.java#A.f"],
    );
}

#[test]
fn a_field_that_nobody_can_name_breaks_nobody() {
    check_file(
        "a.rs",
        "pub struct A(u8, pub u8);\npub struct B(pub u8);\npub struct C { pub a: u8, b: u8 }\n",
        "pub struct A(u16, pub u8, u8);\npub struct B(pub u16);\npub struct C { pub a: u8, c: Vec<u8> }\n",
        &[
            "signature a.rs#A [private_field 2:  > u8] [private_field 0: u8 > u16]",
            "signature a.rs#B [parameter_type 0: pub u8 > pub u16] breaks parameter_retyped",
            "added a.rs#C.c",
            "removed a.rs#C.b",
        ],
    );
}

#[test]
fn arguments_that_are_given_at_their_place_alone() {
    check_file(
        "a.py",
        "def f(a, b=1): pass\n",
        "def f(a, /, b=1): pass\n",
        &["signature a.py#f [parameter_kind a:  > ] breaks parameter_reordered"],
    );
    check_file(
        "a.py",
        "def f(a, /, b=1): pass\n",
        "def f(a, b=1): pass\n",
        &["signature a.py#f [parameter_named a:  > ]"],
    );
    // Nobody names what is given at its place alone; a quotient is no mark.
    check_file("a.py", "def f(a, /, b): pass\n", "def f(c, /, b): pass\n", &["cosmetic a.py#f"]);
    check_file(
        "a.py",
        "def f(a=1 / 2, b=3): pass\n",
        "def f(a=1 / 4, b=3): pass\n",
        &["signature a.py#f [parameter_default a: 1/2 > 1/4]"],
    );
}

#[test]
fn users_name_all_variants_and_fields_unless_more_may_come() {
    let check = |path: &str, before: &str, after: &str, expected: &[&str]| {
        let found = lines(&compare(&read(&[(path, before)]), &read(&[(path, after)]), &NEVER));
        let added: Vec<&String> = found.iter().filter(|line| line.starts_with("added")).collect();
        assert_eq!(added, expected, "{before}{after}");
    };
    check("a.rs", "pub enum E { A }\n", "pub enum E { A, B }\n", &["added a.rs#E.B breaks member_added"]);
    let open = "#[non_exhaustive]\npub enum E ";
    check("a.rs", &format!("{open}{{ A }}\n"), &format!("{open}{{ A, B }}\n"), &["added a.rs#E.B"]);
    check("a.rs", "enum E { A }\n", "enum E { A, B }\n", &["added a.rs#E.B"]);
    let other = "pub enum F { A }\n";
    let new = format!("{other}pub enum E {{ B }}\n");
    check("a.rs", other, &new, &["added a.rs#E", "added a.rs#E.B"]);
    let (one, two) = ("pub struct S { pub a: u8 }\n", "pub struct S { pub a: u8, pub b: u8 }\n");
    check("a.rs", one, two, &["added a.rs#S.b breaks member_added"]);
    let (one, two) =
        ("pub struct S { pub a: u8, c: u8 }\n", "pub struct S { pub a: u8, c: u8, pub b: u8 }\n");
    check("a.rs", one, two, &["added a.rs#S.b"]);
    check("a.java", "public enum E { A }\n", "public enum E { A, B }\n", &["added a.java#E.B"]);
}

#[test]
fn what_is_derived_no_more() {
    check_file(
        "a.rs",
        "#[derive(Clone, serde::Serialize)]\npub struct S;\n",
        "#[derive(Clone)]\npub struct S;\n",
        &[
            "attributes a.rs#S [derive_removed Serialize:  > ] [attribute_changed derive: #[derive(Clone, serde::Serialize)] > #[derive(Clone)]] breaks derive_removed",
        ],
    );
    check_file(
        "a.rs",
        "#[derive(Clone, Debug)]\npub struct S;\n",
        "#[derive(Debug)]\n#[derive(Clone)]\npub struct S;\n",
        &[
            "attributes a.rs#S [attribute_changed derive: #[derive(Clone, Debug)] > #[derive(Debug)]] [attribute_added derive:  > #[derive(Clone)]]",
        ],
    );
}

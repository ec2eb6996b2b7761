//! What is different about signatures, and what that breaks.

use crate::check_file;

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

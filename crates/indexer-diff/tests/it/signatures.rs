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

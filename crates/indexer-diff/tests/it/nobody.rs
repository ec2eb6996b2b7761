//! Differences that break nobody, and beside each one like it that does.

use crate::{check, check_file};

#[test]
fn a_parameter_that_takes_more_breaks_no_call() {
    check_file(
        "a.py",
        "def f(a: int | str, b: str, c: str | None): pass\n",
        "def f(a: Union[str, int, bytes], b: Optional[str] = None, c: str): pass\n",
        &[
            "signature a.py#f [parameter_widened a: int|str > Union[str, int, bytes]] [parameter_widened b: str > Optional[str]] [parameter_optional b:  > None] [parameter_type c: str|None > str] breaks parameter_retyped",
        ],
    );
    check_file(
        "a.kt",
        "class Loader(val koin: Koin)\nfun f(a: Koin?) {}\n",
        "class Loader(val koin: Koin? = null)\nfun f(a: Koin) {}\n",
        &[
            "signature a.kt#Loader [parameter_widened koin: Koin > Koin?] [parameter_optional koin:  > null]",
            "signature+body a.kt#Loader.koin [type : :Koin > :Koin?] breaks type_changed",
            "signature a.kt#f [parameter_type a: Koin? > Koin] breaks parameter_retyped",
        ],
    );
    // Whoever implements it must take as much.
    check_file(
        "a.ts",
        "export interface A { f(a: string): void }\nexport function g(a: string): void {}\n",
        "export interface A { f(a: string | number): void }\nexport function g(a: string | number): void {}\n",
        &[
            "signature a.ts#A.f [parameter_type a: string > string|number] breaks parameter_retyped",
            "signature a.ts#g [parameter_widened a: string > string|number]",
        ],
    );
}

#[test]
fn a_result_of_fewer_types_breaks_no_call() {
    check_file(
        "a.py",
        "def f() -> str | None: pass\ndef g() -> str: pass\n",
        "def f() -> str: pass\ndef g() -> str | None: pass\n",
        &[
            "signature a.py#f [result_narrowed : -> str|None > -> str]",
            "signature a.py#g [type : -> str > -> str|None] breaks type_changed",
        ],
    );
}

#[test]
fn a_type_that_is_said_is_no_other_where_none_was() {
    check_file(
        "a.py",
        "def f(a, b: dict, c: Callable[..., Task]): pass\ndef g() -> dict: pass\nx = Request\n",
        "def f(a: str, b: dict[str, Any], c: Callable[..., Task[Any]]) -> int: pass\ndef g() -> dict[str, Any] | None: pass\nx: type[Request] = Request\n",
        &[
            "signature a.py#f [type_said a:  > str] [type_said b: dict > dict[str, Any]] [type_said c: Callable[..., Task] > Callable[..., Task[Any]]] [type_said :  > -> int]",
            "signature a.py#g [type : -> dict > -> dict[str, Any]|None] breaks type_changed",
            "signature a.py#x [type_said :  > :type[Request]]",
        ],
    );
    check_file(
        "a.ts",
        "export function f(a: string) {}\n",
        "export function f(a: string[]) {}\n",
        &["signature a.ts#f [parameter_type a: string > string[]] breaks parameter_retyped"],
    );
    // PHP looks at types when it runs, Java when it translates.
    check_file(
        "a.php",
        "<?php\nfunction f($a, ?int $b, int|string $c) {}\n",
        "<?php\nfunction f(int $a, ?int $b, int|string|null $c) {}\n",
        &[
            "signature a.php#f [parameter_type a:  > int] [parameter_widened c: int|string > int|string|null] breaks parameter_retyped",
        ],
    );
    check_file(
        "A.java",
        "public class A { public int f(List a) { return 1; } }\n",
        "public class A { public int f(List<String> a) { return 1; } }\n",
        &["signature A.java#A.f [parameter_type a: List > List<String>] breaks parameter_retyped"],
    );
}

#[test]
fn how_a_type_is_made_and_who_does_its_work_are_no_types() {
    check_file(
        "a.kt",
        "class A private constructor()\nclass C\nclass D : X()\nclass B : Lazy<M> by lazy(NONE, init)\n",
        "open class A protected constructor()\nclass C private constructor()\nclass D : Y()\nclass B : Lazy<M> by lazy(ALL, init)\n",
        &[
            "signature a.kt#A [overriding : private constructor > protected constructor] [overriding : class > open class]",
            "signature a.kt#C [making :  > private constructor] breaks visibility_narrowed",
            "signature a.kt#D [bases : :X > :Y] breaks type_changed",
            "signature a.kt#B [delegation : :Lazy<M>by lazy(NONE, init) > :Lazy<M>by lazy(ALL, init)]",
        ],
    );
    check_file(
        "a.kt",
        "open class A {\n    fun f() {}\n    open fun g() {}\n}\n",
        "open class A {\n    override fun f() {}\n    fun g() {}\n}\n",
        &[
            "signature a.kt#A.f [overriding : fun > override fun]",
            "signature a.kt#A.g [type : open fun > fun] breaks type_changed",
        ],
    );
    check_file(
        "a.py",
        "class A: pass\nclass B(X, Y): pass\n",
        "class A(Generic[T]): pass\nclass B(X): pass\n",
        &[
            "signature a.py#A [bases_added :  > (Generic[T])]",
            "signature a.py#B [bases : (X, Y) > (X)] breaks type_changed",
        ],
    );
}

#[test]
fn what_a_method_is_called_on_is_no_parameter() {
    check_file(
        "a.go",
        "package a\n\nfunc (t T) F() {}\n\nfunc (t *T) G() {}\n",
        "package a\n\nfunc (t *T) F() {}\n\nfunc (t T) G() {}\n",
        &[
            "signature a.go#T.F [receiver t: T > *T] breaks receiver_changed",
            "signature a.go#T.G [receiver t: *T > T]",
        ],
    );
    check_file(
        "a.rs",
        "impl T {\n    pub fn f(&mut self) {}\n    pub fn g(self) {}\n    pub fn h(&self) {}\n}\n",
        "impl T {\n    pub fn f(&self) {}\n    pub fn g(&self) {}\n    pub fn h(self) {}\n}\n",
        &[
            "signature a.rs#T.f [receiver self: &mut > &]",
            "signature a.rs#T.g [receiver self:  > &]",
            "signature a.rs#T.h [receiver self: & > ] breaks receiver_changed",
        ],
    );
}

#[test]
fn names_in_the_type_of_a_function_are_nobodys() {
    check_file(
        "a.go",
        "package a\n\nfunc F(f func(a, b int) error) func(next H) H { return nil }\n",
        "package a\n\nfunc F(f func(int, int) error) func(H) H { return nil }\n",
        &[
            "signature a.go#F [path f: func(a, b int)error > func(int, int)error] [path : func(next H)H > func(H)H]",
        ],
    );
}

#[test]
fn what_is_new_itself_demands_nothing_of_those_who_were_there() {
    check_file(
        "a.go",
        "package a\n\ntype A interface {\n\tF()\n}\n",
        "package a\n\ntype A interface {\n\tF()\n\tG()\n}\n\ntype B interface {\n\tH()\n}\n",
        &["added a.go#A.G breaks member_added", "added a.go#B", "added a.go#B.H"],
    );
}

#[test]
fn a_package_clause_is_nobodys_to_use() {
    check(
        &[("a.kt", "package a.b\n\nfun f() {}\n"), ("b.kt", "package a.b\n\nfun g() {}\n")],
        &[("b.kt", "package a.b\n\nfun g() {}\n")],
        &["removed a.kt#a.b", "removed a.kt#f breaks removed"],
    );
}

#[test]
fn short_members_stay_with_their_types() {
    check(
        &[("a.go", "package a\n\ntype Old struct {\n\tID uint\n\tAge int\n}\n"), ("b.go", "package a\n")],
        &[
            ("a.go", "package a\n"),
            ("b.go", "package a\n\ntype Other struct {\n\tID uint\n\tName string\n}\n"),
        ],
        &[
            "removed a.go#Old breaks removed",
            "removed a.go#Old.ID breaks removed",
            "removed a.go#Old.Age breaks removed",
            "added b.go#Other",
            "added b.go#Other.ID",
            "added b.go#Other.Name",
        ],
    );
}

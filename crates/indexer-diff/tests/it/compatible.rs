//! What is there for whoever used what changed or is gone: nothing breaks then.

use crate::check_file;

#[test]
fn a_function_that_has_signatures_of_its_own_now_is_compared_with_what_takes_its_calls() {
    check_file(
        "a.py",
        "class H:\n    def get(self, key, default=None, type=None):\n        return key\n",
        "class H:\n    @overload\n    def get(self, key: str) -> str: ...\n    @overload\n    def get(self, key: str, default: T, type: type[T]) -> T: ...\n    def get(self, key: str, default: T | None = None, type: type[T] | None = None) -> str | T:\n        return self.x(key)\n",
        &[
            "added a.py#H.get",
            "added a.py#H.get",
            "signature+body a.py#H.get [type_said key:  > str] [type_said default:  > T|None] [type_said type:  > type[T]|None] [type_said :  > -> str|T]",
        ],
    );
    // One that is gone, and whose calls another one takes.
    check_file(
        "A.java",
        "public class A {\n  public int f(int a) { return 1; }\n  public int f(int a, String... b) { return 2; }\n  public int g(int a) { return 1; }\n  public int g(String a) { return 1; }\n}\n",
        "public class A {\n  public int f(int a, String... b) { return 2; }\n  public int g(String a) { return 1; }\n}\n",
        &["removed A.java#A.f", "removed A.java#A.g breaks removed"],
    );
    // What implements signatures is not called where they are written out.
    check_file(
        "a.ts",
        "export function f(a: string, b: number): void {}\n",
        "export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: any, b?: any): void { g() }\n",
        &[
            "signature+body a.ts#f [parameter_removed b: number > ] breaks parameter_removed",
            "added a.ts#f",
            "added a.ts#f",
        ],
    );
}

#[test]
fn a_value_that_may_have_been_a_function_is_one() {
    check_file(
        "a.py",
        "class D:\n    clear = update(\"clear\")\n    size = 1\n",
        "class D:\n    def clear(self): pass\n    def size(self): pass\n",
        &[
            "signature+body a.py#D.clear [kind : field > method]",
            "signature+body a.py#D.size [kind : field > method] breaks kind_changed",
        ],
    );
}

#[test]
fn a_field_that_is_read_and_set_as_before_breaks_nobody() {
    check_file(
        "a.py",
        "class M:\n    def __init__(self):\n        self.slashes = 1\n        self.host = 1\n",
        "class M:\n    def __init__(self):\n        pass\n    @property\n    def slashes(self): return 1\n    @slashes.setter\n    def slashes(self, value): pass\n    @property\n    def host(self): return 1\n",
        &[
            "body a.py#M.__init__",
            "signature+body a.py#M.slashes [modifiers :  > property] [kind : field > accessor]",
            "added a.py#M.slashes",
            "signature+body a.py#M.host [modifiers :  > property] [kind : field > accessor] breaks kind_changed,modifiers_changed",
        ],
    );
}

#[test]
fn what_a_module_gives_by_its_name_is_not_gone() {
    check_file(
        "a.py",
        "class Old:\n    a = 1\n\nclass Older:\n    a = 1\n",
        "def __getattr__(name):\n    if name == \"Old\":\n        return load()\n    raise AttributeError(name)\n",
        &[
            "added a.py#__getattr__",
            "removed a.py#Old",
            "removed a.py#Old.a",
            "removed a.py#Older breaks removed",
            "removed a.py#Older.a breaks removed",
        ],
    );
}

#[test]
fn what_may_be_any_is_no_other_type() {
    check_file(
        "a.py",
        "def f(endpoint: str, a: str | None, **kwargs): pass\ndef g() -> tuple[str | Rule, int]: pass\ndef h() -> str: pass\n",
        "def f(endpoint: t.Any, a: object | None, **kwargs: t.Any): pass\ndef g() -> tuple[t.Any | Rule, int]: pass\ndef h() -> object: pass\n",
        &[
            "signature a.py#f [type_said endpoint: str > t.Any] [parameter_widened a: str|None > object|None] [type_said kwargs: ** > **:t.Any]",
            "signature a.py#g [type_said : -> tuple[str|Rule, int] > -> tuple[t.Any|Rule, int]]",
            "signature a.py#h [type : -> str > -> object] breaks type_changed",
        ],
    );
    check_file(
        "a.ts",
        "export function f(a: string, b: string): string { return a }\n",
        "export function f(a: any, b: unknown): unknown { return a }\n",
        &[
            "signature a.ts#f [type_said a: string > any] [parameter_widened b: string > unknown] [type : :string > :unknown] breaks type_changed",
        ],
    );
}

#[test]
fn what_a_function_keeps_to_itself_is_named_by_nobody() {
    check_file(
        "a.py",
        "def f(key, _mode=False): pass\nclass H:\n    def g(self, _key, _value, **kw): pass\ndef h(key, mode=False): pass\n",
        "def f(key): pass\nclass H:\n    def g(self, key: str, value: Any, /, **kwargs: Any): pass\ndef h(key): pass\n",
        &[
            "signature a.py#f [private_parameter _mode:  > ]",
            "signature a.py#H.g [type_said key:  > str] [type_said value:  > Any] [type_said kwargs: ** > **:Any]",
            "signature a.py#h [parameter_removed mode:  > ] breaks parameter_removed",
        ],
    );
}

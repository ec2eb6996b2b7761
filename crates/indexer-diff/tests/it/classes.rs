//! What happened to a symbol that kept its name and place.

use crate::check_file;

#[test]
fn bodies_documentation_and_formatting_are_told_apart() {
    check_file(
        "a.rs",
        "/// One.\npub fn a() -> u8 { 1 }\npub fn b() -> u8 { 1 }\npub fn c(x: u8) -> u8 { x }\nfn d() {}\n",
        "/// Two.\npub fn a() -> u8 { 1 }\npub fn b() -> u8 { 2 }\n// why\npub fn c(\n    x: u8,\n) -> u8 {\n    x // that\n}\nfn d() {}\n",
        &["documentation a.rs#a", "body a.rs#b", "cosmetic a.rs#c"],
    );
    check_file(
        "a.py",
        "def a():\n    \"\"\"One.\"\"\"\n    return 1\n\ndef b():\n    if x:\n        return 1\n        y()\n",
        "def a():\n    \"\"\"Two.\"\"\"\n    return 1\n\ndef b():\n    if x:\n        return 1\n    y()\n",
        &["documentation a.py#a", "body a.py#b"],
    );
    check_file(
        "a.js",
        "export function a() { return 'x  y' }\nexport const b = 1\n",
        "export function a() { return 'x y' }\nexport const b = 2;\n",
        &["body a.js#a", "body a.js#b"],
    );
}

#[test]
fn an_owner_does_not_change_with_what_it_owns() {
    check_file(
        "a.py",
        "class A:\n    x = 1\n    def f(self):\n        return 1\n",
        "class A:\n    x = 1\n    def f(self):\n        return 2\n    def g(self):\n        return 2\n",
        &["body a.py#A.f", "added a.py#A.g"],
    );
    check_file(
        "a.go",
        "package a\n\ntype T struct {\n\tA int\n}\n\nfunc (t T) F() int { return 1 }\n",
        "package a\n\ntype T struct {\n\tA int\n\tB int\n}\n\nfunc (t T) F() int { return 2 }\n",
        &["added a.go#T.B", "body a.go#T.F"],
    );
}

#[test]
fn decorators_are_attributes() {
    check_file(
        "a.py",
        "@route('/a')\ndef a():\n    pass\n",
        "@route('/b')\ndef a():\n    pass\n",
        &["attributes a.py#a [attribute_changed route: @route('/a') > @route('/b')]"],
    );
}

#[test]
fn each_attribute_is_told_by_itself() {
    check_file(
        "a.rs",
        "#[inline]\n#[derive(Debug)]\npub struct A;\n",
        "#[derive(Debug, Clone)]\n#[must_use = \"why\"]\npub struct A;\n",
        &[
            "attributes a.rs#A [attribute_removed inline: #[inline] > ] [attribute_changed derive: #[derive(Debug)] > #[derive(Debug, Clone)]] [attribute_added must_use:  > #[must_use=\"why\"]]",
        ],
    );
    check_file(
        "A.java",
        "public class A { @Deprecated public int f() { return 1; } }\n",
        "public class A { @Deprecated @Nullable public long f() { return 1; } }\n",
        &[
            "signature+attributes A.java#A.f [type : public int > public long] [attribute_added Nullable:  > @Nullable] breaks type_changed",
        ],
    );
    // A modifier that a decorator is was said already.
    check_file(
        "a.py",
        "class A:\n    @staticmethod\n    def f(): pass\n",
        "class A:\n    @classmethod\n    def f(): pass\n",
        &["signature a.py#A.f [modifiers : static > classmethod] breaks modifiers_changed"],
    );
}

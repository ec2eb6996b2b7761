//! Which symbol became which: the mistakes that other programs make.

use crate::{check, check_file};

#[test]
fn a_small_function_is_renamed() {
    check_file(
        "a.py",
        "def one(): return 1\n\ndef two(): return 2\n",
        "def first(): return 1\n\ndef two(): return 2\n",
        &["renamed a.py#one > a.py#first breaks renamed"],
    );
    // Two that could be meant: nothing is claimed.
    check_file(
        "a.py",
        "def a(): pass\n\ndef b(): pass\n",
        "def c(): pass\n\ndef d(): pass\n",
        &["added a.py#c", "removed a.py#a breaks removed", "added a.py#d", "removed a.py#b breaks removed"],
    );
}

#[test]
fn what_a_renamed_class_owns_is_not_renamed() {
    let class = |name: &str, body: &str| {
        format!(
            "class {name}:\n    def a(self):\n        return self.b() + {body}\n\n    def b(self):\n        return 2\n"
        )
    };
    check_file(
        "a.py",
        &class("Old", "1"),
        &class("New", "1"),
        &["renamed a.py#Old > a.py#New breaks renamed"],
    );
    check_file(
        "a.py",
        &class("Old", "1"),
        &class("New", "3"),
        &["renamed a.py#Old > a.py#New breaks renamed", "body a.py#Old.a > a.py#New.a"],
    );
    let rust = |name: &str| {
        format!(
            "pub struct {name} {{\n    pub a: u8,\n    pub b: u16,\n}}\n\nimpl {name} {{\n    pub fn go(&self) -> u8 {{\n        self.a\n    }}\n}}\n"
        )
    };
    check_file("a.rs", &rust("Old"), &rust("New"), &["renamed a.rs#Old > a.rs#New breaks renamed"]);
}

const LONG: &str = "def walk(tree, visit):\n    for node in tree:\n        if node.left:\n            visit(node.left)\n        if node.right:\n            visit(node.right, depth=1)\n    return tree\n";

#[test]
fn a_renamed_file_moves_nothing() {
    check(&[("a.py", LONG)], &[("b.py", LONG)], &[]);
    let changed = LONG.replace("depth=1", "depth=2");
    check(&[("a.py", LONG)], &[("b.py", &changed)], &["body a.py#walk > b.py#walk"]);
}

#[test]
fn moved_and_changed_is_both() {
    let changed = LONG.replace("depth=1", "depth=2");
    let rest = "def rest(a):\n    return [a for a in range(a) if a > 3]\n\nclass Other:\n    x = 1\n";
    check(
        &[("a.py", &format!("{LONG}\n{rest}")), ("b.py", "y = 1\n")],
        &[("a.py", rest), ("b.py", &format!("y = 1\n\n{changed}"))],
        &["moved+body a.py#walk > b.py#walk breaks moved"],
    );
    let renamed = changed.replace("walk", "visit_all");
    check_file("a.py", LONG, &renamed, &["renamed+body a.py#walk > a.py#visit_all breaks renamed"]);
    check(
        &[("a.py", &format!("{LONG}\n{rest}")), ("b.py", "y = 1\n")],
        &[("a.py", rest), ("b.py", &format!("y = 1\n\n{renamed}"))],
        &["renamed+moved+body a.py#walk > b.py#visit_all breaks renamed,moved"],
    );
}

#[test]
fn a_method_that_becomes_a_function_is_moved() {
    let class = "class A:\n    def keep(self): pass\n";
    let method: String = LONG.lines().map(|line| format!("    {line}\n")).collect();
    check_file(
        "a.py",
        &format!("{class}{method}"),
        &format!("{class}\n{LONG}"),
        &["moved+signature a.py#A.walk > a.py#walk [kind : method > function] breaks moved,kind_changed"],
    );
}

#[test]
fn a_name_that_many_have_pairs_nothing_far_away() {
    let method =
        |body: &str| format!("class A:\n    keep = 1\n    def __enter__(self) -> A:\n        {body}\n");
    let other = |members: &str| format!("class B:\n    stays = 1\n{members}");
    check(
        &[("a.py", &method("self.push()\n        return self")), ("b.py", &other(""))],
        &[
            ("a.py", "class A:\n    keep = 1\n"),
            ("b.py", &other("    def __enter__(self) -> None:\n        self.errors = []\n")),
        ],
        &["removed a.py#A.__enter__ breaks removed", "added b.py#B.__enter__", "added b.py#B.errors"],
    );
}

#[test]
fn overloads_are_not_mixed_up() {
    let class = |members: &str| format!("public class A {{\n{members}}}\n");
    let one = "  public int f(int a) { return a; }\n";
    let two = "  public int f(String a) { return a.length(); }\n";
    let two_changed = "  public int f(String a) { return a.length() + 1; }\n";
    check_file(
        "A.java",
        &class(&format!("{one}{two}")),
        &class(&format!("{two_changed}{one}")),
        &["body A.java#A.f"],
    );
    check_file("A.java", &class(&format!("{one}{two}")), &class(two), &["removed A.java#A.f breaks removed"]);
    let renamed = one.replace(" f(", " g(");
    check_file(
        "A.java",
        &class(&format!("{one}{two}")),
        &class(&format!("{renamed}{two}")),
        &["renamed A.java#A.f > A.java#A.g breaks renamed"],
    );
}

#[test]
fn like_but_other_functions_are_not_paired() {
    check_file(
        "a.py",
        "def load_user(name):\n    path = root / 'users' / name\n    return json.loads(path.read_text())\n",
        "def save_order(order, store):\n    with store.open('w') as out:\n        out.write(order.dump())\n",
        &["added a.py#save_order", "removed a.py#load_user breaks removed"],
    );
}

#[test]
fn what_is_called_like_a_renamed_function_is_no_change() {
    let text = |name: &str| {
        format!(
            "def {name}(items):\n    total = 0\n    for one in items:\n        total += one.price * one.count\n    return total\n"
        )
    };
    check_file(
        "a.py",
        &text("price"),
        &text("total_price"),
        &["renamed a.py#price > a.py#total_price breaks renamed"],
    );
}

#[test]
fn a_package_in_braces_is_not_what_stands_in_it() {
    check_file(
        "a.cs",
        "namespace N.M\n{\n  public class A { public int F() { return 1; } }\n#if X\n  class B { }\n#endif\n}\n",
        "namespace N.M\n{\n  public class A { public int F() { return 2; } }\n#if X\n  class B { }\n#endif\n}\n",
        &["body a.cs#A.F"],
    );
    check_file(
        "a.php",
        "<?php\nnamespace N {\n  class A { function f() { return 1; } }\n}\n",
        "<?php\nnamespace N {\n  class A { function f() { return 2; } }\n}\n",
        &["body a.php#A.f"],
    );
}

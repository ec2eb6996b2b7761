//! Heads of definitions in languages that are tables.

use crate::shown::facts_of;

fn signatures(language: &str, source: &str) -> Vec<String> {
    facts_of(language, source).definitions.into_iter().map(|one| one.signature).collect()
}

#[test]
fn comments_before_a_body_are_none_of_the_head() {
    let ruby = "module Shop\n  # Sells.\n\n  class Cart < Base # as all\n    # Adds.\n    def add(a, # one\n      b)\n      a\n    end\n  end\nend\n";
    assert_eq!(signatures("ruby", ruby), ["module Shop", "class Cart < Base", "def add(a, # one b)"]);
    let kotlin = "class Cart(val a: Int) : Base() /* as all */ {\n    fun add(): Int /* one */ {\n        return 1\n    }\n}\n";
    let found = signatures("kotlin", kotlin);
    assert!(found.contains(&"class Cart(val a: Int) : Base()".to_owned()), "{found:?}");
    assert!(found.contains(&"fun add(): Int".to_owned()), "{found:?}");
}

#[test]
fn the_sign_before_a_body_is_none_of_the_head() {
    let scala = "object A {\n  def f(x: Int): B =\n    x\n  def g: B\n  val h: Int = 1\n}\n";
    assert_eq!(signatures("scala", scala), ["object A", "def f(x: Int): B", "def g: B", "val h"]);
    let ruby =
        "class A < B; end\ndef one(x) = x\ndef ==(other) = true\ndef two=(x)\n  1\nend\ndef three(a); end\n";
    let found = signatures("ruby", ruby);
    assert_eq!(found, ["class A < B", "def one(x)", "def ==(other)", "def two=(x)", "def three(a)"]);
    let nix = "{ options = { a = 1; }; f = a: { b }: a; }\n";
    assert_eq!(signatures("nix", nix), ["options", "a = 1;", "f = a: { b }:"]);
}

#[test]
fn what_has_no_body_is_all_head() {
    let solidity = "interface A {\n  event Moved(address indexed from, uint256 id) anonymous;\n  error Bad(uint256 id);\n  function warp(uint256) external;\n  function at(uint256 id) external view returns (address);\n}\ncontract B { function f(uint256 a) public pure {} }\n";
    assert_eq!(
        signatures("solidity", solidity),
        [
            "interface A",
            "event Moved(address indexed from, uint256 id) anonymous",
            "error Bad(uint256 id)",
            "function warp(uint256) external",
            "function at(uint256 id) external view returns (address)",
            "contract B",
            "function f(uint256 a) public pure",
        ]
    );
    let csharp = "interface A { void F<T>(T a) where T : class; }\n";
    assert_eq!(signatures("csharp", csharp), ["interface A", "void F<T>(T a) where T : class"]);
}

#[test]
fn a_list_is_told_with_its_parameters_and_closed() {
    let clojure = "(ns a.b \"doc\" (:require [c.d]))
(def x \"doc\" 1)
(defn wrap-head \"Turns ^any.\" {:added \"1\"} [handler] (f [1] handler))
(defn- parse ([request] (parse request {})) ([request options] 1))
(defprotocol P (area [this] [this a] \"doc\"))
(defrecord R [a b] P (area [this] a))
(defmulti shape :kind)
";
    let found = signatures("clojure", clojure);
    assert_eq!(
        found,
        [
            "(ns a.b)",
            "(def x)",
            "(defn wrap-head [handler])",
            "(defn- parse [request] [request options])",
            "(defprotocol P)",
            "(area [this] [this a])",
            "(defrecord R [a b])",
            "a",
            "b",
            "(defmulti shape)",
        ]
    );
}

#[test]
fn the_head_of_a_property_begins_at_its_key() {
    let source = "this.sets.set(y, { value: y, count: 1 });\nawait rm(join(a), { recursive: true });\nf(function g(a) {});\n";
    assert_eq!(
        signatures("javascript", source),
        ["value: y", "count: 1", "recursive: true", "function g(a)"]
    );
}

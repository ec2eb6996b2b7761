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

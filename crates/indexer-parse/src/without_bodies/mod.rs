//! Texts without the bodies of functions whose signatures say all that others see of them.
//!
//! Of an installed package the linker asks what it declares, and most of its text is bodies: parsing them costs more than all
//! else of a package. A body is replaced by white space, so that all that is left stands where it stood. What is in doubt
//! is left as it is.

mod braces;
mod python;

use crate::language::Language;
use indexer_core::work;
use std::borrow::Cow;

/// The text of a file of a package without such bodies, and without what documents it; as it is where its language has
/// none. O(bytes).
pub fn without_bodies<'t>(language: &Language, text: &'t str) -> Cow<'t, str> {
    let bodies = match language.id {
        "python" => python::bodies(text),
        "rust" => braces::bodies(text, braces::RUST),
        "go" => braces::bodies(text, braces::GO),
        _ => return Cow::Borrowed(text),
    };
    work::add(text.len() / 16);
    if bodies.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for body in &bodies {
        let all = &mut bytes[body.start..body.end];
        all.iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
        // The grammar of Python wants a statement.
        if language.id == "python" {
            python::put_statement(all);
        }
    }
    // Bodies are replaced from character to character, by ASCII: it stays UTF-8.
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::without_bodies;

    fn check(language: &str, text: &str, expected: &str) {
        let found = without_bodies(crate::by_id(language).unwrap(), text);
        assert_eq!(found.len(), text.len());
        let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(lines(&found), lines(expected), "{language}");
        let facts = |text: &str| {
            crate::parse(crate::by_id(language).unwrap(), text.as_bytes(), crate::Limits::default())
        };
        let told = |text: &str| {
            let facts = facts(text);
            assert!(facts.problems.is_empty(), "{text}: {:?}", facts.problems);
            let said = facts.definitions.iter().filter(|one| one.doc.as_deref() == Some(""));
            assert_eq!(said.count(), 0, "{text}");
            let outer = facts.definitions.iter().filter(|one| one.owner == indexer_core::Owner::File);
            outer
                .map(|one| (facts.name(one.name).to_owned(), one.name_span, one.signature.clone()))
                .collect::<Vec<_>>()
        };
        // Others see the same.
        assert_eq!(told(&found), told(text), "{language}");
    }

    #[test]
    fn functions_of_python_that_say_what_they_give_lose_their_bodies() {
        check(
            "python",
            "def a(b: str = \"):\") -> int:\n    '''Says\n  ):\n'''\n    x = [\n1, 2]\n    return 1  # é\n\n\ndef c(d):\n    return d\n",
            "def a(b: str = \"):\") -> int:\n    \"\"\"\n\n\n\n\n         \"\"\"  # é\n\n\ndef c(d):\n    return d\n",
        );
        check("python", "def a() -> b:\n    c(\n\td\n)\n", "def a() -> b:\n    c(\n\td\n)\n");
        check("python", "def a() -> b:\n    call(\n\td\n)\n", "def a() -> b:\n    ...\n\n\n");
        // What sets fields, what says nothing of its result, and what stands in one line stays.
        let text = "class A:\n    def __init__(self) -> None:\n        self.b = 1\n\n    def c(self) -> int: return 1\n    def d(self):\n        return 1\n";
        check("python", text, text);
        let text = "def a() -> B:\n    def b(c): return c\n    return b\n";
        check("python", text, text);
        check(
            "python",
            "class A:\n    async def b(\n        self,\n    ) -> 'A':\n        return self\n    c = 1\n",
            "class A:\n    async def b(\n        self,\n    ) -> 'A':\n        \"\"\"     \"\"\"\n    c = 1\n",
        );
    }

    #[test]
    fn functions_of_rust_and_go_lose_their_bodies() {
        check(
            "rust",
            "/// One.\nimpl<'a> A<'a> { // Two.\n    fn b<T>(&'a self) -> [T; { 1 }] where T: B<{ 2 }>,\n    {\n        let c = \"}\"; let d = '}'; r#\"}\"#; /* } */ e()\n    }\n}\nfn f();\nfn g() { impl A {} }\nconst H: fn() = h;\nmacro_rules! i { () => { fn j() { k() } } }\nn! { /// One.\n fn p() { q() } }\n",
            "\nimpl<'a> A<'a> {\n    fn b<T>(&'a self) -> [T; { 1 }] where T: B<{ 2 }>,\n    {\n\n    }\n}\nfn f();\nfn g() { impl A {} }\nconst H: fn() = h;\nmacro_rules! i { () => { fn j() { k() } } }\nn! { /// One.\n fn p() { q() } }\n",
        );
        // The grammar does not read such an argument.
        let rust = crate::by_id("rust").unwrap();
        assert_eq!(without_bodies(rust, "fn l<M: N<O={ 3 }>>() { m() }"), "fn l<M: N<O={ 3 }>>() {     }");
        check(
            "go",
            "//go:build linux\n\n// One.\npackage a\n\nfunc (b *B) C(d struct{ e int }, f func() int) interface{} {\n\tg := `}`\n\treturn func() { '}' }\n}\n\nvar h = func() {}\n",
            "//go:build linux\n\n\npackage a\n\nfunc (b *B) C(d struct{ e int }, f func() int) interface{} {\n\n\n}\n\nvar h = func() {}\n",
        );
    }

    #[test]
    fn what_is_not_closed_is_left() {
        for (language, text) in [
            ("rust", "fn a() { b(\"\n"),
            ("rust", "fn a() { /* \n"),
            ("rust", "fn a"),
            ("go", "func a() {\n"),
            ("python", "def a() -> b:\n"),
            ("python", "def a() -> b:\n  '''\n  é"),
        ] {
            let found = without_bodies(crate::by_id(language).unwrap(), text);
            assert_eq!(found.len(), text.len(), "{text}");
        }
    }
}

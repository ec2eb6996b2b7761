//! Texts without the bodies of functions whose signatures say all that others see of them.
//!
//! Of an installed package the linker asks what it declares, and most of its text is bodies: parsing them costs more than all
//! else of a package. A body is replaced by white space, so that all that is left stands where it stood. What is in doubt
//! is left as it is.

mod braces;
mod python;
mod versions;

use crate::language::Language;
use indexer_core::work;
use std::borrow::Cow;

/// The text of a file of a package without such bodies, without what documents it, and without what it says for other
/// versions of the language than the one that runs it, where that is known (`3.12.4`); as it is where its language has
/// none. O(bytes).
pub fn without_bodies<'t>(language: &Language, text: &'t str, version: Option<&str>) -> Cow<'t, str> {
    let bodies = match language.id {
        "python" => python::bodies(text, version),
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
        let found = without_bodies(crate::by_id(language).unwrap(), text, None);
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
        let text = "def a() -> B:\n    async def b(c): return c\n    return d(e, b)\n";
        check("python", text, text);
        // What is defined in it for itself alone nobody sees.
        check(
            "python",
            "def a() -> B:\n    def b(c): return c\n    return d()\n",
            "def a() -> B:\n    \"\"\"\n           \"\"\"\n",
        );
        check(
            "python",
            "class A:\n    async def b(\n        self,\n    ) -> 'A':\n        return self\n    c = 1\n",
            "class A:\n    async def b(\n        self,\n    ) -> 'A':\n        \"\"\"     \"\"\"\n    c = 1\n",
        );
    }

    #[test]
    fn what_python_has_in_other_versions_is_left_out_where_the_version_is_known() {
        let python = crate::by_id("python").unwrap();
        let left = |text: &str, version: &str| {
            let found = without_bodies(python, text, Some(version));
            assert_eq!(found.len(), text.len());
            let facts = crate::parse(python, found.as_bytes(), crate::Limits::default());
            assert!(facts.problems.is_empty(), "{found}: {:?}", facts.problems);
            let mut names: Vec<_> =
                facts.definitions.iter().map(|one| facts.name(one.name).to_owned()).collect();
            names.sort();
            names.join(" ")
        };
        let chain = "if sys.version_info >= (3, 13):\n    def a(): ...\nelif sys.version_info >= (3, 11):\n    def b(): ...\n    def c(): ...\nelse:\n    def d(): ...\ndef e(): ...\n";
        assert_eq!(left(chain, "3.13.1"), "a e");
        assert_eq!(left(chain, "3.11.7"), "b c e");
        assert_eq!(left(chain, "3.9.2"), "d e");
        for unknown in ["", "3", "x"] {
            assert_eq!(left(chain, unknown), "a b c d e", "{unknown}");
        }
        let nested = "class A:\n    if sys.version_info < (3, 12, 2):\n        def a(self): ...\n    else:\n        def b(self): ...\n    for c in d:\n        pass\n    else:\n        def e(self): ...\n";
        assert_eq!(left(nested, "3.12.1"), "A a c e");
        assert_eq!(left(nested, "3.12.2"), "A b c e");
        // A system is not told by an environment, and what joins conditions may hold.
        let joined = "if sys.platform == 'win32' and sys.version_info >= (3, 12):\n    def a(): ...\nif sys.platform == 'win32' or sys.version_info >= (3, 12):\n    def b(): ...\nelse:\n    def c(): ...\n";
        assert_eq!(left(joined, "3.11.7"), "b c");
        assert_eq!(left(joined, "3.12.0"), "a b c");
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
        assert_eq!(
            without_bodies(rust, "fn l<M: N<O={ 3 }>>() { m() }", None),
            "fn l<M: N<O={ 3 }>>() {     }"
        );
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
            let found = without_bodies(crate::by_id(language).unwrap(), text, None);
            assert_eq!(found.len(), text.len(), "{text}");
        }
    }
}

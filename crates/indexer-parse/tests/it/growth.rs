//! Twice the input is at most a little more than twice the work, whatever the input: counted, not timed.

use indexer_core::ProblemKind;
use indexer_core::work::{self, Counted};
use indexer_parse::{LANGUAGES, Language, Limits, parse, parse_unless};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Pieces that a file is made of, again and again: openers that are never closed, what grammars look far
/// ahead for, and what our own passes keep lists of. The first part stands once, before the others.
const FRAGMENTS: &[(&str, &str)] = &[
    ("", "/* "),
    ("", "/**/ /* "),
    ("", "\""),
    ("", "\" "),
    ("", "'"),
    ("", "' "),
    ("", "'a "),
    ("", "'''"),
    ("", "\"\"\""),
    ("", "f'{"),
    ("", "f'''{"),
    ("", "r#\""),
    ("", "br##\" "),
    ("", "R\"("),
    ("", "R\"a( "),
    ("", "`"),
    ("", "` "),
    ("", "`${"),
    ("", "${"),
    ("", "<"),
    ("", "<a"),
    ("", "<a "),
    ("", "<a b={"),
    ("", "<!-- "),
    ("", ">"),
    ("", "a<"),
    ("", "A<B<"),
    ("let x: ", "A<"),
    ("", "a<b>("),
    ("", "("),
    ("", "(a,"),
    ("", "(a) => "),
    ("", "["),
    ("", "{"),
    ("", "{{"),
    ("", "{{ "),
    ("", "}"),
    ("", ")"),
    ("", "]"),
    ("", "\\"),
    ("", "\\\n"),
    ("", "/"),
    ("", "/["),
    ("", "/[ "),
    ("", "/a/ "),
    ("", "//"),
    ("", "#"),
    ("", "#if a\n"),
    ("", "#if a\n{\n#else\n"),
    ("", "#define a(\n"),
    ("", "#define a b a\n"),
    ("", "#include <"),
    ("", "#endif\n"),
    ("", "#[a("),
    ("", "@a("),
    ("", "@a "),
    ("", "a!("),
    ("", "a!(b);\n"),
    ("fn f() {\n", "a!(b);\n"),
    ("fn f() {\n", "a![b; c!(d)];\n"),
    ("", "macro_rules! a { "),
    ("macro_rules! a {\n", "($b:expr) => { $b };\n"),
    ("", "a.b"),
    ("", "a::"),
    ("x = ", "a.b(c)."),
    ("x = ", "a + "),
    ("x = ", "a ? "),
    ("x = ", "a ? b : "),
    ("x = ", "-"),
    ("x = ", "!"),
    ("x = ", "*"),
    ("", "&"),
    ("", "a = "),
    ("", "a, "),
    ("", "a: "),
    ("", "a; "),
    ("", "a\n"),
    ("", "x = x\n"),
    ("", "x = x;\n"),
    ("fn f() {\n", "let x = x;\n"),
    ("function f() {\n", "let x = x;\n"),
    ("func f() {\n", "x := x\n"),
    ("void f() {\n", "int x = x;\n"),
    ("def f():\n", " x = x\n"),
    ("class A { void f() {\n", "int x = x;\n"),
    ("", "def f(): return f()\n"),
    ("", "fn f() { f() }\n"),
    ("", "function f() { f() }\n"),
    ("", "func f() { f() }\n"),
    ("", "void f() { f(); }\n"),
    ("class A {\n", "void f() { f(); }\n"),
    ("class A {\n", "*/\nint a;\n"),
    ("", "class A { a() { this.a() } }\n"),
    ("", "struct A { int a; };\n"),
    ("", "struct A { a: B }\nimpl A { fn f(&self) {} }\n"),
    ("", "import a\n"),
    ("", "from a import *\n"),
    ("", "use a::{b, c};\n"),
    ("", "import {a} from 'b';\n"),
    ("", "import a.b;\n"),
    ("", "export * from 'a';\n"),
    ("package a\n", "import \"b\"\n"),
    ("", "if a:\n"),
    ("", "if (a) "),
    ("", "if (a) {} else "),
    ("", "if a {} else "),
    ("", "for (;;) "),
    ("", "while (a) "),
    ("", "try { "),
    ("", "switch (a) { case b: "),
    ("function f(a) {\n", "if (a.b === \"x\") return; c(a.d);\n"),
    ("function f(a) { if (a.b === \"x\") {", "while (a) "),
    ("function f(a) { if (a.b === \"x\") { a", ".a"),
    ("function f(a) { if (a.b === \"x\") { while (1) {\n", "a?"),
    ("function f(a) { switch (a.b) {\n", "case \"x\":\n"),
    ("function f(a) { switch (a.b) {\n", "case \"x\": return a;\n"),
    ("", "match a { "),
    ("", "do "),
    ("", "lambda a: "),
    ("", "async "),
    ("", "await "),
    ("", "new "),
    ("", "not "),
    ("", "return "),
    ("", "function f("),
    ("", "function f() { "),
    ("", "fn f("),
    ("", "func f("),
    ("", "void f("),
    ("", "class A { "),
    ("", "class A extends "),
    ("", "class A:\n"),
    ("", "struct A { "),
    ("", "namespace a { "),
    ("", "enum A { a,"),
    ("", "interface A { a: "),
    ("", "type A = B<"),
    ("", "type A = { a: "),
    ("", "template<"),
    ("", "template<class A> "),
    ("", "typedef "),
    ("", "unsigned "),
    ("", "int a("),
    ("", "int *"),
    ("", "int a["),
    ("", "a b "),
    ("", "a b(c) "),
    ("", "A a(b, c) "),
    ("", "A(b)\n"),
    ("", "extern \"C\" { "),
    ("", "__attribute__(("),
    ("", "operator "),
    ("", "case 1: "),
    ("", "...a, "),
    ("", "*a, "),
    ("", "0x"),
    ("", "1e"),
    ("", "1_"),
    ("", "é"),
    ("", "é "),
    ("", "\t"),
    ("", " "),
    ("", "\n"),
    ("", "\r"),
    ("", "$"),
    ("", "$("),
    ("", "$a "),
    ("", "|"),
    ("", "|a| "),
    ("", "where A: "),
    ("", "dyn A + "),
    ("", "&'a "),
    ("", "-> "),
    ("", "=> "),
    ("", "..."),
    ("", "a..b"),
    ("", "/** @type {A<"),
    ("", "/** @param {a} b */\n"),
    ("", "/// a\n"),
    ("", "%"),
    ("", "~"),
    ("", "^"),
    ("", "?."),
    ("", "a?"),
    ("", ":"),
    ("", "::"),
    ("", "@"),
    ("", "@interface A { "),
    ("", "asm(\""),
];

/// The same for what is of one language, which always tries it; so does each of the others when it is its turn.
const OWN_FRAGMENTS: &[(&str, &str, &str)] = &[
    ("php", "<?php ", "$a->b("),
    ("php", "<?php ", "$a = "),
    ("php", "<?php ", "$x = $x;\n"),
    ("php", "<?php ", "use A\\{b, c};\n"),
    ("php", "<?php ", "function f() { f(); }\n"),
    ("php", "<?php class A { ", "public $a; "),
    ("php", "<?php class A { ", "function f() { $this->f(); } "),
    ("php", "<?php ", "\"{$a"),
    ("php", "<?php namespace A\\B;\n", "new C\\D;\n"),
    ("php", "<?php\n", "/** @var A<B> */\n$a = 1;\n"),
    ("php", "<?php\n", "/** @param A|B[] $a */\nfunction f($a) {}\n"),
    ("php", "<?php ", "new class { function f() { "),
    ("php", "<?php ", "$a ? $b : "),
    ("php", "<?php ", "[$a, "),
    ("lua", "", "local a = "),
    ("lua", "", "local x = x\n"),
    ("lua", "", "function a.b() "),
    ("lua", "", "function f() f() end\n"),
    ("lua", "", "a.b = function() "),
    ("lua", "", "repeat "),
    ("lua", "", "[[ "),
    ("sql", "", "select (a, b) from c, "),
    ("sql", "", "select a from ("),
    ("sql", "", "f(a, "),
    ("sql", "", "create table a (b int, "),
    ("sql", "", "create table a (b int);\n"),
    ("sql", "", "create function f() as $$ begin "),
    ("sql", "create function f() as $$ ", "if a then b := c; "),
    ("sql", "create function f() as ", "$$ "),
    ("sql", "", "with a as (select b), "),
    ("sql", "", "insert into a (b) select c union "),
    ("sql", "", "explain prepare "),
    ("sql", "", "a.b.c, "),
    ("sql", "", "alter table a add b int, "),
    ("sql", "", "case when a then "),
    ("sql", "", "copy a from stdin;\n"),
    ("sql", "", "\\i a\n"),
    ("sql", "", "{{ "),
    ("powershell", "", "function f { f "),
    ("powershell", "", "\"$("),
    ("powershell", "", "\"$a "),
    ("powershell", "", "$a = "),
    ("powershell", "", "$a = $a;\n"),
    ("powershell", "", "class A { [int] $a; "),
    ("powershell", "class A { ", "f() { "),
    ("powershell", "", ". ./a.ps1\n"),
    ("powershell", "", "[a("),
    ("powershell", "", "param($a, "),
    ("powershell", "", "foreach ($a in "),
    ("powershell", "", "@\"\n"),
    ("nix", "", "let a = "),
    ("nix", "", "{ a = "),
    ("nix", "", "a: "),
    ("nix", "", "{ a ? b, "),
    ("nix", "", "with a; "),
    ("nix", "", "\"${"),
    ("nix", "", "''${"),
    ("nix", "", "inherit (a) b; "),
    ("nix", "", "f a "),
    ("nix", "", "rec { a = a; } // "),
    ("glsl", "", "layout(a"),
    ("glsl", "", "layout(a) "),
    ("glsl", "", "uniform A { int b; } c;\n"),
    ("glsl", "", "uniform A { "),
    ("glsl", "", "precision "),
    ("ruby", "", "a { |b| "),
    ("ruby", "", "def a.b; "),
    ("ruby", "", "def f; f; end\n"),
    ("ruby", "", "module A; "),
    ("ruby", "", "private\n"),
    ("ruby", "", "@a = 1\n"),
    ("ruby", "", "\"#{"),
    ("ruby", "", "<<A\n"),
    ("kotlin", "", "fun a.b() { "),
    ("kotlin", "", "fun f() { f() }\n"),
    ("kotlin", "", "val x = x\n"),
    ("kotlin", "", "context "),
    ("kotlin", "", "context(a: A) "),
    ("kotlin", "", "context(a: A)\n"),
    ("kotlin", "", "context(a: A)\nfun f() {}\n"),
    ("kotlin", "", "val (a, b) = "),
    ("kotlin", "", "when { a -> "),
    ("kotlin", "", "a?.b"),
    ("kotlin", "", "\"${"),
    ("csharp", "", "using A.B;\n"),
    ("csharp", "", "#if A\nusing B;\n#endif\n"),
    ("csharp", "class A { ", "#if A\n[B]\n#endif\n"),
    ("csharp", "", "namespace A { "),
    ("csharp", "class A { ", "int B { get; } "),
    ("csharp", "class A { ", "void F() { F(); } "),
    ("csharp", "class A { void F() { ", "var x = x; "),
    ("csharp", "", "$\"{"),
    ("bash", "", "a=$(b "),
    ("bash", "", "a() { b; }\n"),
    ("bash", "", "f() { f; }\n"),
    ("bash", "", "case a in b) "),
    ("bash", "", "<<A\n"),
    ("solidity", "contract A { ", "function f(uint a) public { f(a); } "),
    ("solidity", "", "import {A} from \"./a.sol\";\n"),
    ("thrift", "", "struct A { 1: B c }\n"),
    ("thrift", "enum A { ", "B, "),
    ("zig", "", "const a = struct { b: u8 };\n"),
    ("zig", "fn f() void { ", "a = b; "),
    ("dart", "class A { ", "int f(int a) => f(a); "),
    ("dart", "", "'${"),
    ("dart", "", "a..b()"),
    ("elixir", "defmodule A do\n", "def f(a), do: f(a)\n"),
    ("elixir", "defmodule A do\n", "alias A.{B, C}\n"),
    ("elixir", "", "a |> "),
    ("elixir", "", "fn a -> "),
    ("elixir", "", "defmodule A do\n"),
    ("elixir", "", "%{a: "),
    ("elixir", "", "a = a\n"),
    ("elixir", "", "@a a\n"),
    ("elixir", "", "\"#{"),
    ("erlang", "", "f(A) -> A;\n"),
    ("erlang", "", "\""),
    ("r", "", "f <- function(a) a\n"),
    ("r", "", "a$b"),
    #[cfg(feature = "lang-heavy")]
    ("haskell", "", "f a = f a\n"),
    #[cfg(feature = "lang-heavy")]
    ("haskell", "", "import A (b)\n"),
    #[cfg(feature = "lang-heavy")]
    ("haskell", "f = ", "\\a -> "),
    #[cfg(feature = "lang-heavy")]
    ("haskell", "f = ", "a $ "),
    #[cfg(feature = "lang-heavy")]
    ("haskell", "", "data A = B { c :: D }\n"),
    #[cfg(feature = "lang-heavy")]
    ("haskell", "", "{- "),
    #[cfg(feature = "lang-heavy")]
    ("haskell", "f = a", " a"),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "let f a = f a\n"),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "open A\n"),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "module A = struct "),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "A.("),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "let x = ", "fun a -> "),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "(* "),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "type t = A of b\n"),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "let x = match a with ", "| B -> "),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "{|"),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "let x = M.x\n"),
    #[cfg(feature = "lang-heavy")]
    ("ocaml", "", "include A\n"),
    #[cfg(feature = "lang-heavy")]
    ("ocaml_interface", "", "val a : b\n"),
    #[cfg(feature = "lang-heavy")]
    ("scala", "", "def f[A](a: A)(b: Int) = a\n"),
    #[cfg(feature = "lang-heavy")]
    ("scala", "", "s\"${"),
    #[cfg(feature = "lang-heavy")]
    ("swift", "", "/*"),
    #[cfg(feature = "lang-heavy")]
    ("swift", "", "a { b in "),
    #[cfg(feature = "lang-heavy")]
    ("swift", "", "\"\\("),
    #[cfg(feature = "lang-heavy")]
    ("swift", "", "=> "),
];

/// What readers of tokens alone look for. Each tries its own: where others take a turn at these, that would change what they try.
const READER_FRAGMENTS: &[(&str, &str, &str)] = &[
    ("cmake", "", "a("),
    ("cmake", "", "a(b \"${"),
    ("cmake", "", "set(a b)\n"),
    ("cmake", "", "function(a b)\n"),
    ("cmake", "", "function(a b)\nset(b ${b})\nendfunction()\n"),
    ("cmake", "", "foreach(a b)\n"),
    ("cmake", "", "if(a AND TARGET b)\n"),
    ("cmake", "", "[==[ "),
    ("cmake", "a(", "$<TARGET_FILE:a> "),
    ("fortran", "", "subroutine a(b)\n"),
    ("fortran", "", "function a(b)\nend\n"),
    ("fortran", "", "type :: a\ninteger :: b\n"),
    ("fortran", "", "interface a\n"),
    ("fortran", "module a\n", "integer :: a, b\n"),
    ("fortran", "subroutine a\n", "b = c(d)%e\n"),
    ("fortran", "subroutine a\n", "associate (a => b)\n"),
    ("fortran", "", "use a, only: b => c\n"),
    ("fortran", "a = ", "b(c, & \n"),
    ("fortran", "a = ", "b%c("),
    ("fortran", "", "if (a) "),
    ("fortran", "*\n", "      a = b\n     & c\n"),
    ("fortran", "", "a_${b}$ "),
    ("fortran", "", "#:if a &\n"),
    ("fsharp", "", "let a = fun b -> "),
    ("fsharp", "", "let a b =\n  let c = d\n"),
    ("fsharp", "", "match a with | B c -> "),
    ("fsharp", "", "match a with\n| B c when d -> e\n"),
    ("fsharp", "", "| a "),
    ("fsharp", "", "| A "),
    ("fsharp", "type A = ", "| B of c: d "),
    ("fsharp", "type A = { ", "B: C; "),
    ("fsharp", "type A() =\n", "  member x.B c = d\n"),
    ("fsharp", "", "type A<'a, "),
    ("fsharp", "", "A<B<"),
    ("fsharp", "", "[<A(b "),
    ("fsharp", "", "(* "),
    ("fsharp", "", "$\"{"),
    ("fsharp", "", "let (|A|"),
    ("fsharp", "", "let a = b in "),
    ("fsharp", "", "{ new A with member x.B = "),
    ("fsharp", "", "module A =\n"),
    ("fsharp", "", "open A.B\n"),
    ("fsharp", "", "a.b("),
    ("fsharp", "a", "\n  |> b"),
    ("fsharp", "", "try a with e -> "),
    ("fsharp", "", "let! a = "),
    ("fsharp", "", "val a : (b -> "),
    ("fsharp", "", "type A with member "),
    ("groovy", "", "def a = { b -> "),
    ("groovy", "", "class A { int a\n"),
    ("groovy", "class A { ", "def f(a) { f(a) }\n"),
    ("groovy", "", "\"${"),
    ("groovy", "", "a.b { c "),
    ("groovy", "", "A<B, "),
    ("groovy", "", "@A(b = "),
    ("groovy", "enum A { ", "B, "),
    ("groovy", "", "import a.b\n"),
    ("groovy", "a", "\n.b"),
    ("make", "", "a "),
    ("make", "", "a: "),
    ("make", "", "a: b\n"),
    ("make", "", "a: b\n\tc $(D)\n"),
    ("make", "a: ", "b "),
    ("make", "", "\\# a: "),
    ("make", "", "a \\\n"),
    ("make", "", "$(call a,"),
    ("make", "", "$(foreach a,"),
    ("make", "", "$(a:"),
    ("make", "", "define a\n"),
    ("make", "", "define a\nifeq (b,c)\nendef\n"),
    ("make", "", "a += b\n"),
    ("make", "", "export "),
    ("make", "a b: ", "c: "),
    ("make", "", "include a.mk\n"),
    ("make", "", "ifdef a\n"),
    ("make", "", "# a\n"),
    ("make", "# a\n", "a b: c\n"),
    ("perl", "", "my $a = "),
    ("perl", "", "package A;\n"),
    ("perl", "", "package A { "),
    ("perl", "", "sub f { f("),
    ("perl", "", "sub { my ($a, "),
    ("perl", "", "q{"),
    ("perl", "", "s{a}{"),
    ("perl", "", "<<A;\n"),
    ("perl", "", "\n=a\n"),
    ("perl", "", "use A qw(b);\n"),
    ("perl", "use A qw(", "b "),
    ("perl", "", "$a->b("),
    ("perl", "", "$a{b}[c]"),
    ("perl", "package A;", "has a => b;"),
    ("perl", "use constant {", "A => 1, "),
    ("perl", "", "A::b("),
    ("perl", "package A;", "@ISA = 'a' "),
    ("perl", "package A;", "{}@ISA='a'"),
    ("perl", "package A;", "our @EXPORT = 'a';"),
    ("perl", "package A;", "push @EXPORT, 'a';"),
    ("perl", "package A;", "our @EXPORT; push @EXPORT_OK, 'a';"),
    ("perl", "", "$a->b->"),
    ("perl", "", "shift->b->"),
    ("perl", "sub f { ", "return $a->b;"),
    ("perl", "package A; sub f { ", "bless $a "),
    ("perl", "package A; sub f { ", "my $self = {}; bless $self, $class;"),
    ("perl", "", "{ package A; "),
    ("perl", "package A;", "has a => sub { "),
    ("perl", "", "($a) = "),
    ("perl", "", "(($a)=("),
    ("perl", "", "my $a = $a->b; $a = 1;"),
];

/// Languages that came later: they take the turn of the one before, so that what the others try stays as it is.
const WITHOUT_TURN: &[&str] = &[
    "cmake",
    "elixir",
    "fortran",
    "fsharp",
    "groovy",
    "haskell",
    "hcl",
    "make",
    "ocaml",
    "ocaml_interface",
    "perl",
];

/// What a language tries: its own, and of the others those whose turn it is.
fn fragments(turn: usize, language: &str, every: usize) -> Vec<(&'static str, &'static str)> {
    let all = FRAGMENTS.iter().map(|(first, repeated)| ("", *first, *repeated));
    let all = all.chain(OWN_FRAGMENTS.iter().copied()).enumerate();
    let mine = all.filter(|(at, (of, ..))| *of == language || at % every == turn % every);
    let own = READER_FRAGMENTS.iter().filter(|(of, ..)| *of == language);
    let own = own.map(|(_, first, repeated)| (*first, *repeated));
    mine.map(|(_, (_, first, repeated))| (first, repeated)).chain(own).collect()
}

fn text(fragment: (&str, &str), bytes: usize) -> String {
    format!("{}{}", fragment.0, fragment.1.repeat(bytes / fragment.1.len()))
}

fn counted(language: &'static Language, text: &str) -> Counted {
    work::count(|| parse(language, text.as_bytes(), Limits::default())).1
}

/// Each language tries its own fragments, and each other one whose turn it is: of so many, one. All languages together try all.
fn every() -> usize {
    std::env::var("INDEXER_GROWTH_EVERY").map_or(4, |every| every.parse().expect("a number above 0"))
}

/// What is wrong where twice the fragment is more than about twice the work.
fn grown(language: &'static Language, fragment: (&str, &str)) -> Option<String> {
    // Where it does not, it ends at what is allowed: twice that of a parse, for the tries with less of the file.
    let allowed = |bytes: u64| 2 * ((1 << 20) + (1 << 18) + 112 * bytes);
    let steps = |bytes| counted(language, &text(fragment, bytes)).steps;
    let (once, twice) = (steps(2_048), steps(4_096));
    assert!(once > 0);
    if twice * 10 <= once * 23 {
        return None;
    }
    let (once, twice) = (steps(16_384), steps(32_768));
    let is_wrong = twice * 10 > once * 23 && twice > allowed(32_768);
    is_wrong.then(|| format!("{} {fragment:?}: {once} {twice}", language.id))
}

#[test]
fn twice_the_file_is_twice_the_work() {
    let every = every();
    let mut tries = Vec::new();
    let mut turn = 0;
    for language in LANGUAGES {
        turn += usize::from(!WITHOUT_TURN.contains(&language.id));
        tries.extend(
            fragments(turn - 1, language.id, every).into_iter().map(|fragment| (*language, fragment)),
        );
    }
    // A few of them take most of the time: each thread takes the next one.
    let next = AtomicUsize::new(0);
    let take = || tries.get(next.fetch_add(1, Ordering::Relaxed));
    let work =
        || std::iter::from_fn(take).filter_map(|(language, fragment)| grown(language, *fragment)).collect();
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(|| -> Vec<String> { work() })).collect();
        all.into_iter().flat_map(|one| one.join().expect("a try panicked")).collect()
    });
    assert!(wrong.is_empty(), "{} grow faster:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_a_language_tries_is_of_a_language_there_is() {
    for (of, ..) in OWN_FRAGMENTS.iter().chain(READER_FRAGMENTS) {
        assert!(indexer_parse::by_id(of).is_some(), "{of} is no language");
    }
}

/// What the passes over tokens of C look at: words before what is declared, types without an end, branches of one `#if`.
#[test]
fn tokens_of_c_are_looked_at_a_bounded_number_of_times() {
    let repeated = [
        ("int ", "AAA "),
        ("", "struct a{} "),
        ("", "struct a{} const "),
        ("", "struct a(b){} "),
        ("x = ", "f (a) "),
        ("#if A\n", "int a;\n#elif A\n"),
    ];
    for id in ["c", "cpp"] {
        let language = indexer_parse::by_id(id).unwrap();
        for one in repeated {
            let (once, twice) = (text(one, 16_384), text(one, 32_768));
            let (once, twice) = (counted(language, &once).steps, counted(language, &twice).steps);
            assert!(twice * 10 <= once * 23, "{id} {one:?}: {once} {twice}");
        }
    }
}

/// A text in which something is repeated so often.
type Text<'t> = &'t dyn Fn(usize) -> String;

/// What one place of a file says of all that come behind it: lists that macros use, branches around branches, keys of one line.
#[test]
fn what_repeats_a_repeated_part_takes_no_more_than_its_share() {
    let numbered = |part: &str, upto: usize| -> String {
        (0..upto).map(|i| part.replace('#', &i.to_string())).collect()
    };
    let texts: [(&[&str], Text<'_>); 13] = [
        // A list of names, which many enumerators use.
        (&["c", "cpp"], &|n| {
            let list = numbered(" X(a#)", n);
            format!("@define N(n) n,\n@define L(X){list}\nenum {{ {} }};\n", "L(N), ".repeat(n))
                .replace('@', "#")
        }),
        // The same with an argument that is long.
        (&["c", "cpp"], &|n| {
            let long = "x".repeat(n);
            format!("@define N(n) n##{long},\n@define L(X) X(a) X(b)\nenum {{ {} }};\n", "L(N), ".repeat(n))
                .replace('@', "#")
        }),
        // Macros of one name before and behind.
        (&["c", "cpp"], &|n| {
            format!("enum {{ {} }};\n{}", "A(b), ".repeat(n), "#define A(b) b,\n".repeat(n))
        }),
        // Includes among enumerators, below macros.
        (&["c", "cpp"], &|n| {
            let macros = numbered("@define A#(x) x\n", n).replace('@', "#");
            format!("{macros}enum {{\n{}}};\n", "#include \"a\"\n".repeat(n))
        }),
        // Branches around branches, with definitions inside.
        (&["c", "cpp"], &|n| {
            let opens = numbered("@if A#\n", n).replace('@', "#");
            format!("{opens}{}{}", numbered("int x#;\n", n), "int y;\n#endif\n".repeat(n))
        }),
        // Keys and keyword arguments of one line.
        (&["typescript", "tsx"], &|n| format!("f({{{}}});\n", "a:1,".repeat(n))),
        (&["python"], &|n| format!("f({})\n", "a=1,".repeat(n))),
        // What stands before a declaration of many names: annotations, comments, a long word.
        (&["csharp"], &|n| format!("class A {{ {} int {} a; }}\n", "[A]".repeat(n), "a,".repeat(n))),
        (&["lua"], &|n| format!("{}local {} a\n", "-- x\n".repeat(n), "a,".repeat(n))),
        (&["lua"], &|n| format!("{}{} a = 1\n", "-- x\n".repeat(n), numbered("a#,", n))),
        (&["ruby"], &|n| format!("class A\nattr_reader {} :a\nend\n", ":a,".repeat(n))),
        // Definitions of one long line.
        (&["csharp", "kotlin"], &|n| "class A {} ".repeat(16 * n)),
        (&["java"], &|n| "class A {} ".repeat(16 * n)),
    ];
    let mut wrong = Vec::new();
    for (at, (ids, text)) in texts.iter().enumerate() {
        for id in *ids {
            let language = indexer_parse::by_id(id).unwrap();
            let (once, twice) = (text(500), text(1_000));
            let (once, twice) = (counted(language, &once).steps, counted(language, &twice).steps);
            if twice * 10 > once * 23 {
                wrong.push(format!("{id} {at}: {once} {twice}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // What is left out is said.
    let facts = parse(indexer_parse::by_id("c").unwrap(), texts[0].1(1_000).as_bytes(), Limits::default());
    let cut = facts.problems.iter().find(|problem| problem.kind == ProblemKind::TooMany);
    assert!(cut.is_some_and(|cut| cut.detail.contains("enumerators")), "{:?}", facts.problems);
    let facts = parse(indexer_parse::by_id("c").unwrap(), texts[0].1(50).as_bytes(), Limits::default());
    assert!(
        facts.problems.iter().all(|problem| problem.kind != ProblemKind::TooMany),
        "{:?}",
        facts.problems
    );
}

/// What comes before the part that takes too much work has its facts, and a problem says where they end.
#[test]
fn a_file_that_takes_too_much_work_keeps_its_beginning() {
    for (id, function) in [
        ("go", "package a\n\nfunc first() {}\n"),
        ("java", "class A { void first() {} }\n"),
        ("javascript", "function first() {}\n"),
        ("typescript", "function first() {}\n"),
    ] {
        let language = indexer_parse::by_id(id).unwrap();
        let text = format!("{function}{}", "/* ".repeat(20_000));
        let facts = parse(language, text.as_bytes(), Limits::default());
        let names: Vec<&str> = facts.definitions.iter().map(|one| facts.name(one.name)).collect();
        assert!(names.contains(&"first"), "{id}: {names:?}");
        let cut = facts.problems.iter().find(|problem| problem.kind == ProblemKind::TooMany);
        let cut = cut.unwrap_or_else(|| panic!("{id}: {:?}", facts.problems));
        assert!(
            cut.span.start as usize >= function.len() && cut.span.end as usize == text.len(),
            "{id}: {cut:?}"
        );
        assert!(facts.tally.balances(), "{id}: {:?}", facts.tally);
        // The bound grows with the file.
        let steps = counted(language, &text).steps;
        assert!(steps < 12_000_000, "{id}: {steps}");
    }
}

/// A parse that nobody waits for looks up often, and ends where it does.
#[test]
fn a_parse_that_nobody_waits_for_ends() {
    for language in LANGUAGES {
        for repeated in ["a b c\n", "f(a, b);\n", "/* ", "if (a) { b } else { c }\n"] {
            let text = repeated.repeat(100_000 / repeated.len());
            let counted = counted(language, &text);
            assert!(counted.unlooked < 500_000, "{} {repeated:?}: {counted:?}", language.id);
            let parse = || parse_unless(language, text.as_bytes(), Limits::default(), &AtomicBool::new(true));
            let (facts, stopped) = work::count(parse);
            assert!(facts.is_none() && stopped.steps < 200_000, "{} {repeated:?}: {stopped:?}", language.id);
        }
    }
}

//! Languages without a tree tell mistakes of brackets, texts and blocks, and none where there is none.

use indexer_core::{FileFacts, ProblemKind};
use indexer_parse::{Limits, by_id, parse};

fn facts(language: &str, text: &str) -> FileFacts {
    parse(
        by_id(language).expect("the language is one of those that are read"),
        text.as_bytes(),
        Limits::default(),
    )
}

fn mistakes(language: &str, text: &str) -> Vec<String> {
    let problems = facts(language, text).problems.into_iter();
    problems.filter(|one| one.kind == ProblemKind::Syntax).map(|one| one.detail).collect()
}

#[test]
fn what_is_not_ended_is_a_problem() {
    let broken = [
        ("powershell", "function f {\n  if ($a) { 1 }\n"),
        ("powershell", "$a = \"b\n"),
        ("powershell", "<# a\n"),
        ("powershell", "$a = @'\nb\n"),
        ("perl", "sub f {\n  if (1) { 2 }\n"),
        ("perl", "my $a = 'b;\n"),
        ("perl", "my $a = <<A;\nb\n"),
        ("groovy", "def f() {\n  g(1\n}\n"),
        ("groovy", "def a = 'b\n"),
        ("groovy", "/* a\n"),
        ("fsharp", "let f = (1 + 2\n"),
        ("fsharp", "let a = \"b\n"),
        ("fsharp", "(* a\n"),
        ("fortran", "subroutine f(a)\n  a = 1\n"),
        ("fortran", "program p\n  a = f(1\nend program\n"),
        ("fortran", "program p\n  a = 'b\nend program\n"),
        ("cmake", "function(f)\n  set(a b)\n"),
        ("cmake", "if(A)\n  set(a b)\nendforeach()\nendif()\n"),
        ("cmake", "set(a \"b)\n"),
        ("cmake", "set(a b\n"),
        ("sql", "CREATE TABLE a (b int;\n"),
        ("sql", "SELECT 'a;\n"),
        ("sql", "/* a\n"),
        ("make", "define f\n  a\n"),
        ("make", "ifdef A\nB = 1\n"),
        ("make", "B = 1\nendif\n"),
    ];
    for (language, text) in broken {
        assert_eq!(mistakes(language, text).len(), 1, "{language}: {text}");
    }
}

#[test]
fn what_is_whole_has_no_problem() {
    let whole = [
        (
            "powershell",
            "function f($a) {\n  \"a $(g \"b\") `\" {\"\n  @\"\n a } \"b\"\n\"@\n  <# ( #> # {\n}\n",
        ),
        (
            "perl",
            "sub f {\n  my %a = (b => q{c {d} e});\n  s{a}{b}g; tr/(/)/; $#{$a}; /[(]/;\n}\n=pod\n\n(a\n",
        ),
        ("groovy", "def f(a) {\n  \"a ${b.collect { it }} )\"\n  '''\n(\n'''\n  a ==~ /[(]/\n}\n"),
        ("fsharp", "let f (a: 'b) = '(' , \"(\", @\"(\\\" // (\n(* ( *)\nlet (*) a b = 1\n"),
        ("fsharp", "let f =\n#if A\n  g (1,\n#else\n  g (2,\n#endif\n    3)\n"),
        ("fortran", "subroutine f(a) ! it's (\n  a = 'it''s (' // \"(\"\nend subroutine\n"),
        (
            "fortran",
            "#ifdef A\nsubroutine f(a)\n#else\nsubroutine f(a, b)\n#endif\n  a = 1\nend subroutine\n",
        ),
        ("fortran", "C     It's (\n      A = 'B\n     1 C'\n      END\n"),
        ("cmake", "function(f)\n  if(A AND (B))\n    set(a [[ ( ]] \"(\")\n  endif()\nendfunction()\n# (\n"),
        ("sql", "SELECT 'it''s (' -- (\n;\nCREATE FUNCTION f() AS $$ SELECT '(' $$ LANGUAGE sql;\n"),
        ("make", "define f\n  ifdef A\nendef\nifeq ($(A),)\nelse ifdef B\nendif\na:\n\tendif (\n"),
    ];
    for (language, text) in whole {
        assert_eq!(mistakes(language, text), Vec::<String>::new(), "{language}: {text}");
    }
}

fn doc(language: &str, text: &str) -> Option<String> {
    facts(language, text).definitions.last().and_then(|one| one.doc.clone())
}

#[test]
fn documentation_of_r_and_fortran_has_no_signs() {
    let r = doc("r", "#' What it costs.\n#'\n#' @param x it\ncost <- function(x) x\n");
    assert_eq!(r.as_deref(), Some("What it costs.\n\n@param x it"));
    let fortran = |head: &str| doc("fortran", &format!("{head}subroutine f()\nend subroutine\n"));
    assert_eq!(fortran("!> What it costs.\n!! In all.\n").as_deref(), Some("What it costs.\nIn all."));
    assert_eq!(fortran("!! What it costs.\n").as_deref(), Some("What it costs."));
    let behind = "module m\n  integer :: a !! It.\n  !! More of it.\n  integer :: b\nend module\n";
    assert_eq!(doc("fortran", behind), None);
}

//! How deep control flow nests, in languages that readers of tokens read: as walks over trees count it.

use crate::shown::facts_of;
use indexer_core::FileFacts;

/// Complexity, cognitive complexity and nesting of the function of a name.
fn metrics(language: &str, name: &str, source: &str) -> (u32, u32, u32) {
    let facts: FileFacts = facts_of(language, source);
    let of =
        facts.definitions.iter().find(|one| facts.name(one.name) == name).expect("the function is found");
    let metrics = of.metrics.expect("a function is measured");
    (metrics.cyclomatic, metrics.cognitive, metrics.nesting)
}

#[test]
fn a_loop_in_a_condition_in_a_loop_nests_three_deep() {
    let of = |language, source| assert_eq!(metrics(language, "f", source), (4, 6, 3), "{language}");
    of("python", "def f(x):\n    for i in x:\n        if i:\n            while x:\n                x = 1\n");
    of("bash", "f() { for i in 1 2; do if a; then while b; do c; done; fi; done; }\n");
    of("perl", "sub f { my $x = shift; for my $i (1..3) { if ($i > 1) { while ($x) { $x--; } } } }\n");
    of("groovy", "class A { int f(int x) { for (i in 1..3) { if (i > 1) { while (x) { x-- } } } } }\n");
    of("powershell", "function f($x) { foreach ($i in 1..3) { if ($i -gt 1) { while ($x) { $x-- } } } }\n");
    of(
        "cmake",
        "function(f x)\n foreach(i RANGE 3)\n  if(i)\n   while(x)\n   endwhile()\n  endif()\n endforeach()\nendfunction()\n",
    );
    of(
        "fsharp",
        "module A\nlet f (x: int) =\n    for i in 1 .. 3 do\n        if i > 1 then\n            while x > 3 do\n                g x\n    x\n",
    );
    of(
        "fortran",
        "subroutine f(x)\n integer :: x, i\n do i = 1, 3\n  if (i > 1) then\n   do while (x > 1)\n    x = 1\n   end do\n  end if\n enddo\nend subroutine\n",
    );
}

#[test]
fn what_follows_a_block_stands_beside_it_and_a_further_condition_is_no_deeper() {
    let of = |language, source| assert_eq!(metrics(language, "f", source), (4, 4, 1), "{language}");
    of(
        "python",
        "def f(x):\n    if x:\n        a()\n    elif x:\n        b()\n    else:\n        c()\n    while x:\n        d()\n",
    );
    of("perl", "sub f { if ($x) { a(); } elsif ($y) { b(); } else { c(); } while ($x) { d(); } }\n");
    of("groovy", "def f(x) {\n if (x)\n {\n a() } else if (y) { b() } else { c() }\n while (x) { d() }\n}\n");
    of("powershell", "function f($x) { if ($x) { a } elseif ($y) { b } else { c }\n while ($x) { d } }\n");
    of(
        "cmake",
        "function(f x)\n if(x)\n elseif(y)\n else()\n endif()\n while(x)\n endwhile()\nendfunction()\n",
    );
    of(
        "fsharp",
        "module A\nlet f x =\n    if x then a 1\n    elif y then b 1\n    else c 1\n    while x do\n        d 1\n",
    );
    of(
        "fortran",
        "subroutine f(x)\n if (x > 1) then\n  call a\n else if (x > 2) then\n  call b\n else\n  call c\n endif\n do while (x > 1)\n  call d\n end do\nend subroutine\n",
    );
}

#[test]
fn cases_are_ways_and_nest_once() {
    let of = |language, source| assert_eq!(metrics(language, "f", source), (4, 3, 2), "{language}");
    of("groovy", "def f(x) { switch (x) { case 1: a(); break\n case 2: if (x) { b() }\n default: c() } }\n");
    of(
        "fortran",
        "subroutine f(x)\n select case (x)\n case (1)\n  call a\n case (2)\n  if (x > 1) then\n   call b\n  end if\n case default\n end select\nend subroutine\n",
    );
    let fsharp = "module A\nlet f x =\n    match x with\n    | 1 -> a 1\n    | 2 ->\n        if x then b 1\n    | _ -> c 1\n";
    // The last one is written as a case too.
    assert_eq!(metrics("fsharp", "f", fsharp), (5, 3, 2));
}

#[test]
fn a_condition_behind_a_statement_nests_nothing() {
    let perl = "sub f { a() if $x{b}; b() for @y; { c() unless $z; } if ($x) { d() if $y; } }\n";
    assert_eq!(metrics("perl", "f", perl), (6, 6, 1));
    let fortran = "subroutine f(x)\n do 10 i = 1, 3\n  if (x > 1) y = 1\n10 continue\n do i = 1, 3\n end do\nend subroutine\n";
    assert_eq!(metrics("fortran", "f", fortran), (4, 3, 1));
}

#[test]
fn clauses_are_ways_through_one_function() {
    let erlang = "-module(a).\n%% Sells.\n-spec f(integer()) -> integer().\nf(0) -> 1;\nf(N) when N > 0 ->\n    case N of\n        1 -> 2;\n        _ -> if N > 2 -> 3; true -> 4 end\n    end;\nf(_) -> 5.\ng(A, #b{} = B) -> A.\n";
    assert_eq!(metrics("erlang", "f", erlang), (7, 3, 2));
    let facts = facts_of("erlang", erlang);
    let said: Vec<(&str, u32, &str)> = facts
        .definitions
        .iter()
        .filter_map(|one| Some((one.signature.as_str(), one.metrics?.parameters, one.span.text(erlang))))
        .map(|(signature, count, text)| (signature, count, text.lines().last().unwrap()))
        .collect();
    assert_eq!(said, [("f(0)", 1, "f(_) -> 5"), ("g(A, #b{} = B)", 2, "g(A, #b{} = B) -> A")]);
    assert_eq!(facts.definitions[1].doc.as_deref(), Some("Sells."));
}

#[test]
fn clauses_that_stand_together_are_one_definition() {
    let elixir = "defmodule A do\n  def f(0), do: 1\n  @doc false\n  def f(n) when n > 0 do\n    g(n)\n  end\n  def f(_), do: 7\n\n  def g(0), do: 1\n  def h(1), do: 2\n  def g(1), do: 3\nend\n";
    let facts = facts_of("elixir", elixir);
    let last = |name: &str| {
        let of = facts.definitions.iter().find(|one| facts.name(one.name) == name).unwrap();
        of.span.text(elixir).lines().last().unwrap().trim()
    };
    assert_eq!((last("f"), last("g"), last("h")), ("def f(_), do: 7", "def g(0), do: 1", "def h(1), do: 2"));
}

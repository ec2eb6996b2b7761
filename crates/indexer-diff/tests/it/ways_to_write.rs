//! Signatures in the ways in which languages write them: what a change of one says, and whether that breaks.

use crate::check_file;

/// A file's name, what stands in it before and after, and what is said of that.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str]);

fn check_all(rows: &[Row]) {
    for (path, before, after, expected) in rows {
        check_file(path, before, after, expected);
    }
}

#[test]
fn parameters_side_by_side_have_no_type_but_one_that_is_written() {
    check_all(&[
        (
            "a.clj",
            "(ns a)\n(defn f \"Doc.\" [x] x)\n",
            "(ns a)\n(defn f \"Doc.\" [x y] x)\n",
            &["signature+body a.clj#f [parameter_added y:  > ] breaks parameter_added"],
        ),
        (
            "a.clj",
            "(ns a)\n(defn f [x] x)\n",
            "(ns a)\n(defn f [x & more] x)\n",
            &["signature a.clj#f [optional_parameter_added more:  > ]"],
        ),
        (
            "a.cmake",
            "function(f a b)\nendfunction()\n",
            "function(f a b c)\nendfunction()\n",
            &["signature a.cmake#f [parameter_added c:  > ] breaks parameter_added"],
        ),
        (
            "a.ml",
            "let f x y = x + y\n",
            "let f x y z = x + y\n",
            &["signature a.ml#f [parameter_added z:  > ] breaks parameter_added"],
        ),
        (
            "a.ml",
            "let g ?(o=1) x = x + o\n",
            "let g ?(o=1) ?(p=2) ?q x = x + o\n",
            &["signature a.ml#g [optional_parameter_added p:  > ] [optional_parameter_added q:  > ]"],
        ),
        (
            "a.ml",
            "let g ~k (x : int) = x\n",
            "let g ~k ~(l : int) (x : string) = x\n",
            &[
                "signature a.ml#g [parameter_added l:  > int] [parameter_type x: int > string] breaks parameter_added,parameter_retyped",
            ],
        ),
        (
            "a.ml",
            "let g ~k x = x\n",
            "let g ~l x = x\n",
            &[
                "signature a.ml#g [parameter_removed k:  > ] [parameter_added l:  > ] breaks parameter_added,parameter_removed",
            ],
        ),
        (
            "a.fs",
            "module A\nlet f x y = x\n",
            "module A\nlet f x y z = x\n",
            &["signature a.fs#A.f [parameter_added z:  > ] breaks parameter_added"],
        ),
        // Nothing names an argument of a function that is bound by `let`.
        (
            "a.fs",
            "module A\nlet f x (y: int) = x\n",
            "module A\nlet f z (y: string) = z\n",
            &[
                "signature+body a.fs#A.f [parameter_renamed x: x > z] [parameter_type y: int > string] breaks parameter_retyped",
            ],
        ),
        (
            "a.nix",
            "{ f = { a, b ? 1 }: a; g = a: b: a; }\n",
            "{ f = { a, b ? 1, c ? 2 }: a; g = a: b: c: a; }\n",
            &[
                "signature a.nix#f [optional_parameter_added c:  > ]",
                "signature a.nix#g [parameter_added c:  > ] breaks parameter_added",
            ],
        ),
    ]);
}

#[test]
fn parameters_between_the_parts_of_a_name() {
    check_all(&[(
        "a.m",
        "@implementation Cart\n- (void)add:(NSInteger)cents at:(NSInteger)pos { }\n@end\n",
        "@implementation Cart\n- (void)add:(NSInteger)cents at:(CGFloat)pos { }\n@end\n",
        &["signature a.m#Cart.add:at: [parameter_type pos: NSInteger > CGFloat] breaks parameter_retyped"],
    )]);
}

#[test]
fn what_calls_may_leave_out_breaks_none() {
    check_all(&[
        (
            "a.ex",
            "defmodule A do\n  def f(x), do: x\nend\n",
            "defmodule A do\n  def f(x, y \\\\ 1), do: x\nend\n",
            &["signature a.ex#A.f [optional_parameter_added y:  > ]"],
        ),
        (
            "a.ex",
            "defmodule A do\n  def f(x), do: x\nend\n",
            "defmodule A do\n  def f(x, y = %{a: 1}), do: x\nend\n",
            &["signature a.ex#A.f [parameter_added y:  > ] breaks parameter_added"],
        ),
        (
            "a.dart",
            "int f(int a, {int b = 1}) => a;\nint g(int a) => a;\n",
            "int f(int a, {int b = 1, String? c, required int d}) => a;\nint g(int a, [int? c]) => a;\n",
            &[
                "signature a.dart#f [optional_parameter_added c:  > String?] [parameter_added d:  > required int] breaks parameter_added",
                "signature a.dart#g [optional_parameter_added c:  > int?]",
            ],
        ),
        (
            "a.fs",
            "module A\ntype C() =\n  member _.M(x: int) = x\n",
            "module A\ntype C() =\n  member _.M(x: int, ?z: int) = x\n",
            &["signature a.fs#A.C.M [optional_parameter_added z:  > int]"],
        ),
        (
            "a.graphql",
            "type Q { a(x: Int): String  b: Int }\n",
            "type Q { a(x: Int, y: Int): String  b(z: Int!): Int }\n",
            &[
                "signature a.graphql#Q.a [optional_parameter_added y:  > Int]",
                "signature a.graphql#Q.b [parameter_added z:  > Int!] breaks parameter_added",
            ],
        ),
        (
            "a.ps1",
            "function F { param([string]$A) $A }\n",
            "function F { param([string]$A, [int]$B, [Parameter(Mandatory)][int]$C) $A }\n",
            &[
                "signature+body a.ps1#F [optional_parameter_added $b:  > [int]] [parameter_added $c:  > [int]] breaks parameter_added",
            ],
        ),
        (
            "a.sql",
            "CREATE FUNCTION f(a INT) RETURNS INT AS $$ SELECT 1 $$ LANGUAGE sql;\n",
            "CREATE FUNCTION f(a INT, b INT DEFAULT 1) RETURNS INT AS $$ SELECT 1 $$ LANGUAGE sql;\n",
            &["signature a.sql#f [optional_parameter_added b:  > INT]"],
        ),
    ]);
}

#[test]
fn types_and_ways_of_parameters() {
    check_all(&[
        (
            "a.ps1",
            "function F { param([string]$A) $A }\n",
            "function F { param([int]$A) $A }\n",
            &["signature+body a.ps1#F [parameter_type $a: [string] > [int]] breaks parameter_retyped"],
        ),
        (
            "a.R",
            "total <- function(cart, tax = TAX, ...) sum(cart)\n",
            "total <- function(cart, limit, tax) sum(cart)\n",
            &[
                "signature a.R#total [parameter_removed ...:  > ] [parameter_added limit:  > ] [parameter_required tax: TAX > ] breaks parameter_added,parameter_removed",
            ],
        ),
        (
            "a.R",
            "f <- function() 1\n",
            "f = function(x) 1\n",
            &["signature a.R#f [parameter_added x:  > ] breaks parameter_added"],
        ),
        (
            "a.jl",
            "total(c::Cart; tax = TAX) = c\n",
            "total(c::Cart, limit; tax = TAX, deep = 1) = c\n",
            &[
                "signature a.jl#total [parameter_added limit:  > ] [optional_parameter_added deep:  > ] breaks parameter_added",
            ],
        ),
        (
            "a.dart",
            "num total(List<int> items, [Pick? pick]) => 1;\n",
            "num total(List<int> items, Pick pick, {required int limit}) => 1;\n",
            &[
                "signature a.dart#total [parameter_added limit:  > required int] [parameter_type pick: Pick? > Pick] [parameter_required pick:  > ] breaks parameter_added,parameter_retyped",
            ],
        ),
    ]);
}

#[test]
fn a_type_that_is_announced_before_the_clauses_is_the_signature() {
    check_all(&[
        (
            "a.hs",
            "module A (f, g) where\nf :: Int -> Int\nf x = x\ng :: Int\ng = 1\n",
            "module A (f, g) where\nf :: Integer -> Integer\nf x = x\ng :: Int\ng = 2\n",
            &[
                "signature a.hs#A.f [type : ::Int -> Int > ::Integer -> Integer] breaks type_changed",
                "body a.hs#A.g",
            ],
        ),
        // How a clause calls what it is given is nobody's business.
        (
            "a.hs",
            "module A (f) where\nf :: Int -> Int\nf x = x\n",
            "module A (f) where\nf :: Int -> Int\nf y = y\n",
            &["body a.hs#A.f"],
        ),
        (
            "a.hs",
            "module A (f) where\nf x = x\n",
            "module A (f) where\nf :: Int -> Int\nf x = x\n",
            &["body a.hs#A.f"],
        ),
    ]);
}

#[test]
fn numbers_of_fields_are_what_others_read() {
    check_all(&[
        (
            "a.proto",
            "syntax = \"proto3\";\nmessage S { int32 a = 1; string b = 2; }\nenum E { X = 0; Y = 1; }\n",
            "syntax = \"proto3\";\nmessage S { int32 a = 1; string b = 3; }\nenum E { X = 0; Y = 2; }\n",
            &[
                "signature a.proto#S.b [type : =2 > =3] breaks type_changed",
                "signature a.proto#E.Y [type : =1 > =2] breaks type_changed",
            ],
        ),
        (
            "a.thrift",
            "struct S { 1: i32 a, 2: optional i32 b }\n",
            "struct S { 1: i32 a, 3: optional i32 b, 4: required i32 c, 5: optional i32 d }\n",
            &[
                "signature a.thrift#S.b [type : 2:optional i32 > 3:optional i32] breaks type_changed",
                "added a.thrift#S.c breaks member_added",
                "added a.thrift#S.d",
            ],
        ),
        // A type that came with its fields demands nothing of anybody.
        (
            "a.thrift",
            "struct R { 1: i32 a }\n",
            "struct R { 1: i32 a }\nstruct S { 1: required i32 a }\n",
            &["added a.thrift#S", "added a.thrift#S.a"],
        ),
        ("a.cpp", "struct S { int a = 2; };\n", "struct S { int a = 3; };\n", &["body a.cpp#S.a"]),
        (
            "a.graphql",
            "input I { x: Int }\n",
            "input I { x: Int y: Int! z: Int }\n",
            &["added a.graphql#I.y breaks member_added", "added a.graphql#I.z"],
        ),
    ]);
}

#[test]
fn what_a_module_asks_for_is_its_parameter() {
    check_all(&[
        (
            "a.tf",
            "variable \"x\" {\n  type    = string\n  default = 1\n}\nvariable \"y\" {\n  type = string\n}\n",
            "variable \"x\" {\n  type    = string\n}\nvariable \"y\" {\n  type = list(string)\n}\n",
            &[
                "signature+body a.tf#var.x [parameter_required x: 1 > ] breaks parameter_added",
                "signature+body a.tf#var.y [parameter_type y: string > list(string)] breaks parameter_retyped",
            ],
        ),
        (
            "a.tf",
            "variable \"x\" {\n}\n",
            "variable \"x\" {\n}\nvariable \"y\" {\n}\nvariable \"z\" {\n  default = { a = 1 }\n}\n",
            &["added a.tf#var.y breaks member_added", "added a.tf#var.z"],
        ),
    ]);
}

#[test]
fn what_a_target_needs_is_what_it_does() {
    check_all(&[(
        "Makefile",
        "A := 1\nall: ; true\ndeploy: all\n\t./deploy.sh\n",
        "A ?= 1\nall: ; true\ndeploy: all test\n\t./deploy.sh\n",
        &["body Makefile#A", "body Makefile#deploy"],
    )]);
}

//! Facts of Java.

use crate::shown::{definitions, facts_of};
use indexer_core::{Bound, Expression, FileFacts, Flags, ImportShape, ParameterKind};

fn facts(source: &str) -> FileFacts {
    facts_of("java", source)
}

#[test]
fn owners_visibility_and_flags() {
    let facts = facts(
        "package a.b;
public abstract class Outer {
  protected static int count;
  private static final int LIMIT = 1;
  public static void main(String[] arguments) {}
  abstract void open();
  native int fast();
  static class Nested { Nested() {} }
  class Inner { void go() { class Local { int x; } new Outer() { void open() {} }; } }
  @Test void works() {}
}
interface Doer { int SIZE = 1; void act(); default void more() {} private void own() {} }
@Deprecated enum Level { LOW { int of() { return 1; } }, HIGH; private int value; }
record Pair<T>(T left, int right) { Pair { } static Pair<String> of() { return null; } }
@interface Mark { String value() default \"\"; }",
    );
    let expected = [
        "package a.b public declaration exported",
        "class Outer public abstract",
        "field Outer.count restricted static",
        "constant Outer.LIMIT private static",
        "method Outer.main public static entry",
        "method Outer.open package abstract",
        "method Outer.fast package extern",
        "class Outer.Nested package static",
        "constructor Outer.Nested.Nested package",
        "class Outer.Inner package",
        "method Outer.Inner.go package",
        "class Outer.Inner.go.Local package",
        "field Outer.Inner.go.Local.x package",
        "class Outer.Inner.go.{class} private",
        "method Outer.Inner.go.{class}.open package",
        "method Outer.works package test",
        "interface Doer package",
        "constant Doer.SIZE public static",
        "method Doer.act public abstract",
        "method Doer.more public",
        "method Doer.own private",
        "enum Level package deprecated",
        "variant Level.LOW public",
        "method Level.LOW.of package",
        "variant Level.HIGH public",
        "field Level.value private",
        "class Pair package record",
        "field Pair.left public",
        "field Pair.right public",
        "constructor Pair.Pair package",
        "method Pair.of package static",
        "interface Mark package decorator",
        "method Mark.value public abstract",
    ];
    assert_eq!(definitions(&facts, "."), expected);
}

#[test]
fn documentation_signatures_and_metrics() {
    let facts = facts(
        "/**
 * Does it.
 * @deprecated use more
 */
@Quick(1) @Test
public <T> T f(final int a,
    String... b) throws E {
  if (a > 1 && b == null) { for (;;) { switch (a) { case 1: case 2: break; default: } } } else { }
  try { } catch (A | B e) { }
  return a > 1 ? null : null;
}
// Not documentation.
class X {}",
    );
    let f = &facts.definitions[0];
    assert_eq!(f.doc.as_deref(), Some("Does it.\n@deprecated use more"));
    assert!(f.flags.has(Flags::DEPRECATED.with(Flags::TEST)));
    assert_eq!(f.signature, "public <T> T f(final int a, String... b) throws E");
    assert_eq!((f.span.start, f.decorators.len, f.type_parameters.len), (0, 2, 1));
    let metrics = f.metrics.expect("a method with a body");
    // if +1, && +1, for +2, switch +3, else +1, catch +1, ?: +1
    assert_eq!((metrics.cyclomatic, metrics.cognitive, metrics.nesting), (8, 10, 3));
    assert_eq!((metrics.parameters, metrics.lines), (2, 5));
    let kinds: Vec<ParameterKind> = facts.parameters(f.parameters).iter().map(|p| p.kind).collect();
    assert_eq!(kinds, [ParameterKind::Plain, ParameterKind::Rest]);
    let x = &facts.definitions[1];
    assert_eq!((x.doc.as_deref(), x.signature.as_str()), (None, "class X"));
}

#[test]
fn imports() {
    let facts = facts("import a.b.C; import a.b.*; import static a.b.C.d; import static a.C.*;");
    let show = |i: &indexer_core::Import| {
        let path: Vec<&str> = i.path.iter().map(|n| facts.name(*n)).collect();
        format!("{:?} {} {}", i.shape, i.level, path.join("."))
    };
    let shown: Vec<String> = facts.imports.iter().map(show).collect();
    assert_eq!(shown, ["Item 0 a.b.C", "Wildcard 0 a.b", "Item 1 a.b.C.d", "Wildcard 1 a.C"]);
    assert_eq!(facts.references.len(), 3 + 2 + 4 + 2);
}

#[test]
fn a_module_is_named_by_its_whole_path() {
    let facts =
        facts("/** All. */ open module a.b { requires transitive java.base; exports c.d to e; uses f.G; }");
    let module = &facts.definitions[0];
    assert_eq!((facts.name(module.name), module.kind.as_str()), ("a.b", "module"));
    assert_eq!(
        (facts.imports[0].shape, facts.name(facts.imports[0].path[0])),
        (ImportShape::Effect, "java.base")
    );
    assert_eq!(facts.references.iter().map(|r| facts.name(r.name)).collect::<Vec<_>>(), ["f", "G"]);
}

/// A variable does not hide a method of its name; a local holds from its name on.
#[test]
fn names_of_methods_and_variables_are_apart() {
    let facts =
        facts("class A { int size; int size() { size = size(); int size = this.size; return size; } }");
    let uses: Vec<String> = facts
        .references
        .iter()
        .map(|r| match facts.expression(r.expression) {
            Expression::Name { bound: Some(id), .. } => match facts.bindings[id.index()].bound {
                Bound::Definition(def) => facts.definition(def).kind.to_string(),
                other => format!("{other:?}"),
            },
            _ => "member".to_owned(),
        })
        .collect();
    assert_eq!(uses, ["field", "method", "member"]);
}

#[test]
fn patterns_bind_behind_themselves() {
    let facts = facts(
        "class A { void f(Object x) {
  if (!(x instanceof B b)) return;
  b.one();
  switch (x) { case C c when c.two() -> c.three(); case D(E e, var f) -> e.four(f); default -> {} }
} }",
    );
    let locals = |name: &str| {
        let one = facts.references.iter().find(|r| facts.name(r.name) == name).expect("a reference");
        let Expression::Member { of, .. } = facts.expression(one.expression) else { return false };
        matches!(facts.expression(of), Expression::Name { bound: Some(_), .. })
    };
    assert!(["one", "two", "three", "four"].into_iter().all(locals));
}

//! Facts of Python.

use crate::shown::{facts_of, value_in};
use indexer_core::{Bound, Expression, FileFacts, Flags, ImportShape};

fn facts(source: &str) -> FileFacts {
    facts_of("python", source)
}

/// The value of the definition with this name, as people would write it.
fn value(source: &str, name: &str) -> String {
    value_in("python", source, name)
}

#[test]
fn values_of_variables_are_what_is_assigned() {
    assert_eq!(value("x = 1\nx = 'a'\n", "x"), "Integer | String");
    assert_eq!(value("x: int = f()\n", "x"), "instance int");
    assert_eq!(value("x = None\nx = A()\n", "x"), "A()");
    assert_eq!(value("a, (b, *c) = f()\n", "b"), "f()#1#0");
    assert_eq!(value("a, (b, *c) = f()\n", "c"), "List[element(f()#1)]");
    assert_eq!(value("a, b = 1, A()\n", "b"), "A()");
    assert_eq!(value("a = b = A()\n", "b"), "A()");
    assert_eq!(value("for a, b in f():\n  pass\n", "b"), "element(f())#1");
    assert_eq!(value("with f() as a:\n  pass\n", "a"), "entered(f())");
    assert_eq!(value("x = a.b(c, d=1)[0].e\n", "x"), "a.b(c, d=Integer)#0.e");
    assert_eq!(value("x = a if b else c or d\n", "x"), "a | c | d");
    assert_eq!(value("x = 'a %s' % b\n", "x"), "String");
    assert_eq!(value("x = not a\n", "x"), "Boolean");
    assert_eq!(value("x = [f(a) for a in b]\n", "x"), "List[f(a)]");
    assert_eq!(value("x = {'a': A, 'b': B}\n", "x"), "Map[A, B]");
}

#[test]
fn types_are_read_also_from_strings() {
    assert_eq!(value("x: Optional[A]\n", "x"), "instance A");
    assert_eq!(value("x: 'a.B[C] | None'\n", "x"), "instance a.B<C>");
    assert_eq!(value("x: t.Union[A, 'B']\n", "x"), "instance A | B");
    assert_eq!(value("x: dict[str, list[A]] | None = None\n", "x"), "instance dict<str, list<A>>");
    assert_eq!(value("x: Callable[[A], B]\n", "x"), "instance fn(A) -> B");
    assert_eq!(value("x: ClassVar[A] = 1\n", "x"), "instance A");
    assert_eq!(value("x: Annotated[A, 'no type']\n", "x"), "instance A");
    assert_eq!(value("x: Literal['no', 'type']\n", "x"), "instance Literal<String, String>");
    assert_eq!(value("x: 'no type!'\n", "x"), "?");
}

#[test]
fn calls_of_functions_give_their_returns() {
    assert_eq!(value("def f():\n  if a:\n    return b()\n  return None\n", "f"), "b()");
    assert_eq!(value("def f(): pass\n", "f"), "None");
    assert_eq!(value("def f(): raise A\n", "f"), "?");
    assert_eq!(value("def f() -> A: ...\n", "f"), "instance A");
    assert_eq!(value("def f():\n  yield A()\n", "f"), "Generator[A()]");
    assert_eq!(value("async def f():\n  return await g()\n", "f"), "await g()");
}

#[test]
fn fields_come_from_every_method_and_merge() {
    let source =
        "class A:\n  def f(self, b: B):\n    self.x = None\n    self.y = b\n  def g(me):\n    me.x = C()\n";
    assert_eq!(value(source, "x"), "C()");
    assert_eq!(value(source, "y"), "b");
    let facts = facts(source);
    let fields: Vec<_> = facts.definitions.iter().filter(|d| d.kind.as_str() == "field").collect();
    assert_eq!(fields.len(), 2);
    assert_eq!(facts.owner_chain_of(fields[0]), ["A", "x"]);
}

trait Chain {
    fn owner_chain_of(&self, definition: &indexer_core::Definition) -> Vec<String>;
}

impl Chain for FileFacts {
    fn owner_chain_of(&self, definition: &indexer_core::Definition) -> Vec<String> {
        let indexer_core::Owner::Definition(owner) = definition.owner else { return Vec::new() };
        vec![self.name(self.definition(owner).name).into(), self.name(definition.name).into()]
    }
}

#[test]
fn receivers_are_instances_or_types() {
    let source = "class A:\n  def f(self): pass\n  @classmethod\n  def g(cls): pass\n  @staticmethod\n  def h(x): pass\n";
    let facts = facts(source);
    let of = |name: &str| {
        let binding = facts
            .bindings
            .iter()
            .find(|b| facts.name(b.name) == name && matches!(b.bound, Bound::Parameter(_)));
        binding.map(|b| facts.expression(b.value))
    };
    assert!(matches!(of("self"), Some(Expression::SelfInstance(_))));
    assert!(matches!(of("cls"), Some(Expression::SelfType(_))));
    assert_eq!(of("x"), Some(Expression::Unknown));
}

#[test]
fn imports_say_shape_level_and_condition() {
    let source = "import a.b\nimport a.b as c\nfrom ..x import y as z, _w\nfrom q import *\nfrom . import m\n\
                  if TYPE_CHECKING:\n  import t\ntry:\n  import u\nexcept ImportError:\n  import v\n";
    let facts = facts(source);
    let shown: Vec<String> = facts
        .imports
        .iter()
        .map(|i| {
            let path: Vec<&str> = i.path.iter().map(|n| facts.name(*n)).collect();
            let alias = i.alias.map_or("-", |a| facts.name(a));
            let condition = i.condition.map_or("-", |c| facts.name(c));
            format!("{:?} {} {} {alias} {} {condition}", i.shape, i.level, path.join("."), i.visibility)
        })
        .collect();
    let expected = [
        "Root 0 a.b - public -",
        "Item 0 a.b c public -",
        "Item 2 x.y z public -",
        "Item 2 x._w - private -",
        "Wildcard 0 q - public -",
        "Item 1 m - public -",
        "Root 0 t - public TYPE_CHECKING",
        "Root 0 u - public try",
        "Root 0 v - public except ImportError",
    ];
    assert_eq!(shown, expected);
    assert_eq!(facts.imports.iter().filter(|i| i.shape == ImportShape::Wildcard).count(), 1);
}

#[test]
fn signatures_documentation_flags_and_metrics() {
    let source = "'''Module.'''\n@decorate(1)\nasync def test_f(a,\n    b: int = 2,\n) -> int:\n  '''Says\n    what.\n  '''\n  \
                  if a and b and c:\n    for x in y:\n      if x or a: pass\n  elif z: pass\n  else: pass\n  return 1\n";
    let facts = facts(source);
    assert_eq!(facts.doc.as_deref(), Some("Module."));
    let f = &facts.definitions[0];
    assert_eq!(f.signature, "async def test_f(a, b: int = 2, ) -> int");
    assert_eq!(f.doc.as_deref(), Some("Says\nwhat."));
    assert!(f.flags.has(Flags::ASYNC.with(Flags::TEST)));
    assert_eq!(f.span.text(source).chars().next(), Some('@'));
    let metrics = f.metrics.expect("a callable has metrics");
    // if 1, and 1, for 2, if 3, or 1, elif 1, else 1.
    assert_eq!((metrics.cyclomatic, metrics.cognitive, metrics.nesting, metrics.parameters), (8, 10, 3, 2));
}

#[test]
fn broken_code_keeps_the_facts_around_it() {
    let facts = facts("def good(): pass\nclass (:\n  def f(\nx = = 3\ndef also_good(a): return a\n");
    assert!(!facts.problems.is_empty());
    let names: Vec<&str> = facts.definitions.iter().map(|d| facts.name(d.name)).collect();
    assert!(names.contains(&"good"), "{names:?}");
}

//! What the linker does with much of a thing.

#[path = "../../examples/references.rs"]
mod example;
use indexer_engine::Workspace;
use indexer_store::TargetRef;
use indexer_testkit::Files;
use std::fmt::Write as _;

/// Each name rests on the one before: neither the stack nor what is remembered of the questions may
/// grow with the square of the chain.
#[test]
fn a_long_chain_of_names_is_followed_to_its_end() {
    const LENGTH: usize = 20_000;
    let mut text = "class C:\n  def m(self): pass\nx0 = C()\n".to_owned();
    for i in 1..LENGTH {
        writeln!(text, "x{i} = x{}", i - 1).unwrap();
    }
    writeln!(text, "x{}.m()", LENGTH - 1).unwrap();
    let files = Files::from([("a.py".to_owned(), text.into_bytes())]);
    let view = Workspace::in_memory(files).refresh().unwrap().view.clone();
    let file = view.file("a.py").unwrap();
    let last = file.references().find(|one| one.name() == "m").unwrap();
    assert_eq!(format!("{} {}", last.resolution(), last.rule()), "resolved member");
    let [TargetRef::Symbol(key)] = last.targets().into_iter().collect::<Vec<_>>()[..] else {
        panic!("a symbol")
    };
    assert_eq!(view.sym(view.symbol(key).unwrap()).printed(), "a.py#C.m");
}

#[test]
fn the_example_runs() {
    example::main().unwrap();
}

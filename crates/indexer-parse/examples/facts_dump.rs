//! Writes the facts of all files below a folder, for comparing two versions of the extractor.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_core::{Bound, ExprId, Expression, FileFacts};
use indexer_parse::{Limits, language_of, parse};
use std::path::PathBuf;

fn show(f: &FileFacts, id: ExprId, depth: u32) -> String {
    if depth > 6 {
        return "~".into();
    }
    let go = |e: ExprId| show(f, e, depth + 1);
    let list = |l| f.list(l).iter().map(|e| go(*e)).collect::<Vec<_>>().join(", ");
    match f.expression(id) {
        Expression::Unknown => "?".into(),
        Expression::Name { name, bound, namespace, .. } => match bound {
            Some(b) => format!(
                "{}:{:?}@{}",
                f.name(name),
                namespace,
                match f.bindings[b.index()].bound {
                    Bound::Local => format!("local{}", f.bindings[b.index()].from),
                    other => format!("{other:?}"),
                }
            ),
            None => format!("{}:{:?}", f.name(name), namespace),
        },
        Expression::Member { of, name, access } => format!("{}.{:?}.{}", go(of), access, f.name(name)),
        Expression::Call { of, arguments } => format!("{}({})", go(of), list(arguments)),
        Expression::Index { of, index } => format!("{}[{}]", go(of), go(index)),
        Expression::Tried(e) => format!("{}?", go(e)),
        Expression::Awaited(e) => format!("await {}", go(e)),
        Expression::Deref(e) => format!("*{}", go(e)),
        Expression::Instance(e) => format!("inst {}", go(e)),
        Expression::Element(e) => format!("elem {}", go(e)),
        Expression::Tuple(l) => format!("tuple({})", list(l)),
        Expression::Union(l) => format!("union({})", list(l)),
        Expression::Collection(k, l) => format!("{k:?}({})", list(l)),
        Expression::Apply { of, arguments } => format!("{}<{}>", go(of), list(arguments)),
        Expression::Keyword { name, value } => format!("{}={}", f.name(name), go(value)),
        Expression::Literal(k) => format!("{k:?}"),
        other => format!("{other:?}"),
    }
}

fn main() {
    let mut folders: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() && !path.is_symlink() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    for path in files {
        let Some(language) = language_of(&path.to_string_lossy(), b"") else { continue };
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let f = parse(language, &bytes, Limits::default());
        let at = path.display();
        println!("{at} {:?} problems {}", f.tally, f.problems.len());
        for d in &f.definitions {
            println!(
                "{at} def {:?} {} {:?} {:?} {:?} {:?} {:?} value {} {:?} {:?}",
                d.name_span,
                f.name(d.name),
                d.kind,
                d.visibility,
                d.flags,
                d.owner,
                d.span,
                show(&f, d.value, 0),
                d.metrics,
                d.signature
            );
            for p in f.parameters(d.parameters) {
                println!("{at}   par {} {}", f.name(p.name), show(&f, p.annotation, 0));
            }
        }
        for r in &f.references {
            println!(
                "{at} ref {:?} {} {:?} {:?} {:?} {}",
                r.span,
                f.name(r.name),
                r.role,
                r.enclosing,
                r.arguments,
                show(&f, r.expression, 0)
            );
        }
        for b in &f.bindings {
            println!("{at} bind {} {} {:?} {}", f.name(b.name), b.from, b.namespace, show(&f, b.value, 0));
        }
    }
}

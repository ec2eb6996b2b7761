//! How many external references of a repository lead on to a definition in what is installed:
//! `cargo run --example externals -- ROOT [--list]`.
#![allow(clippy::print_stdout, reason = "it is a program")]

use indexer_core::Resolution;
use indexer_engine::{Options, Workspace};
use indexer_store::TargetRef;
use indexer_tools::{Context, outside};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().ok_or("the root is missing")?;
    let list = arguments.next().is_some();
    let workspace = Workspace::open(Options::new(&root), |_| ())?;
    let cancel = AtomicBool::new(false);
    workspace.query(|reading| {
        let context = Context::of(reading, &cancel);
        let environs = outside::Environs::of(&context);
        let mut asked: BTreeMap<(String, String), (usize, String)> = BTreeMap::new();
        for file in context.view().files() {
            for reference in file.references().filter(|one| one.resolution() == Resolution::External) {
                for target in reference.targets() {
                    if let TargetRef::External(path) = target {
                        let folder = indexer_core::path::parent(file.path()).to_owned();
                        let key = (path.to_owned(), folder);
                        asked.entry(key).or_insert_with(|| (0, file.path().to_owned())).0 += 1;
                    }
                }
            }
        }
        let (mut all, mut proved, mut possible, mut module) = (0, 0, 0, 0);
        for ((path, _), (count, from)) in &asked {
            all += count;
            match outside::lead(&context, &environs, from, path) {
                Ok(lead) => {
                    match (&lead.to, lead.is_proved) {
                        (outside::LeadsTo::Module(_), _) => module += count,
                        (_, true) => proved += count,
                        (_, false) => possible += count,
                    }
                    if list {
                        let at = lead.printed().unwrap_or_else(|| format!("{:?}", lead.to));
                        println!(
                            "{count}\t{}\t{path}\t{}\t{at}",
                            if lead.is_proved { "found" } else { "possible" },
                            lead.package.label()
                        );
                    }
                }
                Err(stop) if list => {
                    println!("{count}\tnone\t{path}\t{}\t{}", stop.package.unwrap_or_default(), stop.why)
                }
                Err(_) => {}
            }
        }
        println!(
            "external={all} proved={proved} modules={module} possible={possible} bound={:.3}",
            (proved + module + possible) as f64 / all.max(1) as f64
        );
    })?;
    Ok(())
}

//! How names of installed packages are asked for.

use indexer_core::{Outside, Probe, Sought, is_probed_name};

pub(super) const OUTSIDE: Outside = Outside { ecosystem: "cargo", probes };

/// From a test of the crate, which sees what others see.
fn probes(sought: &Sought<'_>) -> Vec<Probe> {
    let path: Vec<&str> =
        std::iter::once(sought.import).chain(sought.names.iter().map(String::as_str)).collect();
    if !path.iter().all(|name| is_probed_name(name)) {
        return Vec::new();
    }
    let mut probe = Probe { path: "tests/probe_of_names.rs".to_owned(), ..Probe::default() };
    match path.split_last() {
        Some((last, owners)) if !owners.is_empty() => {
            let owners = owners.join("::");
            probe.line(&format!("fn probe() {{ {owners}::"), last, "; }");
            probe.line(&format!("use {owners}::"), last, ";");
        }
        _ => probe.line("use ", sought.import, " as probed;"),
    }
    vec![probe]
}

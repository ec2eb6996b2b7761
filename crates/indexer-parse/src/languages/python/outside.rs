//! How names of installed packages are asked for.

use indexer_core::{Outside, Probe, Sought, is_probed_name};

pub(super) const OUTSIDE: Outside = Outside { ecosystem: "pypi", probes, standard: None, unexplained: None };

/// Every way to part the path in a module and names in it: `from a import b` and `b.c`, `from a.b import c`.
fn probes(sought: &Sought<'_>) -> Vec<Probe> {
    let parts: Vec<&str> =
        std::iter::once(sought.import).chain(sought.names.iter().map(String::as_str)).collect();
    if !parts.iter().all(|part| is_probed_name(part)) {
        return Vec::new();
    }
    let mut probe = Probe { path: "probe_of_names.py".to_owned(), ..Probe::default() };
    let last = parts.len() - 1;
    for at in (1..=last).rev() {
        let module = parts[..at].join(".");
        let called = parts[at].trim_end_matches("()");
        if at == last {
            probe.line(&format!("from {module} import "), called, "");
        } else {
            let call = &parts[at][called.len()..];
            let members = parts[at + 1..last].iter().map(|name| format!(".{name}")).collect::<String>();
            let imported = format!("from {module} import {called} as p{at}\n");
            probe.line(&format!("{imported}p{at}{call}{members}."), parts[last].trim_end_matches("()"), "");
        }
    }
    if last == 0 {
        probe.line("import ", parts[0], "");
    }
    vec![probe]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_part_a_path_is_asked() {
        let names = ["wrappers", "Response()", "get"].map(str::to_owned);
        let sought = Sought { import: "werkzeug", entry: None, names: &names };
        let found = probes(&sought).remove(0);
        let expected = "from werkzeug.wrappers.Response() import get\n\
            from werkzeug.wrappers import Response as p2\np2().get\n\
            from werkzeug import wrappers as p1\np1.Response().get\n";
        assert_eq!(found.text, expected);
        let at = |place: &u32| &found.text[*place as usize..*place as usize + 3];
        assert_eq!(found.places.iter().map(at).collect::<Vec<_>>(), ["get"; 3]);
        let hostile = ["a\nimport b".to_owned()];
        assert!(probes(&Sought { names: &hostile, ..sought }).is_empty());
    }
}

//! How names of installed packages are asked for.

use indexer_core::{Outside, Probe, Sought, is_probed_name};

pub(super) const OUTSIDE: Outside = Outside { ecosystem: "npm", probes, standard: None, unexplained: None };

/// Where the names stand that every file may use.
const GLOBAL: &str = "globalThis";

/// How modules of the runtime are imported.
const RUNTIME: &str = "node:";

fn probes(sought: &Sought<'_>) -> Vec<Probe> {
    let names: Vec<&str> = sought.names.iter().map(String::as_str).collect();
    if !names.iter().all(|name| is_probed_name(name)) {
        return Vec::new();
    }
    if sought.import == GLOBAL {
        let mut probe = Probe { path: "probe-of-names.ts".to_owned(), ..Probe::default() };
        if let Some((last, owners)) = names.split_last() {
            probe.line(&members(owners), last, ";");
        }
        return vec![probe];
    }
    let module = match sought.entry {
        _ if sought.import.starts_with(RUNTIME) => sought.import.to_owned(),
        Some(entry) => format!("./{}", without_ending(entry)),
        // Whoever stands in the repository of the package names it as others do.
        None => sought.import.to_owned(),
    };
    if module.contains(['"', '\\', '\n']) {
        return Vec::new();
    }
    vec![imported(&module, &names), required(&module, &names)]
}

/// `a.b.`
fn members(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name}.")).collect()
}

/// By the imports of modules.
fn imported(module: &str, names: &[&str]) -> Probe {
    let mut probe = Probe { path: "probe-of-names.ts".to_owned(), ..Probe::default() };
    let Some((last, owners)) = names.split_last() else {
        probe.line("import * as all from \"", module, "\";");
        probe.line("import whole from \"", module, "\";");
        return probe;
    };
    if let Some((first, owners)) = owners.split_first() {
        let (name, call) = first.strip_suffix("()").map_or((*first, ""), |name| (name, "()"));
        let bound = format!("import {{ {name} as one }} from \"{module}\";\n");
        probe.line(&format!("{bound}one{call}.{}", members(owners)), last, ";");
    } else {
        probe.line("import { ", last, &format!(" }} from \"{module}\";"));
    }
    probe.line(&format!("import * as all from \"{module}\";\nall.{}", members(owners)), last, ";");
    // What is passed on as a whole may be taken for what it holds.
    let inner = if owners.first() == Some(&"default") { &owners[1..] } else { owners };
    probe.line(&format!("import whole from \"{module}\";\nwhole.{}", members(inner)), last, ";");
    probe
}

/// As scripts do that are no modules.
fn required(module: &str, names: &[&str]) -> Probe {
    let mut probe = Probe { path: "probe-of-names.cjs".to_owned(), ..Probe::default() };
    match names.split_last() {
        None => probe.line("const all = require(\"", module, "\");"),
        Some((last, owners)) => {
            let inner = if owners.first() == Some(&"default") { &owners[1..] } else { owners };
            probe.line(&format!("const all = require(\"{module}\");\nall.{}", members(inner)), last, ";");
        }
    }
    probe
}

/// A module by the file that it is: declarations by what they declare, as code beside them may stand under the same name.
fn without_ending(path: &str) -> String {
    let ends = [
        (".d.ts", ""),
        (".d.mts", ".mjs"),
        (".d.cts", ".cjs"),
        (".mts", ".mjs"),
        (".cts", ".cjs"),
        (".tsx", ""),
        (".ts", ""),
    ];
    let named = |(end, instead): (&str, &str)| Some(format!("{}{instead}", path.strip_suffix(end)?));
    ends.into_iter().find_map(named).unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_asked_for_by_every_kind_of_import() {
        let names = ["Router", "get"].map(str::to_owned);
        let found = probes(&Sought { import: "x", entry: Some("lib/index.d.ts"), names: &names });
        assert!(found[0].text.starts_with("import { Router as one } from \"./lib/index\";\none.get;\n"));
        assert_eq!(found[1].text, "const all = require(\"./lib/index\");\nall.Router.get;\n");
        let global = probes(&Sought { import: "globalThis", entry: None, names: &names });
        assert_eq!(global[0].text, "Router.get;\n");
        assert!(probes(&Sought { import: "x", entry: Some("a\"b"), names: &names }).is_empty());
        let beside = probes(&Sought { import: "x", entry: Some("d/i.d.cts"), names: &names });
        assert!(beside[0].text.contains("\"./d/i.cjs\""), "{}", beside[0].text);
    }
}

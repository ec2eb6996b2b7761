//! How names of headers that are installed are asked for.

use crate::languages::c::outside::{HEADERS, including, is_bare};
use indexer_core::{Outside, Probe, Sought, is_probed_name};

pub(super) const OUTSIDE: Outside =
    Outside { ecosystem: HEADERS, probes, standard: None, unexplained: Some(unexplained) };

/// From a file that includes the header by which the package is entered: as a name of its owner, and as a member of a value.
fn probes(sought: &Sought<'_>) -> Vec<Probe> {
    let Some(mut probe) = including(sought, "probe_of_names.cc") else { return Vec::new() };
    let Some((last, owners)) = sought.names.split_last() else { return vec![probe] };
    if !sought.names.iter().all(|name| is_probed_name(name)) || last.ends_with(')') {
        return Vec::new();
    }
    // From inside of its name space, which is otherwise that of our own declarations.
    let owners = owners.strip_prefix(&["std".to_owned()]).unwrap_or(owners);
    let is_inside = owners.len() + 1 < sought.names.len();
    let mut path = String::new();
    for owner in owners {
        path.push_str(owner);
        // Behind what is called stands a member.
        path.push_str(if owner.ends_with(')') { "." } else { "::" });
    }
    if is_inside {
        probe.text.push_str("namespace std {\n");
    }
    probe.text.push_str("void probe_of_names() {\n");
    if owners.is_empty() {
        probe.line("    ", last, "(0);");
        probe.line("    auto read = ", last, ";");
        probe.line("    ", last, " typed;");
        if !is_inside {
            probe.line("    using namespace ", last, ";");
        }
    } else {
        let owner = path.trim_end_matches(['.', ':']);
        let value = if owner.ends_with(')') { "auto of_names = " } else { "" };
        let name = if value.is_empty() { " of_names" } else { "" };
        probe.text.push_str(&format!("    {value}{owner}{name};\n"));
        probe.line("    of_names.", last, "();");
        probe.line("    auto read = of_names.", last, ";");
        probe.line(&format!("    auto named = {path}"), last, ";");
        if !owner.ends_with(')') {
            probe.line(&format!("    {path}"), last, " typed;");
        }
    }
    probe.text.push_str(if is_inside { "}\n}\n" } else { "}\n" });
    vec![probe]
}

/// A name by itself may be of any header that the file includes.
fn unexplained(before: &str, name: &str) -> Option<String> {
    is_bare(before, name).then(|| format!("libc::{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(names: &[&str]) -> String {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let found = probes(&Sought { import: "", entry: Some("c++/12/string"), names: &names });
        found.into_iter().map(|probe| probe.text).collect()
    }

    #[test]
    fn a_member_is_asked_of_a_value_and_of_its_type() {
        let asked = text(&["std", "string", "size"]);
        assert!(asked.contains("\nnamespace std {\nvoid"), "{asked}");
        assert!(asked.contains("    string of_names;\n    of_names.size();\n"), "{asked}");
        let asked = text(&["std", "make_pair()", "first"]);
        assert!(asked.contains("    auto of_names = make_pair();\n"), "{asked}");
        assert!(asked.contains("auto named = make_pair().first;"), "{asked}");
        assert!(text(&["std", "move"]).contains("    move(0);\n"));
        assert!(text(&["a", "b"]).contains("    a of_names;\n") && text(&["std"]).contains("namespace std;"));
        assert!(text(&["std", "a;b"]).is_empty());
    }
}

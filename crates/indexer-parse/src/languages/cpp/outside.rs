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
    let mut path = String::new();
    for owner in owners {
        path.push_str(owner);
        // Behind what is called stands a member.
        path.push_str(if owner.ends_with(')') { "." } else { "::" });
    }
    probe.text.push_str("void probe_of_names() {\n");
    if owners.is_empty() || owners == ["std"] {
        probe.line(&format!("    {path}"), last, "(0);");
        probe.line(&format!("    auto read = {path}"), last, ";");
        probe.line(&format!("    {path}"), last, " typed;");
        if owners.is_empty() {
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
    probe.text.push_str("}\n");
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
        assert!(asked.contains("    std::string of_names;\n    of_names.size();\n"), "{asked}");
        let asked = text(&["std", "make_pair()", "first"]);
        assert!(asked.contains("    auto of_names = std::make_pair();\n"), "{asked}");
        assert!(asked.contains("auto named = std::make_pair().first;"), "{asked}");
        assert!(text(&["std", "move"]).contains("    std::move(0);\n"));
        assert!(text(&["std", "a;b"]).is_empty());
    }
}

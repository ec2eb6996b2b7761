//! How names of installed packages are asked for.

use indexer_core::{Outside, Probe, Sought, is_probed_name, path};

pub(super) const OUTSIDE: Outside = Outside { ecosystem: "maven", probes, standard: None, unexplained: None };

/// From a class of the package itself.
fn probes(sought: &Sought<'_>) -> Vec<Probe> {
    let (Some(entry), Some((last, owners))) = (sought.entry, sought.names.split_last()) else {
        return Vec::new();
    };
    let is_package = |part: &str| is_probed_name(part) && !part.ends_with(')');
    if !sought.names.iter().all(|name| is_probed_name(name)) || !sought.import.split('.').all(is_package) {
        return Vec::new();
    }
    let mut probe = Probe { path: path::join(path::parent(entry), "ProbeOfNames.java"), ..Probe::default() };
    let owners: String = owners.iter().map(|name| format!("{name}.")).collect();
    let head = format!("package {};\n\nclass ProbeOfNames {{\n", sought.import);
    if owners.is_empty() {
        probe.line(&format!("{head}    "), last, " typed;");
    } else {
        probe.line(&format!("{head}    Object called = {owners}"), last, "();");
        probe.line(&format!("    Object read = {owners}"), last, ";");
        if !owners.contains('(') {
            probe.line(&format!("    {owners}"), last, " typed;");
        }
    }
    probe.text.push_str("}\n");
    vec![probe]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_and_its_member_are_asked_for_in_its_package() {
        let names = ["List", "of"].map(str::to_owned);
        let entry = Some("java.base/java/util/List.java");
        let asked = |names: &[String]| probes(&Sought { import: "java.util", entry, names });
        let probe = &asked(&names)[0];
        assert_eq!(probe.path, "java.base/java/util/ProbeOfNames.java");
        let at = |place: &u32| probe.text[*place as usize..].chars().take(5).collect::<String>();
        assert_eq!(probe.places.iter().map(at).collect::<Vec<_>>(), ["of();", "of;\n ", "of ty"]);
        assert_eq!(asked(&names[..1])[0].places.len(), 1);
        assert!(asked(&["a;b".to_owned()]).is_empty() && asked(&[]).is_empty());
    }
}

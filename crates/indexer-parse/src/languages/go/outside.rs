//! How names of installed packages are asked for.

use indexer_core::{Outside, Probe, Sought, is_probed_name, path};

pub(super) const OUTSIDE: Outside =
    Outside { ecosystem: "golang", probes, standard: None, unexplained: None };

/// From a file of the package itself: its name is the last part of its path, as a rule.
fn probes(sought: &Sought<'_>) -> Vec<Probe> {
    let (Some(entry), Some((last, owners))) = (sought.entry, sought.names.split_last()) else {
        return Vec::new();
    };
    if !sought.names.iter().all(|name| is_probed_name(name)) {
        return Vec::new();
    }
    let package = package_name(sought.import);
    let mut probe = Probe { path: path::join(path::parent(entry), "probe_of_names.go"), ..Probe::default() };
    let owners: String = owners.iter().map(|name| format!("{name}.")).collect();
    probe.line(&format!("package {package}\n\nvar _ = {owners}"), last, "");
    vec![probe]
}

/// `yaml` of `gopkg.in/yaml.v3`, `validator` of `github.com/go-playground/validator/v10`.
fn package_name(import: &str) -> &str {
    let is_version =
        |part: &str| part.strip_prefix('v').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    let mut parts = import.rsplit('/').filter(|part| !is_version(part));
    let name = parts.next().unwrap_or(import);
    let name = name.split('.').next().unwrap_or(name);
    name.strip_prefix("go-").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_package_is_told_by_its_path() {
        for (import, name) in [("gopkg.in/yaml.v3", "yaml"), ("a.b/c/v10", "c"), ("net/http", "http")] {
            assert_eq!(package_name(import), name);
        }
    }
}

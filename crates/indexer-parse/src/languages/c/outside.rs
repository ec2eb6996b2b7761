//! How names of headers that are installed are asked for.

use indexer_core::{Outside, Probe, Sought, is_probed_name};

/// The word for where such headers are from.
pub(in crate::languages) const HEADERS: &str = "headers";

pub(super) const OUTSIDE: Outside =
    Outside { ecosystem: HEADERS, probes, standard: None, unexplained: Some(unexplained) };

/// From a file that includes the header by which the package is entered.
fn probes(sought: &Sought<'_>) -> Vec<Probe> {
    let Some(mut probe) = including(sought, "probe_of_names.c") else { return Vec::new() };
    if let [name] = sought.names {
        if !is_probed_name(name) || name.ends_with(')') {
            return Vec::new();
        }
        probe.text.push_str("void probe_of_names(void) {\n");
        probe.line("    ", name, "(0);");
        probe.line("    called = ", name, ";");
        probe.line("    ", name, " typed;");
        probe.line("    struct ", name, " tagged;");
        probe.text.push_str("}\n");
    }
    vec![probe]
}

/// A file of this name beside the folders of a package, which includes the header by which that is entered. Where nothing
/// else is asked for, the header itself is.
pub(in crate::languages) fn including(sought: &Sought<'_>, file: &str) -> Option<Probe> {
    let entry = sought.entry.filter(|entry| !entry.contains(['"', '\n', '\\']))?;
    let mut probe = Probe { path: file.to_owned(), ..Probe::default() };
    match sought.names.is_empty() {
        true => probe.line("#include \"", entry, "\""),
        false => probe.text = format!("#include \"{entry}\"\n"),
    }
    Some(probe)
}

/// A name by itself may be of any header that the file includes.
fn unexplained(before: &str, name: &str) -> Option<String> {
    is_bare(before, name).then(|| format!("libc.{name}"))
}

/// True where no owner stands before a name.
pub(in crate::languages) fn is_bare(before: &str, name: &str) -> bool {
    let before = before.trim_end();
    is_probed_name(name) && ![".", "->", "::"].iter().any(|mark| before.ends_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_asked_for_behind_the_header_that_enters_its_package() {
        let names = ["strlen".to_owned()];
        let entry = Some("string.h");
        let asked = |names: &[String]| probes(&Sought { import: "", entry, names });
        let probe = &asked(&names)[0];
        assert!(probe.text.starts_with("#include \"string.h\"\nvoid "));
        let at = |place: &u32| probe.text[*place as usize..].starts_with("strlen");
        assert!(probe.places.len() == 4 && probe.places.iter().all(at));
        assert_eq!(asked(&[])[0].places, [10], "the header itself");
        assert!(asked(&["a;b".to_owned()]).is_empty() && asked(&["f()".to_owned()]).is_empty());
    }

    #[test]
    fn a_member_is_of_no_header() {
        assert_eq!(unexplained("x = ", "inflate").as_deref(), Some("libc.inflate"));
        for before in ["a.", "a->", "a->  ", "b::"] {
            assert_eq!(unexplained(before, "inflate"), None);
        }
    }
}

//! The names that the text of a module may bind, told without parsing it.

/// Words that begin an import.
const IMPORTS: [&str; 2] = ["from ", "import "];

/// All names that a module may give to others, and others beside; `None` where a wildcard import brings any. Of declarations
/// (`.pyi`) an import gives only what it gives a name with `as`.
pub(super) fn of(path: &str, text: &str) -> Option<Vec<String>> {
    let declares = path.ends_with(".pyi");
    let mut found = Vec::new();
    for line in text.lines().map(str::trim_start) {
        let is_import = IMPORTS.iter().any(|word| line.starts_with(word));
        if is_import && line.contains('*') {
            return None;
        }
        let bound = match (is_import && declares, line.find([':', '=', '('])) {
            (true, _) => "",
            // What stands behind a name in a definition or an assignment binds nothing.
            (false, Some(end)) if !is_import => &line[..end],
            (false, _) => line,
        };
        let named = line.match_indices(" as ").map(|(at, word)| &line[at + word.len()..]);
        let named = named.map(|rest| rest.split(is_no_part).next().unwrap_or(""));
        // `with a(b) as c, d() as e: f = 1` and what stands behind `;`.
        let behind = if line.contains(';') { line } else { "" };
        let words = [bound, behind].into_iter().flat_map(|part| part.split(is_no_part));
        found.extend(words.chain(named).filter(|word| !word.is_empty()).map(str::to_owned));
    }
    Some(found)
}

fn is_no_part(letter: char) -> bool {
    !letter.is_alphanumeric() && letter != '_'
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn names_that_a_text_binds_are_among_those_that_are_told() {
        let text = "from a import (\n    b,\n    c as d)\nimport e.f, g\nclass H(I): j: K = l\n@m\nasync def n(o): return p\nq, r = s\nif t: u = 1; v = 2\nfor w in x: pass\nwith y(z) as (aa): pass\nab: int\n";
        let told = |path: &str| {
            let found = of(path, text).unwrap();
            move |name: &str| found.iter().any(|one| one == name)
        };
        let code = told("a.py");
        for name in ["b", "d", "e", "g", "H", "n", "q", "r", "u", "v", "w", "ab"] {
            assert!(code(name), "{name}");
        }
        let declared = told("a.pyi");
        assert!(declared("d") && declared("n"));
        for name in ["e", "g", "I", "K", "o", "p", "s"] {
            assert!(!declared(name), "{name}");
        }
        assert_eq!(of("a.py", "if b:\n  from c import *"), None);
    }
}

//! The names that the text of a module may bind, told without parsing it.

/// Words that begin an import.
const IMPORTS: [&str; 2] = ["from ", "import "];

/// Words that begin a block which may stand in the same line.
const BLOCKS: [&str; 10] =
    ["if", "elif", "else", "try", "except", "finally", "for", "while", "with", "match"];

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
        let bound = match line.find([':', '=', '(']) {
            _ if is_import && declares => "",
            // What stands behind the name in a definition or an assignment binds nothing.
            Some(end) if !is_import && !binds_behind(line) => &line[..end],
            _ => line,
        };
        let named = line.split_once(" as ").map_or("", |(_, rest)| rest);
        let words = [bound, named].into_iter().flat_map(|part| part.split(is_no_part));
        found.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
    }
    Some(found)
}

/// True for a line that may bind names behind its first colon, equals sign or parenthesis: a block in the same line, several
/// statements or targets.
fn binds_behind(line: &str) -> bool {
    let first = line.split(is_no_part).next().unwrap_or("");
    BLOCKS.contains(&first)
        || line.starts_with(['(', '['])
        || line.contains(';')
        || line.contains(":=")
        || line.matches('=').count() > 1
}

fn is_no_part(letter: char) -> bool {
    !letter.is_alphanumeric() && letter != '_'
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn names_that_a_text_binds_are_among_those_that_are_told() {
        let text = "from a import (\n    b,\n    c as d)\nimport e.f, g\nclass H(I): j: K = l\n@m\nasync def n(o): return p\nq, r = s\nif t: u = 1\nif t: pass; v = 2\nfor w in x: pass\nwith y(z) as (aa): pass\nab: int\nac = ad = 1\n(ae, af) = ag\n";
        let told = |path: &str| {
            let found = of(path, text).unwrap();
            move |name: &str| found.iter().any(|one| one == name)
        };
        let code = told("a.py");
        for name in
            ["b", "d", "e", "g", "H", "n", "q", "r", "u", "v", "w", "aa", "ab", "ac", "ad", "ae", "af"]
        {
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

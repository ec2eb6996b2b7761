//! Which files a package offers under which paths, as its manifest says it.

use serde_json::Value;

/// Conditions under which a runtime takes a file.
pub(super) const RUN: &[&str] = &["import", "module", "require", "node", "default"];

/// The same for a compiler: declarations come first.
pub(super) const DECLARED: &[&str] = &["types", "import", "require", "node", "default"];

/// Conditions within conditions.
const DEEPEST: usize = 8;

/// The files that `exports` names for a path behind the package's name, "" for the package itself, the best first. A pattern
/// holds for what no key names, and of several the one with the longest beginning.
pub(super) fn targets(manifest: &Value, inner: &str, conditions: &[&str]) -> Vec<String> {
    let exports = &manifest["exports"];
    let by_path = exports.as_object().filter(|keys| keys.keys().any(|key| key.starts_with('.')));
    let mut found = Vec::new();
    let Some(by_path) = by_path else {
        if inner.is_empty() {
            collect(exports, conditions, 0, &mut found);
        }
        return found;
    };
    let asked = if inner.is_empty() { ".".to_owned() } else { format!("./{inner}") };
    if let Some(target) = by_path.get(&asked) {
        collect(target, conditions, 0, &mut found);
        return found;
    }
    let matched = |key: &String| {
        let (head, tail) = key.split_once('*')?;
        let middle = asked.strip_prefix(head)?.strip_suffix(tail)?;
        (!middle.is_empty()).then_some((head.len(), middle))
    };
    let patterns = by_path.iter().filter_map(|(key, target)| Some((matched(key)?, target)));
    if let Some(((_, middle), target)) = patterns.max_by_key(|((head, _), _)| *head) {
        collect(target, conditions, 0, &mut found);
        found.iter_mut().for_each(|path| *path = path.replace('*', middle));
    }
    found
}

/// The files of a target: a text, the first of a list, or what its conditions say.
fn collect(target: &Value, conditions: &[&str], depth: usize, found: &mut Vec<String>) {
    match target {
        _ if depth == DEEPEST => {}
        Value::String(path) => found.push(path.clone()),
        Value::Array(all) => all.iter().for_each(|one| collect(one, conditions, depth + 1, found)),
        Value::Object(by_condition) => {
            let said = conditions.iter().filter_map(|condition| by_condition.get(*condition));
            said.for_each(|one| collect(one, conditions, depth + 1, found));
        }
        _ => {}
    }
}

/// The declarations that stand beside a file which is run; of declarations those themselves.
pub(super) fn declarations_beside(path: &str) -> Option<String> {
    const BESIDE: &[(&str, &str)] = &[(".js", ".d.ts"), (".mjs", ".d.mts"), (".cjs", ".d.cts")];
    if [".ts", ".mts", ".cts", ".tsx"].iter().any(|end| path.ends_with(end)) {
        return Some(path.to_owned());
    }
    BESIDE.iter().find_map(|(end, declared)| Some(format!("{}{declared}", path.strip_suffix(end)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_is_found_by_its_key_else_by_the_longest_pattern() {
        let manifest = json!({"exports": {
            ".": {"import": {"types": "./d/i.d.ts", "default": "./d/i.js"}, "require": "./c/i.cjs"},
            "./a": "./d/a.mjs",
            "./*": {"types": "./d/*.d.ts", "default": "./d/*.js"},
            "./deep/*": ["./far/*/index.js"],
            "./closed": null,
        }});
        let asked = |inner: &str, conditions| targets(&manifest, inner, conditions).join(" ");
        assert_eq!(asked("", DECLARED), "./d/i.d.ts ./d/i.js ./c/i.cjs");
        assert_eq!(asked("", RUN), "./d/i.js ./c/i.cjs");
        assert_eq!(asked("a", RUN), "./d/a.mjs");
        assert_eq!(asked("b/c", DECLARED), "./d/b/c.d.ts ./d/b/c.js");
        assert_eq!(asked("deep/x", RUN), "./far/x/index.js");
        assert_eq!(asked("closed", RUN), "");
        let whole = json!({"exports": {"types": "./t.d.ts", "default": "./i.js"}});
        assert_eq!(targets(&whole, "", DECLARED), ["./t.d.ts", "./i.js"]);
        assert!(targets(&whole, "a", DECLARED).is_empty());
        assert!(targets(&json!({"exports": "./i.js"}), "a", RUN).is_empty());
    }

    #[test]
    fn declarations_have_the_ending_of_what_they_declare() {
        for (path, expected) in [
            ("d/i.mjs", Some("d/i.d.mts")),
            ("d/i.cjs", Some("d/i.d.cts")),
            ("d/i.js", Some("d/i.d.ts")),
            ("d/i.d.mts", Some("d/i.d.mts")),
            ("d/i.css", None),
        ] {
            assert_eq!(declarations_beside(path).as_deref(), expected, "{path}");
        }
    }
}

//! Aliases that configurations of bundlers give to folders: `resolve.alias` of Vite, `kit.alias` of SvelteKit, `alias` of
//! Nuxt. Such a configuration is a program, so only what is written as a text, beside where the file is, is read.

use super::paths::Maps;
use indexer_core::ManifestFacts;

/// More aliases than this are not read.
const MOST: usize = 256;

/// What stands for the folder of the configuration.
const HERE: &[&str] = &["__dirname", "import.meta.url", "import.meta.dirname"];

/// The facts of a configuration of a bundler. O(bytes).
pub(super) fn read(text: &str) -> ManifestFacts {
    let code = without_comments(text);
    let mut maps = Maps::default();
    let mut at = 0;
    while let Some(found) = code[at..].find("alias") {
        let start = at + found;
        at = start + "alias".len();
        let begins = !code[..start].ends_with(is_part);
        let rest = code[at..].trim_start_matches(['"', '\'']).trim_start();
        let Some(rest) = rest.strip_prefix(':').map(str::trim_start).filter(|_| begins) else { continue };
        if !rest.starts_with(['{', '[']) {
            continue;
        }
        // What does not end says nothing, and neither does what stands in it.
        let Some(inner) = inside(rest) else { break };
        at = code.len() - rest.len() + inner.len() + 2;
        let entries = parts(inner).into_iter().take(MOST);
        match rest.starts_with('{') {
            true => entries.filter_map(named).for_each(|(name, value)| add(&mut maps, name, value)),
            false => entries.filter_map(found_by).for_each(|(name, value)| add(&mut maps, name, value)),
        }
    }
    ManifestFacts { maps: maps.into_list(), ..ManifestFacts::default() }
}

fn is_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$' | '.')
}

/// Adds a name and what begins with it.
fn add(maps: &mut Maps, name: &str, value: &str) {
    let Some(target) = target(value) else { return };
    let name = name.strip_suffix("/*").unwrap_or(name).trim_end_matches('/');
    let target = target.strip_suffix("/*").unwrap_or(&target).trim_end_matches('/');
    if name.is_empty() || name.contains('*') {
        return;
    }
    maps.add(name, vec![target.to_owned()]);
    maps.add(&format!("{name}/*"), vec![format!("{target}/*")]);
}

/// `"@": value`, `lib: value`.
fn named(entry: &str) -> Option<(&str, &str)> {
    let entry = entry.trim();
    let (name, rest) = match entry.chars().next()? {
        quote @ ('"' | '\'') => entry[1..].split_once(quote)?,
        _ => entry.split_at(entry.find(|letter: char| !is_part(letter))?),
    };
    Some((name, rest.trim_start().strip_prefix(':')?))
}

/// `{ find: "@", replacement: value }`.
fn found_by(entry: &str) -> Option<(&str, &str)> {
    let (mut find, mut replacement) = (None, None);
    for (name, value) in parts(inside(entry.trim())?).into_iter().filter_map(named) {
        match name {
            "find" => find = only_text(value),
            "replacement" => replacement = Some(value),
            _ => {}
        }
    }
    Some((find?, replacement?))
}

/// The path that a value says; `None` for packages, and for what is known only when the program runs.
fn target(value: &str) -> Option<String> {
    let below = |text: &str| format!("./{}", text.trim_start_matches("./").trim_start_matches('/'));
    if let Some(text) = only_text(value) {
        return text.starts_with(['.', '/']).then(|| below(text));
    }
    let (mut texts, mut code, mut rest) = (Vec::new(), String::new(), value);
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = rest.as_bytes()[start] as char;
        let (text, behind) = rest[start + 1..].split_once(quote)?;
        code.push_str(&rest[..start]);
        texts.push(text);
        rest = behind;
    }
    code.push_str(rest);
    let is_here = HERE.iter().any(|here| code.contains(here));
    let is_other = ["require", "process", "?", "+", "=>"].iter().any(|word| code.contains(word));
    if !is_here || is_other || texts.is_empty() {
        return None;
    }
    Some(below(&texts.iter().map(|text| text.trim_start_matches("./")).collect::<Vec<_>>().join("/")))
}

/// The text that is all of a value.
fn only_text(value: &str) -> Option<&str> {
    let value = value.trim();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
    let text = value[1..].strip_suffix(quote)?;
    (!text.contains(quote) && !text.contains("${")).then_some(text)
}

/// What stands between the bracket that a text begins with and the one that closes it.
fn inside(text: &str) -> Option<&str> {
    let (mut depth, mut quote) = (0_u32, None);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(letter),
            (None, '{' | '[' | '(') => depth += 1,
            (None, '}' | ']' | ')') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return text.get(1..at);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The parts of a list between commas that stand in no brackets.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut quote, mut start) = (0_i32, None, 0);
    let mut all = Vec::new();
    for (at, letter) in list.char_indices() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(letter),
            (None, '{' | '[' | '(') => depth += 1,
            (None, '}' | ']' | ')') => depth -= 1,
            (None, ',') if depth == 0 => {
                all.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(&list[start..]);
    all
}

/// The code without its comments.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let (mut quote, mut rest) = (None, text);
    while let Some(letter) = rest.chars().next() {
        let comment = match quote {
            None if rest.starts_with("//") => Some(rest.find('\n').unwrap_or(rest.len())),
            None if rest.starts_with("/*") => Some(rest.find("*/").map_or(rest.len(), |end| end + 2)),
            _ => None,
        };
        if let Some(end) = comment {
            rest = &rest[end..];
            continue;
        }
        match quote {
            Some(open) if letter == open || letter == '\n' && open != '`' => quote = None,
            None if matches!(letter, '"' | '\'' | '`') => quote = Some(letter),
            _ => {}
        }
        code.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aliases(text: &str) -> Vec<(String, String)> {
        let all = read(text).maps.into_iter().filter(|map| !map.pattern.ends_with("/*"));
        all.map(|map| (map.pattern, map.targets.join(" "))).collect()
    }

    #[test]
    fn aliases_are_read_that_are_written_as_texts() {
        let text = r#"
            // alias: { no: './no' }
            export default { resolve: { alias: {
                '@': path.resolve(__dirname, './src'), /* '#': './x' */
                "~": fileURLToPath(new URL("./app", import.meta.url)),
                '@/lib/': `${resolve(import.meta.dirname, "lib")}/`,
                up: resolve(__dirname, '..', 'up'),
                $part: './src/part',
                root: '/src',
                lodash: 'lodash-es', other: require.resolve('a/b'), made: make(), bulma: isDev ? './a' : './b',
            } } }
        "#;
        let expected = [
            ("@", "./src"),
            ("~", "./app"),
            ("@/lib", "./lib"),
            ("up", "./../up"),
            ("$part", "./src/part"),
            ("root", "./src"),
        ];
        assert_eq!(aliases(text), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert_eq!(read(text).maps[1].pattern, "@/*");
        assert_eq!(read(text).maps[1].targets, ["./src/*"]);
    }

    #[test]
    fn aliases_may_stand_in_a_list() {
        let text = "alias: [{ find: '@', replacement: resolve(__dirname, 'src') }, { find: /^~/, replacement: './a' }]";
        assert_eq!(aliases(text), [("@".to_owned(), "./src".to_owned())]);
    }

    #[test]
    fn broken_configurations_say_nothing() {
        for text in [
            "alias",
            "alias: {",
            "alias: { '@': ",
            "alias: { '",
            "alias: [{ find: '@' }]",
            "alias: }",
            "alias: \u{e9}",
        ] {
            assert!(aliases(text).is_empty(), "{text}");
        }
    }
}

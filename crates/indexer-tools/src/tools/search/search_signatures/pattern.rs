//! Patterns of signatures.
//!
//! A pattern of types is `(A, B) -> C`: one entry for each parameter (a receiver not counted), `*`
//! for any or for any part, `...` for any further ones. An entry matches a parameter whose type, or
//! a part of it that is not cut off in the middle of a word, is that. Anything else is searched for
//! as a part of the signature, without regard to case and white space.

/// What is looked for.
#[derive(Debug)]
pub(super) enum Pattern {
    /// A part of the signature, folded.
    Part(String),
    /// Parameters and result, each folded; `None` for a result that does not matter.
    Types { parameters: Vec<String>, open: bool, result: Option<String> },
}

impl Pattern {
    /// Reads a pattern; `None` for one that says nothing.
    pub(super) fn new(query: &str) -> Option<Self> {
        let query = query.trim();
        if let Some((inside, after)) = query.strip_prefix('(').and_then(|_| parenthesis(query)) {
            let mut parameters: Vec<String> = split(inside).into_iter().map(fold).collect();
            let open = parameters.last().is_some_and(|last| last == "...");
            if open {
                parameters.pop();
            }
            let result = after.trim().strip_prefix("->").map(fold).filter(|one| !one.is_empty());
            if result.is_some() || after.trim().is_empty() {
                let result = result.filter(|one| one != "*");
                return Some(Pattern::Types { parameters, open, result });
            }
        }
        // A result alone, whatever the parameters are.
        if let Some(result) = query.strip_prefix("->").map(fold).filter(|result| result.contains('*')) {
            let result = Some(result).filter(|one| one != "*");
            return Some(Pattern::Types { parameters: Vec::new(), open: true, result });
        }
        let part = fold(query);
        (!part.is_empty()).then_some(Pattern::Part(part))
    }

    /// True when a signature is what is looked for. O(length of the signature).
    pub(super) fn matches(&self, name: &str, signature: &str) -> bool {
        match self {
            Pattern::Part(part) => fold(signature).contains(part),
            Pattern::Types { parameters, open, result } => {
                let Some(Parts { before, inside, after }) = Parts::of(name, signature) else { return false };
                let given: Vec<String> =
                    split(inside).into_iter().filter(|one| !is_receiver(one)).map(fold).collect();
                let fits = |(wanted, given): (&String, &String)| wanted == "*" || holds(given, wanted);
                (given.len() == parameters.len() || *open && given.len() > parameters.len())
                    && parameters.iter().zip(&given).all(fits)
                    && result.as_ref().is_none_or(|wanted| {
                        holds(&fold(after), wanted) || is_typed(before, after) && holds(&fold(before), wanted)
                    })
            }
        }
    }
}

/// A signature around the parentheses of its parameters.
struct Parts<'s> {
    /// What stands before the name.
    before: &'s str,
    inside: &'s str,
    after: &'s str,
}

impl<'s> Parts<'s> {
    fn of(name: &str, signature: &'s str) -> Option<Self> {
        let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        // The type of a receiver may have the name too.
        let is_called = |at: &usize| {
            let after = &signature[at + name.len()..];
            !word(signature[..*at].chars().next_back()) && after.trim_start().starts_with(['(', '<', '['])
        };
        let called = signature.match_indices(name).map(|(at, _)| at).find(is_called);
        let start = called.or_else(|| signature.find(name));
        let named = start.map_or(0, |at| at + name.len());
        let open = named + signature[named..].find('(')?;
        let (inside, after) = parenthesis(&signature[open..])?;
        Some(Self { before: &signature[..start.unwrap_or(0)], inside, after })
    }
}

/// Words by which languages that write the result behind the parameters begin a function.
const FUNCTION_WORDS: &[&str] =
    &["def", "defmacro", "defp", "fn", "fun", "func", "function", "let", "method", "proc", "sub", "val"];

/// True where the result may stand before the name, as in Java, C and C#.
fn is_typed(before: &str, after: &str) -> bool {
    let has_result = after.trim_start().starts_with([':', '-']);
    let word = |c: char| c.is_alphanumeric() || c == '_';
    !has_result && !before.split(|c| !word(c)).any(|one| FUNCTION_WORDS.contains(&one))
}

/// The text inside the parentheses with which `text` begins, and behind them.
fn parenthesis(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((&text[1..at], &text[at + 1..]));
                }
            }
            _ => {}
        }
    }
    None
}

/// The entries of a list, split at the commas outside of brackets.
fn split(list: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0i32, 0);
    let mut entries = Vec::new();
    let mut before = ' ';
    for (at, c) in list.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            // Not the end of an arrow.
            '>' if before == '-' || before == '=' => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth <= 0 => {
                entries.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    entries.push(&list[start..]);
    entries.retain(|entry| !entry.trim().is_empty());
    entries
}

fn is_receiver(entry: &str) -> bool {
    let entry = entry.trim().trim_start_matches(['&', '*']).trim_start();
    let entry =
        entry.strip_prefix('\'').map_or(entry, |rest| rest.split_once(' ').map_or(rest, |(_, rest)| rest));
    let entry = entry.strip_prefix("mut ").unwrap_or(entry);
    matches!(entry, "self" | "cls" | "this" | "/") || entry.starts_with("self:") || entry.starts_with("this:")
}

/// Lower case, without white space but between two words.
fn fold(text: &str) -> String {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut folded = String::new();
    for part in text.split_whitespace() {
        if folded.ends_with(word) && part.starts_with(word) {
            folded.push(' ');
        }
        folded.extend(part.chars().flat_map(char::to_lowercase));
    }
    folded
}

/// True when `pattern`, in which `*` stands for anything, occurs in `text` and cuts no word.
fn holds(text: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split('*').collect();
    let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.char_indices().map(|(at, _)| at).any(|start| {
        let mut at = start;
        for (i, part) in parts.iter().enumerate() {
            let Some(found) = text[at..].find(part).filter(|found| i > 0 || *found == 0) else {
                return false;
            };
            at += found + part.len();
        }
        let cut_before = word(pattern.chars().next()) && word(text[..start].chars().next_back());
        let cut_behind = word(pattern.chars().next_back()) && word(text[at..].chars().next());
        !cut_before && !cut_behind
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_match_whole_words_and_parts() {
        let check = |pattern: &str, name: &str, signature: &str| {
            Pattern::new(pattern).unwrap().matches(name, signature)
        };
        let rust = "pub fn open<P: AsRef<Path>>(&self, at: P, all: HashMap<String, u8>) -> io::Result<Self>";
        assert!(check("(P, HashMap<*, u8>) -> Result<*>", "open", rust));
        assert!(check("(*, ...)", "open", rust));
        assert!(check("-> Result<*>", "open", rust) && !check("-> Option<*>", "open", rust));
        assert!(!check("(Pa, *)", "open", rust));
        assert!(!check("(*)", "open", rust));
        let go = "func (s *Server) Serve(l net.Listener, f func(a, b int) error) (int, error)";
        assert!(check("(Listener, func*) -> error", "Serve", go));
        let typed = "get(url: string, done: (a: A, b: B) => void): Promise<Response>";
        assert!(check("(string, *) -> Promise<*>", "get", typed));
        assert!(!check("(string) -> Promise<*>", "get", typed));
        let java = "public static Document parse(String html) throws IOException";
        assert!(check("(*) -> Document", "parse", java) && !check("(*) -> String", "parse", java));
        assert!(check("(int) -> Foo", "get", "const std::vector<Foo>& get(int at) const"));
        let go = "func (db *DB) DB(name string) (*sql.DB, error)";
        assert!(check("(string) -> error", "DB", go) && !check("(db *DB) -> *", "DB", go));
        assert!(!check("(*) -> Server", "Serve", "func (s *Server) Serve(l net.Listener)"));
    }

    #[test]
    fn what_is_no_pattern_of_types_is_a_part() {
        assert!(matches!(Pattern::new("(a: int"), Some(Pattern::Part(_))));
        assert!(matches!(Pattern::new("-> X"), Some(Pattern::Part(_))));
        assert!(Pattern::new("  ").is_none());
    }
}

//! Rust source as the checks read it: code without comments and texts, the texts apart, and
//! without what is only compiled for tests.
//!
//! A lexer of a page, not a parser: it knows comments, string, character and raw literals, and
//! braces. That is enough to say which words stand in code.

/// A text literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// 1-based line on which it starts.
    pub(crate) line: usize,
    /// What stands between the quotes, escapes as written.
    pub(crate) text: String,
}

/// A source file, taken apart. Lines stay where they were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RustText {
    /// The code; comments, texts and test-only items are blanks.
    pub(crate) code: String,
    /// The texts of the code that is left.
    pub(crate) literals: Vec<Literal>,
    /// How many lines are not test-only.
    pub(crate) lines: usize,
    /// Names of modules in files of their own that are only compiled for tests.
    pub(crate) test_modules: Vec<String>,
}

impl RustText {
    /// Takes `text` apart.
    pub(crate) fn new(text: &str) -> Self {
        let (code, mut literals) = blank(text);
        let (code, cut, test_modules) = without_tests(code);
        let inside = |line: usize| cut.iter().any(|(first, last)| (*first..=*last).contains(&line));
        literals.retain(|literal| !inside(literal.line));
        let lines = (1..=text.lines().count()).filter(|line| !inside(*line)).count();
        Self { code, literals, lines, test_modules }
    }

    /// The places (1-based line) at which `word` stands in the code as a whole word.
    pub(crate) fn places<'a>(&'a self, word: &'a str) -> impl Iterator<Item = usize> + 'a {
        let of_word = |c: char| c.is_alphanumeric() || c == '_';
        self.code.lines().enumerate().flat_map(move |(index, line)| {
            let whole = move |at: &usize| {
                !line[..*at].ends_with(of_word) && !line[at + word.len()..].starts_with(of_word)
            };
            line.match_indices(word).map(|(at, _)| at).filter(whole).map(move |_| index + 1)
        })
    }
}

/// Replaces comments and the insides of literals by blanks; gives the literals.
fn blank(text: &str) -> (String, Vec<Literal>) {
    let chars: Vec<char> = text.chars().collect();
    let (mut code, mut literals) = (String::with_capacity(text.len()), Vec::new());
    let (mut at, mut line) = (0, 1);
    while at < chars.len() {
        let rest = &chars[at..];
        let end = match rest {
            ['/', '/', ..] => at + rest.iter().position(|c| *c == '\n').unwrap_or(rest.len()),
            ['/', '*', ..] => at + block_comment(rest),
            ['"', ..] => at + quoted(rest),
            ['r', ..] | ['b', 'r', ..] | ['c', 'r', ..] if !word_before(&chars, at) => at + raw(rest),
            ['\'', ..] => at + character(rest),
            _ => at,
        };
        if end == at {
            line += usize::from(chars[at] == '\n');
            code.push(chars[at]);
            at += 1;
            continue;
        }
        let piece: String = chars[at..end].iter().collect();
        if let (Some(open), Some(close)) = (piece.find('"'), piece.rfind('"'))
            && !piece.starts_with('/')
            && !piece.starts_with('\'')
            && open < close
        {
            literals.push(Literal { line, text: piece[open + 1..close].to_owned() });
        }
        line += piece.matches('\n').count();
        code.extend(piece.chars().map(|c| if c == '\n' { c } else { ' ' }));
        at = end;
    }
    (code, literals)
}

fn word_before(chars: &[char], at: usize) -> bool {
    at > 0 && (chars[at - 1].is_alphanumeric() || chars[at - 1] == '_')
}

/// Length of the block comment at the start; they nest.
fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < rest.len() {
        match rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] if depth == 1 => return at + 2,
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    at
}

/// Length of the literal at the start, which begins with its quote.
fn quoted(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != '"' {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// Length of the raw literal at the start; 0 where it is none (`r` of a word, `r#name`).
fn raw(rest: &[char]) -> usize {
    let prefix = if rest[0] == 'r' { 1 } else { 2 };
    let hashes = rest[prefix..].iter().take_while(|c| **c == '#').count();
    if rest.get(prefix + hashes) != Some(&'"') {
        return 0;
    }
    let start = prefix + hashes + 1;
    let closes = |at: &usize| {
        rest[*at] == '"' && rest[at + 1..].iter().take_while(|c| **c == '#').take(hashes).count() == hashes
    };
    (start..rest.len()).find(closes).map_or(rest.len(), |at| at + 1 + hashes)
}

/// Length of the character literal at the start; 0 for a lifetime.
fn character(rest: &[char]) -> usize {
    match rest {
        // The character after a backslash never closes: it may be a quote itself.
        ['\'', '\\', _, tail @ ..] => 3 + tail.iter().position(|c| *c == '\'').map_or(0, |at| at + 1),
        ['\'', _, '\'', ..] => 3,
        _ => 0,
    }
}

/// Blanks items under `#[cfg(test)]`; gives the lines (first, last) that went and test modules.
fn without_tests(code: String) -> (String, Vec<(usize, usize)>, Vec<String>) {
    const MARK: &str = "#[cfg(test)]";
    let (mut kept, mut cut, mut modules) = (String::with_capacity(code.len()), Vec::new(), Vec::new());
    let mut rest = code.as_str();
    while let Some(at) = rest.find(MARK) {
        let length = MARK.len() + item_length(&rest[at + MARK.len()..]);
        let item = &rest[at..at + length];
        if let Some(name) = item.trim_end_matches(';').rsplit("mod ").next()
            && item.ends_with(';')
            && item.contains("mod ")
        {
            modules.push(name.trim().to_owned());
        }
        kept.push_str(&rest[..at]);
        let first = kept.matches('\n').count() + 1;
        cut.push((first, first + item.matches('\n').count()));
        kept.extend(item.chars().map(|c| if c == '\n' { c } else { ' ' }));
        rest = &rest[at + length..];
    }
    kept.push_str(rest);
    (kept, cut, modules)
}

/// Length of an item: up to its `;`, or `,` of a field, or the end of its braces.
fn item_length(code: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in code.char_indices() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' if depth == 0 => return at,
            '}' if depth == 1 => return at + 1,
            '}' | ')' | ']' => depth -= 1,
            ';' | ',' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    code.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, code: &str, literals: &[&str]) {
        let read = RustText::new(text);
        let words: Vec<&str> = read.code.split_whitespace().collect();
        assert_eq!(words.join(" "), code);
        let texts: Vec<&str> = read.literals.iter().map(|literal| literal.text.as_str()).collect();
        assert_eq!(texts, literals);
    }

    #[test]
    fn comments_and_texts_are_no_code() {
        check("a /* b /* c */ d */ e // f\ng", "a e g", &[]);
        check(r#"a("b \" c", 'd', '\'', x)"#, "a( , , , x)", &[r#"b \" c"#]);
        check("a(r#\"b \" c\"#, br\"d\", r#type, for_r)", "a( , , r#type, for_r)", &["b \" c", "d"]);
        check("fn f<'a>(x: &'a str) {}", "fn f<'a>(x: &'a str) {}", &[]);
    }

    #[test]
    fn what_is_compiled_for_tests_is_left_out() {
        check("a; #[cfg(test)]\nmod tests { b { \"t\" } }\nc", "a; c", &[]);
        check("#[cfg(test)] #[derive(X)] struct A; b", "b", &[]);
        check("struct S { #[cfg(test)] a: u8, b: u8 }", "struct S { b: u8 }", &[]);
        let read = RustText::new("mod a;\n#[cfg(test)]\nmod b;\nfn c() {}\n");
        assert_eq!(read.test_modules, ["b"]);
        assert_eq!(read.lines, 2);
    }

    #[test]
    fn words_are_whole_and_have_a_line() {
        let read = RustText::new("HashMap\nFxHashMap HashMapX\n a::HashMap<u8>");
        assert_eq!(read.places("HashMap").collect::<Vec<_>>(), [1, 3]);
    }
}

//! The types that a method takes and gives, as they are written (Go).

/// Types of parameters and results, without names of parameters and of packages.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape {
    parameters: Vec<String>,
    results: Vec<String>,
}

impl Shape {
    /// True where nothing says that they differ. What a type parameter stands for is not known.
    pub(super) fn fits(&self, other: &Shape) -> bool {
        let fit = |own: &[String], other: &[String]| {
            own.len() == other.len() && own.iter().zip(other).all(|(a, b)| a == b || is_open(a) || is_open(b))
        };
        fit(&self.parameters, &other.parameters) && fit(&self.results, &other.results)
    }
}

/// What a signature says behind the name of its method: `Read(p []byte) (n int, err error)` takes `[]byte` and gives `int`
/// and `error`.
pub(super) fn shape(signature: &str, name: &str) -> Shape {
    let after = signature.find(&format!("{name}(")).map_or("", |at| &signature[at + name.len()..]);
    let (parameters, rest) = group(after);
    let results = match rest.trim() {
        "" => Vec::new(),
        rest if rest.starts_with('(') => types(group(rest).0),
        rest => vec![plain(rest)],
    };
    Shape { parameters: types(parameters), results }
}

/// True for a type that names what may be a type parameter: by custom, those are one large letter.
fn is_open(written: &str) -> bool {
    let mut words = written.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| word.len() == 1 && word.starts_with(char::is_uppercase))
}

/// The inside of the parentheses at the start, and what follows.
fn group(text: &str) -> (&str, &str) {
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return (text.get(1..i).unwrap_or(""), &text[i + 1..]);
                }
            }
            _ => {}
        }
    }
    ("", "")
}

/// The types of a list. Either all of its parts have names or none has; a name without a type has that of the next one.
fn types(list: &str) -> Vec<String> {
    let parts = parts(list);
    if !parts.iter().any(|part| named(part).is_some()) {
        return parts.iter().map(|part| plain(part)).collect();
    }
    let mut found: Vec<String> = Vec::new();
    for part in parts.iter().rev() {
        let written = match named(part) {
            Some(written) => plain(written),
            None => found.last().cloned().unwrap_or_default(),
        };
        found.push(written);
    }
    found.reverse();
    found
}

/// The type behind a name: `ctx context.Context`.
fn named(part: &str) -> Option<&str> {
    let (name, written) = part.split_once(' ')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && !matches!(name, "chan" | "func" | "map" | "struct" | "interface")).then(|| written.trim())
}

/// What stands between the commas of a list that are in no brackets.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut start) = (0usize, 0);
    let mut found = Vec::new();
    for (i, c) in list.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(list[start..i].trim());
                start = i + 1;
            }
            _ => {}
        }
    }
    found.push(list[start..].trim());
    found.retain(|part| !part.is_empty());
    found
}

/// A type without the packages before its names.
fn plain(written: &str) -> String {
    let mut found = String::new();
    for word in written.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_')) {
        // `...` stands before no name.
        match word.strip_suffix('.').is_some_and(|package| !package.is_empty()) {
            true => {}
            false => found.push_str(word),
        }
    }
    found.replace("interface{}", "any").replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::shape;

    fn fit(one: &str, other: &str, name: &str) -> bool {
        shape(one, name).fits(&shape(other, name))
    }

    #[test]
    fn types_are_compared_without_names_and_packages() {
        assert!(fit("func (c *T) Read(p []byte) (n int, err error)", "Read(p []byte) (int, error)", "Read"));
        assert!(fit(
            "Select(ctx context.Context, all ...*labels.Matcher) SeriesSet",
            "func (q *Q) Select(context.Context, ...*Matcher) storage.SeriesSet",
            "Select"
        ));
        assert!(!fit("Select(m string) SeriesSet", "Select(m string) ChunkSeriesSet", "Select"));
        assert!(fit("Do(a, b int, f func(int, int) bool)", "Do(int, int, func(int, int) bool)", "Do"));
        assert!(!fit("Do(a, b int)", "Do(a int)", "Do"));
        assert!(fit("Put(v interface{})", "Put(value any)", "Put"));
        assert!(fit("Next() T", "Next() *Row", "Next"));
        assert!(!fit("Close() error", "Close()", "Close"));
        assert!(fit("Each(m map[string]a.B) <-chan c.D", "Each(map[string]B) <-chan D", "Each"));
    }
}

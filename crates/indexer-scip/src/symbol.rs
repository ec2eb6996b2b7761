//! The parts of a symbol as SCIP writes it:
//! `scheme manager package version descriptor...`, where a space inside a part is doubled.

/// The parts of a symbol.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Name of its package; "" where it is not known.
    pub package: String,
    /// Manager, name and version of its package: equal for two symbols of one package.
    pub whole_package: String,
    /// Its owners and itself, outermost first.
    pub names: Vec<Name>,
}

/// One descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, without escapes.
    pub text: String,
    /// True for a namespace: a module, package or path of a file.
    pub is_namespace: bool,
}

/// The parts of a symbol; `None` for one that is local to its document, and for what is none.
pub fn parts(symbol: &str) -> Option<Parts> {
    let mut fields = Vec::with_capacity(4);
    let mut rest = symbol;
    while fields.len() < 4 {
        let (field, after) = field(rest)?;
        fields.push(field);
        rest = after;
    }
    let [scheme, manager, package, version] = fields.as_slice() else { return None };
    if scheme == "local" {
        return None;
    }
    // A dot stands for nothing.
    let of = |text: &String| if text == "." { String::new() } else { text.clone() };
    let whole_package = [of(manager), of(package), of(version)].join(" ");
    Some(Parts { package: of(package), whole_package, names: names(rest)? })
}

/// The text up to the next single space, and what follows it.
fn field(text: &str) -> Option<(String, &str)> {
    let mut field = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once(' ')?;
        field.push_str(before);
        match after.strip_prefix(' ') {
            Some(more) => {
                field.push(' ');
                rest = more;
            }
            None => return Some((field, after)),
        }
    }
}

fn names(mut text: &str) -> Option<Vec<Name>> {
    let mut names = Vec::new();
    while let Some(first) = text.chars().next() {
        // `(parameter)` and `[type parameter]` are wrapped.
        let wrapped = match first {
            '(' => Some(')'),
            '[' => Some(']'),
            _ => None,
        };
        let (name, rest) = name(if wrapped.is_some() { &text[1..] } else { text })?;
        let suffix = rest.chars().next()?;
        let rest = &rest[suffix.len_utf8()..];
        text = match (wrapped, suffix) {
            (Some(end), suffix) if end == suffix => rest,
            (None, '/' | '#' | '.' | ':' | '!') => rest,
            // A method, with what tells it from its namesakes.
            (None, '(') => rest.split_once(").")?.1,
            _ => return None,
        };
        names.push(Name { text: name, is_namespace: wrapped.is_none() && suffix == '/' });
    }
    (!names.is_empty()).then_some(names)
}

/// A plain name, or one between backticks, inside which a backtick is doubled.
fn name(text: &str) -> Option<(String, &str)> {
    let Some(mut rest) = text.strip_prefix('`') else {
        let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '+' | '-' | '$')))?;
        return (end > 0).then(|| (text[..end].to_owned(), &text[end..]));
    };
    let mut name = String::new();
    loop {
        let (before, after) = rest.split_once('`')?;
        name.push_str(before);
        match after.strip_prefix('`') {
            Some(more) => {
                name.push('`');
                rest = more;
            }
            None => return Some((name, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(symbol: &str) -> Option<(String, String)> {
        let parts = parts(symbol)?;
        let mark = |name: &Name| if name.is_namespace { "/" } else { "." };
        Some((parts.package, parts.names.iter().map(|name| name.text.clone() + mark(name)).collect()))
    }

    #[test]
    fn symbols_of_several_indexers_are_taken_apart() {
        for (symbol, package, names) in [
            (
                "scip-typescript npm typescript 5.3.3 lib/`lib.es5.d.ts`/Array#map().",
                "typescript",
                "lib/lib.es5.d.ts/Array.map.",
            ),
            ("rust-analyzer cargo core https://x/y option/Option#unwrap().", "core", "option/Option.unwrap."),
            ("scip-python python a  b 1 `x.y`/C#__init__().(self)", "a b", "x.y/C.__init__.self."),
            ("s . . . `a``b`#[T]", "", "a`b.T."),
            ("s m p v f(+2).", "p", "f."),
        ] {
            assert_eq!(said(symbol), Some((package.to_owned(), names.to_owned())), "{symbol}");
        }
        for none in
            ["local 3", "", "a b c", "s m p v ", "s m p v `open", "s m p v f", "s m p v (x", "s m p v ü#é"]
        {
            assert_eq!(said(none), None, "{none}");
        }
    }
}

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

/// A symbol of a package as SCIP writes it. What is empty stands as a dot; blanks around a part, which no reader
/// could tell from those between parts, are left out.
pub fn symbol(
    scheme: &str,
    manager: &str,
    package: &str,
    version: &str,
    descriptors: &[Descriptor],
) -> String {
    let mut text = String::new();
    for field in [scheme, manager, package, version] {
        let field = field.trim_matches(' ');
        text.push_str(&if field.is_empty() { ".".to_owned() } else { field.replace(' ', "  ") });
        text.push(' ');
    }
    for Descriptor { name, suffix } in descriptors {
        push_name(&mut text, name);
        match suffix {
            Suffix::Namespace => text.push('/'),
            Suffix::Type => text.push('#'),
            Suffix::Term => text.push('.'),
            Suffix::Macro => text.push('!'),
            Suffix::Method(0) => text.push_str("()."),
            Suffix::Method(nth) => text.push_str(&format!("(+{nth}).")),
        }
    }
    text
}

/// A step of the way to a symbol, from its package inwards.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Descriptor {
    /// Its name, without escapes; never empty.
    pub name: String,
    /// What it names.
    pub suffix: Suffix,
}

/// What a descriptor names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suffix {
    /// A module, package, folder or file.
    Namespace,
    /// A type.
    Type,
    /// A field, variable or constant.
    Term,
    /// What is called, with how many of the same name stand before it.
    Method(u32),
    /// A macro.
    Macro,
}

fn push_name(text: &mut String, name: &str) {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-' | '$');
    if !name.is_empty() && name.chars().all(is_plain) {
        text.push_str(name);
    } else {
        text.push('`');
        text.push_str(&name.replace('`', "``"));
        text.push('`');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read_again(
            package in ".{0,8}",
            names in proptest::collection::vec((".{1,6}", 0..6u8), 1..4),
        ) {
            let suffix = |kind: u8| match kind {
                0 => Suffix::Namespace,
                1 => Suffix::Type,
                2 => Suffix::Term,
                3 => Suffix::Macro,
                nth => Suffix::Method(u32::from(nth) - 4),
            };
            let descriptors: Vec<Descriptor> = names
                .into_iter()
                .map(|(name, kind)| Descriptor { name, suffix: suffix(kind) })
                .collect();
            // A package that is called as nothing is written cannot be told from none.
            let package = package.trim_matches(' ').to_owned();
            prop_assume!(package != ".");
            let text = symbol("s", "m", &package, "1", &descriptors);
            // The format's own reader takes it too.
            let known = scip::symbol::parse_symbol(&text);
            let known = known.map(|one| one.descriptors.into_iter().map(|one| one.name).collect::<Vec<_>>());
            let names: Vec<String> = descriptors.iter().map(|one| one.name.clone()).collect();
            prop_assert_eq!(known, Ok(names), "{}", text);
            let read = parts(&text).unwrap();
            prop_assert_eq!(read.package, package);
            let said: Vec<(&str, bool)> =
                read.names.iter().map(|name| (name.text.as_str(), name.is_namespace)).collect();
            let meant: Vec<(&str, bool)> =
                descriptors.iter().map(|one| (one.name.as_str(), one.suffix == Suffix::Namespace)).collect();
            prop_assert_eq!(said, meant);
        }
    }

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

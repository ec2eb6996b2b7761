//! Short texts that are given to calls: what rules of frameworks read (the path of a route, the name of a command).

use super::Build;
use indexer_core::{
    ExprId, Expression, FileFacts, FrameworkRules, List, LiteralKind, Name, Owner, Span, SymbolKind,
};

/// A longer text is no path and no name.
const LONGEST: usize = 96;
/// More parts of one text than this are not looked at.
const MOST_PARTS: usize = 8;
/// How deep lists in arguments are looked through: `methods=["GET"]`.
const DEEPEST: u32 = 2;

/// What `${a}` is in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What stands there is put in.
    Interpolated,
    /// Text like all else.
    Plain,
}

impl<'s> Build<'s> {
    /// What a literal text holds that may be kept.
    pub fn written(&self, of: ExprId) -> Option<&'s str> {
        let at = self.texts.binary_search_by_key(&of, |(id, ..)| *id).ok()?;
        let (_, span, kind) = self.texts[at];
        kept(self.text(span), kind)
    }

    /// A literal text. What it holds is kept where it turns out to be given to a call.
    pub fn string(&mut self, span: Span) -> ExprId {
        self.string_of(span, Kind::Interpolated)
    }

    /// A literal text of a language in which `${a}` inside of a text is nothing but text.
    pub fn plain_string(&mut self, span: Span) -> ExprId {
        self.string_of(span, Kind::Plain)
    }

    fn string_of(&mut self, span: Span, kind: Kind) -> ExprId {
        if kept(self.text(span), kind).is_none() {
            return self.literal(LiteralKind::String);
        }
        let id = self.expression(Expression::Literal(LiteralKind::String));
        self.texts.push((id, span, kind));
        id
    }

    /// The value of an argument that is a word of the language (`detail=True`): the word as a text where a rule asks for that
    /// argument.
    pub fn flag(&mut self, keyword: Name, word: Span, value: ExprId) -> ExprId {
        let resource = (self.language.rules.frameworks)().and_then(|rules| rules.resource.as_ref());
        let name = self.names.get(keyword);
        if resource.is_none_or(|resource| resource.detail_argument != name && resource.slash_argument != name)
        {
            return value;
        }
        let word = self.names.name(self.text(word));
        self.expression(Expression::Text(word))
    }

    /// Forgets those of expressions that were taken back: all from this one on.
    pub(super) fn forget_texts(&mut self, from: usize) {
        let kept = self.texts.partition_point(|(id, ..)| (id.0 as usize) < from);
        self.texts.truncate(kept);
    }

    /// How many texts may be kept so far.
    pub fn texts_met(&self) -> usize {
        self.texts.len()
    }

    /// True where rules of frameworks may read what an annotation is given: where a text is among it that came after `before`
    /// others, or where they speak of its name, as a constant may stand in the place of the text.
    pub fn is_read(&self, of: ExprId, before: usize) -> bool {
        let name = match self.facts.expression(of) {
            Expression::Name { name, .. } | Expression::Member { name, .. } => self.names.get(name),
            _ => "",
        };
        let rules = (self.language.rules.frameworks)();
        self.texts.len() > before || rules.is_some_and(|rules| rules.names.contains_key(name))
    }

    /// What an annotation is given, where rules may read it: a call of it that nothing refers to.
    pub fn annotated(&mut self, of: ExprId, given: &[ExprId], before: usize) {
        if self.is_read(of, before) && !of.is_unknown() {
            let arguments = self.list(given);
            self.expression(Expression::Call { of, arguments });
        }
    }

    /// Keeps what the texts hold that are given to calls, and no others.
    pub(super) fn keep_texts(&mut self) {
        let Some((first, ..)) = self.texts.first().copied() else { return };
        let mut given = vec![false; self.facts.expressions.len() - first.0 as usize];
        for at in 0..self.facts.expressions.len() {
            if let Expression::Call { of, arguments } = self.facts.expressions[at] {
                mark(&self.facts, arguments, first, &mut given, DEEPEST);
                // Parts that are put together: `[base, "/api"].concat()`.
                if let Expression::Member { of, .. } = self.facts.expression(of)
                    && let Expression::Collection(_, parts) = self.facts.expression(of)
                {
                    mark(&self.facts, parts, first, &mut given, 0);
                }
            }
        }
        let rules = (self.language.rules.frameworks)();
        self.keep_indexes(rules, first, &mut given);
        // What a type says of itself: `__tablename__ = "users"`.
        for definition in &self.facts.definitions {
            let name = self.names.get(definition.name);
            // What an object says that a call is given: `{ prefix: "/x" }`.
            let is_said = definition.kind == SymbolKind::Property
                && rules.is_some_and(|rules| rules.keywords.contains_key(name));
            // What a type says of the paths that a router makes of it: `lookup_field = "slug"`.
            let is_parameter = rules
                .and_then(|rules| rules.resource.as_ref())
                .is_some_and(|resource| resource.parameter_fields.iter().any(|field| field == name));
            let is_field = rules.is_some_and(|rules| rules.fields.contains_key(name));
            if (is_said || is_parameter || is_field || name.starts_with("__"))
                && definition.value >= first
                && !definition.value.is_unknown()
            {
                mark_value(&self.facts, definition.value, first, &mut given);
            }
        }
        self.keep_constants(first, &mut given);
        self.keep_plugins(rules, first, &mut given);
        for (id, span, kind) in std::mem::take(&mut self.texts) {
            if given.get((id.0 - first.0) as usize) == Some(&true)
                && let Some(text) = kept(self.text(span), kind)
            {
                let name = self.names.name(text);
                self.facts.expressions[id.0 as usize] = Expression::Text(name);
            }
        }
    }

    /// True where a rule of a framework looks for what stands in brackets behind an expression: `process.env[name]`.
    pub fn is_indexed_by_rules(&self, of: ExprId) -> bool {
        let (Expression::Name { name, .. } | Expression::Member { name, .. }) = self.facts.expression(of)
        else {
            return false;
        };
        let rules = (self.language.rules.frameworks)();
        rules.is_some_and(|rules| rules.indexed.contains_key(self.names.get(name)))
    }

    /// Keeps the texts in brackets behind what a rule names: `os.environ["PORT"]`.
    fn keep_indexes(&self, rules: Option<&FrameworkRules>, first: ExprId, given: &mut [bool]) {
        if rules.is_none_or(|rules| rules.indexed.is_empty()) {
            return;
        }
        for expression in &self.facts.expressions {
            let Expression::Index { of, index } = expression else { continue };
            if *index >= first
                && self.facts.expression(*index) == Expression::Literal(LiteralKind::String)
                && self.is_indexed_by_rules(*of)
            {
                given[(index.0 - first.0) as usize] = true;
            }
        }
    }

    /// Keeps the texts of the variable that names files of providers: `pytest_plugins = ["tests.fixtures"]`.
    fn keep_plugins(&self, rules: Option<&FrameworkRules>, first: ExprId, given: &mut [bool]) {
        let named = rules.and_then(|rules| rules.providers.as_ref()).map(|providers| &providers.plugins);
        let Some(named) = named.filter(|named| !named.is_empty()) else { return };
        for definition in self.facts.definitions.iter().filter(|one| one.owner == Owner::File) {
            if self.names.get(definition.name) != named.as_str() || definition.value.is_unknown() {
                continue;
            }
            match self.facts.expression(definition.value) {
                Expression::Collection(_, list) | Expression::Tuple(list) => {
                    mark(&self.facts, list, first, given, 0);
                }
                _ if definition.value >= first => mark_value(&self.facts, definition.value, first, given),
                _ => {}
            }
        }
    }

    /// Keeps the texts of constants that are paths, from which those of routes are made: `static final String ROOT = "/api"`.
    fn keep_constants(&mut self, first: ExprId, given: &mut [bool]) {
        if (self.language.rules.frameworks)().is_none() {
            return;
        }
        let is_path = |span: Span| self.text(span).trim_start_matches(['"', '\'', '`']).starts_with('/');
        let texts = self.texts.iter().filter(|(_, span, _)| is_path(*span));
        let mut texts: Vec<(Span, ExprId)> = texts.map(|(id, span, _)| (*span, *id)).collect();
        texts.sort_unstable_by_key(|(span, _)| span.start);
        if texts.is_empty() {
            return;
        }
        let written = self.uses.written(&self.facts);
        for at in 0..self.facts.definitions.len() {
            let definition = &self.facts.definitions[at];
            let is_constant = match definition.kind {
                SymbolKind::Constant => true,
                // Only those that nothing in the file sets again.
                SymbolKind::Variable => {
                    definition.owner == Owner::File && !written.contains(&definition.name)
                }
                SymbolKind::Field => !written.contains(&definition.name),
                _ => false,
            };
            if !is_constant {
                continue;
            }
            let (name, all) = (definition.name_span, definition.span);
            let behind = texts.partition_point(|(span, _)| span.start < name.end);
            let Some((span, id)) = texts.get(behind).copied().filter(|(span, _)| span.end <= all.end) else {
                continue;
            };
            // The text is all that it holds.
            let before = self.text(Span::new(name.end, span.start)).trim_end();
            let is_whole =
                self.text(Span::new(span.end, all.end)).trim_matches([' ', ';', ',', ')']).is_empty();
            if !is_whole || !before.ends_with('=') || before.matches('=').count() != 1 {
                continue;
            }
            match self.facts.expression(definition.value) {
                Expression::Literal(LiteralKind::String) if definition.value == id => {}
                // Its type is declared.
                Expression::Instance(_) => {
                    let into = definition.value;
                    let value = self.expression(Expression::Put { into, value: id });
                    self.facts.definitions[at].value = value;
                }
                _ => continue,
            }
            given[(id.0 - first.0) as usize] = true;
        }
    }
}

/// Marks a text that something is, or is after an assignment to it.
fn mark_value(facts: &FileFacts, value: ExprId, first: ExprId, given: &mut [bool]) {
    match facts.expression(value) {
        Expression::Literal(LiteralKind::String) => given[(value.0 - first.0) as usize] = true,
        Expression::Union(list) => {
            for id in facts.list(list).iter().filter(|id| **id >= first) {
                if facts.expression(*id) == Expression::Literal(LiteralKind::String) {
                    given[(id.0 - first.0) as usize] = true;
                }
            }
        }
        _ => {}
    }
}

fn mark(facts: &FileFacts, list: List, first: ExprId, given: &mut [bool], depth: u32) {
    for id in facts.list(list) {
        match facts.expression(*id) {
            Expression::Literal(LiteralKind::String) if *id >= first => {
                given[(id.0 - first.0) as usize] = true;
            }
            Expression::Keyword { value, .. } => {
                let inside = facts.expression(value);
                match inside {
                    Expression::Collection(_, list) | Expression::Tuple(list) if depth > 0 => {
                        mark(facts, list, first, given, depth - 1);
                    }
                    Expression::Literal(LiteralKind::String) if value >= first => {
                        given[(value.0 - first.0) as usize] = true;
                    }
                    Expression::Combined { left, right } => mark_parts(facts, [left, right], first, given),
                    _ => {}
                }
            }
            Expression::Collection(_, list) | Expression::Tuple(list) if depth > 0 => {
                mark(facts, list, first, given, depth - 1);
            }
            Expression::Combined { left, right } => mark_parts(facts, [left, right], first, given),
            Expression::Put { value, .. } => match facts.expression(value) {
                Expression::Combined { left, right } => mark_parts(facts, [left, right], first, given),
                // A list with its type: `[]string{"GET"}` of Go.
                Expression::Collection(_, list) if depth > 0 => mark(facts, list, first, given, depth - 1),
                _ => {}
            },
            _ => {}
        }
    }
}

/// Marks the texts of which one is put together: `ROOT + "/x"`.
fn mark_parts(facts: &FileFacts, mut parts: [ExprId; 2], first: ExprId, given: &mut [bool]) {
    // What stands first is put together first, in Go beside what it is otherwise.
    let inside = |part: ExprId| match facts.expression(part) {
        Expression::Put { value, .. } => value,
        _ => part,
    };
    for _ in 0..MOST_PARTS {
        parts = parts.map(inside);
        let [left, right] = parts;
        for part in parts.into_iter().filter(|part| *part >= first) {
            if facts.expression(part) == Expression::Literal(LiteralKind::String) {
                given[(part.0 - first.0) as usize] = true;
            }
        }
        match (facts.expression(left), facts.expression(right)) {
            (Expression::Combined { left, right }, _) | (_, Expression::Combined { left, right }) => {
                parts = [left, right];
            }
            _ => return,
        }
    }
}

/// What a literal holds, where that is kept: short, of one piece, without a blank, and written as it is. A method may
/// stand before a path (`GET /users`), behind a command what it takes (`serve [port] <host>`), and names in a list (`a, b`).
pub(super) fn kept(literal: &str, kind: Kind) -> Option<&str> {
    let prefix = literal.find(['"', '\'', '`'])?;
    let is_raw = literal[..prefix].contains(['r', 'R', '@']);
    if prefix > 2 || literal[..prefix].contains(['f', 'F', '$', 'b', 'B']) {
        return None;
    }
    let quoted = literal[prefix..].trim_end_matches('#');
    let quote = quoted.chars().next()?;
    let quotes =
        if quoted.len() >= 6 && quoted.bytes().take(3).all(|byte| byte == quote as u8) { 3 } else { 1 };
    let text = quoted.get(quotes..quoted.len().checked_sub(quotes)?)?;
    if text.len() > LONGEST || !quoted.ends_with(quote) || text.contains(quote) {
        return None;
    }
    // Behind a key of the configuration stands what holds without it, whatever that is.
    if kind == Kind::Plain
        && text.contains("${")
        && !text.contains(|letter: char| letter.is_ascii_control() || letter == '\\')
    {
        return Some(text);
    }
    let is_list = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b',' | b' '));
    let mut bytes = text.bytes().zip(text.bytes().skip(1).map(Some).chain([None])).enumerate();
    let is_kept = bytes.all(|(at, (byte, next))| match byte {
        b' ' if matches!(next, Some(b'[' | b'<')) => at > 0,
        // In what it takes there may be more words: `clone <repository> [-- <flags>...]`.
        b' ' if is_usage(text) => true,
        b' ' if text[..at].ends_with(',') => is_list,
        // A method before a path, which may be put behind it: `"GET " + root`.
        b' ' => {
            let is_method = at > 0 && text[..at].bytes().all(|byte| byte.is_ascii_uppercase());
            is_method && next.is_none_or(|next| next == b'/')
        }
        // Of settings: `${jwt.secret}`, and in a language where that would be put in, `\${jwt.secret}`.
        b'$' if kind == Kind::Plain || text[..at].ends_with('\\') => true,
        b'\\' if next == Some(b'$') => true,
        b'$' => !next.is_some_and(|next| next == b'{' || next == b'_' || next.is_ascii_alphabetic()),
        b'#' => next != Some(b'{'),
        // Of a pattern: `{id<\\d+>}`, and where a stroke is written twice.
        b'\\' => {
            let is_class = matches!(next, Some(b'd' | b'w' | b's' | b'D' | b'W' | b'S' | b'.'));
            let is_plain = kind == Kind::Plain || quote == '\'';
            // A type in a namespace, and its member: `'Api\Users@show'`.
            let is_type =
                quote == '\'' && text.contains('@') && next.is_some_and(|next| next.is_ascii_uppercase());
            is_raw || is_type || is_plain && is_class || next == Some(b'\\') || text[..at].ends_with('\\')
        }
        byte => !byte.is_ascii_whitespace() && !byte.is_ascii_control(),
    });
    is_kept.then_some(text)
}

/// True for a name behind which stands what a command takes.
fn is_usage(text: &str) -> bool {
    let Some((name, takes)) = text.split_once(' ').filter(|(name, _)| !name.is_empty()) else { return false };
    let is_mark = |c: char| {
        matches!(
            c,
            '[' | ']' | '<' | '>' | '{' | '}' | '(' | ')' | '.' | '|' | '/' | '_' | '-' | '=' | ':' | ','
        )
    };
    let is_place = |word: &str| {
        let is_word = word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || is_mark(c));
        is_word && word.chars().any(|c| c.is_ascii_uppercase()) || word.starts_with(['[', '<', '{'])
    };
    let is_name =
        name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'));
    takes.starts_with(['[', '<', '{']) || is_name && takes.split(' ').all(is_place)
}

#[cfg(test)]
mod tests {
    use super::{Kind, kept};

    #[test]
    fn what_is_short_and_of_one_piece_is_kept_without_its_quotes() {
        let same = [
            ("\"/a\"", "/a"),
            ("''", ""),
            ("r'^a/\\d+/$'", "^a/\\d+/$"),
            ("`/x`", "/x"),
            ("\"GET /a\"", "GET /a"),
            ("\"serve [port] <host>\"", "serve [port] <host>"),
            ("\"name, value\"", "name, value"),
            ("\"\\${a.b}\"", "\\${a.b}"),
            ("\"clone <it> [-- <git flags>]\"", "clone <it> [-- <git flags>]"),
            ("\"get NAME\"", "get NAME"),
            ("\"copy SRC... DEST_DIR [flags]\"", "copy SRC... DEST_DIR [flags]"),
            ("\"/{id:\\\\d+}\"", "/{id:\\\\d+}"),
            ("'/{id<\\d+>}'", "/{id<\\d+>}"),
        ];
        for (literal, text) in same.into_iter().chain([("r#\"/b\"#", "/b"), ("\"\"\"/c\"\"\"", "/c")]) {
            assert_eq!(kept(literal, Kind::Interpolated), Some(text), "{literal}");
        }
        for literal in [
            "\"a b\"",
            "\"Hello, my friend!\"",
            "f'/{a}'",
            "`/${a}`",
            "'a' 'b'",
            "'\\n'",
            "$\"{a}\"",
            "",
            "'",
            "x",
            "\"#{a}\"",
        ] {
            assert_eq!(kept(literal, Kind::Interpolated), None, "{literal}");
        }
        assert_eq!(kept(&format!("'{}'", "a".repeat(97)), Kind::Interpolated), None);
        for text in ["${a.b}", "${a:My App}", "#{'${a.b}'.split(',')}"] {
            assert_eq!(kept(&format!("\"{text}\""), Kind::Plain), Some(text));
        }
    }
}

//! What the parser is given in place of the file: text of the same length in which comments,
//! preprocessor lines and whatever no grammar can read are spaces. What was taken away is noted, and
//! read by itself in [`super::hidden`].

use super::branches::{self, Dialect, Fate, split_directive};
use super::lexer::{self, Kind, Token};
use super::lists::Braces;
use super::state::{Hidden, Include, MacroDefinition, Notes, What};
use crate::masked::Masked;
use indexer_core::{Span, Verbatim};

/// A file as it is masked.
pub(in crate::languages) struct Mask<'a> {
    /// The file.
    pub source: &'a str,
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// The language it is read as.
    pub dialect: Dialect,
    /// What the parser is given.
    pub text: Vec<u8>,
    /// What is taken from it.
    pub notes: Notes,
}

/// Masks a file.
pub(in crate::languages) fn mask(source: &str, dialect: Dialect) -> Masked {
    mask_plain(source, source, dialect)
}

/// Masks a file of a language around this one, of which `source` is the text without what this one does not know. What
/// is hidden is read from the file itself.
pub(in crate::languages) fn mask_plain(source: &str, file: &str, dialect: Dialect) -> Masked {
    mask_with(source, (file, dialect), super::shapes::mask)
}

/// As [`mask_plain`], with what takes away what no grammar reads from the tokens that stand outside of directives.
pub(in crate::languages) fn mask_with(
    source: &str,
    (file, dialect): (&str, Dialect),
    take: fn(&mut Mask<'_>, &[usize]),
) -> Masked {
    let found = lexer::tokens(source, dialect);
    let verbatim = verbatim(&found);
    let mut mask = Mask {
        source,
        tokens: found.all,
        dialect,
        text: source.as_bytes().to_vec(),
        notes: Notes::default(),
    };
    for (start, end) in &found.comments {
        blank(&mut mask.text, *start, *end);
    }
    for at in &found.splices {
        blank(&mut mask.text, *at, at + 1);
    }
    mask.notes.comments = found.comments;
    let seen = mask.directives();
    mask.notes.dialect = Some(dialect);
    take(&mut mask, &seen);
    mask.notes.hidden.sort_by_key(|one| one.span);
    mask.notes.marks.sort_by_key(|(at, _)| *at);
    mask.notes.fixtures.sort_by_key(|(at, _)| *at);
    mask.notes.wrapped.sort_unstable();
    mask.notes.made.sort_by_key(|one| (one.at, one.token));
    let identifiers = mask.notes.hidden.iter().map(|one| names_in(file, one.span, dialect)).sum();
    // Only bytes of whole tokens were changed, so this never loses a character.
    let text = String::from_utf8_lossy(&mask.text).into_owned();
    Masked { text, identifiers, verbatim: Some(verbatim), memory: Box::new(mask.notes) }
}

/// Comments, texts, and preprocessor lines, which end with their line.
fn verbatim(found: &lexer::Tokens) -> Vec<Verbatim> {
    let comments = found.comments.iter().map(|(start, end)| (*start, *end, true));
    let literal = |token: &&Token| matches!(token.kind, Kind::String | Kind::Character | Kind::Directive);
    let literals = found.all.iter().filter(literal).map(|token| (token.start, token.end, false));
    let mut all: Vec<Verbatim> = comments
        .chain(literals)
        .map(|(start, end, is_comment)| Verbatim { span: Span::new(start, end), is_comment })
        .collect();
    all.sort_unstable_by_key(|one| (one.span.start, std::cmp::Reverse(one.span.end)));
    // A comment inside a preprocessor line is a part of that.
    let mut behind = 0;
    all.retain(|one| {
        let outside = one.span.start >= behind;
        behind = behind.max(one.span.end);
        outside
    });
    all
}

/// The number of names in a part of the file.
fn names_in(source: &str, span: Span, dialect: Dialect) -> u32 {
    let text = span.text(source);
    lexer::inside(text, dialect).iter().filter(|t| t.kind == Kind::Name).count() as u32
}

/// Overwrites bytes with spaces; lines stay.
pub(in crate::languages) fn blank(text: &mut [u8], start: u32, end: u32) {
    for byte in &mut text[start as usize..end as usize] {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

impl Mask<'_> {
    /// Takes a token run from the parser, to be read by itself.
    pub(in crate::languages) fn hide(&mut self, start: u32, end: u32, what: What) {
        blank(&mut self.text, start, end);
        self.notes.hidden.push(Hidden { span: Span::new(start, end), what });
    }

    /// Takes directives and branches away; gives the indexes of the tokens that are left.
    fn directives(&mut self) -> Vec<usize> {
        let choice = branches::choose(self.source, &self.tokens, self.dialect);
        let fates = fates(self.tokens.len(), &choice.runs);
        let mut seen = Vec::with_capacity(self.tokens.len());
        let mut braces = Braces::default();
        let mut at = 0;
        while at < self.tokens.len() {
            let token = self.tokens[at];
            match (token.kind, fates[at]) {
                (Kind::Directive, fate) => {
                    blank(&mut self.text, token.start, token.end);
                    if fate != Fate::Dead {
                        let guard = choice.guards.iter().any(|(a, b)| *a == at || *b == at);
                        let includes = self.notes.includes.len();
                        self.directive(&token, guard);
                        if self.notes.includes.len() > includes && braces.is_enumeration() {
                            self.notes.enumerated.push(token.start);
                        }
                    }
                }
                (_, Fate::Seen) => {
                    braces.pass(&token, self.source);
                    seen.push(at);
                }
                (_, Fate::Dead) => blank(&mut self.text, token.start, token.end),
                (_, Fate::Hidden) => {
                    let mut last = at;
                    while last + 1 < self.tokens.len()
                        && fates[last + 1] == Fate::Hidden
                        && self.tokens[last + 1].kind != Kind::Directive
                    {
                        last += 1;
                    }
                    self.hide(token.start, self.tokens[last].end, What::Code);
                    at = last;
                }
            }
            at += 1;
        }
        self.notes.conditions = choice.conditions;
        self.notes.conditions.sort_by_key(|c| (c.start, std::cmp::Reverse(c.end)));
        seen
    }

    fn directive(&mut self, token: &Token, guard: bool) {
        let text = token.text(self.source);
        let (word, rest) = split_directive(text);
        let start = token.end - rest.len() as u32;
        let span = Span::new(start, token.end);
        let what = match word {
            _ if guard => What::Guard,
            "define" => {
                let Some(found) = self.define(span, Span::new(token.start, token.end)) else { return };
                self.notes.macros.push(found);
                What::Macro(self.notes.macros.len() - 1)
            }
            "include" | "include_next" | "import" => {
                let path = rest.trim_start();
                let at = start + (rest.len() - path.len()) as u32;
                let close = match path.as_bytes().first() {
                    Some(b'"') => '"',
                    Some(b'<') => '>',
                    _ => {
                        self.notes.hidden.push(Hidden { span, what: What::Condition });
                        return;
                    }
                };
                let len = path[1..].find(close).unwrap_or(path.len() - 1) as u32;
                self.notes.includes.push(Include {
                    path: Span::new(at + 1, at + 1 + len),
                    system: close == '>',
                    whole: Span::new(token.start, token.end),
                });
                return;
            }
            "if" | "elif" | "ifdef" | "ifndef" | "elifdef" | "elifndef" | "undef" => What::Condition,
            _ => return,
        };
        self.notes.hidden.push(Hidden { span, what });
    }

    /// Reads `NAME(a, b) body`.
    fn define(&self, rest: Span, whole: Span) -> Option<MacroDefinition> {
        let tokens = lexer::inside(rest.text(self.source), self.dialect);
        let moved = |t: &Token| Span::new(t.start + rest.start, t.end + rest.start);
        let name = tokens.first().filter(|t| matches!(t.kind, Kind::Name | Kind::Keyword(_)))?;
        let mut parameters = None;
        let mut body = name.end;
        // Only a parenthesis right after the name begins parameters.
        if tokens.get(1).is_some_and(|t| t.is(b'(') && t.start == name.end) {
            let close = tokens.iter().position(|t| t.is(b')')).unwrap_or(tokens.len() - 1);
            let found = tokens[..=close].iter().skip(2).filter(|t| t.kind == Kind::Name);
            parameters = Some(found.map(moved).collect());
            body = tokens[close].end;
        }
        Some(MacroDefinition {
            name: moved(name),
            is_keyword: name.kind != Kind::Name,
            parameters,
            body: Span::new(rest.start + body, rest.end),
            whole,
        })
    }
}

/// The fate of each token; `runs` are nested or apart.
fn fates(tokens: usize, runs: &[(usize, usize, Fate)]) -> Vec<Fate> {
    let mut edges: Vec<(usize, bool, Fate)> = Vec::with_capacity(runs.len() * 2);
    for (from, to, fate) in runs {
        edges.push((*from, true, *fate));
        edges.push((*to, false, *fate));
    }
    edges.sort_unstable();
    let mut edges = edges.into_iter().peekable();
    let (mut hidden, mut dead) = (0u32, 0u32);
    let mut out = Vec::with_capacity(tokens);
    for at in 0..tokens {
        while let Some((_, opens, fate)) = edges.next_if(|(place, ..)| *place == at) {
            let count = if fate == Fate::Dead { &mut dead } else { &mut hidden };
            *count = if opens { *count + 1 } else { count.saturating_sub(1) };
        }
        out.push(match (dead, hidden) {
            (0, 0) => Fate::Seen,
            (0, _) => Fate::Hidden,
            _ => Fate::Dead,
        });
    }
    out
}

/// The macros that a text defines.
#[cfg(test)]
pub(super) fn macros(source: &str, dialect: Dialect) -> Vec<MacroDefinition> {
    let tokens = lexer::tokens(source, dialect).all;
    let text = source.as_bytes().to_vec();
    let mut mask = Mask { source, tokens, dialect, text, notes: Notes::default() };
    mask.directives();
    mask.notes.macros
}

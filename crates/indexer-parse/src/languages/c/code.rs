//! The tokens that the parser is to see, with the brackets around, and what can be told of them without
//! changing anything.

use super::branches::Dialect;
use super::expansion::MacroIndex;
use super::lexer::{Kind, Token, Word};
use super::mask::Mask;
use indexer_core::work;
use rustc_hash::FxHashSet;

/// Of what stands before a bracket so many tokens are looked at.
const LONGEST_HEAD: usize = 400;

/// Behind the `<` of a template so many tokens are looked at.
const LONGEST_TEMPLATE: usize = 48;

/// No token.
pub(in crate::languages) const NONE: usize = usize::MAX;

/// The tokens of one file that stand outside of directives and hidden branches.
pub(in crate::languages) struct Code<'a> {
    source: &'a str,
    pub(in crate::languages) tokens: Vec<Token>,
    /// For each bracket its other one.
    pub(in crate::languages) pair: Vec<usize>,
    /// Names that the file defines as macros.
    pub(super) macros: MacroIndex<'a>,
    /// Names behind which a declaration's type follows.
    leading: FxHashSet<&'a str>,
    pub(in crate::languages) cpp: bool,
}

impl<'a> Code<'a> {
    /// The tokens at the indexes `seen`.
    pub(in crate::languages) fn new(mask: &Mask<'a>, seen: &[usize]) -> Self {
        let tokens: Vec<Token> = seen.iter().map(|at| mask.tokens[*at]).collect();
        let source = mask.source;
        let macros = MacroIndex::new(source, &mask.notes.macros);
        let pair = pairs(&tokens);
        let leading = leading(source, &tokens);
        Self { source, tokens, pair, macros, leading, cpp: mask.dialect == Dialect::Cpp }
    }

    pub(in crate::languages) fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text(self.source))
    }

    pub(in crate::languages) fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    pub(in crate::languages) fn is(&self, at: usize, mark: u8) -> bool {
        self.kind(at) == Some(Kind::Mark(mark))
    }

    pub(in crate::languages) fn is_name(&self, at: usize) -> bool {
        self.kind(at) == Some(Kind::Name)
    }

    pub(in crate::languages) fn word(&self, at: usize) -> Option<Word> {
        match self.kind(at) {
            Some(Kind::Keyword(word)) => Some(word),
            _ => None,
        }
    }

    /// The bracket that closes the parenthesis at `at`; `None` where there is none.
    pub(in crate::languages) fn closed(&self, at: usize) -> Option<usize> {
        let close = *self.pair.get(at)?;
        (self.is(at, b'(') && close != NONE).then_some(close)
    }

    /// True for a name that looks like a macro's: the file defines it as one, or it is written like one.
    pub(in crate::languages) fn is_macro(&self, at: usize) -> bool {
        let text = self.text(at);
        if self.macros.contains(text) {
            return true;
        }
        let reserved = text.starts_with("__") && !is_type_name(text);
        reserved || is_upper(text)
    }

    /// True for a name that stands before the type of some declaration of the file, so that it is none itself.
    pub(in crate::languages) fn leads(&self, at: usize) -> bool {
        self.leading.contains(self.text(at))
    }

    /// Where what began at `begin` is looked at from, from `end`: further back are only what stands in brackets before that,
    /// and what is too far away to say anything.
    pub(in crate::languages) fn near(&self, begin: usize, end: usize) -> usize {
        let first = end.saturating_sub(LONGEST_HEAD).max(begin);
        let mut at = end;
        while at > first {
            let before = at - 1;
            let is_closing = matches!(self.kind(before), Some(Kind::Mark(b')' | b']' | b'}')));
            let start = match self.pair[before] {
                open if is_closing && open != NONE => open,
                _ => before,
            };
            if start < first {
                break;
            }
            work::add(1);
            at = start;
        }
        at
    }

    /// The number of the macro that the file defines under a name.
    pub(in crate::languages) fn defined(&self, text: &str) -> Option<usize> {
        self.macros.first(text)
    }

    /// True where the tag at `tag` only names the type of something with a body: `struct a f(void) {`.
    pub(in crate::languages) fn is_name_of_value(&self, tag: usize, at: usize) -> bool {
        self.is(at - 1, b')')
            && (tag..at).any(|i| {
                self.is(i, b'(')
                    && self.pair[i] != NONE
                    && self.pair[i] < at
                    && self.word(i.saturating_sub(1)) != Some(Word::Attribute)
            })
    }

    /// True where a value is assigned between `begin` and `end`, outside of brackets.
    pub(in crate::languages) fn has_value(&self, begin: usize, end: usize) -> bool {
        let mut at = self.after_heads(begin);
        while at < end {
            match self.kind(at) {
                Some(Kind::Mark(b'(' | b'[' | b'{')) if self.pair[at] != NONE && self.pair[at] < end => {
                    at = self.pair[at];
                }
                // `operator+=` is a name.
                Some(Kind::Mark(b'=')) if !(1..4).any(|by| self.text(at.wrapping_sub(by)) == "operator") => {
                    return true;
                }
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// True where a label's name stands alone.
    pub(in crate::languages) fn is_label_like(&self, at: usize) -> bool {
        self.is_name(at) && !self.tokens.get(at + 2).is_some_and(|t| t.kind == Kind::Number)
    }

    /// True where what follows a function's parameters begins, and no declaration.
    pub(in crate::languages) fn is_behind(&self, at: usize) -> bool {
        let next = self.closed(at + 1).map_or(at + 1, |close| close + 1);
        self.is_macro(at) && matches!(self.kind(next), Some(Kind::Mark(b'{' | b';')))
    }

    pub(in crate::languages) fn qualified_if(&self, at: usize) -> usize {
        if self.cpp { self.qualified(at) } else { at }
    }

    /// The last token of `a::b<c>` that begins at `at`.
    pub(in crate::languages) fn qualified(&self, mut at: usize) -> usize {
        loop {
            if self.is(at + 1, b'<')
                && let Some(after) = self.angles(at + 1)
            {
                at = after - 1;
            }
            if self.is(at + 1, b':') && self.is(at + 2, b':') && self.is_name(at + 3) {
                at += 3;
            } else {
                return at;
            }
        }
    }

    /// The name before the last `::` of `a::b<c>::d`, which goes from `first` to `last`.
    pub(in crate::languages) fn qualifier(&self, first: usize, last: usize) -> &'a str {
        let mut at = last.saturating_sub(3);
        let mut depth = 0u32;
        while at > first {
            match self.kind(at) {
                Some(Kind::Mark(b'>')) => depth += 1,
                Some(Kind::Mark(b'<')) => depth = depth.saturating_sub(1),
                _ if depth == 0 => break,
                _ => {}
            }
            at -= 1;
        }
        self.text(at)
    }

    /// The first token behind the heads of templates that begin at `at`.
    pub(in crate::languages) fn after_heads(&self, mut at: usize) -> usize {
        while self.cpp && self.text(at) == "template" && self.is(at + 1, b'<') {
            let Some(after) = self.angles(at + 1) else { break };
            at = after;
        }
        at
    }

    /// The token after the `>` that closes the `<` at `at`, near by.
    pub(in crate::languages) fn angles(&self, at: usize) -> Option<usize> {
        let mut depth = 0u32;
        let mut i = at;
        while i < self.tokens.len().min(at + 400) {
            match self.kind(i) {
                Some(Kind::Mark(b'<')) => depth += 1,
                Some(Kind::Mark(b'>')) if i > 0 && self.is(i - 1, b'-') => {}
                Some(Kind::Mark(b'>')) => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(i + 1);
                    }
                }
                Some(Kind::Mark(b';' | b'{' | b'}')) => return None,
                Some(Kind::Mark(b'(')) => i = self.closed(i)?,
                _ => {}
            }
            i += 1;
        }
        None
    }

    /// True for `operator T`, which makes a value another type.
    pub(in crate::languages) fn converts(&self, operator: usize) -> bool {
        matches!(
            self.kind(operator + 1),
            Some(Kind::Name | Kind::Keyword(Word::Type | Word::Specifier | Word::Tag))
        ) && !matches!(self.text(operator + 1), "new" | "delete" | "co_await")
    }

    /// True between the angles of a template whose `<` stands near before `at`, in the same brackets.
    pub(in crate::languages) fn is_in_angles(&self, at: usize) -> bool {
        let (mut i, mut closed) = (at, 0u32);
        for _ in 0..LONGEST_TEMPLATE {
            let Some(before) = i.checked_sub(1) else { return false };
            work::add(1);
            i = match self.kind(before) {
                Some(Kind::Mark(b')' | b']' | b'}')) if self.pair[before] != NONE => self.pair[before],
                Some(Kind::Mark(b'(' | b'[' | b'{' | b';')) => return false,
                Some(Kind::Mark(b'<')) if closed == 0 => {
                    return self.angles(before).is_some_and(|after| after > at);
                }
                Some(Kind::Mark(b'<')) => {
                    closed -= 1;
                    before
                }
                Some(Kind::Mark(b'>')) if !self.is(before.wrapping_sub(1), b'-') => {
                    closed += 1;
                    before
                }
                _ => before,
            };
        }
        false
    }

    /// True where all between the parentheses are names and commas, and a new line of declarations up to a `{` follows:
    /// the head of an old-style definition.
    pub(in crate::languages) fn has_lower_names(&self, name: usize, close: usize) -> bool {
        close > name + 2
            && (name + 2..close).all(|i| self.is_name(i) || self.is(i, b','))
            && self.tokens.get(close + 1).is_some_and(|t| t.first)
            && self.is_followed_by_body(close + 1)
    }

    /// True where declarations up to a `{` follow.
    pub(in crate::languages) fn is_followed_by_body(&self, at: usize) -> bool {
        let end = (at + 64).min(self.tokens.len());
        let brace = (at..end).find(|i| matches!(self.kind(*i), Some(Kind::Mark(b'{' | b'(' | b'='))));
        brace.is_some_and(|i| self.is(i, b'{') && self.is(i - 1, b';'))
    }

    /// First and last token of each argument of the call at `name`.
    pub(in crate::languages) fn arguments(&self, name: usize, close: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let mut first = name + 2;
        let mut at = first;
        while at <= close {
            if at == close || self.is(at, b',') {
                if first < at {
                    found.push((first, at - 1));
                }
                first = at + 1;
            } else if matches!(self.kind(at), Some(Kind::Mark(b'(' | b'[' | b'{'))) && self.pair[at] < close {
                at = self.pair[at];
            }
            at += 1;
        }
        found
    }

    pub(in crate::languages) fn ends(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(Kind::Mark(b',' | b')')))
    }
}

/// Names that begin a declaration and stand before a type that is a keyword: `local int x;`.
fn leading<'a>(source: &'a str, tokens: &[Token]) -> FxHashSet<&'a str> {
    let is_type = |kind| matches!(kind, Kind::Keyword(Word::Type | Word::Tag));
    let begins = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        before.is_none_or(|before| before.is(b';') || before.is(b'}'))
    };
    let leads = |(at, two): &(usize, &[Token])| {
        two[0].kind == Kind::Name && two[0].first && is_type(two[1].kind) && begins(*at)
    };
    tokens.windows(2).enumerate().filter(leads).map(|(_, two)| two[0].text(source)).collect()
}

/// The other bracket of each bracket. One that is never closed, or closed by another kind, has none.
fn pairs(tokens: &[Token]) -> Vec<usize> {
    let mut pair = vec![NONE; tokens.len()];
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let Kind::Mark(mark) = token.kind else { continue };
        match mark {
            b'(' | b'[' | b'{' => open.push((mark, at)),
            b')' | b']' | b'}' => {
                let wanted = if mark == b')' { b'(' } else { mark - 2 };
                // A brace closes what was left open inside of it; nothing else does.
                while mark == b'}' && open.last().is_some_and(|(mark, _)| *mark != b'{') {
                    open.pop();
                }
                if open.last().is_some_and(|(mark, _)| *mark == wanted)
                    && let Some((_, other)) = open.pop()
                {
                    pair[at] = other;
                    pair[other] = at;
                }
            }
            _ => {}
        }
    }
    pair
}

/// True for names of three letters or more, none of them a small one.
pub(in crate::languages) fn is_upper(text: &str) -> bool {
    text.len() > 2
        && text.bytes().any(|b| b.is_ascii_uppercase())
        && !text.bytes().any(|b| b.is_ascii_lowercase())
}

/// True for reserved names that are types: `__u32`, `__be16`, `__kernel_size_t`.
fn is_type_name(text: &str) -> bool {
    text.ends_with("_t") || text.ends_with(|c: char| c.is_ascii_digit())
}

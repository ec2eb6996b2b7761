//! The tokens of a file, as readers without a tree go over them.

use indexer_core::{Span, Verbatim};

/// What a token of a language may be.
pub(crate) trait TokenKind: Copy + PartialEq {
    /// One sign.
    fn sign(sign: u8) -> Self;
}

/// A token; comments are none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<K> {
    pub(crate) kind: K,
    pub(crate) span: Span,
}

/// A text as tokens, and its comments and literals, both in order.
#[derive(Debug)]
pub(crate) struct Lexed<K> {
    pub(crate) tokens: Vec<Token<K>>,
    pub(crate) verbatim: Vec<Verbatim>,
    /// The first text or comment that nothing ends.
    pub(crate) unended: Option<Span>,
    /// True where conditions choose among lines: their brackets need not match.
    pub(crate) has_branches: bool,
}

impl<K> Default for Lexed<K> {
    fn default() -> Self {
        Self { tokens: Vec::new(), verbatim: Vec::new(), unended: None, has_branches: false }
    }
}

impl<K: TokenKind> Lexed<K> {
    /// Notes that what begins at a byte is not ended.
    pub(crate) fn never_ends(&mut self, start: usize) {
        self.unended.get_or_insert(Span::new(start as u32, start as u32 + 1));
    }

    /// The first mistake that tokens show: a text or comment that is not ended, a bracket that nothing closes or that
    /// closes nothing. O(tokens).
    pub(crate) fn mistake(&self) -> Option<(Span, &'static str)> {
        if let Some(span) = self.unended {
            return Some((span, "a text or comment is not ended"));
        }
        if self.has_branches {
            return None;
        }
        let mut open: Vec<(Span, u8)> = Vec::new();
        for token in &self.tokens {
            if let Some((_, closes)) = PAIRS.iter().find(|(opens, _)| token.kind == K::sign(*opens)) {
                open.push((token.span, *closes));
            } else if let Some((_, sign)) = PAIRS.iter().find(|(_, closes)| token.kind == K::sign(*closes))
                && open.pop_if(|(_, closes)| closes == sign).is_none()
            {
                return Some((token.span, "a bracket closes nothing"));
            }
        }
        open.pop().map(|(span, _)| (span, "a bracket is not closed"))
    }
}

/// The tokens of a file, up to the end of what is read of them.
#[derive(Debug)]
pub(crate) struct Tokens<'a, K> {
    source: &'a str,
    all: Vec<Token<K>>,
    /// The token that closes what each opens; behind the last one where none does.
    pairs: Vec<u32>,
    /// Which tokens were counted.
    taken: Vec<bool>,
    is_identifier: fn(&str, &Token<K>) -> bool,
    /// Behind the last token of what is read.
    pub(crate) end: usize,
}

impl<'a, K: TokenKind> Tokens<'a, K> {
    /// All of a file, of which `pairs` says what closes what.
    pub(crate) fn new(
        source: &'a str,
        all: Vec<Token<K>>,
        pairs: Vec<u32>,
        is_identifier: fn(&str, &Token<K>) -> bool,
    ) -> Self {
        let count = all.len();
        Self { source, all, pairs, taken: vec![false; count], is_identifier, end: count }
    }

    /// The text of a token; "" where there is none.
    pub(crate) fn text(&self, at: usize) -> &'a str {
        self.all.get(at).map_or("", |token| token.span.text(self.source))
    }

    /// What a token is; `None` behind the end of what is read.
    pub(crate) fn kind(&self, at: usize) -> Option<K> {
        self.all.get(at).filter(|_| at < self.end).map(|token| token.kind)
    }

    /// True where the sign stands.
    pub(crate) fn sign(&self, at: usize, sign: u8) -> bool {
        self.kind(at) == Some(K::sign(sign))
    }

    /// The bytes of a token; those of the last one where there is none.
    pub(crate) fn span(&self, at: usize) -> Span {
        let last = self.all.last().map_or(Span::default(), |token| token.span);
        self.all.get(at).map_or(last, |token| token.span)
    }

    /// From one token to the one before another.
    pub(crate) fn between(&self, start: usize, end: usize) -> Span {
        let first = self.span(start);
        let last = self.span(end.saturating_sub(1).max(start));
        Span::new(first.start, last.end.max(first.end))
    }

    /// What closes what opens there, within what is read.
    pub(crate) fn close(&self, at: usize) -> usize {
        self.pairs.get(at).map_or(self.end, |close| (*close as usize).min(self.end))
    }

    /// The token behind this one, or behind all that it opens where it is a [bracket](brackets).
    pub(crate) fn behind(&self, at: usize) -> usize {
        let opens = PAIRS.iter().any(|(opens, _)| self.sign(at, *opens));
        if opens { (self.close(at) + 1).min(self.end) } else { at + 1 }
    }

    /// Takes a token as a name; true where it is an identifier that was not taken before.
    pub(crate) fn take(&mut self, at: usize) -> bool {
        let (Some(token), Some(taken)) = (self.all.get(at), self.taken.get_mut(at)) else { return false };
        !std::mem::replace(taken, true) && (self.is_identifier)(self.source, token)
    }

    /// How many identifiers were taken for nothing.
    pub(crate) fn left(&self) -> usize {
        let left = self.all.iter().zip(&self.taken).filter(|(_, taken)| !**taken);
        left.filter(|(token, _)| (self.is_identifier)(self.source, token)).count()
    }
}

/// The brackets of most languages.
const PAIRS: [(u8, u8); 3] = [(b'(', b')'), (b'[', b']'), (b'{', b'}')];

/// The index of the token that closes each bracket; that behind the last one where none does. What is not closed ends where
/// a brace around it does. O(tokens).
pub(crate) fn brackets<K: TokenKind>(tokens: &[Token<K>]) -> Vec<u32> {
    let mut pairs = vec![tokens.len() as u32; tokens.len()];
    let mut open: Vec<(usize, u8)> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if let Some((_, closes)) = PAIRS.iter().find(|(opens, _)| token.kind == K::sign(*opens)) {
            open.push((at, *closes));
        } else if let Some((_, sign)) = PAIRS.iter().find(|(_, closes)| token.kind == K::sign(*closes)) {
            while *sign == b'}'
                && let Some((begin, _)) = open.pop_if(|(_, closes)| *closes != b'}')
            {
                pairs[begin] = at as u32;
            }
            if let Some((begin, _)) = open.pop_if(|(_, closes)| closes == sign) {
                pairs[begin] = at as u32;
            }
        }
    }
    pairs
}

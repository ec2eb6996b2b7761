//! Macros that no grammar can read, known by their shape and never by one project's names.
//!
//! One pass over the tokens that the parser is to see, with the brackets around: what may begin a
//! declaration, a statement, an argument or an enumerator is looked at where it begins, and what does
//! not fit there is taken away, or changed into what it does ([`Shapes::put`]). Every token is looked
//! at a bounded number of times.

use super::branches::Dialect;
use super::lexer::{Kind, Token, Word};
use super::mask::{Mask, blank};
use super::state::{Mark, What};
use rustc_hash::FxHashSet;

/// What stands between a pair of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
    /// Declarations: the file, a namespace.
    Open,
    /// Statements.
    Code,
    /// Members of a type.
    Members,
    /// Enumerators.
    Enumerators,
    /// Values in braces.
    Values,
    /// Arguments, of a call or a macro.
    Arguments,
    /// Parameters of a function.
    Parameters,
    /// Any other parentheses or brackets.
    Group,
}

/// No token.
pub(super) const NONE: usize = usize::MAX;

/// The pass.
pub(super) struct Shapes<'m, 'a> {
    pub(super) mask: &'m mut Mask<'a>,
    pub(super) tokens: Vec<Token>,
    /// For each bracket its other one.
    pub(super) pair: Vec<usize>,
    /// Names that the file defines as macros.
    pub(super) known: FxHashSet<&'a str>,
    pub(super) cpp: bool,
    /// Up to where tokens were dealt with.
    pub(super) done: usize,
    /// The names of the classes around.
    pub(super) classes: Vec<&'a str>,
    /// Tokens that were taken away.
    pub(super) gone: Vec<bool>,
    /// The name of the last macro that is called where declarations stand.
    pub(super) called: usize,
}

/// Takes what no grammar reads from the tokens at the indexes `seen`.
pub(super) fn mask(mask: &mut Mask<'_>, seen: &[usize]) {
    let tokens: Vec<Token> = seen.iter().map(|at| mask.tokens[*at]).collect();
    let source = mask.source;
    let known = mask.notes.macros.iter().map(|one| one.name.text(source)).collect();
    let cpp = mask.dialect == Dialect::Cpp;
    let pair = pairs(&tokens);
    let gone = vec![false; tokens.len()];
    Shapes { mask, tokens, pair, known, cpp, done: 0, classes: Vec::new(), gone, called: NONE }.pass();
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

impl<'a> Shapes<'_, 'a> {
    pub(super) fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text(self.mask.source))
    }

    pub(super) fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    pub(super) fn is(&self, at: usize, mark: u8) -> bool {
        self.kind(at) == Some(Kind::Mark(mark))
    }

    pub(super) fn is_name(&self, at: usize) -> bool {
        self.kind(at) == Some(Kind::Name)
    }

    pub(super) fn word(&self, at: usize) -> Option<Word> {
        match self.kind(at) {
            Some(Kind::Keyword(word)) => Some(word),
            _ => None,
        }
    }

    /// The bracket that closes the parenthesis at `at`; `None` where there is none.
    pub(super) fn closed(&self, at: usize) -> Option<usize> {
        let close = *self.pair.get(at)?;
        (self.is(at, b'(') && close != NONE).then_some(close)
    }

    /// Takes the tokens `first..=last` away.
    pub(super) fn hide(&mut self, first: usize, last: usize, what: What) {
        self.done = self.done.max(last + 1);
        if first > last || self.gone[first..=last].contains(&true) {
            return;
        }
        self.gone[first..=last].fill(true);
        let (start, end) = (self.tokens[first].start, self.tokens[last].end);
        self.mask.hide(start, end, what);
    }

    /// Overwrites the bytes of a token with other code and spaces.
    pub(super) fn put(&mut self, at: usize, code: &str) {
        let token = self.tokens[at];
        blank(&mut self.mask.text, token.start, token.end);
        let room = (token.end - token.start) as usize;
        if code.len() <= room {
            let start = token.start as usize;
            self.mask.text[start..start + code.len()].copy_from_slice(code.as_bytes());
        }
    }

    /// Says what the name at `at` is.
    pub(super) fn note(&mut self, at: usize, mark: Mark) {
        let start = self.tokens[at].start;
        self.mask.notes.marks.push((start, mark));
    }

    /// True for a name that looks like a macro's: the file defines it as one, or it is written like one.
    pub(super) fn is_macro(&self, at: usize) -> bool {
        let text = self.text(at);
        if self.known.contains(text) {
            return true;
        }
        let reserved = text.starts_with("__") && !is_type_name(text);
        reserved || is_upper(text)
    }

    fn pass(&mut self) {
        let mut frames: Vec<(Frame, usize)> = Vec::new();
        let mut frame = Frame::Open;
        // The first token of the current statement, declaration, argument.
        let mut begin = 0;
        let mut at = 0;
        while at < self.tokens.len() {
            if at == begin && at >= self.done {
                self.begin(frame, at);
            }
            if at < self.done || self.gone[at] {
                // What was taken away or dealt with; brackets in it are whole.
                if begin == at {
                    begin = at + 1;
                }
                at += 1;
                continue;
            }
            self.anywhere(frame, at);
            if at < self.done {
                continue;
            }
            match self.tokens[at].kind {
                Kind::Mark(open @ (b'(' | b'[' | b'{')) => {
                    let inner = match open {
                        b'{' => self.braces(frame, begin, at),
                        b'(' => self.parentheses(frame, begin, at),
                        _ => Frame::Group,
                    };
                    if inner == Frame::Members {
                        self.enter_class(begin, at);
                    }
                    frames.push((frame, begin));
                    frame = inner;
                    begin = at + 1;
                }
                Kind::Mark(b')' | b']' | b'}') if self.pair[at] != NONE => {
                    if frame == Frame::Members && self.is(at, b'}') {
                        self.classes.pop();
                    }
                    let inner = frame;
                    let (outer, outer_begin) = frames.pop().unwrap_or((Frame::Open, at + 1));
                    frame = outer;
                    begin = outer_begin;
                    if matches!(inner, Frame::Members | Frame::Enumerators) {
                        self.after_body(at);
                    }
                    let ends = match self.tokens[at].kind {
                        Kind::Mark(b'}') => self.ends_statement(frame, begin, at),
                        Kind::Mark(b')') => frame == Frame::Code && self.is_head(self.pair[at]),
                        _ => false,
                    };
                    if ends {
                        begin = at + 1;
                    }
                }
                Kind::Mark(b';') => begin = at + 1,
                Kind::Mark(b',') if !matches!(frame, Frame::Open | Frame::Code | Frame::Members) => {
                    begin = at + 1
                }
                Kind::Mark(b':') if self.is_label(frame, begin, at) => begin = at + 1,
                Kind::Keyword(Word::Prefix) => begin = at + 1,
                _ => {}
            }
            at += 1;
        }
    }

    /// A declaration, statement, argument begins at `at`.
    fn begin(&mut self, frame: Frame, at: usize) {
        match frame {
            Frame::Open | Frame::Members => self.declaration(frame, at),
            Frame::Code => self.statement(at),
            Frame::Parameters => self.parameter(at),
            Frame::Arguments => self.argument(at),
            Frame::Enumerators => self.enumerator(at),
            Frame::Group => self.cast(at),
            Frame::Values => {}
        }
    }

    /// What is looked at wherever it stands.
    fn anywhere(&mut self, frame: Frame, at: usize) {
        match self.tokens[at].kind {
            Kind::Keyword(Word::Attribute) => {
                if let Some(close) = self.closed(at + 1) {
                    self.hide(at, close, What::Attribute);
                }
            }
            Kind::Keyword(Word::Typeof) => {
                if let Some(close) = self.closed(at + 1).filter(|close| *close > at + 2) {
                    self.note(at, Mark::Neither);
                    self.hide(at + 1, close, What::Code);
                }
            }
            Kind::Keyword(Word::Asm) => self.assembly(at),
            Kind::Keyword(Word::Operator) if self.text(at) == "offsetof" => self.offset_of(at),
            Kind::Name => self.name(frame, at),
            Kind::Mark(b'.') if frame == Frame::Code && self.is(at + 1, b'.') && self.is(at + 2, b'.') => {
                // `case a ... b:`
                self.put(at, "|");
                self.put(at + 1, "");
                self.put(at + 2, "");
                self.done = at + 3;
            }
            _ => {}
        }
    }

    /// `asm volatile (...)`: its operands are read by themselves.
    fn assembly(&mut self, at: usize) {
        let mut open = at + 1;
        while matches!(self.word(open), Some(Word::Specifier | Word::Statement))
            || self.text(open) == "__volatile__"
        {
            open += 1;
        }
        if let Some(close) = self.closed(open) {
            self.hide(at, close, What::Code);
        }
    }

    /// `offsetof(T, a.b[1])`: the parser is given the first name.
    fn offset_of(&mut self, at: usize) {
        let Some(close) = self.closed(at + 1) else { return };
        let Some(comma) = (at + 2..close).rev().find(|i| self.is(*i, b',')) else { return };
        if comma + 2 < close && self.is_name(comma + 1) {
            let done = self.done;
            self.hide(comma + 2, close - 1, What::Code);
            self.done = done;
        }
    }

    /// A name among strings or values: `"a" F(x) "b"`, `{ A(x) B(y) }`.
    fn name(&mut self, frame: Frame, at: usize) {
        let before = at.checked_sub(1).and_then(|at| self.kind(at));
        let (last, after) = match self.closed(at + 1) {
            Some(close) => (close, close + 1),
            None => (at, at + 1),
        };
        let is_string = |kind: Option<Kind>| kind == Some(Kind::String);
        if last > at && (is_string(before) || is_string(self.kind(after))) {
            let joined = is_string(before) || frame != Frame::Code || self.is_macro(at);
            if joined && frame != Frame::Open && frame != Frame::Members {
                self.hide(at, last, What::Use);
            }
            return;
        }
        let attribute = before == Some(Kind::Mark(b']')) && !self.is(at.saturating_sub(2), b']');
        if attribute && self.is_macro(at) && frame != Frame::Values {
            self.hide(at, last, What::Use);
            return;
        }
        let separate = matches!(before, None | Some(Kind::Mark(b',' | b'{' | b'}' | b')')));
        if frame == Frame::Values && separate {
            let more = matches!(self.kind(after), Some(Kind::Name | Kind::Number | Kind::Mark(b'{' | b'[')))
                || (self.is(after, b'.') && self.is_name(after + 1) && self.is(after + 2, b'='));
            if more && (last > at || self.is_macro(at)) && !(self.cpp && self.is(after, b'{')) {
                self.hide(at, last, What::Use);
            }
        }
    }

    /// What the brace at `at` opens.
    fn braces(&self, frame: Frame, begin: usize, at: usize) -> Frame {
        if self.pair[at] == NONE && frame == Frame::Group {
            return Frame::Code;
        }
        let before = at.checked_sub(1);
        let kind = before.and_then(|at| self.kind(at));
        if matches!(frame, Frame::Values | Frame::Enumerators) {
            return Frame::Values;
        }
        let head = begin..at;
        let tag = head.clone().find(|i| self.word(*i) == Some(Word::Tag) && !self.is_name_of_value(*i, at));
        match kind {
            Some(Kind::Mark(b'=' | b',' | b'?' | b'[')) => return Frame::Values,
            Some(Kind::Mark(b'(')) => return Frame::Code,
            Some(Kind::Keyword(Word::Statement)) => return Frame::Values,
            _ => {}
        }
        if matches!(frame, Frame::Arguments | Frame::Group | Frame::Parameters) {
            // A lambda, or a compound literal.
            let lambda = self.cpp && head.clone().any(|i| self.is(i, b']'));
            return if lambda { Frame::Code } else { Frame::Values };
        }
        let first_word = self.text(begin);
        if frame == Frame::Open
            && (first_word == "namespace" || head.clone().any(|i| self.text(i) == "namespace"))
        {
            return Frame::Open;
        }
        if frame == Frame::Open && before.is_some_and(|at| self.kind(at) == Some(Kind::String)) {
            return Frame::Open;
        }
        if let Some(tag) = tag {
            let is_function = matches!(kind, Some(Kind::Mark(b')')));
            if !is_function {
                return if self.text(tag) == "enum" { Frame::Enumerators } else { Frame::Members };
            }
        }
        if frame == Frame::Code && kind == Some(Kind::Mark(b')')) {
            let open = self.pair[at - 1];
            let called = open != NONE
                && open > begin
                && (self.is_name(open - 1)
                    || matches!(self.word(open - 1), Some(Word::Head))
                    || self.is(open - 1, b']'));
            return if called || open == begin || begin >= at { Frame::Code } else { Frame::Values };
        }
        let after_name = matches!(kind, Some(Kind::Name)) || kind == Some(Kind::Mark(b'>'));
        if frame == Frame::Code && after_name && begin < at && !matches!(first_word, "try" | "do" | "else") {
            return Frame::Values;
        }
        Frame::Code
    }

    /// True where the tag at `tag` only names the type of something with a body: `struct a f(void) {`.
    fn is_name_of_value(&self, tag: usize, at: usize) -> bool {
        (tag..at).any(|i| {
            self.is(i, b'(')
                && self.pair[i] != NONE
                && self.pair[i] < at
                && self.text(i.saturating_sub(1)) != "alignas"
        }) && self.is(at - 1, b')')
    }

    /// What the parenthesis at `at` opens.
    fn parentheses(&self, frame: Frame, begin: usize, at: usize) -> Frame {
        let Some(before) = at.checked_sub(1) else { return Frame::Group };
        if self.gone[before] && self.is_name(before) {
            return Frame::Arguments;
        }
        if before < begin {
            return Frame::Group;
        }
        let named = self.is_name(before);
        match frame {
            Frame::Open | Frame::Members if self.called != before && (named || self.is(before, b')')) => {
                let value = self.has_value(begin, at);
                if value { Frame::Arguments } else { Frame::Parameters }
            }
            _ if named => Frame::Arguments,
            _ => Frame::Group,
        }
    }

    /// True where a value is assigned between `begin` and `end`, outside of brackets.
    fn has_value(&self, begin: usize, end: usize) -> bool {
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

    fn enter_class(&mut self, begin: usize, at: usize) {
        let mut name = "";
        let mut i = (begin..at).find(|i| self.word(*i) == Some(Word::Tag)).unwrap_or(at);
        while i < at && !self.is(i, b':') && !self.is(i, b'<') {
            if self.is_name(i) && self.text(i) != "final" {
                name = self.text(i);
            }
            i += 1;
        }
        self.classes.push(name);
    }

    /// True where the closing brace at `at` ends what began at `begin`.
    fn ends_statement(&self, frame: Frame, begin: usize, at: usize) -> bool {
        let open = self.pair[at];
        match frame {
            Frame::Code | Frame::Open | Frame::Members => {
                let mut head = self.after_heads(begin)..open.max(begin);
                let value = self.has_value(begin, head.end);
                let typed =
                    head.any(|i| self.word(i) == Some(Word::Tag)) && !self.is(open.saturating_sub(1), b')');
                // After a type or a value declarators may follow.
                !(value || typed)
            }
            _ => false,
        }
    }

    /// True for parentheses after which a statement begins.
    fn is_head(&self, open: usize) -> bool {
        open != NONE
            && open > 0
            && (self.word(open - 1) == Some(Word::Head) || (self.gone[open - 1] && self.is_name(open - 1)))
    }

    /// True for the colon of a label, a `case`, `public:`.
    fn is_label(&self, frame: Frame, begin: usize, at: usize) -> bool {
        match frame {
            Frame::Code => {
                let label = at == begin + 1 && self.is_name(begin);
                let case = self.word(begin) == Some(Word::Case);
                (label || case) && !self.is(at + 1, b':') && !self.is(at.saturating_sub(1), b':')
            }
            Frame::Members | Frame::Open => {
                self.cpp
                    && matches!(
                        self.text(begin),
                        "public" | "private" | "protected" | "signals" | "Q_SIGNALS"
                    )
                    || (self.cpp
                        && at == begin + 2
                        && matches!(self.text(begin), "public" | "private" | "protected"))
            }
            _ => false,
        }
    }
}

/// True for names without a small letter.
pub(super) fn is_upper(text: &str) -> bool {
    text.len() > 1
        && text.bytes().any(|b| b.is_ascii_uppercase())
        && !text.bytes().any(|b| b.is_ascii_lowercase())
        && text.len() > 2
}

/// True for reserved names that are types: `__u32`, `__be16`, `__kernel_size_t`.
fn is_type_name(text: &str) -> bool {
    text.ends_with("_t") || text.ends_with(|c: char| c.is_ascii_digit())
}

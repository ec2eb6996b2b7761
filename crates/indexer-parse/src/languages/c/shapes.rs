//! Macros that no grammar can read, known by their shape and never by one project's names.
//!
//! One pass over the tokens that the parser is to see, with the brackets around: what may begin a
//! declaration, a statement, an argument or an enumerator is looked at where it begins, and what does
//! not fit there is taken away, or changed into what it does ([`Shapes::put`]). Every token is looked
//! at a bounded number of times.

use super::code::{Code, NONE};
use super::expansion::Expansion;
use super::lexer::{Kind, Word};
use super::mask::{Mask, blank};
use super::state::{Mark, What};

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

/// The pass.
pub(super) struct Shapes<'m, 'a> {
    pub(super) mask: &'m mut Mask<'a>,
    pub(super) code: Code<'a>,
    /// Up to where tokens were dealt with.
    pub(super) done: usize,
    /// The names of the classes around.
    pub(super) classes: Vec<&'a str>,
    /// Tokens that were taken away.
    pub(super) gone: Vec<bool>,
    /// The name of the last macro that is called where declarations stand.
    pub(super) called: usize,
    /// What macros make of enumerators.
    pub(super) expansion: Expansion,
    /// False where no macro is left that ends a table.
    pub(super) has_ends: bool,
}

/// Takes what no grammar reads from the tokens at the indexes `seen`.
pub(super) fn mask(mask: &mut Mask<'_>, seen: &[usize]) {
    let code = Code::new(mask, seen);
    let gone = vec![false; code.tokens.len()];
    let expansion = Expansion::new(mask.source);
    Shapes { mask, code, done: 0, classes: Vec::new(), gone, called: NONE, expansion, has_ends: true }.pass();
}

impl<'a> Shapes<'_, 'a> {
    /// Takes the tokens `first..=last` away.
    pub(super) fn hide(&mut self, first: usize, last: usize, what: What) {
        self.done = self.done.max(last + 1);
        if first > last || self.gone[first..=last].contains(&true) {
            return;
        }
        self.gone[first..=last].fill(true);
        let (start, end) = (self.code.tokens[first].start, self.code.tokens[last].end);
        self.mask.hide(start, end, what);
    }

    /// Overwrites the bytes of a token with other code and spaces.
    pub(super) fn put(&mut self, at: usize, code: &str) {
        let token = self.code.tokens[at];
        blank(&mut self.mask.text, token.start, token.end);
        let room = (token.end - token.start) as usize;
        if code.len() <= room {
            let start = token.start as usize;
            self.mask.text[start..start + code.len()].copy_from_slice(code.as_bytes());
        }
    }

    /// Says what the name at `at` is.
    pub(super) fn note(&mut self, at: usize, mark: Mark) {
        let start = self.code.tokens[at].start;
        self.mask.notes.marks.push((start, mark));
    }

    fn pass(&mut self) {
        let mut frames: Vec<(Frame, usize)> = Vec::new();
        let mut frame = Frame::Open;
        // The first token of the current statement, declaration, argument.
        let mut begin = 0;
        let mut at = 0;
        while at < self.code.tokens.len() {
            if at == begin && at >= self.done && !self.gone[at] {
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
            match self.code.tokens[at].kind {
                Kind::Mark(open @ (b'(' | b'[' | b'{')) => {
                    let near = self.code.near(begin, at);
                    let inner = match open {
                        b'{' => self.braces(frame, near, at),
                        b'(' => self.parentheses(frame, near, at),
                        _ => Frame::Group,
                    };
                    if inner == Frame::Members {
                        self.enter_class(near, at);
                    }
                    frames.push((frame, begin));
                    frame = inner;
                    begin = at + 1;
                }
                Kind::Mark(b')' | b']' | b'}') if self.code.pair[at] != NONE => {
                    if frame == Frame::Members && self.code.is(at, b'}') {
                        self.classes.pop();
                    }
                    let inner = frame;
                    let (outer, outer_begin) = frames.pop().unwrap_or((Frame::Open, at + 1));
                    frame = outer;
                    begin = outer_begin;
                    if matches!(inner, Frame::Members | Frame::Enumerators) {
                        self.after_body(at);
                    }
                    let ends = match self.code.tokens[at].kind {
                        Kind::Mark(b'}') => self.ends_statement(frame, begin, at),
                        Kind::Mark(b')') => frame == Frame::Code && self.is_head(self.code.pair[at]),
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
        match self.code.tokens[at].kind {
            Kind::Keyword(Word::Attribute) => {
                // What an object is aligned as is a type or a number of the program.
                let aligns = matches!(self.code.text(at), "alignas" | "_Alignas");
                if let Some(close) = self.code.closed(at + 1) {
                    self.hide(at, close, if aligns { What::Code } else { What::Attribute });
                }
            }
            Kind::Keyword(Word::Typeof) => {
                if let Some(close) = self.code.closed(at + 1).filter(|close| *close > at + 2) {
                    self.note(at, Mark::Neither);
                    self.hide(at + 1, close, What::Code);
                }
            }
            Kind::Keyword(Word::Asm) => self.assembly(at),
            Kind::Keyword(Word::Operator) if self.code.text(at) == "offsetof" => self.offset_of(at),
            Kind::Keyword(word) if self.code.cpp => self.unread_word(frame, at, word),
            Kind::Mark(mark @ (b'*' | b'&')) => self.behind_pointer(frame, at, mark),
            // `f(T x = {})`: the grammar knows expressions alone there.
            Kind::Mark(b'=')
                if self.code.cpp
                    && frame == Frame::Parameters
                    && self.code.is(at + 1, b'{')
                    && self.code.pair[at + 1] != NONE =>
            {
                self.hide(at, self.code.pair[at + 1], What::Code);
            }
            Kind::Name => self.name(frame, at),
            Kind::Mark(b'.')
                if frame == Frame::Code
                    && self.code.is(at + 1, b'.')
                    && self.code.is(at + 2, b'.')
                    && self.is_behind_case(at) =>
            {
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
        while matches!(self.code.word(open), Some(Word::Specifier | Word::Statement))
            || self.code.text(open) == "__volatile__"
        {
            open += 1;
        }
        if let Some(close) = self.code.closed(open) {
            self.hide(at, close, What::Code);
        }
    }

    /// `offsetof(T, a.b[1])`: the parser is given the first name.
    fn offset_of(&mut self, at: usize) {
        let Some(close) = self.code.closed(at + 1) else { return };
        let Some(comma) = (at + 2..close).rev().find(|i| self.code.is(*i, b',')) else { return };
        if comma + 2 < close && self.code.is_name(comma + 1) {
            let done = self.done;
            self.hide(comma + 2, close - 1, What::Code);
            self.done = done;
        }
    }

    /// A name among strings or values: `"a" F(x) "b"`, `{ A(x) B(y) }`.
    fn name(&mut self, frame: Frame, at: usize) {
        let before = at.checked_sub(1).and_then(|at| self.code.kind(at));
        let (last, after) = match self.code.closed(at + 1) {
            Some(close) => (close, close + 1),
            None => (at, at + 1),
        };
        let is_string = |kind: Option<Kind>| kind == Some(Kind::String);
        // `"%" PRIu64, x`: what stands behind a text, and is not glued to it, is a part of it.
        let is_apart = || self.code.tokens[at - 1].end < self.code.tokens[at].start;
        let ends = matches!(self.code.kind(at + 1), Some(Kind::Mark(b',' | b')' | b';') | Kind::String));
        if is_string(before) && ends && !matches!(frame, Frame::Open | Frame::Members) && is_apart() {
            self.hide(at, at, What::Use);
            return;
        }
        if last > at && (is_string(before) || is_string(self.code.kind(after))) {
            let joined = is_string(before) || frame != Frame::Code || self.code.is_macro(at);
            if joined && frame != Frame::Open && frame != Frame::Members {
                self.hide(at, last, What::Use);
            }
            return;
        }
        let attribute = before == Some(Kind::Mark(b']')) && !self.code.is(at.saturating_sub(2), b']');
        if attribute && self.code.is_macro(at) && frame != Frame::Values {
            self.hide(at, last, What::Use);
            return;
        }
        let separate = matches!(before, None | Some(Kind::Mark(b',' | b'{' | b'}' | b')')));
        if frame == Frame::Values && separate {
            let more =
                matches!(self.code.kind(after), Some(Kind::Name | Kind::Number | Kind::Mark(b'{' | b'[')))
                    || (self.code.is(after, b'.')
                        && self.code.is_name(after + 1)
                        && self.code.is(after + 2, b'='));
            if more && (last > at || self.code.is_macro(at)) && !(self.code.cpp && self.code.is(after, b'{'))
            {
                self.hide(at, last, What::Use);
            }
        }
    }

    /// What the brace at `at` opens.
    fn braces(&self, frame: Frame, begin: usize, at: usize) -> Frame {
        if self.code.pair[at] == NONE && frame == Frame::Group {
            return Frame::Code;
        }
        let before = at.checked_sub(1);
        let kind = before.and_then(|at| self.code.kind(at));
        if matches!(frame, Frame::Values | Frame::Enumerators) {
            return Frame::Values;
        }
        let head = begin..at;
        let tag = head
            .clone()
            .find(|i| self.code.word(*i) == Some(Word::Tag) && !self.code.is_name_of_value(*i, at));
        match kind {
            Some(Kind::Mark(b'=' | b',' | b'?' | b'[')) => return Frame::Values,
            Some(Kind::Mark(b'(')) => return Frame::Code,
            Some(Kind::Keyword(Word::Statement)) => return Frame::Values,
            _ => {}
        }
        if matches!(frame, Frame::Arguments | Frame::Group | Frame::Parameters) {
            // A lambda, or a compound literal.
            let lambda = self.code.cpp && head.clone().any(|i| self.code.is(i, b']'));
            return if lambda { Frame::Code } else { Frame::Values };
        }
        let first_word = self.code.text(begin);
        if frame == Frame::Open
            && (first_word == "namespace" || head.clone().any(|i| self.code.text(i) == "namespace"))
        {
            return Frame::Open;
        }
        if frame == Frame::Open && before.is_some_and(|at| self.code.kind(at) == Some(Kind::String)) {
            return Frame::Open;
        }
        if let Some(tag) = tag {
            let is_function = matches!(kind, Some(Kind::Mark(b')')));
            if !is_function {
                return if self.code.text(tag) == "enum" { Frame::Enumerators } else { Frame::Members };
            }
        }
        if frame == Frame::Code && kind == Some(Kind::Mark(b')')) {
            let open = self.code.pair[at - 1];
            let called = open != NONE
                && open > begin
                && (self.code.is_name(open - 1)
                    || matches!(self.code.word(open - 1), Some(Word::Head))
                    || self.code.is(open - 1, b']'));
            return if called || open == begin || begin >= at { Frame::Code } else { Frame::Values };
        }
        let after_name = matches!(kind, Some(Kind::Name)) || kind == Some(Kind::Mark(b'>'));
        if frame == Frame::Code && after_name && begin < at && !matches!(first_word, "try" | "do" | "else") {
            return Frame::Values;
        }
        Frame::Code
    }

    /// What the parenthesis at `at` opens.
    fn parentheses(&self, frame: Frame, begin: usize, at: usize) -> Frame {
        let Some(before) = at.checked_sub(1) else { return Frame::Group };
        if self.gone[before] && self.code.is_name(before) {
            return Frame::Arguments;
        }
        if before < begin {
            return Frame::Group;
        }
        let named = self.code.is_name(before);
        match frame {
            Frame::Open | Frame::Members
                if self.called != before && (named || self.code.is(before, b')')) =>
            {
                // What an alias is given is a type; the grammar knows no types of functions between angles.
                let is_alias = self.code.cpp
                    && self.code.text(self.code.after_heads(begin)) == "using"
                    && !self.code.is_in_angles(at);
                let value = !is_alias && self.code.has_value(begin, at);
                if value { Frame::Arguments } else { Frame::Parameters }
            }
            // `f(T (*)(int))`: a parameter that is a function, with no name.
            Frame::Parameters
                if matches!(self.code.kind(at + 1), Some(Kind::Mark(b'*' | b'&' | b'^')))
                    && self.code.closed(at).is_some_and(|close| self.code.is(close + 1, b'(')) =>
            {
                Frame::Group
            }
            _ if named => Frame::Arguments,
            _ => Frame::Group,
        }
    }

    fn enter_class(&mut self, begin: usize, at: usize) {
        let mut name = "";
        let mut i = (begin..at).find(|i| self.code.word(*i) == Some(Word::Tag)).unwrap_or(at);
        while i < at && !self.code.is(i, b'<') {
            if self.code.is(i, b':') {
                // `class A::B {`: of several names the last.
                if !self.code.is(i + 1, b':') {
                    break;
                }
                i += 2;
                continue;
            }
            if self.code.is_name(i) && self.code.text(i) != "final" {
                name = self.code.text(i);
            }
            i += 1;
        }
        self.classes.push(name);
    }

    /// True where the closing brace at `at` ends what began at `begin`.
    fn ends_statement(&self, frame: Frame, begin: usize, at: usize) -> bool {
        let open = self.code.pair[at];
        match frame {
            Frame::Code | Frame::Open | Frame::Members => {
                let begin = self.code.near(begin, open);
                let mut head = self.code.after_heads(begin)..open.max(begin);
                let value = self.code.has_value(begin, head.end);
                let typed = head.any(|i| self.code.word(i) == Some(Word::Tag))
                    && !self.code.is(open.saturating_sub(1), b')');
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
            && (self.code.word(open - 1) == Some(Word::Head)
                || (self.gone[open - 1] && self.code.is_name(open - 1)))
    }

    /// True for the colon of a label, a `case`, `public:`.
    fn is_label(&self, frame: Frame, begin: usize, at: usize) -> bool {
        match frame {
            Frame::Code => {
                let label = at == begin + 1 && self.code.is_name(begin);
                let case = self.code.word(begin) == Some(Word::Case);
                (label || case) && !self.code.is(at + 1, b':') && !self.code.is(at.saturating_sub(1), b':')
            }
            Frame::Members | Frame::Open => {
                self.code.cpp
                    && matches!(
                        self.code.text(begin),
                        "public" | "private" | "protected" | "signals" | "Q_SIGNALS"
                    )
                    || (self.code.cpp
                        && at == begin + 2
                        && matches!(self.code.text(begin), "public" | "private" | "protected"))
            }
            _ => false,
        }
    }
}

//! What people write in C++ and its grammar does not know: macros in places of their own, and code that it reads elsewhere only.

use super::code::NONE;
use super::lexer::{Kind, Word};
use super::shapes::{Frame, Shapes};
use super::state::What;

/// The type of an alias is looked at up to so many tokens.
const LONGEST_ALIAS: usize = 64;
/// Calls of one on the result of another take at most so many tokens.
const LONGEST_CHAIN: usize = 200;
/// So near behind `case` its label ends.
const LONGEST_LABEL: usize = 16;

impl Shapes<'_, '_> {
    /// `template <typename T, ENABLE_IF(..)>`: to the parser a parameter that is a number.
    pub(super) fn template_parameters(&mut self, head: usize, behind: usize) {
        let done = self.done;
        for at in head..behind {
            let begins = self.code.is(at.wrapping_sub(1), b',') || self.code.is(at.wrapping_sub(1), b'<');
            let is_macro = begins && self.code.is_name(at) && self.code.is_macro(at);
            let close = self.code.closed(at + 1).filter(|close| is_macro && *close < behind);
            if let Some(close) = close
                && matches!(self.code.kind(close + 1), Some(Kind::Mark(b',' | b'>')))
            {
                self.hide(at, close, What::Use);
                self.put(at, "int");
            }
        }
        self.done = done;
    }

    /// The semicolon behind a call of a macro on whose result another function is called.
    pub(super) fn chain(&self, at: usize) -> Option<usize> {
        if !self.code.cpp || !self.code.is_name(at) || !self.code.is_macro(at) {
            return None;
        }
        let close = self.code.closed(at + 1)?;
        let calls = self.code.is(close + 1, b'-') && self.code.is(close + 2, b'>');
        (close..close + LONGEST_CHAIN).find(|i| calls && self.code.is(*i, b';'))
    }

    /// `using a MACRO(x) = b;`: macros behind the name at `name`, which stand for attributes.
    pub(super) fn behind_alias(&mut self, name: usize) {
        let mut macros = Vec::new();
        let mut at = name + 1;
        while self.code.is_name(name) && self.code.is_name(at) {
            let close = self.code.closed(at + 1).unwrap_or(at);
            macros.push((at, close));
            at = close + 1;
        }
        if !self.code.is(at, b'=') {
            return;
        }
        // `= MACRO T`, `= T *MACRO`.
        if self.code.is_name(at + 1) && self.code.is_name(at + 2) {
            macros.push((at + 1, at + 1));
        }
        let end = (at..at + LONGEST_ALIAS).find(|i| self.code.is(*i, b';')).unwrap_or(at);
        if end > at + 2
            && self.code.is_name(end - 1)
            && matches!(self.code.kind(end - 2), Some(Kind::Mark(b'*' | b'&')))
        {
            macros.push((end - 1, end - 1));
        }
        self.hide_all(macros);
    }

    /// True near behind `case`, in its label.
    pub(super) fn is_behind_case(&self, at: usize) -> bool {
        let near = (at.saturating_sub(LONGEST_LABEL)..at).rev();
        let mut before =
            near.take_while(|i| !matches!(self.code.kind(*i), Some(Kind::Mark(b';' | b'{' | b'}'))));
        before.any(|i| self.code.word(i) == Some(Word::Case))
    }

    /// Words of C++ that the grammar knows elsewhere only: `T& __restrict x`, `f(typename T::type())`.
    pub(super) fn unread_word(&mut self, frame: Frame, at: usize, word: Word) {
        let is_value = matches!(frame, Frame::Code | Frame::Arguments | Frame::Group | Frame::Values);
        let text = self.code.text(at);
        let is_made = || {
            let last = self.code.qualified(at + 1);
            let next = self.code.kind(last + 1);
            self.code.is_name(at + 1)
                && (matches!(next, Some(Kind::Mark(b'(' | b'{')))
                    || frame == Frame::Arguments && matches!(next, Some(Kind::Mark(b'&' | b',' | b')'))))
        };
        let is_unread = match word {
            Word::Specifier => text.starts_with("__restrict") && at > 0 && self.code.is(at - 1, b'&'),
            _ => text == "typename" && is_value && is_made(),
        };
        let done = self.done;
        match word {
            // `enum class [[nodiscard]] A {`
            Word::Tag if text == "enum" && self.attribute_of(at).is_some() => {
                if let Some((first, last)) = self.attribute_of(at) {
                    self.hide(first, last, What::Attribute);
                }
            }
            // `enum : int {`
            Word::Tag if text == "enum" && self.code.is(at + 1, b':') && !self.code.is(at + 2, b':') => {
                if let Some(open) = (at + 2..at + 10).find(|i| self.code.is(*i, b'{')) {
                    self.hide(at + 1, open - 1, What::Code);
                }
            }
            // `a->operator[](b)`: a name of several tokens, which is a name to the parser.
            Word::Other if text == "operator" && self.is_member(at) && !self.code.converts(at) => {
                let open = self.open_of_parameters(at);
                if open > at && open < at + 6 {
                    let (start, end) = (self.code.tokens[at].end, self.code.tokens[open - 1].end);
                    let symbol = &mut self.mask.text[start as usize..end as usize];
                    if !symbol.contains(&b'\n') {
                        symbol.fill(b'_');
                    }
                }
            }
            // `unsigned(x)`, which is `int(x)` to the parser.
            Word::Type
                if is_value
                    && matches!(text, "unsigned" | "signed" | "long" | "short")
                    && matches!(self.code.kind(at + 1), Some(Kind::Mark(b'(' | b'{')))
                    && !matches!(self.code.kind(at + 2), Some(Kind::Mark(b'*' | b'&'))) =>
            {
                self.put(at, "int");
            }
            // `if MACRO (x)`
            Word::Head
                if self.code.is_name(at + 1)
                    && self.code.is_macro(at + 1)
                    && self.code.closed(at + 2).is_some() =>
            {
                self.hide(at + 1, at + 1, What::Use);
            }
            _ => {}
        }
        self.done = done;
        if is_unread {
            self.put(at, "");
        }
    }

    /// The attribute behind `enum`, or `enum class`.
    fn attribute_of(&self, at: usize) -> Option<(usize, usize)> {
        let first = at + 1 + usize::from(self.code.word(at + 1) == Some(Word::Tag));
        let close = *self.code.pair.get(first)?;
        (self.code.is(first, b'[') && self.code.is(first + 1, b'[') && close != NONE)
            .then_some((first, close))
    }

    /// True for a name behind `.` or `->`.
    fn is_member(&self, at: usize) -> bool {
        let is = |back: usize, mark| at.checked_sub(back).is_some_and(|at| self.code.is(at, mark));
        is(1, b'.') || is(1, b'>') && is(2, b'-')
    }

    /// `T* MACRO x`, `(*MACRO f)(int)`, `(&array MACRO)[2]`, `T * = nullptr`, `a->*b`.
    pub(super) fn behind_pointer(&mut self, frame: Frame, at: usize, mark: u8) {
        let done = self.done;
        if self.code.is_name(at + 1) && self.code.is(at + 3, b')') {
            let opens = |mark| self.code.is(at + 4, mark);
            if self.code.is_name(at + 2) && opens(b'(') && !self.code.is_macro(at + 2) {
                self.hide(at + 1, at + 1, What::Use);
            } else if self.code.is_name(at + 2) && self.code.is_macro(at + 2) && opens(b'[') {
                self.hide(at + 2, at + 2, What::Use);
            }
        }
        // Of two names one behind the other no expression is made.
        if self.code.is_name(at + 1) && self.code.is_macro(at + 1) && self.code.is_name(at + 2) {
            self.hide(at + 1, at + 1, What::Use);
        }
        // `THROWS(f(), error&)`: an argument that is a type.
        if self.code.cpp
            && mark == b'&'
            && frame == Frame::Arguments
            && self.code.is_name(at.wrapping_sub(1))
            && self.code.ends(at + 1)
        {
            self.put(at, "");
        }
        // `a->*b`, `a.*b`, to the parser `a * b`.
        if self.code.cpp && mark == b'*' && at > 1 && self.is_member(at) {
            self.put(at - 1, "");
            if self.code.is(at - 1, b'>') {
                self.put(at - 2, "");
            }
        }
        let is_apart = self.code.tokens.get(at + 1).is_some_and(|next| next.start > self.code.tokens[at].end);
        let declares = matches!(frame, Frame::Open | Frame::Members | Frame::Parameters);
        let ends = matches!(self.code.kind(at + 3), Some(Kind::Mark(b',' | b')' | b'>')));
        if self.code.cpp && mark == b'*' && declares && is_apart && self.code.is(at + 1, b'=') && ends {
            self.hide(at + 1, at + 2, What::Code);
        }
        self.done = done;
    }
}

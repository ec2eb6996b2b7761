//! Shapes of arguments: what is no expression among those of a macro.

use super::code::NONE;
use super::lexer::{Kind, Word};
use super::shapes::Shapes;
use super::state::{Mark, What};

const OPERATORS: &[u8] = b"=<>!+-*/&|^%";

impl Shapes<'_, '_> {
    /// An argument begins at `at`.
    pub(super) fn argument(&mut self, at: usize) {
        if self.code.cpp && self.code.is(at.wrapping_sub(1), b',') && self.code.is_in_angles(at) {
            return;
        }
        let separate = at > 0 && matches!(self.code.kind(at - 1), Some(Kind::Mark(b',' | b'(')));
        match self.code.kind(at) {
            // An empty one.
            Some(Kind::Mark(b',')) if separate => self.put(at, ""),
            Some(Kind::Mark(b')')) if at > 0 && self.code.is(at - 1, b',') => self.put(at - 1, ""),
            Some(Kind::Keyword(Word::Tag | Word::Type | Word::Specifier)) if separate => {
                let is_type = self.type_argument(at);
                if !is_type {
                    self.no_expression(at);
                }
            }
            Some(Kind::Keyword(Word::Head | Word::Prefix | Word::Statement)) if separate => {
                self.no_expression(at)
            }
            Some(Kind::Mark(b'['))
                if separate && self.code.cpp && self.code.is(at + 1, b'[') && self.code.pair[at] != NONE =>
            {
                // `ASSERT_DEATH([[maybe_unused]] auto x = f(), "")`
                let close = self.code.pair[at];
                self.hide(at, close, What::Attribute);
                self.no_expression(close + 1);
            }
            Some(Kind::Name) if self.code.is(at + 1, b'*') && self.type_argument(at) => {}
            Some(Kind::Name) => self.no_expression(at),
            Some(Kind::Number) => self.number(at),
            Some(Kind::Mark(mark)) if OPERATORS.contains(&mark) => {
                let mut end = at;
                while matches!(self.code.kind(end), Some(Kind::Mark(mark)) if OPERATORS.contains(&mark)) {
                    end += 1;
                }
                if self.code.ends(end) {
                    self.put(at, "0");
                    (at + 1..end).for_each(|i| self.put(i, ""));
                    self.done = end;
                }
            }
            _ => {}
        }
    }

    /// `3COM` among the arguments of a macro is no number.
    fn number(&mut self, at: usize) {
        let text = self.code.text(at);
        let hex = text.starts_with("0x") || text.starts_with("0X");
        let foreign = |c: char| c.is_ascii_alphabetic() && !"eEpPuUlLfFzZbBxX".contains(c);
        if !hex && text.contains(foreign) && !self.code.cpp {
            self.put(at, "0");
        }
    }

    /// Takes an argument that holds declarations or statements, and gives the parser a 0.
    fn no_expression(&mut self, at: usize) {
        let constructs = self.code.cpp && matches!(self.code.kind(at + 1), Some(Kind::Mark(b'(' | b'{')));
        let declares = !(self.code.is_name(at) || constructs);
        let mut odd = declares;
        let mut end = at;
        loop {
            match self.code.kind(end) {
                None => return,
                Some(Kind::Mark(b',' | b')')) => break,
                Some(Kind::Mark(b';')) => odd = true,
                Some(Kind::Mark(b'(' | b'[' | b'{')) => {
                    let close = self.code.pair[end];
                    if close <= end || close >= self.code.pair.len() {
                        return;
                    }
                    let called = self.code.is(end, b'(') && end > at && self.code.is_name(end - 1);
                    odd |= called && self.code.is_name(close + 1) && !self.code.cpp;
                    end = close;
                }
                Some(Kind::Mark(b'}' | b']')) => return,
                Some(Kind::Name) => odd |= end > at && self.code.is_name(end - 1) && !self.code.cpp,
                // A comma between them ends no argument; in an expression it may be a comparison.
                Some(Kind::Mark(b'<')) if self.code.cpp => match self.code.angles(end) {
                    Some(after) if declares => end = after - 1,
                    _ => return,
                },
                _ => {}
            }
            end += 1;
        }
        if odd && end > at {
            let start = self.code.tokens[at].start as usize;
            self.hide(at, end - 1, What::Code);
            self.mask.text[start] = b'0';
            self.done = end;
        }
    }

    /// `struct x *`, `unsigned long`, `t *` as a whole argument: the parser is given the name, or 0.
    fn type_argument(&mut self, at: usize) -> bool {
        let mut end = at;
        let mut name = None;
        let mut extra = Vec::new();
        loop {
            match self.code.kind(end) {
                Some(Kind::Keyword(Word::Tag | Word::Type | Word::Specifier)) => {}
                Some(Kind::Mark(b'*')) if end > at => {}
                Some(Kind::Name) if name.is_none() => name = Some(end),
                Some(Kind::Name) if self.code.is_macro(end) => extra.push(end),
                _ => break,
            }
            end += 1;
        }
        if !self.code.ends(end) || end == at {
            return false;
        }
        for i in at..end {
            if extra.contains(&i) {
                self.hide(i, i, What::Use);
            } else if Some(i) == name {
                self.note(i, Mark::Type);
            } else if name.is_none() && i == at {
                self.put(i, "0");
            } else {
                self.put(i, "");
            }
        }
        self.done = end;
        true
    }
}

//! Values between two macros of the file, of which the first begins what it declares and the second ends it:
//! `TABLE(int, primes) 2, 3, 5 END()`.

use super::lexer::{self, Kind};
use super::shapes::Shapes;
use super::state::{Mark, What};
use indexer_core::work;

/// So many bytes of a macro are looked at for the name of what it begins.
const LONGEST_BODY: usize = 512;

impl Shapes<'_, '_> {
    /// The call of a macro that is named at `name` and begins such values: the parser is given `MACRO name;`. True where it
    /// is one.
    pub(super) fn table(&mut self, name: usize, close: usize) -> bool {
        let Some(at) = self.named_by(name, close) else { return false };
        let Some(end) = self.end_of_table(close + 1) else { return false };
        let last = self.code.closed(end + 1).unwrap_or(end);
        if at > name + 2 {
            self.hide(name + 1, at - 1, What::Code);
        } else {
            self.put(name + 1, "");
        }
        if at + 1 < close {
            self.hide(at + 1, close - 1, What::Code);
        }
        self.put(close, ";");
        self.hide(close + 1, end - 1, What::Code);
        self.hide(end, last, What::Use);
        self.note(name, Mark::Macro);
        self.note(at, Mark::Made);
        self.done = self.done.max(last + 1);
        true
    }

    /// The argument that names what is declared, where the macro's text ends in `parameter[..] = {`.
    fn named_by(&self, name: usize, close: usize) -> Option<usize> {
        let source = self.mask.source;
        let found = self.mask.notes.macros.get(self.code.defined(self.code.text(name))?)?;
        let parameters = found.parameters.as_ref()?;
        let body = found.body.text(source);
        if body.len() > LONGEST_BODY || !body.trim_end().ends_with('{') {
            return None;
        }
        let tokens = lexer::inside(body, self.mask.dialect);
        let [before @ .., equals, _] = tokens.as_slice() else { return None };
        let mut before = before;
        while let [rest @ .., last] = before
            && last.is(b']')
        {
            let open = rest.iter().rposition(|token| token.is(b'['))?;
            before = &rest[..open];
        }
        let [.., declared] = before else { return None };
        let declared = declared.text(body);
        let argument = parameters.iter().position(|one| equals.is(b'=') && one.text(source) == declared)?;
        let (first, last) = *self.code.arguments(name, close).get(argument)?;
        (first == last && self.code.is_name(first)).then_some(first)
    }

    /// The next macro of the file from `from` that begins a line and whose text begins with `}`.
    fn end_of_table(&mut self, from: usize) -> Option<usize> {
        let ends = |at: &usize| {
            let token = &self.code.tokens[*at];
            let is_first = token.first && token.kind == Kind::Name;
            let defined = is_first.then(|| self.code.defined(self.code.text(*at))).flatten();
            let found = defined.and_then(|found| self.mask.notes.macros.get(found));
            found.is_some_and(|found| found.body.text(self.mask.source).trim_start().starts_with('}'))
        };
        let end = self.code.tokens.len();
        let found = (from..end).take_while(|_| self.has_ends).find(ends);
        work::add(found.unwrap_or(end) - from.min(end));
        // Where none is left, none is behind that either.
        self.has_ends &= found.is_some();
        found
    }
}

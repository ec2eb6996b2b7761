//! Shapes of macros that are called where declarations stand, and of what they define.

use super::code::{Code, is_upper};
use super::lexer::{self, Kind, Word};
use super::mask::Mask;
use super::shapes::{Frame, Shapes};
use super::state::{Mark, What};
use indexer_core::Span;

/// So many bytes of a macro are looked at for the class that it derives.
const LONGEST_HEAD: usize = 512;

impl Shapes<'_, '_> {
    /// A declaration that begins with a name and parentheses. True where nothing is left to do.
    pub(super) fn macro_call(&mut self, frame: Frame, at: usize) -> bool {
        let mut name = at;
        while self.code.word(name) == Some(Word::Specifier) {
            name += 1;
        }
        if !self.code.is_name(name) {
            return false;
        }
        let Some(close) = self.code.closed(name + 1) else { return false };
        if self.code.cpp
            && (self.classes.last() == Some(&self.code.text(name))
                || matches!(self.code.text(name), "operator" | "decltype"))
        {
            return false;
        }
        if self.type_inside(name, close) || self.defines(name, close, false) || self.table(name, close) {
            return true;
        }
        match self.code.kind(close + 1) {
            Some(Kind::Mark(b';')) => {
                if name > at && self.declares(name, close, false) {
                    return true;
                }
                if frame == Frame::Members || name > at {
                    self.hide(at, close + 1, What::Use);
                } else {
                    self.note(name, Mark::Macro);
                    self.called = name;
                }
                true
            }
            Some(Kind::Mark(b'{')) => self.makes(name, close),
            None
            | Some(
                Kind::Name
                | Kind::Mark(b'}')
                | Kind::Keyword(
                    Word::Specifier | Word::Type | Word::Tag | Word::Typeof | Word::Other | Word::Attribute,
                ),
            ) => {
                // An old-style definition has declarations there, and a macro is none.
                // Nor is the same name again, which is called next.
                let again =
                    self.code.text(close + 1) == self.code.text(name) && self.code.is(close + 2, b'(');
                let old_style = !self.code.cpp
                    && !self.code.is_macro(name)
                    && !again
                    && self.code.has_lower_names(name, close);
                if old_style && !matches!(self.code.kind(close + 1), None | Some(Kind::Mark(b'}'))) {
                    return false;
                }
                self.hide(name, close, What::Use);
                true
            }
            _ => false,
        }
    }

    /// `DEFINE_X(name)`, `DECLARE_X(type, name)`: the parser is given `DEFINE_X name`.
    pub(super) fn defines(&mut self, name: usize, close: usize, local: bool) -> bool {
        let text = self.code.text(name);
        if !is_upper(text) || !["DEFINE", "DECLARE"].iter().any(|word| text.contains(word)) {
            return false;
        }
        if !matches!(self.code.kind(close + 1), Some(Kind::Mark(b';' | b'=' | b'['))) {
            return false;
        }
        self.declares(name, close, local)
    }

    /// The parser is given `MACRO name` for `MACRO(.., name, ..)`.
    fn declares(&mut self, name: usize, close: usize, local: bool) -> bool {
        let Some(found) = self
            .code
            .arguments(name, close)
            .into_iter()
            .find(|(first, last)| first == last && self.code.is_name(*first))
        else {
            return false;
        };
        let at = found.0;
        if at > name + 2 {
            self.hide(name + 1, at - 1, What::Code);
        } else {
            self.put(name + 1, "");
        }
        if at + 1 < close {
            self.hide(at + 1, close, What::Code);
        } else {
            self.put(close, "");
        }
        self.note(name, Mark::Macro);
        if !local {
            self.note(at, Mark::Made);
        }
        self.done = self.done.max(close + 1);
        true
    }

    /// `MACRO(name, ...) {`: a function that the macro makes. The parser is given `MACRO name(...) {`.
    fn makes(&mut self, name: usize, close: usize) -> bool {
        let text = self.code.text(name);
        if !self.code.cpp && (text == "main" || !self.code.is_macro(name) && close == name + 2) {
            return true;
        }
        let mut arguments = self.code.arguments(name, close);
        let is_test = text.to_ascii_uppercase().contains("TEST");
        let mark = if is_test { Mark::Test } else { Mark::Made };
        let single = |(first, last): &(usize, usize)| first == last && self.code.is_name(*first);
        let is_text = |(at, last): &(usize, usize)| at == last && self.code.kind(*at) == Some(Kind::String);
        if is_test && arguments.len() >= 2 && single(&arguments[0]) && is_text(&arguments[1]) {
            // `TEST_CASE_METHOD(Class, "text") {`
            let class = arguments.remove(0).0;
            self.by_text(name, close, &arguments, mark);
            self.put(class + 1, "");
            self.inside_of(class, class + 2);
            return true;
        }
        let all_single = arguments.len() == 2 && arguments.iter().all(single);
        // `TEST_F(Class, name) {`, and `BOOST_FIXTURE_TEST_CASE(name, Class) {`.
        let is_first = text.contains("FIXTURE");
        let chosen = match all_single && is_test && !is_first {
            true => arguments.last(),
            false => arguments.iter().find(|one| single(one)),
        };
        let Some(at) = chosen.map(|(first, _)| *first) else {
            self.by_text(name, close, &arguments, mark);
            return true;
        };
        // The other name is the suite, which is a class where the macro derives from it.
        let suite =
            arguments.iter().map(|(first, _)| *first).find(|first| all_single && is_test && *first != at);
        let class = suite.filter(|_| derives(self.mask, &self.code, text));
        // Room for the parentheses behind the name.
        let open = self.code.tokens[at].end as usize;
        let last = self.code.tokens[close].end as usize;
        let end = if open + 1 < last { last - 1 } else { last };
        let bytes = self.mask.source.as_bytes();
        if end == last && !bytes.get(last).is_some_and(u8::is_ascii_whitespace) {
            self.hide(name, close, What::Use);
            return true;
        }
        if let Some(class) = class {
            self.put(name + 1, "");
            self.put(class.min(at) + 1, "");
            self.inside_of(class, at);
        } else if at > name + 2 {
            self.hide(name + 1, at - 1, if suite.is_some() { What::Attribute } else { What::Code });
        } else {
            self.put(name + 1, "");
        }
        if class.is_none() {
            self.parameters_of(at, close, &arguments);
        }
        self.mask.text[open] = b'(';
        self.mask.text[end] = b')';
        self.note(name, Mark::Macro);
        self.note(at, mark);
        self.done = close + 1;
        true
    }

    /// The body of the function that is named at `name` stands in the class that is named at `class`.
    fn inside_of(&mut self, class: usize, name: usize) {
        self.hide(class, class, What::Fixture);
        let class = Span::new(self.code.tokens[class].start, self.code.tokens[class].end);
        self.mask.notes.fixtures.push((self.code.tokens[name].start, class));
    }

    /// The arguments behind the name of a made function: pairs of a type and a name are parameters.
    fn parameters_of(&mut self, at: usize, close: usize, arguments: &[(usize, usize)]) {
        let rest: Vec<(usize, usize)> = arguments.iter().copied().filter(|(first, _)| *first > at).collect();
        let named = |(first, last): &(usize, usize)| first == last && self.code.is_name(*first);
        let pairs =
            rest.len() >= 2 && rest.len().is_multiple_of(2) && rest.chunks(2).all(|pair| named(&pair[1]));
        if !pairs {
            if at + 1 < close {
                self.hide(at + 1, close - 1, What::Code);
            }
            return;
        }
        // `name, type, a, type, b` is read as `name(type  a, type  b`.
        for pair in rest.chunks(2) {
            self.put(pair[0].1 + 1, "");
            let run = self.run(pair[0].0, false);
            self.trim(&run, Frame::Parameters);
        }
        self.put(at + 1, "");
    }

    /// `TEST_CASE("text") {`: what the macro makes is named by its text.
    fn by_text(&mut self, name: usize, close: usize, arguments: &[(usize, usize)], mark: Mark) {
        let text = arguments
            .first()
            .filter(|(first, last)| first == last && self.code.kind(*first) == Some(Kind::String));
        let Some((at, _)) = text.copied().filter(|(at, _)| self.code.text(*at).len() > 3) else {
            self.hide(name, close, What::Use);
            return;
        };
        self.put(name + 1, "");
        self.put(at, "x(");
        if at + 1 < close {
            self.hide(at + 1, close - 1, What::Code);
        }
        self.note(name, Mark::Macro);
        self.note(at, mark);
        self.done = close + 1;
    }
}

/// True for the macro of a test that makes it a class below its first argument: where the file defines it, that says
/// so; of others the name does (`TEST_F`, `TYPED_TEST`), and a mere `TEST` only names a suite.
fn derives(mask: &Mask<'_>, code: &Code<'_>, text: &str) -> bool {
    let source = mask.source;
    if let Some(own) = code.defined(text).and_then(|at| mask.notes.macros.get(at)) {
        let Some(base) = own.parameters.as_ref().and_then(|all| all.first()) else { return false };
        let body = own.body.text(source);
        let body = &body[..body.floor_char_boundary(LONGEST_HEAD)];
        let tokens = lexer::inside(body, mask.dialect);
        let is_base = |at: usize| tokens[at].text(body) == base.text(source);
        let is_colon = |at: usize| tokens[at].is(b':') && (at == 0 || !tokens[at - 1].is(b':'));
        let is_access = |at: usize| matches!(tokens[at].text(body), "public" | "virtual");
        let behind = |colon: usize| (colon + 1..tokens.len()).find(|at| !is_access(*at));
        return (0..tokens.len()).filter(|at| is_colon(*at)).filter_map(behind).any(is_base);
    }
    let is_deriving = |word: &str| matches!(word, "F" | "P" | "TYPED" | "FIXTURE" | "METHOD");
    text.to_ascii_uppercase().split('_').any(is_deriving)
}

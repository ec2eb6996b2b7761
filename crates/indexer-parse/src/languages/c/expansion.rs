//! What the macros of one file make where an enumeration uses them. Each body is read once, and what all uses of a file
//! take together is bounded: a list may be used by others, and each use goes through all of it.

use super::branches::Dialect;
use super::lexer::{self, Kind, Token};
use super::state::MacroDefinition;
use indexer_core::{Span, work};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Macros that are called within macros are followed so deep.
const DEEPEST: usize = 4;
/// Calls that are followed for one use in an enumeration.
pub const MOST_CALLS: usize = 8192;
/// Steps for all uses of a file, and more for each of its bytes: calls, their arguments, bytes of names that are made.
pub const STEPS: usize = 1 << 16;
/// See [`STEPS`].
pub const STEPS_EACH: usize = 8;

/// An enumerator that a macro makes.
#[derive(Clone, Debug)]
pub(in crate::languages) struct Made {
    /// Where the enumeration uses the macro.
    pub at: u32,
    /// What the enumerator is called.
    pub name: String,
    /// The argument of which its name is made.
    pub token: Span,
}

/// A part of a name that a macro makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// The argument for the parameter with this index.
    Argument(usize),
    /// What the macro itself says.
    Text(Span),
}

/// What the body of a macro is among enumerators.
#[derive(Debug)]
pub(super) enum Body {
    /// It begins with the name of an enumerator, of which an argument is a part.
    Name(Vec<Piece>),
    /// Any other: what it calls.
    Calls(Vec<Called>),
}

/// A call in the body of a macro.
#[derive(Debug)]
pub(super) struct Called {
    name: Term,
    arguments: Vec<Term>,
}

/// A part of a call in the body of a macro.
#[derive(Clone, Copy, Debug)]
struct Term {
    /// What the macro itself says.
    own: Span,
    /// The parameter that this is.
    parameter: Option<usize>,
}

impl Term {
    /// What stands for it where the macro is called with `arguments`.
    fn given(self, arguments: &[Span]) -> Span {
        self.parameter.and_then(|at| arguments.get(at)).copied().unwrap_or(self.own)
    }
}

/// The parameters of a macro by their names.
type Parameters<'s> = FxHashMap<&'s str, usize>;

impl Body {
    /// Reads the body of a macro. O(its bytes).
    pub(super) fn read(one: &MacroDefinition, source: &str, dialect: Dialect) -> Self {
        let tokens = lexer::inside(one.body.text(source), dialect);
        work::add(tokens.len());
        let mut parameters = Parameters::default();
        for (at, parameter) in one.parameters.iter().flatten().enumerate() {
            parameters.entry(parameter.text(source)).or_insert(at);
        }
        match pieces(one.body, &tokens, source, &parameters) {
            Some(pieces) => Self::Name(pieces),
            None => Self::Calls(calls(one.body, &tokens, source, &parameters)),
        }
    }
}

/// The name of the enumerator with which a body begins; `None` for any other body, and where no argument is a part of it.
fn pieces(body: Span, tokens: &[Token], source: &str, parameters: &Parameters<'_>) -> Option<Vec<Piece>> {
    let is = |at: usize, mark: u8| tokens.get(at).is_some_and(|token| token.is(mark));
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let token = tokens.get(at)?;
        if !(token.kind == Kind::Name || (at > 0 && token.kind == Kind::Number)) {
            return None;
        }
        let own = Span::new(body.start + token.start, body.start + token.end);
        let argument = parameters.get(own.text(source)).copied();
        found.push(argument.map_or(Piece::Text(own), Piece::Argument));
        if is(at + 1, b'#') && is(at + 2, b'#') {
            at += 3;
            continue;
        }
        let ends = matches!(tokens.get(at + 1).map(|t| t.kind), None | Some(Kind::Mark(b',' | b'=')));
        let named = found.iter().any(|piece| matches!(piece, Piece::Argument(_)));
        return (ends && named).then_some(found);
    }
}

/// The calls of which a body consists, one after another.
fn calls(body: Span, tokens: &[Token], source: &str, parameters: &Parameters<'_>) -> Vec<Called> {
    let term = |first: usize, last: usize| {
        let own = Span::new(body.start + tokens[first].start, body.start + tokens[last].end);
        Term { own, parameter: parameters.get(own.text(source)).copied() }
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at + 1 < tokens.len() {
        if tokens[at].kind != Kind::Name || !tokens[at + 1].is(b'(') {
            at += 1;
            continue;
        }
        let (name, mut depth, mut arguments) = (at, 0u32, Vec::new());
        let mut first = at + 2;
        at += 1;
        while at < tokens.len() {
            let (opens, closes) = (tokens[at].is(b'('), tokens[at].is(b')'));
            depth += u32::from(opens);
            depth = depth.saturating_sub(u32::from(closes));
            if (depth == 1 && tokens[at].is(b',')) || depth == 0 {
                if first < at {
                    arguments.push(term(first, at - 1));
                }
                first = at + 1;
            }
            if depth == 0 {
                break;
            }
            at += 1;
        }
        found.push(Called { name: term(name, name), arguments });
        at += 1;
    }
    found
}

/// The macros of one file by their names: their indexes, in order.
pub(super) struct MacroIndex<'s>(FxHashMap<&'s str, Vec<usize>>);

impl<'s> MacroIndex<'s> {
    /// The macros of a file.
    pub(super) fn new(source: &'s str, macros: &[MacroDefinition]) -> Self {
        let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (at, one) in macros.iter().enumerate() {
            by_name.entry(one.name.text(source)).or_default().push(at);
        }
        Self(by_name)
    }

    /// The last of this name that begins before `place`.
    fn before(&self, name: &str, place: u32, macros: &[MacroDefinition]) -> Option<usize> {
        let all = self.0.get(name)?;
        let end = all.partition_point(|at| macros[*at].whole.start < place);
        all[..end].last().copied()
    }

    /// The first of this name.
    pub(super) fn first(&self, name: &str) -> Option<usize> {
        self.0.get(name)?.first().copied()
    }

    /// True where one has this name.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// The macros of one file.
#[derive(Clone, Copy)]
pub(super) struct Macros<'n> {
    /// The file.
    pub(super) source: &'n str,
    /// Its macros.
    pub(super) all: &'n [MacroDefinition],
    /// The same by their names.
    pub(super) by_name: &'n MacroIndex<'n>,
    /// The language it is read as.
    pub(super) dialect: Dialect,
}

/// Follows the macros of one file.
#[derive(Debug)]
pub(super) struct Expansion {
    /// The bodies that were read, by the macro's index.
    bodies: FxHashMap<usize, Rc<Body>>,
    /// Steps that are left for the file.
    steps: usize,
    /// Calls that are left for one use.
    calls: usize,
    /// True where something was left out.
    pub(super) is_cut: bool,
}

impl Expansion {
    /// Before any use in a file.
    pub(super) fn new(source: &str) -> Self {
        Self {
            bodies: FxHashMap::default(),
            steps: STEPS + STEPS_EACH * source.len(),
            calls: 0,
            is_cut: false,
        }
    }

    /// What a macro makes that is used at `at`, among enumerators: names and the tokens that give them.
    pub(super) fn made(&mut self, macros: Macros<'_>, name: &str, arguments: &[Span], at: u32) -> Vec<Made> {
        let mut found = Vec::new();
        self.calls = MOST_CALLS;
        self.follow(macros, Call { name, arguments, at, depth: 0 }, &mut found);
        let mut known = FxHashSet::default();
        found.retain(|one| known.insert((one.token.start, one.name.clone())));
        found
    }

    fn follow(&mut self, macros: Macros<'_>, call: Call<'_>, found: &mut Vec<Made>) {
        if call.depth > DEEPEST || self.is_over() || !self.pays(1 + call.arguments.len()) {
            return;
        }
        self.calls -= 1;
        let Some(index) = macros.by_name.before(call.name, call.at, macros.all) else { return };
        let read = || Rc::new(Body::read(&macros.all[index], macros.source, macros.dialect));
        let body = Rc::clone(self.bodies.entry(index).or_insert_with(read));
        match &*body {
            Body::Name(pieces) => found.extend(self.named(macros.source, pieces, &call)),
            Body::Calls(calls) => {
                for called in calls {
                    if self.is_over() {
                        return;
                    }
                    let arguments: Vec<Span> =
                        called.arguments.iter().map(|one| one.given(call.arguments)).collect();
                    let name = called.name.given(call.arguments).text(macros.source);
                    let call = Call { name, arguments: &arguments, at: call.at, depth: call.depth + 1 };
                    self.follow(macros, call, found);
                }
            }
        }
    }

    /// The enumerator of a call; `None` where an argument of its name is no single name.
    fn named(&mut self, source: &str, pieces: &[Piece], call: &Call<'_>) -> Option<Made> {
        let (mut name, mut token) = (String::new(), None);
        for piece in pieces {
            let span = match piece {
                Piece::Text(span) => *span,
                Piece::Argument(at) => {
                    let span = *call.arguments.get(*at)?;
                    token = token.or(Some(span));
                    span
                }
            };
            let text = span.text(source);
            if !self.pays(1 + text.len()) {
                return None;
            }
            let is_plain = !text.is_empty() && text.bytes().all(lexer::is_name_part);
            name.push_str(is_plain.then_some(text)?);
        }
        let is_name = |byte: u8| !byte.is_ascii_digit();
        let token = token.filter(|token| token.text(source).bytes().next().is_some_and(is_name))?;
        Some(Made { at: call.at, name, token })
    }

    /// Takes steps from those of the file; false where so many are not left, and then there are none.
    fn pays(&mut self, steps: usize) -> bool {
        work::add(steps.min(self.steps));
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or(0);
        self.is_cut |= left.is_none();
        left.is_some()
    }

    /// True where no more is followed, which is noted.
    fn is_over(&mut self) -> bool {
        let is_over = self.calls == 0 || self.steps == 0;
        self.is_cut |= is_over;
        is_over
    }
}

/// A macro that is called, with its arguments, for an enumeration that uses a macro at `at`.
#[derive(Clone, Copy)]
struct Call<'c> {
    name: &'c str,
    arguments: &'c [Span],
    at: u32,
    depth: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::c::mask::macros;

    fn made(source: &str, name: &str, arguments: &[&str]) -> Vec<String> {
        let macros = macros(source, Dialect::C);
        let place = |text: &&str| {
            let at = source.rfind(*text).expect("an argument of the source") as u32;
            Span::new(at, at + text.len() as u32)
        };
        let arguments: Vec<Span> = arguments.iter().map(place).collect();
        let by_name = MacroIndex::new(source, &macros);
        let macros = Macros { source, all: &macros, by_name: &by_name, dialect: Dialect::C };
        let found = Expansion::new(source).made(macros, name, &arguments, source.len() as u32);
        found.into_iter().map(|one| format!("{} of {}", one.name, one.token.text(source))).collect()
    }

    #[test]
    fn a_list_gives_its_elements_to_the_macro_that_it_is_given() {
        let list = "#define LIST(X) X(red, 1) \\\n X(blue, 2)\n#define NAME(n, v) COLOR_##n = v,\nLIST(NAME)";
        assert_eq!(made(list, "LIST", &["NAME"]), ["COLOR_red of red", "COLOR_blue of blue"]);
        let fixed = "#define LIST X(red) X(blue)\n#define X(n) n,\n";
        assert_eq!(made(fixed, "LIST", &[]), ["red of red", "blue of blue"]);
        assert_eq!(made("#define X(n) n\nX(one)", "X", &["one"]), ["one of one"]);
    }

    #[test]
    fn what_begins_with_no_name_makes_none() {
        assert!(
            made("#define COUNT(n) + 1\n#define LIST(X) X(a)\nLIST(COUNT)", "LIST", &["COUNT"]).is_empty()
        );
        assert!(made("#define X(n) n,\nX(a b)", "X", &["a b"]).is_empty());
        assert!(made("#define X(n) X(n) X(n)\nX(a)", "X", &["a"]).is_empty());
        assert!(made("#define X(n) OTHER,\nX(a)", "X", &["a"]).is_empty());
    }
}

//! Lists of names of which macros make enumerators: `#define LIST(X) X(a) X(b)` where an enumeration says
//! `LIST(AS_NAME)`, and files of nothing but calls, `X(a)` and `X(b)`, that are included inside an enumeration.
//!
//! Of a list that stands in the file of the enumeration, the enumerators are definitions. Of a list in a file of its own
//! they are candidates: which macro it is that is called there, and what that makes of a name, the linker finds.

use super::branches::Dialect;
use super::hidden::UsedMacro;
use super::lexer::{self, Kind, Token, Word};
use super::state::{MacroDefinition, Notes};
use crate::build::Build;
use indexer_core::{
    Bound, Candidate, DefId, ExprId, Expression, Flags, Makes, Namespace, Owner, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Macros that are called within macros are followed so deep.
const DEEPEST: usize = 4;
/// Calls that are followed for one use in an enumeration.
const MOST: usize = 8192;
/// So many arguments of a call in a list may name what is made.
const ARGUMENTS: usize = 4;

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

/// Which braces are those of enumerations, token by token.
#[derive(Debug, Default)]
pub(super) struct Braces {
    /// For each brace that is open, whether enumerators stand in it.
    open: Vec<bool>,
    /// True behind `enum`, up to its brace.
    is_head: bool,
}

impl Braces {
    /// Goes over a token that the parser sees.
    pub(super) fn pass(&mut self, token: &Token, source: &str) {
        match token.kind {
            Kind::Keyword(Word::Tag) => self.is_head |= token.text(source) == "enum",
            Kind::Mark(b'{') => self.open.push(std::mem::take(&mut self.is_head)),
            Kind::Mark(b'}') => drop(self.open.pop()),
            Kind::Mark(b';' | b'(' | b')' | b'=' | b',') => self.is_head = false,
            _ => {}
        }
    }

    /// True where an enumerator may stand.
    pub(super) fn is_enumeration(&self) -> bool {
        self.open.last() == Some(&true)
    }
}

/// A part of a name that a macro makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// The argument for the parameter with this index.
    Argument(usize),
    /// What the macro itself says.
    Text(Span),
}

/// The name of the enumerator with which the body of a macro begins; `None` for any other body, and where no argument
/// is a part of it.
fn pieces(one: &MacroDefinition, source: &str, dialect: Dialect) -> Option<Vec<Piece>> {
    let parameters = one.parameters.as_ref()?;
    let body = one.body.text(source);
    let tokens = lexer::inside(body, dialect);
    let is = |at: usize, mark: u8| tokens.get(at).is_some_and(|token| token.is(mark));
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        let token = tokens.get(at)?;
        if !(token.kind == Kind::Name || (at > 0 && token.kind == Kind::Number)) {
            return None;
        }
        let text = token.text(body);
        let argument = parameters.iter().position(|parameter| parameter.text(source) == text);
        let own = Span::new(one.body.start + token.start, one.body.start + token.end);
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

    /// The first of this name.
    pub(super) fn first(&self, name: &str) -> Option<usize> {
        self.0.get(name)?.first().copied()
    }

    /// True where one has this name.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// Follows the macros of one file.
pub(super) struct Lists<'n> {
    /// The file.
    pub(super) source: &'n str,
    /// Its macros.
    pub(super) macros: &'n [MacroDefinition],
    /// The same by their names.
    pub(super) by_name: &'n MacroIndex<'n>,
    /// The language it is read as.
    pub(super) dialect: Dialect,
}

impl Lists<'_> {
    /// What a macro makes that is used at `at`, among enumerators: names and the tokens that give them.
    pub(super) fn made(&self, name: &str, arguments: &[Span], at: u32) -> Vec<Made> {
        let mut found = Vec::new();
        let mut left = MOST;
        self.follow(Call { name, arguments, at, depth: 0 }, &mut left, &mut found);
        let mut known = FxHashSet::default();
        found.retain(|one| known.insert((one.token.start, one.name.clone())));
        found
    }

    fn follow(&self, call: Call<'_>, left: &mut usize, found: &mut Vec<Made>) {
        if call.depth > DEEPEST || *left == 0 {
            return;
        }
        *left -= 1;
        let before = |index: &&usize| self.macros[**index].whole.start < call.at;
        let Some(index) = self.by_name.0.get(call.name).and_then(|all| all.iter().rev().find(before)) else {
            return;
        };
        let one = &self.macros[*index];
        if let Some(pieces) = pieces(one, self.source, self.dialect) {
            found.extend(self.named(&pieces, &call));
            return;
        }
        let parameters = one.parameters.as_deref().unwrap_or(&[]);
        let given = |span: Span| {
            let is_it = |parameter: &Span| parameter.text(self.source) == span.text(self.source);
            let at = parameters.iter().position(is_it);
            at.and_then(|at| call.arguments.get(at)).copied().unwrap_or(span)
        };
        for (name, arguments) in self.calls(one.body) {
            let arguments: Vec<Span> = arguments.into_iter().map(given).collect();
            let name = given(name).text(self.source);
            let call = Call { name, arguments: &arguments, at: call.at, depth: call.depth + 1 };
            self.follow(call, left, found);
        }
    }

    /// The enumerator of a call; `None` where an argument of its name is no single name.
    fn named(&self, pieces: &[Piece], call: &Call<'_>) -> Option<Made> {
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
            let text = span.text(self.source);
            let is_plain = !text.is_empty() && text.bytes().all(lexer::is_name_part);
            name.push_str(is_plain.then_some(text)?);
        }
        let is_name = |byte: u8| !byte.is_ascii_digit();
        let token = token.filter(|token| token.text(self.source).bytes().next().is_some_and(is_name))?;
        Some(Made { at: call.at, name, token })
    }

    /// The calls that a text consists of, one after another: names, and the arguments of each.
    fn calls(&self, text: Span) -> Vec<(Span, Vec<Span>)> {
        let tokens = lexer::inside(text.text(self.source), self.dialect);
        let place = |first: &Token, last: &Token| Span::new(text.start + first.start, text.start + last.end);
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
                        arguments.push(place(&tokens[first], &tokens[at - 1]));
                    }
                    first = at + 1;
                }
                if depth == 0 {
                    break;
                }
                at += 1;
            }
            found.push((place(&tokens[name], &tokens[name]), arguments));
            at += 1;
        }
        found
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

/// Which macros make an enumerator of an argument in a file that is included inside an enumeration: index of the macro,
/// and of the argument.
pub(super) fn makers(notes: &Notes, source: &str, dialect: Dialect) -> FxHashMap<usize, u8> {
    let mut found = FxHashMap::default();
    for include in &notes.enumerated {
        let mut seen = FxHashSet::default();
        let end = notes.macros.partition_point(|one| one.whole.start < *include);
        for (index, one) in notes.macros[..end].iter().enumerate().rev() {
            if seen.insert(one.name.text(source))
                && let Some(Piece::Argument(at)) = only(pieces(one, source, dialect))
                && at < ARGUMENTS
            {
                found.insert(index, at as u8);
            }
        }
    }
    found
}

fn only(pieces: Option<Vec<Piece>>) -> Option<Piece> {
    match pieces?.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// Notes that the macro `definition` makes an enumerator of an argument.
pub(super) fn note(build: &mut Build<'_>, definition: DefId, argument: u8) {
    let makes = Makes { definition, argument, kind: SymbolKind::Variant, flags: Flags::NONE };
    build.facts.makes.push(makes);
}

/// Defines the enumerators that a macro makes at `place`: the scope there, and the enumeration around.
pub(super) fn define(build: &mut Build<'_>, made: &[Made], place: (ScopeId, Option<DefId>), is_cpp: bool) {
    let info = build.facts.scopes[place.0.index()].clone();
    let of = match info.owner {
        Owner::Definition(id)
            if info.kind == ScopeKind::Type && build.definition(id).kind == SymbolKind::Enum =>
        {
            Some(id)
        }
        _ => None,
    };
    let inner = place.0;
    let is_scoped = of.is_some_and(|id| {
        let mut words = build.facts.definition(id).signature.split_whitespace();
        words.next() == Some("enum") && matches!(words.next(), Some("class" | "struct"))
    });
    let scope = match (of, is_scoped) {
        (Some(_), true) => inner,
        _ => outside_of_types(build, inner, is_cpp && of.is_some()),
    };
    for one in made {
        let name = build.names.made(&one.name);
        build.owner = of.map_or(build.owner, Owner::Definition);
        let id = build.define_as(name, one.token, SymbolKind::Variant, scope, Namespace::VALUE);
        if is_cpp && scope != inner {
            build.bind(inner, name, Namespace::VALUE, Bound::Definition(id), ExprId::UNKNOWN);
        }
        let value = of.map_or(ExprId::UNKNOWN, |of| {
            let of = build.expression(Expression::Definition(of));
            build.expression(Expression::Instance(of))
        });
        let definition = build.definition(id);
        definition.value = value;
        definition.visibility = Visibility::Public;
        definition.flags.add(Flags::IN_MACRO);
        definition.signature.clone_from(&one.name);
    }
}

/// The scope in which enumerators of the scope `inner` are known: in C outside of all types, in C++ outside of the
/// enumeration alone.
fn outside_of_types(build: &Build<'_>, inner: ScopeId, one: bool) -> ScopeId {
    let mut current = inner;
    loop {
        let info = &build.facts.scopes[current.index()];
        match (info.kind, info.parent) {
            (ScopeKind::Type, Some(parent)) if one => return parent,
            (ScopeKind::Type, Some(parent)) => current = parent,
            _ => return current,
        }
    }
}

/// Adds the names that macros may make in a file of nothing but their calls.
pub(super) fn add_candidates(build: &mut Build<'_>, calls: &[UsedMacro], dialect: Dialect) {
    let is_list = build.facts.definitions.iter().all(|one| one.kind == SymbolKind::Macro);
    if !is_list || calls.is_empty() {
        return;
    }
    let own: FxHashSet<_> = build.facts.definitions.iter().map(|one| one.name).collect();
    build.to_file();
    for UsedMacro { whole, of } in calls {
        let text = build.text(*whole);
        let tokens = lexer::inside(text, dialect);
        let Some(Expression::Name { name, .. }) = of.map(|of| build.facts.expression(of)) else { continue };
        if own.contains(&name) {
            continue;
        }
        for (at, token) in single_names(&tokens).into_iter().take(ARGUMENTS).enumerate() {
            let Some(token) = token else { continue };
            let token = Span::new(whole.start + token.start, whole.start + token.end);
            let id = build.define_candidate(token, SymbolKind::Variant);
            let signature = super::text::signature(text);
            let definition = build.definition(id);
            definition.visibility = Visibility::Public;
            definition.flags.add(Flags::IN_MACRO.with(Flags::MADE));
            definition.span = *whole;
            definition.signature = signature;
            if let Some(of) = of {
                build.facts.candidates.push(Candidate { definition: id, of: *of, argument: at as u8 });
            }
        }
    }
}

/// The arguments of the call that `tokens` are; `None` for one that is no single name.
fn single_names(tokens: &[Token]) -> Vec<Option<&Token>> {
    let mut found = Vec::new();
    let (mut depth, mut first) = (0u32, 2);
    for (at, token) in tokens.iter().enumerate().skip(1) {
        depth += u32::from(token.is(b'('));
        depth = depth.saturating_sub(u32::from(token.is(b')')));
        if (depth == 1 && token.is(b',')) || depth == 0 {
            let single = at == first + 1 && tokens[first].kind == Kind::Name;
            found.push(single.then(|| &tokens[first]));
            first = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found
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
        let lists = Lists { source, macros: &macros, by_name: &by_name, dialect: Dialect::C };
        let found = lists.made(name, &arguments, source.len() as u32);
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

//! Lists of names of which macros make enumerators: `#define LIST(X) X(a) X(b)` where an enumeration says
//! `LIST(AS_NAME)`, and files of nothing but calls, `X(a)` and `X(b)`, that are included inside an enumeration.
//!
//! Of a list that stands in the file of the enumeration, the enumerators are definitions. Of a list in a file of its own
//! they are candidates: which macro it is that is called there, and what that makes of a name, the linker finds.

use super::branches::Dialect;
use super::expansion::{Body, Made, Piece};
use super::hidden::UsedMacro;
use super::lexer::{self, Kind, Token, Word};
use super::state::Notes;
use crate::build::Build;
use indexer_core::{
    Bound, Candidate, DefId, ExprId, Expression, Flags, Makes, Namespace, Owner, ScopeId, ScopeKind, Span,
    SymbolKind, Visibility, work,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many arguments of a call in a list may name what is made.
const ARGUMENTS: usize = 4;

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

/// Which macros make an enumerator of an argument in a file that is included inside an enumeration: index of the macro,
/// and of the argument. O(macros x log includes).
pub(super) fn makers(notes: &Notes, source: &str, dialect: Dialect) -> FxHashMap<usize, u8> {
    let mut found = FxHashMap::default();
    // Where the next macro of a name begins: up to there the one before it counts.
    let mut next: FxHashMap<&str, u32> = FxHashMap::default();
    for (index, one) in notes.macros.iter().enumerate().rev() {
        work::add(1);
        let start = one.whole.start;
        let end = next.insert(one.name.text(source), start);
        let include = notes.enumerated.partition_point(|include| *include <= start);
        let Some(include) = notes.enumerated.get(include) else { continue };
        if end.is_none_or(|end| *include <= end)
            && let Body::Name(pieces) = Body::read(one, source, dialect)
            && let [Piece::Argument(at)] = pieces[..]
            && at < ARGUMENTS
        {
            found.insert(index, at as u8);
        }
    }
    found
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

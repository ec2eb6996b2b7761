//! What the parser did not see: macros, conditions, and code that no grammar reads beside the rest.
//! It is read token by token after the walk: names, calls, members.

use super::branches::Dialect;
use super::condition_cursor::ConditionCursor;
use super::expansion::{self, Made};
use super::fields;
use super::lexer::{self, Kind, Token, Word};
use super::lists;
use super::state::{MacroDefinition, Notes, What};
use super::text;
use crate::build::Build;
use indexer_core::{
    Access, DefId, ExprId, Expression, Flags, Import, ImportId, ImportShape, Name, Namespace, Owner, Problem,
    ProblemKind, Role, ScopeId, ScopeKind, Span, SymbolKind, TakenBack, Visibility,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Reads all of it, and says of the definitions under which condition they exist.
pub(super) fn read(notes: Notes, build: &mut Build<'_>) {
    build.facts.doc = text::file(build.source, &notes.comments);
    if let Some(at) = notes.cut {
        let detail = format!(
            "macros make too many enumerators: what is beyond {} calls for one use, or {} steps and {} for each byte of \
             the file, is left out",
            expansion::MOST_CALLS,
            expansion::STEPS,
            expansion::STEPS_EACH
        );
        let span = Span::new(at, build.source.len() as u32);
        build.facts.problems.push(Problem { kind: ProblemKind::TooMany, span, detail });
    }
    add_conditions(&notes, build);
    includes(&notes, build);
    let places = Places::new(build);
    let mut scope_at = places.cursor();
    let mut known = FxHashSet::default();
    let mut in_force: FxHashMap<Name, Vec<DefId>> = FxHashMap::default();
    let mut conditions = ConditionCursor::new(&notes);
    let dialect = notes.dialect.unwrap_or(Dialect::C);
    let makers = lists::makers(&notes, build.source, dialect);
    let mut calls = Vec::new();
    // Macros that stand for members, with the types in which they do.
    let mut bases: Vec<(DefId, ExprId)> = Vec::new();
    for hidden in &notes.hidden {
        let here = scope_at.at(hidden.span.start);
        build.scope = here.0;
        build.enclosing = here.1;
        build.owner = here.1.map_or(Owner::File, Owner::Definition);
        match hidden.what {
            What::Macro(index) => {
                if let Some(found) = notes.macros.get(index) {
                    let condition = conditions.at(found.whole.start);
                    let id = define(&notes, (found, condition), hidden.span, dialect, build);
                    let name = build.facts.definition(id).name;
                    known.insert(name);
                    in_force.entry(name).or_default().push(id);
                    if let Some(argument) = makers.get(&index) {
                        lists::note(build, id, *argument);
                    }
                }
            }
            What::Condition => {
                let named = names(build, hidden.span, Role::Macro, dialect);
                if build.source[..hidden.span.start as usize].trim_end().ends_with("undef") {
                    let is_conditional = conditions.at(hidden.span.start).is_some();
                    take_back(build, &mut in_force, named, (hidden.span.start, is_conditional));
                }
            }
            What::Use => {
                let of = used(build, hidden.span, dialect);
                if let Some((id, of)) = here.1.zip(of)
                    && dialect == Dialect::C
                    && stands_for_members(build, hidden.span, id)
                {
                    bases.push((id, of));
                }
                if here == (ScopeId(0), None) {
                    calls.push(UsedMacro { whole: hidden.span, of });
                }
                let first = notes.made.partition_point(|one| one.at < hidden.span.start);
                let made = notes.made[first..].iter().take_while(|one| one.at == hidden.span.start);
                let made: Vec<Made> = made.cloned().collect();
                if !made.is_empty() {
                    lists::define(build, &made, here, dialect == Dialect::Cpp);
                }
            }
            What::Guard | What::Attribute => {
                let tokens = lexer::inside(build.text(hidden.span), dialect);
                build.tally.neither += tokens.iter().filter(|t| t.kind == Kind::Name).count() as u32;
            }
            What::Code => {
                let declared = declared(build, hidden.span, dialect);
                code(build, hidden.span, &declared, dialect);
            }
            What::Fixture => {}
        }
    }
    bases.sort_by_key(|(id, _)| *id);
    for of in bases.chunk_by(|one, next| one.0 == next.0) {
        let macros: Vec<ExprId> = of.iter().map(|(_, base)| *base).collect();
        build.definition(of[0].0).bases = build.list(&macros);
    }
    // They are taken back in another order than they were defined.
    build.facts.taken_back.sort_unstable_by_key(|one| one.definition);
    let tokens: FxHashSet<Span> = notes.made.iter().map(|one| one.token).collect();
    build.tally.definitions += build.uses.take(&tokens);
    lists::add_candidates(build, &calls, dialect);
    // A name that the file defines as a macro is used as one; in a function it is called where it has
    // arguments, as those of other files are.
    let bodies: FxHashSet<DefId> = (0..)
        .map(DefId)
        .zip(&build.facts.definitions)
        .filter(|(_, definition)| definition.kind == SymbolKind::Macro)
        .map(|(id, _)| id)
        .collect();
    build.uses.retag_names(&build.facts, |name, role, enclosing| {
        let is_called = role == Role::Call && enclosing.is_some_and(|id| !bodies.contains(&id));
        (known.contains(&name) && !is_called).then_some(Role::Macro)
    });
}

/// A macro that is used where declarations stand.
pub(super) struct UsedMacro {
    /// Its name and arguments.
    pub whole: Span,
    /// Its name as an expression.
    pub of: Option<ExprId>,
}

/// Scopes by place: which is the innermost at a byte.
struct Places {
    /// (first byte, last byte, scope, enclosing), outer ones first.
    all: Vec<(u32, u32, ScopeId, Option<DefId>)>,
}

impl Places {
    fn new(build: &Build<'_>) -> Self {
        let mut enclosing: Vec<Option<DefId>> = vec![None; build.facts.scopes.len()];
        for (i, definition) in build.facts.definitions.iter().enumerate() {
            if let Some(scope) = definition.body {
                enclosing[scope.index()] = Some(DefId(i as u32));
            }
        }
        for (i, scope) in build.facts.scopes.iter().enumerate() {
            if enclosing[i].is_none() {
                enclosing[i] = scope.parent.and_then(|parent| enclosing[parent.index()]);
            }
        }
        let scopes = build.facts.scopes.iter().zip(enclosing).enumerate();
        let scopes = scopes.filter(|(_, (scope, _))| scope.kind != ScopeKind::Type || !scope.span.is_empty());
        let mut all: Vec<_> = scopes
            .map(|(i, (scope, enclosing))| (scope.span.start, scope.span.end, ScopeId(i as u32), enclosing))
            .collect();
        all.sort_by_key(|(start, end, id, _)| (*start, std::cmp::Reverse(*end), *id));
        Self { all }
    }

    fn cursor(&self) -> Cursor<'_> {
        Cursor { all: &self.all, next: 0, open: Vec::new() }
    }
}

/// Goes through the scopes with ascending places.
struct Cursor<'p> {
    all: &'p [(u32, u32, ScopeId, Option<DefId>)],
    next: usize,
    open: Vec<(u32, ScopeId, Option<DefId>)>,
}

impl Cursor<'_> {
    fn at(&mut self, place: u32) -> (ScopeId, Option<DefId>) {
        while let Some((start, end, scope, enclosing)) = self.all.get(self.next).copied()
            && start <= place
        {
            self.open.push((end, scope, enclosing));
            self.next += 1;
        }
        while self.open.len() > 1 && self.open.last().is_some_and(|(end, ..)| *end <= place) {
            self.open.pop();
        }
        // One that ended earlier may lie below one that is still open.
        let found = self.open.iter().rev().find(|(end, ..)| *end > place);
        found.map_or((ScopeId(0), None), |(_, scope, enclosing)| (*scope, *enclosing))
    }
}

/// Under which condition each definition exists.
fn add_conditions(notes: &Notes, build: &mut Build<'_>) {
    if notes.conditions.is_empty() {
        return;
    }
    let mut order: Vec<u32> = (0..build.facts.definitions.len() as u32).collect();
    order.sort_by_key(|i| build.facts.definitions[*i as usize].name_span.start);
    let mut conditions = ConditionCursor::new(notes);
    for id in order {
        if let Some(text) = conditions.at(build.facts.definitions[id as usize].name_span.start) {
            let name = build.names.made(&text);
            let definition = &mut build.facts.definitions[id as usize];
            definition.condition = Some(name);
            definition.flags.add(Flags::CONDITIONAL);
        }
    }
}

fn includes(notes: &Notes, build: &mut Build<'_>) {
    let mut conditions = ConditionCursor::new(notes);
    for include in &notes.includes {
        let text = build.text(include.path);
        let names: Vec<&str> = text.split('/').filter(|part| !part.is_empty()).collect();
        let path: Vec<Name> = names.iter().map(|part| build.names.made(part)).collect();
        let condition = conditions.at(include.whole.start);
        let condition = condition.map(|text| build.names.made(&text));
        let id = ImportId(build.facts.imports.len() as u32);
        let upto = path.len() as u32;
        build.facts.imports.push(Import {
            scope: ScopeId(0),
            shape: ImportShape::Wildcard,
            level: u32::from(!include.system),
            path,
            alias: None,
            visibility: Visibility::Public,
            left_out: Vec::new(),
            condition,
            span: include.path,
        });
        if include.path.is_empty() {
            continue;
        }
        let expression = build.expression(Expression::Import { import: id, upto });
        build.role = Role::Import;
        build.use_member(include.path, expression);
        build.uses.uncount_last();
        build.role = Role::Read;
    }
}

/// The macro of a `#define` whose names stand in `span`, with the condition around it.
fn define(
    notes: &Notes,
    (found, condition): (&MacroDefinition, Option<String>),
    span: Span,
    dialect: Dialect,
    build: &mut Build<'_>,
) -> DefId {
    let name = build.name(found.name);
    build.to_file();
    let id = build.define_as(name, found.name, SymbolKind::Macro, ScopeId(0), Namespace::MACRO);
    build.tally.definitions += u32::from(!found.is_keyword);
    let (doc, start) = match text::before(build.source, &notes.comments, found.whole.start) {
        Some((doc, start)) => (Some(doc), start),
        None => (None, found.whole.start),
    };
    let parameters: Vec<indexer_core::Parameter> = found
        .parameters
        .iter()
        .flatten()
        .map(|span| indexer_core::Parameter {
            name: build.name(*span),
            name_span: *span,
            kind: indexer_core::ParameterKind::Plain,
            annotation: ExprId::UNKNOWN,
            default: ExprId::UNKNOWN,
        })
        .collect();
    let names: Vec<Name> = parameters.iter().map(|p| p.name).collect();
    build.tally.locals += names.len() as u32;
    let run = build.parameters(parameters);
    let end = found.body.start.max(found.name.end);
    let signature = text::signature(build.text(Span::new(found.whole.start, end)));
    let condition = condition.map(|text| build.names.made(&text));
    let definition = build.definition(id);
    definition.visibility = Visibility::Public;
    definition.doc = doc;
    definition.span = Span::new(start, found.whole.end);
    definition.signature = signature;
    definition.parameters = run;
    definition.condition = condition;
    if condition.is_some() {
        definition.flags.add(Flags::CONDITIONAL);
    }
    // What is left of the directive's names is its body.
    let head = lexer::inside(build.text(Span::new(span.start, end)), dialect);
    let counted = head.iter().filter(|t| t.kind == Kind::Name).count();
    let surplus = counted.saturating_sub(names.len() + usize::from(!found.is_keyword));
    build.tally.neither += surplus as u32;
    build.owner = Owner::Definition(id);
    build.enclosing = Some(id);
    let body = Span::new(end, span.end);
    let tokens = lexer::inside(build.text(body), dialect);
    let parts = match found.parameters {
        None => fields::parts(&tokens, build.text(body)),
        Some(_) => None,
    };
    match parts {
        Some(parts) => fields::define(build, id, &parts, (&tokens, end, dialect), condition),
        None => build.definition(id).value = code_of(build, &tokens, end, &names),
    }
    build.to_file();
    id
}

/// Names that are used in one role, and nothing more. Gives the last of them.
fn names(build: &mut Build<'_>, span: Span, role: Role, dialect: Dialect) -> Option<ExprId> {
    let tokens = lexer::inside(build.text(span), dialect);
    let mut last = None;
    for token in tokens.iter().filter(|t| t.kind == Kind::Name) {
        let place = Span::new(span.start + token.start, span.start + token.end);
        if matches!(build.text(place), "defined" | "__has_include" | "__has_attribute" | "__has_builtin") {
            build.tally.neither += 1;
            continue;
        }
        build.role = role;
        last = Some(build.use_name(place, Namespace::MACRO));
        build.role = Role::Read;
    }
    last
}

/// Marks the macros of the name behind `#undef`.
fn take_back(
    build: &mut Build<'_>,
    in_force: &mut FxHashMap<Name, Vec<DefId>>,
    named: Option<ExprId>,
    (place, is_conditional): (u32, bool),
) {
    let Some(Expression::Name { name, .. }) = named.map(|id| build.facts.expression(id)) else { return };
    for id in in_force.remove(&name).unwrap_or_default() {
        build.definition(id).flags.add(Flags::UNDEFINED);
        build.facts.taken_back.push(TakenBack { definition: id, place, is_conditional });
    }
}

/// A macro that stands where no expression does, perhaps with arguments. Gives its name.
fn used(build: &mut Build<'_>, span: Span, dialect: Dialect) -> Option<ExprId> {
    let tokens = lexer::inside(build.text(span), dialect);
    let Some(first) = tokens.first().filter(|t| t.kind == Kind::Name) else {
        code(build, span, &[], dialect);
        return None;
    };
    let end = span.start + first.end;
    let in_function = build.enclosing.is_some_and(|id| build.facts.definition(id).kind.is_callable());
    let is_called = in_function && tokens.get(1).is_some_and(|t| t.is(b'('));
    let role = if is_called { Role::Call } else { Role::Macro };
    let of = names(build, Span::new(span.start, end), role, dialect);
    code(build, Span::new(end, span.end), &[], dialect);
    of
}

/// True for a macro without arguments that may stand for members of the type `of`: a declaration might begin there.
fn stands_for_members(build: &Build<'_>, span: Span, of: DefId) -> bool {
    use SymbolKind::{Field, Struct, Union};
    let before = build.source[..span.start as usize].trim_end_matches([' ', '\t']);
    matches!(build.facts.definition(of).kind, Struct | Union | Field)
        && !build.text(span).ends_with(')')
        && before.ends_with(['\n', '{', ';', '}'])
}

/// What code that begins with a type declares and initialises: `const int *x = f()`.
fn declared(build: &mut Build<'_>, span: Span, dialect: Dialect) -> Vec<Name> {
    let tokens = lexer::inside(build.text(span), dialect);
    let is_type = |kind| matches!(kind, Kind::Keyword(Word::Type | Word::Specifier | Word::Tag));
    if !tokens.first().is_some_and(|first| is_type(first.kind)) {
        return Vec::new();
    }
    let is_declared = |three: &[Token]| {
        let before = three[0].kind;
        three[1].kind == Kind::Name
            && three[2].is(b'=')
            && (is_type(before) || matches!(before, Kind::Name | Kind::Mark(b'*' | b'&')))
    };
    let found = tokens.windows(3).filter(|three| is_declared(three));
    let spans: Vec<Span> =
        found.map(|three| Span::new(span.start + three[1].start, span.start + three[1].end)).collect();
    spans.into_iter().map(|span| build.name(span)).collect()
}

/// Reads code token by token. `locals` are names that mean nothing outside of it. Gives what it is
/// where it is one chain of names, members and calls.
pub(super) fn code(build: &mut Build<'_>, span: Span, locals: &[Name], dialect: Dialect) -> ExprId {
    let tokens = lexer::inside(build.text(span), dialect);
    code_of(build, &tokens, span.start, locals)
}

/// As [`code`], of tokens that begin at the byte `base`.
fn code_of(build: &mut Build<'_>, tokens: &[Token], base: u32, locals: &[Name]) -> ExprId {
    let locals: FxHashSet<Name> = locals.iter().copied().collect();
    let count = |mark| tokens.iter().filter(|token| token.is(mark)).count();
    let leaves_open = count(b'{') > count(b'}');
    let mut reader = CodeReader { build, base, tokens, locals: &locals, leaves_open };
    reader.read()
}

struct CodeReader<'r, 'b, 'a> {
    build: &'r mut Build<'a>,
    base: u32,
    tokens: &'b [Token],
    locals: &'b FxHashSet<Name>,
    /// True where more braces are opened than closed.
    leaves_open: bool,
}

/// What stands around a name says of it.
struct Around {
    /// How it is reached, where it is a member of what stands before it.
    access: Option<Access>,
    role: Role,
    namespace: Namespace,
    /// True beside a `#`.
    glued: bool,
}

impl CodeReader<'_, '_, '_> {
    fn span(&self, token: &Token) -> Span {
        Span::new(self.base + token.start, self.base + token.end)
    }

    fn mark(&self, at: usize) -> u8 {
        match self.tokens.get(at).map(|t| t.kind) {
            Some(Kind::Mark(mark)) => mark,
            _ => 0,
        }
    }

    fn read(&mut self) -> ExprId {
        let mut is_chain = true;
        // What the next `.`, `->` or `::` reaches into.
        let mut of = ExprId::UNKNOWN;
        // What stands before each open bracket.
        let mut outside: Vec<ExprId> = Vec::new();
        let mut tag = false;
        let mut at = 0;
        while at < self.tokens.len() {
            let token = self.tokens[at];
            let was_tag = std::mem::replace(&mut tag, false);
            match token.kind {
                Kind::Name if self.opens_namespace(at) => {
                    self.namespace(&token);
                    is_chain = false;
                }
                Kind::Name => {
                    let member = at > 0 && self.mark(at - 1) == b'.'
                        || at > 1 && self.mark(at - 1) == b'>' && self.mark(at - 2) == b'-';
                    let path = at > 1 && self.mark(at - 1) == b':' && self.mark(at - 2) == b':';
                    is_chain &= at == 0 || !outside.is_empty() || member || path;
                    let is_type = was_tag || self.mark(at + 1) == b':' && self.mark(at + 2) == b':';
                    let around = Around {
                        access: match (member, path && !of.is_unknown()) {
                            (true, _) => Some(Access::Value),
                            (_, true) => Some(Access::Path),
                            _ => None,
                        },
                        role: match (self.mark(at + 1), is_type) {
                            (b'(', _) => Role::Call,
                            (_, true) => Role::Type,
                            _ => Role::Read,
                        },
                        namespace: if was_tag { Namespace::TAG } else { Namespace::ANY },
                        glued: at > 1 && self.mark(at - 1) == b'#' || self.mark(at + 1) == b'#',
                    };
                    of = self.name(&token, of, around);
                }
                Kind::Keyword(Word::Tag) => {
                    tag = true;
                    of = ExprId::UNKNOWN;
                }
                Kind::Mark(b'(' | b'[') => {
                    is_chain &= !of.is_unknown() || !outside.is_empty();
                    if outside.len() < 256 {
                        outside.push(if token.is(b'[') { of } else { self.called(of) });
                    }
                    of = ExprId::UNKNOWN;
                }
                Kind::Mark(b')' | b']') => of = outside.pop().unwrap_or(ExprId::UNKNOWN),
                Kind::Mark(b'.' | b'-' | b'>' | b':') => {}
                _ => {
                    is_chain &= !outside.is_empty();
                    of = ExprId::UNKNOWN;
                }
            }
            at += 1;
        }
        if is_chain { of } else { ExprId::UNKNOWN }
    }

    /// True for the name of a namespace that a macro opens and leaves open: what stands between it and
    /// the macro that closes it is inside.
    fn opens_namespace(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|at| self.tokens.get(at)) else { return false };
        self.build.text(self.span(before)) == "namespace"
            && self.mark(at + 1) == b'{'
            && self
                .build
                .enclosing
                .is_some_and(|id| self.build.facts.definitions[id.index()].kind == SymbolKind::Macro)
            && self.leaves_open
    }

    /// Defines a namespace that a macro opens.
    fn namespace(&mut self, token: &Token) {
        let span = self.span(token);
        let name = self.build.name(span);
        let owner = std::mem::replace(&mut self.build.owner, Owner::File);
        let id = self.build.define_as(name, span, SymbolKind::Module, ScopeId(0), Namespace::TYPE);
        self.build.owner = owner;
        self.build.tally.definitions += 1;
        let signature = format!("namespace {}", self.build.text(span));
        let definition = self.build.definition(id);
        definition.visibility = Visibility::Public;
        definition.flags.add(Flags::IN_MACRO);
        definition.signature = signature;
    }

    /// What calling `of` gives; unknown for a parenthesis that calls nothing.
    fn called(&mut self, of: ExprId) -> ExprId {
        if of.is_unknown() {
            return of;
        }
        let arguments = self.build.list(&[]);
        self.build.expression(Expression::Call { of, arguments })
    }

    fn name(&mut self, token: &Token, of: ExprId, around: Around) -> ExprId {
        let span = self.span(token);
        let name = self.build.name(span);
        if self.locals.contains(&name) {
            self.build.tally.locals += 1;
            return ExprId::UNKNOWN;
        }
        let text = self.build.text(span);
        let own = matches!(
            text,
            "__VA_ARGS__" | "__VA_OPT__" | "defined" | "this" | "NULL" | "nullptr" | "true" | "false"
        );
        if own || around.glued {
            self.build.tally.neither += 1;
            return ExprId::UNKNOWN;
        }
        self.build.role = around.role;
        let value = match around.access {
            Some(access) => {
                let value = self.build.expression(Expression::Member { of, name, access });
                self.build.use_member(span, value);
                value
            }
            None => self.build.use_name(span, around.namespace),
        };
        self.build.role = Role::Read;
        value
    }
}

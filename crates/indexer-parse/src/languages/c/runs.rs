//! Shapes of declarations: words before, between and behind specifiers that are macros.

use super::code::{Code, NONE};
use super::lexer::{Kind, Word};
use super::lists::{Lists, Made};
use super::mask::Mask;
use super::shapes::{Frame, Shapes};
use super::state::{Mark, What};
use indexer_core::Span;

/// The words with which a declaration begins.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Names that are neither a tag's nor followed by arguments.
    names: Vec<usize>,
    /// A type is written that needs no name.
    has_type: bool,
    /// A type with a body: what stands before it is neither a type nor a name.
    has_body: bool,
    /// Where the run ends.
    end: usize,
}

impl Run {
    /// True where its last name is a constructor's, before which no type stands: of the class around it, which
    /// is `class` among members, or of that which is written before the name.
    fn is_constructor(&self, code: &Code<'_>, class: Option<&str>) -> bool {
        let Some(last) = self.names.last().copied().filter(|_| code.cpp && !self.has_type) else {
            return false;
        };
        let end = code.qualified(last);
        let named = code.text(end);
        let of_class = match end > last {
            true => code.is(end - 1, b':') && end >= 3 && code.text(end - 3) == named,
            false => class == Some(named),
        };
        of_class && code.is(end + 1, b'(')
    }
}

impl Shapes<'_, '_> {
    /// A declaration in the file, a namespace or a type begins at `at`.
    pub(super) fn declaration(&mut self, frame: Frame, at: usize) {
        let mut at = at;
        if self.code.cpp {
            at = self.code.after_heads(at);
            if self.code.text(at) == "template" && self.code.is(at + 1, b'<') {
                return;
            }
            let leave = matches!(
                self.code.text(at),
                "using"
                    | "namespace"
                    | "friend"
                    | "public"
                    | "private"
                    | "protected"
                    | "operator"
                    | "static_assert"
                    | "concept"
                    | "requires"
            );
            if leave {
                return;
            }
        }
        if self.code.text(at) == "static_assert" || self.code.text(at) == "_Static_assert" {
            if frame == Frame::Members && !self.code.cpp {
                self.hide_call(at);
            }
            return;
        }
        if self.code.cpp
            && frame == Frame::Members
            && self.code.is_macro(at)
            && self.code.is(at + 1, b':')
            && !self.code.is(at + 2, b':')
        {
            // `MACRO:` stands for `public:` or the like.
            self.hide(at, at + 1, What::Use);
            return;
        }
        if self.macro_call(frame, at) {
            return;
        }
        let run = self.run(at, true);
        let nameless =
            frame == Frame::Members && self.code.is(run.end, b':') && !self.code.cpp && run.end > at;
        if nameless && run.names.len() <= usize::from(!run.has_type) && !self.code.is_label_like(at) {
            // Padding of bit fields.
            if let Some(end) = (run.end..run.end + 12).find(|i| self.code.is(*i, b';')) {
                self.hide(at, end, What::Code);
            }
            return;
        }
        self.trim(&run, frame);
        self.annotations(&run);
        if self.code.is(run.end, b'(')
            && let Some(close) = self.code.closed(run.end)
        {
            let close = self.code.closed(close + 1).unwrap_or(close);
            self.behind(close + 1);
        }
    }

    /// `int x[2] GUARDED_BY(mutex);`: macros with arguments behind the name that is declared.
    fn annotations(&mut self, run: &Run) {
        let words = run.names.iter().filter(|name| !self.code.is_macro(**name)).count();
        if words + usize::from(run.has_type) < 2 {
            return;
        }
        let mut at = run.end;
        while self.code.is(at, b'[') && self.code.pair[at] != NONE {
            at = self.code.pair[at] + 1;
        }
        while self.code.is_name(at)
            && self.code.is_macro(at)
            && let Some(close) = self.code.closed(at + 1)
        {
            let ends = matches!(self.code.kind(close + 1), Some(Kind::Mark(b';' | b'=' | b',')));
            if !ends && !self.code.is_name(close + 1) {
                return;
            }
            let done = self.done;
            self.hide(at, close, What::Use);
            self.done = done;
            at = close + 1;
        }
    }

    /// A statement begins at `at`.
    pub(super) fn statement(&mut self, at: usize) {
        if self.code.is_name(at) && self.code.is(at + 1, b'(') {
            let Some(close) = self.code.closed(at + 1) else { return };
            if self.defines(at, close, true) {
                return;
            }
            match self.code.kind(close + 1) {
                Some(Kind::Mark(b'{')) => self.looping(at, close),
                Some(
                    Kind::Name
                    | Kind::Keyword(Word::Head | Word::Statement | Word::Type | Word::Specifier | Word::Tag),
                ) => {
                    self.looping(at, close);
                }
                Some(Kind::Keyword(Word::Prefix)) if self.code.text(close + 1) == "do" => {
                    self.looping(at, close)
                }
                Some(Kind::Mark(b'}')) if !self.code.cpp || self.code.is_macro(at) => {
                    self.hide(at, close, What::Use)
                }
                _ => {}
            }
            return;
        }
        if self.code.is_name(at)
            && self.code.is(at + 1, b'{')
            && self.code.is_macro(at)
            && self.code.tokens[at].first
            && !self.code.cpp
        {
            // `MACRO {`: what it stands for ends before the block.
            self.hide(at, at, What::Use);
            return;
        }
        let ends = match self.code.kind(at + 1) {
            Some(Kind::Mark(b'}')) => true,
            Some(Kind::Keyword(word)) => {
                matches!(word, Word::Case | Word::Head | Word::Prefix | Word::Statement)
            }
            _ => false,
        };
        if self.code.is_name(at) && self.code.is_macro(at) && ends && self.code.tokens[at + 1].first {
            // `MACRO` on a line of its own: a statement with its semicolon.
            self.hide(at, at, What::Use);
            return;
        }
        let begins = matches!(self.code.word(at), Some(Word::Specifier | Word::Type | Word::Tag))
            || (self.code.is_name(at) && self.code.is_name(at + 1))
            || (self.code.is_name(at)
                && matches!(self.code.word(at + 1), Some(Word::Specifier | Word::Type | Word::Tag)));
        if begins {
            let run = self.run(at, true);
            self.trim(&run, Frame::Code);
        }
        if let Some((open, close)) = initialised(&self.code, at) {
            // `Foo x(Bar());` in a function is meant as a variable, which braces make it for the parser.
            self.put(open, "{");
            self.put(close, "}");
        }
    }

    /// A parameter begins at `at`.
    pub(super) fn parameter(&mut self, at: usize) {
        let run = self.run(at, false);
        self.trim(&run, Frame::Parameters);
    }

    /// `(struct a __user *)`: a type in parentheses.
    pub(super) fn cast(&mut self, at: usize) {
        let named = matches!(self.code.word(at), Some(Word::Specifier | Word::Type | Word::Tag))
            || (self.code.is_name(at) && (self.code.is_name(at + 1) || self.code.is_macro(at)));
        if named && at > 0 && self.code.is(at - 1, b'(') {
            let run = self.run(at, false);
            if self.code.is(run.end, b')') && run.end > at + 1 {
                self.trim(&run, Frame::Group);
            }
        }
    }

    /// What stands between the closing brace of a type at `at` and the end of its declaration.
    pub(super) fn after_body(&mut self, at: usize) {
        let mut end = at + 1;
        let mut found = Vec::new();
        loop {
            match self.code.kind(end) {
                Some(Kind::Name) => {
                    let close = self.code.closed(end + 1).unwrap_or(end);
                    found.push((end, close));
                    end = close + 1;
                }
                Some(Kind::Mark(b'*') | Kind::Keyword(Word::Specifier)) => end += 1,
                Some(Kind::Keyword(Word::Attribute)) => match self.code.closed(end + 1) {
                    Some(close) => end = close + 1,
                    None => return,
                },
                _ => break,
            }
        }
        if !matches!(self.code.kind(end), Some(Kind::Mark(b';' | b',' | b'=' | b'[' | b':')))
            || found.is_empty()
        {
            return;
        }
        let plain = |one: &(usize, usize)| one.0 == one.1 && !self.code.is_macro(one.0);
        let named = found.iter().position(plain);
        let is_lone =
            found.len() == 1 && found[0].0 == found[0].1 && !self.code.text(found[0].0).starts_with("__");
        for (i, (first, last)) in found.into_iter().enumerate() {
            if Some(i) != named && !is_lone {
                let done = self.done;
                self.hide(first, last, What::Use);
                self.done = done;
            }
        }
    }

    /// An enumerator begins at `at`: one with arguments is a macro that makes some, and so is the name of a macro that
    /// makes some without.
    pub(super) fn enumerator(&mut self, at: usize) {
        if !self.code.is_name(at) {
            return;
        }
        let close = self.code.closed(at + 1);
        let found = made(self.mask, &self.code, at, close);
        let Some(close) = close.or_else(|| (!found.is_empty()).then_some(at)) else { return };
        self.mask.notes.made.extend(found);
        self.hide(at, close, What::Use);
        if self.code.is(close + 1, b',') {
            self.put(close + 1, "");
            self.done = close + 2;
        }
    }

    fn hide_call(&mut self, at: usize) {
        if let Some(close) = self.code.closed(at + 1) {
            let last = if self.code.is(close + 1, b';') { close + 1 } else { close };
            self.hide(at, last, What::Code);
        }
    }

    /// `for_each(a, b) { ... }`: to the parser a loop.
    fn looping(&mut self, at: usize, close: usize) {
        if self.code.text(at).len() < 5 || close == at + 2 {
            self.hide(at, close, What::Use);
            return;
        }
        let done = self.done;
        self.hide(at, at, What::Use);
        self.put(at, "while");
        self.done = done.max(at + 1);
    }

    /// Reads the words with which a declaration begins.
    pub(super) fn run(&mut self, from: usize, declares: bool) -> Run {
        let mut run = Run { end: from, ..Run::default() };
        let mut at = from;
        loop {
            match self.code.kind(at) {
                Some(Kind::Keyword(Word::Specifier)) => {}
                Some(Kind::Keyword(Word::Type)) => run.has_type = true,
                Some(Kind::Keyword(Word::Typeof)) => {
                    run.has_type = true;
                    match self.code.closed(at + 1) {
                        Some(close) => at = close,
                        None => break,
                    }
                }
                Some(Kind::Keyword(Word::Tag)) => {
                    (at, run.has_body) = self.tag(at);
                    run.has_type = true;
                }
                Some(Kind::Keyword(Word::Attribute)) => match self.code.closed(at + 1) {
                    Some(close) => at = close,
                    None => break,
                },
                Some(Kind::Keyword(Word::Other)) => {
                    let word = self.code.text(at);
                    if word != "typedef" && word != "typename" {
                        break;
                    }
                }
                Some(Kind::Mark(b'*')) if at > from => {}
                Some(Kind::Mark(b'&')) if self.code.cpp && at > from => {}
                Some(Kind::Name) => {
                    if let Some(close) = self.code.closed(at + 1) {
                        // A macro with arguments before what it says something of.
                        let leads = self.code.is_macro(at) || (!run.has_type && run.names.is_empty());
                        let more = declares
                            && leads
                            && match self.code.kind(close + 1) {
                                Some(Kind::Name) => !self.code.is_behind(close + 1),
                                Some(Kind::Keyword(Word::Specifier)) => {
                                    !self.code.cpp
                                        || !matches!(self.code.text(close + 1), "const" | "volatile")
                                }
                                Some(Kind::Keyword(Word::Type | Word::Tag)) => true,
                                Some(Kind::Mark(b'*')) => !run.has_type,
                                _ => false,
                            };
                        if !more {
                            // `int x __aligned(8)`: what is declared stands before it.
                            let behind = self.code.is_macro(at)
                                && !declares_function(self.code.kind(close + 1))
                                && run.names.iter().any(|name| !self.code.is_macro(*name));
                            if !behind {
                                run.names.push(at);
                                at += 1;
                            }
                            break;
                        }
                        let is_type = !run.has_type
                            && run.names.is_empty()
                            && matches!(
                                self.code.kind(close + 2),
                                Some(Kind::Mark(b';' | b',' | b'=' | b'[' | b')'))
                            );
                        if is_type {
                            // `MACRO(type) name;`: the macro is the type.
                            self.note(at, Mark::Macro);
                            let done = self.done;
                            self.hide(at + 1, close, What::Code);
                            self.done = done;
                            run.has_type = true;
                        } else {
                            let done = self.done;
                            self.hide(at, close, What::Use);
                            self.done = done;
                        }
                        at = close + 1;
                        continue;
                    }
                    let after = if self.code.cpp { self.code.qualified(at) } else { at };
                    run.names.push(at);
                    at = after;
                }
                _ => break,
            }
            at += 1;
        }
        run.end = at;
        run
    }

    /// `struct A B x`: macros before the name of a type with a body, or behind one without. Gives the
    /// last token that belongs to the type, and whether a body follows.
    fn tag(&mut self, at: usize) -> (usize, bool) {
        let mut first = at + 1;
        while self.code.word(first) == Some(Word::Tag) || self.code.word(first) == Some(Word::Attribute) {
            first = match self.code.closed(first + 1) {
                Some(close) if self.code.word(first) == Some(Word::Attribute) => close + 1,
                _ => first + 1,
            };
        }
        let mut end = first;
        let mut names = Vec::new();
        while self.code.is_name(end) && self.code.text(end) != "final" {
            names.push(end);
            end = match self.code.closed(end + 1) {
                Some(close) if self.code.is_macro(end) => close + 1,
                _ => self.code.qualified_if(end) + 1,
            };
        }
        let Some(last) = names.last().copied() else {
            return (first.saturating_sub(1).max(at), self.code.is(end, b'{'));
        };
        let has_body = self.code.is(end, b'{')
            || self.code.text(end) == "final"
            || (self.code.cpp && self.code.is(end, b':'));
        if !has_body {
            return (self.code.qualified_if(names[0]), false);
        }
        for name in names.iter().take(names.len() - 1) {
            let close = self.code.closed(*name + 1).unwrap_or(*name);
            self.hide(*name, close, What::Use);
        }
        self.done = self.done.min(at);
        (last, true)
    }

    /// Takes the names of a run away that are neither a type nor what is declared.
    pub(super) fn trim(&mut self, run: &Run, frame: Frame) {
        let names = &run.names;
        if names.is_empty() {
            return;
        }
        let end = self.code.kind(run.end);
        let abstract_type = frame == Frame::Group;
        // Nothing is declared: all of them are macros.
        let next = matches!(
            self.code.text(run.end),
            "namespace"
                | "template"
                | "using"
                | "extern"
                | "typedef"
                | "concept"
                | "public"
                | "private"
                | "protected"
        );
        let stray = end.is_none() || next || end == Some(Kind::Mark(b'}'));
        if stray && matches!(frame, Frame::Open | Frame::Members) && !run.has_type {
            for name in names.clone() {
                self.hide(name, name, What::Use);
            }
            return;
        }
        // `int (*f)(void)`: what is declared stands in parentheses.
        let inside = self.code.closed(run.end).is_some_and(|close| self.code.is(close + 1, b'('));
        let elsewhere = abstract_type || run.has_body || (inside && frame != Frame::Code);
        let destructs = frame == Frame::Members && self.code.is(run.end, b'~');
        let class = self.classes.last().copied().filter(|_| frame == Frame::Members);
        let wanted = match destructs {
            true => 0,
            false => {
                2 - usize::from(run.has_type || run.is_constructor(&self.code, class))
                    - usize::from(elsewhere)
            }
        };
        if wanted == 0
            || (wanted == 1 && run.has_type && names.len() == 1 && self.code.is(names[0] + 1, b'*'))
        {
            let macros = names.iter().copied().filter(|at| self.code.is_macro(*at)).collect();
            self.hide_each(macros);
            return;
        }
        if names.len() <= wanted {
            return;
        }
        let mut surplus = names.len() - wanted;
        let mut hidden: Vec<usize> = Vec::new();
        // Behind what is declared first: `int x __aligned = 1`.
        let declared = names.iter().rposition(|at| !self.code.is_macro(*at)).unwrap_or(names.len() - 1);
        for name in names[declared + 1..].iter().rev() {
            if surplus > 0 {
                hidden.push(*name);
                surplus -= 1;
            }
        }
        for name in &names[..declared] {
            if surplus > 0 && (self.code.is_macro(*name) || run.has_type) {
                hidden.push(*name);
                surplus -= 1;
            }
        }
        // A type, something, and what is declared.
        if surplus > 0 && !run.has_type && hidden.is_empty() && !self.code.cpp && !abstract_type {
            hidden.extend(names.iter().skip(1).take(surplus));
        }
        self.hide_each(hidden);
    }

    fn hide_each(&mut self, names: Vec<usize>) {
        for name in names {
            let last = if self.code.cpp { self.code.qualified(name) } else { name };
            let done = self.done;
            self.hide(name, last, What::Use);
            self.done = done;
        }
    }

    /// What stands behind a function's parameters, from `at`.
    fn behind(&mut self, mut at: usize) {
        while self.code.is_name(at) {
            if self.code.cpp
                && matches!(
                    self.code.text(at),
                    "noexcept" | "override" | "final" | "requires" | "try" | "throw"
                )
            {
                match self.code.closed(at + 1) {
                    Some(close) if self.code.text(at) != "requires" => at = close + 1,
                    _ if self.code.text(at) == "requires" => return,
                    _ => at += 1,
                }
                continue;
            }
            let last = self.code.closed(at + 1).unwrap_or(at);
            let ends = matches!(self.code.kind(last + 1), Some(Kind::Mark(b'{' | b';' | b',' | b'=' | b':')));
            if !ends && !self.code.is_macro(at) {
                return;
            }
            let done = self.done;
            self.hide(at, last, What::Use);
            self.done = done;
            at = last + 1;
        }
    }
}

/// True for what follows the parameters of a function.
fn declares_function(kind: Option<Kind>) -> bool {
    matches!(kind, Some(Kind::Mark(b'{')))
}

/// The enumerators that the macro at `at` makes, whose arguments end at `close`.
fn made(mask: &Mask<'_>, code: &Code<'_>, at: usize, close: Option<usize>) -> Vec<Made> {
    let name = code.text(at);
    if !code.macros.contains(name) {
        return Vec::new();
    }
    let arguments = close.map(|close| code.arguments(at, close)).unwrap_or_default();
    let span = |(first, last): (usize, usize)| Span::new(code.tokens[first].start, code.tokens[last].end);
    let arguments: Vec<Span> = arguments.into_iter().map(span).collect();
    let (source, macros, dialect) = (mask.source, &mask.notes.macros, mask.dialect);
    let lists = Lists { source, macros, by_name: &code.macros, dialect };
    lists.made(name, &arguments, code.tokens[at].start)
}

/// The parentheses of a variable that is initialised by what could be types of parameters, one of them a call.
fn initialised(code: &Code<'_>, at: usize) -> Option<(usize, usize)> {
    if !code.cpp {
        return None;
    }
    let mut name = at;
    while code.word(name) == Some(Word::Specifier) {
        name += 1;
    }
    let of = code.is_name(name).then(|| code.qualified(name))?;
    name = of + 1;
    let close = code.closed(name + 1).filter(|close| code.is_name(name) && code.is(close + 1, b';'))?;
    let mut is_call = false;
    for (first, last) in code.arguments(name, close) {
        let named = code.is_name(first).then(|| code.qualified(first))?;
        if named == last {
            continue;
        }
        if code.closed(named + 1) != Some(last) {
            return None;
        }
        is_call = true;
    }
    is_call.then_some((name + 1, close))
}

//! The words with which declarations begin: macros before, between and behind specifiers.

use super::code::{Code, NONE};
use super::lexer::{Kind, Word};
use super::shapes::{Frame, Shapes};
use super::state::{Mark, What};
use indexer_core::work;

/// The words with which a declaration begins.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Names that are neither a tag's nor followed by arguments.
    pub(super) names: Vec<usize>,
    /// A type is written that needs no name.
    pub(super) has_type: bool,
    /// A type with a body: what stands before it is neither a type nor a name.
    has_body: bool,
    /// Where the run ends.
    pub(super) end: usize,
    /// The `struct` or the like that says the type.
    tag: Option<usize>,
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
            true => code.is(end - 1, b':') && code.qualifier(last, end) == named,
            false => class == Some(named),
        };
        of_class && code.is(end + 1, b'(')
    }
}

impl Shapes<'_, '_> {
    /// Reads the words with which a declaration begins.
    pub(super) fn run(&mut self, from: usize, declares: bool) -> Run {
        let mut run = Run { end: from, ..Run::default() };
        let mut at = from;
        loop {
            work::add(1);
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
                    run.tag = Some(at);
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
                // The end of a macro around the type, which is taken away.
                Some(Kind::Mark(b')')) if self.gone[at] => {}
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
                        let is_pointed_to = !declares
                            && !run.has_type
                            && run.names.is_empty()
                            && self.code.is(close + 1, b'*')
                            && self.code.is_name(close + 2)
                            && self.code.ends(close + 3);
                        if is_pointed_to {
                            // `MACRO(type) *name` among parameters.
                            self.macro_type(at, close);
                            run.has_type = true;
                            at = close + 1;
                            continue;
                        }
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
                            self.macro_type(at, close);
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

    /// The macro at `at` stands for a type, which the parser sees without what it is given.
    fn macro_type(&mut self, at: usize, close: usize) {
        self.note(at, Mark::Macro);
        let done = self.done;
        self.hide(at + 1, close, What::Code);
        self.done = done;
    }

    /// `struct A B x`: macros before the name of a type with a body, or behind one without. Gives the
    /// last token that belongs to the type, and whether a body follows.
    fn tag(&mut self, at: usize) -> (usize, bool) {
        let mut first = at + 1;
        loop {
            let is_attribute = self.code.word(first) == Some(Word::Attribute);
            let is_bracket = self.code.is(first, b'[') && self.code.is(first + 1, b'[');
            first = match self.code.closed(first + 1) {
                Some(close) if is_attribute => close + 1,
                _ if is_bracket && self.code.pair[first] != NONE => self.code.pair[first] + 1,
                _ if is_attribute || self.code.word(first) == Some(Word::Tag) => first + 1,
                _ => break,
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
        // `class MACRO A;`: nobody declares a variable so.
        let (macros, is_class) = (&names[..names.len() - 1], self.code.text(at) == "class");
        let is_forward =
            is_class && self.code.is(end, b';') && macros.iter().all(|at| self.code.is_macro(*at));
        if !has_body && !is_forward {
            return (self.code.qualified_if(names[0]), false);
        }
        for name in names.iter().take(names.len() - 1) {
            let close = self.code.closed(*name + 1).unwrap_or(*name);
            self.hide(*name, close, What::Use);
        }
        self.done = self.done.min(at);
        (last, has_body)
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
        // `MACRO class A;`: nothing that stands before a type is declared.
        if end == Some(Kind::Mark(b';'))
            && let Some(tag) = run.tag
            && names.iter().all(|name| *name < tag)
        {
            self.hide_each(names.clone());
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
        // What `T operator+` declares is no name, and `operator T` has no type before it.
        let wanted = match self.code.text(run.end) == "operator" {
            true if self.code.converts(run.end) => 0,
            true => wanted.saturating_sub(1),
            false => wanted,
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
        // `T *nonnull name`: two names behind a pointer.
        let behind_pointer = |(i, name): (usize, &usize)| {
            let before = name.checked_sub(1).and_then(|before| self.code.kind(before));
            let is_pointer = matches!(before, Some(Kind::Mark(b'*' | b'&')));
            let next = names.get(i + 1).copied().unwrap_or(run.end);
            let is_followed = self.code.is_name(next) || self.code.text(next) == "operator";
            (i > 0 || run.has_type) && is_pointer && next == *name + 1 && is_followed
        };
        let qualifiers: Vec<usize> = names
            .iter()
            .enumerate()
            .filter(|one| behind_pointer(*one))
            .map(|(_, name)| *name)
            .take(surplus)
            .collect();
        if !qualifiers.is_empty() {
            surplus -= qualifiers.len();
            self.hide_each(qualifiers.clone());
        }
        let names: Vec<usize> = names.iter().copied().filter(|name| !qualifiers.contains(name)).collect();
        // `local code f(void)`, where `local int g(void)` says that `local` is no type; `local const code x`.
        let plain: Vec<usize> = names.iter().copied().filter(|at| !self.code.is_macro(*at)).collect();
        let leads = |at: usize| self.code.leads(at) || self.code.word(at + 1) == Some(Word::Specifier);
        let lead = plain.iter().take_while(|at| leads(**at)).count();
        let lead = lead.min(plain.len().saturating_sub(wanted));
        let mut hidden: Vec<usize> = plain[..lead].to_vec();
        surplus -= lead;
        // Behind what is declared first: `int x __aligned = 1`.
        let declared = names.iter().rposition(|at| !self.code.is_macro(*at)).unwrap_or(names.len() - 1);
        for name in names[declared + 1..].iter().rev() {
            if surplus > 0 {
                hidden.push(*name);
                surplus -= 1;
            }
        }
        for name in &names[..declared] {
            let is_surplus = self.code.is_macro(*name) || (run.has_type && !hidden.contains(name));
            if surplus > 0 && is_surplus {
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
}

/// True for what follows the parameters of a function.
fn declares_function(kind: Option<Kind>) -> bool {
    matches!(kind, Some(Kind::Mark(b'{')))
}

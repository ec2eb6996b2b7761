//! What begins where: declarations, statements, parameters, enumerators, and what stands behind them.

use super::code::{Code, NONE};
use super::expansion::{Expansion, Macros, Made};
use super::lexer::{Kind, Word};
use super::mask::Mask;
use super::runs::Run;
use super::shapes::{Frame, Shapes};
use super::state::What;
use indexer_core::Span;

/// Between `operator` and its parameters stand at most so many tokens.
const LONGEST_OPERATOR: usize = 24;

impl Shapes<'_, '_> {
    /// A declaration in the file, a namespace or a type begins at `at`.
    pub(super) fn declaration(&mut self, frame: Frame, at: usize) {
        let mut at = at;
        if self.code.cpp {
            while self.code.is(at, b'[') && self.code.is(at + 1, b'[') && self.code.pair[at] != NONE {
                at = self.code.pair[at] + 1;
            }
            let behind = self.code.after_heads(at);
            self.template_parameters(at, behind);
            at = behind;
            if self.code.text(at) == "template" && self.code.is(at + 1, b'<') {
                return;
            }
            if self.code.text(at) == "friend" {
                at += 1;
            }
            // `extern "C" int f();`
            if self.code.text(at) == "extern"
                && self.code.kind(at + 1) == Some(Kind::String)
                && !self.code.is(at + 2, b'{')
            {
                at += 2;
            }
            let leave = matches!(
                self.code.text(at),
                "using"
                    | "namespace"
                    | "public"
                    | "private"
                    | "protected"
                    | "static_assert"
                    | "concept"
                    | "requires"
            );
            let opens = at + usize::from(self.code.text(at) == "inline");
            if self.code.text(opens) == "namespace" {
                self.behind_namespace(opens + 1);
            }
            if self.code.text(at) == "operator" {
                self.behind_parameters(at);
                return;
            }
            if self.code.text(at) == "using" {
                self.behind_alias(at + 1);
            }
            if self.code.text(at) == "extern" && self.code.text(at + 1) == "template" {
                // `extern template int f<1>(int);`: to the parser it is an instantiation like others.
                self.put(at, "");
                return;
            }
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
        if let Some(end) = self.chain(at) {
            // `BENCHMARK(f)->Range(1, 2);` outside of functions: a declaration only to who knows the macro.
            self.hide(at, end, What::Code);
            return;
        }
        if self.macro_call(frame, at) {
            return;
        }
        let run = self.run(at, true);
        let is_padding = |end: usize| {
            !self.code.cpp || self.code.kind(end + 1) == Some(Kind::Number) && self.code.is(end + 2, b';')
        };
        let nameless =
            frame == Frame::Members && self.code.is(run.end, b':') && run.end > at && is_padding(run.end);
        if nameless && run.names.len() <= usize::from(!run.has_type) && !self.code.is_label_like(at) {
            // Padding of bit fields.
            if let Some(end) = (run.end..run.end + 12).find(|i| self.code.is(*i, b';')) {
                self.hide(at, end, What::Code);
            }
            return;
        }
        self.trim(&run, frame);
        self.annotations(&run);
        self.behind_parameters(run.end);
    }

    /// What stands behind the parameters of what is declared at `at`, where it has some.
    fn behind_parameters(&mut self, at: usize) {
        let open = self.open_of_parameters(at);
        if let Some(close) = self.code.closed(open) {
            let close = self.code.closed(close + 1).unwrap_or(close);
            self.behind(close + 1);
        }
    }

    /// Where the parameters stand of what is declared at `at`: behind the symbol of an operator.
    pub(super) fn open_of_parameters(&self, at: usize) -> usize {
        if self.code.is(at, b'~') && self.code.is_name(at + 1) {
            return at + 2;
        }
        if !self.code.cpp || self.code.text(at) != "operator" {
            return at;
        }
        match self.code.closed(at + 1) {
            Some(close) => close + 1,
            None => (at + 1..at + LONGEST_OPERATOR).find(|i| self.code.is(*i, b'(')).unwrap_or(at),
        }
    }

    /// Takes runs of tokens away; what stands between them is still looked at.
    pub(super) fn hide_all(&mut self, runs: Vec<(usize, usize)>) {
        let done = self.done;
        for (first, last) in runs {
            self.hide(first, last, What::Use);
            self.done = done;
        }
    }

    /// `namespace a::b VISIBILITY(default) {`: macros behind the name at `name`, which stand for attributes.
    fn behind_namespace(&mut self, name: usize) {
        let mut last = name;
        while self.code.is(last + 1, b':') && self.code.is(last + 2, b':') && self.code.is_name(last + 3) {
            last += 3;
        }
        let mut macros = Vec::new();
        let mut at = last + 1;
        while self.code.is_name(name) && self.code.is_name(at) {
            let close = self.code.closed(at + 1).unwrap_or(at);
            macros.push((at, close));
            at = close + 1;
        }
        if !self.code.is(at, b'{') {
            return;
        }
        self.hide_all(macros);
    }

    /// `int x[2] GUARDED_BY(mutex);`, `bool x : 1 GUARDED_BY(mutex);`: macros with arguments behind what is declared.
    fn annotations(&mut self, run: &Run) {
        let words = run.names.iter().filter(|name| !self.code.is_macro(**name)).count();
        if words + usize::from(run.has_type) < 2 {
            return;
        }
        let mut at = run.end;
        while self.code.is(at, b'[') && self.code.pair[at] != NONE {
            at = self.code.pair[at] + 1;
        }
        if self.code.is(at, b':') && self.code.kind(at + 1) == Some(Kind::Number) {
            at += 2;
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
            && (!self.code.cpp || self.is_block(at + 1))
        {
            // `MACRO {`: what it stands for ends before the block.
            self.block_behind(at);
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
        let found = made(&mut self.expansion, self.mask, &self.code, at, close);
        if self.expansion.is_cut {
            self.mask.notes.cut.get_or_insert(self.code.tokens[at].start);
        }
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

    /// True for braces that hold statements, and no values.
    fn is_block(&self, open: usize) -> bool {
        let close = self.code.pair[open];
        close != NONE && matches!(self.code.kind(close - 1), Some(Kind::Mark(b'{' | b';' | b'}')))
    }

    /// `MACRO { ... }` and, in C++, `MACRO { ... } OTHER(...) { ... }`, which is to the parser what it is to the reader: an
    /// attempt, and what catches what is thrown in it.
    fn block_behind(&mut self, at: usize) {
        let mut catches = Vec::new();
        let mut close = self.code.pair[at + 1];
        while self.code.cpp
            && close != NONE
            && self.code.is_name(close + 1)
            && self.code.is_macro(close + 1)
            && let Some(behind) = self.code.closed(close + 2).filter(|behind| *behind > close + 3)
            && self.code.is(behind + 1, b'{')
        {
            catches.push(close + 1);
            close = self.code.pair[behind + 1];
        }
        let fits = |name: &usize, word: &str| self.code.text(*name).len() >= word.len();
        let is_attempt =
            !catches.is_empty() && fits(&at, "try") && catches.iter().all(|one| fits(one, "catch"));
        self.hide(at, at, What::Use);
        if is_attempt {
            self.put(at, "try");
            let done = self.done;
            for one in catches {
                self.hide(one, one, What::Use);
                self.put(one, "catch");
                self.done = done;
            }
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

    /// What stands behind a function's parameters, from `at`.
    fn behind(&mut self, mut at: usize) {
        // `const`, `&&` of a method.
        let qualifies = |kind| matches!(kind, Some(Kind::Keyword(Word::Specifier) | Kind::Mark(b'&')));
        while self.code.cpp && qualifies(self.code.kind(at)) {
            at += 1;
        }
        while self.code.is_name(at) || self.code.cpp && self.code.text(at) == "noexcept" {
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

/// The enumerators that the macro at `at` makes, whose arguments end at `close`.
fn made(
    expansion: &mut Expansion,
    mask: &Mask<'_>,
    code: &Code<'_>,
    at: usize,
    close: Option<usize>,
) -> Vec<Made> {
    let name = code.text(at);
    if !code.macros.contains(name) {
        return Vec::new();
    }
    let arguments = close.map(|close| code.arguments(at, close)).unwrap_or_default();
    let span = |(first, last): (usize, usize)| Span::new(code.tokens[first].start, code.tokens[last].end);
    let arguments: Vec<Span> = arguments.into_iter().map(span).collect();
    let (source, all, dialect) = (mask.source, &mask.notes.macros, mask.dialect);
    let macros = Macros { source, all, by_name: &code.macros, dialect };
    expansion.made(macros, name, &arguments, code.tokens[at].start)
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

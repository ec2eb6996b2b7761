//! Macros that stand where no grammar reads them, known by their shape and place.

use crate::languages::c::code::{Code, is_upper};
use crate::languages::c::lexer::{Kind, Word};
use crate::languages::c::mask::{Mask, blank};
use crate::languages::c::state::What;
use rustc_hash::FxHashSet;

/// Words of Interface Builder that stand before the type of a property.
const BUILDER: &[&str] = &["IBInspectable", "IBOutlet"];

/// What stands behind an `@`.
const KEYWORDS: &[&str] = &[
    "autoreleasepool",
    "available",
    "catch",
    "class",
    "compatibility_alias",
    "defs",
    "dynamic",
    "encode",
    "end",
    "finally",
    "implementation",
    "import",
    "interface",
    "optional",
    "package",
    "private",
    "property",
    "protected",
    "protocol",
    "public",
    "required",
    "selector",
    "synchronized",
    "synthesize",
    "throw",
    "try",
];

/// What is around a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// Declarations.
    Declarations,
    /// Parentheses in a declaration.
    Types,
    /// Enumerators.
    Enumerators,
    /// Statements and values.
    Code,
}

/// Takes what no grammar reads from the tokens at the indexes `seen`. Linear.
pub(super) fn take(mask: &mut Mask<'_>, seen: &[usize]) {
    let code = Code::new(mask, seen);
    let source = mask.source;
    let empty = mask.notes.macros.iter();
    let empty = empty.filter(|one| one.parameters.is_none() && one.body.text(source).trim().is_empty());
    let empty: FxHashSet<&str> = empty.map(|one| one.name.text(source)).collect();
    let (frame, done) = (Frame::Declarations, 0);
    let mut pass =
        Pass { mask, code, empty, frame, outer: Vec::new(), value: false, begin: 0, done, last: None };
    for at in 0..pass.code.tokens.len() {
        pass.token(at);
    }
}

struct Pass<'m, 'a> {
    mask: &'m mut Mask<'a>,
    code: Code<'a>,
    /// Macros of the file that stand for nothing.
    empty: FxHashSet<&'a str>,
    frame: Frame,
    /// What is around the brackets that are open, whether a value stood there, and where the declaration began.
    outer: Vec<(Frame, bool, usize)>,
    /// True behind the `=` of a declaration.
    value: bool,
    /// Where the declaration begins.
    begin: usize,
    /// Tokens before this one are dealt with.
    done: usize,
    /// The last token that the parser sees.
    last: Option<usize>,
}

impl Pass<'_, '_> {
    fn token(&mut self, at: usize) {
        if at < self.done {
            return;
        }
        let kind = self.code.tokens[at].kind;
        match kind {
            Kind::Keyword(Word::Attribute) => {
                if let Some(close) = self.code.closed(at + 1) {
                    self.hide(at, close, What::Attribute);
                    return;
                }
            }
            Kind::Name if self.is_taken(at) => return,
            Kind::Mark(b'@') if self.begins_block(at) => return,
            Kind::Mark(open @ (b'(' | b'[' | b'{')) => {
                self.outer.push((self.frame, self.value, self.begin));
                self.frame = self.inner(open, at);
                self.value = false;
                self.begin = at + 1;
            }
            Kind::Mark(close @ (b')' | b']' | b'}')) => {
                let outer = self.outer.pop().unwrap_or((Frame::Declarations, false, at + 1));
                (self.frame, self.value, self.begin) = outer;
                if close == b'}' {
                    self.value = false;
                    self.begin = at + 1;
                }
            }
            Kind::Mark(b'=') => self.value = true,
            Kind::Mark(b';') => {
                self.value = false;
                self.begin = at + 1;
            }
            Kind::Mark(b',') if self.frame == Frame::Enumerators => self.value = false,
            Kind::Mark(b'-' | b'+') if self.frame == Frame::Declarations && !self.value => self.begin = at,
            Kind::Mark(b'@') if self.frame == Frame::Declarations && !self.value => self.begin = at,
            _ => {}
        }
        self.last = Some(at);
    }

    /// What the bracket at `at` opens.
    fn inner(&self, open: u8, at: usize) -> Frame {
        let first = self.code.near(self.begin, at);
        match (self.frame, open) {
            (Frame::Declarations, b'{') if !self.value => {
                let head = first..at;
                let is = |word: &str| head.clone().any(|i| self.code.text(i) == word);
                let is_text = self.last.and_then(|last| self.code.kind(last)) == Some(Kind::String);
                let is_function = self.last.is_some_and(|last| self.code.is(last, b')'));
                // `extern "C" {`, a type, the variables of a class.
                let declares =
                    is_text || ["struct", "union", "interface", "implementation"].into_iter().any(is);
                if !is_function && is("enum") {
                    Frame::Enumerators
                } else if !is_function && declares {
                    Frame::Declarations
                } else {
                    Frame::Code
                }
            }
            (Frame::Declarations | Frame::Types, b'(' | b'[') if !self.value => Frame::Types,
            _ => Frame::Code,
        }
    }

    /// Takes a name away that is a macro. False for others.
    fn is_taken(&mut self, at: usize) -> bool {
        let text = self.code.text(at);
        if self.empty.contains(text) || BUILDER.contains(&text) {
            self.hide(at, at, What::Use);
            return true;
        }
        if !is_upper(text) || !text.contains('_') || self.frame == Frame::Code {
            return false;
        }
        let close = self.code.closed(at + 1);
        if let Some(close) = close.filter(|_| self.frame == Frame::Declarations)
            && self.enumeration(at, close)
        {
            return true;
        }
        let last = close.unwrap_or(at);
        let is_macro = match self.frame {
            Frame::Declarations => !self.value && (self.leads(last + 1) || self.trails(at, last)),
            Frame::Types => self.is_in_type(at, last),
            Frame::Enumerators => {
                let behind_name = self.last.is_some_and(|last| self.code.is_name(last));
                behind_name && !self.value && self.is_any(last + 1, b"=,}")
            }
            Frame::Code => false,
        };
        if is_macro {
            self.hide(at, last, What::Use);
        }
        is_macro
    }

    fn is_any(&self, at: usize, marks: &[u8]) -> bool {
        matches!(self.code.kind(at), Some(Kind::Mark(mark)) if marks.contains(&mark))
    }

    /// True where a declaration begins at `next`: what stands before it is no part of it.
    fn leads(&self, next: usize) -> bool {
        match self.code.kind(next) {
            None => true,
            Some(Kind::Mark(b'@' | b'-' | b'+' | b'}')) => true,
            Some(Kind::Keyword(word)) => word != Word::Attribute,
            // A type and what it is of.
            Some(Kind::Name) => {
                let behind = self.code.closed(next + 1).map_or(next + 1, |close| close + 1);
                let has_arguments = behind > next + 1;
                match self.code.kind(behind) {
                    Some(Kind::Name | Kind::Keyword(_)) => true,
                    Some(Kind::Mark(b'*' | b'<')) => !has_arguments,
                    Some(Kind::Mark(b'@' | b'-' | b'+')) | None => self.is_macro_like(next),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    fn is_macro_like(&self, at: usize) -> bool {
        let text = self.code.text(at);
        is_upper(text) && text.contains('_')
    }

    /// True for a macro behind what is declared, which goes from `at` to `last`.
    fn trails(&self, at: usize, last: usize) -> bool {
        let is_behind_body = self.last.is_some_and(|before| before + 1 == at && self.code.is(before, b'}'));
        if is_behind_body {
            return last > at && self.code.is(last + 1, b';');
        }
        let Some(before) = self.last.filter(|before| *before >= self.begin) else { return false };
        let next = last + 1;
        let ends = self.is_any(next, b";{") || self.is_any(next, b"=,") && last > at;
        if !(ends || self.code.is_name(next) && self.is_macro_like(next)) {
            return false;
        }
        let is_method = self.is_any(self.begin, b"-+");
        match self.code.kind(before) {
            Some(Kind::Mark(b')' | b']' | b'}')) => true,
            Some(Kind::Name) if is_method || last > at => true,
            // The name of what is declared, and before it its type.
            Some(Kind::Name) => {
                let of = before.checked_sub(1).filter(|of| *of >= self.begin);
                of.is_some_and(|of| self.code.is_name(of) || self.is_any(of, b"*>"))
            }
            _ => false,
        }
    }

    /// True for a macro in the type of a parameter: `(NS_NOESCAPE Block)`, `(NS_NOESCAPE ^)`.
    fn is_in_type(&self, at: usize, last: usize) -> bool {
        let next = last + 1;
        let is_first = at == self.begin;
        let of_method = self.begin >= 2 && self.code.is(self.begin - 2, b':');
        if self.code.is(next, b'^') {
            return true;
        }
        let behind_type = self.last.is_some_and(|before| {
            before >= self.begin && (self.code.is_name(before) || self.is_any(before, b"*>)"))
        });
        match is_first {
            true => of_method && self.code.is_name(next),
            false => behind_type && (self.code.is_name(next) || of_method && self.code.is(next, b')')),
        }
    }

    /// `typedef NS_ENUM(type, Name) {`: the parser is given `enum Name {`.
    fn enumeration(&mut self, at: usize, close: usize) -> bool {
        let text = self.code.text(at);
        let is_one = text.contains("ENUM") || text.contains("OPTIONS");
        if !is_one || !self.code.is(close + 1, b'{') {
            return false;
        }
        let (name, brace) = (close - 1, close + 1);
        let start = self.code.tokens[at].start as usize;
        if !self.code.is_name(name) || name < at + 3 || !self.code.is(name - 1, b',') {
            return false;
        }
        if let Some(typedef) = self.last.filter(|last| self.code.text(*last) == "typedef") {
            let token = self.code.tokens[typedef];
            blank(&mut self.mask.text, token.start, token.end);
        }
        self.hide(at, name - 1, What::Use);
        let close = self.code.tokens[close];
        blank(&mut self.mask.text, close.start, close.end);
        self.mask.text[start..start + 4].copy_from_slice(b"enum");
        self.outer.push((self.frame, self.value, self.begin));
        (self.frame, self.value) = (Frame::Enumerators, false);
        (self.done, self.begin, self.last) = (brace + 1, brace + 1, Some(brace));
        true
    }

    /// `@onExit {`: a word of a macro before a block.
    fn begins_block(&mut self, at: usize) -> bool {
        let is_word = self.code.is_name(at + 1) && !KEYWORDS.contains(&self.code.text(at + 1));
        let begins = is_word
            && self.code.is(at + 2, b'{')
            && self.code.tokens[at + 1].start == self.code.tokens[at].end;
        if begins {
            self.hide(at, at + 1, What::Use);
        }
        begins
    }

    fn hide(&mut self, first: usize, last: usize, what: What) {
        let (start, end) = (self.code.tokens[first].start, self.code.tokens[last].end);
        self.mask.hide(start, end, what);
        self.done = last + 1;
        // What follows begins a declaration where this one stood at the begin of one.
        if first == self.begin {
            self.begin = last + 1;
        }
    }
}

//! Lines of a Makefile to the names in them.

use indexer_core::{Span, Verbatim, work};

/// What a name is. Those of what a statement declares say where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A target of the rule with this number.
    Target(u32),
    /// A variable that the statement sets, which ends there.
    Set(u32),
    /// A variable to which the statement adds, which ends there.
    Add(u32),
    /// What `define` names, with the lines up to there.
    Define(u32),
    /// What must be made before a target.
    Prerequisite,
    /// A variable.
    Use,
    /// What `$(call f, ..)` calls.
    Call,
    /// What `$(foreach a, ..)` gives each item.
    Local,
    /// A path of a file that is read.
    Include,
}

/// A name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// The names of a text, in order, with its comments.
#[derive(Debug, Default)]
pub(super) struct Lexed {
    pub(super) tokens: Vec<Token>,
    pub(super) verbatim: Vec<Verbatim>,
    /// Where rules end, by their numbers.
    pub(super) rules: Vec<u32>,
    /// Branches of conditions, by the byte at which each begins.
    pub(super) branches: Vec<u32>,
    /// The bytes at which conditions begin that are open.
    open: Vec<u32>,
    /// The first condition or definition that nothing ends, or end of nothing.
    pub(super) unended: Option<u32>,
}

/// The names of a text. O(bytes).
pub(super) fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer { text, at: 0, found: Lexed::default(), has_rule: false };
    while lexer.at < text.len() {
        work::add(1);
        lexer.statement();
    }
    if let Some(first) = lexer.found.open.first().copied() {
        lexer.found.unended.get_or_insert(first);
    }
    lexer.found
}

/// How many tokens are identifiers.
pub(super) fn identifiers(text: &str) -> u32 {
    lex(text).tokens.iter().filter(|token| token.kind != Kind::Include).count() as u32
}

/// True for a name that nothing puts together.
pub(super) fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-+/@%~".contains(&byte) || byte >= 0x80;
    !name.is_empty()
        && name.len() <= 200
        && name.bytes().all(is_part)
        && name.bytes().any(|byte| byte.is_ascii_alphabetic() || byte == b'%' || byte >= 0x80)
}

pub(super) struct Lexer<'t> {
    pub(super) text: &'t str,
    /// Behind what is read.
    at: usize,
    pub(super) found: Lexed,
    /// True where the recipe of the last rule may follow.
    has_rule: bool,
}

/// Words before what a line sets.
const BEFORE: &[&str] = &["export", "override", "private"];

impl Lexer<'_> {
    /// Behind the end of a line, with those that go on with it; and where what it says ends.
    fn logical(&self, start: usize, is_recipe: bool) -> (usize, usize) {
        let bytes = self.text.as_bytes();
        let mut at = start;
        loop {
            let rest = &bytes[at..];
            let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            work::add(1 + length / 64);
            let line = &self.text[at..at + length];
            let comment = if is_recipe { None } else { comment_start(line) };
            let end = comment.map_or(at + line.trim_end().len(), |comment| at + comment);
            let goes_on = line.trim_end_matches('\r').ends_with('\\');
            at = (at + length + 1).min(bytes.len());
            if !goes_on || at >= bytes.len() {
                return (at, end);
            }
        }
    }

    /// A line, or those that are one.
    fn statement(&mut self) {
        let start = self.at;
        let is_recipe = self.has_rule && self.text.as_bytes()[start] == b'\t';
        let (behind, end) = self.logical(start, is_recipe);
        self.at = behind;
        if is_recipe {
            self.expansions(start, end);
            // Recipes belong to the rule before them.
            self.found.rules.last_mut().into_iter().for_each(|last| *last = end as u32);
            return;
        }
        // What goes on with a comment is one.
        if self.text[start..behind].trim_start().starts_with('#') {
            let whole = self.text[start..behind].trim();
            let from = behind - self.text[start..behind].trim_start().len();
            let span = Span::new(from as u32, (from + whole.len()) as u32);
            self.found.verbatim.push(Verbatim { span, is_comment: true });
            return;
        }
        let line = &self.text[start..end];
        let said = line.trim_start();
        if end < behind && self.text[end..behind].starts_with('#') {
            let span = Span::new(end as u32, (end + self.text[end..behind].trim_end().len()) as u32);
            self.found.verbatim.push(Verbatim { span, is_comment: true });
        }
        if said.trim().is_empty() {
            return;
        }
        let from = end - said.len();
        let word = said.split([' ', '\t', '(', '"', '\'']).next().unwrap_or_default();
        if matches!(word, "ifeq" | "ifneq" | "ifdef" | "ifndef") {
            self.found.open.push(from as u32);
        }
        match word {
            "ifeq" | "ifneq" => self.condition(from, from + word.len(), end),
            "ifdef" | "ifndef" => {
                self.found.branches.push(from as u32);
                self.words(from + word.len(), end, Kind::Use);
            }
            "else" => {
                let rest = said[word.len()..].trim_start();
                match rest.starts_with("if") {
                    true => {
                        let inner = end - rest.len();
                        let inner_word = rest.split([' ', '\t', '(']).next().unwrap_or_default().len();
                        match rest.starts_with("ifeq") || rest.starts_with("ifneq") {
                            true => self.condition(inner, inner + inner_word, end),
                            false => self.words(inner + inner_word, end, Kind::Use),
                        }
                    }
                    false => self.found.branches.push(from as u32),
                }
            }
            "endif" => {
                if self.found.open.pop().is_none() {
                    self.found.unended.get_or_insert(from as u32);
                }
            }
            "endef" => {
                self.found.unended.get_or_insert(from as u32);
            }
            "include" | "-include" | "sinclude" => {
                self.has_rule = false;
                self.included(from + word.len(), end);
            }
            "define" => self.define(from, from + word.len(), end),
            "undefine" | "unexport" => self.words(from + word.len(), end, Kind::Use),
            "vpath" => self.expansions(from, end),
            _ => self.rule_or_variable(from, end),
        }
    }

    fn condition(&mut self, from: usize, at: usize, end: usize) {
        self.found.branches.push(from as u32);
        self.expansions(at, end);
    }

    /// `include a.mk $(B)/c.mk`.
    fn included(&mut self, start: usize, end: usize) {
        let mut at = start;
        while let Some((from, to)) = self.next_word(at, end) {
            self.expansions(from, to);
            let word = &self.text[from..to];
            let plain = match word.starts_with("$(") || word.starts_with("${") {
                true => word.find(")/").or_else(|| word.find("}/")).map_or("", |found| &word[found + 2..]),
                false => word.trim_start_matches("./"),
            };
            if is_name(plain) && !plain.contains('%') {
                self.push(Kind::Include, to - plain.len(), to);
            }
            at = to;
        }
    }

    /// `define a`, up to its `endef`.
    fn define(&mut self, from: usize, at: usize, end: usize) {
        self.has_rule = false;
        let (mut depth, mut body, mut behind) = (1, self.at, self.text.len());
        while body < self.text.len() {
            let rest = &self.text.as_bytes()[body..];
            let length = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            work::add(1 + length / 64);
            let word = self.text[body..body + length].split_whitespace().next().unwrap_or_default();
            depth += i32::from(word == "define") - i32::from(word == "endef");
            body = (body + length + 1).min(self.text.len());
            if depth == 0 {
                behind = body;
                break;
            }
        }
        if depth > 0 {
            self.found.unended.get_or_insert(from as u32);
        }
        let first = self.next_word(at, end).filter(|(from, to)| is_name(&self.text[*from..*to]));
        let last = self.text[from..behind].trim_end().len() + from;
        if let Some((name, to)) = first {
            self.push(Kind::Define(last as u32), name, to);
        }
        let start = self.at;
        self.expansions(start, behind);
        self.at = behind;
    }

    /// Words that are names, of one kind; others are looked through.
    fn words(&mut self, start: usize, end: usize, kind: Kind) {
        let mut at = start;
        while let Some((from, to)) = self.next_word(at, end) {
            match is_name(&self.text[from..to]) {
                true => self.push(kind, from, to),
                false => self.expansions(from, to),
            }
            at = to;
        }
    }

    /// The next word, in which brackets may hold blanks.
    fn next_word(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let bytes = &self.text.as_bytes()[..end];
        let is_blank = |byte: u8| byte.is_ascii_whitespace() || byte == b'\\';
        let from = start + bytes.get(start..)?.iter().position(|byte| !is_blank(*byte))?;
        let (mut at, mut depth) = (from, 0_u32);
        while at < end {
            match bytes[at] {
                b'(' | b'{' => depth += 1,
                b')' | b'}' => depth = depth.saturating_sub(1),
                byte if depth == 0 && is_blank(byte) => break,
                _ => {}
            }
            at += 1;
        }
        work::add(1 + (at - start) / 64);
        Some((from, at))
    }

    fn rule_or_variable(&mut self, from: usize, end: usize) {
        let (mut start, mut is_exported) = (from, false);
        // `export A = b`, `override A += b`.
        while let Some((word, to)) = self.next_word(start, end)
            && BEFORE.contains(&&self.text[word..to])
        {
            is_exported |= &self.text[word..to] == "export";
            start = to;
        }
        match self.sign(start, end) {
            Sign::Assignment { at, behind, adds } => self.assignment((start, end), (at, behind), adds),
            Sign::Rule { at, behind } => self.read_rule((from, end), (at, behind)),
            Sign::None if is_exported => self.words(start, end, Kind::Use),
            Sign::None => self.expansions(start, end),
        }
    }

    /// The first sign outside of brackets that says what a line is.
    fn sign(&self, start: usize, end: usize) -> Sign {
        let bytes = &self.text.as_bytes()[..end];
        let (mut at, mut depth) = (start, 0_u32);
        work::add(1 + (end - start) / 64);
        while at < end {
            match bytes[at] {
                b'(' | b'{' => depth += 1,
                b')' | b'}' => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                b'=' => {
                    let signs =
                        bytes[start..at].iter().rev().take_while(|byte| b"?+!:".contains(byte)).count();
                    let adds = signs > 0 && bytes[at - 1] == b'+';
                    return Sign::Assignment { at: at - signs, behind: at + 1, adds };
                }
                b':' => {
                    let colons = bytes[at..].iter().take_while(|byte| **byte == b':').count();
                    if bytes.get(at + colons) != Some(&b'=') {
                        return Sign::Rule { at, behind: at + colons };
                    }
                    at += colons - 1;
                }
                _ => {}
            }
            at += 1;
        }
        Sign::None
    }

    fn assignment(&mut self, (start, end): (usize, usize), (at, behind): (usize, usize), adds: bool) {
        self.has_rule = false;
        let name = self.text[start..at].trim();
        match is_name(name) {
            true => {
                let from = start + (self.text[start..at].len() - self.text[start..at].trim_start().len());
                let kind = if adds { Kind::Add(end as u32) } else { Kind::Set(end as u32) };
                self.push(kind, from, from + name.len());
            }
            false => self.expansions(start, at),
        }
        self.expansions(behind, end);
    }

    /// `a b: c | d ; e`, `a: B = c`, `a b: %.o: %.c`.
    fn read_rule(&mut self, (from, end): (usize, usize), (at, behind): (usize, usize)) {
        let rule = self.found.rules.len() as u32;
        self.found.rules.push(end as u32);
        // `.PHONY: a` tells something of targets, and is none.
        let is_told = self.text[from..at].trim().strip_prefix('.').is_some_and(|name| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
        });
        let mut word = from;
        while let Some((start, to)) = self.next_word(word, at) {
            match is_name(&self.text[start..to]) && !is_told {
                true => self.push(Kind::Target(rule), start, to),
                false => self.expansions(start, to),
            }
            word = to;
        }
        self.has_rule = true;
        let recipe = self.text[behind..end].find(';').map_or(end, |found| behind + found);
        if let Sign::Assignment { at, behind: given, adds } = self.sign(behind, recipe) {
            let mut start = behind;
            while let Some((word, to)) = self.next_word(start, at)
                && BEFORE.contains(&&self.text[word..to])
            {
                start = to;
            }
            self.assignment((start, end), (at, given), adds);
            self.has_rule = true;
            return;
        }
        let mut word = behind;
        while let Some((start, to)) = self.next_word(word, recipe) {
            let text = &self.text[start..to];
            match is_name(text) && !text.contains('%') {
                true => self.push(Kind::Prerequisite, start, to),
                false => self.expansions(start, to),
            }
            word = to;
        }
        self.expansions(recipe, end);
    }
}

/// What the first sign of a line makes of it.
enum Sign {
    /// It sets a variable: where its sign begins, and behind it.
    Assignment {
        at: usize,
        behind: usize,
        adds: bool,
    },
    /// It is a rule: where its colon stands, and behind it.
    Rule {
        at: usize,
        behind: usize,
    },
    None,
}

/// Where the comment of a line begins.
fn comment_start(line: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = line[from..].find('#') {
        let at = from + found;
        let escapes = line[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        if escapes.is_multiple_of(2) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<(String, &str)> {
        let kind =
            |kind: Kind| format!("{kind:?}").chars().take_while(|letter| letter.is_alphabetic()).collect();
        lex(text).tokens.iter().map(|token| (kind(token.kind), token.span.text(text))).collect()
    }

    #[test]
    fn lines_are_what_their_signs_say() {
        let named =
            |text| told(text).into_iter().map(|(kind, name)| format!("{kind} {name}")).collect::<Vec<_>>();
        assert_eq!(named("A ?= $(B) # $(C)\n"), ["Set A", "Use B"]);
        assert_eq!(
            named("a b: c $(D:.c=.o) | e ; $(F)\n\t$(G) $$(H) $@\n"),
            ["Target a", "Target b", "Prerequisite c", "Use D", "Prerequisite e", "Use F", "Use G"]
        );
        assert_eq!(named("a: export B += 1\n"), ["Target a", "Add B"]);
        assert_eq!(
            named("define f\n$(call g,$(1)) $(foreach x,$(Y),$(x))\nendef\n"),
            ["Define f", "Call g", "Local x", "Use Y", "Use x"]
        );
        assert_eq!(
            named("include a.mk $(B)/c.mk\nifdef D\nelse ifeq ($(E),1)\nendif\n"),
            ["Include a.mk", "Use B", "Include c.mk", "Use D", "Use E"]
        );
        assert_eq!(named(".PHONY: a\n%.o: %.c\n"), ["Prerequisite a", "Target %.o"]);
    }
}

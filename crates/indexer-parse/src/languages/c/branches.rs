//! `#if` and its kin: which branches the parser sees.
//!
//! All of them, wherever the text with all branches one after another can still be parsed. Where
//! that cannot be (two heads of one function, two values of one variable) the parser sees the
//! first, and the others are read token by token. What `#if 0` takes away is no code.

use super::conditions;
use super::lexer::{Kind, Token, Word};

/// Which of the two languages a file is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::languages) enum Dialect {
    /// C.
    C,
    /// C++.
    Cpp,
}

/// What becomes of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::languages) enum Fate {
    /// The parser sees it.
    Seen,
    /// It is taken from the parser and read by itself.
    Hidden,
    /// It is no code.
    Dead,
}

/// A branch under a condition.
#[derive(Debug)]
pub(in crate::languages) struct Condition {
    /// Its first byte.
    pub start: u32,
    /// The byte after it.
    pub end: u32,
    /// The condition; of an `#elif` and `#else` also that those before it do not hold, as far as there is room.
    pub text: String,
}

/// What [`choose`] found.
#[derive(Debug, Default)]
pub(in crate::languages) struct Choice {
    /// Runs of tokens and their fate: (first, end, fate), outer runs after those inside.
    pub runs: Vec<(usize, usize, Fate)>,
    /// Conditions by the order in which their branches end.
    pub conditions: Vec<Condition>,
    /// Directives that open or guard a header: (index of `#ifndef`, index of `#define`).
    pub guards: Vec<(usize, usize)>,
}

/// How the brackets of a run of tokens add up, and what stands at its ends.
#[derive(Clone, Copy, Debug)]
struct Shape {
    first: Option<usize>,
    last: Option<usize>,
    braces: i32,
    parens: i32,
    lowest: i32,
    only_specifiers: bool,
}

impl Shape {
    const EMPTY: Shape =
        Shape { first: None, last: None, braces: 0, parens: 0, lowest: 0, only_specifiers: true };

    fn add(&mut self, at: usize, token: &Token) {
        match token.kind {
            Kind::Mark(b'{') => self.braces += 1,
            Kind::Mark(b'}') => self.braces -= 1,
            Kind::Mark(b'(' | b'[') => self.parens += 1,
            Kind::Mark(b')' | b']') => self.parens -= 1,
            _ => {}
        }
        self.lowest = self.lowest.min(self.braces.min(self.parens));
        self.only_specifiers &= matches!(token.kind, Kind::Keyword(Word::Specifier | Word::Type));
        self.first = self.first.or(Some(at));
        self.last = Some(at);
    }

    fn append(&mut self, other: Shape) {
        self.lowest = self.lowest.min(self.braces.min(self.parens) + other.lowest);
        self.braces += other.braces;
        self.parens += other.parens;
        self.only_specifiers &= other.only_specifiers;
        self.first = self.first.or(other.first);
        self.last = other.last.or(self.last);
    }

    fn is_balanced(self) -> bool {
        self.braces == 0 && self.parens == 0
    }
}

struct Branch {
    /// The token after its directive, and the directive that ends it.
    from: usize,
    to: usize,
    condition: String,
    is_else: bool,
    dead: bool,
    foreign: bool,
    shape: Shape,
}

struct Group {
    branches: Vec<Branch>,
    /// The conditions of its last branches, negated, for `#else`.
    before: String,
    /// True behind a branch that always holds.
    is_decided: bool,
    /// The last token before it that the parser sees.
    previous: Option<usize>,
    /// Parentheses open around it.
    parens: i32,
    is_guard: bool,
    /// Single branches inside of the current one whose braces do not add up.
    uneven: Vec<(Switch, i32)>,
}

/// What a condition asks for: (whether it holds, what).
type Switch = (bool, String);

fn switch(condition: &str) -> Switch {
    let (holds, of) = conditions::switch(condition);
    (holds, of.to_owned())
}

/// The word of a directive and what follows it.
pub(in crate::languages) fn split_directive(text: &str) -> (&str, &str) {
    let rest = text.trim_start_matches('#').trim_start_matches([' ', '\t']);
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
    rest.split_at(end)
}

/// Decides about every `#if` of a file.
pub(in crate::languages) fn choose(source: &str, tokens: &[Token], dialect: Dialect) -> Choice {
    let mut chooser = Chooser {
        source,
        tokens,
        dialect,
        choice: Choice::default(),
        groups: Vec::new(),
        outer: Shape::EMPTY,
        uneven: Vec::new(),
        hidden: Vec::new(),
    };
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == Kind::Directive {
            chooser.directive(at);
        } else {
            chooser.shape().add(at, token);
        }
    }
    while !chooser.groups.is_empty() {
        chooser.end(tokens.len());
    }
    chooser.choice
}

struct Chooser<'a> {
    source: &'a str,
    tokens: &'a [Token],
    dialect: Dialect,
    choice: Choice,
    groups: Vec<Group>,
    outer: Shape,
    uneven: Vec<(Switch, i32)>,
    /// Conditions of hidden branches whose braces do not add up: what closes those braces under the same
    /// condition is hidden too.
    hidden: Vec<Switch>,
}

impl Chooser<'_> {
    /// The shape of the branch that is read.
    fn shape(&mut self) -> &mut Shape {
        match self.groups.last_mut().and_then(|g| g.branches.last_mut()) {
            Some(branch) => &mut branch.shape,
            None => &mut self.outer,
        }
    }

    fn directive(&mut self, at: usize) {
        let (word, rest) = split_directive(self.tokens[at].text(self.source));
        match word {
            "if" | "ifdef" | "ifndef" => {
                let shape = *self.shape();
                let around = self.groups.last().map_or(0, |g| g.parens);
                let previous = shape.last.or(self.groups.last().and_then(|g| g.previous));
                let is_guard = self.guards(at, word, rest);
                self.groups.push(Group {
                    branches: Vec::new(),
                    before: String::new(),
                    is_decided: false,
                    previous,
                    parens: around + shape.parens,
                    is_guard,
                    uneven: Vec::new(),
                });
                self.open(at, Some(condition_of(word, rest)));
            }
            "elif" | "elifdef" | "elifndef" | "else" if !self.groups.is_empty() => {
                self.close(at);
                self.open(at, (word != "else").then(|| condition_of(word, rest)));
            }
            "endif" if !self.groups.is_empty() => self.end(at),
            _ => {}
        }
    }

    /// True where `#ifndef X` is followed by `#define X`.
    fn guards(&mut self, at: usize, word: &str, rest: &str) -> bool {
        let name = match word {
            "ifndef" => rest.trim(),
            "if" => rest
                .trim()
                .trim_start_matches('!')
                .trim()
                .trim_start_matches("defined")
                .trim_matches([' ', '(', ')']),
            _ => return false,
        };
        let negated = word == "ifndef" || rest.trim_start().starts_with('!');
        let name = name.split_whitespace().next().unwrap_or("");
        let Some(next) = self.tokens.get(at + 1).filter(|t| t.kind == Kind::Directive) else { return false };
        let (next, defined) = split_directive(next.text(self.source));
        let is_guard = negated
            && next == "define"
            && !name.is_empty()
            && defined.trim_start().strip_prefix(name).is_some_and(|rest| without_comments(rest).is_empty());
        // Elsewhere it gives a macro a default.
        let is_guard = is_guard && self.groups.is_empty() && self.outer.first.is_none();
        if is_guard {
            self.choice.guards.push((at, at + 1));
        }
        is_guard
    }

    /// Begins a branch; that of an `#else` has no condition of its own.
    fn open(&mut self, at: usize, own: Option<String>) {
        let dialect = self.dialect;
        let Some(group) = self.groups.last_mut() else { return };
        let is_else = own.is_none();
        let condition = own.unwrap_or_else(|| group.before.clone());
        let text = condition.trim();
        let dead = text == "0" || group.is_decided;
        let foreign = is_foreign(text, dialect);
        if !is_else {
            conditions::add(&mut group.before, &conditions::negated(text));
            group.is_decided |= text == "1";
        }
        group.branches.push(Branch {
            from: at + 1,
            to: at + 1,
            dead,
            foreign,
            condition,
            is_else,
            shape: Shape::EMPTY,
        });
        group.uneven.clear();
    }

    /// Ends the branch that is read before the directive `at`.
    fn close(&mut self, at: usize) {
        if let Some(branch) = self.groups.last_mut().and_then(|g| g.branches.last_mut()) {
            branch.to = at;
        }
    }

    fn end(&mut self, at: usize) {
        self.close(at);
        let Some(group) = self.groups.pop() else { return };
        let fates = self.fates(&group);
        // What an `#elif` says by its place: the branches before it do not hold.
        let mut before = String::new();
        for (branch, fate) in group.branches.iter().zip(fates) {
            if fate == Fate::Seen {
                let shape = branch.shape;
                self.shape().append(shape);
            } else if branch.from < branch.to {
                self.choice.runs.push((branch.from, branch.to, fate));
            }
            let plain = !group.is_guard && !is_language(&branch.condition);
            if plain && fate != Fate::Dead && branch.from < branch.to {
                let mut text = String::new();
                if !branch.is_else {
                    text.clone_from(&before);
                }
                match text.as_str() {
                    "" => text.clone_from(&branch.condition),
                    _ => conditions::add(&mut text, &branch.condition),
                }
                self.choice.conditions.push(Condition {
                    start: self.tokens[branch.from].start,
                    end: self.tokens[branch.to - 1].end,
                    text,
                });
            }
            conditions::add(&mut before, &conditions::negated(&branch.condition));
        }
    }

    fn fates(&mut self, group: &Group) -> Vec<Fate> {
        let mut fates: Vec<Fate> = group
            .branches
            .iter()
            .map(|b| match (b.dead, b.foreign) {
                (true, _) => Fate::Dead,
                (_, true) => Fate::Hidden,
                _ => Fate::Seen,
            })
            .collect();
        let live: Vec<usize> = (0..fates.len())
            .filter(|i| fates[*i] == Fate::Seen && group.branches[*i].shape.first.is_some())
            .collect();
        match live.as_slice() {
            [] => {}
            [one] => {
                let branch = &group.branches[*one];
                let (condition, shape) = (&branch.condition, branch.shape);
                if !shape.is_balanced() {
                    let switch = switch(condition);
                    if self.hidden.contains(&switch) || self.is_complement(switch, shape.braces) {
                        fates[*one] = Fate::Hidden;
                    }
                }
            }
            several => {
                let fits = |i: &usize| self.joins(group, group.branches[*i].shape);
                if !several.iter().all(fits) {
                    // The first that is whole, else the first that any system with a POSIX compiler has.
                    let whole = |i: &&usize| group.branches[**i].shape.is_balanced() && fits(i);
                    let usual = |i: &&usize| !is_of_windows(&group.branches[**i].condition);
                    let kept = several.iter().find(whole).or_else(|| several.iter().find(usual));
                    let kept = kept.unwrap_or(&several[0]);
                    for i in several.iter().filter(|i| *i != kept) {
                        fates[*i] = Fate::Hidden;
                        let branch = &group.branches[*i];
                        if !branch.shape.is_balanced() && self.hidden.len() < 64 {
                            self.hidden.push(switch(&branch.condition));
                        }
                    }
                }
            }
        }
        fates
    }

    /// True where an earlier branch under the opposite condition opened or closed as many braces:
    /// only one of the two is there.
    fn is_complement(&mut self, (holds, of): Switch, braces: i32) -> bool {
        let uneven = match self.groups.last_mut() {
            Some(group) => &mut group.uneven,
            None => &mut self.uneven,
        };
        let opposite = |known: &Switch| known.0 != holds && known.1 == of;
        let found = uneven.iter().any(|(known, net)| *net == braces && opposite(known));
        if !found && uneven.len() < 64 {
            uneven.push(((holds, of), braces));
        }
        found
    }

    /// True where a branch can be followed by another in the same text.
    fn joins(&self, group: &Group, shape: Shape) -> bool {
        let (Some(first), Some(last)) = (shape.first, shape.last) else { return true };
        if !shape.is_balanced() || shape.parens < 0 {
            return false;
        }
        if shape.only_specifiers {
            return true;
        }
        let (first, last) = (&self.tokens[first], &self.tokens[last]);
        let joint = |token: &Token| {
            matches!(token.kind, Kind::Mark(b',' | b'|' | b'&' | b'+' | b'-' | b'*' | b'/' | b'?'))
        };
        if joint(last) || (joint(first) && !last.is(b';')) {
            return true;
        }
        if first.kind == Kind::String && last.kind == Kind::String {
            return true;
        }
        let open = group.previous.is_some_and(|at| {
            let token = &self.tokens[at];
            joint(token) && !token.is(b',')
                || matches!(token.kind, Kind::Mark(b'=' | b'(' | b'[' | b'!' | b'<' | b'>'))
                || token.text(self.source) == "return"
        });
        !open && group.parens <= 0 && matches!(last.kind, Kind::Mark(b';' | b'}' | b'{' | b':'))
    }
}

/// True for a condition that only holds in the other language.
fn is_foreign(text: &str, dialect: Dialect) -> bool {
    let Some(at) = text.find("__cplusplus") else { return false };
    let before = text[..at].trim_end_matches(['(', ' ']);
    let before = before.strip_suffix("defined").unwrap_or(before).trim_end_matches(['(', ' ']);
    let negated = before.ends_with('!');
    !text.contains("||") && negated == (dialect == Dialect::Cpp)
}

/// True for a condition that holds on Windows alone.
fn is_of_windows(text: &str) -> bool {
    !text.contains('!') && ["WIN32", "WIN64", "_MSC_VER"].iter().any(|name| text.contains(name))
}

/// True for a condition that asks for nothing but the language.
fn is_language(text: &str) -> bool {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let mut names = words.filter(|word| !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()));
    text.contains("__cplusplus") && names.all(|name| matches!(name, "__cplusplus" | "defined"))
}

/// The rest of a directive without comments, white space folded.
pub(in crate::languages) fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = match rest[at..].starts_with("//") {
            true => "",
            false => rest[at..].find("*/").map_or("", |end| &rest[at + end + 2..]),
        };
    }
    out.push_str(rest);
    let words: Vec<&str> = out.split_whitespace().filter(|word| *word != "\\").collect();
    words.join(" ")
}

/// What `#if`, `#elif` and their kin ask for.
fn condition_of(word: &str, rest: &str) -> String {
    let rest = without_comments(rest);
    conditions::written(match word {
        "ifdef" | "elifdef" => format!("defined({rest})"),
        "ifndef" | "elifndef" => format!("!defined({rest})"),
        _ => rest,
    })
}

//! `meson.build`: the folders of headers, macros, and sources that are written out.

use super::compilations::{Compilations, Told, macro_told};
use super::native::{Sources, Variables, is_plain};
use crate::languages::is_compiled;
use indexer_core::{ManifestFacts, work};

/// A part of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    /// A text, and whether it is what it is written as.
    Text(&'t str, bool),
    Mark(&'t str),
    /// The end of a statement.
    Line,
}

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Other,
    /// Nothing of it matters.
    Ignored,
    /// What a variable is set to.
    Value,
    Folders,
    Macros,
    /// Sources of what is built; true where a variable is set to them.
    Sources(bool),
}

/// A bracket that is open.
struct Open {
    /// What stands in it, and what at this place of it.
    of: Kind,
    now: Kind,
    is_call: bool,
}

/// What is known of a description so far.
struct Reader<'t> {
    folders: Compilations,
    told: Told,
    sources: Sources,
    variables: Variables,
    /// How many conditions and loops stand around a place.
    conditions: u32,
    open: Vec<Open>,
    /// The variable that a statement sets, whether it adds to it, and the words, as long as they are known.
    set: Option<(&'t str, bool, Option<Vec<String>>)>,
}

/// The facts of a `meson.build`: the folders of `include_directories`, the macros of `add_project_arguments`, and the
/// sources of what is built whatever is configured, as far as they are written out. O(bytes).
pub(super) fn read(text: &str) -> ManifestFacts {
    let (tokens, is_whole) = tokens(text);
    let mut reader = Reader {
        folders: Compilations::of(text),
        told: Told::default(),
        sources: Sources::default(),
        variables: Variables::default(),
        conditions: 0,
        open: Vec::new(),
        set: None,
    };
    let mut begins = true;
    for at in 0..tokens.len() {
        let before = [at.checked_sub(2), at.checked_sub(1)].map(|at| at.map_or(Token::Line, |at| tokens[at]));
        let next = tokens.get(at + 1).copied().unwrap_or(Token::Line);
        reader.take(before, tokens[at], next, begins);
        begins = tokens[at] == Token::Line;
    }
    reader.take([Token::Line; 2], Token::Line, Token::Line, false);
    let Reader { mut folders, told, mut sources, .. } = reader;
    folders.add(String::new(), told);
    if !is_whole {
        sources.leave_out();
    }
    let mut facts = sources.facts(folders);
    if !is_whole {
        facts
            .problem
            .get_or_insert_with(|| "a call or text that is not closed: the rest is not known".to_owned());
    }
    facts
}

impl<'t> Reader<'t> {
    fn kind(&self) -> Kind {
        let outside = if self.set.is_some() { Kind::Value } else { Kind::Other };
        self.open.last().map_or(outside, |open| open.now)
    }

    fn take(&mut self, [one, last]: [Token<'t>; 2], token: Token<'t>, next: Token<'t>, begins: bool) {
        let kind = self.kind();
        match token {
            Token::Line => self.end_statement(),
            Token::Word(word) if begins && self.begin_statement(word, next) => {}
            Token::Word(word) => self.word(kind, word, next, last == Token::Mark(".")),
            Token::Text(text, is_written) => {
                let ends = matches!(next, Token::Line | Token::Mark("," | ")" | "]"));
                let is_plain = is_plain(text) && !text.contains(['@', '\\']) && !text.starts_with('/');
                self.text(kind, text, is_written && ends && is_plain);
            }
            Token::Mark("(") => match last {
                Token::Word(name) => self.open_call(kind, name, one == Token::Mark(".")),
                _ => self.open.push(Open { of: kind, now: kind, is_call: false }),
            },
            Token::Mark("[" | "{") => {
                let is_index = matches!(last, Token::Word(_) | Token::Mark(")" | "]"));
                let is_list = token == Token::Mark("[") && !is_index;
                if !is_list {
                    self.leave_out(kind);
                }
                let now = if is_list { kind } else { Kind::Ignored };
                self.open.push(Open { of: now, now, is_call: false });
            }
            Token::Mark(")" | "]" | "}") => drop(self.open.pop()),
            Token::Mark(",") => {
                if let Some(open) = self.open.last_mut().filter(|open| open.is_call) {
                    open.now = open.of;
                }
            }
            Token::Mark(":" | "." | "=" | "+=") => {}
            Token::Mark(_) => {
                self.leave_out(kind);
                if let (Some(open), Kind::Sources(_)) = (self.open.last_mut(), kind) {
                    open.now = Kind::Ignored;
                }
            }
        }
    }

    /// The first word of a statement. False where it is a part of what the statement does.
    fn begin_statement(&mut self, word: &'t str, next: Token<'t>) -> bool {
        match (word, next) {
            ("if" | "foreach", _) => self.conditions += 1,
            ("endif" | "endforeach", _) => self.conditions = self.conditions.saturating_sub(1),
            ("elif" | "else", _) => {}
            (_, Token::Mark("=")) => self.set = Some((word, false, Some(Vec::new()))),
            (_, Token::Mark("+=")) => self.set = Some((word, true, Some(Vec::new()))),
            _ => return false,
        }
        if let ("foreach", Token::Word(each)) = (word, next) {
            self.variables.set(each, None);
        }
        true
    }

    fn end_statement(&mut self) {
        let Some((name, is_more, words)) = self.set.take() else { return };
        let words = words.filter(|_| self.conditions == 0);
        match is_more {
            true => self.variables.append(name, words),
            false => self.variables.set(name, words),
        }
    }

    fn word(&mut self, kind: Kind, word: &str, next: Token<'t>, is_member: bool) {
        if is_member || next == Token::Mark("(") {
            return;
        }
        if next == Token::Mark(":")
            && let Some(open) = self.open.last_mut().filter(|open| open.is_call)
        {
            open.now = if word == "sources" { open.of } else { Kind::Ignored };
            return;
        }
        if !matches!(kind, Kind::Sources(_) | Kind::Value) {
            return;
        }
        let is_plain = !matches!(next, Token::Mark("[" | "."));
        match self.variables.get(word).filter(|_| is_plain) {
            Some(all) => all.into_iter().for_each(|one| self.text(kind, &one, true)),
            None => self.leave_out(kind),
        }
    }

    fn text(&mut self, kind: Kind, text: &str, is_plain: bool) {
        match kind {
            Kind::Folders if is_plain => self.folders.push(&mut self.told.include, text.to_owned()),
            Kind::Macros if is_plain && self.conditions == 0 => {
                let told = text.strip_prefix("-D").and_then(macro_told);
                told.into_iter().for_each(|one| self.folders.push_macro(&mut self.told.defines, one));
            }
            Kind::Sources(_) | Kind::Value if !is_plain => self.leave_out(kind),
            Kind::Sources(is_value) => {
                if self.conditions == 0 {
                    self.sources.add(&mut self.folders, text.to_owned());
                }
                if is_value {
                    self.add_value(text);
                }
            }
            Kind::Value => self.add_value(text),
            // What another function makes of it is not known.
            Kind::Other if self.conditions == 0 && is_compiled(text) => self.sources.leave_out(),
            _ => {}
        }
    }

    fn add_value(&mut self, text: &str) {
        if let Some((_, _, Some(words))) = &mut self.set {
            words.push(text.to_owned());
        }
    }

    /// Says that what stands here is not known.
    fn leave_out(&mut self, kind: Kind) {
        if matches!(kind, Kind::Sources(_)) {
            self.sources.leave_out();
        }
        if matches!(kind, Kind::Sources(true) | Kind::Value)
            && let Some((_, _, words)) = &mut self.set
        {
            *words = None;
        }
    }

    fn open_call(&mut self, kind: Kind, name: &str, is_method: bool) {
        let of = match name {
            _ if is_method => Kind::Other,
            "include_directories" => Kind::Folders,
            "add_project_arguments" | "add_global_arguments" => Kind::Macros,
            "files" => Kind::Sources(matches!(kind, Kind::Value | Kind::Sources(true))),
            "executable" | "library" | "static_library" | "shared_library" | "shared_module"
            | "both_libraries" | "build_target" => Kind::Sources(false),
            // The file that it runs, or the call, may set any variable.
            "subdir" | "set_variable" | "unset_variable" => {
                self.variables.forget();
                Kind::Other
            }
            _ if kind == Kind::Ignored => Kind::Ignored,
            _ => Kind::Other,
        };
        if !matches!(of, Kind::Folders) && name != "files" {
            self.leave_out(kind);
        }
        if of == Kind::Folders && kind == Kind::Value {
            self.leave_out(kind);
        }
        // First stands the name of what is built.
        let now = if of == Kind::Sources(false) && name != "files" { Kind::Ignored } else { of };
        self.open.push(Open { of, now, is_call: true });
    }
}

/// The tokens of a description, and whether all that is opened in it is closed. O(bytes).
fn tokens(text: &str) -> (Vec<Token<'_>>, bool) {
    work::add(text.len());
    let mut found = Vec::new();
    let mut depth = 0usize;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = match letter {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '\n' => {
                if depth == 0 {
                    found.push(Token::Line);
                }
                1
            }
            '\'' => {
                let Some((inside, length)) = text_at(rest) else { return (found, false) };
                // `f'..'` is what variables make of it.
                let is_formatted = found.last() == Some(&Token::Word("f"));
                found.push(Token::Text(inside, !is_formatted));
                length
            }
            _ if is_word(letter) => {
                let length = rest.len() - rest.trim_start_matches(is_word).len();
                found.push(Token::Word(&rest[..length]));
                length
            }
            '\\' => 1,
            _ if letter.is_whitespace() => letter.len_utf8(),
            _ => {
                match letter {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                let is_double = ["+=", "==", "!=", "<=", ">="].iter().any(|one| rest.starts_with(one));
                let length = if is_double { 2 } else { letter.len_utf8() };
                found.push(Token::Mark(&rest[..length]));
                length
            }
        };
        rest = &rest[length..];
    }
    (found, depth == 0)
}

/// The text that begins here, and how long it is with its quotes; `None` where it does not end.
fn text_at(rest: &str) -> Option<(&str, usize)> {
    if let Some(inside) = rest.strip_prefix("'''") {
        let end = inside.find("'''")?;
        return Some((&inside[..end], end + 6));
    }
    let inside = &rest[1..];
    let mut bytes = inside.bytes().enumerate();
    loop {
        match bytes.next()? {
            (_, b'\\') => drop(bytes.next()?),
            (at, b'\'') => return Some((&inside[..at], at + 2)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, bool) {
        let facts = read(text);
        (facts.sources.join(" "), facts.sources_are_all)
    }

    #[test]
    fn variables_are_followed_where_they_are_known() {
        let all = |text: &str| (text.to_owned(), true);
        let some = |text: &str| (text.to_owned(), false);
        assert_eq!(of("s = ['a.c', 'b.c']\nlibrary('x', s, 'd.c')"), all("a.c b.c d.c"));
        assert_eq!(of("s = files('a.c')\ns += 'b.c'\nexecutable('x', s, install : true)"), all("a.c b.c"));
        assert_eq!(
            of("executable('x.c', sources : ['a.c',\n  'b.c'], link_args : ['-Wl,x.c'])"),
            all("a.c b.c")
        );
        assert_eq!(of("library('x', s, 'd.c')"), some("d.c"));
        assert_eq!(of("library('x', dependency('d'), 'd.c')"), some("d.c"));
        assert_eq!(of("library('x', 'e/@0@.c'.format(n), 'd.c')"), some("d.c"));
        assert_eq!(of("library('x', w ? 'a.c' : 'b.c', 'd.c')"), some("d.c"));
        assert_eq!(of("library('x', 'src' / 'a.c', 'd.c')"), some("d.c"));
        assert_eq!(of("s = ['a.c']\nsubdir('y')\nlibrary('x', s, 'd.c')"), some("d.c"));
        assert_eq!(of("s = ['a.c']\nif w\n  s += 'w.c'\nendif\nlibrary('x', s, 'd.c')"), some("d.c"));
        assert_eq!(of("py.extension_module('x', 'a.c')\nlibrary('x', 'd.c')"), some("d.c"));
        assert_eq!(of("t = '# (\\''\nlibrary('x', 'd.c') # ('"), all("d.c"));
    }

    #[test]
    fn what_stands_under_a_condition_is_not_built_for_sure() {
        let text = "if host == 'w'\n  library('x', 'w.c')\n  add_project_arguments('-DW', language : 'c')\n\
                    elif u\n  library('x', 'u.c')\nendif\nforeach i : ['1']\n  executable(i, 'i.c')\nendforeach\n\
                    library('y', 'd.c')\nadd_project_arguments('-DY', language : 'c')";
        assert_eq!(of(text), ("d.c".to_owned(), true));
        assert_eq!(read(text).compilations[0].defines, ["Y"]);
    }

    #[test]
    fn what_is_open_at_the_end_is_a_problem() {
        assert!(["library('x'", "x = 'a", "x = ["].iter().all(|text| read(text).problem.is_some()));
    }
}

//! `meson.build`: the folders of headers, macros, and sources that are written out.

use super::compilations::{Compilations, Told, macro_told};
use super::native::{Sources, Variables, is_plain};
use super::unique_list::UniqueList;
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
    /// What is given to a function that may build it.
    Builds,
    /// The folder of another description, which is run.
    Runs,
    /// Nothing of it matters.
    Ignored,
    /// What a variable is set to.
    Value,
    Folders,
    Macros,
    /// Sources of what is built.
    Sources,
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
    /// What arguments say that may still be taken back by an operator behind them, and for each call that is open where that
    /// of its argument at this place begins.
    said: Vec<(Kind, String)>,
    arguments: Vec<usize>,
    /// Folders of descriptions that this one runs.
    runs: UniqueList<String>,
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
        said: Vec::new(),
        arguments: Vec::new(),
        runs: UniqueList::default(),
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
    let Reader { mut folders, told, mut sources, runs, .. } = reader;
    folders.add(String::new(), told);
    if !is_whole {
        sources.leave_out();
    }
    let mut facts = ManifestFacts { extends: runs.into_list(), ..sources.facts(folders) };
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
            Token::Word(_) if last == Token::Mark(".") => {}
            Token::Word(word) if next == Token::Mark(":") && matches!(last, Token::Mark("(" | ",")) => {
                self.keyword(word);
            }
            Token::Word(word) => self.word(kind, word, next),
            Token::Text(text, is_written) => {
                let ends = matches!(next, Token::Line | Token::Mark("," | ")" | "]"));
                let is_plain = is_plain(text) && !text.contains(['@', '\\']) && !text.starts_with('/');
                self.text(kind, text, is_written && ends && is_plain);
            }
            Token::Mark("(") => match last {
                Token::Word(name) => self.open_call(kind, (name, one == Token::Mark("."))),
                _ => self.open.push(Open { of: kind, now: kind, is_call: false }),
            },
            Token::Mark("[" | "{") => {
                let is_index = matches!(last, Token::Word(_) | Token::Mark(")" | "]"));
                let is_list = token == Token::Mark("[") && !is_index;
                if !is_list {
                    self.leave_out(kind);
                }
                if is_index {
                    self.take_back();
                }
                let now = if is_list { kind } else { Kind::Ignored };
                self.open.push(Open { of: now, now, is_call: false });
            }
            Token::Mark(")" | "]" | "}") => {
                if self.open.pop().is_some_and(|open| open.is_call) {
                    self.arguments.pop();
                    self.settle();
                }
            }
            Token::Mark(",") => {
                let Some(open) = self.open.last_mut() else { return };
                open.now = open.of;
                if open.is_call {
                    self.arguments.pop();
                    self.settle();
                    self.arguments.push(self.said.len());
                }
            }
            Token::Mark(".") if matches!(last, Token::Mark(")" | "]")) => {
                self.leave_out(kind);
                self.take_back();
            }
            Token::Mark(":" | "." | "=" | "+=") => {}
            Token::Mark(mark) => {
                self.leave_out(kind);
                // What stands before `+` is there, whatever comes behind it.
                if mark != "+" {
                    self.take_back();
                }
                let is_taken = matches!(kind, Kind::Sources | Kind::Folders | Kind::Macros);
                if let Some(open) = self.open.last_mut().filter(|_| is_taken) {
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

    fn keyword(&mut self, word: &str) {
        let Some(open) = self.open.last_mut().filter(|open| open.is_call) else { return };
        let of = open.of;
        open.now = if word == "sources" || of == Kind::Builds { of } else { Kind::Ignored };
        if word == "kwargs" {
            self.leave_out(of);
        }
    }

    fn word(&mut self, kind: Kind, word: &str, next: Token<'t>) {
        let is_taken = matches!(kind, Kind::Sources | Kind::Value | Kind::Builds | Kind::Runs);
        if !is_taken || next == Token::Mark("(") || (kind == Kind::Builds && matches!(word, "true" | "false"))
        {
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
            Kind::Sources | Kind::Value | Kind::Runs if !is_plain => self.leave_out(kind),
            Kind::Runs => {
                self.folders.push_text(&mut self.runs, text.to_owned());
            }
            Kind::Folders | Kind::Macros | Kind::Sources if is_plain => {
                self.said.push((kind, text.to_owned()));
            }
            Kind::Value => self.add_value(text),
            // What another function makes of it is not known.
            Kind::Builds if is_compiled(text) => self.sources.leave_out(),
            Kind::Other if self.conditions == 0 && is_compiled(text) => self.sources.leave_out(),
            _ => {}
        }
    }

    /// Takes what an argument says that has ended; what is said inside of another one may still be taken back.
    fn settle(&mut self) {
        if !self.arguments.is_empty() {
            return;
        }
        for (kind, text) in std::mem::take(&mut self.said) {
            match kind {
                Kind::Folders => self.folders.push(&mut self.told.include, text),
                Kind::Macros if self.conditions == 0 => {
                    let told = text.strip_prefix("-D").and_then(macro_told);
                    told.into_iter().for_each(|one| self.folders.push_macro(&mut self.told.defines, one));
                }
                Kind::Sources if self.conditions == 0 => self.sources.add(&mut self.folders, text),
                _ => {}
            }
        }
    }

    /// Takes back what the argument at this place says.
    fn take_back(&mut self) {
        self.said.truncate(self.arguments.last().copied().unwrap_or(0));
    }

    fn add_value(&mut self, text: &str) {
        if let Some((_, _, Some(words))) = &mut self.set {
            words.push(text.to_owned());
        }
    }

    /// Says that what stands here is not known.
    fn leave_out(&mut self, kind: Kind) {
        match (kind, &mut self.set) {
            (Kind::Sources | Kind::Builds | Kind::Runs, _) => self.sources.leave_out(),
            (Kind::Value, Some((_, _, words))) => *words = None,
            _ => {}
        }
    }

    fn open_call(&mut self, kind: Kind, (name, is_method): (&str, bool)) {
        let of = match name {
            _ if is_method => {
                if ASKING.contains(&name) {
                    Kind::Other
                } else {
                    Kind::Builds
                }
            }
            "declare_dependency" => Kind::Builds,
            "include_directories" => Kind::Folders,
            "add_project_arguments" | "add_global_arguments" => Kind::Macros,
            // Nothing is built of them alone.
            "files" if matches!(kind, Kind::Folders | Kind::Macros) => Kind::Ignored,
            "files" => kind,
            "executable" | "library" | "static_library" | "shared_library" | "shared_module"
            | "both_libraries" | "build_target" => Kind::Sources,
            // The file that it runs, or the call, may set any variable.
            "subdir" | "set_variable" | "unset_variable" => {
                self.variables.forget();
                if name == "subdir" { Kind::Runs } else { Kind::Other }
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
        let now = if of == Kind::Sources && name != "files" { Kind::Ignored } else { of };
        self.open.push(Open { of, now, is_call: true });
        self.arguments.push(self.said.len());
    }
}

/// Methods that build nothing.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "add_devenv", "add_dist_script", "add_install_script", "add_postconf_script", "alignment", "append", "as_system",
    "auto", "backend", "build_root", "can_run_host_binaries", "check_header", "cmd_array", "compiles", "compute_int",
    "contains", "cpu", "cpu_family", "current_build_dir", "current_source_dir", "dependency", "disabled", "enabled",
    "endian", "endswith", "exists", "find_installation", "find_library", "first_supported_argument", "format", "found",
    "full_path", "generate", "get", "get_argument_syntax", "get_compiler", "get_configtool_variable", "get_define",
    "get_external_property", "get_id", "get_linker_id", "get_path", "get_pkgconfig_variable",
    "get_supported_arguments", "get_supported_function_attributes", "get_supported_link_arguments", "get_unquoted",
    "get_variable", "has_argument", "has_arguments", "has_define", "has_exe_wrapper", "has_function",
    "has_function_attribute", "has_header", "has_header_symbol", "has_headers", "has_link_argument", "has_member",
    "has_members", "has_multi_arguments", "has_multi_link_arguments", "has_type", "install_dependency_manifest",
    "is_absolute", "is_cross_build", "is_dir", "is_file", "is_subproject", "is_unity", "join", "keys", "kernel",
    "language_version", "length", "links", "merge_from", "name", "override_dependency", "override_find_program",
    "parent", "partial_dependency", "path", "prepend", "project_build_root", "project_license", "project_name",
    "project_source_root", "project_version", "read", "replace", "require", "returncode", "runs", "set", "set10",
    "set_quoted", "sizeof", "source_root", "split", "splitlines", "startswith", "stderr", "stdout", "stem", "strip",
    "substring", "subsystem", "symbols_have_underscore_prefix", "system", "to_int", "to_lower", "to_string",
    "to_upper", "type_name", "underscorify", "unset", "version", "version_compare",
];

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
        assert_eq!(of("s = ['w.c']\npy.extension_module('x', s)\nlibrary('x', 'd.c')"), some("d.c"));
        assert_eq!(of("s = ['w.c']\ncfg.set('x', s)\nlibrary('x', 'd.c')"), all("d.c"));
        assert_eq!(of("library('x', 'd.c', kwargs : {'sources' : ['w.c']})"), some("d.c"));
        assert_eq!(of("declare_dependency(sources : s)\nlibrary('x', 'd.c')"), some("d.c"));
        assert_eq!(of("declare_dependency(sources : files('w.c'))\nlibrary('x', 'd.c')"), some("d.c"));
        assert_eq!(of("library('x', ['a.c', 'b.c'][i], 'd.c')"), some("d.c"));
        assert_eq!(of("library('x', ['a.c'].get(i), 'd.c')"), some("d.c"));
        assert_eq!(of("library('x', ['a.c'] + s, 'd.c')"), some("a.c d.c"));
        assert_eq!(of("library('x', w ? sources : other, 'd.c')"), some("d.c"));
        assert_eq!(of("subdir('a')\nsubdir('b' / c)\nlibrary('x', 'd.c')"), some("d.c"));
        assert_eq!(of("subdir(b)\nlibrary('x', 'd.c')"), some("d.c"));
        assert_eq!(read("subdir('a')\nlibrary('x', 'd.c')").extends, ["a"]);
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
    fn files_are_built_where_a_target_takes_them() {
        let built = |text: &str| of(text).0;
        assert_eq!(built("library('x', 'd.c', extra_files : files('w.c'))"), "d.c");
        assert_eq!(built("s = files('w.c')\nif w\n  library('y', s)\nendif\nlibrary('x', 'd.c')"), "d.c");
        assert_eq!(built("library('x', 'd.c', link_with : library('y', files('w.c')))"), "d.c w.c");
        assert_eq!(built("library('x', w ? files('w.c') : files('u.c'), [files('a.c'), 'd.c'])"), "a.c d.c");
    }

    #[test]
    fn what_an_operator_decides_is_no_fact() {
        let told = |text: &str| {
            let all = read(text).compilations;
            all.first().map(|one| format!("{} {}", one.defines.join(" "), one.include.join(" ")))
        };
        let text = "add_project_arguments(w ? '-DMODE=1' : '-DMODE=2', language : 'c')";
        assert_eq!(told(text), None);
        assert_eq!(told("include_directories(w ? 'a' : 'b')"), None);
        assert_eq!(told("add_project_arguments(['-DA', '-DB'][i], '-DC')"), Some("C ".to_owned()));
        assert_eq!(told("add_project_arguments(['-DA'] + more, '-DC')"), Some("A C ".to_owned()));
    }

    #[test]
    fn what_is_open_at_the_end_is_a_problem() {
        assert!(["library('x'", "x = 'a", "x = ["].iter().all(|text| read(text).problem.is_some()));
    }
}

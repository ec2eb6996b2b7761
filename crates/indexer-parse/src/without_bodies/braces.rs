//! Functions whose bodies stand in braces.

use std::ops::Range;

/// What tells functions and texts of a language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The word before a function.
    word: &'static str,
    /// True where functions begin lines only.
    begins_line: bool,
    /// True where `'a` may be a name.
    has_lifetimes: bool,
    /// True where `` ` `` opens a text without escapes.
    has_backquotes: bool,
    /// Words before braces that are a type.
    types: &'static [&'static str],
    /// True where `!` behind a word makes it a macro: what that is given is left as it is, comments too.
    has_macros: bool,
    /// How comments begin that say something to the compiler.
    directives: &'static [&'static str],
    /// Words of a body that may declare for others.
    declaring: &'static [&'static str],
}

pub(super) const RUST: Style = Style {
    word: "fn",
    begins_line: false,
    has_lifetimes: true,
    has_backquotes: false,
    types: &[],
    has_macros: true,
    directives: &[],
    declaring: &["impl", "macro_rules"],
};

pub(super) const GO: Style = Style {
    word: "func",
    begins_line: true,
    has_lifetimes: false,
    has_backquotes: true,
    types: &["interface", "struct"],
    has_macros: false,
    directives: &["//go:", "// +build", "//export", "/*"],
    declaring: &[],
};

/// The insides of the braces of functions, and comments.
pub(super) fn bodies(text: &str, style: Style) -> Vec<Range<usize>> {
    let mut scan = Scan { text, bytes: text.as_bytes(), at: 0, style };
    let mut found = Vec::new();
    while scan.at < scan.bytes.len() {
        let start = scan.at;
        if scan.pass_quoted() {
            // `//go:build` is none that only people read.
            let passed = &text[start..scan.at];
            let is_comment =
                passed.starts_with('/') && !style.directives.iter().any(|one| passed.starts_with(one));
            found.extend(is_comment.then_some(start..scan.at));
            continue;
        }
        let word = scan.word();
        if word.is_empty() {
            scan.at += 1;
        } else if style.has_macros && scan.byte(0) == b'!' {
            scan.pass_macro();
        } else if word == style.word
            && (!style.begins_line || start == 0 || scan.bytes[start - 1] == b'\n')
            && let Some(body) = scan.function()
        {
            let declares = style.declaring.iter().any(|word| text[body.clone()].contains(word));
            found.extend((!declares && !body.is_empty()).then_some(body));
        }
    }
    found
}

struct Scan<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    style: Style,
}

impl<'t> Scan<'t> {
    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Passes the word here; empty where none begins.
    fn word(&mut self) -> &'t str {
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte >= 0x80;
        let length = self.bytes[self.at..].iter().take_while(is_part).count();
        let word = &self.text[self.at..self.at + length];
        self.at += length;
        word
    }

    /// Passes a comment, a text or a letter in quotes; false where none begins here.
    fn pass_quoted(&mut self) -> bool {
        match (self.byte(0), self.byte(1)) {
            (b'/', b'/') => self.pass_to("\n"),
            (b'/', b'*') => self.pass_comment(),
            (b'"', _) => self.pass_text(b'"'),
            (b'`', _) if self.style.has_backquotes => {
                self.at += 1;
                self.pass_to("`");
            }
            (b'r' | b'b', _) if self.style.has_lifetimes => return self.pass_raw(),
            (b'\'', first) => {
                let second = self.bytes.get(self.at + 2).copied().unwrap_or(0);
                let is_name = self.style.has_lifetimes && first != b'\\' && first < 0x80 && second != b'\'';
                if is_name {
                    self.at += 1;
                } else {
                    self.pass_text(b'\'');
                }
            }
            _ => return false,
        }
        true
    }

    /// Passes all up to behind `end`, or all.
    fn pass_to(&mut self, end: &str) {
        let rest = &self.bytes[self.at..];
        let found = memchr::memmem::find(rest, end.as_bytes());
        self.at += found.map_or(rest.len(), |found| found + end.len());
    }

    /// Comments nest in Rust; in Go nobody writes one in another.
    fn pass_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.bytes.len() {
            match (self.byte(0), self.byte(1)) {
                (b'/', b'*') if depth == 0 || self.style.has_lifetimes => {
                    (depth, self.at) = (depth + 1, self.at + 2)
                }
                (b'*', b'/') => (depth, self.at) = (depth - 1, self.at + 2),
                _ => self.at += 1,
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn pass_text(&mut self, quote: u8) {
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.byte(0) {
                b'\\' => self.at += 2,
                byte if byte == quote => {
                    self.at += 1;
                    return;
                }
                _ => self.at += 1,
            }
        }
        self.at = self.bytes.len();
    }

    /// Passes `r#"a"#` and `b"a"`; false where a name begins here.
    fn pass_raw(&mut self) -> bool {
        let is_inside = self.at > 0 && {
            let before = self.bytes[self.at - 1];
            before.is_ascii_alphanumeric() || before == b'_' || before >= 0x80
        };
        let prefix =
            self.bytes[self.at..].iter().take(2).take_while(|byte| matches!(byte, b'r' | b'b')).count();
        let signs = self.bytes[self.at + prefix..].iter().take_while(|byte| **byte == b'#').count();
        if is_inside || self.byte(prefix + signs) != b'"' {
            return false;
        }
        let is_raw = self.bytes[self.at..self.at + prefix].contains(&b'r');
        self.at += prefix + signs;
        if is_raw {
            self.at += 1;
            let end = format!("\"{}", "#".repeat(signs));
            self.pass_to(&end);
        } else {
            self.pass_text(b'"');
        }
        true
    }

    /// Passes a function whose word was passed; the inside of its body.
    fn function(&mut self) -> Option<Range<usize>> {
        // A type of functions and a function without a name have parentheses at once; a receiver has them in Go.
        if !self.style.begins_line {
            while self.byte(0).is_ascii_whitespace() {
                self.at += 1;
            }
            if self.word().is_empty() {
                return None;
            }
        }
        let (mut depth, mut last) = (0_i32, "");
        while self.at < self.bytes.len() {
            if self.pass_quoted() {
                continue;
            }
            match self.byte(0) {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b';' | b'}' if depth == 0 => return None,
                b'{' if depth > 0 || matches!(last, "<" | "=") || self.style.types.contains(&last) => {
                    self.braces()?;
                    last = "";
                    continue;
                }
                b'{' => return self.braces(),
                byte if byte.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                _ => {
                    let word = self.word();
                    if !word.is_empty() {
                        last = word;
                        continue;
                    }
                }
            }
            // What follows in braces is an argument.
            last = match self.byte(0) {
                b'<' => "<",
                b'=' => "=",
                _ => "",
            };
            self.at += 1;
        }
        None
    }

    /// Passes the `!` here and what the macro before it is given, or defined by: `a!(b)`, `macro_rules! a { .. }`.
    fn pass_macro(&mut self) {
        self.at += 1;
        while self.byte(0).is_ascii_whitespace() || !self.word().is_empty() {
            self.at += usize::from(self.byte(0).is_ascii_whitespace());
        }
        let mut depth = 0_i32;
        while self.at < self.bytes.len() {
            if self.pass_quoted() {
                continue;
            }
            match self.byte(0) {
                b'{' | b'(' | b'[' => depth += 1,
                b'}' | b')' | b']' => depth -= 1,
                _ => {}
            }
            if depth <= 0 {
                // `a != b` has nothing here, and what closes it closes something around.
                self.at += usize::from(depth == 0 && matches!(self.byte(0), b'}' | b')' | b']'));
                return;
            }
            self.at += 1;
        }
    }

    /// Passes the braces here and all in them; what stands in them where they are closed.
    fn braces(&mut self) -> Option<Range<usize>> {
        let start = self.at + 1;
        let mut depth = 0_u32;
        while self.at < self.bytes.len() {
            if self.pass_quoted() {
                continue;
            }
            match self.byte(0) {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(start..self.at - 1);
            }
        }
        None
    }
}

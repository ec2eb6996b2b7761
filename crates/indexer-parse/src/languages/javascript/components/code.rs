//! Code within markup, byte by byte: where it ends, and where its parts are.

/// Brackets that are open in each other beyond this many end nothing any more.
const DEEPEST: usize = 200;

/// So often a text is looked for that does not end.
const MOST_MISSES: u32 = 64;

/// A text or regular expression is at most so long: what never ends is looked for no further.
const LONGEST: usize = 1 << 12;

/// Goes over the bytes of code that stand in no text, comment or regular expression. O(bytes).
pub(super) struct Code<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
    /// What is open: brackets, and templates as a backtick.
    open: Vec<u8>,
    /// The last byte of code that is no space.
    last: u8,
    /// How many texts and regular expressions ended nowhere.
    misses: u32,
    /// True behind a `}` that nothing in the code opens.
    pub(super) is_over: bool,
}

impl<'a> Code<'a> {
    pub(super) fn new(bytes: &'a [u8], start: usize, end: usize) -> Self {
        Self {
            bytes,
            at: start,
            end: end.min(bytes.len()),
            open: Vec::new(),
            last: b'(',
            misses: 0,
            is_over: false,
        }
    }

    /// True where no bracket and no template is open.
    pub(super) fn is_outside(&self) -> bool {
        self.open.is_empty()
    }

    /// The next byte of code, and where it stands; of a text its first quote.
    pub(super) fn step(&mut self) -> Option<(usize, u8)> {
        self.is_over = false;
        loop {
            if self.open.last() == Some(&b'`') {
                self.template()?;
                continue;
            }
            let at = self.at;
            let byte = *self.bytes[..self.end].get(at)?;
            self.at += 1;
            match byte {
                b'"' | b'\'' => self.text(byte),
                b'/' if self.comment() => continue,
                b'/' if b"(,=:[!&|?{;+-*%~^".contains(&self.last) => self.regex(),
                b'`' => self.push(b'`')?,
                b'(' | b'[' | b'{' => self.push(byte)?,
                b')' if self.open.last() == Some(&b'(') => drop(self.open.pop()),
                b']' if self.open.last() == Some(&b'[') => drop(self.open.pop()),
                b'}' => match self.open.iter().rposition(|open| *open == b'{') {
                    Some(opened) => self.open.truncate(opened),
                    None => {
                        self.open.clear();
                        self.is_over = true;
                    }
                },
                _ => {}
            }
            if !byte.is_ascii_whitespace() {
                self.last = byte;
            }
            return Some((at, byte));
        }
    }

    fn push(&mut self, opener: u8) -> Option<()> {
        self.open.push(opener);
        (self.open.len() <= DEEPEST).then_some(())
    }

    /// Passes the characters of a template up to its end or its next code.
    fn template(&mut self) -> Option<()> {
        loop {
            let byte = *self.bytes[..self.end].get(self.at)?;
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'`' => {
                    self.open.pop();
                    self.last = b'`';
                    return Some(());
                }
                b'$' if self.bytes[..self.end].get(self.at) == Some(&b'{') => {
                    self.at += 1;
                    self.last = b'{';
                    return self.push(b'{');
                }
                _ => {}
            }
        }
    }

    /// Passes a text that ends in its line; what does not is no text but an apostrophe.
    fn text(&mut self, quote: u8) {
        if let Some(end) = self.line_end(|byte, _| byte == quote) {
            self.at = end + 1;
        }
    }

    fn regex(&mut self) {
        let mut is_class = false;
        let end = self.line_end(|byte, _| {
            is_class = byte == b'[' || is_class && byte != b']';
            byte == b'/' && !is_class
        });
        if let Some(end) = end {
            self.at = end + 1;
        }
    }

    /// Where in this line a byte that is not escaped ends something.
    fn line_end(&mut self, ends: impl FnMut(u8, usize) -> bool) -> Option<usize> {
        if self.misses > MOST_MISSES {
            return None;
        }
        let found = self.in_line(ends);
        self.misses += u32::from(found.is_none());
        found
    }

    fn in_line(&self, mut ends: impl FnMut(u8, usize) -> bool) -> Option<usize> {
        let mut at = self.at;
        let line = &self.bytes[..self.end.min(at + LONGEST)];
        loop {
            match *line.get(at)? {
                b'\\' => at += 1,
                b'\n' => return None,
                byte if ends(byte, at) => return Some(at),
                _ => {}
            }
            at += 1;
        }
    }

    /// Behind a `/`: passes a comment, if it begins one.
    fn comment(&mut self) -> bool {
        let rest = &self.bytes[self.at.min(self.end)..self.end];
        let length = match rest.first() {
            // `http://` in a text between elements is none.
            Some(b'/') if self.last != b':' => rest.iter().position(|b| *b == b'\n'),
            Some(b'*') => rest.windows(2).skip(1).position(|two| two == b"*/").map(|at| at + 3),
            _ => return false,
        };
        self.at += length.unwrap_or(rest.len());
        true
    }
}

/// Where the code from `start` ends at a `}` that it does not open; with `doubled`, at two of them. An error is how
/// far that was looked for.
pub(super) fn end(bytes: &[u8], start: usize, doubled: bool) -> Result<usize, usize> {
    // `{/each}` ends a block: that is no regular expression.
    let is_end = bytes[start.min(bytes.len())..].starts_with(b"/");
    let is_end = is_end && bytes.get(start + 1).is_some_and(u8::is_ascii_alphabetic);
    let mut code = Code::new(bytes, start + usize::from(is_end), bytes.len());
    while let Some((at, byte)) = code.step() {
        if code.is_over && (!doubled || bytes.get(at + 1) == Some(&b'}')) {
            return Ok(at);
        }
        // Elements do not end within code between double braces.
        let closes = doubled && byte == b'<' && bytes.get(at + 1) == Some(&b'/');
        if closes && bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic) {
            return Err(at);
        }
    }
    Err(code.at)
}

/// Behind the template whose backtick is at `start`.
pub(super) fn template_end(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let mut code = Code::new(bytes, start, bytes.len());
    code.step();
    while code.open.last() == Some(&b'`') || code.step().is_some() {
        if code.open.last() == Some(&b'`') && code.template().is_none() {
            break;
        }
        if code.is_outside() {
            return Ok(code.at);
        }
    }
    Err(code.at)
}

/// The last place in `start..end` outside of brackets where `word` stands between spaces.
pub(super) fn word(text: &str, (start, end): (usize, usize), word: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut code = Code::new(bytes, start, end);
    let mut found = None;
    while let Some((at, byte)) = code.step() {
        let behind = at + 1 + word.len();
        if byte.is_ascii_whitespace()
            && code.is_outside()
            && behind < end
            && bytes[at + 1..].starts_with(word.as_bytes())
            && bytes[behind].is_ascii_whitespace()
        {
            found = Some(at + 1);
        }
    }
    found
}

/// The parts of `start..end` between commas outside of brackets, each up to a `:` or `=` outside of them: what a list
/// of parameters binds.
pub(super) fn parameters(bytes: &[u8], (start, end): (usize, usize)) -> Vec<(usize, usize)> {
    let mut code = Code::new(bytes, start, end);
    let mut parts = Vec::new();
    let (mut from, mut to) = (start, None);
    // In a type, how many lists of its arguments are open.
    let mut arguments: Option<u32> = None;
    while let Some((at, byte)) = code.step() {
        let is_arrow = byte == b'>' && bytes[..at].ends_with(b"=");
        match (byte, &mut arguments) {
            (b'<', Some(open)) => *open += 1,
            (b'>', Some(open)) if !is_arrow => *open = open.saturating_sub(1),
            _ => {}
        }
        match byte {
            _ if !code.is_outside() => {}
            b',' if arguments.unwrap_or(0) == 0 => {
                parts.push((from, to.take().unwrap_or(at)));
                (from, arguments) = (at + 1, None);
            }
            b':' | b'=' | b'?' => {
                to = to.or(Some(at));
                match byte {
                    b':' => arguments = arguments.or(Some(0)),
                    // What is given where nothing else is.
                    b'=' if arguments == Some(0) && bytes.get(at + 1) != Some(&b'>') => arguments = None,
                    _ => {}
                }
            }
            _ => {}
        }
    }
    parts.push((from, to.unwrap_or(end)));
    let trimmed = parts.into_iter().map(|part| trim(bytes, part));
    trimmed.filter(|(start, end)| start < end).take(MOST).collect()
}

/// More parameters than this are not bound.
const MOST: usize = 32;

/// The part without spaces around it.
pub(super) fn trim(bytes: &[u8], (mut start, mut end): (usize, usize)) -> (usize, usize) {
    while start < end && bytes[start].is_ascii_whitespace() {
        start += 1;
    }
    while start < end && bytes[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    (start, end)
}

/// The names in code that could not be parsed, and whether each stands where an element is opened.
pub(super) fn names(bytes: &[u8], (start, end): (usize, usize)) -> Vec<(usize, usize, bool)> {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$') || *b >= 0x80;
    let mut code = Code::new(bytes, start, end);
    let (mut found, mut behind) = (Vec::new(), start);
    while let Some((at, byte)) = code.step() {
        if at < behind || byte.is_ascii_digit() || !is_part(&byte) {
            continue;
        }
        let length = bytes[at..end].iter().take_while(|b| is_part(b)).count();
        behind = at + length;
        let opens = at.checked_sub(1).is_some_and(|before| bytes[before] == b'<');
        // A number goes on in letters.
        if at.checked_sub(1).is_none_or(|before| before < start || !is_part(&bytes[before])) {
            found.push((at, behind, opens));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_ends_where_nothing_in_it_says_otherwise() {
        let end = |text: &str| end(text.as_bytes(), 0, false).ok();
        assert_eq!(end("a} b"), Some(1));
        assert_eq!(end("fmt(\"}\")}"), Some(8));
        assert_eq!(end("`}${ '}' }`}"), Some(11));
        assert_eq!(end("/[}/]/.test(a)}"), Some(14));
        assert_eq!(end("{ a: 1 } /* } */}"), Some(16));
        assert_eq!(end("a // }\n}"), Some(7));
        assert_eq!(end("<p>Don't</p>}"), Some(12));
        assert_eq!(end("/each} a/"), Some(5));
        assert_eq!(end("a"), None);
    }

    #[test]
    fn templates_end_behind_the_code_in_them() {
        assert_eq!(template_end(b"`a ${`b` + c} d` e", 0), Ok(16));
        assert_eq!(template_end(b"`a ${b", 0), Err(6));
    }

    #[test]
    fn parameters_are_what_they_bind() {
        let text = "{ a, b } , i: number = f(1, 2), ";
        let parts = parameters(text.as_bytes(), (0, text.len()));
        let parts: Vec<&str> = parts.into_iter().map(|(start, end)| &text[start..end]).collect();
        assert_eq!(parts, ["{ a, b }", "i"]);
        let text = "a: Map<B, C<D>>, f?: (x: E) => F<G, H>, c = d < e, g: I = j < k, h";
        let parts = parameters(text.as_bytes(), (0, text.len()));
        let parts: Vec<&str> = parts.into_iter().map(|(start, end)| &text[start..end]).collect();
        assert_eq!(parts, ["a", "f", "c", "g", "h"]);
        assert_eq!(word("f(a as b) as c", (0, 14), "as"), Some(10));
    }
}

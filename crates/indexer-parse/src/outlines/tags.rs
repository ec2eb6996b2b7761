//! Tags of markup, one after the other. No entity is replaced, and nothing outside of the text is read.

/// A tag.
pub(super) struct Tag<'s> {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) name: &'s str,
    /// True for `</name>`.
    pub(super) closes: bool,
    /// True for `<name/>`.
    pub(super) is_empty: bool,
    /// Between the name and the end.
    inside: (usize, usize),
}

/// The tags of a text.
pub(super) struct Tags<'s> {
    text: &'s str,
    at: usize,
    /// Where a comment, a text or a tag does not end.
    pub(super) broken: Option<usize>,
}

impl<'s> Tags<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self { text, at: 0, broken: None }
    }

    /// Goes on behind the end tag of this name, in any case; what stands before is no markup.
    pub(super) fn skip_to_end_of(&mut self, name: &str) {
        let mut from = self.at;
        while let Some(length) = memchr::memmem::find(&self.text.as_bytes()[from..], b"</") {
            let at = from + length;
            let end = at + 2 + name.len();
            if self.text.get(at + 2..end).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
                self.at = at;
                return;
            }
            from = at + 2;
        }
        self.at = self.text.len();
    }

    fn behind(&mut self, from: usize, mark: &[u8]) {
        match memchr::memmem::find(&self.text.as_bytes()[from..], mark) {
            Some(length) => self.at = from + length + mark.len(),
            None => {
                self.broken.get_or_insert(from);
                self.at = self.text.len();
            }
        }
    }

    /// Goes on behind a declaration, whose brackets may hold others.
    fn behind_declaration(&mut self, from: usize) {
        let bytes = self.text.as_bytes();
        let (mut at, mut quote, mut depth) = (from, None, 0_usize);
        while let Some(byte) = bytes.get(at) {
            match (quote, *byte) {
                (None, b'[') => depth += 1,
                (None, b']') => depth = depth.saturating_sub(1),
                (None, b'>') if depth == 0 => {
                    self.at = at + 1;
                    return;
                }
                (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
                (Some(open), byte) if open == byte => quote = None,
                _ => {}
            }
            at += 1;
        }
        self.broken.get_or_insert(from);
        self.at = bytes.len();
    }
}

impl<'s> Iterator for Tags<'s> {
    type Item = Tag<'s>;

    fn next(&mut self) -> Option<Tag<'s>> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at + memchr::memchr(b'<', bytes.get(self.at..)?)?;
            let rest = &bytes[start..];
            if rest.starts_with(b"<!--") {
                self.behind(start + 4, b"-->");
                continue;
            }
            if rest.starts_with(b"<![CDATA[") {
                self.behind(start + 9, b"]]>");
                continue;
            }
            if rest.starts_with(b"<?") {
                self.behind(start + 2, b"?>");
                continue;
            }
            if rest.starts_with(b"<!") {
                self.behind_declaration(start + 2);
                continue;
            }
            let closes = rest.get(1) == Some(&b'/');
            let from = start + 1 + usize::from(closes);
            let length = bytes[from..].iter().take_while(|byte| is_name(**byte)).count();
            if length == 0 {
                self.at = start + 1;
                continue;
            }
            let (mut at, mut quote) = (from + length, None);
            loop {
                match (quote, bytes.get(at)) {
                    (_, None) => {
                        self.broken.get_or_insert(start);
                        self.at = bytes.len();
                        return None;
                    }
                    (None, Some(b'>')) => break,
                    (None, Some(byte @ (b'"' | b'\''))) => quote = Some(*byte),
                    (Some(open), Some(byte)) if open == *byte => quote = None,
                    _ => {}
                }
                at += 1;
            }
            self.at = at + 1;
            let inside = (from + length, at);
            let is_empty = bytes[inside.0..inside.1].ends_with(b"/");
            let name = self.text.get(from..from + length)?;
            return Some(Tag { start, end: at + 1, name, closes, is_empty, inside });
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'-' | b'_' | b'.') || byte >= 0x80
}

impl Tag<'_> {
    /// Where the value of this attribute stands, without its quotes. O(bytes of the tag).
    pub(super) fn attribute(&self, text: &str, wanted: &str) -> Option<(usize, usize)> {
        let bytes = text.as_bytes();
        let (mut at, end) = self.inside;
        while at < end {
            if !is_name(bytes[at]) {
                at += 1;
                continue;
            }
            let start = at;
            while at < end && is_name(bytes[at]) {
                at += 1;
            }
            let is_wanted = bytes[start..at].eq_ignore_ascii_case(wanted.as_bytes());
            let blanks = |mut at: usize| {
                while at < end && bytes[at].is_ascii_whitespace() {
                    at += 1;
                }
                at
            };
            let equals = blanks(at);
            if equals >= end || bytes[equals] != b'=' {
                continue;
            }
            let value = blanks(equals + 1);
            let Some(mark) = bytes.get(value).filter(|mark| value < end && matches!(mark, b'"' | b'\''))
            else {
                at = value;
                while at < end && !bytes[at].is_ascii_whitespace() {
                    at += 1;
                }
                if is_wanted {
                    return Some((value, at));
                }
                continue;
            };
            let length = memchr::memchr(*mark, &bytes[value + 1..end])?;
            if is_wanted {
                return Some((value + 1, value + 1 + length));
            }
            at = value + 1 + length + 1;
        }
        None
    }
}

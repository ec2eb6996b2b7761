//! The little of JSON that finds the cells of a notebook, with the places of its texts.

/// Where values are nested deeper, the reading ends.
const DEEPEST: usize = 512;

/// A walk over JSON. Nothing is kept; what is no JSON ends it.
pub(super) struct Json<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Json<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { bytes: text.as_bytes(), at: 0 }
    }

    /// The next byte that is no space, nor in a comment that people put between lines.
    pub(super) fn peek(&mut self) -> Option<u8> {
        loop {
            let rest = &self.bytes[self.at.min(self.bytes.len())..];
            match rest.first()? {
                byte if byte.is_ascii_whitespace() => self.at += 1,
                b'/' if rest.starts_with(b"//") => {
                    self.at += rest.iter().take_while(|b| **b != b'\n').count()
                }
                byte => return Some(*byte),
            }
        }
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    /// A text: where what stands between its quotes begins and ends.
    pub(super) fn string(&mut self) -> Option<(usize, usize)> {
        self.take(b'"')?;
        let start = self.at;
        loop {
            match *self.bytes.get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some((start, self.at - 1))
    }

    /// Each member of an object: `value` reads or passes the value of the key.
    pub(super) fn object(&mut self, mut value: impl FnMut(&mut Self, &'a [u8]) -> Option<()>) -> Option<()> {
        self.take(b'{')?;
        if self.peek()? == b'}' {
            return self.take(b'}');
        }
        loop {
            let (start, end) = self.string()?;
            self.take(b':')?;
            value(self, &self.bytes[start..end])?;
            match self.peek()? {
                b',' => self.at += 1,
                _ => return self.take(b'}'),
            }
        }
    }

    /// Each item of a list.
    pub(super) fn list(&mut self, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take(b'[')?;
        if self.peek()? == b']' {
            return self.take(b']');
        }
        loop {
            item(self)?;
            match self.peek()? {
                b',' => self.at += 1,
                _ => return self.take(b']'),
            }
        }
    }

    /// Passes a value of any kind. O(its bytes), whatever is nested in it.
    pub(super) fn pass(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            match self.peek()? {
                b'"' => drop(self.string()?),
                b'{' | b'[' if depth < DEEPEST => {
                    depth += 1;
                    self.at += 1;
                }
                b'{' | b'[' => return None,
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => self.at += 1,
                b',' | b':' => return None,
                _ => {
                    let rest = self.bytes[self.at..].iter();
                    let is_part = |b: &&u8| !b.is_ascii_whitespace() && !b",:]}\"[{".contains(b);
                    self.at += rest.take_while(is_part).count().max(1);
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }
}

//! The scan of a file of markup: scripts, elements, and where code stands between them.

use super::attributes::{Attribute, Value};
use super::{Does, Given, Markup, Part, Piece, Scope, Tag, code};
use indexer_core::{Problem, ProblemKind, Span};
use rustc_hash::FxHashMap;

/// Elements of the host that hold nothing and are never closed.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Problems beyond this many say nothing new.
const PROBLEMS: usize = 20;

pub(super) struct Scan<'a> {
    pub source: &'a str,
    pub bytes: &'a [u8],
    pub at: usize,
    pub markup: Markup,
    /// Scripts, in order.
    pub scripts: Vec<Span>,
    /// Tags of elements that may be components.
    pub elements: Vec<Tag>,
    /// Names in texts that may be those of variables.
    pub mentioned: Vec<Span>,
    pub pieces: Vec<Piece>,
    pub scopes: Vec<Scope>,
    /// How many values of pieces others are made of.
    pub slots: u32,
    pub problems: Vec<Problem>,
    /// True where the names of a script are those of the markup.
    pub is_setup: bool,
    /// The scope at this place.
    pub scope: u32,
    open: Vec<Open<'a>>,
    /// Which of them are blocks.
    blocks: Vec<usize>,
    /// How many elements of each name are open.
    counts: FxHashMap<&'a str, u32>,
    /// Attributes of the tag at hand, and the code in them that needs no name to be understood.
    pub attributes: Vec<Attribute<'a>>,
    pub codes: Vec<(usize, usize)>,
    /// Bytes that were passed in search of an end that is not there.
    wasted: usize,
}

/// An element or block that was opened.
struct Open<'a> {
    name: &'a str,
    /// The scope behind it.
    outer: u32,
    /// True where braces around and in it are text.
    is_text: bool,
    /// The value that a part of a block awaits.
    slot: Option<u32>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(source: &'a str, markup: Markup) -> Self {
        let whole = Scope { parent: None, span: Span::new(0, source.len() as u32) };
        Self {
            source,
            bytes: source.as_bytes(),
            at: 0,
            markup,
            scripts: Vec::new(),
            elements: Vec::new(),
            mentioned: Vec::new(),
            pieces: Vec::new(),
            scopes: vec![whole],
            slots: 0,
            problems: Vec::new(),
            is_setup: false,
            scope: 0,
            open: Vec::new(),
            blocks: Vec::new(),
            counts: FxHashMap::default(),
            attributes: Vec::new(),
            codes: Vec::new(),
            wasted: 0,
        }
    }

    pub(super) fn run(&mut self) {
        if self.markup.fences {
            self.fence();
        }
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'<' => self.element(),
                b'{' => self.braces(),
                _ => self.at += 1,
            }
        }
    }

    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at.min(self.bytes.len())..]
    }

    /// Goes on behind the next `end`, or at the end of the file.
    fn behind(&mut self, end: &str) {
        self.at = self.find(end).map_or(self.bytes.len(), |at| at + end.len());
    }

    /// Where `end`, which is ASCII, stands next.
    fn find(&self, end: &str) -> Option<usize> {
        // A text is cut at a byte of ASCII, where a character begins.
        self.source.get(self.at..)?.find(end).map(|found| self.at + found)
    }

    pub(super) fn problem(&mut self, start: usize, detail: &str) {
        if self.problems.len() < PROBLEMS {
            let span = Span::new(start as u32, self.at.max(start + 1).min(self.bytes.len()) as u32);
            self.problems.push(Problem { kind: ProblemKind::Syntax, span, detail: detail.to_owned() });
        }
    }

    /// False once so much was looked for in vain that no end is looked for any more.
    fn may_look(&self) -> bool {
        self.wasted <= 4 * self.bytes.len() + (1 << 16)
    }

    /// What `look` finds; where it is nothing, the way from `start` was in vain.
    fn look<T>(&mut self, start: usize, look: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let found = self.may_look().then(|| look(self)).flatten();
        if found.is_none() {
            self.wasted += self.at.saturating_sub(start);
        }
        found
    }

    /// The end that was looked for; else this place is where it was given up.
    fn or_here(&mut self, found: Result<usize, usize>) -> Option<usize> {
        found.map_err(|at| self.at = at).ok()
    }

    /// Code between two lines of `---` that the file begins with.
    fn fence(&mut self) {
        let start = self.source.len() - self.source.trim_start().len();
        if !self.bytes[start..].starts_with(b"---") {
            return;
        }
        self.at = start + 3;
        if let Some(end) = self.find("\n---") {
            self.scripts.push(Span::new((start + 3) as u32, (end + 1) as u32));
            self.at = end + 4;
        } else {
            self.problem(start, "a fence that does not end is not read");
        }
    }

    /// The walk stands at `<`.
    fn element(&mut self) {
        let before = self.at.checked_sub(1).map(|at| self.bytes[at]);
        if self.rest().starts_with(b"<!--") {
            return self.behind("-->");
        }
        self.at += 1;
        let start = self.at;
        if self.rest().first() == Some(&b'/') {
            self.at += 1;
            return self.close();
        }
        let opens = self.rest().first().is_some_and(u8::is_ascii_alphabetic);
        if !opens || before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b')')) {
            return;
        }
        let name = self.tag_name();
        let inside = self.at;
        let Some(is_closed) = self.look(inside, Self::tag) else {
            self.at = inside;
            self.problem(start - 1, "a tag that does not end is not read");
            if name == "script" {
                // What it runs matters more than what it says of it.
                self.attributes.clear();
                self.behind(">");
                self.script(false);
            }
            return;
        };
        match name {
            "script" => self.script(is_closed),
            "style" if !is_closed => {
                let start = self.at;
                self.raw("</style");
                if self.markup.mustaches {
                    self.style((start, self.at));
                }
            }
            "i18n" | "docs" if !is_closed && self.markup.mustaches => self.raw(&format!("</{name}")),
            "template" if !is_closed && self.text_of("lang").is_some_and(|of| of != "html") => {
                self.problem(start - 1, "markup in another language is not read");
                self.raw("</template");
            }
            _ => self.opened(name, start, is_closed),
        }
    }

    /// The name of a tag, which begins here.
    fn tag_name(&mut self) -> &'a str {
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'.' | b'$');
        let start = self.at;
        self.at += self.rest().iter().take_while(|b| is_part(b)).count();
        &self.source[start..self.at]
    }

    /// An element of this name, whose tag was read.
    fn opened(&mut self, name: &'a str, start: usize, is_closed: bool) {
        let outer = self.scope;
        let is_text = self.open.last().is_some_and(|open| open.is_text)
            || self.attributes.iter().any(|attribute| attribute.name == "v-pre");
        let inner = if is_text { outer } else { self.read_attributes(start) };
        if self.may_be_component(name) {
            let given = if is_text { Vec::new() } else { self.given() };
            self.tag_of(name, start, given, false);
        }
        self.scope = inner;
        if is_closed || VOID.contains(&name) {
            self.end_scopes(outer);
        } else {
            self.push(name, outer, is_text, None);
        }
    }

    pub(super) fn push(&mut self, name: &'a str, outer: u32, is_text: bool, slot: Option<u32>) {
        *self.counts.entry(name).or_default() += 1;
        if name.starts_with('#') {
            self.blocks.push(self.open.len());
        }
        self.open.push(Open { name, outer, is_text, slot });
    }

    /// `</name>`: what is open inside of it ends too.
    fn close(&mut self) {
        let start = self.at;
        let name = self.tag_name();
        self.pop(name);
        if self.may_be_component(name) {
            self.tag_of(name, start, Vec::new(), true);
        }
    }

    fn may_be_component(&self, name: &str) -> bool {
        let first = first_name(name);
        let is_component = name.starts_with(|c: char| c.is_ascii_uppercase()) && !first.contains('-');
        !first.contains(':') && (is_component || self.markup.kebab && name.contains('-'))
    }

    /// A tag that may be that of a component, with the scope at this place.
    fn tag_of(&mut self, name: &str, start: usize, given: Vec<Given>, closes: bool) {
        let end = (start + name.len()) as u32;
        let name = Span::new(start as u32, (start + first_name(name).len()) as u32);
        self.elements.push(Tag { name, end, scope: self.scope, closes, given });
    }

    /// Ends what is open of this name; gives the value that it awaits.
    pub(super) fn pop(&mut self, name: &str) -> Option<u32> {
        if self.counts.get(name).is_none_or(|count| *count == 0) {
            return None;
        }
        while let Some(open) = self.open.pop() {
            if let Some(count) = self.counts.get_mut(open.name) {
                *count -= 1;
            }
            if self.blocks.last() == Some(&self.open.len()) {
                self.blocks.pop();
            }
            self.end_scopes(open.outer);
            if open.name == name {
                return open.slot;
            }
        }
        None
    }

    /// The name of the innermost block that is open.
    pub(super) fn innermost_block(&self) -> &'a str {
        self.blocks.last().map_or("#other", |at| self.open[*at].name)
    }

    /// Goes back to the scope `outer`.
    pub(super) fn end_scopes(&mut self, outer: u32) {
        while self.scope != outer {
            let scope = &mut self.scopes[self.scope as usize];
            scope.span.end = self.at as u32;
            let Some(parent) = scope.parent else { return };
            self.scope = parent;
        }
    }

    /// A scope inside the one at this place.
    pub(super) fn begin_scope(&mut self, start: usize) {
        let span = Span::new(start as u32, self.bytes.len() as u32);
        self.scopes.push(Scope { parent: Some(self.scope), span });
        self.scope = self.scopes.len() as u32 - 1;
    }

    /// Reads the attributes up to the `>` of a tag; true where the tag closes itself, `None` where it does not end.
    fn tag(&mut self) -> Option<bool> {
        self.attributes.clear();
        self.codes.clear();
        let has_braces = !self.markup.mustaches;
        loop {
            let byte = *self.bytes.get(self.at)?;
            match byte {
                b'>' => {
                    self.at += 1;
                    return Some(self.bytes[self.at - 2] == b'/');
                }
                b'<' => return None,
                b'{' if has_braces => {
                    let code = self.code()?;
                    self.codes.push(code);
                    self.named_like(code);
                }
                b'/' | b'"' | b'\'' => self.at += 1,
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => self.attribute(has_braces)?,
            }
        }
    }

    /// `{name}` stands for `name={name}`.
    fn named_like(&mut self, (start, end): (usize, usize)) {
        let (start, end) = code::trim(self.bytes, (start, end));
        let name = self.source.get(start..end).unwrap_or_default();
        let is_part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$');
        if !name.is_empty() && name.bytes().all(is_part) {
            self.attributes.push(Attribute { name, start, value: Value::None });
        }
    }

    /// `{code}`, of which this is the first brace.
    fn code(&mut self) -> Option<(usize, usize)> {
        let start = self.at + 1;
        let end = code::end(self.bytes, start, false);
        let end = self.or_here(end)?;
        self.at = end + 1;
        Some((start, end))
    }

    /// `name`, `name=value`.
    fn attribute(&mut self, has_braces: bool) -> Option<()> {
        let start = self.at;
        let ends = |at: usize, byte: u8| {
            byte.is_ascii_whitespace()
                || matches!(byte, b'=' | b'>' | b'"' | b'\'')
                || has_braces && byte == b'{'
                || byte == b'/' && self.bytes.get(at + 1) == Some(&b'>')
        };
        // `=` may begin a name where there is none before it.
        let mut at = start + 1;
        while !ends(at, *self.bytes.get(at)?) {
            at += 1;
        }
        let name = self.source.get(start..at).unwrap_or_default();
        self.at = at;
        self.spaces();
        let mut value = Value::None;
        if self.bytes.get(self.at) == Some(&b'=') {
            self.at += 1;
            self.spaces();
            value = self.value(has_braces)?;
        } else {
            self.at = at;
        }
        self.attributes.push(Attribute { name, start, value });
        Some(())
    }

    fn spaces(&mut self) {
        self.at += self.rest().iter().take_while(|b| b.is_ascii_whitespace()).count();
    }

    fn value(&mut self, has_braces: bool) -> Option<Value> {
        let start = self.at;
        match *self.bytes.get(start)? {
            quote @ (b'"' | b'\'') => {
                self.at += 1;
                loop {
                    match *self.bytes.get(self.at)? {
                        byte if byte == quote => break,
                        b'{' if has_braces && !self.markup.fences => {
                            let code = self.code()?;
                            self.codes.push(code);
                        }
                        _ => self.at += 1,
                    }
                }
                self.at += 1;
                Some(Value::Quoted(start + 1, self.at - 1))
            }
            b'{' if has_braces => self.code().map(|(start, end)| Value::Code(start, end)),
            b'`' if self.markup.fences => {
                let end = code::template_end(self.bytes, start);
                self.at = self.or_here(end)?;
                Some(Value::Code(start, self.at))
            }
            _ => {
                let rest = self.rest().iter();
                self.at += rest.take_while(|b| !b.is_ascii_whitespace() && !matches!(b, b'>' | b'<')).count();
                Some(Value::None)
            }
        }
    }

    /// The text of an attribute of the tag at hand.
    pub(super) fn text_of(&self, name: &str) -> Option<&'a str> {
        let found = self.attributes.iter().find(|attribute| attribute.name == name)?;
        let Value::Quoted(start, end) = found.value else { return None };
        self.source.get(start..end)
    }

    fn script(&mut self, is_closed: bool) {
        let start = self.at;
        if is_closed {
            return;
        }
        let kind = self.text_of("type").unwrap_or("module");
        let language = self.text_of("lang").unwrap_or("ts");
        let is_kind = kind == "module" || kind.ends_with("javascript") || kind.ends_with("typescript");
        self.is_setup |= self.attributes.iter().any(|attribute| attribute.name == "setup");
        let is_code = matches!(language, "ts" | "js" | "tsx" | "jsx" | "typescript" | "javascript");
        self.raw("</script");
        if is_kind && is_code {
            let end = self.at.saturating_sub(1).max(start);
            let end = if self.rest().starts_with(b"/script") { end } else { self.bytes.len() };
            self.scripts.push(Span::new(start as u32, end as u32));
        } else if is_kind {
            self.problem(start, &format!("a script in {language:.20} is not read"));
        }
    }

    /// What is no markup, up to the tag that ends it.
    fn raw(&mut self, end: &str) {
        let end = self.find(end).unwrap_or(self.bytes.len());
        // The tag that ends it is no element.
        self.at = (end + 1).min(self.bytes.len());
    }

    /// `{`: code, in most files.
    fn braces(&mut self) {
        let start = self.at;
        let is_text = self.open.last().is_some_and(|open| open.is_text);
        let doubled = self.markup.mustaches;
        let inside = start + 1 + usize::from(doubled);
        if is_text || doubled && !self.rest().starts_with(b"{{") {
            self.at += 1;
            return;
        }
        let find = |scan: &mut Self| {
            let end = code::end(scan.bytes, inside, doubled);
            scan.or_here(end)
        };
        let Some(end) = self.look(inside, find) else {
            self.at = inside;
            return self.problem(start, "braces that do not end are not read");
        };
        self.at = end + 1 + usize::from(doubled);
        match doubled || self.markup.fences {
            true => self.expression((inside, end)),
            false => self.block((inside, end)),
        }
    }

    /// Code that is an expression.
    pub(super) fn expression(&mut self, (start, end): (usize, usize)) {
        let part = self.without_spread(start, end);
        self.piece(part, "(", ")", Does::Lower(None));
    }

    /// Of `...code` the code.
    fn without_spread(&self, start: usize, end: usize) -> (usize, usize) {
        let (start, end) = code::trim(self.bytes, (start, end));
        let spread = if self.bytes[start..end].starts_with(b"...") { 3 } else { 0 };
        (start + spread, end)
    }

    /// An expression that others are made of; gives its slot.
    pub(super) fn valued(&mut self, part: (usize, usize)) -> u32 {
        self.slots += 1;
        self.piece(part, "(", ")", Does::Lower(Some(self.slots - 1)));
        self.slots - 1
    }

    /// What a pattern binds in the scope at this place, a part of a value.
    pub(super) fn pattern(&mut self, part: (usize, usize), of: Option<(u32, Part)>) {
        self.piece(part, "let ", "", Does::Bind(of));
    }

    /// Code that is read behind `head` and before `tail`, in the scope at this place.
    pub(super) fn piece(&mut self, part: (usize, usize), head: &'static str, tail: &'static str, does: Does) {
        let (start, end) = code::trim(self.bytes, part);
        // A comment alone is no code.
        let has_code = code::Code::new(self.bytes, start, end).step().is_some();
        if start < end && has_code {
            let span = Span::new(start as u32, end as u32);
            self.pieces.push(Piece { span, head, tail, scope: self.scope, does });
        }
    }
}

/// Of `Menu.Item` the first name, which is what the file knows.
fn first_name(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

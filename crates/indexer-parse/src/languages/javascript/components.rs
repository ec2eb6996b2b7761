//! Components in files of markup (Vue, Svelte, Astro): the parser sees their scripts, and the markup names the
//! components that it is made of.

use super::state::State;
use crate::build::Build;
use crate::masked::Masked;
use indexer_core::{Name, Namespace, Owner, Role, ScopeId, Span, SymbolKind, Visibility};
use rustc_hash::FxHashSet;

/// What differs between the files.
#[derive(Clone, Copy, Debug)]
pub(in crate::languages) struct Markup {
    /// They may begin with code between lines of `---`.
    pub fences: bool,
    /// `{{ }}` holds code, in which `<` opens no element.
    pub mustaches: bool,
    /// `<my-part>` may be the component `MyPart`.
    pub kebab: bool,
}

/// The names of elements that may be components, for the end of the walk.
#[derive(Debug, Default)]
pub(in crate::languages) struct Elements {
    found: Vec<Span>,
}

/// Everything outside scripts is spaces. O(bytes): the scan never goes back.
pub(in crate::languages) fn mask(source: &str, markup: Markup) -> Masked {
    let mut scan =
        Scan { source, bytes: source.as_bytes(), at: 0, markup, code: Vec::new(), elements: Vec::new() };
    scan.run();
    let mut text: Vec<u8> = source.bytes().map(|b| if b == b'\n' { b } else { b' ' }).collect();
    for span in &scan.code {
        let (start, end) = (span.start as usize, span.end as usize);
        text[start..end].copy_from_slice(&source.as_bytes()[start..end]);
        // The statements of one script end with it.
        if let Some(behind) = text.get_mut(end) {
            *behind = b';';
        }
    }
    let identifiers = scan.elements.len() as u32;
    let elements = Elements { found: scan.elements };
    let mut memory = State::default();
    (memory.is_module, memory.elements) = (true, Some(elements));
    // Only whole runs between ASCII bytes were changed, so this never loses a character.
    let text = String::from_utf8_lossy(&text).into_owned();
    Masked { text, identifiers, verbatim: None, memory: Box::new(memory) }
}

struct Scan<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
    markup: Markup,
    code: Vec<Span>,
    elements: Vec<Span>,
}

impl Scan<'_> {
    fn run(&mut self) {
        if self.markup.fences {
            self.fence();
        }
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'<' => self.element(),
                b'{' if self.markup.mustaches && self.rest().starts_with(b"{{") => self.behind("}}"),
                _ => self.at += 1,
            }
        }
    }

    fn rest(&self) -> &[u8] {
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

    /// Code between two lines of `---` that the file begins with.
    fn fence(&mut self) {
        let start = self.source.len() - self.source.trim_start().len();
        if !self.bytes[start..].starts_with(b"---") {
            return;
        }
        self.at = start + 3;
        if let Some(end) = self.find("\n---") {
            self.keep(start + 3, end + 1);
            self.at = end + 4;
        }
    }

    fn keep(&mut self, start: usize, end: usize) {
        self.code.push(Span::new(start as u32, end as u32));
    }

    /// The walk stands at `<`.
    fn element(&mut self) {
        let before = self.at.checked_sub(1).map(|at| self.bytes[at]);
        if self.rest().starts_with(b"<!--") {
            return self.behind("-->");
        }
        self.at += 1;
        let start = self.at;
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'.' | b'$');
        let length = self.rest().iter().take_while(|b| is_part(b)).count();
        let opens = self.rest().first().is_some_and(u8::is_ascii_alphabetic);
        if !opens || before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b')')) {
            return;
        }
        self.at += length;
        let name = &self.source[start..self.at];
        let inside = self.at;
        let is_closed = self.tag();
        let attributes = &self.source[inside..self.at];
        match name {
            "script" if !is_closed => self.raw("</script", is_code(attributes)),
            "style" if !is_closed => self.raw("</style", false),
            "template" if !is_closed && attribute(attributes, "lang").is_some_and(|of| of != "html") => {
                self.raw("</template", false);
            }
            _ => {
                // Of `<Menu.Item>` the first name is what the file knows.
                let first = name.split('.').next().unwrap_or(name);
                let is_component = name.starts_with(|c: char| c.is_ascii_uppercase()) && !first.contains('-');
                if !first.contains(':') && (is_component || self.markup.kebab && name.contains('-')) {
                    self.elements.push(Span::new(start as u32, (start + first.len()) as u32));
                }
            }
        }
    }

    /// Goes on behind the `>` of a tag; true where the tag closes itself. What stands in quotes and braces is passed.
    fn tag(&mut self) -> bool {
        let mut depth = 0u32;
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'"' | b'\'' if depth == 0 => self.behind(if byte == b'"' { "\"" } else { "'" }),
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                b'>' if depth == 0 => return self.bytes[self.at - 2] == b'/',
                _ => {}
            }
        }
        true
    }

    /// What is no markup, up to the tag that ends it.
    fn raw(&mut self, end: &str, is_code: bool) {
        let (start, end) = (self.at, self.find(end).unwrap_or(self.bytes.len()));
        if is_code {
            self.keep(start, end);
        }
        // The tag that ends it is no element.
        self.at = (end + 1).min(self.bytes.len());
    }
}

/// True for the attributes of a script in one of the languages that are read.
fn is_code(attributes: &str) -> bool {
    let kind = attribute(attributes, "type").unwrap_or("module");
    let language = attribute(attributes, "lang").unwrap_or("ts");
    (kind == "module" || kind.ends_with("javascript") || kind.ends_with("typescript"))
        && matches!(language, "ts" | "js" | "typescript" | "javascript")
}

/// The value of an attribute in quotes.
fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let parts = || attributes.match_indices(name).map(|(at, _)| attributes.split_at(at));
    let found = parts().find(|(before, after)| {
        before.ends_with(|c: char| c.is_ascii_whitespace()) && after[name.len()..].starts_with('=')
    });
    let value = &found?.1[name.len() + 1..];
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split(quote).next()
}

impl Elements {
    /// The components that the markup names become references, and the file is one itself: what others import as its
    /// default.
    pub(super) fn settle(self, build: &mut Build<'_>) {
        let top = ScopeId(0);
        let bound = build.facts.bindings.iter().filter(|one| one.scope == top);
        let bound: FxHashSet<Name> = bound.map(|one| one.name).collect();
        let place = build.place();
        (build.scope, build.owner) = (top, Owner::File);
        let role = std::mem::replace(&mut build.role, Role::Call);
        for span in self.found {
            let written = build.text(span);
            if !written.contains('-') {
                build.use_name(span, Namespace::VALUE);
                continue;
            }
            // `my-part` may be an element of the host: only what the file knows is a component.
            let name = pascal(written);
            let name = build.names.made(&name);
            match bound.contains(&name) {
                true => drop(build.use_name_as(name, span, Namespace::VALUE)),
                false => build.tally.neither += 1,
            }
        }
        build.role = role;
        let default = build.names.name("default");
        if !bound.contains(&default) {
            let start = Span::new(0, 0);
            let id = build.define_as(default, start, SymbolKind::Constant, top, Namespace::MEMBER);
            let end = build.source.len() as u32;
            let definition = build.definition(id);
            definition.visibility = Visibility::Public;
            definition.span = Span::new(0, end);
        }
        build.restore(place);
    }
}

/// `my-part` as `MyPart`.
fn pascal(kebab: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    kebab.split('-').map(word).collect()
}
